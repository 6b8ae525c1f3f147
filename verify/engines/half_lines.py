"""Functions of one number t >= 0 that are read off a law on the line: logarithms of its density, and its divergence from itself moved by t.

Where the law is even and Laplace or normal these are a constant, plus a polynomial of degree 2 without constant, plus perhaps a convex function: the divergence of
Laplace noise of rate r from itself moved by t is, for an order a > 1, ``log(A exp((a - 1) r t) + B exp(-a r t)) / (a - 1)`` with A, B > 0, and that of normal noise is
``a t^2 / (2 variance)``. So statements about all t are decided by finitely many coefficients: that such a function rises, and that one is convex as a function of
another, ``G(x) == c G(u) + (1 - c) G(v)  implies  F(x) <= c F(u) + (1 - c) F(v)``.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Any

from flint import fmpq

from verify.claims.canonical import same
from verify.claims.nodes import BINDERS, Node, free_names, heads, literal, number, pattern_names, rebuild, substitute
from verify.claims.propositions import MIRRORED
from verify.claims.sets import stated
from verify.engines import binders
from verify.engines import evaluate as ev
from verify.engines.defined import total
from verify.engines.truth import Truth
from verify.values import elementary, numbers, powers, rounding
from verify.values.structures import Deferred

WEAK = ("<=", ">=")
ZERO, ONE = fmpq(0), fmpq(1)
UNIT = Node("num", "1")
T = "#t"
"""A name that no formula has."""


class _Unknown(Exception):
    """The structure does not show what the function is."""


@dataclass(frozen=True)
class Curve:
    """On [0, oo) the function ``constant + slope t + bend t^2``, plus a convex function where ``convex``; all of it is finite."""

    constant: dict[Node, fmpq]
    """Multiples of numbers, each by its formula: of 1, of logarithms of primes, of others."""
    slope: fmpq = ZERO
    bend: fmpq = ZERO
    convex: bool = False

    def __add__(self, other: Curve) -> Curve:
        constant = {key: value for key in {*self.constant, *other.constant} if (value := self.constant.get(key, ZERO) + other.constant.get(key, ZERO)) != 0}
        return Curve(constant, self.slope + other.slope, self.bend + other.bend, self.convex or other.convex)

    def times(self, factor: fmpq) -> Curve:
        """The function times a number. Raises _Unknown where a convex function would be turned round."""
        if self.convex and factor < 0:
            raise _Unknown
        return Curve({key: value * factor for key, value in self.constant.items() if factor != 0}, self.slope * factor, self.bend * factor, self.convex and factor != 0)

    @property
    def direction(self) -> int | None:
        """1 where it rises strictly, -1 where it falls strictly, 0 where it is constant; None where that is not seen."""
        if self.convex or self.slope * self.bend < 0:
            return None
        total = self.slope + self.bend
        return int(total > 0) - int(total < 0)


def decide(node: Node, env: ev.Env, c: ev.Context) -> Truth | None:
    """The truth of a statement for all members that says that a function rises or falls, or is convex as a function of another; None where that is not seen."""
    over, body = node.args[0], node.args[1]
    if not (isinstance(over, tuple) and isinstance(body, Node) and all(isinstance(entry, tuple) and isinstance(entry[0], Node) for entry in over)):
        return None
    ranges = {str(entry[0].args[0]): stated(entry[1]) for entry in over}  # type: ignore[index,union-attr,arg-type]
    if len(ranges) != len(over) or any(where.head != "interval" for where in ranges.values()):
        return None
    try:
        if len(ranges) == 2 and body.head == "compare":
            return _moves(ranges, body, env, c)
        if len(ranges) == 4 and body.head == "implies" and _is_convex(ranges, body, env, c):
            return Truth.TRUE
    except (_Unknown, numbers.NoValue, ev.NoRoute):
        pass
    return None


def equal(comparison: Node, env: ev.Env, c: ev.Context) -> bool:
    """Whether both sides of a comparison are the same sum of logarithms of densities at fractions; False where they are not, or are no such sums."""
    if not {"log", "density"} <= heads(comparison):
        return False
    try:
        left, right = (_read(ev.argument(comparison, k), None, env, c) for k in (0, 2))
    except (_Unknown, numbers.NoValue, ev.NoRoute):
        return False
    return left == right and not left.convex


def solved(comparison: Node, name: str, env: ev.Env, c: ev.Context) -> fmpq | None:
    """The one fraction t >= 0 at which both sides of a comparison are the same sum of logarithms of densities; None where there is none, or none is seen."""
    if not {"log", "density"} <= heads(comparison):
        return None
    try:
        left, right = (_read(ev.argument(comparison, k), name, env, c) for k in (0, 2))
        gap = left + right.times(-ONE)
    except (_Unknown, numbers.NoValue, ev.NoRoute):
        return None
    rest = gap.constant.get(UNIT, ZERO)
    if gap.convex or set(gap.constant) - {UNIT} or (gap.slope == 0) == (gap.bend == 0):
        return None
    t: Any = -rest / gap.slope if gap.bend == 0 else powers.power(-rest / gap.bend, fmpq(1, 2)) if rest / gap.bend <= 0 else None
    return t if isinstance(t, fmpq) and t >= 0 else None


def largest_divergence(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """The supremum over x in R^d with ``sum_i G(|x_i|) <= b`` of the divergence of d independent copies of an even law from themselves moved by x; None where it is not seen.

    With G rising to oo, F the divergence in one coordinate and s_i = G(|x_i|) - G(0), F is a convex function of s that is 0 at 0 and not negative. So
    ``sum_i F_i <= F(s_1 + ... + s_d)``, with equality where all but one of them are 0, and F does not fall: the supremum is F at the t with
    ``G(t) = b - (d - 1) G(0)``, and nothing satisfies the condition where ``b < d G(0)``.
    """
    over, body, condition = node.args[0], ev.argument(node, 1), node.args[2]
    if not (isinstance(over, tuple) and len(over) == 1 and body.head == "renyi" and isinstance(condition, Node) and condition.head == "compare"):
        return None
    x, where = over[0]  # type: ignore[misc, str-unpack]
    whole, bound = condition.args[0], condition.args[2]
    if condition.args[1] != "<=" or not (isinstance(whole, Node) and isinstance(bound, Node) and whole.head == "sum" and whole.args[2] is None):
        return None
    copies, index = ev.argument(body, 1), whole.args[0]
    if not (isinstance(x, Node) and isinstance(where, Node) and where.head == "points" and isinstance(index, tuple) and len(index) == 1) or copies.head != "iid":
        return None
    space, (i, upto) = ev.argument(where, 0), index[0]  # type: ignore[misc, str-unpack]
    if space.head != "euclid" or not (isinstance(i, Node) and isinstance(upto, Node) and upto.head == "integers") or body.args[0] != Node("translate", copies, x):
        return None
    name, term = str(x.args[0]), _in_place(ev.argument(whole, 1), Node("abs", Node("item", x, i)), Node("var", T))
    if str(i.args[0]) == name or {name, str(i.args[0])} & free_names(term) or heads(term) & BINDERS or name in free_names(Node("all", copies, upto, bound, ev.argument(body, 2))):
        return None
    try:
        count, first = ev.argument_value(space, 0, env, c), ev.argument_value(upto, 0, env, c)
        if first != 1 or not (isinstance(count, fmpq) and count.q == 1 and count >= 1) or not count == ev.argument_value(copies, 1, env, c) == ev.argument_value(upto, 1, env, c):
            return None
        law, order = ev.argument(copies, 0), ev.argument(body, 2)
        g, f = _read(term, T, env, c), _read(Node("renyi", Node("translate", law, Node("var", T)), law, order), T, env, c)
        if g.direction != 1 or not _convex_in(f, g):
            return None
        rest = _read(bound, None, env, c) + Curve(g.constant).times(-count)
        return _at_the_edge(node, rest.constant, g, law, order, env, c)
    except (_Unknown, numbers.NoValue, ev.NoRoute):
        return None


def _at_the_edge(node: Node, rest: dict[Node, fmpq], g: Curve, law: Node, order: Node, env: ev.Env, c: ev.Context) -> Any:
    """The divergence where ``g.slope t + g.bend t^2`` is what is left. Raises _Unknown."""
    left: Any = ZERO
    for formula, times in rest.items():
        left = numbers.add(left, numbers.mul(times, ev.value(formula, {}, c), c.prec), c.prec)
    if numbers.relation(left, "<", ZERO) is True:
        return ev.argument_value(node, 3, env, c) if isinstance(node.args[3], Node) else float("-inf")
    if numbers.relation(left, ">=", ZERO) is not True or (g.slope == 0) == (g.bend == 0):
        raise _Unknown
    t = numbers.div(left, g.slope, c.prec) if g.bend == 0 else powers.power(numbers.div(left, g.bend, c.prec), fmpq(1, 2), c.prec)
    moved = Node("renyi", Node("translate", law, Node("var", T)), law, order)
    if isinstance(t, fmpq):
        return ev.value(moved, {**env, T: t}, c)
    around = numbers.enclose(t, c.prec)
    if isinstance(around.lo, float) or isinstance(around.hi, float) or around.lo < 0 or not (rounding.writable(around.lo) and rounding.writable(around.hi)):
        raise _Unknown
    low, high = (numbers.enclose(ev.value(moved, {**env, T: end.fmpq()}, c), c.prec) for end in (around.lo, around.hi))  # it does not fall
    return numbers.Enclosure(low.lo, high.hi)


# --- statements --------------------------------------------------------------------------------------------------------------------


def _moves(ranges: dict[str, Node], body: Node, env: ev.Env, c: ev.Context) -> Truth | None:
    """``for all u >= 0 and v >= u: L(u) <= L(v)``, or with ``>=``."""
    first, second = ranges
    if body.args[1] not in WEAK or not _in_half_line(ranges[first], ranges, env, c) or ranges[second].args[0] != Node("var", first):
        return None
    if free_names(ev.argument(ranges[second], 1)) & set(ranges) or not _leaves_out_infinity(ranges[second], env, c):
        return None
    left, relation, right = ev.argument(body, 0), str(body.args[1]), ev.argument(body, 2)
    if second in free_names(left):
        left, relation, right = right, MIRRORED[relation], left
    if second in free_names(left) or first not in free_names(left) or not _same(substitute(left, {first: Node("var", second)}), right):
        return None
    way = _read(Node("log", left) if left.head == "density" else left, first, env, c).direction
    if way is None:
        return None
    wanted = 1 if relation == "<=" else -1
    if way != -wanted:
        return Truth.TRUE
    unbounded = all(where.args[1] == Node("num", "oo") for where in ranges.values())  # so that there are u < v
    return Truth.FALSE if unbounded else None


def _is_convex(ranges: dict[str, Node], body: Node, env: ev.Env, c: ev.Context) -> bool:
    """``for all x, u, v >= 0 and c in [0, 1]: if G(x) == c G(u) + (1 - c) G(v) then F(x) <= c F(u) + (1 - c) F(v)``."""
    premise, conclusion = ev.argument(body, 0), ev.argument(body, 1)
    parts = [ev.argument(premise, k) for k in range(len(premise.args))] if premise.head == "all" else [premise]
    if any(part.head != "compare" for part in (*parts, conclusion)):
        return False
    above, relation, below = conclusion.args
    if relation == ">=":
        above, below = below, above
    if relation not in WEAK or not isinstance(above, Node) or not isinstance(below, Node):
        return False
    for x, u, v, share in permutations(ranges):
        if free_names(above) & set(ranges) != {x} or not all(_in_half_line(ranges[name], ranges, env, c) for name in (x, u, v)):
            continue
        if not _same(_mean(above, x, u, v, share), below) or not _is_share(share, ranges, parts, env, c):
            continue
        for equation in (part for part in parts if part.args[1] == "=="):
            for one, other in ((0, 2), (2, 0)):
                inner, mean = ev.argument(equation, one), ev.argument(equation, other)
                if free_names(inner) & set(ranges) == {x} and _same(_mean(inner, x, u, v, share), mean) and _all_valued(parts, equation):
                    return _convex_in(_read(above, x, env, c), _read(inner, x, env, c))
    return False


def _all_valued(parts: list[Node], but: Node) -> bool:
    """Whether the other parts of a premise compare bare numbers, which have a value."""
    return all(part is but or (total(ev.argument(part, 0)) and total(ev.argument(part, 2))) for part in parts)


def _mean(term: Node, x: str, u: str, v: str, share: str) -> Node:
    """``c F(u) + (1 - c) F(v)``."""
    weight = Node("var", share)
    return weight * substitute(term, {x: Node("var", u)}) + (1 - weight) * substitute(term, {x: Node("var", v)})


def _convex_in(f: Curve, g: Curve) -> bool:
    """Whether f is a convex function of g on [0, oo), where g is a polynomial that moves strictly in one direction.

    With g rising, f'/g' must not fall. For polynomials its derivative has the sign of ``f.bend g.slope - g.bend f.slope``; where g is straight it is enough that f is convex.
    """
    way = g.direction
    if not way:
        return False
    g = g.times(fmpq(way))  # -G is in the mean where G is
    if f.convex:
        return bool(g.bend == 0 and f.bend >= 0)
    return bool(f.bend * g.slope >= g.bend * f.slope)


def _in_place(node: Node, old: Node, new: Node) -> Node:
    return new if node == old else rebuild(node, lambda part: _in_place(part, old, new))


def _same(a: Node, b: Node) -> bool:
    return same(_flat(a), _flat(b))


def _flat(node: Node) -> Node:
    """The term with sums and products in one: readings leave products inside of products."""
    node = rebuild(node, _flat)
    if node.head not in ("add", "mul"):
        return node
    return Node(node.head, *(part for arg in node.args for part in (arg.args if isinstance(arg, Node) and arg.head == node.head else (arg,))))


def _in_half_line(where: Node, ranges: dict[str, Node], env: ev.Env, c: ev.Context) -> bool:
    if free_names(where) & set(ranges) or not _leaves_out_infinity(where, env, c):
        return False
    low = ev.argument_value(where, 0, env, c)
    return low != float("inf") and numbers.relation(low, ">=", ZERO) is True


def _leaves_out_infinity(where: Node, env: ev.Env, c: ev.Context) -> bool:
    return where.args[3] == "open" or isinstance(ev.argument_value(where, 1, env, c), fmpq)


def _is_share(name: str, ranges: dict[str, Node], parts: list[Node], env: ev.Env, c: ev.Context) -> bool:
    """Whether a name lies between 0 and 1, by its range and what the premise says."""
    if not _in_half_line(ranges[name], ranges, env, c):
        return False
    share, one = Node("var", name), Node("num", "1")
    if Node("compare", share, "<=", one) in parts or Node("compare", one, ">=", share) in parts:
        return True
    return numbers.relation(ev.argument_value(ranges[name], 1, env, c), "<=", ONE) is True


# --- functions ---------------------------------------------------------------------------------------------------------------------


def _read(term: Node, name: str | None, env: ev.Env, c: ev.Context) -> Curve:
    """The term as a function of the name on [0, oo); without a name, its value. Raises _Unknown."""
    if term == Node("var", name or ""):
        return Curve({}, slope=ONE)
    if term.head == "add":
        return _total([_read(ev.argument(term, k), name, env, c) for k in range(len(term.args))])
    if term.head == "mul":
        factors = [ev.argument(term, k) for k in range(len(term.args))]
        curves = [factor for factor in factors if name in free_names(factor) or "density" in heads(factor)]
        if len(curves) == 1:
            scale = ONE
            for factor in factors:
                scale *= ONE if factor is curves[0] else _fraction(factor, env, c)
            return _read(curves[0], name, env, c).times(scale)
    if term.head == "log":
        return _logarithm(ev.argument(term, 0), name, env, c)
    if term.head == "sum" and term.args[2] is None:
        parts, over = [], term.args[0]
        if name in {bound for entry in over for bound in pattern_names(entry[0])} or any(name in free_names(entry[1]) for entry in over):  # type: ignore[union-attr,index,arg-type]
            raise _Unknown
        for inner, whole in binders.assignments(over, env, c):
            if not whole:
                raise _Unknown
            parts.append(_read(ev.argument(term, 1), name, inner, c))
        return _total(parts)
    if name in free_names(term):
        if term.head == "renyi":
            return _divergence(term, str(name), env, c)
        raise _Unknown
    return _constant(ev.value(term, env, c))


def _total(parts: list[Curve]) -> Curve:
    found = Curve({})
    for part in parts:
        found = found + part
    return found


def _constant(value: Any) -> Curve:
    """An exact number. Raises _Unknown."""
    if isinstance(value, fmpq):
        return Curve({UNIT: value} if value != 0 else {})
    if isinstance(value, numbers.LogSum):
        return Curve(({UNIT: value.rational} if value.rational != 0 else {}) | {Node("log", number(str(prime))): times for prime, times in value.terms})
    raise _Unknown


def _fraction(term: Node, env: ev.Env, c: ev.Context) -> fmpq:
    value = ev.value(term, env, c)
    if not isinstance(value, fmpq):
        raise _Unknown
    return value


def _logarithm(term: Node, name: str | None, env: ev.Env, c: ev.Context) -> Curve:
    """The logarithm of a product of powers of densities that are positive where they are asked for. Raises _Unknown."""
    if term.head == "mul":
        return _total([_logarithm(ev.argument(term, k), name, env, c) for k in range(len(term.args))])
    if term.head == "pow" and "density" in heads(term):
        power = literal(ev.argument(term, 1))
        if power is None:
            raise _Unknown
        return _logarithm(ev.argument(term, 0), name, env, c).times(fmpq(power.numerator, power.denominator))
    if term.head == "density":
        pieces, at = _pieces(ev.argument(term, 0), name, env, c), ev.argument(term, 1)
        if name is not None and name in free_names(at):
            if at != Node("var", name):
                raise _Unknown
            return _on_half_line(pieces)
        return _at(pieces, _fraction(at, env, c))
    if name in free_names(term) or "density" in heads(term):
        raise _Unknown
    return _constant(elementary.log(ev.value(term, env, c), c.prec))


Piece = tuple[Any, Any, dict[Node, fmpq], fmpq, fmpq]
"""Ends, and the logarithm of the density: constant, slope and bend."""


def _pieces(law: Node, name: str | None, env: ev.Env, c: ev.Context) -> list[Piece]:
    """The pieces of a law on the line that a name stands for. Raises _Unknown."""
    held = env.get(str(law.args[0])) if law.head == "var" and law.args[0] != name else None
    if not isinstance(held, Deferred) or held.node.head != "law":
        raise _Unknown
    found: list[Piece] = []
    rows: Any = held.node.args[2]
    for lo, hi, height, slope, bend in rows:
        ends = tuple(ev.value(end, {}, c) for end in (lo, hi))
        if not all(isinstance(end, fmpq | float) for end in ends):
            raise _Unknown
        found.append((*ends, _height(height, c), _fraction(slope, {}, c), _fraction(bend, {}, c)))
    return found


def _height(term: Node, c: ev.Context) -> dict[Node, fmpq]:
    """An exact number, or what has no name but its formula."""
    value = ev.value(term, {}, c)
    if isinstance(value, fmpq | numbers.LogSum):
        return _constant(value).constant
    if not isinstance(value, numbers.Enclosure) or not all(not isinstance(end, float) and end.is_finite() for end in (value.lo, value.hi)):
        raise _Unknown
    return {term: ONE}


def _on_half_line(pieces: list[Piece]) -> Curve:
    """The logarithm of the density at t >= 0: one piece holds all t > 0, and at 0 the density is its limit from there. Raises _Unknown."""
    for lo, hi, height, slope, bend in pieces:
        if hi == float("inf") and _place(lo, ZERO) <= 0:
            if _place(lo, ZERO) == 0:
                _at(pieces, ZERO)
            return Curve(height, slope, bend)
    raise _Unknown


def _at(pieces: list[Piece], x: fmpq) -> Curve:
    """The logarithm of the density at x; between two pieces they must agree. Raises _Unknown."""
    found = [Curve(height) + _constant(slope * x + bend * x * x) for lo, hi, height, slope, bend in pieces if _place(lo, x) <= 0 <= _place(hi, x)]
    ends = {_place(end, x) for lo, hi, *_ in pieces for end in (lo, hi) if _place(lo, x) <= 0 <= _place(hi, x)}
    if not found or any(other != found[0] for other in found) or not {-1, 1} <= ends:  # at the end of its support the density has no value
        raise _Unknown
    return found[0]


def _place(end: Any, x: fmpq) -> int:
    """The sign of ``end - x``."""
    return -1 if end == float("-inf") else 1 if end == float("inf") else (end > x) - (end < x)


def _divergence(term: Node, name: str, env: ev.Env, c: ev.Context) -> Curve:
    """The divergence of a law from itself moved by the name. Raises _Unknown."""
    first, second, order = (ev.argument(term, k) for k in range(3))
    if first != Node("translate", second, Node("var", name)) or name in free_names(order):
        raise _Unknown
    alpha, pieces = _fraction(order, env, c), _pieces(second, name, env, c)
    if alpha <= 1:
        raise _Unknown
    ends = [end for piece in pieces for end in piece[:2]]
    if ends == [float("-inf"), float("inf")] and pieces[0][4] < 0:
        return Curve({}, bend=-alpha * pieces[0][4])  # c2 = -1 / (2 variance)
    if len(pieces) == 2 and ends == [float("-inf"), ZERO, ZERO, float("inf")]:
        left, right = pieces
        if left[2] == right[2] and left[4] == right[4] == 0 and left[3] == -right[3] > 0:
            return Curve({}, convex=True)
    raise _Unknown

ev.SAME_NUMBER.append(equal)

__all__ = ["decide", "equal", "largest_divergence", "solved"]
