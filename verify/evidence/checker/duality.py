"""Means of functions of one random number, bounded by sums of other means with multipliers (duality of linear programming).

Where ``g(x) <= l_0 + l_1 f_1(x) + ... + l_k f_k(x)`` for all x in a set on which a distribution P of numbers lives, and the means of the f_i are finite, the mean of g under P has a value, and is at most
``l_0 + l_1 E f_1 + ... + l_k E f_k``; with >= likewise. The multipliers are formulas in the numbers of the statement and in the means themselves.

*Names.* Each mean in the conclusion and in the hypotheses is replaced by an unknown number: ``mean(P)``, ``moment(P, k)``, also of P moved by a number, expectations of one number drawn from P, and
probabilities, the means of indicators; also means of members of a family, at a drawn label or with weights that sum to 1 (:mod:`verify.evidence.checker.single_draws`). What else is said of P in the conclusion is refused, and a hypothesis that says it is not used. An unknown number lies between the ends of the set for the
mean of x, in [0, 1] for a probability, and is not negative where the function has no negative values by its form. An equation among the hypotheses gives its value to an unknown number.

*Finite means.* A function is looked at whose value is finite at each x of the set, with ``|f(x)| <= C (1 + |x|^d)``, where P has absolute moments of order d, or lives on a bounded set; a
continuous one is bounded on a closed bounded interval. A mean is finite where a hypothesis says that it equals a number; the mean of a function without negative values has a value, and is finite where
a hypothesis says that it is at most a number. The mean of the function g that is bounded need not be finite where it is a whole side of the conclusion (or its logarithm, or a power), and occurs
nowhere else: it has a value in [-oo, oo). Other means of functions without negative values may be infinite where the other side is then oo by its form.

*Slack.* Multipliers such as ``1/(2 sqrt(v))`` have no value where v is 0. A bound ``E g <= L(d)`` for all d > 0 is enough where ``L(d) <= B(v + d)``, and the other side ``B(v)`` of the conclusion
is continuous at each v in its range: ``E g`` is at most the limit for d to 0.

Evidence of kind ``duality``: ``bounds``, a list of ``{"of", "relation", "constant", "multipliers", "wide", "proofs"}``: the place of g (from 0, in the order in which the means are met), ``<=`` or ``>=``, l_0,
pairs of the place of f_i and l_i, whether the bound is shown on the half line from 0 instead of the set, and a proof for each case of the conditions in ``if`` and in events; ``slack``, the name v that is moved or null; ``rest``, a proof of the conclusion for all unknown
numbers that obey these bounds. A bound may be used for the later ones. Where the last bound is one of a whole side of the conclusion, it takes its place. A proof is ``{"kind", "evidence"}``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from verify.evidence.checker.at_sight import ELEMENTARY, INFINITE, elementary, ends_are_numbers, holds_finite_numbers
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import (
    MIRRORED,
    NEGATED,
    ORDERED,
    Malformed,
    Refused,
    argument,
    head,
    key,
    mentions,
    names,
    nodes,
    rational,
    stated,
    validate,
    word,
)
from verify.evidence.checker.kinds import confirm
from verify.evidence.checker.single_draws import CONNECTIVES, REALS, drawn
from verify.evidence.checker.sorts import Sorts
from verify.evidence.checker.uses import closed, filled

PROOFS = ("identity", "boxes", "rolle", "logic", "logarithms", "linear", "smt")
MOST_BOUNDS, MOST_CONDITIONS = 4, 3
NOT_NEGATIVE = ["interval", "0", "oo", ["word", "closed"], ["word", "open"]]
POSITIVE = ["interval", "0", "oo", ["word", "open"], ["word", "open"]]
UNIT = ["interval", "0", "1", ["word", "closed"], ["word", "closed"]]
OF_NUMBERS = ELEMENTARY | CONNECTIVES.keys() | {"pi", "if", "compare"}
"""What may stand around means: what has the same value where each mean is replaced by a number that is equal to it."""
Entries = list[tuple[Any, Any]]


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Malformed or Refused where the evidence is no proof by multipliers."""
    if set(c.evidence) - {"status"} != {"bounds", "slack", "rest"}:
        raise Malformed("evidence of kind duality holds bounds, slack and rest")
    bounds, slack = c.evidence["bounds"], c.evidence["slack"]
    if not isinstance(bounds, list) or not 1 <= len(bounds) <= MOST_BOUNDS or not isinstance(slack, str | None):
        raise Malformed(f"evidence.bounds is a list of at most {MOST_BOUNDS} bounds, evidence.slack a name or null")
    means = Means(c)
    trusted: set[str] = set()
    facts: list[Any] = []
    for k, one in enumerate(bounds):
        place, relation, constant, multipliers, proofs = _read(one, means)
        statements = means.pointwise(place, relation, constant, multipliers, facts, one["wide"])
        if not isinstance(proofs, list) or len(proofs) != len(statements):
            raise Malformed("a bound has a proof for each case of its conditions")
        for statement, proof in zip(statements, proofs, strict=True):
            trusted |= _confirmed(c, e, statement, proof)
        if k == len(bounds) - 1 and means.is_side(place, relation):
            return trusted | _confirmed(c, e, means.with_side(place, constant, multipliers, facts, slack), c.evidence["rest"])
        facts.append(means.fact(place, relation, constant, multipliers))
    if slack is not None:
        raise Refused("slack where no side of the conclusion is bounded")
    return trusted | _confirmed(c, e, means.with_facts(facts), c.evidence["rest"])


def _read(one: Any, means: Means) -> tuple[int, str, Any, list[tuple[int, Any]], Any]:
    """The parts of a bound. Raises Malformed."""
    if not isinstance(one, dict) or set(one) != {"of", "relation", "constant", "multipliers", "wide", "proofs"} or one["relation"] not in ("<=", ">=") or not isinstance(one["wide"], bool):
        raise Malformed("a bound holds of, relation, constant, multipliers, wide and proofs")
    pairs = one["multipliers"]
    if not isinstance(pairs, list) or any(not isinstance(pair, list) or len(pair) != 2 for pair in pairs):
        raise Malformed("a multiplier is the place of a mean and a formula")
    for place in (one["of"], *(pair[0] for pair in pairs)):
        if not isinstance(place, int) or isinstance(place, bool) or not 0 <= place < len(means.functions):
            raise Malformed("a mean is named by its place")
    for f in (one["constant"], *(pair[1] for pair in pairs)):
        validate(f)
    return one["of"], one["relation"], one["constant"], [(k, f) for k, f in pairs], one["proofs"]


def _confirmed(c: Certificate, e: Evaluator, statement: Any, proof: Any) -> set[str]:
    if not isinstance(proof, dict) or set(proof) != {"kind", "evidence"} or proof["kind"] not in PROOFS or not isinstance(proof["evidence"], dict):
        raise Malformed(f"a proof holds a kind ({', '.join(PROOFS)}) and its evidence")
    return confirm(replace(c, statement=statement, kind=proof["kind"], evidence=proof["evidence"], status="PROVED"), e)


class Means:
    """The means that a statement about one distribution of numbers speaks of, and what is left of it about numbers. Raises Refused for other statements."""

    def __init__(self, c: Certificate) -> None:
        if head(c.goal) != "compare" or word(argument(c.goal, 1)) not in NEGATED:
            raise Refused("multipliers are for comparisons of numbers")
        self.over: Entries = _numbers(c.over)
        self.known = {names(pattern)[0] for pattern, _ in self.over}
        self.taken = mentions(c.statement)
        self.draw = drawn(c, self.known)
        self.support = self.draw.support
        self.x = ["var", ["word", self._unused("x")]]
        self.slack = ["var", ["word", self._unused("d")]]
        self.functions: list[Any] = []
        """The functions of x whose means are replaced, in the order in which these are met."""
        self.unknown: list[Any] = []
        """The unknown number in the place of each."""
        self.places: dict[str, int] = {}
        self.goal = self._left(c.goal, frozenset())
        self.given = [h for h in map(self._hypothesis, c.hypotheses) if h is not None]
        self.ranges = [self._range(f) for f in self.functions]
        self.finite: list[bool] = []
        """Whether each mean is treated as a finite number."""
        self.infinite: set[int] = set()
        """Those among them that may be oo all the same."""
        for k, f in enumerate(self.functions):  # a function mentions only means that were met before it
            self.finite.append(self._has_finite_mean(f) or self._is_in_doubt(k))
        self.used: set[int] = set()
        """The means that the statements speak of which are to be proved."""
        self.values: dict[str, Any] = {}
        """Unknown numbers that an equation among the hypotheses gives a value."""
        self._solve()
        if mentions(self.goal) - self.known - self._own():
            raise Refused("a name of something else than a number")

    # --- means and their names ----------------------------------------------------------------------------------------------------------

    def _unused(self, name: str) -> str:
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return name

    def _hypothesis(self, h: Any) -> Any:
        """A hypothesis about numbers and means; None for one about something else."""
        before = len(self.functions)
        try:
            left = self._left(h, frozenset())
        except Refused:
            left = None
        if left is None or mentions(left) - self.known - self._own():
            self.places = {text: place for text, place in self.places.items() if place < before}
            del self.functions[before:], self.unknown[before:]
            return None
        return left

    def _left(self, f: Any, bound: frozenset[str]) -> Any:
        """The formula with a name in the place of each mean. Raises Refused where the distribution stands elsewhere."""
        if not isinstance(f, list) or f[0] == "word":
            return f
        if f[0] == "var":
            if names(f)[0] in self.draw.objects:
                raise Refused("a distribution of which not only means are asked")
            return f
        inside = self.draw.function(f, self.x, bound, self._left)
        if inside is not None:
            if mentions(inside) - self.known - self._own() - set(names(self.x)):
                raise Refused("a mean of something else than numbers")
            return self._name(inside)
        if f[0] not in OF_NUMBERS:
            raise Refused("a mean beside something else than numbers")
        return [f[0], *(self._left(part, bound) for part in f[1:])]

    def _name(self, f: Any) -> Any:
        place = self.places.get(key(f))
        if place is None:
            place = self.places[key(f)] = len(self.functions)
            self.functions.append(f)
            self.unknown.append(["var", ["word", self._unused(f"u_{place + 1}")]])
        return self.unknown[place]

    # --- what is known of the means -----------------------------------------------------------------------------------------------------

    def _sorts(self) -> Sorts:
        """What names are, x among them, and the unknown numbers so far."""
        return Sorts.over([*self.over, *zip(self.unknown, [REALS] * len(self.unknown), strict=True), (self.x, self.support)])

    def _range(self, f: Any) -> Any:
        """Where the mean lies if it is finite."""
        if f == self.x:
            return self.support
        if head(f) == "if" and f[2:] == ["1", "0"]:
            return UNIT
        without = [branch for _, branch in _branches(f)]
        return NOT_NEGATIVE if without and all(_is_not_negative(branch, self.x, self.support) for branch in without) else REALS

    def _has_finite_mean(self, f: Any) -> bool:
        """Whether the function has a finite value everywhere on the set, and a finite mean."""
        cases = _branches(f)
        if not self._has_values(f) or self.draw.family:
            return self._has_values(f)
        degrees = [_degree(branch, self.x, self._is_bounded()) for _, branch in cases]
        if all(d is not None and d <= self.draw.order for d in degrees):
            return True
        return self._is_compact() and len(cases) == 1 and _is_continuous(f)

    def _has_values(self, f: Any) -> bool:
        """Whether the function is seen to have a finite value everywhere on the set."""
        sorts, cases = self._sorts(), _branches(f)
        inner = {self._place(name) for name in mentions(f) & self._own()}
        return (all(self.finite[k] and k not in self.infinite for k in inner) and bool(cases) and all(sorts.finite(side) for p in _conditions(f) for side in (p[1], p[3]))
                and all(sorts.finite(branch) for _, branch in cases))

    def _is_in_doubt(self, place: int) -> bool:
        """Whether a mean is treated as finite by the hypotheses, or as a number in [0, oo] that is noted as one that may be infinite."""
        f = self.functions[place]
        if not self._has_values(f):
            return False
        positive = all(_is_not_negative(branch, self.x, self.support) for _, branch in _branches(f))
        if self._is_at_most_a_number(self.unknown[place], ("<=", "<", "==") if positive else ("==",)):
            return True
        if positive:
            self.infinite.add(place)
        return positive

    def _is_at_most_a_number(self, u: Any, relations: tuple[str, ...]) -> bool:
        """Whether a hypothesis so compares an unknown number with a formula in finite numbers, which is finite where it has a value."""
        for h in self.given:
            if head(h) == "compare" and word(argument(h, 1)) in MIRRORED:
                for one, other, relation in ((h[1], h[3], word(h[2])), (h[3], h[1], MIRRORED[word(h[2])])):
                    if one == u and relation in relations and elementary(other) and mentions(other) <= self.known:
                        return True
        return False

    def _own(self) -> set[str]:
        return {names(u)[0] for u in self.unknown}

    def _place(self, name: str) -> int:
        return next(k for k, u in enumerate(self.unknown) if names(u)[0] == name)

    def _is_bounded(self) -> bool:
        return not any(end in INFINITE for end in self.support[1:3])

    def _is_compact(self) -> bool:
        return self._is_bounded() and all(word(kind) == "closed" for kind in self.support[3:5])

    def _solve(self) -> None:
        """Give values to unknown numbers by the equations among the hypotheses; where such a number lies is a hypothesis about its value."""
        for h in list(self.given):
            if head(h) != "compare" or word(argument(h, 1)) != "==":
                continue
            for one, other in ((h[1], h[3]), (h[3], h[1])):
                if head(one) == "var" and names(one)[0] in self._own() - self.values.keys() and self.finite[self._place(names(one)[0])] and elementary(other) and mentions(other) <= self.known:
                    self.values[names(one)[0]] = other
                    self.given.remove(h)
                    self.given += _in_range(other, self.ranges[self._place(names(one)[0])])
                    break

    # --- what is left -------------------------------------------------------------------------------------------------------------------

    def pointwise(self, place: int, relation: str, constant: Any, multipliers: list[tuple[int, Any]], facts: list[Any], wide: bool = False) -> list[Any]:
        """The statements that the function with this place is bounded so at all x, one for each case of its conditions; at all of a half line, where ``wide``. Raises Refused."""
        for f in (constant, *(f for _, f in multipliers)):
            if not elementary(f) or mentions(f) - self.known - self._own() - set(names(self.slack)):
                raise Refused("a multiplier that is no elementary formula in numbers")
        used = {name for f in (constant, self.functions[place], *(self.functions[k] for k, _ in multipliers), *(f for _, f in multipliers)) for name in mentions(f) & self._own()}
        if not all(self.finite[k] for k in {*(k for k, _ in multipliers), *map(self._place, used)}):
            raise Refused("a multiple of a mean that may be infinite")
        self.used |= {*(k for k, _ in multipliers), *map(self._place, used)}
        whole = ["compare", self.functions[place], ["word", relation], _sum(constant, [(f, self.functions[k]) for k, f in multipliers])]
        sorts = self._sorts()
        if not all(sorts.finite(side) for p in _conditions(whole) for side in (p[1], p[3])):
            raise Refused("a condition whose sides may have no value")
        cases = _branches(whole)
        if not cases:
            raise Refused("too many conditions")
        return [self._statement(goal, conditions, facts, wide) for conditions, goal in cases]

    def is_side(self, place: int, relation: str) -> bool:
        """Whether a mean is a side of the conclusion, the one that such a bound is about, or this side rises with it, and it stands nowhere else."""
        if word(self.goal[2]) not in ORDERED or names(self.unknown[place])[0] in self.values:
            return False
        rising = [self._rises(side, place) for side in (self.goal[1], self.goal[3])]
        others = [side for side, rises in zip((self.goal[1], self.goal[3]), rising, strict=True) if not rises]
        upward = word(self.goal[2]) if rising[0] else MIRRORED[word(self.goal[2])]
        return len(others) == 1 and names(self.unknown[place])[0] not in mentions(others[0]) and upward[0] == relation[0]

    def _rises(self, side: Any, place: int) -> bool:
        """Whether a side is a mean, its logarithm where the function is positive, or a positive power of it where the function has no negative value; then it has a value wherever the mean does.

        Even powers of negative bounds would not keep the order.
        """
        u = self.unknown[place]
        branches = [branch for _, branch in _branches(self.functions[place])]
        if side == ["log", u]:
            return bool(branches) and all(head(branch) == "exp" for branch in branches)
        if head(side) == "pow" and side[1] == u and isinstance(side[2], str) and side[2] not in INFINITE and rational(side[2]) > 0 and rational(side[2]) % 2 != 0:
            return bool(branches) and all(_is_not_negative(branch, self.x, self.support) for branch in branches)
        return bool(side == u)

    def with_side(self, place: int, constant: Any, multipliers: list[tuple[int, Any]], facts: list[Any], slack: str | None) -> Any:
        """The statement that is left where the bound of a side takes its place, and in the other side a name is moved by what is above 0. Raises Refused."""
        bound = _sum(constant, [(f, self.unknown[k]) for k, f in multipliers])
        if names(self.unknown[place])[0] in mentions(bound):
            raise Refused("a bound of a mean by itself")
        own = {names(self.unknown[place])[0]: bound}
        goal = [side if head(side) == "word" else filled(side, own) if self._rises(side, place) else self._moved(side, slack) for side in self.goal[1:]]
        if slack is None and self._is_slack(bound):
            raise Refused("a bound with slack")
        if slack is not None and (word(self.goal[2]) not in ("<=", ">=") or any(map(self._is_slack, facts))):
            raise Refused("slack in a strict inequality, or in a bound on the way")
        rest = self._rest(["compare", *goal], facts)
        self._infinite_cases(place)
        return rest

    def _is_slack(self, f: Any) -> bool:
        return set(names(self.slack)) <= mentions(f)

    def _moved(self, side: Any, slack: str | None) -> Any:
        """A side that is continuous in a name, with this name moved. Raises Refused."""
        if slack is None:
            return side
        side = filled(side, self.values)
        where = {names(u)[0]: place for u, place in zip(self.unknown, self.ranges, strict=True)}
        sorts = Sorts.over([*self.over, *((u, where[names(u)[0]]) for u in self.unknown)])
        if slack not in mentions(side) or not elementary(side) or not _is_continuous(side) or not sorts.finite(side):
            raise Refused("slack in a side that may not be continuous")
        return filled(side, {slack: ["add", ["var", ["word", slack]], self.slack]})

    def with_facts(self, facts: list[Any]) -> Any:
        """The statement that is left where the bounds are hypotheses. Raises Refused."""
        rest = self._rest(self.goal, facts)
        if self.used & self.infinite:
            raise Refused("a mean that may be infinite")
        return rest

    def fact(self, place: int, relation: str, constant: Any, multipliers: list[tuple[int, Any]]) -> Any:
        """What a bound says of the unknown numbers. Raises Refused where the mean may be infinite."""
        self.used.add(place)
        if not self.finite[place]:
            raise Refused("a bound of a mean that may be infinite")
        return ["compare", self.unknown[place], ["word", relation], _sum(constant, [(f, self.unknown[k]) for k, f in multipliers])]

    def _rest(self, goal: Any, facts: list[Any]) -> Any:
        spoken = {self._place(name) for f in (goal, *facts) for name in mentions(f) & self._own()}
        self.used |= spoken
        if not all(self.finite[k] for k in spoken):
            raise Refused("a mean that may be infinite")
        return self._statement(goal, [], facts)

    def _infinite_cases(self, place: int) -> None:
        """Where other means are oo, so is the other side, and the mean that is bounded has a value. Raises Refused where that is not seen."""
        doubtful = sorted(self.used & self.infinite - {place})
        if not doubtful:
            return
        first = self._rises(self.goal[1], place)
        upper = word(self.goal[2]) in ("<=", "<") if first else word(self.goal[2]) in (">=", ">")
        other = self.goal[3] if first else self.goal[1]
        f = self.functions[place]
        if not upper or word(self.goal[2]) in ("<", ">") or not self._has_values(f) or not all(_is_not_negative(branch, self.x, self.support) for _, branch in _branches(f)):
            raise Refused("a mean that may be infinite")
        known = Sorts.over([*self.over, *zip(self.unknown, self.ranges, strict=True)])
        for chosen in product((True, False), repeat=len(doubtful)):
            at_oo = {names(self.unknown[k])[0]: "oo" for k, is_infinite in zip(doubtful, chosen, strict=True) if is_infinite}
            if at_oo and not _is_infinite(filled(filled(other, at_oo), self.values), known):
                raise Refused("a side that may be finite where a mean is infinite")

    def _half_line(self) -> Any:
        """All positive numbers, or all that are not negative, where the set has such alone. Raises Refused for another set."""
        sorts, low = Sorts.over(self.over), self.support[1]
        if low in INFINITE or not sorts.at_least_0(low):
            raise Refused("a set on both sides of 0")
        return POSITIVE if sorts.positive(low) else NOT_NEGATIVE

    def _statement(self, goal: Any, conditions: list[Any], facts: list[Any], wide: bool = False) -> Any:
        """The statement for all numbers, with the hypotheses about what it mentions; where ``wide``, for all x of a half line that holds the set, and all means on it."""
        goal, conditions, facts, given = (filled(["all", *parts], self.values)[1:] for parts in ([goal], conditions, facts, self.given))
        unknown = [(u, where) for u, where, is_finite in zip(self.unknown, self.ranges, self.finite, strict=True) if is_finite and names(u)[0] not in self.values]
        half = self._half_line() if wide else self.support
        unknown = [(u, half if where is self.support else where) for u, where in unknown]
        over = [*self.over, *unknown, (self.x, half), (self.slack, POSITIVE)]
        if not ends_are_numbers(over):
            raise Refused("a range whose ends may have no value")
        about = set().union(*map(mentions, [*goal, *conditions]))
        for pattern, where in reversed(over):
            about |= mentions(where) if set(names(pattern)) & about else set()
        return closed(over, [*(h for h in [*given, *facts] if mentions(h) <= about), *conditions], *goal)


# --- sets and functions --------------------------------------------------------------------------------------------------------------------


def _numbers(over: Entries) -> Entries:
    """The names that stand for finite numbers, each with a range over such names before it."""
    found: Entries = []
    for pattern, where in over:
        place = stated(where)
        if head(pattern) == "var" and head(place) in ("interval", "integers", "one_of") and holds_finite_numbers(place) and ends_are_numbers([*found, (pattern, place)]):
            found.append((pattern, place))
    return found


def _conditions(f: Any) -> list[Any]:
    """The comparisons on which an ``if`` in a formula depends, each once."""
    found = {key(p): p for node in nodes(f) if node[0] == "if" for p in nodes(argument(node, 0)) if p[0] == "compare"}
    return list(found.values())


def _branches(f: Any) -> list[tuple[list[Any], Any]]:
    """The formula without ``if`` in each case of the conditions, with these; empty where there are too many."""
    conditions = _conditions(f)
    if len(conditions) > MOST_CONDITIONS:
        return []
    found = []
    for chosen in product((True, False), repeat=len(conditions)):
        truth = {key(p): holds for p, holds in zip(conditions, chosen, strict=True)}
        assumed = [p if holds else [p[0], p[1], ["word", NEGATED[word(p[2])]], p[3]] for p, holds in zip(conditions, chosen, strict=True)]
        found.append((assumed, _decided(f, truth)))
    return found


def _decided(f: Any, truth: dict[str, bool]) -> Any:
    if not isinstance(f, list) or f[0] in ("word", "var"):
        return f
    if f[0] == "if":
        return _decided(f[2] if _holds(f[1], truth) else f[3], truth)
    return [f[0], *(_decided(part, truth) for part in f[1:])]


def _holds(p: Any, truth: dict[str, bool]) -> bool:
    if p[0] == "compare":
        return truth[key(p)]
    return CONNECTIVES[p[0]]([_holds(part, truth) for part in p[1:]])


def _is_not_negative(f: Any, x: Any, support: Any) -> bool:
    """Whether a function has no negative value, by its form."""
    if f == x:
        return isinstance(support[1], str) and support[1] not in INFINITE and rational(support[1]) >= 0
    if isinstance(f, str):
        return f not in INFINITE and rational(f) >= 0
    if head(f) in ("abs", "exp"):
        return True
    if head(f) == "pow":
        return (isinstance(f[2], str) and f[2] not in INFINITE and rational(f[2]) % 2 == 0) or _is_not_negative(f[1], x, support)
    parts = [_is_not_negative(part, x, support) for part in f[1:]] if head(f) in ("add", "mul", "max", "min") else [False]
    return any(parts) if head(f) == "max" else all(parts)


def _degree(f: Any, x: Any, is_bounded: bool) -> Fraction | None:
    """Some d with ``|f(x)| <= C (1 + |x|^d)`` wherever f has a value; None where none is seen."""
    if names(x)[0] not in mentions(f):
        return Fraction(0)
    if f == x:
        return Fraction(0 if is_bounded else 1)
    if f[0] in ("sin", "cos", "atan"):
        return Fraction(0)
    parts = [_degree(part, x, is_bounded) for part in f[1:]]
    if any(d is None for d in parts):
        return None
    degrees = [d for d in parts if d is not None]
    if f[0] in ("add", "max", "min", "abs"):
        return max(degrees)
    if f[0] == "mul":
        return sum(degrees, Fraction(0))
    if f[0] == "pow" and isinstance(f[2], str) and f[2] not in INFINITE and rational(f[2]) >= 0:
        return degrees[0] * rational(f[2])
    return Fraction(0) if f[0] == "exp" and degrees[0] == 0 else None


def _is_continuous(f: Any) -> bool:
    """Whether an elementary function is continuous wherever it has a value: its exponents are fractions."""
    if not isinstance(f, list) or f[0] in ("var", "pi"):
        return True
    if f[0] == "pow":
        return isinstance(f[2], str) and f[2] not in INFINITE and _is_continuous(f[1])
    return f[0] in ELEMENTARY and all(map(_is_continuous, f[1:]))


def _is_infinite(f: Any, known: Sorts) -> bool:
    """Whether a number is oo by its form, where oo stands in it."""
    if f == "oo":
        return True
    if head(f) in ("exp", "log"):
        return _is_infinite(f[1], known)
    if head(f) == "pow":
        return _is_infinite(f[1], known) and isinstance(f[2], str) and f[2] not in INFINITE and rational(f[2]) > 0
    if head(f) not in ("add", "mul", "max"):
        return False
    rest = [part for part in f[1:] if not _is_infinite(part, known)]
    return len(rest) < len(f) - 1 and all(known.finite(part) and (f[0] != "mul" or known.positive(part)) for part in rest)


def _in_range(f: Any, place: Any) -> Iterator[Any]:
    """That a number lies between the ends of an interval."""
    if place[1] not in INFINITE:
        yield ["compare", place[1], ["word", "<" if word(place[3]) == "open" else "<="], f]
    if place[2] not in INFINITE:
        yield ["compare", f, ["word", "<" if word(place[4]) == "open" else "<="], place[2]]


def _sum(constant: Any, parts: list[tuple[Any, Any]]) -> Any:
    """The constant and the multiples, without those by 0."""
    found = [constant] if constant != "0" or not parts else []
    found += [part if f == "1" else ["mul", f, part] for f, part in parts]
    return found[0] if len(found) == 1 else ["add", *found]


__all__ = ["PROOFS", "Means", "check"]
