"""Tables and figures in a report: their own page, the overview, the claims they decide, one file with everything, Markdown; damaged records are named."""

import json
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from verify.report import ReportError, html, write_report
from verify.report.reproduced import by_claim, read
from verify.reproductions import store

sys.path.insert(0, str(Path(__file__).parent))

from verify.schemas.shape import problems

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"/>'


def record(**changes):
    line = {"what": "cell <1>", "printed": "2.5", "reproduced": "2.4", "spread": "0.1", "verdict": "differs", "note": ""}
    claim = {"id": "toy/true", "part": "main", "reading": "main", "status": "SUPPORTED", "summary": "held in 3 of 3 runs", "seeds": 3}
    return {"schema": store.SCHEMA, "id": "toy/fig-1", "title": "A figure", "shows": "what is there", "scale": "smoke", "scale_words": "small", "status": "DONE", "reason": "", "key": "k",
            "command": "claimcheck reproduce toy/fig-1 --scale smoke", "seed": 0, "device": {"name": "cpu", "model": "a processor"}, "versions": {"numpy": "2"}, "data": {"a.csv": "00"},
            "wall_seconds": 1.25, "processor_seconds": 1.0, "rows": 3, "notes": ["a note"], "comparisons": [line, {**line, "what": "other", "verdict": "agrees"}], "claims": [claim], **changes}


def put(folder, **changes):
    made = record(**changes)
    store.write(store.folder_of(folder, made["id"], made["scale"]), made, {"plot.svg": SVG, "rows.csv": b"x\n1\n"} if made["status"] == "DONE" else {})


@pytest.fixture
def run(tmp_path):
    """A small finished run."""
    claims = {"schema": "claimcheck.claims/1", "papers": [], "items": []}
    results = {"schema": "claimcheck.results/1", "run": {}, "results": [], "errors": []}
    (tmp_path / "results.json").write_text(json.dumps(results))
    (tmp_path / "claims.json").write_text(json.dumps(claims))
    return tmp_path


def test_a_record_fits_its_schema(tmp_path):
    put(tmp_path)
    schema = json.loads(files("verify.schemas").joinpath("reproduction.schema.json").read_text(encoding="utf-8"))
    (stored,) = store.read_all(tmp_path)
    assert problems(schema, stored) == []
    assert problems(schema, {**stored, "status": "HALF"}) and problems(schema, {**stored, "comparisons": [{**stored["comparisons"][0], "verdict": "maybe"}]})


def test_without_a_run_the_tables_and_figures_have_a_page(tmp_path):
    put(tmp_path)
    first, *_ = write_report(tmp_path)
    page = first.read_text()
    assert first.name == "reproductions.html" and 'src="reproductions/toy__fig-1/smoke/plot.svg"' in page
    assert (first.parent / "reproductions/toy__fig-1/smoke/plot.svg").exists()
    assert "cell &lt;1&gt;" in page and "1 differs, 1 agrees" in page and "1.2 s on cpu (a processor)" in page and "held in 3 of 3 runs" in page


def test_what_was_not_run_says_why(tmp_path):
    put(tmp_path, status="NOT_CHECKED", reason="hardware missing: not run at full scale", scale="full", comparisons=[], claims=[])
    assert "NOT_CHECKED: hardware missing: not run at full scale" in write_report(tmp_path)[0].read_text()


def test_the_overview_links_the_page_and_the_single_file_holds_the_plot(run):
    put(run)
    written = {path.name: path.read_text() for path in write_report(run)}
    assert 'href="reproductions.html#reproduction-toy__fig-1--smoke"' in written["index.html"] and 'id="reproduction-toy__fig-1--smoke"' in written["reproductions.html"]
    assert "`toy/fig-1`" in written["report.md"] and "1 differs, 1 agrees" in written["report.md"]
    single = write_report(run, single_file=True)[0].read_text()
    assert "data:image/svg+xml,%3C" in single and 'href="#reproduction-toy__fig-1--smoke"' in single and "../reproductions" not in single


def test_a_report_without_reproductions_has_no_such_page(run):
    assert "reproductions.html" not in {path.name for path in write_report(run)}


def test_claims_find_the_runs_that_decide_them(tmp_path):
    put(tmp_path)
    ((_, lines),) = by_claim(read(tmp_path))["toy/true"]
    assert [line["status"] for line in lines] == ["SUPPORTED"]


def test_a_record_about_a_claim_is_found_by_it_also_where_its_scale_decides_nothing(tmp_path):
    put(tmp_path, claims=[], about=["toy/other"])
    put(tmp_path, claims=[], about=["toy/other"], scale="full", status="NOT_CHECKED", reason="hardware missing", comparisons=[])
    assert [(one.record["scale"], lines) for one, lines in by_claim(read(tmp_path))["toy/other"]] == [("smoke", [])]


def test_the_page_of_a_claim_links_the_plots_of_its_records(tmp_path):
    environment = html._environment()
    put(tmp_path, claims=[], about=["toy/other"])
    macro = environment.from_string('{% import "parts.html.jinja" as parts with context %}{{ parts.runs(none, decided, "../reproductions.html", "../") }}')
    page = macro.render(decided=by_claim(read(tmp_path))["toy/other"])
    assert 'href="../reproductions/toy__fig-1/smoke/plot.svg"' in page and "../reproductions.html#reproduction-toy__fig-1--smoke" in page and "decides no claim" in page


def test_what_differs_stands_first_and_the_plot_above_the_table(tmp_path):
    put(tmp_path)
    page = write_report(tmp_path)[0].read_text()
    assert page.index("plot.svg") < page.index("Compared with what is printed")
    table = page.partition("Compared with what is printed</caption>")[2].partition("</table>")[0]
    assert table.index(">differs<") < table.index(">agrees<")


def test_a_damaged_record_stops_the_report(run):
    put(run)
    (run / "reproductions" / "toy__fig-1" / "smoke" / "plot.svg").write_text("other")
    with pytest.raises(ReportError, match=r"plot\.svg: must be as it was written"):
        write_report(run)
