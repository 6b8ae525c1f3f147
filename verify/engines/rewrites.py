"""True variants of a statement: rewritings that mean the same, or claim less. None of them may be refuted where the statement is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from verify.claims.canonical import COMMUTATIVE
from verify.claims.claim import Hints, Variant
from verify.claims.nodes import Argument, Node, number, pattern_names, rebuild, walk
from verify.claims.propositions import MIRRORED
from verify.engines.edits import LAWS, at_goal, loosened

FACTOR = number(3)
SLACK = Fraction(1, 100)


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A statement said otherwise."""

    kind: str
    variant: Variant
    same: bool = False
    """Whether every engine must come to the same verdict, because only names or orders differ."""
    weaker: bool = False
    """Whether it claims less, so that only a proof carries over."""


def rewritings(variant: Variant) -> Iterator[Rewriting]:
    """The rewritings of a statement that differ from it."""
    for kind, made in KINDS.items():
        changed = made(variant)
        if changed is not None and (changed.forall, changed.given, changed.states) != (variant.forall, variant.given, variant.states):
            yield Rewriting(kind, changed, kind == "renamed", kind == "loosened")


def renamed(variant: Variant) -> Variant:
    """Every name, bound ones too, replaced by another, so that the alphabetical order of names is turned around."""
    found: dict[str, None] = {}
    for node in walk(variant.formula):
        if node.head == "var":
            found.setdefault(str(node.args[0]), None)
    for pattern, _ in variant.forall:
        found.update(dict.fromkeys(pattern_names(pattern)))
    names = sorted(found)
    table = {name: f"n{len(names) - k:03d}" for k, name in enumerate(names)}

    def change(argument: Any) -> Any:
        if isinstance(argument, Node):
            return Node("var", table.get(str(argument.args[0]), str(argument.args[0]))) if argument.head == "var" else rebuild(argument, change)
        return tuple(change(item) for item in argument) if isinstance(argument, tuple) else argument

    def keys(by: Mapping[Any, Any]) -> dict[Any, Any]:
        return {(change(key) if isinstance(key, Node) else table.get(key, key)): change(value) for key, value in by.items()}

    hints = variant.hints
    return replace(variant, forall=tuple((change(p), change(where)) for p, where in variant.forall), given=tuple(change(g) for g in variant.given), states=change(variant.states),
                   hints=Hints(keys(hints.typical), keys(hints.equality_at), tuple(keys(one) for one in hints.instances), tuple(change(n) for n in hints.region)))


def reordered(variant: Variant) -> Variant:
    """Terms, factors and hypotheses in the opposite order."""
    def change(node: Node) -> Node:
        node = rebuild(node, change)
        return Node(node.head, *reversed(node.args)) if node.head in COMMUTATIVE else node

    return replace(variant, given=tuple(change(g) for g in reversed(variant.given)), states=change(variant.states))


def _goal(change: Callable[[Node, str, Node], Node | None]) -> Callable[[Variant], Variant | None]:
    """A change of both sides of the comparison that decides, if they are numbers."""
    def sides(goal: Node) -> Node | None:
        left, relation, right = goal.args
        if relation not in MIRRORED or not isinstance(left, Node) or not isinstance(right, Node) or {left.head, right.head} & (LAWS | {"point", "family"}):
            return None
        return change(left, str(relation), right)

    def made(variant: Variant) -> Variant | None:
        states = at_goal(variant.states, sides)
        return None if states is None else replace(variant, states=states)

    return made


def _loosened(variant: Variant) -> Variant | None:
    states = loosened(variant.states, SLACK)
    return None if states is None else replace(variant, states=states)


def _times(factor: Argument, side: Node) -> Node:
    return Node("mul", factor, side)


KINDS: dict[str, Callable[[Variant], Variant | None]] = {
    "renamed": renamed,
    "reordered": reordered,
    "scaled": _goal(lambda left, relation, right: Node("compare", _times(FACTOR, left), relation, _times(FACTOR, right))),
    "exchanged": _goal(lambda left, relation, right: Node("compare", right, MIRRORED[relation], left)),
    "negated": _goal(lambda left, relation, right: Node("compare", _times(number(-1), left), MIRRORED[relation], _times(number(-1), right))),
    "loosened": _loosened,
}
