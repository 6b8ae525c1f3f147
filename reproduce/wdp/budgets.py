"""Figure 1 and Table 1: budgets of the Laplace and the Gaussian mechanism, the formulas of the paper beside what the output laws give.

*Printed* are the entries of Table 1. *Measured* are, from the two output laws at distance Delta: the Renyi divergence by adaptive quadrature of the densities, W_mu by the coupling of
the quantiles, the pure level as the largest ratio of densities on a grid that widens. Nothing is random, so every scale is the whole figure.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from scipy import integrate, special, stats

from reproduce.exact import ALL_SCALES, curves_of
from verify.reproductions import Comparison, Produced, Reproduction, Setting

SCALES = (1, 2, 3, 5)
ORDERS = tuple(1 + k / 4 for k in range(37))
"""From 1 to 10."""
CLOSE = 1e-6
"""Relative error at which a formula and a quadrature agree."""
QUANTILES: dict[str, Callable[[float], float]] = {"Laplace": stats.laplace.ppf, "Gaussian": special.ndtri}
"""Quantile functions at location 0 and scale 1."""


# --- printed -------------------------------------------------------------------------------------------------------------


def h(x: float) -> float:
    return x + math.exp(-x) - 1


def printed_renyi(kind: str, order: float, scale: float) -> float:
    """Entry of Table 1 for RDP at sensitivity 1."""
    if kind == "Gaussian":
        return order / (2 * scale**2)
    if order == 1:
        return 1 / scale + math.exp(-1 / scale) - 1
    a = order
    return math.log(a / (2 * a - 1) * math.exp((a - 1) / scale) + (a - 1) / (2 * a - 1) * math.exp(-a / scale)) / (a - 1)


def printed_wasserstein(kind: str, order: float, scale: float, sensitivity: float = 1.0) -> float:
    """Entry of Table 1 for WDP."""
    root = math.sqrt(2 * h(1 / scale)) if kind == "Laplace" else sensitivity / scale
    return (sensitivity if kind == "Laplace" else 1.0) / 2 * root ** (1 / order)


# --- measured ------------------------------------------------------------------------------------------------------------


def log_density(kind: str, x: float, scale: float) -> float:
    """Of the law with location 0."""
    z = x / scale
    return -abs(z) - math.log(2 * scale) if kind == "Laplace" else -z * z / 2 - math.log(scale) - math.log(2 * math.pi) / 2


def measured_renyi(kind: str, order: float, scale: float) -> float:
    """D_order of the law at 1 from the law at 0, by quadrature between the kinks and around the largest value of the integrand, which is at 0, 1 or the order."""
    def integrand(x: float) -> float:
        p = log_density(kind, x - 1, scale)
        ratio = p - log_density(kind, x, scale)
        return math.exp(p) * ratio if order == 1 else math.exp(p + (order - 1) * ratio)

    middle = order if kind == "Gaussian" else 0.5
    cuts = sorted({0.0, 1.0, *(middle + k * scale for k in (-40, -12, -4, 0, 4, 12, 40))})
    total = sum(integrate.quad(integrand, a, b, limit=100, epsabs=0, epsrel=1e-10)[0] for a, b in itertools.pairwise(cuts))
    return float(total if order == 1 else math.log(total) / (order - 1))


def measured_wasserstein(kind: str, order: float, scale: float, sensitivity: float = 1.0) -> float:
    """W_order of the two output laws by the coupling of their quantiles, at midpoints of 2000 equal parts of probability."""
    levels = (np.arange(2000) + 0.5) / 2000
    first, second = (location + scale * np.asarray(QUANTILES[kind](levels)) for location in (sensitivity, 0.0))
    return float(np.mean(np.abs(first - second) ** order) ** (1 / order))


# --- Figure 1 ------------------------------------------------------------------------------------------------------------

PANELS = {"a": ("Laplace", "RDP"), "b": ("Laplace", "WDP"), "c": ("Gaussian", "RDP"), "d": ("Gaussian", "WDP")}
CHECKED = (1.0, 2.0, 5.0, 10.0)
"""Orders at which the laws themselves are measured."""


def figure(setting: Setting) -> Produced:
    rows = []
    for panel, (kind, framework) in PANELS.items():
        printed, measured = (printed_renyi, measured_renyi) if framework == "RDP" else (printed_wasserstein, measured_wasserstein)
        for scale, order in itertools.product(SCALES, ORDERS):
            rows.append({"panel": panel, "mechanism": kind, "framework": framework, "scale": scale, "order": order, "printed": printed(kind, order, scale),
                         "measured": measured(kind, order, scale) if order in CHECKED else None})
    return Produced(rows)


def compare_figure(rows: Sequence[Any], scale: str) -> list[Comparison]:
    found = []
    for panel in ("b", "d"):
        for s, (_, values) in curves_of(rows, "scale", "order", "printed", panel=panel).items():
            steps = [b - a for a, b in itertools.pairwise(values)]
            verdict = "agrees" if min(steps) > 0 else "differs"
            found.append(Comparison(f"({panel}) scale {s}: curve over the orders 1 to 10", "increases", f"{values[0]:.4f} to {values[-1]:.4f}", verdict,
                                    note="" if min(steps) > 0 else "constant" if max(map(abs, steps)) == 0 else "falls somewhere"))
    for rdp, wdp in (("a", "b"), ("c", "d")):
        rises = {panel: [values[-1] - values[0] for _, values in curves_of(rows, "scale", "order", "printed", panel=panel).values()] for panel in (rdp, wdp)}
        flatter = [w < r for r, w in zip(rises[rdp], rises[wdp], strict=True)]
        found.append(Comparison(f"({wdp}) against ({rdp}): increase from order 1 to 10 at the scales {', '.join(map(str, SCALES))}", "WDP depends less on the order",
                                "; ".join(f"{w:.3f} against {r:.3f}" for r, w in zip(rises[rdp], rises[wdp], strict=True)), "agrees" if all(flatter) else "differs"))
    slopes = {s: (values[-1] - values[0]) / (ORDERS[-1] - ORDERS[0]) for s, (_, values) in curves_of(rows, "scale", "order", "measured", panel="c").items()}
    found.append(Comparison("(c) slopes at the scales 1, 2, 3, 5, measured", "1/(2 sigma^2), steep at scale 1", ", ".join(f"{x:.6f}" for x in slopes.values()),
                            "agrees" if all(abs(x - 1 / (2 * s * s)) < CLOSE for s, x in slopes.items()) else "differs"))
    for panel in ("a", "c"):
        error = max(abs(row["measured"] / row["printed"] - 1) for row in rows if row["panel"] == panel and row["measured"] is not None)
        found.append(Comparison(f"({panel}) the curves against the divergences of the laws", "equal", f"largest relative difference {error:.1e}", "agrees" if error < CLOSE else "differs"))
    for panel in ("b", "d"):
        checked = [row for row in rows if row["panel"] == panel and row["measured"] is not None]
        valid = [row for row in checked if row["printed"] >= row["measured"] - CLOSE]
        found.append(Comparison(f"({panel}) plotted values against W_mu of the laws", "budgets: at least W_mu", f"{len(valid)} of {len(checked)} points are; W_mu is 1 throughout, the largest plotted value {max(r['printed'] for r in checked):.4f}",
                                "agrees" if len(valid) == len(checked) else "differs"))
    return found


def draw_figure(figure: Any, rows: Sequence[Any]) -> None:
    figure.set_size_inches(10, 7)
    for axes, (panel, (kind, framework)) in zip(figure.subplots(2, 2).flat, PANELS.items(), strict=True):
        for s, (orders, values) in curves_of(rows, "scale", "order", "printed", panel=panel).items():
            (line,) = axes.plot(orders, values, label=f"scale {s}")
            axes.plot(*curves_of(rows, "scale", "order", "measured", panel=panel)[s], linestyle="none", marker="o", markersize=4, markerfacecolor="none", color=line.get_color())
        axes.set(title=f"({panel}) {kind}, {framework}", xlabel="order", ylabel="epsilon", ylim=(0, None))
        axes.legend()
    figure.suptitle("lines: printed formulas, circles: measured from the laws; in (b) and (d) those of all scales lie at the sensitivity, 1", fontsize=9)


FIGURE_1 = Reproduction(
    "wdp/fig-1", "Budgets against the order", "Entries of Table 1 at sensitivity 1, scales 1, 2, 3, 5, orders 1 to 10: all WDP curves increase slowly, the RDP curves of the Gaussian mechanism are steep.",
    ALL_SCALES, figure, compare_figure, {"plot": draw_figure},
)


# --- Table 1 -------------------------------------------------------------------------------------------------------------

SENSITIVITIES = (0.5, 1.0, 3.0)


def table(setting: Setting) -> Produced:
    rows: list[dict[str, Any]] = []

    def add(entry: str, scale: float, order: float | None, sensitivity: float, printed: float, measured: float) -> None:
        rows.append({"entry": entry, "scale": scale, "order": order, "sensitivity": sensitivity, "printed": printed, "measured": measured})

    for scale in SCALES:
        add("DP, Laplace", scale, None, 1.0, 1 / scale, largest_ratio("Laplace", scale))
        add("DP, Gaussian", scale, None, 1.0, math.inf, largest_ratio("Gaussian", scale))
        for order in CHECKED:
            for kind in QUANTILES:
                add(f"RDP, {kind}", scale, order, 1.0, printed_renyi(kind, order, scale), measured_renyi(kind, order, scale))
                for sensitivity in SENSITIVITIES:
                    add(f"WDP, {kind}", scale, order, sensitivity, printed_wasserstein(kind, order, scale, sensitivity), measured_wasserstein(kind, order, scale, sensitivity))
    return Produced(rows)


def largest_ratio(kind: str, scale: float) -> float:
    """Largest log ratio of the densities on grids that widen; infinite where it grows with the grid."""
    near, far = (max(log_density(kind, x - 1, scale) - log_density(kind, x, scale) for x in np.linspace(-reach, reach, 4001).tolist()) for reach in (20, 2000))
    return math.inf if far > near * (1 + CLOSE) else near


def compare_table(rows: Sequence[Any], scale: str) -> list[Comparison]:
    found = []
    for entry in dict.fromkeys(row["entry"] for row in rows):
        chosen = [row for row in rows if row["entry"] == entry]
        if entry.startswith("WDP"):
            valid = sum(row["printed"] >= row["measured"] - CLOSE for row in chosen)
            found.append(Comparison(f"{entry}: entries at sensitivities {', '.join(f'{s:g}' for s in SENSITIVITIES)}, {len(chosen)} cases", "at least W_mu of the laws",
                                    f"{valid} of {len(chosen)} are", "agrees" if valid == len(chosen) else "differs", note="W_mu is the sensitivity: the laws are translates"))
            continue
        equal = [row for row in chosen if row["printed"] == row["measured"] or abs(row["measured"] - row["printed"]) <= CLOSE * abs(row["printed"])]
        found.append(Comparison(f"{entry}: {len(chosen)} cases", "equal to the quantity of the laws", f"{len(equal)} of {len(chosen)} are", "agrees" if len(equal) == len(chosen) else "differs"))
    return found


def draw_table(figure: Any, rows: Sequence[Any]) -> None:
    axes = figure.subplots()
    for k, entry in enumerate(dict.fromkeys(row["entry"] for row in rows)):
        chosen = [row for row in rows if row["entry"] == entry and math.isfinite(row["printed"])]
        if chosen:
            axes.plot([row["measured"] for row in chosen], [row["printed"] for row in chosen], linestyle="none", marker="os^Dv+x"[k % 7], markersize=5 + k % 3, markerfacecolor="none", label=entry)
    ends = (0.01, 20)
    axes.plot(ends, ends, color="black", linewidth=0.8, label="printed = measured")
    axes.set(xscale="log", yscale="log", xlabel="measured from the laws", ylabel="printed entry", title="a budget lies on the line or above it")
    axes.legend()


TABLE_1 = Reproduction(
    "wdp/tab-1", "Budgets of basic mechanisms", "Pure, Renyi and Wasserstein budgets of the Laplace and the Gaussian mechanism.", ALL_SCALES, table, compare_table, {"plot": draw_table},
)
