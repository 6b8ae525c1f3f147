"""Statements about functions of a class at finitely many points, as linear inequalities in function values and inner products.

In units in which up to two constants are 1 at most one number t is left, and every coefficient is a rational function of it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from typing import Any, TypeVar

from flint import fmpq, fmpq_poly

from verify.claims.nodes import Node, free_names, literal, walk
from verify.claims.sets import stated
from verify.engines.interpolation.units import Unit, Unsupported, normalised
from verify.evidence.checker.ratios import Quotient, Range, at_least_0, never_zero
from verify.values.ratios import Ratio

Form = dict[tuple[str, ...], Ratio]
"""A combination of 1 (the empty key), function values (one name) and inner products (two names, sorted)."""
ZERO, ONE = Ratio.number(0), Ratio.number(1)


MOST_POWER = 64
K = TypeVar("K")


class Vector(dict[str, Ratio]):
    """A combination of points and gradients, by their names."""


@dataclass(frozen=True)
class Root:
    """A factor times the length of a vector."""

    factor: Ratio
    vector: Vector


@dataclass(frozen=True)
class Class:
    """The constants of a class of functions."""

    convexity: Ratio | None
    smoothness: Ratio | None
    lipschitz: Ratio | None
    bound: Ratio | None


@dataclass(frozen=True)
class Triple:
    """A point, a gradient or subgradient there, and the name of the value; ``least`` where the function is smallest."""

    function: str
    point: Vector
    slope: Vector
    value: str
    least: bool = False


@dataclass
class Problem:
    """What is known (forms that are at least 0, each with its name), and forms of which one at least is to be shown to be at least 0."""

    rows: list[tuple[list[Any], Form]] = field(default_factory=list)
    goals: list[Form] = field(default_factory=list)
    large: Form = field(default_factory=dict)
    """The larger side of the goal, where there is one goal that compares numbers."""
    points: list[str] = field(default_factory=list)
    units: dict[str, Unit] = field(default_factory=dict)
    ones: tuple[str, ...] = ()
    free: str = ""
    tied: bool = False
    """Whether values change by the square of what lengths change by."""
    root: bool = False
    """Whether the number that is left is the root of ``free``: where roots of it occur."""
    signs: list[Ratio] = field(default_factory=list)
    """What must be at least 0 for all values of the free number."""
    nonzero: list[Ratio] = field(default_factory=list)
    """What must be 0 for none of them."""
    where: Range = field(default_factory=Range)
    """The values that the free number may have."""
    sides: list[tuple[list[Any], Form]] = field(default_factory=list)
    """Where the convexity of a class may be its smoothness: what is known, with parabolas below and above in the place of interpolation conditions, which say nothing there."""

    @property
    def low(self) -> fmpq | None:
        return _flint(self.where.low)

    @property
    def high(self) -> fmpq | None:
        return _flint(self.where.high)

    def unsettled(self) -> str:
        """Why the forms need not be those of the statement: a sign that is not known, or a denominator that may be 0. Empty where they are."""
        if self.where.low is not None and self.where.high is not None and self.where.low >= self.where.high:
            return f"{self.free} has one value at most"
        if not all(at_least_0(Quotient(one.above, one.below), self.where) for one in self.signs):
            return "a step, constant of convexity, or side beside a length may be negative"
        if not all(never_zero(part, self.where) for one in self.nonzero for part in (one.above, one.below)):
            return "a denominator may be 0"
        return ""


def _flint(end: Fraction | None) -> fmpq | None:
    return None if end is None else fmpq(end.numerator, end.denominator)


# --- reading -----------------------------------------------------------------------------------------------------------


class Reader:
    """The forms of one statement, for numbers with given values: 1, or the free number."""

    def __init__(self, values: Mapping[str, Ratio], classes: Mapping[str, Class], dimension: Node, line: bool) -> None:
        self.values, self.classes, self.dimension, self.line = values, classes, dimension, line
        self.vectors: dict[str, Vector] = {}
        self.triples: list[Triple] = []
        self.nonzero: list[Ratio] = []
        self.signs: list[Ratio] = []

    # points ------------------------------------------------------------------------------------------------------------
    def at(self, function: str, point: Vector) -> Triple:
        """The triple of a function at a point; a new one has a gradient of its own."""
        known = next((t for t in self.triples if t.function == function and same(t.point, point)), None)
        return known or self.enter(function, point, None)

    def enter(self, function: str, point: Vector, slope: Vector | None, least: bool = False) -> Triple:
        """A new triple: of one function at one point all have one value."""
        k = len(self.triples)
        value = next((t.value for t in self.triples if t.function == function and same(t.point, point)), f"#f{k}")
        self.triples.append(Triple(function, point, Vector({f"#g{k}": ONE}) if slope is None else slope, value, least))
        return self.triples[-1]

    def function(self, term: Any) -> str:
        name = str(term.args[0]) if isinstance(term, Node) and term.head == "var" else ""
        if name not in self.classes:
            raise Unsupported("a function that is no name of the statement")
        kept = self.classes[name]
        if kept.convexity is None and kept.smoothness is None:
            raise Unsupported("a class without interpolation conditions: convexity or smoothness is needed")
        return name

    def needs_convexity(self, name: str, what: str) -> None:
        mu = self.classes[name].convexity
        if mu is None:
            raise Unsupported(f"{what} of a function that need not be convex")
        self.signs.append(mu)

    # terms -------------------------------------------------------------------------------------------------------------
    def vector(self, term: Any) -> Vector:
        found = self.term(term)
        if not isinstance(found, Vector):
            raise Unsupported("a point or gradient is needed")
        return found

    def term(self, term: Any) -> Form | Vector | Root:
        """What a term is: a number, a point or gradient, or a multiple of a length. Raises Unsupported."""
        rule = getattr(self, "_" + term.head, None)
        if rule is None:
            raise Unsupported(f"{term.head} in a statement about functions of a class")
        found: Form | Vector | Root = rule(term)
        return found

    def scalar(self, term: Any) -> Ratio:
        return _constant(self.term(term))

    def _num(self, term: Node) -> Form:
        value = literal(term)
        if value is None:
            raise Unsupported("an infinite number")
        return {(): Ratio.number(fmpq(value.numerator, value.denominator))} if value else {}

    def _var(self, term: Node) -> Form | Vector:
        name = str(term.args[0])
        if name in self.values:
            return _without_zeros({(): self.values[name]})
        if name in self.vectors:
            return self.vectors[name]
        raise Unsupported(f"{name} is neither a number nor a point")

    def _add(self, term: Node) -> Form | Vector:
        parts = [self.term(part) for part in term.args]
        if all(isinstance(part, Vector) for part in parts):
            return Vector(total(*(part for part in parts if isinstance(part, Vector))))
        if any(isinstance(part, Vector | Root) for part in parts):
            raise Unsupported("a sum of lengths, or of points and numbers")
        return total(*(part for part in parts if not isinstance(part, Vector | Root)))

    def _mul(self, term: Node) -> Form | Vector | Root:
        found: Form | Vector | Root = {(): ONE}
        for part in term.args:
            found = self._times(found, self.term(part))
        return found

    def _times(self, a: Form | Vector | Root, b: Form | Vector | Root) -> Form | Vector | Root:
        if self.line and isinstance(a, Vector) and isinstance(b, Vector):
            return inner(a, b)
        for one, two in ((a, b), (b, a)):
            if not isinstance(one, Vector | Root) and not any(one):
                factor = _constant(one)
                if isinstance(two, Root):
                    return Root(factor * two.factor, two.vector)
                return Vector(scaled(two, factor)) if isinstance(two, Vector) else scaled(two, factor)
        raise Unsupported("a product of function values, points or lengths")

    def _pow(self, term: Node) -> Form:
        base, power = self.term(term.args[0]), literal(term.args[1])  # type: ignore[arg-type]
        if isinstance(base, Root) and power == 2:
            return scaled(inner(base.vector, base.vector), base.factor * base.factor)
        if self.line and isinstance(base, Vector) and power == 2:
            return inner(base, base)
        if power is None or power.denominator > 2 or abs(power) > MOST_POWER:
            raise Unsupported("a power that is neither whole nor half of a whole number, or a large one")
        value, found = _constant(base), ONE
        if power.denominator == 2:
            value, power = _root(value), 2 * power
        if power < 0:
            if value.is_zero():
                raise Unsupported("a division by 0")
            self.nonzero.append(value)
        for _ in range(abs(int(power))):
            found = found * (value if power > 0 else value.inverse())
        return _without_zeros({(): found})

    def _norm(self, term: Node) -> Root:
        if literal(term.args[1]) != 2:  # type: ignore[arg-type]
            raise Unsupported("a norm other than the Euclidean one")
        return Root(ONE, self.vector(term.args[0]))

    def _abs(self, term: Node) -> Root:
        if not self.line:
            raise Unsupported("the absolute value of a point of R^d")
        return Root(ONE, self.vector(term.args[0]))

    def _apply(self, term: Node) -> Form:
        if len(term.args) != 2:
            raise Unsupported("a function of several arguments")
        return {(self.at(self.function(term.args[0]), self.vector(term.args[1])).value,): ONE}

    def _gradient(self, term: Node) -> Vector:
        name = self.function(term.args[0])
        if self.classes[name].smoothness is None:
            raise Unsupported("the gradient of a function that need not have one: write g in subdifferential(f, x)")
        return self.at(name, self.vector(term.args[1])).slope

    def _prox(self, term: Node) -> Vector:
        """u = x - step g with g a subgradient at u."""
        name, x, step = self.function(term.args[0]), self.vector(term.args[1]), self.scalar(term.args[2])
        self.needs_convexity(name, "the proximal map")
        self.signs.append(step)
        self.nonzero.append(step)
        for known in self.triples:
            if known.function == name and same(known.point, total_vector(x, known.slope, -step)):
                return known.point
        slope = Vector({f"#g{len(self.triples)}": ONE})
        return self.enter(name, total_vector(x, slope, -step), slope).point

    def _sum(self, term: Node) -> Form:
        """An inner product, as ``dot`` writes it."""
        over, body = term.args[0], term.args[1]
        if not (isinstance(over, tuple) and len(over) == 1 and isinstance(body, Node) and body.head == "mul" and len(body.args) == 2 and len(term.args) > 2 and term.args[2] is None):
            raise Unsupported("a sum that is no inner product")
        name, where = over[0]  # type: ignore[misc, str-unpack]
        sides = [part.args[0] for part in body.args if isinstance(part, Node) and part.head == "item" and part.args[1] == name and isinstance(part.args[0], Node)]
        if len(sides) != 2 or where != Node("integers", Node("num", "1"), self.dimension) or any(str(name.args[0]) in free_names(side) for side in sides):  # type: ignore[union-attr]
            raise Unsupported("a sum that is no inner product over all coordinates")
        return inner(self.vector(sides[0]), self.vector(sides[1]))

    # conditions ----------------------------------------------------------------------------------------------------------
    def conditions(self) -> Iterator[tuple[list[Any], Form]]:
        """What holds of the triples of each function: interpolation conditions, lengths of gradients, bounds, and minimal values."""
        for i, a in enumerate(self.triples):
            kept = self.classes[a.function]
            if kept.lipschitz is not None:
                yield ["slope", i], total({(): kept.lipschitz * kept.lipschitz}, scaled(inner(a.slope, a.slope), -ONE))
            if kept.bound is not None:
                for sign, side in ((ONE, "below"), (-ONE, "above")):
                    yield [side, i], total({(): kept.bound}, {(a.value,): sign})
            for j, b in enumerate(self.triples):
                if i != j and a.function == b.function:
                    yield ["pair", i, j], pair(a, b, kept)
                    if b.least and (kept.convexity is None or kept.convexity.above.degree() > 0 or kept.convexity.at(fmpq(0)) < 0):
                        yield ["least", i, j], lower(a, b, kept)


    def parabolas(self) -> Iterator[tuple[list[Any], Form]]:
        """For two triples of a function, that it lies above the parabola of its convexity, and below that of its smoothness."""
        for (i, a), (j, b) in itertools.permutations(enumerate(self.triples), 2):
            kept = self.classes[a.function]
            if a.function == b.function:
                move = total_vector(a.point, b.point, -ONE)
                gap = total(_rise(a, b), scaled(inner(b.slope, move), -ONE))
                half = scaled(inner(move, move), Ratio.number(fmpq(1, 2)))
                if kept.convexity is not None:
                    yield ["convex", i, j], total(gap, scaled(half, -kept.convexity))
                if kept.smoothness is not None:
                    yield ["smooth", i, j], total(scaled(gap, -ONE), scaled(half, kept.smoothness))


def pair(a: Triple, b: Triple, kept: Class) -> Form:
    """f(a) >= f(b) + <g(b), a - b> + ..., the condition of Taylor, Hendrickx and Glineur (2017), Theorem 4, times L - mu where the class is smooth."""
    move, turn = total_vector(a.point, b.point, -ONE), total_vector(a.slope, b.slope, -ONE)
    gap = total(_rise(a, b), scaled(inner(b.slope, move), -ONE))
    half = Ratio.number(fmpq(1, 2))
    if kept.smoothness is None:
        assert kept.convexity is not None
        return total(gap, scaled(inner(move, move), -half * kept.convexity))
    most = kept.smoothness
    mu = kept.convexity if kept.convexity is not None else -most
    return total(scaled(gap, most - mu), scaled(inner(turn, turn), -half), scaled(inner(move, move), -half * mu * most), scaled(inner(turn, move), mu))


def _rise(a: Triple, b: Triple) -> Form:
    """f(a) - f(b)."""
    one: Form = {(a.value,): ONE}
    other: Form = {(b.value,): -ONE}
    return total(one, other)


def lower(a: Triple, b: Triple, kept: Class) -> Form:
    """f(a) >= min f, and for smooth functions f(a) - |g|^2/(2L) >= min f, times 2L."""
    gap = _rise(a, b)
    return gap if kept.smoothness is None else total(scaled(gap, Ratio.number(2) * kept.smoothness), scaled(inner(a.slope, a.slope), -ONE))


# --- arithmetic --------------------------------------------------------------------------------------------------------


def _without_zeros(form: dict[K, Ratio]) -> dict[K, Ratio]:
    return {key: c for key, c in form.items() if not c.is_zero()}


def total(*forms: dict[K, Ratio]) -> dict[K, Ratio]:
    """The sum of forms, or of vectors."""
    found: dict[K, Ratio] = {}
    for form in forms:
        for key, c in form.items():
            found[key] = found[key] + c if key in found else c
    return _without_zeros(found)


def scaled(form: dict[K, Ratio], factor: Ratio) -> dict[K, Ratio]:
    return _without_zeros({key: c * factor for key, c in form.items()})


def total_vector(a: Vector, b: Vector, factor: Ratio) -> Vector:
    """a plus a multiple of b."""
    found = Vector(a)
    for key, c in b.items():
        found[key] = found[key] + c * factor if key in found else c * factor
    return Vector(_without_zeros(found))


def inner(a: Vector, b: Vector) -> Form:
    found: Form = {}
    for (x, c), (y, e) in itertools.product(a.items(), b.items()):
        key = (x, y) if x <= y else (y, x)
        found[key] = found[key] + c * e if key in found else c * e
    return _without_zeros(found)


def same(a: Vector, b: Vector) -> bool:
    return not total_vector(a, b, -ONE)


def _root(value: Ratio) -> Ratio:
    """The root of ``c t^(2 k)``, c the square of a fraction, for t of at least 0. Raises Unsupported for others."""
    degree = value.above.degree() - value.below.degree()
    front = fmpq(0) if value.is_zero() else value.above.coeffs()[-1] / value.below.coeffs()[-1]
    p, q = (isqrt(int(part)) if part > 0 else 0 for part in (front.p, front.q))
    if front <= 0 or degree % 2 or p * p != front.p or q * q != front.q or any(part.coeffs()[:-1] != [0] * part.degree() for part in (value.above, value.below)):
        raise Unsupported("a root of something that is no square")
    power = fmpq_poly([0, 1]) ** abs(degree // 2)
    return Ratio.number(fmpq(p, q)) * (Ratio.of(power, fmpq_poly([1])) if degree >= 0 else Ratio.of(fmpq_poly([1]), power))


def _constant(form: Form | Vector | Root) -> Ratio:
    if isinstance(form, Vector | Root) or any(form):
        raise Unsupported("a factor that is not a number of the statement")
    return form.get((), ZERO)


# --- a statement ---------------------------------------------------------------------------------------------------------


def read(forall: Sequence[tuple[Any, Node]], given: Sequence[Node], states: Node) -> Problem:
    """The problem of a statement. Raises Unsupported."""
    sets = [(pattern, stated(where)) for pattern, where in forall]
    if any(not isinstance(pattern, Node) for pattern, _ in sets):
        raise Unsupported("a tuple of names")
    spaces = {where.args[0] for _, where in sets if where.head == "function_class"}
    if len(spaces) != 1:
        raise Unsupported("no function of a class" if not spaces else "functions on different spaces")
    (space,) = spaces
    for one in (*given, states):
        if one.head != "compare" or one.args[1] not in ("<=", ">="):
            raise Unsupported(f"{one.args[1] if one.head == 'compare' else one.head} in a statement about functions of a class")
    dimension = space.args[0]  # type: ignore[union-attr]
    numbers = [str(pattern.args[0]) for pattern, where in sets if where.head in ("interval", "integers") and pattern != dimension]
    found = normalised(numbers, sets, dimension, (*given, states))
    if found is None and len(numbers) > 1:
        raise Unsupported("no units under which the constants, but for one ratio, may be taken as 1")
    units, ones, tied = found or ({}, (), False)
    problem = Problem(units=units, ones=ones, tied=tied and bool(ones), free=next((name for name in numbers if name not in ones), ""))
    problem.root = bool(problem.free) and any(node.head == "pow" and (literal(node.args[1]) or 0) % 1 != 0 for part in (*given, states, *(where for _, where in sets)) for node in walk(part))  # type: ignore[arg-type]
    _fill(problem, sets, given, states, space)  # type: ignore[arg-type]
    return problem


def _fill(problem: Problem, sets: Sequence[tuple[Any, Node]], given: Sequence[Node], states: Node, space: Node) -> None:
    values = dict.fromkeys(problem.ones, ONE) | ({problem.free: Ratio.variable() * Ratio.variable() if problem.root else Ratio.variable()} if problem.free else {})
    dimension = space.args[0]
    assert isinstance(dimension, Node)
    plain = Reader(values, {}, dimension, False)
    classes = {str(p.args[0]): Class(*(None if end is None else plain.scalar(end) for end in w.args[1:])) for p, w in sets if w.head == "function_class"}
    reader = Reader(values, classes, dimension, literal(dimension) == 1)
    bounds: list[tuple[Ratio, bool]] = []
    for pattern, where in sets:
        name = str(pattern.args[0])
        if pattern == dimension:
            if where.head != "integers" or (literal(where.args[0]) or 0) < 1:  # type: ignore[arg-type]
                raise Unsupported("a dimension that may be below 1")
        elif where.head in ("interval", "integers"):
            bounds += _ends(plain, values[name], where)
        elif where.head in ("points", "euclid"):
            if (where.args[0] if where.head == "points" else where) != space:
                raise Unsupported("points of another space")
            reader.vectors[name] = Vector({name: ONE})
        elif where.head == "minimisers":
            reader.vectors[name] = Vector({name: ONE})
            reader.enter(reader.function(where.args[0]), Vector({name: ONE}), Vector(), least=True)
        elif where.head == "subdifferential":
            reader.vectors[name] = Vector({name: ONE})
            function = reader.function(where.args[0])
            reader.needs_convexity(function, "subgradients")
            reader.enter(function, reader.vector(where.args[1]), Vector({name: ONE}))
        elif where.head != "function_class":
            raise Unsupported(f"a name in {where.head}")
    for k, one in enumerate(given):
        form = _difference(reader, one, known=True)
        if not any(form):
            bounds.append((form.get((), ZERO), True))
        else:
            problem.rows.append((["given", k], form))
    problem.goals = list(_goals(reader, states))
    if len(problem.goals) == 1:
        larger = reader.term(states.args[2 if states.args[1] == "<=" else 0])
        problem.large = _square(larger) if isinstance(larger, Root) else {} if isinstance(larger, Vector) else larger
    problem.points = [str(pattern.args[0]) for pattern, where in sets if where.head in ("points", "euclid", "minimisers")]
    problem.rows += reader.conditions()
    problem.signs, problem.nonzero = reader.signs, [*plain.nonzero, *reader.nonzero]
    if problem.root:
        _from_0(problem, plain, sets)
    for gap, closed in bounds:
        _narrow(problem, gap, closed)
    if any(not never_zero(top, problem.where) for kept in classes.values() if kept.smoothness is not None and kept.convexity is not None for top in ((kept.smoothness - kept.convexity).above,)):
        problem.sides = [row for row in problem.rows if row[0][0] != "pair"] + [*reader.parabolas()]


def _ends(plain: Reader, value: Ratio, where: Node) -> Iterator[tuple[Ratio, bool]]:
    """What is at least 0 as a number lies in its range, and whether it may be 0."""
    for k, end in enumerate(where.args[:2]):
        assert isinstance(end, Node)
        closed = where.head == "integers" or where.args[k + 2] == "closed"
        if literal(end) is None and end.head == "num":
            if where.head == "interval" and closed:
                raise Unsupported("a number that may be infinite")
        else:
            yield (value - plain.scalar(end) if k == 0 else plain.scalar(end) - value), closed


def _from_0(problem: Problem, plain: Reader, sets: Sequence[tuple[Any, Node]]) -> None:
    """The root of the free number is at least 0. Raises Unsupported where that may be negative."""
    low = next(where.args[0] for pattern, where in sets if pattern == Node("var", problem.free))
    start = plain.scalar(low) if low != Node("num", "-oo") else -ONE
    if start.above.degree() > 0 or start.below.degree() > 0 or start.at(fmpq(0)) < 0:
        raise Unsupported("the root of a number that may be negative")
    problem.where = problem.where.cut(Fraction(0), False, True)


def _narrow(problem: Problem, gap: Ratio, closed: bool) -> None:
    """Ends of the range of the free number, where a condition says that a linear function of it, or of its square, is at least 0."""
    if problem.root and gap.below.degree() <= 0 and gap.above.degree() == 2 and gap.above[1] == 0:
        b, square = gap.above[2], -gap.above[0] / gap.above[2]
        if square < 0:
            return
        scale = int(square.q) * 2**30
        low = Fraction(isqrt(int(square.p) * int(square.q) * 2**60), scale)
        fits = low * low == Fraction(int(square.p), int(square.q))
        problem.where = problem.where.cut(low if fits or b > 0 else low + Fraction(1, scale), b < 0, closed or not fits)
        return
    if gap.below.degree() > 0 or gap.above.degree() > 1:
        return
    a, b = gap.above[0], gap.above[1]
    if b == 0:
        return
    end = -a / b
    problem.where = problem.where.cut(Fraction(int(end.p), int(end.q)), b < 0, closed)


def _difference(reader: Reader, comparison: Node, known: bool) -> Form:
    """The larger side less the smaller one. Of lengths the squares: what is known needs a smaller side that is at least 0, what is to be shown a larger one."""
    small, large = (comparison.args[0], comparison.args[2]) if comparison.args[1] == "<=" else (comparison.args[2], comparison.args[0])
    a, b = reader.term(small), reader.term(large)
    if isinstance(a, Vector) or isinstance(b, Vector):
        raise Unsupported("a comparison of points")
    if isinstance(a, Root) or isinstance(b, Root):
        side = a if known else b
        reader.signs.append(side.factor if isinstance(side, Root) else _constant(side))
        return total(_square(b), scaled(_square(a), -ONE))
    return total(b, scaled(a, -ONE))


def _square(side: Form | Root) -> Form:
    if isinstance(side, Root):
        return scaled(inner(side.vector, side.vector), side.factor * side.factor)
    value = _constant(side)
    return _without_zeros({(): value * value})


def _goals(reader: Reader, states: Node) -> Iterator[Form]:
    """One form, or where the smaller side is a minimum or a sum with one (or the larger one a maximum) one for each of its members: one of them must hold."""
    relation = states.args[1]
    place = 0 if relation == "<=" else 2
    for k, head in ((place, "min"), (2 - place, "max")):
        side = states.args[k]
        if isinstance(side, Node) and side.head == head:
            for part in side.args:
                sides = list(states.args)
                sides[k] = part
                yield from _goals(reader, Node("compare", *sides))
            return
        summands: Any = side.args if isinstance(side, Node) and side.head == "add" else ()
        place_of = next((j for j, one in enumerate(summands) if one.head == head), None)
        if place_of is not None:
            for part in summands[place_of].args:
                sides = list(states.args)
                sides[k] = Node("add", *summands[:place_of], part, *summands[place_of + 1:])
                yield from _goals(reader, Node("compare", *sides))
            return
    yield _difference(reader, states, known=False)


__all__ = ["Form", "Problem", "Unsupported", "read"]
