"""The search for a proof from lemmas: rounds of steps, and after each a look at the goal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from verify.claims.nodes import to_json
from verify.engines import interval, smt, symbolic
from verify.engines.lemmas.linking import Engine, Link, least, link, place
from verify.engines.lemmas.matching import Lemma, Terms, instances, lemma, quantities
from verify.engines.task import Finding, Status, Task, cannot
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.formula import Malformed, Refused, digest, head, stated, text_of
from verify.evidence.checker.lemmas import MOST_STEPS, NUMBERS, Known, instance, key, textbook

ENGINE = "lemmas"
ROUNDS = 3
MOST_INSTANCES = 12
"""Uses of one lemma in one round."""
MOST_TRIED = 400
"""Uses of lemmas that are tried in all."""
FEW: tuple[Engine, ...] = (symbolic.decide,)
"""Engines that show what a lemma asks for."""
ALL: tuple[Engine, ...] = (symbolic.decide, interval.decide, smt.decide)
"""Engines that are asked for the goal."""


@lru_cache(maxsize=1)
def _textbook() -> tuple[Lemma, ...]:
    found = [lemma(key, formula) for key, formula in textbook().items()]
    return tuple(sorted(found, key=lambda one: head(one.states) != "member"))


def decide(task: Task) -> Finding:
    """Prove a statement about distributions from textbook lemmas."""
    c = Certificate(task.variant.id, task.variant.part, task.variant.reading, "", to_json(task.variant.formula), ENGINE, "PROVED", {})
    try:
        search = _Search(task, c)
    except (Refused, Malformed) as reason:
        return cannot(ENGINE, str(reason))
    if not search.objects:
        return cannot(ENGINE, "no distribution, kernel or data set occurs")
    if not search.run():
        return cannot(ENGINE, f"no lemma of the textbook leads to the conclusion within {ROUNDS} rounds ({len(search.steps)} uses of lemmas apply)")
    evidence = search.stored()
    if len(evidence["steps"]) > MOST_STEPS:
        return cannot(ENGINE, "too many steps")
    used = list(dict.fromkeys(step["lemma"].partition("|")[0] for step in evidence["steps"] if "lemma" in step))
    told = f"follows from {', '.join(used)}" if used else "follows from what is given"
    return Finding(ENGINE, Status.PROVED, told, "lemmas", evidence, {"share": 1.0}, trusted=tuple(used), undecided_share=0.0)


class _Step:
    """One use of a lemma, with the links of what it asks for."""

    def __init__(self, one: Lemma, at: Terms, links: list[tuple[Any, Link]]) -> None:
        self.one, self.at, self.links = one, at, links


class _Search:
    """What is known so far, and how it came to be known."""

    def __init__(self, task: Task, c: Certificate) -> None:
        self.task, self.c = task, c
        self.known = Known(c)
        self.objects = {name for name, where in self.known.sorts.sets.items() if head(stated(where)) not in NUMBERS}
        self.steps: list[_Step] = []
        self.tried: set[str] = set()
        self.goal: list[tuple[Any, Link]] = []

    def run(self) -> bool:
        """Whether the goal was reached."""
        if self._reached(FEW):
            return True
        for _ in range(ROUNDS):
            before = len(self.steps)
            candidates = self._candidates()
            local = [lemma("", fact) for fact in self.known.facts if head(fact) == "forall"]
            for one in (*_textbook(), *local):
                for at in list(instances(one, candidates, self.known.sorts, MOST_INSTANCES)):
                    self._use(one, at)
            if len(self.steps) == before:
                return False
            if self._reached(ALL):
                return True
        return False

    def _candidates(self) -> list[Any]:
        """Terms and memberships that patterns are matched against, those of the goal first."""
        found: dict[str, Any] = {}
        for p in (self.known.goal, *self.known.facts):
            for term in quantities(p, self.objects):
                found.setdefault(text_of(term), term)
        for fact in self.known.facts:
            if head(fact) == "member" and head(fact[1]) == "()":
                found.setdefault(text_of(fact), fact)
        return list(found.values())

    def _use(self, one: Lemma, at: Terms) -> None:
        key = text_of([one.key or text_of(one.formula), dict(sorted(at.items()))])
        if key in self.tried or len(self.tried) >= MOST_TRIED:
            return
        self.tried.add(key)
        try:
            conclusion, wanted = instance(one.formula, at, self.known.fresh)
            links = self._links(["all", *wanted], FEW)
        except (Refused, Malformed):
            return
        before = len(self.known.facts)
        if links is not None:
            self.known.learn(conclusion)
            if len(self.known.facts) > before:
                self.steps.append(_Step(one, at, links))

    def _links(self, p: Any, engines: Sequence[Engine]) -> list[tuple[Any, Link]] | None:
        """A link for each comparison that must be shown; None where one is not found."""
        found: list[tuple[Any, Link]] = []
        for part in self.known.open_parts(p):
            one = link(self.known, part, self.task, engines)
            if one is None:
                return None
            found.append((part, one))
        return found

    def _reached(self, engines: Sequence[Engine]) -> bool:
        try:
            links = self._links(self.known.goal, engines)
        except (Refused, Malformed):
            return False
        if links is not None:
            self.goal = links
        return links is not None

    def stored(self) -> dict[str, Any]:
        """The evidence, without steps that nothing rests on."""
        self.goal = [(part, least(self.known, one, self.task, ALL)) for part, one in self.goal]
        steps = list(self.steps)
        for step in reversed(self.steps):
            fewer = [other for other in steps if other is not step]
            if self._replayed(fewer) is not None:
                steps = fewer
        return self._replayed(steps) or {}

    def _replayed(self, steps: Sequence[_Step]) -> dict[str, Any] | None:
        """The evidence of these steps; None where they do not do."""
        known = Known(self.c)
        try:
            stored = []
            for step in steps:
                how = {"lemma": step.one.key, "digest": digest(step.one.formula)} if step.one.key else {"known": place(known, step.one.formula)}
                conclusion, wanted = instance(step.one.formula, step.at, known.fresh)
                stored.append({**how, "at": step.at, "shown": _stored(known, ["all", *wanted], step.links)})
                known.learn(conclusion)
            return {"steps": stored, "goals": _stored(known, known.goal, self.goal)}
        except (Refused, Malformed):
            return None


def _stored(known: Known, p: Any, links: Sequence[tuple[Any, Link]]) -> list[dict[str, Any]]:
    """The links of what must be shown. Raises Refused where one is missing, or its numbers have no value without what was left out."""
    found = []
    for part in known.open_parts(p):
        one = next((own for goal, own in links if key(goal) == key(part)), None)
        if one is None:
            raise Refused("not shown")
        found.append(one.stored(known))
    return found


__all__ = ["ENGINE", "decide"]
