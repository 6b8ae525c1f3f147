"""Hypothesis on machines that are busy: no test fails because it was slow. No test uses the findings that runs of the user have kept."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
os.environ["CLAIMCHECK_CACHE"] = "off"
