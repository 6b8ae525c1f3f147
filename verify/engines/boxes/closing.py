"""Quantities of laws replaced by closed forms, so that only arithmetic is left."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify.claims.nodes import PROPOSITIONS, ClaimError, Node, number, rebuild
from verify.engines import evaluate as ev
from verify.engines.boxes import arithmetic as ia
from verify.engines.boxes.domain import Case, show_end
from verify.engines.boxes.formula import ARITHMETIC, Graph, Unsupported
from verify.engines.boxes.proof import Box
from verify.engines.truth import Truth
from verify.values.derivatives import first_derivative
from verify.values.formulas import formula
from verify.values.numbers import NoValue

Close = Callable[[Node], Node | None]
"""The closed form of a quantity, or None."""


def closed_case(case: Case, close: Close | None, used: list[str]) -> Case:
    """The case with every quantity closed; the heads that were closed are added to ``used``. Raises Unsupported where one has no closed form."""
    closer = close if close is not None else _closed_forms(case)
    found = replace(case, given=tuple(_closed(g, closer, used) for g in case.given), states=_closed(case.states, closer, used),
                    names={name: _closed(node, closer, used) for name, node in case.names.items()})
    if found.placed:
        graph, box = Graph(tuple(found.sides)), Box(tuple(found.sides.values()))
        for name in found.placed:
            if graph.evaluate(graph.build(found.names[name]), box.intervals, box.cache)[4] < ia.DEFINED:
                raise Unsupported(f"the range of {name} may have an end without a value")
    return found


def _closed_forms(case: Case) -> Close:
    """Closed forms under the ranges of the coordinates, where the package of quantities has them."""
    try:
        module = importlib.import_module("verify.quantities.exact.on_domain")
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


def _between_laplace_laws(node: Node) -> Node | None:
    """The hockey-stick divergence of two Laplace laws with one scale b at distance d b: ``max(0, 1 - exp(min(eps, (eps - d)/2)))`` for every real eps.

    Let p be centred at 0 and q at d b. The log-ratio of p to q is d for x < 0, falls to -d at x = d b, and stays there; it is eps at x = (d - eps) b/2. For
    -d <= eps <= d so ``int (p - exp(eps) q)_+`` is ``1 - exp((eps - d)/2)/2 - exp(eps) exp(-(d + eps)/2)/2 = 1 - exp((eps - d)/2)``. It is 0 beyond d, and below -d it is ``1 - exp(eps)``.
    """
    if node.head != "hockey_stick":
        return None
    one, other = (_laplace(law) for law in node.args[:2])
    if one is None or other is None or one[1] != other[1]:
        return None
    epsilon = node.args[2]
    assert isinstance(epsilon, Node)
    below = Node("mul", number(Fraction(1, 2)), Node("add", epsilon, formula(-abs(one[0] - other[0]) / one[1])))
    return Node("max", number(0), Node("add", number(1), Node("mul", number(-1), Node("exp", Node("min", epsilon, below)))))


def _laplace(law: Any) -> tuple[fmpq, fmpq] | None:
    """Location and scale of a law with the density ``exp(-|x - m|/b)/(2 b)``, both fractions; None for other laws."""
    pieces: Any = law.args[2] if isinstance(law, Node) and law.head == "law" else ()
    if len(pieces) != 2:
        return None
    (low, left, rising, rise, bend), (right, high, falling, fall, curve) = pieces
    try:
        place, again, up, down, *bends = (ev.value(term, {}, ev.Context(60)) for term in (left, right, rise, fall, bend, curve))
        if not all(isinstance(x, fmpq) for x in (place, again, up, down)) or (low, high) != (number("-oo"), number("oo")):
            return None
        if place != again or not up > 0 or down != -up or any(x != 0 for x in bends):
            return None
        if ev.holds(Node("compare", rising, "==", Node("add", Node("log", formula(up / 2)), formula(-up * place))), {})[0] is not Truth.TRUE:  # each half has mass 1/2
            return None
        if ev.holds(Node("compare", falling, "==", Node("add", rising, formula(2 * up * place))), {})[0] is not Truth.TRUE:  # the density does not jump, so that both sides have half of the mass
            return None
    except (NoValue, ev.NoRoute):
        return None
    return place, 1 / up


def _closed(node: Node, close: Close, used: list[str]) -> Node:
    if node.head in ("num", "var", "pi", "printed"):
        return node
    if node.head == "member":
        value, where = node.args
        assert isinstance(value, Node) and isinstance(where, Node)
        return Node("member", _closed(value, close, used), where)
    if node.head in ARITHMETIC or node.head in PROPOSITIONS:
        return rebuild(node, lambda child: _closed(child, close, used))
    if node.head == "derivative" and (slope := first_derivative(node)) is not None:
        return _closed(slope, close, used)
    found = close(node)
    if found is None:
        found = _between_laplace_laws(node)
    if found is None:
        raise Unsupported(f"{node.head} has no enclosure over boxes and no closed form")
    if node.head not in used:
        used.append(node.head)
    return found


__all__ = ["Close", "closed_case"]
