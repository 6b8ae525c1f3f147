"""Tests, nearness and conditioning, with an error each."""

from known_true.testing import DISTANCE, DM, FAR, HS, JOINT, LEVELS, TV, T, W
from textbook import ALPHABET, IN_SPACE, LEVEL, MASS, ON_LINE, J, K, P, Q, Textbook, a, b, delta, e, half, le, m, p, r, same, x

from verify.claims import Compare, Kernels, Labels, between, conditional, exp, integers, log, marginal, push
from verify.quantities import density

TESTING = {
    "every test is a guess": Textbook("a bound taken for the value", LEVELS, same(T(P, Q, a), 1 - a)),
    "errors sum to one minus half the total variation": Textbook("the two normalisations are confused", LEVELS, Compare(T(P, Q, a) + a, ">=", 1 - TV(P, Q) / 2)),
    "trade-off functions are concave": Textbook("a relation turned", {**LEVELS, b: MASS, p: MASS}, le(p * T(P, Q, a) + (1 - p) * T(P, Q, b), T(P, Q, p * a + (1 - p) * b))),
    "trade-off functions are symmetric": Textbook("laws are swapped", LEVELS, same(T(P, Q, a), T(Q, P, a))),
    "processing makes tests better": Textbook("a relation turned", {**LEVELS, m: integers(1), K: Kernels(ALPHABET, Labels(m))}, le(T(push(K, P), push(K, Q), a), T(P, Q, a))),
    "one direction of approximate privacy bounds every test": Textbook(
        "a direction is dropped", {**LEVELS, e: LEVEL, delta: MASS}, Compare(T(P, Q, a), ">=", 1 - delta - exp(e) * a), given=(le(HS(P, Q, e), delta),)),
    "the least exceedance is at most transport": Textbook("the threshold is dropped", {**IN_SPACE, b: between(0, half)}, le(FAR(P, Q, b, r), W(P, Q, 1, r))),
    "Markov's inequality for couplings without the power": Textbook("an exponent is dropped", {**ON_LINE, **DISTANCE}, le(b * FAR(P, Q, b), W(P, Q, 2) ** 2)),
    "within the distance of order one nothing exceeds": Textbook("order infinity and order one", IN_SPACE, same(FAR(P, Q, W(P, Q, 1, r), r), 0)),
    "the least exceedance is total variation at every distance": Textbook("the distance is dropped", {**IN_SPACE, **DISTANCE}, same(FAR(P, Q, b, r), TV(P, Q))),
    "conditioning changes nothing": Textbook(
        "independence is assumed", JOINT, same(TV(conditional(J, 1, x), marginal(J, 2)), 0), given=(Compare(density(marginal(J, 1), x), ">", 0),)),
    "conditioning multiplies a probability at most by the inverse root": Textbook(
        "a factor is halved", JOINT, le(DM(conditional(J, 1, x), marginal(J, 2)), -log(density(marginal(J, 1), x)) / 2), given=(Compare(density(marginal(J, 1), x), ">", 0),)),
}
