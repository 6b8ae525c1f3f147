"""The search for a proof from lemmas: rounds of steps, and after each a look at the goal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from verify.claims.nodes import to_json
from verify.engines import interval, smt, symbolic
from verify.engines.lemmas.linking import Engine, Found, Link, least, link, parts_of, place
from verify.engines.lemmas.matching import Lemma, Terms, instances, lemma, members, outer, quantities
from verify.engines.task import Finding, Status, Task, cannot
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.formula import Malformed, Refused, digest, head, mentions, text_of
from verify.evidence.checker.lemmas import MOST_STEPS, divided, instance, key, textbook

ENGINE = "lemmas"
ROUNDS = 3
MOST_INSTANCES = 12
"""Uses of one lemma in one round."""
MOST_TRIED = 250
"""Uses of lemmas that are tried in all."""
MOST_ASKED = 12
"""Failures after which what a lemma asks for is shown by sums of what is known alone."""
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
    if not search.known.objects:
        return cannot(ENGINE, "no distribution, kernel or data set occurs")
    evidence = search.stored() if search.run() else _divided(task, c, search)
    if not evidence or len(_lemmas(evidence)) > MOST_STEPS:
        return cannot(ENGINE, f"no lemma of the textbook leads to the conclusion within {ROUNDS} rounds ({len(search.steps)} uses of lemmas apply)")
    used = tuple(dict.fromkeys(_lemmas(evidence)))
    told = f"follows from {', '.join(used)}" if used else "follows from what is given"
    return Finding(ENGINE, Status.PROVED, told, "lemmas", evidence, {"share": 1.0}, trusted=used, undecided_share=0.0)


def _lemmas(evidence: dict[str, Any]) -> list[str]:
    """The ids of the lemmas, once for each use."""
    if "split" in evidence:
        return [id for part in evidence["parts"] for id in _lemmas(part)]
    return [step["lemma"].partition("|")[0] for step in evidence["steps"] if "lemma" in step]


def _divided(task: Task, c: Certificate, search: _Search) -> dict[str, Any]:
    """Evidence by cases: the least number of the range of a name that distributions depend on, and the numbers above it."""
    inside = {name for p in (search.known.goal, *search.known.facts[: len(search.known.sorts.sets)]) for term in quantities(p, search.known.objects) for part in term[1:]
              if isinstance(part, list) and part[0] != "var" for name in mentions(part)}
    for name in sorted(inside - search.known.objects):
        try:
            statements = divided(c.statement, name)
        except Refused:
            continue
        parts = []
        for statement in reversed(statements):
            part = _Search(task, replace(c, statement=statement))
            if not part.run():
                break
            parts.append(part.stored())
        else:
            return {"split": name, "parts": parts[::-1]}
    return {}


class _Step:
    """One use of a lemma, with the links of what it asks for."""

    def __init__(self, one: Lemma, at: Terms, links: list[tuple[Any, Link]]) -> None:
        self.one, self.at, self.links = one, at, links


class _Search:
    """What is known so far, and how it came to be known."""

    def __init__(self, task: Task, c: Certificate) -> None:
        self.task, self.c = task, c
        self.known = Found(c)
        self.parts: set[str] = set()
        """Keys of all terms that occur in what was met so far."""
        self.steps: list[_Step] = []
        self.tried: set[str] = set()
        self.goal: list[tuple[Any, Link]] = []
        self.asked = 0

    def run(self) -> bool:
        """Whether the goal was reached."""
        if self._reached(FEW):
            return True
        for _ in range(ROUNDS):
            before = len(self.steps)
            candidates = self._candidates()
            general = [fact for fact in self.known.facts if head(fact) == "forall"]
            for one in filter(None, map(outer, general)):
                for at in list(members(one, self.known.sorts, MOST_INSTANCES)):
                    self._use(one, at)
            for one in (*_textbook(), *(lemma("", fact) for fact in general)):
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
        for p in (self.known.goal, *self.known.premises, *self.known.facts):
            for term in quantities(p, self.known.objects):
                found.setdefault(text_of(term), term)
        for fact in self.known.facts:
            if (head(fact) == "member" and head(fact[1]) == "()") or head(fact) == "forall":
                found.setdefault(text_of(fact), fact)
        self.parts.update(key(part) for term in found.values() for part in parts_of(term))
        return list(found.values())

    def _near(self, conclusion: Any) -> bool:
        """Whether a conclusion is about the distributions, kernels and data sets that occur already, and at most one quantity of them is new."""
        new = [term for term in quantities(conclusion, self.known.objects) if key(term) not in self.parts]
        if any(len(term) > 2 and key(term[1]) == key(term[2]) for term in new):
            return False  # a distribution compared with itself
        known = all(key(part) in self.parts for term in new for part in term[1:] if mentions(part) & self.known.objects)
        return known and len({key(term) for term in new}) <= 1

    def _use(self, one: Lemma, at: Terms) -> None:
        key = text_of([one.key or text_of(one.formula), dict(sorted(at.items()))])
        if key in self.tried or len(self.tried) >= MOST_TRIED:
            return
        self.tried.add(key)
        try:
            conclusion, wanted = instance(one.formula, at, self.known.fresh)
            if not self._near(conclusion):
                return
            links = self._links(["all", *wanted], FEW if self.asked < MOST_ASKED else ())
        except (Refused, Malformed):
            return
        before = len(self.known.facts)
        if links is not None:
            self.known.learn(conclusion)
            self.known.assume()
            if len(self.known.facts) > before:
                self.steps.append(_Step(one, at, links))

    def _links(self, p: Any, engines: Sequence[Engine]) -> list[tuple[Any, Link]] | None:
        """A link for each comparison that must be shown; None where one is not found."""
        found: list[tuple[Any, Link]] = []
        for part in self.known.open_parts(p):
            one = link(self.known, part, self.task, engines)
            if one is None:
                self.asked += 1
                return None
            found.append((part, one))
        return found

    def _reached(self, engines: Sequence[Engine]) -> bool:
        if self.known.premises:
            return False
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
        known = Found(self.c)
        try:
            stored = []
            for step in steps:
                how = {"lemma": step.one.key, "digest": digest(step.one.formula)} if step.one.key else {"known": place(known, step.one.formula)}
                conclusion, wanted = instance(step.one.formula, step.at, known.fresh)
                stored.append({**how, "at": step.at, "shown": _stored(known, ["all", *wanted], step.links)})
                known.learn(conclusion)
                known.assume()
            if known.premises:
                return None
            return {"steps": stored, "goals": _stored(known, known.goal, self.goal)}
        except (Refused, Malformed):
            return None


def _stored(known: Found, p: Any, links: Sequence[tuple[Any, Link]]) -> list[dict[str, Any]]:
    """The links of what must be shown. Raises Refused where one is missing, or its numbers have no value without what was left out."""
    found = []
    for part in known.open_parts(p):
        one = next((own for goal, own in links if key(goal) == key(part)), None)
        if one is None:
            raise Refused("not shown")
        found.append(one.stored(known))
    return found


__all__ = ["ENGINE", "decide"]
