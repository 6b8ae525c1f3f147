"""``claimcheck reproduce``: tables and figures by id or paper, what is missing, words that name nothing."""

import json
import sys
from types import SimpleNamespace

import pytest

pytest.importorskip("matplotlib")


def test_a_figure_is_reproduced_and_then_not_computed_again(claimcheck, tmp_path):
    code, out, err = claimcheck("reproduce", "toy/fig-1", "--scale", "smoke", "--results", tmp_path)
    assert code == 0 and not err and "agrees" in out and "rows: printed 10, reproduced 10; counted" in out and "1 agrees, 0 differs" in out
    folder = tmp_path / "reproductions" / "toy__fig-1" / "smoke"
    assert sorted(path.name for path in folder.iterdir()) == ["plot.svg", "record.json", "rows.csv"]
    before = (folder / "record.json").read_bytes()
    _, out, _ = claimcheck("reproduce", "toy/fig-1", "--scale", "smoke", "--results", tmp_path)
    assert "unchanged, not computed again" in out and (folder / "record.json").read_bytes() == before


def test_a_scale_has_a_record_of_its_own(claimcheck, tmp_path):
    for scale in ("smoke", "cpu"):
        assert claimcheck("reproduce", "toy/fig-1", "--scale", scale, "--results", tmp_path)[0] == 0
    assert sorted(path.name for path in (tmp_path / "reproductions" / "toy__fig-1").iterdir()) == ["cpu", "smoke"]


def test_a_paper_is_gone_through_and_what_lacks_its_data_is_a_row_of_its_own(claimcheck, tmp_path):
    code, out, _ = claimcheck("reproduce", "toy", "--scale", "smoke", "--results", tmp_path, "--json")
    records = json.loads(out)
    assert code == 0 and [(record["id"], record["status"]) for record in records] == [("toy/fig-1", "DONE"), ("toy/tab-2", "NOT_CHECKED")]
    assert records[1]["reason"] == "data missing: table.csv (4 bytes): no folder with data was given; pass --data FOLDER; get it from https://example.org/table.csv"


def test_a_truncated_file_is_told_from_a_missing_one(claimcheck, tmp_path):
    (tmp_path / "table.csv").write_text("ab")
    code, out, _ = claimcheck("reproduce", "toy/tab-2", "--scale", "smoke", "--results", tmp_path / "out", "--data", tmp_path)
    assert code == 0 and "NOT_CHECKED  data missing: " in out and "must have 4 bytes, got 2: it is truncated" in out
    (tmp_path / "table.csv").write_text("abc\n")
    assert claimcheck("reproduce", "toy/tab-2", "--scale", "reduced", "--results", tmp_path / "out", "--data", tmp_path)[0] == 0


def test_what_cannot_be_loaded_is_refused_by_its_name_and_skipped_otherwise(claimcheck):
    code, out, err = claimcheck("reproduce", "broken/fig-1")
    assert code == 2 and not out and err.startswith("broken/fig-1: cannot be loaded: No module named 'a_library_that_is_not_there'; install") and err.count("\n") == 1
    code, out, err = claimcheck("reproduce", "--list", "toy", "broken")
    assert code == 0 and len(out.splitlines()) == 2 and err.rstrip().endswith("skipped")


def test_the_list_names_scales_and_files(claimcheck):
    code, out, _ = claimcheck("reproduce", "--list", "toy")
    assert code == 0 and out.splitlines()[1].split("  ")[-1] == "(smoke, reduced; data: table.csv)"


@pytest.mark.parametrize(("words", "told"), [
    (("toy/fig-2",), ("toy/fig-2: no such table or figure", "did you mean toy/fig-1")),
    (("tyo",), ("tyo: no such table or figure",)),
    (("toy/fig-1", "--scale", "smok"), ("--scale: must be one of smoke, cpu for toy/fig-1, got smok; did you mean smoke?",)),
    (("toy/fig-1", "toy/tab-2", "--scale", "reduced"), ("--scale: must be one of smoke, cpu for toy/fig-1, got reduced",)),
    (("toy", "--scale", "huge"), ("--scale: must be one of smoke, cpu, reduced, got huge",)),
    (("toy", "--device", "tpu"), ("--device: must be one of cpu, cuda, got tpu",)),
    (("toy", "--seed", "-1"), ("--seed: must be 0 or more, got -1",)),
    (("toy", "--data", "nowhere"), ("--data: must be a folder, got nowhere",)),
])
def test_bad_words_are_refused_in_one_line_and_nothing_is_left(claimcheck, tmp_path, monkeypatch, words, told):
    monkeypatch.chdir(tmp_path)
    code, out, err = claimcheck("reproduce", *words)
    assert code == 2 and not out and err.count("\n") == 1 and all(word in err for word in told)
    assert list(tmp_path.iterdir()) == []


def test_without_a_cuda_device_nothing_is_begun(claimcheck, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(cuda=SimpleNamespace(is_available=lambda: False)))
    monkeypatch.chdir(tmp_path)
    code, _, err = claimcheck("reproduce", "toy/fig-1", "--scale", "smoke", "--device", "cuda")
    assert code == 2 and err == "--device cuda: no CUDA device can be used here; use --device cpu\n" and list(tmp_path.iterdir()) == []


PAPER = """
from verify.claims import Claim, Compare, Measured

CLAIMS = (Claim("tiny/tab-1", "Table 1", states=Compare(Measured("coin", "heads"), "<=", {bound})),)
"""


def verdict(claimcheck, tmp_path, bound, *words):
    paper = tmp_path / "tiny.py"
    paper.write_text(PAPER.format(bound=bound))
    code, _, err = claimcheck("run", paper, "--effort", "quick", "--workers", "1", "--no-cache", "--quiet", "--out", tmp_path / "out", *words)
    assert code == 0, err
    return json.loads((tmp_path / "out" / "results.json").read_text())["results"][0]


def test_a_run_takes_verdicts_from_the_numbers_of_records_and_brings_their_plots(claimcheck, tmp_path):
    from verify.reproductions import recorded, store

    record = {"schema": store.SCHEMA, "id": "tiny/tab-1", "title": "t", "shows": "s", "scale": "full", "scale_words": "w", "status": "DONE", "reason": "", "key": "k", "command": "c", "seed": 0,
              "device": {"name": "cuda", "model": "a card"}, "comparisons": [], "claims": [], "notes": [], "about": ["tiny/tab-1"]}
    store.write(store.folder_of(tmp_path / "made", "tiny/tab-1", "full"), record, {"plot.svg": b"<svg/>", store.RUNS: store.runs_to_json({"coin": {0: {"heads": 3}, 1: {"heads": 4}}})})
    recorded.runs_of.cache_clear()
    assert verdict(claimcheck, tmp_path, 4)["status"] == "UNDECIDED"
    assert verdict(claimcheck, tmp_path, 4, "--records", tmp_path / "made")["status"] == "SUPPORTED"
    row = verdict(claimcheck, tmp_path, 3, "--records", tmp_path / "made")
    assert row["status"] == "REFUTED" and "the record tiny/tab-1 at full scale" in row["summary"]
    assert (tmp_path / "out" / "reproductions" / "tiny__tab-1" / "full" / "plot.svg").exists()
    absent = verdict(claimcheck, tmp_path, "Measured('coin', 'tails')", "--records", tmp_path / "made")
    assert absent["status"] == "NOT_CHECKED" and absent["summary"].startswith("data missing: coin measures no tails") and absent["power"] is None
    verdict(claimcheck, tmp_path, 3, "--records", tmp_path / "made")
    code, out, _ = claimcheck("check", tmp_path / "out", "--workers", "1")
    assert code == 1 and "record missing: no installed package and no folder given by --records holds tiny/tab-1 at full scale" in out
    code, out, _ = claimcheck("check", tmp_path / "out", "--workers", "1", "--records", tmp_path / "made")
    assert code == 0 and "1 row with a decisive verdict, 1 confirmed" in out
    code, _, err = claimcheck("check", tmp_path / "out", "--records", tmp_path / "out" / "certificates")
    assert code == 2 and err.startswith("--records: must be a results folder")


def test_a_folder_without_records_is_refused(claimcheck, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = claimcheck("run", "toy/true", "--records", tmp_path)
    assert code == 2 and not out and err.startswith("--records: must be a results folder of 'claimcheck reproduce', got") and err.count("\n") == 1 and list(tmp_path.iterdir()) == []


def test_all_comparisons_are_written_into_one_table(claimcheck, tmp_path):
    claimcheck("reproduce", "toy", "--scale", "smoke", "--results", tmp_path)
    text = (tmp_path / "reproductions" / "table.md").read_text()
    assert "| toy/fig-1 | smoke | rows | 10 | 10 |" in text and "NOT\\_CHECKED: data missing: table.csv" in text
