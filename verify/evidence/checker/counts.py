"""How the counts of printed procedures grow: read again from the syntax tree, on polynomials in the inputs.

A world holds the variables, inequalities that are known (``p >= 0`` or ``p > 0``) and bounds of the counts on one way through a procedure; a comparison that what is known does not
answer makes two worlds of one. Of loops the certificate names inequalities that are said to hold before every turn: those that hold at the start and after a turn before which they
hold are used, the others are not. The number of turns is that of ``range``, of equal steps up to an end, or, where the last line leaves as soon as x < b and each turn multiplies
x by the same r between 0 and 1, the least k >= 1 with ``x r^k < b``. What has perhaps no value is refused.

A class of growth ``sign x^a (log x)^b (log log x)^d`` leaves out a factor between two positive constants.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.counted_code import Reader, Row
from verify.evidence.checker.counted_forms import NIL, UNIT, Class, Known, direction, logarithm, power, product
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import BINDERS, MIRRORED, Malformed, Refused, argument, entries, free, head, names, stated, word
from verify.evidence.checker.numbers import Undecided

FAR = 16


# --- statements ------------------------------------------------------------------------------------------------------------------

Side = tuple[Class | None, Class]
ORDER = {"0": 0, "between": 1, "oo": 2}


class Judge:
    """The truth of a statement for all values of its free names."""

    def __init__(self, e: Evaluator, hints: dict[tuple[str, int], list[tuple[str, str, str]]], ranges: dict[str, Any]) -> None:
        self.e, self.hints, self.ranges = e, hints, ranges
        self.found: list[list[Any]] = []
        self.notes: set[str] = set()

    def truth(self, goal: Any) -> bool:
        if head(goal) == "all":
            return all(self.truth(part) for part in goal[1:])
        if head(goal) == "exists":
            self.no_factor(goal)
            return False
        if head(goal) != "compare":
            raise Refused("the conclusion compares no growth")
        left, relation, right = argument(goal, 0), word(argument(goal, 1)), argument(goal, 2)
        if head(left) not in ("limsup", "liminf", "limit"):
            left, right = right, left
            relation = MIRRORED.get(relation, relation)
        if head(left) not in ("limsup", "liminf", "limit") or right not in ("0", "oo") or relation not in ("<", "<=", ">", ">=", "==", "!="):
            raise Refused("the conclusion compares no limit with 0 or infinity")
        (pattern, to), = entries(left)
        if to != "oo":
            raise Refused("a limit at a point")
        low, high = self.side(argument(left, 1), names(pattern)[0], {})
        if high[0] < 0 or (low is not None and low[0] < 0):
            raise Undecided("a limit of what is negative")
        if low is not None and direction(low) > 0:
            ends = {"oo"}
        elif direction(high) < 0:
            ends = {"0"}
        elif head(left) == "limit":
            raise Undecided("a limit that may not exist")
        else:
            ends = {"between"} | ({"oo"} if direction(high) > 0 else set()) | (set() if low is not None and direction(low) == 0 else {"0"})
        answers = {_relation(ORDER[end], relation, ORDER[right]) for end in ends}
        if len(answers) != 1:
            raise Undecided("the growth is not known well enough")
        return answers.pop()

    def side(self, f: Any, x: str, own: dict[str, Any]) -> Side:
        """The classes between which a formula lies as the name tends to infinity."""
        if any({x, *own} & free(where) for name, where in self.ranges.items() if name not in {x, *own}):
            raise Undecided("the range of a name mentions a name that is bound again")
        ranges = {**self.ranges, **own, x: ["interval", str(FAR), "oo", ["word", "open"], ["word", "open"]]}
        reader = Reader(self.e, self.hints, ranges)
        low, high = self.classes(reader, f, x, {}, reader.begin())
        self.notes |= reader.notes
        self.found.append([None if c is None else [str(a) for a in c[1]] for c in (low, high)])
        return low, high

    def classes(self, r: Reader, f: Any, x: str, bound: dict[str, Any], known: tuple[Known, ...]) -> Side:
        kind = head(f)
        if kind == "outcome":
            least, most = r.outcome(f, bound, known)
            own = (r.pool.growth(least, x, known) if least else None), r.pool.growth(most, x, known)
            if own[1][0] != (own[0][0] if own[0] else 1) or (least != most and own[1][0] < 0):
                raise Undecided("a side of both signs")
            return own
        if kind == "expect":
            (pattern, where), = entries(f)
            if head(where) != "permutations":
                raise Undecided("an expectation that is not over orders")
            length = r.term(argument(where, 0), bound, known)
            if not r.pool.whole(length) or not r.pool.positive(length, known):  # an entry supposes that there is one
                raise Undecided("an order of something that is not a number of things")
            any_ = r.pool.atom("entry", "order", NIL, UNIT, length)
            return self.classes(r, argument(f, 1), x, {**bound, names(pattern)[0]: Row(len(r.pool.atoms), length, UNIT, length, any_, any_, "r")}, known)
        if kind == "abs":
            low, high = self.classes(r, argument(f, 0), x, bound, known)
            if low is not None and low[0] != high[0]:
                raise Undecided("a side of both signs")
            return (None if low is None else (1, low[1])), (1, high[1])
        if kind == "pow" and argument(f, 1) == "-1":
            low, high = self.classes(r, argument(f, 0), x, bound, known)
            if low is None or low[0] != high[0]:
                raise Undecided("a division by what may be 0")
            return power(high, -1), power(low, -1)
        if kind == "log" and x in free(f):  # of what is positive far out, wherever it is not
            low, high = self.classes(r, argument(f, 0), x, bound, known)
            if low is None or low != high or low[0] < 0:
                raise Undecided("the logarithm of what is not known to be positive")
            return logarithm(low), logarithm(high)
        if kind == "mul":
            total: Side = ((1, (Fraction(0),) * 3), (1, (Fraction(0),) * 3))
            for part in f[1:]:
                side = self.classes(r, part, x, bound, known)
                if (side[0] != side[1] or total[0] != total[1]) and min(side[1][0], total[1][0]) < 0:
                    raise Undecided("a negative factor of what is known between two classes")
                total = (None if side[0] is None or total[0] is None else product(total[0], side[0])), product(total[1], side[1])
            return total
        plain = r.pool.growth(r.term(f, bound, known), x, known)
        return plain, plain

    def no_factor(self, goal: Any) -> None:
        """That ``A <= K G`` holds for no K, whatever else exists: A / G tends to infinity in one name, for all values of the others."""
        exist = {name: stated(where) for pattern, where in entries(goal) for name in names(pattern)}
        inner = argument(goal, 1)
        if head(inner) != "forall" or head(argument(inner, 1)) != "compare":
            raise Refused("what exists is not a factor of an inequality")
        asked = {name: stated(where) for pattern, where in entries(inner) for name in names(pattern)}
        _, left, relation, right = argument(inner, 1)
        if word(relation) in (">", ">="):
            left, right = right, left
        elif word(relation) not in ("<", "<="):
            raise Refused("what exists is not a factor of an inequality")
        if set(exist) & set(asked) or any(head(where) != "interval" or word(argument(where, 3)) != "open" or not isinstance(where[1], str) for where in exist.values()):
            raise Refused("what exists must be finite numbers")
        for where in asked.values():
            start = argument(where, 0) if head(where) == "interval" else None
            if start is None or where[2] != "oo" or word(argument(where, 3)) != "open" or not (
                    (isinstance(start, str) and start not in ("oo", "-oo")) or (head(start) == "var" and names(start)[0] in exist)):
                raise Refused("the names must range over half-lines that begin at numbers, or at what exists")
        why: Undecided | None = None
        for x in asked:
            for factor in exist:
                rest = [part for part in right[1:] if part != ["var", ["word", factor]]] if head(right) == "mul" else []
                if len(rest) != len(right) - 2 or not rest or free(["all", left, *rest]) & set(exist):
                    continue
                stored = len(self.found)
                try:
                    low, _ = self.side(["mul", left, *(["pow", part, "-1"] for part in rest)], x, exist | asked)
                    below, above = self.side(["mul", "1", *rest], x, exist | asked)
                except Undecided as reason:
                    why = reason
                else:
                    if low is not None and low[0] > 0 and direction(low) > 0 and below is not None and below[0] == above[0] == 1:
                        return
                del self.found[stored:]
        raise why or Undecided("no name along which the quotient tends to infinity")


def _relation(a: int, relation: str, b: int) -> bool:
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "==": a == b, "!=": a != b}[relation]


# --- the check -------------------------------------------------------------------------------------------------------------------


def check(c: Certificate, e: Evaluator, instance: Any) -> set[str]:
    """``instance`` has been looked at: its values lie in their sets, and the hypotheses hold. Raises Refused, Undecided or Malformed."""
    wanted = {"invariants", "growth"} | ({"instance"} if c.status == "REFUTED" else set())
    if set(c.evidence) - {"status", "procedures"} != wanted or c.evidence.get("status", c.status) != c.status:
        raise Malformed(f"evidence holds {', '.join(sorted(wanted))}")
    goal, ranges = c.goal, {name: stated(where) for pattern, where in c.over for name in names(pattern)}
    if c.status == "REFUTED":
        goal, ranges = _at(goal, c.evidence["instance"]), {}
    else:
        fixed = {name: argument(where, 0) for name, where in ranges.items() if head(where) == "one_of" and len(where) == 2}
        goal, ranges = _at(goal, fixed), {name: where for name, where in ranges.items() if name not in fixed}
    judge = Judge(e, _hints(c.evidence["invariants"]), ranges)
    if judge.truth(goal) != (c.status == "PROVED"):
        raise Refused("the growth shows the opposite")
    if c.evidence["growth"] != judge.found:
        raise Refused(f"evidence.growth differs from what is found, {judge.found}")
    return judge.notes


def _hints(stored: Any) -> dict[tuple[str, int], list[tuple[str, str, str]]]:
    """Inequalities by procedure and number of the loop."""
    if not isinstance(stored, list):
        raise Malformed("evidence.invariants must be a list")
    found: dict[tuple[str, int], list[tuple[str, str, str]]] = {}
    for entry in stored:
        if not (isinstance(entry, list) and len(entry) == 5 and isinstance(entry[0], str) and type(entry[1]) is int and all(isinstance(x, str) for x in entry[2:]) and entry[3] in ("<", "<=")):
            raise Malformed("an invariant is [procedure, number of the loop, name, < or <=, name]")
        found.setdefault((entry[0], entry[1]), []).append((entry[2], entry[3], entry[4]))
    return found


def _at(f: Any, values: dict[str, Any]) -> Any:
    """The formula with values in place of its free names; the values have no free names."""
    if not isinstance(f, list) or not values or f[0] == "word":
        return f
    if f[0] == "var":
        return values.get(names(f)[0], f)
    if f[0] not in BINDERS:
        return [f[0], *(_at(part, values) for part in f[1:])]
    over = []
    for pattern, where in entries(f):
        over.append(["()", pattern, _at(where, values)])
        values = {name: v for name, v in values.items() if name not in names(pattern)}
    return [f[0], ["()", *over], *(_at(part, values) for part in f[2:])]


__all__ = ["check"]
