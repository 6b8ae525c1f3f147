"""Random laws: finite ones, densities with and without atoms, power tails, kernels."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, children, literal, term
from verify.claims.sets import LINE
from verify.claims.terms import exp, log, oo, pi
from verify.engines import evaluate as ev
from verify.engines import gaussian, listed, pufferfish, unusual
from verify.engines.drawn_numbers import NumberDrawer, seen_points
from verify.engines.graphs import rising_coupling
from verify.engines.handy import HANDY, CannotDraw
from verify.engines.membership import contains, in_space
from verify.engines.truth import Truth
from verify.values import laws
from verify.values.formulas import formula
from verify.values.frameworks import Framework
from verify.values.structures import Deferred, Table

HIDING = ("hide", "hide", "hide", "show the coin", "trigger")
"""Those whose outputs have one support whatever the data are."""


class LawDrawer(NumberDrawer):
    """Draws laws: finite ones, densities with and without atoms, power tails, kernels."""

    def finite_law(self, space: Node, env: ev.Env, support: Node | None = None) -> laws.FiniteLaw:
        n = 1 if self.coordinates and self.small else self.rng.randint(2 if self.wide else 1, self.rung + 1)
        if n == 1:
            self.corners.add("point mass")
        inside = support if support is not None and support.head in ("interval", "one_of", "integers") else space
        if inside.head == "labels" and self.rng.random() < 0.5:
            everything = [fmpq(k) for k in range(1, int(ev.argument_value(inside, 0, env, self.c).p) + 1)]
            if not everything:
                raise CannotDraw("a set without labels")
            return laws.FiniteLaw(everything, self.weights(len(everything)))
        if n < 3 and inside.head == "interval" and self.rng.random() < 0.5 and (ends := self._ends(inside, env)):
            return laws.FiniteLaw(ends, self.weights(2))
        different: dict[Any, Any] = {}
        for _ in range(n):
            x = self.point(inside, env)
            if not isinstance(x, float):  # an infinite end of the support is no point of a distribution
                different.setdefault(laws.quick(x), x)
        points = list(different.values())
        if not points:
            raise CannotDraw("no finite point was found in the support")
        return laws.FiniteLaw(points, self.weights(len(points)))

    def _ends(self, where: Node, env: ev.Env) -> list[fmpq]:
        """Both ends of a closed interval of fractions: of all distributions on it, those on its ends are the farthest from their means. Nothing for another interval."""
        low, high = (ev.argument_value(where, k, env, self.c) for k in (0, 1))
        return [low, high] if where.args[2:] == ("closed", "closed") and type(low) is type(high) is fmpq and low < high else []

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
        if inside is None and not earlier and not self.noises and is_line(space, env, self.c) and self.rng.random() < self.density_share:
            self.corners.add("density")
            return self._density(space, env, None, least)
        if inside is not None and not earlier and is_line(space, env, self.c) and self.heavy_share and isinstance(least, fmpq) and self.rng.random() < self.density_share:
            heavy = self._heavy([], env, inside, least)
            if heavy is not None:
                return heavy
        smooth = [v for v in env.values() if isinstance(v, Deferred)]
        if smooth and not earlier and inside is None and is_line(space, env, self.c):
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
        if not is_line(space, env, self.c):
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
        return [p for p in seen_points(env) if in_space(source, p, env, self.c)]

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

    def _covariances(self, where: Node, env: ev.Env, name: str) -> Any:
        return gaussian.draw_covariance(self, where, env)

    def _normal_laws(self, where: Node, env: ev.Env, name: str) -> Any:
        return gaussian.draw_normal(self, where, env)


def _tail_of(node: Node) -> tuple[fmpq, fmpq, fmpq, str] | None:
    """Location, scale, exponent and side of the first power tail in a law of literal numbers."""
    if node.head == "power_law":
        found = [fmpq(str(a.args[0])) if isinstance(a, Node) and a.head == "num" else None for a in node.args[:3]]
        location, scale, exponent = found
        return None if location is None or scale is None or exponent is None else (location, scale, exponent, str(node.args[3]))
    return next((tail for child in children(node) if (tail := _tail_of(child)) is not None), None)


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


def times(factor: fmpq, point: Any) -> Any:
    return tuple(times(factor, x) for x in point) if isinstance(point, tuple) else factor * point


def is_line(space: Node, env: ev.Env, c: ev.Context) -> bool:
    return space.head == "euclid" and bool(ev.argument_value(space, 0, env, c) == 1)


def _beyond(first: laws.FiniteLaw, middle: laws.FiniteLaw) -> laws.FiniteLaw | None:
    """The law on the other side of the middle one, as far as weights of at least 0 go; None where there is none."""
    weights = {point: 2 * weight for point, weight in middle.items()}
    for point, weight in first.items():
        weights[point] = weights.get(point, fmpq(0)) - weight
    kept = {point: weight for point, weight in weights.items() if weight > 0}
    total = sum(kept.values(), fmpq(0))
    return laws.FiniteLaw(list(kept), [weight / total for weight in kept.values()]) if kept else None


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
