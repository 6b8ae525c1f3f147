"""Whether two values are equal, of whatever kind they are, and the answers of which a conjunction is made."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from verify.evidence.checker import keys, line_transport, power_tail_transport, sequences
from verify.evidence.checker import numbers as n
from verify.evidence.checker.laws import Blend, Finite, Heavy, Independent, Line, Normal, Poisson, Rays, Sparse
from verify.evidence.checker.normal_balls import RealNormal
from verify.evidence.checker.numbers import Ball
from verify.evidence.checker.truth import FALSE, NO_VALUE, TRUE, UNDECIDED, judge

MOST = 20_000
LAWS = (Finite, Line, Heavy, Poisson, Rays, Sparse, Independent, Blend, Normal, RealNormal)


def every(answers: Any) -> str:
    """The conjunction: false if one is false."""
    found = set(answers)
    return next((a for a in (FALSE, NO_VALUE, UNDECIDED) if a in found), TRUE)


def truth(condition: bool) -> str:
    return TRUE if condition else FALSE


def equal(x: Any, y: Any) -> str:
    if isinstance(x, Fraction | Ball) and isinstance(y, Fraction | Ball):
        return judge(n.relations(x, y), {"="})
    if isinstance(x, Heavy) and isinstance(y, Heavy):
        shift = power_tail_transport.shift_between(x, y)
        return TRUE if x == y or (shift is not None and n.relations(shift, n.ZERO) == {"="}) else UNDECIDED
    if isinstance(x, Rays) and isinstance(y, Rays):
        return TRUE if x == y else UNDECIDED
    if isinstance(x, Line) and isinstance(y, Line):
        return TRUE if x == y or line_transport.same(x, y) else UNDECIDED
    if isinstance(x, sequences.Periodic) and isinstance(y, sequences.Periodic):
        terms = max(len(x.prefix), len(y.prefix)) + math.lcm(len(x.period), len(y.period))
        return every(equal(x.at(k), y.at(k)) for k in range(1, terms + 1)) if terms <= MOST else UNDECIDED
    if isinstance(x, LAWS) and isinstance(y, LAWS):  # one distribution may be written in several ways
        return TRUE if x == y else keys.same(x, y)
    return keys.same(x, y) if type(x) is type(y) else FALSE
