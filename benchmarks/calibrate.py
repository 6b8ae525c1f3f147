"""Calibration beside its targets: ``python -m benchmarks.calibrate [--data FOLDER] [--out results.json]``.

* exact W_oo and W_2 of a table of 32,561 rows in five groups with labels 0 and 1, reading the file included or not; with ``--data FOLDER`` the file ``adult.data`` itself: 0.1 s;
* W_oo and W_2 of two samples of a million floats, with certified bounds: 0.3 s, and of two samples of different sizes;
* divergences of shifted generalised Cauchy noise, exponents 2, 3, 4, 6 and orders in (1, 10]: 15 digits in 20 ms, against quadrature of the densities in balls;
* bounds of amplification by iteration beside the divergence of linear normal iterations, 10,000 steps: 1 s.

Times are processor times of one core, the median of several runs, so that other work on the machine matters little.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from flint import arb, fmpq

from verify.calibration import read_table, sensitivities
from verify.quantities.kernels import divergences, shifts
from verify.quantities.kernels.amplification import amplification, linear_divergence
from verify.quantities.kernels.samples import sample_distances
from verify.values.laws import PowerLaw
from verify.values.numbers import enclose, precision

ROWS, GROUPS, POINTS, STEPS = 32_561, 5, 10**6, 10**4
DIGITS = 15
F = fmpq


def seconds(job: Callable[[], Any], repeats: int = 5) -> float:
    times = []
    for _ in range(repeats):
        start = time.process_time()
        job()
        times.append(time.process_time() - start)
    return sorted(times)[repeats // 2]


def row(what: str, target: float, taken: float, said: str = "") -> dict[str, Any]:
    return {"what": what, "target_s": target, "s": taken, "met": taken <= target, "said": said}


def made_table(folder: Path) -> Path:
    """A file of the size and shape of the Adult data."""
    rng = random.Random(0)
    path = folder / "made.csv"
    with path.open("w", encoding="utf-8") as stream:
        for k in range(ROWS):
            group = rng.choices("abcde", (85, 10, 3, 1, 1))[0]
            label = "1" if rng.random() < 0.1 + 0.05 * "abcde".index(group) else "0"
            stream.write(", ".join([str(20 + k % 60), "Private", str(100_000 + k), "Bachelors", "13", "single", "clerical", "own", group, "x", "0", "0", "40", "US", label]) + "\n")
    return path


def tables(data: Path | None) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        path = made_table(Path(folder)) if data is None else data / "adult.data"
        values = {"<=50K": "0", ">50K": "1"}

        def read() -> Any:
            return read_table(path, "9", ["15"], header=False, values=values)

        instance = read()
        found = {s.kind: s.value for s in sensitivities(instance, (F(2),))}
        said = f"W_oo = {found['general']}, W_2 = {float(enclose(found['w_2']).hi):.6g}"
        return [row(f"{path.name}: exact W_oo and W_2", 0.1, seconds(lambda: sensitivities(instance, (F(2),))), said),
                row(f"{path.name}: the same with reading {ROWS} rows", 0.1, seconds(lambda: sensitivities(read(), (F(2),))))]


def samples() -> list[dict[str, Any]]:
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=POINTS), rng.normal(0.1, 1.3, size=POINTS)
    out = []
    for other, name in ((y, "two samples of 10^6"), (y[:-1], "samples of 10^6 and 10^6 - 1")):
        found = sample_distances(x, other, [math.inf, F(2)])
        said = f"W_oo within {found[0].width:.1e}, W_2 within {found[1].width:.1e}"
        out.append(row(f"{name}: W_oo and W_2 with a ball", 0.3, seconds(lambda z=other: sample_distances(x, z, [math.inf, F(2)])), said))
    return out


def cauchy(count: int) -> list[dict[str, Any]]:
    rng, out = random.Random(1), []
    for k in (2, 3, 4, 6):
        times, digits, plain, agree = [], [], [], True
        # where no series converges fast, and where the series of large shifts coincide
        hard = [(order, shift) for order in (F(11, 10), F(2), F(10)) for shift in (F(39, 20), F(2), F(41, 20), F(21, 10), F(221, 100), F(5, 2), F(100))]
        for n, (order, shift) in enumerate([(1 + F(rng.randint(1, 9000), 1000), F(rng.randint(1, 10**6), 10 ** rng.randint(4, 6))) for _ in range(count)] + hard):
            with precision(60):
                start = time.process_time()
                value = shifts.cauchy(arb(shift), F(k), order)  # a ball that holds the fraction
                times.append(time.process_time() - start)
                digits.append(value.rel_accuracy_bits() * math.log10(2))
            if n < 6:
                start = time.process_time()
                other = enclose(divergences.renyi(PowerLaw(shift, F(1), F(k), "both"), PowerLaw(F(0), F(1), F(k), "both"), order, 64))
                plain.append(time.process_time() - start)
                agree &= bool(value.overlaps(other.lo.union(other.hi)))  # type: ignore[union-attr]
        times.sort()
        said = f"median {1000 * times[len(times) // 2]:.2g} ms, at least {min(digits):.1f} digits, quadrature {1000 * max(plain):.0f} ms, {'agrees' if agree else 'DISAGREES'}"
        out.append({**row(f"Cauchy noise, exponent {k}, orders in (1, 10]: slowest of {len(times)}", 0.02, times[-1], said), "digits": min(digits), "agrees": agree})
        out[-1]["met"] = out[-1]["met"] and min(digits) >= DIGITS and agree
    return out


def iterations() -> list[dict[str, Any]]:
    out = []
    for name, moved, constant in (("shifts 1/t", [F(1, t) for t in range(1, STEPS + 1)], F(1)), ("one shift at the start", [F(1)] + [F(0)] * (STEPS - 1), F(1)),
                                  ("one shift in the middle", [F(0)] * (STEPS // 2) + [F(1)] + [F(0)] * (STEPS // 2 - 1), F(1)), ("equal shifts, constant 9/10", [F(1)] * STEPS, F(9, 10))):
        noise = [F(1)] * STEPS

        def both(s: Any = moved, c: Any = constant, v: Any = noise) -> Any:
            return amplification(s, v, F(2), c), linear_divergence(s, v, F(2), c)

        bound, truth = both()
        said = f"step by step {float(bound.step_by_step.hi):.6g}, shared {float(bound.shared.hi):.6g}, linear iteration {float(truth.lo):.6g}"
        out.append(row(f"{STEPS} steps, {name}", 1.0, seconds(both), said))
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--count", type=int, default=60, help="divergences for each exponent")
    options = parser.parse_args()
    rows = [*tables(options.data), *samples(), *cauchy(options.count), *iterations()]
    print(f"{'what':<72}{'target s':>9}{'s':>10}")
    for found in rows:
        print(f"{found['what']:<72}{found['target_s']:>9}{found['s']:>10.4f} {'met   ' if found['met'] else 'MISSED'} {found['said']}")
    if options.out:
        options.out.write_text(json.dumps({"machine": f"{platform.machine()}, Python {platform.python_version()}", "rows": rows}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
