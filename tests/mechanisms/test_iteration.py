"""Noisy contractive iterations."""

from fractions import Fraction

import pytest
import sympy as sp

from mechanisms import Finite, GridIteration, LinearGaussianIteration, Normal

HALF = Fraction(1, 2)
NOISE = Finite.uniform((-1, 1))


def halving(w, x):
    return w / 2 + x


def test_the_law_of_a_grid_iteration_is_that_of_its_runs():
    data = Finite(((0, 1), (1, 1)), (Fraction(1, 4), Fraction(3, 4)))
    law = GridIteration(0, (halving, halving), (NOISE, NOISE), data).law()
    runs = Finite.gathered(((HALF * (x + a) + y + b, w * Fraction(1, 4)) for (x, y), w in data.items() for a in (-1, 1) for b in (-1, 1)))
    assert law.table() == runs.table()


def test_records_at_different_times_may_depend_on_each_other():
    equal = Finite(((0, 0), (1, 1)), (HALF, HALF))
    free = Finite.uniform(((0, 0), (0, 1), (1, 0), (1, 1)))
    laws = [GridIteration(0, (halving, halving), (NOISE, NOISE), data).law() for data in (equal, free)]
    assert laws[0].table() != laws[1].table()


def test_expansion_is_the_least_lipschitz_constant_on_the_states():
    data = Finite.point_mass((0,))
    assert GridIteration(0, (lambda w, x: 3 * w,), (NOISE,), data).expansion((0, 1, 5)) == 3
    assert GridIteration(0, (halving,), (NOISE,), data).expansion((0, 1, 5)) == HALF


def test_a_linear_iteration_with_normal_noise_is_normal():
    s, a = sp.symbols("s a", positive=True)
    law = LinearGaussianIteration(1, (HALF, HALF), (0, a), (s**2, s**2)).law()
    assert law == Normal(a + sp.Rational(1, 4), variance=sp.Rational(5, 4) * s**2)


@pytest.mark.parametrize(("broken", "words"), [
    (lambda: GridIteration(0, (halving,), (NOISE, NOISE), Finite.point_mass((0,))), "one entry for each step"),
    (lambda: GridIteration(0, (halving,), (NOISE,), Finite.point_mass((0, 1))), "tuples of 1 records"),
    (lambda: LinearGaussianIteration(0, (2,), (0,), (1,)), r"factors\[0\]=2"),
    (lambda: LinearGaussianIteration(0, (1, 1), (0,), (1,)), "one entry for each step"),
])
def test_an_iteration_whose_parts_do_not_fit_is_refused(broken, words):
    with pytest.raises(ValueError, match=words):
        broken()
