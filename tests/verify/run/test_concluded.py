"""Statements that follow from other statements of their paper: proved where those are, else told from which; a proof that rests on what is not proved is none."""

import json
import shutil
import types
from collections import Counter
from dataclasses import replace

import pytest

from verify import claims as c
from verify.claims import before
from verify.claims.registry import load, load_installed
from verify.claims.show import text
from verify.engines import lemmas
from verify.engines.lemmas import proof
from verify.engines.task import cannot
from verify.evidence.checker import check_folder
from verify.evidence.checker.check import check_data
from verify.evidence.resting import derivation, premises
from verify.gate import evidence, gate, judged, locking
from verify.gate.lock import read
from verify.quantities import kl, renyi_divergence, total_variation
from verify.quantities import wasserstein_distance as W
from verify.report.files import write_report
from verify.run import checked, decide, following, runner
from verify.run.concluded import conclude
from verify.run.decide import Settings
from verify.run.executors import Pool
from verify.run.following import Question, answer
from verify.run.rows import in_folder
from verify.run.store import read_results
from verify.run.withdrawn import withdraw

d, r, s = c.numbers("d r s")
P, Q, K = c.objects("P Q K")
SPACE = c.Euclid(d, r)
FORALL = {d: c.integers(1), r: c.between(1, c.oo), P: c.Laws(SPACE), Q: c.Laws(SPACE), s: c.at_least(0)}
KERNEL = {**FORALL, K: c.Kernels(SPACE, SPACE)}
QUICK = Settings(effort="quick")


def paper(*stated, proofs=None, parts=None, readings=None):
    """A paper of claims ``(id, forall, given, states, uses)``."""
    module = types.ModuleType("toy")
    proofs, parts, readings = proofs or {}, parts or {}, readings or {}
    module.LEDGER = c.Ledger("toy", "A toy paper", "nobody", tuple(
        c.Item(id, id, id, c.Scope(forall, given=tuple(map(text, given)), readings=readings.get(id, {})), proof=proofs.get(id, ()), part_of=parts.get(id, ""))
        for id, forall, given, *_ in stated))
    module.CLAIMS = tuple(c.Claim(id, id, forall=forall, given=given, states=states, uses=uses) for id, forall, given, states, uses in stated)
    return {"toy": load(module)}


NEAR = (c.Compare(W(P, Q, 1, r), "<=", s),)
FALSE = ("toy/thm", FORALL, NEAR, c.Compare(renyi_divergence(P, Q, 2), "<=", 7 * s), ())
"""No theorem: two points that are near each other are told apart."""
ITS_COROLLARY = ("toy/cor", KERNEL, NEAR, c.Compare(renyi_divergence(c.push(K, P), c.push(K, Q), 2), "<=", 7 * s), ("toy/thm",))
LAST = ("toy/last", KERNEL, NEAR, c.Compare(renyi_divergence(c.push(K, P), c.push(K, Q), 2), "<=", 8 * s), ("toy/cor",))


def variant(papers, id, place=0):
    return papers["toy"].variants(id)[place]


def entries(papers, **status):
    """Entries of a run with these verdicts."""
    found = {}
    for id, word in status.items():
        for one in papers["toy"].variants(f"toy/{id}"):
            path = f"certificates/{id}" if word in ("PROVED", "REFUTED") else None
            found[one.key] = {"row": {"id": one.id, "part": one.part, "reading": one.reading, "status": word, "summary": "", "coverage": {}, "certificate": path, "findings": []},
                              "certificate": None, "errors": []}
    return found


FEW = {"textbook/renyi-range", "textbook/renyi-kernel"}


@pytest.fixture
def few_lemmas(monkeypatch):
    """The lemmas that these corollaries need: a search that fails goes through all that there are."""
    kept = tuple(one for one in proof._textbook(()) if one.key.partition("|")[0] in FEW)
    monkeypatch.setattr(proof, "_textbook", lambda by: kept)


def concluded(papers, **status):
    """What is concluded of each item, and from which others it follows."""
    stored = entries(papers, **status)
    work = [one for item in papers["toy"].ledger.items for one in papers["toy"].variants(item.id) if one.key in stored]
    changed = conclude(papers, work, stored, lambda questions: [answer(question, QUICK) for question in questions])
    return {key[0]: (entry["row"]["status"], [one["id"] for one in entry["row"]["follows"]["from"]]) for key, entry in changed.items()}


@pytest.mark.usefixtures("few_lemmas")
def test_a_corollary_of_a_proved_theorem_is_proved_and_so_is_what_follows_from_it():
    papers = paper(FALSE, ITS_COROLLARY, LAST)
    assert concluded(papers, thm="PROVED", cor="SUPPORTED", last="SUPPORTED") == {"toy/cor": ("PROVED", ["toy/thm"]), "toy/last": ("PROVED", ["toy/cor"])}


@pytest.mark.usefixtures("few_lemmas")
def test_what_follows_from_a_theorem_without_a_proof_keeps_its_verdict_and_says_so():
    papers = paper(FALSE, ITS_COROLLARY, LAST)
    assert concluded(papers, thm="SUPPORTED", cor="SUPPORTED", last="UNDECIDED") == {"toy/cor": ("SUPPORTED", ["toy/thm"]), "toy/last": ("UNDECIDED", ["toy/cor"])}


@pytest.mark.usefixtures("few_lemmas")
def test_nothing_follows_from_a_refuted_theorem_or_from_one_that_says_less():
    assert concluded(paper(FALSE, ITS_COROLLARY), thm="REFUTED", cor="SUPPORTED") == {}
    weaker = ("toy/thm", FORALL, NEAR, c.Compare(renyi_divergence(P, Q, 2), "<=", 9 * s), ())
    assert concluded(paper(weaker, ITS_COROLLARY), thm="PROVED", cor="SUPPORTED") == {}
    other_order = ("toy/thm", FORALL, (c.Compare(W(P, Q, 2, r), "<=", s),), c.Compare(renyi_divergence(P, Q, 2), "<=", 7 * s), ())
    assert concluded(paper(other_order, ITS_COROLLARY), thm="PROVED", cor="SUPPORTED") == {}, "the hypothesis of the theorem is not known"


def test_a_theorem_is_not_proved_from_its_corollary():
    backwards = ("toy/cor", KERNEL, NEAR, ITS_COROLLARY[3], ())
    theorem = (*FALSE[:4], ("toy/last",))
    papers = paper(theorem, backwards, ("toy/last", FORALL, NEAR, c.Compare(renyi_divergence(P, Q, 2), "<=", 6 * s), ("toy/thm",)))
    places = before.order(papers)
    assert places["toy/last"] < places["toy/thm"], "what an item uses comes before it"
    assert [one.id for one in before.premises(papers, variant(papers, "toy/thm"), places)] == ["toy/last"]
    assert before.premises(papers, variant(papers, "toy/last"), places) == [], "and is not proved from it"


def test_steps_of_a_proof_come_before_what_they_prove():
    papers = paper(FALSE, ITS_COROLLARY, LAST, proofs={"toy/thm": ("toy/last",)}, parts={"toy/cor": "toy/thm"})
    places = before.order(papers)
    assert sorted(places, key=places.get)[-1] == "toy/thm" or places["toy/last"] < places["toy/thm"]
    assert {one.id for one in before.premises(papers, variant(papers, "toy/cor"), places)} <= {"toy/last"}


FACTOR = {"factor": ("seven", "nine")}


def read_twice(times):
    return c.reading("factor", seven=7 * s, nine=times * s)


@pytest.mark.usefixtures("few_lemmas")
def test_readings_that_do_not_match_prove_nothing():
    theorem = ("toy/thm", FORALL, NEAR, c.Compare(renyi_divergence(P, Q, 2), "<=", read_twice(9)), ())
    corollary = ("toy/cor", KERNEL, NEAR, c.Compare(renyi_divergence(c.push(K, P), c.push(K, Q), 2), "<=", read_twice(8)), ("toy/thm",))
    papers = paper(theorem, corollary, readings={"toy/thm": FACTOR, "toy/cor": FACTOR})
    stored = entries(papers, thm="PROVED", cor="SUPPORTED")
    work = [one for id in ("toy/thm", "toy/cor") for one in papers["toy"].variants(id)]
    changed = conclude(papers, work, stored, lambda questions: [answer(question, QUICK) for question in questions])
    assert {key[2]: entry["row"]["status"] for key, entry in changed.items()} == {"seven": "PROVED"}, "8 s would follow from the reading with 7 s, which is another choice"


# --- a whole run, its folder, and what is done to it ----------------------------------------------------------------------------

SMALL = (c.Compare(kl(P, Q), "<=", s),)
PINSKER = ("toy/thm", FORALL, SMALL, c.Compare(total_variation(P, Q), "<=", c.sqrt(s / 2)), ())
LARGER = ("toy/cor", FORALL, SMALL, c.Compare(total_variation(P, Q), "<=", c.sqrt(s / 2) + 1), ("toy/thm",))
LARGEST = ("toy/last", FORALL, SMALL, c.Compare(total_variation(P, Q), "<=", c.sqrt(s / 2) + 2), ("toy/cor",))
IDS = ["toy/thm", "toy/cor", "toy/last"]


def by_lemmas(ids):
    """The textbook, for some statements alone: the others need what is proved before them."""
    return lambda task: lemmas.decide(task) if task.variant.id in ids else cannot(lemmas.ENGINE, "it is left to others here")


def without_textbook(monkeypatch):
    """Answers that use other statements of the paper alone."""

    def found(question, settings):
        with monkeypatch.context() as patch:
            patch.setattr(proof, "_textbook", tuple)
            return answer(question, settings)

    return found


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """A folder of results where the theorem is proved, and one where it is not."""
    papers, found = paper(PINSKER, LARGER, LARGEST), {}
    for ids in ((), ("toy/thm",), tuple(IDS)):
        found[ids] = tmp_path_factory.mktemp("run")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(decide, "PROVERS", (by_lemmas(ids),))
            patch.setattr(following, "answer", without_textbook(patch))
            runner.run(papers, IDS, QUICK, found[ids], pool=Pool("in-process", 1))
    return papers, found


@pytest.fixture
def ran(tmp_path, folders):
    def copied(*ids):
        papers, found = folders
        folder = shutil.copytree(found[ids], tmp_path / "results")
        return papers, folder, {row["id"]: row for row in read_results(folder)["results"]}

    return copied


def check(papers, folder):
    digests = {one.key: one.digest for id in IDS for one in papers["toy"].variants(id)}
    return checked.check(folder, 1, lookup=lambda *key: digests.get(key[:3]))


def test_a_run_proves_a_chain_and_the_checker_confirms_it(ran):
    papers, folder, rows = ran("toy/thm")
    assert [rows[id]["status"] for id in IDS] == ["PROVED"] * 3
    assert rows["toy/cor"]["follows"]["from"][0]["id"] == "toy/thm"
    found = check(papers, folder)
    assert not found.refused and found.confirmed_rows == 3
    trusted = {line.row[0]: set(line.trusted) for line in found.lines}
    assert trusted["toy/thm"] and trusted["toy/thm"] <= trusted["toy/last"], "what is trusted below is trusted above"
    assert not in_folder(folder, read_results(folder)["results"])


def test_a_single_certificate_is_confirmed_with_those_beside_it_and_not_alone(ran):
    papers, folder, _ = ran("toy/thm")
    last = folder / "certificates" / "toy__last__main__main.json"
    assert not check(papers, last).refused
    (folder / "certificates" / "toy__thm__main__main.json").unlink()
    (line,) = check(papers, last).refused
    assert "toy/cor is not proved here" in line.why


def test_where_nothing_is_proved_the_rows_say_what_they_follow_from(ran):
    papers, folder, rows = ran()
    assert not {rows[id]["status"] for id in IDS} & {"PROVED", "REFUTED"}
    assert [one["id"] for one in rows["toy/last"]["follows"]["from"]] == ["toy/cor"] and "follows" not in rows["toy/thm"]
    assert (folder / rows["toy/last"]["follows"]["certificate"]).is_file()
    found = check(papers, folder)
    assert not found.refused and found.confirmed_rows == 0 and "2 of 2 certificates" in found.summary()


def altered(folder, name, change):
    path = folder / "certificates" / name
    document = json.loads(path.read_text())
    change(document)
    path.write_text(json.dumps(document))


def test_a_theorem_that_falls_takes_down_what_rests_on_it(ran):
    papers, folder, _ = ran("toy/thm")
    altered(folder, "toy__thm__main__main.json", lambda document: document["evidence"].update(steps=[]))
    found = check(papers, folder)
    assert {line.row[0] for line in found.refused} == set(IDS)
    withdraw(folder, {line.row: line.why for line in found.refused})
    assert {row["status"] for row in read_results(folder)["results"]} == {"UNDECIDED"}
    assert not check(papers, folder).refused


def test_a_row_that_rests_on_one_which_is_not_proved_does_not_fit(ran):
    _, folder, _ = ran("toy/thm")
    data = read_results(folder)
    data["results"][0] |= {"status": "SUPPORTED", "certificate": None}
    (folder / "certificates" / "toy__thm__main__main.json").unlink()
    told = [str(problem) for problem in in_folder(folder, data["results"])]
    assert any("toy/cor" in line and "rests on toy/thm, which is not proved" in line for line in told) and any("toy/last" in line for line in told)


def other_digest(document):
    document["evidence"]["earlier"]["toy/thm|main|main"]["digest"] = "0" * 64


def other_formula(document):
    document["evidence"]["earlier"]["toy/thm|main|main"]["statement"] = document["statement"]


def other_id(document):
    document["evidence"] = json.loads(json.dumps(document["evidence"]).replace("toy/thm|main|main", "toy/none|main|main"))


def itself(document):
    document["evidence"] = json.loads(json.dumps(document["evidence"]).replace("toy/thm|main|main", "toy/cor|main|main"))


def unlisted(document):
    del document["evidence"]["earlier"]


def inside(document):
    earlier = document["evidence"].pop("earlier")
    document["evidence"] = {"split": "d", "parts": [document["evidence"] | {"earlier": earlier}] * 2}


@pytest.mark.parametrize("forged", [other_digest, other_formula, other_id, itself, unlisted, inside])
def test_forged_premises_are_refused(ran, forged):
    papers, folder, _ = ran("toy/thm")
    altered(folder, "toy__cor__main__main.json", forged)
    assert {line.row[0] for line in check(papers, folder).refused} >= {"toy/cor", "toy/last"}


def test_proofs_in_a_circle_are_refused(tmp_path, monkeypatch):
    """Each of two statements is proved from the other one: both certificates are confirmed on condition, and neither is a proof."""
    papers = paper(LARGER, ("toy/last", FORALL, SMALL, c.Compare(total_variation(P, Q) + 1, "<=", c.sqrt(s / 2) + 2), ()))
    pair = variant(papers, "toy/cor"), variant(papers, "toy/last")
    monkeypatch.setattr(proof, "_textbook", tuple)
    for one, other in (pair, pair[::-1]):
        stored = answer(Question(one, (other,), 0), QUICK)["certificate"]
        assert f"{other.id}|main|main" in stored and check_data(json.loads(stored), "").status == "conditional"
        (tmp_path / f"{one.id.replace('/', '__')}__main__main.json").write_text(stored)
    assert [one.status for one in check_folder(tmp_path)] == ["conditional"] * 2
    digests = {one.key: one.digest for one in pair}
    assert len(checked.check(tmp_path, 1, lookup=lambda *key: digests.get(key[:3])).refused) == 2


def test_a_changed_theorem_makes_its_corollary_stale(ran):
    papers, folder, _ = ran("toy/thm")
    digests = {one.key: one.digest for id in IDS for one in papers["toy"].variants(id)} | {("toy/thm", "main", "main"): "0" * 64}
    found = checked.check(folder, 1, lookup=lambda *key: digests.get(key[:3]))
    assert {line.row[0] for line in found.refused} == set(IDS)


def test_the_record_holds_a_chain_whole_and_not_in_part(ran, tmp_path):
    papers, folder, _ = ran("toy/thm")
    lock, record = tmp_path / "verdicts.lock", tmp_path / "record"
    assert locking.lock(folder, lock, record, papers).written
    found = gate.judge(read(lock), ("toy",), lambda: papers, record, recheck=True, workers=1)
    assert not found.failures
    lines = (record / "toy.jsonl").read_text().splitlines()
    (record / "toy.jsonl").write_text("".join(f"{line}\n" for line in lines if '"toy/thm"' not in line.partition('"statement"')[2]))
    assert gate.judge(read(lock), ("toy",), lambda: papers, record, recheck=True, workers=1).failures


def test_the_record_says_what_a_statement_without_a_proof_follows_from(ran, tmp_path):
    papers, folder, _ = ran()
    lock, record = tmp_path / "verdicts.lock", tmp_path / "record"
    assert locking.lock(folder, lock, record, papers).written
    recorded = read(lock)
    assert not gate.judge(recorded, ("toy",), lambda: papers, record, recheck=True, workers=1).failures
    rows = judged.rows(recorded, evidence.read_all(record, ("toy",)))
    assert [one["id"] for one in rows["toy/last"][0]["follows"]["from"]] == ["toy/cor"] and derivation(rows["toy/last"][0]).startswith("follows from toy/cor, which is ")


def test_what_is_run_alone_follows_from_what_is_proved_on_record(ran, tmp_path):
    papers, folder, _ = ran("toy/thm")
    lock, record = tmp_path / "verdicts.lock", tmp_path / "record"
    assert locking.lock(folder, lock, record, papers).written
    alone = tmp_path / "alone"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decide, "PROVERS", ())
        patch.setattr(following, "answer", without_textbook(patch))
        runner.run(papers, ["toy/cor"], QUICK, alone, pool=Pool("in-process", 1))
    (row,) = read_results(alone)["results"]
    assert row["status"] != "PROVED" and row["follows"]["from"][0]["status"] == "" and "was not run" in derivation(row)
    assert not gate.verdicts(read(lock), alone)
    assert locking.lock(alone, lock, record, papers).written
    assert {one.status for one in read(lock).statements.values()} == {"PROVED"}
    assert not gate.judge(read(lock), ("toy",), lambda: papers, record, recheck=True, workers=1).failures


def test_what_is_proved_otherwise_is_shown_to_follow_from_its_steps_beside_its_proof(ran, tmp_path):
    papers, folder, rows = ran(*IDS)
    assert {row["status"] for row in rows.values()} == {"PROVED"}
    assert rows["toy/cor"]["follows"]["from"][0] | {"digest": ""} == {"id": "toy/thm", "part": "main", "reading": "main", "digest": "", "status": "PROVED"}
    assert rows["toy/cor"]["certificate"] != rows["toy/cor"]["follows"]["certificate"]
    found = check(papers, folder)
    assert not found.refused and found.confirmed_rows == 3
    lock, record = tmp_path / "verdicts.lock", tmp_path / "record"
    assert locking.lock(folder, lock, record, papers).written
    assert not gate.judge(read(lock), ("toy",), lambda: papers, record, recheck=True, workers=1).failures
    (folder / rows["toy/cor"]["follows"]["certificate"]).unlink()
    assert any("missing" in str(problem) for problem in in_folder(folder, read_results(folder)["results"]))


@pytest.mark.parametrize("ids", [(), ("toy/thm",), tuple(IDS)], ids=["none proved", "the theorem proved", "all proved"])
def test_the_report_shows_the_verdicts_of_the_run(ran, ids):
    """Also where the proof from others that is kept beside a verdict is missing."""
    _, folder, rows = ran(*ids)
    assert any(row.get("follows") for row in rows.values())
    for _ in range(2):
        write_report(folder, formats=("json",))
        shown = json.loads((folder / "report" / "report.json").read_text())
        counts = {word: number for paper in shown["papers"] for word, number in paper["counts"].items() if number}
        assert counts == Counter(row["status"] for row in rows.values())
        for path in (folder / "certificates" / "follows").glob("*.json"):
            path.unlink()


@pytest.mark.parametrize(("smaller", "status"), [(lambda right: right, "PROVED"), (lambda right: right / 2, "UNDECIDED")])
def test_a_proved_theorem_follows_from_equations_of_its_steps_and_an_inequality_of_what_they_say(smaller, status):
    papers, _ = load_installed({"wdp"})
    one = papers["wdp"].variants("wdp/prop-2")[0]
    steps = [step for id in ("wdp/eq-21", "wdp/eq-23") for step in papers["wdp"].variants(id) if step.reading in ("main", "truth")]
    left, relation, right = one.states.args
    assert len(steps) == 2 and relation == "<="
    found = answer(Question(replace(one, states=c.Compare(left, relation, smaller(right))), tuple(steps), len(steps), settled=True), Settings())
    assert found["row"]["status"] == status
    if status == "PROVED":
        assert {rest for rest, _ in premises(json.loads(found["certificate"])["evidence"])} == {step.key for step in steps}
