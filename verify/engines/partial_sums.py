"""Sums over whole numbers up to an end that grows without end: ``sum_{k=a}^{U} f(k)`` by integrals.

f(k) is a series in k (``verify.values.asymptotic``). From some k on each of its scales ``k^p (log k)^l`` moves in one direction, so its sum up to N is its integral from there to N,
up to a constant and its value at N; sums of scales below ``1/k`` stay bounded. Every member must be seen to be finite: then the first ones add a constant.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, child, free_names, substitute
from verify.claims.nodes import number as literal_number
from verify.claims.sets import stated
from verify.engines import evaluate as ev
from verify.engines.solution import defined
from verify.values import numbers, rounding
from verify.values.asymptotic import Expansion, Ring, Scale, Series, Unseen

FIRST = (fmpq(16), fmpq(256))
"""Members up to here are looked at one by one, the others as one range."""
MOST = 512


def series(x: Expansion, term: Node, inside: Callable[[str], Expansion], env: ev.Env, c: ev.Context) -> Series:
    """The sum as a series in the name of ``x``; ``inside`` gives the expansion in another name. Raises Unseen."""
    over: Any = term.args[0]
    if len(over) != 1 or not isinstance(over[0][0], Node) or over[0][0].head != "var" or term.args[2] is not None:
        raise Unseen("a sum over several names, or with a condition")
    name, where, summand = str(over[0][0].args[0]), stated(over[0][1]), child(term, 1)
    if where.head != "integers" or name == x.named or x.named in free_names(summand) | free_names(child(where, 0)):
        raise Unseen("a sum in which more than the last term varies")
    ring = x.ring
    last = x.of(child(where, 1))
    if ring.limit(last)[1] != 1:
        raise Unseen("a sum that does not grow without end")
    if not _finite(summand, name, child(where, 0), env, c):
        raise Unseen("a sum with a term that may be infinite")
    found, until = inside(name).of(summand), ring.floor(last)
    parts = [Series((), ring.one), *(ring.scaled(_integral(ring, scale, until), factor) for factor, scale in found.terms)]
    if found.rest is not None:
        parts.append(Series((), *_size(ring, _integral(ring, found.rest, until), found.little)))
    return ring.add(*parts)


def _size(ring: Ring, whole: Series, little: bool) -> tuple[Scale | None, bool]:
    """A bound of the sum of what is at most a constant times a scale, or vanishes next to it: then its sum vanishes next to one that grows."""
    scale, small = ring.bound(whole)
    return scale, small or (little and bool(whole.terms))


def _integral(ring: Ring, scale: Scale, until: Series) -> Series:
    """The sum of a scale up to a bounded number. Raises Unseen for scales without an integral of the same kind."""
    f, bounded = ring.f, Series((), ring.one)
    if scale.exponent:
        if f.sign(scale.exponent[0][1]) < 0:
            return bounded
        raise Unseen("a sum of exponentials that grow")
    above = f.add(scale.power, ring.unit)
    side = f.sign(above)
    if side < 0 or (side == 0 and f.sign(f.add(scale.log, ring.unit)) < 0):
        return bounded
    degree = f.whole(scale.log)
    if degree is None or degree < 0:
        raise Unseen("a sum of fractional or negative powers of logarithms")
    log = ring.log(until)
    logs = [ring.power(log, f.rational(Fraction(k))) for k in range(degree + 2)]
    if side == 0:
        return ring.add(ring.mul(ring.rational(1, degree + 1), logs[degree + 1]), bounded)
    inverse = f.power(above, f.rational(Fraction(-1)))
    parts = []
    for j in range(degree + 1):  # by parts
        factor = f.mul(f.rational(Fraction((-1) ** j * math.perm(degree, j))), f.power(inverse, f.rational(Fraction(j + 1))))
        parts.append(ring.scaled(logs[degree - j], factor))
    at_end = ring.mul(ring.power(until, scale.power), logs[degree])
    return ring.add(ring.mul(ring.power(until, above), ring.add(*parts)), bounded, Series((), *ring.bound(at_end)))


def _finite(summand: Node, name: str, low: Node, env: ev.Env, c: ev.Context) -> bool:
    """Whether each member is seen to be a finite number: the first ones by their values, the others by the structure of the term, or as one range."""
    try:
        start = ev.value(low, env, c)
        if not isinstance(start, fmpq):
            return False
        first = fmpq(rounding.ceiling(start))
        by_structure = _structure(summand, name, env)
        for far in (max(first, fmpq(1)),) if by_structure else (max(first, far) for far in FIRST):
            if far - first > MOST:
                return False
            if not all(_bounded(ev.value(summand, {**env, name: first + k}, c), c) for k in range(int((far - first).p))):
                return False
            if by_structure or _safely(summand, {**env, name: numbers.Enclosure(numbers.enclose(far).lo, math.inf)}, c):
                return True
    except (ev.NoRoute, numbers.NoValue):
        pass
    return False


def _safely(summand: Node, env: ev.Env, c: ev.Context) -> bool:
    try:
        return _bounded(ev.value(summand, env, c), c)
    except (ev.NoRoute, numbers.NoValue):
        return False


def _bounded(value: Any, c: ev.Context) -> bool:
    if not isinstance(value, ev.numbers_kinds):
        return False
    known = numbers.enclose(value, c.prec)
    return known.exists and not isinstance(known.lo, float) and not isinstance(known.hi, float)


def _structure(summand: Node, name: str, env: ev.Env) -> bool:
    """Whether the formula shows finite values wherever the name is a positive number."""
    others = free_names(summand) - {name}
    if not all(isinstance(env.get(other), fmpq) for other in others):
        return False
    return defined(substitute(summand, {other: literal_number(Fraction(int(env[other].p), int(env[other].q))) for other in others}), {name})


__all__ = ["series"]
