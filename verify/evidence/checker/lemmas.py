"""Proofs from textbook lemmas: lemmas are used at terms of the statement, and what is left is about numbers.

The statement is opened: names that it binds in front of its conclusion stand for arbitrary members of their sets, and premises that certainly have a value are
known to be true. Each step uses a lemma of the textbook, or a known proposition that begins with "for all", at given terms: the terms must lie in the sets of
its names, its hypotheses must be known, and then its conclusion is known too. At the end the goal is one of the known propositions, or follows from some of them
by a proof about numbers, in which terms that depend on distributions are replaced by unknown numbers.

Evidence of kind ``lemmas``:

* ``steps``: a list of ``{"lemma": "textbook/...|part|reading", "digest": ..., "at": {name: term}, "shown": [link, ...]}``; in place of lemma and digest ``"known": k``,
  the place of a known proposition, or ``"earlier": "ID|part|reading"``, another statement of the papers; or ``{"states": comparison, "shown": [link]}``, a comparison, or what is true of all, that is known from then on;
* a step may also be ``{"extremum": f, "names": [name, ...], "steps": [...], "shown": [link, ...]}``, f a supremum, an infimum or a sum over finitely many integers: its term at arbitrary members,
  with these names, is shown to lie in [0, oo], so that f has a value, and bounds its members or is bounded by them; with ``"signed": true`` to lie in [-oo, oo], where f is no sum;
* ``goals``: a link for each part of the conclusion;
* ``earlier``, beside the outermost of these and only where a step uses one: the other statements, each as ``{"digest": ..., "statement": formula}``. The proof holds if they do, which this file does not say.

or in place of ``goals`` ``"condition": comparison, "parts": [first, second]``: the same once more where a comparison of numbers that certainly have a value is true, and where it is not; or
``{"split": name, "parts": [first, second]}``: the same for the least number of a range that holds it, and for the numbers above it.

A link says why a comparison that is not known itself is true: ``{"terms": {name: term}, "from": [k, ...], "cases": [...]}`` with one case for
each way in which terms may be infinite: ``{"infinite": {name: "oo"}}`` and ``"closed": k`` (what is known is false there), ``"holds": true`` (the
goal is true there) or ``"kind"`` and ``"evidence"`` of a proof about finite numbers. With ``"impossible": k`` the link shows that a known comparison is false, so
that what is known contradicts itself, and everything follows. Where a part of the conclusion says that something exists, its link is ``{"at": {name: term}, "shown": [link, ...]}``:
terms that lie in the sets of its names, and have the property. Where it says that something is true of all, or follows from a premise, it is ``{"names": [name, ...], "steps": [...], "shown": [link, ...]}``: the
same for arbitrary members with these names, as for a comparison of extrema member by member; or with ``"condition"`` and ``"parts"`` in place of ``"shown"``. What is known to exist, and what a premise says to exist, gets names of its own, ``e_1``, ``e_2`` and so on.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from itertools import count
from typing import Any, Self

from verify.evidence.checker import earlier
from verify.evidence.checker.cases import branch, collapsed, divided, free_prefix, opposite
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import (
    MIRRORED,
    Malformed,
    Refused,
    argument,
    digest,
    entries,
    head,
    mentions,
    names,
    rational,
    same,
    stated,
    validate,
    word,
)
from verify.evidence.checker.sorts import Sorts, bounded, of_functions, settled
from verify.evidence.checker.unknowns import CLOSED, NUMBERS, PROOFS, Numbers, case_confirmed, covers, less
from verify.evidence.checker.uses import (
    certain,
    conditional,
    conjuncts,
    ends_of,
    filled,
    from_zero,
    front_names,
    inequality,
    instance,
    key,
    member_of,
    property_at,
    sets_of,
    strict_parts,
    tidied,
    unbound,
    upward,
    upwards,
)

ARITHMETIC = frozenset({"add", "mul", "pow", "exp", "log", "abs", "max", "min"})
MEASURES = frozenset({"pow", "exp", "log", "abs", "max", "min", "norm", "size", "sum", "sup", "inf", "prob", "mass", "density", "moment", "wasserstein", "kantorovich", "renyi",
                      "total_variation", "l1_distance", "least_disagreement", "hockey_stick", "trade_off", "gaussian_dp", "least_exceedance", "largest_shift", "shifted_renyi", "trimmed_renyi",
                      "near_distance", "jensen_shannon", "support_diameter"})
"""Heads of terms that are numbers where they have a value."""
RANGES = frozenset({"interval", "integers", "laws", "kernels", "maps", "points", "events"})
"""Sets whose members get names where one of them is known to exist."""
BOOK = "textbook/"
MOST_STEPS = 60
STEP = 100
"""What a step costs of the budget."""


@lru_cache(maxsize=1)
def textbook() -> dict[str, Any]:
    """The lemmas by id, part and reading."""
    found: dict[str, Any] = json.loads(files("theorems").joinpath("textbook", "lemmas.json").read_text(encoding="utf-8"))
    return found


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Refused where a step does not apply, or the goal does not follow."""
    if c.claim.startswith(BOOK):
        raise Refused("a lemma of the textbook is not proved from the textbook")
    if not isinstance(c.evidence, dict) or c.evidence.get("status", c.status) != c.status:
        raise Malformed("evidence of kind lemmas holds steps and goals, and proves")
    found = earlier.given(c, e)
    e.premises.update({key: digest(formula) for key, formula in found.items()})
    return _divided_or_replayed(replace(c, evidence={name: part for name, part in c.evidence.items() if name not in ("status", earlier.FIELD)}), found, e)


def _divided_or_replayed(c: Certificate, others: dict[str, Any], e: Evaluator) -> set[str]:
    """A proof, or one for each of two parts of the range of a name. ``others``: the other statements that it may use. Raises Refused."""
    if not isinstance(c.evidence, dict):
        raise Malformed("a part of a split is an object")
    if "split" not in c.evidence:
        known = Known(c)
        known.others = others
        return _replayed(known, c.evidence, c, e)
    if set(c.evidence) != {"split", "parts"} or not isinstance(c.evidence["parts"], list) or len(c.evidence["parts"]) != 2:
        raise Malformed("a split has two parts")
    e.budget.spend(STEP)
    pair = zip(divided(c.statement, c.evidence["split"]), c.evidence["parts"], strict=True)
    return set().union(*(_divided_or_replayed(replace(c, statement=statement, evidence=part), others, e) for statement, part in pair))


def _replayed(known: Known, evidence: Any, c: Certificate, e: Evaluator) -> set[str]:
    """The steps, and then the goal, or both cases of a condition. Raises Refused."""
    if not isinstance(evidence, dict) or set(evidence) not in ({"steps", "goals"}, {"steps", "condition", "parts"}):
        raise Malformed("evidence of kind lemmas holds steps, and goals or the parts of a condition")
    steps, parts = evidence["steps"], evidence["goals"] if "goals" in evidence else evidence["parts"]
    if not isinstance(steps, list) or not isinstance(parts, list) or len(steps) > MOST_STEPS:
        raise Malformed("steps, goals and parts are lists")
    trusted: set[str] = set()
    for step in steps:
        trusted |= known.step(step, c, e)
    if known.premises:
        raise Refused("a premise that may have no value")
    if "goals" in evidence:
        return trusted | known.shown(known.goal, list(parts), c, e)
    if len(parts) != 2:
        raise Malformed("a condition has two parts")
    e.budget.spend(STEP)
    for k, part in enumerate(parts):
        trusted |= _replayed(known.where(evidence["condition"], k), part, c, e)
    return trusted


class Known:
    """What is known of arbitrary members of the sets of a statement."""

    def __init__(self, c: Certificate) -> None:
        self.sorts = Sorts({})
        self.facts: list[Any] = []
        self.places: dict[str, int] = {}
        self.ranges: dict[str, list[Any]] = {}
        self.valued: set[str] = set()
        self.goal = c.goal
        self.fresh = count(1)
        self.prefix = free_prefix(c.statement)
        """What names begin with that stand for something known to exist."""
        self.cases: list[tuple[Any, int]] = []
        """Conditions that are true here (k = 0), or are not (k = 1)."""
        self.unnamed: list[Any] = []
        """What is known to exist, in sets whose ends are not known to have a value yet."""
        self.premises: list[Any] = []
        self.barred: set[str] = set()
        self.others: dict[str, Any] = {}
        """Other statements of the papers, by id, part and reading, that steps may use."""
        self.later: list[set[str]] = []
        """For each premise the names that are bound behind it: whether it has a value may not rest on their sets, which may be empty."""
        self._open(list(c.over))
        for h in c.hypotheses:
            self.learn(h)
        self.assume()

    def _open(self, over: list[tuple[Any, Any]]) -> None:
        """Names and premises in front of the conclusion."""
        self._bind(over)
        while head(self.goal) in ("forall", "implies"):
            if head(self.goal) == "forall":
                self._bind(entries(self.goal))
            else:
                self.premises.append(argument(self.goal, 0))
                self.later.append(set(front_names(argument(self.goal, 1))))
            self.goal = argument(self.goal, 1)

    def assume(self) -> None:
        """Premises are known once they are seen to be true or false, in their order. What exists gets a name once the ends of its range are seen to have a value."""
        for one in list(self.unnamed):
            if (found := self._named(one, True)) is not None:
                self.unnamed.remove(one)
                self.learn(found)
        while self.premises:
            first = self.premises[0]
            if head(first) == "exists":  # "if there is such a thing, then ..." is true if "..." is for everything that is such a thing, and each thing is or is not
                if (found := self._named(first)) is None:
                    return
                self.premises[0] = found
            elif self._decided(first):
                self.learn(self.premises.pop(0))
                self.later.pop(0)
            else:
                return

    def _named(self, p: Any, true: bool = False) -> Any:
        """The property of what exists, with new names that stand for it, which are bound; None where its range may have no value, or is another set than one of these. ``true``: it does exist."""
        if any(head(stated(where)) not in RANGES for _, where in entries(p)):
            return None
        own = [name for pattern, _ in entries(p) for name in names(pattern)]
        if len(own) != len(set(own)) or any(head(pattern) != "var" for pattern, _ in entries(p)):
            return None
        new = (name for k in count(1) if (name := f"{self.prefix}_{k}") not in self.sorts.sets)
        at = {name: ["var", ["word", next(new)]] for name in own}
        try:
            found, members = property_at(p, at, self.fresh)
            self._bind([(argument(one, 0), argument(one, 1)) for one in members], true)
        except Refused:
            return None
        for one in members:
            self._within_ends(argument(one, 0), stated(argument(one, 1)))
        return found

    def _within_ends(self, name: Any, place: Any) -> None:
        """A name that stands for a number lies between the ends of its range."""
        if head(place) in ("interval", "integers"):
            for k, end in ((1, place[1]), (2, place[2])):
                if isinstance(end, list):
                    sides = (end, name) if k == 1 else (name, end)
                    self.learn(inequality(sides[0], head(place) == "interval" and word(place[k + 2]) == "open", sides[1]))

    def _bind(self, over: list[tuple[Any, Any]], inhabited: bool = False) -> None:
        for pattern, where in over:
            bound, place = names(pattern), stated(where)
            if not all(map(self.has_value, ends_of(place))) or not (inhabited or settled(place, self.sorts, self.has_value, lambda p: self.place(p) is not None)):
                raise Refused("a range with an end, or a set, that may have no value")
            if any(name in self.sorts.sets for name in bound):
                raise Refused("a name is bound twice")
            if head(pattern) == "var" and head(place) == "equals" and head(stated(place[2])) in NUMBERS:
                own = stated(place[2])
                self.learn(["compare", pattern, ["word", "=="], place[1]])
            elif head(pattern) == "var":
                own = place
            elif head(place) == "neighbours" and len(bound) == 2:
                own = ["data_sets", place[1]]
                self.learn(["all", ["member", pattern, place], ["member", ["()", *reversed(pattern[1:])], place]])  # being neighbours is symmetric
            elif head(place) == "part_neighbours" and len(bound) == 2:
                own = ["parts", place[1], place[2]]
                self.learn(["member", pattern, place])
            elif head(place) in ("situations", "secret_pairs"):
                self._bind_situation(pattern, place)
                continue
            else:
                raise Refused("names that range over tuples of another kind than neighbours and situations")
            self.sorts = Sorts({**self.sorts.sets, **dict.fromkeys(bound, own)})
            for fact in of_functions(pattern, own, *(f"{self.prefix}_{bound[0]}_{k}" for k in "12")) if head(own) == "functions" else ():
                self.learn(fact)

    def _bind_situation(self, pattern: Any, place: Any) -> None:
        """A prior and two secrets of a framework that both have positive probability, or the two secrets alone."""
        if not len(set(names(pattern))) == len(pattern) - 1 == 2 + (head(place) == "situations") or any(head(name) != "var" for name in pattern[1:]):
            raise Refused("names for a prior and two secrets, or for two secrets, are expected")
        framework = argument(place, 0)
        secrets = ["integers", "1", ["secret_count", framework]]
        own = {names(name)[0]: secrets for name in pattern[-2:]}
        if head(place) == "situations":
            own = {names(pattern[1])[0]: ["integers", "1", ["prior_count", framework]], **own}
        self.sorts = Sorts({**self.sorts.sets, **own})
        self.learn(["member", pattern, place])
        if head(place) == "situations":
            for name in pattern[2:]:
                self.learn(["compare", ["mass", ["prior", framework, pattern[1]], ["secret", framework, name]], ["word", ">"], "0"])

    def _decided(self, p: Any) -> bool:
        """Whether a proposition is certainly true or false: all that it compares has a value."""
        if head(p) in ("all", "any", "not", "implies", "iff"):
            return all(map(self._decided, p[1:]))
        if head(p) == "forall":
            return head(argument(p, 1)) == "compare" and all(place in self.places for place in map(key, self.values_asked(p)))
        return head(p) == "compare" and word(argument(p, 1)) != "rounds to" and self.has_value(p[1]) and self.has_value(argument(p, 2))

    def values_asked(self, p: Any) -> list[Any]:
        """What must be known for a comparison to be true or false for all members of sets of numbers: its sides are numbers for all of them. Raises Refused."""
        if any(head(pattern) != "var" or head(stated(where)) not in ("interval", "integers") for pattern, where in entries(p)) or word(argument(p[2], 1)) == "rounds to":
            raise Refused("a premise about all members of other sets than those of numbers")
        return [["forall", p[1], ["member", side, CLOSED]] for side in (p[2][1], argument(p[2], 2))]

    def has_value(self, f: Any) -> bool:
        """Whether a number certainly has a value, finite or not."""
        if f in ("oo", "-oo"):
            return True
        counted = head(f) == "size" and head(f[1]) == "var" and head(self.sorts.of(f[1])) == "subsets"
        if counted or head(self.sorts.of(f)) in ("interval", "integers") or self.sorts.finite(f) or key(f) in self.ranges or key(f) in self.valued:
            return True
        if head(f) == "if":
            return self._decided(f[1]) and all(map(self.has_value, f[2:]))
        if head(f) in ("max", "min"):
            return all(map(self.has_value, f[1:]))
        if head(f) in ("add", "mul"):  # at most one part may be infinite, and no part of a product is 0
            left = [part for part in f[1:] if not (self.sorts.finite(part) and (head(f) == "add" or self.sorts.positive(part) or (isinstance(part, str) and rational(part) != 0)))]
            return len(left) <= 1 and all(map(self.has_value, left))
        return (head(f) == "sum" and self._finitely_many(f) and self._summed(f)) or (head(f) in ("floor", "ceiling") and self.sorts.finite(f[1]))

    def _number(self, f: Any) -> bool:
        """Whether what has a value is certainly a number: points may be equal as well."""
        if head(f) in ("add", "mul"):
            return (any if head(f) == "add" else all)(map(self._number, f[1:]))
        return isinstance(f, str) or head(f) in MEASURES or head(self.sorts.of(f)) in ("interval", "integers")

    def _finitely_many(self, over: Any) -> bool:
        """Whether a binder takes all members of finite ranges of integers."""
        if any(name in self.sorts.sets for pattern, _ in entries(over) for name in names(pattern)):
            return False
        ends = [end for pattern, where in entries(over) for end in (stated(where)[1:3] if head(pattern) == "var" and head(stated(where)) == "integers" else ["oo"])]
        return all(part is None for part in over[3:]) and all(self.sorts.finite(end) for end in ends)

    def _summed(self, f: Any) -> bool:
        """Whether all terms of a finite sum are finite or at least 0."""
        inner = Sorts({**self.sorts.sets, **{names(pattern)[0]: where for pattern, where in entries(f)}})
        place = inner.of(f[2])
        return inner.finite(f[2]) or (head(place) == "interval" and (bounded(place) or (isinstance(place[1], str) and less("-oo", place[1]) and (place[1] == "oo" or rational(place[1]) >= 0))))

    def learn(self, p: Any) -> None:
        """Add a proposition that is true; of a conjunction its parts."""
        for part in conjuncts(p):
            if self.place(part) is not None:
                continue
            if head(part) == "compare" and (word(argument(part, 1)) not in ("==", "!=") or self._number(part[1]) or self._number(argument(part, 2))):
                self.valued.update(key(term) for side in (part[1], part[3]) for term in strict_parts(side))
            self.places[key(upwards(part))] = len(self.facts)
            self.facts.append(part)
            if head(part) == "exists":
                self.unnamed.append(part)
            if head(part) == "compare":  # it is true, so what it compares has a value
                for one in certain(part):
                    self.learn(one)
                for term in conditional(part):
                    self.learn(["compare", ["mass", *term[1:3]], ["word", ">"], "0"])
            if head(part) == "member" and head(stated(part[2])) == "interval":
                self.ranges.setdefault(key(part[1]), []).append(stated(part[2]))

    def place(self, p: Any) -> int | None:
        """Where a proposition stands among the known ones; None where it is not known."""
        return self.places.get(key(upwards(p)))

    def step(self, step: Any, c: Certificate, e: Evaluator) -> set[str]:
        """Use a lemma or a known proposition at terms."""
        e.budget.spend(STEP)
        if isinstance(step, dict) and set(step) == {"states", "shown"} and isinstance(step["shown"], list):
            validate(step["states"])
            if head(step["states"]) not in ("compare", "forall") or unbound(step["states"]) - self.sorts.sets.keys():
                raise Refused("a comparison, or what is true of all, with a name that the statement does not bind")
            self.early(step["states"])
            trusted = self.shown(step["states"], step["shown"], c, e)
            self.learn(step["states"])
            self.assume()
            return trusted
        if isinstance(step, dict) and set(step) in ({"extremum", "names", "steps", "shown"}, {"extremum", "names", "steps", "shown", "signed"}):
            return self._extremum(step, c, e)
        if not isinstance(step, dict) or set(step) not in ({"lemma", "digest", "at", "shown"}, {"known", "at", "shown"}, {"earlier", "at", "shown"}) or not isinstance(step["at"], dict) or not isinstance(step["shown"], list):
            raise Malformed("a step holds lemma and digest or known or earlier, at, and shown")
        trusted = set()
        if "lemma" in step:
            lemma = textbook().get(str(step["lemma"]))
            if lemma is None or digest(lemma) != step["digest"]:
                raise Refused(f"the textbook has no such lemma as {str(step['lemma'])[:80]}, or states it otherwise")
            trusted.add(str(step["lemma"]).partition("|")[0])
        elif "earlier" in step:
            lemma = self.others.get(str(step["earlier"]))
            if lemma is None:
                raise Refused(f"the certificate holds no statement {str(step['earlier'])[:80]}")
        else:
            lemma = self._fact(step["known"])
        for term in step["at"].values():
            validate(term)
            if unbound(term) - self.sorts.sets.keys():
                raise Refused("a term with a name that the statement does not bind")
        conclusion, wanted = self.at(lemma, step["at"])
        trusted |= self.shown(["all", *wanted], list(step["shown"]), c, e)
        self.learn(conclusion)
        self.assume()
        return trusted

    def at(self, lemma: Any, terms: dict[str, Any]) -> tuple[Any, list[Any]]:
        """The conclusion of a lemma at terms, and what must be true for it. Raises Refused."""
        if unbound(lemma) & self.behind():
            raise Refused("what is known of a name that is bound behind a premise which may have no value")
        for term in terms.values():
            self.early(term)
        numbers = {name for name, where in self.sorts.sets.items() if head(stated(where)) in ("interval", "integers")}
        conclusion, wanted = instance(lemma, terms, self.fresh)
        return self.plainer(tidied(conclusion, numbers)), [tidied(one, numbers) for one in wanted]

    def plainer(self, p: Any) -> Any:
        """A proposition with the branch in place of an ``if`` where one knows which it is."""
        return collapsed(p, self._decided, lambda condition: self.place(condition) is not None or self.plain(condition))

    def _extremum(self, step: dict[str, Any], c: Certificate, e: Evaluator) -> set[str]:
        """A supremum, an infimum or a sum of numbers that are at least 0 has a value, and bounds its members, or is bounded by them."""
        over = step["extremum"]
        validate(over)
        if unbound(over) - self.sorts.sets.keys() or not isinstance(step["steps"], list) or len(step["steps"]) > MOST_STEPS or not isinstance(step["shown"], list):
            raise Refused("an extremum with a name that the statement does not bind, or without its steps")
        self.early(over)
        signed = step.get("signed") is True
        inner, wanted = self.arbitrary(over, step["names"], signed)
        trusted: set[str] = set()
        for part in step["steps"]:
            trusted |= inner.step(part, c, e)
        trusted |= inner.shown(wanted, list(step["shown"]), c, e)
        self.learn_extremum(over, signed)
        return trusted

    def arbitrary(self, over: Any, new: Any, signed: bool = False) -> tuple[Self, Any]:
        """What is known with an arbitrary member of an extremum or of a finite sum, and that its term is at least 0, or a number where it may be ``signed``. Raises Refused."""
        if head(over) not in ("sup", "inf", "sum") or (head(over) == "sum" and (signed or not self._finitely_many(over))):
            raise Refused("no supremum, infimum or sum over finitely many integers")
        inner, term = self.members(over, new)
        return inner, ["member", term, CLOSED if signed else [*CLOSED[:1], "0", *CLOSED[2:]]]

    def learn_extremum(self, over: Any, signed: bool = False) -> None:
        """What is known of an extremum, or a finite sum, of numbers that are at least 0, or ``signed``."""
        where, scale = (over[k] if len(over) > k else None for k in (3, 4))
        low = "0" if head(over) == "inf" or self._has_member(over) else "-oo"
        if scale is not None:
            low = "0" if scale == "oo" or (scale != "-oo" and rational(scale) >= 0) else "-oo"
        self.learn(["member", over, [*CLOSED[:1], "-oo" if signed else "0" if head(over) == "sum" else low, *CLOSED[2:]]])
        sides = (over, over[2]) if head(over) == "inf" else (over[2], over)
        if where is None:
            self.learn(["forall", over[1], inequality(sides[0], False, sides[1])])

    def _has_member(self, over: Any) -> bool:
        """Whether an extremum is certainly taken over at least one member: ranges with a first number that is not above the last one, or what a mechanism can be given as earlier outputs."""
        places = [stated(where) for _, where in entries(over)]
        own = {name for pattern, _ in entries(over) for name in names(pattern)}
        return all(part is None for part in over[3:]) and not any(mentions(place) & own for place in places) and all(head(place) == "pasts" or self._has_first(place) for place in places)

    def _has_first(self, place: Any) -> bool:
        """Whether a range certainly begins with its first end."""
        if head(place) not in ("interval", "integers") or (head(place) == "integers" and not self._whole(place[1])):
            return False
        low, _ = self.sorts.least(place[2])
        above = isinstance(place[1], str) and place[1] not in ("oo", "-oo") and low is not None and low >= rational(place[1])
        return all(word(end) == "closed" for end in place[3:]) and (above or self.plain(inequality(place[1], False, place[2])))

    def behind(self) -> set[str]:
        """The names that are bound behind a premise which may have no value."""
        return self.barred | (self.later[0] if self.premises else set())

    def early(self, f: Any) -> None:
        """Raises Refused where a formula mentions a name that is bound behind a premise which may have no value."""
        if mentions(f) & self.behind():
            raise Refused("a name that is bound behind a premise which may have no value")

    def _fact(self, k: Any) -> Any:
        if not isinstance(k, int) or not 0 <= k < len(self.facts):
            raise Malformed("a known proposition is named by its place")
        return self.facts[k]

    def shown(self, p: Any, links: list[Any], c: Certificate, e: Evaluator) -> set[str]:
        """Each part of a proposition is known, clear from the sets of the names, or shown by the next link."""
        trusted, links = set[str](), list(links)
        for part in self.open_parts(p):
            if not links:
                raise Refused("a comparison that is not shown")
            trusted |= self.follows(part, links.pop(0), c, e)
        if links:
            raise Refused("more is shown than is asked for")
        return trusted

    def open_parts(self, p: Any) -> Iterator[Any]:
        """The comparisons, what must exist, and what must be true of all, that must be shown for a proposition to be true; none where it is clear. Raises Refused where it is no matter of numbers."""
        for part in conjuncts(p):
            if self.place(part) is not None:
                continue
            if head(part) == "member":
                yield from self._inside(argument(part, 0), stated(argument(part, 1)))
            elif head(part) == "compare":
                if not self.plain(part):
                    yield part
            elif head(part) in ("exists", "forall", "implies"):
                yield part
            elif head(part) == "iff":
                yield from self.open_parts(["all", ["implies", part[1], argument(part, 1)], ["implies", part[2], part[1]]])
            elif head(part) == "not":
                yield from self.open_parts(opposite(part[1]))
            else:
                raise Refused(f"a proposition ({head(part)}) that is not known")

    def _inside(self, f: Any, place: Any) -> Iterator[Any]:
        """What must be shown for a term to lie in a set."""
        if head(f) == "var" and same(self.sorts.of(f), place):
            return
        if head(place) not in ("interval", "integers"):
            if not self.sorts.within(f, place):
                raise Refused(f"a term that is not seen to lie in its set ({head(place)})")
            yield from (p for p in self.sorts.conditions(f) if self.place(p) is None)
            return
        if not self.has_value(f) or (head(place) == "integers" and not self._whole(f)):
            raise Refused("a number that may have no value, or may be no integer")
        for k, relation, other in ((1, ">", "-oo"), (2, "<", "oo")):
            sharp = head(place) == "interval" and word(place[k + 2]) == "open"
            if place[k] == other and (not sharp or self.sorts.finite(f)):
                continue
            p = ["compare", f, ["word", relation if sharp else relation + "="], place[k]]
            if not self.plain(p):
                yield p

    def _whole(self, f: Any) -> bool:
        if isinstance(f, str):
            return f not in ("oo", "-oo") and rational(f).denominator == 1
        if head(f) == "var":
            return head(self.sorts.of(f)) == "integers"
        return (head(f) in ("floor", "ceiling") and self.sorts.finite(f[1])) or (head(f) in ("add", "mul") and all(map(self._whole, f[1:])))

    def plain(self, p: Any) -> bool:
        """Whether a comparison is clear from the ranges of the names."""
        a, relation, b = argument(p, 0), word(argument(p, 1)), argument(p, 2)
        if relation in (">", ">="):
            a, b, relation = b, a, MIRRORED[relation]
        if relation not in ("<", "<="):
            return relation == "==" and same(a, b) and self.has_value(a)
        if same(a, b):
            return relation == "<=" and self.has_value(a)
        above, under = self._ends(a, 2), self._ends(b, 1)
        for high, high_open in above:
            for low, low_open in under:
                if same(high, low):
                    equal = not (high_open or low_open)
                    if not equal or relation == "<=":
                        return self.has_value(a) and self.has_value(b)
                elif isinstance(high, str) and isinstance(low, str) and less(high, low):
                    return self.has_value(a) and self.has_value(b)
        return False

    def _ends(self, f: Any, k: int) -> list[tuple[Any, bool]]:
        """A term itself, and where it is a name the end of its range: with whether this end is left out."""
        place: Any = self.sorts.of(f) if head(f) in ("var", "item") else None
        found = [(f, False)]
        if head(place) in ("interval", "integers"):
            found.append((place[k], head(place) == "interval" and word(place[k + 2]) == "open"))
        return found

    def follows(self, goal: Any, link: Any, c: Certificate, e: Evaluator) -> set[str]:
        """The goal is true, as the link says."""
        if not isinstance(link, dict):
            raise Malformed("a link is an object")
        if "names" in link and "goals" not in link:  # what is shown of members has one name
            return self._member_by_member(goal, link, c, e)
        if set(link) == {"at", "shown"}:
            return self._exists(goal, link, c, e)
        if "impossible" in link:
            self.early(self._fact(link["impossible"]))
            goal, link = opposite(self._fact(link["impossible"])), {name: part for name, part in link.items() if name != "impossible"}
        if set(link) != {"terms", "from", "cases"} or not isinstance(link["terms"], dict) or not isinstance(link["from"], list) or not isinstance(link["cases"], list):
            raise Malformed("a link holds terms, from and cases")
        numbers, cases = self.numbers(goal, link), link["cases"]
        if not all(isinstance(case, dict) and isinstance(case.get("infinite"), dict) for case in cases):
            raise Malformed("a case says which terms are infinite")
        for assigned in numbers.assignments():
            e.budget.spend(1 + len(cases))
            if not any(covers(case, assigned) for case in cases):
                raise Refused("a way in which terms may be infinite is left out")
        trusted: set[str] = set()
        for case in cases:
            trusted |= case_confirmed(numbers, case, c, e)
        return trusted

    def _exists(self, goal: Any, link: dict[str, Any], c: Certificate, e: Evaluator) -> set[str]:
        """Something exists: terms that lie in the sets, and have the property."""
        if not isinstance(link["at"], dict) or not isinstance(link["shown"], list):
            raise Malformed("what exists is given by terms, with links")
        e.budget.spend(STEP)
        for term in link["at"].values():
            validate(term)
            if unbound(term) - self.sorts.sets.keys():
                raise Refused("a term with a name that the statement does not bind")
            self.early(term)
        return self.shown(self.wanted_of(goal, link["at"]), list(link["shown"]), c, e)

    def wanted_of(self, goal: Any, at: dict[str, Any]) -> Any:
        """What must be shown of terms for something to exist. Raises Refused."""
        if head(goal) != "exists" or {name for pattern, _ in entries(goal) for name in names(pattern)} != at.keys():
            raise Refused("terms for the names of what exists are expected")
        found, members = property_at(goal, at, self.fresh)
        for condition, k in self.cases:
            found = branch(found, key(condition), mentions(condition), k)
        return ["all", *members, found]

    def _member_by_member(self, goal: Any, link: dict[str, Any], c: Certificate, e: Evaluator) -> set[str]:
        """A comparison of suprema, infima or sums from one of their members, or what is true of all from an arbitrary one."""
        inner, wanted = self.inner(goal, link["names"])
        inner.goal = wanted
        rest = {("goals" if name == "shown" else name): part for name, part in link.items() if name != "names"}
        return _replayed(inner, rest, c, e)

    def _general(self, goal: Any, new: Any) -> tuple[Self, Any]:
        """What is known of arbitrary members of the sets of "for all" where the premises are true, and the conclusion at them. Raises Refused."""
        at = _named(list(front_names(goal)), new, self.prefix)
        if at.keys() & unbound(goal):
            raise Refused("a name is bound twice")  # what stands before its binder would speak of the new one
        inner = self.extended([])
        while head(goal) in ("forall", "implies"):
            if head(goal) == "forall":
                inner._bind([(filled(pattern, at), filled(where, at)) for pattern, where in sets_of(goal)])
            else:
                inner.premises.append(filled(argument(goal, 0), at))
                inner.later.append({names(at[name])[0] for name in front_names(argument(goal, 1))})
            goal = argument(goal, 1)
        inner.assume()
        return inner, filled(goal, at)

    def inner(self, goal: Any, new: Any) -> tuple[Self, Any]:
        """What is known with arbitrary members of the sets over which a supremum, an infimum or a sum is taken, and what must be shown of them. Raises Refused."""
        if head(goal) in ("forall", "implies"):
            return self._general(goal, new)
        small, strict, large = upward(goal)
        small = from_zero(small)
        over = small if head(small) in ("sup", "sum") else large
        if strict or head(over) not in ("sup", "sum", "inf"):
            raise Refused("a comparison that is not of suprema, infima or sums over all members of their sets")
        inner, term = self.members(over, new)
        free = all(part is None for part in over[3:])
        if over is small and free and head(large) == head(over) and all(part is None for part in large[3:]) and same(["forall", over[1], "0"], ["forall", large[1], "0"]):
            if head(over) == "sum" and not (self._finitely_many(over) and self.has_value(small) and self.has_value(large)):
                raise Refused("a sum of infinitely many terms, or one that may have no value")
            others = [name for pattern, _ in entries(large) for name in names(pattern)]
            below = member_of(large, {name: ["var", ["word", other]] for name, other in zip(others, new, strict=True)})
            wanted = inequality(term, False, below)
        elif head(over) == "sum":
            raise Refused("sums over different sets")
        elif (over is small) != (head(over) == "sup") or not self.has_value(large if over is small else small):
            raise Refused("a bound that may have no value, or the wrong one of a supremum and an infimum")
        else:
            wanted = inequality(term, False, large) if over is small else inequality(small, False, term)
            if len(over) > 4 and over[4] is not None:  # what it is over no members
                wanted = ["all", wanted, inequality(over[4], False, large) if over is small else inequality(small, False, over[4])]
        return inner, wanted

    def members(self, over: Any, new: Any) -> tuple[Self, Any]:
        """What is known with arbitrary members of the sets of a binder at which its condition is true, and its term at them. Raises Refused."""
        at = _named([name for pattern, _ in entries(over) for name in names(pattern)], new, self.prefix)
        term = member_of(over, at)
        found = self.extended([(filled(pattern, at), filled(where, at)) for pattern, where in sets_of(over)])
        if len(over) > 3 and over[3] is not None:
            found.learn(filled(over[3], at))
            found.assume()
        return found, term

    def extended(self, over: list[tuple[Any, Any]]) -> Self:
        """The same with more names."""
        new = copy.copy(self)
        new.barred = self.behind()
        new.facts, new.places, new.premises, new.later, new.valued, new.unnamed = list(self.facts), dict(self.places), [], [], set(self.valued), list(self.unnamed)
        new.ranges = {term: list(found) for term, found in self.ranges.items()}
        new._bind(over)
        return new

    def where(self, condition: Any, k: int) -> Self:
        """What is known where a comparison of numbers is true (k = 0), or is false (k = 1); what an ``if`` with this condition stands for is put in. Raises Refused."""
        validate(condition)
        self.early(condition)
        cases = condition, opposite(condition)
        if unbound(condition) - self.sorts.sets.keys():
            raise Refused("a condition with a name that the statement does not bind")
        sides = argument(condition, 0), argument(condition, 2)
        if not all(self.has_value(side) and self._number(side) for side in sides):
            raise Refused("a condition that may have no value")
        new = self.extended([])
        new.cases = [*self.cases, (condition, k)]
        new.learn(cases[k])
        for f in self.facts:
            new.learn(new.plainer(branch(f, key(condition), mentions(condition), k)))
        new.goal = branch(self.goal, key(condition), mentions(condition), k)
        return new

    def numbers(self, goal: Any, link: dict[str, Any]) -> Numbers:
        """The goal of a link and what it rests on, with unknown numbers in place of terms."""
        facts = [self._fact(k) for k in link["from"]]
        for term in link["terms"].values():
            validate(term)
        for known in (*facts, *link["terms"].values()):
            self.early(known)
        return Numbers(self, goal, link["terms"], facts)


def _named(own: list[str], new: Any, prefix: str) -> dict[str, Any]:
    """New names for bound ones, which begin with no prefix that is kept for others. Raises Refused."""
    if not isinstance(new, list) or len(own) != len(new) or not all(isinstance(name, str) and not name.startswith(f"{prefix}_") for name in new) or len(set(new)) < len(new) or len(set(own)) < len(own):
        raise Refused("another number of names than is bound")
    at = {name: ["var", ["word", other]] for name, other in zip(own, new, strict=True)}
    for name in at.values():
        validate(name)
    return at


__all__ = ["ARITHMETIC", "BOOK", "MOST_STEPS", "PROOFS", "Known", "check", "divided", "opposite", "textbook"]
