"""Why a comparison of numbers follows from what is known: terms that depend on distributions become unknown numbers, and engines of numbers do the rest."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from verify.claims.nodes import ClaimError, from_json
from verify.engines import smt
from verify.engines.lemmas import adding, countermodels, trying
from verify.engines.lemmas.bounding import bounds
from verify.engines.lemmas.matching import plain, quantities
from verify.engines.task import Finding, Status, Task
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.formula import ORDERED, Malformed, Refused, argument, head, kept, mentions, stated, text_of, word
from verify.evidence.checker.lemmas import Known, opposite
from verify.evidence.checker.unknowns import NUMBERS, PROOFS, Numbers
from verify.evidence.checker.uses import key, nodes, upward
from verify.quantities import enclosures

MOST_TERMS, MOST_FACTS = 6, 24
NEAR = 5
"""Known comparisons that engines of numbers are given; sums are looked for among more."""
MOST_WORK = 12_000
"""Units of work that an engine of numbers may spend on one statement."""
Engine = Callable[[Task], Finding]


class Found(Known):
    """What is known, with the terms of its comparisons."""

    def __init__(self, c: Certificate) -> None:
        self.compared: list[tuple[dict[str, Any], set[str]]] = []
        self.given: list[Any] = []
        """What the statement says of its names."""
        self.conditions: list[Any] = []
        """Conditions by whose cases a proof is divided, as they are true here."""
        super().__init__(c)
        self.given = [fact for fact in self.facts if not any(fact is one for one in self.given)] + self.given
        self._look()

    def assume(self) -> None:
        """The same, with the names of what exists among the objects."""
        before = len(self.facts)
        super().assume()
        self.given = [*self.given, *self.facts[before:]]
        self._find_objects()

    def _find_objects(self) -> None:
        self.objects = {name for name, where in self.sorts.sets.items() if head(stated(where)) not in NUMBERS}

    def _look(self) -> None:
        self._find_objects()
        self.stated = {key(term) for p in (self.goal, *self.premises, *self.facts) for term in quantities(p, self.objects)}
        """Keys of the terms of the statement itself."""

    def where(self, condition: Any, k: int) -> Found:
        """What is known where a condition is true, or is not. Raises Refused."""
        found = super().where(condition, k)
        found.compared, found.conditions = list(self.compared), [*self.conditions, opposite(condition) if k else condition]
        found._look()
        return found

    def copied(self) -> Found:
        """The same, which may come to know more by itself."""
        new = copy.copy(self)
        first = next(self.fresh)
        self.fresh, new.fresh = count(first), count(first)
        new.facts, new.places, new.valued, new.unnamed, new.premises, new.later = list(self.facts), dict(self.places), set(self.valued), list(self.unnamed), list(self.premises), list(self.later)
        new.ranges = {term: list(found) for term, found in self.ranges.items()}
        new.compared, new.conditions = list(self.compared), list(self.conditions)
        return new

    def within(self, goal: Any, new: Sequence[str]) -> Found:
        """What is known of arbitrary members, with what must be shown of them as the goal. Raises Refused."""
        return self._about(*self.inner(goal, list(new)))

    def member(self, over: Any, new: Sequence[str], signed: bool = False) -> Found:
        """What is known of an arbitrary member of an extremum or a finite sum, with what must be shown of it as the goal. Raises Refused."""
        return self._about(*self.arbitrary(over, list(new), signed))

    def _about(self, inner: Found, wanted: Any) -> Found:
        inner.goal, inner.compared = wanted, list(self.compared)
        inner._look()
        return inner


@dataclass(frozen=True)
class Link:
    """A proof about numbers: what it rests on, the names of its terms, and its cases as they are stored."""

    goal: Any
    facts: tuple[Any, ...]
    terms: dict[str, Any]
    ranges: dict[str, Any]
    cases: list[dict[str, Any]]
    against: Any = None
    """The known comparison of which the goal is the opposite; None where the goal is what must be shown."""
    few: bool = False
    """Whether each fact was chosen since the others did not do."""

    def stored(self, known: Found) -> dict[str, Any]:
        """As the checker reads it, with places of what is known. Raises Refused where something is not known any more."""
        found = {"terms": self.terms, "from": [place(known, fact) for fact in self.facts], "cases": self.cases}
        if known.numbers(self.goal, found).ranges != self.ranges:
            raise Refused("less is known of where a term lies")
        return found if self.against is None else {"impossible": place(known, self.against), **found}


def place(known: Found, fact: Any) -> int:
    """Where a proposition stands among the known ones. Raises Refused."""
    found = known.place(fact)
    if found is None:
        raise Refused("not known")
    return found


def link(known: Found, goal: Any, task: Task, engines: Sequence[Engine]) -> Link | None:
    """Why a comparison that is not known itself follows from what is known; None where that is not seen."""
    facts, terms = _connected(known, goal)
    found = _linked(known, goal, facts, terms, task, ())
    if found is None and len(terms) == MOST_TERMS:  # other terms may be nearer to what was learned last
        late, others = _connected(known, goal, late=True)
        found = _linked(known, goal, late, others, task, ()) if {*map(key, others)} != {*map(key, terms)} else None
        if found is None and (between := _between(known, goal)):
            found = _linked(known, goal, *between, task, ())
    if found is not None or not engines:
        return found
    if not quantities(goal, known.objects) and (found := _linked(known, goal, [], [], task, engines)) is not None:  # it may hold for all its numbers
        return found
    near, terms = _connected(known, goal, NEAR)
    own = {key(term) for term in quantities(goal, known.objects)}
    closest = [fact for fact in near if {key(term) for term in quantities(fact, known.objects)} <= own]
    if closest and own and len(closest) < len(near):  # what is known of other terms may be in the way
        found = _linked(known, goal, closest, [term for term in terms if key(term) in own], task, engines[:1])
    found = found or _linked(known, goal, near, terms, task, engines)
    return found or (by_countermodels(known, goal, task) if smt.by_one in engines else None)


def by_countermodels(known: Found, goal: Any, task: Task) -> Link | None:
    """The same from known comparisons that are chosen one by one, since what was chosen before does not do."""
    pool = [(fact, own) for fact, (own, bare) in zip(known.facts, _compared(known), strict=True) if (own or bare) and all(map(known.has_value, own.values()))]
    said = {*map(key, (*known.given, *known.conditions))}
    few = countermodels.chosen(known, goal, quantities(goal, known.objects), [one for one in pool if key(one[0]) in said], pool, _prefix(known), task)
    found = None if few is None else _linked(known, goal, *few, task, (smt.by_one,))
    return None if found is None else replace(found, few=True)


def by_summands(known: Found, goal: Any, task: Task) -> Link | None:
    """The same from known comparisons of the summands of its sides, whatever they are made of: an equation says that one of them is another, and no more is asked of either."""
    terms = {key(part): part for part in _summands(goal)}
    own = [(fact, {key(part): part for part in _summands(fact)}) for fact in known.facts if head(fact) == "compare" and word(fact[2]) in (*ORDERED, "==")]
    for _, parts in own:
        if parts.keys() & terms.keys() and len(parts.keys() - terms.keys()) == 1 and len(terms) < MOST_TERMS:
            terms |= parts
    facts = [fact for fact, parts in own if parts and parts.keys() <= terms.keys()]
    if not terms or len(facts) > MOST_FACTS or not all(map(known.has_value, terms.values())):
        return None
    return _linked(known, goal, facts, [plain(part) for part in terms.values()], task, ())


def _summands(f: Any) -> list[Any]:
    """The parts of sums in a comparison that are no fractions."""
    return [part for side in (f[1], f[3]) for part in (side[1:] if head(side) == "add" else [side]) if isinstance(part, list)] if head(f) == "compare" else []


def contradiction(known: Found, task: Task, engines: Sequence[Engine]) -> Link | None:
    """Why one of the conditions, or a comparison of constants, is false by the rest of what is known; None where that is not seen."""
    facts, terms = _stated(known)
    for condition in (*reversed(known.conditions), *(fact for fact in known.facts if head(fact) == "compare" and word(fact[2]) in ORDERED and not mentions(fact))):
        goal = opposite(condition)
        found = link(known, goal, task, engines) or _linked(known, goal, facts, terms, task, ())
        if found is not None:
            return replace(found, against=condition)
    return None


def _stated(known: Found) -> tuple[list[Any], list[Any]]:
    """Known comparisons of terms of the statement, and these terms."""
    terms: dict[str, Any] = {}
    facts: list[Any] = []
    for fact, (own, bare) in zip(known.facts, _compared(known), strict=True):
        if (own or bare) and own.keys() <= known.stated and len(terms.keys() | own.keys()) <= MOST_TERMS and len(facts) < MOST_FACTS and all(map(known.has_value, own.values())):
            facts.append(fact)
            terms.update({name: plain(term) for name, term in own.items()})
    return facts, list(terms.values())


def _linked(known: Found, goal: Any, facts: Sequence[Any], terms: Sequence[Any], task: Task, engines: Sequence[Engine]) -> Link | None:
    """A link from these facts, where one is found. Readings and rounds ask about the same numbers again: all that it depends on is asked for once, and counted each time."""
    named = {f"{_prefix(known)}_{k}": term for k, term in enumerate(terms, 1)}
    places = tuple((_written(term), text_of(known.ranges.get(key(term), [])), key(term) in known.valued) for term in terms)
    asked = (_sets_of(known.sorts), _written(goal), tuple(map(_written, facts)), tuple(named), places, tuple(engines), task.effort, task.seed, task.device, tuple(task.variant.hints.equality_at.items()))

    def find() -> tuple[dict[str, Any], list[dict[str, Any]]] | None:
        try:
            numbers = Numbers(known, goal, named, list(facts))
            cases = _cases(numbers, {}, [name for name in named if numbers.infinities(name)], task, engines)
        except (Refused, Malformed):
            return None
        finally:
            enclosures.spend(0)  # what was cut short is not kept
        return None if cases is None else (numbers.ranges, cases)

    found = _LINKS.found(asked, find)
    return None if found is None else Link(goal, tuple(facts), named, *found)


_LINKS = enclosures.Memo(counted=True)


@kept
def _written(f: Any) -> str:
    return text_of(f)


@kept
def _sets_of(sorts: Any) -> str:
    return text_of(list(sorts.sets.items()))


def least(known: Found, one: Link, task: Task, engines: Sequence[Engine]) -> Link:
    """The same link from no more facts than it needs: halves and quarters of them are left out first, where there are many."""
    if one.few or all(case.get("kind", adding.ENGINE) == adding.ENGINE for case in one.cases):
        engines = ()
    for share in (2, 4) if engines and len(one.facts) > NEAR else ():
        size = -(-len(one.facts) // share)
        for first in range(0, len(one.facts), size):
            one = _without(known, one, one.facts[first : first + size], task, engines)
    if len(one.facts) > NEAR:
        engines = ()
    for fact in reversed(one.facts):
        one = _without(known, one, [fact], task, engines)
    return one


def _without(known: Found, one: Link, facts: Sequence[Any], task: Task, engines: Sequence[Engine]) -> Link:
    """The same link without some facts; with them where they are needed."""
    rest = [other for other in one.facts if not any(other is fact for fact in facts)]
    needed = {key(term) for p in (one.goal, *rest) for term in nodes(p)}
    fewer = _linked(known, one.goal, rest, [term for term in one.terms.values() if key(term) in needed], task, engines)
    return one if fewer is None else replace(fewer, against=one.against)


def _prefix(known: Found) -> str:
    prefix = "y"
    while any(name.startswith(f"{prefix}_") for name in known.sorts.sets):
        prefix += "y"
    return prefix


def _connected(known: Found, goal: Any, most: int = MOST_FACTS, late: bool = False) -> tuple[list[Any], list[Any]]:
    """Known comparisons whose terms are connected with those of the goal, and all these terms. ``late``: the last ones first, and terms of the statement are as new as others."""
    terms = {key(term): plain(term) for term in quantities(goal, known.objects)}
    numeric = mentions(goal) - known.objects
    facts: list[Any] = []
    left = [(fact, own, bare) for fact, (own, bare) in zip(known.facts, _compared(known), strict=True) if own or bare]
    while len(facts) < most:
        near = [(_odd(own, terms, () if late else known.stated), -k if late else k) for k, (_, own, bare) in enumerate(left) if own.keys() & terms.keys() or (bare & numeric and not (own and terms))]
        near = [(odd, abs(k)) for odd, k in sorted(near) if len(terms.keys() | left[abs(k)][1].keys()) <= MOST_TERMS]
        if not near:
            break
        fact, own, bare = left.pop(near[0][1])
        if all(map(known.has_value, own.values())):
            facts.append(fact)
            terms.update({name: plain(term) for name, term in own.items()})
            numeric |= bare
    return facts, list(terms.values())


def _between(known: Found, goal: Any) -> tuple[list[Any], list[Any]] | None:
    """Known inequalities of the terms that lie between the sides of an inequality, and these terms; None where they are too many."""
    ordered = []
    for fact, (own, _) in zip(known.facts, _compared(known), strict=True):
        if own and word(fact[2]) in ORDERED and all(map(known.has_value, own.values())):
            small, _, large = upward(fact)
            ordered.append((fact, own, _keys(known, small), _keys(known, large)))
    try:
        low, _, high = upward(goal)
    except Refused:
        return None
    up, down = _keys(known, low), _keys(known, high)
    while more := [large - up for _, _, small, large in ordered if small & up and large - up]:
        up = up.union(*more)
    while more := [small - down for _, _, small, large in ordered if large & down and small - down]:
        down = down.union(*more)
    within = (up & down) | _keys(known, low) | _keys(known, high)
    facts = [(fact, own) for fact, own, _, _ in ordered if own.keys() <= within]
    terms = {name: plain(term) for own in [{key(term): term for term in quantities(goal, known.objects)}, *(own for _, own in facts)] for name, term in own.items()}
    return ([fact for fact, _ in facts], list(terms.values())) if len(terms) <= MOST_TERMS and len(facts) <= MOST_FACTS else None


def _keys(known: Found, f: Any) -> set[str]:
    """Keys of the terms of a number that depend on the objects."""
    return {key(term) for term in quantities(f, known.objects)}


def _odd(own: dict[str, Any], terms: dict[str, Any], usual: Collection[str]) -> tuple[int, int]:
    """How many terms of a comparison are new to what is looked at, and how many are quantities of another kind."""
    new = [term for name, term in own.items() if name not in terms and name not in usual]
    kinds = set(map(head, terms.values()))
    return len(new), sum(head(term) not in kinds for term in new)


def _compared(known: Found) -> list[tuple[dict[str, Any], set[str]]]:
    """For each known proposition, where it is a comparison: its terms that depend on the objects, by key, and its names of numbers."""
    for fact in known.facts[len(known.compared) :]:
        if head(fact) != "compare" or argument(fact, 1) == ["word", "!="]:
            known.compared.append(({}, set()))
        else:
            known.compared.append(({key(term): term for term in quantities(fact, known.objects)}, mentions(fact) - known.objects))
    return known.compared


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
        proof = _proof(numbers.statement(infinite), numbers.terms.keys(), task, engines)
        return None if proof is None else [{"infinite": away, **proof}]
    found: list[dict[str, Any]] = []
    name = left[0]
    for value in (*numbers.infinities(name), "finite"):
        more = _cases(numbers, {**infinite, name: value}, left[1:], task, engines)
        if more is None:
            return None
        found += more
    return found


def _proof(statement: Any, unknown: Collection[str], task: Task, engines: Sequence[Engine]) -> dict[str, Any] | None:
    """A proof of a statement about finite numbers, as a case stores it. ``unknown``: the names that stand for terms."""
    c = Certificate("", "", "", "", statement, "bounds", "PROVED", {})
    found = adding.sums(c.over, c.hypotheses, c.goal)
    if found is not None:
        return {"kind": adding.ENGINE, "evidence": found}
    if adding.complete(c.over, c.hypotheses, c.goal):
        return None
    if unknown:
        found = bounds(c, set(unknown), lambda rest: _proof(rest, (), task, engines))
        if found is not None:
            return {"kind": "bounds", "evidence": found}
    if not engines or trying.falls(c.over, c.hypotheses, c.goal):
        return None
    try:
        left = about(task, c)
    except ClaimError:
        return None
    proof = first_proof(left, engines, PROOFS)
    return None if proof is None else {"kind": proof.kind, "evidence": dict(proof.evidence)}


def first_proof(task: Task, engines: Sequence[Engine], kinds: Collection[str]) -> Finding | None:
    """The first proof, with evidence of one of these kinds, that engines of numbers find, each within a budget of work; None where there is none."""
    for engine in engines:
        try:
            with enclosures.allowance(MOST_WORK):
                proof = engine(task)
        except enclosures.OutOfWork:
            continue
        if proof.status is Status.PROVED and proof.kind in kinds:
            return proof
    return None


def about(task: Task, c: Certificate) -> Task:
    """The task of proving another statement. Raises ClaimError."""
    forall = tuple((from_json(pattern), from_json(where)) for pattern, where in c.over)
    return replace(task, variant=replace(task.variant, forall=forall, given=tuple(map(from_json, c.hypotheses)), states=from_json(c.goal)))


__all__ = ["Found", "Link", "about", "by_countermodels", "by_summands", "contradiction", "first_proof", "least", "link", "place"]
