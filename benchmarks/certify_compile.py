"""Compiled formulas against hand-written python-flint code, value and gradient. ``python -m benchmarks.certify_compile``.

Every line is the median of runs over the same narrow box; ratios are compiled over hand-written, and value with gradient over value alone.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, fmpq

from verify import claims as c
from verify.claims.nodes import Node
from verify.engines.boxes import arrays
from verify.engines.boxes.compiled import compiled
from verify.engines.boxes.formula import Graph
from verify.values.numbers import precision

BITS = 64
x, y, z, w = c.numbers("x y z w")
HALF = c.number("1/2")
A, B = arb(fmpq(1, 2)), arb(1)


def _gaussian() -> Callable[..., Any]:
    root = arb(2).rsqrt()

    def hand(e: Any, m: Any) -> Any:
        first = e / m
        second = m * A
        return ((first - second) * root).erfc() * A - e.exp() * (((first + second) * root).erfc() * A)

    return hand


def _tail() -> Callable[..., Any]:
    root, constant = arb(2).rsqrt(), (arb.pi() / 2).sqrt()
    return lambda m: constant - m * (m * m * A).exp() * (m * root).erfc()


def _cauchy() -> Callable[..., Any]:
    p = arb(fmpq(7, 2))
    front = ((p + 1) / 2).gamma() / arb.pi().sqrt()
    lower = -p / 2
    return lambda v, d: (2 * v) ** (p / 2) * front * (-(d * d) / (2 * v)).hypgeom_1f1(lower, A)


def _renyi() -> Callable[..., Any]:
    def hand(a: Any, r: Any, d: Any, q: Any) -> Any:
        less = a - 1
        return r + ((1 / d).log()) / less - (q * a).log() / less + (less / a).log()

    return hand


FORMULAS: dict[str, tuple[Node, tuple[Any, ...], tuple[str, ...], Callable[..., Any]]] = {
    "Gaussian profile": (c.normal_cdf(y / 2 - x / y) - c.exp(x) * c.normal_cdf(-y / 2 - x / y), (x, y), ("1", "1/2"), _gaussian()),
    "scaled normal tail": (c.sqrt(c.pi / 2) - x * c.exp(x**2 / 2) * c.erfc(x / c.sqrt(2)), (x,), ("3/2",), _tail()),
    "logistic against erf": (1 / (1 + c.exp(-x)) - (1 + c.erf(x)) / 2, (x,), ("3/4",), lambda v: 1 / (1 + (-v).exp()) - (1 + v.erf()) * A),
    "log-sum-exp": (x * z / 2 - c.log((c.exp(x * z) + c.exp((1 - x) * z)) / 2), (x, z), ("3", "1/2"),
                    lambda a, t: a * t * A - (((a * t).exp() + ((1 - a) * t).exp()) * A).log()),
    "generalised Cauchy": ((2 * x) ** c.number("7/4") * c.gamma(c.number("9/4")) / c.sqrt(c.pi) * c.hyp1f1(c.number("-7/4"), HALF, -(y**2) / (2 * x)), (x, y),
                           ("2", "3"), _cauchy()),
    "conversion of orders": (y + c.log(1 / z) / (x - 1) - c.log(w * x) / (x - 1) + c.log((x - 1) / x), (x, y, z, w), ("8", "1/4", "1/100", "1/2"), _renyi()),
    "polynomial": (x**4 - 3 * x**3 * y + 2 * x * y**2 - y + 1, (x, y), ("2", "1/3"),
                   lambda a, b: a**4 - 3 * a * a * a * b + 2 * a * b * b - b + 1),
    "rational": ((x + y) / (1 + x * y) - 1 / (1 + x**2), (x, y), ("1/2", "1/3"), lambda a, b: (a + b) / (1 + a * b) - 1 / (1 + a * a)),
    "entropy": (-x * c.log(x) - (1 - x) * c.log(1 - x) - 2 * x * (1 - x), (x,), ("1/3",),
                lambda p: -p * p.log() - (1 - p) * (1 - p).log() - 2 * p * (1 - p)),
    "powers": (x * y ** (1 / z) - (x + y) ** z, (x, y, z), ("2", "3", "5/2"), lambda a, b, t: a * b ** (1 / t) - (a + b) ** t),
    "hyperbolic": (c.cosh(x) * c.exp(-(x**2) / 2) - c.tanh(y), (x, y), ("1", "1/2"), lambda a, b: a.cosh() * (-(a * a) * A).exp() - b.tanh()),
}


def microseconds(job: Callable[..., Any], balls: list[Any]) -> float:
    """The least of several mean times of one call."""
    best = math.inf
    for _ in range(7):
        start = time.perf_counter()
        for _ in range(2000):
            job(*balls)
        best = min(best, time.perf_counter() - start)
    return best / 2000 * 1e6


def measured(name: str) -> tuple[float, float, float, float]:
    """Hand-written, compiled, compiled with gradient, in microseconds; milliseconds of compiling both."""
    formula, names, at, hand = FORMULAS[name]
    graph = Graph([str(v.args[0]) for v in names])
    start = time.perf_counter()
    k = graph.build(formula)
    value = compiled(graph, [k])
    both = compiled(graph, [k, *(graph.slope(k, j) for j in range(len(names)))])
    spent = (time.perf_counter() - start) * 1e3
    balls = [arb(fmpq(Fraction(text).numerator, Fraction(text).denominator), arb(2) ** -30) for text in at]
    assert value(*balls).overlaps(hand(*balls)) and both(*balls)[0].overlaps(hand(*balls)), name
    return microseconds(hand, balls), microseconds(value, balls), microseconds(both, balls), spent


def boxes_in_arrays(name: str, count: int = 8192) -> float:
    """Boxes a second that NumPy intervals bound; they propose and never decide."""
    formula, names, at, _ = FORMULAS[name]
    graph = Graph([str(v.args[0]) for v in names])
    k = graph.build(formula)
    sides = [(np.linspace(float(Fraction(text)), 2 * float(Fraction(text)), count), np.linspace(float(Fraction(text)), 2 * float(Fraction(text)), count) + 2**-10)
             for text in at]
    best = math.inf
    for _ in range(5):
        start = time.perf_counter()
        arrays.intervals(graph, k, sides)
        best = min(best, time.perf_counter() - start)
    return count / best


def report() -> dict[str, Any]:
    """All measurements with their geometric means."""
    with precision(BITS):
        rows = {name: measured(name) for name in FORMULAS}

    def mean(ratios: list[float]) -> float:
        return math.exp(math.fsum(map(math.log, ratios)) / len(ratios))

    return {"rows": rows, "compiled over hand-written": mean([r[1] / r[0] for r in rows.values()]),
            "value and gradient over value": mean([r[2] / r[1] for r in rows.values()])}


def main() -> None:
    found = report()
    print(f"{'formula':24} {'hand':>7} {'compiled':>9} {'ratio':>6} {'+gradient':>10} {'over value':>11} {'compile ms':>11}")
    for name, (hand, value, both, spent) in found["rows"].items():
        print(f"{name:24} {hand:7.2f} {value:9.2f} {value / hand:6.2f} {both:10.2f} {both / value:11.2f} {spent:11.2f}")
    print(f"NumPy intervals, boxes a second: Gaussian profile {boxes_in_arrays('Gaussian profile'):.2g}, polynomial {boxes_in_arrays('polynomial'):.2g}")
    print(f"geometric means: compiled / hand-written {found['compiled over hand-written']:.2f}, value and gradient / value {found['value and gradient over value']:.2f}")


if __name__ == "__main__":
    main()
