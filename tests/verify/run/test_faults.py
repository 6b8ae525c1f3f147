"""Killed workers, killed runs, full disks: nothing is lost, no verdict is another one."""

import itertools
import json
import multiprocessing
import os
import random
import threading
import time
from pathlib import Path

import malformed
import pytest

from verify.run import runner
from verify.run.cache import Cache
from verify.run.decide import Settings
from verify.run.executors import Pool
from verify.run.store import StoreError, remove_torn

QUICK = Settings(effort="quick")
IDS = ["faulty/waits", "faulty/sound", "faulty/false"]
TIMES = 10


@pytest.fixture
def expected(faulty, tmp_path, contents):
    runner.run(faulty, IDS, QUICK, tmp_path / "expected", workers=1)
    return contents(tmp_path / "expected")


def test_workers_that_are_killed_at_random_moments_lose_nothing(faulty, tmp_path, expected, contents):
    """One worker in each run, so that no statement is struck twice."""
    moments, struck = random.Random(1), 0
    for k in range(TIMES):
        moment, over, killed = moments.uniform(0, 0.4), threading.Event(), []

        def strike(moment=moment, over=over, killed=killed):
            over.wait(moment)
            while not over.is_set() and not killed:
                for child in multiprocessing.active_children()[:1]:
                    child.kill()
                    killed.append(child)
                time.sleep(0.01)

        killer = threading.Thread(target=strike)
        killer.start()
        runner.run(faulty, IDS, QUICK, tmp_path / f"run-{k}", pool=Pool("processes", 2))
        over.set()
        killer.join()
        struck += len(killed)
        assert contents(tmp_path / f"run-{k}") == expected
    assert struck


def test_runs_that_are_killed_at_random_moments_go_on_to_the_same_bytes(tmp_path, expected, contents, monkeypatch):
    """With one folder and one cache for all of them; each whole result on the way is the right one."""
    from faultypaper.running import audit

    start, moments, killed = multiprocessing.get_context("forkserver"), random.Random(2), 0
    for k in itertools.count():
        run = start.Process(target=audit, args=(IDS, tmp_path / "out", tmp_path / f"cache-{k // 5}", "processes" if k % 8 == 7 else "serial"))
        run.start()
        run.join(None if killed >= TIMES else moments.uniform(0, 0.5))
        alive = run.is_alive()
        run.kill()
        run.join()
        killed += alive
        if (tmp_path / "out" / "results.json").exists():
            assert json.loads((tmp_path / "out" / "results.json").read_text())["schema"]
        if not alive:
            assert run.exitcode == 0 and contents(tmp_path / "out") == expected
            if killed >= TIMES:
                break
            (tmp_path / "out").rename(tmp_path / f"done-{k}")


class Full:
    """A file on a disk that fills up while it is written."""

    def __init__(self, file):
        self.file = file

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()

    def write(self, text):
        self.file.write(text[: len(text) // 2])
        self.file.flush()
        raise OSError(28, "No space left on device")


def test_a_disk_that_is_full_at_any_write_costs_time_and_nothing_else(faulty, tmp_path, expected, contents, monkeypatch):
    """At each of the first writes, and at every third of the later ones, which are alike."""
    whole = Path.open
    for k in (k for k in itertools.count() if k < 10 or k % 3 == 0):
        count = itertools.count()

        def filling(path, mode="r", *args, k=k, count=count, **kwargs):
            file = whole(path, mode, *args, **kwargs)
            return Full(file) if set(mode) & set("wa") and next(count) == k else file

        folder = tmp_path / f"full-{k}"
        (tmp_path / f"cache-{k}").mkdir()
        monkeypatch.setattr(Path, "open", filling)
        try:
            runner.run(faulty, IDS, QUICK, folder, workers=1, cache=Cache.opened(tmp_path / f"cache-{k}", lambda _: None))
            failed = False
        except StoreError as error:
            assert "must be writable, got No space left on device" in str(error)
            assert (folder / "results.json").exists() == ("curves.json" in str(error))  # pictures come last, when everything else is stored
            failed = True
        monkeypatch.setattr(Path, "open", whole)
        if failed:
            runner.run(faulty, IDS, QUICK, folder, workers=1, cache=Cache.opened(tmp_path / f"cache-{k}", lambda _: None))
        assert contents(folder) == expected
        if next(count) <= k:
            break
    assert k > 10


@pytest.mark.parametrize("kind", malformed.KINDS)
def test_malformed_files_are_refused_or_harmless(kind, tmp_path):
    malformed.KINDS[kind](40, tmp_path)


def test_what_a_killed_process_left_behind_goes_at_the_end_of_a_run(tmp_path):
    mine, torn, other = tmp_path / f".results.json.{os.getpid()}", tmp_path / ".progress.jsonl.99999999", tmp_path / ".hidden.txt"
    for one in (mine, torn, other):
        one.write_text("")
    remove_torn(tmp_path)
    assert mine.exists() and other.exists() and not torn.exists()
