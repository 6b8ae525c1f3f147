"""The smallest errors that the audit detects: kill rates of planted errors, and true variants that were refuted (there must be none)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from verify.claims.claim import Variant
from verify.claims.registry import Paper
from verify.evidence import certificate as certificates
from verify.run import loaded, planted
from verify.run.decide import Settings
from verify.run.pooled import Lost, pooled
from verify.run.store import write_json

SCHEMA = "claimcheck.power/1"
FILE = "power.json"
JUDGED = ("SUPPORTED", "PROVED")
"""Rates are about statements with these verdicts; those that are undecided stand apart."""
PROBE = str(planted.PROBE)


@dataclass(frozen=True, slots=True)
class _Measure:
    """``planted.measure`` with its settings, as a picklable function."""

    settings: Settings
    errors: bool
    rewritten: bool
    operators: tuple[str, ...]
    files: loaded.Files

    def __call__(self, variant: Variant) -> dict[str, Any]:
        try:
            found: dict[str, Any] = loaded.call(self.files, planted.measure, variant, self.settings, self.errors, self.rewritten, self.operators)
            return found
        except Exception as error:  # one statement must not take the others with it
            return {"id": variant.id, "part": variant.part, "reading": variant.reading, "error": f"{type(error).__name__}: {error}"}


def chosen(papers: Mapping[str, Paper], ids: Sequence[str], sample: int, seed: int) -> list[Variant]:
    """The statements of the ids, in ledger order; ``sample`` of them drawn by the seed, if it is not 0."""
    wanted = set(ids)
    found = [v for paper in papers.values() for item in paper.ledger.items if item.id in wanted for v in paper.variants(item.id)]
    if sample and sample < len(found):
        keep = set(random.Random(seed).sample(range(len(found)), sample))
        found = [v for k, v in enumerate(found) if k in keep]
    return found


def run(statements: Sequence[Variant], settings: Settings, *, workers: int = 0, errors: bool = True, rewritten: bool = True, operators: Sequence[str] = (), sample: int = 0, command: str = "",
        progress: Callable[[int, int], None] | None = None, seconds: float | None = None, interrupted: list[str] | None = None) -> dict[str, Any]:
    """Plant errors (``errors``, of some ``operators`` or of all) and true variants (``rewritten``) in the statements; the contents of ``power.json``. It does not depend on ``workers``.

    A statement for which ``seconds`` are not enough is named among the errors. With a list ``interrupted``, KeyboardInterrupt is noted there and what is finished comes back.
    """
    entries: list[dict[str, Any]] = []
    failed: list[dict[str, str]] = []
    measure = _Measure(settings, errors, rewritten, tuple(operators), loaded.files_of(statements))
    try:
        with closing(pooled(measure, statements, workers, seconds=seconds)) as found:
            for variant, entry in zip(statements, found, strict=True):
                if isinstance(entry, Lost):
                    entry = {"id": variant.id, "part": variant.part, "reading": variant.reading, "error": str(entry)}
                if "error" in entry:
                    failed.append(entry)
                else:
                    entries.append(entry)
                if progress is not None:
                    progress(len(entries) + len(failed), len(statements))
    except KeyboardInterrupt:
        if interrupted is None:
            raise
        interrupted.append("interrupted")
    return {"schema": SCHEMA,
            "run": {"versions": certificates.versions(), "command": command, "sample": sample, **{k: v for k, v in asdict(settings).items() if k in ("effort", "seed", "device", "hints")}},
            "summary": summary(entries), "statements": entries, "errors": failed}


def summary(entries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Rates over all statements that are supported or proved, by operator, kind, size and engine, and what became of true variants."""
    judged = [entry for entry in entries if entry["status"] in JUDGED]
    mutants = [(entry, mutant) for entry in judged for mutant in entry["mutants"]]
    probe = [(entry, mutant) for entry, mutant in mutants if mutant["operator"] == "constant" and mutant["size"] == PROBE]
    return {
        "statements": dict(Counter(entry["status"] for entry in entries)),
        "all": rate(m for _, m in mutants),
        "one_per_cent": rate(m for _, m in probe),
        "one_per_cent_attained": rate(m for entry, m in probe if entry["attained"]),
        "undecided": rate(m for entry in entries if entry["status"] == "UNDECIDED" for m in entry["mutants"]),
        "operators": _grouped(mutants, lambda entry, mutant: str(mutant["operator"])),
        "kinds": _grouped(mutants, lambda entry, mutant: str(entry["kind"])),
        "sizes": _grouped([(e, m) for e, m in mutants if m["operator"] == "constant" and m["size"]], lambda entry, mutant: str(mutant["size"])),
        "engines": _engines([m for _, m in mutants]),
        "smallest": dict(sorted(Counter(str(entry["smallest_noticed"]) for entry in judged).items(), key=lambda e: -Fraction(e[0]) if e[0] != "None" else Fraction(1))),
        "rewritings": _rewritings(entries),
    }


def rate(mutants: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Counts of outcomes; ``rate`` is the share killed of those known to be false (killed or missed), and None if there are none."""
    found = list(mutants)
    counts = Counter(str(m["outcome"]) for m in found)
    false = counts[planted.KILLED] + counts[planted.MISSED]
    return {"planted": len(found), **{word: counts[word] for word in planted.OUTCOMES}, "confirmed": sum(m["checked"] is True for m in found),
            "rate": round(counts[planted.KILLED] / false, 4) if false else None}


def _grouped(mutants: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]], key: Callable[[Mapping[str, Any], Mapping[str, Any]], str]) -> dict[str, Any]:
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for entry, mutant in mutants:
        groups.setdefault(key(entry, mutant), []).append(mutant)
    return {name: rate(group) for name, group in groups.items()}


def _engines(mutants: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """For each engine how many errors it looked at, after the engines before it had let them pass, and how many of these it killed."""
    looked: Counter[str] = Counter()
    killed: Counter[str] = Counter()
    for mutant in mutants:
        looked.update(mutant["engines"])
        if mutant["outcome"] == planted.KILLED:
            killed[mutant["engines"][-1]] += 1
    return {name: {"looked": looked[name], "killed": killed[name], "rate": round(killed[name] / looked[name], 4)} for name, _ in looked.most_common()}


def _rewritings(entries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """True variants by kind: how many, how many were refuted though their statement is not, and how many of those that must have its verdict have another."""
    kinds: dict[str, Counter[str]] = {}
    for entry in entries:
        for one in entry["rewritings"]:
            counts = kinds.setdefault(one["kind"], Counter())
            counts["planted"] += 1
            counts["refuted"] += one["status"] == "REFUTED" and entry["status"] != "REFUTED"
            counts["changed"] += one["same"] and one["status"] != entry["status"]
    found = {kind: {word: counts[word] for word in ("planted", "refuted", "changed")} for kind, counts in kinds.items()}
    return {**{word: sum(one[word] for one in found.values()) for word in ("planted", "refuted", "changed")}, "kinds": found}


def write(folder: Path, data: Mapping[str, Any]) -> Path:
    """Write ``power.json`` into a results folder. Raises StoreError if that cannot be done."""
    write_json(folder / FILE, data)
    return folder / FILE
