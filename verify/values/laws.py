"""Laws: finite laws with exact weights, laws with infinitely many atoms whose masses fall geometrically, piecewise exponential-quadratic densities, laws with power tails, and what is built from them.

A *point* is a fraction, a label (integer or text), a data set (a row) or a tuple of points. Labels carry no arithmetic. All laws are frozen
values in canonical form, so that equal finite laws compare equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import Any

from flint import arb, fmpq

from verify.values.numbers import Enclosure, NotKnown, NoValue, Number, add, ball, compare, div, hull, mul, neg, precision, sub
from verify.values.powers import power

__all__ = [
    "FiniteLaw",
    "GeometricLaw",
    "Law",
    "MixtureLaw",
    "NormalLaw",
    "Piece",
    "PieceLaw",
    "Point",
    "PoissonLaw",
    "PowerLaw",
    "ProductLaw",
    "SparseLaw",
    "TranslatedLaw",
    "conditional",
    "convolve",
    "flat",
    "joint",
    "marginal",
    "mean",
    "mixture",
    "point",
    "product",
    "push",
    "same_kinds",
    "shift_point",
    "translate",
]

Point = Any  # fmpq, int, str, or a tuple of these
ZERO = fmpq(0)
ONE = fmpq(1)


def point(value: Any) -> Point:
    """A point from Python data: ``Fraction`` and ``fmpq`` are coordinates, ``int`` and ``str`` labels, lists tuples; a data set (a row) is itself.

    Raises ValueError for a float, which is no exact coordinate.
    """
    if isinstance(value, Fraction):
        return fmpq(value.numerator, value.denominator)
    if isinstance(value, (tuple, list)):
        return tuple(point(part) for part in value)
    if isinstance(value, (fmpq, int, str)) or _is_row(value):
        return value
    raise ValueError(f"point: must be a fraction, a label or a tuple of these, got value={value!r}")


def _key(value: Point) -> tuple[Any, ...]:
    """Sorting and equality key: kinds never mix, so the label 1 is not the number 1."""
    if isinstance(value, fmpq):
        return (0, value)
    if isinstance(value, tuple):
        return (3, len(value), tuple(_key(part) for part in value))
    if isinstance(value, int):
        return (1, value)
    if _is_row(value):
        return (4, len(value.records), tuple((-1,) if part is None else _key(part) for part in value.records))
    return (2, value)


def _is_row(value: Any) -> bool:
    """Whether a point is a data set, on which priors live."""
    return hasattr(value, "records")


def _first(entry: tuple[Any, Point, fmpq]) -> Any:
    return entry[0]


def same_kinds(a: Point, b: Point) -> bool:
    """Whether two points agree in kind everywhere; Python counts the label 1 and the number 1 as equal."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(same_kinds(x, y) for x, y in zip(a, b, strict=True))
    return isinstance(a, fmpq) == isinstance(b, fmpq) and isinstance(a, tuple) == isinstance(b, tuple)


def quick(x: Any) -> Any:
    """A key for exact points that is quick to hash, and the same for equal points: hashing a fraction itself takes as long as ten additions."""
    kind = type(x)
    if kind is fmpq:
        return x.p, x.q
    if kind is tuple:
        return tuple([quick(part) for part in x])
    return (x, 1) if kind is int else x


def merged(weighted: Iterable[tuple[Any, fmpq]]) -> list[tuple[Any, fmpq]]:
    """Exact points with their weights, those of equal points added, in the order in which they come first."""
    found: dict[Any, tuple[Any, fmpq]] = {}
    for x, weight in weighted:
        key = quick(x)
        before = found.get(key)
        found[key] = (x, weight) if before is None else (before[0], before[1] + weight)
    return list(found.values())


class HashedOnce:
    """Values made of exact numbers, whose hash is worked out when it is first asked for. It is not copied to other processes, where words have other hashes."""

    __slots__ = ("_hash",)
    __match_args__: tuple[str, ...] = ()
    _hash: int

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            found = hash(tuple([quick(getattr(self, name)) for name in self.__match_args__]))
            object.__setattr__(self, "_hash", found)
            return found


@dataclass(frozen=True, slots=True, eq=False)
class FiniteLaw(HashedOnce):
    """Finitely many points with positive exact weights that sum to 1.

    Equal points are merged, points of weight 0 dropped, the rest sorted. Raises ValueError if a weight is negative or
    the sum is not 1.
    """

    points: tuple[Point, ...]
    weights: tuple[fmpq, ...]

    def __init__(self, points: Iterable[Any], weights: Iterable[fmpq | Fraction | int]) -> None:
        points, weights = tuple(points), tuple(weights)
        if len(points) != len(weights):
            raise ValueError(
                f"FiniteLaw: need one weight for each point, got {len(points)} points and {len(weights)} weights"
            )
        entries: list[tuple[Any, Point, fmpq]] = []
        on_the_line = all(type(value) is fmpq for value in points)
        for value, raw in zip(points, weights, strict=True):
            weight = raw if type(raw) is fmpq else _weight(raw)
            if not weight >= 0:
                raise ValueError(f"FiniteLaw: weights must be at least 0, got weight={weight} at point={value}")
            if weight == 0:
                continue
            place = value if on_the_line else point(value)
            entries.append((place if on_the_line else _key(place), place, weight))
        if len(entries) > 1:
            entries.sort(key=_first)  # equal points meet: exact numbers are quick to compare and slow to hash
        kept: list[Point] = []
        masses: list[fmpq] = []
        last = None
        for key, place, weight in entries:
            if key == last:
                masses[-1] += weight
            else:
                kept.append(place)
                masses.append(weight)
                last = key
        mass = sum(masses, ZERO)
        if mass != 1:
            raise ValueError(f"FiniteLaw: weights must sum to 1, got sum={mass}; normalise them")
        object.__setattr__(self, "points", tuple(kept))
        object.__setattr__(self, "weights", tuple(masses))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FiniteLaw):
            return NotImplemented
        return self.weights == other.weights and self.points == other.points and same_kinds(self.points, other.points)

    __hash__ = HashedOnce.__hash__

    def items(self) -> tuple[tuple[Point, fmpq], ...]:
        """Pairs of point and weight, in canonical order."""
        return tuple(zip(self.points, self.weights, strict=True))

    def mass(self, event: Callable[[Point], bool]) -> fmpq:
        """Probability of the points at which ``event`` is true."""
        return sum((w for p, w in zip(self.points, self.weights, strict=True) if event(p)), ZERO)


def _weight(raw: fmpq | Fraction | int) -> fmpq:
    if isinstance(raw, fmpq):
        return raw
    if isinstance(raw, Fraction):
        return fmpq(raw.numerator, raw.denominator)
    if isinstance(raw, int):
        return fmpq(raw)
    raise ValueError(f"FiniteLaw: weights must be fractions, got weight={raw!r}")


@dataclass(frozen=True, slots=True)
class Piece(HashedOnce):
    """Log-density ``c0 + c1 x + c2 x^2`` on ``(lo, hi)``."""

    __hash__ = HashedOnce.__hash__

    lo: Number
    hi: Number
    c0: Number
    c1: Number
    c2: Number

    def log_density(self, x: Number, prec: int = 128) -> Number:
        """Value of the quadratic at a finite ``x``."""
        return add(self.c0, mul(x, add(self.c1, mul(x, self.c2, prec), prec), prec), prec)


@dataclass(frozen=True, slots=True)
class PieceLaw(HashedOnce):
    """A law on the line with density ``exp(c0 + c1 x + c2 x^2)`` on each piece and 0 elsewhere.

    ``kind`` is a name for messages. Pieces do not overlap and are sorted. That the mass is 1 is the caller's promise;
    it is a statement about enclosures and is tested where the law is made.
    """

    __hash__ = HashedOnce.__hash__

    kind: str
    pieces: tuple[Piece, ...]

    def __init__(self, kind: str, pieces: Iterable[Piece | Sequence[Number]]) -> None:
        kept: list[Piece] = []
        for raw in pieces:
            piece = raw if isinstance(raw, Piece) else Piece(*raw)
            if any(
                isinstance(v, Enclosure) and not v.exists for v in (piece.lo, piece.hi, piece.c0, piece.c1, piece.c2)
            ):
                raise NoValue(f"the distribution {kind} has a parameter that may have no value")
            order = compare(piece.lo, piece.hi)
            if order == ">":
                raise ValueError(f"PieceLaw {kind}: a piece must have lo < hi, got lo={piece.lo}, hi={piece.hi}")
            if order != "=":
                kept.append(piece)
        if not kept:
            raise ValueError(f"PieceLaw {kind}: needs at least one piece of positive length")
        for left, right in pairwise(kept):
            if compare(left.hi, right.lo) == ">":
                raise ValueError(f"PieceLaw {kind}: pieces must not overlap, got {left.hi} after {right.lo}; sort them")
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "pieces", tuple(kept))


@dataclass(frozen=True, slots=True)
class PowerLaw(HashedOnce):
    """A law on the line with power tails: with ``t = (x - location)/scale``, density proportional to ``(1 + t^2)^(-exponent/2)`` (side ``"both"``),
    to ``(1 + t)^(-exponent)`` for t > 0 (side ``"right"``), or the mirror image of the latter (side ``"left"``).

    Cauchy, generalised Cauchy and Student's laws have two sides; the Pareto law on ``(m, oo)`` with shape a has location m, scale m, exponent a + 1 and side
    right. The moment of order r is finite exactly for r < exponent - 1. A law is its own only piece.

    Raises NoValue unless certainly scale > 0 and exponent > 1, and both are finite.
    """

    __hash__ = HashedOnce.__hash__

    location: Number
    scale: Number
    exponent: Number
    side: str

    def __post_init__(self) -> None:
        if self.side not in ("both", "right", "left"):
            raise ValueError(f"PowerLaw: side must be both, right or left, got side={self.side!r}")
        for name, value, least in (("scale", self.scale, ZERO), ("exponent", self.exponent, ONE)):
            if compare(value, least) != ">" or isinstance(value, float):
                raise NoValue(f"a power law whose {name} is not certainly finite and above {least}")
        if isinstance(self.location, float) or (isinstance(self.location, Enclosure) and not self.location.exists):
            raise NoValue("a power law without a finite location")

    @property
    def kind(self) -> str:
        """A name for messages."""
        return "power law"

    @property
    def lo(self) -> Number:
        """Left end of the support."""
        return self.location if self.side == "right" else -inf

    @property
    def hi(self) -> Number:
        """Right end of the support."""
        return self.location if self.side == "left" else inf

    @property
    def pieces(self) -> tuple[PowerLaw]:
        """The law itself, as the only piece of its density."""
        return (self,)

    def height(self, x: Number, prec: int = 128) -> Number:
        """The density continued to a finite ``x`` that is not outside the support."""
        t = div(sub(x, self.location, prec), self.scale, prec)
        if self.side == "both":
            tail = power(add(ONE, mul(t, t, prec), prec), mul(fmpq(-1, 2), self.exponent), prec)
        else:
            tail = power(add(ONE, t if self.side == "right" else neg(t), prec), neg(self.exponent), prec)
        with precision(prec):
            level = sub(self.exponent, ONE) if self.side != "both" else hull(power_constant(self))
        return div(mul(level, tail, prec), self.scale, prec)


@dataclass(frozen=True, slots=True)
class GeometricLaw(HashedOnce):
    """Mass ``(1 - ratio) ratio^k`` at the points ``start + step k``, k = 0, 1, ...; a step below 0 goes to the left.

    Raises NoValue unless the three are fractions, the step is not 0 and the ratio lies in (0, 1).
    """

    __hash__ = HashedOnce.__hash__

    start: fmpq
    step: fmpq
    ratio: fmpq

    def __post_init__(self) -> None:
        if not all(isinstance(part, fmpq) for part in (self.start, self.step, self.ratio)):
            raise NoValue("a geometric distribution whose start, step and ratio are not fractions")
        if self.step == 0 or not 0 < self.ratio < 1:
            raise NoValue(f"a geometric distribution with step {self.step} and ratio {self.ratio}")


@dataclass(frozen=True, slots=True)
class SparseLaw(HashedOnce):
    """Mass ``exp(-curve x^2 - slope x)`` at the points ``x = base^k``, k = 1, 2, ..., and the rest at 0.

    Raises NoValue unless the base is an integer from 2, and the curve and the slope are fractions from 1/2 and from 0: then the masses at the powers have a sum below 1/6.
    """

    __hash__ = HashedOnce.__hash__

    base: fmpq
    curve: fmpq
    slope: fmpq

    def __post_init__(self) -> None:
        if not all(isinstance(part, fmpq) for part in (self.base, self.curve, self.slope)):
            raise NoValue("a sparse distribution whose base, curve and slope are not fractions")
        if self.base.q != 1 or self.base < 2 or self.curve < fmpq(1, 2) or self.slope < 0:
            raise NoValue(f"a sparse distribution with base {self.base}, curve {self.curve} and slope {self.slope}")


@dataclass(frozen=True, slots=True)
class PoissonLaw(HashedOnce):
    """The law of ``shift + N``, N with mass ``exp(-rate) rate^k / k!`` at k = 0, 1, ...

    Raises NoValue unless certainly the rate is finite and positive.
    """

    __hash__ = HashedOnce.__hash__

    rate: Number
    shift: Number = ZERO

    def __post_init__(self) -> None:
        if compare(self.rate, ZERO) != ">" or isinstance(self.rate, float):
            raise NoValue("a Poisson distribution whose rate is not certainly finite and positive")


def power_constant(law: PowerLaw) -> arb:
    """Ball of the integral of the inverse of the unnormalised density in t, at the current precision."""
    k = ball(law.exponent)
    if law.side != "both":
        return k - 1
    if law.exponent == 2:
        return 1 / arb.pi()
    return (k / 2).gamma() / (arb.pi().sqrt() * ((k - 1) / 2).gamma())


@dataclass(frozen=True, slots=True)
class TranslatedLaw(HashedOnce):
    """The law of ``X + shift`` for ``X`` with law ``base``; ``shift`` is a number, or a tuple for a law of tuples."""

    __hash__ = HashedOnce.__hash__

    base: Law
    shift: Any


@dataclass(frozen=True, slots=True)
class MixtureLaw(HashedOnce):
    """``laws[i]`` with probability ``weights[i]``; weights are positive and sum to 1, equal laws are merged."""

    __hash__ = HashedOnce.__hash__

    weights: tuple[fmpq, ...]
    laws: tuple[Law, ...]

    def __init__(self, weights: Iterable[fmpq | Fraction | int], laws: Iterable[Law]) -> None:
        pairs: list[tuple[fmpq, Law]] = []
        for raw, law in zip(tuple(weights), tuple(laws), strict=True):
            weight = _weight(raw)
            if not weight >= 0:
                raise ValueError(f"MixtureLaw: weights must be at least 0, got weight={weight}")
            for i, (old, other) in enumerate(pairs):
                if other == law:
                    pairs[i] = (old + weight, other)
                    break
            else:
                if weight != 0:
                    pairs.append((weight, law))
        mass = sum((w for w, _ in pairs), ZERO)
        if mass != 1:
            raise ValueError(f"MixtureLaw: weights must sum to 1, got sum={mass}; normalise them")
        object.__setattr__(self, "weights", tuple(w for w, _ in pairs))
        object.__setattr__(self, "laws", tuple(law for _, law in pairs))


@dataclass(frozen=True, slots=True)
class ProductLaw(HashedOnce):
    """Independent coordinates with the given laws; a point is the tuple of theirs."""

    __hash__ = HashedOnce.__hash__

    laws: tuple[Law, ...]

    def __init__(self, laws: Iterable[Law]) -> None:
        object.__setattr__(self, "laws", tuple(laws))


@dataclass(frozen=True, slots=True)
class NormalLaw(HashedOnce):
    """The normal law on R^d, d >= 2, with a mean and a covariance matrix of fractions; the matrix is symmetric, positive semidefinite and not 0."""

    __hash__ = HashedOnce.__hash__

    mean: tuple[fmpq, ...]
    covariance: tuple[tuple[fmpq, ...], ...]


@dataclass(frozen=True, slots=True)
class RepeatedLaw(HashedOnce):
    """So many independent coordinates with one law that they are not listed."""

    __hash__ = HashedOnce.__hash__

    law: Law
    copies: int


Law = FiniteLaw | GeometricLaw | PieceLaw | PoissonLaw | PowerLaw | SparseLaw | TranslatedLaw | MixtureLaw | ProductLaw | NormalLaw


# --- building laws ---------------------------------------------------------------------------------------------------


def shift_point(value: Point, shift: Any) -> Point:
    """``value + shift``, coordinate by coordinate for tuples."""
    if isinstance(value, tuple):
        parts = shift if isinstance(shift, tuple) else (shift,) * len(value)
        if len(parts) != len(value):
            raise ValueError(f"translate: point and shift must have the same length, got {len(value)} and {len(parts)}")
        return tuple(shift_point(v, s) for v, s in zip(value, parts, strict=True))
    if not isinstance(value, fmpq) or not isinstance(shift, fmpq):
        raise NotKnown(f"a translation of the point {value} by {shift}")
    return value + shift


def translate(law: Law, shift: Any) -> Law:
    """The law of ``X + shift``. A translation of a continuous law is kept as such, and two are joined to one."""
    if isinstance(law, FiniteLaw):
        return FiniteLaw([shift_point(p, shift) for p in law.points], law.weights)
    if isinstance(law, MixtureLaw):
        return MixtureLaw(law.weights, [translate(part, shift) for part in law.laws])
    if isinstance(law, ProductLaw):
        parts = shift if isinstance(shift, tuple) else (shift,) * len(law.laws)
        return ProductLaw([translate(part, s) for part, s in zip(law.laws, parts, strict=True)])
    if isinstance(law, NormalLaw):
        return NormalLaw(shift_point(law.mean, shift), law.covariance)
    if isinstance(shift, float):
        raise NoValue("a translation by an infinite shift")
    if isinstance(law, PowerLaw):
        return PowerLaw(add(law.location, shift), law.scale, law.exponent, law.side)
    if isinstance(law, GeometricLaw):
        return GeometricLaw(add(law.start, shift), law.step, law.ratio)
    if isinstance(law, PoissonLaw):
        return PoissonLaw(law.rate, add(law.shift, shift))
    if isinstance(law, SparseLaw):
        raise NotKnown("a translate of a sparse distribution that has no route")
    if isinstance(law, TranslatedLaw):
        moved = add(law.shift, shift)
        return translate(law.base, moved)
    if isinstance(shift, fmpq) and shift == 0:
        return law
    return TranslatedLaw(law, shift)


def mixture(weights: Iterable[fmpq | Fraction | int], laws: Sequence[Law]) -> Law:
    """The mixture; finite if all laws are, and the law itself if there is only one."""
    mixed = MixtureLaw(weights, laws)
    if len(mixed.laws) == 1:
        return mixed.laws[0]
    if all(isinstance(law, FiniteLaw) for law in mixed.laws):
        points: list[Point] = []
        masses: list[fmpq] = []
        for weight, law in zip(mixed.weights, mixed.laws, strict=True):
            assert isinstance(law, FiniteLaw)
            points += law.points
            masses += [weight * w for w in law.weights]
        return FiniteLaw(points, masses)
    return mixed


def product(*laws: Law) -> Law:
    """Independent coordinates; a finite law of tuples if all laws are finite."""
    if not all(isinstance(law, FiniteLaw) for law in laws):
        return ProductLaw(laws)
    rows: list[tuple[tuple[Point, ...], fmpq]] = [((), ONE)]
    for law in laws:
        assert isinstance(law, FiniteLaw)
        rows = [((*head, p), mass * w) for head, mass in rows for p, w in law.items()]
    return FiniteLaw([p for p, _ in rows], [w for _, w in rows])


def push(law: FiniteLaw, image: Callable[[Point], Any] | Mapping[Point, Any]) -> FiniteLaw:
    """The law of the image of ``X`` under a function or a table; a table's values may be laws (a kernel).

    Raises KeyError if a table lacks a point of the support.
    """
    look: Callable[[Point], Any] = image.__getitem__ if isinstance(image, Mapping) else image
    points: list[Point] = []
    masses: list[fmpq] = []
    for p, w in law.items():
        value = look(p)
        if isinstance(value, FiniteLaw):
            points += value.points
            masses += [w * v for v in value.weights]
        else:
            points.append(value)
            masses.append(w)
    return FiniteLaw(points, masses)


def joint(law: FiniteLaw, kernel: Callable[[Point], FiniteLaw] | Mapping[Point, FiniteLaw]) -> FiniteLaw:
    """The law of ``(X, Y)`` with ``Y`` drawn from ``kernel(X)``."""
    look: Callable[[Point], FiniteLaw] = kernel.__getitem__ if isinstance(kernel, Mapping) else kernel
    points: list[Point] = []
    masses: list[fmpq] = []
    for p, w in law.items():
        for q, v in look(p).items():
            points.append((p, q))
            masses.append(w * v)
    return FiniteLaw(points, masses)


def marginal(law: Law, index: int | Sequence[int]) -> Law:
    """The law of one coordinate, counted from 0, or of several (then a law of tuples). Raises NoValue where there is no such coordinate."""
    wanted = [index] if isinstance(index, int) else list(index)
    sizes = [len(law.laws)] if isinstance(law, ProductLaw) else [len(p) for p in law.points if isinstance(p, tuple)] if isinstance(law, FiniteLaw) else []
    if any(not 0 <= k < size for k in wanted for size in sizes):
        raise NoValue("a coordinate that does not exist")
    if isinstance(law, ProductLaw):
        return law.laws[index] if isinstance(index, int) else product(*(law.laws[i] for i in index))
    if isinstance(law, MixtureLaw):
        return mixture(law.weights, [marginal(part, index) for part in law.laws])
    if not isinstance(law, FiniteLaw) or not all(isinstance(p, tuple) for p in law.points):
        raise NoValue("a marginal of a distribution whose points are not tuples")
    if isinstance(index, int):
        return push(law, lambda p: p[index])
    return push(law, lambda p: tuple(p[i] for i in index))


def conditional(law: FiniteLaw, event: Callable[[Point], bool]) -> FiniteLaw:
    """The law given an event. Raises NoValue if its probability is 0."""
    mass = law.mass(event)
    if mass == 0:
        raise NoValue("conditioning on an event of probability 0")
    kept = [(p, w / mass) for p, w in law.items() if event(p)]
    return FiniteLaw([p for p, _ in kept], [w for _, w in kept])


def convolve(a: Law, b: Law) -> Law:
    """The law of the sum of independent ``X`` and ``Y``, if at least one of them is finite.

    Raises NoValue for labels and NotImplementedError if both laws are continuous.
    """
    if isinstance(a, FiniteLaw):
        return mixture(a.weights, [translate(b, p) for p in a.points])
    if isinstance(b, FiniteLaw):
        return convolve(b, a)
    if isinstance(a, TranslatedLaw):
        return translate(convolve(a.base, b), a.shift)
    raise NotImplementedError("convolve: one of the distributions must be finite, got two continuous ones; enclose it otherwise")


def mean(law: FiniteLaw | ProductLaw) -> Any:
    """Mean of a finite law: a fraction, or a tuple of fractions for a law of tuples. Labels have no mean."""
    if isinstance(law, ProductLaw):
        return tuple(mean(part) for part in law.laws)  # type: ignore[arg-type]
    if not isinstance(law, FiniteLaw):
        raise NoValue("an exact mean of a continuous distribution; see verify.quantities.kernels.lines")
    first = law.points[0]
    if isinstance(first, tuple):
        return tuple(mean(push(law, lambda p, i=i: p[i])) for i in range(len(first)))  # type: ignore[misc]
    if not all(isinstance(p, fmpq) for p in law.points):
        raise NoValue("a mean of labels")
    return sum((p * w for p, w in law.items()), ZERO)


def flat(law: Law) -> Law:
    """The same law with translations carried out, so that only pieces, finite laws, mixtures and products are left.

    A translated log-density is ``c0 - c1 s + c2 s^2 + (c1 - 2 c2 s) x + c2 x^2``.
    """
    if isinstance(law, MixtureLaw):
        return mixture(law.weights, [flat(part) for part in law.laws])
    if isinstance(law, ProductLaw):
        return product(*(flat(part) for part in law.laws))
    if not isinstance(law, TranslatedLaw):
        return law
    base = flat(law.base)
    if not isinstance(base, PieceLaw):
        return flat(translate(base, law.shift))
    s = law.shift
    return PieceLaw(
        base.kind,
        [
            Piece(
                _move(piece.lo, s),
                _move(piece.hi, s),
                add(piece.c0, mul(s, sub(mul(piece.c2, s), piece.c1))),
                sub(piece.c1, mul(fmpq(2), mul(piece.c2, s))),
                piece.c2,
            )
            for piece in base.pieces
        ],
    )


def _move(end: Number, shift: Number) -> Number:
    return end if isinstance(end, float) else add(end, shift)
