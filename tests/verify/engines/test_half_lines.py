"""Functions on the half-line that are read off a law: rising, convex in one another, the largest divergence of many coordinates; by the engine and by the checker."""

import copy
import json
import math
from fractions import Fraction

import pytest
from flint import fmpq

from verify import claims as c
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.engines import half_lines
from verify.engines.drawn_laws import exponential_on, laplace, normal
from verify.engines.task import Status
from verify.engines.truth import Truth
from verify.evidence.checker.check import check_data
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget, ball, precision
from verify.quantities import density, renyi_divergence
from verify.run.decide import Settings, run_variant
from verify.values.numbers import to_float
from verify.values.structures import Family

u, v, w, s, a, b, d, y, i = c.numbers("u v w s a b d y i")
P, Q, X, x = c.objects("P Q X x")


def minus_log(t, law=P):
    return -c.log(density(law, t))


def above_peak(t):
    return c.log(density(P, 0) / density(P, t))


def moved(t, law=P):
    return renyi_divergence(c.translate(law, t), law, a)


def rises(f, relation="<=", low=0):
    return c.ForAll({u: c.at_least(low), v: c.at_least(u)}, c.Compare(f(u), relation, f(v)))


def convex(f, g, relation="<=", where=None, bounded=True):
    """``f`` is a convex function of ``g``."""
    where = c.at_least(0) if where is None else where
    equation = c.Compare(g(w), "==", s * g(u) + (1 - s) * g(v))
    return c.ForAll({u: where, v: where, w: where, s: c.at_least(0)},
                    c.Implies(c.All(c.Compare(s, "<=", 1), equation) if bounded else equation, c.Compare(f(w), relation, s * f(u) + (1 - s) * f(v))))


LAPLACE, NORMAL, MOVED = laplace(fmpq(0), fmpq(1, 3)), normal(fmpq(0), fmpq(2)), laplace(fmpq(1), fmpq(1))
UNIT = laplace(fmpq(0), fmpq(1, 2))


def both(statement, env):
    """The answers of the engine and of the checker."""
    mine = ev.holds(statement, env)[0]
    with precision(128):
        e = Evaluator(Budget(10**6))
        values = {name: e.value(to_json(law.node), {}) if hasattr(law, "node") else Fraction(int(law.p), int(law.q)) for name, law in env.items()}
        other = e.truth(to_json(statement), values)
    return mine, other


@pytest.mark.parametrize("law", [LAPLACE, NORMAL], ids=["Laplace", "normal"])
@pytest.mark.parametrize("g", [minus_log, above_peak])
def test_rising_and_falling(law, g):
    assert both(rises(g), {"P": law}) == (Truth.TRUE, "true")
    assert both(rises(g, ">="), {"P": law}) == (Truth.FALSE, "false")
    assert both(rises(lambda t: density(P, t)), {"P": law}) == (Truth.FALSE, "false")
    assert both(rises(lambda t: density(P, t), ">="), {"P": law}) == (Truth.TRUE, "true")


@pytest.mark.parametrize("law", [MOVED, normal(fmpq(1), fmpq(1)), exponential_on(fmpq(0), fmpq(1), fmpq(1))], ids=["Laplace", "normal", "exponential"])
def test_a_density_that_turns_or_ends_is_not_called_rising(law):
    for relation in ("<=", ">="):
        assert both(rises(minus_log, relation), {"P": law})[0] is not Truth.TRUE
        assert both(rises(minus_log, relation), {"P": law})[1] != "true"


def test_infinity_is_no_number_of_the_half_line():
    closed = c.Node("interval", c.number(0), c.oo, "closed", "closed")
    answers = both(convex(moved, minus_log, where=closed), {"P": LAPLACE, "a": fmpq(2)})
    assert answers[0] is not Truth.TRUE
    assert answers[1] != "true"


def test_of_the_members_of_an_empty_half_line_everything_is_true():
    assert both(rises(minus_log, low=c.oo), {"P": LAPLACE, "a": fmpq(2)}) == (Truth.TRUE, "true")


def test_below_zero_nothing_is_read():
    answers = both(rises(minus_log, low=-1), {"P": LAPLACE})
    assert answers[0] is not Truth.TRUE and answers[1] != "true"


@pytest.mark.parametrize("law", [LAPLACE, NORMAL], ids=["Laplace", "normal"])
@pytest.mark.parametrize("g", [minus_log, above_peak])
@pytest.mark.parametrize("order", [fmpq(3, 2), fmpq(2), fmpq(17)], ids=str)
def test_a_divergence_is_convex_in_the_exponent(law, g, order):
    assert both(convex(moved, g), {"P": law, "a": order}) == (Truth.TRUE, "true")


@pytest.mark.parametrize(("statement", "env"), [
    (convex(moved, minus_log, ">="), {"P": LAPLACE, "a": fmpq(2)}),
    (convex(lambda t: -moved(t), minus_log), {"P": LAPLACE, "a": fmpq(2)}),
    (convex(moved, minus_log), {"P": LAPLACE, "a": fmpq(1, 2)}),
    (convex(moved, minus_log), {"P": MOVED, "a": fmpq(2)}),
    (convex(moved, minus_log, where=c.at_least(-1)), {"P": LAPLACE, "a": fmpq(2)}),
    (convex(moved, minus_log, bounded=False), {"P": LAPLACE, "a": fmpq(2)}),
    (convex(moved, lambda t: minus_log(t) - minus_log(t, Q)), {"P": NORMAL, "Q": UNIT, "a": fmpq(2)}),
    (convex(lambda t: minus_log(t, Q), minus_log), {"P": NORMAL, "Q": UNIT}),
    (convex(lambda t: moved(t, Q), minus_log), {"P": NORMAL, "Q": UNIT, "a": fmpq(2)}),
], ids=["concave", "minus", "order below 1", "not even", "negative numbers", "no share", "turns", "a root", "Laplace in normal"])
def test_what_is_not_convex_or_not_seen_is_not_called_so(statement, env):
    mine, other = both(statement, env)
    assert mine is not Truth.TRUE
    assert other != "true"


def test_a_polynomial_is_convex_in_another():
    env = {"P": NORMAL, "Q": UNIT, "a": fmpq(2)}
    assert both(convex(moved, lambda t: minus_log(t) + minus_log(t, Q)), env) == (Truth.TRUE, "true")
    assert both(convex(moved, lambda t: minus_log(t, Q)), env) == (Truth.TRUE, "true")
    assert both(convex(lambda t: moved(t) + minus_log(t, Q), lambda t: minus_log(t, Q)), env) == (Truth.TRUE, "true")


def test_the_functions_are_what_the_evaluator_says():
    """The coefficients against the density and the divergence themselves."""
    c_ = ev.Context(64)
    for law, order in ((LAPLACE, fmpq(3)), (NORMAL, fmpq(5, 2)), (UNIT, fmpq(2))):
        env = {"P": law, "a": order}
        f, g = (half_lines._read(curve(c.numbers("t")), "t", env, c_) for curve in (moved, above_peak))
        at = {t: tuple(to_float(ev.value(curve(c.number(str(t))), env, c_)) for curve in (moved, above_peak)) for t in (fmpq(1, 3), fmpq(1), fmpq(5))}
        for t, (divergence, exponent) in at.items():
            assert exponent == pytest.approx(float(g.slope * t + g.bend * t * t))
            assert f.convex or divergence == pytest.approx(float(f.bend * t * t))
        if f.convex:
            rate, k = float(g.slope), float(order)
            for t, (divergence, _) in at.items():
                z = float(t)
                inside = k / (2 * k - 1) * math.exp((k - 1) * rate * z) + (k - 1) / (2 * k - 1) * math.exp(-k * rate * z)
                assert divergence == pytest.approx(math.log(inside) / (k - 1))


# --- equations of densities ------------------------------------------------------------------------------------------------------------


def test_equal_sums_of_log_densities():
    equation = c.Compare(above_peak(y), "==", c.Sum({i: c.upto(d)}, above_peak(X[i])))
    for law in (LAPLACE, NORMAL):
        parts = (fmpq(1), fmpq(2)) if law is LAPLACE else (fmpq(3), fmpq(4))
        whole = fmpq(3) if law is LAPLACE else fmpq(5)
        env = {"P": law, "d": fmpq(2), "X": Family(parts), "y": whole}
        assert ev.holds(equation, env)[0] is Truth.TRUE
        assert ev.holds(equation, {**env, "y": whole + 1})[0] is Truth.FALSE
        assert half_lines.solved(equation, "y", {**env, "y": fmpq(0)}, ev.Context(64)) == whole
    other = c.Compare(minus_log(y), "==", c.Sum({i: c.upto(d)}, minus_log(X[i])))
    assert half_lines.solved(other, "y", {"P": LAPLACE, "d": fmpq(2), "X": Family((fmpq(1), fmpq(2)))}, ev.Context(64)) is None


# --- the largest divergence -------------------------------------------------------------------------------------------------------------


def largest(g=minus_log, relation="<=", upto=d):
    inside = c.Compare(c.Sum({i: c.upto(upto)}, g(c.Node("abs", x[i]))), relation, g(y))
    return c.Sup({x: c.Points(c.Euclid(d, 2))}, renyi_divergence(c.translate(c.iid(P, d), x), c.iid(P, d), a), where=inside)


def values(statement, env):
    mine = ev.value(statement, env, ev.Context(64))
    with precision(128):
        e = Evaluator(Budget(10**6))
        other = e.value(to_json(statement), {name: e.value(to_json(law.node), {}) if hasattr(law, "node") else Fraction(int(law.p), int(law.q)) for name, law in env.items()})
        return to_float(mine), float(ball(other).lo), float(ball(other).hi)


@pytest.mark.parametrize("law", [laplace(fmpq(0), fmpq(1, 4)), laplace(fmpq(0), fmpq(1)), normal(fmpq(0), fmpq(1, 4)), normal(fmpq(0), fmpq(1))], ids=["steep Laplace", "Laplace", "steep normal", "normal"])
@pytest.mark.parametrize("g", [minus_log, above_peak])
def test_the_largest_divergence_against_points(law, g):
    env = {"P": law, "a": fmpq(3), "d": fmpq(2), "y": fmpq(2)}
    found, low, high = values(largest(g), env)
    assert low == pytest.approx(found)
    assert high == pytest.approx(found)
    point = ev.Context(64)
    t = c.numbers("t")
    def value(k, curve):
        return to_float(ev.value(curve(t), {**env, "t": fmpq(k, 4)}, point))
    grid = {k: (value(k, g), value(k, moved)) for k in range(16)}
    allowed = value(8, g)
    best = max((one[1] + two[1] for one in grid.values() for two in grid.values() if one[0] + two[0] <= allowed + 1e-12), default=-math.inf)
    assert best <= found + 1e-9
    assert g is minus_log or best == pytest.approx(found)


def test_no_point_is_allowed():
    env = {"P": laplace(fmpq(0), fmpq(10)), "a": fmpq(2), "d": fmpq(2), "y": fmpq(0)}
    assert values(largest(), env) == (-math.inf, -math.inf, -math.inf)


@pytest.mark.parametrize(("statement", "law", "size"), [(largest(), MOVED, 2), (largest(relation="<"), LAPLACE, 2), (largest(upto=1), LAPLACE, 2), (largest(lambda t: -minus_log(t)), LAPLACE, 2)],
                         ids=["not even", "an open set", "one coordinate is free", "a set without bound"])
def test_other_suprema_are_left_alone(statement, law, size):
    env = {"P": law, "a": fmpq(2), "d": fmpq(size), "y": fmpq(2)}
    assert half_lines.largest_divergence(statement, env, ev.Context(64)) is None


# --- statements ------------------------------------------------------------------------------------------------------------------------


EVEN = c.ForAll({u: c.REALS}, c.Compare(density(P, u), "==", density(P, -u)))


def decided(states, more=None):
    given = (EVEN, rises(minus_log), convex(moved, minus_log))
    claim = c.Claim("toy/half-line", "a toy", forall={a: c.above(1), P: c.Laws(c.LINE, density=True), **(more or {})}, given=given, states=states)
    row, document, errors = run_variant(claim.variants()[0], Settings())
    assert not errors
    return row, json.loads(json.dumps(document))


def test_a_false_statement_under_these_hypotheses_is_refuted_and_confirmed():
    row, document = decided(c.Compare(moved(2), "<=", 2 * moved(1)))
    assert row["status"] == Status.REFUTED
    assert check_data(document, "toy").status == "confirmed"
    for law in (MOVED, exponential_on(fmpq(0), fmpq(1), fmpq(1))):
        altered = copy.deepcopy(document)
        altered["evidence"]["instance"]["P"] = to_json(law.node)
        assert check_data(altered, "toy").status != "confirmed"


def test_a_true_statement_under_these_hypotheses_is_supported():
    row, _ = decided(c.Compare(moved(2), ">=", 2 * moved(1)))
    assert row["status"] == Status.SUPPORTED
    assert row["coverage"]["admitted"] > 3


def test_an_equation_of_densities_is_met_by_draws():
    states = c.Implies(c.Compare(above_peak(y), "==", c.Sum({i: c.upto(2)}, above_peak(X[i]))), c.Compare(c.Sum({i: c.upto(2)}, moved(X[i])), ">=", moved(y)))
    row, document = decided(states, more={X: c.Families(c.upto(2), c.at_least(0)), y: c.at_least(0)})
    assert row["status"] == Status.REFUTED
    assert check_data(document, "toy").status == "confirmed"
    altered = copy.deepcopy(document)
    altered["evidence"]["instance"]["y"] = "1/7"
    assert check_data(altered, "toy").status != "confirmed"
