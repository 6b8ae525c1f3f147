"""A step of differentially private gradient descent: a gradient for each record, clipped, added up, noise, divided by the expected batch. Abadi et al. (2016), Algorithm 1.

Per-record gradients come from ``torch.func`` (``vmap`` of ``grad``) for as many records at a time as their gradients fit into the cache of a processor; only their sum is kept. Adding or removing
one record moves the sum by at most the threshold C in l2 norm, replacing one by at most 2 C; the normal noise has standard deviation sigma C in each coordinate of the sum.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from verify.gradients import torch_or_refuse

Gradients = dict[str, Any]
RecordLoss = Callable[[Mapping[str, Any], Any, Any], Any]
"""``loss(parameters, record, label)`` of one record: a scalar tensor."""

CACHE = 16 * 2**20
"""Bytes of per-record gradients held at a time on a CPU."""


@dataclass(frozen=True, slots=True)
class Clipped:
    """Sum of clipped gradients by parameter, and the clipped gradients of the first records as rows of a matrix, shape ``(kept, parameters)``."""

    total: Gradients
    kept: Any


def cross_entropy_of(network: Any) -> RecordLoss:
    """The loss of one record under a network that is called with batches."""
    torch = torch_or_refuse()

    def loss(parameters: Mapping[str, Any], record: Any, label: Any) -> Any:
        scores = torch.func.functional_call(network, dict(parameters), (record[None],))
        return torch.nn.functional.cross_entropy(scores, label[None])

    return loss


def clipped_sum(loss: RecordLoss, parameters: Mapping[str, Any], records: Any, labels: Any, threshold: float, keep: int = 0) -> Clipped:
    """The sum over the records of their gradients, each shrunk to l2 norm ``threshold`` > 0 over all parameters where it is longer; ``keep`` rows are returned besides."""
    torch = torch_or_refuse()
    if not threshold > 0:
        raise ValueError(f"clipped_sum: threshold must be positive, got threshold={threshold}")
    total = {name: torch.zeros_like(value) for name, value in parameters.items()}
    rows: list[Any] = []
    each = torch.func.vmap(torch.func.grad(loss), in_dims=(None, 0, 0))
    size = at_a_time(parameters)
    for first in range(0, len(records), size):
        found = {name: value.flatten(1) for name, value in each(dict(parameters), records[first : first + size], labels[first : first + size]).items()}
        norms = torch.linalg.vector_norm(torch.stack([torch.linalg.vector_norm(value, dim=1) for value in found.values()]), dim=0)
        shrink = torch.clamp(threshold / torch.clamp(norms, min=torch.finfo(norms.dtype).tiny), max=1.0)
        for name, value in found.items():
            total[name] += (shrink @ value).reshape(total[name].shape)
        if first < keep:
            few = slice(keep - first)
            rows.append(torch.cat([value[few] for value in found.values()], 1) * shrink[few, None])
    return Clipped(total, torch.cat(rows) if rows else torch.zeros(0))


def at_a_time(parameters: Mapping[str, Any]) -> int:
    """How many per-record gradients are held at a time: what fits the cache on a CPU, 256 on other devices."""
    some = next(iter(parameters.values()))
    if some.device.type != "cpu":
        return 256
    return max(4, CACHE // max(1, sum(value.numel() * value.element_size() for value in parameters.values())))


def noisy_mean(total: Mapping[str, Any], deviation: float, batch: float, noise: Any) -> Gradients:
    """(sum + N(0, deviation^2)) / batch, ``batch`` being the expected number of records; ``noise`` is a torch generator."""
    torch = torch_or_refuse()
    return {name: (value + deviation * torch.randn(value.shape, generator=noise, device=value.device, dtype=value.dtype)) / batch for name, value in total.items()}


def descend(parameters: Mapping[str, Any], gradients: Mapping[str, Any], rate: float) -> Gradients:
    """The parameters after a step of length ``rate`` against the gradients."""
    return {name: value - rate * gradients[name] for name, value in parameters.items()}
