"""What the parts of this package expect of each other: laws on the line, and mechanisms."""

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, TypeAlias, runtime_checkable

import numpy as np
import sympy as sp
from numpy.typing import NDArray

Piece: TypeAlias = tuple[sp.Expr, sp.Expr, sp.Expr, sp.Expr, sp.Expr]
"""``(lo, hi, c0, c1, c2)``: the logarithm of the density is ``c0 + c1*x + c2*x**2`` for ``lo < x < hi``."""


@runtime_checkable
class LineLaw(Protocol):
    """A distribution on the real line with a density with respect to Lebesgue measure."""

    kind: ClassVar[str]

    def parameters(self) -> tuple[tuple[str, Any], ...]:
        """Return the names and values of the parameters, as they were given."""

    def density(self, x: Any) -> sp.Expr:
        """Return the density at ``x``, in 1/(unit of x)."""

    def distribution_function(self, x: Any) -> sp.Expr:
        """Return the probability of ``(-oo, x]``."""

    def translated(self, shift: Any) -> "LineLaw":
        """Return the distribution of ``X + shift``."""

    def sample(self, size: int, rng: np.random.Generator, at: Mapping[Any, Any] | None = None) -> NDArray[np.float64]:
        """Return independent draws, shape ``(size,)``."""


class Mechanism(Protocol):
    """Anything that turns a value (of a query, or a data set) into the distribution of its output."""

    def output(self, value: Any, /) -> Any:
        """Return the distribution of the output at ``value``."""
