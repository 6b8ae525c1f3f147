"""A profile written as an expression in ``epsilon``, such as ``"exp(-epsilon**2)/2"``.

The text is read by ``verify.claims.inequality``; what is admitted are numbers, ``epsilon``, ``pi``, ``+ - * / **`` and the functions of ``FUNCTIONS`` and what is
made of them. Values and two derivatives are propagated in balls.

*Tails.* On ``[T, oo)``, T >= 1, positive parts are bounded from both sides by terms ``c epsilon^p exp(q(epsilon))`` with a
generalised polynomial q. Products, quotients and powers keep that form; a sum of positive parts is at least each of them and at most
the sum of their ratios to the largest one times that; ``sup of x^p exp(-a x^k) = (p/(a k e))^(p/k)``. For u >= 0
``erfc(u) <= exp(-u^2)``, and for u >= 1 ``erfc(u) >= exp(-u^2)/(6 u)``, from ``M(x) >= x/(x^2 + 1)``. Nothing is known where a
part may change sign.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from flint import arb, fmpq

from verify.claims.inequality import formula
from verify.claims.nodes import Argument, ClaimError, Node, child, free_names, literal, rebuild
from verify.engines.boxes import arithmetic as intervals
from verify.measure.tails import Known
from verify.values.primitives import primitive

FUNCTIONS = ("exp", "log", "sqrt", "erf", "erfc", "max", "min", "abs")
HEADS = ("num", "var", "pi", "add", "mul", "pow", "exp", "log", "erf", "erfc", "max", "min", "abs")
_STARTS = (1, 2, 4, 8, 16, 64)
_SCAN_TO, _SCAN_CELLS, _SCAN_DEPTH = 32, 128, 3

Jet: TypeAlias = tuple[arb, arb, arb]
Polynomial: TypeAlias = dict[Fraction, arb]


# --- reading -----------------------------------------------------------------------------------------------------------


def parse(text: str, name: str = "epsilon") -> Node:
    """Return the term of an expression in one symbol.

    Raises
    ------
    ClaimError
        Naming the part that is not understood, or a symbol other than ``name``.
    """
    try:
        return _admitted(formula(text), name)
    except ClaimError as error:
        raise ClaimError(f"expression: {error}") from None


def _admitted(node: Node, name: str) -> Node:
    """The term if it has values, derivatives and tails here, with numbers for exponents."""
    if node.head == "num" and literal(node) is None:
        raise ClaimError("a number must be finite, got an infinite one; correct it")
    if node.head == "var" and node.args[0] != name:
        raise ClaimError(f"the only symbol must be {name} (and pi), got {node.args[0]}; give its value as a number")
    if node.head not in HEADS:
        raise ClaimError(f"functions must be among {', '.join(FUNCTIONS)}, got {node.head}; rewrite it")
    if node.head == "pow":
        base, exponent = _admitted(child(node, 0), name), child(node, 1)
        size = literal(exponent)
        if size is None and not free_names(node):
            return Node("exp", exponent * Node("log", base))
        if size is None:
            raise ClaimError("an exponent must be a number; write a power of e as exp(...)")
        if literal(base) == 0 and size < 0:
            raise ClaimError("a divisor must not be 0, got a division by 0; correct it")
        if abs(size) > 1000 or size.denominator > 1000:
            raise ClaimError(f"an exponent must be a number of moderate size, got {size}; simplify it")
        return Node("pow", base, exponent)
    return rebuild(node, lambda part: _admitted(part, name))


# --- values and derivatives --------------------------------------------------------------------------------------------


def jet(node: Argument, x: arb, order: int = 2) -> Jet:
    """Return balls around the value and the first two derivatives by epsilon (zeros above ``order``) on a ball ``x``; NaN where there may be none."""
    assert isinstance(node, Node)
    zero = arb(0)
    value = literal(node)
    if value is not None:
        return arb(fmpq(value.numerator, value.denominator)), zero, zero
    if node.head == "pi":
        return arb.pi(), zero, zero
    if node.head == "var":
        return x, arb(1), zero
    parts = [jet(part, x, order) for part in node.args] if node.head != "pow" else [jet(node.args[0], x, order)]
    if node.head == "add":
        return _sum(parts, 0), _sum(parts, 1), _sum(parts, 2)
    if node.head == "mul":
        f = parts[0]
        for g in parts[1:]:
            f = (f[0] * g[0], f[1] * g[0] + f[0] * g[1], f[2] * g[0] + 2 * f[1] * g[1] + f[0] * g[2]) if order else (f[0] * g[0], zero, zero)
        return f
    if node.head in ("max", "min"):
        f = parts[0]
        for g in parts[1:]:
            f = _extremum(f, g, node.head == "max")
        return f
    u = parts[0]
    if node.head == "abs":
        return u if u[0] >= 0 else (-u[0], -u[1], -u[2]) if u[0] <= 0 else _extremum(u, (-u[0], -u[1], -u[2]), True)
    values = _outer(node, u[0], order)
    return values[0], values[1] * u[1], values[2] * u[1] * u[1] + values[1] * u[2]


def _sum(parts: list[Jet], k: int) -> arb:
    return sum((part[k] for part in parts[1:]), parts[0][k])


def _extremum(f: Jet, g: Jet, largest: bool) -> Jet:
    if f[0] > g[0]:
        return f if largest else g
    if f[0] < g[0]:
        return g if largest else f
    if all((a - b).is_zero() for a, b in zip(f, g, strict=True)):
        return f
    return f[0].max(g[0]) if largest else f[0].min(g[0]), f[1].union(g[1]), arb("nan")  # a kink has no second derivative


def _outer(node: Node, u: arb, order: int) -> Jet:
    """A function of one argument and its derivatives."""
    zero = arb(0)
    if node.head == "exp":
        value = u.exp()
        return value, value, value
    if node.head == "log":
        return u.log(), 1 / u, -1 / (u * u)
    if node.head in ("erf", "erfc"):
        sign = 1 if node.head == "erf" else -1
        ends = [getattr(end, node.head)() for end in (u.lower(), u.upper())] if not u.is_exact() else [getattr(u, node.head)()]
        value = ends[0].union(ends[-1])
        if not order:
            return value, zero, zero
        first = sign * 2 * (-u * u).exp() / arb.pi().sqrt()
        return value, first, -2 * u * first
    exponent = Fraction(literal(node.args[1]) or 0)  # type: ignore[arg-type]
    if exponent.denominator == 1 and (exponent >= 0 or not u.contains(0)):
        n = int(exponent)

        def power(k: int) -> arb:
            return u**k if k == 0 or k % 2 or not u.contains(0) else (abs(u).upper() ** k).union(arb(0))

        return power(n), n * power(n - 1) if n else zero, n * (n - 1) * power(n - 2) if n > 1 or n < 0 else zero
    r = arb(fmpq(exponent.numerator, exponent.denominator))
    if u > 0:
        value = (r * u.log()).exp()
        return value, r * value / u, r * (r - 1) * value / (u * u)
    if u.lower() >= 0 and exponent > 0:
        top = (r * u.upper().log()).exp() if u.upper() > 0 else zero
        return top.union(zero), arb("nan"), arb("nan")
    return arb("nan"), arb("nan"), arb("nan")


# --- tails -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ExpressionTail(Known):
    """What is known of an expression for large epsilon."""

    sharp: bool = False


@dataclass(frozen=True)
class _Term:
    """``c epsilon^p exp(q(epsilon))``, c > 0."""

    c: arb
    p: Fraction
    q: Polynomial

    def times(self, other: _Term) -> _Term:
        return _Term(self.c * other.c, self.p + other.p, _plus(self.q, other.q, 1))

    def to(self, r: Fraction) -> _Term:
        scale = arb(fmpq(r.numerator, r.denominator))
        return _Term((self.c.log() * scale).exp(), self.p * r, {k: a * scale for k, a in self.q.items()})


class _Unknown(Exception):
    """No bound of this form is known."""


Bounds: TypeAlias = tuple[_Term | None, _Term | None]


def _plus(first: Polynomial, second: Polynomial, sign: int) -> Polynomial:
    result = dict(first)
    for k, a in second.items():
        result[k] = result.get(k, arb(0)) + sign * a
    return {k: a for k, a in result.items() if not a.is_zero()}


def _polynomial(node: Argument) -> Polynomial:
    assert isinstance(node, Node)
    if not free_names(node):
        value = jet(node, arb(0), 0)[0]
        if not value.is_finite():
            raise _Unknown
        return {} if value.is_zero() else {Fraction(0): value}
    if node.head == "var":
        return {Fraction(1): arb(1)}
    if node.head == "add":
        result: Polynomial = {}
        for part in node.args:
            result = _plus(result, _polynomial(part), 1)
        return result
    if node.head == "mul":
        result = {Fraction(0): arb(1)}
        for part in node.args:
            result = _product(result, _polynomial(part))
        return result
    if node.head == "pow":
        base, r = _polynomial(node.args[0]), Fraction(literal(node.args[1]) or 0)  # type: ignore[arg-type]
        if len(base) == 1:
            ((k, a),) = base.items()
            if a > 0 or r.denominator == 1:
                value = a ** int(r) if r.denominator == 1 else (a.log() * arb(fmpq(r.numerator, r.denominator))).exp()
                return {k * r: value}
        if r.denominator == 1 and 0 <= r <= 8:
            result = {Fraction(0): arb(1)}
            for _ in range(int(r)):
                result = _product(result, base)
            return result
    raise _Unknown


def _product(first: Polynomial, second: Polynomial) -> Polynomial:
    result: Polynomial = {}
    for j, a in first.items():
        for k, b in second.items():
            result = _plus(result, {j + k: a * b}, 1)
    return result


def _ratio_bound(first: _Term, second: _Term, start: arb) -> arb:
    """An upper bound of first/second on ``[start, oo)``."""
    c, p, q = first.c / second.c, first.p - second.p, _plus(first.q, second.q, -1)
    power = arb(fmpq(p.numerator, p.denominator))
    rising = {k: a for k, a in q.items() if k > 0 and not a <= 0}
    falling = {k: a for k, a in q.items() if k > 0 and a <= 0}
    fixed = sum((a * _to(start, k) if a > 0 else arb(0) for k, a in q.items() if k < 0), arb(0)) + q.get(Fraction(0), arb(0))
    result = c * fixed.exp()
    if rising:
        top, lead = max(rising), max(falling, default=Fraction(0))
        if not lead > top:
            raise _Unknown
        # a x^k <= (b/2) x^lead beyond, and the maximum of a x^k - (b/2n) x^lead is attained where the derivative vanishes
        share = -falling[lead] / (2 * len(rising))
        for k, a in rising.items():
            x = (a * _ball(k) / (share * _ball(lead)))
            x = (x.log() / _ball(lead - k)).exp()
            result *= (a * _to(x, k) - share * _to(x, lead)).exp()
        falling[lead] = falling[lead] / 2
    if p > 0:
        if not falling:
            raise _Unknown
        k = max(falling)
        return result * ((power / (-falling[k] * _ball(k) * arb(1).exp())).log() * power / _ball(k)).exp()
    for k, a in falling.items():
        result *= (a * _to(start, k)).exp()
    return result * (power * start.log()).exp()


def _ball(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def _to(x: arb, k: Fraction) -> arb:
    return (_ball(k) * x.log()).exp()


def _bounds(node: Argument, start: arb) -> Bounds:
    """Terms below and above a part on ``[start, oo)``: the lower one proves that it is positive, and is None where that is not known."""
    low, high = _terms(node, start)
    if low is None:
        least = _range(node, _half_line(start))[0]
        if least > 0:
            low = _Term(least, Fraction(0), {})
    return low, high


def _terms(node: Argument, start: arb) -> Bounds:
    assert isinstance(node, Node)
    if not free_names(node):
        value = jet(node, arb(0), 0)[0]
        if not value > 0:
            raise _Unknown
        return _Term(value, Fraction(0), {}), _Term(value, Fraction(0), {})
    if node.head == "var":
        return _Term(arb(1), Fraction(1), {}), _Term(arb(1), Fraction(1), {})
    if node.head == "exp":
        q = _polynomial(node.args[0])
        c = q.pop(Fraction(0), arb(0)).exp()
        return _Term(c, Fraction(0), q), _Term(c, Fraction(0), q)
    if node.head == "mul":
        low: _Term | None = _Term(arb(1), Fraction(0), {})
        high: _Term | None = low
        for part in node.args:
            a, b = _not_negative(part, start)
            low = low.times(a) if low is not None and a is not None else None
            high = high.times(b) if high is not None and b is not None else None
        return low, high
    if node.head == "pow":
        r = Fraction(literal(node.args[1]) or 0)  # type: ignore[arg-type]
        a, b = _not_negative(node.args[0], start)
        ends = (a.to(r) if a else None, b.to(r) if b else None)
        return ends if r >= 0 else (ends[1], ends[0])
    if node.head in ("add", "max"):
        lows, highs, known = [], [], True
        for part in node.args:
            least, most = _range(part, _half_line(start))[:2]
            if most <= 0:
                known = known and (node.head == "max" or bool(least >= 0))
                continue
            a, b = _bounds(part, start)
            known = known and (a is not None or node.head == "max")
            lows.append(a)
            highs.append(b)
        if not highs:
            raise _Zero
        return _together([a for a in lows if a is not None] if known else [], highs, start)
    if node.head == "min":
        return _least(node, start)
    if node.head == "erfc":
        return _of_erfc(node, start)
    raise _Unknown


def _of_erfc(node: Node, start: arb) -> Bounds:
    """Bounds of the complementary error function of a polynomial that is at least 1."""
    q = _polynomial(node.args[0])
    if not _range(node.args[0], _half_line(start))[0] >= 1:
        raise _Unknown
    square = {k: -a for k, a in _product(q, q).items()}
    c = square.pop(Fraction(0), arb(0)).exp()
    top = max(q)
    size = sum((a * _to(start, k - top) for k, a in q.items() if a > 0), arb(0))  # q <= size x^top
    return _Term(c / (6 * size), -top, square), _Term(c, Fraction(0), square)


def _least(node: Node, start: arb) -> Bounds:
    """Bounds of the least of some terms."""
    parts = [_bounds(part, start) for part in node.args]
    smallest = _extreme([b for _, b in parts if b is not None], start, smallest=True)
    below = [a for a, _ in parts if a is not None]
    bottom = _extreme(below, start, smallest=True) if len(below) == len(parts) else None
    if bottom is not None:
        worst = arb(1)
        for other in below:
            worst = worst.max(_ratio_bound(bottom, other, start))
        bottom = _Term(bottom.c / worst, bottom.p, bottom.q)
    return bottom, smallest


def _not_negative(node: Argument, start: arb) -> Bounds:
    """The bounds of a factor; unknown where it may be negative."""
    low, high = _bounds(node, start)
    if low is None and not _range(node, _half_line(start))[0] >= 0:
        raise _Unknown
    return low, high


def _half_line(start: arb) -> intervals.Interval:
    return (start.lower(), intervals.PLUS, False, True, intervals.CONTINUOUS)


class _Zero(Exception):
    """The part is 0 on the whole half-line."""


def _together(lows: list[_Term], highs: list[_Term | None], start: arb) -> Bounds:
    """Bounds of a sum or a maximum of parts: the largest from below, all of them over the largest from above."""
    low = _extreme(lows, start, smallest=False)
    above = [b for b in highs if b is not None]
    largest = _extreme(above, start, smallest=False)
    if largest is None or len(above) < len(highs):
        return low, None
    return low, _Term(largest.c * sum((_ratio_bound(b, largest, start) for b in above), arb(0)), largest.p, largest.q)


def _extreme(found: list[_Term], start: arb, *, smallest: bool) -> _Term | None:
    """A term of the list whose ratio to all others (or theirs to it) is bounded."""
    for term in found:
        try:
            for other in found:
                if other is not term:
                    _ratio_bound(*((term, other) if smallest else (other, term)), start)
        except _Unknown:
            continue
        return term
    return None


def _range(node: Argument, x: intervals.Interval) -> intervals.Interval:
    """The values of a part on an interval, by interval arithmetic with infinite ends."""
    assert isinstance(node, Node)
    if not free_names(node):
        return intervals.constant(jet(node, arb(0), 0)[0])
    if node.head == "var":
        return x
    if node.head == "pow":
        r = Fraction(literal(node.args[1]) or 0)  # type: ignore[arg-type]
        base = _range(node.args[0], x)
        return intervals.integer_power(base, int(r)) if r.denominator == 1 else intervals.rational_power(base, fmpq(r.numerator, r.denominator))
    parts = [_range(part, x) for part in node.args]
    if node.head in ("add", "mul", "max", "min"):
        rule = {"add": intervals.add, "mul": intervals.mul, "max": intervals.maximum, "min": intervals.minimum}[node.head]
        result = parts[0]
        for part in parts[1:]:
            result = rule(result, part)
        return result
    if node.head in ("erf", "erfc"):
        return intervals.special(primitive(node.head), parts)
    return {"exp": intervals.exp, "log": intervals.log, "abs": intervals.absolute}[node.head](parts[0])


def tail_of(node: Node) -> ExpressionTail:
    """Return what is known of an expression for large epsilon."""
    for first in _STARTS:
        start = arb(first)
        try:
            found = _tail_from(node, start)
        except _Unknown:
            continue
        except _Zero:
            return ExpressionTail("zero", start)
        if found is not None:
            return found
    return ExpressionTail("unknown", arb(_STARTS[-1]))


def _tail_from(node: Node, start: arb) -> ExpressionTail | None:
    if _range(node, _half_line(start))[1] <= 0:
        raise _Zero
    low, high = _bounds(node, start)
    degree = max(low.q, default=Fraction(0)) if low is not None else Fraction(0)
    if low is not None and degree < 2:
        positive = max(degree, Fraction(1))  # every falling power is at most that one, times its value at the start
        rate = sum((-a.min(arb(0)) * _to(start, k - positive) for k, a in low.q.items()), arb(0))
        return ExpressionTail("slow", start, low.c, rate, arb(fmpq(-low.p.numerator, low.p.denominator)), _ball(positive))
    if high is None:
        return None
    two = Fraction(2)
    top = max(high.q, default=Fraction(0))
    if not (top >= 2 and high.q[top] < 0):
        return None
    if top > 2:
        rate = -high.q[top] * _to(start.max(arb(8)), top - 2) / 2
        start = start.max(arb(8))
    else:
        rate = -high.q[two]
    plain = top == 2 and all(a <= 0 for a in high.q.values()) and high.p <= 0
    rate = rate if plain else rate * arb(63) / 64
    rest = {k: a for k, a in high.q.items() if k != 2} if plain else _plus(high.q, {two: rate}, 1)
    factor = _ratio_bound(_Term(high.c, high.p, rest), _Term(arb(1), Fraction(0), {}), start)
    sharp = plain and low is not None and set(low.q) <= set(high.q) and max(low.q) == 2 and bool((low.q[two] - high.q[two]).contains(0))
    return ExpressionTail("square", start, factor, rate, sharp=sharp)


# --- the profile -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ExpressionProfile:
    """The profile of an expression, checked on reading: it must not increase, nor leave [0, 1], up to where its tail is known."""

    text: str
    kind: str = "expression"
    convex: bool = False
    node: Node = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "node", parse(self.text))
        self._scan()

    def delta(self, epsilon: arb) -> arb:
        """Return a ball around delta."""
        return jet(self.node, epsilon, 0)[0]

    def log_delta(self, epsilon: arb) -> arb:
        """Return a ball around the logarithm of delta."""
        return self.delta(epsilon).log()

    def delta_before(self, epsilon: arb) -> arb:
        """Return delta: an expression of this language has no jumps."""
        return self.delta(epsilon)

    def upper(self, low: arb, high: arb) -> arb:
        """Return a ball whose upper end bounds delta between two points, whether or not it falls: plain or mean value form."""
        x = low.union(high)
        value, first, _ = jet(self.node, x)
        if not first.is_finite():
            return value
        if first <= 0:
            return self.delta(low)
        centred = self.delta(x.mid()) + first * (x - x.mid())
        return value if not centred.is_finite() or (value.is_finite() and value.upper() < centred.upper()) else centred

    def slope(self, epsilon: arb, side: int = 1) -> arb | None:
        """Return a ball around the derivative by ``t = e^epsilon``."""
        first = jet(self.node, epsilon)[1] * (-epsilon).exp()
        return first if first.is_finite() else None

    def curvature(self, low: arb, high: arb) -> arb | None:
        """Return a ball around all second derivatives by t, None at a kink."""
        x = low.union(high)
        _, first, second = jet(self.node, x)
        value = (second - first) * (-2 * x).exp()
        return value if value.is_finite() else None

    def breakpoints(self) -> tuple[arb, ...]:
        """Return none: kinks are found by their open second derivative."""
        return ()

    def largest_loss(self) -> arb | None:
        """Return None: the formula does not say."""
        return None

    def tail(self) -> ExpressionTail:
        """Return what is known for large epsilon."""
        return tail_of(self.node)

    def composed(self, times: int) -> ExpressionProfile:
        """Raise: a curve alone does not determine its composition in closed form."""
        raise ClaimError("expression: a composition must have an exact formula, got none for an expression; compose laplace, normal, randomised-response or losses")

    def _scan(self) -> None:
        """Raise at the first point found, from the left, at which the expression is no profile."""
        end = self.tail().start.max(arb(_SCAN_TO))
        waiting = [((arb(k) * end / _SCAN_CELLS).mid(), (arb(k + 1) * end / _SCAN_CELLS).mid(), 0) for k in reversed(range(_SCAN_CELLS))]
        self._point(arb(0))
        while waiting:
            low, high, depth = waiting.pop()
            if not jet(self.node, low.union(high), 1)[1] <= 0:
                middle = ((low + high) / 2).mid()
                for point in (low, middle):
                    if jet(self.node, point, 1)[1] > 0:
                        raise ClaimError(f"profile: delta must not increase, got a positive derivative at epsilon={point.str(6, radius=False)} of {self.text}; give a profile")
                if depth < _SCAN_DEPTH:
                    waiting += [(middle, high, depth + 1), (low, middle, depth + 1)]
                    continue
            self._point(high)

    def _point(self, epsilon: arb) -> None:
        value = self.delta(epsilon)
        shown = epsilon.str(6, radius=False)
        if not value.is_finite():
            raise ClaimError(f"profile: delta must have a value at every epsilon >= 0, got none at epsilon={shown} of {self.text}; use min or another formula there")
        if value < 0 or value > 1:
            raise ClaimError(f"profile: delta must stay in [0, 1], got delta={value.str(6, radius=False)} at epsilon={shown} of {self.text}; use max(0, ...) or min(1, ...)")
