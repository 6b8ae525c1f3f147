"""Claims on experiments are judged on the runs of a reproduction, on nothing else."""

from verify.claims.registry import load_file
from verify.reproductions.verdicts import decide

PAPER = '''
from verify.claims import Claim, Compare, Measured

CLAIMS = (
    Claim("tiny/low", "1", forall={}, states=Compare(Measured("coin", "heads"), "<=", 5)),
    Claim("tiny/other", "2", forall={}, states=Compare(Measured("dice", "six"), "<=", 5)),
)
'''


def paper(tmp_path):
    path = tmp_path / "tiny.py"
    path.write_text(PAPER)
    return load_file(path)[0]


def test_the_verdict_is_that_of_the_runs(tmp_path):
    holds, fails = ({"coin": {seed: {"heads": heads} for seed, heads in enumerate(values)}} for values in ((1, 2, 5), (1, 6, 2)))
    (line,) = decide(paper(tmp_path), ("tiny/low", "tiny/other"), holds)
    assert line["status"] == "SUPPORTED" and line["seeds"] == 3 and line["id"] == "tiny/low"
    (line,) = decide(paper(tmp_path), ("tiny/low",), fails)
    assert line["status"] == "REFUTED" and "seed 1" in line["summary"]


def test_without_runs_there_is_no_verdict(tmp_path):
    assert decide(paper(tmp_path), ("tiny/low",), {}) == [] and decide(paper(tmp_path), ("tiny/low",), {"coin": {}}) == []
