"""Training of generators: conditional on labels, or one for each label in parallel; with a release for each step, or with the released mean of Fourier features.

Initial weights, batches, codes, labels of generated points and noise each have a stream of their own: runs with one seed that differ in the noise alone see the same of everything else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from reproduce.frdp.fourier import feature_map, matching_loss, released_mean
from reproduce.frdp.generator import generator, inputs, sampled
from reproduce.frdp.kernels import GaussianKernels
from reproduce.frdp.releases import Batch, Release, loss_of
from reproduce.training.images import Images
from reproduce.training.streams import picks, stream
from verify.gradients import torch_or_refuse

PEER = "fourier-features"
VARIANTS = ("conditional", "parallel")
PRINTED_WIDTHS, PRINTED_SIDE = (1.0, 2.0, 4.0, 8.0, 16.0), 32
"""Widths of the released code, for images of 32 x 32 pixels."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A way to train: expected batch (records and generated points) and steps of each variant, channels of the generator, learning rate of RMSprop, clipping of the release ``gradient``."""

    batch: dict[str, int]
    steps: dict[str, int]
    channels: int
    rate: float
    slope: float = 0.1

    def widths(self, side: int) -> tuple[float, ...]:
        """Widths of the kernels: those of the released code, in proportion to the side of the images."""
        return tuple(h * side / PRINTED_SIDE for h in PRINTED_WIDTHS)

    def sampling(self, variant: str, images: Images) -> Fraction:
        """The probability that a record is in a batch; for parallel training of the class that gives the largest."""
        least = len(images.train) if variant == "conditional" else min(len(images.of_class(c)) for c in range(images.classes))
        return Fraction(self.batch[variant], least)

    def clip(self, points: int, classes: int) -> float:
        """The l2 norm at which the share of a record in the derivative is clipped: a slope ``slope`` of the kernel at each of the points with its label."""
        return 2 * self.slope / (points * max(classes, 1)) ** 0.5


@dataclass(frozen=True, slots=True)
class Trained:
    """Trained generators: one with labels, or one for each class."""

    networks: tuple[Any, ...]
    classes: int

    def images(self, labels: Any, codes: Any) -> Any:
        """An image for each label."""
        torch = torch_or_refuse()
        if len(self.networks) == 1:
            return sampled(self.networks[0], labels, self.classes, codes)
        made = [sampled(network, labels, 0, codes) for network in self.networks]
        return torch.stack(made)[labels, torch.arange(len(labels), device=labels.device)]

    def parameters(self) -> Any:
        """All parameters in one vector."""
        torch = torch_or_refuse()
        return torch.cat([value.detach().double().reshape(-1) for network in self.networks for value in network.parameters()])


def train(images: Images, setting: Setting, variant: str, how: Release | str, sigma: float, device: Any, seed: int) -> Trained:
    """Train by a release for each step, or by ``PEER``, with the noise multiplier ``sigma``."""
    torch = torch_or_refuse()
    everything = torch.as_tensor(images.train.reshape(len(images.train), -1), device=device, dtype=torch.float64)
    labels = torch.as_tensor(images.train_labels, device=device)
    if variant == "conditional":
        return Trained((one(everything, labels, images, setting, variant, how, sigma, device, seed, ()),), images.classes)
    made = [one(everything[labels == c], None, images, setting, variant, how, sigma, device, seed, (c,)) for c in range(images.classes)]
    return Trained(tuple(made), images.classes)


def one(records: Any, labels: Any, images: Images, setting: Setting, variant: str, how: Release | str, sigma: float, device: Any, seed: int, names: tuple[object, ...]) -> Any:
    """Train one generator on records, shape ``(n, d)``, with labels or None."""
    torch = torch_or_refuse()
    classes = images.classes if labels is not None else 0
    network = generator(images.side, setting.channels, classes, device, seed, *names)
    optimiser = torch.optim.RMSprop(network.parameters(), lr=setting.rate)
    codes, batches = stream(device, seed, "codes", *names), picks(seed, "batches", *names)
    one_hot = None if labels is None else torch.nn.functional.one_hot(labels, classes).to(records.dtype)
    objective = _objective(how, records, one_hot, setting, variant, images, sigma, stream(device, seed, "noise", *names), seed)
    m = setting.batch[variant]
    for _ in range(setting.steps[variant]):
        chosen = torch.as_tensor(np.flatnonzero(batches.random(len(records)) < m / len(records)), device=device)
        made = torch.as_tensor(batches.integers(classes, size=m), device=device) if classes else None
        points = network(inputs(m, made, classes, codes, device)).to(records.dtype)
        made_hot = torch.nn.functional.one_hot(made, classes).to(records.dtype) if classes else None
        optimiser.zero_grad()
        objective(Batch(records[chosen], None if one_hot is None else one_hot[chosen], points, made_hot)).backward()
        optimiser.step()
    return network


def _objective(how: Release | str, records: Any, one_hot: Any, setting: Setting, variant: str, images: Images, sigma: float, noise: Any, seed: int) -> Callable[[Batch], Any]:
    widths, m = setting.widths(images.side), setting.batch[variant]
    if isinstance(how, Release):
        kernels = GaussianKernels(widths)
        clip = setting.clip(m, images.classes if one_hot is not None else 1)
        return lambda batch: loss_of(how, kernels, batch, m, sigma, clip, noise)
    features = feature_map(records.shape[1], widths, noise.device, seed)
    target = released_mean(features, records, one_hot, sigma, noise)
    return lambda batch: matching_loss(features, target, batch.points, batch.labels)
