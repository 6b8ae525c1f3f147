"""A certified accountant: epsilon and delta of compositions as guaranteed enclosures, by two routes that share nothing, and by Renyi divergences."""

from verify.account.accountant import ROUTES, delta_of, epsilon_of, renyi_divergence, renyi_epsilon
from verify.account.contour import TooDear
from verify.account.renyi import CONVERSIONS
from verify.account.runs import DIRECTIONS, AccountError, LaplaceRun, Mechanism, NormalRun, RandomisedRun, SubsampledRun

__all__ = [
    "CONVERSIONS", "DIRECTIONS", "ROUTES", "AccountError", "LaplaceRun", "Mechanism", "NormalRun", "RandomisedRun", "SubsampledRun", "TooDear", "delta_of", "epsilon_of",
    "renyi_divergence", "renyi_epsilon",
]
