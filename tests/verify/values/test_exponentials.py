"""Sums of exponentials are compared exactly: equal ones, unequal ones, and what is no such sum."""

import pytest
from flint import fmpq

from verify import claims as c
from verify.engines import evaluate as ev
from verify.engines.truth import Truth
from verify.values.exponentials import equal
from verify.values.structures import Family

x, n, i, j = c.numbers("x n i j")
X = c.objects("X")
PLACE = {"x": fmpq(2, 3), "n": fmpq(3), "X": Family((fmpq(0), fmpq(1), fmpq(5, 2)))}
e = c.exp
kernel = c.Sum({i: c.upto(n), j: c.upto(n)}, e(-(c.norm(X[i] - X[j], 2) ** 2) / 2))
EQUAL = {
    "squares": (e(x) ** 2, e(2 * x)), "products": ((e(x) + 1) * (e(x) - 1), e(2 * x) - 1), "quotients": (e(x) / e(1), e(x - 1)),
    "double sums": (kernel, c.Sum({i: c.upto(n)}, c.Sum({j: c.upto(n)}, e(-((X[i] - X[j]) ** 2) / 2)))),
    "cases": (c.If(c.Compare(x, "<", 1), e(x), 0), e(c.number("2/3"))),
}
UNEQUAL = {"shifted": (e(x), e(x) + c.number("1/1000000000000000000000000000")), "another exponent": (e(x), e(1)), "a missing term": (kernel, kernel - 1)}
OTHERS = {"a root": (c.sqrt(e(x)), e(x / 2)), "a logarithm": (c.log(e(x)), x), "nothing exponential": (x + x, 2 * x)}


@pytest.mark.parametrize("name", EQUAL)
def test_equal_sums_are_seen_to_be_equal(name):
    comparison = c.Compare(EQUAL[name][0], "==", EQUAL[name][1])
    assert equal(comparison, PLACE)
    assert ev.holds(comparison, PLACE)[0] is Truth.TRUE


@pytest.mark.parametrize("name", UNEQUAL)
def test_unequal_sums_are_not(name):
    comparison = c.Compare(UNEQUAL[name][0], "==", UNEQUAL[name][1])
    assert not equal(comparison, PLACE)
    assert ev.holds(comparison, PLACE)[0] is Truth.FALSE


@pytest.mark.parametrize("name", OTHERS)
def test_of_other_formulas_nothing_is_said(name):
    assert not equal(c.Compare(*OTHERS[name][:1], "==", OTHERS[name][1]), PLACE)
