"""Normal laws on R^d whose means and covariances are expressions: what their divergences need of linear algebra."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sympy as sp

Expr = Any
Rows = tuple[tuple[Expr, ...], ...]

MOST_COORDINATES = 4
"""Determinants of expressions are taken of no larger matrices."""


@dataclass(frozen=True, slots=True)
class VectorLaw:
    """A normal law with a definite covariance matrix, given by its rows."""

    mean: tuple[Expr, ...]
    rows: Rows

    def subs(self, symbol: Expr, value: Expr) -> VectorLaw:
        """The law with a symbol replaced."""
        return VectorLaw(tuple(sp.sympify(x).subs(symbol, value) for x in self.mean), tuple(tuple(sp.sympify(x).subs(symbol, value) for x in row) for row in self.rows))


def leading_minors(rows: Rows) -> Iterator[Expr]:
    """Determinants of the first k rows and columns: a symmetric matrix is definite where all are positive (Sylvester)."""
    for size in range(1, len(rows) + 1):
        yield sp.factor(sp.Matrix([list(row[:size]) for row in rows[:size]]).det(method="berkowitz"))


def squared_length(rows: Rows, x: tuple[Expr, ...]) -> Expr:
    """``x' K^-1 x`` by Cramer's rule: 1 less the quotient of ``det(K - x x')`` and ``det K`` (the matrix determinant lemma)."""
    matrix, column = sp.Matrix([list(row) for row in rows]), sp.Matrix(list(x))
    less = (matrix - column * column.T).det(method="berkowitz")
    return sp.factor(sp.cancel(1 - less / matrix.det(method="berkowitz")))
