"""Symmetric matrices of fractions: eigenvalues from the factors of the characteristic polynomial, trace, determinant and norms. Horn and Johnson, *Matrix Analysis* (2013), chapters 1, 4, 5."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flint import arb, fmpq, fmpq_mat, fmpq_poly, fmpz_poly

from verify.quantities.kernels.undecided import Wide
from verify.values.elementary import absolute, maximum, minimum
from verify.values.matrices import is_symmetric
from verify.values.numbers import NoValue, Number, hull, precision
from verify.values.powers import power

__all__ = ["HEADS", "evaluate"]

MOST_ROWS = 40
Rows = tuple[tuple[fmpq, ...], ...]


def evaluate(head: str, value: Any, prec: int) -> Number:
    """One of ``HEADS`` at a matrix, given as a point of rows; a number is a matrix with one entry.

    Raises NoValue for a matrix that is not square, or not symmetric where that is needed, and Wide for entries that are not fractions.
    """
    rows = _rows(value)
    if head != "frobenius_norm" and any(len(row) != len(rows) for row in rows):
        raise NoValue(f"the {head.replace('_', ' ')} of a matrix that is not square")
    if head in ("smallest_eigenvalue", "largest_eigenvalue", "operator_norm") and not is_symmetric(rows):
        raise NoValue(f"the {head.replace('_', ' ')} of a matrix that is not symmetric")
    return HEADS[head](rows, prec)


def _rows(value: Any) -> Rows:
    rows = value if isinstance(value, tuple) else ((value,),)
    if not all(isinstance(row, tuple) and len(row) == len(rows[0]) for row in rows):
        raise NoValue("a matrix needs rows of one length")
    if len(rows) > MOST_ROWS or not all(isinstance(x, fmpq) for row in rows for x in row):
        raise Wide("a matrix that is large, or whose entries are not fractions")
    return rows


@lru_cache(maxsize=512)
def _extremes(rows: Rows, prec: int) -> tuple[Number, Number]:
    """The least and the largest eigenvalue: roots of linear factors are fractions, the others are isolated."""
    d = len(rows)
    found: list[Number] = []
    with precision(prec + 32):
        polynomial = fmpq_mat(d, d, [x for row in rows for x in row]).charpoly()
        for factor, _ in _whole(polynomial).factor()[1]:
            if factor.degree() == 1:
                found.append(fmpq(-int(factor[0]), int(factor[1])))
            elif factor.degree() > 1:
                found += [hull(arb(root.real)) for root, _ in factor.complex_roots()]
    return minimum(*found), maximum(*found)


def _whole(polynomial: fmpq_poly) -> fmpz_poly:
    """The multiple of a polynomial with integer coefficients."""
    return polynomial.numer()


def _operator_norm(rows: Rows, prec: int) -> Number:
    least, largest = _extremes(rows, prec)
    return maximum(absolute(least), absolute(largest))


HEADS: dict[str, Callable[[Rows, int], Number]] = {
    "smallest_eigenvalue": lambda rows, prec: _extremes(rows, prec)[0],
    "largest_eigenvalue": lambda rows, prec: _extremes(rows, prec)[1],
    "trace": lambda rows, prec: sum((rows[k][k] for k in range(len(rows))), fmpq(0)),
    "determinant": lambda rows, prec: fmpq_mat(len(rows), len(rows), [x for row in rows for x in row]).det(),
    "operator_norm": _operator_norm,
    "frobenius_norm": lambda rows, prec: power(sum((x * x for row in rows for x in row), fmpq(0)), fmpq(1, 2), prec),
}
"""Numbers of a matrix, by the head of their formulas."""
