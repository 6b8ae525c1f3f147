"""The Frechet distance of two samples in a space of features: the squared 2-Wasserstein distance of the normal laws with their means and covariances.

Dowson and Landau (1982), doi:10.1016/0047-259X(82)90077-X: |m1 - m2|^2 + trace(S1 + S2 - 2 (S1^(1/2) S2 S1^(1/2))^(1/2)). What it measures depends on the features; here they come from a small
classifier of the images at hand, so that numbers are comparable with each other and not with distances in other features.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def frechet_distance(first: NDArray[np.floating], second: NDArray[np.floating]) -> float:
    """Frechet distance of two samples of features, shapes ``(n, d)`` and ``(m, d)``, in the square of their unit. Raises ValueError for fewer than two of either, or other shapes."""
    if first.ndim != 2 or second.ndim != 2 or first.shape[1] != second.shape[1] or min(len(first), len(second)) < 2:
        raise ValueError(f"frechet_distance: samples must have shapes (n, d) and (m, d) with n, m >= 2, got {first.shape} and {second.shape}")
    x, y = first.astype(np.float64), second.astype(np.float64)
    return normal_distance(x.mean(0), np.atleast_2d(np.cov(x, rowvar=False)), y.mean(0), np.atleast_2d(np.cov(y, rowvar=False)))


def normal_distance(mean: Array, covariance: Array, other_mean: Array, other_covariance: Array) -> float:
    """Squared 2-Wasserstein distance of two normal laws; the covariances may be singular."""
    root = _root(covariance)
    inner = np.linalg.eigvalsh(root @ other_covariance @ root)
    crossed = float(np.sqrt(np.clip(inner, 0, None)).sum())
    apart = float(((mean - other_mean) ** 2).sum())
    return apart + max(0.0, float(np.trace(covariance) + np.trace(other_covariance)) - 2 * crossed)


def _root(matrix: Array) -> Array:
    values, vectors = np.linalg.eigh(matrix)
    return np.asarray((vectors * np.sqrt(np.clip(values, 0, None))) @ vectors.T)
