"""A supremum against a bound from below, or an infimum from above, by one member of its set for each piece of the domain.

Let R be ``>=`` or ``>`` and let g have a value at every member of the set, which is read off its formula. For x0 in the set with its condition ``sup g >= g(x0)``,
so that ``g(x0) R c`` is enough. A finite end x0 of an open interval without a condition will do too where the formula of g is continuous there: members tend to
x0, their values to g(x0), and a supremum is at least the limit of its members. So it is for the limit at infinity. An infimum is mirrored.

The profile of a Gaussian pair may be replaced by a smaller number, ``exp(-(x + 1)^2/2 - 1)`` with ``x = (eps + 1)/mu - mu/2``, where x >= 0 and mu > 0. Let L be the privacy
loss, N(mu^2/2, mu^2). ``delta = E (1 - exp(eps - L))_+ >= (1 - 1/e) P(L >= eps + 1) = (1 - 1/e) Phi(-x)``. Mills' ratio is more than ``2/(x + sqrt(x^2 + 4)) >=
1/(1 + x) >= exp(-x)`` (Birnbaum), so ``delta > (1 - 1/e) (2 pi)^(-1/2) exp(-x^2/2 - x)``, and ``(1 - 1/e) (2 pi)^(-1/2) > 1/4 > exp(-3/2)``.

It may be replaced by a larger number, ``exp(-x^2/2)/2`` with ``x = eps/mu - mu/2``, where x >= 0 and mu > 0: ``delta = Phi(-x) - e^eps Phi(-x - mu) < Phi(-x) <= exp(-x^2/2)/2``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from verify.evidence.checker.certificate import STATUSES, Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import (
    BINDERS,
    MIRRORED,
    Malformed,
    Refused,
    argument,
    contains_head,
    entries,
    free,
    head,
    mentions,
    names,
    optional,
    rational,
    stated,
    text_of,
    validate,
    word,
)
from verify.evidence.checker.kinds import confirm
from verify.evidence.checker.shown import Shown, above_0
from verify.evidence.checker.tails import put

BEYOND = {"sup": (">=", ">"), "inf": ("<=", "<")}
PROOFS = ("identity", "boxes", "logic", "member")
INFINITE = ("oo", "-oo")
MOST_PIECES = 100


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Refused where a member is no member, or a proof that it reaches the bound cannot be confirmed."""
    if set(c.evidence) - {"status"} != {"cut", "at", "pieces"}:
        raise Malformed("evidence of kind member holds cut, at and pieces")
    cut, at, stored = (c.evidence[key] for key in ("cut", "at", "pieces"))
    if not isinstance(at, list) or not isinstance(stored, list) or len(stored) != len(at) + 1 or len(stored) > MOST_PIECES:
        raise Malformed(f"evidence.pieces has one piece more than evidence.at has numbers, at most {MOST_PIECES}")
    extremum = _Extremum(c)
    trusted: set[str] = set()
    for over, piece in zip(_pieces(c, cut, at), stored, strict=True):
        if not isinstance(piece, dict) or set(piece) != {"value", "proofs"} or not isinstance(piece["proofs"], list):
            raise Malformed("a piece holds value and proofs")
        validate(piece["value"])
        goals = extremum.goals(over, piece["value"])
        if len(goals) != len(piece["proofs"]):
            raise Refused(f"a piece needs {len(goals)} proofs, got {len(piece['proofs'])}")
        for goal, proof in zip(goals, piece["proofs"], strict=True):
            trusted |= _confirmed(c, over, goal, proof, e)
    return trusted


def _pieces(c: Certificate, cut: Any, at: list[Any]) -> Iterator[list[tuple[Any, Any]]]:
    """The domain, or the domain with the interval of one name cut at numbers that rise; both neighbours hold them."""
    if not at:
        if cut is not None:
            raise Malformed("evidence.cut names something where nothing is cut")
        yield c.over
        return
    place = next((k for k, (pattern, _) in enumerate(c.over) if names(pattern) == [cut]), None)
    if place is None:
        raise Refused("evidence.cut must name a number of the domain")
    where: list[Any] = stated(c.over[place][1])
    if head(where) != "interval" or not all(isinstance(end, str) for end in where[1:3]):
        raise Refused("evidence.cut must name a number of an interval between two numbers")
    ends = [None if where[1] == "-oo" else rational(where[1]), *map(rational, at), None if where[2] == "oo" else rational(where[2])]
    if any(a is not None and b is not None and not a < b for a, b in pairwise(ends)):
        raise Refused("evidence.at must rise inside the interval")
    shown = [where[1], *at, where[2]]
    for k in range(len(at) + 1):
        left, right = where[3] if k == 0 else ["word", "closed"], where[4] if k == len(at) else ["word", "closed"]
        yield [*c.over[:place], (c.over[place][0], ["interval", shown[k], shown[k + 1], left, right]), *c.over[place + 1 :]]


class _Extremum:
    """A comparison of an extremum with a bound, the extremum on the left."""

    def __init__(self, c: Certificate) -> None:
        if head(c.goal) != "compare":
            raise Refused("a member needs a comparison of an extremum with a bound")
        left, relation, right = argument(c.goal, 0), word(argument(c.goal, 1)), argument(c.goal, 2)
        if relation not in BEYOND.get(head(left), ()):
            left, relation, right = right, MIRRORED.get(relation, ""), left
        if relation not in BEYOND.get(head(left), ()) or len(entries(left)) != 1 or head(entries(left)[0][0]) != "var":
            raise Refused("one member shows that a supremum is at least a bound, or an infimum at most one")
        (pattern, where), self.relation, self.bound = entries(left)[0], relation, right
        self.variable, self.name, self.where = pattern, names(pattern)[0], stated(where)
        self.term, self.condition = argument(left, 1), optional(left, 2)
        if self.name in free(right) | set(c.names()) | free(self.where):
            raise Refused("the bound name of the extremum has another meaning outside")

    def goals(self, over: list[tuple[Any, Any]], value: Any) -> list[Any]:
        """What must hold on a piece. Refused where the value is no member, or members may have no value."""
        outer = [name for pattern, _ in over for name in names(pattern)]
        shown = Shown({name for pattern, where in over if above_0(where) for name in names(pattern)}, "")
        for k, (_, where) in enumerate(over):
            if not _finite(stated(where), shown, set(outer[:k])):
                raise Refused("a name that is not known to be a finite number")
        if not _finite(self.where, shown, set(outer)) or not mentions(self.term) <= {*outer, self.name}:
            raise Refused("the set of the extremum may hold something that is not a finite number")
        inside = Shown(shown.above_0 | ({self.name} if above_0(self.where) else set()), "")
        if not inside.defined(self.term) or not _decided(self.condition, inside):
            raise Refused("a member of the extremum may have no value")
        if value == "oo":
            return self._far()
        if value in INFINITE or not mentions(value) <= set(outer) or not shown.defined(value):
            raise Refused("the value of a piece must be a finite number of the outer names")
        reached = ["compare", put(self.term, self.name, value), ["word", self.relation], self.bound]
        if self._open_end(value) and self.condition is None and shown.defined(self.term):
            return [reached]
        return [*self._membership(value), *([] if self.condition is None else [put(self.condition, self.name, value)]), reached]

    def _far(self) -> list[Any]:
        """The limit at infinity of an interval or of integers without end."""
        if head(self.where) not in ("interval", "integers") or self.where[2] != "oo" or self.condition is not None:
            raise Refused("a limit at infinity needs a set without end and no condition")
        return [["compare", ["limit", ["()", ["()", self.variable, "oo"]], self.term], ["word", self.relation], self.bound]]

    def _open_end(self, value: Any) -> bool:
        """Whether it is an end, left out, of an interval between two numbers that has members."""
        if head(self.where) != "interval" or not all(isinstance(end, str) for end in self.where[1:3]) or self.name in mentions(value):
            return False
        low, high = self.where[1], self.where[2]
        some = low == "-oo" or high == "oo" or rational(low) < rational(high)
        return some and ((value == low and word(self.where[3]) == "open") or (value == high and word(self.where[4]) == "open"))

    def _membership(self, value: Any) -> list[Any]:
        kind = head(self.where)
        if kind == "one_of" and any(text_of(value) == text_of(member) for member in self.where[1:]):
            return []
        if kind == "integers":
            if not isinstance(value, str) or rational(value).denominator != 1:
                raise Refused("the value of a piece is not known to be an integer")
            strict = [False, False]
        elif kind == "interval":
            strict = [word(self.where[k]) == "open" for k in (3, 4)]
        else:
            raise Refused(f"membership in {kind}")
        low, high = self.where[1], self.where[2]
        found = [] if low == "-oo" else [["compare", low, ["word", "<" if strict[0] else "<="], value]]
        return found if high == "oo" else [*found, ["compare", value, ["word", "<" if strict[1] else "<="], high]]


def _decided(condition: Any, inside: Shown) -> bool:
    """Whether the condition is true or false at every member: both sides of its comparisons have a value."""
    if condition is None:
        return True
    if head(condition) == "all":
        return all(_decided(part, inside) for part in condition[1:])
    return head(condition) == "compare" and inside.defined(argument(condition, 0)) and inside.defined(argument(condition, 2))


def _finite(where: Any, shown: Shown, known: set[str]) -> bool:
    """Whether a set holds finite numbers alone."""
    kind = head(where)
    if kind in ("one_of", "equals"):
        parts = where[1:] if kind == "one_of" else where[1:2]
        return all(mentions(part) <= known and part not in INFINITE and shown.defined(part) for part in parts)
    if kind not in ("interval", "integers"):
        return False
    for k, infinite in ((1, "-oo"), (2, "oo")):
        if where[k] == infinite:
            if kind == "interval" and word(where[k + 2]) != "open":
                return False
        elif where[k] in INFINITE or not mentions(where[k]) <= known or not shown.defined(where[k]):
            return False
    return True


def _confirmed(c: Certificate, over: list[tuple[Any, Any]], goal: Any, proof: Any, e: Evaluator) -> set[str]:
    """What is trusted of the proof that a goal holds on a piece of the domain."""
    if proof == "evident":
        if not _evident(over, goal):
            raise Refused("a goal that is called evident is not")
        return set()
    if isinstance(proof, dict) and len(proof) == 1 and set(proof) <= {"tail", "bell"}:
        (way, parts), = proof.items()
        goals = _by_tail(over, goal) if way == "tail" else _by_bell(over, goal)
        if not isinstance(parts, list) or len(parts) != len(goals):
            raise Malformed(f"a proof by the {way} of a profile holds {len(goals)} proofs")
        return set().union(*(_confirmed(c, over, one, other, e) for one, other in zip(goals, parts, strict=True)))
    if not isinstance(proof, dict) or set(proof) != {"kind", "evidence"} or proof["kind"] not in PROOFS or not isinstance(proof["evidence"], dict):
        raise Malformed(f"a proof is evident, by tail, by bell, or holds a kind ({', '.join(PROOFS)}) and its evidence")
    assert "PROVED" in STATUSES[proof["kind"]]
    body = c.under(goal)
    statement = body if not over else ["forall", ["()", *(["()", pattern, where] for pattern, where in over)], body]
    part = replace(c, statement=statement, kind=proof["kind"], evidence=proof["evidence"], status="PROVED")
    trusted = confirm(part, e)
    return trusted


def _evident(over: list[tuple[Any, Any]], goal: Any) -> bool:
    """``a R b`` between two numbers, or 0 against what is seen to be positive."""
    if head(goal) != "compare" or word(argument(goal, 1)) not in ("<", "<="):
        return False
    low, high = argument(goal, 0), argument(goal, 2)
    if isinstance(low, str) and isinstance(high, str) and not {low, high} & set(INFINITE):
        a, b = rational(low), rational(high)
        return a < b or (a == b and word(goal[2]) == "<=")
    return low == "0" and Shown({name for pattern, where in over if above_0(where) for name in names(pattern)}, "").positive(high)


def _by_tail(over: list[tuple[Any, Any]], goal: Any) -> list[Any]:
    """Goals that are enough for ``t < profile(eps, mu)``."""
    small, large = _ordered(goal)
    epsilon, mu = _profile(over, large)
    x = ["add", ["mul", ["add", epsilon, "1"], ["pow", mu, "-1"]], ["mul", "-1/2", mu]]
    bell = ["exp", ["add", ["mul", "-1/2", ["pow", ["add", x, "1"], "2"]], "-1"]]
    return [["compare", "0", ["word", "<"], mu], ["compare", "0", ["word", "<="], x], ["compare", small, ["word", "<="], bell]]


def _by_bell(over: list[tuple[Any, Any]], goal: Any) -> list[Any]:
    """Goals that are enough for ``profile(eps, mu) < t``."""
    small, large = _ordered(goal)
    epsilon, mu = _profile(over, small)
    x = ["add", ["mul", epsilon, ["pow", mu, "-1"]], ["mul", "-1/2", mu]]
    bell = ["mul", "1/2", ["exp", ["mul", "-1/2", ["pow", x, "2"]]]]
    return [["compare", "0", ["word", "<"], mu], ["compare", "0", ["word", "<="], x], ["compare", bell, ["word", "<="], large]]


def _ordered(goal: Any) -> tuple[Any, Any]:
    """What is claimed to be smaller, and what to be larger."""
    if head(goal) != "compare":
        raise Refused("a bound of a profile needs a comparison")
    small, relation, large = argument(goal, 0), word(argument(goal, 1)), argument(goal, 2)
    if relation in (">=", ">"):
        small, relation, large = large, MIRRORED[relation], small
    if relation not in ("<=", "<"):
        raise Refused("a bound of a profile needs an inequality")
    return small, large


def _profile(over: list[tuple[Any, Any]], f: Any) -> tuple[Any, Any]:
    """The arguments of a Gaussian profile, which are finite numbers."""
    if head(f) != "gaussian_profile":
        raise Refused("a bound of a profile needs a comparison with a Gaussian profile")
    shown = Shown({name for pattern, where in over if above_0(where) for name in names(pattern)}, "")
    epsilon, mu = argument(f, 0), argument(f, 1)
    if not (shown.defined(epsilon) and shown.defined(mu)) or any(contains_head(part, kind) for part in (epsilon, mu) for kind in BINDERS):
        raise Refused("a profile at what is not known to be a finite number")
    return epsilon, mu
