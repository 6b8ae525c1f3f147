"""Pufferfish privacy, with an error each."""

from known_true.pufferfish import DM, DR, MECHANISM, ON_BITS, ON_EVENTS, TV, F, composed, everywhere
from textbook import LEVEL, K, Textbook, U, a, e, half, i, k, le, t

from verify.claims import (
    ANY_EVENTS,
    ANY_PRIORS,
    INDEPENDENT_RECORDS,
    LINE,
    ONE_RECORD,
    SHARED,
    ForAll,
    Frameworks,
    above,
    classical,
    convolve,
    data_law,
    normal_vector,
    situations,
)
from verify.quantities import wasserstein_distance


def among(priors):
    forall, states, given = composed(F)
    return {U: forall[U], F: Frameworks(U, ONE_RECORD, priors), **forall}, states, given


PUFFERFISH = {
    "mechanisms compose under every prior": Textbook("what an adversary knows is dropped", *among(ANY_PRIORS)),
    "mechanisms compose when records are independent": Textbook("what an adversary knows is dropped", *among(INDEPENDENT_RECORDS)),
    "mechanisms with shared coins compose where the data are known": Textbook("independence is dropped", *composed(classical(U), SHARED)),
    "a guarantee at half its level": Textbook(
        "a factor is dropped", {**ON_EVENTS, **MECHANISM, a: above(1), e: LEVEL}, everywhere(F, K, lambda p, q: DR(p, q, a), e / 2), (everywhere(F, K, lambda p, q: DR(p, q, a), e),)),
    "the laws of outputs differ as little as the other way round": Textbook(
        "an asymmetric divergence is exchanged", {**ON_BITS, **MECHANISM, e: LEVEL}, everywhere(F, K, lambda p, q: DM(q, p), e), (everywhere(F, K, DM, e),)),
    "normal noise in the scale of quadratic transport": Textbook(
        "Wasserstein distance of order 2 for that of order infinity", {F: Frameworks(LINE, ANY_EVENTS, ANY_PRIORS), a: above(1)},
        ForAll({(t, i, k): situations(F)}, le(
            DR(convolve(data_law(F, t, i), normal_vector(0, 1)), convolve(data_law(F, t, k), normal_vector(0, 1)), a),
            a / 2 * wasserstein_distance(data_law(F, t, i), data_law(F, t, k), 2) ** 2))),
    "a mechanism halves what the data reveal": Textbook(
        "a constant is improved", {**ON_BITS, **MECHANISM}, everywhere(F, K, TV, half * TV(data_law(F, t, i), data_law(F, t, k)))),
}
