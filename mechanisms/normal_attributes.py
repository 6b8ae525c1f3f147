"""A query and a secret that are linear in a jointly normal record: conditional laws in closed form, and the Pufferfish instance that they make."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import sympy as sp

from mechanisms.gaussian import Normal
from mechanisms.normal_vector import NormalVector
from mechanisms.parameters import expression


@dataclass(frozen=True, slots=True)
class NormalAttributes:
    """The record X is normal, the secret is the value of N X, the query is M X.

    Given N X = a, M X is normal with mean ``M mean + S (a - N mean)`` and covariance ``M C M' - S N C M'``, where ``S = M C N' (N C N')^-1``. The covariance does
    not depend on a, so two conditional laws are translates of each other.

    Parameters
    ----------
    record
        Law of X in R^m.
    secret, query
        Matrices N and M, one row for each coordinate, m columns.

    Raises
    ------
    ValueError
        If a row has not m entries, or the covariance of N X is singular: then some values of the secret are impossible.
    """

    kind: ClassVar[str] = "normal-attributes"
    record: NormalVector
    secret: Sequence[Sequence[Any]]
    query: Sequence[Sequence[Any]]

    def __post_init__(self) -> None:
        for name in ("secret", "query"):
            rows = tuple(tuple(row) for row in getattr(self, name))
            object.__setattr__(self, name, rows)
            if not rows or any(len(row) != self.record.dimension for row in rows):
                raise ValueError(f"NormalAttributes: {name} must have rows of {self.record.dimension} entries, got {rows}; one entry for each coordinate of the record")
        if self._hidden().det() == 0:
            raise ValueError("NormalAttributes: the covariance of the secret must be regular, got determinant 0; accepted are secrets all of whose values are possible: "
                             "leave out rows that others determine")

    def gain(self) -> sp.Matrix:
        """Return the matrix S by which the mean of the query follows the secret."""
        n, m, c = self._matrices()
        return m * c * n.T * self._hidden().inv()

    def shift(self, first: Sequence[Any], second: Sequence[Any]) -> tuple[sp.Expr, ...]:
        """Return the difference ``S (first - second)`` of the means of the query given two values of the secret."""
        return tuple(self.gain() * (_column(first) - _column(second)))

    def query_law(self, value: Sequence[Any]) -> Normal | NormalVector:
        """Return the distribution of the query given the value of the secret.

        Raises
        ------
        ValueError
            If the value has another number of coordinates, or determines the query on the line (then it is a point mass).
        """
        n, m, c = self._matrices()
        if len(value) != n.rows:
            raise ValueError(f"NormalAttributes.query_law: value must have {n.rows} coordinates, got {tuple(value)}; one for each row of the secret")
        centre = _column(self.record.mean)
        mean = m * centre + self.gain() * (_column(value) - n * centre)
        covariance = (m * c * m.T - self.gain() * n * c * m.T).applyfunc(sp.simplify)
        if m.rows > 1:
            return NormalVector(tuple(mean), covariance.tolist())
        if covariance[0, 0] == 0:
            raise ValueError(f"NormalAttributes.query_law: the secret must not determine the query, got variance 0; the query is certainly {mean[0, 0]}")
        return Normal(mean[0, 0], variance=covariance[0, 0])

    def _matrices(self) -> tuple[sp.Matrix, sp.Matrix, sp.Matrix]:
        n, m = (sp.Matrix([[expression(x) for x in row] for row in rows]) for rows in (self.secret, self.query))
        return n, m, self.record.matrix()

    def _hidden(self) -> sp.Matrix:
        n, _, c = self._matrices()
        return n * c * n.T


@dataclass(frozen=True, slots=True)
class NormalFramework:
    """The values of a linear secret of a normal record that must not be told apart; the query is linear and has one coordinate.

    Each value has probability 0, so laws given it are the regular conditional ones.

    Parameters
    ----------
    attributes
        Record, secret and query.
    values
        Values of the secret, at least two different ones; all ordered pairs count.

    Raises
    ------
    ValueError
        If fewer than two values are given, or the query has several coordinates.
    """

    kind: ClassVar[str] = "normal-framework"
    attributes: NormalAttributes
    values: Sequence[Sequence[Any]]

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", tuple(dict.fromkeys(tuple(value) for value in self.values)))
        if len(self.values) < 2:
            raise ValueError(f"NormalFramework: values must be at least two different ones, got values={self.values}; nothing would be hidden")
        if len(self.attributes.query) != 1:
            raise ValueError(f"NormalFramework: the query must have one coordinate, got {len(self.attributes.query)}; release one number")

    def query_laws(self) -> Iterator[tuple[str, str, str, Any, Any]]:
        """Return prior, secret, secret and the two distributions of the query for each ordered pair."""
        known = {value: self.attributes.query_law(value) for value in self.values}
        for first in self.values:
            for second in self.values:
                if first != second:
                    yield "normal", _named(first), _named(second), known[first], known[second]

    def query_values(self) -> tuple[Any, ...]:
        """Return nothing: a normal query takes every value, and a whole group can move it without bound."""
        return ()


def _named(value: Sequence[Any]) -> str:
    return f"secret is {', '.join(str(x) for x in value)}"


def _column(values: Sequence[Any]) -> sp.Matrix:
    return sp.Matrix([expression(x) for x in values])
