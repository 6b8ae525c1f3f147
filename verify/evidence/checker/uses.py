"""Lemmas at terms: names replaced without capture, and the parts of what a lemma says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verify.evidence.checker.formula import BINDERS, Refused, argument, canonical, entries, head, mentions, names, stated, text_of, word

STRICT = frozenset({"add", "mul", "pow", "exp", "log", "abs"})
"""Functions that have a value only where all their arguments do."""


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
        over = entries(renamed)
        if not left & {name for pattern, _ in over for name in names(pattern)}:
            if set(front_names(renamed)) & set().union(*map(mentions, at.values())):
                raise Refused("a term with a name that the rest of the lemma binds")
            break  # what else the lemma says of all members of sets is a part of its conclusion
        for k, (pattern, where) in enumerate(over):
            bound = names(pattern)
            if not left >= set(bound):
                raise Refused("a lemma without a term for one of its names")
            if mentions(where) & {name for later, _ in over[k:] for name in names(later)}:
                raise Refused("a set that mentions a name which is bound after it")
            left -= set(bound)
            wanted.append(["member", filled(pattern, at), filled(where, at)])
        renamed = argument(renamed, 1)
    if left:
        raise Refused("a term for a name that the lemma does not have")
    return filled(renamed, at), wanted


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
    if not isinstance(f, list) or f[0] == "word":
        return set()
    if f[0] == "var":
        return set(names(f))
    if f[0] not in BINDERS:
        return set().union(*map(unbound, f[1:]))
    found: set[str] = set()
    bound: set[str] = set()
    for pattern, where in entries(f):
        found |= unbound(where) - bound
        bound |= set(names(pattern))
    return found | set().union(*map(unbound, f[2:])) - bound


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
    """A formula with terms in place of names, of which it binds none that the terms mention."""
    if not isinstance(f, list) or f[0] == "word":
        return f
    if f[0] == "var":
        return at.get(names(f)[0], f)
    return [f[0], *(filled(part, at) for part in f[1:])]


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
        return [f[0], *(walk(part, new, False) for part in f[1:])]

    return walk(lemma, {}, True)


def nodes(f: Any) -> Iterator[Any]:
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


def upwards(p: Any) -> Any:
    """A comparison with its smaller side first."""
    turned = {">=": "<=", ">": "<"}.get(word(argument(p, 1))) if head(p) == "compare" else None
    return ["compare", argument(p, 2), ["word", turned], argument(p, 0)] if turned else p


def key(f: Any) -> str:
    """A text that formulas with the same canonical form share."""
    return text_of(canonical(f))


__all__ = ["conjuncts", "ends_of", "filled", "front_names", "instance", "key", "member_of", "nodes", "sets_of", "strict_parts", "unbound", "upwards"]
