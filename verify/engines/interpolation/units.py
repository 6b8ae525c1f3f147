"""Units of the numbers of a statement about functions of a class, as powers of (value, length).

Under a change of units (values times c > 0, lengths times r > 0) a function f of a class becomes the function c f(x / r) of a class with other constants. Where both
sides of every comparison have the same unit, and the ends of every range that of their name, up to two constants may be taken as 1.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from verify.claims.nodes import Node, free_names, literal

UNITS = ((0, 0), (1, -2), (0, 1), (-1, 2), (1, 0), (1, -1), (0, 2), (2, -2))
"""Units that a number may have, as powers of (value, length): a factor, a curvature, a distance, a step, a value, a slope, their squares."""
Unit = tuple[int, int]
Sets = Sequence[tuple[Any, Node]]
"""Names with their sets."""


class Unsupported(Exception):
    """The statement is not of this kind; the message says why."""


class _Measures:
    """Units of the terms of a statement, from those of its names."""

    def __init__(self, known: Mapping[str, Unit], tied: bool) -> None:
        self.known, self.tied = known, tied

    def of(self, term: Node) -> Unit | None:
        """The unit; None for 0 and infinity, which have every unit. Raises Unsupported where there is none."""
        kind = term.head
        if kind == "num":
            return None if literal(term) in (0, None) else (0, 0)
        if kind == "var":
            if term.args[0] not in self.known:
                raise Unsupported("a name of another kind")
            return self.known[str(term.args[0])]
        if kind in ("add", "min", "max"):
            return self.same(*(part for part in term.args if isinstance(part, Node)))
        if kind == "mul":
            units = [self.of(part) for part in term.args if isinstance(part, Node)]
            return None if None in units else (sum(u[0] for u in units if u), sum(u[1] for u in units if u))
        if kind == "pow":
            base, power = self.of(term.args[0]), literal(term.args[1])  # type: ignore[arg-type]
            if power is None or power.denominator > 2:
                raise Unsupported("a power that is neither whole nor half of a whole number")
            if power == 0:  # 1, of 0 too
                return (0, 0)
            half = int(2 * power)
            if base is not None and (base[0] * half % 2 or base[1] * half % 2):
                raise Unsupported("a root of something whose unit is no square")
            return None if base is None else (base[0] * half // 2, base[1] * half // 2)
        if kind in ("norm", "item", "abs"):
            return self.of(term.args[0])  # type: ignore[arg-type]
        if kind == "apply":
            self.expect(term.args[1], (0, 1))
            return _own((1, 0), self.tied)
        if kind == "gradient":
            self.expect(term.args[1], (0, 1))
            return _own((1, -1), self.tied)
        if kind == "prox":
            self.expect(term.args[1], (0, 1))
            self.expect(term.args[2], _own((-1, 2), self.tied))
            return (0, 1)
        if kind == "sum":
            return self.of(term.args[1])  # type: ignore[arg-type]
        raise Unsupported(f"{kind} in a statement about functions of a class")

    def same(self, *terms: Node) -> Unit | None:
        units = {unit for one in terms if (unit := self.of(one)) is not None}
        if len(units) > 1:
            raise Unsupported("terms of different units side by side")
        return next(iter(units), None)

    def expect(self, term: Any, unit: Unit) -> None:
        if self.of(term) not in (unit, None):
            raise Unsupported("a point, step or constant of another unit")


def _own(unit: Unit, tied: bool) -> Unit:
    """A unit where values change by the square of what lengths change by."""
    return (0, 2 * unit[0] + unit[1]) if tied else unit


def _consistent(forall: Sequence[tuple[Any, Node]], comparisons: Sequence[Node], units: Mapping[str, Unit], tied: bool) -> bool:
    measures = _Measures(units, tied)
    try:
        for pattern, where in forall:
            name = str(pattern.args[0])
            if where.head == "interval":
                for end in where.args[:2]:
                    measures.expect(end, units[name])
            elif where.head == "function_class":
                for end, unit in zip(where.args[1:], ((1, -2), (1, -2), (1, -1), (1, 0)), strict=True):
                    if end is not None:
                        measures.expect(end, _own(unit, tied))
            elif where.head == "subdifferential":
                measures.expect(where.args[1], (0, 1))
        for one in comparisons:
            measures.same(one.args[0], one.args[2])  # type: ignore[arg-type]
    except Unsupported:
        return False
    return True


def normalised(numbers: Sequence[str], sets: Sets, dimension: Any, comparisons: Sequence[Node]) -> tuple[dict[str, Unit], tuple[str, ...], bool] | None:
    """Units, numbers that become 1, such that at most one number is left, and whether values change by the square of what lengths change by; None where there are none."""
    for tied in (False, True):
        fixed = {str(pattern.args[0]): _own(unit, tied) for pattern, where in sets for unit in (_unit(where),) if unit is not None}
        for chosen in itertools.product(*(dict.fromkeys(_own(unit, tied) for unit in _candidates(name, sets)) for name in numbers)):
            units = {**fixed, **dict(zip(numbers, chosen, strict=True))}
            if _consistent([(p, w) for p, w in sets if p != dimension], comparisons, units, tied):
                ones = _normalised(numbers, units, sets)
                if len(numbers) - len(ones) <= 1:
                    return units, ones, tied
    return None


def _unit(where: Node) -> Unit | None:
    return (0, 1) if where.head in ("points", "euclid", "minimisers") else (1, -1) if where.head == "subdifferential" else (0, 0) if where.head == "function_class" else None


def _candidates(name: str, sets: Sequence[tuple[Any, Node]]) -> Sequence[Unit]:
    """The unit of a constant of a class is known, and integers have none."""
    for pattern, where in sets:
        if where.head == "integers" and pattern == Node("var", name):
            return ((0, 0),)
        if where.head == "function_class":
            for end, unit in zip(where.args[1:], ((1, -2), (1, -2), (1, -1), (1, 0)), strict=True):
                if end == Node("var", name):
                    return (unit,)
    return UNITS


def _normalised(numbers: Sequence[str], units: Mapping[str, Unit], sets: Sequence[tuple[Any, Node]]) -> tuple[str, ...]:
    """Positive numbers, at most two, with independent units; those with the plainest ranges first."""
    positive = [name for name in numbers for where in (next(w for p, w in sets if str(p.args[0]) == name),) if where.head == "interval" and _is_positive(where)]
    positive.sort(key=lambda name: len(free_names(next(w for p, w in sets if str(p.args[0]) == name))))
    found: list[str] = []
    for name in positive:
        u = units[name]
        if u != (0, 0) and (not found or (len(found) == 1 and units[found[0]][0] * u[1] != units[found[0]][1] * u[0])):
            found.append(name)
    return tuple(found)


def _is_positive(where: Node) -> bool:
    low = literal(where.args[0]) if isinstance(where.args[0], Node) else None
    return low is not None and (low > 0 or (low == 0 and where.args[2] == "open"))


__all__ = ["Unsupported", "normalised"]
