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
    over = [(to_json(pattern), to_json(where)) for pattern, where in task.forall]
    try:
        return Derivation(over, [to_json(h) for h in task.given], to_json(task.states), lambda steps: None).find()
    except (Stuck, Malformed, ArithmeticError, ValueError, TypeError, LookupError, AttributeError, RecursionError):  # a formula of another shape than a rule reads
        return None


__all__ = ["of"]
