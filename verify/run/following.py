"""One statement from others of its paper: a proof on condition that they are proved, as a corollary follows from its theorem."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from verify.claims.claim import Variant
from verify.claims.nodes import to_json
from verify.engines import lemmas
from verify.engines.task import EFFORTS, Finding, Status, Task, cannot
from verify.evidence import certificate as certificates
from verify.evidence.checker.check import check_data
from verify.evidence.checker.earlier import FIELD
from verify.quantities import enclosures
from verify.run.decide import Settings


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a statement follows from others. ``others``: these, the proved ones first; ``proved``: how many they are; ``settled``: whether the statement is proved, and may only be shown to follow from these alone."""

    variant: Variant
    others: tuple[Variant, ...]
    proved: int
    settled: bool = False


def answer(question: Question, settings: Settings) -> dict[str, Any]:
    """A conditional proof as an entry that can be kept: its row is PROVED where the checker confirms that the statement follows, and UNDECIDED elsewhere.

    Whether it follows from all of these and the textbook is asked first: where it does not, nothing less is tried. Then what is proved is tried before the others, so that a proof does not rest on what is open
    without need, and the others alone before the textbook is used as well.
    """
    variant = question.variant
    offers = [question.others[: question.proved], question.others] if 0 < question.proved < len(question.others) else [question.others]
    told = ""
    if not question.settled:
        finding = _derived(Task(variant, EFFORTS[settings.effort], settings.seed), question.others, False)
        if finding.status is not Status.PROVED:
            return _entry(variant, "UNDECIDED", finding.summary, None)
    for others, alone in [(others, alone) for others in offers for alone in ((True,) if question.settled else (True, False))]:
        finding = _derived(Task(variant, EFFORTS[settings.effort], settings.seed), others, alone)
        told = finding.summary
        if finding.status is Status.PROVED and (FIELD in finding.evidence or not question.settled):
            text = certificates.text(certificates.build(variant, finding, effort=settings.effort, seed=settings.seed))
            outcome = check_data(json.loads(text), "")
            if outcome.status in ("confirmed", "conditional"):
                return _entry(variant, "PROVED", told, text)
            told = f"found that it {told}, which the checker does not confirm: {outcome.why.removeprefix(': ')}"
    return _entry(variant, "UNDECIDED", told, None)


def _derived(task: Task, others: tuple[Variant, ...], alone: bool) -> Finding:
    try:
        with enclosures.allowance(task.effort.work):  # what follows from others mostly does so in few steps
            return lemmas.decide_from(task, [(name_of(other), to_json(other.formula)) for other in others], alone=alone)
    except enclosures.OutOfWork:
        return cannot(lemmas.ENGINE, "no proof from earlier statements within its work")


def name_of(variant: Variant) -> str:
    """A statement as the evidence of another one names it."""
    return "|".join(variant.key)


def _entry(variant: Variant, status: str, summary: str, text: str | None) -> dict[str, Any]:
    path = None if text is None else f"certificates/{certificates.file_name(variant)}"
    row: dict[str, Any] = {"id": variant.id, "part": variant.part, "reading": variant.reading, "status": status, "summary": summary, "certificate": path, "findings": []}
    return {"row": row, "certificate": text, "errors": [], "weaker": {}}


__all__ = ["Question", "answer", "name_of"]
