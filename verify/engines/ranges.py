"""Propositions that no values of some names make true, because a quantity has no such value: a distance or divergence below 0, or one of at most 0 of a law from its translates.

A law on R^d differs from all its translates: else those by all multiples would be the same, and no ball could hold half of it. So its largest divergence from those by vectors of length at most
a > 0 is above 0, at every order above 0.

What they are compared with may depend on these names, where these are numbers of intervals and their enclosure is enough. Of what is said of all members of a set it is enough
that no member makes it true, where the set has members; of an implication, that the conclusion is never true and the premise, without these names, is; of a conjunction, that a part is never true
and those before it have values.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, child, free_names, literal, pattern_names
from verify.claims.propositions import MIRRORED, ORDERED
from verify.claims.sets import stated
from verify.engines import evaluate as ev
from verify.engines.truth import Truth
from verify.values import numbers, primitives
from verify.values.numbers import Enclosure, NoValue

AT_LEAST_0 = frozenset({"hockey_stick", "jensen_shannon", "kantorovich", "l1_distance", "largest_shift", "levy", "mass", "near_distance", "prokhorov", "renyi",
                        "shifted_renyi", "total_variation", "trimmed_renyi", "wasserstein"})
"""Quantities that are at least 0 or have no value."""
LEAST_ARGUMENTS: dict[tuple[str, int], int | None] = {
    ("renyi", 2): 0, ("wasserstein", 2): 1, ("largest_shift", 1): 0, ("largest_shift", 2): 0, ("near_distance", 2): 0,
    ("shifted_renyi", 2): 0, ("shifted_renyi", 3): 0, ("shifted_renyi", 4): None, ("trimmed_renyi", 2): 0, ("trimmed_renyi", 3): None,
    ("wasserstein", 3): 1, ("kantorovich", 2): 1, ("largest_shift", 3): 1, ("shifted_renyi", 5): 1, ("near_distance", 3): 1,
}
"""Arguments that are orders, those of norms among them, lengths and levels: from where on the quantity has a value; None where it has none beyond some number."""


ENCLOSED = frozenset({"var", "num", "pi", "add", "mul", "pow", "exp", "log", "abs", "max", "min"}) | set(primitives.PRIMITIVES)
"""Heads of terms that are evaluated where a name is known by an enclosure."""


@dataclass(frozen=True, slots=True)
class Range:
    """What is known of an unknown member of a set: for a number an enclosure, whether it is finite, and a number that it is nowhere below, with whether it is above."""

    enclosure: Enclosure | None = None
    finite: bool = False
    least: tuple[Any, bool] | None = None


Unknown = Mapping[str, Range]


def bound(binder: Node, env: ev.Env, c: ev.Context, unknown: Unknown | None = None) -> Unknown:
    """The unknown names, those that a binder binds among them."""
    over: Any = binder.args[0]
    known = dict(unknown or {})
    for pattern, where in over:
        names = pattern_names(pattern)
        known.update({name: _range(stated(where), known, env, c) if len(names) == 1 else Range() for name in names})
    return known


def _range(where: Node, unknown: Unknown, env: ev.Env, c: ev.Context) -> Range:
    if where.head != "interval":
        return Range()
    begins = _least(child(where, 0), unknown, env, c)
    least = None if begins is None else (begins[0], begins[1] or where.args[2] == "open")
    found = [_value(child(where, k), unknown, env, c) for k in (0, 1)]
    if found[0] is None or found[1] is None:
        return Range(least=least)
    low, high = (numbers.enclose(x, c.prec) for x in found)
    finite = all(literal(child(where, k)) is not None or where.args[2 + k] == "open" for k in (0, 1))
    return Range(Enclosure(low.lo, high.hi) if low.lo <= high.hi else None, finite, least)


def _value(term: Node, unknown: Unknown, env: ev.Env, c: ev.Context) -> Any:
    """A number, where enclosures of the unknown names are enough for it; None where it is not seen."""
    inside = dict(env)
    for name in free_names(term) & unknown.keys():
        inside[name] = unknown[name].enclosure
        if inside[name] is None:
            return None
    if not _enclosed(term, unknown):
        return None
    try:
        found = ev.value(term, inside, c)
    except (NoValue, ev.NoRoute):
        return None
    return None if isinstance(found, Enclosure) and not found.exists else found


def _enclosed(term: Node, unknown: Unknown) -> bool:
    if not free_names(term) & unknown.keys():
        return True
    if term.head == "hockey_stick":
        return not any(free_names(child(term, k)) & unknown.keys() for k in (0, 1)) and _enclosed(child(term, 2), unknown)
    return term.head in ENCLOSED and all(_enclosed(part, unknown) for part in term.args if isinstance(part, Node))


def _inhabited(binder: Node, unknown: Unknown) -> bool:
    """Whether the sets of a binder have members whatever the unknown names are: half-lines that begin at a finite number."""
    over: Any = binder.args[0]
    for _, where in over:
        where = stated(where)
        if where.head != "interval" or where.args[1] != Node("num", "oo"):
            return False
        low = child(where, 0)
        if literal(low) is None and not (low.head == "var" and str(low.args[0]) in unknown and unknown[str(low.args[0])].finite):
            return False
    return True


def never(body: Node, unknown: Unknown, env: ev.Env, c: ev.Context) -> bool:
    """Whether the body is false for all values of the names, seen by the ranges of quantities alone."""
    if body.head == "all":  # the parts before the one that is false have a value
        first = next((k for k in range(len(body.args)) if never(child(body, k), unknown, env, c)), None)
        return first is not None and all(_valued(child(body, k), unknown, env, c) for k in range(first))
    if body.head == "any":
        return all(never(child(body, k), unknown, env, c) for k in range(len(body.args)))
    if body.head == "exists" or (body.head == "forall" and _inhabited(body, unknown)):
        return ends_valued(body, unknown, env, c) and never(child(body, 1), bound(body, env, c, unknown), env, c)
    if body.head == "implies":
        premise = child(body, 0)
        return not free_names(premise) & unknown.keys() and never(child(body, 1), unknown, env, c) and ev.truth(premise, env, c) is Truth.TRUE
    if body.head != "compare" or str(body.args[1]) not in (*ORDERED, "=="):
        return False
    sides = child(body, 0), str(body.args[1]), child(body, 2)
    return any(_below(left, relation, right, unknown, env, c) for left, relation, right in (sides, (sides[2], MIRRORED[sides[1]], sides[0])))


def _valued(part: Node, unknown: Unknown, env: ev.Env, c: ev.Context) -> bool:
    """Whether a proposition or a term is seen to have a value whatever the unknown names are."""
    if part.head in ("all", "any", "not", "implies", "iff"):
        return all(_valued(child(part, k), unknown, env, c) for k in range(len(part.args)))
    if part.head in ("forall", "exists"):
        return ends_valued(part, unknown, env, c) and _valued(child(part, 1), bound(part, env, c, unknown), env, c)
    if part.head == "compare":
        return all(_valued(child(part, k), unknown, env, c) for k in (0, 2))
    if part.head == "member":
        return not free_names(part) & unknown.keys() and ev.truth(part, env, c) in (Truth.TRUE, Truth.FALSE)
    known = _value(part, unknown, env, c)
    if known is not None or _least(part, unknown, env, c) is not None:
        return True
    parts = [child(part, k) for k in range(len(part.args)) if isinstance(part.args[k], Node)]
    if part.head in ("exp", "abs", "max", "min"):
        return all(_valued(x, unknown, env, c) for x in parts)
    if part.head in ("add", "mul"):  # finite numbers, not 0 in a product, and one term that may be infinite
        others = [x for x in parts if not isinstance(_value(x, unknown, env, c), fmpq) or (part.head == "mul" and _value(x, unknown, env, c) == 0)]
        return len(others) == 1 and _valued(others[0], unknown, env, c)
    return False


def ends_valued(binder: Node, unknown: Unknown, env: ev.Env, c: ev.Context) -> bool:
    """Whether the ends of the ranges of a binder have values."""
    known = dict(unknown)
    over: Any = binder.args[0]
    for pattern, where in over:
        where = stated(where)
        if where.head in ("interval", "integers") and not all(_valued(child(where, k), known, env, c) for k in (0, 1)):
            return False
        names = pattern_names(pattern)
        known.update({name: _range(where, known, env, c) if len(names) == 1 else Range() for name in names})
    return True


def _below(left: Node, relation: str, right: Node, unknown: Unknown, env: ev.Env, c: ev.Context) -> bool:
    """Whether the left side is never as small as the right one asks."""
    if relation not in ("<", "<=", "=="):
        return False
    least = _least(left, unknown, env, c)
    found = None if least is None else _value(right, unknown, env, c)
    return least is not None and found is not None and numbers.relation(found, "<=" if relation == "<" or least[1] else "<", least[0]) is True


def _least(side: Node, unknown: Unknown, env: ev.Env, c: ev.Context) -> tuple[Any, bool] | None:
    """A number that the side is nowhere below, and whether it is above it everywhere; None where the ranges say nothing."""
    if side.head in AT_LEAST_0:
        if not (_has_value(side, env, c) if not free_names(side) & unknown.keys() else _has_value_everywhere(side, unknown)):
            return None
        return numbers.ZERO, side.head == "largest_shift" and all(_above(child(side, k), numbers.ZERO, unknown, env, c) for k in (1, 2))
    if side.head == "gaussian_profile" and free_names(side) & unknown.keys():  # without a value at a level that is not positive, and at infinite numbers
        valued = _above(child(side, 1), numbers.ZERO, unknown, env, c) and all(_finite(child(side, k), unknown, env, c) for k in (0, 1))
        return (numbers.ZERO, False) if valued else None
    if side.head == "if":
        condition = child(side, 0)
        if condition.head == "compare" and condition.args[1] in ("<", "<="):
            low = _known(child(condition, 0), unknown, env, c)
            if low is not None and _above(child(condition, 2), low, unknown, env, c):
                return _least(child(side, 1), unknown, env, c)
        first, second = (_least(child(side, k), unknown, env, c) for k in (1, 2))
        if first is None or second is None or not _valued(condition, unknown, env, c):
            return None
        order = numbers.compare(first[0], second[0])
        return None if order is None else first if order == "<" else second if order == ">" else (first[0], first[1] and second[1])
    if side.head == "var" and str(side.args[0]) in unknown:
        return unknown[str(side.args[0])].least
    found = _known(side, unknown, env, c)
    return None if found is None else (found, False)


def _finite(term: Node, unknown: Unknown, env: ev.Env, c: ev.Context) -> bool:
    """Whether a term without unknown names, or an unknown name, is a finite number."""
    if free_names(term) & unknown.keys():
        return term.head == "var" and unknown[str(term.args[0])].finite
    found = _known(term, unknown, env, c)
    return found is not None and all(numbers.relation(found, relation, end) is True for relation, end in ((">", -math.inf), ("<", math.inf)))


def _has_value_everywhere(side: Node, unknown: Unknown) -> bool:
    """Whether the unknown numbers in a quantity are orders, lengths and levels at which it has a value."""
    for (head, k), least in LEAST_ARGUMENTS.items():
        if head == side.head and isinstance(side.args[k], Node) and free_names(child(side, k)) & unknown.keys():
            name = str(child(side, k).args[0]) if child(side, k).head == "var" else ""
            begins = unknown[name].least if name in unknown else None
            if least is None or begins is None or numbers.relation(begins[0], ">=", fmpq(least)) is not True:
                return False
    return True


def _has_value(term: Node, env: ev.Env, c: ev.Context) -> bool:
    """Whether a term without unknown names is not seen to lack a value."""
    try:
        ev.value(term, env, c)
    except NoValue:
        return False
    except ev.NoRoute:
        pass
    return True


def _known(term: Node, unknown: Unknown, env: ev.Env, c: ev.Context) -> Any:
    """The value of a term without unknown names; None where it has none."""
    return None if free_names(term) & unknown.keys() else _value(term, unknown, env, c)


def _above(side: Node, low: Any, unknown: Unknown, env: ev.Env, c: ev.Context) -> bool:
    """Whether the side is above a number for all values of the names: it is a number that is, or a name whose interval begins there or later."""
    if side.head == "var" and str(side.args[0]) in unknown:
        least = unknown[str(side.args[0])].least
        return least is not None and numbers.relation(least[0], ">=" if least[1] else ">", low) is True
    found = _known(side, unknown, env, c)
    return found is not None and numbers.relation(found, ">", low) is True
