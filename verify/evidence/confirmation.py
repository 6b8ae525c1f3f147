"""A proof or a refutation counts once the checker has confirmed its evidence: the one place where this is asked.

What an engine finds without evidence, or with evidence that the checker does not follow, decides nothing; it is told beside the verdict.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from verify.claims.claim import Variant
from verify.engines.task import Finding, Status
from verify.evidence import certificate as certificates
from verify.evidence.checker.check import check_data
from verify.evidence.checker.numbers import Budget

DECISIVE = (Status.PROVED, Status.REFUTED)


class Confirmation:
    """Judges the findings on one statement, and keeps the certificates of those that the checker confirmed.

    ``command`` replaces the command of the certificates; ``records`` are folders with records of experiments, besides those that are shipped.
    """

    def __init__(self, variant: Variant, *, effort: str, seed: int, command: str | None = None, records: Sequence[Path] = ()) -> None:
        self.variant, self.effort, self.seed, self.command, self.records = variant, effort, seed, command, tuple(records)
        self._kept: list[tuple[Finding, dict[str, Any]]] = []

    def judged(self, finding: Finding) -> Finding:
        """The finding itself where it decides nothing or the checker confirms it; else one that is UNDECIDED and says what was found and why the checker does not follow."""
        if finding.status not in DECISIVE:
            return finding
        why = "there is no certificate"
        if finding.kind:
            document = certificates.build(self.variant, finding, effort=self.effort, seed=self.seed)
            if self.command is not None:
                document["command"] = self.command
            why = self._refusal(document)
            if not why:
                self._kept.append((finding, document))
                return finding
        told = f"found {finding.status} ({finding.summary}), which the checker does not confirm: {why}"
        return replace(finding, status=Status.UNDECIDED, summary=told, kind="", evidence={}, trusted=(), coverage={}, claimed=str(finding.status))

    def document(self, finding: Finding | None) -> dict[str, Any] | None:
        """The certificate of a finding that was confirmed."""
        return next((document for kept, document in self._kept if kept is finding), None)

    def _refusal(self, document: dict[str, Any]) -> str:
        """Why the checker does not confirm a certificate, as it would lie on disk; nothing where it does."""
        outcome = check_data(json.loads(certificates.text(document)), "", Budget(), self.records)
        if outcome.status == "confirmed":
            return ""
        return outcome.why.removeprefix(": ") or outcome.status
