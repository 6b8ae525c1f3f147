"""Many certificates are judged on several processes as they would be on one."""

import json
import subprocess
import sys

import doubles
import made_certificates
import pytest

from verify.evidence import recheck


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


def test_a_file_that_takes_its_process_down_is_refused_and_no_other(files):
    outcomes = recheck.check_files(files, 2, judge=doubles.deadly)
    assert outcomes[1].status == "refused" and "ended the process" in outcomes[1].why
    assert [x.status for x in outcomes if x.name not in ("c1.json", "c2.json", "c9.json")] == ["confirmed"] * 4


def test_a_file_whose_check_never_ends_is_refused_and_no_other(files):
    outcomes = recheck.check_files(files, 2, seconds=5.0, judge=doubles.hanging)
    assert outcomes[1].status == "refused" and "no answer within 5 s" in outcomes[1].why
    assert [x.status for x in outcomes if x.name not in ("c1.json", "c2.json", "c9.json")] == ["confirmed"] * 4


def test_the_processes_of_the_checker_import_no_engine():
    told = "import sys, verify.evidence.recheck as r; [__import__(m) for m in r.MODULES]; print([m for m in sys.modules if m.startswith('verify.engines')])"
    assert subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_progress_counts_every_file_once(files):
    told = []
    with recheck.checking(files, 2, progress=lambda done, total: told.append((done, total))) as outcomes:
        outcomes()
    assert told[0] == (0, len(files)) and told[-1] == (len(files), len(files)) and [done for done, _ in told] == sorted(done for done, _ in told)
