"""Ledger of sections 1 and 2: (epsilon, delta)-DP conditions, their partial order (Theorem 2.1 with its proof), profiles of the examples.

Of the noise parameters the source gives no range. The guarantee of the third example is quoted, its internal details are left out there on purpose.
"""

from theorems.gdp.definitions import (
    ALGORITHM,
    ANY_CURVES,
    ANY_TRADE_OFFS,
    OTHER,
    SPACE,
    A,
    B,
    Delta,
    P,
    Q,
    b,
    delta,
    delta_0,
    dp,
    epsilon,
    epsilon_0,
    f,
    gdp,
    implied,
    m,
    mu,
    n,
    shift,
    sigma,
)
from theorems.gdp.definitions_composition import at_each, at_step, composed
from verify.claims import (
    Compare,
    Events,
    Item,
    NotChecked,
    Scope,
    Source,
    Unchecked,
    above,
    at_least,
    between,
    exp,
    integers,
    numbers,
    objects,
    unstated,
)
from verify.quantities import mass

epsilon_, delta_, mu_1, mu_2, alpha, rho, p = numbers("epsilon_ delta_ mu_1 mu_2 alpha rho p")
E, h = objects("E h")

ONE, TWO = Source("Section 1"), Source("Section 2")
PROOF = Source("Proof of Theorem 2.1", section="Appendix B.1")
BASE = {"log base": ("natural", "two", "ten")}
EXAMPLE = {"example": ("sgd", "icea")}
WHICH = {"about": ("mechanism", "guarantees")}
BELOW_ONE = between(0, 1, open="right")

c_0 = (1 - delta_0) / (1 + exp(epsilon_0))
START = {epsilon_0: at_least(0), delta_0: BELOW_ONE}
CASE = {**START, epsilon: between(0, epsilon_0, open="right"), delta: between(implied(epsilon_0, delta_0, epsilon), 1)}
EVENT = {**ALGORITHM, E: Events(SPACE)}
LOW, HIGH = {**CASE, p: between(0, c_0)}, {**CASE, p: between(c_0, 1)}
GUARANTEE = dp(P, Q, epsilon_0, delta_0)

ITEMS = (
    Item("gdp/def-1.1", "Differential privacy through events and through the profile", "Definition 1.1",
         Scope({epsilon: at_least(0), delta: between(0, 1), **ALGORITHM}, parts=("if", "only-if"))),
    Item("gdp/text-monotone", "Weaker parameters are implied", TWO,
         Scope({epsilon: at_least(0), delta: between(0, 1), epsilon_: at_least(epsilon), delta_: at_least(delta), **ALGORITHM},
               given=(dp(P, Q, epsilon, delta),))),
    Item("gdp/text-embedding", "Notions of privacy as families of profile curves", Source("Sections 1 and 2"),
         Scope({**ALGORITHM, **OTHER}, readings=WHICH, parts=("if", "only-if"), part="f-dp"),
         Scope({h: ANY_CURVES}, part="union"),
         Scope({epsilon_0: at_least(0), delta_0: between(0, 1), **ALGORITHM, **OTHER}, readings=WHICH, parts=("main", "if", "only-if"), part="dp"),
         Scope({alpha: above(1), rho: at_least(0), **ALGORITHM, **OTHER}, readings=WHICH, parts=("main", "if", "only-if"), part="rdp"),
         Scope({mu: above(0), **ALGORITHM, **OTHER}, readings=WHICH, parts=("main", "if", "only-if"), part="gdp"),
         Scope({rho: at_least(0), **ALGORITHM, **OTHER}, readings=WHICH, parts=("main", "if", "only-if"), part="cdp"),
         note="mechanism: the curve of one pair determines its level in the other notion (f-dp: each determines the other). guarantees: an algorithm has the"
              " guarantee (f-dp: that of the trade-off function of P_ and Q_) if and only if its profile lies below the largest profile of all algorithms that have it. union: the other way, any union of guarantees is one of f-DP."),
    Item("gdp/text-gdp-tradeoff", "The trade-off function of GDP is that of two normal laws", ONE, Scope({mu: above(0), alpha: between(0, 1)})),
    Item("gdp/text-gdp-composition", "Composition of GDP algorithms", Source("Sections 1 and 5.2"),
         Scope({mu_1: above(0), mu_2: above(0), **composed(2)}, given=(at_step(1, gdp, mu_1), at_step(2, gdp, mu_2)), readings={"adaptive": ("no", "yes")},
               part="two"),
         Scope({mu: above(0), n: integers(1), **composed(n)}, given=(at_each(n, gdp, mu),), readings={"adaptive": ("no", "yes")}, part="n-fold")),
    Item("gdp/text-laplace-scale", "Scale of Laplace noise for epsilon-DP", TWO,
         Scope({epsilon: above(0), Delta: unstated(above(0)), shift: between(-Delta, Delta)})),
    Item("gdp/text-icea-cited", "Guarantee of the invisibility cloak encoder", TWO,
         not_checked=NotChecked("outside source", "The guarantee is quoted from another work, and the encoder is not described in the paper.")),
    Item("gdp/eq-sgd-naive", "Naive profile of the second example", TWO,
         Scope({A: unstated(above(0)), B: unstated(above(0)), sigma: unstated(above(0)), epsilon: unstated(above(0))}, part="general"),
         Scope({epsilon: unstated(above(0))}, part="example")),
    Item("gdp/eq-icea-naive", "Naive profile of the third example", TWO,
         Scope({m: unstated(integers(1)), n: unstated(integers(1)), epsilon: unstated(above(0))}, readings={**BASE, "condition": ("strict", "closed")}, part="general"),
         Scope({epsilon: unstated(above(0))}, readings={**BASE, "condition": ("strict", "closed")}, part="example")),
    Item("gdp/thm-2.1", "The exact partial order of (epsilon, delta)-DP conditions", "Theorem 2.1",
         Scope({**START, epsilon: at_least(0), delta: between(0, 1)}, parts=("if", "only-if")),
         note="All algorithms are quantified inside the left side of the equivalence.",
         proof=(Unchecked("evident where epsilon is at least epsilon_0"), "gdp/thm-2.1-proof-case1", "gdp/thm-2.1-proof-case2", "gdp/thm-2.1-witness"),
         beside=("gdp/thm-2.1-proof-count",)),
    Item("gdp/thm-2.1-witness", "An algorithm whose profile attains the bound", PROOF,
         Scope({epsilon_0: at_least(0), delta_0: between(0, 1), epsilon: at_least(0)}), part_of="gdp/thm-2.1"),
    Item("gdp/thm-2.1-proof-count", "Number of combinations to be checked", PROOF, Scope(), part_of="gdp/thm-2.1"),
    Item("gdp/thm-2.1-proof-case1", "Sufficiency, events of small probability", PROOF,
         Scope({**CASE, **EVENT}, given=(GUARANTEE, Compare(mass(Q, E), "<=", c_0)), part="step-1"),
         *(Scope(LOW, part=f"step-{k}") for k in (2, 3, 4, 5)), part_of="gdp/thm-2.1",
         note="p stands for the probability of the event on the neighbour; steps 2 to 5 mention nothing else of the algorithm."),
    Item("gdp/thm-2.1-proof-case2", "Sufficiency, events of large probability", PROOF,
         Scope({**CASE, **EVENT}, given=(GUARANTEE, Compare(mass(Q, E), ">=", c_0)), part="step-1"),
         *(Scope(HIGH, part=f"step-{k}") for k in (2, 3, 4, 5, 6)), part_of="gdp/thm-2.1", uses=("gdp/thm-2.1",),
         note="Steps: the bound through the complement; its rearrangement; p replaced by its least value; rearrangement; delta replaced by its least value;"
              " the last line."),
    Item("gdp/eq-refined", "Refined profile from a trade-off", Source("Section 2 and Appendix C"),
         Scope({f: ANY_TRADE_OFFS, epsilon: at_least(0)},
               readings={"meaning": ("guarantee", "joint"), "extremum": ("min", "inf"), "trade-off": ("examples", "every")}), uses=("gdp/thm-2.1",)),
    Item("gdp/text-naive-origin", "Naive and refined profiles at the origin", Source("Sections 2 and 3"),
         Scope({sigma: unstated(above(0)), m: unstated(integers(1)), n: unstated(integers(1))}, readings={**EXAMPLE, **BASE}, part="naive"),
         Scope({sigma: unstated(above(0)), m: unstated(integers(1)), n: unstated(integers(1))}, readings={**EXAMPLE, **BASE}, part="refined"),
         Scope(readings={**EXAMPLE, **BASE}, part="differ"), uses=("gdp/thm-2.1",)),
    Item("gdp/eq-laplace-profile", "Profile of the Laplace mechanism", Source("Section 3"),
         Scope({Delta: unstated(above(0)), b: unstated(above(0)), epsilon: at_least(0)})),
)
