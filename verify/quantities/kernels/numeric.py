"""The same quantities in floating point, by other methods and without code of the exact routes.

Finite laws: NumPy sums and HiGHS linear programmes. Laws with densities: SciPy quadrature, and dense grids for
distribution functions and quantiles. Only the records of ``verify.values.laws`` are shared. Accuracies are stated per
function; they are those of smooth laws of scale about 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray
from scipy.integrate import cumulative_trapezoid, quad
from scipy.optimize import brentq, linprog

from verify.values.laws import FiniteLaw, Law, MixtureLaw, PieceLaw, TranslatedLaw
from verify.values.numbers import Enclosure, LogSum, Number, Surd

__all__ = [
    "absolute_moment",
    "distribution_function",
    "hockey_stick",
    "jensen_shannon",
    "kantorovich_dual",
    "kullback_leibler",
    "levy_distance",
    "max_divergence",
    "mean",
    "prokhorov_distance",
    "renyi",
    "total_variation",
    "wasserstein",
]

Array = NDArray[np.float64]
REACH = 60.0  # half-width of the integration range in units of the scale, beyond which densities are negligible


def as_float(value: Number) -> float:
    """A double from a number, by Python arithmetic."""
    if isinstance(value, float):
        return value
    if isinstance(value, Surd):
        return as_float(value.coefficient) * math.prod(math.pow(p, as_float(e)) for p, e in value.factors)
    if isinstance(value, LogSum):
        return as_float(value.rational) + math.fsum(as_float(c) * math.log(p) for p, c in value.terms)
    if isinstance(value, Enclosure):
        return (float(value.lo) + float(value.hi)) / 2
    return float(int(value.numerator) / int(value.denominator))


# --- finite laws -----------------------------------------------------------------------------------------------------


def _name(point: Any) -> Any:
    if isinstance(point, tuple):
        return tuple(_name(part) for part in point)
    return (isinstance(point, fmpq), str(point))


def _vectors(p: FiniteLaw, q: FiniteLaw) -> tuple[Array, Array]:
    names = {_name(x): None for x in (*p.points, *q.points)}
    place = {name: k for k, name in enumerate(names)}
    out = np.zeros((2, len(place)))
    for row, law in enumerate((p, q)):
        for x, w in law.items():
            out[row, place[_name(x)]] += as_float(w)
    return out[0], out[1]


def _distance(x: Any, y: Any, norm: float) -> float:
    def leaves(a: Any, b: Any) -> list[float]:
        if isinstance(a, tuple):
            return [d for s, t in zip(a, b, strict=True) for d in leaves(s, t)]
        if isinstance(a, fmpq):
            return [as_float(a) - as_float(b)]
        return [float(_name(a) != _name(b))]

    return float(np.linalg.norm(leaves(x, y), ord=norm))


def _distances(p: FiniteLaw, q: FiniteLaw, norm: float) -> Array:
    return np.array([[_distance(x, y, norm) for y in q.points] for x in p.points])


def _marginal_constraints(m: int, n: int) -> Array:
    rows = np.kron(np.eye(m), np.ones((1, n)))
    columns = np.kron(np.ones((1, m)), np.eye(n))
    return np.vstack([rows, columns])


def _transport_programme(cost: Array, p: FiniteLaw, q: FiniteLaw) -> float:
    a = np.array([as_float(w) for w in p.weights])
    b = np.array([as_float(w) for w in q.weights])
    result: Any = linprog(
        cost.ravel(), A_eq=_marginal_constraints(len(a), len(b)), b_eq=np.concatenate([a, b]), method="highs"
    )
    if result.status != 0:
        raise ArithmeticError(f"numeric: the linear programme must have a solution, got status={result.status}")
    return float(result.fun)


# --- densities -------------------------------------------------------------------------------------------------------


def _components(law: Law, weight: float = 1.0, shift: float = 0.0) -> list[tuple[float, float, Any]]:
    """``(weight, shift, law)`` of the finite laws and piece laws inside."""
    if isinstance(law, TranslatedLaw):
        return _components(law.base, weight, shift + as_float(law.shift))
    if isinstance(law, MixtureLaw):
        found = []
        for w, part in zip(law.weights, law.laws, strict=True):
            found += _components(part, weight * as_float(w), shift)
        return found
    if isinstance(law, (FiniteLaw, PieceLaw)):
        return [(weight, shift, law)]
    raise NotImplementedError(f"numeric: distributions on the line only, got {type(law).__name__}")


class _Floats:
    """A law on the line in floating point: atoms, vectorised density, break points, a range that carries it."""

    def __init__(self, law: Law) -> None:
        self.atoms: dict[float, float] = {}
        self.terms: list[tuple[float, float, float, float, float]] = []
        for weight, shift, part in _components(law):
            if isinstance(part, FiniteLaw):
                for x, w in part.items():
                    place = as_float(x) + shift
                    self.atoms[place] = self.atoms.get(place, 0.0) + weight * as_float(w)
                continue
            for piece in part.pieces:
                c0, c1, c2 = as_float(piece.c0), as_float(piece.c1), as_float(piece.c2)
                moved = (c0 - c1 * shift + c2 * shift**2 + math.log(weight), c1 - 2 * c2 * shift, c2)
                self.terms.append((as_float(piece.lo) + shift, as_float(piece.hi) + shift, *moved))
        self.breaks = sorted({end for term in self.terms for end in term[:2] if math.isfinite(end)} | set(self.atoms))

    def log_terms(self, x: Array) -> Array:
        """Log-densities of the pieces, -oo outside."""
        rows = [np.where((x >= lo) & (x < hi), c0 + x * (c1 + x * c2), -np.inf) for lo, hi, c0, c1, c2 in self.terms]
        return np.array(rows) if rows else np.full((1, *np.shape(x)), -np.inf)

    def log_density(self, x: Any) -> Any:
        if isinstance(x, float):  # one place at a time, as the quadrature asks: plain floats are much quicker than arrays
            logs = [c0 + x * (c1 + x * c2) for lo, hi, c0, c1, c2 in self.terms if lo <= x < hi]
            top = max(logs, default=-math.inf)
            return top if len(logs) < 2 or math.isinf(top) else top + math.log(math.fsum(math.exp(t - top) for t in logs))
        return np.asarray(np.logaddexp.reduce(self.log_terms(x), axis=0))

    def density(self, x: Any) -> Any:
        if isinstance(x, float):
            value = self.log_density(x)
            return math.exp(value) if value < 709.0 else math.inf
        return np.asarray(np.exp(self.log_density(x)))

    def range(self) -> tuple[float, float]:
        low = high = None
        for lo, hi, c0, c1, c2 in self.terms:
            if c2 < 0:
                centre, width = -c1 / (2 * c2), math.sqrt(-1 / (2 * c2))
            elif c1 != 0:
                centre, width = (lo if math.isfinite(lo) else hi), 1 / abs(c1)
            else:
                centre, width = (lo + hi) / 2, hi - lo
            if not math.isfinite(c0):
                raise OverflowError("a density beyond the range of floats")
            left, right = max(lo, centre - REACH * width), min(hi, centre + REACH * width)
            low = left if low is None else min(low, left)
            high = right if high is None else max(high, right)
        for x in self.atoms:
            low = x if low is None else min(low, x)
            high = x if high is None else max(high, x)
        assert low is not None and high is not None
        return low, high


def _integrate(function: Callable[[float], float], laws: tuple[_Floats, ...], parts: int = 48, kinks: Callable[[float], float] | None = None) -> float:
    """Adaptive quadrature on the joint range, cut at break points and further, and where ``kinks`` changes its sign; relative accuracy about 1e-9."""
    low = min(law.range()[0] for law in laws)
    high = max(law.range()[1] for law in laws)
    inner = [x for law in laws for x in law.breaks if low < x < high]
    centres = sorted({low, high, *inner, *np.linspace(low, high, parts).tolist(), *_dense(laws, low, high)})
    if kinks is not None:
        centres = sorted({*centres, *_roots(kinks, centres)})
    pieces = [quad(function, a, b, epsabs=1e-15, epsrel=1e-11, limit=100, full_output=1)[0] for a, b in pairwise(centres) if b > a]
    return math.fsum(pieces)


def _roots(function: Callable[[float], float], places: list[float]) -> list[float]:
    """Where a function changes its sign between neighbouring places with finite values."""
    values = [function(x) for x in places]
    return [float(brentq(function, a, b)) for (a, u), (b, v) in pairwise(zip(places, values, strict=True)) if math.isfinite(u) and math.isfinite(v) and u * v < 0]


def _log_ratio(f: _Floats, g: _Floats, epsilon: float) -> Callable[[float], float]:
    """``log f - log g - epsilon``: the sign of ``f - exp(epsilon) g``, whose positive part and absolute value have kinks where it changes."""
    return _scalar(lambda x: f.log_density(x) - g.log_density(x) - epsilon)


def _dense(laws: tuple[_Floats, ...], low: float, high: float) -> list[float]:
    """Cuts around the places where the laws live."""
    out: list[float] = []
    for law in laws:
        for lo, hi, _, c1, c2 in law.terms:
            if c2 < 0:
                centre, width = -c1 / (2 * c2), math.sqrt(-1 / (2 * c2))
                out += [centre + k * width for k in range(-9, 10)]
            elif c1 != 0:
                start = lo if math.isfinite(lo) else hi
                out += [start + math.copysign(1.0, -c1) * k / abs(c1) for k in (1, 2, 4, 8, 16, 32)]
    return [x for x in out if low < x < high]


def _scalar(function: Callable[[Any], Any]) -> Callable[[float], float]:
    return lambda x: float(function(float(x)))


def _pairs(p: _Floats, q: _Floats) -> list[tuple[float, float]]:
    return [(p.atoms.get(x, 0.0), q.atoms.get(x, 0.0)) for x in {*p.atoms, *q.atoms}]


# --- quantities ------------------------------------------------------------------------------------------------------


def hockey_stick(p: Law, q: Law, epsilon: float) -> float:
    """``sup_A P(A) - exp(epsilon) Q(A)``; relative accuracy 1e-9 with densities (absolute 1e-12)."""
    factor = math.exp(epsilon)
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        a, b = _vectors(p, q)
        return float(np.maximum(a - factor * b, 0.0).sum())
    f, g = _Floats(p), _Floats(q)
    atoms = math.fsum(max(a - factor * b, 0.0) for a, b in _pairs(f, g))
    return atoms + _integrate(_scalar(lambda x: max(f.density(x) - factor * g.density(x), 0.0)), (f, g), kinks=_log_ratio(f, g, epsilon))


def total_variation(p: Law, q: Law) -> float:
    """Half the integral of ``|p - q|``; accuracy as ``hockey_stick``."""
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        a, b = _vectors(p, q)
        return float(np.abs(a - b).sum() / 2)
    f, g = _Floats(p), _Floats(q)
    atoms = math.fsum(abs(a - b) for a, b in _pairs(f, g))
    return (atoms + _integrate(_scalar(lambda x: abs(f.density(x) - g.density(x))), (f, g), kinks=_log_ratio(f, g, 0.0))) / 2


def kullback_leibler(p: Law, q: Law) -> float:
    """``E_P log(p/q)``; relative accuracy 1e-9 with densities, for laws that are not much alike."""
    return renyi(p, q, 1.0)


def renyi(p: Law, q: Law, order: float) -> float:
    """Rényi divergence of order in (0, oo], 1 included; relative accuracy 1e-9 with densities."""
    if math.isinf(order):
        return max_divergence(p, q)
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        a, b = _vectors(p, q)
        if order >= 1 and np.any((a > 0) & (b == 0)):
            return math.inf
        both = (a > 0) & (b > 0)
        a, b = a[both], b[both]
        if order == 1:
            return float((a * np.log(a / b)).sum())
        if not len(a):
            return math.inf
        return float(np.log((a**order * b ** (1 - order)).sum()) / (order - 1))
    f, g = _Floats(p), _Floats(q)
    pairs = _pairs(f, g)
    if order >= 1 and (any(a > 0 and b == 0 for a, b in pairs) or _escapes(f, g)):
        return math.inf
    if order > 1 and any(_swells(f, g, order, side) for side in (-1, 1)):
        return math.inf
    low, high = min(f.range()[0], g.range()[0]), max(f.range()[1], g.range()[1])
    if order > 1:
        for x in (low, high):
            far = np.array([x, x + 20 * (x - (low + high) / 2)])
            top, bottom = f.log_density(far), g.log_density(far)
            if not np.all(np.isfinite(top)) or not np.all(np.isfinite(bottom)):
                continue  # an end of a support
            logs = order * top + (1 - order) * bottom
            if logs[1] > logs[0] or logs[0] > 40:
                return math.inf

    def integrand(x: float) -> float:
        a, b = f.log_density(x), g.log_density(x)
        if a == -math.inf or b == -math.inf:
            return 0.0
        power = a if order == 1 else order * a + (1 - order) * b
        value = math.exp(power) if power < 709.0 else math.inf
        return value * (a - b) if order == 1 else value

    value = _integrate(_scalar(integrand), (f, g))
    if order == 1:
        return value + math.fsum(a * math.log(a / b) for a, b in pairs if a > 0)
    value += math.fsum(a**order * b ** (1 - order) for a, b in pairs if a > 0 and b > 0)
    return math.log(value) / (order - 1) if value > 0 else math.inf


def _swells(f: _Floats, g: _Floats, order: float, side: int) -> bool:
    """Whether ``p^order q^(1-order)`` grows towards an infinite end: by the exponents of the heaviest tails, quadratic part first."""
    heaviest = []
    for law in (f, g):
        tails = [(c2, side * c1) for low, high, _, c1, c2 in law.terms if math.isinf(high if side > 0 else low)]
        if not tails:
            return False
        heaviest.append(max(tails))
    (a, b), (c, d) = heaviest
    return (order * a + (1 - order) * c, order * b + (1 - order) * d) >= (0.0, 0.0)


def _escapes(f: _Floats, g: _Floats) -> bool:
    """Whether the first density lives somewhere where the second is 0."""
    ends = sorted({end for law in (f, g) for low, high, *_ in law.terms for end in (low, high) if math.isfinite(end)})
    places = [ends[0] - 1, *((a + b) / 2 for a, b in pairwise(ends)), ends[-1] + 1] if ends else [0.0]
    inside = [[any(low < x < high for low, high, *_ in law.terms) for x in places] for law in (f, g)]
    return any(first and not second for first, second in zip(*inside, strict=True))


def max_divergence(p: Law, q: Law) -> float:
    """``log sup p/q``; with densities by a grid (relative accuracy 1e-5), oo where it still grows at the ends."""
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        a, b = _vectors(p, q)
        if np.any((a > 0) & (b == 0)):
            return math.inf
        return float(np.log((a[a > 0] / b[a > 0]).max()))
    f, g = _Floats(p), _Floats(q)
    pairs = _pairs(f, g)
    if any(a > 0 and b == 0 for a, b in pairs) or _escapes(f, g):
        return math.inf
    low, high = min(f.range()[0], g.range()[0]), max(f.range()[1], g.range()[1])
    x = np.unique(np.concatenate([np.linspace(low, high, 400001), _dense((f, g), low, high), [low, high]]))
    a, b = f.log_density(x), g.log_density(x)
    inside = ~np.isneginf(a)
    ratio = a[inside] - b[inside]
    best = float(ratio.max())
    for edge in (0, -1):
        if ratio[edge] == best and ratio[edge] > ratio[len(ratio) // 2] + 50:
            return math.inf
    return max([best, *(math.log(a / b) for a, b in pairs if a > 0)])


def jensen_shannon(p: FiniteLaw, q: FiniteLaw) -> float:
    """Jensen-Shannon divergence of finite laws from their entropies."""
    a, b = _vectors(p, q)

    def entropy(w: Array) -> float:
        w = w[w > 0]
        return float(-(w * np.log(w)).sum())

    return entropy((a + b) / 2) - (entropy(a) + entropy(b)) / 2


def mean(law: Law) -> float:
    """Mean on the line; relative accuracy 1e-9."""
    f = _Floats(law)
    return math.fsum(x * w for x, w in f.atoms.items()) + _moment(f, lambda x: x)


def absolute_moment(law: Law, order: float) -> float:
    """``E |X|^order`` for ``order > 0``; relative accuracy 1e-8."""
    f = _Floats(law)
    atoms = math.fsum(abs(x) ** order * w for x, w in f.atoms.items())
    f.breaks = sorted({*f.breaks, 0.0})
    return atoms + _moment(f, lambda x: abs(x) ** order)


def _moment(f: _Floats, function: Callable[[float], float]) -> float:
    if not f.terms:
        return 0.0
    return _integrate(_scalar(lambda x: function(x) * f.density(x)), (f,))


def distribution_function(law: Law, x: float) -> float:
    """``P(X <= x)``; absolute accuracy 1e-10."""
    f = _Floats(law)
    atoms = math.fsum(w for place, w in f.atoms.items() if place <= x)
    if not f.terms:
        return atoms
    low, high = f.range()
    cuts = sorted({low, *(c for c in (*f.breaks, *_dense((f,), low, high)) if low < c < x), min(x, high)})
    parts = [quad(_scalar(f.density), a, b, epsabs=1e-13)[0] for a, b in pairwise(cuts) if b > a and a < x]
    return atoms + math.fsum(parts)


def wasserstein(p: Law, q: Law, order: float, norm: float = 1.0) -> float:
    """Wasserstein distance: HiGHS for finite laws (relative accuracy 1e-7), quantile grids with densities (1e-3)."""
    if isinstance(p, FiniteLaw) and isinstance(q, FiniteLaw):
        cost = _distances(p, q, norm)
        if math.isinf(order):
            return _bottleneck(cost, p, q)
        top = float(cost.max()) or 1.0
        return top * math.pow(max(_transport_programme((cost / top) ** order, p, q), 0.0), 1 / order)
    f, g = _Floats(p), _Floats(q)
    low, high = min(f.range()[0], g.range()[0]), max(f.range()[1], g.range()[1])
    breaks = np.array([*f.breaks, *g.breaks])
    x = np.unique(np.concatenate([np.linspace(low, high, 400001), breaks, np.nextafter(breaks, -np.inf)]))
    first, second = _cumulative(f, x), _cumulative(g, x)
    if order == 1:
        return float(np.trapezoid(np.abs(first - second), x))
    u = (np.arange(400000) + 0.5) / 400000
    tails = np.concatenate([[0.0], np.logspace(-16, math.log10(u[0]), 2000)])
    edges = np.concatenate([tails[:-1], u, (1 - tails[:-1])[::-1]])
    middle, width = (edges[1:] + edges[:-1]) / 2, np.diff(edges)
    gap = np.abs(_inverse(first, x, middle) - _inverse(second, x, middle))
    if math.isinf(order):
        return float(gap.max())
    return float((width * gap**order).sum() ** (1 / order))


def _cumulative(f: _Floats, x: Array) -> Array:
    out = cumulative_trapezoid(f.density(x), x, initial=0.0) if f.terms else np.zeros_like(x)
    if f.terms:
        out = out * (1 - math.fsum(f.atoms.values())) / out[-1]
    for place, w in f.atoms.items():
        out = out + w * (x >= place)
    return np.asarray(out)


def _inverse(values: Array, x: Array, u: Array) -> Array:
    return x[np.minimum(np.searchsorted(values, u), len(x) - 1)]


def _bottleneck(cost: Array, p: FiniteLaw, q: FiniteLaw) -> float:
    """Least threshold for which the forbidden pairs can be left empty."""
    levels = np.unique(cost)
    low, high = 0, len(levels) - 1
    while low < high:
        middle = (low + high) // 2
        if _transport_programme((cost > levels[middle] * (1 + 1e-12)).astype(float), p, q) < 1e-9:
            high = middle
        else:
            low = middle + 1
    return float(levels[low])


def kantorovich_dual(p: FiniteLaw, q: FiniteLaw, norm: float = 1.0) -> float:
    """The linear programme over 1-Lipschitz potentials, HiGHS; relative accuracy 1e-7."""
    points = {_name(x): x for x in (*p.points, *q.points)}
    places = list(points.values())
    a, b = _vectors(p, q)
    n = len(places)
    rows, limits = [], []
    for i in range(n):
        for j in range(n):
            if i != j:
                row = np.zeros(n)
                row[i], row[j] = 1.0, -1.0
                rows.append(row)
                limits.append(_distance(places[i], places[j], norm))
    if not rows:
        return 0.0
    bounds = [(0.0, 0.0)] + [(None, None)] * (n - 1)
    result: Any = linprog(b - a, A_ub=np.array(rows), b_ub=np.array(limits), bounds=bounds, method="highs-ipm")
    return -float(result.fun)


def levy_distance(p: FiniteLaw, q: FiniteLaw) -> float:
    """Lévy distance by bisection of its definition; absolute accuracy 1e-10."""
    xs, ys = [np.array([as_float(x) for x in law.points]) for law in (p, q)]
    a, b = [np.cumsum([as_float(w) for w in law.weights]) for law in (p, q)]

    def value(places: Array, sums: Array, at: Array) -> Array:
        return np.concatenate([[0.0], sums])[np.searchsorted(places, at, side="right")]

    def fine(e: float) -> bool:
        slack = 1e-12
        tests = np.concatenate([xs + e, ys, xs - e, xs, ys - e, ys + e])
        tests = np.concatenate([tests, tests - 1e-11])
        left = value(xs, a, tests - e) - e <= value(ys, b, tests + 1e-12) + slack
        right = value(ys, b, tests) <= value(xs, a, tests + e + 1e-12) + e + slack
        return bool(np.all(left) and np.all(right))

    low, high = 0.0, 1.0
    for _ in range(45):
        middle = (low + high) / 2
        low, high = (low, middle) if fine(middle) else (middle, high)
    return high


def prokhorov_distance(p: FiniteLaw, q: FiniteLaw, norm: float = 1.0) -> float:
    """Prokhorov distance by bisection over linear programmes; absolute accuracy 1e-9."""
    cost = _distances(p, q, norm)
    low, high = 0.0, 1.0
    for _ in range(32):
        middle = (low + high) / 2
        if _transport_programme((cost > middle * (1 + 1e-12)).astype(float), p, q) <= middle + 1e-12:
            high = middle
        else:
            low = middle
    return high
