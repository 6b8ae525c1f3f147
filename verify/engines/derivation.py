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
from verify.quantities import enclosures


def of(task: Task) -> list[Any] | str:
    """The derivation of the task's statement, or in words why none was found."""
    found, work = _of(task.forall, task.given, task.states, task.effort.derivation)
    enclosures.spend(work)
    return found


PRODUCTS = 20
"""Products of terms that count as a unit of work."""


@lru_cache(maxsize=16_384)
def _of(forall: tuple[tuple[Any, Node], ...], given: tuple[Node, ...], states: Node, most: int) -> tuple[list[Any] | str, int]:
    """The same by the parts of the statement, with its units of work: engines that ask for steps of a proof ask for the same ones again. ``most``: products of terms that it may cost."""
    over = [(to_json(pattern), to_json(where)) for pattern, where in forall]
    walk: Derivation | None = None
    try:
        walk = Derivation(over, [to_json(h) for h in given], to_json(states), lambda steps: None)
        found: list[Any] | str = walk.find(most)
    except Stuck as error:
        found = str(error).partition("; open is ")[0]  # what is left is in the checker's own notation
    except (Malformed, ArithmeticError, ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:  # a formula of another shape than a rule reads
        found = f"no rule of a derivation reads the statement ({type(error).__name__})"
    return found, 1 if walk is None else 1 + walk.cells + walk.spent // PRODUCTS


__all__ = ["of"]
