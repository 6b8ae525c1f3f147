"""What a proof by identity is stored as: a derivation that the checker replays, or nothing.

SymPy finds that a statement holds; the derivation is found apart from it, in the arithmetic of the checker (:mod:`verify.evidence.checker.replay`), and stored with its cuts
and the rule for each comparison. A statement that SymPy proves and for which no derivation is found has no certificate.
"""

from __future__ import annotations

from typing import Any

from verify.claims.nodes import to_json
from verify.engines.task import Task
from verify.evidence.checker.formula import Malformed
from verify.evidence.checker.replay import Derivation, Stuck


def of(task: Task) -> Any:
    """The derivation of the task's statement; None where none is found."""
    over = to_json(tuple((pattern, where) for pattern, where in task.forall))
    hypotheses = [to_json(h) for h in task.given]
    try:
        return Derivation([(entry[1], entry[2]) for entry in over[1:]], hypotheses, to_json(task.states), lambda steps: None).find()
    except (Stuck, Malformed, RecursionError):
        return None


__all__ = ["of"]
