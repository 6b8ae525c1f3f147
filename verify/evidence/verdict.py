"""Folding findings into a verdict: a function of its own, so that no engine decides alone what a claim is called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from verify.engines.task import Finding, Status


class Contradiction(Exception):
    """One engine proved what another refuted: the framework itself is wrong somewhere, and nothing else counts until it is found."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The status of one statement with the finding that carries it."""

    status: Status
    summary: str
    decisive: Finding | None

    def _repr_html_(self) -> str:
        """For notebooks."""
        return f"<b>{escape(str(self.status))}</b> {escape(self.summary)}"


def fold(findings: Sequence[Finding], *, power: bool | None = None) -> Verdict:
    """One verdict from all findings. ``power``: whether a planted error was noticed; ``None`` when that was not asked.

    Raises
    ------
    Contradiction
        If the statement is both proved and refuted.
    """
    proved = sorted((f for f in findings if f.status is Status.PROVED), key=lambda f: not f.kind)  # those with a certificate first
    refuted = [f for f in findings if f.status is Status.REFUTED]
    supported = [f for f in findings if f.status is Status.SUPPORTED]
    if proved and refuted:
        raise Contradiction(
            f"{proved[0].engine} proves it ({proved[0].summary}) and {refuted[0].engine} refutes it ({refuted[0].summary})"
        )
    if refuted:
        return Verdict(Status.REFUTED, refuted[0].summary, refuted[0])
    if proved:
        return Verdict(Status.PROVED, proved[0].summary, proved[0])
    if supported:
        best = supported[0]
        if power is False:
            return Verdict(Status.UNDECIDED, f"no power: none of the planted errors was noticed ({best.summary})", None)
        return Verdict(Status.SUPPORTED, best.summary, best)
    missing = [f for f in findings if f.status is Status.NOT_CHECKED]
    if missing:
        return Verdict(Status.NOT_CHECKED, missing[0].summary, None)
    why = "; ".join(dict.fromkeys(f"{f.engine}: {f.summary}" for f in findings)) or "no engine can act"
    return Verdict(Status.UNDECIDED, why, None)
