"""Sparse distributions for large values: a term may tend to one number along some points and to another one along others.

Two sparse distributions of one base b and curve c, of slopes r < r + s, have log-ratio s x at x = b^k. As t runs through the powers of b, epsilon = s t - g with g >= 0 passes
each of these log-ratios, or ends at it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.evidence.checker import numbers as n
from verify.evidence.checker.formula import argument, head, mentions
from verify.evidence.checker.laws import Sparse
from verify.evidence.checker.numbers import NoValue, Number, Undecided
from verify.evidence.checker.tails import limit_at_infinity, put
from verify.evidence.checker.truth import Env

if TYPE_CHECKING:
    from verify.evidence.checker.evaluate import Evaluator

GAPS = ("0", "-1")
"""What is added to s t."""
FAR = 400


def limits_along(e: Evaluator, f: Any, name: str, env: Env) -> list[Number]:
    """What a term tends to along such epsilon, for each gap. Undecided for terms without a divergence of two sparse distributions, and with several that differ in base or s."""
    found = set(_progressions(e, f, name, env))
    if len(found) != 1:
        raise Undecided("a limit that the structure of the term does not show")
    ((base, rise),) = found
    moving = ["mul", str(rise), ["var", ["word", name]]]
    return [limit_at_infinity(e, put(f, name, ["add", moving, gap]), name, env, base) for gap in GAPS]


def limit(kind: str, values: list[Number]) -> Number:
    """An upper limit is at least the largest of the values, a lower limit at most the least; a limit has no value where two of them differ."""
    if kind == "limsup":
        return n.Ball(n.ball(n.maximum(*values)).lo, n.OO)
    if kind == "liminf":
        return n.Ball(n.MINUS_OO, n.ball(n.minimum(*values)).hi)
    if "=" not in n.relations(*values):
        raise NoValue("a limit that does not exist")
    raise Undecided("a limit along some points only")


def of_pair(kind: str, p: Any, q: Any, *rest: Number) -> Number:
    """A divergence of two sparse distributions of one base: atoms up to a mass of exp(-2 FAR) by themselves, and the rest of p bounded."""
    if not isinstance(p, Sparse) or not isinstance(q, Sparse) or p.base != q.base or kind not in ("hockey_stick", "total_variation") or not all(n.finite(x) for x in rest):
        raise Undecided(f"{kind} of a sparse distribution")
    level = n.exp(rest[0]) if rest else n.ONE
    x, listed = p.base, []
    while min(_exponent(p, x), _exponent(q, x)) < 2 * FAR:
        listed.append(x)
        x *= p.base
    beyond = n.Ball(n.ball(n.ZERO).lo, n.ball(n.exp(Fraction(-FAR))).hi)  # exp(-2 FAR), exp(-4 FAR), ... have a smaller sum
    first, second = ([n.exp(-_exponent(law, x)) for x in listed] for law in (p, q))
    pairs = [(n.sub(n.ONE, n.add(beyond, *first)), n.sub(n.ONE, n.add(beyond, *second))), *zip(first, second, strict=True)]
    return n.add(beyond, *(n.maximum(n.ZERO, n.sub(a, n.mul(level, b))) for a, b in pairs))


def _exponent(law: Sparse, x: Fraction) -> Fraction:
    return law.curve * x * x + law.slope * x


def _progressions(e: Evaluator, f: Any, name: str, env: Env) -> Iterator[tuple[Fraction, Fraction]]:
    if not isinstance(f, list) or name not in mentions(f):
        return
    if head(f) == "hockey_stick" and name not in mentions(argument(f, 0)) | mentions(argument(f, 1)):
        p, q = e.law(argument(f, 0), env), e.law(argument(f, 1), env)
        if isinstance(p, Sparse) and isinstance(q, Sparse) and p.slope != q.slope:
            yield p.base, abs(q.slope - p.slope)
    for part in f[1:]:
        yield from _progressions(e, part, name, env)


__all__ = ["limit", "limits_along", "of_pair"]
