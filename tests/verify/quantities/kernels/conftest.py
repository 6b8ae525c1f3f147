"""Laws used by the tests of the kernels."""

import math
import random
from types import SimpleNamespace

import pytest
from flint import arb, fmpq

from verify.values import elementary
from verify.values import numbers as N
from verify.values.laws import FiniteLaw, PieceLaw

F = fmpq


def normal(mean, variance):
    m, v = F(mean), F(variance)
    with N.precision(200):
        pi = N.hull(arb.pi())
    c0 = N.sub(-m * m / (2 * v), N.div(elementary.log(N.mul(2 * v, pi, 200), 200), F(2), 200), 200)
    return PieceLaw("normal", [(-math.inf, math.inf, c0, m / v, -1 / (2 * v))])


def laplace(place, scale):
    m, b = F(place), F(scale)
    head = elementary.log(1 / (2 * b))
    left = (-math.inf, m, N.sub(head, m / b), 1 / b, F(0))
    return PieceLaw("laplace", [left, (m, math.inf, N.add(head, m / b), -1 / b, F(0))])


def uniform(lo, hi):
    return PieceLaw("uniform", [(F(lo), F(hi), elementary.log(1 / (F(hi) - F(lo))), F(0), F(0))])


def exponential(rate):
    return PieceLaw("exponential", [(F(0), math.inf, elementary.log(F(rate)), -F(rate), F(0))])


def finite(rng: random.Random, size: int, dimension: int = 1) -> FiniteLaw:
    def coordinate():
        return F(rng.randint(-20, 20), rng.randint(1, 5))

    weights = [rng.randint(1, 9) for _ in range(size)]
    points = [
        coordinate() if dimension == 1 else tuple(coordinate() for _ in range(dimension)) for _ in range(size)
    ]
    return FiniteLaw(points, [F(w, sum(weights)) for w in weights])


def labels(rng: random.Random, size: int) -> FiniteLaw:
    weights = [rng.randint(1, 9) for _ in range(size)]
    return FiniteLaw(range(size), [F(w, sum(weights)) for w in weights])


@pytest.fixture(scope="session")
def law():
    """Constructors of laws."""
    return SimpleNamespace(
        normal=normal, laplace=laplace, uniform=uniform, exponential=exponential, finite=finite, labels=labels
    )
