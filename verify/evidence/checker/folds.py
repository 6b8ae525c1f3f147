"""Numbers that are asked of a point with independent coordinates (sums, products, extremes, norms, ranks), and their joint law.

Under finite laws it is built by doubling the number of copies; a rank among copies is a number of successes. Sums of normal laws are normal, those of Poisson laws Poisson; sums of
exponential ones, and of squares of centred normal ones, are gamma laws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm, prod
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import laws, lines
from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import BINDERS, argument, entries, head, mentions, names, optional
from verify.evidence.checker.laws import Finite, Line, Piece, Point, Poisson
from verify.evidence.checker.numbers import ONE, ZERO, NoValue, Number, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

OPERATIONS = {"sum": "add", "prod": "mul", "sup": "max", "inf": "min"}
MOST_WRITTEN = 8
MOST_STATES, MOST_COPIES, MOST_BITS, MOST_RANKED = 1 << 14, 1 << 20, 1 << 25, 2000
TWO = Fraction(2)


@dataclass(frozen=True)
class Statistic:
    kind: str
    term: Any
    point: str
    index: str = ""
    where: Any = None
    rank: Any = None


def coordinate_of(name: str) -> Any:
    """What a coordinate of a point is called in terms of statistics."""
    return ["var", ["word", called(name, 0)]]


def called(name: str, k: int | None = None) -> str:
    """The name of statistic k of a point, of its coordinate (0), or of the joint law of its statistics: no name of a statement begins so, and those of two points differ."""
    return f"#{'' if k is None else k}.{name}"


def _bound_in(f: Any) -> set[str]:
    """Names that are bound somewhere in a term."""
    if not isinstance(f, list):
        return set()
    own = {name for pattern, _ in entries(f) for name in names(pattern)} if f[0] in BINDERS else set()
    return own.union(*(_bound_in(part) for part in f[1:]))


@dataclass(frozen=True)
class Gamma:
    """shift + scale G, where G has density x^(shape - 1) exp(-x) / gamma(shape)."""

    shape: Fraction
    scale: Number
    shift: Number


@dataclass(frozen=True)
class Ranked:
    """The coordinate of this rank, from the least, of so many."""

    law: Line
    copies: int
    rank: int


# --- what a body asks of a point ---------------------------------------------------------------------------------------


def read(e: Evaluator, body: Any, name: str, env: Env) -> tuple[Any, list[Statistic]] | None:
    found: list[Statistic] = []
    if name in _bound_in(body):
        return None

    def named(one: Statistic) -> Any:
        if one not in found:
            found.append(one)
        return ["var", ["word", called(name, found.index(one) + 1)]]

    def visit(f: Any, bound: frozenset[str]) -> Any:
        if not isinstance(f, list) or name not in mentions(f):
            return f
        alone = not mentions(f) & bound
        if alone and (one := _statistic(f, name)) is not None:
            return named(one)
        if alone and f[0] == "norm" and argument(f, 0) == ["var", ["word", name]]:
            return _norm(e.number(argument(f, 1), env), name, named)
        if f[0] in BINDERS:
            listed = _written_out(e, f, env) if alone else None
            if listed is not None:
                return visit(listed, bound)
            bound |= {inner for pattern, _ in entries(f) for inner in names(pattern)}
        return [f[0], *(visit(part, bound) for part in f[1:])]

    body = visit(body, frozenset())
    return (body, found) if found and name not in mentions(body) else None


def _statistic(f: Any, name: str) -> Statistic | None:
    point = ["var", ["word", name]]
    if f[0] == "order_statistic" and argument(f, 0) == point and name not in mentions(argument(f, 1)):
        return Statistic("rank", coordinate_of(name), name, rank=argument(f, 1))
    if f[0] not in OPERATIONS or any(optional(f, k) is not None for k in (2, 3)):
        return None
    over = entries(f)
    if len(over) != 1 or head(over[0][0]) != "var" or head(over[0][1]) != "integers" or name in mentions(over[0][1]):
        return None
    index = names(over[0][0])[0]
    if index in _bound_in(argument(f, 1)):
        return None
    inside = replaced(argument(f, 1), ["item", point, ["var", ["word", index]]], coordinate_of(name))
    return None if name in mentions(inside) else Statistic(f[0], inside, name, index, over[0][1])


def _written_out(e: Evaluator, f: Any, env: Env) -> Any:
    """A sum, product or extremum over a few integers, term by term; None for another binder."""
    if f[0] not in OPERATIONS or any(optional(f, k) is not None for k in (2, 3)) or len(entries(f)) != 1:
        return None
    ((index, where),) = entries(f)
    if head(index) != "var" or head(where) != "integers" or set(names(index)) & _bound_in(argument(f, 1)):
        return None
    low, high = (e.number(argument(where, k), env) for k in (0, 1))
    if not (isinstance(low, Fraction) and isinstance(high, Fraction)) or not 0 <= high - low < MOST_WRITTEN:
        return None
    terms = [replaced(argument(f, 1), index, str(k)) for k in range(-(-low.numerator // low.denominator), high.numerator // high.denominator + 1)]
    return terms[0] if len(terms) == 1 else [OPERATIONS[f[0]], *terms] if terms else None


def replaced(f: Any, part: Any, other: Any) -> Any:
    if f == part:
        return other
    return [f[0], *(replaced(inner, part, other) for inner in f[1:])] if isinstance(f, list) else f


def _norm(order: Number, name: str, named: Callable[[Statistic], Any]) -> Any:
    size = ["abs", coordinate_of(name)]
    if n.is_point_infinite(order) > 0:
        return named(Statistic("sup", size, name))
    if not isinstance(order, Fraction) or order < 1:
        raise Undecided("a norm of many coordinates of this order")
    if order == 1:
        return named(Statistic("sum", size, name))
    even = order.denominator == 1 and order.numerator % 2 == 0
    return ["pow", named(Statistic("sum", ["pow", coordinate_of(name) if even else size, str(order)], name)), str(1 / order)]


# --- distributions -----------------------------------------------------------------------------------------------------


def parts_of(e: Evaluator, where: Any, env: Env) -> list[tuple[Any, int]]:
    if where[0] == "product":
        return [(e.law(part, env), 1) for part in where[1:]]
    if where[0] == "independent":
        found = [(e.law(argument(where, 1), inner), 1) for inner in e.each_once(entries(where), env)]
        if not found:
            raise Undecided("independent coordinates for each member of an empty set")
        return found
    copies = e.whole(argument(where, 1), env)
    if copies < 1:
        raise NoValue("a number of copies below 1")
    if copies > MOST_COPIES:
        raise Undecided("too many independent copies")
    return [(e.law(argument(where, 0), env), copies)]


def range_of(e: Evaluator, one: Statistic, count: int, env: Env) -> range:
    if one.where is None:
        return range(1, count + 1)
    low, high = (e.number(argument(one.where, k), env) for k in (0, 1))
    if not (isinstance(low, Fraction) and isinstance(high, Fraction)):
        raise Undecided("coordinates from a range that is not finite")
    first, last = -(-low.numerator // low.denominator), high.numerator // high.denominator
    if first <= last and not (first >= 1 and last <= count):
        raise NoValue("a coordinate that does not exist")
    return range(first, last + 1)


def law_of(e: Evaluator, statistics: list[Statistic], parts: list[tuple[Any, int]], env: Env) -> Any:
    count = sum(copies for _, copies in parts)
    if not all(isinstance(law, Finite) for law, _ in parts):
        if len(statistics) > 1:
            raise Undecided("several statistics of coordinates that have densities")
        return _dense(e, statistics[0], parts, count, env)
    ranks = [one for one in statistics if one.kind == "rank"]
    if ranks:
        if len(statistics) > 1 or len(parts) > 1:
            raise Undecided("a rank beside other statistics")
        return _rank_law(e, ranks[0], parts[0][0], count, env)
    wanted = [range_of(e, one, count, env) for one in statistics]
    alike = all(one.index not in mentions(one.term) and len(where) == count for one, where in zip(statistics, wanted, strict=True))
    steps: list[tuple[dict[Any, int], int, int]] = []
    for law, copies in parts:
        for times in [copies] if alike else [1] * copies:
            steps.append((*_moves(e, statistics, law, 1 + sum(done for _, _, done in steps), wanted, env), times))
    if sum(scale.bit_length() * times for _, scale, times in steps) > MOST_BITS >> 6:
        raise Undecided("too many independent copies")
    below = prod(scale**times for _, scale, times in steps)
    if [one.kind for one in statistics] == ["sum"]:
        pairs: Any = _sums(e, steps)
    else:
        states = _folded([one.kind for one in statistics], e, steps)
        pairs = ((state[0] if len(state) == 1 else Point(state), w) for state, w in states.items())
    return laws.finite((state, Fraction(w, below)) for state, w in pairs)


def _sums(e: Evaluator, steps: list[tuple[dict[Any, int], int, int]]) -> Iterator[tuple[Fraction, int]]:
    """The law of one sum, in whole multiples of a common unit."""
    seen = [(moves, times) for moves, _, times in steps if (None,) not in moves]
    unit = lcm(*(x.denominator for moves, _ in seen for (x,) in moves))
    total: dict[int, int] = {0: 1}

    def added(first: dict[int, int], second: dict[int, int]) -> dict[int, int]:
        e.budget.spend(1 + len(first) * len(second) // 64)
        found: dict[int, int] = {}
        for a, v in first.items():
            for b, w in second.items():
                found[a + b] = found.get(a + b, 0) + v * w
        if len(found) > MOST_STATES:
            raise Undecided("sums with too many values")
        return found

    for moves, times in seen:
        own = {int(x * unit): w for (x,), w in moves.items()}
        while times:
            total = added(total, own) if times & 1 else total
            times >>= 1
            own = added(own, own) if times else own
    idle = prod(next(iter(moves.values())) ** times for moves, _, times in steps if (None,) in moves)
    return ((Fraction(x, unit), w * idle) for x, w in total.items())


def _folded(kinds: list[str], e: Evaluator, steps: list[tuple[dict[Any, int], int, int]]) -> dict[Any, int]:
    states: dict[Any, int] | None = None
    for moves, _, times in steps:
        while times:
            if times & 1:
                states = moves if states is None else _joined(e, kinds, states, moves)
            times >>= 1
            moves = _joined(e, kinds, moves, moves) if times else moves
    if states is None or any(part is None and kind in ("sup", "inf") for state in states for kind, part in zip(kinds, state, strict=True)):
        raise Undecided("a statistic of no coordinates")
    neutral = {"sum": ZERO, "prod": ONE}
    return {tuple(neutral[kind] if part is None else part for kind, part in zip(kinds, state, strict=True)): w for state, w in states.items()}


def _moves(e: Evaluator, statistics: list[Statistic], law: Finite, k: int, wanted: list[range], env: Env) -> tuple[dict[Any, int], int]:
    """What one coordinate adds to each statistic, with whole weights, and their sum."""
    scale = lcm(*(w.denominator for _, w in law.weights))
    moves: dict[Any, int] = {}
    for x, w in law.weights:
        terms = []
        for one, where in zip(statistics, wanted, strict=True):
            term = e.number(one.term, {**env, one.index: Fraction(k), called(one.point, 0): x}) if k in where else None
            if term is not None and not isinstance(term, Fraction):
                raise Undecided("a statistic whose terms are not fractions")
            terms.append(term)
        moves[tuple(terms)] = moves.get(tuple(terms), 0) + int(w * scale)
    return moves, scale


def _joined(e: Evaluator, kinds: list[str], first: dict[Any, int], second: dict[Any, int]) -> dict[Any, int]:
    e.budget.spend(1 + len(first) * len(second) // 4)
    found: dict[Any, int] = {}
    for a, v in first.items():
        for b, w in second.items():
            state = tuple(_fold(kind, x, y) for kind, x, y in zip(kinds, a, b, strict=True))
            found[state] = found.get(state, 0) + v * w
        if len(found) > MOST_STATES:
            raise Undecided("statistics with too many values")
    return found


def _fold(kind: str, x: Any, y: Any) -> Any:
    if x is None or y is None:
        return y if x is None else x
    return x + y if kind == "sum" else x * y if kind == "prod" else max(x, y) if kind == "sup" else min(x, y)


def _rank_law(e: Evaluator, one: Statistic, law: Finite, count: int, env: Env) -> Finite:
    """The coordinate of a rank is at most x where at least so many coordinates are."""
    rank = e.whole(one.rank, env)
    if not 1 <= rank <= count:
        raise NoValue("a rank that does not exist")
    if count > MOST_RANKED:
        raise Undecided("a rank among too many copies")
    if not all(isinstance(x, Fraction) for x, _ in law.weights):
        raise Undecided("a rank of coordinates that are not fractions")
    pairs, within, before = [], ZERO, ZERO
    for x, w in sorted(law.weights, key=lambda pair: laws.sort_key(pair[0])):
        within += w
        e.budget.spend(count)
        now = ONE - sum((comb(count, j) * within**j * (1 - within) ** (count - j) for j in range(rank)), ZERO)
        pairs.append((x, now - before))
        before = now
    return laws.finite(pairs)


def _dense(e: Evaluator, one: Statistic, parts: list[tuple[Any, int]], count: int, env: Env) -> Any:
    if one.kind == "sum" and one.term == coordinate_of(one.point) and all(isinstance(law, Poisson) for law, _ in parts) and len(range_of(e, one, count, env)) == count:
        rates, shifts = (n.add(*(n.mul(Fraction(copies), value) for value, copies in values)) for values in ([(law.rate, k) for law, k in parts], [(law.shift, k) for law, k in parts]))
        return Poisson(rates, shifts)
    if not all(isinstance(law, Line) and not law.atoms and len(law.parts) == 1 for law, _ in parts) or one.index in mentions(one.term) or len(range_of(e, one, count, env)) != count:
        raise Undecided("a statistic of coordinates that have densities")
    if one.kind == "sum" and one.term == ["pow", coordinate_of(one.point), "2"]:
        normals = [laws.normal(law) for law, _ in parts]
        if any(normal is None or n.relations(normal[0], ZERO) != {"="} or n.relations(normal[1], normals[0][1]) != {"="} for normal in normals):  # type: ignore[index]
            raise Undecided("squares of coordinates that are not centred normal ones with one variance")
        return Gamma(Fraction(count, 2), n.mul(TWO, normals[0][1]), ZERO)  # type: ignore[index]
    level, slope = affine(e, one.term, called(one.point, 0), env)
    moved = [(image(law, slope, level), copies) for law, copies in parts]
    if one.kind == "sum":
        return moved[0][0] if count == 1 else _sum(moved, count)
    if one.kind == "prod" or len(moved) > 1:
        raise Undecided("this statistic of coordinates that have densities")
    if count == 1:
        return moved[0][0]
    rank = count if one.kind == "sup" else 1 if one.kind == "inf" else e.whole(one.rank, env)
    if not 1 <= rank <= count:
        raise NoValue("a rank that does not exist")
    return Ranked(moved[0][0], count, rank)


def image(law: Line, slope: Number, level: Number) -> Line:
    """The law of slope X + level."""
    way = lines.sign(slope)
    if way == 0:
        raise Undecided("a constant of coordinates that have densities")
    if slope == 1 and level == 0:
        return law
    ((w, pieces),) = law.parts
    found = []
    for p in pieces:
        inner = n.div(n.neg(level), slope)  # x = y/slope + inner
        curve = n.div(p.c2, n.mul(slope, slope))
        tilt = n.div(n.add(p.c1, n.mul(TWO, p.c2, inner)), slope)
        height = n.sub(lines.quadratic(p, inner), n.log(n.absolute(slope)))
        ends = [end if n.is_point_infinite(end) and way > 0 else n.add(n.mul(slope, end), level) for end in (p.lo, p.hi)]
        lo, hi = ends if way > 0 else ends[::-1]
        found.append(Piece(lo, hi, height, tilt, curve))
    return Line(((w, tuple(found if way > 0 else found[::-1])),))


def _sum(parts: list[tuple[Line, int]], count: int) -> Any:
    normals = [laws.normal(law) for law, _ in parts]
    if all(normal is not None for normal in normals):
        mean, variance = (n.add(*(n.mul(Fraction(copies), normal[k]) for normal, (_, copies) in zip(normals, parts, strict=True))) for k in (0, 1))  # type: ignore[index]
        return laws.normal_line(mean, variance)
    pieces = [law.parts[0][1] for law, _ in parts]
    first = pieces[0][0]
    for own in pieces:
        p = own[0]
        exponential = len(own) == 1 and n.is_point_infinite(p.hi) > 0 and n.finite(p.lo) and p.c2 == 0 and isinstance(p.c1, Fraction) and p.c1 < 0
        if not exponential or p.c1 != first.c1:
            raise Undecided("a sum of independent densities that are neither normal nor exponential with one rate")
    shift = n.add(*(n.mul(Fraction(copies), own[0].lo) for own, (_, copies) in zip(pieces, parts, strict=True)))
    return Gamma(Fraction(count), n.inverse(n.neg(first.c1)), shift)


def combination(e: Evaluator, f: Any, drawn: Iterable[str], env: Env) -> tuple[Number, dict[str, Number]]:
    """The constant and the coefficients of a formula that is affine in the drawn names. Undecided for any other."""
    inside = mentions(f) & set(drawn)
    if not inside:
        return n.certainly_finite(e.number(f, env)), {}
    kind = head(f)
    if kind == "var":
        return ZERO, {names(f)[0]: ONE}
    if kind == "add":
        parts = [combination(e, part, drawn, env) for part in f[1:]]
        levels = [level for level, _ in parts]
        return n.add(*levels), {
            name: n.add(ZERO, *(slopes[name] for _, slopes in parts if name in slopes)) for name in inside
        }
    varying = [part for part in f[1:] if mentions(part) & set(drawn)]
    if kind == "mul" and len(varying) == 1:
        factor = n.mul(*(n.certainly_finite(e.number(part, env)) for part in f[1:] if part is not varying[0]))
        level, slopes = combination(e, varying[0], drawn, env)
        return n.mul(factor, level), {name: n.mul(factor, slope) for name, slope in slopes.items()}
    raise Undecided("a term that is not affine in what is drawn")


def affine(e: Evaluator, f: Any, name: str, env: Env) -> tuple[Number, Number]:
    """Level and slope of a term in a number that is drawn. Undecided for another term, and where one of them may be infinite: ``oo x`` is what the sign of x says, or has no value."""
    if name not in mentions(f):
        return n.certainly_finite(e.number(f, env)), ZERO
    if head(f) == "var":
        return ZERO, ONE
    if head(f) == "add":
        both = [affine(e, part, name, env) for part in f[1:]]
        return n.add(*(level for level, _ in both)), n.add(*(slope for _, slope in both))
    moving = [part for part in f[1:] if name in mentions(part)]
    if head(f) != "mul" or len(moving) != 1:
        raise Undecided("a term that is not affine in a statistic")
    factor = n.mul(ONE, *(n.certainly_finite(e.number(part, env)) for part in f[1:] if part is not moving[0]))
    level, slope = affine(e, moving[0], name, env)
    return n.mul(factor, level), n.mul(factor, slope)
