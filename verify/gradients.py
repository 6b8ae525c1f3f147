"""What a gradient that is released depends on: the private points, the noise, both.

A loss is torch code, ``loss(parameters, private, noise)``, a scalar of a flat parameter tensor, a tensor of private points and a flat tensor of independent standard normal
numbers. Its gradient by the parameters is taken by automatic differentiation, in double precision, and observed at several noises:

* two noises, one data set: a gradient that does not move at all carries no noise;
* one noise, two data sets: whether the private points move it;
* many noises: the flat (affine space) that the gradients of each data set lie in. Where that of one data set does not contain the gradients of the other, the released
  gradient tells them apart with certainty, and every divergence is infinite.
* A gradient that is affine in the noise has a normal law; then the Renyi divergence of the released gradients is that of the two normal laws.

These are measurements in floating point of one instance: they prove nothing, and the reproductions that use them say so. torch is the extra ``torch``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Loss = Callable[[Any, Any, Any], Any]
"""``loss(parameters, private, noise)``: tensors in, a scalar tensor out."""
TOLERANCE = 1e-8
"""Relative size below which a singular value, or a distance from a flat, counts as 0."""


class MissingExtra(ImportError):
    """torch is not installed; the message says what to install."""


def torch_or_refuse() -> Any:
    """The module torch. Raises MissingExtra where it is not installed."""
    try:
        import torch
    except ImportError:
        raise MissingExtra("install the extra torch: pip install 'claimcheck[torch]'", name="torch") from None
    return torch


@dataclass(frozen=True, slots=True)
class Release:
    """What the gradients of two data sets look like.

    ``noise_moves``: two noises gave different gradients (compared exactly). ``data_moves``: the two data sets gave different gradients at one noise. ``dimension``: of
    the flat of the gradients of the first data set, over all noises. ``same_flat``: whether those of the second lie in it, and the other way round. ``affine``: whether
    the gradient is affine in the noise. ``means`` and ``roots``: then its mean and a root of its covariance, shapes (p,) and (p, noises), for each data set.
    """

    noise_moves: bool
    data_moves: bool
    dimension: int
    same_flat: bool
    affine: bool
    means: tuple[Vector, Vector]
    roots: tuple[Vector, Vector]

    def divergence(self, order: float) -> float:
        """Renyi divergence of the released gradients, of an order above 1, in nats; infinite where their flats differ, nan where it is neither that nor normal.

        Raises ValueError for an order that is not above 1.
        """
        if not order > 1:
            raise ValueError(f"divergence: the order must be above 1, got order={order}")
        if not self.same_flat:
            return math.inf
        if not self.data_moves:
            return 0.0
        return normal_divergence(*self.means, *self.roots, order) if self.affine else math.nan


def gradient(loss: Loss, parameters: Any, private: Any, noise: Any) -> Vector:
    """The gradient of the loss by the parameters, a vector as long as these. Zero where the loss does not depend on them."""
    torch = torch_or_refuse()
    leaf = parameters.detach().clone().requires_grad_(True)
    value = loss(leaf, private, noise)
    if value.ndim != 0:
        raise ValueError(f"gradient: the loss must be a scalar, got shape={tuple(value.shape)}; sum or average it")
    if not value.requires_grad:
        return np.zeros(leaf.numel())
    (found,) = torch.autograd.grad(value, leaf, allow_unused=True)
    return np.zeros(leaf.numel()) if found is None else np.asarray(found.detach().double().reshape(-1).cpu().numpy())


def observe(loss: Loss, parameters: Any, private: Any, neighbour: Any, noises: int, seed: int = 0) -> Release:
    """Gradients of a loss on two data sets, at 0, at each unit noise and at random noises.

    Parameters
    ----------
    loss : see the module; it must use the noise as it is given.
    parameters : tensor of any shape, double precision.
    private, neighbour : the private points of the two data sets.
    noises : how many standard normal numbers the loss takes, at least 1.

    Raises
    ------
    ValueError
        If noises is below 1, or a gradient is not finite: then the data set and the noise are named.
    MissingExtra
        Without torch.
    """
    torch = torch_or_refuse()
    if noises < 1:
        raise ValueError(f"observe: noises must be at least 1, got noises={noises}; a loss without noise needs no check")
    rng = np.random.default_rng(seed)
    places = np.vstack([np.zeros(noises), np.eye(noises), rng.standard_normal((noises + 3, noises))])
    seen = []
    for name, points in (("private", private), ("neighbour", neighbour)):
        rows = np.array([gradient(loss, parameters, points, torch.tensor(place, dtype=torch.float64)) for place in places])
        if not np.isfinite(rows).all():
            bad = int(np.flatnonzero(~np.isfinite(rows).all(axis=1))[0])
            raise ValueError(f"observe: gradients must be finite, got one that is not for {name} at noise number {bad} = {places[bad].tolist()}")
        seen.append(rows)
    first, second = seen
    means = (first[0], second[0])
    roots = tuple((rows[1 : noises + 1] - rows[0]).T for rows in seen)
    affine = all(_close(rows, rows[0] + places @ root.T) for rows, root in zip(seen, roots, strict=True))
    return Release(
        noise_moves=not np.array_equal(first[-1], first[-2]), data_moves=not np.array_equal(first, second), dimension=_rank(first[1:] - first[0]),
        same_flat=_inside(first, second) and _inside(second, first), affine=affine, means=means, roots=(roots[0], roots[1]),
    )


def normal_divergence(mean: Vector, other: Vector, root: Vector, other_root: Vector, order: float) -> float:
    """Renyi divergence of two normal laws with covariances ``root root'`` that live on one flat, of an order above 1."""
    span, sizes, _ = np.linalg.svd(np.hstack([root, other_root, (mean - other)[:, None]]), full_matrices=False)
    base = span[:, sizes > TOLERANCE * max(sizes[0], 1e-300)]
    shift = base.T @ (mean - other)
    s, t = ((base.T @ r) @ (base.T @ r).T for r in (root, other_root))
    if _rank(s) < len(shift) or _rank(t) < len(shift):
        return math.inf
    between = (1 - order) * s + order * t
    if np.linalg.eigvalsh(between)[0] <= 0:
        return math.inf
    volume = np.linalg.slogdet(between)[1] - (1 - order) * np.linalg.slogdet(s)[1] - order * np.linalg.slogdet(t)[1]
    return float(order / 2 * shift @ np.linalg.solve(between, shift) + volume / (2 * (1 - order)))


def _rank(rows: Vector) -> int:
    sizes = np.linalg.svd(rows, compute_uv=False)
    return int((sizes > TOLERANCE * max(1e-300, sizes[0])).sum()) if sizes.size else 0


def _close(rows: Vector, others: Vector) -> bool:
    return bool(np.abs(rows - others).max() <= TOLERANCE * max(1e-300, np.abs(rows).max()))


def _inside(rows: Vector, others: Vector) -> bool:
    """Whether all of the second lie in the flat of the first."""
    _, sizes, along = np.linalg.svd(rows[1:] - rows[0], full_matrices=False)
    kept = along[sizes > TOLERANCE * max(1e-300, np.abs(rows).max())]
    left = others - rows[0]
    rest = left - (left @ kept.T) @ kept
    return bool(np.abs(rest).max() <= TOLERANCE * max(1e-300, np.abs(rows).max(), np.abs(others).max()))
