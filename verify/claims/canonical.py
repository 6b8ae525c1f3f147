"""Canonical form and digest: independent of names, of the order of commutative operands and of the hash seed."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache

from verify.claims.nodes import BINDERS, Argument, Node, free_names, pattern_names

COMMUTATIVE = frozenset({"add", "mul", "max", "min"})
TRANSPARENT = frozenset({"unstated"})
"""Heads that carry no meaning for the formula."""


class Fingerprints:
    """Quick hashes of formulas: equal where the canonical form is, and as a rule different elsewhere; good within one process.

    What formulas share is worked out once, so that many readings of one claim cost little more than one.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[Node, int]] = {}

    def of(self, node: Node) -> int:
        return self._visit(node, {}, 0)

    def _visit(self, argument: Argument, names: dict[str, int], depth: int) -> int:
        if not isinstance(argument, Node):
            if isinstance(argument, tuple):
                return hash(("()", *(self._visit(item, names, depth) for item in argument)))
            return hash(("word", argument))
        if not names or free_names(argument).isdisjoint(names):  # no matter what is bound around it
            if id(argument) not in self._known:
                self._known[id(argument)] = argument, self._node(argument, {}, depth)
            return self._known[id(argument)][1]
        return self._node(argument, names, depth)

    def _node(self, node: Node, names: dict[str, int], depth: int) -> int:
        if node.head in TRANSPARENT:
            return self._visit(node.args[0], names, depth)
        if node.head == "num":
            return hash(node.args[0])
        if node.head == "var":
            name = str(node.args[0])
            return hash(("bound", depth - names[name]) if name in names else ("var", name))
        if node.head in BINDERS:
            inner, parts = dict(names), []
            entries = node.args[0]
            assert isinstance(entries, tuple)
            for entry in entries:
                assert isinstance(entry, tuple)
                where = self._visit(entry[1], inner, depth)
                bound = pattern_names(entry[0])
                for name in bound:
                    inner[name] = depth
                    depth += 1
                parts.append((len(bound), isinstance(entry[0], tuple), where))
            return hash((node.head, *parts, *(self._visit(a, inner, depth) for a in node.args[1:])))
        if node.head == "law":
            return hash(("law", self._visit(node.args[2], names, depth)))
        below = [self._visit(a, names, depth) for a in node.args]
        if node.head in COMMUTATIVE:
            below.sort()
        if node.head == "reading":
            below[0] = 0
        return hash((node.head, *below))


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


__all__ = ["Fingerprints", "canonical_text", "digest", "same"]
