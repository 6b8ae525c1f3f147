"""Functions on R^d by class in a search: values, gradients, proximal maps, membership, draws of extremal kinds, smaller and nearby ones."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from flint import fmpq

from verify.claims.nodes import Node
from verify.engines import arithmetic, plainer
from verify.engines import evaluate as ev
from verify.engines.handy import HANDY, CannotDraw
from verify.engines.truth import Truth
from verify.values.numbers import NoValue
from verify.values.ridges import ZERO, Profile, RidgeSum, inner, vector, well_formed

if TYPE_CHECKING:
    from verify.engines.draw import Drawer

KNEES = tuple(fmpq(1, k) for k in (1, 2, 3, 5, 7, 4, 6, 9))
"""Parts of a distance at which a slope stops to grow: the worst case of N gradient steps has it at 1/(2N + 1)."""
ONE = fmpq(1)
Constants = tuple[fmpq | None, fmpq | None, fmpq | None, fmpq | None]
"""Convexity, smoothness, Lipschitz constant and bound of a class, None where it has none."""


# --- values ----------------------------------------------------------------------------------------------------------


def function_of(node: Node, k: int, env: ev.Env, c: ev.Context) -> RidgeSum:
    """The function that argument ``k`` stands for. Raises NoValue for anything else."""
    found = ev.argument_value(node, k, env, c)
    if not isinstance(found, RidgeSum):
        raise NoValue("a function on R^d is needed")
    return found


def exact_point(value: Any) -> Any:
    """A point of fractions. Raises NoRoute for enclosures and roots."""
    if not all(type(x) is fmpq for x in vector(value)):
        raise ev.NoRoute("a function at a point that is not made of fractions")
    return value


def _fractions(*values: Any) -> tuple[fmpq, ...]:
    if not ev.is_exact(values):
        raise ev.NoRoute("a piecewise quadratic function with numbers that are not fractions")
    return values


def _piecewise_quadratic(node: Node, env: ev.Env, c: ev.Context) -> Profile:
    knots = tuple(_fractions(*(ev.value(x, env, c) for x in knot)) for knot in node.args[2])  # type: ignore[arg-type, union-attr]
    height, left, right = _fractions(*(ev.argument_value(node, k, env, c) for k in (0, 1, 3)))
    found = Profile(height, left, knots, right)
    if not well_formed(RidgeSum(1, ((ONE, found),))):
        raise NoValue("the places of a piecewise quadratic function must rise")
    return found


def _ridge_sum(node: Node, env: ev.Env, c: ev.Context) -> RidgeSum:
    (dimension,) = _fractions(ev.argument_value(node, 0, env, c))
    parts = tuple((exact_point(ev.value(a, env, c)), ev.value(profile, env, c)) for a, profile in node.args[1])  # type: ignore[arg-type, misc, str-unpack, union-attr]
    found = RidgeSum(int(dimension.p), parts) if dimension.q == 1 and dimension >= 1 else None
    if found is None or not all(isinstance(profile, Profile) for _, profile in parts) or not well_formed(found):
        raise NoValue("directions must be linearly independent, with as many coordinates as the space")
    return found


def _gradient(node: Node, env: ev.Env, c: ev.Context) -> Any:
    return function_of(node, 0, env, c).gradient(exact_point(ev.argument_value(node, 1, env, c)))


def _prox(node: Node, env: ev.Env, c: ev.Context) -> Any:
    function, x, step = function_of(node, 0, env, c), exact_point(ev.argument_value(node, 1, env, c)), ev.argument_value(node, 2, env, c)
    if not isinstance(step, fmpq):
        raise ev.NoRoute("a proximal map with a step that is not a fraction")
    try:
        return function.proximal(x, step)
    except NotImplementedError as why:
        raise ev.NoRoute(str(why)) from None


ev.RULES |= {"piecewise_quadratic": _piecewise_quadratic, "ridge_sum": _ridge_sum, "gradient": _gradient, "prox": _prox}


# --- membership --------------------------------------------------------------------------------------------------------


def space_of(where: Node, env: ev.Env, c: ev.Context) -> int:
    """The dimension of the space of a class of functions. Raises CannotDraw where it is no whole number."""
    d = ev.argument_value(ev.argument(where, 0), 0, env, c)
    if not (isinstance(d, fmpq) and d.q == 1 and d >= 1):
        raise CannotDraw("functions on a space whose dimension is a whole number are needed")
    return int(d.p)


def constants(where: Node, env: ev.Env, c: ev.Context) -> Constants:
    """The constants of a class. Raises NoRoute where one is no fraction."""
    found = [None if where.args[k] is None else ev.argument_value(where, k, env, c) for k in (1, 2, 3, 4)]
    if any(one is not None and not isinstance(one, fmpq) for one in found):
        raise ev.NoRoute("a class of functions with constants that are not fractions")
    return tuple(found)  # type: ignore[return-value]


def contains(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    """Membership in a class: exact bounds on curvature, slopes and values."""
    if not isinstance(value, RidgeSum) or not well_formed(value) or fmpq(value.dimension) != ev.argument_value(ev.argument(where, 0), 0, env, c):
        return Truth.FALSE
    mu, most, lipschitz, bound = constants(where, env, c)
    fits = (
        (mu is None or value.bends_at_least(mu))
        and (most is None or (value.bends_at_most(most) and value.bends_at_least(-most)))
        and (lipschitz is None or value.is_lipschitz(lipschitz))
        and (bound is None or value.is_bounded(bound))
    )
    return Truth.TRUE if fits else Truth.FALSE


def is_minimiser(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    """Whether a function attains its minimum at a point."""
    function = function_of(where, 0, env, c)
    return Truth.TRUE if function.at(exact_point(value)) == function.infimum else Truth.FALSE


def is_subgradient(where: Node, value: Any, env: ev.Env, c: ev.Context) -> Truth:
    """Whether a point is a subgradient of a convex function."""
    return Truth.TRUE if function_of(where, 0, env, c).has_subgradient(exact_point(ev.argument_value(where, 1, env, c)), exact_point(value)) else Truth.FALSE


# --- draws -------------------------------------------------------------------------------------------------------------


def draw(drawer: Drawer, where: Node, env: ev.Env) -> RidgeSum:
    """A function of a class: quadratic, bent at a part of the distance of points that were drawn, or with several pieces; along coordinates or orthonormal directions."""
    d, kept = space_of(where, env, drawer.c), constants(where, env, drawer.c)
    for _ in range(8):
        found = _drawn(drawer, d, kept, env)
        if contains(where, found, env, drawer.c) is Truth.TRUE:
            return found
    raise CannotDraw("no function of the class was found")


def _drawn(drawer: Drawer, d: int, kept: Constants, env: ev.Env) -> RidgeSum:
    rng = drawer.rng
    directions = _directions(rng, d)
    one = kept[2] is not None or kept[3] is not None  # lengths of gradients and bounds are kept by one profile alone
    profiles = [_profile(drawer, kept, _distances(a, env)) if k == 0 or not one else None for k, a in enumerate(directions)]
    parts = [(a if d > 1 else a[0], profile) for a, profile in zip(directions, profiles, strict=True) if profile is not None]
    return RidgeSum(d, tuple(parts))


def _directions(rng: random.Random, d: int) -> list[tuple[fmpq, ...]]:
    """Orthonormal vectors with rational coordinates: the unit vectors, perhaps reflected."""
    units = [tuple(fmpq(int(i == j)) for j in range(d)) for i in range(d)]
    if d == 1 or rng.random() < 0.6:
        return units
    mirror = tuple(fmpq(rng.choice((1, 1, 2, 3, 0, -1))) for _ in range(d))
    square = inner(mirror, mirror)
    return units if square == 0 else [tuple(x - 2 * m * v / square for x, v in zip(unit, mirror, strict=True)) for unit in units for m in (inner(mirror, unit),)]


def _distances(a: tuple[fmpq, ...], env: ev.Env) -> list[fmpq]:
    """Lengths of points in sight along a direction."""
    points = [vector(x) for x in env.values() if isinstance(x, tuple | fmpq)]
    return [abs(inner(a, x)) for x in points if len(x) == len(a) and all(type(y) is fmpq for y in x) and inner(a, x) != 0]


def _profile(drawer: Drawer, kept: Constants, distances: list[fmpq]) -> Profile:
    """A function of one number of a class, mostly with its minimum at 0."""
    rng = drawer.rng
    mu, most, lipschitz, bound = kept
    low = max((x for x in (mu, None if most is None else -most) if x is not None), default=-rng.choice(HANDY[:8]))
    high = most if most is not None else max(low, ZERO) + rng.choice((ONE, ONE, *HANDY[:8]))
    centre = ZERO if rng.random() < 0.7 else rng.choice((ONE, drawer.coordinate()))
    unit = rng.choice(distances or [ONE]) if rng.random() < 0.85 else rng.choice(HANDY)
    knee = unit * rng.choice(KNEES)
    if bound is not None:
        return _bump(rng, low, high, lipschitz, bound, knee, centre)
    if lipschitz is not None:
        return _limited(rng, low, high if most is not None else None, lipschitz, knee, centre)
    kind = rng.random()
    if low < 0 < high and rng.random() < 0.3:  # equal slopes at equal distances of a place on both sides, less in between: a step from one to the other gains least
        slope = rng.choice((high, -high)) * rng.choice((unit, knee))
        return Profile(ZERO, *((low, ((centre, slope, slope),), high) if slope > 0 else (high, ((centre, slope, slope),), low)))
    if kind < 0.35 or low == high:
        curvature = rng.choice((high, high, low, (low + high) / 2))
        return Profile(ZERO, curvature, ((centre, ZERO, ZERO),), curvature)
    if kind < 0.65:  # as curved as may be up to a knee, as straight as may be beyond
        return Profile(ZERO, low, ((centre - knee, -high * knee, -high * knee), (centre + knee, high * knee, high * knee)), low)
    return _pieces(rng, low, high, most is None, centre, knee)


def _pieces(rng: random.Random, low: fmpq, high: fmpq, corners: bool, centre: fmpq, knee: fmpq) -> Profile:
    """Two to four pieces with extreme curvatures, perhaps with a corner."""
    choices = (low, high, low, high, (low + high) / 2)
    places = [centre, *(centre + knee * k for k in rng.sample((1, 2, 3, -1, -2), rng.randint(0, 2)))]
    found = with_curvatures(sorted(places), [rng.choice(choices) for _ in range(len(places) + 1)], centre, rng.choice((ZERO, ZERO, ONE)) if corners else ZERO)
    return found if low >= 0 or rng.random() < 0.5 else tilted(found, rng.choice((high, -high)) * knee)


def with_curvatures(places: list[fmpq], curvatures: list[fmpq], centre: fmpq, corner: fmpq = ZERO) -> Profile:
    """The function with these curvatures before, between and after the places, slopes -corner and corner on the sides of ``centre``, one of the places, and value 0 at the first one."""
    at = places.index(centre)
    slopes: dict[fmpq, tuple[fmpq, fmpq]] = {centre: (-corner, corner)}
    for k in range(at + 1, len(places)):
        slope = slopes[places[k - 1]][1] + curvatures[k] * (places[k] - places[k - 1])
        slopes[places[k]] = slope, slope
    for k in range(at - 1, -1, -1):
        slope = slopes[places[k + 1]][0] - curvatures[k + 1] * (places[k + 1] - places[k])
        slopes[places[k]] = slope, slope
    return Profile(ZERO, curvatures[0], tuple((x, *slopes[x]) for x in places), curvatures[-1])


def tilted(profile: Profile, slope: fmpq) -> Profile:
    """The function plus a linear one."""
    return Profile(profile.height, profile.left, tuple((x, before + slope, after + slope) for x, before, after in profile.knots), profile.right)


def _limited(rng: random.Random, low: fmpq, high: fmpq | None, lipschitz: fmpq, knee: fmpq, centre: fmpq) -> Profile:
    """Slopes between -M and M: an absolute value where corners are allowed, else a Huber function."""
    if low > 0:
        raise CannotDraw("no strongly convex function on the whole space is Lipschitz")
    share = lipschitz * rng.choice((ONE, ONE, ONE, fmpq(1, 2)))
    if high is None and rng.random() < 0.6:
        left, right = rng.choice(((-share, share), (-share, share), (ZERO, share), (-share / 2, share)))
        return Profile(ZERO, ZERO, ((centre, left, right),), ZERO)
    width = knee if high is None else max(knee, share / high) if rng.random() < 0.3 and high > 0 else share / high if high > 0 else None
    if width is None or width == 0 or share == 0:
        return Profile(ZERO, ZERO, ((centre, share, share),), ZERO)
    return Profile(ZERO, ZERO, ((centre - width, -share, -share), (centre + width, share, share)), ZERO)


def _bump(rng: random.Random, low: fmpq, high: fmpq, lipschitz: fmpq | None, bound: fmpq, knee: fmpq, centre: fmpq) -> Profile:
    """A function that is constant far out and has a hill or a valley between, as large as the class allows; a constant where it allows none."""
    curve = min(high, -low)
    sign = rng.choice((1, -1))
    if curve <= 0 or rng.random() < 0.15:
        return Profile(sign * bound, ZERO, ((centre, ZERO, ZERO),), ZERO)
    width = min(x for x in (knee, *((lipschitz / curve,) if lipschitz is not None else ())))
    if width == 0:
        return Profile(bound, ZERO, ((centre, ZERO, ZERO),), ZERO)
    curve = min(curve, 2 * bound / width**2)  # the hill has height curve width^2
    slopes = ((-2, 0), (-1, 1), (1, -1), (2, 0))
    return Profile(-sign * curve * width**2 / 2, ZERO, tuple((centre + k * width, s * sign * curve * width, s * sign * curve * width) for k, s in slopes), ZERO)


def draw_minimiser(drawer: Drawer, where: Node, env: ev.Env) -> Any:
    """A point at which the function is smallest."""
    found = list(function_of(where, 0, env, drawer.c).minimisers())
    if not found:
        raise CannotDraw("the function has no minimiser")
    return drawer.rng.choice(found)


def draw_subgradient(drawer: Drawer, where: Node, env: ev.Env) -> Any:
    """A vertex of the subdifferential, or a point half-way between two."""
    found = function_of(where, 0, env, drawer.c).subgradients(exact_point(ev.argument_value(where, 1, env, drawer.c)))
    one, two = drawer.rng.choice(found), drawer.rng.choice(found)
    if drawer.rng.random() < 0.8:
        return one
    return arithmetic.times(fmpq(1, 2), arithmetic.added(one, two, 64), 64)


def small(where: Node, env: ev.Env) -> Iterator[RidgeSum]:
    """Quadratics with the largest and the least curvature, and functions bent at distance 1, along the coordinates."""
    c = ev.Context(64)
    d, (mu, most, _, _) = space_of(where, env, c), constants(where, env, c)
    high = most if most is not None else max(mu or ZERO, ZERO) + 1
    low = max(mu if mu is not None else -high, -high)
    for profile in (Profile(ZERO, high, ((ZERO, ZERO, ZERO),), high), Profile(ZERO, low, ((ZERO, ZERO, ZERO),), low),
                    Profile(ZERO, low, ((-ONE, -high, -high), (ONE, high, high)), low), Profile(ZERO, ZERO, ((ZERO, -ONE, ONE),), ZERO), Profile(ZERO, ZERO, ((ZERO, ZERO, ZERO),), ZERO)):
        yield RidgeSum(d, tuple((tuple(fmpq(int(i == j)) for j in range(d)) if d > 1 else ONE, profile) for i in range(d)))


# --- smaller and nearby ones ---------------------------------------------------------------------------------------------


def _size(value: RidgeSum) -> tuple[int, int]:
    parts = [(value.dimension + len(value.parts), 0)]
    for a, profile in value.parts:
        parts += [plainer.size(a), (len(profile.knots), 0), *(plainer.size(x) for x in (profile.height, *profile.curvatures)), *(plainer.size(knot) for knot in profile.knots)]
    return plainer.total(parts)


def _rebuilt(profile: Profile, places: list[fmpq], curvatures: list[fmpq]) -> Profile | None:
    """The same function with other places and curvatures, with the slopes at its first knot."""
    if any(a >= b for a, b in itertools.pairwise(places)):
        return None
    before, after = profile.knots[0][1:]
    knots, slope = [(places[0], before, after)], after
    for k in range(1, len(places)):
        slope = slope + curvatures[k] * (places[k] - places[k - 1])
        old = profile.knots[k] if len(profile.knots) == len(places) else (ZERO, ZERO, ZERO)
        knots.append((places[k], slope, slope + old[2] - old[1]))
        slope = knots[-1][2]
    return Profile(profile.height, curvatures[0], tuple(knots), curvatures[-1])


def _plainer(profile: Profile) -> Iterator[Profile]:
    for curvature in dict.fromkeys((*profile.curvatures, ZERO)):
        yield Profile(ZERO, curvature, ((ZERO, ZERO, ZERO),), curvature)
    places, curvatures = [x for x, _, _ in profile.knots], list(profile.curvatures)
    if profile.height != 0:
        yield Profile(ZERO, profile.left, profile.knots, profile.right)
    for k, place in enumerate(places):
        for candidate in plainer.simpler(place):
            found = _rebuilt(profile, [*places[:k], candidate, *places[k + 1:]], curvatures)
            if found is not None:
                yield found
    for k in range(len(places) if len(places) > 1 else 0):
        found = _rebuilt(profile, places[:k] + places[k + 1:], curvatures[:k] + curvatures[k + 1:])
        if found is not None:
            yield found


def _smaller(value: RidgeSum) -> Iterator[RidgeSum]:
    for k, (a, profile) in enumerate(value.parts):
        yield RidgeSum(value.dimension, value.parts[:k] + value.parts[k + 1:])
        for candidate in _plainer(profile):
            yield RidgeSum(value.dimension, (*value.parts[:k], (a, candidate), *value.parts[k + 1:]))
        if isinstance(a, tuple):
            for j in range(len(a)):
                yield RidgeSum(value.dimension, (*value.parts[:k], (tuple(fmpq(int(i == j)) for i in range(len(a))), profile), *value.parts[k + 1:]))


def _nudged(value: RidgeSum, rng: random.Random) -> RidgeSum:
    """One knot moved, or the knots of one profile moved apart or together, its curvatures kept."""
    if not value.parts:
        return value
    k = rng.randrange(len(value.parts))
    a, profile = value.parts[k]
    places, curvatures, middle = [x for x, _, _ in profile.knots], list(profile.curvatures), sum((x for x, _, _ in profile.knots), ZERO) / len(profile.knots)
    if len(places) > 1 and rng.random() < 0.6:
        factor = rng.choice((fmpq(1, 2), fmpq(2, 3), fmpq(3, 4), fmpq(9, 10), fmpq(11, 10), fmpq(4, 3), fmpq(3, 2), fmpq(2)))
        knots = tuple((middle + factor * (x - middle), factor * before, factor * after) for x, before, after in profile.knots)
        moved: Profile | None = Profile(profile.height, profile.left, knots, profile.right)
    else:
        j = rng.randrange(len(places))
        moved = _rebuilt(profile, [*places[:j], plainer.nudge(places[j], rng), *places[j + 1:]], curvatures)
    return value if moved is None else RidgeSum(value.dimension, (*value.parts[:k], (a, moved), *value.parts[k + 1:]))


plainer.OF_THEIR_OWN[RidgeSum] = plainer.Rules(_size, _smaller, _nudged)

__all__ = ["constants", "contains", "draw", "draw_minimiser", "draw_subgradient", "is_minimiser", "is_subgradient", "small", "space_of"]
