"""Propositions that no values of some names make true, because a quantity has no such value: a distance or divergence below 0.

An unknown number of an interval is known by an enclosure, which may stand in what the quantity is compared with. What is said of all members of a half-line is not true if it is true
of none of them; an implication is not true if its premise is, and its conclusion for no values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker import special
from verify.evidence.checker.formula import argument, entries, head, mentions, names, stated, word
from verify.evidence.checker.numbers import Ball, NoValue, Undecided
from verify.evidence.checker.truth import TRUE, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

NOT_NEGATIVE = {
    "gaussian_profile", "hockey_stick", "jensen_shannon", "kantorovich", "l1_distance", "largest_shift", "levy", "mass", "near_distance", "prokhorov", "renyi", "shifted_renyi",
    "total_variation", "trimmed_renyi", "wasserstein",
}
ARITHMETIC = frozenset({"var", "add", "mul", "pow", "exp", "log", "abs", "max", "min", *special.RULES})


@dataclass(frozen=True)
class Member:
    """An unknown member of a set: in which enclosure it lies, where it is a number, and whether it is finite."""

    where: Ball | None = None
    finite: bool = False


def never(e: Evaluator, p: Any, env: Env, unknown: dict[str, Member] | None = None) -> bool:
    """Whether an existence is refuted by ranges alone: its body is true for no values of its names; a part without a value is not true."""
    kind, unknown = head(p), unknown or {}
    if kind == "exists" or (kind == "forall" and _half_lines(p, unknown)):
        return never(e, argument(p, 1), env, _bound(e, p, env, unknown))
    if kind in ("all", "any"):
        return (any if kind == "all" else all)(never(e, part, env, unknown) for part in p[1:])
    if kind == "implies":
        premise, conclusion = argument(p, 0), argument(p, 1)
        return not mentions(premise) & set(unknown) and never(e, conclusion, env, unknown) and e.truth(premise, env) == TRUE
    if kind != "compare":
        return False
    small, relation, great = argument(p, 0), word(argument(p, 1)), argument(p, 2)
    if relation in (">", ">="):
        small, relation, great = great, "<" if relation == ">" else "<=", small
    if relation == "==" and head(small) not in NOT_NEGATIVE:
        small, great = great, small
    if relation not in ("<", "<=", "==") or head(small) not in NOT_NEGATIVE:
        return False
    found = _number(e, great, env, unknown)
    return found is not None and n.relations(found, n.ZERO) <= ({"<", "="} if relation == "<" else {"<"})


def _bound(e: Evaluator, p: Any, env: Env, unknown: dict[str, Member]) -> dict[str, Member]:
    """The unknown names with those of a binder."""
    found = dict(unknown)
    for pattern, where in entries(p):
        place = stated(where)
        if head(pattern) == "var" and head(place) == "interval":
            found[names(pattern)[0]] = _member(e, place, env, found)
        else:
            found.update({name: Member() for name in names(pattern)})
    return found


def _member(e: Evaluator, place: Any, env: Env, unknown: dict[str, Member]) -> Member:
    ends = [_number(e, argument(place, k), env, unknown) for k in (0, 1)]
    opened = [word(argument(place, k)) == "open" for k in (2, 3)]
    if ends[0] is None or ends[1] is None:
        return Member()
    low, high = n.ball(ends[0]), n.ball(ends[1])
    if low.lo > high.hi:
        return Member()
    finite = all(is_open or (isinstance(end, str) and end not in ("oo", "-oo")) for end, is_open in zip(place[1:3], opened, strict=True))
    return Member(Ball(low.lo, high.hi, opened[0], opened[1]), finite)


def _half_lines(p: Any, unknown: dict[str, Member]) -> bool:
    """Whether each set is a half-line from a finite number on, and so has members."""
    for _, where in entries(p):
        place = stated(where)
        if head(place) != "interval" or place[2] != "oo":
            return False
        low = place[1]
        known = low not in ("oo", "-oo") if isinstance(low, str) else head(low) == "var" and unknown.get(names(low)[0], Member()).finite
        if not known:
            return False
    return True


def _number(e: Evaluator, f: Any, env: Env, unknown: dict[str, Member]) -> n.Number | None:
    """A number, where the enclosures of the unknown ones are enough; None where they are not."""
    inside = dict(env)
    for name in mentions(f) & set(unknown):
        where = unknown[name].where
        if where is None:
            return None
        inside[name] = where
    if not _plain(f, set(unknown)):
        return None
    try:
        return e.number(f, inside)
    except (NoValue, Undecided):
        return None


def _plain(f: Any, unknown: set[str]) -> bool:
    """Whether unknown numbers stand in arithmetic and as the level of a hockey stick alone."""
    if not mentions(f) & unknown:
        return True
    if head(f) == "hockey_stick":
        return not (mentions(argument(f, 0)) | mentions(argument(f, 1))) & unknown and _plain(argument(f, 2), unknown)
    return head(f) in ARITHMETIC and all(_plain(part, unknown) for part in f[1:])
