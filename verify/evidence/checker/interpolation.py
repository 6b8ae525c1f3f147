"""Inequalities about functions of a class at finitely many points: sums of interpolation conditions with multipliers, and a positive semidefinite form.

Evidence of kind ``interpolation`` holds ``units``, ``ones`` and ``pieces``: ranges of t up to ``to``, each with ``goals`` and ``multipliers``. ``root``, where it is there, is the number that is left, and t its root:
each value of a number that is at least 0 is the square of some t >= 0.

*Units.* With c, r > 0 the function c f(x/r) has the values of f times c at points times r, slopes times c/r and curvatures times c/r^2. Where all sides that are compared or
added have equal units, and ends of ranges and constants of classes those that they should, a statement is true of some numbers if and only if it is true of those numbers in
other units. ``units`` gives the powers of c and r for every number (with ``tied``, c is the square of r, and they are powers of r); at most two numbers above 0, with independent powers, become 1 (where none does, units play no part), and one number t may be left.

*Conditions.* A place is a point with a slope and a value of one function: where a value or a gradient is asked for, a minimiser (slope 0), a subgradient, a proximal point
u = x - s g with g a slope at u. Two places a, b of one function with mu-convexity and L-smoothness obey ``(L - mu)(f_a - f_b - <g_b, x_a - x_b>) >=
(|g_a - g_b|^2 + mu L |x_a - x_b|^2 - 2 mu <g_a - g_b, x_a - x_b>)/2`` (f - mu |x|^2/2 is convex and (L - mu)-smooth; smooth functions have mu = -L), without smoothness
``f_a >= f_b + <g_b, x_a - x_b> + mu |x_a - x_b|^2/2``; a slope of an M-Lipschitz function is at most M long, and a value is at least the minimum, for smooth functions with
``|g|^2/(2L)`` to spare.

*The sum.* If the goals, with multipliers that sum to 1, less the conditions with multipliers of at least 0, leave no function value, a constant of at least 0 and a form whose
completed squares have factors of at least 0 for all but finitely many t, then one of the goals is at least 0: without poles the form is continuous in t.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt
from typing import Any, NamedTuple

from flint import fmpq

from verify.evidence.checker import units
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Malformed, Refused, argument, entries, free, head, names, optional, rational, stated, word
from verify.evidence.checker.ratios import Quotient, Range, T, at_least_0, constant, never_zero, stored

NIL, UNIT = constant(0), constant(1)
FINE = 2**30
"""Parts of 1 to which ends that are roots are told."""
MOST = 40
"""Places and pieces beyond which nothing is concluded."""


class Term(NamedTuple):
    """``kind`` number: a sum over 1, values and products of two directions; vector: a sum over directions; length: the root of a number, times a factor."""

    kind: str
    parts: dict[Any, Quotient]
    factor: Quotient = UNIT


class Place(NamedTuple):
    """Where a function is looked at."""

    function: str
    point: dict[Any, Quotient]
    slope: dict[Any, Quotient]
    value: Any
    lowest: bool


def check(c: Certificate, e: Evaluator) -> set[str]:
    """Raises Malformed or Refused where the sum is not what the evidence says."""
    if set(c.evidence) - {"status", "root", "tied"} != {"units", "ones", "pieces"} or c.evidence.get("status", c.status) != c.status:
        raise Malformed("evidence of kind interpolation holds units, ones and pieces, optionally root and tied")
    sets = [(names(pattern), stated(where)) for pattern, where in c.over]
    if any(len(bound) != 1 for bound, _ in sets):
        raise Refused("tuples of names")
    over = {bound[0]: where for bound, where in sets}
    if len(over) < len(sets):
        raise Refused("a name that is bound twice")
    powers, ones, moving = units.numbers(c, over)
    if ones:
        units.Dimensions(over, powers, "tied" in c.evidence).statement([*c.hypotheses, c.goal])
    root = c.evidence.get("root")
    if "root" in c.evidence and [root] != moving:
        raise Refused("evidence.root is the number that is left")
    reading = _Reading(over, {**dict.fromkeys(ones, UNIT), **{name: Quotient(T if root is None else T * T) for name in moving}}, root is not None)
    known = [reading.gap(p, True) for p in c.hypotheses]
    goals = list(reading.goals(c.goal))
    where = reading.range(moving, c.hypotheses, known, root)
    if len(reading.places) > MOST:
        raise Refused(f"more than {MOST} places")
    for shares, rows, part in _pieces(c, where):
        e.budget.spend(len(reading.places) ** 4 // 8 + 1)
        _sums(shares, rows, reading, known, goals, part)
    return {"interpolation conditions of classes of functions"}


# --- sums ----------------------------------------------------------------------------------------------------------------


def _join(*weighted: tuple[Quotient, dict[Any, Quotient]]) -> dict[Any, Quotient]:
    found: dict[Any, Quotient] = {}
    for factor, parts in weighted:
        for key, q in parts.items():
            found[key] = found.get(key, NIL) + factor * q
    return {key: q for key, q in found.items() if not q.zero}


def _product(a: dict[Any, Quotient], b: dict[Any, Quotient]) -> dict[Any, Quotient]:
    found: dict[Any, Quotient] = {}
    for x, p in a.items():
        for y, q in b.items():
            key = frozenset((x, y))
            found[key] = found.get(key, NIL) + p * q
    return {key: q for key, q in found.items() if not q.zero}


ONE_KEY = "1"
"""The key of the constant in a number; values have the key ("value", k), products a set of one or two directions."""


class _Reading:
    """The terms of a statement, and the places at which functions are looked at, in the order in which they are met."""

    def __init__(self, over: dict[str, Any], numbers: dict[str, Quotient], rooted: bool) -> None:
        """``rooted``: whether t is at least 0, being a root."""
        self.over, self.numbers, self.rooted = over, numbers, rooted
        self.places: list[Place] = []
        self.vectors: dict[str, dict[Any, Quotient]] = {}
        self.not_negative: list[Quotient] = []
        self.not_zero: list[Quotient] = []
        self.classes: dict[str, list[Quotient | None]] = {}
        spaces = [argument(where, 0) for where in over.values() if head(where) == "function_class"]
        if not spaces or any(space != spaces[0] for space in spaces) or head(spaces[0]) != "euclid" or (spaces[0][1] != "1" and argument(spaces[0], 1) != "2"):
            raise Refused("functions on one space with the Euclidean norm are needed")
        self.space = spaces[0]
        for name, where in over.items():
            if head(where) == "function_class":
                self.classes[name] = [None if optional(where, k) is None else self.number(where[k + 1]) for k in range(1, 5)]
        for name, where in over.items():
            self._enter(name, where)

    def _enter(self, name: str, where: Any) -> None:
        kind = head(where)
        if kind in ("points", "euclid"):
            if (argument(where, 0) if kind == "points" else where) != self.space:
                raise Refused("points of another space")
        elif kind == "minimisers":
            self.vectors[name] = {name: UNIT}
            self._place(self._function(argument(where, 0)), {name: UNIT}, {}, True)
        elif kind == "subdifferential":
            function, point = self._function(argument(where, 0)), self.vector(argument(where, 1))
            self._convex(function, "subgradients")
            self._place(function, point, {name: UNIT})
        elif [name] == self._dimension():
            if kind != "integers" or not isinstance(low := argument(where, 0), str) or low == "-oo" or rational(low) < 1:
                raise Refused("a dimension that may be below 1")
        elif kind != "function_class" and name not in self.numbers:
            raise Refused(f"a name in {kind}")
        if kind in ("points", "euclid", "subdifferential"):
            self.vectors[name] = {name: UNIT}

    def _dimension(self) -> list[str]:
        return names(self.space[1]) if head(self.space[1]) == "var" else []

    def _convex(self, function: str, what: str) -> None:
        convexity = self.classes[function][0]
        if convexity is None:
            raise Refused(f"{what} of a function that need not be convex")
        self.not_negative.append(convexity)

    def _function(self, f: Any) -> str:
        name = names(f)[0] if head(f) == "var" else ""
        kept = self.classes.get(name)
        if kept is None or (kept[0] is None and kept[1] is None):
            raise Refused("a function of a class with interpolation conditions is needed")
        return name

    def _place(self, function: str, point: dict[Any, Quotient], slope: dict[Any, Quotient] | None, lowest: bool = False) -> Place:
        k = len(self.places)
        there = [place for place in self.places if place.function == function and not _join((UNIT, place.point), (-UNIT, point))]
        value = there[0].value if there else ("value", k)
        self.places.append(Place(function, point, {("slope", k): UNIT} if slope is None else slope, value, lowest))
        return self.places[-1]

    def _at(self, function: str, point: dict[Any, Quotient]) -> Place:
        for place in self.places:
            if place.function == function and not _join((UNIT, place.point), (-UNIT, point)):
                return place
        return self._place(function, point, None)

    # terms ---------------------------------------------------------------------------------------------------------------
    def number(self, f: Any) -> Quotient:
        found = self.term(f)
        if found.kind != "number" or set(found.parts) - {ONE_KEY}:
            raise Refused("a number that depends on no function and point is needed")
        return found.parts.get(ONE_KEY, NIL)

    def vector(self, f: Any) -> dict[Any, Quotient]:
        found = self.term(f)
        if found.kind != "vector":
            raise Refused("a point or slope is needed")
        return found.parts

    def term(self, f: Any) -> Term:
        if isinstance(f, str):
            if f in ("oo", "-oo"):
                raise Refused("an infinite number")
            return Term("number", {ONE_KEY: constant(rational(f))} if f != "0" else {})
        kind = head(f)
        if kind == "var":
            name = names(f)[0]
            if name in self.numbers:
                return Term("number", {ONE_KEY: self.numbers[name]})
            if name in self.vectors:
                return Term("vector", self.vectors[name])
            raise Refused(f"{name} is neither a number nor a point here")
        if kind == "add":
            parts = [self.term(part) for part in f[1:]]
            if len({part.kind for part in parts}) != 1 or parts[0].kind == "length":
                raise Refused("a sum of lengths, or of numbers and points")
            return Term(parts[0].kind, _join(*((UNIT, part.parts) for part in parts)))
        if kind == "mul":
            found = Term("number", {ONE_KEY: UNIT})
            for part in f[1:]:
                found = self._times(found, self.term(part))
            return found
        if kind in ("norm", "abs"):
            if (kind == "norm" and argument(f, 1) != "2") or (kind == "abs" and self.space[1] != "1"):
                raise Refused("a norm other than the Euclidean one, or the absolute value of a point of R^d")
            x = self.vector(argument(f, 0))
            return Term("length", _product(x, x))
        if kind == "pow":
            return self._to_power(f)
        if kind == "sum":
            return self._inner(f)
        return self._of_function(f)

    def _times(self, a: Term, b: Term) -> Term:
        if a.kind == b.kind == "vector" and self.space[1] == "1":
            return Term("number", _product(a.parts, b.parts))
        if b.kind == "number" and not set(b.parts) - {ONE_KEY}:
            a, b = b, a
        if a.kind != "number" or set(a.parts) - {ONE_KEY}:
            raise Refused("a product of values, points or lengths")
        factor = a.parts.get(ONE_KEY, NIL)
        return Term("length", b.parts, b.factor * factor) if b.kind == "length" else Term(b.kind, _join((factor, b.parts)))

    def _to_power(self, f: Any) -> Term:
        base, half = self.term(argument(f, 0)), units.halves(argument(f, 1))
        if half % 2:
            if base.kind != "number" or set(base.parts) - {ONE_KEY}:
                raise Refused("a root of something that is not a number")
            found = _root(base.parts.get(ONE_KEY, NIL))
            if not self.rooted and found.top.degree() + found.bottom.degree() > 0:
                raise Refused("a root of a number that evidence.root does not name")
            base = Term("number", {ONE_KEY: found})
        power = half if half % 2 else half // 2
        if power == 2 and base.kind == "length":
            return Term("number", _join((base.factor * base.factor, base.parts)))
        if power == 2 and base.kind == "vector" and self.space[1] == "1":
            return Term("number", _product(base.parts, base.parts))
        if base.kind != "number" or set(base.parts) - {ONE_KEY}:
            raise Refused("a power of something that is not a number")
        value, found = base.parts.get(ONE_KEY, NIL), UNIT
        for _ in range(abs(power)):
            found = found * value
        if power < 0:
            self.not_zero.append(value)
            found = UNIT.over(found)
        return Term("number", {} if found.zero else {ONE_KEY: found})

    def _inner(self, f: Any) -> Term:
        """sum over k = 1, ..., d of x_k y_k."""
        bound, body = entries(f), argument(f, 1)
        if len(bound) != 1 or bound[0][1] != ["integers", "1", self.space[1]] or optional(f, 2) is not None or head(body) != "mul" or len(body) != 3:
            raise Refused("a sum that is no inner product")
        if any(head(side) != "item" or len(side) != 3 or side[2] != bound[0][0] or free(side[1]) & set(names(bound[0][0])) for side in body[1:]):
            raise Refused("a sum that is no inner product")
        return Term("number", _product(self.vector(body[1][1]), self.vector(body[2][1])))

    def _of_function(self, f: Any) -> Term:
        kind = head(f)
        if kind not in ("apply", "gradient", "prox") or len(f) != (4 if kind == "prox" else 3):
            raise Refused(f"{kind} in a statement about functions of a class")
        function, x = self._function(argument(f, 0)), self.vector(argument(f, 1))
        if kind == "apply":
            return Term("number", {self._at(function, x).value: UNIT})
        if kind == "gradient":
            if self.classes[function][1] is None:
                raise Refused("the gradient of a function that need not have one")
            return Term("vector", self._at(function, x).slope)
        step = self.number(argument(f, 2))
        self._convex(function, "a proximal map")
        self.not_negative.append(step)
        self.not_zero.append(step)
        for place in self.places:
            if place.function == function and not _join((UNIT, place.point), (step, place.slope), (-UNIT, x)):
                return Term("vector", place.point)
        slope = {("slope", len(self.places)): UNIT}
        return Term("vector", self._place(function, _join((UNIT, x), (-step, slope)), slope).point)

    # comparisons -----------------------------------------------------------------------------------------------------------
    def gap(self, p: Any, known: bool) -> dict[Any, Quotient]:
        """The larger side less the smaller one; squares of lengths where a known smaller side, or a larger side to be shown, is at least 0."""
        if head(p) != "compare" or word(argument(p, 1)) not in ("<=", ">="):
            raise Refused("a comparison other than <= and >=")
        small, large = (argument(p, 0), argument(p, 2)) if word(p[2]) == "<=" else (argument(p, 2), argument(p, 0))
        a, b = self.term(small), self.term(large)
        if "length" in (a.kind, b.kind):
            side = a if known else b
            self.not_negative.append(side.factor if side.kind == "length" else _plain(side))
            return _join((UNIT, _squared(b)), (-UNIT, _squared(a)))
        if a.kind != "number" or b.kind != "number":
            raise Refused("a comparison of points")
        return _join((UNIT, b.parts), (-UNIT, a.parts))

    def goals(self, p: Any) -> Iterator[dict[Any, Quotient]]:
        """A minimum on the smaller side, or a maximum on the larger one, is a choice, by itself or as a summand."""
        smaller = 1 if word(argument(p, 1)) == "<=" else 3
        for k, choice in ((smaller, "min"), (4 - smaller, "max")):
            side = argument(p, k - 1)
            if head(side) == choice:
                for member in side[1:]:
                    yield from self.goals([*p[:k], member, *p[k + 1 :]])
                return
            place = next((j for j in range(1, len(side)) if head(side[j]) == choice), 0) if head(side) == "add" else 0
            if place:
                for member in side[place][1:]:
                    yield from self.goals([*p[:k], [*side[:place], member, *side[place + 1 :]], *p[k + 1 :]])
                return
        yield self.gap(p, False)

    def range(self, moving: list[str], hypotheses: list[Any], known: list[dict[Any, Quotient]], root: str | None) -> Range:
        """The numbers that t may be: what linear conditions on it leave, or on its square where that is the number ``root``. Raises Refused where that is not an interval with more than one number."""
        found, one = Range(), [name for name in self.numbers if name not in moving]
        if root is not None:
            least = self.over[root][1]
            if least == "-oo" or (start := self.number(least).reduced()).top.degree() > 0 or start.bottom.degree() > 0 or start.top[0] < 0:
                raise Refused("the root of a number that may be negative")
            found = found.cut(Fraction(0), False, True)
        for name in (*moving, *one):
            where = self.over[name]
            for k in (1, 2):
                if where[k] in ("oo", "-oo"):
                    if head(where) == "interval" and word(argument(where, k + 1)) == "closed":
                        raise Refused("a number that may be infinite")
                else:
                    sign = UNIT if k == 1 else -UNIT
                    closed = head(where) == "integers" or word(argument(where, k + 1)) == "closed"
                    found = _narrowed(found, sign * self.numbers[name] + -(sign * self.number(where[k])), closed)
        for gap in known:
            if not set(gap) - {ONE_KEY}:
                found = _narrowed(found, gap.get(ONE_KEY, NIL), True)
        if found.low is not None and found.high is not None and found.low >= found.high:
            raise Refused("no more than one value of the number that is left")
        return found

    # conditions ------------------------------------------------------------------------------------------------------------
    def condition(self, name: Any) -> dict[Any, Quotient]:
        """A condition by its name: it is at least 0."""
        if not isinstance(name, list) or not name or not all(type(k) is int and 0 <= k < len(self.places) for k in name[1:]):
            raise Malformed("a condition is a word and the numbers of its places")
        kind, places = name[0], [self.places[k] for k in name[1:]]
        convexity, smoothness, lipschitz, bound = self.classes[places[0].function] if places else (None,) * 4
        if kind == "slope" and len(places) == 1 and lipschitz is not None:
            self.not_negative.append(lipschitz)
            return _join((lipschitz * lipschitz, {ONE_KEY: UNIT}), (-UNIT, _product(places[0].slope, places[0].slope)))
        if kind in ("below", "above") and len(places) == 1 and bound is not None:
            return _join((bound, {ONE_KEY: UNIT}), (UNIT if kind == "below" else -UNIT, {places[0].value: UNIT}))
        if len(places) != 2 or places[0].function != places[1].function:
            raise Refused(f"no condition {str(kind)[:20]} of these places")
        a, b = places
        rise = _join((UNIT, {a.value: UNIT}), (-UNIT, {b.value: UNIT}))
        if kind == "least" and b.lowest:
            return rise if smoothness is None else _join((smoothness + smoothness, rise), (-UNIT, _product(a.slope, a.slope)))
        if kind in ("convex", "smooth"):
            return _parabola(a, b, rise, convexity if kind == "convex" else smoothness, kind == "smooth")
        if kind != "pair":
            raise Refused(f"no condition {str(kind)[:20]} of these places")
        return _interpolation(a, b, rise, convexity, smoothness)


def _parabola(a: Place, b: Place, rise: dict[Any, Quotient], curvature: Quotient | None, above: bool) -> dict[Any, Quotient]:
    """A function lies above the parabola of its convexity that touches it, and below that of its smoothness."""
    if curvature is None:
        raise Refused("a class without the constant of a condition")
    way = _join((UNIT, a.point), (-UNIT, b.point))
    gap = _join((UNIT, rise), (-UNIT, _product(b.slope, way)), (-(constant(Fraction(1, 2)) * curvature), _product(way, way)))
    return _join((-UNIT, gap)) if above else gap


def _interpolation(a: Place, b: Place, rise: dict[Any, Quotient], convexity: Quotient | None, smoothness: Quotient | None) -> dict[Any, Quotient]:
    way, turn, half = _join((UNIT, a.point), (-UNIT, b.point)), _join((UNIT, a.slope), (-UNIT, b.slope)), constant(Fraction(1, 2))
    tangent = _join((UNIT, rise), (-UNIT, _product(b.slope, way)))
    if smoothness is None:
        assert convexity is not None
        return _join((UNIT, tangent), (-(half * convexity), _product(way, way)))
    mu = -smoothness if convexity is None else convexity
    return _join((smoothness + -mu, tangent), (-half, _product(turn, turn)), (-(half * mu * smoothness), _product(way, way)), (mu, _product(turn, way)))


def _plain(side: Term) -> Quotient:
    if side.kind != "number" or set(side.parts) - {ONE_KEY}:
        raise Refused("a length beside something that is not a number")
    return side.parts.get(ONE_KEY, NIL)


def _squared(side: Term) -> dict[Any, Quotient]:
    if side.kind == "length":
        return _join((side.factor * side.factor, side.parts))
    value = _plain(side)
    return {} if value.zero else {ONE_KEY: value * value}


def _narrowed(found: Range, gap: Quotient, closed: bool) -> Range:
    """The range where a linear function of t is at least 0, or above it; other functions leave it as it is."""
    gap = gap.reduced()
    if gap.bottom.degree() > 0 or gap.top.degree() != 1:
        return _narrowed_square(found, gap, closed)
    a, b = gap.top[0], gap.top[1]
    end = -a / b
    return found.cut(Fraction(int(end.p), int(end.q)), b < 0, closed)


def _narrowed_square(found: Range, gap: Quotient, closed: bool) -> Range:
    """The same for a linear function of the square of t, where t is at least 0; an end that is no fraction is moved outwards."""
    if gap.bottom.degree() > 0 or gap.top.degree() != 2 or gap.top[1] != 0 or found.low is None or found.low < 0:
        return found
    b, square = gap.top[2], -gap.top[0] / gap.top[2]
    if square < 0:
        return found
    p, q = int(square.p), int(square.q)
    low = Fraction(isqrt(p * q * FINE**2), q * FINE)
    exact = low * low == Fraction(p, q)
    return found.cut(low if exact or b > 0 else low + Fraction(1, q * FINE), b < 0, closed or not exact)


def _root(value: Quotient) -> Quotient:
    """The root of ``c t^(2 k)``, c the square of a fraction, for t of at least 0. Raises Refused for others."""
    value = value.reduced()
    degree = value.top.degree() - value.bottom.degree()
    front: Any = value.top.coeffs()[-1] / value.bottom.coeffs()[-1] if not value.zero else fmpq(0)
    if front <= 0 or degree % 2 or any(part.coeffs()[:-1] != [0] * part.degree() for part in (value.top, value.bottom)):
        raise Refused("a root of something that is no square")
    p, q = isqrt(int(front.p)), isqrt(int(front.q))
    if p * p != front.p or q * q != front.q:
        raise Refused("a root of a number that is no square")
    power = T ** abs(degree // 2)
    return constant(Fraction(p, q)) * (Quotient(power) if degree >= 0 else UNIT.over(Quotient(power)))


# --- the proof -----------------------------------------------------------------------------------------------------------


def _pieces(c: Certificate, where: Range) -> Iterator[tuple[Any, Any, Range]]:
    """Multipliers with the ranges of t that they are for: one begins where the one before ends, and the last one has no end of its own."""
    pieces = c.evidence["pieces"]
    if not isinstance(pieces, list) or not 0 < len(pieces) <= MOST or not all(isinstance(piece, dict) and set(piece) == {"to", "goals", "multipliers"} for piece in pieces):
        raise Malformed("a piece holds to, goals and multipliers")
    for k, piece in enumerate(pieces):
        if (piece["to"] is None) != (k == len(pieces) - 1):
            raise Refused("every piece but the last one has an end")
        end = None if piece["to"] is None else rational(piece["to"])
        if end is not None and ((where.low is not None and end <= where.low) or (where.high is not None and end >= where.high)):
            raise Refused("the ends of pieces must rise inside the range")
        yield piece["goals"], piece["multipliers"], where if end is None else where.cut(end, True, True)
        where = where if end is None else where.cut(end, False, True)


def _sums(shares: Any, rows: Any, reading: _Reading, known: list[dict[Any, Quotient]], goals: list[dict[Any, Quotient]], where: Range) -> None:
    if not isinstance(shares, list) or len(shares) != len(goals) or not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == 3 for row in rows):
        raise Malformed("a multiplier is needed for every goal, and each other one has a name, numerator and denominator")
    factors = [stored(share) for share in shares]
    if not _join(*((factor, {ONE_KEY: UNIT}) for factor in factors), (-UNIT, {ONE_KEY: UNIT})) == {}:
        raise Refused("the multipliers of the goals do not sum to 1")
    weighted = list(zip(factors, goals, strict=True))
    for name, top, bottom in rows:
        factor = stored([top, bottom])
        factors.append(factor)
        given = isinstance(name, list) and len(name) == 2 and name[0] == "given" and type(name[1]) is int and 0 <= name[1] < len(known)
        weighted.append((-factor, known[name[1]] if given else reading.condition(name)))
    if not all(at_least_0(factor, where) for factor in factors):
        raise Refused("a multiplier that may be negative")
    if not all(at_least_0(q, where) for q in reading.not_negative):
        raise Refused("a step, constant or side that may be negative")
    left = _join(*weighted)
    bottoms = [q.bottom for q in (*factors, *left.values())]
    if not all(never_zero(q, where) for q in (*bottoms, *(q.top for q in reading.not_zero), *(q.bottom for q in reading.not_zero))):
        raise Refused("a denominator that may be 0")
    if any(isinstance(key, tuple) for key in left):
        raise Refused("function values are left over")
    if not at_least_0(left.pop(ONE_KEY, NIL), where):
        raise Refused("a constant that may be negative is left over")
    _semidefinite(left, where)


def _semidefinite(form: dict[Any, Quotient], where: Range) -> None:
    """Completing squares: each factor is nowhere negative, and where it is 0 its direction does not occur. Raises Refused."""
    half = constant(Fraction(1, 2))
    order = sorted({x for key in form for x in key}, key=str)
    rows = [[form.get(frozenset((x, y)), NIL) * (UNIT if x == y else half) for y in order] for x in order]
    while rows:
        pivot, beside = rows[0][0], rows[0][1:]
        if not at_least_0(pivot, where) or (pivot.zero and not all(q.zero for q in beside)):
            raise Refused("the form that is left is not positive semidefinite")
        rest = [row[1:] for row in rows[1:]]
        rows = rest if pivot.zero else [[q + -((rows[i + 1][0] * y).over(pivot)) for q, y in zip(row, beside, strict=True)] for i, row in enumerate(rest)]
