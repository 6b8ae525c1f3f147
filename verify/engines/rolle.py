"""Inequalities in one number by the signs of derivatives, down to signs of polynomials. Returns PROVED or UNDECIDED.

Acts on a comparison of elementary functions of one number of an interval. The range is cut where both sides are equal, at simple numbers, and in the middle of what is left; on each piece
the arithmetic of the checker (:mod:`verify.evidence.checker.rolle`) finds the signs, so that the cuts are all that is stored.

Evidence of kind ``rolle``: ``ends``, the ends of the range (of a little more, where they are no fractions) with the cuts between them.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify.claims.nodes import ClaimError, Node, literal, number, to_json
from verify.claims.sets import stated
from verify.engines.boxes import points
from verify.engines.boxes.domain import Side
from verify.engines.boxes.formula import Graph, Unsupported
from verify.engines.task import Finding, Status, Task, cannot
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Refused
from verify.evidence.checker.numbers import Budget, Exhausted, NoValue, Undecided
from verify.evidence.checker.rolle import RELATIONS, holds
from verify.evidence.checker.truth import TRUE
from verify.values import numbers as exact_numbers
from verify.values import rounding

ENGINE = "rolle"
PIECES, WORK = 24, 150_000
"""Pieces, and steps of the checker's arithmetic for all of them."""
LARGEST = 10**6
"""Denominators of numbers at which both sides may be equal."""


def decide(task: Task, pieces: int = PIECES) -> Finding:
    """Whether the comparison holds on all pieces of the range."""
    goal = task.states
    if goal.head != "compare" or goal.args[1] not in RELATIONS:
        return cannot(ENGINE, "only a comparison of two numbers has a sign")
    if len(task.forall) != 1:
        return cannot(ENGINE, "signs of derivatives are found in one number alone")
    (pattern, where), = task.forall
    where = stated(where)
    if not (isinstance(pattern, Node) and pattern.head == "var" and where.head == "interval"):
        return cannot(ENGINE, "the number must range over an interval")
    if any(end in (number("oo"), number("-oo")) and side == "closed" for end, side in zip(where.args[:2], where.args[2:4], strict=True)):
        return cannot(ENGINE, "an infinite number belongs to the range")
    try:
        lo, hi = (_end(end, up) for end, up in zip(where.args[:2], (False, True), strict=True))
        cuts = _contacts(goal, str(pattern.args[0]), lo, hi)
    except (ClaimError, Unsupported, exact_numbers.NoValue, OverflowError, ValueError) as reason:
        return cannot(ENGINE, str(reason))
    if goal.args[1] in ("<", ">", "!=") and (equal := next((cut for cut, touches in cuts if touches), None)) is not None:
        return Finding(ENGINE, Status.UNDECIDED, f"both sides are equal at {equal}", evidence={"suggest": {str(pattern.args[0]): str(equal)}}, undecided_share=1.0)
    sides = (to_json(goal.args[0]), str(goal.args[1]), to_json(goal.args[2]))
    found = _pieces(sides, lo, hi, [cut for cut, _ in cuts], pieces)
    if found is None:
        return cannot(ENGINE, "derivatives keep no sign on some piece")
    closed = [end for end, side in ((lo, where.args[2]), (hi, where.args[3])) if end is not None and side == "closed"]
    if not all(_truth(goal, str(pattern.args[0]), point) for point in (*found, *closed)):
        return cannot(ENGINE, "it is not decided at a point where pieces meet")
    ends = [str(end) if end is not None else infinite for end, infinite in ((lo, "-oo"), *((cut, "") for cut in found), (hi, "oo"))]
    words = f", cut at {', '.join(map(str, found))}" if found else ""
    return Finding(ENGINE, Status.PROVED, f"by signs of derivatives on the whole range{words}", "rolle", {"ends": ends}, {"share": 1.0}, trusted=("FLINT",), undecided_share=0.0)


def proved(task: Task) -> Finding | None:
    """The same for a statement of a paper; None where it is not about one number of an interval, or not proved."""
    if task.states.head != "compare" or len(task.forall) != 1 or stated(task.forall[0][1]).head != "interval":
        return None
    found = decide(task)
    return found if found.status is Status.PROVED else None


def _end(end: Any, up: bool) -> fmpq | None:
    """A fraction that is the end or lies a little outside; None for an infinite end."""
    if end in (number("oo"), number("-oo")):
        return None
    value = literal(end)
    if value is not None:
        return fmpq(value.numerator, value.denominator)
    graph = Graph(())
    ball = exact_numbers.enclose(graph.exact(graph.build(end), ()))
    if isinstance(ball.lo, float) or isinstance(ball.hi, float):
        raise Unsupported("an end that is not finite")
    lower, upper = ball.lo.fmpq(), ball.hi.fmpq()
    return rounding.simplest_between(upper, upper + fmpq(1, 2**40)) if up else rounding.simplest_between(lower - fmpq(1, 2**40), lower)


def _pieces(sides: tuple[Any, str, Any], lo: fmpq | None, hi: fmpq | None, cuts: list[fmpq], most: int) -> list[fmpq] | None:
    """Cuts between whose pieces the comparison holds; None where none are found."""
    budget = Budget(WORK, 60.0)
    left, relation, right = sides
    todo, found, tried = [(lo, hi)], [], 0
    while todo:
        a, b = todo.pop()
        tried += 1
        if budget.steps <= 0 or tried > most:
            return None
        if holds(left, relation, right, a, b, budget):
            continue
        cut = next((c for c in cuts if (a is None or a < c) and (b is None or c < b)), None)
        cut = _middle(a, b) if cut is None else cut
        found.append(cut)
        todo += [(cut, b), (a, cut)]
    return sorted(found)


def _middle(lo: fmpq | None, hi: fmpq | None) -> fmpq:
    if lo is not None and hi is not None:
        third = (hi - lo) / 3
        return rounding.simplest_between(lo + third, hi - third)
    if lo is not None:
        return 2 * lo if lo > 0 else fmpq(1)
    return fmpq(0) if hi is None else 2 * hi if hi < 0 else fmpq(-1)


def _contacts(goal: Node, name: str, lo: fmpq | None, hi: fmpq | None) -> list[tuple[fmpq, bool]]:
    """Where to cut first: simple fractions inside at which both sides are equal, near the least differences that floats see, and 0, 1 and -1; whether the sides are equal there."""
    graph = Graph((name,))
    proposition = graph.proposition(goal)
    sides = (Side(-float("inf") if lo is None else _fraction(lo), float("inf") if hi is None else _fraction(hi), True, True),)
    floats = points.Floats(graph)

    def loss(x: Any) -> Any:
        a, b = floats.values((proposition[1], proposition[3]), x)
        return abs(b - a) / (1 + abs(a))

    found: dict[fmpq, None] = {}
    try:
        x, losses = points.lowest(sides, loss)
    except Unsupported:  # a function without a rule in floating point
        losses = []
    for k in range(len(losses)):
        if not losses[k] < 1e-3:
            continue
        for at in itertools.islice(points.near(sides, x[:, k]), 6):
            point = fmpq(at[0].numerator, at[0].denominator)
            if point.q > LARGEST or point in found:
                continue
            if _truth(Node("compare", goal.args[0], "==", goal.args[2]), name, point) and (lo is None or lo < point) and (hi is None or point < hi):
                found[point] = None
    simple = [fmpq(0), fmpq(1), fmpq(-1)]
    return [*((c, True) for c in found), *((c, False) for c in simple if c not in found and (lo is None or lo < c) and (hi is None or c < hi))]


def _truth(p: Node, name: str, at: fmpq) -> bool:
    """Whether a comparison certainly holds at a number."""
    try:
        return bool(Evaluator(Budget(10_000, 10.0)).truth(to_json(p), {name: _fraction(at)}) == TRUE)
    except (NoValue, Undecided, Exhausted, Refused):
        return False


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


__all__ = ["ENGINE", "decide"]
