"""The Kantorovich dual of finite laws, with an exact certificate of its value."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from flint import arb, fmpq

from verify.quantities.kernels.pairs_of_laws import ONE, PRECISION, ZERO, rounded, table_of
from verify.quantities.kernels.transport import ground_distance
from verify.values.laws import FiniteLaw
from verify.values.numbers import Enclosure, Number, enclose, mul, to_float, total


def kantorovich_dual(p: FiniteLaw, q: FiniteLaw, norm: Number = ONE, prec: int = PRECISION) -> Number:
    """``sup E_P f - E_Q f`` over functions with ``|f(x) - f(y)| <= |x - y|`` on the union of the supports.

    Computed from this dual problem alone, not from couplings. On the line the sum of ``|F - G|`` times the gaps.
    Elsewhere a linear programme in floating point whose potential is rebuilt in fractions along tight pairs; it is the
    optimum when a flow along tight pairs carries P to Q. Otherwise an enclosure: a feasible function below, and above
    the cost of a flow.
    """
    rows = table_of(p, q)
    surplus = [(x, a - b) for x, a, b in rows]
    if isinstance(rows[0][0], fmpq):
        surplus.sort()
        out, height = ZERO, ZERO
        for (x, gain), (y, _) in pairwise(surplus):
            height += gain
            out += abs(height) * (y - x)
        return out
    moving = [(x, gain) for x, gain in surplus if gain]
    if not moving:
        return ZERO
    points = [x for x, _ in moving]
    gains = [gain for _, gain in moving]
    distances = [[ground_distance(x, y, norm, prec + 32) for y in points] for x in points]
    potential, flows = _float_dual(distances, gains)
    exact = all(isinstance(d, fmpq) for row in distances for d in row)
    if exact:
        value = _certified_dual(distances, gains, potential, flows)
        if value is not None:
            return value
    lows = [[rounded(d, "lo", prec) for d in row] for row in distances]
    feasible = _feasible(lows, [fmpq(round(x * 2**40), 2**40) for x in potential])
    lower = enclose(sum((g * f for g, f in zip(gains, feasible, strict=True)), ZERO), prec)
    upper = enclose(_flow_cost(distances, gains, flows, prec), prec)
    low = lower.lo if lower.lo > 0 else arb(0)
    return Enclosure(low if low <= upper.hi else upper.hi, upper.hi)


def _float_dual(distances: list[list[Number]], gains: list[fmpq]) -> tuple[list[float], list[tuple[float, int, int]]]:
    """Potential and the multipliers of its tight pairs, in floating point."""
    import numpy as np
    from scipy.optimize import linprog

    n = len(gains)
    pairs = [(i, j) for i in range(n) for j in range(n) if i != j]
    matrix = np.zeros((len(pairs), n))
    for row, (i, j) in enumerate(pairs):
        matrix[row, i], matrix[row, j] = 1.0, -1.0
    limits = np.array([to_float(distances[i][j]) for i, j in pairs])
    bounds = [(0.0, 0.0)] + [(None, None)] * (n - 1)
    objective = -np.array([to_float(g) for g in gains])
    result: Any = linprog(objective, A_ub=matrix, b_ub=limits, bounds=bounds, method="highs-ds")
    if result.status != 0:
        return [0.0] * n, []
    flows = [(-float(m), i, j) for m, (i, j) in zip(result.ineqlin.marginals, pairs, strict=True) if m < 0]
    return [float(x) for x in result.x], sorted(flows, reverse=True)


def _forest(n: int, flows: list[tuple[float, int, int]]) -> list[tuple[int, int]]:
    root = list(range(n))

    def find(x: int) -> int:
        while root[x] != x:
            x = root[x]
        return x

    chosen = []
    for _, i, j in flows:
        a, b = find(i), find(j)
        if a != b:
            root[a] = b
            chosen.append((i, j))
    return chosen


def _forest_flow(n: int, edges: list[tuple[int, int]], gains: list[fmpq]) -> dict[tuple[int, int], fmpq] | None:
    """The only flow on a forest that carries the surplus away; None if it does not exist."""
    left = list(gains)
    rest = set(edges)
    flow: dict[tuple[int, int], fmpq] = {}
    while rest:
        degree = [0] * n
        for i, j in rest:
            degree[i] += 1
            degree[j] += 1
        for i, j in sorted(rest):
            if degree[i] == 1 or degree[j] == 1:
                amount = left[i] if degree[i] == 1 else -left[j]
                flow[i, j] = amount
                left[i] -= amount
                left[j] += amount
                rest.discard((i, j))
                break
    return flow if not any(left) else None


def _certified_dual(
    distances: list[list[fmpq]], gains: list[fmpq], guess: list[float], flows: list[tuple[float, int, int]]
) -> fmpq | None:
    """The exact optimum: a feasible potential and a flow of equal cost; None if the guess does not give both."""
    n = len(gains)
    edges = _forest(n, flows)
    flow = _forest_flow(n, edges, gains)
    if flow is None or any(x < 0 for x in flow.values()):
        return None
    potential: list[fmpq | None] = [None] * n
    beside: list[list[tuple[int, fmpq]]] = [[] for _ in range(n)]
    for i, j in edges:  # tight: f(i) - f(j) = d(i, j)
        beside[i].append((j, -distances[i][j]))
        beside[j].append((i, distances[i][j]))
    blocks: list[list[int]] = []
    for start in range(n):
        if potential[start] is not None:
            continue
        potential[start] = fmpq(round(guess[start] * 2**40), 2**40)
        block, stack = [start], [start]
        while stack:
            node = stack.pop()
            here = potential[node]
            assert here is not None
            for other, step in beside[node]:
                if potential[other] is None:
                    potential[other] = here + step
                    block.append(other)
                    stack.append(other)
        blocks.append(block)
    values = [f for f in potential if f is not None]
    if len(blocks) > 1:
        shifted = _aligned(distances, values, blocks)
        if shifted is None:
            return None
        values = shifted
    for i in range(n):
        for j in range(n):
            if values[i] - values[j] > distances[i][j]:
                return None
    value: fmpq = sum((g * f for g, f in zip(gains, values, strict=True)), ZERO)
    cost = sum((x * distances[i][j] for (i, j), x in flow.items()), ZERO)
    return value if value == cost else None


def _aligned(distances: list[list[fmpq]], values: list[fmpq], blocks: list[list[int]]) -> list[fmpq] | None:
    """Shift whole blocks (each without surplus of its own) until the function is 1-Lipschitz: shortest paths."""
    m = len(blocks)
    limit = [
        [min(distances[i][j] - values[i] + values[j] for i in one for j in two) for two in blocks] for one in blocks
    ]
    shift = [ZERO] * m  # need shift[a] - shift[b] <= limit[a][b]
    for _ in range(m + 1):
        changed = False
        for a in range(m):
            for b in range(m):
                if a != b and shift[a] > shift[b] + limit[a][b]:
                    shift[a] = shift[b] + limit[a][b]
                    changed = True
        if not changed:
            out = list(values)
            for s, block in zip(shift, blocks, strict=True):
                for i in block:
                    out[i] += s
            return out
    return None


def _feasible(distances: list[list[fmpq]], guess: list[fmpq]) -> list[fmpq]:
    """The largest 1-Lipschitz function below a guess, with distances closed under the triangle inequality."""
    n = len(guess)
    d = [list(row) for row in distances]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i][k] + d[k][j] < d[i][j]:
                    d[i][j] = d[i][k] + d[k][j]
    return [min(guess[j] + d[i][j] for j in range(n)) for i in range(n)]


def _flow_cost(
    distances: list[list[Number]], gains: list[fmpq], flows: list[tuple[float, int, int]], prec: int
) -> Number:
    """Cost of some flow from surplus to deficit: along the tight pairs if it can be, else spread evenly."""
    n = len(gains)
    flow = _forest_flow(n, _forest(n, flows), gains)
    if flow is None or any(x < 0 for x in flow.values()):
        up = {i: g for i, g in enumerate(gains) if g > 0}
        mass = sum(up.values(), ZERO)
        flow = {(i, j): g * -gains[j] / mass for i, g in up.items() for j in range(n) if gains[j] < 0}
    return total((mul(x, distances[i][j], prec + 32) for (i, j), x in flow.items()), prec + 32)
