"""Prime factors of integers and fractions, as far as they are cheap to find."""

from __future__ import annotations

from functools import lru_cache

from flint import fmpq, fmpz

_CHEAP = 2**64  # numbers below are factored

_SMALL_PRIMES = tuple(p for p in range(2, 200) if all(p % q for q in range(2, p)))
_ENDLESS = 4096
"""Bits of a number that nobody factors."""
_LONG = 96
"""Bits of a number without small prime factors beyond which factoring it costs more than it brings."""


@lru_cache(maxsize=4096)
def _factor(n: int) -> tuple[tuple[int, int], ...] | None:
    """Prime factors of ``n >= 1``, or None if they are dear to find."""
    if n < _CHEAP:
        return tuple((int(p), int(e)) for p, e in fmpz(n).factor())
    if n.bit_length() > _ENDLESS:
        return None
    found: list[tuple[int, int]] = []
    for small in _SMALL_PRIMES:
        times = 0
        while n % small == 0:
            n, times = n // small, times + 1
        if times:
            found.append((small, times))
    if n.bit_length() > _LONG:
        return None
    for p, e in fmpz(n).factor_smooth(bits=20) if n > 1 else ():
        if p < _CHEAP:
            found += [(int(r), int(e) * int(k)) for r, k in fmpz(p).factor()]
        elif p.is_prime():
            found.append((int(p), int(e)))
        else:
            return None
    merged: dict[int, int] = {}
    for q, e in found:
        merged[q] = merged.get(q, 0) + e
    return tuple(sorted(merged.items()))


def prime_factors(value: fmpq) -> dict[int, int] | None:
    """Exponents of the primes in a positive fraction, or None if they are dear to find."""
    up, down = _factor(int(value.numerator)), _factor(int(value.denominator))
    if up is None or down is None:
        return None
    return dict(up) | {p: -e for p, e in down}
