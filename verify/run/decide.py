"""One task through all engines: findings, routes held against each other, planted errors, one folded row."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from sympy.core import random as sympy_random

from verify.claims.claim import Variant
from verify.claims.ledger import text_of
from verify.claims.nodes import Node, heads
from verify.claims.sets import NUMBERS
from verify.claims.show import text
from verify.engines import (
    counts,
    duality,
    existential,
    finite_sums,
    induction,
    interpolation,
    interval,
    lemmas,
    members,
    mixtures,
    printed,
    replies,
    rolle,
    search,
    smt,
    symbolic,
    tightness,
    valleys,
    worst_pairs,
)
from verify.engines import evaluate as ev
from verify.engines.procedure import decide as procedure
from verify.engines.region import paving
from verify.engines.repair import cut, repairs
from verify.engines.routes import compare_routes
from verify.engines.sampling import decide as sampling
from verify.engines.sensitivity import Power, power_of
from verify.engines.task import EFFORTS, Finding, Status, Task, cannot
from verify.evidence import certificate as certificates
from verify.evidence.confirmation import Confirmation
from verify.evidence.verdict import Verdict, contradicted, fold
from verify.quantities import enclosures
from verify.reproductions import recorded


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run is done with."""
    effort: str = "standard"
    seed: int = 0
    device: str = "cpu"
    data: str | None = None
    experiments: bool = False
    hints: bool = True
    error_share: float = 1e-9
    records: str | None = None
    """Results folder with records of tables and figures, besides those that are shipped."""


def run_variant(variant: Variant, settings: Settings) -> tuple[dict[str, Any], dict[str, Any] | None, list[dict[str, str]]]:
    """The row of one statement, its certificate if it has one, and errors met on the way.

    Raises
    ------
    verify.evidence.verdict.Contradiction
        If the engines contradict each other.
    """
    start = time.thread_time()
    enclosures.forget()
    sympy_random.seed(settings.seed)  # factors of polynomials are found by chance: how long it takes, and the order of the factors, is the same in each run
    task = Task(variant, EFFORTS[settings.effort], settings.seed, settings.error_share, settings.data, settings.device)
    errors: list[dict[str, str]] = []
    confirmation = confirmation_of(variant, settings)
    findings = findings_of(task, settings, errors, confirmation)
    try:
        routes, alarm = compare_routes(task)
    except MemoryError:
        raise
    except Exception as error:  # reported like any other broken engine
        routes, alarm = {}, f"{type(error).__name__}: {error}"
    if alarm is not None:
        errors.append(_error(variant, "routes", alarm))
    preliminary = fold(findings)
    if (clash := contradicted(findings)) is not None:
        errors.append(_error(variant, "engines", clash))
    margins: dict[str, Any] = {}
    try:
        margins = _margins(task, settings, preliminary.status)
    except MemoryError:
        raise
    except Exception as error:
        errors.append(_error(variant, "tightness", f"{type(error).__name__}: {error}"))
    power = _power(task, settings, findings, preliminary.status)
    verdict = fold(findings) if power is None else fold(findings, power=bool(power.stored["refuted"]) and not power.too_little, too_little=power.too_little)
    if errors:
        verdict = Verdict(Status.UNDECIDED, f"an error was met: {errors[0]['message']}", None)
    coverage = _coverage(task, findings, verdict, routes)
    row: dict[str, Any] = {
        "id": variant.id, "part": variant.part, "reading": variant.reading, "status": str(verdict.status), "summary": verdict.summary,
        "coverage": coverage, "power": None if power is None else power.stored, "tightness": next((f.tightness for f in findings if f.tightness), None), "region": None, "repair": None, "severity": None,
        "uses": list(variant.uses), "seconds": round(time.thread_time() - start, 3), "certificate": None, "findings": [],
    }
    row |= margins
    document = confirmation.document(verdict.decisive)
    if document is not None:
        row["certificate"] = f"certificates/{certificates.file_name(variant)}"
    row["findings"] = [
        {"engine": f.engine, "status": str(f.status), "summary": f.summary,
         "certificate": row["certificate"] if f is verdict.decisive else None, "undecided_share": f.undecided_share}
        for f in findings
    ]
    return row, document, errors


def confirmation_of(variant: Variant, settings: Settings) -> Confirmation:
    """What the findings on a statement have to pass in a run."""
    return Confirmation(variant, effort=settings.effort, seed=settings.seed, records=() if settings.records is None else (Path(settings.records),))


MARGIN = {"quick": 0, "standard": 40, "deep": 1_500}
"""Boxes for each proof of a constant, by effort."""


def _margins(task: Task, settings: Settings, status: Status) -> dict[str, Any]:
    """Best constant, region and repair of an inequality between numbers, as far as the budget goes."""
    boxes = MARGIN.get(task.effort.name, 0)
    if not boxes or task.states.head != "compare" or not all(where.head in NUMBERS for _, where in task.forall):
        return {}
    found: dict[str, Any] = {}
    best = tightness.best_constant(task, boxes)
    if not isinstance(best, str):
        found["tightness"] = best.row()
    if status is Status.REFUTED:
        found["repair"] = repairs(task.states, best, cut(task, boxes))
    if settings.hints and task.variant.hints.region:
        first, second = (str(name.args[0]) for name in task.variant.hints.region)
        typical = {str(name.args[0]): ends for name, ends in task.variant.hints.typical.items()}
        window = tuple((Fraction(typical[n][0]), Fraction(typical[n][1])) for n in (first, second)) if {first, second} <= set(typical) else None
        drawn = paving(task, (first, second), window=window)
        found["region"] = {"names": [first, second], "why": drawn} if isinstance(drawn, str) else drawn.row()
    return found


ENGINE_WORK: dict[Any, int] = {printed.decide: 20_000, counts.decide: 20_000, symbolic.decide: 64_000, interval.decide: 20_000, rolle.proved: 20_000, lemmas.decide: 30_000, mixtures.decide: 35_000, finite_sums.decide: 20_000, members.decide: 120_000, existential.decide: 40_000, induction.decide: 20_000, replies.decide: 60_000, valleys.decide: 60_000, smt.decide: 20_000, interpolation.decide: 20_000, duality.decide: 60_000}
"""Units of work that a prover may spend beyond the budget of a search, which has allowances of its own."""


SMALLER = 4
"""How often a counterexample that the checker does not confirm is looked for among smaller numbers."""
PROVERS = (interpolation.decide, symbolic.decide, finite_sums.decide, members.decide, interval.decide, rolle.proved, lemmas.decide, duality.decide, mixtures.decide, worst_pairs.decide, existential.decide, induction.decide, replies.decide)
"""Engines that are asked one after the other until one proves the statement."""


def findings_of(task: Task, settings: Settings, errors: list[dict[str, str]], confirmation: Confirmation, provers: Sequence[Any] | None = None) -> list[Finding]:
    """Every engine that can act, cheap ones first. A refutation ends the list; a proof is still searched for counterexamples.

    ``provers``: those of ``PROVERS`` that are asked, all by default. Both count once the checker has confirmed them: where it does not, the other engines go on as if nothing had been found.
    """
    findings: list[Finding] = []
    used = heads(task.variant.formula)
    seen: list[search.Tally] = []
    if "outcome" in used:
        engines: list[Any] = [counts.decide, procedure]
    elif "measured" in used:
        engines = [lambda t: experiment(t, settings)]
    else:
        engines = [lambda t: search.glance(t, settings.hints, seen), valleys.decide, printed.decide, *(PROVERS if provers is None else provers),
                   lambda t: search.decide(_lighter(t, findings), hints=settings.hints, before=seen[0] if seen else None), sampling, smt.decide]
    for engine in engines:
        if any(f.status is Status.REFUTED for f in findings):
            break
        if engine is sampling and not may_sample(task.variant):
            continue
        if engine in (printed.decide, *PROVERS, smt.decide) and any(f.status is Status.PROVED for f in findings):
            continue
        finding = _asked(engine, task, errors)
        if finding is None:
            continue
        findings.append(confirmation.judged(finding))
        for _ in range(SMALLER if finding.engine == search.ENGINE and findings[-1].claimed == Status.REFUTED else 0):
            other = search.elsewhere(task, finding)
            if other is None or any(f.status is Status.REFUTED for f in findings):
                break
            finding = other
            findings[-1] = confirmation.judged(finding)
        suggestion = finding.evidence.get("suggest") if finding.evidence else None
        certified = search.at(task, suggestion) if suggestion else None
        if certified is not None:
            findings.append(confirmation.judged(certified))
    return findings


def _asked(engine: Any, task: Task, errors: list[dict[str, str]]) -> Finding | None:
    """What an engine finds within its allowance of work; None where the statement does not concern it, or where it breaks."""
    try:
        with enclosures.allowance(task.effort.work + ENGINE_WORK.get(engine, math.inf)):
            found: Finding | None = engine(task)
            return found
    except enclosures.OutOfWork:
        return cannot(engine.__module__.rpartition(".")[2], ev.OVERSPENT)
    except MemoryError:
        raise
    except Exception as error:  # an engine that breaks must not take the run with it; the row says so
        errors.append(_error(task.variant, getattr(engine, "__module__", "engine"), f"{type(error).__name__}: {error}"))
        return None


def proof_of(task: Task, provers: Sequence[Any], errors: list[dict[str, str]], confirmation: Confirmation) -> Finding | None:
    """A proof by one of these provers that the checker confirms, of a statement that the others were asked about; None where there is none."""
    for prover in provers:
        finding = _asked(prover, task, errors)
        if finding is not None and (judged := confirmation.judged(finding)).status is Status.PROVED:
            return judged
    return None


def experiment(task: Task, settings: Settings) -> Finding:
    """The experiment engine, on records where there are any."""
    return recorded.decide(task, recorded.folders_of(settings.records))


def _lighter(task: Task, findings: list[Finding]) -> Task:
    """After a proof the search is a cross-check of the framework: a few instances are enough."""
    if not any(f.status is Status.PROVED for f in findings):
        return task
    return replace(task, effort=replace(task.effort, draws=min(task.effort.draws, 16), climbs=0, small=0))


def may_sample(variant: Variant) -> bool:
    """Whether the statement may be tested by draws, and so has a share of the run's statistical error."""
    return "prob" in heads(variant.formula)


def _power(task: Task, settings: Settings, findings: list[Finding], status: Status) -> Power | None:
    """How small an error the engines would have noticed in a statement against which nothing was found."""
    if status not in (Status.PROVED, Status.SUPPORTED):
        return None
    return power_of(task, findings, settings.hints, _otherwise(task, settings), status)


def _otherwise(task: Task, settings: Settings) -> Callable[[Task], Finding] | None:
    """The engine that planted errors are shown to in place of the search: statements about procedures and experiments have one of their own."""
    used = heads(task.variant.formula)
    if "outcome" in used:
        growing = counts.concerns(task.states)  # growth is seen by the one engine, and nothing of it by the other
        return lambda planted: (counts.decide(planted, proofs=False) if growing else procedure(planted, further=False)) or cannot(counts.ENGINE, "growth is not concerned")
    return (lambda planted: experiment(planted, settings)) if "measured" in used else None


def _coverage(task: Task, findings: list[Finding], verdict: Verdict, routes: dict[str, Any]) -> dict[str, Any]:
    domain = "; ".join(f"{text_of(pattern)}: {text(where)}" for pattern, where in task.forall) or "no free name"
    merged: dict[str, Any] = {"domain": domain, "routes": routes}
    for finding in findings:
        for key, value in finding.coverage.items():
            merged.setdefault(key, value)
    if verdict.status is Status.PROVED:
        merged["reached"] = "the whole declared domain"
        merged["share"] = 1.0
    return merged


def _error(variant: Variant, where: str, message: str) -> dict[str, str]:
    return {"id": variant.id, "part": variant.part, "reading": variant.reading, "where": where, "message": message}


__all__ = ["Node", "Settings", "run_variant"]
