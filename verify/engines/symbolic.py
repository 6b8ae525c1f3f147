"""Symbolic engine: proves statements about numbers by exact identities and signs, on the whole declared domain.

A proof is a derivation (:mod:`verify.engines.derivation`): cells that cover the domain, and on each the rule by which the conclusion holds, in the arithmetic in which the checker
replays it. Before it is looked for, the statement is read for what decides it by its form: a conclusion that is a hypothesis, hypotheses that nothing satisfies, an example that cannot
exist, an infimum that solves an equation. The engine draws no points and refutes no comparison.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from verify.claims.canonical import same
from verify.claims.nodes import Argument, ClaimError, Node, literal, number, pattern_names, to_json, walk
from verify.claims.sets import stated
from verify.engines import derivation, impossible, solution, vacuous
from verify.engines.task import Finding, Status, Task, cannot

ENGINE = "symbolic"
WHOLE = {"domain": "whole", "share": 1.0}
RELATIONS = {"<=", "<", ">=", ">", "==", "!="}
RULES = {
    "equal": "both sides have one normal form",
    "logarithms": "the logarithms of both sides are compared",
    "sign": "the sign of the difference is known",
    "squares": "the squares of both sides are compared",
    "exponentials": "the exponentials of multiples of both sides are compared",
    "means": "a weighted geometric mean is at most the arithmetic one",
    "scaled tails": "exp(u^2) erfc(u) falls",
    "one tail": "the slope of a quotient without error functions changes its sign at most once",
    "slopes": "the sign of the difference follows from derivatives and limits",
}
"""The rules of a derivation, in words."""


def decide(task: Task) -> Finding:
    """Prove the task's statement, or say why not. Never raises for a statement it cannot handle."""
    by_form = _by_form(task)
    if by_form is not None:
        return by_form
    idle = vacuous.decide(task)
    if idle.status is Status.PROVED:
        return idle
    refuted = impossible.decide(task)
    if refuted.status is Status.REFUTED:
        return refuted
    enough = None if task.given else solution.equation(task)
    if enough is not None:
        proved = solution.by_equation(_derived(task.stating(enough)))
        if proved.status is Status.PROVED:
            return proved
    return _derived(task)


def _derived(task: Task) -> Finding:
    """A proof by a derivation, as a certificate of kind ``identity``."""
    tree = derivation.of(task)
    if isinstance(tree, str):
        return cannot(ENGINE, tree)
    rules, cells = Counter(_rules(tree)), sum(1 for _ in _leaves(tree))
    method = "; ".join(RULES[rule] for rule in RULES if rules[rule]) or "nothing is left to compare"
    steps = [f"{cells} {'cells cover' if cells != 1 else 'cell covers'} the domain", *(f"{RULES[rule]}: {rules[rule]} {'comparisons' if rules[rule] != 1 else 'comparison'}" for rule in RULES if rules[rule])]
    evidence: dict[str, Any] = {"method": method, "steps": steps, "derivation": tree}
    if task.states.head == "compare":
        evidence |= {"lhs": to_json(task.states.args[0]), "rhs": to_json(task.states.args[2]), "relation": str(task.states.args[1])}
    return Finding(ENGINE, Status.PROVED, f"proved on the whole domain: {method}", "identity", evidence, WHOLE)


def _leaves(tree: list[Any]) -> Iterator[list[Any]]:
    """The cells of a derivation: ``[holds, rule, ...]``, ``[given, rule, ...]`` and ``[empty]``."""
    if tree[0] in ("holds", "given", "empty"):
        yield tree
        return
    for part in tree[{"cut": 3, "sign": 2}.get(tree[0], 1) :]:
        yield from _leaves(part)


def _rules(tree: list[Any]) -> Iterator[str]:
    for leaf in _leaves(tree):
        yield from (rule[0] for rule in leaf[1:])


# --- what holds by its form ----------------------------------------------------------------------------------------------------------


def _totals(node: Node, task: Task) -> bool:
    """Whether a formula has a value for every value of its names by the definition of its constructs alone."""
    head = node.head
    if head in ("num", "pi"):
        return True
    if head == "var":
        sets = {name: where for pattern, where in task.forall for name in pattern_names(pattern)}
        where = sets.get(str(node.args[0]))
        where = None if where is None else stated(where)
        return where is not None and where.head in ("interval", "integers", "one_of")
    if head in ("total_variation", "l1_distance", "kantorovich"):
        norms = [a for a in node.args[2:] if isinstance(a, Node)]
        return all(_is_law(a, task) for a in node.args[:2]) and all(_at_least(norm, Fraction(1), task) for norm in norms)
    if head in ("wasserstein", "renyi"):
        order = node.args[2]
        least = Fraction(1) if head == "wasserstein" else Fraction(0)
        norms = [a for a in node.args[3:] if isinstance(a, Node)]
        return all(_is_law(a, task) for a in node.args[:2]) and isinstance(order, Node) and _at_least(order, least, task) and all(_at_least(norm, Fraction(1), task) for norm in norms)
    if head in ("max", "min", "abs"):
        return all(isinstance(a, Node) and _totals(a, task) for a in node.args)
    return False


def _is_law(argument: Argument, task: Task) -> bool:
    """A name that ranges over laws, or a kernel of the claim at a point of it."""
    if not isinstance(argument, Node) or argument.head != "var":
        return False
    for pattern, where in task.forall:
        if str(argument.args[0]) in pattern_names(pattern):
            return where.head == "laws"
    return False


def _at_least(order: Node, least: Fraction, task: Task) -> bool:
    if order.head == "num":
        return order.args[0] == "oo" or (order.args[0] != "-oo" and Fraction(str(order.args[0])) >= least)
    for pattern, where in task.forall:
        if order.head == "var" and str(order.args[0]) in pattern_names(pattern):
            where = stated(where)
            end = literal(_formula(where.args[0])) if where.head in ("interval", "integers") else None
            return end is not None and end >= least
    return False


UNIT = Node("interval", number(0), number(1), "closed", "closed")
RANGES = {"hockey_stick": UNIT, "total_variation": UNIT, "gaussian_dp": Node("interval", number(0), number("oo"), "closed", "closed")}
"""Divergences that have a value for all distributions, and where it lies by their definition."""


def _in_its_range(part: Node, task: Task) -> bool:
    """Whether a proposition says that a divergence of two distributions lies in its range."""
    term = _formula(part.args[0]) if part.head == "member" else part
    if part.head != "member" or stated(_formula(part.args[1])) != RANGES.get(term.head):
        return False
    spaces = {name: _formula(where.args[0]) for pattern, where in task.forall if where.head == "laws" for name in pattern_names(pattern)}
    return all(_is_law(a, task) for a in term.args[:2]) and len({spaces[str(_formula(a).args[0])] for a in term.args[:2]}) == 1 and all(_totals(_formula(a), task) for a in term.args[2:])


def _by_form(task: Task) -> Finding | None:
    """Statements that hold by their form: a hypothesis, the range of a divergence, one formula on both sides, or the absence of a construct."""
    goal = task.states
    if goal.head == "free_of":
        formula, construct = _formula(goal.args[0]), str(goal.args[1])
        hits = [n for n in walk(formula) if n.head == construct]
        evidence = {"formula": to_json(formula), "construct": construct, "occurrences": len(hits)}
        if hits:
            return Finding(ENGINE, Status.REFUTED, f"the formula contains {construct}", "structure", {**evidence, "found": to_json(hits[0])})
        return Finding(ENGINE, Status.PROVED, f"the formula contains no {construct}", "structure", evidence, WHOLE)
    parts = [_formula(a) for a in goal.args] if goal.head == "all" else [goal]
    steps: list[str] = []
    trusted: list[str] = []
    for part in parts:
        if any(same(part, h) for h in task.given):
            steps.append("a conclusion is one of the hypotheses")
            continue
        if _in_its_range(part, task):
            steps.append("a divergence lies in its range by its definition")
            trusted.append(f"the range of {_formula(part.args[0]).head}")
            continue
        if part.head != "compare" or str(part.args[1]) not in RELATIONS or not same(_formula(part.args[0]), _formula(part.args[2])):
            return None
        if not _totals(_formula(part.args[0]), task):
            return None
        if str(part.args[1]) not in ("<=", ">=", "=="):
            return Finding(ENGINE, Status.UNDECIDED, "both sides are the same formula, so that any instance refutes the statement")
        steps.append("both sides have the same canonical form, and a value everywhere")
    if not parts:
        return None
    evidence = {"method": "the form of the statement", "steps": list(dict.fromkeys(steps))}
    if goal.head == "compare":
        evidence = {"lhs": to_json(goal.args[0]), "rhs": to_json(goal.args[2]), "relation": str(goal.args[1]), **evidence}
    return Finding(ENGINE, Status.PROVED, "; ".join(dict.fromkeys(steps)), "logic", evidence, WHOLE, trusted=tuple(dict.fromkeys(trusted)))


def _formula(argument: Argument) -> Node:
    if not isinstance(argument, Node):
        raise ClaimError("a formula must have all of its parts, got one with a missing part; write it out")
    return argument


__all__ = ["ENGINE", "decide"]
