"""Families whose sums are what hypotheses say: weights that sum to 1, numbers of a given sum or sum of squares.

Hardly any numbers that are drawn freely obey ``sum_i p_i = 1``. Here the numbers of a family are multiplied by one factor, or a few of them are solved for, so that the two sides are
exactly equal; whether the instance obeys its hypotheses is asked as of any other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import isqrt
from typing import Any

from flint import fmpq, fmpq_mat

from verify.claims.nodes import Node, free_names, heads, pattern_names, walk
from verify.claims.sets import stated
from verify.engines import evaluate as ev
from verify.engines.calibrate import bindings, is_finite
from verify.engines.draw import Drawer
from verify.engines.handy import CannotDraw
from verify.engines.membership import contains
from verify.engines.truth import Truth
from verify.values.numbers import NoValue
from verify.values.structures import Family

MOST_NUMBERS, MOST_EQUATIONS, TRIES = 40, 12, 6
"""Numbers of one family that are solved for, hypotheses on it, and choices of numbers that are tried."""
LESS = (fmpq(1), fmpq(1, 4), fmpq(1, 20), fmpq(0))
"""Factors of the numbers that are not solved for, so that those that are stay in their range."""
SHORT = 120
"""Bits of a number that is kept."""

Numbers = tuple[fmpq, ...]


@dataclass(frozen=True, slots=True)
class Equation:
    """A comparison of sums in a hypothesis, for one choice of the names it is quantified over."""

    sides: Node
    bound: ev.Env
    """The values of these names."""


@lru_cache(maxsize=256)
def _comparisons(given: tuple[Node, ...], families: frozenset[str]) -> tuple[tuple[Node, tuple[tuple[str, Any], ...]], ...]:
    """Comparisons with a sum or a product over members of a family, under quantifiers over finite sets."""
    found: list[tuple[Node, tuple[tuple[str, Any], ...]]] = []

    def visit(node: Node, guards: tuple[tuple[str, Any], ...]) -> None:
        if node.head == "all":
            for part in node.args:
                visit(part, guards)  # type: ignore[arg-type]
        elif node.head == "forall":
            over: Any = node.args[0]
            if all(isinstance(entry, tuple) and isinstance(entry[1], Node) and is_finite(entry[1]) for entry in over) and not families & {name for entry in over for name in pattern_names(entry[0])}:
                visit(ev.argument(node, 1), (*guards, ("over", over)))
        elif node.head == "compare" and node.args[1] in ("==", "<=", ">=", "<", ">") and heads(node) & {"sum", "prod"} and _mentioned(node, families):
            found.append((node, guards))

    for hypothesis in given:
        visit(hypothesis, ())
    return tuple(found)


def _mentioned(node: Node, families: frozenset[str]) -> set[str]:
    """Families whose members a formula mentions."""
    return {name for one in walk(node) if one.head == "item" for name in families & free_names(ev.argument(one, 0))} & free_names(node)


def met(given: tuple[Node, ...], forall: Any, env: ev.Env, drawer: Drawer) -> ev.Env:
    """The instance with families that were made for the hypotheses on their sums, as far as that succeeds; the same one where there are none."""
    sets = {str(pattern.args[0]): where for pattern, where in forall if isinstance(pattern, Node) and stated(where).head in ("families", "sequences", "points")}
    families = frozenset(name for name in sets if name in env)
    comparisons = _comparisons(given, families) if families else ()
    if not comparisons:
        return env
    order = sorted({name for node, _ in comparisons for name in _mentioned(node, families)})
    drawer.rng.shuffle(order)
    for place, name in enumerate(order):
        own = [(node, guards) for node, guards in comparisons if name in (names := _mentioned(node, families)) and not names & set(order[place + 1:])]
        try:
            equations = [Equation(node, bound) for node, guards in own for bound in bindings(guards, env, drawer.c) if free_names(node) <= bound.keys()]
            env = _solved(name, sets[name], equations, env, drawer)
        except (CannotDraw, NoValue, ev.NoRoute, ArithmeticError, ValueError, TypeError, KeyError):
            continue
    return env


def _solved(name: str, where: Node, equations: list[Equation], env: ev.Env, drawer: Drawer) -> ev.Env:
    """The instance with another member of the set for one name."""
    value = env[name]
    start = tuple(_leaves(value))
    if not equations or len(equations) > MOST_EQUATIONS or not 0 < len(start) <= MOST_NUMBERS:
        return env
    wanted = [e for e in equations if e.sides.args[1] == "==" or _wants(e, env, drawer)]
    gaps: list[Callable[[Numbers], fmpq]] = [partial(_gap, e, name, value, env, drawer.c) for e in wanted]
    if not gaps or all(gap(start) == 0 for gap in gaps):
        return env
    ways: list[Callable[[], Iterator[Numbers]]] = [lambda: _multiplied(gaps, start), lambda: _some_solved(gaps, start, drawer.rng), lambda: _along_a_line(gaps, start, drawer.rng)]
    if drawer.rng.random() < 0.5:
        ways[0], ways[1] = ways[1], ways[0]
    for way in ways:
        for numbers in way():
            if all(max(abs(int(x.p)), int(x.q)).bit_length() <= SHORT for x in numbers) and all(gap(numbers) == 0 for gap in gaps):
                made = _rebuilt(value, iter(numbers))
                if contains(where, made, env, drawer.c) is Truth.TRUE:
                    return {**env, name: made}
    return env


def _wants(equation: Equation, env: ev.Env, drawer: Drawer) -> bool:
    """Whether the sides of an inequality are to be equal: where it fails, and now and then elsewhere."""
    node = equation.sides
    if node.args[1] in ("<", ">"):
        return False
    return ev.truth(node, {**env, **equation.bound}, drawer.c) is not Truth.TRUE or drawer.rng.random() < 0.4


def _gap(equation: Equation, name: str, value: Any, env: ev.Env, c: ev.Context, numbers: Numbers) -> fmpq:
    """The difference of the two sides with these numbers in the family. Raises NoValue where it is no fraction."""
    inside = {**env, **equation.bound, name: _rebuilt(value, iter(numbers))}
    left, right = (ev.value(ev.argument(equation.sides, side), inside, c) for side in (0, 2))
    if not (isinstance(left, fmpq) and isinstance(right, fmpq)):
        raise NoValue("a sum that is not a fraction")
    return left - right


def _leaves(value: Any) -> Iterator[fmpq]:
    """The numbers of a nest of families and points, in order. Raises NoValue for members of another kind."""
    if isinstance(value, fmpq):
        yield value
    elif isinstance(value, Family | tuple):
        for member in value.members if isinstance(value, Family) else value:
            yield from _leaves(member)
    else:
        raise NoValue("a member that is not a number")


def _rebuilt(value: Any, numbers: Iterator[fmpq]) -> Any:
    """The nest with other numbers."""
    if isinstance(value, Family):
        return Family(tuple(_rebuilt(member, numbers) for member in value.members))
    return tuple(_rebuilt(member, numbers) for member in value) if isinstance(value, tuple) else next(numbers)


# --- ways to make both sides equal --------------------------------------------------------------------------------------


def _part(gap: Callable[[Numbers], fmpq], start: Numbers) -> tuple[fmpq, dict[int, fmpq]]:
    """The difference of the sides, and by how much it grows with each number that it depends on, as if it were linear."""
    base = gap(start)
    slopes = {k: gap((*start[:k], start[k] + 1, *start[k + 1:])) - base for k in range(len(start))}
    return base, {k: slope for k, slope in slopes.items() if slope != 0}


def _multiplied(gaps: Sequence[Callable[[Numbers], fmpq]], start: Numbers) -> Iterator[Numbers]:
    """The numbers that each equation depends on, multiplied by one factor; right where no number stands in two of them, and the factor is the root of a polynomial of degree 1 or 2."""
    found = start
    for gap in gaps:
        moved = _part(gap, found)[1].keys()
        own = partial(_by_factor, gap, found, frozenset(moved))
        a, b, c = own(fmpq(1)), own(fmpq(2)), own(fmpq(3))
        curve = (c - 2 * b + a) / 2
        slope = b - a - 3 * curve
        constant = a - slope - curve
        factor = -constant / slope if curve == 0 and slope != 0 else _root(slope, curve, constant)
        if factor is None or factor == 0:
            return
        found = tuple(x * factor if k in moved else x for k, x in enumerate(found))
    yield found


def _by_factor(gap: Callable[[Numbers], fmpq], start: Numbers, moved: frozenset[int], factor: fmpq) -> fmpq:
    return gap(tuple(x * factor if k in moved else x for k, x in enumerate(start)))


def _some_solved(gaps: Sequence[Callable[[Numbers], fmpq]], start: Numbers, rng: random.Random) -> Iterator[Numbers]:
    """As many numbers as there are equations, solved for; the others stay, or become smaller."""
    for attempt in range(TRIES):
        factor = LESS[min(attempt // 2, len(LESS) - 1)]
        others = tuple(x * factor for x in start)
        parts = [_part(gap, others) for gap in gaps]
        chosen: list[int] = []
        for _, slopes in parts:
            left = sorted(slopes.keys() - set(chosen))
            if not left:
                return
            chosen.append(rng.choice(left))
        matrix = fmpq_mat(len(parts), len(chosen), [slopes.get(k, fmpq(0)) for _, slopes in parts for k in chosen])
        if matrix.det() == 0:
            continue
        steps = matrix.solve(fmpq_mat(len(parts), 1, [-base for base, _ in parts]))
        found = list(others)
        for row, k in enumerate(chosen):
            found[k] += steps[row, 0]
        yield tuple(found)


def _along_a_line(gaps: Sequence[Callable[[Numbers], fmpq]], start: Numbers, rng: random.Random) -> Iterator[Numbers]:
    """A second point at which a line meets a quadric: the first has one coordinate, and the line goes through it in the direction of the numbers."""
    if len(gaps) != 1:
        return
    (gap,) = gaps
    places = list(range(len(start)))
    rng.shuffle(places)
    for k in places:
        axis = [gap(tuple(fmpq(step if j == k else 0) for j in range(len(start)))) for step in (0, 1, 2)]
        curve = (axis[2] - 2 * axis[1] + axis[0]) / 2
        root = _root(axis[1] - axis[0] - curve, curve, axis[0])
        if root is None:
            continue
        point = tuple(root * rng.choice((1, -1)) if j == k else fmpq(0) for j in range(len(start)))
        values = [gap(tuple(p + step * x for p, x in zip(point, start, strict=True))) for step in (1, 2)]
        bend = (values[1] - 2 * values[0]) / 2
        if bend != 0:
            yield tuple(p - (values[0] - bend) / bend * x for p, x in zip(point, start, strict=True))
        yield point


def _root(slope: fmpq, curve: fmpq, constant: fmpq) -> fmpq | None:
    """A root of ``curve x^2 + slope x + constant`` that is a fraction."""
    if curve == 0:
        return None if slope == 0 else -constant / slope
    square = slope**2 - 4 * curve * constant
    if square < 0:
        return None
    p, q = isqrt(int(square.p)), isqrt(int(square.q))
    return (fmpq(p, q) - slope) / (2 * curve) if p * p == square.p and q * q == square.q else None


__all__ = ["met"]
