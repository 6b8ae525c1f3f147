"""Quantities that are built from others, recognised in a formula so that it is shown with their names."""

from __future__ import annotations

from verify.claims.nodes import Argument, Node, number

SQUARED_HELLINGER = "squared_hellinger"
"""Head of what is shown in the place of 2 (1 - exp(-D_(1/2)/2)); it stands in no formula."""


def with_names(factors: tuple[Argument, ...]) -> tuple[Argument, ...]:
    """Factors of a product, with one for the two of which a squared Hellinger distance is made."""
    for k in range(len(factors) - 1):
        if factors[k] == TWO and (laws := _affinity(factors[k + 1])) is not None:
            return (*factors[:k], Node(SQUARED_HELLINGER, *laws), *with_names(factors[k + 2:]))
    return factors


def hellinger_of(base: Node) -> tuple[Argument, ...] | None:
    """The two distributions whose squared Hellinger distance a formula is; None for others."""
    named = with_names(base.args) if base.head == "mul" else ()
    return named[0].args if len(named) == 1 and isinstance(named[0], Node) and named[0].head == SQUARED_HELLINGER else None


def _affinity(part: Argument) -> tuple[Argument, Argument] | None:
    """The two distributions of 1 - exp(-D_(1/2)/2), the part that the densities do not share."""
    try:
        _, negative = part.args  # type: ignore[union-attr]
        divergence = negative.args[1].args[0].args[2]  # type: ignore[union-attr]
        first, second = divergence.args[:2]  # type: ignore[union-attr]
    except (AttributeError, IndexError, TypeError, ValueError):
        return None
    if not isinstance(divergence, Node) or divergence != Node("renyi", first, second, HALF):
        return None
    whole = Node("add", number(1), Node("mul", number(-1), Node("exp", Node("mul", HALF, number(-1), divergence))))
    return (first, second) if part == whole else None


TWO, HALF = number(2), Node("num", "1/2")


__all__ = ["SQUARED_HELLINGER", "hellinger_of", "with_names"]
