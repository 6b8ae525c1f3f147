"""Figure 2: GDP transforms of the three examples (left) as certified bands; staircases around the transform of the Laplace mechanism for several widths d (right).

The staircases are those of Theorem 4.3 on ``[id, (i+1)d)``, the band of ``reproduce.bands`` with cells of width d.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from reproduce.bands import cells, down, draw_bands, ends, transform_band, up
from reproduce.exact import scales_of
from reproduce.gdp.examples import CELLS, EXAMPLES, ICEA, LAPLACE, SCALE_WORDS
from verify.measure import gaussian_mu
from verify.measure.tails import limit_mu
from verify.reproductions import Comparison, Produced, Reproduction, Setting
from verify.values.numbers import precision

RANGE, FAR = 6, 200
WIDTHS = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 20))


def compute(setting: Setting) -> Produced:
    rows = []
    for name, profile in EXAMPLES.items():
        rows += transform_band(profile, cells(0, RANGE, CELLS[setting.scale]), panel="left", curve=name)
        with precision(128):
            at_zero, far = (gaussian_mu(x, profile.delta(_ball(x)).nonnegative_part()) for x in (0, FAR))
            limit = limit_mu(profile.tail())
        rows += [{"panel": where, "curve": name, "low": float(x), "high": float(x), "lower": max(0.0, down(value.lo)), "upper": up(value.hi)}
                 for where, x, value in (("at 0", 0, at_zero), ("far", FAR, far))]
        rows.append({"panel": "limit", "curve": name, "low": None, "high": None, "lower": float("inf") if limit is None else down(limit), "upper": float("inf") if limit is None else up(limit)})
    profile = LAPLACE["Laplace, Delta/b = 2"]
    for width in WIDTHS:
        rows += transform_band(profile, cells(0, 3, int(3 / width)), panel="right", curve=f"d = {float(width):g}")
    return Produced(rows, ("limits at infinity follow from the tails of the profiles, by a lemma, not from large epsilon",))


def _ball(value: int) -> Any:
    from flint import arb

    return arb(value)


def draw(figure: Any, rows: Sequence[Any]) -> None:
    figure.set_size_inches(10, 4.6)
    left, right = figure.subplots(1, 2)
    draw_bands(left, rows, panel="left")
    left.set(xlabel="epsilon", ylabel="mu", title="GDP transforms", ylim=(0, 5))
    draw_bands(right, rows, panel="right")
    right.set(xlabel="epsilon", ylabel="mu", title="staircases, Laplace with Delta/b = 2")


def compare(rows: Sequence[Any], scale: str) -> list[Comparison]:
    found = []
    for name in EXAMPLES:
        low, high = ends(rows, 0, panel="at 0", curve=name)
        found.append(Comparison(f"{name}: limit at epsilon = 0", "finite", f"{low:.6f}", "agrees" if high < 1e6 else "differs"))
    for name in LAPLACE:
        low, high = ends(rows, 0, panel="far", curve=name)
        found.append(Comparison(f"{name}: for large epsilon", "0", f"{high:g} at epsilon = {FAR}", "agrees" if high == 0 else "differs"))
    low, high = ends(rows, 0, panel="limit", curve="SGD")
    far = ends(rows, 0, panel="far", curve="SGD")
    found.append(Comparison("SGD: limit at infinity", "about 0.7", f"[{low:.6f}, {high:.6f}], the root of 1/2; {far[0]:.4f} at epsilon = {FAR}", "agrees" if round(low, 1) == round(high, 1) == 0.7 else "differs"))
    for name in ICEA:
        far = ends(rows, 0, panel="far", curve=name)
        diverges = ends(rows, 0, panel="limit", curve=name)[0] == float("inf")
        found.append(Comparison(f"{name}: for large epsilon", "diverges", f"{far[0]:.4f} at epsilon = {FAR}; {'no finite limit' if diverges else 'a finite limit'}", "agrees" if diverges else "differs"))
    return found


FIGURE = Reproduction(
    "gdp/fig-2", "GDP transforms of the examples", "Left: all have a finite limit at 0; at infinity 0 for Laplace, about 0.7 for SGD, divergence for ICEA. Right: staircases around a transform.",
    scales_of(SCALE_WORDS), compute, compare, {"plot": draw},
)
