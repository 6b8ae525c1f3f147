"""Rational functions of one number with rational coefficients, exactly."""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq, fmpq_poly


@dataclass(frozen=True, eq=False)
class Ratio:
    """``above / below`` in lowest terms, ``below`` with leading coefficient 1."""

    above: fmpq_poly
    below: fmpq_poly

    @classmethod
    def of(cls, above: fmpq_poly, below: fmpq_poly) -> Ratio:
        """The quotient. Raises ZeroDivisionError for a denominator that is 0."""
        if below == 0:
            raise ZeroDivisionError("a rational function with denominator 0")
        common = above.gcd(below) * below.leading_coefficient()
        common = common / common.leading_coefficient() * below.leading_coefficient()
        return cls(above // common, below // common)

    @classmethod
    def number(cls, value: fmpq | int) -> Ratio:
        return cls(fmpq_poly([fmpq(value)]), ONE_POLY)

    @classmethod
    def variable(cls) -> Ratio:
        return cls(fmpq_poly([0, 1]), ONE_POLY)

    def __add__(self, other: Ratio) -> Ratio:
        return Ratio.of(self.above * other.below + other.above * self.below, self.below * other.below)

    def __sub__(self, other: Ratio) -> Ratio:
        return Ratio.of(self.above * other.below - other.above * self.below, self.below * other.below)

    def __mul__(self, other: Ratio) -> Ratio:
        return Ratio.of(self.above * other.above, self.below * other.below)

    def __neg__(self) -> Ratio:
        return Ratio(-self.above, self.below)

    def inverse(self) -> Ratio:
        return Ratio.of(self.below, self.above)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ratio) and self.above * other.below == other.above * self.below

    def __hash__(self) -> int:
        return hash((tuple(map(str, self.above.coeffs())), tuple(map(str, self.below.coeffs()))))

    def is_zero(self) -> bool:
        return bool(self.above == 0)

    def at(self, t: fmpq) -> fmpq:
        """The value at a number. Raises ZeroDivisionError at a pole."""
        return self.above(t) / self.below(t)

    def stored(self) -> list[list[str]]:
        """Coefficients of numerator and denominator, constant first."""
        return [[str(c) for c in part.coeffs()] or ["0"] for part in (self.above, self.below)]


ONE_POLY = fmpq_poly([1])

__all__ = ["Ratio"]
