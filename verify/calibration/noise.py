"""Families of noise with a scale: what their translates are apart, and how large a shift a budget allows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq
from scipy.optimize import brentq

from verify.claims.nodes import ClaimError
from verify.claims.typed import NotANumber, moderate
from verify.quantities.kernels import normals, shifts
from verify.values.elementary import log
from verify.values.laws import Law, PieceLaw, PowerLaw, translate
from verify.values.numbers import Enclosure, neg, precision

ZERO = fmpq(0)
ONE = fmpq(1)
INF = math.inf
BITS = 64
FAMILIES = ("laplace", "normal", "cauchy")


@dataclass(frozen=True, slots=True)
class Noise:
    """Laplace (density ``exp(-|x|/s)/(2s)``), normal (standard deviation s) or generalised Cauchy noise (``(1 + (x/s)^2)^(-k/2)``, k the exponent)."""

    family: str
    exponent: fmpq | None = None

    def __str__(self) -> str:
        return self.family if self.exponent is None else f"{self.family}:{self.exponent}"

    def divergence(self, ratio: arb, order: fmpq | float) -> arb | float:
        """Renyi divergence of two translates whose distance is ``ratio`` scales; it does not fall as the ratio grows, so it is also the supremum over smaller shifts."""
        if self.exponent is not None:
            return shifts.cauchy(ratio, self.exponent, order)
        return shifts.laplace(ratio, order) if self.family == "laplace" else shifts.normal(ratio, order)

    def law(self, scale: fmpq, centre: fmpq = ZERO) -> Law:
        """The law of centre + noise."""
        if self.exponent is not None:
            return PowerLaw(centre, scale, self.exponent, "both")
        if self.family == "normal":
            return translate(normals.on_line(ZERO, scale * scale, 128), centre)
        level, slope = neg(log(2 * scale)), 1 / scale
        return translate(PieceLaw("laplace", [(-INF, ZERO, level, slope, ZERO), (ZERO, INF, level, -slope, ZERO)]), centre)

    def largest_ratio(self, order: fmpq | float, epsilon: Enclosure) -> Enclosure:
        """The largest shift, in scales, at which translates are at most epsilon apart; 0 where only equal laws are."""
        low, high = (self._ratio(order, end, side) for end, side in ((epsilon.lo, -1), (epsilon.hi, 1)))
        return Enclosure(low, high)

    def _ratio(self, order: fmpq | float, epsilon: arb | float, side: int) -> arb | float:
        """A lower (side -1) or upper (side 1) bound of the ratio at one budget, next to it."""
        if isinstance(epsilon, float):
            return epsilon if epsilon > 0 else arb(0)
        with precision(BITS):
            if not epsilon > 0 or isinstance(self.divergence(arb(1), order), float):
                return arb(0)
            guess = certain_root(lambda r: self.divergence(arb(r), order), epsilon)
            return _settled(lambda r: self.divergence(r, order), epsilon, guess, side)


def certain_root(function: object, target: arb) -> float:
    """A float near the place where a rising function of r > 0 passes the target; only a guess."""
    assert callable(function)

    def gap(t: float) -> float:
        value = function(math.exp(t))
        return math.log(max(float(value), 1e-300)) - math.log(float(target))

    low, high = -1.0, 1.0
    while gap(low) > 0 and low > -600:
        low *= 2
    while gap(high) < 0 and high < 600:
        high *= 2
    return math.exp(brentq(gap, low, high, xtol=1e-14, rtol=1e-14))


def _settled(function: object, target: arb, guess: float, side: int) -> arb:
    """A bound of the root with a certain sign, moved away from the guess until it is one."""
    assert callable(function)
    step = arb(2) ** -44
    while True:
        place = (arb(guess) * (1 + side * step)).mid()
        value = function(place)
        if (value <= target) if side < 0 else (value >= target):
            return place
        step *= 4
        if step >= 1:
            return arb(0) if side < 0 else arb(guess) * 2**60


def noise(text: str) -> Noise:
    """A noise from its name: laplace, normal, cauchy (exponent 2) or cauchy:K with K > 1.

    Raises
    ------
    ClaimError
        For another name, or an exponent that is no number above 1.
    """
    family, sign, rest = text.strip().partition(":")
    if family not in FAMILIES or (sign and family != "cauchy"):
        raise ClaimError(f"--noise: must be laplace, normal, cauchy or cauchy:K with K > 1, got {text}; name one of these")
    if family != "cauchy":
        return Noise(family)
    try:
        exponent = moderate(rest) if sign else Fraction(2)
    except NotANumber as error:
        raise ClaimError(f"--noise: the exponent of cauchy {error}") from None
    if not exponent > 1:
        raise ClaimError(f"--noise: the exponent of cauchy must be a number above 1 (2 is Cauchy's distribution), got {text}; write for example cauchy:3")
    return Noise(family, fmpq(exponent.numerator, exponent.denominator))
