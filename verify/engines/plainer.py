"""Plainer values: how large a value is, values that are strictly smaller, and values close by. Kinds of objects with rules of their own enter them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, literal, number, rebuild, walk
from verify.values import laws, numbers, rounding
from verify.values.formulas import formula
from verify.values.matrices import is_symmetric
from verify.values.structures import Composition, Deferred, Event, Family, Function, Table, Universe

SEPARATE = 3
"""Mechanisms of a composition up to which each is changed alone; of more, all that are equal are changed together."""
Matrix = tuple[tuple[fmpq, ...], ...]


@dataclass(frozen=True)
class Rules:
    """Of one kind of object: its size, plainer ones, and one close by."""

    size: Callable[[Any], tuple[int, int]]
    smaller: Callable[[Any], Iterator[Any]]
    nudged: Callable[[Any, random.Random], Any]


OF_THEIR_OWN: dict[type, Rules] = {}
"""Kinds of objects with rules of their own, by type."""


def size(value: Any) -> tuple[int, int]:
    """Number of pieces and digits of a value: what a reader has to look at."""
    if isinstance(value, fmpq):
        return 0, _digits(value)
    if isinstance(value, float) or value is None:
        return 0, 1
    if isinstance(value, numbers.Surd | numbers.LogSum):
        return 0, 40
    if isinstance(value, tuple):
        return total([size(v) for v in value])
    if isinstance(value, laws.FiniteLaw):
        return total([(len(value.points), 0), *(size(p) for p in value.points), *(size(w) for w in value.weights)])
    if isinstance(value, Family):
        return total([size(m) for m in value.members])
    if isinstance(value, Table):
        return total([size(v) for _, v in value.entries])
    if isinstance(value, Event):
        return len(value.points), 0
    if isinstance(value, Composition):
        parts = [size(coin) for coin in value.coins]
        parts += [size(out) for table in value.tables for *_, out in table]
        parts.append((sum(len(t) for t in value.tables), 0))
        return total(parts)
    if isinstance(value, Universe):
        return len(value.rows), 0
    if isinstance(value, Function):
        literals = [q for node in walk(value.body) if (q := literal(node)) is not None]
        return len(list(walk(value.body))), sum(int(_digits(fmpq(q.numerator, q.denominator))) for q in literals)
    if type(value) in OF_THEIR_OWN:
        return OF_THEIR_OWN[type(value)].size(value)
    if isinstance(value, laws.NormalLaw):
        return total([(2, 0), size(value.mean), size(value.covariance)])
    if isinstance(value, Deferred) and any(node.head == "power_law" for node in walk(value.node)):
        literals = [fmpq(str(node.args[0])) for node in walk(value.node) if node.head == "num" and "o" not in str(node.args[0])]
        return 2 * sum(1 for node in walk(value.node) if node.head in ("power_law", "law", "translate")), sum(map(_digits, literals))
    if isinstance(value, Deferred):
        return 2, len(repr(value.node)) // 40
    return 0, 1


def _digits(value: fmpq) -> int:
    n, d = abs(int(value.p)), int(value.q)
    return (0 if n in (0,) else len(str(n))) + (0 if d == 1 else 1 + len(str(d))) + (1 if value < 0 else 0) + (n not in (0, 1)) + (d > 12)


def total(parts: list[tuple[int, int]]) -> tuple[int, int]:
    return sum(a for a, _ in parts), sum(b for _, b in parts)


def simpler(value: Any) -> Iterator[Any]:
    """Candidates of strictly smaller size, the boldest first."""
    own = size(value)
    seen: list[Any] = []
    for candidate in _candidates(value):
        if size(candidate) < own and candidate not in seen:
            seen.append(candidate)
            yield candidate


def _candidates(value: Any) -> Iterator[Any]:
    if is_matrix(value):
        yield from _smaller_matrices(value)
    if isinstance(value, fmpq):
        yield from _numbers(value)
    elif isinstance(value, numbers.Surd | numbers.LogSum):
        middle = numbers.to_float(value)
        for scale in (1, 4, 64, 2**12, 2**20, 2**40):
            yield fmpq(math.ceil(middle * scale), scale)
            yield fmpq(math.floor(middle * scale), scale)
    elif isinstance(value, laws.FiniteLaw):
        yield from _laws(value)
    elif isinstance(value, Family):
        for k, member in enumerate(value.members):
            for candidate in simpler(member):
                yield Family((*value.members[:k], candidate, *value.members[k + 1:]))
    elif isinstance(value, laws.NormalLaw):
        yield from (laws.NormalLaw(mean, value.covariance) for mean in simpler(value.mean))
        yield from (laws.NormalLaw(value.mean, rows) for rows in simpler(value.covariance) if any(x for row in rows for x in row))
    elif isinstance(value, Deferred) and value.node.head == "normal_vector":
        yield from _normals(value)
    elif isinstance(value, tuple):
        for k, member in enumerate(value):
            for candidate in simpler(member):
                yield (*value[:k], candidate, *value[k + 1:])
    elif isinstance(value, Deferred) and value.node.head in ("power_law", "mixture", "translate"):
        yield from (Deferred(node) for node in _tails(value.node))
    elif isinstance(value, Table):
        for k, (key, image) in enumerate(value.entries):
            yield Table((*value.entries[:k], *value.entries[k + 1:]))
            for candidate in simpler(image):
                yield Table((*value.entries[:k], (key, candidate), *value.entries[k + 1:]))
    elif isinstance(value, Event):
        for point in value.points:
            yield Event(value.points - {point})
    elif isinstance(value, Composition):
        yield from _compositions(value)
    elif isinstance(value, Function):
        yield from _functions(value)
    elif type(value) in OF_THEIR_OWN:
        yield from OF_THEIR_OWN[type(value)].smaller(value)


def _functions(value: Function) -> Iterator[Function]:
    """One number of the term made simpler, or one of its parts in the place of the whole."""
    over, body = value.node.args[0], value.body
    parts = [part for part in body.args if isinstance(part, Node) and part.head != "compare"]
    yield from (Function(Node("lambda", over, part)) for part in parts)
    for node in dict.fromkeys(walk(body)):
        q = literal(node)
        if q is not None and q not in (0, 1, -1):
            for simple in _numbers(fmpq(q.numerator, q.denominator)):
                yield Function(Node("lambda", over, _with(body, node, number(str(simple)))))


def _with(node: Node, old: Node, new: Node) -> Node:
    return new if node == old else rebuild(node, lambda part: _with(part, old, new))


def _normals(value: Deferred) -> Iterator[Deferred]:
    """Normal laws on the line with a plainer mean or variance."""
    known = [literal(part) if isinstance(part, Node) else None for part in value.node.args]
    for k, q in enumerate(known):
        for simple in _numbers(fmpq(q.numerator, q.denominator)) if q is not None else ():
            if k == 0 or simple > 0:
                changed = number(str(simple))
                yield Deferred(Node("normal_vector", *(changed if i == k else part for i, part in enumerate(value.node.args))))


def _tails(node: Node) -> Iterator[Node]:
    """Smaller neighbours of a law with power tails: parts of a mixture, a translation carried out, rounder parameters."""
    if node.head == "mixture":
        entries = node.args[0]
        assert isinstance(entries, tuple)
        yield from (entry[1] for entry in entries if isinstance(entry, tuple) and isinstance(entry[1], Node))
        return
    if node.head == "translate":
        yield from (child for child in node.args[:1] if isinstance(child, Node))
        return
    for k, part in enumerate(node.args[:3]):
        if isinstance(part, Node) and part.head == "num":
            for candidate in simpler(fmpq(str(part.args[0]))):
                if (k == 1 and candidate > 0) or (k == 2 and candidate > 1) or k == 0:
                    yield Node("power_law", *node.args[:k], formula(candidate), *node.args[k + 1 :])


def _numbers(value: fmpq) -> Iterator[fmpq]:
    for simple in (0, 1, 2, -1, 3):
        yield fmpq(simple)
    yield fmpq(1, 2)
    whole = fmpq(int(value.p) // int(value.q))
    yield whole
    yield whole + 1
    for denominator in (2, 3, 4, 8, 10, 100):
        yield fmpq(int((value * denominator).p) // int((value * denominator).q), denominator)
        yield fmpq(int((value * denominator).p) // int((value * denominator).q) + 1, denominator)
    if value < 0:
        yield -value
    if abs(value) > 8:
        yield fmpq(10 ** (len(str(abs(int(value.p) // int(value.q)))) - 1)) * (1 if value > 0 else -1)
        yield whole / 2
    for bits in (4, 8, 16):
        span = abs(value) / 2**bits
        if span > 0:
            yield rounding.simplest_between(value - span, value + span)


def _laws(law: laws.FiniteLaw) -> Iterator[laws.FiniteLaw]:
    n = len(law.points)
    if n > 1:
        for k in range(n):
            rest = [w for i, w in enumerate(law.weights) if i != k]
            mass = sum(rest, fmpq(0))
            yield laws.FiniteLaw([p for i, p in enumerate(law.points) if i != k], [w / mass for w in rest])
            for j in range(n):
                if j != k:
                    yield laws.FiniteLaw([law.points[j] if i == k else p for i, p in enumerate(law.points)], law.weights)
        yield laws.FiniteLaw(law.points, [fmpq(1, n)] * n)
        for denominator in (2, 3, 4, 10, 100):
            scaled = [max(1, round(float(w.p) / float(w.q) * denominator)) for w in law.weights[:-1]]
            if sum(scaled) < denominator:
                yield laws.FiniteLaw(law.points, [fmpq(s, denominator) for s in scaled] + [fmpq(denominator - sum(scaled), denominator)])
    for k, point in enumerate(law.points):
        for candidate in simpler(point):
            if candidate not in law.points:
                yield laws.FiniteLaw([candidate if i == k else p for i, p in enumerate(law.points)], law.weights)


def _compositions(whole: Composition) -> Iterator[Composition]:
    if whole.steps > SEPARATE:
        yield from _repeated(whole)
        return
    for i, coin in enumerate(whole.coins):
        for candidate in _laws(coin):
            if set(candidate.points) <= set(coin.points):
                keep = set(candidate.points)
                tables = tuple(
                    tuple(entry for entry in table if (len(whole.coins) > 1 and j != i) or entry[2] in keep) for j, table in enumerate(whole.tables))
                yield Composition((*whole.coins[:i], candidate, *whole.coins[i + 1:]), tables, whole.parts)
    for i, table in enumerate(whole.tables):
        outputs = list(dict.fromkeys(out for *_, out in table))
        for old in outputs:
            for new in (fmpq(0), fmpq(1), fmpq(2)):
                if new != old and isinstance(old, fmpq):
                    changed = tuple((d, p, c, new if out == old else out) for d, p, c, out in table)
                    yield Composition(whole.coins, (*whole.tables[:i], changed, *whole.tables[i + 1:]), whole.parts)


def _repeated(whole: Composition) -> Iterator[Composition]:
    """Smaller coins and outputs of many mechanisms, in all that are equal at once; the kinds of mechanisms become fewer."""
    kinds = list(dict.fromkeys((whole.coin(i), table) for i, table in enumerate(whole.tables)))
    independent = len(whole.coins) > 1

    def put(new: dict[Any, Any]) -> Composition:
        changed = [new.get((whole.coin(i), table), (whole.coin(i), table)) for i, table in enumerate(whole.tables)]
        return Composition(tuple(coin for coin, _ in changed) if independent else (changed[0][0],), tuple(table for _, table in changed), whole.parts)

    if independent:
        for one in kinds:
            yield from (put({other: one}) for other in kinds if other != one)
    coins = dict.fromkeys(coin for coin, _ in kinds)
    for coin in coins:
        for candidate in _laws(coin):
            if set(candidate.points) <= set(coin.points):
                keep = set(candidate.points)
                yield put({(c, table): (candidate, tuple(entry for entry in table if entry[2] in keep)) for c, table in kinds if c == coin})
    for coin, table in kinds:
        for old in dict.fromkeys(out for *_, out in table):
            for new in (fmpq(0), fmpq(1), fmpq(2)):
                if new != old and isinstance(old, fmpq):
                    yield put({(coin, table): (coin, tuple((d, p, c, new if out == old else out) for d, p, c, out in table))})


def nudge(value: Any, rng: random.Random) -> Any:
    """A value close to the given one, or None when nothing close is known."""
    if isinstance(value, fmpq):
        return rng.choice((value * fmpq(rng.randint(1, 4), rng.randint(1, 4)), value + fmpq(rng.randint(-2, 2), 4), value * 10, value / 10,
                           value + fmpq(1), value - fmpq(1)))
    if isinstance(value, laws.FiniteLaw):
        kind = rng.random()
        if kind < 0.5 and len(value.points) > 1:
            raw = [w * rng.choice((1, 1, 2, 4, 10)) for w in value.weights]
            mass = sum(raw, fmpq(0))
            return laws.FiniteLaw(value.points, [w / mass for w in raw])
        k = rng.randrange(len(value.points))
        moved = nudge(value.points[k], rng)
        return None if moved is None else laws.FiniteLaw([moved if i == k else p for i, p in enumerate(value.points)], value.weights)
    if is_matrix(value):
        return _nudged_matrix(value, rng)
    if isinstance(value, laws.NormalLaw):
        if rng.random() < 0.5:
            return laws.NormalLaw(nudge(value.mean, rng), value.covariance)
        rows = _nudged_matrix(value.covariance, rng)
        return laws.NormalLaw(value.mean, rows) if any(x for row in rows for x in row) else None
    if isinstance(value, tuple) and value:
        k = rng.randrange(len(value))
        moved = nudge(value[k], rng)
        return None if moved is None else (*value[:k], moved, *value[k + 1:])
    if isinstance(value, Family) and value.members:
        k = rng.randrange(len(value.members))
        moved = nudge(value.members[k], rng)
        return None if moved is None else Family((*value.members[:k], moved, *value.members[k + 1:]))
    if isinstance(value, Table) and value.entries:
        k = rng.randrange(len(value.entries))
        key, image = value.entries[k]
        moved = nudge(image, rng)
        return None if moved is None else Table((*value.entries[:k], (key, moved), *value.entries[k + 1:]))
    if isinstance(value, Composition):
        i = rng.randrange(len(value.tables))
        table = value.tables[i]
        k = rng.randrange(len(table))
        data, past, coin, out = table[k]
        outs = [o for *_, o in table]
        new = rng.choice((rng.choice(outs), out * 2 if isinstance(out, fmpq) else out, fmpq(0)))
        changed = (*table[:k], (data, past, coin, new), *table[k + 1:])
        if value.steps > SEPARATE:
            return Composition(value.coins, tuple(changed if other == table else other for other in value.tables), value.parts)
        return Composition(value.coins, (*value.tables[:i], changed, *value.tables[i + 1:]), value.parts)
    if type(value) in OF_THEIR_OWN:
        return OF_THEIR_OWN[type(value)].nudged(value, rng)
    return None


# --- matrices ----------------------------------------------------------------------------------------------------------


def is_matrix(value: Any) -> bool:
    """Whether a value is a symmetric matrix of fractions."""
    return isinstance(value, tuple) and all(isinstance(row, tuple) and all(isinstance(x, fmpq) for x in row) for row in value) and is_symmetric(value)


def _smaller_matrices(rows: Matrix) -> Iterator[Matrix]:
    """Plainer symmetric matrices: the identity, the diagonal, one entry (and its mirror image) simpler."""
    span = range(len(rows))
    for diagonal in ([fmpq(1)] * len(rows), [rows[k][k] for k in span]):
        yield tuple(tuple(diagonal[i] if i == j else fmpq(0) for j in span) for i in span)
    for i in span:
        for j in range(i + 1):
            for candidate in simpler(rows[i][j]):
                yield changed(rows, i, j, candidate)


def changed(rows: Matrix, i: int, j: int, entry: fmpq) -> Matrix:
    """The matrix with one entry and its mirror image replaced."""
    return tuple(tuple(entry if (a, b) in ((i, j), (j, i)) else x for b, x in enumerate(row)) for a, row in enumerate(rows))


def _nudged_matrix(rows: Matrix, rng: random.Random) -> Matrix:
    """All entries scaled, the diagonal made larger, or one entry moved."""
    kind, factor, span = rng.random(), fmpq(rng.randint(1, 4), rng.randint(1, 4)), range(len(rows))
    if kind < 0.4:
        return tuple(tuple(factor * x for x in row) for row in rows)
    if kind < 0.6:
        return tuple(tuple(x + (factor if i == j else 0) for j, x in enumerate(row)) for i, row in enumerate(rows))
    i, j = rng.choice(span), rng.choice(span)
    return changed(rows, i, j, nudge(rows[i][j], rng))


