"""Rows that their certificates do not bear out: `check` names each in a line and fails, `lock` and `gate` refuse them, `report` shows no verdict."""

import importlib.util
import json
import shutil
import sys
from pathlib import Path

import pytest

from verify.cli.main import run_command

SPEC = importlib.util.spec_from_file_location("forged_small", Path(__file__).parent / "small.py")
small = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(small)
TRUE, FALSE, ONE, TWO = ("small/true", "main", "main"), ("small/false", "main", "main"), ("small/either", "main", "one"), ("small/either", "main", "two")


@pytest.fixture(scope="module")
def honest(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    (folder / "small.py").write_text(small.SMALL)
    assert run_command(["run", str(folder / "small.py"), "--effort", "quick", "--workers", "1", "-q", "--no-cache", "--out", str(folder / "out")]) == 0
    sys.modules.pop("small", None)
    return folder / "out"


class Folder:
    """A copy of the results that can be altered."""

    def __init__(self, path):
        self.path = path
        self.results = json.loads((path / "results.json").read_text())

    def row(self, key):
        return next(row for row in self.results["results"] if (row["id"], row["part"], row["reading"]) == key)

    def file(self, key):
        return self.path / "certificates" / f"{key[0].replace('/', '__')}__{key[1]}__{key[2]}.json"

    def certificate(self, key, **changes):
        self.file(key).write_text(json.dumps(json.loads(self.file(key).read_text()) | changes))

    def write(self):
        (self.path / "results.json").write_text(json.dumps(self.results))


@pytest.fixture
def folder(honest, tmp_path):
    shutil.copytree(honest, tmp_path / "out")
    return Folder(tmp_path / "out")


def supported(folder):
    return next(row for row in folder.results["results"] if row["status"] == "SUPPORTED")


def swap(folder, first, second, *fields):
    a, b = folder.row(first), folder.row(second)
    for field in fields:
        a[field], b[field] = b[field], a[field]


def another_claim(folder):
    path = folder.path / "claims.json"
    claims = json.loads(path.read_text())
    item = next(item for item in claims["papers"][0]["items"] if item["id"] == FALSE[0])
    item["variants"][0]["digest"] = "0" * 64
    path.write_text(json.dumps(claims))


def swapped_files(folder):
    texts = folder.file(TRUE).read_text(), folder.file(FALSE).read_text()
    folder.file(TRUE).write_text(texts[1])
    folder.file(FALSE).write_text(texts[0])


def unknown_paper(folder):
    """A certificate that the checker confirms, of a claim that the results do not know."""
    text = folder.file(FALSE).read_text().replace("small/false", "other/false")
    (folder.path / "certificates" / "other__false__main__main.json").write_text(text)


def without(key):
    return lambda folder: folder.row(key).update(certificate=None)


FORGERIES = {
    "a proof without a certificate": without(TRUE),
    "a refutation without a certificate": without(FALSE),
    "a supported row turned into a proof": lambda folder: supported(folder).update(status="PROVED"),
    "a supported row with the certificate of another": lambda folder: supported(folder).update(status="PROVED", certificate=folder.row(TRUE)["certificate"]),
    "a proof called supported": lambda folder: folder.row(TRUE).update(status="SUPPORTED"),
    "a proof and a refutation with swapped statuses": lambda folder: swap(folder, TRUE, FALSE, "status"),
    "two readings with swapped statuses": lambda folder: swap(folder, ONE, TWO, "status"),
    "two readings with swapped verdicts and certificates": lambda folder: swap(folder, ONE, TWO, "status", "certificate"),
    "a missing certificate": lambda folder: folder.file(FALSE).unlink(),
    "all certificates missing": lambda folder: shutil.rmtree(folder.path / "certificates"),
    "a certificate in another place": lambda folder: folder.row(FALSE).update(certificate=f"../{folder.row(FALSE)['certificate']}"),
    "a certificate without a row": lambda folder: folder.results["results"].remove(folder.row(FALSE)),
    "a certificate of an unknown paper": unknown_paper,
    "certificates with swapped contents": swapped_files,
    "a certificate with another status": lambda folder: folder.certificate(FALSE, status="PROVED"),
    "a certificate with another digest": lambda folder: folder.certificate(FALSE, digest="0" * 64),
    "a certificate of another part": lambda folder: folder.certificate(FALSE, part="other"),
    "a certificate of another reading": lambda folder: folder.certificate(TWO, reading="one"),
    "a certificate that cannot be read": lambda folder: folder.file(FALSE).write_text("{"),
    "claims.json with another statement": another_claim,
    "claims.json missing": lambda folder: (folder.path / "claims.json").unlink(),
    "a row twice": lambda folder: folder.results["results"].append(folder.row(TRUE) | {"status": "UNDECIDED", "certificate": None}),
    "a status of its own": lambda folder: supported(folder).update(status="ESTABLISHED"),
}


def severity_of(folder, **changes):
    folder.row(FALSE)["severity"] |= changes


def without_weaker(folder):
    next((folder.path / "certificates" / "weaker").glob("small__false*")).unlink()


FORGERIES |= {
    "a milder severity": lambda folder: severity_of(folder, level="boundary", correction="for x > 1", status="SUPPORTED"),
    "a severity of another verdict": lambda folder: folder.row(FALSE)["severity"]["statements"][0].update(status="SUPPORTED"),
    "a severity of other weakenings": lambda folder: folder.row(FALSE)["severity"]["statements"][0].update(weakened=["boundary z"]),
    "a severity without its certificate": without_weaker,
}

DAMAGED = ("a proof without a certificate", "a refutation without a certificate", "a supported row turned into a proof", "a proof called supported", "a status of its own")
"""Rows that no run writes: they do not have the form of results.json, so that nothing of the file is read as results."""


def check(folder, *options):
    return run_command(["check", str(folder.path), "--workers", "1", *options])


def test_honest_rows_are_counted_and_confirmed(folder, capsys):
    assert check(folder) == 0
    assert "4 rows with a decisive verdict, 4 confirmed" in capsys.readouterr().out
    assert {row["status"] for row in folder.results["results"]} == {"PROVED", "REFUTED", "SUPPORTED"}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_named_and_fails(folder, capsys, name):
    FORGERIES[name](folder)
    folder.write()
    if name in DAMAGED:
        assert check(folder) == 2
        assert "results.json: results[" in capsys.readouterr().err
        return
    assert check(folder) == 1
    shown = capsys.readouterr().out
    assert any(line.startswith("refused ") for line in shown.splitlines())


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_not_locked(folder, tmp_path, name):
    from verify.claims.registry import load_file
    from verify.gate.locking import lock
    from verify.run.store import StoreError

    (tmp_path / "small.py").write_text(small.SMALL)
    paper, _ = load_file(tmp_path / "small.py")
    where = (tmp_path / "verdicts.lock", tmp_path / "verdicts", {"small": paper})
    FORGERIES[name](folder)
    folder.write()
    try:
        written = lock(folder.path, *where, workers=1).written
    except StoreError:
        written = False
    assert not written and not (tmp_path / "verdicts.lock").exists()


@pytest.mark.parametrize("name", FORGERIES)
def test_after_withdrawing_nothing_is_left_to_refuse(folder, capsys, name):
    if name == "a row twice":
        pytest.skip("the row itself is damaged, not its evidence")
    FORGERIES[name](folder)
    folder.write()
    if name in DAMAGED:
        before = (folder.path / "results.json").read_bytes()
        assert check(folder, "--withdraw") == 2
        assert (folder.path / "results.json").read_bytes() == before
        return
    assert check(folder, "--withdraw") == 0
    assert check(folder) == 0, capsys.readouterr().out


@pytest.mark.parametrize("name", FORGERIES)
def test_a_report_shows_no_verdict_that_its_certificate_does_not_say(folder, name):
    from verify.report import ReportError, write_report

    before = {(row["id"], row["part"], row["reading"]): row["status"] for row in folder.results["results"]}
    FORGERIES[name](folder)
    folder.write()
    try:
        write_report(folder.path, formats=("json",))
    except ReportError:
        return
    items = [item for paper in json.loads((folder.path / "report" / "report.json").read_text())["papers"] for item in paper["items"]]
    shown = {(item["id"], one["part"], one["reading"]): one["status"] for item in items for one in item["verdicts"]}
    assert all(status in ("UNDECIDED", "SUPPORTED", "ESTABLISHED") or status == before[key] for key, status in shown.items()), shown


def test_bare_certificates_are_checked_and_it_is_said_that_they_belong_to_no_row(folder, capsys):
    typed = ["certify", "x <= 2/3", "--where", "0<=x<=1", "--out", str(folder.path / "typed")]
    assert run_command(typed) == 0 and run_command(["check", str(folder.path / "typed")]) == 0
    assert "there is no results.json here" in capsys.readouterr().out
    assert run_command(["check", str(folder.path / "certificates"), "--workers", "1"]) == 1  # their paper is not installed
    assert "its paper is not installed" in capsys.readouterr().out
