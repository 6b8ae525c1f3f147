"""What a report shows, arranged from stored records. Statuses are counted and grouped, never computed or merged."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import PurePosixPath
from typing import TypeGuard

from verify.evidence.judgement import MILD, WORDS, Judgement, severity_in_words, telling_instance
from verify.evidence.proofs import Proof, judgements, proofs
from verify.evidence.undecided import reason
from verify.report import derived, facts, words
from verify.report import power as errors_in_words
from verify.report.choices import NOTHING_SAID, Choice, Said, choices_of, in_words, mathematical, said_of
from verify.report.facts import Facts
from verify.report.folding import ABSENT, Rule, decision_list
from verify.report.history import EARLIER, VerdictChange, changes
from verify.report.statements import Statement, arranged
from verify.report.stored import Record as Record
from verify.report.stored import name as _name
from verify.report.stored import record as _record
from verify.report.stored import strings as _strings
from verify.report.stored import text as _text

STATUSES = ("REFUTED", "UNDECIDED", "SUPPORTED", "PROVED", "NOT_CHECKED")
#: Shown for a listed claim that the stored results do not mention; not a status.
NO_RESULT = "no result"
MEANING = {
    "REFUTED": "an exact instance, a derivation, or counts with a stated error rate, contradict the statement",
    "UNDECIDED": "the engines could not settle it, for the reason given",
    "SUPPORTED": "nothing found against it; how much was covered, and how small an error would be noticed, is listed",
    "PROVED": "holds on the whole declared domain, given the trusted base that is listed",
    "NOT_CHECKED": "outside the audit, for the reason given",
    NO_RESULT: "in the list of claims, but not in these results",
}
GLYPH = {"REFUTED": "✗", "UNDECIDED": "?", "SUPPORTED": "≈", "PROVED": "✓", "NOT_CHECKED": "–", NO_RESULT: "·"}
KIND = {
    "witness": "one exact instance",
    "identity": "an exact identity",
    "boxes": "a cover of the domain by boxes, each with an enclosure",
    "existence": "an exact instance that exists",
    "impossibility": "a proof that no such object exists",
    "vacuous": "a lemma: the hypotheses hold for nothing",
    "rolle": "signs of derivatives, down to signs of polynomials",
    "reply": "a reply to each candidate, piece by piece",
    "growth": "a path along which no factor is large enough",
    "worst-pair": "bounds for the worst pair of distributions, and polynomials in Gaussian profiles",
    "exhibit": "numbers that serve all, with a proof for each comparison",
    "interpolation": "multipliers of interpolation conditions, and a form that is positive semidefinite",
    "induction": "base cases and a step, each a statement about arbitrary numbers",
    "valley": "infima solved by their turning points, which lie in brackets, and a proof of what is left",
    "counts": "bounds of what a procedure counts, and their growth",
    "solution": "an identity: the equation that the bound number solves",
    "lemmas": "a derivation from textbook lemmas",
    "linear": "a sum of what is known",
    "bounds": "bounds put in place of numbers",
    "abstraction": "a proof for all numbers that divergences or functions could be",
    "mixtures": "proofs for the parts of the mixtures, whose divergences are jointly convex",
    "member": "a member of the set that reaches the bound, for each piece of the domain",
    "smt": "a negation without a model over the real numbers, as SMT-LIB",
    "printed": "recomputed digits compared with the printed ones",
    "statistical": "counts with a stated error rate",
    "procedure": "a run of the procedure as printed",
    "experiment": "numbers measured in a run of the experiment",
    "exhaustive": "every member of a finite domain",
    "logic": "a proof by exact identities and inequalities",
}
ORDER = {"measured": 0, "relation": 1, "claimed": 2}
"""Values of a comparison, in the order in which they are read."""
DENIED = {"rounds to": "which does not round to the claimed"}
RELATION = {"<=": "≤", ">=": "≥", "==": "=", "!=": "≠"}
RESULTS_SCHEMA, CLAIMS_SCHEMA, CERTIFICATE_SCHEMA = (
    "claimcheck.results/2",
    "claimcheck.claims/1",
    "claimcheck.certificate/1",
)

RESULTS_WITHOUT_SEVERITY = "claimcheck.results/1"
"""Of earlier versions, read as it is: its refutations have no severity."""
NOT_JUDGED = Judgement("open", "")
ITS = (("fails", "fails", "fail"), ("fails as printed", "fails as printed", "fail as printed"), ("depends", "depends on how it is read", "depend on how they are read"), ("open", "is open", "are open"),
       ("holds with a correction", "holds with a correction", "hold with a correction"), ("holds", "holds", "hold"), ("not checked", "was not checked", "were not checked"))
"""Judgements as they are told of one result and of several."""
NUMBERED = ("Theorem", "Proposition", "Lemma", "Corollary", "Table", "Figure")
"""Numbered results of a paper, by the first word of their place."""


class ReportError(ValueError):
    """Stored records that cannot be shown; the message says where, what must hold, what was got and what to do."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One certificate, or the fact that it is missing."""

    name: str
    found: bool
    problem: str
    kind: str
    sentence: str
    bindings: tuple[words.Shown, ...]
    values: Facts
    tables: tuple[tuple[str, words.Table], ...]
    facts: Facts
    trusted: tuple[str, ...]
    provenance: Facts
    command: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """One row of the results: an (id, part, reading) with its verdict and everything that was stored about it."""

    id: str
    part: str
    reading: str
    status: str
    summary: str
    choices: Mapping[str, str]
    details: tuple[tuple[str, Facts], ...]
    uses: tuple[str, ...]
    findings: tuple[tuple[str, str, str, str, str], ...]
    evidence: Evidence | None
    seconds: str
    command: str
    errors: tuple[str, ...]
    drawing: str = ""
    """The region as SVG text, empty where there is none."""
    slack: str = ""
    """The best constant as SVG text, empty where it is not enclosed."""
    severity: str = ""
    """How severe a refutation is, in words; empty where that was not asked."""
    mild: bool = False
    """Whether it is a refutation that a correction heals."""
    digest: str = ""
    """Of the statement; empty where it is not in the list of claims."""
    level: str = ""
    """Severity of a refutation by its name, empty where that was not asked."""
    plainly: str = ""
    """An instance that refutes the statement with all weakenings, in a sentence; empty where there is none that says more than the first."""

    @property
    def told(self) -> str:
        """The evidence in words, or the stored summary where no exact values are stored, or why it is undecided."""
        return (self.evidence.sentence if self.evidence else "") or (mathematical(reason(self.summary)[0]) if self.status == "UNDECIDED" else self.summary)

    @property
    def more(self) -> str:
        """The stored summary, where it does not say what the evidence in words says already."""
        repeated = self.told != self.summary and (self.summary.startswith("measured ") or self.told[1:].startswith(self.summary[1:]))
        return "" if repeated or self.told == self.summary else self.summary

    @property
    def telling(self) -> tuple[tuple[str, str, str, str, str], ...]:
        """Findings worth a line: all where nothing was decided, else those that say more than that an engine found nothing."""
        return self.findings if self.status == "UNDECIDED" else tuple(finding for finding in self.findings if finding[1] != "UNDECIDED")


    @property
    def unproved(self) -> tuple[tuple[str, str], ...]:
        """Of a supported statement each engine that did not prove it, with its reason."""
        return tuple((engine, summary) for engine, status, summary, _, _ in self.findings if status == "UNDECIDED") if self.status == "SUPPORTED" else ()


Shares = tuple[tuple[str, bool, int], ...]


def shares(verdicts: Sequence[Verdict]) -> Shares:
    """How many verdicts have which status, refutations that a correction heals apart: status, whether it is such a one, and how many; `NO_RESULT` alone where there are none."""
    counts = Counter((verdict.status, verdict.mild) for verdict in verdicts)
    return tuple((status, mild, counts[status, mild]) for status in STATUSES for mild in (False, True) if counts[status, mild]) or ((NO_RESULT, False, 0),)


@dataclass(frozen=True, slots=True)
class Part:
    """All verdicts on one part of an item, with a decision list over its readings."""

    name: str
    statement: Statement | None
    verdicts: tuple[Verdict, ...]
    names: tuple[str, ...]
    rules: tuple[Rule, ...]

    @property
    def shares(self) -> Shares:
        return shares(self.verdicts)

    @property
    def distinct(self) -> tuple[tuple[Verdict, Mapping[str, tuple[str, ...]]], ...]:
        """One verdict for each formula, with the options of all readings that come to it, by choice."""
        groups: dict[object, list[Verdict]] = {}
        for number, verdict in enumerate(self.verdicts):
            groups.setdefault(verdict.digest or number, []).append(verdict)
        return tuple((same[0], {name: tuple(dict.fromkeys(option for one in same if (option := one.choices.get(name, "")))) for name in self.names}) for same in groups.values())

    def condition(self, rule: Rule) -> str:
        """The readings of a rule in words."""
        if len(rule.rows) == len(self.verdicts):
            return "in every reading" if len(self.verdicts) > 1 else "as read"
        told = [
            f"{name} = {words.joined([option or 'without a place' for option in options])}"
            for name, options in rule.conditions
        ]
        if told and rule.rows == self._matching(rule):
            return "where " + " and ".join(told)
        return "for reading " + words.joined([self.verdicts[row].reading for row in rule.rows], "and")

    def _matching(self, rule: Rule) -> tuple[int, ...]:
        return tuple(
            row
            for row, verdict in enumerate(self.verdicts)
            if all(verdict.choices.get(name, ABSENT) in options for name, options in rule.conditions)
        )


@dataclass(frozen=True, slots=True)
class Item:
    """One id of a paper."""

    id: str
    paper: str
    title: str
    kind: str
    where: str
    note: str
    not_checked: str
    part_of: str
    corrects: str
    uses: tuple[str, ...]
    parts: tuple[Part, ...]
    listed: bool
    errors: tuple[str, ...]
    declared: tuple[str, int] = ("", 0)
    """File and line of the declaration; no file where none is stored."""
    said: Said = NOTHING_SAID
    """The paper's words, where they are stored."""
    choices: tuple[Choice, ...] = ()
    judgement: Judgement = NOT_JUDGED
    """What a referee would say; an empty sentence where nothing is stored."""
    proof: Proof | None = None
    """Its printed proof; None where the paper prints none, or nothing is stored on the item."""
    beside: tuple[str, ...] = ()
    """Ids that are part of it, and not needed in its proof."""

    @property
    def label(self) -> str:
        """Its place as a name: ``Theorem 2``."""
        return self.where.split(",")[0] or self.id

    @property
    def failing(self) -> bool:
        """Whether it fails, in the kindest reading or as printed."""
        return self.judgement.word in ("fails", "fails as printed") and bool(self.judgement.sentence)

    @property
    def numbered(self) -> bool:
        """Whether it is a theorem, proposition, lemma, corollary, table or figure of the paper itself."""
        return self.where.split(" ")[0].rstrip(",") in NUMBERED and not self.part_of and not self.corrects

    @property
    def pictured(self) -> bool:
        """Whether it is a table or a figure."""
        return self.label.split(" ")[0] in ("Table", "Figure")

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        return tuple(verdict for part in self.parts for verdict in part.verdicts)

    @property
    def alike(self) -> tuple[tuple[Part, ...], ...]:
        """Its parts that have something to show, those together that are decided alike (the same verdicts in the same readings), the one that the judgement tells of in front."""
        groups: dict[object, list[Part]] = {}
        for part in sorted(self.parts, key=lambda part: f"({part.name}" not in self.judgement.sentence):
            if part.verdicts or part.statement:
                groups.setdefault(tuple((part.condition(rule), rule.value) for rule in part.rules), []).append(part)
        return tuple(map(tuple, groups.values()))

    @property
    def tally(self) -> tuple[tuple[str, int], ...]:
        """Statuses that occur, each with its count; `NO_RESULT` alone where nothing is stored."""
        counts = Counter(verdict.status for verdict in self.verdicts)
        return tuple((status, counts[status]) for status in STATUSES if counts[status]) or ((NO_RESULT, 0),)

    @property
    def shares(self) -> Shares:
        return shares(self.verdicts)

    @property
    def sentence(self) -> str:
        """Its judgement in a sentence, without the word that it begins with, options of readings in words."""
        return words.lettered(in_words(self.judgement.sentence[len(self.judgement.word):], self.choices))

    @property
    def told(self) -> str:
        """The tally as text."""
        total = len(self.verdicts)
        if total <= 1:
            return self.tally[0][0]
        return ", ".join(f"{count} of {total} {status}" for status, count in self.tally)

    @property
    def instead(self) -> tuple[str, ...]:
        """What is true instead of what is refuted: corrections, parts of the domain, factors, each once and at most three."""
        told = [one for verdict in self.verdicts if verdict.severity for one in verdict.severity.split("; ")[1:]]
        told += [fact for verdict in self.verdicts for name, facts in verdict.details if name == "Repair" for key, fact in facts if key == "true instead"]
        return tuple(dict.fromkeys(one.removeprefix("true ") for one in told))[:3]

    @property
    def refuted(self) -> bool:
        """Whether it is refuted in some reading."""
        return self.has("REFUTED")

    @property
    def reasons(self) -> tuple[tuple[str, str], ...]:
        """Why it is undecided or not checked, under whatever reading: statuses with their summaries, each once."""
        open_ = [verdict for verdict in self.verdicts if verdict.status in ("UNDECIDED", "NOT_CHECKED")]
        return tuple(dict.fromkeys((verdict.status, verdict.told or "no reason is stored") for verdict in open_))

    def has(self, status: str) -> bool:
        return any(found == status for found, _ in self.tally)


@dataclass(frozen=True, slots=True)
class Count:
    """How often a status occurs in a paper: verdicts, claims with it under some reading, claims with it under all."""

    status: str
    verdicts: int
    some: int
    every: int


@dataclass(frozen=True, slots=True)
class Paper:
    """The items of one paper in its own order."""

    id: str
    title: str
    source: str
    items: tuple[Item, ...]

    @property
    def verdict_count(self) -> int:
        return sum(len(item.verdicts) for item in self.items)

    @property
    def numbered(self) -> tuple[Item, ...]:
        """Its numbered results that were checked, in its own order."""
        return tuple(item for item in self.items if item.numbered and item.judgement.sentence)

    def with_judgement(self, word: str) -> tuple[tuple[Item, str], ...]:
        """Its numbered results with this judgement, each with a name: its place, and its title where several have one place."""
        found = sorted((item for item in self.numbered if item.judgement.word == word), key=lambda item: item.pictured)
        places = Counter(item.label for item in found)
        return tuple((item, item.label if places[item.label] == 1 else f"{item.label} ({item.title})") for item in found)

    @property
    def sentence(self) -> str:
        """One sentence about its numbered results."""
        counts = {word: own for word, own, _ in self.judged if own}
        told = [f"{counts[word]} {one if counts[word] == 1 else several}" for word, one, several in ITS if word in counts]
        return f"Of {len(self.numbered)} numbered result{'' if len(self.numbered) == 1 else 's'} {words.joined(told, 'and')}."

    @property
    def judged(self) -> tuple[tuple[str, int, int], ...]:
        """Judgements with how many numbered results and how many items have them, the gravest first."""
        own, every = (Counter(item.judgement.word for item in items if item.judgement.sentence) for items in (self.numbered, self.items))
        return tuple((word, own[word], every[word]) for word in WORDS if every[word])

    @property
    def counts(self) -> tuple[Count, ...]:
        """One entry for each status, 0 included."""
        return tuple(
            Count(
                status,
                sum(count for item in self.items for found, count in item.tally if found == status),
                sum(item.has(status) for item in self.items),
                sum(item.has(status) and len(item.tally) == 1 for item in self.items),
            )
            for status in (*STATUSES, NO_RESULT)
        )


@dataclass(frozen=True)
class Audit:
    """Everything a report shows."""

    papers: tuple[Paper, ...]
    run: Facts
    command: str
    errors: tuple[str, ...]
    missing: tuple[str, ...]
    unused: tuple[str, ...]
    changes: tuple[VerdictChange, ...] | None = None
    """Verdicts that differ from an earlier run or from the record; None where none was given."""
    since: str = EARLIER
    """What they differ from."""
    power: Facts = ()
    """What a measurement with planted errors found; empty where there was none."""
    _index: dict[str, Item] = field(default_factory=dict, compare=False)

    @cached_property
    def items(self) -> tuple[Item, ...]:
        return tuple(item for paper in self.papers for item in paper.items)

    def item(self, claim: str) -> Item | None:
        if not self._index:
            self._index.update({item.id: item for item in self.items})
        return self._index.get(claim)

    @cached_property
    def refuted(self) -> tuple[Item, ...]:
        """Refuted items: the paper's statements, numbered ones first, then proof steps, then our repairs; among them by the gravity of the judgement."""
        found = [item for item in self.items if item.refuted]
        return tuple(sorted(found, key=lambda item: (bool(item.corrects), bool(item.part_of), WORDS.index(item.judgement.word), not item.numbered, len(item.tally) > 1)))

    @property
    def refuted_everywhere(self) -> int:
        """How many items are refuted in every part and reading."""
        return sum(len(item.tally) == 1 for item in self.refuted)

    @cached_property
    def _steps(self) -> Mapping[str, tuple[Item, ...]]:
        return _grouped_by(self.items, lambda item: (item.part_of,))

    @cached_property
    def _repairs(self) -> Mapping[str, tuple[Item, ...]]:
        return _grouped_by(self.items, lambda item: (item.corrects,))

    @cached_property
    def _users(self) -> Mapping[str, tuple[Item, ...]]:
        return _grouped_by(self.items, self.rests_on)

    @cached_property
    def _used(self) -> Mapping[str, tuple[str, ...]]:
        return {item.id: tuple(dict.fromkeys([*item.uses, *(used for verdict in item.verdicts for used in verdict.uses)])) for item in self.items}

    def steps(self, item: Item) -> tuple[Item, ...]:
        """The claims that the printed proof of an item argues with, in its order; without a proof, those that are part of it."""
        if item.proof is None:
            return self._steps.get(item.id, ())
        return tuple(step for link in item.proof.links if link.id and (step := self.item(link.id)) is not None)

    def is_step(self, item: Item) -> bool:
        """Whether an item stands in the proof of what it is part of, and not beside it."""
        whole = self.item(item.part_of)
        return whole is None or item.id not in whole.beside

    def repairs(self, item: Item) -> tuple[Item, ...]:
        return self._repairs.get(item.id, ())

    def users(self, item: Item) -> tuple[Item, ...]:
        """Items that say they rest on this one."""
        return self._users.get(item.id, ())

    def rests_on(self, item: Item) -> tuple[str, ...]:
        """Ids an item says it uses, in its declaration or in any of its results."""
        return self._used.get(item.id, ())

    def connected(self, item: Item) -> bool:
        """Whether it rests on something, something rests on it, or it has steps or repairs."""
        return bool(self.rests_on(item) or self.users(item) or self.steps(item) or self.repairs(item))

    def fallen(self, item: Item) -> tuple[tuple[str, ...], ...]:
        """Shortest path from ``item`` to each refuted claim that it rests on, directly or through others."""
        paths: dict[str, tuple[str, ...]] = {item.id: (item.id,)}
        queue = deque([item.id])
        while queue:
            current = self.item(queue.popleft())
            for used in self.rests_on(current) if current else ():
                if used not in paths:
                    paths[used] = (*paths[current.id], used)  # type: ignore[union-attr]
                    queue.append(used)
        ends = ((end, self.item(end)) for end in paths if end != item.id)
        return tuple(paths[end] for end, other in ends if other is not None and other.refuted)


def _grouped_by(items: Iterable[Item], keys: Callable[[Item], Iterable[str]]) -> dict[str, tuple[Item, ...]]:
    """The items, in their order, by each of their keys."""
    found: dict[str, list[Item]] = {}
    for item in items:
        for key in keys(item):
            found.setdefault(key, []).append(item)
    return {key: tuple(some) for key, some in found.items() if key}


def audit(results: Record, claims: Record, certificates: Mapping[str, Record], earlier: Record | None = None, power: Record | None = None, since: str = EARLIER) -> Audit:
    """Arrange stored records for showing.

    Parameters
    ----------
    results, claims : mapping
        The contents of ``results.json`` and ``claims.json``.
    certificates : mapping
        Contents of certificates by file name (a folder in front of the name is ignored).
    earlier : mapping, optional
        The ``results.json`` of an earlier run, for what changed since, or the verdicts on record in its shape.
    power : mapping, optional
        The ``power.json`` of the folder.
    since : str, optional
        What ``earlier`` is.

    Raises
    ------
    ReportError
        If a schema, a status or the shape of a record is not the documented one.
    """
    _schema("results.json", results, RESULTS_SCHEMA)
    _schema("claims.json", claims, CLAIMS_SCHEMA)
    stored = {file_name(name): content for name, content in certificates.items()}
    run = {**_record(results.get("run")), **_shared(stored.values())}
    errors = [_error(entry) for entry in _list("results.json", results, "errors")]
    rows: dict[str, list[Record]] = {}
    measured, rates = _of_power(power)
    for position, row in enumerate(_list("results.json", results, "results")):
        _check_row(position, row)
        rows.setdefault(row["id"], []).append(_measured(row, measured))
    papers: list[Paper] = []
    for paper in _list("claims.json", claims, "papers"):
        listed = _list(f"claims.json: paper {paper.get('id')}", paper, "items")
        judged, proved = _judged(listed, rows, stored)
        items = [
            replace(_item(entry, str(paper.get("id", "")), rows.pop(str(entry.get("id")), []), run, stored, errors),
                    judgement=judged[str(entry.get("id"))], proof=proved.get(str(entry.get("id"))), beside=_strings(entry.get("beside")))
            for entry in listed
        ]
        papers.append(
            Paper(_text(paper.get("id")), _text(paper.get("title")), _source(paper.get("source")), tuple(items))
        )
    papers = _with_unlisted(papers, rows, run, stored, errors)
    verdicts = [verdict for paper in papers for item in paper.items for verdict in item.verdicts]
    named = {name for verdict in verdicts for name in _named(verdict)}
    return Audit(
        tuple(papers),
        tuple(
            (words.label(key), words.plain(value, limit=2000))
            for key, value in run.items()
            if value not in (None, "", [], {})
        ),
        _text(run.get("command") or run.get("canonical_command") or run.get("canonical command")),
        tuple(text for *_, text in errors),
        tuple(sorted(name for name in named if name not in stored)),
        tuple(sorted(name for name in stored if name not in named)),
        None if earlier is None else _changes(earlier, results, since),
        since,
        rates,
    )


def _judged(listed: Sequence[Record], rows: Mapping[str, Sequence[Record]], stored: Mapping[str, Record]) -> tuple[dict[str, Judgement], dict[str, Proof]]:
    """The judgement on each listed item, one without a sentence where nothing is stored on it, and those on printed proofs."""
    entries = [{**entry, "id": str(entry.get("id"))} for entry in listed]
    try:
        proved = proofs(entries, rows, lambda row: stored.get(file_name(_text(row.get("certificate"))), {}))
        found = judgements(entries, rows, proved)
    except (KeyError, TypeError, AttributeError) as error:
        raise ReportError(f"claims.json and results.json: must have the documented shape, got {type(error).__name__}: {error}; run the audit again into this folder") from None
    return {id: one if rows.get(id) else NOT_JUDGED for id, one in found.items()}, {id: one for id, one in proved.items() if rows.get(id)}


def _shared(certificates: Collection[Record]) -> Record:
    """What all certificates say alike of how they were made: told once, with the run."""
    found = {_text(content.get("implementation")) for content in certificates if "unreadable" not in content}
    return {"implementation": found.pop()} if len(found) == 1 and all(found) else {}


def _of_power(power: Record | None) -> tuple[dict[tuple[str, str, str], Facts], Facts]:
    try:
        return errors_in_words.of_statements(power), errors_in_words.facts(power)
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        raise ReportError(f"power.json: must have the documented shape, got {type(error).__name__}: {error}; run 'claimcheck power' again or remove the file") from None


def _measured(row: Record, measured: Mapping[tuple[str, str, str], Facts]) -> Record:
    """A row with what a measurement with planted errors says of it."""
    found = measured.get((row["id"], _name(row, "part"), _name(row, "reading")))
    return row if found is None else {**row, "power": {**_record(row.get("power")), "measured": found}}


def _changes(earlier: Record, results: Record, since: str) -> tuple[VerdictChange, ...]:
    _schema(since, earlier, RESULTS_SCHEMA)
    try:
        return changes(earlier, results)
    except ValueError as error:
        raise ReportError(f"{since}: {error}; name another folder") from None


def _with_unlisted(
    papers: list[Paper],
    rows: Mapping[str, list[Record]],
    run: Record,
    stored: Mapping[str, Record],
    errors: Sequence[tuple[str, str, str, str]],
) -> list[Paper]:
    """Results on ids that the list of claims lacks go to the end of their paper and say so."""
    for claim, found in rows.items():
        prefix = claim.partition("/")[0]
        entry = {"id": claim, "title": "not in the list of claims"}
        item = _item(entry, prefix, found, run, stored, errors, listed=False)
        for position, paper in enumerate(papers):
            if paper.id == prefix:
                papers[position] = Paper(paper.id, paper.title, paper.source, (*paper.items, item))
                break
        else:
            papers.append(Paper(prefix, "not in the list of claims", "", (item,)))
    return papers


def _schema(name: str, record: object, schema: str) -> None:
    if not isinstance(record, Mapping):
        raise ReportError(
            f"{name}: must be a JSON object, got {type(record).__name__}; run the audit again into this folder"
        )
    if record.get("schema") != schema and (record.get("schema"), schema) != (RESULTS_WITHOUT_SEVERITY, RESULTS_SCHEMA):
        raise ReportError(
            f"{name}: schema must be {schema}, got schema={record.get('schema')}; "
            "use the version that wrote it, or run again"
        )


def _list(where: str, record: Record, key: str) -> list[Record]:
    value = record.get(key, [])
    if (
        not isinstance(value, Sequence)
        or isinstance(value, str)
        or not all(isinstance(entry, Mapping) for entry in value)
    ):
        raise ReportError(
            f"{where}: {key} must be a list of objects, got {key}={words.plain(value, limit=60)}; run the audit again"
        )
    return list(value)


def _check_row(position: int, row: Record) -> None:
    if not isinstance(row.get("id"), str):
        raise ReportError(
            f"results.json: result {position} must have an id, got id={row.get('id')}; run the audit again"
        )
    if row.get("status") not in STATUSES:
        raise ReportError(
            f"results.json: {row['id']}: status must be one of {', '.join(STATUSES)}, "
            f"got status={row.get('status')}; run the audit again"
        )


def _item(
    entry: Record,
    paper: str,
    rows: Sequence[Record],
    run: Record,
    stored: Mapping[str, Record],
    errors: Sequence[tuple[str, str, str, str]],
    *,
    listed: bool = True,
) -> Item:
    claim = _text(entry.get("id"))
    variants = [variant for variant in entry.get("variants") or () if isinstance(variant, Mapping)]
    reason = _text(entry.get("not_checked"))
    if reason and not rows:
        rows = [{"id": claim, "status": "NOT_CHECKED", "summary": reason}]
    by_reading = {(_name(variant, "part"), _name(variant, "reading")): variant for variant in variants}
    order = {key: position for position, key in enumerate(by_reading)}
    rows = sorted(rows, key=lambda row: order.get((_name(row, "part"), _name(row, "reading")), len(order)))
    names = list(
        dict.fromkeys([*(_name(variant, "part") for variant in variants), *(_name(row, "part") for row in rows)])
    )
    parts = []
    for name in names:
        verdicts = tuple(
            _verdict(row, by_reading.get((name, _name(row, "reading")), {}), run, stored, errors)
            for row in rows
            if _name(row, "part") == name
        )
        choices = [verdict.choices for verdict in verdicts]
        parts.append(
            Part(
                name,
                arranged([variant for variant in variants if _name(variant, "part") == name]),
                verdicts,
                tuple(dict.fromkeys(choice for row in choices for choice in row)),
                tuple(sorted(decision_list(choices, [verdict.status for verdict in verdicts]), key=_severity)),
            )
        )
    own = {(verdict.part, verdict.reading) for part in parts for verdict in part.verdicts}
    return Item(
        claim,
        paper,
        _text(entry.get("title")) or claim,
        _text(entry.get("kind")),
        _source(entry.get("source")),
        mathematical(_text(entry.get("note"))),
        reason,
        _text(entry.get("part_of")),
        _text(entry.get("corrects")),
        _strings(entry.get("uses")),
        tuple(parts),
        listed,
        tuple(text for where, part, reading, text in errors if where == claim and (part, reading) not in own),
        _declared(entry.get("declared")),
        said_of(entry),
        choices_of(entry),
    )


def _declared(value: object) -> tuple[str, int]:
    place = _record(value)
    line = place.get("line")
    return (_text(place.get("file")), line if isinstance(line, int) and line > 0 else 1) if place.get("file") else ("", 0)


def _severity(rule: Rule) -> int:
    return STATUSES.index(rule.value)


def _verdict(
    row: Record, variant: Record, run: Record, stored: Mapping[str, Record], errors: Sequence[tuple[str, str, str, str]]
) -> Verdict:
    claim, part, reading = row["id"], _name(row, "part"), _name(row, "reading")
    evidence = _evidence(row, stored, run)
    details = (
        ("Coverage", facts.facts({key: entry for key, entry in _record(row.get("coverage")).items() if key != "domain"})),  # the statement says it
        ("Power", facts.power(row.get("power"))),
        ("Tightness", facts.tightness(row.get("tightness"))),
        ("Region", facts.region(row.get("region"))),
        ("Repair", facts.repair(row.get("repair"))),
    )
    severity = _record(row.get("severity"))
    findings = tuple(
        (
            _text(finding.get("engine")),
            _text(finding.get("status")),
            mathematical(_text(finding.get("summary"))),
            "" if finding.get("undecided_share") is None else facts.percent(finding["undecided_share"]),
            file_name(_text(finding.get("certificate"))),
        )
        for finding in row.get("findings") or ()
        if isinstance(finding, Mapping)
    )
    choices = {_text(name): _text(option) for name, option in _record(variant.get("reading_choices")).items()}
    seconds = row.get("seconds")
    return Verdict(
        claim,
        part,
        reading,
        _text(row.get("status")),
        mathematical(_text(row.get("summary"))),
        choices,
        tuple((name, facts) for name, facts in details if facts),
        _strings(row.get("uses")),
        findings,
        evidence,
        "" if seconds is None else f"{float(seconds):.3g}" if isinstance(seconds, int | float) else words.plain(seconds),
        (evidence.command if evidence else "") or _command(claim, reading, run),
        tuple(
            text
            for where, in_part, in_reading, text in errors
            if (where, in_part, in_reading) == (claim, part, reading)
        ),
        facts.drawing_of(row.get("region")),
        facts.slack_of(row.get("tightness")),
        severity_in_words(severity) if severity else "",
        _text(severity.get("level")) in MILD,
        _text(variant.get("digest")),
        _text(severity.get("level")),
        mathematical(telling_instance(row)),
    )


def _command(claim: str, reading: str, run: Record) -> str:
    options = [f" --{name} {run[name]}" for name in ("effort", "seed") if isinstance(run.get(name), str | int)]
    return f"claimcheck run {claim} --reading {reading}{''.join(options)}"


def _evidence(row: Record, stored: Mapping[str, Record], run: Record) -> Evidence | None:
    name = file_name(_text(row.get("certificate")))
    if not name:
        return None
    content = stored.get(name)
    if content is None:
        return Evidence(
            name, False, "the results name this file, but it is not in the folder", "", "", (), (), (), (), (), (), ""
        )
    if "unreadable" in content:
        return Evidence(name, True, f"the file cannot be read: {content['unreadable']}", "", "", (), (), (), (), (), (), "")
    evidence = _record(content.get("evidence"))
    instance, values = _record(evidence.get("instance")), _record(evidence.get("values"))
    named = [*instance.items(), *_record(evidence.get("inner")).items()]
    bindings = tuple(words.shown(_text(key), value) for key, value in named)
    kind = _text(content.get("kind"))
    tables = tuple(_tables(evidence))
    done = {"instance", "inner", "values", *(key for key, _ in tables), *(("lhs", "rhs", "relation", "derivation") if "method" in evidence else ())}
    rest = {key: value for key, value in evidence.items() if key not in done}
    provenance = [(words.label(key), words.plain(content[key])) for key in ("digest", "implementation", "versions") if content.get(key) and content[key] != run.get(key)]
    return Evidence(
        name,
        True,
        _mismatch(row, content),
        KIND.get(kind, kind),
        _digits(_text(row.get("status")), evidence) if kind == "printed" else _sentence(_text(row.get("status")), _text(row.get("summary")), bindings, values),
        bindings,
        tuple((words.label(_text(key)), _told(_text(key), value)) for key, value in sorted(values.items(), key=lambda one: ORDER.get(_text(one[0]), len(ORDER)))),
        tables,
        derived.lines(evidence) if kind == "lemmas" else facts.facts(rest),
        _strings(content.get("trusted")),
        tuple(provenance),
        _text(content.get("command")),
    )


def _tables(evidence: Record) -> Iterable[tuple[str, words.Table]]:
    """Parts of the evidence that read best as tables."""
    if isinstance(evidence.get("fields"), Mapping) and evidence["fields"]:
        yield "fields", words.fields(evidence["fields"])
    for key in ("members", "samples"):
        entries = evidence.get(key)
        if _is_records(entries):
            yield key, words.instances(entries)


def _is_records(value: object) -> TypeGuard[Sequence[Record]]:
    return isinstance(value, Sequence) and not isinstance(value, str) and len(value) > 0 and all(isinstance(one, Mapping) for one in value)


def _told(key: str, value: object) -> str:
    text = words.plain(value)
    if key == "relation":
        return RELATION.get(text, text)
    return text.replace("-oo", "−∞").replace("oo", "∞") if text.startswith("[") else text


def _mismatch(row: Record, content: Record) -> str:
    if content.get("schema") != CERTIFICATE_SCHEMA:
        return f"its schema is {words.plain(content.get('schema'))}, not {CERTIFICATE_SCHEMA}"
    about = (_text(content.get("claim")), _name(content, "part"), _name(content, "reading"))
    wanted = (row["id"], _name(row, "part"), _name(row, "reading"))
    return "" if about == wanted else f"it speaks of another claim, part or reading: {', '.join(about)}"


def _sentence(status: str, summary: str, bindings: Sequence[words.Shown], values: Record) -> str:
    """The instance in words: where it is, what was measured, what was claimed."""
    told_first = sorted(bindings, key=lambda one: (one.table is not None, len(one.text) > 24))
    place = ", ".join(f"{one.name} = {one.text}" for one in told_first[:6])
    if len(bindings) > 6:
        place += f" and {len(bindings) - 6} more"
    if "measured" not in values or "claimed" not in values:
        return f"{summary[0].upper()}{summary[1:]}: {place}." if place and summary and "=" not in summary else ""
    measured, claimed = words.plain(values["measured"]), words.plain(values["claimed"])
    named = _text(values.get("relation"))
    relation = RELATION.get(named, named)
    between = {"": ", the claimed", "REFUTED": f", {DENIED.get(named, f'not {relation} the claimed')}"}
    told = f"the measured value is {words.bracket(measured)}"
    told += between.get(status if relation else "", f" {relation} the claimed") + f" {words.bracket(claimed)}"
    ratio = words.times(measured, claimed) if status == "REFUTED" and named != "rounds to" else ""
    if ratio:
        told += f" ({ratio} times the claimed)"
    if values.get("margin") not in (None, "", "oo"):
        told += f"; margin {words.bracket(words.plain(values['margin']))}"
    return (f"At {place} {told}" if place else f"{told[0].upper()}{told[1:]}") + ("" if told.endswith("…") else ".")


def _digits(status: str, evidence: Record) -> str:
    """Recomputed digits in words."""
    value, digits, rule = (_text(evidence.get(key)) for key in ("value", "digits", "rule"))
    verb = {("REFUTED", "nearest"): "does not round", ("PROVED", "nearest"): "rounds", ("REFUTED", "truncated"): "is not cut",
            ("PROVED", "truncated"): "is cut"}.get((status, rule))
    return f"The recomputed value is {words.shorten(value)}, which {verb} to the printed {digits}." if value and digits and verb else ""


def _named(verdict: Verdict) -> Iterable[str]:
    if verdict.evidence:
        yield verdict.evidence.name
    yield from (certificate for *_, certificate in verdict.findings if certificate)


def _source(value: object) -> str:
    """A place in words: "Proposition 7, eq. 40, section 3"."""
    if not isinstance(value, Mapping):
        return _text(value)
    told = []
    for key, entry in value.items():
        text = words.plain(entry) if entry not in (None, "", [], {}) else ""
        if not text:
            continue
        prefix = {"item": "", "eq": "eq. ", "section": "section "}.get(key, f"{words.label(str(key))} ")
        told.append(text if text.lower().startswith(prefix.strip(" .")) and prefix else prefix + text)
    return ", ".join(told)


def _error(entry: Record) -> tuple[str, str, str, str]:
    where = _text(entry.get("where"))
    place = " ".join(text for text in (_text(entry.get(key)) for key in ("id", "part", "reading")) if text)
    text = f"{place}: {where + ': ' if where else ''}{_text(entry.get('message'))}"
    return _text(entry.get("id")), _name(entry, "part"), _name(entry, "reading"), text


def file_name(name: str) -> str:
    """The bare file name of a certificate, with its ending."""
    bare = PurePosixPath(name.replace("\\", "/")).name
    return bare if not bare or bare.endswith(".json") else f"{bare}.json"
