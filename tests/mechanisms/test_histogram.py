"""Histograms: weights are masses, cells of mass 0 have no piece."""

from fractions import Fraction

import pytest
import sympy as sp

from mechanisms import Histogram

F = Fraction


def test_the_height_of_a_cell_is_its_mass_over_its_width():
    law = Histogram([0, F(1, 2), 2], [F(1, 4), F(3, 4)])
    assert [law.density(x) for x in (-1, 0, F(1, 4), F(1, 2), 1, 2, 3)] == [
        0,
        F(1, 2),
        F(1, 2),
        F(1, 2),
        F(1, 2),
        F(1, 2),
        0,
    ]
    assert Histogram([0, 1, 3], [F(1, 2), F(1, 2)]).density(2) == F(1, 4)


def test_a_cell_of_mass_zero_has_no_piece_and_its_quantile_jumps():
    law = Histogram((0, 1, 2, 3), (F(1, 2), 0, F(1, 2)))
    assert [piece[:3] for piece in law.log_density_pieces()] == [(0, 1, -sp.log(2)), (2, 3, -sp.log(2))]
    assert law.quantile(F(1, 2)) == 1
    assert law.quantile(F(3, 4)) == F(5, 2)


def test_a_symbolic_mass_has_a_piece():
    w = sp.Symbol("w", real=True)
    assert [piece[2] for piece in Histogram((0, 1, 3), (w, 1 - w)).log_density_pieces()] == [
        sp.log(w),
        sp.log((1 - w) / 2),
    ]


@pytest.mark.parametrize(
    ("edges", "weights", "message"),
    [
        ((0, 1), (F(1, 2), F(1, 2)), r"edges must be one more than weights, got 2 edges, 2 weights"),
        ((0, 2, 1), (F(1, 2), F(1, 2)), r"edges must increase strictly, got edges\[1\]=2, edges\[2\]=1; sort"),
        ((0, 1, 2), (F(3, 2), F(-1, 2)), r"weights must be non-negative, got weights\[1\]=-1/2"),
        ((0, 1, 2), (F(1, 2), F(1, 3)), r"weights must sum to 1, got sum=5/6; the weights are \(1/2, 1/3\)"),
        ((0,), (), r"weights must have at least one entry"),
    ],
)
def test_a_wrong_entry_is_named(edges, weights, message):
    with pytest.raises(ValueError, match="^Histogram: " + message):
        Histogram(edges, weights)
