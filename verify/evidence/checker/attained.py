"""An extremum over an interval that no member attains: nothing solves the equation of the term with it.

The term moves strictly away from its limit at an open end, at numbers that are all members, and is nowhere further away nearer to the limit than at one of these.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import covering, slopes
from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import BINDERS, argument, entries, free, head, names, optional, stated, text_of, word
from verify.evidence.checker.laws import Function
from verify.evidence.checker.numbers import NoValue, Undecided
from verify.evidence.checker.pieces import Piece, ball_of, inside, interval
from verify.evidence.checker.quotients import single
from verify.evidence.checker.truth import FALSE, TRUE, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

CLOSER = 24
"""Halvings of the stretch along which the term moves away from the end."""
MOST_PIECES = 96
"""Pieces of what is further away."""


def left_out(e: Evaluator, p: Any, env: Env) -> bool:
    """Whether ``p`` says that some member of an interval attains an extremum over that interval, and none does."""
    over = entries(p)
    if p[0] != "exists" or len(over) != 1 or head(over[0][0]) != "var" or head(stated(over[0][1])) != "interval":
        return False
    found = _equation(p, over[0][0], stated(over[0][1]))
    if found is None:
        return False
    term, conditions = found
    among = interval(e, p, env)
    if among is None:
        return False
    name, whole, members, ends_open = among
    where = stated(over[0][1])
    term, conditions = _written_out(term, name, where, env), [_written_out(condition, name, where, env) for condition in conditions]
    try:
        return any(_moves_away(e, term, conditions, name, whole, ends_open, way, env) for way in (1, -1) if _open_end(whole, members, way) is not None)
    except (NoValue, Undecided):
        return False


def _equation(p: Any, name: Any, where: Any) -> tuple[Any, list[Any]] | None:
    """The term whose infimum it is, the negative one for a supremum, and the conditions on a member."""
    body = _conjuncts(argument(p, 1))
    for k, part in enumerate(body):
        if head(part) != "compare" or word(argument(part, 1)) != "==":
            continue
        for term, best in ((part[1], part[3]), (part[3], part[1])):
            if head(best) not in ("inf", "sup") or names(name)[0] in free(best):
                continue
            inner = entries(best)
            if len(inner) != 1 or inner[0][0] != name or text_of(stated(inner[0][1])) != text_of(where) or text_of(argument(best, 1)) != text_of(term):
                continue
            asked = [] if optional(best, 2) is None else _conjuncts(optional(best, 2))
            others = body[:k] + body[k + 1:]
            if {text_of(c) for c in asked} == {text_of(c) for c in others}:
                return term if head(best) == "inf" else ["mul", "-1", term], others
    return None


def _conjuncts(p: Any) -> list[Any]:
    return [part for q in p[1:] for part in _conjuncts(q)] if head(p) == "all" else [p]


def _open_end(whole: Piece, members: list[Fraction], way: int) -> Fraction | None:
    """The end that is approached, where it is a fraction and no member."""
    end = whole[0] if way > 0 else whole[1]
    return None if end is None or end in members else end


def _moves_away(e: Evaluator, term: Any, conditions: list[Any], name: str, whole: Piece, ends_open: tuple[bool, bool], way: int, env: Env) -> bool:
    """Whether the term rises strictly from an open end on, and is at no member further away below its value at a number near the end."""
    end, other = whole if way > 0 else (whole[1], whole[0])
    assert end is not None
    width = abs(other - end) / 3 if other is not None else Fraction(1)
    for k in range(CLOSER):
        last = end + way * width / 2**k
        stretch = (end, last) if way > 0 else (last, end)
        place = {**env, name: ball_of(stretch, whole, ends_open)}
        if any(e.truth(condition, place) != TRUE for condition in conditions):
            continue
        try:
            slope = slopes.along(e, term, name, place)
        except (NoValue, Undecided, ZeroDivisionError):
            continue
        if not n.finite(slope) or not (slope.lo > 0 if way > 0 else slope.hi < 0):
            continue
        near = n.ball(e.number(term, {**env, name: end + (last - end) / 10}))
        if n.finite(near) and _none_below(e, term, conditions, name, (last, other) if way > 0 else (other, last), whole, ends_open, near.hi, env):
            return True
    return False


def _none_below(e: Evaluator, term: Any, conditions: list[Any], name: str, piece: Piece, whole: Piece, ends_open: tuple[bool, bool], level: Any, env: Env) -> bool:
    """Whether every member on a piece has at least this value."""
    short, inner = covering._hoisted(e, term, name, env)
    short = single(e, short, name, inner)
    pieces = [piece]
    for _ in range(MOST_PIECES):
        if not pieces:
            return True
        part = pieces.pop()
        x = ball_of(part, whole, ends_open)
        if any(e.truth(condition, {**env, name: x}) == FALSE for condition in conditions):
            continue
        try:
            value = n.ball(e.number(short, {**inner, name: x}))
            if value.lo >= level:
                continue
            if part[0] is not None and part[1] is not None:
                near = slopes.enclosed(e, term, name, part[0], part[1], env)
                if near is not None and near.lo >= level:
                    continue
        except Undecided:
            pass
        middle = inside(part)
        if middle is None:
            return False
        pieces += [(middle, part[1]), (part[0], middle)]
    return not pieces


def _written_out(f: Any, name: str, where: Any, env: Env) -> Any:
    """The formula with functions on the very interval, at the very name, replaced by their terms."""
    if not isinstance(f, list) or f[0] in BINDERS:
        return f
    if f[0] == "apply" and len(f) == 3 and head(f[1]) == "var" and head(f[2]) == "var" and names(f[2])[0] == name:
        known = env.get(names(f[1])[0])
        if isinstance(known, Function) and not known.captured and text_of(stated(known.where)) == text_of(where) and free(known.body) <= {known.name}:
            return _renamed(known.body, known.name, f[2])
    return [f[0], *(_written_out(part, name, where, env) for part in f[1:])]


def _renamed(f: Any, old: str, new: Any) -> Any:
    """The formula with a name for another; binders are left alone, which is why functions with binders are refused."""
    if not isinstance(f, list):
        return f
    if f[0] in BINDERS:
        raise Undecided("a function with a binder")
    if f[0] == "var":
        return new if names(f)[0] == old else f
    return [f[0], *(_renamed(part, old, new) for part in f[1:])]
