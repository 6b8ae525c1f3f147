"""Distributions that obey hypotheses on their mean, variance or tails by construction.

A hypothesis ``mean(P) == m``, ``variance(P) == v`` (or ``<=``), or that P is sub-Gaussian, holds for hardly any distribution that is drawn freely. Here P is replaced by one made for it:
two or three points with exact mean and variance, a normal or a uniform distribution, or two points as far apart as the sharp constant allows.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, isqrt
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names
from verify.engines import evaluate as ev
from verify.engines import sub_gaussian
from verify.engines.draw import Drawer
from verify.engines.drawn_laws import normal
from verify.engines.handy import CannotDraw
from verify.engines.martingales import around
from verify.engines.membership import contains
from verify.engines.truth import Truth
from verify.values import laws, numbers
from verify.values.formulas import formula
from verify.values.numbers import NoValue
from verify.values.structures import Deferred

RATIOS = (fmpq(1), fmpq(1), fmpq(2), fmpq(1, 2), fmpq(3), fmpq(1, 3), fmpq(5), fmpq(1, 10))
"""Of the distances of two points from their mean to the deviation."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What hypotheses ask of one distribution; formulas, or None where they ask nothing."""

    mean: Node | None = None
    variance: Node | None = None
    exactly: bool = False
    """Whether the variance is given, and not only bounded."""
    proxy: Node | None = None
    """The v of a sub-Gaussian distribution."""


def conditions(given: Iterable[Node]) -> dict[str, Condition]:
    """Conditions by the name of the distribution."""
    found: dict[str, Condition] = {}

    def note(law: Any, **asked: Any) -> None:
        if isinstance(law, Node) and law.head == "var" and not any(str(law.args[0]) in free_names(n) for n in asked.values() if isinstance(n, Node)):
            name = str(law.args[0])
            found[name] = replace(found.get(name, Condition()), **asked)

    def visit(node: Node) -> None:
        if node.head == "all":
            for part in node.args:
                visit(part)  # type: ignore[arg-type]
        elif node.head == "forall":
            read = sub_gaussian.reading(node)
            if read is not None:
                note(read[0], proxy=read[1])
        elif node.head == "compare":
            left, relation, right = node.args
            if relation in ("==", ">=") and isinstance(right, Node) and right.head in ("mean", "moment"):
                left, relation, right = right, "==" if relation == "==" else "<=", left
            if not isinstance(left, Node):
                return
            if left.head == "mean" and relation == "==":
                note(left.args[0], mean=right)
            elif (law := _of_variance(left)) is not None and relation in ("==", "<="):
                note(law, variance=right, exactly=relation == "==")

    for hypothesis in given:
        visit(hypothesis)
    return found


def _of_variance(node: Node) -> Node | None:
    """P, where the term is its variance."""
    if node.head != "moment" or node.args[1] != Node("num", "2") or not isinstance(node.args[0], Node) or node.args[0].head != "translate":
        return None
    law, shift = node.args[0].args
    opposite = isinstance(shift, Node) and shift == Node("mul", Node("num", "-1"), Node("mean", law))
    return law if opposite and isinstance(law, Node) else None


def met(given: tuple[Node, ...], forall: Any, env: ev.Env, drawer: Drawer) -> ev.Env:
    """The instance with distributions that were made for the hypotheses on them; the others stay."""
    for name, asked in conditions(given).items():
        where = next((where for pattern, where in forall if isinstance(pattern, Node) and str(pattern.args[0]) == name), None)
        if where is None or where.head != "laws" or name not in env or drawer.rng.random() < 0.1:
            continue
        for _ in range(4):
            try:
                law = _made(asked, env[name], _support(where, env, drawer), env, drawer)
            except (CannotDraw, NoValue, ev.NoRoute):
                continue
            if law is not None and contains(where, law, env, drawer.c) is Truth.TRUE:
                env = {**env, name: law}
                break
    return env


def _support(where: Node, env: ev.Env, drawer: Drawer) -> tuple[Any, Any]:
    inside = where.args[3]
    if not isinstance(inside, Node) or inside.head != "interval":
        return -inf, inf
    return ev.argument_value(inside, 0, env, drawer.c), ev.argument_value(inside, 1, env, drawer.c)


def _made(asked: Condition, drawn: Any, support: tuple[Any, Any], env: ev.Env, drawer: Drawer) -> Any:
    rng, c = drawer.rng, drawer.c
    known = {key: value for key, value in env.items() if value is not drawn}
    mean = None if asked.mean is None else ev.value(asked.mean, known, c)
    bounds = [ev.value(n, known, c) for n in (asked.variance, asked.proxy) if n is not None]
    if not all(isinstance(v, fmpq) for v in (*bounds, *([] if mean is None else [mean]))):
        raise CannotDraw("a distribution with a mean or variance that is not a fraction")
    if mean is None and isinstance(drawn, laws.FiniteLaw):
        mean = sum((x * w for x, w in drawn.items()), fmpq(0)) if rng.random() < 0.5 else fmpq(0)
    elif mean is None:
        mean = fmpq(0)
    if not bounds:
        return _with_mean(mean, drawn, support, rng)
    exactly = asked.variance is not None and asked.exactly
    most = min(bounds)
    if most < 0:
        raise CannotDraw("a negative variance")
    if most == 0:
        return laws.FiniteLaw([mean], [1])
    if not exactly and rng.random() < 0.2:
        most *= fmpq(rng.choice((1, 1, 3)), 4)
    bounded = support != (-inf, inf)
    kind = rng.random()
    if not bounded and kind < 0.25 and (deviation := _root(most)) is not None:
        drawer.corners.add("density")
        return normal(mean, deviation)
    if not bounded and kind < 0.35 and not exactly:
        return _uniform(mean, most)
    if asked.proxy is not None and kind > 0.7 and not exactly:
        return _two_points(mean, most, rng)
    return _with_variance(mean, most, exactly, bounded and support, rng)


def _with_mean(mean: fmpq, drawn: Any, support: tuple[Any, Any], rng: random.Random) -> Any:
    """The drawn distribution moved, or two points of the support on both sides of the mean."""
    if isinstance(drawn, laws.FiniteLaw) and all(isinstance(x, fmpq) for x in drawn.points) and rng.random() < 0.5:
        return laws.translate(drawn, mean - sum((x * w for x, w in drawn.items()), fmpq(0)))
    return around(mean, support, rng)


def _with_variance(mean: fmpq, variance: fmpq, exactly: bool, support: Any, rng: random.Random) -> laws.FiniteLaw:
    """Two points with this mean and variance, or a third one at the mean between two others as far from it."""
    if support and isinstance(support[0], fmpq) and support[0] < mean and rng.random() < 0.5:
        ratio_low = (mean - support[0]) * (1 if rng.random() < 0.5 else fmpq(rng.randint(1, 4), 4))
        return _around(mean, ratio_low, variance / ratio_low)
    root = _root(variance)
    if root is None:
        near = _below(variance)
        if exactly or rng.random() < 0.5:  # d * (variance/d) is the product of the distances of two points
            return _around(mean, near, variance / near)
        root = near
    ratio = rng.choice(RATIOS)
    if rng.random() < 0.6:
        return _around(mean, root * ratio, root / ratio)
    far = root * rng.choice((fmpq(1), fmpq(2), fmpq(3, 2), fmpq(3)))
    share = root**2 / far**2
    return laws.FiniteLaw([mean - far, mean, mean + far], [share / 2, 1 - share, share / 2])


def _around(mean: fmpq, below: fmpq, above: fmpq) -> laws.FiniteLaw:
    """Two points at these distances from their mean; the variance is the product of the distances."""
    return laws.FiniteLaw([mean - below, mean + above], [above / (below + above), below / (below + above)])


def _two_points(mean: fmpq, proxy: fmpq, rng: random.Random) -> laws.FiniteLaw:
    """Two points whose least v is at most this, by little."""
    p = rng.choice((fmpq(1, 2), fmpq(1, 4), fmpq(3, 4), fmpq(1, 10), fmpq(1, 100)))
    least = numbers.to_float(sub_gaussian.two_points(p, fmpq(1), 64))
    width = _fraction((float(proxy.p) / float(proxy.q) / least) ** 0.5)
    return laws.FiniteLaw([mean - (1 - p) * width, mean + p * width], [p, 1 - p])


def _uniform(mean: fmpq, variance: fmpq) -> Deferred:
    half = _below(3 * variance)
    ends = [Fraction(int(x.p), int(x.q)) for x in (mean - half, mean + half)]
    low, high = (formula(fmpq(x.numerator, x.denominator)) for x in ends)
    height = Node("mul", Node("num", "-1"), Node("log", formula(2 * half)))
    return Deferred(Node("law", "uniform", (("low", low), ("high", high)), ((low, high, height, Node("num", "0"), Node("num", "0")),)))


def _root(value: fmpq) -> fmpq | None:
    """The square root, where that is a fraction."""
    p, q = isqrt(int(value.p)), isqrt(int(value.q))
    return fmpq(p, q) if p * p == value.p and q * q == value.q else None


def _below(value: fmpq) -> fmpq:
    """A short fraction whose square is at most this, by little."""
    root = _root(value)
    return root if root is not None else _fraction((float(value.p) / float(value.q)) ** 0.5)


def _fraction(x: float) -> fmpq:
    """A short fraction a little below."""
    near = Fraction(x * (1 - 1e-6)).limit_denominator(10_000)
    near = near if 0 < near <= x else Fraction(x) * Fraction(999, 1000)
    short = Fraction(int(near * 10**6), 10**6) or near
    return fmpq(short.numerator, short.denominator)
