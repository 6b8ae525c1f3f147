"""Quantities: numbers that belong to laws, named as in the field. Each builds a formula; its routes stand in this package."""

from __future__ import annotations

from typing import Any

from verify.claims.nodes import Node, term
from verify.quantities.named import (
    binary_entropy,
    binary_kl,
    binary_kl_inverse,
    chi_square,
    conditional_entropy,
    entropy,
    f_divergence,
    hellinger,
    kl,
    moment,
    moment_generating_function,
    mutual_information,
    regret,
    squared_hellinger,
    sub_exponential,
    sub_exponential_norm,
    sub_gaussian,
    sub_gaussian_norm,
    variance,
)


def _optional(value: Any) -> Node | None:
    return None if value is None else term(value)


def wasserstein_distance(p: Any, q: Any, order: Any, norm: Any = None) -> Node:
    """Wasserstein distance W_order itself (not its power), in the unit of the points; ``norm`` is the order of the l-norm, ``None`` on the line."""
    return Node("wasserstein", term(p), term(q), term(order), _optional(norm))


def kantorovich_distance(p: Any, q: Any, norm: Any = None) -> Node:
    """Supremum of E_p f - E_q f over 1-Lipschitz functions f."""
    return Node("kantorovich", term(p), term(q), _optional(norm))


def renyi_divergence(p: Any, q: Any, order: Any) -> Node:
    """Renyi divergence in nats; order 1 is Kullback-Leibler, order oo the max-divergence."""
    return Node("renyi", term(p), term(q), term(order))


def kullback_leibler_divergence(p: Any, q: Any) -> Node:
    """Kullback-Leibler divergence in nats."""
    return renyi_divergence(p, q, 1)


def max_divergence(p: Any, q: Any) -> Node:
    """log ess sup p/q, in nats."""
    return renyi_divergence(p, q, term(float("inf")))


def total_variation(p: Any, q: Any) -> Node:
    """Total variation distance sup_A |p(A) - q(A)|, in [0, 1]."""
    return Node("total_variation", term(p), term(q))


def l1_distance(p: Any, q: Any) -> Node:
    """The integral of |p - q|, in [0, 2]: the other normalisation of total variation."""
    return Node("l1_distance", term(p), term(q))


def least_disagreement(p: Any, q: Any) -> Node:
    """Infimum of P(X != Y) over all couplings of p and q, in [0, 1]."""
    return Node("least_disagreement", term(p), term(q))


def support_diameter(p: Any, q: Any, norm: Any = None) -> Node:
    """Supremum of the distance of two points of the supports of p and q, in the unit of the points; ``norm`` as for the Wasserstein distance."""
    return Node("support_diameter", term(p), term(q), _optional(norm))


def hockey_stick_divergence(p: Any, q: Any, epsilon: Any) -> Node:
    """sup_A p(A) - exp(epsilon) q(A): the least delta at this epsilon."""
    return Node("hockey_stick", term(p), term(q), term(epsilon))


def trade_off(p: Any, q: Any, level: Any) -> Node:
    """The least type II error of a test of P against Q with type I error at most ``level``, for ``level`` in [0, 1]."""
    return Node("trade_off", term(p), term(q), term(level))


def gaussian_dp(p: Any, q: Any) -> Node:
    """The least mu for which P and Q are mu-GDP: tests between them are at least as hard as between N(0, 1) and N(mu, 1); oo where there is none."""
    return Node("gaussian_dp", term(p), term(q))


def least_exceedance(p: Any, q: Any, distance: Any, norm: Any = None) -> Node:
    """The infimum over couplings of P(||X - Y|| > distance); two distributions are (z, delta)-near where it is at most delta at z."""
    return Node("least_exceedance", term(p), term(q), term(distance), _optional(norm))


def largest_shift(noise: Any, radius: Any, order: Any, norm: Any = None) -> Node:
    """The largest Renyi divergence of a distribution from itself moved by a vector of length at most ``radius``; 0 at radius 0, no value below."""
    return Node("largest_shift", term(noise), term(radius), term(order), _optional(norm))


def shifted_renyi(p: Any, q: Any, order: Any, distance: Any, slack: Any = 0, norm: Any = None) -> Node:
    """The infimum of the Renyi divergence from q over distributions that are (distance, slack)-near to p; slack 0 means within W_oo distance."""
    return Node("shifted_renyi", term(p), term(q), term(order), term(distance), term(slack), _optional(norm))


def trimmed_renyi(p: Any, q: Any, order: Any, slack: Any) -> Node:
    """The infimum of the Renyi divergence from q over distributions with a density of at most 1/(1 - slack) with respect to p: p given an event that may depend on more."""
    return Node("trimmed_renyi", term(p), term(q), term(order), term(slack))


def near_distance(p: Any, q: Any, slack: Any, norm: Any = None) -> Node:
    """The infimum of the z for which the distributions are (z, slack)-near."""
    return Node("near_distance", term(p), term(q), term(slack), _optional(norm))


def jensen_shannon_divergence(p: Any, q: Any) -> Node:
    """Jensen-Shannon divergence in nats (not its square root)."""
    return Node("jensen_shannon", term(p), term(q))


def levy_distance(p: Any, q: Any) -> Node:
    """Levy metric between distributions on the line."""
    return Node("levy", term(p), term(q))


def prokhorov_distance(p: Any, q: Any) -> Node:
    """Prokhorov metric between distributions on the line."""
    return Node("prokhorov", term(p), term(q))


def absolute_moment(p: Any, order: Any, norm: Any = None) -> Node:
    """E of the norm of X to the power ``order``."""
    return Node("moment", term(p), term(order), _optional(norm))


def mean(p: Any) -> Node:
    """E X, for distributions on the line."""
    return Node("mean", term(p))


def mass(p: Any, event: Any) -> Node:
    """Probability of an event."""
    return Node("mass", term(p), term(event))


def density(p: Any, x: Any) -> Node:
    """Density at x (for a distribution on finitely many points: the weight of x)."""
    return Node("density", term(p), term(x))


def distribution_function(p: Any, x: Any) -> Node:
    """P(X <= x)."""
    return Node("distribution_function", term(p), term(x))


def log_density_lipschitz(p: Any, low: Any = None, high: Any = None, norm: Any = None) -> Node:
    """The least Lipschitz constant of the log-density on (low, high), by default the whole line; oo if there is none.

    On R^d in the l_norm distance.
    """
    ends = (_optional(low), _optional(high))
    return Node("log_density_lipschitz", term(p), *ends) if norm is None else Node("log_density_lipschitz", term(p), *ends, term(norm))


def log_ratio_sup(p: Any, q: Any) -> Node:
    """sup |log p(x) - log q(x)|."""
    return Node("log_ratio_sup", term(p), term(q))


def density_gap_sup(p: Any, q: Any) -> Node:
    """sup |p(x) - q(x)|."""
    return Node("density_gap_sup", term(p), term(q))


def log_per_density_gap(p: Any, q: Any) -> Node:
    """sup |log p(x) - log q(x)| / |p(x) - q(x)| over points where the densities differ."""
    return Node("log_per_density_gap", term(p), term(q))


def subsampled_shifts(noise: Any, rate: Any, shifts: Any, norm: Any = None) -> Node:
    """Distribution of independent steps: step i adds the noise and, with probability ``rate``, the shift v_i; ``norm`` turns shifts that are points into numbers."""
    return Node("subsampled_shifts", term(noise), term(rate), term(shifts), _optional(norm))


__all__ = [
    "absolute_moment", "binary_entropy", "binary_kl", "binary_kl_inverse", "chi_square", "conditional_entropy", "density", "density_gap_sup",
    "distribution_function", "entropy", "f_divergence", "gaussian_dp", "hellinger", "hockey_stick_divergence", "jensen_shannon_divergence",
    "kantorovich_distance", "kl", "kullback_leibler_divergence", "l1_distance", "largest_shift", "least_disagreement", "least_exceedance", "levy_distance",
    "log_density_lipschitz", "log_per_density_gap", "log_ratio_sup", "mass", "max_divergence", "mean", "moment", "moment_generating_function",
    "mutual_information", "near_distance", "prokhorov_distance", "regret", "renyi_divergence", "shifted_renyi", "squared_hellinger", "sub_exponential",
    "sub_exponential_norm", "sub_gaussian", "sub_gaussian_norm", "subsampled_shifts", "support_diameter", "total_variation", "trade_off", "trimmed_renyi",
    "variance", "wasserstein_distance",
]
