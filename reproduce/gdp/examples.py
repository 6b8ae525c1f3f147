"""The running examples of the paper, for each reading of their settings.

Laplace noise of scale b at sensitivity Delta: ``b = 2/Delta`` is printed, so that Delta/b is 1/2 at Delta = 1 (l1) and Delta^2/2 in general, 2 at Delta = 2; with b = Delta/2 it is 2 (l2).
SGD: ``sigma = 2 sqrt(log(1/delta))/epsilon`` at sigma = 2. ICEA: ``20 > 10 log(4/(epsilon delta))``, with the logarithm to the base e, 2 or 10.
"""

from __future__ import annotations

from fractions import Fraction

from mechanisms.profiles import LaplaceProfile, ReciprocalCurve, SquareExponentialCurve, refined_reciprocal, refined_square_exponential

LAPLACE = {"Laplace, Delta/b = 1/2": LaplaceProfile(Fraction(1, 2)), "Laplace, Delta/b = 2": LaplaceProfile(2)}
SGD = refined_square_exponential(2, 1, 2)
SGD_NAIVE = SquareExponentialCurve(2, 1, 2)
BASES: tuple[str | int, ...] = ("e", 2, 10)
ICEA = {f"ICEA, log to base {base}": refined_reciprocal(20, 4, base) for base in BASES}
ICEA_NAIVE = {f"ICEA, log to base {base}": ReciprocalCurve(20, 4, base) for base in BASES}
EXAMPLES = {**LAPLACE, "SGD": SGD, **ICEA}
CELLS = {"smoke": 400, "cpu": 1000, "full": 4000}
SCALE_WORDS = {name: f"{count} cells for each curve" for name, count in CELLS.items()}
