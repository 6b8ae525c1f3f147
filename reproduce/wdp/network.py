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
            convolution(1, size.channels, width, margin), torch.nn.ReLU(), torch.nn.MaxPool2d(2),
            convolution(size.channels, size.channels, width, margin), torch.nn.ReLU(), torch.nn.MaxPool2d(2), torch.nn.Flatten(),
            torch.nn.Linear(size.channels * left * left, size.dense[0]), torch.nn.SELU(), torch.nn.Linear(*size.dense), torch.nn.SELU(), torch.nn.Linear(size.dense[1], classes),
        )
    return layers.to(device)


def convolution(before: int, after: int, width: int, margin: int) -> Any:
    """A convolution whose offset is added behind it: the gradient of the offset for each record is then a plain sum, which takes a fraction of what the one inside a grouped convolution takes."""
    torch = torch_or_refuse()

    class Convolution(torch.nn.Conv2d):  # type: ignore[misc,name-defined]
        def _conv_forward(self, values: Any, weight: Any, bias: Any) -> Any:
            return super()._conv_forward(values, weight, None) + bias[:, None, None]

    return Convolution(before, after, width, padding=margin)
