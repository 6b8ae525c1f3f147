"""Symbolic engine: proves statements about numbers by exact identities, on the whole declared domain.

The domain is cut into *cells*; on a cell every name is an expression in positive symbols, so that SymPy's assumptions say exactly what is known.
Closed ends are cells of their own. A proof on a cell is an identity (:func:`verify.quantities.exact.vanishes`) or a sign (:class:`Prover`). Every proved
comparison is afterwards evaluated at pseudo-random points of its cell and withdrawn if one of them disagrees. The engine never refutes; where it finds a
point at which a comparison fails, it suggests it to the engines that can certify instances.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, permutations
from typing import Any

import mpmath
import sympy as sp
from flint import fmpq
from mpmath import mp, mpf
from sympy.printing.pycode import MpmathPrinter

from verify.claims.canonical import same
from verify.claims.nodes import Argument, ClaimError, Node, free_names, literal, pattern_names, to_json, walk
from verify.claims.propositions import NEGATED
from verify.claims.sets import stated
from verify.claims.symbolic_form import from_sympy
from verify.engines import defined, derivation, impossible, one_tail, powers, solution, vacuous
from verify.engines import evaluate as ev
from verify.engines.means import MEANS, SCALED, above_its_mean, logarithm, tail_quotient
from verify.engines.task import Finding, Status, Task, cannot
from verify.engines.truth import Truth
from verify.quantities import algebra, enclosures
from verify.quantities.exact import (
    ClosedForms,
    LineLaw,
    NoClosedForm,
    NoValue,
    OpenSign,
    PointLaw,
    ProductLaw,
    Sign,
    Signs,
    bounded_limit,
    canonical_form,
    evaluated,
    factored,
    one_exponent,
    same_for_all_couplings,
    vanishes,
)
from verify.values import numbers
from verify.values.decimals import fifteen

__all__ = ["ENGINE", "Cell", "Prover", "decide"]

ENGINE = "symbolic"
TRUSTED = "SymPy: expansion, factorisation, differentiation, limits and assumptions about positive symbols, in the steps named"
MOST_CELLS = 160
MOST_SPLITS = 6
WHOLE = {"domain": "whole", "share": 1.0}
CHECK_POINTS = 32
SAMPLES = 5
QUADRATURES = 3
"""Samples where densities must be integrated."""
DIGITS = 60
DEPTH = 4
WORK = 250
"""Most signs of sums asked for in one task; a long sum counts as several."""
WHOLE_WORK = 16_000
"""Units of work for an attempt that keeps hypotheses whole: what is left is enough for the other."""
CALCULUS = ("limit", "limsup", "liminf", "derivative")
RELATIONS = {"<=", "<", ">=", ">", "==", "!="}
FLIPPED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "==": "==", "!=": "!="}

Expr = Any


class _Stuck(Exception):
    """The engine has no proof; the message says why, ``at`` may suggest a point."""

    def __init__(self, why: str, at: Mapping[str, str] | None = None) -> None:
        super().__init__(_plain(why))
        self.at = dict(at or {})


@dataclass(slots=True)
class _Work:
    """What is left to spend on one task."""

    deadline: float
    attempts: int = WORK
    points: int = CHECK_POINTS
    """Points at which what was proved is checked, spread over the comparisons."""
    methods: list[str] = field(default_factory=list)
    known: dict[Any, Sign] = field(default_factory=dict)
    """Signs found so far, by facts and expression: they hold at every depth."""
    failed: dict[Any, int] = field(default_factory=dict)
    """The depth up to which no sign was found."""
    probed: dict[Any, frozenset[str]] = field(default_factory=dict)

    def watch(self) -> None:
        if time.thread_time() > self.deadline:
            raise _Stuck("the time limit stopped the proof")

    def spend(self, size: int = 0) -> None:
        """Take one attempt, more for a long expression. Raises _Stuck when none is left."""
        self.watch()
        self.attempts -= 1 + size // 20
        if self.attempts < 0:
            raise _Stuck("the work limit stopped the proof")

    def used(self, method: str) -> None:
        if method not in self.methods:
            self.methods.append(method)


# --- cells -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cell:
    """A part of the domain: names as expressions in positive symbols, and facts (expression, strict) that hold on it."""

    names: Mapping[str, Any]
    symbols: tuple[Expr, ...] = ()
    facts: tuple[tuple[Expr, bool], ...] = ()
    fractional: tuple[Expr, ...] = ()
    """Expressions that are no integers."""

    def named(self, name: str, value: Any, *new: Expr) -> Cell:
        return replace(self, names={**self.names, name: value}, symbols=(*self.symbols, *new))

    def signs(self, work: _Work) -> Prover:
        return Prover(self.facts, work, fractional=self.fractional)

    def fresh(self, base: str, integer: bool = False) -> Expr:
        """A positive symbol. Its place among those of the cell stands before its name, so that no order of symbols hangs on how names are spelt."""
        place = 1 + max((int(s.name[:2]) for s in self.symbols if PLACE.match(s.name)), default=0)
        name = f"{place:02d}_{_plain(base)}"
        return sp.Symbol(name, positive=True, integer=True) if integer else sp.Symbol(name, positive=True)

    def substituted(self, symbol: Expr, value: Expr, *new: Expr) -> Cell:
        """The same cell with one of its symbols replaced."""
        names = {n: _replaced(v, symbol, value) for n, v in self.names.items()}
        symbols = tuple(s for s in self.symbols if s != symbol) + new
        facts = tuple((f.subs(symbol, value), strict) for f, strict in self.facts)
        return Cell(names, symbols, facts, tuple(e.subs(symbol, value) for e in self.fractional))


def _replaced(what: Any, symbol: Expr, value: Expr) -> Any:
    """An expression or a law with a symbol replaced."""
    if isinstance(what, LineLaw):
        return LineLaw(tuple((w.subs(symbol, value), tuple(_piece(piece, symbol, value) for piece in pieces)) for w, pieces in what.parts))
    if isinstance(what, PointLaw):
        return PointLaw(tuple((p.subs(symbol, value), w.subs(symbol, value)) for p, w in what.atoms))
    if isinstance(what, ProductLaw):
        return ProductLaw(tuple(_replaced(f, symbol, value) for f in what.factors))
    moved = what.subs(symbol, value)
    if not isinstance(moved, sp.Expr):  # a law
        return moved
    return algebra.cancel(moved) if moved.is_rational_function() else moved


def _piece(piece: Any, symbol: Expr, value: Expr) -> Any:
    return tuple(c.subs(symbol, value) for c in piece)


PLACE = re.compile(r"\b\d\d_(?=\w)")
"""What ``Cell.fresh`` puts before names."""


def _plain(text: str) -> str:
    """A text about symbols without their places."""
    return PLACE.sub("", text)

LARGEST = 20
"""Size of the numbers of a sample up to which both evaluators keep its digits."""


class _Engine:
    """One attempt at one task."""

    def __init__(self, work: _Work, stream: int, whole: bool = False) -> None:
        self.work = work
        self.stream = stream
        self.whole = whole
        """Hypotheses between products of powers are kept as they are; the domain is not cut along them."""
        self.leaves: list[_Leaf] = []
        self.notes: list[str] = []
        self.cells = 0

    # building cells ----------------------------------------------------------------------------------------------------
    def forms(self, cell: Cell) -> ClosedForms:
        return ClosedForms(cell.names, cell.signs(self.work))

    def over(self, cells: Sequence[Cell], entries: Sequence[tuple[Any, Any]]) -> list[Cell]:
        """The cells of ``for all entries``, below each of the given cells."""
        current = list(cells)
        for pattern, where in entries:
            names = pattern_names(pattern)
            following: list[Cell] = []
            for cell in current:
                if len(names) != 1 or not isinstance(where, Node):
                    following.append(cell)
                    continue
                following += self.splitting(cell, lambda c, n=names[0], w=where: self._range(c, n, w))  # type: ignore[misc]
            if len(following) > MOST_CELLS:
                raise _Stuck("the domain has too many cells")
            current = following
        return current

    def splitting(self, cell: Cell, build: Callable[[Cell], list[Cell]], depth: int = 0) -> list[Cell]:
        """``build`` on a cell, or on the parts of it on which the signs it needs are known."""
        try:
            return build(cell)
        except OpenSign as error:
            if depth >= MOST_SPLITS:
                raise _Stuck("too many cases") from None
            return [made for part, _ in self.split(cell, error.expression) for made in self.splitting(part, build, depth + 1)]

    def _range(self, cell: Cell, name: str, where: Node) -> list[Cell]:
        where = stated(where)
        forms = self.forms(cell)
        try:
            if where.head == "one_of":
                return [cell.named(name, forms.number(_node(a))) for a in where.args]
            if where.head == "equals":
                value = _node(where.args[0])
                try:
                    return [cell.named(name, forms.number(value))]
                except OpenSign:
                    raise
                except NoClosedForm:
                    return [cell.named(name, forms.law(value))]
            if where.head == "integers":
                return self._integers(cell, name, forms.number(_node(where.args[0])), forms.number(_node(where.args[1])), forms)
            if where.head == "interval":
                low, high = forms.number(_node(where.args[0])), forms.number(_node(where.args[1]))
                return self._interval(cell, name, low, high, where.args[2] == "closed", where.args[3] == "closed", forms)
        except OpenSign:
            raise
        except NoClosedForm:
            if where.head in ("interval", "integers") and not all(defined.total(_node(end)) for end in where.args[:2]):
                raise  # a range whose end has no value has none itself, and neither has what is said of its members
            return [cell]
        return [cell]  # the name is no number; a formula that needs it has no closed form

    def _integers(self, cell: Cell, name: str, low: Expr, high: Expr, forms: ClosedForms) -> list[Cell]:
        if low.is_Integer and high.is_Integer:
            if high - low > 40:
                raise _Stuck(f"{name} has many values")
            return [cell.named(name, low + k) for k in range(int(high - low) + 1)]
        symbol = cell.fresh(name, integer=True)
        if low is -sp.oo or not low.is_integer:
            raise _Stuck(f"the range of {name}")
        if high is sp.oo:
            return [cell.named(name, low), cell.named(name, low + symbol, symbol)]
        side = forms.signs.sign(high - low)
        if side == "-":
            return []
        if side == "0":
            return [cell.named(name, low)]
        if side != "+":
            raise OpenSign(high - low)
        first = cell.named(name, low)
        rest = cell.named(name, low + symbol, symbol)
        return [first, *(part for part, sign in self.split(rest, high - low - symbol) if sign != "-")]

    def _interval(self, cell: Cell, name: str, low: Expr, high: Expr, left: bool, right: bool, forms: ClosedForms) -> list[Cell]:
        symbol = cell.fresh(name)
        if low is -sp.oo and high is sp.oo:
            found = [cell.named(name, -symbol, symbol), cell.named(name, sp.Integer(0)), cell.named(name, symbol, symbol)]
        elif low is -sp.oo:
            found = [cell.named(name, high - symbol, symbol)]
        elif high is sp.oo:
            found = [cell.named(name, low + symbol, symbol)]
        else:
            side = forms.signs.require(high - low)
            if side < 0:
                return []
            if side == 0:
                return [cell.named(name, low)] if left and right else []
            found = [cell.named(name, low + (high - low) * symbol / (1 + symbol), symbol)]
        if left:
            found.append(cell.named(name, low))
        if right:
            found.append(cell.named(name, high))
        return found

    # splitting cells ---------------------------------------------------------------------------------------------------
    def split(self, cell: Cell, expression: Expr, depth: int = 0) -> list[tuple[Cell, Sign]]:
        """Parts of a cell on which the sign of the expression is known, with that sign.

        Raises
        ------
        _Stuck
            If no cut of the cell along a positive symbol makes the sign known.
        """
        self.work.spend()
        if depth > MOST_SPLITS:
            raise _Stuck("too many cases")
        signs = cell.signs(self.work)
        known = signs.sign(expression)
        if known in ("+", "-", "0"):
            return [(cell, known)]
        if not set(expression.free_symbols) <= set(cell.symbols):
            raise _Stuck(f"the sign of {expression} is unknown")
        factor = self._open_factor(expression, signs)
        parts = self._cut(cell, factor, signs, depth)
        found: list[tuple[Cell, Sign]] = []
        for part, changes in parts:
            moved = expression
            for symbol, value in changes:
                moved = moved.subs(symbol, value)
            moved = algebra.cancel(moved) if moved.is_rational_function() else moved
            found += self.split(part, moved, depth + 1)
        return found

    def _open_factor(self, e: Expr, signs: Prover) -> Expr:
        """A factor whose sign is open; of a logarithm, its argument less 1."""
        top, bottom = sp.fraction(factored(e))
        for factor in (*sp.Mul.make_args(top), *sp.Mul.make_args(bottom)):
            base, _ = factor.as_base_exp()
            if signs.sign(base) in ("+", "-", "0"):
                continue
            while isinstance(base, sp.log):
                base = sp.numer(algebra.together(base.args[0] - 1))
            return algebra.expand(base)
        raise _Stuck("an unknown sign")

    def _cut(self, cell: Cell, f: Expr, signs: Prover, depth: int) -> list[tuple[Cell, list[tuple[Expr, Expr]]]]:
        for symbol in cell.symbols:
            if symbol not in f.free_symbols or not f.is_polynomial(symbol) or sp.degree(f, symbol) != 1:
                continue
            slope, level = sp.Poly(f, symbol).all_coeffs()
            if signs.sign(slope) not in ("+", "-"):
                continue
            root = algebra.cancel(-level / slope)
            side = signs.sign(root)
            if side in ("-", "0", "-0"):
                continue
            if side is None or side == "+0":
                parts = []
                for part, _ in self.split(cell, root, depth + 1):
                    changes = _changes(cell, part)
                    parts.append((part, changes))
                return parts
            above = cell.fresh(str(symbol), integer=bool(symbol.is_integer))

            def put(old: Expr, new: Expr, *fresh: Expr) -> tuple[Cell, list[tuple[Expr, Expr]]]:
                return cell.substituted(old, new, *fresh), [(old, new)]

            if symbol.is_integer and root.is_Integer:
                return [*(put(symbol, sp.Integer(k)) for k in range(1, int(root) + 1)), put(symbol, root + above, above)]
            if symbol.is_integer and not (root.is_Symbol and root.is_integer):
                continue
            if root.is_Symbol and root.is_integer == symbol.is_integer:
                below = put(root, symbol + above, above)
            else:
                below = put(symbol, algebra.factor(root * above / (1 + above)), above)
            return [put(symbol, root + above, above), put(symbol, root), below]
        raise _Stuck(f"the sign of {f} is unknown")

    # hypotheses --------------------------------------------------------------------------------------------------------
    def assume(self, cells: Sequence[Cell], hypothesis: Node, must_have_value: bool = False) -> list[Cell]:
        """The parts of the cells on which the hypothesis holds. A hypothesis that cannot be used is left out, which keeps the cell whole."""
        found: list[Cell] = []
        for cell in cells:
            found += self._assume_on(cell, hypothesis, must_have_value, 0)
        if len(found) > MOST_CELLS:
            raise _Stuck("the hypotheses make too many cases")
        return found

    def _assume_on(self, cell: Cell, h: Node, must_have_value: bool, depth: int) -> list[Cell]:
        if h.head == "all":
            cells = [cell]
            for part in h.args:
                cells = self.assume(cells, _node(part), must_have_value)
            return cells
        if h.head == "member" and _node(h.args[1]).head == "interval":
            return self._assume_on(cell, _membership(_node(h.args[0]), _node(h.args[1])), must_have_value, depth)
        if h.head == "not" and _node(h.args[0]).head == "compare":
            inner = _node(h.args[0])
            if str(inner.args[1]) in NEGATED:
                return self._assume_on(cell, Node("compare", inner.args[0], NEGATED[str(inner.args[1])], inner.args[2]), must_have_value, depth)
        if h.head != "compare" or str(h.args[1]) not in RELATIONS:
            if must_have_value:
                self.forms(cell).truth(h)
            return [cell]
        relation = str(h.args[1])
        if relation == "!=" and not must_have_value and _node(h.args[2]).head == "floor" and same(_node(h.args[0]), _node(_node(h.args[2]).args[0])):
            try:
                return [replace(cell, fractional=(*cell.fractional, self.forms(cell).number(_node(h.args[0]))))]
            except NoClosedForm:
                return [cell]
        try:
            forms = self.forms(cell)
            left, right = forms.number(_node(h.args[0])), forms.number(_node(h.args[2]))
        except OpenSign as error:
            try:
                parts = self.split(cell, error.expression)
            except _Stuck:
                if must_have_value:
                    raise
                return [cell]
            if depth >= MOST_SPLITS:
                if must_have_value:
                    raise _Stuck("too many cases") from None
                return [cell]
            return [c for part, _ in parts for c in self._assume_on(part, h, must_have_value, depth + 1)]
        except NoValue:
            if must_have_value:
                raise
            return []
        except NoClosedForm:
            if must_have_value:
                raise
            return [cell]
        if left in (sp.oo, -sp.oo) or right in (sp.oo, -sp.oo):
            side: Sign = "0" if left == right else "+" if left is sp.oo or right is -sp.oo else "-"
            return [cell] if _holds(relation, side) else []
        difference = left - right
        try:
            if self.whole and powers.between_powers(left, right, Signs()):
                raise _Stuck("a hypothesis that cannot be taken apart")
            parts = self.split(cell, difference)
        except _Stuck:
            facts = {"<=": ((-difference, False),), "<": ((-difference, True),), ">=": ((difference, False),), ">": ((difference, True),),
                     "==": ((difference, False), (-difference, False)), "!=": ()}[relation]
            return [replace(cell, facts=cell.facts + facts)]
        return [part for part, sign in parts if _holds(relation, sign)]

    # propositions ------------------------------------------------------------------------------------------------------
    def prove(self, cell: Cell, p: Node, depth: int = 0) -> None:
        """Return if the proposition holds (and has a value) everywhere on the cell. Raises _Stuck."""
        self.cells += 1
        if self.cells > 4 * MOST_CELLS:
            raise _Stuck("too many cells")
        try:
            self._prove(cell, p, depth)
        except OpenSign as error:
            if depth >= MOST_SPLITS:
                raise _Stuck("too many cases") from None
            for part, _ in self.split(cell, error.expression):
                self.prove(part, p, depth + 1)
        except NoValue as error:
            raise _Stuck(f"no value: {error}", self._point(cell)) from None
        except NoClosedForm as error:
            raise _Stuck(f"no closed form of {error}") from None

    def _prove(self, cell: Cell, p: Node, depth: int) -> None:
        head, args = p.head, p.args
        if head == "compare":
            self._compare(cell, _node(args[0]), str(args[1]), _node(args[2]))
        elif head == "all":
            for each in args:
                self.prove(cell, _node(each), depth)
        elif head == "any":
            self._any(cell, [_node(a) for a in args], depth)
        elif head == "not":
            self.prove(cell, _negation(_node(args[0])), depth)
        elif head == "implies":
            for part in self._hypothesis(cell, _node(args[0])):
                self.prove(part, _node(args[1]), depth)
        elif head == "iff":
            left, right = _node(args[0]), _node(args[1])
            self.prove(cell, Node("implies", left, right), depth)
            self.prove(cell, Node("implies", right, left), depth)
        elif head == "member":
            where = _node(args[1])
            if where.head != "interval":
                raise _Stuck(f"membership in {where.head}")
            self.prove(cell, _membership(_node(args[0]), where), depth)
        elif head == "forall":
            for part in self.over([_without(cell, args[0])], _entries(args[0])):
                self.prove(part, _node(args[1]), depth)
        elif head == "exists":
            self._exists(_without(cell, args[0]), _entries(args[0]), _node(args[1]), depth)
        elif head == "free_of":
            if any(n.head == args[1] for n in walk(_node(args[0]))):
                raise _Stuck(f"the formula contains {args[1]}")
            self.work.used("structure: no such construct in the formula")
        else:
            raise _Stuck(f"the proposition {head}")

    def _hypothesis(self, cell: Cell, h: Node) -> list[Cell]:
        return self._assume_on(cell, h, True, 0)

    def _any(self, cell: Cell, parts: list[Node], depth: int) -> None:
        """Read from left to right: a later part counts only where the earlier ones have a value."""
        if not parts:
            raise _Stuck("an empty disjunction")
        mark = len(self.leaves)
        try:
            self.prove(cell, parts[0], depth)
            return
        except _Stuck:
            del self.leaves[mark:]
            if len(parts) == 1:
                raise
        rest = Node("any", *parts[1:])
        if parts[0].head == "compare":  # where this part fails, the rest must hold
            for part in self._assume_on(cell, _negation(parts[0]), True, 0):
                self.prove(part, rest, depth + 1)
        elif not self.forms(cell).truth(parts[0]):
            self.prove(cell, rest, depth + 1)

    def _exists(self, cell: Cell, entries: list[tuple[Any, Any]], p: Node, depth: int) -> None:
        if len(entries) != 1 or not isinstance(entries[0][1], Node):
            raise _Stuck("the existence of several values at once")
        (name,), where = pattern_names(entries[0][0]), entries[0][1]
        where = stated(where)
        mark = len(self.leaves)
        for value in self._candidates(cell, name, where, p):
            try:
                tried = cell.named(name, value)
                if where.head == "interval":
                    self.prove(tried, _membership(Node("var", name), where), depth + 1)
                elif where.head == "integers":
                    inside = _between(where.args[0], Node("var", name), where.args[1])
                    if not (value.is_Integer and _holds_on(self.forms(tried), inside)):
                        continue
                elif where.head != "one_of":
                    raise _Stuck("the existence of something that is not a number")
                self.prove(tried, p, depth + 1)
                self.work.used("existence: a value is exhibited and verified")
                return
            except (_Stuck, ClaimError):
                del self.leaves[mark:]
        raise _Stuck("no value was found for which the proposition can be shown to hold")

    def _candidates(self, cell: Cell, name: str, where: Node, p: Node) -> Iterator[Expr]:
        forms = self.forms(cell)
        seen: list[Expr] = []
        if where.head == "one_of":
            yield from (forms.number(_node(a)) for a in where.args)
            return
        ends: list[Expr] = []
        if where.head in ("interval", "integers"):
            for end in where.args[:2]:
                try:
                    ends.append(forms.number(_node(end)))
                except NoClosedForm:
                    continue
        unknown = sp.Symbol(f"{name}_sought", real=True)
        if where.head == "interval" and p.head == "compare" and str(p.args[1]) in RELATIONS:
            try:
                positive = cell.fresh(name)
                inner = self.forms(cell.named(name, positive, positive))
                equation = inner.number(_node(p.args[0])) - inner.number(_node(p.args[2]))
                if algebra.operations(equation) < 60:
                    solutions = sp.solve(equation.subs(positive, unknown), unknown)
                    seen += sorted((s for s in solutions if s.free_symbols <= set(cell.symbols)), key=sp.default_sort_key)[:4]
            except MemoryError:  # of the process
                raise
            except Exception:  # a solver that fails leaves the other candidates
                seen += []
        finite = [e for e in ends if e not in (sp.oo, -sp.oo)]
        seen += finite
        if len(finite) == 2:
            seen.append((finite[0] + finite[1]) / 2)
        seen += [e + 1 for e in finite[:1]]
        seen += [sp.Rational(v) for v in ("0", "1", "1/2", "2", "10", "-1", "100", "1/100", "10000")]
        done: set[Expr] = set()
        for value in seen:
            if value not in done:
                done.add(value)
                yield value

    # comparisons -------------------------------------------------------------------------------------------------------
    def _compare(self, cell: Cell, lhs: Node, relation: str, rhs: Node) -> None:
        if relation not in RELATIONS:
            raise _Stuck(f"the relation {relation}")
        if _ranges(rhs) and not _ranges(lhs):
            lhs, relation, rhs = rhs, FLIPPED[relation], lhs
        if _ranges(lhs) and not same(lhs, rhs):
            self._extreme(cell, lhs, relation, rhs)
            return
        generated = _by_generating_function(lhs, rhs) if relation == "==" else None
        if generated is not None:
            self._moments(cell, lhs, rhs, generated)
            return
        prover = cell.signs(self.work)
        forms = ClosedForms(cell.names, prover)
        left, right = forms.number(lhs), forms.number(rhs)
        for note in forms.notes:
            if note not in self.notes:
                self.notes.append(note)
        if same(lhs, rhs):
            if relation in ("<=", ">=", "=="):
                self.work.used("both sides are the same formula")
                self.leaves.append(_Leaf(cell, lhs, relation, rhs, left, right))
                return
            raise _Stuck("both sides are the same formula", self._point(cell))
        infinite = [v for v in (left, right) if v in (sp.oo, -sp.oo)]
        if infinite:
            side: Sign = "0" if left == right else "+" if left is sp.oo or right is -sp.oo else "-"
            if not _holds(relation, side):
                raise _Stuck("the sides differ by infinity", self._point(cell))
            self.work.used("one side is infinite")
        elif not self._related(prover, left, relation, right):
            raise _Stuck("no proof found", self._violation(cell, lhs, relation, rhs, left, right))
        self.leaves.append(_Leaf(cell, lhs, relation, rhs, left, right))

    def _moments(self, cell: Cell, lhs: Node, rhs: Node, generated: Node) -> None:
        """Derivatives at 0 of a moment generating function that is finite everywhere are the moments; the order must be a whole number of at least 0."""
        order = self.forms(cell).number(_node(lhs.args[2]))
        if not order.is_integer or cell.signs(self.work).sign(order) not in ("+", "0", "+0"):
            raise _Stuck("an order of a derivative that is not known to be a whole number")
        self.prove(cell, generated)
        self.work.used("lemma: the k-th derivative at 0 of E exp(z X), finite for all z, is E X^k")

    def _extreme(self, cell: Cell, extreme: Node, relation: str, bound: Node) -> None:
        """A supremum (an infimum) against a bound: every member is within it, and where equality is stated it is attained or a limit. What it is over no members is asked
        where there may be none."""
        over, term, where, floor = extreme.args[0], _node(extreme.args[1]), extreme.args[2], extreme.args[3]
        within, beyond = ("<=", ">=") if extreme.head == "sup" else (">=", "<=")
        assert isinstance(over, tuple)
        bound_names = {name for entry in over if isinstance(entry, tuple) for name in pattern_names(entry[0])}
        if relation not in (within, "==") or bound_names & free_names(bound):
            raise _Stuck(f"the relation {relation} of a {extreme.head} and a bound")
        some = self._members(cell, over) if where is None else None
        of_none = floor if isinstance(floor, Node) else Node("num", "-oo" if extreme.head == "sup" else "oo")
        if some is False:
            self._over_none(cell, Node("compare", of_none, relation, bound))
            return
        member = Node("compare", term, within, bound)
        self.prove(cell, Node("forall", over, member if where is None else Node("implies", where, member)))
        if relation == within:
            if some is None:  # the bound has a value there too
                self._over_none(cell, Node("compare", of_none, within, bound))
            return
        if where is not None or len(over) != 1:
            raise _Stuck(f"equality of a {extreme.head} with a condition")
        entry = over[0]
        assert isinstance(entry, tuple) and isinstance(entry[1], Node)
        mark = len(self.leaves)
        try:
            self.prove(cell, Node("exists", over, Node("compare", term, beyond, bound)))
            return
        except _Stuck:
            del self.leaves[mark:]
        where = stated(entry[1])
        for end in where.args[:2] if where.head == "interval" and some else ():
            try:
                if self._width(cell, where) == "+":  # so that members tend to both ends
                    self.prove(cell, Node("compare", Node("limit", ((entry[0], end),), term), "==", bound))
                    return
            except _Stuck:
                del self.leaves[mark:]
        raise _Stuck(f"no sequence was found that attains the {extreme.head}")

    def _over_none(self, cell: Cell, comparison: Node) -> None:
        """Prove what an extremum over no members must satisfy; it is no comparison of the sides at a point, and none is stored of it."""
        mark = len(self.leaves)
        self.prove(cell, comparison)
        del self.leaves[mark:]

    def _members(self, cell: Cell, over: tuple[Any, ...]) -> bool | None:
        """Whether a binder has members wherever the cell is, or nowhere; None for sets of which that is not asked. Raises OpenSign where it depends."""
        if len(over) != 1 or not isinstance(over[0][1], Node):
            return None
        where = stated(over[0][1])
        if where.head == "interval":
            width = self._width(cell, where)
            return width == "+" or (width == "0" and where.args[2:4] == ("closed", "closed"))
        if where.head == "integers":
            low, high = (self.forms(cell).number(_node(end)) for end in where.args[:2])
            if high is sp.oo and low is not sp.oo:
                return True
            if low is -sp.oo and high is not -sp.oo:
                return True
            if low.is_integer or high.is_integer:
                return self.forms(cell).signs.require(high - low) >= 0
            return None
        return True if where.head == "one_of" and where.args else None

    def _width(self, cell: Cell, where: Node) -> str:
        """The sign of the distance from the lower to the upper end of an interval. Raises OpenSign."""
        forms = self.forms(cell)
        low, high = forms.number(_node(where.args[0])), forms.number(_node(where.args[1]))
        if low == high:
            return "0"
        if low in (sp.oo, -sp.oo) or high in (sp.oo, -sp.oo):
            return "+" if low is -sp.oo or high is sp.oo else "-"
        return {1: "+", 0: "0", -1: "-"}[forms.signs.require(high - low)]

    def _related(self, prover: Prover, left: Expr, relation: str, right: Expr) -> bool:
        if relation in (">=", ">"):
            return self._related(prover, right, FLIPPED[relation], left)
        if relation == "==":
            return self._equal(prover, left, right)
        difference = right - left
        if relation == "!=":
            return prover.sign(difference) in ("+", "-")
        wanted = ("+",) if relation == "<" else ("+", "+0", "0")
        if not prover.facts and prover.disproves(difference):
            return False
        if relation == "<=" and any(above_its_mean(candidate, prover.facts) for candidate in (difference, *(e for _, e in self._exponentials(prover, left, right)))):
            self.work.used(MEANS)
            return True
        if (rule := powers.holds(left, right, relation == "<", prover.facts)) is not None:
            self.work.used(rule)
            return True
        if (quotient := tail_quotient(left, right, prover.facts)) is not None and prover.sign(quotient) in wanted:
            self.work.used(SCALED)
            return True
        if one_tail.positive(difference):
            self.work.used(one_tail.ONE_TAIL)
            return True
        for method, candidate in self._forms_of(prover, left, right):
            if prover.sign(candidate) in wanted:
                self.work.used(method)
                return True
        return False

    def _forms_of(self, prover: Prover, left: Expr, right: Expr) -> Iterator[tuple[str, Expr]]:
        """Expressions with the sign of ``right - left``: the difference, and differences of an increasing function of both sides."""
        powers = [p.exp for e in (left, right) for p in e.atoms(sp.Pow)]
        roots = any(x.is_Rational and x.q == 2 for x in powers)
        symbolic = any(not x.is_Rational for x in powers)
        if not roots and not symbolic:
            yield "the difference has one sign", right - left
        sides = (prover.sign(left), prover.sign(right))
        if roots and not symbolic and all(s in ("+", "+0", "0") for s in sides):
            yield "squares of both (non-negative) sides", algebra.expand(right**2 - left**2)
        if sides == ("+", "+") and powers:
            yield "logarithms of both (positive) sides", algebra.expand(logarithm(right) - logarithm(left))
        if roots or symbolic:
            yield "the difference has one sign", right - left
        yield from self._exponentials(prover, left, right)

    @staticmethod
    def _exponentials(prover: Prover, left: Expr, right: Expr) -> Iterator[tuple[str, Expr]]:
        for a, b, direction in ((left, right, 1), (right, left, -1)):
            coefficient, inner = _split_log(a)
            if inner is not None and prover.sign(coefficient) == "+":
                yield "exponentials of both sides", direction * (sp.exp(algebra.expand(b / coefficient)) - inner)

    def _equal(self, prover: Prover, left: Expr, right: Expr) -> bool:
        if vanishes(left - right) is True:
            self.work.used("the difference expands to 0")
            return True
        if vanishes(left - right) is False:
            return False
        (c, a), (d, b) = _split_log(left), _split_log(right)
        if a is not None and b is not None and vanishes(c - d) is True and vanishes(a - b) is True:
            self.work.used("equal arguments of the logarithms")
            return True
        signs = prover.sign(left), prover.sign(right)
        if signs == ("+", "+"):
            if vanishes(algebra.expand(logarithm(left) - logarithm(right))) is True:
                self.work.used("logarithms of both (positive) sides are equal")
                return True
            if vanishes(algebra.expand(left**2 - right**2)) is True:
                self.work.used("squares of both (positive) sides are equal")
                return True
            quotient = algebra.powsimp(sp.gammasimp(left / right)) if left.has(sp.gamma) else left / right
            if vanishes(quotient - 1) is True:
                self.work.used("the quotient simplifies to 1")
                return True
        return False

    # numbers -----------------------------------------------------------------------------------------------------------
    def _draws(self, cell: Cell, purpose: str, count: int) -> Iterator[dict[Expr, Fraction]]:
        """Pseudo-random positive rationals for the symbols of a cell: moderate first, then extreme."""
        rng = random.Random(f"{self.stream}|{purpose}")
        for k in range(count):
            at = {}
            for symbol in cell.symbols:
                if symbol.is_integer:
                    at[symbol] = Fraction(rng.randint(1, 6) if k < count // 2 else rng.randint(1, 40))
                else:
                    size = 0 if k < count // 2 else rng.randint(-5, 5)
                    at[symbol] = Fraction(rng.randint(1, 24), rng.randint(4, 12)) * Fraction(4) ** size
            yield at

    def _names_at(self, cell: Cell, at: Mapping[Expr, Fraction]) -> dict[str, Any] | None:
        """Exact values of the names, or ``None`` if one of them is not rational here."""
        found: dict[str, Any] = {}
        values = {s: sp.Rational(v.numerator, v.denominator) for s, v in at.items()}
        for name, expression in cell.names.items():
            if not isinstance(expression, sp.Expr):
                continue
            value = _rational_at(expression, values)
            if value in (sp.oo, -sp.oo):
                found[name] = value
            elif value.is_Rational:
                found[name] = Fraction(int(value.p), int(value.q))
            else:
                return None
        return found

    def _satisfies(self, cell: Cell, at: Mapping[Expr, Fraction]) -> bool:
        values = {s: sp.Rational(v.numerator, v.denominator) for s, v in at.items()}
        for fact, strict in cell.facts:
            value = fact.subs(values).evalf(30)
            if not (value.is_number and value.is_real and (value > 0 if strict else value >= 0)):
                return False
        return not any(e.subs(values).is_integer for e in cell.fractional)

    def _violation(self, cell: Cell, lhs: Node, relation: str, rhs: Node, left: Expr, right: Expr) -> dict[str, str]:
        """A rational point of the cell at which the closed forms violate the relation, if one is found quickly."""
        test = _Comparison(cell, left, right)
        for at in self._draws(cell, "violation", 16):
            if self._satisfies(cell, at) and test.verdict(at, relation) is False:
                names = self._names_at(cell, at)
                if names is not None:
                    return _shown(names)
        return {}

    def _point(self, cell: Cell) -> dict[str, str]:
        for at in self._draws(cell, "point", 4):
            names = self._names_at(cell, at)
            if names is not None and self._satisfies(cell, at):
                return _shown(names)
        return {}

    def contradiction(self) -> str:
        """Evaluate every proved comparison at points of its cell; the first disagreement in words, or nothing."""
        share = max(self.work.points // 8, -(-self.work.points // max(1, len(self.leaves))))
        for leaf in self.leaves:
            if time.thread_time() > self.work.deadline:
                return "the time limit stopped the numeric check"
            test = _Comparison(leaf.cell, leaf.left, leaf.right)
            arithmetic = _is_arithmetic(leaf.lhs) and _is_arithmetic(leaf.rhs)
            for at in self._draws(leaf.cell, "check", share if leaf.cell.symbols else 1):
                if not self._satisfies(leaf.cell, at):
                    continue
                if test.verdict(at, leaf.relation) is False:
                    return f"numeric contradiction: the closed forms violate the relation at {_words(leaf.cell, at)}"
                names = self._names_at(leaf.cell, at) if arithmetic else None
                if names is not None and not _agree(leaf, names, test, at) and not _enclosed_alike(leaf, names, at):
                    return f"numeric contradiction: a side differs from its closed form at {_words(leaf.cell, at)}"
        return ""

    def exact_samples(self, task: Task, cells: Sequence[Cell]) -> tuple[list[dict[str, Any]], str]:
        """A few instances at which the exact evaluator finds both sides of the statement, limits and derivatives included; and a contradiction if there is one."""
        found: list[dict[str, Any]] = []
        for cell in sorted(cells, key=lambda cell: -len(cell.symbols)):
            for at in self._draws(cell, "exact samples", 2 if cell.symbols else 1):
                names = self._names_at(cell, at)
                if names is None or not self._satisfies(cell, at) or len(found) >= SAMPLES or any(abs(value) > LARGEST for value in at.values()):
                    continue
                env = _exactly(names)
                try:
                    if any(ev.holds(h, env)[0] is not Truth.TRUE for h in task.given):
                        continue
                    left, right = ev.sides(task.states, env, ev.Context(160))
                    if numbers.relation(left, str(task.states.args[1]), right) is False:
                        return found, f"numeric contradiction: the statement is false at {_shown(names)}"
                    found.append({"at": _shown(names), "lhs": fifteen(left), "rhs": fifteen(right)})
                except (ev.NoRoute, numbers.NoValue, ArithmeticError, TypeError, ValueError):
                    continue
        return found, ""

    def samples(self) -> tuple[list[dict[str, Any]], str]:
        """A few rational points with both sides by direct evaluation (quadrature of the densities), and a contradiction if there is one."""
        found: list[dict[str, Any]] = []
        leaves = sorted(self.leaves, key=lambda leaf: -len(leaf.cell.symbols))
        count = SAMPLES if all(_is_arithmetic(n) for leaf in leaves for n in (leaf.lhs, leaf.rhs)) else min(QUADRATURES, self.work.points // 8)
        per_leaf = max(1, count // max(1, len(leaves)))
        for leaf in leaves[:count]:
            test = _Comparison(leaf.cell, leaf.left, leaf.right)
            drawn = 0
            for at in self._draws(leaf.cell, "samples", 2 * per_leaf + 2 if leaf.cell.symbols else 1):
                if drawn >= per_leaf or time.thread_time() > self.work.deadline:
                    break
                names = self._names_at(leaf.cell, at)
                if names is None or not self._satisfies(leaf.cell, at) or any(abs(value) > LARGEST for value in at.values()):
                    continue
                closed = test.sides(at)
                if closed is None:
                    continue
                shown: dict[str, Any] = {"at": _shown(names)}
                for key, node, value in (("lhs", leaf.lhs, closed[0]), ("rhs", leaf.rhs, closed[1])):
                    direct = _direct(node, names)
                    if direct is not None and value == 0 and abs(direct) < mpf(10) ** -15:  # quadrature finds an exact 0 as a tiny number
                        direct = value
                    if direct is not None and not _close(direct, value, mpf(10) ** -9):
                        both = f"{mpmath.nstr(direct, 15)} by direct evaluation, not {mpmath.nstr(value, 15)}"
                        return found, f"numeric contradiction: {key} is {both}, at {shown['at']}"
                    shown[key] = _decimal(value)
                if shown not in found:
                    found.append(shown)
                    drawn += 1
        return found[:count], ""


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A comparison that was proved on a cell."""

    cell: Cell
    lhs: Node
    relation: str
    rhs: Node
    left: Expr
    right: Expr


def _rational_at(e: Expr, values: Mapping[Expr, Expr]) -> Expr:
    """An expression at rational values of its symbols."""
    try:
        value = _fraction_at(e, values)
    except ZeroDivisionError:
        value = None
    return e.subs(values) if value is None else sp.Rational(int(value.p), int(value.q))


def _fraction_at(e: Expr, values: Mapping[Expr, Expr]) -> fmpq | None:
    """The value of a quotient of polynomials; ``None`` of anything else. Raises ZeroDivisionError."""
    if e.is_Symbol:
        e = values.get(e, e)
    if e.is_Rational:
        return fmpq(int(e.p), int(e.q))
    if e.is_Pow and e.exp.is_Integer:
        base = _fraction_at(e.base, values)
        return None if base is None else base ** int(e.exp)
    if not (e.is_Add or e.is_Mul):
        return None
    total = fmpq(0 if e.is_Add else 1)
    for part in e.args:
        value = _fraction_at(part, values)
        if value is None:
            return None
        total = total + value if e.is_Add else total * value
    return total


def _by_generating_function(lhs: Node, rhs: Node) -> Node | None:
    """``for all z: t(z) == E exp(z x)``, where the sides are the k-th derivative of t at 0 and ``E x^k`` for a number x; else None."""
    if lhs.head != "derivative" or rhs.head != "expect":
        return None
    ((variable, at),), ((pattern, law), *more) = _entries(lhs.args[0]), _entries(rhs.args[0])
    body = _node(rhs.args[1])
    if more or not isinstance(pattern, Node) or at != Node("num", "0") or body.head != "pow" or body.args != (pattern, lhs.args[2]):
        return None
    if variable == pattern or str(variable.args[0]) in free_names(law) | free_names(_node(lhs.args[2])) or str(pattern.args[0]) in free_names(_node(lhs.args[2])):
        return None
    mean = Node("expect", rhs.args[0], Node("exp", Node("mul", variable, pattern)))
    reals = Node("interval", Node("num", "-oo"), Node("num", "oo"), "open", "open")
    return Node("forall", ((variable, reals),), Node("compare", lhs.args[1], "==", mean))


def _changes(before: Cell, after: Cell) -> list[tuple[Expr, Expr]]:
    """The substitutions that lead from one cell to a part of it, read off the symbols that are gone."""
    after_symbols = set(after.symbols)
    gone = [s for s in before.symbols if s not in after_symbols]
    found = []
    for symbol in gone:
        for name, value in before.names.items():
            if isinstance(value, sp.Expr) and value.free_symbols == {symbol} and value.is_polynomial(symbol) and sp.degree(value, symbol) == 1:
                slope, level = sp.Poly(value, symbol).all_coeffs()
                found.append((symbol, algebra.cancel((after.names[name] - level) / slope)))
                break
        else:
            raise _Stuck("a case that cannot be followed")
    return found


def _ranges(node: Node) -> bool:
    """Whether a formula is an extremum of members that differ."""
    return node.head in ("sup", "inf") and same_for_all_couplings(node) is None


def _without(cell: Cell, over: Argument) -> Cell:
    """The cell without names that a binder binds anew."""
    assert isinstance(over, tuple)
    bound = {name for entry in over if isinstance(entry, tuple) for name in pattern_names(entry[0])}
    return replace(cell, names={n: v for n, v in cell.names.items() if n not in bound})


def _entries(over: Argument) -> list[tuple[Any, Any]]:
    """The pairs of a binder. Raises _Stuck where a range mentions an outer name that the binder binds anew."""
    assert isinstance(over, tuple)
    later: set[str] = set()
    for entry in reversed(over):
        assert isinstance(entry, tuple) and isinstance(entry[1], Node)
        later |= set(pattern_names(entry[0]))
        if later & free_names(entry[1]):
            raise _Stuck("a range that mentions a name which is bound again")
    return [(entry[0], entry[1]) for entry in over if isinstance(entry, tuple)]


def _membership(value: Node, where: Node) -> Node:
    low, high, left, right = where.args
    parts = [Node("compare", part, "==", part) for part in (value, _node(low), _node(high)) if not defined.total(part)]  # without a value neither has the whole
    if low != Node("num", "-oo") or left == "open":
        parts.append(Node("compare", low, "<=" if left == "closed" else "<", value))
    if high != Node("num", "oo") or right == "open":
        parts.append(Node("compare", value, "<=" if right == "closed" else "<", high))
    return Node("all", *parts)


def _between(low: Argument, value: Node, high: Argument) -> Node:
    return Node("all", Node("compare", low, "<=", value), Node("compare", value, "<=", high))


def _negation(p: Node) -> Node:
    if p.head == "compare" and str(p.args[1]) in NEGATED:
        return Node("compare", p.args[0], NEGATED[str(p.args[1])], p.args[2])
    if p.head == "not":
        return _node(p.args[0])
    if p.head == "all":
        return Node("any", *(_negation(_node(a)) for a in p.args))
    if p.head == "any":
        return Node("all", *(_negation(_node(a)) for a in p.args))
    if p.head == "implies":
        return Node("all", p.args[0], _negation(_node(p.args[1])))
    if p.head in ("forall", "exists"):
        return Node("exists" if p.head == "forall" else "forall", p.args[0], _negation(_node(p.args[1])))
    raise _Stuck(f"the negation of {p.head}")


_FITTING = {"<=": ("-", "-0", "0"), "<": ("-",), ">=": ("+", "+0", "0"), ">": ("+",), "==": ("0",), "!=": ("+", "-")}
"""Signs of the difference left - right that fit a relation."""


def _holds(relation: str, sign: Sign) -> bool:
    return sign in _FITTING[relation]


def _holds_on(forms: ClosedForms, p: Node) -> bool:
    try:
        return forms.truth(p)
    except NoClosedForm:
        return False


def _split_log(e: Expr) -> tuple[Expr, Expr]:
    """``(c, x)`` with ``e = c log(x)``, else ``(1, None)``."""
    logs = [f for f in sp.Mul.make_args(e) if isinstance(f, sp.log)]
    if len(logs) == 1:
        return algebra.cancel(e / logs[0]), logs[0].args[0]
    return sp.Integer(1), None


def _node(argument: Argument) -> Node:
    if not isinstance(argument, Node):
        raise _Stuck("a formula with a missing part")
    return argument


# --- signs by monotony -------------------------------------------------------------------------------------------------


class Prover(Signs):
    """Signs, also by scaling and by monotony: a limit at one end of a symbol's range and the sign of the derivative in between."""

    def __init__(self, facts: Sequence[tuple[Expr, bool]] = (), work: _Work | None = None, depth: int = DEPTH, fractional: Sequence[Expr] = ()) -> None:
        super().__init__(facts, fractional)
        self.work = work or _Work(time.thread_time() + 60)
        self.depth = depth

    def disproves(self, e: Expr) -> bool:
        """Whether the expression is negative at one of the probe points: a proof that it is not is in vain."""
        return "-" in self.probed(e)

    def probed(self, e: Expr) -> frozenset[str]:
        """Signs seen at fixed points of the positive orthant (which need not satisfy the facts)."""
        if e not in self.work.probed:
            self.work.probed[e] = _probed(e)
        return self.work.probed[e]

    def sign(self, e: Expr) -> Sign:
        e = sp.sympify(e)
        self.work.watch()
        key = (self.facts, e)
        if key in self.work.known:
            return self.work.known[key]
        if self.work.failed.get(key, -1) >= self.depth:
            return None
        self.work.failed[key] = self.depth  # a question that comes back to itself is not answered
        found = self._sign(e)
        if found is not None:
            if found in ("+", "-", "0"):
                self.work.known[key] = found
            del self.work.failed[key]
        return found

    def _sign(self, e: Expr) -> Sign:
        if not e.is_Add or not e.free_symbols:
            return super()._sign(e)
        seen: frozenset[str] = frozenset() if self.facts else self.probed(e)
        if {"+", "-"} <= seen:
            return None
        size = algebra.operations(e)
        self.work.spend(size)
        found = super()._sign(e)
        if found in ("+", "-", "0") or self.depth <= 0 or size > 150 or e.has(sp.Abs, sp.Max, sp.Min, sp.Piecewise, sp.floor, sp.ceiling):
            return found
        if self.facts:  # a path along a symbol's range may leave the region of the facts: monotony must do without them
            return self._by_facts(e) or Prover((), self.work, self.depth).sign(e) or found
        return self._by_scaling(e) or self._by_monotony(e, seen) or found

    def _by_facts(self, e: Expr) -> Sign:
        """e = fact + rest with both at least 0 (or both at most 0)."""
        for fact, strict in self.facts:
            for times in (1, -1):
                rest = algebra.expand(e - times * fact)
                if algebra.operations(rest) < algebra.operations(e):
                    side = Signs(()).sign(rest)
                    total = {1: {"+": "+", "+0": "+" if strict else "+0"}, -1: {"-": "-", "-0": "-" if strict else "-0"}}[times]
                    if side in total:
                        return total[side]
        return None

    def _by_scaling(self, e: Expr) -> Sign:
        """An expression in x/y (times a power of y) is one in a single symbol."""
        symbols = sorted((s for s in e.free_symbols if not s.is_integer), key=str)
        quotients: list[Expr] = []
        for a, b in permutations(symbols, 2):
            for weight in (1, -1, 2, -2):
                moved = canonical_form(e.subs(a, a * b**weight))
                factor, *others = (t.as_independent(b, as_Add=False)[1] for t in sp.Add.make_args(moved))
                factor = algebra.powsimp(factor)
                if any(algebra.powsimp(other) != factor for other in others):
                    continue
                if factor == 1 or factor.as_base_exp()[0] == b:
                    quotients.append(algebra.expand(moved / factor))
                    break
        if not quotients:
            return None
        found = self._deeper(min(quotients, key=_reciprocals), 0)  # x/y or y/x, whichever reads more simply
        if found is not None:
            self.work.used("scaling: the statement depends on a quotient of two names")
        return found

    def _deeper(self, e: Expr, levels: int = 1) -> Sign:
        inner = Prover(self.facts, self.work, self.depth - levels)
        return inner.sign(e)

    def _by_monotony(self, e: Expr, seen: frozenset[str]) -> Sign:
        """A rising function is above its limit at 0, a falling one above its limit at oo (and the other way round)."""
        flat = canonical_form(e)
        for symbol in sorted(flat.free_symbols, key=str):
            for form in self._forms(flat, symbol):
                slope = canonical_form(algebra.derivative(form, symbol))
                if slope.has(sp.Derivative, sp.Subs, sp.nan, sp.zoo):
                    continue
                slopes = sorted(self.probed(slope))
                if len(slopes) == 2:
                    continue
                for wanted in sorted(seen) or ("+", "-"):
                    for direction in slopes:
                        found = self._from_end(form, slope, symbol, wanted, direction)
                        if found is not None:
                            self.work.used("monotonicity: the sign at one end of a range and the sign of the derivative inside it")
                            return found
        return None

    def _from_end(self, e: Expr, slope: Expr, symbol: Expr, wanted: str, direction: str) -> Sign:
        value = self._limit(e, symbol, sp.Integer(0) if direction == wanted else sp.oo)
        if value is None or value in (sp.oo, -sp.oo) or symbol in value.free_symbols:
            return None
        side = self._deeper(value, 0)
        if side not in (wanted, wanted + "0", "0"):
            return None
        inside = self._deeper(slope)
        if inside not in (direction, direction + "0", "0"):
            return None
        return wanted if side == wanted or inside == direction else wanted + "0"

    def _forms(self, e: Expr, symbol: Expr) -> Iterator[Expr]:
        """The expression, and its products with positive factors that make derivatives simpler."""
        yield e
        exponents = []
        for term in sp.Add.make_args(e):
            factor = sp.Mul(*(f for f in sp.Mul.make_args(term) if isinstance(f, sp.exp) and symbol in f.free_symbols))
            if factor != 1 and factor not in exponents:
                exponents.append(factor)
        for factor in exponents[:3]:
            yield canonical_form(algebra.expand(e / factor))
        logs = [t for t in sp.Add.make_args(e) if t.has(sp.log) and symbol in t.free_symbols]
        if len(logs) == 1:
            coefficient = sp.Mul(*(f for f in sp.Mul.make_args(logs[0]) if not f.has(sp.log) and symbol in f.free_symbols))
            if coefficient != 1 and Signs.sign(self, coefficient) == "+":
                yield algebra.expand(e / coefficient)
        powers = [t.as_independent(symbol, as_Add=False)[1] for t in sp.Add.make_args(e)]
        monomials = [p for p in powers if p.as_base_exp()[0] == symbol and p.as_base_exp()[1].is_Rational]
        for p in sorted(set(monomials), key=sp.default_sort_key)[:2]:
            yield algebra.expand(e / p)

    def _limit(self, e: Expr, symbol: Expr, end: Expr) -> Expr | None:
        if end == 0:
            direct = self._at_zero(e, symbol)
            if direct is not None:
                return direct
        else:
            direct = self._at_infinity(e, symbol)
            if direct is not None:
                return direct
        if algebra.operations(e) > 40 or e.has(sp.erf, sp.erfc, sp.gamma, sp.hyper):
            return None
        self.work.spend(100)
        try:
            return bounded_limit(e, symbol, end)
        except NoClosedForm:
            return None

    def _at_infinity(self, e: Expr, symbol: Expr) -> Expr | None:
        """The limit of a sum of (rational function) * exp(polynomial): falling exponentials vanish, leading terms decide the rest."""
        rest = sp.Integer(0)
        for term in sp.Add.make_args(canonical_form(e)):
            exponent, factor = one_exponent(term)
            factor = factor.replace(sp.erf, lambda u: self._far(u, symbol))
            if not factor.is_rational_function(symbol):
                return None
            if symbol not in exponent.free_symbols:
                rest += factor * sp.exp(exponent)
                continue
            if not exponent.is_polynomial(symbol) or self._deeper(sp.LC(exponent, symbol), 1) != "-":
                return None
        if symbol not in rest.free_symbols:
            return rest
        top, bottom = (sp.Poly(algebra.expand(part), symbol) for part in sp.fraction(algebra.together(rest)))
        if top.degree() < bottom.degree():
            return sp.Integer(0)
        leading = algebra.cancel(top.LC() / bottom.LC())
        if top.degree() == bottom.degree():
            return leading
        side = self._deeper(leading, 1)
        return {"+": sp.oo, "-": -sp.oo}.get(str(side))

    def _far(self, u: Expr, symbol: Expr) -> Expr:
        """erf(u) up to terms that vanish faster than any power, for a polynomial u."""
        side = self._deeper(sp.LC(u, symbol), 1) if u.is_polynomial(symbol) and symbol in u.free_symbols else None
        return sp.erf(u) if side not in ("+", "-") else sp.Integer(1 if side == "+" else -1)

    def _at_zero(self, e: Expr, symbol: Expr) -> Expr | None:
        """The value at 0 of an expression that is continuous there by the rules for its parts."""
        for part in sp.preorder_traversal(e):
            if symbol not in part.free_symbols:
                continue
            if isinstance(part, sp.log | sp.gamma):
                if self._part_sign(part.args[0], symbol) != "+":
                    return None
            elif isinstance(part, sp.exp | sp.erf | sp.erfc) or part.is_Add or part.is_Mul or part.is_Symbol:
                continue
            elif part.is_Pow:
                base, exponent = part.as_base_exp()
                if exponent.is_Rational and exponent > 0:
                    continue
                if self._part_sign(base, symbol) != "+":
                    return None
            else:
                return None
        value = e.subs(symbol, 0)
        return None if value.has(sp.nan, sp.zoo, sp.oo, -sp.oo) else value

    def _part_sign(self, e: Expr, symbol: Expr) -> Sign:
        value = e.subs(symbol, 0)
        return None if value.has(sp.nan, sp.zoo, sp.oo, -sp.oo) else Signs(self.facts).sign(value)


_PROBE_VALUES = ("0.7", "1.9", "0.11", "5.3", "13.1", "0.023", "97.3", "2.7")


def _probed(e: Expr) -> frozenset[str]:
    """Signs of a real expression at fixed points with positive coordinates; what cannot be evaluated is left out."""
    symbols = sorted(e.free_symbols, key=str)
    found: set[str] = set()
    for k in range(len(_PROBE_VALUES) + 2):
        at = {}
        for j, symbol in enumerate(symbols):
            raw = mpf(_PROBE_VALUES[(k * (2 * j + 1) + 3 * j) % len(_PROBE_VALUES)])
            if k >= len(_PROBE_VALUES):
                raw = raw * mpf(10) ** (5 if (k + j) % 2 else -5)
            at[symbol] = mpf(int(raw) + 1) if symbol.is_integer else raw
        value = evaluated(e, at)
        if value is not None and value != 0:
            found.add("+" if value > 0 else "-")
            if len(found) == 2:
                break
    return frozenset(found)


def _reciprocals(e: Expr) -> tuple[int, int]:
    """How often an expression divides by a symbol, then its length."""
    return sum(1 for p in e.atoms(sp.Pow) if p.exp.could_extract_minus_sign() and p.free_symbols), algebra.operations(e)


def _evaluated(function: Callable[..., Any], values: Sequence[Any]) -> Any:
    """A real finite value, or ``None``."""
    try:
        value = function(*values)
        if isinstance(value, mpmath.mpc):
            if not abs(value.imag) <= abs(value.real) * mpf(10) ** -20:
                return None
            value = value.real
        value = mpf(value)
    except (ArithmeticError, ValueError, TypeError, KeyError, NameError, AttributeError, NotImplementedError, mp.NoConvergence):
        return None
    return value if mpmath.isfinite(value) else None


# --- direct evaluation -------------------------------------------------------------------------------------------------


FARTHEST = mpf(2) ** 4096
"""Exponents beyond are not computed with: a power of a power of a power has more digits than a machine holds."""


def _near(exponent: Any) -> Any:
    """An exponent that can be computed with. Raises OverflowError."""
    if mpmath.isfinite(exponent) and abs(exponent) > FARTHEST:
        raise OverflowError("an exponent beyond what is worth computing")
    return exponent


def _exponential(x: Any) -> Any:
    return mp.exp(_near(x))


def _power(base: Any, exponent: Any) -> Any:
    return base ** _near(exponent)


_MPMATH = {**sp.lambdify((), sp.Integer(0), "mpmath").__globals__, "exp": _exponential, "power": _power}
"""What functions of SymPy are called in mpmath."""


class _Printer(MpmathPrinter):  # type: ignore[misc]
    """Code for an expression. ``lambdify`` would give each symbol a new name and rebuild the expression with it, which takes ten times as long."""

    def __init__(self, names: Mapping[Expr, str]) -> None:
        super().__init__({"fully_qualified_modules": False, "inline": True, "allow_unknown_functions": True})
        self._names = names

    def _print_Symbol(self, expr: Expr) -> str:
        return self._names[expr]

    def _print_Pow(self, expr: Expr, rational: bool = False) -> str:
        return super()._print_Pow(expr, rational) if expr.exp.is_number else f"power({self._print(expr.base)}, {self._print(expr.exp)})"


@lru_cache(maxsize=2048)
def _as_function(symbols: tuple[Expr, ...], e: Expr) -> Callable[..., Any]:
    try:
        names = {s: f"x{k}" for k, s in enumerate(symbols)}
        return eval(f"lambda {', '.join(names.values())}: {_Printer(names).doprint(e)}", _MPMATH)  # type: ignore[no-any-return]
    except MemoryError:  # of the process
        raise
    except Exception:  # an expression without a numeric form is not checked
        return lambda *_: None


class _Comparison:
    """Closed forms of both sides as functions of the symbols of a cell."""

    def __init__(self, cell: Cell, left: Expr, right: Expr) -> None:
        self.symbols = cell.symbols
        self.left, self.right = left, right
        self.functions = [None if e in (sp.oo, -sp.oo) else _as_function(tuple(cell.symbols), e) for e in (left, right)]

    def sides(self, at: Mapping[Expr, Fraction]) -> tuple[Any, Any] | None:
        with mp.workdps(DIGITS):
            values = [mpf(at[s].numerator) / at[s].denominator for s in self.symbols]
            found = []
            for e, function in zip((self.left, self.right), self.functions, strict=True):
                value = (mpf("inf") if e is sp.oo else mpf("-inf")) if function is None else _evaluated(function, values)
                if value is None:
                    return None
                found.append(value)
            return found[0], found[1]

    def verdict(self, at: Mapping[Expr, Fraction], relation: str) -> bool | None:
        """Whether the relation holds at a point beyond rounding; ``None`` where the values are too close to tell or do not exist."""
        found = self.sides(at)
        if found is None:
            return None
        left, right = found
        if mpmath.isinf(left) or mpmath.isinf(right):
            return _holds(relation, "0" if left == right else "+" if left > right else "-")
        with mp.workdps(DIGITS):
            gap, size = left - right, abs(left) + abs(right)
            if abs(gap) <= size * mpf(10) ** -30:
                return True if relation == "==" else None
            if _holds(relation, "+" if gap > 0 else "-"):
                return True
        return None if self._lost(at, relation) else False

    def _lost(self, at: Mapping[Expr, Fraction], relation: str) -> bool:
        """Whether enclosures do not confirm that the relation fails: digits were lost, as by ``2 - erfc(-u)`` far out."""
        env = _exactly({s.name: v for s, v in at.items()})
        try:
            left, right = (ev.value(from_sympy(e), env, ev.Context(160)) for e in (self.left, self.right))
            return numbers.relation(left, relation, right) is not False
        except (ClaimError, ev.NoRoute, numbers.NoValue, ArithmeticError, TypeError, ValueError):
            return False


ARITHMETIC = frozenset(
    {"num", "var", "pi", "add", "mul", "pow", "exp", "log", "abs", "max", "min", "erf", "erfc", "gamma", "hyp1f1", "floor", "ceiling", "norm", "prod"}
)


def _is_arithmetic(node: Node) -> bool:
    return all(n.head in ARITHMETIC for n in walk(node))


def _agree(leaf: _Leaf, names: Mapping[str, Any], test: _Comparison, at: Mapping[Expr, Fraction]) -> bool:
    closed = test.sides(at)
    if closed is None:
        return True
    for node, value in ((leaf.lhs, closed[0]), (leaf.rhs, closed[1])):
        direct = _direct(node, names, DIGITS)
        if direct is not None and not _close(direct, value, mpf(10) ** -20):
            return False
    return True


def _exactly(names: Mapping[str, Any]) -> ev.Env:
    """Rational or infinite values of names as the exact evaluator takes them."""
    return {name: float(v) if v in (sp.oo, -sp.oo) else fmpq(v.numerator, v.denominator) for name, v in names.items()}


def _enclosed_alike(leaf: _Leaf, names: Mapping[str, Any], at: Mapping[Expr, Fraction]) -> bool:
    """Whether enclosures of the sides and of their closed forms meet: then floating point has only lost digits."""
    try:
        plain, placed = _exactly(names), _exactly({s.name: v for s, v in at.items()})
        return all(
            numbers.relation(ev.value(node, plain, ev.Context(256)), "==", ev.value(from_sympy(e), placed, ev.Context(256))) is not False
            for node, e in ((leaf.lhs, leaf.left), (leaf.rhs, leaf.right))
        )
    except (ClaimError, ev.NoRoute, numbers.NoValue, ArithmeticError, TypeError, ValueError, AttributeError):
        return False


def _close(a: Any, b: Any, relative: Any) -> bool:
    if mpmath.isinf(a) or mpmath.isinf(b):
        return bool(a == b)
    with mp.workdps(DIGITS):
        return bool(abs(a - b) <= relative * (abs(a) + abs(b)) + mpf(10) ** -25)


class _NoNumber(Exception):
    """Not evaluated here."""


def _direct(node: Node, names: Mapping[str, Any], digits: int = 20) -> Any:
    """The value of a formula by its definition (quadrature of densities), without closed forms; ``None`` where that is not offered."""
    try:
        with mp.workdps(digits):
            values = {n: mpf("inf") if v is sp.oo else mpf("-inf") if v is -sp.oo else mpf(v.numerator) / v.denominator for n, v in names.items()}
            value = _Direct(values).number(node)
            return value if mpmath.isfinite(value) or mpmath.isinf(value) else None
    except (_NoNumber, ArithmeticError, ValueError, TypeError, NotImplementedError, mp.NoConvergence):
        return None


class _Direct:
    """A plain evaluator of formulas: arithmetic, and integrals of densities by quadrature."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names = dict(names)

    def number(self, node: Argument) -> Any:
        if not isinstance(node, Node):
            raise _NoNumber
        head, args = node.head, node.args
        if head == "num":
            text = str(args[0])
            if text in ("oo", "-oo"):
                return mpf("inf") if text == "oo" else mpf("-inf")
            value = Fraction(text)
            return mpf(value.numerator) / value.denominator
        if head == "var":
            if str(args[0]) not in self.names:
                raise _NoNumber
            return self.names[str(args[0])]
        if head == "pi":
            return +mp.pi
        if head == "hyp1f1":
            return mp.hyp1f1(*(self.number(a) for a in args))
        if head in ("abs", "norm"):
            return abs(self.number(args[0]))
        if head in ("add", "mul", "max", "min"):
            values = [self.number(a) for a in args]
            result = mp.fsum(values) if head == "add" else mp.fprod(values) if head == "mul" else max(values) if head == "max" else min(values)
            return self._real(result)
        if head == "pow":
            base, exponent = self.number(args[0]), self.number(args[1])
            if exponent == 0:
                return mpf(1)
            return self._real(mp.power(base, _near(exponent)))
        if head == "prod":
            return self._prod(node)
        if head == "exp":
            return self._real(_exponential(self.number(args[0])))
        if head in ("log", "erf", "erfc", "gamma", "floor"):
            return self._real(getattr(mp, head)(self.number(args[0])))
        if head == "ceiling":
            return mp.ceil(self.number(args[0]))
        method = getattr(self, "_" + head, None)
        if method is None:
            raise _NoNumber
        return self._real(method(node))

    @staticmethod
    def _real(value: Any) -> Any:
        if isinstance(value, mpmath.mpc) or mpmath.isnan(value):
            raise _NoNumber
        return value

    def pieces(self, argument: Argument) -> list[tuple[Any, ...]]:
        if not isinstance(argument, Node):
            raise _NoNumber
        if argument.head == "law":
            entries = argument.args[2]
            assert isinstance(entries, tuple)
            return [tuple(self.number(part) for part in entry) for entry in entries if isinstance(entry, tuple)]
        if argument.head == "translate":
            s = self.number(argument.args[1])
            return [(lo + s, hi + s, c0 - c1 * s + c2 * s * s, c1 - 2 * c2 * s, c2) for lo, hi, c0, c1, c2 in self.pieces(argument.args[0])]
        raise _NoNumber

    def parts(self, argument: Argument) -> list[tuple[Any, list[tuple[Any, ...]]]]:
        """A law as weighted lists of pieces."""
        if isinstance(argument, Node) and argument.head == "mixture":
            entries = argument.args[0]
            assert isinstance(entries, tuple)
            return [(self.number(e[0]) * w, p) for e in entries if isinstance(e, tuple) for w, p in self.parts(e[1])]
        return [(mpf(1), self.pieces(argument))]

    def density(self, parts: list[tuple[Any, list[tuple[Any, ...]]]]) -> Callable[[Any], Any]:
        def value(x: Any) -> Any:
            total = mpf(0)
            for weight, pieces in parts:
                for lo, hi, c0, c1, c2 in pieces:
                    if lo <= x <= hi:
                        total += weight * mp.exp(c0 + c1 * x + c2 * x * x)
                        break
            return total

        return value

    def grid(self, *laws: list[tuple[Any, list[tuple[Any, ...]]]], extra: Sequence[Any] = ()) -> list[Any]:
        """Points between which the densities are smooth and change by moderate factors."""
        ends: set[Any] = set(extra)
        low, high = mpf("inf"), mpf("-inf")
        for parts in laws:
            for _, pieces in parts:
                for lo, hi, _c0, c1, c2 in pieces:
                    low, high = min(low, lo), max(high, hi)
                    ends |= {e for e in (lo, hi) if mpmath.isfinite(e)}
                    if c2 < 0:
                        mode, width = -c1 / (2 * c2), 1 / mp.sqrt(-2 * c2)
                        ends |= {mode + k * width for k in (-8, -3, 0, 3, 8)}
                    elif c1 != 0:
                        start = lo if c1 < 0 else hi
                        if mpmath.isfinite(start):
                            ends |= {start - k / c1 for k in (2, 8, 24)}
        inner = sorted(e for e in ends if low < e < high)
        return [low, *inner, high]

    def integrate(self, function: Callable[[Any], Any], grid: list[Any]) -> Any:
        if not grid[0] < grid[-1]:
            return mpf(0)
        value = error = mpf(0)
        for a, b in pairwise(grid):
            finite = mpmath.isfinite(a) and mpmath.isfinite(b)
            part, gap = mp.quad(function, [a, b], error=True, method="gauss-legendre" if finite else "tanh-sinh")
            value, error = value + part, error + abs(gap)
        if not abs(error) <= mpf(10) ** -11 * (abs(value) + mpf(10) ** -8):
            raise _NoNumber
        return value

    def _renyi(self, node: Node) -> Any:
        first, second, order = self.parts(node.args[0]), self.parts(node.args[1]), self.number(node.args[2])
        p, q = self.density(first), self.density(second)
        if mpmath.isinf(order):
            raise _NoNumber

        def relative(x: Any) -> Any:
            a, b = p(x), q(x)
            return a * mp.log(a / b) if a > 0 else mpf(0)

        def mixed(x: Any) -> Any:
            a, b = p(x), q(x)
            return mp.exp(order * mp.log(a) + (1 - order) * mp.log(b)) if a > 0 and b > 0 else mpf(0)

        if order == 1:
            return self.integrate(relative, self.grid(first, second))
        if order > 1 and any(p(x) > 0 and q(x) == 0 for x in self._middles(self.grid(first, second))):
            return mpf("inf")
        return mp.log(self.integrate(mixed, self.grid(first, second))) / (order - 1)

    @staticmethod
    def _middles(grid: list[Any]) -> list[Any]:
        return [(a + b) / 2 for a, b in pairwise(grid) if mpmath.isfinite(a) and mpmath.isfinite(b)]

    def _positive_part(self, node: Node, epsilon: Any) -> Any:
        first, second = self.parts(node.args[0]), self.parts(node.args[1])
        p, q, scale = self.density(first), self.density(second), mp.exp(epsilon)
        crossings = []
        for _, left in first:
            for _, right in second:
                for a in left:
                    for b in right:
                        d0, d1, d2 = a[2] - b[2] - epsilon, a[3] - b[3], a[4] - b[4]
                        lo, hi = max(a[0], b[0]), min(a[1], b[1])
                        roots = [] if not d1 and not d2 else mp.polyroots([d2, d1, d0] if d2 else [d1, d0])
                        crossings += [r.real for r in roots if abs(r.imag) < mpf(10) ** -15 and lo < r.real < hi]
        return self.integrate(lambda x: max(p(x) - scale * q(x), mpf(0)), self.grid(first, second, extra=crossings))

    def _total_variation(self, node: Node) -> Any:
        return self._positive_part(node, mpf(0))

    def _l1_distance(self, node: Node) -> Any:
        return 2 * self._positive_part(node, mpf(0))

    def _hockey_stick(self, node: Node) -> Any:
        return self._positive_part(node, self.number(node.args[2]))

    def _moment(self, node: Node) -> Any:
        parts, order = self.parts(node.args[0]), self.number(node.args[1])
        p = self.density(parts)
        return self.integrate(lambda x: abs(x) ** order * p(x), self.grid(parts, extra=[mpf(0)]))

    def _mean(self, node: Node) -> Any:
        parts = self.parts(node.args[0])
        p = self.density(parts)
        return self.integrate(lambda x: x * p(x), self.grid(parts, extra=[mpf(0)]))

    def _distribution_function(self, node: Node) -> Any:
        parts, x = self.parts(node.args[0]), self.number(node.args[1])
        grid = [e for e in self.grid(parts, extra=[x]) if e <= x]
        return self.integrate(self.density(parts), grid) if len(grid) > 1 else mpf(0)

    def _density(self, node: Node) -> Any:
        return self.density(self.parts(node.args[0]))(self.number(node.args[1]))

    def _expect(self, node: Node) -> Any:
        entry = node.args[0][0] if isinstance(node.args[0], tuple) and len(node.args[0]) == 1 else None
        if not isinstance(entry, tuple) or isinstance(entry[0], tuple):
            raise _NoNumber
        name, parts = pattern_names(entry[0])[0], self.parts(entry[1])
        p = self.density(parts)

        def value(x: Any) -> Any:
            weight = p(x)
            return _Direct({**self.names, name: x}).number(node.args[1]) * weight if weight else mpf(0)

        return self.integrate(value, self.grid(parts, extra=[mpf(0)]))

    def _prod(self, node: Node) -> Any:
        entry = node.args[0][0] if isinstance(node.args[0], tuple) and len(node.args[0]) == 1 else None
        if not isinstance(entry, tuple) or not isinstance(entry[1], Node) or entry[1].head != "integers" or (len(node.args) > 2 and node.args[2] is not None):
            raise _NoNumber
        name, low, high = pattern_names(entry[0])[0], self.number(entry[1].args[0]), self.number(entry[1].args[1])
        if not high - low < 200:
            raise _NoNumber
        return mp.fprod(_Direct({**self.names, name: low + k}).number(node.args[1]) for k in range(max(0, int(high - low) + 1)))

    def _sum(self, node: Node) -> Any:
        entry = node.args[0][0] if isinstance(node.args[0], tuple) and len(node.args[0]) == 1 else None
        if not isinstance(entry, tuple) or not isinstance(entry[1], Node) or entry[1].head != "integers" or (len(node.args) > 2 and node.args[2] is not None):
            raise _NoNumber
        name, low, high = pattern_names(entry[0])[0], self.number(entry[1].args[0]), self.number(entry[1].args[1])

        def term(k: Any) -> Any:
            return _Direct({**self.names, name: mpf(k)}).number(node.args[1])

        if mpmath.isinf(high):
            total, k, small = mpf(0), low, 0
            while small < 4 and k - low < 400:
                t = term(k)
                total += t
                small = small + 1 if abs(t) <= abs(total) * mpf(10) ** -22 else 0
                k += 1
            if small < 4:
                raise _NoNumber
            return total
        if high - low > 200:
            raise _NoNumber
        return mp.fsum(term(low + k) for k in range(int(high - low) + 1))


# --- findings ----------------------------------------------------------------------------------------------------------


def _shown(names: Mapping[str, Any]) -> dict[str, str]:
    return {n: "oo" if names[n] is sp.oo else "-oo" if names[n] is -sp.oo else str(names[n]) for n in sorted(names)}


def _decimal(value: Any) -> str:
    if mpmath.isinf(value):
        return "oo" if value > 0 else "-oo"
    with mp.workdps(30):
        return str(mpmath.nstr(+value, 15, strip_zeros=False))


def _words(cell: Cell, at: Mapping[Expr, Fraction]) -> str:
    return ", ".join(f"{_plain(s.name)} = {at[s]}" for s in cell.symbols) or "the only point"


def _totals(node: Node, task: Task) -> bool:
    """Whether a formula has a value for every value of its names by the definition of its constructs alone."""
    head = node.head
    if head in ("num", "pi"):
        return True
    if head == "var":
        sets = {name: where for pattern, where in task.forall for name in pattern_names(pattern)}
        where = sets.get(str(node.args[0]))
        where = None if where is None else stated(where)
        return where is not None and where.head in ("interval", "integers", "one_of")
    if head in ("total_variation", "l1_distance", "kantorovich"):
        return all(_is_law(a, task) for a in node.args[:2])
    if head in ("wasserstein", "renyi"):
        order = node.args[2]
        least = Fraction(1) if head == "wasserstein" else Fraction(0)
        return all(_is_law(a, task) for a in node.args[:2]) and isinstance(order, Node) and _at_least(order, least, task)
    if head in ("max", "min", "abs"):
        return all(isinstance(a, Node) and _totals(a, task) for a in node.args)
    return False


def _is_law(argument: Argument, task: Task) -> bool:
    """A name that ranges over laws, or a kernel of the claim at a point of it."""
    if not isinstance(argument, Node) or argument.head != "var":
        return False
    for pattern, where in task.forall:
        if str(argument.args[0]) in pattern_names(pattern):
            return where.head == "laws"
    return False


def _at_least(order: Node, least: Fraction, task: Task) -> bool:
    if order.head == "num":
        return order.args[0] == "oo" or (order.args[0] != "-oo" and Fraction(str(order.args[0])) >= least)
    for pattern, where in task.forall:
        if order.head == "var" and str(order.args[0]) in pattern_names(pattern):
            where = stated(where)
            end = literal(_node(where.args[0])) if where.head in ("interval", "integers") else None
            return end is not None and end >= least
    return False


def _by_form(task: Task) -> Finding | None:
    """Statements that hold by their form: a hypothesis, one formula on both sides, or the absence of a construct."""
    goal = task.states
    if goal.head == "free_of":
        formula, construct = _node(goal.args[0]), str(goal.args[1])
        hits = [n for n in walk(formula) if n.head == construct]
        evidence = {"formula": to_json(formula), "construct": construct, "occurrences": len(hits)}
        if hits:
            return Finding(ENGINE, Status.REFUTED, f"the formula contains {construct}", "structure", {**evidence, "found": to_json(hits[0])})
        return Finding(ENGINE, Status.PROVED, f"the formula contains no {construct}", "structure", evidence, WHOLE)
    parts = [_node(a) for a in goal.args] if goal.head == "all" else [goal]
    steps: list[str] = []
    for part in parts:
        if any(same(part, h) for h in task.given):
            steps.append("a conclusion is one of the hypotheses")
            continue
        if part.head != "compare" or str(part.args[1]) not in RELATIONS or not same(_node(part.args[0]), _node(part.args[2])):
            return None
        if not _totals(_node(part.args[0]), task):
            return None
        if str(part.args[1]) not in ("<=", ">=", "=="):
            return Finding(ENGINE, Status.UNDECIDED, "both sides are the same formula, so that any instance refutes the statement")
        steps.append("both sides have the same canonical form, and a value everywhere")
    if not parts:
        return None
    evidence = {"method": "the form of the statement", "steps": list(dict.fromkeys(steps))}
    if goal.head == "compare":
        evidence = {"lhs": to_json(goal.args[0]), "rhs": to_json(goal.args[2]), "relation": str(goal.args[1]), **evidence}
    return Finding(ENGINE, Status.PROVED, "; ".join(dict.fromkeys(steps)), "logic", evidence, WHOLE)


def decide(task: Task) -> Finding:
    """Prove the task's statement, or say why not. Never raises for a statement it cannot handle.

    A proof is a certificate of kind ``identity`` where a derivation is found that the checker replays; others, reported with their parts, have no certificate.
    """
    by_form = _by_form(task)
    if by_form is not None:
        return by_form
    idle = vacuous.decide(task)
    if idle.status is Status.PROVED:
        return idle
    refuted = impossible.decide(task)
    if refuted.status is Status.REFUTED:
        return refuted
    enough = None if task.given else solution.equation(task)
    if enough is not None:
        proved = solution.by_equation(decide(task.stating(enough)))
        if proved.status is Status.PROVED:
            return proved
    deadline = time.thread_time() + task.effort.guard_seconds
    if task.given and powers.mentioned(task.given):
        with enclosures.allowance(WHOLE_WORK):
            found = _attempt(task, deadline, whole=True)
        if found.status is Status.PROVED:
            return found
    return _attempt(task, deadline)


def _attempt(task: Task, deadline: float, whole: bool = False) -> Finding:
    """One walk over the cells of the domain; ``whole`` as in :class:`_Engine`."""
    work = _Work(deadline, points=task.effort.points)
    engine = _Engine(work, task.stream("symbolic"), whole)
    try:
        cells = engine.over([Cell({})], task.forall)
        for hypothesis in task.given:
            cells = engine.assume(cells, hypothesis)
        for cell in cells:
            engine.prove(cell, task.states)
        wrong = engine.contradiction()
        _, mismatch = engine.samples() if not wrong else ([], "")
    except _Stuck as error:
        return Finding(ENGINE, Status.UNDECIDED, str(error), evidence={"suggest": error.at} if error.at else {})
    except NoClosedForm as error:
        return cannot(ENGINE, f"no closed form of {error}")
    except enclosures.OutOfWork:
        return cannot(ENGINE, "the work limit was reached")
    except MemoryError:  # of the process
        raise
    except Exception as error:  # SymPy fails in many ways on expressions it was not made for; none of them is a verdict
        return cannot(ENGINE, f"SymPy stopped with {type(error).__name__}")
    if wrong or mismatch:
        return cannot(ENGINE, wrong or mismatch)
    if task.states.head == "compare" and any(node.head in CALCULUS for node in walk(task.states)):
        _, mismatch = engine.exact_samples(task, cells)
        if mismatch:
            return cannot(ENGINE, mismatch)
    return _proved(task, engine, work, len(cells))


def _proved(task: Task, engine: _Engine, work: _Work, cells: int) -> Finding:
    steps = [f"{cells} cells cover the domain", *engine.notes, *work.methods, f"{len(engine.leaves)} comparisons proved and checked at pseudo-random points"]
    if not cells:
        steps.append("the hypotheses hold nowhere on the domain")
    goal = task.states
    method = "; ".join(work.methods) or "nothing to prove"
    evidence: dict[str, Any] = {"method": method, "steps": steps}
    tree = derivation.of(task)
    kind = "" if tree is None else "identity"
    if goal.head == "compare":
        evidence = {"lhs": to_json(goal.args[0]), "rhs": to_json(goal.args[2]), "relation": str(goal.args[1]), **evidence}
    if tree is not None:
        evidence["derivation"] = tree
    elif goal.head != "compare":
        kept: list[_Leaf] = []
        for leaf in engine.leaves:
            if not any((leaf.lhs, leaf.relation, leaf.rhs) == (k.lhs, k.relation, k.rhs) for k in kept):
                kept.append(leaf)
        evidence["parts"] = [{"lhs": to_json(k.lhs), "rhs": to_json(k.rhs), "relation": k.relation} for k in kept]
    trusted = () if kind else (TRUSTED, "no certificate: the proof is not re-checked")
    return Finding(ENGINE, Status.PROVED, f"proved on the whole domain: {method}", kind, evidence, WHOLE, trusted=trusted)
