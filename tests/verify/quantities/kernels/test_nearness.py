"""Near distances against flows, and the event that shows them."""

import math
import random

import pytest
from flint import fmpq

from verify.quantities.kernels.nearness import near_distance, normal_near_distance
from verify.quantities.kernels.testing import least_exceedance
from verify.quantities.kernels.transport import transport
from verify.values.laws import FiniteLaw
from verify.values.numbers import NoValue

F = fmpq


def random_law(rng, size, plane=False):
    weights = [rng.randint(1, 9) for _ in range(size)]
    points = [(F(rng.randint(0, 9)), F(rng.randint(0, 9), 2)) if plane else F(rng.randint(0, 30), 3) for _ in range(size)]
    return FiniteLaw(points, [F(w, sum(weights)) for w in weights])


@pytest.mark.parametrize("plane", [False, True])
def test_the_distance_is_the_least_at_which_the_exceedance_is_small(plane):
    rng = random.Random(3)
    for _ in range(25):
        p, q, delta = random_law(rng, rng.randint(1, 6), plane), random_law(rng, rng.randint(1, 6), plane), F(rng.randint(0, 6), 20)
        found = near_distance(p, q, delta)
        assert least_exceedance(p, q, found.distance) <= delta
        assert found.outside <= delta
        if found.distance > 0:
            assert least_exceedance(p, q, found.distance - F(1, 10**6)) > delta
        assert transport(found.first, found.second, math.inf).value <= found.distance


def test_without_a_probability_to_give_up_it_is_the_distance_of_order_infinity():
    rng = random.Random(5)
    for _ in range(10):
        p, q = random_law(rng, 5), random_law(rng, 4)
        assert near_distance(p, q, F(0)).distance == transport(p, q, math.inf).value


def test_a_probability_of_one_is_refused():
    law = FiniteLaw([F(0)], [F(1)])
    with pytest.raises(NoValue, match="delta=1"):
        near_distance(law, law, F(1))


def test_normal_laws_of_one_variance_against_fine_grids():
    def law(mean):
        places = range(-40, 41)
        weights = [math.exp(-((k / 8 - mean) ** 2) / 2) for k in places]
        whole = [max(1, round(1e9 * w / sum(weights))) for w in weights]
        return FiniteLaw([F(k, 8) for k in places], [F(w, sum(whole)) for w in whole])

    for delta in (F(1, 10), F(1, 4)):
        grid = near_distance(law(0.0), law(1.5), delta).distance
        assert abs(float(grid) - float(normal_near_distance(F(3, 2), F(1), delta).hi)) < 0.15
    assert normal_near_distance(F(3, 2), F(1), F(0)) == F(3, 2) and normal_near_distance(F(1, 10), F(1), F(1, 2)) == 0
    with pytest.raises(NoValue, match="delta=1"):
        normal_near_distance(F(1), F(1), F(1))
