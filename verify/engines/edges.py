"""Instances at which something about a formula changes: ranges that become a point or empty, denominators and arguments of logarithms that vanish, bases that become 0, kinks and
jumps, hypotheses that are tight, ends of ranges.

They are found by the structure of the formula: two terms that meet there, solved for one name after the other. Draws hardly ever meet such a place, and statements are false or without
value there first.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from flint import fmpq

from verify.claims.nodes import BINDERS, Node, children, free_names, literal, number, pattern_names
from verify.claims.sets import NUMBERS, stated
from verify.engines import evaluate as ev
from verify.engines.draw import Drawer
from verify.engines.handy import CannotDraw
from verify.engines.membership import contains
from verify.engines.truth import Truth
from verify.values import numbers, rounding
from verify.values.numbers import NoValue

Meeting = tuple[Node, Node]
"""Two terms that are equal at an edge."""
MOST_VALUES, MOST_COMBINED = 6, 400
"""Values of one name, and combinations of names that are put in order."""
PLAIN = (fmpq(1), fmpq(2), fmpq(1, 2), fmpq(3), fmpq(-1), fmpq(0))
TRIED = (fmpq(0), fmpq(1), fmpq(-1), fmpq(2), fmpq(-2), fmpq(1, 2), fmpq(-1, 2), fmpq(3), fmpq(10))
"""Where a term that is no polynomial of degree 2 is looked at for a zero."""
AT = (fmpq(1), fmpq(2), fmpq(3), fmpq(5))
"""Where a term is looked at to see whether it is a polynomial."""
ZERO, ONE = number(0), number(1)
POLES = frozenset({"log", "gamma", "log_gamma", "digamma", "abs", "normal_quantile", "lambert_w"})
"""Functions of which something changes where the argument is 0."""


def edges(forall: tuple[tuple[Any, Node], ...], parts: tuple[Node, ...], given: tuple[Node, ...], drawer: Drawer, left_out: frozenset[str] = frozenset()) -> Iterator[ev.Env]:
    """Values of the names at the edges of a formula, those with one thing that is special first; none where a name is no number.

    ``parts``: the conclusion and whatever else is looked at for edges; ``left_out``: names that are not given a value here.
    """
    if not forall or any(not isinstance(pattern, Node) or stated(where).head not in NUMBERS for pattern, where in forall):
        return
    meetings = _meetings(forall, parts, given)
    found: list[tuple[int, int, ev.Env]] = []
    for env, special, ends in itertools.islice(_combined(forall, meetings, {}, drawer, left_out), MOST_COMBINED):
        if special or ends:
            found.append((special + ends, -special, env))
    for _, _, env in sorted(found, key=lambda entry: entry[:2]):
        yield env


def _combined(forall: tuple[tuple[Any, Node], ...], meetings: tuple[Meeting, ...], env: ev.Env, drawer: Drawer, left_out: frozenset[str]) -> Iterator[tuple[ev.Env, int, int]]:
    """Combinations of values, with how many names solve a meeting and how many are at an end."""
    if not forall:
        yield env, 0, 0
        return
    (pattern, where), rest = forall[0], forall[1:]
    name = str(pattern.args[0])
    if name in left_out:
        yield from _combined(rest, meetings, env, drawer, left_out)
        return
    for value, special, end in _values(name, where, meetings, env, drawer):
        for found, more, ends in _combined(rest, meetings, {**env, name: value}, drawer, left_out):
            yield found, special + more, end + ends


def _values(name: str, where: Node, meetings: tuple[Meeting, ...], env: ev.Env, drawer: Drawer) -> Iterator[tuple[Any, int, int]]:
    """A plain value of a name, those that solve a meeting, and the ends of its set."""
    c = ev.Context(64)
    try:
        plain = next((value for value in PLAIN if contains(where, value, env, c) is Truth.TRUE), None)
        plain = drawer.member(where, env, name) if plain is None else plain
    except (CannotDraw, NoValue, ev.NoRoute):
        return  # an empty range: nothing is said
    kinds: dict[Any, tuple[int, int]] = {}
    for value in _ends(where, env, c):
        kinds.setdefault(value, (0, 1))
    for value in _solutions(name, meetings, env, c):
        kinds[value] = (1, 0)
    yield plain, *kinds.pop(plain, (0, 0))
    inside = ((value, *kind) for value, kind in kinds.items() if _belongs(where, value, env, c))
    yield from itertools.islice(sorted(inside, key=lambda entry: -entry[1]), MOST_VALUES)


def _belongs(where: Node, value: Any, env: ev.Env, c: ev.Context) -> bool:
    try:
        return contains(where, value, env, c) is Truth.TRUE
    except (NoValue, ev.NoRoute):
        return False


def _ends(where: Node, env: ev.Env, c: ev.Context) -> list[Any]:
    where = stated(where)
    try:
        if where.head in ("interval", "integers"):
            ends = [ev.argument_value(where, k, env, c) for k in (0, 1)]
            if where.head == "integers":
                ends = [rounding.ceiling(ends[0]), rounding.floor(ends[1])]
            return [end for end in ends if isinstance(end, fmpq | float)]
        return [ev.value(part, env, c) for part in where.args[:2]] if where.head == "one_of" else []  # type: ignore[arg-type]
    except (NoValue, ev.NoRoute):
        return []


# --- where terms meet -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _meetings(forall: tuple[tuple[Any, Node], ...], parts: tuple[Node, ...], given: tuple[Node, ...]) -> tuple[Meeting, ...]:
    """Terms in the names of the statement that meet at an edge."""
    found: dict[Meeting, None] = {}
    outer = frozenset(name for pattern, _ in forall for name in pattern_names(pattern))
    for _, where in forall:
        _gather(where, outer, found)
    for hypothesis in given:
        _gather(hypothesis, outer, found)
        if hypothesis.head == "compare" and hypothesis.args[1] in ("<=", ">="):
            _note(hypothesis.args[0], hypothesis.args[2], outer, found)
    for part in parts:
        _gather(part, outer, found)
    return tuple(found)


def _note(left: Any, right: Any, outer: frozenset[str], found: dict[Meeting, None]) -> None:
    if isinstance(left, Node) and isinstance(right, Node):
        used = free_names(left) | free_names(right)
        if used and used <= outer and left != right:
            found[left, right] = None


def _gather(node: Node, outer: frozenset[str], found: dict[Meeting, None]) -> None:
    head = node.head
    if head in ("interval", "integers"):
        low, high = node.args[0], node.args[1]
        _note(low, high, outer, found)
        if isinstance(low, Node) and isinstance(high, Node):
            _note(low, high + 1, outer, found)  # past the point at which it is empty
    elif head in POLES:
        _note(node.args[0], ZERO, outer, found)
    elif head == "pow":
        base, exponent = node.args
        power = literal(exponent) if isinstance(exponent, Node) else None
        if power is None or power < 0 or power.denominator != 1:
            _note(base, ZERO, outer, found)
        if power is None:
            _note(exponent, ZERO, outer, found)
    elif head in ("max", "min"):
        for left, right in itertools.pairwise(node.args):
            _note(left, right, outer, found)
    elif head in ("floor", "ceiling"):
        for whole in (ZERO, ONE):
            _note(node.args[0], whole, outer, found)
    elif head == "if" and isinstance(node.args[0], Node) and node.args[0].head == "compare":
        _note(node.args[0].args[0], node.args[0].args[2], outer, found)
    if head in BINDERS:
        inner = outer
        for pattern, where in node.args[0]:  # type: ignore[union-attr, misc, str-unpack]
            if isinstance(where, Node):
                _gather(where, inner, found)
                inner = inner - frozenset(pattern_names(pattern))
        for part in node.args[1:]:
            if isinstance(part, Node):
                _gather(part, inner, found)
        return
    for child in children(node):
        _gather(child, outer, found)


def _solutions(name: str, meetings: tuple[Meeting, ...], env: ev.Env, c: ev.Context) -> list[Any]:
    """Values of a name at which terms meet, whose other names have their values already."""
    found: dict[Any, None] = {}
    for left, right in meetings:
        used = free_names(left) | free_names(right)
        if name in used and used - {name} <= env.keys():
            found.update(dict.fromkeys(_zeros(left, right, name, env, c)))
    return list(found)


def _zeros(left: Node, right: Node, name: str, env: ev.Env, c: ev.Context) -> list[fmpq]:
    """Zeros of the difference: of a polynomial of degree 1 or 2 those that are fractions, else those among a few fractions."""

    def gap(x: fmpq) -> Any:
        try:
            inside = {**env, name: x}
            return numbers.sub(ev.value(left, inside, c), ev.value(right, inside, c), c.prec)
        except (NoValue, ev.NoRoute, ArithmeticError, TypeError):
            return None

    seen = [gap(x) for x in AT]
    if all(type(value) is fmpq for value in seen) and (found := parabola(seen, AT)) is not None:
        return _roots(*found)
    return [x for x in TRIED if (value := gap(x)) is not None and numbers.sign(value) == 0]


def parabola(seen: Sequence[fmpq], at: Sequence[fmpq]) -> tuple[fmpq, fmpq, fmpq] | None:
    """Coefficients of the polynomial of degree 2 or less through four values, the highest first; None where there is none.

    >>> parabola([fmpq(x * x - 2) for x in range(4)], [fmpq(x) for x in range(4)])
    (1, 0, -2)
    """
    first, second = ((seen[k + 1] - seen[k]) / (at[k + 1] - at[k]) for k in (0, 1))
    bend = (second - first) / (at[2] - at[0])
    slope = first - bend * (at[0] + at[1])
    level = seen[0] - slope * at[0] - bend * at[0] * at[0]
    return (bend, slope, level) if level + slope * at[3] + bend * at[3] * at[3] == seen[3] else None


def roots_of(seen: Sequence[fmpq], at: Sequence[fmpq]) -> list[fmpq]:
    """Zeros that are fractions of the polynomial of degree 2 or less through four values; none where there is no such polynomial."""
    found = parabola(seen, at)
    return [] if found is None else _roots(*found)


def _roots(bend: fmpq, slope: fmpq, level: fmpq) -> list[fmpq]:
    """Fractions at which a polynomial of degree 2 or less is 0."""
    if bend == 0:
        return [-level / slope] if slope != 0 else []
    square = slope * slope - 4 * bend * level
    if square < 0:
        return []
    up, down = math.isqrt(int(square.p)), math.isqrt(int(square.q))
    if up * up != square.p or down * down != square.q:
        return []
    return [(-slope + side * fmpq(up, down)) / (2 * bend) for side in (1, -1)]


__all__ = ["edges", "parabola", "roots_of"]
