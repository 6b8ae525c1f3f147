"""Quantities of laws with infinitely many atoms: atoms in geometric progression, walked along until the rest is a geometric series."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor
from typing import Any

from verify.evidence.checker import keys
from verify.evidence.checker import numbers as n
from verify.evidence.checker.laws import Event, Finite, Rays
from verify.evidence.checker.numbers import ONE, ZERO, Number, Undecided

MOST = 1000
"""Atoms that are walked along."""
Two = tuple[Fraction, Fraction]


def rays(law: Any) -> Rays:
    """A law of atoms on the line. Undecided for others."""
    if isinstance(law, Rays):
        return law
    if isinstance(law, Finite) and all(isinstance(x, Fraction) for x in law.points):
        return Rays(law.weights, ())
    raise Undecided("a distribution with infinitely many atoms beside one that has others, or a density")


def weight_at(law: Rays, x: Fraction) -> Fraction:
    """The probability of a number."""
    found = sum((w for y, w in law.atoms if y == x), ZERO)
    for w, start, step, ratio in law.combs:
        k = (x - start) / step
        if k.denominator == 1 and k >= 0:
            if k > 8 * MOST:
                raise Undecided("an atom too far out")
            found += w * (1 - ratio) * ratio ** int(k)
    return found


def common(p: Rays, q: Rays) -> tuple[list[Two], list[tuple[Two, Two]]]:
    """Weights of both laws at single points, and for each ray beyond them the first weights and the ratios of both (0 and 0 where a law has none)."""
    steps = {abs(step) for law in (p, q) for _, _, step, _ in law.combs}
    if len(steps) != 1:
        raise Undecided("atoms in progressions of different steps")
    step = steps.pop()
    starts = [start for law in (p, q) for _, start, _, _ in law.combs]
    found: list[Two] = []
    beyond: list[tuple[Two, Two]] = []
    lone = {x for law in (p, q) for x, _ in law.atoms}
    while starts:
        base = starts[0]
        on_it = [x for x in starts if ((x - base) / step).denominator == 1]
        starts = [x for x in starts if x not in on_it]
        near = [x for x in lone if ((x - base) / step).denominator == 1]
        lone -= set(near)
        low, high = min(on_it + near), max(on_it + near)
        count = int((high - low) / step) + 1
        if count > MOST:
            raise Undecided("too many atoms before a progression is all there is")
        found += [(weight_at(p, x), weight_at(q, x)) for x in (low + k * step for k in range(count))]
        for way, x in ((step, high + step), (-step, low - step)):
            ratios = [{r for _, start, s, r in law.combs if s == way and ((start - base) / step).denominator == 1} for law in (p, q)]
            if any(len(options) > 1 for options in ratios):
                raise Undecided("progressions of two ratios on one ray")
            if ratios[0] or ratios[1]:
                first, second = (options.pop() if options else ZERO for options in ratios)
                beyond.append(((weight_at(p, x), weight_at(q, x)), (first, second)))
    found += [(weight_at(p, x), weight_at(q, x)) for x in sorted(lone)]
    return [pair for pair in found if pair != (ZERO, ZERO)], beyond


def hockey_stick(p: Rays, q: Rays, epsilon: Number) -> Number:
    """The sum of (p - exp(epsilon) q)+."""
    level = n.exp(epsilon)
    singles, beyond = common(p, q)

    def gain(a: Fraction, b: Fraction) -> Number:
        return n.sub(a, n.mul(level, b)) if b else a

    terms = [n.maximum(ZERO, gain(a, b)) for a, b in singles]
    for (a, b), (r, s) in beyond:
        for _ in range(MOST):
            here = n.relations(gain(a, b), ZERO)
            if not b or (r > s and here == {">"}):  # positive from here on
                terms.append(gain(a / (1 - r), b / (1 - s)))
                break
            if not a or (r < s and here <= {"<", "="}):  # from here on it is not
                break
            if r == s:
                terms.append(n.maximum(ZERO, gain(a / (1 - r), b / (1 - s))))
                break
            terms.append(n.maximum(ZERO, gain(a, b)))
            a, b = a * r, b * s
        else:
            raise Undecided("a progression that overtakes another one too late")
    return n.add(*terms)


def total_variation(p: Rays, q: Rays) -> Number:
    return hockey_stick(p, q, ZERO)


def renyi(p: Rays, q: Rays, order: Number) -> Number:
    """Geometric series, and for order 1 their first moments; the caller knows that the order is at least 0."""
    side = n.relations(order, ONE)
    if len(side) > 1:
        raise Undecided("a Renyi divergence whose order may be 1")
    singles, beyond = common(p, q)
    if side != {"<"} and any(a and not b for a, b in singles + [first for first, _ in beyond]):
        return n.INFINITY
    singles = [(a, b) for a, b in singles if a and b]
    series = [(a, b, r, s) for (a, b), (r, s) in beyond if a and b]
    if n.is_point_infinite(order):
        if any(r > s for _, _, r, s in series):
            return n.INFINITY
        return n.log(max([a / b for a, b in singles] + [a / b for a, b, _, _ in series]))
    terms: list[Number] = []
    if side == {"="}:
        terms = [n.mul(a, n.log(a / b)) for a, b in singles]
        for a, b, r, s in series:  # sum of a r^k (log(a/b) + k log(r/s))
            terms += [n.mul(a / (1 - r), n.log(a / b)), n.mul(a * r / (1 - r) ** 2, n.log(r / s))]
        return n.add(ZERO, *terms)
    if order == 0:
        met = sum((b for _, b in singles), ZERO) + sum((b / (1 - s) for _, b, _, s in series), ZERO)
        return n.neg(n.log(met)) if met else n.INFINITY
    rest = n.sub(ONE, order)
    for a, b in singles:
        terms.append(n.mul(n.power(a, order), n.power(b, rest)))
    for a, b, r, s in series:
        falls = n.relations(quotient := n.mul(n.power(r, order), n.power(s, rest)), ONE)
        if falls <= {">", "="}:
            return n.INFINITY
        if falls != {"<"}:
            raise Undecided("a series that may diverge")
        terms.append(n.div(n.mul(n.power(a, order), n.power(b, rest)), n.sub(ONE, quotient)))
    if not terms:
        return n.INFINITY
    if p == q:
        return ZERO
    return n.div(n.log(n.add(*terms)), n.sub(order, ONE))


def log_ratio_sup(p: Rays, q: Rays) -> Number:
    return n.maximum(renyi(p, q, n.INFINITY), renyi(q, p, n.INFINITY))


def mean(law: Rays) -> Fraction:
    return sum((x * w for x, w in law.atoms), ZERO) + sum((w * (start + step * ratio / (1 - ratio)) for w, start, step, ratio in law.combs), ZERO)


def moment(law: Rays, order: Number) -> Number:
    """E |X|^k for whole k: atoms on the other side of 0 one by one, then sums of j^i r^j by Eulerian recursion."""
    if not isinstance(order, Fraction) or order.denominator != 1 or not 0 <= order <= 40:
        raise Undecided("an absolute moment of an order that is not a small whole number")
    k = int(order)
    found = sum((w * abs(x) ** k for x, w in law.atoms), ZERO)
    for w, start, step, ratio in law.combs:
        x, mass = start, w * (1 - ratio)
        for _ in range(MOST):
            if x * step >= 0:
                break
            found += mass * abs(x) ** k
            x, mass = x + step, mass * ratio
        else:
            raise Undecided("too many atoms on the other side of 0")
        size, apart = abs(x), abs(step)
        sums = _power_sums(ratio, k)
        found += mass * sum((_binomial(k, i) * size ** (k - i) * apart**i * sums[i] for i in range(k + 1)), ZERO)
    return found


def _power_sums(r: Fraction, most: int) -> list[Fraction]:
    """The sums over j >= 0 of j^i r^j: (1 - r) S_i is r times the sum of ((j + 1)^i - j^i) r^j."""
    sums = [1 / (1 - r)]
    for i in range(1, most + 1):
        sums.append(r / (1 - r) * sum((_binomial(i, m) * sums[m] for m in range(i)), ZERO))
    return sums


def _binomial(a: int, b: int) -> int:
    found = 1
    for k in range(b):
        found = found * (a - k) // (k + 1)
    return found


def cdf(law: Rays, x: Number) -> Number:
    if n.is_point_infinite(x):
        return ONE if n.is_point_infinite(x) > 0 else ZERO
    if not isinstance(x, Fraction):
        raise Undecided("a distribution function with jumps at a number that is not a fraction")
    found = sum((w for y, w in law.atoms if y <= x), ZERO)
    for w, start, step, ratio in law.combs:
        if step > 0:  # all but those beyond x
            passed = floor((x - start) / step) + 1
            found += w * (1 - ratio ** _reach(passed))
        else:  # those from the first one at or below x on
            found += w * ratio ** _reach(-floor((start - x) / step))
    return found


def _reach(count: int) -> int:
    if count > 8 * MOST:
        raise Undecided("an atom too far out")
    return max(0, count)


def mass(law: Rays, event: Event) -> Fraction:
    return sum((weight_at(law, x) for x in keys.exact(event, "an event under infinitely many atoms") if isinstance(x, Fraction)), ZERO)


def wasserstein(p: Rays, q: Rays, order: Number) -> Number:
    """The distance of translates; of order 1 the area between the distribution functions of laws on one progression."""
    n.demand(n.relations(order, ONE), (">", "="), "a Wasserstein distance of order below 1")
    shift = mean(q) - mean(p)
    if sorted((x + shift, w) for x, w in p.atoms) == sorted(q.atoms) and sorted((w, start + shift, *rest) for w, start, *rest in p.combs) == sorted(q.combs):
        return abs(shift)
    steps = {abs(step) for law in (p, q) for _, _, step, _ in law.combs}
    places = [start for law in (p, q) for _, start, _, _ in law.combs] + [x for law in (p, q) for x, _ in law.atoms]
    if order != 1 or len(steps) != 1:
        raise Undecided("a Wasserstein distance of distributions with infinitely many atoms that are not translates, of another order than 1 or with different steps")
    step, low, high = steps.pop(), min(places), max(places)
    if any(((x - low) / step).denominator != 1 for x in places) or (high - low) / step > MOST:
        raise Undecided("a Wasserstein distance of distributions with infinitely many atoms that lie on several progressions, or far apart")
    gaps = [_gap(p, q, low + k * step) for k in range(int((high - low) / step))]
    _, beyond = common(p, q)
    sides = [_tails_apart(first, ratios) for first, ratios in beyond]
    return step * (sum(map(abs, gaps), ZERO) + sum(sides, ZERO))


def _gap(p: Rays, q: Rays, x: Fraction) -> Fraction:
    first, second = cdf(p, x), cdf(q, x)
    assert isinstance(first, Fraction) and isinstance(second, Fraction)
    return first - second


def _tails_apart(first: Two, ratios: Two) -> Fraction:
    """The sum over k of the distance of what both laws weigh from the k-th atom of a ray on."""
    (a, b), (r, s) = first, ratios
    a, b = a / (1 - r), b / (1 - s)
    found = ZERO
    for _ in range(MOST):
        if r == s or (r > s and a >= b) or (r < s and a <= b):  # the sign stays
            return found + abs(a / (1 - r) - b / (1 - s))
        found += abs(a - b)
        a, b = a * r, b * s
    raise Undecided("a progression that overtakes another one too late")


PAIRS: dict[str, Callable[..., Number]] = {
    "hockey_stick": hockey_stick,
    "total_variation": total_variation,
    "l1_distance": total_variation,  # doubled by its rule
    "least_disagreement": total_variation,
    "renyi": renyi,
    "log_ratio_sup": log_ratio_sup,
}


def of_pair(head: str, p: Any, q: Any, *rest: Number) -> Number:
    """A quantity of two laws one of which has infinitely many atoms."""
    if head not in PAIRS:
        raise Undecided(f"{head} of distributions with infinitely many atoms")
    return PAIRS[head](rays(p), rays(q), *rest)
