"""Amplification by iteration: tight for linear iterations, never below the truth, the sharing optimal, simulations below the bound."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq
from scipy.optimize import isotonic_regression

from mechanisms import CorrelatedLinearIteration, NormalVector
from verify.engines.experiment import clopper_pearson
from verify.quantities.kernels.amplification import amplification, linear_divergence
from verify.values.numbers import NoValue

F = fmpq


def test_a_shift_in_the_first_step_fades_and_one_in_the_last_does_not():
    n = 1000
    first = amplification([F(1)] + [F(0)] * (n - 1), [F(1)] * n, F(2))
    last = amplification([F(0)] * (n - 1) + [F(1)], [F(1)] * n, F(2))
    assert float(first.shared.hi) == pytest.approx(1 / n) and float(first.step_by_step.hi) == 1
    assert float(last.shared.hi) == 1


def test_bounds_meet_the_divergence_where_all_debt_can_wait():
    n = 500
    falling = [F(1, t) for t in range(1, n + 1)]
    for c in (F(1), F(99, 100), F(1, 2)):
        bound, truth = amplification(falling, [F(1)] * n, F(3), c), linear_divergence(falling, [F(1)] * n, F(3), c)
        assert bound.shared.hi >= truth.lo
        if bound.segments == 1:
            assert bound.shared.lo <= truth.hi


def test_the_sharing_is_the_cheapest_admissible_one():
    rng = random.Random(4)
    for _ in range(12):
        n = rng.randint(2, 6)
        s, v, c = [F(rng.randint(0, 5)) for _ in range(n)], [F(rng.randint(1, 4)) for _ in range(n)], [F(rng.randint(1, 4), 4) for _ in range(n)]
        bound = amplification(s, v, F(2), c)

        reach = np.cumprod([1 / float(x) for x in c])
        moved, clock = np.array([float(x) for x in s]) * reach, np.array([float(x) for x in v]) * reach**2
        rates = isotonic_regression(moved / clock, weights=clock).x  # slopes of the greatest convex minorant
        assert float(bound.shared.hi) == pytest.approx(float((rates**2 * clock).sum()), rel=1e-9)
        assert linear_divergence(s, v, F(2), c).lo <= bound.shared.hi <= bound.step_by_step.hi * F(10001, 10000)


def two_point_divergence(p, q, order):
    """Divergence of the indicator of an event: at most that of the laws."""
    return math.log(p**order * q ** (1 - order) + (1 - p) ** order * (1 - q) ** (1 - order)) / (order - 1)


def test_simulated_iterations_with_a_kink_stay_below_the_bound_and_a_bound_ten_times_smaller_does_not():
    steps, draws, order = 5, 200_000, 2.0
    rng = np.random.default_rng(9)
    counts = []
    for shift in (0.0, 2.0):
        w = np.zeros(draws)
        for t in range(steps):
            w = np.clip(w + (shift if t == 0 else 0.0), -4, 4) + rng.normal(size=draws)
        counts.append(int((w > 1.0).sum()))
    (_, q), (p, _) = (clopper_pearson(count, draws, 1 - 1e-6) for count in counts)
    assert p > q
    seen = two_point_divergence(p, q, order)
    bound = amplification([F(2)] + [F(0)] * (steps - 1), [F(1)] * steps, F(2))
    assert float(bound.shared.hi) / 10 < seen <= float(bound.shared.hi)


def test_iterations_on_correlated_normal_data_stay_below_the_bound_of_their_conditional_shifts():
    n, rho, c, gap = 6, F(1, 3), F(3, 4), 2
    law = NormalVector((0,) * n, [[1 if i == j else Fraction(1, 3) for j in range(n)] for i in range(n)])
    iteration = CorrelatedLinearIteration(0, (Fraction(3, 4),) * n, (1,) * n, (1,) * n, law)
    for position in (0, 3, n - 1):
        first, second = iteration.law(position, 0), iteration.law(position, gap)
        truth = float((second.mean - first.mean) ** 2 / first.variance)  # order 2
        moved = [gap * (F(1) if t == position else rho) for t in range(n)]  # given the record, the others move by their covariance with it
        bound, noise_alone = amplification(moved, [F(1)] * n, F(2), c), linear_divergence(moved, [F(1)] * n, F(2), c)
        assert truth <= float(noise_alone.hi) <= float(bound.shared.hi) * (1 + 1e-12) <= float(bound.step_by_step.hi) * (1 + 1e-12)


@pytest.mark.parametrize(("shifts", "variances", "order", "constant", "words"), [
    ([F(1)], [F(1)], F(2), F(3, 2), "must be in \\[0, 1\\], got 3/2 in step 1; accepted are maps that do not expand"), ([F(1)], [F(0)], F(2), F(1), "variance=0 in step 1"),
    ([F(-1)], [F(1)], F(2), F(1), "shift=-1"), ([F(1)], [F(1)], F(1), F(1), "order=1"), ([F(1)], [], F(2), F(1), "got 1, 0 and 1"),
])
def test_bad_steps_are_named(shifts, variances, order, constant, words):
    for function in (amplification, linear_divergence):
        with pytest.raises(NoValue, match=words):
            function(shifts, variances, order, constant)
