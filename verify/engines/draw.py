"""Drawing exact instances: small, varied, corners first. Every draw comes from a stream of the task, so a run can be repeated."""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, children, literal, term
from verify.claims.sets import LINE
from verify.claims.terms import exp, log, oo, pi
from verify.engines import arithmetic, binders, gaussian, iterations, listed, martingales, pufferfish, ridges, sequences, unusual
from verify.engines import evaluate as ev
from verify.engines.graphs import rising_coupling
from verify.engines.handy import HANDY, CannotDraw
from verify.engines.membership import contains, cube, difference, in_space
from verify.engines.truth import Truth
from verify.quantities import enclosures
from verify.values import laws, numbers, rounding
from verify.values.formulas import formula
from verify.values.frameworks import Framework
from verify.values.numbers import NoValue
from verify.values.structures import Composition, Deferred, Event, Family, Function, Row, Table, Universe

WHOLE = (1, 2, 2, 3, 4, 10, 10, 100)
"""Round numbers: orders and rates for which much is exact, and large ones for which exponential bounds are small."""
TRIES = 24
MOST_STEPS = 200
"""Mechanisms of a composition that repeats a few."""


STYLES = ("hide", "hide", "reveal", "reveal", "trigger", "show the coin", "free", "mostly constant")
"""What a mechanism that sees no earlier output does with its data and its coin."""
HIDING = ("hide", "hide", "hide", "show the coin", "trigger")
"""Those whose outputs have one support whatever the data are."""


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


class Drawer:
    """Draws members of sets; ``rung`` bounds the size of objects (points, mechanisms, dimension)."""
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
            return fmpq(self.rng.randint(1, int(ev.argument_value(space, 0, env, self.c).p)))
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
        seen = _seen_points(env)
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

    def finite_law(self, space: Node, env: ev.Env, support: Node | None = None) -> laws.FiniteLaw:
        n = 1 if self.coordinates and self.small else self.rng.randint(2 if self.wide else 1, self.rung + 1)
        if n == 1:
            self.corners.add("point mass")
        inside = support if support is not None and support.head in ("interval", "one_of", "integers") else space
        if inside.head == "labels" and self.rng.random() < 0.5:
            everything = [fmpq(k) for k in range(1, int(ev.argument_value(inside, 0, env, self.c).p) + 1)]
            return laws.FiniteLaw(everything, self.weights(len(everything)))
        different: dict[Any, Any] = {}
        for _ in range(n):
            x = self.point(inside, env)
            if not isinstance(x, float):  # an infinite end of the support is no point of a distribution
                different.setdefault(laws.quick(x), x)
        points = list(different.values())
        if not points:
            raise CannotDraw("no finite point was found in the support")
        return laws.FiniteLaw(points, self.weights(len(points)))

    def _laws(self, where: Node, env: ev.Env, name: str) -> Any:
        space, moments, density, support = where.args
        assert isinstance(space, Node)
        inside = support if isinstance(support, Node) else None
        least = fmpq(0) if moments == Node("word_", "any") else ev.value(moments, env, self.c)  # type: ignore[arg-type]
        if density == Node("word_", "density"):
            return self._density(space, env, inside, least)
        atomic = self._with_atoms(space, env, inside, name) if self.atoms and density == Node("word_", "any") and space.head == "euclid" else None
        if atomic is not None:
            return atomic
        if self.tied and name in self.noises and space.head == "euclid" and density == Node("word_", "any") and self.rng.random() < 0.5:
            return laws.FiniteLaw([self.point(space, env)], [1])
        if self.noises and space.head == "euclid" and inside is None:
            if name in self.noises and not self.small and self.smooth and self.rng.random() < 0.7:
                self.corners.add("density")
                return self._density(space, {key: v for key, v in env.items() if isinstance(v, fmpq)}, None, least)
            env = {key: v for key, v in env.items() if key not in self.noises}
        earlier = [v for v in env.values() if isinstance(v, laws.FiniteLaw) and all(in_space(space, p, env, self.c) for p in v.points)]
        if inside is None and not earlier and not self.noises and _is_line(space, env, self.c) and self.rng.random() < self.density_share:
            self.corners.add("density")
            return self._density(space, env, None, least)
        if inside is not None and not earlier and _is_line(space, env, self.c) and self.heavy_share and isinstance(least, fmpq) and self.rng.random() < self.density_share:
            heavy = self._heavy([], env, inside, least)
            if heavy is not None:
                return heavy
        smooth = [v for v in env.values() if isinstance(v, Deferred)]
        if smooth and not earlier and inside is None and _is_line(space, env, self.c):
            return self._density(space, env, None, least)
        if inside is None and len(earlier) > 1 and self.rng.random() < 0.2 and (further := _beyond(*self.rng.sample(earlier, 2))) is not None:
            return further
        law = self._related(self.rng.choice(earlier), space, env) if earlier and (self.alike or self.rng.random() < 0.7) else self.finite_law(space, env, inside)
        if inside is not None and contains(where, law, env, self.c) is not Truth.TRUE:
            law = self.finite_law(space, env, inside)
        if space.head == "euclid" and any(isinstance(p, tuple) and len(p) > 1 for p in law.points):
            self.corners.add("dimension > 1")
        return law

    def _related(self, law: laws.FiniteLaw, space: Node, env: ev.Env) -> laws.FiniteLaw:
        """A law that stands in some relation to an earlier one: equal, reweighted, moved, disjoint; among unusual draws near it in one direction only."""
        if self.unusual and self.rng.random() < 0.5:
            near = unusual.one_way(self.rng, law, [self.point(space, env)], self.unusual)
            if near is not None:
                self.corners.add("near in one direction")
                return near
        kind = 0.08 + self.rng.random() / 2 if self.alike else self.rng.random()
        if kind < 0.08:
            self.corners.add("equal distributions")
            return law
        if kind < 0.6:
            self.corners.add("equal supports")
            if kind < 0.18 and (mirrored := laws.FiniteLaw(law.points, law.weights[::-1])) != law:
                self.corners.add("mirrored weights")
                return mirrored
            drawn = (laws.FiniteLaw(law.points, self.weights(len(law.points))) for _ in range(3))
            return next((other for other in drawn if other != law), law)
        if kind < 0.7 and len(law.points) > 1:
            self.corners.add("unequal supports")
            keep = list(law.points[: self.rng.randint(1, len(law.points) - 1)])
            return laws.FiniteLaw(keep, self.weights(len(keep)))
        if kind < 0.85 and space.head == "euclid":
            self.corners.add("translation")
            shift = self.point(space, env)
            return laws.translate(law, shift)  # type: ignore[return-value]
        self.corners.add("disjoint supports")
        other = self.finite_law(space, env)
        return other

    def _density(self, space: Node, env: ev.Env, support: Node | None, least: Any = math.inf) -> Any:
        """A law with a density and a finite moment of order ``least``: Laplace, normal, uniform, exponential on an interval, constant on cells, or with power tails."""
        if not _is_line(space, env, self.c):
            d = int(ev.argument_value(space, 0, env, self.c).p)
            self.corners.add("dimension > 1")
            others = [v.node.args for v in env.values() if isinstance(v, Deferred) and v.node.head == "product" and len(v.node.args) == d]
            beside = [{"": Deferred(node)} for node in others[-1] if isinstance(node, Node)] if others else [{} for _ in range(d)]
            return Deferred(Node("product", *(self._density(LINE, surroundings, support, least).node for surroundings in beside)))
        earlier = [v for v in env.values() if isinstance(v, Deferred)]
        if self.heavy_share and isinstance(least, fmpq) and (any(_tail_of(v.node) is not None for v in earlier) or self.rng.random() < self.heavy_share):
            heavy = self._heavy(earlier, env, support, least)
            if heavy is not None:
                return heavy
        if earlier and self.rng.random() < 0.5:
            node = earlier[-1].node
            other = next((law for _ in range(4) if (law := self._same_support(node)) is None or law.node != node), None)
            if other is not None:
                self.corners.add("equal supports")
                return other
        if earlier and support is None and self.rng.random() < 0.6:
            self.corners.add("translation")
            shift = self.coordinate() if self.rng.random() < 0.4 else self.rng.choice(HANDY)
            return Deferred(Node("translate", earlier[-1].node, formula(shift)))
        if support is not None or self.rng.random() < 0.35:
            return self._on_interval(earlier, env, support)
        scale, loc = self.rng.choice(HANDY[:12]), fmpq(0) if self.rng.random() < 0.6 else self.coordinate()
        if self.level and self.rng.random() < 0.5:
            scale = fmpq(1, 2)
        return laplace(loc, scale) if self.rng.random() < 0.6 else normal(loc, scale)

    # laws with atoms and a density, and with infinitely many atoms --------------------------------------------------------
    def _with_atoms(self, space: Node, env: ev.Env, inside: Node | None, name: str) -> Deferred | None:
        """A law with atoms beside a density, or with infinitely many atoms; beside an earlier one a law that shares its atoms. None where the set has none, and for laws
        that a noise is added to.
        """
        if self.noises and name not in self.noises:
            return None
        d = int(ev.argument_value(space, 0, env, self.c).p)
        nodes = [v.node for v in env.values() if isinstance(v, Deferred)]
        if self.atoms == "endless":
            made = self._endless(nodes, env, inside) if d == 1 else None
        elif self.atoms == "sparse":
            made = self._sparse(nodes) if d == 1 and inside is None else None
        elif d == 1:
            made = self._beside_density(nodes, env, inside)
        else:
            products = [node.args for node in nodes if node.head == "product" and len(node.args) == d]
            beside = [[part for part in parts if isinstance(part, Node)] for parts in zip(*products, strict=True)] if products else [[] for _ in range(d)]
            factors = [self._beside_density(earlier, env, inside) for earlier in beside] if inside is None else []
            made = Node("product", *factors) if factors else None
        if made is None:
            return None
        self.corners |= {"endless": {"infinitely many atoms"}, "sparse": {"sparse atoms"}}.get(self.atoms, {"density", "atoms beside a density"})
        return Deferred(made)

    def _beside_density(self, nodes: list[Node], env: ev.Env, inside: Node | None) -> Node | None:
        """Part of a law with a density, and one or two atoms; beside an earlier one the same atoms, and its density, often moved."""
        rng = self.rng
        earlier = [parts for node in nodes if (parts := _parted(node)) is not None]
        share = rng.choice((fmpq(1, 2), fmpq(1, 2), fmpq(1, 4), fmpq(3, 4), fmpq(1, 10), fmpq(9, 10), fmpq(1, 100)))
        if earlier:
            density, points = rng.choice(earlier)
            if inside is None and rng.random() < 0.6:
                density = Node("translate", density, formula(rng.choice((1, -1)) * rng.choice(HANDY[:8]))) if density.head == "law" else ev.argument(density, 0)
        else:
            made = self._light(env, inside)
            if made is None:
                return None
            density, points = made
        weights = self.weights(len(points))
        return Node("mixture", ((formula(1 - share), density), (formula(share), formula(laws.FiniteLaw(points, weights)))))

    def _light(self, env: ev.Env, inside: Node | None) -> tuple[Node, tuple[Any, ...]] | None:
        """A normal or Laplace law, or one on an interval, with points that lie in the set; None where it is no interval with an end that is a fraction."""
        rng = self.rng
        if inside is None:
            centre, scale = self.coordinate() if rng.random() < 0.3 else fmpq(0), fmpq(1) if rng.random() < 0.5 else rng.choice(HANDY[:8])
            points = [centre if rng.random() < 0.5 else self.coordinate() for _ in range(rng.choice((1, 1, 2)))]
            return (normal if rng.random() < 0.5 else laplace)(centre, scale).node, tuple(dict.fromkeys(points))
        if inside.head != "interval":
            return None
        low, high = ev.argument_value(inside, 0, env, self.c), ev.argument_value(inside, 1, env, self.c)
        if not isinstance(low, fmpq) or not (isinstance(high, fmpq) or high == math.inf):
            return None
        width = high - low if isinstance(high, fmpq) else rng.choice(HANDY[:8])
        points = [x for x in (low, low + width / 2, low + width) if contains(inside, x, env, self.c) is Truth.TRUE]
        kept = tuple(x for x in points if rng.random() < 0.6) or (points[0],)
        return (exponential_on(low, low + width, rng.choice(HANDY[:10]) * rng.choice((1, -1))).node, kept)

    def _endless(self, nodes: list[Node], env: ev.Env, inside: Node | None) -> Node | None:
        """A geometric law, or one to both sides of a point; beside an earlier one another ratio, or the same law moved by a few steps. None where an end is in the way."""
        rng = self.rng
        low: Any = -math.inf
        step = fmpq(1) if rng.random() < 0.6 else rng.choice(HANDY[:8])
        if inside is not None:
            if inside.head not in ("interval", "integers"):
                return None
            low, high = ev.argument_value(inside, 0, env, self.c), ev.argument_value(inside, 1, env, self.c)
            if high != math.inf or not (isinstance(low, fmpq) or low == -math.inf):
                return None
            step = fmpq(1) if inside.head == "integers" else step
        earlier = [found for node in nodes if (found := _progression(node)) is not None]
        least = low if isinstance(low, fmpq) else None
        if least is not None and (inside is None or contains(inside, least, env, self.c) is not Truth.TRUE):
            least = fmpq(math.floor(_fraction(least))) + 1
        start, both = (fmpq(0) if rng.random() < 0.6 else fmpq(rng.randint(-4, 4)) if inside is not None else self.coordinate()), rng.random() < 0.4
        ratio = rng.choice((fmpq(1, 2), fmpq(1, 2), fmpq(1, 3), fmpq(2, 3), fmpq(1, 4), fmpq(3, 4), fmpq(1, 10), fmpq(9, 10)))
        if earlier:
            start, step, before, both = rng.choice(earlier)
            moved = rng.random() < 0.5
            start, ratio = (start + rng.choice((1, 1, 2, -1)) * step, before) if moved else (start, ratio)
        if least is not None:
            both, start = False, max(start, least)
        return two_sided(start, step, ratio) if both else geometric(start, step, ratio).node

    def _sparse(self, nodes: list[Node]) -> Node:
        """A sparse law; beside an earlier one the same with another slope."""
        earlier = next((node for node in nodes if node.head == "sparse_law"), None)
        if earlier is not None:
            slope = literal(ev.argument(earlier, 2))
            return Node("sparse_law", *earlier.args[:2], term((slope or 0) + self.rng.choice((1, 1, 2))))
        return Node("sparse_law", formula(self.rng.choice((fmpq(2), fmpq(3)))), formula(self.rng.choice((fmpq(1, 2), fmpq(1)))), term(0))

    def _heavy(self, earlier: list[Deferred], env: ev.Env, support: Node | None, least: fmpq) -> Deferred | None:
        """A law with power tails: beside an earlier one its translate, another scale or exponent, a mixture with a light law, or a light law; None where the support
        has no room for one.
        """
        rng = self.rng
        low: Any = None
        if support is not None:
            if support.head != "interval" or ev.argument_value(support, 1, env, self.c) != math.inf:
                return None
            low = ev.argument_value(support, 0, env, self.c)
            if not isinstance(low, fmpq) and low != -math.inf:
                return None
        known = [tail for v in earlier if (tail := _tail_of(v.node)) is not None and tail[2] > least + 1]
        kind = rng.random()
        if known and support is None and kind < 0.85:
            location, scale, exponent, side = rng.choice(known)
            if self.contrast:
                return laplace(location, scale) if kind < 0.4 else normal(location, scale)
            if kind < 0.4:
                self.corners.add("translation")
                return self._heavier(location + rng.choice((1, -1)) * rng.choice(HANDY), scale, exponent, side)
            if kind < 0.55:
                self.corners.add("equal supports")
                return self._heavier(location, scale * rng.choice(HANDY[1:6]), exponent, side)
            if kind < 0.65:
                return laplace(location, scale) if rng.random() < 0.5 else normal(location, scale)
            if kind < 0.75 and exponent - fmpq(1, 2) > least + 1:
                return self._heavier(location, scale, exponent - fmpq(1, 2), side)
            share = fmpq(1, rng.choice((2, 3, 10)))
            parts = ((1 - share, laplace(location, scale)), (share, self._heavier(location, scale, exponent, side)))
            return Deferred(Node("mixture", tuple((formula(w), part.node) for w, part in parts)))
        exponent = least + 1 + (fmpq(3) if self.contrast else rng.choice((fmpq(1, 10), fmpq(1, 2), fmpq(1), fmpq(1), fmpq(2))))
        scale = rng.choice(HANDY[:8])
        if isinstance(low, fmpq):
            return self._heavier(low, scale, exponent, "right")
        side = rng.choice(("both", "both", "both", "right"))
        return self._heavier(fmpq(0) if rng.random() < 0.7 else self.coordinate(), scale, exponent, side)

    def _heavier(self, location: fmpq, scale: fmpq, exponent: fmpq, side: str) -> Deferred:
        self.corners |= {"heavy tail", "density"} | ({"infinite moment"} if exponent <= 2 else set())
        return Deferred(Node("power_law", formula(location), formula(scale), formula(exponent), side))

    def _same_support(self, node: Node) -> Deferred | None:
        """Another law on the cells or the interval of an earlier one."""
        if node.head != "law" or node.args[0] not in ("histogram", "exponential"):
            return None
        pieces = node.args[2]
        assert isinstance(pieces, tuple)
        ends = [fmpq(*(int(x) for x in (str(end.args[0]) + "/1").split("/")[:2])) for piece in pieces for end in piece[:2]]  # type: ignore[union-attr,index]
        if node.args[0] == "exponential":
            return exponential_on(ends[0], ends[1], self.rng.choice(HANDY[:10]) * self.rng.choice((1, -1)))
        edges = [*ends[::2], ends[-1]]
        return histogram(edges, self.weights(len(edges) - 1))

    def _on_interval(self, earlier: list[Any], env: ev.Env, support: Node | None) -> Any:
        if support is not None and support.head == "interval":
            low, high = ev.argument_value(support, 0, env, self.c), ev.argument_value(support, 1, env, self.c)
            if not (isinstance(low, fmpq) and isinstance(high, fmpq)):
                raise CannotDraw("a bounded interval is needed")
        else:
            low, high = fmpq(0), self.rng.choice(HANDY)
        if self.rng.random() < 0.5:
            rate = self.rng.choice(HANDY[:10]) * self.rng.choice((1, -1))
            return exponential_on(low, high, rate)
        cells = self.rng.randint(2, self.rung + 1)
        edges = [low + (high - low) * fmpq(k, cells) for k in range(cells + 1)]
        return histogram(edges, self.weights(cells))

    def _couplings(self, where: Node, env: ev.Env, name: str) -> Any:
        p, q = ev.argument_value(where, 0, env, self.c), ev.argument_value(where, 1, env, self.c)
        if not (isinstance(p, laws.FiniteLaw) and isinstance(q, laws.FiniteLaw)):
            rising = rising_coupling(where, env, self.c)
            if rising is None:
                raise CannotDraw("a coupling of distributions that are not finite")
            return rising
        rows, columns = list(p.items()), list(q.items())
        self.rng.shuffle(rows)
        self.rng.shuffle(columns)
        share = fmpq(1, self.rng.choice((1, 2, 3))) if self.rng.random() < 0.4 else fmpq(0)
        return coupled(rows, columns, share)

    # kernels, maps, events, families -------------------------------------------------------------------------------------
    def _inputs(self, source: Node, env: ev.Env) -> list[Any]:
        if source.head in ("data_sets", "labels", "integers", "one_of") or (source.head == "sequences" and ev.argument(source, 1).head in ("labels", "integers", "one_of")):
            return listed.members_of(source, env, self.c)[0]
        if source.head == "points":
            source = ev.argument(source, 0)
        return [p for p in _seen_points(env) if in_space(source, p, env, self.c)]

    def _kernels(self, where: Node, env: ev.Env, name: str) -> Any:
        source, target, kind = where.args
        assert isinstance(source, Node) and isinstance(target, Node)
        inputs = self._inputs(source, env)
        if not inputs:
            raise CannotDraw("a kernel needs inputs; the instance has no distribution with points in its source")
        if self.unusual and source.head == "data_sets" and (rows := self._alike(ev.argument_value(source, 0, env, self.c), target, env)):
            return Table(tuple((x, rows[x]) for x in inputs))
        if kind == Node("word_", "deterministic") or self.rng.random() < 0.35:
            return Table(tuple((x, laws.FiniteLaw([self.point(target, env)], [1])) for x in inputs))
        first = self.finite_law(target, env)
        return Table(tuple((x, first if k == 0 else self._related(first, target, env) if self.alike or self.rng.random() < 0.7 else self.finite_law(target, env))
                           for k, x in enumerate(inputs)))

    def _alike(self, place: Any, target: Node, env: ev.Env) -> dict[Any, laws.FiniteLaw]:
        """Mostly, where the data sets of a framework are halves of two secrets: outputs that tell the places in a half, not the halves."""
        if not isinstance(place, Framework) or self.rng.random() < 0.2:
            return {}
        return {x: laws.FiniteLaw([point], [1]) for pair in pufferfish.alike(place) for point in (self.point(target, env),) for x in pair}

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
        return Event(frozenset(p for p in points if self.rng.random() < 0.5))

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
        rows = [Row(tuple(r)) for r in _words(records + ([None] if relation != "replace-one" else []), length)]
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
            seen = [(*past, out) for past in seen for out in dict.fromkeys(o for *_, o in tables[-1])]
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
        if _is_line(output, env, self.c):
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
                        output = _times(factor, past[-1])
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

    def _covariances(self, where: Node, env: ev.Env, name: str) -> Any:
        return gaussian.draw_covariance(self, where, env)

    def _normal_laws(self, where: Node, env: ev.Env, name: str) -> Any:
        return gaussian.draw_normal(self, where, env)


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


def _tail_of(node: Node) -> tuple[fmpq, fmpq, fmpq, str] | None:
    """Location, scale, exponent and side of the first power tail in a law of literal numbers."""
    if node.head == "power_law":
        found = [fmpq(str(a.args[0])) if isinstance(a, Node) and a.head == "num" else None for a in node.args[:3]]
        location, scale, exponent = found
        return None if location is None or scale is None or exponent is None else (location, scale, exponent, str(node.args[3]))
    return next((tail for child in children(node) if (tail := _tail_of(child)) is not None), None)


# --- laws with a density, as formulas: their constants are irrational ---------------------------------------------------


_COUNTED: list[fmpq] = []


def _first(n: int) -> list[fmpq]:
    """The integers from 1 to n."""
    _COUNTED.extend(fmpq(k) for k in range(len(_COUNTED) + 1, n + 1))
    return _COUNTED[:n]


def _law(kind: str, parameters: dict[str, Any], *pieces: tuple[Any, ...]) -> Deferred:
    return Deferred(Node("law", kind, tuple((k, term(v)) for k, v in parameters.items()), tuple(tuple(term(x) for x in p) for p in pieces)))


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def laplace(loc: fmpq, scale: fmpq) -> Deferred:
    """Laplace law with the given location and scale."""
    m, b = _fraction(loc), _fraction(scale)
    height = -log(2 * b)
    return _law("laplace", {"loc": m, "scale": b}, (-oo, m, height - m / b, 1 / b, 0), (m, oo, height + m / b, -1 / b, 0))


def normal(mean: fmpq, deviation: fmpq) -> Deferred:
    """Normal law with the given mean and standard deviation."""
    m, v = _fraction(mean), _fraction(deviation) ** 2
    return _law("normal", {"mean": m, "variance": v}, (-oo, oo, -log(2 * pi * v) / 2 - m * m / (2 * v), m / v, -1 / (2 * v)))


def geometric(start: fmpq, step: fmpq, ratio: fmpq) -> Deferred:
    """Mass ``(1 - ratio) ratio^k`` at ``start + step k``."""
    return Deferred(Node("geometric_law", formula(start), formula(step), formula(ratio)))


def two_sided(centre: fmpq, step: fmpq, ratio: fmpq) -> Node:
    """The discrete Laplace law: mass proportional to ``ratio^|k|`` at ``centre + step k``, as a mixture of its two sides."""
    right, left = geometric(centre, step, ratio).node, geometric(centre - step, -step, ratio).node
    return Node("mixture", ((formula(1 / (1 + ratio)), right), (formula(ratio / (1 + ratio)), left)))


def _progression(node: Node) -> tuple[fmpq, fmpq, fmpq, bool] | None:
    """Start, step and ratio of a drawn law with infinitely many atoms, and whether it has two sides."""
    both = node.head == "mixture"
    inner: Any = node.args[0][0][1] if both else node  # type: ignore[index]
    if not isinstance(inner, Node) or inner.head != "geometric_law":
        return None
    start, step, ratio = (fmpq(*(int(x) for x in (str(part.args[0]) + "/1").split("/")[:2])) for part in inner.args if isinstance(part, Node))
    return start, step, ratio, both


def _parted(node: Node) -> tuple[Node, tuple[Any, ...]] | None:
    """The density of a drawn law with atoms, and where these are."""
    if node.head != "mixture":
        return None
    parts: Any = node.args[0]
    if len(parts) != 2 or parts[0][1].head not in ("law", "translate") or parts[1][1].head != "finite":
        return None
    return parts[0][1], tuple(ev.value(point, {}, ev.Context(64)) for point, _ in parts[1][1].args[0])


def exponential_on(low: fmpq, high: fmpq, rate: fmpq) -> Deferred:
    """Density proportional to exp(rate x) on an interval."""
    a, b, r = _fraction(low), _fraction(high), _fraction(rate)
    return _law("exponential", {"low": a, "high": b, "rate": r}, (a, b, log(r / (exp(term(r * b)) - exp(term(r * a)))), r, 0))


def histogram(edges: list[fmpq], weights: list[fmpq]) -> Deferred:
    """Constant density on each cell."""
    return _law("histogram", {}, *((_fraction(a), _fraction(b), log(_fraction(w / (b - a))), 0, 0) for a, b, w in zip(edges, edges[1:], weights, strict=False)))


# --- helpers ----------------------------------------------------------------------------------------------------------------


def _times(factor: fmpq, point: Any) -> Any:
    return tuple(_times(factor, x) for x in point) if isinstance(point, tuple) else factor * point


def _is_line(space: Node, env: ev.Env, c: ev.Context) -> bool:
    return space.head == "euclid" and bool(ev.argument_value(space, 0, env, c) == 1)


def _seen_points(env: ev.Env) -> list[Any]:
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


def _beyond(first: laws.FiniteLaw, middle: laws.FiniteLaw) -> laws.FiniteLaw | None:
    """The law on the other side of the middle one, as far as weights of at least 0 go; None where there is none."""
    weights = {point: 2 * weight for point, weight in middle.items()}
    for point, weight in first.items():
        weights[point] = weights.get(point, fmpq(0)) - weight
    kept = {point: weight for point, weight in weights.items() if weight > 0}
    total = sum(kept.values(), fmpq(0))
    return laws.FiniteLaw(list(kept), [weight / total for weight in kept.values()]) if kept else None


def _words(letters: list[Any], length: int) -> list[tuple[Any, ...]]:
    words: list[tuple[Any, ...]] = [()]
    for _ in range(length):
        words = [(*w, letter) for w in words for letter in letters]
    return words


def coupled(rows: list[tuple[Any, fmpq]], columns: list[tuple[Any, fmpq]], share: fmpq) -> laws.FiniteLaw:
    """A coupling of two laws, given as points with weights: the vertex of the north-west rule, mixed with the independent coupling by its share."""
    masses = _north_west(rows, columns)
    if share:
        masses = {key: (1 - share) * w for key, w in masses.items()}
        for x, u in rows:
            for y, v in columns:
                masses[(x, y)] = masses.get((x, y), fmpq(0)) + share * u * v
    return laws.FiniteLaw(list(masses), list(masses.values()))


def _north_west(rows: list[tuple[Any, fmpq]], columns: list[tuple[Any, fmpq]]) -> dict[Any, fmpq]:
    """A vertex of the transport polytope, filled in the given order."""
    plan: dict[Any, fmpq] = {}
    i = j = 0
    left, right = rows[0][1], columns[0][1]
    while i < len(rows) and j < len(columns):
        moved = min(left, right)
        if moved > 0:
            key = (rows[i][0], columns[j][0])
            plan[key] = plan.get(key, fmpq(0)) + moved
        left, right = left - moved, right - moved
        if left == 0:
            i += 1
            left = rows[i][1] if i < len(rows) else fmpq(0)
        if right == 0 and j < len(columns):
            j += 1
            right = columns[j][1] if j < len(columns) else fmpq(0)
    return plan


def _bracket(end: Any) -> tuple[fmpq, fmpq]:
    ball = numbers.enclose(end, 64)
    centre = fmpq(str(numbers.to_float(end).as_integer_ratio()[0])) / fmpq(str(numbers.to_float(end).as_integer_ratio()[1]))
    del ball
    return centre - fmpq(1, 1000), centre + fmpq(1, 1000)
