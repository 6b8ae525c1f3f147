r"""Integrals of ``f^a g^(1-a)`` over the line for mixtures of Cauchy laws, by the trapezoidal rule for a periodic function.

With ``x = m + w tan y`` a density is ``cos(y)^2 sum W_i / u_i(y)``, with ``u_i = A_i + B_i cos(2y - phi_i)`` proportional to ``|1 + r_i e^(i(2y - phi_i))|^2``, ``r_i < 1``. The squares of
the cosine cancel against the change of variables, so that the integrand F has period pi. At ``y + i eta``, with ``E = exp(2 eta)`` and ``r E < 1``, the size of u changes by
a factor between ``(1 - r E)(1 + r/E) / ((1 - r)(1 + r))`` and ``(1 + r E)(1 - r/E) / ((1 + r)(1 - r))``, its phase by at most ``asin(r E)``. So ``|F(y + i eta)| <= K F(y)``, and the rule with
n places errs by at most ``2 K / (E^n - 1)`` of the integral itself (Trefethen and Weideman 2014, Theorem 3.2, doi:10.1137/130932132).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from flint import arb, ctx, fmpq

from verify.values.laws import Piece, PowerLaw
from verify.values.numbers import Number, ball, to_float

__all__ = ["over_the_line"]

MOST_PLACES = 4_096
MOST_REPEATED = 64
"""Largest whole order whose powers are formed by products."""
SHARES = (0.3, 0.45, 0.6, 0.75, 0.9)
TWO = fmpq(2)


def over_the_line(
    first: Sequence[tuple[fmpq, Piece | PowerLaw]], second: Sequence[tuple[fmpq, Piece | PowerLaw]], order: Number | None, prec: int
) -> arb | None:
    """The integral, to about ``prec`` bits of itself, at the current precision; None where the rule does not apply or needs too many places."""
    laws = [part for _, part in (*first, *second) if isinstance(part, PowerLaw) and part.side == "both" and part.exponent == TWO]
    if not isinstance(order, fmpq) or len(laws) < len(first) + len(second):
        return None
    places = [to_float(law.location) for law in laws]
    middle = (min(places) + max(places)) / 2
    width = math.hypot(sum(to_float(law.scale) for law in laws) / len(laws), (max(places) - min(places)) / 2)
    if not math.isfinite(width):
        return None
    f, g = _Mixture(first, middle, width), _Mixture(second, middle, width)
    ratio = max(f.ratio, g.ratio)
    if not ratio < 1 - 1e-9:
        return None
    growths = [(1 + ((1 / ratio if ratio > 1 / 16 else 16.0) - 1) * share) for share in SHARES]
    bits = (prec + 6) * math.log(2)
    best: tuple[int, arb, arb] | None = None
    for growth in growths:
        stretch = arb(growth)
        loss = _loss(f, g, stretch, order)
        if loss is None:
            continue
        count = math.ceil((bits + 1 + float(loss.log().upper())) / math.log(growth) / 16) * 16 if loss.is_finite() and loss > 0 else MOST_PLACES + 1
        if count < (best[0] if best else MOST_PLACES):
            best = count, stretch, loss
    if best is None:
        return None
    count, stretch, loss = best
    error = (2 * loss / (stretch**count - 1)).upper()
    if not error < 1:
        return None
    total, a, b = arb(0), arb(order), arb(1 - order)
    n = int(order.p) if order.q == 1 and order.p <= MOST_REPEATED else None
    for c, s in _circle(count, ctx.prec):
        top, bottom = f(c, s), g(c, s)
        total += top**n / bottom ** (n - 1) if n is not None else (a * top.log() + b * bottom.log()).exp()
    return total * arb(width) * arb.pi() / count / (1 + arb(0, error))


class _Mixture:
    """``sum W_i / (A_i + P_i cos 2y + Q_i sin 2y)``, with the ratios ``r_i``."""

    def __init__(self, parts: Sequence[tuple[fmpq, Piece | PowerLaw]], middle: float, width: float) -> None:
        self.terms: list[tuple[arb, arb, arb, arb]] = []
        self.ratios: list[arb] = []
        for weight, law in parts:
            assert isinstance(law, PowerLaw)
            scale = ball(law.scale)
            o, q = (arb(middle) - ball(law.location)) / scale, arb(width) / scale
            level, half = (1 + o * o + q * q) / 2, (1 + o * o - q * q) / 2
            self.terms.append((weight / (arb.pi() * scale), level, half, o * q))
            self.ratios.append((((o * o + (1 - q) ** 2) / 2).nonnegative_part() / (level + q)).sqrt())
        self.ratio = max(float(r.upper()) for r in self.ratios)

    def __call__(self, c: arb, s: arb) -> arb:
        out = arb(0)
        for weight, level, half, skew in self.terms:
            out += weight / (level + half * c + skew * s)
        return out

    def most(self, stretch: arb) -> arb | None:
        """Upper bound of the growth of its size at the height of ``stretch``."""
        out = arb(0)
        for r in self.ratios:
            if not r * stretch < 1:
                return None
            out = out.max((1 - r * r) / ((1 - r * stretch) * (1 + r / stretch)))
        return out

    def least(self, stretch: arb) -> arb | None:
        """Lower bound of the same."""
        out, phase = arb(0), arb(1)
        for r in self.ratios:
            if not r * stretch < 1:
                return None
            out = out.max((1 + r * stretch) * (1 - r / stretch) / (1 - r * r))
            phase = phase.min(((1 - r * stretch) * (1 + r * stretch)).sqrt())
        return (phase if len(self.ratios) > 1 else arb(1)) / out


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
