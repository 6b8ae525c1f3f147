"""Ends of enclosures that differ by less than floating point shows are told apart: the bound of an extremum is the largest of all, not one of those that look largest."""

from verify.claims import Compare, Sup, between, erf, numbers, oo
from verify.engines import evaluate as ev
from verify.engines.truth import Truth

x, y = numbers("x y")


def test_a_supremum_that_is_a_limit_is_not_denied():
    for bits in ev.PRECISIONS:
        found = ev.value(Sup({x: between(0, oo)}, erf(x)), {}, ev.Context(bits))
        assert found.hi >= 1
    assert ev.holds(Compare(Sup({x: between(0, oo)}, erf(x)), ">=", 1), {})[0] is not Truth.FALSE
