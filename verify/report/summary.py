"""A short Markdown summary, for a pull request: counts, what changed, what is refuted. A pure function of stored records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from verify.report.history import VerdictChange
from verify.report.markdown import code, escape
from verify.report.model import GLYPH, STATUSES, Audit, Item

MOST_CHANGES, MOST_REFUTED = 40, 20
"""Entries that are listed; the others are counted."""


def render_summary(audit: Audit) -> str:
    """The summary; changes since an earlier run are told of where one was given."""
    return "\n".join([*_counts(audit), *_changed(audit.changes), *_refuted(audit), *_errors(audit)]).rstrip() + "\n"


def _counts(audit: Audit) -> Iterator[str]:
    yield from ("## claimcheck", "", "| paper | claims | statements | " + " | ".join(f"{GLYPH[status]} {status}" for status in STATUSES) + " |")
    yield "|---|---:|---:|" + "---:|" * len(STATUSES)
    for paper in audit.papers:
        counts = Counter(verdict.status for item in paper.items for verdict in item.verdicts)
        cells = " | ".join(str(counts[status]) for status in STATUSES)
        yield f"| {escape(paper.title or paper.id)} ({code(paper.id)}) | {len(paper.items)} | {paper.verdict_count} | {cells} |"
    yield ""


def _changed(changed: Sequence[VerdictChange] | None) -> Iterator[str]:
    if changed is None:
        return
    yield from (f"### {len(changed)} changed since the earlier run" if changed else "### Nothing changed since the earlier run", "")
    for one in changed[:MOST_CHANGES]:
        yield f"- {code(one.label)}: {one.before} → **{one.after}**"
    if len(changed) > MOST_CHANGES:
        yield f"- and {len(changed) - MOST_CHANGES} more"
    yield ""


def _refuted(audit: Audit) -> Iterator[str]:
    yield from (f"### {len(audit.refuted)} refuted claims" if len(audit.refuted) != 1 else "### 1 refuted claim", "")
    for item in audit.refuted[:MOST_REFUTED]:
        yield f"- {code(item.id)} **{escape(item.title)}** ({escape(item.told)}): {escape(_why(item))}"
    if len(audit.refuted) > MOST_REFUTED:
        yield f"- and {len(audit.refuted) - MOST_REFUTED} more"
    yield ""


def _why(item: Item) -> str:
    return next((verdict.told for verdict in item.verdicts if verdict.status == "REFUTED"), "")


def _errors(audit: Audit) -> Iterator[str]:
    if audit.errors:
        yield from (f"### {len(audit.errors)} errors in the run", "", *(f"- {escape(error)}" for error in audit.errors[:MOST_CHANGES]), "")
    yield f"Repeat: {code(audit.command)}. Re-check the evidence: {code('claimcheck check')}."


__all__ = ["render_summary"]
