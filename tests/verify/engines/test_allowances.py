"""Evaluations stop where their allowance of work is spent; what a statement costs does not depend on what was decided before it."""

import pytest
from flint import fmpq

from mechanisms import Laplace, Normal
from verify.claims import Claim, Compare, Exists, ForAll, at_least, between, exp, numbers
from verify.engines import evaluate as ev
from verify.engines import search, sensitivity
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.quantities import enclosures, gaussian_dp, hockey_stick_divergence
from verify.values.numbers import Enclosure, enclose

x, y, z, u, s = numbers("x y z u s")


def never(more=0):
    """Covers in covers that come to no end: the square root is irrational nearly everywhere, and both sides only touch there."""
    return ForAll({y: between(0, 1)}, Exists({z: between(0, 2)}, Compare((z**2 - 2 - exp(y) / 3 - more) ** 2, "==", 0)))


def test_an_allowance_is_kept_and_the_outer_one_counts():
    start = enclosures.spent()
    with pytest.raises(enclosures.OutOfWork), enclosures.allowance(100), enclosures.allowance(10_000):
        while True:
            enclosures.spend(7)
    assert 100 < enclosures.spent() - start <= 107
    enclosures.spend(1_000)  # outside nothing is left of it


def test_an_evaluation_that_costs_too_much_is_undecided_and_says_so():
    start = enclosures.spent()
    with enclosures.allowance(2_000):
        answer, _, why = ev.holds(never(), {})
    assert (answer, why) == (Truth.UNDECIDED, ev.OVERSPENT)
    assert enclosures.spent() - start < 3_000


def test_a_search_over_such_instances_ends():
    (variant,) = Claim("toy/never", "Toy", forall={u: between(0, 1)}, states=never(u)).variants()
    start = enclosures.spent()
    finding = search.decide(Task(variant, EFFORTS["quick"]))
    assert finding.coverage["drawn"] >= 1
    assert enclosures.spent() - start <= EFFORTS["quick"].work + search.OVERRUN + search.MOST_WORK


def test_what_a_supremum_costs_is_the_same_after_forgetting():
    node = ForAll({x: at_least(0)}, Compare(hockey_stick_divergence(Normal(1, scale=1), Normal(0, scale=1), x), "<=", exp(-x)))
    costs = []
    for _ in range(2):
        enclosures.forget()
        start = enclosures.spent()
        ev.holds(node, {})
        costs.append(enclosures.spent() - start)
    assert costs[0] == costs[1] > 0


@pytest.mark.parametrize(("low", "high"), [("1/2", "1"), ("9/10", "1")])
def test_the_gaussian_level_of_laws_in_a_range_contains_those_of_its_ends(low, high):
    level, c = gaussian_dp(Laplace(s, scale=2), Laplace(0, scale=2)), ev.Context(60)
    wide = ev.value(level, {"s": Enclosure(enclose(fmpq(low)).lo, enclose(fmpq(high)).hi)}, c)
    for end in (low, high):
        one = ev.value(level, {"s": fmpq(end)}, c)
        assert wide.lo <= one.lo <= one.hi <= wide.hi < 1


def test_planted_errors_that_nothing_shows_cost_a_few_budgets_together():
    (variant,) = Claim("toy/never", "Toy", forall={u: between(0, 1)}, states=never(u)).variants()
    task = Task(variant, EFFORTS["quick"])
    start = enclosures.spent()
    power = sensitivity.power_of(task, [], True, None, Status.SUPPORTED).stored
    assert enclosures.spent() - start <= (len(sensitivity.SIZES) + 1) * task.effort.work + len(power["survived"])
