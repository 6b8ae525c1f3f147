"""Table 2: private training of a convolutional network, the noise chosen by each accountant, and every run accounted by all of them.

First the network is trained without noise and with clipping alone: the distances of its clipped gradients tell each accountant the noise multiplier at which its level is the budget printed for MNIST. The
network is then trained with that noise and the run accounted by all accountants and by the composed loss. Where no noise gives the budget, training goes without noise, and the level says so.
Attack probabilities are 1/(1 + exp(-epsilon)).

Cells are decided by the official MNIST images alone, at the epochs that the text names for each accountant; the other three data sets are not at hand.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from reproduce.training.images import TEST, TRAIN, Images, digits, mnist
from reproduce.training.streams import deterministic
from reproduce.wdp.accountants import DELTAS, Account, attack_probability, chosen_noise, composed, levels
from reproduce.wdp.deep_learning import Protocol, Trained, step_times, train
from reproduce.wdp.network import PRINTED, SMALL
from verify.reproductions import Comparison, Produced, Reproduction, Scale, Setting, spread_of
from verify.reproductions.protocols import only_recorded

BUDGETS = {"moments": (2.2, "2.2"), "bayesian": (0.95, "0.95"), "wasserstein-infimum": (0.76, "0.76"), "wasserstein-sum": (0.76, "0.76")}
"""Printed for MNIST."""
PRINTED_ATTACK = {"moments": "0.898", "bayesian": "0.721", "wasserstein-infimum": "0.681", "wasserstein-sum": "0.681"}
PRINTED_ACCURACY = {"not private": 99, "private": 96}
EPOCHS = {"moments": 100, "bayesian": 50, "wasserstein-infimum": 16, "wasserstein-sum": 16}
"""After which, says the text, 96 % are reached on MNIST; at full scale training is as long."""
BARE, CLIPPED = "not private", "clipped, no noise"
PROTOCOL = "deep-learning"
NOISES = {BARE: "none", "moments": "dp", "bayesian": "bdp"}
"""Words of the claims for runs that have another name here."""
GOAL = 0.96
RATIO_GOAL = 4.0
PROTOCOLS = {
    "smoke": (Protocol(SMALL, 128, 12, 0.5, 0.25), 1), "cpu": (Protocol(SMALL, 128, 30, 0.5, 0.25), 5), "brief": (Protocol(SMALL, 256, 8, 0.5, 0.1), 1),
    "reduced": (Protocol(SMALL, 256, 16, 0.5, 0.1), 3),
    "full": (Protocol(PRINTED, 1024, 16, 0.5, 0.1), 5),
}
"""Training and number of seeds by scale."""
SCALES = {
    "smoke": Scale("8 x 8 digits of scikit-learn, 1200 for training and 597 for testing; narrow network, 12 epochs, one seed; decides no cell"),
    "cpu": Scale("8 x 8 digits of scikit-learn, 1200 for training and 597 for testing; narrow network, 30 epochs, 5 seeds; decides no cell"),
    "brief": Scale("the 10,000 test images of MNIST, 8,000 for training and 2,000 for testing; narrow network, 8 epochs, one seed; decides no cell", TEST),
    "reduced": Scale("the 10,000 test images of MNIST, 8,000 for training and 2,000 for testing; narrow network, 16 epochs, 3 seeds; decides no cell", TEST),
    "full": Scale("MNIST, official split; the network of the paper, epochs as in the text, 5 seeds", TRAIN + TEST, device="cuda"),
}
Rows = Sequence[Mapping[str, Any]]


def images_of(setting: Setting) -> Images:
    """The images of a scale."""
    return digits() if setting.scale in ("smoke", "cpu") else mnist(setting.files, official=setting.scale == "full", side=28)


def compute(setting: Setting) -> Produced:
    images, (protocol, seeds) = images_of(setting), PROTOCOLS[setting.scale]
    rows: list[dict[str, Any]] = []
    with deterministic(setting.device) as device:
        plain, private = step_times(images, protocol, device)
        for seed in range(setting.seed, setting.seed + seeds):
            rows += rows_of(images, protocol, setting.scale == "full", device, seed)
    clock = "seconds" if setting.device == "cuda" else "processor seconds, one thread"
    notes = (f"a step with {protocol.batch} records: {1000 * private:.3g} ms with privacy, {1000 * plain:.3g} ms without, a ratio of {private / plain:.2f} (goal: at most {RATIO_GOAL:g} on a CPU; least of 12, {clock})",
             f"{images.name}: {len(images.train)} records, sampling rate {float(protocol.sampling(images)):.4g}, {len(images.test)} test images; delta " + ", ".join(f"{name} {delta:g}" for name, delta in DELTAS.items()))
    return Produced(rows, notes, {PROTOCOL: {setting.seed: fields(rows, images.name)}} if setting.scale == "full" else {})


def fields(rows: Rows, data: str) -> dict[str, Any]:
    """What the claims about the table ask for, as means over the seeds: ``accuracy[noise][data]`` in percent at the end of training, ``epochs[noise][data]`` until it is 96 %, infinite where it never is."""
    accuracies = {NOISES.get(name, name): means(rows, name) for name in (BARE, *BUDGETS)}
    return {"accuracy": {noise: {data: 100 * by_epoch[max(by_epoch)]} for noise, by_epoch in accuracies.items()},
            "epochs": {noise: {data: min((epoch for epoch, mean in by_epoch.items() if mean >= GOAL), default=math.inf)} for noise, by_epoch in accuracies.items()}}


def means(rows: Rows, name: str) -> dict[int, float]:
    """Accuracy in [0, 1] by epoch, the mean over the seeds."""
    by_epoch: dict[int, list[float]] = {}
    for row in rows:
        if row["noise_chosen_by"] == name:
            by_epoch.setdefault(row["epoch"], []).append(row["accuracy"])
    return {epoch: sum(values) / len(values) for epoch, values in by_epoch.items()}


def rows_of(images: Images, protocol: Protocol, whole: bool, device: Any, seed: int) -> list[dict[str, Any]]:
    """The rows of one seed: without privacy, clipped alone, and with the noise that each accountant chooses."""
    pilot = train(images, protocol, 0.0, device, seed)
    rows = curve(BARE, None, protocol, train(images, protocol, None, device, seed), images, seed)
    rows += curve(CLIPPED, None, protocol, pilot, images, seed)
    for accountant, (budget, _) in BUDGETS.items():
        longer = replace(protocol, epochs=EPOCHS[accountant]) if whole else protocol
        steps = longer.steps_of_an_epoch(images) * longer.epochs
        seen = account(protocol, pilot, images, 0.0)
        seen = replace(seen, distances=seen.distances[[k % seen.steps for k in range(steps)]])
        sigma = chosen_noise(seen, accountant, budget)
        rows += curve(accountant, sigma, longer, train(images, longer, sigma or 0.0, device, seed), images, seed)
    return rows


def account(protocol: Protocol, trained: Trained, images: Images, sigma: float) -> Account:
    """What the accountants see of a run."""
    return Account(trained.distances, protocol.sampling(images), sigma, protocol.threshold, protocol.batch)


def curve(name: str, sigma: float | None, protocol: Protocol, trained: Trained, images: Images, seed: int) -> list[dict[str, Any]]:
    """A row for each epoch; levels stand in the last one."""
    rows = []
    for epoch, accuracy in enumerate(trained.accuracy, 1):
        last = epoch == len(trained.accuracy) and name != BARE
        seen = account(protocol, trained, images, sigma or 0.0) if last else None
        found = levels(seen) if seen is not None else dict.fromkeys(DELTAS)
        true, which = composed(seen) if seen is not None else (None, None)
        rows.append({"noise_chosen_by": name, "seed": seed, "epoch": epoch, "sigma": 0.0 if name == CLIPPED else sigma, "accuracy": accuracy, "finite": int(trained.finite),
                     **{f"epsilon_{key}": value for key, value in found.items()}, "epsilon_composed": true, "composed_of": which,
                     **{f"attack_{key}": None if value is None else attack_probability(value) for key, value in {**found, "composed": true}.items()}})
    return rows


# --- comparison ------------------------------------------------------------------------------------------------------


def last(rows: Rows, name: str) -> list[Mapping[str, Any]]:
    """The rows at the end of training."""
    chosen = [row for row in rows if row["noise_chosen_by"] == name]
    return [row for row in chosen if row["epoch"] == max(other["epoch"] for other in chosen)]


def compare(rows: Rows, scale: str) -> list[Comparison]:
    whole = scale == "full"
    note = "" if whole else "not run at full scale"
    found = [accuracy_line("MNIST, not private: accuracy in percent", last(rows, BARE), PRINTED_ACCURACY["not private"], whole, note)]
    for name, (budget, printed) in BUDGETS.items():
        ends = last(rows, name)
        found.append(accuracy_line(f"MNIST, noise chosen by {name}: accuracy in percent", ends, PRINTED_ACCURACY["private"], whole, note))
        seen = [row[f"epsilon_{name}"] for row in ends]
        reached = all(row["sigma"] for row in ends)
        verdict = "not checked" if not whole else "agrees" if all(abs(v - budget) <= 0.05 * budget for v in seen) else "differs"
        noise = f"noise multiplier {spread_of([row['sigma'] for row in ends])}" if reached else "no noise at all gives the budget, this is the level without"
        found.append(Comparison(f"MNIST, noise chosen by {name}: its epsilon", printed, f"{mean(seen):.3g}", verdict, spread_of(seen), "; ".join(filter(None, (noise, note)))))
        attack = [row[f"attack_{name}"] for row in ends]
        found.append(Comparison(f"MNIST, noise chosen by {name}: attack probability", PRINTED_ATTACK[name], f"{mean(attack):.3f}", "not checked" if not whole else verdict, spread_of(attack), note))
        true = [row["epsilon_composed"] for row in ends]
        found.append(Comparison(f"noise chosen by {name}: epsilon of the composed loss at delta 1e-5", "not printed", f"{mean(true):.4g}", "not checked", spread_of(true),
                                f"of {ends[0]['composed_of']}; attack probability {mean([attack_probability(level) for level in true]):.4g}"))
    return found


def accuracy_line(what: str, ends: Rows, printed: int, whole: bool, note: str) -> Comparison:
    seen = [100 * row["accuracy"] for row in ends]
    verdict = "not checked" if not whole else "agrees" if abs(mean(seen) - printed) <= 0.5 else "differs"
    return Comparison(what, str(printed), f"{mean(seen):.1f}", verdict, spread_of(seen), note)


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


# --- plots -----------------------------------------------------------------------------------------------------------


STYLES = ("-", (0, (6, 4)), "-.", ":", (0, (2, 3)))
"""Of the curves, so that one is seen where another lies on it."""


def draw_accuracy(figure: Any, rows: Rows) -> None:
    """Accuracy against epochs: mean over the seeds, with their range as a band. Runs that are the same are one curve, which names them all."""
    axes = figure.subplots()
    curves: dict[tuple[Any, ...], list[str]] = {}
    for name in dict.fromkeys(row["noise_chosen_by"] for row in rows):
        points = tuple(sorted((row["seed"], row["epoch"], row["accuracy"]) for row in rows if row["noise_chosen_by"] == name))
        curves.setdefault(points, []).append(name if name in (BARE, CLIPPED) else f"noise chosen by {name}")
    for k, (points, told) in enumerate(curves.items()):
        epochs = sorted({epoch for _, epoch, _ in points})
        seen = [[100 * accuracy for _, at, accuracy in points if at == epoch] for epoch in epochs]
        axes.plot(epochs, [sum(values) / len(values) for values in seen], label="\n".join(told), linestyle=STYLES[k % len(STYLES)], linewidth=2.4 - 0.3 * k)
        axes.fill_between(epochs, [min(values) for values in seen], [max(values) for values in seen], alpha=0.15)
    for name, height in PRINTED_ACCURACY.items():
        axes.axhline(height, color="black", linewidth=0.8, linestyle=(0, (1, 3)) if name == "private" else (0, (4, 3)), label=f"printed for MNIST, {name}")
    axes.set(xlabel="epoch", ylabel="accuracy on test images, percent", ylim=(0, 100))
    figure.legend(loc="outside right center", title="mean and range over the seeds")


def draw_levels(figure: Any, rows: Rows) -> None:
    """Levels of each run by every accountant, at the end of training."""
    axes = figure.subplots()
    chosen = [name for name in BUDGETS if last(rows, name)]
    columns = [f"epsilon_{name}" for name in (*BUDGETS, "composed")]
    for k, column in enumerate(columns):
        heights = [sum(row[column] for row in last(rows, name)) / len(last(rows, name)) for name in chosen]
        shown = [(i + 0.15 * (k - 2), min(height, 1e12)) for i, height in enumerate(heights)]
        axes.bar([x for x, _ in shown], [height for _, height in shown], width=0.14, label=column.removeprefix("epsilon_"))
    axes.set(yscale="log", xticks=range(len(chosen)), xticklabels=[name.replace("-", "-\n") for name in chosen], xlabel="noise chosen by", ylabel="epsilon, mean over the seeds (bars end at 1e12)")
    figure.legend(loc="outside right center", title="accounted by")


TABLE = Reproduction(
    "wdp/tab-2", "Private training under three accountants", "Accuracies without and with privacy, and budgets with attack probabilities under DP, BDP and WDP, on four data sets; each framework chose its noise.",
    SCALES, compute, compare, {"accuracy": draw_accuracy, "levels": draw_levels}, claims=("wdp/tab-2-accuracy", "wdp/text-epochs", "wdp/tab-2-order"), keeps=(PROTOCOL,), devices=("cpu", "cuda"),
)
run = only_recorded(TABLE, "full")
"""The protocol ``deep-learning``: its runs are those of a record at full scale."""
