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
from functools import partial
from typing import Any

from flint import arb, ctx, fmpq

from verify.claims.nodes import Node, number
from verify.values import circular, elementary, numbers, rounding
from verify.values.ball_values import beta_ball, binomial, lambert, legendre, mills, normal_cdf, normal_quantile, polylog_ball
from verify.values.directions import (
    GAMMA_FALLS,
    GAMMA_RISES,
    angle_fits,
    angle_in_x,
    angle_in_y,
    at_zero,
    bessel_i_limit,
    bessel_k_limit,
    beta_function_limit,
    beta_limit,
    complement,
    ends_of,
    gamma_fits,
    gamma_p_limit,
    gamma_way,
    gauss_limit,
    gauss_positive,
    gauss_rises,
    kummer_limit,
    kummer_rises,
    legendre_fits,
    legendre_limit,
    level_limit,
    polylog_limit,
    profile_limit,
    where_so,
)
from verify.values.entry import HALF, LARGEST, MINUS, ONE, PLUS, SELF, ZERO, Primitive, Slope, Span, X
from verify.values.exact_values import (
    beta_at,
    cube_root_at,
    exact_angle,
    exact_beta_function,
    exact_binomial,
    exact_gamma_p,
    exact_gauss,
    exact_legendre,
    exact_log_gamma,
    exact_polylog,
    exact_quantile,
    fixed,
    through,
)
from verify.values.float_values import (
    by_numpy,
    by_scipy,
    float_dilog,
    float_kummer,
    float_lambert,
    float_legendre,
    float_level,
    float_mills,
    float_polylog,
    float_profile,
    over,
)
from verify.values.gaussian_profiles import gaussian_level as _level_ball
from verify.values.gaussian_profiles import profile as _profile_ball
from verify.values.numbers import Enclosure, NoValue, Number, precision

WHERE = "verify/values/primitives.py"
MOST_KNOWN = 1 << 15
_KNOWN: dict[Any, Any] = {}
"""Values at points: neighbouring boxes share their ends."""


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
        of_pi = (lambda a, prec: circular.exact_sine(a[0] + fmpq(shift, 2), prec) if isinstance(a[0], fmpq) else None) if suffix else fixed(0, shift)
        slope = inner * _f(other + suffix, X[0])
        return Primitive(
            name + suffix, (_REAL,), lambda x: getattr(x, name + suffix)(), (lambda s: circular.way(unit, shift, s[0]),), (Slope(number(-1) * slope if shift else slope),),
            partial(circular.floating, name) if suffix else by_numpy(name), (-ONE, ONE, False, False), turns=partial(circular.turns, unit, shift), exactly=of_pi)

    def tangent(name: str, pole: int, way: int) -> Primitive:
        of_pi = (lambda a, prec: circular.exact_tangent(a[0] if pole else HALF - a[0], prec) if isinstance(a[0], fmpq) else None) if suffix else fixed(0, 0) if pole else None
        return Primitive(
            name + suffix, (_REAL,), lambda x: getattr(x, name + suffix)(), (lambda s: way if circular.no_pole(unit, pole, s[0]) else None,),
            (Slope(number(way) * inner + number(way) * inner * _power(SELF, 2)),), partial(circular.floating, name) if suffix else by_numpy("tan") if pole else lambda x: 1 / by_numpy("tan")(x),
            fits=lambda s: circular.no_pole(unit, pole, s[0]), exactly=of_pi)

    return sine("sin", "cos", 0), sine("cos", "sin", 1), tangent("tan", 1, 1), tangent("cot", 0, -1)


_ENTRIES = (
    Primitive(
        "erf", (_LINE,), lambda x: x.erf(), (1,), (Slope(2 * _power(Node("pi"), "-1/2") * _BELL),), by_scipy("erf"),
        (-ONE, ONE, True, True), ends_of(-ONE, ONE), exactly=through(elementary.erf),
    ),
    Primitive(
        "erfc", (_LINE,), lambda x: x.erfc(), (-1,), (Slope(-2 * _power(Node("pi"), "-1/2") * _BELL),), by_scipy("erfc"),
        (ZERO, arb(2), True, True), ends_of(arb(2), ZERO), exactly=through(elementary.erfc),
    ),
    Primitive(
        "gamma", ((MINUS, PLUS, True, False),), lambda x: x.gamma(), (gamma_way,), (Slope(SELF * _f("digamma", X[0])),), by_scipy("gamma"),
        limit=ends_of(PLUS, PLUS), valley=(GAMMA_FALLS, GAMMA_RISES, arb(fmpq(7, 8))), fits=gamma_fits, exactly=through(elementary.gamma),
    ),
    Primitive("digamma", (_ABOVE_0,), lambda x: x.digamma(), (1,), (Slope(None, True),), by_scipy("digamma"), limit=ends_of(MINUS, PLUS, ZERO)),
    Primitive(
        "log_gamma", (_ABOVE_0,), lambda x: x.lgamma(), (lambda s: None if (way := gamma_way(s)) is None else way,), (Slope(_f("digamma", X[0])),),
        by_scipy("gammaln"), limit=ends_of(PLUS, PLUS), valley=(GAMMA_FALLS, GAMMA_RISES, arb(fmpq(-1, 8))), exactly=exact_log_gamma,
    ),
    Primitive(
        "hyp1f1", (_REAL, _POSITIVE, _REAL), lambda a, b, z: z.hypgeom_1f1(a, b),
        (where_so(lambda s: bool(s[0][0] > 0 and s[2][0] >= 0), 1, at_zero(2)), where_so(lambda s: bool(s[0][0] > 0 and s[2][0] >= 0), -1, at_zero(2)),
         where_so(kummer_rises, 1, at_zero(0))),
        (Slope(None, True), Slope(None, True), Slope(X[0] * _power(X[1], -1) * _f("hyp1f1", X[0] + 1, X[1] + 1, X[2]))),
        float_kummer, slow=True, limit=kummer_limit, exactly=through(elementary.hyp1f1),
    ),
    Primitive(
        "hyp2f1", (_REAL, _REAL, _POSITIVE, (MINUS, ONE, True, True)), lambda a, b, c, z: z.hypgeom_2f1(a, b, c),
        (where_so(gauss_positive, 1, at_zero(3)), where_so(gauss_positive, 1, at_zero(3)), where_so(gauss_positive, -1, at_zero(3)), where_so(gauss_rises, 1)),
        (Slope(None, True), Slope(None, True), Slope(None, True),
         Slope(X[0] * X[1] * _power(X[2], -1) * _f("hyp2f1", X[0] + 1, X[1] + 1, X[2] + 1, X[3]), True)),
        by_scipy("hyp2f1"), limit=gauss_limit, exactly=exact_gauss, ulps=1024,
    ),
    Primitive(
        "normal_cdf", (_LINE,), normal_cdf, (1,), (Slope(_exp(number("-1/2") * _power(X[0], 2)) * _power(_SQRT_2PI, -1)),), by_scipy("ndtr"),
        (ZERO, ONE, True, True), ends_of(ZERO, ONE), exactly=fixed(0, HALF),
    ),
    Primitive(
        "normal_quantile", (_UNIT_OPEN,), normal_quantile, (1,), (Slope(_SQRT_2PI * _exp(number("1/2") * _power(SELF, 2))),), by_scipy("ndtri"),
        limit=ends_of(MINUS, PLUS, ZERO), exactly=exact_quantile,
    ),
    Primitive(
        "mills", (_LINE,), mills, (-1,), (Slope(X[0] * SELF + number(-1), True),), float_mills, (ZERO, PLUS, True, True), ends_of(PLUS, ZERO),
    ),
    Primitive(
        "gamma_p", (_POSITIVE, (ZERO, PLUS, False, False)), lambda a, x: x.gamma_lower(a, 1), (-1, 1),
        (Slope(None, True), Slope(_power(X[1], X[0] + number(-1)) * _exp(number(-1) * X[1]) * _power(_f("gamma", X[0]), -1))),
        by_scipy("gammainc"), (ZERO, ONE, False, True), gamma_p_limit, exactly=exact_gamma_p(False),
    ),
    Primitive(
        "gamma_q", (_POSITIVE, (ZERO, PLUS, False, False)), lambda a, x: x.gamma_upper(a, 1), (1, -1),
        (Slope(None, True), Slope(number(-1) * _power(X[1], X[0] + number(-1)) * _exp(number(-1) * X[1]) * _power(_f("gamma", X[0]), -1))),
        by_scipy("gammaincc"), (ZERO, ONE, True, False), complement(gamma_p_limit), exactly=exact_gamma_p(True),
    ),
    Primitive(
        "beta_incomplete", (_POSITIVE, _POSITIVE, _UNIT), beta_ball, (-1, 1, 1),
        (Slope(None, True), Slope(None, True),
         Slope(_power(X[2], X[0] + number(-1)) * _power(1 - X[2], X[1] + number(-1)) * _f("gamma", X[0] + X[1])
               * _power(_f("gamma", X[0]) * _f("gamma", X[1]), -1))),
        by_scipy("betainc"), (ZERO, ONE, False, False), beta_limit, exactly=beta_at,
    ),
    Primitive(
        "legendre_p", (_FROM_0, _REAL), legendre,
        (where_so(lambda s: bool(s[1][0] >= 1), 1, lambda s: bool(s[1][0] == 1) and bool(s[1][1] == 1)), where_so(lambda s: bool(s[1][0] >= 1), 1, at_zero(0))),
        (Slope(None, True), Slope(number("1/2") * X[0] * (X[0] + 1) * _f("hyp2f1", 1 - X[0], X[0] + 2, 2, number("1/2") * (1 - X[1])), True)),
        float_legendre, limit=legendre_limit, fits=legendre_fits, exactly=exact_legendre, ulps=4096,
    ),
    Primitive(
        "bessel_i", (_FROM_0, (ZERO, PLUS, False, False)), lambda nu, x: x.bessel_i(nu), (-1, 1),
        (Slope(None, True), Slope(_f("bessel_i", X[0] + 1, X[1]) + X[0] * _power(X[1], -1) * SELF, True)),
        by_scipy("iv"), (ZERO, PLUS, False, True), bessel_i_limit,
        smooth=lambda s: bool(s[0][0] > 0) or bool(s[1][0] > 0) or bool(s[0][0] == s[0][1]),
    ),
    Primitive(
        "bessel_k", (_FROM_0, _ABOVE_0), lambda nu, x: x.bessel_k(nu), (1, -1),
        (Slope(None, True), Slope(number(-1) * _f("bessel_k", X[0] + 1, X[1]) + X[0] * _power(X[1], -1) * SELF, True)),
        by_scipy("kv"), (ZERO, PLUS, True, True), bessel_k_limit,
    ),
    Primitive(
        "lambert_w", ((-((-ONE).exp()), PLUS, False, False),), lambert, (1,), (Slope(_exp(number(-1) * SELF) * _power(1 + SELF, -1)),), float_lambert,
        (-ONE, PLUS, False, True), ends_of(-ONE, PLUS), exactly=fixed(0, 0),
    ),
    Primitive(
        "polylog", (_POSITIVE, (MINUS, ONE, True, True)), polylog_ball, (where_so(lambda s: bool(s[1][0] >= 0), -1, at_zero(1)), 1),
        (Slope(None, True), Slope(_f("polylog", X[0] + number(-1), X[1]) * _power(X[1], -1), True)),
        float_polylog, slow=True, limit=polylog_limit, exactly=exact_polylog,
    ),
    Primitive("sinh", (_LINE,), lambda x: x.sinh(), (1,), (Slope(_f("cosh", X[0])),), by_numpy("sinh"), limit=ends_of(MINUS, PLUS), exactly=fixed(0, 0)),
    Primitive(
        "cosh", (_LINE,), lambda x: x.cosh(), (lambda s: 1 if s[0][0] >= 0 else -1 if s[0][1] <= 0 else None,), (Slope(_f("sinh", X[0])),), by_numpy("cosh"),
        (ONE, PLUS, False, True), ends_of(PLUS, PLUS), (ZERO, ZERO, ONE), exactly=fixed(0, 1),
    ),
    Primitive(
        "tanh", (_LINE,), lambda x: x.tanh(), (1,), (Slope(_power(_f("cosh", X[0]), -2)),), by_numpy("tanh"), (-ONE, ONE, True, True), ends_of(-ONE, ONE),
        exactly=fixed(0, 0),
    ),
    *_circular("", circular.right_angle, number(1)), *_circular("_pi", circular.half, Node("pi")),
    Primitive(
        "asin", ((-ONE, ONE, False, False),), lambda x: x.asin(), (1,), (Slope(_power(1 - _power(X[0], 2), "-1/2")),), by_numpy("arcsin"), (_MINUS_RIGHT, _RIGHT, False, False),
        exactly=fixed(0, 0),
    ),
    Primitive(
        "acos", ((-ONE, ONE, False, False),), lambda x: x.acos(), (-1,), (Slope(number(-1) * _power(1 - _power(X[0], 2), "-1/2")),), by_numpy("arccos"),
        (ZERO, _STRAIGHT, False, False), exactly=fixed(1, 0),
    ),
    Primitive(
        "atan", (_LINE,), lambda x: x.atan(), (1,), (Slope(_power(1 + _power(X[0], 2), -1)),), by_numpy("arctan"), (_MINUS_RIGHT, _RIGHT, True, True),
        lambda x: x.atan(), exactly=fixed(0, 0),
    ),
    Primitive(
        "atan2", (_REAL, _REAL), lambda y, x: arb.atan2(y, x), (angle_in_y, angle_in_x),
        (Slope(X[1] * _power(_power(X[0], 2) + _power(X[1], 2), -1)), Slope(number(-1) * X[0] * _power(_power(X[0], 2) + _power(X[1], 2), -1))),
        by_numpy("arctan2"), (_MINUS_STRAIGHT, _STRAIGHT, True, False), fits=angle_fits, smooth=lambda s: bool(s[1][0] >= 0 or s[0][0] > 0 or s[0][1] < 0),
        exactly=exact_angle,
    ),
    Primitive("asinh", (_LINE,), lambda x: x.asinh(), (1,), (Slope(_power(1 + _power(X[0], 2), "-1/2")),), by_numpy("arcsinh"), limit=ends_of(MINUS, PLUS), exactly=fixed(0, 0)),
    Primitive(
        "acosh", ((ONE, PLUS, False, False),), lambda x: x.acosh(), (1,), (Slope(_power(_power(X[0], 2) - 1, "-1/2")),), by_numpy("arccosh"), (ZERO, PLUS, False, True),
        lambda x: PLUS, exactly=fixed(1, 0),
    ),
    Primitive("atanh", ((-ONE, ONE, True, True),), lambda x: x.atanh(), (1,), (Slope(_power(1 - _power(X[0], 2), -1)),), by_numpy("arctanh"),
              limit=ends_of(MINUS, PLUS, -ONE), exactly=fixed(0, 0)),
    Primitive("cbrt", (_LINE,), circular.cube_root, (1,), (Slope(number("1/3") * _power(SELF, -2)),), by_numpy("cbrt"), limit=ends_of(MINUS, PLUS), exactly=cube_root_at),
    Primitive(
        "dilog", ((MINUS, ONE, True, False),), lambda x: circular.dilogarithm(x), (1,), (Slope(_f("log1p_over", number(-1) * X[0])),), float_dilog,
        limit=ends_of(MINUS, MINUS), exactly=fixed(0, 0),
    ),
    Primitive(
        "beta", (_POSITIVE, _POSITIVE), circular.beta, (-1, -1),
        (Slope(SELF * (_f("digamma", X[0]) - _f("digamma", X[0] + X[1])), True), Slope(SELF * (_f("digamma", X[1]) - _f("digamma", X[0] + X[1])), True)),
        by_scipy("beta"), (ZERO, PLUS, True, True), beta_function_limit, exactly=exact_beta_function,
    ),
    Primitive(
        "expm1_over", (_LINE,), lambda x: ONE if x == 0 else x.expm1() / x if not x.contains(0) else x.hypgeom_1f1(1, 2), (1,),
        (Slope(number("1/2") * _f("hyp1f1", 2, 3, X[0])),), over("expm1"), (ZERO, PLUS, True, True), ends_of(ZERO, PLUS), exactly=fixed(0, 1),
    ),
    Primitive(
        "log1p_over", ((-ONE, PLUS, True, False),), lambda x: ONE if x == 0 else x.log1p() / x if not x.contains(0) else (-x).hypgeom_2f1(1, 1, 2), (-1,),
        (Slope(number("-1/2") * _f("hyp2f1", 2, 2, 3, number(-1) * X[0])),), over("log1p"), (ZERO, PLUS, True, True), ends_of(PLUS, ZERO, -ONE),
        exactly=fixed(0, 1),
    ),
    Primitive(
        "binomial", ((-ONE, PLUS, True, True), _REAL), binomial,
        (where_so(lambda s: bool(s[1][0] >= 0 and s[0][0] >= s[1][1]), 1, at_zero(1)), None),
        (Slope(SELF * (_f("digamma", X[0] + 1) - _f("digamma", X[0] - X[1] + 1)), True),
         Slope(SELF * (_f("digamma", X[0] - X[1] + 1) - _f("digamma", X[1] + 1)))),
        by_scipy("binom"), exactly=exact_binomial, ulps=4096,
    ),
    Primitive(
        "gaussian_level", (_FROM_0, _UNIT_OPEN), _level_ball, (1, 1),
        (Slope(_f("mills", number("1/2") * SELF + X[0] * _power(SELF, -1))),
         Slope(_SQRT_2PI * _exp(number("1/2") * _power(number("1/2") * SELF - X[0] * _power(SELF, -1), 2)))),
        float_level, (ZERO, PLUS, True, True), level_limit, ulps=2**20,
    ),
    Primitive(
        "gaussian_profile", ((MINUS, PLUS, True, False), _POSITIVE), _profile_ball, (-1, 1),
        (Slope(number(-1) * _exp(X[0]) * _f("normal_cdf", number(-1) * X[0] * _power(X[1], -1) + number("-1/2") * X[1]), True),
         Slope(_exp(number("-1/2") * _power(number("1/2") * X[1] - X[0] * _power(X[1], -1), 2)) * _power(_SQRT_2PI, -1), True)),
        float_profile, (ZERO, ONE, True, True), profile_limit, ulps=2**40,
    ),
)

PRIMITIVES: dict[str, Primitive] = {entry.name: entry for entry in _ENTRIES}


__all__ = ["PRIMITIVES", "WHERE", "computed", "enclose", "primitive", "value", "within"]
