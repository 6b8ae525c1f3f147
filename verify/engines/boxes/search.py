"""The search for a tree of boxes: the largest undecided box first, split until every box is decided or the budget is spent."""

from __future__ import annotations

import heapq
import itertools
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.engines.boxes import arithmetic as ia
from verify.engines.boxes.arrays import doubtful
from verify.engines.boxes.domain import Side
from verify.engines.boxes.formula import Graph, Unsupported, condition_parts
from verify.engines.boxes.proof import (
    CONTACT,
    CONVEX,
    ENDS_APART,
    LOGARITHM,
    MEAN_VALUE,
    MONOTONE,
    PLAIN,
    Box,
    Prover,
    by_balls,
    dyadic_between,
    exact_end,
    simplest_dyadic,
)
from verify.values import numbers as exact_numbers
from verify.values import rounding

GIVEN = "given"
LETTERS = {PLAIN: "P", MEAN_VALUE: "M", CONVEX: "V", MONOTONE: "F", CONTACT: "C", LOGARITHM: "L", ENDS_APART: "E", GIVEN: "G", "": "U"}
"""Leaves in stored trees, by what decided them; ``U`` is undecided."""
FAR = 2**256
STEPS, STEPS_PER_BOX = 400, 40
"""How many signs the prover may look at in one search; as a rule a box takes some ten, boxes in many dimensions take hundreds."""
LOOK_AROUND = 12
"""After so many boxes, many points of the domain are looked at in floating point."""
PIECES, FINER = 72, 10
"""Pieces, and levels below a box, that are tried by compiled code."""
HASTY, LOOK = 2, 2
"""Unbounded boxes above this depth are tried with derivatives up to the second alone, until all else has failed."""
DEPTH = 160
"""Boxes split more often than this stay undecided."""


@dataclass(slots=True)
class Cell:
    """One box of the tree: decided by a method, split in two, or undecided."""
    sides: tuple[Side, ...]
    depth: int
    counts: tuple[bool, ...]
    """Which sides had any width before the first split."""
    method: str = ""
    split: tuple[int, Fraction] | None = None
    halves: tuple[Cell, ...] = ()

    @property
    def share(self) -> float:
        """The product of the lengths of these sides."""
        return math.prod(side.share for side, counts in zip(self.sides, self.counts, strict=True) if counts)


@dataclass(slots=True)
class Outcome:
    """What a search found. ``false_at``, ``no_value_at``: exact coordinates where the statement is false, has no value."""
    root: Cell
    boxes: int = 0
    undecided: list[Cell] = field(default_factory=list)
    false_at: tuple[Any, ...] | None = None
    no_value_at: tuple[Any, ...] | None = None
    out_of_time: bool = False

    @property
    def proved(self) -> bool:
        return not self.undecided and self.false_at is None

    @property
    def undecided_share(self) -> float:
        return min(1.0, sum(cell.share for cell in self.undecided) / self.root.share)

    def largest(self) -> Cell | None:
        """The largest decided box where the statement itself was proved."""
        best = None
        for cell in walk(self.root):
            if cell.method and cell.method != GIVEN and (best is None or cell.share > best.share):
                best = cell
        return best

    def tree(self, names: Sequence[str]) -> str:
        """The nodes in the order in which they are met, parents first, lower halves before upper ones; docs/formats.md says how."""
        order = sorted(names)
        if len(order) > 26:
            raise Unsupported("a tree of more than 26 coordinates")
        letters = [chr(ord("a") + order.index(name)) for name in names]
        found = []
        for cell in walk(self.root):
            if cell.split is None:
                found.append(LETTERS[cell.method])
                continue
            k, point = cell.split
            side = cell.sides[k]
            middle = not side.integer and not isinstance(side.lo, float) and not isinstance(side.hi, float) and 2 * point == side.lo + side.hi
            found.append(letters[k] if middle else f"{letters[k]}{point};")
        return "".join(found)


def walk(cell: Cell) -> Any:
    todo = [cell]
    while todo:
        cell = todo.pop()
        yield cell
        todo += reversed(cell.halves)


class Search:
    """Decides ``given`` implies ``goal`` on a box of coordinates."""
    def __init__(self, graph: Graph, prover: Prover, given: Sequence[tuple[Any, ...]], goal: tuple[Any, ...], root: Sequence[Side],
                 specials: Mapping[int, Sequence[Fraction]]) -> None:
        self.graph = graph
        self.prover = prover
        self.given = tuple(given)
        self.goal = goal
        self.root = tuple(root)
        self.counts = tuple(side.wide for side in root)
        self.specials = {k: tuple(v) for k, v in specials.items()}
        self.jumps = any(graph.jumps[k] for k in condition_parts(goal))
        prover.contacts.update(point for points in self.specials.values() for point in points)
        self.tried: set[tuple[Any, ...]] = set()

    def run(self, budget: int, deadline: float) -> Outcome:
        """Decide at most ``budget`` boxes; ``deadline`` is a reading of the clock of the thread (processor seconds)."""
        top = Cell(self.root, 0, self.counts)
        outcome = Outcome(top)
        heap: list[tuple[float, int, Cell]] = [(-top.share, 0, top)]
        count = 0
        stuck: list[Cell] = []
        most = self.prover.steps + STEPS + STEPS_PER_BOX * budget
        while heap and outcome.boxes < budget and self.prover.steps < most:
            if outcome.boxes % 16 == 15 and time.thread_time() > deadline:
                outcome.out_of_time = True
                break
            cell = heapq.heappop(heap)[2]
            outcome.boxes += 1
            box = Box(cell.sides)
            if self._at_once(cell, box):
                continue
            outcome.false_at = self._false_point(box, outcome)  # before all means are tried, which is dear and in vain where there is one
            if outcome.false_at is None and self._decide(cell, box):
                continue
            if outcome.false_at is None and outcome.boxes == LOOK_AROUND:
                outcome.false_at = self._false_afar()
            if outcome.false_at is not None:
                stuck.append(cell)
                break
            split = self._split(cell, box)
            if split is None:
                stuck.append(cell)
                continue
            cell.split = split
            cell.halves = self._halves(cell, split)
            for half in cell.halves:
                count += 1
                heapq.heappush(heap, (-half.share, count, half))
        outcome.undecided = [entry[2] for entry in sorted(heap, key=lambda entry: entry[:2])] + stuck
        if outcome.undecided and outcome.false_at is None and not outcome.out_of_time and self._hasty(top, box := Box(top.sides)) and self.prover.strong(self.goal, box)[0] == 1:
            top.method, top.split, top.halves, outcome.undecided = self.prover.method, None, (), []
        return outcome

    def refuted(self, at: tuple[Any, ...]) -> Outcome:
        """What is known once an exact point is known where the statement is false: no box was looked at."""
        top = Cell(self.root, 0, self.counts)
        return Outcome(top, undecided=[top], false_at=at)

    @staticmethod
    def _hasty(cell: Cell, box: Box) -> bool:
        """Whether a box gets no more than a look: unbounded boxes cost most, and parts of them are often easier."""
        return cell.depth < HASTY and box.unbounded

    def _at_once(self, cell: Cell, box: Box) -> bool:
        """Whether plain enclosures decide the box."""
        if any(self.prover.plain(hypothesis, box)[0] == 0 for hypothesis in self.given):
            cell.method = GIVEN
            return True
        if self.prover.asked >= self.prover.compile_after and self.prover.plain(self.goal, box)[0] == 1:
            cell.method = PLAIN
            return True
        return False

    def _decide(self, cell: Cell, box: Box) -> bool:
        if self.prover.asked >= self.prover.compile_after and not self._special_inside(cell) and self._by_bisection(cell, box):
            return True
        if self.prover.strong(self.goal, box, LOOK if self._hasty(cell, box) else None)[0] == 1:
            cell.method = self.prover.method
            return True
        if self.jumps and len(box.wide) <= 2 and self.prover.apart(self.goal, box):
            cell.method = self.prover.method
            return True
        return False

    def _special_inside(self, cell: Cell) -> bool:
        """Whether a point where the box will be split, or where both sides nearly meet, lies inside: no halving at other points decides such a box."""
        alone = [entry[0] for entry in self.prover.peaks] if len(cell.sides) == 1 else []
        return any(cell.sides[k].lo < p < cell.sides[k].hi for k, points in ((0, alone), *self.specials.items()) for p in points)

    def _by_bisection(self, cell: Cell, box: Box) -> bool:
        """Whether a few more bisections decide the box by compiled code, which costs less than one box by all means; the splits go into the tree."""
        code = self.prover.code(self.goal)
        if code is None:
            return False
        made: list[tuple[Cell, tuple[int, Fraction], tuple[Cell, Cell]]] = []
        methods: list[tuple[Cell, str]] = []
        todo = [(cell, box)]
        while todo:
            part, inner = todo.pop()
            method, k = by_balls(code, inner)
            if method:
                methods.append((part, method))
                continue
            if k < 0 or part.sides[k].integer or len(methods) + len(todo) >= PIECES or part.depth - cell.depth >= FINER:
                return False
            split = (k, split_point(part.sides[k]))
            halves = self._halves(part, split)
            made.append((part, split, halves))
            todo += [(half, Box(half.sides)) for half in halves]
        for part, split, both in made:
            part.split, part.halves = split, both
        for part, method in methods:
            part.method = method
        return True

    # --- falsity --------------------------------------------------------------------------------------------------

    def _false_point(self, box: Box, outcome: Outcome) -> tuple[Any, ...] | None:
        """An exact point of the box where the hypotheses hold and the goal is false: its centre, or an end of the domain."""
        choices: list[list[Any]] = []
        for k, (side, inner) in enumerate(zip(box.sides, box.centre(), strict=True)):
            points = [inner]
            for end, is_open in ((side.lo, side.lo_open), (side.hi, side.hi_open)):
                if not is_open and end != inner and end in (self.root[k].lo, self.root[k].hi):
                    points.append(end)
            choices.append(points)
        for at in itertools.islice(itertools.product(*choices), 8):
            if at in self.tried:
                continue
            self.tried.add(at)
            truth = self.truth_at(at)
            if truth == (0, True):
                return at
            if truth == (0, False) and outcome.no_value_at is None:
                outcome.no_value_at = at
        return None

    def _false_afar(self) -> tuple[Any, ...] | None:
        """An exact point of the domain where the goal is false, among those where floating point says so."""
        for at in doubtful(self.graph, self.goal, self.given, self.root):
            if self.truth_at(at) == (0, True):
                return at
        return None

    def truth_at(self, at: tuple[Any, ...]) -> tuple[int | None, bool]:
        """The truth of the statement at an exact point."""
        point = Box([Side(value, value, False, False) for value in at])
        finite = not any(isinstance(value, float) for value in at)  # then a cheap look comes before exact arithmetic
        if finite and (self.prover.plain(self.goal, point)[0] == 1 or any(self.prover.plain(h, point)[0] == 0 for h in self.given)):
            return 1, True
        values = tuple(exact_end(value) for value in at)
        cache: dict[int, Any] = {}
        try:
            goal = self.graph.exact_truth(self.goal, values, cache=cache)
            if goal[0] == 1 or goal[0] is None:
                return goal
            hypotheses = [self.graph.exact_truth(h, values, cache=cache)[0] for h in self.given]
        except (Unsupported, exact_numbers.NoValue):
            return None, False
        return (1, True) if 0 in hypotheses else goal if all(h == 1 for h in hypotheses) else (None, False)

    # --- splitting ------------------------------------------------------------------------------------------------

    def _split(self, cell: Cell, box: Box) -> tuple[int, Fraction] | None:
        wide = [k for k, side in enumerate(cell.sides) if side.wide]
        if not wide or cell.depth >= DEPTH:
            return None
        self._contact(cell, wide)
        for k in wide:
            inside = [p for p in self.specials.get(k, ()) if cell.sides[k].lo < p < cell.sides[k].hi]
            if inside and not cell.sides[k].integer:
                return k, inside[len(inside) // 2]
        wide = [k for k in wide if not exhausted(cell.sides[k])]
        if not wide:
            return None
        k = self._direction(cell, box, wide)
        return k, split_point(cell.sides[k])

    def _contact(self, cell: Cell, wide: list[int]) -> None:
        """In one dimension, a simple fraction where both sides are equal becomes a point to split at."""
        if len(wide) != 1 or cell.depth < 3 or self.goal[0] != "compare":
            return
        k = wide[0]
        side = cell.sides[k]
        if side.integer or isinstance(side.lo, float) or isinstance(side.hi, float):
            return
        found = rounding.simplest_between(exact_end(side.lo), exact_end(side.hi), open_left=True, open_right=True)
        point = Fraction(int(found.numerator), int(found.denominator))
        at = tuple(exact_end(point if j == k else s.lo) for j, s in enumerate(cell.sides))
        if point.denominator > 10**4 or ("contact", at) in self.tried:
            return
        self.tried.add(("contact", at))
        try:
            equal = self.graph.exact_truth(("compare", self.goal[1], "==", self.goal[3]), at)
        except (Unsupported, exact_numbers.NoValue):
            return
        if equal == (1, True):
            self.specials[k] = (*self.specials.get(k, ()), point)
            self.prover.contacts.add(point)

    def _direction(self, cell: Cell, box: Box, wide: list[int]) -> int:
        """Every third time the longest side, else the side along which the goal varies most."""
        sides = cell.sides
        longest = max(wide, key=lambda k: (sides[k].share / (self.root[k].share or 1.0), -k))  # a tiny part of a half-line has a share that floats do not hold
        if len(wide) == 1 or cell.depth % 3 == 0 or any(isinstance(sides[k].lo, float) or isinstance(sides[k].hi, float) for k in wide):
            return longest
        scores = dict.fromkeys(wide, 0.0)
        for _, a, _, b in comparisons(self.goal):
            gap = self.prover.gap(a, b)
            for k in wide:
                slope = gap.slope(k)
                if slope is None:
                    return longest
                value = slope.on(box.inside)
                if value[4] < ia.CONTINUOUS or not (value[0].is_finite() and value[1].is_finite()):
                    return longest
                scores[k] += float(max(-value[0], value[1])) * float(sides[k].hi - sides[k].lo)
        best = max(wide, key=lambda k: (scores[k], -k))
        return best if math.isfinite(scores[best]) else longest

    def _halves(self, cell: Cell, split: tuple[int, Fraction]) -> tuple[Cell, Cell]:
        k, point = split
        side = cell.sides[k]
        low_end, high_end = (Fraction(math.floor(point)), Fraction(math.ceil(point))) if side.integer else (point, point)
        below = Side(side.lo, low_end, side.lo_open, False, side.integer)
        above = Side(high_end, side.hi, False, side.hi_open, side.integer)
        out = []
        for half in (below, above):
            sides = tuple(half if j == k else s for j, s in enumerate(cell.sides))
            out.append(Cell(sides, cell.depth + 1, self.counts))
        return out[0], out[1]


def comparisons(proposition: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """All comparisons in a proposition."""
    if proposition[0] == "compare":
        return [proposition]
    return [found for inner in proposition[1:] for found in comparisons(inner)]


def exhausted(side: Side) -> bool:
    """Whether an unbounded side has been split so far out that more of it is pointless."""
    if isinstance(side.lo, float):
        return not isinstance(side.hi, float) and side.hi < -FAR
    return isinstance(side.hi, float) and side.lo > FAR


def split_point(side: Side) -> Fraction:
    """Where to split: by a factor for wide positive ranges, near the middle otherwise; half-integers between integers."""
    lo, hi = side.lo, side.hi
    if side.integer:
        if isinstance(lo, float):
            middle = Fraction(0) if isinstance(hi, float) or hi > 0 else min(2 * hi, hi - 1)
        elif isinstance(hi, float):
            middle = Fraction(0) if lo < 0 else max(2 * lo, lo + 1)
        else:
            middle = Fraction((lo + hi) // 2)
        return middle + Fraction(1, 2)
    if isinstance(lo, float) or isinstance(hi, float):
        if isinstance(lo, float):
            return Fraction(0) if isinstance(hi, float) else -_beyond(-hi)
        return _beyond(lo)
    if lo > 0 and hi >= 8 * lo:
        return _geometric(lo, hi)
    if hi < 0 and lo <= 8 * hi:
        return -_geometric(-hi, -lo)
    width = hi - lo
    if lo == 0:
        return dyadic_between(width / 8, width / 2)
    if hi == 0:
        return -dyadic_between(width / 8, width / 2)
    (a, b), (c, d) = (lo.numerator, lo.denominator), (hi.numerator, hi.denominator)
    return simplest_dyadic(5 * a * d + 3 * c * b, 3 * a * d + 5 * c * b, 8 * b * d)


def _beyond(lo: Fraction) -> Fraction:
    if lo < 0:
        return Fraction(0)
    if lo < 1:
        return Fraction(1)
    if lo < 64:
        return Fraction(8 << math.ceil(math.log2(lo)))
    return Fraction(1 << (2 * int(lo).bit_length() - 2))


def _geometric(lo: Fraction, hi: Fraction) -> Fraction:
    point = _power_of_two((_exponent(lo) + _exponent(hi)) // 2)
    while point <= lo:
        point *= 2
    return point


def _power_of_two(n: int) -> Fraction:
    return Fraction(1 << n) if n >= 0 else Fraction(1, 1 << -n)


def _exponent(value: Fraction) -> int:
    return value.numerator.bit_length() - value.denominator.bit_length()


__all__ = ["Cell", "Outcome", "Search", "comparisons", "split_point", "walk"]
