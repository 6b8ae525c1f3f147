"""The classifier that judges images: a convolutional network, trained on given images and tested on others, with features for a distance of samples.

Two convolutions (3 x 3, stride 2, 32 and 64 channels), each followed by dropout with probability 1/2 and a rectifier, then one linear map to the classes; cross entropy; Adam (learning rate 1e-3,
weight decay 1e-6), batches of 200. The features of an image are the 64 channels of the second convolution, averaged over the places.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from reproduce.training.images import Labels
from reproduce.training.streams import initial_weights, picks, stream
from verify.gradients import torch_or_refuse

BATCH = 200
RATE, DECAY = 1e-3, 1e-6
CHANNELS = (32, 64)


def classifier(side: int, classes: int, device: Any, seed: int) -> Any:
    """The network for images of shape ``(n, side, side)``, with initial weights of the seed."""
    torch = torch_or_refuse()
    first, second = CHANNELS
    places = (side + 3) // 4
    with initial_weights(device, seed, "classifier"):
        layers = torch.nn.Sequential(
            torch.nn.Conv2d(1, first, 3, stride=2, padding=1), torch.nn.ReLU(),
            torch.nn.Conv2d(first, second, 3, stride=2, padding=1), torch.nn.ReLU(),
            torch.nn.Flatten(), torch.nn.Linear(second * places * places, classes),
        )
    return layers.to(device)


def train(network: Any, images: Any, labels: Any, steps: int, device: Any, seed: int) -> Any:
    """Train the network in place for a number of steps, and return it; ``images`` of shape ``(n, side, side)`` and ``labels`` on the device."""
    torch = torch_or_refuse()
    optimiser = torch.optim.Adam(network.parameters(), lr=RATE, weight_decay=DECAY)
    dropped, rng = stream(device, seed, "dropout"), picks(seed, "batches of the classifier")
    for _ in range(steps):
        chosen = torch.as_tensor(rng.integers(len(images), size=min(BATCH, len(images))), device=device)
        optimiser.zero_grad()
        torch.nn.functional.cross_entropy(with_dropout(network, images[chosen], dropped), labels[chosen]).backward()
        optimiser.step()
    return network


def with_dropout(network: Any, images: Any, dropped: Any) -> Any:
    """Scores of the classes, shape ``(n, classes)``, with half of the entries behind each convolution dropped and the others doubled."""
    torch = torch_or_refuse()
    values = images[:, None]
    for layer in network:
        values = layer(values)
        if isinstance(layer, torch.nn.Conv2d):
            values = values * (2.0 * (torch.rand(values.shape, generator=dropped, device=values.device) < 0.5))
    return values


def accuracy(network: Any, images: Any, labels: Any) -> float:
    """Share of the images with the label that the network finds, in [0, 1]."""
    torch = torch_or_refuse()
    with torch.no_grad():
        return float((network(images[:, None]).argmax(1) == labels).double().mean())


def features(network: Any, images: Any) -> NDArray[np.float64]:
    """Features of the images, shape ``(n, 64)``."""
    torch = torch_or_refuse()
    with torch.no_grad():
        return np.asarray(network[:4](images[:, None]).mean(dim=(2, 3)).double().cpu().numpy())


def on_device(images: NDArray[np.float32], labels: Labels, device: Any) -> tuple[Any, Any]:
    """Images and labels as tensors."""
    torch = torch_or_refuse()
    return torch.as_tensor(np.ascontiguousarray(images), device=device), torch.as_tensor(np.ascontiguousarray(labels), device=device)
