"""Every instance on a small alphabet: points 0 and 1, weights that are halves or thirds, the first integers, a few simple numbers.

If there are more of them than the budget allows, a random part is gone through and the coverage says so.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, heads
from verify.engines import binders, gaussian, iterations, pufferfish, ridges
from verify.engines import evaluate as ev
from verify.engines.drawn_laws import coupled
from verify.engines.listed import members_of, support
from verify.engines.membership import contains
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.quantities.batched import compositions
from verify.values import laws
from verify.values.formulas import formula
from verify.values.structures import Deferred, Event, Family, Table

DENOMINATORS = (2, 3)
NUMBERS = (fmpq(0), fmpq(1, 2), fmpq(1), fmpq(2))
MOST_MEMBERS = 64


class NotSmall(Exception):
    """A set that has no small members to list."""


def members(where: Node, env: ev.Env) -> list[Any]:
    """The members of a set on the small alphabet, simplest first, at most ``MOST_MEMBERS``. Raises NotSmall for sets without any.

    Every instance asks for the same ones again, and so do other statements: they are the very same objects then, and what was found out about them is found again by them.
    """
    names = sorted(free_names(where) & env.keys())
    if heads(where) & _OF_OTHERS:
        return _members(where, env)
    found: list[Any] = _MEMBERS.found((where, *((name, ev.quick(env[name])) for name in names)), lambda: (_members(where, env), [env[name] for name in names]))[0]
    return found


_MEMBERS = enclosures.Memo()
"""Members by the set and the values of its names, which are kept alive with them."""
_OF_OTHERS = binders.OF_SURROUNDINGS | {"kernels", "maps", "events"}
"""Heads of sets whose members depend on more than the names that stand in them: inputs and outcomes are points of any law that was chosen before."""


def _members(where: Node, env: ev.Env) -> list[Any]:
    rule = _RULES.get(where.head)
    if rule is None:
        raise NotSmall(f"no small members of {where.head}")
    found = list(itertools.islice(rule(where, env), MOST_MEMBERS))
    c = ev.Context(64)
    kept = [member for member in found if contains(where, member, env, c) is Truth.TRUE]
    if not kept:
        raise NotSmall(f"no small members of {where.head}")
    return kept


def instances(task: Any, layout: Any, most: int, rng: random.Random) -> Iterator[ev.Env]:
    """All small instances of the names that are not calibrated, if there are at most ``most``; else so many random ones. Raises NotSmall."""
    free = [(pattern, where) for pattern, where in task.forall if not (isinstance(pattern, Node) and str(pattern.args[0]) in layout.calibrated)]
    listed = list(itertools.islice(_all(free, {}, 0), most + 1))
    if len(listed) <= most:
        yield from listed
        return
    for _ in range(most):
        env: ev.Env = {}
        for pattern, where in free:
            env = binders.bind(pattern, rng.choice(members(where, env)), env)
        yield env


def _all(free: list[tuple[Any, Node]], env: ev.Env, k: int) -> Iterator[ev.Env]:
    if k == len(free):
        yield env
        return
    pattern, where = free[k]
    for member in members(where, env):
        yield from _all(free, binders.bind(pattern, member, env), k + 1)


# --- sets ------------------------------------------------------------------------------------------------------------


def _interval(where: Node, env: ev.Env) -> Iterator[Any]:
    c = ev.Context(64)
    ends = [ev.argument_value(where, k, env, c) for k in (0, 1)]
    yield from dict.fromkeys([*(end for end in ends if isinstance(end, fmpq)), *NUMBERS])


def _integers(where: Node, env: ev.Env) -> Iterator[Any]:
    low = ev.argument_value(where, 0, env, ev.Context(64))
    start = low if isinstance(low, fmpq) else fmpq(1)
    yield from (start + k for k in range(3))


def _space(space: Node, env: ev.Env) -> list[Any]:
    """A few points of a space."""
    c = ev.Context(64)
    if space.head == "labels":
        return [fmpq(k) for k in range(1, min(int(ev.argument_value(space, 0, env, c).p), 3) + 1)]
    if space.head == "euclid":
        d = int(ev.argument_value(space, 0, env, c).p)
        if d == 1:
            return [fmpq(0), fmpq(1), fmpq(1, 2)]
        return [tuple(fmpq(int(k == axis)) for k in range(d)) for axis in (-1, 0, 1)]
    if space.head == "product_space":
        factors = space.args[0]
        assert isinstance(factors, tuple)
        return list(itertools.product(*(_space(f, env) for f in factors if isinstance(f, Node))))[:6]
    if space.head == "sequences":
        endless = ev.argument_value(space, 0, env, c)
        if endless == math.inf:
            raise NotSmall("infinite sequences")
        length = int(endless.p)
        letters = _space(ev.argument(space, 1), env)[:2]
        if len(letters) ** length > 4:
            raise NotSmall("sequences of many records")
        return [x[0] if length == 1 else x for x in itertools.product(letters, repeat=length)]
    if space.head in ("one_of", "integers"):
        return _listed_few(space, env)
    raise NotSmall(f"no small points of {space.head}")


def _listed_few(where: Node, env: ev.Env) -> list[Any]:
    found, complete = members_of(where, env, ev.Context(64))
    if not complete:
        raise NotSmall("a set without end")
    return found[:3]


def _laws_on(points: list[Any]) -> Iterator[laws.FiniteLaw]:
    yield from (laws.FiniteLaw([x], [fmpq(1)]) for x in points)
    for denominator in DENOMINATORS:
        for parts in compositions(denominator, len(points)):
            if sum(part > 0 for part in parts) > 1:
                kept = [(x, fmpq(part, denominator)) for x, part in zip(points, parts, strict=True) if part]
                yield laws.FiniteLaw([x for x, _ in kept], [w for _, w in kept])


def _laws(where: Node, env: ev.Env) -> Iterator[Any]:
    if where.args[2] == Node("word_", "density"):
        raise NotSmall("distributions with a density")
    yield from _laws_on(_space(ev.argument(where, 0), env))


def _inputs(source: Node, env: ev.Env) -> list[Any]:
    c = ev.Context(64)
    if source.head in ("labels", "data_sets", "integers", "one_of"):
        found, complete = members_of(source, env, c)
        if complete and len(found) <= 4:
            return found
    seen = [x for v in env.values() if isinstance(v, laws.FiniteLaw) for x in v.points]
    if not seen or len(set(seen)) > 4:
        raise NotSmall("inputs of a kernel")
    return list(dict.fromkeys(seen))


def _kernels(where: Node, env: ev.Env) -> Iterator[Any]:
    rows = list(_laws_on(_space(ev.argument(where, 1), env)))
    if where.args[2] == Node("word_", "deterministic"):
        rows = [row for row in rows if len(row.points) == 1]
    inputs = _inputs(ev.argument(where, 0), env)
    for images in itertools.product(rows[:5], repeat=len(inputs)):
        yield Table(tuple(zip(inputs, images, strict=True)))


def _maps(where: Node, env: ev.Env) -> Iterator[Any]:
    inputs = _inputs(ev.argument(where, 0), env)
    for images in itertools.product(_space(ev.argument(where, 1), env), repeat=len(inputs)):
        yield Table(tuple(zip(inputs, images, strict=True)))


def _families(where: Node, env: ev.Env) -> Iterator[Any]:
    count, _ = members_of(ev.argument(where, 0), env, ev.Context(64))
    for group in itertools.product(members(ev.argument(where, 1), env)[:6], repeat=len(count)):
        yield Family(group)


def _events(where: Node, env: ev.Env) -> Iterator[Any]:
    points = support(ev.argument(where, 0), env, ev.Context(64))
    for size in range(len(points) + 1):
        yield from (Event(frozenset(chosen)) for chosen in itertools.combinations(points, size))


def _couplings(where: Node, env: ev.Env) -> Iterator[Any]:
    """The vertices of the couplings that the north-west rule makes, for every order of the points: the solutions of linear programmes."""
    p, q = (ev.argument_value(where, k, env, ev.Context(64)) for k in (0, 1))
    if not (isinstance(p, laws.FiniteLaw) and isinstance(q, laws.FiniteLaw)):
        raise NotSmall("couplings of distributions that are not finite")
    for rows in itertools.permutations(p.items()):
        for columns in itertools.permutations(q.items()):
            yield coupled(list(rows), list(columns), fmpq(0))


def _frameworks(where: Node, env: ev.Env) -> Iterator[Any]:
    points = _space(ev.argument(where, 0), env)
    yield from pufferfish.small(points, _laws_on(points))


def _iterations(where: Node, env: ev.Env) -> Iterator[Any]:
    steps = int(ev.argument_value(where, 0, env, ev.Context(64)).p)
    if steps > 3:
        raise NotSmall("iterations of many steps")
    yield from iterations.small(steps, _listed_few(ev.argument(where, 1), env), ev.word_of(where.args[2]) == "normal-noise")


def _covariances(where: Node, env: ev.Env) -> Iterator[Any]:
    d = int(ev.argument_value(where, 0, env, ev.Context(64)).p)
    yield from gaussian.small(d)
    if ev.word_of(where.args[1]) == "symmetric":
        for rows in gaussian.small(d):
            yield -rows if d == 1 else tuple(tuple(-x for x in row) for row in rows)


def _normal_laws(where: Node, env: ev.Env) -> Iterator[Any]:
    space = ev.argument(where, 0)
    d = int(ev.argument_value(space, 0, env, ev.Context(64)).p)
    for mean in _space(space, env)[:2]:
        for rows in gaussian.small(d):
            if d > 1:
                yield laws.NormalLaw(mean, rows)
            elif rows != 0:
                yield Deferred(Node("normal_vector", formula(mean), formula(rows)))


def _listed(where: Node, env: ev.Env) -> Iterator[Any]:
    found, _ = members_of(where, env, ev.Context(64))
    yield from found


def _minimisers(where: Node, env: ev.Env) -> Iterator[Any]:
    yield from ridges.function_of(where, 0, env, ev.Context(64)).minimisers()


def _subgradients(where: Node, env: ev.Env) -> Iterator[Any]:
    c = ev.Context(64)
    yield from ridges.function_of(where, 0, env, c).subgradients(ridges.exact_point(ev.argument_value(where, 1, env, c)))


_RULES: dict[str, Any] = {
    "interval": _interval, "integers": _integers, "laws": _laws, "kernels": _kernels, "maps": _maps, "families": _families, "events": _events,
    "couplings": _couplings, "one_of": _listed, "permutations": _listed, "frameworks": _frameworks, "iterations": _iterations, "covariances": _covariances, "normal_laws": _normal_laws, "function_class": ridges.small, "minimisers": _minimisers, "subdifferential": _subgradients, "situations": _listed, "secret_pairs": _listed,
    "unstated": lambda where, env: iter(members(ev.argument(where, 0), env)),
    "equals": lambda where, env: iter([ev.argument_value(where, 0, env, ev.Context(64))]),
    "points": lambda where, env: iter(_space(ev.argument(where, 0), env)),
}

