"""Measuring mu: certified cells against a uniform grid of binary searches. ``python -m benchmarks.measure [--out FILE.json] [--plot FILE.svg]``.

The rival is the naive algorithm of the literature on head measurements, as printed: ``n = ceil(sqrt(8) c pi epsilon_h) + 1`` grid points, and at each
of n + 2 steps two binary searches on [0, 10] until the bracket is below 1/(2c); its result is wider than 1/c at most by construction, and bounds the head only. Here
1/c is the width. It is run in floating point up to ``--grid-limit`` searches; beyond, the number of searches is exact and the time is that number times
the mean time of a random sample of its searches, which is said in the column ``grid_measured``.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import random
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from mechanisms.profiles import LaplaceProfile, PoissonSubsampled, RandomisedResponseProfile, refined_square_exponential
from verify.measure import gaussian_mu, measure

WIDTHS = tuple(Fraction(1, 10**k) for k in range(2, 15, 2))
ROOT2 = math.sqrt(2)
MOST = 10.0  # upper end of every binary search


def laplace(ratio: float) -> Callable[[float], float]:
    return lambda epsilon: max(0.0, -math.expm1((epsilon - ratio) / 2))


def poisson(base: Callable[[float], float], rate: float) -> Callable[[float], float]:
    return lambda epsilon: rate * base(math.log1p(math.expm1(epsilon) / rate))


def randomised_response(epsilon0: float, count: int) -> Callable[[float], float]:
    p = math.exp(epsilon0) / (1 + math.exp(epsilon0))
    rows = [(epsilon0 * (2 * i - count), math.comb(count, i) * p**i * (1 - p) ** (count - i)) for i in range(count + 1)]
    return lambda epsilon: math.fsum(w * -math.expm1(epsilon - loss) for loss, w in rows if loss > epsilon)


def noisy_descent(epsilon: float) -> float:
    """The refined curve of exp(-epsilon^2), its critical point to floating point."""
    point = 1.187848892
    if epsilon >= point:
        return math.exp(-epsilon * epsilon)
    d = math.exp(-point * point)
    return d + (1 - d) * (math.exp(point) - math.exp(epsilon)) / (1 + math.exp(point))


CASES: tuple[tuple[str, Any, Callable[[float], float], float, str], ...] = (
    ("laplace 0.5", LaplaceProfile("0.5"), laplace(0.5), 0.5, "boundary"),
    ("sgd", refined_square_exponential(2, 1, 2), noisy_descent, 2.3, "boundary"),
    ("laplace 2, poisson 0.5", PoissonSubsampled(LaplaceProfile(2), "0.5"), poisson(laplace(2.0), 0.5), 1.44, "interior"),
    ("50 runs of 0.2-DP", RandomisedResponseProfile("0.2", 0, 50), randomised_response(0.2, 50), 10.0, "interior"),
)


def gaussian(epsilon: float, mu: float) -> float:
    return 0.5 * (math.erfc((epsilon / mu - mu / 2) / ROOT2) - math.exp(epsilon) * math.erfc((epsilon / mu + mu / 2) / ROOT2))


def search(epsilon: float, delta: float, b: float) -> tuple[float, float]:
    low, high = 0.0, MOST
    while True:
        mu = (high + low) / 2
        if gaussian(epsilon, mu) > delta:
            high = mu
        else:
            low = mu
        if high - low < b:
            return low, high


def grid(profile: Callable[[float], float], head: float, width: float, most: int, rng: random.Random) -> dict[str, Any]:
    """The naive algorithm, or a sample of its steps."""
    c = 1 / width
    n = math.ceil(math.sqrt(8) * c * math.pi * head) + 1
    d = head / (n - 1)
    complete = 2 * (n + 2) <= most
    steps = range(n + 2) if complete else [rng.randrange(n + 2) for _ in range(most // 40)]
    low = high = 0.0
    start = time.perf_counter()
    for i in steps:
        before, after = i * d, (i + 1) * d
        high = max(high, search(before, profile(after), 1 / (2 * c))[1])
        low = max(low, search(after, profile(before), 1 / (2 * c))[0])
    seconds = time.perf_counter() - start
    return {"grid_searches": 2 * (n + 2), "grid_s": seconds if complete else seconds / len(steps) * (n + 2), "grid_measured": complete,
            "grid_bounds": sorted((low, high)) if complete else None}


def seconds(job: Callable[[], Any], repeats: int = 3) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return sorted(times)[repeats // 2]


def run(most: int) -> dict[str, Any]:
    rng, rows = random.Random(0), []
    for name, profile, floating, head, kind in CASES:
        for width in WIDTHS:
            found = measure(profile, width)
            row = {"case": name, "maximum": kind, "width": float(width), "lower": float(found.lower), "upper": float(found.upper),
                   "inversions": found.inversions, "comparisons": found.comparisons, "cells": found.cells, "s": seconds(lambda p=profile, w=width: measure(p, w)),
                   **grid(floating, head, float(width), most, rng)}
            row["fewer_inversions"], row["faster"] = row["grid_searches"] / row["inversions"], row["grid_s"] / row["s"]
            rows.append(row)
    points = [(10 ** rng.uniform(-6, 4), 10 ** rng.uniform(-300, -1)) for _ in range(400)]
    start = time.perf_counter()
    for epsilon, delta in points:
        gaussian_mu(epsilon, delta)
    return {"machine": f"{platform.machine()}, Python {platform.python_version()}", "rows": rows, "inversion_us": (time.perf_counter() - start) / len(points) * 1e6}


def plot(rows: list[dict[str, Any]]) -> str:
    """Time against width, both logarithmic: solid lines here, dashed lines for the grid."""
    wide, high, left, top = 620, 360, 60, 20
    times = [row[key] for row in rows for key in ("s", "grid_s")]
    first, last = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))

    def at(width: float, value: float) -> str:
        return f"{left + (-math.log10(width) - 2) / 12 * (wide - 200):.1f},{top + (last - math.log10(value)) / (last - first) * (high - 80):.1f}"

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="11">', f'<rect width="{wide}" height="{high}" fill="white"/>']
    for k in range(first, last + 1, 2):
        x, y = at(1e-2, 10.0**k).split(",")
        parts.append(f'<line x1="{x}" x2="{wide - 140}" y1="{y}" y2="{y}" stroke="#ddd"/><text x="{left - 8}" y="{float(y) + 4:.1f}" text-anchor="end">1e{k} s</text>')
    for k in range(2, 15, 2):
        x, _ = at(10.0**-k, 10.0**first).split(",")
        parts.append(f'<text x="{x}" y="{high - 42}" text-anchor="middle">1e-{k}</text>')
    parts.append(f'<text x="{left + (wide - 200) / 2}" y="{high - 22}" text-anchor="middle">width of the bounds on mu (solid: certified cells; dashed: grid of binary searches)</text>')
    for i, name in enumerate(dict.fromkeys(row["case"] for row in rows)):
        colour = ("#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad")[i % 4]
        mine = [row for row in rows if row["case"] == name]
        for key, dash in (("s", ""), ("grid_s", ' stroke-dasharray="5 4"')):
            parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="1.6"{dash} points="{" ".join(at(row["width"], row[key]) for row in mine)}"/>')
        parts.append(f'<text x="{wide - 134}" y="{top + 14 + 16 * i}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--grid-limit", type=int, default=200_000, help="searches of the grid that are run in full")
    options = parser.parse_args()
    found = run(options.grid_limit)
    print(f"one inversion {found['inversion_us']:.0f} us")
    print(f"{'case':<24}{'width':>7}{'inversions':>11}{'compared':>9}{'ms':>8} |{'searches':>10}{'s':>11}{'':>9} |{'fewer':>9}{'faster':>9}")
    for row in found["rows"]:
        print(f"{row['case']:<24}{row['width']:>7.0e}{row['inversions']:>11}{row['comparisons']:>9}{1000 * row['s']:>8.1f} |{row['grid_searches']:>10.2g}{row['grid_s']:>11.3g}"
              f"{'' if row['grid_measured'] else ' estimate':>9} |{row['fewer_inversions']:>9.2g}{row['faster']:>9.2g}")
    if options.out:
        options.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if options.plot:
        options.plot.write_text(plot(found["rows"]), encoding="utf-8")


if __name__ == "__main__":
    main()
