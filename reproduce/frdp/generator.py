"""Networks that make images from a latent code: the paper's transposed convolutions, and a small dense one for images of 8 x 8 pixels.

Latent codes have 10 standard normal entries. With labels, a linear map takes code and one-hot label to a new code of the same length first.
"""

from __future__ import annotations

from typing import Any

from reproduce.training.streams import initial_weights
from verify.gradients import torch_or_refuse

LATENT = 10
HIDDEN = 64
SMALLEST = 4
"""Side of the image behind the first transposed convolution."""


def generator(side: int, channels: int, classes: int, device: Any, seed: int, *names: object) -> Any:
    """A network from codes (and one-hot labels if ``classes`` > 0) in one row, shape ``(n, 10 + classes)``, to images in [-1, 1], shape ``(n, side * side)``.

    A side of 8 has two dense layers; 16 and 32 transposed convolutions, ``channels`` in the last but one layer and twice as many in each one before. Raises ValueError for another side.
    """
    torch = torch_or_refuse()
    if side not in (8, 16, 32):
        raise ValueError(f"generator: side must be 8, 16 or 32, got side={side}")
    with initial_weights(device, seed, "generator", *names):
        first = [torch.nn.Linear(LATENT + classes, LATENT)] if classes else []
        layers = torch.nn.Sequential(*first, *(dense(side) if side == 8 else transposed(side, channels)), torch.nn.Flatten())
        if side != 8:
            layers.apply(_initial)
    return layers.to(device)


def dense(side: int) -> list[Any]:
    """Two dense layers."""
    torch = torch_or_refuse()
    return [torch.nn.Linear(LATENT, HIDDEN), torch.nn.ReLU(), torch.nn.Linear(HIDDEN, side * side), torch.nn.Tanh()]


def transposed(side: int, channels: int) -> list[Any]:
    """Transposed convolutions 4 x 4, each doubling the side, with normalisation of the batch."""
    torch = torch_or_refuse()
    doublings = (side // SMALLEST).bit_length() - 1
    width = channels * 2 ** (doublings - 1)
    layers: list[Any] = [torch.nn.Unflatten(1, (LATENT, 1, 1)), torch.nn.ConvTranspose2d(LATENT, width, SMALLEST, bias=False), torch.nn.BatchNorm2d(width), torch.nn.ReLU()]
    for _ in range(doublings - 1):
        layers += [torch.nn.ConvTranspose2d(width, width // 2, 4, stride=2, padding=1, bias=False), torch.nn.BatchNorm2d(width // 2), torch.nn.ReLU()]
        width //= 2
    return [*layers, torch.nn.ConvTranspose2d(width, 1, 4, stride=2, padding=1, bias=False), torch.nn.Tanh()]


def _initial(layer: Any) -> None:
    torch = torch_or_refuse()
    if isinstance(layer, torch.nn.ConvTranspose2d):
        torch.nn.init.normal_(layer.weight, 0.0, 0.02)
    elif isinstance(layer, torch.nn.BatchNorm2d):
        torch.nn.init.normal_(layer.weight, 1.0, 0.02)
    elif isinstance(layer, torch.nn.Linear):
        torch.nn.init.normal_(layer.weight, 0.0, 0.1)
        torch.nn.init.zeros_(layer.bias)


def sampled(network: Any, labels: Any, classes: int, codes: Any) -> Any:
    """Images, shape ``(n, side, side)``, of the labels (None without); ``codes`` is a torch generator. The network is put into the mode of use, not of training."""
    torch = torch_or_refuse()
    network.eval()
    with torch.no_grad():
        flat = network(inputs(len(labels), labels if classes else None, classes, codes, labels.device))
    network.train()
    side = round(flat.shape[1] ** 0.5)
    return flat.reshape(-1, side, side)


def inputs(count: int, labels: Any, classes: int, codes: Any, device: Any) -> Any:
    """Rows for the network: drawn codes, then one-hot labels if there are any."""
    torch = torch_or_refuse()
    drawn = torch.randn(count, LATENT, generator=codes, device=device)
    if labels is None:
        return drawn
    return torch.cat([drawn, torch.nn.functional.one_hot(labels, classes).to(drawn.dtype)], 1)
