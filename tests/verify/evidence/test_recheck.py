"""Many certificates are judged on several processes as they would be on one."""

import json
import os

import made_certificates
import pytest

from verify.evidence import recheck
from verify.evidence.checker import Outcome, check_file


@pytest.fixture
def files(tmp_path):
    made = [make() for make in made_certificates.REFUTATIONS]
    made[2]["evidence"]["instance"] = {}
    for k, data in enumerate(made):
        (tmp_path / f"c{k}.json").write_text(json.dumps(data))
    (tmp_path / "c9.json").write_text("[")
    return sorted(tmp_path.glob("*.json"))


def test_outcomes_stand_in_the_order_of_the_files_whatever_the_number_of_processes(files):
    serial = recheck.check_files(files, 1)
    assert [x.name for x in serial] == [file.name for file in files]
    assert [x.status for x in serial] == ["confirmed"] * 2 + ["refused"] + ["confirmed"] * 3 + ["refused"]
    assert recheck.check_files(files, 3) == serial
    assert recheck.check_files(files[::-1], 2) == serial[::-1]


def deadly(file, records=()):
    if file.name == "c1.json":
        os._exit(1)
    return check_file(file, records)


def test_a_file_that_takes_its_process_down_is_refused_and_no_other(files, monkeypatch):
    monkeypatch.setattr(recheck, "check_file", deadly)
    outcomes = recheck.check_files(files, 2)
    assert outcomes[1].status == "refused" and "ended the process" in outcomes[1].why
    assert [x.status for x in outcomes if x.name not in ("c1.json", "c2.json", "c9.json")] == ["confirmed"] * 4


def interrupted(file, records=()):
    raise KeyboardInterrupt


def test_an_interrupt_ends_the_processes(files, monkeypatch):
    monkeypatch.setattr(recheck, "check_file", interrupted)
    with pytest.raises(KeyboardInterrupt):
        recheck.check_files(files, 2)


def test_few_files_start_no_process(files, monkeypatch):
    monkeypatch.setattr(recheck, "ProcessPoolExecutor", None)
    assert all(isinstance(x, Outcome) for x in recheck.check_files(files[:3], 8))
