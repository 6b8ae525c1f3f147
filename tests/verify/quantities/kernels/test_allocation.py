"""The most even law that a law can be moved to: near enough, optimal by the linear bound of a convex function, and the same for every order."""

import random

import numpy as np
import pytest
from flint import fmpq
from scipy.optimize import linprog

from verify.quantities.kernels.allocation import most_even
from verify.quantities.kernels.testing import least_exceedance
from verify.quantities.kernels.transport import transport
from verify.values.laws import FiniteLaw
from verify.values.numbers import NoValue

F = fmpq


def random_law(rng):
    weights = [rng.randint(1, 9) for _ in range(rng.randint(1, 6))]
    return FiniteLaw([F(rng.randint(0, 12)) for _ in weights], [F(w, sum(weights)) for w in weights])


def least_linear(p, q, z, delta, gradient):
    """The least mean of ``gradient`` over all laws that are near, by a linear programme: mass within reach, freed mass, and where it lands."""
    cells = [(i, j) for i, x in enumerate(p.points) for j, y in enumerate(q.points) if abs(x - y) <= z]
    n, m, k = len(p.points), len(q.points), len(cells)
    rows = np.zeros((n + 1, k + n + m))
    for c, (i, _) in enumerate(cells):
        rows[i, c] = 1
    rows[range(n), range(k, k + n)] = 1
    rows[n, k:k + n], rows[n, k + n:] = 1, -1
    cost = [gradient[j] for _, j in cells] + [0] * n + list(gradient)
    return linprog(cost, A_ub=[[0] * k + [1] * n + [0] * m], b_ub=[float(delta)], A_eq=rows, b_eq=[*map(float, p.weights), 0], bounds=(0, None))


def test_the_law_is_near_and_optimal_for_several_orders():
    rng = random.Random(1)
    impossible = even = 0
    for _ in range(60):
        p, q, z, delta = random_law(rng), random_law(rng), F(rng.randint(0, 6)), F(rng.choice([0, 0, 1, 2, 3]), 10)
        law = most_even(p, q, z, delta)
        if law is None:
            impossible += 1
            assert least_linear(p, q, z, delta, [0.0] * len(q.points)).status == 2
            continue
        even += law == q
        assert least_exceedance(p, law, z) <= delta
        weights = dict(law.items())
        ratios = np.array([float(weights.get(y, F(0)) / w) for y, w in q.items()])
        for order in (1.5, 2.0, 6.0):  # the derivative of sum q (p'/q)^a: no near law lies below the tangent
            gradient = order * ratios ** (order - 1)
            here = float((gradient * ratios * [float(w) for w in q.weights]).sum())
            assert here - least_linear(p, q, z, delta, gradient).fun < 1e-9 * max(here, 1)
    assert impossible and even


def test_at_the_distance_of_order_infinity_it_is_the_target():
    rng = random.Random(2)
    for _ in range(20):
        p, q = random_law(rng), random_law(rng)
        far = transport(p, q, float("inf")).value
        assert most_even(p, q, far) == q
        assert far == 0 or most_even(p, q, far - F(1, 100)) != q


def test_bad_arguments_are_named():
    law = FiniteLaw([F(0)], [F(1)])
    with pytest.raises(NoValue, match="-1"):
        most_even(law, law, F(-1))
    with pytest.raises(NoValue, match="not numbers"):
        most_even(FiniteLaw([(F(0), F(1))], [F(1)]), law, F(1))
