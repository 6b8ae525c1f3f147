"""The tables run on toy images: rows, comparisons and plots say what was measured, and small scales decide no cell."""

from dataclasses import replace

import numpy as np
import pytest

from reproduce.frdp import tables_1_3 as tables
from reproduce.frdp.experiment import FREE, Plan
from reproduce.frdp.training import PEER
from reproduce.frdp.training import Setting as Training
from reproduce.training.images import Images
from verify.reproductions import Setting

pytest.importorskip("torch")


@pytest.fixture(scope="module")
def produced():
    rng = np.random.default_rng(0)
    pixels, labels = rng.uniform(-1, 1, (60, 8, 8)).astype(np.float32), np.arange(60) % 10
    images = Images("noise", pixels[:40], labels[:40], pixels[40:], labels[40:])
    plan = Plan(Training({"conditional": 6, "parallel": 2}, {"conditional": 3, "parallel": 2}, 8, 1e-2),
                {"conditional": ("constant-value", tables.CODE, PEER), "parallel": (tables.CODE,)}, ("10",), 2, 50, 2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables.Table, "plan", lambda self, scale: plan)
        patch.setattr(tables, "images_of", lambda setting: images)
        return tables.TABLE_3.compute(Setting("smoke", 3))


def test_every_release_target_and_seed_has_a_row_with_its_noise(produced):
    rows = produced.rows
    assert len(rows) == 2 * (1 + 3) + 2 * (1 + 1)
    assert {row["seed"] for row in rows} == {3, 4}
    for row in rows:
        assert 0 <= row["accuracy"] <= 1 and row["frechet"] >= 0
        assert (row["sigma"] == 0) is (row["release"] == FREE) is (row["target_epsilon"] is None)
        if row["target_epsilon"]:
            assert 9.5 < row["certified_epsilon"] <= 10
    assert {row["moved_by_noise"] for row in rows if row["release"] in (FREE, "constant-value")} == {0.0}
    assert min(row["moved_by_noise"] for row in rows if row["release"] in (tables.CODE, PEER)) > 0


def test_small_scales_decide_no_cell_but_say_what_noise_does(produced):
    lines = tables.TABLE_3.compare(produced.rows, "smoke")
    cells = [line for line in lines if "epsilon 10" in line.what]
    assert len(cells) == 8 and {line.verdict for line in cells} == {"not checked"}
    effects = {line.what: line.verdict for line in lines if "noise moves" in line.what}
    assert effects["conditional, constant-value: noise moves the trained parameters"] == "differs"
    assert effects["conditional, fourier-features: noise moves the trained parameters"] == "agrees"


def test_at_full_scale_accuracies_are_compared_and_distances_are_not(produced):
    rows = [{**row, "accuracy": 0.931 + 0.001 * (-1) ** row["seed"]} for row in produced.rows]
    lines = {line.what: line.verdict for line in tables.TABLE_3.compare(rows, "full")}
    assert lines["conditional, constant-value, epsilon 10: accuracy in percent"] == "agrees"
    assert lines["parallel, constant-square-eq-8, epsilon 10: accuracy in percent"] == "differs"
    assert lines["conditional, constant-value, epsilon 10: distance"] == "not checked"


def test_one_run_cannot_tell_and_a_mean_needs_its_error():
    assert tables.verdict([93.1], 93.1) == "undecided"
    assert tables.verdict([93.0, 93.2], 93.3) == "agrees"
    assert tables.verdict([93.0, 93.02], 93.3) == "differs"


def test_the_sheet_and_the_plots_can_be_made(produced):
    assert produced.files["samples.svg"].count(b"<image") == 2 * 1 + 3 + 1 + 1
    pytest.importorskip("matplotlib")
    from verify.reproductions.plots import picture

    for draw in tables.TABLE_3.draws.values():
        assert picture(draw, produced.rows).startswith(b"<?xml")


def test_the_full_scale_is_that_of_the_paper():
    plan = tables.TABLE_1.compute.__self__.plan("full")
    assert plan.targets == ("1", "0.2") and plan.seeds == 5 and plan.made == 60_000
    assert plan.setting.steps == {"conditional": 200_000, "parallel": 20_000} and plan.setting.batch == {"conditional": 60, "parallel": 60}
    assert plan.setting.widths(32) == (1.0, 2.0, 4.0, 8.0, 16.0) and plan.setting.rate == 5e-5
    assert tables.SCALES["full"].device == "cuda" and len(tables.SCALES["full"].data) == 4


def test_without_scikit_learn_the_small_scales_say_what_to_install(monkeypatch):
    import sys

    from verify.reproductions import NotHere

    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    with pytest.raises(NotHere, match=r"extra missing: scikit-learn ships the digits; install the extra: pip install 'claimcheck\[reproduce\]'"):
        tables.images_of(replace(Setting("smoke")))
