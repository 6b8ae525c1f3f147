"""Figure 3 and the table of Figure 4: 50 runs of a 0.2-DP mechanism, by each method, between certified bounds.

Methods: basic composition with Theorem 2.1, advanced composition, Corollary 1 of the paper on Renyi differential privacy, the GDP level of one run times the root of 50 (of the worst mechanism and
of the Laplace mechanism), the exact composition, and its GDP level. Levels are measured on [0, oo). All numbers are enclosures, so every scale is the whole figure.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb

from mechanisms.profiles import LaplaceProfile, RandomisedResponseProfile
from reproduce.bands import ball, cells, down, draw_bands, profile_band, up
from reproduce.exact import ALL_SCALES, printed_as, scales_of
from reproduce.gdp.examples import CELLS, SCALE_WORDS
from verify.measure import measure
from verify.measure.summary import composition_summary
from verify.reproductions import Comparison, Produced, Reproduction, Setting
from verify.values.gaussian_profiles import profile as gaussian_profile
from verify.values.numbers import precision

EPSILON, RUNS = Fraction(1, 5), 50
SINGLE, OTHER = RandomisedResponseProfile(EPSILON), LaplaceProfile(EPSILON)
DELTAS = ("1e-1", "1e-2", "1e-3", "1e-4")
PRINTED = {
    "basic": ("9.89", "9.99", "10", "10"), "advanced": ("5.25", "6.51", "7.47", "8.28"), "rdp-corollary": ("12.14", "17.17", "21.03", "24.28"),
    "gdp": ("3.1", "5.06", "6.47", "7.62"), "other-gdp": ("2.87", "4.74", "6.09", "7.19"), "optimal": ("2.12", "3.64", "4.76", "5.28"), "summary": ("2.14", "3.73", "4.87", "5.80"),
}
"""Rows of the table: least epsilon at each delta."""
WORDS = {"basic": "basic composition", "advanced": "advanced composition", "rdp-corollary": "RDP, corollary", "rdp": "RDP, all orders", "gdp": "GDP", "other-gdp": "GDP, Laplace",
         "optimal": "optimal composition", "summary": "GDP summary of the optimal one"}
ROUNDING = 1e-12
"""Relative width of what two curves that touch may differ by."""
LEVELS = {"gdp": "1.771", "other-gdp": "1.691", "summary": "1.420"}
"""Printed mu of 50 runs."""


@lru_cache(maxsize=1)
def levels() -> dict[str, tuple[arb, arb]]:
    """Certified least mu of 50 runs: by the root of 50 from one run, and of the exact composition."""
    width = Fraction(1, 10**9)
    found = {"gdp": (SINGLE, RUNS), "other-gdp": (OTHER, RUNS), "summary": (SINGLE.composed(RUNS), 1)}
    made = {}
    for name, (profile, runs) in found.items():
        least = measure(profile, width, locate=False)
        with precision(96):
            made[name] = ((least.lower * arb(runs).sqrt()).lower(), (least.upper * arb(runs).sqrt()).upper())
    return made


# --- Figure 4: the table -------------------------------------------------------------------------------------------------


def table(setting: Setting) -> Produced:
    deltas = [Fraction(text) for text in DELTAS]
    found = composition_summary(SINGLE, OTHER, SINGLE.composed(RUNS), EPSILON, RUNS, deltas)
    rows: list[dict[str, Any]] = []
    for method, by_delta in found.items():
        for k, delta in enumerate(deltas):
            enclosure = by_delta[delta]
            rows.append({"method": method, "delta": DELTAS[k], "printed": PRINTED.get(method, ("",) * 4)[k] or None,
                         "lower": None if enclosure is None else down(enclosure.lo), "upper": None if enclosure is None else up(enclosure.hi)})
    rows += [{"method": name, "delta": "mu", "printed": LEVELS[name], "lower": down(low), "upper": up(high)} for name, (low, high) in levels().items()]
    return Produced(rows)


def compare_table(rows: Sequence[Any], scale: str) -> list[Comparison]:
    found = []
    for row in rows:
        if row["printed"] is None:
            continue
        what = f"{WORDS[row['method']]}: " + ("mu of 50 runs" if row["delta"] == "mu" else f"epsilon at delta = {row['delta']}")
        if row["lower"] is None:
            found.append(Comparison(what, str(row["printed"]), "no value", "not checked", note="the formula does not apply here"))
            continue
        verdict, note = printed_as(str(row["printed"]), row["lower"], row["upper"])
        found.append(Comparison(what, str(row["printed"]), f"{(row['lower'] + row['upper']) / 2:.6f}", verdict, spread=f"certified to {max(row['upper'] - row['lower'], 1e-16):.0e}", note=note))
    return found


def draw_table(figure: Any, rows: Sequence[Any]) -> None:
    axes = figure.subplots()
    for method in WORDS:
        chosen = [row for row in rows if row["method"] == method and row["delta"] != "mu" and row["lower"] is not None]
        xs = [float(row["delta"]) for row in chosen]
        (line,) = axes.plot(xs, [row["lower"] for row in chosen], marker=".", label=WORDS[method])
        axes.plot(xs, [None if row["printed"] is None else float(row["printed"]) for row in chosen], linestyle="none", marker="o", markerfacecolor="none", markersize=9, color=line.get_color())
    axes.set(xscale="log", xlabel="delta", ylabel="least epsilon", title="dots: certified, circles: printed")
    figure.legend(loc="outside right center")


FIGURE_4 = Reproduction(
    "gdp/fig-4", "Least epsilon of 50 runs of a 0.2-DP mechanism", "A table: the least epsilon at four delta by each method, with the levels mu that it rests on.",
    ALL_SCALES, table, compare_table, {"plot": draw_table},
)


# --- Figure 3: the curves ------------------------------------------------------------------------------------------------


class _Gaussian:
    """The Gaussian profile of the largest level of an enclosure."""

    def __init__(self, mu: arb) -> None:
        self.mu = mu

    def delta(self, epsilon: arb) -> arb:
        return gaussian_profile(epsilon, self.mu)


class _Advanced:
    """``epsilon = 0.2 sqrt(100 log(1/delta)) + 10 (e^0.2 - 1)``, solved for delta; at most 1."""

    def delta(self, epsilon: arb) -> arb:
        first = ball(EPSILON)
        rest = epsilon - RUNS * first * first.expm1()
        return arb(1) if not rest > 0 else (-(rest * rest) / (2 * RUNS * first * first)).exp()


def curves(setting: Setting) -> Produced:
    over = cells(0, 11, CELLS[setting.scale])
    known: dict[str, Any] = {"basic": RandomisedResponseProfile(EPSILON * RUNS), "advanced": _Advanced(), "optimal": SINGLE.composed(RUNS)}
    with precision(96):
        known |= {name: _Gaussian(high) for name, (_, high) in levels().items()}
    return Produced([row for name, profile in known.items() for row in profile_band(profile, over, curve=WORDS[name])])


def compare_curves(rows: Sequence[Any], scale: str) -> list[Comparison]:
    """The order that the plot shows: optimal below its summary below the GDP levels, at the ends of all cells."""
    order = [WORDS[name] for name in ("optimal", "summary", "other-gdp", "gdp")]
    at_ends = {name: [row["upper"] for row in rows if row["curve"] == name] for name in order}
    found = []
    for lower, higher in itertools.pairwise(order):
        crossing = sum(a > b * (1 + ROUNDING) for a, b in zip(at_ends[lower], at_ends[higher], strict=True))
        found.append(Comparison(f"{lower} at most {higher}", "below at every epsilon", f"at {len(at_ends[lower]) - crossing} of {len(at_ends[lower])} points",
                                "differs" if crossing else "agrees"))
    return found


def draw_curves(figure: Any, rows: Sequence[Any]) -> None:
    axes = figure.subplots()
    draw_bands(axes, rows)
    axes.set(xlabel="epsilon", ylabel="delta", yscale="log", ylim=(1e-6, 1.2), title="50 runs of a 0.2-DP mechanism")


FIGURE_3 = Reproduction(
    "gdp/fig-3", "Privacy guarantees of 50 runs under each method", "Profiles of 50 runs of a 0.2-DP mechanism: basic, advanced, GDP, GDP of Laplace, optimal and its GDP summary.",
    scales_of(SCALE_WORDS), curves, compare_curves, {"plot": draw_curves},
)
