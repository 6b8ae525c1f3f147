"""Means and probabilities of functions of many independent coordinates, by the distribution of the sums, products, extremes, norms or ranks that they look at.

The joint distribution of such numbers under finite laws is built by doubling the number of copies; a rank among copies is a number of successes. Under densities: sums of normal laws are
normal, sums of exponential ones and of squares of centred normal ones are gamma laws, and the mean of a rank is the integral of x against its density, with tails bounded by n times those
of one coordinate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm, prod
from typing import TYPE_CHECKING, Any

from flint import acb, arb, ctx

from verify.evidence.checker import laws, lines, special
from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, entries, head, items, mentions, names, optional, word
from verify.evidence.checker.laws import Finite, Line, Piece, Point
from verify.evidence.checker.moments import absolute_moment
from verify.evidence.checker.numbers import INFINITY, MINUS_INFINITY, ONE, ZERO, NoValue, Number, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

COORDINATE = ["var", ["word", "#x"]]
TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}
MOST_STATES, MOST_COPIES, MOST_BITS, MOST_RANKED = 1 << 14, 1 << 20, 1 << 25, 2000
TWO = Fraction(2)


@dataclass(frozen=True)
class Statistic:
    kind: str
    term: Any
    index: str = ""
    where: Any = None
    rank: Any = None


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


def _read(e: Evaluator, body: Any, name: str, env: Env) -> tuple[Any, list[Statistic]] | None:
    found: list[Statistic] = []

    def named(one: Statistic) -> Any:
        if one not in found:
            found.append(one)
        return ["var", ["word", f"#{name}{found.index(one) + 1}"]]

    def visit(f: Any) -> Any:
        if not isinstance(f, list) or name not in mentions(f):
            return f
        point = ["var", ["word", name]]
        if f[0] == "norm" and argument(f, 0) == point:
            return _norm(e.number(argument(f, 1), env), named)
        if f[0] == "order_statistic" and argument(f, 0) == point and name not in mentions(argument(f, 1)):
            return named(Statistic("rank", COORDINATE, rank=argument(f, 1)))
        if f[0] in ("sum", "prod", "sup", "inf") and all(optional(f, k) is None for k in (2, 3)):
            over = entries(f)
            if len(over) == 1 and head(over[0][0]) == "var" and head(over[0][1]) == "integers" and name not in mentions(over[0][1]):
                index = names(over[0][0])[0]
                inside = _replaced(argument(f, 1), ["item", point, ["var", ["word", index]]], COORDINATE)
                if name not in mentions(inside):
                    return named(Statistic(f[0], inside, index, over[0][1]))
        return [f[0], *map(visit, f[1:])]

    body = visit(body)
    return (body, found) if found and name not in mentions(body) else None


def _replaced(f: Any, part: Any, other: Any) -> Any:
    if f == part:
        return other
    return [f[0], *(_replaced(inner, part, other) for inner in f[1:])] if isinstance(f, list) else f


def _norm(order: Number, named: Callable[[Statistic], Any]) -> Any:
    size = ["abs", COORDINATE]
    if n.is_point_infinite(order) > 0:
        return named(Statistic("sup", size))
    if not isinstance(order, Fraction) or order < 1:
        raise Undecided("a norm of many coordinates of this order")
    if order == 1:
        return named(Statistic("sum", size))
    even = order.denominator == 1 and order.numerator % 2 == 0
    return ["pow", named(Statistic("sum", ["pow", COORDINATE if even else size, str(order)])), str(1 / order)]


# --- distributions -----------------------------------------------------------------------------------------------------


def _parts(e: Evaluator, where: Any, env: Env) -> list[tuple[Any, int]]:
    if where[0] == "product":
        return [(e.law(part, env), 1) for part in where[1:]]
    copies = e.whole(argument(where, 1), env)
    if copies < 1:
        raise NoValue("a number of copies below 1")
    if copies > MOST_COPIES:
        raise Undecided("too many independent copies")
    return [(e.law(argument(where, 0), env), copies)]


def _range(e: Evaluator, one: Statistic, count: int, env: Env) -> range:
    if one.where is None:
        return range(1, count + 1)
    low, high = (e.number(argument(one.where, k), env) for k in (0, 1))
    if not (isinstance(low, Fraction) and isinstance(high, Fraction)):
        raise Undecided("coordinates from a range that is not finite")
    first, last = -(-low.numerator // low.denominator), high.numerator // high.denominator
    if first <= last and not (first >= 1 and last <= count):
        raise NoValue("a coordinate that does not exist")
    return range(first, last + 1)


def _law(e: Evaluator, statistics: list[Statistic], parts: list[tuple[Any, int]], env: Env) -> Any:
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
    wanted = [_range(e, one, count, env) for one in statistics]
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
    if not seen:
        raise Undecided("a statistic of no coordinates")
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
    if states is None or any(part is None for state in states for part in state):
        raise Undecided("a statistic of no coordinates")
    return states


def _moves(e: Evaluator, statistics: list[Statistic], law: Finite, k: int, wanted: list[range], env: Env) -> tuple[dict[Any, int], int]:
    """What one coordinate adds to each statistic, with whole weights, and their sum."""
    scale = lcm(*(w.denominator for _, w in law.weights))
    moves: dict[Any, int] = {}
    for x, w in law.weights:
        terms = []
        for one, where in zip(statistics, wanted, strict=True):
            term = e.number(one.term, {**env, one.index: Fraction(k), "#x": x}) if k in where else None
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
    pairs, within, before = [], ZERO, ZERO
    for x, w in sorted(law.weights, key=lambda pair: laws.sort_key(pair[0])):
        within += w
        e.budget.spend(count)
        now = ONE - sum((comb(count, j) * within**j * (1 - within) ** (count - j) for j in range(rank)), ZERO)
        pairs.append((x, now - before))
        before = now
    return laws.finite(pairs)


def _dense(e: Evaluator, one: Statistic, parts: list[tuple[Any, int]], count: int, env: Env) -> Any:
    if not all(isinstance(law, Line) and not law.atoms and len(law.parts) == 1 for law, _ in parts) or one.index in mentions(one.term) or len(_range(e, one, count, env)) != count:
        raise Undecided("a statistic of coordinates that have densities")
    if one.kind == "sum" and one.term == ["pow", COORDINATE, "2"]:
        normals = [laws._normal(law) for law, _ in parts]
        if any(normal is None or n.relations(normal[0], ZERO) != {"="} or n.relations(normal[1], normals[0][1]) != {"="} for normal in normals):  # type: ignore[index]
            raise Undecided("squares of coordinates that are not centred normal ones with one variance")
        return Gamma(Fraction(count, 2), n.mul(TWO, normals[0][1]), ZERO)  # type: ignore[index]
    level, slope = _affine(e, one.term, "#x", env)
    moved = [(_image(law, slope, level), copies) for law, copies in parts]
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


def _image(law: Line, slope: Number, level: Number) -> Line:
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
        found.append(Piece(*(ends if way > 0 else ends[::-1]), height, tilt, curve))
    return Line(((w, tuple(found if way > 0 else found[::-1])),))


def _sum(parts: list[tuple[Line, int]], count: int) -> Any:
    normals = [laws._normal(law) for law, _ in parts]
    if all(normal is not None for normal in normals):
        mean, variance = (n.add(*(n.mul(Fraction(copies), normal[k]) for normal, (_, copies) in zip(normals, parts, strict=True))) for k in (0, 1))  # type: ignore[index]
        c0 = n.mul(Fraction(-1, 2), n.add(n.log(n.mul(TWO, n.pi(), variance)), n.div(n.mul(mean, mean), variance)))
        return Line(((ONE, (Piece(MINUS_INFINITY, INFINITY, c0, n.div(mean, variance), n.div(Fraction(-1, 2), variance)),)),))
    pieces = [law.parts[0][1] for law, _ in parts]
    first = pieces[0][0]
    for own in pieces:
        p = own[0]
        exponential = len(own) == 1 and n.is_point_infinite(p.hi) > 0 and n.finite(p.lo) and p.c2 == 0 and isinstance(p.c1, Fraction) and p.c1 < 0
        if not exponential or p.c1 != first.c1:
            raise Undecided("a sum of independent densities that are neither normal nor exponential with one rate")
    shift = n.add(*(n.mul(Fraction(copies), own[0].lo) for own, (_, copies) in zip(pieces, parts, strict=True)))
    return Gamma(Fraction(count), n.inverse(n.neg(first.c1)), shift)


# --- values ------------------------------------------------------------------------------------------------------------


def reduced(e: Evaluator, f: Any, env: Env) -> Any:
    """The expectation or probability; None where it is no function of statistics of points with independent coordinates."""
    body, rest, around = argument(f, 1), [], dict(env)
    if all(head(where) not in ("iid", "product") or head(pattern) != "var" for pattern, where in entries(f)):
        return None
    single: Any = None
    for pattern, where in entries(f):
        read = _read(e, body, names(pattern)[0], env) if head(pattern) == "var" and head(where) in ("iid", "product") else None
        if read is None:
            rest.append(["()", pattern, where])
            continue
        body, statistics = read
        name = names(pattern)[0]
        law = _law(e, statistics, _parts(e, where, env), {key: value for key, value in env.items() if key != name})
        around[f"#{name}"] = law
        single = law if not isinstance(law, Finite) else single
        numbered = [["var", ["word", f"#{name}{k}"]] for k in range(1, len(statistics) + 1)]
        rest.append(["()", numbered[0] if len(numbered) == 1 else ["()", *numbered], ["var", ["word", f"#{name}"]]])
    if body == argument(f, 1):
        return None
    if single is None or (isinstance(single, Line) and f[0] == "prob"):
        return e.value([f[0], ["()", *rest], body], around)
    if len(rest) != 1:
        raise Undecided("statistics of coordinates that have densities beside other draws")
    name = names(items(rest[0])[0])[0]
    return _mean(e, body, name, single, env) if f[0] == "expect" else _chance(e, body, name, single, env)


def _affine(e: Evaluator, f: Any, name: str, env: Env) -> tuple[Number, Number]:
    if name not in mentions(f):
        return e.number(f, env), ZERO
    if head(f) == "var":
        return ZERO, ONE
    if head(f) == "add":
        both = [_affine(e, part, name, env) for part in f[1:]]
        return n.add(*(level for level, _ in both)), n.add(*(slope for _, slope in both))
    moving = [part for part in f[1:] if name in mentions(part)]
    if head(f) != "mul" or len(moving) != 1:
        raise Undecided("a term that is not affine in a statistic")
    factor = n.mul(ONE, *(e.number(part, env) for part in f[1:] if part is not moving[0]))
    level, slope = _affine(e, moving[0], name, env)
    return n.mul(factor, level), n.mul(factor, slope)


def _mean(e: Evaluator, f: Any, name: str, law: Any, env: Env) -> Number:
    if name not in mentions(f):
        return e.number(f, env)
    kind = head(f)
    if kind == "var":
        return _moment(e, law, ONE)
    if kind == "add":
        return n.add(*(_mean(e, part, name, law, env) for part in f[1:]))
    if kind == "mul":
        moving = [part for part in f[1:] if name in mentions(part)]
        if len(moving) == 1:
            return n.mul(*(e.number(part, env) for part in f[1:] if part is not moving[0]), _mean(e, moving[0], name, law, env))
    if kind == "pow" and argument(f, 0) == ["var", ["word", name]] and name not in mentions(argument(f, 1)):
        return _moment(e, law, e.number(argument(f, 1), env))
    if kind == "exp":
        level, slope = _affine(e, argument(f, 0), name, env)
        return n.mul(n.exp(level), _generating(law, slope))
    if kind == "abs" and isinstance(law, Line):
        level, slope = _affine(e, argument(f, 0), name, env)
        return absolute_moment(_image(law, slope, level), ONE, e.budget)
    raise Undecided("the mean of this function of a statistic")


def _moment(e: Evaluator, law: Any, order: Number) -> Number:
    whole = isinstance(order, Fraction) and order.denominator == 1 and 0 <= order <= 40
    if isinstance(law, Line) and whole:
        return lines.moment_between(law, MINUS_INFINITY, INFINITY, int(order))  # type: ignore[arg-type]
    if isinstance(law, Ranked) and order == 1:
        return _mean_of_rank(e, law)
    if isinstance(law, Gamma) and law.shift == 0 and n.relations(n.add(law.shape, order), ZERO) == {">"}:
        return n.mul(n.power(law.scale, order), n.gamma(n.add(law.shape, order)), n.inverse(n.gamma(law.shape)))
    if isinstance(law, Gamma) and order == 1:
        return n.add(law.shift, n.mul(law.scale, law.shape))
    raise Undecided("this moment of a statistic")


def _generating(law: Any, t: Number) -> Number:
    if isinstance(law, Line):
        return lines.exponential_moment(law, t)
    if isinstance(law, Gamma):
        base = n.sub(ONE, n.mul(t, law.scale))
        order = n.relations(base, ZERO)
        if order <= {"<", "="}:
            return INFINITY
        if order == {">"}:
            return n.mul(n.exp(n.mul(t, law.shift)), n.power(base, -law.shape))
    raise Undecided("the moment generating function of this statistic")


def _mean_of_rank(e: Evaluator, law: Ranked) -> Number:
    """The integral of x g(x), g = m F^(k-1) (1 - F)^(n-k) f; g is at most n f, so beyond a cut it is at most n times the integral of |x| f."""
    if law.copies > MOST_RANKED and law.rank not in (1, law.copies):
        raise Undecided("a rank among too many copies")
    e.budget.spend(2000)
    ((_, pieces),) = law.law.parts
    goal = arb(2) ** -(min(ctx.prec, 64) + 4)
    low, high = _cut(law, pieces[0], -1, goal), _cut(law, pieces[-1], 1, goal)
    total: list[Number] = []
    for end, beyond in ((low, (MINUS_INFINITY, low)), (high, (high, INFINITY))):
        if end is not None:
            span = [x if isinstance(x, n.Ball) else n.enclose(x) for x in beyond]  # type: ignore[arg-type]
            rest = n.exact_ball(n.mul(Fraction(law.copies), n.absolute(lines.moment_between(law.law, span[0], span[1], 1))))
            total.append(n.enclose(arb(0, rest.upper())))
    times = Fraction(law.copies * comb(law.copies - 1, law.rank - 1))
    before: Number = ZERO
    for p in pieces:
        first = low if n.is_point_infinite(p.lo) else n.exact_ball(p.lo)
        last = high if n.is_point_infinite(p.hi) else n.exact_ball(p.hi)
        assert first is not None and last is not None
        at_first = n.exact_ball(n.add(before, lines.integral(p, p.lo, n.enclose(first))) if n.is_point_infinite(p.lo) else before)
        within = _within(p, at_first, first)
        c0, c1, c2 = (n.exact_ball(c) for c in (p.c0, p.c1, p.c2))

        def integrand(x: acb, analytic: bool, within: Any = within, c: Any = (c0, c1, c2)) -> acb:
            mass = within(x)
            return x * mass ** (law.rank - 1) * (1 - mass) ** (law.copies - law.rank) * (c[0] + c[1] * x + c[2] * x * x).exp()

        area = acb.integral(integrand, acb(first), acb(last), rel_tol=goal, abs_tol=goal / n.exact(times), eval_limit=20_000).real
        total.append(n.mul(times, n.enclose(area)))
        before = n.add(before, lines.integral(p, p.lo, p.hi))
    return n.add(*total)


def _cut(law: Ranked, p: Piece, side: int, goal: arb) -> arb | None:
    """Where a tail is negligible; None for a tail that ends."""
    end = p.lo if side < 0 else p.hi
    if not n.is_point_infinite(end):
        return None
    curve = lines.sign(p.c2)
    centre = n.exact_ball(n.div(p.c1, n.mul(-TWO, p.c2)) if curve else p.hi if side < 0 else p.lo)
    width = n.exact_ball(n.power(n.mul(-TWO, p.c2), Fraction(-1, 2)) if curve else n.inverse(n.absolute(p.c1)))
    steps = arb(5)
    while steps < 1 << 14:
        at = arb((centre + side * steps * width).mid())
        span = (n.enclose(at), INFINITY) if side > 0 else (MINUS_INFINITY, n.enclose(at))
        if at * side > 0 and n.exact_ball(n.mul(Fraction(law.copies), n.absolute(lines.integral(p, *span, 1)))) < goal:
            return at
        steps = steps * 3 / 2
    raise Undecided("a tail of a rank")


def _within(p: Piece, at_first: arb, first: arb) -> Callable[[acb], acb]:
    """The distribution function on a piece, as an entire function."""
    curve = lines.sign(p.c2)
    c0, c1, c2 = (n.exact_ball(c) for c in (p.c0, p.c1, p.c2))
    if curve > 0:
        raise Undecided("a rank of a density that is log-convex")
    if curve < 0:
        root = (-c2).sqrt()
        half = (c0 - c1 * c1 / (4 * c2)).exp() * arb.pi().sqrt() / (2 * root)
        middle = c1 / (2 * root)
        start = (acb(root * first - middle)).erf()
        return lambda x: at_first + half * ((root * x - middle).erf() - start)
    if lines.sign(p.c1) == 0:
        return lambda x: at_first + c0.exp() * (x - first)
    start = (c0 + c1 * first).exp() / c1
    return lambda x: at_first + (c0 + c1 * x).exp() / c1 - start


def _chance(e: Evaluator, event: Any, name: str, law: Any, env: Env) -> Number:
    relation = word(argument(event, 1)) if head(event) == "compare" else ""
    if relation not in TURNED:
        raise Undecided("the probability of this event of a statistic")
    sides = [argument(event, 0), argument(event, 2)]
    root = next((part for side in sides for part in _roots(side, name)), None)
    if root is not None:
        sides = [_replaced(side, root, ["var", ["word", name]]) for side in sides]
    (a, b), (p, q) = (_affine(e, side, name, env) for side in sides)
    slope = n.sub(b, q)
    if lines.sign(slope) == 0:
        raise Undecided("an event that does not ask for the statistic")
    if lines.sign(slope) < 0:
        relation = TURNED[relation]
    level = n.div(n.sub(p, a), slope)
    if root is not None:
        exponent = e.number(argument(root, 1), env)
        if n.relations(exponent, ZERO) != {">"}:
            raise Undecided("an event of a falling power")
        level = -ONE if n.relations(level, ZERO) == {"<"} else n.power(level, n.inverse(exponent))
    return _side(law, level, relation[0] == "<")


def _roots(f: Any, name: str) -> list[Any]:
    if head(f) == "pow" and argument(f, 0) == ["var", ["word", name]]:
        return [f]
    return [found for part in f[1:] for found in _roots(part, name)] if isinstance(f, list) else []


def _side(law: Any, level: Number, below: bool) -> Number:
    """P(X <= level), or P(X > level)."""
    if isinstance(law, Gamma):
        x = n.div(n.sub(level, law.shift), law.scale)
        if n.relations(x, ZERO) == {"<"}:
            return ZERO if below else ONE
        return special.call("gamma_p" if below else "gamma_q", law.shape, x)
    within = lines.cdf(law.law, level)
    beyond = n.sub(ONE, within)
    copies = Fraction(law.copies)
    if law.rank == law.copies:
        answer = n.power(within, copies)
    elif law.rank == 1:
        answer = n.sub(ONE, n.power(beyond, copies))
    else:  # fewer than rank coordinates lie below
        answer = n.sub(ONE, special.call("beta_incomplete", Fraction(law.copies - law.rank + 1), Fraction(law.rank), beyond))
    return answer if below else n.sub(ONE, answer)
