"""Exact transportation and bipartite flow problems on integers.

Weights and costs are scaled to integers by the caller, so that every pivot is exact. The simplex method for the
transportation problem is that of Dantzig (1951); Bland's rule (1977, doi:10.1287/moor.2.2.103) takes over after a run
of degenerate pivots, so that it always ends.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["bipartite_flow", "transportation"]

_WARM = 900  # number of cells from which a floating-point plan is worth its price


def transportation(
    costs: Sequence[Sequence[int]], supply: Sequence[int], demand: Sequence[int]
) -> tuple[dict[tuple[int, int], int], list[int], list[int]]:
    """An optimal plan with optimal potentials.

    Parameters
    ----------
    costs : m rows of n integers of any sign.
    supply, demand : positive integers with equal sums.

    Returns
    -------
    plan : flow of the basic cells (zeros included), a spanning tree of m + n - 1 cells.
    u, v : integers with ``u[i] + v[j] <= costs[i][j]``, with equality on the plan; so the two costs are equal.

    Raises
    ------
    ValueError
        If the sums differ.
    """
    if sum(supply) != sum(demand):
        raise ValueError(f"transportation: sums must be equal, got {sum(supply)} and {sum(demand)}")
    m, n = len(supply), len(demand)
    plan = None
    table = _machine_integers(costs) if m * n >= _WARM else None
    if m * n >= _WARM:
        plan = _warm_start(costs, table, supply, demand)
    if plan is None:
        plan = _north_west(supply, demand)
    neighbours: list[set[int]] = [set() for _ in range(m + n)]
    for i, j in plan:
        neighbours[i].add(m + j)
        neighbours[m + j].add(i)
    stalled = 0
    while True:
        potential, parent, depth = _potentials(costs, neighbours, m)
        u, v = potential[:m], potential[m:]
        first = stalled > m + n
        entering = _entering(costs, u, v, first=first) if table is None else _entering_fast(table, u, v, first=first)
        if entering is None:
            return plan, u, v
        cycle = _path(parent, depth, m + entering[1], entering[0])
        amount = _pivot(plan, neighbours, cycle, entering, m)
        stalled = 0 if amount else stalled + 1


def _pivot(plan: dict[tuple[int, int], int], neighbours: list[set[int]], cycle: Sequence[tuple[int, int]], entering: tuple[int, int], m: int) -> int:
    """Moves as much as can be along a cycle: one cell leaves the plan, another one enters it. Returns how much was moved."""
    losing = [_cell(a, b, m) for a, b in cycle[::2]]
    gaining = [_cell(a, b, m) for a, b in cycle[1::2]]
    leaving = min(losing, key=lambda cell: (plan[cell], cell))
    amount = plan[leaving]
    for cell in losing:
        plan[cell] -= amount
    for cell in gaining:
        plan[cell] += amount
    del plan[leaving]
    plan[entering] = amount
    neighbours[leaving[0]].discard(m + leaving[1])
    neighbours[m + leaving[1]].discard(leaving[0])
    neighbours[entering[0]].add(m + entering[1])
    neighbours[m + entering[1]].add(entering[0])
    return amount


def _north_west(supply: Sequence[int], demand: Sequence[int]) -> dict[tuple[int, int], int]:
    plan = {}
    i = j = 0
    left, right = supply[0], demand[0]
    while True:
        amount = min(left, right)
        plan[i, j] = amount
        left -= amount
        right -= amount
        if i == len(supply) - 1 and j == len(demand) - 1:
            return plan
        if (left == 0 and i < len(supply) - 1) or j == len(demand) - 1:
            i += 1
            left = supply[i]
        else:
            j += 1
            right = demand[j]


def _potentials(
    costs: Sequence[Sequence[int]], neighbours: list[set[int]], m: int
) -> tuple[list[int], list[int], list[int]]:
    size = len(neighbours)
    potential, parent, depth = [0] * size, [-1] * size, [0] * size
    stack = [0]
    while stack:
        node = stack.pop()
        for other in neighbours[node]:
            if other != parent[node]:
                parent[other] = node
                depth[other] = depth[node] + 1
                cost = costs[node][other - m] if node < m else costs[other][node - m]
                potential[other] = cost - potential[node]
                stack.append(other)
    return potential, parent, depth


def _entering(costs: Sequence[Sequence[int]], u: list[int], v: list[int], *, first: bool) -> tuple[int, int] | None:
    best, found = 0, None
    for i, row in enumerate(costs):
        base = u[i]
        for j, cost in enumerate(row):
            reduced = cost - base - v[j]
            if reduced < best:
                best, found = reduced, (i, j)
                if first:
                    return found
    return found


def _machine_integers(costs: Sequence[Sequence[int]]) -> NDArray[np.int64] | None:
    """The costs as 64-bit integers, if potentials built from them stay in range too."""
    m, n = len(costs), len(costs[0])
    if max(max(max(row), -min(row)) for row in costs) * 4 * (m + n) >= 2**62:
        return None
    return np.array(costs, dtype=np.int64)


def _entering_fast(costs: NDArray[np.int64], u: list[int], v: list[int], *, first: bool) -> tuple[int, int] | None:
    reduced = (costs - np.array(u, dtype=np.int64)[:, None] - np.array(v, dtype=np.int64)[None, :]).ravel()
    place = int(np.argmax(reduced < 0)) if first else int(np.argmin(reduced))
    return divmod(place, costs.shape[1]) if reduced[place] < 0 else None


def _path(parent: list[int], depth: list[int], a: int, b: int) -> list[tuple[int, int]]:
    """Edges of the tree path from ``a`` to ``b``, in order."""
    head, tail = [], []
    while a != b:
        if depth[a] >= depth[b]:
            head.append((a, parent[a]))
            a = parent[a]
        else:
            tail.append((parent[b], b))
            b = parent[b]
    return head + tail[::-1]


def _cell(a: int, b: int, m: int) -> tuple[int, int]:
    return (a, b - m) if a < m else (b, a - m)


def _warm_start(
    costs: Sequence[Sequence[int]], table: NDArray[np.int64] | None, supply: Sequence[int], demand: Sequence[int]
) -> dict[tuple[int, int], int] | None:
    """Exact flows on the spanning tree of a floating-point plan; None if one of them is negative."""
    import ot

    whole = sum(supply)
    a = np.array([x / whole for x in supply])
    b = np.array([x / whole for x in demand])
    if table is None:
        size = max(max(map(abs, row)) for row in costs) or 1
        c = np.array([[x / size for x in row] for row in costs])
    else:
        c = table / (np.abs(table).max() or 1)
    flow: Any = ot.emd(a / a.sum(), b / b.sum(), c)
    m, n = len(supply), len(demand)
    root = list(range(m + n))

    def find(x: int) -> int:
        while root[x] != x:
            root[x] = root[root[x]]
            x = root[x]
        return x

    tree: list[tuple[int, int]] = []
    for k in np.lexsort((c.ravel(), -flow.ravel())):
        i, j = divmod(int(k), n)
        one, other = find(i), find(m + j)
        if one != other:
            root[one] = other
            tree.append((i, j))
            if len(tree) == m + n - 1:
                break
    return _tree_flow(tree, supply, demand)


def _tree_flow(
    tree: list[tuple[int, int]], supply: Sequence[int], demand: Sequence[int]
) -> dict[tuple[int, int], int] | None:
    m = len(supply)
    left = [*supply, *demand]
    at: list[set[tuple[int, int]]] = [set() for _ in left]
    for i, j in tree:
        at[i].add((i, j))
        at[m + j].add((i, j))
    leaves = deque(k for k, cells in enumerate(at) if len(cells) == 1)
    plan = {}
    while leaves:
        node = leaves.popleft()
        if len(at[node]) != 1:
            continue
        i, j = cell = at[node].pop()
        other = m + j if node == i else i
        at[other].discard(cell)
        amount = left[node]
        if amount < 0:
            return None
        plan[cell] = amount
        left[node] = 0
        left[other] -= amount
        if len(at[other]) == 1:
            leaves.append(other)
    return plan if len(plan) == len(tree) and not any(left) else None


def bipartite_flow(
    supply: Sequence[int], demand: Sequence[int], allowed: Sequence[Sequence[bool]]
) -> tuple[int, dict[tuple[int, int], int]]:
    """The largest flow along allowed pairs that exceeds neither supply nor demand, and such a flow.

    Augments along shortest paths (Edmonds and Karp 1972, doi:10.1145/321694.321699).
    """
    m, n = len(supply), len(demand)
    left, right = list(supply), list(demand)
    flow: dict[tuple[int, int], int] = {}
    for i in range(m):  # a greedy start saves most searches
        for j in range(n):
            if allowed[i][j] and left[i] and right[j]:
                amount = min(left[i], right[j])
                flow[i, j] = amount
                left[i] -= amount
                right[j] -= amount
    while True:
        origin, end = _augmenting(left, right, allowed, flow)
        if end < 0:
            return sum(flow.values()), {cell: x for cell, x in flow.items() if x}
        path = []
        node = end
        while origin[node] != -1:
            path.append((origin[node], node))
            node = origin[node]
        amount = min([left[node], right[end - m]] + [flow[b, a - m] for a, b in path if a >= m])
        left[node] -= amount
        right[end - m] -= amount
        for a, b in path:
            if a < m:
                flow[a, b - m] = flow.get((a, b - m), 0) + amount
            else:
                flow[b, a - m] -= amount


def _augmenting(left: Sequence[int], right: Sequence[int], allowed: Sequence[Sequence[bool]], flow: Mapping[tuple[int, int], int]) -> tuple[dict[int, int], int]:
    """A shortest path from what is left of the supply to what is left of the demand: the node before each, and its end, or -1."""
    m, n = len(left), len(right)
    origin: dict[int, int] = {i: -1 for i in range(m) if left[i]}
    queue = deque(origin)
    end = -1
    while queue and end < 0:
        node = queue.popleft()
        if node < m:
            for j in range(n):
                if allowed[node][j] and m + j not in origin:
                    origin[m + j] = node
                    if right[j]:
                        end = m + j
                        break
                    queue.append(m + j)
        else:
            for i in range(m):
                if i not in origin and flow.get((i, node - m), 0):
                    origin[i] = node
                    queue.append(i)
    return origin, end
