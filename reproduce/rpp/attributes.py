"""Table 1 and Figures 2 to 4 from the UCI files: exact distances of the conditional laws, and their histograms."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from reproduce.exact import printed_as, scales_of
from reproduce.rpp.table_1 import DATA_SETS, DataSet, instance, measured
from verify.reproductions import Comparison, DataFile, Produced, Reproduction, Setting
from verify.values.numbers import enclose, to_float

UCI = "the UCI Machine Learning Repository, doi 10.24432/"
FILES = {
    "student": DataFile("student-mat.csv", UCI + "C5TG7T", lines=396, folder="uci"),
    "heart": DataFile("processed.cleveland.data", UCI + "C52P4X", lines=303, folder="uci"),
    "adult": DataFile("adult.data", UCI + "C5XW20", lines=32561, folder="uci"),
}
WORDS = dict.fromkeys(("smoke", "cpu", "full"), "all records, exact distances")
BY_NAME = {data.name: data for data in DATA_SETS}
KINDS = {"range": "range (Delta)", "general": "largest W_oo (Delta_G)", "second": "largest W_2 (Delta_G,2)"}
ABOUT = {"student": "final grade given extra paid classes", "heart": "age given the diagnosis", "adult": "income label given race"}
UNITS = {"student": "final grade, 0 to 20 points", "heart": "age in years", "adult": "income a year in dollars"}
LABELS = {"adult": {0: "at most 50,000", 1: "more than 50,000"}}
"""What the numbers of a released column stand for."""
FIGURES = {"student": "rpp/fig-2", "heart": "rpp/fig-3", "adult": "rpp/fig-4"}


def folder_of(setting: Setting) -> Path:
    """Where the files were found: one folder holds them all."""
    return next(iter(setting.files.values())).parent


def distances(data: DataSet, folder: Path) -> list[dict[str, Any]]:
    """Rows with the printed number and an enclosure of each sensitivity."""
    rows = []
    for (kind, value), printed in zip(measured(data, folder).items(), data.printed, strict=True):
        ends = enclose(value)
        rows.append({"data": data.name, "kind": kind, "secret": None, "value": None, "printed": printed, "lower": float(ends.lo), "upper": float(ends.hi)})
    return rows


def histogram(data: DataSet, folder: Path) -> list[dict[str, Any]]:
    """Rows with the share of each value of the released column given each value of the protected one."""
    laws: dict[str, Any] = {}
    for situation in instance(data, folder).finite:
        laws |= {situation.first: situation.p, situation.second: situation.q}
    return [{"data": data.name, "kind": "share", "secret": secret, "value": to_float(x), "printed": None, "lower": to_float(w), "upper": to_float(w)}
            for secret, law in sorted(laws.items()) for x, w in zip(law.points, law.weights, strict=True)]


def compare(rows: Sequence[Any], scale: str) -> list[Comparison]:
    found = []
    for row in rows:
        if row["kind"] == "share":
            continue
        printed, what = str(row["printed"]), f"{row['data']}: {KINDS[row['kind']]}"
        if printed.startswith(">="):
            least = float(printed.removeprefix(">="))
            found.append(Comparison(what, printed, f"{row['lower']:g} in the file", "agrees" if row["lower"] >= least else "differs", note="of ages that occur; the print may mean the possible ones"))
            continue
        verdict, note = printed_as(printed, row["lower"], row["upper"])
        found.append(Comparison(what, printed, f"{row['lower']:.6g}", verdict, note=note))
    return found


MANY = 25
"""Values beyond which each histogram has a panel of its own."""


def draw(figure: Any, rows: Sequence[Any]) -> None:
    """Bars side by side, one colour for each value of the protected column; one panel for each where there are many bars."""
    shares = [row for row in rows if row["kind"] == "share"]
    secrets = list(dict.fromkeys(row["secret"] for row in shares))
    values = sorted({row["value"] for row in shares})
    data = shares[0]["data"]
    gap = min((b - a for a, b in itertools.pairwise(values)), default=1.0)
    if len(values) > MANY:
        figure.set_size_inches(7.5, 1.2 + 1.3 * len(secrets))
        for panel, (place, secret) in zip(figure.subplots(len(secrets), 1, sharex=True, sharey=True), enumerate(secrets), strict=True):
            chosen = [row for row in shares if row["secret"] == secret]
            panel.bar([row["value"] for row in chosen], [row["lower"] for row in chosen], width=0.9 * gap, color=f"C{place}", label=f"given {secret}")
            panel.legend()
        panel.set_xlabel(UNITS[data])
        figure.supylabel("share of records", fontsize=9)
        figure.suptitle(ABOUT[data], fontsize=10)
        return
    axes = figure.subplots()
    for place, secret in enumerate(secrets):
        chosen = [row for row in shares if row["secret"] == secret]
        axes.bar([row["value"] + gap * 0.8 * ((place + 0.5) / len(secrets) - 0.5) for row in chosen], [row["lower"] for row in chosen], width=0.8 * gap / len(secrets), label=str(secret))
    axes.set(xlabel=UNITS[data], ylabel="share of records", title=ABOUT[data])
    told = LABELS.get(data, {})
    axes.set_xticks(values, [told.get(int(value), f"{value:g}") for value in values])
    axes.legend(title="given")


def figure_of(name: str) -> Reproduction:
    """The histograms of one data set, with the distances that the text beside the figure names."""
    def compute(setting: Setting) -> Produced:
        folder = folder_of(setting)
        return Produced([*distances(BY_NAME[name], folder), *histogram(BY_NAME[name], folder)])

    return Reproduction(FIGURES[name], f"Histograms: {ABOUT[name]}", "The conditional laws whose distances Table 1 lists.", scales_of(WORDS, FILES[name]), compute, compare, {"plot": draw})


FIGURE_2, FIGURE_3, FIGURE_4 = (figure_of(name) for name in FIGURES)


def table(setting: Setting) -> Produced:
    folder = folder_of(setting)
    rows = [row for data in DATA_SETS for row in distances(data, folder)]
    fields: dict[str, dict[str, float]] = {}
    for row in rows:
        fields.setdefault(row["data"], {})[row["kind"]] = row["lower"]
    runs: Mapping[str, Any] = {"attribute-privacy": {setting.seed: {"sensitivity": fields}}}
    return Produced(rows, runs=runs)


def draw_table(figure: Any, rows: Sequence[Any]) -> None:
    """Measured beside printed."""
    axes = figure.subplots()
    words = {"range": "range", "general": "largest\n$W_\\infty$", "second": "largest\n$W_2$"}
    labels = [f"{row['data']}\n{words[row['kind']]}" for row in rows]
    places = range(len(rows))
    bars = axes.bar([k - 0.2 for k in places], [row["lower"] for row in rows], width=0.4, label="measured")
    axes.bar_label(bars, [f"{row['lower']:.3g}" for row in rows], fontsize=7)
    bars = axes.bar([k + 0.2 for k in places], [float(str(row["printed"]).removeprefix(">=")) for row in rows], width=0.4, label="printed")
    axes.bar_label(bars, [str(row["printed"]) for row in rows], fontsize=7)
    axes.set_xticks(list(places), labels, fontsize=7)
    axes.set(ylabel="sensitivity, unit of the released column", yscale="log", ylim=(0.1, 300))
    axes.legend()


TABLE = Reproduction(
    "rpp/tab-1", "Sensitivities of three public data sets", "Range, largest W_oo and largest W_2 of a released column between values of a protected one.",
    scales_of(WORDS, *FILES.values()), table, compare, {"plot": draw_table}, claims=("rpp/tab-1-student", "rpp/tab-1-heart", "rpp/tab-1-adult", "rpp/text-tab1-strict"), keeps=("attribute-privacy",),
)
