"""Comparisons at a point that is given by closed formulas, where both sides are equal: enclosures never tell, but the normal form of their difference is 0."""

from __future__ import annotations

from typing import Any

from verify.evidence.checker import signs
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import BINDERS, argument, head, names, word
from verify.evidence.checker.numbers import NoValue, Undecided, finite
from verify.evidence.checker.truth import FALSE, TRUE, UNDECIDED, Env

EQUAL = {"<=": TRUE, ">=": TRUE, "==": TRUE, "<": FALSE, ">": FALSE, "!=": FALSE}
"""The truth of a comparison of two equal numbers."""


def truth_at(e: Evaluator, p: Any, env: Env, instance: dict[str, Any]) -> str:
    """The truth of a proposition at values of its names, which ``instance`` gives as closed formulas: by the evaluator, or because both sides are equal."""
    answer = e.truth(p, env)
    if answer != UNDECIDED or head(p) != "compare" or word(argument(p, 1)) not in EQUAL:
        return answer
    return EQUAL[word(argument(p, 1))] if meet(e, p, env, instance) else answer


def meet(e: Evaluator, p: Any, env: Env, instance: dict[str, Any]) -> bool:
    """Whether both sides of a comparison are certainly the same finite number."""
    sides = [argument(p, 0), argument(p, 2)]
    try:
        if not all(finite(e.number(side, env)) for side in sides):
            return False
        left, right = (put(side, instance) for side in sides)
        return signs.Algebra({}, e.budget).read(["add", left, ["mul", "-1", right]], {}) == ()
    except (NoValue, Undecided):
        return False


def put(f: Any, instance: dict[str, Any]) -> Any:
    """A formula with closed formulas in the place of its names. Raises Undecided where names are bound in it."""
    if not isinstance(f, list):
        return f
    if f[0] == "var":
        return instance.get(names(f)[0], f)
    if f[0] in BINDERS:
        raise Undecided("a formula that binds names")
    return [f[0], *(put(part, instance) for part in f[1:])]


__all__ = ["meet", "put", "truth_at"]
