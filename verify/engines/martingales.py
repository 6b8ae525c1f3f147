"""Distributions of martingale differences on finitely many paths: membership by conditional means, and draws step by step."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any

from flint import fmpq

from verify.claims.nodes import Node
from verify.engines import evaluate as ev
from verify.engines.handy import HANDY, CannotDraw
from verify.engines.truth import Truth
from verify.values import laws

if TYPE_CHECKING:
    from verify.engines.draw import Drawer

ZERO = fmpq(0)
LONGEST = 7
"""Steps of a martingale that is drawn: it has 128 paths at most."""


def contains(where: Node, value: Any, env: ev.Env, c: ev.Context, member: Callable[[Node, Any, ev.Env, ev.Context], Truth]) -> Truth:
    """Whether a distribution is one of such differences: each lies in its set and has mean 0 given the earlier ones. ``member``: membership in that set."""
    steps, each = ev.argument_value(where, 0, env, c), ev.argument(where, 1)
    if not isinstance(value, laws.FiniteLaw):
        return Truth.FALSE
    paths = [(point if isinstance(point, tuple) else (point,), weight) for point, weight in value.items()]
    if any(len(path) != steps or not all(isinstance(x, fmpq) for x in path) for path, _ in paths):
        return Truth.FALSE
    if any(total != 0 for total in _drifts(paths).values()):
        return Truth.FALSE
    answers = {member(each, x, env, c) for path, _ in paths for x in path}
    return Truth.FALSE if Truth.FALSE in answers else Truth.TRUE if answers == {Truth.TRUE} else Truth.UNDECIDED


def _drifts(paths: list[tuple[tuple[Any, ...], fmpq]]) -> dict[tuple[Any, ...], fmpq]:
    """By each beginning of a path, the mean of the next difference on the paths that begin so."""
    found: dict[tuple[Any, ...], fmpq] = {}
    for path, weight in paths:
        for k, x in enumerate(path):
            found[path[:k]] = found.get(path[:k], ZERO) + weight * x
    return found


def draw(drawer: Drawer, where: Node, env: ev.Env) -> laws.FiniteLaw:
    """A tree of differences with mean 0: equal steps, steps that depend on the path, a path that stops."""
    rng, steps = drawer.rng, int(ev.argument_value(where, 0, env, drawer.c).p)
    each = ev.argument(where, 1)
    if steps > LONGEST:
        raise CannotDraw(f"a martingale of more than {LONGEST} steps")
    if each.head != "interval":
        raise CannotDraw("martingale differences in a set that is no interval")
    support = ev.argument_value(each, 0, env, drawer.c), ev.argument_value(each, 1, env, drawer.c)
    style = "equal" if drawer.small else rng.choice(("equal", "equal", "by the sum", "by the path", "stopped"))
    usual, kinds = around(ZERO, support, rng), {True: around(ZERO, support, rng), False: around(ZERO, support, rng)}
    paths: list[tuple[tuple[Any, ...], fmpq]] = [((), fmpq(1))]
    for _ in range(steps):
        longer = []
        for path, weight in paths:
            stopped = style == "stopped" and sum(path, ZERO) > 0
            step = laws.FiniteLaw([ZERO], [1]) if stopped else kinds[sum(path, ZERO) > 0] if style == "by the sum" else around(ZERO, support, rng) if style == "by the path" else usual
            longer += [((*path, x), weight * w) for x, w in step.items()]
        paths = longer
    if style != "equal":
        drawer.corners.add("differences that depend on the past")
    return laws.FiniteLaw([path[0] if steps == 1 else path for path, _ in paths], [weight for _, weight in paths])


def around(mean: fmpq, support: tuple[Any, Any], rng: random.Random) -> laws.FiniteLaw:
    """Two points of an interval on both sides of their mean, often its ends; the mean alone where that is an end. Raises CannotDraw for a mean outside."""
    low, high = support
    below = (mean - low if rng.random() < 0.4 else (mean - low) * fmpq(rng.randint(1, 4), 4)) if isinstance(low, fmpq) else rng.choice(HANDY)
    above = (high - mean if rng.random() < 0.4 else (high - mean) * fmpq(rng.randint(1, 4), 4)) if isinstance(high, fmpq) else rng.choice(HANDY)
    if (isinstance(low, float) and low != -inf) or (isinstance(high, float) and high != inf) or below < 0 or above < 0:
        raise CannotDraw("a mean outside of the support")
    if below == 0 or above == 0:
        return laws.FiniteLaw([mean], [1])
    return laws.FiniteLaw([mean - below, mean + above], [above / (below + above), below / (below + above)])
