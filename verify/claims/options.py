"""What the arguments of declarations must be: each is checked where it is written, so that a slip is an error there and never another meaning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verify.claims.nodes import ClaimError, Node, literal
from verify.claims.typed import shortened

PROPOSITIONS = frozenset({"compare", "all", "any", "not", "implies", "iff", "forall", "exists", "member", "free_of", "holds", "reading"})
SETS = frozenset({
    "interval", "integers", "one_of", "equals", "unstated", "euclid", "labels", "product_space", "sequences", "laws", "couplings", "kernels", "maps", "functions", "events",
    "families", "subsets", "points", "permutations", "universes", "data_sets", "neighbours", "part_neighbours", "pasts", "compositions", "frameworks", "situations",
    "secret_pairs", "covariances", "normal_laws", "iterations", "martingale_differences", "function_class", "minimisers", "subdifferential",
})
OPEN = frozenset({"reading", "var", "item", "apply", "if", "event", "set", "secret", "preimage"})
"""What may turn out to be a set, or an event."""


def proposition(where: str, name: str, value: Any) -> Node:
    """A proposition. Raises ClaimError."""
    if not isinstance(value, Node) or value.head not in PROPOSITIONS:
        raise ClaimError(f"{where}: {name} must be a proposition, got {said(value)}; write for example Compare(x, '<=', 1)")
    return value


def set_of(where: str, name: str, value: Any) -> Node:
    """A set. Raises ClaimError."""
    if not isinstance(value, Node) or value.head not in SETS | OPEN:
        raise ClaimError(f"{where}: {name} must be a set, got {said(value)}; write for example above(0), upto(n) or Laws(LINE)")
    return value


def flag(where: str, name: str, value: Any) -> bool:
    """True or False, and no word. Raises ClaimError."""
    if not isinstance(value, bool):
        raise ClaimError(f"{where}: {name} must be True or False, got {name}={said(value)}; write one of them")
    return value


def variable(where: str, name: str, value: Any) -> Node:
    """A name made by numbers() or objects(). Raises ClaimError."""
    if not isinstance(value, Node) or value.head != "var":
        raise ClaimError(f"{where}: {name} must be a name made by numbers() or objects(), got {said(value)}; write the name itself")
    return value


def whole(where: str, name: str, value: Node, least: int = 1) -> Node:
    """A number that is whole and large enough where it is known. Raises ClaimError."""
    known = literal(value)
    if known is not None and not (known >= least and known.denominator == 1):
        raise ClaimError(f"{where}: {name} must be a whole number of at least {least}, got {name}={known}; correct it")
    return value


def at_least(where: str, name: str, value: Node, least: int) -> Node:
    """A number that is large enough where it is known. Raises ClaimError."""
    known = literal(value)
    if known is not None and known < least:
        raise ClaimError(f"{where}: {name} must be at least {least}, got {name}={known}; correct it")
    return value


def words(where: str, name: str, value: Any) -> tuple[str, ...]:
    """A tuple of words, for which one word alone is a common slip. Raises ClaimError."""
    if isinstance(value, str) or not isinstance(value, Sequence) or not all(isinstance(one, str) for one in value):
        raise ClaimError(f"{where}: {name} must be a tuple of words, got {said(value)}; write for example {name}=('a',)")
    return tuple(value)


def text(where: str, name: str, value: Any) -> str:
    """One word or sentence. Raises ClaimError."""
    if not isinstance(value, str):
        raise ClaimError(f"{where}: {name} must be text, got {said(value)}; put it in quotes")
    return value


def said(value: Any) -> str:
    """A value for a message."""
    if not isinstance(value, Node):
        return shortened(repr(value))
    from verify.claims.show import text as shown

    try:
        return f"{value.head} {shortened(shown(value))}"
    except Exception:  # what is malformed cannot be shown as a formula
        return value.head


__all__ = ["PROPOSITIONS", "SETS", "at_least", "flag", "proposition", "said", "set_of", "text", "variable", "whole", "words"]
