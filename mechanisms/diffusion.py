"""Langevin diffusions dX = -grad V(X) dt + sqrt(2) dB: exact for V(x) = C x^2/2, by small steps for other convex potentials."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from mechanisms.gaussian import Normal
from mechanisms.normal_vector import NormalVector
from mechanisms.parameters import expression

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class OrnsteinUhlenbeck:
    """The diffusion on the line with V(x) = C x^2/2; its distributions given X_0 = a are normal.

    Parameters
    ----------
    rate
        C, any real number; in 1/(unit of time). For C = 0 it is Brownian motion with variance 2t.
    """

    kind: ClassVar[str] = "ornstein-uhlenbeck"
    rate: Any

    def factor(self, time: Any) -> sp.Expr:
        """Return ``exp(-C t)``: two solutions with one Brownian motion are this multiple of their first distance apart."""
        return sp.exp(-expression(self.rate) * expression(time))

    def law(self, start: Any, times: Sequence[Any]) -> Normal | NormalVector:
        """Return the joint distribution of X at increasing times above 0, given X_0 = start.

        Raises
        ------
        ValueError
            If no time is given, one is not above 0, or they do not increase.
        """
        moments = [expression(t) for t in times]
        before = sp.Integer(0)
        for index, t in enumerate(moments):
            if (t > before) == False:  # noqa: E712 - a comparison of expressions may stay open
                raise ValueError(f"OrnsteinUhlenbeck: times must increase from above 0, got times[{index}]={t} after {before}; sort them")
            before = t
        if not moments:
            raise ValueError("OrnsteinUhlenbeck: times must have at least one entry, got times=(); give a time")
        mean = [expression(start) * self.factor(t) for t in moments]
        if len(moments) == 1:
            return Normal(mean[0], variance=self.covariance(moments[0], moments[0]))
        places = range(len(moments))
        return NormalVector(mean, [[self.covariance(moments[min(i, j)], moments[max(i, j)]) for j in places] for i in places])

    def covariance(self, first: Any, second: Any) -> sp.Expr:
        """Return the covariance ``(exp(-C (t - s)) - exp(-C (t + s)))/C`` at times s <= t given X_0; 2 s for C = 0."""
        c, s, t = expression(self.rate), expression(first), expression(second)
        return 2 * s if c == 0 else (sp.exp(-c * (t - s)) - sp.exp(-c * (t + s))) / c


@dataclass(frozen=True, slots=True)
class Langevin:
    """The diffusion on R^d with a potential whose Hessian is at least C times the identity.

    Two solutions with one Brownian motion (the synchronous coupling) have ``d/dt |X - Y|^2 = -2 <grad V(X) - grad V(Y), X - Y> <= -2 C |X - Y|^2``, so their
    Euclidean distance at time t is at most ``exp(-C t)`` times the first one.

    Parameters
    ----------
    gradient
        Gradient of V: a function of points, shape ``(n, d)``, with values of the same shape.
    convexity
        C, any real number; negative for potentials that are not convex.
    """

    kind: ClassVar[str] = "langevin"
    gradient: Callable[[Vector], Vector]
    convexity: Any

    def factor(self, time: Any) -> sp.Expr:
        """Return ``exp(-C t)``."""
        return sp.exp(-expression(self.convexity) * expression(time))

    def coupled(self, starts: Sequence[Vector], time: float, steps: int, rng: np.random.Generator, size: int = 1) -> list[Vector]:
        """Return solutions from several starting points with one Brownian motion, each of shape ``(size, d)``, by Euler's method with ``steps`` steps.

        The scheme keeps the bound of the distance only up to its own error: the true factor of a step of length h is at most ``exp(-C h)`` for the diffusion.
        """
        if steps < 1 or not time > 0:
            raise ValueError(f"Langevin.coupled: time must be above 0 and steps at least 1, got time={time}, steps={steps}; correct them")
        h = time / steps
        states = [np.tile(np.asarray(start, dtype=np.float64), (size, 1)) for start in starts]
        for _ in range(steps):
            noise = rng.normal(0.0, np.sqrt(2 * h), states[0].shape)
            states = [x - h * self.gradient(x) + noise for x in states]
        return states
