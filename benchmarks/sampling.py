"""Draws a second of the sampling engine on each device in one run. ``python -m benchmarks.sampling [--draws N] [--out FILE]``."""

from __future__ import annotations

import argparse
import importlib.util
import json
import platform
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.finite import seconds
from mechanisms import Laplace, Normal, Uniform
from verify import claims as c
from verify.engines import sampling

x = c.numbers("x")
QUARTER = c.number("1/4")
EVENT = c.Any_(c.Compare(abs(x), "<=", 1), c.Compare(x + c.number("1/2"), ">", 2))
LAWS = {
    "laplace": Laplace(0, scale=1),
    "normal": Normal(0, scale=1),
    "uniform": Uniform(-3, 3),
    "finite": c.finite_law(dict.fromkeys(range(4), QUARTER)),
    "mixture": c.mixture((QUARTER, Laplace(0, scale=1)), (1 - QUARTER, Normal(1, scale=1))),
}


def devices() -> Iterator[str]:
    """Those on which draws can be made here."""
    yield "cpu"
    if importlib.util.find_spec("torch") is not None:
        import torch

        yield "torch-cpu"
        if torch.cuda.is_available():
            yield "cuda"


def measure(draws: int) -> list[dict[str, Any]]:
    """Draws a second, drawn and counted as the engine does, for each law and device; the median of five."""
    rows = []
    for name, law in LAWS.items():
        event = c.Prob({x: law}, EVENT)
        ((_, node),) = event.args[0]
        source = sampling.sampler(node, {})
        row: dict[str, Any] = {"law": name}
        shares = []
        for device in devices():
            g = sampling.generator(0, device)

            def job(source: sampling.Sampler = source, g: Any = g) -> int:
                return int(sampling.holds(EVENT, "x", source.draw(g, draws), {})[0].sum())

            shares.append(job() / draws)  # also warms the device up; the count waits for the device
            row[device] = draws / seconds(job)
        if not max(shares) - min(shares) <= 8 * (0.5 / draws) ** 0.5:
            raise SystemExit(f"{name}: the devices draw from different laws: {shares}")
        rows.append(row)
    return rows


def main() -> None:
    """Measure, print, and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=1_000_000, help="draws in one sample; 40000 is that of an audit at standard effort")
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args()
    rows = measure(chosen.draws)
    names = list(devices())
    print(f"million draws a second, {chosen.draws} at once")
    print(f"{'law':<10}" + "".join(f"{name:>12}" for name in names))
    for row in rows:
        print(f"{row['law']:<10}" + "".join(f"{row[name] / 1e6:>12.1f}" for name in names))
    if chosen.out is not None:
        machine = {"processor": platform.machine(), "python": platform.python_version(), "numpy": np.__version__}
        chosen.out.write_text(json.dumps({"machine": machine, "draws": chosen.draws, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
