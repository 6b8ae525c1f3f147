"""Mixtures of laws on the line, among them the output of a subsampled Gaussian mechanism."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import sympy as sp

from mechanisms.gaussian import Normal
from mechanisms.generators import Draws, arrays
from mechanisms.parameters import (
    At,
    Parameter,
    check_weights,
    expression,
    minus,
    number_at,
    probabilities,
    substituted,
)
from mechanisms.protocols import LineLaw


@dataclass(frozen=True, slots=True)
class Mixture:
    """Distribution of a draw from component i with probability ``weights[i]``.

    Parameters
    ----------
    weights
        Probabilities with sum 1, one for each component.
    components
        Laws on the line with densities, all in the same unit. Nested mixtures are allowed.

    Notes
    -----
    The logarithm of the density is in general not quadratic on pieces, so there is no ``log_density_pieces``; the
    quantile has no closed form, see ``numeric_quantile``.
    """

    kind: ClassVar[str] = "mixture"
    weights: Sequence[Parameter]
    components: Sequence[LineLaw]

    def __post_init__(self) -> None:
        object.__setattr__(self, "weights", tuple(self.weights))
        object.__setattr__(self, "components", tuple(self.components))
        check_weights("Mixture", self.weights)
        if len(self.weights) != len(self.components):
            raise ValueError(
                f"Mixture: weights must be as many as components, got {len(self.weights)} weights, "
                f"{len(self.components)} components; give one weight for each component"
            )
        for index, component in enumerate(self.components):
            if not isinstance(component, LineLaw):
                raise TypeError(
                    f"Mixture: components must have a density on the line, got components[{index}]={component!r}; "
                    "mix distributions on finitely many points with Kernel.push"
                )

    def parameters(self) -> tuple[tuple[str, Any], ...]:
        """Return ``weight_0, weight_1, ...`` as they were given; the distributions stand in ``components``."""
        return tuple((f"weight_{index}", weight) for index, weight in enumerate(self.weights))

    def density(self, x: Any) -> sp.Expr:
        """Return the density at ``x``, in 1/(unit of x)."""
        return sp.Add(*(expression(w) * law.density(x) for w, law in zip(self.weights, self.components, strict=True)))

    def distribution_function(self, x: Any) -> sp.Expr:
        """Return the probability of ``(-oo, x]``."""
        return sp.Add(
            *(
                expression(w) * law.distribution_function(x)
                for w, law in zip(self.weights, self.components, strict=True)
            )
        )

    def numeric_quantile(self, u: float | Fraction, at: At | None = None) -> float:
        """Return the smallest x with distribution function at least ``u``, for ``0 < u < 1``, in floating point.

        Bisection down to neighbouring floats. It starts from the least and the greatest quantile of the components,
        between which the mixture's quantile lies. The distribution function is evaluated in double precision, so the
        result is as accurate as ``u`` can be told apart from its neighbours: near ``u = 1`` about 1e-16 / density.

        Raises
        ------
        ValueError
            If ``u`` is outside (0, 1) or a symbol has no value in ``at``.
        """
        if not 0 < u < 1:
            raise ValueError(
                f"Mixture.numeric_quantile: u must lie in (0, 1), got u={u}; the ends have no finite quantile"
            )
        starts = [_float_quantile(component, u, at) for component in self.components]
        x = sp.Dummy("x", real=True)
        pairs = [
            (number_at("Mixture", f"weights[{i}]", weight, at), _float_distribution_function(law, x, at))
            for i, (weight, law) in enumerate(zip(self.weights, self.components, strict=True))
        ]

        def reached(value: float) -> bool:
            return bool(sum(weight * function(value) for weight, function in pairs) >= u)

        low, high = min(starts), max(starts)
        if reached(low) or low == high:
            return low
        while low < (middle := low + (high - low) / 2) < high:
            low, high = (low, middle) if reached(middle) else (middle, high)
        return high

    def translated(self, shift: Any) -> "Mixture":
        """Return the distribution of ``X + shift``."""
        return Mixture(self.weights, tuple(component.translated(shift) for component in self.components))

    def sample(self, size: int, rng: np.random.Generator, at: At | None = None) -> Draws:
        """Return independent draws, shape ``(size,)``, at the symbols' values ``at``; does not use ``density``."""
        label = rng.choice(len(self.weights), size, p=probabilities("Mixture", self.weights, at))
        draws = arrays(rng).empty(size)
        for index, component in enumerate(self.components):
            chosen = label == index
            draws[chosen] = component.sample(int(chosen.sum()), rng, at)
        return draws


def subsampled_normal(q: Any, shift: Any, scale: Any) -> Mixture:
    """Return ``(1 - q) N(0, scale**2) + q N(shift, scale**2)``.

    Parameters
    ----------
    q
        Probability that the differing record is sampled, in [0, 1].
    shift
        Distance of the two means, in the unit of the output.
    scale
        Standard deviation of the noise, positive, in the unit of the output.
    """
    return Mixture((minus(1, q), q), (Normal(0, scale=scale), Normal(shift, scale=scale)))


def _float_quantile(law: Any, u: float | Fraction, at: At | None) -> float:
    if isinstance(law, Mixture):
        return law.numeric_quantile(u, at)
    formula = substituted(type(law).__name__, "quantile", law.quantile(Fraction(u)), at)
    return float(sp.lambdify((), formula, "scipy")())  # SymPy itself has no numeric erfcinv


def _float_distribution_function(law: LineLaw, x: sp.Symbol, at: At | None) -> Any:
    """Distribution function from float to float, by ``math``: only the live branch of a case is evaluated."""
    return sp.lambdify(
        x, substituted(type(law).__name__, "x", law.distribution_function(x), {**(at or {}), x: x}), "math"
    )
