"""Composition and group privacy, with an error each."""

from known_true.composition import DM, DR, HS, KL, TV, basic, response, statement
from textbook import FOUR, LEVEL, MASS, P_2, PAIR, Q_2, TRIPLE, P, Q, R, Textbook, a, delta, e, e_2, k, le, same

from verify.claims import NO, SHARED, Compare, Max, at_least, between, iid, integers, oo, product, sqrt

COMPOSITION = {
    "pure privacy composes under shared coins": statement("independence is dropped", basic(SHARED, NO, DM)),
    "Renyi divergences compose under shared coins": statement("independence is dropped", basic(SHARED, NO, lambda P, Q: DR(P, Q, 2))),
    "total variation composes under shared coins": statement("independence is dropped", basic(SHARED, NO, TV)),
    "a run is as private as its worst step": Textbook("a maximum instead of a sum", FOUR, le(DM(product(P, P_2), product(Q, Q_2)), Max(DM(P, Q), DM(P_2, Q_2)))),
    "approximate privacy composes with the greater delta": Textbook(
        "a maximum instead of a sum", {**FOUR, e: LEVEL, e_2: LEVEL}, le(HS(product(P, P_2), product(Q, Q_2), e + e_2), Max(HS(P, Q, e), HS(P_2, Q_2, e_2)))),
    "group privacy at the same level": Textbook("the group's size is dropped", {**TRIPLE, e: LEVEL}, le(DM(P, R), e), given=(le(DM(P, Q), e), le(DM(Q, R), e))),
    "group privacy with twice the delta": Textbook(
        "a factor is dropped", {**TRIPLE, e: LEVEL, delta: MASS}, le(HS(P, R, 2 * e), 2 * delta), given=(le(HS(P, Q, e), delta), le(HS(Q, R, e), delta))),
    "group privacy of Renyi guarantees of the same order": Textbook(
        "the order is not doubled", {**TRIPLE, e: LEVEL, a: at_least(2)}, le(DR(P, R, a), 2 * e), given=(le(DR(P, Q, a), e), le(DR(Q, R, a), e), Compare(a, "<", oo))),
    "many steps cost the root of their number": Textbook(
        "a term of second order is dropped", {**PAIR, k: integers(1), e: LEVEL, delta: between(0, 1, open="both")},
        le(HS(iid(P, k), iid(Q, k), sqrt(k) * e), delta), given=(le(DM(P, Q), e), le(DM(Q, P), e))),
    "the worst composition at half the level": Textbook(
        "a level is halved", {**PAIR, k: integers(1), e: LEVEL, e_2: LEVEL},
        le(HS(iid(P, k), iid(Q, k), e_2), HS(iid(response(e / 2, 0)[0], k), iid(response(e / 2, 0)[1], k), e_2)), given=(le(DM(P, Q), e), le(DM(Q, P), e))),
    "relative entropy of many draws is that of one": Textbook("a factor is dropped", {**PAIR, k: integers(1)}, same(KL(iid(P, k), iid(Q, k)), KL(P, Q))),
    "total variation of many draws is multiplied": Textbook("an equality from an inequality", {**PAIR, k: integers(1)}, same(TV(iid(P, k), iid(Q, k)), 1 - (1 - TV(P, Q)) ** k)),
    "total variation of many draws is below that of one": Textbook("a relation turned", {**PAIR, k: integers(1)}, le(TV(iid(P, k), iid(Q, k)), TV(P, Q))),
}
