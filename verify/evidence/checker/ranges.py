"""Propositions that no values of some names make true, because a quantity has no such value: a distance or divergence below 0.

``largest_shift`` at a length and an order above 0 is above 0: were a law on R^d its own translate by v, it would be so by 2v, 3v, ..., and every ball would have mass 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, entries, head, mentions, names, stated, word
from verify.evidence.checker.numbers import NoValue, Number, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

NOT_NEGATIVE = {
    "hockey_stick", "jensen_shannon", "kantorovich", "l1_distance", "largest_shift", "levy", "mass", "near_distance", "prokhorov", "renyi", "shifted_renyi",
    "total_variation", "trimmed_renyi", "wasserstein",
}


def never(e: Evaluator, p: Any, env: Env, unknown: set[str] | None = None, spans: dict[str, Any] | None = None) -> bool:
    """Whether an existence is refuted by ranges alone: its body is true for no values of its names; a part without a value is not true.

    ``spans`` holds the intervals that unknown names range over.
    """
    kind, unknown, spans = head(p), unknown or set(), spans or {}
    if kind == "exists":
        inside = dict(spans)
        for pattern, where in entries(p):
            inside = {name: span for name, span in inside.items() if name not in names(pattern)}
            if head(pattern) == "var" and head(stated(where)) == "interval":
                inside[names(pattern)[0]] = stated(where)
        return never(e, argument(p, 1), env, unknown.union(*(names(pattern) for pattern, _ in entries(p))), inside)
    if kind in ("all", "any"):
        return (any if kind == "all" else all)(never(e, part, env, unknown, spans) for part in p[1:])
    if kind != "compare":
        return False
    left, relation, right = argument(p, 0), word(argument(p, 1)), argument(p, 2)
    ways = [(left, relation, right), (right, relation.translate(str.maketrans("<>", "><")), left)]
    for small, way, great in ways:
        if way not in ("<", "<=", "==") or mentions(great) & unknown:
            continue
        try:
            low, beyond = floor(e, small, env, unknown, spans)
            if n.relations(e.number(great, env), low) <= ({"<", "="} if way == "<" or beyond else {"<"}):
                return True
        except (NoValue, Undecided):
            continue
    return False


def floor(e: Evaluator, f: Any, env: Env, unknown: set[str], spans: dict[str, Any]) -> tuple[Number, bool]:
    """A number that a term is at least, whatever the unknown names are, and whether the term is always more; Undecided where ranges do not say."""
    kind = head(f)
    if kind == "largest_shift":
        return n.ZERO, all(exceeds(e, argument(f, k), n.ZERO, env, unknown, spans) for k in (1, 2))
    if kind in NOT_NEGATIVE:
        return n.ZERO, False
    if kind == "if":
        condition = argument(f, 0)
        below = head(condition) == "compare" and word(argument(condition, 1)) in ("<", "<=") and not mentions(argument(condition, 0)) & unknown
        if below and exceeds(e, argument(condition, 2), e.number(argument(condition, 0), env), env, unknown, spans):
            return floor(e, argument(f, 1), env, unknown, spans)
        (a, beyond), (b, also) = (floor(e, argument(f, k), env, unknown, spans) for k in (1, 2))
        order = n.relations(a, b)
        if len(order) > 1:
            raise Undecided("branches whose lower ends have no order")
        return (a, beyond) if order == {"<"} else (b, also) if order == {">"} else (a, beyond and also)
    if mentions(f) & unknown:
        raise Undecided("a term without a lower end that ranges show")
    return e.number(f, env), False


def exceeds(e: Evaluator, f: Any, low: Number, env: Env, unknown: set[str], spans: dict[str, Any]) -> bool:
    """Whether a term without unknown names, or the name of an interval, is always above a number."""
    if not mentions(f) & unknown:
        return n.relations(e.number(f, env), low) == {">"}
    span = spans.get(names(f)[0]) if head(f) == "var" else None
    if span is None:
        return False
    try:
        begin, beyond = floor(e, argument(span, 0), env, unknown, spans)
    except (NoValue, Undecided):
        return False
    return n.relations(begin, low) <= ({">", "="} if beyond or word(argument(span, 2)) == "open" else {">"})
