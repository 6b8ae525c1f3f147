"""Two laws of many independent runs, read off the formulas: a mixture of a normal law with a moved one against that law, in either order, or a product of such.

Renyi divergences: ``copies log E r^w/(a - 1)`` with X standard normal, ``r = 1 - q + q exp(mu X - mu^2/2)`` and w = a for the mixture as the first law, w = 1 - a for it as the second, by the
trapezoidal rule between two cuts and bounds of both tails. Hockey-stick divergences: sums on a lattice, see ``lattice``.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import arb, ctx

from verify.evidence.checker import lattice
from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, head, items, text_of
from verify.evidence.checker.lattice import Part
from verify.evidence.checker.numbers import Ball, Number, Undecided
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

MANY = 1000
"""Copies up to which independent coordinates are listed."""
FURTHEST = 200
"""Order times distance of the means beyond which a divergence is only said to be no less than there."""
MOST_COMPOSED = 128
"""Lattices of sums that are kept, one or two megabytes each."""
CLOSE = arb(2) ** -10
"""Order 1 is at most this one above it."""
_DIGITS = 56
"""Bits of an integral."""
_KNOWN: dict[Any, arb] = {}
_COMPOSED: dict[Any, lattice.Sums] = {}


def many(e: Evaluator, f: Any, env: Env) -> bool:
    """Whether both laws of a quantity are repeated more often than coordinates are listed."""
    p, q = argument(f, 0), argument(f, 1)
    return head(p) == "iid" == head(q) and e.whole(argument(p, 1), env) > MANY


def _parts(e: Evaluator, f: Any, env: Env) -> tuple[tuple[Part, ...], int]:
    """What differs in one run, and the number of runs."""
    key = (id(f), ctx.prec)
    known = e.runs.get(key)
    if known is None:
        found = _read(e, f, env)
        if e.mentions(argument(f, 0)) or e.mentions(argument(f, 1)):
            return found
        known = e.runs[key] = f, found  # the formula is kept, so that its id stays its own
    return known[1]


def _read(e: Evaluator, f: Any, env: Env) -> tuple[tuple[Part, ...], int]:
    p, q = argument(f, 0), argument(f, 1)
    copies = e.whole(argument(p, 1), env)
    if e.whole(argument(q, 1), env) != copies:
        raise Undecided("numbers of copies that differ")
    first, second = (list(law[1:]) if head(law) == "product" else [law] for law in (argument(p, 0), argument(q, 0)))
    if len(first) != len(second):
        raise Undecided("products of different length")
    found = []
    for a, b in zip(first, second, strict=True):
        if text_of(a) == text_of(b):
            e.law(a, env)  # it must have a value, whichever
            continue
        part = _sampled(e, a, b, env, True) or _sampled(e, b, a, env, False)
        if part is None:
            raise Undecided("many runs of distributions that are not a mixture of a normal distribution with a moved one")
        found.append(part)
    if not found:
        raise Undecided("many runs of equal distributions")
    return tuple(found), copies


def _sampled(e: Evaluator, mixed: Any, base: Any, env: Env, removed: bool) -> Part | None:
    if head(mixed) != "mixture" or head(base) != "law":
        return None
    rows = [items(row) for row in items(argument(mixed, 0))]
    still = [row for row in rows if text_of(row[1]) == text_of(base)]
    moved = [row for row in rows if text_of(row[1]) != text_of(base)]
    if len(rows) != 2 or len(still) != 1 or head(moved[0][1]) != "law":
        return None
    e.law(mixed, env)  # weights and masses are what they must be
    pieces = [[items(piece) for piece in items(argument(law, 2))] for law in (base, moved[0][1])]
    if any(len(rows_) != 1 or rows_[0][:2] != ["-oo", "oo"] for rows_ in pieces) or text_of(pieces[0][0][4]) != text_of(pieces[1][0][4]):
        return None
    rate = e.number(moved[0][0], env)
    slope, other, curve = (e.number(g, env) for g in (pieces[0][0][3], pieces[1][0][3], pieces[0][0][4]))
    if not isinstance(rate, Fraction) or not 0 < rate < 1 or not n.relations(curve, n.ZERO) <= {"<"}:
        return None
    square = n.ball(n.div(n.power(n.sub(other, slope), Fraction(2)), n.mul(Fraction(-2), curve)))
    if not square.lo > 0 or not square.hi.is_finite():
        return None
    return Part(removed, rate, square.lo.union(square.hi).sqrt())


# --- Renyi divergences ---------------------------------------------------------------------------------------------------


def renyi(e: Evaluator, f: Any, env: Env) -> Number:
    """At a range of orders the values at its ends, since the divergence does not fall as the order rises."""
    parts, copies = _parts(e, f, env)
    order = n.ball(e.number(argument(f, 2), env))
    if not order.lo >= 1:
        raise Undecided("an order that may be below 1")
    furthest = min(((1 + FURTHEST / part.mu).floor().mid() for part in parts), key=float)
    low = _divergence(parts, min(order.lo, furthest, key=float))
    least = order.hi if order.hi > 1 else order.hi + CLOSE  # the integrals are of orders above 1
    high = low if order.lo == order.hi > 1 else _divergence(parts, least) if least <= furthest else None
    top = n.OO if high is None or not (copies * high).is_finite() else (copies * high).upper()
    return Ball(max((copies * low).lower(), arb(0), key=float), top)


def _divergence(parts: tuple[Part, ...], order: arb) -> arb:
    s = order - 1
    if not s > 0:
        return arb(0)
    total = arb(0)
    for part in parts:
        total += _mean_of_power(part, order if part.removed else -s).log()
    return total / s


def _mean_of_power(part: Part, w: arb) -> arb:
    """E r^w at an exact w."""
    key = (part.key, w.man_exp(), ctx.prec)
    if key not in _KNOWN:
        if len(_KNOWN) >= 1 << 15:
            _KNOWN.clear()
        _KNOWN[key] = _integrated(part, w)
    return _KNOWN[key]


def _integrated(part: Part, w: arb) -> arb:
    """E r^w at w < 0 or w > 1 by the trapezoidal rule, with bounds of both tails.

    Where |Im z| <= a < pi/mu, ``r(x) cos(mu a/2) <= |r(z)| <= r(x)`` at x = Re z, so the integrand is analytic there and at most ``exp(a^2/2) max(1, cos(mu a/2)^w)`` times as large as at x:
    the sum over all multiples of h is off by at most the share ``2 exp(a^2/2) max(1, cos(mu a/2)^w)/(exp(2 pi a/h) - 1)`` of the integral (Trefethen and Weideman 2014, Theorem 5.1).
    At x <= 0 the integrand is at most the normal density times max(1, (1 - q)^w), and right of mu at most that for w < 0, else ``exp((w^2 - w) mu^2/2)`` times the density at x - w mu.
    """
    q, mu = arb(n.exact(part.rate)), part.mu
    drift = w * mu if w > 0 else arb(0)
    growth = (w * w - w) * mu * mu / 2 if w > 1 else arb(0)
    room = (2 * (arb(_DIGITS) + growth) + 8).sqrt()
    strip, step = _strip(mu, w)
    first, last = math.floor(-float(room) / float(step)), math.ceil(float(room + drift + mu + 1) / float(step))
    kept, half = 1 - q, mu * mu / 2
    total = arb(0)
    for k in range(first, last + 1):
        x = k * step
        total += (w * (kept + q * (mu * x - half).exp()).log() - x * x / 2).exp()
    least = kept**w if w < 0 else arb(1)
    below = lattice.beyond(-first * step) * least
    above = growth.exp() * lattice.beyond(last * step - drift) if w > 1 else lattice.beyond(last * step) * least
    whole = total * step / (2 * arb.pi()).sqrt() + arb(0).union((below + above).upper())
    larger = (mu * strip / 2).cos() ** w if w < 0 else arb(1)
    share = (2 * (strip * strip / 2).exp() * larger / ((2 * arb.pi() * strip / step).exp() - 1)).upper()
    return whole / (1 + arb(0).union(share).union(-share))


def _strip(mu: arb, w: arb) -> tuple[arb, arb]:
    """Of a few widths a < pi/mu the one that allows the largest step h, and that step."""
    distance, power, best = float(mu.upper()), float(w), (1.0, 0.0)
    for part in range(1, 16):
        a = min(part / 16 * math.pi / distance, 12.0)
        wanted = math.log(2) * (_DIGITS + 2) + a * a / 2 + min(power, 0.0) * math.log(math.cos(distance * a / 2))
        best = max(best, (a, 2 * math.pi * a / wanted), key=lambda one: one[1])
    a, h = best
    return arb(a), arb(2) ** -math.ceil(-math.log2(h))


# --- hockey-stick divergences ------------------------------------------------------------------------------------------------


def hockey_stick(e: Evaluator, f: Any, env: Env) -> Number:
    """At a range of epsilon the values at its ends, since the divergence falls as epsilon rises."""
    parts, copies = _parts(e, f, env)
    epsilon = n.ball(e.number(argument(f, 2), env))
    if not epsilon.lo >= 0:
        raise Undecided("a negative epsilon")
    key = (copies, tuple(part.key for part in parts))
    if key not in _COMPOSED:
        if len(_COMPOSED) >= MOST_COMPOSED:
            _COMPOSED.pop(next(iter(_COMPOSED)))
        _COMPOSED[key] = lattice.composed(parts, copies, e.budget)
    sums = _COMPOSED[key]
    high = sums.at_most(epsilon.lo) if epsilon.lo.is_finite() else arb(0)
    low = sums.at_least(epsilon.hi) if epsilon.hi.is_finite() else arb(0)
    return Ball(low.lower(), min(high.upper(), arb(1), key=float))
