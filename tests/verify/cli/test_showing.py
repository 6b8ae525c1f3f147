"""``show`` groups readings by what decides them, refuted ones first; ``list`` and ``show`` say the judgement."""

import pytest

from verify.cli import showing

VARIANTS = [{"part": "main", "reading": f"{norm}+{coins}", "reading_choices": {"norm": norm, "coins": coins}, "reading_text": f"norm: {norm}; coins: {coins}", "digest": f"{norm}{coins}",
             "statement_text": f"states   the statement in {norm}", "statement_latex": {"forall": [], "given": [], "states": "x"}}
            for norm in ("l1", "l2", "l-inf") for coins in ("independent", "shared")]
ITEM = {"id": "toy/many", "title": "Many readings", "kind": "inequality", "source": {"item": "Theorem 1", "eq": "", "section": ""}, "variants": VARIANTS}


def row(reading):
    shared = reading.endswith("shared")
    severity = {"level": "boundary", "correction": "for ε > 0", "status": "PROVED", "statements": []} if shared else None
    return {"id": "toy/many", "part": "main", "reading": reading, "status": "REFUTED" if shared else "SUPPORTED", "summary": f"told of {reading}", "power": None, "severity": severity,
            "certificate": None, "findings": []}


@pytest.fixture
def shown(capsys):
    def call(**options):
        showing.parts(ITEM, [row(variant["reading"]) for variant in VARIANTS], **options)
        return capsys.readouterr().out

    return call


def test_readings_are_grouped_by_what_decides_them(shown):
    lines = shown().splitlines()
    assert lines[-5:] == ["REFUTED    in 3 of 6 readings, where coins = shared",
                          "           fails: told of l1+shared",
                          "           fails only at an end of a range or for a degenerate object; holds for ε > 0 (proved)",
                          "SUPPORTED  in 3 of 6 readings, where coins = independent",
                          "           told of l1+independent"]
    assert "readings norm: l1 or l2 or l-inf; coins: independent or shared" in lines and sum("states" in line for line in lines) == 1


def test_all_readings_are_shown_on_request(shown):
    text = shown(whole=True)
    assert text.count("states   the statement in") == 6 and text.count("REFUTED    fails: told of") == 3


def test_a_refutation_that_no_correction_heals_comes_before_one_that_is_healed(capsys):
    rows = [row(variant["reading"]) for variant in VARIANTS]
    rows[0] |= {"status": "REFUTED"}
    showing.parts(ITEM, rows)
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("REFUTED")]
    assert told == ["REFUTED    in 1 of 6 readings, where coins = independent and norm = l1", "REFUTED    in 3 of 6 readings, where coins = shared"]


def test_the_judgement_stands_in_list_and_show(claimcheck, tmp_path):
    assert claimcheck("run", "toy/false", "toy/true", "--effort", "quick", "--workers", "1", "--no-cache", "--out", tmp_path)[0] == 0
    _, listed, _ = claimcheck("list", "toy", "--results", tmp_path)
    _, show, _ = claimcheck("show", "toy/false", "--results", tmp_path)
    sentence = next(line.strip() for line in show.splitlines() if line.startswith(("fails", "depends", "holds")))
    word = sentence.partition(":")[0].partition(" (")[0]
    assert any(line.split("  ")[:1] == ["toy/false"] and word in line for line in listed.splitlines())
    assert sentence in claimcheck("list", "toy/false", "--results", tmp_path)[1]


def test_without_a_run_or_a_record_there_is_no_judgement(claimcheck, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "holds" not in claimcheck("list", "toy")[1]


@pytest.mark.parametrize("whole", [False, True])
def test_a_verdict_of_which_the_record_has_no_words_is_said_to_be_on_record(capsys, whole):
    variant = VARIANTS[0]
    showing.parts({**ITEM, "variants": [variant]}, [{**row("l2+independent"), "reading": variant["reading"], "summary": ""}], whole=whole)
    assert capsys.readouterr().out.splitlines()[-1] == "SUPPORTED  on record"


def test_what_each_engine_said_is_shown_on_request(capsys):
    findings = [{"engine": "symbolic", "status": "UNDECIDED", "summary": "there is no rule for prob"}, {"engine": "smt", "status": "UNDECIDED", "summary": "numbers by prob"}]
    rows = [row(variant["reading"]) | {"status": "UNDECIDED", "severity": None, "summary": "symbolic: there is no rule for prob; smt: numbers by prob", "findings": findings} for variant in VARIANTS]
    showing.parts(ITEM, rows)
    assert "numbers by prob" not in capsys.readouterr().out
    for options in ({"engines": True}, {"engines": True, "whole": True}):
        showing.parts(ITEM, rows, **options)
        text = capsys.readouterr().out
        assert "           symbolic: there is no rule for prob\n           smt: numbers by prob" in text
