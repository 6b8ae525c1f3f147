"""Tables and figures for showing: stored records of ``claimcheck reproduce`` with their plots. Decides nothing."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from verify.report.agreement import ORDER, agreement, ordered
from verify.report.model import ReportError
from verify.report.stored import Record
from verify.reproductions import store, table
from verify.run.store import StoreError

COLOURS = {"agrees": "v-proved", "differs": "v-refuted", "undecided": "v-undecided", "not checked": "v-not-checked"}
"""Class of a verdict of a comparison in the style sheet."""
PLURAL = {"agrees": "agree", "differs": "differ"}
PICTURES = (".svg", ".png")


@dataclass(frozen=True, slots=True)
class Reproduced:
    """A record with what its page needs.

    ``counts``: verdicts of the comparisons that occur, with their numbers. ``cost``: time and device in words. ``pictures``: name, address relative to the results folder, and the address that holds
    the whole picture (``data:``). ``files``: name and address of the other outputs. ``outputs``: paths of all of them in the results folder.
    """

    record: Record
    slug: str
    counts: tuple[tuple[str, int], ...]
    cost: str
    pictures: tuple[tuple[str, str, str], ...]
    files: tuple[tuple[str, str], ...]
    outputs: tuple[str, ...]

    @property
    def done(self) -> bool:
        return bool(self.record["status"] == "DONE")

    @property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """Its lines in the table of all, by `verify.reproductions.table.COLUMNS`."""
        return tuple(table.lines(self.record))

    @property
    def comparisons(self) -> list[Record]:
        """Its comparisons, those that differ first."""
        return ordered(self.record["comparisons"])

    @property
    def agreement(self) -> str:
        """Printed against reproduced as SVG text; empty where there is nothing to draw."""
        return agreement(self.record["comparisons"], str(self.record["title"])) if self.done else ""

    @property
    def told(self) -> str:
        """Counts of the verdicts, or why there are none."""
        return ", ".join(f"{count} {PLURAL.get(name, name) if count > 1 else name}" for name, count in self.counts) if self.done else f"NOT_CHECKED: {self.record['reason']}"


def read(folder: Path) -> tuple[Reproduced, ...]:
    """All records of a results folder, those with a comparison that differs first, otherwise by id and scale. Raises ReportError if one is damaged."""
    try:
        found = [_shown(folder, record) for record in store.read_all(folder)]
        return tuple(sorted(found, key=lambda one: min((ORDER.index(verdict) for verdict, _ in one.counts), default=len(ORDER))))
    except (StoreError, KeyError, TypeError) as error:
        raise ReportError(f"{error}") from None


def by_claim(reproduced: Sequence[Reproduced]) -> dict[str, list[tuple[Reproduced, list[Record]]]]:
    """For each claim the records about it that hold a result, each with the verdicts that the claim had on its runs; none where the scale decides nothing."""
    found: dict[str, list[tuple[Reproduced, list[Record]]]] = {}
    for one in reproduced:
        about = [*one.record.get("about", ()), *(line["id"] for line in one.record["claims"])] if one.done else []
        for claim in dict.fromkeys(about):
            found.setdefault(claim, []).append((one, [line for line in one.record["claims"] if line["id"] == claim]))
    return found


def _shown(folder: Path, record: Record) -> Reproduced:
    place = store.folder_of(folder, record["id"], record["scale"])
    address = quote(place.relative_to(folder).as_posix())
    verdicts = [line["verdict"] for line in record["comparisons"]]
    pictures = tuple((name, f"{address}/{quote(name)}", _embedded(place / name)) for name in sorted(record["files"]) if name.endswith(PICTURES))
    others = tuple((name, f"{address}/{quote(name)}") for name in sorted([*record["files"], store.RECORD]) if not name.endswith(PICTURES))
    cost = f"{record['wall_seconds']:.1f} s on {record['device']['name']} ({record['device']['model']}), {record['processor_seconds']:.1f} s of processor time" if record["status"] == "DONE" else ""
    outputs = tuple(place.relative_to(folder).joinpath(name).as_posix() for name in [*sorted(record["files"]), store.RECORD])
    return Reproduced(record, address.removeprefix(store.FOLDER + "/").replace("/", "--"), tuple((name, verdicts.count(name)) for name in ORDER if name in verdicts), cost, pictures, others, outputs)


def _embedded(path: Path) -> str:
    """The whole picture as an address: a PNG in base64, SVG as text, which is shorter."""
    if path.suffix == ".svg":
        return "data:image/svg+xml," + quote(" ".join(path.read_text(encoding="utf-8").split()), safe=" /:;=,.()'+-_!?*@$[]{}|~^`")
    return f"data:image/png;base64,{base64.b64encode(path.read_bytes()).decode()}"
