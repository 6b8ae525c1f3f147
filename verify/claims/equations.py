"""Equations solved for a name by inverse functions: ``y^2 == x`` with y >= 0 gives ``y = x^(1/2)``.

Each solution comes with the conditions under which it is one: where they hold, the name satisfies the equation exactly if it has this value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from verify.claims import terms
from verify.claims.nodes import Node, child, free_names, literal, number, rebuild, walk
from verify.claims.propositions import Compare


@dataclass(frozen=True, slots=True)
class Solution:
    """``name == value`` where the conditions hold."""

    name: str
    value: Node
    given: tuple[Node, ...] = ()


Sign = Callable[[str], int]
"""1 for a name that is not negative, -1 for one that is not positive, 0 where that is not known."""


def solutions(equation: Node, sign: Sign, but: frozenset[str] = frozenset()) -> list[Solution] | None:
    """All solutions of an equation for one of its names; None where no name can be isolated. ``but``: names not to solve for.

    Values that are finite everywhere are preferred, then a name that stands alone.
    """
    left, right = child(equation, 0), child(equation, 2)
    positive = frozenset(name for name in free_names(equation) if sign(name) > 0)
    found: list[list[Solution]] = []
    for side, value in ((left, right), (right, left)):
        for name in sorted(free_names(side) - free_names(value) - but, key=lambda name: (side != Node("var", name), name)):
            once = side if _count(side, name) == 1 else _with_powers(side)
            if _count(once, name) == 1:
                some = list(_isolated(once, value, (), name, sign))
                if some and None not in some:
                    found.append([one for one in some if one is not None])
    return min(found, key=lambda some: (not all(total(one.value, positive) for one in some), len(some) if some[0].given else 0), default=None)


def _with_powers(formula: Node) -> Node:
    """The formula with ``x * x``, and the powers of x in a product, as one power where all exponents are positive whole numbers, or all negative ones."""
    formula = rebuild(formula, _with_powers)
    if formula.head != "mul":
        return formula
    exponents: dict[Node, Fraction] = {}
    for part in formula.args:
        assert isinstance(part, Node)
        base, exponent = (child(part, 0), literal(child(part, 1))) if part.head == "pow" else (part, Fraction(1))
        if exponent is None or exponent.denominator != 1 or literal(base) is not None:
            base, exponent = part, Fraction(1)
        if base in exponents and exponents[base] * exponent < 0:  # they cancel where the base is 0
            return formula
        exponents[base] = exponents.get(base, Fraction(0)) + exponent
    if len(exponents) == len(formula.args):
        return formula
    factors = [base if exponent == 1 else base ** number(exponent) for base, exponent in exponents.items()]
    return factors[0] if len(factors) == 1 else Node("mul", *factors)


def _count(formula: Node, name: str) -> int:
    return sum(part == Node("var", name) for part in walk(formula))


def _isolated(side: Node, value: Node, given: tuple[Node, ...], name: str, sign: Sign) -> Iterator[Solution | None]:
    """Solutions of ``side == value`` for a name that occurs once in the side; None among them where it cannot be isolated."""
    if side.head == "var":
        yield Solution(name, value, given)
        return
    parts = [part for part in side.args if isinstance(part, Node)]
    inner = next(part for part in parts if name in free_names(part))
    others = [part for part in parts if part is not inner]
    if side.head == "add":
        for part in others:
            value = value - part
        yield from _isolated(inner, value, given, name, sign)
    elif side.head == "mul" and all(literal(part) not in (None, 0) or part.head == "pi" for part in others):
        for part in others:
            value = value / part
        yield from _isolated(inner, value, given, name, sign)
    elif side.head == "exp":
        yield from _isolated(inner, terms.log(value), (*given, Compare(value, ">", 0)), name, sign)
    elif side.head == "log":
        yield from _isolated(inner, terms.exp(value), given, name, sign)
    elif side.head == "pow" and inner is parts[0] and (exponent := literal(parts[1])) is not None and exponent > 0:
        yield from _roots(inner, exponent, value, given, name, sign)
    else:
        yield None


def _roots(base: Node, exponent: Fraction, value: Node, given: tuple[Node, ...], name: str, sign: Sign) -> Iterator[Solution | None]:
    """Solutions of ``base ** exponent == value``."""
    inverse = number(1 / exponent)
    if exponent.denominator == 1 and exponent.numerator % 2:
        yield from _isolated(base, terms.root(value, exponent.numerator), given, name, sign)
        return
    given = (*given, Compare(value, ">=", 0))
    root = value**inverse
    known = sign(name) if base.head == "var" else 0
    if exponent.denominator != 1 or known >= 0:
        yield from _isolated(base, root, given, name, sign)
    if exponent.denominator == 1 and known <= 0:
        yield from _isolated(base, -root, given, name, sign)


def not_negative(formula: Node, positive: frozenset[str]) -> bool:
    """Whether a formula is not negative at sight where it has a value. ``positive``: names of numbers that are not negative."""
    value = literal(formula)
    if value is not None:
        return value >= 0
    if formula.head == "var":
        return str(formula.args[0]) in positive
    if formula.head == "pow" and (exponent := literal(child(formula, 1))) is not None and (exponent.denominator > 1 or exponent.numerator % 2 == 0):
        return True
    return formula.head in ("pi", "exp", "abs") or (formula.head in ("add", "mul", "max", "pow") and all(not_negative(a, positive) for a in formula.args if isinstance(a, Node)))


def total(formula: Node, positive: frozenset[str]) -> bool:
    """Whether a formula has a finite value everywhere, at sight."""
    if formula.head == "pow":
        base, exponent = child(formula, 0), literal(child(formula, 1))
        return exponent is not None and exponent > 0 and total(base, positive) and (exponent.denominator == 1 or not_negative(base, positive))
    return formula.head in ("num", "var", "pi") or (formula.head in ("add", "mul", "exp", "abs", "max", "min", "sin", "cos", "atan") and all(total(a, positive) for a in formula.args if isinstance(a, Node)))


__all__ = ["Sign", "Solution", "not_negative", "solutions", "total"]
