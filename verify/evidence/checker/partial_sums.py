"""Sums over whole numbers up to an end that grows without end, by telescoping.

For ``s(k) = k^p (log k)^l`` a function G of the same kind is found whose steps ``G(k) - G(k - 1)`` differ from s(k) by what has an absolutely convergent sum. Then the sum of s up to N
is G(N) up to a constant. G is made term by term: each takes away the leading term of what is left. All members must be finite, so that the first ones add a constant.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, entries, head, mentions, names, optional, stated
from verify.evidence.checker.numbers import ONE, ZERO, Ball, NoValue, Number, Undecided
from verify.evidence.checker.shown import Shown
from verify.evidence.checker.tails import FLAT, OF_FORMULAS, Tail, Tails, _constant, _order, _sign, _worth
from verify.evidence.checker.truth import Env

MINUS = Fraction(-1)
MOST_TERMS, MOST_MEMBERS = 24, 600
"""Terms of a telescoping function, members that are evaluated one by one."""
BEYOND = (Fraction(12), Fraction(200))
Steps = list[tuple[Fraction, Fraction, Fraction]]
"""``(c, p, l)`` for ``c k^p (log k)^l``."""


def summed(x: Tails, f: Any) -> Tail:
    """The tail of a sum whose last member alone moves."""
    (pattern, place), *more = entries(f)
    where: list[Any] = stated(place)
    if more or head(pattern) != "var" or optional(f, 2) is not None or head(where) != "integers":
        raise Undecided("a sum over several names, over no whole numbers, or with a condition")
    (name,), summand = names(pattern), argument(f, 1)
    if name == x.name or x.name in mentions(summand) | mentions(where[1]):
        raise Undecided("a sum in which more than the upper end varies")
    end = x.of(where[2])
    if not end.terms or _order(end.terms[0][0], FLAT) <= 0 or end.sign() < 0:
        raise Undecided("a sum whose end does not grow")
    env = {key: value for key, value in x.env.items() if key != name}
    _all_finite(x, summand, name, where[1], env)
    inside = Tails(x.e, name, env, x.length)
    found = inside.of(summand)
    if not _converges(Tail((), found.rest, found.small)):
        raise Undecided("a sum whose remainder may grow")
    last = x.add(end, Tail((), FLAT))
    parts = [Tail((), FLAT)]
    for scale, factor in found.terms:
        for c, p, j in _telescoped(inside, Tail(((scale, {0: ONE}),))):
            grown = x.mul(_constant(factor), _constant({0: c}), x.power(last, p))
            parts.append(x.mul(grown, x.power(x.log(last), j)) if j else grown)
    return x.add(*parts)


def _telescoped(x: Tails, left: Tail) -> Steps:
    """Terms of a function whose steps are what is given, up to what has a convergent sum."""
    before = x.sub(x.of(["var", ["word", x.name]]), _constant({0: ONE}))
    steps: Steps = []
    while not _converges(left):
        if len(steps) == MOST_TERMS or not left.terms:
            raise Undecided("a sum that does not telescope")
        (powers, p, j), factor = left.terms[0]
        c = factor.get(0)
        if powers or set(factor) != {0} or not isinstance(c, Fraction) or (p == MINUS and j == MINUS):
            raise Undecided("a sum of scales without an integral of the same kind")
        step = (c / (j + 1), ZERO, j + 1) if p == MINUS else (c / (p + 1), p + 1, j)
        size, q, k = step
        now = Tail((((((), q, k)), {0: size}),))
        earlier = x.mul(_constant({0: size}), x.power(before, q))
        left = x.sub(left, x.sub(now, x.mul(earlier, x.power(x.log(before), k)) if k else earlier))
        steps.append(step)
    return steps


def _converges(tail: Tail) -> bool:
    """Whether the sum of the absolute values over large whole numbers is finite."""
    scale = tail.terms[0][0] if tail.terms else tail.rest
    if scale is None:
        return True
    powers, p, j = scale
    if powers:
        return _sign({0: _worth(powers[0][2])}) < 0
    return p < MINUS or (p == MINUS and j < MINUS)


def _all_finite(x: Tails, summand: Any, name: str, low: Any, env: Env) -> None:
    """Each member is a finite number: the first ones by evaluation, the rest by the formula or as one range. Undecided else."""
    first = n.ceiling(x.e.number(low, env))
    if not isinstance(first, Fraction):
        raise Undecided("a sum that begins nowhere")
    shown = mentions(summand) <= {name} and Shown({name}, "").defined(summand)
    for beyond in (ONE,) if shown else BEYOND:
        beyond = max(beyond, first)
        if beyond - first > MOST_MEMBERS:
            break
        if not all(_is_finite(x.e.number(summand, {**env, name: first + k})) for k in range(int(beyond - first))):
            break
        try:
            if shown or _is_finite(x.e.number(summand, {**env, name: Ball(n.exact(beyond), n.OO, False, True)})):
                return
        except (Undecided, NoValue):
            pass
    raise Undecided("a sum with a term that is not known to be finite")


def _is_finite(value: Number) -> bool:
    return n.finite(value) and not n.may_be_infinite(value)


OF_FORMULAS["sum"] = summed
