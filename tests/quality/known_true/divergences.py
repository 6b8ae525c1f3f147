"""Inequalities between divergences of laws."""

from textbook import (
    ALPHABET,
    FOUR,
    LEVEL,
    MASS,
    ORDER,
    P_2,
    PAIR,
    Q_2,
    TRIPLE,
    E,
    J,
    K,
    P,
    Q,
    R,
    Textbook,
    a,
    b,
    e,
    e_2,
    half,
    le,
    m,
    p,
    same,
    x,
    y,
)

from verify.claims import (
    Compare,
    Couplings,
    Events,
    Expect,
    Kernels,
    Labels,
    Laws,
    Max,
    Prob,
    above,
    at_least,
    between,
    exp,
    integers,
    log,
    mixture,
    oo,
    product,
    push,
    sqrt,
)
from verify.quantities import (
    density,
    hockey_stick_divergence,
    jensen_shannon_divergence,
    kullback_leibler_divergence,
    l1_distance,
    least_disagreement,
    mass,
    max_divergence,
    renyi_divergence,
    total_variation,
)

TV, KL, HS, DR, DM, JS = (total_variation, kullback_leibler_divergence, hockey_stick_divergence, renyi_divergence, max_divergence, jensen_shannon_divergence)
THROUGH = {**PAIR, m: integers(1), K: Kernels(ALPHABET, Labels(m))}
FOUR_ON_ONE = {**PAIR, P_2: Laws(ALPHABET), Q_2: Laws(ALPHABET), p: MASS}


def mix(first, second):
    return mixture((p, first), (1 - p, second))


DIVERGENCES = {
    "total variation is at most one": Textbook("Tsybakov, Introduction to Nonparametric Estimation, Def. 2.4", PAIR, le(TV(P, Q), 1)),
    "total variation is symmetric": Textbook("Tsybakov, Lemma 2.1", PAIR, same(TV(P, Q), TV(Q, P))),
    "total variation obeys the triangle inequality": Textbook("Tsybakov, Lemma 2.1", TRIPLE, le(TV(P, R), TV(P, Q) + TV(Q, R))),
    "total variation is half the distance of the densities": Textbook("Scheffe's theorem; Tsybakov, Lemma 2.1", PAIR, same(2 * TV(P, Q), l1_distance(P, Q))),
    "no event differs by more than the total variation": Textbook("Tsybakov, Def. 2.4", {**PAIR, E: Events(P)}, le(mass(P, E) - mass(Q, E), TV(P, Q))),
    "the coupling lemma": Textbook("Lindvall, Lectures on the Coupling Method, Thm. 2.12", PAIR, same(least_disagreement(P, Q), TV(P, Q))),
    "every coupling disagrees at least with the total variation": Textbook(
        "Lindvall, Lectures on the Coupling Method, ineq. (2.6)", {**PAIR, J: Couplings(P, Q)}, le(TV(P, Q), Prob({(x, y): J}, Compare(x, "!=", y)))),
    "hockey-stick at zero is total variation": Textbook("Sason and Verdu 2016, f-divergence inequalities, eq. (66)", PAIR, same(HS(P, Q, 0), TV(P, Q))),
    "hockey-stick falls with its level": Textbook("Balle, Barthe and Gaboardi 2018, Sec. 2", {**PAIR, e: LEVEL, e_2: at_least(e)}, le(HS(P, Q, e_2), HS(P, Q, e))),
    "the reversed privacy profile": Textbook(
        "Balle, Barthe and Gaboardi 2020, Privacy profiles and amplification, Prop. 2", {**PAIR, e: LEVEL}, same(HS(Q, P, -e), 1 - exp(-e) + exp(-e) * HS(P, Q, e))),
    "hockey-stick processes data": Textbook("Dwork and Roth 2014, Prop. 2.1", {**THROUGH, e: LEVEL}, le(HS(push(K, P), push(K, Q), e), HS(P, Q, e))),
    "total variation processes data": Textbook("Cover and Thomas, Ch. 2; Csiszar 1967", THROUGH, le(TV(push(K, P), push(K, Q)), TV(P, Q))),
    "relative entropy processes data": Textbook("Cover and Thomas 2006, Sec. 2.8", THROUGH, le(KL(push(K, P), push(K, Q)), KL(P, Q))),
    "Renyi divergence processes data": Textbook("van Erven and Harremoes 2014, Thm. 9", {**THROUGH, a: between(0, oo)}, le(DR(push(K, P), push(K, Q), a), DR(P, Q, a))),
    "max-divergence processes data": Textbook("van Erven and Harremoes 2014, Thm. 9", THROUGH, le(DM(push(K, P), push(K, Q)), DM(P, Q))),
    "Renyi divergence grows with its order": Textbook("van Erven and Harremoes 2014, Thm. 3", {**PAIR, a: above(0), b: at_least(a)}, le(DR(P, Q, a), DR(P, Q, b))),
    "max-divergence is the largest Renyi divergence": Textbook("van Erven and Harremoes 2014, Thm. 6", {**PAIR, a: above(0)}, le(DR(P, Q, a), DM(P, Q))),
    "Gibbs' inequality": Textbook("Cover and Thomas 2006, Thm. 2.6.3", PAIR, Compare(KL(P, Q), ">=", 0)),
    "Pinsker's inequality": Textbook("Tsybakov, Lemma 2.5", PAIR, le(2 * TV(P, Q) ** 2, KL(P, Q))),
    "Pinsker's inequality for Renyi divergences": Textbook("van Erven and Harremoes 2014, Thm. 31", {**PAIR, a: between(0, 1, open="left")}, le(2 * a * TV(P, Q) ** 2, DR(P, Q, a))),
    "the inequality of Bretagnolle and Huber": Textbook("Tsybakov, Lemma 2.6", PAIR, le(TV(P, Q), sqrt(1 - exp(-KL(P, Q))))),
    "relative entropy is below the logarithm of one plus chi-squared": Textbook("Tsybakov, Lemma 2.7", PAIR, le(KL(P, Q), DR(P, Q, 2))),
    "skew symmetry of Renyi divergences": Textbook(
        "van Erven and Harremoes 2014, Prop. 2", {**PAIR, a: between(0, 1, open="both")}, same((1 - a) * DR(P, Q, a), a * DR(Q, P, 1 - a))),
    "relative entropy is jointly convex": Textbook(
        "Cover and Thomas 2006, Thm. 2.7.2", FOUR_ON_ONE, le(KL(mix(P, P_2), mix(Q, Q_2)), p * KL(P, Q) + (1 - p) * KL(P_2, Q_2)),
        given=(Compare(p, ">", 0), Compare(p, "<", 1))),
    "hockey-stick is jointly convex": Textbook(
        "Balle, Barthe and Gaboardi 2018, Thm. 2", {**FOUR_ON_ONE, e: LEVEL}, le(HS(mix(P, P_2), mix(Q, Q_2), e), p * HS(P, Q, e) + (1 - p) * HS(P_2, Q_2, e))),
    "total variation is jointly convex": Textbook("Csiszar 1967", FOUR_ON_ONE, le(TV(mix(P, P_2), mix(Q, Q_2)), p * TV(P, Q) + (1 - p) * TV(P_2, Q_2))),
    "Renyi divergence is jointly quasi-convex": Textbook(
        "van Erven and Harremoes 2014, Thm. 13", {**FOUR_ON_ONE, a: above(0)}, le(DR(mix(P, P_2), mix(Q, Q_2), a), Max(DR(P, Q, a), DR(P_2, Q_2, a)))),
    "relative entropy adds over independent coordinates": Textbook(
        "Cover and Thomas 2006, Thm. 2.5.3", FOUR, same(KL(product(P, P_2), product(Q, Q_2)), KL(P, Q) + KL(P_2, Q_2))),
    "Renyi divergence adds over independent coordinates": Textbook(
        "van Erven and Harremoes 2014, Thm. 28", {**FOUR, a: above(0)}, same(DR(product(P, P_2), product(Q, Q_2), a), DR(P, Q, a) + DR(P_2, Q_2, a))),
    "total variation is subadditive over independent coordinates": Textbook(
        "Strassen; Reiss 1989, Lemma 3.3.7", FOUR, le(TV(product(P, P_2), product(Q, Q_2)), TV(P, Q) + TV(P_2, Q_2))),
    "max-divergence obeys the triangle inequality": Textbook("Mironov 2017, Sec. 3, order infinity", TRIPLE, le(DM(P, R), DM(P, Q) + DM(Q, R))),
    "the weak triangle inequality of Renyi divergences": Textbook(
        "Mironov 2017, Prop. 11", {**TRIPLE, a: ORDER}, le(DR(P, Q, a), (a - half) / (a - 1) * DR(P, R, 2 * a) + DR(R, Q, 2 * a - 1))),
    "the triangle of hockey-sticks": Textbook(
        "Vadhan 2017, Lemma 7.2.2 (group privacy)", {**TRIPLE, e: LEVEL, e_2: LEVEL}, le(HS(P, R, e + e_2), HS(P, Q, e) + exp(e) * HS(Q, R, e_2))),
    "probabilities are preserved under Renyi divergence": Textbook(
        "Mironov 2017, Prop. 10", {**PAIR, a: ORDER, E: Events(P)}, le(mass(P, E), (exp(DR(P, Q, a)) * mass(Q, E)) ** ((a - 1) / a)),
        given=(Compare(DR(P, Q, a), "<", oo),)),
    "the divergence of Jensen and Shannon is at most log 2": Textbook("Lin 1991, Sec. IV", PAIR, le(JS(P, Q), log(2))),
    "the divergence of Jensen and Shannon is symmetric": Textbook("Lin 1991, Sec. IV", PAIR, same(JS(P, Q), JS(Q, P))),
    "the divergence of Jensen and Shannon is below total variation": Textbook("Lin 1991, Thm. 3, in nats", PAIR, le(JS(P, Q), log(2) * TV(P, Q))),
    "the divergence of Jensen and Shannon is the mean divergence from the mixture": Textbook(
        "Lin 1991, eq. (3.3)", PAIR, same(2 * JS(P, Q), KL(P, mixture((half, P), (half, Q))) + KL(Q, mixture((half, P), (half, Q))))),
    "the density ratio has mean one": Textbook(
        "Cover and Thomas 2006, Sec. 2.6", PAIR, le(Expect({x: P}, density(Q, x) / density(P, x)), 1)),
}
