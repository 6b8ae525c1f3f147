"""Limits and derivatives at an exact instance.

A limit is found in two ways, both by the structure of the term:

* continuity: arithmetic, ``exp``, ``log``, ``erf``, ``max`` and the like are continuous, as functions of extended reals, wherever their value at the limits
  of their arguments is no indeterminate form; a hockey-stick divergence of laws that do not move is continuous in epsilon on [-oo, oo]; the least Gaussian
  level of a privacy profile at epsilon -> oo is the root of the limit of epsilon^2 / (-2 log delta);
* series at oo (``verify.values.asymptotic``), with constants that are compared exactly (``verify.values.constants``). Other points become oo by a change
  of the name; at a finite point both sides must agree, where the term has values on both.

Where one of them gives a value, the upper and the lower limit are the same. What holds for all large values of a name is decided in the same way. A derivative
of whole order is a coefficient of the Taylor series, which is computed by its recurrences.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from verify.claims.canonical import same
from verify.claims.nodes import BINDERS, Node, free_names, heads, number, pattern_names, rebuild, substitute, walk
from verify.claims.sets import stated
from verify.engines import bottlenecks, member_by_member, orders, partial_sums, subsequences
from verify.engines import evaluate as ev
from verify.engines.membership import contains
from verify.engines.slopes import NoSlope, jet
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.quantities.kernels.moments import gaussian
from verify.values import constants, elementary, numbers, powers, primitives, rounding
from verify.values.asymptotic import LENGTHS, Expansion, Ring, Series, Undefined, Unseen
from verify.values.constants import Constant
from verify.values.derivatives import partial_derivatives
from verify.values.entry import Span
from verify.values.laws import PieceLaw, SparseLaw
from verify.values.structures import Function

MOST_ORDERS = 60
SMOOTH = ("add", "mul", "exp", "abs", "max", "min")
RELATIONS = ("<", "<=", "==", "!=", ">=", ">")
INFINITE = (math.inf, -math.inf)
NEAR_ZERO = numbers.Enclosure(arb(0), arb(0.0625))
"""A range of 1/x for large x."""
FAR = (fmpq(2**4), fmpq(2**10), fmpq(2**20))
"""Where the half-lines begin on which something is tried for all large values."""


def limit(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """``limit``, ``limsup`` and ``liminf`` of a term whose limit the structure shows. Raises NoRoute for other terms."""
    name, to = _place(node, env, c)
    term = ev.argument(node, 1)
    inner = {key: value for key, value in env.items() if key != name}
    if to == math.inf and (found := subsequences.progression(term, name, inner, c)) is not None:
        return subsequences.limit(node, name, found, c, lambda part: _at_oo(part, name, inner, c, found[0]))
    try:
        return _continuous(term, name, to, inner, c)
    except (ev.NoRoute, numbers.NoValue):
        pass
    if to == math.inf:
        return _at_oo(term, name, inner, c)
    moving = Node("var", name)
    if to == -math.inf:
        return _at_oo(substitute(term, {name: -moving}), name, inner, c)
    if not isinstance(to, fmpq):
        raise ev.NoRoute("a limit that the structure of the term does not show")
    sides = []
    for side in (1, -1):
        try:
            sides.append(_at_oo(substitute(term, {name: number(Fraction(int(to.p), int(to.q))) + side / moving}), name, inner, c))
        except numbers.NoValue:  # an end of the domain
            continue
    if not sides:
        raise numbers.NoValue("a term without values near the point")
    if numbers.relation(sides[0], "==", sides[-1]) is not True and len(sides) > 1:
        raise ev.NoRoute("a limit that may differ from side to side")
    return sides[0]


def eventually(node: Node, env: ev.Env, c: ev.Context) -> Truth | None:
    """The truth of "there is a point beyond which p holds", where p is seen to hold, or to fail, for all large values; None for other statements."""
    over, inner = node.args[0], ev.argument(node, 1)
    assert isinstance(over, tuple)
    if inner.head != "forall" or len(over) != 1:
        return None
    start, line = over[0]  # type: ignore[misc, str-unpack]
    beyond, p = inner.args
    assert isinstance(line, Node) and isinstance(beyond, tuple) and isinstance(p, Node)
    if len(beyond) != 1 or not isinstance(start, Node) or not isinstance(beyond[0][0], Node):  # type: ignore[index]
        return None
    name, half = pattern_names(beyond[0][0])[0], beyond[0][1]  # type: ignore[index]
    assert isinstance(half, Node)
    ends = (*line.args[:2], *half.args[:2]) if line.head == half.head == "interval" and line.args[3] == half.args[3] == "open" else ()
    if ends[1:] != (number("oo"), start, number("oo")) or ends[0] != number("-oo") or pattern_names(start)[0] in free_names(p):
        return None
    rest = {key: value for key, value in env.items() if key != name}
    answer = next((found for length in LENGTHS if (found := _expansion(name, length, rest, c).holds(p)) is not None), None)
    if answer is None:  # one point far out, by the other means
        answer = True if _safely(inner, {**env, pattern_names(start)[0]: FAR[0]}, c) is Truth.TRUE else None
    return Truth.UNDECIDED if answer is None else Truth.TRUE if answer else Truth.FALSE


def _place(node: Node, env: ev.Env, c: ev.Context) -> tuple[str, Any]:
    over = node.args[0]
    assert isinstance(over, tuple)
    pattern, at = over[0]  # type: ignore[misc, str-unpack]
    assert isinstance(at, Node)
    return pattern_names(pattern)[0], ev.value(at, env, c)


def _surely(a: Any, relation: str, b: Any) -> bool:
    return numbers.relation(a, relation, b) is True


def _continuous(term: Node, name: str, to: Any, env: ev.Env, c: ev.Context) -> Any:
    """The value that the term tends to. Raises NoRoute or NoValue where continuity does not give one."""
    if name not in free_names(term):
        return ev.value(term, env, c)
    if term.head == "var":
        return to
    if term.head == "if" and to == math.inf:
        answer = _expansion(name, LENGTHS[0], env, c).holds(ev.argument(term, 0))
        if answer is None:
            answer = _by_limits(ev.argument(term, 0), name, env, c)
        if answer is None:
            raise ev.NoRoute("a condition that is undecided for large values")
        return _continuous(ev.argument(term, 1 if answer else 2), name, to, env, c)
    if term.head == "apply":
        return _of_function(term, name, to, env, c)
    if term.head == "hockey_stick":
        if name in free_names(ev.argument(term, 0)) | free_names(ev.argument(term, 1)):
            raise ev.NoRoute("the limit of a divergence of distributions that vary")
        at = _continuous(ev.argument(term, 2), name, to, env, c)
        return enclosures.evaluate("hockey_stick", [ev.argument_value(term, 0, env, c), ev.argument_value(term, 1, env, c), at], c.prec)
    if term.head == "renyi" and to == math.inf and name not in free_names(ev.argument(term, 0)) | free_names(ev.argument(term, 1)):
        if orders.for_large_values(term, _expansion(name, LENGTHS[0], env, c), env, c) == math.inf:
            return math.inf
        raise ev.NoRoute("a divergence at an order that varies")
    if term.head in ("sup", "inf") and to == math.inf:
        return _at_reciprocal(term, name, env, c)
    if term.head == "gaussian_level" and to == math.inf and _continuous(ev.argument(term, 0), name, to, env, c) == math.inf:
        return _level(term, name, env, c)
    if term.head == "mul" and to == math.inf and {"inf", "couplings"} <= heads(term):
        cheapest = bottlenecks.limit(term, name, env, c, lambda part: _continuous(part, name, to, env, c))
        if cheapest is not None:
            return cheapest
    if term.head not in (*SMOOTH, "log", "pow", "gamma") and term.head not in primitives.PRIMITIVES:
        raise ev.NoRoute(f"the limit of {term.head}")
    parts = [_continuous(ev.argument(term, k), name, to, env, c) for k in range(len(term.args))]
    if term.head in primitives.PRIMITIVES and term.head != "gamma" and not _smooth_at(term, parts, name, to, env, c):
        raise ev.NoRoute(f"the limit of {term.head} at the border of its domain")
    _refuse_borders(term, name, parts)
    names = {f"{k}": part for k, part in enumerate(parts)}  # digits are no names of a claim
    return ev.value(Node(term.head, *(Node("var", key) for key in names)), names, c)


def _refuse_borders(term: Node, name: str, parts: list[Any]) -> None:
    """Raises NoRoute where a logarithm, a gamma function or a power is not continuous at the limits of its arguments."""
    zero = fmpq(0)
    if term.head == "log" and not _surely(parts[0], ">", zero):
        raise ev.NoRoute("the limit of a logarithm at 0")
    if term.head == "gamma" and not (_surely(parts[0], ">", zero) and _surely(parts[0], "<", math.inf)):
        raise ev.NoRoute("the limit of the gamma function at a pole or at oo")
    if term.head == "pow":
        moving = name in free_names(ev.argument(term, 1))
        if moving and not (_surely(parts[0], ">", zero) and _surely(parts[0], "<", math.inf) and parts[1] not in INFINITE):
            raise ev.NoRoute("the limit of a power whose exponent varies")
        whole = isinstance(parts[1], fmpq) and parts[1].q == 1 and parts[1] >= 0
        if not moving and not _surely(parts[0], ">", zero) and not (whole and parts[0] not in INFINITE):
            raise ev.NoRoute("the limit of a power at 0 or of a negative number")


def _smooth_at(term: Node, parts: list[Any], name: str, to: Any, env: ev.Env, c: ev.Context) -> bool:
    """Whether a special function is continuous at the limits of its arguments: inside its domain, at infinite ends where it has a limit, and where one of
    them is at an end that belongs to the domain and is approached from inside."""
    entry = primitives.primitive(term.head)
    spans: list[Span] = []
    borders = 0
    for k, (part, (low, high, low_open, high_open)) in enumerate(zip(parts, entry.domain, strict=True)):
        x = numbers.enclose(part, c.prec)
        lo, hi = (primitives._as_arb(end) for end in (x.lo, x.hi))
        at_end = part in INFINITE and not (low_open if part < 0 else high_open) and (lo == low or hi == high)
        from_inside = to == math.inf and not low_open and lo == hi == low == 0 and _expansion(name, LENGTHS[0], env, c).holds(
            Node("compare", ev.argument(term, k), ">=", number(0)))
        borders += bool(from_inside)
        if not x.exists or borders > 1 or not (at_end or from_inside or low < lo <= hi < high):
            return False
        spans.append((lo, hi, False, False))
    return primitives.within(entry, spans) is True and (entry.smooth is None or entry.smooth(spans))


def _by_limits(p: Node, name: str, env: ev.Env, c: ev.Context) -> bool | None:
    """Whether a comparison holds for all large values, where its sides have limits in a strict order; None for others."""
    if p.head != "compare" or p.args[1] not in ("<", "<=", ">", ">="):
        return None
    try:
        order = numbers.compare(*(_continuous(ev.argument(p, k), name, math.inf, env, c) for k in (0, 2)))
    except (ev.NoRoute, numbers.NoValue):
        return None
    return None if order not in ("<", ">") else order == str(p.args[1])[0]


def _at_reciprocal(term: Node, name: str, env: ev.Env, c: ev.Context) -> Any:
    """The limit of an extremum whose term mentions only 1/x, as x tends to oo: its value at 1/x = 0, where it has bounded slopes in 1/x next to 0."""
    small, reciprocal = "#small", Node("pow", Node("var", name), number(-1))

    def visit(node: Node) -> Node:
        return Node("var", small) if node == reciprocal else node if name not in free_names(node) else rebuild(node, visit)

    moved = visit(term)
    if name in free_names(moved):
        raise ev.NoRoute(f"the limit of {term.head}")
    try:
        slope = numbers.enclose(jet(moved, small, {**env, small: NEAR_ZERO}, c)[1], c.prec)
    except NoSlope:
        raise ev.NoRoute(f"the limit of {term.head}") from None
    if not slope.exists or isinstance(slope.lo, float) or isinstance(slope.hi, float):
        raise ev.NoRoute(f"the limit of {term.head}")
    return ev.value(moved, {**env, small: fmpq(0)}, c)


def _of_function(term: Node, name: str, to: Any, env: ev.Env, c: ev.Context) -> Any:
    """The limit of the body of a function at an argument that stays in its interval."""
    body, function = _unfolded(term, env, c)
    at = _continuous(ev.argument(term, 1), name, to, env, c)
    if at in INFINITE:
        if not (to == math.inf and _expansion(name, LENGTHS[0], env, c).holds(Node("member", ev.argument(term, 1), function.where))):
            raise ev.NoRoute("a function whose argument may leave its interval")
    elif contains(function.where, at, {}, c) is not Truth.TRUE:
        raise ev.NoRoute("the limit of a function at an end of its interval")
    return _continuous(body, name, to, env, c)


def _unfolded(term: Node, env: ev.Env, c: ev.Context) -> tuple[Node, Function]:
    """The term of a function with the argument in its place. Raises NoRoute for what is no function of one number."""
    function = ev.argument_value(term, 0, env, c)
    if not isinstance(function, Function) or len(term.args) != 2:
        raise ev.NoRoute("the limit of a table")
    return substitute(function.body, {function.name: ev.argument(term, 1)}), function


def _level(term: Node, name: str, env: ev.Env, c: ev.Context) -> Any:
    """The least Gaussian level of the point (epsilon, delta) as epsilon tends to oo.

    For each mu > 0, ``epsilon^2 / (-2 log delta_mu(epsilon))`` tends to mu^2, and delta_mu rises with mu: if the quotient for delta tends to L, the levels
    below root L are too small and those above too large from some point on.
    """
    epsilon, delta = ev.argument(term, 0), ev.argument(term, 1)
    if not any(_expansion(name, length, env, c).holds(Node("all", Node("compare", number(0), "<", delta), Node("compare", delta, "<", number(1)))) for length in LENGTHS):
        raise ev.NoRoute("a Gaussian level at a delta that is not seen to lie between 0 and 1")
    quotient = _at_oo(epsilon**2 / (-2 * Node("log", delta)), name, env, c)
    return powers.power(quotient, fmpq(1, 2), c.prec)


# --- series at oo ------------------------------------------------------------------------------------------------------


def _at_oo(term: Node, name: str, env: ev.Env, c: ev.Context, base: fmpq | None = None) -> Any:
    """The limit at oo, through the powers of ``base`` alone if there is one."""
    why = Unseen()
    for length in LENGTHS:
        expansion = _expansion(name, length, env, c, base)
        try:
            found, side = expansion.ring.limit(expansion.of(term))
        except Undefined as reason:
            raise numbers.NoValue(str(reason)) from None
        except Unseen as reason:
            why = reason
            continue
        return numbers.mul(fmpq(side), math.inf, c.prec) if side else constants.number(found, c.prec)
    raise ev.NoRoute(f"a limit that the structure of the term does not show: {why}")


def _expansion(name: str, length: int, env: ev.Env, c: ev.Context, base: fmpq | None = None) -> Expansion:
    def constant(term: Node) -> Constant:
        return _constant(term, env, c)

    return Expansion(Ring(_Constants(c.prec), length), name, constant, lambda x, term: _other(x, term, env, c, base), lambda x, p: _far_out(x, p, env, c))


OPERATIONS = 4
"""Operations with constants of a series that cost a unit of work."""


class _Constants:
    """The field of constants at a working precision; what is computed with them counts as work."""
    def __init__(self, prec: int) -> None:
        self.prec = prec
        self.count = 0

    def _made(self, make: Callable[[], Constant]) -> Constant:
        self.count += 1
        if self.count % OPERATIONS == 0:
            enclosures.spend(1)
        return _defined(make)

    def rational(self, value: Fraction) -> Constant:
        return constants.constant(fmpq(value.numerator, value.denominator))

    def pi(self) -> Constant:
        return constants.PI

    def add(self, a: Constant, b: Constant) -> Constant:
        return self._made(lambda: constants.add(a, b, self.prec))

    def mul(self, a: Constant, b: Constant) -> Constant:
        return self._made(lambda: constants.mul(a, b, self.prec))

    def power(self, a: Constant, b: Constant) -> Constant:
        return self._made(lambda: constants.power(a, b, self.prec))

    def exp(self, a: Constant) -> Constant:
        return self._made(lambda: constants.exp(a, self.prec))

    def log(self, a: Constant) -> Constant:
        return self._made(lambda: constants.log(a, self.prec))

    def call(self, head: str, *arguments: Constant) -> Constant:
        return self._made(lambda: constants.constant(primitives.value(head, [constants.number(a, self.prec) for a in arguments], self.prec)))

    def sign(self, a: Constant) -> int:
        found = constants.sign(a, self.prec)
        if found is None:
            raise Unseen("a coefficient whose sign is unknown")
        return found

    def null(self, a: Constant) -> bool:
        return a == constants.ZERO

    def whole(self, a: Constant) -> int | None:
        value = constants.number(a, self.prec)
        return int(value.p) if isinstance(value, fmpq) and value.q == 1 else None

    def floor(self, a: Constant) -> int | None:
        below = rounding.floor(constants.number(a, self.prec), self.prec)
        return int(below.p) if isinstance(below, fmpq) else None


def _defined(make: Callable[[], Constant]) -> Constant:
    try:
        return make()
    except numbers.NoValue as reason:
        raise Unseen(str(reason)) from None


def _constant(term: Node, env: ev.Env, c: ev.Context) -> Constant:
    """What does not mention the name, in exact form where arithmetic, roots, pi, exp and log make it."""
    field = _Constants(c.prec)
    if term.head == "pi":
        return field.pi()
    if term.head in ("add", "mul", "pow", "exp", "log"):
        parts = [_constant(ev.argument(term, k), env, c) for k in range(len(term.args))]
        if term.head in ("exp", "log"):
            return field.exp(parts[0]) if term.head == "exp" else field.log(parts[0])
        operation = {"add": field.add, "mul": field.mul, "pow": field.power}[term.head]
        result = parts[0]
        for part in parts[1:]:
            result = operation(result, part)
        return result
    try:
        found = ev.value(term, env, c)
    except ev.NoRoute as reason:
        raise Unseen(str(reason)) from None
    except numbers.NoValue as reason:
        raise Unseen(str(reason)) from None
    if not isinstance(found, ev.numbers_kinds):
        raise Unseen("a constant that is not a number")
    return _defined(lambda: constants.constant(found))


def _other(x: Expansion, term: Node, env: ev.Env, c: ev.Context, base: fmpq | None) -> Series:
    """Heads that need the values of laws and functions."""
    if term.head == "apply":
        try:
            body, function = _unfolded(term, env, c)
        except (ev.NoRoute, numbers.NoValue) as reason:
            raise Unseen(str(reason)) from None
        x.of(ev.argument(term, 1))  # it has a value
        if x.holds(Node("member", ev.argument(term, 1), function.where)) is not True:
            raise Unseen("a function whose argument may leave its interval")
        return x.of(body)
    if term.head == "hockey_stick" and x.named not in free_names(ev.argument(term, 0)) | free_names(ev.argument(term, 1)):
        return _hockey_stick(x, term, env, c, base)
    if term.head == "renyi" and x.named not in free_names(ev.argument(term, 0)) | free_names(ev.argument(term, 1)):
        try:
            found = orders.for_large_values(term, x, env, c)
        except (ev.NoRoute, numbers.NoValue) as reason:
            raise Unseen(str(reason)) from None
        if isinstance(found, float):
            raise Unseen("an infinite divergence")
        return x.of(found)
    if term.head == "sum":
        return partial_sums.series(x, term, lambda name: _expansion(name, x.ring.length, {key: value for key, value in env.items() if key != name}, c), env, c)
    raise Unseen(f"the behaviour of {term.head} for large values")


def _hockey_stick(x: Expansion, term: Node, env: ev.Env, c: ev.Context, base: fmpq | None) -> Series:
    """Constant from the largest loss on; for normal laws its closed form; else it tends to the mass of P where Q has none."""
    ring = x.ring
    epsilon = x.of(ev.argument(term, 2))
    if ring.limit(epsilon)[1] != 1:
        raise Unseen("a divergence at a bounded epsilon")
    try:
        p, q = ev.argument_value(term, 0, env, c), ev.argument_value(term, 1, env, c)
        if isinstance(p, SparseLaw) and isinstance(q, SparseLaw):
            return subsequences.divergence(x, p, q, epsilon, base)
        normal = _normal_profile(ring, p, q, epsilon) if isinstance(p, PieceLaw) and isinstance(q, PieceLaw) else None
        if normal is not None:
            return normal
        for far in FAR:
            tail = enclosures.evaluate("hockey_stick", [p, q, numbers.Enclosure(numbers.enclose(far).lo, math.inf)], c.prec)
            tail = numbers.enclose(tail, c.prec)
            if tail.exists and tail.lo == tail.hi:
                return ring.constant(constants.constant(tail))
        return ring.known(constants.constant(enclosures.evaluate("hockey_stick", [p, q, math.inf], c.prec)))
    except (ev.NoRoute, numbers.NoValue) as reason:
        raise Unseen(str(reason)) from None


def _normal_profile(ring: Ring, p: PieceLaw, q: PieceLaw, epsilon: Series) -> Series | None:
    """The divergence of two normal laws whose log-ratio is not bounded, by the roots of log-ratio = epsilon; None for other laws."""
    found = [gaussian(law) for law in (p, q)]
    if found[0] is None or found[1] is None:
        return None
    (a, v), (b, w) = ([constants.constant(x) for x in pair] for pair in found if pair is not None)
    f = ring.f
    minus, half = f.rational(Fraction(-1)), f.rational(Fraction(1, 2))
    wider = f.sign(ring.minus(v, w))
    if wider < 0 or (wider == 0 and f.null(ring.minus(a, b))):
        return None
    # log p/q = curve x^2 + slope x + height
    curve = f.mul(half, ring.minus(f.power(w, minus), f.power(v, minus)))
    slope = ring.minus(f.mul(a, f.power(v, minus)), f.mul(b, f.power(w, minus)))
    squares = ring.minus(f.mul(f.mul(b, b), f.power(w, minus)), f.mul(f.mul(a, a), f.power(v, minus)))
    height = f.mul(half, f.add(f.log(f.mul(w, f.power(v, minus))), squares))
    above = ring.add(epsilon, ring.constant(f.mul(minus, height)))
    if wider == 0:
        roots = [(f.sign(slope), ring.scaled(above, f.power(slope, minus)))]
    else:
        middle = f.mul(f.mul(half, f.mul(minus, slope)), f.power(curve, minus))
        square = ring.scaled(ring.add(above, ring.constant(f.mul(curve, f.mul(middle, middle)))), f.power(curve, minus))
        distance = ring.power(square, half)
        roots = [(side, ring.add(ring.constant(middle), ring.mul(ring.rational(side), distance))) for side in (1, -1)]

    def beyond(mean: Constant, variance: Constant) -> Series:
        scale = f.power(f.mul(f.rational(Fraction(2)), variance), f.rational(Fraction(-1, 2)))
        tails = [ring.erfc(ring.mul(ring.rational(side), ring.scaled(ring.add(root, ring.constant(f.mul(minus, mean))), scale))) for side, root in roots]
        return ring.mul(ring.rational(1, 2), ring.add(*tails))

    return ring.add(beyond(a, v), ring.negative(ring.mul(ring.exp(epsilon), beyond(b, w))))


def _far_out(x: Expansion, p: Node, env: ev.Env, c: ev.Context) -> bool | None:
    """Membership in an interval by its ends; other propositions on half-lines, each taken as one enclosure."""
    if p.head == "member" and ev.argument(p, 1).head == "interval":
        low, high, left, right = ev.argument(p, 1).args
        at = ev.argument(p, 0)
        bounds = [Node("compare", at, ">=" if left == "closed" else ">", low), Node("compare", at, "<=" if right == "closed" else "<", high)]
        finite = [bound for bound in bounds if bound.args[2] not in (number("oo"), number("-oo"))]
        return x.holds(Node("all", *finite))
    if p.head == "compare" and str(p.args[1]) in RELATIONS and _same_far_out(x, p, env, c):
        return str(p.args[1]) in ("<=", "==", ">=")
    if p.head == "compare" and str(p.args[1]) in RELATIONS and (plainer := _by_deltas(x, p)) is not None:
        return x.holds(plainer)
    if x.named not in free_names(p):
        answer = _safely(p, env, c)
        return None if answer not in (Truth.TRUE, Truth.FALSE) else answer is Truth.TRUE
    for far in FAR:
        answer = _safely(p, {**env, x.named: numbers.Enclosure(numbers.enclose(far).lo, math.inf)}, c)
        if answer in (Truth.TRUE, Truth.FALSE):
            return answer is Truth.TRUE
    return None


def _by_deltas(x: Expansion, p: Node) -> Node | None:
    """Gaussian levels of one epsilon compared by their deltas, between 0 and 1, where the level rises from 0 to infinity; None for other comparisons."""
    sides = [_branch(x, ev.argument(p, k)) for k in (0, 2)]
    levels = [side for side in sides if side.head == "gaussian_level"]
    if not levels or any(side.head != "gaussian_level" and side not in (number(0), number("oo")) for side in sides) or len({level.args[0] for level in levels}) > 1:
        return None
    inside = [Node("compare", number(0), "<=", level.args[0]) for level in levels]
    inside += [Node("compare", *pair) for level in levels for pair in ((number(0), "<", level.args[1]), (level.args[1], "<", number(1)))]
    if any(x.holds(one) is not True for one in inside):
        return None
    deltas = [side.args[1] if side.head == "gaussian_level" else number(0 if side == number(0) else 1) for side in sides]
    return Node("compare", deltas[0], p.args[1], deltas[1])


def _branch(x: Expansion, term: Node) -> Node:
    """The branch of a case distinction that is taken for all large values; the term itself where none is seen."""
    while term.head == "if" and (answer := x.holds(ev.argument(term, 0))) is not None:
        term = ev.argument(term, 1 if answer else 2)
    return term


def _same_far_out(x: Expansion, p: Node, env: ev.Env, c: ev.Context) -> bool:
    """Whether both sides of a comparison are the same term, with a value for all large values of the name: series of equal terms cancel up to their bounds."""
    known = {name: number(Fraction(int(q.p), int(q.q))) for name in free_names(p) - {x.named} if isinstance(q := env.get(name), fmpq)}
    sides = [_with_profiles(substitute(ev.argument(p, k), known), x.named, env, c) for k in (0, 2)]
    try:
        return same(*sides) and x.of(ev.argument(p, 0)) is not None and x.of(ev.argument(p, 2)) is not None
    except Unseen:
        return False


def _with_profiles(term: Node, name: str, env: ev.Env, c: ev.Context) -> Node:
    """The term with Gaussian profiles in place of divergences of normal laws of one variance, and a maximum or minimum of equal terms as one of them."""
    if term.head in BINDERS:
        return term
    term = rebuild(term, lambda part: _with_profiles(part, name, env, c))
    if term.head in ("max", "min") and all(part == term.args[0] for part in term.args):
        return ev.argument(term, 0)
    if term.head != "hockey_stick" or name in free_names(ev.argument(term, 0)) | free_names(ev.argument(term, 1)):
        return term
    try:
        p, q = ev.argument_value(term, 0, env, c), ev.argument_value(term, 1, env, c)
        found = [gaussian(law) if isinstance(law, PieceLaw) else None for law in (p, q)]
        if found[0] is None or found[1] is None or numbers.relation(found[0][1], "==", found[1][1]) is not True:
            return term
        apart = elementary.absolute(numbers.sub(found[0][0], found[1][0], c.prec))
        level = numbers.mul(apart, powers.power(found[0][1], fmpq(-1, 2), c.prec), c.prec)
    except (ev.NoRoute, numbers.NoValue):
        return term
    return Node("gaussian_profile", ev.argument(term, 2), number(Fraction(int(level.p), int(level.q)))) if isinstance(level, fmpq) and level > 0 else term


def _safely(p: Node, env: ev.Env, c: ev.Context) -> Truth:
    wide = c.wide
    try:
        return ev.truth(p, env, c)
    except (ev.NoRoute, numbers.NoValue):
        return Truth.UNDECIDED
    finally:
        c.wide = wide


# --- derivatives -------------------------------------------------------------------------------------------------------

Taylor = list[Any]


def derivative(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """A derivative of whole order at a point, for terms with a Taylor series there. Raises NoRoute for other terms."""
    name, at = _place(node, env, c)
    order = ev.argument_value(node, 2, env, c)
    if not (isinstance(order, fmpq) and order.q == 1 and order >= 0):
        raise numbers.NoValue("the order of a derivative must be a whole number of at least 0")
    if order > MOST_ORDERS or at in INFINITE:
        raise ev.NoRoute("a derivative of a high order, or at oo")
    k = int(order.p)
    if k and len(set(_ends(ev.argument(node, 1), name, {**env, name: at}, c))) > 1:
        raise ev.NoRoute("a derivative of functions that end there from different sides")
    series = _taylor(ev.argument(node, 1), name, at, k + 1, {key: value for key, value in env.items() if key != name}, c)
    return numbers.mul(fmpq(math.factorial(k)), series[k], c.prec)


def _ends(term: Node, name: str, inside: ev.Env, c: ev.Context) -> Iterator[tuple[Node, int]]:
    """The arguments at which a function is taken at an end of its interval, with the end: there it is differentiated from inside. Raises NoRoute where it is given at one point alone."""
    for part in walk(term):
        if part.head != "apply" or name not in free_names(part):
            continue
        function, argument = ev.argument_value(part, 0, inside, c), ev.argument(part, 1)
        where = stated(function.where) if isinstance(function, Function) else None
        if where is None or where.head != "interval":
            raise ev.NoRoute("the derivative of a function on no interval")
        if not member_by_member.has_members(where, {}, c):
            raise ev.NoRoute("the derivative of a function on one point")
        ends, x = [ev.argument_value(where, k, {}, c) for k in (0, 1)], ev.value(argument, inside, c)
        yield from ((argument, k) for k, end in enumerate(ends) if numbers.relation(x, "!=", end) is not True)


def _taylor(term: Node, name: str, at: Any, size: int, env: ev.Env, c: ev.Context) -> Taylor:
    """The first coefficients of the Taylor series of a term."""
    zeros: Taylor = [fmpq(0)] * size
    if name not in free_names(term):
        return [ev.value(term, env, c), *zeros[1:]]
    if term.head == "var":
        return [at, fmpq(1), *zeros][:size]

    def part(k: int) -> Taylor:
        return _taylor(ev.argument(term, k), name, at, size, env, c)

    if term.head == "add":
        return [numbers.total(column, c.prec) for column in zip(*(part(k) for k in range(len(term.args))), strict=True)]
    if term.head == "mul":
        result = part(0)
        for k in range(1, len(term.args)):
            result = _times(result, part(k), c)
        return result
    if term.head == "exp":
        inner = part(0)
        return _recurrence(elementary.exp(inner[0], c.prec), size, lambda found, n: _mean(inner, found, n, lambda j: fmpq(j), c))
    if term.head == "log":
        inner = part(0)
        if not _surely(inner[0], ">", fmpq(0)):
            raise ev.NoRoute("the Taylor series of a logarithm at 0")

        def next_log(found: Taylor, n: int) -> Any:
            rest = numbers.total([numbers.mul(numbers.mul(fmpq(j), found[j], c.prec), inner[n - j], c.prec) for j in range(1, n)], c.prec)
            return numbers.div(numbers.sub(inner[n], numbers.div(rest, fmpq(n), c.prec), c.prec), inner[0], c.prec)

        return _recurrence(elementary.log(inner[0], c.prec), size, next_log)
    if term.head in ("max", "min"):
        parts = [part(k) for k in range(len(term.args))]
        above = ">" if term.head == "max" else "<"
        for one in parts:
            if all(one is other or _surely(one[0], above, other[0]) for other in parts):
                return one
        raise ev.NoRoute(f"the Taylor series of a {term.head} where its arguments meet")
    if term.head == "pow" and name not in free_names(ev.argument(term, 1)):
        return _taylor_power(part(0), ev.argument_value(term, 1, env, c), size, c)
    if term.head == "apply":
        body, function = _unfolded(term, env, c)
        if function.captured or not _belongs(function.where, ev.value(ev.argument(term, 1), {**env, name: at}, c), c):
            raise ev.NoRoute("the Taylor series of a function outside its interval, or of one with values of other names")
        return _taylor(body, name, at, size, env, c)
    if (slopes := partial_derivatives(term)) is not None:
        return _integrated(term, slopes, [part(k) for k in range(len(term.args))], name, at, size, env, c)
    raise ev.NoRoute(f"the Taylor series of {term.head}")


def _belongs(where: Node, x: Any, c: ev.Context) -> bool:
    return contains(where, x, {}, c) is Truth.TRUE


def _integrated(term: Node, slopes: list[Node], arguments: list[Taylor], name: str, at: Any, size: int, env: ev.Env, c: ev.Context) -> Taylor:
    """The chain rule: ``f(u, v, ...)' = f_u u' + f_v v' + ...``, term by term."""
    first, smooth = ev.value(term, {**env, name: at}, c), getattr(primitives.PRIMITIVES.get(term.head), "smooth", None)
    if smooth is not None and not smooth([(*map(primitives._as_arb, (x.lo, x.hi)), False, False) for x in (numbers.enclose(one[0], c.prec) for one in arguments)]):
        raise ev.NoRoute(f"the Taylor series of {term.head} where it jumps")
    if size == 1:
        return [first]
    total: Taylor = [fmpq(0)] * (size - 1)
    for slope, inner in zip(slopes, arguments, strict=True):
        rise = [numbers.mul(fmpq(n), inner[n], c.prec) for n in range(1, size)]
        if any(x != 0 for x in rise):
            total = [numbers.add(a, b, c.prec) for a, b in zip(total, _times(_taylor(slope, name, at, size - 1, env, c), rise, c), strict=True)]
    return [first, *(numbers.div(total[n - 1], fmpq(n), c.prec) for n in range(1, size))]


def _recurrence(first: Any, size: int, following: Callable[[Taylor, int], Any]) -> Taylor:
    found = [first]
    for n in range(1, size):
        found.append(following(found, n))
    return found


def _mean(inner: Taylor, found: Taylor, n: int, weight: Callable[[int], Any], c: ev.Context) -> Any:
    """``(1/n) sum_j weight(j) inner[j] found[n - j]``."""
    terms = [numbers.mul(numbers.mul(weight(j), inner[j], c.prec), found[n - j], c.prec) for j in range(1, n + 1)]
    return numbers.div(numbers.total(terms, c.prec), fmpq(n), c.prec)


def _times(a: Taylor, b: Taylor, c: ev.Context) -> Taylor:
    return [numbers.total([numbers.mul(a[j], b[n - j], c.prec) for j in range(n + 1)], c.prec) for n in range(len(a))]


def _taylor_power(base: Taylor, exponent: Any, size: int, c: ev.Context) -> Taylor:
    """A power by repeated products for whole exponents, else by the recurrence of ``y' x = exponent x' y``."""
    if isinstance(exponent, fmpq) and exponent.q == 1 and 0 <= exponent <= MOST_ORDERS:
        result: Taylor = [fmpq(1), *([fmpq(0)] * (size - 1))]
        for _ in range(int(exponent.p)):
            result = _times(result, base, c)
        return result
    if not _surely(base[0], ">", fmpq(0)):
        raise ev.NoRoute("the Taylor series of a power at 0")

    def following(found: Taylor, n: int) -> Any:
        def weight(j: int) -> Any:
            return numbers.sub(numbers.mul(exponent, fmpq(j), c.prec), fmpq(n - j), c.prec)

        return numbers.div(_mean(base, found, n, weight, c), base[0], c.prec)

    return _recurrence(powers.power(base[0], exponent, c.prec), size, following)

def _calculus(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """A limit or a derivative; kept by the very values of the names, because hypotheses, margins and planted errors ask for the same one again."""
    rule = derivative if node.head == "derivative" else limit
    values = tuple(env.get(name) for name in sorted(free_names(node)))
    if c.aim is not None or any(n.head in ev.SEARCHED for n in walk(node)):
        return rule(node, env, c)
    inner = ev.Context(c.prec, c.candidates)
    found, wide, _ = _LIMITS.found((node, c.prec, c.candidates is None, *map(ev.quick, values)), lambda: (rule(node, env, inner), inner.wide, values))
    c.wide = c.wide or wide
    return found


_LIMITS = enclosures.Memo()
"""Limits and derivatives, with the values that keep the keys alive."""


ev.RULES |= dict.fromkeys(("limit", "limsup", "liminf", "derivative"), _calculus)

__all__ = ["derivative", "limit"]
