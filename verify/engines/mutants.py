"""Planted errors of a whole statement, by operator: what a slip of the pen does to constants, exponents, factors, arguments, ranges, relations and hypotheses.

``twins`` plants errors in every row of a run, and asks how small one may be; this list is systematic and meant for measuring. Both take their edits from ``edits``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from verify.claims.canonical import digest
from verify.claims.claim import Variant
from verify.claims.nodes import BINDERS, Argument, ClaimError, Node, child, free_names, number, pattern_names, substitute
from verify.claims.show import text
from verify.engines.edits import (
    STRICT,
    Alternatives,
    Edit,
    at_goal,
    dropped,
    edits,
    exponents,
    off_by_a_unit,
    quantified_otherwise,
    scaled,
    turned,
    wider,
    without_premise,
)

SIZES = (Fraction(1, 2), *(Fraction(1, 10**k) for k in range(1, 7)))
"""Relative sizes of an error in the claimed side, the largest first."""
MOST = 3
"""Places of one statement at which one operator plants an error."""
ORDERED = frozenset({"renyi", "hockey_stick", "log_ratio_sup", "shifted_renyi", "trimmed_renyi", "near_distance", "kullback_leibler", "trade_off"})
"""Quantities of two laws that are not symmetric."""
ADJACENT = {"replace-one": "add-or-remove-one", "add-or-remove-one": "replace-one"}

@dataclass(frozen=True, slots=True)
class Mutant:
    """A statement with one planted error."""

    operator: str
    words: str
    variant: Variant
    size: Fraction | None = None
    """Relative size of the error in the claimed side, where it has one."""


def mutants(variant: Variant, operators: Collection[str] = ()) -> Iterator[Mutant]:
    """Every planted error of a statement but those that change nothing; which places are chosen is a function of the statement alone.

    ``operators``: keys of ``PLANTS``; errors of these alone, the very same as among all, if any is named.
    """
    rng = random.Random(variant.digest)
    known = {variant.digest}
    for operator, made in PLANTS.items():
        try:
            found = list(made(variant))
        except ClaimError:  # a name would be taken for another: no such error can be planted
            continue
        if operator != "constant" and len(found) > MOST:
            found = [found[k] for k in sorted(rng.sample(range(len(found)), MOST))]
        for words, changed, size in found:
            name = digest(changed.formula)
            if name not in known:
                known.add(name)
                if not operators or operator in operators:
                    yield Mutant(operator, words, changed, size)


Planted = Iterator[tuple[str, Variant, Fraction | None]]


def _constant(variant: Variant) -> Planted:
    printed = off_by_a_unit(variant.states)
    if printed is not None:
        words, changed, unit = printed
        yield words, replace(variant, states=changed), unit
    for size in SIZES:
        stronger = scaled(variant.states, size)
        if stronger is not None:
            yield f"claimed side changed by {size}", replace(variant, states=stronger), size


def _in_goal(alternatives: Alternatives) -> Callable[[Variant], Planted]:
    def planted(variant: Variant) -> Planted:
        for words, states in edits(variant.states, alternatives):
            yield words, replace(variant, states=states), None

    return planted


def _swapped_laws(node: Node) -> Iterator[Edit]:
    if node.head in ORDERED and len(node.args) > 1 and node.args[0] != node.args[1]:
        yield f"arguments of {node.head} swapped", Node(node.head, node.args[1], node.args[0], *node.args[2:])


def _arguments(variant: Variant) -> Planted:
    """Swapped arguments of quantities, and two names of one set exchanged on the claimed side."""
    yield from _in_goal(_swapped_laws)(variant)
    names = [(p, where) for p, where in variant.forall if isinstance(p, Node)]
    for k, (first, where) in enumerate(names):
        for second, other in names[k + 1:]:
            if where == other:
                exchange = {str(first.args[0]): second, str(second.args[0]): first}
                states = at_goal(variant.states, lambda goal, by=exchange: _exchanged(goal, by))  # type: ignore[misc]
                if states is not None:
                    yield f"{text(first)} and {text(second)} exchanged on the claimed side", replace(variant, states=states), None


def _exchanged(goal: Node, by: dict[str, Node]) -> Node | None:
    left, relation, right = goal.args
    if not isinstance(right, Node) or not free_names(right) & set(by):
        return None
    return Node("compare", left, relation, substitute(right, by))


def _bound_ranges(node: Node) -> Iterator[Edit]:
    """Integer ranges of binders, one shorter at either end."""
    if node.head not in BINDERS:
        return
    over = node.args[0]
    assert isinstance(over, tuple)
    for k, entry in enumerate(over):
        assert isinstance(entry, tuple)
        for words, where in _shorter(entry[0], entry[1]):
            yield words, Node(node.head, (*over[:k], (entry[0], where), *over[k + 1:]), *node.args[1:])


def _shorter(pattern: Argument, where: Argument) -> Iterator[Edit]:
    if isinstance(where, Node) and where.head == "integers":
        lo, hi = child(where, 0), child(where, 1)
        name = ", ".join(pattern_names(pattern))
        yield f"{name} from {text(lo + 1)} instead of {text(lo)}", Node("integers", lo + 1, hi)
        if hi != number("oo"):
            yield f"{name} to {text(hi - 1)} instead of {text(hi)}", Node("integers", lo, hi - 1)


def _closed_end(pattern: Any, where: Node) -> Iterator[Edit]:
    """An open end of a declared range, closed."""
    if where.head == "unstated":
        for words, inner in _closed_end(pattern, child(where, 0)):
            yield words, Node("unstated", inner)
    elif where.head == "interval":
        for end, side in ((0, 2), (1, 3)):
            if where.args[side] == "open" and where.args[end] not in (number("oo"), number("-oo")):
                changed = [*where.args]
                changed[side] = "closed"
                yield f"{', '.join(pattern_names(pattern))} may be {text(child(where, end))}", Node("interval", *changed)


def _declared(change: Callable[[Any, Node], Iterator[Edit]]) -> Callable[[Variant], Planted]:
    def planted(variant: Variant) -> Planted:
        for k, (pattern, where) in enumerate(variant.forall):
            for words, other in change(pattern, where):
                yield words, replace(variant, forall=(*variant.forall[:k], (pattern, other), *variant.forall[k + 1:])), None

    return planted


def _range(variant: Variant) -> Planted:
    yield from _declared(wider)(variant)
    yield from _in_goal(_bound_ranges)(variant)


def _strictness(variant: Variant) -> Planted:
    states = at_goal(variant.states, lambda goal: Node("compare", goal.args[0], STRICT[str(goal.args[1])], goal.args[2]) if goal.args[1] in STRICT else None)
    if states is not None:
        yield "relation made strict", replace(variant, states=states), None
    yield from _declared(_closed_end)(variant)


def _adjacency(variant: Variant) -> Planted:
    def other(node: Node) -> Iterator[Edit]:
        if node.head == "word_" and node.args[0] in ADJACENT:
            yield f"{ADJACENT[str(node.args[0])]} instead of {node.args[0]}", Node("word_", ADJACENT[str(node.args[0])])

    yield from _declared(lambda pattern, where: edits(where, other))(variant)


def _hypothesis(variant: Variant) -> Planted:
    for k, given in enumerate(variant.given):
        yield f"without the hypothesis {text(given)}", replace(variant, given=variant.given[:k] + variant.given[k + 1:]), None

    yield from _in_goal(without_premise)(variant)


def _relation(variant: Variant) -> Planted:
    states = turned(variant.states)
    if states is not None:
        yield "relation turned", replace(variant, states=states), None


def _quantifier(variant: Variant) -> Planted:
    for words, states in quantified_otherwise(variant.states):
        yield words, replace(variant, states=states), None


PLANTS: dict[str, Callable[[Variant], Planted]] = {
    "constant": _constant,
    "exponent": _in_goal(exponents),
    "factor": _in_goal(dropped("mul", "factor")),
    "term": _in_goal(dropped("add", "term")),
    "arguments": _arguments,
    "range": _range,
    "strictness": _strictness,
    "adjacency": _adjacency,
    "hypothesis": _hypothesis,
    "relation": _relation,
    "quantifier": _quantifier,
}
