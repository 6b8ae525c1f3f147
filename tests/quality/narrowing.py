"""Planted narrowings of a claim: every way in which a domain, a reading or a direction could be lost without a word."""

from __future__ import annotations

import copy
from collections.abc import Iterator

from verify.claims import Claim, Compare, Node, above, number
from verify.claims.nodes import rebuild, walk


def narrowings(claim: Claim) -> Iterator[tuple[str, Claim]]:
    """Pairs of words and a narrowed copy of the claim."""
    for k, (pattern, where) in enumerate(claim.forall):
        for words, smaller in _sets(where):
            yield f"{pattern}: {words}", _with(claim, forall=(*claim.forall[:k], (pattern, smaller), *claim.forall[k + 1 :]))
    for name, options in claim.readings().items():
        for option in options:
            yield f"reading {name} loses {option}", _without(claim, name, option)
    for k in range(len(claim.given)):
        for words, changed in _inner(claim.given[k]):
            yield f"hypothesis {k + 1}: {words}", _with(claim, given=(*claim.given[:k], changed, *claim.given[k + 1 :]))
    yield "a hypothesis is slipped in", _with(claim, given=(*claim.given, Compare(number(0), "<", 1)))
    if claim.states.head == "iff":
        yield "a direction is dropped", _with(claim, states=Node("implies", *claim.states.args))
    if claim.states.head == "chain":
        for k in range(len(claim.states.args)):
            links = [a for j, a in enumerate(claim.states.args) if j != k]
            yield f"link {k + 1} is dropped", _with(claim, states=links[0] if len(links) == 1 else Node("chain", *links))
    for words, changed in _inner(claim.states):
        yield f"statement: {words}", _with(claim, states=changed)


def _with(claim: Claim, **changes) -> Claim:
    twin = copy.copy(claim)
    for name, value in changes.items():
        setattr(twin, name, value)
    return twin


def _without(claim: Claim, name: str, option: str) -> Claim:
    def drop(node: Node) -> Node:
        if node.head == "reading" and node.args[0] == name:
            rest = tuple(e for e in node.args[1] if e[0] != option)
            return Node("reading", name, rest)
        return rebuild(node, drop)

    return _with(claim, forall=tuple((p, drop(w)) for p, w in claim.forall), given=tuple(drop(g) for g in claim.given), states=drop(claim.states))


def _sets(where: Node) -> Iterator[tuple[str, Node]]:
    if where.head == "unstated":
        for words, smaller in _sets(where.args[0]):
            yield words, smaller
    elif where.head == "interval":
        low, high, left, right = where.args
        if high == number("oo"):
            yield "bounded above by 1000000", Node("interval", low, number(10**6), left, "closed")
        if low == number("-oo"):
            yield "made positive", above(0)
        else:
            yield "moved up by 1/1000", Node("interval", Node("add", low, number("1/1000")), high, left, right)
        if left == "closed":
            yield "opened on the left", Node("interval", low, high, "open", right)
        if right == "closed":
            yield "opened on the right", Node("interval", low, high, left, "open")
    elif where.head == "integers":
        yield "bounded above by 10", Node("integers", where.args[0], number(10)) if where.args[1] == number("oo") else Node("one_of", where.args[0])
    elif where.head == "one_of" and len(where.args) > 1:
        yield "loses a value", Node("one_of", *where.args[1:])
    elif where.head == "laws":
        space, moments, density, support = where.args
        if density == Node("word_", "any"):
            yield "only laws with a density", Node("laws", space, moments, Node("word_", "density"), support)
        if support is None:
            yield "only laws on [0, 1]", Node("laws", space, moments, density, Node("interval", number(0), number(1), "closed", "closed"))
        if space.head == "euclid" and space.args[0] != number(1):
            yield "only the line", Node("laws", Node("euclid", number(1), number(1)), moments, density, support)
    elif where.head == "kernels" and where.args[2] == Node("word_", "randomised"):
        yield "only deterministic kernels", Node("kernels", where.args[0], where.args[1], Node("word_", "deterministic"))
    elif where.head == "families":
        for words, smaller in _sets(where.args[1]):
            yield f"members {words}", Node("families", where.args[0], smaller)
    elif where.head == "compositions" and where.args[0] != number(2):
        yield "only two mechanisms", Node("compositions", number(2), *where.args[1:])
    elif where.head == "universes" and where.args[1] is None:
        yield "only one record", Node("universes", where.args[0], number(1))


def _inner(node: Node) -> Iterator[tuple[str, Node]]:
    """The same below binders inside a proposition."""
    if node.head in ("forall", "exists", "sup", "inf"):
        over = node.args[0]
        for k, (pattern, where) in enumerate(over):
            for words, smaller in _sets(where):
                yield f"inner {pattern}: {words}", Node(node.head, (*over[:k], (pattern, smaller), *over[k + 1 :]), *node.args[1:])
    for k, argument in enumerate(node.args):
        if isinstance(argument, Node):
            for words, changed in _inner(argument):
                yield words, Node(node.head, *node.args[:k], changed, *node.args[k + 1 :])


__all__ = ["narrowings", "walk"]
