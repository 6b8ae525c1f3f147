"""Figure 1: privacy profiles of the three examples, naive and refined (left), and against Gaussian curves (right), as certified bands.

Whether an example stays below a Gaussian curve is not read off a plot: its least mu is measured on [0, oo).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mechanisms.profiles import NormalProfile
from reproduce.bands import cells, down, draw_bands, profile_band, up
from reproduce.exact import scales_of
from reproduce.gdp.examples import CELLS, EXAMPLES, ICEA, ICEA_NAIVE, LAPLACE, SCALE_WORDS, SGD, SGD_NAIVE
from verify.measure import measure
from verify.reproductions import Comparison, Produced, Reproduction, Setting

LEVELS = (1, 2, 4)
RANGE = 4
BASE = "ICEA, log to base e"
COLOURS = {**{name: f"C{k}" for k, name in enumerate(EXAMPLES)}, "SGD, refined": "C2", "SGD, naive": "palegreen", f"{BASE}, refined": "C3", f"{BASE}, naive": "lightpink",
           **{f"mu = {mu}": grey for mu, grey in zip(LEVELS, ("silver", "grey", "black"), strict=True)}}
"""An example has one colour in both panels, its naive curve a pale one; Gaussian curves are grey."""


def compute(setting: Setting) -> Produced:
    over = cells(0, RANGE, CELLS[setting.scale])
    rows = []
    for name, profile in {**LAPLACE, "SGD, naive": SGD_NAIVE, "SGD, refined": SGD, f"{BASE}, naive": ICEA_NAIVE[BASE], f"{BASE}, refined": ICEA[BASE]}.items():
        rows += profile_band(profile, over, panel="left", curve=name)
    for name, profile in {**EXAMPLES, **{f"mu = {mu}": NormalProfile(mu) for mu in LEVELS}}.items():
        rows += profile_band(profile, over, panel="right", curve=name)
    for name, profile in EXAMPLES.items():
        found = measure(profile, locate=False)
        rows.append({"panel": "least mu", "curve": name, "low": None, "high": None, "lower": down(found.lower) if found.finite else float("inf"),
                     "upper": up(found.upper) if found.finite else float("inf")})
    return Produced(rows, ("bands hold at every point of their cells; least mu is measured on [0, oo)",))


def draw(figure: Any, rows: Sequence[Any]) -> None:
    figure.set_size_inches(10, 4.6)
    for axes, panel in zip(figure.subplots(1, 2, sharey=True), ("left", "right"), strict=True):
        draw_bands(axes, rows, COLOURS, panel=panel)
        axes.set(xlabel="epsilon", ylabel="delta", ylim=(0, 1), title="naive and refined" if panel == "left" else "against Gaussian curves")


def compare(rows: Sequence[Any], scale: str) -> list[Comparison]:
    least = {row["curve"]: (row["lower"], row["upper"]) for row in rows if row["panel"] == "least mu"}
    found = []
    for name in LAPLACE:
        low, high = least[name]
        found.append(Comparison(f"{name}: below the curves of mu = 2 and 4, crosses that of mu = 1", "2- and 4-GDP, not 1-GDP", f"least mu in [{low:.6f}, {high:.6f}]",
                                "agrees" if high <= 2 and low > 1 else "differs" if high <= 1 or low > 2 else "undecided"))
    for name in ICEA:
        low, _ = least[name]
        found.append(Comparison(f"{name}: not mu-GDP for mu = 1, 2, 4", "intersects all curves", "no mu is enough" if low == float("inf") else f"least mu at least {low:.6f}",
                                "agrees" if low > 4 else "differs"))
    low, high = least["SGD"]
    told = ", ".join(f"{'below' if high <= mu else 'crosses' if low > mu else 'undecided:'} mu = {mu}" for mu in LEVELS)
    found.append(Comparison("SGD against mu = 1, 2, 4", "cannot be told from the plot", f"least mu in [{low:.6f}, {high:.6f}]: {told}", "not checked", note="nothing is printed: the paper leaves it open"))
    found.append(Comparison("naive and refined curves near epsilon = 0", "differ notably",
                            ", ".join(f"{name}: {_first(rows, name, 'naive'):.3f} and {_first(rows, name, 'refined'):.3f}" for name in ("SGD", "ICEA, log to base e")),
                            "agrees" if all(_first(rows, name, "naive") > _first(rows, name, "refined") + 0.1 for name in ("SGD", "ICEA, log to base e")) else "differs"))
    return found


def _first(rows: Sequence[Any], name: str, kind: str) -> float:
    """The curve's upper bound on the first cell."""
    return float(next(row["upper"] for row in rows if row["panel"] == "left" and row["curve"] == f"{name}, {kind}"))


FIGURE = Reproduction(
    "gdp/fig-1", "Privacy profiles of the examples", "Left: profiles inverted from a trade-off (naive) and by Theorem 2.1 (refined). Right: the examples against Gaussian curves.",
    scales_of(SCALE_WORDS), compute, compare, {"plot": draw},
)
