"""Statements that are meant to take for ever: ``python -m benchmarks.hostile --limit 3 [--executor serial|processes|dask] [--count 200] [--seed 0]``.

A dozen templates, each with its own parameters drawn by the seed: suprema over half-lines of differences of exponentials, sums over hundreds of independent draws, nested quantifiers, huge ranges of
integers, towers of powers, gamma of huge arguments, deep products, expectations of many names, long chains. Each is decided with a limit of a few seconds. None may outlive its limit by more than
five seconds, each that is ended is named, and what others come to does not depend on it. Declaring such statements is part of the test.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from verify import claims as c
from verify.claims.claim import Claim, Variant
from verify.run import runner
from verify.run.decide import Settings
from verify.run.executors import EXECUTORS, Pool
from verify.run.isolation import Outcome
from verify.run.spread import spread

GRACE = 5.0
"""Seconds by which a statement may outlive its limit."""

Draw = random.Random
Made = tuple[dict[Any, Any], Any]
"""Ranges of the free names, and the goal."""
x, y, z, k, n, t = c.numbers("x y z k n t")


def differences_of_exponentials(draw: Draw) -> Made:
    a, b = draw.randint(1, 9), draw.randint(1, 9)
    return {y: c.at_least(0)}, c.Compare(c.Sup({x: c.at_least(0)}, c.exp(-a * x * y) - c.exp(-b * x)), draw.choice((">", ">=", "<=")), 0)


def sums_of_draws(draw: Draw) -> Made:
    """The sum of hundreds of independent coins."""
    count, share = draw.randint(100, 500), c.number(1) / draw.randint(2, 9)
    coin = c.finite_law({0: 1 - share, 1: share})
    names = [c.Node("var", f"u{i}") for i in range(count)]
    total = c.Node("add", *names)
    return {y: c.at_least(0)}, c.Compare(c.Prob(dict.fromkeys(names, coin), c.Compare(total, ">=", count * share + y)), "<=", c.exp(-2 * y**2 / count))


def nested_quantifiers(draw: Draw) -> Made:
    names = c.numbers(" ".join(f"q{i}" for i in range(draw.randint(4, 9))))
    goal = c.Compare(sum(names[i] * names[i - 1] for i in range(len(names))) * x, draw.choice(("<=", ">=")), c.exp(sum(names, c.number(0))) + 1)
    for i, name in enumerate(names):
        goal = (c.ForAll if i % 2 else c.Exists)({name: draw.choice((c.REALS, c.at_least(0), c.integers(0)))}, goal)
    return {x: c.above(0)}, goal


def huge_ranges(draw: Draw) -> Made:
    top = 10 ** draw.randint(7, 30)
    return {x: c.between(0, 1)}, c.Compare(c.Sum({k: c.integers(1, top)}, 1 / (k**2 + x)), "<=", c.log(c.number(top)) + draw.randint(0, 2))


def towers(draw: Draw) -> Made:
    term = x
    for _ in range(draw.randint(3, 7)):
        term = (x + draw.randint(0, 2)) ** term
    return {x: c.at_least(draw.randint(1, 3))}, c.Compare(term, ">=", x ** draw.randint(1, 99))


def powers_of_numbers(draw: Draw) -> Made:
    tower = c.number(draw.randint(2, 9))
    for _ in range(draw.randint(3, 5)):
        tower = c.number(draw.randint(2, 9)) ** tower
    return {x: c.at_least(1)}, c.Compare(x * tower, ">=", tower - 1)


def gammas(draw: Draw) -> Made:
    huge = c.number(10 ** draw.randint(5, 40))
    return {x: c.at_least(1)}, c.Compare(c.gamma(huge * x + c.number(1) / draw.randint(2, 9)), ">=", c.gamma(huge * x) * x)


def deep_products(draw: Draw) -> Made:
    term = c.number(1)
    for i in range(draw.randint(60, 140)):
        term = term * (x + i) + c.exp(-x * i)
    return {x: c.at_least(0)}, c.Compare(term, ">=", x**3)


def many_names(draw: Draw) -> Made:
    """An expectation over many names, each with a few values."""
    count = draw.randint(12, 40)
    names = [c.Node("var", f"e{i}") for i in range(count)]
    law = c.finite_law({i: c.number(1) / 5 for i in range(5)})
    return {x: c.above(0)}, c.Compare(c.Expect(dict.fromkeys(names, law), c.exp(-x * c.Node("add", *names) ** 2) * c.Max(*names)), "<=", 4)


def long_chains(draw: Draw) -> Made:
    parts = [c.exp(-x) + i * x / (1 + x**i) for i in range(draw.randint(80, 300))]
    return {x: c.at_least(0)}, c.All(*(c.Compare(one, "<=", other + 1) for one, other in pairwise(parts)))


def nested_suprema(draw: Draw) -> Made:
    inner = c.exp(-x * y * z) * (x - y) ** 2 / (1 + z**2) + c.log(1 + x * t)
    for i, name in enumerate((x, y, z)):
        inner = (c.Sup if i % 2 else c.Inf)({name: draw.choice((c.at_least(0), c.REALS, c.between(0, 10**9)))}, inner)
    return {t: c.at_least(0)}, c.Compare(inner, draw.choice(("<=", ">=")), t)


def large_expansions(draw: Draw) -> Made:
    power = draw.randint(40, 300)
    return {x: c.REALS, y: c.REALS, z: c.REALS}, c.Compare((1 + x + y * z - z**2) ** power - (1 + x) ** power, draw.choice(("<=", ">=")), (x * y) ** power + 1)


def products_over_ranges(draw: Draw) -> Made:
    top = 10 ** draw.randint(4, 9)
    return {n: c.integers(1)}, c.Compare(c.Prod({k: c.integers(1, n * top)}, 1 + c.exp(-k)), "<=", 3 + c.Sum({k: c.integers(1, top)}, 1 / (k + n)))


TEMPLATES: tuple[Callable[[Draw], Made], ...] = (
    differences_of_exponentials, sums_of_draws, nested_quantifiers, huge_ranges, towers, powers_of_numbers, gammas, deep_products, many_names, long_chains, nested_suprema, large_expansions,
    products_over_ranges,
)


def statements(count: int, seed: int, templates: Sequence[Callable[[Draw], Made]] = TEMPLATES) -> Iterator[Variant]:
    """So many statements, the templates in turn."""
    for number in range(count):
        template = templates[number % len(templates)]
        forall, goal = template(random.Random(f"{seed} {number}"))
        (variant,) = Claim(f"hostile/{template.__name__.replace('_', '-')}-{number}", "made up", forall=forall, states=goal).variants()
        yield variant


@dataclass(frozen=True, slots=True)
class Ended:
    """How one statement ended, and after how many seconds."""

    name: str
    word: str
    seconds: float


def ended(variants: Sequence[Variant], pool: Pool, settings: Settings) -> Iterator[Ended]:
    """The statements as they end."""
    with closing(spread(list(variants), lambda one: (runner.decide, (runner.Job("hostile", one), settings)), pool, settings.effort, settings.device, (), say=print,
                        started=lambda _: None)) as outcomes:
        for variant, outcome in outcomes:
            yield Ended(variant.id, _word(outcome), outcome.seconds)


def _word(outcome: Outcome) -> str:
    if outcome.kind == "done":
        return "error" if outcome.value["errors"] else str(outcome.value["row"]["status"])
    return outcome.kind


def main(arguments: Sequence[str] | None = None) -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--limit", type=float, default=3.0)
    asked.add_argument("--executor", choices=[one for one in EXECUTORS if one != "in-process"], default="serial")
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--count", type=int, default=200)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--effort", default="quick")
    asked.add_argument("--json", action="store_true")
    chosen = asked.parse_args(arguments)
    begin = time.monotonic()
    made = list(statements(chosen.count, chosen.seed))
    declared = time.monotonic() - begin
    found = []
    for one in ended(made, Pool(chosen.executor, chosen.workers, seconds=chosen.limit), Settings(effort=chosen.effort)):
        found.append(one)
        if not chosen.json:
            print(f"{one.seconds:7.2f} s  {one.word:<10} {one.name}", flush=True)
    outlived = [one for one in found if one.seconds > chosen.limit + GRACE]
    data = {"statements": len(found), "declared_in_seconds": round(declared, 1), "limit": chosen.limit, "executor": chosen.executor, "words": dict(Counter(one.word for one in found)),
            "ended_at_the_limit": dict(Counter(one.name.partition("/")[2].rpartition("-")[0] for one in found if one.word == "late")),
            "slowest": max((one.seconds for one in found), default=0.0), "outlived": [one.name for one in outlived]}
    print(json.dumps(data, indent=1))
    return 1 if outlived or len(found) < chosen.count else 0


if __name__ == "__main__":
    sys.exit(main())
