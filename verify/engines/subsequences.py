"""Upper and lower limits of terms that tend to different numbers along different points: divergences of sparse distributions."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, free_names, number, substitute, walk
from verify.engines import evaluate as ev
from verify.values import numbers
from verify.values.asymptotic import Expansion, Series, Unseen
from verify.values.laws import SparseLaw

GAPS = (0, 1)
"""Two sparse distributions of slopes r and r + s have log-ratio s x at each power x of their base. Epsilon runs along s x - gap: it ends at these log-ratios, or passes them."""


def progression(term: Node, name: str, env: ev.Env, c: ev.Context) -> tuple[fmpq, fmpq] | None:
    """Base and s of the divergences of two sparse distributions in a term, where all agree; None where there is none. Raises NoRoute where they differ."""
    found = {one for part in walk(term) if (one := _of(part, name, env, c)) is not None}
    if len(found) > 1:
        raise ev.NoRoute("the limit of divergences of sparse distributions with several log-ratios")
    return next(iter(found), None)


def _of(part: Node, name: str, env: ev.Env, c: ev.Context) -> tuple[fmpq, fmpq] | None:
    if part.head != "hockey_stick" or name in free_names(ev.argument(part, 0)) | free_names(ev.argument(part, 1)):
        return None
    p, q = (ev.argument_value(part, k, env, c) for k in (0, 1))
    return (p.base, abs(q.slope - p.slope)) if isinstance(p, SparseLaw) and isinstance(q, SparseLaw) and p.slope != q.slope else None


def limit(node: Node, name: str, found: tuple[fmpq, fmpq], c: ev.Context, along: Callable[[Node], Any]) -> Any:
    """Bounds of an upper or a lower limit at oo; a limit has no value where the term tends to two numbers.

    ``found``: base and s. ``along``: the limit of a term as the name runs through the powers of the base.
    """
    rise = number(Fraction(int(found[1].p), int(found[1].q)))
    values = [along(substitute(ev.argument(node, 1), {name: rise * Node("var", name) - gap})) for gap in GAPS]
    ends = [numbers.enclose(x, c.prec) for x in values]
    if node.head == "limsup":
        return numbers.Enclosure(max((x.lo for x in ends), key=float), math.inf)
    if node.head == "liminf":
        return numbers.Enclosure(-math.inf, min((x.hi for x in ends), key=float))
    if numbers.relation(values[0], "!=", values[1]) is True:
        raise numbers.NoValue("a limit that does not exist")
    raise ev.NoRoute("a limit along some points only")


def divergence(x: Expansion, p: SparseLaw, q: SparseLaw, epsilon: Series, base: fmpq | None) -> Series:
    """The sum of (p - exp(epsilon) q)+ at epsilon = s t - gap, as t runs through the powers of the base b.

    The atoms at t and b t are written down; those below t, and the one at 0, have log-ratios below epsilon, and those from b^2 t on have a mass of at most a constant times
    exp(-curve b^4 t^2).
    """
    ring = x.ring
    if (p.base, p.curve) != (q.base, q.curve):
        raise Unseen("a divergence of sparse distributions that differ in base or curve")
    if q.slope <= p.slope:  # no log-ratio is above the one at 0
        return ring.rational(0)

    def times(a: fmpq, series: Series) -> Series:
        return ring.mul(ring.rational(int(a.p), int(a.q)), series)

    t, rise = ring.name(), q.slope - p.slope
    gap = ring.add(times(rise, t), ring.negative(epsilon))
    if base != p.base or gap.rest is not None or any(scale != ring.one for _, scale in gap.terms) or ring.sign(gap) < 0:
        raise Unseen("a divergence of sparse distributions elsewhere than along their atoms")
    gains = []
    for place in (t, times(p.base, t)):
        mass = ring.exp(ring.negative(ring.add(times(p.curve, ring.mul(place, place)), times(p.slope, place))))
        loss = ring.exp(ring.add(epsilon, ring.negative(times(rise, place))))
        gains.append(ring.mul(mass, ring.add(ring.rational(1), ring.negative(loss))))
    left_out = ring.bound(ring.exp(ring.negative(times(p.curve * p.base**4, ring.mul(t, t)))))[0]
    return ring.add(*gains, Series((), left_out))


__all__ = ["divergence", "limit", "progression"]
