"""Rules for quantities of laws: one for each head."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import arb

from verify.evidence.checker import (
    compositions,
    densities,
    keys,
    laws,
    levels,
    line_transport,
    lines,
    moments,
    normal_balls,
    normals,
    orthants,
    poisson,
    power_tail_divergences,
    power_tail_gaps,
    power_tail_transport,
    power_tails,
    rays,
    repeated,
    shifts,
    sparse,
    transport,
)
from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, optional
from verify.evidence.checker.laws import Blend, Event, Finite, Heavy, Independent, Line, Normal, Point, Poisson, Rays, Sparse
from verify.evidence.checker.normal_balls import RealNormal
from verify.evidence.checker.numbers import Ball, NoValue, Number, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator


def mass_of(law: Any, event: Event) -> Fraction:
    if isinstance(law, Normal):
        return n.ZERO
    if isinstance(law, Rays):
        return rays.mass(law, event)
    if isinstance(law, Heavy):
        law = law.light
    inside = keys.belonging(event)
    if isinstance(law, Line):
        return sum((w for x, w in law.atoms if inside(x)), n.ZERO)
    if isinstance(law, Finite):
        return sum((w for x, w in law.weights if inside(x)), n.ZERO)
    raise Undecided("the mass of an event under independent densities")


def _support_diameter(e: Evaluator, f: Any, env: Env) -> Any:
    both = [e.law(argument(f, k), env) for k in (0, 1)]
    norm = transport.norm_order(e, f, 2, env)
    if all(isinstance(law, Finite) for law in both):
        points = list(dict.fromkeys(x for law in both for x in law.points))
        return n.maximum(n.ZERO, *(transport.norm(transport.difference(x, y), norm) for x in points for y in points))
    if any(isinstance(law, Rays) for law in both):
        for law in both:
            rays.rays(law)
        return n.INFINITY
    found = [lines.support_ends(laws.line(law)) for law in both]
    return n.sub(n.maximum(*(hi for _, hi in found)), n.minimum(*(lo for lo, _ in found)))


def _lipschitz(e: Evaluator, f: Any, env: Env) -> Any:
    low = n.MINUS_INFINITY if optional(f, 1) is None else e.number(f[2], env)
    high = n.INFINITY if optional(f, 2) is None else e.number(f[3], env)
    transport.norm_order(e, f, 3, env)
    law = e.law(argument(f, 0), env)
    if isinstance(law, Heavy):
        return power_tails.log_density_lipschitz(law, low, high)
    return lines.log_density_lipschitz(laws.line(law), low, high)


def _gap(e: Evaluator, f: Any, env: Env) -> Any:
    return _two(laws.density_gap_sup, lambda p, q: densities.density_gap_sup(p, q, e.budget), power_tail_gaps.density_gap_sup)(e, f, env)


def _per_gap(e: Evaluator, f: Any, env: Env) -> Any:
    return _two(laws.log_per_density_gap, lambda p, q: densities.log_per_density_gap(p, q, e.budget), power_tail_gaps.log_per_density_gap)(e, f, env)


def _both(e: Evaluator, f: Any, env: Env) -> tuple[Any, Any]:
    """Both laws of a divergence, or two with the same divergence where they are joint laws that are too long to list."""
    return compositions.by_counts(e, f, env) or (e.law(argument(f, 0), env), e.law(argument(f, 1), env))


def _two(
    on_finite: Callable[..., Any] | None, on_line: Callable[..., Any] | None, on_tails: Callable[..., Any] | None = None
) -> Callable[[Evaluator, Any, Env], Any]:
    def rule(e: Evaluator, f: Any, env: Env) -> Any:
        p, q = _both(e, f, env)
        rest = [e.number(a, env) for a in f[3:] if a is not None]
        if isinstance(p, RealNormal) or isinstance(q, RealNormal):
            if f[0] != "renyi":
                raise Undecided(f"{f[0]} of a normal distribution whose entries are not fractions")
            return normal_balls.renyi(p, q, *rest)
        if isinstance(p, Normal) or isinstance(q, Normal):
            return normals.of_pair(f[0], p, q, *rest)
        if isinstance(p, Rays) or isinstance(q, Rays):
            return rays.of_pair(f[0], p, q, *rest)
        if isinstance(p, Sparse) or isinstance(q, Sparse):
            return sparse.of_pair(f[0], p, q, *rest)
        if isinstance(p, Finite) and isinstance(q, Finite) and on_finite:
            return on_finite(p, q, *rest)
        if on_tails is not None and _tailed(p, q):
            return on_tails(p, q, *rest, e.budget)
        if isinstance(p, Independent | Blend) or isinstance(q, Independent | Blend) or on_line is None:
            raise Undecided(f"{f[0]} of these distributions")
        first, second = laws.line(p), laws.line(q)
        try:
            return on_line(first, second, *rest)
        except Undecided:
            if on_tails is None or ((first.atoms or second.atoms) and f[0] not in ADDED):
                raise
            if first.atoms or second.atoms:
                return _atoms_apart(f[0], first, second, rest, e)
            return on_tails(first, second, *rest, e.budget)  # boxes do not ask for a density of one term

    return rule


ADDED = frozenset({"hockey_stick", "l1_distance", "least_disagreement", "renyi", "total_variation"})
"""Quantities that are a sum over atoms and an integral over densities, or a function of it."""


def _atoms_apart(head: str, p: Line, q: Line, rest: list[Number], e: Evaluator) -> Number:
    """The densities by boxes, and the atoms beside them."""
    first, second = dict(p.atoms), dict(q.atoms)
    pairs = [(first.get(x, n.ZERO), second.get(x, n.ZERO)) for x in sorted({*first, *second})]
    bare = Line(p.parts), Line(q.parts)
    if head != "renyi":
        epsilon = rest[0] if rest else n.ZERO
        gains = [n.maximum(n.ZERO, n.sub(a, n.mul(n.exp(epsilon), b)) if b else a) for a, b in pairs]
        return n.add(power_tail_gaps.hockey_stick(*bare, epsilon, e.budget), *gains)
    (order,) = rest
    side = n.relations(order, n.ONE)
    if len(side) > 1 or n.is_point_infinite(order) or n.relations(order, n.ZERO) != {">"}:
        raise Undecided("a Renyi divergence of order 0 or oo, or possibly 1, of mixtures with atoms")
    if side != {"<"} and any(a and not b for a, b in pairs):
        return n.INFINITY
    both, smooth = [(a, b) for a, b in pairs if a and b], power_tail_divergences.renyi(*bare, order, e.budget)
    if side == {"="}:
        return n.add(smooth, *(n.mul(a, n.log(a / b)) for a, b in both))
    if n.is_point_infinite(smooth) and side == {">"}:
        return n.INFINITY
    terms: list[Number] = [] if n.is_point_infinite(smooth) else [n.exp(n.mul(n.sub(order, n.ONE), smooth))]
    terms += [n.mul(n.power(a, order), n.power(b, n.sub(n.ONE, order))) for a, b in both]
    return n.div(n.log(n.add(*terms)), n.sub(order, n.ONE)) if terms else n.INFINITY


def _hockey_stick(e: Evaluator, f: Any, env: Env) -> Any:
    """At a range of epsilon the values at its ends, since it falls as epsilon rises."""
    if repeated.many(e, f, env):
        return repeated.hockey_stick(e, f, env)
    epsilon = e.number(argument(f, 2), env)
    if isinstance(epsilon, Ball) and n.is_point_infinite(epsilon) == 0 and not epsilon.hi - epsilon.lo < arb(2) ** -30:
        ends = [e.number([*f[:3], ["var", ["word", name]]], {**env, name: end}) for name, end in (("#lo", Ball(epsilon.lo, epsilon.lo)), ("#hi", Ball(epsilon.hi, epsilon.hi)))]
        return n.hull(ends)
    p, q = _both(e, f, env)
    if n.is_point_infinite(epsilon) < 0:  # exp(epsilon) is 0
        return n.ONE
    if isinstance(p, Blend) or isinstance(q, Blend) or (isinstance(p, Independent) and isinstance(q, Independent)):
        return orthants.hockey_stick(p, q, epsilon)
    return _two(laws.hockey_stick, lines.hockey_stick, power_tail_gaps.hockey_stick)(e, f, env)


def _log_ratio_sup(e: Evaluator, f: Any, env: Env) -> Any:
    """Of independent coordinates the larger of both divergences of order oo: the largest sum of log-ratios is the sum of the largest ones."""
    if all(isinstance(e.law(argument(f, k), env), Independent) for k in (0, 1)):
        return n.maximum(*(e.number(["renyi", *pair, "oo"], env) for pair in ((f[1], f[2]), (f[2], f[1]))))
    return _two(laws.log_ratio_sup, lines.log_ratio_sup, power_tail_divergences.log_ratio_sup)(e, f, env)


def _tailed(p: Any, q: Any) -> bool:
    """Whether two laws on the line are compared of which one has power tails."""
    return (isinstance(p, Heavy) or isinstance(q, Heavy)) and not isinstance(p, Independent) and not isinstance(q, Independent)


def _renyi(e: Evaluator, f: Any, env: Env) -> Any:
    if repeated.many(e, f, env):
        return repeated.renyi(e, f, env)
    (p, q), order = _both(e, f, env), e.number(argument(f, 2), env)
    n.demand(n.relations(order, n.ZERO), (">", "="), "a Renyi divergence of negative order")
    if isinstance(order, Ball) and order.lo < order.hi and "#order" not in env:  # it does not fall as the order rises
        least, most = (n.ball(_renyi(e, [*f[:3], ["var", ["word", "#order"]]], {**env, "#order": Ball(end, end)})) for end in (order.lo, order.hi))
        return Ball(least.lo, most.hi)
    if isinstance(p, Independent) and isinstance(q, Independent) and len(p.factors) == len(q.factors):
        return shifts.divergence(e, p, q, order)
    one, two = normals.on_fractions(p), normals.on_fractions(q)
    if one is not None and two is not None and isinstance(order, Fraction):  # without integrals, so that an equality is seen
        return normals.renyi(one, two, order)
    return _two(laws.renyi, lines.renyi, power_tail_divergences.renyi)(e, f, env)


def _wasserstein(e: Evaluator, f: Any, env: Env) -> Any:
    p, q = e.law(argument(f, 0), env), e.law(argument(f, 1), env)
    classical = f[0] == "kantorovich"
    order = n.ONE if classical else e.number(argument(f, 2), env)
    norm = transport.norm_order(e, f, 2 if classical else 3, env)
    if isinstance(p, Finite) and isinstance(q, Finite):
        return transport.wasserstein(p, q, order, norm, e.budget)
    if isinstance(p, Normal) or isinstance(q, Normal):
        value = normals.wasserstein(p, q, order, norm)
    elif isinstance(p, Rays) or isinstance(q, Rays):
        value = rays.wasserstein(rays.rays(p), rays.rays(q), order)
    elif isinstance(p, Independent) or isinstance(q, Independent):
        value = _of_products(p, q, order, norm, e)
    elif _tailed(p, q):
        value = power_tail_transport.wasserstein(p, q, order, e.budget)
    else:
        value = line_transport.wasserstein(laws.line(p), laws.line(q), order, e.budget)
    e.bracketed = e.bracketed or not n.finite(value)
    return value


def _of_products(p: Any, q: Any, order: Number, norm: Number | None, e: Evaluator) -> Number:
    """Coordinates one by one: with the order for the norm and with the norm itself, the two lengths of the point of distances enclose the distance.

    A coupling of the products couples the coordinates; the best couplings of the coordinates together couple the products. The inequality of Minkowski, or
    its reverse, does the rest.
    """
    if not (isinstance(p, Independent) and isinstance(q, Independent)) or len(p.factors) != len(q.factors):
        raise Undecided("a Wasserstein distance between a product and another distribution")
    pairs = list(zip(p.factors, q.factors, strict=True))
    shifts = [
        line_transport.shift_between(a, b) if isinstance(a, Line) and isinstance(b, Line) else None for a, b in pairs
    ]
    if all(s is not None for s in shifts):  # a translation is optimal for every order and norm
        return transport.norm(Point(shifts), norm)
    known: dict[Any, Number] = {}
    for a, b in pairs:
        if (a, b) not in known:
            known[a, b] = line_transport.wasserstein(laws.line(a), laws.line(b), order, e.budget)
    parts = Point(known[pair] for pair in pairs)
    return n.hull([transport.norm(parts, order), transport.norm(parts, norm)])


def _moment(e: Evaluator, f: Any, env: Env) -> Any:
    law, k = e.law(argument(f, 0), env), e.number(argument(f, 1), env)
    norm = transport.norm_order(e, f, 2, env)
    if isinstance(law, Finite):
        return n.add(*(n.mul(w, n.power(transport.norm(x, norm), k)) for x, w in law.weights))
    if isinstance(law, Normal):
        return normals.moment(law, k, norm)
    if isinstance(law, Poisson) and isinstance(k, Fraction) and k.denominator == 1 and k >= 0 and (k % 2 == 0 or law.shift == 0):
        return poisson.moment(law, int(k))
    if isinstance(law, Rays):
        return rays.moment(law, k)
    if isinstance(law, Heavy):
        return power_tail_transport.absolute_moment(law, k, e.budget)
    return moments.absolute_moment(laws.line(law), k, e.budget)


def _mean(e: Evaluator, f: Any, env: Env) -> Any:
    law = e.law(argument(f, 0), env)
    if isinstance(law, Finite) and all(isinstance(x, Fraction) for x in law.points):
        return sum((w * x for x, w in law.weights), n.ZERO)
    if isinstance(law, Normal):
        return Point(law.mean)
    if isinstance(law, Poisson):
        return poisson.moment(law, 1)
    if isinstance(law, Rays):
        return rays.mean(law)
    return power_tails.mean(law) if isinstance(law, Heavy) else lines.mean(laws.line(law))


def _density(e: Evaluator, f: Any, env: Env) -> Any:
    law, x = e.law(argument(f, 0), env), e.value(argument(f, 1), env)
    if isinstance(law, Finite):
        k = keys.place(law.points, x) if keys.enclosed(x) else None
        return law.table.get(x, n.ZERO) if k is None else law.weights[k][1]
    return power_tails.density(law, x) if isinstance(law, Heavy) else lines.density(laws.line(law), x)


def _distribution(e: Evaluator, f: Any, env: Env) -> Any:
    law, x = e.law(argument(f, 0), env), e.number(argument(f, 1), env)
    if isinstance(law, Rays):
        return rays.cdf(law, x)
    return power_tails.cdf(law, x) if isinstance(law, Heavy) else lines.cdf(laws.line(law), x)


def _least_disagreement(e: Evaluator, f: Any, env: Env) -> Any:
    """Least probability of X != Y over couplings."""
    p, q = e.law(argument(f, 0), env), e.law(argument(f, 1), env)
    if isinstance(p, Finite) and isinstance(q, Finite):
        costs: list[list[Number]] = [[Fraction(x != y) for y in q.points] for x in p.points]
        return transport.cheapest([w for _, w in p.weights], [w for _, w in q.weights], costs, e.budget)
    e.notes.add("the coupling lemma: the least probability that two draws differ is the total variation")
    return _two(None, _line_variation, power_tail_gaps.total_variation)(e, f, env)


def _least_exceedance(e: Evaluator, f: Any, env: Env) -> Any:
    """Least probability over couplings that two draws are further apart than a distance."""
    p, q, z = e.law(argument(f, 0), env), e.law(argument(f, 1), env), e.number(argument(f, 2), env)
    norm = transport.norm_order(e, f, 3, env)
    if not (isinstance(p, Finite) and isinstance(q, Finite)):
        raise Undecided("couplings of distributions that are not finite")
    signs = [[n.relations(transport.norm(transport.difference(x, y), norm), z) for y in q.points] for x in p.points]
    masses = [w for _, w in p.weights], [w for _, w in q.weights]
    surely: list[list[Number]] = [[Fraction(s == {">"}) for s in row] for row in signs]
    perhaps: list[list[Number]] = [[Fraction(">" in s) for s in row] for row in signs]
    least = transport.cheapest(*masses, surely, e.budget)
    return least if surely == perhaps else n.hull([least, transport.cheapest(*masses, perhaps, e.budget)])


def _trade_off(e: Evaluator, f: Any, env: Env) -> Any:
    """By duality: the supremum over t >= 0 of the sum of min(q, t p) minus t alpha, which is attained at a ratio q/p or at 0."""
    p, q, level = e.law(argument(f, 0), env), e.law(argument(f, 1), env), e.number(argument(f, 2), env)
    if isinstance(p, Line) and isinstance(q, Line):
        return _normal_trade_off(_separation(p, q), level)
    if not (isinstance(p, Finite) and isinstance(q, Finite)):
        raise Undecided("tests between distributions that are not finite")
    if not isinstance(level, Fraction):
        raise Undecided("a level that is not a fraction")
    if not 0 <= level <= 1:
        raise NoValue("a trade-off function outside [0, 1]")
    pairs = [(p.table.get(x, n.ZERO), q.table.get(x, n.ZERO)) for x in dict.fromkeys((*p.points, *q.points))]
    slopes = [n.ZERO, *(b / a for a, b in pairs if a)]
    return max(sum((min(b, t * a) for a, b in pairs), n.ZERO) - t * level for t in slopes)


def _separation(p: Line, q: Line) -> Number:
    """How far a bell is moved, in units of its width. Undecided for laws that are no moved bell."""
    moved = line_transport.shift_between(p, q)
    pieces = p.parts[0][1] if len(p.parts) == 1 else ()
    if moved is None or len(pieces) != 1 or n.relations(pieces[0].c2, n.ZERO) != {"<"} or any(n.is_point_infinite(x) == 0 for x in (pieces[0].lo, pieces[0].hi)):
        raise Undecided("tests between densities that are not translates of one normal distribution")
    return n.mul(n.absolute(moved), n.power(n.mul(Fraction(-2), pieces[0].c2), Fraction(1, 2)))


def _upper_quantile(level: Number) -> Number:
    """The z with P(Z > z) = level for a standard normal Z."""
    b = n.ball(level)
    ends = [(arb(2).sqrt() * (2 * x).erfcinv()) if 0 < x < 1 else n.OO if x <= 0 else n.MINUS_OO for x in (b.hi, b.lo)]
    return Ball(ends[0].lower() if ends[0].is_finite() else ends[0], ends[1].upper() if ends[1].is_finite() else ends[1])


def _normal_trade_off(apart: Number, level: Number) -> Number:
    n.demand(n.relations(level, n.ZERO), (">", "="), "a trade-off function outside [0, 1]")
    n.demand(n.relations(level, n.ONE), ("<", "="), "a trade-off function outside [0, 1]")
    root = n.power(Fraction(2), Fraction(-1, 2))
    return n.mul(Fraction(1, 2), n.erfc(n.mul(root, n.sub(apart, _upper_quantile(level)))))


def _gaussian_dp(e: Evaluator, f: Any, env: Env) -> Any:
    """The least mu: over the best tests at each likelihood ratio, the largest sum of the upper normal quantiles of both errors."""
    p, q = e.law(argument(f, 0), env), e.law(argument(f, 1), env)
    if isinstance(p, Blend) or isinstance(q, Blend):
        return orthants.gaussian_dp(p, q)
    if not (isinstance(p, Finite) and isinstance(q, Finite)):
        if isinstance(p, Independent | Heavy) or isinstance(q, Independent | Heavy):
            raise Undecided("tests between distributions that are not on the line, or have power tails")
        on_line = laws.line(p), laws.line(q)
        try:
            return _separation(*on_line)
        except Undecided:
            return levels.least_mu(*on_line, e.budget)
    pairs = laws.paired(p, q)
    if any((a == 0) != (b == 0) for a, b in pairs):
        return n.INFINITY
    found: list[Number] = [n.ZERO]
    for ratio in {b / a for a, b in pairs if a}:
        first = sum((a for a, b in pairs if b >= ratio * a), n.ZERO)
        second = sum((b for a, b in pairs if b < ratio * a), n.ZERO)
        if 0 < first < 1:
            found.append(n.add(_upper_quantile(first), _upper_quantile(second)))
    return n.maximum(*found)


def _prokhorov(e: Evaluator, f: Any, env: Env) -> Any:
    return _two(lambda p, q: transport.prokhorov(p, q, e.budget), None)(e, f, env)


def _line_variation(p: Line, q: Line) -> Number:
    """0 for laws that are seen to be equal: balls around their levels would not tell."""
    return n.ZERO if line_transport.same(p, q) else lines.total_variation(p, q)


_variation = _two(laws.total_variation, _line_variation, power_tail_gaps.total_variation)

QUANTITIES: dict[str, Callable[[Evaluator, Any, Env], Any]] = {
    "wasserstein": _wasserstein,
    "kantorovich": _wasserstein,
    "renyi": _renyi,
    "total_variation": _variation,
    "l1_distance": lambda e, f, env: n.mul(Fraction(2), _variation(e, f, env)),
    "hockey_stick": _hockey_stick,
    "jensen_shannon": _two(laws.jensen_shannon, None),
    "prokhorov": _prokhorov,
    "levy": _two(laws.levy, None),
    "moment": _moment,
    "mean": _mean,
    "density": _density,
    "least_disagreement": _least_disagreement,
    "least_exceedance": _least_exceedance,
    "trade_off": _trade_off,
    "gaussian_dp": _gaussian_dp,
    "mass": lambda e, f, env: mass_of(e.law(argument(f, 0), env), e.instance(Event, argument(f, 1), env)),
    "distribution_function": _distribution,
    "log_density_lipschitz": _lipschitz,
    "log_ratio_sup": _log_ratio_sup,
    "density_gap_sup": _gap,
    "support_diameter": _support_diameter,
    "log_per_density_gap": _per_gap,
}
