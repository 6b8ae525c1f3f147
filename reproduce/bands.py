"""Curves as certified bands: on each cell of the axis two numbers between which the curve stays.

A privacy profile falls, and the GDP transform ``G(epsilon) = mu_GDP(epsilon, delta(epsilon))`` rises with epsilon and with delta by themselves. So the profile on ``[a, b]`` lies between
``delta(b)`` and ``delta(a)``, and G between ``mu_GDP(a, delta(b))`` and ``mu_GDP(b, delta(a))``: a band holds at every point of its cell, not only at those that were evaluated.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from verify.measure import PrivacyProfile, gaussian_mu
from verify.values.numbers import precision

BITS = 96
Row = dict[str, Any]


def cells(start: Fraction | int, stop: Fraction | int, count: int) -> list[tuple[Fraction, Fraction]]:
    """A range in equal parts."""
    ends = [Fraction(start) + (Fraction(stop) - Fraction(start)) * k / count for k in range(count + 1)]
    return list(itertools.pairwise(ends))


def down(value: Any) -> float:
    """A float that is not above a number or a ball."""
    x = value.lower() if isinstance(value, arb) else value
    found = float(x)
    return found if isinstance(x, float) or (found == 0 and x == 0) else math.nextafter(found, -math.inf)


def up(value: Any) -> float:
    """A float that is not below a number or a ball."""
    return -down(-value) + 0.0  # no negative zero


def profile_band(profile: PrivacyProfile, over: Sequence[tuple[Fraction, Fraction]], **names: Any) -> list[Row]:
    """Rows ``low, high`` (the cell), ``lower, upper`` (the band of delta), after the columns ``names``."""
    with precision(BITS):
        values = {end: profile.delta(ball(end)) for cell in over for end in cell}
        return [{**names, "low": float(a), "high": float(b), "lower": max(0.0, down(values[b])), "upper": up(values[a])} for a, b in over]


def transform_band(profile: PrivacyProfile, over: Sequence[tuple[Fraction, Fraction]], **names: Any) -> list[Row]:
    """The same for the GDP transform; the upper end is infinite where delta may be 1."""
    with precision(BITS):
        values = {end: profile.delta(ball(end)) for cell in over for end in cell}
        rows = []
        for a, b in over:
            lower = gaussian_mu(ball(a), values[b].nonnegative_part()).lo if not values[b].is_zero() else arb(0)
            upper = gaussian_mu(ball(b), values[a].nonnegative_part()).hi if not values[a].is_zero() else arb(0)
            rows.append({**names, "low": float(a), "high": float(b), "lower": max(0.0, down(lower)), "upper": up(upper)})
        return rows


def ball(value: Fraction | int) -> arb:
    """The exact number at the working precision."""
    return arb(fmpq(Fraction(value).numerator, Fraction(value).denominator))


MANY = 6
"""Curves that a legend inside the axes has room for."""


def draw_bands(axes: Any, rows: Sequence[Row], colours: Mapping[str, str] | None = None, **where: Any) -> None:
    """Each curve of the rows with these values as a filled band with an edge, so that a band thinner than a line is seen; in the order of the rows, colours follow one another where ``colours`` names none.

    The legend of many curves stands below.
    """
    names = list(dict.fromkeys(row["curve"] for row in rows if all(row[column] == value for column, value in where.items())))
    for k, name in enumerate(names):
        chosen = [row for row in rows if row["curve"] == name and all(row[column] == value for column, value in where.items())]
        xs = [x for row in chosen for x in (row["low"], row["high"])]
        lows, highs = ([row[end] for row in chosen for _ in (0, 1)] for end in ("lower", "upper"))
        axes.fill_between(xs, lows, highs, label=name, color=(colours or {}).get(name, f"C{k}"), alpha=0.8, linewidth=1.0)
    if len(names) > MANY:
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.13), ncols=3)
    else:
        axes.legend()


def ends(rows: Sequence[Row], end: int, **where: Any) -> tuple[float, float]:
    """The band of the first (0) or last (-1) cell of a curve."""
    row = [row for row in rows if all(row[column] == value for column, value in where.items())][end]
    return row["lower"], row["upper"]
