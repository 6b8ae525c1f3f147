"""Guarantees of single mechanisms and conversions, with an error each."""

from known_true.mechanisms import BIASED, DM, DR, HS, INDISTINGUISHABLE, KL, NORMAL, SHIFT, TV, coin, laplace, moved_laplace, moved_normal, normal, other_coin
from textbook import LEVEL, MASS, ORDER, PAIR, P, Q, Textbook, a, b, delta, e, le, p, q, same, sigma, t, theta

from mechanisms import Laplace, Normal
from verify.claims import Abs, Compare, above, between, exp, log, mixture, oo, sqrt

MECHANISMS = {
    "the Laplace mechanism with noise one per cent too small": Textbook("a constant is off by one per cent", SHIFT, le(DM(Laplace(t, scale=theta * 99 / 100), Laplace(0, scale=theta * 99 / 100)), t / theta)),
    "the Laplace mechanism with half the noise": Textbook("sensitivity halved", SHIFT, le(DM(moved_laplace, laplace), t / (2 * theta))),
    "rate taken for scale": Textbook("rate and scale are confused", SHIFT, le(DM(moved_laplace, laplace), t * theta)),
    "the privacy profile of the Laplace mechanism with a quarter": Textbook("a factor is halved", {**SHIFT, e: LEVEL}, le(HS(moved_laplace, laplace, e), 1 - exp((e - t / theta) / 4)), given=(le(e, t / theta),)),
    "Renyi divergence of normal laws without its half": Textbook("a factor is dropped", {**NORMAL, a: above(0)}, same(DR(moved_normal, normal, a), a * t**2 / sigma**2), given=(Compare(a, "<", oo),)),
    "variance taken for deviation": Textbook("variance and deviation are confused", {**NORMAL, a: above(0)}, same(DR(moved_normal, normal, a), a * t**2 / (2 * sigma)), given=(Compare(a, "<", oo),)),
    "relative entropy of normal laws without the logarithm": Textbook(
        "a term is dropped", {**NORMAL, b: above(0)}, same(2 * KL(Normal(t, scale=sigma), Normal(0, scale=b)), (sigma**2 + t**2) / b**2 - 1)),
    "the normal mechanism is purely private": Textbook("approximate and pure are confused", {**NORMAL, e: above(0)}, le(DM(moved_normal, normal), e), given=(le(t, sigma * e / 10), Compare(t, ">", 0))),
    "the classical normal mechanism at every level": Textbook(
        "the condition on the level is dropped", {e: above(0), delta: between(0, 1, open="both")},
        le(HS(Normal(1, scale=sqrt(2 * log(5 / (4 * delta))) / e), Normal(0, scale=sqrt(2 * log(5 / (4 * delta))) / e), e), delta)),
    "randomised response at half its level": Textbook("a factor is made up", BIASED, le(DM(coin, other_coin), Abs(log(p / (1 - p))) / 2)),
    "Renyi divergence of randomised response is its level": Textbook("order infinity taken for all", {**BIASED, a: ORDER}, same(DR(coin, other_coin, a), Abs(log(p / (1 - p))))),
    "subsampling multiplies the level": Textbook("a logarithm is linearised", {**PAIR, q: MASS, e: LEVEL}, le(DM(mixture((q, P), (1 - q, Q)), Q), q * e), given=(le(DM(P, Q), e),)),
    "subsampling squares the amplification": Textbook(
        "a factor is squared", {**PAIR, q: MASS, e: LEVEL}, le(HS(mixture((q, P), (1 - q, Q)), Q, log(1 + q * (exp(e) - 1))), q**2 * HS(P, Q, e))),
    "from Renyi to approximate privacy without the term": Textbook(
        "a term is dropped", {**PAIR, a: ORDER, e: LEVEL, delta: between(0, 1, open="both")}, le(HS(P, Q, e), delta), given=(le(DR(P, Q, a), e), Compare(a, "<", oo))),
    "pure privacy bounds Renyi divergences without the order": Textbook(
        "a factor is dropped", {**PAIR, e: LEVEL, a: ORDER}, le(DR(P, Q, a), e**2 / 2), given=(*INDISTINGUISHABLE, Compare(a, "<", oo))),
    "pure privacy bounds Renyi divergences by a quarter": Textbook(
        "a constant is halved", {**PAIR, e: LEVEL, a: ORDER}, le(DR(P, Q, a), a * e**2 / 4), given=(*INDISTINGUISHABLE, Compare(a, "<", oo))),
    "pure privacy bounds relative entropy by half the square": Textbook("a constant is lost", {**PAIR, e: LEVEL}, le(KL(P, Q), e**2 * 49 / 100), given=(*INDISTINGUISHABLE, le(e, 1))),
    "one-sided pure privacy bounds relative entropy the other way": Textbook("a direction is dropped", {**PAIR, e: LEVEL}, le(KL(Q, P), e * (exp(e) - 1)), given=(le(DM(P, Q), e),)),
    "pure privacy bounds total variation by a half of the level, too small": Textbook(
        "a constant is off", {**PAIR, e: LEVEL}, le(TV(P, Q), (exp(e) - 1) / (exp(e) + 1) * 99 / 100), given=INDISTINGUISHABLE),
    "approximate privacy bounds total variation by its delta": Textbook("a term is dropped", {**PAIR, e: LEVEL, delta: MASS}, le(TV(P, Q), delta), given=(le(HS(P, Q, e), delta), le(HS(Q, P, e), delta))),
    "total variation of normal laws, root of two over pi": Textbook("a constant is lost", NORMAL, le(TV(moved_normal, normal), t / (3 * sigma))),
    "total variation of Laplace laws without its half": Textbook("a factor is dropped", SHIFT, same(TV(moved_laplace, laplace), 1 - exp(-t / theta))),
}
