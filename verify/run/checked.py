"""What ``claimcheck check`` finds: each certificate judged by the checker and held against the installed claim, and each row of results held against its certificate."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from verify.evidence.checker import settled
from verify.evidence.freshness import Lookup, installed_digest, state
from verify.evidence.recheck import SECONDS, check_files
from verify.evidence.resting import premises
from verify.run import rows
from verify.run.store import DECISIVE, Key, StoreError, half_finished, read_results, weaker_statements

ABSENT = "claim not installed"


@dataclass(slots=True)
class Line:
    """One certificate, or one row that none fits."""

    certificate: str
    why: str
    row: Key | None = None
    confirmed: bool = False
    freshness: str = ""
    trusted: tuple[str, ...] = ()
    weaker: bool = False
    """Whether it is of a weaker statement, on which the severity of its row rests."""
    follows: bool = False
    """Whether it shows that its row follows from other statements, and the verdict of the row does not rest on it."""

    def stored(self) -> dict[str, Any]:
        """For ``--json``."""
        return {"certificate": self.certificate, "row": None if self.row is None else list(self.row), "status": "confirmed" if self.confirmed else "refused", "why": self.why,
                "freshness": self.freshness, "trusted": list(self.trusted)}


@dataclass(slots=True)
class Checked:
    """Lines for all certificates and for rows without one. ``decisive``: the decisive rows; ``None`` where there are certificates alone, and nothing says what rows they belong to."""

    lines: list[Line] = field(default_factory=list)
    decisive: list[Key] | None = None
    elsewhere: int = 0
    """Certificates of papers that are not installed, whose statements are those of ``claims.json``."""

    @property
    def refused(self) -> list[Line]:
        return [line for line in self.lines if not line.confirmed]

    @property
    def confirmed_rows(self) -> int:
        """Decisive rows with nothing against them, and a certificate that was confirmed."""
        own = [line for line in self.lines if not line.weaker and not line.follows]
        bad, good = {line.row for line in own if not line.confirmed}, {line.row for line in own if line.confirmed}
        return sum(key in good and key not in bad for key in self.decisive or ())

    def summary(self) -> str:
        if self.decisive is None:
            return (f"{len(self.lines) - len(self.refused)} of {len(self.lines)} certificates confirmed; there is no results.json here, so it is not known which rows they belong to")
        weaker = [line for line in self.lines if line.weaker]
        beside = f"; of the weaker statements that severities rest on, {sum(line.confirmed for line in weaker)} of {len(weaker)} certificates" if weaker else ""
        follows = [line for line in self.lines if line.follows]
        beside += f"; of rows that follow from others, {sum(line.confirmed for line in follows)} of {len(follows)} certificates" if follows else ""
        return f"{len(self.decisive)} row{'' if len(self.decisive) == 1 else 's'} with a decisive verdict, {self.confirmed_rows} confirmed{beside}"


def check(path: Path, workers: int = 0, records: Sequence[Path] = (), seconds: float = SECONDS, lookup: Lookup | None = None) -> Checked:
    """Re-check a results folder, a folder of certificates or one certificate. Raises StoreError where there is nothing to check, or ``results.json`` is damaged."""
    audited = (path / "results.json").is_file()
    if (path / "progress.jsonl").is_file() and not audited:
        raise StoreError(half_finished(path))
    inside = audited or (path / rows.FOLDER).is_dir()
    files = [path] if path.is_file() else sorted((path / rows.FOLDER if inside else path).glob("*.json"))
    for folder in () if path.is_file() else rows.BESIDE:
        files += sorted((path / rows.FOLDER / folder if inside else path / folder).glob("*.json"))
    if not files and not audited:
        raise StoreError(f"{path}: holds no certificates; run 'claimcheck run PAPER --out {path}' first")
    stored = read_results(path)["results"] if audited else []
    owner = {rows.name_of(key): key for key in map(rows.key_of, stored)}
    owner |= {Path(one["certificate"]).name: rows.key_of(row) for row in stored for one in weaker_statements(row) if one["certificate"]}
    found = Checked(decisive=[rows.key_of(row) for row in stored if row["status"] in DECISIVE] if audited else None)
    lookup = lookup or installed_digest()
    fallen = {row["id"] for row in stored if row["status"] == "REFUTED"}
    beside = _premises_of(path) if path.is_file() else []
    states = [state(file, lookup) for file in [*files, *beside]]
    outcomes = settled([replace(one, proves=None) if one.status == "confirmed" and fresh == "stale" else one
                        for one, fresh in zip(check_files([*files, *beside], workers, records, seconds=seconds), states, strict=True)])
    for file, outcome, fresh in zip(files, outcomes, states, strict=False):  # those beside a single file are no lines
        line = Line(outcome.name, outcome.why, owner.get(file.name), outcome.status == "confirmed", fresh, outcome.trusted, file.parent.name == rows.WEAKER, file.parent.name == rows.FOLLOWS)
        line.confirmed |= line.follows and outcome.status == "conditional"
        if fresh == "stale":
            line.confirmed, line.why = False, f"{outcome.name}: stale, the installed claim has another digest"
        elif fresh == ABSENT and line.confirmed and not file.name.startswith("certify__"):
            if audited:
                found.elsewhere += 1
            else:
                line.confirmed, line.why = False, f"{outcome.name}: its paper is not installed, and nothing else says what is stated"
        elif line.confirmed and (gone := sorted(fallen.intersection(outcome.trusted))):
            line.confirmed, line.why = False, f"{outcome.name}: rests on {gone[0]}, which is refuted here"
        found.lines.append(line)
    for problem in rows.in_folder(path, stored) if audited else ():
        found.lines.append(Line(problem.certificate, str(problem), problem.key, weaker=problem.certificate.startswith(f"{rows.WEAKER}/")))
    return found


def _premises_of(path: Path) -> list[Path]:
    """The certificates beside a single one that its proof rests on, and those that these rest on."""
    found = [path]
    for file in found:
        try:
            rests = premises(json.loads(file.read_text(encoding="utf-8"))["evidence"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            rests = ()
        found += [other for key, _ in rests if (other := path.parent / rows.name_of(key)).is_file() and other not in found]
    return found[1:]


__all__ = ["Checked", "Line", "check"]
