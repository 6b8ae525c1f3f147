"""Digests of sources: what a finding was made by."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import platform
from collections.abc import Iterable
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, entry_points, version
from pathlib import Path

from verify.evidence.certificate import versions
from verify.evidence.checker.lemmas import textbook


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


APART = ("cli", "report", "gate", "calibration", "pytest_plugin.py", "gradients.py")
"""Parts of ``verify`` that no finding depends on: a test follows the imports of what decides."""
DECIDES = ("run/decide.py", "run/following.py", "run/severity.py")
READS = "run/store.py"
"""How stored files are read and refused, records of experiments among them."""


@lru_cache(maxsize=1)
def of_engines() -> str:
    """SHA-256 over the sources that a finding depends on: laws and their plug-ins, ``verify`` without what shows, stores and calls, and the lemmas of the textbook."""
    points = {point.value.partition(":")[0].partition(".")[0] for point in entry_points(group="claimcheck.mechanisms")}
    total = hashlib.sha256()
    for name in ("verify", *sorted(points | {"mechanisms"})):
        for label, path in _files(name):
            if name != "verify" or counts(label):
                total.update(f"{name}/{label}\0".encode() + path.read_bytes() + b"\0")
    total.update(json.dumps(textbook(), sort_keys=True).encode())
    return total.hexdigest()


def counts(label: str) -> bool:
    """Whether a finding may depend on a module of ``verify``, given by its path below the package."""
    return label in (*DECIDES, READS) or label.partition("/")[0] not in (*APART, "run")


@lru_cache(maxsize=1)
def numerics() -> dict[str, str]:
    """Versions of what numbers depend on, the interpreter and the kind of machine included."""
    found = dict(versions())
    for name in ("torch", "hypothesis"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "absent"
    return found | {"python": platform.python_version(), "machine": platform.machine(), "gpu": str(Path("/dev/nvidiactl").exists())}
