"""Statements about real numbers by solvers of real arithmetic: PROVED where the negation has no model, otherwise UNDECIDED, with an instance to be certified.

Acts on polynomial statements over numbers and over laws, events and kernels on a fixed number of labels, whose weights are unknown numbers. Denominators,
roots, ``exp`` and ``log`` are unknowns of their own, of which only facts are stated that hold for them: the solver then looks at more than there is, so that
what it finds impossible is impossible, and what it finds possible is certified like every other counterexample or dropped.

A statement is proved where every member of its domain at which the hypotheses are true makes it *true*: a side without a value does not.

Evidence of kind ``smt``: ``text`` (SMT-LIB 2: the domain, the hypotheses and the negated conclusion), ``logic``, ``solvers`` (who found no model) and
``obligations`` (what the unknowns stand for, and which facts about them are used).
"""

from __future__ import annotations

import importlib.util
import math
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from verify.claims.nodes import Node, number, to_json
from verify.engines import search
from verify.engines.smt_problem import Event, Family, Law, Problem, Real, Unsupported, translate
from verify.engines.task import Finding, Status, Task, cannot

ENGINE = "smt"
RESOURCES = {"quick": 500_000, "standard": 5_000_000, "deep": 100_000_000}
"""Units of z3's own count of its steps, by effort; cvc5 gets a fiftieth as many of its own, which are larger. What they do not decide stays undecided, on every machine."""


def by_one(task: Task) -> Finding:
    """The same by z3, and by cvc5 only where z3 has no answer: for the many small statements within a proof."""
    return decide(task, both=False)


def decide(task: Task, budget: int | None = None, vacuous: bool = False, both: bool = True) -> Finding:
    """Ask solvers for a model of the negated statement, within a budget of their steps (by default that of the effort). ``vacuous``: what holds because nothing satisfies the hypotheses is proved too."""
    try:
        problem = translate(task.forall, task.given, task.states)
    except Unsupported as reason:
        return cannot(ENGINE, str(reason))
    if importlib.util.find_spec("z3") is None:
        return cannot(ENGINE, "no solver is installed; install the extra 'smt'")
    budget = budget or RESOURCES[task.effort.name]
    answer, model, why = ask_z3(problem.text, budget, task.effort.guard_seconds)
    if answer == "sat":
        return _possible(task, problem, model)
    if not vacuous and ask_z3(problem.premises, budget, task.effort.guard_seconds)[0] == "unsat":
        return cannot(ENGINE, "nothing satisfies the domain and the hypotheses, so the statement is vacuous")
    second = ask_cvc5(problem.text, budget, task.effort.guard_seconds) if both or answer == "unknown" else "unknown"
    solvers = [name for name, told in (("z3", answer), ("cvc5", second)) if told == "unsat"]
    if not solvers:
        return cannot(ENGINE, f"no solver decides it within {budget} of its steps: {why}")
    if second == "sat":
        return cannot(ENGINE, "z3 and cvc5 contradict each other, nothing is concluded")
    evidence = {"text": problem.text, "logic": problem.logic, "solvers": solvers, "obligations": list(problem.obligations)}
    return Finding(ENGINE, Status.PROVED, f"the negation has no model over the reals ({' and '.join(solvers)}, {problem.logic})", "smt", evidence,
                   {"unknowns": len(problem.unknowns)}, trusted=tuple(solvers))


# --- solvers -----------------------------------------------------------------------------------------------------------


def ask_z3(text: str, budget: int, seconds: float) -> tuple[str, Any, str]:
    """z3's answer, its model where there is one, and why it has no answer. The clock can only take an answer away."""
    import z3

    solver = z3.Solver()
    solver.set("rlimit", budget)
    solver.set("timeout", int(1000 * seconds))
    solver.from_string(text)
    answer = str(solver.check())
    return answer, solver.model() if answer == "sat" else None, solver.reason_unknown() if answer == "unknown" else ""


def ask_cvc5(text: str, budget: int, seconds: float) -> str:
    """cvc5's answer, or ``unknown`` where it is not installed or has none."""
    if importlib.util.find_spec("cvc5") is None:
        return "unknown"
    try:
        told = subprocess.run([sys.executable, "-c", CVC5, str(budget // 50)], input=text, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return "unknown"
    return told.stdout.strip() if told.returncode == 0 else "unknown"


CVC5 = """
import sys, cvc5
solver = cvc5.Solver()
solver.setOption("rlimit", sys.argv[1])
parser = cvc5.InputParser(solver)
parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.stdin.read(), "claim")
while not (command := parser.nextCommand()).isNull():
    command.invoke(solver, parser.getSymbolManager())
answer = solver.checkSat()
print("unsat" if answer.isUnsat() else "sat" if answer.isSat() else "unknown")
"""
"""A process of its own: some of cvc5's steps count nothing and look at no clock."""


# --- models --------------------------------------------------------------------------------------------------------------


def _possible(task: Task, problem: Problem, model: Any) -> Finding:
    """A model of the negation: an instance to be certified, or nothing."""
    for suggestion in _suggestions(task, problem, model):
        if search.at(task, suggestion, shrinking=False) is not None:
            return Finding(ENGINE, Status.UNDECIDED, "z3 names an instance", evidence={"suggest": suggestion})
    return cannot(ENGINE, "the negation has a model over the reals, which no exact instance near it confirms")


def _suggestions(task: Task, problem: Problem, model: Any) -> Iterator[dict[str, Any]]:
    """Instances near the model: as it is, rounded, and with exponents that fit the model's exponentials."""
    for bits in (None, 40, 12):
        for fitted in (False, True) if problem.units else (False,):
            try:
                yield {name: to_json(_instance(value, _Reader(model, problem, bits, fitted))) for name, value in problem.unknowns.items()}
            except (ArithmeticError, ValueError):
                continue


def near(model: Any, unknown: str) -> Fraction:
    """A fraction near the value of an unknown in a model, which itself is one or an algebraic number."""
    import z3

    value = model.eval(z3.Real(unknown), model_completion=True)
    if not z3.is_rational_value(value):
        value = value.approx(20)
    return Fraction(value.numerator_as_long(), value.denominator_as_long())


class _Reader:
    """Reads fractions near the values of unknowns."""

    def __init__(self, model: Any, problem: Problem, bits: int | None, fitted: bool) -> None:
        self.model, self.problem, self.bits, self.fitted = model, problem, bits, fitted

    def number(self, unknown: str) -> Fraction:
        if self.fitted and unknown in self.problem.units:
            t, root = self.problem.units[unknown]
            return Fraction(round(root * math.log(self.plain(t)) * 2**20), 2**20)
        return self.plain(unknown)

    def plain(self, unknown: str) -> Fraction:
        found = near(self.model, unknown)
        return found if self.bits is None else found.limit_denominator(2**self.bits)

    def truth(self, unknown: str) -> bool:
        import z3

        return bool(z3.is_true(self.model.eval(z3.Bool(unknown), model_completion=True)))


def _instance(value: Any, reader: _Reader) -> Node:
    if isinstance(value, Real):
        return number(reader.number(value.text))
    if isinstance(value, Law):
        weights = [max(reader.plain(w), Fraction(0)) for w in value.weights]
        return Node("finite", tuple((number(k), number(w / sum(weights))) for k, w in enumerate(weights, 1) if w))
    if isinstance(value, Event):
        return Node("event", *(number(k) for k, b in enumerate(value.members, 1) if reader.truth(b)))
    if isinstance(value, Family):
        return Node("family", *(_instance(member, reader) for member in value.members))
    return Node("table", tuple((number(k), _instance(row, reader)) for k, row in enumerate(value.rows, 1)))
