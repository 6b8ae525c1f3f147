"""A short Markdown summary, for a pull request: judgements, what differs from the record, what changed, what fails, counts. A pure function of stored records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from verify.evidence.judgement import WORDS
from verify.report.history import EARLIER, VerdictChange
from verify.report.markdown import code, escape
from verify.report.model import GLYPH, STATUSES, Audit, Item
from verify.report.recorded import NO_RECORD, Comparison

MOST_CHANGES, MOST_FAILING = 40, 20
"""Entries that are listed; the others are counted."""


def render_summary(audit: Audit, record: Comparison = NO_RECORD) -> str:
    """The summary; what differs from a record, or from an earlier run, is told where one was given."""
    return "\n".join([*_judgements(audit), *_differing(record), *_changed(audit.changes if audit.since == EARLIER else None), *_failing(audit), *_counts(audit), *_errors(audit)]).rstrip() + "\n"


def _judgements(audit: Audit) -> Iterator[str]:
    judged = {paper.id: {word: (own, every) for word, own, every in paper.judged} for paper in audit.papers}
    found = [word for word in WORDS if any(word in counts for counts in judged.values())]
    yield from ("## claimcheck", "", "Numbered results by judgement, and in brackets all claims:", "", "| paper | " + " | ".join(found) + " |", "|---|" + "---:|" * len(found))
    for paper in audit.papers:
        cells = " | ".join(f"{own} ({every})" for own, every in (judged[paper.id].get(word, (0, 0)) for word in found))
        yield f"| {escape(paper.title or paper.id)} ({code(paper.id)}) | {cells} |"
    yield ""


def _differing(record: Comparison) -> Iterator[str]:
    if not record.papers:
        return
    found = [f"{code(' '.join(word for word in key if word != 'main'))}: {escape(how)}" for key, how in record.differing.items()]
    yield from _listed(found, "differs from the record", "differ from the record", "Nothing differs from the record")


def _changed(changed: Sequence[VerdictChange] | None) -> Iterator[str]:
    if changed is not None:
        yield from _listed([f"{code(one.label)}: {one.before} → **{one.after}**" for one in changed], "changed since the earlier run", "changed since the earlier run", "Nothing changed since the earlier run")


def _listed(entries: Sequence[str], one: str, several: str, none: str) -> Iterator[str]:
    yield from (f"### {len(entries)} {one if len(entries) == 1 else several}" if entries else f"### {none}", "")
    yield from (f"- {entry}" for entry in entries[:MOST_CHANGES])
    if len(entries) > MOST_CHANGES:
        yield f"- and {len(entries) - MOST_CHANGES} more"
    if entries:
        yield ""


def _failing(audit: Audit) -> Iterator[str]:
    """Claims that fail, or fail as printed: numbered results before others, theorems and the like before tables and figures, steps of proofs last."""
    found = sorted((item for item in audit.items if item.failing),
                   key=lambda item: (bool(item.part_of), not item.numbered, WORDS.index(item.judgement.word), item.label.split(" ")[0] in ("Table", "Figure")))
    yield from (f"### {len(found)} claims fail" if len(found) != 1 else "### 1 claim fails", "")
    for item in found[:MOST_FAILING]:
        yield f"- {_name(item)}: {escape(item.judgement.sentence)}"
    if len(found) > MOST_FAILING:
        yield f"- and {len(found) - MOST_FAILING} more"
    yield ""


def _name(item: Item) -> str:
    return f"{escape(item.label)} **{escape(item.title)}** ({code(item.id)})" if item.numbered else f"{code(item.id)} **{escape(item.title)}**"


def _counts(audit: Audit) -> Iterator[str]:
    yield from ("### Verdicts on statements", "", "| paper | claims | statements | " + " | ".join(f"{GLYPH[status]} {status}" for status in STATUSES) + " |")
    yield "|---|---:|---:|" + "---:|" * len(STATUSES)
    for paper in audit.papers:
        counts = Counter(verdict.status for item in paper.items for verdict in item.verdicts)
        cells = " | ".join(str(counts[status]) for status in STATUSES)
        yield f"| {code(paper.id)} | {len(paper.items)} | {paper.verdict_count} | {cells} |"
    yield ""


def _errors(audit: Audit) -> Iterator[str]:
    if audit.errors:
        yield from (f"### {len(audit.errors)} error{'' if len(audit.errors) == 1 else 's'} in the run", "", *(f"- {escape(error)}" for error in audit.errors[:MOST_CHANGES]), "")
    yield f"Repeat: {code(audit.command)}. Re-check the evidence: {code('claimcheck check')}."


__all__ = ["render_summary"]
