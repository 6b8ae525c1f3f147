"""Statements about finite sums of values at points of families: the checker's rules take the sums apart, and what is left is proved of numbers."""

from __future__ import annotations

from verify.claims.nodes import ClaimError, to_json, walk
from verify.engines import symbolic
from verify.engines.lemmas import adding
from verify.engines.lemmas.linking import about
from verify.engines.task import Finding, Status, Task, cannot
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.finite_sums import PROOFS, left_of
from verify.evidence.checker.formula import Malformed, Refused

ENGINE = "sums"
OBJECTS = frozenset({"families", "points"})


def decide(task: Task) -> Finding | None:
    """Prove comparisons of finite sums over points and families of points or numbers; None where nothing of the kind occurs."""
    if task.states.head != "compare" or not any(node.head in OBJECTS for _, where in task.forall for node in walk(where)):
        return None
    try:
        left = left_of(Certificate(task.variant.id, task.variant.part, task.variant.reading, "", to_json(task.variant.formula), ENGINE, "PROVED", {}))
        rest = about(task, Certificate("", "", "", "", left, ENGINE, "PROVED", {}))
    except (Refused, Malformed, ClaimError) as reason:
        return cannot(ENGINE, str(reason))
    for engine in (adding.decide, symbolic.decide):
        proof = engine(rest)
        if proof.status is Status.PROVED and proof.kind in PROOFS:
            evidence = {"statement": left, "proof": {"kind": proof.kind, "evidence": dict(proof.evidence)}}
            return Finding(ENGINE, Status.PROVED, "the sums are taken apart, and what is left is true of numbers", "sums", evidence, {"share": 1.0}, undecided_share=0.0)
    return cannot(ENGINE, "what is left of the sums is not proved")


__all__ = ["ENGINE", "decide"]
