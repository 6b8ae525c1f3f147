"""Batches of small pairs agree with the quantities of one pair, and check small alphabets exhaustively."""

from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq

from verify.quantities import batched
from verify.quantities.kernels import divergences
from verify.values.laws import FiniteLaw
from verify.values.numbers import enclose

POINTS = [fmpq(k) for k in range(4)]


def random_pairs(n, seed):
    rng = np.random.default_rng(seed)
    p, q = (np.array([np.bincount(row, minlength=4) for row in rng.integers(0, 4, (n, 12))], dtype=np.int64) for _ in range(2))
    return batched.Pairs(p, q, 12)


def law(weights, unit):
    kept = [(x, w) for x, w in zip(POINTS, weights, strict=True) if w]
    return FiniteLaw([x for x, _ in kept], [fmpq(int(w), unit) for _, w in kept])


@pytest.mark.parametrize("order", [Fraction(1, 2), Fraction(2), Fraction(7, 3)])
def test_every_pair_has_the_values_of_the_exact_route(order):
    pairs = random_pairs(40, 1)
    tv, (low, high, unit), (below, above) = batched.total_variation(pairs), batched.hockey_stick(pairs, Fraction(1, 3)), batched.renyi(pairs, order)
    for k in range(40):
        p, q = law(pairs.p[k], 12), law(pairs.q[k], 12)
        assert fmpq(int(tv[k]), 12) == divergences.total_variation(p, q)
        stick = enclose(divergences.hockey_stick(p, q, fmpq(1, 3)), 200)
        assert low[k] / unit <= float(stick.hi) + 1e-15
        assert high[k] / unit >= float(stick.lo) - 1e-15
        assert high[k] - low[k] < unit * 1e-12
        renyi = divergences.renyi(p, q, fmpq(order.numerator, order.denominator))
        if isinstance(renyi, float):
            assert below[k] == above[k] == np.inf
        else:
            exact = enclose(renyi, 200)
            assert below[k] <= exact.lo and exact.hi <= above[k]
            assert above[k] - below[k] < 1e-13


def test_data_processing_holds_for_every_kernel_of_a_small_alphabet():
    pairs = batched.every_pair(2, 4)
    for kernel in batched.every_kernel(2, 2, 3):
        after = pairs.through(kernel, 3)
        assert (batched.total_variation(after) <= 3 * batched.total_variation(pairs)).all()
        _, above, unit = batched.hockey_stick(pairs, Fraction(1, 2))
        below, _, finer = batched.hockey_stick(after, Fraction(1, 2))
        assert all(Fraction(int(x), finer) <= Fraction(int(y), unit) for x, y in zip(below, above, strict=True))


def test_every_pair_and_kernel_is_listed_once():
    assert len(batched.every_pair(3, 4).p) == 15**2
    assert len({tuple(k.ravel()) for k in batched.every_kernel(3, 2, 2)}) == 3**3


@pytest.mark.parametrize(("broken", "words"), [
    (lambda: batched.Pairs(np.array([[1, 2]]), np.array([[2, 1], [3, 0]]), 3), "one shape"),
    (lambda: batched.Pairs(np.array([[1, 2], [1, 1]]), np.array([[2, 1], [3, 0]]), 3), r"p\[1\]=\[1, 1\]"),
    (lambda: batched.Pairs(np.array([[1, 2]]), np.array([[4, -1]]), 3), r"q\[0\]"),
    (lambda: batched.every_pair(2, 3).through(np.array([[1, 0], [1, 1]]), 1), r"row \[1\]"),
    (lambda: batched.every_pair(2, 3).through(np.array([[1, 0]]), 1), "one row for each of 2 points"),
    (lambda: batched.every_pair(2, 3).through(np.array([[2**61, 0], [0, 2**61]]), 2**61), "2\\^62"),
    (lambda: batched.renyi(batched.every_pair(2, 3), Fraction(1)), "order"),
])
def test_what_is_no_law_is_named(broken, words):
    with pytest.raises(ValueError, match=words):
        broken()
