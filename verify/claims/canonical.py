"""Canonical form and digest: independent of names, of the order of commutative operands and of the hash seed."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import Any

from verify.claims.nodes import BINDERS, Argument, Node, pattern_names, to_json

COMMUTATIVE = frozenset({"add", "mul", "max", "min"})
TRANSPARENT = frozenset({"unstated"})
"""Heads that carry no meaning for the formula."""


def canonical(node: Node, names: dict[str, str] | None = None) -> Any:
    """The JSON form with bound names numbered by position and commutative operands sorted."""
    return _visit(node, dict(names or {}), len(names or {}))


def _visit(argument: Argument, names: dict[str, str], depth: int) -> Any:
    if not isinstance(argument, Node):
        if isinstance(argument, tuple):
            return ["()", *(_visit(item, names, depth) for item in argument)]
        return argument if argument is None else ["word", argument]
    node = argument
    if node.head in TRANSPARENT:
        return _visit(node.args[0], names, depth)
    if node.head == "num":
        return str(node.args[0])
    if node.head == "var":
        name = str(node.args[0])
        return ["var", ["word", names.get(name, name)]]
    if node.head in BINDERS:
        inner = dict(names)
        over: list[Any] = ["()"]
        entries = node.args[0]
        assert isinstance(entries, tuple)
        for entry in entries:
            assert isinstance(entry, tuple)
            where = _visit(entry[1], inner, depth)
            bound = pattern_names(entry[0])
            for name in bound:
                inner[name] = f"#{depth}"
                depth += 1
            over.append(["()", str(len(bound)) if isinstance(entry[0], tuple) else "1", where])
        return [node.head, over, *(_visit(a, inner, depth) for a in node.args[1:])]
    if node.head == "law":  # the printed name of a law and of its parameters is not part of its meaning
        return ["law", _visit(node.args[2], names, depth)]
    parts = [_visit(a, names, depth) for a in node.args]
    if node.head in COMMUTATIVE:
        parts.sort(key=canonical_text)
    if node.head == "reading":
        return [node.head, ["word", str(node.args[0])], *parts[1:]]
    return [node.head, *parts]


def canonical_text(data: Any) -> str:
    """JSON with sorted keys and no blanks."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest_json(data: Any) -> str:
    """SHA-256 of the canonical text."""
    return hashlib.sha256(canonical_text(data).encode()).hexdigest()


@lru_cache(maxsize=8192)
def digest(node: Node) -> str:
    """SHA-256 of the canonical form of a formula."""
    return digest_json(canonical(node))


def same(a: Node, b: Node) -> bool:
    """Whether two formulas with the same free names have the same canonical form."""
    return a == b or canonical_text(canonical(a)) == canonical_text(canonical(b))


__all__ = ["canonical", "canonical_text", "digest", "digest_json", "same", "to_json"]
