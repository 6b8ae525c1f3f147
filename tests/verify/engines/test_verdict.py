"""Findings are folded by one function; a contradiction stops everything."""

import pytest

from verify.engines.task import Finding, Status
from verify.evidence.verdict import Contradiction, fold


def finding(status):
    return Finding("toy", status, f"says {status}")


def test_proved_and_refuted_together_is_a_contradiction():
    with pytest.raises(Contradiction, match=r"toy proves it .* toy refutes it"):
        fold([finding(Status.PROVED), finding(Status.REFUTED)])


@pytest.mark.parametrize("status", [Status.PROVED, Status.REFUTED, Status.SUPPORTED, Status.UNDECIDED])
def test_one_finding_decides_alone(status):
    assert fold([finding(status)]).status is status


def test_support_without_power_is_undecided():
    assert fold([finding(Status.SUPPORTED)], power=False).status is Status.UNDECIDED
    assert fold([finding(Status.SUPPORTED)], power=True).status is Status.SUPPORTED


def test_a_proof_outranks_support_and_needs_no_power():
    assert fold([finding(Status.SUPPORTED), finding(Status.PROVED)], power=False).status is Status.PROVED


def test_nothing_found_is_undecided_with_the_reasons():
    assert "toy: says UNDECIDED" in fold([finding(Status.UNDECIDED)]).summary
    assert fold([]).summary == "no engine can act"
