"""Projected noisy gradient descent: W_t = P(W_{t-1} - eta grad f(W_{t-1}, X_t)) + N_t, P the projection on a box or a ball."""

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from mechanisms.parameters import expression

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ball:
    """Closed ball of a radius > 0 about a centre; the projection moves along the ray from the centre."""

    centre: Sequence[Any]
    radius: Any

    def __call__(self, points: Vector) -> Vector:
        """Return the nearest points of the ball, shape ``(n, d)``."""
        middle, radius = np.array([float(expression(x)) for x in self.centre]), float(expression(self.radius))
        away = points - middle
        length = np.sqrt((away**2).sum(axis=1, keepdims=True))
        return np.asarray(middle + away * np.minimum(1.0, radius / np.maximum(length, radius)))


@dataclass(frozen=True, slots=True)
class Box:
    """Product of closed intervals [low_i, high_i]; the projection cuts each coordinate."""

    low: Sequence[Any]
    high: Sequence[Any]

    def __call__(self, points: Vector) -> Vector:
        """Return the nearest points of the box, shape ``(n, d)``."""
        return np.clip(points, [float(expression(x)) for x in self.low], [float(expression(x)) for x in self.high])


@dataclass(frozen=True, slots=True)
class ProjectedDescent:
    """Noisy projected gradient descent on a loss that is smooth and convex in the iterate.

    For an m-strongly convex, b-smooth loss the step ``v -> v - eta grad`` has the Lipschitz constant ``max(|1 - eta m|, |1 - eta b|)``, and a projection on a convex set none above 1.

    Parameters
    ----------
    start
        W_0, shape ``(d,)``.
    gradient
        Gradient of the loss in the iterate: a function of iterates, shape ``(n, d)``, and records, shape ``(n, ...)``, with values of shape ``(n, d)``.
    projection
        ``Box``, ``Ball`` or another projection on a closed convex set; None for R^d.
    step
        eta > 0.
    smoothness, convexity
        b and m with ``0 <= m <= b``, in 1/(unit of eta).
    deviation
        Standard deviation > 0 of each coordinate of the noise.

    Raises
    ------
    ValueError
        If the step expands: the Lipschitz constant is known to be above 1, that is ``eta > 2/b``.
    """

    kind: ClassVar[str] = "projected-descent"
    start: Sequence[Any]
    gradient: Callable[[Vector, Vector], Vector]
    projection: Callable[[Vector], Vector] | None
    _: KW_ONLY
    step: Any
    smoothness: Any
    convexity: Any = 0
    deviation: Any

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", tuple(self.start))
        for name in ("step", "smoothness", "deviation"):
            if (expression(getattr(self, name)) > 0) == False:  # noqa: E712 - a comparison of expressions may stay open
                raise ValueError(f"ProjectedDescent: {name} must be positive, got {name}={getattr(self, name)}; correct it")
        if ((expression(self.convexity) < 0) == True) or ((expression(self.convexity) > expression(self.smoothness)) == True):  # noqa: E712
            raise ValueError(f"ProjectedDescent: convexity must lie between 0 and the smoothness {self.smoothness}, got convexity={self.convexity}; correct it")
        if (self.contraction() > 1) == True:  # noqa: E712
            raise ValueError(f"ProjectedDescent: a step must not expand, got the Lipschitz constant {self.contraction()} at step={self.step}; "
                             f"accepted are steps of at most {2 / expression(self.smoothness)}")

    def contraction(self) -> sp.Expr:
        """Return ``max(|1 - eta m|, |1 - eta b|)``."""
        eta = expression(self.step)
        return sp.Max(sp.Abs(1 - eta * expression(self.convexity)), sp.Abs(1 - eta * expression(self.smoothness)))

    def move(self, states: Vector, records: Vector) -> Vector:
        """Return one step without noise, shape ``(n, d)``."""
        moved = states - float(expression(self.step)) * self.gradient(states, records)
        return moved if self.projection is None else self.projection(moved)

    def sample(self, data: Vector, rng: np.random.Generator) -> Vector:
        """Return W_T for each of n rows of records, shape ``(n, T, ...)``; records of a row may depend on each other."""
        states = np.tile(np.array([float(expression(x)) for x in self.start]), (len(data), 1))
        for t in range(data.shape[1]):
            states = self.move(states, data[:, t]) + rng.normal(0.0, float(expression(self.deviation)), states.shape)
        return states
