"""Numbers at which an event about a random sum, maximum or other statistic just happens: a probability jumps there, so bounds of tails are tightest.

In ``P(S >= g(e))`` a parameter e that stands affinely in g is put so that g(e) is a value which S takes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, pattern_names, walk
from verify.claims.sets import stated
from verify.engines import evaluate as ev
from verify.engines.folds import called, law_of, read
from verify.engines.independent import TOGETHER, parts_of
from verify.engines.membership import contains
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.quantities.kernels.undecided import Diverges, Wide
from verify.values import laws
from verify.values.numbers import NoValue

_ERRORS = (NoValue, ev.NoRoute, Wide, Diverges, ArithmeticError, ValueError, TypeError, KeyError)


RATES = (fmpq(1, 10), fmpq(1, 4), fmpq(1, 20), fmpq(1, 2))
"""Weights at which a coordinate is no constant, those of rare events among them."""


def with_rate(forall: Any, states: Node, env: ev.Env, rate: fmpq) -> ev.Env:
    """The instance with the numbers of which distributions are made put at a rate, where their ranges hold it: at ends of the ranges coordinates are constants, and no event is left to chance."""
    ranges = {str(pattern.args[0]): stated(where) for pattern, where in forall if isinstance(pattern, Node)}
    made_of = {name for node in walk(states) if node.head == "prob" for entry in node.args[0] for name in free_names(entry[1])}  # type: ignore[index, union-attr, arg-type]
    c, moved = ev.Context(64), dict(env)
    for name in sorted(made_of & ranges.keys()):
        if ranges[name].head != "interval" or not isinstance(env.get(name), fmpq):
            continue
        try:
            bounded = all(isinstance(ev.argument_value(ranges[name], k, env, c), fmpq) for k in (0, 1))
            if bounded and contains(ranges[name], rate, env, c) is Truth.TRUE:
                moved[name] = rate
        except _ERRORS:
            continue
    return moved


def on_a_value(forall: Any, states: Node, env: ev.Env, rng: random.Random, rare: bool = False) -> ev.Env:
    """The instance with one parameter moved so that an event of the statement is at a value of its statistic, with ``rare`` at one of little mass, the distribution unchanged; the same instance where there is none."""
    ranges = {str(pattern.args[0]): stated(where) for pattern, where in forall if isinstance(pattern, Node)}
    c = ev.Context(64)
    for probability, statistic, level in _events(states):
        fixed = {name for entry in probability.args[0] for name in free_names(entry[1])} if rare else set()  # type: ignore[index, union-attr, arg-type]
        movable = [name for name in sorted(free_names(level) - fixed) if name in ranges and ranges[name].head == "interval" and isinstance(env.get(name), fmpq)]
        if not movable:
            continue
        try:
            values = _values(probability, statistic, env, c, fmpq(1, 10) if rare else fmpq(1))
            rng.shuffle(movable)
            for name in movable:
                moved = [at for value in values if (at := _solved(level, name, value, env, c)) is not None and contains(ranges[name], at, env, c) is Truth.TRUE]
                if moved:
                    return {**env, name: rng.choice(moved)}
        except enclosures.OutOfWork:
            raise
        except _ERRORS:
            continue
    return env


def _events(states: Node) -> Iterator[tuple[Node, Node, Node]]:
    """Probabilities of one comparison, with the side that mentions what is drawn, and the other."""
    for node in walk(states):
        event = node.args[1] if node.head == "prob" else None
        if not isinstance(event, Node) or event.head != "compare" or event.args[1] not in ("<=", "<", ">=", ">"):
            continue
        drawn = {name for entry in node.args[0] for name in pattern_names(entry[0])}  # type: ignore[index, union-attr]
        left, right = ev.argument(event, 0), ev.argument(event, 2)
        for one, other in ((left, right), (right, left)):
            if free_names(one) & drawn and not free_names(other) & drawn:
                yield node, one, other


def _values(probability: Node, statistic: Node, env: ev.Env, c: ev.Context, most: fmpq) -> list[fmpq]:
    """Values that the statistic takes under a finite distribution, those with more than a millionth of its largest mass and at most a share of it."""
    over: Any = probability.args[0]
    (pattern, where), = over
    name, body = str(pattern.args[0]), statistic
    if where.head in TOGETHER:
        found = read(statistic, name, env, c)
        if found is None or len(found[1]) != 1:
            raise ev.NoRoute("no single statistic")
        body, (one,) = found
        law, name = law_of([one], parts_of(where, env, c), env, c), called(name, 1)
    else:
        law = ev.value(where, env, c)
    if not isinstance(law, laws.FiniteLaw):
        raise ev.NoRoute("no finite distribution")
    largest = max(law.weights)
    values = [ev.value(body, {**env, name: x}, c) for x, w in law.items() if largest / 10**6 < w <= most * largest]
    return [v for v in values if isinstance(v, fmpq)]


def _solved(level: Node, name: str, value: fmpq, env: ev.Env, c: ev.Context) -> fmpq | None:
    """The number at which a term that is affine in it has this value."""
    at = [ev.value(level, {**env, name: fmpq(k, 4)}, c) for k in (1, 2, 3)]
    if not all(isinstance(v, fmpq) for v in at) or at[0] + at[2] != 2 * at[1] or at[0] == at[1]:
        return None
    slope = (at[1] - at[0]) * 4
    moved: fmpq = fmpq(1, 4) + (value - at[0]) / slope
    return moved
