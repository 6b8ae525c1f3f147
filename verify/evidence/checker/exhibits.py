"""Proofs that numbers exist by numbers that serve all: they lie in their sets, and for each comparison of the body there are goals, each with a proof, that are enough for it.

A goal is enough where it is the comparison. For comparisons whose sides are finite numbers, goals are compared by the difference of their sides, a polynomial in what is no sum or product;
``G - c |A| >= 0`` with c > 0 follows from ``G - c A >= 0`` and ``G + c A >= 0``.
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

from verify.evidence.checker import members
from verify.evidence.checker.certificate import Certificate, decided
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Malformed, Refused, argument, entries, head, mentions, names, rational, stated, text_of, validate, word
from verify.evidence.checker.membership import contains
from verify.evidence.checker.shown import Shown, above_0
from verify.evidence.checker.sorts import has_value
from verify.evidence.checker.tails import put_all

MOST_GOALS, MOST_PRODUCTS, MOST_SPLITS = 60, 400, 6
Polynomial = dict[tuple[str, ...], Fraction]
"""Coefficients of products of formulas, each by its sorted texts."""
Entries = list[tuple[Any, Any]]


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Malformed or Refused where the numbers do not show that the statement holds."""
    if set(c.evidence) - {"status"} != {"values", "goals", "proofs"}:
        raise Malformed("evidence of kind exhibit holds values, goals and proofs")
    values, goals, proofs = (c.evidence[key] for key in ("values", "goals", "proofs"))
    if not isinstance(values, dict) or not isinstance(goals, list) or not isinstance(proofs, list) or not 0 < len(goals) == len(proofs) <= MOST_GOALS:
        raise Malformed(f"values gives a number to each name, and there is one proof for each of at most {MOST_GOALS} goals")
    if c.hypotheses:
        raise Refused("numbers that serve all need a statement without hypotheses")
    exist, rest = _bound(c.goal, "exists")
    asked, body = _bound(rest, "forall")
    bound = [names(pattern) for pattern, _ in (*c.over, *exist, *asked)]
    if not exist or any(len(group) != 1 or head(pattern) != "var" for group, (pattern, _) in zip(bound, (*c.over, *exist, *asked), strict=True)):
        raise Refused("a statement that single numbers exist is needed")
    if len({name for group in bound for name in group}) != len(bound):
        raise Refused("a name has two meanings")
    if set(values) != {name for pattern, _ in exist for name in names(pattern)}:
        raise Malformed("values gives a number to each name that exists")
    given = _members(e, exist, values)
    over = list(c.over)
    for pattern, where in asked:
        over.append((pattern, put_all(where, given)))
        if not has_value(over[-1][1], over[:-1]):
            raise Refused("a set in the conclusion that may have no value")
    for goal in goals:
        validate(goal)
    for part in body[1:] if head(body) == "all" else [body]:
        _enough(put_all(part, given), goals, over)
    alone = replace(c, statement=["forall", ["()", *(["()", pattern, where] for pattern, where in over)], goals[0]] if over else goals[0])
    return set().union(*(members._confirmed(alone, over, goal, proof, e) for goal, proof in zip(goals, proofs, strict=True)))


def _bound(p: Any, kind: str) -> tuple[Entries, Any]:
    found: Entries = []
    while head(p) == kind:
        found += [(pattern, where) for pattern, where in entries(p)]
        p = argument(p, 1)
    return found, p


def _members(e: Evaluator, exist: Entries, values: dict[str, Any]) -> dict[str, str]:
    """The numbers, each in its set, which may depend on those before it."""
    given: dict[str, str] = {}
    for pattern, where in exist:
        name, where = names(pattern)[0], stated(put_all(where, given))
        if not isinstance(values[name], str) or values[name] in members.INFINITE or mentions(where):
            raise Refused("what exists must be finite numbers, in sets that depend on nothing else")
        decided(contains(e, where, rational(values[name]), {}), f"{name} must lie in its set")
        given[name] = values[name]
    return given


def _enough(part: Any, goals: list[Any], over: Entries) -> None:
    """Refused where the goals do not say the comparison."""
    if any(text_of(goal) == text_of(part) for goal in goals):
        return
    shown = Shown({name for pattern, where in over if above_0(where) for name in names(pattern)}, "")
    before: set[str] = set()
    for pattern, where in over:
        if not members._finite(stated(where), shown, before):
            raise Refused("a name that is not known to be a finite number")
        before |= set(names(pattern))
    known = [_difference(goal, shown) for goal in goals]
    wanted, strict = _difference(part, shown)
    if not _follows(wanted, strict, known, shown, MOST_SPLITS):
        raise Refused("the goals are not enough for a comparison of the statement")


def _follows(wanted: Polynomial, strict: bool, known: list[tuple[Polynomial, bool]], shown: Shown, left: int) -> bool:
    """Whether a polynomial is seen not to be negative, or to be positive."""
    if any(wanted == polynomial and (own or not strict) for polynomial, own in known):
        return True
    for key, c in wanted.items():
        size = json.loads(key[0]) if len(key) == 1 and c < 0 else None
        if left and size is not None and head(size) == "abs":
            rest, inside = {other: x for other, x in wanted.items() if other != key}, _polynomial(argument(size, 0), shown)
            return all(_follows(_plus(rest, inside, side), strict, known, shown, left - 1) for side in (c, -c))
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
    return _plus(_polynomial(large, shown), _polynomial(small, shown), Fraction(-1)), relation in ("<", ">")


def _polynomial(f: Any, shown: Shown) -> Polynomial:
    if isinstance(f, str):
        return _plus({}, {(): rational(f)}, Fraction(1))
    kind = head(f)
    if kind == "abs" and shown.positive(argument(f, 0)):
        return _polynomial(argument(f, 0), shown)
    if kind not in ("add", "mul"):
        return {(text_of(f),): Fraction(1)}
    first, *others = (_polynomial(part, shown) for part in f[1:])
    for other in others:
        if kind == "add":
            first = _plus(first, other, Fraction(1))
            continue
        product: Polynomial = {}
        for key, x in other.items():
            product = _plus(product, {tuple(sorted(key + own)): y for own, y in first.items()}, x)
        first = product
    if len(first) > MOST_PRODUCTS:
        raise Refused("a comparison of too many products")
    return first


def _plus(a: Polynomial, b: Polynomial, times: Fraction) -> Polynomial:
    total = dict(a)
    for key, x in b.items():
        total[key] = total.get(key, Fraction(0)) + times * x
    return {key: x for key, x in total.items() if x}
