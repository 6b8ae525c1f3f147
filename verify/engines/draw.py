"""Drawing exact instances: small, varied, corners first. Every draw comes from a stream of the task, so a run can be repeated."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, literal, term
from verify.claims.terms import exp
from verify.engines import arithmetic, iterations, listed, martingales, pufferfish, ridges, unusual
from verify.engines import evaluate as ev
from verify.engines.drawn_laws import HIDING, LawDrawer, is_line, times
from verify.engines.drawn_numbers import TRIES, words_of
from verify.engines.handy import HANDY, CannotDraw
from verify.engines.membership import contains, cube, difference
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import laws
from verify.values.formulas import formula
from verify.values.numbers import NoValue
from verify.values.structures import Composition, Event, Family, Function, Row, Table, Universe

MOST_STEPS = 200
"""Mechanisms of a composition that repeats a few."""

STYLES = ("hide", "hide", "reveal", "reveal", "trigger", "show the coin", "free", "mostly constant")
"""What a mechanism that sees no earlier output does with its data and its coin."""


class Drawer(LawDrawer):
    """Draws members of sets; ``rung`` bounds the size of objects (points, mechanisms, dimension)."""

    def _maps(self, where: Node, env: ev.Env, name: str) -> Any:
        source, target, lipschitz = where.args
        assert isinstance(source, Node) and isinstance(target, Node)
        inputs = self._inputs(source, env)
        if not inputs:
            raise CannotDraw("a map needs inputs; the instance has no distribution with points in its source")
        if lipschitz is None:
            return self._graded(inputs, target, env) if source.head == "sequences" and self.rng.random() < 0.3 else Table(tuple((x, self.point(target, env)) for x in inputs))
        bound = ev.value(lipschitz, env, self.c)  # type: ignore[arg-type]
        if not isinstance(bound, fmpq):
            raise CannotDraw("a Lipschitz constant that is a fraction is needed")
        order = ev.argument_value(source, 1, env, self.c) if source.head == "euclid" else fmpq(1)
        anchor, sign = self.rng.choice(inputs), self.rng.choice((1, -1))
        table = []

        for x in inputs:
            distance = arithmetic.norm(difference(x, anchor), order, 64)
            if not isinstance(distance, fmpq):
                distance = fmpq(0)
            table.append((x, sign * bound * distance))
        return Table(tuple(table))

    def _graded(self, inputs: list[Any], target: Node, env: ev.Env) -> Table:
        """Points that are far apart for sequences of different sums, and near each other for equal sums. Raises CannotDraw for targets other than numbers and vectors."""
        if target.head != "euclid":
            raise CannotDraw("points that grow with a sum need numbers")
        d, far = int(ev.argument_value(target, 0, env, self.c).p), self.rng.choice((10, 100))
        table = []
        for x in inputs:
            total = sum(x, fmpq(0)) if isinstance(x, tuple) else x
            point = tuple(far * total + self.rng.choice((0, 1)) for _ in range(d))
            table.append((x, point if len(point) > 1 else point[0]))
        return Table(tuple(table))

    def _functions(self, where: Node, env: ev.Env, name: str) -> Any:
        """A function that moves in one direction: constant, in steps, straight, or falling off as a power, an exponential or a bell; unusual ones have several steps, or an arch."""
        low, high = ev.argument_value(ev.argument(where, 0), 0, env, self.c), ev.argument_value(ev.argument(where, 0), 1, env, self.c)
        bottom, top = ev.argument_value(ev.argument(where, 1), 0, env, self.c), ev.argument_value(ev.argument(where, 1), 1, env, self.c)
        if not (isinstance(low, fmpq) and isinstance(bottom, fmpq)):
            raise CannotDraw("functions on an interval, and into one, whose lower ends are fractions")
        source = Node("interval", formula(low), formula(high), *ev.argument(where, 0).args[2:])
        x = Node("var", "x")
        rising = ev.word_of(where.args[2]) == "rising" or (ev.word_of(where.args[2]) == "any" and self.rng.random() < 0.5)
        span = top - bottom if isinstance(top, fmpq) else self.rng.choice(HANDY)
        earlier = [v.body for v in env.values() if isinstance(v, Function) and v.where == source]
        for _ in range(TRIES):
            shape = earlier[-1] * formula(self._share()) if earlier and self.rng.random() < 0.4 else None
            if shape is None:
                seen = [v for v in env.values() if isinstance(v, fmpq) and v > low]
                if self.unusual and self.rng.random() < 0.6:
                    self.corners.add("function that is not convex")
                    falling = unusual.falling(self.rng, x, low, seen, self.unusual)
                else:
                    falling = self._falling(x - term(formula(low)) if low != 0 else x, [v - low for v in seen])
                size = span * (1 if self.rng.random() < 0.5 else self._share())
                shape = formula(size) * (1 - falling if rising else falling)
                shape = shape if bottom == 0 else formula(bottom) + shape
            found = Function(Node("lambda", ((x, source),), shape))
            if contains(where, found, env, self.c) is Truth.TRUE:
                return found
        raise CannotDraw("no function was found between the intervals")

    def _share(self) -> fmpq:
        return self.rng.choice((fmpq(1, 2), fmpq(9, 10), fmpq(1, 4), fmpq(1, 10), fmpq(1, 100), fmpq(99, 100)))

    def _falling(self, t: Node, seen: list[fmpq]) -> Node:
        """A term that falls from 1 towards 0 (or stays) as t rises from 0; steps are often at sums of numbers that were drawn."""
        kind, rate = self.rng.random(), formula(self.rng.choice(HANDY[:13]))
        if kind < 0.25:
            self.corners.add("function in steps")
            second = formula(self._share())
            at = sum((v * self.rng.choice((0, 1, 1, 2, 2)) for v in seen[-4:]), fmpq(0)) if self.rng.random() < 0.7 else 0
            rate = formula(at) if at else rate
            return Node("if", Node("compare", t, "<", rate), term(1), second if self.rng.random() < 0.6 else term(0))
        if kind < 0.35:
            self.corners.add("constant function")
            return term(1)
        if kind < 0.55:
            return exp(-rate * t)
        if kind < 0.75:
            return exp(-rate * t**2)
        return 1 / (1 + rate * t) if kind < 0.9 else Node("max", term(0), 1 - rate * t)

    def _events(self, where: Node, env: ev.Env, name: str) -> Any:
        points = listed.support(ev.argument(where, 0), env, self.c)
        drawn = frozenset(p for p in points if self.rng.random() < 0.5)
        return Event(_likelier(env, points) if len(drawn) == len(points) > 1 else drawn)

    def _subsets(self, where: Node, env: ev.Env, name: str) -> Any:
        members, finite = listed.members_of(ev.argument(where, 0), env, self.c)
        needed = set() if where.args[1] is None else set(ev.argument_value(where, 1, env, self.c).points)
        if not finite:
            raise CannotDraw("subsets of an infinite set")
        if self.tied and self.rng.random() < 0.6:
            return Event(frozenset(members))
        return Event(frozenset(m for m in members if m in needed or self.rng.random() < 0.5))

    def _families(self, where: Node, env: ev.Env, name: str) -> Any:
        members, finite = listed.members_of(ev.argument(where, 0), env, self.c)
        if not finite:
            raise CannotDraw("a family over an infinite index")
        inner = ev.argument(where, 1)
        drawn: list[Any] = []
        for k in range(len(members)):
            seen = {**env, f"{name}[{k}]": drawn[-1]} if drawn else env
            drawn.append(self.member(inner, seen, name))
        return Family(tuple(drawn))

    def _permutations(self, where: Node, env: ev.Env, name: str) -> Any:
        order = _first(int(ev.argument_value(where, 0, env, self.c).p))
        bits = self.rng.getrandbits
        for i in range(len(order) - 1, 0, -1):  # the very steps of Random.shuffle, which makes two calls for each: orders are long
            size = (i + 1).bit_length()
            j = bits(size)
            while j > i:
                j = bits(size)
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    # data sets and compositions ----------------------------------------------------------------------------------------
    def _universes(self, where: Node, env: ev.Env, name: str) -> Any:
        relation = ev.word_of(where.args[0])
        if where.args[1] is not None:
            length = int(ev.argument_value(where, 1, env, self.c).p)
        else:
            length = 1 if self.rng.random() < 0.5 else 2
        records = [fmpq(k) for k in range(3 if length == 1 and self.rng.random() < 0.35 else 2)]
        rows = [Row(tuple(r)) for r in words_of(records + ([None] if relation != "replace-one" else []), length)]
        if len(rows) > 2 and self.rng.random() < 0.3:
            self.corners.add("data sets without neighbours")
            if self.rng.random() < 0.5:
                first = self.rng.choice(rows)
                apart = [row for row in rows if all(a != b for a, b in zip(first.records, row.records, strict=True))]
                keep = {first, self.rng.choice(apart)}
            else:
                keep = set(self.rng.sample(rows, self.rng.randint(2, len(rows) - 1)))
            rows = [row for row in rows if row in keep]
        return Universe(relation, tuple(rows))

    def _data_sets(self, where: Node, env: ev.Env, name: str) -> Any:
        members = listed.members_of(where, env, self.c)[0]
        fresh = [row for row in members if not any(row == v for v in env.values() if isinstance(v, Row))]
        return self.rng.choice(fresh if fresh and self.rng.random() < 0.7 else members)

    def _neighbours(self, where: Node, env: ev.Env, name: str) -> Any:
        pairs = listed.members_of(where, env, self.c)[0]
        if not pairs:
            raise CannotDraw("no data set has a neighbour")
        fresh = [pair for pair in pairs if not any(pair == v for v in env.values() if isinstance(v, tuple))]
        return self.rng.choice(fresh if fresh and self.rng.random() < 0.8 else pairs)

    def _compositions(self, where: Node, env: ev.Env, name: str) -> Any:
        n, universe = int(ev.argument_value(where, 0, env, self.c).p), ev.argument_value(where, 1, env, self.c)
        output, shared, adaptive = ev.argument(where, 2), ev.word_of(where.args[3]) == "shared", ev.word_of(where.args[4]) == "yes"
        rule = None if where.args[5] is None else ev.word_of(where.args[5])
        if n > 3 and rule is None and literal(ev.argument(where, 0)) is not None and n <= MOST_STEPS:
            return self._repeated(n, universe, output, shared, env)
        if n > 3 or (n > 2 and rule is not None):  # of a number that is drawn there are smaller ones
            raise CannotDraw("a composition of more than three mechanisms")
        if n < 1:
            raise CannotDraw("a composition of no mechanisms")
        parts = None if rule is None else self._parts(rule, n, universe)
        size = 2 if self.rng.random() < 0.8 else self.rng.randint(1, self.rung + 1)
        coin = laws.FiniteLaw([fmpq(k) for k in range(size)], self._toss(size))
        coins = (coin,) if shared else tuple(laws.FiniteLaw(coin.points, self._toss(size)) for _ in range(n))
        outputs = self._outputs(output, env)
        styles = self._styles(n, shared, adaptive)
        tables: list[Any] = []
        seen: list[tuple[Any, ...]] = [()]
        for index in range(n):
            rows = cube(universe, absent=True) if rule is not None else list(universe.rows)
            pasts: list[Any] = list(seen) if adaptive and index else [()]
            tables.append(self._mechanism(rows, pasts, coins[0] if shared else coins[index], outputs, styles[index]))
            seen = [(*past, out) for past in seen for out in {laws.quick(o): o for *_, o in tables[-1]}.values()]
            if len(seen) > 16:
                raise CannotDraw("too many earlier outputs")
        self.corners.add("shared coins" if shared else "independent coins")
        return Composition(coins, tuple(tables), parts)

    def _repeated(self, n: int, universe: Universe, output: Node, shared: bool, env: ev.Env) -> Composition:
        """Many mechanisms of one or two kinds, none of which looks at earlier outputs: a special member of every set of compositions, whose joint laws are known.

        Each step hides nearly all, because together they reveal what each of them hides.
        """
        kinds = 1 if self.rng.random() < 0.6 else 2
        outputs, rows = self._outputs(output, env), list(universe.rows)
        points = [fmpq(0), fmpq(1)]
        share = None if shared else self._slight()
        coins = [laws.FiniteLaw(points, self._slight() if share is None or self.rng.random() < 0.3 else share) for _ in range(1 if shared else kinds)]
        tables = [self._mechanism(rows, [()], coins[0 if shared else k], outputs, self.rng.choice(HIDING if self.rng.random() < 0.9 else STYLES)) for k in range(kinds)]
        first = n if kinds == 1 else self.rng.choice((1, n // 2, n - 1))
        order = [0] * first + [1] * (n - first)
        self.corners |= {"n > 2", "repeated mechanisms", "shared coins" if shared else "independent coins"}
        return Composition(tuple(coins) if shared else tuple(coins[k] for k in order), tuple(tables[k] for k in order))

    def _slight(self) -> list[fmpq]:
        """Two weights that are nearly equal, often with a ratio that a hypothesis just allows."""
        ratio = self.rng.choice(self.ratios) if self.ratios and self.rng.random() < 0.6 else 1 + fmpq(1, self.rng.choice((1, 2, 3, 4, 5, 8, 10, 20, 100)))
        weights = [ratio / (1 + ratio), 1 / (1 + ratio)]
        return weights if self.rng.random() < 0.5 else weights[::-1]

    def _toss(self, size: int) -> list[fmpq]:
        """Weights of a coin; one that is not fair hides the data only in part."""
        weights = self.weights(size)
        for _ in range(3 if self.alike else 0):
            if len(set(weights)) > 1:
                break
            weights = self.weights(size)
        return weights

    def _outputs(self, output: Node, env: ev.Env) -> list[Any]:
        """Two or three points far enough apart: numbers, or the same numbers in the first or last coordinate or in all."""
        line = [fmpq(0), fmpq(1)] if self.rng.random() < 0.6 else [fmpq(0), fmpq(1), fmpq(self.rng.choice((2, 4, 10, -1)))]
        if is_line(output, env, self.c):
            return line
        if output.head != "euclid" or self.rng.random() < 0.2:
            return [self.point(output, env) for _ in line]
        d = int(ev.argument_value(output, 0, env, self.c).p)
        along = self.rng.choice(([1] * d, [1] + [0] * (d - 1), [0] * (d - 1) + [1])[self.wide:])
        return [tuple(x * part for part in along) for x in line]

    def _styles(self, n: int, shared: bool, adaptive: bool) -> list[str]:
        """What each mechanism does, so that together they may reveal more than each alone.

        Shared coins: one mechanism shows the coin, the others hide the data behind it. Adaptive: the first shows its coin, some outcome of which makes the
        later ones reveal the data, or each passes on what it was given.
        """
        ways = (["pad"] if shared else []) + (["trigger", "pass on"] if adaptive and n > 1 else [])
        if not ways or self.rng.random() < 0.3:
            return [self.rng.choice((HIDING if self.alike else STYLES) + (("pass on", "trigger") if adaptive and index else ())) for index in range(n)]
        way = self.rng.choice(ways)
        if way == "pad":
            styles = ["hide"] * n
            styles[self.rng.randrange(n)] = "show the coin" if n > 1 else "hide"
            return styles
        first = "show the coin" if way == "trigger" else self.rng.choice(HIDING if self.alike else STYLES)
        return [first] + [way] * (n - 1)

    def _signal(self, rows: list[Row]) -> dict[Row, int]:
        """What a mechanism looks at in the data: one record, whether it is one data set, or anything."""
        kind = self.rng.random()
        if kind < 0.5:
            place, letters = self.rng.randrange(len(rows[0].records)), list(dict.fromkeys(r for row in rows for r in row.records))
            return {row: letters.index(row.records[place]) for row in rows}
        if kind < 0.8:
            chosen = self.rng.choice(rows)
            return {row: int(row == chosen) for row in rows}
        return {row: self.rng.randrange(3) for row in rows}

    def _mechanism(self, rows: list[Row], pasts: list[Any], coin: laws.FiniteLaw, outputs: list[Any], style: str) -> tuple[Any, ...]:
        """Outputs for all inputs."""
        signal, factor = self._signal(rows), fmpq(self.rng.choice((1, 1, 2, 4, 10)))
        constant, trigger, table = self.rng.choice(outputs), self.rng.choice(pasts), []
        revealing = trigger if pasts != [()] else self.rng.choice(coin.points)
        for row in rows:
            for past in pasts:
                for k, toss in enumerate(coin.points):
                    triggered = style == "trigger" and (past == revealing or (not past and toss == revealing))
                    if style == "pass on" and past:
                        output = times(factor, past[-1])
                    elif style == "show the coin":
                        output = outputs[k % len(outputs)]
                    elif style == "hide" or (self.alike and triggered):
                        output = outputs[(k + signal[row]) % len(coin.points) % len(outputs)]
                    elif style == "reveal" or triggered:
                        output = outputs[signal[row] % len(outputs)]
                    elif style == "trigger" or (style == "mostly constant" and self.rng.random() < 0.7):
                        output = constant
                    else:
                        output = self.rng.choice(outputs)
                    table.append((row, past, toss, output))
        return tuple(table)

    def _parts(self, rule: str, n: int, universe: Universe) -> tuple[tuple[Row, tuple[Row, ...]], ...]:
        length = len(universe.rows[0].records)
        position = {k: self.rng.randrange(n) for k in range(length)}
        values = {r: self.rng.randrange(n) for row in universe.rows for r in row.records if r is not None}
        if n > 1 and rule == "by-value" and len(set(values.values())) == 1:
            values[max(values)] = (values[max(values)] + 1) % n
        result = []
        for row in universe.rows:
            free = {k: self.rng.randrange(n) for k in range(length)}
            homes = [position[k] if rule == "by-position" else values.get(r) if rule == "by-value" else free[k] for k, r in enumerate(row.records)]
            result.append((row, tuple(Row(tuple(r if home == i else None for r, home in zip(row.records, homes, strict=True))) for i in range(n))))
        return tuple(result)

    # what other modules know how to draw ---------------------------------------------------------------------------------
    def _frameworks(self, where: Node, env: ev.Env, name: str) -> Any:
        return pufferfish.draw(self, where, env)

    def _situations(self, where: Node, env: ev.Env, name: str) -> Any:
        members = listed.members_of(where, env, self.c)[0]
        if not members:
            raise CannotDraw("no pair of secrets has positive probability")
        return self.rng.choice(members)

    _secret_pairs = _situations

    def _iterations(self, where: Node, env: ev.Env, name: str) -> Any:
        return iterations.draw(self, where, env)

    def _function_class(self, where: Node, env: ev.Env, name: str) -> Any:
        return ridges.draw(self, where, env)

    def _minimisers(self, where: Node, env: ev.Env, name: str) -> Any:
        return ridges.draw_minimiser(self, where, env)

    def _subdifferential(self, where: Node, env: ev.Env, name: str) -> Any:
        return ridges.draw_subgradient(self, where, env)

    def _martingale_differences(self, where: Node, env: ev.Env, name: str) -> Any:
        return martingales.draw(self, where, env)


_CANDIDATES = enclosures.Memo()
"""Members by set and surroundings, with the values that keep the keys alive: every precision and every comparison at an instance asks for the same ones."""


class Candidates:
    """A few members of an infinite set for binders inside a statement: one that decides is exact evidence, none of them proves anything.

    The same set in the same surroundings always gives the same members.
    """
    def __init__(self, seed: int, count: int = 8) -> None:
        self.seed = seed
        self.count = count

    def __call__(self, where: Node, env: ev.Env) -> list[Any]:
        around = ((name, ev.quick(value)) for name, value in env.items())
        key = (self.seed, self.count, where, *around)
        found: list[Any] = _CANDIDATES.found(key, lambda: (self._drawn(where, env), tuple(env.values())))[0]
        return found

    def _drawn(self, where: Node, env: ev.Env) -> list[Any]:
        rng = random.Random(self.seed)
        found: list[Any] = []
        for k in range(3 * self.count):
            drawer = Drawer(rng, 1 + k % 2)
            drawer.density_share = 0.0
            try:
                member = drawer.member(where, env)
            except (CannotDraw, NoValue, ev.NoRoute):
                continue
            if member not in found:
                found.append(member)
            if len(found) == self.count:
                break
        return found + self._unusual(where, env, found)

    def _unusual(self, where: Node, env: ev.Env, usual: list[Any]) -> list[Any]:
        """One or two more where the set has members of a kind that usual draws hardly meet."""
        if where.head not in ("frameworks", "functions", "iterations"):
            return []
        rng = random.Random(self.seed + 1)
        found: list[Any] = []
        for k in range(4):
            drawer = Drawer(rng, 1 + k % 2)
            drawer.density_share, drawer.unusual = 0.0, unusual.FEW_DIGITS
            try:
                member = drawer.member(where, env)
            except (CannotDraw, NoValue, ev.NoRoute):
                continue
            if member not in found and member not in usual:
                found.append(member)
            if len(found) == 2:
                break
        return found


def _likelier(env: ev.Env, points: Sequence[Any]) -> frozenset[Any]:
    """The points that are likelier under the second of the last two finite distributions that differ, where there are two: the best test between them; otherwise all points."""
    known = list(dict.fromkeys(law for value in env.values() for law in (value.members if isinstance(value, Family) else (value,)) if isinstance(law, laws.FiniteLaw)))
    if len(known) < 2:
        return frozenset(points)
    first, second = (dict(zip(law.points, law.weights, strict=True)) for law in known[-2:])
    return frozenset(p for p in points if second.get(p, 0) > first.get(p, 0))


# --- laws with a density, as formulas: their constants are irrational ---------------------------------------------------


_COUNTED: list[fmpq] = []


def _first(n: int) -> list[fmpq]:
    """The integers from 1 to n."""
    _COUNTED.extend(fmpq(k) for k in range(len(_COUNTED) + 1, n + 1))
    return _COUNTED[:n]
