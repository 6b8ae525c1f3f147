r"""Usual noises for approximate privacy, the utility of the approximate mechanism, and the recalled result it is compared with.

Statement (Propositions C.2, C.4 and 4.2, Theorem C.2, Remark 4.4)
    prop-c.2                  Gaussian noise of variance alpha Delta^2/(2 (epsilon + alpha/(alpha - 1) log(1 - delta))) gives (alpha, epsilon,
                              delta)-approximate RPP; Laplace noise of scale rho gives the level (log b - alpha log(1 - delta))/(alpha - 1); Laplace noise of
                              scale Delta/(epsilon + log(1 - delta)) gives (epsilon, delta)-PP.
    prop-c.4                  Delta_G >= Delta_(G, delta); if R_alpha(Delta_(G, delta)) <= R_alpha(Delta_G) + alpha/(alpha - 1) log(1 - delta) the approximate
                              mechanism has better utility at no cost in epsilon.
    prop-4.2                  The approximate mechanism has better utility than the general one where its sensitivity Delta_(G, delta) is smaller by enough.
    text-gawm-cannot-recover  The extra term prevents that the earlier mechanism is recovered: the level is strictly larger.
    thm-c.2                   If the distributions are (W, delta)-near, Laplace noise of scale W/epsilon gives (epsilon, delta)-privacy of events.

Reading
    sensitivity, P of E, E lives on, norm, ball, outcome   see rpp/thm-4.3; where the sensitivity is compared, some number above the infimum (it is chosen), or the infimum.
    epsilon   so large that the printed scale is positive, or any.
    utility   better means a smaller level for the same noise: strictly, or not larger. A level is a number: what is oo guarantees nothing.
    condition Proposition 4.2, called informal, prints none and refers to Proposition C.4, which has one.
    about     lemma: the level that follows from Lemma 4.1 exceeds epsilon; quantity: for some near laws the least level that holds exceeds epsilon.
    The scale of the noise for (epsilon, delta)-PP is a name rho, and Delta is rho (epsilon + log(1 - delta)): the same where it is positive, and numbers are exact.

Measured
    Divergences of the laws of the output given events; sensitivities; masses, densities and hockey-stick divergences.

Claimed
    The printed levels.
"""

from mechanisms import Laplace
from theorems.rpp.definitions import (
    ADDITIVE,
    L1,
    L2,
    NORM,
    SPACE,
    Delta,
    P,
    Q,
    a,
    alpha,
    at_near_sensitivity,
    better,
    d,
    delta,
    epsilon,
    finite,
    laplace_exponential,
    near,
    near_distance,
    near_sensitivity,
    rho,
    shifts_from_0,
    x,
    zeta,
)
from theorems.rpp.lem_4_1_approximate_reduction import FAR, INSIDE, PENALTY, SECRETS, TOGETHER, additive_approximately, additive_privately
from verify.claims import (
    LINE,
    All,
    Claim,
    Compare,
    Exists,
    Hints,
    Implies,
    Laws,
    Points,
    Source,
    above,
    at_least,
    convolve,
    iid,
    integers,
    log,
    normal_vector,
    number,
    numbers,
    oo,
    reading,
    substitute,
    term,
    unstated,
)
from verify.quantities import hockey_stick_divergence, wasserstein_distance

scale = numbers("scale")
USUAL, UTILITY = Source("Proposition C.2", section="Appendix C.4"), Source("Proposition C.4", section="Appendix C.6")
USES = ("rpp/thm-4.3", "rpp/cor-3.1-gauss", "rpp/cor-3.1-laplace", "rpp/cor-3.1-laplace-pp")


def laplace(width):
    return iid(substitute(term(Laplace(0, scale=scale)), {"scale": width}), d)


def usual(space, *names, levels=None):
    """Names of a mechanism with one of the usual noises; ``levels`` is where its scale is positive."""
    ranges = {delta: INSIDE, **dict(names), d: integers(1), P: Laws(space), Q: Laws(space), Delta: unstated(at_least(0) if levels is None else above(0))}
    return ranges if levels is None else {**ranges, epsilon: reading("epsilon", positive_scale=above(levels), any=above(0))}


def events_private(noise, level):
    """(level, delta)-PP of events."""
    return Compare(hockey_stick_divergence(convolve(P, noise), convolve(Q, noise), level), "<=", delta)


PURE = {**{name: where for name, where in usual(L1, (rho, above(0)), levels=log(1 / (1 - delta))).items() if name != Delta}, x: Points(L1)}
"""The scale is a name, and the sensitivity what it is times epsilon + log(1 - delta)."""
LARGER = wasserstein_distance(P, Q, oo, NORM)
OF_LARGER = shifts_from_0(zeta, LARGER, alpha)


def less_noise(e):
    """The level of the approximate mechanism with this sensitivity is the better one."""
    return better(shifts_from_0(zeta, e, alpha) + PENALTY, OF_LARGER)


def enough_less(e):
    """The condition of Proposition C.4."""
    return Compare(shifts_from_0(zeta, e, alpha), "<=", OF_LARGER - PENALTY)


OVER_LEAST = {a: above(near_distance(P, Q, delta, NORM))}
OF_LEVEL = substitute(term(Laplace(0, scale=scale)), {"scale": 1 / epsilon})
"""The noise of Theorem C.2 on the line, for laws at distance 1."""
UNDER_CONDITION = reading("sensitivity", some=Implies(Exists(OVER_LEAST, enough_less(a)), Exists(OVER_LEAST, less_noise(a))),
                          infimum=Implies(enough_less(near_distance(P, Q, delta, NORM)), less_noise(near_distance(P, Q, delta, NORM))))
ORDERED = Hints(by=("textbook/near-infinity", "textbook/near-range", "textbook/shift-larger", "textbook/shift-range", "textbook/w-range", "textbook/w-symmetry"))

CLAIMS = (
    Claim("rpp/prop-c.2", USUAL, part="gauss", uses=USES, forall={alpha: above(1), **usual(L2, levels=PENALTY), **SECRETS}, given=(near_sensitivity(Delta, 2), TOGETHER),
          states=additive_approximately(iid(normal_vector(0, alpha * Delta**2 / (2 * (epsilon - PENALTY))), d), epsilon)),
    Claim("rpp/prop-c.2", USUAL, part="laplace", uses=USES, forall={alpha: above(1), **usual(L1, (rho, above(0))), **SECRETS}, given=(near_sensitivity(Delta, 1), TOGETHER),
          states=additive_approximately(laplace(rho), (log(laplace_exponential(Delta, rho)) - alpha * log(1 - delta)) / (alpha - 1))),
    Claim("rpp/prop-c.2", USUAL, part="laplace-pp", uses=USES, forall=PURE, given=(near_sensitivity(rho * (epsilon + log(1 - delta)), 1),), states=additive_privately(laplace(rho), epsilon),
          hints=Hints(instances=({**FAR, rho: number("1/100"), epsilon: 1},), by=("textbook/near-finite", "textbook/near-infinity", "textbook/near-laplace", "textbook/near-range"))),
    Claim("rpp/prop-c.4", UTILITY, part="order", forall={delta: INSIDE, d: integers(1), P: Laws(SPACE), Q: Laws(SPACE)},
          states=at_near_sensitivity(lambda e: Compare(LARGER, ">=", e)), hints=ORDERED),
    Claim("rpp/prop-c.4", UTILITY, part="utility", forall={alpha: above(1), delta: INSIDE, **ADDITIVE}, given=(finite(OF_LARGER),), states=UNDER_CONDITION, hints=ORDERED),
    Claim("rpp/prop-4.2", Source("Proposition 4.2", section="Section 4.1"), uses=("rpp/prop-c.4",), forall={alpha: above(1), delta: INSIDE, **ADDITIVE}, given=(finite(OF_LARGER),),
          because="Nothing makes the approximate sensitivity smaller than Delta_G: for point masses at 0 and 1 both are 1. Then R_alpha is the same, "
                  "and the penalty alpha/(alpha - 1) log(1/(1 - delta)) > 0 makes the budget larger. Proposition C.4 assumes that the "
                  "gain outweighs the penalty.",
          states=reading("condition", none=at_near_sensitivity(less_noise), as_in_c_4=UNDER_CONDITION), hints=ORDERED),
    Claim("rpp/text-gawm-cannot-recover", Source("Remark 4.4 and Appendix C.5"), uses=("rpp/lem-4.1", "rpp/thm-4.3", "rpp/thm-c.2"), forall={delta: INSIDE, epsilon: above(0)},
          states=reading("about", lemma=Compare(epsilon + log(1 / (1 - delta)), ">", epsilon),
                         quantity=Exists({P: Laws(LINE), Q: Laws(LINE)},
                                         All(near(P, Q, 1, 1), Compare(hockey_stick_divergence(convolve(P, OF_LEVEL), convolve(Q, OF_LEVEL), epsilon), ">", delta))))),
    Claim("rpp/thm-c.2", Source("Theorem C.2", section="Appendix C.5"),
          forall={epsilon: unstated(above(0)), delta: INSIDE, Delta: above(0), d: integers(1), P: Laws(SPACE), Q: Laws(SPACE)}, given=(near(P, Q, Delta),),
          states=events_private(laplace(Delta / epsilon), epsilon)),
)
