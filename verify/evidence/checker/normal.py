"""Normal forms of numbers on one part of a domain: quotients of sums of products of powers, in positive symbols and in values of functions.

A *product* is a coefficient times rational powers of *atoms* times ``exp(E)``, E a normal form itself; a :class:`Sum` adds products, and a :class:`Form` is a quotient of
two sums whose denominator is never 0. What cancels to nothing is 0; nothing is concluded from forms that differ. All atoms that stand under a fractional or negative
power, and all arguments of logarithms, are positive: who builds a form (:mod:`derive`) shows that first, and shows of each divisor that it is not 0.

Atoms: ``("s", name)`` a positive symbol (``("i", name)`` a positive integer), ``("pi",)``, ``("n", p)`` a number that is no power, ``("p", form)`` a positive sum under a
fractional power, ``("log", form)``, ``("m", name)`` the number -1 to the power of an integer symbol, ``("u", name)`` a number of any sign, and ``("f", head, form, ...)`` the value of another function,
among them functions of which only a name is known (:mod:`unknown_functions`).

FLINT factors polynomials and finds their common divisors; symbols under roots and exponentials take part as unknowns of their own. A factorisation is used only after it has
been multiplied out again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Any

from flint import Ordering, arb, fmpq, fmpq_mpoly_ctx

from verify.evidence.checker.forms import primes

Number = Fraction | int
"""A coefficient or an exponent: a fraction that is an integer is an ``int``, which is quick to add, multiply and compare. The quotient of two is taken of fractions."""
ZERO, ONE = 0, 1
Atom = tuple[Any, ...]
Powers = tuple[tuple[Atom, Number], ...]
MOST_TERMS = 1500
MOST_POWER = 64
MOST_BITS = 20_000
MOST_BOTTOMS = 2
"""Denominators of exponents that are brought to a common one."""


class TooLarge(Exception):
    """A normal form outgrew its bounds."""


class Exhausting(Exception):
    """The work that one walk may cost is spent."""


class _Meter:
    """Work that is left, in products of terms; the same for the same statement, whatever was asked before."""

    left = 10**9

    def charge(self, work: int) -> None:
        self.left -= work
        if self.left < 0:
            raise Exhausting("the work limit for this derivation was reached")


METER = _Meter()


def begin(work: int) -> None:
    """Forget what was computed before, so that costs do not depend on it."""
    divisor.cache_clear()
    factors.cache_clear()
    METER.left = work


class Sum:
    """A sum of products: ``terms`` maps (powers, exponent) to a coefficient that is not 0."""

    __slots__ = ("_hash", "_key", "terms")

    def __init__(self, terms: Mapping[tuple[Powers, Any], Number]) -> None:
        self.terms: dict[tuple[Powers, Any], Number] = {m: c.numerator if c.denominator == 1 else c for m, c in terms.items() if c}
        if len(self.terms) > MOST_TERMS:
            raise TooLarge("a sum has too many terms")
        self._hash: int | None = None
        self._key: str | None = None

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Sum) and self.terms == other.terms)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.terms.items()))
        return self._hash

    @property
    def key(self) -> str:
        """A text that orders sums."""
        if self._key is None:
            self._key = " + ".join(f"{c}*{product_key(m)}" for m, c in sorted(self.terms.items(), key=lambda item: product_key(item[0])))
        return self._key

    def __repr__(self) -> str:
        return self.key

    def plus(self, other: Sum, times: Number = ONE) -> Sum:
        found = dict(self.terms)
        for m, c in other.terms.items():
            found[m] = found.get(m, ZERO) + times * c
        return Sum(found)

    def scaled(self, c: Number) -> Sum:
        return Sum({m: c * d for m, d in self.terms.items()})

    def times(self, other: Sum) -> Sum:
        if len(self.terms) * len(other.terms) > 40 * MOST_TERMS:
            raise TooLarge("a product has too many terms")
        METER.charge(2 + len(self.terms) * len(other.terms))
        if other is UNITS:
            return self
        if self is UNITS:
            return other
        found: dict[Any, Number] = {}
        for m, c in self.terms.items():
            for k, d in other.terms.items():
                product, factor = _merged(m, k)
                value = found.get(product, ZERO) + c * d * factor
                if value.numerator.bit_length() > MOST_BITS:
                    raise TooLarge("a coefficient has too many digits")
                found[product] = value
        return Sum(found)

    def constant(self) -> Fraction | None:
        """The fraction that the sum is, or None."""
        if not self.terms:
            return Fraction(0)
        return Fraction(self.terms[UNIT]) if len(self.terms) == 1 and UNIT in self.terms else None

    def atoms(self) -> set[Atom]:
        """The atoms that occur as factors, those in exponents too."""
        found: set[Atom] = set()
        for powers, exponent in self.terms:
            found.update(a for a, _ in powers)
            if exponent is not None:
                found |= exponent.atoms()
        return found


UNIT: tuple[Powers, Any] = ((), None)


def product_key(m: tuple[Powers, Any]) -> str:
    powers, exponent = m
    text = "*".join(f"{atom_key(a)}^{e}" for a, e in powers)
    return text if exponent is None else f"{text}*exp({exponent.key})"


@lru_cache(maxsize=100_000)
def atom_key(a: Atom) -> str:
    return ":".join(x.key if isinstance(x, Form) else str(x) for x in a)


def _merged(m: tuple[Powers, Any], k: tuple[Powers, Any]) -> tuple[tuple[Powers, Any], Number]:
    """The product of two products, and a coefficient."""
    if k == UNIT:
        return m, ONE
    if m == UNIT:
        return k, ONE
    exponent = m[1] if k[1] is None else k[1] if m[1] is None else m[1].plus(k[1])
    powers = dict(m[0])
    for a, e in k[0]:
        powers[a] = powers.get(a, ZERO) + e
    if exponent is not None and m[1] is not None and k[1] is not None:
        for a, e in exponent_powers(exponent):
            exponent = exponent.plus(log_of_atom(a).scaled(-e))
            powers[a] = powers.get(a, ZERO) + e
        if exponent.is_zero():
            exponent = None
    return product(powers, exponent)


def product(powers: Mapping[Atom, Number], exponent: Any = None) -> tuple[tuple[Powers, Any], Number]:
    """A product in order: whole powers of numbers go to the coefficient."""
    factor: Number = ONE
    kept: list[tuple[Atom, Number]] = []
    for a, e in powers.items():
        if a[0] == "n":
            whole = e.numerator // e.denominator
            if whole:
                if abs(whole) * int(a[1]).bit_length() > MOST_BITS:
                    raise TooLarge("a power of a number has too many digits")
                factor, e = factor * Fraction(a[1]) ** whole, e - whole
        elif a[0] == "m":
            e %= 2
        if e:
            kept.append((a, e.numerator if e.denominator == 1 else e))
    if len(kept) > 1:
        kept.sort(key=lambda item: atom_key(item[0]))
    return (tuple(kept), exponent), factor


class Form:
    """A quotient of two sums in lowest terms; the denominator is not 0 wherever the form has its value."""

    __slots__ = ("_hash", "_key", "bottom", "top")

    def __init__(self, top: Sum, bottom: Sum) -> None:
        self.top, self.bottom = top, bottom
        self._hash: int | None = None
        self._key: str | None = None

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Form) and self.top == other.top and self.bottom == other.bottom)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.top, self.bottom))
        return self._hash

    @property
    def key(self) -> str:
        if self._key is None:
            self._key = self.top.key if self.bottom == UNITS else f"({self.top.key})/({self.bottom.key})"
        return self._key

    def __repr__(self) -> str:
        return self.key or "0"

    def plus(self, other: Form) -> Form:
        if self.bottom == other.bottom:
            return quotient(self.top.plus(other.top), self.bottom)
        return quotient(self.top.times(other.bottom).plus(other.top.times(self.bottom)), self.bottom.times(other.bottom))

    def minus(self, other: Form) -> Form:
        return self.plus(other.scaled(-ONE))

    def times(self, other: Form) -> Form:
        return quotient(self.top.times(other.top), self.bottom.times(other.bottom))

    def scaled(self, c: Number) -> Form:
        return Form(self.top.scaled(c), self.bottom) if c else NOTHING

    def over(self, other: Form) -> Form:
        """The quotient; the caller has shown that the other form is not 0."""
        return quotient(self.top.times(other.bottom), self.bottom.times(other.top))

    def power(self, k: int) -> Form:
        """A whole power; for a negative one the caller has shown that the form is not 0."""
        if abs(k) > MOST_POWER and (len(self.top.terms) > 1 or len(self.bottom.terms) > 1):
            raise TooLarge("a power is too large")
        if k < 0:
            return NUMBER_ONE.over(self).power(-k)
        if len(self.top.terms) == 1 and self.bottom == UNITS:
            ((powers, exponent), c), = self.top.terms.items()
            if k * (c.numerator.bit_length() + c.denominator.bit_length()) > MOST_BITS:
                raise TooLarge("a power of a number has too many digits")
            m, factor = product({a: e * k for a, e in powers})
            base = Form(Sum({m: factor * c**k}), UNITS)
            return base if exponent is None else quotient(base.top, UNITS).times(exp(exponent.scaled(k)))
        found = NUMBER_ONE
        for _ in range(k):
            found = found.times(self)
        return found

    def is_zero(self) -> bool:
        return not self.top.terms

    def constant(self) -> Fraction | None:
        return self.top.constant() if self.bottom == UNITS else None

    def atoms(self) -> set[Atom]:
        return self.top.atoms() | self.bottom.atoms()

    def symbols(self) -> set[str]:
        """Names of all symbols, those inside of functions too."""
        found: set[str] = set()
        for a in self.atoms():
            if a[0] in ("s", "i", "m", "u"):
                found.add(a[1])
            else:
                for part in a[1:]:
                    if isinstance(part, Form):
                        found |= part.symbols()
        return found


UNITS = Sum({UNIT: ONE})
NOTHING = Form(Sum({}), UNITS)
NUMBER_ONE = Form(UNITS, UNITS)


def number(c: Number) -> Form:
    return Form(Sum({UNIT: Fraction(c)}), UNITS)


def atom(a: Atom, e: Number = ONE) -> Form:
    """A power of an atom. A negative or fractional power is of something positive."""
    m, factor = product({a: e})
    return quotient(Sum({m: factor}), UNITS)


def quotient(top: Sum, bottom: Sum) -> Form:
    """The form ``top / bottom``, the latter not 0: common factors go, and the denominator is made plain."""
    if not bottom.terms:
        raise ZeroDivisionError("a denominator cancels to 0")
    if not top.terms:
        return NOTHING
    top, bottom = _absorbed(top, bottom)
    for _ in range(8):
        moved = _rooted(top, bottom)
        if moved is None:
            break
        top, bottom = moved
    if len(bottom.terms) > 1:
        common = divisor(top, bottom)
        if common is not None:
            top, bottom = common
        top, bottom = _plain(top, bottom)
    return Form(*_absorbed(top, bottom))


def _absorbed(top: Sum, bottom: Sum) -> tuple[Sum, Sum]:
    """A denominator of one product goes into the numerator."""
    if len(bottom.terms) != 1 or bottom == UNITS:
        return top, bottom
    ((powers, exponent), c), = bottom.terms.items()
    m, factor = product({a: -e for a, e in powers}, None if exponent is None else exponent.scaled(-ONE))
    return top.times(Sum({m: Fraction(factor) / c})), UNITS


def _rooted(top: Sum, bottom: Sum) -> tuple[Sum, Sum] | None:
    """Powers of positive sums between 0 and 1 alone: whole powers are multiplied out, negative ones go to the other side."""
    least: dict[Atom, int] = {}
    for side in (top, bottom):
        for powers, _ in side.terms:
            for a, e in powers:
                if a[0] == "p" and not 0 <= e < 1:
                    least[a] = min(least.get(a, 0), e.numerator // e.denominator)
    if not least:
        return None
    sides = []
    for side in (top, bottom):
        total = Sum({})
        for (powers, exponent), c in side.terms.items():
            rest, factors = dict(powers), UNITS
            for a, below in least.items():
                e = rest.pop(a, ZERO) - below
                whole = e.numerator // e.denominator
                if whole > MOST_POWER:
                    raise TooLarge("a power is too large")
                for _ in range(whole):
                    factors = factors.times(a[1].top)
                if e != whole:
                    rest[a] = e - whole
            m, factor = product(rest, exponent)
            total = total.plus(Sum({m: c * factor}).times(factors))
        sides.append(total)
    if not sides[0].terms:
        return Sum({}), UNITS
    return _absorbed(sides[0], sides[1])


def _plain(top: Sum, bottom: Sum) -> tuple[Sum, Sum]:
    """The denominator without a common product, its first coefficient 1."""
    shared: dict[Atom, Number] = {}
    for k, (powers, _) in enumerate(bottom.terms):
        here = {a: e for a, e in powers if a[0] in ("s", "i", "pi", "n")}
        shared = here if k == 0 else {a: min(shared[a], here.get(a, ZERO)) for a in shared} | {a: min(e, ZERO) for a, e in here.items() if a not in shared}
    leading = max(bottom.terms, key=lambda m: (_powers_key(m), m[1] is None, product_key(m)))
    exponent = leading[1]
    m, factor = product({a: -e for a, e in shared.items() if e}, None if exponent is None else exponent.scaled(-ONE))
    if m != UNIT:
        by = Sum({m: factor})
        top, bottom = top.times(by), bottom.times(by)
    first = 1 / Fraction(bottom.terms[max(bottom.terms, key=product_key)])
    return (top, bottom) if first == 1 else (top.scaled(first), bottom.scaled(first))


def _powers_key(m: tuple[Powers, Any]) -> str:
    return product_key((m[0], None))


PI = atom(("pi",))

# --- exponentials, logarithms, powers --------------------------------------------------------------------------------


def exp(e: Form) -> Form:
    """``exp(e)``; a constant multiple of a logarithm in e becomes a power."""
    powers: dict[Atom, Number] = {}
    for a, k in exponent_powers(e):
        e = e.minus(log_of_atom(a).scaled(k))
        powers[a] = powers.get(a, ZERO) + k
    m, factor = product(powers, None if e.is_zero() else e)
    return quotient(Sum({m: factor}), UNITS)


def exponent_powers(e: Form) -> list[tuple[Atom, Number]]:
    """The atoms whose logarithms have a constant part in their coefficient, and these parts."""
    found: list[tuple[Atom, Number]] = []
    logs = sorted({a for powers, _ in e.top.terms for a, k in powers if a[0] == "log" and k == 1}, key=atom_key)
    if not logs or any(a[0] == "log" for a in e.bottom.atoms()):
        return found
    leading = max(e.bottom.terms, key=product_key)
    for log in logs:
        inside: dict[Any, Number] = {}
        for (powers, exponent), c in e.top.terms.items():
            rest = tuple(p for p in powers if p[0] != log)
            if len(rest) == len(powers) - 1 and not any(a[0] == "log" for a, _ in rest):
                inside[(rest, exponent)] = c
        coefficient = quotient(Sum(inside), e.bottom)
        leading = max(coefficient.bottom.terms, key=product_key)
        if k := Fraction(coefficient.top.terms.get(leading, ZERO)) / coefficient.bottom.terms[leading]:
            found.append((base_of(log), k))
    return found


def base_of(log: Atom) -> Atom:
    """The atom whose logarithm an atom is."""
    inner: Form = log[1]
    if inner.bottom == UNITS and len(inner.top.terms) == 1:
        ((powers, exponent), c), = inner.top.terms.items()
        if exponent is None and not powers and c.denominator == 1:
            return ("n", int(c))
        if exponent is None and len(powers) == 1 and powers[0][1] == 1 and c == 1 and powers[0][0][0] in ("s", "i", "pi", "f", "log"):
            return powers[0][0]
    return ("p", inner)


def log_of_atom(a: Atom) -> Form:
    """The logarithm of a positive atom as a form."""
    if a[0] == "n":
        return _whole_log(int(a[1]))
    inner = a[1] if a[0] == "p" else atom(a)
    return Form(Sum({((((("log", inner)), ONE),), None): ONE}), UNITS)


def _whole_log(n: int) -> Form:
    return Form(Sum({((((("log", number(n))), ONE),), None): ONE}), UNITS)


def log_number(q: Number) -> Form:
    """The logarithm of a positive fraction, by primes."""
    found = NOTHING
    for side, sign in ((q.numerator, 1), (q.denominator, -1)):
        for p, k in primes(side):
            found = found.plus(_whole_log(p).scaled(sign * k))
    return found


def log_product(m: tuple[Powers, Any], c: Number) -> Form:
    """The logarithm of a product of positive atoms with a positive coefficient."""
    found = log_number(c)
    for a, e in m[0]:
        found = found.plus(log_of_atom(a).scaled(e))
    return found if m[1] is None else found.plus(m[1])


# --- polynomials by FLINT --------------------------------------------------------------------------------------------


class _Ring:
    """Sums as polynomials: one unknown for each root of an atom, and one for each kind of exponential."""

    def __init__(self, *sums: Sum) -> None:
        METER.charge(50 + 10 * sum(len(s.terms) for s in sums))
        scale: dict[Any, int] = {}
        least: list[dict[Any, Number]] = []
        self.split: dict[Any, dict[Any, Number]] = {}
        self.bottoms = list(dict.fromkeys(m[1].bottom for s in sums for m in s.terms if m[1] is not None and m[1].bottom != UNITS))
        for s in sums:
            low: dict[Any, Number] = {}
            for k, m in enumerate(s.terms):
                here = self._exponents(m)
                for g, e in here.items():
                    scale[g] = lcm(scale.get(g, 1), e.denominator)
                for g in low.keys() | here.keys():
                    low[g] = here.get(g, ZERO) if k == 0 else min(low.get(g, ZERO), here.get(g, ZERO))
            least.append(low)
        self.gens = sorted(scale, key=lambda g: atom_key(g) if isinstance(g, tuple) else g.key)
        self.scale = scale
        self.context = fmpq_mpoly_ctx.get(tuple(f"x{k}" for k in range(max(1, len(self.gens)))), Ordering.lex)
        self.shifts = least

    def _exponents(self, m: tuple[Powers, Any]) -> dict[Any, Number]:
        if m not in self.split:
            found: dict[Any, Number] = dict(m[0])
            if m[1] is not None:
                top, bottom = self._over_all(m[1])
                for part, c in top.terms.items():
                    unit = quotient(Sum({part: ONE}), bottom)
                    lead = unit.top.terms[max(unit.top.terms, key=product_key)]
                    unit, c = unit.scaled(1 / Fraction(lead)), c * lead
                    found[unit] = found.get(unit, ZERO) + c
            self.split[m] = found
        return self.split[m]

    def _over_all(self, exponent: Form) -> tuple[Sum, Sum]:
        """An exponent over the denominator of all exponents: ``exp(x)`` is then seen to be ``exp(x/(1 + y)) exp(x y/(1 + y))``. Where these are many, it is left as it is."""
        if len(self.bottoms) > MOST_BOTTOMS:
            return exponent.top, exponent.bottom
        top, bottom = exponent.top, exponent.bottom
        for other in self.bottoms:
            if other != exponent.bottom:
                top, bottom = top.times(other), bottom.times(other)
        return top, bottom

    def polynomial(self, s: Sum, shift: Mapping[Any, Number]) -> Any:
        terms = {}
        for m, c in s.terms.items():
            here = self._exponents(m)
            powers = [(here.get(g, ZERO) - shift.get(g, ZERO)) * self.scale[g] for g in self.gens]
            if any(p.denominator != 1 or not 0 <= p < 4096 for p in powers):
                raise TooLarge("exponents are too large")
            terms[tuple(int(p) for p in powers) or (0,)] = fmpq(c.numerator, c.denominator)
        return self.context.from_dict(terms)

    def back(self, p: Any, shift: Mapping[Any, Number] | None = None) -> Sum:
        found: dict[Any, Number] = {}
        for powers, c in p.to_dict().items():
            rest: dict[Atom, Number] = {}
            exponent = NOTHING
            for g, k in zip(self.gens, powers, strict=False):
                e = (int(k) if self.scale[g] == 1 else Fraction(int(k), self.scale[g])) + (shift or {}).get(g, ZERO)
                if not e:
                    continue
                if isinstance(g, Form):
                    exponent = exponent.plus(g.scaled(e))
                else:
                    rest[g] = e
            for a, k in exponent_powers(exponent):
                exponent = exponent.minus(log_of_atom(a).scaled(k))
                rest[a] = rest.get(a, ZERO) + k
            m, factor = product(rest, None if exponent.is_zero() else exponent)
            found[m] = found.get(m, ZERO) + factor * (int(c.p) if c.q == 1 else Fraction(int(c.p), int(c.q)))
        return Sum(found)


@lru_cache(maxsize=20_000)
def divisor(top: Sum, bottom: Sum) -> tuple[Sum, Sum] | None:
    """Both sums without their greatest common divisor, or None where it is 1."""
    ring = _Ring(top, bottom)
    a, b = (ring.polynomial(s, shift) for s, shift in zip((top, bottom), ring.shifts, strict=True))
    common = a.gcd(b)
    if common.is_one() or common.total_degree() == 0:
        return None
    over = ring.back(common)
    first, second = ring.back(divmod(a, common)[0], ring.shifts[0]), ring.back(divmod(b, common)[0], ring.shifts[1])
    if first.times(over).plus(top, -ONE).terms or second.times(over).plus(bottom, -ONE).terms:
        return None
    return first, second


@lru_cache(maxsize=20_000)
def factors(s: Sum) -> tuple[tuple[tuple[Powers, Any], Number], tuple[tuple[Sum, int], ...]]:
    """A sum as a coefficient and a product, and sums of several terms with whole powers; multiplied out they are the sum."""
    if not s.terms:
        raise TooLarge("0 has no factors")
    if len(s.terms) == 1:
        (m, c), = s.terms.items()
        return (m, c), ()
    ring = _Ring(s)
    if len(s.terms) > 600:
        raise TooLarge("a sum of too many terms to be factored")
    constant, found = ring.polynomial(s, ring.shifts[0]).factor()
    head = ring.back(ring.context.from_dict({(0,) * max(1, len(ring.gens)): constant}), ring.shifts[0])
    kept = []
    for f, k in found:
        part = ring.back(f)
        if len(part.terms) == 1:
            for _ in range(int(k)):
                head = head.times(part)
            continue
        lead = part.terms[max(part.terms, key=product_key)]
        content = Fraction(gcd(*(c.numerator for c in part.terms.values())), lcm(*(c.denominator for c in part.terms.values()))) * (1 if lead > 0 else -1)
        part, head = part.scaled(1 / content), head.scaled(content ** int(k))
        kept.append((part, int(k)))
    check = head
    for part, k in kept:
        for _ in range(k):
            check = check.times(part)
    (m, c), *more = head.terms.items()
    if more or check.plus(s, -ONE).terms:
        raise TooLarge("a sum could not be taken apart")
    return (m, c), tuple(sorted(kept, key=lambda item: item[0].key))


# --- derivatives, values ---------------------------------------------------------------------------------------------


def slope(f: Form, symbol: str) -> Form:
    """The derivative by a positive real symbol."""
    if symbol not in f.symbols():
        return NOTHING
    top, bottom = Form(f.top, UNITS), Form(f.bottom, UNITS)
    if f.bottom == UNITS:
        return _sum_slope(f.top, symbol)
    return _sum_slope(f.top, symbol).times(bottom).minus(top.times(_sum_slope(f.bottom, symbol))).over(bottom.times(bottom))


def _sum_slope(s: Sum, symbol: str) -> Form:
    total = NOTHING
    for (powers, exponent), c in s.terms.items():
        whole = Form(Sum({(powers, exponent): c}), UNITS)
        if exponent is not None:
            total = total.plus(whole.times(slope(exponent, symbol)))
        for k, (a, e) in enumerate(powers):
            inner = atom_slope(a, symbol)
            if inner.is_zero():
                continue
            m, factor = product(dict([*powers[:k], (a, e - 1), *powers[k + 1 :]]), exponent)
            total = total.plus(quotient(Sum({m: c * e * factor}), UNITS).times(inner))
    return total


SLOPES: dict[str, Callable[[Atom, str], Form]] = {}
"""Derivatives of values of functions by a symbol, by function."""


def atom_slope(a: Atom, symbol: str) -> Form:
    """The derivative of an atom by a symbol."""
    if a[0] in ("s", "u"):
        return NUMBER_ONE if a[1] == symbol else NOTHING
    if all(not isinstance(part, Form) or symbol not in part.symbols() for part in a[1:]) and not (a[0] in ("i", "m") and a[1] == symbol):
        return NOTHING
    if a[0] == "p":
        return slope(a[1], symbol)
    if a[0] == "log":
        return slope(a[1], symbol).over(a[1])
    if a[0] == "f" and a[1].startswith("smooth "):
        return slope(a[2], symbol).times(atom(("f", f"slope {a[1].partition(' ')[2]}", a[2])))
    if a[0] == "f" and a[1] in SLOPES:
        return SLOPES[a[1]](a, symbol)
    if a[0] == "f" and a[1] == "erfc":  # -2/sqrt(pi) exp(-x^2)
        return slope(a[2], symbol).times(exp(a[2].times(a[2]).scaled(-ONE))).times(atom(("pi",), Fraction(-1, 2))).scaled(Fraction(-2))
    raise TooLarge(f"no derivative of {a[0]}")


def enclosure(f: Form) -> arb:
    """An enclosure of a form without symbols; it may be infinite or undefined where something is not seen."""
    return _sum_ball(f.top) / _sum_ball(f.bottom)


def _sum_ball(s: Sum) -> arb:
    total = arb(0)
    for (powers, exponent), c in s.terms.items():
        value = arb(fmpq(c.numerator, c.denominator))
        for a, e in powers:
            value *= _atom_ball(a) ** arb(fmpq(e.numerator, e.denominator)) if e.denominator != 1 else _atom_ball(a) ** int(e)
        if exponent is not None:
            value *= enclosure(exponent).exp()
        total += value
    return total


CONSTANTS: dict[str, Callable[[arb], arb]] = {"erfc": lambda x: x.erfc(), "gamma": lambda x: x.gamma()}


def _atom_ball(a: Atom) -> arb:
    if a[0] == "pi":
        return arb.pi()
    if a[0] == "n":
        return arb(a[1])
    if a[0] == "p":
        return enclosure(a[1])
    if a[0] == "log":
        return enclosure(a[1]).log()
    if a[0] == "f" and a[1] in CONSTANTS and len(a) == 3:
        return CONSTANTS[a[1]](enclosure(a[2]))
    return arb("nan")


def total(parts: Iterable[Form]) -> Form:
    found = NOTHING
    for p in parts:
        found = found.plus(p)
    return found
