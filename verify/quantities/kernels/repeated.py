"""Quantities of two laws of very many independent coordinates: of runs of a Poisson-subsampled normal mechanism, or of pairs of such.

The coordinates of one run are compared one by one: a mixture ``(1 - q) N(m, v) + q N(m', v)`` with ``N(m, v)``, in either order, or equal laws. By the moments of the privacy loss
(:mod:`verify.account`), Renyi divergences are sums, and hockey-stick divergences integrals over a line, which is kept for epsilons nearby.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from flint import arb, ctx, fmpq

from verify.account import contour
from verify.account.subsampled import Powers
from verify.account.transforms import Added, Removed, Together
from verify.quantities.kernels.moments import gaussian
from verify.values import laws, numbers
from verify.values import powers as the_powers
from verify.values.laws import Law
from verify.values.numbers import Enclosure, NoValue, Number, precision

__all__ = ["evaluate"]

SPARE = 24
"""Bits more than asked for, besides those of the number of copies: the errors of one run count once for each."""
FURTHEST = 256
"""Order times distance of the means up to which Renyi divergences are computed."""
KEPT = 2.0**-30
"""Relative error of delta above which an epsilon gets a line of its own."""
POSTS = 4
"""Lines that others use too, to each factor of 2 of epsilon."""
MOST_LINES = 512


def evaluate(head: str, arguments: list[Any], prec: int) -> Number:
    """The value of a quantity of two repeated laws, or what is always known of it where the laws are not of this form. Raises NoValue."""
    p, q = arguments[:2]
    if not isinstance(p, laws.RepeatedLaw) or not isinstance(q, laws.RepeatedLaw) or p.copies != q.copies:
        raise NoValue("distributions on different spaces")
    run = _same_run(p.law, q.law)
    if head == "renyi":
        return Enclosure(arb(0), math.inf) if run is None else _renyi(run, p.copies, arguments[2], prec)
    if head in ("hockey_stick", "total_variation", "least_disagreement"):
        epsilon = arguments[2] if head == "hockey_stick" else fmpq(0)
        return Enclosure(arb(0), arb(1)) if run is None else _hockey_stick(run, p.copies, epsilon, prec)
    return Enclosure(arb(0), math.inf)


@dataclass(frozen=True)
class _Run:
    """Parts of one run that differ: whether the mixture is the first law, its rate, and the squared distance of its means in units of the variance."""

    parts: tuple[tuple[bool, fmpq, Number], ...]
    lines: dict[tuple[int, float], contour.Line | None] = field(default_factory=dict, compare=False)
    """By the number of copies and the epsilon for which a line is drawn; None where it would be too dear."""
    transforms: dict[int, Together] = field(default_factory=dict, compare=False)

    def transform(self) -> Together:
        """The privacy loss at the current precision."""
        known = self.transforms.get(ctx.prec)
        if known is None:
            known = self.transforms[ctx.prec] = self._transform()
        return known

    def _transform(self) -> Together:
        made: list[Removed | Added] = []
        for removed, rate, square in self.parts:
            powers = _powers(rate, square, ctx.prec)
            made.append(Removed(powers) if removed else Added(powers))
        return Together(tuple(made))

    @cached_property
    def furthest(self) -> arb:
        """An order beyond which the divergence is only said to be no less than there: the tilted law is far out."""
        with precision(64):
            greatest = max((_spanning(numbers.enclose(square, 64)).upper() for *_, square in self.parts), key=float)
            return (1 + FURTHEST / greatest.sqrt()).floor().mid()


@lru_cache(maxsize=64)
def _powers(rate: fmpq, square: Number, bits: int) -> Powers:
    """At the current precision, which is ``bits``. One for both orders of two laws: they ask for the same powers."""
    return Powers(arb(rate), _spanning(numbers.enclose(square, bits)).sqrt())


def _spanning(ends: Enclosure) -> arb:
    return arb(ends.lo).union(arb(ends.hi))


def _same_run(p: Law, q: Law) -> _Run | None:
    """``_run``, found by the very laws where they were asked for before: they are slow to hash."""
    known = _RUNS.get((id(p), id(q)))
    if known is None:
        if len(_RUNS) >= 256:
            _RUNS.clear()
        known = _RUNS[id(p), id(q)] = p, q, _run(p, q)
    return known[2]


_RUNS: dict[tuple[int, int], tuple[Law, Law, _Run | None]] = {}
"""Runs by the identity of both laws, which are kept alive here."""


@lru_cache(maxsize=256)
def _run(p: Law, q: Law) -> _Run | None:
    """What is compared in one run; None where a coordinate is of another form."""
    coordinates = list(zip(p.laws, q.laws, strict=True)) if isinstance(p, laws.ProductLaw) and isinstance(q, laws.ProductLaw) and len(p.laws) == len(q.laws) else [(p, q)]
    parts = []
    for one, two in coordinates:
        if one == two:
            continue
        part = _sampled(one, two)
        if part is not None:
            parts.append((True, *part))
            continue
        part = _sampled(two, one)
        if part is None:
            return None
        parts.append((False, *part))
    return _Run(tuple(parts)) if parts else None


def _sampled(mixed: Law, base: Law) -> tuple[fmpq, Number] | None:
    """Rate and squared distance where ``mixed`` is a mixture of the normal law ``base`` with one that is moved."""
    if not isinstance(mixed, laws.MixtureLaw) or len(mixed.laws) != 2 or isinstance(base, laws.ProductLaw | laws.RepeatedLaw | laws.MixtureLaw):
        return None
    if base not in mixed.laws:
        return None
    k = 1 - mixed.laws.index(base)
    still, moved = gaussian(base), gaussian(mixed.laws[k])
    if still is None or moved is None or numbers.relation(still[1], "==", moved[1]) is not True:
        return None
    return mixed.weights[k], numbers.div(the_powers.power(numbers.sub(moved[0], still[0]), fmpq(2)), still[1])


# --- Renyi divergences -----------------------------------------------------------------------------------------------


def _renyi(run: _Run, copies: int, order: Number, prec: int) -> Enclosure:
    """At a range of orders the values at its ends, since the divergence does not fall as the order rises."""
    if isinstance(order, float) or numbers.relation(order, ">=", fmpq(1)) is not True:
        return Enclosure(arb(0), math.inf)
    bits = prec + SPARE + copies.bit_length()
    ends = numbers.enclose(order, bits)
    with precision(bits):
        furthest = run.furthest
        low = _divergence(run, ends.lo if ends.lo < furthest else furthest)
        high = low if ends.lo == ends.hi else _divergence(run, ends.hi)
        return Enclosure((copies * low).lower() if low.is_finite() else arb(0), (copies * high).upper() if high.is_finite() and ends.hi <= furthest else math.inf)


def _divergence(run: _Run, order: Any) -> arb:
    """Of one run at an exact order; at 1 only that it is not negative, at an infinite one that it is at most infinite."""
    if isinstance(order, float) or not order.is_finite():
        return arb("inf")
    s = (order - 1).mid()
    if not s > 0:
        return arb(0)
    found: arb = run.transform().value(s).log() / s
    return found


# --- hockey-stick divergences ------------------------------------------------------------------------------------------


def _hockey_stick(run: _Run, copies: int, epsilon: Number, prec: int) -> Enclosure:
    """At a range of epsilon the values at its ends, since the divergence falls as epsilon rises."""
    if numbers.relation(epsilon, ">=", fmpq(0)) is not True:
        return Enclosure(arb(0), arb(1))
    ends = numbers.enclose(epsilon, prec + SPARE)
    high = _delta(run, copies, ends.lo)
    return high if ends.lo == ends.hi else Enclosure(_delta(run, copies, ends.hi).lo, high.hi)


def _delta(run: _Run, copies: int, epsilon: Any) -> Enclosure:
    """On the line of the epsilons around, or on one of its own where that is not near enough: never on whatever line is known, as the answer would depend on what was asked before."""
    if isinstance(epsilon, float) or not epsilon.is_finite():
        return Enclosure(arb(0), arb(0))
    here = float(epsilon)
    found: arb | None = None
    for place in dict.fromkeys((_post(here), here)):
        line = _line(run, copies, place)
        found = None if line is None else line.delta(epsilon)
        if found is not None and found.rad() <= KEPT * found.mid():
            break
    return Enclosure(arb(0), arb(1)) if found is None else Enclosure(found.lower(), found.upper())


def _post(epsilon: float) -> float:
    """The nearest of the epsilons for which lines are drawn that others use too: ``POSTS`` to each factor of 2."""
    part, power = math.frexp(epsilon)
    return math.ldexp(round(part * 2 * POSTS) / (2 * POSTS), power)


def _line(run: _Run, copies: int, epsilon: float) -> contour.Line | None:
    if (copies, epsilon) not in run.lines:
        if len(run.lines) >= MOST_LINES:
            run.lines.clear()
        with precision(contour.PARAMETERS):
            transform = run.transform()
        try:
            run.lines[copies, epsilon] = contour.line(transform, copies, 1e-5, epsilon)
        except contour.TooDear:
            run.lines[copies, epsilon] = None
    return run.lines[copies, epsilon]
