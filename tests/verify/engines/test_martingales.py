"""Martingales on finitely many paths: Azuma, Doob, optional stopping and Wald are supported, false neighbours refuted, and laws that are none are no members."""

import random

import pytest
from flint import fmpq

from verify.claims import (
    LINE,
    Abs,
    Claim,
    Compare,
    Expect,
    If,
    Laws,
    MartingaleDifferences,
    Prob,
    Sum,
    Sup,
    above,
    between,
    exp,
    finite_law,
    iid,
    integers,
    number,
    numbers,
    objects,
    upto,
)
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.engines.draw import Drawer
from verify.engines.membership import contains
from verify.engines.search import decide
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.membership import contains as checker_contains
from verify.evidence.checker.numbers import Budget
from verify.quantities import mean
from verify.values.formulas import formula

n, a, i, j, k = numbers("n a i j k")
P, Q, x = objects("P Q x")
total = Sum({i: upto(n)}, x[i])


def partial(count):
    return Sum({i: upto(count)}, x[i])


running = Sup({k: upto(n)}, partial(k))
before = Sup({j: integers(0, k - 1)}, partial(j))
stopped = Sum({k: upto(n)}, If(Compare(before, "<", a), x[k], 0))
"""The martingale when it is first at least a, or after n steps."""
STEPS = {n: integers(1), P: MartingaleDifferences(n, between(-1, 1))}
PAIRS = {
    "Azuma and Hoeffding": ({**STEPS, a: above(0)}, Compare(Prob({x: P}, Compare(total, ">=", a)), "<=", exp(-(a**2) / (2 * n))), Compare(Prob({x: P}, Compare(total, ">=", a)), "<=", exp(-(a**2) / n))),
    "Doob's maximal inequality": ({**STEPS, a: above(0)}, Compare(Prob({x: P}, Compare(running, ">=", a)), "<=", Expect({x: P}, Abs(total)) / a),
                                  Compare(Prob({x: P}, Compare(running, ">=", a)), "<=", Expect({x: P}, Abs(total)) / (3 * a))),
    "optional stopping": ({**STEPS, a: above(0)}, Compare(Expect({x: P}, stopped), "==", 0), Compare(Expect({x: P}, running), "==", 0)),
    "orthogonal differences": (STEPS, Compare(Expect({x: P}, total**2), "==", Expect({x: P}, Sum({i: upto(n)}, x[i] ** 2))), Compare(Expect({x: P}, total**2), "<=", n * number("99/100"))),
}
played = Sum({k: upto(n)}, If(Compare(before, "<", a), 1, 0))
PAIRS["Wald's identity"] = ({n: integers(1, 3), a: above(0), Q: Laws(LINE, support=between(-1, 1))}, Compare(Expect({x: iid(Q, n)}, stopped), "==", mean(Q) * Expect({x: iid(Q, n)}, played)),
                            Compare(Expect({x: iid(Q, n)}, stopped), "==", mean(Q) * n))


def decided(forall, states):
    (variant,) = Claim("toy/martingales", "toy", forall=forall, states=states).variants()
    return decide(Task(variant, EFFORTS["quick"], 0))


@pytest.mark.parametrize("name", PAIRS)
def test_a_theorem_is_supported_and_a_false_neighbour_refuted(name):
    forall, true, false = PAIRS[name]
    assert decided(forall, true).status is Status.SUPPORTED
    assert decided(forall, false).status is Status.REFUTED


def member(law, steps, lowest=-1):
    where = MartingaleDifferences(number(steps), between(lowest, 1))
    value = ev.value(law, {}, ev.Context(64))
    e = Evaluator(Budget())
    return contains(where, value, {}, ev.Context(64)), checker_contains(e, to_json(where), e.value(to_json(formula(value)), {}), {})


def test_membership_asks_for_conditional_means_and_ranges():
    quarter = number("1/4")
    fair = finite_law({(1, 1): quarter, (1, -1): quarter, (-1, 1): quarter, (-1, -1): quarter})
    assert member(fair, 2) == (Truth.TRUE, "true")
    assert member(fair, 3) == (Truth.FALSE, "false")
    assert member(fair, 2, 0) == (Truth.FALSE, "false")
    assert member(finite_law({(1, 1): number("1/2"), (-1, -1): number("1/2")}), 2) == (Truth.FALSE, "false")  # centred, but not given the past
    assert member(finite_law({1: number("1/2"), -1: number("1/2")}), 1) == (Truth.TRUE, "true")


def test_every_draw_is_a_member():
    where, c = MartingaleDifferences(number(3), between(-1, 2)), ev.Context(64)
    for seed in range(30):
        assert contains(where, Drawer(random.Random(seed), 2).member(where, {}), {}, c) is Truth.TRUE
    assert Drawer(random.Random(0), 2).member(MartingaleDifferences(number(1), between(0, 1)), {}).points == (fmpq(0),)
