"""Campaigns: a rare witness is found, confirmed and ends the search; a true claim stays open; nothing that is finished is lost when the process is killed."""

import io
import json
import os
import signal
import subprocess
import sys
import time

import doubles
import pytest

from verify import claims as c
from verify.evidence.checker import check_folder
from verify.run import campaign as engine
from verify.run.store import StoreError

x, y = c.numbers("x y")
RARE = c.Claim("toy/rare", "1", forall={x: c.between(0, 1000)}, states=c.Compare((x - 777) ** 2 + 1, ">=", 3))
TRUE = c.Claim("toy/true", "2", forall={x: c.between(0, 4), y: c.between(x, 4)}, states=c.Compare(x, "<=", y + c.number("1/8")))


def begun(folder, *claims, seed=0):
    one = engine.Campaign([v for claim in claims for v in claim.variants()], folder, seed)
    one.open()
    return one


def steps(one, times):
    """So many rounds, one after the other, in this process."""
    for _ in range(times):
        variant = one.next()
        if variant is None:
            return
        state = one.state[variant.key]
        one.keep(engine.search_round(engine.Round(variant, state.rounds, one.seed, state.best)))


def test_a_rare_witness_is_found_in_the_end_and_confirmed(tmp_path):
    one = begun(tmp_path, RARE)
    steps(one, 8)
    (row,) = one.summary()["statements"]
    assert row["status"] == "REFUTED" and one.next() is None
    (outcome,) = check_folder(tmp_path / "certificates")
    assert outcome.status == "confirmed"


def test_a_true_claim_stays_open_and_its_best_ratio_only_grows(tmp_path):
    one, ratios = begun(tmp_path, TRUE), []
    for _ in range(3):
        steps(one, 1)
        ratios.append(one.state[("toy/true", "main", "main")].ratio)
    (row,) = one.summary()["statements"]
    assert row["status"] == "UNDECIDED" and row["rounds"] == 3 and row["certificate"] is None
    assert ratios == sorted(ratios) and 0 < ratios[-1] < 1


def test_rounds_have_seeds_of_their_own_and_growing_budgets():
    assert engine.effort_of(0).draws < engine.effort_of(1).draws <= engine.effort_of(20).draws
    assert engine.effort_of(20).work == engine.effort_of(30).work


def test_claims_take_turns(tmp_path):
    one = begun(tmp_path, TRUE, RARE)
    first = one.next()
    one.state[first.key].rounds = 1
    assert one.next().key != first.key


def test_a_campaign_goes_on_where_its_journal_ends(tmp_path):
    one = begun(tmp_path, TRUE)
    steps(one, 2)
    again = begun(tmp_path, TRUE)
    assert again.state == one.state and again.damaged == 0


@pytest.mark.parametrize("damage", [lambda text: text[:-7], lambda text: text.replace('"round": 1', '"round": 7'), lambda text: text + "half a line"])
def test_a_damaged_line_is_left_out_and_what_follows_is_not(tmp_path, damage):
    one = begun(tmp_path, TRUE)
    steps(one, 2)
    path = tmp_path / engine.JOURNAL
    path.write_text(damage(path.read_text()))
    again = begun(tmp_path, TRUE)
    assert again.damaged == 1 and again.state[("toy/true", "main", "main")].rounds in (1, 2)
    rounds = again.state[("toy/true", "main", "main")].rounds
    steps(again, 1)
    assert begun(tmp_path, TRUE).state[("toy/true", "main", "main")].rounds == rounds + 1


def test_the_folder_of_another_campaign_is_refused(tmp_path):
    begun(tmp_path, TRUE)
    for other in ((RARE, 0), (TRUE, 5)):
        with pytest.raises(StoreError, match=r"other claims or another seed; choose another --folder"):
            begun(tmp_path, other[0], seed=other[1])


def test_a_refutation_that_the_checker_refuses_ends_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(engine, "check_data", lambda *_: type("Outcome", (), {"status": "refused"}))
    one = begun(tmp_path, c.Claim("toy/false", "3", forall={x: c.above(0)}, states=c.Compare(x, "<=", 1)))
    steps(one, 1)
    (row,) = one.summary()["statements"]
    assert row["status"] == "UNDECIDED" and row["refused"] == 1 and not (tmp_path / "certificates").exists()


def test_it_stops_when_the_time_is_over(tmp_path):
    found = engine.run(begun(tmp_path, TRUE), 0.5, workers=1)
    assert found["statements"][0]["status"] == "UNDECIDED" and json.loads((tmp_path / "campaign.json").read_text()) == found


@pytest.mark.parametrize(("search", "words"), [(doubles.dying_round, "killed by SIGKILL, also when tried again"), (doubles.hanging_round, "no answer within 5 s")])
def test_a_claim_whose_rounds_are_lost_is_given_up_and_the_others_go_on(tmp_path, search, words):
    bad = c.Claim("toy/dies", "3", forall={x: c.between(0, 1)}, states=c.Compare(x, "<=", 1))
    one, after = begun(tmp_path, TRUE, bad), []

    def enough(campaign):
        if campaign.state[bad.variants()[0].key].over:
            after.append(campaign.state[TRUE.variants()[0].key].rounds)
        if after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        engine.run(one, 600, 2, enough, limit=5.0 if search is doubles.hanging_round else None, search=search)
    lines = [json.loads(line.split(b" ", 1)[1]) for line in (tmp_path / engine.JOURNAL).read_bytes().splitlines()[1:]]
    lost = [line for line in lines if line["lost"]]
    assert [line["key"][0] for line in lost].count("toy/dies") == engine.LOSSES and all(words in line["error"] for line in lost)
    assert one.next().id == "toy/true"


SOURCE = """
from verify.claims import Claim, Compare, above, at_least, number, numbers
x, y = numbers('x y')
CLAIM = Claim('small/true', 'Statement 1', forall={x: above(0), y: at_least(x)}, states=Compare(x, '<=', y + number('1/8')))
"""


def test_a_campaign_that_is_killed_goes_on(tmp_path):
    (tmp_path / "small.py").write_text(SOURCE)
    command = [sys.executable, "-c", "from verify.cli.watch import entry; entry()", "campaign", "small.py", "--folder", "night", "--workers", "1"]
    journal = tmp_path / "night" / engine.JOURNAL
    killed = subprocess.Popen([*command, "--hours", "1"], cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    for _ in range(1200):
        if journal.exists() and journal.read_bytes().count(b"\n") >= 3:
            break
        time.sleep(0.1)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    kept = journal.read_bytes().count(b"\n")
    again = subprocess.run([*command, "--hours", "0.0002"], cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, timeout=300)
    assert again.returncode == 0 and f"{kept - 1} rounds are kept" in again.stderr and "0 REFUTED" in again.stdout
    assert journal.read_bytes().count(b"\n") >= kept


def test_the_table_shows_what_is_tried_and_the_best_ratio(tmp_path):
    from rich.console import Console

    from verify.cli.campaign import table

    one = begun(tmp_path, TRUE)
    steps(one, 1)
    one.state[("toy/true", "main", "main")].running = 1
    console = Console(record=True, width=120, file=io.StringIO())
    console.print(table(one, 60))
    text = console.export_text()
    assert "toy/true" in text and "searching" in text and f"{one.state[('toy/true', 'main', 'main')].ratio:.9g}" in text
