"""Folding findings into a verdict: a function of its own, so that no engine decides alone what a claim is called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
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


def contradicted(findings: Sequence[Finding]) -> str | None:
    """In words, that the checker confirms one thing where an engine claims the opposite with evidence that is not confirmed: one of them is wrong. None where nothing is."""
    for sure in findings:
        for other in findings:
            if sure.status in (Status.PROVED, Status.REFUTED) and other.claimed and other.claimed != str(sure.status):
                return f"{sure.engine}: {sure.status} ({sure.summary}), confirmed; but {other.engine} {other.summary}"
    return None


def fold(findings: Sequence[Finding], *, power: bool | None = None, too_little: str = "") -> Verdict:
    """One verdict from all findings. ``power``: whether planted errors were noticed as they have to be; ``None`` when that was not asked. ``too_little``: what was not noticed, if others were.

    Raises
    ------
    Contradiction
        If the statement is both proved and refuted.

    A statement that has no value at some instance of its domain is not proved, whatever an engine says. What an engine claims and the checker does not confirm decides nothing; it
    is told after the verdict.
    """
    proved = [f for f in findings if f.status is Status.PROVED]
    refuted = [f for f in findings if f.status is Status.REFUTED]
    supported = [f for f in findings if f.status is Status.SUPPORTED]
    if proved and refuted:
        raise Contradiction(
            f"{proved[0].engine} proves it ({proved[0].summary}) and {refuted[0].engine} refutes it ({refuted[0].summary})"
        )
    if refuted:
        return Verdict(Status.REFUTED, refuted[0].summary, refuted[0])
    blank = next((str(f.coverage["no value"]) for f in findings if "no value" in f.coverage), "")
    if proved and not blank:
        return Verdict(Status.PROVED, proved[0].summary, proved[0])
    beside = "".join(dict.fromkeys(f"; {f.engine} {f.summary}" for f in findings if f.claimed))
    if supported or proved:
        best = replace(supported[0] if supported else proved[0], kind="")
        if blank and blank not in best.summary:
            best = replace(best, summary=f"{blank}; {best.summary}")
        if power is False:
            why = f"too little tested: {too_little}" if too_little else "no power: none of the planted errors was noticed"
            return Verdict(Status.UNDECIDED, f"{why} ({best.summary}){beside}", None)
        return Verdict(Status.SUPPORTED, best.summary + beside, best)
    missing = [f for f in findings if f.status is Status.NOT_CHECKED]
    if missing:
        return Verdict(Status.NOT_CHECKED, missing[0].summary, None)
    first = sorted(findings, key=lambda f: (not f.claimed, not f.coverage.get("decided")))  # what was tested, before what cannot act
    why = "; ".join(dict.fromkeys(f"{f.engine}: {f.summary}" for f in first)) or "no engine can act"
    return Verdict(Status.UNDECIDED, why, None)
