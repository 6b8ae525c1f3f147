"""Which known comparisons lead to another one: a solver names numbers at which the goal fails, and what is known and fails there as well is added, until there are no such numbers."""

from __future__ import annotations

import importlib.util
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from verify.claims.nodes import ClaimError, from_json
from verify.engines.lemmas.matching import plain
from verify.engines.lemmas.trying import Values, gap
from verify.engines.smt import ask_z3, near
from verify.engines.smt_problem import Real, Unsupported, translate
from verify.engines.task import Task
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.formula import Malformed, Refused
from verify.evidence.checker.lemmas import Known
from verify.evidence.checker.unknowns import Numbers
from verify.evidence.checker.uses import key

Compared = tuple[Any, dict[str, Any]]
MOST_ROUNDS, MOST_TERMS = 10, 7
STEPS = 300_000
"""Steps of the solver in one round; most models are found in a tenth of them."""
GRID = 64
"""Values of a term at which two comparisons of it are held against each other."""


def chosen(known: Known, goal: Any, own_terms: Iterable[Any], given: Sequence[Compared], pool: Sequence[Compared], prefix: str, task: Task) -> tuple[list[Any], list[Any]] | None:
    """Known comparisons from which the goal follows where all terms are finite, and their terms; None where that is not seen.

    ``own_terms``: the terms of the goal that depend on the objects. ``given``: what the statement says, of which as much is used from the beginning as terms allow. ``pool``: all known comparisons. Both with their terms that depend on the objects, by key.
    """
    if importlib.util.find_spec("z3") is None:
        return None
    facts: list[Any] = []
    terms = {key(term): plain(term) for term in own_terms}
    for fact, own in given:
        if len(terms.keys() | own.keys()) <= MOST_TERMS:
            facts.append(fact)
            terms.update({name: plain(term) for name, term in own.items()})
    for _ in range(MOST_ROUNDS):
        named = {f"{prefix}_{k}": term for k, term in enumerate(terms.values(), 1)}
        try:
            at = _failing(Numbers(known, goal, named, facts).statement(dict.fromkeys(named, "finite")), task)
        except (Refused, Malformed, ClaimError, Unsupported):
            return None
        if at is None:
            return facts, list(terms.values())
        values = {name: at[f"{prefix}_{k}"] for k, name in enumerate(terms, 1) if f"{prefix}_{k}" in at}
        more = _failing_too([one for one in pool if not any(one[0] is fact for fact in facts)], {**at, **values}, terms) if len(values) == len(terms) else []
        if not more:
            return None
        facts += [fact for fact, _ in more]
        terms.update({name: plain(term) for _, own in more for name, term in own.items()})
    return None


def _failing(statement: Any, task: Task) -> Values | None:
    """Numbers at which a statement is false, where exponentials and logarithms may have other values; None where there are none. Raises Unsupported where the solver does not decide."""
    c = Certificate("", "", "", "", statement, "bounds", "PROVED", {})
    forall = tuple((from_json(pattern), from_json(where)) for pattern, where in c.over)
    problem = translate(forall, tuple(map(from_json, c.hypotheses)), from_json(c.goal))
    answer, model, why = ask_z3(problem.text, STEPS, task.effort.guard_seconds)
    if answer == "unknown":
        raise Unsupported(why)
    return None if answer == "unsat" else {name: float(near(model, value.text)) for name, value in problem.unknowns.items() if isinstance(value, Real)}


def _failing_too(pool: Sequence[Compared], at: Values, terms: Collection[str]) -> list[Compared]:
    """The comparison that fails most clearly, of known terms; otherwise two that no value of a new term satisfies."""
    failing = [(left, -k) for k, (fact, own) in enumerate(pool) if own.keys() <= set(terms) and (left := gap(fact, at)) is not None and left < 0]
    if failing:
        return [pool[-min(failing)[1]]]
    news: dict[str, list[Compared]] = {}
    for fact, own in reversed(pool):
        new = own.keys() - set(terms)
        if len(new) == 1 and len(terms) < MOST_TERMS:
            news.setdefault(next(iter(new)), []).append((fact, own))
    for name, about in news.items():
        sets = [{k for k in range(-GRID, 2 * GRID + 1) if (left := gap(fact, {**at, name: k / GRID})) is not None and left >= 0} for fact, _ in about]
        for j, first in enumerate(about):
            for k, second in enumerate(about[:j]):
                if sets[j] and sets[k] and not sets[j] & sets[k]:
                    return [first, second]
    return []
