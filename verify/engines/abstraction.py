"""Statements about all laws or all functions, proved by forgetting them: quantities of laws become numbers of which only a few facts are kept.

``hockey_stick(P, Q, e)`` is some number in [0, 1] that falls as e rises; the value of a non-increasing function at x is some number of its target that
falls as x rises. What holds for all such numbers holds for all laws and functions. The statement that is left is one about numbers, for the engines of numbers.

Before that, quantifiers in front of the conclusion become names of the statement, an implication's left side that has a value everywhere becomes a hypothesis, and a
hypothesis ``for all x in I: p(x)`` is used at the arguments that the conclusion mentions.

Evidence of kind ``abstraction``: ``statement``, the statement about numbers; ``terms``, the formula that each new name stands for; ``proof``, kind and evidence of
its proof. The checker derives that the one statement implies the other, and checks the proof.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from verify.claims.nodes import BINDERS, ClaimError, Node, child, children, free_names, literal, number, rebuild, substitute, to_json
from verify.claims.propositions import All, Compare, Implies
from verify.claims.sets import NUMBERS, stated
from verify.engines import interval, symbolic
from verify.engines.defined import total
from verify.engines.solution import defined, positive_names
from verify.engines.task import Finding, Status, Task, cannot

ENGINE = "abstraction"
UNIT = Node("interval", number(0), number(1), "closed", "closed")
POSITIVE = Node("interval", number(0), number("oo"), "closed", "closed")
RANGES = {"hockey_stick": UNIT, "total_variation": UNIT, "gaussian_dp": POSITIVE}
"""Quantities that have a value for all laws, and where it lies."""
MOST_TERMS = 6
PLAIN_SETS = frozenset({"laws", "functions", "euclid", "labels", "points"})
"""Sets that are made of numbers and of other sets."""


def decide(task: Task) -> Finding:
    """Prove a statement about laws or functions from the ranges and directions of what it says about them."""
    objects = {str(pattern.args[0]): where for pattern, where in task.forall if isinstance(pattern, Node) and stated(where).head not in NUMBERS}
    if not objects or any(not isinstance(pattern, Node) for pattern, _ in task.forall):
        return cannot(ENGINE, "no distribution or function occurs" if not objects else "names that range over pairs")
    try:
        over, given, goal = _opened(task)
        found = _Terms(objects, {str(p.args[0]): w for p, w in over})
        if not all(found.exists(stated(where)) for _, where in over[len(task.forall) :]):
            return cannot(ENGINE, "a range in the conclusion with an end that may have no value")
        if not all(found.decided(premise) for premise in given[len(task.given) :]):
            return cannot(ENGINE, "a premise that may have no value")
        goal = found.forget(goal)
        inside = [Node("member", argument, found.source(term)) for term, _ in found.known.values() if term.head == "apply" and (argument := _argument(term)) is not None]
        goal = All(*inside, goal) if inside else goal
        hypotheses = [h for h in (found.hypothesis(part) for part in _parts(given)) if h is not None]
        ranges = {str(p.args[0]): w for p, w in over}
        hypotheses = _settled([*hypotheses, *(h for part in _parts(given) for h in found.instances(part)), *found.facts()], ranges)
    except (_Kept, ClaimError) as reason:
        return cannot(ENGINE, str(reason))
    if any(free_names(w) & objects.keys() for p, w in over if str(p.args[0]) not in objects):
        return cannot(ENGINE, "a range that depends on a distribution or a function")
    numeric = [(p, w) for p, w in over if str(p.args[0]) not in objects] + [(Node("var", name), found.known[name][1]) for name in _from_above(list(found.known), hypotheses)]
    if not found.known:
        return cannot(ENGINE, "no quantity of a distribution or a function could be replaced by a number")
    left = replace(task, variant=replace(task.variant, forall=tuple(numeric), given=tuple(hypotheses), states=goal))
    for engine in (symbolic.decide, interval.decide):
        proof = engine(left)
        if proof.status is Status.PROVED and proof.kind:
            evidence: dict[str, Any] = {"statement": to_json(left.variant.formula), "terms": {name: to_json(term) for name, (term, _) in found.known.items()},
                        "proof": {"kind": proof.kind, "evidence": dict(proof.evidence)}}
            said = ", ".join(dict.fromkeys(term.head if term.head != "apply" else "values of a function" for term, _ in found.known.values()))
            return Finding(ENGINE, Status.PROVED, f"holds for arbitrary numbers in place of {said}: {proof.summary}", "abstraction", evidence,
                           {"share": 1.0}, trusted=("ranges and directions of " + said, *proof.trusted), undecided_share=0.0)
    return cannot(ENGINE, f"no proof for arbitrary numbers in place of the quantities of distributions and functions ({len(found.known)})")


class _Kept(Exception):
    """A term that depends on a law or a function in a way that cannot be forgotten."""


def _opened(task: Task) -> tuple[list[tuple[Node, Node]], list[Node], Node]:
    """Names, hypotheses and conclusion after the quantifiers and implications in front of the conclusion have been opened."""
    over, given, goal = list(task.forall), list(task.given), task.states
    while True:
        if goal.head == "forall":
            entries: Any = goal.args[0]
            taken = {str(p.args[0]) for p, _ in over}
            if any(not isinstance(p, Node) or str(p.args[0]) in taken for p, _ in entries):
                raise _Kept("a name is bound twice")
            over += list(entries)
            goal = child(goal, 1)
        elif goal.head == "implies":
            given.append(child(goal, 0))
            goal = child(goal, 1)
        else:
            return over, given, goal


def _parts(given: list[Node]) -> Iterator[Node]:
    for hypothesis in given:
        if hypothesis.head == "all":
            yield from _parts([a for a in hypothesis.args if isinstance(a, Node)])
        else:
            yield hypothesis


def _settled(hypotheses: list[Node], ranges: dict[str, Node]) -> list[Node]:
    """Implications whose premise is certain as their conclusions; of two that order the same names the other way round, the one that is left open goes."""
    sure, rest = [h for h in hypotheses if h.head != "implies"], [h for h in hypotheses if h.head == "implies"]
    known = list(sure)
    for h in rest:
        if certain(child(h, 0), ranges, known):
            sure.append(child(h, 1))
    ordered = [{child(h, 0), child(h, 2)} for h in sure if h.head == "compare"]
    for h in rest:
        after = child(h, 1)
        if not certain(child(h, 0), ranges, known) and not (after.head == "compare" and {child(after, 0), child(after, 2)} in ordered):
            sure.append(h)
    return sure


def certain(premise: Node, ranges: dict[str, Node], known: list[Node]) -> bool:
    """Whether a premise is a hypothesis, names the range of a name, or says ``a <= b`` where b is a and more that is at least 0."""
    if premise in known:
        return True
    if premise.head == "member":
        x = child(premise, 0)
        return x.head == "var" and stated(ranges[str(x.args[0])]) == stated(child(premise, 1))
    if premise.head != "compare" or premise.args[1] != "<=":
        return False
    if Compare(premise.args[2], ">=", premise.args[0]) in known:
        return True
    more = _addends(child(premise, 2))
    for part in _addends(child(premise, 0)):
        if part not in more:
            return False
        more.remove(part)
    return all(_nonnegative(part, ranges) for part in more)


def _addends(node: Node) -> list[Node]:
    return [a for a in node.args if isinstance(a, Node)] if node.head == "add" else [] if literal(node) == 0 else [node]


def _nonnegative(node: Node, ranges: dict[str, Node]) -> bool:
    value = literal(node)
    if value is not None:
        return value >= 0
    where = stated(ranges[str(node.args[0])]) if node.head == "var" else None
    low = literal(child(where, 0)) if where is not None and where.head in ("interval", "integers") else None
    return low is not None and low >= 0


def _from_above(names: list[str], hypotheses: list[Node]) -> list[str]:
    """The names in an order in which one that is at most another comes after it."""
    above: dict[str, set[str]] = {name: set() for name in names}
    for h in hypotheses:
        if h.head == "compare" and h.args[1] in ("<=", "<", ">=", ">"):
            low, high = (child(h, 0), child(h, 2)) if h.args[1] in ("<=", "<") else (child(h, 2), child(h, 0))
            if low.head == "var" == high.head and str(low.args[0]) in above and str(high.args[0]) in above:
                above[str(low.args[0])].add(str(high.args[0]))
    found: list[str] = []
    while len(found) < len(names):
        free = [name for name in names if name not in found and above[name] <= set(found)]
        found += free or [name for name in names if name not in found]
    return found


class _Terms:
    """The quantities that were forgotten: new names with the terms they stand for and their ranges."""

    def __init__(self, objects: dict[str, Node], ranges: dict[str, Node]) -> None:
        self.objects = objects
        self._know(ranges)
        self.taken = set(ranges)
        self.known: dict[str, tuple[Node, Node]] = {}

    def _know(self, ranges: dict[str, Node]) -> None:
        """The sets of the names."""
        self.ranges = ranges
        self.above_0 = positive_names((Node("var", name), where) for name, where in ranges.items())

    def forget(self, node: Node) -> Node:
        """The formula with new names for quantities of laws and functions. Raises _Kept."""
        if not free_names(node) & self.objects.keys():
            return node
        where = self._range(node)
        if where is not None:
            return Node("var", self._name(node, where))
        if node.head in BINDERS or node.head == "var" or not list(children(node)):
            raise _Kept(f"{node.head} of a distribution or a function cannot be replaced by a number")
        return rebuild(node, self.forget)

    def _range(self, node: Node) -> Node | None:
        if node.head in RANGES:
            if not self._same_space(node):
                return None
            rest = [a for a in node.args[2:] if isinstance(a, Node)]
            return None if any(free_names(a) & self.objects.keys() or not self._sure(a) for a in rest) else RANGES[node.head]
        if node.head == "apply" and child(node, 0).head == "var":
            where = stated(self.objects.get(str(child(node, 0).args[0]), UNIT))
            if where.head == "functions" and not free_names(child(node, 1)) & self.objects.keys():
                return child(where, 1)
        return None

    def _sure(self, term: Node) -> bool:
        """Whether a number that depends on no law and no function certainly has a value."""
        return total(term) or (all(map(self._finite, free_names(term))) and defined(term, self.above_0))

    def _finite(self, name: str) -> bool:
        """Whether a name certainly stands for a finite number: its range leaves out infinity, and ends that belong to it are finite."""
        where = stated(self.ranges[name]) if name in self.ranges else number(0)
        return where.head == "integers" or (where.head == "interval" and all(where.args[2 + k] == "open" or self._is_finite(child(where, k)) for k in (0, 1)))

    def _is_finite(self, end: Node) -> bool:
        """Whether an end of a range is certainly a finite number."""
        return literal(end) is not None or (end.head != "num" and all(map(self._finite, free_names(end))) and defined(end, self.above_0))

    def exists(self, where: Node) -> bool:
        """Whether a set is certainly one: its ends, and those of sets in it, have a value."""
        if where.head in ("interval", "integers"):
            return self._sure(child(where, 0)) and self._sure(child(where, 1))
        if where.head == "one_of":
            return all(map(self._sure, children(where)))
        if where.head == "equals":
            return self._sure(child(where, 0)) and self.exists(stated(child(where, 1)))
        return where.head in PLAIN_SETS and all(part.head in ("var", "num", "word_") or self.exists(stated(part)) for part in children(where))

    def decided(self, p: Node) -> bool:
        """Whether a proposition is certainly true or false: all that it compares has a value."""
        if p.head in ("forall", "exists"):
            entries: Any = p.args[0]
            inner = copy.copy(self)
            for pattern, where in entries:
                if not isinstance(pattern, Node) or stated(where).head not in ("interval", "integers") or not inner.exists(stated(where)):
                    return False
                inner._know({**inner.ranges, str(pattern.args[0]): where})
            return inner.decided(child(p, 1))
        if p.head in ("all", "any", "not", "implies", "iff"):
            return all(self.decided(child(p, k)) for k in range(len(p.args)))
        if p.head == "member":
            where = stated(child(p, 1))
            return where.head == "interval" and all(self._valued(part) for part in (child(p, 0), child(where, 0), child(where, 1)))
        return p.head == "compare" and p.args[1] != "rounds to" and self._valued(child(p, 0)) and self._valued(child(p, 2))

    def _valued(self, term: Node) -> bool:
        """Whether a number certainly has a value, for all laws and functions."""
        if not free_names(term) & self.objects.keys():
            return self._sure(term)
        if self._range(term) is not None:
            return term.head != "apply" or (free_names(child(term, 1)) <= self.ranges.keys() and certain(Node("member", child(term, 1), self.source(term)), self.ranges, []))
        if term.head in ("max", "min", "abs"):
            return all(self._valued(child(term, k)) for k in range(len(term.args)))
        return term.head in ("add", "mul") and all(child(term, k).head in ("hockey_stick", "total_variation", "num") and self._valued(child(term, k)) for k in range(len(term.args)))

    def _same_space(self, node: Node) -> bool:
        """Whether both arguments are names of laws on one space."""
        found = [self.objects.get(str(a.args[0])) for a in node.args[:2] if isinstance(a, Node) and a.head == "var"]
        kinds = [stated(w) for w in found if w is not None]
        return len(kinds) == 2 and all(w.head == "laws" for w in kinds) and kinds[0].args[0] == kinds[1].args[0] and not free_names(child(kinds[0], 0)) & self.objects.keys()

    def source(self, term: Node) -> Node:
        """The interval of the function whose value a term is."""
        return child(stated(self.objects[str(child(term, 0).args[0])]), 0)

    def _name(self, term: Node, where: Node) -> str:
        for name, (known, _) in self.known.items():
            if known == term:
                return name
        if len(self.known) == MOST_TERMS:
            raise _Kept(f"more than {MOST_TERMS} quantities of distributions or functions")
        k = len(self.known) + 1
        while f"y_{k}" in self.taken:
            k += 1
        self.taken.add(f"y_{k}")
        self.known[f"y_{k}"] = term, where
        return f"y_{k}"

    def hypothesis(self, node: Node) -> Node | None:
        """A hypothesis as one about numbers; None where it cannot be, which only makes the statement stronger."""
        before = dict(self.known)
        try:
            return self.forget(node)
        except _Kept:
            self.known = before
            return None

    def instances(self, node: Node) -> list[Node]:
        """A hypothesis about all x at the arguments of the terms met so far."""
        if node.head != "forall":
            return []
        entries: Any = node.args[0]
        if len(entries) != 1 or not isinstance(entries[0][0], Node) or stated(entries[0][1]).head not in ("interval", "integers"):
            return []
        (pattern, where), body = entries[0], child(node, 1)
        found = []
        for argument in dict.fromkeys(a for term, _ in list(self.known.values()) if (a := _argument(term)) is not None):
            try:
                found.append(Implies(Node("member", argument, where), self.forget(substitute(body, {str(pattern.args[0]): argument}))))
            except (_Kept, ClaimError):
                continue
        return found

    def facts(self) -> list[Node]:
        """Directions: of two values of one function, or of one hockey-stick divergence, the one at the larger argument is the smaller."""
        found = []
        for name, (one, _) in self.known.items():
            for other_name, (other, _) in self.known.items():
                a, b = _argument(one), _argument(other)
                falls = self._falls(one)
                if name == other_name or a is None or b is None or falls is None or one.head != other.head or one.args[: len(one.args) - 1] != other.args[: len(other.args) - 1]:
                    continue
                relation = ">=" if falls else "<="
                found.append(Implies(Compare(a, "<=", b), Compare(Node("var", name), relation, Node("var", other_name))))
        return found

    def _falls(self, term: Node) -> bool | None:
        if term.head == "hockey_stick":
            return True
        if term.head == "apply":
            word = stated(self.objects[str(child(term, 0).args[0])]).args[2]
            return {"falling": True, "rising": False}.get(str(word.args[0]) if isinstance(word, Node) else str(word))
        return None


def _argument(term: Node) -> Node | None:
    """The number at which a divergence or a function is taken."""
    return child(term, 2) if term.head == "hockey_stick" else child(term, 1) if term.head == "apply" else None


__all__ = ["ENGINE", "decide"]
