"""The convolutional network of Table 2, as a function of its parameters, without the normalisation of batches.

Two convolutions with rectifier and 2 x 2 pooling, two dense layers with the scaled exponential unit, a linear map to the classes. The released scripts normalise over the batch between them; then
the gradient of one record depends on the others and clipping bounds nothing, so that is left out here. Images of 28 x 28 pixels have filters of 5 x 5; smaller ones 3 x 3 with a margin, since two filters
of 5 x 5 do not fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reproduce.training.streams import initial_weights
from verify.gradients import torch_or_refuse

Parameters = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Size:
    """Channels of the convolutions, and widths of the two dense layers."""

    channels: int
    dense: tuple[int, int]


PRINTED = Size(64, (384, 192))
SMALL = Size(16, (96, 48))


def network(side: int, size: Size, classes: int, device: Any, seed: int) -> Any:
    """The network for images of shape ``(n, 1, side, side)``, with initial weights of the seed."""
    torch = torch_or_refuse()
    width, margin = (5, 0) if side >= 28 else (3, 1)
    left = ((side - width + 1 + 2 * margin) // 2 - width + 1 + 2 * margin) // 2
    with initial_weights(device, seed, "network"):
        layers = torch.nn.Sequential(
            torch.nn.Conv2d(1, size.channels, width, padding=margin), torch.nn.ReLU(), torch.nn.MaxPool2d(2),
            torch.nn.Conv2d(size.channels, size.channels, width, padding=margin), torch.nn.ReLU(), torch.nn.MaxPool2d(2), torch.nn.Flatten(),
            torch.nn.Linear(size.channels * left * left, size.dense[0]), torch.nn.SELU(), torch.nn.Linear(*size.dense), torch.nn.SELU(), torch.nn.Linear(size.dense[1], classes),
        )
    return layers.to(device)
