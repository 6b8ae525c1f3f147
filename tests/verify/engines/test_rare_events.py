"""Bounds that are wrong only far out: tails of many coins with a small rate, families of integers with a large sum. What is true there is not refuted."""

import pytest

from verify import claims as c
from verify.engines import levels_of_events
from verify.engines.search.features import totals_of
from verify.engines.task import EFFORTS, Task
from verify.run.decide import Settings, run_variant

i, k, n, p, s, delta = c.numbers("i k n p s delta")
X, T = c.objects("X T")
COINS = {n: c.integers(1), p: c.between(0, 1), delta: c.between(0, 1)}
FEW = c.Prob({X: c.iid(c.finite_law({1: p, 0: 1 - p}), n)}, c.Compare(c.Sum({i: c.upto(n)}, X[i]), "<=", (1 - delta) * n * p))
PULLS = {n: c.integers(1), k: c.integers(1), T: c.Families(c.upto(k), c.integers(0))}
WIDTHS = c.Sum({i: c.upto(k)}, c.Sum({s: c.upto(T[i])}, 1 / c.sqrt(s)))
TOTAL = c.Compare(c.Sum({i: c.upto(k)}, T[i]), "==", n)


def chernoff(share):
    return c.Claim("toy/chernoff", "Item", forall=COINS, states=c.Compare(FEW, "<=", c.exp(-share * n * p * delta**2)))


def widths(factor):
    return c.Claim("toy/widths", "Item", forall=PULLS, given=[TOTAL], states=c.Compare(WIDTHS, "<=", c.sqrt(factor * k * n)))


STATEMENTS = {"the lower tail of coins": (chernoff, c.number("1/2"), 1), "widths of confidence": (widths, 4, 3)}


@pytest.mark.parametrize("name", STATEMENTS)
def test_what_is_false_far_out_is_refuted_and_what_is_true_is_not(name):
    made, true, false = STATEMENTS[name]
    for factor, wrong in ((true, False), (false, True)):
        row, _, errors = run_variant(made(factor).variants()[0], Settings(effort="standard"))
        assert not errors and (row["status"] == "REFUTED") == wrong, row["summary"]


def test_totals_are_integers_that_a_hypothesis_says_to_be_a_sum():
    def task(claim):
        return Task(claim.variants()[0], EFFORTS["standard"])

    assert totals_of(task(widths(4))) == {"n"}
    assert totals_of(task(chernoff(1))) == frozenset()
    at_most = c.Claim("toy/item", "Item", forall=PULLS, given=[c.Compare(c.Sum({i: c.upto(k)}, T[i]), "<=", n)], states=c.Compare(WIDTHS, "<=", n))
    assert totals_of(task(at_most)) == frozenset()


def test_a_rate_is_given_to_numbers_of_distributions_and_to_no_others():
    variant = chernoff(1).variants()[0]
    env = {"n": levels_of_events.fmpq(20), "p": levels_of_events.fmpq(0), "delta": levels_of_events.fmpq(0)}
    moved = levels_of_events.with_rate(variant.forall, variant.states, env, levels_of_events.RATES[0])
    assert moved == {**env, "p": levels_of_events.RATES[0]}
