"""Values that are not numbers and not laws: data sets, tables (kernels and maps), families, events, compositions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node
from verify.values.laws import FiniteLaw, HashedOnce, merged, quick
from verify.values.numbers import NoValue


@dataclass(frozen=True, slots=True)
class Deferred:
    """A value given by a closed formula that is evaluated anew at each precision (a law with irrational constants)."""

    node: Node


@dataclass(frozen=True)
class Function:
    """A function of one number given by a term: ``["lambda", [[x, interval]], term]``, with the values of the other names of the term."""

    node: Node
    captured: tuple[tuple[str, Any], ...] = ()

    @cached_property
    def name(self) -> str:
        """The bound name."""
        over: Any = self.node.args[0]
        return str(over[0][0].args[0])

    @cached_property
    def where(self) -> Node:
        """The interval."""
        over: Any = self.node.args[0]
        found: Node = over[0][1]
        return found

    @cached_property
    def body(self) -> Node:
        """The term."""
        found = self.node.args[1]
        assert isinstance(found, Node)
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return Function, (self.node, self.captured)


@dataclass(frozen=True)
class Sequence:
    """An infinite sequence that is periodic in the end: the terms of a prefix, then those of a period again and again, counted from 1."""

    prefix: tuple[Any, ...]
    period: tuple[Any, ...]

    def at(self, index: int) -> Any:
        """Term ``index``, from 1."""
        return self.prefix[index - 1] if index <= len(self.prefix) else self.period[(index - len(self.prefix) - 1) % len(self.period)]

    @cached_property
    def _hashed(self) -> int:
        return hash((quick(self.prefix), quick(self.period)))

    def __hash__(self) -> int:
        return self._hashed

    def __reduce__(self) -> tuple[Any, ...]:
        return Sequence, (self.prefix, self.period)


@dataclass(frozen=True)
class Row:
    """A data set: records in their positions; ``None`` where a record is absent."""

    records: tuple[Any, ...]

    @cached_property
    def _hashed(self) -> int:
        return hash(quick(self.records))

    def __hash__(self) -> int:
        return self._hashed

    def __reduce__(self) -> tuple[Any, ...]:
        return Row, (self.records,)


@dataclass(frozen=True, slots=True)
class Family(HashedOnce):
    """Members 1, 2, ..., n."""

    __hash__ = HashedOnce.__hash__

    members: tuple[Any, ...]


@dataclass(frozen=True)
class Event:
    """A set of points (or of indices)."""

    points: frozenset[Any]

    @cached_property
    def _quick(self) -> frozenset[Any]:
        return frozenset(map(quick, self.points))

    def has(self, point: Any) -> bool:
        """Whether a point belongs to it."""
        return quick(point) in self._quick

    def __reduce__(self) -> tuple[Any, ...]:
        return Event, (self.points,)


@dataclass(frozen=True)
class Table:
    """A map or kernel known on finitely many inputs. An input that is not in the table has no value."""

    entries: tuple[tuple[Any, Any], ...]

    @cached_property
    def lookup(self) -> Mapping[Any, Any]:
        return dict(self.entries)

    @cached_property
    def _quick(self) -> Mapping[Any, Any]:
        return {quick(key): image for key, image in self.entries}

    def at(self, key: Any) -> Any:
        try:
            return self._quick[quick(key)]
        except KeyError:
            raise NoValue(f"the table has no entry for {key}") from None

    @cached_property
    def _hashed(self) -> int:
        return hash(quick(self.entries))

    def __hash__(self) -> int:
        return self._hashed

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self.entries,)


@dataclass(frozen=True)
class Universe:
    """Data sets of equal length with a neighbouring relation, ``replace-one`` or ``add-or-remove-one``."""

    relation: str
    rows: tuple[Row, ...]

    def related(self, a: Row, b: Row) -> bool:
        """Whether two data sets are neighbours."""
        return related(self.relation, a, b)

    @cached_property
    def pairs(self) -> tuple[tuple[Row, Row], ...]:
        """Ordered pairs of neighbours."""
        return tuple((a, b) for a in self.rows for b in self.rows if related(self.relation, a, b))

    @cached_property
    def _hashed(self) -> int:
        return hash((self.relation, self.rows))

    def __hash__(self) -> int:
        return self._hashed

    def __reduce__(self) -> tuple[Any, ...]:
        return Universe, (self.relation, self.rows)


def related(relation: str, a: Row, b: Row) -> bool:
    """Neighbours differ in exactly one position; there a record is replaced, or one of the two has none."""
    if len(a.records) != len(b.records):
        return False
    different = [(x, y) for x, y in zip(a.records, b.records, strict=True) if x != y]
    if len(different) != 1:
        return False
    x, y = different[0]
    if relation == "replace-one":
        return x is not None and y is not None
    return x is None or y is None


Entry = tuple[Row, tuple[Any, ...], Any, Any]
"""(data set or part, earlier outputs, coin, output)."""
MOST_OUTCOMES, MOST_RATIOS = 4096, 4096
"""Runs of all coins up to which a joint law is listed, and ratios of likelihoods up to which two joint laws are compared by them."""


class TooLong(Exception):
    """A composition has too many outcomes to list, or to compare."""


@dataclass(frozen=True)
class Composition:
    """Mechanisms run one after the other on a data set, or each on its own part, with their coins.

    ``coins``: one finite law for each mechanism (independent) or a single one (shared). ``tables``: for each mechanism its entries. ``parts``:
    ``None``, or the parts of every data set.
    """

    coins: tuple[FiniteLaw, ...]
    tables: tuple[tuple[Entry, ...], ...]
    parts: tuple[tuple[Row, tuple[Row, ...]], ...] | None = None

    @cached_property
    def _hash(self) -> int:
        return hash((self.coins, quick(self.tables), self.parts))

    def __hash__(self) -> int:
        return self._hash

    @property
    def steps(self) -> int:
        return len(self.tables)

    @cached_property
    def _lookup(self) -> tuple[Mapping[Any, Any], ...]:
        return tuple({(data, quick(past), quick(coin)): output for data, past, coin, output in table} for table in self.tables)

    @cached_property
    def adaptive(self) -> tuple[bool, ...]:
        """For each mechanism, whether it is given earlier outputs."""
        return tuple(any(past for _, past, _, _ in table) for table in self.tables)

    def coin(self, index: int) -> FiniteLaw:
        """Law of the coin of mechanism ``index`` (from 0)."""
        return self.coins[index] if len(self.coins) > 1 else self.coins[0]

    def part(self, index: int, data: Row) -> Row:
        """What mechanism ``index`` (from 0) is run on."""
        if self.parts is None:
            return data
        for row, parts in self.parts:
            if row == data:
                return parts[index]
        raise NoValue(f"the partition has no entry for the data set {data}")

    def output(self, index: int, data: Row, past: tuple[Any, ...], coin: Any) -> Any:
        past = past if self.adaptive[index] else ()
        try:
            return self._lookup[index][data, quick(past), quick(coin)]
        except KeyError:
            raise NoValue(f"mechanism {index + 1} has no entry for {(data, past, coin)}") from None

    @cached_property
    def listed(self) -> bool:
        """Whether the outcomes are so few that joint laws are listed."""
        runs = 1
        for index in range(self.steps if len(self.coins) > 1 else 1):
            runs *= len(self.coin(index).points)
        return runs <= MOST_OUTCOMES

    @cached_property
    def alike(self) -> tuple[int, ...]:
        """For each mechanism the first one with the same table and coin: what is known of it is known of the other. Few mechanisms are not compared."""
        if self.steps <= 3:
            return tuple(range(self.steps))
        first: dict[Any, int] = {}
        return tuple(first.setdefault((table, self.coin(index)), index) for index, table in enumerate(self.tables))

    @cached_property
    def _laws(self) -> dict[tuple[int, Row], dict[tuple[Any, ...], FiniteLaw]]:
        """Laws computed so far by mechanism (-1: all) and data set, then by earlier outputs as quick keys: every pair of neighbours asks for the same few."""
        return {}

    @cached_property
    def _near(self) -> dict[tuple[int, int], tuple[Row, dict[tuple[Any, ...], FiniteLaw]]]:
        return {}

    @cached_property
    def _gone_through(self) -> dict[int, tuple[tuple[Any, ...], ...]]:
        return {}

    def step(self, index: int, data: Row, past: tuple[Any, ...]) -> FiniteLaw:
        """Output law of mechanism ``index`` (from 0) run alone on ``data`` with earlier outputs fixed."""
        index = self.alike[index]
        known = self._near.get((index, id(data)))
        if known is None or known[0] is not data:  # the same by the very data set asked for, which is kept alive here: exact numbers are slow to hash
            known = self._near[index, id(data)] = data, self._laws.setdefault((index, data), {})
        earlier = quick(past)
        law = known[1].get(earlier)
        if law is None:
            law = known[1][earlier] = self._step(index, data, past)
        return law

    def joint(self, data: Row) -> FiniteLaw:
        """Joint law of all outputs on ``data``; a point has one coordinate for each mechanism."""
        known = self._near.get((-1, id(data)))
        if known is None or known[0] is not data:
            known = self._near[-1, id(data)] = data, self._laws.setdefault((-1, data), {})
        law = known[1].get(())
        if law is None:
            law = known[1][()] = self._joint(data)
        return law

    def _step(self, index: int, data: Row, past: tuple[Any, ...]) -> FiniteLaw:
        pairs = [(self.output(index, data, past, coin), weight) for coin, weight in self.coin(index).items()]
        return FiniteLaw([p for p, _ in pairs], [w for _, w in pairs])

    def compared(self, data: Row, other: Row) -> tuple[FiniteLaw, FiniteLaw]:
        """The laws of the ratio of likelihoods under the joint laws on two data sets, as laws of labels: divergences of the joint laws are those of these.

        The steps are independent, so ratios multiply, and outcomes with one ratio count as one. Raises TooLong where a mechanism sees earlier outputs, coins are
        shared, or there are too many ratios.
        """
        found = self._compared.get((data, other))
        if found is None:
            found = self._compared[data, other] = self._ratios(data, other)
        return found

    @cached_property
    def _compared(self) -> dict[tuple[Row, Row], tuple[FiniteLaw, FiniteLaw]]:
        return {}

    def _ratios(self, data: Row, other: Row) -> tuple[FiniteLaw, FiniteLaw]:
        if any(self.adaptive) or (len(self.coins) == 1 and self.steps > 1):
            raise TooLong("the joint distribution of many mechanisms that depend on each other")
        pairs = [(fmpq(1), fmpq(1))]
        for index in range(self.steps):
            ones, twos = ({quick(out): w for out, w in self.step(index, self.part(index, row), ()).items()} for row in (data, other))
            atoms = _by_ratio((ones.get(out, fmpq(0)), twos.get(out, fmpq(0))) for out in {**ones, **twos})
            pairs = _by_ratio((p * a, q * b) for p, q in pairs for a, b in atoms)
            if len(pairs) > MOST_RATIOS:
                raise TooLong("the joint distribution of many mechanisms, too many of them different")
        labels = [fmpq(k) for k in range(len(pairs))]
        return FiniteLaw(labels, [p for p, _ in pairs]), FiniteLaw(labels, [q for _, q in pairs])

    def _joint(self, data: Row) -> FiniteLaw:
        law: list[tuple[tuple[Any, ...], fmpq]] = []
        if len(self.coins) == 1 and self.steps > 1:
            for coin, weight in self.coins[0].items():
                past: tuple[Any, ...] = ()
                for index in range(self.steps):
                    past = (*past, self.output(index, self.part(index, data), past, coin))
                law.append((past, weight))
            law = merged(law)
        else:
            law.append(((), fmpq(1)))
            for index in range(self.steps):
                part = self.part(index, data)
                law = merged(((*past, self.output(index, part, past, coin)), weight * share) for past, weight in law for coin, share in self.coins[index].items())
        return FiniteLaw([past for past, _ in law], [weight for _, weight in law])

    def pasts(self, index: int) -> tuple[tuple[Any, ...], ...]:
        """Every past that mechanism ``index`` (from 0) has entries for."""
        found = self._gone_through.get(index)
        if found is None:
            found = self._gone_through[index] = tuple(dict.fromkeys(past for _, past, _, _ in self.tables[index]))
        return found

    def part_rows(self, index: int) -> tuple[Row, ...]:
        """Every data set that mechanism ``index`` (from 0) has entries for."""
        return tuple(dict.fromkeys(data for data, _, _, _ in self.tables[index]))


def _by_ratio(pairs: Iterable[tuple[fmpq, fmpq]]) -> list[tuple[fmpq, fmpq]]:
    """Pairs of masses, those of one ratio added up, and those left out that neither law has."""
    found: dict[Any, tuple[fmpq, fmpq]] = {}
    for p, q in pairs:
        if p or q:
            key = quick(p / q) if q else None
            known = found.get(key)
            found[key] = (p, q) if known is None else (known[0] + p, known[1] + q)
    return list(found.values())


def subsets(points: tuple[Any, ...]) -> Iterator[Event]:
    """All subsets, small ones first."""
    import itertools

    single = [frozenset((point,)) for point in points]  # their unions keep the hashes of the points, which are slow to find
    for k in range(len(points) + 1):
        for chosen in itertools.combinations(single, k):
            yield Event(frozenset().union(*chosen))
