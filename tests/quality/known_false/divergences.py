"""Inequalities between divergences of laws, with an error each."""

from known_true.divergences import DM, DR, FOUR_ON_ONE, HS, JS, KL, THROUGH, TV, mix
from textbook import FOUR, LEVEL, ORDER, P_2, PAIR, Q_2, TRIPLE, E, J, K, P, Q, R, Textbook, a, b, e, e_2, half, le, p, same, x, y

from verify.claims import (
    Compare,
    Couplings,
    Events,
    Expect,
    Min,
    Prob,
    above,
    at_least,
    between,
    exp,
    oo,
    product,
    push,
)
from verify.quantities import density, l1_distance, least_disagreement, mass

DIVERGENCES = {
    "total variation is the distance of the densities": Textbook("the factor 1/2 is dropped", PAIR, same(TV(P, Q), l1_distance(P, Q))),
    "total variation is at most one half": Textbook("the two normalisations are confused", PAIR, le(TV(P, Q), half)),
    "total variation obeys an ultrametric inequality": Textbook("a sum becomes a maximum", TRIPLE, le(TV(P, R), 2 * Min(TV(P, Q), TV(Q, R)))),
    "couplings disagree at most with the total variation": Textbook(
        "infimum and every", {**PAIR, J: Couplings(P, Q)}, le(Prob({(x, y): J}, Compare(x, "!=", y)), TV(P, Q))),
    "the least disagreement is the distance of the densities": Textbook("the factor 1/2 is dropped", PAIR, same(least_disagreement(P, Q), l1_distance(P, Q))),
    "an event differs by the total variation at least": Textbook("supremum and every", {**PAIR, E: Events(P)}, le(TV(P, Q), mass(P, E) - mass(Q, E))),
    "hockey-stick is symmetric": Textbook("a divergence taken for a distance", {**PAIR, e: LEVEL}, same(HS(P, Q, e), HS(Q, P, e))),
    "hockey-stick grows with its level": Textbook("a relation turned", {**PAIR, e: LEVEL, e_2: at_least(e)}, le(HS(P, Q, e), HS(P, Q, e_2))),
    "the reversed privacy profile without its constant": Textbook("a term is dropped", {**PAIR, e: LEVEL}, same(HS(Q, P, -e), exp(-e) * HS(P, Q, e))),
    "processing raises the hockey-stick": Textbook("a relation turned", {**THROUGH, e: LEVEL}, le(HS(P, Q, e), HS(push(K, P), push(K, Q), e))),
    "processing keeps total variation": Textbook("an equality from an inequality", THROUGH, same(TV(push(K, P), push(K, Q)), TV(P, Q))),
    "processing halves relative entropy": Textbook("a factor made up", THROUGH, le(KL(push(K, P), push(K, Q)), KL(P, Q) / 2)),
    "Renyi divergence falls with its order": Textbook("a relation turned", {**PAIR, a: above(0), b: at_least(a)}, le(DR(P, Q, b), DR(P, Q, a))),
    "Renyi divergence is linear in its order": Textbook("normal laws taken for all laws", {**PAIR, a: ORDER}, same(DR(P, Q, a), a * KL(P, Q))),
    "relative entropy is at least the max-divergence": Textbook("a relation turned", PAIR, le(DM(P, Q), KL(P, Q))),
    "relative entropy is symmetric": Textbook("a divergence taken for a distance", PAIR, same(KL(P, Q), KL(Q, P))),
    "relative entropy obeys the triangle inequality": Textbook("a divergence taken for a distance", TRIPLE, le(KL(P, R), KL(P, Q) + KL(Q, R))),
    "Pinsker's inequality with four": Textbook("the two normalisations are confused", PAIR, le(4 * TV(P, Q) ** 2, KL(P, Q))),
    "Pinsker's inequality, one per cent too strong": Textbook("a constant is off by one per cent", PAIR, le(TV(P, Q) ** 2 * 202 / 100, KL(P, Q))),
    "Pinsker's inequality without the square": Textbook("an exponent is dropped", PAIR, le(TV(P, Q), KL(P, Q))),
    "Pinsker's inequality the other way": Textbook("a relation turned", PAIR, le(KL(P, Q), 2 * TV(P, Q) ** 2)),
    "Pinsker's inequality with the order alone": Textbook("a factor 2 is doubled", {**PAIR, a: between(0, 1, open="left")}, le(3 * a * TV(P, Q) ** 2, DR(P, Q, a))),
    "the inequality of Bretagnolle and Huber without the root": Textbook("a root is dropped", PAIR, le(TV(P, Q), 1 - exp(-KL(P, Q)))),
    "relative entropy is above the logarithm of one plus chi-squared": Textbook("a relation turned", PAIR, le(DR(P, Q, 2), KL(P, Q))),
    "Renyi divergences are symmetric": Textbook("a divergence taken for a distance", {**PAIR, a: between(0, 1, open="both")}, same(DR(P, Q, a), DR(Q, P, a))),
    "skew symmetry without its factor": Textbook("a factor is dropped", {**PAIR, a: between(0, 1, open="both")}, same(DR(P, Q, a), DR(Q, P, 1 - a))),
    "relative entropy is jointly concave": Textbook("a relation turned", FOUR_ON_ONE, le(p * KL(P, Q) + (1 - p) * KL(P_2, Q_2), KL(mix(P, P_2), mix(Q, Q_2))),
                                                    given=(Compare(p, ">", 0), Compare(p, "<", 1))),
    "hockey-stick of mixtures is the lesser one": Textbook(
        "maximum and minimum are confused", {**FOUR_ON_ONE, e: LEVEL}, le(HS(mix(P, P_2), mix(Q, Q_2), e), Min(HS(P, Q, e), HS(P_2, Q_2, e)))),
    "Renyi divergence is jointly convex in every order": Textbook(
        "orders up to one taken for all", {**FOUR_ON_ONE, a: above(0)}, le(DR(mix(P, P_2), mix(Q, Q_2), a), p * DR(P, Q, a) + (1 - p) * DR(P_2, Q_2, a)),
        given=(Compare(p, ">", 0), Compare(p, "<", 1))),
    "total variation adds over independent coordinates": Textbook("an equality from an inequality", FOUR, same(TV(product(P, P_2), product(Q, Q_2)), TV(P, Q) + TV(P_2, Q_2))),
    "total variation of a product is that of its worst coordinate": Textbook(
        "a maximum instead of a sum", FOUR, le(TV(product(P, P_2), product(Q, Q_2)), (TV(P, Q) + TV(P_2, Q_2)) * 9 / 10)),
    "Renyi divergence obeys the triangle inequality": Textbook("order infinity taken for all", {**TRIPLE, a: ORDER}, le(DR(P, R, a), DR(P, Q, a) + DR(Q, R, a)),
                                                               given=(Compare(a, "<", oo),)),
    "the weak triangle inequality with orders exchanged": Textbook(
        "arguments are swapped", {**TRIPLE, a: ORDER}, le(DR(P, Q, a), (a - half) / (a - 1) * DR(R, P, 2 * a) + DR(Q, R, 2 * a - 1))),
    "the triangle of hockey-sticks without its factor": Textbook(
        "a factor is dropped", {**TRIPLE, e: LEVEL, e_2: LEVEL}, le(HS(P, R, e + e_2), HS(P, Q, e) + HS(Q, R, e_2))),
    "probabilities are preserved without the exponent": Textbook(
        "an exponent is dropped", {**PAIR, a: ORDER, E: Events(P)}, le(mass(P, E), exp(DR(P, Q, a)) * mass(Q, E)), given=(Compare(DR(P, Q, a), "<", oo), Compare(a, "<", oo))),
    "the divergence of Jensen and Shannon is at most one half": Textbook("the logarithm's base", PAIR, le(JS(P, Q), half)),
    "the divergence of Jensen and Shannon obeys the triangle inequality": Textbook("the root is dropped", TRIPLE, le(JS(P, R), JS(P, Q) + JS(Q, R))),
    "the divergence of Jensen and Shannon is half total variation": Textbook("log 2 becomes 1/2", PAIR, le(JS(P, Q), half * TV(P, Q))),
    "the density ratio has mean one under the wrong law": Textbook("laws are swapped", PAIR, le(Expect({x: P}, density(P, x) / density(Q, x)), 1), given=(Compare(DM(P, Q), "<", oo),)),
}
