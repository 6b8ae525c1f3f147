"""The domain of a statement as boxes: one coordinate for each number, cases for finite sets, defined names put in.

An interval with rational ends is a coordinate as it is. Other ends (formulas, irrational numbers, earlier names) make the name a function of a new
coordinate: ``x = lo + t`` with t in [0, oo), ``x = hi - t``, or ``x = lo + (hi - lo) t`` with t in [0, 1], open where the interval is open.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.claims.emptiness import empty_part
from verify.claims.nodes import ClaimError, Node, free_names, literal, number, substitute, unused_name
from verify.claims.sets import stated
from verify.engines.boxes.formula import Unsupported
from verify.engines.boxes.periods import period
from verify.engines.task import a_member

End = Any
"""A ``Fraction`` or an infinite float."""


@dataclass(frozen=True, slots=True)
class Side:
    """The range of one coordinate of a box."""

    lo: End
    hi: End
    lo_open: bool
    hi_open: bool
    integer: bool = False

    @property
    def wide(self) -> bool:
        return bool(self.lo < self.hi)

    @property
    def share(self) -> float:
        """Length after compactifying the line by x / (1 + |x|); of an integer, that of the unit around it."""
        half = Fraction(int(self.integer), 2)
        return _compact(self.hi + half if not isinstance(self.hi, float) else self.hi) - _compact(
            self.lo - half if not isinstance(self.lo, float) else self.lo)

    def __str__(self) -> str:
        left, right = "(" if self.lo_open else "[", ")" if self.hi_open else "]"
        text = f"{left}{show_end(self.lo)}, {show_end(self.hi)}{right}".replace("oo", "∞")
        return f"integers in {text}" if self.integer else text


def _compact(end: End) -> float:
    if isinstance(end, float):
        return math.copysign(1.0, end)
    return float(end.numerator / (end.denominator + abs(end.numerator)))


def show_end(end: End) -> str:
    return ("oo" if end > 0 else "-oo") if isinstance(end, float) else str(end)


@dataclass(frozen=True, slots=True)
class Case:
    """A statement over one box: ``names`` gives every declared name by the coordinates."""

    sides: Mapping[str, Side]
    names: Mapping[str, Node]
    given: tuple[Node, ...]
    states: Node
    chosen: Mapping[str, str] = field(default_factory=dict)
    """The member of each finite set that this case takes."""
    placed: tuple[str, ...] = ()
    """Names of ranges whose ends are formulas: where such an end has no value the range has none, and neither has the statement."""

    def __str__(self) -> str:
        parts = [f"{name} = {value}" for name, value in self.chosen.items()]
        parts += [f"{name} in {side}" for name, side in self.sides.items()]
        return ", ".join(parts) or "one point"


CASES = 256
"""More members of finite sets than this (all combinations) are not enumerated."""


def cases(forall: tuple[tuple[Any, Node], ...], given: tuple[Node, ...], states: Node) -> list[Case]:
    """The boxes that together are the declared domain. Raises Unsupported for a set without numbers."""
    entries: list[tuple[str, Node]] = []
    for pattern, where in forall:
        if not (isinstance(pattern, Node) and pattern.head == "var"):
            raise Unsupported("a pair of names is bound together; boxes handle only single numbers")
        where = stated(where)
        if where.head not in ("interval", "integers", "one_of", "equals"):
            raise Unsupported(f"{pattern.args[0]} is {a_member(where.head)}; boxes handle only numbers")
        entries.append((str(pattern.args[0]), where))
    finite = [(name, [a for a in where.args if isinstance(a, Node)]) for name, where in entries if where.head == "one_of"]
    if math.prod(len(members) for _, members in finite) > CASES:
        raise Unsupported(f"the finite sets have more than {CASES} combinations")
    found = []
    for combination in itertools.product(*(members for _, members in finite)):
        members = {name: member for (name, _), member in zip(finite, combination, strict=True)}
        found.append(_case(_tightened(entries, given), members, given, states))
    return found


def _tightened(entries: list[tuple[str, Node]], given: tuple[Node, ...]) -> list[tuple[str, Node]]:
    """Ranges cut by hypotheses ``name <= formula in earlier names``, where the range was infinite at that end."""
    order = {name: k for k, (name, _) in enumerate(entries)}
    ranges = dict(entries)
    for hypothesis in _conjuncts(given):
        if hypothesis.head != "compare":
            continue
        left, relation, right = hypothesis.args
        assert isinstance(left, Node) and isinstance(right, Node)
        if relation not in ("<=", "<", ">=", ">"):
            continue
        if relation in (">=", ">"):
            left, right = right, left
        is_open = relation in ("<", ">")
        for name, other, at_hi in ((left, right, True), (right, left, False)):
            if name.head != "var" or str(name.args[0]) not in order:
                continue
            key = str(name.args[0])
            if not all(n in order and order[n] < order[key] for n in free_names(other)):
                continue
            found = _cut(ranges[key], other, at_hi, "open" if is_open else "closed", ranges)
            if found is not None:
                ranges[key] = found
                break
    return [(name, ranges[name]) for name, _ in entries]


def _cut(where: Node, other: Node, at_hi: bool, end: str, ranges: Mapping[str, Node]) -> Node | None:
    """A range with another end, where that is the better one; None where it is not, and where nothing would be left: the hypothesis then stays as it is."""
    if where.head != "interval" or (other.head == "num" and literal(other) is None):
        return None
    lo, hi, left, right = where.args
    assert isinstance(lo, Node) and isinstance(hi, Node)
    old, value = literal(hi if at_hi else lo), literal(other)
    if at_hi:
        better = hi == number("oo") or (old is not None and ((value is not None and value < old) or _below(other, ranges, old)))
        found = Node("interval", lo, other, left, end)
    else:
        better = lo == number("-oo") or (old is not None and value is not None and value > old)
        found = Node("interval", other, hi, end, right)
    return found if better and empty_part(found) is None else None


def _below(other: Node, ranges: Mapping[str, Node], bound: Fraction) -> bool:
    """Whether a bare name ranges up to at most a number: then it is the better bound."""
    while other.head == "var" and ranges[str(other.args[0])].head == "interval":
        end = ranges[str(other.args[0])].args[1]
        assert isinstance(end, Node)
        other = end
    top = literal(other)
    return top is not None and top <= bound


def _conjuncts(given: tuple[Node, ...]) -> Iterator[Node]:
    for hypothesis in given:
        if hypothesis.head == "all":
            yield from _conjuncts(tuple(a for a in hypothesis.args if isinstance(a, Node)))
        else:
            yield hypothesis


def _case(entries: list[tuple[str, Node]], members: Mapping[str, Node], given: tuple[Node, ...], states: Node) -> Case:
    sides: dict[str, Side] = {}
    names: dict[str, Node] = {}
    hypotheses: list[Node] = []
    chosen: dict[str, str] = {}
    placed: list[str] = []
    taken = {name for name, _ in entries}
    for name, where in entries:
        if name in members:
            names[name] = substitute(members[name], names)
            chosen[name] = str(names[name].args[0]) if names[name].head == "num" else repr(names[name])
            continue
        if where.head == "equals":
            value, within = where.args
            assert isinstance(value, Node) and isinstance(within, Node)
            names[name] = substitute(value, names)
            hypotheses += _inside(names[name], substitute(within, names))
            continue
        lo, hi = (substitute(a, names) for a in where.args[:2] if isinstance(a, Node))
        a, b = _end(lo), _end(hi)
        if where.head == "integers":
            if a is None or b is None:
                raise Unsupported(f"{name} ranges over integers whose ends are formulas")
            sides[name] = integers_between(a, b)
            names[name] = Node("var", name)
            continue
        left, right = where.args[2] == "open", where.args[3] == "open"
        if a == -math.inf and b == math.inf and (length := _period(name, entries, given, states)) is not None:
            part = unused_name(f"{name}_share", taken)
            sides[part], names[name] = Side(Fraction(0), Fraction(1), False, False), length * Node("var", part)
            continue
        if a is not None and b is not None:
            sides[name] = Side(a, b, left, right)
            names[name] = Node("var", name)
            continue
        placed.append(name)
        if (a == -math.inf and b is None) or (b == math.inf and a is None):
            offset = unused_name(f"{name}_offset", taken)
            t = Node("var", offset)
            if a is None:
                sides[offset], names[name] = Side(Fraction(0), math.inf, left, right), lo + t
            else:
                sides[offset], names[name] = Side(Fraction(0), math.inf, right, left), hi + Node("mul", number(-1), t)
            continue
        if isinstance(a, float) or isinstance(b, float):
            raise Unsupported(f"{name} ranges over a set without members")
        part = unused_name(f"{name}_share", taken)
        t = Node("var", part)
        sides[part] = Side(Fraction(0), Fraction(1), left, right)
        names[name] = lo + Node("mul", Node("add", hi, Node("mul", number(-1), lo)), t)
        hypotheses.append(Node("compare", lo, "<" if left or right else "<=", hi))
    for name, side in sides.items():
        if side.lo > side.hi or (side.lo == side.hi and (side.lo_open or side.hi_open)):
            raise Unsupported(f"the range of {name} is empty")
    renamed = {name: value for name, value in names.items() if value != Node("var", name)}
    try:
        return Case(sides, names, tuple(substitute(g, renamed) for g in given) + tuple(hypotheses), substitute(states, renamed), chosen, tuple(placed))
    except ClaimError as error:  # a name is bound anew inside
        raise Unsupported(str(error)) from None


def _period(name: str, entries: list[tuple[str, Node]], given: tuple[Node, ...], states: Node) -> Node | None:
    """A period of the statement in a name over the whole line, where no other range hangs on it."""
    if any(name in free_names(where) for _, where in entries):
        return None
    return period(name, (states, *given))


def _inside(value: Node, where: Node) -> list[Node]:
    """The hypotheses that a defined name lies in its set."""
    where = stated(where)
    if where.head == "interval":
        return [Node("member", value, where)]
    if where.head == "integers":
        lo, hi = where.args
        assert isinstance(lo, Node) and isinstance(hi, Node)
        parts = [Node("compare", value, "==", Node("floor", value))]
        if lo != number("-oo"):
            parts.append(Node("compare", lo, "<=", value))
        if hi != number("oo"):
            parts.append(Node("compare", value, "<=", hi))
        return parts
    if where.head == "one_of":
        return [Node("any", *(Node("compare", value, "==", a) for a in where.args))]
    raise Unsupported(f"membership in {where.head} has no enclosure over boxes")


def _end(node: Node) -> End | None:
    """The value of an end that is a literal, else None."""
    if node.head != "num":
        return None
    text = str(node.args[0])
    if text in ("oo", "-oo"):
        return math.inf if text == "oo" else -math.inf
    return Fraction(text)


def integers_between(a: End, b: End) -> Side:
    lo = a if isinstance(a, float) else Fraction(math.ceil(a))
    hi = b if isinstance(b, float) else Fraction(math.floor(b))
    return Side(lo, hi, isinstance(a, float), isinstance(b, float), True)
