"""Transport distances, and the metrics of weak convergence."""

from textbook import IN_SPACE, MASS, ON_LINE, P_2, Q_2, G, J, P, Q, R, Textbook, a, b, dim, le, p, r, same, sigma, t, theta, x, y

from mechanisms import GeneralisedCauchy, Pareto
from verify.claims import (
    LINE,
    Abs,
    Compare,
    Couplings,
    Euclid,
    Expect,
    Laws,
    Maps,
    above,
    at_least,
    between,
    convolve,
    mixture,
    norm,
    oo,
    product,
    push,
    sqrt,
    translate,
)
from verify.claims.sets import REALS
from verify.quantities import (
    absolute_moment,
    kantorovich_distance,
    levy_distance,
    mean,
    prokhorov_distance,
    support_diameter,
    total_variation,
    wasserstein_distance,
)

W = wasserstein_distance
FROM_ONE = {a: at_least(1)}
THIRD = {**IN_SPACE, R: Laws(Euclid(dim, r))}


def mix(first, second):
    return mixture((p, first), (1 - p, second))


TRANSPORT = {
    "translates of a law with a density are as far apart as the shift": Textbook(
        "Panaretos and Zemel 2020, Sec. 2.1; no moment is needed", {P: Laws(LINE, density=True), **FROM_ONE, t: REALS}, same(W(P, translate(P, t), a), Abs(t))),
    "Cauchy laws with one scale are as far apart as their centres": Textbook(
        "Villani 2009, Thm. 2.18 for the rising map", {t: REALS, theta: above(0)}, same(W(GeneralisedCauchy(0, exponent=2, rate=theta), GeneralisedCauchy(t, exponent=2, rate=theta), 1), Abs(t))),
    "Pareto laws have the moments below their shape": Textbook(
        "Johnson, Kotz and Balakrishnan 1994, Ch. 20", {a: above(0), theta: above(0), t: between(0, a, open="right")}, same(absolute_moment(Pareto(theta, a), t), a * theta**t / (a - t))),
    "Wasserstein distance is symmetric": Textbook("Villani 2009, Ch. 6", {**IN_SPACE, **FROM_ONE}, same(W(P, Q, a, r), W(Q, P, a, r))),
    "Wasserstein distance obeys the triangle inequality": Textbook("Villani 2009, Ch. 6", {**THIRD, **FROM_ONE}, le(W(P, R, a, r), W(P, Q, a, r) + W(Q, R, a, r))),
    "Wasserstein distance grows with its order": Textbook("Villani 2009, Rem. 6.6", {**IN_SPACE, **FROM_ONE, b: at_least(a)}, le(W(P, Q, a, r), W(P, Q, b, r))),
    "the distance of order infinity is the largest": Textbook("Santambrogio 2015, Sec. 5.5.1", {**IN_SPACE, **FROM_ONE}, le(W(P, Q, a, r), W(P, Q, oo, r))),
    "the duality of Kantorovich and Rubinstein": Textbook("Villani 2009, Thm. 5.10", IN_SPACE, same(kantorovich_distance(P, Q, r), W(P, Q, 1, r))),
    "means are no further apart than the laws": Textbook("Villani 2009, Rem. 6.5", ON_LINE, le(Abs(mean(P) - mean(Q)), W(P, Q, 1)),
                                                         given=(Compare(absolute_moment(P, 1), "<", oo), Compare(absolute_moment(Q, 1), "<", oo))),
    "transport is at most diameter times total variation": Textbook("Villani 2009, Thm. 6.15", IN_SPACE, le(W(P, Q, 1, r), support_diameter(P, Q, r) * total_variation(P, Q)),
                                                                    given=(Compare(support_diameter(P, Q, r), "<", oo),)),
    "every coupling costs at least the distance": Textbook(
        "Villani 2009, Def. 6.1", {**IN_SPACE, **FROM_ONE, J: Couplings(P, Q)}, le(W(P, Q, a, r), Expect({(x, y): J}, norm(x - y, r) ** a) ** (1 / a)),
        given=(Compare(a, "<", oo),)),
    "a common translation changes nothing": Textbook("Panaretos and Zemel 2020, Sec. 2.1", {**ON_LINE, **FROM_ONE, t: REALS}, same(W(translate(P, t), translate(Q, t), a), W(P, Q, a))),
    "a translation costs its length": Textbook("Panaretos and Zemel 2020, Sec. 2.1", {P: Laws(LINE), **FROM_ONE, t: REALS}, same(W(translate(P, t), P, a), Abs(t))),
    "Lipschitz maps contract": Textbook(
        "Villani 2009, Ch. 6", {P: Laws(LINE), Q: Laws(LINE), **FROM_ONE, theta: above(0), G: Maps(LINE, LINE, lipschitz=theta)},
        le(W(push(G, P), push(G, Q), a), theta * W(P, Q, a)), given=(Compare(W(P, Q, a), "<", oo),)),
    "common independent noise contracts": Textbook("Santambrogio 2015, Lemma 5.2", {**ON_LINE, R: Laws(LINE), **FROM_ONE}, le(W(convolve(P, R), convolve(Q, R), a), W(P, Q, a))),
    "sums of independent variables add distances": Textbook(
        "Bickel and Freedman 1981, Lemma 8.6", {**ON_LINE, P_2: Laws(LINE), Q_2: Laws(LINE), **FROM_ONE},
        le(W(convolve(P, P_2), convolve(Q, Q_2), a), W(P, Q, a) + W(P_2, Q_2, a))),
    "centred sums add squared distances": Textbook(
        "Bickel and Freedman 1981, Lemma 8.7", {**ON_LINE, P_2: Laws(LINE), Q_2: Laws(LINE)},
        le(W(convolve(P, P_2), convolve(Q, Q_2), 2) ** 2, W(P, Q, 2) ** 2 + W(P_2, Q_2, 2) ** 2),
        given=(Compare(absolute_moment(P, 2), "<", oo), Compare(absolute_moment(Q, 2), "<", oo), Compare(absolute_moment(P_2, 2), "<", oo),
               Compare(absolute_moment(Q_2, 2), "<", oo), same(mean(P_2), mean(Q_2)))),
    "powers of the distance are jointly convex": Textbook(
        "Villani 2009, Thm. 4.8", {**ON_LINE, P_2: Laws(LINE), Q_2: Laws(LINE), p: MASS, a: between(1, oo, open="right")},
        le(W(mix(P, P_2), mix(Q, Q_2), a) ** a, p * W(P, Q, a) ** a + (1 - p) * W(P_2, Q_2, a) ** a)),
    "independent coordinates add powers of the distance": Textbook(
        "Panaretos and Zemel 2020, Sec. 2.1", {**ON_LINE, P_2: Laws(LINE), Q_2: Laws(LINE), a: between(1, oo, open="right")},
        same(W(product(P, P_2), product(Q, Q_2), a, a) ** a, W(P, Q, a) ** a + W(P_2, Q_2, a) ** a)),
    "the Levy distance is below that of Prokhorov": Textbook("Huber 1981, Sec. 2.3", ON_LINE, le(levy_distance(P, Q), prokhorov_distance(P, Q))),
    "the Prokhorov distance is at most total variation": Textbook("Gibbs and Su 2002, Sec. 3", ON_LINE, le(prokhorov_distance(P, Q), total_variation(P, Q))),
    "the squared Prokhorov distance is at most transport": Textbook("Gibbs and Su 2002, Thm. 2", ON_LINE, le(prokhorov_distance(P, Q) ** 2, W(P, Q, 1))),
    "Lyapunov's inequality": Textbook(
        "Durrett 2019, Thm. 1.6.2", {P: Laws(LINE), a: above(0), b: at_least(a)}, le(absolute_moment(P, a) ** (1 / a), absolute_moment(P, b) ** (1 / b)),
        given=(Compare(b, "<", oo),)),
    "transport to the origin is the absolute moment": Textbook(
        "Villani 2009, Def. 6.4", {P: Laws(LINE), a: between(1, oo, open="right"), sigma: REALS},
        le(absolute_moment(P, a) ** (1 / a), W(P, translate(P, sigma), a) + absolute_moment(translate(P, sigma), a) ** (1 / a))),
    "norms compare distances": Textbook("Horn and Johnson 2013, Sec. 5.4", IN_SPACE, le(W(P, Q, 2, oo), W(P, Q, 2, 2))),
    "the first norm is at most the root of the dimension times the second": Textbook("Horn and Johnson 2013, Sec. 5.4", IN_SPACE, le(W(P, Q, 2, 1), sqrt(dim) * W(P, Q, 2, 2))),
}
