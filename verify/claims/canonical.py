"""Canonical form and digest: independent of names, of the order of commutative operands and of the hash seed."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache

from verify.claims.nodes import BINDERS, Argument, Node, pattern_names

COMMUTATIVE = frozenset({"add", "mul", "max", "min"})
TRANSPARENT = frozenset({"unstated"})
"""Heads that carry no meaning for the formula."""


def canonical_text(node: Node) -> str:
    """The canonical form as JSON without blanks: bound names numbered by position, commutative operands sorted."""
    return _text(node, {}, 0)


def _text(argument: Argument, names: dict[str, str], depth: int) -> str:
    if not isinstance(argument, Node):
        if isinstance(argument, tuple):
            return f'["()"{"".join([f",{_text(item, names, depth)}" for item in argument])}]'
        return "null" if argument is None else f'["word",{_quoted(argument)}]'
    node = argument
    if node.head in TRANSPARENT:
        return _text(node.args[0], names, depth)
    if node.head == "num":
        return _quoted(str(node.args[0]))
    if node.head == "var":
        name = str(node.args[0])
        return f'["var",["word",{_quoted(names.get(name, name))}]]'
    if node.head in BINDERS:
        inner, over = dict(names), '["()"'
        entries = node.args[0]
        assert isinstance(entries, tuple)
        for entry in entries:
            assert isinstance(entry, tuple)
            where = _text(entry[1], inner, depth)
            bound = pattern_names(entry[0])
            for name in bound:
                inner[name] = f"#{depth}"
                depth += 1
            over += f',["()","{len(bound) if isinstance(entry[0], tuple) else 1}",{where}]'
        return f"[{_quoted(node.head)},{over}]{''.join([f',{_text(a, inner, depth)}' for a in node.args[1:]])}]"
    if node.head == "law":
        return f'["law",{_text(node.args[2], names, depth)}]'
    parts = [_text(a, names, depth) for a in node.args]
    if node.head in COMMUTATIVE:
        parts.sort()
    if node.head == "reading":
        parts[0] = f'["word",{_quoted(str(node.args[0]))}]'
    return f"[{','.join([_quoted(node.head), *parts])}]"


@lru_cache(maxsize=4096)
def _quoted(word: str) -> str:
    return json.dumps(word)


@lru_cache(maxsize=8192)
def digest(node: Node) -> str:
    """SHA-256 of the canonical form of a formula."""
    return hashlib.sha256(canonical_text(node).encode()).hexdigest()


def same(a: Node, b: Node) -> bool:
    """Whether two formulas with the same free names have the same canonical form."""
    return a == b or canonical_text(a) == canonical_text(b)


__all__ = ["canonical_text", "digest", "same"]
