"""What is certain on one box: plain enclosures, mean value form, monotone faces, and contact at an end to any order.

The claim ``a <= b`` is the sign of ``b - a``. Where its derivative in one coordinate has one sign on the inside of a box and it is continuous up to a
face, its least value is on that face; the sign of the derivative may itself be proved so. At a point, exact numbers decide, so equality at an end
is no obstacle. A face at infinity stands for the limit, which all continuous functions here attain in the extended numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from verify.claims.nodes import ClaimError, Node, substitute
from verify.engines.boxes import arithmetic as ia
from verify.engines.boxes.arithmetic import Interval
from verify.engines.boxes.compiled import compiled
from verify.engines.boxes.domain import Side
from verify.engines.boxes.formula import Graph, Unsupported, condition_parts, connect
from verify.engines.boxes.scaling import Scaling
from verify.values import numbers as exact_numbers

PLAIN, MEAN_VALUE, CONVEX, MONOTONE, CONTACT, LOGARITHM, ENDS_APART = "plain", "mean value", "convex", "monotone", "contact", "logarithm", "ends apart"
STRENGTH = {PLAIN: 0, MEAN_VALUE: 1, CONVEX: 2, MONOTONE: 3, CONTACT: 4, LOGARITHM: 5, ENDS_APART: 6}

NAN = arb("nan")
LONGEST = 60
"""SymPy is asked about expressions with at most so many operations."""


def tame(expression: Any) -> bool:
    """Whether SymPy rewrites an expression in short time: few operations, functions nested at most twice, no powers with a name in the exponent."""
    import sympy as sp

    def depth(e: Any) -> int:
        below = max((depth(a) for a in e.args), default=0)
        if isinstance(e, sp.Pow) and not e.is_Number:
            if e.exp.free_symbols or (e.exp.is_Rational and abs(e.exp) > 8):
                return 99
            return below if e.exp.is_Integer else below + bool(e.base.free_symbols)
        return below + (isinstance(e, sp.Function) and bool(e.free_symbols))

    if sp.count_ops(expression) > LONGEST or expression.has(sp.gamma, sp.hyper):
        return False
    return bool(depth(expression) <= 2)


def neat(expression: Any) -> Any:
    """The expression over one denominator, exponentials joined, factored, the same inside every function."""
    import sympy as sp

    def inside(e: Any) -> Any:
        return e.func(*(sp.factor(sp.together(a)) for a in e.args)) if isinstance(e, sp.Function) else e

    return sp.factor(sp.powsimp(sp.together(sp.bottom_up(expression, inside))))


class Values:
    """What is computed on a box: the enclosures of its sides and of the parts of a graph, and other forms of these."""

    __slots__ = ("cache", "intervals", "scaling")

    def __init__(self, intervals: tuple[Interval, ...]) -> None:
        self.intervals = intervals
        self.cache: dict[int, Interval] = {}
        self.scaling: Scaling | None = None


class Box:
    """Sides in the order of a graph's coordinates, with the enclosures computed on it and what was tried there. Faces and other boxes made from one share the enclosures where their sides are equal."""

    __slots__ = ("_balls", "_family", "_inside", "_middles", "_parts", "_values", "cache", "failed", "intervals", "sides", "unbounded", "wide")

    def __init__(self, sides: Sequence[Side], made_from: Box | None = None) -> None:
        self.sides = tuple(sides)
        self._family: dict[tuple[Side, ...], Values] = {} if made_from is None else made_from._family
        values = self._family.get(self.sides)
        if values is None:
            if made_from is None:
                intervals: tuple[Interval, ...] = tuple(_interval(side) for side in self.sides)
            else:
                intervals = tuple(interval if side is old else _interval(side) for side, old, interval in zip(self.sides, made_from.sides, made_from.intervals, strict=True))
            values = self._family[self.sides] = Values(intervals)
        self._values = values
        self.wide = [k for k, side in enumerate(self.sides) if side.wide]
        self.unbounded = any(isinstance(self.sides[k].lo, float) or isinstance(self.sides[k].hi, float) for k in self.wide)
        self.intervals: tuple[Interval, ...] = values.intervals
        self.cache = values.cache
        self._inside: Box | None = None
        self._balls: tuple[Any, ...] | None = None
        self._parts: dict[tuple[int, Side], Box] = {}
        self._middles: dict[tuple[int, ...], Box] = {}
        self.failed: dict[tuple[Term, bool, int | None], int] = {}
        """Terms whose sign was not seen (whether strictly, along which coordinate), with the order up to which it was tried."""

    @property
    def balls(self) -> tuple[Any, ...]:
        """The sides as balls, ends included; no number for an infinite one."""
        if self._balls is None:
            self._balls = tuple(lo if lo == hi else lo.union(hi) if lo.is_finite() and hi.is_finite() else NAN for lo, hi, *_ in self.intervals)
        return self._balls

    @property
    def inside(self) -> Box:
        """The box without its ends, in the directions where it has any width."""
        if self._inside is None:
            if all(not s.wide or (s.lo_open and s.hi_open) for s in self.sides):
                self._inside = self
            else:
                self._inside = Box([Side(s.lo, s.hi, True, True) if s.wide else s for s in self.sides], self)
        return self._inside

    def put(self, k: int, side: Side) -> Box:
        found = self._parts.get((k, side))
        if found is None:
            found = self._parts[k, side] = Box([side if j == k else s for j, s in enumerate(self.sides)], self)
        return found

    def middle(self, coordinates: Sequence[int]) -> Box:
        """The box with some coordinates, of finite width, put to the middle of their sides."""
        key = tuple(coordinates)
        found = self._middles.get(key)
        if found is None:
            middle = list(self.sides)
            for k in coordinates:
                point = (middle[k].lo + middle[k].hi) / 2
                middle[k] = Side(point, point, False, False)
            found = self._middles[key] = Box(middle, self)
        return found

    def scaling(self, graph: Graph) -> Scaling:
        found = self._values.scaling
        if found is None or found.graph is not graph:
            found = self._values.scaling = Scaling(graph, self.intervals, self.cache)
        return found

    @property
    def at_infinity(self) -> bool:
        """Whether this is a face at infinity."""
        return any(isinstance(side.lo, float) and side.lo == side.hi for side in self.sides)

    def centre(self) -> tuple[Any, ...]:
        """An exact point inside, simple where possible."""
        return tuple(inner_point(side) for side in self.sides)


def _interval(side: Side) -> Interval:
    if isinstance(side.lo, float) and side.lo == side.hi:  # a face at infinity
        end = ia.PLUS if side.lo > 0 else ia.MINUS
        return (end, end, False, False, ia.CONTINUOUS)
    lo = ia.MINUS if isinstance(side.lo, float) else ia.down(arb(_fmpq(side.lo)))
    hi = ia.PLUS if isinstance(side.hi, float) else ia.up(arb(_fmpq(side.hi)))
    infinite = (isinstance(side.lo, float) and not side.lo_open) or (isinstance(side.hi, float) and not side.hi_open)
    return (lo, hi, side.lo_open, side.hi_open, ia.DEFINED if infinite else ia.CONTINUOUS)


def _fmpq(value: Fraction) -> Any:
    return fmpq(value.numerator, value.denominator)


def exact_end(end: Any) -> Any:
    """An end as an exact number."""
    return end if isinstance(end, float) else _fmpq(end)


def inner_point(side: Side) -> Any:
    """A point of the side, away from its ends."""
    lo, hi = side.lo, side.hi
    if lo == hi:
        return lo
    if side.integer:
        if isinstance(lo, float):
            return Fraction(0) if isinstance(hi, float) else hi
        return lo if isinstance(hi, float) else Fraction((lo + hi) // 2)
    if isinstance(lo, float):
        return Fraction(0) if isinstance(hi, float) else (hi - 1 if hi <= 0 else Fraction(0))
    if isinstance(hi, float):
        return lo + 1 if lo >= 0 else Fraction(0)
    third = (hi - lo) / 3
    return dyadic_between(lo + third, hi - third)


def dyadic_between(lo: Fraction, hi: Fraction) -> Fraction:
    """The fraction between lo and hi whose denominator is the smallest power of 2."""
    (a, b), (c, d) = (lo.numerator, lo.denominator), (hi.numerator, hi.denominator)
    return simplest_dyadic(a * d, c * b, b * d)


def simplest_dyadic(low: int, high: int, over: int) -> Fraction:
    """The same between low/over and high/over, for low < high and over > 0."""
    power = max(0, over.bit_length() - (high - low).bit_length() + 1)  # 2**-power is at most the width
    found = -((-low << power) // over)
    while power > -64:  # a coarser step while it still has a multiple between
        coarser = -(-found // 2)
        power -= 1
        if coarser * over > high << power if power >= 0 else (coarser << -power) * over > high:
            power += 1
            break
        found = coarser
    return Fraction(found, 1 << power) if power >= 0 else Fraction(found << -power)


def by_balls(code: tuple[Any, Any, bool], box: Box) -> tuple[str, int]:
    """The method by which a compiled function is certainly at least 0 (above 0 if strict) on a box, by the value, by the face where first derivatives put the
    least value, or by the mean value; ``""`` where it is not. Second, the coordinate along which it varies most, -1 where more splitting is no use.
    """
    value, gradient, strict = code
    balls = box.balls
    if not all(ball.is_finite() for ball in balls):  # a coordinate that the difference has lost may be infinite too
        return "", -1
    found = value(*balls)
    if found > 0 or (not strict and found >= 0):
        return PLAIN, -1
    wide = box.wide
    if gradient is None or not wide or not found.is_finite():
        return "", -1
    slopes = gradient(*balls)[1:]
    corner, moved = list(balls), False
    for k in wide:
        if slopes[k] >= 0 or slopes[k] <= 0:
            corner[k], moved = box.intervals[k][0 if slopes[k] >= 0 else 1], True
    if moved:
        found = value(*corner)
        if found > 0 or (not strict and found >= 0):
            return MONOTONE, -1
    centre = [ball.mid() for ball in balls]
    found = value(*centre)
    if not found > 0:
        return "", -1
    most, worst = -1, 0.0
    for k in wide:
        move = slopes[k] * (balls[k] - centre[k])
        found = found + move
        size = float(move.rad())
        if size > worst:
            most, worst = k, size
    return (MEAN_VALUE, -1) if found > 0 or (not strict and found >= 0) else ("", most)


class Term:
    """A function of the coordinates by one or more formulas that agree where the first is continuous, with its derivatives."""

    def __init__(self, prover: Prover, ids: tuple[int, ...], expression: Any = None) -> None:
        self.prover = prover
        self.ids = ids
        self.expression = expression
        self.slopes: dict[int, Term | None] = {}
        self.opposite: Term | None = None
        self.flat_faces: dict[tuple[Any, ...], bool] = {}
        self.forms: frozenset[int] = frozenset()
        """Terms of the same sign from which this one was made."""
        self.code: tuple[Any, Any] | bool | None = False

    @property
    def support(self) -> frozenset[int]:
        return self.prover.graph.support[self.ids[0]]

    def slope(self, k: int) -> Term | None:
        """The derivative in coordinate ``k``, or None where it has no formula."""
        if k not in self.slopes:
            self.slopes[k] = self.prover.derive(self, k)
        return self.slopes[k]

    @property
    def minus(self) -> Term:
        if self.opposite is None:
            graph = self.prover.graph
            ids = tuple(graph.times(graph.number(-1), k) for k in self.ids)
            self.opposite = Term(self.prover, ids, None if self.expression is None else -self.expression)
            self.opposite.opposite = self
        return self.opposite

    def on(self, box: Box) -> Interval:
        """The enclosure on a box; other formulas count only where the first is continuous."""
        graph = self.prover.graph
        first = graph.evaluate(self.ids[0], box.intervals, box.cache)
        if first[4] < ia.CONTINUOUS and box.at_infinity:  # a limit: any form that has it will do
            for k in self.ids[1:]:
                other = graph.evaluate(k, box.intervals, box.cache)
                if other[4] >= ia.CONTINUOUS:
                    return other
        for k in self.ids[1:]:
            if first[4] < ia.CONTINUOUS:
                break
            other = graph.evaluate(k, box.intervals, box.cache)
            if other[4] >= ia.DEFINED:
                first = ia.meet(first, other)
        return first


class Prover:
    """Decides propositions on boxes. ``symbolic`` allows SymPy to write derivatives and face values in simpler forms."""

    compile_after = 10
    """Boxes after which a comparison is compiled: easy statements need fewer."""

    def __init__(self, graph: Graph, root: Sequence[Side], symbolic: bool = False, order: int = 4, rewriting: int = 2) -> None:
        """``rewriting``: down to how many derivatives below the highest a term on an unbounded box is written in other forms."""
        self.graph = graph
        self.rewriting = rewriting
        self.root = tuple(root)
        self.root_box = Box(root)
        self.symbolic = symbolic
        self.order = order
        self.gaps: dict[tuple[int, int], Term] = {}
        self.nodes: dict[int, Node] = {}
        self.terms: dict[int, Term] = {}
        self.pairs: dict[int, tuple[int, int, int] | None] = {}
        self.contacts: set[Fraction] = set()
        self.peaks: set[tuple[Fraction, ...]] = set()
        """Points where a difference is known to be least or nearly so: boxes around them are tried by convexity."""
        self.used_symbolic = False
        self.method = PLAIN
        self.asked = 0
        self.steps = 0
        """How many signs were looked at so far."""

    # --- propositions ---------------------------------------------------------------------------------------------

    def plain(self, proposition: tuple[Any, ...], box: Box) -> tuple[int | None, bool]:
        return self.graph.truth(proposition, box.intervals, box.cache)

    def strong(self, proposition: tuple[Any, ...], box: Box, order: int | None = None) -> tuple[int | None, bool]:
        """Truth on a box by every means here, with derivatives up to the order; ``method`` says the strongest that was used."""
        self.method = PLAIN
        most = self.order if order is None else order
        self.asked += 1

        def leaf(a: int, relation: str, b: int) -> tuple[int | None, bool]:
            x = self.graph.evaluate(a, box.intervals, box.cache)
            y = self.graph.evaluate(b, box.intervals, box.cache)
            truth, valued = ia.compare(x, relation, y)
            if truth is not None or not valued or relation == "==" or min(x[4], y[4]) < ia.CONTINUOUS:
                return truth, valued
            if relation == "!=":
                return (1, True) if any(self.above_zero(self.gap(*sides), box, True, most) for sides in ((a, b), (b, a))) else (None, valued)
            if relation in ("<=", "<"):
                a, b = b, a
            gap = self.gap(a, b)
            if self.above_zero(gap, box, relation in ("<", ">"), most):
                return 1, True
            return None, valued

        return connect(proposition, leaf)

    def code(self, proposition: tuple[Any, ...]) -> tuple[Any, Any, bool] | None:
        """Compiled value and gradient of the difference that a comparison says is not negative, and whether it is positive; None before it pays."""
        if self.asked < self.compile_after or proposition[0] != "compare" or proposition[2] in ("==", "!="):
            return None
        _, a, relation, b = proposition
        if relation in ("<=", "<"):
            a, b = b, a
        gap = self.gap(a, b)
        if gap.code is False:
            gap.code = self._compiled(gap, a, b)
        return (*gap.code, relation in ("<", ">")) if isinstance(gap.code, tuple) else None

    def _compiled(self, term: Term, a: int, b: int) -> tuple[Any, Any] | None:
        """Code for the value and for value and gradient of ``a - b``; None where a finite difference does not say that both sides have values."""
        graph, k = self.graph, term.ids[0]
        if not (graph.partial(a) | graph.partial(b)) <= graph.partial(k):
            return None
        try:
            value = compiled(graph, [k])
            slopes = [term.slope(j) if j in term.support else None for j in range(len(graph.names))]
            if any(slope is None for j, slope in enumerate(slopes) if j in term.support):
                return value, None
            zero = graph.number(0)
            return value, compiled(graph, [k, *(zero if slope is None else slope.ids[-1] for slope in slopes)])
        except Unsupported:
            return None

    def apart(self, proposition: tuple[Any, ...], box: Box) -> bool:
        """Whether the proposition is certain on the inside of the box and on each closed face by itself, for formulas that jump there."""
        levels = [self.graph.evaluate(k, box.intervals, box.cache)[4] for k in condition_parts(proposition)]
        if min(levels) != ia.DEFINED:
            return False
        for k in box.wide:
            side = box.sides[k]
            for end, is_open in ((side.lo, side.lo_open), (side.hi, side.hi_open)):
                if is_open:
                    continue
                opened = box.put(k, Side(side.lo, side.hi, side.lo_open or end == side.lo, side.hi_open or end == side.hi))
                face = box.put(k, Side(end, end, False, False))
                if all(self.strong(proposition, part)[0] == 1 or self.apart(proposition, part) for part in (opened, face)):
                    self.method = ENDS_APART
                    return True
        return False

    def _note(self, method: str) -> None:
        if STRENGTH[method] > STRENGTH[self.method]:
            self.method = method

    def gap(self, a: int, b: int) -> Term:
        """The function ``a - b``."""
        found = self.gaps.get((a, b))
        if found is None:
            found = Term(self, (self.graph.minus(a, b),))
            if self.symbolic and not self.graph.jumps[a] and not self.graph.jumps[b]:
                found.expression = self._expression(a, b)
                if found.expression is not None:
                    more = self._simplified(found.expression)
                    if more is not None and more[1] not in found.ids:
                        found.ids += (more[1],)
            self.gaps[(a, b)] = found
        return found

    # --- signs ----------------------------------------------------------------------------------------------------

    def above_zero(self, term: Term, box: Box, strict: bool, order: int, only: int | None = None) -> bool:
        """Whether ``term >= 0`` (``> 0`` if strict) certainly holds at every point of the box."""
        key = (term, strict, only)
        if box.failed.get(key, -1) >= order:
            return False
        if self._above_zero(term, box, strict, order, only):
            return True
        box.failed[key] = order
        return False

    def _above_zero(self, term: Term, box: Box, strict: bool, order: int, only: int | None) -> bool:
        self.steps += 1
        value = term.on(box)
        if value[4] >= ia.DEFINED and (ia.positive(value) if strict else value[0] >= 0):
            return True
        wide = [k for k in box.wide if k in term.support]
        if not wide:
            return self._point(term, box, strict)
        if value[4] < ia.CONTINUOUS or order <= 0 or ia.negative(value):
            return False
        if "normal_quantile" in self.graph.heads(term.ids[0]):
            plain = box.scaling(self.graph).without_quantile(term.ids[0])
            if plain is not None:
                return self.above_zero(self._plain_term(plain), box, strict, order, only)
        if (only is None or wide == [only]) and self._mean_value(term, box, wide, strict):
            self._note(MEAN_VALUE)
            return True
        if self.peaks and only is None and self._convex(term, box, wide, strict):
            self._note(CONVEX)
            return True
        for k in wide if only is None else [only]:
            for direction, strictly, depth in self._directions(term, box, k, strict, order):
                found = self._least_on_face(term, box, k, direction, strict, strictly, order)
                if found:
                    self._note(MONOTONE if depth == 0 else CONTACT)
                    return True
                if found is False:
                    return self._equivalent(term, box, strict, order, only)
        return self._equivalent(term, box, strict, order, only)

    def _least_on_face(self, term: Term, box: Box, k: int, direction: int, strict: bool, strictly: bool, order: int) -> bool | None:
        """Whether the sign is certain on the face where a monotone term is least; None where there is no such face."""
        side = box.sides[k]
        end, is_open = (side.lo, side.lo_open) if direction > 0 else (side.hi, side.hi_open)
        if isinstance(end, float) and (self._jumps(term) or not is_open):
            return None
        closed = box if not is_open or isinstance(end, float) else box.put(
            k, Side(side.lo, side.hi, side.lo_open and direction < 0, side.hi_open and direction > 0))
        if term.on(closed)[4] < ia.CONTINUOUS:
            return None
        face = box.put(k, Side(end, end, False, False))
        if isinstance(end, float) and term.on(face)[4] < ia.CONTINUOUS:
            return None
        face_strict = strict and not (is_open and strictly)
        if not face_strict and (self._vanishes(term, face, k) if isinstance(end, float) else self._flat(term, k, end)):
            return True
        held = self.method
        if self.above_zero(term, face, face_strict, order):
            return True
        self.method = held
        return False

    def _equivalent(self, term: Term, box: Box, strict: bool, order: int, only: int | None) -> bool:
        """The sign by other terms of the same sign: without factors of known sign, the forms of :mod:`scaling`, or the difference of two logarithms."""
        if order <= 1 or order < self.order - (self.rewriting if box.unbounded else 1) or (only is not None and not box.unbounded):
            return False
        for form, less in self._scaled(term, box):
            if self.above_zero(form, box, strict, order - less, only):
                return True
        for k in term.ids:
            other = self._stripped(k, box)
            if other is not None and self.above_zero(other, box, strict, order - 1, only):
                return True
        for k in term.ids:
            other = self._logarithms(k, box)
            if other is not None and self.above_zero(other, box, strict, order - 1, only):
                self._note(LOGARITHM)
                return True
        return False

    def _scaled(self, term: Term, box: Box) -> Iterator[tuple[Term, int]]:
        """Other forms of a term on a box, and how many orders each counts for."""
        graph = self.graph
        k = term.ids[0]
        forms = box.scaling(graph)
        if not box.unbounded:
            if (cleared := forms.cleared(k)) is not None and cleared not in term.ids:
                yield self._plain_term(cleared), 1
            return
        for other, less in ((forms.scaled(k), int(bool(term.forms))), (forms.with_tail_alone(k), 1)):
            if other is not None and other not in term.ids and other not in term.forms:
                made = self._plain_term(other)
                made.forms = made.forms | {*term.ids, *term.forms}
                yield made, less

    def _stripped(self, k: int, box: Box) -> Term | None:
        graph = self.graph
        factors = graph.factors(k)
        if len(factors) < 2:
            return None
        rest, sign = [], 1
        for j in factors:
            value = graph.evaluate(j, box.intervals, box.cache)
            if value[4] >= ia.CONTINUOUS and ia.positive(value):
                continue
            if value[4] >= ia.CONTINUOUS and ia.negative(value):
                sign = -sign
                continue
            rest.append(j)
        if not rest or len(rest) == len(factors):
            return None
        return self._plain_term(graph.times(graph.number(sign), *rest))

    def _logarithms(self, k: int, box: Box) -> Term | None:
        graph = self.graph
        if k not in self.pairs:
            sides = graph.two_sides(k)
            self.pairs[k] = None if sides is None else (*sides, graph.minus(graph.logarithm(sides[0]), graph.logarithm(sides[1])))
        pair = self.pairs[k]
        if pair is None:
            return None
        for j in pair[:2]:
            value = graph.evaluate(j, box.intervals, box.cache)
            if value[4] < ia.CONTINUOUS or not ia.positive(value):
                return None
        return self._plain_term(pair[2])

    def _plain_term(self, k: int) -> Term:
        found = self.terms.get(k)
        if found is None:
            found = self.terms[k] = Term(self, (k,))
        return found

    def _jumps(self, term: Term) -> bool:
        return any(self.graph.jumps[k] for k in term.ids)

    def _directions(self, term: Term, box: Box, k: int, strict: bool, order: int) -> list[tuple[int, bool, int]]:
        """``(1, ...)`` rising, ``(-1, ...)`` falling in coordinate k; whether strictly; how many derivatives deeper. Both if constant.

        A sign on the inside carries over to the faces of the other coordinates by continuity, but a strict sign does not: it must hold there too.
        """
        slope = term.slope(k)
        if slope is None:
            return []
        inside = box.inside
        value = slope.on(inside)
        if value[4] < ia.CONTINUOUS:
            return []
        side = box.sides[k]
        along = box.put(k, Side(side.lo, side.hi, True, True)) if strict else inside
        found = []
        if value[0] >= 0 or value[1] <= 0:
            closed = slope.on(along) if strict else value
            strictly = closed[4] >= ia.CONTINUOUS and (ia.positive(closed) or ia.negative(closed))
            if value[0] >= 0:
                found.append((1, strictly, 0))
            if value[1] <= 0:
                found.append((-1, strictly, 0))
        elif order > 1 and self._worth_more(box, k):
            for direction, signed in ((1, slope), (-1, slope.minus)):
                if strict and self.above_zero(signed, along, True, order - 1, only=k):
                    return [(direction, True, 1)]
                if self.above_zero(signed, inside, False, order - 1, only=k):
                    return [(direction, False, 1)]
        return found

    def _worth_more(self, box: Box, k: int) -> bool:
        """Higher derivatives pay where an end of the domain, or a point put on a contact, is an end of the box, and on narrow boxes."""
        side = box.sides[k]
        return isinstance(side.lo, float) or isinstance(side.hi, float) or len(box.sides) == 1 or side.lo == self.root[k].lo or side.hi == self.root[k].hi

    def _mean_value(self, term: Term, box: Box, wide: list[int], strict: bool) -> bool:
        sides = box.sides
        if box.unbounded and any(isinstance(sides[k].lo, float) or isinstance(sides[k].hi, float) for k in wide):
            return False
        total = term.on(box.middle(wide))
        for k in wide:
            slope = term.slope(k)
            if slope is None:
                return False
            value = slope.on(box.inside)
            if value[4] < ia.CONTINUOUS or not (value[0].is_finite() and value[1].is_finite()):
                return False
            half = (sides[k].hi - sides[k].lo) / 2
            reach = ia.up(arb(_fmpq(half)))
            total = ia.add(total, ia.mul(value, (-reach, reach, False, False, ia.CONTINUOUS)))
        return total[4] >= ia.CONTINUOUS and (ia.positive(total) if strict else bool(total[0] >= 0))

    def _convex(self, term: Term, box: Box, wide: list[int], strict: bool) -> bool:
        """By the tangent at the centre, a peak, where the term is convex: its second derivatives are dominated by the diagonal ones."""
        sides = box.sides
        if any(isinstance(sides[k].lo, float) or isinstance(sides[k].hi, float) for k in wide):
            return False
        centre = tuple((sides[k].lo + sides[k].hi) / 2 for k in wide)
        if centre not in self.peaks:
            return False
        reach = {k: ia.up(arb(_fmpq((sides[k].hi - sides[k].lo) / 2))) for k in wide}
        slopes: dict[int, Term] = {}
        for k in wide:
            slope = term.slope(k)
            if slope is None:
                return False
            slopes[k] = slope
        sizes: dict[tuple[int, int], Any] = {}
        for k in wide:
            for j in wide:
                if j < k:
                    continue
                second = slopes[k].slope(j)
                value = None if second is None else second.on(box.inside)
                if value is None or value[4] < ia.CONTINUOUS or not (value[0].is_finite() and value[1].is_finite()):
                    return False
                sizes[k, j] = sizes[j, k] = value[0] if j == k else ia.up(abs(value[0]).max(abs(value[1])))
        for k in wide:  # rows scaled by the reach of the coordinates
            row = sizes[k, k] * reach[k] - sum((sizes[k, j] * reach[j] for j in wide if j != k), ia.ZERO)
            if not row >= 0:
                return False
        at = box.middle(wide)
        total = term.on(at)
        for k in wide:
            value = slopes[k].on(at)
            if value[4] < ia.CONTINUOUS:
                return False
            total = ia.add(total, ia.mul(value, (-reach[k], reach[k], False, False, ia.CONTINUOUS)))
        return total[4] >= ia.CONTINUOUS and (ia.positive(total) if strict else bool(total[0] >= 0))

    def _point(self, term: Term, box: Box, strict: bool) -> bool:
        """The sign where no coordinate varies, by exact numbers."""
        at = tuple(exact_end(side.lo) for side in box.sides)
        if any(isinstance(at[k], float) for k in term.support) and self._jumps(term):
            return False
        for k in term.ids:
            try:
                value = self.graph.exact(k, at)
            except (exact_numbers.NoValue, Unsupported):
                continue
            if exact_numbers.relation(value, ">" if strict else ">=", exact_numbers.ZERO):
                return True
        return False

    # --- SymPy ----------------------------------------------------------------------------------------------------

    def _symbols(self) -> dict[str, Any]:
        import sympy as sp

        symbols = {}
        for k, (name, side) in enumerate(zip(self.graph.names, self.root, strict=True)):
            plain = f"x{k:02d}"  # no order of symbols hangs on how names are spelt
            if side.lo > 0 or (side.lo == 0 and side.lo_open):
                symbols[name] = sp.Symbol(plain, positive=True)
            elif side.lo == 0:
                symbols[name] = sp.Symbol(plain, nonnegative=True)
            else:
                symbols[name] = sp.Symbol(plain, real=True)
        return symbols

    def _expression(self, a: int, b: int) -> Any:
        import sympy as sp

        from verify.claims.symbolic_form import to_sympy

        nodes = [self.nodes.get(k) for k in (a, b)]
        if nodes[0] is None or nodes[1] is None:
            return None
        symbols = self._symbols()
        try:
            found = to_sympy(nodes[0], symbols) - to_sympy(nodes[1], symbols)
        except ClaimError:
            return None
        if found.has(sp.Abs, sp.Max, sp.Min, sp.floor, sp.ceiling, sp.oo, sp.zoo, sp.nan) or sp.count_ops(found) > LONGEST:
            return None
        return found

    def _simplified(self, expression: Any) -> tuple[Any, int] | None:
        """A shorter form of a SymPy expression and its number, None if there is none or the expression is long."""
        import sympy as sp

        from verify.claims.symbolic_form import from_sympy

        try:
            short = sp.factor_terms(expression)
            if tame(short):
                long = sp.expand(short)
                short = min((short, neat(short), neat(long) if tame(long) else long), key=sp.count_ops)
            symbols = self._symbols()
            if not short.free_symbols <= set(symbols.values()):
                return None
            found = self.graph.build(substitute(from_sympy(short), {symbol.name: Node("var", name) for name, symbol in symbols.items()}))
        except (ClaimError, Unsupported, NotImplementedError, ValueError, TypeError, AttributeError, sp.PolynomialError):
            return None
        self.used_symbolic = True
        return short, found

    def derive(self, term: Term, k: int) -> Term | None:
        """The derivative of a term, in the plain form and, if allowed, in a simpler one."""
        try:
            ids: tuple[int, ...] = (self.graph.slope(term.ids[0], k),)
        except Unsupported:
            return None
        expression = None
        if term.expression is not None:
            import sympy as sp

            expression = sp.diff(term.expression, self._symbols()[self.graph.names[k]])
            if sp.count_ops(expression) > 3 * LONGEST or expression.has(sp.Derivative, sp.Subs):
                expression = None
            else:
                more = self._simplified(expression)
                if more is not None:
                    expression = more[0]
                    if more[1] not in ids:
                        ids += (more[1],)
        return Term(self, ids, expression)

    def _vanishes(self, term: Term, face: Box, k: int) -> bool:
        """Whether the limit of the term on a face at infinity is 0."""
        try:
            return bool(self.graph.fraction(self.graph.at_infinity(term.ids[0], k, face.intervals, face.cache)) == 0)
        except Unsupported:
            return False

    def _flat(self, term: Term, k: int, end: Any) -> bool:
        """Whether the term is 0 on the whole face: equal terms cancel there, or SymPy says so."""
        if isinstance(end, float):
            return False
        key = (k, end)
        if key not in term.flat_faces:
            try:
                at_face = self.graph.at_face(term.ids[0], k, _fmpq(end))
                term.flat_faces[key] = self.graph.fraction(at_face) == 0 or self.root_box.scaling(self.graph).null(at_face)
            except Unsupported:
                term.flat_faces[key] = False
        known = ("sympy", *key)
        if term.flat_faces[key] or known in term.flat_faces or term.expression is None:
            return term.flat_faces[key]
        term.flat_faces[known] = False
        edge = self.root[k]
        value = term.on(Box([Side(end, end, False, False) if j == k else side for j, side in enumerate(self.root)]))
        if (end in (edge.lo, edge.hi) or end in self.contacts) and abs(end) <= 1000 and value[0] <= 0 and value[1] >= 0:
            import sympy as sp

            name = self.graph.names[k]
            value = term.expression.subs(self._symbols()[name], sp.Rational(end.numerator, end.denominator))
            flat = value == 0
            if not flat and not value.has(sp.nan, sp.zoo, sp.oo) and tame(value):
                long = sp.expand(value)
                flat = long == 0 or neat(value) == 0 or (tame(long) and neat(long) == 0)
            term.flat_faces[key] = term.flat_faces[known] = bool(flat)
            self.used_symbolic = self.used_symbolic or bool(flat)
        return term.flat_faces[key]

    def register(self, nodes: Mapping[int, Node]) -> None:
        """The formulas of sides, for SymPy."""
        self.nodes.update(nodes)


__all__ = ["Box", "Prover", "Term", "by_balls", "dyadic_between", "exact_end", "inner_point"]
