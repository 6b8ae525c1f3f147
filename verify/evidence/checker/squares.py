"""Quadratic polynomials in several numbers as sums of squares, by exact elimination."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

MOST = 16
"""Numbers of which a polynomial is looked at."""
ZERO = Fraction(0)


def gram(terms: Mapping[Any, Fraction | int]) -> tuple[list[Any], list[list[Fraction]]] | None:
    """The numbers and the symmetric matrix of a quadratic polynomial, its constant first; None for other sums.

    Terms are ``(powers, exponent)`` as in :mod:`normal`. A number is a power of an atom: that of the least size with which the atom occurs, so that ``x - 2 sqrt(x) + 1`` is quadratic.
    """
    units: dict[Any, Fraction] = {}
    for powers, exponent in terms:
        if exponent is not None or len(powers) > 2:
            return None
        for a, e in powers:
            old = units.get(a)
            units[a] = e if old is None or abs(e) < abs(old) else old
    for a, unit in list(units.items()):  # an atom that occurs only squared is a square of another number only if nothing else is linear in it
        if any(e not in (unit, 2 * unit) for powers, _ in terms for b, e in powers if b == a):
            return None
        if unit.denominator == 1 and unit % 2 == 0 and all(e == unit and len(powers) == 1 for powers, _ in terms for b, e in powers if b == a):
            units[a] = Fraction(unit, 2)
    places = {a: k for k, a in enumerate(sorted(units, key=repr), 1)}
    if not 1 <= len(places) <= MOST:
        return None
    matrix = [[ZERO] * (len(places) + 1) for _ in range(len(places) + 1)]
    for (powers, _), c in terms.items():
        found = [places[a] for a, e in powers for _ in range(int(Fraction(e) / units[a]))]
        if len(found) > 2:
            return None
        i, j = sorted([0] * (2 - len(found)) + found)
        matrix[i][j] += c if i == j else Fraction(c) / 2
        if i != j:
            matrix[j][i] = matrix[i][j]
    return list(places), matrix


def least(matrix: list[list[Fraction]]) -> tuple[Fraction, bool] | None:
    """The least value of a quadratic polynomial, and whether it is attained once; None where it has none.

    Completing squares, number by number: a pivot is positive, or its row is 0.
    """
    rest = [row[:] for row in matrix]
    once = True
    for k in range(len(rest) - 1, 0, -1):
        pivot = rest[k][k]
        if pivot < 0 or (pivot == 0 and any(rest[k][j] for j in range(k))):
            return None
        if pivot == 0:
            once = False
            continue
        for i in range(k):
            factor = rest[i][k] / pivot
            for j in range(k):
                rest[i][j] -= factor * rest[k][j]
    return rest[0][0], once


__all__ = ["gram", "least"]
