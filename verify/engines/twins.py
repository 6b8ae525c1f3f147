"""Planted errors: false neighbours of a statement, of eight kinds. What an audit notices is measured with them.

A place is where an error of a kind can be made: a claimed side, an exponent in it, an argument of a function in it, an end of a range, a quantifier, a hypothesis. Which way an error has to go
to make the statement stronger is not always known; a place then has several errors, and counts as noticed where one of them is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice
from typing import Any

from verify.claims.claim import Variant
from verify.claims.instances import OBJECTS
from verify.claims.nodes import BINDERS, Node, child, literal, number, pattern_names, walk
from verify.claims.sets import NUMBERS, stated
from verify.claims.show import text
from verify.engines import edits

SIZES = (Fraction(1, 1000), Fraction(1, 100), Fraction(1, 10))
"""Sizes of planted errors, the smallest first."""
COARSE = (Fraction(1, 2), Fraction(9, 10))
"""Larger relative sizes in the claimed side, for statements that notice none of those."""
BEYOND = Fraction(1, 10)
"""How far, relative to its size, the end of a range is moved."""
NEARNESS = Fraction(1, 10)
"""An error near the set of equality stands only where both sides differ by less than this share of its size."""
MOST = 3
"""Places of one statement at which errors of one kind are planted, the first ones; twice as many for exponents, which change in two directions."""
Sized = Callable[[Node], Fraction | None]
"""The size of a claimed side where it was looked at, 1 where it is 0 or not known; None where it is no number."""


@dataclass(frozen=True, slots=True)
class Twin:
    """A statement with a planted error."""

    kind: str
    words: str
    variant: Variant
    size: Fraction | None = None
    """Relative size of the error, where it has one."""
    put: tuple[tuple[str, Node], ...] = ()
    """Values of names with which the error shows, if it does: the new end of a range."""
    without: Node | None = None
    """The hypothesis that was dropped: the error shows where it does not hold."""

    @property
    def states(self) -> Node:
        return self.variant.states


Place = tuple[Twin, ...]


def places(variant: Variant, kind: str, size: Fraction = SIZES[-1], sized: Sized = lambda side: Fraction(1)) -> list[Place]:
    """The places of a statement for errors of one kind (a key of ``KINDS``), the first few; of the given size where the kind has sizes. ``sized``: how large claimed sides are."""
    return list(islice(KINDS[kind](variant, size, sized), 2 * MOST if kind == "exponent" else MOST))


Made = Iterator[Place]


def _factor(variant: Variant, size: Fraction, sized: Sized) -> Made:
    yield from _at_goals(variant, "factor", f"claimed side changed by {size}", size, lambda goal: edits.stronger(goal, size) if _has_size(variant, goal, sized) else None)


def _added(variant: Variant, size: Fraction, sized: Sized) -> Made:
    printed = edits.off_by_a_unit(variant.states)
    if printed is not None:
        words, states, unit = printed
        if unit is not None and unit <= size:
            yield (Twin("added", words, replace(variant, states=states), unit),)
        return

    def change(goal: Node) -> Iterator[edits.Edit]:
        if goal.args[1] in (*edits.ORDERED, "==") and _is_finite_number(variant, goal):
            whole = sized(child(goal, 2))
            if whole is not None:
                changed = edits.shifted(goal, size * whole)
                yield f"claimed side changed by the constant {text(number(size * whole))}", changed

    for words, states in edits.at_goals(variant.states, change):
        yield (Twin("added", words, replace(variant, states=states), size),)


def _equality(variant: Variant, size: Fraction, sized: Sized) -> Made:
    words = f"claimed side changed by {size} where the sides differ by less than {size * NEARNESS} of it"
    yield from _at_goals(variant, "equality", words, size, lambda goal: edits.apart(goal, size, size * NEARNESS) if _has_size(variant, goal, sized) else None)


def _at_goals(variant: Variant, kind: str, words: str, size: Fraction, change: Callable[[Node], Node | None]) -> Made:
    def changes(goal: Node) -> Iterator[edits.Edit]:
        changed = change(goal)
        if changed is not None:
            yield words, changed

    for told, states in edits.at_goals(variant.states, changes):
        yield (Twin(kind, told, replace(variant, states=states), size),)


def _argument(variant: Variant, size: Fraction, sized: Sized) -> Made:
    factors = (1 - size, 1 + size)
    in_events = (edits.at_goals(variant.states, lambda goal, by=factor: edits.edits(goal, edits.bounds_of_events(by))) for factor in factors)  # type: ignore[misc]
    in_functions = (edits.in_claimed_side(variant.states, edits.arguments(factor)) for factor in factors)
    for pair in chain(zip(*in_events, strict=True), zip(*in_functions, strict=True)):
        yield tuple(Twin("argument", words, replace(variant, states=states), size) for words, states in pair)


def _exponent(variant: Variant, size: Fraction, sized: Sized) -> Made:
    for words, states in edits.in_claimed_side(variant.states, lambda node: chain(edits.exponents(node), edits.smaller_exponents(node))):
        yield (Twin("exponent", words, replace(variant, states=states)),)


def _range(variant: Variant, size: Fraction, sized: Sized) -> Made:
    for k, (pattern, where) in enumerate(variant.forall):
        for words, other, end in edits.beyond(pattern, where, BEYOND):
            yield (Twin("range", words, replace(variant, forall=_with(variant.forall, k, other)), put=((pattern_names(pattern)[0], end),)),)
        for words, other in edits.wider(pattern, where):
            inner = stated(other)
            end = child(inner, 0) if child(inner, 0) != child(stated(where), 0) else child(inner, 1)
            yield (Twin("range", words, replace(variant, forall=_with(variant.forall, k, other)), put=((pattern_names(pattern)[0], end),)),)


def _with(forall: tuple[tuple[Any, Node], ...], k: int, other: Node) -> tuple[tuple[Any, Node], ...]:
    return (*forall[:k], (forall[k][0], other), *forall[k + 1:])


def _quantifier(variant: Variant, size: Fraction, sized: Sized) -> Made:
    for words, states in edits.quantified_otherwise(variant.states):
        yield (Twin("quantifier", words, replace(variant, states=states)),)


def _hypothesis(variant: Variant, size: Fraction, sized: Sized) -> Made:
    for k, given in enumerate(variant.given):
        yield (Twin("hypothesis", f"without the hypothesis {text(given)}", replace(variant, given=variant.given[:k] + variant.given[k + 1:]), without=given),)
    for words, states in edits.edits(variant.states, edits.without_premise):
        yield (Twin("hypothesis", words, replace(variant, states=states)),)


KINDS: dict[str, Callable[[Variant, Fraction, Sized], Made]] = {
    "factor": _factor,
    "exponent": _exponent,
    "added": _added,
    "argument": _argument,
    "range": _range,
    "quantifier": _quantifier,
    "hypothesis": _hypothesis,
    "equality": _equality,
}
"""How errors of each kind are planted."""
WITH_SIZE = ("factor", "added", "argument", "equality")
"""Kinds whose errors have a size; of the others one is noticed or none is."""


def coarse(variant: Variant) -> Iterator[Twin]:
    """The errors that are left where no smaller one was noticed: large ones in the claimed side, the last place of a printed number, the turned relation, the negation."""
    printed = edits.off_by_a_unit(variant.states)
    if printed is not None:
        yield Twin("added", printed[0], replace(variant, states=printed[1]), printed[2])
    for size in COARSE:
        changed = edits.scaled(variant.states, size)
        if changed is not None:
            yield Twin("factor", f"claimed side changed by {size}", replace(variant, states=changed), size)
    other = edits.turned(variant.states)
    if other is not None:
        yield Twin("relation", "relation turned", replace(variant, states=other))
    yield Twin("negation", "statement negated", replace(variant, states=Node("not", variant.states)))


# --- which sides are numbers ---------------------------------------------------------------------------------------------


def _has_size(variant: Variant, goal: Node, sized: Sized) -> bool:
    """Whether the claimed side of a comparison is a finite number that is not the literal 0, so that a share of it can be meant."""
    return _is_finite_number(variant, goal) and literal(child(goal, 2)) != 0 and sized(child(goal, 2)) is not None


def _is_finite_number(variant: Variant, goal: Node) -> bool:
    side = child(goal, 2)
    if side in (number("oo"), number("-oo")) or goal.args[1] not in (*edits.ORDERED, "=="):
        return False
    return not any(_is_no_number(part, _sets(variant)) for part in goal.args if isinstance(part, Node))


def _is_no_number(side: Node, sets: Mapping[str, Node]) -> bool:
    """Whether a side is evidently a law, a point, a set or a function."""
    if side.head == "var":
        where = sets.get(str(side.args[0]))
        return where is not None and where.head not in NUMBERS
    if side.head == "apply":
        made = child(side, 0)
        where = sets.get(str(made.args[0])) if made.head == "var" else None
        return where is not None and where.head not in ("maps", "functions")
    return side.head in OBJECTS or side.head in edits.LAWS


def _sets(variant: Variant) -> dict[str, Node]:
    """Where each name of a statement ranges."""
    return _bound_in(variant.states) | {name: stated(where) for pattern, where in variant.forall for name in pattern_names(pattern)}


@lru_cache(maxsize=64)
def _bound_in(states: Node) -> dict[str, Node]:
    """Where each name ranges that a goal binds: every place of an error asks."""
    found: dict[str, Node] = {}
    for node in walk(states):
        if node.head in BINDERS:
            found.update({name: stated(entry[1]) for entry in node.args[0] for name in pattern_names(entry[0]) if isinstance(entry[1], Node)})  # type: ignore[index, union-attr]
    return found
