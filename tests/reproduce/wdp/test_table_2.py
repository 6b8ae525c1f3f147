"""Private training on toy images: rows, levels, comparisons, the noise of each accountant."""

import math

import numpy as np
import pytest

from reproduce.training.images import Images
from reproduce.training.streams import deterministic
from reproduce.wdp import table_2
from reproduce.wdp.deep_learning import Protocol, pair_distances, step_times, train
from reproduce.wdp.network import Size
from verify.reproductions import Setting

torch = pytest.importorskip("torch")
TINY = Protocol(Size(2, (4, 3)), 10, 2, 0.5, 0.1)


@pytest.fixture(scope="module")
def images():
    rng = np.random.default_rng(0)
    pixels, labels = rng.uniform(-1, 1, (50, 8, 8)).astype(np.float32), np.arange(50) % 10
    return Images("noise", pixels[:40], labels[:40], pixels[40:], labels[40:])


@pytest.fixture(scope="module")
def produced(images):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_2, "images_of", lambda setting: images)
        patch.setitem(table_2.PROTOCOLS, "smoke", (TINY, 1))
        return table_2.TABLE.compute(Setting("smoke", 5))


def test_runs_see_the_same_batches_and_differ_by_the_noise(images):
    with deterministic("cpu") as device:
        quiet, again, loud = (train(images, TINY, sigma, device, 0) for sigma in (0.0, 0.0, 5.0))
    assert quiet.accuracy == again.accuracy and (quiet.distances == again.distances).all()
    assert (quiet.distances[0] == loud.distances[0]).all() and not (quiet.distances[1] == loud.distances[1]).all()
    assert quiet.distances.shape == (8, 28) and quiet.distances.max() <= 2 + 1e-5


def test_distances_of_too_few_records_are_filled_up_with_zeros():
    found = pair_distances(torch.tensor([[0.0, 0.0], [3.0, 4.0]]))
    assert found.shape == (28,) and found[0] == 5 and (found[1:] == 0).all()


def test_the_rows_hold_a_curve_for_each_choice_and_levels_at_its_end(produced):
    rows = produced.rows
    assert len(rows) == 2 * 6
    ends = {row["noise_chosen_by"]: row for row in rows if row["epoch"] == 2}
    assert ends["not private"]["epsilon_moments"] is None and ends["clipped, no noise"]["epsilon_composed"] == math.inf
    moments = ends["moments"]
    assert moments["epsilon_moments"] <= 2.2 < 2.25 and moments["epsilon_composed"] <= moments["epsilon_moments"] and moments["composed_of"] == "all steps"
    assert moments["attack_moments"] == pytest.approx(1 / (1 + math.exp(-moments["epsilon_moments"])))
    assert any("a ratio of" in note for note in produced.notes)


def test_small_scales_decide_nothing_and_plots_can_be_made(produced):
    lines = table_2.TABLE.compare(produced.rows, "smoke")
    assert len(lines) == 1 + 4 * 4 and {line.verdict for line in lines} == {"not checked"}
    assert {line.verdict for line in table_2.TABLE.compare(produced.rows, "full") if "accuracy" in line.what} == {"differs"}
    pytest.importorskip("matplotlib")
    from verify.reproductions.plots import picture

    for draw in table_2.TABLE.draws.values():
        assert picture(draw, produced.rows).startswith(b"<?xml")


def test_both_kinds_of_step_are_timed(images):
    with deterministic("cpu") as device:
        plain, private = step_times(images, TINY, device)
    assert plain > 0 and private > 0
