"""Ledger of Appendix A.4: guarantees against adversaries close to those of the framework.

The last prior of the framework stands for the new adversary, the others for the original priors. 1/p + 1/q + 1/r = 1 with positive p, q, r is the same as
p > 1, q > p/(p - 1) and this r. Divergences in A.4.1 and A.4.2 know no norm.
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
    SHIFTS,
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
    i,
    j,
    p,
    q,
    r,
    renyi_private,
    t,
    zeta,
)
from theorems.rpp.definitions_adversaries import SOMEONE, moved
from verify.claims import (
    ForAll,
    Implies,
    Item,
    Laws,
    Maps,
    Member,
    Scope,
    Source,
    above,
    at_least,
    convolve,
    data_law,
    data_sets,
    equals,
    integers,
    push,
    situations,
)
from verify.quantities import max_divergence, renyi_divergence

EXPONENTS = {p: above(1), q: above(p / (p - 1)), r: equals(1 / (1 - 1 / p - 1 / q), within=above(0))}
INFIMA = {"infima": ("separate", "common")}
CLOSE = {"second term": ("same", "exchanged"), "secrets": ("pairs", "all")}
INFIMUM = {"infimum": ("attained", "approached")}
ORDER = q * (alpha - 1 / p)


def additive(order, level):
    """The mechanism f(X) + N is private for the original priors."""
    laws = [convolve(push(f, data_law(F, t, e)), zeta) for e in (i, j)]
    return ForAll({(t, i, j): situations(F)}, Implies(Member(t, OLD), renyi_private(*laws, order, level)))


ITEMS = (
    Item("rpp/thm-a.3", "Close adversaries, recalled", Source("Theorem A.3", section="Appendix A.4.1"),
         Scope({**MECHANISM, epsilon: at_least(0)}, given=(SOMEONE, everywhere(max_divergence, level=epsilon, priors=OLD)), readings=CLOSE)),
    Item("rpp/thm-a.4", "Close adversaries", Source("Theorem A.4", section="Appendix A.4.2"),
         Scope({alpha: above(1), **EXPONENTS, **MECHANISM, epsilon: at_least(0)}, given=(SOMEONE, everywhere(renyi_divergence, ORDER, level=epsilon, priors=OLD)),
               readings=INFIMA),
         note="The two distances are printed as two separate infima over the original priors; the proof has one prior.", proof=("rpp/proof-a.4-sum", "rpp/prop-2.1")),
    Item("rpp/proof-a.4-sum", "Hoelder step with three terms", Source("Proof of Theorem A.4", section="Appendix A.4.2"),
         Scope({alpha: above(1), **EXPONENTS, d: integers(1), P_: Laws(L2), P: Laws(L2), Q: Laws(L2), Q_: Laws(L2)}), part_of="rpp/thm-a.4",
         note="P_, P, Q, Q_ are the laws of the output under the new prior and secret i, an original prior and i, that prior and j, the new prior and j."
              " The terms are joined by + in print."),
    Item("rpp/text-a.4-special", "The recalled theorem as a special case", Source("Appendix A.4.2"),
         Scope({**EXPONENTS, **MECHANISM, epsilon: at_least(0)}, given=(SOMEONE,), readings={**CLOSE, **INFIMA}, part="level"),
         Scope({**EXPONENTS, **MECHANISM, epsilon: at_least(0)}, given=(SOMEONE, everywhere(max_divergence, level=epsilon, priors=OLD)), readings={**CLOSE, **INFIMA}, part="theorem"),
         uses=("rpp/thm-a.3", "rpp/thm-a.4"),
         note="level: at alpha = oo the level of rpp/thm-a.4 is at most that of rpp/thm-a.3. theorem: it gives the conclusion of rpp/thm-a.3."),
    Item("rpp/thm-a.5", "Close adversaries, additive noise", Source("Theorem A.5", section="Appendix A.4.3"),
         Scope({alpha: above(1), **EXPONENTS, **QUERY, zeta: WITH_DENSITY, epsilon: at_least(0), a: moved(NORM)}, given=(SOMEONE, additive(ORDER, epsilon)), readings={**SHIFTS, **INFIMUM}),
         uses=("rpp/lem-3.1", "rpp/thm-a.4"), note="approached: the distance of the new prior is any number above the infimum."),
    Item("rpp/cor-a.1", "Close adversaries, Gaussian noise", Source("Corollary A.1", section="Appendix A.4.3"),
         Scope({alpha: above(1), **EXPONENTS, **FRAMEWORK, d: integers(1), f: Maps(data_sets(F), L2), epsilon: above(0), a: moved(2)}, given=(SOMEONE,), readings=INFIMUM),
         uses=("rpp/thm-a.5", "rpp/cor-3.1-gauss"), note="Distances in l_2. Delta_G is that of the original priors; at Delta_G = 0 the level is a quotient by 0."),
)
