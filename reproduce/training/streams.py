"""One place that opens torch for an experiment: device, determinism, and named random streams."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from verify.gradients import torch_or_refuse

THREADS = 1
"""Of torch on the CPU: the same numbers whatever the number of cores, and the networks here are small."""


class NoDevice(ValueError):
    """The device is not there; the message says which."""


def known_device(name: str) -> Any:
    """The torch device of a name: ``cpu`` (also ``auto`` and ``torch-cpu``) or ``cuda``. Raises NoDevice without it, MissingExtra without torch."""
    torch = torch_or_refuse()
    if name in ("auto", "cpu", "torch-cpu"):
        return torch.device("cpu")
    if name != "cuda":
        raise NoDevice(f"device must be one of cpu, cuda, got device={name}")
    if not torch.cuda.is_available():
        raise NoDevice("device=cuda: torch sees no CUDA device; use --device cpu")
    return torch.device("cuda")


@contextmanager
def deterministic(device: str) -> Iterator[Any]:
    """The torch device, with deterministic algorithms and one thread inside the block; the former settings come back behind it."""
    found = known_device(device)
    torch = torch_or_refuse()
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    before, threads = torch.are_deterministic_algorithms_enabled(), torch.get_num_threads()
    torch.use_deterministic_algorithms(True)
    torch.set_num_threads(THREADS)
    try:
        yield found
    finally:
        torch.use_deterministic_algorithms(before)
        torch.set_num_threads(threads)


def number_of(seed: int, *names: object) -> int:
    """A seed of 63 bits for the stream of these names: streams with other names, or another seed, have nothing to do with each other."""
    text = "/".join(str(part) for part in (seed, *names))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


def stream(device: Any, seed: int, *names: object) -> Any:
    """A torch generator on the device for the stream of these names."""
    torch = torch_or_refuse()
    return torch.Generator(device=device).manual_seed(number_of(seed, *names) % 2**32)


def picks(seed: int, *names: object) -> np.random.Generator:
    """A NumPy generator for the stream of these names: what is picked with it is the same on every device."""
    return np.random.default_rng(number_of(seed, *names))


@contextmanager
def initial_weights(device: Any, seed: int, *names: object) -> Iterator[None]:
    """Inside the block torch's default random numbers on the CPU are those of a stream, for the initial weights of networks; the former state comes back."""
    torch = torch_or_refuse()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(number_of(seed, *names) % 2**32)
        yield
