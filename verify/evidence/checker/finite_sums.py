"""Statements about finite sums of values at points of families: what is left of them are numbers, one for each sum that cannot be taken apart.

Sums over integers from 1 on are taken apart by their linearity alone. Sums and products are multiplied out; ``||v||_2^2`` is the sum of the squared coordinates; where a term holds only for one value
of an index (``if i = t``), the sum over i is its term there; a factor without an index stands in front of its sum, a sum whose terms have no index is their number times them, and factors that
share no index are sums of their own. What is left is equal whatever its indices are called. Each such sum becomes an unknown number, which is at least 0 where all its terms are;
where all lie in [0, 1], it is their number times one in [0, 1]. All terms are seen to be finite for all values of the names before anything cancels.

Evidence of kind ``sums``: ``statement``, what is left, and ``proof``, the kind and the evidence of its proof. Hypotheses about other things than numbers are not used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, permutations
from typing import Any

from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import (
    BINDERS,
    OWN,
    Malformed,
    Refused,
    argument,
    canonical,
    entries,
    head,
    mentions,
    names,
    rational,
    same,
    stated,
    text_of,
    validate,
    word,
)
from verify.evidence.checker.kinds import confirm
from verify.evidence.checker.shown import above_0
from verify.evidence.checker.sorts import bounded
from verify.evidence.checker.uses import closed, conjuncts, filled, nodes

PROOFS = ("identity", "linear")
NUMBERS = ("interval", "integers")
MOST_TERMS, MOST_INDICES, MOST_POWER = 400, 4, 4
STEP = 20
"""What a term costs of the budget."""
REALS = ["interval", "-oo", "oo", ["word", "open"], ["word", "open"]]
NOT_NEGATIVE = ["interval", "0", "oo", ["word", "closed"], ["word", "open"]]
UNIT = ["interval", "0", "1", ["word", "closed"], ["word", "closed"]]
RELATIONS = ("==", "<=", "<", ">=", ">")


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Refused where something else is left of the statement, or its proof cannot be confirmed."""
    if set(c.evidence) - {"status"} != {"statement", "proof"}:
        raise Malformed("evidence of kind sums holds statement and proof")
    statement, proof = c.evidence["statement"], c.evidence["proof"]
    validate(statement)
    if not isinstance(proof, dict) or set(proof) != {"kind", "evidence"} or proof["kind"] not in PROOFS or not isinstance(proof["evidence"], dict):
        raise Malformed(f"evidence.proof gives a kind, one of {', '.join(PROOFS)}, and its evidence")
    if not same(statement, left_of(c, e.budget.spend)):
        raise Refused("something else is left of the statement when its sums are taken apart")
    return confirm(replace(c, statement=statement, kind=proof["kind"], evidence=proof["evidence"], status="PROVED"), e)


def left_of(c: Certificate, spend: Any = None) -> Any:
    """The statement about numbers that implies a statement about finite sums. Raises Refused."""
    if any(head(pattern) != "var" for pattern, _ in c.over):
        raise Refused("names that range over tuples")
    if head(c.body) == "implies" and head(argument(c.body, 0)) != "all":
        raise Refused("a conclusion other than a comparison")  # a connective of the statement
    listed = [names(pattern)[0] for pattern, _ in c.over]
    if len(set(listed)) < len(listed) or set(listed) & {name for node in nodes(c.body) if node[0] in BINDERS for pattern, _ in entries(node) for name in names(pattern)}:
        raise Refused("a name that is bound twice")
    single: dict[str, Any] = {}
    sets: dict[str, Any] = {}
    for name, (_, where) in zip(listed, c.over, strict=True):
        place = filled(stated(where), single)
        if head(place) == "one_of" and len(place) == 2 and isinstance(place[1], str) and place[1] not in ("oo", "-oo"):
            single[name] = place[1]
        else:
            sets[name] = place
    apart = _Apart(sets, (lambda _: None) if spend is None else spend)
    goal = _goal(apart, filled(c.goal, single))
    numeric = {name for name, place in sets.items() if head(place) in NUMBERS}
    given = [part for h in c.hypotheses for part in conjuncts(filled(h, single)) if head(part) == "compare" and mentions(part) <= numeric and not any(node[0] in BINDERS for node in nodes(part))]
    over = [(["var", ["word", name]], place) for name, place in sets.items() if head(place) in NUMBERS]
    if any(mentions(place) - numeric for _, place in over):
        raise Refused("a range of numbers that depends on something else")
    return closed([*over, *apart.unknown()], given, goal)


def _goal(apart: _Apart, p: Any) -> Any:
    if head(p) == "all":
        return ["all", *(_goal(apart, part) for part in p[1:])]
    if head(p) != "compare" or word(argument(p, 1)) not in RELATIONS:
        raise Refused("a conclusion other than a comparison")
    return ["compare", apart.side(p[1]), p[2], apart.side(argument(p, 2))]


@dataclass(frozen=True)
class Term:
    """A coefficient times a product of factors, summed over all values of its indices."""

    c: Fraction
    factors: tuple[Any, ...] = ()
    indices: tuple[str, ...] = ()

    def times(self, other: Term) -> Term:
        return Term(self.c * other.c, (*self.factors, *other.factors), (*self.indices, *other.indices))


class _Apart:
    """Sums over names with these sets, taken apart."""

    def __init__(self, sets: dict[str, Any], spend: Any) -> None:
        self.sets, self.spend = dict(sets), spend
        self.given = frozenset(sets)
        self.numbers = frozenset(name for name, place in sets.items() if head(place) in NUMBERS)
        self.fresh = count(1)
        self.atoms: dict[str, Any] = {}
        """For each sum that is left, by its text, the range of its unknown number."""

    # --- what is left -------------------------------------------------------------------------------------------------------------------

    def side(self, f: Any) -> Any:
        """What is left of one side of the conclusion, with a text in place of each sum that is left."""
        if isinstance(f, str) and f in ("oo", "-oo"):
            return f
        parts = [self._left(term) for term in self.read(f)]
        return "0" if not parts else parts[0] if len(parts) == 1 else ["add", *parts]

    def unknown(self) -> list[tuple[Any, Any]]:
        """A name with its range for each sum that is left."""
        return [(["var", ["word", self._name(text)]], place) for text, place in self.atoms.items()]

    def _name(self, text: str) -> str:
        """The name of what is left: the number of its place in the order in which it was met, behind what no name begins with."""
        prefix = "y"
        while any(name.startswith(f"{prefix}_") for name in self.given):
            prefix += "y"
        return f"{prefix}_{list(self.atoms).index(text) + 1}"

    def _left(self, term: Term) -> Any:
        """What is left of one term."""
        self.spend(STEP)
        c, factors, indices = term.c, list(term.factors), list(term.indices)
        while (found := self._at_one_value(factors, indices)) is not None:
            factors, indices = found
        outside: list[Any] = []
        inside: list[Any] = []
        for f in factors:
            if self._is_one(f):
                continue
            (outside if mentions(f) <= self.numbers and head(f) != "if" else inside).append(f)
        for own, group in _connected(inside, indices):
            outside += [self._count(index) for index in own] if not group else [self._unknown(group, own)]
        parts = [*([] if c == 1 and outside else [str(c)]), *outside]
        return parts[0] if len(parts) == 1 else ["mul", *parts]

    def _at_one_value(self, factors: list[Any], indices: list[str]) -> tuple[list[Any], list[str]] | None:
        """The same without an index that a factor leaves only one value; None where none does."""
        for k, f in enumerate(factors):
            if head(f) != "if" or word(argument(f[1], 1)) != "==":
                continue
            for one, other in ((f[1][1], f[1][3]), (f[1][3], f[1][1])):
                index = names(one)[0] if head(one) == "var" else ""
                if index in indices and index not in mentions(other) and self._within(other, self.sets[index]):
                    return [filled(g, {index: other}) for g in (*factors[:k], *factors[k + 1 :])], [i for i in indices if i != index]
        return None

    def _is_one(self, f: Any) -> bool:
        """Whether a factor is 1."""
        return (head(f) == "exp" and _vanishes(f[1])) or (head(f) == "if" and word(f[1][2]) == "==" and same(f[1][1], f[1][3]))

    def _count(self, index: str) -> Any:
        """How many values an index has."""
        return self.sets[index][2]

    def _unknown(self, factors: list[Any], indices: list[str]) -> Any:
        """The sum of a product by its unknown number, which is the same whatever its indices are called."""
        if len(indices) > MOST_INDICES:
            raise Refused("a sum with too many indices")
        ways = []
        for order in permutations(range(1, len(indices) + 1)):
            new = {index: ["var", ["word", f"{OWN}index_{k}"]] for index, k in zip(indices, order, strict=True)}
            texts = sorted(text_of(canonical(filled(f, new))) for f in factors)
            ways.append(text_of([sorted([str(k), text_of(self.sets[index])] for index, k in zip(indices, order, strict=True)), texts]))
        text = min(ways)
        if text not in self.atoms:
            odd = [f for f in factors if sum(same(f, g) for g in factors) % 2]
            self.atoms[text] = UNIT if all(map(self._at_most_1, factors)) else NOT_NEGATIVE if all(map(self.at_least_0, odd)) else REALS
        name = ["var", ["word", self._name(text)]]
        return ["mul", *map(self._count, indices), name] if self.atoms[text] is UNIT and indices else name

    # --- terms --------------------------------------------------------------------------------------------------------------------------

    def read(self, f: Any) -> list[Term]:
        """A finite number as a sum of terms. Raises Refused."""
        found = self._read(f)
        self.spend(len(found))
        if len(found) > MOST_TERMS:
            raise Refused("too many terms")
        return found

    def _read(self, f: Any) -> list[Term]:
        kind = head(f)
        if isinstance(f, str):
            if f in ("oo", "-oo"):
                raise Refused("an infinite number in a sum")
            return [Term(rational(f))] if rational(f) != 0 else []
        if kind == "add":
            return [term for part in f[1:] for term in self.read(part)]
        if kind == "mul":
            return self._product([self.read(part) for part in f[1:]])
        if kind == "sum":
            return self._sum(f)
        if kind == "if":
            return self._if(f)
        if kind == "pow" and isinstance(f[2], str) and f[2] in map(str, range(1, MOST_POWER + 1)):
            if f[2] == "2" and head(f[1]) == "norm" and argument(f[1], 1) == "2":
                return self._square(f[1][1])
            if any(node[0] in ("sum", "add") for node in nodes(f[1])):
                return self._product([self.read(f[1]) for _ in range(int(f[2]))])
        if not self.finite(f):
            raise Refused(f"a number ({kind}) that may be infinite or have no value")
        return [] if _vanishes(f) else [Term(Fraction(1), (f,))]

    def _product(self, parts: list[list[Term]]) -> list[Term]:
        found = [Term(Fraction(1))]
        for part in parts:
            found = [one.times(other) for one in found for other in part]
            if len(found) > MOST_TERMS:
                raise Refused("too many terms")
        return found

    def _sum(self, f: Any) -> list[Term]:
        """A sum over integers from 1 on, with indices of its own."""
        new, body = self._opened(f)
        return [replace(term, indices=(*term.indices, *new)) for term in self.read(body)]

    def _opened(self, f: Any) -> tuple[list[str], Any]:
        """Indices of its own for a sum, and its term at them. Raises Refused."""
        if any(part is not None for part in f[3:]):
            raise Refused("a sum with a condition")
        new: list[str] = []
        at: dict[str, Any] = {}
        for pattern, where in entries(f):
            place = stated(where)
            if head(pattern) != "var" or head(place) != "integers" or place[1] != "1" or not self._counts(place[2]):
                raise Refused("a sum over something else than the integers from 1 on")
            name = f"#{next(self.fresh)}"
            self.sets[name] = place
            at[names(pattern)[0]] = ["var", ["word", name]]
            new.append(name)
        if len(at) < len(new):
            raise Refused("a name that is bound twice")
        return new, filled(f[2], at)

    def _if(self, f: Any) -> list[Term]:
        """``[p] a + (1 - [p]) b``, where a comparison p of finite numbers is true or false."""
        p = argument(f, 0)
        if head(p) != "compare" or word(argument(p, 1)) not in RELATIONS or not (self.finite(p[1]) and self.finite(argument(p, 2))):
            raise Refused("a condition that is not a comparison of finite numbers")
        first, second = self.read(f[2]), self.read(argument(f, 2))
        if word(p[2]) == "==" and same(p[1], p[3]):
            return first
        mark = Term(Fraction(1), (["if", p, "1", "0"],))
        return [*second, *(mark.times(term) for term in first), *(replace(mark, c=Fraction(-1)).times(term) for term in self.read(f[3]))]

    def _square(self, v: Any) -> list[Term]:
        """The squared length of a vector: the sum of its squared coordinates."""
        size = self._space(v)
        if size is None:
            raise Refused("a length of something that is not seen to be a vector")
        name = f"#{next(self.fresh)}"
        self.sets[name] = ["integers", "1", size]
        index = ["var", ["word", name]]
        return [replace(term, indices=(*term.indices, name)) for term in self._product([self.read(self._coordinate(v, index)) for _ in range(2)])]

    def _coordinate(self, v: Any, index: Any) -> Any:
        """A coordinate of a vector as a number."""
        if head(v) == "add":
            return ["add", *(self._coordinate(part, index) for part in v[1:])]
        if head(v) == "mul":
            return ["mul", *(part if self._space(part) is None else self._coordinate(part, index) for part in v[1:])]
        if head(v) == "sum":
            new, body = self._opened(v)
            return ["sum", ["()", *(["()", ["var", ["word", name]], self.sets[name]] for name in new)], self._coordinate(body, index), None]
        return ["item", v, index]

    # --- what is known of them ----------------------------------------------------------------------------------------------------------

    def of(self, f: Any) -> Any:
        """The set in which a name, a member of a family or a coordinate lies; None where none is seen."""
        if head(f) == "var":
            return self.sets.get(names(f)[0])
        if head(f) != "item" or len(f) != 3:
            return None
        place = self.of(f[1])
        if head(place) == "families" and self._within(f[2], stated(place[1])):
            return stated(place[2])
        if head(place) == "points" and head(place[1]) == "euclid" and self._within(f[2], ["integers", "1", place[1][1]]):
            return REALS
        return None

    def _within(self, index: Any, place: Any) -> bool:
        """Whether an index certainly lies in the integers from 1 to an end."""
        if head(place) != "integers" or place[1] != "1":
            return False
        if same(index, place[2]) or index == "1":
            return self._at_least_1(place[2])
        own: Any = self.of(index) if head(index) == "var" else None
        return head(own) == "integers" and isinstance(own[1], str) and own[1] not in ("oo", "-oo") and rational(own[1]) >= 1 and self._up_to(own[2], place[2])

    def _up_to(self, end: Any, other: Any) -> bool:
        """Whether one end of a range is certainly at most another one."""
        if same(end, other):
            return True
        own: Any = self.of(end) if head(end) == "var" else None
        return head(own) == "integers" and isinstance(own[2], list) and self._up_to(own[2], other)

    def _at_least_1(self, end: Any) -> bool:
        own = end if isinstance(end, str) else (self.of(end) or ["", "-oo"])[1] if head(end) == "var" and head(self.of(end)) == "integers" else "-oo"
        return isinstance(own, str) and own not in ("oo", "-oo") and rational(own) >= 1 and (own is not end or rational(own).denominator == 1)

    def _counts(self, end: Any) -> bool:
        """Whether an end of a range that begins with 1 is certainly the number of its members."""
        if isinstance(end, str):
            return end not in ("oo", "-oo") and rational(end).denominator == 1 and rational(end) >= 0
        own: Any = self.of(end) if head(end) == "var" and names(end)[0] in self.given else None
        return head(own) == "integers" and isinstance(own[1], str) and own[1] not in ("oo", "-oo") and rational(own[1]) >= 0

    def finite(self, f: Any) -> bool:
        """Whether a number certainly has a finite value, whatever its names stand for."""
        kind = head(f)
        if isinstance(f, str):
            return f not in ("oo", "-oo")
        if kind in ("var", "item"):
            place = self.of(f)
            return head(place) in NUMBERS and bounded(place)
        if kind in ("add", "mul", "exp", "abs", "max", "min"):
            return len(f) > 1 and all(map(self.finite, f[1:]))
        if kind == "pow":
            whole = isinstance(f[2], str) and f[2] not in ("oo", "-oo") and rational(f[2]).denominator == 1 and rational(f[2]) > 0
            return self.finite(f[1]) and (whole or (self.positive(f[1]) and self.finite(f[2])))
        if kind == "if":
            return head(f[1]) == "compare" and word(argument(f[1], 1)) in RELATIONS and all(map(self.finite, (f[1][1], f[1][3], *f[2:])))
        return kind == "norm" and len(f) == 3 and f[2] in ("1", "2", "oo") and self._space(f[1]) is not None

    def _space(self, v: Any) -> Any:
        """The dimension of a vector; None where it is not seen to be one."""
        if head(v) == "add":
            found = [self._space(part) for part in v[1:]]
            return found[0] if found and all(size is not None and same(size, found[0]) for size in found) else None
        if head(v) == "mul":
            own = [(part, size) for part in v[1:] if (size := self._space(part)) is not None]
            return own[0][1] if len(own) == 1 and all(part is own[0][0] or self._scalar(part) for part in v[1:]) else None
        if head(v) == "sum":
            return self._space_of_sum(v)
        place = self.of(v)
        return place[1][1] if head(place) == "points" and head(place[1]) == "euclid" and self._counts(place[1][1]) else None

    def _space_of_sum(self, v: Any) -> Any:
        """The dimension of a sum of vectors."""
        try:
            new, body = self._opened(v)
        except Refused:
            return None
        size = self._space(body)
        return None if size is None or mentions(size) & set(new) else size

    def _scalar(self, f: Any) -> bool:
        return not any(node[0] in BINDERS for node in nodes(f)) and self.finite(f)

    def positive(self, f: Any) -> bool:
        """Whether a finite number is certainly above 0."""
        kind = head(f)
        if isinstance(f, str):
            return f not in ("oo", "-oo") and rational(f) > 0
        if kind in ("var", "item"):
            place = self.of(f)
            return head(place) in NUMBERS and above_0(place)
        if kind in ("add", "mul"):
            return len(f) > 1 and all(map(self.positive, f[1:]))
        return (kind == "exp" and self.finite(f[1])) or (kind == "pow" and self.positive(f[1]) and self.finite(f[2]))

    def at_least_0(self, f: Any) -> bool:
        """Whether a finite number is certainly at least 0."""
        kind = head(f)
        if self.positive(f) or kind in ("abs", "norm", "exp"):
            return True
        if kind in ("var", "item"):
            place = self.of(f)
            return head(place) in NUMBERS and isinstance(place[1], str) and place[1] not in ("oo", "-oo") and rational(place[1]) >= 0
        if kind in ("add", "mul"):
            return all(map(self.at_least_0, f[1:]))
        if kind == "if":
            return all(map(self.at_least_0, f[2:]))
        if kind == "pow":
            return (isinstance(f[2], str) and f[2] not in ("oo", "-oo") and rational(f[2]).denominator == 1 and rational(f[2]) % 2 == 0) or self.at_least_0(f[1])
        return isinstance(f, str) and f not in ("oo", "-oo") and rational(f) >= 0

    def _at_most_1(self, f: Any) -> bool:
        """Whether a factor lies in [0, 1]: by its range, as ``exp(-x)`` for x at least 0, or as what is 1 or 0."""
        place: Any = self.of(f) if head(f) in ("var", "item") else None
        if head(place) == "interval":
            return place[2] == "1" and self.at_least_0(f)
        if head(f) == "if":
            return f[2] in ("0", "1") and f[3] in ("0", "1")
        inside: Any = f[1] if head(f) == "exp" else None
        return head(inside) == "mul" and inside[1] == "-1" and all(map(self.at_least_0, inside[2:]))


def _vanishes(f: Any) -> bool:
    """Whether a finite number, or a vector, is 0 by the way it is written."""
    kind = head(f)
    if isinstance(f, str):
        return f not in ("oo", "-oo") and rational(f) == 0
    if kind == "add":
        return all(map(_vanishes, f[1:])) or (len(f) == 3 and any(head(b) == "mul" and len(b) == 3 and b[1] == "-1" and same(a, b[2]) for a, b in ((f[1], f[2]), (f[2], f[1]))))
    if kind == "mul":
        return any(map(_vanishes, f[1:]))
    if kind == "pow":
        return _vanishes(f[1]) and isinstance(f[2], str) and f[2] not in ("oo", "-oo") and rational(f[2]) > 0
    return kind in ("norm", "abs") and _vanishes(f[1])


def _connected(factors: Iterable[Any], indices: list[str]) -> Iterator[tuple[list[str], list[Any]]]:
    """Factors that share indices, with these; factors without an index one by one, and indices without a factor."""
    groups: list[tuple[set[str], list[Any]]] = [({index}, []) for index in indices]
    alone: list[Any] = []
    for f in factors:
        own = mentions(f) & set(indices)
        if not own:
            alone.append(f)
            continue
        touched = [group for group in groups if group[0] & own]
        merged = (set().union(*(group[0] for group in touched)), [g for group in touched for g in group[1]] + [f])
        groups = [group for group in groups if not group[0] & own] + [merged]
    for own, group in groups:
        yield [index for index in indices if index in own], group
    for f in alone:
        yield [], [f]


__all__ = ["PROOFS", "check", "left_of"]
