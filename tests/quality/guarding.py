"""Statements that guard side conditions of derivations, evaluators and solvers: each is untrue at its instance, and proved as soon as its condition is off.

Written for one condition each, so small that it is seen by hand what the condition is there for. ``python -m benchmarks.conditions`` asks them before it searches.
"""

from __future__ import annotations

from fractions import Fraction

from conditions import CONDITIONS, Guarding
from no_value import half, k, x, y

from verify.claims import (
    REALS,
    Abs,
    All,
    Any_,
    Claim,
    Compare,
    Exists,
    ForAll,
    If,
    Inf,
    Max,
    Member,
    Node,
    Not,
    Sum,
    Sup,
    above,
    at_least,
    at_most,
    below,
    between,
    erf,
    exp,
    gamma,
    integers,
    log,
    number,
    oo,
    sqrt,
    term,
)

TEXTS = {(c.asked, c.guards): c.text for c in CONDITIONS}


def _rows(asked: str, *rows: tuple[str, dict[Node, Node], Node, str] | tuple[str, dict[Node, Node], Node, str, Node]) -> tuple[Guarding, ...]:
    """What the condition guards, over what the statement is, what it states, the instance in the order of the names, and perhaps a hypothesis."""
    found = []
    for guards, forall, states, at, *given in rows:
        values = [float(value.replace("oo", "inf")) if "oo" in value else Fraction(value) for value in at.split()]
        claim = Claim("guarding/statement", guards, forall=forall, given=tuple(given), states=states)
        found.append(Guarding(asked, TEXTS[asked, guards], claim, dict(zip((str(name.args[0]) for name in forall), values, strict=True))))
    return tuple(found)


UNIT, BEYOND = {x: between(0, 1)}, {x: above(sqrt(number(2)))}
"""Beyond the root of 2 no point that is drawn is rational, so that no sample stands in for a condition."""
LONG = Compare(exp(x), "<=", 5 * x)
"""A hypothesis along which no domain is cut: it is kept, and no sign is looked for at fixed points."""
MORE, LESS = erf(number(1)), erf(1 - number("1/1" + 45 * "0"))
"""Two numbers whose order 128 bits do not show."""
NOTHING = between(MORE, LESS)
OPEN = Any_(Compare(k, "==", 0), Compare(MORE, ">", LESS))
AROUND = (x - number("7/5")) * (x - number("2/9"))

GUARDING: tuple[Guarding, ...] = (
    *_rows("evaluator",
           ("a sum or product over an infinite set is not one over nothing", UNIT, Compare(Sum({k: integers(1)}, 1), "<=", half), "0"),
           ("an infinite set is not gone through because the sets behind are empty at the members that are tried", {x: at_least(0)},
            Compare(x, "<", Inf({y: between(0, x, open="both"), k: between(y, half, open="both")}, 1)), "2"),
           ("0/t has no value at t = 0", UNIT, Compare(Sup({y: between(0, 1)}, 0 / (64 * y - 13)), ">=", 0), "0"),
           ("the terms of a sum hang on the name of the cover where its ends do", {x: between(0, 2)}, ForAll({x: between(1, x**2, open="both")}, Compare(Sum({k: integers(1, x)}, x), "<=", 3)), "3/2"),
           ("at oo a term may have no value, whatever it is before", UNIT, ForAll({y: between(0, oo)}, Compare(0 * y, ">=", 0)), "0"),
           ("a term without a value is not one without members", UNIT, Compare(Sup({y: REALS}, log(y), Compare(y, "<", 0)), "<", 0), "0"),
           ("a slope of 0 is also that of a difference of two infinite numbers", UNIT, Not(Exists({y: between(-1, 0, open="both")}, Compare(Sup({x: below(1)}, 0, Compare(x, ">=", 1)), "<=", -oo))), "0")),
    *_rows("checker",
           ("what is said of the members of an interval by its ends needs members", UNIT, Exists({y: NOTHING}, Compare(y, ">=", 0)), "0"),
           ("the ends of an interval without members", UNIT, Compare(Sup({y: NOTHING}, y), ">=", 0), "0"),
           ("a member whose condition is open", UNIT, Compare(Sup({k: integers(0, 1)}, k, OPEN), "<=", half), "0"),
           ("a term of a sum whose condition is open", UNIT, Compare(Sum({k: integers(0, 1)}, 1, OPEN), "==", 1), "0"),
           ("what perhaps is no member may lack a value", UNIT, Compare(Inf({k: integers(0, 0)}, 1 / k, Compare(MORE, "<", LESS)), "<=", 0), "0"),
           ("0/t has no value at t = 0", UNIT, Compare(Sup({y: between(0, 1)}, 0 / (64 * y - 13)), ">=", 0), "0"),
           ("a name that is used nowhere is left out where its range has members", UNIT, Compare(Sup({y: NOTHING, k: between(0, 1)}, k), ">=", 0), "0"),
           ("a restriction is left out where all members meet it", UNIT, Compare(Sup({y: between(0, 1)}, y, Compare(y, "<=", half)), ">=", 1), "0"),
           ("at oo a term may have no value, whatever it is before", UNIT, ForAll({y: between(0, oo)}, Compare(0 * y, ">=", 0)), "0"),
           ("an extremum of extrema has a value where each of these has one", UNIT, Compare(Sup({y: at_least(-1)}, Inf({k: between(0, y)}, 1 / k)), ">=", 0), "0"),
           ("a term that is -oo at all members has members", UNIT, Compare(Sup({y: between(0, 1)}, y - oo, Compare(y * y, "<=", half), floor=5), "==", 5), "0"),
           ("a part that is reached before the one that is never true has a value", UNIT, Exists({y: between(0, 1)}, All(Compare(log(y - 2), ">", 0), Compare(y, ">", 5))), "0"),
           ("a range whose end has no value leaves what is said of its members without one", UNIT, Exists({y: at_least(0), k: at_least(log(y - y - 1))}, Compare(y, "<", 0)), "0")),
    *_rows("solver",
           ("two logarithms that have a value for the same reason are not one", {x: at_least(0)}, Compare(log(2 * exp(-x)), "==", log(number(2))), "1")),
    *_rows("derivation",
           # cells
           ("the ends of a closed interval belong to it", UNIT, Compare(x, ">", 0), "0"),
           ("integers from a number between integers on", {x: between(0, 1), y: integers(x)}, Compare((y - x) * (y - x - 1), ">=", 0), "1/2 1"),
           ("a name that may be any number is a finite one", {x: between(0, oo)}, Compare(x - x, "==", 0), "oo"),
           ("a name between the ends of its range may be one that belongs to it", {x: between(1, 2), y: at_least(x)}, Compare(x, "<", y), "1 1"),
           # comparisons
           ("squares are compared where both sides are at least 0", {x: at_least(0)}, Compare(sqrt(x), "<=", -sqrt(x + 1)), "0"),
           ("equal sides are not one below the other", UNIT, Compare(x, "<", x), "0"),
           # propositions
           ("a cell is left out where a hypothesis fails on all of it", UNIT, Compare(x, ">", number("3/4")), "5/8", Compare(x, ">", half)),
           ("a member of all numbers has a value", {x: at_most(-1)}, Member(log(x), between(-oo, oo)), "-1"),
           ("the range of an inner name has a value wherever the name is asked for", {x: REALS}, ForAll({y: at_least(log(x))}, Compare(x**2, ">=", 0)), "-1"),
           ("connectives are read from left to right in a derivation", UNIT, Any_(Not(Compare(1 / x, ">", 5)), All()), "0"),
           # values
           ("the logarithm of a number <= 0 has no value", {x: at_most(-1)}, Compare(0 * log(x), "==", 0), "-1"),
           ("a divisor is not 0", {x: above(0)}, Compare((x - 1) / (x - 1), "==", 1), "1"),
           ("0 to a negative power has no value", UNIT, Compare(0 * x ** (-half), "==", 0), "0"),
           ("a root of a negative number has no value", {x: at_most(-1)}, Compare(0 * sqrt(x), "==", 0), "-1"),
           ("a root is of a number that is at least 0", {x: REALS}, Compare(sqrt(x) ** 2, "==", x), "-1"),
           ("oo - oo has no value", {x: between(0, oo)}, Compare(Abs(x - x), ">=", 0), "oo"),
           ("0 * oo has no value", {x: between(0, oo)}, Compare(0 * x, ">=", 0), "oo"),
           ("oo ** 0 has no value", {x: between(0, oo)}, Compare(Node("pow", x, term(0)), "==", 1), "oo"),
           ("the gamma function has poles", {x: REALS}, Compare(gamma(x), "<=", gamma(x) + 1), "-1"),
           ("an absolute value is the number itself where that is at least 0", BEYOND, Compare(Abs(x - 2), "==", x - 2), "3/2"),
           ("the greater of two numbers", {**BEYOND, y: above(0)}, Compare(Max(0, x - y), "==", 0), "2 1"),
           # signs
           ("a hypothesis that is not strict gives no strict sign", {x: above(0), y: above(0)}, Compare(x, "<", y), "1 1", Compare(x, "<=", y)),
           ("a sum of numbers that may be 0 may be 0", {x: REALS, y: REALS}, Compare(x**2 + y**2, ">", 0), "0 0"),
           ("a quadratic without a real root has the sign of its leading coefficient", {x: above(0)}, Compare(x**2 + 1, ">=", 3 * x), "1"),
           # extrema
           ("an extremum lies at an end where the term moves one way", {x: between(1, 2)}, Compare(Sup({y: between(0, x)}, y * (1 - y)), "<=", 0), "1"),
           ("the ends of a closed interval are members", {x: between(1, 2)}, Compare(Sup({y: between(0, x)}, If(Compare(y, "==", x), 5, y)), "==", x), "1"),
           ("an extremum over nothing may be the end of a scale", UNIT, Compare(Sup({y: between(x, x, open="right")}, y, floor=5), "==", -oo), "0")),
)
"""For each condition of which one is known a statement that notices that it is off."""
