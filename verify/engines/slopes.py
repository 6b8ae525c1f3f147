"""Values and slopes of a term over a range of one name: what the mean value theorem needs.

The slope is an enclosure of the derivative at every point of the range; None where the structure of the term does not show a derivative. At a corner of
``abs``, ``max`` and ``min`` it covers both sides, which is enough for the theorem of a function that is differentiable but for corners. A hockey-stick
divergence is convex in t = exp(epsilon), so its slopes lie between difference quotients to the left and to the right. An extremum over a set that does not
move has the slopes of the members that can attain it: the difference of its values at two numbers lies between the differences at the best members of either.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, pattern_names
from verify.engines import evaluate as ev
from verify.engines import pieces
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import elementary, numbers, primitives, rounding
from verify.values.entry import SELF, X
from verify.values.numbers import Enclosure, NoValue
from verify.values.powers import power

ZERO, ONE = fmpq(0), fmpq(1)
MOST_CUTS = 24
"""Pieces into which the set of an extremum is cut for its slopes."""
Jet = tuple[Any, Any]
"""Value and slope."""


class NoSlope(Exception):
    """The structure of the term does not show a derivative."""


def jet(node: Node, name: str, env: ev.Env, c: ev.Context) -> Jet:
    """Value and slope of a term where the name has the range given in the environment. Raises NoSlope, NoValue or NoRoute."""
    if name not in free_names(node):
        return ev.value(node, env, c), ZERO
    head, p = node.head, c.prec
    if head == "var":
        return env[name], ONE
    if head == "if":
        answer = ev.truth(ev.argument(node, 0), env, c)
        if answer in (Truth.TRUE, Truth.FALSE):
            return jet(ev.argument(node, 1 if answer is Truth.TRUE else 2), name, env, c)
        raise NoSlope
    if head == "hockey_stick":
        return _hockey_stick(node, name, env, c)
    if head in ("sup", "inf"):
        return _extremum(node, name, env, c)
    if head not in ("add", "mul", "pow", "exp", "log", "abs", "max", "min") and head not in primitives.PRIMITIVES:
        raise NoSlope
    parts = [jet(ev.argument(node, k), name, env, c) for k in range(len(node.args))]
    values, slopes = [v for v, _ in parts], [s for _, s in parts]
    if head == "add":
        return numbers.total(values, p), numbers.total(slopes, p)
    if head == "mul":
        value, slope = parts[0]
        for v, s in parts[1:]:
            value, slope = numbers.mul(value, v, p), numbers.add(_times(slope, v, p), _times(s, value, p), p)
        return value, slope
    if head == "exp":
        value = elementary.exp(values[0], p)
        return value, _times(slopes[0], value, p)
    if head == "log":
        return elementary.log(values[0], p), _times(slopes[0], numbers.div(ONE, values[0], p), p)
    if head == "pow":
        if slopes[1] is not ZERO:
            raise NoSlope
        value = power(values[0], values[1], p)
        lower = power(values[0], numbers.sub(values[1], ONE, p), p)
        return value, _times(slopes[0], numbers.mul(values[1], lower, p), p)
    if head == "abs":
        side = numbers.sign(values[0])
        if side is not None:
            return elementary.absolute(values[0]), slopes[0] if side > 0 else numbers.neg(slopes[0]) if side < 0 else ZERO
        return elementary.absolute(values[0]), _hull(slopes[0], numbers.neg(slopes[0]), p)
    if head in ("max", "min"):
        return _of_extreme(head, parts, p)
    return _special(head, values, slopes, c)


def _of_extreme(head: str, parts: list[Jet], p: int) -> Jet:
    """Value and slope of the largest or the least of some terms: the slope of one that is it all along, else a hull."""
    best = elementary.maximum if head == "max" else elementary.minimum
    farther, nearer = (">", "<") if head == "max" else ("<", ">")
    value, slope = parts[0]
    for v, s in parts[1:]:
        order = numbers.compare(v, value)
        if order == farther or (order != nearer and numbers.relation(v, farther + "=", value) is True):  # one side all along, however near the other comes
            slope = s
        elif order != nearer and numbers.relation(v, nearer + "=", value) is not True:
            slope = _hull(s, slope, p)
        value = best(value, v)
    return value, slope


def _times(slope: Any, factor: Any, prec: int) -> Any:
    """A product in which a slope of 0 stays 0 beside a factor without bounds."""
    return ZERO if slope is ZERO else numbers.mul(slope, factor, prec)


def _hull(a: Any, b: Any, prec: int) -> Enclosure:
    x, y = numbers.enclose(a, prec), numbers.enclose(b, prec)
    return Enclosure(min(x.lo, y.lo), max(x.hi, y.hi))


def _special(head: str, values: list[Any], slopes: list[Any], c: ev.Context) -> Jet:
    entry = primitives.primitive(head)
    value = primitives.value(head, values, c.prec)
    names = {**{str(X[k].args[0]): v for k, v in enumerate(values)}, str(SELF.args[0]): value}
    total: Any = ZERO
    for k, slope in enumerate(slopes):
        if slope is ZERO:
            continue
        known = entry.slopes[k]
        if known is None or known.formula is None:
            raise NoSlope
        total = numbers.add(total, numbers.mul(slope, ev.value(known.formula, names, c), c.prec), c.prec)
    return value, total


def _hockey_stick(node: Node, name: str, env: ev.Env, c: ev.Context) -> Jet:
    """Slopes in t = exp(epsilon) at the ends of the range, by quotients over a step beyond each end; times t and the slope of epsilon."""
    if any(name in free_names(ev.argument(node, k)) for k in (0, 1)):
        raise NoSlope
    at, slope = jet(ev.argument(node, 2), name, env, c)
    span = numbers.enclose(at, c.prec)
    if isinstance(span.lo, float) or isinstance(span.hi, float) or not (rounding.writable(span.lo) and rounding.writable(span.hi)):
        raise NoSlope
    low, high = span.lo.fmpq(), span.hi.fmpq()
    step = max(high - low, fmpq(1, 2**20))
    points = (low - step, low, high, high + step)
    places = [elementary.exp(x, c.prec) for x in points]
    found = [ev.value(Node("hockey_stick", *node.args[:2], Node("var", "#at")), {**env, "#at": x}, c) for x in points]
    left, right = (numbers.div(numbers.sub(found[b], found[a], c.prec), numbers.sub(places[b], places[a], c.prec), c.prec) for a, b in ((0, 1), (2, 3)))
    quotients = Enclosure(numbers.enclose(left, c.prec).lo, numbers.enclose(right, c.prec).hi)
    value = Enclosure(numbers.enclose(found[2], c.prec).lo, numbers.enclose(found[1], c.prec).hi)
    return value, numbers.mul(numbers.mul(quotients, elementary.exp(span, c.prec), c.prec), slope, c.prec)


def _extremum(node: Node, name: str, env: ev.Env, c: ev.Context) -> Jet:
    """Value and slopes of ``sup`` or ``inf`` over one interval: members that are seen to be worse than another on the whole range have no say."""
    own, (low, high), members, body, condition, powers = _opened(node, name, env, c)
    upper, span = node.head == "sup", numbers.enclose(env[name], c.prec)
    if isinstance(span.lo, float) or isinstance(span.hi, float):
        raise NoSlope

    def better(member: Any) -> Enclosure:
        """Values on the range, larger for better ones."""
        value = numbers.enclose(ev.value(body, pieces.bound(env, own, member, powers, c), c), c.prec)
        return value if upper else numbers.enclose(numbers.neg(value), c.prec)

    def admitted(member: Any) -> Truth:
        return Truth.TRUE if condition is None else ev.truth(condition, pieces.bound(env, own, member, powers, c), c)

    reached: Any = -math.inf
    waiting: list[tuple[pieces.Piece, Enclosure | None]] = [((low, high), None)]
    done: list[Enclosure] = []
    for cut in range(4 * MOST_CUTS):
        if not waiting:
            break
        piece, slope = waiting.pop(0)
        if cut >= MOST_CUTS and slope is not None:
            done.append(slope)
            continue
        middle = pieces.middle_of(piece)
        if middle is None:
            if slope is None:
                raise NoSlope
            done.append(slope)
            continue
        for member in (middle, *members):
            if admitted(member) is Truth.TRUE:
                reached = max(reached, better(member).lo)
        members = []
        for half in ((piece[0], middle), (middle, piece[1])):
            enclosures.spend(pieces.PIECE)
            inside = pieces.enclosed(half)
            if admitted(inside) is Truth.FALSE or better(inside).hi < reached:
                continue
            slopes = numbers.enclose(jet(body, name, pieces.bound(env, own, inside, powers, c), c)[1], c.prec)
            waiting.append((half, None if isinstance(slopes.lo, float) or isinstance(slopes.hi, float) or not slopes.exists else slopes))
    if waiting or not done or not reached > -math.inf:
        raise NoSlope
    slope = Enclosure(min(s.lo for s in done), max(s.hi for s in done))
    return _from_slope(lambda x: ev.value(node, {**env, name: x}, c), slope, span.lo.fmpq(), span.hi.fmpq(), c), slope


def _opened(node: Node, name: str, env: ev.Env, c: ev.Context) -> tuple[str, pieces.Piece, list[Any], Node, Node | None, dict[str, fmpq]]:
    """The own name of an extremum over one interval with its range, its term and its condition, opened there. Raises NoSlope where the range depends on the name."""
    over, body, condition = node.args[0], ev.argument(node, 1), node.args[2] if isinstance(node.args[2], Node) else None
    found = pieces.span_of(over, env, c)
    if found is None or name in pattern_names(over[0][0]) or name in free_names(over[0][1]) or (condition is not None and name in free_names(condition)):  # type: ignore[index, arg-type]
        raise NoSlope
    own, low, high, members = found
    body, powers = pieces.opened(body, own, low, members)
    if condition is not None:
        condition, more = pieces.opened(condition, own, low, members)
        powers |= more
    return own, (low, high), members, body, condition, powers


def _from_slope(at: Callable[[fmpq], Any], slope: Enclosure, low: fmpq, high: fmpq, c: ev.Context) -> Enclosure:
    """Values on [low, high] of a term with these slopes: from its ends where it moves one way, else from the middle."""
    if slope.lo >= 0 or slope.hi <= 0:
        ends = [numbers.enclose(at(x), c.prec) for x in ((low, high) if slope.lo >= 0 else (high, low))]
        return Enclosure(ends[0].lo, ends[1].hi)
    half = (high - low) / 2
    moved = numbers.mul(slope, Enclosure(numbers.enclose(-half, c.prec).lo, numbers.enclose(half, c.prec).hi), c.prec)
    return numbers.enclose(numbers.add(numbers.enclose(at((low + high) / 2), c.prec), moved, c.prec), c.prec)


def _existing(value: Any, c: ev.Context) -> Enclosure:
    """A value that is certainly there: a slope of 0 is also that of a difference of two numbers that may both be infinite."""
    found = numbers.enclose(value, c.prec)
    if not found.exists:
        raise NoSlope
    return found


def by_mean_value(node: Node, name: str, low: fmpq, high: fmpq, env: ev.Env, c: ev.Context) -> Enclosure | None:
    """Values of a term on [low, high] from its value in the middle and its slopes, or from an end where it moves one way; None without a bounded slope."""
    span = Enclosure(numbers.enclose(low, c.prec).lo, numbers.enclose(high, c.prec).hi)
    try:
        slope = numbers.enclose(jet(node, name, {**env, name: span}, c)[1], c.prec)
        if isinstance(slope.lo, float) or isinstance(slope.hi, float) or not slope.exists:
            return None
        return _from_slope(lambda x: _existing(ev.value(node, {**env, name: x}, c), c), slope, low, high, c)
    except (NoSlope, NoValue, ev.NoRoute, ZeroDivisionError):
        return None


__all__ = ["NoSlope", "by_mean_value", "jet"]
