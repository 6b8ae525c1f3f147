"""Transport distances, with an error each."""

from known_true.transport import FROM_ONE, THIRD, W, mix
from textbook import IN_SPACE, MASS, ON_LINE, P_2, Q_2, G, J, P, Q, R, Textbook, a, b, le, p, r, same, t, theta, x, y

from mechanisms import GeneralisedCauchy
from verify.claims import (
    LINE,
    Abs,
    Compare,
    Couplings,
    Expect,
    Kernels,
    Laws,
    Maps,
    Max,
    above,
    at_least,
    between,
    convolve,
    norm,
    oo,
    product,
    push,
    translate,
)
from verify.claims.sets import REALS
from verify.quantities import absolute_moment, levy_distance, mean, prokhorov_distance, support_diameter, total_variation

TRANSPORT = {
    "Wasserstein distance falls with its order": Textbook("a relation turned", {**IN_SPACE, **FROM_ONE, b: at_least(a)}, le(W(P, Q, b, r), W(P, Q, a, r))),
    "Wasserstein distances of all orders agree": Textbook("the line with translates taken for all", {**IN_SPACE, **FROM_ONE}, same(W(P, Q, a, r), W(P, Q, 1, r))),
    "the power of the distance obeys the triangle inequality": Textbook("the root is dropped", {**THIRD, a: between(1, oo, open="right")}, le(W(P, R, a, r) ** a, W(P, Q, a, r) ** a + W(Q, R, a, r) ** a)),
    "every coupling costs at most the distance": Textbook(
        "infimum and every", {**IN_SPACE, J: Couplings(P, Q)}, le(Expect({(x, y): J}, norm(x - y, r)), W(P, Q, 1, r))),
    "the distance is that of the means": Textbook("the best lower bound taken for the value", ON_LINE, same(Abs(mean(P) - mean(Q)), W(P, Q, 1)),
                                                  given=(Compare(absolute_moment(P, 1), "<", oo), Compare(absolute_moment(Q, 1), "<", oo))),
    "transport is at most total variation": Textbook("the diameter is dropped", IN_SPACE, le(W(P, Q, 1, r), total_variation(P, Q))),
    "transport of order two is at most diameter times total variation": Textbook(
        "order one taken for all", IN_SPACE, le(W(P, Q, 2, r), support_diameter(P, Q, r) * total_variation(P, Q)), given=(Compare(support_diameter(P, Q, r), "<", oo),)),
    "translating one law changes nothing": Textbook("a common translation and one", {**ON_LINE, **FROM_ONE, t: REALS}, same(W(translate(P, t), Q, a), W(P, Q, a))),
    "every kernel contracts": Textbook("Lipschitz is dropped", {**ON_LINE, **FROM_ONE, G: Kernels(LINE, LINE)}, le(W(push(G, P), push(G, Q), a), W(P, Q, a))),
    "Lipschitz maps contract by one": Textbook(
        "the constant is dropped", {**ON_LINE, **FROM_ONE, theta: above(0), G: Maps(LINE, LINE, lipschitz=theta)}, le(W(push(G, P), push(G, Q), a), W(P, Q, a))),
    "common noise keeps the distance": Textbook("an equality from an inequality", {**ON_LINE, R: Laws(LINE), **FROM_ONE}, same(W(convolve(P, R), convolve(Q, R), a), W(P, Q, a))),
    "sums of independent variables take the greater distance": Textbook(
        "a sum becomes a maximum", {**ON_LINE, P_2: Laws(LINE), Q_2: Laws(LINE), **FROM_ONE}, le(W(convolve(P, P_2), convolve(Q, Q_2), a), Max(W(P, Q, a), W(P_2, Q_2, a)))),
    "all sums add squared distances": Textbook(
        "the centring is dropped", {**ON_LINE, P_2: Laws(LINE), Q_2: Laws(LINE)}, le(W(convolve(P, P_2), convolve(Q, Q_2), 2) ** 2, W(P, Q, 2) ** 2 + W(P_2, Q_2, 2) ** 2)),
    "the distance is jointly convex": Textbook(
        "the power is dropped", {**ON_LINE, P_2: Laws(LINE), Q_2: Laws(LINE), p: MASS, a: between(1, oo, open="right")},
        le(W(mix(P, P_2), mix(Q, Q_2), a), p * W(P, Q, a) + (1 - p) * W(P_2, Q_2, a))),
    "independent coordinates add distances": Textbook(
        "the power is dropped", {**ON_LINE, P_2: Laws(LINE), Q_2: Laws(LINE), a: between(1, oo, open="right")}, same(W(product(P, P_2), product(Q, Q_2), a, a), W(P, Q, a) + W(P_2, Q_2, a))),
    "the Levy distance is that of Prokhorov": Textbook("two metrics of the same convergence", ON_LINE, same(levy_distance(P, Q), prokhorov_distance(P, Q))),
    "the Prokhorov distance is at most transport": Textbook("the square is dropped", ON_LINE, le(prokhorov_distance(P, Q), W(P, Q, 1))),
    "transport is at most the Prokhorov distance": Textbook("the diameter is dropped", ON_LINE, le(W(P, Q, 1), prokhorov_distance(P, Q))),
    "absolute moments grow without the root": Textbook(
        "the root is dropped", {P: Laws(LINE), a: above(0), b: at_least(a)}, le(absolute_moment(P, a), absolute_moment(P, b)), given=(Compare(b, "<", oo),)),
    "every law with a density has a mean": Textbook("a moment taken for granted; false for Cauchy's law", {P: Laws(LINE, density=True)}, Compare(absolute_moment(P, 1), "<", oo)),
    "a finite distance of order one has finite ones of higher order": Textbook(
        "a moment of order one taken for one of order two", {P: Laws(LINE, moments=1, density=True), Q: Laws(LINE, moments=1, density=True)}, Compare(W(P, Q, 2), "<", oo)),
    "Cauchy laws are as far apart as their centres": Textbook(
        "scales are forgotten", {theta: above(0), t: REALS}, same(W(GeneralisedCauchy(0, exponent=2, scale=1), GeneralisedCauchy(t, exponent=2, scale=theta), 1), Abs(t))),
    "the norm does not matter": Textbook("norms are confused", IN_SPACE, same(W(P, Q, 2, oo), W(P, Q, 2, 2))),
    "norms compare the other way": Textbook("a relation turned", IN_SPACE, le(W(P, Q, 2, 1), W(P, Q, 2, oo))),
}
