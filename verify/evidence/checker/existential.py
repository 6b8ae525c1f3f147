"""Existential statements, ``for all x: there are K, P, ... with [for all t > K, ...:] ...``, proved by a witness.

The witness gives each name that exists a number, a distribution, or a formula in the outer numbers. It lies in its set; for a formula this is a goal for each end of its range. What it is put
into holds by one goal for each part of the body, the part itself, or by other goals that are enough for comparisons of finite numbers: these are compared by the difference of their sides,
multiplied out, and ``G - c |A| >= 0`` with c > 0 follows from ``G - c A >= 0`` and ``G + c A >= 0``. Each goal has a proof for all values of the names that it is about.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from verify.evidence.checker.certificate import Certificate, decided
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Malformed, Refused, argument, entries, head, mentions, names, rational, stated, text_of, validate, word
from verify.evidence.checker.membership import contains
from verify.evidence.checker.obligations import INFINITE, Over, between_ends, confirmed, finite
from verify.evidence.checker.polynomials import Polynomial, multiplied_out, plus
from verify.evidence.checker.shown import Shown, above_0
from verify.evidence.checker.sorts import has_value
from verify.evidence.checker.tails import put_all

MOST_GOALS, MOST_SPLITS = 60, 6


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Malformed or Refused where the witness does not show that the statement holds."""
    if set(c.evidence) - {"status", "goals"} != {"values", "proofs"}:
        raise Malformed("evidence of a witness holds values, proofs and optionally goals")
    values, proofs, stored = c.evidence["values"], c.evidence["proofs"], c.evidence.get("goals")
    if not isinstance(values, dict) or not isinstance(proofs, list) or not isinstance(stored, list | None):
        raise Malformed("values gives a witness to each name, proofs and goals are lists")
    if c.hypotheses:
        raise Refused("a witness for all values needs a statement without hypotheses")
    exist, rest = _bound(c.goal, "exists")
    asked, body = _bound(rest, "forall")
    bound = [names(pattern) for pattern, _ in (*c.over, *exist, *asked)]
    if not exist or any(head(pattern) != "var" for pattern, _ in (*exist, *asked)):
        raise Refused("a statement that single things exist is needed")
    if len({name for group in bound for name in group}) != sum(map(len, bound)):
        raise Refused("a name has two meanings")
    if set(values) != {name for pattern, _ in exist for name in names(pattern)}:
        raise Malformed("values gives a witness to each name that exists")
    inside = _memberships(c, e, exist, values)
    over = list(c.over)
    for pattern, where in asked:
        over.append((pattern, put_all(where, values)))
        if not has_value(over[-1][1], over[:-1]):
            raise Refused("a set in the conclusion that may have no value")
    parts = [put_all(part, values) for part in (body[1:] if head(body) == "all" else [body])]
    goals = parts if stored is None else stored
    if not goals or len(inside) + len(goals) != len(proofs) or len(proofs) > MOST_GOALS:
        raise Malformed(f"there is one proof for each of {len(inside) + len(goals)} goals, at most {MOST_GOALS}")
    for goal in stored or ():
        validate(goal)
    for part in parts:
        _enough(part, goals, over)
    wanted = [*((c.over, goal) for goal in inside), *((over, goal) for goal in goals)]
    return set().union(*(confirmed(c, names_of, goal, proof, e) for (names_of, goal), proof in zip(wanted, proofs, strict=True)))


def _bound(p: Any, kind: str) -> tuple[Over, Any]:
    found: Over = []
    while head(p) == kind:
        found += [(pattern, where) for pattern, where in entries(p)]
        p = argument(p, 1)
    return found, p


# --- the witness lies in its sets -----------------------------------------------------------------------------------------


def _memberships(c: Certificate, e: Evaluator, exist: Over, values: dict[str, Any]) -> list[Any]:
    """What must hold for a witness to lie in its sets, which may depend on what comes before. Refused where it does not, or where that cannot be said."""
    given: dict[str, Any] = {}
    goals: list[Any] = []
    for pattern, where in exist:
        (name,) = names(pattern)
        validate(values[name])
        goals += _lies_in(c, e, name, values[name], stated(put_all(where, given)))
        given[name] = values[name]
    return goals


def _lies_in(c: Certificate, e: Evaluator, name: str, value: Any, where: Any) -> list[Any]:
    if not mentions(value) and not mentions(where):
        if value in INFINITE:
            raise Refused("a witness that is a number must be finite")
        decided(contains(e, where, rational(value) if isinstance(value, str) else e.value(value, {}), {}), f"{name} must lie in its set")
        return []
    known, shown = _numbers(c)
    if head(where) != "interval" or not mentions(value) <= known or value in INFINITE or not shown.defined(value):
        raise Refused("a witness by a formula is a finite number of the outer names, in an interval")
    return between_ends(value, where)


def _numbers(c: Certificate) -> tuple[set[str], Shown]:
    """The outer names that are finite numbers, and what is known of them."""
    known: set[str] = set()
    positive: set[str] = set()
    for pattern, where in c.over:
        if head(pattern) == "var" and finite(stated(where), Shown(positive, ""), known):
            known |= set(names(pattern))
            positive |= set(names(pattern)) if above_0(where) else set()
    return known, Shown(positive, "")


# --- goals that are enough ------------------------------------------------------------------------------------------------


def _enough(part: Any, goals: list[Any], over: Over) -> None:
    """Refused where the goals do not say the part of the body."""
    if any(text_of(goal) == text_of(part) for goal in goals):
        return
    shown = Shown({name for pattern, where in over if above_0(where) for name in names(pattern)}, "")
    before: set[str] = set()
    for pattern, where in over:
        if head(pattern) != "var" or not finite(stated(where), shown, before):
            raise Refused("a name that is not known to be a finite number")
        before |= set(names(pattern))
    known = [_difference(goal, shown) for goal in goals]
    wanted, strict = _difference(part, shown)
    if not _follows(wanted, strict, known, shown, MOST_SPLITS):
        raise Refused("the goals are not enough for a comparison of the statement")


def _follows(wanted: Polynomial, strict: bool, known: list[tuple[Polynomial, bool]], shown: Shown, left: int) -> bool:
    """Whether a polynomial is seen not to be negative, or to be positive."""
    if any(wanted == one and (own or not strict) for one, own in known):
        return True
    for key, c in wanted.items():
        size = json.loads(key[0]) if len(key) == 1 and c < 0 else None
        if left and size is not None and head(size) == "abs":
            rest, inside = {other: x for other, x in wanted.items() if other != key}, multiplied_out(argument(size, 0), shown)
            return all(_follows(plus(rest, inside, side), strict, known, shown, left - 1) for side in (c, -c))
    return False


def _difference(goal: Any, shown: Shown) -> tuple[Polynomial, bool]:
    """What a comparison says is at least 0, and whether it is above 0."""
    if head(goal) != "compare" or word(argument(goal, 1)) not in ("<=", "<", ">=", ">"):
        raise Refused("the body must be an inequality, or several")
    sides = [argument(goal, 0), argument(goal, 2)]
    if not all(shown.defined(side) for side in sides):
        raise Refused("a side of a comparison is not known to be a finite number")
    relation = word(goal[2])
    small, large = sides if relation in ("<=", "<") else sides[::-1]
    return plus(multiplied_out(large, shown), multiplied_out(small, shown), Fraction(-1)), relation in ("<", ">")


__all__ = ["check"]
