"""Smaller witnesses: fewer points, smaller numbers. Every candidate is strictly smaller than what it replaces, so shrinking ends."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, pattern_names
from verify.claims.sets import stated
from verify.engines import evaluate as ev
from verify.engines import gaussian, iterations, listed, pufferfish
from verify.engines.calibrate import plan
from verify.engines.handy import CannotDraw
from verify.engines.membership import contains
from verify.engines.plainer import is_matrix, simpler, size
from verify.engines.thresholds import settle, thresholds
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import laws, numbers
from verify.values.frameworks import Framework
from verify.values.iterations import Iteration
from verify.values.structures import Composition, Deferred, Family, Row, Table, Universe

LONG = 8
"""Digits of a level from which a simpler one is looked for."""
def shrink(task: Any, env: ev.Env, fails: Callable[[ev.Env], bool]) -> ev.Env:
    """The environment with each name replaced by simpler values as long as the statement stays false: counts and data sets first, then numbers and laws."""
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
        length, inner = len(listed.members_of(ev.argument(where, 0), env, c)[0]), ev.argument(where, 1)
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
    if where.head == "covariances" and is_matrix(value):
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


__all__ = ["Row", "fitted", "over_rows", "shrink"]
