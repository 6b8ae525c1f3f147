"""How fast draws are made and counted, and points are searched, beside what the memory of the device allows.

*Copy* is the bandwidth limit: a large array of 64-bit floats copied, each number read once and written once. *Draws* are made and an event about them is counted as the sampling engine does. *Search* is the batched
search for counterexamples of a statement in two numbers. Least traffic: a draw is written once and read once (16 bytes); a point is two coordinates and a margin, each written once and read once (48 bytes). The
share says how close the work comes to that limit. Counts and least margins are the same in every run on a device; times are not.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from mechanisms import Laplace, Normal
from verify import claims as c
from verify.engines import sampling
from verify.engines.boxes import points
from verify.engines.boxes.domain import cases
from verify.engines.boxes.formula import Graph
from verify.engines.boxes.namespaces import namespace
from verify.reproductions import Comparison, Produced, Reproduction, Scale, Setting

COUNTS = {"smoke": 1_000_000, "cpu": 10_000_000, "full": 100_000_000}
SCALES = {"smoke": Scale("10^6 draws and points"), "cpu": Scale("10^7 draws and points"), "full": Scale("10^8 draws and points", device="cuda")}
COPIED = 2**24
"""Numbers in the array that is copied."""
DRAW_BYTES, POINT_BYTES = 16, 48
MOST_DRAWS = 10_000_000
"""Draws that are held together."""
x, y = c.numbers("x y")
EVENT = c.Any_(c.Compare(abs(x), "<=", 1), c.Compare(x + c.number("1/2"), ">", 2))
LAWS = {"laplace": Laplace(0, scale=1), "normal": Normal(0, scale=1)}
STATEMENT = c.Claim("device/search", "batched search", forall={x: c.between(-2, 2), y: c.between(0, 5, open="left")}, states=c.Compare(c.exp(x) * c.erf(y) - c.log(y), "<=", 9 + (x - y) ** 4))


def compute(setting: Setting) -> Produced:
    count, rows = COUNTS[setting.scale], []
    limit = bandwidth(setting.device)
    rows.append({"what": "copy", "count": COPIED, "seconds": 16 * COPIED / limit, "per_second": limit / 16, "bytes_each": 16, "limit": limit, "found": None})
    jobs: dict[str, tuple[int, Callable[[], float]]] = {f"draws, {name}": (DRAW_BYTES, lambda law=law: drawn(law, count, setting.seed, setting.device)) for name, law in LAWS.items()}  # type: ignore[misc]
    jobs["search"] = (POINT_BYTES, lambda: searched(count, setting.device))
    for what, (size, job) in jobs.items():
        began = time.perf_counter()
        found = job()
        seconds = time.perf_counter() - began
        rows.append({"what": what, "count": count, "seconds": seconds, "per_second": count / seconds, "bytes_each": size, "limit": limit, "found": found})
    return Produced(rows, ("times of one run; found: the number of draws in the event, or the least margin",))


def bandwidth(device: str) -> float:
    """Bytes a second of the fastest of five copies."""
    if device == "cuda":
        import torch

        source = torch.ones(COPIED, dtype=torch.float64, device=device)
        target = torch.empty_like(source)
        copy: Callable[[], Any] = lambda: (target.copy_(source), torch.cuda.synchronize())  # noqa: E731
    else:
        import numpy as np

        array, into = np.ones(COPIED), np.zeros(COPIED)
        copy = lambda: np.copyto(into, array)  # noqa: E731
    best = float("inf")
    for _ in range(5):
        began = time.perf_counter()
        copy()
        best = min(best, time.perf_counter() - began)
    return 16 * COPIED / best


def drawn(law: Any, count: int, seed: int, device: str) -> float:
    """How many draws of a law lie in the event."""
    ((_, node),) = c.Prob({x: law}, EVENT).args[0]
    source, g, inside = sampling.sampler(node, {}), sampling.generator(seed, device), 0
    for start in range(0, count, MOST_DRAWS):
        inside += int(sampling.holds(EVENT, "x", source.draw(g, min(MOST_DRAWS, count - start)), {})[0].sum())
    return float(inside)


def searched(count: int, device: str) -> float:
    """The least margin of the statement over so many points."""
    (variant,) = STATEMENT.variants()
    (case,) = cases(variant.forall, variant.given, variant.states)
    graph, xp = Graph(tuple(case.sides)), namespace(device)
    floats, goal = points.Floats(graph, xp), graph.proposition(case.states)
    return float(points.lowest(tuple(case.sides.values()), lambda at: points.margin(floats, (), goal, at), count, 0, xp)[1][0])


def compare(rows: Sequence[Any], scale: str) -> list[Comparison]:
    limit = rows[0]["limit"]
    lines = [Comparison("copy of an array: the limit", "nothing", f"{limit / 1e9:.3g} GB/s", "not checked", note="read and written")]
    for row in rows[1:]:
        moved = row["per_second"] * row["bytes_each"]
        lines.append(Comparison(f"{row['what']}: {row['count']:,} at once", "nothing", f"{row['per_second'] / 1e6:.3g} million a second; at least {moved / 1e9:.3g} GB/s, {moved / limit:.2%} of the limit", "not checked"))
    return lines


def draw(figure: Any, rows: Sequence[Any]) -> None:
    axes = figure.subplots()
    traffic = [row["per_second"] * row["bytes_each"] / 1e9 for row in rows]
    bars = axes.barh([row["what"] for row in rows], traffic)
    axes.bar_label(bars, [f" {moved:.3g}" for moved in traffic])
    axes.set(xscale="log", xlim=(min(traffic) / 3, max(traffic) * 3), xlabel="least memory traffic, GB/s; the copy is the limit")
    axes.invert_yaxis()


THROUGHPUT = Reproduction("device/throughput", "Throughput of draws and of batched search", "Draws counted and points searched a second, beside the bandwidth of the memory; no paper prints it.", SCALES, compute, compare,
                          {"plot": draw}, devices=("cpu", "cuda"))
