"""Infinite sequences and recursions: values, hypotheses for all indices, sequences that refute; engines and checker agree."""

import json

import pytest
from flint import fmpq

from verify import claims as c
from verify import semantics
from verify.claims.nodes import from_json, to_json
from verify.claims.show import text
from verify.engines import evaluate as ev
from verify.engines import recurrences
from verify.engines.truth import Truth
from verify.evidence.checker.check import check_data
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget, Undecided, precision
from verify.run.decide import Settings, run_variant

t, n, x, y, s, k = c.numbers("t n x y s k")
g = c.objects("g")
ODD = c.periodic(3, 1, then=(0, 2))
ROOTS = c.Lambda({t: c.integers(1)}, 1 / c.sqrt(t))


def both(node):
    """The value that engines and checker give to a closed formula."""
    with precision(128):
        return ev.value(node, {}, ev.Context(64)), Evaluator(Budget()).value(json.loads(json.dumps(to_json(node))), {})


VALUES = {
    "a term of the prefix": (ODD[2], 1), "a term of the period": (ODD[4], 2), "a term further on": (ODD[101], 0), "a term of a formula": (ROOTS[4], fmpq(1, 2)),
    "a recursion over nothing": (c.Recursion({x: 5}, {t: c.upto(0)}, x + 1), 5),
    "a factorial": (c.Recursion({x: 1}, {t: c.upto(5)}, x * t), 120),
    "two states": (c.Recursion({(x, y): (0, 1)}, {t: c.upto(10)}, (y, x + y))[1], 55),
    "with data": (c.Recursion({x: 0}, {t: c.upto(4)}, x / 2 + ODD[t]), fmpq(5, 8) + 2),
    "a recursion in a sum": (c.Sum({s: c.upto(3)}, c.Recursion({x: 1}, {t: c.upto(s)}, 2 * x)), 14),
    "from another index": (c.Recursion({x: 0}, {t: c.integers(3, 5)}, x + t), 12),
    "a sum of terms": (c.Sum({t: c.upto(4)}, ODD[t] ** 2), 14),
}


@pytest.mark.parametrize("name", VALUES)
def test_values(name):
    node, wanted = VALUES[name]
    found, checked = both(node)
    assert str(found) == str(checked) == str(wanted)


@pytest.mark.parametrize("name", [name for name in VALUES if name != "a term of a formula"])
def test_the_reference_gives_the_same_values(name):
    node, wanted = VALUES[name]
    for value, answer in ((wanted, semantics.TRUE), (wanted + 1, semantics.FALSE)):
        assert semantics.judge(c.Compare(node, "==", c.number(str(value))), {}) == {answer}


def test_the_state_may_be_a_point_of_a_space():
    step = c.Recursion({x: (1, 0)}, {t: c.upto(2)}, c.number("1/2") * x + (0, 1))
    found, checked = both(step)
    assert found == (fmpq(1, 4), fmpq(3, 2)) and list(map(str, checked)) == ["1/4", "3/2"]


EVERYWHERE = {
    "true of each class": (c.ForAll({t: c.integers(1)}, c.Compare(ODD[t + 1], "<=", ODD[t] + 2)), Truth.TRUE),
    "false in the period": (c.ForAll({t: c.integers(1)}, c.Compare(ODD[t + 1], "<=", ODD[t] + 1)), Truth.FALSE),
    "false in the prefix": (c.ForAll({t: c.integers(1)}, c.Compare(ODD[t], "<=", 2)), Truth.FALSE),
    "true from an index on": (c.ForAll({t: c.integers(2)}, c.Compare(ODD[t], "<=", 2)), Truth.TRUE),
    "with the index itself": (c.ForAll({t: c.integers(1)}, c.Compare(ODD[t], "<=", 3 * t)), Truth.TRUE),
    "0 times the index": (c.ForAll({t: c.integers(1)}, c.Compare((ODD[t] - ODD[t + 2]) * t, "<=", 3 / t)), Truth.TRUE),
    "0 divided by what tends to 0": (c.ForAll({t: c.integers(3)}, c.Compare((ODD[t] - ODD[t + 2]) / (2 / t), "==", 0)), Truth.TRUE),
    "never above 1/t": (c.ForAll({t: c.integers(3)}, c.Compare((ODD[t] - ODD[t + 2]) * t, ">", 1 / t)), Truth.FALSE),
    "not for odd t": (c.ForAll({t: c.integers(3)}, c.Compare(ODD[t + 1] * t, "<=", 1 / t)), Truth.FALSE),
    "open where the sign is not seen": (c.ForAll({t: c.integers(3)}, c.Compare((ODD[t] - ODD[t + 2]) * t, "<=", t ** 2 - 6 * t + 10)), Truth.UNDECIDED),
    "no term before the first": (c.ForAll({t: c.integers(0)}, c.Compare(ODD[t], "<=", 9)), Truth.NO_VALUE),
    "true where another binder has the index": (c.ForAll({t: c.integers(1)}, c.Compare(0 * ODD[t] + c.Sum({t: c.upto(4)}, ODD[t]), "==", 6)), Truth.UNDECIDED),
    "false where another binder has the index": (c.ForAll({t: c.integers(3)}, c.Compare(0 * ODD[t] + c.Sum({t: c.upto(4)}, ODD[t]), "==", 4 * ODD[t])), Truth.UNDECIDED),
}


@pytest.mark.parametrize("name", EVERYWHERE)
def test_a_hypothesis_for_all_indices_holds_or_fails_class_by_class(name):
    p, wanted = EVERYWHERE[name]
    sequence = ev.value(ODD, {}, ev.Context(64))
    body = json.loads(json.dumps(to_json(p)).replace(json.dumps(to_json(ODD)), json.dumps(to_json(g))))
    found = ev.truth(from_json(body), {"g": sequence}, ev.Context(64))
    with precision(128):
        e = Evaluator(Budget())
        checked = e.truth(body, {"g": e.value(json.loads(json.dumps(to_json(ODD))), {})})
    assert (found, checked.replace(" ", "_")) == (wanted, {Truth.TRUE: "true", Truth.FALSE: "false", Truth.NO_VALUE: "no_value", Truth.UNDECIDED: "undecided"}[wanted])


def test_a_prefix_that_is_too_long_to_be_written_out_is_not_without_a_value():
    with precision(128), pytest.raises(Undecided):
        Evaluator(Budget()).value(["prefix", json.loads(json.dumps(to_json(ODD))), "30000"], {})


def decided(forall, states, effort="quick", given=()):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    row, stored, errors = run_variant(variant, Settings(effort=effort))
    assert not errors
    return row, stored


FALSE = {
    "at once": ({g: c.Sequences(c.oo, c.between(-1, 1)), n: c.integers(1)}, c.Compare(c.Sum({t: c.upto(n)}, c.Abs(g[t])), "<=", c.number("9/10") * n)),
    "far along": ({g: c.Sequences(c.oo, c.between(-1, 1)), n: c.integers(1)},
                  c.Compare(c.Sum({t: c.upto(n)}, c.Abs(g[t]) / c.sqrt(t)), "<=", 2 * c.sqrt(c.Sum({t: c.upto(n)}, g[t] ** 2)))),
    "in the plane": ({g: c.Sequences(c.oo, c.Euclid(2, 2)), n: c.integers(1)},
                     c.Compare(c.norm(c.Recursion({x: (0, 0)}, {t: c.upto(n)}, x + g[t]), 2), "<=", c.Sum({t: c.upto(n)}, c.norm(g[t], 2)) / 2)),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_finite_beginning_of_a_sequence_refutes(name):
    row, stored = decided(*FALSE[name], effort="standard" if name == "far along" else "quick")
    assert row["status"] == "REFUTED", row["summary"]
    assert check_data(stored, name).status == "confirmed"


def test_a_true_statement_about_points_is_supported_and_not_refuted():
    length = c.Sum({t: c.upto(n)}, c.norm(g[t], 1))
    row, _ = decided({g: c.Sequences(c.oo, c.Euclid(2, 1)), n: c.integers(1)}, c.Compare(c.norm(c.Recursion({x: (0, 0)}, {t: c.upto(n)}, x + g[t]), 1), "<=", length))
    assert row["status"] == "SUPPORTED", row["summary"]


def test_how_they_are_shown():
    assert text(c.Recursion({x: 1}, {t: c.upto(n)}, x / 2)) == "[x := 1; x ← x/2 for t = 1, …, n]"
    assert text(ODD) == "(3, 1, 0, 2, 0, 2, …)"


WRONG = {
    "Recursion: the state must be given with its start": lambda: c.Recursion({}, {t: c.upto(n)}, x),
    "Recursion: the index must be given with its integers": lambda: c.Recursion({x: 1}, {}, x),
    "Recursion: the index must take finitely many integers": lambda: c.Recursion({x: 1}, {t: c.integers(1)}, x),
    "Recursion: the start and the ends of the index must be known before": lambda: c.Recursion({x: t}, {t: c.upto(n)}, x),
    "Recursion: state and index must have different names": lambda: c.Recursion({x: 1}, {x: c.upto(n)}, x),
    "Recursion: a step must have a coordinate for each of": lambda: c.Recursion({(x, y): (0, 1)}, {t: c.upto(n)}, (x, y, 1)),
    "periodic: the period must have a term": lambda: c.periodic(1, then=()),
    "Asymptotic: the relation must be one of": lambda: c.Asymptotic(n, "theta", n, {n: c.oo}),
    "Asymptotic: what tends to what must be given by name": lambda: c.Asymptotic(n, "O", n, {}),
    "Asymptotic: a name must tend to oo": lambda: c.Asymptotic(n, "O", n, {n: 0}, {x: c.above(0)}),
}


@pytest.mark.parametrize("told", WRONG)
def test_a_slip_is_named_in_one_line(told):
    with pytest.raises(c.ClaimError, match=told.replace("(", r"\(")) as error:
        WRONG[told]()
    assert "\n" not in str(error.value)


GROWTH = {
    "equivalent": (c.Asymptotic(c.Sum({t: c.upto(n)}, 1 / t), "~", c.log(n), {n: c.oo}), "PROVED"),
    "of the order": (c.Asymptotic(c.Sum({t: c.upto(n)}, 1 / c.sqrt(t)), "Theta", c.sqrt(n), {n: c.oo}), "PROVED"),
    "not of smaller order": (c.Asymptotic(c.Sum({t: c.upto(n)}, 1 / c.sqrt(t)), "o", c.sqrt(n), {n: c.oo}), "REFUTED"),
    "not at least": (c.Asymptotic(n, "Omega", n * c.log(n), {n: c.oo}), "REFUTED"),
    "for all at once": (c.Asymptotic(c.log(n) / (n + k), "O", 1 / n * c.log(n), {n: c.oo}, {k: c.at_least(0)}), "PROVED"),
    "not for all at once": (c.Asymptotic(n + k, "O", n, {n: c.oo}, {k: c.at_least(0)}), "REFUTED"),
    "in two names": (c.Asymptotic(n + k, "O", n * k, {n: c.oo, k: c.oo}), "PROVED"),
}


@pytest.mark.parametrize("name", GROWTH)
def test_growth(name):
    p, wanted = GROWTH[name]
    row, stored = decided({}, p)
    assert row["status"] == wanted, row["summary"]
    assert check_data(stored, name).status == "confirmed"


a, b = c.objects("a b")
DESCENTS = {
    "what is left over, in two sequences": (2, "SUPPORTED"), "the same with a smaller constant": (c.number("9/5"), "REFUTED"),
}


@pytest.mark.parametrize("name", DESCENTS)
def test_a_hypothesis_relates_terms_of_two_sequences(name):
    factor, wanted = DESCENTS[name]
    forall = {n: c.integers(1), x: c.above(0), y: c.REALS, a: c.Sequences(c.oo, c.at_least(y)), b: c.Sequences(c.oo, c.at_least(0))}
    given = [c.ForAll({t: c.integers(1)}, c.Compare(a[t + 1] - a[t], "<=", -x / 2 * b[t]))]
    row, stored = decided(forall, c.Compare(c.Sum({t: c.upto(n)}, b[t]), "<=", factor * (a[1] - y) / x), given=given)
    assert row["status"] in (wanted, "PROVED" if wanted == "SUPPORTED" else wanted), row["summary"]
    if wanted == "REFUTED":
        assert check_data(stored, name).status == "confirmed"


def test_hypotheses_with_powers_of_a_ratio_hold_for_all_indices():
    p = c.ForAll({t: c.integers(1)}, c.Compare(ODD[t] / 3, "<=", ODD[t] / 2 + x ** (t - 1)))
    body = from_json(json.loads(json.dumps(to_json(p)).replace(json.dumps(to_json(ODD)), json.dumps(to_json(g)))))
    env = {"g": ev.value(ODD, {}, ev.Context(64))}
    assert ev.truth(body, {**env, "x": fmpq(1, 2)}, ev.Context(64)) is Truth.TRUE
    assert ev.truth(body, {**env, "x": fmpq(2)}, ev.Context(64)) is Truth.TRUE
    assert ev.truth(body, {**env, "x": fmpq(1)}, ev.Context(64)) in (Truth.UNDECIDED, Truth.TRUE)


def test_hypotheses_of_any_kind_are_read_for_recursions():
    given = [c.All(), c.Not(c.Compare(x, "<", 0)), c.Implies(c.Compare(x, ">", 1), c.Compare(x, ">", 0))]
    assert recurrences.rules(c.Claim("toy/rules", "Toy", forall={x: c.REALS}, given=given, states=c.Compare(x, ">=", 0)).variants()[0].given) == ()
