"""Ways to make a false statement of a true one: a constant is off, a relation is turned, a range is too wide or too narrow, a condition is dropped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verify.claims import Claim, Node, number

Change = Callable[[Claim], Claim]


def _changed(claim: Claim, **change: Any) -> Claim:
    fields: dict[str, Any] = {"forall": dict(claim.forall), "states": claim.states, "given": claim.given, "part": claim.part}
    return Claim(claim.id, "a false neighbour", **{**fields, **change})


def _comparison(states: Node, change: Callable[[Node], Node]) -> Node:
    """The statement with its comparison changed, behind quantifiers."""
    if states.head == "forall":
        return Node("forall", states.args[0], _comparison(states.args[1], change))
    return change(states)


def times(factor: str) -> Change:
    """The claimed side is multiplied."""
    return lambda claim: _changed(claim, states=_comparison(claim.states, lambda one: Node("compare", one.args[0], one.args[1], number(factor) * one.args[2])))


def turned(claim: Claim) -> Claim:
    """At most becomes at least."""
    return _changed(claim, states=_comparison(claim.states, lambda one: Node("compare", one.args[2], one.args[1], one.args[0])))


def within(where: Node) -> Change:
    """What lies in a set is said to lie in a smaller one."""
    return lambda claim: _changed(claim, states=Node("member", claim.states.args[0], where))


def unconditional(claim: Claim) -> Claim:
    """The hypotheses are dropped."""
    return _changed(claim, given=())


def over(ranges: dict[Any, Any]) -> Change:
    """Some names have other ranges."""
    return lambda claim: _changed(claim, forall={**dict(claim.forall), **ranges})


def stating(states: Node, ranges: dict[Any, Any] | None = None, drop: tuple[Any, ...] = ()) -> Change:
    """Something else is stated, of other names."""
    def change(claim: Claim) -> Claim:
        forall = {name: where for name, where in {**dict(claim.forall), **(ranges or {})}.items() if name not in drop}
        return _changed(claim, states=states, forall=forall)

    return change
