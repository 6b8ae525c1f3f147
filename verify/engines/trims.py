"""Whether there are laws inside others that are close to each other: parts of two laws, each with a density of at most 1/(1 - m) with respect to its whole.

``exists R, R': D_oo(R, P) < oo, exp(-D_oo(R, P)) >= 1 - m, D_oo(R', Q) < oo, exp(-D_oo(R', Q)) >= 1 - m', ...`` is what is left of an event on an enlarged space. Some pairs are tried, whose
densities are bounded by construction: the wholes; min(P, t Q) and min(Q, s P) with the masses 1 - m and 1 - m', scaled up; the laws of coupled points that are as near as these masses allow.
Of P + N and Q + N with finite P and Q the parts are those of P and Q with N added, since a mixture of the same laws has at most the largest ratio of the weights as density. A pair that
makes the rest of the body true decides; no pair refutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, child, free_names, literal, pattern_names
from verify.engines import evaluate as ev
from verify.engines.truth import Truth
from verify.quantities.kernels.flows import bipartite_flow
from verify.quantities.kernels.transport import common_denominator
from verify.values import numbers
from verify.values.formulas import formula
from verify.values.laws import FiniteLaw

LEAST = fmpq(1, 1024)
"""Mass to which a law is cut where any part of it will do."""
MOST_POINTS = 32
Pair = tuple[FiniteLaw, FiniteLaw]


def found(node: Node, env: ev.Env, c: ev.Context) -> dict[str, Any] | None:
    """Two laws that exist as a proposition says, by name; None where it has another form, or none of those that are tried will do."""
    over, body = node.args[0], child(node, 1)
    assert isinstance(over, tuple)
    names = [pattern_names(entry[0]) for entry in over if isinstance(entry, tuple) and isinstance(entry[1], Node) and entry[1].head == "laws"]
    if len(over) != 2 or [len(group) for group in names] != [1, 1]:
        return None
    bound, parts = [group[0] for group in names], _conjuncts(body)
    wholes = [_whole(parts, name, frozenset(bound)) for name in bound]
    if any(whole is None for whole in wholes):
        return None
    kept: list[fmpq] = []
    laws: list[Node] = []
    for law, share, stated in (whole for whole in wholes if whole is not None):
        least = ev.value(share, env, c)
        if numbers.relation(least, "<=", fmpq(1)) is not True:
            return None
        if isinstance(least, fmpq):
            kept.append(max(least, LEAST))
        laws.append(law)
        parts = [part for part in parts if part not in stated]
    # a mass that moves in an interval is known to be small enough for the wholes alone
    for pair in _pairs(laws, kept, env, c) if len(kept) == 2 else [tuple(ev.value(law, env, c) for law in laws)]:
        inner = {**env, **dict(zip(bound, pair, strict=True))}
        if all(ev.truth(part, inner, c) is Truth.TRUE for part in parts):
            return dict(zip(bound, pair, strict=True))
    return None


def _conjuncts(body: Node) -> list[Node]:
    return [part for k in range(len(body.args)) for part in _conjuncts(child(body, k))] if body.head == "all" else [body]


def _whole(parts: list[Node], name: str, bound: frozenset[str]) -> tuple[Node, Node, list[Node]] | None:
    """The law that a bound law is a part of, the least mass of that part, and the conjuncts that say so: nothing else may be asked of D_oo from it."""
    for part in parts:
        if part.head != "compare" or part.args[1] != ">=" or child(part, 0).head != "exp":
            continue
        minus = child(child(part, 0), 0)
        if minus.head != "mul" or len(minus.args) != 2 or literal(child(minus, 0)) != -1 or child(minus, 1).head != "renyi":
            continue
        divergence = child(minus, 1)
        law, share = child(divergence, 1), child(part, 2)
        if child(divergence, 0) != Node("var", name) or child(divergence, 2) != Node("num", "oo") or (free_names(law) | free_names(share)) & bound:
            continue
        return law, share, [part, Node("compare", divergence, "<", Node("num", "oo"))]
    return None


def _pairs(laws: list[Node], kept: list[fmpq], env: ev.Env, c: ev.Context) -> Iterator[tuple[Any, Any]]:
    """Parts of two laws that keep at least these masses: of finite ones, and of finite ones with the same noise added."""
    wholes = [ev.value(law, env, c) for law in laws]
    yield wholes[0], wholes[1]
    noise: Node | None = None
    if all(law.head == "convolve" for law in laws) and child(laws[0], 1) == child(laws[1], 1) and not all(isinstance(law, FiniteLaw) for law in wholes):
        noise = child(laws[0], 1)
        wholes = [ev.value(child(law, 0), env, c) for law in laws]
    first, second = wholes
    if not (isinstance(first, FiniteLaw) and isinstance(second, FiniteLaw)) or max(len(first.points), len(second.points)) > MOST_POINTS:
        return
    for pair in [_even(first, second, kept), *(_near(first, second, kept, size) for size in _SIZES)]:
        if pair is not None:
            yield pair if noise is None else tuple(ev.value(Node("convolve", formula(law), noise), env, c) for law in pair)


def _even(first: FiniteLaw, second: FiniteLaw, kept: list[fmpq]) -> Pair | None:
    """Both laws without what one has too much of beside the other."""
    cut = [_levelled(p, dict(q.items()), mass) for p, q, mass in ((first, second, kept[0]), (second, first, kept[1]))]
    return None if cut[0] is None or cut[1] is None else (cut[0], cut[1])


def _levelled(law: FiniteLaw, other: dict[Any, fmpq], mass: fmpq) -> FiniteLaw | None:
    """min(P, t Q) of the given mass, scaled to 1; None where P has less where Q has any."""
    shared = sorted(((p / other[x], x, p) for x, p in law.items() if x in other), key=lambda entry: entry[0])
    below, rest = fmpq(0), sum((other[x] for _, x, _ in shared), fmpq(0))
    for ratio, x, p in shared:
        if below + ratio * rest >= mass:
            level = (mass - below) / rest
            return FiniteLaw([x for _, x, _ in shared], [min(p, level * other[x]) / mass for _, x, p in shared])
        below, rest = below + p, rest - other[x]
    return None


def _near(first: FiniteLaw, second: FiniteLaw, kept: list[fmpq], size: Callable[[Any, Any], fmpq] | None) -> Pair | None:
    """The laws of two coupled points that are as near as possible; None for points that are no numbers or vectors of them."""
    try:
        table = [[size(x, y) for y in second.points] for x in first.points]  # type: ignore[misc]
    except (TypeError, ValueError):
        return None
    scale = common_denominator([w / mass for law, mass in zip((first, second), kept, strict=True) for w in law.weights])
    room = [[int((w / mass * scale).p) for w in law.weights] for law, mass in zip((first, second), kept, strict=True)]
    levels = sorted({d for row in table for d in row})
    low, high = 0, len(levels) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if _flow(table, levels[middle], room)[0] >= scale else (middle + 1, high)
    total, flow = _flow(table, levels[low], room)
    if total < scale:
        return None
    sides = [[0] * len(law.points) for law in (first, second)]
    for (i, j), mass in flow.items():
        sides[0][i] += mass
        sides[1][j] += mass
    cut = [FiniteLaw([x for x, w in zip(law.points, side, strict=True) if w], [fmpq(w, total) for w in side if w]) for law, side in zip((first, second), sides, strict=True)]
    return cut[0], cut[1]


def _flow(table: list[list[fmpq]], level: fmpq, room: list[list[int]]) -> tuple[int, dict[tuple[int, int], int]]:
    return bipartite_flow(room[0], room[1], [[d <= level for d in row] for row in table])


def _gaps(x: Any, y: Any) -> list[fmpq]:
    xs, ys = (v if isinstance(v, tuple) else (v,) for v in (x, y))
    if not all(isinstance(v, fmpq) for v in (*xs, *ys)):
        raise TypeError("points that are not numbers")
    return [abs(a - b) for a, b in zip(xs, ys, strict=True)]


_SIZES: tuple[Callable[[Any, Any], fmpq], ...] = (
    lambda x, y: sum((g * g for g in _gaps(x, y)), fmpq(0)), lambda x, y: sum(_gaps(x, y), fmpq(0)), lambda x, y: max(_gaps(x, y)))
"""What orders distances as the norms of order 2, 1 and oo do."""
