"""Intervals of many boxes at once in NumPy: where a statement may be false, where a form is hard. Nothing here proves anything.

Each operation is rounded outwards by a stated margin: 2 units of 2^-52 for arithmetic, 8 for ``exp``, ``log`` and powers, and what an entry of the table of
functions states for its floating-point routine. Nobody has proved these margins for the libraries, so what is found is a proposal: a point is tested
exactly, a box is certified by balls.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from verify.engines.boxes.domain import Side
from verify.engines.boxes.formula import Graph, Unsupported
from verify.values.entry import Primitive
from verify.values.numbers import NoValue, to_float
from verify.values.primitives import PRIMITIVES

UNIT = 2.0**-52
TINY = 5e-324
POINTS, FEW = 4096, 128
"""Points that are looked at; few where a function is slow."""
MOST = 6
"""Points that are handed on for an exact test."""
Pair = tuple[Any, Any]


def _outward(lo: Any, hi: Any, units: int = 2) -> Pair:
    """Wider by a share; what is no number becomes the whole line."""
    with np.errstate(all="ignore"):
        low = lo - np.abs(lo) * (units * UNIT) - TINY
        high = hi + np.abs(hi) * (units * UNIT) + TINY
    return np.where(np.isnan(low), -np.inf, low), np.where(np.isnan(high), np.inf, high)


def _times(x: Pair, y: Pair) -> Pair:
    with np.errstate(all="ignore"):
        corners = [np.where((p == 0) | (q == 0), 0.0, p * q) for p in x for q in y]
    return _outward(np.minimum.reduce(corners), np.maximum.reduce(corners))


def _inverse(x: Pair) -> Pair:
    with np.errstate(all="ignore"):
        across = (x[0] <= 0) & (x[1] >= 0)
        return _outward(np.where(across, -np.inf, 1 / x[1]), np.where(across, np.inf, 1 / x[0]))


def _whole(x: Pair, n: int) -> Pair:
    if n < 0:
        return _inverse(_whole(x, -n))
    with np.errstate(all="ignore"):
        ends = x[0] ** n, x[1] ** n
    if n % 2:
        return _outward(*ends, 8)
    across = (x[0] < 0) & (x[1] > 0)
    return _outward(np.where(across, 0.0, np.minimum(*ends)), np.maximum(*ends), 8)


def _rising(function: Any, x: Pair, units: int = 8) -> Pair:
    with np.errstate(all="ignore"):
        return _outward(function(x[0]), function(x[1]), units)


def _log(x: Pair) -> Pair:
    """Also of what reaches 0: the part above it."""
    with np.errstate(all="ignore"):
        return _outward(np.where(x[0] <= 0, -np.inf, np.log(x[0])), np.where(x[1] <= 0, np.nan, np.log(x[1])), 8)


def _special(entry: Primitive, arguments: Sequence[Pair]) -> Pair:
    """A function that moves one way in each argument, by the ends that count; the whole line for others, unless the arguments are points."""
    ways = entry.ways
    points = all(np.array_equal(lo, hi) for lo, hi in arguments)
    if not points and not all(isinstance(way, int) for way in ways):
        line = np.full(np.broadcast(*(lo for lo, _ in arguments)).shape, np.inf)
        return -line, line
    low = [pair[0] if points or way == 1 else pair[1] for pair, way in zip(arguments, ways, strict=True)]
    high = [pair[1] if points or way == 1 else pair[0] for pair, way in zip(arguments, ways, strict=True)]
    with np.errstate(all="ignore"):
        return _outward(np.asarray(entry.floating(*low), float), np.asarray(entry.floating(*high), float), entry.ulps)


def intervals(graph: Graph, k: int, at: Sequence[Pair], cache: dict[int, Pair] | None = None) -> Pair:
    """Bounds of part ``k`` on many boxes: ``at`` has a pair of arrays of ends for each coordinate. Raises Unsupported for a part without such bounds."""
    cache = {} if cache is None else cache
    found = cache.get(k)
    if found is None:
        found = cache[k] = _evaluate(graph, graph.parts[k], at, cache)
    return found


def _evaluate(graph: Graph, entry: tuple[Any, ...], at: Sequence[Pair], cache: dict[int, Pair]) -> Pair:
    head = entry[0]
    if head == "var":
        side: Pair = at[entry[1]]
        return side
    if head in ("num", "pi"):
        value = math.pi if head == "pi" else to_float(entry[1])
        return _outward(np.float64(value), np.float64(value))
    if head in ("ipow", "rpow"):
        x = intervals(graph, entry[1], at, cache)
        return _whole(x, entry[2]) if head == "ipow" else _exp(_times(_constant(float(entry[2].p) / float(entry[2].q)), _log(x)))
    if head in ("if", "if_slope", "slope_of", "slope_sign", "slope_of_maximum", "sign_of", "flat"):
        raise Unsupported(f"{head} has no bounds in arrays")
    arguments = [intervals(graph, j, at, cache) for j in entry[1:]]
    if head == "add":
        with np.errstate(all="ignore"):
            return _outward(arguments[0][0] + arguments[1][0], arguments[0][1] + arguments[1][1])
    if head == "mul":
        return _times(*arguments)
    if head == "pow":
        return _exp(_times(_log(arguments[0]), arguments[1]))
    if head == "exp":
        return _exp(arguments[0])
    if head == "log":
        return _log(arguments[0])
    if head == "abs":
        lo, hi = arguments[0]
        return np.where((lo <= 0) & (hi >= 0), 0.0, np.minimum(abs(lo), abs(hi))), np.maximum(abs(lo), abs(hi))
    if head in ("max", "min"):
        pick = np.maximum if head == "max" else np.minimum
        return pick(arguments[0][0], arguments[1][0]), pick(arguments[0][1], arguments[1][1])
    if head in ("floor", "ceiling"):
        whole = np.floor if head == "floor" else np.ceil
        return whole(arguments[0][0]), whole(arguments[0][1])
    if head in PRIMITIVES:
        return _special(PRIMITIVES[head], arguments)
    raise Unsupported(f"{head} has no bounds in arrays")


def _constant(value: float) -> Pair:
    return _outward(np.float64(value), np.float64(value))


def _exp(x: Pair) -> Pair:
    return _rising(np.exp, x)


# --- points ----------------------------------------------------------------------------------------------------------


def spread(sides: Sequence[Side], count: int = POINTS) -> list[Any]:
    """Coordinates of points spread over a box (a lattice of good directions, no randomness); long and unbounded sides get points of every size."""
    root = 2.0
    for _ in range(40):  # the root of x^(d+1) = x + 1
        root = (1 + root) ** (1 / (len(sides) + 1))
    columns = []
    for k, side in enumerate(sides):
        share = (0.5 + np.arange(1, count + 1) * root ** -(k + 1)) % 1.0
        columns.append(_placed(side, share))
    return columns


def _placed(side: Side, share: Any) -> Any:
    lo, hi = (float(end) for end in (side.lo, side.hi))
    if math.isinf(lo) and math.isinf(hi):
        values = np.sinh(10 * (2 * share - 1))
    elif math.isinf(hi):
        values = lo + share / (1 - share) * (1 + np.exp(8 * share) / 64)
    elif math.isinf(lo):
        values = hi - share / (1 - share) * (1 + np.exp(8 * share) / 64)
    elif lo > 0 and hi > 64 * lo:
        values = np.exp(math.log(lo) + (math.log(hi) - math.log(lo)) * share)
    else:
        values = lo + (hi - lo) * share
    return np.clip(np.round(values), lo, hi) if side.integer else np.clip(values, lo, hi)


def doubtful(graph: Graph, goal: tuple[Any, ...], given: Sequence[tuple[Any, ...]], sides: Sequence[Side]) -> list[tuple[Fraction, ...]]:
    """Points where a comparison seems to fail, the worst first, as short fractions; none where that is not seen or the statement is no comparison."""
    if goal[0] != "compare" or goal[2] not in ("<=", "<", ">=", ">") or not sides:
        return []
    slow = any((entry := PRIMITIVES.get(part[0])) is not None and entry.slow for part in graph.parts)
    columns = spread(sides, FEW if slow else POINTS)
    at = [(column, column) for column in columns]
    cache: dict[int, Pair] = {}
    try:
        gap, size = _gap(graph, goal, at, cache)
        for hypothesis in given:
            if hypothesis[0] == "compare" and hypothesis[2] in ("<=", "<", ">=", ">"):
                gap = np.where(_gap(graph, hypothesis, at, cache)[0] < 0, np.nan, gap)
    except (Unsupported, NoValue):
        return []
    with np.errstate(all="ignore"):
        relative = np.where(np.isfinite(gap), gap / size, np.nan)
    if not np.any(relative < 0):
        return []
    order = np.argsort(np.where(np.isnan(relative), np.inf, relative))[:MOST]
    return [tuple(_short(side, float(column[j])) for side, column in zip(sides, columns, strict=True)) for j in order if relative[j] < 0]


def _gap(graph: Graph, goal: tuple[Any, ...], at: Sequence[Pair], cache: dict[int, Pair]) -> tuple[Any, Any]:
    """Upper bounds of the larger side less the smaller one at points, and the size of both."""
    _, a, relation, b = goal
    small, large = (a, b) if relation in ("<=", "<") else (b, a)
    x, y = intervals(graph, small, at, cache), intervals(graph, large, at, cache)
    with np.errstate(all="ignore"):
        shape = at[0][0].shape
        return np.broadcast_to(y[1] - x[0], shape), np.broadcast_to(np.abs(x[0]) + np.abs(y[1]) + 1e-300, shape)


def _short(side: Side, value: float) -> Fraction:
    """A short fraction near a float, inside the side."""
    found = Fraction(value).limit_denominator(512) if abs(value) < 2**20 else Fraction(round(value))
    if abs(value) < 2**-6:
        found = Fraction(value) if value == 0 else 1 / Fraction(1 / value).limit_denominator(64) if abs(value) > 1e-300 else Fraction(value)
    inside = (found > side.lo or (found == side.lo and not side.lo_open)) and (found < side.hi or (found == side.hi and not side.hi_open))
    return found if inside else Fraction(value)


__all__ = ["doubtful", "intervals", "spread"]
