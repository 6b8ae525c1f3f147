"""Hypothesis on machines that are busy: no test fails because it was slow. No test uses the findings that runs of the user have kept. One worker more than there are cores: tests of limits and of what is lost wait."""

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
os.environ["CLAIMCHECK_CACHE"] = "off"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) + 1
