"""Draws and searches of the throughput measurement find the same on every run, and what is known in closed form."""

import math

import pytest

from reproduce.device import throughput


def test_draws_fall_into_the_event_as_often_as_they_must():
    # P(|x| <= 1 or x > 3/2) for a standard Laplace law
    chance = 1 - math.exp(-1) + math.exp(-1.5) / 2
    found = throughput.drawn(throughput.LAWS["laplace"], 200_000, 0, "cpu")
    assert found == throughput.drawn(throughput.LAWS["laplace"], 200_000, 0, "cpu")
    assert abs(found / 200_000 - chance) < 6 * math.sqrt(chance * (1 - chance) / 200_000)


def test_the_search_finds_the_same_margin_on_both_libraries():
    pytest.importorskip("torch")
    assert throughput.searched(20_000, "cpu") == pytest.approx(throughput.searched(20_000, "torch-cpu"), rel=1e-9)


def test_shares_are_of_the_copy():
    row = {"what": "draws", "count": 10, "seconds": 1.0, "per_second": 1e6, "bytes_each": 16, "limit": 1.6e9, "found": 1.0}
    lines = throughput.compare([{**row, "what": "copy"}, row], "smoke")
    assert "1.6 GB/s" in lines[0].reproduced and "1.00% of the limit" in lines[1].reproduced
