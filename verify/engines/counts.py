"""Decides how the counts of printed procedures grow: bounds of the counts for all inputs at once, and the growth of these bounds as one name tends to infinity.

The syntax tree of a procedure is run on *terms* of its inputs (``growth.py``) with what is known of their signs. Where a comparison is not decided by what is known both answers are
followed. Of a loop are needed the number of its turns, and inequalities between its variables that hold before every turn: simple ones are guessed, and kept where they hold at
the start and one turn keeps them. Turns are seen of ``for i in range(n)``; of ``while i <= n`` where each turn adds the same to i; and of ``while True`` that ends by its last line,
``if run.less(e, b)``, where each turn multiplies e by the same number between 0 and 1. A division, a special function or a place in a list without a value is no run: nothing is said then.

What is decided: ``LimSup``, ``LimInf`` and ``Limit`` against 0 and infinity, for all values of the free names (PROVED) or at one instance (REFUTED), and that no factor serves all
(``there are K, ...: for all t: A <= K G`` is false where A/G tends to infinity in one name whatever the others are).

Evidence of kind ``counts``: ``instance`` (REFUTED), ``invariants`` of the loops, each by its procedure and its number in the text, and ``growth``, the classes between which sides lie.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from verify.claims.nodes import ClaimError, Node, child, free_names, heads, literal, number, pattern_names, substitute, to_json
from verify.claims.propositions import MIRRORED
from verify.claims.sets import stated
from verify.claims.show import text
from verify.engines import evaluate as ev
from verify.engines.counted_code import Interpreter
from verify.engines.counted_terms import Guess, List, parts_of
from verify.engines.growth import ONE, ZERO, Algebra, Fact, Growth, Term, Unclear
from verify.engines.membership import contains
from verify.engines.procedure import used
from verify.engines.task import Finding, Status, Task, cannot
from verify.engines.truth import Truth
from verify.values.numbers import NoValue

ENGINE = "counts"
LIMITS = frozenset({"limsup", "liminf", "limit"})
MOST_INSTANCES, LARGE = 3, 16
"""Instances tried, and what the name that tends to infinity exceeds in the end."""


# --- statements ------------------------------------------------------------------------------------------------------------------

Sides = tuple[Growth | None, Growth]
"""Between what a side lies that is positive; without a lower bound where it is perhaps 0."""

_FOLLOWED: dict[Any, tuple[Any, dict[tuple[str, int], dict[Guess, None]]]] = {}
"""Growth of counts by formula, name and ranges, or why it is not seen; with the invariants that were found."""
MOST_FOLLOWED = 64


class Judge:
    """The truth of a statement for all values of its free names."""

    def __init__(self, ranges: Mapping[str, Node], deadline: float) -> None:
        self.ranges, self.deadline = ranges, deadline
        self.invariants: dict[tuple[str, int], dict[Guess, None]] = {}
        self.growth: list[list[Any]] = []
        self.words: list[str] = []

    def truth(self, goal: Node) -> bool:
        """Raises Unclear where neither truth nor falsehood is seen."""
        if goal.head == "all":
            return all(self.truth(part) for part in parts_of(goal))
        if goal.head == "exists":
            return self._for_all(goal)
        if goal.head != "compare":
            raise Unclear(f"{goal.head} is not a comparison of growth")
        left, relation, right = child(goal, 0), str(goal.args[1]), child(goal, 2)
        if right.head in LIMITS:
            left, relation, right = right, MIRRORED.get(relation, ""), left
        if left.head not in LIMITS or right not in (number(0), number("oo")):
            raise Unclear("a limit is compared with 0 or infinity here, nothing else")
        over: Any = left.args[0]
        name = pattern_names(over[0][0])[0]
        if over[0][1] != number("oo"):
            raise Unclear("a limit at a point")
        low, high = self._sides(child(left, 1), name, {name: Node("interval", number(LARGE), number("oo"), "open", "open")})
        return _answer(left.head, low, high, relation, right == number("oo"))

    def _sides(self, body: Node, name: str, own: Mapping[str, Node]) -> Sides:
        """Bounds of the growth of a formula in the name."""
        if any(set(own) & free_names(where) for other, where in self.ranges.items() if other not in own):
            raise Unclear("the range of a name mentions a name that is bound again")
        algebra = Algebra()
        run = Interpreter(algebra, {**self.ranges, **own}, self.deadline)
        for other, where in run.ranges.items():
            self._range(run, other, stated(where))
        low, high = self._bounds(run, body, name, {})
        for place, found in run.invariants.items():
            self.invariants.setdefault(place, {}).update(found)
        self.growth.append([[str(p) for p in side.powers] if side is not None else None for side in (low, high)])
        self.words.append(" to ".join(dict.fromkeys(side.text(name) if side is not None else "0" for side in (low, high))))
        return low, high

    @staticmethod
    def _range(run: Interpreter, name: str, where: Node) -> None:
        if where.head not in ("interval", "integers"):
            return
        t = run.algebra.name(name, where.head == "integers")
        if where.head == "interval" and any(child(where, k) == number(end) and where.args[2 + k] != "open" for k, end in ((0, "-oo"), (1, "oo"))):
            raise Unclear("a name that may be infinite")
        for k, end in ((0, "-oo"), (1, "oo")):
            if child(where, k) != number(end):
                gap = t - run.term(child(where, k), {}) if k == 0 else run.term(child(where, k), {}) - t
                run.state.facts.append(Fact(gap, where.head == "interval" and where.args[2 + k] == "open"))

    def _bounds(self, run: Interpreter, node: Node, name: str, bound: Mapping[str, Any]) -> Sides:
        if node.head not in ("outcome", "expect") or bound:
            return self._worked_out(run, node, name, bound)
        key = node, name, tuple(run.ranges.items())
        known = _FOLLOWED.get(key)  # readings and planted errors ask for the counts of the same runs
        if known is None:
            before = set(run.invariants)
            try:
                known = self._worked_out(run, node, name, bound), {place: found for place, found in run.invariants.items() if place not in before}
            except Unclear as why:
                if time.thread_time() > self.deadline:
                    raise
                known = str(why), {}
            if len(_FOLLOWED) >= MOST_FOLLOWED:
                _FOLLOWED.clear()
            _FOLLOWED[key] = known
        if isinstance(known[0], str):
            raise Unclear(known[0])
        run.invariants.update(known[1])
        return known[0]

    def _worked_out(self, run: Interpreter, node: Node, name: str, bound: Mapping[str, Any]) -> Sides:
        facts = run.state.facts
        if node.head == "outcome":
            least, most = run.outcome(node, bound)
            own = (None if least == ZERO else run.algebra.growth(least, name, facts)), run.algebra.growth(most, name, facts)
            if own[1].sign != (1 if own[0] is None else own[0].sign) or (least != most and own[1].sign < 0):
                raise Unclear("a side of both signs")
            return own
        if node.head == "expect":
            over: Any = node.args[0]
            if len(over) != 1 or over[0][1].head != "permutations":
                raise Unclear("an expectation over something else than orders")
            return self._bounds(run, child(node, 1), name, {**bound, pattern_names(over[0][0])[0]: _order(run, run.term(child(over[0][1], 0), bound))})
        if node.head == "abs":
            low, high = self._bounds(run, child(node, 0), name, bound)
            if low is not None and low.sign != high.sign:
                raise Unclear("a side of both signs")
            return (Growth(1, low.powers) if low is not None else None), Growth(1, high.powers)
        if node.head == "pow" and child(node, 1) == number(-1):
            low, high = self._bounds(run, child(node, 0), name, bound)
            if low is None or low.sign != high.sign:
                raise Unclear("a division by what may be 0")
            return high.power(-1), low.power(-1)
        if node.head == "mul":
            sides: Sides = (ONE_GROWTH, ONE_GROWTH)
            for part in parts_of(node):
                low, high = self._bounds(run, part, name, bound)
                if (low != high and high.sign < 0) or (sides[0] != sides[1] and high.sign < 0):
                    raise Unclear("a product with a negative factor")
                sides = (None if low is None or sides[0] is None else sides[0].times(low)), sides[1].times(high)
            return sides
        found = run.algebra.growth(run.term(node, bound), name, facts)
        return found, found

    def _for_all(self, goal: Node) -> bool:
        """Whether ``there are K, ...: for all t, ...: A <= K G`` is false: A/G tends to infinity in one of the names, whatever the others are."""
        over: Any = goal.args[0]
        inner = child(goal, 1)
        exist = {name: where for pattern, where in over for name in pattern_names(pattern)}
        if inner.head != "forall" or child(inner, 1).head != "compare":
            raise Unclear("what exists is not a factor of an inequality")
        bound: Any = inner.args[0]
        asked = {name: stated(where) for pattern, where in bound for name in pattern_names(pattern)}
        compared, relation, product = child(child(inner, 1), 0), str(child(inner, 1).args[1]), child(child(inner, 1), 2)
        if relation in (">", ">="):
            compared, product = product, compared
        elif relation not in ("<", "<="):
            raise Unclear("what exists is not a factor of an inequality")
        why: Unclear | None = None
        for name in asked:
            for factor in exist:
                rest = [part for part in product.args if part != Node("var", factor)] if product.head == "mul" else []
                if len(rest) != len(product.args) - 1 or not _endless(name, asked, exist) or set(exist) & free_names(Node("all", compared, *rest)):
                    continue
                own = {**exist, **asked, name: Node("interval", number(LARGE), number("oo"), "open", "open")}
                kept = len(self.growth)
                try:
                    low, _ = self._sides(Node("mul", compared, *(Node("pow", part, number(-1)) for part in rest)), name, own)
                    positive = self._sides(Node("mul", number(1), *rest), name, own)[1].sign > 0
                except Unclear as reason:
                    why = reason
                else:
                    if positive and low is not None and low.sign > 0 and low.tends > 0:
                        return False
                del self.growth[kept:], self.words[kept:]
        raise why or Unclear("no name along which the quotient tends to infinity")


ONE_GROWTH = Growth(1, (Fraction(0),) * 3)


def _endless(name: str, asked: Mapping[str, Node], exist: Mapping[str, Node]) -> bool:
    """Whether all ranges are half-lines to infinity that begin at numbers or at what exists, which is finite."""
    def starts(where: Node) -> bool:
        first = child(where, 0)
        return where.head == "interval" and child(where, 1) == number("oo") and where.args[3] == "open" and (literal(first) is not None or (first.head == "var" and str(first.args[0]) in exist))

    finite = all(stated(where).head == "interval" and stated(where).args[3] == "open" and literal(child(stated(where), 0)) is not None for where in exist.values())
    return finite and not set(asked) & set(exist) and all(starts(where) for where in asked.values())


def _order(run: Interpreter, length: Term) -> List:
    """A list of the integers from 1 to a length, in an order that is not known."""
    if not run.algebra.is_whole(length) or run.sign(length) != 2:  # what is known of an entry supposes that there is one
        raise Unclear("an order of something that is not a number of things")
    own = run.algebra.unknown(whole=True)
    run.algebra.know(own, Fact(own - ONE, False), Fact(length - own, False))
    return List(len(run.algebra.table), length, ONE, length, own, own, "real")


def _answer(limit: str, low: Growth | None, high: Growth, relation: str, infinite: bool) -> bool:
    """``limit relation 0`` or infinity, for what is positive and lies between the two classes. Raises Unclear."""
    if high.sign < 0 or (low is not None and low.sign < 0):
        raise Unclear("a limit of what is negative")
    ends = {"oo"} if low is not None and low.tends > 0 else {"0"} if high.tends < 0 else set()
    if not ends:
        if limit == "limit":
            raise Unclear("a limit that may not exist")
        ends = ({"oo"} if high.tends > 0 else set()) | {"between"} | (set() if low is not None and low.tends == 0 else {"0"})
    order = {"0": 0, "between": 1, "oo": 2}
    other = 2 if infinite else 0
    answers = {_compared(order[end], relation, other) for end in ends}
    if len(answers) != 1:
        raise Unclear("the growth is not known well enough")
    return answers.pop()


def _compared(a: int, relation: str, b: int) -> bool:
    table = {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "==": a == b, "!=": a != b}
    if relation not in table:
        raise Unclear("a relation that is not read")
    return table[relation]


# --- the engine ------------------------------------------------------------------------------------------------------------------


def concerns(goal: Node) -> bool:
    """Whether a statement is about the growth of what a procedure counts."""
    return "outcome" in heads(goal) and bool(heads(goal) & (LIMITS | {"exists"}))


def decide(task: Task, proofs: bool = True) -> Finding | None:
    """Prove or refute a statement about growth, or only refute it; None for statements about anything else."""
    if not concerns(task.states):
        return None
    start = time.thread_time()
    deadline = start + task.effort.guard_seconds
    given = {name: where for pattern, where in task.forall for name in pattern_names(pattern)}
    fixed = {name: child(stated(where), 0) for name, where in given.items() if stated(where).head == "one_of" and len(stated(where).args) == 1}
    why = ""
    for instance in itertools.islice(_instances(task), MOST_INSTANCES):
        if time.thread_time() > start + task.effort.guard_seconds / 2:
            break
        judge = Judge({}, deadline)
        try:
            if not judge.truth(substitute(task.states, instance)):
                return _finding(task, judge, Status.REFUTED, instance)
            break  # one that is seen to be true: a proof is looked for, not another instance
        except (Unclear, ClaimError, NoValue, ev.NoRoute, RecursionError) as reason:
            why = str(reason)
    if not proofs or "exists" in heads(task.states):  # seen to be false, or not seen
        return cannot(ENGINE, f"the growth is not determined: {why}")
    judge = Judge({name: where for name, where in given.items() if name not in fixed}, deadline)
    try:
        if judge.truth(substitute(task.states, fixed)):
            return _finding(task, judge, Status.PROVED, None)
        why = "false for all values of the names, but no such values were found"
    except (Unclear, ClaimError, NoValue, ev.NoRoute, RecursionError) as reason:
        why = str(reason)
    return cannot(ENGINE, f"the growth is not determined: {why}")


def _finding(task: Task, judge: Judge, status: Status, instance: dict[str, Node] | None) -> Finding:
    invariants = [[name, number_, *guess] for (name, number_), found in sorted(judge.invariants.items()) for guess in found]
    evidence: dict[str, Any] = {"invariants": invariants, "growth": judge.growth}
    words = f"bounds over all runs: the compared quantities grow like {' and '.join(judge.words)}"
    if instance is not None:
        evidence["instance"] = {name: to_json(value) for name, value in instance.items()}
        shown = ", ".join(f"{name} = {text(value)}" for name, value in instance.items())
        words += f", at {shown}" if shown else ""
    trusted = tuple(f"the procedure as encoded: {one['procedure']} ({one['digest'][:12]})" for one in used(task))
    return Finding(ENGINE, status, words, "counts", evidence, {"domain": "whole", "share": 1.0} if status is Status.PROVED else {}, trusted=trusted)


def _instances(task: Task) -> Iterator[dict[str, Node]]:
    """Values of all free names that satisfy the hypotheses: simple numbers, and pairs of laws on the line."""
    numbers_: list[tuple[str, list[Fraction]]] = []
    law_names: list[str] = []
    for pattern, where in task.forall:
        names = pattern_names(pattern)
        where = stated(where)
        if len(names) != 1:
            return
        if where.head == "laws":
            law_names.append(names[0])
        elif found := _simple(where):
            numbers_.append((names[0], found))
        else:
            return
    columns = itertools.zip_longest(*(found for _, found in numbers_))
    rows = [dict(zip((name for name, _ in numbers_), [q if q is not None else found[0] for q, (_, found) in zip(column, numbers_, strict=True)], strict=True)) for column in columns] or [{}]
    for row in rows:
        values = {name: number(q) for name, q in row.items()}
        for pair in _pairs([q for q in dict.fromkeys(row.values()) if q > 0] or [Fraction(1)]) if law_names else [()]:
            laws = {name: pair[min(k, len(pair) - 1)] for k, name in enumerate(law_names)}
            instance = {name: (values | laws)[name] for pattern, _ in task.forall for name in pattern_names(pattern)}
            if all(_allowed(stated(where), instance, values, instance[pattern_names(pattern)[0]]) for pattern, where in task.forall) and all(_true(h, instance) for h in task.given):
                yield instance


def _pairs(levels: list[Fraction]) -> Iterator[tuple[Node, ...]]:
    """Normal laws at distances that are values of other names, and laws on different points."""
    for level in levels[-2:]:
        yield Node("normal_vector", number(level), number(1)), Node("normal_vector", number(0), number(1))
    yield tuple(Node("finite", ((number(k), number(1)),)) for k in (0, 1))


def _simple(where: Node) -> list[Fraction]:
    if where.head == "one_of":
        return [q for q in (literal(part) for part in parts_of(where)) if q is not None][:2]
    if where.head not in ("interval", "integers"):
        return []
    low, high = literal(child(where, 0)), literal(child(where, 1))
    if where.head == "integers":
        return [low] if low is not None else []
    if low is not None and high is not None:
        return [(low + high) / 2]
    closed = [low] if low is not None and where.args[2] == "closed" else []
    return [*closed, *([low + 1] if low is not None else [high - 1] if high is not None else [Fraction(1)])]


def _allowed(where: Node, instance: dict[str, Node], values: dict[str, Node], member: Node) -> bool:
    """Laws here live on the line; sets of numbers are between numbers, and hold what was chosen."""
    if where.head != "laws":
        c = ev.Context(64)
        return not set(instance) & free_names(where) and contains(where, ev.value(member, {}, c), {}, c) is Truth.TRUE
    space = child(where, 0)
    return space.head == "euclid" and substitute(child(space, 0), values) == number(1)


def _true(hypothesis: Node, instance: dict[str, Node]) -> bool:
    try:
        return ev.holds(substitute(hypothesis, instance), {})[0] is Truth.TRUE
    except (ev.NoRoute, NoValue, ClaimError):
        return False


__all__ = ["decide"]
