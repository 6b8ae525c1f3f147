"""Bounds of shift reduction: above the truth, equal to it for point masses, and infinite where nothing helps."""

import math
import random

import pytest
from flint import fmpq

from verify.calibration import noise
from verify.calibration.noise import Noise
from verify.calibration.reductions import reductions, supremum
from verify.claims.nodes import ClaimError
from verify.values.laws import FiniteLaw

F = fmpq


def by_name(*given):
    return {b.name: b for b in reductions(*given)}


def random_law(rng):
    weights = [rng.randint(1, 9) for _ in range(rng.randint(1, 4))]
    return FiniteLaw([F(rng.randint(0, 8)) for _ in weights], [F(w, sum(weights)) for w in weights])


@pytest.mark.parametrize("kind", ["laplace", "normal", "cauchy:3"])
def test_every_bound_lies_above_what_it_bounds(kind):
    rng = random.Random(kind)
    for _ in range(4):
        p, q, order = random_law(rng), random_law(rng), F(rng.choice([3, 4, 6]), 2)
        found = by_name(p, q, noise(kind), F(2), order, [F(1, 5)])
        for name in ("shift", "mean", "direct"):
            assert found["sum"].value.lo <= found[name].value.hi, name
        assert found["event sum 1/5"].value.lo <= found["event-1 1/5"].value.hi
        assert found["mean"].exponent is not None and found["shift"].distance is not None


def test_point_masses_leave_nothing_to_lose():
    p, q = FiniteLaw([F(0)], [F(1)]), FiniteLaw([F(3)], [F(1)])
    found = by_name(p, q, noise("laplace"), F(2), F(2))
    for name in ("sum", "shift", "mean"):
        assert abs(float(found[name].value.hi - supremum(F(3), Noise("laplace"), F(2), F(2)).lo)) < 1e-12
    assert found["direct"].value.lo == math.inf


def test_a_part_of_the_shift_may_be_best_left_to_the_divergence():
    p, q = FiniteLaw([F(0), F(1)], [F(1, 2), F(1, 2)]), FiniteLaw([F(0), F(1)], [F(2, 5), F(3, 5)])
    found = by_name(p, q, noise("normal"), F(1, 10), F(2))
    assert found["shift"].distance == 0 and abs(float(found["shift"].value.hi) - math.log(0.25 / 0.4 + 0.25 / 0.6)) < 1e-12


def test_equal_laws_are_at_distance_zero():
    law = FiniteLaw([F(0), F(1)], [F(1, 2), F(1, 2)])
    assert all(b.value.hi == 0 for b in reductions(law, law, noise("normal"), F(1), F(2)))


@pytest.mark.parametrize(("scale", "order", "words"), [(F(0), F(2), "--scale: must be above 0"), (F(1), F(1), "finite number above 1"), (F(1), math.inf, "finite number above 1")])
def test_bad_parameters_are_named(scale, order, words):
    law = FiniteLaw([F(0)], [F(1)])
    with pytest.raises(ClaimError, match=words):
        reductions(law, law, noise("normal"), scale, order)
