"""Any inequality between numbers through the engines: verdict, certificate, best constant and repairs."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from verify.claims.claim import Claim, Source, Variant
from verify.claims.inequality import inequality
from verify.claims.nodes import ClaimError, Node, number
from verify.claims.problems import Inequality
from verify.claims.propositions import Compare
from verify.claims.show import text as show_text
from verify.engines import interval, logarithms, narrowing, rolle, roots, search, smt, symbolic, tightness
from verify.engines.region import Region, paving
from verify.engines.repair import Cut, cut, repairs
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.evidence import certificate as certificates
from verify.evidence.checker.check import check_data
from verify.evidence.checker.numbers import Budget
from verify.evidence.confirmation import Confirmation
from verify.evidence.verdict import Verdict, contradicted, fold
from verify.late import late
from verify.run.executors import MOST_MEMORY
from verify.run.isolation import Limits, Submit, guarded, start_method
from verify.run.store import write as write_file

drawing = late("verify.report.drawing")
BOXES = {"quick": 200, "standard": 4_000, "deep": 100_000}
"""Boxes by effort: a single statement may have more of them than one of a whole paper."""
HANDFUL = 20
"""Boxes for what costs little where it helps."""
BEST, REPAIR = 300, 1_500
"""Boxes, at most, for the best constant of an inequality that holds, and of one that does not, which is repaired by it."""
NOT_LOOKED = "it was not looked for"
CHECKS = 300_000
"""Steps of the checker for the certificate of a repair: one that needs more is not written."""


@dataclass
class Answer:
    """What is known about one inequality."""
    variant: Variant
    status: Status
    summary: str
    findings: list[Finding]
    best: tightness.Best | str
    cut: Cut | None = None
    region: Region | str | None = None
    certificates: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Certificates by role: ``statement``, ``factor`` (with the best constant), ``range`` (with one range cut)."""
    seconds: float = 0.0
    solved: tuple[tuple[str, Node], ...] = ()
    """Names that equations among the hypotheses determine, with what was put in."""
    command: str = ""

    def to_json(self) -> dict[str, Any]:
        """Everything as stored data, without the certificates themselves."""
        return {
            "id": self.variant.id, "digest": self.variant.digest, "statement": show_text(self.variant.formula), "status": str(self.status), "summary": self.summary,
            "witness": self.witness, "tightness": self.best if isinstance(self.best, str) else self.best.row(), "repair": self.repair,
            "region": self.region.row() if isinstance(self.region, Region) else self.region,
            "findings": [{"engine": f.engine, "status": str(f.status), "summary": f.summary, "undecided_share": f.undecided_share} for f in self.findings],
            "seconds": round(self.seconds, 3), **({"solved": {name: show_text(value) for name, value in self.solved}} if self.solved else {}),
        }

    @property
    def witness(self) -> dict[str, Any] | None:
        found = next((f for f in self.findings if f.status is Status.REFUTED and f.kind == "witness"), None) if self.status is Status.REFUTED else None
        return None if found is None else {"instance": found.evidence["instance"], "values": found.evidence["values"]}

    @property
    def repair(self) -> dict[str, Any] | None:
        """What would be true instead, for a refuted statement."""
        return repairs(self.variant.states, self.best, self.cut) if self.status is Status.REFUTED else None


def scaled(states: Node, best: tightness.Best) -> Node:
    """The statement with the constant that was proved: ``lhs <= c rhs``."""
    lhs, relation, rhs = states.args
    assert isinstance(lhs, Node) and isinstance(rhs, Node) and best.proved is not None
    return Compare(lhs, str(relation)[0] + "=", number(best.proved) * rhs)


def statement_of(found: Inequality) -> Variant:
    """The inequality as the one variant of a claim, named by its digest."""
    def claim(name: str) -> Claim:
        return Claim(f"certify/{name}", Source("typed inequality"), dict(found.forall), found.states, found.given)

    (variant,) = claim("unnamed").variants()
    return replace(variant, id=f"certify/{variant.digest[:12]}")


def certify(statement: str, where: str = "", effort: str = "standard", seed: int = 0, region: tuple[str, str] | None = None) -> Answer:
    """Decide an inequality typed as text; ``region`` names two parameters in which to draw where it holds.

    Raises
    ------
    verify.claims.nodes.ClaimError
        For a formula outside the language, or a name without a range.
    verify.evidence.verdict.Contradiction
        If the engines contradict each other.
    """
    return told(decided(inequality(statement, where), typed(statement, where, effort, seed), effort, seed), effort, seed, region)


def typed(statement: str, where: str, effort: str, seed: int) -> str:
    """The command that decides a typed inequality."""
    return " ".join(["claimcheck certify", shlex.quote(statement), *(["--where", shlex.quote(where)] if where else []), f"--effort {effort} --seed {seed}"])


def decided(found: Inequality, command: str, effort: str = "standard", seed: int = 0) -> Answer:
    """The verdict on one inequality and its certificate; nothing is known yet of its best constant or of what is true instead. Raises Contradiction."""
    start = time.perf_counter()
    variant = statement_of(found)
    task = _task(variant, effort, seed)
    confirmation = Confirmation(variant, effort=effort, seed=seed, command=command)
    findings = decide(task, confirmation)
    verdict = fold(findings)
    if (clash := contradicted(findings)) is not None:
        verdict = Verdict(Status.UNDECIDED, f"an error was met: {clash}", None)
    answer = Answer(variant, verdict.status, _summary(verdict.status, verdict.summary, findings), findings, NOT_LOOKED, solved=found.solved, command=command)
    if (document := confirmation.document(verdict.decisive)) is not None:
        answer.certificates["statement"] = document
    answer.seconds = time.perf_counter() - start
    return answer


def told(answer: Answer, effort: str = "standard", seed: int = 0, region: tuple[str, str] | None = None) -> Answer:
    """The answer with what else is of interest once it is decided: the best constant, what is true instead, a region. Work of its own, with budgets of its own. Raises ClaimError for a region that cannot be drawn."""
    start = time.perf_counter()
    task = _task(answer.variant, effort, seed)
    refuted = answer.status is Status.REFUTED
    best = tightness.best_constant(task, boxes=min(task.effort.boxes, REPAIR if refuted else BEST), orders=tightness.PLAIN if refuted else tightness.ORDERS)
    answer.best = best
    if region is not None:
        answer.region = paving(task, region)
        if isinstance(answer.region, str):
            raise ClaimError(f"--region {','.join(region)}: {answer.region}")
    if refuted:
        answer.cut = cut(task)
        for role, repaired, evidence in _repaired(answer.variant, best, answer.cut):
            finding = Finding("interval", Status.PROVED, "certified on boxes", "boxes", evidence, trusted=("Arb",))
            document = certificates.build(repaired, finding, effort=effort, seed=seed) | {"command": answer.command}
            if check_data(document, role, Budget(CHECKS, 600.0)).status == "confirmed":
                answer.certificates[role] = document
    answer.seconds += time.perf_counter() - start
    return answer


def _task(variant: Variant, effort: str, seed: int) -> Task:
    return Task(variant, replace(EFFORTS[effort], boxes=BOXES[effort]), seed)


class Guarded:
    """Decides inequalities in a process that is ended where it gives no answer in time, or asks for too much memory: the answer is then UNDECIDED and says so."""

    def __init__(self, submit: Submit, effort: str, seed: int) -> None:
        self.submit, self.effort, self.seed = submit, effort, seed

    def decided(self, found: Inequality, command: str) -> Answer:
        """Raises what deciding raises."""
        outcome = self._asked(decided, found, command, self.effort, self.seed)
        return outcome if isinstance(outcome, Answer) else Answer(statement_of(found), Status.UNDECIDED, outcome, [], outcome, solved=found.solved, command=command)

    def told(self, answer: Answer, region: tuple[str, str] | None) -> Answer:
        """The answer with what else is of interest; as it was, with the reason, where that takes too long."""
        outcome = self._asked(told, answer, self.effort, self.seed, region)
        return outcome if isinstance(outcome, Answer) else replace(answer, best=outcome)

    def _asked(self, function: Callable[..., Answer], *arguments: Any) -> Answer | str:
        (outcome,) = self.submit([(function, arguments)]).result()
        if outcome.kind == "raised":
            raise outcome.value
        return outcome.value if isinstance(outcome.value, Answer) else str(outcome.value)


@contextmanager
def guard(effort: str, seed: int, seconds: float, modules: Sequence[str]) -> Iterator[Guarded]:
    """Deciding under guard, for a block; ``seconds`` of wall time for each question."""
    with guarded(Limits(seconds, MOST_MEMORY), start_method("cpu"), 1, modules) as submit:
        yield Guarded(submit, effort, seed)


def in_all(answers: Sequence[Answer]) -> Status:
    """The status of a conjunction: false where one part is, proved where all are; else the least that is known of a part."""
    found = {answer.status for answer in answers}
    for status in (Status.REFUTED, Status.UNDECIDED, Status.SUPPORTED):
        if status in found:
            return status
    return Status.PROVED


def decide(task: Task, confirmation: Confirmation | None = None) -> list[Finding]:
    """Findings of the engines, cheap ones first, until one decides with evidence that the checker confirms."""
    confirmation = confirmation or Confirmation(task.variant, effort=task.effort.name, seed=task.seed, command="claimcheck certify ...")
    few = replace(task, effort=replace(task.effort, boxes=min(interval.FIRST, task.effort.boxes)))
    engines: list[Callable[[], Finding | None]] = [
        lambda: search.glance(task), lambda: rolle.decide(task), lambda: roots.decide(task), lambda: _narrowed(task, HANDFUL), lambda: symbolic.decide(task),
        lambda: interval.decide(few), lambda: logarithms.decide(task), lambda: _narrowed(task, interval.FIRST), lambda: smt.decide(task, smt.RESOURCES["quick"], vacuous=True),
        lambda: tightness.prove(task, min(tightness.BOXES, task.effort.boxes)), lambda: interval.decide(task), lambda: search.decide(task),
    ]
    findings: list[Finding] = []
    for engine in engines:
        try:
            finding = engine()
        except OverflowError:  # floats suggest where to look, and these numbers lie beyond them
            continue
        if finding is None:
            continue
        findings = [f for f in findings if f.engine != finding.engine or f.claimed] + [confirmation.judged(finding)]
        suggestion = finding.evidence.get("suggest") if finding.evidence else None
        certified = search.at(task, suggestion) if suggestion else None
        if certified is not None:
            findings.append(confirmation.judged(certified))
        if any(f.status in (Status.PROVED, Status.REFUTED) for f in findings):
            break
    return findings


def _narrowed(task: Task, boxes: int) -> Finding:
    """What signs of derivatives and a few boxes prove on the ranges that the hypotheses leave."""
    effort = replace(task.effort, boxes=min(boxes, task.effort.boxes))
    return narrowing.decide(task, (rolle.decide, lambda left: interval.decide(replace(left, effort=effort))))


def _summary(status: Status, summary: str, findings: list[Finding]) -> str:
    """Where nothing was decided, the share and the worst boxes come first."""
    if status is not Status.UNDECIDED:
        return summary
    boxes = next((f.summary for f in findings if f.engine == interval.ENGINE and not f.claimed), "")
    beside = dict.fromkeys(f"{f.engine} {f.summary}" for f in findings if f.claimed)
    return "; ".join([*([boxes] if boxes else []), *beside]) or summary


def _repaired(variant: Variant, best: tightness.Best | str, part: Cut | None) -> list[tuple[str, Variant, dict[str, Any]]]:
    found = []
    if not isinstance(best, str) and best.proved is not None and best.evidence:
        repaired = replace(variant, states=scaled(variant.states, best))
        found.append(("factor", replace(repaired, id=f"certify/{repaired.digest[:12]}"), dict(best.evidence)))
    if part is not None:
        forall = tuple((name, part.where if name == Node("var", part.name) else where) for name, where in variant.forall)
        repaired = replace(variant, forall=forall)
        found.append(("range", replace(repaired, id=f"certify/{repaired.digest[:12]}"), part.evidence))
    return found


def write(answer: Answer, folder: Path) -> dict[str, Path]:
    """Store the certificates; their paths by role. Raises StoreError if the folder cannot be written."""
    paths = {}
    for role, document in answer.certificates.items():
        paths[role] = folder / f"certify__{document['claim'].partition('/')[2]}__{document['part']}__{document['reading']}.json"
        write_file(paths[role], certificates.text(document))
    if isinstance(answer.region, Region):
        paths["region"] = folder / f"certify__{answer.variant.id.partition('/')[2]}.svg"
        write_file(paths["region"], drawing.region(answer.region.row()))
    return paths


def _near(value: str) -> str:
    """A long fraction as a decimal near it."""
    return value if len(value) <= 16 else f"{float(Fraction(value)):.12g}..."


def lines(answer: Answer, paths: dict[str, Path]) -> list[str]:
    """Best constant, repairs and files, one line each."""
    found = [f"put in: {name} = {show_text(value)}" for name, value in answer.solved]
    best = answer.best
    if best == NOT_LOOKED:
        pass
    elif isinstance(best, str):
        found.append(f"best constant: none, {best}")
    else:
        row = best.row()
        place = ", ".join(f"{name} -> {best.approach[name]}" if name in best.approach else f"{name} = {_near(value)}" for name, value in best.at.items())
        least, most = row.get("ratio_at_least"), row.get("ratio_at_most")
        if best.attained:
            told = f"{row['exactly']} exactly"
        elif least is not None and most is not None:
            told = f"between {least} and {most}"
        else:
            told = f"at most {most}" if best.falling else f"at least {least}"
        words = "the largest c with lhs >= c rhs" if best.falling else "the least c with lhs <= c rhs"
        found.append(f"best constant ({words}): {told}" + (f", seen at {place}" if place else "") + ("" if best.proved is not None else "; the other end is not proved"))
    repair = answer.repair or {}
    if "factor" in repair:
        found.append(f"repair: {repair['factor']['statement']}")
    if "range" in repair:
        found.append(f"repair: true for {repair['range']['name']} in {repair['range']['set']} (a share of {repair['range']['share']} of its range)")
    if isinstance(answer.region, Region):
        shares = answer.region.row()["shares"]
        found.append(f"region in {', '.join(answer.region.names)}: " + ", ".join(f"{state} on {float(share):.4%}" for state, share in shares.items()))
    found += [f"certificate ({role}): {path}" if role != "region" else f"drawing: {path}" for role, path in paths.items()]
    if paths:
        found.append(f"re-check: claimcheck check {next(iter(paths.values())).parent}")
    return found


__all__ = ["Answer", "Guarded", "certify", "decided", "guard", "in_all", "lines", "statement_of", "told", "typed", "write"]
