"""Quantities of laws replaced by closed forms, so that only arithmetic is left."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from verify.claims.nodes import PROPOSITIONS, ClaimError, Node, number, rebuild
from verify.engines.boxes.domain import Case, show_end
from verify.engines.boxes.formula import ARITHMETIC, Unsupported
from verify.values.derivatives import first_derivative

Close = Callable[[Node], Node | None]
"""The closed form of a quantity, or None."""


def closed_case(case: Case, close: Close | None, used: list[str]) -> Case:
    """The case with every quantity closed; the heads that were closed are added to ``used``. Raises Unsupported where one has no closed form."""
    closer = close if close is not None else _closed_forms(case)
    return replace(case, given=tuple(_closed(g, closer, used) for g in case.given), states=_closed(case.states, closer, used),
                   names={name: _closed(node, closer, used) for name, node in case.names.items()})


def _closed_forms(case: Case) -> Close:
    """Closed forms under the ranges of the coordinates, where the package of quantities has them."""
    try:
        module = importlib.import_module("verify.quantities.exact")
    except ImportError:
        return lambda node: None
    closed_form: Callable[[Node, Sequence[tuple[Any, Node]]], Any] | None = getattr(module, "closed_form", None)
    if closed_form is None:
        return lambda node: None
    forall = tuple((Node("var", name), Node("interval", number(show_end(side.lo)), number(show_end(side.hi)), "open" if side.lo_open else "closed",
                                            "open" if side.hi_open else "closed")) for name, side in case.sides.items())

    def close(node: Node) -> Node | None:
        from verify.claims.symbolic_form import from_sympy

        expression = closed_form(node, forall)
        try:
            return None if expression is None else from_sympy(expression)
        except ClaimError:
            return None

    return close


def _closed(node: Node, close: Close, used: list[str]) -> Node:
    if node.head in ("num", "var", "pi", "printed"):
        return node
    if node.head == "member":
        value, where = node.args
        assert isinstance(value, Node) and isinstance(where, Node)
        return Node("member", _closed(value, close, used), where)
    if node.head in ARITHMETIC or node.head in PROPOSITIONS:
        return rebuild(node, lambda child: _closed(child, close, used))
    if node.head == "derivative" and (formula := first_derivative(node)) is not None:
        return _closed(formula, close, used)
    found = close(node)
    if found is None:
        raise Unsupported(f"{node.head} has no enclosure over boxes and no closed form")
    if node.head not in used:
        used.append(node.head)
    return found


__all__ = ["Close", "closed_case"]
