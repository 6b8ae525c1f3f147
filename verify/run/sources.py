"""Digests of sources: what a finding was made by."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import platform
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from verify.evidence.certificate import versions


@lru_cache(maxsize=16)
def of_packages(names: tuple[str, ...]) -> str:
    """SHA-256 over the installed sources of top-level packages and modules and the versions of the libraries that numbers depend on."""
    total = hashlib.sha256(json.dumps([versions(), platform.python_version(), platform.machine()]).encode())
    for name in names:
        total.update(f"{name}\0".encode())
        for label, path in _files(name):
            total.update(label.encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def _files(name: str) -> Iterable[tuple[str, Path]]:
    spec = importlib.util.find_spec(name)
    for root in sorted(spec.submodule_search_locations or ()) if spec is not None else ():
        for path in sorted(Path(root).rglob("*.py")):
            yield path.relative_to(root).as_posix(), path
    if spec is not None and not spec.submodule_search_locations and spec.origin:
        yield name, Path(spec.origin)
