"""Pufferfish frameworks on finitely many data sets: what an adversary may believe, what is secret, what must not be told apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from flint import fmpq

from verify.values.laws import FiniteLaw, conditional
from verify.values.numbers import NoValue
from verify.values.structures import Event, Row, Universe

Situation = tuple[fmpq, fmpq, fmpq]
"""(prior, secret, secret), counted from 1."""


@dataclass(frozen=True)
class Framework:
    """Data sets (points or rows), priors on them, secrets as sets of them, and ordered pairs of secrets, counted from 1. Kifer and Machanavajjhala (2014), doi:10.1145/2514689."""

    data: tuple[Any, ...]
    priors: tuple[FiniteLaw, ...]
    secrets: tuple[Event, ...]
    secret_pairs: tuple[tuple[fmpq, fmpq], ...]

    @property
    def rows(self) -> tuple[Any, ...]:
        """The data sets."""
        return self.data

    def probability(self, prior: int, secret: int) -> fmpq:
        """Probability of a secret under a prior, both counted from 0."""
        return self.priors[prior].mass(self.secrets[secret].has)

    @cached_property
    def situations(self) -> tuple[Situation, ...]:
        """A prior and a pair of secrets that both have positive probability under it: the conditions that a guarantee consists of."""
        possible = [[self.probability(t, s) > 0 for s in range(len(self.secrets))] for t in range(len(self.priors))]
        return tuple((fmpq(t + 1), i, j) for t, seen in enumerate(possible) for i, j in self.secret_pairs if seen[int(i.p) - 1] and seen[int(j.p) - 1])

    @cached_property
    def _hashed(self) -> int:
        return hash((self.data, self.priors, self.secrets, self.secret_pairs))

    def __hash__(self) -> int:
        return self._hashed

    def __getstate__(self) -> dict[str, Any]:
        """Not copied to other processes is the hash, which is another one there."""
        return {name: value for name, value in self.__dict__.items() if name != "_hashed"}


def records(data: Any) -> tuple[Any, ...]:
    """The records of a data set, which is a row, a point, or a number: then it is its own only record."""
    return data.records if isinstance(data, Row) else data if isinstance(data, tuple) else (data,)


def given_event(law: FiniteLaw, event: Event) -> FiniteLaw:
    """The law given an event. Raises NoValue if its probability is 0."""
    return conditional(law, event.has)


def classical(universe: Universe) -> Framework:
    """Neighbouring data sets as a framework: each data set is a secret, a pair are two neighbours, and one prior that takes every data set for possible.

    Given a secret the data are known, so the conditional laws of a mechanism's output are its laws on two neighbours. Raises NoValue without neighbours.
    """
    if not universe.pairs:
        raise NoValue("the framework of a universe without neighbours")
    place = {row: fmpq(k) for k, row in enumerate(universe.rows, 1)}
    share = fmpq(1, len(universe.rows))
    return Framework(universe.rows, (FiniteLaw(universe.rows, [share] * len(universe.rows)),), tuple(Event(frozenset({row})) for row in universe.rows),
                     tuple((place[a], place[b]) for a, b in universe.pairs))


def well_formed(f: Framework) -> bool:
    """Different data sets of one length, at least one prior, secret and pair; priors live on the data sets, secrets are not empty, a pair names two secrets."""
    data, names = set(f.data), {fmpq(k) for k in range(1, len(f.secrets) + 1)}
    return bool(
        f.data and f.priors and f.secret_pairs and len(data) == len(f.data) and len({(isinstance(x, Row), len(records(x))) for x in f.data}) == 1
        and all(set(prior.points) <= data for prior in f.priors) and all(s.points and s.points <= data for s in f.secrets)
        and len(set(f.secret_pairs)) == len(f.secret_pairs) and all(len(pair) == 2 and set(pair) <= names and pair[0] != pair[1] for pair in f.secret_pairs))


def is_grid(data: tuple[Any, ...]) -> bool:
    """Whether all combinations of records occur: the data sets are all sequences over some finite sets of records, one for each place."""
    size = 1
    for column in zip(*(records(x) for x in data), strict=True):
        size *= len(set(column))
    return size == len(data)


def record_events(data: tuple[Any, ...]) -> Iterator[tuple[int, Any, Event]]:
    """The secrets "record i is a": position (from 0), value, event."""
    for position in range(len(records(data[0]))):
        for value in dict.fromkeys(records(x)[position] for x in data):
            yield position, value, Event(frozenset(x for x in data if records(x)[position] == value))


def about_records(f: Framework, one: bool) -> bool:
    """Whether every secret says the value of a record and, if ``one``, the two secrets of a pair give two values to one record."""
    told: dict[Event, list[tuple[int, Any]]] = {}
    for position, value, event in record_events(f.data):
        told.setdefault(event, []).append((position, value))
    if any(secret not in told for secret in f.secrets):
        return False
    about = [told[secret] for secret in f.secrets]
    return not one or all(
        any(p == q and a != b for p, a in about[int(i.p) - 1] for q, b in about[int(j.p) - 1]) for i, j in f.secret_pairs)


def independent_records(law: FiniteLaw) -> bool:
    """Whether the records are independent under a prior."""
    margins: list[dict[Any, fmpq]] = [{} for _ in records(law.points[0])]
    for x, weight in law.items():
        for margin, record in zip(margins, records(x), strict=True):
            margin[record] = margin.get(record, fmpq(0)) + weight
    weights = {records(x): weight for x, weight in law.items()}
    for combination in product(*margins):
        expected = fmpq(1)
        for margin, record in zip(margins, combination, strict=True):
            expected *= margin[record]
        if weights.get(combination, fmpq(0)) != expected:
            return False
    return True
