"""Cells: parts of a domain on which each name is a normal form in a few symbols.

The cells of a range are built here: an interval has its ends, where they belong to it, and ``lo + s``, ``hi - s`` or ``lo + (hi - lo) s/(1 + s)`` in between, for a positive symbol s; the
integers from lo on are ``lo`` and ``lo + k``. A cell may be cut at a root r > 0 of one of its positive symbols s into ``s = r + s'``, ``s = r`` and ``s = r/(1 + s')``. A name whose place in
its range does not matter is a symbol of any sign.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from verify.evidence.checker import closed, normal
from verify.evidence.checker.derive import MINUS_OO, OO, Reader, Value, is_whole
from verify.evidence.checker.form_signs import Fact, Signs, coefficients
from verify.evidence.checker.formula import Refused, argument, head, stated, word
from verify.evidence.checker.normal import NUMBER_ONE, ONE, UNITS, Form, Sum, TooLarge, atom, number
from verify.evidence.checker.sign_sets import NEGATIVE, NULL, POSITIVE, Missing, Open, Unread
from verify.evidence.checker.substitution import put

MOST_VALUES = 64
MOST_TURNS = 6
"""Products of a difference whose turning points are looked for."""
Spend = Callable[[int], None]


@dataclass(frozen=True)
class Cell:
    """Symbols with their kind, what the names are, and what is known besides.

    Kinds: ``s`` a positive number, ``i`` a positive integer, ``u`` a number of any sign.
    """

    symbols: tuple[tuple[str, str], ...] = ()
    values: dict[str, Any] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()

    def fresh(self, kind: str = "s") -> tuple[Form, tuple[str, str]]:
        name = f"x{1 + max((int(s[1:]) for s, _ in self.symbols), default=0)}"
        return atom((kind, name)), (name, kind)

    def with_value(self, name: str, value: Any, *new: tuple[str, str]) -> Cell:
        return replace(self, symbols=(*self.symbols, *new), values={**self.values, name: value})

    def signs(self, spend: Spend) -> Signs:
        return Signs(self.facts, spend)

    def reader(self, spend: Spend) -> Reader:
        return Reader(self.values, self.signs(spend), closed.RULES)

    def substituted(self, symbol: str, value: Form, spend: Spend, *new: tuple[str, str]) -> Cell:
        """The cell with a positive symbol replaced by something positive."""
        moved = Cell(tuple(s for s in self.symbols if s[0] != symbol) + new)
        builder = Reader({}, moved.signs(spend))
        values = {n: closed.put_everywhere(v, symbol, value, builder) for n, v in self.values.items()}
        return replace(moved, values=values, facts=tuple((put(f, symbol, value, builder), strict) for f, strict in self.facts))


# --- the cells of a range ----------------------------------------------------------------------------------------------


def range_cells(cell: Cell, name: str, where: Any, spend: Spend) -> list[Cell]:
    """The cells of one name's range below a cell. Raises Open where a sign is needed, Unread where there is no rule."""
    where = stated(where)
    kind, reader = head(where), cell.reader(spend)
    if kind == "one_of":
        if len(where) - 1 > MOST_VALUES:
            raise Unread("a long list of values")
        return [cell.with_value(name, reader.number(v)) for v in where[1:]]
    if kind == "equals":
        try:
            return [cell.with_value(name, reader.number(argument(where, 0)))]
        except Unread:
            return [cell.with_value(name, closed.bound(reader, argument(where, 0)))]
    if kind == "integers":
        return _integers(cell, name, reader.number(argument(where, 0)), reader.number(argument(where, 1)), reader)
    if kind != "interval":
        raise Unread(f"a name in {kind[:40]}")
    lo, hi = reader.number(argument(where, 0)), reader.number(argument(where, 1))
    left, right = (word(argument(where, k)) == "closed" for k in (2, 3))
    x, new = cell.fresh()
    if lo == MINUS_OO and hi == OO:
        found = [cell.with_value(name, x.scaled(-ONE), new), cell.with_value(name, number(0)), cell.with_value(name, x, new)]
    elif lo == MINUS_OO and isinstance(hi, Form):
        found = [cell.with_value(name, hi.minus(x), new)]
    elif hi == OO and isinstance(lo, Form):
        found = [cell.with_value(name, lo.plus(x), new)]
    elif isinstance(lo, Form) and isinstance(hi, Form):
        length = hi.minus(lo)
        sign = reader.signs.sign(length)
        if sign == NEGATIVE:
            return []
        if sign == NULL:
            return [cell.with_value(name, lo)] if left and right else []
        if sign != POSITIVE:
            raise Open(length)
        found = [cell.with_value(name, lo.plus(length.times(x).over(NUMBER_ONE.plus(x))), new)]
    else:
        raise Unread("a range with infinite ends on one side")
    return found + [cell.with_value(name, end) for end, belongs in ((lo, left), (hi, right)) if belongs]


def _integers(cell: Cell, name: str, lo: Value, hi: Value, reader: Reader) -> list[Cell]:
    if not isinstance(lo, Form):
        raise Unread("integers without a first one")
    first = lo.constant()
    if first is not None:
        first = Fraction(-(-first.numerator // first.denominator))
        lo = number(first)
    elif not is_whole(lo):
        raise Unread("integers from what is not known to be an integer")
    x, new = cell.fresh("i")
    if hi == OO:
        return [cell.with_value(name, lo), cell.with_value(name, lo.plus(x), new)]
    if not isinstance(hi, Form):
        return []
    last = hi.constant()
    if first is not None and last is not None:
        count = last.numerator // last.denominator - int(first) + 1
        if count > MOST_VALUES:
            raise Unread("many integers")
        return [cell.with_value(name, number(first + k)) for k in range(max(0, count))]
    length = hi.minus(lo)
    sign = reader.signs.sign(length)
    if sign == NEGATIVE:
        return []
    if sign == NULL:
        return [cell.with_value(name, lo)]
    if sign != POSITIVE:
        raise Open(length)
    if (y := single(length)) is None or y[0] != "i":
        raise Unread("integers up to something that is not an integer symbol")
    moved = cell.substituted(y[1], x.plus(atom(y)), reader.signs.spend, new, (y[1], "i"))  # hi = lo + y with y = k + a positive integer, or y = k
    again = moved.reader(reader.signs.spend)
    return [
        cell.with_value(name, lo),
        moved.with_value(name, put(lo, y[1], x.plus(atom(y)), again).plus(x)),
        cell.with_value(name, hi),
    ]


def loosely(cell: Cell, name: str, where: Any, spend: Spend, between: bool = False) -> Cell:
    """The cell with a name that may be any number, of its range or not; ``between``: with the ends of its range as facts. Raises Unread where the range may have infinite members."""
    where, reader = stated(where), cell.reader(spend)
    kind = head(where)
    if kind not in ("interval", "integers"):
        raise Unread(f"a name in {kind[:40]}")
    x, new = cell.fresh("u")
    found = cell.with_value(name, x, new)
    for k, direction in ((0, 1), (1, -1)):
        end = reader.number(argument(where, k))
        shut = kind == "integers" or word(argument(where, 2 + k)) == "closed"
        if isinstance(end, Form):
            found = replace(found, facts=(*found.facts, (x.minus(end).scaled(Fraction(direction)), not shut))) if between else found
        elif shut and kind == "interval":
            raise Unread("a range with an infinite member")
    return found


def single(f: Form) -> Any:
    """The symbol that a form is, or None."""
    if f.bottom != UNITS or len(f.top.terms) != 1:
        return None
    ((powers, exponent), c), = f.top.terms.items()
    plain = exponent is None and c == 1 and len(powers) == 1 and powers[0][1] == 1 and powers[0][0][0] in ("s", "i")
    return powers[0][0] if plain else None


# --- cuts ----------------------------------------------------------------------------------------------------------------


def cut(cell: Cell, symbol: str, root: Form, spend: Spend) -> list[Cell]:
    """The parts of a cell at a root of one of its symbols. Raises Refused where the root is not seen to be positive."""
    kind = dict(cell.symbols).get(symbol)
    if kind not in ("s", "i"):
        raise Refused(f"a cut at {symbol[:20]}, which is not a positive symbol of the cell")
    if symbol in root.symbols() or not root.symbols() <= {s for s, _ in cell.symbols} or cell.signs(spend).sign(root) != POSITIVE:
        raise Refused(f"the root of the cut at {symbol} is not shown to be positive")
    above, new = cell.fresh(kind)
    y = single(root)
    if kind == "i":
        at = root.constant()
        if at is not None:
            below = at.numerator // at.denominator
            if below > MOST_VALUES:
                raise Refused("a cut into too many integers")
            return [*(cell.substituted(symbol, number(k), spend) for k in range(1, below + 1)), cell.substituted(symbol, number(below).plus(above), spend, new)]
        if y is None or y[0] != "i":
            raise Refused("an integer symbol is cut at integers alone")
    parts = [cell.substituted(symbol, root.plus(above), spend, new), cell.substituted(symbol, root, spend)]
    if y is not None and y[0] == kind:
        return [*parts, cell.substituted(y[1], atom((kind, symbol)).plus(above), spend, new)]
    return [*parts, cell.substituted(symbol, root.over(NUMBER_ONE.plus(above)), spend, new)]


def by_sign(cell: Cell, f: Form) -> list[Cell]:
    """The parts of a cell on which a form that has a value on all of it is negative, is 0, and is positive."""
    known = {"-": ((f.scaled(-ONE), True),), "0": ((f, False), (f.scaled(-ONE), False)), "+": ((f, True),)}
    return [replace(cell, facts=(*known[side], *cell.facts)) for side in "-0+"]


def unknown_parts(cell: Cell, f: Form, spend: Spend) -> list[Form]:
    """The factors of a form whose sign is that of unknown values or slopes of functions."""
    signs = cell.signs(spend)
    found = [Form(part, UNITS) for side in (f.top, f.bottom) for part, _ in normal.factors(side)[1]]
    found += [atom(a) for side in (f.top, f.bottom) for a, _ in normal.factors(side)[0][0][0]]
    return [one for one in found if len(signs.sign(one)) > 1 and any(a[0] == "f" and " " in a[1] for a in one.atoms())]


def cuts(cell: Cell, f: Form, spend: Spend, depth: int = 0) -> list[tuple[str, Form]]:
    """Cuts after which the sign of a form may be known."""
    signs = cell.signs(spend)
    found: list[tuple[str, Form]] = []
    for side in (f.top, f.bottom):
        (m, _), parts = normal.factors(side)
        for a, _e in m[0]:
            if a[0] == "log" and len(signs.atom(a)) > 1:
                found += cuts(cell, a[1].minus(NUMBER_ONE), spend, depth)
        for part, _k in parts:
            if len(signs.of(part)) == 1:
                continue
            for symbol, kind in cell.symbols:
                found += _roots(cell, part, symbol, kind, signs, spend, depth) if kind != "u" else []
            two = list(part.terms.items())
            if len(two) == 2 and two[0][1] * two[1][1] < 0 and depth < 2:  # A - B by logarithms
                try:
                    sizes = [normal.log_product(m, c if c > 0 else -c) for m, c in two]
                    gap = sizes[0].minus(sizes[1])
                    found += cuts(cell, gap, spend, depth + 1)
                except (TooLarge, ZeroDivisionError):
                    pass
            if depth < 2 and all(not e and len(p) == 1 and p[0][0][0] == "log" and p[0][1] == 1 for p, e in part.terms) and all(c.denominator == 1 and -9 < c < 9 for c in part.terms.values()):
                gap = NUMBER_ONE
                for (p, _e), c in part.terms.items():
                    gap = gap.times(p[0][0][1].power(int(c)))
                found += cuts(cell, gap.minus(NUMBER_ONE), spend, depth + 1)
    if not found and depth == 0:
        for symbol, kind in cell.symbols:  # a turning point
            if kind == "s" and symbol in f.symbols() and len(f.top.terms) <= MOST_TURNS:
                try:
                    found += cuts(cell, normal.slope(f, symbol), spend, 2)
                except (TooLarge, ZeroDivisionError):
                    continue
    return list(dict.fromkeys(found))


def _roots(cell: Cell, part: Sum, symbol: str, kind: str, signs: Signs, spend: Spend, depth: int) -> list[tuple[str, Form]]:
    by = coefficients(part, (kind, symbol))
    if by is None or len(by) != 2 or 0 not in by:
        return []
    (k,) = set(by) - {0}
    if len(signs.sign(by[k])) != 1:
        return []
    try:
        root = by[0].over(by[k]).scaled(-ONE)
        if signs.sign(root) == POSITIVE:
            if k > 1:
                root = cell.reader(spend).power(root, Fraction(1, k))
            return [(symbol, root)]
        if len(signs.sign(root)) > 1 and depth < 3:
            return cuts(cell, root, spend, depth + 1)
    except (TooLarge, ZeroDivisionError, Open, Missing, Unread):
        pass
    return []


__all__ = ["Cell", "Spend", "by_sign", "cut", "cuts", "loosely", "range_cells", "unknown_parts"]
