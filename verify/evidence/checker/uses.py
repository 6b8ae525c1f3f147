"""Lemmas at terms: names replaced without capture, and the parts of what a lemma says."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from math import prod
from typing import Any

from verify.evidence.checker.formula import BINDERS, Refused, argument, entries, head, kept, key, mentions, names, rational, stated, word

STRICT = frozenset({"add", "mul", "pow", "exp", "log", "abs"})
"""Functions that have a value only where all their arguments do."""
OF_DISTRIBUTIONS = frozenset({"mass", "renyi", "wasserstein", "total_variation", "hockey_stick", "push", "given_event"})
"""Numbers and distributions that have a value only where all distributions do that they are made of."""


def conjuncts(p: Any) -> Iterator[Any]:
    """The parts of a conjunction."""
    if head(p) == "all":
        for part in p[1:]:
            yield from conjuncts(part)
    else:
        yield p


def instance(lemma: Any, at: dict[str, Any], fresh: Iterator[int]) -> tuple[Any, list[Any]]:
    """The conclusion of a lemma at terms, and what must be true for it: the terms lie in the sets of its names, and its hypotheses hold. Raises Refused."""
    wanted: list[Any] = []
    left = set(at)
    renamed = _apart(lemma, fresh)
    front = list(front_names(renamed))
    if len(set(front)) < len(front) or set(front) & unbound(renamed):
        raise Refused("a lemma that binds a name twice")
    while head(renamed) in ("forall", "implies"):
        if head(renamed) == "implies":
            wanted.append(filled(argument(renamed, 0), at))
            renamed = argument(renamed, 1)
            continue
        if not left & {name for pattern, _ in entries(renamed) for name in names(pattern)}:
            if set(front_names(renamed)) & set().union(*map(mentions, at.values())):
                raise Refused("a term with a name that the rest of the lemma binds")
            break  # what else the lemma says of all members of sets is a part of its conclusion
        for pattern, where in sets_of(renamed):
            bound = set(names(pattern))
            if not left >= bound:
                raise Refused("a lemma without a term for one of its names")
            left -= bound
            wanted.append(["member", filled(pattern, at), filled(where, at)])
        renamed = argument(renamed, 1)
    if left:
        raise Refused("a term for a name that the lemma does not have")
    return filled(renamed, at), wanted


def property_at(p: Any, at: dict[str, Any], fresh: Iterator[int]) -> tuple[Any, list[Any]]:
    """What something has that exists, at terms for its names, and that the terms lie in the sets. Raises Refused."""
    return instance(["forall", argument(p, 0), ["all", argument(p, 1)]], at, fresh)


def ends_of(place: Any) -> Iterator[Any]:
    """The numbers that a set of numbers, or of families of numbers, must have in order to be one."""
    place = stated(place)
    if head(place) in ("interval", "integers"):
        yield from place[1:3]
    elif head(place) == "families":
        yield from (*ends_of(place[1]), *ends_of(place[2]))
    elif head(place) == "equals":
        yield from (place[1], *ends_of(place[2]))


def front_names(f: Any) -> Iterator[str]:
    """The names that a lemma binds in front of its conclusion."""
    while head(f) in ("forall", "implies"):
        if head(f) == "forall":
            yield from (name for pattern, _ in entries(f) for name in names(pattern))
        f = argument(f, 1)


def unbound(f: Any) -> set[str]:
    """The names that a formula mentions and does not bind itself."""
    return set(_unbound(f)) if isinstance(f, list) and f[0] != "word" else set()


@kept
def _unbound(f: Any) -> frozenset[str]:
    if f[0] == "var":
        return frozenset(names(f))
    if f[0] not in BINDERS:
        return frozenset().union(*map(unbound, f[1:]))
    found: set[str] = set()
    bound: set[str] = set()
    for pattern, where in entries(f):
        found |= unbound(where) - bound
        bound |= set(names(pattern))
    return frozenset(found | set().union(*map(unbound, f[2:])) - bound)


def member_of(over: Any, at: dict[str, Any]) -> Any:
    """The term of a supremum, an infimum or a sum, with other names for what it binds."""
    if any(node[0] in BINDERS and any(set(names(pattern)) & (at.keys() | {names(new)[0] for new in at.values()}) for pattern, _ in entries(node)) for node in nodes(over[2])):
        raise Refused("a name that is bound twice")
    return filled(over[2], at)


def sets_of(over: Any) -> list[tuple[Any, Any]]:
    """The names and sets of a binder, of which none mentions a name bound after it."""
    found = entries(over)
    for k, (_, where) in enumerate(found):
        if mentions(where) & {name for later, _ in found[k:] for name in names(later)}:
            raise Refused("a set that mentions a name which is bound after it")
    return found


def filled(f: Any, at: dict[str, Any]) -> Any:
    """A formula with terms in place of names. Raises Refused where it binds a name that is replaced, or that a term mentions: the term would mean something else there."""
    return _filled(f, at, at.keys() | set().union(*map(mentions, at.values())))


def _filled(f: Any, at: dict[str, Any], taken: set[str]) -> Any:
    if not isinstance(f, list) or f[0] == "word":
        return f
    if f[0] == "var":
        return at.get(names(f)[0], f)
    if f[0] in BINDERS and taken & {name for pattern, _ in entries(f) for name in names(pattern)} and at.keys() & mentions(f):
        raise Refused("a name that is bound twice")
    return _of_parts(f, [_filled(part, at, taken) for part in f[1:]])


def tidied(f: Any, numbers: set[str]) -> Any:
    """The formula with constants added up in sums of ``numbers``, given by name: ``x - 1 + 1`` is ``x``. In densities constants are worked out; else what binds names stays as it is."""
    if not isinstance(f, list) or f[0] in ("word", "var"):
        return f
    if f[0] == "law" or f[0] in BINDERS:
        return _densities(f)
    parts = [tidied(part, numbers) for part in f[1:]]
    if f[0] == "add":
        flat = [inner for part in parts for inner in (part[1:] if head(part) == "add" else [part])]
        constants = [part for part in flat if isinstance(part, str) and part not in ("oo", "-oo")]
        rest = [part for part in flat if part not in constants]
        if len(constants) > 1 and all(isinstance(part, str) or (head(part) in ("var", "mul", "pow") and mentions(part) <= numbers) for part in rest):
            total = sum(map(rational, constants))
            parts = [*rest, *([str(total)] if total or not rest else [])]
            return parts[0] if len(parts) == 1 else ["add", *parts]
    return _of_parts(f, parts)


def _densities(f: Any) -> Any:
    """The formula with constants worked out in the densities of distributions, wherever they stand."""
    if not isinstance(f, list) or f[0] in ("word", "var"):
        return f
    return _of_parts(f, list(map(worked_out if f[0] == "law" else _densities, f[1:])))


def worked_out(f: Any) -> Any:
    """The formula with sums, products and powers of fractions and the logarithm of 1 worked out, without factors 1 and summands 0."""
    if not isinstance(f, list) or f[0] in ("word", "var") or f[0] in BINDERS:
        return f
    parts = list(map(worked_out, f[1:]))
    if f[0] == "pow" and len(parts) == 2 and all(map(_is_fraction, parts)):
        base, power = map(rational, parts)
        if base == 1 or (power.denominator == 1 and abs(power) <= 8 and (base or power > 0)):
            return str(base ** int(power)) if base != 1 else "1"
    if f[0] == "log" and parts == ["1"]:
        return "0"
    if f[0] in ("add", "mul") and parts:
        neutral = "0" if f[0] == "add" else "1"
        parts = [part for part in parts if part != neutral] or [neutral]
        if all(map(_is_fraction, parts)):
            return str(sum(map(rational, parts)) if f[0] == "add" else prod(map(rational, parts)))
        if len(parts) == 1:
            return parts[0]
    return _of_parts(f, parts)


def _is_fraction(f: Any) -> bool:
    return isinstance(f, str) and f not in ("oo", "-oo")


def _of_parts(f: Any, parts: list[Any]) -> Any:
    """The formula with these parts; itself where they are its own."""
    return f if len(parts) == len(f) - 1 and all(map(operator.is_, parts, f[1:])) else [f[0], *parts]


def _apart(lemma: Any, fresh: Iterator[int]) -> Any:
    """The lemma with names of its own for what it binds within its conclusion and hypotheses: no term can mention them."""

    def walk(f: Any, new: dict[str, Any], front: bool) -> Any:
        if not isinstance(f, list) or f[0] == "word":
            return f
        if f[0] == "var":
            return new.get(names(f)[0], f)
        if f[0] in BINDERS and not (front and f[0] == "forall"):
            inner, over = dict(new), []
            for pattern, where in entries(f):
                place = walk(where, inner, False)
                for name in names(pattern):
                    inner[name] = ["var", ["word", f"#{next(fresh)}"]]
                over.append(["()", filled(pattern, inner), place])
            return [f[0], ["()", *over], *(walk(part, inner, False) for part in f[2:])]
        if front and f[0] in ("forall", "implies"):
            first = ["()", *(["()", pattern, walk(where, new, False)] for pattern, where in entries(f))] if f[0] == "forall" else walk(f[1], new, False)
            return [f[0], first, walk(f[2], new, True)]
        return _of_parts(f, [walk(part, new, False) for part in f[1:]])

    return walk(lemma, {}, True)


def nodes(f: Any) -> Iterator[Any]:
    """All formulas in a formula, itself first."""
    if isinstance(f, list) and f:
        yield f
        for part in f[1:]:
            yield from nodes(part)


def strict_parts(f: Any) -> Iterator[Any]:
    """A formula and the parts of it that have a value where it does."""
    yield f
    if head(f) in STRICT:
        for part in f[1:]:
            yield from strict_parts(part)


def conditional(f: Any) -> Iterator[Any]:
    """The conditional distributions in a formula that has a value only where they do."""
    if isinstance(f, list) and f and f[0] in ("compare", *STRICT, *OF_DISTRIBUTIONS):
        if f[0] == "given_event":
            yield f
        for part in f[1:]:
            yield from conditional(part)


def certain(p: Any) -> Iterator[Any]:
    """Where the conjunction of several propositions has probability 1: that each of them has, among the draws that it is about. Only comparisons of coordinates and numbers count, which are true or false for all draws."""
    for one, other in ((p[1], p[3]), (p[3], p[1])) if head(p) == "compare" and word(p[2]) == "==" else ():
        if other != "1" or head(one) != "prob" or len(one) != 3 or head(one[2]) != "all":
            continue
        over = entries(one)
        own = [name for pattern, _ in over for name in names(pattern)]
        if len(set(own)) < len(own) or any(mentions(where) & set(own) for _, where in over):
            continue
        for part in conjuncts(one[2]):
            drawn = [(pattern, where) for pattern, where in over if mentions(part) & set(names(pattern))]
            if drawn and all(node[0] in ("all", "any", "not", "implies", "compare", "item", "var", "word") for node in nodes(part)):
                yield ["compare", ["prob", ["()", *(["()", pattern, where] for pattern, where in drawn)], part], ["word", "=="], "1"]


def upward(p: Any) -> tuple[Any, bool, Any]:
    """The smaller side of an inequality, whether it is strict, the larger side. Raises Refused."""
    relation = word(argument(p, 1)) if head(p) == "compare" else ""
    if relation not in ("<=", "<", ">=", ">"):
        raise Refused("bounds are about inequalities")
    sides = (argument(p, 0), argument(p, 2))
    small, large = sides if relation in ("<=", "<") else sides[::-1]
    return small, relation in ("<", ">"), large


def from_zero(f: Any) -> Any:
    """For an upper limit at infinity the supremum over [0, oo), which is at least as large, and has a value only where the upper limit has one; other numbers as they are."""
    if head(f) != "limsup" or len(f) != 3 or len(entries(f)) != 1 or head(entries(f)[0][0]) != "var" or entries(f)[0][1] != "oo":
        return f
    return ["sup", ["()", ["()", entries(f)[0][0], ["interval", "0", "oo", ["word", "closed"], ["word", "open"]]]], f[2]]


def inequality(small: Any, strict: bool, large: Any) -> Any:
    """The comparison that says this."""
    return ["compare", small, ["word", "<" if strict else "<="], large]


def upwards(p: Any) -> Any:
    """An inequality with its smaller side first; other propositions as they are."""
    try:
        return inequality(*upward(p))
    except Refused:
        return p


def closed(over: Iterable[tuple[Any, Any]], given: list[Any], goal: Any) -> Any:
    """The statement that hypotheses imply a goal, for all values of the names that it mentions, and of those that their sets mention."""
    needed = set().union(mentions(goal), *map(mentions, given))
    kept: list[Any] = []
    for pattern, where in reversed(list(over)):
        if set(names(pattern)) & needed:
            needed |= mentions(where)
            kept.append(["()", pattern, where])
    body = ["implies", ["all", *given], goal] if given else goal
    return ["forall", ["()", *reversed(kept)], body] if kept else body


__all__ = ["certain", "closed", "conditional", "conjuncts", "ends_of", "filled", "from_zero", "front_names", "inequality", "instance", "key", "member_of", "nodes", "property_at", "sets_of", "strict_parts", "tidied", "unbound", "upward", "upwards", "worked_out"]
