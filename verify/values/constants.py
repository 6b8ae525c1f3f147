"""Constants that are compared exactly where they can be: sums of fractions times roots of primes, powers of pi, exponentials and logarithms of primes.

``numbers`` has no exact form of ``exp(-1/8) / sqrt(2 pi)``; where leading terms of two such numbers cancel, an enclosure would not show it. Equal forms are
equal numbers; different forms are told apart by their enclosures only, so nothing here rests on conjectures about transcendental numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from flint import arb, fmpq

from verify.values import elementary, numbers, powers, rounding
from verify.values.numbers import Enclosure, LogSum, NoValue, Surd

Key = tuple[tuple[Any, Any], ...]
"""Atoms with exponents, sorted: ``("exp", 0)`` with a constant, ``("log", p)`` with a whole number, ``("pi", 0)`` with a fraction, ``("root", p)`` with a fraction in (0, 1)."""
MOST_TERMS = 40
LONGEST = 4096
"""Bits of the whole powers of primes that are written out."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A finite real number: the sum of ``coefficient * product of atoms`` over its terms, or, where ``ball`` is given, what is known of it."""

    terms: tuple[tuple[Key, fmpq], ...] = ()
    ball: Enclosure | None = None
    _hash: int | None = field(default=None, init=False, compare=False, repr=False)

    def __hash__(self) -> int:
        """Made once: the hash of a fraction is slow, and series compare their constants all the time."""
        if self._hash is None:
            object.__setattr__(self, "_hash", hash((_quick(self.terms), self.ball)))
        return self._hash  # type: ignore[return-value]


def _quick(part: Any) -> Any:
    """The same with fractions as pairs of integers."""
    return tuple(map(_quick, part)) if type(part) is tuple else (int(part.p), int(part.q)) if type(part) is fmpq else part


def _sum(terms: Iterable[tuple[Key, fmpq]]) -> Constant | None:
    total: dict[Key, fmpq] = {}
    for key, coefficient in terms:
        total[key] = total.get(key, fmpq(0)) + coefficient
    kept = [(key, coefficient) for key, coefficient in total.items() if coefficient != 0]
    return Constant(tuple(sorted(kept, key=lambda term: repr(term[0])))) if len(kept) <= MOST_TERMS else None


def _term(coefficient: fmpq, atoms: dict[Any, Any]) -> Constant | None:
    kept: list[tuple[Any, Any]] = []
    for atom, exponent in atoms.items():
        if atom[0] == "root":
            whole = fmpq(exponent.floor())
            if abs(whole) * int(atom[1]).bit_length() > LONGEST:
                return None
            coefficient *= fmpq(atom[1]) ** int(whole.p)
            exponent -= whole
        if exponent not in (0, ZERO):
            kept.append((atom, exponent))
    return Constant(((tuple(sorted(kept, key=lambda pair: pair[0])), coefficient),)) if coefficient != 0 else ZERO


ZERO = Constant()
ONE = Constant((((), fmpq(1)),))
PI = Constant(((((("pi", 0), fmpq(1)),), fmpq(1)),))


def constant(value: Any) -> Constant:
    """A constant from a finite number. Raises NoValue for others."""
    if isinstance(value, Constant):
        return value
    if isinstance(value, int):
        value = fmpq(value)
    if isinstance(value, fmpq):
        return Constant((((), value),)) if value != 0 else ZERO
    if isinstance(value, Surd):
        return Constant(((tuple((("root", p), e) for p, e in value.factors), value.coefficient),))
    if isinstance(value, LogSum):
        found = _sum([((), value.rational), *((((("log", p), fmpq(1)),), coefficient) for p, coefficient in value.terms)])
        return found if found is not None else Constant((), numbers.enclose(value))
    if isinstance(value, Enclosure) and value.exists and not isinstance(value.lo, float) and not isinstance(value.hi, float):
        return constant(value.lo.fmpq()) if value.lo == value.hi and value.lo.bits() < LONGEST and rounding.writable(value.lo) else Constant((), value)
    raise NoValue("an infinite or unknown constant")


def number(value: Constant, prec: int) -> Any:
    """The number: a fraction, a surd or a sum of logarithms where it is one, else an enclosure."""
    if value.ball is not None:
        return value.ball
    kinds = {atom[0] for key, _ in value.terms for atom, _ in key}
    if not kinds or (len(value.terms) == 1 and kinds == {"root"}) or (kinds == {"log"} and all(len(key) < 2 for key, _ in value.terms)):
        total: Any = fmpq(0)
        for key, coefficient in value.terms:
            part: Any = coefficient
            for (kind, p), exponent in key:
                atom = powers.power(fmpq(p), exponent, prec) if kind == "root" else powers.power(elementary.log(fmpq(p), prec), exponent, prec)
                part = numbers.mul(part, atom, prec)
            total = numbers.add(total, part, prec)
        return total
    with numbers.precision(prec + 16):
        found = _ball(value)
        return numbers.hull(found) if found.is_finite() else Enclosure(-math.inf, math.inf)


def _ball(value: Constant) -> arb:
    if value.ball is not None:
        return numbers.ball(value.ball)
    total = arb(0)
    for key, coefficient in value.terms:
        part = arb(coefficient)
        for (kind, p), exponent in key:
            if kind == "exp":
                part *= _ball(exponent).exp()
            else:
                base = arb.pi() if kind == "pi" else arb(p).log() if kind == "log" else arb(p)
                part *= base ** arb(exponent)
        total += part
    return total


@lru_cache(maxsize=4096)
def sign(value: Constant, prec: int) -> int | None:
    """-1, 0 or 1; None where it is open. Atoms are positive, so one term has the sign of its coefficient."""
    if value.ball is not None:
        return numbers.sign(value.ball)
    if len(value.terms) <= 1:
        return 0 if not value.terms else 1 if value.terms[0][1] > 0 else -1
    for bits in (prec, 4 * prec):
        with numbers.precision(bits):
            found = _ball(value)
        if found > 0 or found < 0:
            return 1 if found > 0 else -1
    return None


def _fraction(a: Constant) -> fmpq | None:
    """The value of a constant that is a fraction other than 0."""
    return a.terms[0][1] if len(a.terms) == 1 and not a.terms[0][0] else None


def add(a: Constant, b: Constant, prec: int) -> Constant:
    x, y = _fraction(a), _fraction(b)
    if x is not None and y is not None:
        return constant(x + y)
    exact = _sum([*a.terms, *b.terms]) if a.ball is None and b.ball is None else None
    return exact if exact is not None else constant(numbers.add(number(a, prec), number(b, prec), prec))


def mul(a: Constant, b: Constant, prec: int) -> Constant:
    if ZERO in (a, b):
        return ZERO
    x, y = _fraction(a), _fraction(b)
    if x is not None and y is not None:
        return Constant((((), x * y),))
    if a.ball is None and b.ball is None and len(a.terms) * len(b.terms) <= 4 * MOST_TERMS:
        parts = [_product(x, y) for x in a.terms for y in b.terms]
        exact = _sum([term for part in parts for term in part.terms]) if None not in parts else None  # type: ignore[union-attr]
        if exact is not None:
            return exact
    return constant(numbers.mul(number(a, prec), number(b, prec), prec))


def _product(x: tuple[Key, fmpq], y: tuple[Key, fmpq]) -> Constant | None:
    if not x[0] or not y[0]:
        return Constant(((x[0] or y[0], x[1] * y[1]),))
    atoms = dict(x[0])
    for atom, exponent in y[0]:
        if atom not in atoms:
            atoms[atom] = exponent
        elif atom[0] == "exp":
            joint = _sum([*atoms[atom].terms, *exponent.terms])
            if joint is None:
                return None
            atoms[atom] = joint
        else:
            atoms[atom] = atoms[atom] + exponent
    return _term(x[1] * y[1], atoms)


def exp(a: Constant, prec: int) -> Constant:
    if a.ball is None:
        atoms: dict[Any, Any] = {}
        rest = []
        for key, coefficient in a.terms:
            if len(key) == 1 and key[0][0][0] == "log" and key[0][1] == 1:  # exp(c log p) = p^c
                atoms["root", key[0][0][1]] = coefficient
            else:
                rest.append((key, coefficient))
        if rest:
            atoms["exp", 0] = Constant(tuple(rest))
        exact = _term(fmpq(1), atoms)
        if exact is not None:
            return exact
    return constant(elementary.exp(number(a, prec), prec))


def log(a: Constant, prec: int) -> Constant:
    """Raises NoValue where the constant is not seen to be positive."""
    if sign(a, prec) != 1:
        raise NoValue("the logarithm of a constant that is not shown to be positive")
    if len(a.terms) == 1 and not any(atom[0] in ("pi", "log") for atom, _ in a.terms[0][0]):
        key, coefficient = a.terms[0]
        total = constant(elementary.log(coefficient, prec))
        for (kind, p), exponent in key:
            part = exponent if kind == "exp" else mul(constant(exponent), constant(elementary.log(fmpq(p), prec)), prec)
            total = add(total, part, prec)
        return total
    return constant(elementary.log(number(a, prec), prec))


def power(a: Constant, exponent: Constant, prec: int) -> Constant:
    """Raises NoValue where the base is not positive and the exponent no whole number, or 0 to a negative power."""
    value = number(exponent, prec)
    whole = int(value.p) if isinstance(value, fmpq) and value.q == 1 else None
    if whole is not None and 0 <= whole <= (4 if len(a.terms) > 1 else 64) and a.ball is None:
        result = ONE
        for _ in range(whole):
            result = mul(result, a, prec)
        return result
    side = sign(a, prec)
    if side == 0 and sign(exponent, prec) == 1:
        return ZERO
    if side is None or side == 0 or (side < 0 and whole is None):
        raise NoValue("a power of a constant that is not shown to be positive")
    if isinstance(value, fmpq) and len(a.terms) == 1 and not (any(atom[0] == "log" for atom, _ in a.terms[0][0]) and whole is None):
        key, coefficient = a.terms[0]
        raised = {atom: mul(e, exponent, prec) if atom[0] == "exp" else e * value for atom, e in key}
        tail = _term(fmpq(1), raised)
        if tail is not None and not any(isinstance(e, Constant) and e.ball is not None for e in raised.values()):
            return mul(constant(powers.power(coefficient, value, prec)), tail, prec)
    return constant(powers.power(number(a, prec), value, prec))


__all__ = ["ONE", "PI", "ZERO", "Constant", "add", "constant", "exp", "log", "mul", "number", "power", "sign"]
