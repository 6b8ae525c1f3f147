r"""delta of an n-fold composition as a sum over a vertical line, with every error bounded.

With M(z) the moment generating function of the privacy loss of one run under its first law, and any c > 0 where M is finite,

    delta(epsilon) = 1/(2 pi i) * integral over Re z = c of M(z)^n exp(-z epsilon)/(z (z + 1)) dz.

The sum over multiples of a step, with ``B = 2 pi/step``, is ``sum over m of exp(c B m) delta(epsilon + B m)`` (Poisson summation): too large, and by at most
``e^(-cB)/(1 - e^(-cB))``, as delta <= 1, plus ``M(c')^n e^(-c' epsilon) e^(-(c' - c) B)/(1 - e^(-(c' - c) B))`` for any c' > c, as ``(1 - e^(epsilon - s))_+ <= e^(c'(s - epsilon))``. What is left out beyond
``y = Y`` is at most ``M(c)^n e^(-c epsilon)/pi`` times ``rho^n/Y`` or ``(V/Y)^n/((n + 1) Y)``, with rho and V of :class:`verify.account.decay.Decay`.

The line does not depend on epsilon, so one list of values serves every epsilon nearby; its length does not grow with n, and the precision grows with log n.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

from flint import acb, arb

from verify.account.decay import Decay
from verify.values.numbers import Enclosure, precision

__all__ = ["Line", "TooDear", "Transform", "epsilon_at", "line"]

MOST = 3_000_000
"""Products of balls for the values on a line."""
_BLOCK = 16
_SUMS = 250
"""Evaluations of the sum in the search for epsilon."""
PARAMETERS = 320
"""Bits of the parameters of a mechanism, more than any line works with."""
GOALS = (52, 40, 30, 22)
"""Bits to which the errors are made small in relation to delta; fewer where more would be too dear."""


class TooDear(ArithmeticError):
    """The line would need too many values: few runs of a mechanism whose loss has atoms or a steep density."""


class Transform(Protocol):
    """The privacy loss of one run through its moment generating function M."""

    def rough(self, c: float, /) -> float:
        """log M(c) in floating point."""
        ...

    def spread(self, c: float, /) -> float:
        """Standard deviation of the loss tilted by e^(c L), in floating point."""
        ...

    def value(self, c: arb, /) -> arb:
        """M(c)."""
        ...

    def along(self, c: arb, step: arb, count: int, /) -> list[acb]:
        """M(c + i k step) for k = 0, ..., count."""
        ...

    def decay(self, c: arb, size: arb, /) -> Decay:
        """Bounds of \\|M(c + iy)\\|/M(c); ``size`` is M(c)."""
        ...

    def cost(self, c: float, top: float, bits: int, /) -> int:
        """About how many products of balls one value on the line takes."""
        ...


@dataclass(frozen=True)
class Line:
    """Values ``M^n/(z (z + 1))`` at ``c + i k step``, and what bounds the error."""

    c: arb
    step: arb
    values: list[acb]
    cut: arb
    """The bound of what is left out, without ``e^(-c epsilon)``."""
    far: tuple[arb, arb]
    """c' and ``M(c')^n``."""
    bits: int

    def delta(self, epsilon: arb) -> arb:
        """A ball around delta at one epsilon."""
        with precision(self.bits):
            total, _ = self._sums(epsilon)
            high = total + self.over(epsilon)
            low = total - self.over(epsilon) - self.aliased(epsilon)
            return arb(max(low.lower(), arb(0), key=float)).union(high.upper())

    def slope(self, epsilon: arb) -> tuple[float, float]:
        """log delta and the derivative of it, about, without their errors."""
        with precision(self.bits):
            total, derived = self._sums(epsilon)
            if not total.mid() > 0:
                return -math.inf, -float(self.c)
            return float(total.mid().log()), float((derived / total).mid())

    def _sums(self, epsilon: arb) -> tuple[arb, arb]:
        """The sum and its derivative."""
        turn = acb(0, -self.step * epsilon).exp()
        here, total, derived = acb(1), arb(0), arb(0)
        for k, value in enumerate(self.values):
            if k % _BLOCK == 0:  # a ball that is turned again and again grows
                here = acb(0, -k * self.step * epsilon).exp()
            term = value * here
            weight = 1 if k == 0 else 2
            total += weight * term.real
            derived -= weight * (self.c * term.real - k * self.step * term.imag)
            here *= turn
        scale = (-self.c * epsilon).exp() * self.step / (2 * arb.pi())
        return total * scale, derived * scale

    def over(self, epsilon: arb) -> arb:
        return ((-self.c * epsilon).exp() * self.cut).upper()

    def aliased(self, epsilon: arb) -> arb:
        span = 2 * arb.pi() / self.step
        near = (-self.c * span).exp()
        other, power = self.far
        beyond = (-(other - self.c) * span).exp()
        return (near / (1 - near) + power * (-other * epsilon).exp() * beyond / (1 - beyond)).upper()


def line(transform: Transform, steps: int, delta: float, epsilon: float | None = None) -> Line:
    """A line for epsilons near the one at which delta is reached, or near the given one.

    Parameters
    ----------
    steps
        n >= 1.
    delta
        Where delta is about this large; a choice of the line, not a bound.
    epsilon
        Where given, the line is chosen for this epsilon.

    Raises
    ------
    TooDear
        Where even a rough answer would need more than ``MOST`` products.
    """
    c = _saddle(transform, steps, delta, epsilon)
    rough = (steps * transform.rough(c) - math.log(delta)) / c if epsilon is None else epsilon
    goal_delta = delta if epsilon is None else max(math.exp(min(steps * transform.rough(c) - c * epsilon, 0.0)) / max(1.0, c * (c + 1)), 1e-300)
    for goal in GOALS:
        found = _line(transform, steps, c, rough, math.log(goal_delta), goal)
        if found is not None:
            return found
    raise TooDear(f"{steps} runs would need more than {MOST} products of balls")


def _saddle(transform: Transform, steps: int, delta: float, epsilon: float | None) -> float:
    """The c at which the integrand is smallest on the axis, in floating point; not so small that the pole at 0 is near."""

    def height(log_c: float) -> float:
        c = math.exp(log_c)
        if epsilon is None:
            return (steps * transform.rough(c) - math.log(delta) - math.log1p(c)) / c
        return steps * transform.rough(c) - c * epsilon - math.log(c) - math.log1p(c)

    low, high = math.log(1e-4), math.log(1e4)
    ratio = (math.sqrt(5) - 1) / 2
    for _ in range(40):
        a, b = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (low, b) if height(a) <= height(b) else (a, high)
    c = math.exp((low + high) / 2)
    return max(c, 0.5 / (math.sqrt(steps) * transform.spread(c) + 1e-9), 0.01)


def _line(transform: Transform, steps: int, c: float, epsilon: float, log_delta: float, goal: int) -> Line | None:
    small = goal * math.log(2) - log_delta
    log_m = transform.rough(c)
    span, other = small / c, 2 * c
    best = math.inf
    for factor in (1.1, 1.25, 1.5, 2.0, 3.0):
        needed = (steps * transform.rough(factor * c) - factor * c * epsilon + small) / ((factor - 1) * c)
        if needed < best:
            best, other = needed, factor * c
    span = max(span, best) * 1.02
    step = 2 * math.pi / span
    bits = goal + 64 + 2 * steps.bit_length() + math.ceil(max(0.0, steps * log_m - c * epsilon - log_delta) / math.log(2))
    with precision(bits):
        at = arb(c)
        size = transform.value(at)
        decay = transform.decay(at, size)
    height = steps * log_m - c * epsilon + small
    top = _reach(decay, steps, height)
    count = math.ceil(top / step) + 1
    if count * (transform.cost(c, count * step, bits) + _SUMS) > MOST:
        return None
    with precision(bits):
        stride = arb(step)
        moments = transform.along(at, stride, count)
        values = [m**steps / (z * (z + 1)) for k, m in enumerate(moments) for z in (acb(at, k * stride),)]
        y = count * stride
        rho = decay.beyond(y)
        cut = rho**steps / y
        if decay.variation.is_finite():
            cut = cut.min((decay.variation / y) ** steps / ((steps + 1) * y))
        cut = (cut * size**steps / arb.pi()).upper()
        further = arb(other)
        return Line(at, stride, values, cut, (further, (transform.value(further) ** steps).upper()), bits)


def _reach(decay: Decay, steps: int, height: float) -> float:
    """Where the line may end: the bound of what is left out is e^-height there."""

    def left(y: float) -> float:
        with precision(64):
            ball = arb(y)
            damped = steps * float(decay.beyond(ball).log())
            if decay.variation.is_finite():
                damped = min(damped, steps * float((decay.variation / ball).log()) - math.log(steps + 1))
        return damped - math.log(y)

    y = 1e-3
    while left(y) > -height and y < 1e12:
        y *= 2
    low, high = y / 2, y
    for _ in range(12):
        middle = (low + high) / 2
        low, high = (middle, high) if left(middle) > -height else (low, middle)
    return high


def epsilon_at(transform: Transform, steps: int, delta: arb) -> Enclosure:
    """An enclosure of the least epsilon >= 0 at which delta is at most ``delta`` in (0, 1).

    Raises
    ------
    TooDear
        As :func:`line` does.
    """
    target = float(delta.log())
    chosen = line(transform, steps, math.exp(max(target, -690.0)))
    if chosen.delta(arb(0)) <= delta:
        return Enclosure(arb(0), arb(0))
    with precision(chosen.bits):
        guess = _newton(chosen, target, max(0.0, (steps * transform.rough(float(chosen.c)) - target) / float(chosen.c)), delta)
        width = (abs(guess) + arb(2) ** -20) * arb(2) ** -56
        low = high = guess
        for _ in range(60):
            low = max((guess - width).mid(), arb(0), key=float)
            if low == 0 or chosen.delta(low) > delta:
                break
            width *= 2
        else:
            low = arb(0)
        wide = width
        for _ in range(60):
            high = (guess + wide).mid()
            if chosen.delta(high) <= delta:
                return Enclosure(low, high)
            wide *= 2
    return Enclosure(low, math.inf)


def _newton(chosen: Line, target: float, start: float, delta: arb) -> arb:
    """The root of log delta about; the signs at both ends decide, not these steps."""
    point = arb(start)
    for _ in range(60):
        value, slope = chosen.slope(point)
        if not math.isfinite(value) or slope >= 0:
            point = (point * arb(0.75)).mid()
            continue
        total, derived = chosen._sums(point)
        step = (((total / delta).log()) / (derived / total)).mid()
        moved = max((point - step).mid(), (point / 4).mid(), key=float)
        if abs(step) < (abs(point) + arb(2) ** -20) * arb(2) ** -70:
            return moved
        point = moved
    return point

