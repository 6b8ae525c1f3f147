"""Infinite sequences, and terms that a recursion defines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import Malformed, argument, entries, head, items, mentions, names, stated, text_of
from verify.evidence.checker.laws import Function, Point
from verify.evidence.checker.numbers import Ball, NoValue, Number, Undecided
from verify.evidence.checker.truth import FALSE, TRUE, UNDECIDED, Env

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
    far = Ball(n.exact(Fraction(LOOKED_AT + 1)), n.OO)
    points: list[Number] = [*map(Fraction, range(1, LOOKED_AT + 1)), far]
    for k in points:
        x = e.value(value.body, {**dict(value.captured), value.name: k})
        if head(place) == "euclid":
            if not isinstance(x, Fraction | Ball) or n.may_be_infinite(x):
                return UNDECIDED
        elif inside(e, place, x, env) != TRUE:
            return UNDECIDED
    return TRUE


def prefix(e: Evaluator, whole: Any, k: int) -> Point:
    """The first k terms of a sequence."""
    if not 0 <= k <= MOST:
        raise NoValue("a prefix of negative length, or one that is too long")
    return Point(term(e, whole, j) for j in range(1, k + 1))
