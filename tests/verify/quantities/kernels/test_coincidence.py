"""The least probability that two variables with given laws differ."""

from fractions import Fraction

import pytest
from flint import fmpq

from verify.quantities.kernels.coincidence import least_disagreement
from verify.quantities.kernels.divergences import total_variation
from verify.values.elementary import log
from verify.values.laws import FiniteLaw, PieceLaw, mixture, product, translate
from verify.values.numbers import Enclosure, NoValue, enclose


def uniform(low: int, high: int) -> PieceLaw:
    return PieceLaw("uniform", [(fmpq(low), fmpq(high), log(fmpq(1, high - low)), fmpq(0), fmpq(0))])


def finite(points: dict) -> FiniteLaw:
    return FiniteLaw([tuple(map(fmpq, x)) if isinstance(x, tuple) else fmpq(x) for x in points], list(points.values()))


def overlaps(a, b) -> bool:
    x, y = enclose(a), enclose(b)
    return x.lo <= y.hi and y.lo <= x.hi


def test_equal_laws_never_need_to_differ():
    law = finite({0: Fraction(1, 3), 2: Fraction(2, 3)})
    assert least_disagreement(law, law) == 0


def test_disjoint_laws_always_differ():
    assert least_disagreement(finite({0: 1}), finite({1: 1})) == 1


@pytest.mark.parametrize("moved", range(5))
def test_transport_with_cost_zero_or_one_agrees_with_total_variation_on_finite_laws(moved):
    p = finite({j: Fraction(j + 1, 10) for j in range(4)})
    q = finite({j + moved: Fraction(4 - j, 10) for j in range(4)})
    assert least_disagreement(p, q) == total_variation(p, q)


def test_a_common_atom_and_a_common_density_both_count_as_overlap():
    atom, smooth = finite({0: 1}), uniform(0, 1)
    mixed = mixture([fmpq(1, 2), fmpq(1, 2)], [atom, smooth])
    assert overlaps(least_disagreement(mixed, smooth), fmpq(1, 2))
    assert overlaps(least_disagreement(mixed, atom), fmpq(1, 2))
    assert overlaps(least_disagreement(smooth, translate(smooth, fmpq(1, 4))), fmpq(1, 4))


def test_a_product_law_gets_a_bracket_that_contains_the_exact_value():
    one, two = uniform(0, 1), uniform(0, 2)
    found = least_disagreement(product(one, one), product(two, two))
    assert isinstance(found, Enclosure)
    assert overlaps(found, fmpq(3, 4))


def test_laws_on_different_spaces_have_no_coupling_on_the_diagonal():
    with pytest.raises(NoValue, match="different spaces"):
        least_disagreement(finite({0: 1}), finite({(0, 0): 1}))
