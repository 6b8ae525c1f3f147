r"""Figure 3: the budget of Corollary 1 against beta and against delta.

The budget is ``total - log(delta)/beta`` with the first sum fixed at 10. Panel (a): beta in [1, 50] for four delta; panel (b): delta in [1e-10, 1e-5] on a logarithmic axis for four beta.
Both panels are functions of the formula alone: no randomness, every scale is the same.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

from reproduce.exact import ALL_SCALES, curves_of
from verify.reproductions import Comparison, Produced, Reproduction, Setting

TOTAL = 10.0
DELTAS, BETAS = (1e-10, 1e-8, 1e-5, 1e-3), (1, 2, 5, 10)
POINTS = 50


def budget(beta: float, delta: float) -> float:
    """Equation 16 with the first sum as a whole."""
    return TOTAL - math.log(delta) / beta


def compute(setting: Setting) -> Produced:
    rows = [{"panel": "a", "curve": f"delta = {delta:g}", "x": float(beta), "epsilon": budget(beta, delta)} for delta in DELTAS for beta in range(1, POINTS + 1)]
    exponents = [-10 + 5 * k / POINTS for k in range(POINTS + 1)]
    rows += [{"panel": "b", "curve": f"beta = {beta}", "x": 10**exponent, "epsilon": budget(beta, 10**exponent)} for beta in BETAS for exponent in exponents]
    return Produced(rows)


def draw(figure: Any, rows: Sequence[Any]) -> None:
    left, right = figure.subplots(1, 2)
    for axes, panel, label in ((left, "a", "beta"), (right, "b", "delta")):
        for name, points in curves_of(rows, "curve", "x", "epsilon", panel=panel).items():
            axes.plot(*points, label=name)
        axes.set(xlabel=label, ylabel="epsilon", title=f"({panel})")
        axes.legend()
    right.set_xscale("log")


def compare(rows: Sequence[Any], scale: str) -> list[Comparison]:
    """Falls of the curves: up to beta = 10 against beyond, and of equal steps of log delta against each other."""
    found = []
    for name, (_, levels) in curves_of(rows, "curve", "x", "epsilon", panel="a").items():
        early, late = levels[0] - levels[9], levels[9] - levels[-1]
        found.append(Comparison(f"(a) {name}: fall up to beta = 10 against fall from 10 to 50", "quick, then slow", f"{early:.4g} against {late:.4g}",
                                "agrees" if early / 9 > late / 40 > 0 else "differs"))
    for name, (_, levels) in curves_of(rows, "curve", "x", "epsilon", panel="b").items():
        steps = [a - b for a, b in itertools.pairwise(levels)]
        found.append(Comparison(f"(b) {name}: fall for each power of ten of delta", "uniform", f"between {10 * min(steps):.6g} and {10 * max(steps):.6g}",
                                "agrees" if min(steps) > 0 and max(steps) - min(steps) < 1e-9 else "differs"))
    return found


FIGURE = Reproduction(
    "wdp/fig-3", "Budget against beta and delta", "Corollary 1 with a fixed first sum: epsilon falls quickly while beta < 10, slowly beyond, and uniformly as delta grows exponentially.",
    ALL_SCALES, compute, compare, {"plot": draw},
)
