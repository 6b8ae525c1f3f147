"""How tight an inequality between numbers is: certified ends of the best constant, and where it is approached.

For ``lhs <= rhs`` the best constant is kappa = sup lhs / rhs over the declared domain, the least c with ``lhs <= c rhs``; for ``lhs >= rhs`` it is
inf lhs / rhs, the largest c with ``lhs >= c rhs``. Both need ``rhs >= 0``, which is proved first. The end that a point gives is the ratio at an exact
point; the other end is a constant c for which ``lhs <= c rhs`` is proved on boxes that cover the domain.

Work is counted in boxes, so that results do not depend on the machine.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal, localcontext
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from verify.claims.nodes import ClaimError, Node, number
from verify.claims.propositions import Compare
from verify.engines.boxes import arithmetic as ia
from verify.engines.boxes import points
from verify.engines.boxes.closing import closed_case
from verify.engines.boxes.domain import Case, Side, cases, show_end
from verify.engines.boxes.formula import Graph, Unsupported
from verify.engines.boxes.proof import Box, Prover, exact_end
from verify.engines.boxes.search import Cell, Outcome, Search, walk
from verify.engines.interval import tree_evidence
from verify.engines.task import Finding, Status, Task, boxes_in_words, cannot
from verify.values import numbers as exact_numbers
from verify.values import rounding

ENGINE = "tightness"
BITS = 96
TOLERANCES = tuple(Fraction(1, n) for n in (3 * 10**15, 10**12, 10**6, 100))
"""Relative distances of the proved end from the point's, tried in this order."""
NICE = 1_000
"""A fraction with no larger denominator close to the point's end is tried first: such constants are often exact."""
ORDERS = (2, 4)
"""Orders of derivatives a leaf may use: contacts need more than others."""
PLAIN = (1, 4)
"""The same where the evidence is to be checked again: leaves without higher derivatives cost little there."""
BOXES = 400
"""Boxes for each proof."""
MEMBERS = 16
"""Most combinations of members of finite sets."""
PEAKS = 4
LEAST = arb(2) ** -4096
FAR = Fraction(2**40)


@dataclass
class Best:
    """The best constant lies between ``seen``, the ratio at a point, and ``proved``, with which the statement is proved (None where none was).

    ``at``: the point; ``approach``: the names that run to an end there which is not attained.
    """

    seen: Fraction
    proved: Fraction | None
    at: Mapping[str, str]
    approach: Mapping[str, str]
    falling: bool
    """Whether kappa is an infimum (of ``lhs >= rhs``)."""
    attained: bool = False
    """Whether kappa is known exactly and is the value at the point."""
    boxes: int = 0
    evidence: Mapping[str, Any] = field(default_factory=dict)
    """Evidence of kind ``boxes`` for the statement with the proved constant, where one case is all."""

    @property
    def width(self) -> Fraction | None:
        return None if self.proved is None else abs(self.proved - self.seen)

    def row(self) -> dict[str, Any]:
        """The entry ``tightness`` of a results row: decimals rounded away from the constant."""
        least, most = (self.proved, self.seen) if self.falling else (self.seen, self.proved)
        found: dict[str, Any] = {}
        if least is not None:
            found["ratio_at_least"] = _decimal(least, down=True)
        if most is not None:
            found["ratio_at_most"] = _decimal(most, down=False)
        found["at"] = dict(self.at)
        if self.approach:
            found["approach"] = dict(self.approach)
        if self.attained:
            found["exactly"] = str(self.seen)
        found["certified"] = "both ends" if self.proved is not None else "the end at the point"
        return found


@dataclass
class _Peak:
    """A point where the ratio is close to its supremum."""

    at: tuple[Fraction, ...]
    low: Fraction
    exact: bool
    inner: tuple[int, ...] = field(default=())
    """Coordinates in which it is a critical point."""


def best_constant(task: Task, boxes: int = BOXES, deadline: float = math.inf, orders: Sequence[int] = ORDERS) -> Best | str:
    """The best constant of a task that compares numbers, or the reason why there is none; ``orders`` as in ``ORDERS``."""
    goal = task.states
    if goal.head != "compare" or goal.args[1] not in ("<=", "<", ">=", ">"):
        return "only an inequality between two numbers has a best constant"
    lhs, relation, rhs = goal.args
    assert isinstance(lhs, Node) and isinstance(rhs, Node)
    try:
        with exact_numbers.precision(BITS):
            found = [closed_case(case, None, []) for case in cases(task.forall, task.given, goal)]
            if len(found) > MEMBERS:
                return f"the finite sets have {len(found)} combinations of members"
            return _best(found, str(relation), boxes, deadline, orders)
    except (Unsupported, ClaimError) as reason:
        return str(reason)
    except OverflowError:
        return "numbers beyond the range of floating point"


def _best(found: Sequence[Case], relation: str, boxes: int, deadline: float, orders: Sequence[int]) -> Best | str:
    falling = relation in (">=", ">")
    solved = [_Case(case, falling, boxes, deadline, orders) for case in found]
    why = next((w for one in solved if (w := one.unusable())), None)
    if why is not None:
        return why
    for one in solved:
        one.look()
    looked = [one for one in solved if one.peaks]
    if not looked:
        return "the ratio has no value at any point tried"
    top = max(looked, key=lambda one: one.peaks[0].low)
    peak = top.peaks[0]
    high = None
    candidates = _candidates(peak)
    for k, candidate in enumerate(candidates):
        if all(one.holds(candidate) for one in solved):
            high = candidate
            break
        if time.thread_time() > deadline:
            break
        if k == 0 and len(candidates) > 2 and not all(one.holds(candidates[-1]) for one in solved):
            break  # the loosest is not proved: those between are closer still
    low = peak.low
    attained = peak.exact and high == low
    at, approach = top.named(peak)
    used = sum(one.used for one in solved)
    evidence = solved[0].evidence() if high is not None and len(solved) == 1 and solved[0].sides else {}
    if falling:
        return Best(-low, None if high is None else -high, at, approach, True, attained, used, evidence)
    return Best(low, high, at, approach, False, attained, used, evidence)


def prove(task: Task, boxes: int = BOXES, deadline: float = math.inf) -> Finding:
    """Whether the statement itself is certain on boxes that are put where its margin is least. Returns PROVED or UNDECIDED."""
    goal = task.states
    if goal.head != "compare" or goal.args[1] not in ("<=", "<", ">=", ">"):
        return cannot(ENGINE, "only an inequality between two numbers is decided here")
    used: list[str] = []
    try:
        with exact_numbers.precision(BITS):
            found = [closed_case(case, None, used) for case in cases(task.forall, task.given, goal)]
            if len(found) != 1 or found[0].chosen or not found[0].sides:
                return cannot(ENGINE, "finite sets are left to the other engines")
            one = _Case(found[0], str(goal.args[1]) in (">=", ">"), boxes, deadline, PLAIN)
            one.look()
            one.peaks = [_roughly(peak, one.falling) for peak in one.peaks]
            if not one.holds(Fraction(-1 if one.falling else 1), str(goal.args[1]) in ("<", ">")):
                return cannot(ENGINE, f"no proof within {boxes_in_words(one.used)} around the points where the margin is least")
            leaves = sum(1 for cell in walk(one.outcome.root) if cell.split is None)
            evidence = tree_evidence(found[0], one.outcome)
    except (Unsupported, ClaimError) as reason:
        return cannot(ENGINE, str(reason))
    return Finding(ENGINE, Status.PROVED, f"certified on {boxes_in_words(leaves)} covering the domain {found[0]}", "boxes", evidence,
                   {"share": 1.0, "domain": str(found[0])}, trusted=("Arb", *(f"closed form of {head}" for head in used)), undecided_share=0.0)


def _roughly(peak: _Peak, falling: bool) -> _Peak:
    """A point of few digits, which is enough where the margin is not small; boxes around it are then short to write."""
    margin = abs(peak.low + 1) if falling else abs(1 - peak.low)
    return peak if margin < Fraction(1, 10**4) else replace(peak, at=tuple(_dyadic(v, 24) if k in peak.inner and v else v for k, v in enumerate(peak.at)))


def _candidates(peak: _Peak) -> list[Fraction]:
    """Constants at or above the point's end, the tightest first."""
    low = peak.low
    if peak.exact:
        out = [low]
    else:
        out = []
        size = abs(low)
        simple = rounding.simplest_between(_fmpq(low), _fmpq(low + size / 10**14))
        nice = Fraction(int(simple.numerator), int(simple.denominator))
        if nice.denominator <= NICE:
            out.append(nice)
    for tolerance in TOLERANCES:
        end = low + (abs(low) or Fraction(1)) * tolerance
        bits = 8 + int(1 / tolerance).bit_length()
        out.append(_rounded(end, bits))
    return list(dict.fromkeys(out))


def _rounded(value: Fraction, bits: int) -> Fraction:
    """A fraction with a power of 2 below, not smaller, to so many bits."""
    if value == 0:
        return value
    shift = bits - (abs(value.numerator).bit_length() - value.denominator.bit_length())
    scale = Fraction(2) ** shift
    return Fraction(math.ceil(value * scale)) / scale


def _fmpq(value: Fraction) -> Any:
    return fmpq(value.numerator, value.denominator)


class _Case:
    """One case: ``small <= c large`` over its box."""

    def __init__(self, case: Case, falling: bool, boxes: int, deadline: float, orders: Sequence[int]) -> None:
        self.case = case
        self.falling = falling
        self.outcome: Outcome = Outcome(Cell((), 0, ()))
        self.proved = Fraction(1)
        self.budget = boxes
        self.deadline = deadline
        self.orders = orders
        self.used = 0
        self.sides = tuple(case.sides.values())
        self.graph = Graph(tuple(case.sides))
        lhs, _, rhs = case.states.args
        assert isinstance(lhs, Node) and isinstance(rhs, Node)
        self.small, self.large = self.graph.build(lhs), self.graph.build(rhs)
        if falling:
            self.small = self._multiple(Fraction(-1), self.small)
        self.given = [self.graph.proposition(g) for g in case.given]
        self.zero = self.graph.number(0)
        self.peaks: list[_Peak] = []

    def _multiple(self, c: Fraction, part: int) -> int:
        """A multiple of a side as it stands: terms collected or cancelled would hide where the side has no value."""
        return part if c == 1 else self.graph.part("mul", self.graph.number(_fmpq(c)), part)

    def unusable(self) -> str | None:
        """Why the ratio has no supremum in the sense meant here."""
        if not self.sides:
            return None
        if self._search(("compare", self.zero, "<=", self.large), Prover(self.graph, self.sides), {}).proved:
            return None
        return "the right-hand side is not certainly positive"

    def _search(self, goal: tuple[Any, ...], prover: Prover, specials: Mapping[int, Sequence[Fraction]]) -> Any:
        search = Search(self.graph, prover, self.given, goal, self.sides, specials)
        outcome = search.run(self.budget, self.deadline)
        self.used += outcome.boxes
        return outcome

    # --- points ---------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """The points where the ratio is largest, polished, as exact points."""
        if not self.sides:
            at: tuple[Fraction, ...] = ()
            found = self._ratio(at)
            self.peaks = [] if found is None else [_Peak(at, *found)]
            return
        import numpy as np

        floats = points.Floats(self.graph)

        def loss(x: Any) -> Any:
            a, b = floats.values((self.small, self.large), x)
            ratio = np.where(b > 0, a / b, -np.inf)
            for hypothesis in self.given:
                ratio = np.where(floats.truth(hypothesis, x), ratio, -np.inf)
            return -ratio

        try:
            x, losses = points.lowest(self.sides, loss)
        except Unsupported:
            return
        finite = [k for k in range(len(losses)) if math.isfinite(losses[k])]
        peaks: list[_Peak] = []
        for k in finite:
            if not losses[k] <= losses[finite[0]] + 1e-6 * abs(losses[finite[0]]):
                break
            polished = self._polished(x[:, k])
            tried = [*self._simple(x[:, k]), *([] if polished is None else [polished])]
            values = [_Peak(at, *value, inner=self._inner(at)) for at in tried if (value := self._ratio(at)) is not None]
            if values:
                peaks.append(max(values, key=lambda p: (p.low, -sum(v.denominator for v in p.at))))
        for peak in sorted(peaks, key=lambda p: (-p.low, sum(v.denominator for v in p.at))):
            if all(any(abs(a - b) > (abs(a) + abs(b)) / 1000 for a, b in zip(peak.at, other.at, strict=True)) for other in self.peaks):
                self.peaks.append(peak)
        del self.peaks[PEAKS:]

    def _simple(self, x: Sequence[float]) -> list[tuple[Fraction, ...]]:
        return list(itertools.islice(points.near(self.sides, x), 4))

    def _inner(self, at: Sequence[Fraction]) -> tuple[int, ...]:
        return tuple(k for k, (side, value) in enumerate(zip(self.sides, at, strict=True))
                     if value not in (side.lo, side.hi) and not side.integer and side.wide)

    def _ratio(self, at: tuple[Fraction, ...]) -> tuple[Fraction, bool] | None:
        """A fraction not above the ratio at an exact point of the domain, and whether it is the ratio."""
        for side, value in zip(self.sides, at, strict=True):
            if not (side.lo <= value <= side.hi) or (value == side.lo and side.lo_open) or (value == side.hi and side.hi_open):
                return None
        exact = tuple(exact_end(value) for value in at)
        try:
            if any(self.graph.exact_truth(h, exact)[0] != 1 for h in self.given):
                return None
            large = self.graph.exact(self.large, exact)
            if exact_numbers.relation(large, ">", exact_numbers.ZERO) is not True:
                return None
            ratio = exact_numbers.div(self.graph.exact(self.small, exact), large, 128)
        except (exact_numbers.NoValue, Unsupported):
            return None
        if isinstance(ratio, fmpq):
            return Fraction(int(ratio.numerator), int(ratio.denominator)), True
        if isinstance(ratio, float):
            return None
        low = exact_numbers.enclose(ratio).lo
        if isinstance(low, float) or not _moderate(low):
            return None
        return _fraction(low), False

    def _polished(self, x: Sequence[float]) -> tuple[Fraction, ...] | None:
        """Newton's method for the gradient of ``c large - small`` with c = small / large, at the ends of the balls' precision."""
        at: list[Fraction] = []
        for side, value in zip(self.sides, x, strict=True):
            if not math.isfinite(value):
                return None
            inside = Fraction(float(value))
            if not isinstance(side.lo, float):
                inside = max(inside, side.lo)
            if not isinstance(side.hi, float):
                inside = min(inside, side.hi)
            at.append(Fraction(round(inside)) if side.integer else inside)
        free = self._inner(at)
        free = tuple(k for k in free if self._settled(k, at[k]))
        if not free or any(self.graph.jumps[j] for j in (self.small, self.large)):
            return tuple(at)
        for _ in range(6):
            step = self._step(at, free)
            if step is None:
                return tuple(at)
            moved = list(at)
            for k, change in zip(free, step, strict=True):
                side = self.sides[k]
                target = at[k] + change
                if not (side.lo < target < side.hi):
                    return tuple(at)
                moved[k] = _dyadic(target, 72)
            if all(abs(a - b) <= abs(a) / 2**66 for a, b in zip(at, moved, strict=True)):
                return tuple(moved)
            at = moved
        return tuple(at)

    def _settled(self, k: int, value: Fraction) -> bool:
        """Whether a coordinate is not on its way to an end that does not belong to the domain."""
        side = self.sides[k]
        if abs(value) > FAR:
            return False
        return not any(not isinstance(end, float) and abs(value - end) * FAR < max(abs(end), 1) for end in (side.lo, side.hi))

    def _mid(self, j: int, box: Box) -> Any:
        value = self.graph.evaluate(j, box.intervals, box.cache)
        if value[4] < ia.CONTINUOUS:
            return None
        return ((value[0] + value[1]) / 2).mid()

    def _step(self, at: Sequence[Fraction], free: tuple[int, ...]) -> list[Fraction] | None:
        box = Box([Side(value, value, False, False) for value in at])
        small, large = self._mid(self.small, box), self._mid(self.large, box)
        if small is None or large is None or not large > 0:
            return None
        c = (small / large).mid()
        try:
            first = [self._slopes(k) for k in free]
            second = [[self._slopes(k, j) for j in free] for k in free]
        except Unsupported:
            return None

        def value(pair: tuple[int, int]) -> Any:
            a, b = self._mid(pair[0], box), self._mid(pair[1], box)
            return None if a is None or b is None else (c * b - a).mid()

        gradient = [value(pair) for pair in first]
        hessian = [[value(pair) for pair in row] for row in second]
        if any(v is None for v in gradient) or any(v is None for row in hessian for v in row):
            return None
        step = _solved(hessian, [-g for g in gradient])
        return None if step is None or not all(_moderate(s) for s in step) else [_fraction(s) for s in step]

    def _slopes(self, *directions: int) -> tuple[int, int]:
        small, large = self.small, self.large
        for k in directions:
            small, large = self.graph.slope(small, k), self.graph.slope(large, k)
        return small, large

    # --- proofs ---------------------------------------------------------------------------------------------------

    def evidence(self) -> dict[str, Any]:
        """Evidence for the statement that was proved last."""
        lhs, relation, rhs = self.case.states.args
        assert isinstance(lhs, Node) and isinstance(rhs, Node)
        constant = -self.proved if self.falling else self.proved
        states = Compare(lhs, str(relation)[0] + "=", number(constant) * rhs)
        return tree_evidence(replace(self.case, states=states), self.outcome)

    def holds(self, c: Fraction, strict: bool = False) -> bool:
        """Whether ``small <= c large`` (``<`` if strict) is proved on the whole box."""
        if not self.sides:
            found = self._ratio(())
            return found is not None and found[0] <= c and (found[1] or found[0] < c)
        side = self._multiple(c, self.large)
        goal = ("compare", self.small, "<" if strict else "<=", side)
        self.proved = c
        for order in self.orders:
            prover = Prover(self.graph, self.sides, order=order, rewriting=0)
            self.outcome = self._search(goal, prover, self._isolated(prover, side))
            if self.outcome.proved:
                return True
        return False

    def _isolated(self, prover: Prover, side: int) -> dict[int, list[Fraction]]:
        """Points to split at, so that each peak is the centre of a box on which the sign is proved at once."""
        specials: dict[int, list[Fraction]] = {}
        gap = prover.gap(side, self.small)
        for peak in self.peaks:
            inner = [k for k in peak.inner if self._settled(k, peak.at[k])]
            if not inner:
                continue
            prover.peaks.add(tuple(peak.at[k] for k in inner))
            room = {}
            for k in inner:
                s = self.sides[k]
                ends = [abs(peak.at[k] - end) for end in (s.lo, s.hi) if not isinstance(end, float)]
                room[k] = _power_below(min([*ends, max(abs(peak.at[k]), Fraction(1))]))
            for level in range(0, 24, 2):
                reach = {k: width / 2**level for k, width in room.items()}
                sides = list(self.sides)
                for k, value in enumerate(peak.at):
                    s = self.sides[k]
                    if k in reach:
                        sides[k] = Side(value - reach[k], value + reach[k], False, False)
                    elif s.wide and not s.integer and value == s.lo:
                        width = Fraction(1) if isinstance(s.hi, float) else s.hi - s.lo
                        sides[k] = Side(value, value + width / 2 ** (level + 1), s.lo_open, False)
                    elif s.wide and not s.integer and value == s.hi:
                        width = Fraction(1) if isinstance(s.lo, float) else s.hi - s.lo
                        sides[k] = Side(value - width / 2 ** (level + 1), value, False, s.hi_open)
                    elif s.wide:
                        sides[k] = Side(value, value, False, False)
                if prover.above_zero(gap, Box(sides), False, prover.order):
                    for k, chosen in enumerate(sides):
                        ends = [end for end in (chosen.lo, chosen.hi) if end not in (self.sides[k].lo, self.sides[k].hi)]
                        if chosen.wide:
                            specials.setdefault(k, []).extend(ends)
                    break
        return specials

    # --- words ----------------------------------------------------------------------------------------------------

    def named(self, peak: _Peak) -> tuple[dict[str, str], dict[str, str]]:
        """The point in the declared names, and the names that run to an end that is not attained."""
        at = dict(self.case.chosen)
        exact = tuple(exact_end(value) for value in peak.at)
        for name, node in self.case.names.items():
            if name in at:
                continue
            try:
                value = self.graph.exact(self.graph.build(node), exact)
            except (exact_numbers.NoValue, Unsupported):
                continue
            at[name] = str(value) if isinstance(value, fmpq) else f"{exact_numbers.to_float(value):.17g}"
        approach = {}
        for name, side, value in zip(self.graph.names, self.sides, peak.at, strict=True):
            if not side.wide or side.integer or name not in at:
                continue
            for end, is_open in ((side.lo, side.lo_open), (side.hi, side.hi_open)):
                if isinstance(end, float):
                    if abs(value) > FAR and (value > 0) == (end > 0):
                        approach[name] = show_end(end)
                elif is_open and abs(value - end) * FAR < max(abs(end), 1):
                    approach[name] = show_end(end)
        return at, approach


def _decimal(value: Fraction, down: bool) -> str:
    """Up to 17 digits, rounded so that the bound stays true."""
    with localcontext() as context:
        context.prec = 17
        context.rounding = ROUND_FLOOR if down else ROUND_CEILING
        found = Decimal(value.numerator) / Decimal(value.denominator)
    return f"{found.normalize():g}" if found else "0"


def _power_below(value: Fraction) -> Fraction:
    power = Fraction(1)
    while power > value:
        power /= 2
    while power * 2 <= value:
        power *= 2
    return power / 2


def _dyadic(value: Fraction, bits: int) -> Fraction:
    shift = bits - (abs(value.numerator).bit_length() - value.denominator.bit_length())
    scale = Fraction(2) ** shift
    return Fraction(round(value * scale)) / scale


def _moderate(ball: Any) -> bool:
    """Whether a number is 0 or of moderate size: the exponent of a ball may be so large that its fraction would fill all memory."""
    return ball == 0 or bool(LEAST < abs(ball) < 1 / LEAST)


def _fraction(ball: Any) -> Fraction:
    value = ball.mid().fmpq()
    return Fraction(int(value.numerator), int(value.denominator))


def _solved(matrix: list[list[Any]], right: list[Any]) -> list[Any] | None:
    """The solution of a small linear system, by elimination on midpoints."""
    n = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda j: float(abs(rows[j][k])))
        if rows[pivot][k] == 0:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for j in range(n):
            if j != k:
                factor = rows[j][k] / rows[k][k]
                rows[j] = [(a - factor * b).mid() for a, b in zip(rows[j], rows[k], strict=True)]
    found = [(rows[k][n] / rows[k][k]).mid() for k in range(n)]
    return found if all(value.is_finite() for value in found) else None


__all__ = ["BOXES", "Best", "best_constant", "prove"]
