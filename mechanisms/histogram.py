"""Piecewise constant densities."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import sympy as sp

from mechanisms.generators import Draws, arrays
from mechanisms.parameters import (
    At,
    Parameter,
    check,
    check_weights,
    exact,
    expression,
    known_not_below,
    number_at,
    plus,
    probabilities,
)
from mechanisms.probability_level import end_of_support
from mechanisms.protocols import Piece


@dataclass(frozen=True, slots=True)
class Histogram:
    """Distribution with constant density on each cell ``[edges[i], edges[i + 1])``; the last cell contains its right end.

    Parameters
    ----------
    edges
        Strictly increasing, in the unit of x, one more than there are cells.
    weights
        Probability of each cell (its mass, not its height), at least 0, with sum 1.

    Raises
    ------
    TypeError, ValueError
        If the lengths do not fit, or (where known) edges do not increase or weights are no probabilities.
    """

    kind: ClassVar[str] = "histogram"
    edges: Sequence[Parameter]
    weights: Sequence[Parameter]

    def __post_init__(self) -> None:
        object.__setattr__(self, "edges", tuple(self.edges))
        object.__setattr__(self, "weights", tuple(self.weights))
        check_weights("Histogram", self.weights)
        if len(self.edges) != len(self.weights) + 1:
            raise ValueError(
                f"Histogram: edges must be one more than weights, got {len(self.edges)} edges, "
                f"{len(self.weights)} weights; give both ends of every cell"
            )
        for index, edge in enumerate(self.edges):
            check("Histogram", f"edges[{index}]", edge)
        for index, (left, right) in enumerate(pairwise(self.edges)):
            if known_not_below(left, right):
                raise ValueError(
                    f"Histogram: edges must increase strictly, got edges[{index}]={left}, "
                    f"edges[{index + 1}]={right}; sort them and merge empty cells"
                )

    def parameters(self) -> tuple[tuple[str, Any], ...]:
        """Return ``edge_0, edge_1, ..., weight_0, weight_1, ...`` as they were given."""
        edges = tuple((f"edge_{index}", edge) for index, edge in enumerate(self.edges))
        return edges + tuple((f"weight_{index}", weight) for index, weight in enumerate(self.weights))

    def density(self, x: Any) -> sp.Expr:
        """Return the density at ``x``, in 1/(unit of x)."""
        x = expression(x)
        cells = self._cells()
        cases = [(0, x < cells[0][0]), *((weight / (right - left), x < right) for left, right, weight in cells)]
        left, right, weight = cells[-1]
        return sp.Piecewise(*cases, (weight / (right - left), sp.Eq(x, right)), (0, True))

    def distribution_function(self, x: Any) -> sp.Expr:
        """Return the probability of ``(-oo, x]``."""
        x, below = expression(x), sp.Integer(0)
        cells = self._cells()
        cases: list[tuple[Any, Any]] = [(0, x < cells[0][0])]
        for left, right, weight in cells:
            cases.append((below + weight * (x - left) / (right - left), x < right))
            below = below + weight
        return sp.Piecewise(*cases, (1, True))

    def quantile(self, u: Any) -> sp.Expr:
        """Return the smallest x with distribution function at least ``u``, for ``0 < u <= 1``; 0 gives the left end.

        Needs weights whose vanishing is known: a cell of weight 0 is skipped, a symbolic weight counts as positive.
        """
        cells = [cell for cell in self._cells() if cell[2].is_zero is not True]
        if (end := end_of_support("Histogram.quantile", u, cells[0][0], cells[-1][1])) is not None:
            return end
        u, below = expression(u), sp.Integer(0)
        cases: list[tuple[Any, Any]] = []
        for left, right, weight in cells:
            cases.append((left + (u - below) * (right - left) / weight, u <= below + weight))
            below = below + weight
        return sp.Piecewise(*cases[:-1], (cases[-1][0], True))

    def log_density_pieces(self) -> tuple[Piece, ...]:
        """Return the logarithm of the density: a constant piece for each cell not known to have weight 0."""
        zero = sp.Integer(0)
        return tuple(
            (left, right, sp.log(weight / (right - left)), zero, zero)
            for left, right, weight in self._cells()
            if weight.is_zero is not True
        )

    def translated(self, shift: Any) -> "Histogram":
        """Return the distribution of ``X + shift``."""
        return Histogram(tuple(plus(edge, shift) for edge in self.edges), self.weights)

    def sample(self, size: int, rng: np.random.Generator, at: At | None = None) -> Draws:
        """Return independent draws, shape ``(size,)``, at the symbols' values ``at``; does not use ``density``."""
        edges = np.array([number_at("Histogram", f"edges[{i}]", edge, at) for i, edge in enumerate(self.edges)])
        if not bool(np.all(np.diff(edges) > 0)):
            raise ValueError(f"Histogram: edges must increase strictly, got edges={edges.tolist()}; check at={at}")
        cell = rng.choice(len(self.weights), size, p=probabilities("Histogram", self.weights, at))
        ends = arrays(rng).asarray(edges)
        return rng.uniform(ends[cell], ends[cell + 1])

    def _cells(self) -> list[tuple[sp.Expr, sp.Expr, sp.Expr]]:
        """Left end, right end and weight of each cell, as expressions."""
        edges = [expression(edge) for edge in self.edges]
        weights = [expression(exact(weight)) for weight in self.weights]
        return list(zip(edges[:-1], edges[1:], weights, strict=True))
