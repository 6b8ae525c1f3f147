"""Why a proposition is false where no single comparison fails by itself: the comparison that is most telling, with what was chosen before it.

``there is E: A(E) and B(E)``
    The choice that comes closest, and what fails there. It is called the closest one where all choices were looked at, else an example.
``p if and only if q``
    What holds on one side, and what fails on the other.
``t in S``
    The value and the set.

These are words for a reader. Nothing here decides: that the whole is false was decided before, and evidence of it holds no more than the instance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, pattern_names
from verify.claims.sets import stated
from verify.claims.show import text
from verify.engines import binders, listed, margins, member_by_member
from verify.engines import evaluate as ev
from verify.engines.membership import contains
from verify.engines.task import in_words
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import laws, numbers
from verify.values.decimals import apart, fifteen, written
from verify.values.formulas import formula
from verify.values.numbers import NoValue
from verify.values.structures import Event, Family, Row

WORK = 6_000
"""Units of work that the words may cost."""
CHOICES = 64
"""Choices for names of a quantifier that are looked at."""
APART = "'"
"""What tells a name that a quantifier binds from the same name bound before it."""
LONG = 60
"""Characters of a value beyond which it is not written out."""
STEPS = (fmpq(1), fmpq(1, 1000), fmpq(1, 8), fmpq(4), fmpq(64))
"""How far from an end of a half-line numbers are looked at; between two ends, as shares of the range, the ones below 1 and their counterparts."""
EQUAL = -1e-12
"""Margin of a strict comparison of numbers that floats do not tell apart: both may be too small for them, and nothing is close."""
FAILED = (ev.NoRoute, NoValue, ArithmeticError, ValueError, TypeError, KeyError)


@dataclass(frozen=True, slots=True)
class Told:
    """A comparison or membership, what it says of two values, and what was chosen before it."""

    chosen: tuple[str, ...]
    measured: str
    relation: str
    claimed: str
    holds: bool

    @property
    def plain(self) -> str:
        """The comparison alone; of a membership, whether it holds."""
        return f"{self.measured} {self.relation if self.relation != 'in' else 'lies in' if self.holds else 'does not lie in'} {self.claimed}"

    @property
    def words(self) -> str:
        """A sentence about a proposition that is false: a comparison that is true is denied in it."""
        if self.relation == "in":
            told = self.plain + (", which is denied" if self.holds else "")
        else:
            told = in_words(self.measured, self.relation, self.claimed, self.holds)
        return ": ".join((*self.chosen, told))


def telling(goal: Node, env: ev.Env, candidates: Callable[[Node, ev.Env], list[Any]] | None = None) -> Told | None:
    """What makes a false proposition false, in the comparison that says most; None where none is found, or none with little work."""
    for prec in (ev.PRECISIONS[0], 256):
        try:
            with enclosures.allowance(WORK):
                found = _told(goal, env, ev.Context(prec, candidates), Truth.FALSE)
        except enclosures.OutOfWork:
            return None
        except FAILED:
            continue
        if found is not None:
            return found
    return None


def _told(p: Node, env: ev.Env, c: ev.Context, wanted: Truth) -> Told | None:
    if ev.truth(p, env, c) is not wanted:
        return None
    head = p.head
    if head == "compare":
        return _compared(p, env, c, wanted)
    if head == "member":
        return Told((), _written(ev.argument(p, 0), env, c), "in", text(ev.argument(p, 1)), wanted is Truth.TRUE)
    if head == "not":
        return _told(ev.argument(p, 0), env, c, _opposite(wanted))
    if head == "implies":
        return _told(ev.argument(p, 1), env, c, wanted) or (_told(ev.argument(p, 0), env, c, Truth.FALSE) if wanted is Truth.TRUE else None)
    if head in ("all", "any"):
        return next((found for k in range(len(p.args)) if (found := _attempt(ev.argument(p, k), env, c, wanted)) is not None), None)
    if head == "iff":
        return _sides_apart(p, env, c) if wanted is Truth.FALSE else None
    if head in ("forall", "exists"):
        deciding = (head == "forall") == (wanted is Truth.FALSE)
        return _member(p, env, c, wanted) if deciding else _closest(p, env, c, wanted)
    return None


def _attempt(p: Node, env: ev.Env, c: ev.Context, wanted: Truth) -> Told | None:
    """The same for one part of several: where it cannot be evaluated, the others may tell."""
    try:
        return _told(p, env, c, wanted)
    except FAILED:
        return None


def _opposite(wanted: Truth) -> Truth:
    return Truth.TRUE if wanted is Truth.FALSE else Truth.FALSE


def _compared(p: Node, env: ev.Env, c: ev.Context, wanted: Truth) -> Told | None:
    relation, holds = str(p.args[1]), wanted is Truth.TRUE
    if relation == "rounds to":
        return Told((), _value(ev.argument_value(p, 0, env, c)), relation, str(ev.argument(p, 2).args[0]), holds)
    left, right = ev.sides(p, env, c)
    if isinstance(left, ev.numbers_kinds) and isinstance(right, ev.numbers_kinds):
        measured, claimed = apart(_digits(left), _digits(right))
        return Told((), measured, relation, claimed, holds)
    shown = [_value(side) or text(ev.argument(p, k)) for side, k in ((left, 0), (right, 2))]
    return Told((), shown[0], relation, shown[1], holds)


def _sides_apart(p: Node, env: ev.Env, c: ev.Context) -> Told | None:
    """An equivalence: the side that fails, with the comparison by which the other one holds."""
    true, false = (ev.argument(p, k) for k in ((0, 1) if ev.truth(ev.argument(p, 0), env, c) is Truth.TRUE else (1, 0)))
    failing, holding = _attempt(false, env, c, Truth.FALSE), _attempt(true, env, c, Truth.TRUE)
    if failing is None:
        if holding is None:
            return None
        return replace(holding, chosen=(*holding.chosen, "one side of the equivalence holds and the other fails"))
    said = "one side of the equivalence holds" + (f" ({': '.join((*holding.chosen, holding.plain))})" if holding is not None else "") + ", the other fails"
    return replace(failing, chosen=(said, *failing.chosen))


# --- choices -----------------------------------------------------------------------------------------------------------------


def _member(p: Node, env: ev.Env, c: ev.Context, wanted: Truth) -> Told | None:
    """A member at which a statement about all is false, or one that exists."""
    probe = ev.Context(c.prec, c.candidates)
    ev.truth(p, env, probe)
    names = [name for entry in p.args[0] for name in pattern_names(entry[0])]  # type: ignore[index, union-attr]
    met = [{**env, **{name: probe.inner[name] for name in names}}] if set(names) <= probe.inner.keys() else []
    for inner, _ in (*((one, False) for one in met), *_choices(p, env, c)):
        found = _attempt(ev.argument(p, 1), inner, c, wanted)
        if found is not None:
            return replace(found, chosen=(*_at("at", names, inner), *found.chosen))
    return None


def _closest(p: Node, env: ev.Env, c: ev.Context, wanted: Truth) -> Told | None:
    """The choice that comes closest to making true what no choice makes true, and what fails there; likewise where all choices do."""
    body = ev.argument(p, 1)
    names = [name for entry in p.args[0] for name in pattern_names(entry[0])]  # type: ignore[index, union-attr]
    best: tuple[tuple[int, float], Told, ev.Env] | None = None
    complete = True
    count = 0
    for inner, whole in _choices(p, env, c):
        count, complete = count + 1, complete and whole
        found = _attempt(body, inner, c, wanted)
        if found is None:
            continue
        rank = _rank(body, inner, c, wanted)
        if best is None or rank > best[0]:
            best = rank, found, inner
    if best is None:
        return None
    _, found, inner = best
    which = "for instance with" if not complete else "even with the closest choice" if count > 1 and wanted is Truth.FALSE else "with"
    return replace(found, chosen=(*_at(which, names, inner), *found.chosen))


def _rank(body: Node, env: ev.Env, c: ev.Context, wanted: Truth) -> tuple[int, float]:
    """How many parts from the left a choice satisfies, and how little it fails."""
    parts = _parts(body)
    met = next((k for k, part in enumerate(parts) if ev.truth(part, env, c) is not Truth.TRUE), len(parts) - 1)
    if wanted is Truth.TRUE or parts[met].head == "forall":  # of what holds, or fails for some of many, the first choice is as good as another
        return met, 0.0
    slack = margins.margin(parts[met], env, c)
    return met, -1.0 if slack == EQUAL else slack


def _parts(body: Node) -> list[Node]:
    return [part for k in range(len(body.args)) for part in _parts(ev.argument(body, k))] if body.head == "all" and body.args else [body]


def _choices(p: Node, env: ev.Env, c: ev.Context) -> Iterator[tuple[ev.Env, bool]]:
    """Ways to bind the names of a quantifier, each with whether all members of all its sets are gone through: of events that matter by points of finite laws, these."""
    over: Any = p.args[0]
    weighed = member_by_member.weighed_events(p, env, c)

    def go(k: int, inner: ev.Env, whole: bool) -> Iterator[tuple[ev.Env, bool]]:
        if k == len(over):
            yield inner, whole
            return
        pattern, where = over[k]
        members, finite = _members(where, inner, c)
        finite = finite or (where.head == "events" and isinstance(pattern, Node) and str(pattern.args[0]) in weighed)
        for member in members:
            yield from go(k + 1, binders.bind(pattern, member, inner), whole and finite)

    for n, one in enumerate(go(0, env, True)):
        if n == CHOICES:
            return
        yield one


def _members(where: Node, env: ev.Env, c: ev.Context) -> tuple[Sequence[Any], bool]:
    """Members of a set, and whether these are all: of a range of numbers some between its ends as well."""
    try:
        members, finite = listed.members_of(where, env, c)
    except FAILED:
        return [], False
    if finite:
        return members[:CHOICES], len(members) <= CHOICES
    return [*_between(stated(where), env, c), *members], False


def _between(where: Node, env: ev.Env, c: ev.Context) -> list[fmpq]:
    """A few short numbers of an interval or of a range of integers."""
    if where.head not in ("interval", "integers"):
        return []
    try:
        low, high = (_inside(ev.argument_value(where, k, env, c), k) for k in (0, 1))
    except FAILED:
        return []
    if where.head == "integers":
        found = [low + k for k in (0, 1, 2, 9)] if low is not None else [high - k for k in (0, 1, 2, 9)] if high is not None else [fmpq(k) for k in (0, 1, -1, 10)]
    elif low is not None and high is not None:
        found = [low + (high - low) * share for share in (fmpq(1, 2), fmpq(1, 1000), fmpq(1, 8), fmpq(7, 8), fmpq(999, 1000), fmpq(0), fmpq(1))]
    elif low is not None:
        found = [low + step for step in STEPS] + [low]
    elif high is not None:
        found = [high - step for step in STEPS] + [high]
    else:
        found = [fmpq(0), *STEPS, *(-step for step in STEPS)]
    return [x for x in found if contains(where, x, env, c) is Truth.TRUE]


def _inside(end: Any, which: int) -> fmpq | None:
    """A fraction at an end of a range, or a little inside where the end is no fraction; None for an infinite end."""
    if isinstance(end, fmpq):
        return end
    if isinstance(end, float):
        return None
    value = numbers.to_float(end)
    if not math.isfinite(value):
        return None
    return fmpq(math.ceil(value * 2**20) + 1, 2**20) if which == 0 else fmpq(math.floor(value * 2**20) - 1, 2**20)


def _at(word: str, names: Sequence[str], env: ev.Env) -> tuple[str, ...]:
    """What was chosen, in words; nothing where it is too long to be read."""
    shown = [(name, _value(env[name])) for name in names]
    told = [f"{name.partition(APART)[0]} = {value}" for name, value in shown if value]
    return (f"{word} {', '.join(told)}",) if told else ()


def _written(node: Node, env: ev.Env, c: ev.Context) -> str:
    """The value of a term, or the term where its value is no short one."""
    try:
        found = _value(ev.value(node, env, c))
    except FAILED:
        found = ""
    named = text(node)
    if len(named) > LONG:
        return f"the value {found}" if found else "what is said to"
    return f"{named} = {found}" if found and found != named else named


def _digits(value: Any) -> str:
    """A number as it is stored, or with fewer digits where these are all that is known of it."""
    told = fifteen(value)
    if isinstance(value, numbers.Enclosure) and told.startswith("["):
        ends = {f"{float(end):.6g}" for end in (value.lo, value.hi)}
        return ends.pop() if len(ends) == 1 else told
    return told


def _value(value: Any) -> str:
    """A value in a sentence; empty where it is too long."""
    told = _said(value)
    return told if len(told) <= LONG else ""


def _said(value: Any) -> str:
    if isinstance(value, fmpq):
        return written(str(value))
    if isinstance(value, ev.numbers_kinds):
        return apart(_digits(value), "")[0]
    if isinstance(value, Event):
        return f"{{{', '.join(sorted((_said(point) for point in value.points), key=lambda one: (len(one), one)))}}}"
    if isinstance(value, laws.FiniteLaw):
        return " and ".join(f"{_said(w)} at {_said(p)}" for p, w in value.items())
    if isinstance(value, tuple | Family | Row):
        parts = value if isinstance(value, tuple) else value.members if isinstance(value, Family) else value.records
        return f"({', '.join('none' if one is None else _said(one) for one in parts)})"
    try:
        return text(formula(value))
    except (TypeError, ValueError):
        return ""


__all__ = ["Told", "telling"]
