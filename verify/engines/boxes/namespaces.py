"""Array operations under NumPy's names: NumPy itself, or torch on a CPU or CUDA device, so that formulas at many points have one code path.

Floats have 64 bits on every device. A special function that a device lacks is no attribute of its names.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

Names = Any
"""NumPy, or `TorchNames`."""
Array = Any
_PLAIN = ("exp", "log", "abs", "floor", "ceil", "sign", "exp2", "sinh", "isnan", "round", "add", "multiply", "maximum", "minimum", "power", "less_equal", "less", "greater_equal", "greater",
          "equal", "not_equal")
"""Functions that torch has too; those whose name differs stand in `_RENAMED`."""
_RENAMED = {"multiply": "mul", "power": "pow", "less_equal": "le", "less": "lt", "greater_equal": "ge", "greater": "gt", "equal": "eq", "not_equal": "ne"}


@lru_cache(maxsize=8)
def namespace(device: str) -> Names:
    """The names for a device: ``cpu`` is NumPy, ``torch-cpu`` and ``cuda`` are torch. Raises ModuleNotFoundError without torch."""
    return np if device == "cpu" else TorchNames(device.removeprefix("torch-"))


class TorchNames:
    """The functions of NumPy that points need, on tensors of one device; plain numbers become tensors."""

    def __init__(self, device: str) -> None:
        import torch

        self._torch, self.device = torch, torch.device(device)
        for name in _PLAIN:
            setattr(self, name, self._lifted(getattr(torch, _RENAMED.get(name, name))))
        self.special = _TorchSpecial(torch, self._tensor)

    def _tensor(self, x: Any) -> Array:
        return x if isinstance(x, self._torch.Tensor) else self._torch.as_tensor(x, dtype=self._torch.float64, device=self.device)

    def _lifted(self, function: Any) -> Any:
        return lambda *values: function(*(self._tensor(x) for x in values))

    def asarray(self, values: Any) -> Array:
        return self._tensor(values)

    def where(self, condition: Any, x: Any, y: Any) -> Array:
        return self._torch.where(condition, self._tensor(x), self._tensor(y))

    def clip(self, x: Any, low: float, high: float) -> Array:
        return self._torch.clamp(self._tensor(x), low, high)

    def stack(self, parts: Any) -> Array:
        return self._torch.stack(list(parts))

    def broadcast_to(self, x: Any, shape: Any) -> Array:
        return self._torch.broadcast_to(self._tensor(x), tuple(shape))

    def arange(self, start: int, stop: int) -> Array:
        return self._torch.arange(start, stop, device=self.device)

    def places(self, condition: Array) -> Array:
        return self._torch.nonzero(condition)[:, 0]

    def largest_of_smallest(self, values: Array, count: int) -> Array:
        return self._torch.topk(values, count, largest=False).values[-1]

    def ones(self, count: int, dtype: type) -> Array:
        return self._torch.ones(count, dtype=self._torch.bool if dtype is bool else self._torch.float64, device=self.device)


class _TorchSpecial:
    """Special functions under SciPy's names."""

    def __init__(self, torch: Any, tensor: Any) -> None:
        self.erf, self.erfc, self.digamma, self.gammaln = (lambda x, f=f: f(tensor(x)) for f in (torch.special.erf, torch.special.erfc, torch.special.digamma, torch.lgamma))

        def gamma(x: Any) -> Array:
            at = tensor(x)
            sign = torch.where((at > 0) | (torch.remainder(torch.floor(at), 2) == 0), 1.0, -1.0)
            return sign * torch.exp(torch.lgamma(at))

        self.gamma = gamma


def special(xp: Names) -> Any:
    """Special functions that go with the names."""
    if xp is np:
        import scipy.special

        return scipy.special
    return xp.special


def host(values: Array) -> Any:
    """The values as an array of NumPy."""
    return values if isinstance(values, np.ndarray) else values.cpu().numpy()


def smallest(xp: Names, scores: Array, count: int) -> Any:
    """Places of the smallest scores in order, equal ones by place, as an array of NumPy."""
    if scores.shape[0] <= 16 * count:
        return np.argsort(host(scores), kind="stable")[:count]
    if xp is np:
        bound = np.partition(scores, count - 1)[count - 1]
        below, equal = np.flatnonzero(scores < bound), np.flatnonzero(scores == bound)[:count]
    else:
        bound = xp.largest_of_smallest(scores, count)
        below, equal = xp.places(scores < bound), xp.places(scores == bound)[:count]
    below = host(below)[np.argsort(host(scores[below]), kind="stable")]
    return np.concatenate([below, host(equal)])[:count]
