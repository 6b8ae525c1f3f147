"""Which results of a paper a reader wants to see first, and how severe a failure, how strong a confirmation is."""

from __future__ import annotations

import math
import re
from collections import Counter

from verify.evidence.judgement import WORDS
from verify.report.model import Audit, Item, Paper

SEVERITY = {"substantive": "substantive", "constant": "up to a constant", "boundary": "at an end of a range", "convention": "by a convention", "rounding": "in the last place", "strictness": "only if strict"}
"""Severities in a few words, the gravest first."""
GRAVEST = tuple(SEVERITY)


def ranked(paper: Paper, audit: Audit) -> tuple[Item, ...]:
    """Its numbered results: the gravest judgement first, theorems before tables and figures, then by severity, by margin, and by how many results rest on them."""
    return tuple(sorted(paper.numbered, key=lambda item: (_word(item), item.pictured, *_grave(item), -len(audit.users(item)))))


def papers(audit: Audit) -> tuple[Paper, ...]:
    """The papers, the one with the most numbered results that fail first."""
    counts = {paper.id: Counter(item.judgement.word for item in paper.numbered) for paper in audit.papers}
    return tuple(sorted(audit.papers, key=lambda paper: [-counts[paper.id][word] for word in WORDS]))


def severity(item: Item) -> str:
    """The gravest severity among its refuted statements, in a few words; empty where there is none."""
    found = [verdict.level for verdict in item.verdicts if verdict.level in SEVERITY]
    return SEVERITY[min(found, key=GRAVEST.index)] if found else ""


def strength(item: Item) -> str:
    """How well what holds is confirmed: how many of its statements are proved, how many only tested."""
    counts = dict(item.tally)
    proved, tested = counts.get("PROVED", 0), counts.get("SUPPORTED", 0)
    if not proved and not tested:
        return ""
    return f"{proved} proved, {tested} tested" if proved and tested else "proved" if proved else "tested"


def _word(item: Item) -> int:
    return WORDS.index(item.judgement.word)


def _grave(item: Item) -> tuple[int, float]:
    """Severity and margin of a failure, as what is sorted by."""
    levels = [GRAVEST.index(verdict.level) for verdict in item.verdicts if verdict.level in SEVERITY]
    ratio = re.search(r"([\d.]+(?:e[+-]?\d+)?) times as much", item.judgement.sentence)
    return min(levels, default=len(GRAVEST)), -abs(math.log(float(ratio[1]))) if ratio and float(ratio[1]) > 0 else 0.0


__all__ = ["papers", "ranked", "severity", "strength"]
