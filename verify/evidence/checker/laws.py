"""What names stand for besides numbers: points, laws, tables, data sets, compositions; and quantities of finite laws."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.evidence.checker import keys
from verify.evidence.checker import numbers as n
from verify.evidence.checker.numbers import Ball, NoValue, Number, Undecided


class Point(tuple[Any, ...]):
    """A point with coordinates, an outcome of several mechanisms, an empty past."""

    __slots__ = ()


class Row(tuple[Any, ...]):
    """A data set: records in their positions, ``None`` where a record is absent."""

    __slots__ = ()


class Family(tuple[Any, ...]):
    """Members 1, 2, ..."""

    __slots__ = ()


class Event(frozenset[Any]):
    """A set of points or of indices."""

    __slots__ = ()


@dataclass(frozen=True)
class Finite(keys.Unique):
    """A law on finitely many points; every weight is positive and they sum to 1."""

    weights: tuple[tuple[Any, Fraction], ...]

    @property
    def table(self) -> dict[Any, Fraction]:
        return dict(self.weights)

    @property
    def points(self) -> list[Any]:
        return [p for p, _ in self.weights]


@dataclass(frozen=True)
class Piece:
    """Density ``exp(c0 + c1 x + c2 x^2)`` for lo < x < hi."""

    lo: Number
    hi: Number
    c0: Number
    c1: Number
    c2: Number


@dataclass(frozen=True)
class Line:
    """A law on the line: weighted densities and weighted atoms."""

    parts: tuple[tuple[Fraction, tuple[Piece, ...]], ...]
    atoms: tuple[tuple[Fraction, Fraction], ...] = ()


@dataclass(frozen=True)
class Power:
    """With t = (x - location)/scale: density proportional to (1 + t^2)^(-exponent/2), or on one side to (1 + |t|)^(-exponent)."""

    location: Number
    scale: Number
    exponent: Number
    side: str


@dataclass(frozen=True)
class Heavy:
    """A law on the line some parts of which have power tails; ``light`` are the others, of mass 1 together with the tails."""

    light: Line
    tails: tuple[tuple[Fraction, Power], ...]


@dataclass(frozen=True)
class Rays:
    """A law of infinitely many atoms on the line: weighted atoms, and weighted progressions (weight, start, step, ratio) of mass (1 - ratio) ratio^k at start + k step."""

    atoms: tuple[tuple[Fraction, Fraction], ...]
    combs: tuple[tuple[Fraction, Fraction, Fraction, Fraction], ...]


@dataclass(frozen=True)
class Sparse:
    """Mass exp(-curve x^2 - slope x) at x = base^k, k = 1, 2, ..., and the rest at 0."""

    base: Fraction
    curve: Fraction
    slope: Fraction


@dataclass(frozen=True)
class Poisson:
    """shift + N, N with mass exp(-rate) rate^k / k! at k = 0, 1, ..."""

    rate: Number
    shift: Number = n.ZERO


@dataclass(frozen=True)
class Independent:
    """Independent coordinates."""

    factors: tuple[Any, ...]


@dataclass(frozen=True)
class Blend:
    """A mixture of laws with independent coordinates: weights and factors."""

    parts: tuple[tuple[Fraction, tuple[Any, ...]], ...]


@dataclass(frozen=True)
class Normal:
    """A normal law on R^d, d >= 2, with a covariance that is positive semidefinite and not 0."""

    mean: tuple[Fraction, ...]
    covariance: tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Table:
    """A kernel or map on finitely many inputs."""

    rows: tuple[tuple[Any, Any], ...]

    def at(self, x: Any) -> Any:
        k = keys.place((key for key, _ in self.rows), x)
        if k is not None:
            return self.rows[k][1]
        raise NoValue("a table has no entry for an input")


@dataclass(frozen=True)
class Function:
    """A function of one number on an interval, as the formula it was given by; equal where the formulas and what they mention are."""

    text: str
    name: str
    captured: tuple[tuple[str, Any], ...]
    where: Any = field(compare=False)
    body: Any = field(compare=False)


@dataclass(frozen=True)
class Universe:
    relation: str
    rows: tuple[Row, ...]

    def related(self, a: Row, b: Row) -> bool:
        """Whether two data sets of equal length are neighbours."""
        apart = [(x, y) for x, y in zip(a, b, strict=True) if x != y] if len(a) == len(b) else []
        if len(apart) != 1:
            return False
        absent = None in apart[0]
        return absent if self.relation == "add-or-remove-one" else not absent


Entry = tuple[Row, Point, Any, Any]


@dataclass(frozen=True)
class Composition:
    """Mechanisms with their coins; ``tables[i]`` has entries (data, past, coin, output)."""

    coins: tuple[Finite, ...]
    tables: tuple[tuple[Entry, ...], ...]
    parts: tuple[tuple[Row, tuple[Row, ...]], ...] | None

    def coin(self, i: int) -> Finite:
        return self.coins[0] if len(self.coins) == 1 else self.coins[i]

    def sees_past(self, i: int) -> bool:
        return any(past for _, past, _, _ in self.tables[i])

    def output(self, i: int, data: Row, past: Point, coin: Any) -> Any:
        wanted = past if self.sees_past(i) else Point()
        for d, p, c, out in self.tables[i]:
            if d == data and p == wanted and c == coin:
                return out
        raise NoValue(f"mechanism {i + 1} has no output for a data set, past and coin")

    def part(self, i: int, data: Row) -> Row:
        if self.parts is None:
            return data
        for whole, pieces in self.parts:
            if whole == data:
                return pieces[i]
        raise NoValue("a data set is not partitioned")

    def step(self, i: int, data: Row, past: Point) -> Finite:
        return finite((self.output(i, data, past, c), w) for c, w in self.coin(i).weights)

    def joint(self, data: Row) -> Finite:
        """Draw the coins, then run the mechanisms in order."""
        runs: list[tuple[Fraction, Point, Any]] = [(n.ONE, Point(), None)]
        if len(self.coins) == 1:
            runs = [(w, Point(), c) for c, w in self.coins[0].weights]
        for i in range(len(self.tables)):
            longer = []
            for w, past, shared in runs:
                for c, v in [(shared, n.ONE)] if len(self.coins) == 1 else self.coins[i].weights:
                    longer.append((w * v, Point((*past, self.output(i, self.part(i, data), past, c))), shared))
            if len(longer) > 20_000:
                raise Undecided("a composition with too many outcomes")
            runs = longer
        return finite((out, w) for w, out, _ in runs)


def finite(pairs: Iterable[tuple[Any, Any]]) -> Finite:
    """The finite law with these points and weights; equal points add up."""
    total: dict[Any, Fraction] = {}
    for point, weight in pairs:
        if not isinstance(weight, Fraction):
            raise Undecided("a weight that is not a fraction")
        if keys.enclosed(point):
            raise Undecided("a point of a finite distribution that is not a fraction")
        if not weight >= 0:
            raise NoValue("a negative weight")
        total[point] = total.get(point, n.ZERO) + weight
    if sum(total.values(), n.ZERO) != 1:
        raise NoValue("weights that do not sum to 1")
    if len(total) > 20_000:
        raise Undecided("a distribution with too many points")
    return Finite(tuple(sorted(((p, w) for p, w in total.items() if w), key=lambda pair: sort_key(pair[0]))))


def sort_key(x: Any) -> Any:
    if isinstance(x, Fraction):
        return (0, x)
    if x is None:
        return (1,)
    return (2, len(x), tuple(sort_key(y) for y in x))


def mixture(parts: list[tuple[Fraction, Any]]) -> Any:
    """The mixture of laws; weights are positive and sum to 1."""
    if any(not isinstance(w, Fraction) for w, _ in parts):
        raise Undecided("a mixture weight that is not a fraction")
    parts = [(w, law) for w, law in parts if w != 0]
    if any(not w > 0 for w, _ in parts) or sum((w for w, _ in parts), n.ZERO) != 1:
        raise NoValue("mixture weights that are negative or do not sum to 1")
    if len(parts) == 1:
        return parts[0][1]
    if all(isinstance(law, Finite) for _, law in parts):
        return finite((p, w * v) for w, law in parts for p, v in law.weights)
    if any(isinstance(law, Rays) for _, law in parts):
        return _blended_rays(parts)
    if any(isinstance(law, Independent) for _, law in parts):
        if len({len(law.factors) if isinstance(law, Independent) else 0 for _, law in parts}) != 1:
            raise Undecided("a mixture of distributions of different kinds")
        return Blend(tuple((w, law.factors) for w, law in parts))
    dense: list[tuple[Fraction, tuple[Piece, ...]]] = []
    atoms: dict[Fraction, Fraction] = {}
    tails: list[tuple[Fraction, Power]] = []
    for w, law in parts:
        if isinstance(law, Heavy):
            tails += [(w * v, tail) for v, tail in law.tails]
        whole = law.light if isinstance(law, Heavy) else line(law)
        dense += [(w * v, pieces) for v, pieces in whole.parts]
        for x, v in whole.atoms:
            atoms[x] = atoms.get(x, n.ZERO) + w * v
    light = Line(tuple(dense), tuple(sorted(atoms.items())))
    return Heavy(light, tuple(tails)) if tails else light


def _blended_rays(parts: list[tuple[Fraction, Any]]) -> Rays:
    """A mixture of laws of atoms. Undecided where one has a density."""
    atoms: dict[Fraction, Fraction] = {}
    combs: dict[tuple[Fraction, Fraction, Fraction], Fraction] = {}
    for w, law in parts:
        if not isinstance(law, Rays | Finite) or (isinstance(law, Finite) and not all(isinstance(x, Fraction) for x in law.points)):
            raise Undecided("a mixture of a distribution with infinitely many atoms and one that has others, or a density")
        for x, v in law.weights if isinstance(law, Finite) else law.atoms:
            atoms[x] = atoms.get(x, n.ZERO) + w * v
        for v, *comb in () if isinstance(law, Finite) else law.combs:
            start, step, ratio = comb
            combs[start, step, ratio] = combs.get((start, step, ratio), n.ZERO) + w * v
    return Rays(tuple(sorted(atoms.items())), tuple(sorted((w, *comb) for comb, w in combs.items())))


def line(law: Any) -> Line:
    """Any law on the line as densities and atoms."""
    if isinstance(law, Line):
        return law
    if isinstance(law, Poisson | Rays | Sparse):
        raise Undecided("this quantity of a distribution with infinitely many atoms")
    if isinstance(law, Heavy):
        raise Undecided("this quantity of a distribution with power tails")
    if isinstance(law, Finite) and all(isinstance(p, Fraction) for p in law.points):
        return Line((), law.weights)
    raise Undecided("this quantity of a distribution that is not known as one on the line")


def shift_point(x: Any, v: Any) -> Any:
    if isinstance(x, Point) and isinstance(v, Point) and len(x) == len(v):
        return Point(shift_point(a, b) for a, b in zip(x, v, strict=True))
    if isinstance(x, Fraction | Ball) and isinstance(v, Fraction | Ball):
        return n.add(x, v)
    raise NoValue("a sum of points of different kinds")


def translate(law: Any, v: Any) -> Any:
    """The law of X + v."""
    if v == 0:
        return law
    if isinstance(law, Finite):
        return finite((shift_point(p, v), w) for p, w in law.weights)
    if isinstance(law, Normal) and isinstance(v, Point) and all(isinstance(x, Fraction) for x in v):
        return Normal(tuple(shift_point(Point(law.mean), v)), law.covariance)
    if isinstance(law, Independent) and isinstance(v, Point) and len(v) == len(law.factors):
        return Independent(tuple(translate(f, s) for f, s in zip(law.factors, v, strict=True)))
    if isinstance(law, Heavy) and isinstance(v, Fraction | Ball) and not n.may_be_infinite(v):
        tails = tuple((w, Power(n.add(p.location, v), p.scale, p.exponent, p.side)) for w, p in law.tails)
        return Heavy(translate(law.light, v), tails)
    if isinstance(law, Rays) and isinstance(v, Fraction):
        return Rays(tuple((x + v, w) for x, w in law.atoms), tuple((w, start + v, step, ratio) for w, start, step, ratio in law.combs))
    if isinstance(law, Poisson) and isinstance(v, Fraction | Ball) and n.finite(v):
        return Poisson(law.rate, n.add(law.shift, v))
    if isinstance(law, Poisson | Rays | Sparse):
        raise Undecided("atoms moved by a number that is not a fraction, or a sparse distribution that is moved")
    if isinstance(v, Ball) and n.is_point_infinite(v):
        raise NoValue("a translation by an infinite shift")
    if not isinstance(law, Line) or not isinstance(v, Fraction | Ball) or n.may_be_infinite(v):
        raise Undecided("a translation of this distribution")
    if law.atoms and not isinstance(v, Fraction):
        raise Undecided("atoms moved by a number that is not a fraction")
    parts = tuple((w, tuple(_moved(p, v) for p in pieces)) for w, pieces in law.parts)
    return Line(parts, tuple((x + v, w) for x, w in law.atoms) if isinstance(v, Fraction) else ())


def _moved(p: Piece, s: Number) -> Piece:
    """c0 + c1 (x - s) + c2 (x - s)^2."""
    c0 = n.add(p.c0, n.neg(n.mul(p.c1, s)), n.mul(p.c2, s, s))
    return Piece(n.add(p.lo, s), n.add(p.hi, s), c0, n.sub(p.c1, n.mul(Fraction(2), p.c2, s)), p.c2)


class OnNumbers:
    """A map of numbers, which takes a point coordinate by coordinate."""

    def at(self, x: Fraction) -> Fraction:
        raise NotImplementedError


def push(kernel: Any, law: Any) -> Any:
    if isinstance(kernel, OnNumbers) and isinstance(law, Finite):
        if not all(isinstance(x, Fraction) for p, _ in law.weights for x in (p if isinstance(p, Point) else (p,))):
            raise Undecided("a piecewise linear map of points that are not fractions")
        return finite([(Point(map(kernel.at, p)) if isinstance(p, Point) else kernel.at(p), w) for p, w in law.weights])
    if not isinstance(kernel, Table) or not isinstance(law, Finite):
        raise Undecided("the output distribution of something that is not a table, or of a distribution that is not finite")
    return mixture([(w, as_law(kernel.at(p))) for p, w in law.weights])


def as_law(x: Any) -> Any:
    return x if isinstance(x, Finite | Line | Heavy | Poisson | Rays | Sparse | Independent | Normal) else finite([(x, n.ONE)])


def then(law: Any, kernel: Any) -> Finite:
    if not isinstance(kernel, Table) or not isinstance(law, Finite):
        raise Undecided("a joint distribution that is not finite")
    pairs = []
    for p, w in law.weights:
        given = as_law(kernel.at(p))
        if not isinstance(given, Finite):
            raise Undecided("a joint distribution that is not finite")
        pairs += [(Point((p, y)), w * v) for y, v in given.weights]
    return finite(pairs)


def convolve(p: Any, q: Any) -> Any:
    if isinstance(p, Finite):
        return mixture([(w, translate(q, x)) for x, w in p.weights])
    if isinstance(q, Finite):
        return convolve(q, p)
    if isinstance(p, Normal) and isinstance(q, Normal) and len(p.mean) == len(q.mean):
        rows = zip(p.covariance, q.covariance, strict=True)
        covariance = tuple(tuple(a + b for a, b in zip(u, v, strict=True)) for u, v in rows)
        return Normal(tuple(a + b for a, b in zip(p.mean, q.mean, strict=True)), covariance)
    both = [normal(law) for law in (p, q)]
    if both[0] is None or both[1] is None:
        raise Undecided("a convolution of two densities that are not normal")
    mean, variance = (n.add(x, y) for x, y in zip(*both, strict=True))
    return normal_line(mean, variance)


def normal_line(mean: Number, variance: Number) -> Line:
    """The normal law on the line with a mean and a positive variance."""
    level = n.log(n.mul(Fraction(2), n.pi(), variance))
    c0 = n.mul(Fraction(-1, 2), n.add(level, n.div(n.mul(mean, mean), variance)))
    c1, c2 = n.div(mean, variance), n.div(Fraction(-1, 2), variance)
    return Line(((n.ONE, (Piece(n.MINUS_INFINITY, n.INFINITY, c0, c1, c2),)),))


def normal(law: Any) -> tuple[Number, Number] | None:
    """Mean and variance of a normal law."""
    if not isinstance(law, Line) or law.atoms or len(law.parts) != 1 or len(law.parts[0][1]) != 1:
        return None
    (p,) = law.parts[0][1]
    if n.is_point_infinite(p.lo) >= 0 or n.is_point_infinite(p.hi) <= 0 or n.relations(p.c2, n.ZERO) != {"<"}:
        return None
    variance = n.div(Fraction(-1, 2), p.c2)
    return n.mul(p.c1, variance), variance


def product(laws: list[Any]) -> Any:
    if not all(isinstance(law, Finite) for law in laws):
        return Independent(tuple(laws))
    rows: list[tuple[tuple[Any, ...], Fraction]] = [((), n.ONE)]
    for law in laws:
        rows = [((*head, p), w * v) for head, w in rows for p, v in law.weights]
        if len(rows) > 20_000:
            raise Undecided("a product with too many points")
    return finite((Point(p), w) for p, w in rows)


def marginal(law: Any, i: int) -> Any:
    if isinstance(law, Independent) and 1 <= i <= len(law.factors):
        return law.factors[i - 1]
    if isinstance(law, Finite):
        return finite((coordinate(p, i), w) for p, w in law.weights)
    if not isinstance(law, Independent):
        raise Undecided("a marginal of this distribution")
    raise NoValue("a coordinate that does not exist")


def conditional(law: Any, i: int, given: Any) -> Finite:
    """The law of the other coordinates where coordinate i is given."""
    if not isinstance(law, Finite):
        raise Undecided("a conditional distribution of a distribution that is not finite")
    kept = [(p, w) for p, w in law.weights if keys.within((coordinate(p, i),), given)]
    whole = sum((w for _, w in kept), n.ZERO)
    if not whole:
        raise NoValue("conditioning on an event of probability 0")
    others = [(Point((*p[: i - 1], *p[i:])), w / whole) for p, w in kept]
    return finite((p[0] if len(p) == 1 else p, w) for p, w in others)


def coordinate(p: Any, i: int) -> Any:
    """Coordinate i; a number is its own only coordinate."""
    if isinstance(p, Fraction | Ball) and i == 1:
        return p
    if not isinstance(p, Point | Family | Row) or not 1 <= i <= len(p):
        raise NoValue("a coordinate that does not exist")
    return p[i - 1]


# --- quantities of finite laws ---------------------------------------------------------------------------------------


def paired(p: Finite, q: Finite) -> list[tuple[Fraction, Fraction]]:
    """Weights of both laws at every point of either."""
    a, b = p.table, q.table
    return [(a.get(x, n.ZERO), b.get(x, n.ZERO)) for x in sorted(a.keys() | b.keys(), key=sort_key)]


def total(terms: Iterable[Number]) -> Number:
    return n.add(*terms)


def renyi(p: Finite, q: Finite, order: Number) -> Number:
    """Renyi divergence of finite laws, of an order that the caller knows to be at least 0."""
    pairs = paired(p, q)
    position = n.relations(order, n.ONE)
    if len(position) > 1:
        raise Undecided("a Renyi divergence whose order may be 1")
    if position != {"<"} and any(a > 0 and b == 0 for a, b in pairs):
        return n.INFINITY
    both = [(a, b) for a, b in pairs if a > 0 and b > 0]
    if position == {"="}:
        return total(n.mul(a, n.log(a / b)) for a, b in both)
    if n.is_point_infinite(order):
        return n.log(max(a / b for a, b in both))
    if not both:
        return n.INFINITY
    if order == 0:
        return n.neg(n.log(sum((b for _, b in both), n.ZERO)))
    mass = total(n.mul(n.power(a, order), n.power(b, n.sub(n.ONE, order))) for a, b in both)
    return n.div(n.log(mass), n.sub(order, n.ONE))


def hockey_stick(p: Finite, q: Finite, epsilon: Number) -> Number:
    level = n.exp(epsilon)
    return total(n.maximum(n.ZERO, n.sub(a, n.mul(level, b) if b else n.ZERO)) for a, b in paired(p, q))


def total_variation(p: Finite, q: Finite) -> Fraction:
    return sum((max(n.ZERO, a - b) for a, b in paired(p, q)), n.ZERO)


def jensen_shannon(p: Finite, q: Finite) -> Number:
    terms: list[Number] = []
    for a, b in paired(p, q):
        terms += [n.mul(x / 2, n.log(2 * x / (a + b))) for x in (a, b) if x > 0]
    return total(terms)


def _log_gap(a: Fraction, b: Fraction) -> Number:
    return n.INFINITY if a == 0 or b == 0 else n.absolute(n.log(a / b))


def log_ratio_sup(p: Finite, q: Finite) -> Number:
    return n.maximum(*(_log_gap(a, b) for a, b in paired(p, q)))


def density_gap_sup(p: Finite, q: Finite) -> Fraction:
    return max(abs(a - b) for a, b in paired(p, q))


def log_per_density_gap(p: Finite, q: Finite) -> Number:
    return n.maximum(n.ZERO, *(n.div(_log_gap(a, b), abs(a - b)) for a, b in paired(p, q) if a != b))


def levy(p: Finite, q: Finite) -> Fraction:
    """Least e with F(x - e) - e <= G(x) <= F(x + e) + e for all x."""
    a, b = line(p).atoms, line(q).atoms
    below: Callable[[Any, Fraction], Fraction] = lambda atoms, x: sum((w for y, w in atoms if y <= x), n.ZERO)  # noqa: E731
    places = sorted({x for x, _ in a} | {x for x, _ in b})
    levels_a, levels_b = {below(a, x) for x in places} | {n.ZERO}, {below(b, x) for x in places} | {n.ZERO}
    candidates = sorted({abs(x - y) for x in places for y in places} | {abs(u - v) for u in levels_a for v in levels_b})

    def fits(e: Fraction) -> bool:
        return all(below(b, x) <= below(a, x + e) + e and below(a, x) <= below(b, x + e) + e for x in places)

    return next(e for e in candidates if fits(e))
