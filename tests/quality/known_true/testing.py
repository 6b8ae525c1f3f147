"""Tests, nearness and conditioning."""

from textbook import ALPHABET, IN_SPACE, LEVEL, MASS, PAIR, J, K, P, Q, Textbook, a, b, delta, e, k, le, m, p, q, r, same, x

from verify.claims import Compare, Kernels, Labels, Laws, Max, Product, at_least, between, conditional, exp, integers, log, marginal, oo, push
from verify.quantities import density, hockey_stick_divergence, least_exceedance, max_divergence, total_variation, trade_off, wasserstein_distance

HS, DM, TV, T, W, FAR = hockey_stick_divergence, max_divergence, total_variation, trade_off, wasserstein_distance, least_exceedance
LEVELS = {**PAIR, a: MASS}
JOINT = {k: integers(1), m: integers(1), J: Laws(Product(Labels(k), Labels(m))), x: integers(1, k)}
DISTANCE = {b: LEVEL}

TESTING = {
    "no test is worse than guessing": Textbook("Dong, Roth and Su 2022, Prop. 1", LEVELS, le(T(P, Q, a), 1 - a)),
    "errors sum to at least one minus total variation": Textbook("Le Cam; Tsybakov, Thm. 2.2", LEVELS, Compare(T(P, Q, a) + a, ">=", 1 - TV(P, Q))),
    "trade-off functions are convex": Textbook(
        "Dong, Roth and Su 2022, Prop. 1", {**LEVELS, b: MASS, p: MASS}, le(T(P, Q, p * a + (1 - p) * b), p * T(P, Q, a) + (1 - p) * T(P, Q, b))),
    "trade-off functions fall": Textbook("Dong, Roth and Su 2022, Prop. 1", {**LEVELS, b: between(a, 1)}, le(T(P, Q, b), T(P, Q, a))),
    "processing makes tests worse": Textbook(
        "Dong, Roth and Su 2022, Lemma 1", {**LEVELS, m: integers(1), K: Kernels(ALPHABET, Labels(m))}, le(T(P, Q, a), T(push(K, P), push(K, Q), a))),
    "approximate privacy bounds every test": Textbook(
        "Wasserman and Zhou 2010; Kairouz, Oh and Viswanath 2015, Thm. 2.1", {**LEVELS, e: LEVEL, delta: MASS},
        Compare(T(P, Q, a), ">=", Max(0, 1 - delta - exp(e) * a, exp(-e) * (1 - delta - a))), given=(le(HS(Q, P, e), delta), le(HS(P, Q, e), delta))),
    "swapping the laws inverts the trade-off function": Textbook("Dong, Roth and Su 2022, Lemma 2", LEVELS, le(T(Q, P, T(P, Q, a)), a)),
    "the least exceedance at zero is total variation": Textbook("Strassen 1965; Villani 2009, Ch. 1", IN_SPACE, same(FAR(P, Q, 0, r), TV(P, Q))),
    "Markov's inequality for couplings": Textbook("Markov", {**IN_SPACE, **DISTANCE, q: between(1, oo, open="right")}, le(b**q * FAR(P, Q, b, r), W(P, Q, q, r) ** q)),
    "within the distance of order infinity nothing exceeds": Textbook("Santambrogio 2015, Sec. 3.2", IN_SPACE, same(FAR(P, Q, W(P, Q, oo, r), r), 0)),
    "exceedance falls with the distance": Textbook("by definition", {**IN_SPACE, **DISTANCE, q: at_least(b)}, le(FAR(P, Q, q, r), FAR(P, Q, b, r))),
    "conditioning multiplies a probability at most by its inverse": Textbook(
        "definition of conditional probability", JOINT, le(DM(conditional(J, 1, x), marginal(J, 2)), -log(density(marginal(J, 1), x))),
        given=(Compare(density(marginal(J, 1), x), ">", 0),)),
}
