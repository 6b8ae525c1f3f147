"""The rule for independent steps that each shift a noise with a fixed probability."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import laws, transport
from verify.evidence.checker.formula import argument, optional
from verify.evidence.checker.laws import Family, Point
from verify.evidence.checker.numbers import NoValue, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator


def _subsampled_shifts(e: Evaluator, f: Any, env: Env) -> Any:
    noise, rate, shifts = e.law(argument(f, 0), env), e.number(argument(f, 1), env), e.value(argument(f, 2), env)
    order = None if optional(f, 3) is None else e.number(f[4], env)
    if not isinstance(rate, Fraction):
        raise Undecided("a rate that is not a fraction")
    if not 0 <= rate <= 1:
        raise NoValue("a rate outside [0, 1]")
    steps = []
    for v in shifts if isinstance(shifts, Family | Point) else [shifts]:
        shift = transport.norm(v, order) if isinstance(v, Point) else v
        parts = ((1 - rate, noise), (rate, laws.translate(noise, shift)))
        steps.append(laws.mixture([(w, law) for w, law in parts if w != 0]))
    if not steps:
        raise NoValue("no steps")
    return steps[0] if len(steps) == 1 else laws.product(steps)


SUBSAMPLED = {"subsampled_shifts": _subsampled_shifts}
