"""The search for a proof from lemmas: rounds of steps, and after each a look at the goal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from itertools import permutations
from typing import Any

from verify.claims.nodes import to_json
from verify.engines import interval, logarithms, smt, symbolic
from verify.engines.derivation import PRODUCTS
from verify.engines.lemmas.linking import Engine, Found, Link, by_countermodels, by_summands, contradiction, least, link
from verify.engines.lemmas.matching import (
    Lemma,
    Terms,
    at_ends,
    bound_of,
    by_head,
    constants_of,
    instances,
    larger,
    lemma,
    match,
    may_be_signed,
    members,
    outer,
    plain,
    quantities,
    quantities_within,
    upper_parts,
    width_of,
    within_ends,
)
from verify.engines.lemmas.steps import Cut, Exists, Extremum, Links, Members, Step, Use, lemmas_of, stored_links, used_in
from verify.engines.task import Finding, Status, Task, cannot
from verify.evidence.checker.bounds import orders
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.earlier import FIELD
from verify.evidence.checker.formula import BINDERS, Malformed, Refused, argument, digest, entries, head, mentions, names, stated, text_of, word
from verify.evidence.checker.lemmas import ARITHMETIC, BOOK, MEASURES, MOST_STEPS, divided, opposite, textbook
from verify.evidence.checker.uses import conjuncts, filled, front_names, inequality, key, nodes, unbound, upward, upwards
from verify.quantities import enclosures

Other = tuple[str, Any]
"""Another statement of the papers: id, part and reading with ``|`` between them, and its formula."""
ENGINE = "lemmas"
ROUNDS = 3
MOST_INSTANCES = 12
"""Uses of one lemma in one round."""
MOST_FAILED = 6
"""Comparisons that lemmas ask for and that are not shown member by member, after which no more are tried in a round."""
MOST_EXTREMA = 6
"""Extrema and sums of which bounds are looked for."""
MOST_WITNESSES = 400
"""Ways to choose names for what must exist, among which the latest ones are tried."""
MOST_TRIED = 250
"""Uses of lemmas that are tried in all."""
MOST_ASKED = 12
"""Failures after which what a lemma asks for is shown by sums of what is known alone."""
MOST_CONDITIONS = 2
"""How many conditions a proof is divided by, one within the other."""
DEEPEST = 2
"""How deep comparisons member by member may lie in each other."""
DERIVATIONS = (60_000, 40_000, 20_000, 10_000, 5_000)
"""Products of terms that a derivation may cost, the less the more was spent: most that are found take less than 3,000."""
NAMED = 150_000
"""What one may cost at first where the lemmas are named."""
SPENT = 16_000
"""Units of work after which only the shortest derivations are looked for."""
FOR_THE_GOAL, ON_THE_WAY = 2, 12
"""The part of what is left of them that one derivation may cost, one in so many."""
MOST_LOOKS = 2
"""How often it is looked for why a part of the goal is true of all members of a set."""
MOST_GENERAL = 3
"""The same for what must be true of all members of a set."""
GENERAL = frozenset({"forall", "implies"})
OVER_SETS = frozenset({"sup", "inf", "sum"})
DRAWS = frozenset({"expect", "prob"})
DIVISION = f"{BOOK}floor"
FEW: tuple[Engine, ...] = (symbolic.decide,)
"""Engines that show what a lemma asks for."""
ALL: tuple[Engine, ...] = (symbolic.decide, interval.decide, smt.by_one, logarithms.decide)
"""Engines that are asked for the goal."""


@lru_cache(maxsize=64)
def _textbook(by: tuple[str, ...]) -> tuple[Lemma, ...]:
    """The lemmas of the textbook, or those with these ids."""
    found = [lemma(key, formula) for key, formula in textbook().items() if not by or key.partition("|")[0] in by]
    return tuple(sorted(found, key=lambda one: head(one.states) != "member"))


def decide(task: Task) -> Finding:
    """Prove a statement about distributions from textbook lemmas. A weaker statement of one reading is often that of another one."""
    asked = (text_of(to_json(task.variant.formula)), task.variant.id.startswith(BOOK), repr(task.variant.hints), task.effort, task.seed, task.device)
    found: Finding = _FOUND.found(asked, lambda: decide_from(task, ()))
    return found


_FOUND = enclosures.Memo(size=256, counted=True)


def decide_from(task: Task, others: Sequence[Other], *, alone: bool = False) -> Finding:
    """The same from other statements of the papers too, or from these ``alone``: the proof is one if those are proved that its evidence lists."""
    if task.variant.id.startswith(BOOK):
        return cannot(ENGINE, "a lemma of the textbook is not proved from the textbook")
    c = Certificate(task.variant.id, task.variant.part, task.variant.reading, "", to_json(task.variant.formula), ENGINE, "PROVED", {})
    try:
        search = _Search(task, lambda: Found(c), others=tuple(lemma(key, formula, alike=True) for key, formula in others), alone=alone)
    except (Refused, Malformed) as reason:
        return cannot(ENGINE, str(reason))
    if unknown := sorted(set(task.variant.hints.by) - {key.partition("|")[0] for key in textbook()}):
        return cannot(ENGINE, f"the textbook has no lemma {unknown[0]}")
    if not search.known.objects and not any(node[0] == "law" or node[0] in DRAWS for node in nodes(search.known.goal)):
        return cannot(ENGINE, "no distribution, kernel or data set occurs")
    evidence = search.stored() if search.run() else _divided(task, c, search) if search.asked else {}
    if not evidence or len(lemmas_of(evidence)) > MOST_STEPS:
        return cannot(ENGINE, f"no lemma of the textbook leads to the conclusion within {ROUNDS} rounds ({len(search.steps)} uses of lemmas apply)")
    named = dict.fromkeys(used_in(evidence, FIELD))
    if named:
        evidence |= {FIELD: {key: {"digest": digest(formula), "statement": formula} for key, formula in others if key in named}}
    used = tuple(dict.fromkeys(lemmas_of(evidence)))
    sources = (*(key.replace("|main", "").replace("|", " ") for key in named), *used)
    told = f"follows from {', '.join(sources)}" if sources else "follows from what is given"
    return Finding(ENGINE, Status.PROVED, told, "lemmas", evidence, {"share": 1.0}, trusted=used, undecided_share=0.0)


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
            part = _Search(task, partial(Found, replace(c, statement=statement)), others=search.others, alone=search.alone)
            if not part.run():
                break
            parts.append(part.stored())
        else:
            return {"split": name, "parts": parts[::-1]}
    return {}


class _Search:
    """What is known so far, and how it came to be known. ``start`` gives what is known at first, with the goal."""

    def __init__(self, task: Task, start: Callable[[], Found], depth: int = 0, conditions: int = 0, others: tuple[Lemma, ...] = (), alone: bool = False) -> None:
        self.task, self.start, self.depth, self.conditions = task, start, depth, conditions
        self.others, self.alone = others, alone
        """Other statements of the papers, and whether they are used without the textbook."""
        self.begun = enclosures.spent()
        self.known = start()
        self.parts: set[str] = set()
        """Keys of all terms that occur in what was met so far."""
        self.steps: list[Step] = []
        self.tried: set[str] = set()
        self.looked = 0
        """How many extrema were looked at."""
        self.opening = () if depth else tuple(self.known.facts)
        """What the statement says, where this is the search for the whole of it."""
        self.rounds = ROUNDS - depth
        self.quick = False
        """Whether what lemmas ask for is shown, so that sums of what is known must do."""
        self.failed: set[str] = set()
        """Keys of the comparisons that did not hold member by member in this round."""
        self.multiples: dict[str, list[str]] = {}
        """Names of integers whose multiples of a width are the last ones that are not above a number."""
        self.unshown: dict[str, tuple[int, bool, int]] = {}
        """What was not shown, with how much was known then, and how it was asked."""
        self.general: dict[str, Members | int] = {}
        """Why a part of the goal is true of all members of a set, or how often that was looked for."""
        self.under_way: set[str] = set()
        """Keys of the comparisons of which this search shows a part."""
        self.goal: Links = []
        self.cases: tuple[Any, list[_Search]] | None = None
        """A condition, and the searches where it is true and where it is not."""
        self.asked = 0

    def run(self) -> bool:
        """Whether the goal was reached."""
        self._show(states for p in self.known.premises[:1] if head(p) == "forall" and head(argument(p, 1)) == "compare" for states in self.known.values_asked(p))
        self.known.assume()
        if self._reached(FEW):
            return True
        if (condition := self._condition()) is not None:
            if not any(key(part) == key(condition) for node in nodes(self.known.goal) if node[0] == "sup" for part in nodes(node)):
                self._compare_suprema()
            return self._by_cases(condition)
        if self.conditions and self._compared():
            return True
        for _ in range(self.rounds):
            before = len(self.steps)
            self.failed.clear()
            self._extrema()
            candidates = by_head(self._candidates())
            general = [fact for fact in self.known.facts if head(fact) == "forall"]
            self._about_functions(candidates)
            self._first_members()
            self._in_grids(general, candidates)
            for one in filter(None, map(outer, general)):
                for at in list(members(one, self.known.sorts, MOST_INSTANCES, self.known.facts)):
                    self._use(one, at)
            self._at_terms(general, candidates)
            for one in (*self.others, *(one for one in _textbook(tuple(self.task.variant.hints.by)) if not self.alone or head(one.states) == "member"), *(lemma("", fact) for fact in general)):
                for at in list(instances(one, candidates, self.known.sorts, MOST_INSTANCES)):
                    self._use(one, at)
            if len(self.steps) > before and (condition := self._condition()) is not None:
                return self._by_cases(condition)
            self._cut()
            if len(self.steps) == before:
                return (bool(self.conditions) and self._reached(ALL)) or self._by_known() or self._by_ranges()
            if self._reached(ALL):
                return True
        return self._by_known() or self._by_ranges()

    def _compared(self) -> bool:
        """Whether the goal was reached by comparisons member by member, from what is known already."""
        before = len(self.steps)
        self._extrema()
        self._cut()
        return len(self.steps) > before and self._reached(FEW)

    def _by_known(self) -> bool:
        """Whether something that must exist was found by the cases of a condition in what is known."""
        if head(self.known.goal) != "exists" or (condition := self._condition(*self.known.facts)) is None:
            return False
        return self._by_cases(condition)

    def _condition(self, *where: Any) -> Any:
        """A condition in the goal, or in other propositions, that certainly has a truth value, of numbers alone where it is about members; None where there is none."""
        if self.conditions >= (MOST_CONDITIONS, 1, 0)[self.depth] or self.known.premises:
            return None
        for node in (node for p in where or (self.known.goal,) for node in nodes(p)):
            if node[0] == "if" and not (self.depth and mentions(node[1]) & self.known.objects) and not any(key(node[1]) == key(one) for one, _ in self.known.cases) and self._is_told(node[1]):
                return plain(node[1])
        return None

    def _by_ranges(self) -> bool:
        """Whether the goal was reached by cases: a number lies in one of the ranges of which something is known that is like the goal, or it does not."""
        if self.conditions >= (MOST_CONDITIONS, 1, 0)[self.depth] or self.known.premises:
            return False
        goals = [bound_of(part) for part in conjuncts(self.known.goal) if head(part) == "compare"]
        general = [one for one in (lemma("", fact) for fact in self.known.facts if head(fact) == "forall") if head(one.states) == "compare"]
        found = [(one, at) for one in general for goal in goals for at in match(bound_of(one.states), goal, {}, one.names)]
        ends = [condition for one, at in found for condition in within_ends(one, at)] if len({text_of(one.formula) for one, _ in found}) > 1 else []
        for condition in (*ends, *larger([self.known.goal, *self.opening], self.known.objects, self.known.sorts.sets)):
            if all(self.known.place(p) is None and not self.known.plain(p) for p in (condition, opposite(condition))) and self._is_told(condition):
                return self._by_cases(condition)
        return False

    def _is_told(self, condition: Any) -> bool:
        """Whether a condition certainly has a truth value."""
        with suppress(Refused, Malformed):
            return self.known.where(condition, 0) is not None
        return False

    def _by_cases(self, condition: Any) -> bool:
        """Whether the goal was reached where a condition is true, and where it is not."""
        parts = [self._within(partial(self._where, condition, k), self.depth, self.conditions + 1) for k in range(2)]
        for part in parts:
            part.under_way, part.rounds, part.quick = self.under_way, self.rounds, self.quick
        self.cases = (condition, parts)
        return parts[1].run() and parts[0].run()

    def _within(self, start: Callable[[], Found], depth: int, conditions: int = 0) -> _Search:
        """A search for a part of the proof, with the same statements to rest on and what is left of the work."""
        part = _Search(self.task, start, depth, conditions, self.others, self.alone)
        part.begun = self.begun
        return part

    def _where(self, condition: Any, k: int) -> Found:
        return self._known_after(self.steps).where(condition, k)

    def _known_after(self, steps: Sequence[Step]) -> Found:
        """What is known at first, and by some steps. Raises Refused where one does not apply."""
        known = self.start()
        for step in steps:
            step.replay(known)
        return known

    def _extrema(self) -> None:
        """Extrema and finite sums whose terms are at least 0, of which the members are bounds, or are bounded."""
        if self.depth == DEEPEST:
            return
        sides = [side for fact in self.known.facts if head(fact) == "compare" for side in fact[1::2] if head(side) in ARITHMETIC]
        for node in [node for p in (self.known.goal, *self.opening, *sides) for node in nodes(p) if node[0] in OVER_SETS]:
            name = f"extremum {key(node)}"
            if name in self.tried or self.looked == MOST_EXTREMA or key(node) in self.known.ranges or not mentions(node) & self.known.objects or unbound(node) - self.known.sorts.sets.keys():
                continue
            self.tried.add(name)
            self.looked += 1
            over, new = plain(node), self._new(node)
            for signed in (False, True) if may_be_signed(node) else (False,):
                try:
                    inner = self._within(partial(self.known.member, over, new, signed), self.depth + 1)
                    found = Extremum(over, new, inner.needed(), inner.goal, signed) if inner.in_range() else None
                except (Refused, Malformed):
                    continue
                if found is not None:
                    self.known.learn_extremum(over, signed)
                    self.steps.append(found)
                    break

    def _first_members(self) -> None:
        """What is known of all members of signed extrema, at the first ones, where they are numbered."""
        for over in [step.over for step in self.steps if isinstance(step, Extremum) and step.signed]:
            place = stated(entries(over)[0][1])
            if len(entries(over)) == 1 and head(place) == "integers" and isinstance(place[1], str) and place[1] != "-oo":
                fact = ["forall", over[1], inequality(over[2], False, over) if head(over) == "sup" else inequality(over, False, over[2])]
                self._use(lemma("", fact), {name: place[1] for pattern, _ in entries(fact) for name in names(pattern)}, near=False)

    def in_range(self) -> bool:
        """Whether the goal, that a number lies in a range, was reached by lemmas that say where quantities lie."""
        if self._reached(()):
            return True
        self.parts.update(map(key, nodes(argument(self.known.goal, 0))))
        terms = by_head(quantities_within(argument(self.known.goal, 0), self.known.objects))
        self._about_functions(terms)
        for one in _textbook(()):
            for at in list(instances(one, terms, self.known.sorts, MOST_INSTANCES)) if head(one.states) == "member" else ():
                self._use(one, at)
        self._extrema()
        return self._reached(())

    def _at_terms(self, general: Sequence[Any], candidates: dict[str, list[Any]]) -> None:
        """What is known of all numbers of a range at terms that occur, since lemmas may ask for it; what is not shown yet is tried again behind them."""
        for one in (lemma("", fact) for fact in general if head(argument(fact, 1)) == "compare"):
            for at in list(instances(one, candidates, self.known.sorts, MOST_INSTANCES)):
                before, tried = len(self.steps), set(self.tried)
                self._use(one, at)
                if len(self.steps) == before:
                    self.tried = tried

    def _about_functions(self, candidates: dict[str, list[Any]]) -> None:
        """Where values of functions lie, and how they compare: lemmas may ask for it."""
        for fact in self.known.facts if "apply" in candidates else ():
            if head(fact) == "forall" and "apply" in (head(fact[2][1]), head(argument(fact[2], -2))):
                one = lemma("", fact)
                for at in list(instances(one, candidates, self.known.sorts, MOST_INSTANCES)):
                    self._use(one, at)

    def _in_grids(self, general: Sequence[Any], candidates: dict[str, list[Any]]) -> None:
        """For what is known of all points ``i d`` of a grid the last one that is not above a number."""
        division = next(iter(_textbook((DIVISION,))), None)
        if division is None or not self.depth:
            return
        for one in (lemma("", fact) for fact in general):
            own = [names(pattern)[0] for pattern, where in one.over if head(stated(where)) == "integers"]
            for kind, k, step, _ in one.arguments if len(own) == len(one.over) == 1 else ():
                width = width_of(step, own[0])
                for term in candidates.get(kind, ()) if width is not None else ():
                    if head(term[k]) == "var" and head(self.known.sorts.of(term[k])) == "interval":
                        self._divide(one, division, term[k], width)

    def _divide(self, one: Lemma, division: Lemma, number: Any, width: Any) -> None:
        """What is known of all integers of a range, at the last one whose multiple of a width is not above a number."""
        asked = text_of([number, width])
        if asked not in self.multiples:
            before = set(self.known.sorts.sets)
            self._use(division, {names(pattern)[0]: width if stated(where)[3] == ["word", "open"] else number for pattern, where in division.over})
            self.multiples[asked] = sorted(self.known.sorts.sets.keys() - before)
        for new in self.multiples[asked]:
            at = {name: ["var", ["word", new]] for name in one.names}
            for node in (node for node in nodes(one.states) if node[0] == "if" and not mentions(node[1]) & self.known.objects):
                self._state(filled(node[1], at))
            self._use(one, at, ALL)

    def _state(self, states: Any) -> None:
        """Show a comparison of numbers on the way, where that succeeds."""
        try:
            links = [] if self.known.place(states) is not None else self._links(states, ALL)
        except (Refused, Malformed):
            return
        if links:
            self.known.learn(states)
            self.steps.append(Cut(states, links))

    def _new(self, over: Any) -> list[str]:
        """Names for the members of the sets of a binder."""
        return [f"x_{self.depth}_{k}" for k, _ in enumerate([name for pattern, _ in entries(over) for name in names(pattern)])]

    def _cut(self) -> None:
        """Compare what the smaller side of the goal is known to be below with the larger side, and suprema with what their members are known to be below, member by member."""
        wanted = []
        for goal in conjuncts(self.known.goal):
            if head(goal) == "compare" and argument(goal, 1) == ["word", "=="] and {head(goal[1]), head(goal[3])} <= OVER_SETS:
                wanted += [inequality(plain(one), False, plain(other)) for one, other in permutations(goal[1::2])]
            try:
                small, _, large = upward(goal)
            except Refused:
                continue
            wanted += [inequality(plain(other), False, large) for other in self._above(small) if head(other) in OVER_SETS and key(other) != key(large)]
        self._show((*wanted, *self._bounds_of_members()))

    def _compare_suprema(self) -> None:
        """Compare the suprema of the goal with each other, before its conditions are looked at, which may be about them."""
        suprema = {key(node): node for node in nodes(self.known.goal) if node[0] == "sup" and not unbound(node) - self.known.sorts.sets.keys()}
        if not self.depth and len(suprema) == 2:
            self._extrema()
            self._show(inequality(plain(one), False, plain(other)) for one, other in permutations(suprema.values()))

    def _show(self, wanted: Iterable[Any]) -> None:
        """Show comparisons member by member on the way, where that succeeds."""
        for states in wanted:
            if self.known.place(states) is not None or key(states) in self.tried | self.under_way:
                continue
            self.tried.add(key(states))
            found = self._members(states)
            if found is not None:
                self.known.learn(states)
                self.steps.append(Cut(states, [(states, found)]))

    def _above(self, small: Any) -> list[Any]:
        """What a number is known to be below, or below what it is known to be below."""
        known = [pair for fact in self.known.facts if head(fact) == "compare" for pair in orders(fact)]
        first = [other for one, _, other in known if key(one) == key(small)]
        middle = {key(one) for one in first if head(one) not in OVER_SETS}
        return first + [other for one, _, other in known if key(one) in middle]

    def _bounds_of_members(self) -> Iterator[Any]:
        """For each known supremum a number that all its members are known to be below."""
        suprema = {key(node): plain(node) for fact in (*self.known.facts, self.known.goal) if head(fact) == "compare" for node in nodes(fact) if node[0] == "sup" and not unbound(node) - self.known.sorts.sets.keys()}
        for one in [lemma("", fact) for fact in self.known.facts if head(fact) == "forall"]:
            try:
                small, _, large = upward(one.states)
            except Refused:
                continue
            for over in suprema.values():
                term, own = over, set()
                while head(term) == "sup":
                    own |= {name for pattern, _ in entries(term) for name in names(pattern)}
                    term = term[2]
                terms = [term, *(part for part in term[2:] if head(term) == "if" and not mentions(term[1]) & self.known.objects)]
                for part, above in upper_parts(small, large):
                    for at in (at for member in terms for at in match(part, member, {}, one.names)):
                        needed = unbound(above) & one.names
                        if needed <= at.keys() and head(above) != "sup":
                            bound = filled(plain(above), {name: at[name] for name in needed})
                            if not unbound(bound) & own:
                                yield inequality(over, False, bound)

    def _members(self, goal: Any, rounds: int = ROUNDS) -> Members | None:
        """A comparison member by member; None where it is no such comparison, or its members are not shown to compare."""
        general = head(goal) in GENERAL
        if self.depth == DEEPEST or (rounds == 1 and (self.quick or key(goal) in self.failed or len(self.failed) == MOST_FAILED)) or not (general or (head(goal) == "compare" and {head(goal[1]), head(goal[3])} & {*OVER_SETS, "limsup"})):
            return None
        try:
            if general:
                new = [f"x_{self.depth}_{k}" for k, _ in enumerate(front_names(goal))]
            else:
                small, _, large = upward(goal)
                new = self._new(small if head(small) in ("sup", "sum", "limsup") else large)
            inner = self._within(lambda: self.known.within(goal, new), self.depth + 1)
        except (Refused, Malformed):
            return None
        inner.under_way, inner.rounds = self.under_way | {key(upwards(goal))}, min(rounds, inner.rounds)
        inner.quick = self.quick or rounds == 1
        if not inner.run():
            self.failed.add(key(goal))
            return None
        return Members(goal, new, inner)

    def _candidates(self) -> list[Any]:
        """Terms and memberships that patterns are matched against, those of the goal first."""
        found: dict[str, Any] = {}
        for p in (self.known.goal, *self.known.premises, *(() if self.quick else self.known.facts)):
            for term in quantities_within(p, self.known.objects):
                found.setdefault(text_of(term), term)
        for fact in self.known.facts:
            if (head(fact) == "member" and head(fact[1]) == "()") or head(fact) == "forall":
                found.setdefault(text_of(fact), fact)
        for term in list(found.values()):
            for part in nodes(term) if term[0] in MEASURES - OVER_SETS and term[0] not in BINDERS else ():
                if part[0] in MEASURES - ARITHMETIC - BINDERS and mentions(part) & self.known.objects:
                    found.setdefault(text_of(part), part)
            for part in constants_of(term, self.known.sorts.sets.keys()):
                found.setdefault(text_of(part), part)
        if head(self.known.goal) == "exists":
            for one in (self.known.goal, *at_ends(self.known.goal)):
                for term in (one, *quantities_within(one, self.known.objects)):
                    found.setdefault(text_of(term), term)
        self.parts.update(key(part) for term in found.values() for part in nodes(term))
        for fact in self.known.facts:
            if head(fact) == "compare":
                found.setdefault(text_of(bound_of(fact)), bound_of(fact))
        return [*found.values(), *(["all", bound_of(part)] for part in conjuncts(self.known.goal) if head(part) == "compare")]

    def _near(self, conclusion: Any) -> bool:
        """Whether a conclusion is about the distributions, kernels and data sets that occur already, and at most one quantity of them is new."""
        if head(conclusion) == "compare" and key(conclusion[1]) == key(conclusion[3]):
            return False  # a term compared with itself
        new = [term for term in quantities(conclusion, self.known.objects) if key(term) not in self.parts and not self._listed(term)]
        if any(len(term) > 2 and key(term[1]) == key(term[2]) for term in new):
            return False  # a distribution compared with itself
        asked = [(term, [law for _, law in entries(term)] if term[0] in DRAWS else [] if term[0] in BINDERS else term[1:]) for term in new]
        odd = [term for term, parts in asked if any(key(part) not in self.parts for part in parts if mentions(part) & self.known.objects)]
        most = 2 if all(term[0] == "sup" for term in new) else 1
        return len({key(term) for term in new}) <= most and all(map(self._asked_for, odd))

    def _listed(self, term: Any) -> bool:
        """Whether a term is a member of a family of numbers, of which others occur, at an index that occurs."""
        return term[0] == "item" and head(term[1]) == "var" and head(term[2]) == "var" and {key(term[1]), key(term[2])} <= self.parts

    def _asked_for(self, term: Any) -> bool:
        """Whether a known proposition that begins with "for all" says something of a term."""
        general = [lemma("", fact) for fact in self.known.facts if head(fact) == "forall"]
        return any(True for one in general for pattern, kind, _ in one.sought if kind == head(term) for _ in match(pattern, term, {}, one.names))

    def _use(self, one: Lemma, at: Terms, engines: Sequence[Engine] = FEW, near: bool = True) -> None:
        key = text_of([one.key or text_of(one.formula), dict(sorted(at.items()))])
        if key in self.tried or len(self.tried) >= MOST_TRIED:
            return
        self.tried.add(key)
        at = {name: plain(term) for name, term in at.items()}
        try:
            conclusion, wanted = self.known.at(one.formula, at)
            if near and not self._near(conclusion):
                if one.alike:  # other statements of a paper are few, and what they speak of may occur later
                    self.tried.discard(key)
                return
            links = self._links(["all", *wanted], engines if self.asked < MOST_ASKED and not self.quick else ())
        except (Refused, Malformed):
            return
        before = len(self.known.facts)
        if links is not None:
            self.known.learn(conclusion)
            self.known.assume()
            if len(self.known.facts) > before:
                self.steps.append(Use(one, at, links))

    def _links(self, p: Any, engines: Sequence[Engine], share: int = ON_THE_WAY) -> Links | None:
        """A link for each comparison that must be shown; None where one is not found."""
        found: Links = []
        for part in self.known.open_parts(p):
            now = len(self.known.facts), bool(engines), share
            one = None if self.unshown.get(key(part)) == now else self._shown(part, engines, share)
            if one is None:
                self.asked += self.unshown.get(key(part)) != now
                self.unshown[key(part)] = now
                return None
            found.append((part, one))
        return found

    def _shown(self, part: Any, engines: Sequence[Engine], share: int) -> Link | Members | Exists | None:
        """Why one part of a proposition is true; None where that is not seen."""
        if head(part) == "exists":
            return self._exists(part, engines, share)
        if head(part) not in GENERAL:
            return link(self.known, part, self._asking(share), engines) or self._members(part, ROUNDS if share == FOR_THE_GOAL else 1)
        if share != FOR_THE_GOAL:
            return self._members(part, 1)
        found = self.general.get(key(part), 0)
        if isinstance(found, int) and found < MOST_LOOKS:
            found = self.general[key(part)] = self._members(part) or found + 1
        return None if isinstance(found, int) else found

    def _exists(self, goal: Any, engines: Sequence[Engine], share: int) -> Exists | None:
        """Names of the statement, or of what is known to exist, that have a property, the latest ones first; None where none are found."""
        late = {name: k for k, name in enumerate(self.known.sorts.sets)}
        found = members(Lemma("", goal, tuple(entries(goal)), (), ["all"], ()), self.known.sorts, MOST_WITNESSES)
        terms = sorted(found, key=lambda at: (len(at) - len(set().union(*map(mentions, at.values()))), -sum(late[name] for name in set().union(*map(mentions, at.values())))))
        general = any(node[0] in GENERAL for node in nodes(argument(goal, 1)))
        for at in terms[: MOST_GENERAL if general else MOST_INSTANCES]:
            try:
                links = self._links(self.known.wanted_of(goal, at), engines, ON_THE_WAY if general and at is not terms[0] else share)
            except (Refused, Malformed):
                continue
            if links is not None:
                return Exists(goal, at, links)
        return None

    def _reached(self, engines: Sequence[Engine]) -> bool:
        if self.known.premises:
            return False
        engines = () if self.quick else engines
        try:
            links = self._links(self.known.goal, engines, FOR_THE_GOAL)
        except (Refused, Malformed):
            return False
        if links is None and smt.by_one in engines and self._below_maximum():
            links = self._links(self.known.goal, engines, FOR_THE_GOAL)
        if links is None and self.alone and (found := by_summands(self.known, self.known.goal, self._asking())) is not None:
            links = [(self.known.goal, found)]
        if links is None and (impossible := contradiction(self.known, self._asking(), engines if self.conditions else ())) is not None:
            links = [(part, impossible) for part in self.known.open_parts(self.known.goal)]
        if links is not None:
            self.goal = links
        return links is not None

    def _below_maximum(self) -> bool:
        """Whether each number is shown to be below the larger side of the goal, where the smaller side is the largest one of them."""
        goal, asked = self.known.goal, self._asking(FOR_THE_GOAL)
        parts = goal[1][1:] if head(goal) == "compare" and word(goal[2]) in ("<=", "<") and head(goal[1]) == "max" else ()
        for one in parts:
            states = ["compare", one, *goal[2:]]
            if (found := link(self.known, states, asked, ()) or by_countermodels(self.known, states, asked)) is None:
                return False
            self.known.learn(states)
            self.steps.append(Cut(states, [(states, found)]))
        return bool(parts)

    def _asking(self, share: int = ON_THE_WAY) -> Task:
        """The task as engines of numbers get it: a derivation may cost a part of what is left, one in so many, and more where the lemmas are named."""
        left = PRODUCTS * (SPENT - (enclosures.spent() - self.begun)) // share
        most = next((most for most in (*((NAMED,) if self.task.variant.hints.by else ()), *DERIVATIONS) if most <= left), DERIVATIONS[-1])
        return replace(self.task, effort=replace(self.task.effort, derivation=min(self.task.effort.derivation, most)))

    def stored(self) -> dict[str, Any]:
        """The evidence, without steps that nothing rests on."""
        self.steps = self.needed()
        return self.stored_in(self.start())

    def stored_in(self, known: Found) -> dict[str, Any]:
        """The same by the steps that are left, from what is known before them. Raises Refused."""
        steps = [step.replay(known) for step in self.steps]
        if self.cases is not None:
            condition, parts = self.cases
            return {"steps": steps, "condition": condition, "parts": [part.stored_in(known.where(condition, k)) for k, part in enumerate(parts)]}
        return {"steps": steps, "goals": stored_links(known, known.goal, self.goal)}

    def needed(self) -> list[Step]:
        """The steps on which the goal rests."""
        if self.cases is not None:
            for part in self.cases[1]:
                part.steps = part.needed()
        self.goal = [(part, least(self.known, one, self._asking(), ALL) if isinstance(one, Link) else one) for part, one in self.goal]
        steps = self._fewest(self.steps)
        known = self.start()
        for step in steps:
            step.links = [(part, least(known, one, self._asking(), ()) if isinstance(one, Link) else one) for part, one in step.links]
            step.replay(known)
        return self._fewest(steps)

    def _fewest(self, steps: Sequence[Step]) -> list[Step]:
        """These steps without those that are not needed, from the last one on."""
        if self.cases is None:
            return self._fewest_by_states(steps)
        found, size = list(steps), len(steps)
        while size > 1:  # many steps at once, as long as most are not needed
            size = -(-size // 4)
            for end in range(len(found), 0, -size):
                fewer = found[: max(0, end - size)] + found[end:]
                if self._suffice(fewer):
                    found = fewer
        return found

    def _fewest_by_states(self, steps: Sequence[Step]) -> list[Step]:
        """The same where a proof has no cases: what is known before each step is found once, and the steps that are kept behind it follow from there."""
        known, states = self.start(), []
        for step in steps:
            states.append(known.copied())
            step.replay(known)
        found: list[Step] = []
        for step, before in zip(reversed(steps), reversed(states), strict=True):
            if not self._leads(before, found):
                found.insert(0, step)
        return found

    def _leads(self, known: Found, steps: Sequence[Step]) -> bool:
        """Whether some steps lead from what is known to the goal."""
        try:
            for step in steps:
                step.replay(known)
            stored_links(known, known.goal, self.goal)
        except (Refused, Malformed):
            return False
        return not known.premises

    def _suffice(self, steps: Sequence[Step]) -> bool:
        try:
            known = self._known_after(steps)
            if self.cases is not None:
                kept, self.steps = self.steps, list(steps)
                try:
                    return all(part._suffice(part.steps) for part in self.cases[1])
                finally:
                    self.steps = kept
            stored_links(known, known.goal, self.goal)
        except (Refused, Malformed):
            return False
        return not known.premises


__all__ = ["ENGINE", "Other", "decide", "decide_from"]
