"""The table of all records has a line for each comparison, with verdict and cost, and a line with the reason where nothing was computed."""

from verify.reproductions import store
from verify.reproductions.table import COLUMNS, lines, markdown, write

LINE = {"what": "a | b", "printed": "2.5", "reproduced": "2.4", "spread": "2.4 ± 0.1", "verdict": "differs", "note": ""}
DONE = {"schema": store.SCHEMA, "id": "toy/fig-1", "title": "A figure", "shows": "", "scale": "smoke", "scale_words": "", "status": "DONE", "reason": "", "key": "", "command": "", "notes": [], "claims": [],
        "device": {"name": "cpu", "model": "m"}, "processor_seconds": 1.25, "wall_seconds": 2.0, "comparisons": [LINE, {**LINE, "what": "other", "verdict": "agrees"}]}
MISSING = {**DONE, "id": "toy/fig-2", "status": "NOT_CHECKED", "reason": "hardware missing: not run at scale full", "comparisons": []}


def test_each_comparison_is_a_line_and_the_cost_stands_in_the_first():
    first, second = lines(DONE)
    assert first == ("toy/fig-1", "smoke", "a | b", "2.5", "2.4", "2.4 ± 0.1", "differs", "1.2 s of processor time, 2.0 s on cpu")
    assert second[2] == "other" and second[-1] == "" and len(first) == len(COLUMNS)


def test_what_was_not_computed_says_why():
    ((id, _, what, *_, verdict, cost),) = lines(MISSING)
    assert (id, what, verdict, cost) == ("toy/fig-2", "A figure", "NOT_CHECKED: hardware missing: not run at scale full", "")


def test_the_document_keeps_text_in_its_cell():
    rows = markdown([DONE, MISSING]).splitlines()[2:]
    assert len(rows) == 5 and {row.replace(r"\|", "").count("|") for row in rows} == {len(COLUMNS) + 1}


def test_the_table_of_a_folder_holds_all_its_records(tmp_path):
    for record in (DONE, MISSING):
        store.write(store.folder_of(tmp_path, record["id"], record["scale"]), record, {})
    assert "toy/fig-1" in (text := write(tmp_path).read_text()) and "toy/fig-2" in text
