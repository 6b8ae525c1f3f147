"""Functions of which only their domain is known, and perhaps that they have a slope everywhere: in a derivation their values and slopes are unknown numbers.

A function ``f`` with a range "for all f in functions(I, J)" has a finite value at each point of the interval I. Where a hypothesis says ``for all s in I: |d/ds f(s)| < oo``, it has a slope
at each point of I too, and the chain rule holds inside of I. Atoms of :mod:`normal`: ``("f", "map f", x)`` the value at x, ``("f", "smooth f", x)`` the same of a function with slopes, ``("f", "slope f", x)`` its slope.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from verify.evidence.checker.derive import Reader
from verify.evidence.checker.formula import argument, entries, head, names, rational, stated, word
from verify.evidence.checker.normal import Form, atom, number
from verify.evidence.checker.sign_sets import NOT_NEGATIVE, POSITIVE, Missing, Open, Unread


@dataclass(frozen=True)
class Unknown:
    """A function on an interval with finite ends or none; ``smooth``: with a slope at each of its points."""

    name: str
    where: tuple[tuple[str, bool], tuple[str, bool]]
    """Both ends of the domain, and whether they belong to it."""
    smooth: bool


def unknown(name: str, where: Any, hypotheses: Sequence[Any]) -> Unknown:
    """A name that ranges over all functions from one interval to another, with or without further conditions. Raises Unread where a value may be infinite."""
    domain, values = stated(argument(where, 0)), stated(argument(where, 1))
    _ends(values)
    ends = _ends(domain)
    return Unknown(name, ends, any(_has_slopes(part, name, domain) for h in hypotheses for part in (h[1:] if head(h) == "all" else [h])))


def _ends(where: Any) -> tuple[tuple[str, bool], tuple[str, bool]]:
    """The ends of an interval of finite numbers, and whether they belong to it."""
    if head(where) != "interval":
        raise Unread("a function that is not one from an interval to an interval")
    found = [(argument(where, k), word(argument(where, k + 2)) == "closed") for k in (0, 1)]
    if any(not isinstance(end, str) or (belongs and end in ("oo", "-oo")) for end, belongs in found):
        raise Unread("a function with an end of its domain or its values that is a formula, or infinite")
    return found[0], found[1]


def _has_slopes(h: Any, name: str, domain: Any) -> bool:
    """Whether a hypothesis says ``for all s in I: |d/dt f(t) at t = s| < oo`` of the function, I its domain."""
    if head(h) != "forall" or len(entries(h)) != 1 or head(entries(h)[0][0]) != "var" or stated(entries(h)[0][1]) != domain:
        return False
    point, body = entries(h)[0][0], argument(h, 1)
    if head(body) != "compare" or word(argument(body, 1)) != "<" or argument(body, 2) != "oo" or head(body[1]) != "abs":
        return False
    slope = argument(body[1], 0)
    if head(slope) != "derivative" or len(entries(slope)) != 1 or argument(slope, 2) != "1":
        return False
    moving, at = entries(slope)[0]
    value = argument(slope, 1)
    return (
        at == point and head(moving) == "var" and name not in (*names(point), *names(moving)) and head(value) == "apply" and len(value) == 3 and head(value[1]) == "var" and names(value[1]) == [name] and value[2] == moving
    )


def applied(reader: Reader, f: Any) -> Form:
    """The value of such a function at a number of its domain."""
    function = reader.values.get(names(argument(f, 0))[0]) if head(argument(f, 0)) == "var" else None
    if not isinstance(function, Unknown) or len(f) != 3:
        raise Unread("there is no rule for apply")
    x = reader.form(f[2])
    for (end, belongs), way in zip(function.where, (1, -1), strict=True):
        if end in ("oo", "-oo"):
            continue
        gap = x.minus(number(rational(end))).scaled(way)
        sign = reader.signs.sign(gap)
        if sign <= (NOT_NEGATIVE if belongs else POSITIVE):
            continue
        if not sign & (NOT_NEGATIVE if belongs else POSITIVE):
            raise Missing("a function outside of its domain")
        raise Open(gap)
    return atom(("f", f"{'smooth' if function.smooth else 'map'} {function.name}", x))


__all__ = ["Unknown", "applied", "unknown"]
