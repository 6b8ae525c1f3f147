"""Ctrl-C keeps what is finished; the same command then ends with the results of a run that was never interrupted."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

PLUGINS = Path(__file__).parents[1] / "plugins"
COMMAND = (sys.executable, "-c", "from verify.cli.main import entry; entry()", "run", "toy/many", "toy/false", "toy/tail", "--effort", "quick", "--quiet")
STATEMENTS = 43


def start(out, workers):
    path = os.pathsep.join([str(PLUGINS), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.Popen([*COMMAND, "--workers", str(workers), "--out", str(out)], env={**os.environ, "PYTHONPATH": path},
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def interrupt_after(process, journal, rows):
    while process.poll() is None:
        if journal.exists() and journal.read_bytes().count(b"\n") > rows:
            process.send_signal(signal.SIGINT)
            break
        time.sleep(0.002)
    return process.communicate(timeout=30)


def contents(folder):
    found = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    results = json.loads(found.pop("results.json"))
    for row in results["results"]:
        row["seconds"] = 0
    return found, json.dumps(results)


def test_an_interrupted_run_ends_with_the_same_bytes_as_an_uninterrupted_one(tmp_path, claimcheck):
    """But for the seconds that statements took. Interrupted in two processes, finished in one."""
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    stopped = start(broken, 2)
    out, err = interrupt_after(stopped, broken / "progress.jsonl", 3)
    assert stopped.returncode == 130 and out == "" and "the same command goes on from there" in err and "Traceback" not in err
    kept = (broken / "progress.jsonl").read_bytes().count(b"\n") - 1
    assert 3 <= kept < STATEMENTS and not (broken / "results.json").exists()
    for folder, said in ((broken, f"{kept} statements are kept"), (whole, "")):
        code, _, err = claimcheck(*COMMAND[3:], "--workers", "1", "--out", folder)
        assert code == 0 and said in err
    assert contents(broken) == contents(whole)
