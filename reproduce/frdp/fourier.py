"""The peer: random Fourier features of the data, averaged and released once with noise; a generator is then trained to match the released mean, without a look at the data. DP-MERF.

A feature map is that of ``mechanisms.fourier_features`` for each width, all with the same number of frequencies, side by side: its inner products approach the mean of the Gaussian kernels of the
widths, and every image has a feature vector of length 1. With labels the features of an image stand in the block of its label. One record more or less moves the sum of the feature vectors by 1, and the
mean by 1/N with N a public number.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from mechanisms.fourier_features import FourierFeatures
from reproduce.training.streams import number_of
from verify.gradients import torch_or_refuse

FREQUENCIES = 1000


@dataclass(frozen=True, slots=True)
class FeatureMap:
    """Frequencies as columns, shape ``(d, count)``, on a device."""

    columns: Any

    def __call__(self, points: Any) -> Any:
        """Features of length 1 of points of shape ``(n, d)``; shape ``(n, 2 count)``."""
        torch = torch_or_refuse()
        angles = points @ self.columns
        return torch.cat([torch.cos(angles), torch.sin(angles)], 1) / math.sqrt(angles.shape[1])

    def labelled(self, points: Any, labels: Any) -> Any:
        """Sum of the features over the points, shape ``(2 count,)``, or by one-hot label, shape ``(classes, 2 count)``."""
        found = self(points)
        return found.sum(0) if labels is None else labels.T @ found


def feature_map(dimension: int, widths: tuple[float, ...], device: Any, seed: int) -> FeatureMap:
    """The map for points of this dimension; its frequencies are public, and those of the seed."""
    torch = torch_or_refuse()
    count = FREQUENCIES // len(widths)
    parts = [FourierFeatures(dimension=dimension, count=count, width=h, seed=number_of(seed, "frequencies", h)).frequencies() for h in widths]
    return FeatureMap(torch.cat([torch.as_tensor(part, device=device, dtype=torch.float64) for part in parts]).T)


def released_mean(features: FeatureMap, records: Any, labels: Any, sigma: float, noise: Any) -> Any:
    """Mean of the features of the records plus normal noise of standard deviation sigma/N."""
    torch = torch_or_refuse()
    total = features.labelled(records, labels)
    return (total + sigma * torch.randn(total.shape, generator=noise, device=total.device, dtype=total.dtype)) / len(records)


def matching_loss(features: FeatureMap, target: Any, points: Any, labels: Any) -> Any:
    """Squared distance of the mean features of generated points to the released mean."""
    return ((features.labelled(points, labels) / len(points) - target) ** 2).sum()
