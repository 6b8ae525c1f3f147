"""Factories of laws and mechanisms by name, for the entry-point group ``claimcheck.mechanisms``.

Each entry point is a name of ``FACTORIES`` and the object it maps to. Arguments are those of the class or function.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from mechanisms.additive import Additive
from mechanisms.composition import (
    AdaptiveComposition,
    AdaptiveSharedCoinComposition,
    IndependentComposition,
    JointCoinComposition,
    ParallelComposition,
    SharedCoinComposition,
)
from mechanisms.discrete import Bernoulli, Binomial, Poisson
from mechanisms.exponential import Exponential, TruncatedExponential
from mechanisms.finite import Finite, Kernel
from mechanisms.gaussian import GaussianMechanism, Normal
from mechanisms.histogram import Histogram
from mechanisms.laplace import Laplace, LaplaceMechanism
from mechanisms.mixture import Mixture, subsampled_normal
from mechanisms.postprocessing import PostProcessed
from mechanisms.power_tail import GeneralisedCauchy, Pareto
from mechanisms.product import Product
from mechanisms.uniform import Uniform

_CLASSES: tuple[Any, ...] = (
    Laplace,
    Normal,
    Uniform,
    Exponential,
    TruncatedExponential,
    Histogram,
    GeneralisedCauchy,
    Pareto,
    Bernoulli,
    Binomial,
    Poisson,
    Mixture,
    Finite,
    Product,
    Kernel,
    LaplaceMechanism,
    GaussianMechanism,
    Additive,
    PostProcessed,
    IndependentComposition,
    AdaptiveComposition,
    SharedCoinComposition,
    AdaptiveSharedCoinComposition,
    JointCoinComposition,
    ParallelComposition,
)

FACTORIES: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {**{cls.kind: cls for cls in _CLASSES}, "subsampled-normal": subsampled_normal}
)
"""From a kind, for example ``"laplace"``, to the callable that makes it. Read-only."""


def factory(kind: str) -> Callable[..., Any]:
    """Return the factory of ``kind``; ValueError naming the known kinds if there is none."""
    if kind not in FACTORIES:
        raise ValueError(
            f"factory: kind must be one of {', '.join(sorted(FACTORIES))}, got kind={kind!r}; check its spelling"
        )
    return FACTORIES[kind]
