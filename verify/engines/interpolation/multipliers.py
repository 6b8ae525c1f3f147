"""Multipliers that prove a linear inequality in function values and inner products: found by a solver of conic programmes, then made exact.

Wanted are numbers ``lambda >= 0`` such that the goal less the sum of lambda times what is known is a positive semidefinite form of the points and gradients, plus a
number that is at least 0. Where the goal is attained the form is singular: its kernel, read off the floating-point solution, gives linear equations for lambda.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import scipy.sparse
from flint import fmpq, fmpq_mat
from numpy.typing import NDArray

from verify.engines.interpolation.reading import Form
from verify.values.matrices import eliminated

SMALL, KERNEL = 2e-5, 2e-5
"""Relative sizes below which a multiplier, or an eigenvalue of the form, counts as 0 in floating point."""
DENOMINATORS = (12, 60, 400, 5_000, 200_000)
SHIFTED = 5e-3
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Programme:
    """The forms at one value of the free number: ``columns`` are those of what is known with a minus sign, then the goals; ``known`` counts the former."""

    columns: tuple[dict[tuple[str, ...], fmpq], ...]
    known: int
    values: tuple[str, ...]
    """Names of function values."""
    basis: tuple[str, ...]
    """Names of points and gradients."""

    @classmethod
    def at(cls, rows: Sequence[Form], goals: Sequence[Form], t: fmpq) -> Programme:
        """The programme at a number. Raises ZeroDivisionError at a pole."""
        columns = [{key: -c.at(t) for key, c in row.items()} for row in rows] + [{key: c.at(t) for key, c in goal.items()} for goal in goals]
        keys = {key for column in columns for key in column}
        return cls(tuple(columns), len(rows), tuple(sorted(key[0] for key in keys if len(key) == 1)), tuple(sorted({name for key in keys if len(key) == 2 for name in key})))

    def entries(self) -> Iterator[tuple[int, int, tuple[str, str]]]:
        """Places of the upper triangle of the form, column after column, with their keys."""
        for j, b in enumerate(self.basis):
            for i, a in enumerate(self.basis[: j + 1]):
                yield i, j, (a, b)

    def form(self, multipliers: Sequence[fmpq]) -> list[list[fmpq]]:
        """The symmetric matrix of the form that is left."""
        n = len(self.basis)
        rows = [[fmpq(0)] * n for _ in range(n)]
        for i, j, key in self.entries():
            found = sum((m * column[key] for m, column in zip(multipliers, self.columns, strict=True) if m and key in column), fmpq(0))
            rows[i][j] = rows[j][i] = found if i == j else found / 2
        return rows

    def proves(self, multipliers: Sequence[fmpq]) -> bool:
        """Whether the multipliers are a proof, exactly."""
        if any(m < 0 for m in multipliers) or sum(multipliers[self.known :], fmpq(0)) != 1:
            return False
        left = {key: sum((m * column.get(key, fmpq(0)) for m, column in zip(multipliers, self.columns, strict=True)), fmpq(0)) for key in [(), *((v,) for v in self.values)]}
        return left[()] >= 0 and not any(value for key, value in left.items() if key) and not eliminated(self.form(multipliers))[1]


def floating(programme: Programme, allowed: Sequence[int] | None = None, surely: bool = False) -> Floats | None:
    """Multipliers in floating point with the least weighted sum, of the rows ``allowed`` alone; None where there are none, or ``surely`` none are certain."""
    import clarabel

    kept = range(len(programme.columns)) if allowed is None else allowed
    columns = [programme.columns[k] for k in kept]
    n = len(programme.basis)
    equal = [[_float(column.get((v,))) for column in columns] for v in programme.values]
    equal.append([float(k >= programme.known) for k in kept])
    positive = [[-float(i == j) for j in range(len(columns))] for i in range(len(columns))] + [[-_float(column.get(())) for column in columns]]
    form = [[-_float(column.get(key)) * (1 if i == j else 2**-0.5) for column in columns] for i, j, key in programme.entries()]
    matrix = scipy.sparse.csc_matrix(np.array([*equal, *positive, *form]))
    right = np.zeros(matrix.shape[0])
    right[len(equal) - 1] = 1
    cones = [clarabel.ZeroConeT(len(equal)), clarabel.NonnegativeConeT(len(positive)), *([clarabel.PSDTriangleConeT(n)] if n else [])]
    settings = clarabel.DefaultSettings()
    settings.verbose, settings.max_iter, settings.max_threads = False, 100, 1
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
    weights = np.array([1 + SHIFTED * k if k < programme.known else 0.0 for k in kept])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = clarabel.DefaultSolver(scipy.sparse.csc_matrix((len(columns), len(columns))), weights, matrix, right, cones, settings).solve()
    if str(found.status) not in (("Solved", "AlmostSolved") if surely else ("Solved", "AlmostSolved", "InsufficientProgress", "MaxIterations")):
        return None
    whole = np.zeros(len(programme.columns))
    whole[list(kept)] = np.array(found.x)
    return whole if np.all(np.isfinite(whole)) and np.abs(whole).max() < 1e8 else None


def _float(value: fmpq | None) -> float:
    return 0.0 if value is None else int(value.p) / int(value.q)


def active(multipliers: Floats) -> list[int]:
    """Those that are not 0."""
    return [k for k, m in enumerate(multipliers) if m > SMALL * max(1.0, float(multipliers.max()))]


def exact(programme: Programme, multipliers: Floats) -> list[fmpq] | None:
    """Exact multipliers close to those in floating point; None where no attempt is a proof."""
    kept = active(multipliers)
    for denominator in DENOMINATORS:
        for equations in (_equations(programme, kept, multipliers, denominator), _equations(programme, kept, None, denominator)):
            found = _solved(equations, [multipliers[k] for k in kept], denominator)
            if found is None:
                continue
            whole = [fmpq(0)] * len(programme.columns)
            for k, value in zip(kept, found, strict=True):
                whole[k] = value
            if programme.proves(whole):
                return whole
    return None


Equations = tuple[list[list[fmpq]], list[fmpq]]


def _equations(programme: Programme, kept: Sequence[int], multipliers: Floats | None, denominator: int) -> Equations:
    """Function values cancel, the multipliers of the goals sum to 1, and where multipliers are given the form is 0 on its kernel."""
    rows = [[programme.columns[k].get((v,), fmpq(0)) for k in kept] for v in programme.values]
    rows.append([fmpq(int(k >= programme.known)) for k in kept])
    right = [fmpq(0)] * (len(rows) - 1) + [fmpq(1)]
    if multipliers is not None and programme.basis:
        forms = [programme.form([fmpq(int(k == j)) for j in range(len(programme.columns))]) for k in kept]
        for v in _kernel(programme, kept, multipliers, denominator):
            for i in range(len(programme.basis)):
                rows.append([sum((a * x for a, x in zip(form[i], v, strict=True)), fmpq(0)) for form in forms])
                right.append(fmpq(0))
    return rows, right


def _kernel(programme: Programme, kept: Sequence[int], multipliers: Floats, denominator: int) -> list[list[fmpq]]:
    """A basis of the kernel of the form in floating point, in reduced form, rounded to small denominators."""
    n = len(programme.basis)
    matrix = np.zeros((n, n))
    for i, j, key in programme.entries():
        value = sum(multipliers[k] * _float(programme.columns[k].get(key)) for k in kept)
        matrix[i, j] = matrix[j, i] = value if i == j else value / 2
    sizes, vectors = np.linalg.eigh(matrix)
    null = vectors[:, np.abs(sizes) < KERNEL * max(1.0, float(np.abs(sizes).max()))].T.copy()
    pivots: list[int] = []
    for k in range(len(null)):
        place = divmod(int(np.argmax(np.abs(null[k:]))), n)
        null[[k, k + place[0]]] = null[[k + place[0], k]]
        null[k] /= null[k, place[1]]
        pivots.append(place[1])
        for i in range(len(null)):
            if i != k:
                null[i] -= null[i, place[1]] * null[k]
    return [[rounded(float(x), denominator) for x in row] for row in null]


def rounded(value: float, denominator: int) -> fmpq:
    """The nearest fraction with a denominator of at most so much."""
    found = Fraction(value).limit_denominator(denominator)
    return fmpq(found.numerator, found.denominator)


def _solved(equations: Equations, near: Sequence[float], denominator: int) -> list[fmpq] | None:
    """A solution of the equations: what they leave open is rounded. None where there is none."""
    rows, right = equations
    count = len(near)
    if not count:
        return None
    table, rank = fmpq_mat([[*row, value] for row, value in zip(rows, right, strict=True)]).rref()
    pivots = [next(j for j in range(count + 1) if table[i, j] != 0) for i in range(rank)]
    if count in pivots:
        return None
    found = [rounded(x, denominator) for x in near]
    for i, pivot in enumerate(pivots):
        found[pivot] = table[i, count] - sum((table[i, j] * found[j] for j in range(count) if j not in pivots), fmpq(0))
    return found


def interpolated(places: Sequence[fmpq], values: Sequence[fmpq], most: int) -> tuple[list[fmpq], list[fmpq]] | None:
    """Numerator and denominator, of degrees at most ``most`` together, of a rational function through all points; two points more than coefficients are needed."""
    for degree in range(most + 1):
        for above, below in ((degree - k, k) for k in range(degree + 1)):
            if above + below + 3 > len(places):
                return None
            rows = [[*(t**k for k in range(above + 1)), *(-y * t**k for k in range(below + 1))] for t, y in zip(places, values, strict=True)]
            table, rank = fmpq_mat(rows).rref()
            if rank == above + below + 1:
                free = next(j for j in range(above + below + 2) if all(table[i, k] == 0 for i in range(rank) for k in range(j) if k == j) and j not in _pivots(table, rank, above + below + 2))
                found = [fmpq(0)] * (above + below + 2)
                found[free] = fmpq(1)
                for i, pivot in enumerate(_pivots(table, rank, above + below + 2)):
                    found[pivot] = -table[i, free]
                if any(found[above + 1 :]):
                    return found[: above + 1], found[above + 1 :]
    return None


def _pivots(table: Any, rank: int, count: int) -> list[int]:
    return [next(j for j in range(count) if table[i, j] != 0) for i in range(rank)]


__all__ = ["Programme", "active", "exact", "floating", "interpolated", "itertools"]
