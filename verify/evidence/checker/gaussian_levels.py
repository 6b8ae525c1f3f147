"""The Gaussian level ``m(e, d)``, the m > 0 with ``delta(e, m) = d``, in normal forms: its derivatives, and the equation that it solves.

``delta(e, m) = Phi(m/2 - e/m) - exp(e) Phi(-m/2 - e/m) = erfc((e/m - m/2)/sqrt(2))/2 - exp(e) erfc((e/m + m/2)/sqrt(2))/2`` rises strictly with m > 0; a level is the atom ``("f", "gaussian_level", e, d)``,
where whoever builds it (:mod:`derive`) has shown that e >= 0 and 0 < d < 1.
"""

from __future__ import annotations

from fractions import Fraction

from verify.evidence.checker import normal
from verify.evidence.checker.normal import NUMBER_ONE, ONE, Atom, Form, atom, exp, number, slope


def erfc(x: Form) -> Form:
    """``erfc(-x) = 2 - erfc(x)``; where x holds the m with ``delta(e, m) = d``, by ``erfc((e/m - m/2)/sqrt(2))/2 - exp(e) erfc((e/m + m/2)/sqrt(2))/2 = d``."""
    if x.is_zero():
        return NUMBER_ONE
    for a in sorted((a for a in x.atoms() if a[:2] == ("f", "gaussian_level")), key=normal.atom_key):
        if (found := _of_level(x, a)) is not None:
            return found
    lead = x.top.terms[max(x.top.terms, key=normal.product_key)]
    if lead < 0:
        return number(2).minus(atom(("f", "erfc", x.scaled(-ONE))))
    return atom(("f", "erfc", x))


def _of_level(x: Form, a: Atom) -> Form | None:
    """``erfc(x)`` by the equation that the Gaussian level in it solves; None where x is no part of that equation."""
    _, _, e, d = a
    m, root = atom(a), atom(("n", 2), Fraction(-1, 2))
    if e.is_zero():  # 1 - erfc(m/2/sqrt(2)) = d
        end = m.times(root).scaled(Fraction(1, 2))
        return NUMBER_ONE.minus(d) if x == end else NUMBER_ONE.plus(d) if x == end.scaled(-ONE) else None
    part = e.over(m)
    first = part.minus(m.scaled(Fraction(1, 2))).times(root)
    if x != first and x != first.scaled(-ONE):
        return None
    value = d.scaled(2).plus(exp(e).times(erfc(part.plus(m.scaled(Fraction(1, 2))).times(root))))
    return value if x == first else number(2).minus(value)


def level_slope(a: Atom, symbol: str) -> Form:
    """The derivative of the m with ``delta(e, m) = d``, by that of an implicit function: ``(d' - e' d delta/de)/(d delta/dm)``.

    For m > 0, ``d delta/de = -exp(e) erfc((m/2 + e/m)/sqrt(2))/2`` and ``d delta/dm = exp(-(m/2 - e/m)^2/2)/sqrt(2 pi)``, which is positive.
    """
    _, _, e, d = a
    m = atom(a)
    half, part = m.scaled(Fraction(1, 2)), e.over(m)
    low, high = half.minus(part), half.plus(part)
    steep = exp(low.times(low).scaled(Fraction(1, 2))).times(atom(("pi",), Fraction(1, 2))).times(atom(("n", 2), Fraction(1, 2)))
    falls = exp(e).times(erfc(high.times(atom(("n", 2), Fraction(-1, 2))))).scaled(Fraction(1, 2))
    return steep.times(slope(d, symbol).plus(falls.times(slope(e, symbol))))


normal.SLOPES["gaussian_level"] = level_slope

__all__ = ["erfc", "level_slope"]
