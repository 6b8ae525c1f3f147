"""Comparisons that hold because ``t - 1 < floor(t) <= t`` for every finite t: the two sides differ by a number and by such a difference."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, head, rational, text_of, word
from verify.evidence.checker.numbers import Ball
from verify.evidence.checker.truth import RELATIONS, UNDECIDED, Env, judge

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator


def by_floors(e: Evaluator, p: Any, env: Env) -> str:
    """The truth of a comparison whose sides differ by ``c + k (floor(t) - t)``; undecided for others."""
    relation = word(argument(p, 1))
    if relation not in RELATIONS or "floor" not in text_of(p):
        return UNDECIDED
    terms: dict[str, tuple[Fraction, Any]] = {}
    for coefficient, term in [*_terms(p[1], Fraction(1)), *_terms(p[3], Fraction(-1))]:
        key = text_of(term)
        terms[key] = terms.get(key, (Fraction(0), term))[0] + coefficient, term
    moving = {key: pair for key, pair in terms.items() if pair[0] and key != text_of("1")}
    floors = [(coefficient, term) for coefficient, term in moving.values() if head(term) == "floor"]
    if len(floors) != 1:
        return UNDECIDED
    (k, floor) = floors[0]
    inside: dict[str, Fraction] = {}
    for coefficient, term in _terms(argument(floor, 0), Fraction(1)):
        inside[text_of(term)] = inside.get(text_of(term), Fraction(0)) + coefficient
    whole = inside.pop(text_of("1"), Fraction(0))
    rest = {key: pair[0] for key, pair in moving.items() if head(pair[1]) != "floor"}
    if rest != {key: -k * coefficient for key, coefficient in inside.items() if coefficient}:
        return UNDECIDED
    if not all(n.finite(e.number(term, env)) for term in (argument(floor, 0), *(term for coefficient, term in terms.values() if not coefficient))):
        return UNDECIDED
    level = terms.get(text_of("1"), (Fraction(0), None))[0] + k * whole  # what is left beside k (floor(t) - t)
    ends = sorted((level - k, level))
    gap = Ball(n.exact(ends[0]), n.exact(ends[1]), lo_open=k > 0, hi_open=k < 0)
    return judge(n.relations(gap, n.ZERO), RELATIONS[relation])


def _terms(f: Any, factor: Fraction) -> Iterator[tuple[Fraction, Any]]:
    """The terms of a sum with their rational factors; a number is a factor of 1."""
    if isinstance(f, str) and f not in ("oo", "-oo"):
        yield factor * rational(f), "1"
    elif head(f) == "add":
        for part in f[1:]:
            yield from _terms(part, factor)
    elif head(f) == "mul" and len(f) == 3 and isinstance(f[1], str) and f[1] not in ("oo", "-oo"):
        yield from _terms(f[2], factor * rational(f[1]))
    else:
        yield factor, f
