"""The evidence on record: one file for each certificate, large ones compressed, in ``FOLDER/<paper>/``."""

from __future__ import annotations

import gzip
import hashlib
import os
from pathlib import Path

from verify.gate.lock import Key, LockError
from verify.run.store import unwritable

LARGE = 4096
"""Bytes from which a certificate is stored compressed: trees of boxes shrink to a twentieth."""
MOST = 10 * 2**20
"""Bytes that all evidence on record may take."""


def name_of(key: Key) -> str:
    """``<paper>__<item>__<part>__<reading>.json``."""
    paper, _, item = key[0].partition("/")
    return f"{paper}__{item}__{key[1]}__{key[2]}.json"


def stored(folder: Path, key: Key) -> Path | None:
    """The file of a statement's evidence, None where there is none."""
    plain = folder / key[0].partition("/")[0] / name_of(key)
    return next((path for path in (plain, plain.with_name(plain.name + ".gz")) if path.is_file()), None)


def content(path: Path) -> bytes:
    """The certificate in a file. Raises LockError where it cannot be unpacked."""
    try:
        return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    except (OSError, EOFError, ValueError) as error:
        raise LockError(f"{path}: the evidence cannot be read: {error}; take it from the repository's history, or lock again") from None


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def store(folder: Path, key: Key, data: bytes) -> Path:
    """Keep a certificate, always in the same bytes. Raises StoreError if the folder cannot be written."""
    path = folder / key[0].partition("/")[0] / name_of(key)
    packed = path.with_name(path.name + ".gz")
    if len(data) > LARGE:
        path, packed, data = packed, path, gzip.compress(data, 9, mtime=0)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(data)
        temporary.replace(path)
        packed.unlink(missing_ok=True)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise unwritable(path, error) from None
    return path


def files(folder: Path, papers: tuple[str, ...]) -> list[Path]:
    """All evidence of some papers."""
    return [path for paper in papers for path in sorted((folder / paper).glob("*__*.json*"))]


def size(folder: Path, papers: tuple[str, ...]) -> int:
    """Bytes of all evidence of some papers."""
    return sum(path.stat().st_size for path in files(folder, papers))


__all__ = ["LARGE", "MOST", "content", "files", "name_of", "sha256", "size", "store", "stored"]
