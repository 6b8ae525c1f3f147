"""Where draws are made: NumPy on the CPU, or torch on a CPU or GPU, from one source of samplers.

Samplers draw through the methods of ``numpy.random.Generator`` that ``TorchGenerator`` offers too, and shape what they drew with the operations of
``arrays(rng)``; so one sampler serves both.
"""

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np

Draws: TypeAlias = Any
"""An array of NumPy or a tensor of torch, as the generator makes them; floats of 64 bits."""


class Arrays(Protocol):
    """The operations on arrays that samplers use."""

    def asarray(self, values: Any) -> Any:
        """Return an array of floats of 64 bits."""

    def empty(self, size: int) -> Any:
        """Return an array whose entries are to be set."""

    def columns(self, parts: Sequence[Any]) -> Any:
        """Return arrays of length n as the columns of one array."""

    def log1p(self, values: Any) -> Any:
        """Return log(1 + x)."""

    def clip(self, values: Any, low: float, high: float) -> Any:
        """Return the values moved into [low, high]."""

    def host(self, values: Any) -> Any:
        """Return the values as an array of NumPy."""


class _NumpyArrays:
    def asarray(self, values: Any) -> Any:
        return np.asarray(values, dtype=np.float64)

    def empty(self, size: int) -> Any:
        return np.empty(size, dtype=np.float64)

    def columns(self, parts: Sequence[Any]) -> Any:
        return np.stack(list(parts), axis=1)

    def log1p(self, values: Any) -> Any:
        return np.log1p(values)

    def clip(self, values: Any, low: float, high: float) -> Any:
        return np.clip(values, low, high)

    def host(self, values: Any) -> Any:
        return np.asarray(values)


_NUMPY = _NumpyArrays()


def arrays(rng: Any) -> Arrays:
    """Return the array operations that go with a generator."""
    return rng if isinstance(rng, TorchGenerator) else _NUMPY


class TorchGenerator:
    """Draws on a torch device, with the methods of ``numpy.random.Generator`` that samplers use; arrays are tensors of 64-bit floats.

    Parameters
    ----------
    seed
        Seed of the stream; equal seeds on one device and version of torch give equal draws. On a CPU torch uses its last 32 bits alone.
    device
        ``"cpu"``, ``"cuda"``, or another name that torch knows.

    Raises
    ------
    ModuleNotFoundError, RuntimeError
        If torch is not installed, or the device is not there.
    """

    def __init__(self, seed: int, device: str = "cpu") -> None:
        import torch

        self._torch = torch
        self.device = torch.device(device)
        self._generator = torch.Generator(device=self.device)
        self._generator.manual_seed(seed)

    def _uniforms(self, size: Any) -> Any:
        shape = (size,) if isinstance(size, int) else tuple(size)
        return self._torch.rand(shape, generator=self._generator, device=self.device, dtype=self._torch.float64)

    def random(self, size: int) -> Any:
        """Return uniform draws in [0, 1)."""
        return self._uniforms(size)

    def uniform(self, low: Any, high: Any, size: int | None = None) -> Any:
        """Return uniform draws between ``low`` and ``high``, numbers or tensors of one shape."""
        shape = size if size is not None else tuple(low.shape)
        return low + (high - low) * self._uniforms(shape)

    def standard_exponential(self, size: int) -> Any:
        """Return draws of the exponential distribution of mean 1."""
        return -self._torch.log1p(-self._uniforms(size))

    def standard_normal(self, size: Any) -> Any:
        """Return draws of the standard normal distribution."""
        shape = (size,) if isinstance(size, int) else tuple(size)
        return self._torch.randn(shape, generator=self._generator, device=self.device, dtype=self._torch.float64)

    def normal(self, loc: float, scale: float, size: int) -> Any:
        """Return normal draws."""
        return loc + scale * self.standard_normal(size)

    def laplace(self, loc: float, scale: float, size: int) -> Any:
        """Return draws of the Laplace distribution: differences of two exponential draws."""
        return loc + scale * (self.standard_exponential(size) - self.standard_exponential(size))

    def choice(self, count: int, size: int, p: Any) -> Any:
        """Return draws of 0, ..., count - 1 with probabilities ``p``, by inversion of uniform draws."""
        edges = self._torch.cumsum(self.asarray(p), 0)
        return self._torch.clamp(self._torch.searchsorted(edges, self._uniforms(size), right=True), max=count - 1)

    def asarray(self, values: Any) -> Any:
        """Return a tensor of 64-bit floats on the device."""
        if isinstance(values, self._torch.Tensor):
            return values.to(device=self.device, dtype=self._torch.float64)
        return self._torch.as_tensor(np.asarray(values, dtype=np.float64), device=self.device)

    def empty(self, size: int) -> Any:
        """Return a tensor whose entries are to be set."""
        return self._torch.empty(size, dtype=self._torch.float64, device=self.device)

    def columns(self, parts: Sequence[Any]) -> Any:
        """Return tensors of length n as the columns of one tensor."""
        return self._torch.stack(list(parts), 1)

    def log1p(self, values: Any) -> Any:
        """Return log(1 + x)."""
        return self._torch.log1p(values)

    def clip(self, values: Any, low: float, high: float) -> Any:
        """Return the values moved into [low, high]."""
        return self._torch.clamp(values, low, high)

    def host(self, values: Any) -> Any:
        """Return the values as an array of NumPy."""
        return values.cpu().numpy()
