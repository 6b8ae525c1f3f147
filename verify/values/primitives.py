"""The special functions of formulas: one entry each, read by exact evaluation, by boxes and by the floating-point route.

An entry says where a function has a value, how it moves in each argument, what it tends to at the ends, what its derivatives are as formulas, how a ball
and how floating point compute it. From that, :func:`enclose` encloses it over ranges of its arguments by the *ends*: a ball over a wide argument is loose,
so an argument in which the function moves one way is put to the end that counts. :func:`value` is the same at numbers. Adding a function is one entry in
``PRIMITIVES``; the checker has a table of its own.

In derivatives ``X[k]`` stands for argument k and ``SELF`` for the value. Sources of formulas and signs: NIST Digital Library of Mathematical Functions
(dlmf.nist.gov), sections 5 (gamma), 7 (error functions), 8 (incomplete gamma and beta), 10 (Bessel), 13, 15 (hypergeometric), 14 (Legendre), 25.12
(polylogarithm), 4.13 (Lambert W), 4.14 to 4.40 (trigonometric and hyperbolic functions and their inverses), 5.12 (beta).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from flint import arb, ctx, fmpq

from verify.claims.nodes import Node, number
from verify.values import circular, elementary, numbers, rounding
from verify.values.gaussian_profiles import gaussian_level as _level_ball
from verify.values.gaussian_profiles import profile as _profile_ball
from verify.values.numbers import Enclosure, NoValue, Number, precision

Span = tuple[Any, Any, bool, bool]
"""``(lo, hi, lo_open, hi_open)``; ends are balls or infinite, an open end is not attained."""
Way = int | None | Callable[[Sequence[Span]], int | None]
"""How a function moves in one argument: 1 rising, -1 falling (strictly inside the domain), 0 not at all, None unknown, or which of these over given ranges."""

PLUS, MINUS, ZERO, ONE = arb("inf"), arb("-inf"), arb(0), arb(1)
HALF = fmpq(1, 2)
LARGEST = 1024
"""Bits up to which a ball that is no number, or poor, is computed again."""
WHERE = "verify/values/primitives.py"
MOST_KNOWN = 1 << 15
_KNOWN: dict[Any, Any] = {}
"""Values at points: neighbouring boxes share their ends."""

X = tuple(Node("var", f"#{k}") for k in range(4))
SELF = Node("var", "#value")


@dataclass(frozen=True, slots=True)
class Slope:
    """A derivative: its formula if it has one, and whether its sign is that of the entry's direction where that is known."""

    formula: Node | None = None
    signed: bool = False


@dataclass(frozen=True, slots=True)
class Primitive:
    """One special function."""

    name: str
    domain: tuple[Span, ...]
    """Where it has a value, argument by argument; an infinite end that is closed has one, namely the limit. It is continuous there."""
    ball: Callable[..., Any]
    """Its value at balls inside the domain, at the current precision; not finite where it cannot say."""
    ways: tuple[Way, ...]
    slopes: tuple[Slope | None, ...]
    floating: Callable[..., Any]
    """In floating point, for numbers and arrays."""
    range: Span = (MINUS, PLUS, True, True)
    """Bounds of the values at finite points."""
    limit: Callable[..., Any] = lambda *at: None
    """The limit where arguments are put to open or infinite ends, None where it is not known."""
    valley: tuple[Any, Any, Any] | None = None
    """Of one argument: falling up to the first, rising from the second, nowhere below the third."""
    turns: Callable[[Span], tuple[bool | None, bool | None]] | None = None
    """Of one argument, periodic between the ends of its range: whether a highest and a lowest point surely lie inside a range."""
    fits: Callable[[Sequence[Span]], bool | None] | None = None
    """What the domain asks of several arguments together: True at all points, False at none."""
    smooth: Callable[[Sequence[Span]], bool] | None = None
    """Whether it is continuous over ranges in the domain, where it is not always."""
    exactly: Callable[..., Number | None] | None = None
    """``(arguments, prec)``: the value where it is known exactly (or by another way), else None. Raises NoValue."""
    ulps: int = 64
    """Stated (not proven) bound of the relative error of ``floating``, in units of 2^-52."""
    slow: bool = False
    """Whether ``floating`` computes the members of an array one by one."""

    @property
    def arity(self) -> int:
        return len(self.domain)

    def way(self, k: int, spans: Sequence[Span]) -> int | None:
        """How it moves in argument ``k`` over ranges inside the domain."""
        found = self.ways[k]
        return found(spans) if callable(found) else found


def primitive(name: str) -> Primitive:
    """The entry of a head. Raises KeyError that names the head and where its entry belongs."""
    found = PRIMITIVES.get(name)
    if found is None:
        raise KeyError(f"{name} is not a primitive: add an entry to PRIMITIVES in {WHERE} (and to the checker's own table in verify/evidence/checker/special.py)")
    return found


# --- enclosures ------------------------------------------------------------------------------------------------------


def _down(ball: Any) -> Any:
    end = ball.lower()
    return end if end.is_finite() else MINUS


def _up(ball: Any) -> Any:
    end = ball.upper()
    return end if end.is_finite() else PLUS


def within(entry: Primitive, spans: Sequence[Span]) -> bool | None:
    """Whether all points of the ranges are in the domain (True), none (False), or perhaps some (None)."""
    every = True
    for (lo, hi, lo_open, hi_open), (low, high, low_open, high_open) in zip(spans, entry.domain, strict=True):
        if hi < low or lo > high or (hi == low and (hi_open or low_open)) or (lo == high and (lo_open or high_open)):
            return False
        if not (lo > low or (lo == low and (lo_open or not low_open))) or not (hi < high or (hi == high and (hi_open or not high_open))):
            every = False
    if entry.fits is not None:
        fitting = entry.fits(spans)
        if not fitting:
            return fitting
    return True if every else None


def _clipped(spans: Sequence[Span], domain: Sequence[Span]) -> list[Span]:
    """The part of the ranges in the domain."""
    out = []
    for (lo, hi, lo_open, hi_open), (low, high, low_open, high_open) in zip(spans, domain, strict=True):
        if not lo >= low:
            lo, lo_open = low.lower() if low.is_finite() else low, low_open
        elif lo == low:
            lo_open = lo_open or low_open
        if not hi <= high:
            hi, hi_open = high.upper() if high.is_finite() else high, high_open
        elif hi == high:
            hi_open = hi_open or high_open
        out.append((lo, hi, lo_open, hi_open))
    return out


def enclose(entry: Primitive, spans: Sequence[Span]) -> tuple[Any, Any, bool, bool, bool | None]:
    """Bounds ``(lo, hi, lo_open, hi_open, inside)`` of the values over ranges, at the current precision; ``inside`` as in :func:`within`.

    The bounds hold at the points that have a value.
    """
    inside = within(entry, spans)
    if inside is False:
        return (MINUS, PLUS, False, False, False)
    if inside is None:
        spans = _clipped(spans, entry.domain)
    if entry.valley is not None and spans[0][0] > entry.domain[0][0] - 1 and (found := _over_valley(entry, spans)) is not None:
        return (*found, inside)
    if entry.turns is not None and spans[0][0] != spans[0][1]:
        return (*_over_turns(entry, entry.turns, spans[0]), inside)
    ways = [entry.way(k, spans) for k in range(entry.arity)]
    low, low_open = _end(entry, spans, ways, up=False)
    high, high_open = _end(entry, spans, ways, up=True)
    least, greatest, least_open, greatest_open = entry.range
    attains = any((s[0] == MINUS and not s[2]) or (s[1] == PLUS and not s[3]) for s in spans)  # then a limit is a value
    if not low > least:
        low, low_open = least, low_open if attains else least_open
    if not high < greatest:
        high, high_open = greatest, high_open if attains else greatest_open
    return (low, high, low_open, high_open, inside)


def _over_valley(entry: Primitive, spans: Sequence[Span]) -> tuple[Any, Any, bool, bool] | None:
    """The bounds of a function with one valley over a range that may hold its lowest point."""
    assert entry.valley is not None
    falls, rises, least = entry.valley
    if not spans[0][0] >= entry.domain[0][0] or spans[0][1] <= falls or spans[0][0] >= rises:
        return None
    lo, hi, lo_open, hi_open = spans[0]
    left, left_open = _end(entry, [(lo, lo, lo_open, lo_open)], [1], up=True)
    right, right_open = _end(entry, [(hi, hi, hi_open, hi_open)], [1], up=True)
    if left == right:
        return (least, left, False, left_open and right_open)
    return (least, left, False, left_open) if left > right else (least, right, False, right_open)


def _over_turns(entry: Primitive, turns: Callable[[Span], tuple[bool | None, bool | None]], span: Span) -> tuple[Any, Any, bool, bool]:
    """The bounds of a periodic function: its least and greatest value where it perhaps turns inside the range, else those at the ends."""
    highest, lowest = turns(span)
    values = [(computed(entry, [end]), is_open) for end, is_open in ((span[0], span[2]), (span[1], span[3])) if end.is_finite()]
    low, low_open, high, high_open = entry.range[0], False, entry.range[1], False
    if lowest is False:
        low, low_open = min(_down(ball) for ball, _ in values), _left_out([(-ball, is_open) for ball, is_open in values])
    if highest is False:
        high, high_open = max(_up(ball) for ball, _ in values), _left_out(values)
    return (max(low, entry.range[0]), min(high, entry.range[1]), low_open, high_open)


def _left_out(ends: Sequence[tuple[Any, bool]]) -> bool:
    """Whether the greatest of the values at two ends is certainly not attained."""
    (a, a_open), (b, b_open) = ends
    return a_open if a > b else b_open if b > a else a_open and b_open


def _end(entry: Primitive, spans: Sequence[Span], ways: Sequence[int | None], up: bool) -> tuple[Any, bool]:
    """The least or greatest value over ranges and whether it is certainly not attained."""
    at, opens, known, limit = [], [], True, False
    for (lo, hi, lo_open, hi_open), way, (low, high, low_open, high_open) in zip(spans, ways, entry.domain, strict=True):
        if lo == hi or way == 0:
            end, is_open = lo, lo_open
            if lo == hi and not (low < lo < high):  # at the border it may be the same for all values of the others
                opens.append(False)
            elif lo != hi:
                end = lo if lo.is_finite() else hi
        elif way is None:
            if not (lo.is_finite() and hi.is_finite()):
                return (PLUS if up else MINUS), False
            end, is_open, known = lo.union(hi), False, False
        else:
            end, is_open = (hi, hi_open) if (way > 0) == up else (lo, lo_open)
            opens.append(is_open)
        if not end.is_finite() or (end == low and low_open) or (end == high and high_open):
            limit = True
        at.append(end)
    is_open = known and bool(opens) and all(opens)
    if limit:
        found = entry.limit(*at)
        if found is None:
            return (entry.range[1] if up else entry.range[0]), False
        return (found if not found.is_finite() else _up(found) if up else _down(found)), is_open
    ball = computed(entry, at)
    return (_up(ball) if up else _down(ball)), is_open


def computed(entry: Primitive, at: Sequence[Any]) -> Any:
    """The value at balls inside the domain; at points with more bits where that is no number or poor, and once only."""
    if not all(end.is_exact() for end in at):
        return entry.ball(*at)
    key = (entry.name, ctx.prec, *(end.man_exp() for end in at))
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        found = _KNOWN[key] = _at_points(entry, at)
    return found


def _at_points(entry: Primitive, at: Sequence[Any]) -> Any:
    found = entry.ball(*at)
    bits = ctx.prec
    if found.is_finite() and found.rel_accuracy_bits() * 2 >= bits:
        return found
    more = bits
    while more < LARGEST:
        more = min(2 * more, LARGEST)
        with precision(more):
            again = entry.ball(*at)
        if again.is_finite():
            found = again
            if again.rel_accuracy_bits() * 2 >= bits or again == 0:
                break
    return found


def value(name: str, arguments: Sequence[Number], prec: int = numbers.PRECISION, left_out: Sequence[tuple[bool, bool]] = ()) -> Number:
    """The value at numbers: exact where the entry knows it, else an enclosure. Raises NoValue outside the domain.

    ``left_out``: for each argument that is enclosed, whether it is known to differ from the lower and from the upper end of its enclosure.
    """
    fractions: list[Any] = [x for x in arguments if type(x) is fmpq]
    key = (name, prec, *[(int(x.p), int(x.q)) for x in fractions]) if len(fractions) == len(arguments) else None
    found = _VALUES.get(key)
    if found is None:
        found = _value(name, arguments, prec, left_out)
        if key is not None:
            if len(_VALUES) >= MOST_KNOWN:
                _VALUES.clear()
            _VALUES[key] = found
    return found


_VALUES: dict[tuple[Any, ...] | None, Number] = {}
"""Values at fractions, by function, precision and fractions."""


def _value(name: str, arguments: Sequence[Number], prec: int, left_out: Sequence[tuple[bool, bool]]) -> Number:
    entry = primitive(name)
    if entry.exactly is not None:
        known = entry.exactly(arguments, prec)
        if known is not None:
            return known
    exists = True
    spans: list[Span] = []
    for k, argument in enumerate(arguments):
        x = numbers.enclose(argument, prec + 32)
        exists = exists and x.exists
        spans.append((_as_arb(x.lo), _as_arb(x.hi), *(left_out[k] if left_out and x.lo != x.hi else (False, False))))
    with precision(prec + 16):
        lo, hi, _, _, inside = enclose(entry, spans)
    if inside is False:
        raise NoValue(f"{name} outside its domain")
    ends = [_as_end(lo), _as_end(hi)]
    if exists and inside and lo == hi and (isinstance(ends[0], float) or rounding.writable(ends[0])):
        return ends[0] if isinstance(ends[0], float) else ends[0].fmpq()
    return Enclosure(ends[0], ends[1], exists and inside is True)


def _as_arb(end: Any) -> Any:
    return (PLUS if end > 0 else MINUS) if isinstance(end, float) else end


def _as_end(end: Any) -> Any:
    return end if end.is_finite() else (math.inf if end > 0 else -math.inf)


# --- formulas of derivatives -----------------------------------------------------------------------------------------


def _f(head: str, *arguments: Any) -> Node:
    return Node(head, *(a if isinstance(a, Node) else number(a) for a in arguments))


def _exp(a: Node) -> Node:
    return Node("exp", a)


def _power(a: Any, b: Any) -> Node:
    return _f("pow", a, b)


_SQRT_2PI = _power(2 * Node("pi"), "1/2")
_BELL = _exp(_power(X[0], 2) * number(-1))

# --- ways and limits -------------------------------------------------------------------------------------------------


def _ends(at_lo: Any, at_hi: Any, low: Any = MINUS) -> Callable[..., Any]:
    """The limits of a function of one argument at the two ends of its domain."""
    return lambda x: at_lo if not x > low else at_hi


def _where(condition: Callable[[Sequence[Span]], bool], way: int, silent: Callable[[Sequence[Span]], bool] | None = None) -> Way:
    """A direction under a condition on the ranges; 0 where ``silent`` says the function does not depend on the argument."""
    def found(spans: Sequence[Span]) -> int | None:
        if silent is not None and silent(spans):
            return 0
        return way if condition(spans) else None

    return found


def _at_zero(k: int) -> Callable[[Sequence[Span]], bool]:
    return lambda s: bool(s[k][0] == 0) and bool(s[k][1] == 0)


def _kummer_rises(s: Sequence[Span]) -> bool:
    a, b, z = s
    return bool(a[0] > 0 and b[0] > 0 and (z[0] >= 0 or b[0] >= a[1]))


def _gauss_rises(s: Sequence[Span]) -> bool:
    a, b, c, z = s
    return bool(a[0] > 0 and b[0] > 0 and c[0] > 0 and (z[0] >= 0 or c[0] >= b[1] or c[0] >= a[1]))


def _gauss_positive(s: Sequence[Span]) -> bool:
    return bool(s[0][0] > 0 and s[1][0] > 0 and s[2][0] > 0 and s[3][0] >= 0)


def _gamma_fits(s: Sequence[Span]) -> bool | None:
    lo, hi = s[0][0], s[0][1]
    if lo > 0 or (lo == 0 and s[0][2]):
        return True
    if not (lo.is_finite() and hi.is_finite()):
        return None
    if lo == hi:
        return not lo.is_integer()
    return True if not lo.union(hi).contains_integer() else None


def _gamma_way(s: Sequence[Span]) -> int | None:
    if s[0][0] >= _GAMMA_RISES:
        return 1
    return -1 if (s[0][0] > 0 or (s[0][0] == 0 and s[0][2])) and s[0][1] <= _GAMMA_FALLS else None


def _kummer_limit(a: Any, b: Any, z: Any) -> Any:
    if not z.is_finite() and a.is_finite() and b.is_finite() and a > 0 and b >= a:
        return PLUS if z > 0 else ZERO
    return PLUS if z == PLUS and a.is_finite() and b.is_finite() and a > 0 and b > 0 else None


def _gauss_limit(a: Any, b: Any, c: Any, z: Any) -> Any:
    if a.is_finite() and b.is_finite() and c.is_finite() and a > 0 and b > 0 and c > 0:
        if z == MINUS and (c >= a or c >= b):
            return ZERO
        return PLUS if z == 1 and a + b >= c else None
    return None


def _gamma_p_limit(a: Any, x: Any) -> Any:
    if not a.is_finite():
        return ZERO if x.is_finite() else None
    if a == 0:
        return ONE if x > 0 else None
    return ONE if x == PLUS else None


def _complement(limit: Callable[..., Any]) -> Callable[..., Any]:
    def found(*at: Any) -> Any:
        other = limit(*at)
        return None if other is None else 1 - other

    return found


def _beta_limit(a: Any, b: Any, x: Any) -> Any:
    if not 0 < x < 1:
        return None
    if a == 0:
        return ONE if b.is_finite() and b > 0 else None
    if b == 0:
        return ZERO if a.is_finite() else None
    if a.is_finite() != b.is_finite():
        return ONE if a.is_finite() else ZERO
    return None


def _bessel_i_limit(nu: Any, x: Any) -> Any:
    if not nu.is_finite():
        return ZERO if x.is_finite() else None
    return PLUS if x == PLUS else None


def _bessel_k_limit(nu: Any, x: Any) -> Any:
    if not nu.is_finite():
        return PLUS if x.is_finite() and x > 0 else None
    return ZERO if x == PLUS else PLUS if x == 0 else None


def _level_limit(eps: Any, delta: Any) -> Any:
    if delta == 0:
        return ZERO if eps.is_finite() else None
    if delta == 1:
        return PLUS
    return PLUS if eps == PLUS else None


def _profile_limit(eps: Any, mu: Any) -> Any:
    if eps == PLUS:
        return ZERO if mu.is_finite() else None
    if mu == 0:
        return ZERO if eps >= 0 else None
    return ONE if (mu == PLUS and eps.is_finite()) or (eps == MINUS and mu.is_finite()) else None


def _legendre_limit(n: Any, x: Any) -> Any:
    return PLUS if (x == PLUS and n.is_finite() and n > 0) or (n == PLUS and x.is_finite() and x > 1) else None


def _legendre_fits(s: Sequence[Span]) -> bool | None:
    """Right of -1, or everywhere for a polynomial."""
    n, x = s
    whole = n[0] == n[1] and n[0].is_integer()
    if whole or x[0] > -1 or (x[0] == -1 and x[2]):
        return True
    return False if n[0] == n[1] and x[1] <= -1 else None


def _polylog_limit(s: Any, x: Any) -> Any:
    if s == PLUS and x.is_finite() and abs(x) <= 1:
        return x
    if s == 0 and x.is_finite() and x < 1:
        return x / (1 - x)
    if x == MINUS and s.is_finite() and s > 0:
        return MINUS
    return PLUS if x == 1 and s.is_finite() and s <= 1 else None


def _beta_function_limit(a: Any, b: Any) -> Any:
    if a == 0 or b == 0:
        return PLUS if a.is_finite() and b.is_finite() else None
    return ZERO


def _angle_fits(s: Sequence[Span]) -> bool | None:
    """Whether the ranges avoid the origin."""
    apart = [bool(lo > 0 or hi < 0 or (lo == 0 and lo_open) or (hi == 0 and hi_open)) for lo, hi, lo_open, hi_open in s]
    if any(apart):
        return True
    return False if _at_zero(0)(s) and _at_zero(1)(s) else None


def _angle_in_y(s: Sequence[Span]) -> int | None:
    (y, _), (x, right) = s[0][:2], s[1][:2]
    if _at_zero(1)(s):
        return 0 if y > 0 or s[0][1] < 0 else None
    return 1 if x >= 0 else -1 if right <= 0 and (y >= 0 or s[0][1] < 0) else None


def _angle_in_x(s: Sequence[Span]) -> int | None:
    (y, top), (x, right) = s[0][:2], s[1][:2]
    if _at_zero(0)(s):
        return 0 if x > 0 or right < 0 else None
    return -1 if y >= 0 else 1 if top < 0 else None


# --- balls -----------------------------------------------------------------------------------------------------------


def _normal_cdf(x: Any) -> Any:
    return (-x / arb(2).sqrt()).erfc() / 2


def _normal_quantile(p: Any) -> Any:
    return -arb(2).sqrt() * (2 * p).erfcinv()


def _mills(x: Any) -> Any:
    """Phi(-x) / phi(x): beyond 4 by Tricomi's U(1/2, 1/2, x^2/2) / sqrt 2, where the product of a large and a small factor would lose all bits."""
    if x > 4:
        return (x * x / 2).hypgeom_u(arb(HALF), arb(HALF)) / arb(2).sqrt()
    return (x * x / 2).exp() * (x / arb(2).sqrt()).erfc() * (arb.pi() / 2).sqrt()


def _lambert(x: Any) -> Any:
    return x.lambertw()


def _binomial(n: Any, k: Any) -> Any:
    return (n + 1).gamma() * (k + 1).rgamma() * (n - k + 1).rgamma()


def _legendre(n: Any, x: Any) -> Any:
    if n.is_integer():
        return x.legendre_p(n)
    return ((1 - x) / 2).hypgeom_2f1(-n, n + 1, ONE, abc=True)  # c - a - b is a whole number, which a ball does not show


def _polylog(s: Any, x: Any) -> Any:
    """No number where it would take seconds."""
    if x == 0:
        return ZERO
    return x.polylog(s) if abs(x) < 2**16 and s < 256 else arb("nan")


def _beta(a: Any, b: Any, x: Any) -> Any:
    """No number where it would take seconds."""
    if x == 0 or x == 1:
        return +x
    small, large = arb(2) ** -40, arb(2) ** 40
    if not (small < a < large and small < b < large and arb(2) ** -200 < x < 1 - small):
        return arb("nan")
    return x.beta_lower(a, b, 1)


# --- exact values ----------------------------------------------------------------------------------------------------


def _whole(a: Any) -> int | None:
    return int(a.numerator) if isinstance(a, fmpq) and a.denominator == 1 else None


def _fixed(at: Any, result: Any) -> Callable[..., Number | None]:
    """The exact value at one fraction."""
    return lambda a, prec: fmpq(result) if isinstance(a[0], fmpq) and a[0] == at else None


def _through(function: Callable[..., Number]) -> Callable[..., Number | None]:
    return lambda a, prec: function(*a, prec)


def _exact_quantile(a: Sequence[Number], prec: int) -> Number | None:
    return fmpq(0) if isinstance(a[0], fmpq) and a[0] == HALF else None


def _exact_log_gamma(a: Sequence[Number], prec: int) -> Number | None:
    n = _whole(a[0])
    return elementary.log(fmpq(math.factorial(n - 1)), prec) if n is not None and 1 <= n <= 170 else None


def _exact_gamma_p(upper: bool) -> Callable[..., Number | None]:
    def found(a: Sequence[Number], prec: int) -> Number | None:
        zero = isinstance(a[1], fmpq) and a[1] == 0 and numbers.relation(a[0], ">", numbers.ZERO) is True and not isinstance(a[0], float)
        return fmpq(int(upper)) if zero else None

    return found


def _exact_beta(a: Sequence[Number], prec: int) -> Number | None:
    """At 0 and 1, and for whole parameters at fractions: a binomial tail."""
    x = a[2]
    if not isinstance(x, fmpq) or not 0 <= x <= 1 or any(numbers.relation(p, ">", numbers.ZERO) is not True or isinstance(p, float) for p in a[:2]):
        return None
    if x == 0 or x == 1:
        return x
    p, q = _whole(a[0]), _whole(a[1])
    if p is None or q is None or p + q > 128:
        return None
    n = p + q - 1
    return sum((fmpq(math.comb(n, j)) * x**j * (1 - x) ** (n - j) for j in range(p, n + 1)), fmpq(0))


def _exact_gauss(a: Sequence[Number], prec: int) -> Number | None:
    """1 at z = 0; a fraction where the series ends at fractions."""
    upper, z = list(a[:2]), a[3]
    if any(isinstance(v, float) for v in a):
        raise NoValue("2F1 at an infinite argument")
    if not isinstance(z, fmpq) or numbers.relation(a[2], ">", numbers.ZERO) is not True or not z < 1:
        return None
    if z == 0:
        return fmpq(1)
    for first, second in (upper, upper[::-1]):
        n = _whole(first)
        if n is not None and -256 <= n <= 0 and isinstance(second, fmpq) and isinstance(a[2], fmpq):
            term = out = fmpq(1)
            for k in range(-n):
                term *= (n + k) * (second + k) / (a[2] + k) * z / (k + 1)
                out += term
            return out
    return None


def _exact_legendre(a: Sequence[Number], prec: int) -> Number | None:
    n, x = _whole(a[0]), a[1]
    if n is None or not 0 <= n <= 256:
        return None
    if isinstance(x, fmpq):
        before, now = fmpq(0), fmpq(1)
        for k in range(n):
            before, now = now, ((2 * k + 1) * x * now - k * before) / (k + 1)
        return now
    return None


def _exact_polylog(a: Sequence[Number], prec: int) -> Number | None:
    s, x = a
    if isinstance(x, fmpq) and not isinstance(s, float):
        if x == 0 and numbers.relation(s, ">", fmpq(0)) is True:
            return fmpq(0)
        if x == 1 and numbers.relation(s, ">", fmpq(1)) is True:
            e = numbers.enclose(s, prec + 32)
            with precision(prec + 16):
                return numbers.hull(numbers.spanning(e.lo, e.hi).zeta(), e.exists)
        if s == fmpq(1) and x < 1:
            return numbers.neg(elementary.log(1 - x, prec))
    return None


def _exact_binomial(a: Sequence[Number], prec: int) -> Number | None:
    n, k = _whole(a[0]), _whole(a[1])
    if k is not None and k < 0 and isinstance(a[0], fmpq) and a[0] > -1:
        return fmpq(0)
    if k is None or k > 512 or not isinstance(a[0], fmpq) or a[0] <= -1:
        return None
    if n is not None:
        return fmpq(math.comb(n, k)) if n <= 4096 else None
    out = fmpq(1)
    for j in range(k):
        out *= (a[0] - j) / (j + 1)
    return out


def _exact_cube_root(a: Sequence[Number], prec: int) -> Number | None:
    found: Number | None = circular.exact_cube_root(a[0]) if isinstance(a[0], fmpq) else None
    return found


def _exact_beta_function(a: Sequence[Number], prec: int) -> Number | None:
    p, q = _whole(a[0]), _whole(a[1])
    return circular.exact_beta(p, q) if p is not None and q is not None and p > 0 and q > 0 and p + q <= 256 else None


def _exact_angle(a: Sequence[Number], prec: int) -> Number | None:
    """0 on the right half of the axis."""
    zero = isinstance(a[0], fmpq) and a[0] == 0 and not isinstance(a[1], float)
    return fmpq(0) if zero and numbers.relation(a[1], ">", numbers.ZERO) is True else None


# --- floating point --------------------------------------------------------------------------------------------------


def _scipy(name: str) -> Callable[..., Any]:
    def call(*x: Any) -> Any:
        import scipy.special

        return getattr(scipy.special, name)(*x)

    return call


def _numpy(name: str) -> Callable[..., Any]:
    def call(*x: Any) -> Any:
        import numpy

        return getattr(numpy, name)(*x)

    return call


def _float_mills(x: Any) -> Any:
    return math.sqrt(math.pi / 2) * _scipy("erfcx")(x * math.sqrt(0.5))


def _over(head: str) -> Callable[..., Any]:
    def call(x: Any) -> Any:
        import numpy

        there = numpy.where(x == 0, 1.0, x)
        return numpy.where(x == 0, 1.0, getattr(numpy, head)(there) / there)

    return call


def _float_lambert(x: Any) -> Any:
    return _scipy("lambertw")(x).real


def _float_legendre(n: Any, x: Any) -> Any:
    import numpy

    return numpy.where(numpy.abs(x) <= 1, _scipy("eval_legendre")(n, numpy.clip(x, -1, 1)), _scipy("hyp2f1")(-n, n + 1, 1, (1 - x) / 2))


def _float_polylog(s: Any, x: Any) -> Any:
    import mpmath
    import numpy

    return numpy.vectorize(lambda a, b: float(mpmath.polylog(a, b).real))(s, x)


def _float_dilog(x: Any) -> Any:
    return _scipy("spence")(1 - x)


def _float_kummer(a: Any, b: Any, z: Any) -> Any:
    import mpmath
    import numpy

    return numpy.vectorize(lambda *v: float(mpmath.hyp1f1(*v)))(a, b, z)


def _float_level(eps: Any, delta: Any) -> Any:
    """Bisection of log delta in log mu, by log Phi; for arrays as for numbers, of which a few are kept."""
    return _level_at(eps, delta) if isinstance(eps, float) and isinstance(delta, float) else _levels(eps, delta)


@lru_cache(maxsize=4096)
def _level_at(eps: float, delta: float) -> Any:
    return _levels(eps, delta)


def _levels(eps: Any, delta: Any) -> Any:
    import numpy

    normal = _scipy("log_ndtr")
    eps, delta = numpy.broadcast_arrays(numpy.asarray(eps, float), numpy.asarray(delta, float))
    low, high = numpy.full(eps.shape, -60.0), numpy.full(eps.shape, 40.0)
    with numpy.errstate(all="ignore"):
        level = numpy.log(delta)
        for _ in range(80):
            middle = (low + high) / 2
            mu = numpy.exp(middle)
            a, b = normal(-eps / mu + mu / 2), eps + normal(-eps / mu - mu / 2)
            above = a + numpy.log1p(-numpy.exp(numpy.minimum(b - a, 0))) >= level
            low, high = numpy.where(above, low, middle), numpy.where(above, middle, high)
    return numpy.exp((low + high) / 2)


def _float_profile(eps: Any, mu: Any) -> Any:
    """By log Phi, so that small values keep most of their digits."""
    import numpy

    normal = _scipy("log_ndtr")
    with numpy.errstate(all="ignore"):
        a, b = normal(-eps / mu + mu / 2), eps + normal(-eps / mu - mu / 2)
        return numpy.exp(a) * -numpy.expm1(numpy.minimum(b - a, 0))


# --- the table -------------------------------------------------------------------------------------------------------

_GAMMA_FALLS, _GAMMA_RISES = arb(fmpq(23, 16)), arb(fmpq(3, 2))
with precision(LARGEST):
    _RIGHT, _STRAIGHT = (arb.pi() / 2).upper(), arb.pi().upper()
    _MINUS_RIGHT, _MINUS_STRAIGHT = -_RIGHT, -_STRAIGHT
"""A little more than a right angle and than a straight one."""
_LINE: Span = (MINUS, PLUS, False, False)
_REAL: Span = (MINUS, PLUS, True, True)
_POSITIVE: Span = (ZERO, PLUS, True, True)
_ABOVE_0: Span = (ZERO, PLUS, True, False)
_FROM_0: Span = (ZERO, PLUS, False, True)
_UNIT_OPEN: Span = (ZERO, ONE, True, True)
_UNIT: Span = (ZERO, ONE, False, False)



def _circular(suffix: str, unit: circular.Unit, inner: Node) -> tuple[Primitive, ...]:
    """Sine, cosine, tangent and cotangent of x, or of pi x, with the derivative of the argument."""
    def sine(name: str, other: str, shift: int) -> Primitive:
        of_pi = (lambda a, prec: circular.exact_sine(a[0] + fmpq(shift, 2), prec) if isinstance(a[0], fmpq) else None) if suffix else _fixed(0, shift)
        slope = inner * _f(other + suffix, X[0])
        return Primitive(
            name + suffix, (_REAL,), lambda x: getattr(x, name + suffix)(), (lambda s: circular.way(unit, shift, s[0]),), (Slope(number(-1) * slope if shift else slope),),
            partial(circular.floating, name) if suffix else _numpy(name), (-ONE, ONE, False, False), turns=partial(circular.turns, unit, shift), exactly=of_pi)

    def tangent(name: str, pole: int, way: int) -> Primitive:
        of_pi = (lambda a, prec: circular.exact_tangent(a[0] if pole else HALF - a[0], prec) if isinstance(a[0], fmpq) else None) if suffix else _fixed(0, 0) if pole else None
        return Primitive(
            name + suffix, (_REAL,), lambda x: getattr(x, name + suffix)(), (lambda s: way if circular.no_pole(unit, pole, s[0]) else None,),
            (Slope(number(way) * inner + number(way) * inner * _power(SELF, 2)),), partial(circular.floating, name) if suffix else _numpy("tan") if pole else lambda x: 1 / _numpy("tan")(x),
            fits=lambda s: circular.no_pole(unit, pole, s[0]), exactly=of_pi)

    return sine("sin", "cos", 0), sine("cos", "sin", 1), tangent("tan", 1, 1), tangent("cot", 0, -1)


_ENTRIES = (
    Primitive(
        "erf", (_LINE,), lambda x: x.erf(), (1,), (Slope(2 * _power(Node("pi"), "-1/2") * _BELL),), _scipy("erf"),
        (-ONE, ONE, True, True), _ends(-ONE, ONE), exactly=_through(elementary.erf),
    ),
    Primitive(
        "erfc", (_LINE,), lambda x: x.erfc(), (-1,), (Slope(-2 * _power(Node("pi"), "-1/2") * _BELL),), _scipy("erfc"),
        (ZERO, arb(2), True, True), _ends(arb(2), ZERO), exactly=_through(elementary.erfc),
    ),
    Primitive(
        "gamma", ((MINUS, PLUS, True, False),), lambda x: x.gamma(), (_gamma_way,), (Slope(SELF * _f("digamma", X[0])),), _scipy("gamma"),
        limit=_ends(PLUS, PLUS), valley=(_GAMMA_FALLS, _GAMMA_RISES, arb(fmpq(7, 8))), fits=_gamma_fits, exactly=_through(elementary.gamma),
    ),
    Primitive("digamma", (_ABOVE_0,), lambda x: x.digamma(), (1,), (Slope(None, True),), _scipy("digamma"), limit=_ends(MINUS, PLUS, ZERO)),
    Primitive(
        "log_gamma", (_ABOVE_0,), lambda x: x.lgamma(), (lambda s: None if (way := _gamma_way(s)) is None else way,), (Slope(_f("digamma", X[0])),),
        _scipy("gammaln"), limit=_ends(PLUS, PLUS), valley=(_GAMMA_FALLS, _GAMMA_RISES, arb(fmpq(-1, 8))), exactly=_exact_log_gamma,
    ),
    Primitive(
        "hyp1f1", (_REAL, _POSITIVE, _REAL), lambda a, b, z: z.hypgeom_1f1(a, b),
        (_where(lambda s: bool(s[0][0] > 0 and s[2][0] >= 0), 1, _at_zero(2)), _where(lambda s: bool(s[0][0] > 0 and s[2][0] >= 0), -1, _at_zero(2)),
         _where(_kummer_rises, 1, _at_zero(0))),
        (Slope(None, True), Slope(None, True), Slope(X[0] * _power(X[1], -1) * _f("hyp1f1", X[0] + 1, X[1] + 1, X[2]))),
        _float_kummer, slow=True, limit=_kummer_limit, exactly=_through(elementary.hyp1f1),
    ),
    Primitive(
        "hyp2f1", (_REAL, _REAL, _POSITIVE, (MINUS, ONE, True, True)), lambda a, b, c, z: z.hypgeom_2f1(a, b, c),
        (_where(_gauss_positive, 1, _at_zero(3)), _where(_gauss_positive, 1, _at_zero(3)), _where(_gauss_positive, -1, _at_zero(3)), _where(_gauss_rises, 1)),
        (Slope(None, True), Slope(None, True), Slope(None, True),
         Slope(X[0] * X[1] * _power(X[2], -1) * _f("hyp2f1", X[0] + 1, X[1] + 1, X[2] + 1, X[3]), True)),
        _scipy("hyp2f1"), limit=_gauss_limit, exactly=_exact_gauss, ulps=1024,
    ),
    Primitive(
        "normal_cdf", (_LINE,), _normal_cdf, (1,), (Slope(_exp(number("-1/2") * _power(X[0], 2)) * _power(_SQRT_2PI, -1)),), _scipy("ndtr"),
        (ZERO, ONE, True, True), _ends(ZERO, ONE), exactly=_fixed(0, HALF),
    ),
    Primitive(
        "normal_quantile", (_UNIT_OPEN,), _normal_quantile, (1,), (Slope(_SQRT_2PI * _exp(number("1/2") * _power(SELF, 2))),), _scipy("ndtri"),
        limit=_ends(MINUS, PLUS, ZERO), exactly=_exact_quantile,
    ),
    Primitive(
        "mills", (_LINE,), _mills, (-1,), (Slope(X[0] * SELF + number(-1), True),), _float_mills, (ZERO, PLUS, True, True), _ends(PLUS, ZERO),
    ),
    Primitive(
        "gamma_p", (_POSITIVE, (ZERO, PLUS, False, False)), lambda a, x: x.gamma_lower(a, 1), (-1, 1),
        (Slope(None, True), Slope(_power(X[1], X[0] + number(-1)) * _exp(number(-1) * X[1]) * _power(_f("gamma", X[0]), -1))),
        _scipy("gammainc"), (ZERO, ONE, False, True), _gamma_p_limit, exactly=_exact_gamma_p(False),
    ),
    Primitive(
        "gamma_q", (_POSITIVE, (ZERO, PLUS, False, False)), lambda a, x: x.gamma_upper(a, 1), (1, -1),
        (Slope(None, True), Slope(number(-1) * _power(X[1], X[0] + number(-1)) * _exp(number(-1) * X[1]) * _power(_f("gamma", X[0]), -1))),
        _scipy("gammaincc"), (ZERO, ONE, True, False), _complement(_gamma_p_limit), exactly=_exact_gamma_p(True),
    ),
    Primitive(
        "beta_incomplete", (_POSITIVE, _POSITIVE, _UNIT), _beta, (-1, 1, 1),
        (Slope(None, True), Slope(None, True),
         Slope(_power(X[2], X[0] + number(-1)) * _power(1 - X[2], X[1] + number(-1)) * _f("gamma", X[0] + X[1])
               * _power(_f("gamma", X[0]) * _f("gamma", X[1]), -1))),
        _scipy("betainc"), (ZERO, ONE, False, False), _beta_limit, exactly=_exact_beta,
    ),
    Primitive(
        "legendre_p", (_FROM_0, _REAL), _legendre,
        (_where(lambda s: bool(s[1][0] >= 1), 1, lambda s: bool(s[1][0] == 1) and bool(s[1][1] == 1)), _where(lambda s: bool(s[1][0] >= 1), 1, _at_zero(0))),
        (Slope(None, True), Slope(number("1/2") * X[0] * (X[0] + 1) * _f("hyp2f1", 1 - X[0], X[0] + 2, 2, number("1/2") * (1 - X[1])), True)),
        _float_legendre, limit=_legendre_limit, fits=_legendre_fits, exactly=_exact_legendre, ulps=4096,
    ),
    Primitive(
        "bessel_i", (_FROM_0, (ZERO, PLUS, False, False)), lambda nu, x: x.bessel_i(nu), (-1, 1),
        (Slope(None, True), Slope(_f("bessel_i", X[0] + 1, X[1]) + X[0] * _power(X[1], -1) * SELF, True)),
        _scipy("iv"), (ZERO, PLUS, False, True), _bessel_i_limit,
        smooth=lambda s: bool(s[0][0] > 0) or bool(s[1][0] > 0) or bool(s[0][0] == s[0][1]),
    ),
    Primitive(
        "bessel_k", (_FROM_0, _ABOVE_0), lambda nu, x: x.bessel_k(nu), (1, -1),
        (Slope(None, True), Slope(number(-1) * _f("bessel_k", X[0] + 1, X[1]) + X[0] * _power(X[1], -1) * SELF, True)),
        _scipy("kv"), (ZERO, PLUS, True, True), _bessel_k_limit,
    ),
    Primitive(
        "lambert_w", ((-((-ONE).exp()), PLUS, False, False),), _lambert, (1,), (Slope(_exp(number(-1) * SELF) * _power(1 + SELF, -1)),), _float_lambert,
        (-ONE, PLUS, False, True), _ends(-ONE, PLUS), exactly=_fixed(0, 0),
    ),
    Primitive(
        "polylog", (_POSITIVE, (MINUS, ONE, True, True)), _polylog, (_where(lambda s: bool(s[1][0] >= 0), -1, _at_zero(1)), 1),
        (Slope(None, True), Slope(_f("polylog", X[0] + number(-1), X[1]) * _power(X[1], -1), True)),
        _float_polylog, slow=True, limit=_polylog_limit, exactly=_exact_polylog,
    ),
    Primitive("sinh", (_LINE,), lambda x: x.sinh(), (1,), (Slope(_f("cosh", X[0])),), _numpy("sinh"), limit=_ends(MINUS, PLUS), exactly=_fixed(0, 0)),
    Primitive(
        "cosh", (_LINE,), lambda x: x.cosh(), (lambda s: 1 if s[0][0] >= 0 else -1 if s[0][1] <= 0 else None,), (Slope(_f("sinh", X[0])),), _numpy("cosh"),
        (ONE, PLUS, False, True), _ends(PLUS, PLUS), (ZERO, ZERO, ONE), exactly=_fixed(0, 1),
    ),
    Primitive(
        "tanh", (_LINE,), lambda x: x.tanh(), (1,), (Slope(_power(_f("cosh", X[0]), -2)),), _numpy("tanh"), (-ONE, ONE, True, True), _ends(-ONE, ONE),
        exactly=_fixed(0, 0),
    ),
    *_circular("", circular.right_angle, number(1)), *_circular("_pi", circular.half, Node("pi")),
    Primitive(
        "asin", ((-ONE, ONE, False, False),), lambda x: x.asin(), (1,), (Slope(_power(1 - _power(X[0], 2), "-1/2")),), _numpy("arcsin"), (_MINUS_RIGHT, _RIGHT, False, False),
        exactly=_fixed(0, 0),
    ),
    Primitive(
        "acos", ((-ONE, ONE, False, False),), lambda x: x.acos(), (-1,), (Slope(number(-1) * _power(1 - _power(X[0], 2), "-1/2")),), _numpy("arccos"),
        (ZERO, _STRAIGHT, False, False), exactly=_fixed(1, 0),
    ),
    Primitive(
        "atan", (_LINE,), lambda x: x.atan(), (1,), (Slope(_power(1 + _power(X[0], 2), -1)),), _numpy("arctan"), (_MINUS_RIGHT, _RIGHT, True, True),
        lambda x: x.atan(), exactly=_fixed(0, 0),
    ),
    Primitive(
        "atan2", (_REAL, _REAL), lambda y, x: arb.atan2(y, x), (_angle_in_y, _angle_in_x),
        (Slope(X[1] * _power(_power(X[0], 2) + _power(X[1], 2), -1)), Slope(number(-1) * X[0] * _power(_power(X[0], 2) + _power(X[1], 2), -1))),
        _numpy("arctan2"), (_MINUS_STRAIGHT, _STRAIGHT, True, False), fits=_angle_fits, smooth=lambda s: bool(s[1][0] >= 0 or s[0][0] > 0 or s[0][1] < 0),
        exactly=_exact_angle,
    ),
    Primitive("asinh", (_LINE,), lambda x: x.asinh(), (1,), (Slope(_power(1 + _power(X[0], 2), "-1/2")),), _numpy("arcsinh"), limit=_ends(MINUS, PLUS), exactly=_fixed(0, 0)),
    Primitive(
        "acosh", ((ONE, PLUS, False, False),), lambda x: x.acosh(), (1,), (Slope(_power(_power(X[0], 2) - 1, "-1/2")),), _numpy("arccosh"), (ZERO, PLUS, False, True),
        lambda x: PLUS, exactly=_fixed(1, 0),
    ),
    Primitive("atanh", ((-ONE, ONE, True, True),), lambda x: x.atanh(), (1,), (Slope(_power(1 - _power(X[0], 2), -1)),), _numpy("arctanh"),
              limit=_ends(MINUS, PLUS, -ONE), exactly=_fixed(0, 0)),
    Primitive("cbrt", (_LINE,), circular.cube_root, (1,), (Slope(number("1/3") * _power(SELF, -2)),), _numpy("cbrt"), limit=_ends(MINUS, PLUS), exactly=_exact_cube_root),
    Primitive(
        "dilog", ((MINUS, ONE, True, False),), lambda x: circular.dilogarithm(x), (1,), (Slope(_f("log1p_over", number(-1) * X[0])),), _float_dilog,
        limit=_ends(MINUS, MINUS), exactly=_fixed(0, 0),
    ),
    Primitive(
        "beta", (_POSITIVE, _POSITIVE), circular.beta, (-1, -1),
        (Slope(SELF * (_f("digamma", X[0]) - _f("digamma", X[0] + X[1])), True), Slope(SELF * (_f("digamma", X[1]) - _f("digamma", X[0] + X[1])), True)),
        _scipy("beta"), (ZERO, PLUS, True, True), _beta_function_limit, exactly=_exact_beta_function,
    ),
    Primitive(
        "expm1_over", (_LINE,), lambda x: ONE if x == 0 else x.expm1() / x if not x.contains(0) else x.hypgeom_1f1(1, 2), (1,),
        (Slope(number("1/2") * _f("hyp1f1", 2, 3, X[0])),), _over("expm1"), (ZERO, PLUS, True, True), _ends(ZERO, PLUS), exactly=_fixed(0, 1),
    ),
    Primitive(
        "log1p_over", ((-ONE, PLUS, True, False),), lambda x: ONE if x == 0 else x.log1p() / x if not x.contains(0) else (-x).hypgeom_2f1(1, 1, 2), (-1,),
        (Slope(number("-1/2") * _f("hyp2f1", 2, 2, 3, number(-1) * X[0])),), _over("log1p"), (ZERO, PLUS, True, True), _ends(PLUS, ZERO, -ONE),
        exactly=_fixed(0, 1),
    ),
    Primitive(
        "binomial", ((-ONE, PLUS, True, True), _REAL), _binomial,
        (_where(lambda s: bool(s[1][0] >= 0 and s[0][0] >= s[1][1]), 1, _at_zero(1)), None),
        (Slope(SELF * (_f("digamma", X[0] + 1) - _f("digamma", X[0] - X[1] + 1)), True),
         Slope(SELF * (_f("digamma", X[0] - X[1] + 1) - _f("digamma", X[1] + 1)))),
        _scipy("binom"), exactly=_exact_binomial, ulps=4096,
    ),
    Primitive(
        "gaussian_level", (_FROM_0, _UNIT_OPEN), _level_ball, (1, 1),
        (Slope(_f("mills", number("1/2") * SELF + X[0] * _power(SELF, -1))),
         Slope(_SQRT_2PI * _exp(number("1/2") * _power(number("1/2") * SELF - X[0] * _power(SELF, -1), 2)))),
        _float_level, (ZERO, PLUS, True, True), _level_limit, ulps=2**20,
    ),
    Primitive(
        "gaussian_profile", ((MINUS, PLUS, True, False), _POSITIVE), _profile_ball, (-1, 1),
        (Slope(number(-1) * _exp(X[0]) * _f("normal_cdf", number(-1) * X[0] * _power(X[1], -1) + number("-1/2") * X[1]), True),
         Slope(_exp(number("-1/2") * _power(number("1/2") * X[1] - X[0] * _power(X[1], -1), 2)) * _power(_SQRT_2PI, -1), True)),
        _float_profile, (ZERO, ONE, True, True), _profile_limit, ulps=2**40,
    ),
)

PRIMITIVES: dict[str, Primitive] = {entry.name: entry for entry in _ENTRIES}

__all__ = ["PRIMITIVES", "SELF", "WHERE", "Primitive", "Slope", "X", "computed", "enclose", "primitive", "value", "within"]
