"""Comparisons of worst cases over pairs of laws with a guarantee, where the number of a pair is ``u + v x(a)``, ``x(a) = max(H_a(P, Q), H_a(Q, P))``, v >= 0.

A supremum is at most ``u + v b`` for each bound b of x(a): a Gaussian guarantee of level L, for all epsilon >= 0 or up to h, gives the Gaussian profile at (a, L), and beyond h that at (h, L), as x does not
rise; ``x(a) <= d`` gives d. It is at least ``u + v b`` where a pair has all guarantees: normal laws L deviations apart have x(a) equal to the Gaussian profile at (a, L), for equal laws it is 0.
A threshold half-way makes of these normal laws two on two points, with weights q and 1 - q, q = Phi(L/2): they keep Gaussian guarantees of level L, x(0) is that of the normal laws, ``x(b) = max(0, q - e^b (1 - q))``. With more conditions a supremum does not grow. Gaussian profiles lie strictly between 0 and 1. A polynomial in such numbers, of degree 1 in each, is a mean of its values at 0 and 1 with
positive weights: it is at least 0 where these are, and above 0 where one of them is too.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.certificate import Certificate, decided
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import (
    BINDERS,
    NEGATED,
    ORDERED,
    Malformed,
    Refused,
    argument,
    entries,
    head,
    mentions,
    names,
    optional,
    rational,
    same,
    stated,
    text_of,
    validate,
    word,
)
from verify.evidence.checker.membership import contains
from verify.evidence.checker.polynomials import Polynomial, multiplied_out, plus
from verify.evidence.checker.shown import Shown, above_0
from verify.evidence.checker.sorts import has_value

PLACE = ["var", ["word", "#x"]]
MOST_PROFILES = 8
NOTHING_SHOWN = Shown(set(), "")


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Malformed or Refused where the comparison, or its opposite, does not follow."""
    if set(c.evidence) - {"status"} != {"at", "instance"} or not isinstance(c.evidence["instance"], dict):
        raise Malformed("evidence of kind worst-pair holds at and instance")
    if c.hypotheses:
        raise Refused("worst cases are compared without hypotheses")
    at, instance, goal = c.evidence["at"], c.evidence["instance"], c.goal
    quantifier = head(goal) if head(goal) in ("forall", "exists") else ""
    inner = [(pattern, where) for pattern, where in entries(goal)] if quantifier else []
    body = argument(goal, 1) if quantifier else goal
    if len(inner) > 1 or head(body) != "compare" or word(argument(body, 1)) not in ORDERED:
        raise Refused("an inequality is needed, for one more number at most")
    over = [*c.over, *inner]
    if any(head(pattern) != "var" for pattern, _ in over) or len({names(pattern)[0] for pattern, _ in over}) != len(over):
        raise Refused("single numbers with different names are needed")
    if not all(has_value(where, c.over) for _, where in inner):
        raise Refused("the set of the number may have no value")
    proving = c.status == "PROVED"
    if instance and (proving or not set(instance) <= {names(pattern)[0] for pattern, _ in c.over}):
        raise Refused("an instance of outer names refutes alone")
    for pattern, where in c.over:
        name = names(pattern)[0]
        if name in instance:
            if not _is_number(instance[name]) or mentions(where):
                raise Refused("an instance gives numbers to names whose sets stand alone")
            decided(contains(e, stated(where), rational(instance[name]), {}), f"{name} must lie in its set")
        elif not proving and not _inhabited(where):
            raise Refused("the domain may have no members")
    numbers = _Numbers(over)
    left, relation, right = argument(body, 0), word(body[2]) if proving else NEGATED[word(body[2])], argument(body, 2)
    one_is_enough = quantifier == ("exists" if proving else "forall")
    if at is not None:
        validate(at)
        if not one_is_enough:
            raise Refused("one number is not enough")
        _belongs(inner[0][1], at, numbers)
        left, right = (_put(side, names(inner[0][0])[0], at) for side in (left, right))
    elif one_is_enough and not _inhabited(inner[0][1]):
        raise Refused("there may be no such number")
    for name, value in instance.items():
        left, right = _put(left, name, value), _put(right, name, value)
    large, small = (left, right) if relation in (">", ">=") else (right, left)
    if not _follows(e, large, small, relation in ("<", ">"), numbers):
        raise Refused("the bounds of the worst cases do not show the comparison")
    return set()


class _Numbers:
    """What is known of the names: finite and at least 0, or above 0."""

    def __init__(self, over: list[tuple[Any, Any]]) -> None:
        self.all = {names(pattern)[0] for pattern, _ in over}
        self.least = {names(pattern)[0] for pattern, where in over if _from_0(stated(where))}
        self.whole = {names(pattern)[0] for pattern, where in over if head(stated(where)) == "integers"}
        self.above = {names(pattern)[0] for pattern, where in over if above_0(where)} & self.least

    def counts(self, f: Any) -> bool:
        """Whether it is a positive integer."""
        return self.positive(f) and (rational(f).denominator == 1 if _is_number(f) else names(f)[0] in self.whole)

    def not_negative(self, f: Any) -> bool:
        return rational(f) >= 0 if _is_number(f) else head(f) == "var" and names(f)[0] in self.least

    def positive(self, f: Any) -> bool:
        return rational(f) > 0 if _is_number(f) else head(f) == "var" and names(f)[0] in self.above


def _is_number(f: Any) -> bool:
    return isinstance(f, str) and f not in ("oo", "-oo")


def _from_0(where: Any) -> bool:
    if head(where) not in ("interval", "integers") or not _is_number(where[1]) or rational(where[1]) < 0:
        return False
    return _is_number(where[2]) or (where[2] == "oo" and (where[0] == "integers" or word(where[4]) == "open"))


def _inhabited(where: Any) -> bool:
    where = stated(where)
    if head(where) not in ("interval", "integers") or not _is_number(where[1]):
        return False
    return where[2] == "oo" or (where[0] == "interval" and _is_number(where[2]) and rational(where[1]) < rational(where[2]))


def _belongs(where: Any, at: Any, numbers: _Numbers) -> None:
    """Numbers that are not negative are in [0, oo), positive ones in (0, oo)."""
    where = stated(where)
    if head(where) != "interval" or where[1:3] != ["0", "oo"] or not (numbers.not_negative(at) if word(where[3]) == "closed" else numbers.positive(at)):
        raise Refused("evidence.at must lie in the set of the number")


def _put(f: Any, name: str, value: Any) -> Any:
    """The formula with a formula in the place of a name. Refused where a binder inside has this name, or one of the formula."""
    if not isinstance(f, list) or name not in mentions(f):
        return f
    if f[0] == "var":
        return value
    if f[0] not in BINDERS:
        return [f[0], *(_put(part, name, value) for part in f[1:])]
    if {other for pattern, _ in entries(f) for other in names(pattern)} & ({name} | mentions(value)):
        raise Refused("a name has two meanings")
    return [f[0], ["()", *(["()", pattern, _put(where, name, value)] for pattern, where in entries(f))], *(_put(part, name, value) for part in f[2:])]


# --- suprema -----------------------------------------------------------------------------------------------------------


@dataclass
class _Worst:
    """A supremum of ``u + v x(at)``."""

    pair: tuple[Any, Any]
    laws: Any
    term: Any
    at: Any
    u: Polynomial
    v: Polynomial
    conditions: list[Any]


def _follows(e: Evaluator, large: Any, small: Any, strict: bool, numbers: _Numbers) -> bool:
    first, second = (_worst(side, numbers) if head(side) == "sup" else None for side in (large, small))
    if first is None and second is None:
        raise Refused("neither side is a worst case")
    for worst in [one for one in (first, second) if one is not None]:
        for condition in worst.conditions:
            _guarantee(condition, worst.pair, numbers)  # which has a value
    if first is not None and second is not None and not strict and _has_fewer_conditions(first, second):
        return True
    lows = [_in_profiles(large, numbers)] if first is None else list(_below(e, first, numbers))
    groups = [[_in_profiles(small, numbers)]] if second is None else list(_above(second, numbers))
    return any(all(_at_least_0(plus(low, high, Fraction(-1)), strict) for high in group) for low in lows for group in groups)


def _worst(f: Any, numbers: _Numbers) -> _Worst:
    over = entries(f)
    if len(over) != 2 or any(head(pattern) != "var" for pattern, _ in over) or optional(f, 3) is not None or optional(f, 2) is None:
        raise Refused("a worst case is a supremum over two distributions with a condition")
    (p, first), (q, second) = over
    laws, both = stated(first), {*names(p), *names(q)}
    if len(both) != 2 or both & numbers.all or text_of(laws) != text_of(stated(second)) or mentions(laws) & both:
        raise Refused("the two distributions must have names of their own, and one space")
    if head(laws) != "laws" or laws[2:] != [["word_", ["word", "any"]], ["word_", ["word", "any"]], None] or head(laws[1]) != "euclid" or not numbers.counts(laws[1][1]):
        raise Refused("all distributions on a space R^n are needed")
    places: list[Any] = []
    whole = multiplied_out(_marked(argument(f, 1), p, q, places), NOTHING_SHOWN)
    if not places or any(text_of(other) != text_of(places[0]) for other in places) or not numbers.not_negative(places[0]):
        raise Refused("the profile of the pair must be taken at one number, which is not negative")
    mark = text_of(PLACE)
    if any(key.count(mark) > 1 for key in whole):
        raise Refused("a worst case must be linear in the profile")
    u = {key: x for key, x in whole.items() if mark not in key}
    v = {tuple(part for part in key if part != mark): x for key, x in whole.items() if mark in key}
    for polynomial in (u, v):
        _only_profiles(polynomial, numbers)
    condition = optional(f, 2)
    return _Worst((p, q), laws, argument(f, 1), places[0], u, v, condition[1:] if head(condition) == "all" else [condition])


def _marked(f: Any, p: Any, q: Any, places: list[Any]) -> Any:
    at = _profile_at(f, p, q)
    if at is not None:
        places.append(at)
        return PLACE
    return [f[0], *(_marked(part, p, q, places) for part in f[1:])] if isinstance(f, list) and f[0] not in ("word", "var") else f


def _profile_at(f: Any, p: Any, q: Any) -> Any:
    """The point of ``max(H(p, q), H(q, p))``; None for other formulas."""
    if head(f) != "max" or len(f) != 3 or any(head(part) != "hockey_stick" for part in f[1:]):
        return None
    orders = sorted(text_of(part[1:3]) for part in f[1:])
    if orders != sorted((text_of([p, q]), text_of([q, p]))) or text_of(f[1][3]) != text_of(f[2][3]) or mentions(f[1][3]) & {*names(p), *names(q)}:
        return None
    return f[1][3]


def _in_profiles(f: Any, numbers: _Numbers) -> Polynomial:
    polynomial = multiplied_out(f, NOTHING_SHOWN)
    _only_profiles(polynomial, numbers)
    return polynomial


def _only_profiles(polynomial: Polynomial, numbers: _Numbers) -> None:
    for text in {part for key in polynomial for part in key}:
        f = json.loads(text)
        if head(f) != "gaussian_profile" or not numbers.not_negative(argument(f, 0)) or not numbers.positive(argument(f, 1)):
            raise Refused("a number that is not a polynomial in Gaussian profiles at levels above 0")


def _gaussian(at: Any, level: Any) -> Polynomial:
    return {(text_of(["gaussian_profile", at, level]),): Fraction(1)}


def _valued(worst: _Worst, x: Polynomial) -> Polynomial:
    total = dict(worst.u)
    for key, factor in x.items():
        total = plus(total, {tuple(sorted(key + own)): y for own, y in worst.v.items()}, factor)
    return total


def _below(e: Evaluator, worst: _Worst, numbers: _Numbers) -> Iterator[Polynomial]:
    """The numbers of pairs that have all guarantees."""
    guarantees = [_guarantee(condition, worst.pair, numbers) for condition in worst.conditions]
    yield worst.u  # equal laws: what they are asked for is a Gaussian guarantee or a bound that is not negative
    levels = [bound for kind, bound, _ in guarantees if kind == "level"]
    if not levels or any(text_of(level) != text_of(levels[0]) for level in levels):
        return
    bounds = [(place, most) for kind, most, place in guarantees if kind == "most"]
    if not bounds or (worst.at == "0" and all(_on_two_points(e, levels[0], place, most) for place, most in bounds)):
        yield _valued(worst, _gaussian(worst.at, levels[0]))


def _on_two_points(e: Evaluator, level: Any, place: Any, most: str) -> bool:
    """Whether ``q - e^b (1 - q) <= d``, by erfc: ``2 q = erfc(-L / 8^(1/2))``."""
    if not _is_number(level) or not _is_number(place):
        return False
    step = n.mul(rational(level), n.power(Fraction(8), Fraction(-1, 2)))
    gap = n.sub(n.erfc(n.neg(step)), n.mul(n.exp(rational(place)), n.erfc(step)))
    return n.relations(gap, 2 * rational(most)) <= {"<", "="}


def _above(worst: _Worst, numbers: _Numbers) -> Iterator[list[Polynomial]]:
    if not _at_least_0(worst.v, False):
        return
    for condition in worst.conditions:
        kind, bound, place = _guarantee(condition, worst.pair, numbers)
        if kind == "level":
            inside = place is None or text_of(place) == text_of(worst.at) or worst.at == "0" or (_is_number(worst.at) and _is_number(place) and rational(worst.at) <= rational(place))
            ends = [worst.at] if inside else [worst.at, place]
            yield [_valued(worst, _gaussian(end, bound)) for end in ends]
        elif text_of(place) == text_of(worst.at):
            yield [_valued(worst, {(): rational(bound)})]


def _guarantee(f: Any, pair: tuple[Any, Any], numbers: _Numbers) -> tuple[str, Any, Any]:
    """``("level", L, h)``: Gaussian up to h, or everywhere; ``("most", d, b)``: at most d at b. Refused for other conditions."""
    own = {name for law in pair for name in names(law)}
    if head(f) == "compare" and word(argument(f, 1)) == "<=":
        left, right = argument(f, 0), argument(f, 2)
        if head(left) == "gaussian_dp" and sorted(map(text_of, left[1:])) == sorted(map(text_of, pair)) and numbers.positive(right):
            return "level", right, None
        at = _profile_at(left, *pair)
        if at is not None and numbers.not_negative(at) and _is_number(right) and rational(right) >= 0:
            return "most", right, at
    if head(f) == "forall" and len(entries(f)) == 1:
        (e, where), body = entries(f)[0], argument(f, 1)
        where = stated(where)
        if head(e) == "var" and head(where) == "interval" and where[1] == "0" and word(where[3]) == "closed" and head(body) == "compare" and word(argument(body, 1)) == "<=":
            curve, closed = argument(body, 2), word(where[4]) == "closed"
            fits = text_of(_profile_at(argument(body, 0), *pair)) == text_of(e) and head(curve) == "gaussian_profile" and text_of(argument(curve, 0)) == text_of(e)
            if fits and not set(names(e)) & (own | mentions(argument(curve, 1))) and numbers.positive(argument(curve, 1)):
                if where[2] == "oo" and not closed:
                    return "level", curve[2], None
                if where[2] != "oo" and closed and numbers.not_negative(where[2]):
                    return "level", curve[2], where[2]
    raise Refused("a guarantee that is neither Gaussian nor a bound of the profile at a number")


def _has_fewer_conditions(large: _Worst, small: _Worst) -> bool:
    """The same supremum, each of its conditions among those of the other."""
    before, after = [names(law)[0] for law in small.pair], [names(law)[0] for law in large.pair]
    if set(before) & set(after) and before != after:
        return False
    if not same(large.laws, small.laws) or not same(large.term, _renamed(small.term, before, after)):
        return False
    given = [_renamed(condition, before, after) for condition in small.conditions]
    return all(any(same(condition, other) for other in given) for condition in large.conditions)


def _renamed(f: Any, before: list[str], after: list[str]) -> Any:
    if before == after:
        return f
    for old, new in zip(before, after, strict=True):
        f = _put(f, old, ["var", ["word", new]])
    return f


def _at_least_0(polynomial: Polynomial, strict: bool) -> bool:
    """By its values where each number between 0 and 1 is one of them."""
    parts = sorted({part for key in polynomial for part in key})
    if len(parts) > MOST_PROFILES or any(len(set(key)) < len(key) for key in polynomial):
        return False
    values = [sum((x for key, x in polynomial.items() if all(chosen[part] for part in key)), Fraction(0))
              for ends in itertools.product((False, True), repeat=len(parts)) for chosen in [dict(zip(parts, ends, strict=True))]]
    return min(values) >= 0 and (not strict or max(values) > 0)
