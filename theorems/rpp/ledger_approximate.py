"""Ledger of section 4.1 and Appendix C without C.5: approximate privacy and the general approximate Wasserstein mechanism.

In conversions the mechanism is a kernel on data with two secrets. Of an additive mechanism P and Q are the laws of the query given two secrets, w and w_ the
probabilities of the secrets, which matter where an event has its probability without a secret. Both directions use the same two events. The delta of
privacy is that of points, densities or events.
"""

from theorems.rpp.definitions import (
    ADDITIVE,
    AT_SENSITIVITY,
    EVENTS,
    L1,
    L2,
    NORM,
    NORMS,
    OUTCOMES,
    RELEASE,
    SENSITIVITY,
    SHIFTS,
    SPACE,
    UTILITY,
    Delta,
    P,
    Q,
    alpha,
    approximately_private,
    d,
    delta,
    epsilon,
    finite,
    near_sensitivity,
    rho,
    shifts_from_0,
    w,
    w_,
    x,
    z,
    zeta,
)
from verify.claims import (
    Compare,
    Exists,
    ForAll,
    Item,
    Laws,
    Parts,
    Points,
    Scope,
    Source,
    Unchecked,
    above,
    at_least,
    between,
    integers,
    log,
    numbers,
    objects,
    oo,
    reading,
    unstated,
)
from verify.quantities import hockey_stick_divergence, wasserstein_distance

mu, nu = objects("mu nu")
a, delta_0 = numbers("a delta_0")

INSIDE = between(0, 1, open="both")
SECRETS = {w: between(0, 1, open="left"), w_: between(0, 1, open="left")}
TOGETHER = Compare(w_ + w * hockey_stick_divergence(P, Q, log(w_ / w)), "<=", 1)
MECHANISM = {delta: INSIDE, **ADDITIVE, **SECRETS, Delta: at_least(0)}
NEAR = (near_sensitivity(Delta),)
USUAL = Source("Proposition C.2", section="Appendix C.4")
PENALTY = alpha / (alpha - 1) * log(1 / (1 - delta))
LEVELS = {"epsilon": ("positive-scale", "any")}


def usual(space, *names, levels=None):
    """Names of a mechanism with one of the usual noises; ``levels`` is where its scale is positive."""
    ranges = {delta: INSIDE, **dict(names), d: integers(1), P: Laws(space), Q: Laws(space), Delta: unstated(at_least(0) if levels is None else above(0))}
    return ranges if levels is None else {**ranges, epsilon: reading("epsilon", positive_scale=above(levels), any=above(0))}


PURE = {**{name: where for name, where in usual(L1, (rho, above(0)), levels=log(1 / (1 - delta))).items() if name != Delta}, x: Points(L1)}


def small(statement):
    """The statement for all delta in (0, 1), or for all small ones."""
    return reading("deltas", all=ForAll({delta: INSIDE}, statement),
                   small=Exists({delta_0: INSIDE}, ForAll({delta: between(0, delta_0, open="both")}, statement)))


ITEMS = (
    Item("rpp/prop-4.1", "From approximate RPP to PP", Source("Proposition 4.1", section="Section 4.1 and Appendix C.2"),
         Scope({alpha: above(1), delta: INSIDE, **RELEASE, epsilon: at_least(0)}, given=(approximately_private(alpha, epsilon),), readings={**OUTCOMES, **EVENTS}),
         uses=("rpp/prop-2.2",), note="The text before it prints RPP for PP, with a delta that RPP does not have.", proof=("rpp/prop-2.2", "rpp/prop-c.1")),
    Item("rpp/prop-c.1", "From approximate RPP of infinite order to PP", Source("Proposition C.1", section="Appendix C.2"),
         Scope({delta: INSIDE, **RELEASE, epsilon: at_least(0)},
               given=(reading("probability", at_least=approximately_private(oo, epsilon), equal=approximately_private(oo, epsilon, "==")),),
               readings={**OUTCOMES, **EVENTS, "probability": ("at-least", "equal")}),
         note="equal: the proof sets both probabilities to 1 - delta.",
         proof=(Unchecked("Bun and Steinke 2016, as in Lemma 8.8: the two densities are split by the events"),)),
    Item("rpp/text-approx-to-rpp", "From approximate RPP to RPP", Source("Figure 1", section="Section 4"),
         Scope({alpha: above(1), **RELEASE, epsilon: at_least(0)}, given=(small(approximately_private(alpha, epsilon)),),
               readings={**EVENTS, "deltas": ("all", "small")})),
    Item("rpp/lem-c.1", "Nearness by a shift", Source("Lemma C.1", section="Appendix C.1"),
         Scope({delta: INSIDE, z: at_least(0), d: integers(1), mu: Laws(SPACE), nu: Laws(SPACE)}, readings=NORMS, parts=("if", "only-if")),
         proof=(Unchecked("the difference of the pair that nearness gives, and the converse"),)),
    Item("rpp/lem-4.1", "Approximate shift reduction", "Lemma 4.1",
         Scope({alpha: above(1), delta: INSIDE, d: integers(1), mu: Laws(SPACE), nu: Laws(SPACE), zeta: Laws(SPACE), z: at_least(0)},
               readings={**SHIFTS, "E lives on": EVENTS["E lives on"]}),
         proof=("rpp/prop-2.1", Unchecked("Jensen's inequality over the shift, given the event"),
                Unchecked("a density given the event is at most 1/(1 - delta) times the density"))),
    Item("rpp/thm-4.3", "General approximate Wasserstein mechanism", "Theorem 4.3",
         Scope({alpha: above(1), **MECHANISM}, given=(*NEAR, TOGETHER), readings={**SHIFTS, **SENSITIVITY, **EVENTS}, part="rpp"),
         Scope({delta: INSIDE, **ADDITIVE, Delta: at_least(0), x: Points(SPACE)}, given=(*NEAR, finite(shifts_from_0(zeta, Delta, oo))), readings={**SHIFTS, **SENSITIVITY, **OUTCOMES}, part="pp"),
         uses=("rpp/lem-4.1", "rpp/prop-c.1"), note="Noise as in Theorem 3.3. The two secrets occur under one prior, together or not: the integral of the larger of w P and w_ Q is at most 1. pp: the epsilon of Definition 2.1 is a number, so R_oo is finite.",
         proof=("rpp/lem-4.1", Unchecked("by definition the near divergence is 0 at that sensitivity"))),
    Item("rpp/prop-c.2", "Usual noises", USUAL,
         Scope({alpha: above(1), **usual(L2, levels=PENALTY), **SECRETS}, given=(near_sensitivity(Delta, 2), TOGETHER), readings={**SENSITIVITY, **EVENTS, **LEVELS}, part="gauss"),
         Scope({alpha: above(1), **usual(L1, (rho, above(0))), **SECRETS}, given=(near_sensitivity(Delta, 1), TOGETHER), readings={**SENSITIVITY, **EVENTS}, part="laplace"),
         Scope(PURE, given=(near_sensitivity(rho * (epsilon + log(1 - delta)), 1),), readings={**SENSITIVITY, **LEVELS, **OUTCOMES}, part="laplace-pp"),
         uses=("rpp/thm-4.3", "rpp/cor-3.1-gauss", "rpp/cor-3.1-laplace", "rpp/cor-3.1-laplace-pp"),
         note="Sensitivities as in Corollary 3.1: l_2 for Gaussian, l_1 for Laplace noise. The mechanism is printed with X in the place of f(X). laplace-pp: rho is the printed scale, Delta over epsilon + log(1 - delta)."),
    Item("rpp/prop-c.4", "Utility of the approximate mechanism", Source("Proposition C.4", section="Appendix C.6"),
         Scope({delta: INSIDE, d: integers(1), P: Laws(SPACE), Q: Laws(SPACE)}, readings={**NORMS, **AT_SENSITIVITY}, part="order"),
         Scope({alpha: above(1), delta: INSIDE, **ADDITIVE}, given=(finite(shifts_from_0(zeta, wasserstein_distance(P, Q, oo, NORM), alpha)),),
               readings={**SHIFTS, **AT_SENSITIVITY, **UTILITY}, part="utility"),
         note="some: the sensitivity, which is any number above the infimum, is chosen. utility: the sensitivities of two laws of a query; the weak reading of the utility is the condition itself, on the levels. The level of the general mechanism is a number.",
         proof=(Parts("rpp/lem-c.1", "if"),)),
    Item("rpp/prop-4.2", "Utility of the approximate mechanism, informal", Source("Proposition 4.2", section="Section 4.1"),
         Scope({alpha: above(1), delta: INSIDE, **ADDITIVE}, given=(finite(shifts_from_0(zeta, wasserstein_distance(P, Q, oo, NORM), alpha)),),
               readings={**SHIFTS, **AT_SENSITIVITY, **UTILITY, "condition": ("none", "as-in-c-4")}), uses=("rpp/prop-c.4",),
         note="The level of the general mechanism is a number. condition: none is printed; Proposition C.4, to which the text refers, has one.",
         proof=("rpp/prop-c.4",)),
    Item("rpp/text-gawm-cannot-recover", "The extra term", Source("Remark 4.4 and Appendix C.5"),
         Scope({delta: INSIDE, epsilon: above(0)}, readings={"about": ("lemma", "quantity")}), uses=("rpp/lem-4.1", "rpp/thm-4.3", "rpp/thm-c.2"),
         note="lemma: the level that follows from Theorem 4.3 exceeds that of Theorem C.2 for the same noise. quantity: so does the least level that holds."),
)
