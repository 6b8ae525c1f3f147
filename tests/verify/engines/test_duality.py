"""Inequalities about all distributions with given means: sharp ones are proved and confirmed, and none of their false neighbours is proved."""

from __future__ import annotations

import json

import pytest

from verify.claims import (
    LINE,
    REALS,
    Abs,
    All,
    Claim,
    Compare,
    Expect,
    If,
    Labels,
    Laws,
    Max,
    Prob,
    Sequences,
    Sum,
    above,
    at_least,
    at_most,
    between,
    exp,
    integers,
    log,
    numbers,
    objects,
    oo,
    sqrt,
    upto,
)
from verify.engines import duality
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate as certificates
from verify.evidence.checker.check import check_data
from verify.quantities import distribution_function, mean, total_variation, variance

a, b, c, eta, i, k, m, n, s, theta, v, x, y = numbers("a b c eta i k m n s theta v x y")
P, Q, w, z = objects("P Q w z")
UNIT = between(0, 1)
HALF_LINE, POSITIVE, BOUNDED_ABOVE = (Laws(LINE, support=where, moments=3) for where in (at_least(0), above(0), at_most(1)))
SQUARES, ANY = Laws(LINE, moments=2), Laws(LINE)
BETWEEN = {a: REALS, b: above(a), P: Laws(LINE, support=between(a, b))}
M, V = mean(P), variance(P)
CENTRED = [Compare(M, "==", 0)]
CENTRED_WITH_VARIANCE = [*CENTRED, Compare(V, "==", v)]
AHEAD = [Compare(M, ">", 0)]
BENNETT = (exp(s) - 1 - s) * v
ENDS = (b - M) / (b - a) * exp(s * a) + (M - a) / (b - a) * exp(s * b)


def mean_of(f):
    return Expect({x: P}, f)


def chance(event):
    return Prob({x: P}, event)


def tail(f, level, relation=">="):
    return chance(Compare(f, relation, level))


def weighted(f):
    return Sum({i: upto(n)}, w[i] * f)


LOSS = Expect({i: P}, z[i])
EXPONENTIALS = Expect({i: P}, exp(-eta * z[i]))
HEDGE = {n: integers(2), eta: at_least(0), z: Sequences(n, UNIT), P: Laws(Labels(n))}
WEIGHTS = {n: integers(1), z: Sequences(n, above(0)), w: Sequences(n, at_least(0))}
SUM = Compare(Sum({i: upto(n)}, w[i]), "==", 1)

TRUE = {
    "losses of experts": (HEDGE, EXPONENTIALS, "<=", 1 - (1 - exp(-eta)) * LOSS),
    "losses of experts, the logarithm": (HEDGE, log(EXPONENTIALS), "<=", -eta * LOSS + eta**2 / 8),
    "losses of experts, squared": ({**HEDGE, z: Sequences(n, at_least(0))}, log(EXPONENTIALS), "<=", -eta * LOSS + eta**2 / 2 * Expect({i: P}, z[i] ** 2)),
    "weighted logarithms": (WEIGHTS, weighted(log(z[i])), "<=", log(weighted(z[i])), SUM),
    "weighted squares": ({**WEIGHTS, z: Sequences(n, REALS)}, weighted(z[i]) ** 2, "<=", weighted(z[i] ** 2), SUM),
    "the variance": ({P: SQUARES}, V, "==", mean_of(x**2) - M**2),
    "a shift": ({a: REALS, P: SQUARES}, mean_of((x - a) ** 2), ">=", V),
    "Markov": ({c: above(0), P: HALF_LINE}, tail(x, c), "<=", M / c),
    "Markov, mean perhaps infinite": ({c: above(0), P: Laws(LINE, support=at_least(0))}, tail(x, c), "<=", M / c),
    "Markov for the distribution function": ({c: above(0), P: HALF_LINE}, distribution_function(P, c), ">=", 1 - M / c),
    "Chebyshev": ({c: above(0), P: SQUARES}, tail(Abs(x - M), c), "<=", V / c**2),
    "Chebyshev, variance perhaps infinite": ({c: above(0), P: Laws(LINE, moments=1)}, tail(Abs(x - M), c), "<=", V / c**2),
    "Cantelli": ({c: above(0), P: SQUARES}, tail(x - M, c), "<=", V / (V + c**2)),
    "Popoviciu": (BETWEEN, V, "<=", (b - a) ** 2 / 4),
    "Bhatia and Davis": (BETWEEN, V, "<=", (b - M) * (M - a)),
    "exponentials between two ends": ({s: REALS, **BETWEEN}, mean_of(exp(s * x)), "<=", ENDS),
    "Bennett": ({s: at_least(0), v: above(0), P: BOUNDED_ABOVE}, mean_of(exp(s * x)), "<=", exp(BENNETT), *CENTRED_WITH_VARIANCE),
    "Bennett, the logarithm": ({s: at_least(0), v: above(0), P: BOUNDED_ABOVE}, log(mean_of(exp(s * x))), "<=", BENNETT, *CENTRED_WITH_VARIANCE),
    "Hoeffding's lemma": ({s: REALS, P: Laws(LINE, support=between(-1, 1))}, mean_of(exp(s * x)), "<=", exp(s**2 / 2), *CENTRED),
    "first and second moment": ({P: SQUARES}, mean_of(Abs(x)), "<=", sqrt(mean_of(x**2))),
    "first and second moment, perhaps infinite": ({P: ANY}, mean_of(Abs(x)), "<=", sqrt(mean_of(x**2))),
    "second moment at most v": ({v: at_least(0), P: ANY}, mean_of(Abs(x)), "<=", sqrt(v), Compare(mean_of(x**2), "<=", v)),
    "Scarf": ({v: above(0), P: SQUARES}, mean_of(Max(x, 0)), "<=", sqrt(v) / 2, *CENTRED_WITH_VARIANCE),
    "Scarf, variance perhaps 0": ({v: at_least(0), P: SQUARES}, mean_of(Max(x, 0)), "<=", sqrt(v) / 2, *CENTRED_WITH_VARIANCE),
    "Paley and Zygmund": ({theta: UNIT, P: HALF_LINE}, tail(x, theta * M, ">"), ">=", (1 - theta) ** 2 * M**2 / mean_of(x**2), *AHEAD),
    "third powers": ({P: HALF_LINE}, mean_of(x**3), ">=", M**3),
    "fourth powers": ({P: Laws(LINE, moments=4)}, mean_of(x**4), ">=", mean_of(x**2) ** 2),
    "second moment method": ({P: SQUARES}, tail(x, 0, "=="), "<=", V / M**2, *AHEAD),
    "logarithms": ({P: POSITIVE}, mean_of(log(x)), "<=", log(M)),
    "saturation": ({P: HALF_LINE}, mean_of(x / (1 + x)), "<=", M / (1 + M)),
    "roots": ({P: HALF_LINE}, mean_of(sqrt(x)), "<=", sqrt(M)),
    "inverses": ({P: POSITIVE}, mean_of(1 / x), ">=", 1 / M),
    "Kantorovich": ({a: above(0), b: above(a), P: Laws(LINE, support=between(a, b))}, mean_of(1 / x), "<=", (a + b - M) / (a * b)),
    "exponentials": ({P: Laws(LINE, moments=1)}, mean_of(exp(x)), ">=", exp(M)),
    "Chernoff": ({c: REALS, s: at_least(0), P: ANY}, tail(x, c), "<=", mean_of(exp(s * x)) * exp(-s * c)),
    "a bounded number is large": ({c: between(0, 1, open="both"), P: Laws(LINE, support=UNIT)}, tail(x, c), ">=", (M - c) / (1 - c)),
    "a given mean": ({m: UNIT, P: Laws(LINE, support=UNIT)}, mean_of(x**2), "<=", m, Compare(M, "==", m)),
}
UPPER_BY = {"Hoeffding's lemma": None, "exponentials": None, "Bennett": None, "a bounded number is large": None, "losses of experts": None, "losses of experts, the logarithm": None, "losses of experts, squared": None, "Markov for the distribution function": None}
"""Inequalities of which a multiple of the claimed side is no false neighbour, or is listed below."""


def claim(forall, measured, relation, claimed, *given):
    return Claim("moments/thm-1", "Theorem 1", forall=forall, states=Compare(measured, relation, claimed), given=given)


def changed(entry):
    """The claimed side by ten per cent too large, or too small, where the bound is sharp."""
    forall, measured, relation, claimed, *given = entry
    return forall, measured, relation, (11 if relation == ">=" else 9) * claimed / 10, *given


def strict(entry):
    forall, measured, relation, claimed, *given = entry
    return forall, measured, relation[0], claimed, *given


FALSE = {
    **{f"{name}, 10 % off": changed(entry) for name, entry in TRUE.items() if name not in UPPER_BY},
    **{f"{name}, strictly": strict(entry) for name, entry in TRUE.items() if name not in ("Scarf", "exponentials between two ends", "a given mean", "Chebyshev, variance perhaps infinite", "the variance")},
    "losses of experts, 10 % off": (HEDGE, EXPONENTIALS, "<=", 1 - 11 * (1 - exp(-eta)) / 10 * LOSS),
    "losses of experts, linear": (HEDGE, EXPONENTIALS, "<=", 1 - eta * LOSS),
    "losses of experts, the logarithm, 10 % off": (HEDGE, log(EXPONENTIALS), "<=", -eta * LOSS + 9 * eta**2 / 80),
    "losses of experts up to 2": ({**HEDGE, z: Sequences(n, between(0, 2))}, log(EXPONENTIALS), "<=", -eta * LOSS + eta**2 / 8),
    "losses of experts of any sign, squared": ({**HEDGE, z: Sequences(n, REALS)}, log(EXPONENTIALS), "<=", -eta * LOSS + eta**2 / 2 * Expect({i: P}, z[i] ** 2)),
    "weighted logarithms, any sum": (WEIGHTS, weighted(log(z[i])), "<=", log(weighted(z[i]))),
    "weighted logarithms, sum 2": (WEIGHTS, weighted(log(z[i])), "<=", log(weighted(z[i])), Compare(Sum({i: upto(n)}, w[i]), "==", 2)),
    "weighted logarithms, sum at most 1": (WEIGHTS, weighted(log(z[i])), "<=", log(weighted(z[i])), Compare(Sum({i: upto(n)}, w[i]), "<=", 1)),
    "weighted squares, weights of any sign": ({**WEIGHTS, z: Sequences(n, REALS), w: Sequences(n, REALS)}, weighted(z[i]) ** 2, "<=", weighted(z[i] ** 2), SUM),
    "weighted squares without weights": ({**WEIGHTS, z: Sequences(n, REALS)}, Sum({i: upto(n)}, z[i]) ** 2, "<=", Sum({i: upto(n)}, z[i] ** 2), SUM),
    "weighted squares, one fewer": ({**WEIGHTS, n: integers(2), z: Sequences(n, REALS)}, Sum({i: upto(n - 1)}, w[i] * z[i]) ** 2, ">=", weighted(z[i] ** 2), SUM),
    "a mean of a mean": ({P: SQUARES}, Expect({x: P}, Expect({y: P}, x * y)), "==", mean_of(x * x)),
    "a mean of a mean at two labels": (HEDGE, Expect({i: P}, Expect({k: P}, z[i] * z[k])), "==", Expect({i: P}, z[i] * z[i])),
    "the variance, not squared": ({P: SQUARES}, V, "==", mean_of(x**2) - M),
    "Markov, of any sign": ({c: above(0), P: SQUARES}, tail(x, c), "<=", M / c),
    "Markov, c perhaps 0": ({c: at_least(0), P: HALF_LINE}, tail(x, c), "<=", M),
    "Markov, another power": ({c: above(0), P: HALF_LINE}, tail(x, c), "<=", M**2 / c**2),
    "Markov, lower": ({c: above(0), P: HALF_LINE}, tail(x, c), ">=", M / c),
    "Chebyshev about 0": ({c: above(0), P: SQUARES}, tail(Abs(x), c), "<=", V / c**2),
    "Chebyshev, another power": ({c: above(0), P: SQUARES}, tail(Abs(x - M), c), "<=", V / c**3),
    "Chebyshev, c below 0": ({c: between(-2, -1), P: SQUARES}, tail(Abs(x - M), c), "<=", V / c**2),
    "Cantelli about 0": ({c: above(0), P: SQUARES}, tail(x, c), "<=", V / (V + c**2)),
    "Cantelli, c of any sign": ({c: REALS, P: SQUARES}, tail(x - M, c), "<=", V / (V + c**2)),
    "Cantelli on both sides": ({c: above(0), P: SQUARES}, tail(Abs(x - M), c), "<=", V / (V + c**2)),
    "Popoviciu on a half line": ({a: REALS, b: above(a), P: Laws(LINE, support=at_least(a), moments=2)}, V, "<=", (b - a) ** 2 / 4),
    "Popoviciu of the second moment": (BETWEEN, mean_of(x**2), "<=", (b - a) ** 2 / 4),
    "Bhatia and Davis on the line": ({a: REALS, b: above(a), P: SQUARES}, V, "<=", (b - M) * (M - a)),
    "exponentials between two ends, on a half line": ({s: REALS, a: REALS, b: above(a), P: Laws(LINE, support=at_most(b), moments=1)}, mean_of(exp(s * x)), "<=", ENDS),
    "Bennett, 10 % off": ({s: at_least(0), v: above(0), P: BOUNDED_ABOVE}, mean_of(exp(s * x)), "<=", exp(9 * BENNETT / 10), *CENTRED_WITH_VARIANCE),
    "Bennett, not centred": ({s: at_least(0), v: above(0), P: BOUNDED_ABOVE}, mean_of(exp(s * x)), "<=", exp(BENNETT), Compare(V, "==", v)),
    "Bennett, at most 2": ({s: at_least(0), v: above(0), P: Laws(LINE, support=at_most(2), moments=2)}, mean_of(exp(s * x)), "<=", exp(BENNETT), *CENTRED_WITH_VARIANCE),
    "Bennett, s of any sign": ({s: REALS, v: above(0), P: BOUNDED_ABOVE}, mean_of(exp(s * x)), "<=", exp(BENNETT), *CENTRED_WITH_VARIANCE),
    "Bennett, a second moment of at least v": ({s: at_least(0), v: above(0), P: BOUNDED_ABOVE}, mean_of(exp(s * x)), "<=", exp(BENNETT), *CENTRED, Compare(V, ">=", v)),
    "Hoeffding's lemma, 10 % off": ({s: REALS, P: Laws(LINE, support=between(-1, 1))}, mean_of(exp(s * x)), "<=", exp(9 * s**2 / 20), *CENTRED),
    "Hoeffding's lemma, not centred": ({s: REALS, P: Laws(LINE, support=between(-1, 1))}, mean_of(exp(s * x)), "<=", exp(s**2 / 2)),
    "second moment at least v": ({v: at_least(0), P: SQUARES}, mean_of(Abs(x)), "<=", sqrt(v), Compare(mean_of(x**2), ">=", v)),
    "first and second moment, turned": ({P: SQUARES}, mean_of(Abs(x)), ">=", sqrt(mean_of(x**2))),
    "Scarf, not centred": ({v: above(0), P: SQUARES}, mean_of(Max(x, 0)), "<=", sqrt(v) / 2, Compare(V, "==", v)),
    "Scarf, the absolute value": ({v: above(0), P: SQUARES}, mean_of(Abs(x)), "<=", sqrt(v) / 2, *CENTRED_WITH_VARIANCE),
    "Paley and Zygmund, theta up to 2": ({theta: between(0, 2), P: HALF_LINE}, tail(x, theta * M, ">"), ">=", (1 - theta) ** 2 * M**2 / mean_of(x**2), *AHEAD),
    "Paley and Zygmund, another power": ({theta: UNIT, P: HALF_LINE}, tail(x, theta * M, ">"), ">=", (1 - theta) * M**2 / mean_of(x**2), *AHEAD),
    "third powers of any sign": ({P: Laws(LINE, moments=3)}, mean_of(x**3), ">=", M**3),
    "third powers, turned": ({P: HALF_LINE}, mean_of(x**3), "<=", M**3),
    "fourth powers by another power": ({P: Laws(LINE, moments=4)}, mean_of(x**4), ">=", mean_of(x**2)),
    "second moment method, another power": ({P: SQUARES}, tail(x, 0, "=="), "<=", V / M, *AHEAD),
    "second moment method, a larger event": ({P: SQUARES}, tail(x, 1, "<="), "<=", V / M**2, *AHEAD),
    "logarithms, turned": ({P: POSITIVE}, mean_of(log(x)), ">=", log(M)),
    "saturation, faster": ({P: HALF_LINE}, mean_of(x / (1 + x)), "<=", M / (2 + M)),
    "roots, turned": ({P: HALF_LINE}, mean_of(sqrt(x)), ">=", sqrt(M)),
    "inverses of any sign": ({P: SQUARES}, mean_of(If(Compare(x, "==", 0), 0, 1 / x)), ">=", 1 / M, *AHEAD),
    "Kantorovich, another constant": ({a: above(0), b: above(a), P: Laws(LINE, support=between(a, b))}, mean_of(1 / x), "<=", (a + b - M) / b**2),
    "exponentials, turned": ({P: Laws(LINE, moments=1)}, mean_of(exp(x)), "<=", exp(M)),
    "Chernoff, s of any sign": ({c: REALS, s: REALS, P: ANY}, tail(x, c), "<=", mean_of(exp(s * x)) * exp(-s * c)),
    "a bounded number is large, 10 % off": ({c: between(0, 1, open="both"), P: Laws(LINE, support=UNIT)}, tail(x, c), ">=", 11 * (M - c) / (10 * (1 - c))),
    "an event that is two events": ({c: above(0), P: HALF_LINE}, chance(All(Compare(x, ">=", 0), Compare(x, "<=", c))), "<=", M / c),
    "a mean of at least m": ({m: UNIT, P: Laws(LINE, support=UNIT)}, mean_of(x**2), "<=", m, Compare(M, ">=", m)),
}
OPEN = {
    "a label as a number": ({n: integers(2), P: Laws(Labels(n)), z: Sequences(n, UNIT)}, Expect({i: P}, z[i] * i), "<=", n),
    "members of two families": ({n: integers(2), P: Laws(Labels(n)), z: Sequences(n, UNIT), w: Sequences(n, UNIT)}, Expect({i: P}, z[i] * w[i]), "<=", LOSS),
    "two draws": ({P: HALF_LINE}, Expect({x: P, y: P}, Abs(x - y)), "<=", 2 * M),
    "another quantity": ({P: HALF_LINE, Q: HALF_LINE}, total_variation(P, Q), "<=", 1 + M * 0),
    "points without distances": ({k: between(1, 2), P: Laws(Labels(3))}, Expect({x: P}, x / x), "<=", k),
    "a third moment that may have no value": ({P: SQUARES}, mean_of(x**3) - mean_of(x**3), "<=", 0),
    "a mean that may have no value": ({P: ANY}, mean_of(x**2), ">=", M**2),
    "a variance that may have no value": ({c: above(0), P: ANY}, tail(Abs(x - M), c), "<=", V / c**2),
    "an infinite end": ({P: Laws(LINE, support=between(0, oo))}, mean_of(x**2), ">=", M**2 - 1),
}


def found(entry):
    (variant,) = claim(*entry).variants()
    return variant, duality.decide(Task(variant, EFFORTS["quick"]))


def document(variant, finding):
    return json.loads(json.dumps(certificates.build(variant, finding, effort="quick", seed=0)))


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved_and_confirmed(name):
    variant, finding = found(TRUE[name])
    assert (finding.status, finding.kind) == (Status.PROVED, "duality"), finding.summary
    assert check_data(document(variant, finding), "c.json").status == "confirmed"


@pytest.mark.parametrize("name", FALSE)
def test_no_false_neighbour_is_proved(name):
    _, finding = found(FALSE[name])
    assert finding is None or finding.status is not Status.PROVED


def test_there_are_enough_false_neighbours():
    assert len(FALSE) >= 60


@pytest.mark.parametrize("name", OPEN)
def test_what_is_not_of_the_kind_stays_open(name):
    _, finding = found(OPEN[name])
    assert finding is None or finding.status is Status.UNDECIDED
