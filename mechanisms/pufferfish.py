"""Pufferfish instances: what is secret, which secrets must not be told apart, what an adversary may believe, and what is computed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from mechanisms.finite import Finite, Point

Secret = str


@dataclass(frozen=True, slots=True)
class Pufferfish:
    """A framework (secrets, pairs, priors) with a query, on finitely many data sets.

    Parameters
    ----------
    secrets
        Name and event of each secret: a yes/no function of a data set.
    pairs
        Ordered pairs of names; a guarantee in both directions needs both orders.
    priors
        Name and law of each prior on data sets; at least one.
    query
        Function of a data set with an exact number or a tuple of numbers as value.

    Raises
    ------
    ValueError
        If there is no prior or no pair, a pair names an unknown secret or one secret twice, or no pair has positive probability under any prior.
    """

    kind: ClassVar[str] = "pufferfish"
    secrets: Mapping[Secret, Callable[[Point], object]]
    pairs: Sequence[tuple[Secret, Secret]]
    priors: Mapping[str, Finite]
    query: Callable[[Point], Point]

    def __post_init__(self) -> None:
        object.__setattr__(self, "secrets", dict(self.secrets))
        object.__setattr__(self, "pairs", tuple((a, b) for a, b in self.pairs))
        object.__setattr__(self, "priors", dict(self.priors))
        if not self.priors:
            raise ValueError("Pufferfish: priors must have at least one distribution, got priors={}; an empty set of beliefs guarantees nothing")
        if not self.pairs:
            raise ValueError("Pufferfish: pairs must have at least one pair of secrets, got pairs=(); name what must not be told apart")
        for index, (first, second) in enumerate(self.pairs):
            for name in (first, second):
                if name not in self.secrets:
                    raise ValueError(f"Pufferfish: a pair must name secrets, got pairs[{index}]={name!r}; known are {', '.join(self.secrets)}")
            if first == second:
                raise ValueError(f"Pufferfish: a pair must name two secrets, got pairs[{index}]=({first!r}, {second!r}); remove it")
        if not any(True for _ in self.situations()):
            raise ValueError("Pufferfish: some pair must have positive probability under some prior, got none; no condition would be imposed")

    def probability(self, secret: Secret, prior: str) -> Any:
        """Return the probability of a secret under a prior."""
        return self.priors[prior].mass(self.secrets[secret])

    def situations(self) -> Iterator[tuple[str, Secret, Secret]]:
        """Return prior, secret, secret for each pair both of whose secrets have positive probability: the conditions that a guarantee consists of."""
        for prior in self.priors:
            for first, second in self.pairs:
                if self.probability(first, prior) != 0 and self.probability(second, prior) != 0:
                    yield prior, first, second

    def impossible(self) -> Iterator[tuple[str, Secret]]:
        """Return each prior with each secret of a pair to which it gives probability 0."""
        named = dict.fromkeys(name for pair in self.pairs for name in pair)
        for prior in self.priors:
            for secret in named:
                if self.probability(secret, prior) == 0:
                    yield prior, secret

    def data_law(self, secret: Secret, prior: str) -> Finite:
        """Return the distribution of the data set given a secret.

        Raises
        ------
        ValueError
            Naming the secret and the prior, if it has probability 0.
        """
        if self.probability(secret, prior) == 0:
            possible = ", ".join(name for name in self.secrets if self.probability(name, prior) != 0)
            raise ValueError(f"Pufferfish: a secret must have positive probability, got 0 for secret={secret!r} under prior={prior!r}; accepted are {possible or 'none'}")
        return self.priors[prior].conditional(self.secrets[secret])

    def query_law(self, secret: Secret, prior: str) -> Finite:
        """Return the distribution of the query's value given a secret."""
        return self.data_law(secret, prior).map(self.query)

    def query_laws(self) -> Iterator[tuple[str, Secret, Secret, Finite, Finite]]:
        """Return each situation with its two distributions of the query's value; sensitivities are suprema over them."""
        for prior, first, second in self.situations():
            yield prior, first, second, self.query_law(first, prior), self.query_law(second, prior)


    def query_values(self) -> tuple[Point, ...]:
        """Return every value of the query on data sets of positive probability under some prior: a whole group can move it from one to any other."""
        return tuple(dict.fromkeys(self.query(data) for prior in self.priors.values() for data, weight in prior.items() if weight != 0))


def records_equal(position: int, value: Point) -> Callable[[Point], bool]:
    """Return the event that the record at ``position`` (from 0) is ``value``."""
    return lambda data: bool(data[position] == value)


def everyone_values(size: int, values: Sequence[Point]) -> tuple[dict[Secret, Callable[[Point], object]], tuple[tuple[Secret, Secret], ...]]:
    """Return the secrets "record i is a" for all i and a, and the ordered pairs of different values at one position."""
    name = "record {} is {}".format
    secrets: dict[Secret, Callable[[Point], object]] = {name(i, a): records_equal(i, a) for i in range(size) for a in values}
    pairs = tuple((name(i, a), name(i, b)) for i in range(size) for a in values for b in values if a != b)
    return secrets, pairs


def correlated_pair(p: Any, rho: Any) -> Finite:
    """Return the distribution of two binary records with P(X_i = 1) = p and correlation rho.

    Raises
    ------
    ValueError
        If no such law exists: with negative correlation, p bounds it from below.
    """
    both = p * p + rho * p * (1 - p)
    weights = (both, p - both, p - both, 1 - 2 * p + both)
    if any(w < 0 for w in weights):
        raise ValueError(f"correlated_pair: rho must be at least -min(p/(1-p), (1-p)/p), and p in [0, 1], got p={p}, rho={rho}; no distribution has them")
    return Finite.gathered(zip(((1, 1), (1, 0), (0, 1), (0, 0)), weights, strict=True))
