"""The sensitivity of the distribution aware mechanism."""

from theorems.rpp.definitions import C, P, Q, x, y
from verify.claims import Couplings, Expect, Inf, exp, log, translate
from verify.quantities import renyi_divergence


def needed(noise, first, second, q, alpha):
    """inf over couplings (X, Y) of E exp(q (alpha - 1) D_(q (alpha - 1) + 1)(zeta, zeta moved by X - Y))."""
    order = q * (alpha - 1)
    cost = exp(order * renyi_divergence(noise, translate(noise, x + -1 * y), order + 1))
    return Inf({C: Couplings(first, second)}, Expect({(x, y): C}, cost))


def aware_budget(noise, q, alpha, first=P, second=Q):
    """log of the sensitivity, over q (alpha - 1)."""
    return log(needed(noise, first, second, q, alpha)) / (q * (alpha - 1))


