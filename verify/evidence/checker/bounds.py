"""Comparisons that follow when numbers are replaced by their bounds, in the direction in which a side moves with them.

Evidence of kind ``bounds``: ``through``, null or ``[side, k]``: hypothesis k compares the goal's smaller side (``left``) or larger side (``right``) with a term
that takes its place; ``left`` and ``right``: lists of ``[name, k]``: in this side the name is replaced by the bound that hypothesis k gives; ``kind`` and
``evidence`` of a proof of what is left. Hypotheses that mention a replaced name are left out of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from verify.evidence.checker.certificate import STATUSES, Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Malformed, Refused, argument, head, mentions, rational, same, stated, word
from verify.evidence.checker.kinds import confirm
from verify.evidence.checker.sorts import Sorts
from verify.evidence.checker.uses import closed, filled, inequality, upward

PROOFS = ("linear", "identity", "boxes", "smt", "logarithms")


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Refused where a side does not move as it must, or what is left is not proved."""
    if set(c.evidence) - {"status"} != {"through", "left", "right", "kind", "evidence"} or c.evidence["kind"] not in PROOFS or "PROVED" not in STATUSES[c.evidence["kind"]]:
        raise Malformed("evidence of kind bounds holds through, left, right, kind and evidence")
    if c.evidence.get("status", c.status) != c.status:
        raise Malformed("evidence of kind bounds proves")
    statement = left_over(c, c.evidence["through"], c.evidence["left"], c.evidence["right"])
    return confirm(replace(c, statement=statement, kind=c.evidence["kind"], evidence=c.evidence["evidence"], status="PROVED"), e)


def left_over(c: Certificate, through: Any, left: Any, right: Any) -> Any:
    """The statement that is left when bounds have taken the places of numbers. Raises Refused."""
    sorts = Sorts.over(c.over)
    small, strict, large = upward(c.goal)
    if through is not None:
        if not isinstance(through, list) or len(through) != 2 or through[0] not in ("left", "right"):
            raise Malformed("through holds a side and the place of a hypothesis")
        small, large, strict = _through(_hypothesis(c, through[1]), through[0], small, large, strict)
    for name, k in _pairs(left):
        small = moved(sorts, small, name, _hypothesis(c, k), up=True)
    for name, k in _pairs(right):
        large = moved(sorts, large, name, _hypothesis(c, k), up=False)
    gone = {name for name, _ in (*_pairs(left), *_pairs(right))} - mentions(small) - mentions(large)
    given = [h for h in c.hypotheses if not mentions(h) & gone]
    return closed(c.over, given, inequality(small, strict, large))


def _pairs(rows: Any) -> list[tuple[str, Any]]:
    if not isinstance(rows, list) or any(not isinstance(row, list) or len(row) != 2 or not isinstance(row[0], str) for row in rows):
        raise Malformed("a bound is a name and the place of a hypothesis")
    return [(row[0], row[1]) for row in rows]


def _hypothesis(c: Certificate, k: Any) -> Any:
    if not isinstance(k, int) or not 0 <= k < len(c.hypotheses):
        raise Malformed("a hypothesis is named by its place")
    return c.hypotheses[k]


def _through(h: Any, side: str, small: Any, large: Any, strict: bool) -> tuple[Any, Any, bool]:
    """The sides after a hypothesis has replaced one of them."""
    for one, sharp, other in orders(h):
        if side == "left" and same(one, small):
            return other, large, strict and not sharp
        if side == "right" and same(other, large):
            return small, one, strict and not sharp
    raise Refused("a hypothesis does not compare a side of the goal")


def orders(h: Any) -> list[tuple[Any, bool, Any]]:
    """What a hypothesis says as smaller side, strictness and larger side; an equation says it twice."""
    if head(h) == "compare" and word(argument(h, 1)) == "==":
        return [(h[1], False, h[3]), (h[3], False, h[1])]
    try:
        return [upward(h)]
    except Refused:
        return []


def moved(sorts: Sorts, f: Any, name: str, h: Any, up: bool) -> Any:
    """The side with a bound in place of a name, such that it does not get smaller (``up``) or larger. Raises Refused."""
    variable = ["var", ["word", name]]
    if not sorts.finite(variable):
        raise Refused("a name that may be infinite")
    for small, _, large in orders(h):
        above = same(small, variable)
        bound = large if above else small
        if not (above or same(large, variable)) or name in mentions(bound) or not sorts.finite(bound):
            continue
        if way(_with_bound(sorts, name, bound, above), f, name) == (1 if above == up else -1):
            return filled(f, {name: bound})
    raise Refused("a side does not move in one direction with a name, or the hypothesis is no bound of it")


def _with_bound(sorts: Sorts, name: str, bound: Any, above: bool) -> Sorts:
    """The ranges with one that holds the name, its bound, and all between them."""
    place = stated(sorts.sets.get(name))
    low: Any = ["-oo", "open"]
    if head(place) in ("interval", "integers") and isinstance(place[1], str) and place[1] != "-oo":
        low = [place[1], word(place[3]) if head(place) == "interval" else "closed"]
    if not above:
        low = ["0", "open" if sorts.positive(bound) else "closed"] if sorts.at_least_0(bound) else ["-oo", "open"]
    return Sorts({**sorts.sets, name: ["interval", low[0], "oo", ["word", low[1]], ["word", "open"]]})


def way(sorts: Sorts, f: Any, name: str) -> int | None:
    """1 where a term does not fall as the name rises, -1 where it does not rise, 0 where it does not depend on it; None where that is not seen."""
    if name not in mentions(f):
        return 0 if sorts.finite(f) else None
    kind = head(f)
    if kind == "var":
        return 1
    if kind in ("add", "max", "min"):
        return _together([way(sorts, part, name) for part in f[1:]])
    if kind in ("exp", "log"):
        return way(sorts, f[1], name) if kind == "exp" or sorts.positive(f[1]) else None
    if kind == "mul":
        return _product(sorts, f[1:], name)
    if kind == "pow" and name not in mentions(f[2]):
        inner = way(sorts, f[1], name)
        if inner is None or not sorts.finite(f[2]):
            return None
        if sorts.at_least_0(f[1]) and sorts.at_least_0(f[2]) and sorts.positive(f[2]):
            return inner
        return -inner if sorts.positive(f[1]) and isinstance(f[2], str) and rational(f[2]) <= 0 else None
    return None


def _product(sorts: Sorts, factors: list[Any], name: str) -> int | None:
    """A product whose factors are at least 0, but for numbers below 0."""
    sign, ways = 1, []
    for part in factors:
        if isinstance(part, str) and part.startswith("-") and part != "-oo":
            sign = -sign
        elif sorts.at_least_0(part):
            ways.append(way(sorts, part, name))
        else:
            return _single(sorts, factors, name)
    found = _together(ways)
    return None if found is None else sign * found


def _single(sorts: Sorts, factors: list[Any], name: str) -> int | None:
    """A product in which one factor depends on the name, and the others are at least 0 or numbers below 0."""
    moving = [part for part in factors if name in mentions(part)]
    rest = [part for part in factors if name not in mentions(part)]
    below = [part for part in rest if isinstance(part, str) and part.startswith("-") and part != "-oo"]
    if len(moving) != 1 or not all(sorts.at_least_0(part) for part in rest if part not in below):
        return None
    inner = way(sorts, moving[0], name)
    return None if inner is None else inner * (-1) ** len(below)


def _together(ways: list[int | None]) -> int | None:
    found = {one for one in ways if one != 0}
    return None if None in found or len(found) > 1 else found.pop() if found else 0


__all__ = ["check", "left_over", "moved", "orders", "way"]
