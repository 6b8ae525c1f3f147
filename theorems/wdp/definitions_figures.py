"""Names shared by the figures: what is plotted, and the composition experiment of Figures 2 and 4.

The experiment is the protocol ``composition``: levels of the three accountants after each of 100 steps on synthetic gradients, for four thresholds C given as
quantiles of the gradient norms. Numbers that only a run yields are written ``Measured``.
"""

from typing import Any

from verify.claims import Measured, Node, above, between, numbers, one_of, reading, upto, word

step, C, C_1, C_2, factor = numbers("step C C_1 C_2 factor")

ORDERS = between(1, 10)
PLOTTED = one_of(1, 2, 3, 5)
"""Scales of Figure 1."""
STEPS = upto(100)
WHEN = reading("when", end=one_of(100), throughout=STEPS)
"""After 100 steps, or after every step."""
QUANTILES = one_of("1/20", "1/2", "3/4", "99/100")
"""Thresholds C of Figures 2 and 4, each named by its quantile."""
UNIT = reading("gradients", as_stated=one_of(1), times_a_constant=above(0))
"""Gradients in the stated unit, or multiplied by a constant."""
AGGREGATION = reading("aggregation", infimum=word("wasserstein-infimum"), sum=word("wasserstein-sum"))
"""Loss of a step: the least over the pairs of gradients (eq. 16), or the moments of all pairs added before the root (released code)."""


def level(accountant: Any, at: Any, threshold: Any, clipped: str, unit: Any = 1) -> Node:
    """Level of an accountant after a number of steps."""
    return Measured("composition", "epsilon", accountant=accountant, clipped=clipped, factor=unit, quantile=threshold, step=at)
