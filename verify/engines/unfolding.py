"""Sums, products and recursions taken apart at their last indices: for statements about n, n + 1, ... as statements about numbers.

At a *level*, an integer or n + j, a sum up to n + c is the sum up to n + c - 1 and its last term, down to a *base* that all levels share; what is left there, a number, gets a name of its own. So does each
term ``g[n + c]`` of a sequence of data: an arbitrary member of its set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from verify.claims.canonical import canonical_text
from verify.claims.nodes import Node, child, free_names, literal, number, pattern_names, rebuild
from verify.claims.sets import REALS, at_least, stated

FOLDS = frozenset({"sum", "prod", "recursion"})
MOST_STEPS, MOST_ROUNDS = 12, 8
"""Terms that are written out, and how often the base of a sum may be lowered."""
Place = tuple[int, int]
"""An index: ``(0, c)`` is the integer c, ``(1, c)`` is n + c."""
Index = Mapping[str, Place]


class Unclear(Exception):
    """The statement is not of this form; the message says why."""


class _Lower(Exception):
    """The base of a fold has to be lower."""


@dataclass
class Levels:
    """Formulas at levels; names are given to what is left of sums, products and recursions, and to data, as they are met."""

    name: str
    """The name of the integer that the induction is about."""
    least: int
    data: Mapping[str, Node]
    """Sets of the sequences and families."""
    taken: set[str]
    bases: dict[Node, int] = field(default_factory=dict)
    folds: dict[Node, tuple[str, ...]] = field(default_factory=dict)
    kinds: dict[str, Node] = field(default_factory=dict)
    """One of the folds that differ only in the names of their indices and states."""
    terms: dict[tuple[str, Place], str] = field(default_factory=dict)
    not_negative: set[str] = field(default_factory=set)
    """Folds without their ends, as canonical texts, that are at least 0 wherever they end."""
    to_n: bool = False
    """Whether folds that reach beyond n are taken apart down to n."""
    level: Place = (1, 0)
    counted: int = 0
    outside: dict[Node, None] = field(default_factory=dict)
    """What stands before sums whose terms have it as a factor: finite numbers, or nothing is shown."""

    def at(self, f: Node, level: Place) -> Node:
        """A formula in which ``name`` is at a level. Raises Unclear."""
        self.level = level
        for _ in range(MOST_ROUNDS):
            try:
                return _single(self._walk(f, {self.name: level}))
            except _Lower:
                continue
        raise Unclear("sums that reach further and further back")

    def entries(self) -> list[tuple[Node, Node]]:
        """The names that were given, with their sets."""
        found = [(Node("var", name), at_least(0) if canonical_text(kind) in self.not_negative else REALS) for kind, names in self.folds.items() for name in names]
        return [*found, *((Node("var", name), _of(self.data[data])) for (data, _), name in self.terms.items())]

    def fold(self, kind: Node, last: int) -> Node:
        """A fold up to n + last."""
        return _with_end(kind, _shown((1, last), self.name))

    def _walk(self, f: Node, index: Index) -> Any:
        if f.head == "var":
            place = index.get(str(f.args[0]))
            if place is None and str(f.args[0]) in self.data:
                raise Unclear("a sequence of which not single terms are asked")
            return f if place is None else _shown(place, self.name)
        if f.head in ("num", "pi"):
            return f
        if f.head in FOLDS:
            return self._fold(f, index)
        if f.head == "item":
            return self._item(f, index)
        if f.head == "point":
            return tuple(_single(self._walk(child(f, k), index)) for k in range(len(f.args)))
        if any(isinstance(part, tuple) for part in f.args):
            raise Unclear(f"{f.head} in a statement about all integers")
        return rebuild(f, lambda part: _single(self._walk(part, index)))

    def _item(self, f: Node, index: Index) -> Any:
        whole, place = child(f, 0), affine(child(f, 1), index)
        if whole.head == "var" and str(whole.args[0]) in self.data:
            return Node("var", self._term(str(whole.args[0]), place))
        value = self._walk(whole, index)
        if place is None or place[0] or not isinstance(value, tuple) or not 1 <= place[1] <= len(value):
            raise Unclear("a coordinate that is not known")
        return value[place[1] - 1]

    def _term(self, data: str, place: Place | None) -> str:
        if place is None:
            raise Unclear("a term of a sequence at an index that is not n and a number")
        where = stated(self.data[data])
        last = None
        if where.head == "families":
            where = stated(child(where, 0))
            low, last = affine(child(where, 0), {}), _end(child(where, 1), self.name)
        else:
            low, last = (0, 1), _end(child(where, 0), self.name)
        first = place[1] + (self.least if place[0] else 0)
        if low is None or low[0] or first < low[1]:
            raise Unclear("a term before the first")
        if last is not None and not _within(place, last, self.level, self.least):
            raise Unclear("a term behind the last")
        if (data, place) not in self.terms:
            self.terms[data, place] = self._fresh(f"{data}_{place[1]}" if not place[0] else f"{data}_n{place[1]:+d}".replace("+0", "").replace("+", "").replace("-", "b"))
        return self.terms[data, place]

    def _fold(self, f: Node, index: Index) -> Any:
        pattern, start, name, low, last, step = parts(f)
        end = affine(last, index)
        if end is None or low is None:
            raise Unclear("a sum whose ends are not integers and n and a number")
        if self.name in (name, *(pattern_names(pattern) if pattern is not None else ())):
            raise Unclear("a sum whose index or state is called like the integer of the induction")
        if f.head == "sum" and (moving := free_names(step) & ({self.name, *index} - {name})):
            if (apart := _before(f, moving)) is not None:
                factors, rest = [_single(self._walk(factor, index)) for factor in apart[0]], _single(self._walk(apart[1], index))
                self.outside |= dict.fromkeys(factors)
                return Node("mul", *factors, rest)
            if self.name in moving and (made := _weighted(f, self.name)) is not None:
                return self._walk(made, index)
        if free_names(start) & {self.name, *index}:
            raise Unclear("a recursion whose start moves")
        if free_names(step) & ({self.name, *index} - {name, *(pattern_names(pattern) if pattern is not None else ())}):
            raise Unclear("a sum whose terms depend on its last index")
        kind = self._kind(_with_end(f, Node("var", "#end")))
        if end[0] and any(name.startswith("#") for name in free_names(f)):
            raise Unclear("a sum inside a recursion whose terms depend on the state")
        if not end[0]:
            return self._steps(f, kind, low, end[1])
        base = self.bases.setdefault(kind, 0 if self.to_n and end[1] > 0 and low <= self.least + 1 else end[1])
        if end[1] < base:
            self.bases[kind] = end[1]
            raise _Lower
        state = self._left(kind, pattern)
        for c in range(base + 1, end[1] + 1):
            if self.least + c < low:
                raise Unclear("a sum that may be empty")
            state = self._next(f, (1, c), state)
        return state

    def _kind(self, f: Node) -> Node:
        """The first fold met that is the same but for what its index and its state are called."""
        return self.kinds.setdefault(canonical_text(f), f)

    def _left(self, kind: Node, pattern: Any) -> Any:
        """The names of what is left of a fold at its base."""
        if kind not in self.folds:
            count = len(pattern) if isinstance(pattern, tuple) else 1
            word = {"sum": "sum", "prod": "product", "recursion": "state"}[kind.head]
            self.folds[kind] = tuple(self._fresh(f"{word}_{len(self.folds) + 1}" + (f"_{k}" if count > 1 else "")) for k in range(1, count + 1))
        names = tuple(Node("var", name) for name in self.folds[kind])
        return names if isinstance(pattern, tuple) else names[0]

    def _steps(self, f: Node, kind: Node, low: int, last: int) -> Any:
        if last - low >= MOST_STEPS:
            raise Unclear("a sum of many terms")
        start = parts(f)[1]
        state = self._walk(start, {})
        for k in range(low, last + 1):
            state = self._next(f, (0, k), state)
        return state

    def _next(self, f: Node, place: Place, state: Any) -> Any:
        """The state after one more index."""
        pattern, _, name, _, _, step = parts(f)
        if pattern is None:
            value = _single(self._walk(step, {name: place}))
            return Node("add" if f.head == "sum" else "mul", _single(state), value)
        names = pattern_names(pattern)
        if isinstance(pattern, tuple) and not (isinstance(state, tuple) and len(state) == len(names)):
            raise Unclear("a state with another number of coordinates")
        values = dict(zip(names, state, strict=True)) if isinstance(pattern, tuple) else {names[0]: state}
        inner = {key: f"#{self._fresh_count()}" for key in names}
        made = self._walk(_renamed(step, inner), {name: place})
        return _put(made, {inner[key]: value for key, value in values.items()})

    def _fresh_count(self) -> int:
        self.counted += 1
        return self.counted

    def _fresh(self, name: str) -> str:
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return name


def parts(f: Node) -> tuple[Any, Node, str, int | None, Node, Node]:
    """Pattern of the state (None for sums and products), start, index, first index if it is an integer, last index, and the step or term. Raises Unclear."""
    over: Any = f.args[0]
    if f.head == "recursion":
        (pattern, start), (index, where) = over
    else:
        if len(over) != 1 or f.args[2] is not None:
            raise Unclear("a sum over several names, or with a condition")
        pattern, start, (index, where) = None, number(0 if f.head == "sum" else 1), over[0]
    where = stated(where)
    if where.head != "integers" or not isinstance(index, Node):
        raise Unclear("a sum over something else than integers")
    low = literal(child(where, 0))
    return pattern, start, str(index.args[0]), int(low) if low is not None and low.denominator == 1 else None, child(where, 1), child(f, 1)


def _before(f: Node, moving: frozenset[str]) -> tuple[list[Node], Node] | None:
    """Factors of the terms of a sum that mention one of the names and not its index, and the sum of what is left: ``sum_{i <= n} (2/(n (n + 1))) i f_i``. None where there are none."""
    i = str(cast(Any, f.args[0])[0][0].args[0])
    factors = _factors(child(f, 1))
    apart = [factor for factor in factors if free_names(factor) & moving and i not in free_names(factor)]
    if not apart:
        return None
    rest = [factor for factor in factors if factor not in apart]
    return apart, Node(f.head, f.args[0], number(1) if not rest else rest[0] if len(rest) == 1 else Node("mul", *rest), None)


def _factors(f: Node) -> list[Node]:
    """The factors of a product, also of products under whole powers."""
    if f.head == "mul":
        return [factor for k in range(len(f.args)) for factor in _factors(child(f, k))]
    if f.head == "pow" and (e := literal(child(f, 1))) is not None and e.denominator == 1 and child(f, 0).head in ("mul", "pow"):
        return [Node("pow", factor, child(f, 1)) for factor in _factors(child(f, 0))]
    return [f]


def _weighted(f: Node, n: str) -> Node | None:
    """``sum_{i <= n + c} b^(n + d - i) f_i``, d >= c, as ``b^(d - c)`` times the recursion ``y = b y + f_i`` from 0; None for another sum."""
    _, _, i, _, last, step = parts(f)
    factors = [child(step, k) for k in range(len(step.args))] if step.head == "mul" else [step]
    moving = [k for k, factor in enumerate(factors) if n in free_names(factor)]
    end = affine(last, {n: (1, 0)})
    if len(moving) != 1 or factors[moving[0]].head != "pow" or end is None or not end[0]:
        return None
    base, exponent = (child(factors[moving[0]], k) for k in (0, 1))
    minus = Node("mul", number(-1), Node("var", i))
    others = [child(exponent, k) for k in range(len(exponent.args)) if exponent.args[k] != minus] if exponent.head == "add" else []
    place = affine(Node("add", *others), {n: (1, 0)}) if len(others) == len(exponent.args) - 1 and others else None
    if place is None or not place[0] or place[1] < end[1] or {n, i} & free_names(base):
        return None
    rest = [factor for k, factor in enumerate(factors) if k != moving[0]]
    y = "y"
    while y in free_names(f) | {i, n}:
        y += "_"
    term = number(1) if not rest else rest[0] if len(rest) == 1 else Node("mul", *rest)
    over: Any = f.args[0]
    made = Node("recursion", ((Node("var", y), number(0)), over[0]), Node("add", Node("mul", base, Node("var", y)), term))
    return Node("mul", Node("pow", base, number(place[1] - end[1])), made) if place[1] > end[1] else made


def affine(f: Node, index: Index) -> Place | None:
    """A term that is an integer, or n and an integer; None for others."""
    q = literal(f)
    if q is not None:
        return (0, int(q)) if q.denominator == 1 else None
    if f.head == "var":
        return index.get(str(f.args[0]))
    if f.head != "add":
        return None
    found = [affine(child(f, k), index) for k in range(len(f.args))]
    if None in found or sum(p[0] for p in found if p) > 1:
        return None
    return sum(p[0] for p in found if p), sum(p[1] for p in found if p)


def _end(last: Node, name: str) -> Place | None:
    """The last index of data; None where there is none."""
    if last == number("oo"):
        return None
    found = affine(last, {name: (1, 0)})
    if found is None:
        raise Unclear("data with an end that is not n and a number")
    return found


def _within(place: Place, last: Place, level: Place, least: int) -> bool:
    """Whether an index is one of data that end at ``last``, with n at a level."""
    end = (level[0], level[1] + last[1]) if last[0] else last
    if place[0] == end[0]:
        return place[1] <= end[1]
    return not place[0] and place[1] <= least + end[1]


def _of(where: Node) -> Node:
    where = stated(where)
    of = stated(child(where, 1))
    return REALS if of.head == "euclid" and of.args[0] == number(1) else of


def _with_end(f: Node, end: Node) -> Node:
    over: Any = f.args[0]
    index, where = over[-1]
    where = stated(where)
    return Node(f.head, (*over[:-1], (index, Node("integers", where.args[0], end))), *f.args[1:])


def _shown(place: Place, name: str) -> Node:
    return number(place[1]) if not place[0] else Node("var", name) if not place[1] else Node("var", name) + place[1]


def _single(value: Any) -> Node:
    if not isinstance(value, Node):
        raise Unclear("a point where a number is needed")
    return value


def _renamed(f: Node, names: Mapping[str, str]) -> Node:
    if f.head == "var":
        return Node("var", names.get(str(f.args[0]), str(f.args[0])))
    if f.head in FOLDS and {n for entry in f.args[0] for n in pattern_names(entry[0])} & set(names):  # type: ignore[union-attr, index]
        raise Unclear("a name with two meanings")
    return rebuild(f, lambda part: _renamed(part, names))


def _put(f: Any, values: Mapping[str, Any]) -> Any:
    if isinstance(f, tuple):
        return tuple(_single(_put(part, values)) for part in f)
    if f.head == "var":
        return values.get(str(f.args[0]), f)
    return rebuild(f, lambda part: _single(_put(part, values)))


__all__ = ["FOLDS", "Levels", "Place", "Unclear", "affine", "parts"]
