"""``claimcheck calibrate``: a small file, a named prior, the drawing, JSON, bad input."""

import json
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from verify.cli import calibrate as calibrating

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def declared(monkeypatch):
    """The priors that the project declares, whether or not this version is the installed one."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"][calibrating.GROUP]
    points = [EntryPoint(name, value, calibrating.GROUP) for name, value in declared.items()]
    monkeypatch.setattr(calibrating, "entry_points", lambda group: points)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "grades.csv"
    path.write_text("paid,grade\nno,0\nno,10\nno,12\nyes,8\nyes,10\nyes,13\nyes,20\n", encoding="utf-8")
    return path


def test_a_table_shows_sensitivities_and_scales(claimcheck, file, tmp_path):
    code, out, err = claimcheck("calibrate", file, "--secret", "paid", "--released", "grade", "--delta", "0.3", "--plot", tmp_path / "bars.svg")
    assert code == 0 and not err
    assert "Delta_G, largest W_oo" in out and "at no | yes" in out and "conditional 3/10" in out
    drawing = (tmp_path / "bars.svg").read_text(encoding="utf-8")
    assert drawing.startswith("<svg") and drawing.count("<rect") > 10


def test_json_has_exact_sensitivities_and_bounds_of_scales(claimcheck, file):
    code, out, _ = claimcheck("calibrate", file, "--secret", "paid", "--released", "grade", "--noise", "normal", "--order", "4", "--epsilon", "1/2", "--json")
    found = json.loads(out)
    assert code == 0 and found["schema"] == "claimcheck.calibrate/1"
    kinds = {row["kind"]: row["exact"] for row in found["sensitivities"]}
    assert kinds["group"] == "20" and kinds["general"] == "10"
    general = next(row for row in found["scales"] if row["mechanism"] == "general")
    assert float(general["scale"][0]) <= 20 <= float(general["scale"][1]) and float(general["of_group"][1]) == pytest.approx(0.5)


def test_a_prior_by_name_is_calibrated(claimcheck):
    code, out, _ = claimcheck("calibrate", "--prior", "correlated-pair", "--p", "1/2", "--rho", "1/3", "--noise", "cauchy", "--json")
    kinds = {row["kind"]: row["exact"] for row in json.loads(out)["sensitivities"]}
    assert code == 0 and kinds["general"] == kinds["group"] == "2"
    code, out, _ = claimcheck("calibrate", "--prior", "markov-chain", "--stay", "0.9", "--length", "3")
    assert code == 0 and "record 0 is 0 | record 0 is 1" in out.replace("record 0 is 1 | record 0 is 0", "record 0 is 0 | record 0 is 1")


def test_a_normal_prior_is_calibrated(claimcheck):
    code, out, _ = claimcheck("calibrate", "--prior", "normal-records", "--size", "3", "--rho", "1/2", "--points", "0,2", "--delta", "0.1", "--noise", "normal", "--exact", "--json")
    found = json.loads(out)
    kinds = {row["kind"]: row for row in found["sensitivities"]}
    assert code == 0 and kinds["general"]["exact"] == "4" and kinds["group"]["bounds"] == ["oo", "oo"]
    assert {row["mechanism"] for row in found["scales"]} >= {"general", "conditional 1/10", "exact"}


@pytest.mark.parametrize(("words", "message"), [
    ((), "exactly one of a CSV file and --prior"),
    (("FILE",), "--secret COLUMN and --released COLUMN"),
    (("FILE", "--secret", "pad", "--released", "grade"), "no column pad; there are paid, grade"),
    (("FILE", "--secret", "paid", "--released", "grade", "--order", "1"), "must be above 1"),
    (("FILE", "--secret", "paid", "--released", "grade", "--order", "x"), "--order: must be a number"),
    (("FILE", "--secret", "paid", "--released", "grade", "--delta", "1"), "must be in (0, 1)"),
    (("FILE", "--secret", "paid", "--released", "grade", "--range", "0:10"), "--range: must contain all values"),
    (("FILE", "--secret", "paid", "--released", "grade", "--range", "10"), "must be written A:B"),
    (("FILE", "--secret", "paid", "--released", "grade", "--noise", "uniform"), "must be laplace, normal, cauchy"),
    (("FILE", "--secret", "paid", "--released", "grade", "--colour", "red"), "no such option --colour"),
    (("FILE", "--secret", "paid", "--released", "grade", "--plot", "no/such/folder.svg"), "--plot: cannot write"),
    (("--prior", "guess"), "must be one of correlated-pair"),
    (("--prior", "correlated-pair", "--p", "1/2"), "without --rho"),
    (("--prior", "correlated-pair", "--p", "1", "--rho", "0"), "every secret must have positive probability"),
    (("--prior", "correlated-pair", "--p", "1/2", "--rho", "-2"), "rho must be at least"),
    (("--prior", "normal-records", "--size", "2", "--rho", "1"), "rho must be in [-1, 1)"),
    (("--prior", "normal-records", "--size", "2", "--rho", "0", "--values", "0,1"), "--values: must be left out with --prior"),
])
def test_bad_input_is_one_line_with_what_would_be_accepted(claimcheck, file, words, message):
    code, out, err = claimcheck("calibrate", *(file if word == "FILE" else word for word in words))
    assert code == 2 and message in err and not out
    assert len(err.strip().splitlines()) == 1


def test_an_infinite_divergence_is_an_answer(claimcheck, file):
    code, out, _ = claimcheck("calibrate", file, "--secret", "paid", "--released", "grade", "--noise", "normal", "--order", "oo")
    assert code == 0 and "oo" in out and "take another noise" in out
