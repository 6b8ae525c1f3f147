"""Two routes to the same number are held against each other before any verdict counts.

The exact route (fractions, closed forms, enclosures) and the numeric route (floating point: quadrature, linear programmes, sums) share no code for the
quantities they compare; the empirical route is the search over drawn instances, and draws from the laws where they have samplers.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, heads
from verify.engines import binders, floating
from verify.engines import evaluate as ev
from verify.engines.calibrate import plan
from verify.engines.draw import Drawer
from verify.engines.handy import CannotDraw
from verify.engines.task import Task
from verify.quantities.kernels import agreement
from verify.values import numbers
from verify.values.numbers import NoValue

RTOL = 2e-7
"""Relative tolerance of the numeric route: adaptive quadrature and HiGHS reach 1e-9, tails of quotients lose two digits."""
ATOL = 1e-9
JUMP = 2.0**-40
"""The share by which arguments of floor and ceiling are moved where the routes differ: a jump so near is not seen in floating point."""
INSTANCES = 6
TRIES = 4
MOST_SIDES = 6


def compare_routes(task: Task) -> tuple[dict[str, Any], str | None]:
    """Which routes the statement has, and an alarm in words if two of them disagree."""
    routes: dict[str, Any] = {"symbolic": "the statement as a formula", "numeric": "", "empirical": "exact instances drawn at random"}
    if not task.effort.routes:
        return {**routes, "numeric": f"present; compared with the exact route at greater effort than {task.effort.name}"}, None
    compared, told, reason = 0, 0, "no instance was drawn"
    for env in _instances(task):
        if told >= task.effort.routes:
            break
        telling = False
        sides = list(itertools.islice(_sides(task.states, env), MOST_SIDES))
        if not sides:
            reason = "a proposition without a number"
        for node, inner in sides:
            try:
                rough = floating.side(node, inner)  # the cheap one first: where there is none, nothing is compared
                exact = _exact(node, inner)
                if not isinstance(exact, ev.numbers_kinds):
                    reason = "the sides are not numbers"
                    continue
            except floating.NoNumericRoute as why:
                reason = f"no numeric route for {why}"
                continue
            except (NoValue, ev.NoRoute, ArithmeticError, TypeError, ValueError, NotImplementedError, AttributeError) as why:
                reason = str(why) or type(why).__name__
                continue
            if math.isinf(rough) and exact not in (math.inf, -math.inf):
                reason = "beyond the range of floating point"
                continue
            outcome = agreement.compare_routes(exact, rough, RTOL, ATOL)
            if not outcome.holds and _shaky(node, inner, rough, outcome.gap):
                reason = "digits are lost in floating point: the last bits of the arguments change the value as much"
                continue
            if not outcome.holds:
                return routes, f"two routes to the same number disagree: {exact} and {rough!r} (relative gap {outcome.gap:.2e}) for {node.head}"
            compared += 1
            telling = telling or exact not in (0, math.inf, -math.inf)
        told += telling
    routes["numeric"] = f"{compared} values agree with the exact route to {RTOL:.0e}" if compared else f"absent: {reason}"
    return routes, None


def _shaky(node: Node, env: ev.Env, rough: float, gap: float) -> bool:
    """Whether changes of the arguments in their last bits, or of what is rounded to an integer, explain a gap: then floating point has lost the digits, and says nothing."""
    for k, share in enumerate((fmpq(1, 2**50), fmpq(-1, 2**50), fmpq(3, 2**51), fmpq(-3, 2**51))):
        moved = {name: value * (1 + (share if (place + k) % 2 else -share)) if type(value) is fmpq else value for place, (name, value) in enumerate(sorted(env.items()))}
        try:
            other = floating.side(node, moved)
        except (floating.NoNumericRoute, NoValue, ev.NoRoute, ArithmeticError, TypeError, ValueError):
            continue
        if abs(other - rough) > gap * abs(rough) / 30:
            return True
    return bool(heads(node) & {"floor", "ceiling"}) and any(floating.beside_jumps(node, env, share) != rough for share in (JUMP, -JUMP))


def _exact(node: Node, env: ev.Env) -> Any:
    """The exact route's value, known much better than the tolerance."""
    found = ev.value(node, env, ev.Context(60))
    sharp = not isinstance(found, numbers.Enclosure) or found.width <= 1e-3 * RTOL * abs(numbers.to_float(found))
    return found if sharp else ev.value(node, env, ev.Context(160))


def _sides(node: Node, env: ev.Env) -> Iterator[tuple[Node, ev.Env]]:
    """Number formulas compared anywhere in a proposition, with the names bound on the way."""
    if node.head == "compare":
        for side in (node.args[0],) if node.args[1] == "rounds to" else (node.args[0], node.args[2]):
            if isinstance(side, Node):
                yield side, env
    elif node.head in ("all", "any", "implies", "not", "iff"):
        for child in node.args:
            if isinstance(child, Node):
                yield from _sides(child, env)
    elif node.head in ("forall", "exists"):
        try:
            for inner, _ in itertools.islice(binders.assignments(node.args[0], env, ev.Context(64)), 3):
                if inner:
                    yield from _sides(ev.argument(node, 1), inner)
        except (NoValue, ev.NoRoute):
            return


def _instances(task: Task) -> Iterator[ev.Env]:
    """A few drawn instances that satisfy nothing but their sets: routes must agree everywhere."""
    rng = random.Random(task.stream("routes"))
    layout = plan(task)
    found = 0
    for _ in range(TRIES * task.effort.routes if task.forall else 1):
        drawer = Drawer(rng, 2)
        env: ev.Env = {}
        try:
            for pattern, where in task.forall:
                if isinstance(pattern, Node) and str(pattern.args[0]) in layout.calibrated:
                    continue
                env = binders.bind(pattern, drawer.member(where, env), env)
            env = layout.solve(env, rng)
        except (CannotDraw, NoValue, ev.NoRoute):
            continue
        yield env
        found += 1
        if found == min(INSTANCES, 2 * task.effort.routes):
            return
