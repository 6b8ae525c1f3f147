"""Noisy contractive iterations."""

from textbook import P, Q, Textbook, a, k, le, n, same, t, x, y

from verify.claims import (
    FINITE_NOISE,
    NORMAL_NOISE,
    REALS,
    Abs,
    Expect,
    ForAll,
    Iterations,
    Labels,
    Laws,
    Points,
    Sequences,
    above,
    contraction,
    integers,
    iterate_law,
    last_law,
    noise_law,
    numbers,
    objects,
    oo,
    step_map,
    upto,
)
from verify.quantities import mean, renyi_divergence, total_variation, wasserstein_distance

DR, TV, W = renyi_divergence, total_variation, wasserstein_distance
M = objects("M")
w, v = numbers("w v")
BITS = Labels(2)


def runs(noise, constant=1):
    """An iteration and two data sequences."""
    return {n: integers(1), M: Iterations(n, BITS, noise, constant), x: Points(Sequences(n, BITS)), y: Points(Sequences(n, BITS))}


EARLY = ForAll({k: integers(2, n)}, same(x[k], y[k]))
"""Only the first records differ."""
RANDOM = {n: integers(1), M: Iterations(n, BITS, FINITE_NOISE), P: Laws(Sequences(n, BITS)), Q: Laws(Sequences(n, BITS))}


def first(data):
    return iterate_law(M, data, 1)


def last(data):
    return last_law(M, data)


ITERATIONS = {
    "later steps on equal data reveal nothing more": Textbook(
        "Feldman, Mironov, Talwar and Thakurta 2018, Sec. 3", {**runs(NORMAL_NOISE), a: above(0)}, le(DR(last(x), last(y), a), DR(first(x), first(y), a)), (EARLY,)),
    "later steps on equal data bring the laws closer": Textbook(
        "Feldman, Mironov, Talwar and Thakurta 2018, Sec. 3", runs(FINITE_NOISE), le(W(last(x), last(y), oo), contraction(M) ** (n - 1) * W(first(x), first(y), oo)), (EARLY,)),
    "the loss of one step of descent is that of its shift": Textbook(
        "Feldman, Mironov, Talwar and Thakurta 2018, Sec. 3", {**runs(NORMAL_NOISE), a: above(1)},
        le(DR(last(x), last(y), a), a / 2 * (mean(first(x)) - mean(first(y))) ** 2 / Expect({w: noise_law(M, 1)}, w**2)), (EARLY, same(mean(noise_law(M, 1)), 0))),
    "iterates on random data differ no more than the data": Textbook("Levin and Peres 2017, Sec. 4", RANDOM, le(TV(last(P), last(Q)), TV(P, Q))),
    "every map of a contractive iteration contracts": Textbook(
        "Feldman, Mironov, Talwar and Thakurta 2018, Sec. 3", {**runs(FINITE_NOISE), t: upto(n), w: REALS, v: REALS},
        le(Abs(step_map(M, t, x[t], w) - step_map(M, t, x[t], v)), contraction(M) * Abs(w - v))),
}
