"""What becomes of the errors planted in one statement, and of its true variants.

Every planted error goes through the engines of a run with the settings of the run, after a look at the instances that came closest to failing the statement
itself. It counts as killed only where an engine found a refutation, and the independent checker is asked about each of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from verify.claims.claim import NO_HINTS, Variant, kind_of
from verify.claims.nodes import heads
from verify.engines import search, tightness
from verify.engines.mutants import Mutant, mutants
from verify.engines.procedure import decide as procedure
from verify.engines.rewrites import rewritings
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.evidence import certificate as certificates
from verify.evidence.checker.check import check_data
from verify.evidence.checker.numbers import Budget
from verify.evidence.verdict import Contradiction
from verify.quantities import enclosures
from verify.run.decide import Settings, confirmation_of, findings_of, run_variant

KILLED, TRUE, MISSED, OPEN = "killed", "true", "missed", "open"
"""What becomes of a planted error. ``true``: an engine proved it, so it is none. ``missed``: only a second look with more effort refuted it, or it is known to be false
because the bound is attained. ``open``: nobody knows whether it is false."""
OUTCOMES = (KILLED, TRUE, MISSED, OPEN)
SECOND = {"quick": "standard", "standard": "standard", "deep": "deep"}
"""Effort of the second look, which has other draws."""
PROBE = Fraction(1, 100)
"""Size of the error in a constant that survivors are looked at again for."""
BOXES = 60
"""Boxes for each proof of a best constant."""
CONTACT = Fraction(1, 10**6)
"""Relative distance of the sides below which a bound counts as attained."""
CHECKS = 300_000
"""Steps of the checker for each refutation."""


@dataclass(frozen=True, slots=True)
class Margin:
    """The proved ends of the best constant of an inequality between numbers: ``least`` is the ratio of its sides at an exact point. None where nothing is known."""

    least: Fraction | None = None
    most: Fraction | None = None

    def false_with(self, size: Fraction) -> bool:
        """Whether an error of this size is known to make the statement false."""
        return self.least is not None and self.least > 1 - size

    def true_with(self, size: Fraction) -> bool:
        """Whether the statement is known to stay true with an error of this size."""
        return self.most is not None and self.most <= 1 - size


def measure(variant: Variant, settings: Settings, errors: bool = True, rewritten: bool = True, operators: Collection[str] = ()) -> dict[str, Any]:
    """The entry of one statement in ``power.json``: planted ``errors``, of some ``operators`` or of all, and true variants (``rewritten``).

    An error planted in a refuted statement shows nothing: it gets none. Its true variants are looked at all the same where they are all that is asked for.
    """
    status = verdict(variant, settings)
    entry: dict[str, Any] = {"id": variant.id, "part": variant.part, "reading": variant.reading, "kind": kind_of(variant.states), "status": status,
                             "attained": None, "smallest_noticed": None, "mutants": [], "rewritings": []}
    if errors and status != Status.REFUTED:
        entry |= errors_of(variant, settings, operators)
    if rewritten and (not errors or status != Status.REFUTED):
        entry["rewritings"] = [{"kind": one.kind, "same": one.same, "status": verdict(one.variant, settings)}
                               for one in rewritings(variant) if not one.weaker or status == Status.PROVED]
    return entry


def verdict(variant: Variant, settings: Settings) -> str:
    """The status that a run gives a statement."""
    return str(run_variant(variant if settings.hints else replace(variant, hints=NO_HINTS), settings)[0]["status"])


def errors_of(variant: Variant, settings: Settings, operators: Collection[str] = ()) -> dict[str, Any]:
    """What becomes of the errors planted in a statement that the engines do not refute, and what is known of its tightness."""
    enclosures.forget()
    task = _task(variant, settings)
    findings = findings_of(task, settings, [], confirmation_of(task.variant, settings))
    margin = margin_of(task)
    found = list(_all(task, settings, next((f.seen for f in findings if f.seen), ()), margin, operators))
    smallest = smallest_noticed(found)
    attained = (smallest is not None and smallest <= CONTACT) or margin.false_with(CONTACT)
    return {"attained": attained, "smallest_noticed": None if smallest is None else str(smallest), "mutants": found}


def _task(variant: Variant, settings: Settings) -> Task:
    return Task(variant if settings.hints else replace(variant, hints=NO_HINTS), EFFORTS[settings.effort], settings.seed, settings.error_share, settings.data, settings.device)


def margin_of(task: Task) -> Margin:
    """The best constant of a statement that compares numbers, as far as a small budget goes. Boxes know nothing of the instances that the search met."""
    try:
        with enclosures.allowance(task.effort.work + search.OVERRUN):
            best = tightness.best_constant(task, BOXES)
    except (enclosures.OutOfWork, ArithmeticError, ValueError):
        return Margin()
    if isinstance(best, str):
        return Margin()
    if best.falling:
        return Margin(1 / best.seen if best.seen > 0 else None, 1 / best.proved if best.proved else None)
    return Margin(best.seen, best.proved)


def _all(task: Task, settings: Settings, seen: Sequence[Mapping[str, Any]], margin: Margin, operators: Collection[str]) -> Iterable[dict[str, Any]]:
    """What becomes of every planted error. Once a larger error in the constant went unnoticed, smaller ones count as unnoticed too, but for the cheap look."""
    blind = False
    for mutant in mutants(task.variant, operators):
        entry: dict[str, Any] = {"operator": mutant.operator, "words": mutant.words, "size": None if mutant.size is None else str(mutant.size)}
        outcome, engines, checked = _one(mutant, settings, seen, margin, glance_only=blind and mutant.operator == "constant")
        blind = blind or (mutant.operator == "constant" and outcome != KILLED)
        yield entry | {"outcome": outcome, "engines": engines, "checked": checked}


def _one(mutant: Mutant, settings: Settings, seen: Sequence[Mapping[str, Any]], margin: Margin, glance_only: bool) -> tuple[str, list[str], bool | None]:
    """The outcome, the engines that looked (a killer is the last of them), and whether the checker confirms the refutation."""
    task = _task(mutant.variant, settings)
    constant = mutant.operator == "constant"
    size = mutant.size or Fraction(0)
    if constant and size and margin.true_with(size):
        return TRUE, [], None
    finding = at_seen(task, seen)
    engines = [search.ENGINE]
    proved = False
    if finding is None and not glance_only:
        try:
            findings = findings_of(task, settings, [], confirmation_of(task.variant, settings))
        except Contradiction:
            findings = []
        engines = list(dict.fromkeys(f.engine for f in findings))
        finding = next((f for f in findings if f.status is Status.REFUTED), None)
        proved = any(f.status is Status.PROVED for f in findings)
    if finding is not None:
        killer = [name for name in engines if name != finding.engine] + [finding.engine]
        return KILLED, killer, confirmed(mutant.variant, finding, settings)
    if proved:
        return TRUE, engines, None
    if constant and size and margin.false_with(size):
        return MISSED, engines, None
    if (not constant or size in (PROBE, 0)) and second_look(task, settings):
        return MISSED, engines, None
    return OPEN, engines, None


def at_seen(task: Task, seen: Sequence[Mapping[str, Any]]) -> Finding | None:
    """The refutation of a planted error at one of the instances closest to failing the statement itself, if it is false there."""
    try:
        for env in search.admitted(task, seen):
            if search.noticed(task, [env]):
                return search.witness(task, env, shrinking=False)
    except (enclosures.OutOfWork, ArithmeticError, ValueError, TypeError, KeyError, AssertionError):
        return None
    return None


def confirmed(variant: Variant, finding: Finding, settings: Settings) -> bool:
    """Whether the independent checker confirms the refutation that an engine found."""
    if not finding.kind:
        return False
    document = certificates.build(variant, finding, effort=settings.effort, seed=settings.seed)
    return check_data(document, variant.id, Budget(CHECKS, 60.0)).status == "confirmed"


def second_look(task: Task, settings: Settings) -> bool:
    """Whether a search with more effort and other draws refutes what the engines let pass."""
    again = replace(task, effort=EFFORTS[SECOND[settings.effort]], seed=task.seed + 1)
    used = heads(task.variant.formula)
    if "measured" in used:
        return False
    try:
        if "outcome" in used:
            finding = procedure(again)
            return finding is not None and finding.status is Status.REFUTED
        with enclosures.allowance(again.effort.work + search.OVERRUN):
            return search.hunt(again, hints=settings.hints)[0] is not None
    except (enclosures.OutOfWork, ArithmeticError, ValueError, TypeError, KeyError):
        return False


def smallest_noticed(entries: Sequence[Mapping[str, Any]]) -> Fraction | None:
    """The smallest error in the constant such that it and every larger one was noticed, or needed not be because it makes no false statement."""
    least: Fraction | None = None
    for entry in sorted((e for e in entries if e["operator"] == "constant" and e["size"]), key=lambda e: -Fraction(e["size"])):
        if entry["outcome"] != KILLED:
            break
        least = Fraction(entry["size"])
    return least
