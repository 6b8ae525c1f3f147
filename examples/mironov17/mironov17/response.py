"""Randomised response: the true bit with probability p, the other one with probability 1 - p."""

from mironov17.names import alpha, p
from verify.claims import between, finite_law, log, numbers, one_of

b, b_ = numbers("b b_")

BITS = {p: between(0, 1, open="both"), b: one_of(0, 1), b_: one_of(0, 1)}
"""The bits of two adjacent data sets, equal or not."""

above_one = log(p**alpha * (1 - p) ** (1 - alpha) + (1 - p) ** alpha * p ** (1 - alpha)) / (alpha - 1)
order_one = (2 * p - 1) * log(p / (1 - p))


def response(bit):
    return finite_law({bit: p, 1 - bit: 1 - p})
