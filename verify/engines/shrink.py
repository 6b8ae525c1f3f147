"""Smaller witnesses: fewer points, smaller numbers. Every candidate is strictly smaller than what it replaces, so shrinking ends."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, pattern_names
from verify.engines import evaluate as ev
from verify.values import laws, numbers
from verify.values.structures import Composition, Deferred, Event, Family, Row, Table, Universe


def size(value: Any) -> tuple[int, int]:
    """Number of pieces and digits of a value: what a reader has to look at."""
    if isinstance(value, fmpq):
        return 0, _digits(value)
    if isinstance(value, float) or value is None:
        return 0, 1
    if isinstance(value, numbers.Surd | numbers.LogSum):
        return 0, 40
    if isinstance(value, tuple):
        return _sum([size(v) for v in value])
    if isinstance(value, laws.FiniteLaw):
        return _sum([(len(value.points), 0), *(size(p) for p in value.points), *(size(w) for w in value.weights)])
    if isinstance(value, Family):
        return _sum([size(m) for m in value.members])
    if isinstance(value, Table):
        return _sum([size(v) for _, v in value.entries])
    if isinstance(value, Event):
        return len(value.points), 0
    if isinstance(value, Composition):
        parts = [size(coin) for coin in value.coins]
        parts += [size(out) for table in value.tables for *_, out in table]
        parts.append((sum(len(t) for t in value.tables), 0))
        return _sum(parts)
    if isinstance(value, Universe):
        return len(value.rows), 0
    if isinstance(value, Deferred):
        return 2, len(repr(value.node)) // 40
    return 0, 1


def _digits(value: fmpq) -> int:
    n, d = abs(int(value.p)), int(value.q)
    return (0 if n in (0,) else len(str(n))) + (0 if d == 1 else 1 + len(str(d))) + (1 if value < 0 else 0) + (n not in (0, 1)) + (d > 12)


def _sum(parts: list[tuple[int, int]]) -> tuple[int, int]:
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
    elif isinstance(value, tuple):
        for k, member in enumerate(value):
            for candidate in simpler(member):
                yield (*value[:k], candidate, *value[k + 1:])
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
            yield numbers.simplest_between(value - span, value + span)


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


def shrink(task: Any, env: ev.Env, fails: Callable[[ev.Env], bool]) -> ev.Env:
    """The environment with each name replaced by simpler values as long as the statement stays false."""
    from verify.engines.calibrate import plan
    from verify.engines.draw import CannotDraw

    layout = plan(task)
    names = [n for pattern, _ in task.forall for n in pattern_names(pattern)]
    defined = {str(pattern.args[0]): where for pattern, where in task.forall if isinstance(pattern, Node) and where.head == "equals"}
    budget, changed = task.effort.shrinks, True

    def settle(candidate: ev.Env) -> ev.Env | None:
        """Levels and defined names follow what was changed."""
        try:
            for name, where in defined.items():
                candidate[name] = ev.value(ev._node(where, 0), candidate, ev.Context(96))
            return layout.solve(candidate, random.Random(0), exact=True)
        except (CannotDraw, numbers.NoValue, ev.NoRoute, ArithmeticError):
            return None

    while changed and budget > 0:
        changed = False
        for name in names:
            if name in defined:
                continue
            progress = True
            while progress and budget > 0:
                progress = False
                for candidate in simpler(env[name]):
                    if budget <= 0:
                        break
                    budget -= 1
                    trial = {**env, name: candidate}
                    if name not in layout.calibrated:
                        settled = settle(trial)
                        if settled is None:
                            continue
                        trial = settled
                    if fails(trial):
                        env, changed, progress = trial, True, True
                        break
    for name in layout.calibrated:  # an irrational level gives way to a fraction above it where the statement stays false
        for candidate in simpler(env[name]):
            if fails({**env, name: candidate}):
                env = {**env, name: candidate}
                break
    return env


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
        return Composition(value.coins, (*value.tables[:i], changed, *value.tables[i + 1:]), value.parts)
    return None


__all__ = ["Row", "nudge", "shrink", "simpler", "size"]
