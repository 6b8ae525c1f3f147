"""Instances at extremes that are tried before others: distributions on two points of which one has a tiny mass, and all sequences over the ends of a range beside plain numbers.

Draws and climbing hardly meet either: bounds that end in an exponential are closest to failing where a mass is a power of ten, and bounds on what an algorithm loses where each loss is as
large or as small as it may be. Which instances there are depends on the statement alone.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, pattern_names
from verify.claims.sets import NUMBERS, stated
from verify.engines import evaluate as ev
from verify.engines.binders import bind
from verify.engines.handy import CannotDraw
from verify.engines.listed import members_of
from verify.values import rounding
from verify.values import structures as values
from verify.values.numbers import NoValue

TINY = (4, 8, 2, 6, 1, 3, 5, 7)
"""Tiny masses are 10 to minus these."""
PLAIN = (fmpq(1), fmpq(3), fmpq(1, 2), fmpq(8), fmpq(2), fmpq(1, 4), fmpq(4))
"""Values of a number above a bound, less that bound."""
SIZES = 3
"""Values of an integer without an upper end, the least first, and of one between two."""
MOST = 20_000
"""Instances of one size that are listed before a part of them is chosen."""
FAR, MOST_SWINGING = (8, 32), 12
"""Last indices up to which sequences that swing are looked at, and instances for each."""
LONGEST = 3
"""Terms of an infinite sequence that differ where no sum says how many count."""


Masses = tuple[Any, Any]
"""Of two points."""


class NotListed(Exception):
    """A set whose members are not listed here."""


# --- two points, one of them with a tiny mass --------------------------------------------------------------------------------


def lopsided(count: int) -> Iterator[tuple[Masses, ...]]:
    """The masses of so many distributions on two points each, of which one has a tiny mass somewhere."""
    half = fmpq(1, 2)
    for k in TINY:
        tiny, tinier = fmpq(1, 10**k), fmpq(1, 100**k)
        if count == 1:
            yield from (((tiny, 1 - tiny),), ((1 - tiny, tiny),))
            continue
        for one, other in ((fmpq(1), tiny), (tiny, fmpq(1)), (half, tiny), (tiny, half), (1 - tiny, tiny), (tinier, tiny), (tiny, tinier)):
            for third in (one, other, half) if count > 2 else (half,):
                yield tuple((mass, 1 - mass) for mass in (one, other, *(third for _ in range(count - 2))))


# --- sequences over the ends of their ranges ---------------------------------------------------------------------------------


def over_ends(forall: Sequence[tuple[Any, Node]], horizons: frozenset[str], most: int, choose: Callable[[list[ev.Env], int], list[ev.Env]]) -> Iterator[ev.Env]:
    """Instances whose sequences take the ends of their ranges as terms, beside plain numbers: all of the least size, then larger ones, at most so many.

    Parameters
    ----------
    forall : the names with their sets; nothing comes of statements without sequences or families of numbers, or with other objects.
    horizons : names of integers up to which sums are taken.
    choose : so many of the instances of one size.
    """
    if not any(stated(where).head in ("sequences", "families") for _, where in forall):
        return
    left = most
    for size in range(SIZES):
        try:
            listed = list(itertools.islice(_all(forall, {}, size, horizons), MOST))
        except (NotListed, CannotDraw, NoValue, ev.NoRoute, ArithmeticError, TypeError):
            return
        chosen = listed if len(listed) <= left else choose(listed, left)
        yield from chosen
        left -= len(chosen)
        if left <= 0:
            return


def swinging(forall: Sequence[tuple[Any, Node]], horizons: frozenset[str]) -> Iterator[ev.Env]:
    """Instances whose infinite sequences of numbers swing between the ends of their range, after a first term of half the size: what follows the leader is wrong each time."""
    if not any(stated(where).head == "sequences" for _, where in forall):
        return
    for far in FAR:
        with contextlib.suppress(NotListed, CannotDraw, NoValue, ev.NoRoute, ArithmeticError, TypeError):
            yield from itertools.islice(_swinging(forall, {}, horizons, far), MOST_SWINGING)


def _swinging(forall: Sequence[tuple[Any, Node]], env: ev.Env, horizons: frozenset[str], far: int) -> Iterator[ev.Env]:
    if not forall:
        yield env
        return
    (pattern, declared), *rest = forall
    where = stated(declared)
    if isinstance(pattern, Node) and str(pattern.args[0]) in horizons and where.head == "integers":
        found: list[Any] = [fmpq(far)]
    elif where.head == "sequences" and ev.argument_value(where, 0, env, ev.Context(64)) == math.inf:
        ends = _few(stated(ev.argument(where, 1)), env, horizons)
        if len(ends) < 2 or not all(isinstance(end, fmpq) for end in ends):
            raise NotListed("a range without two ends")
        high, low = ends[:2]
        found = [values.Sequence(((3 * one + other) / 4,), (other, one)) for one, other in ((high, low), (low, high))]
    else:
        found = _few(where, env, horizons, outermost=True)
    for member in found:
        yield from _swinging(rest, bind(pattern, member, env), horizons, far)


def _all(forall: Sequence[tuple[Any, Node]], env: ev.Env, size: int, horizons: frozenset[str]) -> Iterator[ev.Env]:
    """The instances whose integers without an upper end exceed their lower ends by so much together."""
    if not forall:
        if size == 0:
            yield env
        return
    (pattern, declared), *rest = forall
    where = stated(declared)
    for used, member in _members(where, env, size, horizons):
        yield from _all(rest, bind(pattern, member, env), size - used, horizons)


def _members(where: Node, env: ev.Env, size: int, horizons: frozenset[str]) -> Iterator[tuple[int, Any]]:
    """Members of the set of a name, with how much of the size they use."""
    if where.head == "integers":
        low, high = (ev.argument_value(where, k, env, ev.Context(64)) for k in (0, 1))
        if not isinstance(low, fmpq):
            raise NotListed("integers without a lower end")
        start: Any = rounding.ceiling(low)
        if high == math.inf:
            yield from ((k, start + k) for k in range(size + 1))
        else:
            yield from ((0, start + k) for k in range(SIZES) if start + k <= high)
    else:
        yield from ((0, member) for member in _few(where, env, horizons, outermost=True))


def _few(where: Node, env: ev.Env, horizons: frozenset[str], outermost: bool = False) -> list[Any]:
    """A few members of a set: the ends of a range, and where it is that of a name of its own also what lies inside."""
    c = ev.Context(64)
    if where.head == "equals":
        return [ev.argument_value(where, 0, env, c)]
    if where.head == "one_of":
        return [ev.value(member, env, c) for member in where.args[:SIZES] if isinstance(member, Node)]
    if where.head == "interval":
        return _of_interval(where, env, outermost)
    if where.head == "euclid" and ev.argument_value(where, 0, env, c) == 1:
        return [fmpq(1), fmpq(-1), *([fmpq(0)] if outermost else [])]
    if where.head in ("sequences", "families"):
        return _of_sequences(where, env, horizons)
    if where.head == "integers":
        return [member for _, member in _members(where, env, 1, horizons)]
    raise NotListed(f"members of {where.head}")


def _of_interval(where: Node, env: ev.Env, outermost: bool) -> list[Any]:
    low, high = (ev.argument_value(where, k, env, ev.Context(64)) for k in (0, 1))
    bounded = [isinstance(end, fmpq) for end in (low, high)]
    if all(bounded):
        middle = (low + high) / 2
        ends = [end if side == "closed" else (15 * end + middle) / 16 for end, side in ((high, where.args[3]), (low, where.args[2]))]
        return list(dict.fromkeys([*ends, *([middle] if outermost else [])]))
    if not any(bounded):
        return [fmpq(1), fmpq(-1), *([fmpq(0)] if outermost else [])]
    end, sign, closed = (low, 1, where.args[2]) if bounded[0] else (high, -1, where.args[3])
    if not isinstance(end, fmpq):
        raise NotListed("a range whose end is not rational")
    return [end + sign * step for step in (PLAIN if outermost else PLAIN[:1])] + ([end] if closed == "closed" and not outermost else [])


def _of_sequences(where: Node, env: ev.Env, horizons: frozenset[str]) -> list[Any]:
    """All sequences over the ends of the range of their terms; of infinite ones as many terms as count differ."""
    c = ev.Context(64)
    if where.head == "families":
        length: Any = len(members_of(ev.argument(where, 0), env, c)[0])
    else:
        length = ev.argument_value(where, 0, env, c)
    endless = length == math.inf
    if endless:
        length = max((int(env[name].p) for name in horizons if type(env.get(name)) is fmpq), default=LONGEST)
    terms = _few(ev.argument(where, 1), env, horizons)
    length = int(length)
    if len(terms) ** length > MOST:
        raise NotListed("too many sequences")
    every = list(itertools.product(terms, repeat=length))
    if where.head == "families":
        return [values.Family(terms_) for terms_ in every]
    return [values.Sequence(terms_, (terms_[-1],)) for terms_ in every if terms_] if endless else [terms_[0] if length == 1 else terms_ for terms_ in every]


def is_of_numbers(forall: Sequence[tuple[Any, Node]]) -> bool:
    """Whether all names are numbers, or sequences and families of them."""
    def plain(where: Node) -> bool:
        inner = stated(where)
        return inner.head in (*NUMBERS, "equals", "euclid") or (inner.head in ("sequences", "families") and isinstance(inner.args[1], Node) and plain(inner.args[1]))

    return all(isinstance(pattern, Node) and len(pattern_names(pattern)) == 1 and plain(where) for pattern, where in forall)


__all__ = ["is_of_numbers", "lopsided", "over_ends", "swinging"]
