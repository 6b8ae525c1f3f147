"""Quantiles of laws on the line and their integrals."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from flint import arb, fmpq

from verify.quantities.kernels import powers
from verify.quantities.kernels.lines import INF, ONE, PRECISION, ZERO, LineLaw, Part, piece_integrals, prepared, sum_of, support
from verify.quantities.kernels.undecided import Diverges, Wide
from verify.values.laws import Piece, PowerLaw
from verify.values.numbers import precision, sign, to_float


def quantiles(law: LineLaw, levels: Sequence[fmpq], prec: int = PRECISION) -> list[tuple[arb | float, arb | float]]:
    """Enclosures of ``inf {x : F(x) >= u}`` for increasing levels in (0, 1).

    A point is guessed in floating point and then certified: ``F(lo) < u <= F(hi)`` in balls. Ends that cannot be
    certified are infinite.
    """
    bell = _whole_bell(law)
    if bell is not None:
        with precision(prec + 32):
            middle, root, _ = prepared(bell)[1].bell()
            return [(arb((middle + x / root).lower()), arb((middle + y / root).upper())) for x, y in _standard(tuple(levels), prec)]
    guess = _float_masses(law)
    bottom, top = support(law)
    start, stop = to_float(bottom), to_float(top)
    out: list[tuple[arb | float, arb | float]] = []
    x = next((end for end in (start, stop) if math.isfinite(end)), 0.0)
    if math.isfinite(start) and math.isfinite(stop):
        x = (start + stop) / 2
    with precision(prec + 32):
        parts = law.parts

        def certain(x: arb) -> arb:
            value = sum_of(piece_integrals(0, w, piece, -INF, x)[0] for w, piece in parts)
            return value + sum((w for place, w in law.atoms if x >= place), ZERO) if law.atoms else value

        for level in levels:
            x, step = _near_quantile(guess, to_float(level), to_float(ONE - level), x, start, stop)
            left: arb | float = -INF
            right: arb | float = INF
            for _ in range(40):
                if isinstance(left, float) and certain(arb(x - step)) < level:
                    left = arb(x - step)
                if isinstance(right, float) and certain(arb(x + step)) >= level:
                    right = arb(x + step)
                if not isinstance(left, float) and not isinstance(right, float):
                    break
                step *= 8
            out.append((left, right))
    return out


def _whole_bell(law: LineLaw) -> Piece | None:
    """The piece of a normal law, else None."""
    if law.atoms or len(law.components) != 1 or len(law.components[0][1].pieces) != 1:
        return None
    piece = law.components[0][1].pieces[0]
    if isinstance(piece, PowerLaw):
        return None
    return piece if piece.lo == -INF and piece.hi == INF and sign(piece.c2) == -1 else None


@lru_cache(maxsize=32)
def _standard(levels: tuple[fmpq, ...], prec: int) -> tuple[tuple[arb, arb], ...]:
    """Enclosures of the quantiles of the law with density proportional to ``exp(-x^2)``, the image of every normal law."""
    out = []
    with precision(prec + 64):
        for level in levels:
            tail = min(level, ONE - level)
            x, step = _near_quantile(_standard_guess, to_float(tail), to_float(ONE - tail), -1.0, -INF, 0.0) if tail * 2 != 1 else (0.0, 1e-18)
            ends = arb(x - step), arb(x + step)
            while not ((-ends[0]).erfc() / 2 < tail and (-ends[1]).erfc() / 2 >= tail):
                step *= 8
                ends = arb(x - step), arb(x + step)
            out.append(ends if level == tail else (-ends[1], -ends[0]))
    return tuple(out)


def _standard_guess(x: float) -> tuple[float, float, float]:
    return math.erfc(-x) / 2, math.erfc(x) / 2, math.exp(-x * x) / math.sqrt(math.pi)


def _near_quantile(
    guess: Callable[[float], tuple[float, float, float]], u: float, v: float, x: float, low: float, high: float
) -> tuple[float, float]:
    """A place near the quantile of level ``u = 1 - v`` and an error it may have; only a guide.

    Newton's method for the logarithm of the smaller of the two masses, kept inside a bracket that shrinks.
    """
    reach = 1.0
    for trial in range(200):
        below, above, height = guess(x)
        mass, wanted, side = (below, u, -1.0) if u < v else (above, v, 1.0)
        if (below >= u) if u < v else (above <= v):
            high = x
        else:
            low = x
        following = math.nan
        if 0 < height < INF and 0 < mass < INF:
            step = side * math.log(mass / wanted) * mass / height
            if abs(step) <= 4e-16 * abs(x) + 1e-15 * mass / height:
                return x, 4e-16 * abs(x) + 1e-14 * mass / height
            following = x + step if trial < 24 else math.nan
        if not low < following < high:
            if math.isinf(low) or math.isinf(high):
                reach *= 2
                following = x - reach if math.isinf(low) else x + reach
            else:
                following = (low + high) / 2
            if not low < following < high:
                break
        x = following
    x = high if math.isfinite(high) else x
    return x, max(abs(x) * 1e-15, 1e-18)


def quantile_integrals(
    law: LineLaw, levels: Sequence[fmpq], places: Sequence[tuple[arb | float, arb | float]]
) -> list[arb]:
    """Balls of the integrals of ``F^-1`` over ``(0, u)``, at the current precision.

    ``E[X; X <= x] + x (u - F(x))`` at a quantile ``x``; its derivative in ``x`` is ``u - F(x)``, so that a narrow
    enclosure of ``x`` is enough.
    """
    out = []
    for level, (left, right) in zip(levels, places, strict=True):
        if isinstance(left, float) or isinstance(right, float):
            out.append(arb("nan"))
            continue
        x = left.union(right)
        value = x * level
        for place, w in law.atoms:
            gain = w * (place - x)
            if place <= left:
                value += gain
            elif not place > right:
                value += gain.union(0)
        try:
            for w, piece in law.parts:
                size, first = piece_integrals(1, w, piece, -INF, x)
                value += first - x * size
        except (Wide, Diverges):
            value = arb("nan")
        out.append(value)
    return out


def _float_masses(law: LineLaw) -> Callable[[float], tuple[float, float, float]]:
    """Mass up to a place, mass beyond it, and density there, in floating point; only a guide."""
    terms = [_float_piece(to_float(w), piece) for w, piece in law.parts]
    atoms = [(to_float(place), to_float(w)) for place, w in law.atoms]

    def masses(x: float) -> tuple[float, float, float]:
        below = above = height = 0.0
        for place, size in atoms:
            if x >= place:
                below += size
            else:
                above += size
        for term in terms:
            one, two, three = term(x)
            below += one
            above += two
            height += three
        return below, above, height

    return masses


def _float_piece(w: float, piece: Part) -> Callable[[float], tuple[float, float, float]]:
    if isinstance(piece, PowerLaw):
        return powers.float_masses(w, piece)
    lo, hi = to_float(piece.lo), to_float(piece.hi)
    c0, c1, c2 = to_float(piece.c0), to_float(piece.c1), to_float(piece.c2)

    def density(x: float) -> float:
        return w * math.exp(min(c0 + x * (c1 + x * c2), 700.0)) if lo < x < hi else 0.0

    if c2 < 0:
        root, middle = math.sqrt(-c2), -c1 / (2 * c2)
        factor = w * math.exp(min(c0 - c1 * c1 / (4 * c2), 700.0)) * math.sqrt(math.pi) / (2 * root)
        first, last = root * (lo - middle), root * (hi - middle)

        def bell(x: float) -> tuple[float, float, float]:
            t = root * (min(max(x, lo), hi) - middle)
            return factor * _float_gap(first, t), factor * _float_gap(t, last), density(x)

        return bell
    if c2 == 0:

        def between(a: float, b: float) -> float:
            if c1 == 0:
                return w * math.exp(min(c0, 700.0)) * (b - a) if b > a else 0.0
            ends = [math.exp(min(c0 + c1 * x, 700.0)) if math.isfinite(x) else 0.0 for x in (a, b)]
            return w * (ends[1] - ends[0]) / c1 if b > a else 0.0

        return lambda x: (between(lo, min(x, hi)), between(max(x, lo), hi), density(x))

    def slow(x: float) -> tuple[float, float, float]:
        with precision(64):
            below = float(piece_integrals(0, ONE, piece, -INF, arb(x))[0].mid()) * w
            above = float(piece_integrals(0, ONE, piece, arb(x), INF)[0].mid()) * w
        return below, above, density(x)

    return slow


def _float_gap(a: float, b: float) -> float:
    """``erf(b) - erf(a)`` without cancellation in the tails."""
    if a > 0:
        return math.erfc(a) - math.erfc(b)
    if b < 0:
        return math.erfc(-b) - math.erfc(-a)
    return math.erf(b) - math.erf(a)
