"""Propositions that no values of some names make true, because a quantity has no such value: a distance or divergence below 0.

``largest_shift`` at a length and an order above 0 is above 0: were a law on R^d its own translate by v, it would be so by 2v, 3v, ..., and every ball would have mass 0.

An unknown number of an interval is known by an enclosure, which may stand in what the quantity is compared with. What is said of all members of a half-line is not true if it is true
of none of them; an implication is not true if its premise is, and its conclusion for no values. A conjunction is false where a part is and those before it have values.
A quantifier over a set that has no value has none, so that all parts of each set must be seen to have one.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker import special
from verify.evidence.checker.formula import MIRRORED, argument, entries, head, mentions, names, stated, word
from verify.evidence.checker.laws import Universe
from verify.evidence.checker.membership import CONTAINS, contains, members
from verify.evidence.checker.numbers import Ball, NoValue, Undecided
from verify.evidence.checker.truth import FALSE, TRUE, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

NOT_NEGATIVE = {
    "hockey_stick", "jensen_shannon", "kantorovich", "l1_distance", "largest_shift", "levy", "mass", "near_distance", "prokhorov", "renyi", "shifted_renyi",
    "total_variation", "trimmed_renyi", "wasserstein",
}
LEAST = {("renyi", 2): 0, ("wasserstein", 2): 1, ("largest_shift", 1): 0, ("largest_shift", 2): 0, ("shifted_renyi", 2): 0, ("shifted_renyi", 3): 0, ("shifted_renyi", 4): None,
         ("trimmed_renyi", 2): 0, ("trimmed_renyi", 3): None, ("near_distance", 2): 0,
         ("wasserstein", 3): 1, ("kantorovich", 2): 1, ("largest_shift", 3): 1, ("shifted_renyi", 5): 1, ("near_distance", 3): 1}
"""The least orders, those of norms among them, lengths and levels at which a quantity has a value; None where they have a greatest one too."""
SIZES = {"compositions": 0, "covariances": 0, "euclid": 0, "iterations": 0, "labels": 0, "martingale_differences": 0, "part_neighbours": 1, "pasts": 1, "permutations": 0, "sequences": 0, "universes": 1}
"""The part of a set that is a positive integer."""
SETS = frozenset(CONTAINS) - {"event", "secret"} | {"()"}
"""Sets that are made of sets and terms, and lists of these."""
OBJECTS = {
    "data_sets": {"universes", "frameworks"}, "neighbours": {"universes"}, "pasts": {"compositions"}, "part_neighbours": {"compositions"}, "situations": {"frameworks"},
    "secret_pairs": {"frameworks"}, "minimisers": {"function_class"}, "subdifferential": {"function_class"},
}
"""Sets that belong to an object, by the sets that this object may come from."""
LAWS = {"laws", "normal_laws", "couplings", "martingale_differences"}
ARITHMETIC = frozenset({"var", "add", "mul", "pow", "exp", "log", "abs", "max", "min", *special.RULES})


@dataclass(frozen=True)
class Member:
    """An unknown member of a set: in which enclosure it lies, where it is a number, whether it is finite, a number that it is at least, with whether it is more, and whether it is an integer."""

    where: Ball | None = None
    finite: bool = False
    floor: tuple[n.Number, bool] | None = None
    whole: bool = False
    of: str = ""
    """The head of the set."""


def never(e: Evaluator, p: Any, env: Env, unknown: dict[str, Member] | None = None) -> bool:
    """Whether an existence is refuted by ranges alone: its body is false for all values of its names."""
    kind, unknown = head(p), unknown or {}
    if kind == "exists" or (kind == "forall" and _half_lines(p, unknown)):
        return never(e, argument(p, 1), env, _bound(e, p, env, unknown)) and sets_valued(e, p, env, unknown)
    if kind == "any":
        return all(never(e, part, env, unknown) for part in p[1:])
    if kind == "all":  # the parts before the one that is false have a value
        first = next((k for k in range(1, len(p)) if never(e, p[k], env, unknown)), 0)
        return first > 0 and all(_valued(e, part, env, unknown) for part in p[1:first])
    if kind == "implies":
        premise, conclusion = argument(p, 0), argument(p, 1)
        return not mentions(premise) & set(unknown) and never(e, conclusion, env, unknown) and e.truth(premise, env) == TRUE
    if kind != "compare":
        return False
    left, relation, right = argument(p, 0), word(argument(p, 1)), argument(p, 2)
    ways = [(left, relation, right), (right, MIRRORED.get(relation, ""), left)]
    return any(way in ("<", "<=", "==") and _never_so_small(e, small, way, great, env, unknown) for small, way, great in ways)


def _never_so_small(e: Evaluator, small: Any, relation: str, great: Any, env: Env, unknown: dict[str, Member]) -> bool:
    found = _number(e, great, env, unknown)
    if found is None:
        return False
    try:
        low, beyond = _floor(e, small, env, unknown)
    except (NoValue, Undecided):
        return False
    return n.relations(found, low) <= ({"<", "="} if relation == "<" or beyond else {"<"})


def _floor(e: Evaluator, f: Any, env: Env, unknown: dict[str, Member]) -> tuple[n.Number, bool]:
    """A number that a term is at least, whatever the unknown names are, and whether the term is always more; Undecided where ranges do not say."""
    kind = head(f)
    if kind in NOT_NEGATIVE and not mentions(f) & set(unknown):
        with suppress(Undecided):
            e.number(f, env)  # NoValue, where it has none
    if kind in NOT_NEGATIVE and not _has_value(f, unknown):
        raise Undecided("an order, a length or a level at which there may be no value")
    if kind == "largest_shift":
        return n.ZERO, all(_exceeds(e, argument(f, k), n.ZERO, env, unknown) for k in (1, 2))
    if kind in NOT_NEGATIVE or (kind == "gaussian_profile" and mentions(f) & set(unknown) and _has_profile(e, f, env, unknown)):
        return n.ZERO, False
    if kind == "if":
        condition = argument(f, 0)
        below = head(condition) == "compare" and word(argument(condition, 1)) in ("<", "<=") and not mentions(argument(condition, 0)) & set(unknown)
        if below and _exceeds(e, argument(condition, 2), e.number(argument(condition, 0), env), env, unknown):
            return _floor(e, argument(f, 1), env, unknown)
        if not _valued(e, condition, env, unknown):
            raise Undecided("a condition that may have no value")
        (a, beyond), (b, also) = (_floor(e, argument(f, k), env, unknown) for k in (1, 2))
        order = n.relations(a, b)
        if len(order) > 1:
            raise Undecided("branches whose lower ends have no order")
        return (a, beyond) if order == {"<"} else (b, also) if order == {">"} else (a, beyond and also)
    if kind == "var" and names(f)[0] in unknown:
        shown = unknown[names(f)[0]].floor
        if shown is not None:
            return shown
    if mentions(f) & set(unknown):
        raise Undecided("a term without a lower end that ranges show")
    return e.number(f, env), False


def _has_profile(e: Evaluator, f: Any, env: Env, unknown: dict[str, Member]) -> bool:
    """Whether a Gaussian profile is one of a finite level above 0 at a finite number."""

    def finite(part: Any) -> bool:
        if mentions(part) & set(unknown):
            return _is_unknown(part, unknown) and unknown[names(part)[0]].finite
        x = e.number(part, env)
        return n.finite(x) and not n.may_be_infinite(x)

    return _exceeds(e, argument(f, 1), n.ZERO, env, unknown) and all(finite(part) for part in f[1:])


def _has_value(f: Any, unknown: dict[str, Member]) -> bool:
    """Whether the unknown numbers in a quantity are orders, lengths and levels at which it has a value."""
    for (kind, k), least in LEAST.items():
        if kind != head(f) or len(f) <= k + 1 or not mentions(argument(f, k)) & set(unknown):
            continue
        floor = unknown[names(argument(f, k))[0]].floor if head(argument(f, k)) == "var" else None
        if least is None or floor is None or not n.relations(floor[0], Fraction(least)) <= {">", "="}:
            return False
    return True


def _exceeds(e: Evaluator, f: Any, low: n.Number, env: Env, unknown: dict[str, Member]) -> bool:
    """Whether a term without unknown names, or the name of an interval, is always above a number."""
    if not mentions(f) & set(unknown):
        return n.relations(e.number(f, env), low) == {">"}
    floor = unknown[names(f)[0]].floor if head(f) == "var" else None
    return floor is not None and n.relations(floor[0], low) <= ({">", "="} if floor[1] else {">"})


def _bound(e: Evaluator, p: Any, env: Env, unknown: dict[str, Member]) -> dict[str, Member]:
    """The unknown names with those of a binder."""
    found = unknown
    for entry in entries(p):
        found = _bound_entry(e, entry, env, found)
    return found


def _bound_entry(e: Evaluator, entry: tuple[Any, Any], env: Env, unknown: dict[str, Member]) -> dict[str, Member]:
    pattern, place = entry[0], stated(entry[1])
    if head(pattern) == "var" and head(place) in ("one_of", "equals"):
        return {**unknown, names(pattern)[0]: _listed(e, place[1:] if head(place) == "one_of" else place[1:2], env, unknown)}
    if head(pattern) == "var" and head(place) not in ("interval", "integers"):
        return {**unknown, names(pattern)[0]: Member(of=head(place))}
    if head(pattern) == "var" and head(place) == "interval":
        return {**unknown, names(pattern)[0]: _member(e, place, env, unknown)}
    if head(pattern) == "var" and head(place) == "integers":
        ends = [_number(e, argument(place, k), env, unknown) for k in (0, 1)]
        low, high = (None if end is None else n.ball(end) for end in ends)
        span = None if low is None or high is None or low.lo > high.hi else Ball(low.lo, high.hi, not low.lo.is_finite(), not high.hi.is_finite())
        return {**unknown, names(pattern)[0]: Member(span, True, _least(e, argument(place, 0), env, unknown), True)}
    return {**unknown, **{name: Member() for name in names(pattern)}}


def _listed(e: Evaluator, parts: list[Any], env: Env, unknown: dict[str, Member]) -> Member:
    """One of several numbers; a member of which nothing is known where one of them is not known."""
    found = [_number(e, part, env, unknown) for part in parts]
    known = [x for x in found if x is not None]
    if len(known) < len(found) or not known:
        return Member()
    least: n.Number = n.minimum(*known)
    whole = all(isinstance(x, Fraction) and x.denominator == 1 for x in known)
    return Member(n.ball(n.hull(known)), all(n.finite(x) for x in known), (least, False), whole)


def _member(e: Evaluator, place: Any, env: Env, unknown: dict[str, Member]) -> Member:
    ends = [_number(e, argument(place, k), env, unknown) for k in (0, 1)]
    opened = [word(argument(place, k)) == "open" for k in (2, 3)]
    least = _least(e, argument(place, 0), env, unknown)
    floor = None if least is None else (least[0], least[1] or opened[0])
    if ends[0] is None or ends[1] is None:
        return Member(floor=floor)
    low, high = n.ball(ends[0]), n.ball(ends[1])
    if low.lo > high.hi:
        return Member(floor=floor)
    finite = all(is_open or (isinstance(end, str) and end not in ("oo", "-oo")) for end, is_open in zip(place[1:3], opened, strict=True))
    return Member(Ball(low.lo, high.hi, opened[0], opened[1]), finite, floor)


def _least(e: Evaluator, f: Any, env: Env, unknown: dict[str, Member]) -> tuple[n.Number, bool] | None:
    """What a term is at least, as ``_floor`` has it; None where ranges do not say."""
    try:
        return _floor(e, f, env, unknown)
    except (NoValue, Undecided):
        return None


def _valued(e: Evaluator, f: Any, env: Env, unknown: dict[str, Member]) -> bool:
    """Whether a proposition or a term is seen to have a value whatever the unknown names are."""
    kind = head(f)
    if kind in ("all", "any", "not", "implies", "iff"):
        return all(_valued(e, part, env, unknown) for part in f[1:])
    if kind in ("forall", "exists"):
        return sets_valued(e, f, env, unknown) and _valued(e, argument(f, 1), env, _bound(e, f, env, unknown))
    if kind == "compare":
        return all(_valued(e, argument(f, k), env, unknown) for k in (0, 2))
    if kind == "member":
        return not mentions(f) & set(unknown) and e.truth(f, env) in (TRUE, FALSE)
    if _number(e, f, env, unknown) is not None:
        return True
    with suppress(NoValue, Undecided):
        _floor(e, f, env, unknown)
        return True
    if kind in ("exp", "abs", "max", "min"):
        return all(_valued(e, part, env, unknown) for part in f[1:])
    if kind in ("add", "mul"):  # fractions, not 0 in a product, and one term that may be infinite
        known = {id(part): _number(e, part, env, unknown) for part in f[1:]}
        others = [part for part in f[1:] if not isinstance(known[id(part)], Fraction) or (kind == "mul" and known[id(part)] == 0)]
        return len(others) == 1 and _valued(e, others[0], env, unknown)
    return False


def sets_valued(e: Evaluator, p: Any, env: Env, unknown: dict[str, Member] | None = None, otherwise: Callable[[int, Any], bool] = lambda k, where: False) -> bool:
    """Whether the sets of a binder are seen to have values, whatever the unknown names and those bound before are; ``otherwise`` is asked of a set, with its number, for which ranges do not say."""
    found = dict(unknown or {})
    for k, entry in enumerate(entries(p)):
        if not _set_valued(e, entry[1], env, found) and not otherwise(k, entry[1]):
            return False
        found = _bound_entry(e, entry, env, found)
    return True


def _set_valued(e: Evaluator, place: Any, env: Env, unknown: dict[str, Member]) -> bool:
    """Whether a set, or a part of one, is seen to have a value: all its parts have one, sizes are positive integers, and norms have an order of at least 1."""
    if place is None or head(place) in ("word", "word_"):
        return True
    kind = head(place)
    if kind in ("interval", "integers"):
        return all(_is_number(argument(place, k), unknown) or _valued(e, argument(place, k), env, unknown) for k in (0, 1))
    if kind in SIZES and len(place) > SIZES[kind] + 1 and not _is_size(e, argument(place, SIZES[kind]), env, unknown, infinite=kind == "sequences"):
        return False
    if kind == "euclid" and len(place) > 2 and place[2] is not None and not _is_order(e, place[2], env, unknown):
        return False
    if (kind in OBJECTS or kind in ("couplings", "events", "compositions")) and not _objects_valued(e, place, env, unknown):
        return False
    if kind in SETS:
        return all(_set_valued(e, part, env, unknown) for part in place[1:])
    if mentions(place) & set(unknown):
        return _is_unknown(place, unknown) or _valued(e, place, env, unknown)
    try:
        e.value(place, env)
    except (NoValue, Undecided):
        return False
    return True


def _objects_valued(e: Evaluator, place: Any, env: Env, unknown: dict[str, Member]) -> bool:
    """Whether the set is one of an object of the right kind: couplings are of distributions, neighbours of a universe, and so on."""
    kind = head(place)
    if kind == "events" and head(place[1]) in SETS:
        return True
    known = {"events": LAWS, "couplings": LAWS, "compositions": {"universes"}}
    for part in place[1:3] if kind == "couplings" else place[2:3] if kind == "compositions" else place[1:2]:
        if mentions(part) & set(unknown):
            if not _is_unknown(part, unknown) or unknown[names(part)[0]].of not in (known.get(kind) or OBJECTS[kind]):
                return False
            continue
        try:
            if kind in ("events", "couplings"):
                e.law(part, env)
            elif kind == "compositions":
                e.instance(Universe, part, env)
        except (NoValue, Undecided):
            return False
    if kind not in OBJECTS or mentions(place) & set(unknown):
        return True
    if kind in ("minimisers", "subdifferential"):
        return contains(e, place, n.ZERO, env) in (TRUE, FALSE)
    try:
        members(e, place, env)
    except (NoValue, Undecided):
        return False
    return True


def _is_unknown(f: Any, unknown: dict[str, Member]) -> bool:
    return head(f) == "var" and names(f)[0] in unknown


def _is_number(f: Any, unknown: dict[str, Member]) -> bool:
    """Whether it is the name of an unknown number, of which something is known."""
    return _is_unknown(f, unknown) and replace(unknown[names(f)[0]], of="") != Member()


def _is_size(e: Evaluator, f: Any, env: Env, unknown: dict[str, Member], infinite: bool) -> bool:
    """Whether a term is a positive integer, or infinity where that is a length."""
    if f is None or (infinite and f == "oo"):
        return True
    if _is_unknown(f, unknown):
        return unknown[names(f)[0]].whole and _is_order(e, f, env, unknown)
    found = _number(e, f, env, unknown)
    return isinstance(found, Fraction) and found.denominator == 1 and found >= 1


def _is_order(e: Evaluator, f: Any, env: Env, unknown: dict[str, Member]) -> bool:
    """Whether a term is a number of at least 1."""
    least = _least(e, f, env, unknown)
    return least is not None and n.relations(least[0], n.ONE) <= {">", "="}


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
