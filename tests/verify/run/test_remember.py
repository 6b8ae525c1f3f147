"""Counterexamples kept beside a paper: looked at first, for every reading, believed nowhere."""

import json
import sys
from dataclasses import replace

import pytest

from verify.claims import ClaimError, Hints
from verify.claims.registry import load
from verify.claims.remembered import FILE, SCHEMA, beside, read
from verify.cli.main import run_command
from verify.evidence import certificate as certificates
from verify.run import runner
from verify.run.decide import Settings, run_variant
from verify.run.remember import fewest, refutations, remember
from verify.run.store import StoreError

PAPER = '''
from verify import claims as c
n, m = c.numbers("n m")
FORALL = {n: c.integers(1), m: c.integers(1)}
SIGN = c.If(c.Compare(n**3 + n * m + m**2, "==", 97**3 + 97 * 53 + 53**2), -1, 1) * c.exp(n)
CLAIMS = (c.Claim("rare/false", "1", forall=FORALL, states=c.Compare(SIGN, ">=", c.reading("least", one=1, two=2))),
          c.Claim("rare/true", "2", forall=FORALL, states=c.Compare(SIGN ** 2, ">=", 1)))
LEDGER = c.Ledger("rare", "Rare", "nobody", (
    c.Item("rare/false", "1", "1", c.Scope(FORALL, readings={"least": ("one", "two")})), c.Item("rare/true", "2", "2", c.Scope(FORALL))))
'''

BOTH = {("rare/false", "main", "one"), ("rare/false", "main", "two")}


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with a claim that is false at rare places, under both of its readings."""
    (tmp_path / "rare_paper").mkdir()
    (tmp_path / "rare_paper" / "__init__.py").write_text(PAPER)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield __import__("rare_paper")
    sys.modules.pop("rare_paper")


def refuting(paper, folder, reading="one"):
    """A folder with the certificate of a refutation, as a campaign leaves it."""
    one = next(v for v in paper.variants("rare/false") if v.reading == reading)
    _, document, _ = run_variant(replace(one, hints=Hints(instances=({"n": 97, "m": 53},))), Settings(effort="quick"))
    assert document is not None and document["status"] == "REFUTED"
    (folder / "certificates").mkdir(parents=True)
    path = folder / "certificates" / certificates.file_name(one)
    path.write_text(certificates.text(document))
    return path


def statuses(paper, folder, hints=True):
    results = runner.run({"rare": paper}, ["rare/false", "rare/true"], Settings(effort="quick", hints=hints), folder, workers=1)
    assert results["errors"] == []
    return {(row["id"], row["reading"]): row["status"] for row in results["results"]}


def test_what_refutes_one_reading_is_tried_on_the_others_and_believed_nowhere(package, tmp_path):
    paper = load(package)
    before = statuses(paper, tmp_path / "before")
    assert "REFUTED" not in before.values()
    refuting(paper, tmp_path / "night")
    kept = remember(refutations(tmp_path / "night"), {"rare": load(package)}, {"rare": beside(package)})
    assert kept.added == {beside(package): 1} and not kept.refused
    after = statuses(load(package), tmp_path / "after")
    assert after["rare/false", "one"] == after["rare/false", "two"] == "REFUTED"
    assert after["rare/true", "main"] == before["rare/true", "main"]
    assert statuses(load(package), tmp_path / "without", hints=False) == before
    assert [v.digest for v in load(package).variants("rare/false")] == [v.digest for v in paper.variants("rare/false")]
    assert remember(refutations(tmp_path / "night"), {"rare": load(package)}, {"rare": beside(package)}).added == {}
    beside(package).unlink()
    assert statuses(load(package), tmp_path / "again") == before


def test_evidence_that_does_not_check_is_refused_and_known_refutations_are_left_out(package, tmp_path):
    paper = load(package)
    path = refuting(paper, tmp_path / "night")
    assert remember(refutations(tmp_path / "night"), {"rare": load(package)}, {"rare": beside(package)}, known=BOTH).added == {}
    assert not beside(package).exists()
    document = json.loads(path.read_text())
    document["evidence"]["instance"]["m"] = "52"
    path.write_text(json.dumps(document))
    kept = remember(refutations(tmp_path / "night"), {"rare": load(package)}, {"rare": beside(package)})
    assert kept.added == {} and len(kept.refused) == 1 and not beside(package).exists()


def test_what_refutes_a_known_reading_is_kept_for_one_that_is_open(package, tmp_path):
    refuting(load(package), tmp_path / "night")
    kept = remember(refutations(tmp_path / "night"), {"rare": load(package)}, {"rare": beside(package)}, known={("rare/false", "main", "one")})
    assert kept.added == {beside(package): 1}
    again = remember(refutations(tmp_path / "night"), {"rare": load(package)}, {"rare": beside(package)}, known=BOTH)  # known by the instance itself: it stays
    assert again.added == {} and again.dropped == 0 and len(json.loads(beside(package).read_text())["instances"]["rare/false"]) == 1


def test_instances_that_refute_nothing_or_no_more_than_shorter_ones_are_dropped(package, tmp_path):
    refuting(load(package), tmp_path / "night")
    idle, longer = {"n": "97", "m": "52"}, {"n": "97", "m": ["add", "50", "3"]}
    beside(package).write_text(json.dumps({"schema": SCHEMA, "instances": {"rare/false": [longer, idle]}}))
    kept = remember(refutations(tmp_path / "night"), {"rare": load(package)}, {"rare": beside(package)})
    assert kept.dropped == 2 and json.loads(beside(package).read_text())["instances"] == {"rare/false": [{"n": "97", "m": "53"}]}
    assert fewest(load(package).variants("rare/true"), [{"n": "97", "m": "53"}]) == []


@pytest.mark.parametrize("text", ["{", "[]", '{"schema": "other", "instances": {}}', f'{{"schema": "{SCHEMA}", "instances": {{"rare/false": [1]}}}}',
                                  f'{{"schema": "{SCHEMA}", "instances": {{"rare/false": [{{"x": {{}}}}]}}}}', f'{{"schema": "{SCHEMA}", "instances": {{"rare/other": []}}}}'])
def test_a_damaged_file_is_named(package, text):
    beside(package).write_text(text)
    with pytest.raises(ClaimError, match=FILE):
        load(package)


def test_a_paper_that_is_a_single_file_has_no_instances(tmp_path):
    assert read(None) == {} and read(tmp_path / FILE) == {}


def test_a_folder_without_evidence_is_refused(tmp_path):
    with pytest.raises(StoreError, match="no such folder"):
        remember(refutations(tmp_path), {}, {})
    assert run_command(["remember", str(tmp_path)]) == 2
