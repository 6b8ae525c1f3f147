"""Transportation and flow problems are solved exactly, degenerate ones included."""

import random

import numpy as np
import ot
import pytest

from verify.quantities.kernels.flows import bipartite_flow, transportation


def check(costs, supply, demand):
    plan, u, v = transportation(costs, supply, demand)
    m, n = len(supply), len(demand)
    assert all(x >= 0 for x in plan.values())
    assert [sum(plan.get((i, j), 0) for j in range(n)) for i in range(m)] == supply
    assert [sum(plan.get((i, j), 0) for i in range(m)) for j in range(n)] == demand
    assert all(u[i] + v[j] <= costs[i][j] for i in range(m) for j in range(n))
    value = sum(costs[i][j] * x for (i, j), x in plan.items())
    assert value == sum(a * b for a, b in zip(supply, u)) + sum(a * b for a, b in zip(demand, v))
    return value


@pytest.mark.parametrize("seed", range(30))
def test_primal_and_dual_meet_on_random_problems(seed):
    rng = random.Random(seed)
    m, n = rng.randint(1, 7), rng.randint(1, 7)
    supply = [rng.randint(1, 9) for _ in range(m)]
    demand = [1] * n
    demand[0] += sum(supply) * n - n
    check([[rng.randint(-9, 30) for _ in range(n)] for _ in range(m)], [s * n for s in supply], demand)


@pytest.mark.parametrize("seed", range(5))
def test_degenerate_problems_end(seed):
    rng = random.Random(seed)
    check([[rng.randint(0, 2) for _ in range(10)] for _ in range(10)], [1] * 10, [1] * 10)


def test_a_large_problem_starts_from_a_float_plan_and_ends_exact():
    rng = random.Random(1)
    n = 32
    costs = [[rng.randint(0, 10**6) for _ in range(n)] for _ in range(n)]
    value = check(costs, [3] * n, [3] * n)
    assert value == pytest.approx(3 * n * ot.emd2(np.full(n, 1 / n), np.full(n, 1 / n), np.array(costs, float)))


def test_unequal_sums_are_an_error():
    with pytest.raises(ValueError, match="sums must be equal, got 1 and 2"):
        transportation([[1]], [1], [2])


def test_a_flow_uses_allowed_pairs_only_and_is_largest():
    allowed = [[True, False], [True, True]]
    value, flow = bipartite_flow([2, 1], [1, 2], allowed)
    assert value == 2
    assert all(allowed[i][j] for i, j in flow)
    assert bipartite_flow([1, 1], [1, 1], [[True, True], [True, False]])[0] == 2
