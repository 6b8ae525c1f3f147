"""Why a comparison of numbers follows from what is known: terms that depend on distributions become unknown numbers, and engines of numbers do the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.claims.nodes import ClaimError, from_json
from verify.engines.lemmas import adding
from verify.engines.lemmas.matching import quantities
from verify.engines.task import Finding, Status, Task
from verify.evidence.checker.formula import Malformed, Refused, argument, entries, head, mentions, stated
from verify.evidence.checker.lemmas import NUMBERS, PROOFS, Known, Numbers, key

MOST_TERMS, MOST_FACTS = 6, 24
Engine = Callable[[Task], Finding]


@dataclass(frozen=True)
class Link:
    """A proof about numbers: what it rests on, the names of its terms, and its cases as they are stored."""

    goal: Any
    facts: tuple[Any, ...]
    terms: dict[str, Any]
    ranges: dict[str, Any]
    cases: list[dict[str, Any]]

    def stored(self, known: Known) -> dict[str, Any]:
        """As the checker reads it, with places of what is known. Raises Refused where something is not known any more."""
        found = {"terms": self.terms, "from": [place(known, fact) for fact in self.facts], "cases": self.cases}
        if known.numbers(self.goal, found).ranges != self.ranges:
            raise Refused("less is known of where a term lies")
        return found


def place(known: Known, fact: Any) -> int:
    """Where a proposition stands among the known ones. Raises Refused."""
    found = known.place(fact)
    if found is None:
        raise Refused("not known")
    return found


def link(known: Known, goal: Any, task: Task, engines: Sequence[Engine]) -> Link | None:
    """Why a comparison that is not known itself follows from what is known; None where that is not seen."""
    objects = {name for name, where in known.sorts.sets.items() if head(stated(where)) not in NUMBERS}
    facts, terms = _connected(known, goal, objects)
    return _linked(known, goal, facts, terms, task, engines)


def _linked(known: Known, goal: Any, facts: Sequence[Any], terms: Sequence[Any], task: Task, engines: Sequence[Engine]) -> Link | None:
    named = {f"{_prefix(known)}_{k}": term for k, term in enumerate(terms, 1)}
    try:
        numbers = Numbers(known, goal, named, list(facts))
        cases = _cases(numbers, {}, [name for name in named if numbers.infinities(name)], task, engines)
    except (Refused, Malformed):
        return None
    return None if cases is None else Link(goal, tuple(facts), named, numbers.ranges, cases)


def least(known: Known, one: Link, task: Task, engines: Sequence[Engine]) -> Link:
    """The same link from no more facts than it needs."""
    for fact in reversed(one.facts):
        rest = [other for other in one.facts if other is not fact]
        needed = {key(term) for p in (one.goal, *rest) for term in _parts_of(p)}
        fewer = _linked(known, one.goal, rest, [term for term in one.terms.values() if key(term) in needed], task, engines)
        one = fewer or one
    return one


def _parts_of(f: Any) -> Iterator[Any]:
    if isinstance(f, list):
        yield f
        for part in f[1:]:
            yield from _parts_of(part)


def _prefix(known: Known) -> str:
    prefix = "y"
    while any(name.startswith(f"{prefix}_") for name in known.sorts.sets):
        prefix += "y"
    return prefix


def _connected(known: Known, goal: Any, objects: set[str]) -> tuple[list[Any], list[Any]]:
    """Known comparisons whose terms are connected with those of the goal, and all these terms."""
    terms = {key(term): term for term in quantities(goal, objects)}
    numeric = {name for name in mentions(goal) if name not in objects}
    facts: list[Any] = []
    left = [(fact, {key(term): term for term in quantities(fact, objects)}) for fact in known.facts if head(fact) == "compare" and argument(fact, 1) != ["word", "!="]]
    while len(facts) < MOST_FACTS:
        near = [(len(own.keys() - terms.keys()), k) for k, (fact, own) in enumerate(left) if (own.keys() & terms.keys() or (not own and mentions(fact) & numeric))]
        near = [(more, k) for more, k in sorted(near) if len(terms) + more <= MOST_TERMS]
        if not near:
            break
        fact, own = left.pop(near[0][1])
        if all(_valued(known, term, fact) for term in own.values()):
            facts.append(fact)
            terms.update(own)
            numeric |= {name for name in mentions(fact) if name not in objects}
    return facts, list(terms.values())


def _valued(known: Known, term: Any, fact: Any) -> bool:
    try:
        Numbers(known, fact, {_prefix(known) + "_0": term}, [fact])
    except (Refused, Malformed):
        return False
    return True


def _cases(numbers: Numbers, infinite: dict[str, str], left: list[str], task: Task, engines: Sequence[Engine]) -> list[dict[str, Any]] | None:
    """Cases for all ways in which the terms that are left may be infinite; None where one stays open."""
    if infinite:
        if numbers.truth(numbers.goal, infinite) is True:
            return [{"infinite": infinite, "holds": True}]
        for k, fact in enumerate(numbers.facts):
            if numbers.truth(fact, infinite) is False:
                return [{"infinite": infinite, "closed": k}]
    if not left:
        away = {name: value for name, value in infinite.items() if value != "finite"}
        proof = _proof(numbers.statement(infinite), task, engines)
        return None if proof is None else [{"infinite": away, **proof}]
    found: list[dict[str, Any]] = []
    name = left[0]
    for value in (*numbers.infinities(name), "finite"):
        more = _cases(numbers, {**infinite, name: value}, left[1:], task, engines)
        if more is None:
            return None
        found += more
    return found


def _proof(statement: Any, task: Task, engines: Sequence[Engine]) -> dict[str, Any] | None:
    """A proof of a statement about finite numbers, as a case stores it."""
    found = adding.sums(*_parts(statement))
    if found is not None:
        return {"kind": adding.ENGINE, "evidence": found}
    try:
        left = about(task, statement)
    except ClaimError:
        return None
    for engine in engines:
        proof = engine(left)
        if proof.status is Status.PROVED and proof.kind in PROOFS:
            return {"kind": proof.kind, "evidence": dict(proof.evidence)}
    return None


def _parts(statement: Any) -> tuple[list[tuple[Any, Any]], list[Any], Any]:
    over = entries(statement) if head(statement) == "forall" else []
    body = argument(statement, 1) if head(statement) == "forall" else statement
    return (over, list(argument(body, 0)[1:]), argument(body, 1)) if head(body) == "implies" else (over, [], body)


def about(task: Task, statement: Any) -> Task:
    """The task of proving another statement. Raises ClaimError."""
    over, given, goal = _parts(statement)
    forall = tuple((from_json(pattern), from_json(where)) for pattern, where in over)
    return replace(task, variant=replace(task.variant, forall=forall, given=tuple(map(from_json, given)), states=from_json(goal)))


__all__ = ["Link", "least", "link", "place"]
