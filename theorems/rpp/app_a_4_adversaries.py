r"""Guarantees against adversaries close to those of the framework.

Statement (Theorems A.3 to A.5, Corollary A.1)
    thm-a.3           epsilon-PP for Theta gives (epsilon + 2 Delta)-PP for Theta and theta', Delta = inf over theta of sup over secrets of the larger of two
                      divergences D_oo of the conditional distributions of the data.
    thm-a.4           With 1/p + 1/q + 1/r = 1 and (q (alpha - 1/p), epsilon)-RPP for Theta: (alpha, (1 + 1/(r (alpha - 1))) epsilon + (1 + (1/r + 1/q)/(alpha
                      - 1)) Delta^1 + Delta^2)-RPP for Theta and theta', Delta^1 = inf sup D_(alpha p)(theta', theta), Delta^2 = inf sup D_((alpha - 1) r +
                      1)(theta, theta').
    proof-a.4-sum     The proof bounds an integral of three factors by a sum of three exponentials of divergences, of the orders alpha p, q (alpha - 1/p) and
                      (alpha - 1) r + 1.
    text-a.4-special  Theorem A.4 contains Theorem A.3 as the case alpha = oo.
    thm-a.5           For additive noise the distances of Theorem A.4 are R_(alpha p)(zeta, Delta) and R_((alpha - 1) r + 1)(zeta, Delta), Delta = inf over
                      theta of sup over secrets of W_oo.
    cor-a.1           With Gaussian noise of variance q (alpha - 1/p) Delta_G^2/(2 epsilon) the budget of Theorem A.5 is ((1 + 1/(r (alpha - 1))) + (alpha (p
                      + (p - 1)/(alpha - 1)) + (alpha - 1) r + 1) Delta^2/(Delta_G^2 q (alpha - 1/p))) epsilon, Delta as there.

Reading
    second term   of the larger of two: with the same order of arguments as printed, or with them exchanged.
    secrets       of the supremum: those of a pair, or all.
    infima        separate: each of the two distances has its own infimum over theta, as printed; common: one theta serves both, as in the proof.
    infimum       attained, or only approached: then the distance is any number above it.
    norm, ball    see rpp/thm-3.3.
    The last prior of the framework is theta'. A secret that theta' gives probability 0 says nothing; one that only theta gives probability 0 is infinitely far.

Measured
    Divergences of the laws of the output given two secrets, under all priors.

Claimed
    The levels.
"""

from theorems.rpp.definitions import (
    FRAMEWORK,
    L2,
    MECHANISM,
    NORM,
    OLD,
    P_,
    Q_,
    QUERY,
    WITH_DENSITY,
    F,
    P,
    Q,
    a,
    alpha,
    d,
    epsilon,
    everywhere,
    f,
    h,
    i,
    j,
    p,
    q,
    r,
    renyi_private,
    shifts_from_0,
    t,
    zeta,
)
from theorems.rpp.definitions_adversaries import IN_A_PAIR, SOMEONE, farthest, from_prior, moved
from verify.claims import (
    All,
    Claim,
    Compare,
    ForAll,
    Implies,
    Inf,
    Laws,
    Maps,
    Max,
    Member,
    Source,
    Sup,
    above,
    at_least,
    convolve,
    data_law,
    data_sets,
    equals,
    exp,
    iid,
    integers,
    normal_vector,
    oo,
    push,
    reading,
    situations,
)
from verify.quantities import max_divergence, renyi_divergence, wasserstein_distance

EXPONENTS = {p: above(1), q: above(p / (p - 1)), r: equals(1 / (1 - 1 / p - 1 / q), within=above(0))}
ORDER = q * (alpha - 1 / p)
def recalled(which):
    """Delta of the recalled theorem."""
    return farthest(lambda old, new: Max(max_divergence(old, new), reading("second term", same=max_divergence(old, new), exchanged=max_divergence(new, old))), which)


RECALLED = epsilon + 2 * reading("secrets", pairs=recalled(IN_A_PAIR), all=recalled(None))
FIRST, OWN = 1 + (1 / r + 1 / q) / (alpha - 1), 1 + 1 / (r * (alpha - 1))
LOW, HIGH = alpha * p, (alpha - 1) * r + 1


def level(at):
    """The level of Theorem A.4 at an order."""
    return (1 + 1 / (r * (at - 1))) * epsilon + reading("infima", separate=weighted(at, farthest), common=Inf({h: OLD}, weighted(at, from_prior)))


def weighted(at, distance):
    """Both distances of the new prior with their weights."""
    low, high = at * p, (at - 1) * r + 1
    return (1 + (1 / r + 1 / q) / (at - 1)) * distance(lambda old, new: renyi_divergence(new, old, low)) + distance(lambda old, new: renyi_divergence(old, new, high))


def additive(noise, order, bound, priors=None):
    """RPP of f(X) + N for the priors whose index lies in ``priors``, or for all."""
    private = renyi_private(*(convolve(push(f, data_law(F, t, e)), noise) for e in (i, j)), order, bound)
    return ForAll({(t, i, j): situations(F)}, private if priors is None else Implies(Member(t, priors), private))


OLD_SENSITIVITY = Sup({(t, i, j): situations(F)}, wasserstein_distance(push(f, data_law(F, t, i)), push(f, data_law(F, t, j)), oo, 2), where=Member(t, OLD), floor=0)
GAUSSIAN = iid(normal_vector(0, ORDER * OLD_SENSITIVITY**2 / (2 * epsilon)), d)
AT_INFINITY = level(oo)
A_4_2 = Source("Appendix A.4.2")

CLAIMS = (
    Claim("rpp/thm-a.3", Source("Theorem A.3", section="Appendix A.4.1"), forall={**MECHANISM, epsilon: at_least(0)},
          because="The way from theta' to theta and back needs the divergence in both orders; the printed maximum has one order twice. "
                  "If theta' allows a data set that theta excludes, the divergence of theta from theta' can be log 2 while that of theta' "
                  "from theta is infinite, and the mechanism may reveal it.",
          given=(SOMEONE, everywhere(max_divergence, level=epsilon, priors=OLD)), states=everywhere(max_divergence, level=RECALLED)),
    Claim("rpp/thm-a.4", Source("Theorem A.4", section="Appendix A.4.2"), forall={alpha: above(1), **EXPONENTS, **MECHANISM, epsilon: at_least(0)},
          given=(SOMEONE, everywhere(renyi_divergence, ORDER, level=epsilon, priors=OLD)), states=everywhere(renyi_divergence, alpha, level=level(alpha)),
          because="The proof goes from theta' to one theta and back. With two priors in Theta each distance may be small for another one: theta' has a bounded density with respect to "
                  "a wider prior, and a narrower prior one with respect to theta', while a mechanism that tells nothing under either reveals the secret under theta'."),
    Claim("rpp/proof-a.4-sum", Source("Proof of Theorem A.4", section="Appendix A.4.2"), part_of="rpp/thm-a.4",
          forall={alpha: above(1), **EXPONENTS, d: integers(1), P_: Laws(L2), P: Laws(L2), Q: Laws(L2), Q_: Laws(L2)},
          states=Compare(exp((alpha - 1) * renyi_divergence(P_, Q_, alpha)), "<=",
                         exp((alpha - 1 / p) * renyi_divergence(P_, P, LOW)) + exp((alpha - 1 + 1 / r) * renyi_divergence(P, Q, ORDER))
                         + exp((alpha - 1) * renyi_divergence(Q, Q_, HIGH)))),
    Claim("rpp/text-a.4-special", A_4_2, part="level", uses=("rpp/thm-a.3", "rpp/thm-a.4"), forall={**EXPONENTS, **MECHANISM, epsilon: at_least(0)},
          given=(SOMEONE,), idle=("d", "M"), states=Compare(AT_INFINITY, "<=", RECALLED)),
    Claim("rpp/text-a.4-special", A_4_2, part="theorem", uses=("rpp/thm-a.3", "rpp/thm-a.4"), forall={**EXPONENTS, **MECHANISM, epsilon: at_least(0)},
          given=(SOMEONE, everywhere(max_divergence, level=epsilon, priors=OLD)),
          states=All(Compare(AT_INFINITY, "<=", RECALLED), everywhere(max_divergence, level=AT_INFINITY))),
    Claim("rpp/thm-a.5", Source("Theorem A.5", section="Appendix A.4.3"), uses=("rpp/lem-3.1", "rpp/thm-a.4"),
          forall={alpha: above(1), **EXPONENTS, **QUERY, zeta: WITH_DENSITY, epsilon: at_least(0), a: moved(NORM)}, given=(SOMEONE, additive(zeta, ORDER, epsilon, OLD)),
          states=additive(zeta, alpha, OWN * epsilon + FIRST * shifts_from_0(zeta, a, LOW) + shifts_from_0(zeta, a, HIGH))),
    Claim("rpp/cor-a.1", Source("Corollary A.1", section="Appendix A.4.3"), uses=("rpp/thm-a.5", "rpp/cor-3.1-gauss"),
          forall={alpha: above(1), **EXPONENTS, **FRAMEWORK, d: integers(1), f: Maps(data_sets(F), L2), epsilon: above(0), a: moved(2)}, given=(SOMEONE,),
          states=additive(GAUSSIAN, alpha, (OWN + (alpha * (p + (p - 1) / (alpha - 1)) + (alpha - 1) * r + 1) * a**2 / OLD_SENSITIVITY**2 / ORDER) * epsilon)),
)

