r"""Figures 5 and 6: bounds of the privacy loss against the number T of iterations, from the printed parameters, beside the divergence itself of iterations that attain them or stay below.

All constants are 1 and the order is 2. Bound (1): ``(sum rho_t)^2/T``; bound (2): ``sum rho_t^2``, with rho_1 = 1 always, or equal to the other correlations. The exact divergence is that of the linear
iteration ``W_t = W_{t-1} + X_t + N_t`` given X_1 = a or b, jointly normal records with variance 1 and Cov(X_1, X_t) = rho_t: two normal laws whose means differ by ``sum rho_t``. *hidden*: what is left of X_t
given X_1 is independent over time and hides too, ``(sum rho_t)^2/(T + sum (1 - rho_t^2))``. *bare*: what is left cancels in the sum, as some covariances allow, and the divergence is bound (1) itself.
*shared* is the best sharing of the same shifts among the noises, a certified bound for every contractive iteration.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq

from reproduce.exact import curves_of, scales_of
from verify.calibration import amplification, linear_divergence
from verify.reproductions import Comparison, Produced, Reproduction, Setting
from verify.values.numbers import Enclosure

Correlation = Callable[[int], Fraction]
ORDER = fmpq(2)
STEPS = {"smoke": 50, "cpu": 100, "full": 400}
SCALES = scales_of({name: f"up to {steps} iterations" for name, steps in STEPS.items()})


def constant(rho: Fraction) -> Correlation:
    return lambda t: rho


FIXED: dict[str, Correlation] = {f"rho = {float(r):g}": constant(r) for r in (Fraction(0), Fraction(1, 10), Fraction(1, 5), Fraction(4, 5), Fraction(1))}
VANISHING: dict[str, Correlation] = {"rho = 0": constant(Fraction(0)), "rho = 0.1": constant(Fraction(1, 10)), "1/t": lambda t: Fraction(1, t), "1/t^2": lambda t: Fraction(1, t * t)}


def correlations(rho: Correlation, steps: int, first_is_one: bool) -> list[fmpq]:
    """rho_1, ..., rho_T."""
    values = [Fraction(1) if first_is_one and t == 1 else rho(t) for t in range(1, steps + 1)]
    return [fmpq(v.numerator, v.denominator) for v in values]


def losses(rhos: Sequence[fmpq]) -> dict[str, Enclosure | float]:
    """Bounds (1) and (2), the best shared bound, and the exact divergences."""
    steps, total, squares = len(rhos), sum(rhos, fmpq(0)), sum((r * r for r in rhos), fmpq(0))
    ones = [fmpq(1)] * steps
    hiding = [fmpq(1) + (1 - r * r if t else 0) for t, r in enumerate(rhos)]
    return {"bound (1)": _float(total * total / steps), "bound (2)": _float(squares), "shared": amplification(rhos, ones, ORDER).shared,
            "bare": linear_divergence(rhos, ones, ORDER), "hidden": linear_divergence(rhos, hiding, ORDER)}


def _float(value: fmpq) -> float:
    return int(value.p) / int(value.q)


def computed(curves: dict[str, Correlation]) -> Callable[[Setting], Produced]:
    def compute(setting: Setting) -> Produced:
        rows = []
        for name, rho in curves.items():
            for first in (True, False):
                longest = correlations(rho, STEPS[setting.scale], first)
                for steps in range(1, len(longest) + 1):
                    for kind, value in losses(longest[:steps]).items():
                        ends = (value, value) if isinstance(value, float) else (float(value.lo), float(value.hi))
                        rows.append({"curve": name, "rho_1": "1" if first else "rho", "steps": steps, "kind": kind, "lower": ends[0], "upper": ends[1]})
        return Produced(rows)

    return compute


def last(rows: Sequence[Any], name: str, kind: str, first: str = "1") -> list[float]:
    """The values of a curve, in the order of T."""
    return curves_of(rows, "curve", "steps", "upper", kind=kind, rho_1=first)[name][1]


def valid(rows: Sequence[Any], curves: dict[str, Correlation]) -> list[Comparison]:
    """Whether the drawn bounds lie above the divergences, at every T."""
    found = []
    for kind in ("bound (1)", "bound (2)"):
        for exact in ("hidden", "bare"):
            pairs = [(b, e) for name in curves for first in ("1", "rho") for b, e in zip(last(rows, name, kind, first), last(rows, name, exact, first), strict=True)]
            below = sum(b < e * (1 - 1e-12) for b, e in pairs)
            found.append(Comparison(f"{kind} against the exact divergence ({exact})", "at least the loss", f"below it at {below} of {len(pairs)} points", "differs" if below else "agrees"))
    return found


def compare_5(rows: Sequence[Any], scale: str) -> list[Comparison]:
    found = valid(rows, FIXED)
    for first in ("1", "rho"):
        ends = {name: last(rows, name, "bound (1)", first) for name in FIXED}
        ordered = all(a <= b for low, high in zip(list(ends)[:-1], list(ends)[1:], strict=True) for a, b in zip(ends[low], ends[high], strict=True))
        found.append(Comparison(f"bound (1), rho_1 = {first}: curves after {len(ends['rho = 1'])} iterations", "between DP (rho = 0) and group DP (rho = 1)", ", ".join(f"{name[6:]}: {values[-1]:.4g}" for name, values in ends.items()),
                                "agrees" if ordered else "differs"))
    return found


def compare_6(rows: Sequence[Any], scale: str) -> list[Comparison]:
    found = valid(rows, VANISHING)
    for name in ("1/t", "1/t^2"):
        for kind in ("bound (1)", "bound (2)", "hidden"):
            values = last(rows, name, kind)
            half = values[len(values) // 2 - 1]
            found.append(Comparison(f"rho_t = {name}, {kind}: value at T = {len(values) // 2} and {len(values)}", "converges to 0", f"{half:.4g} and {values[-1]:.4g}",
                                    "agrees" if values[-1] < 0.8 * half else "differs", note="" if values[-1] < 0.8 * half else "does not fall: the drawn one must be bound (1)"))
    return found


def drawn(curves: dict[str, Correlation]) -> Callable[[Any, Sequence[Any]], None]:
    def draw(figure: Any, rows: Sequence[Any]) -> None:
        figure.set_size_inches(11, 4.6)
        marks: dict[str, Any] = {}
        for axes, kind in zip(figure.subplots(1, 2, sharey=True), ("bound (1)", "bound (2)"), strict=True):
            for name in curves:
                steps, values = curves_of(rows, "curve", "steps", "upper", kind=kind, rho_1="1")[name]
                (line,) = axes.plot(steps, values)
                marks[name if "=" in name else f"rho = {name}"] = line
                axes.plot(steps, last(rows, name, "hidden"), linestyle=":", color=line.get_color())
            axes.set(xlabel="iterations T", ylabel="loss of order 2", yscale="log", title=kind)
            axes.yaxis.set_tick_params(labelleft=True)
            (marks["divergence itself"],) = axes.plot([], [], linestyle=":", color="black")
        figure.legend(marks.values(), marks, loc="outside lower center", ncols=len(marks))

    return draw


FIGURE_5 = Reproduction("rpp/fig-5", "Privacy loss at constant correlations", "Bounds against T for rho_t = 0 (DP), 0.1, 0.2, 0.8 and 1 (group DP).", SCALES, computed(FIXED), compare_5, {"plot": drawn(FIXED)})
FIGURE_6 = Reproduction("rpp/fig-6", "Privacy loss at vanishing correlations", "Bounds against T for rho_t = 0 (DP), 0.1, 1/t and 1/t^2: the loss converges to 0 when the correlations vanish.", SCALES,
                        computed(VANISHING), compare_6, {"plot": drawn(VANISHING)})
