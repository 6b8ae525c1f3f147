"""Statements that there are laws, or a framework, which ask the same of every kernel as given ones do: refuted by kernels whose rows lie apart, spread out or concentrated.

``exists names: for all kernels M: (A iff B)`` or ``for all kernels M: exists names: (A iff B)``, where A does not depend on the names. Both sides are conjunctions of inequalities
``M P <= exp(e) M Q + d`` between the images of two laws: of all events (a hockey-stick divergence is at most d), of all points, or of the densities at all points. A part without a value
is not true, so nothing is lost where the images have none.

1. A is about events and false of the kernel that copies its input, B about points with d >= 0 or densities with d > 0. The kernel that sends the points of A's laws to uniform laws on
   disjoint intervals of length 1/d or more, and all else to one more such law, tells its input, so that A is as false of it; its images have no atoms, and densities of at most d.
2. The inputs are finitely many, the names come first, B is about events, A about points with d >= 0 or densities with d > 0, and some inequality of A fails at an input of its own. The kernel
   of 1 obeys A. Whatever the names are, if B holds for it then also for the kernel that copies its input (or replaces it by a uniform law on a short interval), which applies another
   kernel to its output; this one disobeys A.
3. B is about events, with e >= 0 and d > 0; A holds an inequality of densities such that P gives more to an input than exp(e) times what Q gives to it. The kernel that at this input adds a
   high and narrow peak of mass at most d to what it does at all others changes no image by more than d in total variation, so it obeys B, and disobeys A.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import laws
from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, entries, free, head, mentions, names, optional, stated, word
from verify.evidence.checker.laws import Finite
from verify.evidence.checker.membership import contains
from verify.evidence.checker.numbers import NoValue, Undecided
from verify.evidence.checker.truth import TRUE, Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

MOST = 64
"""Inequalities of one side."""
INDICES = ("situations", "secret_pairs", "integers", "labels", "one_of")


@dataclass(frozen=True)
class Inequality:
    """``M P <= exp(level) M Q + slack``, about events, points or densities; laws, level and slack as formulas."""

    about: str
    p: Any
    q: Any
    level: Any
    slack: Any


@dataclass(frozen=True)
class Statement:
    """The kernel, the inputs, whether it is chosen after the names, the names, and both sides."""

    kernel: str
    inputs: Any
    target: Any
    last: bool
    unknown: set[str]
    given: Any
    asked: Any


def none_exist(e: Evaluator, p: Any, env: Env) -> bool:
    """Whether the statement is refuted by one of these kernels."""
    s = _statement(p)
    if s is None:
        return False
    try:
        asked = [(i.about, _exact(e, i.level, env), _exact(e, i.slack, env)) for i in _open(s.asked, s, set(s.unknown))]
        given = list(_listed(e, s.given, s, env))
    except (NoValue, Undecided, _Other):
        return False
    if not asked or not given:
        return False
    of_events = all(about == "events" for about, _, _ in asked)
    if all(i.about == "events" for i in given) and all(_loose(about, slack) for about, _, slack in asked):
        return any(n.relations(laws.hockey_stick(i.p, i.q, i.level), i.slack) == {">"} for i in given)
    if not of_events:
        return False
    if s.last and head(s.inputs) == "data_sets" and all(_loose(i.about, i.slack) for i in given) and any(
            _heavier(i, i.slack if i.about == "points" else n.ZERO) for i in given):
        return True
    return all(level >= 0 and slack > 0 for _, level, slack in asked) and any(i.about == "densities" and _heavier(i, n.ZERO) for i in given)


def _statement(p: Any) -> Statement | None:
    """The parts of a statement of one of the two forms."""
    last = p[0] == "exists"
    inner = argument(p, 1)
    if head(inner) != ("forall" if last else "exists") or head(argument(inner, 1)) != "iff":
        return None
    there, every, body = (p, inner, inner[2]) if last else (inner, p, inner[2])
    if len(entries(every)) != 1 or head(entries(every)[0][0]) != "var":
        return None
    (pattern, where), kernels = entries(every)[0], stated(entries(every)[0][1])
    kernel, unknown = names(pattern)[0], {name for bound, _ in entries(there) for name in names(bound)}
    if head(kernels) != "kernels" or kernel in unknown or mentions(where) & unknown or optional(kernels, 2) is None or word(kernels[3]) != "randomised":
        return None
    target = argument(kernels, 1)
    if head(target) != "euclid" or argument(target, 0) != "1":
        return None
    sides = [argument(body, 0), argument(body, 1)]
    known = [not free(side) & unknown for side in sides]
    if known[0] == known[1]:
        return None
    given, asked = sides if known[0] else sides[::-1]
    return Statement(kernel, argument(kernels, 0), target, last, unknown, given, asked)


class _Other(Exception):
    """A side that is no conjunction of such inequalities."""


def _open(f: Any, s: Statement, bound: set[str]) -> list[Inequality]:
    """The inequalities of the side that depends on the names, whatever indices they range over; levels and slacks may depend on nothing that is bound."""
    if head(f) == "all":
        return [i for part in f[1:] for i in _open(part, s, bound)]
    found = _inequality(f, s)
    if found is not None:
        if (mentions(found.level) | mentions(found.slack)) & bound:
            raise _Other
        return [found]
    return _open(argument(f, 1), s, bound | _indices(f, s))


def _listed(e: Evaluator, f: Any, s: Statement, env: Env) -> list[Inequality]:
    """The inequalities of the side that is given, one for each value of its indices, with the laws and numbers put in."""
    if head(f) == "all":
        return [i for part in f[1:] for i in _listed(e, part, s, env)]
    found = _inequality(f, s)
    if found is not None:
        p, q = e.law(found.p, env), e.law(found.q, env)
        if not all(isinstance(law, Finite) and all(contains(e, s.inputs, x, env) == TRUE for x in law.points) for law in (p, q)):
            raise _Other
        return [Inequality(found.about, p, q, _exact(e, found.level, env), _exact(e, found.slack, env))]
    _indices(f, s)
    if any(head(stated(where)) not in INDICES for _, where in entries(f)):
        raise _Other
    rows: list[Inequality] = []
    for inner in e.assignments(entries(f), env):
        rows += _listed(e, argument(f, 1), s, inner)
        if len(rows) > MOST:
            raise _Other
    return rows


def _indices(f: Any, s: Statement) -> set[str]:
    """The names of a quantifier over indices, whose sets do not depend on the kernel."""
    if head(f) != "forall" or any(s.kernel in mentions(where) or s.kernel in names(pattern) for pattern, where in entries(f)):
        raise _Other
    return {name for pattern, _ in entries(f) for name in names(pattern)}


def _inequality(f: Any, s: Statement) -> Inequality | None:
    """One inequality between images under the kernel."""
    if head(f) == "compare" and word(argument(f, 1)) == "<=" and head(argument(f, 0)) == "hockey_stick":
        divergence = argument(f, 0)
        return _of_images(s, "events", argument(divergence, 0), argument(divergence, 1), argument(divergence, 2), argument(f, 2))
    if head(f) != "forall" or len(entries(f)) != 1 or head(argument(f, 1)) != "compare" or word(argument(argument(f, 1), 1)) != "<=":
        return None
    (name, where), (left, right) = entries(f)[0], (argument(f[2], 0), argument(f[2], 2))
    if head(name) != "var" or head(where) not in ("events", "points") or argument(where, 0) != s.target:
        return None
    if head(where) == "events":
        about, tail = "events", name
    else:
        about, tail = ("densities", name) if head(left) == "density" else ("points", ["event", name])
    wanted = "density" if about == "densities" else "mass"
    if head(left) != wanted or left[2:] != [tail] or head(right) != "add" or len(right) != 3:
        return None
    for product, slack in (right[1:], right[:0:-1]):
        if head(product) == "mul" and len(product) == 3:
            for factor, other in (product[1:], product[:0:-1]):
                if head(factor) == "exp" and head(other) == wanted and other[2:] == [tail]:
                    parts = (left[1], other[1], argument(factor, 0), slack)
                    return None if any(names(name)[0] in mentions(part) for part in parts) else _of_images(s, about, *parts)
    return None


def _of_images(s: Statement, about: str, first: Any, second: Any, level: Any, slack: Any) -> Inequality | None:
    if any(head(image) != "push" or argument(image, 0) != ["var", ["word", s.kernel]] for image in (first, second)):
        return None
    p, q = argument(first, 1), argument(second, 1)
    return None if any(s.kernel in mentions(part) for part in (p, q, level, slack)) else Inequality(about, p, q, level, slack)


def _exact(e: Evaluator, f: Any, env: Env) -> Fraction:
    found = e.number(f, env)
    if not isinstance(found, Fraction):
        raise _Other
    return found


def _loose(about: str, slack: Fraction) -> bool:
    """Whether a kernel that spreads its outputs far enough obeys it, whatever the laws are."""
    return (about == "points" and slack >= 0) or (about == "densities" and slack > 0)


def _heavier(i: Inequality, slack: Fraction) -> bool:
    """Whether the first law gives more to an input than exp(level) times what the second gives to it, and the slack."""
    there = i.q.table
    return any(n.relations(w, n.add(n.mul(n.exp(i.level), there.get(x, n.ZERO)), slack)) == {">"} for x, w in i.p.weights)


__all__ = ["none_exist"]
