r"""Rigorous integrals over the whole line: an analytic integrand between two cuts, and a ball for what lies beyond each.

Everywhere the logarithm of the integrand is formed first. ``over_line`` substitutes ``x = middle + width sinh(y)``, so that power tails become exponential ones, moves the cuts out until the balls of the tails are
small, and adds them. The integrand takes ``(x, analytic)`` and must answer with something not finite where it is asked to be analytic and is not.

The tails of ``f^a g^(1-a)`` and ``f log(f/g)`` come from envelopes beyond a cut X > 0: a density with a power tail is ``C x^(-k)`` with C in a ball, one with
exponential-quadratic parts only is at most ``H exp(-r (x - X))``, because the logarithm of each part is concave.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flint import acb, arb, fmpq

from verify.quantities.kernels import power_mixtures, powers
from verify.quantities.kernels.density_ratios import Ratio
from verify.quantities.kernels.lines import Cell, Part, quadratic
from verify.quantities.kernels.undecided import Diverges, Wide
from verify.values.laws import Piece, PowerLaw
from verify.values.numbers import Enclosure, Number, add, ball, compare, hull, mul, precision, sign, sub, to_float

__all__ = ["accuracy", "divergence_integral", "integrand_of", "over_line", "power_moment", "supremum_of_log_ratio"]

ZERO = fmpq(0)
ONE = fmpq(1)
INF = math.inf
Integrand = Callable[[acb, bool], acb]
Parts = Sequence[tuple[fmpq, Part]]
FURTHEST = 4096
"""Bits of the furthest cut."""


def over_line(
    integrand: Integrand,
    lo: arb | float,
    hi: arb | float,
    tail: Callable[[int, arb], arb | None],
    *,
    middle: float = 0.0,
    width: float = 1.0,
    prec: int = 64,
    stretch: bool = True,
    rule: Callable[[arb, arb], arb | None] | None = None,
) -> arb:
    """Ball of the integral over ``(lo, hi)`` whose ends may be infinite, at the current precision and to about ``prec`` bits (``ENOUGH`` at a first look).

    Parameters
    ----------
    tail
        ``tail(side, X)`` is a ball of the integral beyond ``side * X`` (side 1 or -1, X > 0), or None where X lies too near for a bound. It is asked for
        infinite ends only.
    middle, width
        Where the integrand lives; a choice, not a bound.
    stretch
        Whether to substitute a hyperbolic sine; not needed where the integrand falls like an exponential.
    rule
        A quicker way between finite ends where nothing is stretched; it answers None where it does not apply.
    """
    total, prec = arb(0), accuracy(prec)
    ends: list[arb] = []
    for end, side in ((lo, -1), (hi, 1)):
        if isinstance(end, float):
            cut, rest = _cut(tail, side, abs(middle) + 4 * width, prec + 8)
            total, end = total + rest, side * cut
        ends.append(end)
    if not stretch:
        quick = None if rule is None else rule(ends[0], ends[1])
        return total + (_finite_path(integrand, ends[0], ends[1], _tolerance(prec)) if quick is None else quick)
    a, b = acb(arb(middle)), acb(arb(width))

    def stretched(y: acb, analytic: bool) -> acb:
        e = y.exp()
        f = 1 / e
        return integrand(a + b * (e - f) / 2, analytic) * (b * (e + f) / 2)

    start, stop = ((end - arb(middle)) / arb(width) for end in ends)
    return total + _finite_path(stretched, start.asinh(), stop.asinh(), _tolerance(prec))


def _tolerance(prec: int) -> dict[str, arb]:
    return {"rel_tol": arb(2) ** -(prec + 4), "abs_tol": arb(2) ** -(prec + 8)}


FIRST, ENOUGH = 60, 32
"""Bits of a first look at a statement, and how many of them an integral gives then: most sides differ by far more, the others are looked at again with more bits."""


def accuracy(prec: int) -> int:
    """Bits that an integral gives at a precision."""
    return min(prec, ENOUGH) if prec <= FIRST else prec


MOST_EVALUATIONS = 20_000
"""Of one integrand: an integral that needs more is known as a wider ball."""


def _finite_path(integrand: Integrand, lo: arb, hi: arb, tolerance: dict[str, arb]) -> arb:
    if not (lo.is_finite() and hi.is_finite()):
        raise Wide("an end of an integral")
    found = acb.integral(integrand, acb(lo), acb(hi), eval_limit=MOST_EVALUATIONS, **tolerance).real
    return found if found.is_finite() else arb("nan")


def _cut(tail: Callable[[int, arb], arb | None], side: int, start: float, bits: int) -> tuple[arb, arb]:
    """A cut beyond which the tail is known to about 2^-bits, and its ball."""
    x = arb(start)
    best: tuple[arb, arb] | None = None
    for step in range(64):
        rest = tail(side, x)
        if rest is not None and rest.is_finite():
            if best is not None and step > 40 and not rest.rad() * 2 < best[1].rad():
                break
            best = x, rest
            if rest.rad() < arb(2) ** -bits:
                break
        x = arb((x * (1.25 if step < 8 else 1.5 if step < 12 else 64 if step < 40 else x)).mid())
        if x > arb(2) ** FURTHEST:
            break
    if best is None:
        raise Wide("no bound of a tail")
    return best


# --- envelopes -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Power:
    """``C |x|^(-k)`` beyond a cut, with C in a ball above 0."""

    exponent: Number
    constant: arb


@dataclass(frozen=True, slots=True)
class Light:
    """At most ``height * exp(-rate (|x| - cut))`` beyond a cut."""

    height: arb
    rate: arb


def envelope(parts: Parts, cut: arb, side: int) -> Power | Light | None:
    """The density beyond ``side * cut`` of parts that all reach to infinity there; None if the cut lies too near. Raises Wide."""
    heavy = [(w, part) for w, part in parts if isinstance(part, PowerLaw)]
    lead: Number | None = None
    for _, law in heavy:
        place = None if lead is None else compare(law.exponent, lead)
        if lead is not None and place is None:
            raise Wide("two exponents")
        if lead is None or place == "<":
            lead = law.exponent
    constant, height, rate = arb(0), arb(0), None
    reach = arb(0).union(1 / cut)
    for w, part in parts:
        if isinstance(part, PowerLaw):
            assert lead is not None
            c = powers.tail_constant(part, cut, side)
            if c is None:
                return None
            gap = sub(part.exponent, lead)
            constant += w * c * (reach ** ball(gap) if sign(gap) == 1 else 1)
            continue
        q = quadratic(part.c0, part.c1, part.c2)
        fall = -side * (q.c1 + 2 * q.c2 * side * cut)
        if q.sign2 not in (-1, 0) or not fall > 0:
            return None
        top = w * q.at(side * cut).exp()
        height += top
        rate = fall if rate is None else rate.min(fall)
        if lead is not None:
            if not fall >= ball(lead) / cut:
                return None
            constant += arb(0).union((top * cut ** ball(lead)).upper())
    if lead is not None:
        return Power(lead, constant) if constant > 0 else None
    return None if rate is None else Light(arb(height.upper()), arb(rate.lower()))


def _log_moment(k: arb, cut: arb) -> arb:
    """Integral of ``x^(-k) log x`` beyond the cut."""
    return cut ** (1 - k) * (cut.log() / (k - 1) + 1 / (k - 1) ** 2)


class _Tails:
    """Balls of the tails of ``f^a g^(1-a)``, or of ``f log(f/g)`` for order None."""

    def __init__(self, cell: Cell, order: Number | None) -> None:
        self.cell, self.order = cell, order

    def check(self, side: int) -> None:
        """Raises Diverges where the integral over a tail is infinite, Wide where that is not decided."""
        heavy = [_least_exponent(parts) for parts in (self.cell.first, self.cell.second)]
        k, j = heavy
        if self.order is None:
            if k is not None and j is None:
                linear = any(isinstance(p, Piece) and sign(p.c2) == 0 for _, p in self.cell.second)
                place = compare(k, fmpq(2 if linear else 3))
                if place is None:
                    raise Wide("an exponent")
                if place != ">":
                    raise Diverges
            return
        rest = sub(ONE, self.order)
        if k is not None and j is None and sign(rest) == -1:
            raise Diverges
        if k is not None and j is not None:
            place = compare(add(mul(self.order, k), mul(rest, j)), ONE)
            if place is None:
                raise Wide("a sum of exponents")
            if place != ">":
                raise Diverges

    def __call__(self, side: int, cut: arb) -> arb | None:
        f, g = envelope(self.cell.first, cut, side), envelope(self.cell.second, cut, side)
        if f is None or g is None:
            return None
        if self.order is None:
            return self._shannon(f, g, side, cut)
        a = ball(self.order)
        b = 1 - a
        if isinstance(f, Power) and isinstance(g, Power):
            k = a * ball(f.exponent) + b * ball(g.exponent)
            return f.constant**a * g.constant**b * cut ** (1 - k) / (k - 1) if k > 1 else None
        if isinstance(f, Power):
            assert isinstance(g, Light)
            bound = f.constant**a * cut ** (-a * ball(f.exponent)) * g.height**b / (b * g.rate)
        elif isinstance(g, Power):
            growth = -b * ball(g.exponent)
            fall = a * f.rate - growth.max(arb(0)) / cut
            if not fall > 0:
                return None
            bound = f.height**a * g.constant**b * cut**growth / fall
        else:
            if not b > 0:
                return None
            bound = f.height**a * g.height**b / (a * f.rate + b * g.rate)
        return arb(0).union(bound.abs_upper())

    def _shannon(self, f: Power | Light, g: Power | Light, side: int, cut: arb) -> arb | None:
        if isinstance(f, Power):
            k, c = ball(f.exponent), f.constant
            own = c * (c.log() * cut ** (1 - k) / (k - 1) - k * _log_moment(k, cut))
            if isinstance(g, Power):
                j = ball(g.exponent)
                return own + c * (j * _log_moment(k, cut) - g.constant.log() * cut ** (1 - k) / (k - 1))
            low = own - c * g.height.log() * cut ** (1 - k) / (k - 1)
            v, part = max(((v, p) for v, p in self.cell.second if isinstance(p, Piece)), key=lambda item: to_float(item[1].c2))
            q = quadratic(part.c0, part.c1, part.c2)
            high = (q.c0 + arb(v).log()) * cut ** (1 - k) / (k - 1) + side * q.c1 * cut ** (2 - k) / (k - 2)
            if q.sign2 != 0:
                high += q.c2 * cut ** (3 - k) / (k - 3)
            return (own - c * high) if len(self.cell.second) == 1 else low.union(own - c * high)
        if not f.height < arb(-1).exp():
            return None
        own = f.height * (abs(f.height.log()) + 1) / f.rate
        if isinstance(g, Light):
            return None
        far = f.height / f.rate
        other = ball(g.exponent) * (far * abs(cut.log()) + far / (cut * f.rate)) + far * g.constant.log().abs_upper()
        bound = (own + other).abs_upper()
        return (-bound).union(bound)


def _least_exponent(parts: Parts) -> Number | None:
    """The exponent of the heaviest tail. Raises Wide."""
    found: Number | None = None
    for _, part in parts:
        if isinstance(part, PowerLaw):
            place = None if found is None else compare(part.exponent, found)
            if found is not None and place is None:
                raise Wide("two exponents")
            if found is None or place == "<":
                found = part.exponent
    return found


# --- divergences -----------------------------------------------------------------------------------------------------


def integrand_of(first: Parts, second: Parts, order: Number | None) -> Integrand:
    """``f^a g^(1-a)``, or ``f log(f/g)`` for order None, as an analytic function; not finite where a cut is met.

    Each density is one of its parts times a sum of ratios. The logarithms of the two parts are joined exactly where they are quadratics, so that what cancels
    is never formed.
    """
    f, g = (_Sum(parts) for parts in (first, second))
    if order is None:
        gap = _joined(((ONE, f.base), (-ONE, g.base)))

        def shannon(x: acb, analytic: bool) -> acb:
            rest = f.rest(x, analytic)
            return (f.log_base(x, analytic) + rest).exp() * (gap(x, analytic) + rest - g.rest(x, analytic))

        return shannon
    head = _joined(((order, f.base), (sub(ONE, order), g.base)))
    a, b = acb(ball(order)), acb(1 - ball(order))

    def mixed(x: acb, analytic: bool) -> acb:
        out = head(x, analytic)
        if f.others:
            out += a * f.rest(x, analytic)
        if g.others:
            out += b * g.rest(x, analytic)
        return out.exp()

    return mixed


def _heaviness(w: fmpq, part: Part) -> tuple[bool, float, fmpq]:
    return (True, -to_float(part.exponent), w) if isinstance(part, PowerLaw) else (False, to_float(part.c2), w)


class _Sum:
    """A density as the part with the heaviest tail times a sum of ratios, which stays bounded where the tails are."""

    def __init__(self, parts: Parts) -> None:
        lead = max(range(len(parts)), key=lambda k: _heaviness(*parts[k]))
        self.base = parts[lead][1]
        self.weight = arb(parts[lead][0])
        self.others = [(acb(w), _joined(((ONE, part), (-ONE, self.base)))) for k, (w, part) in enumerate(parts) if k != lead]
        self.log_base = _joined(((ONE, self.base),))
        self.alone = acb(self.weight.log())

    def rest(self, x: acb, analytic: bool) -> acb:
        """The logarithm of the sum."""
        if not self.others:
            return self.alone
        out = acb(self.weight)
        for w, ratio in self.others:
            out += w * ratio(x, analytic).exp()
        return out.log(analytic=analytic)


def _joined(terms: Sequence[tuple[Number, Part]]) -> Integrand:
    """A combination of logarithms of parts."""
    coefficients: list[Number] = [ZERO, ZERO, ZERO]
    others: list[tuple[acb, Integrand]] = []
    for factor, part in terms:
        if isinstance(part, PowerLaw):
            others.append((acb(ball(factor)), powers.shape(part).complex_log_density()))
        else:
            coefficients = [add(c, mul(factor, x)) for c, x in zip(coefficients, (part.c0, part.c1, part.c2), strict=True)]
    c0, c1, c2 = (acb(ball(c)) for c in coefficients)
    if not others:
        return (lambda x, analytic: c0 + x * c1) if c2 == 0 else lambda x, analytic: c0 + x * (c1 + x * c2)  # of translates of one bell

    def combined(x: acb, analytic: bool) -> acb:
        out = c0 + x * (c1 + x * c2)
        for factor, log_density in others:
            out += factor * log_density(x, analytic)
        return out

    return combined


def divergence_integral(cell: Cell, order: Number | None, prec: int) -> Number:
    """The integral over a cell of ``f^a g^(1-a)``, or of ``f log(f/g)`` for order None; at least one part has a power tail. Raises Wide."""
    tails = _Tails(cell, order)
    bits = prec + 32
    with precision(bits):
        lo, hi = (end if isinstance(end, float) else ball(end) for end in (cell.lo, cell.hi))
        try:
            for end, side in ((lo, -1), (hi, 1)):
                if isinstance(end, float):
                    tails.check(side)
        except Diverges:
            return INF
        if isinstance(lo, float) and isinstance(hi, float):
            quick = power_mixtures.over_the_line(cell.first, cell.second, order, accuracy(prec))
            if quick is not None:
                return hull(quick)
        middle, width = _place(cell)
        if all(isinstance(part, PowerLaw) for _, part in (*cell.first, *cell.second)):
            return hull(_over_angles(cell, order, lo, hi, tails, middle, width, prec))
        found = over_line(integrand_of(cell.first, cell.second, order), lo, hi, tails, middle=middle, width=width, prec=prec)
        return hull(found)


def _over_angles(
    cell: Cell, order: Number | None, lo: arb | float, hi: arb | float, tails: _Tails, middle: float, width: float, prec: int
) -> arb:
    """The same where every part has power tails, by ``x = middle + width tan(y)``.

    With ``c = cos y`` a density is ``c^k`` times a function without singularity at right angles, so that no tail is left where the power of c that remains, less
    2 for the change of variables, is a whole number.
    """
    m, w = arb(middle), arb(width)
    k, j = _least_exponent(cell.first), _least_exponent(cell.second)
    assert k is not None and j is not None
    f, g = _angular(cell.first, k, m, w), _angular(cell.second, j, m, w)
    remains = sub(k if order is None else add(mul(order, k), mul(sub(ONE, order), j)), fmpq(2))
    shift = sub(k, j) if order is None else ZERO
    whole = isinstance(remains, fmpq) and remains.q == 1 and remains >= 0 and sign(shift) == 0 and _integer_gaps(cell.first, k) and _integer_gaps(cell.second, j)
    total, prec = arb(0), accuracy(prec)
    ends: list[arb] = []
    for end, side in ((lo, -1), (hi, 1)):
        if isinstance(end, float) and whole:
            ends.append(side * arb.pi() / 2)
            continue
        if isinstance(end, float):
            cut, rest = _cut(tails, side, abs(middle) + 4 * width, prec + 8)
            total, end = total + rest, side * cut
        ends.append(((end - m) / w).atan())
    a = None if order is None else acb(ball(order))
    exponent, gap, scale = acb(ball(remains)), acb(ball(shift)), acb(w)
    power_ = int(remains.p) if whole and isinstance(remains, fmpq) else None

    def integrand(y: acb, analytic: bool) -> acb:
        s, c = y.sin_cos()
        top, bottom = f(c, s, analytic), g(c, s, analytic)
        if power_ is None:
            log_c = c.log(analytic=analytic)
            lift = exponent * log_c
            far = gap * log_c
        else:
            lift = far = acb(0)
        value = scale * ((top + lift).exp() * (top - bottom + far) if a is None else (bottom + a * (top - bottom) + lift).exp())
        return value if not power_ else value * c**power_

    return total + _finite_path(integrand, ends[0], ends[1], _tolerance(prec))


def _integer_gaps(parts: Parts, lead: Number) -> bool:
    gaps = [sub(part.exponent, lead) for _, part in parts if isinstance(part, PowerLaw)]
    return all(isinstance(gap, fmpq) and gap.q == 1 for gap in gaps)


def _angular(parts: Parts, lead: Number, middle: arb, width: arb) -> Callable[[acb, acb, bool], acb]:
    """``log f - lead log c`` as a function of cosine and sine."""
    terms: list[tuple[acb, acb, acb, acb, acb, bool, acb | None, int]] = []
    for w, part in parts:
        assert isinstance(part, PowerLaw)
        here = powers.shape(part)
        offset, factor = here.sign * (middle - here.m) / here.s, here.sign * width / here.s
        gap = sub(part.exponent, lead)
        whole = int(gap.p) if isinstance(gap, fmpq) and gap.q == 1 else -1
        head = (w * here.constant / here.s).log()
        terms.append((acb(head), acb(offset), acb(factor), acb(here.k), acb(here.k / 2), here.sided, None if whole >= 0 else acb(ball(gap)), whole))

    def one(term: tuple[acb, acb, acb, acb, acb, bool, acb | None, int], c: acb, s: acb, analytic: bool) -> acb:
        head, offset, factor, k, half, sided, _, _ = term
        t = offset * c + factor * s
        return head - (k * (c + t).log(analytic=analytic) if sided else half * (c * c + t * t).log(analytic=analytic))

    if len(terms) == 1:
        return lambda c, s, analytic: one(terms[0], c, s, analytic)

    def log_density(c: acb, s: acb, analytic: bool) -> acb:
        out = acb(0)
        for term in terms:
            value = one(term, c, s, analytic)
            if term[6] is not None:
                value += term[6] * c.log(analytic=analytic)
            value = value.exp()
            out += value * c ** term[7] if term[7] > 0 else value
        return out.log(analytic=analytic)

    return log_density


def _place(cell: Cell) -> tuple[float, float]:
    """A middle and a width of the parts of a cell; a choice, not a bound."""
    centres, widths = [], []
    for _, part in (*cell.first, *cell.second):
        if isinstance(part, PowerLaw):
            centres.append(to_float(part.location))
            widths.append(to_float(part.scale))
        elif sign(part.c2) == -1:
            centres.append(-to_float(part.c1) / (2 * to_float(part.c2)))
            widths.append((-2 * to_float(part.c2)) ** -0.5)
    ends = [to_float(end) for end in (cell.lo, cell.hi) if not isinstance(end, float)]
    centre = ends[0] if ends else sum(centres) / len(centres) if centres else 0.0
    return centre, max(min(widths, default=1.0), 1e-6)


def supremum_of_log_ratio(cell: Cell, prec: int, budget: int = 400) -> Number:
    """Enclosure of the supremum over a cell of ``log(f/g)``, by bisection: what cannot hold it is left out."""
    bits = prec + 32
    with precision(bits):
        ratio = Ratio(cell.first, cell.second)
        lo, hi = (end if isinstance(end, float) else ball(end) for end in (cell.lo, cell.hi))
        least: arb | float = -INF

        def top_of(u: arb | float, v: arb | float) -> arb | float:
            _, high = ratio.range(*_outer(u, v))
            return high if isinstance(high, float) else high.log().upper() if high > 0 else -INF

        def seen(x: arb) -> None:
            nonlocal least
            low, _ = ratio.range(x, x)
            value = INF if isinstance(low, float) else low.log().lower() if low > 0 else -INF
            if value > least:
                least = value

        boxes = [(top_of(lo, hi), lo, hi)]
        for end, side in ((lo, -1), (hi, 1)):
            if isinstance(end, float):
                bound = _limit(cell, side)
                if bound == INF:
                    return INF
                if bound is not None and bound > least:
                    least = bound
            elif end.is_exact():
                seen(end)
        spent = 0
        while boxes and spent < budget:
            boxes.sort(key=lambda box: float(box[0]) if isinstance(box[0], float) else float(box[0].mid()))
            top, u, v = boxes.pop()
            if not isinstance(top, float) and not isinstance(least, float) and top - least <= arb(2) ** -prec * (1 + abs(least)):
                boxes.append((top, u, v))
                break
            x = _between(u, v)
            if x is None:
                boxes.append((top, u, v))
                break
            seen(x)
            boxes += [(top_of(u, x), u, x), (top_of(x, v), x, v)]
            boxes = [box for box in boxes if not box[0] <= least]
            spent += 2
        highest: arb | float = least
        for top, _, _ in boxes:
            highest = max(highest, top)
        return Enclosure(least, highest)


def _outer(u: arb | float, v: arb | float) -> tuple[arb | float, arb | float]:
    return u if isinstance(u, float) else u.lower(), v if isinstance(v, float) else v.upper()


def _between(u: arb | float, v: arb | float) -> arb | None:
    if isinstance(u, float) and isinstance(v, float):
        return arb(0)
    if isinstance(v, float):
        assert isinstance(u, arb)
        return arb(2 * u.mid() + 1).mid() if u >= 0 else arb(u.mid() / 2 + 1).mid()
    if isinstance(u, float):
        return arb(2 * v.mid() - 1).mid() if v <= 0 else arb(v.mid() / 2 - 1).mid()
    x = ((u + v) / 2).mid()
    return x if x > u and x < v else None


def _limit(cell: Cell, side: int) -> arb | float | None:
    """A lower bound of the limit of the log-ratio at an infinite end: oo where it is infinite, None where nothing is known. Raises Wide."""
    k, j = _least_exponent(cell.first), _least_exponent(cell.second)
    if k is not None and j is None:
        return INF
    if k is None or j is None:
        return None
    place = compare(k, j)
    if place is None:
        raise Wide("two exponents")
    if place == "<":
        return INF
    if place == ">":
        return None
    sums = [arb(0), arb(0)]
    for i, parts in enumerate((cell.first, cell.second)):
        for w, part in parts:
            if isinstance(part, PowerLaw) and compare(part.exponent, k) == "=":
                sums[i] += w * powers.leading(part)[1]
    value = (sums[0] / sums[1]).log().lower()
    return value if value.is_finite() else None


# --- moments ---------------------------------------------------------------------------------------------------------


def power_moment(law: PowerLaw, order: Number, prec: int) -> Number:
    """``E |X|^order`` of one law, for an order above -1 (where the density may be positive at 0) and below exponent - 1. Raises Wide or Diverges."""
    bits = prec + 32
    out: Number = ZERO
    for side in (1, -1):
        mirrored = law if side > 0 else PowerLaw(mul(fmpq(-1), law.location), law.scale, law.exponent, _mirror(law.side))
        reach = compare(mirrored.hi, ZERO)
        if reach is None:
            raise Wide("an end of a distribution against 0")
        if reach == ">":
            out = add(out, _half_moment(mirrored, order, bits), bits)
    return out


def _mirror(side: str) -> str:
    return {"both": "both", "right": "left", "left": "right"}[side]


def _half_moment(law: PowerLaw, order: Number, bits: int) -> Number:
    """Integral of ``x^order`` times the density over the positive part, with ``x = e^y``; ends are bounded."""
    place = compare(law.lo, ZERO)
    if place is None:
        raise Wide("an end of a distribution against 0")
    with precision(bits):
        r, k = ball(order), ball(law.exponent)
        out = arb(0)
        if place == ">":
            start = ball(law.lo).log()
        else:
            if compare(order, -ONE) != ">":
                raise Diverges
            depth = (arb(bits + 8) / (r + 1)).upper().ceil()
            h = arb(2) ** (-depth).lower()
            low, high = powers.interval_range(law, arb(0), h)
            out += low.union(high).exp() * h ** (r + 1) / (r + 1)
            start = h.log()
        if law.hi == INF:

            def tail(cut: arb) -> arb | None:
                c = powers.tail_constant(law, cut, 1)
                return None if c is None else c * cut ** (r + 1 - k) / (k - 1 - r)

            cut, rest = _cut(lambda side, x: tail(x), 1, 4.0 * (abs(to_float(law.location)) + to_float(law.scale)), bits)
            out += rest
            stop = cut.log()
        else:
            stop = ball(law.hi).log()
        log_density = powers.shape(law).complex_log_density()
        rate = acb(r + 1)

        def integrand(y: acb, analytic: bool) -> acb:
            return (rate * y + log_density(y.exp(), analytic)).exp()

        return hull(out + _finite_path(integrand, start, stop, _tolerance(bits - 24)))
