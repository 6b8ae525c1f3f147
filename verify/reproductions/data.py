"""Data files that reproductions read: where they lie, whether they are whole."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path


class DataError(Exception):
    """A file is missing or not whole: which, what size is expected, where to get it."""


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of a data set.

    ``size``: in bytes, where every copy has it. ``lines``: number of lines that are not blank. ``where``: where to get it. ``folder``: a folder in which it may lie below the
    one that is given.
    """

    name: str
    where: str
    size: int | None = None
    lines: int | None = None
    folder: str = ""

    @property
    def expected(self) -> str:
        """Its size in words."""
        return f"{self.size} bytes" if self.size is not None else f"{self.lines} lines" if self.lines is not None else "any size"

    def find(self, data: Path | None) -> Path:
        """The whole file in a folder. Raises DataError."""
        if data is None:
            raise DataError(f"{self.name} ({self.expected}): no folder with data was given; pass --data FOLDER; get it from {self.where}")
        places = [data / self.name, *([data / self.folder / self.name] if self.folder else [])]
        path = next((place for place in places if place.is_file()), None)
        if path is None:
            raise DataError(f"{data / self.name}: no such file, expected {self.expected}; get it from {self.where}")
        try:
            found = path.stat().st_size if self.size is not None else _lines(path) if self.lines is not None else None
        except OSError as error:
            raise DataError(f"{path}: must be readable, got {error.strerror or error}; get it again from {self.where}") from None
        wanted = self.size if self.size is not None else self.lines
        if found != wanted:
            unit = "bytes" if self.size is not None else "lines"
            raise DataError(f"{path}: must have {wanted} {unit}, got {found}: it is truncated or another file; get it again from {self.where}")
        return path


def _lines(path: Path) -> int:
    with path.open("rb") as file:
        return sum(1 for line in file if line.strip())


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
