"""Names that several items share: gradients of one coordinate, their moving averages, the corrected averages and the update."""

from verify.claims import REALS, Compare, Recursion, Sequences, Sum, between, integers, numbers, objects, oo, sqrt, upto

alpha, beta_1, beta_2, T, t, i, k, G, G_inf = numbers("alpha beta_1 beta_2 T t i k G G_inf")
m_, v_ = numbers("m_ v_")
g = objects("g")

RATE = between(0, 1, open="right")
RATES = {beta_1: RATE, beta_2: RATE}
GRADIENTS = {g: Sequences(oo, REALS)}
"""One coordinate of the gradients g_1, g_2, ...; convex functions with these gradients exist, the linear ones."""
STEPS = {T: integers(1)}


def mean(n, rate=beta_1, terms=g):
    """m_n, the moving average of the gradients from 0."""
    return Recursion({m_: 0}, {i: upto(n)}, rate * m_ + (1 - rate) * terms[i])


def square(n, rate=beta_2, terms=g):
    """v_n, the moving average of their squares from 0."""
    return Recursion({v_: 0}, {i: upto(n)}, rate * v_ + (1 - rate) * terms[i] ** 2)


def corrected_mean(n):
    """m_n divided by 1 - beta_1^n."""
    return mean(n) / (1 - beta_1**n)


def corrected_square(n):
    """v_n divided by 1 - beta_2^n."""
    return square(n) / (1 - beta_2**n)


def ratio(n):
    """The update of step n over the step size, without the small number in the denominator."""
    return corrected_mean(n) / sqrt(corrected_square(n))


def length(n, terms=g):
    """The Euclidean norm of the gradients up to step n."""
    return sqrt(Sum({t: upto(n)}, terms[t] ** 2))


def moves(n):
    """Some gradient up to step n is not 0: the ratio has a value."""
    return Compare(square(n), ">", 0)


