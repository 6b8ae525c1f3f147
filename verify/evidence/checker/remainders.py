"""Formulas as sums of products of powers, and whether such a sum is not negative by the ranges of the names.

A product is a list of bases with fractions as exponents. A base is a name, a whole number under a root, or a formula that is no sum or product: ``log(..)``, ``exp(..)``, ``|..|``, a sum under a root or in a
denominator, a power with names in its exponent. ``x^(n + 2)`` is ``x^n x^2``, since n >= 0 is whole or x is positive; ``log(a^2/b)`` is ``2 log a - log b``. What is read is a finite number for all values of
the names: a denominator, what stands under a logarithm or a root, is positive by its range.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd, prod
from typing import Any

from verify.evidence.checker.formula import Refused, argument, head, names, rational, stated, text_of, word

Product = frozenset[tuple[str, Fraction]]
Sum = dict[Product, Fraction]
LARGEST, HIGHEST, DEEPEST = 800, 8, 3
ONE: Product = frozenset()
POSITIVE, NOT_NEGATIVE, OPEN = 2, 1, 0


class Remainders:
    """Reads formulas in names with their sets. Raises Refused for what is not seen to be a finite number."""

    def __init__(self, over: Iterable[tuple[Any, Any]], facts: Iterable[Any] = ()) -> None:
        """``facts``: comparisons of the names that hold."""
        self.facts = list(facts)
        self.formula_ends: dict[str, list[tuple[bool, Any, bool]]] = {}
        self.bounds: dict[str, tuple[list[tuple[Sum, bool]], list[tuple[Sum, bool]]]] = {}
        self.level = 0
        self.low: dict[str, tuple[Fraction, bool]] = {}
        self.high: dict[str, tuple[Fraction, bool]] = {}
        self.whole: set[str] = set()
        self.known: set[str] = set()
        self.signs: dict[str, int] = {}
        self.formulas: dict[str, Any] = {}
        self.sums: dict[str, Sum] = {}
        for pattern, where in over:
            self._declare(names(pattern)[0], stated(where))

    def _declare(self, name: str, where: Any) -> None:
        kind = head(where)
        if kind == "one_of":
            values = [rational(x) if isinstance(x, str) and x not in ("oo", "-oo") else None for x in where[1:]]
            found = [x for x in values if x is not None]
            if not found or len(found) != len(values):
                raise Refused("a list of numbers that are not fractions")
            self.low[name], self.high[name] = (min(found), False), (max(found), False)
        elif kind in ("interval", "integers"):
            for k, (bounds, infinite) in enumerate(((self.low, "-oo"), (self.high, "oo")), 1):
                left_out = kind == "interval" and word(where[k + 2]) == "open"
                if where[k] in ("oo", "-oo"):
                    if where[k] != infinite or (kind == "interval" and not left_out):
                        raise Refused("a range that holds an infinite number")
                elif isinstance(where[k], str):
                    bounds[name] = rational(where[k]), left_out
                else:
                    if kind == "interval" and not left_out:
                        self.read(where[k])  # an infinite end would be a member
                    self.formula_ends.setdefault(name, []).append((k == 2, where[k], left_out))
            if kind == "integers":
                self.whole.add(name)
        else:
            raise Refused(f"{kind} is not a set of real numbers")
        key = text_of(["var", ["word", name]])
        self.known.add(key)
        self.formulas[key] = ["var", ["word", name]]
        low = self.low.get(name)
        self.signs[key] = OPEN if low is None or low[0] < 0 else POSITIVE if low[0] > 0 or low[1] else NOT_NEGATIVE
        if low is None:
            for upper, end, left_out in self.formula_ends.get(name, []):
                sign = OPEN if upper else self._sign_of(end)
                self.signs[key] = max(self.signs[key], POSITIVE if sign and left_out else sign)

    def _sign_of(self, f: Any) -> int:
        try:
            return self._by_ranges(self.read(f))
        except Refused:
            return OPEN

    # reading ---------------------------------------------------------------------------------------------------------

    def read(self, f: Any) -> Sum:
        """A formula as a sum of products."""
        if isinstance(f, str):
            if f in ("oo", "-oo"):
                raise Refused("an infinite number")
            return {ONE: rational(f)} if rational(f) else {}
        kind = head(f)
        if kind == "var":
            if text_of(f) not in self.known:
                raise Refused(f"{names(f)[0]} is not a number of the case")
            return {frozenset({(text_of(f), Fraction(1))}): Fraction(1)}
        if kind == "pi":
            return self._atom(f, POSITIVE)
        if kind in ("add", "mul"):
            total = self.read(argument(f, 0))
            for part in f[2:]:
                total = self.add(total, self.read(part)) if kind == "add" else self.mul(total, self.read(part))
            return total
        if kind == "pow":
            inner, outer = argument(f, 0), argument(f, 1)
            if head(inner) == "pow" and isinstance(outer, str) and isinstance(argument(inner, 1), str) and not {outer, inner[2]} & {"oo", "-oo"}:
                base = self.read(inner[1])
                if self.sign(base) == POSITIVE:  # (b^p)^q = b^(p q)
                    return self.power(base, rational(inner[2]) * rational(outer))
            return self._pow(self.read(argument(f, 0)), argument(f, 1))
        if kind == "exp":
            return self._exp(self.read(argument(f, 0)))
        if kind == "log":
            return self._log(self.read(argument(f, 0)))
        if kind == "abs":
            inside = self.read(argument(f, 0))
            return inside if self.sign(inside) else self._atom(["abs", self.formula(inside)], NOT_NEGATIVE)
        if kind in ("max", "min"):
            parts = [self.read(part) for part in f[1:]]
            return self._atom([kind, *map(self.formula, parts)], (max if kind == "max" else min)(map(self.sign, parts)))
        raise Refused(f"{kind} is not read as a number")

    def _atom(self, f: Any, sign: int, exponent: Fraction = Fraction(1)) -> Sum:
        key = text_of(f)
        self.formulas.setdefault(key, f)
        self.signs.setdefault(key, sign)
        return {frozenset({(key, exponent)}): Fraction(1)}

    def _pow(self, base: Sum, exponent: Any) -> Sum:
        power = self.read(exponent)
        fixed = power.pop(ONE, Fraction(0))
        if not power:
            return self.power(base, fixed)
        if self.sign(base) < POSITIVE:
            if fixed.denominator != 1 or not all(self._count(p, c) for p, c in power.items()):
                raise Refused("a power with a moving exponent of what may be 0 or negative")
            fewest = sum((c * prod(((self._range(key)[0] or (Fraction(0), False))[0] ** int(e) for key, e in p), start=Fraction(1)) for p, c in power.items()), Fraction(0))
            if fixed + fewest < 0:
                raise Refused("a power with an exponent that may be negative of what may be 0 or negative")
            power, fixed = self.sub(power, {ONE: fewest}), fixed + fewest  # b^(m + j) = b^m b^j for whole m, j that are at least 0
        result = self.power(base, fixed)
        shown = self.formula(power)
        if self._of_positive(base):
            ((product, c),) = base.items()
            pieces = [self._powered(key, e) for key, e in sorted(product)] + ([str(c)] if c != 1 else [])
            for piece in pieces:
                result = self.mul(result, self._atom(["pow", piece, shown], POSITIVE))
            return result
        return self.mul(result, self._atom(["pow", self.formula(base), shown], self.sign(base)))

    def _of_positive(self, base: Sum) -> bool:
        """Whether a sum is one product of positive bases: that of two negative numbers is positive, but powers and logarithms of its bases are not those of numbers."""
        ((product, c), *more) = base.items() if base else (((ONE, Fraction(0))),)
        return not more and bool(product) and c > 0 and all(self.sign({frozenset({(key, Fraction(1))}): Fraction(1)}) == POSITIVE for key, _ in product)

    def _count(self, product: Product, c: Fraction) -> bool:
        """Whether a product is a whole number of at least 0."""
        return c > 0 and c.denominator == 1 and all(
            head(self.formulas[key]) == "var" and names(self.formulas[key])[0] in self.whole and self.signs[key] and e > 0 and e.denominator == 1 for key, e in product)

    def power(self, base: Sum, q: Fraction) -> Sum:
        """A power with a fraction as exponent."""
        if q.denominator == 1 and 0 <= q <= HIGHEST:
            result: Sum = {ONE: Fraction(1)}
            for _ in range(int(q)):
                result = self.mul(result, base)
            return result
        sign = self.sign(base)
        if (q < 0 and sign < POSITIVE) or sign < NOT_NEGATIVE:
            raise Refused("a root of what may be negative, or a division by what may be 0")
        if not base:
            return {}
        if len(base) == 1:
            ((product, c),) = base.items()
            if c > 0 and all(self.signs[key] for key, _ in product):
                result = self._root(c, q)
                for key, e in product:
                    result = self.mul(result, self._carried(frozenset({(key, e * q)}), Fraction(1)))
                return result
        scale, rest = self._split(base)
        if scale != {ONE: Fraction(1)}:
            return self.mul(self.power(scale, q), self.power(rest, q))
        made = self._atom(self.formula(base), sign, q)
        self.sums[text_of(self.formula(base))] = base
        return self._carried(next(iter(made)), Fraction(1))

    def _root(self, c: Fraction, q: Fraction) -> Sum:
        if q.denominator == 1 and abs(q) <= 64:
            return {ONE: c ** int(q)}
        result: Sum = {ONE: Fraction(1)}
        for whole, e in ((c.numerator, q), (c.denominator, -q)):
            if whole != 1:
                self._atom(str(whole), POSITIVE)
                self.sums[text_of(str(whole))] = {ONE: Fraction(whole)}
                result = self.mul(result, self._carried(frozenset({(text_of(str(whole)), e)}), Fraction(1)))
        return result

    def _split(self, base: Sum) -> tuple[Sum, Sum]:
        """A sum as a positive product times a sum with whole coefficients without a common divisor."""
        shared: dict[str, Fraction] = {}
        for key in {key for product in base for key, _ in product}:
            least = min(dict(product).get(key, Fraction(0)) for product in base)
            if least and self.signs[key] == POSITIVE:
                shared[key] = least
        above, below = 0, 1
        for c in base.values():
            above, below = gcd(above, abs(c.numerator)), below * c.denominator // gcd(below, c.denominator)
        q = Fraction(above, below)
        inverse = {frozenset((key, -e) for key, e in shared.items()): 1 / q}
        return {frozenset(shared.items()): q}, self.mul(base, inverse)

    def _exp(self, power: Sum) -> Sum:
        fixed = power.pop(ONE, Fraction(0))
        result = self._atom(["exp", "1"], POSITIVE, fixed) if fixed else {ONE: Fraction(1)}
        return self.mul(result, self._atom(["exp", self.formula(power)], POSITIVE)) if power else result

    def _log(self, inside: Sum) -> Sum:
        if self.sign(inside) < POSITIVE:
            raise Refused("a logarithm of what may not be positive")
        one = {ONE: Fraction(1)}
        scale, rest = self._split(inside) if len(inside) > 1 else (inside, one) if inside.keys() == {ONE} or self._of_positive(inside) else (one, inside)
        ((product, c),) = scale.items()
        result = self._logarithm(str(c)) if c != 1 else {}
        for key, e in sorted(product):
            f = self.formulas[key]
            result = self.add(result, self.read(f[1]) if head(f) == "exp" else self._logarithm(f), e)
        return self.add(result, self._logarithm(self.formula(rest))) if rest != one else result

    def _logarithm(self, f: Any) -> Sum:
        return self._atom(["log", f], NOT_NEGATIVE if self.sign(self.sub(self.read(f), {ONE: Fraction(1)})) else OPEN)

    # arithmetic ------------------------------------------------------------------------------------------------------

    def add(self, a: Sum, b: Sum, times: Fraction = Fraction(1)) -> Sum:
        total = dict(a)
        for product, c in b.items():
            total[product] = total.get(product, Fraction(0)) + times * c
        return {product: c for product, c in total.items() if c}

    def sub(self, a: Sum, b: Sum) -> Sum:
        return self.add(a, b, Fraction(-1))

    def mul(self, a: Sum, b: Sum) -> Sum:
        total: Sum = {}
        for one, c in a.items():
            for other, d in b.items():
                exponents = dict(one)
                for key, e in other:
                    exponents[key] = exponents.get(key, Fraction(0)) + e
                total = self.add(total, self._carried(frozenset((key, e) for key, e in exponents.items() if e), c * d))
            if len(total) > LARGEST:
                raise Refused("a sum of too many products")
        return total

    def inverse(self, a: Sum) -> Sum:
        """One divided by a positive product of powers."""
        if len(a) != 1:
            raise Refused("a product of powers is needed")
        ((product, c),) = a.items()
        if c <= 0 or any(self.signs[key] < POSITIVE for key, _ in product):
            raise Refused("a product of positive powers is needed")
        return {frozenset((key, -e) for key, e in product): 1 / c}

    def _carried(self, product: Product, c: Fraction) -> Sum:
        """A product in which sums have exponents below 1, and numbers exponents from 0 to 1."""
        for key, e in product:
            inner = self.sums.get(key)
            if inner is None or not (e >= 1 or (e < 0 and inner.keys() == {ONE})):
                continue
            whole = e.numerator // e.denominator
            rest = frozenset((other, x) for other, x in product if other != key) | (frozenset({(key, e - whole)}) if e != whole else frozenset())
            return self.mul({rest: c}, self.power(inner, Fraction(whole)) if whole > 0 else {ONE: inner[ONE] ** whole})
        return {product: c}

    # signs -----------------------------------------------------------------------------------------------------------

    def sign(self, a: Sum) -> int:
        """2 where a sum is positive by the ranges of the names and by the facts, 1 where it is not negative, else 0."""
        found = self._by_ranges(a)
        if found or self.level >= DEEPEST:
            return found
        self.level += 1
        try:
            return self._by_bounds(self._without_divisors(a))
        finally:
            self.level -= 1

    def _without_divisors(self, a: Sum) -> Sum:
        """The same sum times powers of the positive sums by which it is divided."""
        for key in sorted({key for product in a for key, e in product if e < 0 and key in self.sums and self.signs[key] == POSITIVE}):
            least = min(dict(product).get(key, Fraction(0)) for product in a)
            if least < 0:
                a = self.mul(a, {frozenset({(key, -least)}): Fraction(1)})
        return a

    def _by_bounds(self, a: Sum) -> int:
        """``A + B x`` with B >= 0 is at least what it is at any number that x is at least; with B <= 0, at any number that x is at most."""
        best = self._by_ranges(a)
        for key in sorted({key for product in a for key, _ in product}):
            if any(k == key and not (e >= 1 and e.denominator == 1) for product in a for k, e in product):
                continue
            least, most = self._bounds_of(key)
            without = {product: c for product, c in a.items() if key not in dict(product)}
            times: Sum = {}
            for product, c in a.items():
                e = dict(product).get(key)
                if e is not None:
                    times[frozenset({(k, x) for k, x in product if k != key} | ({(key, e - 1)} if e != 1 else set()))] = c
            kind = head(self.formulas[key])
            for bounds, slope, every in ((least, times, kind == "min"), (most, self.sub({}, times), kind == "max")):
                moves = self.sign(slope) if bounds else OPEN
                if not moves:
                    continue
                signs = []
                for bound, never in bounds:
                    there = self.sign(self.add(without, self.mul(times, bound)))
                    signs.append(POSITIVE if there and never and moves == POSITIVE else there)
                best = max(best, min(signs) if every else max(signs))
        return best

    def _bounds_of(self, key: str) -> tuple[list[tuple[Sum, bool]], list[tuple[Sum, bool]]]:
        """What a base is at least and at most, and whether it is never that. Of a maximum or minimum both lists are its members: it is one of them, at least (at most) each."""
        if key in self.bounds:
            return self.bounds[key]
        self.bounds[key] = [], []
        f, level, self.level = self.formulas[key], self.level, 1
        least: list[tuple[Sum, bool]] = []
        most: list[tuple[Sum, bool]] = []
        try:
            if head(f) in ("max", "min"):
                least = [(self.read(part), False) for part in f[1:]]
                most = list(least)
            elif head(f) == "var":
                for upper, end, never in self.formula_ends.get(names(f)[0], []):
                    (most if upper else least).append((self.read(end), never))
                for fact in self.facts:
                    self._said(fact, key, least, most)
        except Refused:
            least, most = ([], []) if head(f) != "var" else (least, most)
        finally:
            self.level = level
        self.bounds[key] = least, most
        return least, most

    def _said(self, fact: Any, key: str, least: list[tuple[Sum, bool]], most: list[tuple[Sum, bool]]) -> None:
        """A comparison that says ``F x + R >= 0`` with F positive, or negative, bounds x by -R/F."""
        relation = word(fact[2])
        if relation not in ("<=", "<", ">=", ">"):
            return
        small, large = (fact[1], fact[3]) if relation in ("<=", "<") else (fact[3], fact[1])
        try:
            gap = self._without_divisors(self.sub(self.read(large), self.read(small)))
        except Refused:
            return
        solved = self.straight(gap, key)
        if solved is not None:
            (least if solved[0] > 0 else most).append((solved[1], relation in ("<", ">")))

    def straight(self, a: Sum, key: str) -> tuple[int, Sum] | None:
        """For ``F x + R`` with F of one sign, x the base: the sign of F, and -R/F; None for another sum."""
        factor: Sum = {}
        rest: Sum = {}
        for product, c in a.items():
            e = dict(product).get(key)
            if e not in (None, 1):
                return None
            if e is None:
                rest[product] = c
            else:
                factor[product - {(key, e)}] = c
        for sign in (1, -1):
            positive = {product: sign * c for product, c in factor.items()}
            if self.sign(positive) == POSITIVE:
                return sign, self.mul({product: -sign * c for product, c in rest.items()}, self.power(positive, Fraction(-1)))
        return None

    def _by_ranges(self, a: Sum) -> int:
        """The same, by the ranges alone."""
        total, never = Fraction(0), False
        for product, c in a.items():
            bound = self._bound(product, c)
            if bound is None:
                return OPEN
            total, never = total + bound[0], never or bound[1]
        return POSITIVE if total > 0 or (never and total == 0) else NOT_NEGATIVE if total == 0 else OPEN

    def sign_by_groups(self, a: Sum, slacks: set[str]) -> int:
        """The same, each coefficient of a product of slacks by itself, or each of its products by itself."""
        keys = {text_of(["var", ["word", name]]) for name in slacks}
        groups: dict[Product, Sum] = {ONE: {}}
        for product, c in a.items():
            times = frozenset((key, e) for key, e in product if key in keys)
            groups.setdefault(times, {})[product - times] = c
        found = POSITIVE if self.sign(groups[ONE]) == POSITIVE else NOT_NEGATIVE
        for coefficient in groups.values():
            if not self.sign(coefficient) and not all(self.sign({product: c}) for product, c in coefficient.items()):
                return OPEN
        return found

    def _bound(self, product: Product, c: Fraction) -> tuple[Fraction, bool] | None:
        """A number that a product is at least, and whether it is always more."""
        if c > 0:
            bound, never = c, False
            for key, e in product:
                sign = self.signs[key]
                if not sign and not (e > 0 and e.denominator == 1 and e.numerator % 2 == 0):
                    return None
                low = self._range(key)[0]
                if not sign or e < 0 or e.denominator != 1 or low is None or low[0] == 0:
                    bound = Fraction(0)
                else:
                    bound, never = bound * low[0] ** int(e), never or low[1]
            return (bound, never) if bound else (bound, all(self.signs[key] == POSITIVE for key, _ in product))
        bound, never = c, False
        for key, e in product:
            end = self._range(key)[1 if e > 0 else 0]
            if not self.signs[key] or end is None or (e < 0 and end[0] == 0) or (e.denominator != 1 and end[0] != 1):
                return None
            bound, never = bound * (end[0] ** int(e) if e.denominator == 1 else 1), never or end[1]
        return bound, never and bound != 0

    def _range(self, key: str) -> tuple[tuple[Fraction, bool] | None, tuple[Fraction, bool] | None]:
        f = self.formulas[key]
        if head(f) == "var":
            return self.low.get(names(f)[0]), self.high.get(names(f)[0])
        if head(f) == "pow" and self.signs[key]:
            base, power = self.read(f[1]), self.sign(self.read(f[2]))
            below = self.sign(self.sub({ONE: Fraction(1)}, base))
            if below and power and self.sign(base):
                return None, (Fraction(1), below == POSITIVE and power == POSITIVE)
        return None, None

    # formulas --------------------------------------------------------------------------------------------------------

    def formula(self, a: Sum) -> Any:
        """A sum of products as a formula, the same for equal sums."""
        terms = []
        for product, c in sorted(a.items(), key=lambda entry: sorted(entry[0])):
            factors = [self._powered(key, e) for key, e in sorted(product)]
            if c != 1 or not factors:
                factors.insert(0, str(c))
            terms.append(factors[0] if len(factors) == 1 else ["mul", *factors])
        return "0" if not terms else terms[0] if len(terms) == 1 else ["add", *terms]

    def _powered(self, key: str, e: Fraction) -> Any:
        return self.formulas[key] if e == 1 else ["pow", self.formulas[key], str(e)]
