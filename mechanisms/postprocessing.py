"""Post-processing: a map or a kernel applied to a law, or to every output of a mechanism."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, TypeAlias

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from mechanisms.finite import Finite, Kernel, Point, point_key
from mechanisms.parameters import At, Parameter, exact, number_at
from mechanisms.protocols import LineLaw, Mechanism
from mechanisms.uniform import check_interval


@dataclass(frozen=True, slots=True)
class Map:
    """Deterministic post-processing: a function, or a table of its values on finitely many points."""

    kind: ClassVar[str] = "map"
    rule: Callable[[Any], Any] | Mapping[Point, Point] | Sequence[tuple[Point, Point]]

    def __post_init__(self) -> None:
        if callable(self.rule):
            return
        pairs = tuple(self.rule.items()) if isinstance(self.rule, Mapping) else tuple(self.rule)
        object.__setattr__(self, "rule", pairs)
        keys = [point_key("Map", "input", entry) for entry, _ in pairs]
        for index, key in enumerate(keys):
            if key in keys[:index]:
                raise ValueError(f"Map: inputs must be distinct, got input={pairs[index][0]!r} twice; keep one value")

    def __call__(self, value: Any) -> Any:
        """Return the image of ``value``; ValueError if a table does not list it."""
        if callable(self.rule):
            return self.rule(value)
        key = point_key("Map", "input", value)
        for entry, image in self.rule:
            if point_key("Map", "input", entry) == key:
                return image
        raise ValueError(f"Map: input must be listed in the table, got input={value!r}; add its image")

    def apply(self, law: Any) -> Any:
        """Return the distribution of the image: exact for a ``Finite``, else a ``Pushed`` that can only be sampled."""
        if isinstance(law, Finite):
            return law.map(self)
        if not callable(self.rule):
            raise ValueError(f"Map: a table acts on distributions on finitely many points, got law={law!r}; give a function")
        return Pushed(law, self)


@dataclass(frozen=True, slots=True)
class Quantise:
    """Post-processing of a number by the index of its cell among ``(-oo, e_0], (e_0, e_1], ..., (e_k, oo)``.

    The image of a law with a distribution function is a ``Finite`` with exact weights.
    """

    kind: ClassVar[str] = "quantise"
    edges: Sequence[Parameter]

    def __post_init__(self) -> None:
        object.__setattr__(self, "edges", tuple(self.edges))
        if not self.edges:
            raise ValueError("Quantise: edges must have at least one entry, got edges=(); give a threshold")
        for index, (low, high) in enumerate(pairwise(self.edges)):
            check_interval(f"Quantise (edges[{index}] and edges[{index + 1}])", low, high)

    def apply(self, law: Any) -> Finite:
        """Return the distribution of the index of the cell, on 0, ..., number of edges."""
        if not (isinstance(law, LineLaw | Finite)):
            raise TypeError(
                f"Quantise: law must have a distribution function on the line, got law={law!r}; take a marginal"
            )
        below = [sp.Integer(0), *(law.distribution_function(edge) for edge in self.edges), sp.Integer(1)]
        weights = [exact(above - lower) for lower, above in pairwise(below)]
        return Finite(tuple(range(len(weights))), tuple(weights))

    def on_draws(self, draws: NDArray[np.float64], at: At | None = None) -> NDArray[np.int64]:
        """Return the indices of the cells of ``draws``, same shape; does not use a distribution function."""
        edges = [number_at("Quantise", f"edges[{index}]", edge, at) for index, edge in enumerate(self.edges)]
        return np.asarray(np.searchsorted(edges, draws, side="left"), dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Pushed:
    """Distribution of the image of a draw under a function; it has no density in general and can only be sampled."""

    kind: ClassVar[str] = "pushed"
    law: Any
    step: Map

    def sample(self, size: int, rng: np.random.Generator, at: At | None = None) -> NDArray[np.float64]:
        """Return the function of independent draws of ``law``, each a float or a row of shape ``(d,)``."""
        return np.array([self.step(draw) for draw in self.law.sample(size, rng, at)], dtype=np.float64)


PostProcessing: TypeAlias = Map | Quantise | Kernel
"""A map, a quantiser, or a kernel (randomised, with coins of its own)."""


def postprocess(law: Any, step: PostProcessing) -> Any:
    """Return the distribution of the result when ``step`` is applied to a draw of ``law``.

    Raises
    ------
    TypeError
        If a kernel is applied to a law that is not on finitely many points; quantise first.
    """
    if not isinstance(step, Kernel):
        return step.apply(law)
    if not isinstance(law, Finite):
        raise TypeError(f"postprocess: a Kernel acts on Finite distributions, got law={law!r}; apply Quantise first")
    return step.push(law)


@dataclass(frozen=True, slots=True)
class PostProcessed:
    """The mechanism that applies ``steps``, in order, to the output of ``mechanism`` and to nothing else."""

    kind: ClassVar[str] = "post-processed"
    mechanism: Mechanism
    steps: Sequence[PostProcessing]

    def __post_init__(self) -> None:
        steps = (self.steps,) if isinstance(self.steps, Map | Quantise | Kernel) else tuple(self.steps)
        object.__setattr__(self, "steps", steps)
        for index, step in enumerate(steps):
            if not isinstance(step, Map | Quantise | Kernel):
                raise TypeError(
                    f"PostProcessed: steps must be Map, Quantise or Kernel, got steps[{index}]={step!r}; "
                    "a function needs Map"
                )

    def output(self, value: Any) -> Any:
        """Return the distribution of the processed output at ``value``."""
        law = self.mechanism.output(value)
        for step in self.steps:
            law = postprocess(law, step)
        return law
