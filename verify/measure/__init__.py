"""Measuring Gaussian differential privacy: the inverse of the Gaussian profile, and the least mu of any profile, certified."""

from verify.measure.supremum import Measured, PrivacyProfile, ProfileError, measure
from verify.values.gaussian_profiles import gaussian_mu

__all__ = ["Measured", "PrivacyProfile", "ProfileError", "gaussian_mu", "measure"]
