"""The closed form of a formula on a whole domain, ends that belong to it included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from verify.claims.nodes import Argument, Node, free_names, pattern_names
from verify.claims.sets import stated
from verify.quantities.exact.expressions import BreakAt, Expr, NoClosedForm, neat, vanishes
from verify.quantities.exact.sign_rules import Signs
from verify.quantities.exact.transport_forms import ClosedForms


def closed_form(node: Node, forall: Sequence[tuple[Any, Node]]) -> Expr | None:
    """One expression in the names (real symbols) that equals a number formula everywhere on the domain, or ``None``.

    Every name must range over an interval with literal ends. The form is derived on the interior and kept if it also holds at every closed end.
    """
    inside: dict[str, Expr] = {}
    back: dict[Expr, Expr] = {}
    ends: dict[str, list[Expr]] = {}
    for pattern, where in forall:
        where = stated(where)
        if isinstance(pattern, tuple) or where.head != "interval":
            continue
        name = pattern_names(pattern)[0]
        low, high = (_literal_end(end) for end in where.args[:2])
        if low is None or high is None:
            continue
        symbol, outer = sp.Symbol(f"{len(inside):02d}_{name}__inside", positive=True), sp.Symbol(name, real=True)
        if low is -sp.oo and high is sp.oo:
            inside[name] = outer
        elif high is sp.oo:
            inside[name], back[symbol] = low + symbol, outer - low
        elif low is -sp.oo:
            inside[name], back[symbol] = high - symbol, high - outer
        else:
            inside[name], back[symbol] = low + (high - low) * symbol / (1 + symbol), (outer - low) / (high - outer)
        ends[name] = [end for end, side in ((low, where.args[2]), (high, where.args[3])) if side == "closed"]
    try:
        found = neat(ClosedForms(inside, Signs()).number(node)).xreplace(back)
        if found.has(sp.nan, sp.zoo) or (found.has(sp.oo, -sp.oo) and found not in (sp.oo, -sp.oo)):
            return None
        for at in _end_points([(name, found_ends) for name, found_ends in ends.items() if found_ends and name in free_names(node)]):
            value = ClosedForms({**inside, **at}, Signs()).number(node).xreplace(back)
            same = found.subs({sp.Symbol(name, real=True): end for name, end in at.items()})
            if same != value and vanishes(same - value) is not True:
                return None
    except (NoClosedForm, BreakAt, ArithmeticError, ValueError, TypeError, AttributeError, NotImplementedError, sp.PolynomialError, RecursionError):
        return None
    return found


def _literal_end(end: Argument) -> Expr | None:
    if isinstance(end, Node) and end.head == "num":
        text = str(end.args[0])
        return sp.oo if text == "oo" else -sp.oo if text == "-oo" else sp.Rational(text)
    return None


def _end_points(ends: Sequence[tuple[str, Sequence[Expr]]]) -> list[dict[str, Expr]]:
    """Every choice of closed ends for at least one name; the other names stay inside."""
    found: list[dict[str, Expr]] = [{}]
    for name, places in ends:
        found = [{**at, **more} for at in found for more in ({}, *({name: end} for end in places))]
    return [at for at in found if at]
