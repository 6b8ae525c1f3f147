"""Divergences from a moved law: the largest over short shifts of one law, and the least over laws near another one."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain, combinations, pairwise, product
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import laws, line_transport, lines, normals, power_tail_divergences, power_tails, transport
from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument
from verify.evidence.checker.laws import Finite, Heavy, Independent, Line, Normal, Piece
from verify.evidence.checker.numbers import INFINITY, ONE, ZERO, Ball, Number, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

TWO = Fraction(2)
MOST_POINTS = 9
CELLS, BITS = 8, 40
"""Pieces of the edge of a ball in the plane, and of the values on them."""
ROUGH = 6
"""Cells of brackets up to which independent coordinates are looked at roughly."""


def divergence(e: Evaluator, p: Any, q: Any, order: Number) -> Number:
    """Renyi divergence of two laws of any kind."""
    if isinstance(p, Normal) or isinstance(q, Normal):
        return normals.renyi(p, q, order)
    if isinstance(p, Independent) and isinstance(q, Independent) and len(p.factors) == len(q.factors):
        return n.add(*(divergence(e, a, b, order) for a, b in zip(p.factors, q.factors, strict=True)))
    if isinstance(p, Finite) and isinstance(q, Finite):
        return laws.renyi(p, q, order)
    if isinstance(p, Independent) or isinstance(q, Independent):
        raise Undecided("a divergence of independent coordinates from another kind of distribution")
    if isinstance(p, Heavy) or isinstance(q, Heavy):
        return power_tail_divergences.renyi(p, q, order, e.budget)
    try:
        return lines.renyi(laws.line(p), laws.line(q), order)
    except Undecided:
        return power_tail_divergences.renyi(p, q, order, e.budget)


def _positive(order: Number) -> None:
    n.demand(n.relations(order, ZERO), (">", "="), "a divergence of negative order")
    if n.relations(order, ZERO) != {">"}:
        raise Undecided("a divergence of moved or trimmed distributions whose order may be 0")


def _order_and_radius(e: Evaluator, order: Any, radius: Any, env: Env) -> tuple[Number, Number]:
    a, z = e.number(order, env), e.number(radius, env)
    _positive(a)
    n.demand(n.relations(z, ZERO), (">", "="), "a length below 0")
    return a, z


# --- moved noise -------------------------------------------------------------------------------------------------------


def _largest_shift(e: Evaluator, f: Any, env: Env) -> Number:
    noise = e.law(argument(f, 0), env)
    order, radius = _order_and_radius(e, argument(f, 2), argument(f, 1), env)
    norm = transport.norm_order(e, f, 3, env)
    if n.relations(radius, ZERO) == {"="}:
        return ZERO
    if isinstance(radius, Ball) and radius.lo > 0 and radius.hi == n.OO and radius.lo < n.OO:  # it does not fall as the length grows
        return Ball(n.ball(_moved(e, noise, Ball(radius.lo, radius.lo), order, norm)).lo, n.OO)
    if n.may_be_infinite(radius) or n.relations(radius, ZERO) != {">"} or not n.relations(order, ONE) <= {">", "="}:
        raise Undecided("shifts of a length that may be 0 or infinite, or an order below 1")
    return _moved(e, noise, radius, order, norm)


def _moved(e: Evaluator, noise: Any, radius: Number, order: Number, norm: Number | None) -> Number:
    normal = normals.vector_law(noise) if isinstance(noise, Independent | Normal) else None
    if normal is not None:
        return _of_normal(normal, radius, order, norm)
    if isinstance(noise, Independent):
        return _of_coordinates(e, noise.factors, radius, order, norm)
    whole = laws.Heavy(laws.line(noise), ()) if not isinstance(noise, Heavy) else noise
    if whole.light.atoms:
        return INFINITY  # all but finitely many shifts move an atom to where there is none
    parts: list[Any] = [*(p for _, pieces in whole.light.parts for p in pieces), *(tail for _, tail in whole.tails)]
    supports = [power_tails.support(part) for part in parts]
    if not any(n.is_point_infinite(lo) for lo, _ in supports) or not any(n.is_point_infinite(hi) for _, hi in supports):
        return INFINITY  # an end of the support is moved beyond it
    mirrored = _falls_from_centre(whole)  # then both directions are one
    if not (mirrored or _is_log_concave(whole)):
        raise Undecided("shifts of a density that is neither symmetric and falling from its centre nor log-concave")
    e.notes.add("the divergence rises with the shift for densities that are symmetric and fall from their centre, or log-concave")
    shifts = [radius] if mirrored else [radius, n.neg(radius)]
    return n.maximum(*(divergence(e, laws.translate(noise, shift), noise, order) for shift in shifts))


def _falls_from_centre(law: Heavy) -> bool:
    """Every component is equal to its mirror image about one point, and does not rise beyond it."""
    centres: list[Number] = []
    for _, power in law.tails:
        if power.side != "both":
            return False
        centres.append(power.location)
    for _, pieces in law.light.parts:
        centre = _middle(pieces)
        image = Line(((ONE, tuple(power_tails.mirrored(p) for p in reversed(pieces))),))
        if not line_transport.same(laws.translate(image, n.mul(TWO, centre)), Line(((ONE, pieces),))):
            return False
        beyond = [p for p in pieces if n.relations(p.hi, centre) == {">"}]
        starts = [n.maximum(p.lo, centre) for p in beyond]
        if any(not n.relations(_slope(p, x), ZERO) <= {"<", "="} or not n.relations(p.c2, ZERO) <= {"<", "="} for p, x in zip(beyond, starts, strict=True)):
            return False
        if any(n.relations(a.hi, b.lo) != {"="} or not n.relations(lines.quadratic(a, a.hi), lines.quadratic(b, b.lo)) <= {">", "="} for a, b in pairwise(beyond)):
            return False
        centres.append(centre)
    return all(n.relations(c, centres[0]) == {"="} for c in centres)


def _middle(pieces: tuple[Piece, ...]) -> Number:
    """Where a density that is symmetric has its centre: the vertex of one piece, or the middle break."""
    if len(pieces) == 1:
        return n.div(pieces[0].c1, n.mul(Fraction(-2), pieces[0].c2)) if n.relations(pieces[0].c2, ZERO) == {"<"} else ZERO
    return pieces[len(pieces) // 2].lo


def _slope(p: Piece, x: Number) -> Number:
    return n.add(p.c1, n.mul(TWO, p.c2, x))


def _is_log_concave(law: Heavy) -> bool:
    """One density, with slopes of its logarithm that never rise from left to right, and no jumps."""
    if law.tails or len(law.light.parts) != 1:
        return False
    pieces = law.light.parts[0][1]
    slopes: list[Number] = []
    for p in pieces:
        if not n.relations(p.c2, ZERO) <= {"<", "="}:
            return False
        slopes += [_slope(p, x) for x in (p.lo, p.hi) if not n.is_point_infinite(x)]
    joined = all(n.relations(a.hi, b.lo) == {"="} and n.relations(lines.quadratic(a, a.hi), lines.quadratic(b, b.lo)) == {"="} for a, b in pairwise(pieces))
    return joined and all(n.relations(a, b) <= {">", "="} for a, b in pairwise(slopes))


def _of_coordinates(e: Evaluator, factors: tuple[Any, ...], radius: Number, order: Number, norm: Number | None) -> Number:
    """Between one coordinate that moves alone and all that move so far at the same time, which is the value in the norm of order oo."""
    parts = [_moved(e, part, radius, order, None) for part in factors]
    whole = n.add(*parts)
    if norm is not None and n.is_point_infinite(norm):
        return whole
    if any(n.is_point_infinite(part) for part in parts):
        return INFINITY
    e.bracketed = True
    if norm is None or e.budget.cells <= ROUGH:  # a first look
        e.budget.coarse = True
        return n.hull([n.maximum(*parts), whole])
    even = n.div(radius, n.power(Fraction(len(parts)), n.inverse(norm)))
    least = n.maximum(n.add(*(_moved(e, part, even, order, None) for part in factors)), *parts)
    return n.hull([least, whole if len(parts) != 2 else _along_the_edge(e, factors, radius, order, norm)])


def _along_the_edge(e: Evaluator, factors: tuple[Any, ...], radius: Number, order: Number, norm: Number) -> Number:
    """At least the divergence of two coordinates moved to the edge of the ball: between two places of the first, the second moves no further than it may at the lower one."""
    found: list[Number] = []
    with n.precision(BITS):  # the pieces cost more digits than these
        for k in range(CELLS):
            low, high = (n.mul(Fraction(j, CELLS), radius) for j in (k, k + 1))
            rest = n.power(n.sub(n.power(radius, norm), n.power(low, norm)), n.inverse(norm))
            found.append(n.add(*(_moved(e, part, size, order, None) for part, size in zip(factors, (high, rest), strict=True))))
        return n.maximum(*found)


def _of_normal(law: Normal, radius: Number, order: Number, norm: Number | None) -> Number:
    """order/2 times the largest x' K^-1 x, which an extreme point of the ball attains."""
    d = len(law.mean)
    if normals.rank(law.covariance) < d:
        return INFINITY
    inverse = normals.inverse(law.covariance)
    size = n.mul(order, Fraction(1, 2), radius, radius)
    axis = max(inverse[k][k] for k in range(d))
    corner = max(normals.form(inverse, signs, signs) for signs in product((ONE, -ONE), repeat=d))
    if norm == ONE or (norm == TWO and all(inverse[i][j] == 0 for i in range(d) for j in range(d) if i != j)):
        return n.mul(size, axis)
    if norm is not None and n.is_point_infinite(norm):
        return n.mul(size, corner)
    return n.hull([n.mul(size, axis), n.mul(size, max(corner, sum((inverse[k][k] for k in range(d)), ZERO)))])


# --- nearby laws -------------------------------------------------------------------------------------------------------


def _shifted_renyi(e: Evaluator, f: Any, env: Env) -> Number:
    p, q = e.law(argument(f, 0), env), e.law(argument(f, 1), env)
    order, radius = _order_and_radius(e, argument(f, 2), argument(f, 3), env)
    slack = e.number(argument(f, 4), env)
    n.demand(n.relations(slack, ZERO), (">", "="), "a slack below 0")
    n.demand(n.relations(slack, ONE), ("<", "="), "a slack above 1")
    norm = transport.norm_order(e, f, 5, env)
    if n.relations(radius, ZERO) == {"="} and n.relations(slack, ZERO) == {"="}:
        return divergence(e, p, q, order)
    if not (isinstance(p, Finite) and isinstance(q, Finite)):
        e.bracketed = True
        return Ball(n.ball(ZERO).lo, n.ball(divergence(e, p, q, order)).hi)
    if not isinstance(slack, Fraction) or len(q.points) > MOST_POINTS:
        raise Undecided("near distributions on many points, or a slack that is not a fraction")
    near: list[set[int]] = []
    for y in q.points:
        signs = [n.relations(transport.norm(transport.difference(x, y), norm), radius) for x in p.points]
        if any(">" in s and len(s) > 1 for s in signs):
            raise Undecided("a distance too close to the threshold to compare")
        near.append({k for k, s in enumerate(signs) if ">" not in s})
    mass = [w for _, w in p.weights]

    def most(points: Iterable[int]) -> Fraction:
        """The largest mass that a near law puts on these points of Q."""
        chosen = list(points)
        covered = set(chain.from_iterable(near[y] for y in chosen))
        return min(sum((mass[x] for x in covered), ZERO) + slack, ONE) if chosen else ZERO

    everything = range(len(near))
    if most(everything) < 1:
        if n.relations(order, ONE) <= {">", "="}:
            return INFINITY
        raise Undecided("a divergence of order below 1 where no near distribution lives on the points of the second")
    return laws.renyi(_steepest_first([w for _, w in q.weights], most, q), q, order)


def _steepest_first(weights: list[Fraction], most: Any, q: Finite) -> Finite:
    """The near law with the most even ratios, from the largest ratio down: a set keeps at least what the others cannot take."""
    open_ = set(range(len(weights)))
    ratios: dict[int, Fraction] = {}
    while open_:
        candidates = [set(c) for size in range(1, len(open_) + 1) for c in combinations(sorted(open_), size)]
        least = {tuple(sorted(c)): (most(open_) - most(open_ - c)) / sum((weights[k] for k in c), ZERO) for c in candidates}
        top = max(least.values())
        chosen = max((c for c, ratio in least.items() if ratio == top), key=len)
        ratios |= dict.fromkeys(chosen, top)
        open_ -= set(chosen)
    return laws.finite((y, ratios[k] * weights[k]) for k, y in enumerate(q.points))


def _trimmed_renyi(e: Evaluator, f: Any, env: Env) -> Number:
    p, q = e.law(argument(f, 0), env), e.law(argument(f, 1), env)
    order, slack = e.number(argument(f, 2), env), e.number(argument(f, 3), env)
    _positive(order)
    n.demand(n.relations(slack, ZERO), (">", "="), "a slack below 0")
    n.demand(n.relations(slack, ONE), ("<",), "a slack of 1 or more")
    if not (isinstance(p, Finite) and isinstance(q, Finite)):
        e.bracketed = True
        return Ball(n.ball(ZERO).lo, n.ball(divergence(e, p, q, order)).hi)
    if not isinstance(slack, Fraction) or len(q.points) > MOST_POINTS:
        raise Undecided("trimmed distributions on many points, or a slack that is not a fraction")
    grown = [p.table.get(y, ZERO) / (1 - slack) for y in q.points]

    def most(points: Iterable[int]) -> Fraction:
        return min(sum((grown[k] for k in points), ZERO), ONE)

    if most(range(len(grown))) < 1:
        if n.relations(order, ONE) <= {">", "="}:
            return INFINITY
        raise Undecided("a divergence of order below 1 where no trimmed distribution lives on the points of the second")
    return laws.renyi(_steepest_first([w for _, w in q.weights], most, q), q, order)


def _alike(p: Any, q: Any) -> bool:
    """Whether two laws are seen to be one."""
    if isinstance(p, Independent) and isinstance(q, Independent) and len(p.factors) == len(q.factors):
        return all(_alike(a, b) for a, b in zip(p.factors, q.factors, strict=True))
    return p == q or (isinstance(p, Line) and isinstance(q, Line) and line_transport.same(p, q))


def _near_distance(e: Evaluator, f: Any, env: Env) -> Number:
    """The least length of a pair of points, or 0, beyond which couplings need to put no more than the slack."""
    p, q, slack = e.law(argument(f, 0), env), e.law(argument(f, 1), env), e.number(argument(f, 2), env)
    norm = transport.norm_order(e, f, 3, env)
    n.demand(n.relations(slack, ZERO), (">", "="), "a slack below 0")
    if _alike(p, q):  # nothing need move
        return ZERO
    if not (isinstance(p, Finite) and isinstance(q, Finite)):
        raise Undecided("near distributions that are not finite")
    lengths = [[transport.norm(transport.difference(x, y), norm) for y in q.points] for x in p.points]
    masses = [w for _, w in p.weights], [w for _, w in q.weights]
    found: list[Number] = []
    for z in (ZERO, *chain.from_iterable(lengths)):
        far = [[n.relations(length, z) for length in row] for row in lengths]
        beyond = transport.cheapest(*masses, [[Fraction(s == {">"}) for s in row] for row in far], e.budget)
        if any(">" in s and s != {">"} for row in far for s in row):
            raise Undecided("two lengths that are too close to compare")
        enough = n.relations(beyond, slack)
        if not (enough <= {"<", "="} or enough == {">"}):
            raise Undecided("a slack that is too close to compare")
        if enough <= {"<", "="}:
            found.append(z)
    return n.minimum(*found)


SHIFTS = {"largest_shift": _largest_shift, "shifted_renyi": _shifted_renyi, "trimmed_renyi": _trimmed_renyi, "near_distance": _near_distance}
