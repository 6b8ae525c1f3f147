"""Printed numbers recomputed: ``rounds to`` and comparisons of closed numbers. Returns PROVED, REFUTED or UNDECIDED.

Numbers are exact where they can be and balls of growing precision elsewhere. Finite sets are decided member by member. Over an interval, the printed
digits are proved over boxes and refuted at one fraction.

Evidence:

* kind ``printed``: ``{"value": 20 digits, "digits", "rule", "interval": [lo, hi]}``; over finite sets also ``members``: a list of
  ``{"instance", "value"}``, and ``value`` is the first;
* kind ``exhaustive``: a comparison of closed numbers, or at all members of finite sets: ``{"count", "members": [{"instance", "value", "claimed"}]}`` with
  20 digits of both sides; where something exists at each member, ``chosen``: a list of ``{"instance", "values"}``;
* kind ``witness``: as the search gives it, with an ``instance`` where the statement is false, ``{}`` where nothing ranges;
* kind ``boxes``: as the interval engine gives it for the two inequalities, with ``digits``, ``rule``, ``interval``.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from verify.claims.nodes import Node, heads, number, pattern_names, to_json
from verify.engines import binders, evaluate, interval, search
from verify.engines.boxes.closing import Close, closed_case
from verify.engines.boxes.domain import Case, Side, cases
from verify.engines.boxes.formula import Graph, Imprecise, Unsupported
from verify.engines.boxes.proof import exact_end, inner_point
from verify.engines.task import Finding, Status, Task, cannot
from verify.engines.truth import Truth
from verify.values import number_form
from verify.values import numbers as exact_numbers
from verify.values.formulas import formula
from verify.values.numbers import NoValue, Number

ENGINE = "printed"
MOST_EVALUATED = 64
"""Members of finite sets at which a statement is evaluated."""
INTEGERS = 2_000
"""Ranges of integers with more members (all combinations) are not enumerated."""


@dataclass(frozen=True, slots=True)
class Digits:
    """Printed digits with their rule: the interval of the numbers that are printed so."""

    text: str
    rule: str
    lo: Fraction
    hi: Fraction
    lo_open: bool
    hi_open: bool

    def around(self, value: Node) -> Node:
        """The proposition that ``value`` is printed so."""
        return Node("all", Node("compare", number(self.lo), "<" if self.lo_open else "<=", value),
                    Node("compare", value, "<" if self.hi_open else "<=", number(self.hi)))

    def evidence(self) -> dict[str, Any]:
        return {"digits": self.text, "rule": self.rule, "interval": [str(self.lo), str(self.hi)]}

    def __str__(self) -> str:
        left, right = "(" if self.lo_open else "[", ")" if self.hi_open else "]"
        return f"{left}{self.lo}, {self.hi}{right}"


def digits_of(printed: Node) -> Digits:
    """The interval of printed digits. Raises Unsupported where the text is no decimal number."""
    text, rule = str(printed.args[0]), printed.args[1]
    word = str(rule.args[0]) if isinstance(rule, Node) else str(rule)
    found = re.fullmatch(r"[+-]?\d*(?:\.(\d*))?(?:[eE]([+-]?\d+))?", text)
    if found is None or not re.search(r"\d", text):
        raise Unsupported(f"printed digits must be a decimal number, got {text}")
    value = Fraction(text)
    unit = Fraction(10) ** (int(found.group(2) or 0) - len(found.group(1) or ""))
    if word == "nearest":
        return Digits(text, word, value - unit / 2, value + unit / 2, False, False)
    if word in ("truncated", "lower bound"):
        return Digits(text, word, value, value + unit, False, True)
    if word == "upper bound":
        return Digits(text, word, value - unit, value, True, False)
    raise Unsupported(f"there is no rounding rule {word}")


def decide(task: Task, close: Close | None = None) -> Finding:
    """Decide printed digits, or comparisons of closed numbers; ``close`` gives the closed form of a quantity, or None."""
    found = _decide(task, close)
    if found.status is not Status.REFUTED or found.kind != "witness":
        return found
    told = search.at(task, found.evidence["instance"], shrinking=False)  # with the sides of the comparison that fails
    return found if told is None else replace(told, engine=ENGINE, trusted=found.trusted)


def _decide(task: Task, close: Close | None) -> Finding:
    used: list[str] = []
    try:
        goal = task.states
        printed: Digits | None = None
        if goal.head == "compare" and goal.args[1] == "rounds to":
            value, right = goal.args[0], goal.args[2]
            assert isinstance(value, Node) and isinstance(right, Node)
            printed = digits_of(right)
            goal = printed.around(value)
        elif goal.head in ("forall", "exists") and not task.forall and not task.given and (closed := _closed(goal)) is not None:
            return closed
        elif "printed" in heads(goal):
            return cannot(ENGINE, "printed digits are decided only where they are the whole statement")
        found = cases(task.forall, task.given, goal)
        ranges = [side for case in found for side in case.sides.values()]
        whole = all(side.integer for side in ranges)
        if printed is None and not whole:
            return cannot(ENGINE, "only printed digits and finite domains are decided here")
        found = [closed_case(case, close, used) for case in found]
        if whole or printed is None:
            return _members(found, printed, used)
        return _range(task, found, printed, goal, close, used)
    except Unsupported as reason:
        return _evaluated(task) or cannot(ENGINE, str(reason))


def _evaluated(task: Task) -> Finding | None:
    """A statement over no names, or over finite sets of numbers, evaluated at every member: what boxes cannot enclose may have an exact value or an enclosure."""
    if any(not isinstance(pattern, Node) or where.head != "one_of" for pattern, where in task.forall):
        return None
    rows = list(itertools.islice(binders.assignments(task.forall, {}, evaluate.Context(evaluate.PRECISIONS[0])), MOST_EVALUATED + 1))
    if len(rows) > MOST_EVALUATED or not all(whole for _, whole in rows):
        return None
    chosen: list[dict[str, Any]] = []
    bound = {name for entry in task.states.args[0] for name in pattern_names(entry[0])} if task.states.head == "exists" else set()  # type: ignore[index, union-attr]
    try:
        for env, _ in rows:
            held = [evaluate.holds(h, env)[0] for h in task.given]
            if any(h in (Truth.FALSE, Truth.NO_VALUE) for h in held):
                continue
            answer, inner, _ = evaluate.holds(task.states, env)
            if answer is not Truth.TRUE or (inner and not bound <= set(inner) and _quantified(task.states)):  # a member that was tried must be stored
                return None
            if bound and bound <= set(inner):
                chosen.append({"instance": {name: to_json(formula(value)) for name, value in env.items()}, "values": {name: to_json(formula(inner[name])) for name in bound}})
    except (NoValue, ArithmeticError, TypeError):
        return None
    said = "the statement holds by rigorous evaluation" if len(rows) == 1 else f"the statement holds at all {len(rows)} members, by rigorous evaluation"
    evidence = {"count": len(rows), **({"chosen": chosen} if chosen else {})}
    return Finding(ENGINE, Status.PROVED, said, "exhaustive", evidence, {"share": 1.0, "members": len(rows)}, trusted=("Arb",))


def _quantified(goal: Node) -> bool:
    return not heads(goal).isdisjoint(("forall", "exists"))


def _closed(goal: Node) -> Finding | None:
    """A quantified statement without free names, where all members of its sets can be gone through or covered by enclosures."""
    answer, inner, _ = evaluate.holds(goal, {}, precisions=evaluate.PRECISIONS[:2])
    if answer not in (Truth.TRUE, Truth.FALSE):
        return None
    whole = {"domain": "whole", "share": 1.0}
    members = {name: to_json(formula(value)) for name, value in inner.items()}
    if goal.head == "exists" and answer is Truth.TRUE:
        over = goal.args[0]
        assert isinstance(over, tuple)
        if not members:
            return Finding(ENGINE, Status.PROVED, "the statement holds by rigorous evaluation", "exhaustive", {"count": 1}, whole)
        if set(members) != {name for entry in over for name in pattern_names(entry[0])}:  # type: ignore[index]
            return None
        return Finding(ENGINE, Status.PROVED, "there is an exact example", "existence", {"instance": members}, whole)
    if goal.head == "forall" and answer is Truth.FALSE:
        evidence: dict[str, Any] = {"instance": {}, **({"inner": members} if members else {})}
        return Finding(ENGINE, Status.REFUTED, "the statement fails for some member of its set", "witness", evidence)
    if members:
        return None
    if answer is Truth.TRUE:
        return Finding(ENGINE, Status.PROVED, "the statement holds for every member of its set", "exhaustive", {"count": 1}, whole)
    return Finding(ENGINE, Status.REFUTED, "the statement holds for no member of its set", "witness", {"instance": {}})


# --- points ----------------------------------------------------------------------------------------------------------


class _Point:
    """One exact assignment of the coordinates of a case."""

    def __init__(self, case: Case, values: Mapping[str, Any]) -> None:
        self.case = case
        self.graph = Graph(tuple(case.sides))
        self.at: tuple[Number, ...] = tuple(exact_end(values[name]) for name in case.sides)
        self.given = [self.graph.proposition(g) for g in case.given]
        self.goal = self.graph.proposition(case.states)
        self.sides = _sides(case.states, self.graph)

    def instance(self) -> dict[str, Any]:
        """Every name with its exact value: a fraction, or the formula it is defined by."""
        out: dict[str, Any] = {}
        for name, node in self.case.names.items():
            try:
                value = self.graph.exact(self.graph.build(node), self.at)
            except NoValue:
                out[name] = to_json(node)
                continue
            out[name] = str(number_form.to_json(value)) if isinstance(value, (fmpq, float)) else to_json(node)
        return out

    @property
    def rational(self) -> bool:
        return all(isinstance(value, str) for value in self.instance().values())

    def holds(self) -> tuple[int | None, bool] | None:
        """The truth of the goal at growing precision; None where the hypotheses do not hold. Raises NoValue where it has none."""
        for bits in exact_numbers.LADDER:
            cache: dict[int, Number] = {}
            try:
                hypotheses = [self.graph.exact_truth(h, self.at, bits, cache) for h in self.given]
                if any(truth == 0 for truth, _ in hypotheses):
                    return None
                truth, valued = self.graph.exact_truth(self.goal, self.at, bits, cache)
            except Imprecise:
                continue
            if truth == 0 and not valued:
                raise NoValue("a side of the statement has no value")
            if truth is not None and all(t == 1 for t, _ in hypotheses):
                return truth, valued
        return None, False

    def decimal(self, part: int) -> str:
        """Twenty digits of a side."""
        for bits in (128, 512, 2048):
            value = self.graph.exact(part, self.at, bits)
            if isinstance(value, float):
                return str(number_form.to_json(value))
            ends = exact_numbers.enclose(value, bits)
            if isinstance(ends.lo, float) or isinstance(ends.hi, float):
                continue
            with exact_numbers.precision(bits):
                text = str(arb((ends.lo + ends.hi) / 2).mid().str(20, radius=False))
                size = abs(ends.hi).upper()
                if ends.hi - ends.lo <= size * arb(10) ** -25:
                    return text
        return text

    def values(self, relation: bool) -> dict[str, str]:
        if not self.sides:
            return {}
        out = {"value": self.decimal(self.sides[0])}
        if relation:
            out["claimed"] = self.decimal(self.sides[1])
        return out


def _sides(states: Node, graph: Graph) -> tuple[int, ...]:
    """The numbered sides of the statement: the value of printed digits, or both sides of a comparison."""
    if states.head == "compare":
        return tuple(graph.build(a) for a in (states.args[0], states.args[2]) if isinstance(a, Node))
    if states.head == "all" and len(states.args) == 2 and all(isinstance(a, Node) and a.head == "compare" for a in states.args):
        low = states.args[0]
        assert isinstance(low, Node) and isinstance(low.args[2], Node)
        return (graph.build(low.args[2]),)
    return ()


def _points(case: Case) -> Iterator[_Point]:
    ranges: list[list[Fraction]] = []
    total = 1
    for name, side in case.sides.items():
        if isinstance(side.lo, float) or isinstance(side.hi, float):
            raise Unsupported(f"{name} ranges over infinitely many integers")
        total *= int(side.hi - side.lo) + 1
        if total > INTEGERS:
            raise Unsupported(f"the integers have more than {INTEGERS} combinations")
        ranges.append([side.lo + k for k in range(int(side.hi - side.lo) + 1)])
    for values in itertools.product(*ranges):
        yield _Point(case, dict(zip(case.sides, values, strict=True)))


# --- finite domains --------------------------------------------------------------------------------------------------


def _members(found: list[Case], printed: Digits | None, used: list[str]) -> Finding:
    trusted = ("Arb", *(f"closed form of {head}" for head in used))
    members: list[dict[str, Any]] = []
    open_ones: list[str] = []
    count = 0
    for case in found:
        compared = str(case.states.args[1]) if case.states.head == "compare" else ""
        for point in _points(case):
            count += 1
            instance = point.instance()
            at = f" at {interval.assignment(instance)}" if instance else ""
            try:
                held = point.holds()
                if held is None:
                    continue
                values = point.values(bool(compared)) if printed is not None or compared else {}
            except NoValue as reason:
                open_ones.append(f"no value{at} ({reason.reason})")
                continue
            if held[0] is None:
                open_ones.append(f"undecided at {exact_numbers.LADDER[-1]} bits{at}")
            elif held[0] == 1:
                members.append({"instance": instance, **values})
            elif printed is not None and not instance:
                return Finding(ENGINE, Status.REFUTED, f"false{_shown(values, printed, '')}", "printed", {**values, **printed.evidence()}, trusted=trusted)
            else:
                return Finding(ENGINE, Status.REFUTED, f"false{at}{_shown(values, printed, compared)}", "witness", {"instance": instance}, trusted=trusted)
    if open_ones:
        return Finding(ENGINE, Status.UNDECIDED, "; ".join(open_ones[:3]))
    if not members:
        return cannot(ENGINE, "no member of the finite sets meets the hypotheses")
    first = members[0]
    summary = f"true at all {len(members)} members" if len(members) > 1 else "true at the only member" if first["instance"] else f"true{_shown(first, printed, compared)}"
    coverage = {"share": 1.0, "members": len(members)}
    if printed is None:
        return Finding(ENGINE, Status.PROVED, summary, "exhaustive", {"count": count, "members": members}, coverage, trusted=trusted)
    evidence = {"value": first["value"], **printed.evidence(), **({"members": members} if first["instance"] else {})}
    return Finding(ENGINE, Status.PROVED, summary, "printed", evidence, coverage, trusted=trusted)


def _shown(values: Mapping[str, Any], printed: Digits | None, relation: str) -> str:
    """The numbers that decide, behind the word that says whether the statement is true."""
    if printed is not None:
        return f": recomputed {values.get('value')}, printed {printed.text} ({printed.rule}: {printed})"
    if relation:
        return f": {values.get('value')} {relation} {values.get('claimed')}".replace("oo", "∞")
    return ", by rigorous evaluation"


# --- intervals -------------------------------------------------------------------------------------------------------


def _range(task: Task, found: list[Case], printed: Digits, goal: Node, close: Close | None, used: list[str]) -> Finding:
    """Refuted at a simple fraction, or proved over boxes."""
    trusted = ("Arb", *(f"closed form of {head}" for head in used))
    for case in found:
        for values in itertools.islice(itertools.product(*(_samples(side) for side in case.sides.values())), 256):
            point = _Point(case, dict(zip(case.sides, values, strict=True)))
            try:
                held = point.holds()
            except (NoValue, Unsupported):
                continue
            if held is not None and held[0] == 0 and point.rational:
                instance = point.instance()
                return Finding(ENGINE, Status.REFUTED, f"false at {interval.assignment(instance)}{_shown(point.values(False), printed, '')}",
                               "witness", {"instance": instance}, trusted=trusted)
    inner = interval.decide(task.stating(goal), close)
    if inner.status is Status.PROVED:
        return replace(inner, engine=ENGINE, summary=f"the printed digits are right on the whole range: {inner.summary}",
                       evidence={**inner.evidence, **printed.evidence()})
    return replace(inner, engine=ENGINE)


def _samples(side: Side) -> list[Any]:
    """Ends that belong to the side, its middle, and fractions close to its ends."""
    found: list[Any] = []
    if not side.lo_open:
        found.append(side.lo)
    if not side.hi_open and side.hi != side.lo:
        found.append(side.hi)
    middle = inner_point(side)
    found.append(middle)
    if not side.integer:
        for end in (side.lo, side.hi):
            if not isinstance(end, float):
                found += [end + (middle - end) / 2**k for k in (1, 4, 10, 20)]
    return list(dict.fromkeys(found))


__all__ = ["ENGINE", "Digits", "decide", "digits_of"]
