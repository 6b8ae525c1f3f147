"""Exact finite checking: transport, events, batches, witnesses and statements of known truth. ``python -m benchmarks.finite [--results DIR] [--out FILE]``."""

from __future__ import annotations

import argparse
import json
import math
import platform
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import ot
from flint import fmpq
from scipy.optimize import linprog
from scipy.stats import beta

from mechanisms import Laplace
from verify.claims import REALS, Claim, Compare, exp, numbers
from verify.engines import search
from verify.engines.task import EFFORTS, Status, Task
from verify.quantities import batched, distribution_function
from verify.quantities.kernels.transport import ground_distance, transport
from verify.values.laws import FiniteLaw

ROOT = Path(__file__).resolve().parent.parent
ONE = fmpq(1)


def seconds(job: Callable[[], Any], repeats: int = 5) -> float:
    """The median time of a job."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return sorted(times)[repeats // 2]


# --- transport -------------------------------------------------------------------------------------------------------


def law(rng: random.Random, size: int, *, degenerate: bool = False) -> FiniteLaw:
    """A law on points of the plane; a degenerate one has equal weights on a coarse grid, so that many plans and many costs tie."""
    points: dict[Any, None] = {}
    while len(points) < size:
        side = max(2, math.isqrt(size) + 1)
        points[tuple(fmpq(rng.randint(0, side)) if degenerate else fmpq(rng.randint(-50, 50), rng.randint(1, 5)) for _ in range(2))] = None
    weights = [1 if degenerate else rng.randint(1, 100) for _ in points]
    return FiniteLaw(list(points), [fmpq(w, sum(weights)) for w in weights])


def verified(p: FiniteLaw, q: FiniteLaw) -> bool:
    """Whether plan and potentials of an exact solution prove each other: right marginals, feasible potentials, equal values."""
    found = transport(p, q, ONE, ONE)
    rows, columns, cost = Counter(), Counter(), fmpq(0)
    for (x, y), mass in found.plan:
        rows[x] += mass
        columns[y] += mass
        cost += mass * ground_distance(x, y, ONE)
    u, v = found.potentials
    feasible = all(u[i] + v[j] <= ground_distance(x, y, ONE) for i, x in enumerate(p.points) for j, y in enumerate(q.points))
    dual = sum((a * b for a, b in zip(u, p.weights, strict=True)), fmpq(0)) + sum((a * b for a, b in zip(v, q.weights, strict=True)), fmpq(0))
    return feasible and rows == Counter(dict(p.items())) and columns == Counter(dict(q.items())) and cost == dual == found.value


def transport_table() -> dict[str, Any]:
    rng = random.Random(0)
    rows = []
    for size in (16, 64, 128, 256):
        p, q = law(rng, size), law(rng, size)
        a, b = (np.array([float(w) for w in side.weights]) for side in (p, q))
        clouds = [np.array([[float(c) for c in x] for x in side.points]) for side in (p, q)]
        transport(p, q, ONE, ONE)
        row = {"points": size, "exact_ms": 1000 * seconds(lambda p=p, q=q: transport(p, q, ONE, ONE)),
               "pot_float_ms": 1000 * seconds(lambda a=a, b=b, c=clouds: ot.emd2(a / a.sum(), b / b.sum(), ot.dist(*c, metric="cityblock")))}
        if size <= 64:
            costs = ot.dist(*clouds, metric="cityblock")
            equal = np.vstack([np.kron(np.eye(size), np.ones(size)), np.kron(np.ones(size), np.eye(size))])
            masses = np.concatenate([a, b])
            row["scipy_float_ms"] = 1000 * seconds(lambda c=costs, e=equal, m=masses: linprog(c.ravel(), A_eq=e, b_eq=m), 1)
        rows.append(row)
    good = Counter()
    for kind, count in (("random", 500), ("degenerate", 100)):
        for k in range(count):
            draw = random.Random(f"{kind}/{k}")
            size = draw.randint(2, 14)
            good[kind] += verified(law(draw, size, degenerate=kind == "degenerate"), law(draw, draw.randint(2, 14), degenerate=kind == "degenerate"))
    return {"rows": rows, "verified": dict(good), "of": {"random": 500, "degenerate": 100}}


# --- a Laplace mechanism that is a little worse than claimed -----------------------------------------------------------


def event_task(factor: Fraction) -> Task:
    """Claim: P(X >= t) <= exp(1) Q(X >= t) for every t, where the true level is ``factor``."""
    t = numbers("t")
    scale = 1 / factor
    p, q = Laplace(1, scale=scale), Laplace(0, scale=scale)
    claim = Claim("benchmark/laplace", "Laplace mechanism", forall={t: REALS},
                  states=Compare(1 - distribution_function(p, t), "<=", exp(1) * (1 - distribution_function(q, t))))
    return Task(claim.variants()[0], EFFORTS["standard"])


def sampled(factor: float, rng: np.random.Generator, limit: int = 2**25) -> tuple[int | None, float]:
    """Draws, and seconds, until event testing refutes level 1 at error 1e-3: an event fixed on one sample, exact binomial intervals on a fresh one."""
    start = time.perf_counter()
    draws = 1024
    while draws <= limit:
        scale = 1 / factor
        first = [rng.laplace(center, scale, draws // 8) for center in (1.0, 0.0)]
        cuts = np.quantile(np.concatenate(first), np.linspace(0.02, 0.98, 49))
        shares = [[np.mean(x >= c) for c in cuts] for x in first]
        best = max(range(len(cuts)), key=lambda k: shares[0][k] - math.e * shares[1][k])
        counts = [int(np.sum(rng.laplace(center, scale, draws) >= cuts[best])) for center in (1.0, 0.0)]
        low = beta.ppf(5e-4, counts[0], draws - counts[0] + 1) if counts[0] else 0.0
        high = beta.ppf(1 - 5e-4, counts[1] + 1, draws - counts[1])
        if low > math.e * high:
            return draws, time.perf_counter() - start
        draws *= 2
    return None, time.perf_counter() - start


def laplace_table() -> list[dict[str, Any]]:
    rows = []
    for factor in (Fraction(11, 10), Fraction(101, 100)):
        task = event_task(factor)
        finding = search.glance(task) or search.decide(task)
        assert finding.status is Status.REFUTED, finding.summary
        draws, spent = sampled(float(factor), np.random.default_rng(0))
        rows.append({"true_level_over_claimed": str(factor), "exact_event_ms": 1000 * seconds(lambda task=task: search.glance(task) or search.decide(task)),
                     "witness": finding.summary, "sampling_draws": draws, "sampling_ms": 1000 * spent})
    return rows


# --- batches ---------------------------------------------------------------------------------------------------------


def throughput() -> dict[str, float]:
    rng = np.random.default_rng(0)

    def weights(shape: Any) -> Any:
        return rng.multinomial(60, [0.25] * 4, size=shape).astype(np.int64)

    rates = {}
    for name, count, after in (
        ("total variation", 200_000, lambda pairs: batched.total_variation(pairs)),
        ("hockey-stick", 200_000, lambda pairs: batched.hockey_stick(pairs, Fraction(1, 2))),
        ("certified Renyi", 20_000, lambda pairs: batched.renyi(pairs, Fraction(3, 2))),
    ):
        pairs, kernels = batched.Pairs(weights(count), weights(count), 60), weights((count, 4))
        start = time.process_time()
        after(pairs.through(kernels, 60))
        after(pairs)
        rates[name] = count / (time.process_time() - start)
    return rates


# --- witnesses and known truth ---------------------------------------------------------------------------------------


def witnesses(folder: Path) -> dict[str, Any]:
    """Sizes of the finite witnesses of an audit: points of its largest law, and largest denominator of its numbers."""
    sizes: list[tuple[int, int, str]] = []
    for path in sorted((folder / "certificates").glob("*.json")):
        document = json.loads(path.read_text())
        if document.get("kind") != "witness":
            continue
        instance = document["evidence"]["instance"]
        laws_ = [node for value in instance.values() for node in nodes(value, "finite")]
        if laws_:
            sizes.append((max(len(node[1]) - 1 if node[1][:1] == ["()"] else len(node[1]) for node in laws_), max(denominators(list(instance.values()))), path.stem))
    small = [s for s in sizes if s[0] <= 4 and s[1] <= 100]
    return {"finite_witnesses": len(sizes), "at_most_4_points_and_denominators_100": len(small),
            "others": [{"points": a, "denominator": b, "of": c} for a, b, c in sizes if a > 4 or b > 100]}


def nodes(value: Any, head: str) -> list[Any]:
    found = [value] if isinstance(value, list) and value[:1] == [head] else []
    return found + [node for part in (value if isinstance(value, list) else []) for node in nodes(part, head)]


def denominators(value: Any) -> list[int]:
    if isinstance(value, list):
        return [1, *(d for part in value for d in denominators(part))]
    text = str(value)
    top, _, bottom = text.partition("/")
    return [int(bottom)] if bottom.isdigit() and top.lstrip("-").isdigit() else [1]


def known_truth() -> dict[str, dict[str, int]]:
    sys.path.insert(0, str(ROOT / "tests" / "quality"))
    from known_false import FALSE
    from known_true import TRUE
    from test_textbook import row

    return {words: dict(Counter(row(name, textbook)["status"] for name, textbook in statements.items())) for words, statements in (("known true", TRUE), ("known false", FALSE))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=Path, help="folder of an audit, for the sizes of its witnesses")
    parser.add_argument("--out", type=Path, help="where to write the figures as JSON")
    options = parser.parse_args()
    figures: dict[str, Any] = {"machine": platform.platform(), "python": platform.python_version()}
    figures["transport"] = transport_table()
    for entry in figures["transport"]["rows"]:
        print("transport " + ", ".join(f"{key} {value:.1f}" if isinstance(value, float) else f"{key} {value}" for key, value in entry.items()))
    print(f"transport verified: {figures['transport']['verified']} of {figures['transport']['of']}")
    figures["laplace"] = laplace_table()
    for entry in figures["laplace"]:
        print(f"Laplace at {entry['true_level_over_claimed']} of its level: exact event {entry['exact_event_ms']:.1f} ms; "
              f"sampling {entry['sampling_draws']} draws, {entry['sampling_ms']:.0f} ms")
    figures["pairs_per_second"] = throughput()
    print("pairs a second on one core: " + ", ".join(f"{name} {rate:,.0f}" for name, rate in figures["pairs_per_second"].items()))
    if options.results:
        figures["witnesses"] = witnesses(options.results)
        print(f"witnesses: {figures['witnesses']['at_most_4_points_and_denominators_100']} of {figures['witnesses']['finite_witnesses']} finite ones have at most 4 points and denominators at most 100")
        for other in figures["witnesses"]["others"]:
            print(f"  {other['of']}: {other['points']} points, denominator {other['denominator']}")
    figures["known_truth"] = known_truth()
    for words, counts in figures["known_truth"].items():
        print(f"{words}: " + ", ".join(f"{count} {status}" for status, count in sorted(counts.items())))
    if options.out:
        options.out.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
