"""Noisy contractive iterations, with an error each."""

from known_true.iterations import DR, EARLY, RANDOM, TV, M, W, first, last, runs
from textbook import P, Q, Textbook, a, half, le, n, x, y

from verify.claims import FINITE_NOISE, NORMAL_NOISE, above, contraction, marginal, oo

ITERATIONS = {
    "later steps on any data reveal nothing more": Textbook("a hypothesis is dropped", {**runs(NORMAL_NOISE), a: above(1)}, le(DR(last(x), last(y), a), DR(first(x), first(y), a))),
    "a contraction is counted once too often": Textbook("a step too many", runs(FINITE_NOISE), le(W(last(x), last(y), 1), contraction(M) ** n * W(first(x), first(y), 1)), (EARLY,)),
    "maps without a bound bring the laws closer": Textbook("a hypothesis is dropped", runs(FINITE_NOISE, None), le(W(last(x), last(y), oo), W(first(x), first(y), oo)), (EARLY,)),
    "one more step halves the loss": Textbook(
        "a constant is improved", {**runs(NORMAL_NOISE), a: above(1)}, le(DR(last(x), last(y), a), half * contraction(M) ** 2 * DR(first(x), first(y), a)), (EARLY,)),
    "random data count by their first record": Textbook("what is correlated is dropped", RANDOM, le(TV(last(P), last(Q)), TV(marginal(P, 1), marginal(Q, 1)))),
}
