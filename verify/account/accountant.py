"""epsilon at a delta, and delta at an epsilon, of n independent runs of one mechanism: guaranteed enclosures by two routes, and by Renyi divergences.

Route ``contour``: closed forms where there are any (one run, normal laws, randomised response), else a sum over a vertical line (:mod:`verify.account.contour`).
Route ``discretised``: loss distributions on a lattice in integers (:mod:`verify.account.lattice`). The two share neither formulas nor arithmetic.

The runs may be adaptive: each has, whatever came before, the two laws compared here as its worst case.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from verify.account import contour, lattice, renyi
from verify.account.closed import FEW, few_laplace, few_laplace_delta, one_run, two_points, two_points_delta
from verify.account.runs import DIRECTIONS, AccountError, LaplaceRun, Mechanism, NormalRun, RandomisedRun, SubsampledRun, ball
from verify.measure.summary import gaussian_epsilon
from verify.values.gaussian_profiles import profile
from verify.values.numbers import Enclosure, precision

__all__ = ["ROUTES", "delta_of", "epsilon_of", "renyi_divergence", "renyi_epsilon"]

ROUTES = ("contour", "discretised")
BITS = 256
"""Of the parameters; each route chooses its working precision below that."""
WIDTH = 0.007
"""Width of epsilon that the discretised route aims at."""
MOST_STEPS = 10**12
_NEAR = 0.01
_STEEPEST = 8
"""Where a loss is bounded, log delta falls without end near its end: the lattice is chosen for a fall of so many units in a standard deviation at most."""


@dataclass(frozen=True)
class _Question:
    """A checked question: what is composed, how often, and which directions count."""

    mechanism: Mechanism
    steps: int
    directions: Sequence[str]

    def worst(self, answer: Callable[[str], Enclosure]) -> Enclosure:
        """The larger of the answers of all directions."""
        found = [answer(direction) for direction in self.directions]
        return Enclosure(max(e.lo for e in found), max(e.hi for e in found))


def _question(mechanism: Mechanism, steps: int, direction: str) -> _Question:
    if not isinstance(steps, int) or not 1 <= steps <= MOST_STEPS:
        raise AccountError(f"account: steps must be a whole number from 1 to {MOST_STEPS}, got steps={steps}; it is the number of runs")
    if direction not in DIRECTIONS:
        raise AccountError(f"account: direction must be one of {', '.join(DIRECTIONS)}, got direction={direction}")
    if direction == "replace" and not isinstance(mechanism, SubsampledRun):
        raise AccountError(f"account: direction=replace is known for {SubsampledRun.name}, got {mechanism.name}; ask for add, remove or both")
    known = mechanism.directions
    chosen = ("add", "remove") if direction == "both" else (direction,)
    return _Question(mechanism, steps, chosen if "add" in known else known[:1])


def _unit(name: str, value: Any) -> Fraction:
    found = Fraction(value)
    if not 0 < found < 1:
        raise AccountError(f"account: {name} must lie in (0, 1), got {name}={value}; give for example 1e-5")
    return found


def epsilon_of(mechanism: Mechanism, steps: int, delta: Any, direction: str = "both", route: str = "contour", width: float = WIDTH) -> Enclosure:
    """An enclosure of the least epsilon >= 0 at which ``steps`` runs are (epsilon, delta)-DP.

    Parameters
    ----------
    mechanism
        One of ``verify.account.runs``.
    steps
        Number of runs, at least 1.
    delta
        In (0, 1), and above the probability that some run fails.
    direction
        ``add``, ``remove``, ``both`` or ``replace``.
    route
        ``contour`` or ``discretised``; ``width`` is what the second one aims at.

    Raises
    ------
    AccountError
        Naming the parameter: what must hold and what was got.
    TooDear
        Where the contour would take too long: a few runs of a mechanism whose loss has atoms or a steep density.
    """
    asked = _question(mechanism, steps, direction)
    exact = _unit("delta", delta)
    _known_route(route)
    if isinstance(mechanism, SubsampledRun) and Fraction(mechanism.rate) == 0:
        return Enclosure(arb(0), arb(0))
    if isinstance(mechanism, SubsampledRun) and Fraction(mechanism.rate) == 1:
        return epsilon_of(_normal(mechanism, direction), steps, exact, "both", route, width)
    with precision(BITS):
        goal = _left(mechanism, steps, exact)
        if route == "discretised":
            return asked.worst(lambda way: _lattice(asked, way, goal, width).epsilon(goal))
        return asked.worst(lambda way: _on_contour(asked, way, goal, exact))


def delta_of(mechanism: Mechanism, steps: int, epsilon: Any, direction: str = "both", route: str = "contour", width: float = WIDTH) -> Enclosure:
    """An enclosure of the least delta at which ``steps`` runs are (epsilon, delta)-DP, for epsilon >= 0; parameters and errors as :func:`epsilon_of`."""
    asked = _question(mechanism, steps, direction)
    if not Fraction(epsilon) >= 0:
        raise AccountError(f"account: epsilon must be at least 0, got epsilon={epsilon}")
    _known_route(route)
    if isinstance(mechanism, SubsampledRun) and Fraction(mechanism.rate) == 0:
        return Enclosure(arb(0), arb(0))
    if isinstance(mechanism, SubsampledRun) and Fraction(mechanism.rate) == 1:
        return delta_of(_normal(mechanism, direction), steps, epsilon, "both", route, width)
    with precision(BITS):
        at = ball(epsilon)
        found = asked.worst(lambda way: _delta_lattice(asked, way, at, width) if route == "discretised" else _delta_contour(asked, way, at))
        kept = _kept(mechanism, steps)
        return Enclosure((1 - kept * (1 - found.lo)).lower(), (1 - kept * (1 - found.hi)).upper())


def renyi_divergence(mechanism: Mechanism, order: Any, direction: str = "both") -> Enclosure:
    """An enclosure of the Renyi divergence of one run at a real order above 1."""
    asked = _question(mechanism, 1, direction)
    if not Fraction(order) > 1:
        raise AccountError(f"account: order must be above 1, got order={order}")
    _smooth(mechanism)
    with precision(BITS // 2):
        return asked.worst(lambda way: _hull(renyi.divergence(mechanism.transform(way), ball(order))))


def renyi_epsilon(mechanism: Mechanism, steps: int, delta: Any, direction: str = "both", conversion: str = "improved", orders: Sequence[Any] | None = None) -> Enclosure:
    """An enclosure of the epsilon that Renyi divergences give at delta: the least over the given orders, or over all real ones.

    ``conversion`` is one of ``classic``, ``scaled``, ``improved``. The worse direction is taken at the end; the divergence with a record removed is the larger at every order.
    """
    asked = _question(mechanism, steps, direction)
    exact = _unit("delta", delta)
    _smooth(mechanism)
    if conversion not in renyi.CONVERSIONS:
        raise AccountError(f"account: conversion must be one of {', '.join(renyi.CONVERSIONS)}, got conversion={conversion}")
    if isinstance(mechanism, SubsampledRun) and Fraction(mechanism.rate) in (0, 1):
        if Fraction(mechanism.rate) == 0:
            raise AccountError(f"account: q must be above 0 for Renyi divergences, got q={mechanism.rate}; nothing is released of a record")
        return renyi_epsilon(_normal(mechanism, direction), steps, exact, "both", conversion, orders)
    with precision(BITS // 2):
        goal = ball(exact)
        if orders is None:
            return asked.worst(lambda way: renyi.least_epsilon(mechanism.transform(way), steps, goal, conversion))
        points = [ball(order) for order in orders]
        return asked.worst(lambda way: renyi.least_on(mechanism.transform(way), steps, goal, points, conversion))


# --- the routes -----------------------------------------------------------------------------------------------------


def _on_contour(asked: _Question, way: str, goal: arb, exact: Fraction) -> Enclosure:
    mechanism, steps = asked.mechanism, asked.steps
    if isinstance(mechanism, NormalRun):
        mu = _root(steps) / ball(mechanism.sigma)
        return gaussian_epsilon(_hull(mu), exact, 160)
    if isinstance(mechanism, RandomisedRun):
        return two_points(ball(mechanism.level), steps, goal)
    losses = mechanism.losses(way)
    if steps == 1 and len(losses) == 1:
        return one_run(losses[0], goal)
    if isinstance(mechanism, LaplaceRun) and steps <= FEW:
        return few_laplace(1 / ball(mechanism.scale), steps, goal)
    return contour.epsilon_at(mechanism.transform(way), steps, goal)


def _delta_contour(asked: _Question, way: str, at: arb) -> Enclosure:
    mechanism, steps = asked.mechanism, asked.steps
    if isinstance(mechanism, NormalRun):
        return _hull(profile(at, _root(steps) / ball(mechanism.sigma)))
    if isinstance(mechanism, RandomisedRun):
        return _hull(two_points_delta(ball(mechanism.level), steps, at))
    losses = mechanism.losses(way)
    if steps == 1 and len(losses) == 1:
        p, q = losses[0].above(at)
        return _hull(p - at.exp() * q)
    if isinstance(mechanism, LaplaceRun) and steps <= FEW:
        return _hull(few_laplace_delta(1 / ball(mechanism.scale), steps, at))
    return _hull(contour.line(mechanism.transform(way), steps, 1e-5, float(at)).delta(at))


def _lattice(asked: _Question, way: str, goal: arb, width: float) -> lattice.Composition:
    """The composition on a lattice whose step makes the two bounds about ``width`` apart."""
    transform, losses = asked.mechanism.transform(way), asked.mechanism.losses(way)
    target = float(goal)
    slope, spread = _slope(transform, asked.steps, target)
    step = math.sqrt(width * 5 / (slope * asked.steps))
    span = max(losses[0].ends(target / asked.steps)[1] - losses[0].ends(target / asked.steps)[0], lattice.SPREAD * spread)
    step = max(min(step, spread / 4), span / lattice.MOST_CELLS)
    for part in losses:
        step = min(step, part.step(step))
    return lattice.composed([(part, asked.steps) for part in losses], target, step)


def _delta_lattice(asked: _Question, way: str, at: arb, width: float) -> Enclosure:
    if isinstance(asked.mechanism, NormalRun | RandomisedRun):
        guess = 1e-6
    else:
        transform = asked.mechanism.transform(way)
        guess = min(max(float(contour.line(transform, asked.steps, 1e-5, float(at)).delta(at).mid()), 1e-12), 0.5)
    return _lattice(asked, way, arb(guess), width).delta(at)


def _slope(transform: contour.Transform, steps: int, delta: float) -> tuple[float, float]:
    """About how fast log delta falls where it is delta, and the standard deviation of the loss of all runs; floating point."""
    best, at = math.inf, 1.0
    for k in range(-40, 41):
        c = 10 ** (k / 10)
        try:
            height = (steps * transform.rough(c) - math.log(delta)) / c
        except OverflowError:
            continue
        if height < best:
            best, at = height, c
    curved = (transform.rough(1 + _NEAR) - 2 * transform.rough(1.0) + transform.rough(1 - _NEAR)) / _NEAR**2
    spread = math.sqrt(max(steps * curved, 1e-12))
    return min(at, _STEEPEST / spread), spread


# --- small things ------------------------------------------------------------------------------------------------------


def _kept(mechanism: Mechanism, steps: int) -> arb:
    """The probability that no run fails."""
    return (1 - ball(mechanism.failure)) ** steps if isinstance(mechanism, RandomisedRun) else arb(1)


def _left(mechanism: Mechanism, steps: int, delta: Fraction) -> arb:
    """The delta that is left when no run fails."""
    if not isinstance(mechanism, RandomisedRun) or Fraction(mechanism.failure) == 0:
        return ball(delta)
    kept = _kept(mechanism, steps)
    left: arb = 1 - (1 - ball(delta)) / kept
    if not left > 0:
        least = (1 - kept).str(6, radius=False)
        raise AccountError(f"account: delta must be above the mechanism's floor {least}, the probability that one of {steps} runs fails, got delta={float(delta):.6g}; no epsilon is enough")
    return left


def _smooth(mechanism: Mechanism) -> None:
    if isinstance(mechanism, RandomisedRun) and Fraction(mechanism.failure) > 0:
        raise AccountError(f"account: Renyi divergences need delta0=0, got delta0={mechanism.failure}; they are infinite where a run may fail")


def _known_route(route: str) -> None:
    if route not in ROUTES:
        raise AccountError(f"account: route must be one of {', '.join(ROUTES)}, got route={route}")


def _normal(mechanism: SubsampledRun, direction: str) -> NormalRun:
    """Without subsampling: a normal law, moved by one or, where a record is replaced, by the distance of two orthogonal unit shifts."""
    with precision(BITS):
        return NormalRun(ball(mechanism.sigma) / (arb(1) if direction != "replace" else arb(2).sqrt()))


def _root(steps: int) -> arb:
    return arb(steps).sqrt()


def _hull(value: arb) -> Enclosure:
    return Enclosure(value.lower(), value.upper())

