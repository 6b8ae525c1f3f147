"""Terms that a recursion defines, and infinite sequences as values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from verify.claims import options
from verify.claims.nodes import ClaimError, Node, free_names, literal, pattern_names, term
from verify.claims.terms import Over, binding


def Recursion(state: Over, over: Over, step: Any) -> Node:
    """What a recursion arrives at: ``Recursion({x: 1}, {t: upto(n)}, x / 2 + 1 / t)`` is x_{n+1}, where x_1 = 1 and x_{t+1} = x_t / 2 + 1 / t.

    ``state``: one name, or a tuple of names, with the start: a number or a point. ``over``: the index with the integers that it takes one after the other; over none the
    result is the start. ``step``: the next state; it may mention the state, the index and names from outside, such as a sequence of data ``g[t]``. A state of several names is a
    point of as many coordinates: ``Recursion({(m, v): (0, 0)}, {t: upto(n)}, (...))[2]``.

    Raises
    ------
    ClaimError
        Where there is no start, the index does not take finitely many integers, the start or the ends of the index mention the state, or a step has another number of coordinates.
    """
    for name, given, needed in (("the state", state, "its start, such as {x: 1}"), ("the index", over, "its integers, such as {t: upto(n)}")):
        if not isinstance(given, dict) or len(given) != 1:
            raise ClaimError(f"Recursion: {name} must be given with {needed}, got {options.said(given) if given else 'none'}; write one entry")
    ((pattern, start),), ((index, where),) = binding(state), binding(over, "Recursion")  # type: ignore[misc, str-unpack]
    if not isinstance(index, Node) or not isinstance(where, Node) or where.head != "integers" or any(literal(end) is None and end.head == "num" for end in where.args if isinstance(end, Node)):
        raise ClaimError(f"Recursion: the index must take finitely many integers, got {options.said(where)}; write upto(n) or integers(a, b)")
    names = pattern_names(pattern)
    own = {*names, str(index.args[0])}
    if len(own) != len(names) + 1:
        raise ClaimError(f"Recursion: state and index must have different names, got {', '.join((*names, str(index.args[0])))}; rename one")
    assert isinstance(start, Node)
    if mixed := sorted((free_names(start) | free_names(where)) & own):
        raise ClaimError(f"Recursion: the start and the ends of the index must be known before, got {mixed[0]} in them; rename it")
    following = term(step)
    for told, value in (("the start", start), ("a step", following)):
        if isinstance(pattern, tuple) and value.head == "point" and len(value.args) != len(pattern):
            raise ClaimError(f"Recursion: {told} must have a coordinate for each of {', '.join(names)}, got {len(value.args)}; complete it")
    return Node("recursion", ((pattern, start), (index, where)), following)


def periodic(*prefix: Any, then: Iterable[Any] = (0,)) -> Node:
    """The infinite sequence that begins with these terms and then repeats the period ``then`` for ever: ``periodic(3, 1, then=(0, 2))`` is 3, 1, 0, 2, 0, 2, ...

    Without a period it goes on with 0. Terms are numbers or points, counted from 1. Raises ClaimError for an empty period.
    """
    if isinstance(then, Node | str) or not isinstance(then, Iterable):
        raise ClaimError(f"periodic: the period must be a tuple of terms, got {options.said(then)}; write then=(0,)")
    period = tuple(term(x) for x in then)
    if not period:
        raise ClaimError("periodic: the period must have a term, got none; write then=(0,)")
    return Node("periodic", tuple(term(x) for x in prefix), period)


__all__ = ["Recursion", "periodic"]
