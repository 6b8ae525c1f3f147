"""What a training step releases, in each reading of the paper and in two of our own, as a loss whose gradient the optimiser sees.

The function is f_S = (1/m) sum k(x_i, .) over the batch S, m the expected size of the batch, a public number. The objective is (1/m) sum f(x_p) - (2/M) sum f(w_j) + (1/M^2) sum k(w_j, w_q).

* ``constant``: the values of f = f_S + s G at records and generated points are released, G constant in the step (its values are drawn, and no derivative passes through them).
* ``follows``: as before, and the derivative passes through the factor of the covariance: G = L(theta) xi, xi fixed.
* ``jointly``: values and derivatives of f at the generated points are released, drawn together from the process.
* ``gradient``: the derivative of the objective by the generated points is released: the share of each record is clipped, and normal noise added. Nothing else of the batch is used.
* ``none``: no noise; for comparison.

s = sigma Delta, or its root where the printed eq. 8 is taken at its word (``variance``). Delta is for one record more or less; for one replaced record the paper has sqrt(2) times as much.
Of these the last but one and ``jointly`` release something whose law is the one that is accounted; what the others release of a batch is measured in ``reproduce.frdp.gradients``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from reproduce.frdp.kernels import GaussianKernels, draw_values, draw_with_slopes
from verify.gradients import torch_or_refuse


@dataclass(frozen=True, slots=True)
class Batch:
    """Records of a batch and generated points, shapes ``(n, d)`` and ``(M, d)``, with one-hot labels or None; the generated points depend on the parameters."""

    records: Any
    record_labels: Any
    points: Any
    labels: Any


@dataclass(frozen=True, slots=True)
class Release:
    """A reading: how noise enters (``constant``, ``follows``, ``jointly``, ``gradient``, ``none``), loss ``value`` or ``square``, noise ``deviation`` or ``variance`` s^2 = sigma Delta."""

    name: str
    noise: str
    loss: str = "value"
    scale: str = "deviation"

    def spread(self, sigma: float, sensitivity: float) -> float:
        """The standard deviation s of the noise in units of G."""
        return math.sqrt(sigma * sensitivity) if self.scale == "variance" else sigma * sensitivity


RELEASES = (
    Release("no-noise", "none"),
    Release("constant-value", "constant"),
    Release("constant-square", "constant", "square"),
    Release("constant-square-eq-8", "constant", "square", "variance"),
    Release("follows-value", "follows"),
    Release("follows-square", "follows", "square"),
    Release("jointly-value", "jointly"),
    Release("jointly-square", "jointly", "square"),
    Release("gradient", "gradient"),
)
"""``constant-square-eq-8`` is what the released code does."""
BY_NAME = {release.name: release for release in RELEASES}


def mean_sensitivity(kernels: GaussianKernels, batch: float) -> float:
    """How far one record more or less moves f_S in the space of the kernel: sqrt(k(x, x))/m."""
    return math.sqrt(len(kernels.widths)) / batch


def gradient_sensitivity(clip: float, batch: float) -> float:
    """How far one record more or less moves the released derivative, in l2 norm over all generated points."""
    return clip / batch


def loss_of(release: Release, kernels: GaussianKernels, batch: Batch, m: float, sigma: float, clip: float, noise: Any) -> Any:
    """A scalar whose gradient by the generated points is what the optimiser sees; ``noise`` is a torch generator."""
    if release.noise == "gradient":
        return gradient_loss(kernels, batch, m, sigma, clip, noise)
    spread = 0.0 if release.noise == "none" else release.spread(sigma, mean_sensitivity(kernels, m))
    at_records, at_points = private_values(release, kernels, batch, m, spread, noise)
    value = at_records.sum() / m - 2 * at_points.mean() + among(kernels, batch)
    return value**2 if release.loss == "square" else value


def among(kernels: GaussianKernels, batch: Batch) -> Any:
    """Mean of the kernel over all pairs of generated points, which knows nothing of the records."""
    return kernels(batch.points, batch.points, batch.labels, batch.labels).mean()


def private_values(release: Release, kernels: GaussianKernels, batch: Batch, m: float, spread: float, noise: Any) -> tuple[Any, Any]:
    """Values of f at the records and at the generated points."""
    torch = torch_or_refuse()
    n = len(batch.records)
    f_records = kernels(batch.records, batch.records, batch.record_labels, batch.record_labels).sum(0) / m
    f_points = kernels(batch.records, batch.points, batch.record_labels, batch.labels).sum(0) / m
    if spread == 0:
        return f_records, f_points
    fixed = batch.points.detach()
    if release.noise == "jointly":
        few = batch.records if release.loss == "square" else batch.records[:0]  # of a loss that is linear in f the derivative needs no value at the records
        few_labels = None if batch.record_labels is None else batch.record_labels[: len(few)]
        g_records, g_points, slopes = draw_with_slopes(kernels, few, few_labels, fixed, batch.labels, noise)
        moved = ((batch.points - fixed) * slopes).sum(1)
        return f_records + spread * (g_records if len(few) else 0.0), f_points + spread * (g_points + moved)
    points = batch.points if release.noise == "follows" else fixed
    places = torch.cat([batch.records, points])
    tags = None if batch.labels is None else torch.cat([batch.record_labels, batch.labels])
    drawn = draw_values(kernels, places, tags, noise)
    return f_records + spread * drawn[:n], f_points + spread * drawn[n:]


def gradient_loss(kernels: GaussianKernels, batch: Batch, m: float, sigma: float, clip: float, noise: Any) -> Any:
    """A loss linear in the points with the released derivative as its gradient, plus the term among generated points."""
    torch = torch_or_refuse()
    fixed = batch.points.detach()
    released = clipped_slopes(kernels, batch, clip) / m
    released = released + sigma * gradient_sensitivity(clip, m) * torch.randn(fixed.shape, generator=noise, device=fixed.device, dtype=fixed.dtype)
    return (released * batch.points).sum() + among(kernels, batch)


def clipped_slopes(kernels: GaussianKernels, batch: Batch, clip: float) -> Any:
    """Sum over the records of the derivative of -(2/M) sum_j k(x_i, w_j) by the points, shape ``(M, d)``, that of each record shrunk to norm ``clip`` where it is longer."""
    torch = torch_or_refuse()
    points = batch.points.detach()
    weights = sum(GaussianKernels((h,))(batch.records, points, batch.record_labels, batch.labels) / h**2 for h in kernels.widths) * (2 / len(points))
    squares = ((batch.records[:, None, :] - points[None, :, :]) ** 2).sum(2)
    lengths = torch.sqrt((weights**2 * squares).sum(1))
    weights = weights * torch.clamp(clip / torch.clamp(lengths, min=1e-30), max=1.0)[:, None]
    return weights.sum(0)[:, None] * points - weights.T @ batch.records
