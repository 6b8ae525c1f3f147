"""Proofs that forget laws and functions: a statement about numbers implies the one about laws, and has a proof of its own.

The numbers stand for divergences of laws or values of functions. Used of them: a hockey-stick divergence lies in [0, 1] and falls as epsilon rises; total
variation lies in [0, 1]; the least Gaussian level is at least 0; a function has values in its target, in its direction.
"""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

from verify.evidence.checker.certificate import STATUSES, Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import BINDERS, Malformed, Refused, argument, entries, head, mentions, names, nodes, rational, same, stated, validate, word
from verify.evidence.checker.kinds import confirm
from verify.evidence.checker.shown import Shown, above_0

UNIT = ["interval", "0", "1", ["word", "closed"], ["word", "closed"]]
RANGES = {"hockey_stick": UNIT, "total_variation": UNIT, "gaussian_dp": ["interval", "0", "oo", ["word", "closed"], ["word", "closed"]]}
PROOFS = ("identity", "boxes", "logic")
PLAIN_SETS = frozenset({"laws", "functions", "euclid", "labels", "points"})
"""Sets that are made of numbers and of other sets."""


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Refused where the statement about numbers does not imply the statement, or its own proof cannot be confirmed."""
    if set(c.evidence) - {"status"} != {"statement", "terms", "proof"}:
        raise Malformed("evidence of kind abstraction holds statement, terms and proof")
    statement, terms, proof = (c.evidence[key] for key in ("statement", "terms", "proof"))
    validate(statement)
    if not isinstance(terms, dict) or not isinstance(proof, dict) or set(proof) != {"kind", "evidence"} or not isinstance(proof["evidence"], dict):
        raise Malformed("evidence.terms must give formulas by name, evidence.proof a kind and its evidence")
    if proof["kind"] not in PROOFS or "PROVED" not in STATUSES[proof["kind"]]:
        raise Malformed(f"evidence.proof.kind must be one of {', '.join(PROOFS)}")
    for term in terms.values():
        validate(term)
    left = replace(c, statement=statement, kind=proof["kind"], evidence=proof["evidence"], status="PROVED")
    _Implication(c, left, terms).check()
    trusted = confirm(left, e)
    return trusted | {"ranges and directions of divergences and of values of functions"}


class _Implication:
    """Whether a statement about numbers implies one about laws and functions."""

    def __init__(self, c: Certificate, left: Certificate, terms: dict[str, Any]) -> None:
        self.left, self.terms = left, terms
        over, self.hypotheses, self.goal = list(c.over), _flat(c.hypotheses), c.goal
        premises, inner = [], []
        while head(self.goal) in ("forall", "implies"):  # names of the conclusion are those of the statement, and premises that have a value are hypotheses
            if head(self.goal) == "forall":
                inner += entries(self.goal)
                over += entries(self.goal)
            else:
                premises.append(argument(self.goal, 0))
            self.goal = argument(self.goal, 1)
        self.hypotheses += _flat(premises)
        if any(head(pattern) != "var" for pattern, _ in over):
            raise Refused("an abstraction with names that range over pairs")
        listed = [names(pattern)[0] for pattern, _ in over]
        if len(set(listed)) != len(listed):
            raise Refused("an abstraction of a statement that binds a name twice")
        self._know({name: stated(where) for name, (_, where) in zip(listed, over, strict=True)})
        if not all(self._exists(stated(where)) for _, where in inner):
            raise Refused("a range in the conclusion with an end that may have no value")
        if not all(self._decided(premise) for premise in premises):
            raise Refused("a premise that may have no value")

    def _know(self, sets: dict[str, Any]) -> None:
        """The sets of the names."""
        self.sets = sets
        self.shown = Shown({name for name, where in sets.items() if above_0(where)}, "")

    def _exists(self, place: Any) -> bool:
        """Whether a set is certainly one: its ends, and those of sets in it, have a value."""
        if head(place) in ("interval", "integers", "one_of"):
            return all(self._sure(part) for part in (place[1:] if head(place) == "one_of" else place[1:3]))
        if head(place) == "equals":
            return self._sure(argument(place, 0)) and self._exists(stated(argument(place, 1)))
        return head(place) in PLAIN_SETS and all(not isinstance(part, list) or head(part) in ("var", "word", "word_") or self._exists(stated(part)) for part in place[1:])

    def _decided(self, p: Any) -> bool:
        """Whether a proposition compares only what has a value."""
        kind = head(p)
        if kind in ("forall", "exists"):
            inner = copy.copy(self)
            for pattern, where in entries(p):
                place = stated(where)
                if head(pattern) != "var" or head(place) not in ("interval", "integers") or not inner._exists(place):
                    return False
                inner._know({**inner.sets, names(pattern)[0]: place})
            return inner._decided(argument(p, 1))
        if kind in ("all", "any", "not", "implies", "iff"):
            return all(self._decided(part) for part in p[1:])
        if kind == "member":
            place = stated(argument(p, 1))
            return head(place) == "interval" and all(self._has_value(part) for part in (p[1], *place[1:3]))
        return kind == "compare" and word(argument(p, 1)) != "rounds to" and self._has_value(p[1]) and self._has_value(argument(p, 2))

    def _has_value(self, f: Any) -> bool:
        kind = head(f)
        if kind in RANGES:
            self._range(f)
            return True
        if kind == "apply":
            self._range(f)
            return head(f[2]) == "var" and same(self.sets.get(names(f[2])[0], "0"), stated(argument(self.sets[names(f[1])[0]], 0)))
        if kind in ("max", "min", "abs") and not self._sure(f):
            return all(self._has_value(part) for part in f[1:])
        if kind in ("add", "mul") and not self._sure(f):
            return all((isinstance(part, str) and part not in ("oo", "-oo")) or (head(part) in ("hockey_stick", "total_variation") and self._has_value(part)) for part in f[1:])
        return self._sure(f)

    def _sure(self, f: Any) -> bool:
        """Whether a number is certainly one, whatever its names are: a bare one, or one made of finite ones."""
        if isinstance(f, str):
            return True
        if head(f) == "var":
            return head(self.sets.get(names(f)[0])) in ("interval", "integers", "one_of", "equals")
        return all(self._finite(name) for name in mentions(f)) and self.shown.defined(f)

    def _finite(self, name: str) -> bool:
        """Whether a name certainly stands for a finite number: its range leaves out infinity, and ends that belong to it are finite."""
        where: Any = self.sets.get(name)
        return head(where) == "integers" or (head(where) == "interval" and all(word(where[k + 2]) == "open" or self._is_finite(where[k]) for k in (1, 2)))

    def _is_finite(self, end: Any) -> bool:
        """Whether an end of a range is certainly a finite number."""
        return end not in ("oo", "-oo") and all(map(self._finite, mentions(end))) and self.shown.defined(end)

    def check(self) -> None:
        objects = set(self.sets)
        for pattern, where in self.left.over:
            if head(pattern) != "var":
                raise Refused("an abstraction with names that range over pairs")
            name = names(pattern)[0]
            if name in self.terms:
                wanted = self._range(self.terms[name])
                if name in self.sets or not same(where, wanted):
                    raise Refused(f"the name {name[:40]} must range over all values of the term it stands for")
            elif name in self.sets and same(stated(where), self.sets[name]):
                objects.discard(name)
            else:
                raise Refused(f"the name {name[:40]} must range over its set of the statement")
        if set(self.terms) - {names(p)[0] for p, _ in self.left.over}:
            raise Refused("a term without a name in the statement about numbers")
        kept = set(self.sets) - objects
        if any(mentions(self.sets[name]) & objects for name in kept):
            raise Refused("a range that depends on a distribution or a function")
        goals = self.left.goal[1:] if head(self.left.goal) == "all" and not same(self._filled(self.left.goal), self.goal) else [self.left.goal]
        if not any(same(self._filled(goal), self.goal) for goal in goals):
            raise Refused("the conclusion about numbers, with the terms put in, is not the conclusion of the statement")
        self._defined([self._filled(goal) for goal in goals])
        for hypothesis in self.left.hypotheses:
            if not self._known(self._filled(hypothesis)):
                raise Refused("a hypothesis about numbers that neither stands in the statement nor is a known direction")

    def _range(self, term: Any) -> Any:
        kind = head(term)
        if kind in RANGES:
            spaces = [self.sets.get(names(term[k])[0]) if head(term[k]) == "var" else None for k in (1, 2)]
            if any(s is None or head(s) != "laws" for s in spaces) or not same(*(s[1] for s in spaces if s is not None)):
                raise Refused(f"{kind} of something else than two distributions on one space")
            if not all(self._sure(part) for part in term[3:]):
                raise Refused(f"{kind} at what may have no value")
            return RANGES[kind]
        if kind == "apply" and head(term[1]) == "var" and head(self.sets.get(names(term[1])[0])) == "functions":
            return argument(self.sets[names(term[1])[0]], 1)
        raise Refused(f"nothing is known of {kind}")

    def _defined(self, goals: list[Any]) -> None:
        """Each value of a function in the conclusion is taken in its interval, as the proof shows too."""
        for term in self.terms.values():
            if head(term) != "apply" or not _mentions(self.goal, term):
                continue
            inside = ["member", term[2], argument(self.sets[names(term[1])[0]], 0)]
            if not any(same(goal, inside) for goal in goals):
                raise Refused("a function that may be taken outside its interval")

    def _filled(self, f: Any) -> Any:
        """A formula with the terms in the places of their names."""
        if not isinstance(f, list):
            return f
        if f[0] == "var":
            return self.terms.get(names(f)[0], f)
        if f[0] in BINDERS and mentions(f) & set(self.terms):
            raise Refused("a name that stands for a term, under a binder")
        return [f[0], *(self._filled(part) for part in f[1:])]

    def _known(self, h: Any) -> bool:
        if any(same(h, own) for own in self.hypotheses):
            return True
        if head(h) == "implies":
            return self._follows(h)
        return any(self._follows(["implies", premise, h]) and self._certain(premise) for premise in self._premises(h))

    def _follows(self, h: Any) -> bool:
        return self._direction(h) or any(self._instance(h, own) for own in self.hypotheses)

    def _premises(self, h: Any) -> list[Any]:
        """Premises under which a hypothesis could be known: its arguments in their order, or an argument that lies in the set of a stated hypothesis."""
        found: list[Any] = []
        sides = [p for p in h[1:] if head(p) in ("hockey_stick", "apply")] if head(h) == "compare" else []
        if len(sides) == 2:
            found.append(["compare", sides[0][-1], ["word", "<="], sides[1][-1]])
        arguments = [node[-1] for node in nodes(h) if node[0] in ("hockey_stick", "apply")]
        found += [["member", a, entries(own)[0][1]] for own in self.hypotheses if head(own) == "forall" for a in arguments]
        return found

    def _certain(self, p: Any) -> bool:
        """Whether a premise is a hypothesis, names the range of a name, or says ``a <= b`` where b is a and more that is at least 0."""
        if any(same(p, own) for own in self.hypotheses):
            return True
        if head(p) == "member":
            return head(p[1]) == "var" and same(self.sets.get(names(p[1])[0], "0"), stated(p[2]))
        a, b = argument(p, 0), argument(p, 2)
        if any(same(["compare", b, ["word", ">="], a], own) for own in self.hypotheses):
            return True
        more = _addends(b)
        for part in _addends(a):
            kept = next((k for k, other in enumerate(more) if same(part, other)), None)
            if kept is None:
                return False
            del more[kept]
        return all(self._nonnegative(part) for part in more)

    def _nonnegative(self, f: Any) -> bool:
        if isinstance(f, str):
            return f not in ("oo", "-oo") and rational(f) >= 0
        where = self.sets.get(names(f)[0]) if head(f) == "var" else None
        low = where[1] if where is not None and head(where) in ("interval", "integers") else "-oo"
        return isinstance(low, str) and low not in ("oo", "-oo") and rational(low) >= 0

    def _instance(self, h: Any, own: Any) -> bool:
        """A hypothesis about all x in a set, used at one argument that lies in it."""
        if head(own) != "forall" or len(entries(own)) != 1 or head(argument(h, 0)) != "member":
            return False
        (pattern, where), place = entries(own)[0], argument(h, 0)
        if head(pattern) != "var" or not same(argument(place, 1), where):
            return False
        name, body = names(pattern)[0], argument(own, 1)
        if any(part[0] in BINDERS for part in nodes(body)):
            return False
        return same(argument(h, 1), _put(body, name, argument(place, 0)))

    def _direction(self, h: Any) -> bool:
        """``a <= b`` implies that the term at a and the term at b are in the order of their direction."""
        before, after = argument(h, 0), argument(h, 1)
        if head(before) != "compare" or word(argument(before, 1)) != "<=" or head(after) != "compare":
            return False
        one, relation, other = argument(after, 0), word(argument(after, 1)), argument(after, 2)
        a, b = argument(before, 0), argument(before, 2)
        if head(one) != head(other) or head(one) not in ("hockey_stick", "apply") or not same(one[:-1] + ["0"], other[:-1] + ["0"]):
            return False
        self._range(one)
        if head(one) == "hockey_stick":
            falls = True
        else:
            direction = word(argument(self.sets[names(one[1])[0]], 2))
            if direction not in ("falling", "rising"):
                return False
            falls = direction == "falling"
        return same(one[-1], a) and same(other[-1], b) and relation == (">=" if falls else "<=")



def _addends(f: Any) -> list[Any]:
    return f[1:] if head(f) == "add" else [] if f == "0" else [f]


def _flat(hypotheses: list[Any]) -> list[Any]:
    return [part for h in hypotheses for part in (_flat(h[1:]) if head(h) == "all" else [h])]


def _mentions(f: Any, term: Any) -> bool:
    return any(same(node, term) for node in nodes(f))


def _put(f: Any, name: str, value: Any) -> Any:
    if not isinstance(f, list):
        return f
    if f[0] == "var":
        return value if names(f)[0] == name else f
    return [f[0], *(_put(part, name, value) for part in f[1:])]

