"""Largest shifts against dense grids of shifts, by engine and by checker."""

import math
from fractions import Fraction

import pytest
from flint import arb, fmpq

from mechanisms import GeneralisedCauchy, Laplace, Mixture, Normal, Uniform
from verify.claims import iid, normal_vector, oo, term, translate
from verify.claims.nodes import to_json
from verify.engines.evaluate import Context, value
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget, Undecided
from verify.quantities import largest_shift, renyi_divergence
from verify.quantities.kernels import largest_shift as kernel
from verify.values.numbers import Enclosure, NoValue, enclose, to_float

LAPLACE, NORMAL, CAUCHY = Laplace(0, scale=1), Normal(0, scale=2), GeneralisedCauchy(0, exponent=2, scale=1)


def of(formula):
    return value(term(formula), {}, Context(96))


def checked(formula):
    return Evaluator(Budget()).number(to_json(term(formula)), {})


@pytest.mark.parametrize("noise", [LAPLACE, Laplace(Fraction(1, 3), scale=Fraction(1, 2)), NORMAL, CAUCHY])
@pytest.mark.parametrize("order", [Fraction(3, 2), 2, oo])
def test_on_the_line_no_shorter_shift_is_worse(noise, order):
    if noise is NORMAL and order is oo:
        assert of(largest_shift(noise, 1, order)) == math.inf
        return
    largest = to_float(of(largest_shift(noise, 1, order)))
    for k in range(-4, 5):
        assert to_float(of(renyi_divergence(translate(noise, Fraction(k, 4)), noise, order))) <= largest + 1e-12
    assert to_float(of(renyi_divergence(translate(noise, 1), noise, order))) == pytest.approx(largest)


@pytest.mark.parametrize("formula", [
    largest_shift(LAPLACE, 1, 2), largest_shift(CAUCHY, Fraction(1, 2), 2), largest_shift(NORMAL, 3, Fraction(5, 2)), largest_shift(Uniform(0, 1), 1, 2),
    largest_shift(iid(term(NORMAL), 2), 1, 2, 2), largest_shift(iid(term(LAPLACE), 2), 1, 2, oo), largest_shift(Laplace(0, scale=1), 0, 2),
    largest_shift(normal_vector((0, 0), ((2, 1), (1, 2))), 1, 3, 1), largest_shift(normal_vector((0, 0), ((2, 1), (1, 2))), 1, 3, oo),
])
def test_the_checker_agrees(formula):
    ours, theirs = enclose(of(formula), 96), checked(formula)
    if isinstance(ours.lo, float) or isinstance(theirs, Fraction):
        assert to_float(of(formula)) == float(theirs.lo if hasattr(theirs, "lo") else theirs)
    else:
        assert ours.lo <= theirs.hi and theirs.lo <= ours.hi and theirs.hi - theirs.lo < arb("1e-6")


def test_two_coordinates_are_bracketed_in_the_euclidean_norm():
    found = enclose(of(largest_shift(iid(term(LAPLACE), 2), 1, 2, 2)), 64)
    laws = [to_float(of(renyi_divergence(translate(LAPLACE, shift), LAPLACE, 2))) for shift in (Fraction(3, 5), Fraction(4, 5))]
    assert sum(laws) <= float(found.hi) < 1.2 * float(found.lo)


def test_a_density_that_is_not_symmetric_is_bounded_from_below():
    mixed = Mixture((Fraction(1, 2), Fraction(1, 2)), (Laplace(0, scale=1), Laplace(3, scale=1)))
    found = enclose(of(largest_shift(mixed, 1, 2)), 64)
    assert found.lo > 0 and found.hi == math.inf
    with pytest.raises(Undecided, match="neither symmetric"):
        checked(largest_shift(mixed, 1, 2))


def test_a_negative_length_has_no_value():
    with pytest.raises(NoValue, match="not certainly at least 0"):
        of(largest_shift(LAPLACE, -1, 2))


def test_a_length_that_may_be_0_has_a_value():
    """It is known within bounds: the shift may be none, or some."""
    noise = value(term(LAPLACE), {}, Context(96))
    found = kernel.largest_shift(noise, Enclosure(arb(0), arb(4)), fmpq(2))
    assert found.lo == 0 and found.exists
    with pytest.raises(NoValue):
        kernel.largest_shift(noise, Enclosure(arb(-1), arb(4)), fmpq(2))
