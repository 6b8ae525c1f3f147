"""What a report shows, arranged from stored records. Statuses are counted and grouped, never computed or merged."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from verify.evidence.judgement import WORDS, Judgement, told_once
from verify.evidence.proofs import Proof
from verify.evidence.undecided import reason
from verify.report import words
from verify.report.choices import NOTHING_SAID, Choice, Said, in_words, mathematical
from verify.report.facts import Facts
from verify.report.folding import ABSENT, Rule
from verify.report.history import EARLIER, VerdictChange
from verify.report.statements import Statement

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
    def instead(self) -> str:
        """What to write so that an undecided statement may be decided; empty where nothing is known, and of others."""
        return reason(self.summary)[1] if self.status == "UNDECIDED" else ""

    @property
    def more(self) -> str:
        """The stored summary, where it does not say what the evidence in words says already, nor is made of what the engines said."""
        if self.status == "UNDECIDED" and self.findings:
            return ""
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
        return told_once(one.removeprefix("true ") for one in told)[:3]

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
