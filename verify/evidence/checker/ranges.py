"""Propositions that no values of some names make true, because a quantity has no such value: a distance or divergence below 0."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, entries, head, mentions, names, word
from verify.evidence.checker.numbers import NoValue, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

NOT_NEGATIVE = {
    "hockey_stick", "jensen_shannon", "kantorovich", "l1_distance", "largest_shift", "levy", "mass", "near_distance", "prokhorov", "renyi", "shifted_renyi",
    "total_variation", "trimmed_renyi", "wasserstein",
}


def never(e: Evaluator, p: Any, env: Env, unknown: set[str] | None = None) -> bool:
    """Whether an existence is refuted by ranges alone: its body is true for no values of its names; a part without a value is not true."""
    kind, unknown = head(p), unknown or set()
    if kind == "exists":
        return never(e, argument(p, 1), env, unknown.union(*(names(pattern) for pattern, _ in entries(p))))
    if kind in ("all", "any"):
        return (any if kind == "all" else all)(never(e, part, env, unknown) for part in p[1:])
    if kind != "compare":
        return False
    small, relation, great = argument(p, 0), word(argument(p, 1)), argument(p, 2)
    if relation in (">", ">="):
        small, relation, great = great, "<" if relation == ">" else "<=", small
    if relation == "==" and head(small) not in NOT_NEGATIVE:
        small, great = great, small
    if relation not in ("<", "<=", "==") or head(small) not in NOT_NEGATIVE or mentions(great) & unknown:
        return False
    try:
        return n.relations(e.number(great, env), n.ZERO) <= ({"<", "="} if relation == "<" else {"<"})
    except (NoValue, Undecided):
        return False
