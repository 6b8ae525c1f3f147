"""Multipliers that prove a linear inequality in function values and inner products: found by a solver of conic programmes, then made exact.

Wanted are numbers ``lambda >= 0`` such that the goal less the sum of lambda times what is known is a positive semidefinite form of the points and gradients, plus a
number that is at least 0. Where the goal is attained the form is singular: its kernel, read off the floating-point solution, gives linear equations for lambda.
"""

from __future__ import annotations

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
DENOMINATORS = (12, 60, 400, 2_000, 10_000)
SHIFTED = 5e-3
ROUGHLY = ("Solved", "AlmostSolved", "InsufficientProgress", "MaxIterations")
TIGHT = 1e-6
LARGEST = 1e8
"""Answers of the solver that are taken where exact arithmetic decides, how close to the goal a proof must be to be one of it, and the largest multiplier."""
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
    large: dict[tuple[str, ...], fmpq]
    """The larger side of the goal; empty where there are several goals."""

    @classmethod
    def at(cls, rows: Sequence[Form], goals: Sequence[Form], large: Form, points: Sequence[str], t: fmpq) -> Programme:
        """The programme at a number; where nothing changes as all points move together, the last one is put at the origin. Raises ZeroDivisionError at a pole."""
        columns = [{key: -c.at(t) for key, c in row.items()} for row in rows] + [{key: c.at(t) for key, c in goal.items()} for goal in goals]
        side = {key: c.at(t) for key, c in large.items()}
        if points and all(_rests(column, points) for column in (*columns, side)):
            columns = [{key: c for key, c in column.items() if points[-1] not in key} for column in columns]
            side = {key: c for key, c in side.items() if points[-1] not in key}
        keys = {key for column in columns for key in column}
        return cls(tuple(columns), len(rows), tuple(sorted(key[0] for key in keys if len(key) == 1)), tuple(sorted({name for key in keys if len(key) == 2 for name in key})), side)

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


def _rests(column: dict[tuple[str, ...], fmpq], points: Sequence[str]) -> bool:
    """Whether a form stays the same as all points move by one vector: its product with that vector is 0."""
    moved: dict[str, fmpq] = {}
    for key, c in column.items():
        if len(key) == 2:
            for one, other in (key, key[::-1]):
                if one in points:
                    moved[other] = moved.get(other, fmpq(0)) + c
    return not any(moved.values())


def floating(programme: Programme, allowed: Sequence[int] | None = None, surely: bool = False, tight: bool = True) -> Floats | None:
    """Multipliers in floating point of the rows ``allowed`` alone; None where there are none, or ``surely`` none are certain.

    ``tight``: where the goal is attained, those that prove the smallest multiple of its larger side, whose worst cases are bounded. Else those with the least weighted sum.
    """
    kept = list(range(len(programme.columns)) if allowed is None else allowed)
    if programme.large and tight:
        found = _tight(programme, [k for k in kept if k < programme.known])
        if found is not None:
            return found
    conic = _Conic(programme, [programme.columns[k] for k in kept], {})
    conic.equal.append([float(k >= programme.known) for k in kept])
    conic.right.append(1.0)
    x = conic.solve(np.array([1 + SHIFTED * k if k < programme.known else 0.0 for k in kept]), ("Solved", "AlmostSolved") if surely else ROUGHLY)
    return None if x is None else conic.placed(kept, x)


def _tight(programme: Programme, kept: list[int]) -> Floats | None:
    """A proof of the least multiple of the larger side, if that is the goal itself."""
    goal = programme.columns[programme.known]
    rest = {key: goal.get(key, fmpq(0)) - programme.large.get(key, fmpq(0)) for key in {*goal, *programme.large}}
    conic = _Conic(programme, [*(programme.columns[k] for k in kept), programme.large], rest)
    x = conic.solve(np.array([0.0] * len(kept) + [1.0]), ("Solved", "AlmostSolved"), free=1)
    return conic.placed([*kept, programme.known], x) if x is not None and abs(x[-1] - 1) < TIGHT else None


class _Conic:
    """Numbers x, at least 0 but for the last ``free``, with the sum of x times columns plus a fixed form free of values, with a constant of at least 0, positive semidefinite."""

    def __init__(self, programme: Programme, columns: list[dict[tuple[str, ...], fmpq]], fixed: dict[tuple[str, ...], fmpq]) -> None:
        self.programme, self.columns, self.fixed = programme, columns, fixed
        self.equal = [[_float(column.get((v,))) for column in columns] for v in programme.values]
        self.right = [-_float(fixed.get((v,))) for v in programme.values]

    def solve(self, weights: Floats, accepted: tuple[str, ...], free: int = 0) -> Floats | None:
        """Such numbers with the least weighted sum; None where the solver finds none."""
        import clarabel

        programme, columns, n = self.programme, self.columns, len(self.programme.basis)
        bounded = len(columns) - free
        positive = [[-float(i == j) for j in range(len(columns))] for i in range(bounded)] + [[-_float(column.get(())) for column in columns]]
        roots = [1 if i == j else 2**-0.5 for i, j, _ in programme.entries()]
        form = [[-_float(column.get(key)) * root for column in columns] for root, (_, _, key) in zip(roots, programme.entries(), strict=True)]
        right = [*self.right, *([0.0] * bounded), _float(self.fixed.get(())), *(_float(self.fixed.get(key)) * root for root, (_, _, key) in zip(roots, programme.entries(), strict=True))]
        cones = [clarabel.ZeroConeT(len(self.equal)), clarabel.NonnegativeConeT(len(positive)), *([clarabel.PSDTriangleConeT(n)] if n else [])]
        settings = clarabel.DefaultSettings()
        settings.verbose, settings.max_iter, settings.max_threads = False, 100, 1
        settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
        size = len(columns)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            matrix = scipy.sparse.csc_matrix(np.array([*self.equal, *positive, *form]))
            found = clarabel.DefaultSolver(scipy.sparse.csc_matrix((size, size)), weights, matrix, np.array(right), cones, settings).solve()
        x = np.array(found.x)
        good = str(found.status) in accepted and np.all(np.isfinite(x)) and np.abs(x).max(initial=0.0) < LARGEST
        return x if good else None

    def placed(self, places: Sequence[int], x: Floats) -> Floats:
        """The multipliers at their places among all columns."""
        whole = np.zeros(len(self.programme.columns))
        whole[list(places)] = x
        return whole


def _float(value: fmpq | None) -> float:
    return 0.0 if value is None else int(value.p) / int(value.q)


def active(multipliers: Floats) -> list[int]:
    """Those that are not 0."""
    return [k for k, m in enumerate(multipliers) if m > SMALL * max(1.0, float(multipliers.max()))]


def exact(programme: Programme, found: Floats) -> list[fmpq] | None:
    """Exact multipliers close to those in floating point; None where no attempt is a proof."""
    kept = active(found)
    near = [found[k] for k in kept]
    for kernel, denominator in _kernels(programme, kept, found):
        multipliers = _solved(_equations(programme, kept, kernel), near, denominator)
        if multipliers is None:
            continue
        whole = [fmpq(0)] * len(programme.columns)
        for k, value in zip(kept, multipliers, strict=True):
            whole[k] = value
        if programme.proves(whole):
            return whole
    return None


def _kernels(programme: Programme, kept: Sequence[int], found: Floats) -> Iterator[tuple[list[list[fmpq]], int]]:
    """Guesses of the kernel of the form, with denominators for what they leave open: none, and rounded ones."""
    null = _kernel(programme, kept, found)
    for denominator in DENOMINATORS:
        yield [], denominator
        if null:
            yield [[rounded(x, denominator) for x in v] for v in null], denominator


Equations = tuple[list[list[fmpq]], list[fmpq]]


def _equations(programme: Programme, kept: Sequence[int], kernel: list[list[fmpq]]) -> Equations:
    """Function values cancel, the multipliers of the goals sum to 1, and the form is 0 on its kernel."""
    rows = [[programme.columns[k].get((v,), fmpq(0)) for k in kept] for v in programme.values]
    rows.append([fmpq(int(k >= programme.known)) for k in kept])
    right = [fmpq(0)] * (len(rows) - 1) + [fmpq(1)]
    forms = [programme.form([fmpq(int(k == j)) for j in range(len(programme.columns))]) for k in kept] if kernel else []
    for v in kernel:
        for i in range(len(programme.basis)):
            rows.append([sum((a * x for a, x in zip(form[i], v, strict=True)), fmpq(0)) for form in forms])
            right.append(fmpq(0))
    return rows, right


def _kernel(programme: Programme, kept: Sequence[int], multipliers: Floats) -> list[list[float]]:
    """A basis of the kernel of the form in floating point, in reduced form: each vector is 1 at a place where the others are 0."""
    n = len(programme.basis)
    matrix = np.zeros((n, n))
    for i, j, key in programme.entries():
        value = sum(multipliers[k] * _float(programme.columns[k].get(key)) for k in kept)
        matrix[i, j] = matrix[j, i] = value if i == j else value / 2
    sizes, vectors = np.linalg.eigh(matrix)
    null = vectors[:, np.abs(sizes) < KERNEL * max(1.0, float(np.abs(sizes).max(initial=0.0)))].T.copy()
    for k in range(len(null)):
        row, column = divmod(int(np.argmax(np.abs(null[k:]))), n)
        null[[k, k + row]] = null[[k + row, k]]
        null[k] /= null[k, column]
        for i in range(len(null)):
            if i != k:
                null[i] -= null[i, column] * null[k]
    return [[float(x) for x in row] for row in null]


def rounded(value: float | fmpq, denominator: int) -> fmpq:
    """The nearest fraction with a denominator of at most so much."""
    given = Fraction(int(value.p), int(value.q)) if isinstance(value, fmpq) else Fraction(value)
    found = given.limit_denominator(denominator)
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
                pivots = _pivots(table, rank, above + below + 2)
                free = next(j for j in range(above + below + 2) if j not in pivots)
                found = [fmpq(0)] * (above + below + 2)
                found[free] = fmpq(1)
                for i, pivot in enumerate(pivots):
                    found[pivot] = -table[i, free]
                if any(found[above + 1 :]):
                    return found[: above + 1], found[above + 1 :]
    return None


def _pivots(table: Any, rank: int, count: int) -> list[int]:
    return [next(j for j in range(count) if table[i, j] != 0) for i in range(rank)]


__all__ = ["Programme", "active", "exact", "floating", "interpolated"]
