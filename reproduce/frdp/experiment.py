"""One run of the experiment of Tables 1 and 3: train a generator, make images, judge them by a classifier trained on them and by a distance of samples.

A run is a row: variant, release, epsilon, seed; the noise multiplier and what it is certified to; accuracy on real test images; Frechet distance to them in the features of a classifier of real images;
and how far the trained parameters lie from those of the same run without noise, relative to their norm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reproduce.frdp.noise import certified, of_one_release, of_training
from reproduce.frdp.releases import BY_NAME
from reproduce.frdp.training import PEER, Setting, Trained, train
from reproduce.training import classifier
from reproduce.training.frechet import frechet_distance
from reproduce.training.images import Images
from reproduce.training.streams import stream
from verify.gradients import torch_or_refuse

FREE = "no-noise"
NO_TARGET = "none"
SHOWN = 40
"""Images of a sheet, four of each class."""
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is run: releases by variant, targets epsilon as printed, seeds, images made and steps of the classifier."""

    setting: Setting
    releases: dict[str, tuple[str, ...]]
    targets: tuple[str, ...]
    seeds: int
    made: int
    judge_steps: int


class Judge:
    """Real images on the device, and a classifier of them whose features measure distances."""

    def __init__(self, images: Images, plan: Plan, device: Any) -> None:
        self.device, self.steps, self.classes, self.side = device, plan.judge_steps, images.classes, images.side
        train_images, train_labels = classifier.on_device(images.train, images.train_labels, device)
        self.tests, self.answers = classifier.on_device(images.test, images.test_labels, device)
        self.network = self.trained_on(train_images, train_labels, 0)
        self.real = classifier.features(self.network, self.tests)
        self.real_accuracy = classifier.accuracy(self.network, self.tests, self.answers)
        self.real_distance = frechet_distance(classifier.features(self.network, train_images), self.real)

    def trained_on(self, images: Any, labels: Any, seed: int) -> Any:
        network = classifier.classifier(self.side, self.classes, self.device, seed)
        return classifier.train(network, images, labels, self.steps, self.device, seed)

    def accuracy(self, images: Any, labels: Any, seed: int) -> float:
        """Accuracy on real test images of a classifier that is trained on the given ones."""
        return classifier.accuracy(self.trained_on(images, labels, seed), self.tests, self.answers)

    def distance(self, images: Any) -> float:
        """Frechet distance of the given images to the real test images."""
        return frechet_distance(classifier.features(self.network, images), self.real)


def multiplier(plan: Plan, images: Images, variant: str, release: str, target: str) -> float:
    """The noise multiplier of a release for a target epsilon."""
    if target == NO_TARGET:
        return 0.0
    if release == PEER:
        return of_one_release(Fraction(target))
    return of_training(plan.setting.sampling(variant, images), plan.setting.steps[variant], Fraction(target))


def runs(plan: Plan, images: Images, device: Any, seed: int) -> Iterator[tuple[Row, NDArray[np.float32]]]:
    """All runs of the plan, seeds ``seed``, ``seed + 1``, ...: the row of each, and the images of its sheet. The run without noise of a variant comes first."""
    judge = Judge(images, plan, device)
    for variant, releases in plan.releases.items():
        for k in range(plan.seeds):
            bare: dict[str, Trained] = {}
            for release in (FREE, *releases):
                for target in (NO_TARGET,) if release == FREE else plan.targets:
                    sigma = multiplier(plan, images, variant, release, target)
                    made = train(images, plan.setting, variant, BY_NAME.get(release, PEER), sigma, device, seed + k)
                    loss = "features" if release == PEER else "gradient" if release == "gradient" else "square" if "square" in release else "value"
                    if loss not in bare:
                        bare[loss] = made if release == FREE else train(images, plan.setting, variant, BY_NAME.get(release, PEER), 0.0, device, seed + k)
                    yield row_of(judge, plan, images, variant, release, target, sigma, made, bare[loss], seed + k)


def row_of(judge: Judge, plan: Plan, images: Images, variant: str, release: str, target: str, sigma: float, made: Trained, bare: Trained, seed: int) -> tuple[Row, NDArray[np.float32]]:
    """Judge one trained generator."""
    torch = torch_or_refuse()
    labels = torch.arange(plan.made, device=judge.device) % judge.classes
    drawn = torch.nan_to_num(made.images(labels, stream(judge.device, seed, "codes of samples")))
    rate, steps = plan.setting.sampling(variant, images), plan.setting.steps[variant]
    row: Row = {
        "variant": variant, "release": release, "target_epsilon": None if target == NO_TARGET else float(target), "seed": seed, "sigma": sigma,
        "certified_epsilon": None if target == NO_TARGET else float(target) if release == PEER else certified(rate, steps, sigma),
        "rate": 1.0 if release == PEER else float(rate), "steps": steps,
        "accuracy": judge.accuracy(drawn, labels, seed), "frechet": judge.distance(drawn), "moved_by_noise": moved(made, bare),
        "real_accuracy": judge.real_accuracy, "real_frechet": judge.real_distance,
    }
    return row, drawn[:SHOWN].float().cpu().numpy()


def moved(made: Trained, bare: Trained) -> float | None:
    """Distance of the parameters from those without noise, over the norm of the latter; None where one of them is not finite."""
    torch = torch_or_refuse()
    here, there = made.parameters(), bare.parameters()
    if not bool(torch.isfinite(here).all() and torch.isfinite(there).all()):
        return None
    return float((here - there).norm() / there.norm())
