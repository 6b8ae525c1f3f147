"""Definitions shared by the claims about the algorithms: the number of intervals, the step, searches, staircases, and the value they bound."""

from fractions import Fraction

from theorems.gdp.algorithms import alg_1, alg_2, alg_3
from theorems.gdp.definitions import NOTHING, P, Q, c, delta, dim, e, epsilon, epsilon_h, gdp, mu_max, mu_of, mu_t, profile
from verify.claims import (
    Abs,
    Compare,
    Exists,
    ForAll,
    Hints,
    Lambda,
    Outcome,
    Permutations,
    Sup,
    above,
    at_least,
    between,
    big_o,
    ceiling,
    equals,
    finite_law,
    integers,
    numbers,
    objects,
    one_of,
    pi,
    reading,
    sqrt,
)
from verify.quantities import gaussian_dp

factor, start = numbers("factor start")
order = objects("order")

CURVE = Lambda({e: at_least(0)}, profile(P, Q, e))
"""The profile of the algorithm, as an input."""
LARGE = reading("mu max", any=above(0), ten=one_of(10))
STAIRCASES = {"exchanged": reading("staircases", printed=0, theorem_4_3=1)}
"""Which of the two staircases of Theorem 4.3 each bound takes."""
AT_ZERO = reading("delta at mu 0", zero=0, no_value=NOTHING)


def intervals(reciprocal=c, end=epsilon_h):
    """The number n of intervals, for the margin 1/c and the head [0, epsilon_h]."""
    return ceiling(sqrt(8) * reciprocal * pi * end) + 1


def rounds(n):
    """n and a shuffled list of the n + 2 rounds."""
    return {n: equals(intervals(), within=integers(1)), order: Permutations(n + 2)}


def transform(at):
    """The transform of the algorithm at epsilon."""
    return mu_of(at, profile(P, Q, at))


BOUNDED = reading("bounds", head=Sup({e: between(0, epsilon_h)}, transform(e)), all=gaussian_dp(P, Q))
"""What the outputs bound: the supremum of the transform over the head, or the least mu with mu-GDP."""
ADMITTED = reading("admissible", within=gdp(P, Q, mu_max), any=None)
"""Whether the algorithm is known to be mu_max-GDP."""


def grows(value, bound):
    """value = O(bound) in c, for each epsilon_h, with one factor for all, or for all that are large."""
    def within(smallest):
        return Exists({factor: above(0), start: above(0)}, ForAll({epsilon_h: above(smallest), c: above(start)}, Compare(Abs(value), "<=", factor * Abs(bound))))

    return reading("growth", c_only=big_o(value, bound, c), uniform=within(0), both_large=within(start))


def _on_two_points(first, second):
    """An algorithm with two outputs, by the probabilities of one of them."""
    laws = {P: finite_law({0: first, 1: 1 - first}), Q: finite_law({0: second, 1: 1 - second})}
    return {dim: 1, **laws, epsilon_h: Fraction(1, 2), c: 1, mu_max: 10, mu_t: 0}


SMALL = Hints(typical={epsilon_h: (Fraction(1, 8), Fraction(1, 2)), c: (Fraction(1, 4), 1)},
              instances=(_on_two_points(Fraction(2, 3), Fraction(1, 3)), _on_two_points(Fraction(1, 2), Fraction(1, 4))))
"""Where one run is short, and algorithms with short laws."""


def search(field, at=epsilon, level=delta, margin=None, largest=mu_max):
    """An output or a count of algorithm 2, with the margin of the other algorithms."""
    return Outcome(alg_2, field, epsilon=at, delta=level, b=margin if margin is not None else 1 / (2 * c), mu_max=largest)


def naive(field, **changed):
    """An output or a count of algorithm 3."""
    inputs = {"profile": CURVE, "epsilon_h": epsilon_h, "c": c, "mu_max": mu_max, "own_increment": reading("loop", plain=0, double=1), "exchanged": 0}
    return Outcome(alg_3, field, **{**inputs, **changed})


def optimised(field, **changed):
    """An output or a count of algorithm 1."""
    inputs = {"profile": CURVE, "epsilon_h": epsilon_h, "mu_t": mu_t, "c": c, "mu_max": mu_max, "order": order, "at_zero": AT_ZERO, "exchanged": 0}
    return Outcome(alg_1, field, **{**inputs, **changed})

