"""Hypothesis on machines that are busy: no test fails because it was slow. No test uses the findings that runs of the user have kept. One worker more than there are cores: tests of limits and of what is lost wait.
Linear algebra uses one thread in each of them.
"""

import os

import pytest
from hypothesis import HealthCheck, settings

from verify.run.isolation import THREADS

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
os.environ["CLAIMCHECK_CACHE"] = "off"
os.environ.update({name: os.environ.get(name, "1") for name in THREADS})  # read when NumPy is imported first


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) + 1
