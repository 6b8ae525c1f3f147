"""Two-sided laws with power tails whose parameters are expressions: their density, and Renyi divergences of Cauchy laws.

Under ``x = k + t tan(theta/2)`` the Cauchy law with location k and scale t becomes the uniform law of an angle, and the ratio of the density with location m and scale s to it
becomes the Poisson kernel ``1/(z - sqrt(z^2 - 1) cos(theta - phi))`` with ``z = 1 + ((m - k)^2 + (s - t)^2)/(2 s t)``. Laplace's integral
``1/pi int (z - sqrt(z^2 - 1) cos u)^-(n + 1) du = P_n(z)`` over [0, pi] gives the order n + 1, its derivative in n at 0 the order 1, the peak of the kernel the order oo.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

Expr = Any

LARGEST_ORDER = 8


@dataclass(frozen=True, slots=True)
class PowerLaw:
    """The law with density proportional to ``(1 + t^2)^(-k/2)``, ``t = (x - m)/s``, for s > 0 and k > 1; k = 2 is the Cauchy law."""

    location: Expr
    scale: Expr
    exponent: Expr

    def subs(self, symbol: Expr, value: Expr) -> PowerLaw:
        """The law with a symbol replaced."""
        return PowerLaw(*(sp.sympify(part).subs(symbol, value) for part in (self.location, self.scale, self.exponent)))

    def density(self, x: Expr) -> Expr:
        """The density; ``int (1 + t^2)^(-k/2) dt`` is the beta function at 1/2 and (k - 1)/2."""
        k, t = self.exponent, (x - self.location) / self.scale
        return sp.gamma(k / 2) / (sp.sqrt(sp.pi) * sp.gamma((k - 1) / 2) * self.scale) * (1 + t**2) ** (-k / 2)


def renyi(first: PowerLaw, second: PowerLaw, order: Expr) -> Expr | None:
    """The divergence of Cauchy laws of order 0, of a whole order up to LARGEST_ORDER, or of order oo; None for other laws and orders."""
    if (first.exponent, second.exponent) != (2, 2):
        return None
    s, t = first.scale, second.scale
    z = 1 + sp.factor(((first.location - second.location) ** 2 + (s - t) ** 2) / (2 * s * t))
    if order is sp.oo:
        return sp.log(z + sp.sqrt(z**2 - 1))
    if order == 0:
        return sp.Integer(0)
    if order == 1:
        return sp.log((1 + z) / 2)
    if order.is_Integer and 1 < order <= LARGEST_ORDER:
        return sp.log(sp.expand(sp.legendre(int(order) - 1, z))) / (order - 1)
    return None
