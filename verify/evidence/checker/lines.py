"""Quantities of laws on the line with densities ``exp(c0 + c1 x + c2 x^2)``, by closed forms enclosed in balls."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from flint import ctx

from verify.evidence.checker import numbers as n
from verify.evidence.checker.laws import Line, Piece
from verify.evidence.checker.numbers import INFINITY, MINUS_INFINITY, ONE, ZERO, Number, Undecided

TWO = Fraction(2)


def sign(x: Number) -> int:
    """-1, 0 or 1. Raises Undecided."""
    possible = n.relations(x, ZERO)
    if len(possible) > 1:
        raise Undecided("a number whose sign is not known")
    return {"<": -1, "=": 0, ">": 1}[possible.pop()]


def quadratic(p: Piece, x: Number) -> Number:
    return n.add(p.c0, n.mul(p.c1, x), n.mul(p.c2, x, x))


def density_at(p: Piece, x: Number) -> Number:
    """The density continued to x; 0 at an infinite end of an integrable piece."""
    if n.is_point_infinite(x):
        return ZERO
    return n.exp(quadratic(p, x))


def integral(p: Piece, lo: Number, hi: Number, k: int = 0) -> Number:
    """Integral of x**k exp(c0 + c1 x + c2 x^2) over (lo, hi), which may be infinite."""
    curve = sign(p.c2)
    slope = sign(p.c1) if curve == 0 else 0
    for end in (lo, hi):
        way = n.is_point_infinite(end)
        if way and (curve > 0 or (curve == 0 and slope * way >= 0)):
            if k % 2:
                raise Undecided("an odd moment that is infinite or has no value")
            return INFINITY
    if curve > 0:
        raise Undecided("an integral of a density that is log-convex")
    if curve == 0 and slope == 0:
        width = n.sub(n.power(hi, Fraction(k + 1)), n.power(lo, Fraction(k + 1)))
        return n.mul(n.exp(p.c0), width, Fraction(1, k + 1))
    if curve == 0:
        return n.sub(_primitive(p, hi, k), _primitive(p, lo, k))
    if k == 0:
        return _gauss(p, lo, hi)
    values = [_gauss(p, lo, hi)]
    for j in range(1, k + 1):  # by parts
        edge = n.sub(_edge(p, hi, j), _edge(p, lo, j))
        rest = n.mul(Fraction(j - 1), values[j - 2]) if j > 1 else ZERO
        values.append(n.div(n.sub(edge, n.add(n.mul(p.c1, values[j - 1]), rest)), n.mul(TWO, p.c2)))
    return values[k]


def _edge(p: Piece, x: Number, k: int) -> Number:
    return ZERO if n.is_point_infinite(x) else n.mul(n.power(x, Fraction(k - 1)), density_at(p, x))


def _primitive(p: Piece, x: Number, k: int) -> Number:
    """exp(c0 + c1 x) * sum_j (-1)^j k!/(k-j)! x^(k-j) / c1^(j+1)."""
    if n.is_point_infinite(x):
        return ZERO
    total: Number = ZERO
    factor: Number = n.inverse(p.c1)
    for j in range(k + 1):
        total = n.add(total, n.mul(factor, n.power(x, Fraction(k - j))))
        factor = n.div(n.mul(factor, Fraction(-(k - j))), p.c1)
    return n.mul(n.exp(n.add(p.c0, n.mul(p.c1, x))), total)


@lru_cache(maxsize=1024)
def _bell(p: Piece, prec: int) -> tuple[Number, Number, Number]:
    """sqrt(-c2), where the curve is centred, and the integral over the line divided by 2."""
    root = n.power(n.neg(p.c2), Fraction(1, 2))
    middle = n.div(p.c1, n.mul(TWO, root))
    height = n.exp(n.add(p.c0, n.mul(middle, middle)))
    return root, middle, n.mul(height, n.power(n.pi(), Fraction(1, 2)), n.inverse(n.mul(TWO, root)))


def _gauss(p: Piece, lo: Number, hi: Number) -> Number:
    root, middle, half = _bell(p, ctx.prec)
    left, right = (x if n.is_point_infinite(x) else n.sub(n.mul(root, x), middle) for x in (lo, hi))
    if n.relations(right, ZERO) <= {"<"}:  # by symmetry: the complement keeps its digits in the tail
        left, right = n.neg(right), n.neg(left)
    if n.relations(left, ZERO) <= {">"}:
        area = n.sub(n.erfc(left), n.erfc(right))
    else:
        area = n.sub(n.erf(right), n.erf(left))
    return n.mul(half, area)


def clip(p: Piece, lo: Number, hi: Number) -> tuple[Number, Number] | None:
    """The part of the piece between lo and hi, ``None`` where there is none; a part that is perhaps empty has ends that may be equal."""
    a, b = n.maximum(p.lo, lo), n.minimum(p.hi, hi)
    order = n.relations(a, b)
    if order == {"<"}:
        return a, b
    return None if order <= {">", "="} else (a, n.maximum(a, b))


def moment_between(law: Line, lo: Number, hi: Number, k: int = 0) -> Number:
    """E X^k over lo < X <= hi."""
    terms: list[Number] = []
    for w, pieces in law.parts:
        for p in pieces:
            inside = clip(p, lo, hi)
            if inside:
                terms.append(n.mul(w, integral(p, *inside, k)))
    for x, w in law.atoms:
        if n.relations(x, lo) <= {">"} and n.relations(x, hi) <= {"<", "="}:
            terms.append(w * x**k)
        elif ">" in n.relations(x, lo) and n.relations(x, hi) & {"<", "="}:
            terms.append(n.hull([ZERO, w * x**k]))
    return n.add(*terms)


def moved(law: Line, centre: Number) -> Line:
    """The law of X - centre; the centre must be exact where there are atoms."""

    def piece(p: Piece) -> Piece:
        level, slope = quadratic(p, centre), n.add(p.c1, n.mul(TWO, p.c2, centre))
        return Piece(n.sub(p.lo, centre), n.sub(p.hi, centre), level, slope, p.c2)

    atoms = tuple((x - centre, w) for x, w in law.atoms) if isinstance(centre, Fraction) else ()
    return Line(tuple((w, tuple(piece(p) for p in pieces)) for w, pieces in law.parts), atoms)


def mass(law: Line) -> Number:
    return moment_between(law, MINUS_INFINITY, INFINITY)


def cdf(law: Line, x: Number) -> Number:
    return moment_between(law, MINUS_INFINITY, x)


def mean(law: Line) -> Number:
    return moment_between(law, MINUS_INFINITY, INFINITY, 1)


def exponential_moment(law: Line, s: Number) -> Number:
    """E exp(s X)."""
    terms: list[Number] = [n.mul(w, n.exp(n.mul(s, x))) for x, w in law.atoms]
    for w, pieces in law.parts:
        for p in pieces:
            terms.append(n.mul(w, integral(Piece(p.lo, p.hi, p.c0, n.add(p.c1, s), p.c2), p.lo, p.hi)))
    return n.add(*terms)


def absolute_moment(law: Line, k: Number) -> Number:
    """E |X|^k for whole k."""
    if not isinstance(k, Fraction) or k.denominator != 1 or not 0 <= k <= 40:
        raise Undecided("an absolute moment of an order that is not a small whole number")
    order = int(k)
    right = moment_between(law, ZERO, INFINITY, order)
    left = n.mul(Fraction((-1) ** order), moment_between(law, MINUS_INFINITY, ZERO, order))
    return n.add(left, right)


def ends(laws: list[Line]) -> list[Number]:
    """All ends of pieces and atoms in increasing order, between -oo and oo."""
    found: list[Number] = [MINUS_INFINITY, INFINITY]
    for law in laws:
        for x in [x for _, pieces in law.parts for p in pieces for x in (p.lo, p.hi)] + [x for x, _ in law.atoms]:
            place = len(found)
            for k, old in enumerate(found):
                order = n.relations(x, old)
                if order == {"="}:
                    break
                if order == {"<"}:
                    place = k
                    found.insert(place, x)
                    break
                if order != {">"}:
                    raise Undecided("ends of pieces whose order is not known")
    return found


def log_density(law: Line, lo: Number, hi: Number) -> Piece | None:
    """The log-density on a cell, ``None`` where it is 0. Undecided for a true mixture."""
    here = [(w, p) for w, pieces in law.parts for p in pieces if clip(p, lo, hi)]
    if not here:
        return None
    if len(here) > 1:
        raise Undecided("a quantity of a mixture of overlapping densities")
    ((w, p),) = here
    return Piece(lo, hi, n.add(p.c0, n.log(w)), p.c1, p.c2)


def cells(p: Line, q: Line) -> Iterator[tuple[Piece | None, Piece | None]]:
    places = ends([p, q])
    for lo, hi in pairwise(places):
        yield log_density(p, lo, hi), log_density(q, lo, hi)


def renyi(p: Line, q: Line, order: Number) -> Number:
    """Renyi divergence: atoms are held against atoms, densities against densities."""
    side = n.relations(order, ONE)
    weights_p, weights_q = dict(p.atoms), dict(q.atoms)
    if side <= {">", "="} and any(w > 0 and not weights_q.get(x, ZERO) for x, w in p.atoms):  # a point that only the first law weighs
        return n.INFINITY
    if len(side) > 1 or not n.relations(order, ZERO) <= {">", "="}:
        raise Undecided("a Renyi divergence whose order may be 1 or negative")
    shared = [(a, b) for a, b in cells(p, q) if a is not None or b is not None]
    of_one_piece = len(shared) == 1 and not p.atoms and not q.atoms
    if n.relations(order, ZERO) == {">"} and p.atoms == q.atoms and all(_equal(a, b, of_one_piece=of_one_piece) for a, b in shared):
        return ZERO
    terms: list[Number] = []
    highest: list[Number] = []
    for x in sorted(weights_p.keys() & weights_q.keys()):
        u, v = weights_p[x], weights_q[x]
        if side == {"="}:
            terms.append(n.mul(u, n.log(u / v)))
        elif n.is_point_infinite(order):
            highest.append(n.log(u / v))
        else:
            terms.append(v if order == 0 else n.mul(n.power(u, order), n.power(v, n.sub(ONE, order))))
    for a, b in shared:
        if a is None or (b is None and side == {"<"}):
            continue
        if b is None:
            return INFINITY
        d = Piece(a.lo, a.hi, n.sub(a.c0, b.c0), n.sub(a.c1, b.c1), n.sub(a.c2, b.c2))
        if side == {"="}:
            terms += [n.mul(c, integral(a, a.lo, a.hi, k)) for k, c in enumerate((d.c0, d.c1, d.c2)) if c != 0]
        elif n.is_point_infinite(order):
            highest.append(peak(d))
        elif order == 0:
            terms.append(integral(b, b.lo, b.hi))
        else:
            terms.append(integral(_mixed(a, b, order), a.lo, a.hi))
    if side == {"="}:
        return n.add(*terms)
    if n.is_point_infinite(order):
        return n.maximum(*highest)
    mass_ = n.add(*terms)
    if mass_ == 0:
        return INFINITY
    if n.is_point_infinite(mass_):
        return INFINITY
    return n.div(n.log(mass_), n.sub(order, ONE))


def _mixed(a: Piece, b: Piece, order: Number) -> Piece:
    """The piece proportional to ``f^order g^(1 - order)``."""
    rest = n.sub(ONE, order)
    return Piece(
        a.lo,
        a.hi,
        *(n.add(n.mul(order, x), n.mul(rest, y)) for x, y in ((a.c0, b.c0), (a.c1, b.c1), (a.c2, b.c2))),
    )


def _equal(a: Piece | None, b: Piece | None, *, of_one_piece: bool) -> bool:
    """Whether two log-densities are one on a cell. Where it is the only cell, the level follows from the shape, as both have mass 1."""
    if a is None or b is None:
        return a is b
    return all(n.relations(x, y) == {"="} for x, y in ((a.c0, b.c0), (a.c1, b.c1), (a.c2, b.c2))[of_one_piece:])


def peak(d: Piece) -> Number:
    """Supremum of a quadratic on a cell."""
    candidates: list[Number] = []
    for x in (d.lo, d.hi):
        way = n.is_point_infinite(x)
        if not way:
            candidates.append(quadratic(d, x))
            continue
        growth = sign(d.c2) or sign(d.c1) * way
        if growth > 0:
            return INFINITY
        candidates.append(d.c0 if growth == 0 else MINUS_INFINITY)
    if sign(d.c2) < 0:
        top = n.div(d.c1, n.mul(-TWO, d.c2))
        if n.relations(top, d.lo) == {">"} and n.relations(top, d.hi) == {"<"}:
            candidates.append(quadratic(d, top))
        elif not (n.relations(top, d.lo) <= {"<", "="} or n.relations(top, d.hi) <= {">", "="}):
            candidates.append(n.hull([candidates[0], quadratic(d, top)]))
    return n.maximum(*candidates)


def hockey_stick(p: Line, q: Line, epsilon: Number) -> Number:
    """sup_A P(A) - exp(epsilon) Q(A)."""
    level = n.exp(epsilon)
    terms: list[Number] = []
    weights_p, weights_q = dict(p.atoms), dict(q.atoms)
    for x in sorted(weights_p.keys() | weights_q.keys()):
        terms.append(n.maximum(ZERO, n.sub(weights_p.get(x, ZERO), n.mul(level, weights_q.get(x, ZERO)))))
    for a, b in cells(p, q):
        if a is None:
            continue
        if b is None:
            terms.append(integral(a, a.lo, a.hi))
            continue
        d = Piece(a.lo, a.hi, n.sub(n.sub(a.c0, b.c0), epsilon), n.sub(a.c1, b.c1), n.sub(a.c2, b.c2))
        cuts = [a.lo]
        for r in _roots(d):
            above, below = n.relations(r, a.lo), n.relations(r, a.hi)
            if above == {">"} and below == {"<"}:
                cuts.append(r)
            elif ">" in above and "<" in below:
                raise Undecided("a root near an end of a piece")
        cuts.append(a.hi)
        for lo, hi in pairwise(cuts):
            if sign(quadratic(d, _inner(lo, hi))) > 0:
                terms.append(n.sub(integral(a, lo, hi), n.mul(level, integral(b, lo, hi))))
    return n.add(*terms)


def _inner(lo: Number, hi: Number) -> Number:
    """A point well inside a cell."""
    left, right = n.is_point_infinite(lo), n.is_point_infinite(hi)
    if left and right:
        return ZERO
    if left:
        return n.sub(hi, ONE)
    if right:
        return n.add(lo, ONE)
    return n.mul(Fraction(1, 2), n.add(lo, hi))


def _roots(d: Piece) -> list[Number]:
    """Where the quadratic changes its sign; cells between roots have one sign."""
    if sign(d.c2) == 0:
        return [] if sign(d.c1) == 0 else [n.neg(n.div(d.c0, d.c1))]
    under = n.sub(n.mul(d.c1, d.c1), n.mul(Fraction(4), d.c2, d.c0))
    if sign(under) <= 0:
        return []
    root = n.power(under, Fraction(1, 2))
    twice = n.mul(TWO, d.c2)
    both = [n.div(n.sub(s, d.c1), twice) for s in (n.neg(root), root)]
    return both if sign(d.c2) > 0 else both[::-1]


def total_variation(p: Line, q: Line) -> Number:
    return hockey_stick(p, q, ZERO)


def log_ratio_sup(p: Line, q: Line) -> Number:
    if p.atoms or q.atoms:
        raise Undecided("a log ratio of distributions with atoms and densities")
    found: list[Number] = []
    for a, b in cells(p, q):
        if (a is None) != (b is None):
            return INFINITY
        if a is None or b is None:
            continue
        c = (n.sub(a.c0, b.c0), n.sub(a.c1, b.c1), n.sub(a.c2, b.c2))
        found += [peak(Piece(a.lo, a.hi, *c)), peak(Piece(a.lo, a.hi, *(n.neg(x) for x in c)))]
    return n.maximum(*found)


def log_density_lipschitz(p: Line, low: Number, high: Number) -> Number:
    """Least Lipschitz constant of log p between low and high."""
    order = n.relations(low, high)
    if order <= {"=", ">"}:
        return ZERO  # between them there are no two points
    if order != {"<"}:
        raise Undecided("a Lipschitz constant between numbers that may be equal")
    if p.atoms:
        return INFINITY
    inner = [x for x in ends([p])[1:-1] if n.relations(x, low) == {">"} and n.relations(x, high) == {"<"}]
    places = [low, *inner, high]
    found: list[Number] = []
    before: Piece | None = None
    for lo, hi in pairwise(places):
        here = log_density(p, lo, hi)
        if here is None:
            return INFINITY
        if before is not None and sign(n.sub(quadratic(before, lo), quadratic(here, lo))) != 0:
            return INFINITY
        for x in (lo, hi):
            if not n.is_point_infinite(x):
                found.append(n.absolute(n.add(here.c1, n.mul(TWO, here.c2, x))))
            elif sign(here.c2):
                return INFINITY
            else:
                found.append(n.absolute(here.c1))
        before = here
    return n.maximum(*found)


def parts_on(law: Line, lo: Number, hi: Number) -> list[tuple[Fraction, Piece]]:
    return [(w, p) for w, pieces in law.parts for p in pieces if clip(p, lo, hi)]


def level(parts: list[tuple[Fraction, Piece]], lo: Number, hi: Number) -> Number:
    """The range of the density between lo and hi."""
    return n.add(ZERO, *(n.mul(w, _range(p, lo, hi)) for w, p in parts))


def slope(parts: list[tuple[Fraction, Piece]], lo: Number, hi: Number) -> Number:
    """The range of the derivative of the density between two finite numbers."""
    between = n.hull([lo, hi])
    return n.add(
        ZERO, *(n.mul(w, n.add(p.c1, n.mul(TWO, p.c2, between)), _range(p, lo, hi)) for w, p in parts)
    )


def _range(p: Piece, lo: Number, hi: Number) -> Number:
    """The range of exp(c0 + c1 x + c2 x^2) between lo and hi."""
    both = [density_at(p, lo), density_at(p, hi)]
    if n.relations(lo, hi) == {"="}:
        return both[0]
    if n.relations(p.c2, ZERO) != {"="}:
        top = n.div(p.c1, n.mul(-TWO, p.c2))
        if n.relations(top, lo) & {">", "="} and n.relations(top, hi) & {"<", "="}:
            both.append(density_at(p, top))
    return both[0] if n.relations(both[0], both[-1]) == {"="} and len(both) == 2 else n.hull(both)


def support_ends(p: Line) -> tuple[Number, Number]:
    """Least and greatest point of the support."""
    places = [x for _, pieces in p.parts for piece in pieces for x in (piece.lo, piece.hi)] + [x for x, _ in p.atoms]
    return n.minimum(*places), n.maximum(*places)


def density(law: Line, x: Number) -> Number:
    """The density at x; between two pieces its limit, if it has the same from both sides."""
    if law.atoms:
        raise Undecided("the density of a distribution with atoms")
    left: list[Number] = []
    right: list[Number] = []
    for w, pieces in law.parts:
        for p in pieces:
            after, before = n.relations(x, p.lo), n.relations(x, p.hi)
            if len(after) > 1 or len(before) > 1:
                raise Undecided("a density near an end of a piece")
            value = n.mul(w, density_at(p, x))
            left += [value] if after == {">"} and before <= {"<", "="} else []
            right += [value] if before == {"<"} and after <= {">", "="} else []
    values = n.add(*left), n.add(*right)
    if left != right and n.relations(*values) != {"="}:
        raise Undecided("a density at a jump")
    return values[0]
