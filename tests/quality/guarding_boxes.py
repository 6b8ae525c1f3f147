"""Statements that guard side conditions of boxes, of the evaluators and of the checker's numbers: each is untrue, or misjudged over a range, as soon as its condition is off.

Like ``guarding.py``; here not every condition has one, because the systematic statements notice most of them.
"""

from __future__ import annotations

from fractions import Fraction

from conditions import CONDITIONS, Guarding
from no_value import x, y

from verify.claims import Abs, Claim, Compare, ForAll, If, Node, between, exp, floor, log, numbers, oo

t = numbers("t")
TEXTS = {(c.asked, c.guards): c.text for c in CONDITIONS}
UNIT, EXTENDED = {x: between(0, 1)}, {x: between(0, oo)}


def _row(asked: str, guards: str, forall: dict[Node, Node], states: Node, *at: object) -> Guarding:
    """What the condition guards, over what the statement is, what it states, and the instance in the order of the names."""
    claim = Claim("guarding/statement", guards, forall=forall, states=states)
    values = [float(v) if isinstance(v, float) else Fraction(str(v)) for v in at]
    return Guarding(asked, TEXTS[asked, guards], claim, dict(zip((str(name.args[0]) for name in forall), values, strict=True)))


INFINITY = float("inf")
GUARDING: tuple[Guarding, ...] = (
    _row("interval", "a floor jumps: a slope says nothing of it", UNIT, Compare(floor(1 - (91 * x - 37) ** 2 / 10000), "<=", 0), "37/91"),
    _row("interval", "an absolute value may be 0", UNIT, Compare(Abs(91 * x - 37), ">", 0), "37/91"),
    _row("interval", "exp(oo) is oo", EXTENDED, Compare(0 * exp(x), ">=", 0), INFINITY),
    _row("interval", "a power of oo is oo", {x: between(1, oo)}, Compare(0 * x**2, ">=", 0), INFINITY),
    _row("interval", "the second branch is taken where the condition is false, not where it has no value", {x: between(-1, 0)}, Compare(If(Compare(1 / x, ">", 0), 0, 1), ">=", 1), 0),
    _row("evaluator", "0 * oo has no value", EXTENDED, ForAll({t: EXTENDED[x]}, Compare(t / (1 + t), ">=", -x)), 1),
    _row("evaluator", "oo times what perhaps has no value", EXTENDED, ForAll({t: between(0, 1)}, Compare(x * (1 / t), ">", 0)), INFINITY),
    _row("checker", "a bound name that stands on the other side", {x: between(0, 5)}, ForAll({x: between(0, 2)}, Compare(x, "<=", x - 1)), 5),
    _row("ranges", "oo - oo has no value", EXTENDED, Compare(x - x, "<=", oo), INFINITY),
    _row("ranges", "the logarithm of 0 has no value", UNIT, Compare(log(x), "<=", 5), 0),
    _row("ranges", "oo ** 0 has no value", {x: between(0, oo), y: between(0, 1)}, Compare(x**y, "==", 1), INFINITY, 0),
    _row("ranges", "1 ** oo and oo ** 0 have no value", {x: between(0, 2), y: between(0, oo)}, Compare(x**y, ">=", 0), 1, INFINITY),
)
