"""Integrals, ranges and tails of one density with power tails, in balls at the current precision.

With ``t = (x - location)/scale`` the density is ``c/scale`` times ``(1 + t^2)^(-k/2)``, or ``(1 + t)^(-k)`` on one side. Masses of the two-sided law
are incomplete beta functions; first moments are elementary, higher ones follow by parts, and the one-sided law is elementary throughout.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

from flint import acb, arb, ctx, fmpq

from verify.quantities.kernels.undecided import Diverges, Wide
from verify.values.laws import PowerLaw, power_constant
from verify.values.numbers import Number, add, ball, compare, div, is_exact, neg, precision, sub, to_float
from verify.values.powers import power

ONE = fmpq(1)
TWO = fmpq(2)
INF = math.inf
End: TypeAlias = arb | float


class Shape:
    """Balls of the parameters of a power law at the precision at which it was made."""

    __slots__ = ("constant", "k", "law", "m", "s", "sided", "sign")

    def __init__(self, law: PowerLaw) -> None:
        self.law = law
        self.m, self.s, self.k = ball(law.location), ball(law.scale), ball(law.exponent)
        self.constant = power_constant(law)
        self.sided = law.side != "both"
        self.sign = -1 if law.side == "left" else 1

    def standard(self, x: End) -> End:
        """``t`` at x, mirrored for a law on the left."""
        return self.sign * x if isinstance(x, float) else self.sign * (x - self.m) / self.s

    def log_density(self, x: arb) -> arb:
        """At a point of the support; not finite outside."""
        t = self.standard(x)
        assert isinstance(t, arb)
        inner = (1 + t).log() * self.k if self.sided else (1 + t * t).log() * self.k / 2
        return (self.constant / self.s).log() - inner

    def slope(self, x: arb) -> arb:
        """Derivative of the logarithm of the density."""
        t = self.standard(x)
        assert isinstance(t, arb)
        if self.sided:
            return -self.sign * self.k / (self.s * (1 + t))
        if t > 1 or t < -1:  # written so that a wide t occurs once
            return -self.k / (self.s * (t + 1 / t))
        return -self.k * t / (self.s * (1 + t * t))

    def complex_log_density(self) -> Callable[[acb, bool], acb]:
        """The logarithm of the density as an analytic function; not finite where a cut is met."""
        m, s, k = acb(self.m), acb(self.s), acb(self.k)
        head = acb((self.constant / self.s).log())
        sided, sign = self.sided, self.sign

        def log_density(x: acb, analytic: bool) -> acb:
            t = sign * (x - m) / s
            if sided:
                return head - k * (1 + t).log(analytic=analytic)
            return head - k * (1 + t * t).log(analytic=analytic) / 2

        return log_density


_SHAPES: dict[tuple[int, int], Shape] = {}
"""By the very law, which its shape keeps alive: laws are slow to hash."""


def shape(law: PowerLaw) -> Shape:
    """The balls of a law at the current precision."""
    key = id(law), ctx.prec
    found = _SHAPES.get(key)
    if found is None or found.law is not law:
        if len(_SHAPES) >= 4096:
            _SHAPES.clear()
        found = _SHAPES[key] = Shape(law)
    return found


# --- masses and moments ----------------------------------------------------------------------------------------------


def upper_mass(law: PowerLaw, t: End) -> arb:
    """P(T > t) of the standard law (of its mirror image for side left)."""
    here = shape(law)
    if isinstance(t, float):
        return arb(0) if t > 0 else arb(1)
    if not t.is_exact() and t.rel_accuracy_bits() < ctx.prec // 2 and t.is_finite():
        return _upper(here, t.lower()).union(_upper(here, t.upper()))
    return _upper(here, t)


def _upper(here: Shape, t: arb) -> arb:
    if here.sided:
        return (1 + t) ** (1 - here.k) if t > 0 else arb(1) if t <= 0 else ((1 + t.nonnegative_part()) ** (1 - here.k))
    if t < 0:
        return 1 - _upper(here, -t)
    if here.law.exponent == 2:
        return (1 / t).atan() / arb.pi() if t > 1 else arb(1) / 2 - t.atan() / arb.pi()
    if t > 1:
        return _regularised(here, 1 / (1 + t * t)) / 2
    # 1/2 - c t 2F1(1/2, k/2; 3/2; -t^2)
    return arb(1) / 2 - here.constant * t * (-t * t).hypgeom_2f1(arb(1) / 2, here.k / 2, arb(3) / 2)


def _regularised(here: Shape, z: arb) -> arb:
    return z.beta_lower((here.k - 1) / 2, arb(1) / 2, regularized=True)


def _ordered(here: Shape, a: End, b: End) -> tuple[End, End]:
    return (a, b) if here.sign > 0 else (b, a)


def mass_between(law: PowerLaw, a: End, b: End) -> arb:
    """Mass of ``(a, b)``, a part of the support, without cancellation in the tails."""
    here = shape(law)
    left, right = _ordered(here, here.standard(a), here.standard(b))
    if not here.sided and right < 0:
        left, right = -right, -left
    if here.sided or left > 0:
        return upper_mass(law, left) - upper_mass(law, right)
    below = upper_mass(law, -left)
    return 1 - below - upper_mass(law, right)


def integrals(n: int, law: PowerLaw, a: End, b: End) -> list[arb]:
    """Integrals of ``x^j`` times the density over ``(a, b)``, a part of the support, for j = 0..n. Raises Diverges or Wide."""
    out = [mass_between(law, a, b)]
    if n == 0:
        return out
    here = shape(law)
    if isinstance(a, float) or isinstance(b, float):
        place = compare(law.exponent, fmpq(n + 1))
        if place is None:
            raise Wide("the exponent of a power law against the order of a moment")
        if place != ">":
            raise Diverges
    left, right = _ordered(here, here.standard(a), here.standard(b))
    raw = [out[0], *_standard_moments(here, n, left, right)]
    for j in range(1, n + 1):
        value = arb(0)
        for i in range(j + 1):
            value += math.comb(j, i) * here.m ** (j - i) * (here.sign * here.s) ** i * raw[i]
        out.append(value)
    return out


def _standard_moments(here: Shape, n: int, a: End, b: End) -> list[arb]:
    """Integrals of ``t^j`` times the standard density over ``(a, b)``, for j = 1..n; they converge."""
    law, k = here.law, here.k
    out: list[arb] = []
    if here.sided:

        def primitive(u: End, i: int) -> arb:
            """Of ``(1 + t)^(i - k)``."""
            if isinstance(u, float):
                return arb(0)
            base = 1 + u
            return base.log() if law.exponent == i + 1 else base ** (i + 1 - k) / (i + 1 - k)

        steps = [primitive(b, i) - primitive(a, i) for i in range(n + 1)]
        for j in range(1, n + 1):
            total = arb(0)
            for i in range(j + 1):
                total += math.comb(j, i) * (-1) ** (j - i) * steps[i]
            out.append(here.constant * total)
        return out

    def edge(u: End, j: int) -> arb:
        """``c t^(j-1) (1 + t^2)^(1 - k/2)``."""
        return arb(0) if isinstance(u, float) else here.constant * u ** (j - 1) * (1 + u * u) ** (1 - k / 2)

    for j in range(1, n + 1):
        if law.exponent == j + 1:
            if j > 1 or isinstance(a, float) or isinstance(b, float):
                raise Wide("a moment of a power law of the order at which it diverges")
            out.append(here.constant * ((1 + b * b).log() - (1 + a * a).log()) / 2)
            continue
        gain = edge(b, j) - edge(a, j)
        if j > 1:
            gain -= (j - 1) * (out[j - 3] if j > 2 else mass_of_standard(here, a, b))
        out.append(gain / (j + 1 - k))
    return out


def mass_of_standard(here: Shape, a: End, b: End) -> arb:
    """Mass of the standard law between ``a`` and ``b``."""
    return upper_mass(here.law, a) - upper_mass(here.law, b)


def centred_moment(law: PowerLaw, order: Number, prec: int) -> arb:
    """``E |X - location|^order`` for an order above -1 and below exponent - 1: a quotient of gamma functions."""
    with precision(prec):
        here, r = shape(law), ball(order)
        k = here.k
        if here.sided:  # a beta integral
            value = (r + 1).gamma() * (k - 1 - r).gamma() / (k - 1).gamma()
        else:
            value = ((r + 1) / 2).gamma() * ((k - 1 - r) / 2).gamma() / (arb.pi().sqrt() * ((k - 1) / 2).gamma())
        return value * here.s**r


def tail_moment(law: PowerLaw, order: arb, lo: End, hi: End) -> arb:
    """Upper bound of ``E |X|^order`` over ``(lo, hi)``, which has one infinite end; 1 <= order."""
    here = shape(law)
    if not order < here.k - 1:
        return arb("inf")
    exact = order.mid().fmpq() if order.is_exact() else None
    bounds = []
    if exact is not None:
        bounds.append((abs(here.m) + centred_moment(law, exact, ctx.prec) ** (1 / order)) ** order)  # Minkowski
    side, cut = (1, lo) if isinstance(hi, float) else (-1, hi if isinstance(hi, float) else -hi)
    reaches = law.side in ("both", "right" if side > 0 else "left")
    if isinstance(cut, arb) and cut > 0:
        if not reaches and ((side > 0 and cut > here.m) or (side < 0 and cut > -here.m)):
            return arb(0)
        c = tail_constant(law, cut, side) if reaches else None
        if c is not None:
            bounds.append(c * cut ** (order + 1 - here.k) / (here.k - 1 - order))
    tops = [b.upper() for b in bounds if b.is_finite()]
    return min(tops) if tops else arb("inf")


def exact_mean(law: PowerLaw) -> Number | None:
    """The mean, oo or -oo included; None where it does not exist or its existence is not decided."""
    place = compare(law.exponent, TWO)
    if law.side == "both":
        return law.location if place == ">" else None
    if place is None:
        return None
    sign = 1 if law.side == "right" else -1
    if place != ">":
        return sign * INF
    distance = div(law.scale, sub(law.exponent, TWO))
    return add(law.location, distance if sign > 0 else neg(distance))


# --- floating point: only a guide ------------------------------------------------------------------------------------


def float_masses(w: float, law: PowerLaw) -> Callable[[float], tuple[float, float, float]]:
    """Mass up to a place, mass beyond it, and density there."""
    m, s, k = to_float(law.location), to_float(law.scale), to_float(law.exponent)
    sign = -1.0 if law.side == "left" else 1.0

    def values(x: float) -> tuple[float, float, float]:
        t = sign * (x - m) / s
        with precision(64):
            if law.side != "both":
                if t <= 0:
                    return (0.0, w, 0.0) if sign > 0 else (w, 0.0, 0.0)
                above, height = (1 + t) ** (1 - k), w * (k - 1) / s * (1 + t) ** -k
                below = -math.expm1((1 - k) * math.log1p(t))
            else:
                above, below = (float(upper_mass(law, arb(u)).mid()) for u in (t, -t))
                height = w / s * float(power_constant(law).mid()) * (1 + t * t) ** (-k / 2)
        return (w * below, w * above, height) if sign > 0 else (w * above, w * below, height)

    return values


# --- tails -----------------------------------------------------------------------------------------------------------


def tail_constant(law: PowerLaw, cut: arb, side: int) -> arb | None:
    """``C`` with density ``C |x|^(-k)`` beyond ``side * cut``, as a ball for all these x; None if the cut lies too near."""
    here = shape(law)
    m, z = side * here.m, arb(0).union(1 / cut)
    if here.sided:
        if here.sign != side:
            raise ValueError(f"tail_constant: the distribution must reach to infinity on side {side}, got side={law.side}")
        inner = 1 - (m - here.s) * z
        shrunk = inner ** (-here.k)
    else:
        inner = (1 - m * z) ** 2 + (here.s * z) ** 2
        shrunk = inner ** (-here.k / 2)
    if not (inner > 0 and cut > m):
        return None
    return here.constant * here.s ** (here.k - 1) * shrunk


def leading(law: PowerLaw) -> tuple[Number, arb, Number | None]:
    """Exponent, ball of the constant of the tail, and ``scale^(k-1)`` exactly if that is exact (constants of one kind of law are compared by it)."""
    here = shape(law)
    size = power(law.scale, sub(law.exponent, ONE))
    return law.exponent, here.constant * here.s ** (here.k - 1), size if is_exact(size) else None


def tail_offset(law: PowerLaw, cut: arb, side: int) -> arb:
    """Upper bound of the integral beyond the cut of ``|S(x) - A |x|^(1-k)|`` for the mass S beyond x and ``A = C/(k-1)``; exponent above 1 suffices.

    Moving by m changes ``x^(1-k)`` by at most ``(k-1) |m| (x - |m|)^(-k)``, and ``1 - (1 + z)^(-k/2) <= k z/2`` for z >= 0.
    """
    here = shape(law)
    m = abs(here.m + (-here.sign * here.s if here.sided else 0))
    left = cut - m
    if not left > 0:
        return arb("inf")
    size = here.constant * here.s ** (here.k - 1) / (here.k - 1)
    bound = m * left ** (1 - here.k)
    if not here.sided:
        bound += here.s**2 * left ** (-here.k) / 2
    value: arb = (size * bound).upper()
    return value if value.is_finite() else arb("inf")


def interval_range(law: PowerLaw, u: arb, v: arb) -> tuple[arb, arb]:
    """Least and greatest log-density on ``[u, v]`` inside the support; the density falls away from the location."""
    here = shape(law)
    ends = [here.log_density(u), here.log_density(v)]
    low = min(ends[0].lower(), ends[1].lower())
    high = max(ends[0].upper(), ends[1].upper())
    if not here.sided and not (u > here.m or v < here.m):
        high = max(high, (here.constant / here.s).log().upper())
    return low, high


def slope_order(a: PowerLaw, b: PowerLaw, u: arb, v: End) -> int | None:
    """Sign of the slope of ``log a - log b`` on ``(u, v)``, a part of both supports, for laws of one kind and exponent; None where it is not found.

    For two sides it is, up to ``-k``, that of ``(m - n)(x - m)(x - n) + (r^2 - s^2) x + n s^2 - m r^2``.
    """
    if a.side != b.side or compare(a.exponent, b.exponent) != "=":
        return None
    one, two = shape(a), shape(b)
    m, n, s, r = one.m, two.m, one.s, two.s
    if one.sided:
        gap = (m - one.sign * s) - (n - one.sign * r)
        return -1 if gap > 0 else 1 if gap < 0 else None
    level = n * s * s - m * r * r
    if isinstance(v, float):
        if not u > 0:
            return None
        z = arb(0).union(1 / u)
        value = (m - n) * (1 - m * z) * (1 - n * z) + z * ((r * r - s * s) + level * z)
    else:
        x = u.union(v)
        value = (m - n) * (x - m) * (x - n) + (r * r - s * s) * x + level
    return -1 if value > 0 else 1 if value < 0 else None
