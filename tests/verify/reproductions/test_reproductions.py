"""A reproduction is computed, drawn, compared and stored whole; unchanged inputs cost nothing; what is missing is said and leaves nothing behind."""

import json
from dataclasses import replace

import pytest

from verify.claims.nodes import ClaimError
from verify.reproductions import Comparison, DataFile, NotHere, Produced, Reproduction, Scale, Setting, spread_of, store
from verify.reproductions.data import DataError
from verify.reproductions.produce import produce
from verify.reproductions.registry import Installed
from verify.reproductions.sources import closure, sources_digest
from verify.run.store import StoreError

CALLS = []
TABLE = DataFile("table.csv", "https://example.org/table.csv", lines=3, folder="set")


def compute(setting: Setting) -> Produced:
    CALLS.append(setting)
    read = [len(path.read_text()) for path in setting.files.values()]
    return Produced([{"x": k, "y": k * 0.1 + setting.seed, "name": "odd" if k % 2 else "even", "none": None} for k in range(4 + sum(read))], ("a note",), files={"sheet.txt": b"sheet"})


def draw(figure, rows):
    figure.subplots().plot([row["x"] for row in rows], [row["y"] for row in rows])


def compare(rows, scale):
    return [Comparison("last y", "0.3", f"{rows[-1]['y']:.1f}", "agrees" if rows[-1]["y"] < 0.35 else "differs")]


TOY = Reproduction("toy/fig-1", "A line", "y = x/10", {"smoke": Scale("four points"), "cpu": Scale("with a table", (TABLE,)), "full": Scale("on a GPU", device="cuda")},
                   compute, compare)


@pytest.fixture(autouse=True)
def no_matplotlib(monkeypatch):
    """Only the test of the drawing needs it."""
    CALLS.clear()
    monkeypatch.setattr("verify.reproductions.produce.matplotlib_or_refuse", lambda: None)


def made(**changes):
    return Installed(__name__, replace(TOY, **changes))


@pytest.fixture
def importable(monkeypatch):
    """The sources of this module are those of a module that can be imported."""
    monkeypatch.setattr("verify.reproductions.produce.sources_digest", lambda module: "sources")


def run(folder, scale="smoke", seed=0, data=None, device="cpu", **changes):
    return produce(made(**changes), scale, seed, device, data, folder)


def test_a_record_holds_rows_comparison_versions_and_cost(tmp_path, importable):
    record, kept = run(tmp_path)
    folder = tmp_path / "reproductions" / "toy__fig-1" / "smoke"
    assert not kept and record["status"] == "DONE" and record["comparisons"][0]["verdict"] == "agrees"
    assert sorted(path.name for path in folder.iterdir()) == ["record.json", "rows.csv", "sheet.txt"]
    stored = store.read(folder)
    assert stored["versions"]["numpy"] and stored["device"]["name"] == "cpu" and stored["wall_seconds"] >= 0 and stored["seed"] == 0 and stored["notes"] == ["a note"]
    assert store.rows_from_csv((folder / "rows.csv").read_bytes())[1] == {"x": 1, "y": 0.1, "name": "odd", "none": None}
    assert store.read_all(tmp_path) == [stored]


def test_unchanged_inputs_are_not_computed_again(tmp_path, importable):
    run(tmp_path)
    record, kept = run(tmp_path)
    assert kept and len(CALLS) == 1 and record["status"] == "DONE"


@pytest.mark.parametrize("change", ["seed", "sources", "rows", "record", "data"])
def test_whatever_the_result_depends_on_makes_it_new(tmp_path, importable, monkeypatch, change):
    data = tmp_path / "data"
    data.mkdir()
    (data / "table.csv").write_text("1\n2\n3\n")
    out = tmp_path / "out"
    run(out, "cpu", data=data)
    folder = out / "reproductions" / "toy__fig-1" / "cpu"
    if change == "sources":
        monkeypatch.setattr("verify.reproductions.produce.sources_digest", lambda module: "other")
    if change == "data":
        (data / "table.csv").write_text("1\n2\n4\n")
    if change == "rows":
        (folder / "rows.csv").write_text("x\n1\n")
    if change == "record":
        (folder / "record.json").write_text((folder / "record.json").read_text()[:-20])
    record, kept = run(out, "cpu", seed=1 if change == "seed" else 0, data=data)
    assert not kept and len(CALLS) == 2 and store.read(folder)["key"] == record["key"]


def test_a_file_may_lie_in_the_folder_of_its_set(tmp_path):
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "table.csv").write_text("1\n\n2\n3\n")
    assert TABLE.find(tmp_path) == tmp_path / "set" / "table.csv"


@pytest.mark.parametrize(("content", "words"), [(None, "no such file, expected 3 lines; get it from https://example.org"), ("1\n2\n", "must have 3 lines, got 2: it is truncated")])
def test_missing_and_truncated_files_are_named_with_size_and_source(tmp_path, importable, content, words):
    data = tmp_path / "data"
    data.mkdir()
    if content is not None:
        (data / "table.csv").write_text(content)
    record, _ = run(tmp_path / "out", "cpu", data=data)
    assert record["status"] == "NOT_CHECKED" and record["reason"].startswith("data missing: ") and "table.csv" in record["reason"] and words in record["reason"]
    assert not CALLS and "\n" not in record["reason"]


def test_without_a_folder_the_file_is_named():
    with pytest.raises(DataError, match=r"table.csv \(3 lines\): no folder with data was given; pass --data FOLDER"):
        TABLE.find(None)


def test_what_is_missing_later_does_not_replace_what_was_found(tmp_path, importable):
    data = tmp_path / "data"
    data.mkdir()
    (data / "table.csv").write_text("1\n2\n3\n")
    first, _ = run(tmp_path, "cpu", data=data)
    second, _ = run(tmp_path, "cpu")
    assert second["status"] == "NOT_CHECKED" and store.read(tmp_path / "reproductions" / "toy__fig-1" / "cpu")["key"] == first["key"]


def test_a_scale_for_a_gpu_is_not_run_without_one(tmp_path, importable):
    record, _ = run(tmp_path, "full")
    assert record["status"] == "NOT_CHECKED" and record["reason"].startswith("hardware missing: not run at scale full") and not CALLS


def test_a_failure_leaves_nothing_behind(tmp_path, importable):
    with pytest.raises(ZeroDivisionError):
        run(tmp_path / "new", compute=lambda setting: 1 // 0)
    with pytest.raises(ValueError, match="row 1: must have the columns x"):
        run(tmp_path / "new", compute=lambda setting: Produced([{"x": 1}, {"y": 1}]), compare=lambda rows, scale: [])
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="must be writable"):
        run(tmp_path / "file")
    assert not (tmp_path / "new").exists() and (tmp_path / "file").read_text() == ""


def test_an_extra_that_is_missing_is_said(tmp_path, importable):
    def needs(setting):
        raise NotHere("extra missing: install it")

    assert run(tmp_path, compute=needs)[0]["reason"] == "extra missing: install it"


def test_the_same_rows_give_the_same_drawing(tmp_path, importable):
    pytest.importorskip("matplotlib")
    first, second = (run(tmp_path / name, draws={"plot": draw}) and (tmp_path / name / "reproductions/toy__fig-1/smoke/plot.svg").read_bytes() for name in "ab")
    assert first == second and b"<svg" in first


@pytest.mark.parametrize("damage", [{"schema": "other/1"}, {"comparisons": None}, {"files": {"../x": "0"}}])
def test_a_damaged_record_is_named(tmp_path, importable, damage):
    run(tmp_path)
    path = tmp_path / "reproductions" / "toy__fig-1" / "smoke" / "record.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **damage}))
    with pytest.raises(StoreError, match=r"must (be|have)"):
        store.read(path.parent)


@pytest.mark.parametrize("changes", [{"id": "Figure 1"}, {"scales": {}}, {"devices": ("cuda",)}])
def test_a_bad_declaration_is_refused(changes):
    with pytest.raises(ClaimError):
        replace(TOY, **changes)


def test_a_verdict_of_a_comparison_is_one_of_four():
    with pytest.raises(ClaimError, match="verdict must be one of"):
        Comparison("x", "1", "1", "PROVED")


def test_the_sources_of_a_module_are_what_it_imports():
    found = closure("verify.reproductions.store")
    assert {"verify.reproductions.artefact", "verify.run.store", "verify.claims.nodes"} <= set(found)
    assert "verify.engines.experiment" not in found and "verify.engines.experiment" in closure("verify.reproductions.verdicts")
    assert sources_digest("verify.reproductions.store") != sources_digest("verify.reproductions.data")


def test_a_spread_is_a_mean_with_a_deviation():
    assert spread_of([1.0, 2.0, 3.0]) == "2 ± 1 (3 runs)" and spread_of([2.0]) == "2 (one run)"
    assert spread_of([float("inf"), float("inf")]) == "inf (2 runs)"
