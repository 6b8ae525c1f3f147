"""Signs of forms on one cell, their limits as a symbol tends to an end of its range, and the operations that need them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor
from typing import Any

from verify.evidence.checker import gaussian_levels, normal, squares
from verify.evidence.checker.normal import NOTHING, NUMBER_ONE, ONE, UNIT, UNITS, ZERO, Atom, Form, Number, Sum, TooLarge, atom, number, quotient
from verify.evidence.checker.numbers import precision
from verify.evidence.checker.sign_sets import (
    ANY,
    NEGATIVE,
    NOT_NEGATIVE,
    NOT_NULL,
    NOT_POSITIVE,
    NULL,
    POSITIVE,
    Missing,
    Open,
    Sign,
    Unread,
    negated,
    sign_of_power,
    sign_of_product,
    sign_of_sum,
)

DEPTH = 3
MOST_FACTS = 8
MOST_SLOPES, FEW_SLOPES = 24, 4
"""Products of a sum whose derivative is looked at, where it is asked for and everywhere."""
MOST_SYMBOLS, FEW_SYMBOLS = 4, 2
MOST_WHOLE = 40
"""The largest whole power that is multiplied out."""
Fact = tuple[Form, bool]
"""A form that is at least 0 on the cell; ``True``: more than 0."""


class Signs:
    """Signs of forms on one cell. An answer is the set of signs that are possible; ``ANY`` says nothing."""

    def __init__(self, facts: Sequence[Fact] = (), spend: Callable[[int], None] = lambda steps: None, depth: int = DEPTH, slopes: bool = False, uses: int = 2) -> None:
        self.facts = tuple(facts)[:MOST_FACTS]
        self.spend = spend
        self.depth = depth
        self.slopes = slopes
        """Whether derivatives are looked at, which costs much."""
        self.uses = uses
        """How many facts may be added to each other."""
        self.known: dict[Sum, Sign] = {}

    def sign(self, f: Form) -> Sign:
        top = self.of(f.top)
        if f.bottom == UNITS:
            return top
        bottom = self.of(f.bottom) - NULL
        return sign_of_product(top, bottom)

    def of(self, s: Sum) -> Sign:
        if s not in self.known:
            self.known[s] = ANY  # a question that comes back to itself is not answered
            try:
                found = self._of(s)
            except (TooLarge, ZeroDivisionError):
                found = ANY
            if found == ANY:
                del self.known[s]
                return ANY
            self.known[s] = found
        return self.known[s]

    def there(self, f: Form) -> tuple[Form, Signs] | None:
        """What a form is at the point near which signs are taken, and signs there; None where they are taken nowhere near a point."""
        return None

    def from_inside(self, f: Form) -> bool:
        """Whether signs are taken near a point at which a form is 0 and rises, so that it is positive on one side, from which derivatives are taken there."""
        return False

    def valued(self, f: Form) -> bool:
        """Whether nothing that a form is divided by can be 0: signs are those that a form has where it has a value."""
        divisors = [atom(a) for side in (f.top, f.bottom) for powers, _ in side.terms for a, e in powers if e < 0]
        return all(0 not in self.sign(one) for one in divisors) and 0 not in self.of(f.bottom)

    def deeper(self, facts: bool = True) -> Signs:
        return Signs(self.facts if facts else (), self.spend, self.depth - 1, self.slopes, 0)

    def _of(self, s: Sum) -> Sign:
        self.spend(1 + len(s.terms))
        if not s.terms:
            return NULL
        found = self._plainly(s)
        if len(found) > 1 and len(s.terms) == 1 and self.facts:
            found = found & self._stated(s) or found
        if len(found) == 1 or len(s.terms) == 1 or self.depth < 0:
            return found
        (m, c), parts = normal.factors(s)
        if parts and (len(parts) > 1 or parts[0][1] > 1 or m != UNIT or c != 1):
            signs = [sign_of_power(self.of(part), k) for part, k in parts]
            return found & sign_of_product(self._product(m, c), *signs)
        for rule in (self._by_facts, self._tail, self._shifted, self._two, self._logarithms, self._quadratic, self._squares, self._monotone):
            if len(found) > 1:
                found &= rule(s)
        return found

    # the rules
    def _plainly(self, s: Sum) -> Sign:
        """By the signs of the products, numbers gathered."""
        groups: dict[Any, dict[Any, Number]] = {}
        for (powers, exponent), c in s.terms.items():
            fixed = exponent is not None and not exponent.symbols()
            steady = tuple(p for p in powers if _steady(p[0]))
            moving = tuple(p for p in powers if not _steady(p[0]))
            groups.setdefault((moving, None if fixed else exponent), {})[(steady, exponent if fixed else None)] = c
        total: Sign = NULL
        for (powers, _), numbers in groups.items():
            total = sign_of_sum(total, sign_of_product(self._constant(Sum(numbers)), self._product((powers, None), ONE)))
            if total == ANY:
                break
        return total

    def _product(self, m: Any, c: Number) -> Sign:
        found: Sign = POSITIVE if c > 0 else NEGATIVE
        for a, e in m[0]:
            found = sign_of_product(found, sign_of_power(self.atom(a), e))
        return found

    def atom(self, a: Atom) -> Sign:
        if a[0] in ("s", "i", "pi", "n", "p"):
            return POSITIVE
        if a[0] == "m":
            return NOT_NULL
        if a[0] == "u":
            return ANY
        if a[0] == "log":
            inner: Form = a[1]
            if not inner.symbols():
                return self._constant(Sum({(((a, ONE),), None): ONE}))
            return Signs((), self.spend, min(self.depth - 1, 1)).of(inner.top.plus(inner.bottom, -ONE)) if self.depth >= 0 else ANY
        if not any(isinstance(part, Form) and part.symbols() for part in a[1:]) and a[1] in normal.CONSTANTS:
            return self._constant(Sum({(((a, ONE),), None): ONE}))
        if a[1] in ("floor", "ceiling"):
            return self._rounded(a[1], a[2])
        if " " in a[1]:  # of a function of which only the name is known
            return self._stated(Sum({(((a, ONE),), None): ONE}))
        return POSITIVE if a[1] in ("erfc", "gamma", "gaussian_level") else ANY

    def _rounded(self, kind: str, x: Form) -> Sign:
        """``ceiling(x) >= x``, ``floor(x) <= x``, and both are at least 0 where x is, at most 0 where it is."""
        side = self.sign(x)
        if side == (POSITIVE if kind == "ceiling" else NEGATIVE):
            return side
        return NOT_NEGATIVE if side <= NOT_NEGATIVE else NOT_POSITIVE if side <= NOT_POSITIVE else ANY

    def _constant(self, s: Sum) -> Sign:
        value = s.constant()
        if value is not None:
            return POSITIVE if value > 0 else NEGATIVE if value < 0 else NULL
        for bits in (128, 1024):
            with precision(bits):
                ball = normal.enclosure(Form(s, UNITS))
            if ball > 0 or ball < 0:
                return POSITIVE if ball > 0 else NEGATIVE
        return ANY

    def _tail(self, s: Sum) -> Sign:
        """``1 - erfc(u)`` has the sign of u."""
        if len(s.terms) != 2 or UNIT not in s.terms:
            return ANY
        (((powers, exponent), c),) = [(m, c) for m, c in s.terms.items() if m != UNIT]
        if exponent is not None or len(powers) != 1 or powers[0][0][:2] != ("f", "erfc") or powers[0][1] != 1 or c != -s.terms[UNIT]:
            return ANY
        side = self.sign(powers[0][0][2])
        return side if c < 0 else negated(side)

    def _shifted(self, s: Sum) -> Sign:
        """Integer symbols as 1 + t with t >= 0."""
        whole = {a for powers, _ in s.terms for a, _ in powers if a[0] == "i"}
        if not whole or any(a[0] == "i" and (e.denominator != 1 or not 0 <= e <= MOST_WHOLE) for powers, _ in s.terms for a, e in powers):
            return ANY
        moved = Sum({})
        for (powers, exponent), c in s.terms.items():
            part = Sum({(tuple(p for p in powers if p[0][0] != "i"), exponent): c})
            for a, e in powers:
                if a[0] == "i":
                    for _ in range(int(e)):
                        part = part.times(Sum({UNIT: ONE, (((a, ONE),), None): ONE}))
            moved = moved.plus(part)
        total: Sign = NULL
        for (powers, exponent), c in moved.terms.items():
            if exponent is not None and any(a in whole for a in exponent.atoms()):
                return ANY
            rest = tuple(p for p in powers if p[0] not in whole)
            sign = self._product((rest, exponent), c)
            total = sign_of_sum(total, sign if len(rest) == len(powers) else sign | NULL)
        return total

    def _two(self, s: Sum) -> Sign:
        """``A - B`` with A, B > 0 by their logarithms."""
        if len(s.terms) != 2 or self.depth <= 0:
            return ANY
        (m, c), (k, d) = s.terms.items()
        if c < 0:
            (m, c), (k, d) = (k, d), (m, c)
        if not c > 0 > d or any(self.atom(a) != POSITIVE for a, _ in (*m[0], *k[0])):
            return ANY
        if all(a[0] in ("s", "i", "pi", "n") and e.denominator == 1 for a, e in (*m[0], *k[0])) and m[1] is None and k[1] is None:
            return ANY  # two products of whole powers say no more as logarithms
        return self.deeper().sign(normal.log_product(m, c).minus(normal.log_product(k, -d)))

    def _logarithms(self, s: Sum) -> Sign:
        """A sum of whole multiples of logarithms."""
        for (powers, exponent) in s.terms:
            if exponent is not None or len(powers) != 1 or powers[0][0][0] != "log" or powers[0][1] != 1:
                return ANY
        scale = 1
        for c in s.terms.values():
            scale = scale * c.denominator // _gcd(scale, c.denominator)
        sides = [NUMBER_ONE, NUMBER_ONE]
        for (powers, _), c in s.terms.items():
            k = int(c * scale)
            if abs(k) > MOST_WHOLE:
                return ANY
            sides[k < 0] = sides[k < 0].times(powers[0][0][1].power(abs(k)))
        return self.deeper().sign(sides[0].minus(sides[1]))

    def _quadratic(self, s: Sum) -> Sign:
        for a in sorted({a for powers, _ in s.terms for a, _ in powers if a[0] in ("s", "i")}, key=normal.atom_key):
            found = coefficients(s, a)
            if found is None or set(found) != {0, 1, 2} or self.depth <= 0:
                continue
            below = self.deeper()
            lead = below.sign(found[2])
            if lead not in (POSITIVE, NEGATIVE):
                continue
            gap = below.sign(found[2].times(found[0]).scaled(Fraction(4)).minus(found[1].times(found[1])))
            if gap <= NOT_NEGATIVE:
                return lead if gap == POSITIVE else lead | NULL
        return ANY

    def _squares(self, s: Sum) -> Sign:
        """A quadratic polynomial in several numbers by its least value."""
        for side, sign in ((s, POSITIVE), (s.scaled(-ONE), NEGATIVE)):
            found = squares.gram(side.terms)
            value = None if found is None else squares.least(found[1])
            if found is None or value is None or value[0] < 0:
                continue
            if value[0] > 0:
                return sign
            homogeneous = not any(found[1][0])
            return sign if homogeneous and value[1] and any(0 not in self.atom(a) for a in found[0]) else sign | NULL
        return ANY

    def _by_facts(self, s: Sum) -> Sign:
        """A multiple of a hypothesis and a rest of the same sign."""
        if self.uses <= 0:
            return ANY
        same = self._stated(s)
        if same != ANY:
            return same
        whole = Form(s, UNITS)
        for thorough in (False, True):
            for k, (fact, strict) in enumerate(self.facts):
                others = Signs((*self.facts[:k], *self.facts[k + 1 :]) if thorough else (), self.spend, 1 if thorough else -1, uses=self.uses - 1)
                for times in _multipliers(s, fact, thorough):
                    side = others.sign(times)
                    if side not in (POSITIVE, NEGATIVE) or not others.valued(times):
                        continue
                    rest = others.sign(whole.minus(times.times(fact)))
                    if rest == NULL and (fact.scaled(-ONE), False) in self.facts:
                        return NULL  # a hypothesis that is an equation
                    if rest <= NOT_NEGATIVE and side == POSITIVE:
                        return POSITIVE if strict or rest == POSITIVE else NOT_NEGATIVE
                    if rest <= NOT_POSITIVE and side == NEGATIVE:
                        return NEGATIVE if strict or rest == NEGATIVE else NOT_POSITIVE
        return ANY

    def _stated(self, s: Sum) -> Sign:
        """What the facts say of a sum that is a number times one of them."""
        found = ANY
        for fact, strict in self.facts:
            if fact.bottom == UNITS and fact.top.terms.keys() == s.terms.keys():
                ratios = {Fraction(c) / fact.top.terms[m] for m, c in s.terms.items()}
                if len(ratios) == 1:
                    found &= sign_of_product(POSITIVE if ratios.pop() > 0 else NEGATIVE, POSITIVE if strict else NOT_NEGATIVE)
        return found or ANY

    def _monotone(self, s: Sum) -> Sign:
        """The limit at an end of a symbol's range and the sign of the derivative: facts are left aside, as a path may leave where they hold."""
        if self.depth <= 0 or len(s.terms) > (MOST_SLOPES if self.slopes else FEW_SLOPES):
            return ANY
        below = self.deeper(facts=False)
        whole = Form(s, UNITS)
        if len(whole.symbols()) > (MOST_SYMBOLS if self.slopes else FEW_SYMBOLS):
            return ANY
        for symbol in sorted({a[1] for a in inside(whole) if a[0] == "s"}):
            for form in (whole, *_divided(whole, symbol)):
                try:
                    slope = below.sign(normal.slope(form, symbol))
                except (TooLarge, ZeroDivisionError):
                    continue
                if slope == ANY or not unbroken(form, symbol, below):
                    continue
                if slope not in (POSITIVE, NEGATIVE, NULL, NOT_NEGATIVE, NOT_POSITIVE):
                    continue
                for end, rising in (("0", POSITIVE), ("oo", NEGATIVE)):
                    start = limit(form, symbol, end, below)
                    if start is None:
                        continue
                    at = below.sign(start)
                    for wanted in (POSITIVE, NEGATIVE):
                        toward = rising if wanted == POSITIVE else negated(rising)
                        if at <= wanted | NULL and slope <= toward | NULL:
                            return wanted if at == wanted or slope == toward else wanted | NULL
        return ANY


def unbroken(f: Form, symbol: str, signs: Signs) -> bool:
    """Whether a form has a value and a slope at all positive values of a symbol: nothing that it is divided by is 0 on the way, and roots and logarithms are those of what is positive."""
    if symbol not in f.symbols():
        return True
    if f.bottom != UNITS and 0 in signs.of(f.bottom):
        return False
    for powers, exponent in (*f.top.terms, *f.bottom.terms):
        if exponent is not None and not unbroken(exponent, symbol, signs):
            return False
        for a, e in powers:
            if a[0] != "s" and symbol in _names_of(a) and not (_unbroken_atom(a, symbol, signs) and ((e > 0 and e.denominator == 1) or 0 not in signs.atom(a))):
                return False
    return True


def _unbroken_atom(a: Atom, symbol: str, signs: Signs) -> bool:
    if not all(unbroken(part, symbol, signs) for part in a[1:] if isinstance(part, Form)):
        return False
    if a[0] in ("p", "log") or a[:2] == ("f", "gamma"):
        return signs.sign(a[-1]) == POSITIVE
    if a[:2] == ("f", "gaussian_level"):
        return signs.sign(a[2]) <= NOT_NEGATIVE and all(signs.sign(part) == POSITIVE for part in (a[3], NUMBER_ONE.minus(a[3])))
    return a[:2] == ("f", "erfc")


def _gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a


def _steady(a: Atom) -> bool:
    return a[0] in ("pi", "n") or (a[0] in ("p", "log") and not a[1].symbols()) or (a[0] == "f" and a[1] in normal.CONSTANTS and not a[2].symbols())


def inside(f: Form) -> set[Atom]:
    """The atoms of a form and of the forms inside of them."""
    found = set()
    for a in f.atoms():
        found.add(a)
        for part in a[1:]:
            if isinstance(part, Form):
                found |= inside(part)
    return found


def coefficients(s: Sum, a: Atom) -> dict[int, Form] | None:
    """The coefficients of the powers of a symbol, or None where the sum is no polynomial in it."""
    found: dict[int, dict[Any, Number]] = {}
    for (powers, exponent), c in s.terms.items():
        e = next((k for b, k in powers if b == a), ZERO)
        rest = tuple(p for p in powers if p[0] != a)
        if e.denominator != 1 or not 0 <= e <= MOST_WHOLE:
            return None
        if (exponent is not None and a[1] in exponent.symbols()) or any(isinstance(part, Form) and a[1] in part.symbols() for b, _ in rest for part in b[1:]):
            return None
        if any(b[0] == "m" and b[1] == a[1] for b, _ in rest):
            return None
        found.setdefault(int(e), {})[(rest, exponent)] = c
    return {k: Form(Sum(terms), UNITS) for k, terms in found.items()}


def _multipliers(s: Sum, fact: Form, thorough: bool) -> list[Form]:
    """Quotients of the coefficients of a logarithm in the sum and in the hypothesis; and of a product of both."""
    found: list[Form] = []
    for log in sorted({a for a in s.atoms() & fact.top.atoms() if a[0] == "log"}, key=normal.atom_key):
        sides = [_linear(side, log) for side in (s, fact.top)]
        if all(side is not None and side.terms for side in sides):
            found.append(quotient(sides[0], sides[1]).times(Form(fact.bottom, UNITS)))  # type: ignore[arg-type]
    for m, c in list(s.terms.items())[: 8 if thorough else 2]:
        for k, d in list(fact.top.terms.items())[: 4 if thorough else 2]:
            one = quotient(Sum({m: c}), Sum({k: d})).times(Form(fact.bottom, UNITS))
            if len(one.bottom.terms) == 1:
                found.append(one)
    return list(dict.fromkeys(found))[:16]


def _linear(s: Sum, log: Atom) -> Sum | None:
    inside = {}
    for (powers, exponent), c in s.terms.items():
        here = [p for p in powers if p[0] == log]
        if here and here[0][1] != 1:
            return None
        if here:
            inside[(tuple(p for p in powers if p[0] != log), exponent)] = c
    return Sum(inside)


def _divided(f: Form, symbol: str) -> list[Form]:
    """The form divided by one of its exponentials or powers of the symbol, which are positive."""
    found = []
    for exponent in list(dict.fromkeys(e for _, e in f.top.terms if e is not None and symbol in e.symbols()))[:3]:
        found.append(f.times(normal.exp(exponent.scaled(-ONE))))
    for e in sorted({k for powers, _ in f.top.terms for a, k in powers if a == ("s", symbol)})[:2]:
        found.append(f.times(atom(("s", symbol), -e)))
    return found


def limit(f: Form, symbol: str, end: str, signs: Signs) -> Form | None:
    """The limit of a form as a positive symbol tends to 0 or to oo, by continuity; None where no rule says it."""
    if symbol not in f.symbols():
        return f
    try:
        top, bottom = _sum_limit(f.top, symbol, end, signs), _sum_limit(f.bottom, symbol, end, signs)
        if top is not None and bottom is not None and 0 not in signs.sign(bottom):
            return top.over(bottom)
        if _algebraic(f.bottom, symbol):
            if top is not None and top.is_zero() and all(_negligible(m, symbol, end, signs) for m in f.top.terms):
                return NOTHING  # exponentials that fall beat what is algebraic
            powers = [_by_powers(s, symbol, end) for s in (f.top, f.bottom)]
            if powers[0] is not None and powers[1] is not None:
                a, b = min(powers[0]), min(powers[1])
                if signs.sign(powers[1][b]) in (POSITIVE, NEGATIVE):
                    return NOTHING if a > b else powers[0][a].over(powers[1][b]) if a == b else None
    except (TooLarge, ZeroDivisionError, Open, Missing):
        pass
    return None


def _algebraic(s: Sum, symbol: str) -> bool:
    """Whether a sum has the symbol under powers and roots alone: it tends to 0 or grows no faster than a power."""
    return all(
        (e is None or symbol not in e.symbols()) and all(a == ("s", symbol) or symbol not in _names_of(a) or (a[0] == "p" and _algebraic(a[1].top, symbol) and _algebraic(a[1].bottom, symbol)) for a, _ in powers)
        for powers, e in s.terms
    )


def _negligible(m: Any, symbol: str, end: str, signs: Signs) -> bool:
    """Whether a product falls faster than every power: an exponential that falls, or ``erfc(u) <= exp(-u^2)`` with u to oo, times what is algebraic."""
    powers, exponent = m
    moving = exponent is not None and symbol in exponent.symbols()
    tails = [a for a, e in powers if a[:2] == ("f", "erfc") and e > 0 and e.denominator == 1 and symbol in a[2].symbols() and grows(a[2], symbol, end, signs) == 1]
    rest = tuple(p for p in powers if p[0] not in tails)
    if not _algebraic(Sum({(rest, None): ONE}), symbol):
        return False
    if not moving:
        return bool(tails)
    below = exponent
    for a in tails:
        below = below.minus(a[2].times(a[2]))
    return falls(exponent, symbol, end, signs) or falls(below, symbol, end, signs)


def _slow(m: Any, symbol: str, end: str) -> bool:
    """Whether a product is a power of the symbol that tends to 0 times logarithms of what is algebraic, which grow more slowly than every power."""
    powers, exponent = m
    if exponent is not None and symbol in exponent.symbols():
        return False
    moving = [(a, e) for a, e in powers if symbol in _names_of(a)]
    falling = [e for a, e in moving if a == ("s", symbol) and e * (1 if end == "0" else -1) > 0]
    others = [(a, e) for a, e in moving if a != ("s", symbol)]
    return bool(falling) and all(a[0] == "log" and e > 0 and e.denominator == 1 and _algebraic(a[1].top, symbol) and _algebraic(a[1].bottom, symbol) for a, e in others)


def _sum_limit(s: Sum, symbol: str, end: str, signs: Signs) -> Form | None:
    total = NOTHING
    for (powers, exponent), c in s.terms.items():
        if _negligible((powers, exponent), symbol, end, signs) or _slow((powers, exponent), symbol, end):
            continue
        if exponent is not None and symbol in exponent.symbols():
            inner = limit(exponent, symbol, end, signs)
            if inner is None:
                return None
            value = normal.exp(inner).scaled(c)
        else:
            value = Form(Sum({((), exponent): c}), UNITS)
        for a, e in powers:
            if a == ("s", symbol):
                if e * (1 if end == "0" else -1) < 0:
                    return None
                value = NOTHING
                continue
            if symbol not in _names_of(a):
                value = value.times(Form(Sum({(((a, e),), None): ONE}), UNITS))
                continue
            inner = atom_limit(a, symbol, end, signs)
            if inner is None:
                return None
            if e.denominator != 1 or e < 0:
                if signs.sign(inner) != POSITIVE:
                    return None
                value = value.times(Builder(signs).power(inner, e))
            else:
                value = value.times(inner.power(int(e)))
        total = total.plus(value)
    return total


def _names_of(a: Atom) -> set[str]:
    if a[0] in ("s", "i", "m", "u"):
        return {a[1]}
    return set().union(*(part.symbols() for part in a[1:] if isinstance(part, Form)), set())


def atom_limit(a: Atom, symbol: str, end: str, signs: Signs) -> Form | None:
    """The limit of a function in a form as a symbol tends to an end; None where no rule says it."""
    if a[0] == "p":
        return limit(a[1], symbol, end, signs)
    if a[0] == "log":
        inner = limit(a[1], symbol, end, signs)
        return None if inner is None or signs.sign(inner) != POSITIVE else _log(inner, signs)
    if a[0] == "f" and a[1] == "erfc":
        inner = limit(a[2], symbol, end, signs)
        if inner is not None:
            return Builder(signs).erfc(inner)
        grown = grows(a[2], symbol, end, signs)
        return NOTHING if grown == 1 else number(2) if grown == -1 else None
    return None


def _log(f: Form, signs: Signs) -> Form | None:
    try:
        return Builder(signs).log(f)
    except (Open, Missing):
        return None


def grows(f: Form, symbol: str, end: str, signs: Signs) -> int:
    """1 or -1 where a quotient of sums of powers of a symbol tends to oo or to -oo, at least as fast as a power, else 0."""
    tops, bottoms = _by_powers(f.top, symbol, end), _by_powers(f.bottom, symbol, end)
    if tops is None or bottoms is None:
        return 0
    a, b = min(tops), min(bottoms)  # near 0 the lowest powers lead
    if a >= b:
        return 0
    side = sign_of_product(signs.sign(tops[a]), signs.sign(bottoms[b]))
    return 1 if side == POSITIVE else -1 if side == NEGATIVE else 0


def _by_powers(s: Sum, symbol: str, end: str) -> dict[Number, Form] | None:
    """The coefficients of the powers of a symbol (of its inverse, at oo); None where it stands elsewhere too."""
    found: dict[Number, dict[Any, Number]] = {}
    for (powers, exponent), c in s.terms.items():
        rest = tuple(p for p in powers if p[0] != ("s", symbol))
        if (exponent is not None and symbol in exponent.symbols()) or any(symbol in _names_of(a) for a, _ in rest):
            return None
        e = next((k for a, k in powers if a == ("s", symbol)), ZERO)
        found.setdefault(e if end == "0" else -e, {})[(rest, exponent)] = c
    return {e: Form(Sum(terms), UNITS) for e, terms in found.items()} or None


def falls(exponent: Form, symbol: str, end: str, signs: Signs) -> bool:
    """Whether an exponent, a quotient of polynomials in the symbol, tends to -oo (at least as fast as a power)."""
    return grows(exponent, symbol, end, signs) == -1


class Builder:
    """Operations on forms, each with its condition."""

    def __init__(self, signs: Signs) -> None:
        self.signs = signs

    def known(self, f: Form) -> Sign:
        """The sign of a form. Raises Open where it is not one of +, -, 0."""
        found = self.signs.sign(f)
        if len(found) > 1:
            raise Open(f)
        return found

    def log(self, f: Form) -> Form:
        sign = self.signs.sign(f)
        if sign <= NOT_POSITIVE:
            raise Missing("the logarithm of a number that is not positive")
        if sign != POSITIVE:
            raise Open(f)
        if f.constant() is not None:
            return normal.log_number(f.constant() or ONE)
        return self._log_sum(f.top).minus(self._log_sum(f.bottom))

    def _log_sum(self, s: Sum) -> Form:
        """The logarithm of the absolute value of a sum that is not 0."""
        (m, c), parts = normal.factors(s)
        size = c if c > 0 else -c
        found = normal.log_number(size) if m[1] is None else normal.log_number(size).plus(m[1])
        for a, e in m[0]:
            if a[0] == "m":
                continue
            side = self.known(atom(a))
            if side == NULL:
                raise Missing("the logarithm of 0")
            found = found.plus(normal.log_of_atom(a if side == POSITIVE else ("p", atom(a).scaled(-ONE))).scaled(e))
        for part, k in parts:
            side = self.known(Form(part, UNITS))
            if side == NULL:
                raise Missing("the logarithm of 0")
            found = found.plus(normal.log_of_atom(("p", Form(part if side == POSITIVE else part.scaled(-ONE), UNITS))).scaled(Fraction(k)))
        return found

    def inverse(self, f: Form) -> Form:
        sign = self.signs.sign(f)
        if sign == NULL:
            raise Missing("a division by 0")
        if 0 in sign:
            raise Open(f)
        return NUMBER_ONE.over(f)

    def power(self, base: Form, e: Form | Number) -> Form:
        """``base^e`` as docs/formulas.md has it."""
        exponent = e if isinstance(e, Form) else number(e)
        fixed = exponent.constant()
        if fixed is not None and fixed.denominator == 1:
            k = int(fixed)
            if k < 0:
                return self.power(self.inverse(base), -k)
            return base.power(k)
        sign = self.signs.sign(base)
        if sign == POSITIVE:
            return normal.exp(self.log(base).times(exponent))
        if sign == NULL:
            side = self.known(exponent)
            if side == NEGATIVE:
                raise Missing("0 to a negative power")
            return NOTHING if side == POSITIVE else NUMBER_ONE
        if (parity := whole(exponent)) is not None:
            side = self.known(base)
            if side == NEGATIVE:
                return normal.exp(self.log(base.scaled(-ONE)).times(exponent)).times(parity)
            return self.power(base, exponent)
        if sign == NEGATIVE and fixed is not None:
            raise Missing("a fractional power of a negative number")
        raise Open(base)

    def erfc(self, x: Form) -> Form:
        """``erfc(-x) = 2 - erfc(x)``."""
        return gaussian_levels.erfc(x)

    def gamma(self, x: Form) -> Form:
        """``gamma(t + 1) = t gamma(t)``, for positive t alone."""
        if self.signs.sign(x) != POSITIVE:
            raise Open(x)
        lead = max(x.bottom.terms, key=normal.product_key)
        constant = Fraction(x.top.terms.get(lead, ZERO)) / x.bottom.terms[lead]
        steps = -floor(-constant) - 1  # the constant part comes to lie in (0, 1]
        found = NUMBER_ONE
        if abs(steps) > MOST_WHOLE:
            raise Unread("gamma far from 1")
        for _ in range(max(0, steps)):
            below = x.minus(NUMBER_ONE)
            if self.signs.sign(below) != POSITIVE:
                break
            found, x = found.times(below), below
        for _ in range(max(0, -steps)):
            found, x = found.over(x), x.plus(NUMBER_ONE)
        if x == NUMBER_ONE:
            return found
        if x == number(Fraction(1, 2)):
            return found.times(atom(("pi",), Fraction(1, 2)))
        return found.times(atom(("f", "gamma", x)))


def whole(e: Form) -> Form | None:
    """-1 to the power of a whole combination of integer symbols; None for other exponents."""
    if e.bottom != UNITS:
        return None
    found = NUMBER_ONE
    for (powers, exponent), c in e.top.terms.items():
        if exponent is not None or c.denominator != 1 or len(powers) > 1:
            return None
        if not powers:
            found = found.scaled(Fraction(-1 if c % 2 else 1))
        elif powers[0][0][0] == "i" and powers[0][1] == 1:
            if c % 2:
                found = found.times(atom(("m", powers[0][0][1])))
        else:
            return None
    return found
