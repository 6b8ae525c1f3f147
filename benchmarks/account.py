"""The accountant: targets beside what is measured, with dp-accounting in the same run. ``python -m benchmarks.account [--out FILE.json] [--plot FILE.svg]``.

Rows: the subsampled normal compositions of Table 2 of the paper on functional Renyi privacy, by both routes, with the library's Renyi and loss-distribution accountants; normal compositions; and the time of
the first route for 10^4 to 10^9 runs, as a plot. Seconds are those of the processor, medians of three. Without the library its columns are empty.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import time
import warnings
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from verify.account import NormalRun, SubsampledRun, TooDear, epsilon_of, renyi_epsilon

DELTA = Fraction(1, 10**5)
ROWS = (("c10", "0.001", "0.6", 200_000), ("c1", "0.001", "1.95", 200_000), ("c0.2", "0.001", "8", 200_000),
        ("p10", "0.01", "1", 20_000), ("p1", "0.01", "5.75", 20_000), ("p0.2", "0.01", "25", 20_000))
NORMALS = ((1, 3), (100, 30), (10_000, 150))
SERIES = (("0.001", "1.95"), ("0.01", "5.75"))
COUNTS = tuple(10**k for k in range(4, 10))
TARGETS = {"contour_width": 1e-6, "contour_s": 3.0, "discretised_width": 0.01, "normal_relative_width": 1e-12, "normal_s": 0.05}


def timed(job: Callable[[], Any], repeats: int = 3) -> tuple[Any, float]:
    """What a job returns, and the median of its seconds."""
    times, found = [], None
    for _ in range(repeats):
        start = time.process_time()
        found = job()
        times.append(time.process_time() - start)
    return found, sorted(times)[repeats // 2]


def width(found: Any) -> float:
    return float((found.hi - found.lo).upper())


def library(q: str, sigma: str, steps: int) -> dict[str, float | None]:
    """The epsilons of dp-accounting and their seconds; None where it is not installed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import dp_accounting as dp
            from dp_accounting.pld import PLDAccountant
            from dp_accounting.rdp import RdpAccountant
    except ImportError:
        return {"library_rdp": None, "library_rdp_s": None, "library_pld": None, "library_pld_s": None}
    event = dp.SelfComposedDpEvent(dp.PoissonSampledDpEvent(float(q), dp.GaussianDpEvent(float(sigma))), steps)

    def by(kind: Any) -> float:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            accountant = kind()
            accountant.compose(event)
            return float(accountant.get_epsilon(float(DELTA)))

    (rdp, rdp_s), (pld, pld_s) = timed(lambda: by(RdpAccountant), 1), timed(lambda: by(PLDAccountant), 1)
    return {"library_rdp": rdp, "library_rdp_s": rdp_s, "library_pld": pld, "library_pld_s": pld_s}


def row(name: str, q: str, sigma: str, steps: int) -> dict[str, Any]:
    """One composition, by everything."""
    run = SubsampledRun(q, sigma)
    fine, fine_s = timed(lambda: epsilon_of(run, steps, DELTA))
    coarse, coarse_s = timed(lambda: epsilon_of(run, steps, DELTA, route="discretised"), 1)
    renyi, renyi_s = timed(lambda: renyi_epsilon(run, steps, DELTA, "remove"), 1)
    found = {"row": name, "q": q, "sigma": sigma, "steps": steps, "lower": float(fine.lo), "upper": float(fine.hi), "contour_width": width(fine), "contour_s": fine_s,
             "discretised_lower": float(coarse.lo), "discretised_upper": float(coarse.hi), "discretised_width": width(coarse), "discretised_s": coarse_s,
             "renyi": float(renyi.lo), "renyi_s": renyi_s, **library(q, sigma, steps)}
    pessimistic = found["library_pld"]
    found["consistent"] = bool(coarse.lo <= fine.hi and fine.lo <= coarse.hi)
    found["below_library"] = None if pessimistic is None else bool(fine.lo <= pessimistic)
    return found


def normal(steps: int, sigma: int) -> dict[str, Any]:
    found, seconds = timed(lambda: epsilon_of(NormalRun(sigma), steps, DELTA))
    return {"steps": steps, "sigma": sigma, "lower": float(found.lo), "normal_relative_width": width(found) / float(found.hi), "normal_s": seconds}


def growth(q: str, sigma: str) -> dict[str, Any]:
    """Seconds of the first route for more and more runs."""
    points = []
    for steps in COUNTS:
        try:
            found, seconds = timed(lambda n=steps: epsilon_of(SubsampledRun(q, sigma), n, DELTA))  # type: ignore[misc]
        except TooDear:  # few runs of a steep loss
            continue
        points.append({"steps": steps, "s": seconds, "epsilon": float(found.lo), "relative_width": width(found) / float(found.hi)})
    return {"case": f"q = {q}, sigma = {sigma}", "points": points}


def plot(series: list[dict[str, Any]]) -> str:
    """Seconds against the number of runs, whose axis is logarithmic: at most logarithmic growth is at most a line."""
    wide, high, left, top = 620, 340, 60, 24
    most = max(point["s"] for one in series for point in one["points"]) * 1.15
    first, last = math.log10(COUNTS[0]), math.log10(COUNTS[-1])

    def at(steps: float, seconds: float) -> str:
        return f"{left + (math.log10(steps) - first) / (last - first) * (wide - 220):.1f},{top + (1 - seconds / most) * (high - 90):.1f}"

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="11">', f'<rect width="{wide}" height="{high}" fill="white"/>']
    for k in range(5):
        x, y = at(COUNTS[0], most * k / 4).split(",")
        parts.append(f'<line x1="{x}" x2="{wide - 160}" y1="{y}" y2="{y}" stroke="#ddd"/><text x="{left - 8}" y="{float(y) + 4:.1f}" text-anchor="end">{1000 * most * k / 4:.0f} ms</text>')
    for steps in COUNTS:
        x, y = at(steps, 0).split(",")
        parts.append(f'<text x="{x}" y="{float(y) + 16:.1f}" text-anchor="middle">1e{round(math.log10(steps))}</text>')
    parts.append(f'<text x="{left + (wide - 220) / 2}" y="{high - 22}" text-anchor="middle">runs (time of a certified enclosure of epsilon at delta = 1e-5)</text>')
    for i, one in enumerate(series):
        colour = ("#1b6ca8", "#c0392b", "#2e8b57")[i % 3]
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="1.6" points="{" ".join(at(p["steps"], p["s"]) for p in one["points"])}"/>')
        parts.append(f'<text x="{wide - 152}" y="{top + 14 + 16 * i}" fill="{colour}">{one["case"]}</text>')
    return "\n".join([*parts, "</svg>", ""])


def met(found: dict[str, Any], names: tuple[str, ...]) -> str:
    """Which targets a row misses, or that it meets them."""
    missed = [name for name in names if found[name] > TARGETS[name]] + [name for name in ("consistent", "below_library") if found.get(name) is False]
    return "met" if not missed else "missed: " + ", ".join(missed)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    print(f"targets: {', '.join(f'{name} {value:g}' for name, value in TARGETS.items())}; lower end at most the library's loss-distribution value; routes consistent")
    print(f"{'row':<6}{'epsilon':>14}{'width':>9}{'s':>7} |{'discretised':>20}{'width':>8}{'s':>7} |{'Renyi':>9}{'s':>6} |{'library: RDP':>13}{'s':>6}{'PLD':>9}{'s':>6} |")
    rows = []
    for case in ROWS:
        found = row(*case)
        rows.append(found)
        theirs = [found[k] for k in ("library_rdp", "library_rdp_s", "library_pld", "library_pld_s")]
        shown = "".join("-".rjust(n) if v is None else f"{v:>{n}.4g}" for v, n in zip(theirs, (13, 6, 9, 6), strict=True))
        print(f"{found['row']:<6}{found['lower']:>14.10f}{found['contour_width']:>9.0e}{found['contour_s']:>7.2f} |{found['discretised_lower']:>10.5f}{found['discretised_upper']:>10.5f}"
              f"{found['discretised_width']:>8.4f}{found['discretised_s']:>7.2f} |{found['renyi']:>9.5f}{found['renyi_s']:>6.2f} |{shown} | "
              f"{met(found, ('contour_width', 'contour_s', 'discretised_width'))}", flush=True)
    normals = [normal(*case) for case in NORMALS]
    for one in normals:
        print(f"normal, {one['steps']} runs, sigma {one['sigma']}: epsilon {one['lower']:.13g}, relative width {one['normal_relative_width']:.0e}, {1000 * one['normal_s']:.0f} ms: "
              f"{met(one, ('normal_relative_width', 'normal_s'))}")
    series = [growth(*case) for case in SERIES]
    for one in series:
        print(f"{one['case']}: " + ", ".join(f"{p['steps']:.0e} runs {1000 * p['s']:.0f} ms" for p in one["points"]))
    if options.out:
        options.out.write_text(json.dumps({"machine": f"{platform.machine()}, Python {platform.python_version()}", "targets": TARGETS, "rows": rows, "normals": normals, "growth": series},
                                          indent=1) + "\n", encoding="utf-8")
    if options.plot:
        options.plot.write_text(plot(series), encoding="utf-8")


if __name__ == "__main__":
    main()
