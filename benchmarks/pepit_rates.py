"""Rates of gradient descent beside PEPit: is each bound that is proved at least the worst case that PEPit computes, and equal to it where it is said to be sharp?

PEPit (the extra ``pep``) poses the same question as the engine ``interpolation`` for given numbers and answers in floats; it shares nothing with the engine or the checker but Clarabel, which solves its programmes.

    python -m benchmarks.pepit_rates
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

from PEPit import PEP
from PEPit.functions import SmoothConvexFunction, SmoothFunction, SmoothStronglyConvexFunction

STEPS = (1, 2, 3)
CLOSE = 1e-4
"""Relative error of PEPit's answers."""
Numbers = dict[str, float]


@dataclass(frozen=True, slots=True)
class Rate:
    """A bound on what is left after N steps. ``posed``: the worst case as PEPit poses it, ``bound``: as the claim states it, ``sharp``: whether no smaller number is one."""

    claim: str
    posed: Callable[[int, Numbers], float]
    bound: Callable[[int, Numbers], float]
    numbers: tuple[Numbers, ...]
    sharp: bool = True


def solved(problem: Any) -> float:
    """The worst case of a problem."""
    return float(problem.solve(wrapper="cvxpy", solver="CLARABEL", verbose=0))


def descended(problem: Any, f: Any, steps: int, size: float) -> list[Any]:
    """The points of gradient descent, from the starting point on."""
    points = [problem.set_initial_point()]
    for _ in range(steps):
        points.append(points[-1] - size * f.gradient(points[-1]))
    return points


def value(steps: int, at: Numbers) -> float:
    """Of f(x_N) - f(x_star) where the starting point is at distance 1 of a minimiser; f is convex."""
    problem = PEP()
    f = problem.declare_function(SmoothConvexFunction, L=at["L"])
    star = f.stationary_point()
    points = descended(problem, f, steps, at["h"] / at["L"])
    problem.set_initial_condition((points[0] - star) ** 2 <= 1)
    problem.set_performance_metric(f(points[-1]) - f(star))
    return solved(problem)


def strongly(metric: str) -> Callable[[int, Numbers], float]:
    """Of the distance, the slope or the value after N steps, as a multiple of that before; f is strongly convex. Squared, but for the value."""

    def posed(steps: int, at: Numbers) -> float:
        problem = PEP()
        f = problem.declare_function(SmoothStronglyConvexFunction, mu=at["mu"], L=at["L"])
        star = f.stationary_point()
        points = descended(problem, f, steps, at["h"] / at["L"])
        first, last = ({"distance": (x - star) ** 2, "slope": f.gradient(x) ** 2, "value": f(x) - f(star)}[metric] for x in (points[0], points[-1]))
        problem.set_initial_condition(first <= 1)
        problem.set_performance_metric(last)
        return solved(problem)

    return posed


def least_slope(steps: int, at: Numbers) -> float:
    """Of the least squared slope up to N steps, where f falls by 1 until one step later; f need not be convex."""
    problem = PEP()
    f = problem.declare_function(SmoothFunction, L=at["L"])
    points = descended(problem, f, steps + 1, 1 / at["L"])
    problem.set_initial_condition(f(points[0]) - f(points[-1]) <= 1)
    for x in points[:-1]:
        problem.set_performance_metric(f.gradient(x) ** 2)
    return solved(problem)


CONVEX = tuple({"L": L, "h": h} for L, h in product((1.0, 3.0), (0.25, 1.0)))
STRONG = tuple({"L": L, "mu": mu, "h": 1.0} for L, mu in ((1.0, 0.1), (4.0, 1.0)))
BALANCED = tuple({**at, "h": 2 * at["L"] / (at["mu"] + at["L"])} for at in STRONG)
RATES = (
    Rate("drori14/dt-thm-3.1", value, lambda n, at: at["L"] / (4 * n * at["h"] + 2), CONVEX),
    Rate("drori14/nesterov-cor-2.1.2", value, lambda n, at: 2 * at["L"] / (n + 4), tuple(at for at in CONVEX if at["h"] == 1), False),
    Rate("drori14/nesterov-thm-2.1.15", strongly("distance"), lambda n, at: ((at["L"] - at["mu"]) / (at["L"] + at["mu"])) ** (2 * n), BALANCED),
    Rate("drori14/thg18-thm-3.1", strongly("distance"), lambda n, at: (1 - at["mu"] / at["L"]) ** (2 * n), STRONG),
    Rate("drori14/thg18-thm-3.2", strongly("slope"), lambda n, at: (1 - at["mu"] / at["L"]) ** (2 * n), STRONG),
    Rate("drori14/thg18-thm-3.3", strongly("value"), lambda n, at: (1 - at["mu"] / at["L"]) ** (2 * n), STRONG),
    Rate("drori14/nonconvex", least_slope, lambda n, at: 4 * at["L"] / (3 * n + 2), tuple({"L": L} for L in (1.0, 3.0))),
)


def main() -> None:
    worst, wrong = 0.0, 0
    for rate in RATES:
        for at in rate.numbers:
            ratios = [rate.posed(n, at) / rate.bound(n, at) for n in STEPS]
            off = max(abs(one - 1) if rate.sharp else max(0.0, one - 1) for one in ratios)
            worst, wrong = max(worst, off), wrong + (off > CLOSE)
            named = ", ".join(f"{name} = {number:g}" for name, number in at.items())
            print(f"{rate.claim:30} {named:32} PEPit / bound after {', '.join(map(str, STEPS))} steps: {', '.join(f'{one:.6f}' for one in ratios)}{'' if off <= CLOSE else '  DIFFERS'}", flush=True)
    print(f"largest difference {worst:.1e}; {wrong} of {sum(len(rate.numbers) for rate in RATES)} lines differ by more than {CLOSE:g}")


if __name__ == "__main__":
    main()
