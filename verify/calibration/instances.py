"""What is to be hidden: pairs of laws of a query, one pair for each prior and pair of secrets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from flint import fmpq

from verify.claims.nodes import ClaimError
from verify.values.laws import FiniteLaw, Point


@dataclass(frozen=True, slots=True)
class Situation:
    """The laws of the query's value given two secrets under one prior."""

    prior: str
    first: str
    second: str
    p: FiniteLaw
    q: FiniteLaw


@dataclass(frozen=True, slots=True)
class Instance:
    """Situations, and every value that the query can take, over which a whole group could move it."""

    name: str
    situations: tuple[Situation, ...]
    values: tuple[Point, ...]

    @property
    def dimension(self) -> int:
        """Coordinates of the query."""
        return len(self.values[0]) if isinstance(self.values[0], tuple) else 1


class Framework(Protocol):
    """A Pufferfish instance: situations as (prior, secret, secret, law, law), and all values of the query."""

    def query_laws(self) -> Iterator[tuple[str, str, str, Any, Any]]: ...

    def query_values(self) -> Iterable[Any]: ...


def from_framework(name: str, framework: Framework) -> Instance:
    """The situations of a framework whose query has rational values.

    Raises
    ------
    ClaimError
        If a value of the query or a weight is not rational.
    """
    situations, laws = [], {}
    for prior, first, second, p, q in framework.query_laws():
        for law, secret in ((p, first), (q, second)):
            if (prior, secret) not in laws:
                laws[prior, secret] = FiniteLaw([_point(x) for x, _ in law.items()], [_rational(w) for _, w in law.items()])
        situations.append(Situation(prior, first, second, laws[prior, first], laws[prior, second]))
    return Instance(name, tuple(situations), tuple(_point(x) for x in framework.query_values()))


def _point(value: Any) -> Point:
    return tuple(_point(x) for x in value) if isinstance(value, tuple) else _rational(value)


def _rational(value: Any) -> fmpq:
    try:
        exact = Fraction(int(value.p), int(value.q)) if hasattr(value, "p") and hasattr(value, "q") else Fraction(value)
    except (TypeError, ValueError):
        raise ClaimError(f"calibrate: values of the query and probabilities must be fractions, got {value}; substitute numbers") from None
    return fmpq(exact.numerator, exact.denominator)
