"""Formulas as normal forms on one part of a domain: each value is shown to exist before anything cancels, and signs are derived.

The rules, and nothing else, are what a proof by identity rests on besides the arithmetic of :mod:`normal`:

* a sum of products of positive factors with coefficients of one sign has that sign; numbers are enclosed by Arb; products and quotients multiply signs;
* ``A - B`` with A, B > 0 has the sign of ``log A - log B``; ``log f`` that of ``f - 1``; a sum of logarithms with whole coefficients that of a difference of products;
* ``a x^2 + b x + c`` with a > 0 and ``4 a c - b^2 > 0`` is positive; an integer symbol is 1 plus something that is at least 0;
* a quadratic polynomial is not below its least value, found by completing squares;
* a hypothesis ``G >= 0`` times something of known sign that has a value on the whole cell, plus a rest of the same sign;
* a function of a positive symbol whose derivative is at least 0 is not below its limit at 0, one whose derivative is at most 0 not below its limit at oo (and the other way round).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from verify.evidence.checker import normal
from verify.evidence.checker.form_signs import Builder, Signs
from verify.evidence.checker.formula import argument, head, names, rational, word
from verify.evidence.checker.normal import NOTHING, NUMBER_ONE, ONE, PI, UNITS, Form, atom, number
from verify.evidence.checker.sign_sets import NEGATIVE, NOT_NEGATIVE, NOT_NULL, NOT_POSITIVE, NULL, POSITIVE, Missing, Open, Sign, Unread, negated


@dataclass(frozen=True)
class Infinite:
    """One of the two infinite values."""

    sign: int


OO, MINUS_OO = Infinite(1), Infinite(-1)
Value = Form | Infinite


def is_whole(e: Form) -> bool:
    """Whether a form is seen to be an integer."""
    return e.bottom == UNITS and all(
        x is None and c.denominator == 1 and all(a[0] in ("i", "m") and k.denominator == 1 and k >= 0 for a, k in powers) for (powers, x), c in e.top.terms.items()
    )


RELATIONS: dict[str, Sign] = {"<": NEGATIVE, "<=": NOT_POSITIVE, "==": NULL, ">=": NOT_NEGATIVE, ">": POSITIVE, "!=": NOT_NULL}
"""The signs of left less right that fit a relation."""
TOTAL = frozenset({"floor", "ceiling", "sinh", "cosh", "tanh"})
"""Functions with a value at every number, of which nothing else is known here."""


class Reader(Builder):
    """Values of formulas on a cell."""

    def __init__(self, values: Mapping[str, Any], signs: Signs, rules: Mapping[str, Callable[[Reader, Any], Value]] | None = None) -> None:
        super().__init__(signs)
        self.values = dict(values)
        self.rules = rules or {}

    def form(self, f: Any) -> Form:
        value = self.number(f)
        if isinstance(value, Infinite):
            raise Unread("an infinite number")
        return value

    def number(self, f: Any) -> Value:
        self.signs.spend(1)
        kind = head(f)
        if f in ("oo", "-oo"):
            return OO if f == "oo" else MINUS_OO
        if kind == "num":
            return number(rational(f))
        if kind == "var":
            name = names(f)[0]
            if name not in self.values or not isinstance(self.values[name], Form | Infinite):
                raise Unread(f"the name {name[:40]} is not a number here")
            return self.values[name]  # type: ignore[no-any-return]
        if kind == "pi":
            return PI
        if kind == "if":
            return self.number(argument(f, 1) if self.truth(argument(f, 0)) else argument(f, 2))
        if kind in self.rules:
            return self.rules[kind](self, f)
        rule = getattr(self, f"_{kind}", None)
        if rule is None and kind not in TOTAL:
            raise Unread(f"there is no rule for {kind[:40]}")
        parts = [self.number(p) for p in f[1:]]
        if rule is None:
            (x,) = parts
            if isinstance(x, Infinite):
                raise Unread(f"{kind} of an infinite number")
            if kind in ("floor", "ceiling") and (c := x.constant()) is not None:
                return number(floor(c) if kind == "floor" else -floor(-c))
            return x if kind in ("floor", "ceiling") and is_whole(x) else atom(("f", kind, x))
        return rule(*parts)  # type: ignore[no-any-return]

    def truth(self, p: Any) -> bool:
        """The truth of a condition, the same on the whole cell. Raises Open."""
        kind = head(p)
        if kind == "compare" and word(argument(p, 1)) in RELATIONS:
            return self.holds(self.number(p[1]), word(p[2]), self.number(argument(p, 2)))
        if kind == "not":
            return not self.truth(argument(p, 0))
        if kind in ("all", "any"):
            for part in p[1:]:
                if self.truth(part) != (kind == "all"):
                    return kind == "any"
            return kind == "all"
        raise Unread(f"the condition {kind[:40]}")

    def holds(self, left: Value, relation: str, right: Value) -> bool:
        wanted = RELATIONS[relation]
        difference = self.difference(left, right)
        if isinstance(difference, int):
            return difference in wanted
        sign = self.signs.sign(difference)
        if sign <= wanted:
            return True
        if not sign & wanted:
            return False
        raise Open(difference)

    @staticmethod
    def difference(left: Value, right: Value) -> Form | int:
        """Left less right, or the sign of it where a side is infinite."""
        if isinstance(left, Form) and isinstance(right, Form):
            return left.minus(right)
        a, b = (v.sign if isinstance(v, Infinite) else 0 for v in (left, right))
        return 0 if a == b else 1 if a > b else -1

    # arithmetic
    def _add(self, *terms: Value) -> Value:
        endless = {t.sign for t in terms if isinstance(t, Infinite)}
        if len(endless) > 1:
            raise Missing("oo - oo")
        return Infinite(endless.pop()) if endless else normal.total(t for t in terms if isinstance(t, Form))

    def _mul(self, *terms: Value) -> Value:
        if all(isinstance(t, Form) for t in terms):
            found = NUMBER_ONE
            for t in terms:
                found = found.times(t)  # type: ignore[arg-type]
            return found
        sign = 1
        for t in terms:
            side = frozenset({t.sign}) if isinstance(t, Infinite) else self.known(t)
            if side == NULL:
                raise Missing("0 * oo")
            sign *= 1 if side == POSITIVE else -1
        return Infinite(sign)

    def _pow(self, base: Value, e: Value) -> Value:
        if isinstance(base, Form) and isinstance(e, Form):
            return self.power(base, e)
        if isinstance(base, Infinite) and base.sign > 0 and isinstance(e, Form):
            side = self.known(e)
            if side == NULL:
                raise Missing("oo to the power 0")
            return OO if side == POSITIVE else NOTHING
        raise Unread("a power with an infinite part")

    def _exp(self, x: Value) -> Value:
        if isinstance(x, Infinite):
            return OO if x.sign > 0 else NOTHING
        return normal.exp(x)

    def _log(self, x: Value) -> Value:
        if isinstance(x, Infinite):
            if x.sign < 0:
                raise Missing("the logarithm of -oo")
            return OO
        return self.log(x)

    def _abs(self, x: Value) -> Value:
        if isinstance(x, Infinite):
            return OO
        sign = self.signs.sign(x)
        if sign <= NOT_NEGATIVE:
            return x
        if sign <= NOT_POSITIVE:
            return x.scaled(-ONE)
        raise Open(x)

    def _max(self, *parts: Value) -> Value:
        return self._extreme(parts, NOT_NEGATIVE)

    def _min(self, *parts: Value) -> Value:
        return self._extreme(parts, NOT_POSITIVE)

    def _extreme(self, parts: Sequence[Value], beyond: Sign) -> Value:
        best = parts[0]
        for p in parts[1:]:
            gap = self.difference(best, p)
            sign = frozenset({gap}) if isinstance(gap, int) else self.signs.sign(gap)
            if sign <= beyond:
                continue
            if sign <= negated(beyond):
                best = p
                continue
            assert isinstance(gap, Form)
            raise Open(gap)
        return best

    def _erfc(self, x: Value) -> Value:
        if isinstance(x, Infinite):
            return NOTHING if x.sign > 0 else number(2)
        return self.erfc(x)

    def _erf(self, x: Value) -> Value:
        return self._add(NUMBER_ONE, self._mul(number(-1), self._erfc(x)))

    def _normal_cdf(self, x: Value) -> Value:
        if isinstance(x, Infinite):
            return NUMBER_ONE if x.sign > 0 else NOTHING
        return self.erfc(x.scaled(-ONE).times(atom(("n", 2), Fraction(-1, 2)))).scaled(Fraction(1, 2))

    def _mills(self, x: Value) -> Value:
        """``(1 - Phi(x))/phi(x) = sqrt(pi/2) exp(x^2/2) erfc(x/sqrt(2))``."""
        if isinstance(x, Infinite):
            raise Unread("Mills' ratio at infinity")
        root = atom(("n", 2), Fraction(-1, 2))
        return atom(("pi",), Fraction(1, 2)).times(root).times(normal.exp(x.times(x).scaled(Fraction(1, 2)))).times(self.erfc(x.times(root)))

    def _gamma(self, x: Value) -> Value:
        if isinstance(x, Infinite):
            raise Unread("gamma of an infinite number")
        return self.gamma(x)

    def _gaussian_profile(self, epsilon: Value, mu: Value) -> Value:
        """``Phi(mu/2 - eps/mu) - exp(eps) Phi(-mu/2 - eps/mu)`` for finite mu > 0."""
        if not isinstance(epsilon, Form) or not isinstance(mu, Form):
            raise Unread("a Gaussian profile at infinity")
        sign = self.signs.sign(mu)
        if sign <= NOT_POSITIVE:
            raise Missing("a Gaussian profile needs mu > 0")
        if sign != POSITIVE:
            raise Open(mu)
        half, part = mu.scaled(Fraction(1, 2)), epsilon.over(mu)
        first, second = self._normal_cdf(half.minus(part)), self._normal_cdf(half.plus(part).scaled(-ONE))
        assert isinstance(first, Form) and isinstance(second, Form)
        return first.minus(normal.exp(epsilon).times(second))

    def _gaussian_level(self, epsilon: Value, delta: Value) -> Value:
        """The m > 0 with ``delta(e, m) = d`` for e >= 0 and 0 < d < 1, of which there is one: ``delta(e, m)`` rises strictly with m from 0 to 1. Where d is the profile of a number at e, it is that number."""
        if not isinstance(epsilon, Form) or not isinstance(delta, Form):
            raise Unread("a Gaussian level at infinity")
        if not self.signs.sign(epsilon) <= NOT_NEGATIVE and not self.signs.from_inside(epsilon):
            raise Open(epsilon)
        for m, e in self._of_profile(delta):
            if e.minus(epsilon).is_zero():
                return m
        self._between_0_and_1(delta, self)
        return atom(("f", "gaussian_level", epsilon, delta))

    def _between_0_and_1(self, delta: Form, builder: Reader) -> None:
        """Raises Open or Missing where it is not seen that a number lies between 0 and 1: as a Gaussian profile does."""
        if any(builder._of_profile(delta)):
            return
        there = builder.signs.there(delta)
        if there is not None:
            self._between_0_and_1(there[0], Reader({}, there[1]))
            return
        for part in (delta, NUMBER_ONE.minus(delta)):
            sign = builder.signs.sign(part)
            if sign <= NOT_POSITIVE:
                raise Missing("a Gaussian level needs a delta between 0 and 1")
            if sign != POSITIVE:
                raise Open(part)

    def _of_profile(self, delta: Form) -> Iterator[tuple[Form, Form]]:
        """The m > 0 and e for which a form is ``delta(e, m)``: the arguments of its error functions are ``(m/2 - e/m)/sqrt(2)`` and ``(m/2 + e/m)/sqrt(2)``, up to signs."""
        inside = sorted({a[2] for a in delta.top.atoms() if a[:2] == ("f", "erfc")}, key=lambda x: x.key)
        if not 0 < len(inside) <= 2:
            return
        u, v = (inside[0], inside[-1])
        root = atom(("n", 2), Fraction(1, 2))
        pairs = [(u, u), (NOTHING, u), (u, NOTHING)] if len(inside) == 1 else [(x, y) for a, b in ((u, v), (v, u)) for x in (a, a.scaled(-ONE)) for y in (b, b.scaled(-ONE))]
        for low, high in pairs:
            m = low.plus(high).times(root)
            if self.signs.sign(m) != POSITIVE:
                continue
            e = high.minus(low).times(m).scaled(Fraction(1, 2)).times(root)
            value = self._gaussian_profile(e, m)
            if isinstance(value, Form) and value.minus(delta).is_zero():
                yield m, e

    def _hyp1f1(self, a: Value, b: Value, z: Value) -> Value:
        """Kummer's function has a value where b > 0."""
        if not all(isinstance(v, Form) for v in (a, b, z)):
            raise Unread("hyp1f1 at infinity")
        if self.signs.sign(b) != POSITIVE:  # type: ignore[arg-type]
            raise Open(b)  # type: ignore[arg-type]
        if z.is_zero():  # type: ignore[union-attr]
            return NUMBER_ONE
        return atom(("f", "hyp1f1", a, b, z))
