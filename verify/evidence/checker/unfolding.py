"""Sums, products and recursions up to n + c as the same up to n + c - 1 and one more step, for proofs by induction.

The certificate names what is left of each fold at its base, and each term of a sequence that occurs. Such a term stands for an arbitrary member of its set, and what is left of a fold for an arbitrary number:
whatever is shown of all numbers is true of these.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from verify.evidence.checker.formula import (
    Malformed,
    Refused,
    argument,
    canonical,
    entries,
    head,
    items,
    mentions,
    names,
    optional,
    rational,
    stated,
    text_of,
    word,
)

FOLDS = ("sum", "prod", "recursion")
LONGEST = 40
Place = tuple[int, int]
"""How often n, and which integer beside it."""


@dataclass
class Fold:
    """A sum, product or recursion taken apart."""

    state: Any
    start: Any
    index: str
    low: int
    end: Any
    step: Any

    @property
    def states(self) -> list[str]:
        return [] if self.state is None else names(self.state)


def fold_of(f: Any) -> Fold:
    """Raises Refused for a fold of another form."""
    over = entries(f)
    if head(f) == "recursion":
        if len(over) != 2 or mentions(over[0][1]) & {*names(over[0][0]), *names(over[1][0])}:
            raise Malformed("a recursion has a state with its start, and an index with its integers")
        state, start, (index, where) = over[0][0], over[0][1], over[1]
    else:
        if len(over) != 1 or optional(f, 2) is not None:
            raise Refused("a sum or product over several names, or with a condition")
        state, start, (index, where) = None, "0" if head(f) == "sum" else "1", over[0]
    where = stated(where)
    if head(index) != "var" or head(where) != "integers" or not isinstance(where[1], str) or where[1] in ("oo", "-oo") or rational(where[1]).denominator != 1:
        raise Refused("a fold over something else than the integers from one on")
    return Fold(state, start, names(index)[0], int(rational(where[1])), where[2], argument(f, 1))


def place_of(f: Any, known: dict[str, Place]) -> Place | None:
    """An index that is an integer, or n and an integer."""
    if isinstance(f, str):
        return None if f in ("oo", "-oo") or rational(f).denominator != 1 else (0, int(rational(f)))
    if head(f) == "var":
        return known.get(names(f)[0])
    if head(f) != "add":
        return None
    parts = [place_of(part, known) for part in f[1:]]
    if any(part is None for part in parts):
        return None
    total = sum(p[0] for p in parts if p is not None), sum(p[1] for p in parts if p is not None)
    return total if total[0] <= 1 else None


@dataclass
class Unfolding:
    """``left``: by fold without its end, the base and the names of what is left there; ``data``: names of terms; ``sets``: the sets of sequences and families."""

    name: str
    least: int
    left: dict[str, tuple[int, list[str]]]
    data: dict[tuple[str, Place], str]
    sets: dict[str, Any]
    level: Place = (1, 0)
    fresh: int = field(default=0)
    outside: list[Any] = field(default_factory=list)
    """Factors that were taken out of sums: whoever uses an unfolding asks whether they are finite numbers."""

    def at(self, f: Any, level: Place) -> Any:
        """A formula with the integer of the induction at a level. Raises Refused where it is not of this form."""
        self.level = level
        return _number(self._walk(f, {self.name: level}))

    def index(self, place: Place) -> Any:
        if not place[0]:
            return str(place[1])
        variable = ["var", ["word", self.name]]
        return variable if not place[1] else ["add", variable, str(place[1])]

    def _walk(self, f: Any, known: dict[str, Place]) -> Any:
        if isinstance(f, str):
            return f
        kind = head(f)
        if kind == "var":
            name = names(f)[0]
            if name in self.sets:
                raise Refused("a sequence of which not single terms are asked")
            return self.index(known[name]) if name in known else f
        if kind in FOLDS:
            return self._fold(f, known)
        if kind == "item":
            return self._item(f, known)
        if kind == "point":
            return tuple(_number(self._walk(part, known)) for part in f[1:])
        if kind in ("()", "compare"):
            return [part if head(part) == "word" else _number(self._walk(part, known)) for part in f] if kind == "()" else [
                "compare", _number(self._walk(f[1], known)), f[2], _number(self._walk(argument(f, 2), known))]
        if kind not in PLAIN:
            raise Refused(f"{kind} in a statement for induction")
        return [kind, *(_number(self._walk(part, known)) for part in f[1:])]

    def _item(self, f: Any, known: dict[str, Place]) -> Any:
        whole, place = argument(f, 0), place_of(argument(f, 1), known)
        if place is None:
            raise Refused("an index that is not n and an integer")
        if head(whole) == "var" and names(whole)[0] in self.sets:
            return self._datum(names(whole)[0], place)
        value = self._walk(whole, known)
        if not isinstance(value, tuple) or place[0] or not 1 <= place[1] <= len(value):
            raise Refused("a coordinate that is not known")
        return value[place[1] - 1]

    def _datum(self, name: str, place: Place) -> Any:
        where = stated(self.sets[name])
        if head(where) == "families":
            index = stated(argument(where, 0))
            if head(index) != "integers":
                raise Refused("a family over something else than integers")
            low, last = place_of(argument(index, 0), {}), argument(index, 1)
        else:
            low, last = (0, 1), argument(where, 0)
        if low is None or low[0] or place[1] + place[0] * self.least < low[1]:
            raise Refused("a term of a sequence before the first")
        if last != "oo":
            end = place_of(last, {self.name: self.level})
            if end is None or place[0] > end[0] or place[1] > end[1] + (self.least if end[0] > place[0] else 0):
                raise Refused("a term of a sequence behind the last")
        if (name, place) not in self.data:
            raise Refused("a term of a sequence without a name in evidence.data")
        return ["var", ["word", self.data[name, place]]]

    def _fold(self, f: Any, known: dict[str, Place]) -> Any:
        fold = fold_of(f)
        end = place_of(fold.end, known)
        bound = {fold.index, *fold.states}
        if bound & {self.name, *self.sets}:
            raise Refused("a fold whose index or state is called like the integer of the induction, or like a sequence")
        moving = (mentions(fold.step) - bound) & {self.name, *known}
        if head(f) == "sum" and moving:
            apart = [part for part in _factors(fold.step) if mentions(part) & moving and fold.index not in mentions(part)]
            if apart:
                return self._before(f, fold, apart, known)
            if self.name in moving:
                return self._walk(self._weighted(f, fold), known)
        if end is None or ((mentions(fold.step) - bound) | mentions(fold.start)) & {self.name, *known} or any(name.startswith("#") for name in mentions(f)):
            raise Refused("a fold whose end is not n and an integer, or whose start or step moves with what is outside")
        if not end[0]:
            if end[1] - fold.low > LONGEST:
                raise Refused("a fold with many steps")
            state = self._walk(fold.start, {})
            for k in range(fold.low, end[1] + 1):
                state = self._next(fold, (0, k), state, head(f))
            return state
        stored = self.left.get(without_end(f))
        if stored is None or end[1] < stored[0]:
            raise Refused("a fold without a name in evidence.left, or one further back than its base")
        base, called = stored
        made = tuple(["var", ["word", name]] for name in called)
        if len(made) != max(1, len(fold.states)):
            raise Refused("evidence.left must give a name to each state")
        state = made if head(fold.state) == "()" else made[0]
        for c in range(base + 1, end[1] + 1):
            if self.least + c < fold.low:
                raise Refused("a fold that may be empty")
            state = self._next(fold, (1, c), state, head(f))
        return state

    def _before(self, f: Any, fold: Fold, apart: list[Any], known: dict[str, Place]) -> Any:
        """Factors that all terms of a sum share stand before it: right where they are finite numbers, as the terms are."""
        rest = [part for part in _factors(fold.step) if part not in apart]
        factors = [_number(self._walk(part, known)) for part in apart]
        self.outside += factors
        return ["mul", *factors, _number(self._walk([f[0], f[1], "1" if not rest else rest[0] if len(rest) == 1 else ["mul", *rest], *f[3:]], known))]

    def _weighted(self, f: Any, fold: Fold) -> Any:
        """``sum_{i <= n + c} b^(n + d - i) f_i``, d >= c, as ``b^(d - c)`` times what the recursion ``y = b y + f_i`` arrives at from 0."""
        factors = fold.step[1:] if head(fold.step) == "mul" else [fold.step]
        powers = [k for k, part in enumerate(factors) if self.name in mentions(part)]
        end = place_of(fold.end, {self.name: (1, 0)})
        if len(powers) != 1 or end is None or not end[0] or head(factors[powers[0]]) != "pow" or head(argument(factors[powers[0]], 1)) != "add":
            raise Refused("a sum whose terms depend on its last index")
        base, terms = factors[powers[0]][1], factors[powers[0]][2][1:]
        minus = text_of(["mul", "-1", ["var", ["word", fold.index]]])
        others = [part for part in terms if text_of(part) != minus]
        place = place_of(["add", *others], {self.name: (1, 0)}) if others and len(others) == len(terms) - 1 else None
        if place is None or not place[0] or place[1] < end[1] or mentions(base) & {self.name, fold.index}:
            raise Refused("a sum whose terms depend on its last index in another way")
        state = "y"
        while state in mentions(f) | {self.name}:
            state += "_"
        rest, variable = [part for k, part in enumerate(factors) if k != powers[0]], ["var", ["word", state]]
        step = ["add", ["mul", base, variable], "1" if not rest else rest[0] if len(rest) == 1 else ["mul", *rest]]
        made = ["recursion", ["()", ["()", variable, "0"], items(f[1])[0]], step]
        return ["mul", ["pow", base, str(place[1] - end[1])], made] if place[1] > end[1] else made

    def _next(self, fold: Fold, place: Place, state: Any, kind: str) -> Any:
        if fold.state is None:
            return ["add" if kind == "sum" else "mul", _number(state), _number(self._walk(fold.step, {fold.index: place}))]
        values = state if isinstance(state, tuple) else (state,)
        if len(values) != len(fold.states):
            raise Refused("a state with another number of coordinates")
        self.fresh += 1
        own = {name: f"#{self.fresh}.{name}" for name in fold.states}
        made = self._walk(_renamed(fold.step, own), {fold.index: place})
        return _with(made, {own[name]: value for name, value in zip(fold.states, values, strict=True)})


def _factors(f: Any) -> list[Any]:
    """The factors of a product; a whole power of a product has the powers of its factors."""
    if head(f) == "mul":
        return [factor for part in f[1:] for factor in _factors(part)]
    if head(f) == "pow" and isinstance(f[2], str) and f[2] not in ("oo", "-oo") and rational(f[2]).denominator == 1 and head(f[1]) in ("mul", "pow"):
        return [["pow", factor, f[2]] for factor in _factors(f[1])]
    return [f]


PLAIN = frozenset({"add", "mul", "pow", "exp", "log", "abs", "max", "min", "pi", "erf", "erfc", "floor", "ceiling", "not", "all", "any", "implies"})


def without_end(f: Any) -> str:
    """The text of a fold without its last index, the same whatever its index and its state are called."""
    over = items(argument(f, 0))
    pattern, where = items(over[-1])
    where = stated(where)
    return text_of(canonical([f[0], ["()", *over[:-1], ["()", pattern, ["integers", where[1], None]]], *f[2:]]))


def _number(value: Any) -> Any:
    if isinstance(value, tuple):
        raise Refused("a point where a number is needed")
    return value


def _renamed(f: Any, own: dict[str, str]) -> Any:
    if not isinstance(f, list) or f[0] == "word":
        return f
    if f[0] == "var":
        name = names(f)[0]
        return ["var", ["word", own.get(name, name)]]
    if f[0] in FOLDS and {name for pattern, _ in entries(f) for name in names(pattern)} & set(own):
        raise Refused("a name with two meanings")
    return [f[0], *(_renamed(part, own) for part in f[1:])]


def _with(f: Any, values: dict[str, Any]) -> Any:
    if isinstance(f, tuple):
        return tuple(_number(_with(part, values)) for part in f)
    if not isinstance(f, list) or f[0] == "word":
        return f
    if f[0] == "var":
        return values.get(names(f)[0], f)
    return [f[0], *(_number(_with(part, values)) for part in f[1:])]


__all__ = ["Place", "Unfolding", "fold_of", "place_of", "without_end", "word"]
