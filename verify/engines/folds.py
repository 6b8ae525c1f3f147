"""Statistics of a point with independent coordinates, and their distributions.

A *statistic* is a sum, product, supremum or infimum over coordinates, a norm, or an order statistic. Its distribution is found without listing the points: of finite distributions by
convolution on a lattice, by powers of distribution functions, or by one coordinate after the other where several statistics stand together. Sums of normal distributions are normal, those of
Poisson ones Poisson; sums of exponential ones, and of squares of centred normal ones, have gamma distributions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf, lcm
from typing import Any

from flint import fmpq, fmpz_poly

from verify.claims.nodes import BINDERS, Node, free_names, pattern_names, rebuild, walk
from verify.engines import evaluate as ev
from verify.engines.graphs import affine_in
from verify.quantities import enclosures
from verify.quantities.kernels import normals, order_statistics
from verify.quantities.kernels.affine import affine
from verify.quantities.kernels.moments import gaussian
from verify.values import laws, numbers, rounding
from verify.values.numbers import NoValue

OPERATIONS = {"sum": "add", "prod": "mul", "sup": "max", "inf": "min"}
"""Folds over coordinates, and what they are when they are written out."""
MOST_WRITTEN = 8
MOST_CELLS, MOST_STATES, MOST_COPIES, MOST_BITS = 1 << 15, 1 << 13, 1 << 20, 1 << 24
ZERO, ONE, TWO = fmpq(0), fmpq(1), fmpq(2)


@dataclass(frozen=True, slots=True)
class Statistic:
    """One number made of the coordinates of a point: ``kind`` of ``term`` at those with an index in ``where`` (None: all), or the coordinate of this ``rank``."""

    kind: str
    term: Node
    point: str
    """The name of the point; ``#0.x`` is what a coordinate of x is called in the term."""
    index: str = ""
    where: Node | None = None
    rank: Node | None = None

    @property
    def coordinate(self) -> Node:
        """What a coordinate is called in the term."""
        return coordinate_of(self.point)

    @property
    def mentioned(self) -> frozenset[str]:
        """Names that stand in it."""
        return frozenset().union(*(free_names(part) for part in (self.term, self.where, self.rank) if part is not None))


@dataclass(frozen=True, slots=True)
class Gamma:
    """The distribution of ``shift + scale G``, where G has the gamma distribution with this shape."""

    shape: fmpq
    scale: Any
    shift: Any


@dataclass(frozen=True, slots=True)
class Ranked:
    """The distribution of the coordinate of this rank (1 is the least) among so many independent ones with one density."""

    law: laws.PieceLaw
    copies: int
    rank: int


def coordinate_of(name: str) -> Node:
    """What a coordinate of a point is called in terms of its statistics: no name of a statement begins so, and different points have different ones."""
    return Node("var", called(name, 0))


def called(name: str, k: int | None = None) -> str:
    """The name of statistic k of a point, of its coordinate (0), or of the joint distribution of its statistics."""
    return f"#{'' if k is None else k}.{name}"


def bound_in(node: Node) -> frozenset[str]:
    """Names that are bound somewhere in a term."""
    binders: list[Any] = [part.args[0] for part in walk(node) if part.head in BINDERS]
    return frozenset(name for over in binders for entry in over for name in pattern_names(entry[0]))


# --- reading statistics off a body -----------------------------------------------------------------------------------------


def read(body: Node, name: str, env: ev.Env, c: ev.Context) -> tuple[Node, list[Statistic]] | None:
    """The body with a name ``#x1``, ``#x2``, ... in the place of each statistic of a point x, and these; None where it asks for anything else of the point.

    A binder over a few integers around a statistic that mentions its name is written out, member by member.
    """
    found: list[Statistic] = []
    if name in bound_in(body):
        return None

    def named(one: Statistic) -> Node:
        if one not in found:
            found.append(one)
        return Node("var", called(name, found.index(one) + 1))

    def visit(node: Node, bound: frozenset[str]) -> Node:
        if name not in free_names(node):
            return node
        inside = free_names(node) & bound
        one = None if inside else _statistic(node, name)
        if one is not None:
            return named(one)
        if not inside and node.head == "norm" and node.args[0] == Node("var", name):
            return _norm(ev.argument_value(node, 1, env, c), name, named)
        if node.head in BINDERS:
            if not inside and (listed := _written_out(node, env, c)) is not None:
                return visit(listed, bound)
            bound |= {n for entry in node.args[0] for n in pattern_names(entry[0])}  # type: ignore[index, union-attr]
        return rebuild(node, lambda part: visit(part, bound))

    body = visit(body, frozenset())
    return None if name in free_names(body) or not found else (body, found)


def _written_out(node: Node, env: ev.Env, c: ev.Context) -> Node | None:
    """A sum, product or extremum over a few integers, as an operation on its terms; None for another binder."""
    over: Any = node.args[0]
    if node.head not in OPERATIONS or any(rest is not None for rest in node.args[2:]) or not isinstance(over, tuple) or len(over) != 1:
        return None
    index, where = over[0]
    if not isinstance(index, Node) or where.head != "integers" or str(index.args[0]) in bound_in(ev.argument(node, 1)):
        return None
    low, high = (ev.argument_value(where, k, env, c) for k in (0, 1))
    if not (isinstance(low, fmpq) and isinstance(high, fmpq)) or not 0 <= high - low < MOST_WRITTEN:
        return None
    first, last = int(rounding.ceiling(low).p), int(rounding.floor(high).p)  # type: ignore[union-attr]
    terms = [replaced(ev.argument(node, 1), index, Node("num", str(k))) for k in range(first, last + 1)]
    return terms[0] if len(terms) == 1 else Node(OPERATIONS[node.head], *terms) if terms else None


def _statistic(node: Node, name: str) -> Statistic | None:
    point = Node("var", name)
    if node.head == "order_statistic" and node.args[0] == point:
        rank = ev.argument(node, 1)
        return None if name in free_names(rank) else Statistic("rank", coordinate_of(name), name, rank=rank)
    if node.head not in OPERATIONS or any(rest is not None for rest in node.args[2:]):
        return None
    over, term = node.args[0], ev.argument(node, 1)
    assert isinstance(over, tuple)
    if len(over) != 1 or not isinstance(over[0][0], Node) or over[0][1].head != "integers" or name in free_names(over[0][1]):  # type: ignore[index, union-attr, arg-type]
        return None
    index = pattern_names(over[0][0])[0]  # type: ignore[index]
    if index in bound_in(term):
        return None
    inside = replaced(term, Node("item", point, Node("var", index)), coordinate_of(name))
    return None if name in free_names(inside) else Statistic(node.head, inside, name, index, over[0][1])  # type: ignore[index, arg-type]


def replaced(term: Node, part: Node, other: Node) -> Node:
    return other if term == part else rebuild(term, lambda inner: replaced(inner, part, other))


def _norm(order: Any, name: str, named: Callable[[Statistic], Node]) -> Node:
    """A norm by the sum of the powers, or the largest, of the absolute values."""
    size = Node("abs", coordinate_of(name))
    if order == inf:
        return named(Statistic("sup", size, name))
    if not isinstance(order, fmpq) or order < 1:
        raise ev.NoRoute("a norm of many coordinates whose order is not a fraction from 1, or oo")
    if order == 1:
        return named(Statistic("sum", size, name))
    power = Node("num", str(order))
    term = Node("pow", coordinate_of(name) if order.q == 1 and order.p % 2 == 0 else size, power)
    return Node("pow", named(Statistic("sum", term, name)), Node("num", str(1 / order)))


# --- distributions of statistics -------------------------------------------------------------------------------------------


def law_of(statistics: Sequence[Statistic], parts: Sequence[tuple[Any, int]], env: ev.Env, c: ev.Context) -> Any:
    """The joint distribution of statistics of independent coordinates, given as distributions with their numbers of copies, in order."""
    count = sum(copies for _, copies in parts)
    if count > MOST_COPIES:
        raise ev.NoRoute("statistics of too many independent coordinates")
    if all(isinstance(law, laws.FiniteLaw) for law, _ in parts):
        if len(statistics) == 1:
            one = statistics[0]
            images = _images(one, parts, env, c)
            if one.kind == "sum":
                return _finite_sum(images)
            if one.kind in ("sup", "inf"):
                return _finite_extreme(images, one.kind)
            if one.kind == "rank":
                return _finite_rank(images, _rank(one, count, env, c))
        return _one_by_one(statistics, parts, env, c)
    if len(statistics) != 1:
        raise ev.NoRoute("several statistics of coordinates that have densities")
    return _smooth(statistics[0], parts, count, env, c)


def indices(one: Statistic, count: int, env: ev.Env, c: ev.Context) -> range:
    """The coordinates that a statistic looks at, counted from 1."""
    if one.where is None:
        return range(1, count + 1)
    low, high = (ev.argument_value(one.where, k, env, c) for k in (0, 1))
    if not (isinstance(low, fmpq) and isinstance(high, fmpq)):
        raise ev.NoRoute("coordinates from a range that is not finite")
    first, last = int(rounding.ceiling(low).p), int(rounding.floor(high).p)  # type: ignore[union-attr]
    if first <= last and not (first >= 1 and last <= count):
        raise NoValue(f"there is no coordinate {last} of {count}")
    return range(first, last + 1)


def _rank(one: Statistic, count: int, env: ev.Env, c: ev.Context) -> int:
    assert one.rank is not None
    return ev.index_of(ev.value(one.rank, env, c), count) + 1


def _images(one: Statistic, parts: Sequence[tuple[Any, int]], env: ev.Env, c: ev.Context) -> list[tuple[laws.FiniteLaw, int]]:
    """The distributions of the terms of a statistic, those that are the same counted together."""
    whole = sum(copies for _, copies in parts)
    wanted = indices(one, whole, env, c)
    if one.index in free_names(one.term) and whole > MOST_STATES:
        raise ev.NoRoute("a statistic of too many coordinates that is not the same at all of them")
    found: list[tuple[laws.FiniteLaw, int]] = []
    if one.index not in free_names(one.term):
        first = 1
        for law, copies in parts:
            inside = len(range(max(first, wanted.start), min(first + copies, wanted.stop)))
            if inside:
                found.append((_image(one, law, None, env, c), inside))
            first += copies
    else:
        listed = [law for law, copies in parts for _ in range(copies)]
        found = [(_image(one, listed[k - 1], fmpq(k), env, c), 1) for k in wanted]
    if not found and one.kind == "sum":
        return [(laws.FiniteLaw([ZERO], [1]), 1)]
    if not found:
        raise ev.NoRoute("a statistic of no coordinates")
    return found


def _image(one: Statistic, law: laws.FiniteLaw, k: fmpq | None, env: ev.Env, c: ev.Context) -> laws.FiniteLaw:
    around = env if k is None else {**env, one.index: k}
    image = laws.push(law, lambda x: _fraction(ev.value(one.term, {**around, str(one.coordinate.args[0]): x}, c)))
    return image


def _fraction(value: Any) -> fmpq:
    if not isinstance(value, fmpq):
        raise ev.NoRoute("a statistic whose terms are not fractions")
    return value


def _finite_sum(images: list[tuple[laws.FiniteLaw, int]]) -> laws.FiniteLaw:
    """The distribution of a sum of independent fractions: a product of polynomials with integer coefficients."""
    start = sum((law.points[0] * copies for law, copies in images), ZERO)
    step = _common([x - law.points[0] for law, _ in images for x in law.points[1:]])
    if step == 0:
        return laws.FiniteLaw([start], [1])
    cells = sum(int(((law.points[-1] - law.points[0]) / step).p) * copies for law, copies in images)
    if cells > MOST_CELLS:
        raise ev.NoRoute(f"a sum with more than {MOST_CELLS} values")
    scales = [lcm(*(int(w.q) for w in law.weights)) for law, _ in images]
    size = cells * sum(scale.bit_length() * copies for scale, (_, copies) in zip(scales, images, strict=True))
    if size > MOST_BITS:
        raise ev.NoRoute("a sum whose probabilities are too long")
    enclosures.spend(1 + cells // 8 + (size >> 12))
    return _convolved(tuple(images), tuple(scales), start, step)


@lru_cache(maxsize=256)
def _convolved(images: tuple[tuple[laws.FiniteLaw, int], ...], scales: tuple[int, ...], start: fmpq, step: fmpq) -> laws.FiniteLaw:
    found, below = fmpz_poly([1]), 1
    for (law, copies), scale in zip(images, scales, strict=True):
        coefficients = [0] * (int(((law.points[-1] - law.points[0]) / step).p) + 1)
        for x, weight in law.items():
            coefficients[int(((x - law.points[0]) / step).p)] = int((weight * scale).p)
        found, below = found * fmpz_poly(coefficients) ** copies, below * scale**copies
    values = [(start + step * k, fmpq(int(w), below)) for k, w in enumerate(found.coeffs()) if w]
    return laws.FiniteLaw([x for x, _ in values], [w for _, w in values])


def _common(fractions: list[fmpq]) -> fmpq:
    """The largest fraction of which all are integer multiples; 0 of none."""
    step = ZERO
    for x in fractions:
        a, b = abs(x), step
        while b:
            a, b = b, a - b * fmpq(int((a / b).p) // int((a / b).q))
        step = a
    return step


def _finite_extreme(images: list[tuple[laws.FiniteLaw, int]], kind: str) -> laws.FiniteLaw:
    """The distribution of the largest or least of independent fractions, by powers of distribution functions."""
    points = sorted({x for law, _ in images for x in law.points}, reverse=kind == "inf")
    enclosures.spend(1 + len(points) * len(images) // 8)
    masses, before = [], ZERO
    for point in points:
        within = ONE
        for law, copies in images:
            within *= sum((w for x, w in law.items() if (x <= point if kind == "sup" else x >= point)), ZERO) ** copies
        masses.append(within - before)
        before = within
    return laws.FiniteLaw(points, masses)


def _finite_rank(images: list[tuple[laws.FiniteLaw, int]], rank: int) -> laws.FiniteLaw:
    if len(images) != 1:
        raise ev.NoRoute("an order statistic of coordinates with different distributions")
    (law, copies), = images
    masses, before, within = [], ZERO, ZERO
    for weight in law.weights:
        within += weight
        now = order_statistics.at_least(rank, copies, within)
        masses.append(now - before)
        before = now
    return laws.FiniteLaw(law.points, masses)


def _one_by_one(statistics: Sequence[Statistic], parts: Sequence[tuple[Any, int]], env: ev.Env, c: ev.Context) -> laws.FiniteLaw:
    """The joint distribution of several statistics, or that of a product, one coordinate after the other."""
    if any(one.kind == "rank" for one in statistics):
        raise ev.NoRoute("an order statistic beside other statistics")
    count = sum(copies for _, copies in parts)
    if count > MOST_STATES:
        raise ev.NoRoute("several statistics of too many independent coordinates")
    wanted = [indices(one, count, env, c) for one in statistics]
    states: dict[Any, fmpq] = {tuple(None for _ in statistics): ONE}
    for k, law in enumerate((law for law, copies in parts for _ in range(copies)), 1):
        after: dict[Any, fmpq] = {}
        moves = []
        for x, weight in law.items():
            terms = [_fraction(ev.value(one.term, {**env, one.index: fmpq(k), str(one.coordinate.args[0]): x}, c)) if k in where else None for one, where in zip(statistics, wanted, strict=True)]
            moves.append((terms, weight))
        for state, mass in states.items():
            for terms, weight in moves:
                new = tuple(_joined(one.kind, old, term) for one, old, term in zip(statistics, state, terms, strict=True))
                after[new] = after.get(new, ZERO) + mass * weight
        states = after
        enclosures.spend(1 + len(states) // 16)
        if len(states) > MOST_STATES:
            raise ev.NoRoute(f"statistics with more than {MOST_STATES} values")
    if any(part is None and one.kind in ("sup", "inf") for state in states for one, part in zip(statistics, state, strict=True)):
        raise ev.NoRoute("a statistic of no coordinates")
    states = {tuple(part if part is not None else ZERO if one.kind == "sum" else ONE for one, part in zip(statistics, state, strict=True)): mass for state, mass in states.items()}
    single = len(statistics) == 1
    return laws.FiniteLaw([state[0] if single else state for state in states], list(states.values()))


def _joined(kind: str, old: Any, term: Any) -> Any:
    if old is None or term is None:
        return term if old is None else old
    return old + term if kind == "sum" else old * term if kind == "prod" else max(old, term) if kind == "sup" else min(old, term)


def _smooth(one: Statistic, parts: Sequence[tuple[Any, int]], count: int, env: ev.Env, c: ev.Context) -> Any:
    """The distribution of one statistic of coordinates with densities."""
    if one.kind == "sum" and one.term == one.coordinate and all(isinstance(law, laws.PoissonLaw) for law, _ in parts) and len(indices(one, count, env, c)) == count:
        rates, shifts = ([numbers.mul(fmpq(copies), value, c.prec) for value, copies in values] for values in ([(law.rate, k) for law, k in parts], [(law.shift, k) for law, k in parts]))
        return laws.PoissonLaw(numbers.total(rates, c.prec), numbers.total(shifts, c.prec))
    flattened = [(laws.flat(law), copies) for law, copies in parts]
    if not all(isinstance(law, laws.PieceLaw) for law, _ in flattened) or one.index in free_names(one.term) or len(indices(one, count, env, c)) != count:
        raise ev.NoRoute("a statistic of coordinates with densities that is not the same at all of them")
    squares = one.kind == "sum" and one.term == Node("pow", one.coordinate, Node("num", "2"))
    if squares:
        return _squares(flattened, c)
    line = affine_in(one.term, {str(one.coordinate.args[0]): (ZERO, ONE)}, env, c)
    if line is None or numbers.sign(line[1]) in (None, 0):
        raise ev.NoRoute("a statistic of coordinates with densities that is not affine in them")
    moved = [(affine(law, line[1], line[0]), copies) for law, copies in flattened if isinstance(law, laws.PieceLaw)]
    if one.kind == "sum":
        return moved[0][0] if count == 1 else _smooth_sum(moved, count, c)
    if one.kind not in ("sup", "inf", "rank") or len(moved) != 1:
        raise ev.NoRoute(f"the {one.kind} of coordinates with densities")
    if count == 1:
        return moved[0][0]
    return Ranked(moved[0][0], count, count if one.kind == "sup" else 1 if one.kind == "inf" else _rank(one, count, env, c))  # type: ignore[arg-type]


def _squares(parts: list[tuple[Any, int]], c: ev.Context) -> Gamma:
    found = [gaussian(law) for law, _ in parts]
    if any(normal is None or numbers.sign(normal[0]) != 0 for normal in found) or any(numbers.compare(normal[1], found[0][1]) != "=" for normal in found):  # type: ignore[index]
        raise ev.NoRoute("squares of coordinates that are not centred normal ones with one variance")
    return Gamma(fmpq(sum(copies for _, copies in parts), 2), numbers.mul(TWO, found[0][1], c.prec), ZERO)  # type: ignore[index]


def _smooth_sum(parts: list[tuple[Any, int]], count: int, c: ev.Context) -> Any:
    found = [gaussian(law) for law, _ in parts]
    if all(normal is not None for normal in found):
        mean, variance = (numbers.total([numbers.mul(fmpq(copies), normal[k], c.prec) for normal, (_, copies) in zip(found, parts, strict=True)], c.prec) for k in (0, 1))  # type: ignore[index]
        return normals.on_line(mean, variance, c.prec)
    rates = {_rate(law) for law, _ in parts}
    if len(rates) == 1 and None not in rates:
        (rate,) = rates
        shift = numbers.total([numbers.mul(fmpq(copies), law.pieces[0].lo, c.prec) for law, copies in parts], c.prec)
        return Gamma(fmpq(count), numbers.div(ONE, rate, c.prec), shift)
    raise ev.NoRoute("a sum of independent densities that are neither normal nor exponential with one rate")


def _rate(law: laws.PieceLaw) -> Any:
    """The rate of an exponential distribution to the right; None for another."""
    piece = law.pieces[0]
    one_sided = len(law.pieces) == 1 and piece.hi == inf and piece.lo != -inf and numbers.sign(piece.c2) == 0 and numbers.is_exact(piece.c1)
    return numbers.neg(piece.c1) if one_sided else None


__all__ = ["Gamma", "Ranked", "Statistic", "law_of", "read", "replaced"]
