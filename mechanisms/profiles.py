"""Privacy profiles as values: delta as a function of epsilon, in balls that contain it; no guarantee is judged here.

A profile is ``delta(epsilon) = H_t(P || Q)`` with ``t = e^epsilon``, epsilon >= 0: the least delta of a mechanism (its worst
pair of outputs), or a guarantee, an upper bound of it. Which one, and for which neighbouring relation, is said by
each class. Everything is evaluated at the precision of the caller (``flint.ctx.prec``), and offers

* ``delta(epsilon)``: a ball; ``log_delta(epsilon)``: its logarithm, for values below every float;
* ``slope(epsilon, side)`` and ``curvature(low, high)``: first derivative by t (from the right, ``side=1``, or the left, -1) and
  a ball around the second one between two points without a breakpoint in between; ``None`` where there is no formula;
* ``breakpoints()``: where the formula changes, in increasing order, as balls;
* ``largest_loss()``: the least epsilon from which delta is 0, or ``None``;
* ``tail()``: what is known for large epsilon;
* ``convex``: whether delta is known to be convex in t (true of every exact profile, Zhu, Dong and Wang 2022, not of every guarantee).

Parameters are exact (``int``, ``Fraction``, or a decimal in a string); floats are refused.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import comb, frexp, isqrt
from typing import Any, ClassVar, TypeAlias

from flint import arb, arb_poly, ctx, fmpq

Exact: TypeAlias = int | Fraction | str


class _Bits:
    """Raise the precision in a block."""

    def __init__(self, bits: int) -> None:
        self.bits, self.saved = bits, 0

    def __enter__(self) -> None:
        self.saved, ctx.prec = ctx.prec, self.bits

    def __exit__(self, *_: object) -> None:
        ctx.prec = self.saved


def exact_number(where: str, name: str, value: object) -> Fraction:
    """Return the fraction of ``value``; TypeError for floats, ValueError for strings that are no numbers."""
    if isinstance(value, bool | float) or not isinstance(value, int | Fraction | str):
        raise TypeError(f"{where}: {name} must be exact, got {name}={value!r}; write a fraction or a decimal in a string")
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{where}: {name} must be a number, got {name}={value!r}; write for example 1/2 or 0.5") from None


def _need(where: str, name: str, value: Fraction, good: bool, range_: str) -> None:
    if not good:
        raise ValueError(f"{where}: {name} must be {range_}, got {name}={value}; check it")


def _ball(value: Fraction | int) -> arb:
    value = Fraction(value)
    return arb(fmpq(value.numerator, value.denominator))


def _hull(*values: arb) -> arb:
    result = values[0]
    for value in values[1:]:
        result = result.union(value)
    return result


@dataclass(frozen=True)
class Tail:
    """What is known of delta for every epsilon >= ``start``; balls at the precision of the caller.

    ``zero``: delta = 0. ``square``: delta <= factor exp(-rate epsilon^2); with ``sharp`` -log delta / epsilon^2 has the limit ``rate``.
    ``normal``: delta <= delta_rate (the Gaussian profile with mu = rate), and the same limit as there, 1/(2 rate^2).
    ``slow``: delta >= factor epsilon^(-power) exp(-rate epsilon^degree) with degree < 2.
    """

    kind: str
    start: arb
    factor: arb = field(default_factory=lambda: arb(1))
    rate: arb = field(default_factory=lambda: arb(0))
    power: arb = field(default_factory=lambda: arb(0))
    degree: arb = field(default_factory=lambda: arb(1))
    sharp: bool = True


class Profile(ABC):
    """Base of all profiles: see the module."""

    kind: ClassVar[str]
    convex: bool = True

    @abstractmethod
    def delta(self, epsilon: arb) -> arb:
        """Return a ball around delta at ``epsilon >= 0``."""

    @abstractmethod
    def slope(self, epsilon: arb, side: int = 1) -> arb | None:
        """Return a ball around the one-sided derivative by ``t = e^epsilon``."""

    @abstractmethod
    def curvature(self, low: arb, high: arb) -> arb | None:
        """Return a ball around all second derivatives by t for ``low < epsilon < high``, without a breakpoint in between."""

    @abstractmethod
    def tail(self) -> Tail:
        """Return what is known for large epsilon."""

    def delta_before(self, epsilon: arb) -> arb:
        """Return the limit of delta from the left; another value than delta only where the profile jumps."""
        return self.delta(epsilon)

    def upper(self, low: arb, high: arb) -> arb:
        """Return a ball whose upper end bounds delta between two points: delta does not increase."""
        return self.delta(low)

    def log_delta(self, epsilon: arb) -> arb:
        """Return a ball around the logarithm of delta; NaN where delta may be 0."""
        return self.delta(epsilon).log()

    def breakpoints(self) -> tuple[arb, ...]:
        """Return where the formula changes."""
        return ()

    def largest_loss(self) -> arb | None:
        """Return the least epsilon from which delta is 0, or None if there is none."""
        return None

    def composed(self, times: int) -> Profile:
        """Return the exact profile of ``times`` independent runs; ValueError where there is no formula for it."""
        raise ValueError(f"{self.kind}: its composition must have an exact formula, got none; compose laplace, normal, randomised-response or losses")


# --- laws --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LaplaceProfile(Profile):
    """``max(1 - exp((epsilon - ratio)/2), 0)``: Laplace noise on a number whose sensitivity is attained.

    ``ratio`` is sensitivity/scale, positive: the sensitivity of the query over the width b of the density, which is also
    the largest loss. Any neighbouring relation, by its sensitivity.
    """

    kind: ClassVar[str] = "laplace"
    ratio: Exact

    def __post_init__(self) -> None:
        value = exact_number("laplace", "ratio", self.ratio)
        _need("laplace", "ratio", value, value > 0, "positive (sensitivity over scale)")
        object.__setattr__(self, "ratio", value)

    def delta(self, epsilon: arb) -> arb:
        """Return the profile at ``epsilon``."""
        return (-((epsilon - _ball(Fraction(self.ratio))) / 2).expm1()).nonnegative_part()

    def slope(self, epsilon: arb, side: int = 1) -> arb:
        """Return ``-exp(-(ratio + epsilon)/2)/2`` below the largest loss, 0 beyond."""
        ratio = _ball(Fraction(self.ratio))
        inside = -((-(ratio + epsilon)) / 2).exp() / 2
        return _switch(epsilon, ratio, side, inside, arb(0))

    def curvature(self, low: arb, high: arb) -> arb:
        """Return the range of ``exp(-(ratio + 3 epsilon)/2)/4``, falling in epsilon."""
        ratio = _ball(Fraction(self.ratio))
        if low >= ratio:
            return arb(0)
        value = _hull(((-ratio - 3 * low) / 2).exp() / 4, ((-ratio - 3 * high) / 2).exp() / 4)
        return value if high <= ratio else value.union(arb(0))

    def breakpoints(self) -> tuple[arb, ...]:
        """Return the largest loss."""
        return (_ball(Fraction(self.ratio)),)

    def largest_loss(self) -> arb:
        """Return ``ratio``."""
        return _ball(Fraction(self.ratio))

    def tail(self) -> Tail:
        """Return that delta is 0 beyond the largest loss."""
        return Tail("zero", self.largest_loss())

    def composed(self, times: int) -> Profile:
        """Return the profile of ``times`` runs with independent noise, each on a query of the same ratio."""
        return self if _times("laplace", times) == 1 else LaplaceComposition(self.ratio, times)


@dataclass(frozen=True)
class NormalProfile(Profile):
    """``Phi(-epsilon/ratio + ratio/2) - e^epsilon Phi(-epsilon/ratio - ratio/2)``: normal noise, sensitivity over standard deviation ``ratio``."""

    kind: ClassVar[str] = "normal"
    ratio: Exact

    def __post_init__(self) -> None:
        value = exact_number("normal", "ratio", self.ratio)
        _need("normal", "ratio", value, value > 0, "positive (sensitivity over standard deviation)")
        object.__setattr__(self, "ratio", value)

    def _mu(self) -> arb:
        return _ball(Fraction(self.ratio))

    def delta(self, epsilon: arb) -> arb:
        """Return the profile at ``epsilon``, with the digits that the difference of both terms loses."""
        # exp(-u^2/2) loses the digits of u^2, the difference of two tails those of u / ratio.
        u, mu = float((epsilon / self._mu()).mid()), float(Fraction(self.ratio))
        lost = 2 * max(0, frexp(u)[1]) + max(0, frexp(max(1.0, u) / mu)[1])
        with _Bits(ctx.prec + 16 + lost):
            ratio, root = self._mu(), arb(2).sqrt()
            value = (((epsilon / ratio - ratio / 2) / root).erfc() - epsilon.exp() * ((epsilon / ratio + ratio / 2) / root).erfc()) / 2
        return +value

    def slope(self, epsilon: arb, side: int = 1) -> arb:
        """Return ``-Phi(-epsilon/ratio - ratio/2)``."""
        mu = self._mu()
        return -((epsilon / mu + mu / 2) / arb(2).sqrt()).erfc() / 2

    def curvature(self, low: arb, high: arb) -> arb:
        """Return the range of ``phi(epsilon/ratio + ratio/2) e^(-epsilon) / ratio``, falling in epsilon."""
        return _hull(self._second(low), self._second(high))

    def _second(self, epsilon: arb) -> arb:
        mu = self._mu()
        b = epsilon / mu + mu / 2
        return (-b * b / 2 - epsilon).exp() / (mu * (2 * arb.pi()).sqrt())

    def tail(self) -> Tail:
        """Return that this is a Gaussian profile."""
        return Tail("normal", arb(0), rate=self._mu())

    def composed(self, times: int) -> Profile:
        """Return the profile of ``times`` independent runs, where the square of the ratio adds up; its root must be rational."""
        square = Fraction(self.ratio) ** 2 * _times("normal", times)
        p, q = _root(square.numerator), _root(square.denominator)
        if p is None or q is None:
            raise ValueError(f"normal: ratio sqrt(compositions) must be rational, got its square {square}; the result is sqrt({square})-GDP without more ado")
        return NormalProfile(Fraction(p, q))


def _root(n: int) -> int | None:
    return isqrt(n) if isqrt(n) ** 2 == n else None


def _times(where: str, times: int) -> int:
    if isinstance(times, bool) or not isinstance(times, int) or not times >= 1:
        raise ValueError(f"{where}: compositions must be an integer of at least 1, got compositions={times!r}; give the number of runs")
    return times


def _switch(epsilon: arb, point: arb, side: int, below: arb, above: arb) -> arb:
    """One of two values by the side of ``point`` on which ``epsilon`` lies, their hull where that is open."""
    if epsilon < point:
        return below
    if epsilon > point:
        return above
    if (epsilon - point).is_zero():
        return above if side > 0 else below
    return _hull(below, above)


# --- finitely many losses: piecewise linear in t -----------------------------------------------------------------------


Atoms: TypeAlias = Sequence[tuple[Fraction, arb, arb]]


class _FiniteLosses(Profile):
    """Profile ``infinite + sum of (p - t q)`` over the losses above epsilon: linear in t between two losses."""

    def _atoms(self) -> tuple[Atoms, arb]:
        """Losses in falling order with their probabilities under P and Q, and the probability of an infinite loss."""
        raise NotImplementedError

    def _tables(self) -> tuple[list[Fraction], list[arb], list[arb]]:
        """Negated losses in increasing order, and the sums of p and of q over the losses before each."""
        cache = _TABLES.setdefault(self, {})
        if ctx.prec not in cache:
            atoms, infinite = self._atoms()
            keys, p_sums, q_sums = [], [infinite], [arb(0)]
            for loss, p, q in atoms:
                keys.append(-loss)
                p_sums.append(p_sums[-1] + p)
                q_sums.append(q_sums[-1] + q)
            cache[ctx.prec] = (keys, p_sums, q_sums)
        return cache[ctx.prec]  # type: ignore[no-any-return]

    def _above(self, epsilon: arb, side: int = 1) -> list[int]:
        """How many losses are above epsilon: one number, or all that are possible."""
        keys = self._tables()[0]
        if epsilon.is_exact():
            value = _fraction(epsilon)
            count = bisect_right(keys, -value)
            if side > 0 and count and keys[count - 1] == -value:
                count -= 1  # a loss equal to epsilon counts on its left only
            return [count]
        low, high = _fraction(epsilon.lower()), _fraction(epsilon.upper())
        return list(range(bisect_right(keys, -high), bisect_right(keys, -low) + 1))

    def delta(self, epsilon: arb) -> arb:
        """Return the profile at ``epsilon``."""
        _, p, q = self._tables()
        t = epsilon.exp()
        return _hull(*(p[k] - t * q[k] for k in self._above(epsilon))).nonnegative_part()

    def slope(self, epsilon: arb, side: int = 1) -> arb:
        """Return minus the probability under Q of a loss above epsilon."""
        q = self._tables()[2]
        return -_hull(*(q[k] for k in self._above(epsilon, side)))

    def curvature(self, low: arb, high: arb) -> arb:
        """Return 0: linear between two losses."""
        return arb(0)

    def breakpoints(self) -> tuple[arb, ...]:
        """Return the positive losses, increasing."""
        return tuple(_ball(-key) for key in reversed(self._tables()[0]) if key < 0)

    def largest_loss(self) -> arb | None:
        """Return the largest loss; None if an infinite loss has a positive probability."""
        keys, p, _ = self._tables()
        return None if not p[0].is_zero() else _ball(max(Fraction(0), -keys[0]))

    def tail(self) -> Tail:
        """Return that delta is 0 beyond the largest loss, or stays at the probability of an infinite one."""
        largest = self.largest_loss()
        if largest is not None:
            return Tail("zero", largest)
        keys, p, _ = self._tables()
        return Tail("slow", _ball(max(Fraction(0), -keys[0])), factor=p[0])


_TABLES: dict[Any, dict[int, Any]] = {}
"""Sums of probabilities by profile and precision."""


def _fraction(point: arb) -> Fraction:
    man, exp = point.man_exp()
    return Fraction(int(man)) * Fraction(2) ** int(exp)


@dataclass(frozen=True)
class LossTable(_FiniteLosses):
    """Profile of a privacy loss with finitely many values.

    ``atoms`` are pairs (loss, probability under P) with distinct losses, ``infinite`` is the probability of an infinite loss;
    all exact, with sum 1. The profile is that of P against Q in this order, where Q has the mass ``e^(-loss)`` times
    that of P at each loss: the masses of Q must not exceed 1 together.
    """

    kind: ClassVar[str] = "losses"
    atoms: Sequence[tuple[Exact, Exact]]
    infinite: Exact = 0

    def __post_init__(self) -> None:
        pairs = [(exact_number("losses", f"loss[{i}]", loss), exact_number("losses", f"probability[{i}]", p)) for i, (loss, p) in enumerate(self.atoms)]
        rest = exact_number("losses", "infinite", self.infinite)
        for i, (_, p) in enumerate(pairs):
            _need("losses", f"probability[{i}]", p, p >= 0, "at least 0")
        _need("losses", "infinite", rest, rest >= 0, "at least 0")
        total = sum((p for _, p in pairs), rest)
        _need("losses", "the sum of all probabilities", total, total == 1, "1")
        if len({loss for loss, _ in pairs}) != len(pairs):
            twice = next(loss for i, (loss, _) in enumerate(pairs) if loss in {x for x, _ in pairs[:i]})
            raise ValueError(f"losses: losses must be distinct, got loss={twice} twice; add their probabilities")
        with _Bits(128):
            mass = sum((_ball(p) * (-_ball(loss)).exp() for loss, p in pairs), arb(0))
            if mass > 1:
                raise ValueError(f"losses: the masses of Q, probability times e^(-loss), must not exceed 1 together, got their sum {mass.str(8)}; these are not losses of a pair of distributions")
        object.__setattr__(self, "atoms", tuple(sorted(pairs, reverse=True)))
        object.__setattr__(self, "infinite", rest)

    def _atoms(self) -> tuple[Atoms, arb]:
        rows = [(Fraction(loss), _ball(Fraction(p))) for loss, p in self.atoms if Fraction(p) > 0]
        return [(loss, p, p * (-_ball(loss)).exp()) for loss, p in rows], _ball(Fraction(self.infinite))

    def composed(self, times: int) -> Profile:
        """Return the profile of ``times`` independent runs: losses add up."""
        left = _times("losses", times)
        base = {Fraction(loss): Fraction(p) for loss, p in self.atoms}
        result, square = {Fraction(0): Fraction(1)}, base
        while left:
            if left & 1:
                result = _convolved(result, square)
            left >>= 1
            if left:
                square = _convolved(square, square)
        return LossTable(tuple(result.items()), 1 - (1 - Fraction(self.infinite)) ** times)


def _convolved(first: dict[Fraction, Fraction], second: dict[Fraction, Fraction]) -> dict[Fraction, Fraction]:
    if len(first) * len(second) > 4_000_000:
        raise ValueError("losses: a composition must have fewer losses than it would here; round losses up to a grid first, which bounds the profile from above")
    result: dict[Fraction, Fraction] = {}
    for x, p in first.items():
        for y, q in second.items():
            result[x + y] = result.get(x + y, Fraction(0)) + p * q
    return result


@dataclass(frozen=True)
class RandomisedResponseProfile(_FiniteLosses):
    """``delta + (1 - delta)(e^epsilon0 - e^epsilon)^+ / (1 + e^epsilon0)`` for (epsilon0, delta), composed ``compositions`` times.

    It is the profile of randomised response (which with probability delta discloses its input), and the largest profile of an
    (epsilon0, delta)-DP mechanism: at each epsilon the least delta that follows from the pair (Kairouz, Oh and
    Viswanath 2015, Theorem 3.3, arXiv:1311.0776, also for compositions). Any neighbouring relation.
    """

    kind: ClassVar[str] = "randomised-response"
    epsilon: Exact
    delta0: Exact = 0
    compositions: int = 1

    def __post_init__(self) -> None:
        epsilon, delta = exact_number(self.kind, "epsilon", self.epsilon), exact_number(self.kind, "delta0", self.delta0)
        _need(self.kind, "epsilon", epsilon, epsilon >= 0, "at least 0")
        _need(self.kind, "delta0", delta, 0 <= delta < 1, "in [0, 1)")
        object.__setattr__(self, "epsilon", epsilon)
        object.__setattr__(self, "delta0", delta)
        _times(self.kind, self.compositions)

    def _atoms(self) -> tuple[Atoms, arb]:
        epsilon, kept, k = Fraction(self.epsilon), (1 - Fraction(self.delta0)) ** self.compositions, self.compositions
        e = _ball(epsilon).exp()
        scale = _ball(kept) / (1 + e) ** k
        rows = [(epsilon * (k - 2 * j), scale * comb(k, j) * e ** (k - j), scale * comb(k, j) * e**j) for j in range(k + 1)]
        return rows if epsilon else [(Fraction(0), _ball(kept), _ball(kept))], _ball(1 - kept)

    def composed(self, times: int) -> Profile:
        """Return the profile of ``times`` independent runs: the optimal composition."""
        return RandomisedResponseProfile(self.epsilon, self.delta0, self.compositions * _times(self.kind, times))


# --- subsampling -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Subsampled(Profile):
    """``delta'(log(1 + rate (e^epsilon - 1))) = rate delta(epsilon)``: in t an affine change on both axes."""

    base: Profile
    rate: Exact

    def __post_init__(self) -> None:
        value = exact_number(self.kind, "rate", self.rate)
        _need(self.kind, "rate", value, 0 < value <= 1, "in (0, 1]")
        object.__setattr__(self, "rate", value)

    @property
    def convex(self) -> bool:  # type: ignore[override]
        """As the base."""
        return self.base.convex

    def _gamma(self) -> arb:
        return _ball(Fraction(self.rate))

    def _before(self, epsilon: arb) -> arb:
        return (epsilon.expm1() / self._gamma()).log1p()

    def _after(self, epsilon: arb) -> arb:
        return (epsilon.expm1() * self._gamma()).log1p()

    def delta(self, epsilon: arb) -> arb:
        """Return the profile after sampling at ``epsilon``."""
        return self._gamma() * self.base.delta(self._before(epsilon))

    def slope(self, epsilon: arb, side: int = 1) -> arb | None:
        """Return the slope of the base at the point that is mapped to ``epsilon``."""
        return self.base.slope(self._before(epsilon), side)

    def curvature(self, low: arb, high: arb) -> arb | None:
        """Return the curvature of the base over the rate."""
        found = self.base.curvature(self._before(low), self._before(high))
        return None if found is None else found / self._gamma()

    def breakpoints(self) -> tuple[arb, ...]:
        """Return the images of those of the base."""
        return tuple(self._after(point) for point in self.base.breakpoints())

    def largest_loss(self) -> arb | None:
        """Return the image of that of the base."""
        largest = self.base.largest_loss()
        return None if largest is None else self._after(largest)

    def tail(self) -> Tail:
        """Return that of the base: ``delta'(epsilon) <= rate delta(epsilon)``, with the same leading order of the logarithm."""
        tail, gamma = self.base.tail(), self._gamma()
        if tail.kind == "zero":
            return Tail("zero", self._after(tail.start))
        if tail.kind == "slow":  # the argument of the base is at most epsilon - log(rate) <= 2 epsilon from -log(rate) on
            start = tail.start.max(-gamma.log()).max(arb(1))
            return Tail("slow", start, tail.factor * gamma / arb(2) ** tail.power, tail.rate * arb(2) ** tail.degree, tail.power, tail.degree)
        return tail


@dataclass(frozen=True)
class PoissonSubsampled(_Subsampled):
    """A profile after Poisson subsampling: each record is kept with probability ``rate``, on its own.

    For add-or-remove-one neighbours: the worst of both orders, which is that of the data set with the record against the one without
    it (Balle, Barthe and Gaboardi 2018, Theorem 8, arXiv:1807.01647). Not for replace-one neighbours.
    """

    kind: ClassVar[str] = "poisson"


@dataclass(frozen=True)
class SampledWithoutReplacement(_Subsampled):
    """A profile after drawing ``rate`` of all records without replacement, for replace-one neighbours with the size of the data fixed.

    Balle, Barthe and Gaboardi (2018), Theorem 9: a sharp guarantee over all mechanisms with the profile ``base`` for replace-one neighbours.
    """

    kind: ClassVar[str] = "without-replacement"


# --- curves from trade-offs of noise and privacy -----------------------------------------------------------------------


class _Naive(Profile):
    """A curve ``delta(epsilon)`` read off a trade-off: a mechanism with these guarantees, one for each epsilon."""

    convex = False

    def critical(self) -> arb:
        """Return the epsilon_i at which ``delta' + e^epsilon (1 - delta + delta')`` changes from negative to positive, for good."""
        raise NotImplementedError

    def jet(self, epsilon: arb) -> tuple[arb, arb, arb]:
        """Return the curve and its first two derivatives by epsilon."""
        raise NotImplementedError

    def delta(self, epsilon: arb) -> arb:
        """Return the curve, at most 1."""
        return self.jet(epsilon)[0].min(arb(1))

    def slope(self, epsilon: arb, side: int = 1) -> arb:
        """Return the derivative by t where the curve is below 1."""
        value, first, _ = self.jet(epsilon)
        inside = first * (-epsilon).exp()
        return inside if value < 1 else _hull(inside, arb(0))

    def curvature(self, low: arb, high: arb) -> arb:
        """Return the range of the second derivative by t."""
        both = _hull(low, high)
        value, first, second = self.jet(both)
        inside = (second - first) * (-2 * both).exp()
        return inside if value < 1 else _hull(inside, arb(0))

    def _root(self, sign: Callable[[arb], arb], low: arb, high: arb) -> arb:
        """The ball of a root of a function that is negative at ``low`` and positive at ``high``, by bisection of its sign."""
        bits = ctx.prec
        with _Bits(2 * bits + 32):
            for _ in range(2 * bits):
                middle = ((low + high) / 2).mid()
                value = sign(middle)
                if value < 0:
                    low = middle
                elif value > 0:
                    high = middle
                else:
                    break
            result = low.union(high)
        return +result


@dataclass(frozen=True)
class SquareExponentialCurve(_Naive):
    """``b exp(-sigma^2 epsilon^2 / a^2)``: the trade-off ``sigma = a sqrt(log(b/delta)) / epsilon`` of noisy gradient descent, inverted."""

    kind: ClassVar[str] = "sgd-naive"
    a: Exact
    b: Exact
    sigma: Exact

    def __post_init__(self) -> None:
        for name in ("a", "b", "sigma"):
            value = exact_number("sgd", name, getattr(self, name))
            _need("sgd", name, value, value > 0, "positive")
            object.__setattr__(self, name, value)
        _need("sgd", "b", Fraction(self.b), Fraction(self.b) >= 1, "at least 1 (the curve starts at b)")

    def _rate(self) -> Fraction:
        return (Fraction(self.sigma) / Fraction(self.a)) ** 2

    def jet(self, epsilon: arb) -> tuple[arb, arb, arb]:
        """Return the curve and its first two derivatives by epsilon."""
        k = _ball(self._rate())
        value = _ball(Fraction(self.b)) * (-k * epsilon * epsilon).exp()
        return value, -2 * k * epsilon * value, (4 * k * k * epsilon * epsilon - 2 * k) * value

    def critical(self) -> arb:
        """Return where ``delta (1 + 2 k epsilon (1 + e^-epsilon))`` falls through 1; it rises from b >= 1 and then falls to 0."""

        def sign(x: arb) -> arb:
            k = _ball(self._rate())
            return 1 - self.jet(x)[0] * (1 + 2 * k * x * (1 + (-x).exp()))

        high = arb(1)
        while not sign(high) > 0:
            high *= 2
        # The product is at least 1 up to the point where the curve itself is 1, and stays above for a while.
        low = arb(2) ** -40
        while not sign(low) < 0:
            low = low / 2 if low < high / 4 else low * 2
        while sign((low + high).mid() / 2) > 0 and not sign(high / 2) < 0:
            high /= 2
        return self._root(sign, low, high)

    def tail(self) -> Tail:
        """Return the curve as its own bound."""
        return Tail("square", arb(0), _ball(Fraction(self.b)), _ball(self._rate()))


@dataclass(frozen=True)
class ReciprocalCurve(_Naive):
    """``c / epsilon`` with ``c = n base^(-m/10)``: the condition ``m > 10 log(n/(epsilon delta))`` of an evolutionary algorithm, inverted.

    ``base`` is that of the logarithm: ``"e"`` or an integer of at least 2.
    """

    kind: ClassVar[str] = "icea-naive"
    m: Exact
    n: Exact
    base: str | int = "e"

    def __post_init__(self) -> None:
        for name in ("m", "n"):
            value = exact_number("icea", name, getattr(self, name))
            _need("icea", name, value, value > 0, "positive")
            object.__setattr__(self, name, value)
        if self.base != "e":
            base = exact_number("icea", "base", self.base)
            _need("icea", "base", base, base >= 2 and base.denominator == 1, "e or an integer of at least 2")
            object.__setattr__(self, "base", int(base))

    def factor(self) -> arb:
        """Return c."""
        logarithm = arb(1) if self.base == "e" else arb(int(self.base)).log()
        return _ball(Fraction(self.n)) * (-_ball(Fraction(self.m) / 10) * logarithm).exp()

    def jet(self, epsilon: arb) -> tuple[arb, arb, arb]:
        """Return the curve and its first two derivatives by epsilon."""
        value = self.factor() / epsilon
        return value, -value / epsilon, 2 * value / (epsilon * epsilon)

    def delta(self, epsilon: arb) -> arb:
        """Return the curve, at most 1."""
        return arb(1) if not epsilon > 0 else super().delta(epsilon)

    def critical(self) -> arb:
        """Return the positive root of ``epsilon^2 - c epsilon - c (1 + e^-epsilon)``: negative up to c, rising from there."""

        def sign(x: arb) -> arb:
            c = self.factor()
            return x * x - c * x - c * (1 + (-x).exp())

        low = self.factor().lower()
        high = (low + 1).mid()
        while not sign(high) > 0:
            high *= 2
        return self._root(sign, low, high)

    def tail(self) -> Tail:
        """Return that the curve falls like 1/epsilon."""
        return Tail("slow", self.factor().max(arb(1)), self.factor(), power=arb(1))


@dataclass(frozen=True)
class Refined(Profile):
    """What follows at each epsilon from the best single guarantee of a curve: ``min over e >= epsilon`` of the pair (e, curve(e)).

    The pair (e, d) gives ``d + (1 - d)(e^e - e^epsilon)/(1 + e^e)`` at epsilon <= e, as in ``RandomisedResponseProfile``. Up to the
    critical point of the curve the best pair is the one there, beyond it is the curve itself. Linear in t up to there.
    """

    kind: ClassVar[str] = "refined"
    naive: _Naive
    convex: bool = False

    def _critical(self) -> tuple[arb, arb, arb]:
        """The critical point, and intercept and slope of the line in t."""
        cache = _TABLES.setdefault(self, {})
        if ctx.prec not in cache:
            point = self.naive.critical()
            d, e = self.naive.delta(point), point.exp()
            cache[ctx.prec] = (point, d + (1 - d) * e / (1 + e), -(1 - d) / (1 + e))
        return cache[ctx.prec]  # type: ignore[no-any-return]

    def delta(self, epsilon: arb) -> arb:
        """Return the guarantee at ``epsilon``."""
        point, intercept, slope = self._critical()
        if epsilon >= point:
            return self.naive.delta(epsilon)
        line = intercept + slope * epsilon.exp()
        return line if epsilon <= point else _hull(line, self.naive.delta(epsilon))

    def slope(self, epsilon: arb, side: int = 1) -> arb:
        """Return the derivative by t; the two parts have the same one where they meet."""
        point, _, slope = self._critical()
        if epsilon <= point:
            return slope
        return self.naive.slope(epsilon) if epsilon >= point else _hull(slope, self.naive.slope(epsilon))

    def curvature(self, low: arb, high: arb) -> arb:
        """Return 0 on the line, the curvature of the curve beyond."""
        point = self._critical()[0]
        if high <= point:
            return arb(0)
        beyond = self.naive.curvature(low, high)
        return beyond if low >= point else _hull(arb(0), beyond)

    def breakpoints(self) -> tuple[arb, ...]:
        """Return the critical point."""
        return (self._critical()[0],)

    def tail(self) -> Tail:
        """Return that of the curve, from the critical point on."""
        tail, point = self.naive.tail(), self._critical()[0]
        return replace(tail, start=tail.start.max(point))


def refined_square_exponential(a: Exact, b: Exact, sigma: Exact) -> Refined:
    """Return the refined guarantee of noisy gradient descent, ``sigma = a sqrt(log(b/delta)) / epsilon``."""
    return Refined(SquareExponentialCurve(a, b, sigma))


def refined_reciprocal(m: Exact, n: Exact, base: str | int = "e") -> Refined:
    """Return the refined guarantee of the condition ``m > 10 log(n/(epsilon delta))``."""
    return Refined(ReciprocalCurve(m, n, base))


# --- compositions of the Laplace mechanism -----------------------------------------------------------------------------


@dataclass(frozen=True)
class LaplaceComposition(Profile):
    """Exact profile of ``compositions`` runs of the Laplace mechanism with independent noise.

    One loss is r and -r with probabilities 1/2 and e^(-r)/2 and has density ``e^(-(r - x)/2)/4`` in between, r = ``ratio``.
    Divided by ``e^(x/2)`` it has the transform ``e^(-r/2)/2 (e^(ry)(1 + 1/(2y)) + e^(-ry)(1 - 1/(2y)))``; the k-th power, read term by term
    (``e^(cy)/y^n`` belongs to ``(c - s)^(n-1)/(n-1)!`` for s < c), gives on each interval between two points of ``r(k - 2j)``
    ``delta = alpha t + beta + sqrt(t) P(epsilon)`` with a polynomial P.
    """

    kind: ClassVar[str] = "laplace-composition"
    ratio: Exact
    compositions: int

    def __post_init__(self) -> None:
        value = exact_number(self.kind, "ratio", self.ratio)
        _need(self.kind, "ratio", value, value > 0, "positive (sensitivity over scale)")
        object.__setattr__(self, "ratio", value)
        _times(self.kind, self.compositions)

    def _knots(self) -> list[Fraction]:
        """Positive ends of the pieces, increasing."""
        r, k = Fraction(self.ratio), self.compositions
        return [r * (k - 2 * j) for j in range(k, -1, -1) if k - 2 * j > 0]

    def _piece(self, index: int) -> tuple[arb, arb, arb, arb_poly, arb_poly]:
        """Of the piece that ends at knot ``index``: its centre, alpha, beta, P and the density's polynomial, in ``epsilon - centre``."""
        cache = _TABLES.setdefault(self, {})
        key = ctx.prec * 65536 + index
        if key not in cache:
            k = self.compositions
            size = float(Fraction(self.ratio)) * k
            with _Bits(ctx.prec + 64 + 12 * k + int(4 * size)):
                cache[key] = self._computed(index)
        return cache[key]  # type: ignore[no-any-return]

    def _computed(self, index: int) -> tuple[arb, arb, arb, arb_poly, arb_poly]:
        r, k, knots = Fraction(self.ratio), self.compositions, self._knots()
        low = knots[index - 1] if index else Fraction(0)
        centre = (low + knots[index]) / 2
        alpha, beta, density = arb(0), arb(0), arb_poly([0])
        for j in range(k + 1):
            c = r * (k - 2 * j)
            if c < knots[index]:
                break
            # Coefficients of (1 + x/2)^(k-j) (1 - x/2)^j in x = 1/y, exact.
            row = _binomial_product(k - j, j)
            grow = (_ball(-c) / 2).exp()
            # J_n(d) = 2^n e^(d/2) - (-2)^n e^(-d/2) - a polynomial, d = c - epsilon; times sqrt(t) this is beta and alpha.
            beta += comb(k, j) * sum((_ball(a * 2**n) for n, a in enumerate(row)), arb(0)) / grow
            alpha -= comb(k, j) * sum((_ball(a * (-2) ** n) for n, a in enumerate(row)), arb(0)) * grow
            # density: sum of a_n d^(n-1)/(n-1)!, in d; then d = (c - centre) - y.
            coefficients, factorial = [], Fraction(1)
            for n in range(1, k + 1):
                factorial *= max(1, n - 1)
                coefficients.append(_ball(row[n] / factorial * comb(k, j)))
            density += arb_poly(coefficients)(arb_poly([_ball(c - centre), -1]))
        # S'' - S/4 = density has the polynomial solution -4 (density + 4 density'' + 16 density'''' + ...).
        solution, term, power = arb_poly([0]), density, arb(4)
        for _ in range(k // 2 + 1):
            solution -= power * term
            term, power = term.derivative().derivative(), 4 * power
        scale = ((-_ball(r) / 2).exp() / 2) ** k
        return _ball(centre), alpha * scale, beta * scale, solution * scale, density * scale

    def _index(self, epsilon: Fraction, side: int) -> int | None:
        knots = self._knots()
        index = bisect_right(knots, epsilon)
        if side < 0 and index and knots[index - 1] == epsilon:
            index -= 1
        return index if index < len(knots) else None

    def _pieces(self, low: arb, high: arb, side: int = 1) -> list[int | None]:
        first, last = _fraction(low.lower()), _fraction(high.upper())
        if first == last:
            return [self._index(first, side)]
        begin, end = self._index(first, 1), self._index(last, -1)
        count = len(self._knots())
        begin_, end_ = count if begin is None else begin, count if end is None else end
        return [i if i < count else None for i in range(begin_, max(begin_, end_) + 1)]

    def delta(self, epsilon: arb) -> arb:
        """Return the profile at ``epsilon``."""
        return _hull(*(self._value(epsilon, i) for i in self._pieces(epsilon, epsilon))).nonnegative_part()

    def _value(self, epsilon: arb, index: int | None) -> arb:
        if index is None:
            return arb(0)
        centre, alpha, beta, polynomial, _ = self._piece(index)
        with _Bits(ctx.prec + 64 + 12 * self.compositions):
            t = epsilon.exp()
            value = alpha * t + beta + t.sqrt() * polynomial(epsilon - centre)
        return +value

    def slope(self, epsilon: arb, side: int = 1) -> arb:
        """Return the one-sided derivative by t."""
        return _hull(*(self._first(epsilon, i) for i in self._pieces(epsilon, epsilon, side)))

    def _first(self, epsilon: arb, index: int | None) -> arb:
        if index is None:
            return arb(0)
        centre, alpha, _, polynomial, _ = self._piece(index)
        with _Bits(ctx.prec + 64 + 12 * self.compositions):
            x = epsilon - centre
            value = alpha + (-epsilon / 2).exp() * (polynomial(x) / 2 + polynomial.derivative()(x))
        return +value

    def curvature(self, low: arb, high: arb) -> arb:
        """Return the range of ``e^(-3 epsilon/2)`` times the density's polynomial, expanded at the middle."""
        return _hull(*(self._second(low, high, i) for i in self._pieces(low, high)))

    def _second(self, low: arb, high: arb, index: int | None) -> arb:
        if index is None:
            return arb(0)
        centre, _, _, _, density = self._piece(index)
        with _Bits(ctx.prec + 64 + 12 * self.compositions):
            middle, radius = (low + high) / 2, (high - low) / 2
            shifted = density(arb_poly([middle - centre, 1]))
            value = (-3 * _hull(low, high) / 2).exp() * shifted(arb(0, radius.upper()))
        return +value

    def breakpoints(self) -> tuple[arb, ...]:
        """Return the positive points of ``r(k - 2j)``."""
        return tuple(_ball(knot) for knot in self._knots())

    def largest_loss(self) -> arb:
        """Return ``compositions`` times ``ratio``."""
        return _ball(Fraction(self.ratio) * self.compositions)

    def tail(self) -> Tail:
        """Return that delta is 0 beyond the largest loss."""
        return Tail("zero", self.largest_loss())

    def composed(self, times: int) -> Profile:
        """Return the profile of that many times as many runs."""
        return LaplaceComposition(self.ratio, self.compositions * _times(self.kind, times))


def _binomial_product(up: int, down: int) -> list[Fraction]:
    """Coefficients of ``(1 + x/2)^up (1 - x/2)^down``."""
    first = [comb(up, i) for i in range(up + 1)]
    second = [(-1) ** i * comb(down, i) for i in range(down + 1)]
    result = [0] * (up + down + 1)
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            result[i + j] += a * b
    return [Fraction(a, 2**n) for n, a in enumerate(result)]


# --- tables ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableProfile(Profile):
    """Finitely many guarantees (epsilon, delta), continued to every epsilon as an upper bound of the true profile.

    ``points`` have strictly increasing epsilon >= 0 and delta in [0, 1] that does not increase. ``interpolation``

    * ``"step"``: delta(epsilon) is that of the last point at or below epsilon;
    * ``"convex"``: between two points the chord in ``t = e^epsilon``, an upper bound because a true profile is convex in t.

    Below the first point it is what follows from that point alone (as in ``RandomisedResponseProfile``); beyond the last point
    it is constant.
    """

    kind: ClassVar[str] = "table"
    points: Sequence[tuple[Exact, Exact]]
    interpolation: str = "step"
    convex: bool = False

    def __post_init__(self) -> None:
        if self.interpolation not in ("step", "convex"):
            raise ValueError(f"table: interpolation must be step or convex, got interpolation={self.interpolation!r}; choose one")
        rows = [(exact_number("table", f"epsilon[{i}]", e), exact_number("table", f"delta[{i}]", d)) for i, (e, d) in enumerate(self.points)]
        if not rows:
            raise ValueError("table: at least one point is expected, got points=(); give rows of epsilon and delta")
        for i, (e, d) in enumerate(rows):
            _need("table", f"epsilon[{i}]", e, e >= 0, "at least 0")
            _need("table", f"delta[{i}]", d, 0 <= d <= 1, "in [0, 1]")
            if i and not e > rows[i - 1][0]:
                raise ValueError(f"table: epsilon must increase strictly, got epsilon[{i}]={e} after epsilon[{i - 1}]={rows[i - 1][0]}; sort the rows and keep one of each")
            if i and d > rows[i - 1][1]:
                raise ValueError(f"table: delta must not increase, got delta[{i}]={d} after delta[{i - 1}]={rows[i - 1][1]} at epsilon[{i}]={e}; the earlier row already gives the smaller value")
        object.__setattr__(self, "points", tuple(rows))

    def _line(self, index: int) -> tuple[arb, arb]:
        """Intercept and slope in t on the piece that begins at point ``index``; -1 is the piece below the first point."""
        rows = [(Fraction(e), Fraction(d)) for e, d in self.points]
        if index < 0:
            e, d = _ball(rows[0][0]).exp(), _ball(rows[0][1])
            return d + (1 - d) * e / (1 + e), -(1 - d) / (1 + e)
        if index == len(rows) - 1 or self.interpolation == "step":
            return _ball(rows[index][1]), arb(0)
        (e0, d0), (e1, d1) = rows[index : index + 2]
        slope = _ball(d1 - d0) / (_ball(e1).exp() - _ball(e0).exp())
        return _ball(d0) - slope * _ball(e0).exp(), slope

    def _lines(self, epsilon: arb, side: int) -> list[tuple[arb, arb]]:
        keys = [Fraction(e) for e, _ in self.points]
        low, high = _fraction(epsilon.lower()), _fraction(epsilon.upper())
        first, last = bisect_right(keys, low) - 1, bisect_right(keys, high) - 1
        if side < 0 and low == high and first >= 0 and keys[first] == low:
            first = last = first - 1
        return [self._line(i) for i in range(first, last + 1)]

    def delta(self, epsilon: arb) -> arb:
        """Return the guarantee at ``epsilon``."""
        return self._beside(epsilon, 1)

    def delta_before(self, epsilon: arb) -> arb:
        """Return the limit of the guarantee from the left."""
        return self._beside(epsilon, -1)

    def _beside(self, epsilon: arb, side: int) -> arb:
        t = epsilon.exp()
        return _hull(*(a + b * t for a, b in self._lines(epsilon, side))).nonnegative_part()

    def slope(self, epsilon: arb, side: int = 1) -> arb:
        """Return the derivative by t from one side."""
        return _hull(*(b for _, b in self._lines(epsilon, side)))

    def curvature(self, low: arb, high: arb) -> arb:
        """Return 0: linear between two points."""
        return arb(0)

    def breakpoints(self) -> tuple[arb, ...]:
        """Return the epsilons of the points."""
        return tuple(_ball(Fraction(e)) for e, _ in self.points if Fraction(e) > 0)

    def largest_loss(self) -> arb | None:
        """Return the first epsilon with delta 0, if any."""
        return next((_ball(Fraction(e)) for e, d in self.points if Fraction(d) == 0), None)

    def tail(self) -> Tail:
        """Return that delta is 0 beyond the first point with delta 0, or stays at its last value."""
        largest = self.largest_loss()
        if largest is not None:
            return Tail("zero", largest)
        return Tail("slow", _ball(Fraction(self.points[-1][0])), factor=_ball(Fraction(self.points[-1][1])))
