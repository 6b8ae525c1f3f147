"""Terms as a name t tends to oo: finite sums of ``c exp(E(t)) t^p (log t)^l`` with a bound of what is left out.

E is a finite sum of ``e t^q (log t)^j`` that grow faster than log t, so such *scales* are ordered by their exponents, then p, then l. What is left out is at
most a constant times one scale, or vanishes next to it; everything below that bound is dropped. Leading terms may therefore cancel, as long as some term
above the bound is left. Coefficients and powers belong to a *field*, which says what is known of their signs.

Used: the binomial, exponential and logarithmic series; for x -> oo ``erfc(x) = exp(-x^2)/(x sqrt(pi)) (1 - 1/(2 x^2) + 3/(4 x^4) - ...)``, where the rest is
at most the first term left out (DLMF 7.12.1); for z -> -oo, b > 0 and b - a > 0, Kummer's ``1F1(a; b; z) = Gamma(b)/Gamma(b - a) (-z)^(-a) (1 + ...)``
(DLMF 13.7.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cmp_to_key
from typing import Any, Protocol

from verify.claims.nodes import Node, free_names

LENGTHS = (4, 12)
"""Terms that are kept, tried in turn."""


class Unseen(Exception):
    """The behaviour of a term is not seen from its structure."""


class Undefined(Unseen):
    """The term has no value for any large value of the name."""


class Field(Protocol):
    """Real constants. Operations raise Unseen for what has no value or is not known."""

    def rational(self, value: Fraction) -> Any: ...
    def pi(self) -> Any: ...
    def add(self, a: Any, b: Any) -> Any: ...
    def mul(self, a: Any, b: Any) -> Any: ...
    def power(self, a: Any, b: Any) -> Any: ...
    def exp(self, a: Any) -> Any: ...
    def log(self, a: Any) -> Any: ...
    def call(self, head: str, *arguments: Any) -> Any:
        """A special function."""
        ...

    def sign(self, a: Any) -> int:
        """-1, 0 or 1."""
        ...

    def null(self, a: Any) -> bool:
        """Whether the constant is seen to be 0."""
        ...

    def whole(self, a: Any) -> int | None:
        """The integer that the constant is seen to be."""
        ...

    def floor(self, a: Any) -> int | None:
        """The largest integer that is not above the constant, where it is seen."""
        ...


@dataclass(frozen=True, slots=True)
class Scale:
    """``exp(E) t^power (log t)^log``; E as pairs ``((q, j), e)``, the fastest first."""

    exponent: tuple[tuple[tuple[Any, Any], Any], ...]
    power: Any
    log: Any
    _hash: int | None = field(default=None, init=False, compare=False, repr=False)

    def __hash__(self) -> int:
        """Made once."""
        if self._hash is None:
            object.__setattr__(self, "_hash", hash((self.exponent, self.power, self.log)))
        return self._hash  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Series:
    """The sum of ``coefficient * scale``, largest first, up to ``O(rest)``, or ``o(rest)`` where ``little``; exact where there is no rest."""

    terms: tuple[tuple[Any, Scale], ...]
    rest: Scale | None = None
    little: bool = False


class Ring:
    """Arithmetic with series over a field; ``length`` terms are kept."""

    def __init__(self, field: Field, length: int) -> None:
        self.f, self.length = field, length
        zero = field.rational(Fraction(0))
        self.zero, self.unit = zero, field.rational(Fraction(1))
        self.one = Scale((), zero, zero)
        self._orders: dict[tuple[Scale, Scale], int] = {}

    # --- scales ------------------------------------------------------------------------------------------------------

    def minus(self, a: Any, b: Any) -> Any:
        return self.f.add(a, self.f.mul(self.f.rational(Fraction(-1)), b))

    def compare(self, a: Scale, b: Scale) -> int:
        """1 where a grows faster than b, 0 where they are equal."""
        if a == b:
            return 0
        found = self._orders.get((a, b))
        if found is None:
            found = self._orders[a, b] = self._compare(a, b)
        return found

    def _compare(self, a: Scale, b: Scale) -> int:
        for _, e in self._exponents(a.exponent, b.exponent, -1):
            side = self.f.sign(e)
            if side:
                return side
        return self._order((a.power, a.log), (b.power, b.log))

    def _order(self, a: tuple[Any, Any], b: tuple[Any, Any]) -> int:
        for x, y in zip(a, b, strict=True):
            side = 0 if x == y else self.f.sign(self.minus(x, y))
            if side:
                return side
        return 0

    def _exponents(self, a: Any, b: Any, factor: int) -> tuple[Any, ...]:
        """``a + factor * b``, the fastest first."""
        found: list[tuple[tuple[Any, Any], Any]] = list(a)
        for place, e in b:
            e = e if factor == 1 else self.f.mul(self.f.rational(Fraction(factor)), e)
            for k, (other, old) in enumerate(found):
                if self._order(other, place) == 0:
                    found[k] = (other, self.f.add(old, e))
                    break
            else:
                found.append((place, e))
        def slower(x: tuple[Any, Any], y: tuple[Any, Any]) -> int:
            return self._order(y[0], x[0])

        return tuple(sorted((entry for entry in found if not self.f.null(entry[1])), key=cmp_to_key(slower)))

    def times(self, a: Scale, b: Scale) -> Scale:
        return Scale(self._exponents(a.exponent, b.exponent, 1), self.f.add(a.power, b.power), self.f.add(a.log, b.log))

    def _raised(self, a: Scale, exponent: Any) -> Scale:
        raised = tuple((place, self.f.mul(e, exponent)) for place, e in a.exponent)
        return Scale(raised, self.f.mul(a.power, exponent), self.f.mul(a.log, exponent))

    # --- series ------------------------------------------------------------------------------------------------------

    def constant(self, value: Any) -> Series:
        return Series(() if self.f.null(value) else ((value, self.one),))

    def rational(self, p: int, q: int = 1) -> Series:
        return self.constant(self.f.rational(Fraction(p, q)))

    def name(self) -> Series:
        return Series(((self.unit, replace(self.one, power=self.unit)),))

    def known(self, value: Any) -> Series:
        """What tends to a constant, nobody knows how fast."""
        return Series(self.constant(value).terms, self.one, True)

    def _collected(self, terms: Iterable[tuple[Any, Scale]], bounds: Iterable[tuple[Scale | None, bool]]) -> Series:
        rest: Scale | None = None
        little = False
        for scale, small in bounds:
            if scale is None:
                continue
            order = 1 if rest is None else self.compare(scale, rest)
            if order > 0:
                rest, little = scale, small
            elif order == 0:
                little = little and small
        merged: list[tuple[Any, Scale]] = []

        def slower(x: tuple[Any, Scale], y: tuple[Any, Scale]) -> int:
            return self.compare(y[1], x[1])

        for c, scale in sorted(terms, key=cmp_to_key(slower)):
            if merged and self.compare(merged[-1][1], scale) == 0:
                merged[-1] = (self.f.add(merged[-1][0], c), merged[-1][1])
            else:
                merged.append((c, scale))
        kept: list[tuple[Any, Scale]] = []
        for c, scale in merged:
            if self.f.null(c):
                continue
            order = 1 if rest is None else self.compare(scale, rest)
            if order < 0 or (order == 0 and not little):
                break
            if len(kept) == self.length:
                return Series(tuple(kept), scale)
            kept.append((c, scale))
        return Series(tuple(kept), rest, little)

    def add(self, *parts: Series) -> Series:
        return self._collected([term for part in parts for term in part.terms], [(part.rest, part.little) for part in parts])

    def bound(self, a: Series) -> tuple[Scale | None, bool]:
        """A scale that the series is at most a constant times, and whether it even vanishes next to it; None for 0."""
        return (a.terms[0][1], False) if a.terms else (a.rest, a.little)

    def mul(self, a: Series, b: Series) -> Series:
        terms = [(self.f.mul(x, y), self.times(s, t)) for x, s in a.terms for y, t in b.terms]
        bounds: list[tuple[Scale | None, bool]] = []
        for one, other in ((a, b), (b, a)):
            size, small = self.bound(other)
            if one.rest is not None and size is not None:
                bounds.append((self.times(one.rest, size), one.little or small))
        return self._collected(terms, bounds)

    def scaled(self, a: Series, value: Any) -> Series:
        return self.mul(a, self.constant(value))

    def negative(self, a: Series) -> Series:
        return self.mul(a, self.rational(-1))

    def lead(self, a: Series) -> tuple[Any, Scale, int]:
        """The first term and its sign. Raises Unseen where it is not certain that there is one."""
        if not a.terms:
            raise Unseen("leading terms that cancel")
        side = self.f.sign(a.terms[0][0])
        if side == 0 or (a.rest is not None and self.compare(a.terms[0][1], a.rest) <= 0 and not a.little):
            raise Unseen("leading terms that cancel")
        return (*a.terms[0], side)

    def sign(self, a: Series) -> int:
        """The sign for all large t."""
        return 0 if not a.terms and a.rest is None else self.lead(a)[2]

    def vanishes(self, a: Series) -> bool:
        """Whether the series tends to 0."""
        size, small = self.bound(a)
        if size is None:
            return True
        order = self.compare(size, self.one)
        return order < 0 or (order == 0 and small)

    def limit(self, a: Series) -> tuple[Any, int]:
        """The limit as (value, 0), or (None, sign) where it is infinite."""
        if self.vanishes(a):
            return self.zero, 0
        c, scale, side = (*a.terms[0], 0) if a.terms and a.terms[0][1] == self.one else self.lead(a)
        if self.compare(scale, self.one) > 0:
            return None, side
        if a.rest is not None and not self.vanishes(replace(a, terms=())):
            raise Unseen("a limit below the bound of what is left out")
        return c, 0

    def _apart(self, a: Series) -> tuple[list[tuple[Any, Scale]], Any, Series]:
        """What grows, the constant, and what vanishes. Raises Unseen where the bound does not vanish."""
        growing, value, vanishing = [], self.zero, []
        for c, scale in a.terms:
            order = self.compare(scale, self.one)
            if order > 0:
                growing.append((c, scale))
            elif order == 0:
                value = c
            else:
                vanishing.append((c, scale))
        small = Series(tuple(vanishing), a.rest, a.little)
        if not self.vanishes(Series((), a.rest, a.little)):
            raise Unseen("what is left out does not vanish")
        return growing, value, small

    def compose(self, coefficients: Iterator[Any], u: Series) -> Series:
        """``sum a_k u^k`` for what vanishes; the rest is at most a constant times the first power left out."""
        if not self.vanishes(u):
            raise Unseen("a series at a point where it does not converge")
        total, power = self.constant(next(coefficients)), self.rational(1)
        if self.bound(u)[0] is None:
            return total
        for _ in range(self.length):
            power = self.mul(power, u)
            total = self.add(total, self.scaled(power, next(coefficients)))
        return self.add(total, Series((), *self.bound(self.mul(power, u))))

    def power(self, a: Series, exponent: Any) -> Series:
        whole = self.f.whole(exponent)
        if whole is not None and 0 <= whole <= 8:
            result = self.rational(1)
            for _ in range(whole):
                result = self.mul(result, a)
            return result
        if not a.terms and a.rest is None:
            if self.f.sign(exponent) > 0:
                return a
            raise Undefined("a negative power of 0")
        c, scale, side = self.lead(a)
        if side < 0 and whole is None:
            raise Undefined("a power of a negative number")

        def binomials() -> Iterator[Any]:
            value = self.unit
            for k in range(self.length + 1):
                yield value
                value = self.f.mul(value, self.f.mul(self.minus(exponent, self.f.rational(Fraction(k))), self.f.rational(Fraction(1, k + 1))))

        front = Series(((self.f.power(c, exponent), self._raised(scale, exponent)),))
        return self.mul(front, self.compose(binomials(), self._relative(a)))

    def _relative(self, a: Series) -> Series:
        """``a / lead(a) - 1``."""
        c, scale = a.terms[0]
        minus = self.f.rational(Fraction(-1))
        inverse = Series(((self.f.power(c, minus), self._raised(scale, minus)),))
        return self.mul(replace(a, terms=a.terms[1:]), inverse)

    def inverse(self, a: Series) -> Series:
        return self.power(a, self.f.rational(Fraction(-1)))

    def exp(self, a: Series) -> Series:
        growing, value, small = self._apart(a)
        exponent, power = [], self.zero
        for c, scale in growing:
            if scale.exponent:
                raise Unseen("an exponential of an exponential")
            if scale.power == self.zero and scale.log == self.unit:
                power = c
            elif self._order((scale.power, scale.log), (self.zero, self.unit)) > 0:
                exponent.append(((scale.power, scale.log), c))
            else:
                raise Unseen("the exponential of what grows more slowly than a logarithm")

        def factorials() -> Iterator[Any]:
            f = Fraction(1)
            for k in range(self.length + 1):
                yield self.f.rational(f)
                f /= k + 1

        front = Series(((self.f.exp(value), Scale(tuple(exponent), power, self.zero)),))
        return self.mul(front, self.compose(factorials(), small))

    def log(self, a: Series) -> Series:
        if self.sign(a) <= 0:
            raise Undefined("the logarithm of a number that is not positive")
        c, scale, _ = self.lead(a)
        if not self.f.null(scale.log):
            raise Unseen("the logarithm of a power of a logarithm")

        def harmonics() -> Iterator[Any]:
            yield self.zero
            for k in range(1, self.length + 1):
                yield self.f.rational(Fraction((-1) ** (k + 1), k))

        parts = [self.constant(self.f.log(c)), self.compose(harmonics(), self._relative(a))]
        parts += [Series(((e, Scale((), q, j)),)) for (q, j), e in scale.exponent]
        if not self.f.null(scale.power):
            parts.append(Series(((scale.power, replace(self.one, log=self.unit)),)))
        return self.add(*parts)

    def absolute(self, a: Series) -> Series:
        return self.larger(a, self.negative(a))

    def larger(self, a: Series, b: Series) -> Series:
        difference = self.add(a, self.negative(b))
        if not difference.terms and difference.rest is not None:  # both are a up to the bound
            return self.add(a, Series((), difference.rest, difference.little))
        return a if self.sign(difference) >= 0 else b

    def floor(self, a: Series) -> Series:
        """``a - 1 < floor a <= a``; a constant where a tends to a number between two integers, or to an integer from one side."""
        near = self.add(a, Series((), self.one))
        try:
            growing, value, small = self._apart(a)
            below = None if growing else self.f.floor(value)
            if below is None:
                return near
            if self.f.sign(self.minus(value, self.f.rational(Fraction(below)))) == 0 and self.sign(small) < 0:
                below -= 1
        except Unseen:
            return near
        return self.rational(below)

    def erfc(self, x: Series) -> Series:
        if x.terms and self.compare(x.terms[0][1], self.one) > 0:
            if self.lead(x)[2] < 0:
                return self.add(self.rational(2), self.negative(self.erfc(self.negative(x))))
            square = self.mul(x, x)

            def odd() -> Iterator[Any]:
                f = Fraction(1)
                for k in range(self.length + 1):
                    yield self.f.rational(f)
                    f *= -(2 * k + 1)

            root = self.f.power(self.f.pi(), self.f.rational(Fraction(-1, 2)))
            front = self.mul(self.exp(self.negative(square)), self.scaled(self.inverse(x), root))
            return self.mul(front, self.compose(odd(), self.mul(self.rational(1, 2), self.inverse(square))))
        _, at, small = self._apart(x)

        def taylor() -> Iterator[Any]:
            yield self.f.call("erfc", at)
            bell = self.f.exp(self.f.mul(self.f.rational(Fraction(-1)), self.f.mul(at, at)))
            front = self.f.mul(self.f.mul(self.f.rational(Fraction(-2)), self.f.power(self.f.pi(), self.f.rational(Fraction(-1, 2)))), bell)
            before, now = self.zero, self.unit
            for k in range(self.length):  # exp(-2 at v - v^2) by its recurrence, integrated
                yield self.f.mul(front, self.f.mul(now, self.f.rational(Fraction(1, k + 1))))
                rise = self.f.add(self.f.mul(at, now), before)
                before, now = now, self.f.mul(rise, self.f.rational(Fraction(-2, k + 1)))

        return self.compose(taylor(), small)

    def kummer(self, a: Any, b: Any, z: Series) -> Series:
        if self.f.sign(b) <= 0:
            raise Unseen("Kummer's function with b <= 0")
        if z.terms and self.compare(z.terms[0][1], self.one) > 0:
            rest = self.minus(b, a)
            if self.lead(z)[2] > 0:
                if self.f.sign(a) <= 0:
                    raise Unseen("Kummer's function at oo with a <= 0")
                return self.mul(self.exp(z), self.kummer(rest, b, self.negative(z)))
            if self.f.sign(rest) <= 0:
                raise Unseen("Kummer's function at -oo with b <= a")

            def falling() -> Iterator[Any]:
                value = self.unit
                for k in range(self.length + 1):
                    yield value
                    shift = self.f.rational(Fraction(k))
                    pair = self.f.mul(self.f.add(a, shift), self.f.add(self.f.add(self.minus(a, b), self.unit), shift))
                    value = self.f.mul(value, self.f.mul(pair, self.f.rational(Fraction(1, k + 1))))

            size = self.negative(z)
            factor = self.f.mul(self.f.call("gamma", b), self.f.power(self.f.call("gamma", rest), self.f.rational(Fraction(-1))))
            front = self.scaled(self.power(size, self.f.mul(a, self.f.rational(Fraction(-1)))), factor)
            return self.mul(front, self.compose(falling(), self.inverse(size)))
        _, at, small = self._apart(z)
        if not self.f.null(at):
            return self.known(self.f.call("hyp1f1", a, b, at)) if self.bound(small)[0] is not None else self.constant(self.f.call("hyp1f1", a, b, at))

        def rising() -> Iterator[Any]:
            value = self.unit
            for k in range(self.length + 1):
                yield value
                shift = self.f.rational(Fraction(k))
                top = self.f.mul(self.f.add(a, shift), self.f.power(self.f.add(b, shift), self.f.rational(Fraction(-1))))
                value = self.f.mul(value, self.f.mul(top, self.f.rational(Fraction(1, k + 1))))

        return self.compose(rising(), small)


Hook = Callable[["Expansion", Node], Series]


class Expansion:
    """The series of terms in one name; ``constant`` gives what does not mention it, ``others`` the heads and conditions that need more than the ring."""

    def __init__(self, ring: Ring, name: str, constant: Callable[[Node], Any], others: Hook, truth: Callable[[Expansion, Node], bool | None]) -> None:
        self.ring, self.named = ring, name
        self._constant, self._others, self._truth = constant, others, truth
        self._found: dict[Node, Series] = {}

    def of(self, term: Node) -> Series:
        """Raises Unseen where the behaviour is not seen."""
        found = self._found.get(term)
        if found is None:
            found = self._found[term] = self._of(term)
        return found

    def _of(self, term: Node) -> Series:
        ring = self.ring
        if self.named not in free_names(term):
            return ring.constant(self._constant(term))
        if term.head == "var":
            return ring.name()
        if term.head == "if":
            answer = self.holds(_part(term, 0))
            if answer is None:
                raise Unseen("a condition that is undecided for large values")
            return self.of(_part(term, 1 if answer else 2))
        if term.head == "pow":
            base, exponent = _part(term, 0), _part(term, 1)
            if self.named not in free_names(exponent):
                return ring.power(self.of(base), self._constant(exponent))
            return ring.exp(ring.mul(self.of(exponent), ring.log(self.of(base))))
        if term.head == "hyp1f1" and self.named not in free_names(_part(term, 0)) | free_names(_part(term, 1)):
            return ring.kummer(self._constant(_part(term, 0)), self._constant(_part(term, 1)), self.of(_part(term, 2)))
        rule = _RULES.get(term.head)
        if rule is None:
            return self._others(self, term)
        return rule(ring, *(self.of(_part(term, k)) for k in range(len(term.args))))

    def holds(self, p: Node) -> bool | None:
        """Whether a proposition is true for all large values of the name, or false for all; None where neither is seen."""
        head = p.head
        if head == "not":
            answer = self.holds(_part(p, 0))
            return None if answer is None else not answer
        if head in ("all", "any"):  # from left to right: what stands behind an open part does not count
            return next((answer for k in range(len(p.args)) if (answer := self.holds(_part(p, k))) is not (head == "all")), head == "all")
        if head == "implies":
            answer = self.holds(_part(p, 0))
            return self.holds(_part(p, 1)) if answer else None if answer is None else True
        if head == "compare" and p.args[1] in _SIDES and isinstance(p.args[2], Node):
            try:
                side = self.ring.sign(self.ring.add(self.of(_part(p, 0)), self.ring.negative(self.of(p.args[2]))))
                return side in _SIDES[str(p.args[1])]
            except Unseen:
                pass
        return self._truth(self, p)


_SIDES = {"<": (-1,), "<=": (-1, 0), "==": (0,), "!=": (-1, 1), ">=": (0, 1), ">": (1,)}


def _part(term: Node, k: int) -> Node:
    part = term.args[k]
    if not isinstance(part, Node):
        raise Unseen("a formula with a missing part")
    return part


def _product(ring: Ring, *parts: Series) -> Series:
    result = parts[0]
    for part in parts[1:]:
        result = ring.mul(result, part)
    return result


def _largest(ring: Ring, *parts: Series) -> Series:
    result = parts[0]
    for part in parts[1:]:
        result = ring.larger(result, part)
    return result


def _normal_cdf(ring: Ring, x: Series) -> Series:
    root = ring.f.power(ring.f.rational(Fraction(2)), ring.f.rational(Fraction(-1, 2)))
    return ring.mul(ring.rational(1, 2), ring.erfc(ring.negative(ring.scaled(x, root))))


def _mills(ring: Ring, x: Series) -> Series:
    density = ring.scaled(ring.exp(ring.mul(ring.rational(-1, 2), ring.mul(x, x))), ring.f.power(ring.f.mul(ring.f.rational(Fraction(2)), ring.f.pi()), ring.f.rational(Fraction(-1, 2))))
    return ring.mul(_normal_cdf(ring, ring.negative(x)), ring.inverse(density))


def _gaussian_profile(ring: Ring, epsilon: Series, level: Series) -> Series:
    if ring.sign(level) <= 0:
        raise Unseen("a Gaussian profile at a level that is not positive")
    near, shift = ring.mul(epsilon, ring.inverse(level)), ring.mul(ring.rational(1, 2), level)
    above = [_normal_cdf(ring, ring.negative(ring.add(near, ring.mul(ring.rational(side), shift)))) for side in (-1, 1)]
    return ring.add(above[0], ring.negative(ring.mul(ring.exp(epsilon), above[1])))


def _hyperbolic(side: int) -> Callable[[Ring, Series], Series]:
    return lambda ring, x: ring.mul(ring.rational(1, 2), ring.add(ring.exp(x), ring.mul(ring.rational(side), ring.exp(ring.negative(x)))))


def _tanh(ring: Ring, x: Series) -> Series:
    return ring.mul(_hyperbolic(-1)(ring, x), ring.inverse(_hyperbolic(1)(ring, x)))


_RULES: dict[str, Callable[..., Series]] = {
    "add": lambda ring, *parts: ring.add(*parts),
    "mul": _product,
    "exp": lambda ring, a: ring.exp(a),
    "log": lambda ring, a: ring.log(a),
    "abs": lambda ring, a: ring.absolute(a),
    "max": _largest,
    "min": lambda ring, *parts: ring.negative(_largest(ring, *(ring.negative(p) for p in parts))),
    "floor": lambda ring, a: ring.floor(a),
    "ceiling": lambda ring, a: ring.negative(ring.floor(ring.negative(a))),
    "erfc": lambda ring, a: ring.erfc(a),
    "erf": lambda ring, a: ring.add(ring.rational(1), ring.negative(ring.erfc(a))),
    "normal_cdf": _normal_cdf,
    "mills": _mills,
    "gaussian_profile": _gaussian_profile,
    "sinh": _hyperbolic(-1),
    "cosh": _hyperbolic(1),
    "tanh": _tanh,
}

__all__ = ["LENGTHS", "Expansion", "Field", "Ring", "Scale", "Series", "Undefined", "Unseen"]
