"""Members of a set at an exact instance: all of them where they are few, else some that are worth trying."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node
from verify.engines.evaluate import FREE_INTEGERS, MOST_INTEGERS, Context, Env, NoRoute, argument, argument_value, equal, index_of, value
from verify.quantities import enclosures
from verify.values import laws, numbers, rounding
from verify.values.frameworks import Framework
from verify.values.numbers import NoValue
from verify.values.structures import Composition, Deferred, Family, Table, Universe, related, subsets

MOST_MEMBERS = 4096


def framework_of(node: Node, k: int, env: Env, c: Context) -> Framework:
    """The Pufferfish framework that argument ``k`` stands for. Raises NoValue for anything else."""
    found = argument_value(node, k, env, c)
    if not isinstance(found, Framework):
        raise NoValue("a Pufferfish framework is needed")
    return found


Found = tuple[list[Any], bool] | None
"""Members of a set and whether these are all of them; None where they are not listed."""


def members_of(where: Node, env: Env, c: Context) -> tuple[list[Any], bool]:
    """Members of a set, and whether these are all of them."""
    rule = MEMBERS.get(where.head)
    found = None if rule is None else rule(where, env, c)
    if found is not None:
        return found
    return ([], False) if c.candidates is None else (c.candidates(where, env), False)


def _unstated(where: Node, env: Env, c: Context) -> Found:
    return members_of(argument(where, 0), env, c)


def _integers(where: Node, env: Env, c: Context) -> Found:
    low, high = argument_value(where, 0, env, c), argument_value(where, 1, env, c)
    if low == math.inf or high == -math.inf:
        return [], True
    if not (isinstance(low, fmpq) and isinstance(high, fmpq)):
        return None
    first: Any = rounding.ceiling(low)
    last: Any = rounding.floor(high)
    if last - first >= MOST_INTEGERS:
        raise NoRoute(f"more than {MOST_INTEGERS} members")
    if last - first > FREE_INTEGERS:
        enclosures.spend((int((last - first).p) - FREE_INTEGERS) // 8)
    return [first + k for k in range(max(0, int((last - first).p) + 1))], True


def _interval(where: Node, env: Env, c: Context) -> Found:
    low, high = argument_value(where, 0, env, c), argument_value(where, 1, env, c)
    if isinstance(low, fmpq) and low == high and where.args[2] == where.args[3] == "closed":
        return [low], True
    if numbers.relation(low, ">" if where.args[2] == where.args[3] == "closed" else ">=", high) is True:
        return [], True
    return None


def _one_of(where: Node, env: Env, c: Context) -> Found:
    members: list[Any] = []
    for a in where.args:
        member = value(a, env, c)  # type: ignore[arg-type]
        answers = {equal(member, other) for other in members}
        if None in answers and True not in answers:
            raise NoRoute("a listed set of which two members may be the same")
        if True not in answers:
            members.append(member)
    return members, True


def different_numbers(where: Node) -> bool:
    """Whether a listed set names different numbers, each once, whatever its names stand for; true of other sets."""
    return where.head != "one_of" or len(where.args) <= 1 or (all(isinstance(a, Node) and a.head == "num" for a in where.args) and len(set(where.args)) == len(where.args))


def _equals(where: Node, env: Env, c: Context) -> Found:
    return [argument_value(where, 0, env, c)], True


def _universe(where: Node, env: Env, c: Context, *others: type) -> Any:
    """The universe of data sets that a set belongs to. Raises NoValue for anything else."""
    found = argument_value(where, 0, env, c)
    if not isinstance(found, (Universe, *others)):
        raise NoValue("a universe of data sets is needed")
    return found


def _neighbours(where: Node, env: Env, c: Context) -> Found:
    return list(dict.fromkeys(_universe(where, env, c).pairs)), True


def _data_sets(where: Node, env: Env, c: Context) -> Found:
    return list(dict.fromkeys(_universe(where, env, c, Framework).rows)), True


def _situations(where: Node, env: Env, c: Context) -> Found:
    return list(framework_of(where, 0, env, c).situations), True


def _secret_pairs(where: Node, env: Env, c: Context) -> Found:
    return list(framework_of(where, 0, env, c).secret_pairs), True


def _composition(where: Node, env: Env, c: Context) -> Composition:
    found = argument_value(where, 0, env, c)
    if not isinstance(found, Composition):
        raise NoValue("a composition is needed")
    return found


def _pasts(where: Node, env: Env, c: Context) -> Found:
    whole = _composition(where, env, c)
    return list(whole.pasts(index_of(argument_value(where, 1, env, c), whole.steps))), True


def _part_neighbours(where: Node, env: Env, c: Context) -> Found:
    whole = _composition(where, env, c)
    rows = whole.part_rows(index_of(argument_value(where, 1, env, c), whole.steps))
    relation = _relation_of(env)
    return [(a, b) for a in rows for b in rows if related(relation, a, b)], True


def _events(where: Node, env: Env, c: Context) -> Found:
    points = support(argument(where, 0), env, c)
    if 2 ** len(points) > MOST_MEMBERS:
        raise NoRoute(f"more than {MOST_MEMBERS} events")
    return list(subsets(points)), _is_finite_space(argument(where, 0), env, c)


def _labels(where: Node, env: Env, c: Context) -> Found:
    k = argument_value(where, 0, env, c)
    return [fmpq(i) for i in range(1, int(k.p) + 1)], True


def _points(where: Node, env: Env, c: Context) -> Found:
    return members_of(argument(where, 0), env, c) if argument(where, 0).head in ("labels", "sequences") else None


def _sequences(where: Node, env: Env, c: Context) -> Found:
    length = argument_value(where, 0, env, c)
    inner, finite = members_of(argument(where, 1), env, c)
    if not (finite and isinstance(length, fmpq) and length.q == 1 and length >= 1):
        return None
    if len(inner) ** int(length.p) > MOST_MEMBERS:
        raise NoRoute(f"more than {MOST_MEMBERS} members")
    return [p[0] if length == 1 else p for p in itertools.product(inner, repeat=int(length.p))], True


def _permutations(where: Node, env: Env, c: Context) -> Found:
    n = int(argument_value(where, 0, env, c).p)
    if n > 7:
        raise NoRoute("more than 5040 permutations")
    return [tuple(fmpq(i) for i in p) for p in itertools.permutations(range(1, n + 1))], True


def _subsets(where: Node, env: Env, c: Context) -> Found:
    inner, finite = members_of(argument(where, 0), env, c)
    if not finite or len(inner) > 10:
        return None
    needed = set() if where.args[1] is None else set(argument_value(where, 1, env, c).points)
    return [e for e in subsets(tuple(inner)) if needed <= e.points], True


MEMBERS: dict[str, Callable[[Node, Env, Context], Found]] = {
    "unstated": _unstated, "integers": _integers, "interval": _interval, "one_of": _one_of, "equals": _equals, "neighbours": _neighbours,
    "data_sets": _data_sets, "situations": _situations, "secret_pairs": _secret_pairs, "pasts": _pasts, "part_neighbours": _part_neighbours,
    "events": _events, "labels": _labels, "points": _points, "sequences": _sequences, "permutations": _permutations, "subsets": _subsets,
}
"""How the members of a set are listed, by its head."""


def _relation_of(env: Env) -> str:
    for entry in env.values():
        if isinstance(entry, Universe):
            return entry.relation
    raise NoRoute("the instance has no universe of data sets")


def support(space: Node, env: Env, c: Context) -> tuple[Any, ...]:
    """All points that carry mass under a finite law named here or, for a space, under any law in sight, laws of kernels and of families too."""
    found: dict[Any, None] = {}
    if space.head in ("var", "apply", "joint", "push", "finite", "mixture", "step", "marginal", "conditional", "prior", "given_event", "then", "product"):
        law = value(space, env, c)
        if isinstance(law, laws.FiniteLaw):
            return law.points
        raise NoRoute("events of a distribution that is not finite")
    for entry in env.values():
        for member in entry.members if isinstance(entry, Family) else (entry,):
            for law in (image for _, image in member.entries) if isinstance(member, Table) else (member,):
                if isinstance(law, laws.FiniteLaw):
                    found |= dict.fromkeys(law.points)
    return tuple(found)


def _is_finite_space(space: Node, env: Env, c: Context) -> bool:
    """Subsets of the support stand for all events: a point without mass under any law in sight changes nothing."""
    return not any(isinstance(entry, Deferred) for entry in env.values())
