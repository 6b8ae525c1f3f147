r"""One training step of the private objective, as torch code: what the released gradient depends on (Section 4.3, eqs. 7 and 8).

Four records and three generated points in the plane, a Gaussian kernel of width 1, a linear generator w = A z + b with six parameters, Delta = sqrt(2)/4 for one
replaced record, sigma = 1. The objective is (1/N) sum f(x_p) - (2/M) sum f(w_j) + (1/M^2) sum k(w_j, w_q), or its square, with f the private function at the records
and the generated points; its gradient by (A, b) is what an optimiser sees. Three ways to differentiate f = f_D + sigma Delta G:

* ``noise-constant``: the drawn values of G are constants of the step;
* ``noise-follows-theta``: G = L(theta) xi with the Cholesky factor of the Gram matrix at (x, w) and xi fixed;
* ``drawn-jointly``: values and gradients of G at the points are drawn together from the process, whose covariances are k and its derivatives.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from verify.gradients import observe, torch_or_refuse

RECORDS, GENERATED, DIMENSION = 4, 3, 2
SIGMA, DELTA, ORDER = 1.0, math.sqrt(2) / RECORDS, 2.0
READINGS = ("noise-constant", "noise-follows-theta", "drawn-jointly")
LOSSES = ("value", "square")


def run(seed: int, effort: str = "standard", device: str = "auto", data: str | None = None) -> Mapping[str, object]:
    """One step at random records, generated points and parameters.

    Returns
    -------
    mapping
        ``divergence[gradient][loss]``: of order 2 of the released gradients of two data sets, nan where it was not measured; ``noise_moves`` and ``data_moves``:
        1 or 0; ``dimension``: of the flat of the gradients; ``level``: what order 2 is allowed, 2/(2 sigma^2).

    Raises
    ------
    verify.gradients.MissingExtra
        Without torch.
    """
    torch = torch_or_refuse()
    rng = np.random.default_rng(seed)
    records, latent = (torch.tensor(rng.standard_normal((n, DIMENSION)), dtype=torch.float64) for n in (RECORDS, GENERATED))
    other = records.clone()
    other[-1] += torch.tensor(rng.standard_normal(DIMENSION), dtype=torch.float64)
    parameters = torch.tensor(np.concatenate([np.eye(DIMENSION).ravel() + 0.3 * rng.standard_normal(DIMENSION**2), 0.3 * rng.standard_normal(DIMENSION)]), dtype=torch.float64)
    found: dict[str, dict[str, dict[str, float]]] = {name: {} for name in ("divergence", "noise_moves", "data_moves", "dimension")}
    for reading in READINGS:
        for loss in LOSSES:
            seen = observe(objective(reading, loss, latent), parameters, records, other, noises_of(reading), seed)
            values = {"divergence": seen.divergence(ORDER), "noise_moves": float(seen.noise_moves), "data_moves": float(seen.data_moves), "dimension": float(seen.dimension)}
            for name, value in values.items():
                found[name].setdefault(reading, {})[loss] = value
    return {**found, "level": ORDER / (2 * SIGMA**2)}


def noises_of(reading: str) -> int:
    """How many standard normal numbers a reading takes: values at all points, for ``drawn-jointly`` also the gradients at the generated ones."""
    return RECORDS + GENERATED + (GENERATED * DIMENSION if reading == "drawn-jointly" else 0)


def objective(reading: str, loss: str, latent: Any) -> Callable[[Any, Any, Any], Any]:
    """The private objective as ``loss(parameters, records, noise)``."""
    torch = torch_or_refuse()

    def kernel(x: Any, y: Any) -> Any:
        return torch.exp(-((x[:, None, :] - y[None, :, :]) ** 2).sum(-1) / 2)

    def value(parameters: Any, records: Any, noise: Any) -> Any:
        matrix, offset = parameters[: DIMENSION**2].reshape(DIMENSION, DIMENSION), parameters[DIMENSION**2 :]
        points = latent @ matrix.T + offset
        drawn = SIGMA * DELTA * _process(reading, records, points, noise)
        mean = kernel(torch.cat([records, points]), records).mean(1)
        private = mean + drawn
        whole = private[:RECORDS].mean() - 2 * private[RECORDS:].mean() + kernel(points, points).mean()
        return whole**2 if loss == "square" else whole

    def _process(how: str, records: Any, points: Any, noise: Any) -> Any:
        """The values of G at the records and the generated points, with the derivatives by these that the reading gives them."""
        if how == "drawn-jointly":
            fixed = points.detach()
            root = torch.linalg.cholesky(joint_covariance(records, fixed))
            drawn = root @ noise
            slopes = drawn[RECORDS + GENERATED :].reshape(GENERATED, DIMENSION)
            moved = ((points - fixed) * slopes).sum(1)
            return torch.cat([drawn[:RECORDS], drawn[RECORDS : RECORDS + GENERATED] + moved])
        places = torch.cat([records, points if how == "noise-follows-theta" else points.detach()])
        return torch.linalg.cholesky(kernel(places, places)) @ noise

    return value


def joint_covariance(records: Any, points: Any) -> Any:
    """Covariance of the values of G at records and points, and of its gradients at the points: k, dk(x, y)/dy = (x - y) k, d^2 k/dx dy = (1 - (x-y)(x-y)') k."""
    torch = torch_or_refuse()
    places = torch.cat([records, points])
    between = places[:, None, :] - points[None, :, :]
    k = torch.exp(-((places[:, None, :] - places[None, :, :]) ** 2).sum(-1) / 2)
    mixed = (between * k[:, len(records) :, None]).reshape(len(places), -1)
    apart = points[:, None, :] - points[None, :, :]
    second = (torch.eye(DIMENSION, dtype=k.dtype) - apart[:, :, :, None] * apart[:, :, None, :]) * k[len(records) :, len(records) :, None, None]
    lower = second.permute(0, 2, 1, 3).reshape(len(points) * DIMENSION, -1)
    return torch.cat([torch.cat([k, mixed], 1), torch.cat([mixed.T, lower], 1)], 0)
