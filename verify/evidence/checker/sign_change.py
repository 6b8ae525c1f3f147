"""Where a function that moves one way changes its sign."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb, ctx


def sign_change(gap: Callable[[arb], arb], left: arb, right: arb, way: int) -> tuple[arb, arb]:
    """Points between which a function that moves one way (1 up, -1 down) changes its sign: it has one sign, or is 0, up to the first and the other from the second on. Regula falsi, Illinois rule."""
    low, high = gap(left) * way, gap(right) * way
    if low >= 0 or high <= 0:
        return (left, left) if low >= 0 else (right, right)
    zero = right if low < 0 else left if high > 0 else None
    kept, fine = 0, arb(2) ** -(ctx.prec // 2) * (1 + abs(left))
    for _ in range(ctx.prec):
        if not (low < 0 and high > 0 and right - left > fine):
            break
        zero = None
        x = arb(((left * high - right * low) / (high - low)).mid())
        if not left < x < right:
            x = arb(((left + right) / 2).mid())
        here = gap(x) * way
        if here < 0:
            left, low, high = x, here, high / 2 if kept < 0 else high
            kept = -1
        elif here > 0:
            right, high, low = x, here, low / 2 if kept > 0 else low
            kept = 1
        else:
            zero = x
            break
    step = fine
    while zero is not None and step < right - left:  # a zero, as far as the digits go
        before, behind = arb((zero - step).mid()), arb((zero + step).mid())
        if left < before and gap(before) * way < 0:
            left = before
        if behind < right and gap(behind) * way > 0:
            right = behind
        step *= 256
    return left, right


__all__ = ["sign_change"]
