"""The severity of a refutation is found by the engines, rests on certificates, and is as mild as the least weakening that no longer falls."""

import json

import pytest

from verify import claims as c
from verify.claims.weaker import weaker
from verify.evidence.checker.check import check_data
from verify.evidence.judgement import severity_in_words, telling_instance
from verify.report.files import founded
from verify.run import severity as severities
from verify.run.decide import Settings, run_variant
from verify.run.severity import GLANCE, PROOF, SEARCH, Engines, Ladder, severity

x, y, d = c.numbers("x y d")
P, Q = c.objects("P Q")
LAWS = c.Laws(c.Labels(3))
oo = c.number("oo")
TV = c.Node("total_variation", P, Q)


def variant(forall, states, given=()):
    return c.Claim("toy/severity", "a toy", forall=forall, states=states, given=given).variants()[0]


CASES = {
    "strict": ("strictness", "with ≤ in place of <", variant({P: LAWS, Q: LAWS}, c.Compare(TV, "<", 1))),
    "last place": ("rounding", "to within one unit of the last printed place", variant({}, c.Compare(c.sqrt(2), "rounds to", c.Printed("1.42")))),
    "safe side": ("rounding", "to within one unit of the last printed place, or off to the safe side", variant({}, c.Compare(c.sqrt(2), "rounds to", c.Printed("1.58", safe="above")))),
    "safe side below": ("rounding", "to within one unit of the last printed place, or off to the safe side", variant({}, c.Compare(c.sqrt(2), "rounds to", c.Printed("1.3", safe="below")))),
    "not the safe side": ("substantive", "", variant({}, c.Compare(c.sqrt(2), "rounds to", c.Printed("1.3", safe="above")))),
    "by convention": ("convention", "where x > 0", variant({x: c.at_least(0)}, c.Compare(c.If(c.Compare(x, ">", 0), x, -oo), ">=", 0))),
    "at an end": ("boundary", "for x > 0", variant({x: c.at_least(0), y: c.above(0)}, c.Compare(y * x**2, "!=", 0))),
    "equal laws": ("boundary", "for P ≠ Q", variant({P: LAWS, Q: LAWS}, c.Compare(TV, "!=", 0))),
    "a factor": ("constant", "with the factor 301/100", variant({x: c.between(c.number("1/2"), 2)}, c.Compare(3 * x, "<=", x))),
    "truly": ("substantive", "", variant({P: LAWS, Q: LAWS}, c.Compare(TV, "<=", c.number("1/2")))),
    "truly, and at an end too": ("substantive", "", variant({x: c.at_least(0), y: c.at_least(0)}, c.Compare(x * y, ">", x + y))),
}


@pytest.fixture(scope="module", params=CASES)
def found(request):
    level, words, one = CASES[request.param]
    row, document, errors = run_variant(one, Settings())
    assert row["status"] == "REFUTED" and not errors
    return level, words, one, *severity(one, Settings(), row, document)


def test_it_is_the_least_weakening_that_no_longer_falls(found):
    level, words, _, stored, _, errors = found
    assert (stored["level"], stored["correction"]) == (level, words) or (level == "constant" and stored["level"] == level)
    assert not errors


def test_each_certificate_is_of_the_weaker_statement_and_is_confirmed(found):
    _, _, one, stored, documents, _ = found
    named = {entry["certificate"]: entry for entry in stored["statements"] if entry["certificate"]}
    assert set(named) == set(documents)
    for path, document in documents.items():
        assert document["digest"] == weaker(one, document["weakened"]).digest != one.digest
        assert document["weakened"] == named[path]["weakened"] and document["status"] == named[path]["status"]
        assert check_data(json.loads(json.dumps(document)), "x").status == "confirmed"


def test_a_substantive_one_is_refuted_under_all_weakenings_at_once(found):
    level, _, _one, stored, _, _ = found
    every = [entry["status"] for entry in stored["statements"] if not "".join(entry["weakened"]).startswith("range ")]
    if level == "substantive" and every:
        assert every == ["REFUTED"] and stored["status"] == "REFUTED"


def test_a_substantive_one_about_numbers_says_where_the_statement_holds(found):
    level, _, one, stored, documents, _ = found
    if level != "substantive" or P in dict(one.forall) or not one.forall:
        assert stored["part"] is None
        return
    (entry,) = (entry for entry in stored["statements"] if "".join(entry["weakened"]).startswith("range "))
    assert stored["part"]["status"] == entry["status"] in ("PROVED", "SUPPORTED")
    assert (entry["certificate"] in documents) == (entry["status"] == "PROVED")
    assert f"true where {stored['part']['where']}" in severity_in_words(stored)


def test_a_refutation_under_all_weakenings_names_an_instance_that_tells(found):
    level, _, one, stored, documents, _ = found
    witness = stored["witness"]
    if witness is None:
        assert level not in ("constant", "substantive") or not stored["statements"] or P in dict(one.forall)
        return
    assert level in ("constant", "substantive")
    assert documents[witness["certificate"]]["status"] == "REFUTED"
    assert {entry["certificate"]: entry["summary"] for entry in stored["statements"]}[witness["certificate"]] == witness["summary"]
    assert telling_instance({"summary": "another", "severity": stored}) == f"A telling instance: {witness['summary']}."
    assert telling_instance({"summary": witness["summary"], "severity": stored}) == ""


def test_a_weakening_that_leaves_nothing_is_no_correction():
    """Without equal laws nothing is left of this statement: it does not hold then, it says nothing."""
    one = variant({P: c.Laws(c.Labels(1)), Q: c.Laws(c.Labels(1))}, c.Compare(TV, ">", 0))
    row, document, _ = run_variant(one, Settings())
    stored, _, _ = severity(one, Settings(), row, document)
    assert row["status"] == "REFUTED" and stored["level"] != "boundary"


def test_the_report_finds_the_certificates_of_weaker_statements(found, tmp_path):
    """A row whose severity rests on certificates beside it keeps its verdict in the report."""
    _, _, one, stored, documents, _ = found
    row, document, _ = run_variant(one, Settings())
    row = json.loads(json.dumps(row | {"severity": stored}))
    claims = {"papers": [{"items": [{"id": one.id, "variants": [{"part": one.part, "reading": one.reading, "digest": one.digest}]}]}]}
    contents = {row["certificate"].removeprefix("certificates/"): document} | {path.removeprefix("certificates/"): text for path, text in documents.items()}
    (kept,) = founded({"results": [row]}, claims, json.loads(json.dumps(contents)))["results"]
    assert kept == row
    (alone,) = founded({"results": [row]}, claims, {row["certificate"].removeprefix("certificates/"): document})["results"]
    assert alone["status"] == "REFUTED" and (documents == {} or alone["severity"] is None)


def test_a_weaker_statement_is_built_only_where_something_is_left_to_decide(monkeypatch):
    """What is proved or refuted stays what it is when it is asked about again."""
    built = []
    monkeypatch.setattr(severities, "weaker", lambda one, keys: built.append(keys) or weaker(one, keys))
    for states, status in ((c.Compare(TV, "<", 1), "PROVED"), (c.All(c.Compare(TV, "<", 1), c.Compare(TV, "<=", c.number("1/2"))), "REFUTED")):
        ladder = Ladder(variant({P: LAWS, Q: LAWS}, states), Engines(Settings()), [])
        keys = [one.key for one in ladder.offered if one.kind == "strictness"]
        first = ladder.ask(keys, PROOF)
        assert (first.status, len(built)) == (status, 1)
        for how in (GLANCE, PROOF) if status == "PROVED" else (GLANCE, SEARCH, PROOF):
            assert ladder.ask(keys, how) is first
        assert len(built) == 1
        built.clear()
