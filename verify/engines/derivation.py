"""What a proof by identity is stored as: a derivation that the checker replays.

The derivation is found in the arithmetic of the checker (:mod:`verify.evidence.checker.replay`), and stored with its cuts and the rule for each comparison.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from verify.claims.nodes import Node, to_json
from verify.engines.task import Task
from verify.evidence.checker.comparisons import Stuck
from verify.evidence.checker.formula import Malformed
from verify.evidence.checker.replay import Derivation


def of(task: Task) -> list[Any] | str:
    """The derivation of the task's statement, or in words why none was found."""
    return _of(task.forall, task.given, task.states)


@lru_cache(maxsize=1024)
def _of(forall: tuple[tuple[Any, Node], ...], given: tuple[Node, ...], states: Node) -> list[Any] | str:
    """The same by the parts of the statement: engines that ask for steps of a proof ask for the same ones again."""
    over = [(to_json(pattern), to_json(where)) for pattern, where in forall]
    try:
        tree: list[Any] = Derivation(over, [to_json(h) for h in given], to_json(states), lambda steps: None).find()
    except Stuck as error:
        return str(error)
    except (Malformed, ArithmeticError, ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:  # a formula of another shape than a rule reads
        return f"no rule of a derivation reads the statement ({type(error).__name__})"
    return tree


__all__ = ["of"]
