"""Names shared by Propositions 7 and 8 and Table 1: the noise laws, their budgets, and the terms that both proofs use.

A pair of neighbours enters only through the shift of the query, f(D) - f(D'). On the line it is any number in [-Delta, Delta]; a query with values in
R^dim has any shift of l_p norm at most Delta, its noise has independent coordinates, and outputs are compared in the same l_p norm.
"""

from mechanisms import Laplace, Normal
from theorems.wdp.definitions import h
from verify.claims import Couplings, Expect, Inf, exp, log, numbers, objects, reading, sqrt
from verify.quantities import kullback_leibler_divergence, l1_distance, total_variation

lamda, sigma, Delta, shift, p, alpha, x, y = numbers("lamda sigma Delta shift p alpha x y")
v, g = objects("v g")


def laplace(location):
    """Lap(location, lambda): density exp(-|x - location|/lambda) / (2 lambda)."""
    return Laplace(location, scale=lamda)


def gaussian(mean):
    """N(mean, sigma^2); the second parameter is the variance."""
    return Normal(mean, variance=sigma**2)


def laplace_budget(order, inverse_scale):
    """(1/2) Delta (sqrt(2 h(t)))^(1/order), t the inverse of the noise scale."""
    return Delta / 2 * sqrt(2 * h(inverse_scale)) ** (1 / order)


def gaussian_budget(order):
    """(1/2) (Delta / sigma)^(1/order)."""
    return (Delta / sigma) ** (1 / order) / 2


def laplace_renyi_budget(order):
    """The entry of Table 1 for the order alpha > 1 at sensitivity 1."""
    return log(order / (2 * order - 1) * exp((order - 1) / lamda) + (order - 1) / (2 * order - 1) * exp(-order / lamda)) / (order - 1)


def least_cost(first, second, cost):
    """Infimum over couplings of the expected cost; the cost may mention x and y."""
    return Inf({g: Couplings(first, second)}, Expect({(x, y): g}, cost))


def tv_norm(first, second):
    """The total variation norm in both normalisations (reading ``tv``)."""
    return reading("tv", integral=l1_distance(first, second), supremum=total_variation(first, second))


def pinsker_budget(first, second, order):
    """(1/2) Delta (sqrt(2 KL))^(1/order), the right-hand side of eqs. 38, 47 and 51."""
    return Delta / 2 * sqrt(2 * kullback_leibler_divergence(first, second)) ** (1 / order)
