"""Normal laws on R^d with rational entries: determinants, quadratic forms and Gaussian integrals, by formulas in the inverses of the covariances."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import arb, fmpz_poly

from verify.evidence.checker import lines, normal_balls, transport
from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument
from verify.evidence.checker.laws import Finite, Independent, Line, Normal, Piece, Point, finite
from verify.evidence.checker.numbers import Ball, NoValue, Number, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

Rows = tuple[tuple[Fraction, ...], ...]
Vector = tuple[Fraction, ...]
LARGEST = 8


# --- linear algebra of fractions ---------------------------------------------------------------------------------------


def determinant(rows: Rows) -> Fraction:
    """By elimination with exchanges."""
    left = [list(row) for row in rows]
    result = n.ONE
    for k in range(len(left)):
        place = next((i for i in range(k, len(left)) if left[i][k]), None)
        if place is None:
            return n.ZERO
        if place != k:
            left[k], left[place] = left[place], left[k]
            result = -result
        result *= left[k][k]
        for i in range(k + 1, len(left)):
            factor = left[i][k] / left[k][k]
            left[i] = [x - factor * y for x, y in zip(left[i], left[k], strict=True)]
    return result


def rank(rows: Any) -> int:
    left, found = [list(row) for row in rows], 0
    for k in range(len(left[0])):
        place = next((i for i in range(found, len(left)) if left[i][k]), None)
        if place is None:
            continue
        left[found], left[place] = left[place], left[found]
        for i in range(found + 1, len(left)):
            factor = left[i][k] / left[found][k]
            left[i] = [x - factor * y for x, y in zip(left[i], left[found], strict=True)]
        found += 1
    return found


def inverse(rows: Rows) -> Rows:
    """By the minors; the matrix has determinant other than 0."""
    whole, d = determinant(rows), len(rows)
    if d == 1:
        return ((1 / whole,),)

    def minor(i: int, j: int) -> Fraction:
        return determinant(tuple(tuple(x for b, x in enumerate(row) if b != j) for a, row in enumerate(rows) if a != i))

    return tuple(tuple((-1) ** (i + j) * minor(j, i) / whole for j in range(d)) for i in range(d))


def part(rows: Rows, kept: tuple[int, ...]) -> Rows:
    return tuple(tuple(rows[i][j] for j in kept) for i in kept)


def semidefinite(rows: Rows) -> bool:
    """Whether no principal minor is negative."""
    d = len(rows)
    if d > LARGEST:
        raise Undecided("a covariance with too many coordinates")
    return all(
        determinant(part(rows, kept)) >= 0 for k in range(1, d + 1) for kept in itertools.combinations(range(d), k)
    )


def definite(rows: Rows) -> bool:
    """Whether all leading minors are positive."""
    return all(determinant(part(rows, tuple(range(k)))) > 0 for k in range(1, len(rows) + 1))


def independent(rows: Rows) -> tuple[int, ...]:
    """A largest set of coordinates whose principal minor is not 0: where the matrix is semidefinite it is definite there."""
    kept: tuple[int, ...] = ()
    for k in range(len(rows)):
        if determinant(part(rows, (*kept, k))) != 0:
            kept = (*kept, k)
    return kept


def form(rows: Rows, x: Vector, y: Vector) -> Fraction:
    return sum((u * row[j] * y[j] for u, row in zip(x, rows, strict=True) for j in range(len(y))), n.ZERO)


def combined(a: Fraction, one: Rows, b: Fraction, two: Rows) -> Rows:
    return tuple(tuple(a * x + b * y for x, y in zip(u, v, strict=True)) for u, v in zip(one, two, strict=True))


def times(rows: Rows, x: Vector) -> Vector:
    return tuple(sum((a * b for a, b in zip(row, x, strict=True)), n.ZERO) for row in rows)


# --- laws --------------------------------------------------------------------------------------------------------------


def on_line(mean: Number, variance: Number) -> Line:
    level = n.log(n.mul(Fraction(2), n.pi(), variance))
    c0 = n.mul(Fraction(-1, 2), n.add(level, n.div(n.mul(mean, mean), variance)))
    piece = Piece(n.MINUS_INFINITY, n.INFINITY, c0, n.div(mean, variance), n.div(Fraction(-1, 2), variance))
    return Line(((n.ONE, (piece,)),))


def rows_of(value: Any, size: int) -> Rows:
    """A matrix with rows of so many fractions."""
    if not isinstance(value, Point) or not all(isinstance(row, Point) and len(row) == size for row in value):
        raise NoValue("a matrix whose rows do not fit")
    if not all(isinstance(x, Fraction) for row in value for x in row):
        raise Undecided("a matrix with entries that are not fractions")
    return tuple(tuple(row) for row in value)


def made(mean: Any, covariance: Any) -> Any:
    if not isinstance(mean, Point) and not isinstance(covariance, Point):
        if not isinstance(mean, Fraction | Ball) or not isinstance(covariance, Fraction | Ball):
            raise NoValue("a normal distribution of something that is not a number")
        side = n.relations(covariance, n.ZERO)
        if side == {"="}:
            return finite([(mean, n.ONE)])
        if side == {">"} and not n.may_be_infinite(covariance):
            return on_line(mean, covariance)
        raise NoValue("a variance below 0") if side == {"<"} else Undecided("a variance that may be 0")
    if not isinstance(mean, Point) or not isinstance(covariance, Point) or len(mean) != len(covariance):
        raise NoValue("a covariance must have a row for each coordinate of the mean")
    if not all(isinstance(x, Fraction) for x in mean) or not all(isinstance(x, Fraction) for row in covariance if isinstance(row, Point) for x in row):
        return normal_balls.made(mean, covariance)
    rows = rows_of(covariance, len(mean))
    if any(rows[i][j] != rows[j][i] for i in range(len(rows)) for j in range(i)) or not semidefinite(rows):
        raise NoValue("a covariance must be symmetric and positive semidefinite")
    if not any(x for row in rows for x in row):
        return finite([(mean, n.ONE)])
    return Normal(tuple(mean), rows)


def _normal_vector(e: Evaluator, f: Any, env: Env) -> Any:
    return made(e.value(argument(f, 0), env), e.value(argument(f, 1), env))


def _one_normal(law: Any) -> tuple[Fraction, Fraction] | None:
    """Mean and variance of a normal law on the line, if they are fractions."""
    if not isinstance(law, Line) or law.atoms or len(law.parts) != 1 or len(law.parts[0][1]) != 1:
        return None
    (p,) = law.parts[0][1]
    if not isinstance(p.c1, Fraction) or not isinstance(p.c2, Fraction) or p.c2 >= 0:
        return None
    if n.is_point_infinite(p.lo) >= 0 or n.is_point_infinite(p.hi) <= 0:
        return None
    variance = -1 / (2 * p.c2)
    return p.c1 * variance, variance


def on_fractions(law: Any) -> Normal | None:
    """A normal law on the line as one of a vector of one number, if its mean and variance are fractions."""
    found = _one_normal(law)
    return None if found is None else Normal((found[0],), ((found[1],),))


def vector_law(law: Any) -> Normal | None:
    """The law as a normal law of a vector, where it is one, or independent normal numbers."""
    if isinstance(law, Normal):
        return law
    found = [_one_normal(factor) for factor in law.factors] if isinstance(law, Independent) else [None]
    known = [m for m in found if m is not None]
    if len(known) != len(found):
        return None
    span = range(len(known))
    rows = tuple(tuple(known[i][1] if i == j else n.ZERO for j in span) for i in span)
    return Normal(tuple(m for m, _ in known), rows)


def _affine(e: Evaluator, f: Any, env: Env) -> Any:
    law, matrix, shift = e.law(argument(f, 0), env), e.value(argument(f, 1), env), e.value(argument(f, 2), env)

    def table(inputs: int) -> Rows:
        rows = matrix if isinstance(matrix, Point) else Point([Point([matrix])])
        if not any(isinstance(row, Point) for row in rows):
            rows = Point([rows]) if inputs > 1 else Point(Point([x]) for x in rows)
        return rows_of(rows, inputs)

    def image(x: Any) -> Any:
        coordinates = x if isinstance(x, Point) else Point([x])
        if not all(isinstance(c, Fraction) for c in coordinates):
            raise Undecided("an affine image of points that are not fractions")
        offsets = shift if isinstance(shift, Point) else Point([shift])
        moved = times(table(len(coordinates)), tuple(coordinates))
        if len(offsets) != len(moved):
            raise NoValue("a shift with too few or too many coordinates")
        found = Point(n.add(a, b) for a, b in zip(moved, offsets, strict=True))
        return found[0] if len(found) == 1 else found

    if isinstance(law, Finite):
        return finite((image(x), w) for x, w in law.weights)
    single = _one_normal(law)
    normal = Normal((single[0],), ((single[1],),)) if single else vector_law(law)
    if normal is None:
        raise Undecided("an affine image of a distribution that is neither finite nor normal with fractions")
    rows = table(len(normal.mean))
    covariance = tuple(tuple(form(normal.covariance, u, v) for v in rows) for u in rows)
    mean = image(Point(normal.mean) if len(normal.mean) > 1 else normal.mean[0])
    return made(mean, covariance[0][0] if len(rows) == 1 else Point(Point(row) for row in covariance))


def _inverse_form(e: Evaluator, f: Any, env: Env) -> Number:
    matrix, x = e.value(argument(f, 0), env), e.value(argument(f, 1), env)
    if isinstance(matrix, Fraction | Ball) and isinstance(x, Fraction | Ball):
        side = n.relations(matrix, n.ZERO)
        if side == {"="}:
            along = n.relations(x, n.ZERO)
            if along > {"="}:
                raise Undecided("the inverse form of a variance of 0 at a number that may be 0")
            return n.ZERO if along == {"="} else n.INFINITY
        n.demand(side, (">",), "the inverse form of a variance below 0")
        return n.div(n.mul(x, x), matrix)
    if not isinstance(x, Point) or not isinstance(matrix, Point) or len(matrix) != len(x):
        raise NoValue("the inverse form needs a row for each coordinate")
    rows = rows_of(matrix, len(x))
    if not all(isinstance(c, Fraction) for c in x):
        raise Undecided("the inverse form of numbers that are not fractions")
    if any(rows[i][j] != rows[j][i] for i in range(len(rows)) for j in range(i)) or not semidefinite(rows):
        raise NoValue("the inverse form of a matrix that is not symmetric and positive semidefinite")
    return _inside(rows, tuple(x))


def _inside(rows: Rows, x: Vector) -> Number:
    if rank([*rows, x]) != rank(rows):
        return n.INFINITY
    kept = independent(rows)
    short = tuple(x[k] for k in kept)
    return form(inverse(part(rows, kept)), short, short) if kept else n.ZERO


# --- quantities ----------------------------------------------------------------------------------------------------------


def pair(p: Any, q: Any) -> tuple[Vector, Vector, Rows, Rows] | None:
    """Means and definite covariances on coordinates that determine the others; None where the laws live on disjoint sets."""
    if isinstance(p, Finite) or isinstance(q, Finite):
        return None  # a normal law of a vector has no atoms
    one, two = vector_law(p), vector_law(q)
    if one is None or two is None:
        raise Undecided("a normal distribution of a vector and another distribution")
    if len(one.mean) != len(two.mean):
        raise NoValue("distributions on different spaces")
    shift = tuple(a - b for a, b in zip(one.mean, two.mean, strict=True))
    ranks = {rank(one.covariance), rank(two.covariance), rank([*one.covariance, *two.covariance])}
    if len(ranks) != 1 or rank([*two.covariance, shift]) not in ranks:
        return None
    kept = independent(one.covariance)
    means = [tuple(law.mean[k] for k in kept) for law in (one, two)]
    return means[0], means[1], part(one.covariance, kept), part(two.covariance, kept)


def renyi(p: Any, q: Any, order: Number) -> Number:
    """Renyi divergence of normal laws of a vector, of an order that the caller knows to be at least 0."""
    found = pair(p, q)
    if found is None:
        return n.INFINITY
    m, k, s, t = found
    one, two = inverse(s), inverse(t)
    shift = tuple(a - b for a, b in zip(m, k, strict=True))
    if s == t:
        square = form(one, shift, shift)
        return n.mul(Fraction(1, 2), order, square) if square else n.ZERO
    volumes = n.sub(n.log(determinant(t)), n.log(determinant(s)))
    if n.is_point_infinite(order):
        return _peak(one, two, shift, volumes)
    if not isinstance(order, Fraction):
        raise Undecided("a Renyi divergence of normal distributions whose order is not a fraction")
    if order == 0:
        return n.ZERO
    if order == 1:
        trace = sum((two[i][j] * s[j][i] for i in range(len(s)) for j in range(len(s))), n.ZERO)
        return n.mul(Fraction(1, 2), n.add(trace + form(two, shift, shift) - len(s), volumes))
    # the integral of p^a q^(1-a) is that of exp(-x'Jx/2 + h'x - c/2)
    j = combined(order, one, 1 - order, two)
    if not definite(j):
        return n.INFINITY
    h = tuple(order * a + (1 - order) * b for a, b in zip(times(one, m), times(two, k), strict=True))
    c = order * form(one, m, m) + (1 - order) * form(two, k, k)
    logarithms = n.add(
        n.log(determinant(j)), n.mul(order, n.log(determinant(s))), n.mul(1 - order, n.log(determinant(t)))
    )
    return n.div(n.mul(Fraction(1, 2), n.sub(form(inverse(j), h, h) - c, logarithms)), order - 1)


def _peak(one: Rows, two: Rows, shift: Vector, volumes: Number) -> Number:
    """Supremum of log p - log q, a quadratic, with q centred at 0."""
    bend, slope = combined(n.ONE, one, -n.ONE, two), times(one, shift)
    if not semidefinite(bend):
        return n.INFINITY
    top = _inside(bend, slope)
    if not isinstance(top, Fraction):
        return n.INFINITY
    return n.mul(Fraction(1, 2), n.add(top - form(one, shift, shift), volumes))


def along(p: Any, q: Any) -> tuple[Line, Line] | None:
    """Two normal laws on the line that are told apart as easily as two of equal covariance; None where the laws live on disjoint sets."""
    found = pair(p, q)
    if found is None:
        return None
    m, k, s, t = found
    if s != t:
        raise Undecided("total variation of normal distributions with different covariances")
    shift = tuple(a - b for a, b in zip(m, k, strict=True))
    square = form(inverse(s), shift, shift)
    return (on_line(square, square), on_line(n.ZERO, square)) if square else (on_line(n.ZERO, n.ONE),) * 2


def total_variation(p: Any, q: Any) -> Number:
    found = along(p, q)
    return n.ONE if found is None else lines.total_variation(*found)


def hockey_stick(p: Any, q: Any, epsilon: Number) -> Number:
    found = along(p, q)
    if found is None or n.is_point_infinite(epsilon) < 0:
        return n.ONE
    return lines.hockey_stick(*found, epsilon)


def wasserstein(p: Any, q: Any, order: Number, norm: Number | None) -> Number:
    one, two = vector_law(p), vector_law(q)
    if one is None or two is None:
        raise Undecided("transport between a normal distribution of a vector and another distribution")
    if len(one.mean) != len(two.mean):
        raise NoValue("distributions on different spaces")
    n.demand(n.relations(order, n.ONE), (">", "="), "a Wasserstein distance of order below 1")
    shift = tuple(a - b for a, b in zip(one.mean, two.mean, strict=True))
    gap = transport.norm(Point(shift), n.ONE if norm is None else norm)
    if one.covariance == two.covariance:  # a translation is optimal for every order and norm
        return gap
    if order != 2 or norm != 2:
        return Ball(n.ball(gap).lo, n.OO)  # the means are no further apart than the laws
    traces = sum((law.covariance[k][k] for law in (one, two) for k in range(len(shift))), n.ZERO)
    squares = sum((x * x for x in shift), n.ZERO) + traces
    roots = [n.mul(Fraction(-2), n.power(x, Fraction(1, 2))) for x in _eigenvalues(one.covariance, two.covariance)]
    return n.power(n.maximum(n.ZERO, n.add(squares, *roots)), Fraction(1, 2))


def _eigenvalues(s: Rows, t: Rows) -> list[Number]:
    """Those of S T, all at least 0: in the plane from trace and determinant, else enclosed."""
    d = len(s)
    product = tuple(tuple(sum((s[i][k] * t[k][j] for k in range(d)), n.ZERO) for j in range(d)) for i in range(d))
    if all(product[i][j] == 0 for i in range(d) for j in range(d) if i != j):
        return [product[k][k] for k in range(d)]
    if d == 2:
        trace, whole = product[0][0] + product[1][1], determinant(product)
        apart = n.power(trace * trace / 4 - whole, Fraction(1, 2))
        return [n.maximum(n.ZERO, n.add(trace / 2, x)) for x in (apart, n.neg(apart))]
    # the characteristic polynomial by the traces of powers (Faddeev and Le Verrier)
    coefficients, power = [n.ONE], product
    for k in range(1, d + 1):
        last = -sum((power[i][i] for i in range(d)), n.ZERO) / k
        coefficients.append(last)
        shifted = tuple(tuple(x + (last if i == j else 0) for j, x in enumerate(row)) for i, row in enumerate(power))
        power = tuple(tuple(sum((a * b for a, b in zip(row, column, strict=True)), n.ZERO) for column in zip(*shifted, strict=True)) for row in product)
    common = math.lcm(*(x.denominator for x in coefficients))
    zeros = next(k for k, x in enumerate(reversed(coefficients)) if x)
    found: list[Number] = [n.ZERO] * zeros
    kept = coefficients[: d + 1 - zeros]
    if len(kept) > 1:
        for root, count in fmpz_poly([int(x * common) for x in reversed(kept)]).complex_roots():
            found += [Ball(max(root.real.lower(), arb(0)), max(root.real.upper(), arb(0)))] * count
    return found


def moment(law: Normal, order: Number, norm: Number | None) -> Number:
    if order != 2 or norm != 2:
        raise Undecided("a moment of a normal distribution of a vector")
    return sum((x * x for x in law.mean), n.ZERO) + sum((row[k] for k, row in enumerate(law.covariance)), n.ZERO)


def of_pair(kind: str, p: Any, q: Any, *rest: Number) -> Number:
    """A divergence of which one law is a normal law of a vector."""
    rules: dict[str, Callable[..., Number]] = {
        "renyi": renyi,
        "hockey_stick": hockey_stick,
        "total_variation": total_variation,
        "l1_distance": total_variation,  # it is doubled where it is asked for
        "least_disagreement": total_variation,
    }
    if kind not in rules:
        raise Undecided(f"{kind} of a normal distribution of a vector")
    return rules[kind](p, q, *rest)


NORMALS: dict[str, Callable[[Evaluator, Any, Env], Any]] = {
    "normal_vector": _normal_vector,
    "affine": _affine,
    "inverse_form": _inverse_form,
}
