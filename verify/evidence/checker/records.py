"""Stored records of experiments: where they lie, the digest that the evidence names, and the numbers in them.

A record is ``FOLDER/reproductions/<paper>__<item>/<scale>/`` with ``record.json`` and the measured numbers in ``runs.json`` (docs/formats.md). It is looked for in the folders
that were given, then in the folder ``records`` of each installed package that registers reproductions.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from functools import lru_cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from verify.evidence.checker.formula import Malformed, Refused

GROUP = "claimcheck.reproductions"
KEYS = {"record", "scale", "device", "sha256"}
ID = re.compile(r"[a-z0-9][a-z0-9-]*/[A-Za-z0-9][A-Za-z0-9.-]*")
SCALE = re.compile(r"[a-z0-9][a-z0-9-]*")
LARGEST = 256 * 2**20
"""Bytes of the largest ``runs.json`` that is read."""


def run(stored: Any, protocol: str, seed: int, given: Iterable[Path]) -> Any:
    """What a protocol measured in the run with this seed, as JSON, from the record that the evidence names. Raises Malformed or Refused."""
    if not isinstance(stored, dict) or set(stored) != KEYS or not all(isinstance(stored[key], str) for key in KEYS):
        raise Malformed(f"evidence.recorded.{protocol[:40]} holds record, scale, device and sha256 as text")
    name = f"{stored['record'][:80]} at {stored['scale'][:40]} scale"
    if not ID.fullmatch(stored["record"]) or not SCALE.fullmatch(stored["scale"]):
        raise Malformed(f"evidence.recorded.{protocol[:40]}: no record is called {name}")
    place = Path("reproductions", stored["record"].replace("/", "__"), stored["scale"])
    others = 0
    for folder in (*given, *shipped()):
        content = _content(folder / place / "runs.json")
        if content is None:
            continue
        if hashlib.sha256(content).hexdigest() != stored["sha256"]:
            others += 1
            continue
        if (device := _device(folder / place / "record.json")) != stored["device"]:
            raise Refused(f"the record {name} was measured on {device[:80]}, the evidence says {stored['device'][:80]}")
        return _of(content, protocol, seed, name)
    if others:
        raise Refused(f"the record {name} holds other numbers than those of the evidence (SHA-256 {stored['sha256'][:12]}...)")
    raise Refused(f"record missing: no installed package and no folder given by --records holds {name}")


def shipped() -> tuple[Path, ...]:
    """Folders of records that installed packages with reproductions carry."""
    tops = sorted({point.value.partition(":")[0].partition(".")[0] for point in entry_points(group=GROUP) if hasattr(point, "value")})
    specs = [find_spec(top) for top in tops]
    return tuple(Path(root) / "records" for spec in specs if spec is not None for root in spec.submodule_search_locations or ())


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes() if path.stat().st_size <= LARGEST else None
    except OSError:
        return None


def _device(path: Path) -> str:
    """The device that a record names, as evidence does."""
    try:
        device = json.loads((_content(path) or b"").decode())["device"]
        return f"{device['name']} ({device['model']})"
    except (ValueError, KeyError, TypeError, RecursionError):
        return "a device that its record.json does not name"


def _of(content: bytes, protocol: str, seed: int, name: str) -> Any:
    runs = _parsed(content)
    by_seed = runs.get(protocol) if isinstance(runs, dict) else None
    if not isinstance(by_seed, dict) or str(seed) not in by_seed:
        raise Refused(f"the record {name} holds no run of {protocol[:60]} with seed {seed}")
    return by_seed[str(seed)]


@lru_cache(maxsize=4)
def _parsed(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


__all__ = ["run", "shipped"]
