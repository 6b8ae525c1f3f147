"""Power in words, in the pages of a folder that holds a measurement."""

import json
import sys
from pathlib import Path

import pytest

from verify.report import ReportError, write_report
from verify.report.facts import power as _power
from verify.report.power import noticed, percent, smallest_words

sys.path.insert(0, str(Path(__file__).parent))

from verify.schemas.shape import problems


@pytest.mark.parametrize(("size", "words"), [("1/2", "50 %"), ("1/100", "1 %"), ("1/10000", "0.01 %"), ("1/1000000", "0.0001 %"), ("1/272", "0.368 %")])
def test_sizes_are_told_as_percentages(size, words):
    assert percent(size) == words


def test_what_was_noticed_is_a_sentence_whatever_is_stored():
    assert smallest_words("1/10000") == "would have noticed an error of 0.01 % in the claimed side"
    assert noticed({"smallest_noticed": "rubbish"}) == "smallest error noticed: rubbish"


@pytest.fixture
def folder(tmp_path, monkeypatch, capsys):
    """A run of a small file with a measurement of its power."""
    from verify.cli.main import run_command

    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.py").write_text(
        "from verify.claims import Claim, Compare, above, at_least, numbers\n"
        "x, y = numbers('x y')\n"
        "CLAIM = Claim('small/one', 'Statement 1', forall={x: above(0), y: at_least(x)}, states=Compare(x, '<=', y))\n")
    assert run_command(["run", "small.py", "--effort", "quick", "--out", "out", "--workers", "1", "-q"]) == 0
    assert run_command(["power", "small.py", "--out", "out", "--workers", "1", "-q"]) == 0
    assert "would have noticed an error of 0.0001 %" in capsys.readouterr().out
    return tmp_path / "out"


def test_the_pages_say_what_would_have_been_noticed(folder):
    write_report(folder)
    assert "Smallest detectable error" in (folder / "report" / "index.html").read_text()
    (page,) = (folder / "report" / "claims").glob("*.html")
    assert "would have noticed an error of 0.0001 %" in page.read_text()
    assert "Smallest detectable error" in (folder / "report" / "report.md").read_text()


def test_the_stored_measurement_fits_its_schema(folder):
    from importlib.resources import files

    schema = json.loads(files("verify.schemas").joinpath("power.schema.json").read_text(encoding="utf-8"))
    assert problems(schema, json.loads((folder / "power.json").read_text())) == []


@pytest.mark.parametrize("text", ["{", "[]", '{"schema": "claimcheck.power/9"}', '{"schema": "claimcheck.power/1", "summary": {}, "statements": [3]}'])
def test_a_damaged_measurement_is_refused_with_what_to_do(folder, text):
    (folder / "power.json").write_text(text)
    with pytest.raises(ReportError, match=r"power\.json.*claimcheck power"):
        write_report(folder)


def test_the_page_of_a_row_names_the_kinds_that_were_noticed_and_those_that_were_not():
    entry = {"twin": "claimed side changed by 1/1000", "kind": "factor", "refuted": True, "smallest_noticed": "1/1000", "survived": [], "kinds": {"factor": "1/1000", "added": "", "exponent": "yes"}}
    assert _power(entry) == (("planted error", "claimed side changed by 1/1000: refuted by the same engines"),
                             ("", "noticed: a factor of 0.1 %, another exponent; not noticed: an added constant"))
