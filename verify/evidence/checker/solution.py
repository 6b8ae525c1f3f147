"""A proof that ``inf {x > 0: a R g(x)}`` is t, by the equation ``a == g(t)``, for g that strictly falls and t > 0.

With R equal to ``==`` at most one number has the property; with ``>`` or ``>=`` those above t have it and those below do not, where g has a value at every x > 0.
Strictly falling, positive and defined are read off the formula alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.formula import Refused, argument, entries, head, mentions, names, optional, stated, word
from verify.evidence.checker.kinds import confirm
from verify.evidence.checker.shown import Shown, above_0
from verify.evidence.checker.tails import put

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

TURNED = {"==": "==", "<": ">", "<=": ">="}


def check(c: Certificate, e: Evaluator) -> set[str]:
    """The identity that is stored, for the equation that the statement comes down to."""
    if c.hypotheses or head(c.statement) != "forall":
        raise Refused("a solution needs a statement about all numbers of some sets, without hypotheses")
    equation = replace(c, statement=[*c.statement[:-1], _equation(c)], kind="identity")
    return confirm(equation, e)


def _equation(c: Certificate) -> Any:
    if head(c.goal) != "compare" or word(argument(c.goal, 1)) != "==":
        raise Refused("a solution needs an equation between an infimum and a number")
    least, claimed = c.goal[1], argument(c.goal, 2)
    if head(least) != "inf":
        least, claimed = claimed, least
    if head(least) != "inf" or len(entries(least)) != 1 or argument(least, 1) != entries(least)[0][0]:
        raise Refused("a solution needs the infimum of the numbers with a property")
    variable, where = entries(least)[0]
    if stated(where) != ["interval", "0", "oo", ["word", "open"], ["word", "open"]]:
        raise Refused("the numbers must be all positive ones")
    x, condition = names(variable)[0], optional(least, 2)
    if head(condition) != "compare" or x in mentions(claimed):
        raise Refused("the property must compare two numbers")
    a, relation, g = condition[1], word(argument(condition, 1)), argument(condition, 2)
    if x in mentions(a):
        a, relation, g = g, TURNED.get(relation, ""), a
    sign = Shown({x, *(name for pattern, place in c.over for name in names(pattern) if above_0(place))}, x)
    if relation not in ("==", ">", ">=") or x in mentions(a) or sign.way(g) != -1 or (relation != "==" and not sign.defined(g)):
        raise Refused("the property must hold above the solution of an equation with a side that strictly falls")
    if not sign.positive(claimed):
        raise Refused("the claimed number must be shown to be positive")
    return ["compare", a, ["word", "=="], put(g, x, claimed)]
