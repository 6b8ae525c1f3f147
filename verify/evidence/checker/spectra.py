"""Eigenvalues and norms of symmetric matrices of fractions, by bisection: A - q is definite if and only if q lies below every eigenvalue.

An eigenvalue that is a fraction has a denominator that divides a common one of the entries, since it is a root of a monic polynomial with integer coefficients after scaling. So one
candidate is tested exactly once the bracket is short; another eigenvalue is known as a bracket.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from flint import ctx

from verify.evidence.checker import normals
from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument
from verify.evidence.checker.laws import Point
from verify.evidence.checker.numbers import ONE, ZERO, Ball, NoValue, Number, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

Rows = tuple[tuple[Fraction, ...], ...]
MOST_ROWS = 12


def _matrix(e: Evaluator, f: Any, env: Env, square: bool = True) -> Rows:
    value = e.value(argument(f, 0), env)
    if isinstance(value, Fraction):
        return ((value,),)
    if not isinstance(value, Point) or not value or not isinstance(value[0], Point):
        raise Undecided("a matrix with entries that are not fractions") if isinstance(value, Ball) else NoValue("a matrix is a point of rows")
    rows = normals.rows_of(value, len(value[0]))
    if len(rows) > MOST_ROWS:
        raise Undecided("a matrix with too many rows")
    if square and len(rows) != len(rows[0]):
        raise NoValue("a matrix that is not square")
    return rows


def _symmetric(e: Evaluator, f: Any, env: Env) -> Rows:
    rows = _matrix(e, f, env)
    if any(rows[i][j] != rows[j][i] for i in range(len(rows)) for j in range(i)):
        raise NoValue("a matrix that is not symmetric")
    return rows


def _negative(rows: Rows) -> Rows:
    return tuple(tuple(-x for x in row) for row in rows)


def _less(rows: Rows, q: Fraction) -> Rows:
    return tuple(tuple(x - q if i == j else x for j, x in enumerate(row)) for i, row in enumerate(rows))


def least(e: Evaluator, rows: Rows) -> Number:
    """The smallest eigenvalue."""
    bound = max(sum((abs(x) for x in row), ZERO) for row in rows)
    low, high = -bound - 1, bound + 1
    unit = lcm(*(x.denominator for row in rows for x in row))
    goal = Fraction(1, 1 << ctx.prec) * (bound + 1)
    tested = False
    while high - low > goal:
        e.budget.spend(len(rows) ** 2)
        if not tested and (high - low) * unit < 1:
            tested = True
            candidate = Fraction(-(-low.numerator * unit // low.denominator), unit)
            if candidate <= high and normals.determinant(_less(rows, candidate)) == 0 and normals.semidefinite(_less(rows, candidate)):
                return candidate
        middle = (low + high) / 2
        if normals.definite(_less(rows, middle)):
            low = middle
        else:
            high = middle
    return Ball(n.exact(low).lower(), n.exact(high).upper())


def _largest(e: Evaluator, rows: Rows) -> Number:
    return n.neg(least(e, _negative(rows)))


def _operator_norm(e: Evaluator, f: Any, env: Env) -> Number:
    rows = _symmetric(e, f, env)
    return n.maximum(_largest(e, rows), n.neg(least(e, rows)))


def _trace(e: Evaluator, f: Any, env: Env) -> Number:
    rows = _matrix(e, f, env)
    return sum((rows[k][k] for k in range(len(rows))), ZERO)


SPECTRA: dict[str, Callable[[Evaluator, Any, Env], Any]] = {
    "smallest_eigenvalue": lambda e, f, env: least(e, _symmetric(e, f, env)),
    "largest_eigenvalue": lambda e, f, env: _largest(e, _symmetric(e, f, env)),
    "operator_norm": _operator_norm,
    "trace": _trace,
    "determinant": lambda e, f, env: normals.determinant(_matrix(e, f, env)),
    "frobenius_norm": lambda e, f, env: n.power(sum((x * x for row in _matrix(e, f, env, square=False) for x in row), ZERO), ONE / 2),
}
