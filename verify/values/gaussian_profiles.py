"""The Gaussian profile and its inverse, the GDP transform, certified.

``delta_mu(epsilon) = Phi(a) - e^epsilon Phi(b)`` with ``a = -epsilon/mu + mu/2`` and ``b = -epsilon/mu - mu/2`` is the
privacy profile of the normal law N(mu, 1) against N(0, 1) (Balle and Wang 2018, Theorem 8, arXiv:1805.06530). With
``M(x) = Phi(-x)/phi(x)``, Mills' ratio, and ``e^epsilon phi(b) = phi(a)`` it is ``phi(a) (M(-a) - M(-b))``, its complement
is ``phi(a) (M(a) + M(-b))``, and its derivative by mu is ``phi(a)``. A guess is found in floating point in these logarithmic
forms; Newton's method goes on in balls, and what is returned has been proved by the sign of ``delta_mu(epsilon) - delta``
at both ends.

The working precision covers the two places where digits are lost: ``exp(-a^2/2)`` for large ``|a|``, and the difference
of two close Mills ratios for small mu.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from verify.values.numbers import Enclosure, precision

BITS = 52
"""Default: the enclosure of mu has relative width ``2 * 2**-BITS``, below 1e-15."""
_MOST = 40  # Newton steps in floating point
_NARROWINGS = 4
"""Values of the profile that an enclosure may take: the width is squared with each."""
LEAST = 1e-290
"""A mu that floating point cannot start from is not looked for: the enclosure is then wide."""
_LOG_ROOT_2PI = 0.5 * math.log(2 * math.pi)


def profile(epsilon: arb, mu: arb) -> arb:
    """Return a ball around ``delta_mu(epsilon)``, epsilon >= 0; ``mu = 0`` gives 0, where both laws are the same."""
    if mu.is_zero():
        return arb(0)
    root = arb(2).sqrt()
    u, h = epsilon / mu, mu / 2
    return (_erfc((u - h) / root) - epsilon.exp() * _erfc((u + h) / root)) / 2


def complement(epsilon: arb, mu: arb) -> arb:
    """Return a ball around ``1 - delta_mu(epsilon)``, without cancellation where delta is near 1."""
    if mu.is_zero():
        return arb(1)
    root = arb(2).sqrt()
    u, h = epsilon / mu, mu / 2
    return (_erfc((h - u) / root) + epsilon.exp() * _erfc((u + h) / root)) / 2


def slope(epsilon: arb, mu: arb) -> arb:
    """Return a ball around the derivative of the profile by ``t = e^epsilon``: ``-Phi(b)``."""
    return -_erfc((epsilon / mu + mu / 2) / arb(2).sqrt()) / 2


def curvature(epsilon: arb, mu: arb) -> arb:
    """Return a ball around the second derivative by ``t = e^epsilon``: ``phi(b)/(mu t)``, positive and falling in epsilon."""
    b = epsilon / mu + mu / 2
    return (-b * b / 2 - epsilon).exp() / (mu * (2 * arb.pi()).sqrt())


def gaussian_mu(
    epsilon: Any, delta: Any = None, *, log_delta: Any = None, one_minus_delta: Any = None, bits: int = BITS
) -> Enclosure:
    """Return an enclosure of the mu with ``delta_mu(epsilon) = delta``.

    Parameters
    ----------
    epsilon
        At least 0: an int, a Fraction, a float (taken as the exact binary number), an fmpq or a ball.
    delta, log_delta, one_minus_delta
        Exactly one of them, of the same types; delta in [0, 1]. ``log_delta`` serves values below every float,
        ``one_minus_delta`` values that round to 1. For balls the enclosure holds for every value in them.
    bits
        The relative width is at most ``2 * 2**-bits`` where the arguments are exact.

    Returns
    -------
    Enclosure
        ``delta = 0`` gives 0 and ``delta = 1`` gives oo: the limits at both ends.

    Raises
    ------
    ValueError
        If an argument is outside of its range, or not exactly one form of delta is given.
    """
    given = [name for name, value in (("delta", delta), ("log_delta", log_delta), ("one_minus_delta", one_minus_delta)) if value is not None]
    if len(given) != 1:
        raise ValueError(f"gaussian_mu: exactly one of delta, log_delta and one_minus_delta must be given, got {', '.join(given) or 'none'}; give one")
    with precision(bits + 96):
        x = as_ball(epsilon)
        if not x.upper() >= 0 or not x.is_finite():
            raise ValueError(f"gaussian_mu: epsilon must be in [0, oo), got epsilon={epsilon}; give a finite number that is not negative")
        d, c = _both(delta, log_delta, one_minus_delta)
        if not (d.upper() >= 0 and c.upper() >= 0):
            raise ValueError(f"gaussian_mu: delta must be in [0, 1], got {given[0]}={[delta, log_delta, one_minus_delta][('delta', 'log_delta', 'one_minus_delta').index(given[0])]}; give a probability")
    low = arb(0) if not d > 0 else None
    high = math.inf if not c > 0 else None
    if low is None and high is None:
        found = _solve(x, d, c, bits)
        if found is not None:
            return found
    # Wide arguments, or a ball that reaches an end: mu grows in epsilon and in delta, so each end has its own problem.
    with precision(bits + 96):
        if low is None:
            lowest = _solve(_exact(_floor0(x)), _exact(d.lower()), _exact(c.upper()), bits)
            low = arb(0) if lowest is None else lowest.lo
        if high is None:
            highest = _solve(_exact(x.upper()), _exact(d.upper()), _exact(c.lower()), bits) if d.upper() > 0 else Enclosure(arb(0), arb(0))
            high = math.inf if highest is None else highest.hi
    return Enclosure(low, high)


def gaussian_level(epsilon: Any, delta: Any) -> Any:
    """Return a ball with the level at balls ``epsilon >= 0`` and ``0 < delta < 1``, at the current precision; not a number elsewhere."""
    if not (epsilon >= 0 and delta > 0 and delta < 1 and epsilon.is_finite()):
        return arb("nan")
    found = gaussian_mu(epsilon, delta, bits=ctx.prec)
    if isinstance(found.lo, float) or isinstance(found.hi, float):
        return arb("nan")
    return found.lo.union(found.hi)


def as_ball(value: Any) -> arb:
    """Return the ball of a number at the working precision: int, Fraction, float (its exact value), fmpq or a ball itself."""
    if isinstance(value, arb):
        return value
    if isinstance(value, Fraction):
        return arb(fmpq(value.numerator, value.denominator))
    if isinstance(value, bool) or not isinstance(value, int | float | fmpq) or (isinstance(value, float) and not math.isfinite(value)):
        raise ValueError(f"gaussian_mu: a finite number is expected, got {value!r}; give an int, a Fraction, a float or a ball")
    return arb(value)


def _both(delta: Any, log_delta: Any, one_minus_delta: Any) -> tuple[arb, arb]:
    """Delta and 1 - delta, each to full relative accuracy in the form that has it."""
    if delta is not None:
        if isinstance(delta, Fraction):
            return as_ball(delta), as_ball(1 - delta)
        d = as_ball(delta)
        return d, 1 - d
    if one_minus_delta is not None:
        if isinstance(one_minus_delta, Fraction):
            return as_ball(1 - one_minus_delta), as_ball(one_minus_delta)
        c = as_ball(one_minus_delta)
        return 1 - c, c
    logarithm = as_ball(log_delta)
    return logarithm.exp(), -logarithm.expm1()


def _exact(end: arb) -> arb:
    return end.mid()


def _floor0(x: arb) -> arb:
    low = x.lower()
    return low if low >= 0 else arb(0)


def _erfc(z: arb) -> arb:
    """The complementary error function of a narrow ball, tight also where ``exp(-z^2)`` has an exponent of many digits.

    FLINT propagates the radius by a bound of 30 bits, which is useless once ``z^2`` has as many. For z >= 1 the logarithm of
    erfc has a derivative between ``-2 z - 1/z`` and ``-2 z``.
    """
    if not z > 1000 or not z.rad() < 1:
        return z.erfc()
    middle, radius = z.mid(), z.rad()
    return middle.erfc() * arb(0, (2 * middle + 2 * radius + 1) * radius).exp()


# --- solving -----------------------------------------------------------------------------------------------------------


def _solve(x: arb, d: arb, c: arb, bits: int) -> Enclosure | None:
    """The enclosure for positive ``d`` and ``c``, by the sign at both ends; None where the balls are too wide for the width asked."""
    small = not d > c
    if x.is_zero() and small:  # delta = erf(mu / sqrt 8)
        with precision(2 * bits + 64):
            found = arb(8).sqrt() * d.erfinv()
        return Enclosure(found.lower(), found.upper()) if found.is_finite() and found.lower() > 0 else None
    with precision(64):
        logarithm = float((d if small else c).log().mid())
        if not math.isfinite(float(x.mid())):
            return None
        guess = _guess(float(x.mid()), logarithm, small)
    if not (math.isfinite(guess) and guess >= LEAST):
        return None
    exact = x.is_exact()
    for extra in (0, 64, 256, 1024):
        with precision(_working_bits(float(x.mid()), guess, bits) + extra):
            if not extra and (found := _narrowed(x, d if small else c, arb(guess), small, bits)) is not None:
                return found
            mu = _newton(x.mid(), (d if small else c).mid(), arb(guess), small, bits)
            if mu is None:
                continue
            step = arb(2) ** -bits
            low, high = (mu * (1 - step)).mid(), (mu * (1 + step)).mid()
            left, right = (x.lower(), x.upper()) if not exact else (x, x)
            if small:
                good = profile(left, low) <= d and profile(right, high) >= d
            else:
                good = complement(left, low) >= c and complement(right, high) <= c
            if good and low > 0:
                return Enclosure(low, high)
    return None


def _narrowed(x: arb, target: arb, mu: arb, small: bool, bits: int) -> Enclosure | None:
    """The enclosure by the interval form of Newton's method, which proves what it finds with one value of the profile; None where it does not come to the width asked.

    With ``delta_mu`` differentiable on a range X around m, a solution lies in ``m - (delta_m - delta)/phi(a(X))`` where that is a part of X.
    """
    norm, around = (2 * arb.pi()).sqrt(), arb(0, 1)
    for _ in range(_NARROWINGS):
        gap = profile(x, mu) - target if small else target - complement(x, mu)
        a = mu / 2 - x / mu
        size = abs(gap * norm * (a * a / 2).exp()).upper()
        if not 16 * size < mu:
            return None
        near = mu + (4 * size + mu * arb(2) ** -(bits + 8)).upper() * around
        a = near / 2 - x / near
        found = mu - gap * norm * (a * a / 2).exp()
        if not near.contains(found):
            return None
        low, high = found.lower(), found.upper()
        if low > 0 and high - low <= low * arb(2) ** (1 - bits):
            return Enclosure(low, high)
        mu = found.mid()
    return None


def _working_bits(epsilon: float, mu: float, bits: int) -> int:
    """Bits that ``exp(-b^2/2)`` and the difference of two Mills ratios cost, on top of ``bits``."""
    u = epsilon / mu
    return bits + 40 + 2 * max(0, math.frexp(u + mu)[1]) + max(0, math.frexp(max(1.0, u) / mu)[1])


def _newton(x: arb, target: arb, mu: arb, small: bool, bits: int) -> arb | None:
    """The midpoint of Newton's (in fact Halley's) iteration on the logarithm of delta or of its complement."""
    norm = (2 * arb.pi()).sqrt()
    goal = target.log()
    for _ in range(12):
        a = mu / 2 - x / mu
        density = (-a * a / 2).exp() / norm
        value = profile(x, mu) if small else complement(x, mu)
        if not value > 0:
            return None
        gap = value.log() - goal
        rate = density / value if small else -density / value
        second = -a * (x / mu + mu / 2) / mu - rate  # of the logarithm of |value'|: second derivative over first
        step = gap / rate
        step = (step / (1 - step * second / 2)).mid()
        following = (mu - step).mid()
        if not following > 0:
            following = (mu / 2).mid()
        size = abs(float((step / mu).mid()))
        mu = following
        if not math.isfinite(size):
            return None
        if size < 2.0 ** (-(bits + 4) / 3):  # cubic convergence: the next error is below the width asked
            return mu
    return mu


def _guess(epsilon: float, logarithm: float, small: bool) -> float:
    """Mu to some digits in floating point, from below: ``delta_mu(epsilon) <= Phi(a)``, and mu grows with epsilon."""
    if small:
        z = _tail_point(logarithm)
        # At epsilon = 0 delta is erf(mu / sqrt 8), at least mu / 2.7 while delta <= 1/2.
        first = 2.5 * math.exp(max(logarithm, -700.0))
        mu = max(2 * epsilon / (z + math.hypot(z, math.sqrt(2 * epsilon))) if epsilon else 0.0, first)
    else:
        z = _tail_point(logarithm)
        mu = z + math.hypot(z, math.sqrt(2 * epsilon))
    for _ in range(_MOST):
        if not mu >= LEAST:
            break
        value, width = _floating(epsilon, mu, small)
        gap = value - logarithm
        if not (math.isfinite(gap) and width > 0):
            break
        step = gap * width if small else -gap * width
        second = (mu / 2 - epsilon / mu) * (-mu / 2 - epsilon / mu) / mu - (1 / width if small else -1 / width)
        bend = 1 - step * second / 2
        step = step / bend if bend > 0.25 else step
        following = mu - step
        following = min(max(following, mu / 4), mu * 4)
        if abs(following - mu) <= 1e-9 * mu:
            return following
        mu = following
    return mu


def _tail_point(logarithm: float) -> float:
    """About the z with ``Phi(-z) = exp(logarithm)``, for a probability of at most 1/2."""
    if logarithm > -0.7:
        return 0.0
    z = math.sqrt(-2 * logarithm)
    for _ in range(4):
        z = math.sqrt(max(0.0, 2 * (math.log(_mills(z)) - _LOG_ROOT_2PI - logarithm)))
    return z


def _floating(epsilon: float, mu: float, small: bool) -> tuple[float, float]:
    """The logarithm of delta (or of its complement), and ``M(-a) - M(-b)`` (or ``M(a) + M(-b)``)."""
    p, q = epsilon / mu - mu / 2, epsilon / mu + mu / 2
    middle = epsilon / mu
    if not small:
        width = _mills(-p) + _mills(q)
    elif mu < 0.05 * max(1.0, middle):
        width = mu * _fall(middle)
    else:
        width = _mills(p) - _mills(q)
    return -p * p / 2 - _LOG_ROOT_2PI + (math.log(width) if width > 0 else -math.inf), width


def _mills(x: float) -> float:
    """About ``Phi(-x)/phi(x)``."""
    if x < -35.0:
        return math.inf
    if x < 12.0:
        return math.sqrt(math.pi / 2) * math.exp(x * x / 2) * math.erfc(x / math.sqrt(2))
    square = x * x
    return (1 - (1 - (3 - 15 / square) / square) / square) / x


def _fall(x: float) -> float:
    """About ``-M'(x) = 1 - x M(x)``."""
    if x < 12.0:
        return 1 - x * _mills(x)
    square = x * x
    return (1 - (3 - 15 / square) / square) / square
