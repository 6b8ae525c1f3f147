"""An extremum over an interval of a term that is monotone in the bound name: its value at an end of the interval.

The direction is read off the structure of the term. About laws it uses Anderson's inequality on the line: for a density proportional to
``exp(c1 x + c2 x^2)`` on the whole line with ``c2 < 0`` fixed, ``E |X|^k`` with ``k >= 0`` does not fall as ``|c1|`` grows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, entries, head, items, mentions, names, optional, stated, word
from verify.evidence.checker.laws import Family
from verify.evidence.checker.numbers import Number, Undecided
from verify.evidence.checker.truth import RELATIONS, TRUE, Env, judge

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator


def attained(e: Evaluator, f: Any, env: Env) -> Env | None:
    """The member at which an extremum over one interval, or over families of its numbers, is attained; None where that is not seen."""
    over = entries(f)
    if len(over) != 1 or head(over[0][0]) != "var" or optional(f, 2) is not None:
        return None
    name, where = names(over[0][0])[0], stated(over[0][1])
    size: int | None = None
    if head(where) == "families":
        index = [inner[name] for inner in e.assignments([(over[0][0], argument(where, 0))], env)]
        if index != list(range(1, len(index) + 1)):
            return None
        size = len(index)
        where = stated(argument(where, 1))
    if head(where) not in ("interval", "integers") or name in mentions(where):
        return None
    lo, hi = e.number(argument(where, 0), env), e.number(argument(where, 1), env)
    closed = [True, True] if head(where) == "integers" else [word(argument(where, k)) == "closed" for k in (2, 3)]
    if head(where) == "integers":
        lo, hi = (n.ceiling(lo) if n.finite(lo) else lo), (n.floor(hi) if n.finite(hi) else hi)
    order = n.relations(lo, hi)
    if not order <= {"<", "="} or ("=" in order and not all(closed)):
        return None  # perhaps no members
    try:
        moves = _Term(e, name, lo).direction(argument(f, 1), env)
    except Undecided:
        return None
    k = 1 if (moves > 0) == (f[0] == "sup") and moves else 0
    end = hi if k else lo
    if not closed[k] or not n.finite(end):
        return None
    return {**env, name: end if size is None else Family((end,) * size)}


def direction(e: Evaluator, term: Any, name: str, least: Number) -> int:
    """1, 0 or -1: how a term moves as the name rises from its least value. Raises Undecided where the structure does not say."""
    return _Term(e, name, least).direction(term, {})


def direction_from(e: Evaluator, term: Any, name: str, least: Number, env: Env) -> int:
    """The same, or 0 where the structure does not say, for a term that mentions other names."""
    try:
        return _Term(e, name, least).direction(term, env)
    except Undecided:
        return 0


def settled_at_the_end(e: Evaluator, body: Any, name: str, least: Number, env: Env, answer: str) -> bool:
    """Whether a comparison is true (or false) at the least value of a name, and its sides only move further apart from there on."""
    relation = word(argument(body, 1)) if head(body) == "compare" else ""
    if relation not in ("<", "<=", ">", ">="):
        return False
    wanted = 1 if (relation[0] == ">") == (answer == TRUE) else -1
    try:
        if _Term(e, name, least).direction(["add", body[1], ["mul", "-1", body[3]]], env) not in (0, wanted):
            return False
        sides = [e.number(body[k], {**env, name: least}) for k in (1, 3)]
    except (Undecided, n.NoValue):
        return False
    return all(n.finite(side) for side in sides) and judge(n.relations(*sides), RELATIONS[relation]) == answer


class _Term:
    """How terms move as one name rises from its least value."""

    def __init__(self, e: Evaluator, name: str, least: Number) -> None:
        self.e, self.name, self.least = e, name, least

    def moves(self, f: Any) -> bool:
        return self.name in mentions(f)

    def sign(self, f: Any, env: Env) -> int:
        """The sign of a term that does not move; Undecided where it is open or the term infinite."""
        x = self.e.number(f, env)
        found = n.relations(x, n.ZERO)
        if len(found) != 1 or n.may_be_infinite(x):
            raise Undecided("a factor whose sign is unknown")
        return {"<": -1, "=": 0, ">": 1}[found.pop()]

    def direction(self, f: Any, env: Env) -> int:
        """1, 0 or -1; Undecided where the structure does not say."""
        if not self.moves(f):
            return 0
        kind, parts = head(f), f[1:]
        if kind == "var" or (kind == "item" and head(f[1]) == "var" and not self.moves(argument(f, 1))):
            return 1
        if kind in ("exp", "erf", "floor", "ceiling"):
            return self.direction(parts[0], env)
        if kind == "erfc":
            return -self.direction(parts[0], env)
        if kind in ("add", "max", "min"):
            return self.together([self.direction(p, env) for p in parts])
        if kind == "mul":
            moving = [p for p in parts if self.moves(p)]
            if len(moving) == 1:
                result = self.direction(moving[0], env)
                for p in parts:
                    result *= 1 if p is moving[0] else self.sign(p, env)
                return result
        if kind == "pow" and not self.moves(argument(f, 1)) and self.nonnegative(parts[0], env):
            exponent = self.sign(parts[1], env)
            moves = self.direction(parts[0], env)
            if exponent >= 0:
                return exponent * moves
            first = self.e.number(parts[0], {**env, self.name: self.least})
            if moves >= 0 and n.relations(first, n.ZERO) == {">"}:  # at 0 a negative power has no value
                return exponent * moves
        if kind == "if":
            return self.steps(f, env)
        if kind == "sum" and optional(f, 2) is None and self.fixed_binder(f):
            inner = self.e.assignments(entries(f), env)
            return self.together([self.direction(argument(f, 1), each) for each in inner])
        if kind == "moment":
            return self.moment(f, env)
        if kind == "largest_shift" and not any(self.moves(argument(f, k)) for k in (0, 2)) and (optional(f, 3) is None or not self.moves(f[4])) and self.nonnegative(argument(f, 1), env):
            return self.direction(argument(f, 1), env)  # a larger ball has more shifts, and none has a length below 0
        raise Undecided("a term that is not shown to be monotone")

    def steps(self, f: Any, env: Env) -> int:
        """Two terms that move in one direction, one before and one from a number on, that do not jump the other way there."""
        condition = argument(f, 0)
        if head(condition) == "compare" and argument(condition, 2) == ["var", ["word", self.name]] and word(argument(condition, 1)) in ("<", "<="):
            turned = "<=" if word(argument(condition, 1)) == "<" else "<"
            return self.steps(["if", ["compare", condition[3], ["word", turned], condition[1]], f[3], f[2]], env)
        if head(condition) != "compare" or word(argument(condition, 1)) not in ("<", "<="):
            raise Undecided("a case that is not a step")
        left, at = argument(condition, 0), argument(condition, 2)
        if head(left) != "var" or names(left)[0] != self.name or self.moves(at):
            raise Undecided("a case that is not a step")
        here = {**env, self.name: self.e.number(at, env)}
        jump = n.relations(self.e.number(argument(f, 2), here), self.e.number(argument(f, 1), here))
        beyond = _Term(self.e, self.name, n.maximum(self.least, here[self.name]))
        found = [self.direction(argument(f, 1), env), beyond.direction(argument(f, 2), env)]
        for wanted, allowed in ((-1, {"<", "="}), (1, {">", "="})):
            if set(found) <= {0, wanted} and jump <= allowed:
                return wanted
        raise Undecided("a step that is not shown to be monotone")

    def fixed_binder(self, f: Any) -> bool:
        return not any(self.name in names(pattern) or self.moves(where) for pattern, where in entries(f))

    @staticmethod
    def together(found: list[int]) -> int:
        moving = set(found) - {0}
        if len(moving) > 1:
            raise Undecided("terms that move in two directions")
        return moving.pop() if moving else 0

    def nonnegative(self, f: Any, env: Env) -> bool:
        """Whether a term is seen to be at least 0 wherever the name is."""
        if not self.moves(f):
            return self.sign(f, env) >= 0
        kind = head(f)
        if kind in ("moment", "abs", "norm", "exp"):
            return True
        if kind == "var" or (kind == "item" and head(f[1]) == "var" and not self.moves(argument(f, 1))):
            return n.relations(self.least, n.ZERO) <= {">", "="}
        if kind in ("add", "mul"):
            return all(self.nonnegative(p, env) for p in f[1:])
        if kind == "max":
            return any(self.nonnegative(p, env) for p in sorted(f[1:], key=self.moves))
        if kind == "pow":
            return self.nonnegative(f[1], env)
        if kind == "sum":
            inner = self.e.assignments(entries(f), env)
            return self.fixed_binder(f) and all(self.nonnegative(argument(f, 1), each) for each in inner)
        return False

    def moment(self, f: Any, env: Env) -> int:
        law, order = argument(f, 0), argument(f, 1)
        if head(law) != "law" or self.moves(order) or (optional(f, 2) is not None and self.moves(f[3])) or self.sign(order, env) < 0:
            raise Undecided("a moment that is not shown to be monotone")
        pieces = items(argument(law, 2))
        if len(pieces) != 1:
            raise Undecided("a moment under a density of several pieces")
        lo, hi, _, slope, curve = items(pieces[0])
        if (lo, hi) != ("-oo", "oo") or self.moves(curve) or self.sign(curve, env) >= 0:
            raise Undecided("a moment that is not shown to be monotone")
        if not self.nonnegative(slope, env):
            raise Undecided("a density whose slope changes its sign")
        return self.direction(slope, env)
