"""Verdicts whose evidence the checker does not confirm are taken back: what was found stays told, nothing is claimed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from verify.run.store import DECISIVE, Key, key_of, read_results, weaker_statements, write_results


def withdraw(folder: Path, refused: Mapping[Key, str], files: Collection[str] = (), severities: Collection[Key] = (), derivations: Collection[Key] = ()) -> int:
    """Refused rows of ``results.json`` become UNDECIDED; their certificates, and other files that belong to no row, are removed.

    Parameters
    ----------
    folder : Path
        A results folder.
    refused : mapping
        Why the evidence of a row is not confirmed.
    files : collection of str
        Names of certificates to remove with them, those of weaker statements as ``weaker/NAME``, those of conditional proofs as ``follows/NAME``.
    severities : collection of keys
        Rows of which the evidence of a weaker statement is not confirmed: the verdict stays, its severity is taken back.
    derivations : collection of keys
        Rows that are not shown to follow from what they name: the verdict stays.

    Returns
    -------
    int
        How many verdicts were taken back.
    """
    results = read_results(folder)
    count = 0
    files = set(files)
    for row in results["results"]:
        key = key_of(row)
        for one in (row.get("follows") or {}).get("from", ()):
            if key_of(one) in refused:
                one["status"] = "UNDECIDED"
        if key in refused or key in severities:
            files |= {f"weaker/{Path(one['certificate']).name}" for one in weaker_statements(row) if one["certificate"]}
            row["severity"] = None
        if (key in refused or key in derivations) and row.get("follows"):
            files.add(str(row["follows"]["certificate"]).removeprefix("certificates/"))
            row["follows"] = None
        if key not in refused:
            continue
        count += row["status"] in DECISIVE
        if row.get("certificate"):
            files.add(Path(row["certificate"]).name)
        row["summary"] = f"found {row['status']}, then withdrawn: the checker does not confirm the evidence ({refused[key]})"
        row["status"], row["certificate"] = "UNDECIDED", None
        row["findings"] = [{**finding, "certificate": None} for finding in row["findings"]]
    if refused or severities or derivations:
        write_results(folder, results)
    kept = {Path(row["certificate"]).name for row in results["results"] if row.get("certificate")}
    for name in files - kept:
        (folder / "certificates" / name).unlink(missing_ok=True)
    return count
