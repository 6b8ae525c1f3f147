"""Inequalities between numbers over boxes. Returns PROVED, SUPPORTED or UNDECIDED; it suggests points where a statement is false.

Acts where all names are numbers and both sides of every comparison are arithmetic, or have closed forms. PROVED means that a tree of boxes covers
the declared domain, its open and closed ends included, and the statement is certain on every box. A suggested point is for the engine that
certifies counterexamples.

Evidence of kind ``boxes``:

* ``relation``, ``form``: the comparison ``{"lhs": ..., "rhs": ...}`` in the coordinates of the boxes; for other statements the relation is
  ``holds`` and the form ``{"proposition": ...}``;
* ``given``: hypotheses in the coordinates, where there are any;
* ``root``: ``{coordinate: [lo, hi]}``; ``open``: coordinates whose ends are left out (``left``, ``right``, ``both``); ``integers``: those that are integers;
* ``names``: declared names that are functions of the coordinates, where there are any;
* ``tree``: a text with one letter a node, see docs/formats.md; both halves contain the split point (of integers, neither does);
* ``cases``: with finite sets, a list of ``{"chosen", "form", "given", "names", "root", "open", "integers", "tree"}`` in the order of the members instead.

Methods of a leaf: ``plain`` (the enclosures of both sides decide), ``mean value``, ``convex`` (the difference is convex, its tangent at the centre
decides), ``monotone`` (the derivative has one sign, a face decides),
``contact`` (the same with the sign of the derivative proved by higher derivatives), ``logarithm`` (the logarithms of the positive and the
negative terms are compared; this and the others also after the rewriting of :mod:`verify.engines.boxes.scaling`), ``ends apart`` (the inside and the closed faces one by one), ``given`` (a hypothesis holds nowhere on the box).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify.claims.nodes import ClaimError, Node, literal, to_json
from verify.engines.boxes.closing import Close, closed_case
from verify.engines.boxes.domain import Case, Side, cases, show_end
from verify.engines.boxes.formula import Graph, Unsupported
from verify.engines.boxes.namespaces import namespace
from verify.engines.boxes.points import failing, first_look, nearly_failing
from verify.engines.boxes.proof import Prover, exact_end
from verify.engines.boxes.search import Cell, Outcome, Search, walk
from verify.engines.task import Finding, Status, Task, boxes_in_words, cannot
from verify.values import number_form, rounding
from verify.values import numbers as exact_numbers

ENGINE = "interval"
BITS = 96
"""Precision of the ends."""
FEW = 2
"""Boxes spent, without higher derivatives, before floats look for points where the statement is false."""
LARGE_SAMPLE = 10_000_000
"""Points that floats look at on a CUDA device where boxes leave a statement open, whatever the effort."""
FIRST = 200
"""Boxes spent before SymPy is asked for simpler derivatives; smaller budgets never ask."""


def decide(task: Task, close: Close | None = None) -> Finding:
    """Decide a statement over boxes; ``close`` gives the closed form of a quantity, or None."""
    goal = task.states
    if goal.head == "compare" and goal.args[1] in ("==", "rounds to"):
        return cannot(ENGINE, f"boxes decide only inequalities, not {goal.args[1]}")
    used: list[str] = []
    try:
        with exact_numbers.precision(BITS):
            found = [closed_case(case, close, used) for case in cases(task.forall, task.given, goal)]
            return _decide(task, found, used) if close is not None or task.effort.boxes > FIRST else _found_again(task, found, used)
    except (Unsupported, ClaimError) as reason:
        return cannot(ENGINE, str(reason))


_KNOWN: dict[Any, Finding] = {}
"""What was found about statements: readings and planted errors ask about the same ones. No counted work is done for it, and SymPy is not asked."""
MOST_KNOWN = 4096
LATE = "time limit"


def _found_again(task: Task, found: list[Case], used: list[str]) -> Finding:
    """The same as :func:`_decide`, which what is asked determines but for the guard."""
    effort = task.effort
    key = (task.forall, task.given, task.states, tuple(task.variant.hints.equality_at.items()), tuple(used), effort.boxes, effort.sample, task.device)
    finding = _KNOWN.get(key)
    if finding is None:
        finding = _decide(task, found, used)
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        if not finding.summary.startswith(LATE):
            _KNOWN[key] = finding
    return finding


class _Solved:
    """One case with what the search found."""

    def __init__(self, case: Case, budget: int, deadline: float, specials: Mapping[str, list[Fraction]], sample: int = 0, device: str = "cpu") -> None:
        self.case = case
        self.names = tuple(case.sides)
        self.graph = Graph(self.names)
        sides = tuple(case.sides.values())
        given = [self.graph.proposition(g) for g in case.given]
        goal = self.graph.proposition(case.states)
        points = {self.graph.index[name]: values for name, values in specials.items() if name in self.graph.index}
        self.symbolic = False
        first = min(FIRST, budget)
        search = Search(self.graph, Prover(self.graph, sides, order=1), given, goal, sides, points)
        begun = first_look(self.graph, given, goal, sides) if sides else None
        near = nearly_failing(self.graph, given, goal, sides, begun)
        at = failing(self.graph, given, goal, sides, search.truth_at, begun=begun) if near else None
        self.outcome = search.run(min(first, FEW), deadline) if at is None else search.refuted(at)
        self.boxes = self.outcome.boxes
        if not self.outcome.proved and self.outcome.false_at is None and sides:
            if not near and begun is not None:
                self.outcome.false_at = failing(self.graph, given, goal, sides, search.truth_at, begun=begun)
            if self.outcome.false_at is None:
                self.outcome = Search(self.graph, Prover(self.graph, sides), given, goal, sides, points).run(first, deadline)
                self.boxes = self.outcome.boxes
        if not self.outcome.proved and self.outcome.false_at is None and sides and budget > first:
            prover = Prover(self.graph, sides, symbolic=True)
            prover.register({k: node for node, k in self.graph.seen.items()})
            second = Search(self.graph, prover, given, goal, sides, points).run(budget - first, deadline)
            self.boxes += second.boxes
            if second.proved or second.false_at is not None or second.undecided_share <= self.outcome.undecided_share:
                self.outcome = second
                self.symbolic = prover.used_symbolic
            self.outcome.out_of_time = second.out_of_time
        if sample and sides and not self.outcome.proved and self.outcome.false_at is None:
            self.outcome.false_at = failing(self.graph, given, goal, sides, search.truth_at, sample, namespace(device))

    def evidence(self) -> dict[str, Any]:
        return tree_evidence(self.case, self.outcome)

    def at(self, point: tuple[Any, ...]) -> dict[str, str]:
        """A point of the boxes in the declared names, each a fraction near its value."""
        at = tuple(exact_end(value) for value in point)
        found = {}
        for name, node in self.case.names.items():
            try:
                value = self.graph.exact(self.graph.build(node), at)
            except (exact_numbers.NoValue, Unsupported):
                continue
            found[name] = _near(value)
        return found

    def describe(self, cell: Cell) -> str:
        parts = [f"{name} = {value}" for name, value in self.case.chosen.items()]
        parts += [f"{name} in {side}" for name, side in zip(self.names, cell.sides, strict=True)]
        return ", ".join(parts) or "the point"


def tree_evidence(case: Case, outcome: Outcome) -> dict[str, Any]:
    """Evidence of kind ``boxes`` for one case."""
    out: dict[str, Any] = _form(case.states)
    if case.given:
        out["given"] = [to_json(g) for g in case.given]
    names = {name: to_json(node) for name, node in case.names.items() if node != Node("var", name)}
    if names:
        out["names"] = names
    out["root"] = {name: [show_end(side.lo), show_end(side.hi)] for name, side in case.sides.items()}
    out["open"] = {name: _open(side) for name, side in case.sides.items() if side.lo_open or side.hi_open}
    integers = [name for name, side in case.sides.items() if side.integer]
    if integers:
        out["integers"] = integers
    out["tree"] = outcome.tree(tuple(case.sides))
    return out


def assignment(at: Mapping[str, Any]) -> str:
    """The values of names in words."""
    return ", ".join(f"{name} = {value}" for name, value in at.items()) or "the only point"


def _near(value: exact_numbers.Number) -> str:
    if not isinstance(value, (float, fmpq)):
        value = exact_numbers.enclose(value)
        if isinstance(value.lo, float) or isinstance(value.hi, float):
            return "oo" if value.hi == float("inf") else "-oo"
        if not (rounding.writable(value.lo) and rounding.writable(value.hi)):
            return str(number_form.to_json(value))
        lo, hi = value.lo.fmpq(), value.hi.fmpq()
        slack = max(abs(lo), exact_numbers.ONE) / 2**60
        value = rounding.simplest_between(lo - slack, hi + slack)
    return str(number_form.to_json(value))


def _open(side: Side) -> str:
    return "both" if side.lo_open and side.hi_open else "left" if side.lo_open else "right"


def _form(states: Node) -> dict[str, Any]:
    if states.head == "compare":
        lhs, relation, rhs = states.args
        return {"relation": relation, "form": {"lhs": to_json(lhs), "rhs": to_json(rhs)}}
    return {"relation": "holds", "form": {"proposition": to_json(states)}}


def _decide(task: Task, found: list[Case], used: list[str]) -> Finding:
    deadline = time.thread_time() + task.effort.guard_seconds
    specials = _specials(task)
    budget = max(task.effort.boxes // max(len(found), 1), 4)
    sample = task.effort.sample or (LARGE_SAMPLE if task.device == "cuda" else 0)
    solved: list[_Solved] = []
    for case in found:
        one = _Solved(case, budget, deadline, specials, sample, task.device)
        solved.append(one)
        if one.outcome.false_at is not None:
            at = one.at(one.outcome.false_at)
            return Finding(ENGINE, Status.UNDECIDED, f"apparently false at {assignment(at)}, not yet certified", evidence={"suggest": at}, undecided_share=1.0)
    boxes = sum(one.boxes for one in solved)
    leaves = sum(1 for one in solved for cell in walk(one.outcome.root) if cell.split is None)
    trusted = ["Arb"]
    if any(one.symbolic for one in solved):
        trusted.append("SymPy")
    trusted += [f"closed form of {head}" for head in used]
    domain = "; ".join(str(case) for case in found)
    if all(one.outcome.proved for one in solved):
        if len(solved) == 1 and not solved[0].case.chosen:
            evidence = solved[0].evidence()
        else:
            evidence = {**_form(task.states), "cases": [{"chosen": dict(one.case.chosen), **one.evidence()} for one in solved]}
        return Finding(ENGINE, Status.PROVED, f"certified on {boxes_in_words(leaves)} covering the domain {domain}", "boxes", evidence,
                       {"share": 1.0, "domain": domain}, trusted=tuple(trusted), undecided_share=0.0)
    shares = [one.outcome.undecided_share for one in solved]
    undecided = max(round(sum(shares) / len(shares), 9), 1e-9)
    worst = [one.describe(cell) for one in solved for cell in sorted(one.outcome.undecided, key=lambda c: -c.share)[:3]][:3]
    coverage = {"share": round(1 - undecided, 9), "domain": domain}
    if sample:
        coverage["points"] = f"{sample} points, evaluated in floating point on {task.device}"
    text = f"after {boxes_in_words(boxes)} a share of {undecided:.3g} is undecided, for instance {'; '.join(worst)}"
    for one in solved:
        if one.outcome.no_value_at is not None:
            text += f"; no value at {assignment(one.at(one.outcome.no_value_at))}"
            break
    if any(one.outcome.out_of_time for one in solved):
        return Finding(ENGINE, Status.UNDECIDED, f"{LATE}: {text}", coverage=coverage, undecided_share=undecided)
    largest = [(one, cell) for one in solved if (cell := one.outcome.largest()) is not None]
    if undecided < 0.5 and largest:
        one, cell = max(largest, key=lambda pair: pair[1].share)
        return Finding(ENGINE, Status.SUPPORTED, f"certified on {one.describe(cell)} and elsewhere, in all a share of {1 - undecided:.6g}; {text}",
                       coverage=coverage, trusted=tuple(trusted), undecided_share=undecided)
    return Finding(ENGINE, Status.UNDECIDED, text, coverage=coverage, undecided_share=undecided)


def _specials(task: Task) -> dict[str, list[Fraction]]:
    """Points where equality is said to hold: boxes are split there."""
    points: dict[str, list[Fraction]] = {}
    for name, value in task.variant.hints.equality_at.items():
        number = value if isinstance(value, int | Fraction) else literal(value) if isinstance(value, Node) else None
        if isinstance(name, Node) and name.head == "var" and number is not None:
            points.setdefault(str(name.args[0]), []).append(Fraction(number))
    return points


__all__ = ["ENGINE", "assignment", "decide", "tree_evidence"]
