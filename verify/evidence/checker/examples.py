"""Proofs of ``for all ...: there are x, P, ... with ...`` by an example for each: a formula in the outer numbers, a number, or a distribution, which lies in its set and for which the body holds.

For a formula it is a goal of its own that it lies between the ends of its range; each goal has a proof for all values of the outer names.
"""

from __future__ import annotations

from typing import Any

from verify.evidence.checker import exhibits, members
from verify.evidence.checker.certificate import Certificate, decided
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Malformed, Refused, head, mentions, names, rational, stated, validate, word
from verify.evidence.checker.membership import contains
from verify.evidence.checker.shown import Shown, above_0
from verify.evidence.checker.tails import put_all

MOST_GOALS = 40


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Malformed or Refused where the examples do not show that the statement holds."""
    if set(c.evidence) - {"status"} != {"values", "proofs"}:
        raise Malformed("evidence of kind example holds values and proofs")
    values, proofs = c.evidence["values"], c.evidence["proofs"]
    exist, body = exhibits._bound(c.goal, "exists")
    bound = [names(pattern) for pattern, _ in exist]
    if not exist or any(head(pattern) != "var" for pattern, _ in exist):
        raise Refused("a statement that something exists is needed")
    if len({*c.names(), *(name for group in bound for name in group)}) != len(c.names()) + len(bound):
        raise Refused("a name has two meanings")
    if not isinstance(values, dict) or not isinstance(proofs, list) or set(values) != {name for group in bound for name in group}:
        raise Malformed("values gives an example for each name that exists")
    given: dict[str, Any] = {}
    goals: list[Any] = []
    for (_, where), (name,) in zip(exist, bound, strict=True):
        validate(values[name])
        goals += _lies_in(c, e, name, values[name], stated(put_all(where, given)))
        given[name] = values[name]
    left = put_all(body, given)
    goals += left[1:] if head(left) == "all" else [left]
    if len(goals) != len(proofs) or len(goals) > MOST_GOALS:
        raise Malformed(f"there is one proof for each of {len(goals)} goals, at most {MOST_GOALS}")
    return set().union(*(members._confirmed(c, c.over, goal, proof, e) for goal, proof in zip(goals, proofs, strict=True)))


def _lies_in(c: Certificate, e: Evaluator, name: str, value: Any, where: Any) -> list[Any]:
    """What must hold for an example to lie in its set. Refused where it does not, or where that cannot be said."""
    if not mentions(value) and not mentions(where):
        if value in members.INFINITE:
            raise Refused("an example that is a number must be finite")
        decided(contains(e, where, rational(value) if isinstance(value, str) else e.value(value, {}), {}), f"{name} must lie in its set")
        return []
    known, shown = _numbers(c)
    if head(where) != "interval" or not mentions(value) <= known or value in members.INFINITE or not shown.defined(value):
        raise Refused("an example by a formula is a finite number of the outer names, in an interval")
    goals = []
    for k, infinite in ((0, "-oo"), (1, "oo")):
        end, strict = where[1 + k], word(where[3 + k]) == "open"
        if end != infinite:
            goals.append(["compare", *((end, ["word", "<" if strict else "<="], value) if k == 0 else (value, ["word", "<" if strict else "<="], end))])
    return goals


def _numbers(c: Certificate) -> tuple[set[str], Shown]:
    """The outer names that are finite numbers, and what is known of them."""
    known: set[str] = set()
    positive: set[str] = set()
    for pattern, where in c.over:
        if head(pattern) == "var" and members._finite(stated(where), Shown(positive, ""), known):
            known |= set(names(pattern))
            positive |= set(names(pattern)) if above_0(where) else set()
    return known, Shown(positive, "")


__all__ = ["check"]
