r"""Integrals of ``f^a g^(1-a)`` over the line for mixtures of two-sided power laws with one exponent k, among them Cauchy laws, by rules for periodic functions.

With ``x = m + w tan y`` a density is ``cos(y)^k sum W_i u_i(y)^(-k/2)``, with ``u_i = A_i + B_i cos(2y - phi_i)`` proportional to ``|1 + r_i e^(i(2y - phi_i))|^2``, ``r_i < 1``. The integral
is that of ``cos(y)^(k-2) G(y)`` over ``(-pi/2, pi/2)``, where G has period pi. At ``y + i eta``, with ``E = exp(2 eta)`` and ``r E < 1``, the size of u changes by
a factor between ``(1 - r E)(1 + r/E) / ((1 - r)(1 + r))`` and ``(1 + r E)(1 - r/E) / ((1 + r)(1 - r))``, its phase by at most ``asin(r E)``. So ``|G(y + i eta)| <= K G(y)``, and the
coefficients of ``e^(2ijy)`` in G are at most ``K E^-|j|`` times that of j = 0.

For k = 2 the trapezoidal rule with n places errs by at most ``2 K / (E^n - 1)`` of the integral itself (Trefethen and Weideman 2014, Theorem 3.2, doi:10.1137/130932132). Otherwise the trigonometric
polynomial through n places, n odd, is integrated with the moments ``int cos(y)^(k-2) cos(2jy) dy``; coefficients beyond n/2 are left out and added to others at most once, so that
it errs by at most ``4 K E^(-(n+1)/2) / (1 - 1/E)`` times the mean of G times the moment of j = 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from flint import arb, ctx, fmpq

from verify.values.laws import Piece, PowerLaw, power_constant
from verify.values.numbers import Number, ball, to_float

__all__ = ["over_the_line"]

MOST_PLACES = 4_096
MOST_WEIGHTED = 768
"""The same where the places have weights, which take a square of steps to find once."""
MOST_REPEATED = 64
"""Largest whole order whose powers are formed by products."""
SHARES = (0.3, 0.45, 0.6, 0.75, 0.9)
TWO = fmpq(2)


def over_the_line(
    first: Sequence[tuple[fmpq, Piece | PowerLaw]], second: Sequence[tuple[fmpq, Piece | PowerLaw]], order: Number | None, prec: int
) -> arb | None:
    """The integral, to about ``prec`` bits of itself, at the current precision; None where the rules do not apply or need too many places."""
    laws = [part for _, part in (*first, *second) if isinstance(part, PowerLaw) and part.side == "both"]
    if not isinstance(order, fmpq) or len(laws) < len(first) + len(second):
        return None
    exponent = laws[0].exponent
    if not isinstance(exponent, fmpq) or any(law.exponent != exponent for law in laws):
        return None
    if exponent == TWO and len(laws) == 2:
        closed = _of_cauchy_laws(laws[0], laws[1], order) * arb(first[0][0]) ** arb(order) * arb(second[0][0]) ** arb(1 - order)
        if closed.is_finite() and closed.rel_accuracy_bits() >= prec:
            return closed
    places = [to_float(law.location) for law in laws]
    middle = (min(places) + max(places)) / 2
    width = math.hypot(sum(to_float(law.scale) for law in laws) / len(laws), (max(places) - min(places)) / 2)
    if not math.isfinite(width):
        return None
    f, g = _Mixture(first, exponent, middle, width), _Mixture(second, exponent, middle, width)
    ratio = max(f.ratio, g.ratio)
    if not ratio < 1 - 1e-9:
        return None
    plain = exponent == TWO
    best = _best_circle(f, g, order, ratio, prec, plain)
    if best is None:
        return None
    count, stretch, loss = best
    circle = _circle(count, ctx.prec)
    if plain and order.q == 1 and order.p <= MOST_REPEATED:
        n = int(order.p)
        values = [f(c, s) ** n / g(c, s) ** (n - 1) for c, s in circle]
    else:
        a, b = arb(order), arb(1 - order)
        values = [(a * f.log(c, s) + b * g.log(c, s)).exp() for c, s in circle]
    aliases = (2 * loss / (stretch**count - 1)).upper()
    if not aliases < 1:
        return None
    mean = sum(values, arb(0)) / count / (1 + arb(0, aliases))
    if plain:
        return mean * arb(width) * arb.pi()
    whole, weights = _weights(exponent, count, ctx.prec)
    total = arb(0)
    for weight, value in zip(weights, values, strict=True):
        total += weight * value
    left_out = 4 * loss * stretch ** -((count + 1) // 2) / (1 - 1 / stretch) * mean * whole
    return (total + arb(0, left_out.upper())) * arb(width)


def _best_circle(f: _Mixture, g: _Mixture, order: fmpq, ratio: float, prec: int, plain: bool) -> tuple[int, arb, arb] | None:
    """The least number of places that is enough, with the growth to the circle and the loss there; None where too many are needed."""
    bits = (prec + 6) * math.log(2)
    best: tuple[int, arb, arb] | None = None
    for share in SHARES:
        growth = 1 + ((1 / ratio if ratio > 1 / 16 else 16.0) - 1) * share
        loss = _loss(f, g, arb(growth), order)
        if loss is None or not loss.is_finite():
            continue
        wanted = (bits + 1 + float(loss.log().upper())) / math.log(growth)
        count = 16 * math.ceil(wanted / 16) if plain else 1 + 32 * math.ceil(wanted / 16)
        if count <= (best[0] - 1 if best else MOST_PLACES if plain else MOST_WEIGHTED):
            best = count, arb(growth), loss
    return best


def _of_cauchy_laws(p: PowerLaw, q: PowerLaw, order: fmpq) -> arb:
    """Legendre's function of degree ``order - 1`` at ``1 + ((m - n)^2 + (s - t)^2) / (2 s t)``.

    A linear fractional map of the circle that makes q uniform turns p into a Poisson kernel, and the integral into Laplace's integral of that function. Not finite where its series are lost.
    """
    s, t, gap = ball(p.scale), ball(q.scale), ball(p.location) - ball(q.location)
    place = 1 + (gap * gap + (s - t) ** 2) / (2 * s * t)
    return place.legendre_p(arb(order - 1), type=3)


class _Mixture:
    """``sum W_i (A_i + P_i cos 2y + Q_i sin 2y)^(-k/2)``, with the ratios ``r_i``."""

    def __init__(self, parts: Sequence[tuple[fmpq, Piece | PowerLaw]], exponent: fmpq, middle: float, width: float) -> None:
        self.half = arb(exponent / 2)
        self.cauchy = exponent == TWO
        self.terms: list[tuple[arb, arb, arb, arb]] = []
        self.ratios: list[arb] = []
        for weight, law in parts:
            assert isinstance(law, PowerLaw)
            scale = ball(law.scale)
            o, q = (arb(middle) - ball(law.location)) / scale, arb(width) / scale
            level, half = (1 + o * o + q * q) / 2, (1 + o * o - q * q) / 2
            self.terms.append((weight * power_constant(law) / scale, level, half, o * q))
            self.ratios.append((((o * o + (1 - q) ** 2) / 2).nonnegative_part() / (level + q)).sqrt())
        self.head = self.terms[0][0].log()
        self.ratio = max(float(r.upper()) for r in self.ratios)

    def __call__(self, c: arb, s: arb) -> arb:
        out = arb(0)
        for weight, level, half, skew in self.terms:
            u = level + half * c + skew * s
            out += weight / (u if self.cauchy else u**self.half)
        return out

    def log(self, c: arb, s: arb) -> arb:
        if len(self.terms) > 1:
            return self(c, s).log()
        _, level, half, skew = self.terms[0]
        return self.head - self.half * (level + half * c + skew * s).log()

    def most(self, stretch: arb) -> arb | None:
        """Upper bound of the growth of its size at the height of ``stretch``; None where it may have zeros or poles below."""
        out = arb(0)
        for r in self.ratios:
            if not r * stretch < 1 or (len(self.ratios) > 1 and not self.half * (r * stretch).asin() < arb.pi() / 2):
                return None
            out = out.max((1 - r * r) / ((1 - r * stretch) * (1 + r / stretch)))
        return out**self.half

    def least(self, stretch: arb) -> arb | None:
        """Lower bound of the same."""
        out, phase = arb(0), arb(0)
        for r in self.ratios:
            if not r * stretch < 1:
                return None
            out = out.max((1 + r * stretch) * (1 - r / stretch) / (1 - r * r))
            phase = phase.max(self.half * (r * stretch).asin())
        if len(self.ratios) == 1:
            return out**-self.half
        return phase.cos() * out**-self.half if phase < arb.pi() / 2 else None


def _loss(f: _Mixture, g: _Mixture, stretch: arb, order: fmpq) -> arb | None:
    """``K`` at a height; None where it is too great."""
    top = f.most(stretch)
    bottom = g.least(stretch) if order > 1 else g.most(stretch)
    return None if top is None or bottom is None or not bottom > 0 else top ** arb(order) * bottom ** arb(1 - order)


@lru_cache(maxsize=64)
def _circle(count: int, bits: int) -> tuple[tuple[arb, arb], ...]:
    """Cosine and sine of ``2 pi k / count``, at the current precision, which is ``bits``."""
    found = []
    for k in range(count):
        s, c = arb.sin_cos_pi_fmpq(fmpq(2 * k, count))
        found.append((c, s))
    return tuple(found)


@lru_cache(maxsize=64)
def _weights(exponent: fmpq, count: int, bits: int) -> tuple[arb, tuple[arb, ...]]:
    """The integral of ``cos(y)^(exponent - 2)`` over ``(-pi/2, pi/2)``, and weights of ``pi k / count`` that integrate trigonometric polynomials against it."""
    half = arb(exponent - 2) / 2
    moment = arb.pi().sqrt() * (half + arb(1) / 2).gamma() / (half + 1).gamma()
    moments = [moment]
    for j in range(count // 2):
        moments.append(moments[-1] * (half - j) / (half + 1 + j))
    circle = [c for c, _ in _circle(count, bits)]
    weights = []
    for k in range(count // 2 + 1):
        weight = arb(0)
        for j in range(1, count // 2 + 1):
            weight += moments[j] * circle[j * k % count]
        weights.append((moment + 2 * weight) / count)
    return moment, (*weights, *weights[:0:-1])
