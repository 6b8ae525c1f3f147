"""Ledger of the properties of the Renyi divergence (Appendix F), all for orders above 1."""

from theorems.frdp.definitions import (
    ADJACENT,
    DATA,
    DIM,
    FAMILY,
    INVERTIBLE,
    NOISE,
    ORDER,
    OTHER,
    PAIR,
    SPACE,
    VALUES,
    K,
    P,
    Q,
    alpha,
    dim,
    dim_2,
    n,
)
from verify.claims import Compare, Exists, Item, Kernels, Scope, Sequences, Source, above, integers, numbers, objects, oo, reading, upto
from verify.quantities import renyi_divergence

beta, order = numbers("beta order")
A, B, t = objects("A B t")

TEXT = Source("Appendix F")
FINITE = reading("laws", any=None, finite=Exists({order: above(1)}, Compare(renyi_divergence(P, Q, order), "<", oo)))
CONDITIONAL = {**ORDER, **PAIR, dim_2: integers(1), A: Kernels(SPACE, OTHER), B: Kernels(SPACE, OTHER)}

ITEMS = (
    Item("frdp/app-f-nonneg", "The divergence is not negative", TEXT, Scope({**ORDER, **PAIR})),
    Item("frdp/app-f-mono", "The divergence increases with the order", TEXT, Scope({**ORDER, beta: above(alpha), **PAIR}, readings={"increasing": ("non-decreasing", "strict")}),
         Scope(PAIR, part="limits"), note="limits: the limit at order 1 is at most that at infinite order."),
    Item("frdp/app-f-limit-1", "The limit at order 1", TEXT,
         Scope(PAIR, given=(FINITE,), readings={"side": ("from-above", "from-below"), "laws": ("any", "finite")}),
         note="finite: the divergence of some order above 1 is finite."),
    Item("frdp/app-f-limit-inf", "The limit at infinite order", TEXT, Scope(PAIR, readings={"essential supremum": ("first-law", "dominating")})),
    Item("frdp/eq-12", "Chain rule, and joint laws against marginals", Source("Appendix F", eq="12"), Scope(CONDITIONAL, parts=("link-1", "link-2")),
         note="A and B are the conditional laws of z given x under p and under q.", proof=("frdp/app-f-nonneg",)),
    Item("frdp/app-f-sup", "The supremum is attained at all coordinates", TEXT, Scope({**ORDER, **PAIR, n: integers(1), t: Sequences(n, upto(dim))}), uses=("frdp/eq-12",),
         note="t is any list of n coordinates: none has a larger divergence than all of them.", proof=("frdp/eq-12",)),
    Item("frdp/app-f-gauss", "Two normal laws with one covariance", TEXT, Scope({**ORDER, **DIM, K: INVERTIBLE, **VALUES})),
    Item("frdp/app-f-mech", "The Gaussian mechanism", TEXT, Scope({**ORDER, **NOISE, **DIM, K: INVERTIBLE, **DATA, **FAMILY}, readings=ADJACENT), uses=("frdp/app-f-gauss",),
         note="The source does not state that the divergence is bounded; without a bound epsilon is infinite.", proof=("frdp/app-f-gauss",)),
)
