"""Products compared by their logarithms: ``((k - 1)/(k + 1))^2 <= exp(-4/(k + 1))`` says that ``2 log(k - 1) - 2 log(k + 1) <= -4/(k + 1)``.

Both sides are products of powers whose bases are positive, and of exponentials. Such a product is a positive number, and its logarithm is the sum of the exponents times the logarithms of the
bases; logarithms keep the order. A summand of both sides cancels where it is seen to have a value everywhere. A name t >= 0 that all summands have as a factor may be left out: the comparison without it, multiplied by t, is the one with it. Where a base is 0 at an end of a
range, the statement is first shown there by itself. Hypotheses about other names than the comparison's are left out.

Evidence of kind ``logarithms``: ``apart``, a list of ``[name, "low" or "high", proof]`` for ends of ranges; ``positive``, for each base a proof that it is positive; ``factor``, a name or null; ``rest``, a
proof of what is left. A proof is ``{"kind", "evidence"}``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from verify.evidence.checker.at_sight import INFINITE, elementary, ends_are_numbers, holds_finite_numbers, total
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import ORDERED, Malformed, Refused, argument, head, mentions, names, rational, stated, text_of, word
from verify.evidence.checker.kinds import confirm
from verify.evidence.checker.tails import put
from verify.evidence.checker.uses import closed

PROOFS = ("rolle", "boxes", "identity", "logic", "smt")
MOST = 12
Entries = list[tuple[Any, Any]]
Term = list[Any]
"""Factors of a summand."""


@dataclass(frozen=True)
class Statement:
    """Names with their sets, hypotheses and a comparison."""

    over: Entries
    given: list[Any]
    goal: Any

    @classmethod
    def of(cls, over: Entries, given: list[Any], goal: Any) -> Statement:
        """The statement without hypotheses about names that the comparison does not mention."""
        return cls(over, [h for h in given if mentions(h) <= mentions(goal)], goal)

    def with_goal(self, goal: Any) -> Any:
        """The statement that the hypotheses imply something else, of the names that this needs; of all numbers between the ends where a name is an integer."""
        return closed([(pattern, _numbers(stated(where))) for pattern, where in self.over], self.given, goal)


def _numbers(where: Any) -> Any:
    """The interval that holds a range of integers; another set as it is."""
    if head(where) != "integers":
        return where
    return ["interval", *where[1:3], *(["word", "open" if end in INFINITE else "closed"] for end in where[1:3])]


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Malformed or Refused where the evidence is no proof by logarithms."""
    if set(c.evidence) - {"status"} != {"apart", "positive", "factor", "rest"}:
        raise Malformed("evidence of kind logarithms holds apart, positive, factor and rest")
    apart, positive, factor = c.evidence["apart"], c.evidence["positive"], c.evidence["factor"]
    if not isinstance(apart, list) or not isinstance(positive, list) or max(len(apart), len(positive)) > MOST:
        raise Malformed(f"evidence.apart and evidence.positive are lists of at most {MOST}")
    trusted: set[str] = set()
    left = Statement.of(c.over, c.hypotheses, c.goal)
    for one in apart:
        if not isinstance(one, list) or len(one) != 3:
            raise Malformed("an end is given by a name, low or high, and a proof")
        there, left = divided(left, one[0], one[1])
        trusted |= _confirmed(c, e, there.with_goal(there.goal), one[2])
    bases, sides = compared(left)
    if len(bases) != len(positive):
        raise Malformed("evidence.positive has a proof for each base")
    for base, proof in zip(bases, positive, strict=True):
        trusted |= _confirmed(c, e, left.with_goal(above_zero(base)), proof)
    return trusted | _confirmed(c, e, left.with_goal(without(left, bases, sides, factor)), c.evidence["rest"])


def _confirmed(c: Certificate, e: Evaluator, statement: Any, proof: Any) -> set[str]:
    if not isinstance(proof, dict) or set(proof) != {"kind", "evidence"} or proof["kind"] not in PROOFS or not isinstance(proof["evidence"], dict):
        raise Malformed(f"a proof holds a kind ({', '.join(PROOFS)}) and its evidence")
    return confirm(replace(c, statement=statement, kind=proof["kind"], evidence=proof["evidence"], status="PROVED"), e)


def divided(statement: Statement, name: Any, side: Any) -> tuple[Statement, Statement]:
    """The statement at the end of a range, and on the rest of it. Raises Malformed or Refused."""
    if side not in ("low", "high"):
        raise Malformed("an end is low or high")
    place, kind = (1, 3) if side == "low" else (2, 4)
    for k, (pattern, where) in enumerate(statement.over):
        where = stated(where)
        if head(pattern) != "var" or names(pattern) != [name] or head(where) not in ("interval", "integers") or not isinstance(where[place], str) or where[place] in INFINITE:
            continue
        end, after = where[place], statement.over[k + 1:]
        if head(where) == "integers" and rational(end).denominator == 1:
            inside = [*where[:place], str(rational(end) + (1 if side == "low" else -1)), *where[place + 1:]]
        elif head(where) == "interval" and word(where[kind]) == "closed":
            inside = [*where[:kind], ["word", "open"], *where[kind + 1:]]
        else:
            continue
        there = Statement([*statement.over[:k], *((p, put(w, name, end)) for p, w in after)], [put(h, name, end) for h in statement.given], put(statement.goal, name, end))
        return there, Statement([*statement.over[:k], (pattern, inside), *after], statement.given, statement.goal)
    raise Refused("a name whose range does not hold this end")


def compared(statement: Statement) -> tuple[list[Any], tuple[list[Term], str, list[Term]]]:
    """The bases that must be positive, and the logarithms of both sides as sums. Raises Refused."""
    goal = statement.goal
    if head(goal) != "compare" or word(argument(goal, 1)) not in (*ORDERED, "=="):
        raise Refused("logarithms keep the order of two numbers alone")
    if not all(holds_finite_numbers(stated(where)) for _, where in statement.over) or not (elementary(goal[1]) and elementary(goal[3])):
        raise Refused("a name that may be infinite, or a formula that is not elementary")
    if not ends_are_numbers(statement.over):
        raise Refused("a range whose ends may have no value")
    bases: dict[str, Any] = {}
    left, right = (logarithm(side, bases) for side in (goal[1], goal[3]))
    return list(bases.values()), (left, word(goal[2]), right)


def logarithm(f: Any, bases: dict[str, Any]) -> list[Term]:
    """The logarithm of a product as a sum; its bases are added to those so far. Raises Refused for a number that is not positive."""
    kind = head(f)
    if kind == "num":
        if rational(f) <= 0:
            raise Refused("the logarithm of a number that is not positive")
        return [] if rational(f) == 1 else [[["log", f]]]
    if kind == "mul":
        return [term for part in f[1:] for term in logarithm(part, bases)]
    if kind == "exp":
        return [_factors(part) for part in (f[1][1:] if head(f[1]) == "add" else [f[1]])]
    if kind == "pow":
        return [[*_factors(f[2]), *term] for term in logarithm(f[1], bases) or [[["log", "1"]]]]  # the exponent of 1 must have a value too
    bases.setdefault(text_of(f), f)
    return [[["log", f]]]


def _factors(f: Any) -> Term:
    return [factor for part in f[1:] for factor in _factors(part)] if head(f) == "mul" else [f]


def above_zero(base: Any) -> Any:
    return ["compare", "0", ["word", "<"], base]


def without(statement: Statement, bases: list[Any], sides: tuple[list[Term], str, list[Term]], factor: Any) -> Any:
    """The comparison of two sums, a factor of all summands left out, which must not be negative. Raises Refused.

    What stands on both sides cancels where it is seen to have a value wherever the bases are positive; else it stays, so that the proof of what is left has to show that.
    """
    left, relation, right = sides
    positive = set(map(text_of, bases))
    for term in [one for one in left if all(total(part, positive) for part in one)]:
        same = next((other for other in right if list(map(text_of, other)) == list(map(text_of, term))), None)
        if same is not None:
            left, right = _less(left, term), _less(right, same)
    if factor is not None:
        where = next((stated(where) for pattern, where in statement.over if names(pattern) == [factor]), None)
        if where is None or head(where) not in ("interval", "integers") or not isinstance(where[1], str) or where[1] in INFINITE or rational(where[1]) < 0:
            raise Refused("a factor that may be negative")
        if relation in ("<", ">") and rational(where[1]) == 0 and (head(where) == "integers" or word(where[3]) == "closed"):
            raise Refused("a factor that may be 0 in a strict inequality")
        own = text_of(["var", ["word", factor]])
        left, right = ([_taken(term, own) for term in side] for side in (left, right))
    return ["compare", _sum(left), ["word", relation], _sum(right)]


def _less(terms: list[Term], one: Term) -> list[Term]:
    """The summands without the first that is this one."""
    k = next(k for k, term in enumerate(terms) if term is one)
    return [*terms[:k], *terms[k + 1:]]


def _taken(term: Term, own: str) -> Term:
    for k, part in enumerate(term):
        if text_of(part) == own:
            return [*term[:k], *term[k + 1:]]
    raise Refused("a summand without the factor")


def _sum(terms: list[Term]) -> Any:
    parts = [term[0] if len(term) == 1 else ["mul", *term] if term else "1" for term in terms]
    return "0" if not parts else parts[0] if len(parts) == 1 else ["add", *parts]


__all__ = ["PROOFS", "Statement", "above_zero", "check", "compared", "divided", "without"]
