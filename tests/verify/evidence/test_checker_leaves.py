"""Of a certificate of each kind, as the engines make it, every leaf is altered, one at a time: the re-check refuses, or the leaf is one that decides nothing."""

import copy

import engine_certificates
import pytest
from made_certificates import seal
from test_checker_alterations import alterations, judge

from verify.engines import experiment as engine
from verify.evidence import freshness
from verify.evidence.checker import experiment, procedure
from verify.evidence.checker import freshness as fresh

PROVENANCE = ("implementation", "versions", "trusted", "command")
"""How and with what the evidence was made; the re-check says itself what it takes on trust."""
DECIDES_NOTHING = {
    "identity": {"method", "steps"},  # how the proof was found, in words
    "logic": {"method", "steps"},
    "boxes": {"tree"},  # a plan: whatever it is, each of its boxes is proved anew
}


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    for module in (engine, experiment):
        monkeypatch.setattr(module, "entry_points", lambda group: [engine_certificates.Curve()])
    monkeypatch.setattr(procedure, "installed_packages", lambda: {"engine_certificates"})
    engine._installed_run.cache_clear()
    experiment._run.cache_clear()
    yield
    engine._installed_run.cache_clear()
    experiment._run.cache_clear()


@pytest.fixture(params=engine_certificates.CLAIMS)
def original(request):
    return engine_certificates.made(request.param)


def test_what_an_engine_made_is_confirmed(original):
    assert judge(original).status == "confirmed", judge(original).why


def test_no_leaf_of_the_evidence_can_be_altered(original):
    free = DECIDES_NOTHING.get(original["kind"], set())
    count = 0
    for path, new, changed in alterations(original, "evidence"):
        count += 1
        assert path[1] in free or judge(changed).status == "refused", (path, new)
    assert count


def test_nothing_can_be_added_to_the_evidence(original):
    original["evidence"]["more"] = "1"
    assert judge(original).status == "refused"


def test_no_field_around_the_evidence_can_be_altered(original):
    for field in sorted(set(original) - {"evidence", "statement", "part", *PROVENANCE}):
        for path, new, changed in alterations(original, field):
            assert judge(changed).status == "refused", (path, new)


def test_an_altered_statement_is_refused_or_stale(original):
    """With the old digest it is refused; with its own it is another statement than the installed one."""
    for path, new, changed in alterations(original, "statement"):
        kept = judge(changed).status
        try:
            seal(changed)
        except (ValueError, TypeError, IndexError):
            assert kept == "refused", (path, new)
            continue
        if changed["digest"] != original["digest"]:  # else it is the printed name of a law or of one of its parameters
            assert kept == "refused", (path, new)
            assert fresh(changed, lambda *key: original["digest"]) == "stale", (path, new)


def test_a_part_that_the_paper_does_not_have_is_stale(original, tmp_path):
    file = tmp_path / "c.json"
    key = original["claim"], original["part"], original["reading"]

    def lookup(*asked):
        return original["digest"] if asked == key else ""

    for part, expected in (("main", "fresh"), ("other", "stale")):
        file.write_text(engine_certificates.certificate.text({**copy.deepcopy(original), "part": part}))
        assert freshness.state(file, lookup) == expected
