"""Partitions of a data set for parallel composition: by position, by the record's value, or by the whole data set.

A data set is a tuple of records. ``split(data)`` returns one tuple of records per part, each in the order of ``data``;
every record lies in exactly one part.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from mechanisms.finite import Point

DataSet = tuple[Point, ...]


class Partition(Protocol):
    """A rule that splits every data set into the same number of parts."""

    @property
    def parts(self) -> int:
        """Number of parts."""

    def split(self, data: DataSet) -> tuple[DataSet, ...]:
        """Return the parts of ``data``."""


@dataclass(frozen=True, slots=True)
class ByPosition:
    """Partition by the position of a record alone.

    Parameters
    ----------
    parts
        Number of parts, at least 1.
    assign
        Part of position 0, 1, ...: a function, or a sequence as long as the longest data set.
    """

    kind: ClassVar[str] = "by-position"
    parts: int
    assign: Callable[[int], int] | Sequence[int]

    def __post_init__(self) -> None:
        _check_parts("ByPosition", self.parts)
        if not callable(self.assign):
            object.__setattr__(self, "assign", tuple(self.assign))

    def split(self, data: DataSet) -> tuple[DataSet, ...]:
        """Return the parts of ``data``; ValueError if a position has no part."""
        labels = []
        for position in range(len(data)):
            if callable(self.assign):
                labels.append(self.assign(position))
            elif position < len(self.assign):
                labels.append(self.assign[position])
            else:
                raise ValueError(
                    f"ByPosition: assign must give a part to every position, got none for position={position}; "
                    f"it lists {len(self.assign)} positions"
                )
        return _split("ByPosition", self.parts, data, labels)


@dataclass(frozen=True, slots=True)
class ByValue:
    """Partition by the value of a record alone: equal records lie in the same part.

    Parameters
    ----------
    parts
        Number of parts, at least 1.
    assign
        Part of a record: a function, or a table of all records that occur.
    """

    kind: ClassVar[str] = "by-value"
    parts: int
    assign: Callable[[Point], int] | Mapping[Point, int]

    def __post_init__(self) -> None:
        _check_parts("ByValue", self.parts)

    def split(self, data: DataSet) -> tuple[DataSet, ...]:
        """Return the parts of ``data``; ValueError if a record has no part."""
        labels = []
        for record in data:
            if callable(self.assign):
                labels.append(self.assign(record))
            elif record in self.assign:
                labels.append(self.assign[record])
            else:
                raise ValueError(
                    f"ByValue: assign must give a part to every record, got none for record={record!r}; add it"
                )
        return _split("ByValue", self.parts, data, labels)


@dataclass(frozen=True, slots=True)
class ByDataSet:
    """Partition by any function of the whole data set: the part of a record may depend on all others.

    Parameters
    ----------
    parts
        Number of parts, at least 1.
    assign
        Function from a data set to the parts of its records, one for each, in order.
    """

    kind: ClassVar[str] = "by-data-set"
    parts: int
    assign: Callable[[DataSet], Sequence[int]]

    def __post_init__(self) -> None:
        _check_parts("ByDataSet", self.parts)

    def split(self, data: DataSet) -> tuple[DataSet, ...]:
        """Return the parts of ``data``; ValueError unless ``assign`` returns one part for each record."""
        labels = list(self.assign(data))
        if len(labels) != len(data):
            raise ValueError(
                f"ByDataSet: assign must return one part for each record, got {len(labels)} parts for "
                f"{len(data)} records; return a tuple as long as the data set"
            )
        return _split("ByDataSet", self.parts, data, labels)


def _check_parts(where: str, parts: int) -> None:
    if isinstance(parts, bool) or not isinstance(parts, int) or not parts >= 1:
        raise ValueError(f"{where}: parts must be an integer >= 1, got parts={parts!r}; give the number of mechanisms")


def _split(where: str, parts: int, data: DataSet, labels: Sequence[Any]) -> tuple[DataSet, ...]:
    for position, label in enumerate(labels):
        if isinstance(label, bool) or label not in range(parts):
            raise ValueError(
                f"{where}: a part must be one of 0, ..., {parts - 1}, got part={label!r} for position={position} "
                f"with record={data[position]!r}; change assign or parts"
            )
    return tuple(
        tuple(record for record, label in zip(data, labels, strict=True) if label == part) for part in range(parts)
    )
