"""How severe a refutation is: the least weakening of the statement that no longer falls.

Every weakening is a statement of its own, decided by the engines that decide the others and with evidence that the checker confirms. Nothing is declared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from verify.claims.claim import Variant
from verify.claims.nodes import heads, walk
from verify.claims.weaker import LADDER, Weakening, factor_of, moved_inside, weakenings, weaker
from verify.engines import contrast, lemmas, parts, search, symbolic
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate as certificates
from verify.evidence.confirmation import Confirmation
from verify.evidence.verdict import fold
from verify.run.decide import PROVERS, Settings, confirmation_of, findings_of, proof_of, run_variant

DEAR = (lemmas.decide,)
"""Provers that are asked about the weaker statement that puts a statement right, and not about others on the way to it."""
CHEAP = tuple(prover for prover in PROVERS if prover not in DEAR)
HOLDS = (Status.PROVED, Status.SUPPORTED)
MOST_OPEN = 0.25
"""Share of the instances up to which a weaker statement that is supported may be left open: what refuted the stronger ones may be among those."""
Instance = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Decided:
    """A weaker statement with its verdict and, where it decides, its certificate. ``met``: whether an instance of it was seen at which it holds, and not too many that are left open."""

    status: Status
    summary: str
    document: dict[str, Any] | None
    met: bool = True

    @property
    def instance(self) -> Instance | None:
        """The instance that refutes it."""
        return None if self.document is None or self.status is not Status.REFUTED else self.document["evidence"].get("instance")

    @property
    def holds(self) -> bool:
        """Whether it is proved or supported, and neither of nothing nor with too much left open."""
        return self.status in HOLDS and self.met


GLANCE, SEARCH, PROOF = range(3)
"""How a weaker statement is decided: with few instances, where it only stands on the way to another; by search and what proves it with little work; by every prover."""
LIGHTER = {"standard": "quick", "deep": "standard"}
"""The effort of a glance, by the effort of a run."""


@dataclass(frozen=True, slots=True)
class Engines:
    """What decides weaker statements; ``errors`` met on the way. Instances that refuted stronger statements are looked at first."""

    settings: Settings
    errors: list[dict[str, str]] = field(default_factory=list)

    def glance(self, variant: Variant, known: Sequence[Instance]) -> Decided:
        """The verdict of a search with few instances."""
        return self.search(variant, known, (), LIGHTER.get(self.settings.effort, self.settings.effort))

    def search(self, variant: Variant, known: Sequence[Instance], provers: Sequence[Any], effort: str = "") -> Decided:
        """The verdict of the whole search. ``provers``: those of ``PROVERS`` that are asked; ``effort``: another one than that of the run."""
        task, confirmation = self._task(variant, effort), confirmation_of(variant, self.settings)
        fallen, doubtful = _at(known, task, confirmation)
        if fallen is not None:
            return fallen
        findings = findings_of(task, self.settings, self.errors, confirmation, provers)
        verdict = fold(findings)
        met = verdict.status is Status.PROVED or not (doubtful or any((f.undecided_share or 0.0) > MOST_OPEN for f in findings if f.status is Status.SUPPORTED))
        met = met and (not variant.forall or _is_run(variant) or any(f.status is Status.SUPPORTED for f in findings))
        return Decided(verdict.status, verdict.summary, confirmation.document(verdict.decisive), met)

    def prove(self, variant: Variant, known: Sequence[Instance], found: Decided, provers: Sequence[Any]) -> Decided:
        """The verdict where a statement that is supported is proved, or falls at an instance that is known by now; otherwise what was found."""
        task, confirmation = self._task(variant), confirmation_of(variant, self.settings)
        fallen, doubtful = _at(known, task, confirmation)
        if fallen is not None:
            return fallen
        proof = proof_of(task, provers, self.errors, confirmation)
        return replace(found, met=found.met and not doubtful) if proof is None else Decided(proof.status, proof.summary, confirmation.document(proof))

    def _task(self, variant: Variant, effort: str = "") -> Task:
        s = self.settings
        return Task(variant, EFFORTS[effort or s.effort], s.seed, s.error_share, s.data, s.device)


@dataclass
class Ladder:
    """The weakenings of one refuted statement, each decided once."""

    variant: Variant
    engines: Engines
    known: list[Instance]
    offered: tuple[Weakening, ...] = ()
    decided: dict[tuple[str, ...], Decided] = field(default_factory=dict)
    done: dict[tuple[str, ...], int] = field(default_factory=dict)
    """How they were decided."""
    used: dict[tuple[str, ...], Decided] = field(default_factory=dict)
    """What the severity rests on."""

    def __post_init__(self) -> None:
        self.offered = weakenings(self.variant)

    def ask(self, keys: Sequence[str], how: int = GLANCE) -> Decided:
        """The verdict with these weakenings. What a glance neither refutes nor sees hold is searched; what holds is searched after it was tried to prove it."""
        keys = tuple(keys)
        statement = cache(lambda: weaker(self.variant, keys))  # built only where something is left to decide
        found = self.decided.get(keys)
        if found is None:
            found, self.done[keys] = self.engines.glance(statement(), self.known), GLANCE
        if self.done[keys] < SEARCH and found.status is not Status.REFUTED and (how == SEARCH or not found.holds):
            found, self.done[keys] = self.engines.search(statement(), self.known, CHEAP), SEARCH
        if how == PROOF and self.done[keys] < PROOF and found.status is Status.SUPPORTED:
            found = self.engines.prove(statement(), self.known, found, DEAR if self.done[keys] == SEARCH else (*CHEAP, *DEAR))
            if self.done[keys] < SEARCH and found.status is Status.SUPPORTED:
                found = self.engines.search(statement(), self.known, ())
            self.done[keys] = PROOF
        self.decided[keys] = found
        if (instance := found.instance) is not None and instance not in self.known:
            self.known.append(instance)
        return found

    def level(self, best: Mapping[str, Any] | None) -> tuple[str, str, str]:
        """The severity, how the statement is put right, and the status of that."""
        every = [one.key for one in self.offered]
        if every and self.ask(every).status is not Status.REFUTED:
            for k, kind in enumerate(LADDER):
                own = [one.key for one in self.offered if one.kind == kind]
                for keys in ((own, [one.key for one in self.offered if one.kind in LADDER[: k + 1]]) if own else ()):
                    while self.ask(keys).holds:
                        least = self.needed(keys)
                        if self.ask(least, PROOF).holds:  # instances that were met on the way may refute it
                            return self.put_right(kind, least)
        last = self.refuted_at_most(every) if every else Status.REFUTED
        factor = factor_of(self.variant, best)
        if factor is not None:
            key = (f"constant {factor}",)
            if (found := self.ask(key, PROOF)).holds and found.status is Status.PROVED:
                self.used[key] = found
                return "constant", f"with the factor {factor}", str(found.status)
        return "substantive", "", str(last)

    def refuted_at_most(self, every: Sequence[str]) -> Status:
        """Whether the statement falls with all weakenings at once; where that is open, with as many as can be decided, conditions left out first."""
        keys = list(every)
        for key in ("", *sorted(every, key=lambda one: (not one.startswith("convention"), " " not in one.removeprefix("boundary "), -every.index(one)))):
            keys = [one for one in keys if one != key]
            if keys and self.ask(keys, SEARCH).status is Status.REFUTED:
                break
        if keys:
            self.used[tuple(keys)] = self.ask(keys)
        return Status.REFUTED if len(keys) == len(every) else Status.UNDECIDED

    def needed(self, keys: Sequence[str]) -> tuple[str, ...]:
        """The weakenings without which the statement falls or is open: those that do are left out, half of them at once where that is possible. Names that are bound last are left out first,
        their ranges hang on the others."""
        kept = tuple(keys)
        left = [kept]
        while left:
            part = left.pop()
            fewer = tuple(one for one in kept if one not in part)
            if fewer and self.ask(fewer).holds:
                kept = fewer
            elif len(part) > 1:
                left += [part[: len(part) // 2], part[len(part) // 2 :]]
        return kept

    def put_right(self, kind: str, keys: tuple[str, ...]) -> tuple[str, str, str]:
        """The severity where these weakenings suffice. The kinds below are refuted together, if there are any among them that change the statement."""
        below = tuple(one.key for one in self.offered if one.kind in LADDER[: LADDER.index(kind)])
        if below and self.ask(below).status is Status.REFUTED:
            self.used[below] = self.ask(below)
        self.used[keys] = found = self.ask(keys)
        words = {one.key: one.words for one in self.offered}
        return kind, " and ".join(words[key] for key in keys), str(found.status)


def severity(variant: Variant, settings: Settings, row: Mapping[str, Any], document: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, dict[str, Any]], list[dict[str, str]]]:
    """The severity of a refuted statement as it is stored, the certificates of the weaker statements by path, and errors met on the way.

    ``row`` and ``document``: what was found of the statement, and its certificate.
    """
    instance = document["evidence"].get("instance")
    engines = Engines(settings)
    ladder = Ladder(variant, engines, [instance] if instance else [])
    level, words, status = ladder.level(row["tightness"])
    part = None
    if level == "substantive" and _has_parts(variant):
        part = _part(ladder, Task(variant, EFFORTS[settings.effort], settings.seed), lambda v: engines.search(v, (), provers_of(v)))
    witness = _telling(ladder, [one.key for one in ladder.offered], document, settings) if level in ("constant", "substantive") else None
    shown = None
    told, documents = [], {}
    for number, (keys, found) in enumerate(ladder.used.items()):
        path = None
        if found.document is not None:
            path = path_of(variant, number)
            documents[path] = found.document | {"weakened": list(keys)}
            if witness is not None and witness is found:
                shown = {"certificate": path, "summary": found.summary}
        told.append({"weakened": list(keys), "status": str(found.status), "summary": found.summary, "certificate": path})
    return {"level": level, "correction": words, "status": status, "part": part, "witness": shown, "statements": told}, documents, engines.errors


def run_with_severity(variant: Variant, settings: Settings) -> tuple[dict[str, Any], dict[str, Any] | None, dict[str, dict[str, Any]], list[dict[str, str]]]:
    """The row of one statement with the severity of its refutation, its certificate, those of weaker statements by path, and errors. Raises Contradiction."""
    row, document, errors = run_variant(variant, settings)
    if row["status"] != "REFUTED" or document is None:
        return row, document, {}, errors
    row["severity"], weaker, met = severity(variant, settings, row, document)
    return row, document, weaker, [*errors, *met]


def _telling(ladder: Ladder, every: Sequence[str], document: Mapping[str, Any], settings: Settings) -> Decided | None:
    """The refutation of the statement with all weakenings, at an instance that tells more where one is found with little work; None where there is none of its own."""
    keys = tuple(every)
    found = ladder.used.get(keys)
    if keys and (found is None or found.status is not Status.REFUTED):
        return None
    instance = document["evidence"].get("instance") if found is None else found.instance
    if instance is None:
        return found
    variant = weaker(ladder.variant, keys)
    task = Task(variant, EFFORTS[settings.effort], settings.seed)
    env = search.environment(task, instance)
    better = None if env is None else contrast.plainer(task, env)
    if better is None:
        return found
    confirmation = confirmation_of(variant, settings)
    finding = confirmation.judged(search.witness(task, better, shrinking=False))
    if finding.status is not Status.REFUTED:
        return found
    ladder.used[keys] = Decided(Status.REFUTED, finding.summary, confirmation.document(finding))
    return ladder.used[keys]


TRIES = 8
"""Parts of a domain on which a statement is decided."""
LONG = 80
"""Nodes of a statement beyond which the symbolic engine is not asked about a part of its domain: it may take long, and cannot be stopped by what it did."""


def _has_parts(variant: Variant) -> bool:
    """Whether a statement may hold for some of its numbers: equations and printed digits do so by accident."""
    goal = variant.states
    return not heads(variant.formula) & {"measured", "outcome"} and (goal.head != "compare" or goal.args[1] in ("<=", "<", ">=", ">"))


def _part(ladder: Ladder, task: Task, decide: Callable[[Variant], Decided]) -> dict[str, str] | None:
    """A part of the domain on which the statement holds, with its verdict there; None where none is found. The severity rests on it too."""
    found = parts.parts(task, ladder.known)
    refuting: Instance | None = None
    for k in range(TRIES):
        try:
            part = next(found) if k == 0 else found.send(refuting)
        except StopIteration:
            return None
        keys = tuple(cut.key for cut in part.cuts)
        verdict = decide(weaker(task.variant, keys))
        if verdict.holds:
            ladder.used[keys] = verdict
            return {"where": part.words, "status": str(verdict.status), "share": f"{part.share:.2f}"}
        refuting = verdict.instance
    return None


def provers_of(variant: Variant) -> tuple[Any, ...]:
    """The provers that are asked about a part of a domain."""
    long = sum(1 for _ in walk(variant.formula)) > LONG
    return tuple(prover for prover in PROVERS if not (long and prover is symbolic.decide))


def _at(known: Sequence[Instance], task: Task, confirmation: Confirmation) -> tuple[Decided | None, bool]:
    """The refutation of a weaker statement by an instance that refuted stronger ones, or one near it; and whether it is left open at one of them."""
    doubtful = False
    for instance in [*known, *(near for one in known for near in moved_inside(task.variant, one))]:
        found = search.at(task, dict(instance), shrinking=False)
        if found is not None and confirmation.judged(found).status is Status.REFUTED:
            return Decided(Status.REFUTED, found.summary, confirmation.document(found)), False
        doubtful = doubtful or found is not None or (not _is_run(task.variant) and search.left_open(task, dict(instance)))
    return None, doubtful


def _is_run(variant: Variant) -> bool:
    """Whether it speaks of what is run, and is not evaluated at an instance."""
    return bool(heads(variant.formula) & {"outcome", "measured"})


def path_of(variant: Variant, number: int) -> str:
    """Where the certificate of a weaker statement lies in a results folder."""
    return f"certificates/weaker/{certificates.file_name(variant).removesuffix('.json')}__{number}.json"


__all__ = ["path_of", "run_with_severity", "severity"]
