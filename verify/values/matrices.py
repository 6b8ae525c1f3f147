"""Symmetric matrices of exact numbers, given by their rows: definiteness and rank by elimination. Fractions of any exact type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Matrix = Sequence[Sequence[Any]]


def is_symmetric(rows: Matrix) -> bool:
    """Whether a matrix is square and equal to its transpose."""
    d = len(rows)
    return d > 0 and all(len(row) == d for row in rows) and all(rows[i][j] == rows[j][i] for i in range(d) for j in range(i))


def eliminated(rows: Matrix) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rows of a largest positive definite principal submatrix, from 0, and an offending minor: rows and columns of a negative principal minor.

    The offending minor is empty exactly where the symmetric matrix is positive semidefinite; then the first tuple has as many members as the rank.
    Gaussian elimination without exchanges: a negative pivot is a quotient of minors, and a zero pivot whose row is not zero makes a two by two minor negative.
    """
    left = [list(row) for row in rows]
    pivots: list[int] = []
    for k in range(len(left)):
        pivot = left[k][k]
        if pivot < 0:
            return tuple(pivots), (*pivots, k)
        if pivot == 0:
            beside = next((j for j in range(k + 1, len(left)) if left[k][j] != 0), None)
            if beside is not None:
                return tuple(pivots), (*pivots, k, beside)
            continue
        pivots.append(k)
        for i in range(k + 1, len(left)):
            factor = left[i][k] / pivot
            if factor != 0:
                for j in range(k, len(left)):
                    left[i][j] -= factor * left[k][j]
    return tuple(pivots), ()


def offending_minor(rows: Matrix) -> tuple[int, ...]:
    """Rows and columns, from 1, of a negative principal minor; empty where the matrix is positive semidefinite."""
    return tuple(k + 1 for k in eliminated(rows)[1])


def part(rows: Matrix, kept: Sequence[int]) -> tuple[tuple[Any, ...], ...]:
    """The submatrix of the kept rows and columns, from 0."""
    return tuple(tuple(rows[i][j] for j in kept) for i in kept)


def kernel_rows(points: Sequence[Any], kind: str) -> tuple[tuple[Any, ...], ...]:
    """The matrix of a kernel with rational values at rational numbers: ``cauchy`` 1 / (1 + (x - y)^2), ``brownian`` min(x, y) for numbers of at least 0."""
    if kind == "brownian":
        return tuple(tuple(min(x, y) for y in points) for x in points)
    return tuple(tuple(1 / (1 + (x - y) ** 2) for y in points) for x in points)
