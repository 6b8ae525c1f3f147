"""What a run stores in its folder: results, claims, certificates. Nothing is written before everything is decided."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from verify.claims.registry import Paper
from verify.run.catalogue import describe
from verify.run.store import DECISIVE, Key, StoreError, Unfounded, key_of, read_results, unwritable, write, write_json, write_results


def store(folder: Path, papers: dict[str, Paper], ids: Sequence[str], results: dict[str, Any], entries: Iterable[dict[str, Any]]) -> None:
    """Write the results of a run and the certificates of its entries.

    Raises StoreError if the folder cannot be written, and Unfounded, with nothing written, for a decisive row without its certificate.
    """
    entries = list(entries)
    texts = {entry["row"]["certificate"] for entry in entries if entry["certificate"] is not None}
    for row in results["results"]:
        if row["status"] in DECISIVE and row["certificate"] not in texts:
            raise Unfounded(f"{row['id']} {row['part']} {row['reading']}: {row['status']} without the text of a certificate")
    _set_aside(folder, results)
    kept = set()
    for entry in entries:
        if entry["certificate"] is not None:
            path = folder / entry["row"]["certificate"]
            kept.add(path)
            write(path, entry["certificate"])
        for name, text in (entry.get("weaker", {}) | entry.get("follows", {})).items():
            kept.add(folder / name)
            write(folder / name, text)
    for old in (folder / "certificates").glob("**/*.json"):
        if old not in kept:
            old.unlink()
    write_json(folder / "claims.json", describe(papers, ids))
    write_results(folder, results)


EARLIER = "earlier"
"""Where the largest earlier run of a folder is kept, when a run of fewer statements is written over it."""


def _set_aside(folder: Path, results: dict[str, Any]) -> None:
    """A run that lacks statements of the stored one does not destroy it: the stored one is moved to ``earlier``, unless a larger one lies there."""
    stored = _keys(folder)
    if not stored - {key_of(row) for row in results["results"]} or len(_keys(folder / EARLIER)) > len(stored):
        return
    try:
        shutil.rmtree(folder / EARLIER, ignore_errors=True)
        (folder / EARLIER).mkdir()
        for name in ("results.json", "claims.json", "curves.json", "certificates", "report"):
            if (folder / name).exists():
                (folder / name).replace(folder / EARLIER / name)
    except OSError as error:
        raise unwritable(folder / EARLIER, error) from None


def _keys(folder: Path) -> set[Key]:
    """What a folder holds results on; one key that no run has where they are damaged."""
    if not (folder / "results.json").exists():
        return set()
    try:
        return {(str(row["id"]), str(row["part"]), str(row["reading"])) for row in read_results(folder)["results"]}
    except (StoreError, KeyError, TypeError):
        return {("", "", "")}


__all__ = ["Key", "store"]
