"""Pufferfish instances by name: the usual beliefs about records, the secret values of records, and a sum or mean of all records as the query.

Parameters may be given as text, so that a command line can pass them on. Every secret must have positive probability under the prior.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from mechanisms.finite import Finite, Kernel, Point
from mechanisms.normal_attributes import NormalAttributes, NormalFramework
from mechanisms.normal_vector import NormalVector
from mechanisms.pufferfish import Pufferfish, correlated_pair, everyone_values, records_equal
from mechanisms.sequences import Independent, MarkovChain


def correlated_records(p: Any, rho: Any) -> Pufferfish:
    """Two binary records with P(X_i = 1) = p and correlation rho; the query counts the ones."""
    return _values_hidden("correlated-pair", correlated_pair(_number("correlated-pair", "p", p), _number("correlated-pair", "rho", rho)))


def binary_chain(stay: Any, length: Any, start: Any = Fraction(1, 2)) -> Pufferfish:
    """A Markov chain of ``length`` binary records: the first is 1 with probability ``start``, each next one equals the one before with probability ``stay``."""
    keep, first, steps = (_number("markov-chain", name, value) for name, value in (("stay", stay), ("start", start), ("length", length)))
    for name, value in (("stay", keep), ("start", first)):
        if not 0 <= value <= 1:
            raise ValueError(f"markov-chain: {name} must be in [0, 1], got {name}={value}; give a probability")
    if steps.denominator != 1 or not 1 <= steps <= 16:
        raise ValueError(f"markov-chain: length must be a whole number from 1 to 16, got length={length}; all data sets are listed")
    move = Kernel({0: Finite.gathered([(0, keep), (1, 1 - keep)]), 1: Finite.gathered([(1, keep), (0, 1 - keep)])})
    chain = MarkovChain(Finite.gathered([(1, first), (0, 1 - first)]), (move,) * (int(steps) - 1))
    return _values_hidden("markov-chain", chain.joint())


def independent_records(law: Any, size: Any, query: str = "sum") -> Pufferfish:
    """``size`` independent records of one distribution, a ``Finite`` or text like ``"1:1/2, 2:1/2"``; the query is their sum or mean."""
    count = _number("independent", "size", size)
    if count.denominator != 1 or not 1 <= count <= 12:
        raise ValueError(f"independent: size must be a whole number from 1 to 12, got size={size}; all data sets are listed")
    if query not in ("sum", "mean"):
        raise ValueError(f"independent: query must be sum or mean, got query={query!r}; name one")
    single = finite_law(law) if isinstance(law, str) else law
    return _values_hidden("independent", Independent((single,) * int(count)).joint(), Fraction(1) if query == "sum" else 1 / count)


def normal_records(size: Any, rho: Any, points: Any = "0,1", query: str = "sum", deviation: Any = 1) -> NormalFramework:
    """``size`` normal records of one standard deviation, any two with correlation rho; the first is one of several points; the query is the sum, the mean or the second record.

    Raises
    ------
    ValueError
        Naming the parameter, for a correlation that no such law has, an unknown query, or a query that the secret determines.
    """
    count, correlation, width = (_number("normal-records", name, value) for name, value in (("size", size), ("rho", rho), ("deviation", deviation)))
    if count.denominator != 1 or not 2 <= count <= 64:
        raise ValueError(f"normal-records: size must be a whole number from 2 to 64, got size={size}; correct it")
    n = int(count)
    if not Fraction(-1, n - 1) <= correlation < 1 or not width > 0:
        raise ValueError(f"normal-records: rho must be in [{Fraction(-1, n - 1)}, 1) and deviation above 0, got rho={rho}, deviation={deviation}; no other distribution leaves noise in the query")
    rows = {"sum": (1,) * n, "mean": (Fraction(1, n),) * n, "other": (0, 1) + (0,) * (n - 2)}
    if query not in rows:
        raise ValueError(f"normal-records: query must be one of {', '.join(rows)}, got query={query!r}; name one")
    covariance = [[width**2 * (1 if i == j else correlation) for j in range(n)] for i in range(n)]
    secret = (1,) + (0,) * (n - 1)
    given = points.split(",") if isinstance(points, str) else points
    secrets = [(_number("normal-records", "points", value),) for value in given]
    return NormalFramework(NormalAttributes(NormalVector((0,) * n, covariance), (secret,), (rows[query],)), secrets)


def table_prior(rows: Iterable[tuple[Sequence[Point], Any]]) -> Finite:
    """A prior as a table of data sets with weights of any positive total.

    Raises
    ------
    ValueError
        If a weight is negative or their sum is 0.
    """
    given = [(tuple(data), _number("table_prior", "weight", weight)) for data, weight in rows]
    total = sum((weight for _, weight in given), Fraction(0))
    for data, weight in given:
        if weight < 0:
            raise ValueError(f"table_prior: weights must be at least 0, got weight={weight} for {data}; correct it")
    if total == 0:
        raise ValueError("table_prior: some weight must be above 0, got a sum of 0; give the probabilities of data sets, or counts")
    return Finite.gathered((data, weight / total) for data, weight in given)


def finite_law(text: str) -> Finite:
    """A distribution on numbers from text like ``"0:1/2, 1:1/2"``: point, colon, weight."""
    pairs = []
    for entry in text.split(","):
        point, sign, weight = entry.partition(":")
        if not sign:
            raise ValueError(f"finite_law: a distribution must be written POINT:WEIGHT, POINT:WEIGHT, got {entry.strip()!r}; add its weight")
        pairs.append((_number("finite_law", "point", point), _number("finite_law", "weight", weight)))
    return Finite.gathered(pairs)


def _values_hidden(name: str, joint: Finite, factor: Fraction = Fraction(1)) -> Pufferfish:
    """The values of each record are secret, two of one record form a pair, and the query is a multiple of the sum."""
    size = len(joint.points[0])
    values = tuple(dict.fromkeys(record for data in joint.points for record in data))
    if len(values) < 2:
        raise ValueError(f"{name}: every secret must have positive probability, but all records are certainly {values[0]}; accepted are priors under which two values occur")
    for position in range(size):
        for value in values:
            if joint.mass(records_equal(position, value)) == 0:
                raise ValueError(f"{name}: every secret must have positive probability, got 0 for 'record {position} is {value}'; accepted are priors under which each "
                                 "record may have each value")
    secrets, pairs = everyone_values(size, values)
    return Pufferfish(secrets, pairs, {name: joint}, lambda data: factor * sum(data))


def _number(where: str, name: str, value: Any) -> Fraction:
    try:
        return Fraction(value.strip() if isinstance(value, str) else value)
    except (TypeError, ValueError, ZeroDivisionError):
        raise ValueError(f"{where}: {name} must be a number, got {name}={value!r}; write for example 1/2") from None
