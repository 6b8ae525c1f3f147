"""Special functions at balls, by series, continued fractions and certain signs."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb, ctx, fmpq

from verify.evidence.checker.numbers import MINUS_OO, precision

HALF, ZERO, ONE = arb(fmpq(1, 2)), arb(0), arb(1)
MOST_BITS = 1024


def normal_cdf(x: arb) -> arb:
    """The normal distribution function by the incomplete gamma function of order 1/2."""
    if x == 0:
        return HALF
    tail = (x * x / 2).gamma_upper(HALF, 1) / 2
    return tail if x < 0 else 1 - tail if x > 0 else (1 + (x / arb(2).sqrt()).erf()) / 2


def mills(x: arb) -> arb:
    """(1 - Phi(x)) / phi(x): beyond 6 by Laplace's continued fraction, whose convergents lie on both sides of it in turn."""
    if not x > 6:
        return normal_cdf(-x) * (x * x / 2).exp() * (2 * arb.pi()).sqrt()
    terms = 40 + 8 * ctx.prec // 10
    ends = []
    for count in (terms, terms + 1):
        tail = x
        for k in range(count, 0, -1):
            tail = x + k / tail
        ends.append(1 / tail)
    return ends[0].union(ends[1])


def _bracketed(guess: arb, above: Callable[[arb], arb], least: arb = MINUS_OO) -> arb:
    """A ball around the zero of a rising function near a guess: the signs at both ends are certain."""
    guess = guess.mid()
    if not guess.is_finite():
        return arb("nan")
    width = arb(2) ** (8 - ctx.prec) * (abs(guess) + arb(2) ** (-ctx.prec))
    for _ in range(6):
        lo, hi = (guess - width).lower(), (guess + width).upper()
        if above(lo) < 0 and above(hi) > 0:
            return lo.union(hi)
        width = width * 64
    return arb("nan")


def normal_quantile(p: arb) -> arb:
    if p == HALF:
        return ZERO
    if p > HALF:
        return -_quantile_below(1 - p) if (1 - p).is_exact() else _bracketed(-arb(2).sqrt() * (2 * p).erfcinv(), lambda x: normal_cdf(x) - p)
    return _quantile_below(p)


def _quantile_below(p: arb) -> arb:
    lost = min(_bits_below_one(p), MOST_BITS)

    def above(x: arb) -> arb:
        with precision(ctx.prec + lost + 32):  # a tail is known to so many bits of 1, not of itself
            return normal_cdf(x).log() - p.log()

    return _bracketed(-arb(2).sqrt() * (2 * p).erfcinv(), above)


def _bits_below_one(p: arb) -> int:
    """About -log2 of a small positive number."""
    return max(0, int((-p.log() / arb(2).log()).mid().floor().unique_fmpz() or 0))


def log_gamma(x: arb) -> arb:
    return x.gamma().log() if x < 1000 else x.lgamma()


def digamma_of(x: arb) -> arb:
    """By the recurrence, from ten further on."""
    total = (x + 10).digamma()
    for k in range(10):
        total = total - 1 / (x + k)
    return total


def gamma_p(a: arb, x: arb) -> arb:
    if x == 0:
        return ZERO
    if x > a + 1:
        return 1 - gamma_q(a, x)
    return x**a * (-x).exp() / (a + 1).gamma() * x.hypgeom_1f1(1, a + 1)


def gamma_q(a: arb, x: arb) -> arb:
    if x == 0:
        return ONE
    if not x > a + 1:
        return 1 - x**a * (-x).exp() / (a + 1).gamma() * x.hypgeom_1f1(1, a + 1)
    return (-x).exp() * x.hypgeom_u(1 - a, 1 - a) / a.gamma()


def beta(a: arb, b: arb, x: arb) -> arb:
    if x == 0 or x == 1:
        return x
    if x > HALF:
        return 1 - beta(b, a, 1 - x)
    front = x**a * (1 - x) ** b * (a + b).gamma() / ((a + 1).gamma() * b.gamma())
    return front * x.hypgeom_2f1(a + b, ONE, a + 1)


def gauss(a: arb, b: arb, c: arb, z: arb) -> arb:
    """2F1 by Pfaff's transformation left of 0 and Euler's right of it."""
    if z == 0:
        return ONE
    for first, second in ((a, b), (b, a)):
        if first.is_integer() and -256 <= first <= 0:
            total, term = ZERO, ONE
            for k in range(int(-first.unique_fmpz()) + 1):
                total = total + term
                term = term * (first + k) * (second + k) * z / ((c + k) * (k + 1))
            return total
    if z < 0:
        return (1 - z) ** (-a) * (z / (z - 1)).hypgeom_2f1(a, c - b, c)
    if z > 0:
        return (1 - z) ** (c - a - b) * z.hypgeom_2f1(c - a, c - b, c)
    return z.hypgeom_2f1(a, b, c)


def legendre(m: arb, x: arb) -> arb:
    if m.is_integer() and m <= 2000:
        before, now = ZERO, ONE
        for k in range(int(m.unique_fmpz())):
            before, now = now, ((2 * k + 1) * x * now - k * before) / (k + 1)
        return now
    if x > 1:
        return ((x + 1) / 2) ** m * ((x - 1) / (x + 1)).hypgeom_2f1(-m, -m, ONE)
    return ((1 - x) / 2).hypgeom_2f1(-m, m + 1, ONE, abc=True)


def bessel_i(nu: arb, x: arb) -> arb:
    if x == 0:
        return ONE if nu == 0 else ZERO
    return (x / 2) ** nu / (nu + 1).gamma() * (x * x / 4).hypgeom_0f1(nu + 1)


def bessel_k(nu: arb, x: arb) -> arb:
    return arb.pi().sqrt() * (2 * x) ** nu * (-x).exp() * (2 * x).hypgeom_u(nu + HALF, 2 * nu + 1)


def lambert(x: arb) -> arb:
    if x == 0:
        return ZERO
    return _bracketed(x.lambertw(), lambda w: (w + 1 if w < -1 else w * w.exp() - x))


def polylog_of(s: arb, x: arb) -> arb:
    """By the series where it converges fast; the terms after the last are at most a geometric sum, as s > 0."""
    if x == 0 or not abs(x) < HALF + HALF / 2:
        return ZERO if x == 0 else x.polylog(s)
    total, power, k = ZERO, x, 1
    size = abs(x)
    while k < 4000:
        total = total + power / arb(k) ** s
        k, power = k + 1, power * x
        tail = abs(power) / (1 - size)
        if tail < arb(2) ** (-ctx.prec) * size:
            break
    end = tail.upper()
    return total + (-end).union(end)


def dilogarithm(x: arb) -> arb:
    """By the series near 0, elsewhere by the reflections at 1 and at infinity and by Landen's transformation."""
    whole = arb.pi() ** 2 / 6
    if x == 0 or x == 1:
        return ZERO if x == 0 else whole
    if x > HALF:
        return whole - x.log() * (1 - x).log() - polylog_of(arb(2), 1 - x)
    if x < -1:
        return -whole - (-x).log() ** 2 / 2 - dilogarithm(1 / x)
    return -polylog_of(arb(2), x / (x - 1)) - (1 - x).log() ** 2 / 2 if x < 0 else polylog_of(arb(2), x)


def expm1_over(x: arb) -> arb:
    return x.hypgeom_1f1(1, 2)


def log1p_over(x: arb) -> arb:
    if x == 0:
        return ONE
    if x.contains(0):
        return (-x).hypgeom_2f1(1, 1, 2)
    bits = 2 * ctx.prec + 64
    with precision(bits):
        return (1 + x).log() / x


def binomial(m: arb, k: arb) -> arb:
    if m - k + 1 > 0 and k + 1 > 0:
        return ((m + 1).lgamma() - (k + 1).lgamma() - (m - k + 1).lgamma()).exp()
    return (m + 1).gamma() * (k + 1).rgamma() * (m - k + 1).rgamma()


def cube_root(x: arb) -> arb:
    """The zero of ``y^3 - x``."""
    if x == 0:
        return ZERO
    if x < 0:
        return -cube_root(-x)
    return _bracketed((x.log() / 3).exp(), lambda y: y * y * y - x)


def beta_function(a: arb, b: arb) -> arb:
    return a.gamma() * b.gamma() * (a + b).rgamma() if a + b < 1000 else (log_gamma(a) + log_gamma(b) - (a + b).lgamma()).exp()


def profile(eps: arb, mu: arb) -> arb:
    """``log delta`` at a level: ``phi(a) (M(a) - M(b))`` with the Mills ratio M, ``a = eps/mu - mu/2``, ``b = eps/mu + mu/2``."""
    a, b = eps / mu - mu / 2, eps / mu + mu / 2
    return -a * a / 2 - (2 * arb.pi()).log() / 2 + (mills(a) - mills(b)).log()


def level(eps: arb, delta: arb) -> arb:
    """Bisection of the exponent and of the digits of mu by the sign of the profile less delta."""
    if not (eps.is_exact() and delta.is_exact()):
        return arb("nan")
    if eps == 0:
        if delta > arb(0.5):
            return -2 * normal_quantile((1 - delta) / 2)  # exact, where the other is rounded to 1
        return 2 * normal_quantile((1 + delta) / 2) if delta > arb(2) ** (-ctx.prec // 4) else arb(8).sqrt() * delta.erfinv()
    target = delta.log()

    def above(mu: arb) -> arb:
        bits = ctx.prec
        gap = profile(eps, mu) - target
        while gap.contains(0) or not gap.is_finite():
            bits *= 2
            if bits > MOST_BITS:
                return gap
            with precision(bits):
                gap = profile(eps, mu) - delta.log()
        return gap

    low, high = -1, 1
    while not above(arb(2) ** low) < 0:
        low *= 2
        if low < -4000:
            return arb("nan")
    while not above(arb(2) ** high) > 0:
        high *= 2
        if high > 4000:
            return arb("nan")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if above(arb(2) ** middle) < 0 else (low, middle)
    lo, hi = arb(2) ** low, arb(2) ** high
    for _ in range(12):
        middle = ((lo + hi) / 2).mid()
        lo, hi = (middle, hi) if above(middle) < 0 else (lo, middle)
    mu = ((lo + hi) / 2).mid()
    for _ in range(12):  # Newton in log mu; the signs at both ends decide, not these steps
        with precision(2 * ctx.prec + 32):
            a = eps / mu - mu / 2
            step = ((profile(eps, mu) - delta.log()) * delta / (mu * (-a * a / 2).exp()) * (2 * arb.pi()).sqrt()).mid()
            if not step.is_finite():
                break
            mu = (mu * (-max(min(step, ONE), -ONE)).exp()).mid()
        if abs(step) < arb(2) ** (-ctx.prec):
            break
    return _bracketed(mu, above)
