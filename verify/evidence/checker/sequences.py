"""Infinite sequences, and terms that a recursion defines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import (
    ORDERED,
    OWN,
    Malformed,
    Refused,
    argument,
    bound_names,
    entries,
    head,
    items,
    mentions,
    names,
    rational,
    stated,
    text_of,
    word,
)
from verify.evidence.checker.laws import Function, Point
from verify.evidence.checker.numbers import Ball, NoValue, Number, Undecided
from verify.evidence.checker.remainders import NOT_NEGATIVE, POSITIVE, Remainders
from verify.evidence.checker.shown import Shown
from verify.evidence.checker.truth import FALSE, NO_VALUE, TRUE, UNDECIDED, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

INDICES = ["integers", "1", "oo"]
LOOKED_AT = 6
"""Terms of a sequence given by a formula that are evaluated one by one; the others are evaluated together."""
MOST = 20_000


@dataclass(frozen=True)
class Periodic:
    """An infinite sequence that is periodic in the end."""

    prefix: tuple[Any, ...]
    period: tuple[Any, ...]

    def at(self, k: int) -> Any:
        """Term k, counted from 1."""
        if k < 1:
            raise NoValue("a term of a sequence before the first")
        beyond = k - 1 - len(self.prefix)
        return self.prefix[k - 1] if beyond < 0 else self.period[beyond % len(self.period)]


def periodic(e: Evaluator, f: Any, env: Env) -> Periodic:
    prefix, period = (tuple(e.value(x, env) for x in items(argument(f, k))) for k in (0, 1))
    if not period:
        raise Malformed("a sequence needs a period of at least one term")
    return Periodic(prefix, period)


def term(e: Evaluator, whole: Any, k: int) -> Any:
    """Term k of a sequence."""
    if isinstance(whole, Periodic):
        return whole.at(k)
    if k < 1:
        raise NoValue("a term of a sequence before the first")
    return e.value(whole.body, {**dict(whole.captured), whole.name: Fraction(k)})


def is_sequence(value: Any) -> bool:
    return isinstance(value, Periodic) or (isinstance(value, Function) and text_of(value.where) == text_of(INDICES))


def parts(f: Any) -> tuple[Any, Any, Any, Any, Any]:
    """Pattern, start, index, integers and step of a recursion, whose start and integers mention neither the state nor the index. Raises Malformed."""
    over = entries(f)
    if len(over) != 2 or len(f) != 3 or head(over[1][0]) != "var" or head(over[1][1]) != "integers":
        raise Malformed("a recursion is ['recursion', [[state, start], [index, integers]], step]")
    (pattern, start), (index, where) = over
    own = [*names(pattern), *names(index)]
    if len(set(own)) != len(own) or (mentions(start) | mentions(where)) & set(own):
        raise Malformed("the start and the integers of a recursion mention neither its state nor its index")
    return pattern, start, index, where, argument(f, 1)


def recursion(bind: Callable[[Any, Any, Env], Env]) -> Callable[[Evaluator, Any, Env], Any]:
    """The rule for the state that a recursion arrives at; ``bind`` gives names their values."""

    def rule(e: Evaluator, f: Any, env: Env) -> Any:
        pattern, start, index, where, step = parts(f)
        low, high = (e.number(argument(where, k), env) for k in (0, 1))
        if n.is_point_infinite(high) == 1 and n.is_point_infinite(low) != 1:
            raise Undecided("a recursion without end")
        state = e.value(start, env)
        if n.is_point_infinite(low) == 1 or n.is_point_infinite(high) == -1:
            return state
        first, last = n.ceiling(low), n.floor(high)
        if not (isinstance(first, Fraction) and isinstance(last, Fraction)) or last - first > MOST:
            raise Undecided("a recursion over too many integers, or over integers that are not known")
        for k in range(int(first), int(last) + 1):
            e.budget.spend()
            state = e.value(step, bind(index, Fraction(k), bind(pattern, state, env)))
        return state

    return rule


def contains(e: Evaluator, of: Any, value: Any, env: Env, inside: Callable[..., str]) -> str:
    """Whether all terms of a sequence lie in a set: those of prefix and period, or some by themselves and the others as one ball."""
    if isinstance(value, Periodic):
        answers = {inside(e, of, x, env) for x in (*value.prefix, *value.period)}
        return next((a for a in (FALSE, UNDECIDED) if a in answers), TRUE if answers == {TRUE} else UNDECIDED)
    if not is_sequence(value):
        return FALSE
    place = stated(of)
    if head(place) == "euclid" and e.whole(argument(place, 0), env) != 1:
        return UNDECIDED
    finite = not value.captured and Shown({value.name}, "").defined(value.body)  # at each index: infinite ends are not reached
    if finite and head(place) == "interval":
        place = ["interval", place[1], place[2], *(["word", "closed"] if place[k] in ("oo", "-oo") else place[k + 2] for k in (1, 2))]
    far = Ball(n.exact(Fraction(LOOKED_AT + 1)), n.OO)
    points: list[Number] = [*map(Fraction, range(1, LOOKED_AT + 1)), far]
    for k in points:
        x = e.value(value.body, {**dict(value.captured), value.name: k})
        if head(place) == "euclid":
            if not isinstance(x, Fraction | Ball) or (n.may_be_infinite(x) and not (finite and k is far)):
                return UNDECIDED
        elif inside(e, place, x, env) != TRUE:
            return UNDECIDED
    return TRUE


def everywhere(e: Evaluator, p: Any, env: Env) -> str | None:
    """Truth of ``for all t >= m`` where t is an index of sequences that are periodic in the end; None for another quantifier.

    Up to some index t is each integer in turn. From there on the terms depend on the class of t alone, and t is any number in a ball without end.
    """
    over = entries(p)
    if p[0] != "forall" or len(over) != 1 or head(over[0][0]) != "var" or head(stated(over[0][1])) != "integers" or stated(over[0][1])[2] != "oo":
        return None
    name, body = names(over[0][0])[0], argument(p, 1)
    known = {other: env[other] for other in mentions(body) if isinstance(env.get(other), Periodic)}
    terms = _terms(body, name, known)
    low = e.number(argument(stated(over[0][1]), 0), env) if terms else n.INFINITY
    if not terms or mentions(_constant(body, name, known, 0)) & set(known) or {name, *known} & bound_names(body) or not isinstance(low, Fraction):
        return None
    first = -(-low.numerator // low.denominator)
    far = max(first, *(len(known[other].prefix) - offset + 1 for other, offset in terms))
    classes = lcm(*(len(known[other].period) for other, _ in terms))
    if far - first + classes > FEW:
        return None
    answers = [e.truth(body, {**env, name: Fraction(t)}) for t in range(first, far)]
    for t in range(far, far + classes):
        inner = {**env, name: Ball(n.exact(Fraction(t)), n.OO), **{_called(other, t + offset): known[other].at(t + offset) for other, offset in terms}}
        constant = _constant(body, name, known, t)
        answer = e.truth(constant, inner)
        answers.append(_from_on(constant, name, t, inner) if answer == UNDECIDED else answer)
    return next((a for a in (FALSE, NO_VALUE, UNDECIDED) if a in answers), TRUE)


FEW = 400


def _from_on(p: Any, name: str, least: int, env: Env) -> str:
    """Truth of a comparison for all integers from one on, all other names fractions: by the sign of the difference of its sides, read as a sum of products, which is a finite number at every integer."""
    others = {other: env.get(other) for other in mentions(p) - {name}}
    relation = word(p[2]) if head(p) == "compare" else ""
    if relation not in (*ORDERED, "==") or not all(isinstance(x, Fraction) for x in others.values()):
        return UNDECIDED
    reader = Remainders([(["var", ["word", name]], ["integers", str(least), "oo"])])
    try:
        first, second = (reader.read(_written(p[side], others)) for side in (1, 3))
        gap, back = reader.sub(second, first), reader.sub(first, second)
        rises, falls = reader.sign(gap), reader.sign(back)
    except Refused:
        return UNDECIDED
    if relation == "==":
        return TRUE if not gap else FALSE if POSITIVE in (rises, falls) else UNDECIDED
    if relation in (">=", ">"):
        rises, falls = falls, rises
    strict = relation in ("<", ">")
    return TRUE if rises >= (POSITIVE if strict else NOT_NEGATIVE) else FALSE if falls >= (NOT_NEGATIVE if strict else POSITIVE) else UNDECIDED


def _written(f: Any, values: dict[str, Any]) -> Any:
    """A formula with fractions in the places of names."""
    if not isinstance(f, list) or f[0] == "word":
        return f
    return str(values[names(f)[0]]) if f[0] == "var" and names(f)[0] in values else [f[0], *(_written(part, values) for part in f[1:])]


def _offset(f: Any, name: str, known: dict[str, Periodic]) -> tuple[str, int] | None:
    """Of a term ``g[t + c]`` of a known sequence its name and c; None for another formula."""
    if head(f) != "item" or head(f[1]) != "var" or names(f[1])[0] not in known:
        return None
    parts = f[2][1:] if head(f[2]) == "add" else [f[2]]
    numbers = [part for part in parts if isinstance(part, str) and part not in ("oo", "-oo") and rational(part).denominator == 1]
    if len(numbers) != len(parts) - 1 or [names(part) for part in parts if head(part) == "var"] != [[name]]:
        return None
    return names(f[1])[0], sum(int(rational(part)) for part in numbers)


def _terms(f: Any, name: str, known: dict[str, Periodic]) -> set[tuple[str, int]]:
    if not isinstance(f, list):
        return set()
    own = _offset(f, name, known)
    return {own} if own is not None else set().union(*(_terms(part, name, known) for part in f[1:]))


def _called(name: str, k: int) -> str:
    """The name of a term of a sequence: no name of a statement begins so."""
    return f"{OWN}[{k}]{name}"


def _constant(f: Any, name: str, known: dict[str, Periodic], t: int) -> Any:
    """The formula with a name of its own for each term."""
    if not isinstance(f, list) or f[0] == "word":
        return f
    own = _offset(f, name, known)
    return ["var", ["word", _called(own[0], t + own[1])]] if own is not None else [f[0], *(_constant(part, name, known, t) for part in f[1:])]


def prefix(e: Evaluator, whole: Any, k: int) -> Point:
    """The first k terms of a sequence."""
    if k < 0:
        raise NoValue("a prefix of negative length")
    if k > MOST:
        raise Undecided("a prefix that is too long")
    return Point(term(e, whole, j) for j in range(1, k + 1))
