"""Unknown numbers in place of terms, finite or not, and what is then left to be shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any, Protocol

from verify.evidence.checker.certificate import STATUSES, Certificate
from verify.evidence.checker.formula import BINDERS, Malformed, Refused, argument, entries, head, mentions, names, rational, stated, validate, word
from verify.evidence.checker.kinds import confirm
from verify.evidence.checker.sorts import Sorts, bounded
from verify.evidence.checker.uses import closed, key, nodes

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

NUMBERS = ("interval", "integers", "one_of")
PROOFS = ("linear", "bounds", "identity", "boxes", "smt", "logarithms")
"""Kinds of evidence for what is left about finite numbers."""
MOST_INFINITE = 6
CLOSED = ["interval", "-oo", "oo", ["word", "closed"], ["word", "closed"]]
PROBABILITIES = ["interval", "0", "1", ["word", "closed"], ["word", "closed"]]


class Ranges(Protocol):
    """What is known of the values of terms."""

    sorts: Sorts
    ranges: dict[str, list[Any]]
    valued: set[str]


def less(a: str, b: str) -> bool:
    """Whether a number, oo or -oo is below another one."""
    if a == b or a == "oo" or b == "-oo":
        return False
    return a == "-oo" or b == "oo" or rational(a) < rational(b)


class Numbers:
    """A goal and what it is to follow from, with unknown numbers in place of terms."""

    def __init__(self, known: Ranges, goal: Any, terms: dict[str, Any], facts: list[Any]) -> None:
        self.sorts = known.sorts
        self.terms, self.ranges = terms, {}
        for term in terms.values():
            validate(term)
        self.keys = {key(term): name for name, term in terms.items()}
        self.heads = {head(term) for term in terms.values()}
        if any(name in self.sorts.sets for name in terms) or len(terms) > 2 * MOST_INFINITE:
            raise Refused("a name for a term is taken, or there are too many")
        for name, term in terms.items():
            validate(["var", ["word", name]])
            self.ranges[name] = self._range(known, term)
        if sum(not bounded(place) for place in self.ranges.values()) > MOST_INFINITE:
            raise Refused("too many terms that may be infinite")
        numbers = {name for name, where in self.sorts.sets.items() if head(stated(where)) in NUMBERS}
        self.inner = Sorts({**{name: _without(where, numbers) for name, where in self.sorts.sets.items()}, **{name: _finite_part(place) for name, place in self.ranges.items()}})
        self.facts, self.goal = [self._put(fact) for fact in facts], self._put(goal)
        for p in (*self.facts, self.goal):
            if head(p) != "compare" or any(node[0] in BINDERS for node in nodes(p)):
                raise Refused("a link is about comparisons without bound names")
        self.above_0 = Sorts({**self.inner.sets, **{name: _above_0(place) for name, place in self.ranges.items() if self._is_above_0(name)}})
        """The finite values of the terms, where some are known to be above 0."""

    def _is_above_0(self, name: str) -> bool:
        """Whether one of the facts says that a term is above 0."""
        said = [(argument(fact, 0), word(argument(fact, 1)), argument(fact, 2)) for fact in self.facts]
        return any((head(a) == "var" and names(a) == [name] and relation == ">" and b == "0") or (head(b) == "var" and names(b) == [name] and relation == "<" and a == "0") for a, relation, b in said)

    def _range(self, known: Ranges, term: Any) -> Any:
        """Where a term lies: as a known membership says, or anywhere where it has a value in a known comparison."""
        places = [place for place in known.ranges.get(key(term), []) if isinstance(place[1], str) and isinstance(place[2], str)]
        own = self.sorts.of(term)
        places += [own] if head(own) == "interval" and isinstance(own[1], str) and isinstance(own[2], str) else []
        if places:
            return _common(places)
        if key(term) in known.valued:
            return PROBABILITIES if head(term) == "prob" else CLOSED
        raise Refused("a term that may have no value")

    def _put(self, f: Any) -> Any:
        """A formula with names in place of the terms."""
        if not isinstance(f, list) or f[0] == "word":
            return f
        if f[0] in self.heads and (name := self.keys.get(key(f))) is not None:
            return ["var", ["word", name]]
        return [f[0], *map(self._put, f[1:])]

    def infinities(self, name: str) -> list[str]:
        """The values besides finite ones that a name for a term may have."""
        place = self.ranges[name]
        return [place[k] for k in (1, 2) if place[k] in ("oo", "-oo") and word(place[k + 2]) != "open"]

    def assignments(self) -> Iterator[dict[str, str]]:
        """All ways in which terms may be infinite."""
        for chosen in product(*(["finite", *self.infinities(name)] for name in self.terms)):
            yield dict(zip(self.terms, chosen, strict=True))

    def statement(self, infinite: dict[str, str]) -> Any:
        """The statement about finite numbers, where these names are infinite and do not occur."""
        away = {name for name, value in infinite.items() if value != "finite"}
        given = [fact for fact in (self._at(fact, infinite) for fact in self.facts) if not mentions(fact) & away]
        goal = self._at(self.goal, infinite)
        if mentions(goal) & away:
            raise Refused("the goal mentions a term that is infinite")
        found = closed([(["var", ["word", name]], where) for name, where in self.inner.sets.items()], given, goal)
        for pattern, where in entries(found) if head(found) == "forall" else ():
            if head(stated(where)) not in NUMBERS or names(pattern)[0] in away:
                raise Refused(f"a name of something else than a number is left: {names(pattern)[0][:40]}")
        return found

    def _at(self, f: Any, infinite: dict[str, str]) -> Any:
        """A formula with 0 in place of an exponential of what is -oo."""
        if not isinstance(f, list) or f[0] in ("word", "var"):
            return f
        if f[0] == "exp" and self._size(f[1], infinite) == "-oo":
            return "0"
        return [f[0], *(self._at(part, infinite) for part in f[1:])]

    def truth(self, p: Any, infinite: dict[str, str]) -> bool | None:
        """Whether a comparison is true where some terms are infinite, whatever the finite ones are; None where that is not seen."""
        a, relation, b = self._size(argument(p, 0), infinite), word(argument(p, 1)), self._size(argument(p, 2), infinite)
        if a is None or b is None or a == b == "finite":
            return None
        order = {"-oo": -1, "finite": 0, "oo": 1}
        way = order[a] - order[b]
        return {"<=": way <= 0, "<": way < 0, ">=": way >= 0, ">": way > 0, "==": way == 0, "!=": way != 0}.get(relation)

    def _size(self, f: Any, infinite: dict[str, str]) -> str | None:
        """oo, -oo or finite; None where that is not seen."""
        kind = head(f)
        if kind == "num":
            return f if f in ("oo", "-oo") else "finite"
        if kind == "var":
            name = names(f)[0]
            if name in self.terms:
                return infinite.get(name, None if self.infinities(name) else "finite")
            return "finite" if bounded(self.sorts.sets.get(name)) else None
        if kind == "add":
            sizes = {self._size(part, infinite) for part in f[1:]}
            return None if None in sizes or {"oo", "-oo"} <= sizes else next((s for s in ("oo", "-oo") if s in sizes), "finite")
        if kind == "mul":
            sizes = {self._size(part, infinite) for part in f[1:]}
            if None in sizes or sizes == {"finite"}:
                return "finite" if sizes == {"finite"} else None
            signs = [self._sign(part, infinite) for part in f[1:]]
            return None if 0 in signs else "oo" if signs.count(-1) % 2 == 0 else "-oo"
        if kind == "pow" and self._size(f[1], infinite) == "oo":
            power = f[2]
            return "oo" if self._finite(power, infinite) and self.above_0.positive(power) else None
        if kind in ("exp", "log") and (size := self._size(f[1], infinite)) in ("oo", "-oo"):
            return size if size == "oo" else "finite" if kind == "exp" else None
        return "finite" if self._finite(f, infinite) else None

    def _finite(self, f: Any, infinite: dict[str, str]) -> bool:
        """Whether a formula is certainly finite where its terms are."""
        own = mentions(f) & self.terms.keys()
        return all(infinite.get(name) == "finite" or not self.infinities(name) for name in own) and self.above_0.finite(f)

    def _sign(self, f: Any, infinite: dict[str, str]) -> int:
        size = self._size(f, infinite)
        if size in ("oo", "-oo"):
            return 1 if size == "oo" else -1
        if isinstance(f, str):
            value = rational(f)
            return (value > 0) - (value < 0)
        return int(self._finite(f, infinite) and self.above_0.positive(f))


def _common(places: list[Any]) -> Any:
    """The interval that lies in all intervals with constant ends."""
    found = list(places[0])
    for place in places[1:]:
        for k, (a, b) in ((1, (found[1], place[1])), (2, (place[2], found[2]))):
            if less(a, b) or (a == b and word(place[k + 2]) == "open"):
                found[k], found[k + 2] = place[k], place[k + 2]
    return found


def _without(where: Any, numbers: set[str]) -> Any:
    """A range in which ends that mention other things than numbers do not count: it holds the range itself."""
    place = stated(where)
    if head(place) not in ("interval", "integers") or not mentions(place) - numbers:
        return where
    ends = [place[k] if not mentions(place[k]) - numbers else away for k, away in ((1, "-oo"), (2, "oo"))]
    return [place[0], *ends, *place[3:]]


def _above_0(place: Any) -> Any:
    """The finite part of an interval, without what is at most 0."""
    found = _finite_part(place)
    return found if found[1] not in ("-oo", "0") and not less(found[1], "0") else ["interval", "0", found[2], ["word", "open"], found[4]]


def _finite_part(place: Any) -> Any:
    """An interval without infinity."""
    ends = [["word", "open"] if place[k] in ("oo", "-oo") else place[k + 2] for k in (1, 2)]
    return ["interval", place[1], place[2], *ends]


def covers(case: Any, assigned: dict[str, str]) -> bool:
    """Whether a case says what is to be shown where these terms are infinite, or finite."""
    exact = "kind" in case
    return all(assigned.get(name) == value for name, value in case["infinite"].items()) and (not exact or all((value != "finite") == (name in case["infinite"]) for name, value in assigned.items()))


def case_confirmed(numbers: Numbers, case: dict[str, Any], c: Certificate, e: Evaluator) -> set[str]:
    """The goal is true where terms are infinite as a case says: what is known is false there, or it is seen to be true, or it is proved of finite numbers. Raises Refused."""
    infinite = case["infinite"]
    if any(name not in numbers.terms or value not in ("oo", "-oo", "finite") for name, value in infinite.items()):
        raise Malformed("terms are infinite, oo or -oo, or finite")
    if "closed" in case:
        k = case["closed"]
        if not isinstance(k, int) or not 0 <= k < len(numbers.facts) or numbers.truth(numbers.facts[k], infinite) is not False:
            raise Refused("what is known is not false where terms are infinite")
        return set()
    if case.get("holds") is True:
        if numbers.truth(numbers.goal, infinite) is not True:
            raise Refused("the goal is not seen to be true where terms are infinite")
        return set()
    if set(case) != {"infinite", "kind", "evidence"} or case["kind"] not in PROOFS or not isinstance(case["evidence"], dict) or "PROVED" not in STATUSES[case["kind"]]:
        raise Malformed(f"a case is closed, holds, or has a proof of kind {', '.join(PROOFS)}")
    left = replace(c, statement=numbers.statement(infinite), kind=case["kind"], evidence=case["evidence"], status="PROVED")
    return confirm(left, e)


__all__ = ["CLOSED", "NUMBERS", "PROOFS", "Numbers", "Ranges", "case_confirmed", "covers", "less"]
