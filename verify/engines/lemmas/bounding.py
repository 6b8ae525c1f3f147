"""Bounds that may take the places of unknown numbers, until a statement about the names of numbers alone is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from verify.evidence.checker.bounds import left_over, moved, orders
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.formula import Malformed, Refused, mentions, same
from verify.evidence.checker.sorts import Sorts
from verify.evidence.checker.uses import upward

MOST_TRIED = 4
"""Statements that are handed to engines of numbers."""
Prove = Callable[[Any], dict[str, Any] | None]


def bounds(c: Certificate, unknown: set[str], prove: Prove) -> dict[str, Any] | None:
    """Evidence of kind ``bounds`` for an inequality, with all unknown numbers replaced, or all but those on both sides and one more, which stay arbitrary; None where none is found."""
    tried = 0
    try:
        small, _, large = upward(c.goal)
    except Refused:
        return None
    sorts = Sorts.over(c.over)
    for through, one, other in _starts(c, small, large):
        shared = mentions(one) & mentions(other)
        for kept in (shared, *(shared | {name} for name in sorted((mentions(one) | mentions(other)) & unknown - shared))):
            left = _replaced(c, sorts, one, unknown - kept, kept - shared, up=True)
            right = _replaced(c, sorts, other, unknown - kept, kept - shared, up=False)
            if left is None or right is None or not (through or left or right):
                continue
            try:
                statement = left_over(c, through, left, right)
            except (Refused, Malformed):
                continue
            proof = prove(statement)
            if proof is not None:
                return {"through": through, "left": left, "right": right, **proof}
            tried += 1
            if tried == MOST_TRIED:
                return None
    return None


def _starts(c: Certificate, small: Any, large: Any) -> Iterator[tuple[Any, Any, Any]]:
    """The sides as they are, and with one of them replaced through a hypothesis."""
    for k, h in enumerate(c.hypotheses):
        for one, _, other in orders(h):
            if same(one, small) and not same(other, large):
                yield ["left", k], other, large
            if same(other, large) and not same(one, small):
                yield ["right", k], small, one
    yield None, small, large


def _replaced(c: Certificate, sorts: Sorts, f: Any, unknown: set[str], wanted: set[str], up: bool) -> list[list[Any]] | None:
    """Hypotheses that bound the unknown numbers of a side by terms without them, in the direction in which it moves, by terms with wanted names first; None where one is missing."""
    hypotheses = sorted(enumerate(c.hypotheses), key=lambda entry: not mentions(entry[1]) & wanted)
    found: list[list[Any]] = []
    for name in sorted(mentions(f) & unknown):
        for k, h in hypotheses:
            if name not in mentions(h) or not any(same(["var", ["word", name]], side) and not mentions(rest) & unknown for a, _, b in orders(h) for side, rest in ((a, b), (b, a))):
                continue
            try:
                f = moved(sorts, f, name, h, up=up)
            except Refused:
                continue
            found.append([name, k])
            break
        else:
            return None
    return found


__all__ = ["bounds"]
