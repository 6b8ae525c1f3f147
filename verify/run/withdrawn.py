"""Verdicts whose evidence the checker does not confirm are taken back: what was found stays told, nothing is claimed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from verify.run.store import read_results, write_json


def withdraw(folder: Path, refused: Mapping[str, str]) -> int:
    """Rows of ``results.json`` with a refused certificate become UNDECIDED, and their certificates are removed.

    Parameters
    ----------
    folder : Path
        A results folder.
    refused : mapping
        Why the checker refuses a certificate, by its file name.

    Returns
    -------
    int
        How many verdicts were taken back.
    """
    path = folder / "results.json"
    results = read_results(folder)
    count = 0
    for row in results["results"]:
        name = Path(row["certificate"]).name if row["certificate"] else ""
        if name not in refused:
            continue
        row["summary"] = f"found {row['status']}, and taken back: the checker does not confirm the evidence ({refused[name]})"
        row["status"], row["certificate"] = "UNDECIDED", None
        row["findings"] = [{**finding, "certificate": None} for finding in row["findings"]]
        count += 1
    if count:
        write_json(path, results)
        for name in refused:
            (folder / "certificates" / name).unlink(missing_ok=True)
    return count
