"""The joint law of independent steps that each shift a noise with a fixed probability."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from verify.quantities.kernels.transport import ground_distance
from verify.values import laws, numbers
from verify.values.laws import Law
from verify.values.numbers import NoValue, Number


def subsampled_shifts(noise: Law, rate: Number, shifts: Sequence[object], norm: Number, prec: int) -> Law:
    """Independent coordinates, coordinate i with law (1 - rate) P + rate (P + v_i) for the noise P on the line.

    A shift v_i is a number, or a point that stands for its l_norm norm. For one shift the law lies on the line. Raises NoValue unless the rate lies in
    [0, 1] and there is a shift.
    """
    if not isinstance(rate, fmpq) or not 0 <= rate <= 1:
        raise NoValue(f"the rate must be a fraction in [0, 1], got {rate}")
    if not shifts:
        raise NoValue("no steps")
    steps = [_step(noise, rate, ground_distance(v, tuple(fmpq(0) for _ in v), norm, prec) if isinstance(v, tuple) else v) for v in shifts]
    return steps[0] if len(steps) == 1 else laws.product(*steps)


def _step(noise: Law, rate: fmpq, shift: Number) -> Law:
    if rate == 0 or numbers.relation(shift, "==", fmpq(0)) is True:
        return noise
    moved = laws.translate(noise, shift)
    return moved if rate == 1 else laws.mixture([1 - rate, rate], [noise, moved])
