"""Quantities of laws on the line with infinitely many atoms whose masses fall geometrically: sums in closed form.

Two such laws whose steps are equal are finitely many atoms and *rays*, on which their masses are ``a r^k`` and ``b s^k``. On a ray the sign of ``a r^k - t b s^k`` changes at
most once, powers ``(a r^k)^u (b s^k)^(1 - u)`` are a geometric series, and logarithms of ratios are linear in k. What is not of this kind is not decided.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq

from verify.quantities.kernels.kept import by_identity
from verify.quantities.kernels.pairs_of_laws import nonnegative
from verify.values.elementary import exp, log, maximum
from verify.values.laws import FiniteLaw, GeometricLaw, Law, MixtureLaw, ProductLaw, TranslatedLaw
from verify.values.numbers import Enclosure, NoValue, Number, ball, compare, div, enclose, hull, mul, precision, relation, sign, sub, total
from verify.values.powers import power

__all__ = ["evaluate", "occurs", "rays_of"]

ZERO, ONE = fmpq(0), fmpq(1)
INF = math.inf
ANYTHING = Enclosure(-INF, INF, False)
WIDE = 1e-9
"""Width from which an argument is a range rather than a number known approximately."""
MOST_POINTS = 512
"""Atoms that are listed beside the rays."""
LONGEST = 400
"""Powers of a ratio that are worked out as fractions."""


@dataclass(frozen=True, slots=True)
class Ray:
    """Masses ``a r^k`` and ``b s^k`` at k = 0, 1, ...; a law without mass there has mass 0 and any ratio."""

    a: fmpq
    r: fmpq
    b: fmpq
    s: fmpq


@dataclass(frozen=True, slots=True)
class Pair:
    """Two laws as masses at common atoms and on common rays."""

    atoms: tuple[tuple[fmpq, fmpq], ...]
    rays: tuple[Ray, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """One law: weighted atoms and weighted geometric laws."""

    atoms: dict[fmpq, fmpq]
    combs: tuple[tuple[fmpq, GeometricLaw], ...]


def occurs(law: Any) -> bool:
    """Whether a law is made of one with infinitely many atoms."""
    if isinstance(law, MixtureLaw | ProductLaw):
        return any(occurs(part) for part in law.laws)
    return isinstance(law, GeometricLaw) or (isinstance(law, TranslatedLaw) and occurs(law.base))


def _spread(law: Law) -> Spread | None:
    """The atoms of a law on the line; None where it has other parts."""
    if isinstance(law, GeometricLaw):
        return Spread({}, ((ONE, law),))
    if isinstance(law, FiniteLaw):
        return Spread(dict(law.items()), ()) if all(isinstance(x, fmpq) for x in law.points) else None
    if not isinstance(law, MixtureLaw):
        return None
    atoms: dict[fmpq, fmpq] = {}
    combs: list[tuple[fmpq, GeometricLaw]] = []
    for weight, part in zip(law.weights, law.laws, strict=True):
        inner = _spread(part)
        if inner is None:
            return None
        for x, w in inner.atoms.items():
            atoms[x] = atoms.get(x, ZERO) + weight * w
        combs += [(weight * w, comb) for w, comb in inner.combs]
    return Spread(atoms, tuple(combs))


def _whole(x: fmpq) -> int:
    return int(x.p) // int(x.q)


def rays_of(p: Law, q: Law) -> Pair | None:
    """Both laws on common atoms and rays; None where steps differ, on one ray two ratios meet, or too many points would be listed."""
    both = [_spread(p), _spread(q)]
    one, two = both
    if one is None or two is None:
        return None
    steps = {abs(comb.step) for law in (one, two) for _, comb in law.combs}
    if len(steps) != 1:
        return None
    (h,) = steps
    places: dict[fmpq, list[int]] = {}

    def index(x: fmpq) -> tuple[fmpq, int]:
        k = _whole(x / h)
        return x - k * h, k

    for law in (one, two):
        for _, comb in law.combs:
            residue, k = index(comb.start)
            places.setdefault(residue, []).append(k)
    alone: dict[fmpq, None] = {}
    for law in (one, two):
        for x in law.atoms:
            residue, k = index(x)
            if residue in places:
                places[residue].append(k)
            else:
                alone[x] = None
    if sum(max(ks) - min(ks) + 1 for ks in places.values()) > MOST_POINTS:
        return None
    atoms = [(one.atoms.get(x, ZERO), two.atoms.get(x, ZERO)) for x in alone]
    rays: list[Ray] = []
    for residue, ks in places.items():
        low, high = min(ks), max(ks)
        listed = [_listed(law, residue, h, low, high) for law in (one, two)]
        atoms += [(a, b) for a, b in zip(*listed, strict=True) if a or b]
        for way, first in ((1, high + 1), (-1, low - 1)):
            upper, lower = (_tail(law, residue, h, way, first) for law in (one, two))
            if upper is None or lower is None:
                return None
            (a, r), (b, s) = upper, lower
            if a or b:
                rays.append(Ray(a, r, b, s))
    return Pair(tuple(atoms), tuple(rays))


def _listed(law: Spread, residue: fmpq, h: fmpq, low: int, high: int) -> list[fmpq]:
    """The masses of a law at the points with an index between two."""
    found = [law.atoms.get(residue + k * h, ZERO) for k in range(low, high + 1)]
    for weight, comb in law.combs:
        start = (comb.start - residue) / h
        if start.q != 1:
            continue
        k, way, mass = int(start.p), (1 if comb.step > 0 else -1), weight * (1 - comb.ratio)
        while low <= k <= high:
            found[k - low] += mass
            k, mass = k + way, mass * comb.ratio
    return found


def _tail(law: Spread, residue: fmpq, h: fmpq, way: int, first: int) -> tuple[fmpq, fmpq] | None:
    """The mass of a law at an index beyond all starts, and the ratio with which it falls from there on; None for two ratios."""
    mass, ratios = ZERO, set()
    for weight, comb in law.combs:
        start = (comb.start - residue) / h
        if start.q == 1 and (comb.step > 0) == (way > 0):
            mass += weight * (1 - comb.ratio) * comb.ratio ** (way * (first - int(start.p)))
            ratios.add((int(comb.ratio.p), int(comb.ratio.q)))
    if len(ratios) > 1:
        return None
    return (mass, fmpq(*ratios.pop())) if ratios else (ZERO, fmpq(1, 2))


_rays = by_identity(rays_of)


def _positive(gain: Number) -> Number:
    """The positive part of a number."""
    side = sign(gain)
    if side is None:
        top = enclose(gain).hi
        return Enclosure(arb(0), top if top > 0 else arb(0))
    return gain if side > 0 else ZERO


def _ray_surplus(ray: Ray, t: Number, bits: int) -> Number:
    """The sum of the positive parts of ``a r^k - t b s^k``."""
    a, r, b, s = ray.a, ray.r, ray.b, ray.s
    if a == 0 or b == 0:
        return a / (1 - r) if a else ZERO
    if r == s:
        return div(_positive(sub(a, mul(t, b, bits), bits)), 1 - r, bits)
    rising = r > s  # whether the gain is positive from some place on, not up to it
    with precision(bits):
        ratio = ball(t) * arb(b) / arb(a)
        place = ratio.log() / arb(r / s).log()  # where both are equal
        if not place.is_finite() or place.upper() > 2**40:
            return Enclosure(arb(0), hull(arb(a) / arb(1 - r)).hi)
        least, most = (max(0, int(end.ceil().unique_fmpz())) for end in (arb(place.lower()), arb(place.upper())))
    if most - least > 1:
        return Enclosure(arb(0), hull(arb(a) / arb(1 - r)).hi)
    found = [_cut(ray, t, k, rising, bits) for k in {least, most}]
    if len(found) == 1:
        return found[0]
    return maximum(*found) if all(isinstance(x, fmpq) for x in found) else _union(found)


def _cut(ray: Ray, t: Number, k: int, rising: bool, bits: int) -> Number:
    """The sum of ``a r^j - t b s^j`` over j >= k, or over j < k."""
    if k <= LONGEST:
        first, second = ray.r**k, ray.s**k
        if not rising:
            first, second = 1 - first, 1 - second
        return sub(ray.a / (1 - ray.r) * first, mul(t, ray.b / (1 - ray.s) * second, bits), bits)
    with precision(bits):
        powers = [arb(x) ** k for x in (ray.r, ray.s)]
        one, two = (x if rising else 1 - x for x in powers)
        return hull(arb(ray.a / (1 - ray.r)) * one - ball(t) * arb(ray.b / (1 - ray.s)) * two)


def _union(found: Iterable[Number]) -> Enclosure:
    ends = [enclose(x) for x in found]
    return Enclosure(min(end.lo for end in ends), max(end.hi for end in ends))


def _surplus(pair: Pair, t: Number, prec: int) -> Number:
    bits = prec + 32
    found = total([*(_positive(sub(a, mul(t, b, bits), bits)) if b else a for a, b in pair.atoms), *(_ray_surplus(ray, t, bits) for ray in pair.rays)], bits)
    if isinstance(found, Enclosure):
        return Enclosure(found.lo if found.lo > 0 else arb(0), found.hi if found.hi < 1 else arb(1), found.exists)
    return found


def _total_variation(pair: Pair, prec: int) -> Number:
    return _surplus(pair, ONE, prec)


def _hockey_stick(pair: Pair, epsilon: Number, prec: int) -> Number:
    """It falls as epsilon rises, so the ends of a range decide."""
    if isinstance(epsilon, Enclosure) and epsilon.width > WIDE:
        low, high = (_hockey_stick(pair, end if isinstance(end, float) else Enclosure(end, end), prec) for end in (epsilon.lo, epsilon.hi))
        return Enclosure(enclose(high, prec).lo, enclose(low, prec).hi)
    if epsilon == -INF:
        return ONE
    if epsilon == INF:
        return sum((a for a, b in pair.atoms if b == 0), ZERO) + sum((ray.a / (1 - ray.r) for ray in pair.rays if ray.b == 0), ZERO)
    if relation(_max_divergence(pair, prec), "<=", epsilon):
        return ZERO
    return _surplus(pair, exp(epsilon, prec + 32), prec)


def _uncovered(pair: Pair) -> bool:
    """Whether the first law has mass where the second has none."""
    return any(a and not b for a, b in pair.atoms) or any(ray.a and not ray.b for ray in pair.rays)


def _equal(pair: Pair) -> bool:
    return all(a == b for a, b in pair.atoms) and all(ray.a == ray.b and ray.r == ray.s for ray in pair.rays)


def _kullback_leibler(pair: Pair, prec: int) -> Number:
    if _uncovered(pair):
        return INF
    bits = prec + 32
    terms = [mul(a, log(a / b, bits), bits) for a, b in pair.atoms if a]
    for ray in pair.rays:
        if ray.a:  # the mean of k under a r^k is r/(1 - r)
            mass = ray.a / (1 - ray.r)
            terms += [mul(mass, log(ray.a / ray.b, bits), bits), mul(mass * ray.r / (1 - ray.r), log(ray.r / ray.s, bits), bits)]
    return nonnegative(total(terms, bits))


def _max_divergence(pair: Pair, prec: int) -> Number:
    if _uncovered(pair) or any(ray.a and ray.r > ray.s for ray in pair.rays):
        return INF
    return log(max([a / b for a, b in pair.atoms if a] + [ray.a / ray.b for ray in pair.rays if ray.a]), prec)


def _renyi(pair: Pair, order: Number, prec: int) -> Number:
    above = compare(order, ZERO)
    if above == "<":
        raise NoValue(f"a Rényi divergence of order {order}, which is negative")
    if above is None:
        return Enclosure(arb(0), INF, False)
    place = compare(order, ONE)
    if place == "=":
        return _kullback_leibler(pair, prec)
    if isinstance(order, float):
        return _max_divergence(pair, prec)
    if _equal(pair):
        return ZERO
    if place is None:
        return Enclosure(arb(0), enclose(_max_divergence(pair, prec)).hi)
    bits = prec + 32
    if above == "=":
        met = sum((b for a, b in pair.atoms if a), ZERO) + sum((ray.b / (1 - ray.s) for ray in pair.rays if ray.a), ZERO)
        return mul(fmpq(-1), log(met, bits)) if met else INF
    if place == ">" and _uncovered(pair):
        return INF
    terms: list[Number] = [mul(b, power(a / b, order, bits), bits) for a, b in pair.atoms if a and b]
    for ray in pair.rays:
        if not ray.a or not ray.b:
            continue
        falls = mul(ray.s, power(ray.r / ray.s, order, bits), bits)
        side = compare(falls, ONE)
        if side in ("=", ">"):
            return INF
        if side is None:
            return Enclosure(arb(0), INF)
        terms.append(div(mul(ray.b, power(ray.a / ray.b, order, bits), bits), sub(ONE, falls, bits), bits))
    if not terms:
        return INF
    return nonnegative(div(log(total(terms, bits), bits), sub(order, ONE, bits), bits))


# --- one law ---------------------------------------------------------------------------------------------------------


def _mean(law: Spread) -> fmpq:
    return sum((x * w for x, w in law.atoms.items()), ZERO) + sum((w * (c.start + c.step * c.ratio / (1 - c.ratio)) for w, c in law.combs), ZERO)


def _moment(law: Spread, order: Number) -> Number:
    """E |X|^n for a whole n: the points before 0 one by one, the others, which have one sign, by the moments of a geometric law."""
    if not (isinstance(order, fmpq) and order.q == 1 and 0 <= order <= 40):
        return Enclosure(arb(0), INF)
    n = int(order.p)
    found = sum((w * abs(x) ** n for x, w in law.atoms.items()), ZERO)
    for weight, comb in law.combs:
        before = max(0, _whole(-comb.start / comb.step) + 1) if comb.start * comb.step < 0 else 0
        if before > LONGEST:
            return Enclosure(arb(0), INF)
        mass = weight * (1 - comb.ratio)
        for k in range(before):
            found += mass * comb.ratio**k * abs(comb.start + k * comb.step) ** n
        found += weight * comb.ratio**before * _moments(abs(comb.start + before * comb.step), abs(comb.step), comb.ratio, n)
    return found


def _moments(start: fmpq, step: fmpq, ratio: fmpq, n: int) -> fmpq:
    """E Y^n for Y geometric from a start: Y is the start with probability 1 - ratio, else Y + step again."""
    known: list[fmpq] = []
    for m in range(n + 1):
        rest = sum((math.comb(m, i) * step ** (m - i) * known[i] for i in range(m)), ZERO)
        known.append(start**m + ratio * rest / (1 - ratio))
    return known[n]


def _distribution(law: Spread, x: Number) -> Number:
    if isinstance(x, float):
        return ONE if x > 0 else ZERO
    if not isinstance(x, fmpq):
        return Enclosure(arb(0), arb(1))
    found = sum((w for place, w in law.atoms.items() if place <= x), ZERO)
    for weight, comb in law.combs:
        steps = (x - comb.start) / comb.step
        count = max(0, _whole(steps) + 1) if comb.step > 0 else max(0, -_whole(-steps))  # atoms at or below x, or above it
        if count > 16 * LONGEST:
            return Enclosure(arb(0), arb(1))
        beyond = comb.ratio**count
        found += weight * (1 - beyond if comb.step > 0 else beyond)
    return found


def _mass(law: Spread, event: Any) -> Number:
    found = sum((w for x, w in law.atoms.items() if event.has(x)), ZERO)
    for x in event.points:
        for weight, comb in law.combs if isinstance(x, fmpq) else ():
            steps = (x - comb.start) / comb.step
            if steps.q == 1 and steps >= 0:
                if steps > 16 * LONGEST:
                    return Enclosure(arb(0), arb(1))
                found += weight * (1 - comb.ratio) * comb.ratio ** int(steps.p)
    return found


def _moved(p: Spread, q: Spread) -> fmpq | None:
    """By how much the second law is the first one moved; None where it is not seen to be."""
    sorted_atoms = [sorted(law.atoms.items()) for law in (p, q)]
    combs = [sorted(law.combs, key=lambda part: (part[1].start, part[1].step, part[1].ratio, part[0])) for law in (p, q)]
    if len(sorted_atoms[0]) != len(sorted_atoms[1]) or len(combs[0]) != len(combs[1]):
        return None
    shifts = [y - x for (x, w), (y, v) in zip(*sorted_atoms, strict=True) if w == v]
    shifts += [d.start - c.start for (w, c), (v, d) in zip(*combs, strict=True) if w == v and c.step == d.step and c.ratio == d.ratio]
    return shifts[0] if len(shifts) == len(sorted_atoms[0]) + len(combs[0]) and all(x == shifts[0] for x in shifts) else None


def _wasserstein(p: Spread, q: Spread, order: Number) -> Number:
    """The distance of translates, of any order, and that of order 1 of laws on one progression; of others nothing but that it is at least that of the means."""
    if relation(order, ">=", ONE) is not True:
        raise NoValue("a Wasserstein distance of order below 1")
    shift = _moved(p, q)
    if shift is not None:
        return abs(shift)
    found = _area_between(p, q) if order == ONE else None
    return Enclosure(enclose(abs(_mean(p) - _mean(q)), 128).lo, INF) if found is None else found


def _area_between(p: Spread, q: Spread) -> Number | None:
    """The integral of ``|F - G|`` where all atoms lie on one progression: on a ray the masses beyond a point fall geometrically too."""
    steps = {abs(comb.step) for law in (p, q) for _, comb in law.combs}
    if len(steps) != 1:
        return None
    (h,) = steps
    starts = [comb.start for law in (p, q) for _, comb in law.combs] + [x for law in (p, q) for x in law.atoms]
    places = [(x - starts[0]) / h for x in starts]
    if any(k.q != 1 for k in places) or max(places) - min(places) > MOST_POINTS:
        return None
    low, high = int(min(places).p), int(max(places).p)
    area: Number = ZERO
    before = ZERO
    for way, first in ((-1, low - 1), (1, high + 1)):
        one, two = (_tail(law, starts[0], h, way, first) for law in (p, q))
        if one is None or two is None:
            return None
        (a, r), (b, s) = (one[0] / (1 - one[1]), one[1]), (two[0] / (1 - two[1]), two[1])
        area = total([area, _ray_surplus(Ray(a, r, b, s), ONE, 160), _ray_surplus(Ray(b, s, a, r), ONE, 160)], 160)
        before = a - b if way < 0 else before
    masses = zip(*(_listed(law, starts[0], h, low, high) for law in (p, q)), strict=True)
    for a, b in list(masses)[:-1]:
        before += a - b
        area = total([area, abs(before)], 160)
    return mul(h, area, 160)


# --- the quantities ----------------------------------------------------------------------------------------------------


def evaluate(head: str, arguments: list[Any], prec: int) -> Any:
    """A quantity of laws one of which has infinitely many atoms; everything is possible where there is no route."""
    spreads = [_spread(law) for law in arguments[:2 if head in OF_TWO else 1]]
    if any(law is None for law in spreads):
        return ANYTHING
    if head not in OF_TWO:
        return _of_one(head, spreads[0], arguments, prec)
    if head in ("wasserstein", "kantorovich"):
        return _wasserstein(spreads[0], spreads[1], arguments[2] if head == "wasserstein" else ONE)  # type: ignore[arg-type]
    if head == "support_diameter":
        return INF
    pair = _rays(arguments[0], arguments[1])
    if pair is None:
        return ANYTHING
    if head == "renyi":
        return _renyi(pair, arguments[2], prec)
    if head == "hockey_stick":
        return _hockey_stick(pair, arguments[2], prec)
    if head in ("total_variation", "least_disagreement"):  # by the coupling lemma they are one
        return _total_variation(pair, prec)
    if head == "l1_distance":
        return mul(fmpq(2), _total_variation(pair, prec), prec)
    if head == "log_ratio_sup":
        turned = Pair(tuple((b, a) for a, b in pair.atoms), tuple(Ray(ray.b, ray.s, ray.a, ray.r) for ray in pair.rays))
        return maximum(_max_divergence(pair, prec), _max_divergence(turned, prec))
    return ANYTHING


OF_TWO = frozenset({"hockey_stick", "kantorovich", "l1_distance", "least_disagreement", "log_ratio_sup", "renyi", "support_diameter", "total_variation", "wasserstein"})
"""Quantities of two laws that are known."""


def _of_one(head: str, law: Spread | None, arguments: list[Any], prec: int) -> Any:
    assert law is not None
    if head == "mean":
        return _mean(law)
    if head == "moment":
        return _moment(law, arguments[1])
    if head == "mass":
        return _mass(law, arguments[1])
    if head == "distribution_function":
        return _distribution(law, arguments[1])
    return ANYTHING
