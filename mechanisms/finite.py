"""Laws on finitely many points and kernels between finite sets, in exact arithmetic."""

import numbers
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from mechanisms.generators import Draws, arrays
from mechanisms.parameters import (
    At,
    Parameter,
    Weight,
    check,
    check_weights,
    exact,
    expression,
    number_at,
    probabilities,
)

Point: TypeAlias = Any
"""An exact number, a string (a label), or a tuple of points."""


def point_key(where: str, name: str, point: Point) -> Any:
    """Return ``point`` in the form in which points are compared: rational numbers as fractions, tuples entry by entry.

    Raises
    ------
    TypeError
        Naming the entry, if it is a float, a boolean, a list, or anything else that is no point.
    """
    if isinstance(point, tuple):
        return tuple(point_key(where, f"{name}[{index}]", entry) for index, entry in enumerate(point))
    if isinstance(point, str):
        return point
    if isinstance(point, list | set | dict | np.ndarray):
        raise TypeError(
            f"{where}: {name} must be a number, a string or a tuple of these, got {name}={point!r}; write it as a tuple"
        )
    check(where, name, point)
    return exact(point) if isinstance(point, numbers.Rational) else point


@dataclass(frozen=True, slots=True)
class Finite:
    """Distribution on finitely many distinct points.

    Parameters
    ----------
    points
        Distinct numbers, strings, or tuples of these. Numbers are compared by value (2/4 is 1/2), expressions by form.
    weights
        Probability of each point, at least 0, with sum exactly 1 (tested where all weights are numbers).

    Raises
    ------
    TypeError, ValueError
        Naming the entry, if the lengths differ, a point is repeated or no point, or the weights are no probabilities.
    """

    kind: ClassVar[str] = "finite"
    points: Sequence[Point]
    weights: Sequence[Parameter]

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", tuple(self.points))
        object.__setattr__(self, "weights", tuple(self.weights))
        check_weights("Finite", self.weights)
        if len(self.points) != len(self.weights):
            raise ValueError(
                f"Finite: points must be as many as weights, got {len(self.points)} points, "
                f"{len(self.weights)} weights; give one weight for each point"
            )
        seen: dict[Any, int] = {}
        for index, point in enumerate(self.points):
            key = point_key("Finite", f"points[{index}]", point)
            if key in seen:
                raise ValueError(
                    f"Finite: points must be distinct, got points[{index}]={point} equal to points[{seen[key]}]; "
                    "add their weights, for example by Finite.gathered"
                )
            seen[key] = index

    @classmethod
    def gathered(cls, pairs: Iterable[tuple[Point, Any]]) -> "Finite":
        """Return the distribution that puts on each point the sum of the weights given with it; points of weight 0 are left out.

        The points stand in the order in which they first occur.
        """
        first: dict[Any, Point] = {}
        total: dict[Any, Weight] = {}
        for index, (point, weight) in enumerate(pairs):
            key = point_key("Finite.gathered", f"points[{index}]", point)
            first.setdefault(key, point)
            total[key] = total.get(key, Fraction(0)) + exact(weight)
        kept = [key for key in total if total[key] != 0]
        return cls(tuple(first[key] for key in kept), tuple(total[key] for key in kept))

    @classmethod
    def point_mass(cls, point: Point) -> "Finite":
        """Return the distribution that is certainly ``point``."""
        return cls((point,), (1,))

    @classmethod
    def uniform(cls, points: Sequence[Point]) -> "Finite":
        """Return the distribution with equal weights on the distinct ``points``."""
        return cls(tuple(points), tuple(Fraction(1, len(points)) for _ in points))

    def parameters(self) -> tuple[tuple[str, Any], ...]:
        """Return ``weight_0, weight_1, ...`` as they were given; the points stand in ``points``."""
        return tuple((f"weight_{index}", weight) for index, weight in enumerate(self.weights))

    def items(self) -> tuple[tuple[Point, Weight], ...]:
        """Return the points with their weights in exact arithmetic."""
        return tuple((point, exact(weight)) for point, weight in zip(self.points, self.weights, strict=True))

    def table(self) -> dict[Any, Weight]:
        """Return a dictionary from points, as they are compared, to weights other than 0: equal for equal distributions."""
        return {point_key("Finite", "point", point): weight for point, weight in self.items() if weight != 0}

    def probability(self, point: Point) -> Weight:
        """Return the probability of one point, 0 if the distribution does not list it."""
        return self.table().get(point_key("Finite.probability", "point", point), Fraction(0))

    def mass(self, event: Callable[[Point], object] | Collection[Point]) -> Weight:
        """Return the probability of an event, given as a yes/no function of a point or as a collection of points."""
        if callable(event):
            return sum((weight for point, weight in self.items() if event(point)), Fraction(0))
        inside = {point_key("Finite.mass", "point", point) for point in event}
        return sum((weight for point, weight in self.table().items() if point in inside), Fraction(0))

    def expectation(self, function: Callable[[Point], Any]) -> Weight:
        """Return the mean of ``function`` of a point; its values are exact numbers or expressions."""
        return sum((weight * exact(function(point)) for point, weight in self.items()), Fraction(0))

    def map(self, function: Callable[[Point], Point]) -> "Finite":
        """Return the distribution of ``function(X)``."""
        return Finite.gathered((function(point), weight) for point, weight in self.items())

    def marginal(self, *indices: int) -> "Finite":
        """Return the distribution of the entry ``indices[0]`` of a tuple, or of the tuple of several entries."""
        if len(indices) == 1:
            return self.map(lambda point: point[indices[0]])
        return self.map(lambda point: tuple(point[index] for index in indices))

    def conditional(self, event: Callable[[Point], object]) -> "Finite":
        """Return the distribution given an event.

        Raises
        ------
        ValueError
            If the event has probability 0: the conditional law has no value.
        """
        total = self.mass(event)
        if total == 0:
            raise ValueError(
                "Finite.conditional: the event must have positive probability, got probability=0; "
                "a distribution given an event of probability 0 has no value"
            )
        return Finite.gathered((point, weight / total) for point, weight in self.items() if event(point))

    def product(self, *others: "Finite") -> "Finite":
        """Return the joint distribution of independent draws, on tuples with one entry for each distribution."""
        pairs: list[tuple[tuple[Point, ...], Weight]] = [((point,), weight) for point, weight in self.items()]
        for other in others:
            pairs = [((*head, point), w * weight) for head, w in pairs for point, weight in other.items()]
        return Finite.gathered(pairs)

    def translated(self, shift: Any) -> "Finite":
        """Return the distribution of ``X + shift``, for points that are numbers."""
        return self.map(lambda point: _shifted(point, shift))

    def distribution_function(self, x: Any) -> sp.Expr:
        """Return the probability of ``(-oo, x]``, for points that are numbers."""
        x = expression(x)
        return sp.Add(
            *(
                sp.Piecewise((expression(weight), _number("distribution_function", point) <= x), (0, True))
                for point, weight in self.items()
            )
        )

    def quantile(self, u: Any) -> sp.Expr:
        """Return the smallest x with distribution function at least ``u``, ``0 < u <= 1``; for numbers known exactly.

        Raises
        ------
        ValueError
            If ``u`` is outside (0, 1], or points, weights or ``u`` are not all rational numbers.
        """
        level, items = exact(u), self.items()
        values = [exact(_number("quantile", point)) for point, _ in items]
        if not all(isinstance(v, Fraction) for v in (level, *values, *(weight for _, weight in items))):
            raise ValueError(
                f"Finite.quantile: points, weights and u must be rational numbers, got u={u}, points={self.points}, "
                f"weights={self.weights}; substitute the symbols first"
            )
        if not 0 < level <= 1:
            raise ValueError(f"Finite.quantile: u must lie in (0, 1], got u={u}; give a probability")
        below = Fraction(0)
        for value, weight in sorted(zip(values, (weight for _, weight in items), strict=True)):
            below += weight
            if below >= level:
                return expression(value)
        raise AssertionError("unreachable: the weights sum to 1")

    def sample_indices(self, size: int, rng: np.random.Generator, at: At | None = None) -> NDArray[np.int64]:
        """Return the positions in ``points`` of independent draws, shape ``(size,)``; works for all kinds of points."""
        return rng.choice(len(self.points), size, p=probabilities("Finite", self.weights, at))

    def sample(self, size: int, rng: np.random.Generator, at: At | None = None) -> Draws:
        """Return independent draws as floats, shape ``(size,)``, or ``(size, d)`` where points are tuples of d numbers.

        Raises
        ------
        ValueError
            If a point is a string, or tuples have different lengths; use ``sample_indices`` there.
        """
        rows = [_coordinates(f"points[{index}]", point, at) for index, point in enumerate(self.points)]
        if len({np.shape(row) for row in rows}) != 1:
            raise ValueError(
                f"Finite.sample: points must all have the same number of entries, got points={self.points}; "
                "use sample_indices"
            )
        return arrays(rng).asarray(rows)[self.sample_indices(size, rng, at)]


@dataclass(frozen=True, slots=True)
class Kernel:
    """Randomised map from a finite set of inputs to distributions on finitely many points; a mechanism, if inputs are data sets.

    Parameters
    ----------
    table
        The law for each input: a mapping, or pairs ``(input, law)``. Kept as a tuple of pairs.

    Raises
    ------
    TypeError, ValueError
        Naming the entry, if it is no pair of a point and a ``Finite``, or an input occurs twice.
    """

    kind: ClassVar[str] = "kernel"
    table: Mapping[Point, Finite] | Sequence[tuple[Point, Finite]]

    def __post_init__(self) -> None:
        table = self.table
        pairs = tuple(table.items()) if isinstance(table, Mapping) else tuple((entry[0], entry[1]) for entry in table)
        object.__setattr__(self, "table", pairs)
        if not pairs:
            raise ValueError("Kernel: table must have at least one input, got table=(); give the distribution for each input")
        seen: set[Any] = set()
        for entry, law in pairs:
            key = point_key("Kernel", "input", entry)
            if not isinstance(law, Finite):
                raise TypeError(f"Kernel: table[{entry!r}] must be a Finite distribution, got table[{entry!r}]={law!r}; wrap it")
            if key in seen:
                raise ValueError(f"Kernel: inputs must be distinct, got input={entry!r} twice; keep one of its distributions")
            seen.add(key)

    @property
    def inputs(self) -> tuple[Point, ...]:
        """The inputs, in the order given."""
        return tuple(entry for entry, _ in self._pairs())

    def __call__(self, value: Point) -> Finite:
        """Return the law at the input ``value``.

        Raises
        ------
        ValueError
            If ``value`` is not among the inputs.
        """
        wanted = point_key("Kernel", "input", value)
        for entry, law in self._pairs():
            if point_key("Kernel", "input", entry) == wanted:
                return law
        raise ValueError(f"Kernel: input must be one of {self.inputs}, got input={value!r}; add its distribution to the table")

    def output(self, value: Point) -> Finite:
        """Return the distribution at the input ``value``; the name that mechanisms share."""
        return self(value)

    def push(self, law: Finite) -> Finite:
        """Return the distribution of Y, where X has distribution ``law`` and Y given X has the distribution of this kernel."""
        return self.then(law).marginal(1)

    def then(self, law: Finite) -> Finite:
        """Return the joint distribution of (X, Y), where X has distribution ``law`` and Y given X has the distribution of this kernel."""
        return Finite.gathered(
            ((point, result), weight * w)
            for point, weight in law.items()
            if weight != 0
            for result, w in self(point).items()
        )

    def after(self, first: "Kernel") -> "Kernel":
        """Return the kernel that applies ``first`` and then this kernel to its result, with coins of its own."""
        return Kernel(tuple((entry, self.push(law)) for entry, law in first._pairs()))

    def _pairs(self) -> tuple[tuple[Point, Finite], ...]:
        assert isinstance(self.table, tuple)  # made so on construction
        return self.table


def _number(method: str, point: Point) -> sp.Expr:
    if isinstance(point, tuple | str):
        raise ValueError(f"Finite.{method}: points must be numbers, got point={point!r}; take a marginal or map first")
    return expression(point)


def _shifted(point: Point, shift: Any) -> Weight:
    return exact(_number("translated", point) + expression(shift))


def _coordinates(name: str, point: Point, at: At | None) -> float | list[Any]:
    if isinstance(point, str):
        raise ValueError(f"Finite.sample: points must be numbers, got {name}={point!r}; use sample_indices for labels")
    if isinstance(point, tuple):
        return [_coordinates(f"{name}[{index}]", entry, at) for index, entry in enumerate(point)]
    return number_at("Finite", name, point, at)
