"""The sign of an elementary formula on a box: enclosures, monotone faces to several orders, and equivalent formulas.

A formula is kept as a sum of products of powers: ``{((atom, exponent), ...): coefficient}``. Where a power or a logarithm of a product is taken apart, the
factors are not negative on the box in question; a normal form therefore belongs to a box, and to every part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from flint import ctx

from verify.evidence.checker import numbers as n
from verify.evidence.checker import special
from verify.evidence.checker.formula import argument, head, names, rational
from verify.evidence.checker.numbers import Ball, Budget, NoValue, Number, Undecided
from verify.evidence.checker.products import (
    HIGHEST,
    ONE,
    ORDER,
    ZERO,
    Atom,
    Box,
    Env,
    Product,
    Side,
    Sum,
    atom,
    common,
    common_exponent,
    constant,
    fixed,
    plus,
    scaled,
    total,
)

FUNCTIONS = ("exp", "log", "erf", "erfc")
PI = ((("pi",), ONE),)
PARTS_OF_PI = {
    "asin": {Fraction(-1): Fraction(-1, 2), Fraction(-1, 2): Fraction(-1, 6), Fraction(1, 2): Fraction(1, 6), Fraction(1): Fraction(1, 2)},
    "acos": {Fraction(-1): Fraction(1), Fraction(-1, 2): Fraction(2, 3), Fraction(0): Fraction(1, 2), Fraction(1, 2): Fraction(1, 3)},
    "atan": {Fraction(-1): Fraction(-1, 4), Fraction(1): Fraction(1, 4)},
}
"""Inverse functions at fractions where they are fractions of pi."""
VALUE, FIRST = special.VALUE, ["var", ["word", "#0"]]


class Algebra:
    """Normal forms that hold on one box."""

    def __init__(self, env: Env, budget: Budget) -> None:
        self.env = env
        self.budget = budget
        self.derivatives: dict[tuple[Sum, str], Sum] = {}

    def read(self, f: Any, formulas: dict[str, Sum]) -> Sum:
        """The normal form of a JSON formula. Undecided for what has no derivative."""
        self.budget.spend()
        kind = head(f)
        if kind == "num":
            if f in ("oo", "-oo"):
                raise Undecided("no normal form of an infinite number")
            return constant(rational(f))
        if kind == "if" and f[1] in (["all"], ["any"]):  # a condition that is true, or false, whatever the names are
            return self.read(argument(f, 1 if f[1] == ["all"] else 2), formulas)
        if kind in ("max", "min"):  # a value is not above oo, nor below -oo
            finite = [a for a in f[1:] if a != ("-oo" if kind == "max" else "oo")]
            if 0 < len(finite) < len(f) - 1:
                return self.read([kind, *finite] if len(finite) > 1 else finite[0], formulas)
        if kind == "pi":
            return atom(("pi",))
        if kind == "var":
            return formulas[names(f)[0]]
        if kind not in ("add", "mul", "pow", "abs", "max", "min", "hyp1f1", "gamma", *FUNCTIONS) and kind not in special.RULES:
            raise Undecided(f"no derivative of {kind}")
        parts = [self.read(a, formulas) for a in f[1:]]
        if kind == "add":
            return plus(*parts)
        if kind == "mul":
            return self.times(*parts)
        if kind == "pow":
            base, exponent = parts
            return self.power(base, value) if (value := fixed(exponent)) is not None else self.general(base, exponent)
        if kind in FUNCTIONS:
            return self.function(kind, parts[0])
        if kind == "abs":
            return parts[0] if self.least(parts[0]) else self.turned(parts[0])
        if kind in ("max", "min"):
            wanted = parts if kind == "max" else [scaled(-ONE, p) for p in parts]
            for p, given in zip(wanted, parts, strict=True):
                if all(self.least(plus(p, scaled(-ONE, other))) for other in wanted if other is not p):
                    return given
        if kind == "hyp1f1" and fixed(parts[0]) is not None and fixed(parts[1]) is not None:
            return atom(("hyp1f1", fixed(parts[0]), fixed(parts[1]), parts[2]))
        if kind == "gamma" or kind in special.RULES:
            return self.call(kind, parts)
        raise Undecided(f"no derivative of {kind}")

    def call(self, kind: str, parts: list[Sum]) -> Sum:
        """A function of the table; a fraction where it has an exact value."""
        if kind in special.OF_PI and (turned := self.turned_angle(kind, parts[0])) is not None:
            return turned
        values = [fixed(p) for p in parts]
        if kind in ("sin_pi", "cos_pi", "tan_pi", "cot_pi") and values[0] is not None and (known := self.surd(kind, values[0])) is not None:
            return known
        if kind in PARTS_OF_PI and values[0] in PARTS_OF_PI[kind]:
            return scaled(PARTS_OF_PI[kind][values[0]], atom(("pi",)))
        if all(v is not None for v in values):
            found = _call(kind, [v for v in values if v is not None])
            if isinstance(found, Fraction):
                return constant(found)
        return atom(("call", kind, tuple(parts)))

    def turned_angle(self, kind: str, s: Sum) -> Sum | None:
        """A trigonometric function of a multiple of pi as the function of pi u; of a sum with right angles as a function of the others. None where it is neither."""
        angle = next((c for p, c in s if p == PI), ZERO)
        rest = total([(p, c) for p, c in s if p != PI])
        shares = [(tuple((a, e) for a, e in p if a != ("pi",)), c) for p, c in s if dict(p).get(("pi",)) == 1]
        if s and len(shares) == len(s):
            return self.call(special.OF_PI[kind], [total(shares)])
        if not angle or (2 * angle).denominator != 1:
            return None
        turns = int(2 * angle)
        if kind in ("tan", "cot"):
            return self.call(kind, [rest]) if turns % 2 == 0 else scaled(-ONE, self.call("cot" if kind == "tan" else "tan", [rest]))
        turns += kind == "cos"
        return scaled(ONE if turns % 4 < 2 else -ONE, self.call("cos" if turns % 2 else "sin", [rest]))

    def surd(self, kind: str, u: Fraction) -> Sum | None:
        """A function of pi u where its square is a fraction that is known."""
        if kind in ("cos_pi", "cot_pi"):
            u = Fraction(1, 2) + u if kind == "cos_pi" else Fraction(1, 2) - u
        if kind in ("sin_pi", "cos_pi"):
            square = {Fraction(1, 4): Fraction(1, 2), Fraction(1, 3): Fraction(3, 4), Fraction(2, 3): Fraction(3, 4), Fraction(3, 4): Fraction(1, 2)}.get(u % 1)
            sign = ONE if u % 2 < 1 else -ONE
        else:
            square = {Fraction(1, 6): Fraction(1, 3), Fraction(1, 4): ONE, Fraction(1, 3): Fraction(3)}.get(min(u % 1, 1 - u % 1))
            sign = ONE if u % 1 < Fraction(1, 2) else -ONE
        return None if square is None else scaled(sign, self.power(constant(square), Fraction(1, 2)))

    def outer(self, a: Atom, k: int) -> Sum:
        """The derivative of a function of the table in argument ``k``, with its sign where only that is known or more is lost."""
        _, kind, parts = a
        formula = ["mul", VALUE, ["digamma", FIRST]] if kind == "gamma" else special.RULES[kind].slopes[k]
        if formula is None:
            return atom(("slope", kind, k, None, parts))
        inner = self.read(formula, {**{f"#{j}": p for j, p in enumerate(parts)}, "#value": atom(a)})
        return atom(("slope", kind, k, inner, parts)) if (kind, k) in special.SIGNED and fixed(inner) is None else inner

    def turned(self, s: Sum) -> Sum:
        opposite = scaled(-ONE, s)
        if not self.least(opposite):
            raise Undecided("an absolute value whose sign is not known")
        return opposite

    def least(self, s: Sum) -> bool:
        """Whether a sum is certainly not negative on the box."""
        try:
            return n.relations(value_of(s, self.env), n.ZERO) <= {">", "="}
        except (NoValue, Undecided):
            return False

    def times(self, *sums: Sum) -> Sum:
        result = constant(ONE)
        for s in sums:
            result = plus(*(self.product(p, q, c * d) for p, c in result for q, d in s))
        return result

    def product(self, p: Product, q: Product, c: Fraction) -> Sum:
        self.budget.spend()
        found: dict[Atom, Fraction] = {}
        inside: list[Sum] = []
        for a, e in (*p, *q):
            if a[0] == "exp":
                inside.append(scaled(e, a[1]))
            else:
                found[a] = found.get(a, ZERO) + e
        rest: list[Sum] = []
        kept: list[tuple[Atom, Fraction]] = []
        for a, e in found.items():
            if a[0] == "sum" and e.denominator == 1 and 0 < e <= HIGHEST:
                rest += [a[1]] * int(e)
            elif a == ("num", ONE):
                continue
            elif a[0] == "num":
                units = e.numerator // e.denominator
                c *= Fraction(a[1]) ** units
                if e != units:
                    kept.append((a, e - units))
            elif e:
                kept.append((a, e))
        whole = plus(*inside)
        if whole:
            kept.append((("exp", whole), ONE))
        result: Sum = total([(tuple(sorted(kept, key=repr)), c)])
        return self.times(result, *rest) if rest else result

    def power(self, s: Sum, r: Fraction) -> Sum:
        """A fixed power of a sum."""
        if r == 0:
            return constant(ONE)
        if not s:
            if r < 0:
                raise NoValue("0 to a negative power")
            return ()
        if len(s) == 1:
            ((p, c),) = s
            if r.denominator == 1:
                return self.product(tuple((a, e * r) for a, e in p), (), c ** int(r))
            if c > 0 and all(self.least(atom(a)) for a, _ in p):
                return self.product((*((a, e * r) for a, e in p), (("num", c), r)), (), ONE)
        elif r.denominator == 1 and 0 < r <= HIGHEST:
            return self.times(*([s] * int(r)))
        if front := self.fastest(s):
            return self.times(self.function("exp", scaled(r, front)), self.power(self.without(s, front), r))
        return (((((("sum", s), r),)), ONE),)

    def without(self, s: Sum, front: Sum) -> Sum:
        """The sum divided by the exponential of another."""
        return self.times(s, atom(("exp", scaled(-ONE, front))))

    def fastest(self, s: Sum) -> Sum:
        """The exponent next to which the other exponents of a sum are bounded above, where one of them is unbounded; else 0."""
        if len(s) < 2 or all(n.ball(x).lo != n.MINUS_OO and n.ball(x).hi != n.OO for x in self.env.values()):
            return ()
        exponents = sorted({next((a[1] for a, _ in p if a[0] == "exp"), ()) for p, _ in s}, key=repr)
        if not any(self.unbounded(e) for e in exponents):
            return ()
        return next((e for e in exponents if e and not any(self.unbounded(plus(x, scaled(-ONE, e)), above=True) for x in exponents if x != e)), ())

    def unbounded(self, s: Sum, above: bool = False) -> bool:
        """Whether the enclosure of an exponent has an infinite end; of several terms, by the factors that they share."""
        shared = tuple((a, e) for a, e in common(s) if e > 0) if len(s) > 1 else ()
        try:
            rest = plus(*(self.product(p, tuple((a, -e) for a, e in shared), c) for p, c in s))
            value = n.ball(n.mul(value_of(((shared, ONE),), self.env), value_of(rest, self.env)) if shared else value_of(s, self.env))
        except (NoValue, Undecided):
            return True
        return value.hi == n.OO or (not above and value.lo == n.MINUS_OO)

    def general(self, base: Sum, exponent: Sum) -> Sum:
        """A power whose exponent is not fixed: exp(exponent log base), for a positive base."""
        try:
            positive = n.relations(value_of(base, self.env), n.ZERO) == {">"}
        except (NoValue, Undecided):
            positive = False
        if not positive:
            raise Undecided("a power of a base that is not known to be positive")
        return self.function("exp", self.times(exponent, self.function("log", base)))

    def function(self, kind: str, s: Sum) -> Sum:
        if kind == "exp":
            loose: list[Sum] = []
            kept: list[tuple[Product, Fraction]] = []
            for p, c in s:  # exp(c log a) = a^c
                if len(p) == 1 and p[0][0][0] == "log" and p[0][1] == 1:
                    loose.append(self.power(p[0][0][1], c))
                else:
                    kept.append((p, c))
            rest = atom(("exp", total(kept))) if kept else constant(ONE)
            return self.times(rest, *loose) if loose else rest
        if kind == "log" and len(s) == 1:
            ((p, c),) = s
            if p and c > 0 and all(self.least(atom(a)) for a, _ in p):
                parts = [scaled(e, a[1]) if a[0] == "exp" else scaled(e, atom(("log", _base(a)))) for a, e in p]
                return plus(*parts, *([atom(("log", constant(c)))] if c != 1 else []))
            if not p and c == 1:
                return ()
        if kind == "log" and (shared := common_exponent(s) or self.fastest(s)):
            return plus(shared, atom(("log", self.without(s, shared))))
        if not s and kind in ("exp", "erf", "erfc"):
            return () if kind == "erf" else constant(ONE)
        return atom((kind, s))

    def derivative(self, s: Sum, name: str) -> Sum:
        """The derivative in a coordinate."""
        if (s, name) in self.derivatives:
            return self.derivatives[s, name]
        parts: list[Sum] = []
        for p, c in s:
            for k, (a, e) in enumerate(p):
                slope = self.slope(a, name)
                if not slope:
                    continue
                others = (*p[:k], *p[k + 1 :])
                lowered = self.product(others, ((a, e - 1),), c * e) if e != 1 else self.product(others, (), c)
                parts.append(self.times(lowered, slope))
        self.derivatives[s, name] = found = plus(*parts)
        return found

    def slope(self, a: Atom, name: str) -> Sum:
        kind = a[0]
        if kind == "var":
            return constant(ONE) if a[1] == name else ()
        if kind in ("pi", "num"):
            return ()
        if kind == "call":
            moves = [(k, self.derivative(part, name)) for k, part in enumerate(a[2])]
            return plus(*(self.times(self.outer(a, k), inner) for k, inner in moves if inner))
        if kind == "slope":
            if a[3] is None:
                raise Undecided("no derivative of a slope that is known by its sign alone")
            return self.derivative(a[3], name)
        inner = self.derivative(a[-1], name)
        if not inner:
            return ()
        if kind == "exp":
            return self.times(atom(a), inner)
        if kind == "log":
            return self.times(self.power(a[1], -ONE), inner)
        if kind == "sum":
            return inner
        if kind == "hyp1f1":
            return self.times(constant(a[1] / a[2]), atom(("hyp1f1", a[1] + 1, a[2] + 1, a[3])), inner)
        bell = self.function("exp", scaled(-ONE, self.times(a[1], a[1])))
        factor = self.product(((("pi",), Fraction(-1, 2)),), (), Fraction(2 if kind == "erf" else -2))
        return self.times(factor, bell, inner)

    def put(self, s: Sum, name: str, at: Fraction) -> Sum:
        """The sum with a number for a coordinate."""
        parts: list[Sum] = []
        for p, c in s:
            factors = [constant(c)]
            for a, e in p:
                factors.append(self.power(self._put(a, name, at), e))
            parts.append(self.times(*factors))
        return plus(*parts)

    def far(self, s: Sum, name: str, env: Env) -> Sum | None:
        """The limit of a sum where a name is infinite, with pi/2 for arc tangents of what is infinite there; None where it is not seen."""
        parts: list[Sum] = []
        for p, c in s:
            factors = [self._far(a, e, name, env) for a, e in p]
            if None in factors:
                return None
            parts.append(self.times(constant(c), *(factor for factor in factors if factor is not None)))
        return plus(*parts)

    def _far(self, a: Atom, e: Fraction, name: str, env: Env) -> Sum | None:
        if name not in coordinates(atom(a)):
            return self.power(atom(a), e)
        try:
            value = n.power(_value(a, env), e)
            inner = n.ball(value_of(a[2][0], env)) if a[:2] == ("call", "atan") else None
        except (NoValue, Undecided):
            return None
        if isinstance(value, Fraction):
            return constant(value)
        if isinstance(value, Ball) and value.lo == value.hi == 0:
            return ()
        if inner is None or inner.lo != inner.hi or inner.lo.is_finite():
            return None
        return self.power(scaled(Fraction(1, 2) if inner.lo > 0 else Fraction(-1, 2), atom(("pi",))), e)

    def _put(self, a: Atom, name: str, at: Fraction) -> Sum:
        if a[0] == "var":
            return constant(at) if a[1] == name else atom(a)
        if a[0] in ("pi", "num"):
            return atom(a)
        if a[0] == "call":
            return self.call(a[1], [self.put(part, name, at) for part in a[2]])
        if a[0] == "slope":
            inner = None if a[3] is None else self.put(a[3], name, at)
            return atom(("slope", a[1], a[2], inner, tuple(self.put(part, name, at) for part in a[4])))
        inner = self.put(a[-1], name, at)
        if a[0] == "sum":
            return inner
        return atom((*a[:-1], inner)) if a[0] == "hyp1f1" else self.function(a[0], inner)


def _base(a: Atom) -> Sum:
    return a[1] if a[0] == "sum" else constant(Fraction(a[1])) if a[0] == "num" else atom(a)


def value_of(s: Sum, env: Env) -> Number:
    """The enclosure of a sum."""
    return n.add(n.ZERO, *(n.mul(c, *(n.power(_value(a, env), e) for a, e in p)) for p, c in s))


def _value(a: Atom, env: Env) -> Number:
    kind = a[0]
    if kind == "var":
        return env[a[1]]
    if kind == "pi":
        return n.pi()
    if kind == "num":
        return Fraction(a[1])
    if kind == "call":
        return _call(a[1], [value_of(part, env) for part in a[2]])
    if kind == "slope":
        return _slope(a, env)
    inner = value_of(a[-1], env)
    if kind == "sum":
        return inner
    if kind == "hyp1f1":
        return n.hyp1f1(a[1], a[2], inner)
    return {"exp": n.exp, "log": n.log, "erf": n.erf, "erfc": n.erfc}[kind](inner)


def _call(kind: str, values: list[Any]) -> Number:
    return n.gamma(*values) if kind == "gamma" else special.call(kind, *values)


def _slope(a: Atom, env: Env) -> Number:
    """A derivative by its formula and by its sign."""
    _, kind, k, formula, parts = a
    sign = special.sign_of_slope(kind, k, [value_of(part, env) for part in parts])
    try:
        if formula is None:
            raise Undecided(f"the derivative of {kind} in argument {k + 1}")
        value = value_of(formula, env)
    except (NoValue, Undecided):
        if sign is None:
            raise
        return sign
    if sign is None or isinstance(value, Fraction) or sign == 0:
        return value if sign != 0 else ZERO
    x, y = n.ball(value), n.ball(sign)
    if x.lo >= y.lo and x.hi <= y.hi:
        return value
    lo, lo_open = (x.lo, x.lo_open) if x.lo > y.lo else (y.lo, y.lo_open)
    hi, hi_open = (x.hi, x.hi_open) if x.hi < y.hi else (y.hi, y.hi_open)
    return Ball(lo, hi, lo_open, hi_open)


def coordinates(s: Sum) -> set[str]:
    found: set[str] = set()
    for p, _ in s:
        for a, _ in p:
            if a[0] == "var":
                found.add(a[1])
            elif a[0] in ("call", "slope"):
                found = found.union(*(coordinates(part) for part in a[-1]))
            elif a[0] not in ("pi", "num"):
                found |= coordinates(a[-1])
    return found


# --- signs -----------------------------------------------------------------------------------------------------------


def plainly_above(s: Sum, box: Box, strict: bool, budget: Budget, algebra: Algebra) -> bool:
    """The same as :func:`above` by the enclosure, first derivatives, the mean value and convexity alone; the algebra belongs to the box or to a larger one."""
    try:
        value = value_of(s, _env(box))
    except (NoValue, Undecided):
        return False
    wanted = {">"} if strict else {">", "="}
    if n.relations(value, n.ZERO) <= wanted:
        return True
    wide = sorted(name for name in coordinates(s) if name in box and box[name].wide)
    if _mean_value(s, box, wide, wanted, algebra) or _convex(s, box, wide, wanted, algebra):
        return True
    return any(_by_monotony(s, box, strict, budget, 1, name, algebra) for name in wide)


def above(s: Sum, box: Box, strict: bool, budget: Budget, order: int = ORDER) -> bool:
    """Whether the sum is certainly at least 0 (more than 0 if strict) on the whole box; what was asked before within the same budget is not worked out again."""
    asked = (s, frozenset(box.items()), strict, order, ctx.prec)
    if asked not in budget.signs:
        budget.signs[asked] = _above(s, box, strict, budget, order)
    return budget.signs[asked]


def _above(s: Sum, box: Box, strict: bool, budget: Budget, order: int) -> bool:
    budget.spend(5)
    try:
        value = value_of(s, _env(box))
    except (NoValue, Undecided):
        value = None
    wanted = {">"} if strict else {">", "="}
    if value is not None and n.relations(value, n.ZERO) <= wanted:
        return True
    wide = sorted(name for name in coordinates(s) if name in box and box[name].wide)
    if order <= 0 or not wide or (value is not None and n.relations(value, n.ZERO) == {"<"}):
        return False
    algebra = Algebra(_env({k: side.inside for k, side in box.items()}), budget)
    for other, part in _equivalent(s, box, strict, algebra, (_without_quantile,)):
        return above(other, part, strict, budget, order)
    if order == ORDER and any(side.lo is None or side.hi is None for side in box.values()):
        for other, part in _equivalent(s, box, strict, algebra, (_with_tail_alone,)):
            if above(other, part, strict, budget, order - 1):
                return True
    if value is not None:  # all parts are continuous on the box
        if (order == ORDER or len(wide) == 1) and (_mean_value(s, box, wide, wanted, algebra) or _convex(s, box, wide, wanted, algebra)):
            return True
        for name in wide:
            if _by_monotony(s, box, strict, budget, order, name, algebra):
                return True
    return any(above(other, part, strict, budget, order - 1) for other, part in _equivalent(s, box, strict, algebra))


def _env(box: Box) -> Env:
    return {name: side.number for name, side in box.items()}


def _by_monotony(
    s: Sum, box: Box, strict: bool, budget: Budget, order: int, name: str, algebra: Algebra
) -> bool:
    """By the face where a sum that is monotone in one coordinate is least."""
    try:
        slope = algebra.derivative(s, name)
    except (NoValue, Undecided):
        return False
    side = box[name]
    inside = {key: other.inside for key, other in box.items()}
    along = {**box, name: side.inside}
    for rising, signed in ((True, slope), (False, scaled(-ONE, slope))):
        end, is_open = (side.lo, side.lo_open) if rising else (side.hi, side.hi_open)
        # strictly monotone towards an end that does not belong to the box: the face may be 0
        strictly = strict and is_open and above(signed, along, True, budget, order - 1)
        if not strictly and not above(signed, inside, False, budget, order - 1):
            continue
        closed = Side(side.lo, side.hi, side.lo_open and not rising, side.hi_open and rising)
        try:
            value_of(s, _env({**box, name: closed}))  # continuous up to the face
        except (NoValue, Undecided):
            return False
        rest = {key: other for key, other in box.items() if key != name}
        try:
            if end is None:  # the limit
                far = {**_env(rest), name: n.MINUS_INFINITY if rising else n.INFINITY}
                if not (strict and not strictly) and algebra.far(s, name, far) == ():
                    return True
                limit = value_of(s, far)
                return n.relations(limit, n.ZERO) <= ({">"} if strict and not strictly else {">", "="})
            face = algebra.put(s, name, end)
        except (NoValue, Undecided):
            return False
        return above(face, rest, strict and not strictly, budget, order)
    return False


def _mean_value(s: Sum, box: Box, wide: list[str], wanted: set[str], algebra: Algebra) -> bool:
    """The value at the centre, and the largest change from there."""
    centre = dict(box)
    try:
        moves = []
        for name in wide:
            side = box[name]
            if side.lo is None or side.hi is None:
                return False
            middle = (side.lo + side.hi) / 2
            centre[name] = Side(middle, middle)
            slope = value_of(algebra.derivative(s, name), _env(box))
            moves.append(n.mul(slope, n.sub(side.ball, middle)))
        return n.relations(n.add(value_of(s, _env(centre)), *moves), n.ZERO) <= wanted
    except (NoValue, Undecided):
        return False


def _convex(s: Sum, box: Box, wide: list[str], wanted: set[str], algebra: Algebra) -> bool:
    """The tangent at the centre lies below a convex sum: x'Hx >= 0 since each row of second derivatives is dominated by its diagonal."""
    centre = dict(box)
    reach: dict[str, Fraction] = {}
    for name in wide:
        lo, hi = box[name].lo, box[name].hi
        if lo is None or hi is None:
            return False
        centre[name] = Side((lo + hi) / 2, (lo + hi) / 2)
        reach[name] = (hi - lo) / 2
    try:
        slopes = {name: algebra.derivative(s, name) for name in wide}
        at = _env(centre)
        drops = [n.mul(-reach[name], n.absolute(value_of(slopes[name], at))) for name in wide]
        if not n.relations(n.add(value_of(s, at), *drops), n.ZERO) <= wanted:
            return False
        env = _env(box)
        for name in wide:
            row = [n.mul(reach[name], value_of(algebra.derivative(slopes[name], name), env))]
            for other in wide:
                if other != name:
                    mixed = value_of(algebra.derivative(slopes[name], other), env)
                    row.append(n.mul(-reach[other], n.absolute(mixed)))
            if not n.relations(n.add(*row), n.ZERO) <= {">", "="}:
                return False
    except (NoValue, Undecided):
        return False
    return True


Maker = Callable[[Sum, Env, Algebra], Sum | None]


def _equivalent(s: Sum, box: Box, strict: bool, algebra: Algebra, makers: tuple[Maker, ...] = ()) -> Iterator[tuple[Sum, Box]]:
    """Sums of the same sign: without common factors, of one logarithm its argument less 1, of two sides the difference of their logarithms.

    A claim that allows equality is made on the inside; it holds at the ends by continuity, for which the sum must have an enclosure on the box.
    """
    part = box if strict else {key: side.inside for key, side in box.items()}
    env = _env(part)
    if not strict:
        try:
            value_of(s, _env(box))
        except (NoValue, Undecided):
            return
    for make in makers or (_without_factors, _without_logarithm, _by_logarithms):
        try:
            found = make(s, env, algebra)
        except (NoValue, Undecided):
            continue
        if found is not None:
            yield found, part


def _without_factors(s: Sum, env: Env, algebra: Algebra) -> Sum | None:
    """Without common factors that are not 0 on the box; denominators are such factors."""
    shared = common_exponent(s)
    if shared:
        return algebra.times(s, atom(("exp", scaled(-ONE, shared))))
    sign = 1
    loose: list[tuple[Atom, Fraction]] = []
    for a, e in common(s):
        possible = n.relations(_value(a, env), n.ZERO)
        if possible == {">"} or (possible == {"<"} and e.denominator == 1):
            loose.append((a, -e))
            sign *= -1 if possible == {"<"} and e % 2 else 1
    return plus(*(algebra.product(p, tuple(loose), sign * c) for p, c in s)) if loose else None


def _without_quantile(s: Sum, env: Env, algebra: Algebra) -> Sum | None:
    """Of ``a Q(p) + b`` with the normal quantile Q the sign of ``p - Phi(-b/a)`` where a > 0, and its opposite where a < 0."""
    found = _apart(s, env, algebra, lambda a: a[:2] == ("call", "normal_quantile"))
    if found is None:
        return None
    quantile, sign, rest = found
    level = algebra.times(rest, algebra.power(constant(Fraction(2)), Fraction(-1, 2)), constant(sign))
    return scaled(sign, plus(quantile[2][0], scaled(Fraction(-1, 2), algebra.function("erfc", level))))


def _with_tail_alone(s: Sum, env: Env, algebra: Algebra) -> Sum | None:
    """Of ``a erfc(u) + b``, |a| not fixed, the sum divided by |a|, whose derivative is elementary; Mills' ratio is written by erfc."""
    found = _apart(s, env, algebra, lambda a: a[0] == "erfc" or a[:2] == ("call", "mills"))
    if found is None:
        return None
    tail, sign, rest = found
    if tail[0] == "erfc":
        return plus(scaled(sign, atom(tail)), rest)
    u = tail[2][0]
    bell = algebra.function("exp", scaled(Fraction(-1, 2), algebra.times(u, u)))
    root = algebra.power(constant(Fraction(2)), Fraction(1, 2))
    erfc = algebra.function("erfc", algebra.times(u, algebra.power(root, -ONE)))
    return plus(scaled(sign, erfc), algebra.times(rest, bell, root, algebra.power(atom(("pi",)), Fraction(-1, 2))))


def _apart(s: Sum, env: Env, algebra: Algebra, wanted: Callable[[Atom], bool]) -> tuple[Atom, Fraction, Sum] | None:
    """The only atom of a kind, which stands in one term as a factor, the sign of its coefficient, and the other terms divided by the size of that."""
    atoms = {a for p, _ in s for a, _ in p if wanted(a)}
    terms = [(p, c) for p, c in s if any(wanted(a) for a, _ in p)]
    if len(atoms) != 1 or len(terms) != 1:
        return None
    (it,), ((p, c),) = atoms, terms
    others = tuple((a, e) for a, e in p if a != it)
    if dict(p)[it] != 1 or (it[0] == "erfc" and not others) or any(n.relations(_value(a, env), n.ZERO) != {">"} for a, _ in others):
        return None
    inverse = tuple((("exp", scaled(-ONE, a[1])), ONE) if a[0] == "exp" else (a, -e) for a, e in others)
    rest = plus(*(algebra.product(q, inverse, d / abs(c)) for q, d in s if q != p))
    return it, ONE if c > 0 else -ONE, rest


def _without_logarithm(s: Sum, env: Env, algebra: Algebra) -> Sum | None:
    """Of one logarithm its argument less 1."""
    if len(s) != 1 or len(s[0][0]) != 1 or s[0][0][0][0][0] != "log" or s[0][0][0][1] != 1:
        return None
    return scaled(ONE if s[0][1] > 0 else -ONE, plus(s[0][0][0][0][1], constant(-ONE)))


def _by_logarithms(s: Sum, env: Env, algebra: Algebra) -> Sum | None:
    """The logarithm of the positive terms less that of the negative ones."""
    sides = _two_sides(s, env)
    if sides is None:
        return None
    return plus(algebra.function("log", sides[0]), scaled(-ONE, algebra.function("log", sides[1])))


def _two_sides(s: Sum, env: Env) -> tuple[Sum, Sum] | None:
    """The terms that are positive on the box, and the others without their sign."""
    sides: tuple[list[tuple[Product, Fraction]], list[tuple[Product, Fraction]]] = ([], [])
    for p, c in s:
        possible = n.relations(value_of(((p, c),), env), n.ZERO)
        if possible == {">"}:
            sides[0].append((p, c))
        elif possible == {"<"}:
            sides[1].append((p, -c))
        else:
            return None
    return (total(sides[0]), total(sides[1])) if all(sides) else None
