"""Where a statement holds and where it fails, in two of its parameters: a paving of their ranges by certified pieces.

A piece *holds* where the statement is proved for all values of the other names, *fails* where it is certainly false for one exact value of them,
and is undecided otherwise. Pieces are rectangles and, along a smooth boundary of ``lhs <= rhs`` in two parameters, strips between two straight
polylines: where ``g = rhs - lhs`` is strictly monotone in y on a box, and its second derivative along a chord of width h is at most K in size,
g on the chord is at least the lesser value at its ends less ``K h^2 / 8``, and beyond the chord by monotony. Corners are fractions, so that
areas are exact. Two parameters with finite ranges are needed.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, fmpq

from verify.claims.nodes import Node
from verify.claims.propositions import NEGATED, ORDERED
from verify.engines.boxes import arithmetic as ia
from verify.engines.boxes import points
from verify.engines.boxes.closing import closed_case
from verify.engines.boxes.compiled import NAN, compiled
from verify.engines.boxes.domain import Case, Side, cases
from verify.engines.boxes.formula import Graph, Unsupported
from verify.engines.boxes.proof import Box, Prover
from verify.engines.task import Task
from verify.values import numbers as exact_numbers

BITS = 64
BOXES = 2_000
SHARE = Fraction(1, 1000)
"""Undecided share of the area at which the paving stops."""
NODES = 40
"""Most chords in one cell."""
HOLDS, FAILS, UNDECIDED = "holds", "fails", "undecided"
Point = tuple[Any, Any]
"""Two fractions, as ``fmpq``: thousands of corners are cut."""
Polygon = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Region:
    """Pieces of the rectangle of two parameters with what is certain on each."""

    names: tuple[str, str]
    ranges: tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]
    pieces: tuple[tuple[str, Polygon], ...]
    boxes: int

    def share(self, state: str) -> Fraction:
        """The exact share of the area in a state."""
        (a, b), (c, d) = self.ranges
        return _fraction(sum((area(p) for s, p in self.pieces if s == state), fmpq(0))) / ((b - a) * (d - c))

    def row(self) -> dict[str, Any]:
        """Stored data: shares as decimals and as fractions where these are short; corners as decimals."""
        return {
            "names": list(self.names), "ranges": [[str(end) for end in ends] for ends in self.ranges],
            "shares": {state: f"{float(self.share(state)):.9g}" for state in (HOLDS, FAILS, UNDECIDED)},
            "pieces": [[state, [[f"{float(x):.9g}", f"{float(y):.9g}"] for x, y in polygon]] for state, polygon in self.pieces],
        }


def area(polygon: Polygon) -> Any:
    """The area of a convex polygon, exactly, as ``fmpq``."""
    total = fmpq(0)
    for a, b in zip(polygon, (*polygon[1:], *polygon[:1]), strict=True):
        total += a[0] * b[1] - b[0] * a[1]
    return abs(total) / 2


def paving(task: Task, names: tuple[str, str], boxes: int = BOXES, share: Fraction = SHARE,
           window: tuple[tuple[Fraction, Fraction], ...] | None = None) -> Region | str:
    """The paving in two parameters, or the reason why there is none; ``window`` narrows what is drawn."""
    try:
        with exact_numbers.precision(BITS):
            found = [closed_case(case, None, []) for case in cases(task.forall, task.given, task.states)]
            if len(found) != 1 or found[0].chosen:
                return "a paving needs names that range over intervals"
            return _Paver(found[0], names, window).run(boxes, share)
    except Unsupported as reason:
        return str(reason)
    except OverflowError:
        return "numbers beyond the range of floating point"


class _Paver:
    def __init__(self, case: Case, names: tuple[str, str], window: tuple[tuple[Fraction, Fraction], ...] | None) -> None:
        order = tuple(case.sides)
        if names[0] == names[1]:
            raise Unsupported("a paving needs two different parameters")
        for name in names:
            if name not in order or case.names.get(name) != Node("var", name) or case.sides[name].integer:
                raise Unsupported(f"{name} is no parameter that ranges over an interval with numbers as ends")
        self.names = names
        self.graph = Graph(order)
        self.sides = list(case.sides.values())
        self.axes = (order.index(names[0]), order.index(names[1]))
        for k, ends in zip(self.axes, window or (), strict=False):
            side = self.sides[k]
            self.sides[k] = Side(max(side.lo, ends[0]), min(side.hi, ends[1]), side.lo_open and ends[0] <= side.lo, side.hi_open and ends[1] >= side.hi)
        for k in self.axes:
            if isinstance(self.sides[k].lo, float) or isinstance(self.sides[k].hi, float) or not self.sides[k].wide:
                raise Unsupported(f"{order[k]} must have a finite range to be drawn; add its ends")
        self.given = [self.graph.proposition(g) for g in case.given]
        self.goal = self.graph.proposition(case.states)
        self.opposite = _negated(self.goal)
        self.prover = Prover(self.graph, self.sides, order=1)
        self.others = [k for k in range(len(order)) if k not in self.axes and self.sides[k].wide]
        self.floats = points.Floats(self.graph)
        self.gap: int | None = None
        if self.goal[0] == "compare" and self.goal[2] in ("<=", "<", ">=", ">") and not self.others and not self.given:
            small, large = (self.goal[1], self.goal[3]) if self.goal[2] in ("<=", "<") else (self.goal[3], self.goal[1])
            if not self.graph.jumps[small] and not self.graph.jumps[large]:
                self.gap = self.graph.minus(large, small)
        self.code = None if self.gap is None else _code(self.graph, self.gap)
        self.alone = [arb(_fmpq(side.lo)) if not side.wide else NAN for side in self.sides]
        """The value of each coordinate that is not drawn."""
        self.boxes = 0

    def run(self, budget: int, share: Fraction) -> Region:
        start = tuple((self.sides[k].lo, self.sides[k].hi) for k in self.axes)
        whole = (start[0][1] - start[0][0]) * (start[1][1] - start[1][0])
        pieces: list[tuple[str, Polygon]] = []
        heap: list[tuple[float, int, Any]] = [(-1.0, 0, start)]
        count, open_area, slack = 0, whole, Fraction(0)
        while heap and self.boxes < budget and open_area + slack > share * whole:
            cell = heapq.heappop(heap)[2]
            size = (cell[0][1] - cell[0][0]) * (cell[1][1] - cell[1][0])
            self.boxes += 1
            likely = self._likely(cell)
            state = self._decided(cell, likely) if likely != UNDECIDED else None
            if state is not None:
                pieces.append((state, _corners(cell)))
                open_area -= size
                continue
            strips = None
            if likely in (None, UNDECIDED):
                left = _few_bits((share * whole - slack) / 2)  # strips grow thinner as they use up what may stay undecided
                strips = self._strips(cell, [left * (hi - lo) / (b - a) for (lo, hi), (a, b) in zip(cell, start, strict=True)])
            if strips is not None:
                pieces += strips
                open_area -= size
                slack += _fraction(sum((area(p) for s, p in strips if s == UNDECIDED), fmpq(0)))
                continue
            for half in self._halves(cell, start):
                count += 1
                heapq.heappush(heap, (-float((half[0][1] - half[0][0]) * (half[1][1] - half[1][0]) / whole), count, half))
        pieces += [(UNDECIDED, _corners(entry[2])) for entry in sorted(heap, key=lambda entry: entry[1])]
        return Region(self.names, (start[0], start[1]), tuple(pieces), self.boxes)

    def _box(self, cell: Any, others: Sequence[Any] | None = None) -> Box:
        sides = list(self.sides)
        for k, (lo, hi) in zip(self.axes, cell, strict=True):
            root = self.sides[k]
            sides[k] = Side(lo, hi, root.lo_open and lo == root.lo, root.hi_open and hi == root.hi)
        for k, value in zip(self.others, others or (), strict=False):
            sides[k] = Side(value, value, False, False)
        return Box(sides)

    def _likely(self, cell: Any) -> str | None:
        """What floats at nine points of a cell suggest: one state, ``UNDECIDED`` where the signs differ, None where they tell nothing."""
        if self.gap is None:
            return None
        at = self._points(9)
        for k, (lo, hi), steps in zip(self.axes, cell, ((0, 0, 0, 1, 1, 1, 2, 2, 2), (0, 1, 2) * 3), strict=True):
            at[k] = np.array(steps) * ((float(hi) - float(lo)) / 2) + float(lo)
        (values,) = self.floats.values((self.gap,), at)
        if not np.all(np.isfinite(values)):
            return None
        if np.all(values >= 0):
            return HOLDS
        return FAILS if np.all(values <= 0) else UNDECIDED

    def _points(self, count: int) -> Any:
        """Room for the values of all names at some points; a name that is not drawn has the one value it may take."""
        at = np.zeros((len(self.sides), count))
        for k, side in enumerate(self.sides):
            at[k] = float(side.lo) if not isinstance(side.lo, float) else 0.0
        return at

    def _decided(self, cell: Any, likely: str | None) -> str | None:
        box = self._box(cell)
        if likely != FAILS and (any(self.prover.plain(h, box)[0] == 0 for h in self.given) or self._true(self.goal, box)):
            return HOLDS
        if not self.others:
            return FAILS if likely != HOLDS and self.opposite is not None and self._true(self.opposite, box) and self._admitted(box) else None
        middle = [(lo + hi) / 2 for lo, hi in cell]
        sides = list(self.sides)
        for k, value in zip(self.axes, middle, strict=True):
            sides[k] = Side(value, value, False, False)
        x, scores = points.lowest(sides, lambda at: points.margin(self.floats, self.given, self.goal, at), count=100, rounds=8)
        if self.opposite is None or not len(scores) or not scores[0] < 0:
            return None
        found = points.near([sides[k] for k in self.others], [x[k, 0] for k in self.others])
        for at in itertools.islice(found, 3):
            face = self._box(cell, at)
            if self._true(self.opposite, face) and self._admitted(face):
                return FAILS
        return None

    def _true(self, proposition: tuple[Any, ...], box: Box) -> bool:
        if self.prover.plain(proposition, box)[0] == 1:
            return True
        return self.prover.strong(proposition, box)[0] == 1

    def _admitted(self, box: Box) -> bool:
        return all(self._true(h, box) for h in self.given)

    def _halves(self, cell: Any, start: Any) -> list[Any]:
        widths = [float((hi - lo) / (b - a)) for (lo, hi), (a, b) in zip(cell, start, strict=True)]
        axis = 0 if widths[0] >= widths[1] else 1
        middle = (cell[axis][0] + cell[axis][1]) / 2
        parts = ((cell[axis][0], middle), (middle, cell[axis][1]))
        return [(part, cell[1]) if axis == 0 else (cell[0], part) for part in parts]

    # --- strips along a boundary ------------------------------------------------------------------------------------

    def _strips(self, cell: Any, allowed: Sequence[Fraction]) -> list[tuple[str, Polygon]] | None:
        """A cell as what holds, a thin undecided strip, and what fails, where the gap is monotone in one parameter; None if the strip is not thin."""
        if self.gap is None:
            return None
        for along in (0, 1):
            found = self._strip(cell, along, allowed[along])
            if found is not None:
                return found
        return None

    def _strip(self, cell: Any, along: int, allowed: Fraction) -> list[tuple[str, Polygon]] | None:
        across = 1 - along
        gap = self.gap
        assert gap is not None
        (x1, x2), (y1, y2) = cell[along], cell[across]
        try:
            slope = self.graph.slope(gap, self.axes[across])
        except Unsupported:
            return None
        steep = self._value(slope, self._box(cell))
        if steep is None or not (ia.positive(steep) or ia.negative(steep)):
            return None
        up = ia.positive(steep)
        ends = self._zeros(along, slope, [x1, x2], cell)
        if ends is None:
            return None
        reach = allowed / (2 * (x2 - x1))
        low, high = min(*ends, y1) - reach, max(*ends, y2) + reach
        band = self._box(_ordered(along, (x1, x2), (low, high)))
        steep = self._value(slope, band)
        if steep is None:  # beyond the range of the parameter the gap may have no value
            low, high = max(low, self._end(across, 0)), min(high, self._end(across, 1))
            band = self._box(_ordered(along, (x1, x2), (low, high)))
            steep = self._value(slope, band)
        curving = None if steep is None else self._curving(along, slope, band)
        if steep is None or curving is None or not (steep[0] > 0 if up else steep[1] < 0):
            return None
        least = steep[0] if up else -steep[1]
        bend = _bend(curving[0], curving[1])
        if not bend.is_finite():
            return None
        count = math.ceil(math.sqrt(float(bend * arb(_fmpq((x2 - x1) ** 2)) / (6 * least * arb(_fmpq(reach)))))) or 1
        if count > NODES:
            return None
        nodes = [x1 + (x2 - x1) * Fraction(k, count) for k in range(count + 1)]
        heights = self._zeros(along, slope, nodes, cell, ends)
        if heights is None or min(heights) - reach < low or max(heights) + reach > high:
            return None
        step = _fmpq((x2 - x1) / count)
        chords = [_fmpq(b - a) / step for a, b in itertools.pairwise(heights)]
        bend = _bend(curving[0], ia.hull(ia.constant(min(chords)), ia.constant(max(chords)), ia.CONTINUOUS))
        sag = ia.up(bend * arb(_fmpq(((x2 - x1) / count) ** 2 / 8)))
        for x, y in zip(nodes, heights, strict=True):
            for sign in (1, -1):
                shift = y + (reach if (sign > 0) == up else -reach)
                value = self._at(_ordered(along, _fmpq(x), _fmpq(shift)))
                if not (value > sag if sign > 0 else -value > sag):
                    return None
        return self._cut(cell, along, nodes, heights, reach, up)

    def _cut(self, cell: Any, along: int, nodes: Sequence[Fraction], heights: Sequence[Fraction], reach: Fraction, up: bool) -> list[tuple[str, Polygon]]:
        """The cell cut by two polylines ``heights -+ reach``."""
        (_x1, _x2), (y1, y2) = (tuple(map(_fmpq, ends)) for ends in (cell[along], cell[1 - along]))
        nodes, heights, reach = [_fmpq(x) for x in nodes], [_fmpq(y) for y in heights], _fmpq(reach)
        states = (HOLDS, FAILS) if up else (FAILS, HOLDS)
        lower = [(x, y - reach) for x, y in zip(nodes, heights, strict=True)]
        upper = [(x, y + reach) for x, y in zip(nodes, heights, strict=True)]
        inside = [y1 <= y - reach and y + reach <= y2 for y in heights]
        out: list[tuple[str, Polygon]] = []
        for alone, run in itertools.groupby(range(len(nodes) - 1), lambda k: -1 if inside[k] and inside[k + 1] else k):
            part = list(run)
            first, last = part[0], part[-1] + 1
            below, above = lower[first : last + 1], upper[first : last + 1]
            low, high = [(nodes[first], y1), (nodes[last], y1)], [(nodes[last], y2), (nodes[first], y2)]
            if alone < 0:
                out += [(states[0], (*above, *high)), (states[1], (*low, *reversed(below))), (UNDECIDED, (*below, *reversed(above)))]
            else:
                corners: Polygon = (*low, *high)
                over = _clipped(corners, below, keep_above=True)
                out += [(states[0], _clipped(corners, above, keep_above=True)), (states[1], _clipped(corners, below, keep_above=False)),
                        (UNDECIDED, _clipped(over, above, keep_above=False))]
        turned = [(state, polygon if along == 0 else tuple((y, x) for x, y in polygon)) for state, polygon in out]
        return [(state, polygon) for state, polygon in turned if len(polygon) >= 3 and area(polygon) > 0]

    def _value(self, part: int, box: Box) -> Any:
        """The enclosure of a part where it is continuous and bounded, else None."""
        found = self.graph.evaluate(part, box.intervals, box.cache)
        return found if found[4] >= ia.CONTINUOUS and found[0].is_finite() and found[1].is_finite() else None

    def _at(self, point: Point) -> Any:
        """The gap at an exact point, as a ball; no number where it has no value."""
        assert self.gap is not None
        if self.code is None:
            found = self._value(self.gap, self._box(tuple((_fraction(c),) * 2 for c in point)))
            return NAN if found is None else found[0].union(found[1])
        balls = list(self.alone)
        for k, c in zip(self.axes, point, strict=True):
            balls[k] = arb(c)
        return self.code(*balls)

    def _end(self, axis: int, which: int) -> Fraction:
        side = self.sides[self.axes[axis]]
        end = side.hi if which else side.lo
        return Fraction(end)

    def _curving(self, along: int, slope: int, band: Box) -> Any:
        """Second derivatives of the gap on a box, and the slopes of its zero curve there; None where they are not bounded."""
        gap = self.gap
        assert gap is not None
        x, y = self.axes[along], self.axes[1 - along]
        try:
            first = self.graph.slope(gap, x)
            parts = [self._value(k, band) for k in (first, slope, self.graph.slope(first, x), self.graph.slope(first, y), self.graph.slope(slope, y))]
        except Unsupported:
            return None
        if any(part is None for part in parts):
            return None
        return parts[2:], ia.neg(ia.mul(parts[0], ia.reciprocal(parts[1])))

    def _zeros(self, along: int, slope: int, nodes: Sequence[Fraction], cell: Any, ends: Sequence[Fraction] = ()) -> list[Fraction] | None:
        """Where the gap vanishes over each node, by Newton's method in floats, at most a cell's height outside the cell; ``ends``: over the first and the last."""
        gap = self.gap
        assert gap is not None
        y1, y2 = cell[1 - along]
        low, high = float(2 * y1 - y2), float(2 * y2 - y1)
        at = self._points(len(nodes))
        at[self.axes[along]] = [float(x) for x in nodes]
        y = np.linspace(float(ends[0]), float(ends[1]), len(nodes)) if ends else np.full(len(nodes), float(y1 + y2) / 2)
        for _ in range(8):
            at[self.axes[1 - along]] = y
            value, rate = self.floats.values((gap, slope), at)
            with np.errstate(all="ignore"):
                moved = y - value / rate
            if not np.all(np.isfinite(moved)):
                return None
            moved = np.clip(moved, low, high)
            moves, y = np.abs(moved - y), moved
            if np.all(moves <= 1e-7 * (high - low)):  # the next one would move the square of it
                break
        if np.any(y <= low) or np.any(y >= high):
            return None
        return [_short(float(v)) for v in y]


def _code(graph: Graph, part: int) -> Callable[..., Any] | None:
    """A part as compiled code, or None where it has none."""
    try:
        return compiled(graph, (part,))
    except Unsupported:
        return None


def _bend(second: Sequence[Any], chord: Any) -> Any:
    """The largest size of the second derivative along lines whose slopes lie in an interval."""
    g_xx, g_xy, g_yy = second
    total = ia.add(ia.add(g_xx, ia.mul(ia.constant(fmpq(2)), ia.mul(chord, g_xy))), ia.mul(ia.integer_power(chord, 2), g_yy))
    return ia.up(abs(total[0]).max(abs(total[1])))


def _negated(goal: tuple[Any, ...]) -> tuple[Any, ...] | None:
    return (goal[0], goal[1], NEGATED[goal[2]], goal[3]) if goal[0] == "compare" and goal[2] in ORDERED else None


def _corners(cell: Any) -> Polygon:
    (a, b), (c, d) = (tuple(map(_fmpq, ends)) for ends in cell)
    return ((a, c), (b, c), (b, d), (a, d))


def _ordered(along: int, x: Any, y: Any) -> Any:
    return (x, y) if along == 0 else (y, x)


def _clipped(polygon: Polygon, line: list[Point], *, keep_above: bool) -> Polygon:
    """The part of a convex polygon above or below a line through two points."""
    (x1, y1), (x2, y2) = line
    slope = (y2 - y1) / (x2 - x1)

    def height(p: Point) -> Any:
        value = p[1] - y1 - slope * (p[0] - x1)
        return value if keep_above else -value

    out: list[Point] = []
    for a, b in zip(polygon, (*polygon[1:], *polygon[:1]), strict=True):
        u, v = height(a), height(b)
        if u >= 0:
            out.append(a)
        if (u > 0 > v) or (u < 0 < v):
            t = u / (u - v)
            out.append((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
    return tuple(p for k, p in enumerate(out) if p != out[k - 1])


def _short(value: float) -> Fraction:
    """A dyadic fraction near a value, to 40 bits after the point."""
    return Fraction(round(value * 2.0**40), 2**40)


def _few_bits(value: Fraction) -> Fraction:
    """A dyadic fraction of eight bits at most, not above a value: what is made of it stays short."""
    mantissa, exponent = math.frexp(float(value))
    return Fraction(math.floor(mantissa * 2**8)) * Fraction(2) ** (exponent - 8)


def _fmpq(value: Fraction) -> Any:
    return fmpq(value.numerator, value.denominator)


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))


__all__ = ["BOXES", "FAILS", "HOLDS", "SHARE", "UNDECIDED", "Region", "area", "paving"]
