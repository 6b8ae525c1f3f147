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
class NormalSituation:
    """Two normal laws of the query of one variance > 0 whose means are ``shift`` >= 0 apart: translates, so every W_p is the shift."""

    prior: str
    first: str
    second: str
    shift: fmpq
    variance: fmpq


@dataclass(frozen=True, slots=True)
class Instance:
    """Situations, and every value that the query can take, over which a whole group could move it; no values where they are unbounded."""

    name: str
    situations: tuple[Situation | NormalSituation, ...]
    values: tuple[Point, ...]

    @property
    def dimension(self) -> int:
        """Coordinates of the query."""
        return len(self.values[0]) if self.values and isinstance(self.values[0], tuple) else 1

    @property
    def finite(self) -> tuple[Situation, ...]:
        """The situations with laws on finitely many points."""
        return tuple(s for s in self.situations if isinstance(s, Situation))

    @property
    def normal(self) -> tuple[NormalSituation, ...]:
        """The situations with normal laws."""
        return tuple(s for s in self.situations if isinstance(s, NormalSituation))


class Framework(Protocol):
    """A Pufferfish instance: situations as (prior, secret, secret, law, law), and all values of the query."""

    def query_laws(self) -> Iterator[tuple[str, str, str, Any, Any]]: ...

    def query_values(self) -> Iterable[Any]: ...


def from_framework(name: str, framework: Framework) -> Instance:
    """The situations of a framework whose query has rational values, or normal laws of one variance.

    Raises
    ------
    ClaimError
        If a value of the query or a weight is not rational.
    """
    situations: list[Situation | NormalSituation] = []
    laws: dict[tuple[str, str], FiniteLaw] = {}
    for prior, first, second, p, q in framework.query_laws():
        if p.kind == "normal":
            if p.variance_ != q.variance_:
                raise ClaimError(f"calibrate: normal distributions of the query must have one variance, got {p.variance_} and {q.variance_}; other pairs are not translates")
            situations.append(NormalSituation(prior, first, second, abs(_rational(p.mean) - _rational(q.mean)), _rational(p.variance_)))
            continue
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
