"""Random Fourier features: finitely many cosines whose inner products approach a Gaussian kernel. Rahimi and Recht (2007)."""

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class FourierFeatures:
    """``count`` pairs of features (cos(v.x), sin(v.x)) / sqrt(count), each frequency v drawn from N(0, I / width^2).

    Every point has a feature vector of length exactly 1, so that the mean over N records moves by at most 2/N when one is replaced.

    Parameters
    ----------
    dimension, count : of the points, and number of frequencies; at least 1.
    width : of the Gaussian kernel exp(-|x - y|^2 / (2 width^2)), above 0, in the unit of the points.
    seed : of the frequencies, which are part of the mechanism and not private.

    Raises
    ------
    ValueError
        Naming what is out of range.
    """

    kind: ClassVar[str] = "fourier-features"
    _: KW_ONLY
    dimension: int
    count: int
    width: float
    seed: int

    def __post_init__(self) -> None:
        for name in ("dimension", "count"):
            if getattr(self, name) < 1:
                raise ValueError(f"FourierFeatures: {name} must be at least 1, got {name}={getattr(self, name)}")
        if not self.width > 0:
            raise ValueError(f"FourierFeatures: width must be positive, got width={self.width}")

    def frequencies(self) -> Array:
        """Return the frequencies, shape ``(count, dimension)``."""
        return np.random.default_rng(self.seed).standard_normal((self.count, self.dimension)) / self.width

    def features(self, points: Array) -> Array:
        """Return the features of points of shape ``(n, dimension)``, shape ``(n, 2 count)``."""
        points = np.asarray(points, dtype=float)
        if points.ndim != 2 or points.shape[1] != self.dimension:
            raise ValueError(f"FourierFeatures: points must have shape (n, {self.dimension}), got shape={points.shape}")
        angles = points @ self.frequencies().T
        return np.asarray(np.hstack([np.cos(angles), np.sin(angles)]) / np.sqrt(self.count))

    def release(self, records: Array, variance: float, rng: np.random.Generator) -> Array:
        """Return a draw of the mean of the features plus N(0, variance I), shape ``(2 count,)``: the summary that is released once."""
        if not variance >= 0:
            raise ValueError(f"FourierFeatures: variance must be at least 0, got variance={variance}")
        mean = self.features(records).mean(axis=0)
        return np.asarray(mean + np.sqrt(variance) * rng.standard_normal(mean.shape))

    def loss(self, summary: Array, generated: Array) -> float:
        """Return the squared distance of a summary to the mean of the features of generated points."""
        return float(((summary - self.features(generated).mean(axis=0)) ** 2).sum())
