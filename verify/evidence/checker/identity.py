"""Evidence of kind ``identity``: a derivation that is replayed, cell by cell, in the checker's own arithmetic; no point is drawn and SymPy is not asked."""

from __future__ import annotations

from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Refused, argument, head
from verify.evidence.checker.replay import Derivation

OLD = "evidence of kind identity holds no derivation: an older version wrote it; run `claimcheck run` to make it again"


def check(c: Certificate, e: Evaluator) -> set[str]:
    if "derivation" not in c.evidence:
        raise Refused(OLD)
    hypotheses, goal = c.hypotheses, c.goal
    if head(c.body) == "implies" and head(argument(c.body, 0)) != "all":  # a connective of the statement
        hypotheses, goal = [], c.body
    Derivation(c.over, hypotheses, goal, e.budget.spend).follow(c.evidence["derivation"])
    return set()


__all__ = ["check"]
