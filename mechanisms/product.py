"""Laws of independent coordinates in R^d."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import sympy as sp

from mechanisms.generators import Draws, arrays
from mechanisms.parameters import At, expression
from mechanisms.protocols import LineLaw


@dataclass(frozen=True, slots=True)
class Product:
    """Distribution in R^d whose coordinates are independent with the distributions ``factors``, d = number of factors.

    The pieces of the logarithm of its density are boxes: it is the sum over the factors, see ``factors``.
    """

    kind: ClassVar[str] = "product"
    factors: Sequence[LineLaw]

    def __post_init__(self) -> None:
        object.__setattr__(self, "factors", tuple(self.factors))
        if not self.factors:
            raise ValueError(
                "Product: factors must have at least one distribution, got factors=(); give one for each coordinate"
            )
        for index, factor in enumerate(self.factors):
            if not isinstance(factor, LineLaw):
                raise TypeError(
                    f"Product: factors must have a density on the line, got factors[{index}]={factor!r}; "
                    "use Finite.product for distributions on finitely many points"
                )

    @property
    def dimension(self) -> int:
        """Number d of coordinates."""
        return len(self.factors)

    def parameters(self) -> tuple[tuple[str, Any], ...]:
        """Return an empty tuple: the factors are distributions and stand in ``factors``."""
        return ()

    def density(self, x: Sequence[Any]) -> sp.Expr:
        """Return the density at the point ``x`` of d coordinates, with respect to Lebesgue measure in R^d."""
        point = self._point("density", x)
        return sp.Mul(*(law.density(value) for law, value in zip(self.factors, point, strict=True)))

    def translated(self, shift: Sequence[Any]) -> "Product":
        """Return the distribution of ``X + shift``, ``shift`` of d coordinates."""
        point = self._point("translated", shift, convert=False)
        return Product(tuple(law.translated(value) for law, value in zip(self.factors, point, strict=True)))

    def sample(self, size: int, rng: np.random.Generator, at: At | None = None) -> Draws:
        """Return independent draws, shape ``(size, d)``, at the symbols' values ``at``; does not use ``density``."""
        return arrays(rng).columns([law.sample(size, rng, at) for law in self.factors])

    def _point(self, method: str, x: Sequence[Any], *, convert: bool = True) -> tuple[Any, ...]:
        point = tuple(x)
        if len(point) != self.dimension:
            raise ValueError(
                f"Product.{method}: a point must have {self.dimension} coordinates, got {len(point)} in {point}; "
                "give one for each factor"
            )
        return tuple(expression(value) for value in point) if convert else point


ProductDistribution = Product
"""The name that stands beside those of ``verify.claims``, where ``Product`` is the product of spaces."""
