"""Infinite sequences and terms defined by recursion: their values, membership, draws for a search, smaller and nearby ones."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, heads, number, term
from verify.claims.sets import stated
from verify.claims.terms import sqrt
from verify.engines import binders, listed, plainer
from verify.engines import evaluate as ev
from verify.engines.solution import defined
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import numbers
from verify.values.formulas import formula
from verify.values.numbers import NoValue
from verify.values.structures import Function, Sequence

if TYPE_CHECKING:
    from verify.engines.drawn_numbers import NumberDrawer

STEPS = 4
"""Steps of a recursion that count as a unit of work."""
MOST_RECURSIONS = 64
FIRST = 8
"""Terms of a sequence given by a formula that are looked at one by one; the others as one range."""
INDICES = Node("integers", number(1), number("oo"))
"""The indices of a sequence."""
_REACHED: dict[Any, tuple[list[Any], tuple[Any, ...]]] = {}
"""States of recursions, one after the other, by all that they depend on, with the values that keep the keys alive: the next index goes on from the last one."""


def recursion(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """The state after the last index. Raises NoRoute where the integers are too many, NoValue where a state has none."""
    (pattern, start), (index, where) = node.args[0]  # type: ignore[misc, str-unpack]
    step, low = ev.argument(node, 1), ev.argument_value(where, 0, env, c)  # type: ignore[arg-type]
    members, finite = listed.members_of(where, env, c)  # type: ignore[arg-type]
    if not finite:
        raise ev.NoRoute("a recursion over integers without end")
    states = _states(node, low, env, c)
    if not states:
        states.append(ev.value(start, env, c))  # type: ignore[arg-type]
    while len(states) <= len(members):
        done = len(states) - 1
        if done % STEPS == STEPS - 1:
            enclosures.spend(1)
        states.append(ev.value(step, binders.bind(index, members[done], binders.bind(pattern, states[done], env)), c))
    return states[len(members)]


def _states(node: Node, low: Any, env: ev.Env, c: ev.Context) -> list[Any]:
    """The states that are known already, a list that may be continued; a new one where the step asks for members that are tried."""
    names = sorted(free_names(node))
    if heads(node) & ev.SEARCHED or any(name not in env for name in names):
        return []
    (pattern, start), (index, _) = node.args[0]  # type: ignore[misc, str-unpack]
    own = sorted((free_names(ev.argument(node, 1)) | free_names(start)) & set(names))  # type: ignore[arg-type]
    values = tuple(env[name] for name in own)
    key = (pattern, start, index, node.args[1], c.prec, ev.quick(low), *map(ev.quick, values))
    if key not in _REACHED:
        if len(_REACHED) >= MOST_RECURSIONS:
            _REACHED.clear()
        _REACHED[key] = [], values
    return _REACHED[key][0]


def periodic(node: Node, env: ev.Env, c: ev.Context) -> Sequence:
    """The sequence with this prefix and period."""
    prefix, period = (tuple(ev.value(x, env, c) for x in part) for part in node.args)  # type: ignore[arg-type, union-attr]
    if not period:
        raise NoValue("a sequence whose period has no terms")
    return Sequence(prefix, period)


# --- membership ------------------------------------------------------------------------------------------------------


def within(of: Node, value: Any, env: ev.Env, c: ev.Context, lies_in: Callable[[Node, Any, ev.Env, ev.Context], bool]) -> bool:
    """Whether all terms of a sequence are seen to lie in a set."""
    if isinstance(value, Sequence):
        return all(lies_in(of, x, env, c) for x in dict.fromkeys((*value.prefix, *value.period)))
    if not isinstance(value, Function) or value.where != INDICES:
        return False
    where = stated(of)
    if where.head == "euclid" and ev.argument_value(where, 0, env, c) == 1:
        where = Node("interval", number("-oo"), number("oo"), "open", "open")
    if where.head not in ("interval", "integers"):
        return False
    finite = where.head == "interval" and not value.captured and defined(value.body, {value.name})
    if finite:  # a finite number at each index: infinite ends are not reached
        kinds = ["closed" if where.args[k] in (number("oo"), number("-oo")) else where.args[2 + k] for k in (0, 1)]
        where = Node("interval", *where.args[:2], *kinds)
    inside = Node("member", Node("var", "#term"), where)
    try:
        for k in (*map(fmpq, range(1, FIRST + 1)), numbers.Enclosure(numbers.enclose(fmpq(FIRST + 1)).lo, math.inf)):
            x = ev.value(value.body, {**dict(value.captured), value.name: k}, c)
            known = numbers.enclose(x, c.prec)
            x = numbers.Enclosure(known.lo, known.hi) if finite and not known.exists else x
            if not (known.exists or finite) or ev.truth(inside, {**env, "#term": x}, c) is not Truth.TRUE:
                return False
    except (NoValue, ev.NoRoute):
        return False
    return True


# --- draws -----------------------------------------------------------------------------------------------------------


def draw(drawer: NumberDrawer, of: Node, env: ev.Env) -> Any:
    """A sequence in a set: constant, with a short prefix, periodic, or by a formula in its index."""
    rng, kind = drawer.rng, drawer.rng.random()
    first = drawer.point(of, env)
    if (drawer.horizon or kind < 0.3) and isinstance(first, fmpq) and rng.random() < 0.8:
        found = _by_formula(first, SHAPES[drawer.shape % len(SHAPES)] if drawer.horizon else rng.choice(SHAPES))
        if within(of, found, env, drawer.c, _lies_in):
            drawer.corners.add("sequence by a formula")
            return found
    if kind < 0.45:
        return Sequence((), (first,))
    if kind < 0.65:
        period = (first, *(drawer.point(of, env) for _ in range(rng.randint(1, 2))))
        return Sequence((), period)
    prefix = (first, *(drawer.point(of, env) for _ in range(rng.randint(0, drawer.rung + 1))))
    end = 0 * first if isinstance(first, fmpq) else tuple(0 * x for x in first) if isinstance(first, tuple) and ev.is_exact(first) else first
    least = _least(of, env, drawer.c)
    if least is not None and least != end and rng.random() < 0.5:
        drawer.corners.add("sequence that stays at the least member")
        return Sequence(prefix, (least,))
    if rng.random() < 0.6 and _lies_in(of, end, env, drawer.c):
        return Sequence(prefix, (end,))
    return Sequence(prefix, (drawer.point(of, env),))


def _lies_in(of: Node, x: Any, env: ev.Env, c: ev.Context) -> bool:
    """Whether a term lies in a set of numbers or a space: the rules of membership are known when a search runs."""
    where = stated(of)
    return ev.truth(Node("member", Node("var", "#term"), Node("points", where) if where.head in ("euclid", "labels", "product_space") else where), {**env, "#term": x}, c) is Truth.TRUE


def _least(of: Node, env: ev.Env, c: ev.Context) -> fmpq | None:
    """The least member of a range, where it has one."""
    where = stated(of)
    if where.head != "interval" or ev.word_of(where.args[2]) != "closed":
        return None
    low = ev.argument_value(where, 0, env, c)
    return low if isinstance(low, fmpq) else None


SHAPES: tuple[Callable[[Node], Node], ...] = (
    lambda t: 1 / sqrt(t), lambda t: 1 / t, lambda t: 1 / t**2, lambda t: term(number("1/2")) ** t, lambda t: term(number("9/10")) ** t, lambda t: term(2) ** t, lambda t: term(number("3/2")) ** t, lambda t: term(-1) ** t,
    lambda t: term(-1) ** t / sqrt(t), sqrt, lambda t: t,
)
"""How sequences by a formula decay, oscillate or grow."""


def _by_formula(first: fmpq, shaped: Callable[[Node], Node]) -> Function:
    t = Node("var", "t")
    shape = shaped(t)
    return Function(Node("lambda", ((t, INDICES),), shape if first == 1 else formula(first) * shape))


# --- smaller and nearby ----------------------------------------------------------------------------------------------


def _size(value: Sequence) -> tuple[int, int]:
    return plainer.total([(len(value.prefix) + len(value.period), 0), *map(plainer.size, (*value.prefix, *value.period))])


def _smaller(value: Sequence) -> Iterator[Sequence]:
    """Fewer terms, and simpler ones."""
    prefix, period = value.prefix, value.period
    if prefix:
        yield Sequence((), period)
        yield Sequence(prefix[:-1], period)
        if isinstance(prefix[0], fmpq):
            yield Sequence(prefix, (fmpq(0),))
    yield from (Sequence(prefix, (x,)) for x in period if len(period) > 1)
    for k, x in enumerate(prefix):
        yield from (Sequence((*prefix[:k], simple, *prefix[k + 1:]), period) for simple in plainer.simpler(x))
    for k, x in enumerate(period):
        yield from (Sequence(prefix, (*period[:k], simple, *period[k + 1:])) for simple in plainer.simpler(x))


def _nudged(value: Sequence, rng: random.Random) -> Sequence | None:
    terms = (*value.prefix, *value.period)
    k = rng.randrange(len(terms))
    moved = plainer.nudge(terms[k], rng)
    if moved is None:
        return None
    changed = (*terms[:k], moved, *terms[k + 1:])
    return Sequence(changed[:len(value.prefix)], changed[len(value.prefix):])


plainer.OF_THEIR_OWN[Sequence] = plainer.Rules(_size, _smaller, _nudged)
ev.RULES |= {"recursion": recursion, "periodic": periodic}

__all__ = ["draw", "periodic", "recursion", "within"]
