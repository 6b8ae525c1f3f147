"""Noisy iterations in a search: membership, draws in families, smaller and nearby ones."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from flint import fmpq

from verify.claims.nodes import Node
from verify.engines import evaluate as ev
from verify.engines import listed, plainer
from verify.engines.handy import HANDY, CannotDraw
from verify.engines.truth import Truth
from verify.values import laws, numbers
from verify.values.iterations import Iteration, Noise, NormalNoise, Polyline, straight, well_formed

if TYPE_CHECKING:
    from verify.engines.draw import Drawer

FAIR = laws.FiniteLaw([fmpq(0), fmpq(1)], [fmpq(1, 2), fmpq(1, 2)])
TURNS = (fmpq(1), fmpq(0), fmpq(1, 2), fmpq(-1))
FAMILIES = ("straight", "straight", "straight", "clipped", "folded", "constant")

PLACES = tuple(fmpq(p, q) for p, q in ((0, 1), (1, 1), (-1, 1), (1, 2), (2, 1), (3, 2), (-2, 1), (3, 1)))
"""States at which a map bends: near those that small noises reach from 0."""


def contains(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    """Membership: number of steps, a map for every record, Lipschitz constants, kinds of noise (normal noise needs affine maps)."""
    if not isinstance(value, Iteration) or not well_formed(value) or fmpq(value.steps) != ev.argument_value(where, 0, env, c):
        return Truth.FALSE
    known, complete = listed.members_of(ev.argument(where, 1), env, c)
    if not complete:
        raise ev.NoRoute("iterations whose records are not finitely many")
    if any({record for record, _ in step} != set(known) for step in value.maps):
        return Truth.FALSE
    normal = ev.word_of(where.args[2]) == "normal-noise"
    if any(isinstance(noise, NormalNoise) != normal for noise in value.noise) or (normal and not all(line.is_affine for step in value.maps for _, line in step)):
        return Truth.FALSE
    if where.args[3] is None:
        return Truth.TRUE
    answer = numbers.relation(value.contraction, "<=", ev.argument_value(where, 3, env, c))
    return Truth.UNDECIDED if answer is None else Truth.TRUE if answer else Truth.FALSE


def draw(drawer: Drawer, where: Node, env: ev.Env) -> Iteration:
    """An iteration of the declared set: the same map shifted by the record, gradient steps that are clipped, maps that differ with the record."""
    rng = drawer.rng
    steps = int(ev.argument_value(where, 0, env, drawer.c).p)
    known, complete = listed.members_of(ev.argument(where, 1), env, drawer.c)
    if steps > 4 or not complete or not 1 <= len(known) <= 4:
        raise CannotDraw("an iteration of more than four steps or records")
    normal = ev.word_of(where.args[2]) == "normal-noise"
    bound = ev.argument_value(where, 3, env, drawer.c) if where.args[3] is not None else fmpq(rng.choice((1, 1, 2, 3)))
    if not isinstance(bound, fmpq):
        raise CannotDraw("a Lipschitz constant that is a fraction is needed")
    if normal and drawer.forgets:
        bound = fmpq(0)  # affine maps that end in an interval, as after a projection, are constant
    noise = _noise(drawer, normal)
    alike = rng.random() < 0.6
    meet = rng.choice([fmpq(0), *(v for v in env.values() if isinstance(v, fmpq))]) if drawer.tied else None
    first = _step(drawer, known, bound, normal, meet)
    return Iteration(
        fmpq(0) if rng.random() < 0.7 else drawer.coordinate(), tuple(first if alike else _step(drawer, known, bound, normal, meet) for _ in range(steps)),
        tuple(noise if rng.random() < 0.7 else _noise(drawer, normal) for _ in range(steps)))


def _step(drawer: Drawer, known: list[Any], bound: fmpq, normal: bool, meet: fmpq | None = None) -> tuple[tuple[Any, Polyline], ...]:
    """The maps of one step by the record; lines that mostly meet at ``meet`` where that is given."""
    rng = drawer.rng
    if meet is not None and rng.random() < 0.6:
        height = rng.choice((fmpq(0), meet, fmpq(1)))
        return tuple((record, raised(straight(slope, fmpq(0)), height - slope * meet)) for record in known for slope in [bound * rng.choice(TURNS)])
    if drawer.unusual and not normal and rng.random() < 0.7:
        return _bent(drawer, known, bound)
    family = "straight" if normal else rng.choice(FAMILIES)
    line = _line(drawer, family, bound)
    if rng.random() < 0.7:  # the record shifts the map
        size = rng.choice((fmpq(1), fmpq(1), fmpq(1, 2), fmpq(4)))
        return tuple((record, raised(line, size * k)) for k, record in enumerate(known))
    return tuple((record, line if rng.random() < 0.3 else _line(drawer, "straight" if normal else rng.choice(FAMILIES), bound)) for record in known)


def _line(drawer: Drawer, family: str, bound: fmpq) -> Polyline:
    rng = drawer.rng
    slope = bound * rng.choice((fmpq(1), fmpq(1), fmpq(1, 2), fmpq(-1), fmpq(9, 10)))
    offset = rng.choice((fmpq(0), fmpq(0), fmpq(1), drawer.coordinate()))
    if family == "constant":
        return straight(fmpq(0), offset)
    if family == "clipped":
        half = rng.choice((fmpq(1), fmpq(1, 2), fmpq(2)))
        return Polyline(fmpq(0), ((-half, offset - slope * half), (half, offset + slope * half)), fmpq(0))
    if family == "folded":
        return Polyline(-slope, ((offset, offset),), slope)
    return straight(slope, offset)


def _bent(drawer: Drawer, known: list[Any], bound: fmpq) -> tuple[tuple[Any, Polyline], ...]:
    """Maps that depend on the state in pieces: a table, projections on an interval, a dead zone, or maps of records that agree on one side of a state and part on the other."""
    rng = drawer.rng
    kind = rng.choice(("table", "table", "projected", "dead zone", "part"))
    places = sorted(rng.sample(PLACES, rng.randint(2, 4)))
    slope = bound * rng.choice((fmpq(1), fmpq(1), fmpq(-1), fmpq(1, 2)))
    drawer.corners.add("maps with bends")
    if kind == "part":
        at, height = rng.choice(PLACES), rng.choice((fmpq(0), fmpq(1)))
        left = bound * rng.choice(TURNS)
        lines = [Polyline(left, ((at, height),), bound * turn) for turn in rng.choices(TURNS, k=len(known))]
        return tuple((record, line if rng.random() < 0.7 else mirrored(line)) for record, line in zip(known, lines, strict=True))
    line = _table(rng, places, bound)
    if kind == "projected":  # the record moves the state before it is projected on an interval
        low, high = places[0], places[-1]
        line = Polyline(fmpq(0), ((low, slope * low), (high, slope * high)), fmpq(0))
        size = rng.choice((fmpq(0), fmpq(1), fmpq(1, 2), fmpq(-1)))
        return tuple((record, moved(line, size * k)) for k, record in enumerate(known))
    if kind == "dead zone":
        line = Polyline(slope, ((places[0], fmpq(0)), (places[-1], fmpq(0))), slope)
    if rng.random() < 0.5:
        size = rng.choice((fmpq(1), fmpq(1), fmpq(1, 2), fmpq(4)))
        return tuple((record, raised(line, size * k)) for k, record in enumerate(known))
    return tuple((record, line if k == 0 else _table(rng, places, bound)) for k, record in enumerate(known))


def _table(rng: random.Random, places: list[fmpq], bound: fmpq) -> Polyline:
    """Values at some places that rise and fall by at most the bound times their distance."""
    turns = [bound * rng.choice((fmpq(1), fmpq(1), fmpq(-1), fmpq(0), fmpq(1, 2), fmpq(9, 10))) for _ in range(len(places) + 1)]
    y = rng.choice((fmpq(0), fmpq(0), fmpq(1), fmpq(-1)))
    nodes = [(places[0], y)]
    for before, after, turn in zip(places, places[1:], turns[1:], strict=False):
        y += turn * (after - before)
        nodes.append((after, y))
    return Polyline(turns[0], tuple(nodes), turns[-1])


def _noise(drawer: Drawer, normal: bool) -> Noise:
    rng = drawer.rng
    if normal:
        return NormalNoise(fmpq(0), fmpq(1) if rng.random() < 0.4 else rng.choice(HANDY[:12]))
    kind = rng.random()
    if kind < 0.4:
        return FAIR
    if kind < 0.5:
        return laws.FiniteLaw([fmpq(0)], [1])
    points = [fmpq(k) for k in range(-1, 2)] if kind < 0.8 else [fmpq(0), rng.choice((fmpq(1), fmpq(2), fmpq(1, 2)))]
    return laws.FiniteLaw(points, drawer.weights(len(points)))


def raised(line: Polyline, by: fmpq) -> Polyline:
    """The function plus a constant."""
    return Polyline(line.left, tuple((x, y + by) for x, y in line.nodes), line.right)


def moved(line: Polyline, by: fmpq) -> Polyline:
    """The function of the number plus a constant."""
    return Polyline(line.left, tuple((x - by, y) for x, y in line.nodes), line.right)


def mirrored(line: Polyline) -> Polyline:
    """The function reflected in the height of its first node."""
    height = line.nodes[0][1]
    return Polyline(-line.left, tuple((x, 2 * height - y) for x, y in line.nodes), -line.right)


def size(value: Iteration) -> tuple[int, int]:
    """Number of pieces and digits."""
    parts = [(value.steps, 0), plainer.size(value.start)]
    for step in value.maps:
        for _, line in step:
            parts += [(len(line.nodes), 0), plainer.size(line.left), plainer.size(line.right), *(plainer.size(node) for node in line.nodes)]
    for noise in value.noise:
        parts.append(plainer.size((noise.mean, noise.variance)) if isinstance(noise, NormalNoise) else plainer.size(noise))
    return plainer.total(parts)


def smaller(value: Iteration) -> Iterator[Iteration]:
    """A plainer start, the same map or noise in every step, plainer maps, plainer noise."""
    yield from (Iteration(start, value.maps, value.noise) for start in plainer.simpler(value.start))
    for k in range(value.steps):
        if any(step != value.maps[k] for step in value.maps):
            yield Iteration(value.start, (value.maps[k],) * value.steps, value.noise)
        if any(noise != value.noise[k] for noise in value.noise):
            yield Iteration(value.start, value.maps, (value.noise[k],) * value.steps)
    for k, step in enumerate(value.maps):
        for j, (record, line) in enumerate(step):
            for candidate in _plainer(line):
                yield _with_map(value, k, (*step[:j], (record, candidate), *step[j + 1:]))
    for k, noise in enumerate(value.noise):
        for plain in _plainer_noise(noise):
            yield Iteration(value.start, value.maps, (*value.noise[:k], plain, *value.noise[k + 1:]))


def _with_map(value: Iteration, k: int, step: tuple[tuple[Any, Polyline], ...]) -> Iteration:
    return Iteration(value.start, (*value.maps[:k], step, *value.maps[k + 1:]), value.noise)


def _plainer(line: Polyline) -> Iterator[Polyline]:
    for slope in (fmpq(0), fmpq(1), line.left, line.right):
        yield straight(slope, fmpq(0))
    if len(line.nodes) > 1:
        yield from (Polyline(line.left, line.nodes[:k] + line.nodes[k + 1:], line.right) for k in range(len(line.nodes)))
    for k, (x, y) in enumerate(line.nodes):
        yield from (Polyline(line.left, (*line.nodes[:k], (x, v), *line.nodes[k + 1:]), line.right) for v in plainer.simpler(y))
    if line.is_affine:
        yield from (straight(slope, line.at(fmpq(0))) for slope in plainer.simpler(line.left))


def _plainer_noise(noise: Noise) -> Iterator[Noise]:
    if isinstance(noise, NormalNoise):
        yield from (NormalNoise(mean, noise.variance) for mean in plainer.simpler(noise.mean))
        yield from (NormalNoise(noise.mean, variance) for variance in plainer.simpler(noise.variance) if variance > 0)
    else:
        yield from plainer.simpler(noise)


def nudged(value: Iteration, rng: random.Random) -> Iteration:
    """One map raised or turned, one noise changed, or the start moved."""
    kind, k = rng.random(), rng.randrange(value.steps)
    if kind < 0.15:
        return Iteration(plainer.nudge(value.start, rng), value.maps, value.noise)
    if kind < 0.4:
        noise = value.noise[k]
        changed = NormalNoise(noise.mean, abs(plainer.nudge(noise.variance, rng)) or fmpq(1)) if isinstance(noise, NormalNoise) else plainer.nudge(noise, rng)
        return Iteration(value.start, value.maps, tuple(changed for _ in value.noise) if rng.random() < 0.5 else (*value.noise[:k], changed, *value.noise[k + 1:]))
    step = value.maps[k]
    j = rng.randrange(len(step))
    record, line = step[j]
    moved = raised(line, fmpq(rng.choice((-2, -1, 1, 2)), rng.choice((1, 2)))) if kind < 0.8 or not line.is_affine else straight(plainer.nudge(line.left, rng), line.at(fmpq(0)))
    return _with_map(value, k, (*step[:j], (record, moved), *step[j + 1:]))


def small(steps: int, known: list[Any], normal: bool) -> Iterator[Iteration]:
    """Slopes 1, 1/2 and -1, shifted by the record, from 0; fair or normal noise."""
    noise: Noise = NormalNoise(fmpq(0), fmpq(1)) if normal else FAIR
    for slopes in itertools.product((fmpq(1), fmpq(1, 2), fmpq(-1)), repeat=steps):
        yield Iteration(fmpq(0), tuple(tuple((record, straight(slope, fmpq(k))) for k, record in enumerate(known)) for slope in slopes), (noise,) * steps)


def kept(value: Iteration, keep: tuple[int, ...]) -> Iteration:
    """Only the kept steps."""
    return Iteration(value.start, tuple(value.maps[k] for k in keep), tuple(value.noise[k] for k in keep))


plainer.OF_THEIR_OWN[Iteration] = plainer.Rules(size, smaller, nudged)
