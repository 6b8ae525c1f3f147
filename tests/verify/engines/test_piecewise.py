"""Hockey-stick divergences of finite laws compared for all levels: exactly, by their corners; the checker agrees."""

from fractions import Fraction

import pytest

from verify import claims as c
from verify import quantities as q
from verify.engines.truth import Truth

e, a = c.numbers("e a")
LEVELS = {e: c.at_least(0)}


def law(*weights):
    return c.finite_law({k: Fraction(w) for k, w in enumerate(weights)})


COIN, BIASED = law("1/2", "1/2"), law("1/4", "3/4")
SPLIT, SPLIT_BIASED = law("1/2", "1/4", "1/4"), law("1/4", "7/16", "5/16")


def profile(first, second):
    return c.Max(q.hockey_stick_divergence(first, second, e), q.hockey_stick_divergence(second, first, e))


def for_all(left, relation, right):
    return c.ForAll(LEVELS, c.Compare(left, relation, right))


TRUE = {
    "an outcome split where the other law is larger keeps the curve": for_all(profile(COIN, BIASED), "==", profile(SPLIT, SPLIT_BIASED)),
    "a mixture with the other law shrinks the curve": for_all(profile(law("3/8", "5/8"), BIASED), "<=", profile(COIN, BIASED)),
    "twice a curve is a sum": for_all(2 * profile(COIN, BIASED), "==", profile(COIN, BIASED) + profile(SPLIT, SPLIT_BIASED)),
    "no curve is above 1": for_all(profile(COIN, law("99/100", "1/100")), "<", 1),
}
FALSE = {
    "curves that agree at 0 alone": for_all(profile(law("3/4", "1/4"), law("1/2", "1/2")), "==", profile(law("5/8", "3/8"), law("3/8", "5/8"))),
    "curves that cross": for_all(profile(law("9/10", "1/10"), law("1/2", "1/2")), ">=", profile(law("1/10", "9/10"), law("1/100", "99/100"))),
    "a curve that ends is not positive": for_all(profile(COIN, BIASED), ">", 0),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_at_all_levels_is_decided_by_both(name, truths):
    assert truths(TRUE[name]) == (Truth.TRUE, "true")


@pytest.mark.parametrize("name", FALSE)
def test_what_fails_at_some_level_is_decided_by_both(name, truths):
    assert truths(FALSE[name]) == (Truth.FALSE, "false")


def test_the_divergence_of_an_enclosed_order_lies_between_those_of_its_ends(truths):
    largest = c.Sup({a: c.between(1, 4)}, q.renyi_divergence(COIN, BIASED, a) / a)
    assert truths(c.All(c.Compare(largest, ">", c.number("0.145")), c.Compare(largest, "<", c.number("0.147")))) == (Truth.TRUE, "true")
    assert truths(c.Compare(largest, "<", c.number("0.14"))) == (Truth.FALSE, "false")
