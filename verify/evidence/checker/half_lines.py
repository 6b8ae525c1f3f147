"""Statements about all numbers t >= 0 that finitely many coefficients decide: that a function read off a law rises or falls, and that one is convex in another.

A function is ``constant + slope t + bend t^2 + h(t)`` where h is 0 or convex. Such are logarithms of densities with one piece on the half-line, and the divergence of
order a > 1 of an even law from itself moved by t: for the piece ``c0 + c1 x + c2 x^2`` on the whole line it is ``-a c2 t^2``; for the pieces ``c0 + r x`` below 0 and
``c0 - r x`` above, the integral of ``p(x - t)^a p(x)^(1 - a)`` over x < 0, over 0 < x < t and over x > t gives, but for a factor,
``2 a/(2 a - 1) exp((a - 1) r t) + (2 a - 2)/(2 a - 1) exp(-a r t)``, whose logarithm is convex.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import (
    BINDERS,
    MIRRORED,
    OWN,
    SORTED,
    argument,
    contains_head,
    entries,
    head,
    mentions,
    names,
    optional,
    replaced,
    same,
    stated,
    word,
)
from verify.evidence.checker.laws import Line, Piece
from verify.evidence.checker.numbers import ONE, ZERO, NoValue, Undecided
from verify.evidence.checker.truth import FALSE, TRUE, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

WEAK = ("<=", ">=")


class Shape(NamedTuple):
    """What is known of a function on [0, oo) but for its constant."""

    slope: Fraction = ZERO
    bend: Fraction = ZERO
    rest: bool = False
    """Whether a convex function stands beside the polynomial."""


def on_half_line(e: Evaluator, p: Any, env: Env) -> str | None:
    """The truth of such a statement; None for anything else, and where the functions are not seen."""
    body = argument(p, 1)
    if p[0] != "forall" or any(head(pattern) != "var" for pattern, _ in entries(p)):
        return None
    ranges = {names(pattern)[0]: stated(where) for pattern, where in entries(p)}
    if len(ranges) != len(entries(p)) or any(head(where) != "interval" for where in ranges.values()):
        return None
    try:
        if len(ranges) == 2 and head(body) == "compare":
            return _one_way(e, ranges, body, env)
        if len(ranges) == 4 and head(body) == "implies":
            return TRUE if _convex(e, ranges, body, env) else None
    except (Undecided, NoValue):
        pass
    return None


def _one_way(e: Evaluator, ranges: dict[str, Any], body: Any, env: Env) -> str | None:
    """``f(u) <= f(v)`` or ``f(u) >= f(v)`` for all u in an interval of numbers from 0 on and all v >= u."""
    u, v = ranges
    relation, sides = word(argument(body, 1)), (argument(body, 0), argument(body, 2))
    if relation not in WEAK or not _from_zero(e, ranges[u], ranges, env) or argument(ranges[v], 0) != _var(u) or mentions(argument(ranges[v], 1)) & set(ranges):
        return None
    if not _without_infinity(e, ranges[v], env):
        return None
    if v in mentions(sides[0]):
        relation, sides = MIRRORED[relation], (sides[1], sides[0])
    if mentions(sides[0]) & set(ranges) != {u} or not _alike(_put(sides[0], {u: v}), sides[1]):
        return None
    shape = _shape(e, ["log", sides[0]] if head(sides[0]) == "density" else sides[0], u, env)
    if shape.rest:
        return None
    steps = {shape.slope, shape.bend} - {ZERO}
    upward = relation == "<="
    if all((step > 0) == upward for step in steps):
        return TRUE
    endless = all(argument(where, 1) == "oo" for where in ranges.values())
    return FALSE if endless and all((step > 0) != upward for step in steps) else None


def _convex(e: Evaluator, ranges: dict[str, Any], body: Any, env: Env) -> bool:
    """``G(x) == c G(u) + (1 - c) G(v)`` (and ``c <= 1``) implies ``F(x) <= c F(u) + (1 - c) F(v)``, for numbers from 0 on."""
    premise, goal = argument(body, 0), argument(body, 1)
    parts = premise[1:] if head(premise) == "all" else [premise]
    if head(goal) != "compare" or any(head(part) != "compare" for part in parts):
        return False
    if not all(_from_zero(e, where, ranges, env) for where in ranges.values()):
        return False
    relation, low, high = word(argument(goal, 1)), argument(goal, 0), argument(goal, 2)
    if relation == ">=":
        low, high = high, low
    own = mentions(low) & set(ranges)
    if relation not in WEAK or len(own) != 1:
        return False
    x = own.pop()
    others = [name for name in ranges if name != x]
    for share in others:
        u, v = (name for name in others if name != share)
        if not _at_most_one(e, share, ranges, parts, env):
            continue
        for first, second in ((u, v), (v, u)):
            if not _alike(_between(low, x, first, second, share), high):
                continue
            for part in parts:
                for inner, mean in ((argument(part, 0), argument(part, 2)), (argument(part, 2), argument(part, 0))):
                    bare = all(head(side) == "var" or isinstance(side, str) for other in parts if other is not part for side in (other[1], argument(other, 2)))
                    if bare and word(argument(part, 1)) == "==" and mentions(inner) & set(ranges) == {x} and _alike(_between(inner, x, first, second, share), mean):
                        return _convex_in(_shape(e, low, x, env), _shape(e, inner, x, env))
    return False


def _convex_in(f: Shape, g: Shape) -> bool:
    """Whether f is convex as a function of g, a polynomial that is strictly monotone on [0, oo).

    Changing the sign of g changes nothing. With g' > 0 the derivative of f as a function of g is f'/g', and (f'/g')' has the sign of f'' g' - f' g''.
    """
    if g.rest or g.slope * g.bend < 0 or g.slope == g.bend == 0:
        return False
    sign = 1 if g.slope + g.bend > 0 else -1
    slope, bend = sign * g.slope, sign * g.bend
    if f.rest:
        return bend == 0 and f.bend >= 0
    return f.bend * slope - f.slope * bend >= 0


def _from_zero(e: Evaluator, where: Any, ranges: dict[str, Any], env: Env) -> bool:
    if mentions(where) & set(ranges) or not _without_infinity(e, where, env):
        return False
    low = e.number(argument(where, 0), env)
    return n.finite(n.ball(low)) and n.relations(low, ZERO) <= {">", "="}


def _without_infinity(e: Evaluator, where: Any, env: Env) -> bool:
    return word(argument(where, 3)) == "open" or n.finite(n.ball(e.number(argument(where, 1), env)))


def _at_most_one(e: Evaluator, share: str, ranges: dict[str, Any], parts: list[Any], env: Env) -> bool:
    stated_so = any(part[1:] in ([_var(share), ["word", "<="], "1"], ["1", ["word", ">="], _var(share)]) for part in parts)
    return stated_so or n.relations(e.number(argument(ranges[share], 1), env), ONE) <= {"<", "="}


def largest_divergence(e: Evaluator, f: Any, env: Env) -> Any:
    """The supremum over x of R^d, ``sum_i G(|x_i|) <= b``, of the divergence of d independent copies of an even law from themselves moved by x; None for others.

    The divergences of the coordinates add up. With s_i = G(|x_i|) - G(0) >= 0 each is phi(s_i), where phi is convex, phi(0) = 0 and phi >= 0: so phi rises, and
    ``phi(s_1) + ... + phi(s_d) <= phi(s_1 + ... + s_d) <= phi(b - d G(0))``, which one coordinate alone attains. Nothing is allowed where ``b < d G(0)``.
    """
    over, body, condition = entries(f), argument(f, 1), optional(f, 2)
    if f[0] != "sup" or len(over) != 1 or head(over[0][0]) != "var" or head(over[0][1]) != "points" or head(body) != "renyi" or len(body) != 4 or head(condition) != "compare":
        return None
    (x, where), (moved, copies, order), (whole, relation, bound) = over[0], body[1:], condition[1:]
    if word(relation) != "<=" or head(whole) != "sum" or optional(whole, 2) is not None or len(entries(whole)) != 1 or head(copies) != "iid" or moved != ["translate", copies, x]:
        return None
    (i, counted), space = entries(whole)[0], argument(where, 0)
    if head(i) != "var" or head(counted) != "integers" or head(space) != "euclid" or names(x)[0] in {names(i)[0], *mentions([copies, order, bound, counted, space])}:
        return None
    term = replaced(argument(whole, 1), ["abs", ["item", x, i]], _var(OWN))
    if {names(x)[0], names(i)[0]} & mentions(term) or any(contains_head(term, binder) for binder in BINDERS):
        return None
    try:
        count = e.whole(argument(space, 0), env)
        if count < 1 or e.whole(argument(counted, 0), env) != 1 or not count == e.whole(argument(counted, 1), env) == e.whole(argument(copies, 1), env):
            return None
        law = argument(copies, 0)
        alone = ["renyi", ["translate", law, _var(OWN)], law, order]
        g = _shape(e, term, OWN, env)
        if g.slope < 0 or g.bend < 0 or (g.slope == 0) == (g.bend == 0) or not _convex_in(_shape(e, alone, OWN, env), g):
            return None
        left = n.sub(e.number(bound, env), n.mul(Fraction(count), e.number(term, {**env, OWN: ZERO})))
        room = n.relations(left, ZERO)
        if room == {"<"}:
            return n.MINUS_INFINITY if optional(f, 3) is None else e.number(f[4], env)
        if not room <= {">", "="}:
            return None
        at = n.div(left, g.slope) if g.bend == 0 else n.power(n.div(left, g.bend), Fraction(1, 2))
        return e.number(alone, {**env, OWN: at})
    except (Undecided, NoValue):
        return None


# --- formulas ----------------------------------------------------------------------------------------------------------------------


def _var(name: str) -> Any:
    return ["var", ["word", name]]


def _put(f: Any, new: dict[str, str]) -> Any:
    """Other names for free ones. Raises Undecided where a name could be bound inside."""
    if not isinstance(f, list):
        return f
    if f[0] in BINDERS:
        raise Undecided("a function with bound names")
    if f[0] == "var":
        return _var(new.get(names(f)[0], names(f)[0]))
    return [f[0], *(_put(part, new) for part in f[1:])]


def _between(f: Any, x: str, u: str, v: str, share: str) -> Any:
    return ["add", ["mul", _var(share), _put(f, {x: u})], ["mul", ["add", "1", ["mul", "-1", _var(share)]], _put(f, {x: v})]]


def _alike(a: Any, b: Any) -> bool:
    return same(_merged(a), _merged(b))


def _merged(f: Any) -> Any:
    """Sums inside of sums, and products inside of products, as one."""
    if not isinstance(f, list) or f[0] == "word":
        return f
    parts = [_merged(part) for part in f[1:]]
    if f[0] in SORTED:
        parts = [inner for part in parts for inner in (part[1:] if isinstance(part, list) and part[0] == f[0] else [part])]
    return [f[0], *parts]


# --- functions ---------------------------------------------------------------------------------------------------------------------


def _shape(e: Evaluator, f: Any, name: str, env: Env) -> Shape:
    """A term as a function of the name. Raises Undecided."""
    if name not in mentions(f):
        if not n.finite(n.ball(e.number(f, env))):
            raise Undecided("a number that may be infinite")
        return Shape()
    kind = head(f)
    if kind == "var":
        return Shape(slope=ONE)
    if kind == "add":
        return _sum([_shape(e, part, name, env) for part in f[1:]])
    if kind == "mul":
        moving = [part for part in f[1:] if name in mentions(part)]
        if len(moving) == 1:
            factor = n.mul(ONE, *(e.number(part, env) for part in f[1:] if part is not moving[0]))
            return _times(factor, _shape(e, moving[0], name, env))
    if kind == "log":
        return _log(e, argument(f, 0), name, env)
    if kind == "renyi":
        return _moved(e, f, name, env)
    raise Undecided("a function that is not read")


def _sum(shapes: list[Shape]) -> Shape:
    return Shape(sum((s.slope for s in shapes), ZERO), sum((s.bend for s in shapes), ZERO), any(s.rest for s in shapes))


def _times(factor: Any, shape: Shape) -> Shape:
    if not isinstance(factor, Fraction) or (shape.rest and factor <= 0):
        raise Undecided("a factor that is not known, or turns a convex function upside down")
    return Shape(factor * shape.slope, factor * shape.bend, shape.rest)


def _log(e: Evaluator, f: Any, name: str, env: Env) -> Shape:
    """The logarithm of a product of powers of densities. Raises Undecided."""
    if name not in mentions(f):
        return _shape(e, ["log", f], name, env)
    if head(f) == "mul":
        return _sum([_log(e, part, name, env) for part in f[1:]])
    if head(f) == "pow" and isinstance(argument(f, 1), str) and contains_head(argument(f, 0), "density"):
        return _times(e.number(argument(f, 1), env), _log(e, argument(f, 0), name, env))
    if head(f) == "density" and argument(f, 1) == _var(name) and name not in mentions(argument(f, 0)):
        pieces = _pieces(e, argument(f, 0), env)
        last = pieces[-1]
        if n.is_point_infinite(last.hi) != 1 or not n.relations(last.lo, ZERO) <= {"<", "="}:
            raise Undecided("a density that is no single piece from 0 on")
        if n.relations(last.lo, ZERO) != {"<"} and not (len(pieces) > 1 and _joined(pieces[-2], last)):
            raise Undecided("a density that jumps at 0")
        return Shape(_exactly(last.c1), _exactly(last.c2))
    raise Undecided("the logarithm of something that is not a density")


def _joined(left: Piece, right: Piece) -> bool:
    """Whether two pieces meet at 0 in one value."""
    return all(n.relations(a, b) == {"="} for a, b in ((left.hi, ZERO), (right.lo, ZERO), (left.c0, right.c0)))


def _moved(e: Evaluator, f: Any, name: str, env: Env) -> Shape:
    """The divergence of a law from itself moved by the name. Raises Undecided."""
    law = argument(f, 1)
    if len(f) != 4 or argument(f, 0) != ["translate", law, _var(name)] or name in mentions(law) or name in mentions(argument(f, 2)):
        raise Undecided("a divergence of something else")
    order, pieces = _exactly(e.number(argument(f, 2), env)), _pieces(e, law, env)
    if order <= 1 or n.is_point_infinite(pieces[0].lo) != -1 or n.is_point_infinite(pieces[-1].hi) != 1:
        raise Undecided("an order, or a support, that is not read")
    if len(pieces) == 1 and _exactly(pieces[0].c2) < 0:
        return Shape(bend=-order * _exactly(pieces[0].c2))
    if len(pieces) == 2 and _joined(*pieces):
        (up, down), curves = (_exactly(piece.c1) for piece in pieces), [_exactly(piece.c2) for piece in pieces]
        if up == -down > 0 and curves == [ZERO, ZERO]:
            return Shape(rest=True)
    raise Undecided("a distribution that is neither normal nor a Laplace distribution about 0")


def _pieces(e: Evaluator, f: Any, env: Env) -> tuple[Piece, ...]:
    law = e.law(f, env)
    if not isinstance(law, Line) or law.atoms or len(law.parts) != 1 or law.parts[0][0] != 1 or not all(n.finite(n.ball(p.c0)) for p in law.parts[0][1]):
        raise Undecided("a distribution that is not given by pieces")
    return law.parts[0][1]


def _exactly(x: Any) -> Fraction:
    if not isinstance(x, Fraction):
        raise Undecided("a number that is not a fraction")
    return x


__all__ = ["largest_divergence", "on_half_line"]
