"""Smaller witnesses: fewer points, smaller numbers. Every candidate is strictly smaller than what it replaces, so shrinking ends."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, literal, number, pattern_names, rebuild, walk
from verify.claims.sets import stated
from verify.engines import evaluate as ev
from verify.engines import gaussian, iterations, pufferfish
from verify.engines.draw import CannotDraw
from verify.engines.membership import contains
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import laws, numbers
from verify.values.formulas import formula
from verify.values.frameworks import Framework
from verify.values.iterations import Iteration
from verify.values.structures import Composition, Deferred, Event, Family, Function, Row, Table, Universe

LONG = 8
"""Digits of a level from which a simpler one is looked for."""
SEPARATE = 3
"""Mechanisms of a composition up to which each is changed alone; of more, all that are equal are changed together."""


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
    if isinstance(value, Function):
        literals = [q for node in walk(value.body) if (q := literal(node)) is not None]
        return len(list(walk(value.body))), sum(int(_digits(fmpq(q.numerator, q.denominator))) for q in literals)
    if isinstance(value, Framework):
        return pufferfish.size(value)
    if isinstance(value, Iteration):
        return iterations.size(value)
    if isinstance(value, laws.NormalLaw):
        return _sum([(2, 0), size(value.mean), size(value.covariance)])
    if isinstance(value, Deferred) and any(node.head == "power_law" for node in walk(value.node)):
        literals = [fmpq(str(node.args[0])) for node in walk(value.node) if node.head == "num" and "o" not in str(node.args[0])]
        return 2 * sum(1 for node in walk(value.node) if node.head in ("power_law", "law", "translate")), sum(map(_digits, literals))
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
    if gaussian.is_matrix(value):
        yield from gaussian.smaller(value)
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
    elif isinstance(value, Framework):
        yield from pufferfish.smaller(value)
    elif isinstance(value, Iteration):
        yield from iterations.smaller(value)


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


def shrink(task: Any, env: ev.Env, fails: Callable[[ev.Env], bool]) -> ev.Env:
    """The environment with each name replaced by simpler values as long as the statement stays false: counts and data sets first, then numbers and laws."""
    from verify.engines.calibrate import plan
    from verify.engines.thresholds import thresholds

    layout = plan(task)
    return _Shrinking(task, layout, thresholds(task, layout.calibrated), fails).run(env)


class _Shrinking:
    """One witness made smaller, within a budget of trials and of work."""

    def __init__(self, task: Any, layout: Any, marks: Any, fails: Callable[[ev.Env], bool]) -> None:
        self.task, self.layout, self.marks, self.fails = task, layout, marks, fails
        self.budget = task.effort.shrinks
        self.work = enclosures.spent() + task.effort.work // 3
        self.sets = [(pattern_names(pattern), where) for pattern, where in task.forall]
        self.defined = {names[0]: where for names, where in self.sets if where.head == "equals"}

    def run(self, env: ev.Env) -> ev.Env:
        changed = True
        while changed and self.open():
            changed = False
            for step in (self.counts, self.data_sets, self.values):
                smaller = step(env)
                if smaller is not None:
                    env, changed = smaller, True
        return self.levels(env)

    def open(self) -> bool:
        """Whether anything is left to spend."""
        return bool(self.budget > 0 and enclosures.spent() < self.work)

    def counts(self, env: ev.Env) -> ev.Env | None:
        """Smaller integers (numbers of coordinates, of mechanisms, of members), what depends on them cut to size."""
        found = None
        for names, where in self.sets:
            if not self.open():
                break
            where = stated(where)
            old = env[names[0]]
            if where.head != "integers" or not isinstance(old, fmpq) or not 1 < old <= 12:
                continue
            n = int(old.p)
            for target in dict.fromkeys((1, 2, n - 1)):
                smaller = next((e for keep in _kept(n, target) if (e := self.cut(env, names[0], fmpq(target), keep)) is not None), None) if target < n else None
                if smaller is not None:
                    env = found = smaller
                    break
        return found

    def cut(self, env: ev.Env, name: str, target: fmpq, keep: tuple[int, ...]) -> ev.Env | None:
        """The instance with one integer lowered and only the kept members, coordinates or mechanisms of what depends on it."""
        c, smaller = ev.Context(64), dict(env)
        try:
            for names, where in self.sets:
                if names[0] in self.layout.calibrated or names[0] in self.defined:
                    continue
                value = target if names[0] == name else env[names[0]] if len(names) == 1 else tuple(env[n] for n in names)
                if names[0] == name or not _fits(where, value, smaller, c):
                    value = value if names[0] == name else fitted(where, value, smaller, keep, c)
                    if value is None or not _fits(where, value, smaller, c):
                        return None
                smaller.update(zip(names, (value,) if len(names) == 1 else value, strict=True))
        except _ERRORS:
            return None
        return self.settled(smaller, env)

    def data_sets(self, env: ev.Env) -> ev.Env | None:
        """Fewer and shorter data sets."""
        found = None
        for names, _ in self.sets:
            progress = True
            while progress and isinstance(env[names[0]], Universe):
                progress = False
                for change in _row_changes(env[names[0]]):
                    try:
                        smaller = self.settled({name: over_rows(value, change) for name, value in env.items()}, env)
                    except _ERRORS:
                        continue
                    if smaller is not None:
                        env = found = smaller
                        progress = True
                        break
            progress = True
            while progress and isinstance(env[names[0]], Framework):
                progress = False
                whole: Framework = env[names[0]]
                for gone in pufferfish.portions(whole):
                    try:
                        smaller = self.settled({name: _without_data(value, whole, gone) for name, value in env.items()}, env)
                    except _ERRORS:
                        continue
                    if smaller is not None:
                        env = found = smaller
                        progress = True
                        break
        return found

    def values(self, env: ev.Env) -> ev.Env | None:
        """Each name by itself."""
        found = None
        for name in (n for names, _ in self.sets for n in names):
            progress = name not in self.defined
            while progress and self.open():
                progress = False
                for candidate in simpler(env[name]):
                    if not self.open():
                        break
                    if self.degenerate(name, candidate, env):
                        continue
                    smaller = self.settled({**env, name: candidate}, env, {name: candidate} if name in self.layout.calibrated else None)
                    if smaller is not None and size(smaller[name]) < size(env[name]):
                        env = found = smaller
                        progress = True
                        break
        return found

    def degenerate(self, name: str, candidate: Any, env: ev.Env) -> bool:
        """Whether a number would move from inside its range to 0 or to the upper end, where a statement often says something else."""
        where = next((where for names, where in self.sets if names[0] == name), None)
        where = None if where is None else stated(where)
        if where is None or where.head != "interval" or not isinstance(candidate, fmpq):
            return False
        try:
            low, high = (ev.argument_value(where, k, env, ev.Context(64)) for k in (0, 1))
        except _ERRORS:
            return False
        return bool(candidate != env[name] and ((candidate == 0 and low == 0) or candidate == high))

    def levels(self, env: ev.Env) -> ev.Env:
        """An irrational level, or a long fraction, gives way to a simpler one above it where the statement stays false."""
        for name in self.layout.calibrated:
            progress = True
            while progress:
                progress = False
                for candidate in simpler(env[name]):
                    plainer = _fractions(candidate) > _fractions(env[name]) or (_fractions(candidate) == _fractions(env[name]) and size(env[name])[1] > LONG)
                    if plainer and self.fails({**env, name: candidate}):
                        env, progress = {**env, name: candidate}, True
                        break
        return env

    def settled(self, trial: ev.Env, old: ev.Env, floors: ev.Env | None = None) -> ev.Env | None:
        """The trial with levels and defined names that follow what was changed, where the statement stays false: least levels, the old ones, thresholds anew."""
        if not self.open():
            return None
        self.budget -= 1
        tried: list[ev.Env] = []
        for candidate in self.ways(trial, old, floors):
            if candidate != old and candidate not in tried and self.open():
                tried.append(candidate)
                if self.fails(candidate):
                    return candidate
        return None

    def ways(self, trial: ev.Env, old: ev.Env, floors: ev.Env | None) -> Iterator[ev.Env]:
        levels = {name: old[name] for name in self.layout.calibrated}
        least = None
        for given in ([floors] if floors is not None else [None, levels]):
            try:
                for name, where in self.defined.items():
                    trial[name] = ev.value(ev.argument(where, 0), trial, ev.Context(96))
                solved = self.layout.solve(trial, random.Random(0), exact=True, floors=given)
            except _ERRORS:
                continue
            least = solved if least is None else least
            yield solved
        if least is not None and floors is None:
            yield from self.at_thresholds(least)

    def at_thresholds(self, env: ev.Env) -> Iterator[ev.Env]:
        from verify.engines.thresholds import settle

        for threshold, where in self.marks[:2]:
            value = settle(threshold, where, env, random.Random(0), tries=4)
            if value is None:
                continue
            try:
                moved, floors = (env, {threshold.name: value}) if threshold.level else ({**env, threshold.name: value}, None)
                yield self.layout.solve(moved, random.Random(0), exact=True, floors=floors)
            except _ERRORS:
                continue


_ERRORS = (ev.NoRoute, numbers.NoValue, ArithmeticError, ValueError, TypeError, KeyError, IndexError, CannotDraw)


def _fits(where: Node, value: Any, env: ev.Env, c: ev.Context) -> bool:
    return contains(where, value, env, c) == Truth.TRUE


def _fractions(value: Any) -> int:
    """How many of the numbers of a level are fractions."""
    if isinstance(value, Family):
        return sum(_fractions(m) for m in value.members)
    return int(isinstance(value, fmpq))


def _kept(n: int, target: int) -> list[tuple[int, ...]]:
    """Which members to keep of n: all choices where these are few."""
    return list(itertools.islice(itertools.combinations(range(n), target), 6))


def fitted(where: Node, value: Any, env: ev.Env, keep: tuple[int, ...], c: ev.Context) -> Any:
    """The value cut to what its set asks for now; None where nothing is known to fit."""
    if where.head == "unstated":
        return fitted(ev.argument(where, 0), value, env, keep, c)
    if where.head == "integers" and isinstance(value, fmpq):
        place = int(value.p) - 1
        return fmpq(keep.index(place) + 1) if place in keep else fmpq(len(keep))
    if where.head == "families" and isinstance(value, Family):
        length, inner = len(ev.members_of(ev.argument(where, 0), env, c)[0]), ev.argument(where, 1)
        members = value.members if len(value.members) == length else tuple(value.members[k] for k in keep)
        cut = [m if _fits(inner, m, env, c) else fitted(inner, m, env, keep, c) for m in members]
        return None if any(m is None for m in cut) else Family(tuple(cut))
    if where.head == "laws" and ev.argument(where, 0).head == "labels" and isinstance(value, laws.FiniteLaw):
        left = [(fmpq(keep.index(int(p.p) - 1) + 1), w) for p, w in value.items() if int(p.p) - 1 in keep]
        mass = sum((w for _, w in left), fmpq(0))
        return laws.FiniteLaw([p for p, _ in left], [w / mass for _, w in left]) if left else None
    if where.head == "compositions" and isinstance(value, Composition):
        n = ev.argument_value(where, 0, env, c)
        return _fewer(value, keep) if value.steps != n else _projected(value, keep)
    if isinstance(value, Iteration):
        return iterations.kept(value, keep)
    if where.head == "covariances" and gaussian.is_matrix(value):
        return gaussian.kept(value, keep)
    if where.head == "normal_laws" and isinstance(value, laws.FiniteLaw):
        return _projected(value, keep)
    if isinstance(value, laws.NormalLaw):
        return gaussian.kept(value, keep)
    return _projected(value, keep) if where.head in ("laws", "points", "kernels", "maps") else None


def _fewer(whole: Composition, keep: tuple[int, ...]) -> Composition:
    """Only the kept mechanisms; earlier outputs of the others are fixed to one that occurs."""
    tables = []
    for index in keep:
        gone = [k for k in range(index) if k not in keep]
        table = whole.tables[index]
        fixed = next((past for _, past, _, _ in table if past), ())
        fitting = [entry for entry in table if not entry[1] or all(entry[1][k] == fixed[k] for k in gone)]
        tables.append(tuple((data, tuple(x for k, x in enumerate(past) if k in keep), coin, out) for data, past, coin, out in fitting))
    return Composition(tuple(whole.coins[k] for k in keep) if len(whole.coins) > 1 else whole.coins, tuple(tables), whole.parts)


def _projected(value: Any, keep: tuple[int, ...]) -> Any:
    """The kept coordinates of every point; a point with one coordinate left is a number."""
    if isinstance(value, tuple):
        return value[keep[0]] if len(keep) == 1 else tuple(value[k] for k in keep)
    if isinstance(value, laws.FiniteLaw):
        return laws.FiniteLaw([_projected(p, keep) for p in value.points], value.weights)
    if isinstance(value, Deferred) and value.node.head == "product":
        return Deferred(value.node.args[keep[0]] if len(keep) == 1 else Node("product", *(value.node.args[k] for k in keep)))  # type: ignore[arg-type]
    if isinstance(value, Table):
        return Table(tuple((_projected(key, keep) if isinstance(key, tuple) else key, _projected(image, keep)) for key, image in value.entries))
    if isinstance(value, Composition):
        return Composition(value.coins, tuple(
            tuple((data, tuple(_projected(x, keep) for x in past), coin, _projected(out, keep)) for data, past, coin, out in table) for table in value.tables), value.parts)
    return value


def _row_changes(universe: Universe) -> Iterator[dict[Row, Row]]:
    """Ways to leave out a data set, or a position that says nothing or that the others make up for."""
    rows = universe.rows
    for gone in rows if len(rows) > 2 else ():
        yield {row: row for row in rows if row != gone}
    for place in range(len(rows[0].records)) if len(rows[0].records) > 1 else ():
        shorter = {row: Row((*row.records[:place], *row.records[place + 1:])) for row in rows}
        if len(set(shorter.values())) == len(rows):
            yield shorter


def over_rows(value: Any, change: dict[Row, Row]) -> Any:
    """The value with its data sets replaced, entries of data sets that are gone left out. Raises KeyError where one that is gone is needed."""
    if isinstance(value, Row):
        return change[value]
    if isinstance(value, Universe):
        return Universe(value.relation, tuple(change[row] for row in value.rows if row in change))
    if isinstance(value, tuple):
        return tuple(over_rows(v, change) for v in value)
    if isinstance(value, Family):
        return Family(tuple(over_rows(m, change) for m in value.members))
    if isinstance(value, Table):
        return Table(tuple((over_rows(key, change), image) for key, image in value.entries if not isinstance(key, Row) or key in change))
    if isinstance(value, Composition):
        if value.parts is not None:
            raise ValueError("over_rows: a composition on parts meets more data sets than those of its universe")
        return Composition(value.coins, tuple(tuple((change[d], p, c, o) for d, p, c, o in table if d in change) for table in value.tables))
    return value


def _without_data(value: Any, whole: Framework, gone: frozenset[Any]) -> Any:
    """The value where a framework has lost data sets: the framework itself, and what is defined on its data sets."""
    if value is whole:
        return pufferfish.without(whole, gone)
    if isinstance(value, Family):
        return Family(tuple(_without_data(m, whole, gone) for m in value.members))
    if isinstance(value, Table) and set(value.lookup) == set(whole.data):
        return Table(tuple((key, image) for key, image in value.entries if key not in gone))
    return value


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
    if gaussian.is_matrix(value):
        return gaussian.nudged(value, rng)
    if isinstance(value, laws.NormalLaw):
        if rng.random() < 0.5:
            return laws.NormalLaw(nudge(value.mean, rng), value.covariance)
        rows = gaussian.nudged(value.covariance, rng)
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
    if isinstance(value, Framework):
        return pufferfish.nudged(value, rng)
    if isinstance(value, Iteration):
        return iterations.nudged(value, rng)
    return None


__all__ = ["Row", "fitted", "nudge", "over_rows", "shrink", "simpler", "size"]
