"""The worked examples as tables: a count of two correlated bits, a mean of two salaries, a sum of two numbers with ranges of their own.

Distances are exact. The divergence of counts with Cauchy noise is a quadrature of the two densities of the output.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq
from scipy import integrate

from mechanisms.priors import correlated_records
from reproduce.exact import ALL_SCALES, scales_of
from verify.calibration import Instance, Situation, from_framework, near_distance, sensitivities
from verify.reproductions import Comparison, Produced, Reproduction, Setting
from verify.values.laws import FiniteLaw
from verify.values.numbers import compare as order_of
from verify.values.numbers import to_float

# --- example 1 -----------------------------------------------------------------------------------------------------------

PRIORS = tuple((Fraction(p, 4), Fraction(r, 4)) for p in (1, 2, 3) for r in (-1, 0, 1, 2, 3))
SCALES = (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(5))
"""Of the Cauchy noise."""


def count(setting: Setting) -> Produced:
    rows: list[dict[str, Any]] = []
    for p, rho in PRIORS:
        known = from_framework("correlated-pair", correlated_records(p, rho))
        found = {s.kind: s.value for s in sensitivities(known, (fmpq(2),))}
        law = next(s for s in known.finite if s.first != s.second)
        rows.append(_row(p, rho, None, "group", to_float(found["group"]), 2.0))
        rows.append(_row(p, rho, None, "W_oo", to_float(found["general"]), 2.0))
        rows.append(_row(p, rho, None, "W_2", to_float(found["w_2"]), math.sqrt(1 + 3 * float(rho)) if 1 + 3 * rho >= 0 else None))
        for scale in SCALES:
            exact = max(cauchy_divergence(a, b, float(scale)) for a, b in ((law.p, law.q), (law.q, law.p)))
            rows.append(_row(p, rho, scale, "aware budget", exact, math.log1p((1 + 3 * float(rho)) / float(scale) ** 2)))
            rows.append(_row(p, rho, scale, "general budget", exact, math.log1p(4 / float(scale) ** 2)))
    return Produced(rows)


def _row(p: Fraction, rho: Fraction, scale: Fraction | None, kind: str, measured: float, printed: float | None) -> dict[str, Any]:
    return {"p": float(p), "rho": float(rho), "scale": None if scale is None else float(scale), "kind": kind, "measured": measured, "printed": printed}


def cauchy_divergence(p: FiniteLaw, q: FiniteLaw, scale: float) -> float:
    """D_2 of the laws with Cauchy noise of a scale, by quadrature."""
    def density(law: FiniteLaw, x: float) -> float:
        return sum(to_float(w) / (math.pi * scale * (1 + ((x - to_float(a)) / scale) ** 2)) for a, w in zip(law.points, law.weights, strict=True))

    parts = [integrate.quad(lambda x: density(p, x) ** 2 / density(q, x), a, b, limit=200)[0] for a, b in ((-math.inf, -3), (-3, 1), (1, 5), (5, math.inf))]
    return math.log(sum(parts))


def compare_count(rows: Sequence[Any], scale: str) -> list[Comparison]:
    found = []
    for kind, what in (("group", "Delta_GROUP"), ("W_oo", "Delta_G"), ("W_2", "Delta_G,2,2 as the W_2 distance")):
        for name, chosen in _by_sign(rows, kind):
            equal = [row for row in chosen if row["printed"] is not None and abs(row["measured"] - row["printed"]) < 1e-9]
            found.append(Comparison(f"{what}, {name}: {len(chosen)} priors", "2" if kind != "W_2" else "sqrt(1 + 3 rho)", f"equal for {len(equal)}" + (f"; measured {min(r['measured'] for r in chosen):.4g} to {max(r['measured'] for r in chosen):.4g}" if kind != "group" else ""),
                                    "agrees" if len(equal) == len(chosen) else "differs"))
    for kind in ("aware budget", "general budget"):
        for name, chosen in _by_sign(rows, kind):
            valid = [row for row in chosen if row["measured"] <= row["printed"] + 1e-9]
            found.append(Comparison(f"{kind}, {name}: {len(chosen)} cases", "at least D_2", f"holds for {len(valid)}; largest D_2 over budget {max(r['measured'] / r['printed'] for r in chosen):.4g}",
                                    "agrees" if len(valid) == len(chosen) else "differs"))
    return found


def _by_sign(rows: Sequence[Any], kind: str) -> list[tuple[str, list[Any]]]:
    chosen = [row for row in rows if row["kind"] == kind]
    return [(name, [row for row in chosen if test(row["rho"])]) for name, test in (("rho < 0", lambda r: r < 0), ("rho = 0", lambda r: r == 0), ("rho > 0", lambda r: r > 0))]


def draw_count(figure: Any, rows: Sequence[Any]) -> None:
    left, right = figure.subplots(1, 2)
    figure.set_size_inches(10, 4.6)
    for kind, told in (("W_oo", "$W_\\infty$"), ("W_2", "$W_2$")):
        chosen = [row for row in rows if row["kind"] == kind and row["p"] == 0.5]
        (line,) = left.plot([row["rho"] for row in chosen], [row["measured"] for row in chosen], marker="o", label=f"{told}, measured")
        left.plot([row["rho"] for row in chosen], [math.nan if row["printed"] is None else row["printed"] for row in chosen], linestyle="--", color=line.get_color(), label=f"{told}, printed")
    left.set(xlabel="rho", ylabel="sensitivity", title="p = 1/2")
    for kind in ("aware budget", "general budget"):
        chosen = [row for row in rows if row["kind"] == kind and row["p"] == 0.5 and row["rho"] == 0.5]
        right.plot([row["scale"] for row in chosen], [row["printed"] for row in chosen], linestyle="--", label=f"{kind}, printed")
    right.plot([row["scale"] for row in chosen], [row["measured"] for row in chosen], marker="o", color="black", label="$D_2$ of the output, measured")
    right.set(xlabel="scale of the noise", ylabel="epsilon", title="p = rho = 1/2", yscale="log")
    left.legend()
    right.legend()


EXAMPLE_1 = Reproduction("rpp/ex-1", "A count of two correlated bits", "Sensitivities 2, 2 and sqrt(1 + 3 rho), and the budgets of Cauchy noise.", ALL_SCALES, count, compare_count, {"plot": draw_count})


# --- example 2 -----------------------------------------------------------------------------------------------------------

SALARIES = {1: Fraction(1, 2), 2: Fraction(499, 1000), 100: Fraction(1, 1000)}
LEVEL = fmpq(3, 1000)


def average(known: int) -> FiniteLaw:
    """The law of the mean where one salary is known."""
    return FiniteLaw([Fraction(known + other, 2) for other in SALARIES], list(SALARIES.values()))


def salaries(setting: Setting) -> Produced:
    rows = []
    for values in ((1, 2, 100), (1, 2)):
        pairs = [(average(a), average(b)) for a, b in itertools.combinations(values, 2)]
        known = Instance("salaries", tuple(Situation("", "", "", p, q) for p, q in pairs), tuple(fmpq(a + b, 2) for a in SALARIES for b in SALARIES))
        found = {s.kind: s.value for s in sensitivities(known, ())}
        near = [near_distance(p, q, LEVEL).distance for p, q in pairs]
        worst = max(near, key=to_float)
        rows += [{"secrets": ", ".join(map(str, values)), "kind": kind, "measured": to_float(value), "printed": printed}
                 for kind, value, printed in (("Delta_G", found["general"], 98.0), ("Delta_G,delta", worst, 1.0))]
    return Produced(rows)


def compare_salaries(rows: Sequence[Any], scale: str) -> list[Comparison]:
    return [Comparison(f"{row['kind']}, secrets {row['secrets']}", f"{row['printed']:g}", f"{row['measured']:g}", "agrees" if row["printed"] == row["measured"] else "differs",
                       note="" if row["kind"] == "Delta_G" else "the infimum; any larger number qualifies as well") for row in rows]


EXAMPLE_2 = Reproduction("rpp/ex-2", "A mean of two salaries", "Delta_G = 98; for delta = 3/1000 the near distance is 1.", ALL_SCALES, salaries, compare_salaries)


# --- example 3 -----------------------------------------------------------------------------------------------------------

CASES = {"smoke": 40, "cpu": 400, "full": 4000}
LARGEST = 10


def sums(setting: Setting) -> Produced:
    """Random joint laws on grids inside (0, r_1) x (0, r_2), among them the two extreme couplings."""
    rng, rows = random.Random(setting.seed), []
    for case in range(CASES[setting.scale]):
        first, second = rng.randint(1, LARGEST), rng.randint(1, LARGEST)
        xs, ys = ([Fraction(r * k, 5) for k in range(1, 5)] for r in (first, second))
        kind = ("rising", "falling", "random")[case % 3]
        weights = {(x, y): Fraction(int((i == j) if kind == "rising" else (i + j == 3)) * 20 + 1 if kind != "random" else rng.randint(1, 9))
                   for (i, x), (j, y) in itertools.product(enumerate(xs), enumerate(ys))}
        laws = [conditional(weights, 0, x) for x in xs] + [conditional(weights, 1, y) for y in ys]
        groups = (laws[: len(xs)], laws[len(xs):])
        situations = tuple(Situation("", "", "", p, q) for group in groups for p, q in itertools.combinations(group, 2))
        found = {s.kind: s.value for s in sensitivities(Instance("sum", situations, tuple(fmpq((x + y).numerator, (x + y).denominator) for x in xs for y in ys)), ())}
        rows.append({"joint": kind, "r_1": first, "r_2": second, "r": LARGEST, "measured": to_float(found["general"]), "printed": first + second, "group": 2 * LARGEST,
                     "below": int(order_of(found["general"], fmpq(first + second)) != ">")})
    return Produced(rows)


def conditional(weights: dict[tuple[Fraction, Fraction], Fraction], position: int, value: Fraction) -> FiniteLaw:
    """The law of the sum given one of the two numbers."""
    chosen = {pair: w for pair, w in weights.items() if pair[position] == value}
    whole = sum(chosen.values())
    return FiniteLaw([sum(pair, Fraction(0)) for pair in chosen], [w / whole for w in chosen.values()])


def compare_sums(rows: Sequence[Any], scale: str) -> list[Comparison]:
    within = sum(row["below"] for row in rows)
    strict = sum(row["printed"] < row["group"] for row in rows)
    return [
        Comparison(f"Delta_G over {len(rows)} joint laws", "at most r_1 + r_2", f"holds for {within}; largest ratio {max(r['measured'] / r['printed'] for r in rows):.4f}", "agrees" if within == len(rows) else "differs"),
        Comparison("r_1 + r_2 against the group sensitivity 2 r", "smaller", f"strictly smaller in {strict} of {len(rows)} cases", "agrees" if strict == len(rows) else "differs",
                   note="" if strict == len(rows) else "equal where r_1 = r_2 = r"),
    ]


EXAMPLE_3 = Reproduction("rpp/ex-3", "A sum of two numbers with ranges of their own", "Delta_G is at most r_1 + r_2, the group sensitivity is 2 r.",
                         scales_of({name: f"{count} joint laws" for name, count in CASES.items()}), sums, compare_sums)
