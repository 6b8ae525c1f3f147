"""The table of all tables and figures: what is printed beside what came out, with verdict and cost; as lines, and as Markdown beside the records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from verify.reproductions import store
from verify.run.store import unwritable

COLUMNS = ("id", "scale", "what", "printed", "reproduced", "spread", "verdict", "cost")
FILE = "table.md"


def lines(record: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """One line for each comparison of a record, the cost in the first; one line with the reason where nothing was computed. Text by `COLUMNS`."""
    begin = (str(record["id"]), str(record["scale"]))
    if record["status"] != "DONE":
        yield (*begin, record["title"], "", "", "", f"NOT_CHECKED: {record['reason']}", "")
        return
    shown = cost(record)
    for line in record["comparisons"]:
        yield (*begin, line["what"], line["printed"], line["reproduced"], line["spread"], line["verdict"], shown)
        shown = ""
    if not record["comparisons"]:
        yield (*begin, record["title"], "", "", "", "nothing is compared", shown)


def cost(record: Mapping[str, Any]) -> str:
    """Processor time, and device, of a record that holds a result."""
    return f"{record['processor_seconds']:.1f} s of processor time, {record['wall_seconds']:.1f} s on {record['device']['name']}"


def markdown(records: Sequence[Mapping[str, Any]]) -> str:
    """The table as a Markdown document."""
    rows = [COLUMNS, tuple("---" for _ in COLUMNS), *(line for record in records for line in lines(record))]
    return "# Tables and figures\n\n" + "".join("| " + " | ".join(_cell(text) for text in row) + " |\n" for row in rows)


def write(results: Path) -> Path:
    """The table of all records of a results folder, in ``reproductions/table.md``. Raises StoreError."""
    path = results / store.FOLDER / FILE
    try:
        path.write_text(markdown(store.read_all(results)), encoding="utf-8")
    except OSError as error:
        raise unwritable(path, error) from None
    return path


def _cell(text: str) -> str:
    """Text that stays in its cell and has no markup."""
    return re.sub(r"([\\|<>*_`])", r"\\\1", " ".join(text.split()))


__all__ = ["COLUMNS", "FILE", "cost", "lines", "markdown", "write"]
