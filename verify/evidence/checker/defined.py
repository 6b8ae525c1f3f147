"""Formulas that have a value whatever their names stand for, and quantities that lie in their range, by the definition of their constructs alone."""

from __future__ import annotations

from typing import Any

from verify.evidence.checker.formula import argument, head, names, optional, rational, same, stated, word

NUMBERS = ("interval", "integers", "one_of")
LEAST = {"wasserstein": 1, "renyi": 0}
"""The least order at which a quantity of two laws has a value in [0, oo]."""

UNIT = ["interval", "0", "1", ["word", "closed"], ["word", "closed"]]
RANGES = {"hockey_stick": UNIT, "total_variation": UNIT, "gaussian_dp": ["interval", "0", "oo", ["word", "closed"], ["word", "closed"]]}
"""Divergences of two laws on one space that have a value for all of them, and where it lies by their definition."""


def lies_in_its_range(f: Any, place: Any, over: list[tuple[Any, Any]]) -> bool:
    """Whether a set is the range of a divergence of two names of laws on one space, at arguments that have a value whatever their names stand for."""
    spaces = {name: argument(stated(where), 0) for pattern, where in over if head(pattern) == "var" and head(stated(where)) == "laws" for name in names(pattern)}
    laws = [names(p)[0] for p in f[1:3] if head(p) == "var"] if head(f) in RANGES else []
    return len(laws) == 2 and spaces.keys() >= set(laws) and same(*(spaces[name] for name in laws)) and same(stated(place), RANGES[head(f)]) and all(has_value(part, over) for part in f[3:])


def has_value(f: Any, over: list[tuple[Any, Any]]) -> bool:
    """Whether a formula has a value for all values of the names in ``over``; False where that is not seen."""
    kind = head(f)
    if kind == "num" or kind == "pi":
        return True
    places = {name: stated(where) for pattern, where in over if head(pattern) == "var" for name in names(pattern)}
    if kind == "var":
        where = places.get(names(f)[0])
        return where is not None and head(where) in NUMBERS and all(has_value(v, over) for v in (where[1:] if head(where) == "one_of" else where[1:3]))
    if kind in ("abs", "max", "min", "exp", "erf", "erfc", "normal_cdf"):
        return len(f) > 1 and all(has_value(part, over) for part in f[1:])
    if kind in ("total_variation", "l1_distance", "kantorovich", *LEAST):
        laws = [places.get(names(p)[0]) if head(p) == "var" else None for p in (argument(f, 0), argument(f, 1))]
        if any(law is None or head(law) != "laws" for law in laws) or not same(laws[0], laws[1]):
            return False
        if kind in ("wasserstein", "kantorovich"):  # the norm may be left out on the line alone
            norm, space = optional(f, 3 if kind == "wasserstein" else 2), argument(laws[0], 0)  # type: ignore[arg-type]
            if not (head(space) != "euclid" or space[1] == "1" if norm is None else _at_least(norm, 1, places)):
                return False
        return kind not in LEAST or _at_least(argument(f, 2), LEAST[kind], places)
    return kind in ("add", "mul") and _finite(f, over)


def _finite(f: Any, over: list[tuple[Any, Any]]) -> bool:
    """Whether a formula has a finite value for all values of the names; False where that is not seen."""
    kind = head(f)
    if kind == "num":
        return f not in ("oo", "-oo")
    if kind == "var":
        place: Any = next((stated(where) for pattern, where in reversed(over) if head(pattern) == "var" and names(pattern)[0] == names(f)[0]), None)
        if head(place) == "one_of":
            return all(_finite(v, over) for v in place[1:])
        if head(place) == "integers":
            return has_value(f, over)
        return head(place) == "interval" and all((word(place[k + 2]) == "open" and has_value(place[k], over)) or _finite(place[k], over) for k in (1, 2))
    return kind == "pi" or (kind in ("add", "mul", "abs", "max", "min", "exp") and len(f) > 1 and all(_finite(part, over) for part in f[1:]))


def _at_least(order: Any, least: int, places: dict[str, Any]) -> bool:
    if head(order) == "num":
        return order == "oo" or (order != "-oo" and rational(order) >= least)
    where = places.get(names(order)[0]) if head(order) == "var" else None
    return where is not None and head(where) in ("interval", "integers") and optional(where, 0) not in (None, "oo", "-oo") and head(where[1]) == "num" and rational(where[1]) >= least


__all__ = ["has_value", "lies_in_its_range"]
