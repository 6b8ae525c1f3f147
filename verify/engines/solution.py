"""The infimum of all positive numbers with a property, where the property says on which side of the solution of one equation they lie.

Let g be strictly falling on (0, oo). ``inf {x > 0: a == g(x)}``, and where g has a value everywhere also ``inf {x > 0: a > g(x)}`` and ``inf {x > 0: a >= g(x)}``,
are t if t > 0 and ``a == g(t)``: this equation is proved instead. Evidence of kind ``solution`` is that of its proof (kind ``identity``).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from verify.claims.nodes import Node, child, free_names, literal, number, substitute
from verify.claims.sets import stated
from verify.engines.task import Finding, Status, Task

MIRRORED = {"==": "==", "<": ">", "<=": ">="}
SMOOTH = frozenset({"add", "mul", "exp", "max", "min", "abs", "erf", "erfc", "normal_cdf"})
"""Continuous functions of all finite numbers."""


def equation(task: Task) -> Node | None:
    """The equation that is enough for the statement, or None for statements of another form."""
    goal = task.states
    if goal.head != "compare" or goal.args[1] != "==":
        return None
    first, second = child(goal, 0), child(goal, 2)
    infimum, claimed = (first, second) if first.head == "inf" else (second, first)
    over: Any = infimum.args[0]
    if infimum.head != "inf" or len(over) != 1 or stated(over[0][1]) != POSITIVE or child(infimum, 1) != over[0][0]:
        return None
    name, condition = str(over[0][0].args[0]), infimum.args[2]
    if not isinstance(condition, Node) or condition.head != "compare" or name in free_names(claimed):
        return None
    above_0 = {name} | positive_names(task.forall)
    still, relation, moving = child(condition, 0), str(condition.args[1]), child(condition, 2)
    if name in free_names(still):
        still, relation, moving = moving, MIRRORED.get(relation, ""), still
    if relation not in ("==", ">", ">=") or name in free_names(still) or not positive(claimed, above_0):
        return None
    if direction(moving, name, above_0) != -1 or (relation != "==" and not defined(moving, above_0)):
        return None
    return Node("compare", still, "==", substitute(moving, {name: claimed}))


POSITIVE = Node("interval", number(0), number("oo"), "open", "open")


def positive_names(forall: Any) -> set[str]:
    """Names whose sets hold positive finite numbers alone."""
    found = set()
    for pattern, where in forall:
        where = stated(where)
        if isinstance(pattern, Node) and where.head == "one_of" and all((value := literal(child(where, k))) is not None and value > 0 for k in range(len(where.args))):
            found.add(str(pattern.args[0]))
        if isinstance(pattern, Node) and where.head in ("interval", "integers"):
            low = literal(child(where, 0))
            finite = where.args[1] != number("oo") or where.args[3:] != ("closed",)
            if finite and low is not None and (low > 0 or (low == 0 and where.head == "interval" and where.args[2] == "open")):
                found.add(str(pattern.args[0]))
    return found


def positive(term: Node, above_0: set[str]) -> bool:
    """Whether the term is seen to be a positive number wherever these names are."""
    value = literal(term)
    if value is not None:
        return value > 0
    if term.head == "var":
        return str(term.args[0]) in above_0
    if term.head == "exp":
        return defined(child(term, 0), above_0)
    if term.head in ("add", "mul"):
        return all(positive(child(term, k), above_0) for k in range(len(term.args)))
    if term.head == "log":
        value = literal(child(term, 0))
        return value is not None and value > 1
    if term.head in ("max", "min"):
        return defined(term, above_0) and (any if term.head == "max" else all)(positive(child(term, k), above_0) for k in range(len(term.args)))
    return term.head == "pow" and positive(child(term, 0), above_0) and defined(child(term, 1), above_0)


def defined(term: Node, above_0: set[str]) -> bool:
    """Whether the term is seen to be a finite number, and continuous, for all finite numbers in place of its names, the given ones being positive."""
    if term.head == "log":
        return positive(child(term, 0), above_0)
    if term.head == "pow":
        exponent = literal(child(term, 1))
        whole = exponent is not None and exponent.denominator == 1 and exponent >= 0
        return (whole and defined(child(term, 0), above_0)) or positive(term, above_0)
    return literal(term) is not None or term.head == "var" or (term.head in SMOOTH and all(defined(child(term, k), above_0) for k in range(len(term.args))))


def direction(term: Node, name: str, above_0: set[str]) -> int | None:
    """1 or -1 where the term strictly rises or falls with the name wherever it has a value; None where that is not seen."""
    if term.head == "var":
        return 1 if str(term.args[0]) == name else None
    if term.head in ("exp", "log"):
        return direction(child(term, 0), name, above_0)
    parts = [child(term, k) for k in range(len(term.args))] if term.head in ("add", "mul", "pow") else []
    moving = [part for part in parts if name in free_names(part)]
    if term.head == "pow":
        exponent, way = literal(parts[1]), direction(parts[0], name, above_0)
        root = exponent is not None and exponent > 0 and exponent.denominator % 2 == 0  # has a value where the base is at least 0 alone
        if exponent is None or way is None or exponent == 0 or not (root or positive(parts[0], above_0)):
            return None
        return way if exponent > 0 else -way
    ways = {direction(part, name, above_0) for part in moving}
    if len(ways) != 1 or (term.head == "mul" and (len(moving) != 1 or not all(positive(part, above_0) for part in parts if part not in moving))):
        return None
    return next(iter(ways))


def by_equation(finding: Finding) -> Finding:
    """A proof of the equation as one of the statement."""
    if finding.status is not Status.PROVED:
        return finding
    return replace(finding, summary=f"the infimum is the solution of an equation: {finding.summary}", kind="solution" if finding.kind == "identity" else "")


__all__ = ["by_equation", "equation"]
