"""Exact forms: rational combinations of ``e**q * p1**r1 * p2**r2 ...`` and of logarithms of primes.

``q`` is rational, the ``pi`` are primes and ``0 <= ri < 1``. A form that cancels to nothing is 0: this is how equality is
decided where enclosures only overlap.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import fmpz

ZERO, ONE = Fraction(0), Fraction(1)
Form = dict[Any, Fraction]
UNIT: Any = ("e", ZERO, ())
MOST_BITS = 200_000
MOST_TERMS = 12
FACTORED = 64
"""Bits of numbers that are factored."""


@lru_cache(maxsize=4096)
def primes(n: int) -> tuple[tuple[int, int], ...]:
    """The factorisation of n >= 1; cofactors too large to factor quickly are kept whole (fine: forms only ever prove equality)."""
    found = []
    for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47):
        k = 0
        while n % p == 0:
            n, k = n // p, k + 1
        if k:
            found.append((p, k))
    if n > 1:
        found += [(int(p), int(k)) for p, k in fmpz(n).factor()] if n.bit_length() <= FACTORED else _whole_power(n)
    return tuple(found)


def _whole_power(n: int) -> list[tuple[int, int]]:
    """A large number without small factors as a power of another one, where it is the power of a whole number."""
    for k in (2, 3, 5, 7):
        root = int(fmpz(n).root(k))
        if root**k == n:
            return [(p, k * j) for p, j in primes(root)]
    return [(n, 1)]


def prime_powers(q: Fraction) -> dict[int, int]:
    """Exponents of the primes in a positive fraction."""
    powers = dict(primes(q.numerator))
    for p, k in primes(q.denominator):
        powers[p] = powers.get(p, 0) - k
    return {p: k for p, k in powers.items() if k}


def monomial(c: Fraction, e: Fraction, roots: dict[int, Fraction]) -> Form:
    kept = []
    for p, r in sorted(roots.items()):
        whole = r.numerator // r.denominator
        if abs(whole) * p.bit_length() > MOST_BITS // 10:
            raise OverflowError
        c *= Fraction(p) ** whole
        if r != whole:
            kept.append((p, r - whole))
    return {("e", e, tuple(kept)): c} if c else {}


def plus(a: Form, b: Form, scale: int = 1) -> Form:
    total = dict(a)
    for key, c in b.items():
        total[key] = total.get(key, ZERO) + scale * c
        if not total[key]:
            del total[key]
    return total


def product(a: Form, b: Form) -> Form | None:
    if len(a) * len(b) > MOST_TERMS:
        return None
    total: Form = {}
    for ka, ca in a.items():
        for kb, cb in b.items():
            if ka == UNIT or kb == UNIT:
                key = kb if ka == UNIT else ka
                total = plus(total, {key: ca * cb})
            elif ka[0] == "e" and kb[0] == "e":
                roots = dict(ka[2])
                for p, r in kb[2]:
                    roots[p] = roots.get(p, ZERO) + r
                total = plus(total, monomial(ca * cb, ka[1] + kb[1], roots))
            else:
                return None
    return total


def power_of(a: Form, r: Fraction) -> Form | None:
    """A monomial to a rational power: a whole one, where it is negative."""
    if len(a) != 1:
        return None
    ((key, c),) = a.items()
    if key[0] != "e" or not (c > 0 or (c < 0 and r.denominator == 1)):
        return None
    if r.denominator == 1:  # without factors
        if abs(r.numerator) * max(c.numerator.bit_length(), c.denominator.bit_length()) > MOST_BITS // 10:
            raise OverflowError
        return monomial(c**r.numerator, key[1] * r, {p: s * r for p, s in key[2]})
    roots = {p: k * r for p, k in prime_powers(c).items()}
    for p, s in key[2]:
        roots[p] = roots.get(p, ZERO) + s * r
    return monomial(ONE, key[1] * r, roots)


def log_of(a: Form) -> Form | None:
    if len(a) != 1:
        return None
    ((key, c),) = a.items()
    if key[0] != "e" or not c > 0:
        return None
    total: Form = {UNIT: key[1]} if key[1] else {}
    for p, k in prime_powers(c).items():
        total = plus(total, {("log", p): Fraction(k)})
    for p, r in key[2]:
        total = plus(total, {("log", p): r})
    return total


def exp_of(a: Form) -> Form | None:
    if any(key != UNIT and key[0] != "log" for key in a):
        return None
    return monomial(ONE, a.get(UNIT, ZERO), {key[1]: c for key, c in a.items() if key != UNIT})


def safely(make: Callable[[], Form | None]) -> Form | None:
    try:
        return make()
    except OverflowError:
        return None


def invert(form: Form) -> Form | None:
    if len(form) == 1 and next(iter(form.values())) < 0:
        positive = power_of({k: -c for k, c in form.items()}, -ONE)
        return None if positive is None else {k: -c for k, c in positive.items()}
    return power_of(form, -ONE)
