"""Comparisons of products by their logarithms: powers with positive bases, and exponentials. Returns PROVED or UNDECIDED.

``(1 - 1/k)^(2 t) <= exp(-2 t/k)`` says that ``2 t log(1 - 1/k) <= -2 t/k``, where t >= 0 may be left out: a statement about one number, which signs of derivatives prove. Ends of ranges at which a
base is 0 are looked at by themselves. What the parts say is worked out by the checker's formulas (:mod:`verify.evidence.checker.logarithms`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from verify.claims.nodes import Node, free_names, from_json, number, to_json, walk
from verify.claims.sets import stated
from verify.engines import interval, rolle, symbolic
from verify.engines.task import Finding, Status, Task, cannot
from verify.evidence.checker import logarithms
from verify.evidence.checker.formula import Malformed, Refused
from verify.evidence.checker.logarithms import Statement
from verify.evidence.checker.numbers import Undecided

ENGINE = "logarithms"
Engines = Sequence[Callable[[Task], Finding]]
Proof = dict[str, Any]


def decide(task: Task) -> Finding:
    """What signs of derivatives, normal forms and a few boxes prove of the logarithms of both sides."""
    few = replace(task.effort, boxes=min(interval.FIRST, task.effort.boxes))
    return decide_by(task, (rolle.decide, symbolic.decide, lambda left: interval.decide(replace(left, effort=few))))


def decide_by(task: Task, engines: Engines) -> Finding:
    """What the engines prove of the logarithms, as a proof of the comparison."""
    if task.states.head != "compare" or not any(node.head == "exp" or (node.head == "pow" and free_names(node.args[1])) for node in walk(task.states)):  # type: ignore[arg-type]
        return cannot(ENGINE, "no side is a product with an exponential or a moving power")
    whole = Statement.of([(to_json(pattern), to_json(where)) for pattern, where in task.forall], [to_json(h) for h in task.given], to_json(task.states))
    trusted: dict[str, None] = {}
    why = "a base is not seen to be positive"
    for end in _ends(task):
        try:
            there, left = logarithms.divided(whole, *end) if end else (None, whole)
            bases, sides = logarithms.compared(left)
        except (Refused, Malformed, Undecided) as reason:
            why = str(reason)
            continue
        positive = _all(task, [left.with_goal(logarithms.above_zero(base)) for base in bases], engines, trusted)
        if positive is None:
            continue
        why = "the logarithms of both sides are not decided"
        apart = [] if there is None else _all(task, [there.with_goal(there.goal)], engines, trusted)
        found = None if apart is None else _rest(task, left, bases, sides, engines, trusted)
        if apart is not None and found is not None:
            factor, rest = found
            evidence = {"apart": [[*end, *apart]] if end else [], "positive": positive, "factor": factor, "rest": rest}
            told = f", {end[0]} apart at the end of its range" if end else ""
            return Finding(ENGINE, Status.PROVED, f"the logarithms of both sides are compared{told}", "logarithms", evidence, {"share": 1.0}, trusted=tuple(trusted), undecided_share=0.0)
    return cannot(ENGINE, why)


def _ends(task: Task) -> Iterator[tuple[str, ...]]:
    """None, and each end of a range that belongs to it."""
    yield ()
    for pattern, where in task.forall:
        where = stated(where)
        for side, place in (("low", 0), ("high", 1)) if isinstance(pattern, Node) and where.head in ("interval", "integers") else ():
            if where.args[place] not in (number("oo"), number("-oo")) and (where.head == "integers" or where.args[place + 2] == "closed"):
                yield str(pattern.args[0]), side


def _rest(task: Task, left: Statement, bases: list[Any], sides: Any, engines: Engines, trusted: dict[str, None]) -> tuple[str | None, Proof] | None:
    """The factor that is left out, and the proof of what is left."""
    for factor in (*(str(pattern.args[0]) for pattern, _ in task.forall if isinstance(pattern, Node)), None):
        try:
            goal = logarithms.without(left, bases, sides, factor)
        except Refused:
            continue
        proofs = _all(task, [left.with_goal(goal)], engines, trusted)
        if proofs is not None:
            return factor, proofs[0]
    return None


def _all(task: Task, statements: list[Any], engines: Engines, trusted: dict[str, None]) -> list[Proof] | None:
    """A proof of each statement; None where one is not found."""
    found = []
    for statement in statements:
        proof = next((one for engine in engines if (one := _proof(engine(_task(task, statement)), trusted)) is not None), None)
        if proof is None:
            return None
        found.append(proof)
    return found


def _task(task: Task, statement: Any) -> Task:
    node = from_json(statement)
    assert isinstance(node, Node)
    over: Any = ()
    given: tuple[Any, ...] = ()
    if node.head == "forall":
        over, node = node.args[0], node.args[1]  # type: ignore[assignment]
    if node.head == "implies":
        given, node = node.args[0].args, node.args[1]  # type: ignore[union-attr, assignment]
    return replace(task, variant=replace(task.variant, forall=over, given=given, states=node))


def _proof(found: Finding, trusted: dict[str, None]) -> Proof | None:
    if found.status is not Status.PROVED or found.kind not in logarithms.PROOFS:
        return None
    trusted |= dict.fromkeys(found.trusted)
    return {"kind": found.kind, "evidence": {key: value for key, value in found.evidence.items() if key != "suggest"}}


__all__ = ["ENGINE", "decide", "decide_by"]
