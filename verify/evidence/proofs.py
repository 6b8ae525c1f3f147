"""Printed proofs judged as a whole: whether the steps hold that the source prints, and whether the item is shown to follow from them.

A pure function of the stored verdicts on the item and its steps. The rules stand in ``docs/judgements.md``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.evidence.judgement import Judgement, Statement, apart, fair_and_literal, judge, parts_of, statement_of

WORDS = ("broken", "broken as printed", "depends", "broken somewhere", "open", "not shown to follow", "proves less", "complete but for", "complete", "not checked")
"""Judgements on printed proofs, the gravest first."""
BROKEN = frozenset(WORDS[:2])
FAILS = ("fails", "fails as printed")
KINDS = {
    "fails": ("fails", "fail"),
    "fails as printed": ("fails as printed", "fail as printed"),
    "open": ("is open", "are open"),
    "depends": ("holds in some readings", "hold in some readings"),
    "holds with a correction": ("holds with a correction", "hold with a correction"),
    "tested": ("is tested", "are tested"),
    "proved": ("is proved", "are proved"),
    "not checked": ("is not checked", "are not checked"),
    "missing": ("has no result", "have no result"),
}
"""What a step of a proof is, told of one and of several."""
IF = "if"
"""Of a derivation: that it is one on condition that a step is proved which is not."""
NUMBERED = ("Theorem", "Proposition", "Lemma", "Corollary")

Record = Mapping[str, Any]
Rows = Mapping[str, Sequence[Record]]
Choice = tuple[tuple[str, str], ...]
"""Options by the names of their choices."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a printed proof: a claim by its id and its name in the paper, or words where it is no claim."""

    id: str = ""
    name: str = ""
    parts: tuple[str, ...] = ()
    """Those that are needed, where not all are."""
    words: str = ""
    judgement: Judgement | None = None
    """On these parts; none where there are no results, or no claim."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The judgement on a printed proof."""

    word: str
    """One of ``WORDS``."""
    sentence: str
    """Begins with the word."""
    told: str
    """The same as a clause of the sentence on the item; empty where the proof is not checked."""
    first: str = ""
    """Id of the step that the sentence names."""
    place: str = ""
    """That step by its name, and how many others are like it."""
    links: tuple[Link, ...] = ()
    missing: str = ""
    """What nothing derives from the steps, as a formula; empty where the proof is broken, open or complete."""


def as_record(proof: Proof | None) -> dict[str, Any] | None:
    """A proof as ``list --json`` and the report in JSON have it."""
    if proof is None:
        return None
    links = [{"id": one.id, "parts": list(one.parts), "words": one.words, "judgement": one.judgement.word if one.judgement else None} for one in proof.links]
    return {"word": proof.word, "sentence": proof.sentence, "first": proof.first, "links": links, "missing": proof.missing}


@dataclass(frozen=True, slots=True)
class Step:
    """A claim that a proof argues with. ``missing``: there are no results on it; ``reason``: why it is not checked."""

    id: str
    name: str
    statements: tuple[Statement, ...] = ()
    reason: str = ""
    missing: bool = False

    @property
    def choices(self) -> dict[str, dict[str, str]]:
        """The choices that its statements leave open: of each the options, with what they stand on in the source."""
        found: dict[str, dict[str, str]] = {}
        for one in self.statements:
            for name, option in one.choices.items():
                found.setdefault(name, {})[option] = one.standings.get(name, "")
        return found

    def under(self, choice: Mapping[str, str]) -> Judged:
        """The step where the choices that it shares with the item are made as the item makes them; one that it does not offer leaves it free."""
        if self.missing:
            return Judged(self, Judgement("not checked", "not checked"), "missing")
        offered = {name: option for name, option in choice.items() if any(one.choices.get(name) == option for one in self.statements)}
        alike = [one for one in self.statements if all(one.choices.get(name, option) == option for name, option in offered.items())]
        read = alike or self.statements
        judgement = judge(read, reason=self.reason)
        proved = all(one.status == "PROVED" for part in parts_of(read).values() for one in part.fair)
        return Judged(self, judgement, judgement.word if judgement.word != "holds" else "proved" if proved else "tested")


@dataclass(frozen=True, slots=True)
class Judged:
    """A step in one reading: its judgement, and its kind, one of ``KINDS``."""

    step: Step
    judgement: Judgement
    kind: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A proof under one way to make the choices that the item and its steps leave open alike. ``follows``: the item is derived from steps; ``item``: its judgement."""

    choice: Mapping[str, str]
    literal: bool
    steps: tuple[Judged, ...]
    follows: bool
    item: str = "open"
    sure: bool = True
    """Whether the item is proved where it is derived; else it is derived on condition that steps are proved."""
    less: str = ""
    """Where some of its fair statements are derived and some are not: which are, and which are not, in words."""

    @property
    def word(self) -> str:
        """The judgement in this reading: the table of ``docs/judgements.md``."""
        kinds = {one.kind for one in self.steps}
        if kinds & set(FAILS):
            return "broken" if "fails" in kinds else "broken as printed"
        if "missing" in kinds or kinds <= {"not checked"}:
            return "not checked"
        if self.item in FAILS and kinds <= {"proved", "tested", "not checked"}:
            return "broken somewhere"
        if not self.follows or (not self.sure and kinds <= {"proved", "not checked"}):
            return "open" if "open" in kinds else "proves less" if self.less else "not shown to follow"
        return "complete" if kinds <= {"proved", "not checked"} else "complete but for"

    def of(self, *kinds: str) -> tuple[Judged, ...]:
        """The steps of these kinds, in the order of the proof."""
        return tuple(one for one in self.steps if one.kind in kinds)


def judged(statements: Sequence[tuple[Statement, bool | str]], steps: Sequence[Step]) -> Proof:
    """The judgement on a proof, without its links.

    Parameters
    ----------
    statements : those of the item, each with whether it is derived from steps of the proof, ``IF`` where it is on condition that one is proved.
    steps : the claims that the proof argues with, in its order.
    """
    if not steps:
        return Proof("not checked", "not checked: it argues in words that are no claims here", "")
    readings = _readings(statements, steps)
    word = _whole(readings)
    telling = [one for one in readings if one.word == word or (word in {*BROKEN, "depends"} and one.word in BROKEN)]
    return _SENTENCES[word](next((one for one in telling if one.literal), telling[0]), readings)


def follows(certificate: Record, steps: Sequence[str]) -> bool:
    """Whether a certificate derives its statement from lemmas and other statements, a step of the proof among them."""
    return certificate.get("kind") == "lemmas" and any(name.partition("|")[0] in steps for name in _lemmas(certificate["evidence"]))


def _would_follow(row: Record, steps: Sequence[str]) -> bool | str:
    """Whether a statement is derived from steps of its proof alone; ``IF`` where one of these is not proved."""
    rests = (row.get("follows") or {}).get("from") or ()
    if not rests or not all(str(one.get("id")) in steps for one in rests):
        return False
    return True if all(one.get("status") == "PROVED" for one in rests) else IF


def _lemmas(evidence: Any) -> Iterator[str]:
    """What steps of evidence use, at whatever depth: lemmas and other statements, an id, or an id with part and reading behind ``|``."""
    for key, inner in evidence.items() if isinstance(evidence, Mapping) else enumerate(evidence) if isinstance(evidence, list) else ():
        if key in ("lemma", "earlier") and isinstance(inner, str):
            yield str(inner)
        else:
            yield from _lemmas(inner)


def _readings(statements: Sequence[tuple[Statement, bool | str]], steps: Sequence[Step]) -> list[Reading]:
    """The proof under every fair way to make the choices that two of the item and its steps have by one name."""
    shared = {name for step in steps for name in step.choices}
    found: dict[Choice, list[tuple[Statement, bool | str, bool]]] = {}
    for part in dict.fromkeys(one.part for one, _ in statements):
        own = [(one, derived) for one, derived in statements if one.part == part]
        fair, literal = fair_and_literal([one for one, _ in own])
        for one, derived in own:
            if one in fair:
                found.setdefault(tuple((name, option) for name, option in one.choices.items() if name in shared), []).append((one, derived, one in literal))
    between = _between(steps, {name for one, _ in statements for name in one.choices})
    readings = []
    for choice, alike in (found or {(): []}).items():
        for more, printed in between:
            made = dict(choice + more)
            literally = printed and (not alike or any(literal for *_, literal in alike))
            readings.append(Reading(made, literally, tuple(step.under(made) for step in steps), bool(alike) and all(derived for _, derived, _ in alike),
                                    judge([one for one, *_ in alike]).word, all(one.status == "PROVED" and derived != IF for one, derived, _ in alike), _less(alike)))
    return readings


def _less(alike: Sequence[tuple[Statement, bool | str, bool]]) -> str:
    """Which of some statements are derived, and which are not; nothing where all are, or none."""
    every = [one for one, *_ in alike]
    some = [one for one, derived, _ in alike if derived]
    others = [one for one, derived, _ in alike if not derived]
    if not some or not others:
        return ""
    return f"it gives the statement {apart(some, every) or f'in {len(some)} of {len(every)} readings'}, and nothing derives it {apart(others, every) or 'in the others'}"


def _between(steps: Sequence[Step], taken: Collection[str]) -> list[tuple[Choice, bool]]:
    """The fair ways to make the choices that steps share among themselves alone, each with whether it is that of the printed text."""
    counts = Counter(name for step in steps for name in step.choices)
    ways: list[tuple[Choice, bool]] = [((), True)]
    for name in [name for name, count in counts.items() if count > 1 and name not in taken]:
        kinds = {option: kind for step in steps for option, kind in step.choices.get(name, {}).items()}
        fair = {option: kind for option, kind in kinds.items() if kind != "strict"} or kinds
        printed = "printed" in fair.values()
        ways = [((*way, (name, option)), literal and (kind == "printed" or not printed)) for way, literal in ways for option, kind in fair.items()]
    return ways


def _whole(readings: Sequence[Reading]) -> str:
    """The judgement over all readings, as that on an item is one over its statements."""
    fair, literal = {one.word for one in readings}, {one.word for one in readings if one.literal}
    if fair == {"broken"}:
        return "broken"
    if literal <= BROKEN:
        return "broken as printed"
    return "depends" if fair & BROKEN else min(literal, key=WORDS.index)


# --- sentences ----------------------------------------------------------------------------------------------------------------


def _broken(one: Reading, readings: Sequence[Reading]) -> Proof:
    word = "broken" if all(other.word == "broken" for other in readings) else "broken as printed"
    failing = one.of(*FAILS)
    always = [step for step in failing if all(step.step.id in {other.step.id for other in reading.of("fails")} for reading in readings)]
    first = (always or (one.of("fails") if word == "broken" else failing))[0]
    so_read = ", so read," if word != "broken" and first.kind == "fails" else ""
    place = first.step.name + _others(failing)
    return Proof(word, f"{word} at {first.step.name}, which{so_read} {first.judgement.sentence}{_otherwise(readings)}{_counts(one)}",
                 f"its printed proof breaks {'as printed ' * (word != 'broken')}at {place}", first.step.id, f"at {place}")


def _depends(one: Reading, readings: Sequence[Reading]) -> Proof:
    first = one.of(*FAILS)[0]
    place = f"at {first.step.name} {_where(readings, [other for other in readings if other.word in BROKEN])}"
    return Proof("depends", f"depends: broken {place}, which, so read, {first.judgement.sentence}{_otherwise(readings)}",
                 f"its printed proof breaks {place}", first.step.id, place)


def _otherwise(readings: Sequence[Reading]) -> str:
    """What the proof is where it is not broken, and where that is; nothing where it is broken everywhere."""
    kinder = [one for one in readings if one.word not in BROKEN]
    if not kinder:
        return ""
    word = min((one.word for one in kinder), key=WORDS.index)
    return f"; {word + ' a step' if word == 'complete but for' else word} {_where(readings, kinder)}"


def _where(readings: Sequence[Reading], some: Sequence[Reading]) -> str:
    """The choices that tell some readings from the others, or how many they are."""
    told = apart([Statement("", one.choice) for one in some], [Statement("", one.choice) for one in readings])
    return told or f"in {len(some)} of {len(readings)} readings"


def _somewhere(one: Reading, readings: Sequence[Reading]) -> Proof:
    return Proof("broken somewhere", f"broken somewhere: what is to be proved {one.item}, and no step was found to fail{_counts(one)}",
                 "its printed proof breaks somewhere, though no step of it was found to fail")


def _open(one: Reading, readings: Sequence[Reading]) -> Proof:
    first, *_ = unsettled = one.of("open")
    place = first.step.name + _others(unsettled)
    return Proof("open", f"open at {first.step.name}{first.judgement.sentence.removeprefix('open')}{_counts(one)}",
                 f"its printed proof is open at {place}", first.step.id, f"at {place}")


def _unshown(one: Reading, readings: Sequence[Reading]) -> Proof:
    several = len(one.steps) > 1
    return Proof("not shown to follow", f"not shown to follow: nothing derives it from what its proof names{_counts(one)}",
                 f"{'each' if several else 'the one'} step of its printed proof holds, but nothing shows that it follows from {'them' if several else 'it'}")


def _proves_less(one: Reading, readings: Sequence[Reading]) -> Proof:
    return Proof("proves less", f"proves less: {one.less}{_counts(one)}", f"its printed proof proves less: {one.less}")


def _but_for(one: Reading, readings: Sequence[Reading]) -> Proof:
    unproved = one.of(*(kind for kind in KINDS if kind not in ("proved", "not checked")))
    first = (one.of("open") or unproved)[0]
    place = first.step.name + _others(unproved)
    return Proof("complete but for", f"complete but for {first.step.name}, which {KINDS[first.kind][0]}{_counts(one)}",
                 f"its printed proof is complete but for {place}", first.step.id, place)


def _complete(one: Reading, readings: Sequence[Reading]) -> Proof:
    return Proof("complete", f"complete: it is derived from its steps{_counts(one)}", "its printed proof is complete")


def _unchecked(one: Reading, readings: Sequence[Reading]) -> Proof:
    missing = one.of("missing")
    why = f"there is no result on {missing[0].step.name}{_others(missing)}" if missing else "none of its links is checked"
    return Proof("not checked", f"not checked: {why}", "")


_SENTENCES: dict[str, Callable[[Reading, Sequence[Reading]], Proof]] = {
    "broken": _broken, "broken as printed": _broken, "depends": _depends, "broken somewhere": _somewhere, "open": _open, "not shown to follow": _unshown, "proves less": _proves_less,
    "complete but for": _but_for, "complete": _complete, "not checked": _unchecked,
}


def _others(steps: Sequence[Judged]) -> str:
    others = len(steps) - 1
    return f" and {others} other step{'' if others == 1 else 's'}" if others else ""


def _counts(one: Reading) -> str:
    """How many steps are of which kind, where that is not said."""
    counts = Counter(step.kind for step in one.steps)
    told = [f"{counts[kind]} {KINDS[kind][counts[kind] > 1]}" for kind in KINDS if counts[kind]]
    number = len(one.steps)
    if len(told) > 1:
        return f"; of its {number} steps {', '.join(told[:-1])} and {told[-1]}"
    if number > 1:
        return f"; {'both' if number == 2 else f'all {number}'} steps {KINDS[one.steps[0].kind][1]}"
    return "" if one.of(*FAILS, "open") else f"; its one step {KINDS[one.steps[0].kind][0]}"


# --- stored results -----------------------------------------------------------------------------------------------------------


def itself(row: Record) -> Record:
    """Where a row of the record has its evidence."""
    return row


def proofs(items: Sequence[Record], rows: Rows, evidence: Callable[[Record], Record] = itself) -> dict[str, Proof]:
    """The judgements on the printed proofs of a paper, by the id of what is proved.

    Parameters
    ----------
    items : as in ``claims.json``.
    rows : rows of ``results.json`` by id.
    evidence : the certificate of a row.
    """
    by_id = {str(item["id"]): item for item in items}
    found = {}
    for id, item in by_id.items():
        if links := links_of(item, items):
            steps = [_step(link, by_id.get(link.id), rows) for link in links if link.id]
            ids = [step.id for step in steps]
            own = [(statement, (row.get("status") == "PROVED" and follows(evidence(row), ids)) or _would_follow(row, ids)) for statement, row in _statements(item, rows)]
            told = {step.id: one.judgement for step in steps if (one := step.under({})).kind != "missing"}
            proof = judged(own, steps)
            missing = _missing(item, [statement for statement, derived in own if not derived]) if proof.word in ("not shown to follow", "proves less") else ""
            found[id] = replace(proof, links=tuple(replace(link, judgement=told.get(link.id)) for link in links), missing=missing)
    return found


def judgements(items: Sequence[Record], rows: Rows, found: Mapping[str, Proof] | None = None) -> dict[str, Judgement]:
    """The judgement on each item of a paper, with what is said of its printed proof. ``found``: as `proofs` gives them."""
    found = proofs(items, rows) if found is None else found
    return {id: judge([statement for statement, _ in _statements(item, rows)], found[id].told if id in found else "", str(item.get("not_checked") or ""))
            for id, item in ((str(item["id"]), item) for item in items)}


def links_of(item: Record, items: Sequence[Record]) -> tuple[Link, ...]:
    """The links of the printed proof of an item; where none are named, the items that are part of it, in the order of the paper."""
    names = {str(other["id"]): name_of(other) for other in items}
    if named := item.get("proof"):
        return tuple(Link(id, names.get(id, id), tuple(link["parts"]), str(link["words"])) for link in named for id in (str(link["id"]),))
    beside = item.get("beside") or ()
    return tuple(Link(id, names[id]) for id in (str(other["id"]) for other in items if other.get("part_of") == item["id"]) if id not in beside)


def name_of(item: Record) -> str:
    """A step as the paper names it: ``Theorem 2``, ``eq. 36``, else its title."""
    source = item.get("source") or {}
    place = str(source.get("item") or "").split(",")[0]
    if place.split(" ")[0] in NUMBERED:
        return place
    number = source.get("eq") or ((re.fullmatch(r".*/eq-(\d+)", str(item["id"])) or ("", ""))[1])
    if number:
        return f"eq{'s' * bool(re.search(r'[,-]', number))}. {number}"
    return f"“{item['title']}”" if item.get("title") else str(item["id"]).partition("/")[2]


def _step(link: Link, item: Record | None, rows: Rows) -> Step:
    stored = item is not None and (bool(item.get("not_checked")) or link.id in rows)
    statements = [one for one, _ in _statements(item, rows) if not link.parts or one.part in link.parts] if item is not None else []
    return Step(link.id, link.name, tuple(statements), str(item.get("not_checked") or "") if item else "", not stored)


def _missing(item: Record, underived: Sequence[Statement]) -> str:
    """What the first of these statements states, literal ones before others; nothing where its text is not stored."""
    fair, literal = fair_and_literal(underived)
    for one in [*literal, *fair]:
        for variant in item.get("variants") or ():
            if variant.get("part") == one.part and variant.get("reading_choices") == one.choices and (text := str(variant.get("statement_text") or "")):
                lines = [" ".join(line.split()) for line in text.splitlines()]
                given = [line.partition(" ")[2] for line in lines if line.startswith(("given ", "and "))]
                return lines[-1].removeprefix("states ") + (f", given {' and '.join(given)}" if given else "")
    return ""


def _statements(item: Record, rows: Rows) -> list[tuple[Statement, Record]]:
    """The statements of an item that have a row, each with it."""
    variants = {(str(v["part"]), str(v["reading"])): v for v in item.get("variants") or ()}
    return [(statement_of(row, variants.get((str(row.get("part")), str(row.get("reading"))), {})), row) for row in rows.get(str(item["id"]), ()) if variants]


__all__ = ["WORDS", "Link", "Proof", "Step", "as_record", "follows", "judged", "judgements", "links_of", "name_of", "proofs"]
