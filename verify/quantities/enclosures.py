"""Quantities of laws as exact values or enclosures: one table from the name of a quantity to its computation."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from flint import arb, fmpq

from verify.late import late
from verify.quantities.kernels import (
    coincidence,
    coordinates,
    densities,
    diameter,
    divergences,
    geometric,
    kantorovich,
    largest_shift,
    line_transport,
    lines,
    metrizing,
    moments,
    near_laws,
    normal_balls,
    normals,
    poisson,
    sparse,
    subsampled,
    testing,
    transport,
    wasserstein,
)
from verify.values import elementary, laws, numbers, powers
from verify.values.numbers import Enclosure, NotKnown, NoValue

repeated = late("verify.quantities.kernels.repeated")  # with the accountant of compositions
Arguments = list[Any]


def evaluate(head: str, arguments: Arguments, prec: int) -> Any:
    """The value of one quantity at evaluated arguments. Raises NoValue where it has none."""
    kinds = set(map(type, arguments))
    if normal_balls.RealNormal in kinds:
        spend(20)
        return normal_balls.renyi(arguments[0], arguments[1], arguments[2], prec) if head == "renyi" else normals.ANYTHING
    if laws.NormalLaw in kinds and head not in _OF_ALL_LAWS:
        spend(1)
        return normals.evaluate(head, arguments, prec)
    if laws.RepeatedLaw in kinds:
        _count(2 if head == "renyi" else 10)  # one run is looked at, and its ends are kept
        return repeated.evaluate(head, arguments, prec)
    if head != "subsampled_shifts" and not kinds.isdisjoint(MADE_OF_LAWS) and any(map(geometric.occurs, arguments)):
        spend(4)
        return geometric.evaluate(head, arguments, prec)
    if laws.PoissonLaw in kinds:
        spend(1)
        return poisson.evaluate(head, arguments, prec)
    if laws.SparseLaw in kinds:
        spend(4)
        return sparse.evaluate(head, arguments, prec)
    if isinstance(arguments[0], laws.FiniteLaw):
        return _of_finite_laws(head, arguments, prec)
    cost = _COSTS.get(head, 10) // (8 if prec <= line_transport.COARSE else 1)
    mixed = head == "renyi" and any(isinstance(a, laws.MixtureLaw) for a in arguments[:2])  # an integral
    spend(cost * (30 if mixed else 10 if _has_power_tails(arguments[0]) else 1))
    near = (head, prec, *[_quick(a) for a in arguments])
    recent = _RECENT.get(near)
    if recent is not None:
        return recent[1]
    key = (head, *arguments, prec)
    try:
        known = _KNOWN.get(key)
    except TypeError:  # an argument that cannot be hashed
        return _TABLE[head](arguments, prec)
    if known is None:
        known = _TABLE[head](arguments, prec)
        if len(_KNOWN) >= 8192:
            _KNOWN.clear()
        _KNOWN[key] = known
    _keep(near, arguments, known)
    return known


def _of_finite_laws(head: str, arguments: Arguments, prec: int) -> Any:
    """The value for a finite first law; what was asked for is kept, unless the laws are large."""
    if type(arguments[-1]) is not numbers.Enclosure:
        atoms = max(len(a.points) for a in arguments if isinstance(a, laws.FiniteLaw))
        spend(1 + work_on(atoms))
        if atoms > MOST_ATOMS_KEPT:  # the key would keep the laws
            return _TABLE[head](arguments, prec)
        near = (head, prec, *[_quick(a) for a in arguments])
        found = _OF_FINITE_LAWS.get(near)
        if found is None:
            if len(_OF_FINITE_LAWS) >= 8192:
                _OF_FINITE_LAWS.clear()
            found = _OF_FINITE_LAWS[near] = arguments, _TABLE[head](arguments, prec)
        return found[1]
    spend(2)
    near = (head, prec, *[_quick(a) for a in arguments])  # on a piece of a cover the same value is asked for several times
    if near not in _RECENT:
        _keep(near, arguments, _TABLE[head](arguments, prec))
    return _RECENT[near][1]


def work_on(atoms: int) -> int:
    """Units of work on a finite law with so many atoms, beside what a small one takes."""
    return atoms // 64


def _has_power_tails(law: Any) -> bool:
    """Whether integrals over the densities of a law are adaptive ones."""
    if isinstance(law, laws.MixtureLaw | laws.ProductLaw):
        return any(_has_power_tails(part) for part in law.laws)
    return isinstance(law, laws.PowerLaw) or (isinstance(law, laws.TranslatedLaw) and _has_power_tails(law.base))


def _keep(near: Any, arguments: Arguments, known: Any) -> None:
    if len(_RECENT) >= 8192:
        _RECENT.clear()
    _RECENT[near] = arguments, known


def _quick(argument: Any) -> Any:
    """A key of an argument that is quick to hash: numerator and denominator of a fraction, else the very object, which is kept alive with the key."""
    return (int(argument.p), int(argument.q)) if type(argument) is fmpq else (id(argument),)


MADE_OF_LAWS = frozenset({laws.GeometricLaw, laws.MixtureLaw, laws.ProductLaw, laws.TranslatedLaw})
"""Laws that may have infinitely many atoms."""
MOST_ATOMS_KEPT = 1024
"""Atoms of a finite law up to which its quantities are kept."""
_RECENT: dict[Any, tuple[Arguments, Any]] = {}
"""The same by the very arguments: laws are slow to hash."""


_OF_FINITE_LAWS: dict[Any, tuple[Arguments, Any]] = {}
"""The same of finite laws: margins, planted errors and members of a set ask for the same ones again, at the same cost in units of work."""


_KNOWN: dict[Any, Any] = {}
"""Quantities of laws with densities by their arguments: readings of a claim, smaller witnesses and planted errors ask for the same ones again."""
_SPENT = [0]
_FREE = [0]
"""The part of it that costs nothing when it is asked again in the same statement."""
_ANEW = [0]
"""The same as if nothing had been found before: what a cover inside another one may cost is held against this, so that it does not depend on what is known."""
_LIMIT: list[float] = [math.inf]
_COSTS = {
    "wasserstein": 400, "total_variation": 60, "l1_distance": 60, "hockey_stick": 60, "least_disagreement": 60, "gaussian_dp": 800, "largest_shift": 60,
    "shifted_renyi": 100, "trimmed_renyi": 100, "near_distance": 100,
}
"""Rough cost of a quantity of laws with densities, in evaluations of one of small finite laws."""


class OutOfWork(Exception):
    """The allowance of work is spent."""


@contextmanager
def allowance(units: float) -> Iterator[None]:
    """No more than so many units of work in this block, and no more than an allowance around it: OutOfWork is raised where they are spent."""
    before, _LIMIT[0] = _LIMIT[0], min(_LIMIT[0], _SPENT[0] + units)
    try:
        yield
    finally:
        _LIMIT[0] = before


def spend(units: int) -> None:
    """Count work that costs about so many tenths of a millisecond. Raises OutOfWork where an allowance is spent; what is counted is then one unit more than the
    allowance, whether the work came in one piece or in many."""
    _count(units)
    if _SPENT[0] > _LIMIT[0]:
        _SPENT[0] = int(_LIMIT[0]) + 1
        raise OutOfWork


def _count(units: int) -> None:
    _SPENT[0] += units
    _ANEW[0] += units


class Memo:
    """What is found again. ``known`` is of one statement, and costs nothing; with ``counted`` it costs what finding it once more would cost. What is kept beyond it saves
    time and is counted again as the work that it took, so that no verdict depends on what was decided before: where a part of it was found in the same statement
    already, that part costs nothing. ``size`` bounds what is kept beyond the statement, each entry counted once or with its ``weight``; where entries have weights,
    what is known in the statement is bounded by eight times as much."""

    __slots__ = ("_counted", "_known_weight", "_shared", "_shared_weight", "_size", "_weight", "known")

    def __init__(self, size: int = 4096, counted: bool = False, weight: Callable[[Any], int] | None = None) -> None:
        self.known: dict[Any, Any] = {}
        self._counted = counted
        self._shared: dict[Any, tuple[Any, Trace]] = {}
        self._size = size
        self._weight = weight
        self._known_weight = self._shared_weight = 0
        _MEMOS.append(self)

    def begin(self) -> None:
        """Forget what is known of the statement before."""
        self.known = {}
        self._known_weight = 0

    def know(self, key: Any, entry: Entry) -> None:
        """Keep it for this statement. What is dropped for it hangs on the statement alone."""
        if self._weight is not None:
            weight = self._weight(entry[0])
            if self._known_weight + weight > 8 * self._size:
                self.begin()
            self._known_weight += weight
        self.known[key] = entry

    def _share(self, key: Any, entry: Entry) -> None:
        weight = 1 if self._weight is None else self._weight(entry[0])
        if weight > self._size:
            return
        if self._shared_weight + weight > self._size:
            self._shared.clear()
            self._shared_weight = 0
        self._shared_weight += weight
        self._shared[key] = entry

    def found(self, key: Any, find: Callable[[], Any]) -> Any:
        """What ``find`` returns, which the key alone determines. Raises what it raises, and OutOfWork."""
        around = _OPEN[-1] if _OPEN else None
        if around is None:
            return self._entry(key, find)[0]
        around.events.append(_SPENT[0] - around.begin)
        try:
            entry = self._entry(key, find)
            around.events.append((self, key, entry))
        finally:
            around.begin = _SPENT[0]
        return entry[0]

    def _entry(self, key: Any, find: Callable[[], Any]) -> Entry:
        entry: Entry | None = self.known.get(key)
        if entry is not None:
            self._at_hand(entry[1])
        else:
            before, free = _SPENT[0], _FREE[0]
            entry = self._shared.get(key)
            if entry is not None:
                entry[1].again()
            else:
                trace = Trace()
                _OPEN.append(trace)
                try:
                    entry = find(), trace
                except BaseException:
                    if len(_OPEN) > 1:  # what was spent in vain is part of what is around it
                        _OPEN[-2].events += [*trace.events, _SPENT[0] - trace.begin]
                    raise
                finally:
                    _OPEN.pop()
                trace.end()
                self._share(key, entry)
            self.know(key, entry)
            _FREE[0] = free + _SPENT[0] - before - (entry[1].plain if self._counted else 0)
        return entry

    def _at_hand(self, trace: Trace) -> None:
        """Count what is known in this statement."""
        anew = _ANEW[0]
        if self._counted:
            spend(trace.plain)
        _ANEW[0] = anew + trace.anew


class Trace:
    """How something was found: units of work, and what memos had to find for it between them."""

    __slots__ = ("anew", "begin", "events", "plain")

    def __init__(self) -> None:
        self.begin = _SPENT[0]
        self.events: list[int | tuple[Memo, Any, Entry]] = []
        self.anew = -_ANEW[0]
        """At its end the units that it takes where nothing is known."""
        self.plain = -asked_again()
        """At its end the units that it takes where all is known that costs nothing then."""

    def end(self) -> None:
        self.events = [event for event in [*self.events, _SPENT[0] - self.begin] if event != 0]
        self.anew += _ANEW[0]
        self.plain += asked_again()

    def again(self) -> None:
        """Count it as if it were found now. Raises OutOfWork where that would."""
        before, anew = _SPENT[0], _ANEW[0]
        try:
            self._count()
        except OutOfWork:
            if _OPEN:
                _OPEN[-1].events.append(_SPENT[0] - before)
            raise
        _ANEW[0] = anew + self.anew

    def _count(self) -> None:
        for event in self.events:
            if isinstance(event, int):
                spend(event)
            else:
                memo, key, entry = event
                if key in memo.known:
                    memo._at_hand(entry[1])
                else:
                    entry[1]._count()
                    memo.know(key, entry)


Entry = tuple[Any, Trace]
"""What was found, and how."""


def inside() -> bool:
    """Whether something that is kept is being found: how that is done must not depend on what is known already."""
    return bool(_OPEN)


_MEMOS: list[Memo] = []
_OPEN: list[Trace] = []


def forget() -> None:
    """Begin anew with what is found without being counted, so that the work on a statement does not depend on those before it."""
    for memo in _MEMOS:
        memo.begin()


def spent() -> int:
    """Work done so far in this process; a search stops by the difference, so that it can be repeated."""
    return _SPENT[0]


def asked_again() -> int:
    """The same without what costs nothing when it is asked again in the same statement: what is asked twice is counted twice by it, also where it was kept."""
    return _SPENT[0] - _FREE[0]


def anew() -> int:
    """The same as if nothing were found again: for limits inside what is kept."""
    return _ANEW[0]


def _norm(value: Any) -> Any:
    return fmpq(1) if value is None else value


def _wasserstein(a: Arguments, prec: int) -> Any:
    p, q, order = a[0], a[1], a[2]
    asked = a[3] if len(a) > 3 else None
    known = _TRANSPORTED.get((id(p), id(q), prec), ())
    for one, two, exponent, length, found in known:
        if one is p and two is q and (exponent is order or exponent == order) and (length is asked or length == asked):
            return found
    if numbers.relation(order, ">=", fmpq(1)) is False:
        raise NoValue("a Wasserstein distance of order below 1")
    if _shape(p) != _shape(q):
        raise NoValue("distributions on different spaces")
    found = wasserstein.wasserstein(p, q, order, _norm(asked), prec)
    if len(_TRANSPORTED) >= 4096:
        _TRANSPORTED.clear()
    _TRANSPORTED.setdefault((id(p), id(q), prec), []).append((p, q, order, asked, found))
    return found


_TRANSPORTED: dict[tuple[int, int, int], list[tuple[Any, Any, Any, Any, Any]]] = {}
"""Distances between the same two laws, which are kept alive here: a hypothesis and the goal often ask for the same one."""


def _shape(law: Any) -> int:
    """Number of coordinates of the points of a law; 0 on the line."""
    if isinstance(law, laws.FiniteLaw):
        return len(law.points[0]) if isinstance(law.points[0], tuple) else 0
    if isinstance(law, laws.ProductLaw):
        return len(law.laws)
    if isinstance(law, laws.MixtureLaw):
        return _shape(law.laws[0])
    return 0


def _mass(a: Arguments, prec: int) -> Any:
    law, event = a
    if isinstance(law, laws.MixtureLaw):
        return sum((w * _mass([part, event], prec) for w, part in zip(law.weights, law.laws, strict=True)), fmpq(0))
    if not isinstance(law, laws.FiniteLaw):
        return fmpq(0)  # finitely many points carry no mass under a density
    return sum((w for p, w in law.items() if event.has(p)), fmpq(0))


def _density(a: Arguments, prec: int) -> Any:
    law, x = a
    if isinstance(law, laws.FiniteLaw):
        if any(isinstance(part, Enclosure) for part in (x if isinstance(x, tuple) else (x,))):
            raise NotKnown("the weight of a point that is only enclosed")
        return dict(law.items()).get(x, fmpq(0))
    return coordinates.density(law, x, prec) if isinstance(law, laws.ProductLaw) else lines.density(law, x, prec)


def _log_density_lipschitz(a: Arguments, prec: int) -> Any:
    law, ends, norm = a[0], [*a[1:3], None, None][:2], a[3] if len(a) > 3 else None
    if isinstance(law, laws.ProductLaw):
        if ends != [None, None]:
            raise NoValue("an interval of points with several coordinates")
        return coordinates.log_density_lipschitz(law, _norm(norm), prec)
    low, high = -math.inf if ends[0] is None else ends[0], math.inf if ends[1] is None else ends[1]
    return densities.log_density_lipschitz(law, low, high, prec)


def _by_coordinates(products: Callable[..., Any], line: Callable[..., Any]) -> Callable[..., Any]:
    def rule(p: Any, q: Any, prec: int) -> Any:
        both = isinstance(p, laws.ProductLaw) and isinstance(q, laws.ProductLaw)
        return products(p, q, prec) if both else line(p, q, prec)

    return rule


def _mean(a: Arguments, prec: int) -> Any:
    law = a[0]
    return laws.mean(law) if isinstance(law, laws.FiniteLaw | laws.ProductLaw) else moments.mean(law, prec)


def finite_moment(law: laws.FiniteLaw, order: Any, norm: Any, prec: int) -> Any:
    """E of the norm to a power under a finite law."""
    total: Any = fmpq(0)
    for point, weight in law.items():
        length = transport.ground_distance(point, _origin(point), norm, prec)
        total = numbers.add(total, numbers.mul(weight, powers.power(length, order, prec), prec), prec)
    return total


def _origin(point: Any) -> Any:
    return tuple(fmpq(0) for _ in point) if isinstance(point, tuple) else fmpq(0)


def _moments(a: Arguments, prec: int) -> Any:
    norm = _norm(a[2] if len(a) > 2 else None)
    if isinstance(a[0], laws.FiniteLaw):
        return finite_moment(a[0], a[1], norm, prec)
    return moments.absolute_moment(a[0], a[1], prec)


def convolve_normals(p: Any, q: Any, prec: int) -> Any:
    """The law of a sum of independent normals (mean and variance add), or None for other laws."""
    first, second = moments.gaussian(p) if _continuous(p) else None, moments.gaussian(q) if _continuous(q) else None
    if first is None or second is None:
        return None
    m, v = numbers.add(first[0], second[0], prec), numbers.add(first[1], second[1], prec)
    return normals.on_line(m, v, prec)


def least_cost(p: laws.FiniteLaw, q: laws.FiniteLaw, costs: list[list[Any]], prec: int) -> Any:
    """The least expected cost over all couplings of two finite laws: exact for fractions, else an enclosure from a primal and a dual.

    Pairs may cost oo: then the value is oo where no coupling avoids them. Otherwise a cost takes their place that no best coupling pays: at a vertex each mass is a
    multiple of 1/D, D a common denominator of the weights, so a pair that costs more than D times the largest cost is dearer than all couplings that avoid it.
    """
    finite = [x for row in costs for x in row if not isinstance(x, float)]
    if any(x == -math.inf for row in costs for x in row):
        raise NoValue("a cost of -oo")
    if len(finite) < len(p.points) * len(q.points):
        far = [[fmpq(int(isinstance(x, float))) for x in row] for row in costs]
        if transport._linear_programme(p, q, far, fmpq(1), prec).value != 0:
            return math.inf
        beyond = numbers.add(fmpq(1), numbers.mul(fmpq(2 * transport.common_denominator((*p.weights, *q.weights))), elementary.maximum(*(_size(x, prec) for x in finite)), prec), prec)
        costs = [[beyond if isinstance(x, float) else x for x in row] for row in costs]
    if all(isinstance(x, fmpq) for row in costs for x in row):
        return transport._linear_programme(p, q, costs, fmpq(1), prec).value
    below = [numbers.neg(_size(x, prec)) for x in finite if numbers.relation(x, ">=", fmpq(0)) is not True]  # rounded costs are at least 0
    least = elementary.minimum(fmpq(0), *below)
    raised = [[numbers.sub(x, least, prec) for x in row] for row in costs] if below else costs
    return numbers.add(transport._linear_programme(p, q, raised, fmpq(1), prec).value, least, prec)


def _size(cost: Any, prec: int) -> Any:
    """A number that the size of a cost does not exceed: a fraction unless that were too long. Raises NoValue for a cost that is perhaps infinite."""
    ball = numbers.enclose(cost, prec)
    if isinstance(ball.lo, float) or isinstance(ball.hi, float):
        raise NoValue("a cost that may be infinite")
    largest = max(abs(ball.lo).upper(), abs(ball.hi).upper())
    return largest.fmpq() if largest == 0 or abs(largest.log_base(2)) < transport.LONGEST else numbers.Enclosure(largest, largest)


def _continuous(law: Any) -> bool:
    return isinstance(law, laws.PieceLaw | laws.TranslatedLaw)


def _subsampled_shifts(a: Arguments, prec: int) -> Any:
    shifts = getattr(a[2], "members", a[2])
    return subsampled.subsampled_shifts(a[0], a[1], shifts if isinstance(shifts, tuple) else (shifts,), _norm(a[3] if len(a) > 3 else None), prec)


ON_MIXTURES = (divergences.hockey_stick, testing.gaussian_dp)
"""What is known of mixtures of laws of vectors."""


def _two(function: Callable[..., Any]) -> Callable[[Arguments, int], Any]:
    def rule(a: Arguments, prec: int) -> Any:
        if _shape(a[0]) != _shape(a[1]):
            raise NoValue("distributions on different spaces")
        if function not in ON_MIXTURES and any(isinstance(law, laws.MixtureLaw) and _shape(law) for law in a[:2]):
            return numbers.Enclosure(arb(0), math.inf)
        return function(*a, prec=prec)

    return rule


def _finite_only(function: Callable[..., Any], p: Any, q: Any, *rest: Any, **options: Any) -> Any:
    if not (isinstance(p, laws.FiniteLaw) and isinstance(q, laws.FiniteLaw)):
        return numbers.Enclosure(arb(0), math.inf)
    return function(p, q, *rest, **options)


_TABLE: dict[str, Callable[[Arguments, int], Any]] = {
    "wasserstein": _wasserstein,
    "kantorovich": lambda a, prec: _finite_only(kantorovich.kantorovich_dual, a[0], a[1], _norm(a[2] if len(a) > 2 else None), prec=prec),
    "renyi": _two(divergences.renyi),
    "total_variation": _two(divergences.total_variation),
    "l1_distance": _two(divergences.l1_distance),
    "least_disagreement": _two(coincidence.least_disagreement),
    "support_diameter": _two(lambda p, q, norm=None, prec=64: diameter.support_diameter(p, q, _norm(norm), prec)),
    "hockey_stick": _two(divergences.hockey_stick),
    "trade_off": _two(testing.trade_off),
    "gaussian_dp": _two(testing.gaussian_dp),
    "least_exceedance": _two(lambda p, q, z, norm=None, prec=64: testing.least_exceedance(p, q, z, _norm(norm), prec)),
    "largest_shift": lambda a, prec: largest_shift.largest_shift(a[0], a[1], a[2], _norm(a[3] if len(a) > 3 else None), prec),
    "shifted_renyi": _two(lambda p, q, order, z, slack, norm=None, prec=64: near_laws.shifted_renyi(p, q, order, z, slack, _norm(norm), prec)),
    "trimmed_renyi": _two(near_laws.trimmed_renyi),
    "near_distance": _two(lambda p, q, slack, norm=None, prec=64: near_laws.near_distance(p, q, slack, _norm(norm), prec)),
    "jensen_shannon": _two(divergences.jensen_shannon),
    "prokhorov": _two(lambda p, q, prec: _finite_only(metrizing.prokhorov_distance, p, q, prec=prec)),
    "levy": _two(lambda p, q, prec: _finite_only(metrizing.levy_distance, p, q)),
    "log_ratio_sup": _two(densities.log_ratio_sup),
    "density_gap_sup": _two(_by_coordinates(coordinates.density_gap_sup, densities.density_gap_sup)),
    "log_per_density_gap": _two(_by_coordinates(coordinates.log_per_density_gap, densities.log_per_density_gap)),
    "log_density_lipschitz": _log_density_lipschitz,
    "moment": _moments,
    "mean": _mean,
    "subsampled_shifts": _subsampled_shifts,
    "mass": _mass,
    "density": _density,
    "distribution_function": lambda a, prec: _cdf(a, prec),
}
_OF_ALL_LAWS = ("largest_shift", "near_distance", "shifted_renyi", "trimmed_renyi")
"""Quantities that know themselves what to do with normal laws on R^d."""
HEADS = frozenset(_TABLE)
"""Every quantity the evaluator knows."""


def _cdf(a: Arguments, prec: int) -> Any:
    law, x = a
    if isinstance(law, laws.FiniteLaw):
        return sum((w for p, w in law.items() if numbers.relation(p, "<=", x)), fmpq(0))
    return lines.distribution_function(law, x, prec)
