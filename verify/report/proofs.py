"""A printed proof as a chain of links: what the page of a theorem shows of each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from verify.evidence.judgement import Judgement
from verify.evidence.proofs import WORDS, Link, Proof
from verify.report import words
from verify.report.choices import in_words
from verify.report.model import Audit, Item, Paper, Part

COLOURS = {"broken": "j-fails", "broken as printed": "j-printed", "depends": "j-depends", "broken somewhere": "j-fails", "open": "j-open",
           "not shown to follow": "j-open", "proves less": "j-open", "complete but for": "j-corrected", "complete": "j-holds"}
"""Classes of judgements on proofs, for their colours."""
MEANING = dict(zip(WORDS, (
    "a step that it prints fails in every fair reading",
    "a step fails as the text stands; in a kinder reading none does, or whether one does is open",
    "broken in some fair readings and not in others",
    "no step was found to fail, yet what is to be proved fails",
    "no step fails, and some are undecided",
    "every step holds, but nothing shows that the conclusion follows from them",
    "the conclusion is derived from the steps in some of its readings, and in others nothing derives it",
    "the conclusion is derived from the steps, some of which are not proved",
    "every step is proved, and the conclusion is derived from them",
    "its links are citations and arguments in words, or hold no results",
), strict=True))
"""Judgements on printed proofs in words."""
LONGEST = 600
"""Characters of LaTeX from which on a formula is left to the page of its claim."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A link as it is shown: a claim, or words in the place of its title. ``first``: whether it is the step that the judgement on the proof names."""

    id: str
    name: str
    title: str
    judgement: Judgement | None
    told: str
    formula: tuple[str, ...]
    """What it states, and what the letters in it stand for."""
    first: bool


def chain(item: Item, audit: Audit) -> tuple[Shown, ...]:
    """The links of the printed proof of an item, in its order; none where there is no proof."""
    return () if item.proof is None else tuple(_shown(link, item.proof, audit.item(link.id)) for link in item.proof.links)


def sentence(item: Item) -> str:
    """The judgement on the proof of an item without the word that it begins with, options of readings in words."""
    return "" if item.proof is None else words.lettered(in_words(item.proof.sentence[len(item.proof.word):], item.choices))


def counts(paper: Paper) -> tuple[tuple[str, int], ...]:
    """How many printed proofs of a paper have each judgement, the gravest first."""
    found = Counter(item.proof.word for item in paper.items if item.proof is not None)
    return tuple((word, found[word]) for word in WORDS if found[word])


def _shown(link: Link, proof: Proof, claim: Item | None) -> Shown:
    if claim is None:
        return Shown(link.id, link.name, words.lettered(link.words), link.judgement, "", (), False)
    told = "" if link.judgement is None else words.lettered(in_words(link.judgement.sentence[len(link.judgement.word):].removeprefix(": ").strip(), claim.choices))
    parts = [part for part in claim.parts if not link.parts or part.name in link.parts]
    title = claim.title + (f" ({words.joined(list(link.parts), 'and')})" if link.parts else "")
    return Shown(link.id, "" if link.name.startswith("“") else link.name, title, link.judgement, told, _formula(parts, told), link.id == proof.first)


def _formula(parts: list[Part], told: str) -> tuple[str, ...]:
    """What the part states that the judgement names, else the first one; nothing where that is long."""
    telling = [part for part in parts if told.startswith((f"({part.name})", f"({part.name} and "))] or parts
    lines = tuple(line.latex for part in telling[:1] if part.statement for line in part.statement.lines if line.section in ("states", "where"))
    return lines if sum(map(len, lines)) < LONGEST else ()


__all__ = ["COLOURS", "MEANING", "Shown", "chain", "counts", "sentence"]
