"""Guarantees of single mechanisms, and conversions between notions of privacy."""

from textbook import LEVEL, MASS, ORDER, PAIR, P, Q, Textbook, a, b, delta, e, le, p, q, same, sigma, t, theta

from mechanisms import Laplace, Normal
from verify.claims import Abs, Compare, Max, above, between, exp, finite_law, log, mixture, oo, sqrt
from verify.quantities import hockey_stick_divergence, kullback_leibler_divergence, max_divergence, renyi_divergence, total_variation

HS, KL, DR, DM, TV = hockey_stick_divergence, kullback_leibler_divergence, renyi_divergence, max_divergence, total_variation
INDISTINGUISHABLE = (le(DM(P, Q), e), le(DM(Q, P), e))
SHIFT = {theta: above(0), t: LEVEL}
NORMAL = {sigma: above(0), t: LEVEL}
laplace, moved_laplace = Laplace(0, scale=theta), Laplace(t, scale=theta)
normal, moved_normal = Normal(0, scale=sigma), Normal(t, scale=sigma)
coin, other_coin = finite_law({0: p, 1: 1 - p}), finite_law({0: 1 - p, 1: p})
BIASED = {p: between(0, 1, open="both")}

MECHANISMS = {
    "the Laplace mechanism is private": Textbook("Dwork and Roth 2014, Thm. 3.6", SHIFT, le(DM(moved_laplace, laplace), t / theta)),
    "the privacy profile of the Laplace mechanism": Textbook(
        "Balle, Barthe and Gaboardi 2018, Thm. 3", {**SHIFT, e: LEVEL}, same(HS(moved_laplace, laplace, e), Max(0, 1 - exp((e - t / theta) / 2)))),
    "Renyi divergence of the Laplace mechanism": Textbook(
        "Mironov 2017, Prop. 6", {**SHIFT, a: ORDER}, same(DR(moved_laplace, laplace, a), log(a / (2 * a - 1) * exp((a - 1) * t / theta) + (a - 1) / (2 * a - 1) * exp(-a * t / theta)) / (a - 1)),
        given=(Compare(a, "<", oo),)),
    "Renyi divergence of the normal mechanism": Textbook("Mironov 2017, Prop. 7", {**NORMAL, a: above(0)}, same(DR(moved_normal, normal, a), a * t**2 / (2 * sigma**2)),
                                                         given=(Compare(a, "<", oo),)),
    "relative entropy of normal laws": Textbook(
        "Cover and Thomas 2006, Ex. 2.41", {**NORMAL, b: above(0)}, same(2 * KL(Normal(t, scale=sigma), Normal(0, scale=b)), 2 * log(b / sigma) + (sigma**2 + t**2) / b**2 - 1)),
    "the normal mechanism with the classical noise": Textbook(
        "Dwork and Roth 2014, Thm. A.1", {e: between(0, 1, open="both"), delta: between(0, 1, open="both")},
        le(HS(Normal(1, scale=sqrt(2 * log(5 / (4 * delta))) / e), Normal(0, scale=sqrt(2 * log(5 / (4 * delta))) / e), e), delta)),
    "randomised response is private": Textbook("Warner 1965; Dwork and Roth 2014, Sec. 3.2", BIASED, le(DM(coin, other_coin), Abs(log(p / (1 - p))))),
    "Renyi divergence of randomised response": Textbook(
        "Mironov 2017, Prop. 5", {**BIASED, a: ORDER}, same(DR(coin, other_coin, a), log(p**a * (1 - p) ** (1 - a) + (1 - p) ** a * p ** (1 - a)) / (a - 1)),
        given=(Compare(a, "<", oo),)),
    "subsampling amplifies": Textbook(
        "Balle, Barthe and Gaboardi 2018, Thm. 8", {**PAIR, q: MASS, e: LEVEL}, le(HS(mixture((q, P), (1 - q, Q)), Q, log(1 + q * (exp(e) - 1))), q * HS(P, Q, e))),
    "subsampling amplifies pure privacy": Textbook(
        "Li, Qardaji and Su 2012, Thm. 1", {**PAIR, q: MASS, e: LEVEL}, le(DM(mixture((q, P), (1 - q, Q)), Q), log(1 + q * (exp(e) - 1))), given=(le(DM(P, Q), e),)),
    "from Renyi to approximate privacy": Textbook(
        "Mironov 2017, Prop. 3", {**PAIR, a: ORDER, e: LEVEL, delta: between(0, 1, open="both")}, le(HS(P, Q, e + log(1 / delta) / (a - 1)), delta),
        given=(le(DR(P, Q, a), e), Compare(a, "<", oo))),
    "the sharper conversion from Renyi to approximate privacy": Textbook(
        "Canonne, Kamath and Steinke 2020, Prop. 12", {**PAIR, a: ORDER, b: LEVEL, e: LEVEL}, le(HS(P, Q, e), exp((a - 1) * (b - e)) / a * (1 - 1 / a) ** (a - 1)),
        given=(le(DR(P, Q, a), b), Compare(a, "<", oo))),
    "from concentrated to approximate privacy, normal noise": Textbook(
        "Bun and Steinke 2016, Prop. 1.3", {b: above(0), delta: between(0, 1, open="both")},
        le(HS(Normal(sqrt(2 * b), scale=1), Normal(0, scale=1), b + 2 * sqrt(b * log(1 / delta))), delta)),
    "pure privacy bounds every Renyi divergence": Textbook(
        "Bun and Steinke 2016, Prop. 3.3", {**PAIR, e: LEVEL, a: ORDER}, le(DR(P, Q, a), a * e**2 / 2), given=(*INDISTINGUISHABLE, Compare(a, "<", oo))),
    "pure privacy bounds relative entropy": Textbook(
        "Dwork, Rothblum and Vadhan 2010, Lemma III.2", {**PAIR, e: LEVEL}, le(KL(P, Q), e * (exp(e) - 1)), given=INDISTINGUISHABLE),
    "pure privacy bounds relative entropy sharply": Textbook(
        "Dong, Durfee and Rogers 2020, Sec. 3", {**PAIR, e: LEVEL}, le(KL(P, Q), e * (exp(e) - 1) / (exp(e) + 1)), given=INDISTINGUISHABLE),
    "pure privacy bounds total variation": Textbook(
        "Kairouz, Oh and Viswanath 2015, Thm. 3.3 with one step", {**PAIR, e: LEVEL}, le(TV(P, Q), (exp(e) - 1) / (exp(e) + 1)), given=INDISTINGUISHABLE),
    "approximate privacy bounds total variation": Textbook(
        "Kairouz, Oh and Viswanath 2015, Remark A.1", {**PAIR, e: LEVEL, delta: MASS}, le(TV(P, Q), (exp(e) - 1 + 2 * delta) / (exp(e) + 1)),
        given=(le(HS(P, Q, e), delta), le(HS(Q, P, e), delta))),
    "total variation of normal laws": Textbook("Devroye, Mehrabian and Reddad 2018", NORMAL, le(TV(moved_normal, normal), t / (2 * sigma))),
    "total variation of Laplace laws": Textbook("direct computation; Balle, Barthe and Gaboardi 2018, Thm. 3", SHIFT, same(TV(moved_laplace, laplace), 1 - exp(-t / (2 * theta)))),
    "geometric noise is private": Textbook(
        "Ghosh, Roughgarden and Sundararajan 2012, on a truncated range", {q: between(0, 1, open="both")},
        le(DM(finite_law({0: 1 / (1 + q), 1: (1 - q) * q / (1 + q), 2: q**2 / (1 + q)}), finite_law({0: q / (1 + q), 1: (1 - q) / (1 + q), 2: q / (1 + q)})), log(1 / q))),
}
