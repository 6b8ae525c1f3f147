"""Ctrl-C keeps what is finished; the same command then ends with the results of a run that was never interrupted."""

import json
import os
import subprocess
import sys
from pathlib import Path

PLUGINS = Path(__file__).parents[1] / "plugins"
ARGUMENTS = ("run", "toy/many", "toy/false", "toy/tail", "--effort", "quick", "--quiet")
STATEMENTS, KEPT = 43, 3
STRIKE = f"""
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have left it ignored
from verify.run import store

add, added = store.Journal.add, []

def adding(self, entry):
    add(self, entry)
    added.append(entry)
    if len(added) == {KEPT}:
        os.kill(os.getpid(), signal.SIGINT)

store.Journal.add = adding
from verify.cli.watch import entry
entry()
"""
"""The command, and Ctrl-C once three statements are finished."""


def interrupted(out, workers):
    path = os.pathsep.join([str(PLUGINS), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run([sys.executable, "-c", STRIKE, *ARGUMENTS, "--workers", str(workers), "--out", str(out)], env={**os.environ, "PYTHONPATH": path},
                          capture_output=True, text=True, timeout=120, check=False)


def contents(folder):
    found = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    results = json.loads(found.pop("results.json"))
    for row in results["results"]:
        row["seconds"] = 0
    return found, json.dumps(results)


def test_an_interrupted_run_ends_with_the_same_bytes_as_an_uninterrupted_one(tmp_path, claimcheck):
    """But for the seconds that statements took. Interrupted in one process, finished in two."""
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    stopped = interrupted(broken, 1)
    assert stopped.returncode == 130 and stopped.stdout == "" and "the same command resumes" in stopped.stderr and "Traceback" not in stopped.stderr
    kept = (broken / "progress.jsonl").read_bytes().count(b"\n") - 1
    assert KEPT <= kept < STATEMENTS and not (broken / "results.json").exists()
    for folder, said in ((broken, f"{kept} statements kept"), (whole, "")):
        code, _, err = claimcheck(*ARGUMENTS, "--workers", "2", "--out", folder)
        assert code == 0 and said in err
    assert contents(broken) == contents(whole)
