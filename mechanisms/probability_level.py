"""Levels of quantile functions: 0 and 1 belong to the ends of the support, numbers outside [0, 1] to nothing."""

from typing import Any

import sympy as sp

from mechanisms.parameters import expression


def end_of_support(where: str, u: Any, low: sp.Expr, high: sp.Expr) -> sp.Expr | None:
    """Return ``low`` for ``u = 0``, ``high`` for ``u = 1``, and None for other levels.

    Raises
    ------
    ValueError
        If ``u`` is a number outside [0, 1].
    """
    level = expression(u)
    if level == 0:
        return low
    if level == 1:
        return high
    if level is sp.nan or level.is_nonnegative is False or (1 - level).is_nonnegative is False:
        raise ValueError(f"{where}: u must lie in [0, 1], got u={level}; give a probability")
    return None
