"""Proofs by identity, replayed: a tree of cells that covers the domain by construction, and on each cell the rule by which the conclusion holds.

A *cell* gives each name a normal form in positive symbols. The cells of a range are built here: an interval has its ends, where they belong to it, and ``lo + s``, ``hi - s`` or
``lo + (hi - lo) s/(1 + s)`` in between; the integers from lo on are ``lo`` and ``lo + k``. A cell may be cut at a root r > 0 of one of its symbols s into ``s = r + s'``, ``s = r`` and
``s = r/(1 + s')``. A certificate holds the tree of the cuts, and names a rule for each comparison; it has no say in what the cells are. :func:`find` writes such a tree,
:func:`follow` confirms one, by the same steps but without any search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from verify.evidence.checker import closed, normal
from verify.evidence.checker.derive import (
    MINUS_OO,
    NEGATIVE,
    NOT_NEGATIVE,
    NULL,
    OO,
    POSITIVE,
    RELATIONS,
    Fact,
    Infinite,
    Missing,
    Open,
    Reader,
    Signs,
    Unread,
    Value,
    coefficients,
    is_whole,
    limit,
)
from verify.evidence.checker.formula import Malformed, Refused, argument, entries, head, mentions, names, stated, validate, word
from verify.evidence.checker.normal import NUMBER_ONE, ONE, UNITS, Form, Sum, TooLarge, atom, number, quotient

MOST_CELLS, MOST_DEPTH = 400, 24
MOST_VALUES = 64
MOST_TURNS = 6
"""Products of a difference whose turning points are looked for."""
FIND_WORK, FOLLOW_WORK, RULE_WORK = 100_000, 200_000, 30_000
"""What finding and following a derivation may cost, and one rule that is tried, in products of terms."""
Spend = Callable[[int], None]


class Stuck(Exception):
    """No step is known by which the proof goes on."""


@dataclass(frozen=True)
class Cell:
    """Positive symbols with their kind, what the names are, and what is known besides."""
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
        """The cell with a symbol replaced by something positive."""
        moved = Cell(tuple(s for s in self.symbols if s[0] != symbol) + new)
        builder = Reader({}, moved.signs(spend))
        values = {n: closed.put_everywhere(v, symbol, value, builder) for n, v in self.values.items()}
        return replace(moved, values=values)


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
        moved.with_value(name, closed.put(lo, y[1], x.plus(atom(y)), again).plus(x)),
        cell.with_value(name, hi),
    ]


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
    if kind is None:
        raise Refused(f"a cut at {symbol[:20]}, which is not a symbol of the cell")
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
                found += _roots(cell, part, symbol, kind, signs, spend, depth)
            two = list(part.terms.items())
            if len(two) == 2 and two[0][1] * two[1][1] < 0 and depth < 2:  # A - B by logarithms
                try:
                    gap = normal.log_product(two[0][0], abs(two[0][1])).minus(normal.log_product(two[1][0], abs(two[1][1])))
                    found += cuts(cell, gap, spend, depth + 1)
                except (TooLarge, ZeroDivisionError):
                    pass
            if depth < 2 and all(not e and len(p) == 1 and p[0][0][0] == "log" and p[0][1] == 1 for p, e in part.terms) and all(c.denominator == 1 and abs(c) < 9 for c in part.terms.values()):
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


# --- the rules by which a comparison holds -------------------------------------------------------------------------------


def _turned(left: Form, relation: str, right: Form) -> tuple[Form, str, Form]:
    """The comparison with ``<``, ``<=``, ``==`` or ``!=``."""
    return (right, {">=": "<=", ">": "<"}[relation], left) if relation in (">=", ">") else (left, relation, right)


def by_sign(reader: Reader, left: Form, relation: str, right: Form, arguments: Sequence[Any]) -> bool:
    return reader.signs.sign(left.minus(right)) <= RELATIONS[relation]


def by_slopes(reader: Reader, left: Form, relation: str, right: Form, arguments: Sequence[Any]) -> bool:
    """As by the sign, with derivatives and limits at the ends of symbols."""
    return Signs(reader.signs.facts, reader.signs.spend, slopes=True).sign(left.minus(right)) <= RELATIONS[relation]


def by_equality(reader: Reader, left: Form, relation: str, right: Form, arguments: Sequence[Any]) -> bool:
    return 0 in RELATIONS[relation] and left.minus(right).is_zero()


def by_squares(reader: Reader, left: Form, relation: str, right: Form, arguments: Sequence[Any]) -> bool:
    """Both sides are at least 0."""
    if not all(reader.signs.sign(side) <= NOT_NEGATIVE for side in (left, right)):
        return False
    return reader.signs.sign(left.times(left).minus(right.times(right))) <= RELATIONS[relation]


def by_logarithms(reader: Reader, left: Form, relation: str, right: Form, arguments: Sequence[Any]) -> bool:
    """Both sides are positive."""
    if not all(reader.signs.sign(side) == POSITIVE for side in (left, right)):
        return False
    return reader.signs.sign(reader.log(left).minus(reader.log(right))) <= RELATIONS[relation]


def by_exponentials(reader: Reader, left: Form, relation: str, right: Form, arguments: Sequence[Any]) -> bool:
    """Both sides times something positive, as exponents."""
    factor = reader_of_symbols(reader, arguments[0])
    if reader.signs.sign(factor) != POSITIVE:
        return False
    return reader.signs.sign(normal.exp(left.times(factor)).minus(normal.exp(right.times(factor)))) <= RELATIONS[relation]


def by_means(reader: Reader, left: Form, relation: str, right: Form, arguments: Sequence[Any]) -> bool:
    """``A + B >= (A/w)^w (B/(1 - w))^(1 - w)`` for positive A, B and 0 < w < 1: the logarithm is concave."""
    left, relation, right = _turned(left, relation, right)
    if relation not in ("<=", "<"):
        return False
    w = reader_of_symbols(reader, arguments[0])
    v = NUMBER_ONE.minus(w)
    if not isinstance(arguments[1], list) or any(reader.signs.sign(weight) != POSITIVE for weight in (w, v)):
        return False
    split = means_of(reader, left, right, word(arguments[1]))
    if split is None:
        return False
    above, a, b = split
    mean = w.times(reader.log(a).minus(reader.log(w))).plus(v.times(reader.log(b).minus(reader.log(v))))
    return reader.signs.sign(reader.log(above).minus(mean)) <= RELATIONS[relation]


def means_of(reader: Reader, left: Form, right: Form, choice: str) -> tuple[Form, Form, Form] | None:
    """The left side, and the right side as A + B: A has the products with a symbol (with an exponential, where none is named); all three are positive."""
    parts: list[dict[Any, Fraction]] = [{}, {}]
    for m, c in right.top.terms.items():
        chosen = any(a[1] == choice for a, _ in m[0] if a[0] in ("s", "i")) if choice else m[1] is not None
        parts[0 if chosen else 1][m] = c
    forms = [left, *(quotient(Sum(p), right.bottom) for p in parts)]
    return (forms[0], forms[1], forms[2]) if all(reader.signs.sign(f) == POSITIVE for f in forms) else None


def by_one_tail(reader: Reader, left: Form, relation: str, right: Form, arguments: Sequence[Any]) -> bool:
    """``A + B erfc(u)`` in one symbol, divided by B: its derivative has no error function, and changes its sign at most once, from + to -.

    The quotient lies above the smaller one of its limits at both ends; where it moves one way it lies above the limit that it moves away from.
    """
    left, relation, right = _turned(left, relation, right)
    if relation not in ("<=", "<"):
        return False
    return one_tail(right.minus(left), reader.signs)


def one_tail(gap: Form, signs: Signs) -> bool:
    """Whether a form with one error function is positive."""
    symbols = gap.symbols()
    tails = {a for a in gap.top.atoms() if a[0] == "f"}
    if len(symbols) != 1 or len(tails) != 1 or any(a[0] == "f" for a in gap.bottom.atoms()):
        return False
    (symbol,), (tail,) = symbols, tails
    if tail[1] != "erfc":
        return False
    with_tail = Sum({m: c for m, c in gap.top.terms.items() if any(a == tail for a, _ in m[0])})
    if any(e != 1 for m in with_tail.terms for a, e in m[0] if a == tail):
        return False
    factor = Form(with_tail, gap.bottom).over(atom(tail))
    side = signs.sign(factor)
    if side not in (POSITIVE, NEGATIVE) or tail in factor.atoms():
        return False
    whole = gap.over(factor if side == POSITIVE else factor.scaled(-ONE))
    pattern = closed.changes(normal.slope(whole, symbol), symbol, signs)
    if pattern is None:
        return False
    ends = {end: limit(whole, symbol, end, signs) for end in ("0", "oo")}
    good = {end: value is not None and signs.sign(value) <= NOT_NEGATIVE for end, value in ends.items()}
    return {(-1,): good["oo"], (1,): good["0"], (1, -1): good["0"] and good["oo"]}.get(pattern, False)


def by_scaled_tails(reader: Reader, left: Form, relation: str, right: Form, arguments: Sequence[Any]) -> bool:
    """``A erfc(u) <= B erfc(v)`` for A, B > 0 with ``A exp(-u^2) = B exp(-v^2)`` where u >= v: ``exp(u^2) erfc(u)`` falls on the whole line."""
    left, relation, right = _turned(left, relation, right)
    sides = []
    for f in (left, right):
        tails = [a for a in f.top.atoms() if a[0] == "f" and a[1] == "erfc"]
        if len(tails) != 1 or any(a[0] == "f" for a in f.bottom.atoms()):
            return False
        rest = f.over(atom(tails[0]))
        if tails[0] in rest.atoms() or reader.signs.sign(rest) != POSITIVE:
            return False
        sides.append((rest, tails[0][2]))
    (a, u), (b, v) = sides
    equal = reader.log(a).minus(u.times(u)).minus(reader.log(b).minus(v.times(v)))
    wanted = {"<=": NOT_NEGATIVE, "<": POSITIVE}.get(relation)
    return wanted is not None and equal.is_zero() and reader.signs.sign(u.minus(v)) <= wanted


RULES: dict[str, Callable[[Reader, Form, str, Form, Sequence[Any]], bool]] = {
    "equal": by_equality,
    "logarithms": by_logarithms,
    "sign": by_sign,
    "squares": by_squares,
    "exponentials": by_exponentials,
    "means": by_means,
    "scaled tails": by_scaled_tails,
    "one tail": by_one_tail,
    "slopes": by_slopes,
}
ARGUMENTS = {"exponentials": 1, "means": 2}
"""How many formulas are stored with a rule."""


def reader_of_symbols(reader: Reader, f: Any) -> Form:
    """A stored formula in the symbols of a cell."""
    symbols = reader.values["#symbols"]
    return Reader(symbols, reader.signs).form(f)


def _candidates(reader: Reader, rule: str, left: Form, right: Form) -> list[list[Any]]:
    """What may be stored with a rule."""
    if rule == "means":
        weights: list[tuple[str, Form]] = []
        for choice in ("", *sorted(reader.values["#symbols"])):
            split = means_of(reader, left, right, choice) or means_of(reader, right, left, choice)
            if split is None:
                continue
            q, a, b = (reader.log(f) for f in split)
            for log in sorted({x for f in (q, a, b) for x in f.top.atoms() if x[0] == "log"}, key=normal.atom_key):
                first, second, third = (closed.linear(f, log) for f in (q, a, b))
                if first is not None and second is not None and third is not None and second != third:
                    weights.append((choice, first.minus(third).over(second.minus(third))))
        return [[formula_of(w), ["word", choice]] for choice, w in dict.fromkeys(weights)]
    if rule == "exponentials":
        found = [NUMBER_ONE]
        for f in (left, right):
            for log in sorted({x for x in f.top.atoms() if x[0] == "log"}, key=normal.atom_key):
                c = closed.linear(f, log)
                if c is not None and not c.is_zero() and not any(x[0] == "log" for x in c.atoms()):
                    found += [k for k in (NUMBER_ONE.over(c), NUMBER_ONE.over(c).scaled(-ONE)) if reader.signs.sign(k) == POSITIVE]
        return [[formula_of(w)] for w in dict.fromkeys(found)]
    return [[]]


def formula_of(f: Form) -> Any:
    """A form as a formula in the symbols."""
    top = _sum_formula(f.top)
    return top if f.bottom == UNITS else ["mul", top, ["pow", _sum_formula(f.bottom), "-1"]]


def _sum_formula(s: Sum) -> Any:
    terms = []
    for (powers, exponent), c in sorted(s.terms.items(), key=lambda item: normal.product_key(item[0])):
        factors: list[Any] = [] if c == 1 and (powers or exponent is not None) else [str(c)]
        factors += [_atom_formula(a) if e == 1 else ["pow", _atom_formula(a), str(e)] for a, e in powers]
        if exponent is not None:
            factors.append(["exp", formula_of(exponent)])
        terms.append(factors[0] if len(factors) == 1 else ["mul", *factors])
    return "0" if not terms else terms[0] if len(terms) == 1 else ["add", *terms]


def _atom_formula(a: Any) -> Any:
    if a[0] in ("s", "i"):
        return ["var", ["word", a[1]]]
    if a[0] == "pi":
        return ["pi"]
    if a[0] == "n":
        return str(a[1])
    if a[0] == "p":
        return formula_of(a[1])
    if a[0] == "log":
        return ["log", formula_of(a[1])]
    if a[0] == "f":
        return [a[1], *(formula_of(part) for part in a[2:])]
    raise Stuck("a number that cannot be written")


# --- propositions --------------------------------------------------------------------------------------------------------


class _Proofs:
    """The rules of one cell: taken from what is stored, or found and kept."""
    def __init__(self, stored: list[Any] | None) -> None:
        self.stored = stored
        self.kept: list[Any] = []
        self.place = 0

    def compare(self, reader: Reader, left: Form, relation: str, right: Form) -> None:
        if self.stored is not None:
            if self.place >= len(self.stored):
                raise Refused("a comparison has no rule")
            rule = self.stored[self.place]
            self.place += 1
            known = isinstance(rule, list) and rule and isinstance(rule[0], str) and rule[0] in RULES
            if not known or len(rule) != 1 + ARGUMENTS.get(rule[0], 0):
                raise Malformed("a rule of the derivation is none that is known")
            for part in rule[1:]:
                validate(part)
            left_over = normal.METER.left
            start = normal.METER.left = min(left_over, 2 * RULE_WORK)
            if not RULES[rule[0]](reader, left, relation, right, rule[1:]):
                raise Refused(f"the comparison does not follow by {rule[0]}")
            normal.METER.left += left_over - start
            return
        opened: Open | None = None
        for rule in RULES:
            left_over = normal.METER.left
            normal.METER.left = min(left_over, RULE_WORK)
            start = normal.METER.left
            try:
                for arguments in _candidates(reader, rule, left, right):
                    if RULES[rule](reader, left, relation, right, arguments):
                        self.kept.append([rule, *arguments])
                        return
            except Open as error:
                opened = opened or error
            except normal.Exhausting:
                if left_over <= RULE_WORK:
                    raise
            except (Missing, Unread, TooLarge, ZeroDivisionError, Stuck, Malformed):
                continue
            finally:
                normal.METER.left += left_over - start
        raise opened or Open(left.minus(right))

    def done(self) -> None:
        if self.stored is not None and self.place != len(self.stored):
            raise Refused("the derivation holds rules that no comparison needs")


def prove(p: Any, reader: Reader, proofs: _Proofs) -> None:
    """The proposition is true, and has a value, everywhere on the cell."""
    kind = head(p)
    if kind == "all":
        for part in p[1:]:
            prove(part, reader, proofs)
    elif kind == "compare" and word(argument(p, 1)) in RELATIONS:
        relation = word(p[2])
        left, right = reader.number(p[1]), reader.number(argument(p, 2))
        if isinstance(left, Infinite) or isinstance(right, Infinite):
            sign = reader.difference(left, right)
            if sign not in RELATIONS[relation]:
                raise Refused("the sides differ by infinity")
            return
        proofs.compare(reader, left, relation, right)
    elif kind == "not" and head(argument(p, 0)) == "compare" and word(argument(p[1], 1)) in RELATIONS:
        opposite = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "!=", "!=": "=="}[word(p[1][2])]
        prove(["compare", p[1][1], ["word", opposite], argument(p[1], 2)], reader, proofs)
    elif kind == "any":
        for part in p[1:]:
            if reader.truth(part):
                return
        raise Refused("no part of the disjunction holds")
    elif kind == "implies":
        if reader.truth(argument(p, 0)):
            prove(argument(p, 1), reader, proofs)
    elif kind == "iff":
        if reader.truth(argument(p, 0)) != reader.truth(argument(p, 1)):
            raise Refused("the sides of the equivalence differ")
    else:
        raise Unread(f"the proposition {kind[:40]}")


def assume(cell: Cell, hypotheses: Sequence[Any], spend: Spend) -> tuple[Cell, int, list[Form]]:
    """The cell with the hypotheses as facts; the number (from 1) of one that fails on all of it, or 0; and the differences that are open.

    A hypothesis that cannot be read is left out, which asks for more than the statement says.
    """
    opened: list[Form] = []
    plain = replace(cell, facts=())
    for k, h in enumerate(hypotheses, 1):
        for part in h[1:] if head(h) == "all" else [h]:
            if head(part) == "member" and head(stated(argument(part, 1))) == "interval":
                parts = closed.membership(argument(part, 0), stated(part[2]))
            else:
                parts = [part]
            for each in parts:
                facts, fails, more = _assume_one(plain, each, spend)
                cell = replace(cell, facts=tuple(sorted((*cell.facts, *facts), key=lambda fact: any(e is not None for _, e in fact[0].top.terms))))
                opened += more
                if fails:
                    return cell, k, opened
    return cell, 0, opened


def _assume_one(cell: Cell, h: Any, spend: Spend) -> tuple[list[Fact], bool, list[Form]]:
    if head(h) != "compare" or word(argument(h, 1)) not in RELATIONS:
        return [], False, []
    relation = word(h[2])
    reader = cell.reader(spend)
    try:
        left, right = reader.number(h[1]), reader.number(argument(h, 2))
    except Missing:  # a hypothesis without a value does not hold
        return [], True, []
    except Open as error:
        return [], False, [error.form]
    except (Unread, TooLarge, ZeroDivisionError):
        return [], False, []
    gap = reader.difference(right, left)
    if isinstance(gap, int):
        return [], -gap not in RELATIONS[relation], []
    sign = reader.signs.sign(gap.scaled(-ONE))
    if sign <= RELATIONS[relation]:
        return [], False, []
    if not sign & RELATIONS[relation]:
        return [], True, []
    if relation == "!=":
        return [], False, [gap]
    facts: list[Fact] = []
    for one, direction in ((gap, ("<=", "<", "==")), (gap.scaled(-ONE), (">=", ">", "=="))):
        if relation in direction:
            facts.append((one, relation in ("<", ">")))
    if all(reader.signs.sign(side) == POSITIVE for side in (left, right) if isinstance(side, Form)):
        try:
            logs = reader.log(right).minus(reader.log(left))  # type: ignore[arg-type]
            facts = [*((logs if one is gap else logs.scaled(-ONE), strict) for one, strict in facts), *facts]
        except (Open, Missing, TooLarge, ZeroDivisionError):
            pass
    return facts, False, [gap]


# --- the tree ------------------------------------------------------------------------------------------------------------


class Derivation:
    """One walk over the cells of a statement."""
    def __init__(self, over: Sequence[tuple[Any, Any]], hypotheses: Sequence[Any], goal: Any, spend: Spend) -> None:
        normal.begin(FIND_WORK)
        self.over = list(over)
        self.hypotheses, self.goal, self.spend = hypotheses, goal, spend
        self.cells = 0

    def follow(self, tree: Any) -> None:
        normal.begin(FOLLOW_WORK)
        try:
            self._follow(Cell(), 0, tree, 0)
        except normal.Exhausting as error:
            raise Refused(str(error)) from None

    def _count(self, depth: int) -> None:
        self.cells += 1
        if self.cells > 2 * MOST_CELLS or depth > MOST_DEPTH:
            raise Refused("the derivation has too many cells")

    def _follow(self, cell: Cell, k: int, node: Any, depth: int) -> None:
        self._count(depth)
        if not isinstance(node, list) or not node or node[0] not in ("cut", "range", "empty", "holds", "given"):
            raise Malformed("a node of the derivation is [cut, ...], [range, ...], [empty], [holds, ...] or [given, ...]")
        try:
            if node[0] == "cut":
                if len(node) < 3 or not isinstance(node[1], str):
                    raise Malformed("a cut names a symbol and its root")
                validate(node[2])
                root = Reader(_symbols(cell), cell.signs(self.spend)).form(node[2])
                self._children(cut(cell, node[1], root, self.spend), k, node[3:], depth)
            elif node[0] == "range":
                if k >= len(self.over):
                    raise Refused("the derivation knows more ranges than the statement")
                self._children(self._ranges(cell, k), k + 1, node[1:], depth)
            else:
                if k != len(self.over):
                    raise Refused("the derivation leaves out a range")
                self._leaf(cell, node)
        except Open as error:
            raise Refused(f"the derivation does not say enough: {error}") from None
        except Missing as error:
            raise Refused(f"no value: {error}") from None
        except (Unread, TooLarge, ZeroDivisionError) as error:
            raise Refused(f"the derivation cannot be replayed: {error}") from None

    def _children(self, parts: Sequence[Cell], k: int, nodes: Sequence[Any], depth: int) -> None:
        if len(parts) != len(nodes):
            raise Refused(f"the derivation has {len(nodes)} parts where the cell has {len(parts)}")
        for part, node in zip(parts, nodes, strict=True):
            self._follow(part, k, node, depth + 1)

    def _ranges(self, cell: Cell, k: int) -> list[Cell]:
        pattern, where = self.over[k]
        if head(pattern) != "var":
            raise Unread("a pattern of several names")
        name = names(pattern)[0]
        if name not in self.needed():
            return [cell]  # what nothing mentions may be anything: its set is not looked at
        return range_cells(cell, name, where, self.spend)

    def needed(self) -> set[str]:
        """Names that the conclusion, a hypothesis or a range mentions."""
        return mentions(self.goal).union(*(mentions(h) for h in self.hypotheses), *(mentions(w) for _, w in self.over))

    def _leaf(self, cell: Cell, node: list[Any]) -> None:
        fails = 0
        if node[0] != "holds":
            cell, fails, _ = assume(cell, self.hypotheses, self.spend)
        if node[0] == "empty":
            if not fails or len(node) != 1:
                raise Refused("the derivation leaves out a cell on which the hypotheses may hold")
            return
        proofs = _Proofs(node[1:])
        prove(self.goal, self._reader(cell), proofs)
        proofs.done()

    def _reader(self, cell: Cell) -> Reader:
        return Reader({**cell.values, "#symbols": _symbols(cell)}, cell.signs(self.spend), closed.RULES)

    # finding
    def find(self) -> Any:
        """A tree that proves the statement. Raises Stuck."""
        try:
            return self._find(Cell(), 0, 0)
        except normal.Exhausting as error:
            raise Stuck(str(error)) from None

    def _find(self, cell: Cell, k: int, depth: int) -> Any:
        self.cells += 1
        if self.cells > MOST_CELLS or depth > MOST_DEPTH:
            raise Stuck("too many cells")
        opened: list[Form] = []
        try:
            if k < len(self.over):
                parts = self._ranges(cell, k)
                return ["range", *(self._find(part, k + 1, depth + 1) for part in parts)]
            try:
                proofs = _Proofs(None)
                prove(self.goal, self._reader(cell), proofs)
                return ["holds", *proofs.kept]
            except (Open, Missing, Refused) as error:
                if not self.hypotheses:
                    raise
                first = [error.form] if isinstance(error, Open) else []
            assumed, fails, more = assume(cell, self.hypotheses, self.spend)
            if fails:
                return ["empty"]
            opened = first + more
            proofs = _Proofs(None)
            prove(self.goal, self._reader(assumed), proofs)
            return ["given", *proofs.kept]
        except Open as error:
            opened = [error.form, *opened]
        except Missing as error:
            if not opened:
                raise Stuck(f"no value: {error}") from None
        except Refused as error:
            if not opened:
                raise Stuck(str(error)) from None
        except (Unread, TooLarge, ZeroDivisionError) as error:
            raise Stuck(str(error)) from None
        if depth >= MOST_DEPTH // 2:
            raise Stuck("too many cases")
        for form in opened:
            try:
                options = cuts(cell, form, self.spend)
            except (TooLarge, ZeroDivisionError):
                continue
            for symbol, root in options[:3]:
                try:
                    parts = cut(cell, symbol, root, self.spend)
                    stored = formula_of(root)
                except (Refused, Open, Missing, Unread, TooLarge, ZeroDivisionError, Stuck):
                    continue
                return ["cut", symbol, stored, *(self._find(part, k, depth + 1) for part in parts)]
        raise Stuck(f"no rule proves it; open is {str(opened[0])[:200] if opened else 'nothing'}")


def _symbols(cell: Cell) -> dict[str, Any]:
    return {name: atom((kind, name)) for name, kind in cell.symbols}


def derivation(statement: Any, spend: Spend) -> Derivation:
    """The walk of a whole statement, as in a certificate."""
    over = entries(statement) if head(statement) == "forall" else []
    body = argument(statement, 1) if head(statement) == "forall" else statement
    hypotheses: list[Any] = []
    if head(body) == "implies":
        left = argument(body, 0)
        if head(left) == "all":
            hypotheses, body = left[1:], argument(body, 1)
    return Derivation(over, hypotheses, body, spend)


__all__ = ["RULES", "Cell", "Derivation", "Stuck", "derivation"]
