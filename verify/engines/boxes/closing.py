"""Quantities of laws replaced by closed forms, so that only arithmetic is left."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from verify.claims.nodes import Node, rebuild
from verify.engines.boxes.formula import ARITHMETIC, PROPOSITIONS, Unsupported

Close = Callable[[Node], Node | None]
"""The closed form of a quantity, or None."""


def closed_forms(forall: tuple[tuple[Any, Node], ...]) -> Close:
    """Closed forms of quantities under the ranges of ``forall``, where the package of quantities has them."""
    try:
        module = importlib.import_module("verify.quantities.exact")
    except ImportError:
        return lambda node: None
    closed_form = getattr(module, "closed_form", None)
    if closed_form is None:
        return lambda node: None

    def close(node: Node) -> Node | None:
        from verify.claims.symbolic_form import from_sympy

        expression = closed_form(node, forall)
        return None if expression is None else from_sympy(expression)

    return close


def closed(node: Node, close: Close, used: list[str]) -> Node:
    """The formula with every quantity closed; the heads that were closed are added to ``used``. Raises Unsupported where one has no closed form."""
    if node.head in ("num", "var", "pi", "printed"):
        return node
    if node.head == "member":
        value, where = node.args
        assert isinstance(value, Node) and isinstance(where, Node)
        return Node("member", closed(value, close, used), where)
    if node.head in ARITHMETIC or node.head in PROPOSITIONS:
        return rebuild(node, lambda child: closed(child, close, used))
    found = close(node)
    if found is None:
        raise Unsupported(f"{node.head} has no enclosure over boxes and no closed form")
    if node.head not in used:
        used.append(node.head)
    return found


__all__ = ["Close", "closed", "closed_forms"]
