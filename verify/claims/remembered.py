"""Instances at which searches found a claim false, kept beside the paper and looked at first from then on, as a fuzzer keeps its corpus.

They are hints: part of no statement, digest or certificate, left out by ``--no-hints``, and worth nothing until the evaluator finds the statement false there. Every part and reading
of a claim is given all of its instances, so what refutes one reading is tried on the others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from verify.claims.nodes import ClaimError, Node, from_json

FILE = "instances.json"
SCHEMA = "claimcheck.instances/1"
Instance = Mapping[str, Node]


def beside(module: ModuleType) -> Path | None:
    """The file of a paper's package; None for a paper that is a single file."""
    file = getattr(module, "__file__", None)
    return Path(file).parent / FILE if file and hasattr(module, "__path__") else None


def read(path: Path | None) -> dict[str, tuple[Instance, ...]]:
    """Instances by id; none where there is no file. Raises ClaimError for a file that holds anything else."""
    return {id: tuple({name: _formula(path, id, data) for name, data in one.items()} for one in listed) for id, listed in stored(path).items()}


def stored(path: Path | None) -> dict[str, list[dict[str, Any]]]:
    """The same as stored data. Raises ClaimError."""
    if path is None or not path.is_file():
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ClaimError(f"{path}: must be JSON, got {error}; 'claimcheck remember' writes it, and the paper works without it") from None
    by_id = data.get("instances") if isinstance(data, dict) and data.get("schema") == SCHEMA else None
    if not isinstance(by_id, dict) or not all(isinstance(listed, list) and all(isinstance(one, dict) for one in listed) for listed in by_id.values()):
        raise ClaimError(f"{path}: must be of schema {SCHEMA}, lists of instances by id; 'claimcheck remember' writes it, and the paper works without it")
    return by_id


def _formula(path: Path | None, id: str, data: Any) -> Node:
    try:
        return from_json(data)
    except ClaimError as error:
        raise ClaimError(f"{path}: {id}: {error}") from None
