"""Nothing serves all: for each x of a set there is a y at which what is said of all y is false, so no x makes it true.

Kind ``reply``. At exact values of the outer names the conclusion, or one part of a conjunction, is ``exists x in X: B``. The range of one number of x is cut into pieces. On each piece
one reply makes B false for every x there: parts of conjunctions are chosen, names that B quantifies over get values in their sets. Either the rest is evaluated with x as an unknown
number of the piece (an enclosure), through arithmetic, conditions and propositions alone; or the replies are formulas in x, and the opposite of a comparison has a proof of its own.

Kind ``growth``. ``exists K, ...: for all t > s, ...: A <= K G`` with finite K: false if along a path, formulas in t for the other names, ``A/G`` tends to oo and G is positive in the end.
The path mentions none of the names that exist, so it serves all of them.

An x at which B has no value does not make it true.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from verify.evidence.checker import members, special
from verify.evidence.checker import numbers as n
from verify.evidence.checker.certificate import Certificate, decided
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import BINDERS, Malformed, Refused, argument, entries, free, head, mentions, names, stated, text_of, validate, word
from verify.evidence.checker.laws import Family
from verify.evidence.checker.membership import contains
from verify.evidence.checker.membership import members as members_of
from verify.evidence.checker.numbers import Ball, Undecided
from verify.evidence.checker.obligations import INFINITE, between_ends, confirmed, finite
from verify.evidence.checker.shown import Shown, above_0
from verify.evidence.checker.tails import holds_far_out, limit_at_infinity, put_all
from verify.evidence.checker.truth import FALSE, Env

OPEN_TO_UNKNOWN = frozenset({"var", "add", "mul", "pow", "exp", "log", "abs", "max", "min", "erf", "erfc", "if", "item", "sum", "prod", "compare", "all", "any", "not", "implies", *special.RULES})
"""Heads that know of a number only in which enclosure it lies: what they say of an enclosure is true of each number in it."""
OPPOSITE = {"<=": (">",), "<": (">=",), ">=": ("<",), ">": ("<=",), "==": ("<", ">")}
TURNED = {"<=": "<=", "<": "<", ">=": "<=", ">": "<"}
LONGEST_FAMILY = 16


# --- replies ------------------------------------------------------------------------------------------------------------


def check(c: Certificate, e: Evaluator, env: Env) -> set[str]:
    """Raises Malformed or Refused where a reply does not make the statement false. ``env`` holds the values of the outer names."""
    if set(c.evidence) - {"status"} != {"instance", "path", "cut", "at", "pieces"}:
        raise Malformed("evidence of kind reply holds instance, path, cut, at and pieces")
    goal = _chosen(c.goal, c.evidence["path"], lambda before: decided(e.truth(before, env), "parts of a conjunction before the chosen one must be true"))
    if head(goal) != "exists":
        raise Refused("a reply needs a statement that something exists")
    unknown = [name for pattern, _ in entries(goal) for name in names(pattern)]
    if len(set(unknown)) != len(unknown) or set(unknown) & set(c.names()):
        raise Refused("a name of what exists has another meaning too")
    cut, at, stored = (c.evidence[key] for key in ("cut", "at", "pieces"))
    if not isinstance(at, list) or not isinstance(stored, list) or len(stored) != len(at) + 1 or len(stored) > members.MOST_PIECES:
        raise Malformed(f"evidence.pieces has one piece more than evidence.at has numbers, at most {members.MOST_PIECES}")
    inner = replace(c, statement=["forall", goal[1], argument(goal, 1)])
    trusted: set[str] = set()
    for over, piece in zip(members.pieces(inner, cut, at), stored, strict=True):
        if not isinstance(piece, dict) or set(piece) not in ({"path", "values"}, {"path", "values", "relation", "proofs"}) or not isinstance(piece["values"], dict):
            raise Malformed("a piece holds path and values, and optionally relation and proofs")
        for value in piece["values"].values():
            validate(value)
        if "proofs" in piece:
            trusted |= _proved(c, e, over, argument(goal, 1), piece)
        else:
            _evaluated(e, over, argument(goal, 1), piece, env)
    return trusted


def _chosen(p: Any, path: Any, passed: Callable[[Any], None] = lambda before: None) -> Any:
    """A part of a conjunction, of a part of a conjunction ..., by numbers from 1; ``passed`` is handed the parts before it."""
    if not isinstance(path, list):
        raise Malformed("a path is a list of numbers")
    for k in path:
        if type(k) is not int or head(p) != "all" or not 1 <= k < len(p):
            raise Malformed("a path must lead to a part of a conjunction")
        for before in p[1:k]:
            passed(before)
        p = p[k]
    return p


@dataclass
class _Reply:
    """What is left of a proposition after parts were chosen, with the names that it quantifies over."""

    rest: Any
    asked: list[tuple[str, Any]]


def _followed(p: Any, path: Any, values: dict[str, Any]) -> _Reply:
    """Down through conjunctions, by the path, and through names that have values."""
    if not isinstance(path, list):
        raise Malformed("a path is a list of numbers")
    left, asked = list(path), []
    while True:
        if head(p) == "forall":
            for pattern, where in entries(p):
                if head(pattern) != "var":
                    raise Refused("a reply gives values to single names")
                asked.append((names(pattern)[0], where))
            p = argument(p, 1)
        elif head(p) == "all" and left:
            p = _chosen(p, [left.pop(0)])
        else:
            break
    own = [name for name, _ in asked]
    if left or len(set(own)) != len(own) or set(own) != set(values):
        raise Malformed("a reply gives a value to each name that is quantified over, once, and its path ends there")
    return _Reply(p, asked)


def _evaluated(e: Evaluator, over: list[tuple[Any, Any]], body: Any, piece: dict[str, Any], env: Env) -> None:
    """The body is false whatever numbers of the piece are meant."""
    reply = _followed(body, piece["path"], piece["values"])
    unknown: set[str] = set()
    inside = dict(env)
    for pattern, where in over:
        if head(pattern) != "var" or mentions(where) & unknown:
            raise Refused("what exists must be numbers, in ranges that do not depend on each other")
        inside[names(pattern)[0]] = _range(e, stated(where), inside)
        unknown.add(names(pattern)[0])
    if unknown & {name for name, _ in reply.asked}:
        raise Refused("a name of what exists is bound again")
    for name, where in reply.asked:
        if mentions(where) & unknown and (head(stated(where)) not in ("interval", "integers") or not _blind(where, unknown)):
            raise Refused("a set that depends on what exists must be a range of numbers")
        value = e.value(piece["values"][name], {})
        decided(contains(e, where, value, inside), f"the reply {name} must lie in its set")
        inside[name] = value
    if not _blind(reply.rest, unknown):
        raise Refused("the body is not evaluated at numbers that are unknown")
    decided(e.truth(reply.rest, inside), "the body must be false on the whole piece", FALSE)


def _blind(f: Any, unknown: set[str]) -> bool:
    """Whether unknown numbers stand under arithmetic, conditions and propositions alone."""
    if not mentions(f) & unknown:
        return True
    kind = head(f)
    if kind in ("interval", "integers"):
        return _blind(f[1], unknown) and _blind(argument(f, 1), unknown)
    if kind not in OPEN_TO_UNKNOWN:
        return False
    if kind in BINDERS:
        if any(mentions(pattern) & unknown or mentions(where) & unknown for pattern, where in entries(f)):
            return False
        return all(_blind(part, unknown) for part in f[2:])
    return kind == "var" or all(_blind(part, unknown) for part in f[1:])


def _range(e: Evaluator, where: Any, env: Env) -> Any:
    """Any number of an interval, or any family of such numbers."""
    if head(where) == "families":
        index = list(members_of(e, argument(where, 0), env))
        if len(index) > LONGEST_FAMILY or index != [k + 1 for k in range(len(index))]:
            raise Refused("a family with another index than 1, 2, ..., or a long one")
        return Family(_range(e, stated(argument(where, 1)), env) for _ in index)
    if head(where) == "integers":  # it is enough that nothing between them does
        where = ["interval", where[1], argument(where, 1), *([["word", "open" if end in ("oo", "-oo") else "closed"] for end in where[1:3]])]
    if head(where) != "interval":
        raise Refused("what exists must be numbers of a range, or families of them")
    low, high = (e.number(where[k], env) for k in (1, 2))
    if not n.relations(low, high) <= {"<", "="}:
        raise Undecided("an interval that may be empty")
    ends = [word(where[k]) for k in (3, 4)]
    if not set(ends) <= {"open", "closed"}:
        raise Malformed("an end of an interval is open or closed")
    return Ball(n.ball(low).lo, n.ball(high).hi, ends[0] == "open", ends[1] == "open")


def _proved(c: Certificate, e: Evaluator, over: list[tuple[Any, Any]], body: Any, piece: dict[str, Any]) -> set[str]:
    """The replies lie in their sets, and a comparison fails, for all numbers of the piece: each by a proof."""
    given = {name: c.evidence["instance"][name] for name in c.names()}
    reply = _followed(body, piece["path"], piece["values"])
    unknown = [names(pattern)[0] for pattern, _ in over if head(pattern) == "var"]
    own = {name for name, _ in reply.asked}
    if len(unknown) != len(over) or own & {*unknown, *given}:
        raise Refused("what exists must be single numbers, whose names are not bound again")
    place = [(pattern, put_all(where, given)) for pattern, where in over]
    shown = Shown({name for pattern, where in place if above_0(where) for name in names(pattern)}, "")
    if not all(finite(stated(where), shown, set()) for _, where in place):
        raise Refused("what exists is not known to be a finite number")
    goals: list[Any] = []
    put_in: dict[str, Any] = {}
    for name, where in reply.asked:
        value, inside = piece["values"][name], stated(put_all(put_all(where, given), put_in))
        if value in INFINITE or not mentions(value) <= set(unknown) or not shown.defined(value):
            raise Refused("a reply must be a finite number of the numbers that exist")
        if head(inside) != "interval":
            raise Refused("a reply that is a formula must lie in an interval")
        goals += between_ends(value, inside)
        put_in[name] = value
    rest = put_all(put_all(reply.rest, given), put_in)
    if head(rest) != "compare" or not free(rest) <= set(unknown):
        raise Refused("what is left must be a comparison of numbers")
    if piece["relation"] not in OPPOSITE.get(word(argument(rest, 1)), ()):
        raise Refused(f"{str(piece['relation'])[:10]} is not what makes {word(rest[2])} false")
    goals.append(["compare", rest[1], ["word", piece["relation"]], argument(rest, 2)])
    if not isinstance(piece["proofs"], list) or len(piece["proofs"]) != len(goals):
        raise Malformed(f"a piece needs {len(goals)} proofs")
    alone = replace(c, statement=["forall", ["()", *(["()", pattern, where] for pattern, where in place)], goals[-1]])
    return set().union(*(confirmed(alone, place, one, proof, e) for one, proof in zip(goals, piece["proofs"], strict=True)))


# --- growth -------------------------------------------------------------------------------------------------------------


def grows(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Malformed or Refused where the path does not show that no factor is large enough."""
    if set(c.evidence) - {"status"} != {"factor", "along", "path"}:
        raise Malformed("evidence of kind growth holds factor, along and path")
    factor, along, path = (c.evidence[key] for key in ("factor", "along", "path"))
    if not isinstance(factor, str) or not isinstance(along, str) or not isinstance(path, dict):
        raise Malformed("factor and along are names, path gives a formula to each other name")
    if c.over or c.hypotheses or head(c.goal) != "exists" or head(argument(c.goal, 1)) != "forall":
        raise Refused("growth needs the closed statement that numbers exist such that something holds for all")
    outer, inner = ([(names(pattern), stated(where)) for pattern, where in entries(p)] for p in (c.goal, c.goal[2]))
    exist, asked = ([name for group, _ in over for name in group] for over in (outer, inner))
    if any(len(group) != 1 for group, _ in (*outer, *inner)) or len({*exist, *asked}) != len(exist) + len(asked):
        raise Refused("growth needs single names, each bound once")
    if not all(finite(where, Shown(set(), ""), set()) for _, where in outer):
        raise Refused("what exists is not known to be a finite number")
    if factor not in exist or along not in asked or set(path) != set(asked) - {along}:
        raise Malformed("factor exists, along is one of the names of all values, path gives a formula to each other one")
    for (name,), where in inner:
        if name == along:
            _without_end(where, set(exist))
        else:
            _on_the_path(e, where, name, along, path, set(asked))
    compared, bound = _sides(c.goal[2][2], factor, set(exist))
    compared, bound = (put_all(side, path) for side in (compared, bound))
    if holds_far_out(e, ["compare", "0", ["word", "<"], bound], along, {}) is not True:
        raise Undecided("the bound is positive in the end")
    if n.is_point_infinite(limit_at_infinity(e, ["mul", compared, ["pow", bound, "-1"]], along, {})) <= 0:
        raise Refused("the quotient along the path does not tend to infinity")
    return set()


def _without_end(where: Any, exist: set[str]) -> None:
    """A half-line that begins at a number or at one of the numbers that exist."""
    if head(where) != "interval" or where[2] != "oo" or where[1] == "oo":
        raise Refused("the name along the path must range over a half-line")
    start = where[1]
    if not isinstance(start, str) and not (head(start) == "var" and set(names(start)) <= exist):
        raise Refused("the half-line must begin at a number, or at one that exists")


def _on_the_path(e: Evaluator, where: Any, name: str, along: str, path: dict[str, Any], asked: set[str]) -> None:
    """In the end the path lies in the set of this name."""
    validate(path[name])
    if not mentions(path[name]) <= {along} or head(where) != "interval" or not mentions(where) <= asked:
        raise Refused("the path must be formulas of one name in intervals that do not depend on what exists")
    for goal in between_ends(path[name], put_all(where, path)):
        if holds_far_out(e, goal, along, {}) is not True:
            raise Undecided(f"the path lies in the set of {name} in the end")


def _sides(p: Any, factor: str, exist: set[str]) -> tuple[Any, Any]:
    """A and G of ``A <= K G``; neither mentions what exists."""
    if head(p) != "compare" or word(argument(p, 1)) not in TURNED:
        raise Refused("growth needs an inequality")
    compared, product = (p[1], argument(p, 2)) if word(p[2]) in ("<=", "<") else (argument(p, 2), p[1])
    parts = product[1:] if head(product) == "mul" else []
    rest = [part for part in parts if text_of(part) != text_of(["var", ["word", factor]])]
    if len(rest) != len(parts) - 1 or not rest or mentions([head(product), compared, *rest]) & exist:
        raise Refused("one side must be the factor times a bound, and neither may mention anything else that exists")
    return compared, rest[0] if len(rest) == 1 else ["mul", *rest]


__all__ = ["check", "grows"]
