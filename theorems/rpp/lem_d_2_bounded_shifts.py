r"""Bounded random shifts, and the utility of the distribution aware mechanism.

Statement (Lemma D.2, Propositions D.1 and 4.3, section 4.2, Figure 1)
    lem-d.2            If |W| <= z almost surely, independent of N ~ zeta: D_alpha(N + W, N) <= R_alpha(zeta, z).
    prop-d.1           With Delta^(zeta, q, alpha) the sensitivity of Theorem 4.5: log(Delta^(zeta, 1, alpha))/(alpha - 1) <= R_alpha(zeta, Delta_G).
    prop-4.3           The distribution aware mechanism has at least the utility of the general one.
    text-dagwm-always  The distribution aware mechanism always offers more utility than the general one.
    fig-1              R_alpha(zeta, Delta_(G, delta)) <= R_alpha(zeta, Delta_G) <= R_alpha(zeta, Delta_GROUP), the level of the distribution aware mechanism
                       is at most that of the general one, and group RDP implies RPP.

Reading
    norm, ball, supremum, sensitivity   see rpp/thm-3.3 and rpp/prop-c.4.
    utility   more utility means a smaller budget for the same noise: strictly, or not larger. A budget is a number: what is oo guarantees nothing.
    q         of the mechanism: 1, or every q >= 1.

Measured
    The divergence; the budget of the mechanism; R_alpha of the smaller sensitivity.

Claimed
    R_alpha of the bound, of Delta_G, of Delta_GROUP.
"""

from theorems.rpp.definitions import (
    ADDITIVE,
    D_,
    L2,
    NORM,
    SPACE,
    WITH_DENSITY,
    D,
    Delta,
    F,
    M,
    P,
    Q,
    about_one_record,
    alpha,
    at_near_sensitivity,
    better,
    d,
    delta,
    epsilon,
    everywhere,
    finite,
    framework_sensitivity,
    group_sensitivity,
    h,
    k,
    n,
    q,
    sensitivity,
    shifts_from_0,
    u,
    z,
    zeta,
)
from theorems.rpp.definitions_aware import aware_budget
from theorems.rpp.prop_b_1_group_privacy import GROUPS
from verify.claims import (
    Claim,
    Compare,
    ForAll,
    Hints,
    Implies,
    Kernels,
    Laws,
    Prob,
    Source,
    above,
    at_least,
    between,
    convolve,
    data_sets,
    integers,
    norm,
    numbers,
    objects,
    one_of,
    oo,
    reading,
    upto,
)
from verify.quantities import renyi_divergence, wasserstein_distance

W = objects("W")
k_ = numbers("k_")
APPENDIX, FIGURE = Source("Proposition D.1", section="Appendix D.4"), Source("Figure 1", section="Section 4")
AWARE = {alpha: above(1), **ADDITIVE, Delta: at_least(0)}
GENERAL = shifts_from_0(zeta, Delta, alpha)
LARGER = shifts_from_0(zeta, wasserstein_distance(P, Q, oo, NORM), alpha)
USES = ("rpp/prop-b.1", "rpp/prop-c.4", "rpp/prop-d.1", "rpp/text-approx-to-rpp")
IN_ONE_GROUP = ForAll({k_: upto(n)}, Implies(Compare(k_, "!=", h), Compare(D[k_], "==", D_[k_])))
GROUP_PRIVATE = ForAll({h: upto(n), D: data_sets(F), D_: data_sets(F)}, Implies(IN_ONE_GROUP, Compare(renyi_divergence(M(D), M(D_), alpha), "<=", epsilon)))
COUPLED = Hints(by=("textbook/shift-coupled", "textbook/shift-coupled-range", "textbook/shift-larger", "textbook/shift-none", "textbook/shift-range", "textbook/w-range"))

CLAIMS = (
    Claim("rpp/lem-d.2", Source("Lemma D.2", section="Appendix D.4"), forall={alpha: above(1), z: at_least(0), d: integers(1), zeta: Laws(SPACE), W: Laws(SPACE)},
          given=(Compare(Prob({u: W}, Compare(norm(u, NORM), "<=", z)), "==", 1),),
          states=Compare(renyi_divergence(convolve(zeta, W), zeta, alpha), "<=", shifts_from_0(zeta, z, alpha))),
    Claim("rpp/prop-d.1", APPENDIX, uses=("rpp/thm-3.3", "rpp/thm-4.5", "rpp/lem-d.2"), forall=AWARE, given=(sensitivity(Delta),),
          states=Compare(aware_budget(zeta, 1, alpha), "<=", GENERAL)),
    Claim("rpp/prop-4.3", Source("Proposition 4.3", section="Section 4.2"), uses=("rpp/prop-d.1",), forall=AWARE, given=(sensitivity(Delta), finite(GENERAL)),
          states=better(aware_budget(zeta, 1, alpha), GENERAL), hints=COUPLED),
    Claim("rpp/text-dagwm-always", Source("Section 4.2"), uses=("rpp/prop-d.1",), forall={q: reading("q", one=one_of(1), every=at_least(1)), **AWARE},
          given=(sensitivity(Delta), finite(GENERAL)), states=better(aware_budget(zeta, q, alpha), GENERAL), hints=COUPLED),
    Claim("rpp/fig-1", FIGURE, part="approximate", uses=USES, forall={alpha: above(1), delta: between(0, 1, open="both"), **ADDITIVE},
          states=at_near_sensitivity(lambda e: Compare(shifts_from_0(zeta, e, alpha), "<=", LARGER)), hints=Hints(by=("textbook/near-finite", "textbook/near-infinity", "textbook/near-range", "textbook/shift-larger", "textbook/shift-range", "textbook/w-range")),
          because="R_alpha does not fall as the shift grows, and Delta_(G, delta) <= Delta_G <= Delta_GROUP for the infima. A number strictly above the infimum, as Theorem 4.3 asks "
                  "for, need not have it: where the infimum is Delta_G already, as for delta below every probability, its R_alpha is larger."),
    Claim("rpp/fig-1", FIGURE, part="group", uses=USES, forall={alpha: above(1), **GROUPS, zeta: WITH_DENSITY}, given=(about_one_record(n),),
          states=Compare(shifts_from_0(zeta, framework_sensitivity(), alpha), "<=", shifts_from_0(zeta, group_sensitivity(n), alpha)), hints=Hints(by=("textbook/independent-records", "textbook/norm-range", "textbook/shift-larger", "textbook/shift-range", "textbook/w-range"))),
    Claim("rpp/fig-1", FIGURE, part="aware", uses=USES, forall=AWARE, given=(sensitivity(Delta),), states=Compare(aware_budget(zeta, 1, alpha), "<=", GENERAL), hints=COUPLED),
    Claim("rpp/fig-1", FIGURE, part="implied", uses=USES,
          forall={alpha: above(1), **{name: GROUPS[name] for name in (n, k, F, d)}, M: Kernels(data_sets(F), L2), epsilon: at_least(0)},
          given=(about_one_record(n),), states=Implies(GROUP_PRIVATE, everywhere(renyi_divergence, alpha, level=epsilon))),
)
