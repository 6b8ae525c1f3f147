"""What a term is for all large values of a name t: a few terms ``c exp(E) t^p (log t)^l`` and a bound of the rest.

E is a combination of ``t^q (log t)^j`` with coefficients that have an exact form, so equal growth is seen. Other coefficients are kept by half powers of pi,
each with the exact form that numbers have. Powers, exponentials and logarithms of ``1 + u`` with u -> 0 are nested sums. The complementary error function comes from
Laplace's continued fraction ``sqrt(pi) exp(x^2) erfc(x) = 1/(x + (1/2)/(x + 1/(x + (3/2)/(x + ...))))``, whose convergents lie above and below it in turn,
so that the difference of two of them bounds the rest (Abramowitz and Stegun 7.1.14). The gamma function comes from Stirling's series, in which the rest
is at most the first term that is left out (6.1.42).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key, lru_cache
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import laws, lines, orders
from verify.evidence.checker import numbers as n
from verify.evidence.checker.forms import plus
from verify.evidence.checker.formula import BINDERS, argument, bound_names, canonical, head, mentions, names, text_of, word
from verify.evidence.checker.laws import Finite, Function, Line, Sparse
from verify.evidence.checker.numbers import INFINITY, ONE, ZERO, Ball, NoValue, Number, Undecided
from verify.evidence.checker.truth import FALSE, RELATIONS, TRUE, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

LENGTHS = (3, 6, 11)
"""How many terms are kept, one after the other."""
FAR = (Fraction(32), Fraction(2**12))
Exact = tuple[tuple[Any, Fraction], ...]
"""The exact form of a number, sorted."""
Scale = tuple[tuple[tuple[Fraction, Fraction, Exact], ...], Fraction, Fraction]
"""``((q, j, e), ...)`` for ``E = sum e t^q (log t)^j``, then p and l."""
Coefficient = dict[int, Number]
"""The sum of ``number * pi^(k/2)``."""
FLAT: Scale = ((), ZERO, ZERO)
MINUS, HALF, TWO = Fraction(-1), Fraction(1, 2), Fraction(2)


# --- scales and coefficients -----------------------------------------------------------------------------------------


def _exact(x: Number) -> Exact:
    form = n.form_of(x)
    if form is None:
        raise Undecided("an exponent without an exact form")
    return tuple(sorted(form.items(), key=repr))


def _worth(e: Exact) -> Number:
    """The number with this form."""
    total: Number = ZERO
    for key, c in e:
        if key[0] == "log":
            part = n.log(Fraction(key[1]))
        else:
            part = n.mul(n.exp(key[1]), *(n.power(Fraction(p), r) for p, r in key[2]))
        total = n.add(total, n.mul(c, part))
    return total


def _joined(a: Scale, b: Scale, factor: Fraction) -> Scale:
    """``a * b^factor``."""
    powers = {(q, j): dict(e) for q, j, e in a[0]}
    for q, j, e in b[0]:
        powers[q, j] = plus(powers.get((q, j), {}), {key: factor * c for key, c in e})
    kept = tuple((q, j, tuple(sorted(e.items(), key=repr))) for (q, j), e in sorted(powers.items(), key=lambda entry: entry[0], reverse=True) if e)
    return kept, a[1] + factor * b[1], a[2] + factor * b[2]


@lru_cache(maxsize=1 << 14)
def _order(a: Scale, b: Scale) -> int:
    """1 where a grows faster, -1 where b does, 0 where they are the same."""
    powers, p, j = _joined(a, b, MINUS)
    if powers:
        return _sign({0: _worth(powers[0][2])})
    return (p > 0) - (p < 0) or (j > 0) - (j < 0)


def _plus(a: Coefficient, b: Coefficient) -> Coefficient:
    total = {k: n.add(a.get(k, ZERO), b.get(k, ZERO)) for k in {*a, *b}}
    return {k: x for k, x in total.items() if x != 0}


def _times(a: Coefficient, b: Coefficient) -> Coefficient:
    total: Coefficient = {}
    for k, x in a.items():
        for m, y in b.items():
            total = _plus(total, {k + m: n.mul(x, y)})
    return total


def _value(a: Coefficient) -> Number:
    return n.add(ZERO, *(n.mul(x, n.power(n.pi(), Fraction(k, 2))) if k else x for k, x in a.items()))


def _sign(a: Coefficient) -> int:
    if not a:
        return 0
    possible = n.relations(next(iter(a.values())) if len(a) == 1 else _value(a), ZERO)
    if len(possible) > 1:
        raise Undecided("a coefficient whose sign is unknown")
    return {"<": -1, "=": 0, ">": 1}[possible.pop()]


def _raised(a: Coefficient, r: Fraction) -> Coefficient:
    side = _sign(a)
    if side == 0 or (side < 0 and r.denominator != 1):
        raise Undecided("a power of a coefficient that is not positive")
    if len(a) == 1:
        ((k, x),) = a.items()
        if (k * r).denominator == 1:
            return {int(k * r): n.power(x, r)}
    return {0: n.power(_value(a), r)}


def _fraction(a: Coefficient) -> Fraction:
    x = a.get(0, ZERO)
    if set(a) <= {0} and isinstance(x, Fraction):
        return x
    raise Undecided("an exponent that is not a fraction")


# --- series ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tail:
    """Terms, the largest first; the rest is at most a constant times ``rest``, or vanishes next to it where ``small``; None: there is no rest."""

    terms: tuple[tuple[Scale, Coefficient], ...] = ()
    rest: Scale | None = None
    small: bool = False

    @property
    def size(self) -> tuple[Scale | None, bool]:
        """A bound of the whole."""
        return (self.terms[0][0], False) if self.terms else (self.rest, self.small)

    def vanishes(self) -> bool:
        scale, small = self.size
        return scale is None or _order(scale, FLAT) < 0 or (scale == FLAT and small)

    def sign(self) -> int:
        """For all large t."""
        if not self.terms:
            if self.rest is None:
                return 0
            raise Undecided("terms that cancel as far as they are known")
        found = _sign(self.terms[0][1])
        if found == 0:
            raise Undecided("a leading coefficient of 0")
        return found


def _constant(c: Coefficient) -> Tail:
    return Tail(((FLAT, c),)) if c else Tail()


def _number(x: Number) -> Tail:
    return _constant({0: x} if x != 0 else {})


class Tails:
    """The tails of formulas in one name at given values of the others; Undecided where one is not seen."""

    def __init__(self, e: Evaluator, name: str, env: Env, length: int, base: Fraction | None = None) -> None:
        """``base``: the name runs through the powers of this integer alone."""
        self.e, self.name, self.env, self.length, self.base = e, name, env, length, base
        self.found: dict[str, Tail] = {}

    def _tidy(self, terms: Iterable[tuple[Scale, Coefficient]], rests: Iterable[tuple[Scale | None, bool]]) -> Tail:
        self.e.budget.spend(5)
        total: dict[Scale, Coefficient] = {}
        for scale, c in terms:
            total[scale] = _plus(total.get(scale, {}), c)
        ordered = sorted((scale for scale, c in total.items() if c), key=cmp_to_key(lambda a, b: _order(b, a)))
        rest: Scale | None = None
        small = False
        for bound, little in rests:
            if bound is None:
                continue
            side = 1 if rest is None else _order(bound, rest)
            rest, small = (bound, little) if side > 0 else (rest, small and little) if side == 0 else (rest, small)
        if rest is not None:
            ordered = [scale for scale in ordered if _order(scale, rest) > 0 or (scale == rest and small)]
        if len(ordered) > self.length:
            rest, small = ordered[self.length], False
        return Tail(tuple((scale, total[scale]) for scale in ordered[: self.length]), rest, small)

    def add(self, *parts: Tail) -> Tail:
        return self._tidy([term for part in parts for term in part.terms], [(part.rest, part.small) for part in parts])

    def mul(self, *parts: Tail) -> Tail:
        result = parts[0]
        for part in parts[1:]:
            terms = [(_joined(s, t, ONE), _times(c, d)) for s, c in result.terms for t, d in part.terms]
            rests: list[tuple[Scale | None, bool]] = []
            for one, other in ((result, part), (part, result)):
                scale, small = other.size
                if one.rest is not None and scale is not None:
                    rests.append((_joined(one.rest, scale, ONE), one.small or small))
            result = self._tidy(terms, rests)
        return result

    def neg(self, a: Tail) -> Tail:
        return self.mul(_number(MINUS), a)

    def sub(self, a: Tail, b: Tail) -> Tail:
        return self.add(a, self.neg(b))

    def _split(self, a: Tail) -> tuple[Scale, Coefficient, Tail]:
        """``a = c s (1 + u)`` with u -> 0. Undecided for 0."""
        if a.sign() == 0:
            raise Undecided("the leading term of 0")
        (scale, c), *rest = a.terms
        inverse = Tail(((_joined(FLAT, scale, MINUS), _raised(c, MINUS)),))
        return scale, c, self.mul(Tail(tuple(rest), a.rest, a.small), inverse)

    def _nested(self, u: Tail, first: Fraction, factor: Callable[[int], Fraction]) -> Tail:
        """``first (1 + f(1) u (1 + f(2) u (1 + ...)))``; what is left out is at most a constant times a power of u."""
        if not u.vanishes():
            raise Undecided("a series outside its disc")
        if u.size[0] is None:
            return _number(first)
        result, power = _number(ONE), u
        for k in range(self.length, 0, -1):
            result = self.add(_number(ONE), self.mul(_number(factor(k)), u, result))
            power = self.mul(power, u)
        return self.mul(_number(first), self.add(result, Tail((), *power.size)))

    def power(self, a: Tail, r: Fraction) -> Tail:
        if r.denominator == 1 and 0 <= r <= 8:
            return self.mul(_number(ONE), *([a] * int(r)))
        if a == Tail():
            if r < 0:
                raise NoValue("0 to a negative power")
            return a
        if r.denominator != 1 and a.sign() < 0:
            raise NoValue("a fractional power of a negative number")
        scale, c, u = self._split(a)
        front = Tail(((_joined(FLAT, scale, r), _raised(c, r)),))
        return self.mul(front, self._nested(u, ONE, lambda k: (r - k + 1) / k))

    def exp(self, a: Tail) -> Tail:
        if a.rest is not None and not Tail((), a.rest, a.small).vanishes():
            raise Undecided("an exponent that is not known well enough")
        powers, p, constant = [], ZERO, ONE
        c: Number = constant
        small = []
        for scale, x in a.terms:
            if _order(scale, FLAT) < 0:
                small.append((scale, x))
            elif scale == FLAT:
                c = n.exp(_value(x))
            elif scale[0]:
                raise Undecided("an exponential of an exponential")
            elif scale[1:] == (ZERO, ONE):
                p = _fraction(x)
            elif scale[1:] > (ZERO, ONE):
                powers.append((scale[1], scale[2], _exact(_value(x))))
            else:
                raise Undecided("an exponent that grows more slowly than a logarithm")
        front = Tail((((tuple(powers), p, ZERO), {0: c}),))
        return self.mul(front, self._nested(Tail(tuple(small), a.rest, a.small), ONE, lambda k: Fraction(1, k)))

    def log(self, a: Tail) -> Tail:
        if a.sign() <= 0:
            raise NoValue("the logarithm of a number that is not positive")
        scale, c, u = self._split(a)
        if scale[2]:
            raise Undecided("the logarithm of a power of a logarithm")
        parts = [_number(n.log(_value(c))), self.mul(u, self._nested(u, ONE, lambda k: Fraction(-k, k + 1)))]
        parts += [Tail(((((), q, j), {0: _worth(e)}),)) for q, j, e in scale[0]]
        if scale[1]:
            parts.append(Tail(((((), ZERO, ONE), {0: scale[1]}),)))
        return self.add(*parts)

    def larger(self, *parts: Tail) -> Tail:
        best = parts[0]
        for part in parts[1:]:
            gap = self.sub(best, part)
            if not gap.terms and gap.rest is not None:
                best = self.add(best, Tail((), gap.rest, gap.small))
            elif gap.sign() < 0:
                best = part
        return best

    def ceiling(self, a: Tail) -> Tail:
        """``a <= ceiling a < a + 1``, unless a tends to a number: then the integer that follows, where a stays apart from the integer before it."""
        within = self.add(a, Tail((), FLAT))
        if not Tail((), a.rest, a.small).vanishes() or (a.terms and _order(a.terms[0][0], FLAT) > 0):
            return within
        at = _value(a.terms[0][1]) if a.terms and a.terms[0][0] == FLAT else ZERO
        try:
            up = n.ceiling(at)
            if not isinstance(up, Fraction):
                return within
            side = self.sub(a, _number(up)).sign()  # a may pass the integer that it tends to
            if side < 0 and n.relations(n.sub(at, up - 1), ZERO) != {">"}:
                return within
        except Undecided:
            return within
        return _number(up + (1 if side > 0 else 0))

    def erfc(self, x: Tail) -> Tail:
        if not x.terms or _order(x.terms[0][0], FLAT) <= 0:
            if x.rest is not None and not Tail((), x.rest, x.small).vanishes():
                raise Undecided("an error function at an unknown point")
            at = x.terms[0] if x.terms and x.terms[0][0] == FLAT else (FLAT, {})
            value = n.erfc(_value(at[1]))
            if x.terms == ((FLAT, at[1]),) and x.rest is None:
                return _number(value)
            moved = Tail(tuple(term for term in x.terms if term[0] != FLAT), x.rest, x.small)
            slope = n.mul(-TWO, n.exp(n.neg(n.mul(_value(at[1]), _value(at[1])))))
            line = self.mul(_constant({-1: slope}), moved)
            return self.add(_number(value), line, Tail((), *self.mul(moved, moved).size))
        if x.sign() < 0:
            return self.sub(_number(TWO), self.erfc(self.neg(x)))
        convergents = []
        for depth in (self.length // 2, self.length // 2 + 1):
            below = x
            for k in range(depth, 0, -1):
                below = self.add(x, self.mul(_number(Fraction(k, 2)), self.power(below, MINUS)))
            convergents.append(self.power(below, MINUS))
        found = self.add(convergents[0], Tail((), *self.sub(*convergents).size))
        return self.mul(_constant({-1: ONE}), self.exp(self.neg(self.mul(x, x))), found)

    def log_gamma(self, a: Tail, root: bool = True) -> Tail:
        """Stirling's series, for an argument that grows without end; ``root``: with ``log(2 pi)/2``."""
        if not a.terms or _order(a.terms[0][0], FLAT) <= 0 or a.sign() < 0:
            raise Undecided("the gamma function at an argument that does not grow")
        over = self.power(a, MINUS)
        parts = [self.mul(self.sub(a, _number(HALF)), self.log(a)), self.neg(a), self.mul(_number(Fraction(1, 12)), over)]
        parts += [self.mul(_number(Fraction(-1, 360)), self.power(over, Fraction(3))), Tail((), *self.power(over, Fraction(5)).size)]
        return self.add(*parts, *([_number(n.mul(HALF, n.log(n.mul(TWO, n.pi()))))] if root else []))

    def gamma(self, a: Tail) -> Tail:
        return self.mul(_constant({1: n.power(TWO, HALF)}), self.exp(self.log_gamma(a, root=False)))

    def kummer(self, a: Number, b: Number, z: Tail) -> Tail:
        """``1F1``: leading order only."""
        if any(not n.finite(x) or n.may_be_infinite(x) for x in (a, b)):
            raise Undecided("Kummer's function with a parameter that may be infinite")
        if n.relations(b, ZERO) != {">"}:
            raise Undecided("Kummer's function with a second parameter that is not positive")
        if z.vanishes():
            return self.add(_number(ONE), Tail((), *z.size))
        if z.terms and z.terms[0][0] == FLAT:
            return Tail(_number(n.hyp1f1(a, b, _value(z.terms[0][1]))).terms, FLAT, True)
        rest = n.sub(b, a)
        if not isinstance(a, Fraction) or z.sign() > 0 or n.relations(rest, ZERO) != {">"}:
            raise Undecided("the leading order of Kummer's function")
        size = self.power(self.neg(z), -a)
        front = self.mul(_number(n.mul(n.gamma(b), n.inverse(n.gamma(rest)))), size)
        return self.mul(front, self.add(_number(ONE), Tail((), *self.power(z, MINUS).size)))

    # --- formulas ----------------------------------------------------------------------------------------------------

    def of(self, f: Any) -> Tail:
        text = text_of(f)
        if text not in self.found:
            self.found[text] = self._of(f)
        return self.found[text]

    def _of(self, f: Any) -> Tail:
        self.e.budget.spend(5)
        if self.name not in mentions(f):
            return _constant(self._fixed(f))
        kind = head(f)
        if kind == "var":
            return Tail(((((), ONE, ZERO), {0: ONE}),))
        if kind == "if":
            answer = self.holds(argument(f, 0))
            if answer is None:
                raise Undecided("a condition that is undecided for large values")
            return self.of(argument(f, 1 if answer else 2))
        if kind == "pow":
            if self.name in mentions(argument(f, 1)):
                base, exponent = self.of(argument(f, 0)), self.of(argument(f, 1))
                if base.sign() > 0:
                    return self.exp(self.mul(exponent, self.log(base)))
                if base.sign() == 0 and exponent.sign() > 0:
                    return Tail()
                raise Undecided("a power of a number that is not positive, with an exponent that moves")
            return self.power(self.of(argument(f, 0)), _fraction(self._fixed(argument(f, 1))))
        if kind == "apply":
            return self.of(self.unfolded(f))
        if kind == "hockey_stick":
            return self._divergence(f)
        if kind == "renyi" and self.name not in mentions(argument(f, 0)) | mentions(argument(f, 1)):
            found = orders.unfolded(self.e, f, self.env, self.beyond_one(argument(f, 2)))
            if found is None:
                raise Undecided("an infinite divergence")
            return self.of(found)
        if kind == "hyp1f1" and self.name not in mentions(argument(f, 0)) | mentions(argument(f, 1)):
            return self.kummer(self.e.number(argument(f, 0), self.env), self.e.number(argument(f, 1), self.env), self.of(argument(f, 2)))
        if kind in OF_FORMULAS:
            return OF_FORMULAS[kind](self, f)
        rule = RULES.get(kind)
        if rule is None:
            raise Undecided(f"{kind} for large values")
        return rule(self, *(self.of(part) for part in f[1:]))

    def beyond_one(self, order: Any) -> bool:
        """Whether an order is above 1 for all large values of the name; Undecided unless it is that or between 0 and 1."""
        above, below = ["compare", order, ["word", ">"], "1"], ["compare", order, ["word", "<"], "1"]
        if self.holds(above) is True:
            return True
        if self.holds(["all", below, ["compare", order, ["word", ">"], "0"]]) is True:
            return False
        raise Undecided("an order that may be 1 or less than 0")

    def _fixed(self, f: Any) -> Coefficient:
        """A formula without the name, by half powers of pi."""
        kind = head(f)
        if kind == "pi":
            return {2: ONE}
        if kind in ("add", "mul"):
            parts = [self._fixed(part) for part in f[1:]]
            result = parts[0]
            for part in parts[1:]:
                result = (_plus if kind == "add" else _times)(result, part)
            return result
        if kind == "pow":
            base, exponent = self._fixed(argument(f, 0)), self._fixed(argument(f, 1)).get(0)
            if base and isinstance(exponent, Fraction) and set(base) != {0}:
                return _raised(base, exponent)
        x = self.e.number(f, self.env)
        if not n.finite(x) or n.may_be_infinite(x):
            raise Undecided("an infinite constant")
        return {0: x} if x != 0 else {}

    def unfolded(self, f: Any) -> Any:
        """The body of a function at an argument that stays in its interval."""
        function = self.e.value(argument(f, 0), self.env)
        if not isinstance(function, Function) or len(f) != 3:
            raise Undecided("a table at a varying argument")
        at, (low, high, left, right) = argument(f, 1), function.where[1:5]
        self.of(at)  # it has a value
        inside = [["compare", at, ["word", ">=" if word(left) == "closed" else ">"], low]] if low != "-oo" else []
        inside += [["compare", at, ["word", "<=" if word(right) == "closed" else "<"], high]] if high != "oo" else []
        if self.holds(["all", *inside]) is not True:
            raise Undecided("a function whose argument may leave its interval")
        return put(function.body, function.name, at)

    def _divergence(self, f: Any) -> Tail:
        """``hockey_stick`` of laws that do not move, at an epsilon that grows without end."""
        if self.name in mentions(argument(f, 0)) | mentions(argument(f, 1)):
            raise Undecided("a divergence of distributions that vary")
        p, q, epsilon = self.e.law(argument(f, 0), self.env), self.e.law(argument(f, 1), self.env), self.of(argument(f, 2))
        if epsilon.vanishes() or _order(epsilon.terms[0][0], FLAT) <= 0 or epsilon.sign() < 0:
            raise Undecided("a divergence at a bounded epsilon")
        if isinstance(p, Finite) and isinstance(q, Finite):  # constant beyond the largest logarithm of a ratio
            other = dict(q.weights)
            return _number(sum((w for x, w in p.weights if not other.get(x)), ZERO))
        if isinstance(p, Sparse) and isinstance(q, Sparse):
            return self._sparse(p, q, epsilon)
        if not isinstance(p, Line) or not isinstance(q, Line):
            raise Undecided("a divergence of these distributions for large values")
        normal = laws.normal(p), laws.normal(q)
        if normal[0] is not None and normal[1] is not None and n.relations(normal[0][1], normal[1][1]) != {"<"}:
            return self._normals(*normal[0], *normal[1], epsilon)
        if n.finite(lines.renyi(p, q, INFINITY)):
            return Tail()
        raise Undecided("a divergence of distributions with an unbounded ratio")

    def _normals(self, a: Number, v: Number, b: Number, w: Number, epsilon: Tail) -> Tail:
        """P(log p/q > e) - exp(e) Q(log p/q > e) for N(a, v) and N(b, w), v >= w."""
        if n.relations(v, w) == {"="}:
            if n.relations(a, b) == {"="}:
                return Tail()
            level = n.mul(n.absolute(n.sub(a, b)), n.power(v, -HALF))
            far, near = self.mul(_number(n.inverse(level)), epsilon), _number(n.mul(HALF, level))
            return self._weighed([(ONE, self.sub(far, near))], [(ONE, self.add(far, near))], epsilon)
        if n.relations(v, w) != {">"}:
            raise Undecided("variances that are not told apart")
        # log p/q = curve (x - m)^2 + height
        m = n.div(n.sub(n.mul(a, w), n.mul(b, v)), n.sub(w, v))
        curve = n.div(n.sub(v, w), n.mul(TWO, v, w))
        at = n.sub(n.div(n.power(n.sub(m, b), TWO), n.mul(TWO, w)), n.div(n.power(n.sub(m, a), TWO), n.mul(TWO, v)))
        height = n.add(n.mul(HALF, n.log(n.div(w, v))), at)
        radius = self.power(self.mul(_number(n.inverse(curve)), self.sub(epsilon, _number(height))), HALF)

        def ends(mean: Number, variance: Number) -> list[tuple[Fraction, Tail]]:
            scale = _number(n.power(variance, -HALF))
            return [(ONE, self.mul(scale, self.add(radius, _number(n.mul(side, n.sub(m, mean)))))) for side in (ONE, MINUS)]

        return self._weighed(ends(a, v), ends(b, w), epsilon)

    def _sparse(self, p: Sparse, q: Sparse, epsilon: Tail) -> Tail:
        """The sum of (p - exp(epsilon) q)+ for slopes r and r + s, at epsilon = s t - g with g >= 0, t a power of the base b.

        At x = b^k the log-ratio is s x: it is smaller than epsilon below t, and at 0. The atoms at t and b t are written down; those from b^2 t on have at most the mass of p there,
        which is at most a constant times exp(-c b^4 t^2) for the curve c.
        """
        if (p.base, p.curve) != (q.base, q.curve):
            raise Undecided("a divergence of sparse distributions that differ in base or curve")
        rise = _number(q.slope - p.slope)
        if q.slope <= p.slope:  # no log-ratio is above the one at 0
            return Tail()
        t = self.of(["var", ["word", self.name]])
        gap = self.sub(self.mul(rise, t), epsilon)
        if self.base != p.base or gap.rest is not None or any(scale != FLAT for scale, _ in gap.terms) or gap.sign() < 0:
            raise Undecided("a divergence of sparse distributions elsewhere than along their atoms")
        gains = []
        for place in (t, self.mul(_number(p.base), t)):
            mass = self.exp(self.add(self.mul(_number(-p.curve), place, place), self.mul(_number(-p.slope), place)))
            gains.append(self.mul(mass, self.sub(_number(ONE), self.exp(self.sub(epsilon, self.mul(rise, place))))))
        ((left_out, _),) = self.exp(self.mul(_number(-p.curve * p.base**4), t, t)).terms
        return self.add(*gains, Tail((), left_out))

    def _weighed(self, first: list[tuple[Fraction, Tail]], second: list[tuple[Fraction, Tail]], epsilon: Tail) -> Tail:
        """Upper tails of the standard normal law, the second ones times -exp(epsilon)."""
        def above(places: list[tuple[Fraction, Tail]]) -> Tail:
            return self.add(*(self.mul(_number(weight / 2), self.erfc(self.mul(_number(n.power(TWO, -HALF)), x))) for weight, x in places))

        return self.sub(above(first), self.mul(self.exp(epsilon), above(second)))

    # --- truth -------------------------------------------------------------------------------------------------------

    def holds(self, p: Any) -> bool | None:
        """True where the proposition holds for all large values, False where it fails for all large values, None where neither is seen."""
        kind = head(p)
        if kind == "not":
            answer = self.holds(argument(p, 0))
            return None if answer is None else not answer
        if kind in ("all", "any"):
            for part in p[1:]:
                answer = self.holds(part)
                if answer is not (kind == "all"):
                    return answer
            return kind == "all"
        if kind == "implies":
            answer = self.holds(argument(p, 0))
            return self.holds(argument(p, 1)) if answer else None if answer is None else True
        if kind == "compare" and word(argument(p, 1)) in RELATIONS:
            try:
                side = self.sub(self.of(argument(p, 0)), self.of(argument(p, 2))).sign()
                return {-1: "<", 0: "=", 1: ">"}[side] in RELATIONS[word(argument(p, 1))]
            except (Undecided, NoValue):
                pass
            if self._equal(argument(p, 0), argument(p, 2)):
                return "=" in RELATIONS[word(argument(p, 1))]
            deltas = self._deltas(argument(p, 0), argument(p, 2))
            if deltas is not None:
                return self.holds(["compare", deltas[0], p[2], deltas[1]])
        for far in FAR if self.name in mentions(p) else FAR[:1]:
            answer_there = self.e.truth(p, {**self.env, self.name: Ball(n.exact(far), n.OO, False, True)})
            if answer_there in (TRUE, FALSE):
                return answer_there == TRUE
        return None


    def _deltas(self, *sides: Any) -> list[Any] | None:
        """What Gaussian levels of one epsilon, or one of them and 0 or oo, may be compared by: deltas between 0 and 1, as the level rises from 0 to infinity with delta."""
        taken = [self._branch(side) for side in sides]
        levels = [side for side in taken if head(side) == "gaussian_level"]
        if not levels or any(head(side) != "gaussian_level" and side not in ("0", "oo") for side in taken) or len({text_of(level[1]) for level in levels}) > 1:
            return None
        if not all(self.holds(["all", ["compare", "0", ["word", "<="], level[1]], ["compare", "0", ["word", "<"], level[2]], ["compare", level[2], ["word", "<"], "1"]]) for level in levels):
            return None
        return [side[2] if head(side) == "gaussian_level" else "0" if side == "0" else "1" for side in taken]

    def _branch(self, f: Any) -> Any:
        """The branch of a case distinction that is taken for all large values; the formula itself where none is seen."""
        while head(f) == "if" and (answer := self.holds(argument(f, 0))) is not None:
            f = argument(f, 1 if answer else 2)
        return f

    def _equal(self, a: Any, b: Any) -> bool:
        """Whether two terms with values for all large values of the name are one and the same."""
        try:
            plain = [self._plain(side) for side in (a, b)]
            if text_of(canonical(plain[0])) != text_of(canonical(plain[1])):
                return False
            for side in (a, b):  # they have values
                self.of(side)
        except (Undecided, NoValue):
            return False
        return True

    def _plain(self, f: Any) -> Any:
        """Fractions for names that have them; for N(a, v) and N(b, v) the divergence is the Gaussian profile at |a - b| v^(-1/2); a maximum of one thing is that thing."""
        if not isinstance(f, list) or f[0] == "word":
            return f
        if f[0] == "var":
            value = self.env.get(names(f)[0]) if names(f) != [self.name] else None
            return str(value) if isinstance(value, Fraction) else f
        if f[0] in BINDERS:
            return f
        parts = [self._plain(part) for part in f[1:]]
        if f[0] in ("max", "min") and all(part == parts[0] for part in parts):
            return parts[0]
        if f[0] == "hockey_stick" and self.name not in mentions(f[1]) | mentions(f[2]):
            normal = [laws.normal(self.e.law(part, self.env)) for part in f[1:3]]
            if normal[0] is not None and normal[1] is not None and n.relations(normal[0][1], normal[1][1]) == {"="}:
                level = n.mul(n.absolute(n.sub(normal[0][0], normal[1][0])), n.power(normal[0][1], -HALF))
                if isinstance(level, Fraction) and level > 0:
                    return ["gaussian_profile", parts[2], str(level)]
        return [f[0], *parts]


def put(f: Any, name: str, value: Any) -> Any:
    """The formula with a formula in the place of a free name. Undecided where a binder stands in the way."""
    if not isinstance(f, list):
        return f
    if head(f) == "var":
        return value if names(f) == [name] else f
    if head(f) in BINDERS and name in mentions(f) and not (isinstance(value, str) and name not in bound_names(f)):
        raise Undecided("a binder around the moving name")
    return f if head(f) == "word" else [f[0], *(put(part, name, value) for part in f[1:])]


def put_all(f: Any, values: dict[str, Any]) -> Any:
    """The formula with formulas in the place of several free names, one after the other."""
    for name, value in values.items():
        f = put(f, name, value)
    return f


def _erf(x: Tails, a: Tail) -> Tail:
    return x.sub(_number(ONE), x.erfc(a))


def _normal_cdf(x: Tails, a: Tail) -> Tail:
    return x.mul(_number(HALF), x.erfc(x.mul(_number(n.neg(n.power(TWO, -HALF))), a)))


def _mills(x: Tails, a: Tail) -> Tail:
    bell = x.exp(x.mul(_number(HALF), a, a))
    return x.mul(_constant({1: n.power(TWO, HALF)}), bell, _normal_cdf(x, x.neg(a)))


def _profile(x: Tails, epsilon: Tail, level: Tail) -> Tail:
    if level.sign() <= 0:
        raise NoValue("a Gaussian profile at a level that is not positive")
    far, half = x.mul(epsilon, x.power(level, MINUS)), x.mul(_number(HALF), level)
    below, above = _normal_cdf(x, x.sub(half, far)), _normal_cdf(x, x.neg(x.add(half, far)))
    return x.sub(below, x.mul(x.exp(epsilon), above))


OF_FORMULAS: dict[str, Callable[[Tails, Any], Tail]] = {}
"""Rules that read the formula itself, entered by the modules that hold them."""
RULES: dict[str, Callable[..., Tail]] = {
    "add": Tails.add,
    "mul": Tails.mul,
    "exp": Tails.exp,
    "log": Tails.log,
    "abs": lambda x, a: x.larger(a, x.neg(a)),
    "max": Tails.larger,
    "min": lambda x, *parts: x.neg(x.larger(*(x.neg(part) for part in parts))),
    "ceiling": Tails.ceiling,
    "floor": lambda x, a: x.neg(x.ceiling(x.neg(a))),
    "erfc": Tails.erfc,
    "erf": _erf,
    "gamma": Tails.gamma,
    "log_gamma": Tails.log_gamma,
    "normal_cdf": _normal_cdf,
    "mills": _mills,
    "gaussian_profile": _profile,
}


def limit_at_infinity(e: Evaluator, f: Any, name: str, env: Env, base: Fraction | None = None) -> Number:
    """The limit in [-oo, oo] as the name grows, through the powers of ``base`` alone if there is one. NoValue where the term has no value for any large value of the name; Undecided where nothing is seen."""
    why: Exception = Undecided("a limit")
    for length in LENGTHS:
        try:
            tail = Tails(e, name, env, length, base).of(f)
            if tail.vanishes():
                return ZERO
            if tail.terms and tail.terms[0][0] == FLAT:
                if Tail((), tail.rest, tail.small).vanishes():
                    return _value(tail.terms[0][1])
                raise Undecided("a limit below what is left out")
            return INFINITY if tail.sign() > 0 else n.neg(INFINITY)
        except Undecided as reason:
            why = reason
    raise Undecided(str(why))


def holds_far_out(e: Evaluator, p: Any, name: str, env: Env) -> bool | None:
    """Whether a proposition holds for all large values of the name (True), for none (False), or neither is seen."""
    return next((found for length in LENGTHS if (found := Tails(e, name, env, length).holds(p)) is not None), None)
