"""Ledger of sections A and B of the inventory: definitions, metric claims, Propositions 1 to 4."""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, delta, dim, epsilon, moments, mu, r
from theorems.wdp.definitions_composition import ADAPTIVE, COINS, NORM
from verify.claims import (
    LINE,
    REALS,
    REPLACE_ONE,
    Compositions,
    Couplings,
    Euclid,
    Families,
    Item,
    Kernels,
    Laws,
    Maps,
    Points,
    Product,
    Scope,
    Unchecked,
    Universes,
    above,
    at_least,
    between,
    data_sets,
    integers,
    numbers,
    objects,
    unstated,
    upto,
)

alpha, c, k, n, mu_1, mu_2 = numbers("alpha c k n mu_1 mu_2")
P_1, P_2, P_3, U, M, C, o, b, K, G, X, x, y, g, h, rank = objects("P_1 P_2 P_3 U M C o b K G X x y g h rank")

ON = {dim: DIMENSIONS, r: NORMS}
MOMENTS = {"moments": ("finite", "any")}
DP_LOSS = {"dp loss": ("max-divergence", "symmetrised", "pointwise")}
BDP_LOSS = {"bdp loss": ("pointwise", "max-divergence")}
ANY = Laws(SPACE)
FINITE = Laws(SPACE, moments=moments(mu))
PAIR = {mu: at_least(1), **ON, P: ANY, Q: ANY}
MOMENT_PAIR = {mu: at_least(1), **ON, P: FINITE, Q: FINITE}
ORDERED_PAIR = {mu_1: at_least(1), mu_2: at_least(mu_1), **ON, P: Laws(SPACE, moments=moments(mu_2)), Q: Laws(SPACE, moments=moments(mu_2))}
TRIPLE = {P_1: ANY, P_2: ANY, P_3: ANY}
DATA = {U: Universes(REPLACE_ONE), M: Kernels(data_sets(U), SPACE)}
COMPOSED = {mu: at_least(1), dim: DIMENSIONS, n: integers(1), U: Universes(REPLACE_ONE),
            C: Compositions(n, U, Euclid(dim, NORM), coins=COINS, adaptive=ADAPTIVE)}
COMPOSED_READINGS = {"norm on the outputs": ("l1", "l2", "l-inf", "l-mu"), "coins": ("independent", "shared"), "adaptive": ("no", "yes")}

ITEMS = (
    Item("wdp/def-2", "Kantorovich-Rubinstein duality", "Definition 2",
         Scope({**ON, P: Laws(SPACE, moments=moments(1)), Q: Laws(SPACE, moments=moments(1))}, readings=MOMENTS)),
    Item("wdp/def-3-event", "The two expressions of eq. 4 denote the same number", "Definition 3",
         Scope(PAIR, readings={"left side": ("worst-event", "notation")})),
    Item("wdp/def-4", "Kantorovich DP is (1, epsilon)-WDP", "Definition 4",
         Scope({**ON, P: ANY, Q: ANY, epsilon: at_least(0)}, parts=("if", "only-if"))),
    Item("wdp/def-5-special", "WDP as the limit case of generalised WDP", "Definition 5",
         Scope({**PAIR, epsilon: at_least(0), delta: above(0)},
               given=("{limit: every-delta: W_μ(P, Q) in l_r ≤ ε | delta-zero: W_μ(P, Q) in l_r ≤ ε"
                      " | converse: for all δ′ ∈ (0, ∞): 1[W_μ(P, Q) in l_r ≥ ε] ≤ δ′}",),
               readings={"limit": ("every-delta", "delta-zero", "converse")})),
    Item("wdp/text-metric", "The WDP privacy loss is a metric", "Introduction, item 2; Conclusion",
         Scope({mu: at_least(1), **ON, P: Laws(SPACE, moments=mu), Q: Laws(SPACE, moments=mu)}, part="finite"),
         Scope(MOMENT_PAIR, readings=MOMENTS, part="nonneg"),
         Scope(MOMENT_PAIR, readings=MOMENTS, part="symmetry"),
         Scope({mu: at_least(1), **ON, P_1: FINITE, P_2: FINITE, P_3: FINITE}, readings=MOMENTS, part="triangle"),
         Scope(MOMENT_PAIR, readings=MOMENTS, part="zero", parts=("if", "only-if"))),
    Item("wdp/text-divergence-nonmetric", "Losses of DP, RDP, BDP are non-negative, asymmetric, and fail the triangle inequality",
         "Introduction; Discussion; Appendix C",
         Scope({**ON, P: ANY, Q: ANY, o: Points(SPACE)}, given=("{dp loss: max-divergence:  | symmetrised:  | pointwise: density(P, o) > 0}",),
               readings=DP_LOSS, part="dp-nonneg"),
         Scope(readings=DP_LOSS, part="dp-asymmetry"),
         Scope(readings=DP_LOSS, part="dp-triangle"),
         Scope({alpha: above(1), **ON, P: ANY, Q: ANY}, part="rdp-nonneg"),
         Scope({alpha: above(1)}, part="rdp-asymmetry"),
         Scope({alpha: above(1)}, part="rdp-triangle"),
         Scope({**ON, b: Laws(LINE), K: Kernels(LINE, SPACE)}, readings=BDP_LOSS, part="bdp-nonneg"),
         Scope(readings=BDP_LOSS, part="bdp-asymmetry"),
         Scope(readings=BDP_LOSS, part="bdp-triangle")),
    Item("wdp/text-jsd", "Jensen-Shannon divergence", "Discussion, Other possibility",
         Scope(part="divergence"), Scope({**ON, **TRIPLE}, part="root")),
    Item("wdp/text-budget-symmetry", "Asymmetric loss, symmetric budget", "Discussion, Symmetry",
         Scope({alpha: above(1), **ON, **DATA, epsilon: at_least(0)}, given=("for all (D, D′) ∈ neighbours in U: D_α(M(D) ‖ M(D′)) ≤ ε",), part="budget"),
         Scope({alpha: above(1)}, part="differ"),
         Scope({mu: at_least(1), **ON, **DATA, rank: Maps(data_sets(U), REALS)},
               given=("for all (D, D′) ∈ neighbours in U: rank(D) ≠ rank(D′)",), part="half")),
    Item("wdp/text-def7-quantile", "Budget versus pointwise loss", "Definition 7",
         Scope({**ON, P: ANY, Q: ANY, o: Points(SPACE), epsilon: at_least(0)}, given=("D_∞(P ‖ Q) ≤ ε", "D_∞(Q ‖ P) ≤ ε", "density(P, o) > 0"),
               readings={"strict": ("less", "at-most")}, part="pure"),
         Scope({**ON, P: ANY, Q: ANY, epsilon: at_least(0), delta: between(0, 1)}, given=("H_ε(P, Q) ≤ δ", "H_ε(Q, P) ≤ δ"), part="approximate")),
    Item("wdp/text-group-rdp", "Conditions in RDP's group privacy", "Discussion, Triangle inequality (2)",
         Scope({c: integers(0), alpha: at_least(2 ** (c + 1)), **ON, P: Families(upto(2**c + 1), ANY), epsilon: at_least(0)},
               given=("for all i ∈ {1, …, 2^c}: (D_α(P[i] ‖ P[i + 1]) ≤ ε) and (D_α(P[i + 1] ‖ P[i]) ≤ ε)",), part="sufficient"),
         Scope(part="necessary")),
    Item("wdp/text-metric-derivation", "Which properties follow from the triangle inequality", "Discussion, Triangle inequality (1)",
         Scope(COMPOSED, readings=COMPOSED_READINGS, part="sequential"),
         Scope({mu: at_least(1), **ON, k: integers(1), P: Families(upto(k + 1), ANY)}, part="group"),
         Scope({**COMPOSED, epsilon: at_least(0)}, readings=COMPOSED_READINGS, part="advanced")),
    Item("wdp/prop-1", "Symmetry", "Proposition 1",
         Scope(PAIR, part="equal"), Scope({**PAIR, epsilon: at_least(0)}, given=("W_μ(P, Q) in l_r ≤ ε",), part="budget"),
         proof=("wdp/prop-1-step",),
         beside=("wdp/eq-19",)),
    Item("wdp/prop-1-step", "Coupling sets", "Proof of Proposition 1",
         Scope({**ON, P: ANY, Q: ANY, g: Couplings(P, Q)}, readings={"coupling sets": ("as-sets", "exchanged")}), part_of="wdp/prop-1"),
    Item("wdp/eq-19", "Symmetry of the Kantorovich form", "Proof of Proposition 1, eqs. 17-19",
         Scope({**ON, P: unstated(Laws(SPACE, moments=1)), Q: unstated(Laws(SPACE, moments=1))}), part_of="wdp/prop-1"),
    Item("wdp/prop-2", "Triangle inequality", "Proposition 2",
         Scope({mu: at_least(1), **ON, P_1: FINITE, P_2: FINITE, P_3: FINITE}, readings=MOMENTS), proof=("wdp/eq-21", "wdp/eq-23")),
    Item("wdp/eq-21", "Random-variable form", "Proof of Proposition 2, eq. 21", Scope(PAIR), part_of="wdp/prop-2"),
    Item("wdp/eq-23", "Minkowski step", "Proof of Proposition 2, eqs. 22-24",
         Scope({mu: at_least(1), **ON, **TRIPLE, G: Laws(Product(SPACE, SPACE, SPACE)), g: Couplings(P_1, P_2), h: Couplings(P_2, P_3)},
               readings={"eq-23": ("truth", "minkowski", "gluing", "orders")}), part_of="wdp/prop-2",
         note="G: a joint law of the three variables. g, h: separate couplings of the first two and the last two. orders: the inequality is named for 1 < r < oo."),
    Item("wdp/prop-3", "Non-negativity", "Proposition 3", Scope(PAIR),
         proof=(Unchecked("the cost is not negative, as a cost of transport and as a norm"), "wdp/prop-3-step")),
    Item("wdp/prop-3-step", "Positivity of the coupling", "Definition 1; proof of Proposition 3",
         Scope({**PAIR, g: Couplings(P, Q), x: Points(SPACE), y: Points(SPACE)},
               given=("{coupling: every:  | optimal: E[(x, y) ~ g](‖x − y‖_r^μ)^(1/μ) = W_μ(P, Q) in l_r | probability: }",
                      "{where: everywhere:  | on-supports: (density(P, x) > 0) and (density(Q, y) > 0)}"),
               readings={"coupling": ("every", "optimal", "probability"), "where": ("everywhere", "on-supports")}), part_of="wdp/prop-3"),
    Item("wdp/prop-4", "Monotonicity in the order", "Proposition 4",
         Scope(ORDERED_PAIR, readings=MOMENTS, part="loss"),
         Scope({**ORDERED_PAIR, epsilon: at_least(0)}, given=("W_μ₂(P, Q) in l_r ≤ ε",), readings=MOMENTS, part="budget"), proof=("wdp/eq-21", "wdp/eq-25")),
    Item("wdp/eq-25", "Lyapunov", "Proof of Proposition 4, eq. 25", Scope({mu_1: at_least(1), mu_2: at_least(mu_1), X: Laws(LINE)}), part_of="wdp/prop-4"),
)
