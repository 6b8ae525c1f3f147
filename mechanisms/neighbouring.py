"""Data sets with a neighbouring relation, and queries with a named norm."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import product
from typing import Any, ClassVar

import sympy as sp

from mechanisms.finite import Point, point_key
from mechanisms.parameters import Weight, exact, expression

REPLACE_ONE, ADD_OR_REMOVE_ONE = "replace-one", "add-or-remove-one"
RELATIONS = (REPLACE_ONE, ADD_OR_REMOVE_ONE)
NORMS = ("l1", "l2", "l_inf")

DataSet = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Universe:
    """Data sets with a neighbouring relation; a data set is a tuple of records.

    Parameters
    ----------
    data_sets
        Distinct tuples of records.
    relation
        ``"replace-one"``: two data sets of equal length that differ in exactly one position. ``"add-or-remove-one"``: one of them is the other without
        one record. There is no default: the relation is part of every guarantee.

    Raises
    ------
    TypeError, ValueError
        If the relation is not stated or unknown, or a data set is no tuple or occurs twice.
    """

    kind: ClassVar[str] = "universe"
    data_sets: Sequence[DataSet]
    _: KW_ONLY
    relation: str | None = None

    def __post_init__(self) -> None:
        if self.relation not in RELATIONS:
            raise ValueError(f"Universe: the neighbouring relation must be stated as one of {', '.join(RELATIONS)}, got relation={self.relation!r}; name one")
        object.__setattr__(self, "data_sets", tuple(self.data_sets))
        seen = set()
        for index, data in enumerate(self.data_sets):
            if not isinstance(data, tuple):
                raise TypeError(f"Universe: a data set must be a tuple of records, got data_sets[{index}]={data!r}; write a tuple")
            key = point_key("Universe", f"data_sets[{index}]", data)
            if key in seen:
                raise ValueError(f"Universe: data sets must be distinct, got data_sets[{index}]={data!r} twice; keep one")
            seen.add(key)

    @classmethod
    def of_records(cls, records: Sequence[Point], size: int, *, relation: str | None = None) -> "Universe":
        """Return all data sets of ``size`` records (with ``"add-or-remove-one"``: of at most ``size``) with values in ``records``."""
        sizes = range(size + 1) if relation == ADD_OR_REMOVE_ONE else (size,)
        return cls(tuple(data for n in sizes for data in product(tuple(records), repeat=n)), relation=relation)

    def related(self, data: DataSet, other: DataSet) -> bool:
        """Return whether two data sets are neighbours."""
        if self.relation == REPLACE_ONE:
            return len(data) == len(other) and sum(a != b for a, b in zip(data, other, strict=True)) == 1
        small, large = sorted((data, other), key=len)
        return len(large) == len(small) + 1 and any(large[:k] + large[k + 1 :] == small for k in range(len(large)))

    def neighbours(self) -> Iterator[tuple[DataSet, DataSet]]:
        """Return the ordered pairs of neighbours."""
        for data in self.data_sets:
            for other in self.data_sets:
                if self.related(data, other):
                    yield data, other


@dataclass(frozen=True, slots=True)
class Query:
    """A function of a data set with values on the line or in R^d, and the norm in which its sensitivity is measured.

    Parameters
    ----------
    function
        From a data set to an exact number, or to a tuple of them.
    norm
        ``"l1"``, ``"l2"`` or ``"l_inf"``. There is no default: sensitivities in different norms differ.

    Raises
    ------
    ValueError
        If the norm is not stated or unknown.
    """

    kind: ClassVar[str] = "query"
    function: Callable[[DataSet], Point]
    _: KW_ONLY
    norm: str | None = None

    def __post_init__(self) -> None:
        if self.norm not in NORMS:
            raise ValueError(f"Query: the norm must be stated as one of {', '.join(NORMS)}, got norm={self.norm!r}; name one")

    def __call__(self, data: DataSet) -> Point:
        """Return the value on a data set."""
        return self.function(data)

    def distance(self, data: DataSet, other: DataSet) -> Weight:
        """Return the norm of the difference of two values, exactly: a fraction, or a root."""
        return norm(_difference(self(data), self(other)), str(self.norm))

    def sensitivity(self, universe: Universe) -> Weight:
        """Return the greatest distance over all neighbours of a universe; 0 if no two data sets are neighbours."""
        return max((self.distance(data, other) for data, other in universe.neighbours()), default=exact(0), key=lambda size: sp.N(expression(size), 60))


def norm(vector: Sequence[Any], name: str) -> Weight:
    """Return the ``"l1"``, ``"l2"`` or ``"l_inf"`` norm of a tuple of exact numbers.

    Raises
    ------
    ValueError
        If the norm is unknown.
    """
    sizes = [abs(exact(x)) for x in vector]
    if name == "l1":
        return sum(sizes, exact(0))
    if name == "l2":
        return exact(sp.sqrt(sum(expression(size) ** 2 for size in sizes)))
    if name == "l_inf":
        return max(sizes)
    raise ValueError(f"norm: the norm must be one of {', '.join(NORMS)}, got name={name!r}; name one")


def _difference(value: Point, other: Point) -> tuple[Weight, ...]:
    first, second = (v if isinstance(v, tuple) else (v,) for v in (value, other))
    if len(first) != len(second):
        raise ValueError(f"Query: values must have the same number of coordinates, got {value!r} and {other!r}; pad the shorter one")
    return tuple(exact(a) - exact(b) for a, b in zip(first, second, strict=True))
