"""Table 2: what the noise of each row gives at delta = 1e-5, by the certified accountant, for each reading.

Noise multiplier sigma in units of Delta = sqrt(2)/m, m = 60. Readings: *adjacency* add or remove one record, which moves the mean function by Delta (ratio 1) or by 1/m (ratio sqrt 2), or replace one by an
orthogonal one; *noise* sigma Delta is the standard deviation (cor-2) or the variance (eq-8); *accountant* the least epsilon of the composed loss itself (pld), or that of Renyi divergences at all orders or
those of the usual library, by three conversions. A sigma that is no fraction is enclosed between two, and epsilon falls as sigma rises.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from reproduce.bands import down, up
from reproduce.exact import printed_as
from verify.account import CONVERSIONS, AccountError, SubsampledRun, TooDear, epsilon_of, renyi_epsilon
from verify.reproductions import Comparison, Produced, Reproduction, Scale, Setting

DELTA, BATCH, EPOCHS = Fraction(1, 10**5), 60, 200
GRID = (*(Fraction(k, 10) for k in range(11, 110)), *(Fraction(k) for k in (*range(11, 64), 128, 256, 512, 1024)))
ADJACENCY = {"add-ratio-1": (1, "both"), "add-ratio-sqrt-2": (2, "both"), "replace": (2, "replace")}
"""Square of the factor of sigma, and the direction of the accountant."""
WORDS = {"add-ratio-1": "more or less, moves by Delta", "add-ratio-sqrt-2": "more or less, moves by 1/m", "replace": "replaced"}
"""The same for the reader of a plot."""
NOISES = {"smoke": ("cor-2",), "cpu": ("cor-2", "eq-8"), "full": ("cor-2", "eq-8")}
SCALES = {"smoke": Scale("noise as a standard deviation; composed loss, Renyi divergences at all orders"), "cpu": Scale("both readings of the noise; all orders and the usual grid"),
          "full": Scale("both readings of the noise; all orders and the usual grid")}


@dataclass(frozen=True, slots=True)
class Cell:
    """A row of the table as printed."""

    name: str
    epsilon: str
    rate: Fraction
    sigma: Fraction
    thousands: int


CELLS = (
    Cell("conditional, epsilon 10", "10", Fraction(1, 1000), Fraction(3, 5), 200), Cell("conditional, epsilon 1", "1", Fraction(1, 1000), Fraction(39, 20), 200),
    Cell("conditional, epsilon 0.2", "0.2", Fraction(1, 1000), Fraction(8), 200), Cell("parallel, epsilon 10", "10", Fraction(1, 100), Fraction(1), 20),
    Cell("parallel, epsilon 1", "1", Fraction(1, 100), Fraction(23, 4), 20), Cell("parallel, epsilon 0.2", "0.2", Fraction(1, 100), Fraction(25), 20),
)


def multiplier(cell: Cell, noise: str, square: int) -> tuple[Fraction, Fraction]:
    """Standard deviation of the noise over what one record moves, between two fractions: sigma, or the root of sigma/Delta, times the root of ``square``."""
    squared = cell.sigma**2 * square if noise == "cor-2" else None
    if squared is not None:
        return root(squared)
    low, high = root(Fraction(BATCH**2, 2))  # 1/Delta
    return root(cell.sigma * low * square)[0], root(cell.sigma * high * square)[1]


def root(value: Fraction, digits: int = 12) -> tuple[Fraction, Fraction]:
    """Two fractions around a square root, equal where it is one itself."""
    top, bottom = math.isqrt(value.numerator), math.isqrt(value.denominator)
    if top * top == value.numerator and bottom * bottom == value.denominator:
        return Fraction(top, bottom), Fraction(top, bottom)
    unit = 10**digits
    low = Fraction(math.isqrt(int(value * unit * unit)), unit)
    return low, low + Fraction(1, unit)


def compute(setting: Setting) -> Produced:
    rows: list[dict[str, Any]] = []
    accountants = ["pld", *(f"rdp-all-{name}" for name in CONVERSIONS), *(f"rdp-grid-{name}" for name in CONVERSIONS if setting.scale != "smoke")]
    for cell, noise, (adjacency, (square, direction)), accountant in itertools.product(CELLS, NOISES[setting.scale], ADJACENCY.items(), accountants):
        ends = multiplier(cell, noise, square)
        found, why = bounds(accountant, cell, ends, direction)
        rows.append({"row": cell.name, "printed": cell.epsilon, "noise": noise, "adjacency": adjacency, "accountant": accountant, "lower": found[0] if found else None,
                     "upper": found[1] if found else None, "why": why or None})
    rows += [{"row": cell.name, "printed": f"{cell.thousands}000", "noise": None, "adjacency": None, "accountant": "iterations", "lower": float(EPOCHS / cell.rate), "upper": float(EPOCHS / cell.rate), "why": None}
             for cell in CELLS]
    return Produced(rows)


def bounds(accountant: str, cell: Cell, ends: tuple[Fraction, Fraction], direction: str) -> tuple[tuple[float, float] | None, str]:
    """The least epsilon for every sigma between two ends; why there is none."""
    steps = 1000 * cell.thousands

    def at(sigma: Fraction) -> Any:
        run = SubsampledRun(cell.rate, sigma)
        if accountant == "pld":
            return epsilon_of(run, steps, DELTA, direction)
        _, orders, conversion = accountant.split("-")
        return renyi_epsilon(run, steps, DELTA, direction, conversion, GRID if orders == "grid" else None)

    try:
        first = at(ends[0])
        second = first if ends[0] == ends[1] else at(ends[1])
    except (AccountError, TooDear) as reason:
        return None, str(reason)
    return (down(second.lo), up(first.hi)), ""


def compare(rows: Sequence[Any], scale: str) -> list[Comparison]:
    """The budget holds where the measured epsilon is at most the printed one; whether it has its digits is said beside."""
    found = []
    for row in rows:
        printed = str(row["printed"])
        if row["accountant"] == "iterations":
            verdict, _ = printed_as(printed, row["lower"], row["upper"])
            found.append(Comparison(f"{row['row']}: iterations of {EPOCHS} epochs", printed, f"{row['lower']:g}", verdict))
            continue
        what = f"{row['row']}: {row['accountant']}, {row['adjacency']}, noise {row['noise']}"
        if row["lower"] is None:
            found.append(Comparison(what, f"at most {printed}", "no value", "undecided", note=str(row["why"])))
            continue
        verdict = "agrees" if row["upper"] <= float(printed) else "differs" if row["lower"] > float(printed) else "undecided"
        rounds = printed_as(printed, row["lower"], row["upper"], upwards=False)[0]
        found.append(Comparison(what, f"at most {printed}", f"{row['upper']:.6g}", verdict, f"certified to {row['upper'] - row['lower']:.0e}",
                                "with the printed digits" if rounds == "agrees" else "" if rounds == "undecided" else "not the printed digits"))
    return found


def draw(figure: Any, rows: Sequence[Any]) -> None:
    """Measured over printed epsilon, by row and adjacency."""
    chosen = [row for row in rows if row["noise"] == "cor-2" and row["lower"] is not None]
    axes = figure.subplots()
    names = [cell.name for cell in CELLS]
    marks = {"add-ratio-1": "o", "add-ratio-sqrt-2": "s", "replace": "^"}
    colours = {name: f"C{k}" for k, name in enumerate(dict.fromkeys(row["accountant"] for row in chosen))}
    for row in chosen:
        axes.plot(names.index(row["row"]) + 0.07 * list(colours).index(row["accountant"]) - 0.2, row["upper"] / float(row["printed"]), linestyle="none", marker=marks[row["adjacency"]],
                  color=colours[row["accountant"]], markersize=5, alpha=0.8)
    shapes = [axes.plot([], [], linestyle="none", marker=mark, color="grey", label=WORDS[name])[0] for name, mark in marks.items()]
    shades = [axes.plot([], [], linestyle="none", marker="o", color=colour, label="composed loss" if name == "pld" else name.replace("rdp-all-", "Renyi, ").replace("rdp-grid-", "Renyi, usual grid, "))[0] for name, colour in colours.items()]
    axes.axhline(1, color="black", linewidth=0.8)
    axes.set_xticks(range(len(names)), [name.replace(", ", "\n") for name in names], fontsize=7)
    axes.set(ylabel="measured over printed epsilon", title="at or below 1: the budget holds; noise as in Corollary 2")
    figure.legend(handles=shapes, loc="outside right upper", title="one record")
    figure.legend(handles=shades, loc="outside right lower", title="accountant")


TABLE = Reproduction(
    "frdp/tab-2", "Privacy budgets of training", "Sampling rate, noise and iterations of each row, which are said to be (epsilon, 1e-5)-DP.", SCALES, compute, compare, {"plot": draw},
)
