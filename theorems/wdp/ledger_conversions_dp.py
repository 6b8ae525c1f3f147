"""Ledger of Propositions 9 and 10 with their proofs, written from the source.

The source says "with sensitivity Delta" without saying how the outputs depend on the query: any mechanism, additive noise, or outputs in
a set of diameter Delta. A guarantee holds for both orders of a pair of neighbours. No range is given for epsilon.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, dim, epsilon, mu, r
from theorems.wdp.definitions_mechanisms import Delta, alpha, v
from theorems.wdp.prop_10_from_rdp_to_wdp import mu_1, mu_2
from verify.claims import Item, Laws, Points, Scope, Source, Unchecked, above, at_least, reading, unstated

MECHANISM = {"mechanism": ("any", "additive", "bounded")}
SENSITIVITY = "{mechanism: any:  | additive: ‖v‖_r ≤ Δ | bounded: support diameter(P, Q, r) ≤ Δ}"
OUTPUTS = {dim: DIMENSIONS, r: NORMS, P: Laws(SPACE), Q: Laws(SPACE)}
LEVEL = {epsilon: unstated(at_least(0))}

ITEMS = (
    Item("wdp/prop-9", "From DP to WDP", Source("Proposition 9", eq="53"),
         Scope({mu: at_least(1), **OUTPUTS, v: Points(SPACE), Delta: above(0), **LEVEL}, readings=MECHANISM,
               given=(SENSITIVITY, "log ratio sup(P, {mechanism: any: Q | additive: translate(P, v) | bounded: Q}) ≤ ε")), proof=("wdp/eq-51", "wdp/eq-52")),
    Item("wdp/eq-51", "Divergence bound of the loss", Source("Proofs of Propositions 9 and 10", eq="51, 54"),
         Scope({mu: at_least(1), **OUTPUTS, v: Points(SPACE), Delta: above(0)}, readings=MECHANISM, given=(SENSITIVITY,)), part_of="wdp/prop-9"),
    Item("wdp/eq-52", "Divergence under a bound of the max-divergence", Source("Proof of Proposition 9", eq="52"),
         Scope({**OUTPUTS, **LEVEL}, readings={"hypothesis": ("one-direction", "both-directions")},
               given=("{hypothesis: one-direction: D_∞(P ‖ Q) ≤ ε | both-directions: (D_∞(P ‖ Q) ≤ ε) and (D_∞(Q ‖ P) ≤ ε)}",)), part_of="wdp/prop-9"),
    Item("wdp/prop-10", "From RDP to WDP", Source("Proposition 10", eq="59"),
         Scope({mu: at_least(1), alpha: reading("order", above_one=above(1), at_least_one=at_least(1)), **OUTPUTS, v: Points(SPACE), Delta: above(0), **LEVEL},
               readings={**MECHANISM, "order": ("above-one", "at-least-one")},
               given=(SENSITIVITY, "(D_α(P ‖ {mechanism: any: Q | additive: translate(P, v) | bounded: Q}) ≤ ε)"
                                   " and (D_α({mechanism: any: Q | additive: translate(P, v) | bounded: Q} ‖ P) ≤ ε)")),
         proof=("wdp/eq-51", Unchecked("van Erven and Harremoës 2014, Theorem 5: the divergence of order 1 is that of Kullback and Leibler, eq. 55"),
                "wdp/eq-56", "wdp/eq-58")),
    Item("wdp/eq-56", "Monotonicity of the divergence in its order", Source("Proof of Proposition 10", eq="56"),
         Scope({mu_1: at_least(1), mu_2: above(mu_1), **OUTPUTS}), part_of="wdp/prop-10"),
    Item("wdp/eq-58", "Divergence below the RDP level", Source("Proof of Proposition 10", eq="55-58"),
         Scope({alpha: at_least(1), **OUTPUTS, **LEVEL}, given=("(D_α(P ‖ Q) ≤ ε) and (D_α(Q ‖ P) ≤ ε)",)), part_of="wdp/prop-10"),
)
