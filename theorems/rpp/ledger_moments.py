"""Ledger of section 4.2 and Appendix D: shifts by moments, the distribution aware mechanism, generalised Cauchy noise.

Whether the set of pairs is symmetric decides whether the sensitivity takes both orders of P and Q. The noise of a mechanism has a
density; a lemma is about any.
"""

from theorems.rpp.definitions import (
    ADDITIVE,
    AT_SENSITIVITY,
    L2,
    NORM,
    OUTPUTS,
    SHIFTS,
    SPACE,
    SUPREMUM,
    UTILITY,
    WITH_DENSITY,
    Delta,
    F,
    M,
    P,
    Q,
    about_one_record,
    alpha,
    d,
    delta,
    epsilon,
    finite,
    k,
    lamda,
    n,
    p,
    q,
    sensitivity,
    shifts_from_0,
    x,
    x_1,
    y_1,
    z,
    zeta,
)
from theorems.rpp.ledger_wasserstein import GROUPS
from verify.claims import (
    REALS,
    Compare,
    Expect,
    ForAll,
    Item,
    Kernels,
    Laws,
    Parts,
    Points,
    Prob,
    Product,
    Scope,
    Source,
    Unchecked,
    above,
    at_least,
    between,
    data_sets,
    equals,
    exp,
    integers,
    marginal,
    norm,
    numbers,
    objects,
    one_of,
    reading,
    translate,
)
from verify.quantities import density, renyi_divergence

mu, nu, W, u = objects("mu nu W u")
degree, t = numbers("degree t")

RATE = {"lamda": ("rate", "scale")}
PREFACTOR = {"prefactor": ("printed", "matching")}
FAMILY = {"k": ("printed", "normalisable")}
CAUCHY = {k: reading("k", printed=integers(1), normalisable=integers(2)), alpha: above(1), lamda: above(0), z: at_least(0)}
NEEDED = {"pairs": ("symmetric", "one-way"), "symmetry": ("any", "even")}
NOISE = (reading("symmetry", any=None, even=ForAll({u: Points(L2)}, Compare(density(zeta, u), "==", density(zeta, -1 * u)))),)
D_3, D_4, PROOF = Source("Appendix D.3"), Source("Appendix D.4"), Source("Proof of Lemma D.1", section="Appendix D.3")
AWARE = {alpha: above(1), **ADDITIVE, Delta: at_least(0)}
AWARE_READINGS = {**SHIFTS, **SUPREMUM}
FINITE = finite(shifts_from_0(zeta, Delta, alpha))
"""The budget that another is compared with is a number."""

xi, J = objects("xi J")
SHIFTED = {d: integers(1), mu: Laws(L2), xi: Laws(L2), J: Laws(Product(L2, L2)), nu: Laws(L2), zeta: Laws(L2)}


def affordable(order):
    """The mean of exp((order - 1) D_order(zeta, zeta moved by the shift)) is at most z."""
    shift = reading("W", independent=xi, coupled=marginal(J, 2))
    return Compare(Expect({u: shift}, exp((order - 1) * renyi_divergence(zeta, translate(zeta, u), order))), "<=", z)


ITEMS = (
    Item("rpp/def-4.6", "Generalised Cauchy laws", "Definition 4.6",
         Scope({k: at_least(2), lamda: above(0)}, readings=RATE, part="law"), Scope({lamda: above(0), t: REALS}, readings=RATE, part="cauchy"),
         note="law: there is a normalising constant. cauchy: exponent 2 is Cauchy's law."),
    Item("rpp/lem-4.2", "Generalised shift reduction", "Lemma 4.2",
         Scope({alpha: above(1), z: above(0), p: above(1), q: equals(p / (p - 1), within=above(1)), **SHIFTED}, given=(affordable(q * (alpha - 1) + 1),),
               readings={"W": ("independent", "coupled")}),
         Scope({alpha: above(1), z: above(0), **SHIFTED}, given=(affordable(alpha),), readings={"W": ("independent", "coupled")}, part="q-1"),
         note="Positive p and q with 1/p + 1/q = 1 exceed 1; the text adds q = 1. The infimum over laws of the shift is a statement for each of them. J is the joint law of"
              " the variable with law mu and its shift, where that is coupled.",
         proof=("rpp/prop-2.1", Unchecked("Hölder's inequality"), Unchecked("Jensen's inequality over the shift"))),
    Item("rpp/thm-4.5", "Distribution aware mechanism", "Theorem 4.5",
         Scope({alpha: above(1), q: at_least(1), **OUTPUTS, zeta: Laws(L2, density=True)}, given=NOISE, readings=NEEDED, part="rpp"),
         Scope({q: at_least(1), **OUTPUTS, zeta: Laws(L2, density=True)}, given=NOISE, readings=NEEDED, part="pp"), uses=("rpp/lem-4.2",),
         proof=("rpp/lem-4.2", Unchecked("by definition the generalised divergence is 0 for the difference of the pair"))),
    Item("rpp/lem-d.1", "Shifts of generalised Cauchy laws", Source("Lemma D.1", section="Appendix D.3"), Scope(CAUCHY, readings={**RATE, **FAMILY, **PREFACTOR}),
         proof=("rpp/proof-lem-d.1", Unchecked("the integral that defines the Legendre function"))),
    Item("rpp/proof-lem-d.1", "Steps of the bound", PROOF,
         Scope({k: CAUCHY[k], x_1: REALS}, readings=FAMILY, part="cosines"), Scope(CAUCHY, readings=FAMILY, part="inequality"),
         Scope(CAUCHY, readings=FAMILY, part="legendre"), part_of="rpp/lem-d.1", note="cosines: x_1 is the tangent of the angle."),
    Item("rpp/cor-4.1", "Cauchy mechanism", "Corollary 4.1",
         Scope({k: at_least(2), q: at_least(1), degree: integers(1), alpha: equals(1 + 2 * degree / (k * q), within=above(1)), lamda: above(0), Delta: at_least(0),
                d: integers(1), P: Laws(L2), Q: Laws(L2)}, given=(sensitivity(Delta, 2 * d * degree, 2),),
               readings={**RATE, **PREFACTOR, **SUPREMUM}),
         uses=("rpp/thm-4.5", "rpp/lem-d.1", "rpp/text-legendre-concave", "rpp/text-d2-concavity"),
         note="degree is k q (alpha - 1)/2. matching: the prefactor that belongs to the density under either reading of lamda.",
         proof=(Parts("rpp/thm-4.5", "rpp"), "rpp/text-legendre-concave", "rpp/lem-d.1", "rpp/text-d2-concavity",
                Unchecked("Jensen's inequality for powers, and the definition of the Wasserstein distance"))),
    Item("rpp/text-legendre-concave", "Logarithm of a Legendre polynomial", D_3,
         Scope({n: integers(1)}, readings={"leading coefficient": ("omitted", "included")}, part="roots"), Scope({n: integers(1), z: at_least(0), y_1: at_least(0), t: between(0, 1)}, part="concave"),
         note="concave: on the line between z and y_1, where the logarithm has values."),
    Item("rpp/text-d2-concavity", "Concavity inequality", D_3, Scope({n: integers(1), lamda: above(0), d: integers(1), x: Points(L2)}),
         uses=("rpp/text-legendre-concave",)),
    Item("rpp/lem-d.2", "Bounded random shifts", Source("Lemma D.2", section="Appendix D.4"),
         Scope({alpha: above(1), z: at_least(0), d: integers(1), zeta: Laws(SPACE), W: Laws(SPACE)},
               given=(Compare(Prob({u: W}, Compare(norm(u, NORM), "<=", z)), "==", 1),), readings=SHIFTS),
         proof=(Unchecked("Jensen's inequality over the shift"),)),
    Item("rpp/prop-d.1", "Utility of the distribution aware mechanism", Source("Proposition D.1", section="Appendix D.4"),
         Scope(AWARE, given=(sensitivity(Delta),), readings=AWARE_READINGS), uses=("rpp/thm-3.3", "rpp/thm-4.5", "rpp/lem-d.2"), proof=("rpp/lem-d.2",)),
    Item("rpp/prop-4.3", "Utility of the distribution aware mechanism, informal", Source("Proposition 4.3", section="Section 4.2"),
         Scope(AWARE, given=(sensitivity(Delta), FINITE), readings={**AWARE_READINGS, **UTILITY}), uses=("rpp/prop-d.1",), proof=("rpp/prop-d.1",)),
    Item("rpp/text-dagwm-always", "Always more utility", Source("Section 4.2"),
         Scope({q: reading("q", one=one_of(1), every=at_least(1)), **AWARE}, given=(sensitivity(Delta), FINITE),
               readings={**AWARE_READINGS, **UTILITY, "q": ("one", "every")}), uses=("rpp/prop-d.1",)),
    Item("rpp/fig-1", "Relations between mechanisms", Source("Figure 1", section="Section 4"),
         Scope({alpha: above(1), delta: between(0, 1, open="both"), **ADDITIVE}, readings={**SHIFTS, **AT_SENSITIVITY}, part="approximate"),
         Scope({alpha: above(1), **GROUPS, zeta: WITH_DENSITY}, given=(about_one_record(n),), readings=SHIFTS, part="group"),
         Scope(AWARE, given=(sensitivity(Delta),), readings=AWARE_READINGS, part="aware"),
         Scope({alpha: above(1), **{name: GROUPS[name] for name in (n, k, F, d)}, M: Kernels(data_sets(F), L2), epsilon: at_least(0)},
               given=(about_one_record(n),), part="implied"),
         uses=("rpp/prop-b.1", "rpp/prop-c.4", "rpp/prop-d.1", "rpp/text-approx-to-rpp"),
         note="implied: group RDP, a premise of the implication that is stated, implies RPP."),
)
