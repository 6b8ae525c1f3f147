"""Normal laws on R^d with rational means and covariances, which may be singular: divergences and transport in closed form.

Two normal laws either have the same null sets or live on disjoint sets (Feldman and Hajek). In the first case a largest set of coordinates on which the
covariance is definite determines the others, so the laws are those of vectors with definite covariances.
"""

from __future__ import annotations

import math
from typing import Any

from flint import arb, fmpq, fmpq_mat

from verify.quantities.kernels.moments import gaussian
from verify.quantities.kernels.transport import ground_distance
from verify.values import elementary, laws, numbers, powers
from verify.values.laws import FiniteLaw, NormalLaw, PieceLaw, ProductLaw
from verify.values.matrices import eliminated, is_symmetric, offending_minor, part
from verify.values.numbers import Enclosure, NotKnown, NoValue, Number

INF = math.inf
HALF, ZERO, ONE = fmpq(1, 2), fmpq(0), fmpq(1)
ANYTHING = Enclosure(-INF, INF)
Vector = tuple[fmpq, ...]
Pair = tuple[Vector, fmpq_mat, fmpq_mat]
"""Difference of the means and both covariances, definite."""


def on_line(mean: Number, variance: Number, prec: int) -> PieceLaw:
    """The normal law on the line."""
    with numbers.precision(prec):
        two_pi = numbers.hull(2 * arb.pi())
    square = numbers.div(numbers.mul(mean, mean, prec), numbers.mul(fmpq(2), variance, prec), prec)
    c0 = numbers.neg(numbers.add(numbers.mul(HALF, elementary.log(numbers.mul(two_pi, variance, prec), prec), prec), square, prec))
    return PieceLaw("normal", [(-INF, INF, c0, numbers.div(mean, variance, prec), numbers.neg(numbers.div(HALF, variance, prec)))])


def made(mean: Any, covariance: Any, prec: int) -> Any:
    """The normal law with a mean and a covariance matrix; on the line both are numbers. Without any variance it is a point mass.

    Raises NoValue, with the offending minor, where the matrix is not symmetric and positive semidefinite.
    """
    if not isinstance(mean, tuple) and not isinstance(covariance, tuple):
        side = numbers.sign(covariance)
        if side is None or side < 0 or isinstance(covariance, float):
            raise NoValue(f"a variance must be a number that is at least 0, got {covariance}")
        return FiniteLaw([mean], [1]) if side == 0 else on_line(mean, covariance, prec)
    rows = covariance if isinstance(covariance, tuple) else ()
    if not isinstance(mean, tuple) or not all(isinstance(row, tuple) for row in rows) or len(rows) != len(mean) or not is_symmetric(rows):
        raise NoValue("a covariance must be a symmetric matrix with a row for each coordinate of the mean")
    minor = offending_minor(rows)
    if minor:
        raise NoValue(f"a covariance must be positive semidefinite, got a negative minor of rows and columns {', '.join(map(str, minor))}")
    return FiniteLaw([mean], [1]) if all(x == 0 for row in rows for x in row) else NormalLaw(mean, rows)


def affine(law: Any, matrix: Any, shift: Any, prec: int) -> Any:
    """The law of ``A X + b``: a finite law, a normal law on R^d, or a normal law on the line (A is then a number, or a column of numbers)."""
    if isinstance(law, FiniteLaw):
        return FiniteLaw([_mapped(matrix, p, shift) for p in law.points], law.weights)
    if isinstance(law, NormalLaw):
        mean, covariance = law.mean, fmpq_mat([list(row) for row in law.covariance])
    else:
        normal = gaussian(law) if not isinstance(law, ProductLaw) else None
        if normal is None or not all(isinstance(x, fmpq) for x in normal):
            law = as_vector(law)
            if law is None:
                raise NotImplementedError("an affine image of a distribution that is neither finite nor normal with fractions")
            mean, covariance = law.mean, fmpq_mat([list(row) for row in law.covariance])
        else:
            mean, covariance = (normal[0],), fmpq_mat([[normal[1]]])
    table = _table(matrix, len(mean))
    image = fmpq_mat([list(row) for row in table])
    moved = image * covariance * image.transpose()
    if len(table) == 1:
        return made(_mapped(matrix, mean if len(mean) > 1 else mean[0], shift), moved[0, 0], prec)
    rows = tuple(tuple(moved[i, j] for j in range(len(table))) for i in range(len(table)))
    return made(_mapped(matrix, mean if len(mean) > 1 else mean[0], shift), rows, prec)


def _table(matrix: Any, inputs: int) -> tuple[tuple[fmpq, ...], ...]:
    """A matrix as its rows; a number is a matrix with one entry, a point a matrix with one column, or the one row of a map to the line."""
    if isinstance(matrix, fmpq):
        rows: tuple[Any, ...] = ((matrix,),)
    elif isinstance(matrix, tuple) and all(isinstance(row, tuple) for row in matrix):
        rows = matrix
    elif isinstance(matrix, tuple):
        rows = (matrix,) if inputs > 1 else tuple((x,) for x in matrix)
    else:
        raise NoValue("an affine map needs a matrix of fractions")
    if any(len(row) != inputs or not all(isinstance(x, fmpq) for x in row) for row in rows):
        raise NoValue(f"an affine map of points with {inputs} coordinates needs rows of so many fractions")
    return rows


def _mapped(matrix: Any, point: Any, shift: Any) -> Any:
    coordinates = point if isinstance(point, tuple) else (point,)
    rows = _table(matrix, len(coordinates))
    offsets = shift if isinstance(shift, tuple) else (shift,)
    if len(offsets) != len(rows):
        raise NoValue("a shift must have a coordinate for each row of the matrix")
    images = tuple(sum((a * x for a, x in zip(row, coordinates, strict=True)), fmpq(0)) + b for row, b in zip(rows, offsets, strict=True))
    return images[0] if len(images) == 1 else images


def inverse_form(matrix: Any, vector: Any) -> Number:
    """``x^T K^{-1} x`` for a positive semidefinite matrix: the least squared length of a z with ``K^{1/2} z = x``; oo where there is none."""
    if not isinstance(matrix, tuple) and not isinstance(vector, tuple):
        side = numbers.sign(matrix)
        if side is None or side < 0:
            raise NoValue("the inverse form of a variance below 0")
        if side == 0:
            along = numbers.sign(vector)
            if along is None:
                raise NotKnown("the inverse form of a variance of 0 at a number that may be 0")
            return ZERO if along == 0 else INF
        return numbers.div(numbers.mul(vector, vector), matrix)
    if not isinstance(matrix, tuple) or not isinstance(vector, tuple) or len(matrix) != len(vector) or not is_symmetric(matrix):
        raise NoValue("the inverse form needs a symmetric matrix with a row for each coordinate")
    pivots, minor = eliminated(matrix)
    if minor:
        raise NoValue("the inverse form of a matrix that is not positive semidefinite")
    if not _in_range(matrix, vector):
        return INF
    return _form(fmpq_mat([list(row) for row in part(matrix, pivots)]), tuple(vector[k] for k in pivots)) if pivots else ZERO


def _in_range(rows: Any, vector: Any) -> bool:
    whole = fmpq_mat([list(row) for row in rows])
    return bool(fmpq_mat([[*row, x] for row, x in zip(rows, vector, strict=True)]).rank() == whole.rank())


def _form(matrix: fmpq_mat, vector: Vector) -> fmpq:
    solved = matrix.solve(fmpq_mat([[x] for x in vector]))
    return sum((x * solved[k, 0] for k, x in enumerate(vector)), fmpq(0))


# --- pairs of laws ---------------------------------------------------------------------------------------------------


def as_vector(law: Any) -> NormalLaw | None:
    """The law as a normal law on R^d, also where it is a product of normal laws with fractions; None for others."""
    if isinstance(law, NormalLaw):
        return law
    if not isinstance(law, ProductLaw):
        return None
    moments = [gaussian(laws.flat(factor)) if not isinstance(factor, FiniteLaw | ProductLaw | NormalLaw) else None for factor in law.laws]
    if any(m is None or not all(isinstance(x, fmpq) for x in m) for m in moments):
        return None
    found = [m for m in moments if m is not None]
    return NormalLaw(tuple(m[0] for m in found), tuple(tuple(v if i == j else fmpq(0) for j in range(len(found))) for i, (_, v) in enumerate(found)))


def _pair(p: NormalLaw, q: NormalLaw) -> Pair | None:
    """The laws on coordinates that determine the others; None where they live on disjoint sets."""
    if len(p.mean) != len(q.mean):
        raise NoValue("distributions on different spaces")
    shift = tuple(a - b for a, b in zip(p.mean, q.mean, strict=True))
    one, two = (fmpq_mat([list(row) for row in law.covariance]) for law in (p, q))
    both = fmpq_mat([[*a, *b] for a, b in zip(p.covariance, q.covariance, strict=True)])
    if not one.rank() == two.rank() == both.rank() or not _in_range(q.covariance, shift):
        return None
    kept = eliminated(p.covariance)[0]
    return tuple(shift[k] for k in kept), *(fmpq_mat([list(row) for row in part(law.covariance, kept)]) for law in (p, q))


def _both(p: Any, q: Any) -> tuple[NormalLaw, NormalLaw] | str:
    """Both laws as normal ones; or that they live on disjoint sets, or that this is not known."""
    if isinstance(p, FiniteLaw) or isinstance(q, FiniteLaw):
        return "disjoint"  # a normal law that is no point mass has no atoms
    one, two = as_vector(p), as_vector(q)
    return "unknown" if one is None or two is None else (one, two)


def renyi(p: Any, q: Any, order: Number, prec: int) -> Number:
    """Renyi divergence of order > 0. Gil, Alajaji and Linder (2013), doi:10.1016/j.ins.2013.06.018."""
    if numbers.compare(order, ZERO) != ">":
        raise NoValue(f"a Rényi divergence of order {order}, which is not certainly positive")
    found = _both(p, q)
    if found == "unknown":
        return Enclosure(arb(0), INF)
    pair = _pair(*found) if not isinstance(found, str) else None
    if pair is None:
        return INF
    shift, s, t = pair
    if s == t:
        square = _form(s, shift)
        return numbers.mul(numbers.div(order, fmpq(2), prec), square, prec) if square != 0 else ZERO
    if numbers.compare(order, ONE) == "=":
        inverse = t.inv()
        trace = sum(((inverse * s)[k, k] for k in range(len(shift))), fmpq(0))
        return numbers.mul(HALF, numbers.add(trace + _form(t, shift) - len(shift), elementary.log(t.det() / s.det(), prec), prec), prec)
    if isinstance(order, float):
        return _greatest(pair, prec)
    if not isinstance(order, fmpq):
        return Enclosure(arb(0), INF)
    middle = [[(1 - order) * s[i, j] + order * t[i, j] for j in range(len(shift))] for i in range(len(shift))]
    pivots, minor = eliminated(middle)
    if minor or len(pivots) < len(shift):
        return INF
    between = fmpq_mat(middle)
    ratio = numbers.add(elementary.log(between.det(), prec), numbers.neg(
        numbers.add(numbers.mul(1 - order, elementary.log(s.det(), prec), prec), numbers.mul(order, elementary.log(t.det(), prec), prec), prec)), prec)
    return numbers.add(order / 2 * _form(between, shift), numbers.div(ratio, 2 * (1 - order), prec), prec)


def _greatest(pair: Pair, prec: int) -> Number:
    """Supremum of the logarithm of the density ratio, a quadratic."""
    shift, s, t = pair
    d = len(shift)
    before, after = s.inv(), t.inv()
    bend = [[before[i, j] - after[i, j] for j in range(d)] for i in range(d)]
    slope = tuple(sum((before[i, j] * shift[j] for j in range(d)), fmpq(0)) for i in range(d))
    pivots, minor = eliminated(bend)
    if minor or not _in_range(bend, slope):
        return INF
    peak = _form(fmpq_mat([list(row) for row in part(bend, pivots)]), tuple(slope[k] for k in pivots)) if pivots else fmpq(0)
    return numbers.mul(HALF, numbers.add(peak - _form(s, shift), elementary.log(t.det() / s.det(), prec), prec), prec)


def hockey_stick(p: Any, q: Any, epsilon: Number, prec: int) -> Number:
    """``sup_A P(A) - exp(epsilon) Q(A)``, in closed form for equal covariances: along the line between the means it is that of N(v, v) and N(0, v)."""
    found = _both(p, q)
    if found == "unknown":
        return Enclosure(arb(0), arb(1))
    pair = _pair(*found) if not isinstance(found, str) else None
    if pair is None or epsilon == -INF:
        return ONE
    if epsilon == INF:
        return ZERO
    shift, s, t = pair
    if s != t:
        return Enclosure(arb(0), arb(1))
    square = _form(s, shift)
    if square == 0:
        return elementary.maximum(ZERO, numbers.sub(ONE, elementary.exp(epsilon, prec), prec))
    length = powers.power(square, HALF, prec)
    tilt = numbers.div(epsilon, length, prec)
    low, high = (_above(numbers.add(tilt, numbers.mul(side, length, prec), prec), prec) for side in (-HALF, HALF))
    return numbers.sub(low, numbers.mul(elementary.exp(epsilon, prec), high, prec), prec)


def _above(x: Number, prec: int) -> Number:
    """Probability that a standard normal number is more than x."""
    return numbers.mul(HALF, elementary.erfc(numbers.div(x, powers.power(fmpq(2), HALF, prec), prec), prec), prec)


def total_variation(p: Any, q: Any, prec: int) -> Number:
    """``sup_A P(A) - Q(A)``; for equal covariances ``erf`` of a quarter of the distance of the means over the root of two, in units of the covariance."""
    found = _both(p, q)
    pair = _pair(*found) if not isinstance(found, str) else None
    if pair is None:
        return ONE if found != "unknown" else Enclosure(arb(0), arb(1))
    shift, s, t = pair
    if s != t:
        return Enclosure(arb(0), arb(1))
    return elementary.erf(powers.power(_form(s, shift) / 8, HALF, prec), prec)


def wasserstein(p: Any, q: Any, order: Number, norm: Number, prec: int) -> Number:
    """W_order in the l_norm distance: that of the means for equal covariances, and for order and norm 2 that of Olkin and Pukelsheim (1982); else a bracket.

    ``W_2^2 = |m - n|^2 + tr S + tr T - 2 tr (S^{1/2} T S^{1/2})^{1/2}``; the last trace is the sum of the roots of the eigenvalues of S T. In general the means
    are no further apart than the laws.
    """
    one, two = as_vector(p), as_vector(q)
    if one is None or two is None:
        return Enclosure(arb(0), INF)
    if len(one.mean) != len(two.mean):
        raise NoValue("distributions on different spaces")
    gap = ground_distance(one.mean, two.mean, norm, prec)
    if one.covariance == two.covariance:
        return gap
    if order != 2 or norm != 2:
        return Enclosure(numbers.enclose(gap, prec).lo, INF)
    d = len(one.mean)
    total: Number = sum(((a - b) ** 2 for a, b in zip(one.mean, two.mean, strict=True)), fmpq(0)) + sum(
        (law.covariance[k][k] for law in (one, two) for k in range(d)), fmpq(0))
    for root in _eigenvalues(one.covariance, two.covariance):
        total = numbers.sub(total, numbers.mul(fmpq(2), powers.power(root, HALF, prec), prec), prec)
    if isinstance(total, Enclosure):
        total = Enclosure(total.lo if total.lo >= 0 else arb(0), total.hi)
    return powers.power(total, HALF, prec)


def _eigenvalues(s: Any, t: Any) -> list[Number]:
    """The eigenvalues of S T, which are at least 0: exact for diagonal matrices and where they are fractions."""
    d = len(s)
    if all(m[i][j] == 0 for m in (s, t) for i in range(d) for j in range(i)):
        return [s[k][k] * t[k][k] for k in range(d)]
    product = fmpq_mat([list(row) for row in s]) * fmpq_mat([list(row) for row in t])
    polynomial = product.charpoly().numer()
    found: list[Number] = []
    for factor, count in polynomial.factor()[1]:
        if factor.degree() == 1:
            found += [fmpq(-factor[0], factor[1])] * count
            continue
        for root, multiplicity in factor.complex_roots():
            ball = numbers.hull(root.real)
            if ball.hi < 0:
                raise NoValue("a covariance matrix with a negative eigenvalue")
            found += [Enclosure(ball.lo if ball.lo >= 0 else arb(0), ball.hi)] * (multiplicity * count)
    return found


def moment(law: NormalLaw, order: Number, norm: Number) -> Number:
    """E of the norm to a power: exact for order 2 and norm 2, and for order 0."""
    if order == 0:
        return ONE
    if order == 2 and norm == 2:
        return sum((x * x for x in law.mean), fmpq(0)) + sum((row[k] for k, row in enumerate(law.covariance)), fmpq(0))
    return Enclosure(arb(0), INF)


def evaluate(head: str, a: list[Any], prec: int) -> Number | tuple[Any, ...]:
    """A quantity of which an argument is a normal law on R^d."""
    if head == "renyi":
        return renyi(a[0], a[1], a[2], prec)
    if head == "hockey_stick":
        return hockey_stick(a[0], a[1], a[2], prec)
    if head in ("total_variation", "least_disagreement"):
        return total_variation(a[0], a[1], prec)
    if head == "l1_distance":
        return numbers.mul(fmpq(2), total_variation(a[0], a[1], prec), prec)
    if head in ("wasserstein", "kantorovich"):
        order, asked = (ONE, a[2] if len(a) > 2 else None) if head == "kantorovich" else (a[2], a[3] if len(a) > 3 else None)
        if numbers.relation(order, ">=", ONE) is False:
            raise NoValue("a Wasserstein distance of order below 1")
        return wasserstein(a[0], a[1], order, ONE if asked is None else asked, prec)
    if head == "mean":
        return tuple(a[0].mean)
    if head == "moment":
        asked = a[2] if len(a) > 2 else None
        return moment(a[0], a[1], ONE if asked is None else asked)
    if head == "mass":
        return ZERO  # finitely many points carry no mass
    return ANYTHING
