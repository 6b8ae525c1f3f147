"""Private training of the network of Table 2: Poisson batches, clipped per-record gradients, noise, and what accountants ask of each step.

The noise is a multiple of the threshold; ``None`` for the multiple is training without clipping and without noise on the same batches. Batches, initial weights and noise come from streams of their
own, so runs that differ in the noise alone see the same batches from the same weights.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reproduce.training.classifier import accuracy, on_device
from reproduce.training.images import Images
from reproduce.training.streams import picks, stream
from reproduce.wdp.network import Size, network
from reproduce.wdp.private_sgd import clipped_sum, cross_entropy_of, descend, noisy_mean
from verify.gradients import torch_or_refuse

COMPARED = 8
"""Records of a step whose clipped gradients are compared: 28 pairs, as in the released scripts."""
WARM_UP, TIMED = 2, 12


@dataclass(frozen=True, slots=True)
class Protocol:
    """Size of the network, expected batch, epochs, learning rates with and without clipping, and clipping threshold C."""

    size: Size
    batch: int
    epochs: int
    rate: float
    plain_rate: float
    threshold: float = 1.0

    def sampling(self, images: Images) -> Fraction:
        """The probability that a record is in a batch."""
        return Fraction(self.batch, len(images.train))

    def steps_of_an_epoch(self, images: Images) -> int:
        return -(-len(images.train) // self.batch)


@dataclass(frozen=True, slots=True)
class Trained:
    """Accuracy on the test images after each epoch; distances of clipped gradients in thresholds, shape ``(steps, 28)``; whether all parameters stayed finite."""

    accuracy: tuple[float, ...]
    distances: NDArray[np.float64]
    finite: bool


def train(images: Images, protocol: Protocol, sigma: float | None, device: Any, seed: int) -> Trained:
    """Train with noise multiplier ``sigma`` (0: clipping alone; None: neither)."""
    torch = torch_or_refuse()
    records, labels = on_device(images.train[:, None], images.train_labels, device)
    tests, answers = on_device(images.test, images.test_labels, device)
    layers = network(images.side, protocol.size, images.classes, device, seed)
    parameters: Mapping[str, Any] = {name: value.detach().clone() for name, value in layers.named_parameters()}
    loss, rng, noise = cross_entropy_of(layers), picks(seed, "batches"), stream(device, seed, "noise of gradients")
    found, distances = [], []
    for _ in range(protocol.epochs):
        for _ in range(protocol.steps_of_an_epoch(images)):
            batch = torch.as_tensor(np.flatnonzero(rng.random(len(images.train)) < float(protocol.sampling(images))), device=device)
            if sigma is None:
                parameters = descend(parameters, plain_gradients(layers, parameters, records[batch], labels[batch], protocol.batch), protocol.plain_rate)
            else:
                clipped = clipped_sum(loss, parameters, records[batch], labels[batch], protocol.threshold, keep=COMPARED)
                distances.append(pair_distances(clipped.kept) / protocol.threshold)
                parameters = descend(parameters, noisy_mean(clipped.total, sigma * protocol.threshold, protocol.batch, noise), protocol.rate)
        found.append(accuracy(lambda x, now=parameters: torch.func.functional_call(layers, dict(now), (x,)), tests, answers))
    finite = all(bool(torch.isfinite(value).all()) for value in parameters.values())
    return Trained(tuple(found), np.array(distances), finite)


def plain_gradients(layers: Any, parameters: Mapping[str, Any], records: Any, labels: Any, batch: float) -> dict[str, Any]:
    """The gradient of the sum of the losses of the records over ``batch``, by parameter."""
    torch = torch_or_refuse()
    leaves = {name: value.detach().requires_grad_(True) for name, value in parameters.items()}
    total = torch.nn.functional.cross_entropy(torch.func.functional_call(layers, leaves, (records,)), labels, reduction="sum") / batch
    return dict(zip(leaves, torch.autograd.grad(total, list(leaves.values())), strict=True))


def pair_distances(rows: Any) -> NDArray[np.float64]:
    """l2 distances of all pairs of the rows, with those of a step with too few records filled up by zeros; shape ``(28,)``."""
    torch = torch_or_refuse()
    found = torch.pdist(rows.double()).cpu().numpy() if len(rows) > 1 else np.zeros(0)
    return np.pad(found, (0, COMPARED * (COMPARED - 1) // 2 - len(found)))


def step_times(images: Images, protocol: Protocol, device: Any) -> tuple[float, float]:
    """Least seconds of a step without and with privacy, at the same batch of the expected size; measured in turns, on a CPU in processor seconds."""
    torch = torch_or_refuse()
    records, labels = on_device(images.train[: protocol.batch, None], images.train_labels[: protocol.batch], device)
    layers = network(images.side, protocol.size, images.classes, device, 0)
    parameters = {name: value.detach().clone() for name, value in layers.named_parameters()}
    loss, noise = cross_entropy_of(layers), stream(device, 0, "noise")

    def plain() -> Any:
        return descend(parameters, plain_gradients(layers, parameters, records, labels, protocol.batch), protocol.rate)

    def private() -> Any:
        return descend(parameters, noisy_mean(clipped_sum(loss, parameters, records, labels, protocol.threshold, COMPARED).total, 1.0, protocol.batch, noise), protocol.rate)

    def seconds(step: Any) -> float:
        if device.type == "cuda":
            torch.cuda.synchronize()
        clock = time.perf_counter if device.type == "cuda" else time.process_time
        begin = clock()
        step()
        if device.type == "cuda":
            torch.cuda.synchronize()
        return clock() - begin

    pairs = [(seconds(plain), seconds(private)) for _ in range(WARM_UP + TIMED)][WARM_UP:]
    return min(a for a, _ in pairs), min(b for _, b in pairs)
