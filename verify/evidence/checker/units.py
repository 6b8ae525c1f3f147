"""Units of the numbers of a statement about functions of a class, as powers of (value, length): whether equal units stand on both sides of everything."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.formula import Malformed, Refused, argument, head, names, optional, rational, word

Units = tuple[int, int]
VALUE, LENGTH, SLOPE, CURVATURE, STEP, PURE = (1, 0), (0, 1), (1, -1), (1, -2), (-1, 2), (0, 0)
OF_CLASS = (CURVATURE, CURVATURE, SLOPE, VALUE)
MOST = 40
"""Powers beyond which nothing is concluded."""


def numbers(c: Certificate, over: dict[str, Any]) -> tuple[dict[str, Units], list[str], list[str]]:
    """The units of all numbers, those that become 1, and the one that may be left."""
    dimensions = {argument(argument(where, 0), 0)[1][1] for where in over.values() if head(where) == "function_class" and head(argument(argument(where, 0), 0)) == "var"}
    numbers = [name for name, where in over.items() if head(where) in ("interval", "integers") and name not in dimensions]
    told, ones = c.evidence["units"], c.evidence["ones"]
    if not isinstance(told, dict) or not isinstance(ones, list) or not all(isinstance(u, list) and len(u) == 2 and all(type(k) is int and abs(k) <= MOST for k in u) for u in told.values()):
        raise Malformed("evidence.units maps names to two powers, evidence.ones is a list of names")
    if (ones and not set(numbers) <= set(told)) or not set(ones) <= set(numbers) or len(set(ones)) != len(ones) or len(ones) > 2:
        raise Refused("units are needed for every number where one becomes 1, and at most two do")
    units = {name: (told[name][0], told[name][1]) for name in numbers} if ones else {}
    if c.evidence.get("tied", True) is not True:
        raise Malformed("evidence.tied is true where it is there")
    if "tied" in c.evidence and any(u[0] for u in units.values()):
        raise Refused("tied units are powers of a length")
    if ones and any(head(over[name]) == "integers" and units[name] != PURE for name in numbers):
        raise Refused("integers have no unit")
    if (ones and PURE in (units[name] for name in ones)) or (len(ones) == 2 and units[ones[0]][0] * units[ones[1]][1] == units[ones[0]][1] * units[ones[1]][0]):
        raise Refused("numbers that become 1 have independent units")
    if any(not _above_0(over[name]) for name in ones):
        raise Refused("numbers that become 1 are above 0")
    moving = [name for name in numbers if name not in ones]
    if len(moving) > 1:
        raise Refused("more than one number is left")
    return units, ones, moving


def _above_0(where: Any) -> bool:
    low = argument(where, 0)
    if head(where) != "interval" or not isinstance(low, str) or low in ("oo", "-oo"):
        return False
    return rational(low) > 0 or (rational(low) == 0 and word(argument(where, 2)) == "open")


class Dimensions:
    """Whether equal units stand on both sides of everything. ``tied``: values change by the square of what lengths change by, so that (v, l) is (0, 2 v + l)."""

    def __init__(self, over: dict[str, Any], units: dict[str, Units], tied: bool) -> None:
        self.over, self.units, self.tied = over, units, tied

    def own(self, unit: Units) -> Units:
        return (0, 2 * unit[0] + unit[1]) if self.tied else unit

    def statement(self, comparisons: list[Any]) -> None:
        for name, where in self.over.items():
            if name in self.units:
                for end in where[1:3]:
                    self.needs(end, self.own(self.units[name]))
            elif head(where) == "function_class":
                for k, unit in enumerate(OF_CLASS, 1):
                    if optional(where, k) is not None:
                        self.needs(where[k + 1], self.own(unit))
            elif head(where) == "subdifferential":
                self.needs(argument(where, 1), self.own(LENGTH))
        for p in comparisons:
            if head(p) != "compare":
                raise Refused("a hypothesis or goal that is not a comparison")
            self.alike([argument(p, 0), argument(p, 2)])

    def needs(self, f: Any, unit: Units) -> None:
        if self.of(f) not in (None, unit):
            raise Refused("units that do not fit")

    def alike(self, terms: list[Any]) -> Units | None:
        found = {self.of(f) for f in terms} - {None}
        if len(found) > 1:
            raise Refused("terms of different units")
        return found.pop() if found else None

    def of(self, f: Any) -> Units | None:
        """The unit of a term; None for 0 and infinity."""
        if isinstance(f, str):
            return None if f in ("0", "oo", "-oo") else PURE
        kind = head(f)
        if kind == "var":
            return self.of_name(names(f)[0])
        if kind in ("add", "max", "min"):
            return self.alike(f[1:])
        if kind == "mul":
            units = [self.of(part) for part in f[1:]]
            return None if None in units else (sum(u[0] for u in units if u), sum(u[1] for u in units if u))
        if kind == "pow":
            base, half = self.of(argument(f, 0)), halves(argument(f, 1))
            if half == 0:  # 1, of 0 too
                return PURE
            if base is not None and (base[0] * half % 2 or base[1] * half % 2):
                raise Refused("a root of something whose unit is no square")
            return None if base is None else (base[0] * half // 2, base[1] * half // 2)
        if kind in ("norm", "abs", "item"):
            return self.of(argument(f, 0))
        if kind == "sum":
            return self.of(argument(f, 1))
        if kind in ("apply", "gradient", "prox"):
            self.needs(argument(f, 1), self.own(LENGTH))
            if kind == "prox":
                self.needs(argument(f, 2), self.own(STEP))
            return self.own({"apply": VALUE, "gradient": SLOPE, "prox": LENGTH}[kind])
        raise Refused(f"no unit of {kind}")

    def of_name(self, name: str) -> Units:
        if name in self.units:
            return self.own(self.units[name])
        kind = head(self.over.get(name))
        if kind in ("points", "euclid", "minimisers"):
            return self.own(LENGTH)
        if kind == "subdifferential":
            return self.own(SLOPE)
        raise Refused(f"no unit of {name}")


def halves(f: Any) -> int:
    """Twice an exponent that is an integer or half of one."""
    value = 2 * rational(f) if isinstance(f, str) and f not in ("oo", "-oo") else Fraction(1, 2)
    if value.denominator != 1 or abs(value) > 2 * MOST:
        raise Refused("a power that is neither whole nor half of a whole number, or too high")
    return int(value)
