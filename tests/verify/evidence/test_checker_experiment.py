"""The re-check of an experiment runs the protocol again, and refuses a certificate that tells of another run."""

import copy
import json

import pytest

from verify.claims import Claim, Compare, Measured, numbers, upto
from verify.engines import experiment as engine
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker import experiment as checker
from verify.evidence.checker.check import check_data

step = numbers("step")


class Point:
    """An installed protocol: a curve that rises by 1/3 + seed at each step."""

    name = "toy"

    def load(self):
        return lambda seed, effort, device, data: {"curve": {s: (1 / 3 + seed) * s for s in (1, 2, 3)}}


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    for module in (engine, checker):
        monkeypatch.setattr(module, "entry_points", lambda group: [Point()])
    engine._installed_run.cache_clear()
    checker._run.cache_clear()
    yield
    engine._installed_run.cache_clear()
    checker._run.cache_clear()


def made(bound=1):
    claim = Claim("toy/experiment", "toy", forall={step: upto(3)}, states=Compare(Measured("toy", "curve", step=step), "<", bound))
    (variant,) = claim.variants()
    finding = engine.decide(Task(variant, EFFORTS["quick"]))
    assert finding.status is Status.REFUTED
    return json.loads(certificate.text(certificate.build(variant, finding, effort="quick", seed=0)))


def test_a_certificate_is_confirmed_by_running_the_protocol_again():
    outcome = check_data(made(), "toy.json")
    assert outcome.status == "confirmed", outcome.why
    assert any("run again with seed 0" in trusted for trusted in outcome.trusted)


ALTERATIONS = {
    "another seed": lambda e: e.update(seed=5),
    "a seed that is no integer": lambda e: e.update(seed="0"),
    "another place": lambda e: e["instance"].update(step="1"),
    "a place outside": lambda e: e["instance"].update(step="7"),
    "another measured number": lambda e: e["values"].update(measured="2"),
    "another field": lambda e: e.update(fields={"toy.curve(step=3)": "1.5"}),
    "an unknown field": lambda e: e.update(fields={"toy.curve(step=9)": "1"}),
    "another protocol": lambda e: e.update(protocol="other"),
    "another effort": lambda e: e.update(effort="long"),
    "no fields": lambda e: e.pop("fields"),
}


@pytest.mark.parametrize("words", ALTERATIONS)
def test_an_altered_certificate_is_refused(words):
    altered = copy.deepcopy(made())
    ALTERATIONS[words](altered["evidence"])
    assert check_data(altered, "toy.json").status == "refused"


def test_a_protocol_that_is_not_installed_is_refused(monkeypatch):
    document = made()
    monkeypatch.setattr(checker, "entry_points", lambda group: [])
    checker._run.cache_clear()
    outcome = check_data(document, "toy.json")
    assert outcome.status == "refused" and "no protocol toy" in outcome.why
