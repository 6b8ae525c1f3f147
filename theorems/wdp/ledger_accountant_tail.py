"""Ledger of Theorem 3, its proof and Corollary 1, written from the source.

The setting is that of Theorem 2: q in [0, 1], sigma > 0, distances at least 0, any order mu >= 1, any beta > 0 and number of steps. delta is a failure
probability, at most 1; the equations tie it to epsilon. It does not say what is random, over what the infimum runs, what the components of Z are, which norm
the outputs have, within a step and over all steps, or whether steps share their coins; Theorem 3 says "(mu, epsilon)-WDP" where its proof shows the generalised kind.
"""

from theorems.wdp.definitions import delta, epsilon, mu
from theorems.wdp.thm_2_privacy_loss import q, sigma
from verify.claims import (
    LINE,
    Euclid,
    Families,
    Item,
    Labels,
    Laws,
    Points,
    Scope,
    Source,
    above,
    at_least,
    at_most,
    between,
    integers,
    numbers,
    objects,
    unstated,
    upto,
)

beta, T, tau, w, k, m, j, n, first_sum, log_delta = numbers("beta T tau w k m j n first_sum log_delta")
S, G, J, J_, X, Z = objects("S G J J_ X Z")

STEP = {mu: at_least(1), q: between(0, 1), sigma: above(0)}
RUN = {**STEP, beta: above(0), T: integers(1)}
OUTCOMES, LAW = {w: integers(1)}, {S: Laws(Labels(w))}
OWN, SOME = {k: integers(1), j: integers(1, k)}, {m: integers(1, k)}
NUMBERS = {G: Families(upto(w), Families(upto(k), Families(upto(T), at_least(0))))}
VECTORS = {n: integers(1), G: Families(upto(w), Families(upto(k), Families(upto(T), Points(Euclid(n, 2)))))}
ALL_OUTPUTS = {J: Laws(Euclid(T, 2)), J_: Laws(Euclid(T, 2))}
LOG_DELTA, DELTA = {log_delta: at_most(0)}, {delta: between(0, 1, open="left")}

INFIMUM = ("all-d", "adjacent-pairs", "sampled-pairs", "idle")
WHICH = {"guarantee": ("generalised", "plain")}
MARGINALS = ("for all t ∈ {1, …, T}, y ∈ ℝ: (distribution function(marginal(J, t), y) = distribution function((1 − q)·Normal(0, variance σ^2) + "
             "q·Normal(G[1][j][t], variance σ^2), y)) and (distribution function(marginal(J′, t), y) = distribution function(Normal(0, variance σ^2), y))")


def _scopes(level):
    yield Scope({**RUN, **OUTCOMES, **LAW, **OWN, **SOME, **NUMBERS, **level}, part="scalar",
                readings={"random": ("nothing", "history", "sampled"), "infimum over": (*INFIMUM, "sensitivity"), **WHICH})
    yield Scope({**RUN, **OUTCOMES, **OWN, **SOME, **VECTORS, **level}, part="vector",
                readings={"components": ("equal", "coordinates"), "infimum over": (*INFIMUM, "sensitivity"), "norm": ("l-mu", "l-2"), **WHICH})
    yield Scope({**RUN, **OUTCOMES, **OWN, **NUMBERS, **level}, part="norms", readings={"norm on the outputs": ("l1", "l2", "l-inf", "l-mu"), **WHICH})
    yield Scope({**RUN, **OUTCOMES, **OWN, **SOME, **NUMBERS, **ALL_OUTPUTS, **level}, part="coins",
                given=("{coins: independent:  | shared: " + MARGINALS + "}",),
                readings={"coins": ("independent", "shared"), "infimum over": (*INFIMUM, "sensitivity"), **WHICH})


PROOF = {"part_of": "wdp/thm-3"}

ITEMS = (
    # L. Theorem 3 and Corollary 1
    Item("wdp/thm-3", "Tail bound", Source("Theorem 3", eq="15, 99"), *_scopes(LOG_DELTA),
         proof=("wdp/thm-1", "wdp/thm-2", "wdp/eq-102", "wdp/eq-104", "wdp/eq-105"),
         beside=("wdp/eq-15",)),
    Item("wdp/eq-15", "Place of the expectation", Source("Theorem 3", eq="15 and 99"),
         Scope({mu: at_least(1), n: integers(1), Z: Laws(Euclid(n, 2))}), **PROOF),
    Item("wdp/eq-102", "Theorem 2 restated", Source("Proof of Theorem 3", eq="102", section="Appendix A"),
         Scope({**STEP, T: integers(1), tau: integers(1, T), n: integers(1), **OWN, **SOME, G: Families(upto(k), Families(upto(T), at_least(0)))},
               readings={"infimum over": INFIMUM, "index": ("steps", "components")}), **PROOF),
    Item("wdp/eq-104", "Dropping the outer expectation", Source("Proof of Theorem 3", eq="103-104", section="Appendix A"),
         Scope({**STEP, X: Laws(LINE, support=at_least(0))}, readings={"dropped": ("constant", "realised")}), **PROOF),
    Item("wdp/eq-105", "From inequality to equality", Source("Proof of Theorem 3", eq="104-105", section="Appendix A"),
         Scope({beta: above(0), first_sum: unstated(at_least(0)), epsilon: above(0), delta: unstated(above(0))}), **PROOF),
    Item("wdp/cor-1", "Budget at a given delta", Source("Corollary 1", eq="16"), *_scopes(DELTA)),
    Item("wdp/cor-1-algebra", "Eq. 16 is eq. 15 solved for epsilon", Source("Corollary 1", eq="15-16"),
         Scope({beta: above(0), first_sum: unstated(at_least(0)), **DELTA}, part="if"),
         Scope({beta: above(0), first_sum: unstated(at_least(0)), epsilon: unstated(at_least(0))}, part="only-if")),
)
