"""What a reproduction is made of."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verify.claims.nodes import ClaimError
from verify.reproductions.data import DataFile

Row = Mapping[str, Any]
"""One line of the table: text, whole numbers and floats by column; None where a value is missing. All rows of a reproduction have the same columns."""
VERDICTS = ("agrees", "differs", "undecided", "not checked")
_ID = re.compile(r"[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9.-]*")


class NotHere(Exception):
    """What is asked for cannot be computed here; the message begins with a reason of the closed list (data missing, hardware missing, extra missing)."""


@dataclass(frozen=True, slots=True)
class Scale:
    """What a scale does, in words; the files it reads; ``device``: ``cuda`` where it is meant for a GPU alone."""

    words: str
    data: tuple[DataFile, ...] = ()
    device: str = "any"


@dataclass(frozen=True, slots=True)
class Setting:
    """How a reproduction is asked to run. ``files``: each file that the scale reads, by name, checked for its size."""

    scale: str
    seed: int = 0
    device: str = "cpu"
    files: Mapping[str, Path] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Produced:
    """What a run yields.

    ``rows``: the table. ``notes``: sentences for the reader, such as throughput. ``runs``: of each protocol of experiments, the fields that each seed measured, from which
    the claims of the reproduction take their verdicts; none where the scale decides nothing. ``files``: further outputs by name, such as a sheet of samples.
    """

    rows: Sequence[Row]
    notes: tuple[str, ...] = ()
    runs: Mapping[str, Mapping[int, Mapping[str, Any]]] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is printed beside what came out.

    ``what``: cell of the table or feature of the figure. ``printed``, ``reproduced``, ``spread``: as text, the last empty where nothing is random. ``verdict``: ``agrees``,
    ``differs``, ``undecided`` (the run cannot tell) or ``not checked``; ``note`` says why.
    """

    what: str
    printed: str
    reproduced: str
    verdict: str
    spread: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ClaimError(f"comparison: verdict must be one of {', '.join(VERDICTS)}, got {self.verdict!r}; choose one")


Draw = Callable[[Any, Sequence[Row]], None]
"""Draws rows into a Matplotlib figure."""


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A table or figure.

    ``shows``: what the paper shows there, in our words. ``compute``: a function of the setting alone. ``draws``: plots by file name without ending. ``compare``: a function of
    the rows and the name of the scale. ``claims``: ids of experiment claims that the runs decide. ``keeps``: protocols whose measured numbers stay in the record, because other runs cannot have them for
    the asking. ``devices``: where ``compute`` can work; elsewhere it works on a CPU.
    """

    id: str
    title: str
    shows: str
    scales: Mapping[str, Scale]
    compute: Callable[[Setting], Produced]
    compare: Callable[[Sequence[Row], str], Sequence[Comparison]]
    draws: Mapping[str, Draw] = field(default_factory=dict)
    claims: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()
    devices: tuple[str, ...] = ("cpu",)

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise ClaimError(f"reproduction: the id must read like paper/fig-1, got {self.id!r}; correct it")
        if not self.scales or not self.devices or "cpu" not in self.devices:
            raise ClaimError(f"{self.id}: a reproduction needs at least one scale and the device cpu; declare them")


def spread_of(values: Sequence[float]) -> str:
    """Mean and standard deviation (divided by n - 1) of runs as text; the deviation of a single run is unknown, and runs that are not all finite have none."""
    mean = math.fsum(values) / len(values)
    if len(values) == 1:
        return f"{mean:.4g} (one run)"
    if not math.isfinite(mean):
        return f"{mean:.4g} ({len(values)} runs)"
    deviation = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1))
    return f"{mean:.4g} ± {deviation:.2g} ({len(values)} runs)"
