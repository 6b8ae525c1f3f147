"""Extrema over couplings of what is the same for all of them: there is always a coupling of two distributions, their product."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from verify.evidence.checker.formula import argument, entries, free, head, mentions, names, optional
from verify.evidence.checker.numbers import NoValue, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator


def without_couplings(e: Evaluator, f: Any, env: Env) -> Any:
    """The term of an extremum over couplings that is the same for each of them; None for another one. NoValue where what is coupled is no distribution."""
    over = entries(f)
    if len(over) != 1 or head(over[0][1]) != "couplings" or optional(f, 2) is not None:
        return None
    pattern, place = over[0]
    drawn_from: list[Any] = []
    term = _with_plain_means(argument(f, 1), drawn_from)
    others = [law for law in drawn_from if law != pattern]
    if mentions(term) & set(names(pattern)) or any(mentions(law) & set(names(pattern)) or not free(law) <= env.keys() for law in others):
        return None
    for k in (0, 1):
        e.law(argument(place, k), env)
    try:
        for law in others:
            e.law(law, env)
    except NoValue:
        raise Undecided("an expectation under what is no distribution") from None
    return term


def _with_plain_means(term: Any, drawn_from: list[Any]) -> Any:
    """The term with expectations of what is not random replaced by it; the distributions of those are put on the list."""
    if not isinstance(term, list):
        return term
    if term[0] == "expect":
        drawn = {name for pattern, _ in entries(term) for name in names(pattern)}
        if not any(mentions(part) & drawn for part in (argument(term, 1), *(law for _, law in entries(term)))):
            drawn_from += [law for _, law in entries(term)]
            return _with_plain_means(term[2], drawn_from)
    return [term[0], *(_with_plain_means(part, drawn_from) for part in term[1:])]
