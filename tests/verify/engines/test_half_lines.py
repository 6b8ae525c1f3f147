"""Quantifiers and extrema over half-lines inside a statement: a cover whose last piece reaches to infinity; the checker agrees."""

from fractions import Fraction

import pytest

from mechanisms import Normal
from verify import claims as c
from verify.engines.truth import Truth
from verify.quantities import gaussian_dp, trade_off
from verify.quantities import hockey_stick_divergence as H

t = c.numbers("t")
P, Q = (c.finite_law({0: Fraction(a, 4), 1: Fraction(4 - a, 4)}) for a in (3, 1))
HALF_LINE = c.at_least(0)


def within(term, low, high):
    return c.All(c.Compare(term, ">", c.number(low)), c.Compare(term, "<", c.number(high)))


TRUE = {
    "a profile stays below a curve": c.ForAll({t: HALF_LINE}, c.Compare(H(P, Q, t), "<=", c.number("3/5") + 1 / (1 + t))),
    "a profile vanishes from its largest loss on": c.ForAll({t: c.at_least(2)}, c.Compare(H(P, Q, t), "<=", 0)),
    "a number far out": c.Exists({t: HALF_LINE}, c.Compare(c.exp(-t), "<", c.number("1/1000"))),
    "the largest value of a bump": c.Compare(c.Sup({t: c.between(0, 4)}, t * c.exp(-t)), ">", c.number("36787/100000")),
    "the largest value of a bump from above": c.Compare(c.Sup({t: c.between(0, 4)}, t * c.exp(-t)), "<", c.number("37/100")),
    "the least value on a half-line": c.Compare(c.Inf({t: HALF_LINE}, 1 / (1 + t) - H(P, Q, t)), "<=", 1),
    "the Gaussian level of two finite laws": within(gaussian_dp(P, Q), "1.3489", "1.3490"),
    "the Gaussian level of two normal laws": c.Compare(gaussian_dp(Normal(0, variance=4), Normal(3, variance=4)), "==", c.number("3/2")),
    "a trade-off function of normal laws": within(trade_off(Normal(0, variance=1), Normal(1, variance=1), c.number("1/10")), "0.6105", "0.6115"),
}
FALSE = {
    "a profile that crosses a curve": c.ForAll({t: HALF_LINE}, c.Compare(H(P, Q, t), "<=", c.number("1/4"))),
    "a term that grows without end": c.ForAll({t: HALF_LINE}, c.Compare(t, "<=", 1000)),
    "no number is so small": c.Exists({t: HALF_LINE}, c.Compare(c.exp(-t) + 1, "<", 1)),
    "a supremum that is larger": c.Compare(c.Sup({t: HALF_LINE}, H(P, Q, t) + 1 / (1 + t)), "<", c.number("149/100")),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_on_a_half_line_is_found_by_both(name, truths):
    assert truths(TRUE[name]) == (Truth.TRUE, "true")


@pytest.mark.parametrize("name", FALSE)
def test_what_fails_on_a_half_line_is_found_by_both(name, truths):
    assert truths(FALSE[name]) == (Truth.FALSE, "false")
