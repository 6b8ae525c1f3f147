"""Noisy contractive iterations: W_{t+1} = psi_{t+1}(W_t, X_{t+1}) + N_{t+1}, on a finite grid, or linear with normal noise and normal data in closed form."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from mechanisms.finite import Finite, Point
from mechanisms.gaussian import Normal
from mechanisms.normal_attributes import NormalAttributes
from mechanisms.normal_vector import NormalVector
from mechanisms.parameters import Weight, exact, expression


@dataclass(frozen=True, slots=True)
class GridIteration:
    """An iteration on numbers with finitely many values, in exact arithmetic.

    Parameters
    ----------
    start
        W_0, a number.
    maps
        psi_1, ..., psi_T: functions of (state, record); each must be 1-Lipschitz in the state, see ``expansion``.
    noise
        Laws of N_1, ..., N_T, independent of each other and of the data.
    data
        Joint law of (X_1, ..., X_T): tuples of T records. Records at different times may depend on each other.

    Raises
    ------
    ValueError
        If the numbers of maps, noise laws and records differ.
    """

    kind: ClassVar[str] = "grid-iteration"
    start: Point
    maps: Sequence[Callable[[Any, Point], Any]]
    noise: Sequence[Finite]
    data: Finite

    def __post_init__(self) -> None:
        object.__setattr__(self, "maps", tuple(self.maps))
        object.__setattr__(self, "noise", tuple(self.noise))
        if not len(self.maps) == len(self.noise) >= 1:
            raise ValueError(f"GridIteration: maps and noise must have one entry for each step, got {len(self.maps)} maps, {len(self.noise)} distributions; add the others")
        for record in self.data.points:
            if not isinstance(record, tuple) or len(record) != len(self.maps):
                raise ValueError(f"GridIteration: data must be tuples of {len(self.maps)} records, got point={record!r}; give one record for each step")

    @property
    def steps(self) -> int:
        """Number T of steps."""
        return len(self.maps)

    def law(self) -> Finite:
        """Return the distribution of W_T."""
        total: list[tuple[Point, Weight]] = []
        for records, weight in self.data.items():
            state = Finite.point_mass(self.start)
            for psi, noise, record in zip(self.maps, self.noise, records, strict=True):
                state = Finite.gathered((exact(psi(exact(w), record)) + exact(z), a * b) for w, a in state.items() for z, b in noise.items())
            total += [(point, weight * w) for point, w in state.items()]
        return Finite.gathered(total)

    def expansion(self, states: Sequence[Any]) -> Weight:
        """Return the greatest |psi_t(a, x) - psi_t(b, x)| / |a - b| over steps, records and pairs of the given states: at most 1 for a contractive iteration."""
        numbers = [exact(s) for s in states]
        ratios = [
            abs(exact(psi(a, record[t])) - exact(psi(b, record[t]))) / abs(a - b)
            for t, psi in enumerate(self.maps) for record in self.data.points for k, a in enumerate(numbers) for b in numbers[:k]
        ]
        return max(ratios, default=exact(0))


@dataclass(frozen=True, slots=True)
class LinearGaussianIteration:
    """W_{t+1} = factor_{t+1} W_t + drift_{t+1} + N_{t+1}, N_t independent normal with mean 0: the distribution of W_T is normal.

    Parameters
    ----------
    start
        W_0.
    factors, drifts, variances
        One number for each step; factors in [-1, 1] make the iteration contractive, variances are positive.

    Raises
    ------
    ValueError
        If their numbers differ, or a factor is known to lie outside [-1, 1].
    """

    kind: ClassVar[str] = "linear-gaussian-iteration"
    start: Any
    factors: Sequence[Any]
    drifts: Sequence[Any]
    variances: Sequence[Any]

    def __post_init__(self) -> None:
        for name in ("factors", "drifts", "variances"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        if not len(self.factors) == len(self.drifts) == len(self.variances) >= 1:
            raise ValueError(
                "LinearGaussianIteration: factors, drifts and variances must have one entry for each step, got "
                f"{len(self.factors)}, {len(self.drifts)}, {len(self.variances)} entries; add the others")
        for t, factor in enumerate(self.factors):
            if (abs(expression(factor)) > 1) == True:  # noqa: E712 - a comparison of expressions may stay open
                raise ValueError(f"LinearGaussianIteration: a factor must lie in [-1, 1], got factors[{t}]={factor}; the iteration would expand")

    def law(self) -> Normal:
        """Return the distribution of W_T."""
        mean, variance = expression(self.start), expression(0)
        for factor, drift, extra in zip(self.factors, self.drifts, self.variances, strict=True):
            mean = expression(factor) * mean + expression(drift)
            variance = expression(factor) ** 2 * variance + expression(extra)
        return Normal(mean, variance=variance)


@dataclass(frozen=True, slots=True)
class CorrelatedLinearIteration:
    """W_t = factor_t W_{t-1} + weight_t X_t + N_t with jointly normal records (X_1, ..., X_T) and independent normal noise of mean 0.

    W_T is a linear function of the records plus noise, so it is normal, also given the value of one record.

    Parameters
    ----------
    start
        W_0.
    factors, weights, variances
        One number for each step; factors in [-1, 1], variances positive.
    data
        Joint law of the records, T >= 2.

    Raises
    ------
    ValueError
        If their numbers differ, or a factor is known to lie outside [-1, 1].
    """

    kind: ClassVar[str] = "correlated-linear-iteration"
    start: Any
    factors: Sequence[Any]
    weights: Sequence[Any]
    variances: Sequence[Any]
    data: NormalVector

    def __post_init__(self) -> None:
        for name in ("factors", "weights", "variances"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        LinearGaussianIteration(self.start, self.factors, self.weights, self.variances)
        if self.data.dimension != len(self.factors):
            raise ValueError(f"CorrelatedLinearIteration: data must have one record for each of {len(self.factors)} steps, got {self.data.dimension}; add or remove records")

    def law(self, position: int, value: Any) -> Normal:
        """Return the distribution of W_T given that the record at ``position`` (from 0) is ``value``."""
        if not 0 <= position < self.data.dimension:
            raise ValueError(f"CorrelatedLinearIteration.law: position must be from 0 to {self.data.dimension - 1}, got position={position}; records count from 0")
        reach, noise = expression(1), expression(0)
        row: list[Any] = []
        for factor, weight, variance in zip(reversed(self.factors), reversed(self.weights), reversed(self.variances), strict=True):
            row.insert(0, reach * expression(weight))
            noise += reach**2 * expression(variance)
            reach *= expression(factor)
        pick = [1 if k == position else 0 for k in range(self.data.dimension)]
        # the sum of the other records may be determined by the secret; noise of its own keeps the law normal
        gain = NormalAttributes(self.data, (pick,), (row,)).gain()[0, 0]
        centre, matrix = self.data.mean, self.data.matrix()
        mean = reach * expression(self.start) + sum(r * expression(m) for r, m in zip(row, centre, strict=True)) + gain * (expression(value) - expression(centre[position]))
        spread = sum(a * b * matrix[i, j] for i, a in enumerate(row) for j, b in enumerate(row)) - gain**2 * matrix[position, position]
        return Normal(mean, variance=spread + noise)
