"""Ranges of names that hypotheses make narrower: ``x^2 + y^2 < 1`` says that x lies between -1 and 1. The statement is then proved on what is left.

Evidence of kind ``narrowed``: ``steps``, a list of ``[k, name, lo, hi]``: by hypothesis k (by the denial of the conclusion, where k is -1) and the ranges so far the name lies in
``[lo, hi]``; ``kind`` and ``evidence`` of a proof on the ranges in the end. The denial may be used where both sides of the conclusion have values at all finite numbers.
A hypothesis is used where both of its sides are finite numbers wherever they have values.
A name that occurs several times in a hypothesis is bounded by each occurrence, the others being any numbers of their ranges.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from verify.evidence.checker import numbers as n
from verify.evidence.checker.at_sight import ELEMENTARY, INFINITE, ends_are_numbers, total
from verify.evidence.checker.certificate import STATUSES, Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import NEGATED, ORDERED, Malformed, Refused, argument, head, mentions, names, rational, stated, word
from verify.evidence.checker.kinds import confirm
from verify.evidence.checker.numbers import MINUS_OO, OO, Ball, NoValue, Undecided
from verify.evidence.checker.uses import closed

PROOFS = ("boxes", "rolle", "identity")
MOST_STEPS = 400
LINE = Ball(MINUS_OO, OO, True, True)
Ranges = dict[str, Ball]


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Refused where a range does not follow, or the rest is not proved."""
    if set(c.evidence) - {"status"} != {"steps", "kind", "evidence"} or c.evidence["kind"] not in PROOFS or "PROVED" not in STATUSES[c.evidence["kind"]]:
        raise Malformed("evidence of kind narrowed holds steps, kind and evidence")
    steps = c.evidence["steps"]
    if not isinstance(steps, list) or not 0 < len(steps) <= MOST_STEPS or not isinstance(c.evidence["evidence"], dict):
        raise Malformed(f"evidence.steps must be a list of at most {MOST_STEPS}")
    if not ends_are_numbers(c.over):
        raise Refused("a range whose ends may have no value")
    ranges = ranges_of(c.over)
    for step in steps:
        if not isinstance(step, list) or len(step) != 4 or type(step[0]) is not int or step[1] not in ranges:
            raise Malformed("a step holds the place of a hypothesis, a name and two numbers")
        k, name, low, high = step
        condition = denial(c.goal) if k == -1 else c.hypotheses[k] if 0 <= k < len(c.hypotheses) else None
        if condition is None:
            raise Malformed("a hypothesis is named by its place")
        claimed = _claimed(low, high)
        found = implied(e, condition, name, ranges)
        if not (claimed.lo <= found.lo and found.hi <= claimed.hi):
            raise Refused(f"the range of {name} does not follow from hypothesis {k}")
        ranges[name] = met(ranges[name], claimed)
    over = [(pattern, narrowed(where, ranges.get(names(pattern)[0]))) for pattern, where in c.over]
    left = closed(over, c.hypotheses, c.goal)
    return confirm(replace(c, statement=left, kind=c.evidence["kind"], evidence=c.evidence["evidence"], status="PROVED"), e)


def _claimed(low: Any, high: Any) -> Ball:
    ends: list[Any] = [(MINUS_OO if x == "-oo" else OO if x == "oo" else n.exact(rational(x)) if isinstance(x, str) else None) for x in (low, high)]
    if None in ends or not ends[0] <= ends[1] or not all(end.is_exact() for end in ends):
        raise Malformed("a range has a lower and an upper end, binary fractions as text")
    return Ball(ends[0], ends[1], ends[0] == MINUS_OO, ends[1] == OO)


def ranges_of(over: list[tuple[Any, Any]]) -> Ranges:
    """The ranges of names of intervals whose ends are numbers."""
    found: Ranges = {}
    for pattern, where in over:
        where = stated(where)
        if head(pattern) != "var" or head(where) != "interval" or not all(isinstance(argument(where, k), str) for k in (0, 1)):
            continue
        if any(end in ("oo", "-oo") and word(argument(where, k)) == "closed" for k, end in ((2, where[1]), (3, where[2]))):
            continue  # infinite numbers belong to it
        low, high = (MINUS_OO if end == "-oo" else OO if end == "oo" else n.exact(rational(end)) for end in where[1:3])
        found[names(pattern)[0]] = Ball(low.lower(), high.upper(), word(where[3]) == "open", word(where[4]) == "open")
    return found


def narrowed(where: Any, span: Ball | None) -> Any:
    """A range with the ends of a narrower one where these are known. The span comes from fractions, so that its ends are exact or the declared ones."""
    if span is None:
        return where
    where = stated(where)
    low, high, left, right = where[1:5]
    if span.lo.is_finite() and (low == "-oo" or n.exact(rational(low)).lower() < span.lo):
        low, left = _text(span.lo), ["word", "closed"]
    if span.hi.is_finite() and (high == "oo" or n.exact(rational(high)).upper() > span.hi):
        high, right = _text(span.hi), ["word", "closed"]
    return ["interval", low, high, left, right]


def _text(x: arb) -> str:
    value = x.fmpq()
    return str(Fraction(int(value.p), int(value.q)))


def met(a: Ball, b: Ball) -> Ball:
    """What two ranges have in common; the first where that is nothing."""
    lo, hi = (a.lo if a.lo >= b.lo else b.lo), (a.hi if a.hi <= b.hi else b.hi)
    if not lo <= hi:
        return a
    return Ball(lo, hi, a.lo_open if lo == a.lo else b.lo_open, a.hi_open if hi == a.hi else b.hi_open)


def denial(goal: Any) -> Any:
    """The opposite of a conclusion that has a value at all finite numbers. Raises Refused for others."""
    if head(goal) != "compare" or word(argument(goal, 1)) not in ORDERED or not (total(argument(goal, 0)) and total(argument(goal, 2))):
        raise Refused("the conclusion may have no value somewhere, so that its opposite cannot be supposed")
    return ["compare", goal[1], ["word", NEGATED[word(goal[2])]], goal[3]]


def implied(e: Evaluator, condition: Any, name: str, ranges: Ranges) -> Ball:
    """A range in which a name lies where a comparison holds and the names lie in theirs; the range so far where nothing is seen."""
    if head(condition) != "compare" or word(argument(condition, 1)) not in ("<=", "<", ">=", ">", "=="):
        return ranges[name]
    zero, relation = n.exact(n.ZERO), word(condition[2])
    target = Ball(zero, zero) if relation == "==" else Ball(MINUS_OO, zero, True) if relation in ("<", "<=") else Ball(zero, OO, False, True)
    if not mentions(condition) <= set(ranges) or not all(_finite(e, condition[k], ranges) for k in (1, 3)):
        return ranges[name]
    gap = collected(["add", condition[1], ["mul", "-1", condition[3]]])
    found = ranges[name]
    for one in _reached(e, gap, target, name, ranges):
        found = met(found, one)
    return found


def _finite(e: Evaluator, f: Any, ranges: Ranges) -> bool:
    """Whether a formula, and each part of it on the way to a name, is a finite number wherever it has a value; ranges hold finite numbers."""
    kind = head(f)
    if kind == "num":
        return f not in INFINITE
    if kind in ("var", "pi"):
        return True
    if kind in ELEMENTARY:
        return all(_finite(e, part, ranges) for part in f[1:])
    try:
        return not n.may_be_infinite(e.number(f, dict(ranges)))
    except (NoValue, Undecided):
        return False


def collected(f: Any) -> Any:
    """Sums and products without sums and products among their parts, equal factors of a product as powers."""
    if not isinstance(f, list) or head(f) == "var":
        return f
    parts = [collected(part) for part in f[1:]]
    if f[0] in ("add", "mul"):
        parts = [inner for part in parts for inner in (part[1:] if isinstance(part, list) and part[0] == f[0] else [part])]
    if f[0] != "mul":
        return [f[0], *parts]
    counted: list[tuple[Any, int]] = []
    for part in parts:
        k = next((k for k, (other, _) in enumerate(counted) if other == part), None)
        if k is None:
            counted.append((part, 1))
        else:
            counted[k] = part, counted[k][1] + 1
    factors = [part if times == 1 else ["pow", part, str(times)] for part, times in counted]
    return factors[0] if len(factors) == 1 else ["mul", *factors]


def _reached(e: Evaluator, f: Any, target: Ball, name: str, ranges: Ranges) -> Iterator[Ball]:
    """Ranges of the name, one for each occurrence from which the value of a formula can be followed back."""
    e.budget.spend()
    if not isinstance(f, list) or name not in mentions(f):
        return
    if head(f) == "var":
        yield target
        return
    for k, part in enumerate(f[1:], 1):
        if not isinstance(part, list) or name not in mentions(part):
            continue
        try:
            inner = _inverse(e, f, k, target, ranges)
        except (NoValue, Undecided):
            continue
        if inner is not None:
            yield from _reached(e, part, inner, name, ranges)


def _inverse(e: Evaluator, f: Any, k: int, target: Ball, ranges: Ranges) -> Ball | None:
    """Where part k of a formula lies if the formula lies in the target; None where nothing is said."""
    kind = f[0]
    if kind in ("add", "mul"):
        others = [n.ball(e.number(part, dict(ranges))) for j, part in enumerate(f[1:], 1) if j != k]
        if any(map(n.may_be_infinite, others)):
            return None
        if kind == "add":
            return n.ball(n.add(target, *(n.neg(other) for other in others))) if others else target
        product = n.ball(n.mul(*others)) if others else n.ball(n.ONE)
        return n.ball(n.div(target, product)) if (product.lo > 0 or product.hi < 0) and not n.may_be_infinite(product) else None
    if kind == "pow" and k == 1 and isinstance(f[2], str) and f[2] not in ("oo", "-oo"):
        return _base(target, rational(f[2]))
    if kind == "exp" and target.hi > 0:
        return Ball(MINUS_OO if target.lo <= 0 else target.lo.log().lower(), OO if target.hi == OO else target.hi.log().upper(), target.lo <= 0, target.hi == OO)
    if kind == "log":
        low = n.exact(n.ZERO) if target.lo == MINUS_OO else target.lo.exp().lower()
        return Ball(low, OO if target.hi == OO else target.hi.exp().upper(), target.lo == MINUS_OO, target.hi == OO)
    if kind == "abs" and target.hi >= 0:
        return Ball(-target.hi, target.hi, target.hi == OO, target.hi == OO)
    return None


def _base(target: Ball, exponent: Fraction) -> Ball | None:
    """Where a base lies whose power lies in the target, for a positive exponent."""
    if exponent <= 0 or target.hi < 0:
        return None
    if exponent.denominator == 1 and exponent % 2:
        return None if target.lo < 0 else _base_above(target, exponent)
    high = OO if target.hi == OO else _root(target.hi, exponent).upper()
    if exponent.denominator == 1:
        return Ball(-high, high, high == OO, high == OO)
    return _base_above(target, exponent)


def _base_above(target: Ball, exponent: Fraction) -> Ball:
    """The same for a base that is not negative."""
    high = OO if target.hi == OO else _root(target.hi, exponent).upper()
    low = n.exact(n.ZERO) if target.lo <= 0 else _root(target.lo, exponent).lower()
    return Ball(low, high, False, high == OO)


def _root(x: arb, exponent: Fraction) -> arb:
    """``x^(1/exponent)`` for x >= 0; exact square roots stay exact."""
    if x == 0:
        return n.exact(n.ZERO)
    return x.sqrt() if exponent == 2 else x ** arb(fmpq(exponent.denominator, exponent.numerator))


__all__ = ["check", "denial", "implied", "met", "narrowed", "ranges_of"]
