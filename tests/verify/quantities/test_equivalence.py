"""The exact quantities against independent libraries: POT and SciPy for transport, dp-accounting for profiles and compositions."""

import math
import random

import numpy as np
import ot
import pytest
from dp_accounting.pld import privacy_loss_distribution as pld
from flint import fmpq
from scipy.optimize import linprog
from scipy.stats import wasserstein_distance

from verify.quantities.kernels.divergences import hockey_stick
from verify.quantities.kernels.transport import ground_distance, transport
from verify.values.elementary import log
from verify.values.laws import FiniteLaw, PieceLaw, product
from verify.values.numbers import add, enclose

ONE, TWO = fmpq(1), fmpq(2)


def cloud(rng, size, dimension, spread):
    points = list(dict.fromkeys(tuple(fmpq(rng.randint(-spread, spread), rng.randint(1, 3)) for _ in range(dimension)) for _ in range(size)))
    weights = [rng.randint(1, 9) for _ in points]
    return FiniteLaw(points, [fmpq(w, sum(weights)) for w in weights])


def floats(values):
    return np.array([[float(x) for x in point] for point in values])


def number(value):
    ball = enclose(value, 80)
    return (float(ball.lo) + float(ball.hi)) / 2


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(("order", "norm", "metric"), [(1, 1, "cityblock"), (2, 2, "sqeuclidean"), (1, 2, "euclidean"), (1, math.inf, "chebyshev"), (3, 1, "cityblock")])
def test_transport_agrees_with_pot(seed, order, norm, metric):
    rng = random.Random(seed)
    p, q = cloud(rng, 12, 2, 6), cloud(rng, 15, 2, 6)
    costs = ot.dist(floats(p.points), floats(q.points), metric=metric) ** (1 if metric == "sqeuclidean" else order)
    peer = ot.emd2(np.array([float(w) for w in p.weights]), np.array([float(w) for w in q.weights]), costs) ** (1 / order)
    ours = transport(p, q, fmpq(order), norm if math.isinf(norm) else fmpq(norm))
    assert number(ours.value) == pytest.approx(peer, rel=1e-9)


@pytest.mark.parametrize("seed", range(10))
def test_transport_on_the_line_agrees_with_scipy(seed):
    rng = random.Random(seed)
    p, q = (cloud(rng, 9, 1, 20) for _ in range(2))
    values = [[float(x[0]) for x in law.points] for law in (p, q)]
    peer = wasserstein_distance(*values, *[[float(w) for w in law.weights] for law in (p, q)])
    assert number(transport(p, q, ONE, ONE).value) == pytest.approx(peer, rel=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_transport_of_order_infinity_agrees_with_a_linear_programme_for_each_threshold(seed):
    rng = random.Random(seed)
    p, q = cloud(rng, 6, 2, 3), cloud(rng, 6, 2, 3)
    table = np.array([[number(ground_distance(x, y, TWO)) for y in q.points] for x in p.points])
    m, n = table.shape
    rows = [[float(k // n == i) for k in range(m * n)] for i in range(m)] + [[float(k % n == j) for k in range(m * n)] for j in range(n)]
    masses = [float(w) for w in (*p.weights, *q.weights)]
    thresholds = sorted(set(table.ravel()))
    least = next(z for z in thresholds if linprog((table > z + 1e-12).astype(float).ravel(), A_eq=rows, b_eq=masses).fun < 1e-9)
    assert number(transport(p, q, math.inf, TWO).value) == pytest.approx(least, rel=1e-9)


def laplace(location):
    """The Laplace law of scale 1."""
    height = log(fmpq(1, 2), 100)
    return PieceLaw("laplace", [(-math.inf, location, add(height, -location), ONE, fmpq(0)), (location, math.inf, add(height, location), -ONE, fmpq(0))])


@pytest.mark.parametrize("epsilon", [fmpq(0), fmpq(1, 4), fmpq(1, 2), fmpq(9, 10)])
def test_the_profile_of_the_laplace_mechanism_agrees_with_dp_accounting(epsilon):
    ours = enclose(hockey_stick(laplace(ONE), laplace(fmpq(0)), epsilon), 80)
    peer = pld.from_laplace_mechanism(1.0, sensitivity=1.0, value_discretization_interval=1e-4).get_delta_for_epsilon(float(epsilon))
    assert float(ours.lo) <= peer + 1e-9
    assert float(ours.hi) == pytest.approx(peer, abs=1e-4)


@pytest.mark.parametrize("steps", [1, 2, 3, 5])
@pytest.mark.parametrize("epsilon", [fmpq(0), fmpq(1, 2), fmpq(2)])
def test_the_profile_of_composed_randomised_response_agrees_with_dp_accounting(steps, epsilon):
    keep = fmpq(3, 4)
    one, two = (FiniteLaw([fmpq(0), fmpq(1)], [w, 1 - w]) for w in (keep, 1 - keep))
    ours = hockey_stick(product(*[one] * steps), product(*[two] * steps), epsilon) if steps > 1 else hockey_stick(one, two, epsilon)
    single = pld.from_randomized_response(0.5, 2, value_discretization_interval=1e-5)  # keeps with 1/2, else a fair coin: right with 3/4
    peer = single.self_compose(steps).get_delta_for_epsilon(float(epsilon))
    assert number(ours) <= peer + 1e-9
    assert number(ours) == pytest.approx(peer, abs=1e-4)
