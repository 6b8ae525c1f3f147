"""Equations that have a solution because the two sides change their order between two numbers (the intermediate value theorem).

Both sides must be seen to be continuous between these numbers: a term whose slopes are bounded on every piece of a cover is.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, number
from verify.engines import evaluate as ev
from verify.engines.slopes import by_mean_value
from verify.quantities import enclosures
from verify.values import numbers
from verify.values.numbers import NoValue

STEPS = 6
"""Doublings and halvings of the distance from an end at which the sides are compared."""
HALVINGS = 4
"""Halvings of the range between two numbers at which the order differs: slopes are sooner bounded on a short one."""
PIECES = 32
"""Pieces on which slopes are looked for."""


def ladder(low: Any, high: Any) -> list[fmpq]:
    """Numbers inside an interval, simple ones, nearer and nearer to its ends and further and further out on a half-line."""
    if isinstance(low, fmpq) and isinstance(high, fmpq):
        return [low + (high - low) * fmpq(k, 8) for k in (4, 2, 6, 1, 7, 3, 5)]
    if not isinstance(low, fmpq) and not isinstance(high, fmpq):
        return [fmpq(0), *(fmpq(sign * 2**k) for k in range(STEPS) for sign in (1, -1))]
    start, way = (low, 1) if isinstance(low, fmpq) else (high, -1)
    return [start + way * fmpq(2) ** k for k in (0, 1, 2, 3, 4, 5, 6, -1, -2, -3, -5)]


def crosses(body: Node, name: str, low: Any, high: Any, ends: list[Any], env: ev.Env, c: ev.Context) -> bool:
    """Whether some number of the interval is seen to solve the equation; a solution that is met itself is kept as a member that decides."""
    if body.head != "compare" or body.args[1] != "==":
        return False
    left, right = ev.argument(body, 0), ev.argument(body, 2)
    apart = ev.Context(c.prec, c.candidates)  # members that bound an extremum on the way decide nothing

    def order(x: fmpq) -> str | None:
        enclosures.spend(1)
        inner = {**env, name: x}
        try:
            return numbers.compare(*ev.sides(body, inner, apart))
        except NoValue:
            return None

    seen = [(x, order(x)) for x in sorted([*ends, *ladder(low, high)])]
    met = next((x for x, side in seen if side == "="), None)
    if met is not None:
        c.inner[name] = met
        return True
    sided = [(x, side) for x, side in seen if side in ("<", ">")]
    for (a, before), (b, after) in pairwise(sided):
        if before == after:
            continue
        for _ in range(HALVINGS):
            middle = (a + b) / 2
            side = order(middle)
            if side not in ("<", ">"):
                break
            a, b = (middle, b) if side == before else (a, middle)
        if _continuous(Node("add", left, Node("mul", number(-1), right)), name, a, b, env, apart):
            return True
    return False


def _continuous(term: Node, name: str, low: fmpq, high: fmpq, env: ev.Env, c: ev.Context) -> bool:
    """Whether the term is seen to have a value and bounded slopes everywhere on [low, high]."""
    pieces = [(low, high)]
    for _ in range(PIECES):
        if not pieces:
            return True
        a, b = pieces.pop()
        found = by_mean_value(term, name, a, b, env, c)
        if found is None or isinstance(found.lo, float) or isinstance(found.hi, float):
            pieces += [((a + b) / 2, b), (a, (a + b) / 2)]
    return not pieces


__all__ = ["crosses", "ladder"]
