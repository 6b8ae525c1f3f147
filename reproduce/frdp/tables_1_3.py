"""Tables 1 and 3: generators trained with private objectives, judged by a classifier and a distance of samples, for each reading of the release and beside random Fourier features.

Table 1 has epsilon 1 and 0.2, Table 3 epsilon 10, delta = 1e-5 throughout; noise multipliers come from the accountant of this project. Accuracy is that of a convolutional classifier trained on generated
images and tested on real ones. The paper's other column, FID, needs the weights of a network that is not at hand: here stands the Frechet distance in the features of a classifier of the real
images, which is comparable within a table alone.

Only the scale ``full`` (official MNIST, the iterations of Table 2) can decide a cell; the others show what the method does at a size that a processor can pay.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from reproduce.frdp.experiment import FREE, Plan, runs
from reproduce.frdp.training import PEER, VARIANTS
from reproduce.frdp.training import Setting as Training
from reproduce.training.images import TEST, TRAIN, Images, digits, mnist
from reproduce.training.sheets import grid, sheet
from reproduce.training.streams import deterministic
from verify.reproductions import Comparison, Produced, Reproduction, Scale, Setting, spread_of
from verify.reproductions.protocols import only_recorded

CODE = "constant-square-eq-8"
"""The reading that is the released code."""
READINGS = ("constant-value", "constant-square", CODE, "follows-value", "follows-square", "jointly-value", "gradient", PEER)
FEW = ("constant-value", CODE, "jointly-value", "gradient", PEER)
PRINTED = {
    ("conditional", 10.0): ("93.1", "29.9"), ("parallel", 10.0): ("96.4", "17.7"), ("conditional", 1.0): ("93.4", "29.5"), ("parallel", 1.0): ("95.5", "21.8"),
    ("conditional", 0.2): ("91.3", "26.5"), ("parallel", 0.2): ("93.7", "37.3"),
}
"""Accuracy in percent and FID on MNIST by variant and epsilon."""
PEER_PRINTED = {10.0: ("82.0", "121.4"), 1.0: ("80.5", "118.3"), 0.2: ("75.2", "119.3")}
"""The same of DP-MERF."""
MARKS = "os^Dv<>P"
"""Of the readings, in their order."""
GUESSING = 10.0
"""Accuracy in percent of an answer that looks at nothing, for ten classes."""
ROUNDING, ERRORS = 0.05, 3.0
"""Half a unit of the printed accuracies; standard errors within which a mean agrees."""

SMALL = Training({"conditional": 32, "parallel": 24}, {"conditional": 200, "parallel": 50}, 64, 5e-3)
LONGER = Training({"conditional": 32, "parallel": 24}, {"conditional": 2000, "parallel": 500}, 64, 2e-3)
MIDDLE = Training({"conditional": 60, "parallel": 60}, {"conditional": 600, "parallel": 100}, 32, 1e-3)
WHOLE = Training({"conditional": 60, "parallel": 60}, {"conditional": 200_000, "parallel": 20_000}, 64, 5e-5)

SCALES = {
    "smoke": Scale("8 x 8 digits of scikit-learn, 1200 for training and 597 for testing; dense generator, 200 steps (50 for each class in parallel); 2 seeds; decides no cell"),
    "cpu": Scale("8 x 8 digits of scikit-learn, 1200 for training and 597 for testing; dense generator, 2000 steps (500 for each class in parallel); 5 seeds; decides no cell"),
    "brief": Scale("the 10,000 test images of MNIST at 16 x 16 pixels, 8,000 for training and 2,000 for testing; convolutions, 600 steps (100 for each class in parallel); 2 seeds; decides no cell", TEST),
    "reduced": Scale("the 10,000 test images of MNIST at 16 x 16 pixels, 8,000 for training and 2,000 for testing; convolutions, 600 steps (100 for each class in parallel); 5 seeds; decides no cell", TEST),
    "full": Scale("MNIST at 32 x 32 pixels, official split; network, batches and iterations of the paper; 5 seeds", TRAIN + TEST, device="cuda"),
}
Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Table:
    """Which targets epsilon a table has, and the name of its protocol."""

    targets: tuple[str, ...]
    protocol: str

    def plan(self, scale: str) -> Plan:
        if scale == "smoke":
            return Plan(SMALL, {"conditional": FEW, "parallel": (CODE, PEER)}, self.targets, 2, 1000, 100)
        if scale == "cpu":
            return Plan(LONGER, {"conditional": READINGS, "parallel": (CODE, "gradient", PEER)}, self.targets, 5, 3000, 300)
        if scale in ("brief", "reduced"):
            return Plan(MIDDLE, {"conditional": (CODE, "jointly-value", "gradient", PEER), "parallel": (CODE, PEER)}, self.targets, 2 if scale == "brief" else 5, 3000, 200)
        return Plan(WHOLE, {"conditional": READINGS, "parallel": (CODE, "gradient", PEER)}, self.targets, 5, 60_000, 1500)

    def compute(self, setting: Setting) -> Produced:
        rows, sheets = [], {}
        plan, images = self.plan(setting.scale), images_of(setting)
        with deterministic(setting.device) as device:
            for row, shown in runs(plan, images, device, setting.seed):
                rows.append(row)
                if row["seed"] == setting.seed:
                    sheets[f"{row['variant']}, {row['release']}" + (f", epsilon {row['target_epsilon']:g}" if row["target_epsilon"] else "")] = grid(shown, images.classes)
        sheets["real images"] = grid(by_class(images), images.classes)
        real = (f"a classifier of the real images has accuracy {100 * rows[0]['real_accuracy']:.1f} %, and the training images have distance {rows[0]['real_frechet']:.3g} to the test images",
                f"seeds {setting.seed} to {setting.seed + plan.seeds - 1}; one thread on a CPU")
        decided = {self.protocol: {setting.seed: self.fields(rows, images.name)}} if setting.scale == "full" else {}
        return Produced(rows, real, decided, {"samples.svg": sheet(f"{images.name}: first images of the run with seed {setting.seed}", sheets, scale=3 if images.side == 8 else 2).encode()})

    def fields(self, rows: Rows, data: str) -> dict[str, Any]:
        """What the claims about the table ask for: ``accuracy[release][data][variant][epsilon]`` in percent, the mean over the seeds."""
        found: dict[str, Any] = {}
        for variant in VARIANTS:
            for release in names(rows, variant):
                for target in self.targets:
                    if seen := values(rows, variant, release, float(target), "accuracy"):
                        found.setdefault(release, {data: {}})[data].setdefault(variant, {})[target] = 100 * sum(seen) / len(seen)
        return {"accuracy": found}

    def compare(self, rows: Rows, scale: str) -> list[Comparison]:
        found = [line for target in self.targets for line in cells(rows, float(target), scale == "full")]
        return found + [effect(rows, variant, release) for variant in VARIANTS for release in names(rows, variant) if release != FREE]


def images_of(setting: Setting) -> Images:
    """The images of a scale."""
    if setting.scale in ("smoke", "cpu"):
        return digits()
    return mnist(setting.files, official=setting.scale == "full", side=32 if setting.scale == "full" else 16)


def by_class(images: Images) -> Any:
    """Four real images of each class, row by row."""
    return np.stack([images.of_class(c)[k] for k in range(4) for c in range(images.classes)])


def names(rows: Rows, variant: str) -> list[str]:
    """Releases of a variant, in the order of the rows."""
    return list(dict.fromkeys(row["release"] for row in rows if row["variant"] == variant))


def values(rows: Rows, variant: str, release: str, target: float | None, column: str) -> list[float]:
    return [row[column] for row in rows if (row["variant"], row["release"], row["target_epsilon"]) == (variant, release, target) and row[column] is not None]


# --- comparison ------------------------------------------------------------------------------------------------------


def cells(rows: Rows, target: float, whole: bool) -> list[Comparison]:
    """One line for accuracy and one for distance, for each release."""
    found = []
    for variant in VARIANTS:
        for release in names(rows, variant):
            if release == FREE:
                continue
            accuracy, distance = (PEER_PRINTED[target] if release == PEER else PRINTED[variant, target])
            seen = [100 * value for value in values(rows, variant, release, target, "accuracy")]
            far = values(rows, variant, release, target, "frechet")
            label = f"{variant}, {release}, epsilon {target:g}"
            decided = verdict(seen, float(accuracy)) if whole and not (release == PEER and variant == "parallel") else "not checked"
            found.append(Comparison(f"{label}: accuracy in percent", accuracy, f"{sum(seen) / len(seen):.1f}", decided, spread_of(seen), "" if whole else "not run at full scale"))
            found.append(Comparison(f"{label}: distance", f"{distance} (FID)", f"{sum(far) / len(far):.3g}", "not checked", spread_of(far), "Frechet distance in the features of a classifier, another unit"))
    return found


def verdict(seen: Sequence[float], printed: float) -> str:
    """Whether a mean over seeds lies within three standard errors, and half a unit, of a printed one; a single run cannot tell."""
    if len(seen) < 2:
        return "undecided"
    mean = sum(seen) / len(seen)
    error = math.sqrt(sum((v - mean) ** 2 for v in seen) / (len(seen) - 1) / len(seen))
    return "agrees" if abs(mean - printed) <= ERRORS * error + ROUNDING else "differs"


def effect(rows: Rows, variant: str, release: str) -> Comparison:
    """Whether the noise reaches the trained parameters: how far these lie from those of the same run without it."""
    moved = [row["moved_by_noise"] for row in rows if row["variant"] == variant and row["release"] == release]
    known = [value for value in moved if value is not None]
    if not known:
        return Comparison(f"{variant}, {release}: noise moves the generator", "the objective is perturbed", "not finite", "undecided")
    words = "by nothing, at every epsilon and seed" if max(known) == 0 else f"by {min(known):.2g} to {max(known):.2g} of their length"
    return Comparison(f"{variant}, {release}: noise moves the trained parameters", "the objective is perturbed", words, "agrees" if min(known) > 0 else "differs")


# --- plots -----------------------------------------------------------------------------------------------------------


def draw(column: str, label: str, factor: float = 1.0, **axis: Any) -> Any:
    """A plot of a column against epsilon, mean and range over the seeds; the runs without noise as a dashed line. A release has one colour and one mark in all plots.

    Accuracies, the one column in the unit of the paper, stand beside the printed ones and beside what guessing gives. ``axis``: properties of the vertical axis.
    """

    def drawing(figure: Any, rows: Rows) -> None:
        targets = sorted({row["target_epsilon"] for row in rows if row["target_epsilon"] is not None})
        panels = figure.subplots(1, len(VARIANTS), sharey=True, squeeze=False)[0]
        marks: dict[str, Any] = {}
        for axes, variant in zip(panels, VARIANTS, strict=True):
            free = values(rows, variant, FREE, None, column)
            if free:
                marks["no noise (mean)"] = axes.axhline(factor * np.mean(free), color="grey", linestyle="--")
            shown = [release for release in READINGS if release in names(rows, variant)]
            for k, release in enumerate(shown):
                seen = [[factor * v for v in values(rows, variant, release, target, column)] for target in targets]
                places = [i + (k - (len(shown) - 1) / 2) * 0.1 for i in range(len(targets))]
                middles = [np.mean(v) if v else math.nan for v in seen]
                ranges = [[m - min(v) if v else 0.0 for m, v in zip(middles, seen, strict=True)], [max(v) - m if v else 0.0 for m, v in zip(middles, seen, strict=True)]]
                marks[release] = axes.errorbar(places, middles, yerr=ranges, fmt=MARKS[READINGS.index(release)], capsize=2, markersize=4.5, color=f"C{READINGS.index(release)}")
            if column == "accuracy":
                for cells, told, colour in (([PRINTED[variant, t] for t in targets], "printed, MNIST at full scale", "black"), ([PEER_PRINTED[t] for t in targets], "printed, DP-MERF", "darkgrey")):
                    marks[told] = axes.hlines([float(cell[0]) for cell in cells], [i - 0.2 for i in range(len(targets))], [i + 0.2 for i in range(len(targets))], color=colour, linewidth=1.6, zorder=1)
                marks["guessing"] = axes.axhline(GUESSING, color="grey", linestyle=":", linewidth=1)
            axes.set(**axis, title=variant, xlabel="epsilon (delta = 1e-5)", xticks=range(len(targets)), xticklabels=[f"{t:g}" for t in targets], xlim=(-0.6, len(targets) - 0.4))
        panels[0].set_ylabel(label)
        figure.legend(marks.values(), marks, loc="outside lower center", ncols=4, title="released (mean and range over the seeds)")

    return drawing


DRAWS = {"accuracy": draw("accuracy", "accuracy on real images, percent", 100.0, ylim=(0, 100)), "distance": draw("frechet", "Frechet distance in classifier features", yscale="log"),
         "moved": draw("moved_by_noise", "parameters moved by the noise, share of their norm")}


def reproduction(id: str, title: str, *targets: str) -> Reproduction:
    """The reproduction of a table with these targets; its claims are those of the same id."""
    table = Table(targets, f"generated-images-{id.partition('/')[2]}")
    return Reproduction(id, title, "FID of generated images and accuracy of a classifier trained on them, for two variants of the method and other methods on three data sets.",
                        SCALES, table.compute, table.compare, DRAWS, claims=(id,), keeps=(table.protocol,), devices=("cpu", "cuda"))


TABLE_1 = reproduction("frdp/tab-1", "Generated images at epsilon 1 and 0.2", "1", "0.2")
TABLE_3 = reproduction("frdp/tab-3", "Generated images at epsilon 10", "10")
run_1, run_3 = only_recorded(TABLE_1, "full"), only_recorded(TABLE_3, "full")
"""The protocols of the measured values: their runs are those of a record at full scale."""
