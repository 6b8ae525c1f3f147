"""A proof or a refutation counts once the checker has confirmed it: in a run, in `certify`, and in everything that is written."""

import pytest

from verify import claims as c
from verify.engines import interval
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.evidence.confirmation import Confirmation
from verify.evidence.verdict import contradicted, fold
from verify.run import certify, decide
from verify.run.output import store
from verify.run.store import Unfounded, is_entry, write_results

x = c.numbers("x")
TRUE = c.Claim("toy/true", "toy", forall={x: c.between(0, 3)}, states=c.Compare(x * c.exp(-x), "<=", c.number("2/5")))
FALSE = c.Claim("toy/false", "toy", forall={x: c.between(0, 3)}, states=c.Compare(x * c.exp(-x), "<=", c.number("1/5")))
BARE = Finding("oracle", Status.PROVED, "it is evident")


def variant(claim):
    (found,) = claim.variants()
    return found


def forged():
    """A proof with evidence for another statement."""
    return Finding("oracle", Status.PROVED, "it is evident", "boxes", interval.decide(Task(variant(TRUE), EFFORTS["quick"])).evidence)


def judged(claim, finding):
    return Confirmation(variant(claim), effort="quick", seed=0).judged(finding)


@pytest.mark.parametrize(("claim", "finding", "why"), [
    (TRUE, BARE, "there is no certificate"),
    (TRUE, Finding("oracle", Status.REFUTED, "it is false", "witness", {"instance": {"x": "1"}, "values": {}}), "the conclusion must be false at the instance"),
    (TRUE, Finding("oracle", Status.PROVED, "it is evident", "boxes", {}), ""),
    (FALSE, Finding("oracle", Status.PROVED, "it is evident", "magic", {}), "kind must be one of"),
])
def test_what_the_checker_does_not_confirm_decides_nothing_and_says_why(claim, finding, why):
    left = judged(claim, finding)
    assert left.status is Status.UNDECIDED and left.kind == "" and left.claimed == str(finding.status)
    assert left.summary.startswith(f"found {finding.status} ({finding.summary}), which the checker does not confirm: ") and why in left.summary


def test_what_the_checker_confirms_stays_and_has_its_certificate():
    confirmation = Confirmation(variant(TRUE), effort="quick", seed=0)
    proof = interval.decide(Task(variant(TRUE), EFFORTS["quick"]))
    assert confirmation.judged(proof) is proof and confirmation.document(proof)["status"] == "PROVED"
    assert confirmation.document(BARE) is None and confirmation.document(None) is None


def test_a_proof_that_is_not_confirmed_leaves_the_verdict_to_others_and_is_told_beside_it():
    left = judged(TRUE, BARE)
    supported, proof = Finding("search", Status.SUPPORTED, "no counterexample"), Finding("boxes", Status.PROVED, "certified", "boxes")
    assert fold([left, supported]).status is Status.SUPPORTED and "oracle found PROVED" in fold([left, supported]).summary
    assert fold([left, proof]).decisive is proof
    assert fold([left]).status is Status.UNDECIDED and "oracle: found PROVED" in fold([left]).summary


def test_a_confirmed_verdict_against_an_unconfirmed_claim_is_an_alarm():
    left = judged(TRUE, BARE)
    assert contradicted([left, Finding("search", Status.REFUTED, "false at 1", "witness")]) is not None
    assert contradicted([left, Finding("boxes", Status.PROVED, "certified", "boxes")]) is None


@pytest.fixture
def with_oracle(monkeypatch):
    """The first prover says of every statement that it is proved."""
    def install(finding):
        monkeypatch.setattr(decide, "PROVERS", (lambda task: finding, *decide.PROVERS))

    return install


def test_a_run_goes_on_where_a_proof_is_not_confirmed(with_oracle):
    with_oracle(forged())
    claim = c.Claim("toy/other", "toy", forall={x: c.between(0, 3)}, states=c.Compare(x * x, "<=", 10))
    row, document, errors = decide.run_variant(variant(claim), decide.Settings(effort="quick"))
    assert row["status"] == "PROVED" and document is not None and row["findings"][1]["engine"] == "oracle" and not errors
    assert "which the checker does not confirm" in row["findings"][1]["summary"] and row["findings"][1]["status"] == "UNDECIDED"


def test_a_proof_without_evidence_is_at_most_supported_by_a_search_of_its_own(monkeypatch):
    monkeypatch.setattr(decide, "PROVERS", (lambda task: BARE,))
    monkeypatch.setattr(decide.smt, "decide", lambda task: None)
    searched = []
    lighter = decide._lighter
    monkeypatch.setattr(decide, "_lighter", lambda task, findings: searched.append(lighter(task, findings).effort.climbs) or task)
    row, document, _ = decide.run_variant(variant(TRUE), decide.Settings(effort="quick"))
    assert row["status"] == "SUPPORTED" and document is None and row["certificate"] is None and "oracle found PROVED" in row["summary"]
    assert searched == [EFFORTS["quick"].climbs]


def test_a_false_statement_with_a_claimed_proof_is_an_error(with_oracle, monkeypatch):
    with_oracle(BARE)
    monkeypatch.setattr(decide.search, "glance", lambda *_: None)
    row, document, errors = decide.run_variant(variant(FALSE), decide.Settings(effort="quick"))
    assert row["status"] == "UNDECIDED" and document is None and "which the checker does not confirm" in errors[0]["message"]


def test_certify_writes_no_verdict_that_is_not_confirmed(monkeypatch):
    monkeypatch.setattr(certify.interval, "decide", lambda task: BARE)
    monkeypatch.setattr(certify.tightness, "prove", lambda task, boxes: None)
    monkeypatch.setattr(certify.symbolic, "decide", lambda task: BARE)
    monkeypatch.setattr(certify.rolle, "decide", lambda task: BARE)
    answer = certify.certify("x*exp(-x) <= 0.4", "0<=x<=3", "quick")
    assert answer.status is Status.SUPPORTED and "statement" not in answer.certificates and "oracle found PROVED" in answer.summary
    assert answer.to_json()["status"] == "SUPPORTED"


def row(status, certificate):
    return {"id": "toy/a", "part": "main", "reading": "main", "status": status, "summary": "", "certificate": certificate, "findings": [], "power": None}


@pytest.mark.parametrize("stored", [row("PROVED", None), row("REFUTED", None), row("SUPPORTED", "certificates/a.json")])
def test_no_verdict_without_evidence_can_be_written(tmp_path, stored):
    with pytest.raises(Unfounded):
        write_results(tmp_path, {"results": [stored]})
    assert not list(tmp_path.iterdir())


def test_no_run_can_store_a_verdict_without_the_text_of_its_certificate(tmp_path):
    named = row("PROVED", "certificates/toy__a__main__main.json")
    with pytest.raises(Unfounded):
        store(tmp_path, {}, [], {"results": [named]}, [{"row": named, "certificate": None, "errors": []}])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("status", "path", "text", "good"), [
    ("PROVED", "certificates/a.json", "{}", True), ("PROVED", None, None, False), ("PROVED", "certificates/a.json", None, False), ("REFUTED", None, "{}", False),
    ("SUPPORTED", None, None, True), ("SUPPORTED", "certificates/a.json", "{}", False),
])
def test_a_journal_or_a_cache_gives_back_no_verdict_without_evidence(status, path, text, good):
    assert is_entry({"row": row(status, path), "certificate": text, "errors": []}) is good
