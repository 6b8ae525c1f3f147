r"""Bounds for noisy contractive iterations: how the shifts of the steps are best shared among their noises, and what linear normal iterations come to exactly.

In ``W_t = psi_t(W_{t-1}, X_t) + N_t`` with maps of Lipschitz constant c_t <= 1, let some coupling of all records of both runs have ``|psi_t(w, X_t) - psi_t(w, X_t')| <= s_t`` for all t and
w, and let v_t be the variance of the normal noise of step t. For given records, any ``a_t >= 0`` whose debt ``z_t = c_t z_{t-1} + s_t - a_t`` is never negative and ends at 0 gives ``D_a(W_T, W_T') <= a/2 sum of a_t^2/v_t`` (Feldman, Mironov, Talwar and Thakurta 2018,
doi:10.1109/FOCS.2018.00056), and then also for the mixtures over the records, however these depend on each other.

Over a segment of steps between two times without debt the cheapest payment is ``gap^2/variance``, gap and variance those of the linear iteration over these steps alone. Two neighbouring
segments may be joined if the first pays at the higher rate, and then it is cheaper; where no two can be joined the rates rise, the payments are the slopes of the greatest convex minorant
of the summed shifts over the clock of the summed variances, and no sharing is cheaper. Segments are joined where balls decide the comparison, so every value is a bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import arb, fmpq

from verify.values.numbers import Enclosure, NoValue, precision

BITS = 128
ONE = fmpq(1)
Segment = tuple[arb, arb, arb]
"""Gap, variance and Lipschitz constant of the linear iteration over some steps."""


@dataclass(frozen=True, slots=True)
class Amplification:
    """Bounds of the divergence of the last iterates: ``step_by_step`` pays each shift in its own step, ``shared`` shares best; ``segments`` are those that are left."""

    step_by_step: Enclosure
    shared: Enclosure
    segments: int


def amplification(shifts: Sequence[fmpq], variances: Sequence[fmpq], order: fmpq, contractions: Sequence[fmpq] | fmpq = ONE) -> Amplification:
    """The bounds for normal noise.

    Parameters
    ----------
    shifts
        s_1, ..., s_T, at least 0, for one coupling of the records of both runs.
    variances
        v_1, ..., v_T, above 0.
    contractions
        c_1, ..., c_T in [0, 1], or one for all.

    Raises
    ------
    NoValue
        Naming the entry that is out of range, or where the numbers of entries differ.
    """
    factors = _checked(shifts, variances, order, contractions)
    with precision(BITS):
        half, own = arb(order) / 2, arb(0)
        stack: list[Segment] = []
        for s, v, c in zip(shifts, variances, factors, strict=True):
            segment = arb(s), arb(v), arb(c)
            own += segment[0] * segment[0] / segment[1]
            while stack and _pays_more(stack[-1], segment):
                segment = _joined(stack.pop(), segment)
            stack.append(segment)
        shared = sum((gap * gap / variance for gap, variance, _ in stack), arb(0))
        return Amplification(_ends(half * own), _ends(half * shared), len(stack))


def linear_divergence(shifts: Sequence[fmpq], variances: Sequence[fmpq], order: fmpq, contractions: Sequence[fmpq] | fmpq = ONE) -> Enclosure:
    """The divergence itself of ``W_t = c_t W_{t-1} + N_t`` and ``W_t' = c_t W_{t-1}' + s_t + N_t'`` from one start: two normal laws of one variance."""
    factors = _checked(shifts, variances, order, contractions)
    with precision(BITS):
        gap, variance = arb(0), arb(0)
        for s, v, c in zip(shifts, variances, factors, strict=True):
            gap, variance = arb(c) * gap + arb(s), arb(c) ** 2 * variance + arb(v)
        return _ends(arb(order) * gap * gap / (2 * variance))


def _pays_more(first: Segment, second: Segment) -> bool:
    """Whether the rate of the first segment is certainly not below that of the second; each is gap over variance, at the end of the second."""
    return bool(first[0] * second[1] >= second[2] * second[0] * first[1])


def _joined(first: Segment, second: Segment) -> Segment:
    c = second[2]
    return c * first[0] + second[0], c * c * first[1] + second[1], first[2] * c


def _checked(shifts: Sequence[fmpq], variances: Sequence[fmpq], order: fmpq, contractions: Sequence[fmpq] | fmpq) -> Sequence[fmpq]:
    factors = [contractions] * len(shifts) if isinstance(contractions, fmpq) else contractions
    if not len(shifts) == len(variances) == len(factors) >= 1:
        raise NoValue(f"an iteration needs a shift, a variance and a constant for each step, got {len(shifts)}, {len(variances)} and {len(factors)}")
    if not order > 1:
        raise NoValue(f"an iteration is compared at an order above 1, got order={order}")
    for t, (s, v, c) in enumerate(zip(shifts, variances, factors, strict=True), 1):
        if s < 0 or v <= 0:
            raise NoValue(f"shifts must be at least 0 and variances above 0, got shift={s}, variance={v} in step {t}")
        if not 0 <= c <= 1:
            raise NoValue(f"a contraction constant must be in [0, 1], got {c} in step {t}; accepted are maps that do not expand")
    return factors


def _ends(value: arb) -> Enclosure:
    return Enclosure(value.lower(), value.upper())
