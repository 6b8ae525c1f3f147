"""Executors: the same bytes from each, faults met in one way, and what cannot be had said at once."""

import sys
from collections import deque
from contextlib import closing
from dataclasses import replace

import doubles
import pytest
from sympy.core import random as sympy_random

from verify.run import decide, executors, runner, sources
from verify.run.crew import BUNDLE, MOST_BUNDLED
from verify.run.decide import Settings
from verify.run.executors import Pool
from verify.run.isolation import GIB
from verify.run.spread import _next, spread

QUICK = Settings(effort="quick")
SOUND = ["faulty/sound", "faulty/false"]


def run(papers, ids, folder, pool, said=None, settings=QUICK):
    def heard(event):
        if said is not None and isinstance(event, runner.Notice):
            said.append(event.text)

    results = runner.run(papers, ids, settings, folder, progress=heard, pool=pool)
    return {row["id"].partition("/")[2]: row for row in results["results"]}


@pytest.mark.parametrize("pool", [Pool("serial"), Pool("processes", 1), Pool("processes", 2), Pool("dask", 2)], ids=lambda pool: f"{pool.executor} {pool.workers}")
def test_every_executor_stores_the_same_bytes(faulty, tmp_path, pool, contents):
    if pool.executor == "dask":
        pytest.importorskip("distributed")
    said = []
    run(faulty, SOUND, tmp_path / "here", Pool("in-process"))
    run(faulty, SOUND, tmp_path / "there", pool, said)
    assert contents(tmp_path / "here") == contents(tmp_path / "there") and not said


@pytest.mark.parametrize("executor", ["processes", "dask"])
def test_a_statement_that_dies_or_hoards_is_undecided_with_the_cause_and_the_others_go_on(faulty, tmp_path, executor, contents):
    if executor == "dask":
        pytest.importorskip("distributed")
    rows = run(faulty, ["faulty/hoards", "faulty/dies", *SOUND], tmp_path / "all", Pool(executor, 2, memory=GIB))
    assert {name: row["status"] for name, row in rows.items()} == {"sound": "PROVED", "false": "REFUTED", "hoards": "UNDECIDED", "dies": "UNDECIDED"}
    assert "it needed more memory than the 1 GiB" in rows["hoards"]["summary"]
    assert "killed by SIGKILL, also when tried again" in rows["dies"]["summary"]
    run(faulty, SOUND, tmp_path / "sound", Pool("serial"))
    assert contents(tmp_path / "sound")[0].items() >= {k: v for k, v in contents(tmp_path / "all")[0].items() if k.startswith("certificates")}.items()


@pytest.mark.parametrize("protocol", ["loops", "deaf", "native"])
@pytest.mark.parametrize("executor", ["serial", "processes", "dask"])
def test_a_statement_that_never_ends_is_ended_and_named_and_the_others_go_on(faulty, tmp_path, executor, protocol):
    if executor == "dask":
        pytest.importorskip("distributed")
    results = runner.run(faulty, [f"faulty/{protocol}", "faulty/false"], QUICK, tmp_path, pool=Pool(executor, 2, seconds=10.0))
    rows = {row["id"]: row for row in results["results"]}
    assert rows["faulty/false"]["status"] == "REFUTED"
    assert rows[f"faulty/{protocol}"]["status"] == "UNDECIDED" and rows[f"faulty/{protocol}"]["summary"] == "no answer within 10 s"
    assert [(error["id"], error["where"]) for error in results["errors"]] == [(f"faulty/{protocol}", "limit")]
    assert (tmp_path / "results.json").exists()


def test_a_statement_that_gave_no_answer_is_not_tried_again(faulty, tmp_path):
    settings = Settings(effort="quick", data=str(tmp_path))
    run(faulty, ["faulty/counts-and-loops"], tmp_path / "out", Pool("serial", seconds=5.0), settings=settings)
    assert (tmp_path / "begun").read_text() == "x"


def test_outcomes_come_one_by_one_also_from_neighbours_that_one_process_decides():
    """The fourth of them hangs: the three before it are there."""
    with closing(spread(list(range(100)), lambda n: (doubles.squared_but_three_hangs, (n,)), Pool("processes", 1, seconds=600.0), "quick", "cpu", (), say=print,
                        started=lambda _: None)) as outcomes:
        assert [next(outcomes)[1].value for _ in range(3)] == [0, 1, 4]


def test_readings_of_one_claim_go_to_one_process_as_far_as_they_are_not_too_many():
    class Width:
        ahead, width = 4, 1

    rest, bundles = deque([*("a" * 40), *"bcdefghijk", *("l" * 40)]), []
    while len(rest) > 4 * BUNDLE:
        bundles.append("".join(_next(rest, Width(), set(), str)))
    assert bundles == ["a" * MOST_BUNDLED, "a" * 16, "bcdefg", "hijk" + "l" * 20]
    assert len(_next(rest, Width(), set(), str)) == 1  # none waits for the last bundle


def test_what_died_once_is_tried_again(faulty, tmp_path):
    (tmp_path / "data").mkdir()
    settings = Settings(effort="quick", data=str(tmp_path / "data"))
    rows = run(faulty, ["faulty/dies-once"], tmp_path / "out", Pool("processes", 1), settings=settings)
    assert (tmp_path / "data" / "died").exists() and "error" not in rows["dies-once"]["summary"]


def test_more_workers_than_memory_allows_are_said_and_not_started(faulty, tmp_path, monkeypatch):
    monkeypatch.setattr(executors, "available_memory", lambda: 3 * GIB)
    said = []
    run(faulty, SOUND, tmp_path, Pool("processes", 5, memory=2 * GIB), said)
    assert said == ["5 workers need 10.0 GiB of memory (2 GiB each), 3.0 GiB are free: 1 worker is used; choose with --workers and --memory"]


def test_a_scheduler_that_cannot_be_reached_is_said_at_once(faulty, tmp_path, monkeypatch, contents):
    pytest.importorskip("distributed")
    from verify.run import cluster

    monkeypatch.setattr(cluster, "CONNECT", 0.5)
    said = []
    run(faulty, SOUND, tmp_path / "there", Pool("dask", 1, scheduler="tcp://127.0.0.1:1"), said)
    assert len(said) == 1 and "tcp://127.0.0.1:1" in said[0] and said[0].endswith("processes on this machine are used instead")
    run(faulty, SOUND, tmp_path / "here", Pool("serial"))
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


def test_dask_that_is_not_installed_is_said_with_what_to_install(faulty, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = []
    run(faulty, SOUND, tmp_path, Pool("dask", 1), said)
    assert len(said) == 1 and "pip install 'claimcheck[dask]'" in said[0] and "processes on this machine" in said[0]


@pytest.fixture
def scheduler():
    """The address of a scheduler with one worker, a process that may have no children until it is told otherwise; and what ends the scheduler."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None, worker_dashboard_address=None, memory_limit=0,
                                  silence_logs=50) as cluster:
        yield cluster.scheduler_address, cluster.close


def test_a_cluster_decides_the_same_and_ends_what_never_ends(faulty, tmp_path, scheduler, contents):
    said = []
    pool = Pool("dask", scheduler=scheduler[0], seconds=1.0)
    assert run(faulty, ["faulty/loops"], tmp_path / "loops", pool, said)["loops"]["summary"] == "no answer within 1 s"
    run(faulty, SOUND, tmp_path / "there", replace(pool, seconds=None), said)
    run(faulty, SOUND, tmp_path / "here", Pool("serial"))
    assert contents(tmp_path / "here") == contents(tmp_path / "there") and not said


def test_a_scheduler_that_is_lost_on_the_way_costs_no_statement(faulty, tmp_path, scheduler, contents):
    said = []

    def ends_it(event):
        if isinstance(event, runner.Finished) and event.done == 2:
            scheduler[1]()
        if isinstance(event, runner.Notice):
            said.append(event.text)

    runner.run(faulty, SOUND, QUICK, tmp_path / "there", progress=ends_it, pool=Pool("dask", scheduler=scheduler[0]))
    run(faulty, SOUND, tmp_path / "here", Pool("serial"))
    assert contents(tmp_path / "here") == contents(tmp_path / "there")
    assert len(said) == 1 and "processes on this machine decide the rest" in said[0]


def test_workers_with_other_sources_are_not_trusted(faulty, tmp_path, scheduler, monkeypatch):
    said = []
    monkeypatch.setattr(sources, "versions", lambda: {"numpy": "another"})
    sources.of_packages.cache_clear()
    run(faulty, SOUND, tmp_path, Pool("dask", scheduler=scheduler[0]), said)
    sources.of_packages.cache_clear()
    assert len(said) == 1 and "other sources or libraries" in said[0]


def test_chance_inside_sympy_is_the_same_for_a_statement_whatever_was_decided_before(faulty):
    """SymPy factors polynomials by evaluation at random points."""
    variant = faulty["faulty"].variants("faulty/sound")[0]
    left = []
    for state in (1, 2):
        sympy_random.seed(state)
        decide.run_variant(variant, QUICK)
        left.append(sympy_random.random())
    assert left[0] == left[1]
