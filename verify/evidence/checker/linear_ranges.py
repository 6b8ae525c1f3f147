"""``for all`` and ``there are`` over independent intervals, of a comparison that is linear in the names.

The difference of the sides takes the values of an interval. Its least and its largest value are sums of ends; one that needs an end that is left out is left out itself.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, entries, head, mentions, names, stated, word
from verify.evidence.checker.numbers import NoValue, Undecided
from verify.evidence.checker.truth import FALSE, RELATIONS, TRUE, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

End = tuple[Fraction | None, bool]
"""An end of an interval, None where it is infinite, and whether it belongs to it."""


def over_intervals(e: Evaluator, p: Any, env: Env) -> str | None:
    """The truth of such a quantifier; None of another one."""
    try:
        return _decided(e, p, env)
    except (NoValue, Undecided):
        return None


def _decided(e: Evaluator, p: Any, env: Env) -> str | None:
    over, body = entries(p), argument(p, 1)
    bound = {name for pattern, _ in over for name in names(pattern)}
    if len(over) < 2 or len(bound) != len(over) or any(head(pattern) != "var" for pattern, _ in over) or head(body) != "compare" or word(argument(body, 1)) not in RELATIONS:
        return None
    if bound & set().union(*(mentions(where) for _, where in over)):
        return None
    left, right = (_coefficients(e, argument(body, k), bound, env) for k in (0, 2))
    if left is None or right is None:
        return None
    least: End = (left.get("", n.ZERO) - right.get("", n.ZERO), True)
    most = least
    for pattern, where in over:
        ends = _ends(e, stated(where), env)
        if ends is None:
            return None
        (name,) = names(pattern)
        factor = left.get(name, n.ZERO) - right.get(name, n.ZERO)
        if factor:
            low, high = ends if factor > 0 else ends[::-1]
            least, most = _sum(least, factor, low), _sum(most, factor, high)
    possible = set()  # how the difference may be related to 0
    if least[0] is None or least[0] < 0:
        possible.add("<")
    if most[0] is None or most[0] > 0:
        possible.add(">")
    if all(end is None or end * way < 0 or (end == 0 and belongs) for way, (end, belongs) in ((1, least), (-1, most))):
        possible.add("=")
    wanted = {"<": {"<"}, "<=": {"<", "="}, "==": {"="}, ">=": {">", "="}, ">": {">"}, "!=": {"<", ">"}}[word(body[2])]
    holds = possible <= wanted if p[0] == "forall" else bool(possible & wanted)
    return TRUE if holds else FALSE


def _ends(e: Evaluator, where: Any, env: Env) -> tuple[End, End] | None:
    """The ends of an interval that has members, all of them finite."""
    if head(where) != "interval":
        return None
    found: list[End] = []
    for k, side in ((0, -1), (1, 1)):
        end, belongs = e.number(argument(where, k), env), word(argument(where, k + 2)) == "closed"
        if not isinstance(end, Fraction) and (belongs or n.is_point_infinite(end) != side):
            return None
        found.append((end if isinstance(end, Fraction) else None, belongs))
    (low, left), (high, right) = found
    if low is not None and high is not None and not (low < high or (low == high and left and right)):
        return None
    return found[0], found[1]


def _sum(total: End, factor: Fraction, end: End) -> End:
    if total[0] is None or end[0] is None:
        return None, False
    return total[0] + factor * end[0], total[1] and end[1]


def _coefficients(e: Evaluator, f: Any, bound: set[str], env: Env) -> dict[str, Fraction] | None:
    """Of a linear form in the bound names, its constant under the empty name; None of another formula."""
    if not mentions(f) & bound:
        value = e.number(f, env)
        return {"": value} if isinstance(value, Fraction) else None
    if head(f) == "var":
        return {names(f)[0]: Fraction(1)}
    if head(f) not in ("add", "mul"):
        return None
    parts = [_coefficients(e, part, bound, env) for part in f[1:]]
    found: dict[str, Fraction] = {}
    if f[0] == "add":
        for part in parts:
            if part is None:
                return None
            for name, x in part.items():
                found[name] = found.get(name, n.ZERO) + x
        return found
    factor, moving = Fraction(1), None
    for part in parts:
        if part is None:
            return None
        if set(part) == {""}:
            factor *= part[""]
        elif moving is None:
            moving = part
        else:
            return None
    return {name: factor * x for name, x in (moving or {"": Fraction(1)}).items()}


__all__ = ["over_intervals"]
