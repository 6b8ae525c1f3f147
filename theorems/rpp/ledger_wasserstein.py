"""Ledger of section 3 and Appendix B: shift reduction, the general Wasserstein mechanism, its usual noises, its utility.

The laws of the query given two secrets are arbitrary, and so is a sensitivity that bounds their distance; where the supremum over pairs is not attained, every
distance lies below it. Laplace noise in R^d has independent coordinates of one scale. A record of a framework with groups is a whole group.
"""

from theorems.rpp.definitions import (
    ADDITIVE,
    CRITERION,
    L1,
    L2,
    NOISE_ON_LINE,
    NORMS,
    SHIFTS,
    SPACE,
    SUPREMUM,
    UTILITY,
    WITH_DENSITY,
    Delta,
    F,
    P,
    Q,
    X,
    Z,
    a,
    about_one_record,
    alpha,
    d,
    epsilon,
    f,
    finite,
    group_sensitivity,
    k,
    n,
    rho,
    sensitivity,
    shifts_from_0,
    y_1,
    z,
    zeta,
)
from verify.claims import (
    ANY_EVENTS,
    INDEPENDENT_RECORDS,
    LINE,
    RECORD_VALUES,
    Euclid,
    Families,
    Frameworks,
    Item,
    Laws,
    Maps,
    Parts,
    Scope,
    Sequences,
    Source,
    Unchecked,
    above,
    at_least,
    data_sets,
    integers,
    objects,
    reading,
    unstated,
    upto,
)

mu, nu = objects("mu nu")

COROLLARY, B_2, B_3 = Source("Corollary 3.1", section="Section 3"), Source("Appendix B.2"), Source("Proposition B.1", section="Appendix B.3")
ANY_NOISE = {"noise": ("any", "iid")}
MECHANISM = {**ADDITIVE, Z: Laws(LINE, density=True), Delta: at_least(0)}
CRITERIA = {"non-decreasing": ("density", "g"), "g": ("log-density", "normalised")}
LAPLACE = {alpha: above(1), rho: above(0), z: at_least(0)}
GROUPS = {n: integers(1), k: integers(1), F: Frameworks(Sequences(n, Euclid(k, 2)), ANY_EVENTS, INDEPENDENT_RECORDS), d: integers(1),
          f: Maps(data_sets(F), SPACE)}
PAIRS = {F: Frameworks(Sequences(n, Euclid(k, 2)), reading("pairs", same_individual=ANY_EVENTS, any=RECORD_VALUES), INDEPENDENT_RECORDS)}
FINITE = finite(shifts_from_0(zeta, group_sensitivity(n), alpha))


def in_norm(space):
    return {d: integers(1), P: Laws(space), Q: Laws(space)}


ITEMS = (
    Item("rpp/lem-3.1", "Shift reduction", "Lemma 3.1",
         Scope({alpha: above(1), d: integers(1), mu: Laws(SPACE), nu: Laws(SPACE), zeta: Laws(SPACE), z: at_least(0), a: at_least(0)}, readings=SHIFTS)),
    Item("rpp/thm-3.3", "General Wasserstein mechanism", "Theorem 3.3",
         Scope({alpha: above(1), **MECHANISM}, given=(sensitivity(Delta),), readings={**SHIFTS, **SUPREMUM, **ANY_NOISE}, part="rpp"),
         Scope(MECHANISM, given=(sensitivity(Delta),), readings={**SHIFTS, **SUPREMUM, **ANY_NOISE}, part="pp"), uses=("rpp/lem-3.1",),
         note="Section 1 speaks of all noises with a density. iid: the coordinates of the noise are independent with the law Z.",
         proof=("rpp/lem-3.1", Unchecked("by definition the shifted divergence is 0 where the shift is the distance"))),
    Item("rpp/cor-3.1-gauss", "Gaussian noise", COROLLARY,
         Scope({alpha: above(1), epsilon: above(0), Delta: unstated(at_least(0)), **in_norm(L2)}, given=(sensitivity(Delta, size=2),), readings=SUPREMUM),
         uses=("rpp/thm-3.3", "rpp/lem-b.1"),
         proof=(Parts("rpp/thm-3.3", "rpp"), "rpp/lem-b.1", Unchecked("the divergence of two translates of a normal distribution"))),
    Item("rpp/cor-3.1-laplace", "Laplace noise", COROLLARY,
         Scope({alpha: above(1), rho: above(0), Delta: unstated(at_least(0)), **in_norm(L1)}, given=(sensitivity(Delta, size=1),), readings=SUPREMUM),
         uses=("rpp/thm-3.3", "rpp/lem-b.1"),
         proof=(Parts("rpp/thm-3.3", "rpp"), "rpp/lem-b.1", Unchecked("the divergence of two translates of a Laplace distribution"), "rpp/proof-laplace-2nd-derivative")),
    Item("rpp/cor-3.1-laplace-pp", "Laplace noise, Pufferfish privacy", COROLLARY,
         Scope({epsilon: above(0), Delta: unstated(above(0)), **in_norm(L1)}, given=(sensitivity(Delta, size=1),), readings=SUPREMUM),
         uses=("rpp/thm-3.3", "rpp/lem-b.1"),
         proof=(Parts("rpp/thm-3.3", "pp"), "rpp/lem-b.1", Unchecked("the divergence of two translates of a Laplace distribution"), "rpp/proof-laplace-2nd-derivative")),
    Item("rpp/lem-b.1", "Criterion for the largest shift", Source("Lemma B.1", section="Appendix B.2"),
         Scope({**NOISE_ON_LINE, z: at_least(0)}, given=CRITERION, readings={**CRITERIA, "relation": ("equality", "at-most")}),
         proof=(Unchecked("Saumard and Wellner 2014: differences of a convex function increase"),
                Unchecked("a convex function that is 0 at 0 is superadditive"), "rpp/proof-lem-b.1")),
    Item("rpp/proof-lem-b.1", "Last display of the proof", Source("Proof of Lemma B.1", section="Appendix B.2"),
         Scope({**NOISE_ON_LINE, X: Families(upto(d), at_least(0)), y_1: at_least(0)},
               given=CRITERION, readings=CRITERIA), part_of="rpp/lem-b.1", note="y_1 is a value of the inverse of g at the sum: a premise of the implication that is stated."),
    Item("rpp/proof-laplace-2nd-derivative", "Second derivative for Laplace noise", B_2,
         Scope(LAPLACE, part="value"), Scope(LAPLACE, part="sign"), part_of="rpp/cor-3.1-laplace"),
    Item("rpp/prop-b.1", "Sensitivity against group sensitivity", B_3, Scope(GROUPS, given=(about_one_record(n),), readings=NORMS),
         note="Groups of different sizes are points with constant coordinates.", proof=(Unchecked("a coupling that draws the one group anew"),)),
    Item("rpp/prop-3.1", "Utility of the general Wasserstein mechanism", Source("Proposition 3.1", section="Section 3"),
         Scope({alpha: above(1), **GROUPS, zeta: WITH_DENSITY}, given=(about_one_record(n), FINITE), readings={**SHIFTS, **UTILITY}), uses=("rpp/prop-b.1",),
         note="The budgets that are compared are numbers.", proof=("rpp/prop-b.1",)),
    Item("rpp/text-gwm-vs-group", "Better utility than group privacy", Source("Section 3"),
         Scope({alpha: above(1), **GROUPS, **PAIRS, zeta: WITH_DENSITY}, given=(reading("pairs", same_individual=about_one_record(n), any=None), FINITE),
               readings={"pairs": ("same-individual", "any"), **SHIFTS, **UTILITY}), uses=("rpp/prop-b.1",),
         note="any: the pairs of the running frameworks, values of any two records. The budgets that are compared are numbers."),
)
