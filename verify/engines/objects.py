"""Distributions, kernels, frameworks and other objects that terms stand for: one rule each, entered into the evaluator's table."""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Sequence
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names
from verify.engines import arithmetic, binders, listed
from verify.engines import evaluate as ev
from verify.engines.ridges import exact_point
from verify.quantities import enclosures
from verify.quantities.kernels import normal_balls, normals, spectra
from verify.quantities.kernels.undecided import Wide
from verify.values import frameworks, laws, numbers
from verify.values.frameworks import Framework
from verify.values.iterations import Iteration, NormalNoise, NotNormal, Polyline, step_shift
from verify.values.numbers import NotKnown, NoValue
from verify.values.ridges import RidgeSum
from verify.values.structures import Composition, Event, Family, Function, Row, Table, Universe

MOST_ATOMS = 1 << 16
"""Atoms of a product of finite laws that is listed: twenty coins have more."""


def _law(node: Node, env: ev.Env, c: ev.Context) -> Any:
    pieces = []
    for piece in node.args[2]:  # type: ignore[union-attr]
        pieces.append(tuple(ev.value(part, env, c) for part in piece))  # type: ignore[union-attr,arg-type]
    return laws.PieceLaw(str(node.args[0]), pieces)


def _power_law(node: Node, env: ev.Env, c: ev.Context) -> Any:
    location, scale, exponent = (ev.argument_value(node, k, env, c) for k in range(3))
    return laws.PowerLaw(location, scale, exponent, ev.word_of(node.args[3]))


def _geometric_law(node: Node, env: ev.Env, c: ev.Context) -> Any:
    return laws.GeometricLaw(*(ev.argument_value(node, k, env, c) for k in range(3)))


def _sparse_law(node: Node, env: ev.Env, c: ev.Context) -> Any:
    return laws.SparseLaw(*(ev.argument_value(node, k, env, c) for k in range(3)))


def _binomial_law(node: Node, env: ev.Env, c: ev.Context) -> laws.FiniteLaw:
    trials, p = ev.argument_value(node, 0, env, c), ev.argument_value(node, 1, env, c)
    if not (isinstance(trials, fmpq) and trials.q == 1 and trials >= 1):
        raise NoValue(f"the number of trials must be a positive integer, got {trials}")
    if not isinstance(p, fmpq):
        raise ev.NoRoute("a binomial distribution with a probability that is not a fraction")
    if not 0 <= p <= 1:
        raise NoValue(f"a probability outside [0, 1], got {p}")
    n = int(trials.p)
    if n > listed.MOST_MEMBERS:
        raise ev.NoRoute(f"a binomial distribution with more than {listed.MOST_MEMBERS} trials")
    enclosures.spend(1 + n // 8)
    return laws.FiniteLaw([fmpq(k) for k in range(n + 1)], [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)])


def _poisson_law(node: Node, env: ev.Env, c: ev.Context) -> laws.PoissonLaw:
    rate = ev.argument_value(node, 0, env, c)
    if numbers.relation(rate, ">", fmpq(0)) is None:
        raise ev.NoRoute("a Poisson distribution whose rate may not be positive")
    return laws.PoissonLaw(rate)


def _of_each(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """Independent coordinates, one for each member of a finite set."""
    found = [ev.argument_value(node, 1, inner, c) for inner, whole in binders.assignments(node.args[0], env, c) if whole]
    if not found:
        raise ev.NoRoute("independent coordinates for each member of an infinite set, or of an empty one")
    return found[0] if len(found) == 1 else _independent(found)


def _finite(node: Node, env: ev.Env, c: ev.Context) -> Any:
    entries = [(ev.value(p, env, c), ev.value(w, env, c)) for p, w in node.args[0]]  # type: ignore[arg-type, misc, str-unpack, union-attr]
    for _, weight in entries:
        if not isinstance(weight, fmpq):
            raise ev.NoRoute("a finite distribution with weights that are not fractions")
    try:
        return laws.FiniteLaw([p for p, _ in entries], [w for _, w in entries])
    except ValueError as error:
        raise NoValue(str(error)) from None


def _mixture(node: Node, env: ev.Env, c: ev.Context) -> Any:
    parts = [(ev.value(w, env, c), ev.value(law, env, c)) for w, law in node.args[0]]  # type: ignore[arg-type, misc, str-unpack, union-attr]
    if any(not isinstance(w, fmpq) for w, _ in parts):
        raise ev.NoRoute("a mixture with weights that are not fractions")
    kept = [(w, law) for w, law in parts if w != 0]
    if sum((w for w, _ in kept), fmpq(0)) != 1 or any(not w >= 0 for w, _ in kept):
        raise NoValue("the weights of a mixture must be ev.at least 0 and sum to 1")
    return kept[0][1] if len(kept) == 1 else laws.mixture([w for w, _ in kept], [law for _, law in kept])


def _translate(node: Node, env: ev.Env, c: ev.Context) -> Any:
    return laws.translate(ev.argument_value(node, 0, env, c), ev.argument_value(node, 1, env, c))


def _product(node: Node, env: ev.Env, c: ev.Context) -> Any:
    return _independent([ev.value(a, env, c) for a in node.args])  # type: ignore[arg-type]


def _independent(parts: Sequence[laws.Law]) -> laws.Law:
    """Their product. Raises ev.NoRoute for a finite one with more than ``MOST_ATOMS`` atoms."""
    sizes = [len(part.points) for part in parts if isinstance(part, laws.FiniteLaw)]
    if len(sizes) == len(parts):
        if (atoms := math.prod(sizes)) > MOST_ATOMS:
            raise ev.NoRoute(f"a finite distribution with more than {MOST_ATOMS} atoms")
        enclosures.spend(enclosures.work_on(atoms))
    return laws.product(*parts)


def _iid(node: Node, env: ev.Env, c: ev.Context) -> Any:
    known = _REPEATED.get((id(node), c.prec))
    if known is not None:
        return known[1]
    law, copies = ev.argument_value(node, 0, env, c), ev.argument_value(node, 1, env, c)
    if not (isinstance(copies, fmpq) and copies.q == 1 and copies >= 1):
        raise NoValue(f"the number of independent copies must be a positive integer, got {copies}")
    if copies > listed.MOST_MEMBERS:
        many = laws.RepeatedLaw(law, int(copies.p))
        if not free_names(node):
            if len(_REPEATED) >= 1024:
                _REPEATED.clear()
            _REPEATED[id(node), c.prec] = node, many
        return many
    return law if copies == 1 else _independent([law] * int(copies.p))

_REPEATED: dict[tuple[int, int], tuple[Node, laws.RepeatedLaw]] = {}
"""Laws of very many copies by the very formula, which is kept alive with them, and precision: a bound order moves beside them."""


def _convolve(node: Node, env: ev.Env, c: ev.Context) -> Any:
    a, b = ev.argument_value(node, 0, env, c), ev.argument_value(node, 1, env, c)
    if isinstance(a, laws.FiniteLaw) and isinstance(b, laws.FiniteLaw):
        return laws.convolve(a, b)
    if isinstance(a, laws.NormalLaw) and isinstance(b, laws.NormalLaw):
        return normals.made(arithmetic.added(a.mean, b.mean, c.prec), arithmetic.added(a.covariance, b.covariance, c.prec), c.prec)
    normal = enclosures.convolve_normals(a, b, c.prec)
    if normal is not None:
        return normal
    try:
        return laws.convolve(a, b)
    except (NotImplementedError, TypeError, ValueError) as error:
        raise ev.NoRoute(f"convolution: {error}") from None

SMOOTH: tuple[Any, ...] = (normal_balls.RealNormal, laws.NormalLaw, laws.GeometricLaw, laws.PieceLaw, laws.PoissonLaw, laws.PowerLaw, laws.SparseLaw, laws.TranslatedLaw, laws.MixtureLaw, laws.ProductLaw)


def _image(table: Any, point: Any) -> Any:
    if isinstance(table, Polyline):
        if not ev.is_exact(point):
            raise ev.NoRoute("a piecewise linear map of points that are not fractions")
        return tuple(map(table.at, point)) if isinstance(point, tuple) else table.at(point)
    if not isinstance(table, Table):
        raise ev.NoRoute("only tables can be applied")
    return table.at(point)


def _push(node: Node, env: ev.Env, c: ev.Context) -> Any:
    table, law = ev.argument_value(node, 0, env, c), ev.argument_value(node, 1, env, c)
    if not isinstance(law, laws.FiniteLaw):
        raise ev.NoRoute("a kernel applied to a distribution that is not finite")
    images = [ev.resolve(_image(table, point), c) for point in law.points]
    if any(isinstance(image, SMOOTH) for image in images):
        made: list[Any] = [image if isinstance(image, (laws.FiniteLaw, *SMOOTH)) else laws.FiniteLaw([image], [1]) for image in images]
        return laws.mixture(law.weights, made)
    points: list[Any] = []
    weights: list[fmpq] = []
    for image, weight in zip(images, law.weights, strict=True):
        if isinstance(image, laws.FiniteLaw):
            points += image.points
            weights += [weight * share for share in image.weights]
        else:
            points.append(image)
            weights.append(weight)
    return laws.FiniteLaw(points, weights)


def _then(node: Node, env: ev.Env, c: ev.Context) -> Any:
    law, table = ev.argument_value(node, 0, env, c), ev.argument_value(node, 1, env, c)
    if not isinstance(law, laws.FiniteLaw):
        raise ev.NoRoute("a joint distribution from a distribution that is not finite")
    masses: dict[Any, fmpq] = {}
    for point, weight in law.items():
        image = _image(table, point)
        if not isinstance(image, laws.FiniteLaw):
            raise ev.NoRoute("a joint distribution with outputs that are not finite")
        for outcome, share in image.items():
            masses[(point, outcome)] = masses.get((point, outcome), fmpq(0)) + weight * share
    return laws.FiniteLaw(list(masses), list(masses.values()))


def _marginal(node: Node, env: ev.Env, c: ev.Context) -> Any:
    law, index = ev.argument_value(node, 0, env, c), ev.argument_value(node, 1, env, c)
    if isinstance(law, laws.NormalLaw):
        k = ev.index_of(index, len(law.mean))
        return normals.made(law.mean[k], law.covariance[k][k], c.prec)
    if index == 1 and has_numbers(law):  # a number is a point with one coordinate
        return law
    return laws.marginal(law, ev.index_of(index, sys.maxsize))


def _decoupled(node: Node, env: ev.Env, c: ev.Context) -> Any:
    law, count = ev.argument_value(node, 0, env, c), ev.argument_value(node, 1, env, c)
    if not isinstance(law, laws.FiniteLaw):
        raise ev.NoRoute("independent coordinates with the marginals of a distribution that is not finite")
    if not (isinstance(count, fmpq) and count.q == 1 and count >= 1):
        raise NoValue(f"the number of coordinates must be a positive integer, got {count}")
    if count == 1:
        return law
    if not all(isinstance(point, tuple) and len(point) == count for point in law.points):
        raise NoValue(f"points that do not have {count} coordinates")
    return _independent([laws.marginal(law, k) for k in range(int(count.p))])


def has_numbers(law: Any) -> bool:
    """Whether the outcomes are numbers."""
    if isinstance(law, laws.MixtureLaw):
        return all(has_numbers(part) for part in law.laws)
    if isinstance(law, laws.TranslatedLaw):
        return has_numbers(law.base)
    return isinstance(law, laws.GeometricLaw | laws.PieceLaw | laws.PoissonLaw | laws.PowerLaw | laws.SparseLaw) or (isinstance(law, laws.FiniteLaw) and not any(isinstance(p, tuple) for p in law.points))


def _conditional(node: Node, env: ev.Env, c: ev.Context) -> Any:
    law, index, given = (ev.argument_value(node, k, env, c) for k in range(3))
    if not isinstance(law, laws.FiniteLaw):
        raise ev.NoRoute("a conditional distribution of a distribution that is not finite")
    if not all(isinstance(point, tuple) for point in law.points) or not 1 <= index <= len(law.points[0]):
        raise NoValue("a coordinate of points that do not have it")
    k = int(index.p) - 1
    kept = laws.conditional(law, lambda point: bool(point[k] == ev.looked_up(given)))
    return laws.push(kept, lambda point: point[1 - k] if len(point) == 2 else point[:k] + point[k + 1 :])


def _coordinate_sum(node: Node, env: ev.Env, c: ev.Context) -> Any:
    """Law of the sum of the coordinates of a point; coordinates that are points are added as vectors."""
    law = ev.argument_value(node, 0, env, c)
    if not isinstance(law, laws.FiniteLaw):
        raise ev.NoRoute("the sum of the coordinates under a distribution that is not finite")
    masses: dict[Any, fmpq] = {}
    for point, weight in law.items():
        total = point[0]
        for coordinate in point[1:]:
            total = arithmetic.added(total, coordinate, c.prec)
        masses[total] = masses.get(total, fmpq(0)) + weight
    return laws.FiniteLaw(list(masses), list(masses.values()))


def _swap(node: Node, env: ev.Env, c: ev.Context) -> Any:
    law = ev.argument_value(node, 0, env, c)
    if isinstance(law, laws.ProductLaw) and len(law.laws) == 2:
        return laws.ProductLaw(law.laws[::-1])
    if not isinstance(law, laws.FiniteLaw):
        raise ev.NoRoute("the exchange of the coordinates of a distribution that is not finite")
    if not all(isinstance(point, tuple) and len(point) == 2 for point in law.points):
        raise NoValue("the exchange of the coordinates of what is no pair")
    return laws.FiniteLaw([(y, x) for x, y in law.points], list(law.weights))


def _indicator_law(node: Node, env: ev.Env, c: ev.Context) -> Any:
    law, event = ev.argument_value(node, 0, env, c), ev.argument_value(node, 1, env, c)
    if not isinstance(law, laws.FiniteLaw):
        raise ev.NoRoute("the indicator of an event of a distribution that is not finite")
    inside = sum((w for p, w in law.items() if event.has(p)), fmpq(0))
    return laws.FiniteLaw([fmpq(0), fmpq(1)], [1 - inside, inside])


def _apply(node: Node, env: ev.Env, c: ev.Context) -> Any:
    whole = ev.argument_value(node, 0, env, c)
    if isinstance(whole, Function):
        return arithmetic.at(whole, ev.argument_value(node, 1, env, c), c)
    if isinstance(whole, RidgeSum):
        return whole.at(exact_point(ev.argument_value(node, 1, env, c)))
    return _image(whole, ev.looked_up(ev.argument_value(node, 1, env, c) if len(node.args) == 2 else tuple(ev.value(a, env, c) for a in node.args[1:])))  # type: ignore[arg-type]


def _lambda(node: Node, env: ev.Env, c: ev.Context) -> Function:
    """A function; names of its term that are bound outside keep the values they have here."""
    return Function(node, tuple((name, env[name]) for name in sorted(free_names(node)) if name in env))


def _joint(node: Node, env: ev.Env, c: ev.Context) -> Any:
    whole: Composition = ev.argument_value(node, 0, env, c)
    if not whole.listed:
        raise ev.NoRoute("the joint distribution of a composition with too many outcomes to list")
    return whole.joint(ev.argument_value(node, 1, env, c))


def _outputs(node: Node, env: ev.Env, c: ev.Context) -> Any:
    whole: Composition = ev.argument_value(node, 0, env, c)
    if not whole.listed:
        raise ev.NoRoute("the joint distributions of a composition with too many outcomes to list")
    rows = [row for row, _ in whole.parts] if whole.parts is not None else dict.fromkeys(data for data, _, _, _ in whole.tables[0])
    return Table(tuple((row, whole.joint(row)) for row in rows))


def _step(node: Node, env: ev.Env, c: ev.Context) -> Any:
    whole: Composition = ev.argument_value(node, 0, env, c)
    index, data = ev.index_of(ev.argument_value(node, 1, env, c), whole.steps), ev.argument_value(node, 2, env, c)
    past = () if node.args[3] is None else ev.argument_value(node, 3, env, c)
    return whole.step(index, data, past)


def _part(node: Node, env: ev.Env, c: ev.Context) -> Any:
    whole: Composition = ev.argument_value(node, 0, env, c)
    return whole.part(ev.index_of(ev.argument_value(node, 1, env, c), whole.steps), ev.argument_value(node, 2, env, c))


def _normal_vector(node: Node, env: ev.Env, c: ev.Context) -> Any:
    mean, covariance = ev.argument_value(node, 0, env, c), ev.argument_value(node, 1, env, c)
    if isinstance(mean, tuple) and not (ev.is_exact(mean) and ev.is_exact(covariance)):
        try:
            return normal_balls.made(mean, covariance, c.prec)
        except normal_balls.Unsettled as why:
            raise ev.NoRoute(str(why)) from None
    return normals.made(mean, covariance, c.prec)


def _affine(node: Node, env: ev.Env, c: ev.Context) -> Any:
    try:
        return normals.affine(ev.argument_value(node, 0, env, c), ev.argument_value(node, 1, env, c), ev.argument_value(node, 2, env, c), c.prec)
    except NotImplementedError as why:
        raise ev.NoRoute(str(why)) from None


def _inverse_form(node: Node, env: ev.Env, c: ev.Context) -> Any:
    matrix, vector = ev.argument_value(node, 0, env, c), ev.argument_value(node, 1, env, c)
    if isinstance(matrix, tuple) and not (ev.is_exact(matrix) and ev.is_exact(vector)):
        raise ev.NoRoute("the inverse form of numbers that are not fractions")
    try:
        return normals.inverse_form(matrix, vector)
    except NotKnown as why:
        raise ev.NoRoute(str(why)) from None


def _of_matrix(node: Node, env: ev.Env, c: ev.Context) -> Any:
    enclosures.spend(2)
    try:
        return spectra.evaluate(node.head, ev.argument_value(node, 0, env, c), c.prec)
    except Wide as reason:
        raise ev.NoRoute(str(reason)) from None


def _polyline(node: Node, env: ev.Env, c: ev.Context) -> Any:
    nodes = tuple((ev.value(x, env, c), ev.value(y, env, c)) for x, y in node.args[1])  # type: ignore[arg-type, misc, str-unpack, union-attr]
    left, right = ev.argument_value(node, 0, env, c), ev.argument_value(node, 2, env, c)
    if not ev.is_exact((left, right, nodes)):
        raise ev.NoRoute("a piecewise linear map with numbers that are not fractions")
    if any(a[0] >= b[0] for a, b in itertools.pairwise(nodes)):
        raise NoValue("the nodes of a piecewise linear map must rise")
    return Polyline(left, nodes, right)


def _iteration(node: Node, env: ev.Env, c: ev.Context) -> Any:
    maps, noises = [], []
    for table, noise in node.args[1]:  # type: ignore[misc, str-unpack, union-attr]
        maps.append(tuple((ev.value(r, env, c), ev.value(line, env, c)) for r, line in table))  # type: ignore[arg-type, misc, str-unpack, union-attr]
        assert isinstance(noise, Node)
        noises.append(_noise(noise, env, c))
    start = ev.argument_value(node, 0, env, c)
    if not isinstance(start, fmpq):
        raise ev.NoRoute("an iteration from a number that is not a fraction")
    return Iteration(start, tuple(maps), tuple(noises))


def _noise(node: Node, env: ev.Env, c: ev.Context) -> Any:
    if node.head == "normal_vector":
        mean, variance = ev.argument_value(node, 0, env, c), ev.argument_value(node, 1, env, c)
        if not (isinstance(mean, fmpq) and isinstance(variance, fmpq)):
            raise ev.NoRoute("normal noise with numbers that are not fractions")
        if not variance >= 0:
            raise NoValue("noise with a variance below 0")
        return NormalNoise(mean, variance) if variance > 0 else laws.FiniteLaw([mean], [1])
    law = ev.value(node, env, c)
    if not isinstance(law, laws.FiniteLaw):
        raise ev.NoRoute("noise that is neither finite nor normal")
    return law


def _the_iteration(node: Node, env: ev.Env, c: ev.Context) -> Iteration:
    found = ev.argument_value(node, 0, env, c)
    if not isinstance(found, Iteration):
        raise NoValue("an iteration is needed")
    return found


def _iterate_law(node: Node, env: ev.Env, c: ev.Context) -> Any:
    whole, data, noisy = _the_iteration(node, env, c), ev.argument_value(node, 1, env, c), node.head == "iterate_law"
    steps = fmpq(whole.steps) if node.args[2] is None else ev.argument_value(node, 2, env, c)
    if not (isinstance(steps, fmpq) and steps.q == 1 and (0 if noisy else 1) <= steps <= whole.steps):
        raise NoValue(f"there is no iterate {steps} of {whole.steps}")
    runs = data.items() if isinstance(data, laws.FiniteLaw) else ((data, fmpq(1)),)
    try:
        parts = laws.merged((part, share * weight) for sequence, share in runs for part, weight in whole.components(sequence, int(steps.p), noisy))
    except NotNormal as why:
        raise ev.NoRoute(str(why)) from None
    atoms = [(mean, weight) for (mean, variance), weight in parts if variance == 0]
    smooth = [(normals.on_line(mean, variance, c.prec), weight) for (mean, variance), weight in parts if variance > 0]
    mass = sum((weight for _, weight in atoms), fmpq(0))
    point_law = [(laws.FiniteLaw([x for x, _ in atoms], [w / mass for _, w in atoms]), mass)] if atoms else []
    made: list[tuple[Any, fmpq]] = [*point_law, *smooth]
    return laws.mixture([weight for _, weight in made], [law for law, _ in made])


def _step_map(node: Node, env: ev.Env, c: ev.Context) -> Any:
    whole = _the_iteration(node, env, c)
    line, state = whole.map(ev.index_of(ev.argument_value(node, 1, env, c), whole.steps), ev.argument_value(node, 2, env, c)), ev.argument_value(node, 3, env, c)
    if not isinstance(state, fmpq):
        raise ev.NoRoute("a map ev.at a number that is not a fraction")
    return line.at(state)


def _step_shift(node: Node, env: ev.Env, c: ev.Context) -> Any:
    whole, (first, second) = _the_iteration(node, env, c), (ev.argument_value(node, k, env, c) for k in (1, 2))
    index, ends = ev.index_of(ev.argument_value(node, 3, env, c), whole.steps), [ev.argument_value(node, k, env, c) for k in (4, 5)]
    if not all(isinstance(law, laws.FiniteLaw) for law in (first, second)):
        raise ev.NoRoute("random records whose distribution is not finite")
    if any(not isinstance(end, fmpq) and end not in (math.inf, -math.inf) for end in ends):
        raise ev.NoRoute("a range of states with ends that are not fractions")
    inside = tuple(end if isinstance(end, fmpq) else None for end in ends)
    found = step_shift(whole, laws.marginal(first, index) if whole.steps > 1 else first, laws.marginal(second, index) if whole.steps > 1 else second, index, inside)  # type: ignore[arg-type]
    return math.inf if found is None else found


def _noise_law(node: Node, env: ev.Env, c: ev.Context) -> Any:
    whole = _the_iteration(node, env, c)
    noise = whole.noise[ev.index_of(ev.argument_value(node, 1, env, c), whole.steps)]
    return normals.on_line(noise.mean, noise.variance, c.prec) if isinstance(noise, NormalNoise) else noise


def _pufferfish(node: Node, env: ev.Env, c: ev.Context) -> Any:
    data, priors, secrets, pairs = (tuple(ev.value(x, env, c) for x in part) for part in node.args)  # type: ignore[union-attr,arg-type]
    return Framework(data, priors, secrets, pairs)


def _classical(node: Node, env: ev.Env, c: ev.Context) -> Any:
    universe = ev.argument_value(node, 0, env, c)
    if not isinstance(universe, Universe):
        raise NoValue("the framework of something that is not a universe of data sets")
    return frameworks.classical(universe)


def _prior(node: Node, env: ev.Env, c: ev.Context) -> Any:
    priors = listed.framework_of(node, 0, env, c).priors
    return priors[ev.index_of(ev.argument_value(node, 1, env, c), len(priors))]


def _secret(node: Node, env: ev.Env, c: ev.Context) -> Any:
    secrets = listed.framework_of(node, 0, env, c).secrets
    return secrets[ev.index_of(ev.argument_value(node, 1, env, c), len(secrets))]


def _given_event(node: Node, env: ev.Env, c: ev.Context) -> Any:
    law, event = ev.argument_value(node, 0, env, c), ev.argument_value(node, 1, env, c)
    if not isinstance(law, laws.FiniteLaw):
        raise ev.NoRoute("the distribution given an event of a distribution that is not finite")
    if not isinstance(event, Event):
        raise NoValue("the distribution given something that is not an event")
    return frameworks.given_event(law, event)


def _preimage(node: Node, env: ev.Env, c: ev.Context) -> Any:
    table, event = ev.argument_value(node, 0, env, c), ev.argument_value(node, 1, env, c)
    found = set()
    for point, image in table.entries:
        if isinstance(image, laws.FiniteLaw):
            if len(image.points) != 1:
                raise NoValue("the preimage under a randomised map")
            image = image.points[0]
        if event.has(image):
            found.add(point)
    return Event(frozenset(found))


def _point(node: Node, env: ev.Env, c: ev.Context) -> Any:
    return tuple(ev.value(a, env, c) for a in node.args)  # type: ignore[arg-type]


def _table(node: Node, env: ev.Env, c: ev.Context) -> Any:
    return Table(tuple((ev.looked_up(ev.value(k, env, c)), ev.value(v, env, c)) for k, v in node.args[0]))  # type: ignore[arg-type, misc, str-unpack, union-attr]


def _family(node: Node, env: ev.Env, c: ev.Context) -> Any:
    return Family(tuple(ev.value(a, env, c) for a in node.args))  # type: ignore[arg-type]


def _event(node: Node, env: ev.Env, c: ev.Context) -> Any:
    return Event(frozenset(ev.looked_up(ev.value(a, env, c)) for a in node.args))  # type: ignore[arg-type]


def _row(node: Node, env: ev.Env, c: ev.Context) -> Any:
    return Row(tuple(None if a is None else ev.looked_up(ev.value(a, env, c)) for a in node.args))  # type: ignore[arg-type]


def _universe(node: Node, env: ev.Env, c: ev.Context) -> Any:
    return Universe(ev.word_of(node.args[0]), tuple(ev.value(a, env, c) for a in node.args[1]))  # type: ignore[union-attr,arg-type]


def _composition(node: Node, env: ev.Env, c: ev.Context) -> Any:
    coins, tables, parts = node.args
    return Composition(
        tuple(ev.value(a, env, c) for a in coins),  # type: ignore[union-attr,arg-type]
        tuple(tuple(tuple(ev.value(x, env, c) for x in entry) for entry in table) for table in tables),  # type: ignore[arg-type, union-attr]
        None if parts is None else tuple((ev.value(row, env, c), tuple(ev.value(p, env, c) for p in pieces)) for row, pieces in parts),  # type: ignore[arg-type, misc, str-unpack, union-attr]
    )


ev.RULES |= {
    "binomial_law": _binomial_law, "poisson_law": _poisson_law, "independent": _of_each, "law": _law, "power_law": _power_law, "geometric_law": _geometric_law, "sparse_law": _sparse_law, "finite": _finite, "mixture": _mixture, "translate": _translate, "product": _product, "iid": _iid,
    "convolve": _convolve, "push": _push, "then": _then, "marginal": _marginal, "decoupled": _decoupled, "conditional": _conditional, "coordinate_sum": _coordinate_sum,
    "swap": _swap, "indicator_law": _indicator_law, "apply": _apply, "joint": _joint, "outputs": _outputs, "step": _step, "part": _part, "preimage": _preimage,
    "pufferfish": _pufferfish, "classical": _classical, "prior": _prior, "secret": _secret, "given_event": _given_event, "polyline": _polyline, "iteration": _iteration,
    "iterate_law": _iterate_law, "image_law": _iterate_law, "step_shift": _step_shift, "step_map": _step_map, "noise_law": _noise_law, "normal_vector": _normal_vector,
    **dict.fromkeys(spectra.HEADS, _of_matrix), "affine": _affine, "inverse_form": _inverse_form, "lambda": _lambda, "point": _point, "table": _table, "family": _family, "event": _event, "set": _event, "row": _row,
    "universe": _universe, "composition": _composition,
    "contraction": lambda node, env, c: _the_iteration(node, env, c).contraction,
    "prior_count": lambda node, env, c: fmpq(len(listed.framework_of(node, 0, env, c).priors)),
    "secret_count": lambda node, env, c: fmpq(len(listed.framework_of(node, 0, env, c).secrets)),
}
