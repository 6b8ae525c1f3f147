"""Composition and group privacy."""

from textbook import D_, FOUR, LEVEL, MASS, P_2, PAIR, Q_2, TRIPLE, C, D, P, Q, R, Textbook, U, a, delta, e, e_2, i, k, le, n, past, same, sequences

from verify.claims import (
    INDEPENDENT,
    NO,
    YES,
    Compare,
    Families,
    ForAll,
    Sum,
    at_least,
    between,
    exp,
    finite_law,
    iid,
    integers,
    joint,
    log,
    neighbours,
    oo,
    pasts,
    product,
    sqrt,
    step,
    upto,
)
from verify.quantities import hockey_stick_divergence, kullback_leibler_divergence, max_divergence, renyi_divergence, total_variation

HS, KL, DR, DM, TV = hockey_stick_divergence, kullback_leibler_divergence, renyi_divergence, max_divergence, total_variation
LEVELS = {e: Families(upto(n), LEVEL)}
EACH = {i: upto(n), past: pasts(C, i), (D, D_): neighbours(U)}
PAIRS = {(D, D_): neighbours(U)}


def alone(data):
    return step(C, i, data, past)


def adding(quantity):
    """If every step obeys its level, the run obeys the sum of the levels."""
    return ForAll(EACH, le(quantity(alone(D), alone(D_)), e[i])), ForAll(PAIRS, le(quantity(joint(C, D), joint(C, D_)), Sum({i: upto(n)}, e[i])))


def basic(coins, adaptive, quantity):
    given, states = adding(quantity)
    return {**sequences(coins, adaptive), **LEVELS}, states, (given,)


def response(level, loss):
    """The least private (level, loss)-private pair, on the points 0 to 3."""
    keep, turn = (1 - loss) * exp(level) / (1 + exp(level)), (1 - loss) / (1 + exp(level))
    return finite_law({0: loss, 1: keep, 2: turn}), finite_law({1: turn, 2: keep, 3: loss})


def statement(reference, parts):
    forall, states, given = parts
    return Textbook(reference, forall, states, given)


COMPOSITION = {
    "basic composition of independent mechanisms": statement("Dwork and Roth 2014, Thm. 3.14", basic(INDEPENDENT, NO, DM)),
    "basic composition of adaptive mechanisms": statement("Dwork and Roth 2014, Thm. 3.14 and Sec. 3.5.1", basic(INDEPENDENT, YES, DM)),
    "Renyi divergences compose": statement("Mironov 2017, Prop. 1", basic(INDEPENDENT, YES, lambda P, Q: DR(P, Q, 2))),
    "relative entropies compose": statement("Cover and Thomas 2006, Thm. 2.5.3", basic(INDEPENDENT, YES, KL)),
    "total variation composes": statement("Dwork and Roth 2014, Thm. 3.16 with epsilon 0", basic(INDEPENDENT, YES, TV)),
    "approximate privacy composes": Textbook(
        "Dwork and Roth 2014, Thm. 3.16", {**FOUR, e: LEVEL, e_2: LEVEL}, le(HS(product(P, P_2), product(Q, Q_2), e + e_2), HS(P, Q, e) + HS(P_2, Q_2, e_2))),
    "group privacy of pure guarantees": Textbook("Dwork and Roth 2014, Thm. 2.2", {**TRIPLE, e: LEVEL}, le(DM(P, R), 2 * e), given=(le(DM(P, Q), e), le(DM(Q, R), e))),
    "group privacy of approximate guarantees": Textbook(
        "Vadhan 2017, Lemma 7.2.2", {**TRIPLE, e: LEVEL, delta: MASS}, le(HS(P, R, 2 * e), delta + exp(e) * delta), given=(le(HS(P, Q, e), delta), le(HS(Q, R, e), delta))),
    "group privacy of Renyi guarantees": Textbook(
        "Mironov 2017, Prop. 2 with c = 1", {**TRIPLE, e: LEVEL, a: at_least(2)}, le(DR(P, R, a), 3 * e), given=(le(DR(P, Q, 2 * a), e), le(DR(Q, R, 2 * a), e), Compare(a, "<", oo))),
    "advanced composition": Textbook(
        "Dwork and Roth 2014, Thm. 3.20", {**PAIR, k: integers(1), e: LEVEL, delta: between(0, 1, open="both")},
        le(HS(iid(P, k), iid(Q, k), sqrt(2 * k * log(1 / delta)) * e + k * e * (exp(e) - 1)), delta), given=(le(DM(P, Q), e), le(DM(Q, P), e))),
    "the worst composition is randomised response": Textbook(
        "Kairouz, Oh and Viswanath 2015, Thm. 3.3", {**PAIR, k: integers(1), e: LEVEL, e_2: LEVEL},
        le(HS(iid(P, k), iid(Q, k), e_2), HS(iid(response(e, 0)[0], k), iid(response(e, 0)[1], k), e_2)), given=(le(DM(P, Q), e), le(DM(Q, P), e))),
    "products of different laws add relative entropy": Textbook("Cover and Thomas 2006, Thm. 2.5.3", {**PAIR, k: integers(1)}, same(KL(iid(P, k), iid(Q, k)), k * KL(P, Q))),
    "total variation of many draws": Textbook("Reiss 1989, Lemma 3.3.7", {**PAIR, k: integers(1)}, le(TV(iid(P, k), iid(Q, k)), 1 - (1 - TV(P, Q)) ** k)),
}
