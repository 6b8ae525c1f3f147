"""Where a function that moves one way changes its sign."""

import pytest
from flint import arb

from verify.evidence.checker import numbers as n
from verify.evidence.checker.sign_change import sign_change


@pytest.mark.parametrize(("gap", "root"), [(lambda x: x**3 - 2, 2 ** (1 / 3)), (lambda x: x.exp() - 1, 0.0), (lambda x: x * x * x - arb(27), 3.0), (lambda x: x - arb(-1), -1.0)])
@pytest.mark.parametrize("way", [1, -1])
def test_the_zero_lies_between_points_of_certain_sign(gap, root, way):
    with n.precision(128):
        near, far = sign_change(lambda x: gap(x) * way, arb(-1), arb(3), way)
        assert float(near) <= root + 1e-12 and root - 1e-12 <= float(far)
        assert float(far - near) < 1e-12
        assert gap(near) <= 0 <= gap(far)


def test_one_sign_needs_no_search():
    with n.precision(64):
        assert [float(x) for x in sign_change(lambda x: x + 5, arb(-1), arb(3), 1)] == [-1.0, -1.0]
        assert [float(x) for x in sign_change(lambda x: x - 5, arb(-1), arb(3), 1)] == [3.0, 3.0]


def test_a_sign_that_is_never_certain_leaves_all_open():
    with n.precision(64):
        assert [float(x) for x in sign_change(lambda x: arb(0, 1), arb(-1), arb(3), 1)] == [-1.0, 3.0]
