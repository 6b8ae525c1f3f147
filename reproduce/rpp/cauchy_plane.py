"""Where the printed bound of shifted generalised Cauchy laws holds, over the plane of lambda and the shift z: certified rectangles, drawn.

The bound ``log(beta pi/lambda Q_m(1 + z^2/lambda^2))/(a - 1)``, m = k (a - 1)/2, falls as lambda grows and rises with z in every reading, and the divergence depends on z lambda
or z/lambda alone and rises with it. So corners of a rectangle decide it: the bound holds where its least value is above the largest divergence, and fails where its
largest value is below the least divergence. Rectangles in between are quartered. Readings:

* ``rate``: density proportional to ``(1 + (lambda x)^2)^(-k/2)``, beta with it;
* ``scale``: density proportional to ``(1 + (x/lambda)^2)^(-k/2)``, beta with it, the prefactor as printed;
* ``scale-matching``: the same with the prefactor ``beta pi lambda``.

Run ``python -m reproduce.rpp.cauchy_plane --exponent 3 --order 2 --out plane.svg``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from flint import arb, fmpq

from verify.quantities.kernels import shifts
from verify.report.drawing import region
from verify.values.numbers import precision

READINGS = ("rate", "scale", "scale-matching")
BITS = 53
Corner = tuple[Fraction, Fraction]
"""lambda and z."""


@lru_cache(maxsize=65536)
def divergence(ratio: Fraction, exponent: int, order: fmpq) -> arb:
    """At a shift of so many scales."""
    return shifts.cauchy(arb(fmpq(ratio.numerator, ratio.denominator)), fmpq(exponent), order)


@lru_cache(maxsize=65536)
def legendre(ratio: Fraction, exponent: int, order: fmpq) -> arb:
    """``log(c pi Q_m(1 + ratio^2))/(a - 1)``."""
    return shifts.legendre_bound(arb(fmpq(ratio.numerator, ratio.denominator)), fmpq(exponent), order, lambda r: 1 + r * r)


def sides(reading: str, exponent: int, order: fmpq) -> tuple[Callable[[Fraction, Fraction], arb], Callable[[Fraction, Fraction], arb], bool]:
    """Bound and divergence as functions of lambda and z, and whether the divergence rises with lambda."""
    def bound(lamda: Fraction, z: Fraction) -> arb:
        value = legendre(z / lamda, exponent, order)
        return value - 2 * arb(fmpq(lamda.numerator, lamda.denominator)).log() / (arb(order) - 1) if reading == "scale" else value

    return bound, lambda lamda, z: divergence(z * lamda if reading == "rate" else z / lamda, exponent, order), reading == "rate"


def plane(reading: str, exponent: int, order: fmpq, lamdas: Corner, shifts_: Corner, depth: int = 9) -> dict[str, Any]:
    """Certified rectangles in the form that ``verify.report.drawing.region`` draws.

    Raises
    ------
    ValueError
        For an unknown reading, an exponent below 2, an order that is not above 1, or ranges that do not rise from above 0.
    """
    if reading not in READINGS:
        raise ValueError(f"plane: reading must be one of {', '.join(READINGS)}, got reading={reading!r}; name one")
    if exponent < 2 or not order > 1:
        raise ValueError(f"plane: exponent must be at least 2 and order above 1, got exponent={exponent}, order={order}; there is no bound elsewhere")
    for name, (low, high) in (("lambda", lamdas), ("z", shifts_)):
        if not 0 < low < high:
            raise ValueError(f"plane: the range of {name} must rise from above 0, got {low} to {high}; correct it")
    bound, apart, rising = sides(reading, exponent, order)
    pieces: list[tuple[str, list[list[str]]]] = []
    areas = dict.fromkeys(("holds", "fails", "undecided"), Fraction(0))
    boxes = [(lamdas, shifts_, 0)]
    with precision(BITS):
        while boxes:
            (a, b), (c, d), level = boxes.pop()
            near, far = ((a, c), (b, d)) if rising else ((b, c), (a, d))
            if bound(b, c) >= apart(*far):
                state = "holds"
            elif bound(a, d) < apart(*near):
                state = "fails"
            elif level < depth:
                m, n = (a + b) / 2, (c + d) / 2
                boxes += [(x, y, level + 1) for x in ((a, m), (m, b)) for y in ((c, n), (n, d))]
                continue
            else:
                state = "undecided"
            areas[state] += (b - a) * (d - c)
            pieces.append((state, [[str(x), str(y)] for x, y in ((a, c), (b, c), (b, d), (a, d))]))
    whole = sum(areas.values())
    return {"names": ["lambda", "z"], "ranges": [[str(x) for x in lamdas], [str(x) for x in shifts_]], "pieces": pieces,
            "shares": {state: float(area / whole) for state, area in areas.items()}}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--exponent", type=int, default=2)
    parser.add_argument("--order", type=Fraction, default=Fraction(2))
    parser.add_argument("--reading", choices=READINGS, default="rate")
    parser.add_argument("--lambda-range", type=Fraction, nargs=2, default=(Fraction(1, 8), Fraction(4)))
    parser.add_argument("--shift-range", type=Fraction, nargs=2, default=(Fraction(1, 8), Fraction(4)))
    parser.add_argument("--depth", type=int, default=9)
    parser.add_argument("--out", type=Path, default=Path("cauchy_plane.svg"))
    options = parser.parse_args()
    found = plane(options.reading, options.exponent, fmpq(options.order.numerator, options.order.denominator), tuple(options.lambda_range), tuple(options.shift_range), options.depth)
    options.out.write_text(region(found), encoding="utf-8")
    print(f"{options.out}: " + ", ".join(f"{state} on {100 * share:.3g} %" for state, share in found["shares"].items()))


if __name__ == "__main__":
    main()
