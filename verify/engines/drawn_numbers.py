"""Random numbers and points of sets, for instances of a statement."""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Mapping
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node
from verify.engines import binders, sequences, unusual
from verify.engines import evaluate as ev
from verify.engines.handy import HANDY, CannotDraw
from verify.engines.membership import contains, in_space
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import laws, numbers, rounding
from verify.values.frameworks import Framework
from verify.values.numbers import NoValue
from verify.values.structures import Family, Function, Table

WHOLE = (1, 2, 2, 3, 4, 10, 10, 100)
"""Round numbers: orders and rates for which much is exact, and large ones for which exponential bounds are small."""
TRIES = 24
NEAR = (fmpq(1, 50), fmpq(1, 200), fmpq(1, 1000))
"""How far from an end that a finite range leaves out numbers are sometimes drawn, as shares of its length: what fails at the end mostly fails there."""


def name_of(pattern: Any) -> str:
    """The name of a parameter; nothing where a tuple of names stands."""
    return str(pattern.args[0]) if isinstance(pattern, Node) else ""


def _state(rng: random.Random) -> tuple[int, bytes, float | None]:
    """Where a stream of random numbers stands."""
    version, words, normal = rng.getstate()
    return version, array("I", words).tobytes(), normal


_NO_SETTINGS = frozenset({"rng", "typical", "c", "corners", "shares", "drawn"})
"""What a drawer has besides its settings."""
_DRAWN = enclosures.Memo()
"""Members of sets by the sets, the random numbers that they are drawn by and the settings of the drawer, with where the numbers stand afterwards."""


class NumberDrawer:
    """Draws numbers and points, by how the drawing is set."""

    def __init__(self, rng: random.Random, rung: int = 2, typical: Mapping[str, tuple[Any, Any]] | None = None) -> None:
        self.rng = rng
        self.rung = rung
        self.typical = dict(typical or {})
        self.c = ev.Context(64)
        self.corners: set[str] = set()
        self.density_share = 0.05
        """How often a law on the line has a density where both kinds are allowed."""
        self.heavy_share = 0.0
        self.contrast = False
        """Whether a law with power tails, but some moments more than are asked for, stands beside one with exponentially small tails."""
        """How often such a law has power tails, where the moments of its set allow it."""
        self.atoms = ""
        """Atoms of laws on the line (and of coordinates) whose sets allow them: beside a density (``"beside a density"``), infinitely many (``"endless"``), further and further apart (``"sparse"``), or as ever."""
        self.level = False
        """Whether every other Laplace law has density 1 at its peak, so that logarithms of its density are fractions."""
        self.small = False
        """Whether every integer takes its least value: the first instances are the smallest."""
        self.dimensions: frozenset[str] = frozenset()
        """Names that are the number of coordinates of points: mostly 1."""
        self.coordinates = 0
        """How many coordinates points have, where names in ``dimensions`` may be that; none of them is then 0. As ever where this is 0."""
        self.noises: frozenset[str] = frozenset()
        """Names of laws that are added to others: these mostly have a density, and the others, which are finite then, none."""
        self.smooth = True
        """Whether they have one at all where they need none."""
        self.forgets = False
        """Whether affine maps of an iteration do not depend on the state."""
        self.horizon: int = 0
        """The last index of sums, products and recursions, where names in ``horizons`` say it; as ever where this is 0."""
        self.shape: int = 0
        """By which formula the terms of sequences are given then."""
        self.horizons: frozenset[str] = frozenset()
        """Names that are the last index of a sum, a product or a recursion."""
        self.preset: fmpq | None = None
        """A number to take wherever it belongs to the range: instances of equal small numbers come first."""
        self.alike = False
        """Whether laws that stand beside each other have one support, so that their divergences are finite."""
        self.echo = False
        """Whether weights repeat numbers between 0 and 1 that were drawn before."""
        self.wide = False
        """Whether points have two coordinates, laws two points, and every other integer is its least value or the next."""
        self.tied = False
        """Whether numbers are often ends of their sets, weights equal, subsets whole, added noises points, and maps of an iteration meet in a point."""
        self.distinct = False
        """Whether members of one set are rarely equal."""
        self.idle: frozenset[tuple[str, Any]] = frozenset()
        """Names with values at which no instance said anything: others are drawn where there are any."""
        self.unusual = 0
        """Whether members that usual draws hardly meet are drawn about half the time, and to how many digits numbers are then near the ends of their ranges."""
        self.ratios: tuple[fmpq, ...] = ()
        """Ratios of likelihoods that hypotheses just allow."""
        self.shares: list[fmpq] = []
        """Numbers between 0 and 1 that were drawn."""
        self.drawn: dict[Node, list[Any]] = {}
        """Members that were drawn, by their sets."""

    def members(self, parameters: tuple[tuple[Any, Node], ...]) -> ev.Env:
        """Members of sets, one after the other; names to the left of a set have their values there. Raises CannotDraw, NoValue or NoRoute.

        Statements with the same parameters draw the same members: they are the very same objects then, and what was found out about them is found again by them.
        """
        settings = (*self.typical.items(), *((name, kept) for name, kept in vars(self).items() if name not in _NO_SETTINGS))
        drawn, reason, corners, after = _DRAWN.found((parameters, _state(self.rng), settings), lambda: self._drawn(parameters))
        self.corners |= corners
        self.rng.setstate((after[0], tuple(array("I", after[1])), after[2]))
        if reason is not None:
            raise type(reason)(*reason.args)
        env: ev.Env = drawn
        return env

    def _drawn(self, parameters: tuple[tuple[Any, Node], ...]) -> tuple[ev.Env, Exception | None, frozenset[str], Any]:
        env: ev.Env = {}
        reason: Exception | None = None
        try:
            for pattern, where in parameters:
                env = binders.bind(pattern, self.member(where, env, name_of(pattern)), env)
        except (CannotDraw, NoValue, ev.NoRoute) as error:
            reason = error.with_traceback(None)
        return env, reason, frozenset(self.corners), _state(self.rng)

    def member(self, where: Node, env: ev.Env, name: str = "") -> Any:
        """One member of the set. Raises CannotDraw when none is found."""
        rule = getattr(self, "_" + where.head, None)
        if rule is None:
            raise CannotDraw(f"no way to draw from {where.head}")
        found = rule(where, env, name)
        if self.distinct:
            others = self.drawn.setdefault(where, [])
            for _ in range(4):
                if found not in others and not (isinstance(found, fmpq) and (name, found) in self.idle):
                    break
                found = rule(where, env, name)
            others.append(found)
        if isinstance(found, fmpq) and 0 < found < 1:
            self.shares.append(found)
        return found

    # numbers ---------------------------------------------------------------------------------------------------------
    def _interval(self, where: Node, env: ev.Env, name: str) -> Any:
        if self.preset is not None and contains(where, self.preset, env, self.c) is Truth.TRUE:
            return self.preset
        low, high = ev.argument_value(where, 0, env, self.c), ev.argument_value(where, 1, env, self.c)
        if self.unusual and (value := self._extreme(low, high, where, env)) is not None:
            return value
        if name in self.typical and self.rng.random() < 0.6:
            a, b = (fmpq(str(x)) for x in self.typical[name])
            value = a + (b - a) * fmpq(self.rng.randint(0, 16), 16)
            if contains(where, value, env, self.c) is Truth.TRUE:
                return value
        if self.tied and (self.coordinates or self.rng.random() < 0.5):
            ends = [end for end, kind in ((low, where.args[2]), (high, where.args[3])) if kind == "closed" and isinstance(end, fmpq)]
            if ends and contains(where, ends[0], env, self.c) is Truth.TRUE:  # the range may be empty
                self.corners.add("end of a range")
                return ends[0]
        for _ in range(TRIES):
            value = self._number(low, high, where)
            if value is not None and contains(where, value, env, self.c) is Truth.TRUE:
                return value
        raise CannotDraw("no number was found in the interval")

    def _extreme(self, low: Any, high: Any, where: Node, env: ev.Env) -> fmpq | None:
        """A number close to an end of its range, or at which a function that was drawn changes; None where an ordinary one is wanted."""
        places = [at for v in env.values() if isinstance(v, Function) for at in unusual.jumps(v)]
        kind = self.rng.random()
        value = self.rng.choice(places) if places and kind < 0.3 else unusual.level(self.rng, low, high, self.unusual) if kind < 0.6 else None
        if value is None or contains(where, value, env, self.c) is not Truth.TRUE:
            return None
        self.corners.add("near an end of a range")
        return value

    def _number(self, low: Any, high: Any, where: Node) -> Any:
        rng = self.rng
        finite_low, finite_high = isinstance(low, fmpq), isinstance(high, fmpq)
        if not finite_low and low != -math.inf:
            return self._beside(low, 1) if where.args[2] == "open" or rng.random() < 0.7 else low
        if not finite_high and high != math.inf:
            return self._beside(high, -1) if where.args[3] == "open" or rng.random() < 0.7 else high
        if high == math.inf and where.args[3] == "closed" and rng.random() < 0.2:
            self.corners.add("infinite order")
            return math.inf
        kind = rng.random()
        if kind < 0.15:
            if finite_low and where.args[2] == "closed":
                self.corners.add("end of a range")
                return low
            if finite_high and where.args[3] == "closed":
                self.corners.add("end of a range")
                return high
        if finite_low and finite_high and kind > 0.9 and "open" in where.args[2:4]:
            share = rng.choice(NEAR)
            return low + (high - low) * (share if where.args[2] == "open" and (where.args[3] != "open" or rng.random() < 0.5) else 1 - share)
        if finite_low and finite_high:
            denominator = rng.choice((2, 3, 4, 5, 8, 10, 16, 100))
            return low + (high - low) * fmpq(rng.randint(0, denominator), denominator)
        if finite_low and not finite_high and kind > 0.75:
            return fmpq(rng.choice(WHOLE))
        step = rng.choice(HANDY) if rng.random() < 0.7 else fmpq(rng.randint(1, 40), rng.choice((1, 1, 2, 3, 4, 8)))
        if finite_low:
            return low + step
        if finite_high:
            return high - step
        return rng.choice((1, -1)) * step if rng.random() < 0.9 else fmpq(0)

    def _beside(self, end: Any, direction: int) -> Any:
        try:
            near = rounding.next_above(end) if isinstance(end, numbers.Enclosure) else None
            base = near if near is not None else rounding.simplest_between(*_bracket(end))
            return base + direction * self.rng.choice(HANDY)
        except (ValueError, ArithmeticError, TypeError):
            return None

    def _integers(self, where: Node, env: ev.Env, name: str) -> Any:
        low, high = ev.argument_value(where, 0, env, self.c), ev.argument_value(where, 1, env, self.c)
        start = int(rounding.ceiling(low).p) if isinstance(low, fmpq) else 0  # type: ignore[union-attr]
        stop = int(rounding.floor(high).p) if isinstance(high, fmpq) else start + self.rung + (2 if self.rng.random() < 0.2 else 0)  # type: ignore[union-attr]
        if stop < start:
            raise CannotDraw("no integer lies in the range")
        if self.coordinates and name in self.dimensions:
            return fmpq(min(max(start, self.coordinates), int(high.p) // int(high.q) if isinstance(high, fmpq) else self.coordinates))
        if self.horizon and name in self.horizons:
            return fmpq(min(max(start, self.horizon), int(high.p) // int(high.q) if isinstance(high, fmpq) else self.horizon))
        if self.wide:
            return fmpq(min(max(start, 2), stop) if name in self.dimensions else min(start + self.rng.randint(0, 1), stop))
        if self.small or (not isinstance(high, fmpq) and self.rng.random() < (0.65 if name in self.dimensions else 0.25)):
            stop = start
        elif not isinstance(high, fmpq) and self.rng.random() < 0.5:
            start, stop = min(start + 1, stop), min(start + 1, stop)
        value = self.rng.randint(start, min(stop, start + 12))
        if value == low:
            self.corners.add("least integer")
        if value > 2:
            self.corners.add("n > 2")
        return fmpq(value)

    def _one_of(self, where: Node, env: ev.Env, name: str) -> Any:
        return ev.value(self.rng.choice(where.args), env, self.c)  # type: ignore[arg-type]

    def _equals(self, where: Node, env: ev.Env, name: str) -> Any:
        value = ev.argument_value(where, 0, env, self.c)
        if contains(ev.argument(where, 1), value, env, self.c) is not Truth.TRUE:
            raise CannotDraw("the defined value lies outside its set")
        return value

    def _unstated(self, where: Node, env: ev.Env, name: str) -> Any:
        return self.member(ev.argument(where, 0), env, name)

    # points ----------------------------------------------------------------------------------------------------------
    def coordinate(self) -> fmpq:
        kind = self.rng.random()
        if kind < 0.08:
            return self.rng.choice(HANDY) * self.rng.choice((1, -1))
        if kind < 0.75:
            return fmpq(self.rng.choice((0, 0, 1, 1, 2, -1, 3, 4, 10)))
        return fmpq(self.rng.randint(-8, 8), self.rng.choice((1, 2, 3, 4)))

    def point(self, space: Node, env: ev.Env) -> Any:
        """A point of a space."""
        if space.head == "euclid":
            d = ev.argument_value(space, 0, env, self.c)
            if d == 1:
                return self.coordinate()
            if self.coordinates:
                sizes = (fmpq(1),) if self.rng.random() < 0.5 else (fmpq(1), fmpq(2), fmpq(1, 2), fmpq(-1))
                return tuple(self.rng.choice(sizes) for _ in range(int(d.p)))
            return tuple(self.coordinate() for _ in range(int(d.p)))
        if space.head == "labels":
            count = int(ev.argument_value(space, 0, env, self.c).p)
            if count < 1:
                raise CannotDraw("a set without labels")
            return fmpq(self.rng.randint(1, count))
        if space.head == "product_space":
            return tuple(self.point(f, env) for f in space.args[0])  # type: ignore[union-attr,arg-type]
        if space.head in ("interval", "one_of", "integers"):
            return self.member(space, env)
        if space.head == "sequences":
            endless = ev.argument_value(space, 0, env, self.c)
            if endless == math.inf:
                return sequences.draw(self, ev.argument(space, 1), env)
            length = int(endless.p)
            found = tuple(self.point(ev.argument(space, 1), env) for _ in range(length))
            return found[0] if length == 1 else found
        raise CannotDraw(f"no points of {space.head}")

    def _sequences(self, where: Node, env: ev.Env, name: str) -> Any:
        return self.point(where, env)

    def _points(self, where: Node, env: ev.Env, name: str) -> Any:
        seen = seen_points(env)
        space = ev.argument(where, 0)
        fitting = [p for p in seen if in_space(space, p, env, self.c)]
        if fitting and self.rng.random() < 0.5:
            return self.rng.choice(fitting)
        return self.point(space, env)

    # laws ------------------------------------------------------------------------------------------------------------
    def weights(self, n: int) -> list[fmpq]:
        """n positive fractions that sum to 1; sometimes very unequal."""
        if self.echo and self.shares and n > 1 and self.rng.random() < 0.7:
            share, others = self.rng.choice(self.shares), [self.rng.randint(1, 2) for _ in range(n - 1)]
            found = [share, *((1 - share) * fmpq(part, sum(others)) for part in others)]
            self.rng.shuffle(found)
            return found
        if self.unusual and n > 1 and self.rng.random() < 0.3:
            return unusual.weights(self.rng, n, self.unusual)
        kind = 0.3 if self.tied and not self.alike and self.rng.random() < 0.4 else self.rng.random()
        if kind < 0.25:
            raw = [self.rng.choice((1, 1, 9, 99)) for _ in range(n)]
        elif kind < 0.45:
            raw = [1] * n
        else:
            raw = [self.rng.randint(1, 4) for _ in range(n)]
        total = sum(raw)
        return [fmpq(r, total) for r in raw]


def seen_points(env: ev.Env) -> list[Any]:
    """Points of all finite laws in sight, and outcomes of compositions."""
    found: dict[Any, None] = {}

    def visit(value: Any) -> None:
        if isinstance(value, laws.FiniteLaw):
            for point in value.points:
                found.setdefault(point)
        elif isinstance(value, Family):
            for member in value.members:
                visit(member)
        elif isinstance(value, Table):
            for _, image in value.entries:
                visit(image)
        elif isinstance(value, Framework):
            for point in value.data:
                found.setdefault(point)

    for value in env.values():
        visit(value)
    return list(found)


def words_of(letters: list[Any], length: int) -> list[tuple[Any, ...]]:
    words: list[tuple[Any, ...]] = [()]
    for _ in range(length):
        words = [(*w, letter) for w in words for letter in letters]
    return words


def _bracket(end: Any) -> tuple[fmpq, fmpq]:
    ball = numbers.enclose(end, 64)
    centre = fmpq(str(numbers.to_float(end).as_integer_ratio()[0])) / fmpq(str(numbers.to_float(end).as_integer_ratio()[1]))
    del ball
    return centre - fmpq(1, 1000), centre + fmpq(1, 1000)
