"""Figures 2 and 4: three accountants over 100 steps on synthetic gradients, without and with clipping, over many seeds, for each reading.

Each run is the protocol of ``reproduce.wdp.composition`` with its own seed. The table holds mean and range over the runs of each curve for gradients in the stated unit, and, for each unit of the gradients,
the largest gap between the Wasserstein accountant and the lower of the other two: negative where it is the lowest at every step and threshold.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from reproduce.exact import curves_of
from reproduce.wdp.composition import FACTORS, QUANTILES, STEPS, run
from verify.reproductions import Comparison, Produced, Reproduction, Scale, Setting

RUNS = {"smoke": 5, "cpu": 25, "full": 200}
SCALES = {name: Scale(f"{count} runs of 100 steps with 50 gradients of dimension 1000") for name, count in RUNS.items()}
OURS = {"wasserstein-infimum": "Wasserstein, least loss", "wasserstein-sum": "Wasserstein, summed moments"}
RIVALS = {"moments": "moments", "bayesian": "Bayesian"}
NAMES = {**RIVALS, **OURS}
PAIRS = tuple((first, second) for first, second in itertools.combinations(NAMES, 2) if not (first in OURS and second in OURS))
Levels = Mapping[str, Any]
"""``epsilon[accountant][clipped][factor][quantile][step]`` of one run."""


@lru_cache(maxsize=256)
def levels(seed: int) -> Levels:
    """One run; the two figures share it."""
    return run(seed)


def produced(setting: Setting, shown: tuple[str, ...]) -> Produced:
    """Rows of the settings of clipping that a figure shows, and the runs for the verdicts."""
    runs = {seed: levels(seed) for seed in range(setting.seed, setting.seed + RUNS[setting.scale])}
    tables = [found["epsilon"] for found in runs.values()]
    rows = [row for clipped in shown for row in (*_curves(tables, clipped), *_gaps(tables, clipped), *_shares(tables, clipped))]
    if "yes" in shown:
        rows += changes(tables)
    return Produced(rows, (f"seeds {setting.seed} to {setting.seed + len(runs) - 1}",), {"composition": runs})


def _row(kind: str, clipped: str, accountant: str, factor: str, quantile: str, step: int | None, values: Sequence[float]) -> dict[str, Any]:
    return {"kind": kind, "clipped": clipped, "accountant": accountant, "factor": factor, "quantile": quantile, "step": step, "runs": len(values),
            "mean": sum(values) / len(values), "least": min(values), "most": max(values)}


def _curves(tables: Sequence[Any], clipped: str) -> Iterator[dict[str, Any]]:
    """Levels of gradients in the stated unit."""
    for accountant, quantile, step in itertools.product(NAMES, QUANTILES, range(1, STEPS + 1)):
        yield _row("level", clipped, accountant, "1", quantile, step, [table[accountant][clipped]["1"][quantile][step] for table in tables])


def _gaps(tables: Sequence[Any], clipped: str) -> Iterator[dict[str, Any]]:
    """At each unit: by how much the Wasserstein accountant is above the lower rival, at its worst step and threshold; and the same of its growth from a step to the next."""
    places = list(itertools.product(QUANTILES, range(1, STEPS + 1)))
    for ours, factor in itertools.product(OURS, FACTORS):
        def gap(table: Any, quantile: str, step: int, before: int | None, ours: str = ours, factor: str = factor) -> float:
            def value(name: str) -> float:
                at = table[name][clipped][factor][quantile]
                return float(at[step] - (at[before] if before else 0.0))

            return value(ours) - min(value(name) for name in RIVALS)

        yield _row("worst gap", clipped, ours, factor, "all", None, [max(gap(table, q, t, None) for q, t in places) for table in tables])
        yield _row("worst growth gap", clipped, ours, factor, "all", None, [max(gap(table, q, t, t - 1) for q, t in places if t > 1) for table in tables])


def _shares(tables: Sequence[Any], clipped: str) -> Iterator[dict[str, Any]]:
    """Gaps of the final levels between accountants."""
    for pair, quantile in itertools.product(PAIRS, QUANTILES):
        yield _row("gap", clipped, " and ".join(pair), "1", quantile, STEPS, [_gap(table, pair, clipped, quantile) for table in tables])


def changes(tables: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """What clipping changes, run by run: spread of the final levels over the thresholds, and gaps of the final levels; with clipping minus without."""
    for accountant in NAMES:
        yield _row("change of influence", "both", accountant, "1", "all", STEPS, [_influence(table, accountant, "yes") - _influence(table, accountant, "no") for table in tables])
    for pair, quantile in itertools.product(PAIRS, QUANTILES):
        yield _row("change of gap", "both", " and ".join(pair), "1", quantile, STEPS, [_gap(table, pair, "yes", quantile) - _gap(table, pair, "no", quantile) for table in tables])


def _influence(table: Any, accountant: str, clipped: str) -> float:
    ends = [table[accountant][clipped]["1"][quantile][STEPS] for quantile in QUANTILES]
    return float(max(ends) - min(ends))


def _gap(table: Any, pair: tuple[str, str], clipped: str, quantile: str) -> float:
    first, second = (table[name][clipped]["1"][quantile][STEPS] for name in pair)
    return float(abs(first - second))


# --- comparisons ---------------------------------------------------------------------------------------------------------


def compare_2(rows: Sequence[Any], scale: str) -> list[Comparison]:
    return [*_lowest(rows, "no", "worst gap", "lowest at every step and threshold"), *_advantage(rows), *_rising(rows)]


def compare_4(rows: Sequence[Any], scale: str) -> list[Comparison]:
    return [*_lowest(rows, "yes", "worst gap", "lowest at every step and threshold"), *_lowest(rows, "yes", "worst growth gap", "grows more slowly than both"), *_narrow(rows)]


def _spread(row: Any) -> str:
    return f"{row['least']:.4g} to {row['most']:.4g} over {row['runs']} runs"


def _lowest(rows: Sequence[Any], clipped: str, kind: str, printed: str) -> Iterator[Comparison]:
    """One line for each reading of the loss and each unit of the gradients."""
    for row in rows:
        if row["kind"] == kind and row["clipped"] == clipped:
            yield Comparison(f"{OURS[row['accountant']]}, gradients times {row['factor']}: largest {'level' if kind == 'worst gap' else 'growth'} minus the lower of the others", printed,
                             f"{row['mean']:.4g}", "agrees" if row["most"] < 0 else "differs", _spread(row), note="negative: lower everywhere")


def _advantage(rows: Sequence[Any]) -> Iterator[Comparison]:
    """Differences of final levels at the four thresholds."""
    for ours, rival in itertools.product(OURS, RIVALS):
        gaps = [next(row for row in rows if row["kind"] == "gap" and row["quantile"] == q and row["accountant"] == f"{rival} and {ours}") for q in QUANTILES]
        means = [row["mean"] for row in gaps]
        yield Comparison(f"{OURS[ours]} against {RIVALS[rival]}: gap after {STEPS} steps at the quantiles {', '.join(QUANTILES)}", "grows with the threshold",
                         ", ".join(f"{m:.4g}" for m in means), "agrees" if all(a < b for a, b in itertools.pairwise(means)) else "differs",
                         "; ".join(f"{row['least']:.4g} to {row['most']:.4g}" for row in gaps))


def _rising(rows: Sequence[Any]) -> Iterator[Comparison]:
    """All curves rise; how close they are to straight lines is what they share."""
    for accountant, name in NAMES.items():
        straight = []
        rises = True
        for _, (_, values) in curves_of(rows, "quantile", "step", "mean", kind="level", clipped="no", accountant=accountant).items():
            rises &= all(a < b for a, b in itertools.pairwise(values))
            middle = (values[len(values) // 2 - 1] - values[0]) / (values[-1] - values[0])
            straight.append(middle)
        yield Comparison(f"{name}: mean curve rises at every step", "same trend as the others", f"{'rises' if rises else 'does not rise'}; {min(straight):.3f} to {max(straight):.3f} of the rise by the middle",
                         "agrees" if rises else "differs")


def _narrow(rows: Sequence[Any]) -> Iterator[Comparison]:
    """Influence of the threshold and gaps: what clipping adds to them, in each run."""
    for row in rows:
        if row["kind"] in ("change of influence", "change of gap"):
            what = f"influence of the threshold on {NAMES[row['accountant']]}" if row["kind"] == "change of influence" else \
                f"gap of {' and '.join(NAMES[name] for name in row['accountant'].split(' and '))}, quantile {row['quantile']}"
            yield Comparison(f"{what} after {STEPS} steps: with clipping minus without", "smaller with clipping", f"{row['mean']:.4g}", "agrees" if row["most"] < 0 else "differs", _spread(row))


# --- drawing -------------------------------------------------------------------------------------------------------------


def drawn(clipped: str) -> Any:
    """Four panels, one for each threshold: mean and range over the runs."""
    def draw(figure: Any, rows: Sequence[Any]) -> None:
        figure.set_size_inches(10, 7)
        for axes, (position, quantile) in zip(figure.subplots(2, 2, sharex=True).flat, enumerate(QUANTILES), strict=True):
            for accountant, name in NAMES.items():
                where = {"kind": "level", "clipped": clipped, "accountant": accountant, "quantile": quantile}
                steps, means = curves_of(rows, "accountant", "step", "mean", **where)[accountant]
                lows, highs = (curves_of(rows, "accountant", "step", end, **where)[accountant][1] for end in ("least", "most"))
                (line,) = axes.plot(steps, means, label=name)
                axes.fill_between(steps, lows, highs, color=line.get_color(), alpha=0.3, linewidth=0)
            axes.set(title=f"({'abcd'[position]}) C at quantile {quantile} of the norms", xlabel="step", ylabel="epsilon", yscale="log")
            if position == 0:
                axes.legend()
        figure.suptitle(f"mean and range over {rows[0]['runs']} runs, gradients in the stated unit, {'' if clipped == 'yes' else 'not '}clipped at C", fontsize=9)

    return draw


FIGURE_2 = Reproduction(
    "wdp/fig-2", "Composition without clipping", "Levels over 100 steps on Weibull gradients at four thresholds: the Wasserstein accountant is always lowest, its advantage grows with the threshold, the trends agree.",
    SCALES, lambda setting: produced(setting, ("no",)), compare_2, {"plot": drawn("no")}, claims=("wdp/fig-2-lowest", "wdp/fig-2-gap", "wdp/fig-2-shape"),
)
FIGURE_4 = Reproduction(
    "wdp/fig-4", "Composition with clipping", "The same with gradients clipped at the threshold: still lowest, growing more slowly; influence of the threshold and gaps are smaller.",
    SCALES, lambda setting: produced(setting, ("yes", "no")), compare_4, {"plot": drawn("yes")}, claims=("wdp/fig-4-lowest", "wdp/fig-4-narrow"),
)
