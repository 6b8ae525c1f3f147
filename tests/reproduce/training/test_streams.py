"""Streams are functions of the seed and their names; settings of torch come back; a device that is not there is named."""

import pytest

from reproduce.training.streams import NoDevice, deterministic, initial_weights, known_device, number_of, stream

torch = pytest.importorskip("torch")


def test_streams_depend_on_seed_and_names_alone():
    def draw(*names):
        return torch.randn(3, generator=stream(torch.device("cpu"), *names)).tolist()
    assert draw(1, "noise") == draw(1, "noise")
    assert draw(1, "noise") != draw(2, "noise") != draw(1, "codes")
    assert number_of(1, "a", 2) != number_of(1, "a2")


def test_settings_and_random_state_come_back():
    before, state = torch.get_num_threads(), torch.get_rng_state()
    with deterministic("cpu") as device:
        assert torch.are_deterministic_algorithms_enabled() and torch.get_num_threads() == 1
        with initial_weights(device, 3, "layer"):
            first = torch.rand(2)
        with initial_weights(device, 3, "layer"):
            assert torch.equal(first, torch.rand(2))
    assert torch.get_num_threads() == before and not torch.are_deterministic_algorithms_enabled()
    assert torch.equal(state, torch.get_rng_state())


def test_devices_that_are_not_there_are_named(monkeypatch):
    with pytest.raises(NoDevice, match="device must be one of cpu, cuda, got device=tpu"):
        known_device("tpu")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(NoDevice, match="torch sees no CUDA device"):
        known_device("cuda")
