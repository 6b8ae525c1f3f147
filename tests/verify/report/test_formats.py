"""What other programs read: every statement is in it, nothing undecided counts as passed, and the JSON fits its schema."""

import copy
import json
import sys
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest

from verify.report import ReportError, arranged, write_report
from verify.report.json_form import render_json
from verify.report.junit import render_junit
from verify.report.recorded import compared
from verify.report.sarif import render_sarif
from verify.report.summary import render_summary
from verify.run.checked import check
from verify.run.store import StoreError

sys.path.insert(0, str(Path(__file__).parent))

from verify.schemas.shape import problems

GOLDEN = Path(__file__).parents[1] / "run" / "golden"
PLACE = {"file": "toy/prop_7.py", "line": 12}


def schema(name):
    return json.loads(files("verify.schemas").joinpath(f"{name}.schema.json").read_text(encoding="utf-8"))


@pytest.fixture
def audit(records):
    results, claims, certificates = copy.deepcopy(records)
    next(item for item in claims["papers"][0]["items"] if item["id"] == "toy/prop-7")["declared"] = PLACE
    earlier = copy.deepcopy(results)
    earlier["results"] = [dict(row, status="UNDECIDED") if row["id"] == "toy/prop-1" else row for row in earlier["results"] if row["id"] != "toy/eq-25"]
    return arranged.audit(results, claims, certificates, earlier)


@pytest.mark.parametrize(("name", "golden"), [("results", "results.json"), ("claims", "claims.json"), ("certificate", "certificate-instance.json")])
def test_stored_files_fit_their_schema_and_altered_ones_do_not(name, golden):
    data = json.loads((GOLDEN / golden).read_text(encoding="utf-8").replace('"masked"', json.dumps("0" * 64)))
    assert problems(schema(name), data) == []
    assert problems(schema(name), {**data, "schema": "claimcheck.other/1"})
    for key in schema(name)["required"]:
        assert problems(schema(name), {k: v for k, v in data.items() if k != key})


def test_the_json_report_fits_its_schema_and_holds_every_statement(audit, records):
    data = json.loads(render_json(audit))
    assert problems(schema("report"), data) == []
    told = [(item["id"], v["part"], v["reading"], v["status"]) for paper in data["papers"] for item in paper["items"] for v in item["verdicts"]]
    for row in records[0]["results"]:
        assert (row["id"], row["part"], row["reading"], row["status"]) in told
    assert {(one["id"], one["before"], one["after"]) for one in data["changes"]} == {("toy/prop-1", "UNDECIDED", "PROVED"), ("toy/eq-25", "no result", "REFUTED")}
    broken = copy.deepcopy(data)
    broken["papers"][0]["items"][0]["verdicts"][0]["status"] = "TRUE"
    assert "must be one of" in problems(schema("report"), broken)[0]


def test_junit_counts_neither_undecided_nor_unchecked_as_passed(audit):
    root = ElementTree.fromstring(render_junit(audit))
    by_status = {}
    for case in root.iter("testcase"):
        outcome = next((child.tag for child in case if child.tag != "system-out"), "passed")
        text = next(iter(case)).get("message") or next(iter(case)).text
        by_status.setdefault(text.partition(":")[0], set()).add(outcome)
    assert by_status["REFUTED"] == {"failure"} and by_status["PROVED"] == {"passed"} and by_status["SUPPORTED"] == {"passed"}
    assert by_status["UNDECIDED"] == {"skipped"} and by_status["NOT_CHECKED"] == {"skipped"}
    assert int(root.get("tests")) == len(list(root.iter("testcase"))) and int(root.get("failures")) == len(list(root.iter("failure")))
    assert root.get("errors") == "1"
    assert {(case.get("file"), case.get("line")) for case in root.iter("testcase") if case.get("classname") == "toy/prop-7"} == {("toy/prop_7.py", "12")}


def test_sarif_points_at_the_line_of_the_declaration(audit):
    (run,) = json.loads(render_sarif(audit))["runs"]
    found = [one for one in run["results"] if one["message"]["text"].startswith("toy/prop-7 ")]
    place = found[0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "toy/prop_7.py", "uriBaseId": "SRCROOT"} and place["region"] == {"startLine": 12}
    for one in run["results"]:
        assert run["tool"]["driver"]["rules"][one["ruleIndex"]]["id"] == one["ruleId"]
        assert (one["level"] == "error") == (one["kind"] == "fail") == (one["ruleId"] == "REFUTED") and "baselineState" not in one
    assert len({one["partialFingerprints"]["statement/v1"] for one in run["results"]}) == len(run["results"])


def on_record(records, **changed):
    """A lock of all results, with another entry for some, by id; None takes the entries of an id away."""
    stored = {}
    for row in records[0]["results"]:
        entry = {"status": row["status"], **({"severity": {"level": row["severity"]["level"]}} if row.get("severity") else {})}
        entry = changed.get(row["id"].partition("/")[2].replace("-", "_"), entry)
        if entry is not None:
            stored[f"{row['id']} {row['part']} {row['reading']}"] = entry
    return {"schema": "claimcheck.lock/2", "statements": stored}


def test_nothing_fails_that_is_on_record_as_it_is(audit, records):
    record = compared(*records[:2], on_record(records))
    assert ElementTree.fromstring(render_junit(audit, record)).get("failures") == "0"
    (run,) = json.loads(render_sarif(audit, record))["runs"]
    assert all((one["level"], one["baselineState"]) == ("none", "unchanged") for one in run["results"])
    assert "### Nothing differs from the record" in render_summary(audit, record)


@pytest.mark.parametrize(("id", "entry", "words"), [
    ("prop_1", {"status": "UNDECIDED"}, "UNDECIDED on record, PROVED now"),
    ("prop_1", {"status": "PROVED", "digest": "0" * 64}, "PROVED as on record, but of another statement"),
    ("prop_1", None, "PROVED now, and no verdict on record"),
])
def test_what_differs_from_the_record_fails_and_nothing_else(audit, records, id, entry, words):
    record = compared(*records[:2], on_record(records, **{id: entry}))
    (failure,) = ElementTree.fromstring(render_junit(audit, record)).iter("failure")
    assert failure.get("message").startswith(words) and failure.get("type") == "PROVED"
    (one,) = [one for one in json.loads(render_sarif(audit, record))["runs"][0]["results"] if one["kind"] == "fail"]
    assert words in one["message"]["text"] and (one["level"], one["baselineState"]) == ("error", "updated")
    assert f"### 1 differs from the record\n\n- `toy/prop-1`: {words}" in render_summary(audit, record)


def test_a_record_of_other_papers_says_nothing_of_this_one(audit, records):
    record = compared(*records[:2], {"statements": {"other/prop-1 main main": {"status": "PROVED"}}})
    assert render_junit(audit, record) == render_junit(audit) and "on record" not in render_summary(audit, record)


def test_the_summary_leads_with_judgements_and_says_what_changed_and_what_fails(audit, records):
    text = render_summary(audit)
    assert text.index("by judgement") < text.index("2 changed since the earlier run") < text.index("claims fail") < text.index("Verdicts on statements")
    assert "UNDECIDED → **PROVED**" in text and "Theorem 1 **Advanced composition** (`toy/thm-1`): fails" in text and len(text) < 6000
    assert "changed since" not in render_summary(arranged.audit(*records)) and "the record" not in text


def test_a_report_holds_what_it_links_to_and_forgets_what_it_no_longer_names(folder, tmp_path):
    place = tmp_path / "published"
    write_report(folder, out=place)
    names = {path.name for path in (folder / "certificates").glob("*.json")}
    assert {path.name for path in (place / "certificates").iterdir()} == names and not (folder / "report").exists()
    (place / "certificates" / "notes.json").write_text("{}")
    gone = sorted(names)[0]
    (folder / "certificates" / gone).unlink()
    write_report(folder, out=place)
    assert {path.name for path in (place / "certificates").iterdir()} == names - {gone} | {"notes.json"}


def test_a_report_into_the_results_folder_itself_leaves_the_evidence_alone(folder):
    before = {path.name: path.read_bytes() for path in (folder / "certificates").iterdir()}
    write_report(folder, out=folder)
    assert {path.name: path.read_bytes() for path in (folder / "certificates").iterdir()} == before and (folder / "index.html").exists()


@pytest.mark.parametrize("text", ["{", "[]", '{"schema": "claimcheck.lock/1"}'])
def test_a_damaged_record_is_named(folder, tmp_path, text):
    (tmp_path / "verdicts.lock").write_text(text)
    with pytest.raises(ReportError, match=r"verdicts\.lock"):
        write_report(folder, formats=["junit"], lock=tmp_path / "verdicts.lock")
    assert write_report(folder, formats=["json"], lock=tmp_path / "verdicts.lock")


def test_each_format_is_written_alone_and_an_unknown_one_is_named(folder):
    for name, file in {"summary": "summary.md", "json": "report.json", "junit": "junit.xml", "sarif": "report.sarif"}.items():
        assert write_report(folder, formats=[name]) == [folder / "report" / file]
    assert not (folder / "report" / "index.html").exists()
    with pytest.raises(ReportError, match="must be one of html"):
        write_report(folder, formats=["pdf"])


def test_an_earlier_run_that_cannot_be_read_is_named(folder, tmp_path):
    with pytest.raises(ReportError, match="must exist"):
        write_report(folder, earlier=tmp_path / "nowhere")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "results.json").write_text('{"schema": "claimcheck.results/1", "results": [{}]}')
    with pytest.raises(ReportError, match="the earlier run: every result must have"):
        write_report(folder, earlier=tmp_path / "other")


def test_a_half_finished_run_is_neither_reported_nor_checked(tmp_path):
    (tmp_path / "progress.jsonl").write_text("")
    with pytest.raises(ReportError, match="half-finished") as of_report:
        write_report(tmp_path)
    with pytest.raises(StoreError) as of_check:
        check(tmp_path)
    assert str(of_check.value) == str(of_report.value)


def test_pages_say_what_changed_since_the_record_where_no_earlier_run_is_named(folder, tmp_path):
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    statements = {" ".join((row["id"], row["part"], row["reading"])): {"status": row["status"]} for row in results["results"]}
    name = next(iter(statements))
    statements[name] = {"status": "UNDECIDED"}
    statements["other/gone main main"] = {"status": "PROVED"}
    lock = tmp_path / "verdicts.lock"
    lock.write_text(json.dumps({"schema": "claimcheck.lock/2", "statements": statements}), encoding="utf-8")
    page = write_report(folder, out=tmp_path / "pages", lock=lock)[0].read_text(encoding="utf-8")
    assert "1 changed since the record" in page and "other/gone" not in page
    page = write_report(folder, out=tmp_path / "pages", lock=lock, earlier=folder)[0].read_text(encoding="utf-8")
    assert "nothing since the earlier run" in page
