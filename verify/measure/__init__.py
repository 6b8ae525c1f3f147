"""Measuring Gaussian differential privacy: the inverse of the Gaussian profile, and the least mu of any profile, certified."""

from verify.measure.gaussian import gaussian_mu
from verify.measure.supremum import Measured, PrivacyProfile, ProfileError, measure

__all__ = ["Measured", "PrivacyProfile", "ProfileError", "gaussian_mu", "measure"]
