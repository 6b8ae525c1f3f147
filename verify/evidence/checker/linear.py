"""Comparisons of numbers that follow from others by adding them up: a goal is a combination of hypotheses with coefficients at least 0.

Evidence of kind ``linear``: ``sums``, one for each inequality of the goal (an equation has two): a list of ``[k, coefficient]``, where k counts what is known of
the domain: hypotheses first, each equation as two inequalities, then the ends of the ranges of the names in their order, and then, in alphabetical order, the
products of several numbers that are at least 0 because each of them is, or stands in them an even number of times. Terms that are neither sums nor
products count as unknown numbers. All names must be finite, and all terms defined. Behind them stand, for each product with a maximum (a minimum) whose other factors are at least 0, that it is at least (at most) the
product with each of the compared numbers in its place. A goal ``max(a, b, ...) <= c``, or ``c <= min(a, b, ...)``, may have a sum for each of its numbers instead of one.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Malformed, Refused, argument, canonical, head, rational, stated, text_of, word
from verify.evidence.checker.sorts import Sorts
from verify.evidence.checker.uses import conjuncts

Form = dict[tuple[str, ...], Fraction]
"""A polynomial: coefficients of products of unknown numbers, each product by the sorted texts of its factors."""
MOST_TERMS = 400
EXTREMES = ('["max"', '["min"')
"""How the texts of maxima and minima begin."""


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Refused where a goal is not the sum that the evidence says."""
    if set(c.evidence) - {"status"} != {"sums"} or not isinstance(c.evidence["sums"], list) or c.evidence.get("status", c.status) != c.status:
        raise Malformed("evidence of kind linear holds sums")
    known, goals = inequalities(c.over, c.hypotheses, c.goal)
    e.budget.spend(sum(1 + len(form) for form, _ in (*known, *goals)))
    if len(goals) != len(c.evidence["sums"]):
        goals = one_by_one(c.over, c.goal)
    if len(goals) != len(c.evidence["sums"]):
        raise Refused("a sum for each inequality of the goal is expected")
    for goal, rows in zip(goals, c.evidence["sums"], strict=True):
        added(goal, known, rows)
    return set()


def added(goal: tuple[Form, bool], known: list[tuple[Form, bool]], rows: Any) -> None:
    """Whether the goal's form is the sum of known ones and a number at least 0 (above 0 where the goal is strict and no strict one counts)."""
    left, strict = dict(goal[0]), goal[1]
    if not isinstance(rows, list):
        raise Malformed("a sum is a list of pairs")
    for row in rows:
        if not isinstance(row, list) or len(row) != 2 or not isinstance(row[0], int) or not 0 <= row[0] < len(known):
            raise Malformed("a sum is a list of pairs: the place of what is known, and a coefficient")
        factor = rational(row[1])
        if factor <= 0:
            raise Refused("coefficients of a sum are positive")
        form, sharp = known[row[0]]
        strict = strict and not sharp
        for product, coefficient in form.items():
            left[product] = left.get(product, Fraction(0)) - factor * coefficient
    rest = left.pop((), Fraction(0))
    if any(left.values()) or rest < 0 or (strict and rest == 0):
        raise Refused("the hypotheses do not add up to the goal")


def inequalities(over: list[tuple[Any, Any]], hypotheses: list[Any], goal: Any) -> tuple[list[tuple[Form, bool]], list[tuple[Form, bool]]]:
    """What is known and what is to be shown, as forms that are at least 0 (above 0 where the second part says so). Raises Refused."""
    sorts = Sorts.over(over)
    known = [part for h in hypotheses for part in _usable(sorts, h)]
    for pattern, where in over:
        if head(pattern) != "var" or head(stated(where)) not in ("interval", "integers"):
            raise Refused("linear evidence is about names that range over intervals")
        place = stated(where)
        for end, low in ((place[1], True), (place[2], False)):
            if end in ("oo", "-oo"):
                continue
            sharp = head(place) == "interval" and word(place[3 if low else 4]) == "open"
            sides = (pattern, end) if low else (end, pattern)
            known.append((_difference(sorts, *sides), sharp))
    goals = _forms(sorts, goal)
    products = sorted({factors for form, _ in (*known, *goals) for factors in form if len(factors) > 1})
    known += [({factors: Fraction(1)}, False) for factors in products if all(_at_least_0(sorts, text) or factors.count(text) % 2 == 0 for text in factors)]
    known += _extremes(sorts, known, goals)
    return known, goals


def one_by_one(over: list[tuple[Any, Any]], goal: Any) -> list[tuple[Form, bool]]:
    """The goal by the numbers of its maximum or minimum, one after the other; as it is where it has none. Raises Refused."""
    sorts = Sorts.over(over)
    found: list[tuple[Form, bool]] = []
    for part in conjuncts(goal):
        small, large = (part[1], part[3]) if word(argument(part, 1)) in ("<=", "<") else (argument(part, 2), part[1])
        parted = word(part[2]) in ("<=", "<", ">=", ">") and (head(small) == "max" or head(large) == "min")
        if not parted:
            found += _forms(sorts, part)
            continue
        sharp = word(part[2]) in ("<", ">")
        pairs = [(a, b) for a in (small[1:] if head(small) == "max" else [small]) for b in (large[1:] if head(large) == "min" else [large])]
        found += [(_difference(sorts, b, a), sharp) for a, b in pairs]
    return found


def _extremes(sorts: Sorts, known: list[tuple[Form, bool]], goals: list[tuple[Form, bool]]) -> list[tuple[Form, bool]]:
    """What maxima and minima say of the numbers that they compare, times what stands beside them."""
    found: list[tuple[Form, bool]] = []
    for factors in sorted({factors for form, _ in (*known, *goals) for factors in form}):
        for k, text in enumerate(factors):
            rest = factors[:k] + factors[k + 1 :]
            if not text.startswith(EXTREMES) or text in rest or not all(_at_least_0(sorts, other) for other in rest):
                continue
            f = json.loads(text)
            sign = Fraction(1 if head(f) == "max" else -1)
            found += [(_plus({factors: sign}, _times({rest: Fraction(1)}, _form(part)), -sign), False) for part in f[1:]]
    return found


def _at_least_0(sorts: Sorts, text: str) -> bool:
    return sorts.at_least_0(json.loads(text))


def _usable(sorts: Sorts, h: Any) -> list[tuple[Form, bool]]:
    """A hypothesis as forms; none where it is about something else than finite numbers."""
    try:
        return _forms(sorts, h)
    except Refused:
        return []


def _forms(sorts: Sorts, p: Any) -> list[tuple[Form, bool]]:
    if head(p) == "all":
        return [part for inner in p[1:] for part in _forms(sorts, inner)]
    if head(p) != "compare":
        raise Refused(f"linear evidence is about comparisons, not {head(p)}")
    a, relation, b = argument(p, 0), word(argument(p, 1)), argument(p, 2)
    if relation == "==":
        return [(_difference(sorts, b, a), False), (_difference(sorts, a, b), False)]
    if relation not in ("<=", "<", ">=", ">"):
        raise Refused(f"linear evidence is about inequalities, not {relation}")
    return [(_difference(sorts, b, a) if relation in ("<=", "<") else _difference(sorts, a, b), relation in ("<", ">"))]


def _difference(sorts: Sorts, a: Any, b: Any) -> Form:
    if not sorts.finite(a) or not sorts.finite(b):
        raise Refused("a term that may be infinite or have no value")
    return _plus(_form(a), _form(b), Fraction(-1))


def _plus(one: Form, other: Form, factor: Fraction = Fraction(1)) -> Form:
    found = dict(one)
    for product, coefficient in other.items():
        found[product] = found.get(product, Fraction(0)) + factor * coefficient
    return found


def _times(one: Form, other: Form) -> Form:
    found: Form = {}
    for a, x in one.items():
        for b, y in other.items():
            product = tuple(sorted((*a, *b)))
            found[product] = found.get(product, Fraction(0)) + x * y
    if len(found) > MOST_TERMS:
        raise Refused("too many terms")
    return found


def _form(f: Any) -> Form:
    """A finite term as a polynomial in unknown numbers."""
    if isinstance(f, str):
        return {(): rational(f)}
    if head(f) == "add":
        found: Form = {}
        for part in f[1:]:
            found = _plus(found, _form(part))
        return found
    if head(f) == "mul":
        found = {(): Fraction(1)}
        for part in f[1:]:
            found = _times(found, _form(part))
        return found
    if head(f) == "pow" and isinstance(f[2], str) and f[2] not in ("oo", "-oo"):
        power, base = rational(f[2]), f[1]
        if power.denominator == 1 and 0 < power <= 8:
            found = {(): Fraction(1)}
            for _ in range(int(power)):
                found = _times(found, _form(base))
            return found
        if power == -1 and isinstance(base, str) and rational(base) != 0:
            return {(): 1 / rational(base)}
    return {(text_of(canonical(f)),): Fraction(1)}


__all__ = ["Form", "added", "check", "inequalities", "one_by_one"]
