"""Sums of Gaussian kernels as torch code, with labels, and a Gaussian process with such a kernel drawn together with its derivatives.

k(x, y) = sum over the widths h of exp(-|x - y|^2 / (2 h^2)), times the inner product of the labels where points have labels; k(x, x) is the number of widths, L. The process G has covariance k.
Its derivatives are normal too: cov(G(x), d_y G(y)) = sum (x - y)/h^2 k_h, cov(d_x G(x), d_y G(y)) = sum (I/h^2 - (x - y)(x - y)'/h^4) k_h. In directions orthogonal to the affine span of the points
the derivatives are independent of all that is drawn at the points inside it, so only coordinates in the span have a joint covariance, of size (points x rank of the span).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verify.gradients import torch_or_refuse

JITTER = 1e-9
"""Added to the diagonal of covariances, relative to it: two equal points make them singular."""
RANK_TOLERANCE = 1e-7


@dataclass(frozen=True, slots=True)
class GaussianKernels:
    """Widths h > 0 of the summed kernels, in the unit of the points."""

    widths: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.widths or min(self.widths) <= 0:
            raise ValueError(f"GaussianKernels: widths must be positive, got widths={self.widths}")

    def __call__(self, x: Any, y: Any, x_labels: Any = None, y_labels: Any = None) -> Any:
        """The matrix of the kernel, shape ``(n, m)``, at points of shape ``(n, d)`` and ``(m, d)``; labels are one-hot rows."""
        torch = torch_or_refuse()
        squares = squared_distances(x, y)
        total = sum(torch.exp(squares * (-0.5 / h**2)) for h in self.widths)
        return total if x_labels is None else total * (x_labels @ y_labels.T)

    def steepest(self) -> float:
        """A bound of the norm of the derivative of k(x, y) by y: each kernel has at most exp(-1/2)/h."""
        return float(sum(2.718281828459045**-0.5 / h for h in self.widths))


def squared_distances(x: Any, y: Any) -> Any:
    """Squared distances, shape ``(n, m)``, without cancellation below 0."""
    torch = torch_or_refuse()
    centre = torch.cat([x.detach(), y.detach()]).mean(0)
    x, y = x - centre, y - centre
    return torch.clamp((x * x).sum(1)[:, None] + (y * y).sum(1)[None, :] - 2 * x @ y.T, min=0.0)


def root_of(covariance: Any) -> Any:
    """The Cholesky factor, with a jitter on the diagonal."""
    torch = torch_or_refuse()
    size = covariance.diagonal().detach().mean()
    return torch.linalg.cholesky(covariance + JITTER * size * torch.eye(len(covariance), dtype=covariance.dtype, device=covariance.device))


def draw_values(kernels: GaussianKernels, points: Any, labels: Any, noise: Any) -> Any:
    """A draw of G at the points, shape ``(n,)``; a function of the points with the standard normal numbers inside held fixed."""
    torch = torch_or_refuse()
    fixed = torch.randn(len(points), generator=noise, device=points.device, dtype=points.dtype)
    return root_of(kernels(points, points, labels, labels)) @ fixed


def draw_with_slopes(kernels: GaussianKernels, records: Any, record_labels: Any, points: Any, labels: Any, noise: Any) -> tuple[Any, Any, Any]:
    """A joint draw of G at records, at points, and of its derivatives at the points: shapes ``(n,)``, ``(m,)`` and ``(m, d)``; ``records`` may be empty.

    With one-hot labels the processes of two labels are independent, and each is drawn for itself.
    """
    if labels is None:
        return _joint_draw(kernels, records, points, noise)
    torch = torch_or_refuse()
    values, at_points, slopes = records.new_zeros(len(records)), points.new_zeros(len(points)), torch.zeros_like(points)
    for label in range(labels.shape[1]):
        mine, ours = record_labels[:, label] > 0, labels[:, label] > 0
        if bool(ours.any()) or bool(mine.any()):
            values[mine], at_points[ours], slopes[ours] = _joint_draw(kernels, records[mine], points[ours], noise)
    return values, at_points, slopes


def _joint_draw(kernels: GaussianKernels, records: Any, points: Any, noise: Any) -> tuple[Any, Any, Any]:
    """The draw without labels."""
    torch = torch_or_refuse()
    places = torch.cat([records, points])
    basis = span_of(places)
    n, m, rank = len(records), len(points), basis.shape[1]
    root = root_of(joint_covariance(kernels, (places - places.mean(0)) @ basis, n))
    drawn = root @ torch.randn(len(root), generator=noise, device=points.device, dtype=points.dtype)
    slopes = drawn[n + m :].reshape(m, rank) @ basis.T
    if rank < points.shape[1] and m:
        slopes = slopes + outside(kernels, points, basis, noise)
    return drawn[:n], drawn[n : n + m], slopes


def span_of(places: Any) -> Any:
    """Orthonormal columns of the linear span of the differences of the places, shape ``(d, rank)``."""
    torch = torch_or_refuse()
    _, sizes, along = torch.linalg.svd(places - places.mean(0), full_matrices=False)
    return along[sizes > RANK_TOLERANCE * max(1e-300, float(sizes.max()))].T


def joint_covariance(kernels: GaussianKernels, places: Any, first: int) -> Any:
    """Covariance of the values of G at all places and of its derivatives, place by place, at those from ``first`` on."""
    torch = torch_or_refuse()
    n, rank = places.shape
    m = n - first
    between = places[:, None, :] - places[None, first:, :]
    apart = between[first:]
    values = torch.zeros(n, n, dtype=places.dtype, device=places.device)
    mixed = torch.zeros(n, m, rank, dtype=places.dtype, device=places.device)
    second = torch.zeros(m, m, rank, rank, dtype=places.dtype, device=places.device)
    same = torch.eye(rank, dtype=places.dtype, device=places.device)
    for h in kernels.widths:
        k = GaussianKernels((h,))(places, places)
        values += k
        mixed += between * (k[:, first:, None] / h**2)
        second += k[first:, first:, None, None] * (same / h**2 - apart[:, :, :, None] * apart[:, :, None, :] / h**4)
    side = mixed.reshape(n, m * rank)
    corner = second.permute(0, 2, 1, 3).reshape(m * rank, m * rank)
    return torch.cat([torch.cat([values, side], 1), torch.cat([side.T, corner], 1)])


def outside(kernels: GaussianKernels, points: Any, basis: Any, noise: Any) -> Any:
    """A draw of the derivatives of G at the points in the directions orthogonal to the span, shape ``(m, d)``: covariance sum k_h/h^2 in each direction."""
    torch = torch_or_refuse()
    weights = sum(GaussianKernels((h,))(points, points) / h**2 for h in kernels.widths)
    free = root_of(weights) @ torch.randn(points.shape, generator=noise, device=points.device, dtype=points.dtype)
    return free - (free @ basis) @ basis.T
