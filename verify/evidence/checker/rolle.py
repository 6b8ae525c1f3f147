"""The sign of an elementary function of one number on an interval, by its derivatives and the signs of polynomials.

A function is a sum ``sum_j P_j M_j``: polynomials P_j over the fractions, and products M_j of ``exp(e)`` with a polynomial e, of fractional powers of polynomials that are positive on the
interval, and of powers of logarithms, inverse functions, sines and cosines. It is not negative where it does not fall (rise) and its limit at the left (right) end is not negative. The
function may be divided by what is positive before it is differentiated: divided by the coefficient of its only logarithm it has a derivative without logarithms (Rolle's theorem,
Khovanskii's elimination). Signs of polynomials are decided exactly by Sturm's theorem.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import arb, fmpq, fmpq_poly

from verify.evidence.checker import numbers as n
from verify.evidence.checker.branches import taken
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import MIRRORED, Malformed, Refused, argument, head, names, rational, stated, word
from verify.evidence.checker.numbers import Budget, Exhausted, Undecided, precision
from verify.evidence.checker.polynomial_signs import NOTHING, Interval, at, coefficients, degree, not_negative, poly, sign
from verify.evidence.checker.truth import TRUE

Atom = tuple[Any, ...]
Key = tuple[tuple[Any, ...], tuple[tuple[Atom, Fraction], ...]]
"""The coefficients of the polynomial in the exponent, and atoms with their powers."""
Sum = dict[Key, fmpq_poly]
X = fmpq_poly([0, 1])
ONE: Key = ((), ())
POWER, PI, LOG, ATAN, ASIN, SIN, COS = "power", "pi", "log", "atan", "asin", "sin", "cos"
DEEPEST, MOST_TERMS, HIGHEST, PIECES, BITS, TAYLOR = 40, 24, 120, 48, 128, 12


class Functions:
    """Sums on one interval, and their signs."""

    def __init__(self, where: Interval, budget: Budget) -> None:
        self.where, self.budget = where, budget
        self.failed: set[tuple[Any, bool]] = set()

    # --- algebra --------------------------------------------------------------------------------------------------

    def plus(self, *sums: Sum) -> Sum:
        found: Sum = {}
        for one in sums:
            for key, p in one.items():
                found[key] = found.get(key, NOTHING) + p
        found = {key: p for key, p in found.items() if p != NOTHING}
        if len(found) > MOST_TERMS or any(p.degree() > HIGHEST for p in found.values()):
            raise Undecided("a function with too many terms")
        return found

    def times(self, a: Sum, b: Sum) -> Sum:
        self.budget.spend(len(a) * len(b))
        return self.plus(*({self.joined(k, m): p * q} for k, p in a.items() for m, q in b.items()))

    @staticmethod
    def joined(a: Key, b: Key) -> Key:
        atoms = dict(a[1])
        for atom, e in b[1]:
            atoms[atom] = atoms.get(atom, Fraction(0)) + e
        return coefficients(poly(a[0]) + poly(b[0])), tuple(sorted(((atom, e) for atom, e in atoms.items() if e), key=repr))

    def positive(self, p: fmpq_poly, e: Fraction) -> Sum:
        """A power of a polynomial that is positive on the interval. Raises Undecided for another."""
        if sign(p, self.where) != 1:
            raise Undecided("a power of what is not positive")
        if e.denominator == 1 and e >= 0 and e * p.degree() <= HIGHEST:
            return {ONE: p ** int(e)}
        return {((), (((POWER, coefficients(p)), e),)): fmpq_poly([1])}

    def power(self, s: Sum, e: Fraction) -> Sum:
        """A fixed power of a sum of one term, or a small whole power of any."""
        if e.denominator == 1 and 0 <= e <= 12 and len(s) > 1:
            found: Sum = {ONE: fmpq_poly([1])}
            for _ in range(int(e)):
                found = self.times(found, s)
            return found
        if len(s) != 1:
            raise Undecided("a power of a sum")
        ((exponent, atoms), p), = s.items()
        if any(atom[0] not in (POWER, PI) for atom, _ in atoms) and not (e.denominator == 1 and e > 0):
            raise Undecided("a power of what may be 0")
        own = sign(p, self.where)
        if own is None or own == 0 or (own < 0 and e.denominator != 1):
            if e.denominator == 1 and e > 0 and e * p.degree() <= HIGHEST:
                base: Sum = {ONE: p ** int(e)}
            else:
                raise Undecided("a power of a polynomial with roots")
        else:
            base = self.positive(p if own > 0 else -p, e)
            if own < 0 and e % 2:
                base = {key: -q for key, q in base.items()}
        rest: Key = (coefficients(poly(exponent) * fmpq(e.numerator, e.denominator)), tuple((atom, x * e) for atom, x in atoms))
        return self.times(base, {rest: fmpq_poly([1])})

    def derivative(self, s: Sum) -> Sum:
        found: list[Sum] = []
        for (exponent, atoms), p in s.items():
            found.append({(exponent, atoms): p.derivative() + p * poly(exponent).derivative()})
            for k, (atom, e) in enumerate(atoms):
                rest = (*atoms[:k], *(((atom, e - 1),) if e != 1 else ()), *atoms[k + 1:])
                front: Sum = {(exponent, rest): p * fmpq(e.numerator, e.denominator)}
                found.append(self.times(front, self.inner(atom)))
        return self.plus(*found)

    def inner(self, atom: Atom) -> Sum:
        """The derivative of an atom."""
        kind = atom[0]
        if kind == PI:
            return {}
        u = poly(atom[1])
        if kind == POWER:
            return {ONE: u.derivative()}
        if kind == LOG:
            return self.times({ONE: u.derivative()}, self.positive(u, Fraction(-1)))
        if kind in (SIN, COS):
            return {((), (((COS if kind == SIN else SIN, atom[1]), Fraction(1)),)): u.derivative() * (1 if kind == SIN else -1)}
        v = poly(atom[2])
        top = u.derivative() * v - u * v.derivative()
        if kind == ATAN:
            return self.times({ONE: top}, self.positive(u * u + v * v, Fraction(-1)))
        below = self.times(self.positive(v * v - u * u, Fraction(-1, 2)), self.positive(v, Fraction(-1)))  # of arcsin(u/v) with v > 0
        return self.times({ONE: top}, below)

    # --- reading --------------------------------------------------------------------------------------------------

    def read(self, f: Any) -> tuple[Sum, Sum]:
        """Numerator and denominator of a formula in one name. Raises Undecided for what is no such function."""
        self.budget.spend()
        kind = head(f)
        one: Sum = {ONE: fmpq_poly([1])}
        if kind == "num":
            if f in ("oo", "-oo"):
                raise Undecided("an infinite number")
            return self.plus({ONE: fmpq_poly([fmpq(*_ratio(f))])}), one
        if kind == "var":
            return {ONE: X}, one
        if kind == "pi":
            return {((), (((PI,), Fraction(1)),)): fmpq_poly([1])}, one
        if kind in ("add", "mul"):
            parts = [self.read(part) for part in f[1:]]
            top, below = parts[0]
            for a, b in parts[1:]:
                if kind == "mul":
                    top, below = self.times(top, a), self.times(below, b)
                elif b == below:
                    top = self.plus(top, a)
                else:
                    top, below = self.plus(self.times(top, b), self.times(a, below)), self.times(below, b)
            return top, below
        if kind == "pow" and head(argument(f, 1)) == "num" and argument(f, 1) not in ("oo", "-oo"):
            return self.raised(*self.read(argument(f, 0)), Fraction(argument(f, 1)))
        if kind == "abs":
            top, below = self.read(argument(f, 0))
            if self.above(self.times(top, below), False):
                return top, below
            top = {key: -p for key, p in top.items()}
            if self.above(self.times(top, below), False):
                return top, below
        if kind in ("max", "min"):
            return self.extreme(kind, [self.read(part) for part in f[1:]])
        if kind == "cbrt":
            return self.raised(*self.read(argument(f, 0)), Fraction(1, 3))
        if kind in ("exp", "log", "atan", "asin", "acos", "sin", "cos", "tan"):
            return self.function(kind, *self.read(argument(f, 0)))
        raise Undecided(f"no derivatives of {kind} here")

    def extreme(self, kind: str, parts: list[tuple[Sum, Sum]]) -> tuple[Sum, Sum]:
        """The part that is the largest, or the least, on the whole interval, where all parts have values."""
        for _, below in parts:
            self.needs_no_root(below)
        for top, below in parts:
            others = [(a, b) for a, b in parts if (a, b) != (top, below)]
            gaps = [self.times(self.plus(self.times(top, b), {key: -p for key, p in self.times(a, below).items()}), self.times(b, below)) for a, b in others]
            if all(self.above(gap if kind == "max" else {key: -p for key, p in gap.items()}, False) for gap in gaps):
                return top, below
        raise Undecided("none is the largest throughout")

    def needs_no_root(self, s: Sum) -> None:
        """Raises Undecided where a denominator is not seen to be positive, or negative, throughout."""
        if not (self.above(s, True) or self.above({key: -p for key, p in s.items()}, True)):
            raise Undecided("a denominator that may be 0")

    def raised(self, top: Sum, below: Sum, e: Fraction) -> tuple[Sum, Sum]:
        if e <= 0:
            self.needs_no_root(below)  # it leaves the denominator, and the base has no value at a root
        if e.denominator == 1 and e < 0:
            top, below, e = below, top, -e
        if e.denominator == 1:
            return self.power(top, e), self.power(below, e)
        if len(below) == 1 or len(top) == 1 or set(top) == {ONE}:  # of a fraction with one sign both parts are made positive
            return self.power(top, e), self.power(below, e)
        raise Undecided("a root of a sum")

    def function(self, kind: str, top: Sum, below: Sum) -> tuple[Sum, Sum]:
        one: Sum = {ONE: fmpq_poly([1])}
        if kind == "log":
            return self.plus(self.logarithm(top), {key: -p for key, p in self.logarithm(below).items()}), one
        u, v = self.plain(top), self.plain(below)
        if kind in ("exp", "sin", "cos", "tan"):
            if v.degree() > 0:
                raise Undecided("a function of a quotient")
            inside = u / v.coeffs()[0]
            if kind == "exp":
                return {(coefficients(inside), ()): fmpq_poly([1])}, one
            sine: Sum = {((), (((SIN, coefficients(inside)), Fraction(1)),)): fmpq_poly([1])}
            cosine: Sum = {((), (((COS, coefficients(inside)), Fraction(1)),)): fmpq_poly([1])}
            return (sine, one) if kind == "sin" else (cosine, one) if kind == "cos" else (sine, cosine)
        own = sign(v, self.where)
        if own not in (1, -1):
            raise Undecided("a function of a quotient whose denominator may be 0")
        u, v = u * own, v * own
        name = ATAN if kind == "atan" else ASIN
        if name == ASIN and sign(v * v - u * u, self.where) != 1:
            raise Undecided("an inverse sine of what may be 1")
        found: Sum = {((), (((name, coefficients(u), coefficients(v)), Fraction(1)),)): fmpq_poly([1])}
        if kind == "acos":
            found = self.plus({((), (((PI,), Fraction(1)),)): fmpq_poly([fmpq(1, 2)])}, {key: -p for key, p in found.items()})
        return found, one

    def plain(self, s: Sum) -> fmpq_poly:
        """A sum that is a polynomial."""
        if not s:
            return NOTHING
        if set(s) != {ONE}:
            raise Undecided("a function of what is no polynomial")
        return s[ONE]

    def logarithm(self, s: Sum) -> Sum:
        """The logarithm of a positive term."""
        if len(s) != 1:
            raise Undecided("a logarithm of a sum")
        ((exponent, atoms), p), = s.items()
        if any(atom[0] != POWER for atom, _ in atoms) or sign(p, self.where) != 1:
            raise Undecided("a logarithm of what is not positive")
        parts: list[Sum] = [{ONE: poly(exponent)}] if exponent else []
        for q, e in ((p, Fraction(1)), *((poly(atom[1]), e) for atom, e in atoms)):
            if q != fmpq_poly([1]):
                parts.append({((), (((LOG, coefficients(q)), Fraction(1)),)): fmpq_poly([fmpq(e.numerator, e.denominator)])})
        return self.plus(*parts)

    # --- signs ----------------------------------------------------------------------------------------------------

    def normal(self, s: Sum) -> Sum:
        """The sum divided by positive factors that its terms share, over one denominator."""
        if not s:
            return s
        powers = sorted({atom for _, atoms in s for atom, _ in atoms if atom[0] in (POWER, PI)}, key=repr)
        least = {atom: min(dict(atoms).get(atom, Fraction(0)) for _, atoms in s) for atom in powers}
        first = min((exponent for exponent, _ in s), key=lambda e: (len(e), repr(e)))
        factor: Key = (coefficients(-poly(first)), tuple((atom, -e) for atom, e in least.items() if e))
        found: Sum = {}
        for key, p in s.items():
            exponent, atoms = self.joined(key, factor)
            kept = []
            for atom, e in atoms:
                if atom[0] == POWER and e.denominator == 1 and e > 0 and e * degree(atom[1]) <= HIGHEST:
                    p = p * poly(atom[1]) ** int(e)
                else:
                    kept.append((atom, e))
            new: Key = (exponent, tuple(kept))
            found[new] = found.get(new, NOTHING) + p
        found = self.plus(found)
        common = NOTHING
        for p in found.values():
            common = common.gcd(p) if common != NOTHING else p
        if found and common.degree() > 0:
            own = sign(common, self.where)
            if own in (1, -1):
                found = {key: p // common * own for key, p in found.items()}
        size = max((abs(c) for p in found.values() for c in p.coeffs()), default=fmpq(1))
        return {key: p / size for key, p in found.items()}

    def above(self, s: Sum, strict: bool, deep: int = DEEPEST) -> bool:
        """Whether the sum is not negative (positive if strict) on the open interval; False where that is not seen."""
        try:
            s = self.normal(s)
        except Undecided:
            return False
        if not s:
            return not strict
        key = (tuple(sorted(((k, coefficients(p)) for k, p in s.items()), key=repr)), strict)
        if key in self.failed:
            return False
        self.failed.add(key)
        found = self._above(s, strict, deep)
        if found:
            self.failed.discard(key)
        return found

    def _above(self, s: Sum, strict: bool, deep: int) -> bool:
        self.budget.spend(20 * len(s))
        if any(self.value(s, arb(x)) < 0 for x in self.where.points()):
            return False
        if all(atom[0] in (POWER, PI) for _, atoms in s for atom, _ in atoms):
            signs = [not_negative(p, self.where) for p in s.values()]
            if all(signs) and (not strict or any(sign(p, self.where) == 1 for p in s.values())):
                return True
            if len(s) == 1:
                return False
        if self.by_balls(s, strict, deep == DEEPEST):
            return True
        if deep <= 0:
            return False
        for g in self.divided(s):
            try:
                slope = self.derivative(g)
                if self.rising(g, slope, strict, deep):
                    return True
            except Undecided:
                continue
        return False

    def rising(self, g: Sum, slope: Sum, strict: bool, deep: int) -> bool:
        """Whether the function is not negative because it moves one way from (to) an end where its limit is not negative."""
        slope = self.normal(slope)
        if not slope:
            return bool(self.value(g, arb(next(self.where.points()))) > 0)
        signs = [self.value(slope, arb(x)) for x in self.where.points()]
        way = 1 if all(not v < 0 for v in signs) else -1 if all(not v > 0 for v in signs) else 0
        if way == 0:
            return False
        limit = Limits(self.where.lo if way > 0 else self.where.hi, way < 0).of(g)
        if limit is None or limit < 0:
            return False
        if strict and limit == 0 and not any(v != 0 for v in signs):  # a function that is not constant moves strictly, being analytic
            return False
        return self.above(slope if way > 0 else {key: -p for key, p in slope.items()}, False, deep - 1)

    def divided(self, s: Sum) -> Iterator[Sum]:
        """The sum divided by positive factors after which a derivative is simpler: by the coefficient of what is no power, by whole terms, by nothing."""
        found = []
        for (exponent, atoms), p in s.items():
            own = sign(p, self.where)
            if own not in (1, -1):
                continue
            loose = [atom for atom, _ in atoms if atom[0] not in (POWER, PI)]
            if p.degree() == 0 and not exponent and not any(atom[0] == POWER for atom, _ in atoms):
                continue
            found.append((len(loose) == 0, p.degree(), repr(atoms), (coefficients(-poly(exponent)), tuple((atom, -e) for atom, e in atoms if atom[0] == POWER)), p * own))
        trig = any(atom[0] in (SIN, COS) for _, atoms in s for atom, _ in atoms)
        if trig:
            yield s
        for *_, factor, p in sorted(found, key=lambda one: one[:3]):
            try:
                yield self.times(self.times(s, {factor: fmpq_poly([1])}), self.positive(p, Fraction(-1)))
            except Undecided:
                continue
        if not trig:
            yield s

    # --- values ---------------------------------------------------------------------------------------------------

    def value(self, s: Sum, x: arb) -> arb:
        total = arb(0)
        for (exponent, atoms), p in s.items():
            part = _at(p, x) * _at(poly(exponent), x).exp()
            for atom, e in atoms:
                part *= _power(self.atom(atom, x), e)
            total += part
        return total

    def atom(self, atom: Atom, x: arb) -> arb:
        kind = atom[0]
        if kind == PI:
            return arb.pi()
        u = _at(poly(atom[1]), x)
        if kind == POWER:
            return u
        if kind == LOG:
            return u.log()
        if kind in (SIN, COS):
            return (u.sin() if kind == SIN else u.cos()) if u.is_finite() else arb(0, 1)
        quotient = u / _at(poly(atom[2]), x)
        return quotient.atan() if kind == ATAN else quotient.asin()

    def by_balls(self, s: Sum, strict: bool, closely: bool = False) -> bool:
        """Whether enclosures on few pieces decide, where the interval is bounded; of sines alone, on all of it. ``closely``: also Taylor polynomials with their remainder."""
        if all(p.degree() == 0 and not exponent and all(atom[0] in (SIN, COS) for atom, _ in atoms) for (exponent, atoms), p in s.items()):
            least = sum((p.coeffs()[0] if not atoms else -abs(p.coeffs()[0]) for (_, atoms), p in s.items()), fmpq(0))
            if least > 0 or (least == 0 and not strict):
                return True
        if self.where.lo is None or self.where.hi is None:
            return False
        derivatives: list[Sum] | None = [s] if closely else None
        todo, count = [(self.where.lo, self.where.hi)], 0
        while todo:
            a, b = todo.pop()
            count += 1
            value = self.value(s, arb(a).union(arb(b)))
            if value > 0 or (not strict and value >= 0):
                continue
            if derivatives is not None and self.by_taylor(derivatives, a, b):
                continue
            if count + len(todo) > PIECES:
                return False
            todo += [((a + b) / 2, b), (a, (a + b) / 2)]
        return True

    def by_taylor(self, derivatives: list[Sum], a: fmpq, b: fmpq) -> bool:
        """Whether a function is positive between two numbers by its derivatives at the middle, and the next one in between; the list is made longer as far as that helps.

        On the open interval the function is analytic, so that what a finite enclosure says of the last derivative bounds the remainder.
        """
        middle, between, reach = arb((a + b) / 2), arb(a).union(arb(b)), arb((b - a) / 2)
        least, scale = self.value(derivatives[0], middle), arb(1)
        for k in range(1, TAYLOR + 1):
            if not least > 0:
                return False
            if len(derivatives) == k:
                try:
                    derivatives.append(self.normal_terms(self.derivative(derivatives[-1])))
                except Undecided:
                    return False
            scale = scale * reach / k
            rest = abs(self.value(derivatives[k], between)) * scale
            if rest.is_finite() and least - rest > 0:
                return True
            least = least - abs(self.value(derivatives[k], middle)) * scale
        return False

    def normal_terms(self, s: Sum) -> Sum:
        """The same sum; powers of polynomials to whole positive exponents are multiplied out."""
        found: list[Sum] = []
        for (exponent, atoms), p in s.items():
            kept = []
            for atom, e in atoms:
                if atom[0] == POWER and e.denominator == 1 and e > 0 and e * degree(atom[1]) + p.degree() <= HIGHEST:
                    p = p * poly(atom[1]) ** int(e)
                else:
                    kept.append((atom, e))
            found.append({(exponent, tuple(kept)): p})
        return self.plus(*found)


def _ratio(text: str) -> tuple[int, int]:
    value = Fraction(text)
    return value.numerator, value.denominator


def _at(p: fmpq_poly, x: arb) -> arb:
    found = arb(0)
    for c in reversed(p.coeffs()):
        found = found * x + arb(c)
    return found


def _power(base: arb, e: Fraction) -> arb:
    if e.denominator == 1:
        return base ** int(e)
    return (base.log() * arb(fmpq(e.numerator, e.denominator))).exp() if base > 0 else arb("nan") if not base >= 0 else base ** arb(fmpq(e.numerator, e.denominator))


class Limits:
    """Limits of sums at one end of an interval; ``right``: at its right end. An end that is None is infinite."""

    def __init__(self, end: fmpq | None, right: bool) -> None:
        self.end, self.right = end, right

    def of(self, s: Sum) -> int | None:
        """The sign of the limit, which may be infinite, where it is known; 1 for a positive one, 0 for 0."""
        groups: dict[Fraction, list[Constant]] = {}
        logarithms: list[Constant] = []
        for (exponent, atoms), p in s.items():
            way = self.exponential(poly(exponent))
            if way < 0:
                continue  # no power keeps up with it
            if way > 0:
                return None
            order, constant, growing = self.leading(exponent, atoms, p)
            if order > 0:
                continue
            if len(growing) > 1 or (growing and (order < 0 or growing[0][0] is None)):
                return None
            if growing:  # log q is d log t + log c + o(1) at the distance t from the end
                times, c = growing[0]
                key, front = constant
                logarithms.append((key, front * times))
                constant = ((*key, (LOG, c, Fraction(1))), front if c != 1 else fmpq(0))
            groups.setdefault(order, []).append(constant)
        far = total(logarithms)
        if far != 0:
            return None if far is None or min(groups, default=0) < 0 else -far
        if not groups:
            return 0
        first = min(groups)
        found = total(groups[first])
        return found if first == 0 or found != 0 else None

    def exponential(self, e: fmpq_poly) -> int:
        """1, -1 or 0 as the exponent runs to oo, to -oo or to a number."""
        if self.end is not None or e.degree() <= 0:
            return 0
        top = e.coeffs()[-1] * (1 if self.right or e.degree() % 2 == 0 else -1)
        return 1 if top > 0 else -1

    def leading(self, exponent: tuple[Any, ...], atoms: tuple[tuple[Atom, Fraction], ...], p: fmpq_poly) -> tuple[Fraction, Constant, list[Any]]:
        """The order in the distance t from the end (in 1/|x| at infinity), the constant in front, and ``(d, c)`` for each factor that grows as ``d log t + log c``."""
        order, front = self.of_polynomial(p)
        key: list[Any] = []
        whole = Fraction(order)
        growing: list[Any] = []
        if exponent:
            inside = at(poly(exponent), self.end) if self.end is not None else poly(exponent).coeffs()[0]
            if inside != 0:
                key.append(("exp", inside, Fraction(1)))
        for atom, e in atoms:
            if atom[0] == PI:
                key.append((PI, fmpq(0), e))
                continue
            some, c = self.of_polynomial(poly(atom[1]))
            if atom[0] == POWER:
                whole += some * e
                key.append((POWER, c, e))
                continue
            if atom[0] == LOG and some != 0:
                growing += [(some, c)] * int(e)
            elif (vanishing := self.vanishing(atom, some, c)) is not None:
                whole += vanishing[0] * e
                front = front * vanishing[1] ** int(e)
            elif (known := self.of_atom(atom, some, c)) is not None:
                key.append((*known, e))
            else:
                growing.append((None, None))
        return whole, (tuple(key), front), growing

    def of_polynomial(self, p: fmpq_poly) -> tuple[int, Any]:
        """The order of a polynomial at the end, and its leading coefficient in the distance from it."""
        if p == NOTHING:
            return 10**6, fmpq(0)
        if self.end is None:
            top = p.coeffs()[-1]
            return -p.degree(), top * (1 if self.right or p.degree() % 2 == 0 else -1)
        order = 0
        while at(p, self.end) == 0:
            p = p // fmpq_poly([-self.end, 1])
            order += 1
        return order, at(p, self.end) * (-1 if self.right and order % 2 else 1)

    def vanishing(self, atom: Atom, some: int, c: Any) -> tuple[int, Any] | None:
        """Order and leading coefficient of a factor whose limit is 0; None for others."""
        if atom[0] == LOG:
            return self.of_polynomial(poly(atom[1]) - 1) if c == 1 else None
        if atom[0] == SIN:
            return (some, c) if some > 0 else None
        if atom[0] in (ATAN, ASIN):
            other, d = self.of_polynomial(poly(atom[2]))
            return (some - other, c / d) if some > other else None
        return None

    def of_atom(self, atom: Atom, some: int, c: Any) -> tuple[str, Any] | None:
        """The name of the limit of a factor that is neither 0 nor infinite; None where there is none."""
        kind = atom[0]
        if kind == LOG:
            return LOG, c
        if kind in (SIN, COS):
            return None if some < 0 else (kind, c if some == 0 else fmpq(0))
        other, d = self.of_polynomial(poly(atom[2]))
        if some < other:
            return ("right angle", fmpq(1 if c / d > 0 else -1)) if kind == ATAN else None
        return kind, c / d


RELATIONS = ("<=", "<", ">=", ">", "!=")
Constant = tuple[tuple[Any, ...], Any]
"""Names of constants with their powers, and a fraction in front."""
TURNS = {(ATAN, fmpq(1)): fmpq(1, 4), (ATAN, fmpq(-1)): fmpq(-1, 4), ("right angle", fmpq(1)): fmpq(1, 2), ("right angle", fmpq(-1)): fmpq(-1, 2),
         (ASIN, fmpq(1)): fmpq(1, 2), (ASIN, fmpq(-1)): fmpq(-1, 2), (ASIN, fmpq(1, 2)): fmpq(1, 6), (ASIN, fmpq(-1, 2)): fmpq(-1, 6)}
"""Fractions of pi."""


def total(constants: list[Constant]) -> int | None:
    """The sign of a sum of constants: 0 where equal ones cancel exactly, else what enclosures say."""
    exact: dict[Any, Any] = {}
    for one in constants:
        key, front = _plainer(*one)
        exact[key] = exact.get(key, fmpq(0)) + front
    exact = {key: c for key, c in exact.items() if c != 0}
    if not exact:
        return 0
    found = sum((arb(c) * _number(key) for key, c in exact.items()), arb(0))
    return 1 if found > 0 else -1 if found < 0 else None


def _plainer(key: tuple[Any, ...], front: Any) -> Constant:
    """A constant with the fractions taken out of it: of pi from inverse functions, of roots; the logarithm of 1 and the cosine of 0."""
    kept: dict[Any, Fraction] = {}
    for kind, what, e in key:
        if (kind, what) in TURNS and e.denominator == 1:
            kept[PI, fmpq(0)] = kept.get((PI, fmpq(0)), Fraction(0)) + e
            front = front * TURNS[kind, what] ** int(e)
        elif kind == LOG and what == 1:
            return (), fmpq(0)
        elif not (kind == COS and what == 0):
            kept[kind, what] = kept.get((kind, what), Fraction(0)) + e
    for name in [name for name in kept if name[0] == POWER]:
        e = kept.pop(name)
        whole = e.numerator // e.denominator
        front, rest = front * name[1] ** whole, e - whole
        root = _root(name[1] ** rest.numerator, rest.denominator)
        if root is None:
            kept[name] = rest
        else:
            front = front * root
    return tuple(sorted(((*name, e) for name, e in kept.items() if e), key=repr)), front


def _root(value: Any, degree: int) -> Any:
    """The root of a positive fraction where it is one."""
    parts = []
    for whole in (int(value.p), int(value.q)):
        r = round(whole ** (1 / degree)) if whole < 10**300 else 0
        found = next((c for c in (r - 1, r, r + 1) if c > 0 and c**degree == whole), None)
        if found is None:
            return None
        parts.append(found)
    return fmpq(parts[0], parts[1])


def _number(key: tuple[Any, ...]) -> arb:
    value = arb(1)
    for kind, what, e in key:
        x = arb(what)
        value *= _power({PI: arb.pi, "exp": x.exp, POWER: lambda x=x: x, LOG: x.log, SIN: x.sin, COS: x.cos, ATAN: x.atan, ASIN: x.asin}[kind](), e)
    return value


def holds(left: Any, relation: str, right: Any, lo: fmpq | None, hi: fmpq | None, budget: Budget) -> bool:
    """Whether a comparison of two formulas in one name holds on an open interval and both sides have finite values there; False where that is not seen."""
    if relation == "!=":
        return holds(left, "<", right, lo, hi, budget) or holds(left, ">", right, lo, hi, budget)
    if relation in (">", ">="):
        left, relation, right = right, MIRRORED[relation], left
    if head(left) in ("abs", "max"):  # it is at most what its parts are at most
        parts = [argument(left, 0), ["mul", "-1", argument(left, 0)]] if head(left) == "abs" else left[1:]
        return all(holds(part, relation, right, lo, hi, budget) for part in parts)
    functions = Functions(Interval(lo, hi), budget)
    try:
        left, right = (taken(side, lambda one, said, other: holds(one, said, other, lo, hi, budget)) for side in (left, right))
        with precision(BITS):
            top, below = functions.read(["add", right, ["mul", "-1", left]])
            if functions.above(below, True):
                return functions.above(top, relation in ("<", ">"))
            if functions.above({key: -p for key, p in below.items()}, True):
                return functions.above({key: -p for key, p in top.items()}, relation in ("<", ">"))
            return False
    except (Undecided, Exhausted, ZeroDivisionError, OverflowError):
        return False


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Evidence of kind ``rolle``: cuts of the range of the only name; the comparison is decided at the cuts and at ends that belong to the range, and on the open intervals between."""
    if len(c.over) != 1 or head(c.over[0][0]) != "var" or head(stated(c.over[0][1])) != "interval":
        raise Refused("the statement must be about one number of an interval")
    name, where = names(c.over[0][0])[0], stated(c.over[0][1])
    goal, ends = c.goal, c.evidence.get("ends")
    if head(goal) != "compare" or word(argument(goal, 1)) not in RELATIONS:
        raise Refused("the conclusion must compare two numbers")
    if not isinstance(ends, list) or len(ends) < 2 or not all(isinstance(end, str) for end in ends):
        raise Malformed("evidence.ends must be a list of numbers as text, from the first end of the range to the last")
    points = [None if end in ("oo", "-oo") else fmpq(*_ratio(str(rational(end)))) for end in ends]
    if any(p is None for p in points[1:-1]) or any(a is not None and b is not None and not a < b for a, b in itertools.pairwise(points)):
        raise Malformed("evidence.ends must rise")
    inside = [p for p in points[1:-1] if p is not None] + _closed(e, where, points[0], points[-1])
    for point in inside:
        if e.truth(goal, {name: Fraction(int(point.p), int(point.q))}) != TRUE:
            raise Refused(f"the comparison is not decided at {point}")
    for lo, hi in itertools.pairwise(points):
        e.budget.spend(100)
        if not holds(argument(goal, 0), word(argument(goal, 1)), argument(goal, 2), lo, hi, e.budget):
            raise Refused(f"the comparison is not confirmed between {lo} and {hi}")
    return set()


def _closed(e: Evaluator, where: Any, lo: fmpq | None, hi: fmpq | None) -> list[fmpq]:
    """Ends of the range that belong to it and are no inner points of what the evidence covers. Refused where it does not cover the range."""
    found = []
    for k, end, way in ((0, lo, ("<", "=")), (1, hi, (">", "="))):
        declared, closed = argument(where, k), word(argument(where, k + 2)) == "closed"
        if end is None:
            if declared not in ("oo", "-oo"):
                continue
            if closed:
                raise Refused("an infinite number belongs to the range")
            continue
        if declared in ("oo", "-oo"):
            raise Refused("evidence.ends does not cover the range")
        order = n.relations(Fraction(int(end.p), int(end.q)), e.number(declared, {}))
        if not order <= set(way):
            raise Refused("evidence.ends does not cover the range")
        if closed and "=" in order:
            found.append(end)
    return found


__all__ = ["Functions", "Interval", "check", "holds"]
