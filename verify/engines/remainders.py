"""Inequalities between numbers by what is left of the difference of their sides: a polynomial in formulas, without products of numbers that are not negative.

Formulas are polynomials with rational exponents in *bases*: names, and formulas that are no sums or products (logarithms, powers with a name in the exponent, roots of sums). ``x^(n + 2)`` is
``x^n x^2``, ``log(a b)`` is ``log a + log b``, denominators are multiplied out. Signs are read off the ranges of names. :mod:`verify.evidence.checker.remainders` does the same with code of its own.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from verify.claims.nodes import Node, child, literal, number
from verify.claims.sets import stated

Monomial = tuple[tuple[str, Fraction], ...]
"""Bases with their exponents, sorted."""
Polynomial = dict[Monomial, Fraction]
End = tuple[Fraction | None, bool]
"""A bound that is a number, None for an infinite one, and whether it is left out."""
Limit = tuple["Polynomial", bool]
"""A bound that is a formula, and whether it is left out."""
HIGHEST, MOST, DEEPEST = 8, 600, 3
POSITIVE, NOT_NEGATIVE, UNKNOWN = 2, 1, 0
ONE, ZERO = Fraction(1), Fraction(0)


class Unreadable(Exception):
    """A formula that is not seen to be a finite number; the message says why."""


@dataclass(frozen=True)
class Base:
    """What stands under an exponent: a formula with its sign and, where it is a sum, that sum."""

    node: Node
    sign: int
    whole: Polynomial | None = None


class Reader:
    """Reads formulas as polynomials; ``over``: the names with their sets; ``facts``: comparisons of them that hold."""

    def __init__(self, over: Iterable[tuple[Node, Node]], facts: Iterable[Node] = ()) -> None:
        self.ranges: dict[str, tuple[End, End]] = {}
        self.ends: dict[str, list[tuple[int, Node, bool]]] = {}
        self.facts = tuple(facts)
        self.limits: dict[str, tuple[list[Limit], list[Limit]]] = {}
        self.depth = 0
        self.whole: set[str] = set()
        self.bases: dict[str, Base] = {}
        for name, where in over:
            where = stated(where)
            self.ranges[str(name.args[0])] = _ends(where)
            if where.head == "integers":
                self.whole.add(str(name.args[0]))
            for k in (0, 1):
                if where.head == "interval" and where.args[2 + k] == "closed" and child(where, k).head != "num":
                    self.read(child(where, k))  # an infinite end would be a member
                if where.head in ("interval", "integers") and child(where, k).head != "num":
                    self.ends.setdefault(str(name.args[0]), []).append((k, child(where, k), where.head == "interval" and where.args[2 + k] == "open"))

    def read(self, f: Node) -> Polynomial:
        """A formula as a polynomial. Raises Unreadable where it is not seen to be a finite number."""
        q = literal(f)
        if q is not None:
            return {(): q} if q else {}
        if f.head == "var":
            return {((self._name(f), ONE),): ONE}
        if f.head == "pi":
            return self._base(f, POSITIVE)
        if f.head == "add":
            total: Polynomial = {}
            for k in range(len(f.args)):
                total = plus(total, self.read(child(f, k)))
            return total
        if f.head == "mul":
            product: Polynomial = {(): ONE}
            for k in range(len(f.args)):
                product = self.times(product, self.read(child(f, k)))
            return product
        if f.head == "pow":
            inner, outer = child(f, 0), literal(child(f, 1))
            twice = literal(child(inner, 1)) if inner.head == "pow" and outer is not None else None
            if twice is not None and outer is not None and self.sign(base := self.read(child(inner, 0))) == POSITIVE:
                return self._to(base, twice * outer)
            return self._power(self.read(child(f, 0)), child(f, 1))
        if f.head == "exp":
            return self._exponential(self.read(child(f, 0)))
        if f.head == "log":
            return self._logarithm(self.read(child(f, 0)))
        if f.head == "abs":
            inside = self.read(child(f, 0))
            return inside if self.sign(inside) else self._base(Node("abs", self.node(inside)), NOT_NEGATIVE)
        if f.head in ("max", "min") and len(f.args) > 1:
            parts = [self.read(child(f, k)) for k in range(len(f.args))]
            return self._base(Node(f.head, *(self.node(p) for p in parts)), (max if f.head == "max" else min)(map(self.sign, parts)))
        raise Unreadable(f"{f.head} is not read as a polynomial")

    def _name(self, f: Node) -> str:
        name = str(f.args[0])
        if name not in self.ranges:
            raise Unreadable(f"{name} is not a number")
        if name not in self.bases:
            low, left_out = self.ranges[name][0]
            self.bases[name] = Base(f, UNKNOWN if low is None or low < 0 else POSITIVE if low > 0 or left_out else NOT_NEGATIVE)
            formulas = [(end, strict) for k, end, strict in self.ends.get(name, ()) if not k]
            if low is None and formulas:
                self.bases[name] = Base(f, self._above(*formulas[0]))
        return name

    def _above(self, end: Node, strict: bool) -> int:
        """The sign of what is at least, or more than, a formula."""
        try:
            found = self._seen(self.read(end))
        except Unreadable:
            return UNKNOWN
        return POSITIVE if found and strict else found

    def _base(self, node: Node, sign: int, whole: Polynomial | None = None, exponent: Fraction = ONE) -> Polynomial:
        key = repr(node)
        self.bases.setdefault(key, Base(node, sign, whole))
        return {((key, exponent),): ONE}

    def _power(self, p: Polynomial, exponent: Node) -> Polynomial:
        q = literal(exponent)
        if q is not None:
            return self._to(p, q)
        rest = self.read(exponent)
        fixed = rest.pop((), ZERO)
        if not rest:
            return self._to(p, fixed)
        if self.sign(p) != POSITIVE:
            least = self._fewest(rest) if fixed.denominator == 1 and self._counts(rest) else None
            if least is None or fixed + least < 0:
                raise Unreadable("a power of what may be negative, or 0")
            rest, fixed = plus(rest, {(): -least}), fixed + least
        if len(p) == 1 and self.sign(p) == POSITIVE and () not in p:
            ((monomial, c),) = p.items()
            parts = [self._raised(Node("num", str(c)), rest)] if c != 1 else []
            parts += [self._raised(self._powered(base, e), rest) for base, e in monomial]
        else:
            parts = [self._raised(self.node(p), rest, self.sign(p))]
        total = self._to(p, fixed)
        for part in parts:
            total = self.times(total, part)
        return total

    def _raised(self, base: Node, rest: Polynomial, sign: int = POSITIVE) -> Polynomial:
        return self._base(Node("pow", base, self.node(rest)), sign)

    def _counts(self, p: Polynomial) -> bool:
        """Whether it is a whole number that is not negative."""
        return all(c > 0 and c.denominator == 1 and all(base in self.whole and self.bases[base].sign and e > 0 and e.denominator == 1 for base, e in m) for m, c in p.items())

    def _fewest(self, p: Polynomial) -> Fraction:
        """The least value of a whole number with factors that are whole and not negative."""
        return sum((c * math.prod(((self.ranges[base][0][0] or ZERO) ** int(e) for base, e in m), start=ONE) for m, c in p.items()), ZERO)

    def _to(self, p: Polynomial, q: Fraction) -> Polynomial:
        """A power with a fraction as exponent."""
        if q.denominator == 1 and 0 <= q <= HIGHEST:
            total: Polynomial = {(): ONE}
            for _ in range(int(q)):
                total = self.times(total, p)
            return total
        if q > 0 and q.denominator != 1 and not self.sign(p):
            raise Unreadable("a root of what may be negative")
        if q < 0 and self.sign(p) != POSITIVE:
            raise Unreadable("a division by what may be 0")
        if not p:
            return {}
        if len(p) == 1:
            ((monomial, c),) = p.items()
            if all(self.bases[base].sign for base, _ in monomial) and c > 0:
                total = self._number(c, q)
                for base, e in monomial:
                    total = self.times(total, self._whole({((base, e * q),): ONE}))
                return total
        content, primitive = self._primitive(p)
        if content != {(): ONE}:
            return self.times(self._to(content, q), self._to(primitive, q))
        return self._whole(self._base(self.node(p), self.sign(p), p, q))

    def _primitive(self, p: Polynomial) -> tuple[Polynomial, Polynomial]:
        """A sum as a positive monomial times a sum with whole coefficients without common factor and no base to a negative or common power."""
        common: dict[str, Fraction] = {}
        for base in {base for m in p for base, _ in m}:
            least = min(dict(m).get(base, ZERO) for m in p)
            if least and self.bases[base].sign == POSITIVE:
                common[base] = least
        numerators = [abs(c.numerator) for c in p.values()]
        q = Fraction(math.gcd(*numerators), math.lcm(*(c.denominator for c in p.values())))
        monomial = tuple(sorted(common.items()))
        inverse: Polynomial = {tuple((base, -e) for base, e in monomial): 1 / q}
        return {monomial: q}, self.times(p, inverse)

    def _number(self, c: Fraction, q: Fraction) -> Polynomial:
        """A positive fraction to a power: whole parts of exponents are carried out."""
        if q.denominator == 1 and abs(q) <= 64:
            return {(): c ** int(q)}
        total: Polynomial = {(): ONE}
        for part, sign in ((c.numerator, 1), (c.denominator, -1)):
            if part != 1:
                total = self.times(total, self._whole(self._base(number(part), POSITIVE, {(): Fraction(part)}, sign * q)))
        return total

    def _exponential(self, p: Polynomial) -> Polynomial:
        fixed = p.pop((), ZERO)
        total: Polynomial = {(): ONE}
        if fixed:
            total = self._base(Node("exp", number(1)), POSITIVE, None, fixed)
        return self.times(total, self._base(Node("exp", self.node(p)), POSITIVE)) if p else total

    def _logarithm(self, p: Polynomial) -> Polynomial:
        if self.sign(p) != POSITIVE:
            raise Unreadable("a logarithm of what may not be positive")
        one: Polynomial = {(): ONE}
        content, primitive = self._primitive(p) if len(p) > 1 else (p, one)
        ((monomial, c),) = content.items()
        total: Polynomial = {}
        for inside, times in ((c, ONE), *((base, e) for base, e in monomial)):
            if inside == ONE:
                continue
            base = self.bases[inside] if isinstance(inside, str) else Base(Node("num", str(inside)), POSITIVE)
            total = plus(total, self._log(base.node), times)
        return plus(total, self._log(self.node(primitive), primitive)) if primitive != {(): ONE} else total

    def _log(self, node: Node, p: Polynomial | None = None) -> Polynomial:
        if node.head == "exp":
            return self.read(child(node, 0))
        inside = self.read(node) if p is None else p
        return self._base(Node("log", node), NOT_NEGATIVE if self.sign(plus(inside, {(): -ONE})) else UNKNOWN)

    def times(self, a: Polynomial, b: Polynomial) -> Polynomial:
        """The product."""
        total: Polynomial = {}
        for m, c in a.items():
            for other, d in b.items():
                exponents = dict(m)
                for base, e in other:
                    exponents[base] = exponents.get(base, ZERO) + e
                total = plus(total, self._whole({tuple(sorted((base, e) for base, e in exponents.items() if e)): c * d}))
        if len(total) > MOST:
            raise Unreadable("too many products")
        return total

    def _whole(self, p: Polynomial) -> Polynomial:
        """Sums and numbers to a power of at least 1 are multiplied out."""
        ((m, c),) = p.items()
        for base, e in m:
            inner = self.bases[base].whole
            if inner is not None and (e >= 1 or (e < 0 and inner.keys() == {()})):
                whole = e.numerator // e.denominator
                rest = tuple((b, x if b != base else e - whole) for b, x in m if b != base or e != whole)
                constant: Polynomial = {(): inner.get((), ONE) ** whole}
                power = self._to(inner, Fraction(whole)) if whole > 0 else constant
                return self.times({rest: c}, power)
        return p

    # signs -----------------------------------------------------------------------------------------------------------

    def sign(self, p: Polynomial) -> int:
        """Whether a polynomial is seen to be positive, or not negative, wherever the names are."""
        found = self._seen(p)
        if found or self.depth >= DEEPEST:
            return found
        self.depth += 1
        try:
            return self._at_limits(self._cleared(p))
        finally:
            self.depth -= 1

    def _cleared(self, p: Polynomial) -> Polynomial:
        """A polynomial times powers of positive sums, so that none is divided by."""
        least: dict[str, Fraction] = {}
        for m in p:
            for base, e in m:
                if e < 0 and self.bases[base].sign == POSITIVE and self.bases[base].whole is not None:
                    least[base] = min(least.get(base, ZERO), e)
        return self.times(p, {tuple(sorted((base, -e) for base, e in least.items())): ONE}) if least else p

    def _at_limits(self, p: Polynomial) -> int:
        """The same, with a base replaced by a bound of it: ``A + B x`` with B of one sign is at least what it is at a bound of x."""
        best = self._seen(p)
        for key in sorted({base for m in p for base, _ in m}):
            lows, highs = self._limits(key)
            if (not lows and not highs) or any(base == key and (e < 1 or e.denominator != 1) for m in p for base, e in m):
                continue
            rest = {m: c for m, c in p.items() if key not in dict(m)}
            factor = {tuple((base, e - (base == key)) for base, e in m if base != key or e != 1): c for m, c in p.items() if key in dict(m)}
            for limits, of, all_needed in ((lows, factor, self.bases[key].node.head == "min"), (highs, plus({}, factor, -ONE), self.bases[key].node.head == "max")):
                sign = self.sign(of) if limits else UNKNOWN
                if sign:
                    found = [POSITIVE if (r := self.sign(plus(rest, self.times(factor, limit)))) and strict and sign == POSITIVE else r for limit, strict in limits]
                    best = max(best, min(found) if all_needed else max(found))
            if best == POSITIVE:
                break
        return best

    def _limits(self, key: str) -> tuple[list[Limit], list[Limit]]:
        """Formulas that a base is at least, and at most: the ends of a range, what facts say, the members of a maximum or minimum. A base is at most the largest of those of a maximum, at least the least of those of a minimum."""
        if key not in self.limits:
            self.limits[key] = [], []
            node, depth, self.depth = self.bases[key].node, self.depth, 1
            with contextlib.suppress(Unreadable):
                self.limits[key] = self._limits_of(node)
            self.depth = depth
        return self.limits[key]

    def _limits_of(self, node: Node) -> tuple[list[Limit], list[Limit]]:
        found: tuple[list[Limit], list[Limit]] = [], []
        if node.head in ("max", "min"):
            parts = [(self.read(child(node, k)), False) for k in range(len(node.args))]
            return parts, list(parts)
        if node.head == "var":
            for k, end, strict in self.ends.get(str(node.args[0]), ()):
                found[k].append((self.read(end), strict))
            for fact in self.facts:
                self._fact(fact, str(node.args[0]), found)
        return found

    def _fact(self, fact: Node, name: str, found: tuple[list[Limit], list[Limit]]) -> None:
        """What a comparison says of a name that it is straight in."""
        relation = str(fact.args[1])
        if relation not in ("<=", "<", ">=", ">"):
            return
        small, large = (child(fact, 0), child(fact, 2)) if relation in ("<=", "<") else (child(fact, 2), child(fact, 0))
        try:
            gap = plus(self.read(large), self.read(small), -ONE)
        except Unreadable:
            return
        gap = self._cleared(gap)
        factor = {tuple((base, e) for base, e in m if base != name): c for m, c in gap.items() if dict(m).get(name) == 1}
        rest = {m: c for m, c in gap.items() if name not in dict(m)}
        if len(factor) + len(rest) != len(gap) or not factor:
            return
        for k, times in ((0, factor), (1, plus({}, factor, -ONE))):
            if self._seen(times) == POSITIVE:  # name >= -rest/factor, or name <= rest/-factor
                found[k].append((self.times(plus({}, rest, -ONE if not k else ONE), self._to(times, -ONE)), relation in ("<", ">")))

    def _seen(self, p: Polynomial) -> int:
        """The same by the ranges of the bases alone."""
        total, strict = ZERO, False
        for m, c in p.items():
            low = self._least(m, c)
            if low is None:
                return UNKNOWN
            total, strict = total + low[0], strict or low[1]
        return POSITIVE if total > 0 or (total == 0 and strict) else NOT_NEGATIVE if total == 0 else UNKNOWN

    def _least(self, m: Monomial, c: Fraction) -> tuple[Fraction, bool] | None:
        """A lower bound of a product, and whether it is never met."""
        bound, strict = c, False
        for base, e in m:
            known = self.bases[base]
            even = e > 0 and e.numerator % 2 == 0 and e.denominator == 1
            if not known.sign and not even:
                return None
            low, high = self._extent(base, known) if known.sign else ((ZERO, False), (None, True))
            end, left_out = low if (c > 0) == (e > 0) else high
            if c < 0 and (end is None or (e < 0 and end == 0)):
                return None
            if c > 0 and (e < 0 or end is None or e.denominator != 1):
                end, left_out, e = ZERO, known.sign == POSITIVE, ONE
            if end is None or (c < 0 and e.denominator != 1 and end != 1):
                return None
            bound, strict = bound * (end ** int(e) if e.denominator == 1 else ONE), strict or left_out
        if bound == 0:
            return ZERO, c > 0 and all(self.bases[base].sign == POSITIVE for base, _ in m)
        return bound, strict

    def _extent(self, base: str, known: Base) -> tuple[End, End]:
        found = self.ranges.get(base, ((ZERO, known.sign == POSITIVE), (None, True)))
        if known.node.head == "pow" and base not in self.ranges:
            inner, exponent = self.read(child(known.node, 0)), self.read(child(known.node, 1))
            below = self.sign(plus({(): ONE}, inner, -ONE))
            if known.sign and below and self.sign(exponent):
                return found[0], (ONE, below == POSITIVE and self.sign(exponent) == POSITIVE)
        return found

    # formulas --------------------------------------------------------------------------------------------------------

    def node(self, p: Polynomial) -> Node:
        """A polynomial as a formula, in an order of its own."""
        terms = [self._term(m, c) for m, c in sorted(p.items())]
        return number(0) if not terms else terms[0] if len(terms) == 1 else Node("add", *terms)

    def _term(self, m: Monomial, c: Fraction) -> Node:
        factors = [self._powered(base, e) for base, e in m]
        if not factors or c != 1:
            factors = [Node("num", str(c)), *factors]
        return factors[0] if len(factors) == 1 else Node("mul", *factors)

    def _powered(self, base: str, e: Fraction) -> Node:
        node = self.bases[base].node
        return node if e == 1 else Node("pow", node, Node("num", str(e)))


def plus(a: Polynomial, b: Polynomial, times: Fraction = ONE) -> Polynomial:
    """The sum, with a multiple of the second."""
    total = dict(a)
    for key, x in b.items():
        total[key] = total.get(key, ZERO) + times * x
        if not total[key]:
            del total[key]
    return total


def _ends(where: Node) -> tuple[End, End]:
    """The ends of a range that are numbers. Raises Unreadable for a set that may hold something infinite, or no numbers."""
    if where.head == "one_of":
        values = [literal(child(where, k)) for k in range(len(where.args))]
        known = [q for q in values if q is not None]
        if not known or len(known) != len(values):
            raise Unreadable("a list of numbers that are not fractions")
        return (min(known), False), (max(known), False)
    if where.head not in ("interval", "integers"):
        raise Unreadable(f"{where.head} is not a set of real numbers")
    found: list[End] = []
    for k, infinite in ((0, "-oo"), (1, "oo")):
        end = child(where, k)
        left_out = where.head == "interval" and where.args[2 + k] == "open"
        if end.head == "num" and end.args[0] in ("oo", "-oo"):
            if end.args[0] != infinite or (where.head == "interval" and not left_out):
                raise Unreadable("a range that holds an infinite number")
            found.append((None, True))
        else:
            found.append((literal(end), left_out))
    return found[0], found[1]


__all__ = ["NOT_NEGATIVE", "POSITIVE", "Monomial", "Polynomial", "Reader", "Unreadable", "plus"]
