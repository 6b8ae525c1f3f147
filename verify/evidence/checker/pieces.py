"""The interval of a binder, cut in pieces: enclosures of pieces, and numbers inside of them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, entries, head, names, stated, word
from verify.evidence.checker.numbers import Ball
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

FURTHEST = Fraction(2**22)
Piece = tuple[Fraction | None, Fraction | None]
"""Ends of a piece; None stands for an infinite one."""


def interval(e: Evaluator, f: Any, env: Env) -> tuple[str, Piece, list[Fraction], tuple[bool, bool]] | None:
    """Name, ends, those ends that are members, and which ends are open."""
    over = entries(f)
    if len(over) != 1 or head(over[0][0]) != "var":
        return None
    name, where = names(over[0][0])[0], over[0][1]
    where = stated(where)
    if head(where) != "interval":
        return None
    ends: list[Fraction | None] = []
    for k, sign in ((0, -1), (1, 1)):
        end = e.number(argument(where, k), env)
        if not isinstance(end, Fraction) and n.is_point_infinite(end) != sign:
            return None
        ends.append(end if isinstance(end, Fraction) else None)
    lo, hi = ends
    if lo is not None and hi is not None and not lo < hi:
        return None
    members = [end for end, k in ((lo, 2), (hi, 3)) if end is not None and word(argument(where, k)) == "closed"]
    return name, (lo, hi), members, (word(argument(where, 2)) != "closed", word(argument(where, 3)) != "closed")


def ball_of(piece: Piece, whole: Piece | None = None, ends_open: tuple[bool, bool] = (False, False)) -> Ball:
    """The piece as an enclosure, open where the whole interval is."""
    lo, hi = piece
    left, right = (whole is not None and ends_open[k] and piece[k] == whole[k] for k in (0, 1))
    return Ball(n.MINUS_OO if lo is None else n.exact(lo).lower(), n.OO if hi is None else n.exact(hi).upper(), left, right)


def inside(piece: Piece) -> Fraction | None:
    """A number inside; further out each time on a half-line, None once that has gone far."""
    lo, hi = piece
    if lo is None and hi is None:
        return Fraction(0)
    if hi is None:
        assert lo is not None
        return None if lo > FURTHEST else max(lo + 1, 2 * lo)
    if lo is None:
        return None if hi < -FURTHEST else min(hi - 1, 2 * hi)
    return (lo + hi) / 2
