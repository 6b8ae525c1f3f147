"""A quantifier over a bounded interval: what holds on every piece of a cover holds everywhere, and one member decides the other way."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, entries, head, names, word
from verify.evidence.checker.numbers import Ball
from verify.evidence.checker.truth import FALSE, TRUE, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

MOST_PIECES = 512


def by_cover(e: Evaluator, p: Any, env: Env) -> str | None:
    """The truth of the quantifier, or None where its set is no bounded interval with rational ends or the pieces do not decide."""
    over = entries(p)
    if len(over) != 1 or head(over[0][0]) != "var":
        return None
    name, where = names(over[0][0])[0], over[0][1]
    while head(where) == "unstated":
        where = argument(where, 0)
    if head(where) != "interval":
        return None
    lo, hi = e.number(argument(where, 0), env), e.number(argument(where, 1), env)
    if not (isinstance(lo, Fraction) and isinstance(hi, Fraction) and lo < hi):
        return None
    decisive, otherwise = (FALSE, TRUE) if p[0] == "forall" else (TRUE, FALSE)
    body = argument(p, 1)
    members = [end for end, k in ((lo, 2), (hi, 3)) if word(argument(where, k)) == "closed"]
    if any(e.truth(body, {**env, name: end}) == decisive for end in members):
        return decisive
    pieces, count = [(lo, hi)], 0
    while pieces:
        a, b = pieces.pop()
        count += 1
        if count > MOST_PIECES:
            return None
        piece = Ball(n.exact(a).lower(), n.exact(b).upper())
        if e.truth(body, {**env, name: piece}) == otherwise:
            continue
        middle = (a + b) / 2
        if e.truth(body, {**env, name: middle}) == decisive:
            return decisive
        pieces += [(middle, b), (a, middle)]
    return otherwise
