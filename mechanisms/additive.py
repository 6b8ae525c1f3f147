"""Additive noise in R^d: M(D) = f(D) + (Z_1, ..., Z_d) with independent Z_i of one law."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from mechanisms.product import Product
from mechanisms.protocols import LineLaw


@dataclass(frozen=True, slots=True)
class Additive:
    """Adds independent noise of the same distribution to each coordinate of a vector.

    Parameters
    ----------
    noise
        Law on the line of the noise in one coordinate, in the unit of the query. It need not be centred.
    dimension
        Number d >= 1 of coordinates.

    Raises
    ------
    TypeError, ValueError
        If ``noise`` has no density on the line, or ``dimension`` is no integer >= 1.
    """

    kind: ClassVar[str] = "additive"
    noise: LineLaw
    dimension: int

    def __post_init__(self) -> None:
        if not isinstance(self.noise, LineLaw):
            raise TypeError(f"Additive: noise must have a density on the line, got noise={self.noise!r}; give a distribution")
        if isinstance(self.dimension, bool) or not isinstance(self.dimension, int):
            raise TypeError(
                f"Additive: dimension must be an int, got dimension={self.dimension!r}; give a whole number"
            )
        if not self.dimension >= 1:
            raise ValueError(
                f"Additive: dimension must be at least 1, got dimension={self.dimension}; give the length of f(D)"
            )

    def output(self, value: Sequence[Any]) -> Product:
        """Return the distribution of the output when the query's value is the vector ``value`` of d numbers or expressions."""
        if len(value) != self.dimension:
            raise ValueError(
                f"Additive.output: value must have {self.dimension} coordinates, got {len(value)} in {tuple(value)}; "
                "a single number is a vector of length 1"
            )
        return Product(tuple(self.noise.translated(coordinate) for coordinate in value))
