"""False inequalities over the special functions of the language, made at random: no engine and no checker may ever certify one.

``python tests/quality/false_functions.py 20000`` tries many more than the test does; it also gives the checker a forged one-leaf proof of each.
"""

from __future__ import annotations

import itertools
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify.claims import Claim, Compare, above, at_least, below, between, number, numbers
from verify.claims.nodes import Node, term
from verify.engines import interval
from verify.engines.boxes.domain import cases
from verify.engines.boxes.proof import Prover
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.evidence.checker.numbers import Budget
from verify.values import numbers as exact_numbers
from verify.values import primitives
from verify.values.primitives import PRIMITIVES

NAMES = numbers("x y")
HALF = number("1/2")
HARDER = {"gaussian_level": 6, "polylog": 3, "hyp2f1": 2}
"""Functions that cost more are drawn less often."""
BORDERS = {
    "normal_quantile": [(0, between(0, HALF)), (0, between(HALF, 1))], "log_gamma": [(0, between(0, 2))], "digamma": [(0, between(0, 2))],
    "lambert_w": [(0, between(-1, 1))], "log1p_over": [(0, between(-1, 1))], "gamma": [(0, between(-1, 1))], "bessel_k": [(1, between(0, 2))],
    "gamma_p": [(0, between(0, 2)), (1, between(-1, 1))], "gamma_q": [(0, between(0, 2)), (1, between(-1, 1))],
    "beta_incomplete": [(0, between(0, 2)), (2, between(HALF, 2)), (2, between(-1, HALF))], "hyp2f1": [(2, between(0, 2)), (3, between(0, 1))],
    "polylog": [(0, between(0, 2)), (1, between(0, 2))], "binomial": [(0, between(-1, 2))], "gaussian_level": [(0, between(-1, 1)), (1, between(0, HALF)), (1, between(HALF, 1))],
    "bessel_i": [(0, between(-1, 1)), (1, between(-1, 1))], "asin": [(0, between(0, 2))], "acos": [(0, between(-2, 0))], "acosh": [(0, between(0, 2))], "atanh": [(0, between(0, 2))],
    "tan": [(0, between(0, 2))], "cot": [(0, between(-1, 1))], "tan_pi": [(0, between(0, 1)), (0, between(0, HALF))], "cot_pi": [(0, between(-1, 1)), (0, between(0, HALF))],
    "beta": [(0, between(0, 2)), (1, between(-1, 1))], "dilog": [(0, between(0, 2))],
}
"""Arguments and ranges with a point where the function has no value."""


@dataclass(frozen=True)
class Mutant:
    """A false statement and how it was made."""

    kind: str
    forall: dict[Any, Any]
    states: Node


def _point(rng: random.Random, name: str, k: int) -> Fraction:
    lo, hi, _, _ = PRIMITIVES[name].domain[k]
    low = Fraction(rng.choice((-3, -1, 0))) if not lo.is_finite() else Fraction(0) if lo == 0 else Fraction(-1, 4)
    if name == "legendre_p" and k == 1:
        low = Fraction(-3, 4)
    if name == "gamma":
        low = Fraction(0)
    if name == "binomial":
        low = Fraction(4 if k == 0 else 0)
    if name == "acosh":
        low = Fraction(1)
    width = Fraction(1) if hi.is_finite() else Fraction(4)
    if name in ("tan", "cot", "tan_pi", "cot_pi"):
        low, width = Fraction(1, 16), Fraction(3, 8)
    step = rng.choice((8, 10, 64, 97))
    return low + width * Fraction(rng.randint(1, step - 1), step)


def _value(name: str, at: list[Fraction]) -> tuple[Any, Any]:
    """Ends of an enclosure as fractions."""
    found = exact_numbers.enclose(primitives.value(name, [fmpq(v.numerator, v.denominator) for v in at], 96), 96)
    assert found.exists and not isinstance(found.lo, float) and not isinstance(found.hi, float), (name, at)
    return _fraction(found.lo.fmpq()), _fraction(found.hi.fmpq())


def _fraction(q: Any) -> Fraction:
    return Fraction(int(q.p), int(q.q))


def _short(value: Fraction, up: bool) -> Fraction:
    """A fraction with few bits on the given side."""
    digits = 2**40
    scaled = value * digits
    return Fraction(-((-scaled.numerator) // scaled.denominator) if up else scaled.numerator // scaled.denominator, digits)


def mutants(seed: int) -> Iterator[Mutant]:
    """False statements without end."""
    rng = random.Random(seed)
    heads = [name for name in PRIMITIVES for _ in range(max(1, 6 // HARDER.get(name, 1)))]
    while True:
        name = rng.choice(heads)
        if name in BORDERS and rng.random() < 0.12:
            yield _border(rng, name)
            continue
        found = _attained(rng, name)
        if found is not None:
            yield found


def _arguments(rng: random.Random, name: str) -> tuple[list[Any], list[tuple[int, Fraction, Fraction]]]:
    """Arguments of which one or two are names, and the ranges of these."""
    arity = PRIMITIVES[name].arity
    moving = sorted(rng.sample(range(arity), min(arity, rng.choice((1, 1, 2)))))
    fixed: list[Any] = []
    ranges = []
    for k in range(arity):
        a = _point(rng, name, k)
        if k in moving:
            b = _point(rng, name, k)
            while b == a:
                b = _point(rng, name, k)
            ranges.append((k, min(a, b), max(a, b)))
            fixed.append(None)
        else:
            fixed.append(a)
    return fixed, ranges


def _node(name: str, fixed: list[Any], ranges: list[tuple[int, Fraction, Fraction]]) -> Node:
    names = {k: NAMES[j] for j, (k, _, _) in enumerate(ranges)}
    return Node(name, *(names[k] if k in names else number(v) for k, v in enumerate(fixed)))


def _attained(rng: random.Random, name: str) -> Mutant | None:
    """A bound that a point of the range misses by a share of 1e-6, at one of its corners or inside; or the relation turned round."""
    fixed, ranges = _arguments(rng, name)
    at = list(fixed)
    for k, lo, hi in ranges:
        at[k] = rng.choice((lo, hi, (lo + hi) / 2))
    try:
        low, high = _value(name, at)
    except (AssertionError, exact_numbers.NoValue):
        return None
    slack = max(abs(low), Fraction(1, 10**9)) / 10**6
    kind, relation, bound = rng.choice((
        ("below a value", "<=", _short(low - slack, False)), ("above a value", ">=", _short(high + slack, True)),
        ("strictly below a value", "<", _short(low - slack, False)), ("strictly above a value", ">", _short(high + slack, True)),
    ))
    states: Node = Compare(_node(name, fixed, ranges), relation, number(bound))
    if rng.random() < 0.3:  # both sides vary
        other = 1 + NAMES[0] ** 2
        states = Compare(_node(name, fixed, ranges) * other, relation, number(bound) * other)
    end = rng.random() < 0.5 or any(at[k] in (lo, hi) for k, lo, hi in ranges)
    return Mutant(kind, {NAMES[j]: between(lo, hi) if end else between(lo, hi, "both") for j, (_, lo, hi) in enumerate(ranges)}, states)


def _border(rng: random.Random, name: str) -> Mutant:
    """A bound that nothing violates, over a range with a point that has no value: false, because there it does not hold."""
    k, where = rng.choice(BORDERS[name])
    fixed = [number(_point(rng, name, j)) for j in range(PRIMITIVES[name].arity)]
    fixed[k] = NAMES[0]
    relation, bound = rng.choice((("<=", 10**6), (">=", -(10**6)), ("<=", number("oo")), (">=", number("-oo"))))
    return Mutant("no value", {NAMES[0]: where}, Compare(Node(name, *fixed), relation, bound))


def unbounded() -> list[Mutant]:
    """Written out: false at infinity or at an open end only."""
    x, _y = NAMES
    half = HALF

    def f(head: str, *arguments: Any) -> Node:
        return Node(head, *map(term, arguments))

    return [Mutant("limit", {x: where}, states) for where, states in (
        (at_least(0), Compare(f("normal_cdf", x), "<=", number("999999/1000000"))),
        (at_least(0), Compare(f("mills", x), ">=", number("1/1000000"))),
        (above(0), Compare(f("log_gamma", x), "<=", 10**6)),
        (above(0), Compare(f("digamma", x), ">=", -(10**6))),
        (above(0), Compare(f("bessel_k", half, x), "<=", 10**6)),
        (at_least(0), Compare(f("bessel_i", half, x), "<=", 10**6)),
        (at_least(0), Compare(f("gamma_p", half, x), "<=", number("999999/1000000"))),
        (above(0), Compare(f("gamma_p", x, half), "<=", number("999999/1000000"))),
        (at_least(0), Compare(f("tanh", x), "<=", number("999999/1000000"))),
        (below(1), Compare(f("polylog", number(2), x), ">=", -(10**6))),
        (above(-1), Compare(f("log1p_over", x), "<=", 10**6)),
        (above(-1), Compare(f("log1p_over", x), ">=", number("1/1000000"))),
        (between(0, 1, "both"), Compare(f("normal_quantile", x), "<=", 100)),
        (between(0, 1, "both"), Compare(f("gaussian_level", 1, x), ">=", number("1/1000000"))),
        (between(0, 1, "both"), Compare(f("gaussian_level", 1, x), "<=", 1000)),
        (between(0, 1, "both"), Compare(f("beta_incomplete", x, 1, half), "<=", number("999999/1000000"))),
        (at_least(1), Compare(f("legendre_p", number("3/2"), x), "<=", 10**6)),
        (at_least(0), Compare(f("lambert_w", x), "<=", 100)),
        (at_least(0), Compare(f("expm1_over", -x), ">=", number("1/1000000"))),
        (at_least(0), Compare(f("sinh", x), "<=", 10**6)),
        (at_least(0), Compare(f("mills", -x), "<=", 10**6)),
        (at_least(2), Compare(f("binomial", x, 2), "<=", 10**6)),
        (below(1), Compare(f("hyp2f1", 1, 1, 1, x), "<=", 10**6)),
        (at_least(0), Compare(f("atan", x), "<=", number("1570796/1000000"))),
        (at_least(0), Compare(f("atan", x), "<", Node("pi") * number("49999/100000"))),
        (at_least(0), Compare(f("sin", x), "<=", number("999999/1000000"))),
        (between(0, Node("pi") / 2), Compare(f("sin", x), "<", 1)),
        (between(0, Node("pi")), Compare(f("cos", x), ">", -1)),
        (between(0, Node("pi") / 2, "right"), Compare(f("tan", x), "<=", 10**6)),
        (between(0, Node("pi") / 2), Compare(f("tan", x), ">=", 0)),
        (between(0, half), Compare(f("tan_pi", x), ">=", 0)),
        (between(0, Node("pi"), "right"), Compare(f("cot", x), "<=", 10**6)),
        (between(0, 1, "right"), Compare(f("atanh", x), "<=", 1000)),
        (at_least(1), Compare(f("acosh", x), "<=", 100)),
        (at_least(-1), Compare(f("asin", x), "<=", 2)),
        (between(-1, 1), Compare(f("asin", x), "<", Node("pi") / 2)),
        (below(1), Compare(f("dilog", x), ">=", -(10**4))),
        (above(0), Compare(f("beta", x, 1), "<=", 10**6)),
        (between(-1, 1), Compare(f("atan2", 0, x), "<=", 0)),
    )]


def variant(mutant: Mutant) -> Any:
    (found,) = Claim("toy/mutant", mutant.kind, mutant.forall, mutant.states).variants()
    return found


def certified(mutant: Mutant, boxes: int = 6) -> bool:
    """Whether the boxes call it proved."""
    effort = replace(EFFORTS["quick"], boxes=boxes, guard_seconds=60)
    return interval.decide(Task(variant(mutant), effort)).status is Status.PROVED


def confirmed(mutant: Mutant, steps: int = 20_000) -> bool:
    """Whether the checker believes a forged proof: one leaf for the whole domain."""
    found = variant(mutant)
    with exact_numbers.precision(interval.BITS):
        evidence = interval._Solved(cases(found.forall, found.given, found.states)[0], 1, time.thread_time() + 60, {}).evidence()
    evidence["tree"] = "P"
    proof = Finding(interval.ENGINE, Status.PROVED, "forged", "boxes", evidence, {"share": 1.0})
    data = json.loads(certificate.text(certificate.build(found, proof, effort="quick", seed=0)))
    return check_data(data, "c.json", Budget(steps, 20)).status == "confirmed"


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    compile_after = Prover.compile_after
    start, proved, believed, made = time.perf_counter(), 0, 0, Counter()
    for k, mutant in zip(range(count), itertools.chain(unbounded(), mutants(1))):
        made[mutant.kind] += 1
        Prover.compile_after = compile_after * (k % 2)  # every second one by compiled code from the first box on
        if certified(mutant, 12):
            proved += 1
            print("CERTIFIED", mutant)
        if k % 5 == 0 and confirmed(mutant):
            believed += 1
            print("CONFIRMED", mutant)
    kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(made.items()))
    print(f"{count} false statements ({kinds}) in {time.perf_counter() - start:.0f} s: certified by the boxes {proved}; "
          f"of {(count + 4) // 5} forged proofs confirmed by the checker {believed}")


if __name__ == "__main__":
    main()
