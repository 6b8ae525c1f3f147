"""Formulas as rational functions of the functions in them, and signs of such polynomials on intervals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker import products, signs
from verify.evidence.checker.formula import argument, canonical, head, rational, text_of
from verify.evidence.checker.numbers import Budget, Exhausted, NoValue, Undecided
from verify.evidence.checker.products import Side

ZERO, ONE = Fraction(0), Fraction(1)
Poly = dict[tuple[tuple[str, int], ...], Fraction]
MOST_TERMS, HIGHEST, PIECES, STEPS = 2000, 8, 400, 30_000


def _plus(a: Poly, b: Poly, factor: Fraction = ONE) -> Poly:
    found = dict(a)
    for term, c in b.items():
        found[term] = found.get(term, ZERO) + factor * c
    return {term: c for term, c in found.items() if c}


def _times(a: Poly, b: Poly) -> Poly:
    found: Poly = {}
    for s, c in a.items():
        for t, d in b.items():
            powers = dict(s)
            for atom, k in t:
                powers[atom] = powers.get(atom, 0) + k
            term = tuple(sorted(powers.items()))
            found[term] = found.get(term, ZERO) + c * d
    if len(found) > MOST_TERMS:
        raise Undecided("a rational function with too many terms")
    return {term: c for term, c in found.items() if c}


@dataclass(frozen=True)
class Ratio:
    """A quotient of polynomials in functions that are told apart by their formulas alone; every divisor that occurs is a factor of the lower one."""

    upper: Poly
    lower: Poly

    def __add__(self, other: Ratio) -> Ratio:
        if self.lower == other.lower:
            return Ratio(_plus(self.upper, other.upper), self.lower)
        return Ratio(_plus(_times(self.upper, other.lower), _times(other.upper, self.lower)), _times(self.lower, other.lower))

    def __sub__(self, other: Ratio) -> Ratio:
        return self + other * Ratio({(): -ONE}, {(): ONE})

    def __mul__(self, other: Ratio) -> Ratio:
        return Ratio(_times(self.upper, other.upper), _times(self.lower, other.lower))

    def __truediv__(self, other: Ratio) -> Ratio:
        if not other.upper:
            raise Undecided("a quotient by 0")
        return Ratio(_times(self.upper, other.lower), _times(self.lower, other.upper))

    def put(self, values: dict[str, Fraction]) -> Ratio:
        """Numbers in the places of some functions, as if these were variables."""
        found = Ratio(_filled(self.upper, values), _filled(self.lower, values))
        if not found.lower:
            raise Undecided("a divisor that is 0")
        return found


def _filled(p: Poly, values: dict[str, Fraction]) -> Poly:
    found: Poly = {}
    for term, c in p.items():
        for atom, k in term:
            c *= values[atom] ** k if atom in values else ONE
        rest = tuple((atom, k) for atom, k in term if atom not in values)
        found[rest] = found.get(rest, ZERO) + c
    return {term: c for term, c in found.items() if c}


class Reader:
    """Formulas as rational functions; ``atoms`` holds the formulas of the functions met."""

    def __init__(self) -> None:
        self.atoms: dict[str, Any] = {}

    def ratio(self, f: Any) -> Ratio:
        kind = head(f)
        if kind == "num":
            if f in ("oo", "-oo"):
                raise Undecided("an infinite number in a formula")
            value = rational(f)
            return Ratio({(): value} if value else {}, {(): ONE})
        if kind in ("add", "mul"):
            parts = [self.ratio(part) for part in f[1:]]
            total = parts[0]
            for part in parts[1:]:
                total = total + part if kind == "add" else total * part
            return total
        if kind == "pow" and isinstance(argument(f, 1), str) and f[2] not in ("oo", "-oo"):
            power = rational(f[2])
            if power.denominator == 1 and 0 < abs(power) <= HIGHEST:
                base = one = self.ratio(f[1])
                for _ in range(abs(int(power)) - 1):
                    base = base * one
                return base if power > 0 else Ratio({(): ONE}, {(): ONE}) / base
        key = text_of(canonical(f))
        self.atoms[key] = f
        return Ratio({((key, 1),): ONE}, {(): ONE})

    def formula(self, p: Poly) -> Any:
        """A polynomial as a formula."""
        return ["add", "0", *(["mul", str(c), *(["pow", self.atoms[atom], str(k)] for atom, k in term)] for term, c in p.items())]


def equal(first: Any, second: Any) -> bool:
    """Whether two formulas are one rational function of the functions in them: they are equal wherever both have a value."""
    reader = Reader()
    return not (reader.ratio(first) - reader.ratio(second)).upper


class Signs:
    """Signs of polynomials in functions, and of their slopes, on intervals and products of them."""

    def __init__(self, reader: Reader, box: products.Box, budget: Budget) -> None:
        self.reader, self.box, self.budget = reader, box, budget
        self.algebra = signs.Algebra({name: side.inside.number for name, side in box.items()}, Budget(20 * STEPS))
        self.names = {name: products.atom(("var", name)) for name in box}

    def read(self, f: Any) -> products.Sum:
        return self.algebra.read(f, self.names)

    def slope(self, r: Ratio, name: str) -> products.Sum:
        """The slope of a quotient times the square of its divisor."""
        upper, lower = (self.read(self.reader.formula(p)) for p in (r.upper, r.lower))
        first, second = (self.algebra.derivative(p, name) for p in (upper, lower))
        return products.plus(self.algebra.times(first, lower), products.scaled(-ONE, self.algebra.times(upper, second)))

    def holds(self, s: products.Sum, strict: bool = False) -> bool:
        """Whether a sum is at least 0, or above 0, on the whole box."""
        self.budget.spend(STEPS // 10)
        try:
            return signs.plainly_above(s, self.box, strict, Budget(STEPS), self.algebra) or signs.above(s, self.box, strict, Budget(STEPS))
        except (NoValue, Undecided, Exhausted, RecursionError):
            return False

    def along(self, s: products.Sum, name: str, low: Fraction, high: Fraction | None) -> bool:
        """Whether a sum of the only name is at least 0 on an open interval: pieces, and one term at a time far out."""
        pieces: list[tuple[Fraction, Fraction | None]] = [(low, high)]
        for _ in range(PIECES):
            if not pieces:
                return True
            a, b = pieces.pop()
            self.budget.spend(50)
            if b is None:
                if a > 0 and self.far_out(s, name, a):
                    continue
                middle = max(2 * a, ONE)
                if middle > 2**12:
                    return False
                pieces += [(middle, None), (a, middle)]
                continue
            try:
                if signs.plainly_above(s, {name: Side(a, b, True, True)}, False, Budget(STEPS), self.algebra):
                    continue
            except (NoValue, Undecided, Exhausted):
                pass
            pieces += [((a + b) / 2, b), (a, (a + b) / 2)]
        return not pieces

    def far_out(self, s: products.Sum, name: str, low: Fraction) -> bool:
        """Whether a sum is at least 0 on [low, oo), after division by a power and an exponential, by bounds of each term ``c s^k exp(q(s))``, which moves one way where ``k/s + q'(s)`` has one sign."""
        variable = ("var", name)
        fronts = {tuple((a, k) for a, k in product if a == variable or a[0] == "exp") for product, _ in s}
        for front in sorted(fronts, key=repr):
            try:
                inverse = tuple((("exp", products.scaled(-ONE, a[1])), k) if a[0] == "exp" else (a, -k) for a, k in front)
                divided = products.plus(*(self.algebra.product(product, inverse, c) for product, c in s))
                least = n.add(ZERO, *(self._least(product, c, name, low) for product, c in divided))
                if n.relations(least, ZERO) <= {">", "="}:
                    return True
            except (NoValue, Undecided):
                continue
        return False

    def _least(self, product: products.Product, c: Fraction, name: str, low: Fraction) -> n.Number:
        at: products.Env = {name: low}
        variable = ("var", name)
        whole: products.Env = {name: Side(low, None, False, True).ball}
        first = signs.value_of(((product, c),), at)
        trend: list[n.Number] = []
        for a, k in product:
            if name not in signs.coordinates(((((a, ONE),), ONE),)):
                continue
            if a == variable:
                trend.append(n.mul(k, n.power(whole[name], -ONE)))
            elif a[0] == "exp":
                trend.append(n.mul(k, signs.value_of(self.algebra.derivative(a[1], name), whole)))
            else:
                raise Undecided("a term without a plain trend")
        if not trend:
            return first
        way, sign = n.relations(n.add(*trend), ZERO), n.relations(first, ZERO)
        if sign <= {">", "="}:  # towards 0 from above, or away from it
            return first if way <= {">", "="} else ZERO
        if sign <= {"<", "="} and way <= {"<", "="}:
            return first
        raise Undecided("a term that falls without end")
