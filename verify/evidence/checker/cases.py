"""Statements by cases: a range in two parts, the opposite of a comparison, and formulas in which conditions are decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verify.evidence.checker.formula import BINDERS, NEGATED, ORDERED, Refused, argument, entries, head, names, stated, word
from verify.evidence.checker.uses import key, nodes, unbound


def divided(statement: Any, name: Any) -> tuple[Any, Any]:
    """The statement at the least number of the range of a name, and above it. Raises Refused."""
    over = entries(statement) if head(statement) == "forall" else []
    for k, (pattern, where) in enumerate(over):
        place = stated(where)
        if head(pattern) == "var" and names(pattern) == [name] and head(place) == "interval" and word(place[3]) == "closed" and isinstance(place[1], str) and place[1] != "-oo":
            found = []
            for own in (["equals", place[1], place], [*place[:3], ["word", "open"], place[4]]):
                pairs = [["()", p, own if j == k else w] for j, (p, w) in enumerate(over)]
                found.append(["forall", ["()", *pairs], statement[2]])
            return found[0], found[1]
    raise Refused("a name whose range does not hold its least number")


def opposite(p: Any) -> Any:
    """The comparison by order that is true where another one is false, if its sides have a value. Raises Refused."""
    if head(p) != "compare" or word(argument(p, 1)) not in ORDERED:
        raise Refused("no comparison by order")
    return ["compare", argument(p, 0), ["word", NEGATED[word(argument(p, 1))]], argument(p, 2)]


def branch(f: Any, condition: str, free: set[str], k: int) -> Any:
    """A formula with the first or the second branch in place of each ``if`` with a condition, except where its names are bound once more."""
    if not isinstance(f, list) or f[0] in ("word", "var"):
        return f
    if f[0] == "if" and unbound(f[1]) <= free and key(f[1]) == condition:
        return branch(f[2 + k], condition, free, k)
    if f[0] in BINDERS and free & {name for pattern, _ in entries(f) for name in names(pattern)}:
        return f
    return [f[0], *(branch(part, condition, free, k) for part in f[1:])]


def collapsed(f: Any, decided: Callable[[Any], bool], true: Callable[[Any], bool]) -> Any:
    """A formula without an ``if`` of which one knows the branch, or whose branches are the same where its condition is true or false; what binds names stays as it is."""
    if not isinstance(f, list) or f[0] in ("word", "var") or f[0] in BINDERS:
        return f
    parts = [collapsed(part, decided, true) for part in f[1:]]
    if f[0] != "if" or head(f[1]) != "compare":
        return [f[0], *parts]
    if true(f[1]) or (key(parts[1]) == key(parts[2]) and decided(f[1])):
        return parts[1]
    return parts[2] if word(f[1][2]) in ORDERED and true(opposite(f[1])) else [f[0], *parts]


def free_prefix(f: Any) -> str:
    """What no name in a formula begins with, before an underscore."""
    found = {name for node in nodes(f) if node[0] == "var" for name in names(node)}
    prefix = "e"
    while any(name.startswith(f"{prefix}_") for name in found):
        prefix += "e"
    return prefix


__all__ = ["branch", "collapsed", "divided", "free_prefix", "opposite"]
