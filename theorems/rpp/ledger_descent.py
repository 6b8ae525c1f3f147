"""Ledger of section 6.4 and Appendices F.5.1 to F.5.3: projected noisy gradient descent.

The objective is convex and L-Lipschitz in w, its gradient G[x] at each of finitely many records x; K is the set that is projected on. It is said in words
that G[x] is the gradient of a convex function. The mechanism is met through the laws X, X_ of the data given two secrets about record i.
"""

from theorems.rpp.definitions import L2, G, L, T, alpha, beta, d, eta, i, k, m, sigma
from verify.claims import (
    Euclid,
    Families,
    Item,
    Laws,
    Maps,
    NormalLaws,
    Points,
    Scope,
    Sequences,
    Source,
    above,
    between,
    integers,
    numbers,
    objects,
    reading,
    upto,
)

K, X, X_, P, records, w_0, first, second, constants = objects("K X X_ P records w_0 first second constants")
C_v, distance = numbers("C_v distance")

TEXT, F_5_2 = Source("Section 6.4"), Source("Lemma F.1", section="Appendix F.5.2")
CONVEX = "G[x] is the gradient of a convex function, for each x"
BOUNDED = "G[x] has norm at most L, for each x"
PROJECTED = {d: integers(1), beta: above(0), L: above(0), eta: between(0, 2 / beta, open="both"), k: integers(1), G: Families(upto(k), Maps(L2, L2))}
SETTING = {"K": ("convex", "compact"), "smooth": ("first-argument", "second-argument")}
POINTS = {"points": ("k", "all")}
OVER_TIME = {"over time": ("independent", "any")}
RECORDS = {m: integers(1), records: Families(upto(k), Points(Euclid(m, 2)))}
RUNS = {alpha: above(1), T: integers(1), sigma: above(0), **PROJECTED, **RECORDS, C_v: above(0), w_0: Points(L2), i: upto(T)}
DATA = {X: Laws(Sequences(T, upto(k))), X_: Laws(Sequences(T, upto(k)))}
LIPSCHITZ = "the gradients at w of two records differ by at most C_w times their distance, and C_v is the supremum of C_w"
SECRETS = "X and X_ are the laws of the data given two values of record i"
ASSUMED = (CONVEX, BOUNDED, "the objective is smooth with constant beta", LIPSCHITZ, "w_0 lies in K")
ALL = {**SETTING, **POINTS, **OVER_TIME}
OTHER_STEP = {**PROJECTED, eta: reading("eta", above=above(2 / beta), at_most=between(0, 2 / beta, open="left"))}
DP = {alpha: above(1), T: integers(1), sigma: above(0), **OTHER_STEP, w_0: Points(L2), i: upto(T), **DATA}
INDEPENDENT = "the records are independent"

ITEMS = (
    Item("rpp/text-6.4-contractive", "A step is contractive", TEXT, Scope(PROJECTED, given=(CONVEX, BOUNDED, "the objective is smooth with constant beta"), readings=SETTING),
         note="The main text prints smoothness in the second argument, Appendix F.5.1 in the first. The map is that of R^d."),
    Item("rpp/eq-6.4-general", "Bound for any prior", TEXT, Scope({**RUNS, **DATA}, given=(*ASSUMED, SECRETS), readings=ALL),
         uses=("rpp/thm-5.2", "rpp/cor-3.1-gauss", "rpp/text-6.4-contractive")),
    Item("rpp/eq-6.4-maxcorr", "Bound for equal records", TEXT,
         Scope({**RUNS, **DATA}, given=(*ASSUMED, SECRETS, "all records are equal"), readings={**SETTING, **POINTS}), uses=("rpp/eq-6.4-general",)),
    Item("rpp/eq-6.4-indep", "Bound for independent records", TEXT,
         Scope({**RUNS, **DATA}, given=(*ASSUMED, SECRETS, INDEPENDENT), readings={**SETTING, **POINTS}), uses=("rpp/eq-6.4-general",)),
    Item("rpp/lem-f.1", "Differential privacy as a special case", F_5_2,
         Scope(DP, given=(CONVEX, BOUNDED, "the objective is smooth with constant beta", SECRETS, INDEPENDENT, "w_0 lies in K"),
               readings={**SETTING, **POINTS, "eta": ("above", "at-most")}), uses=("rpp/thm-5.2",),
         note="above: the printed condition eta > 2/beta. The noise has deviation sigma times eta."),
    Item("rpp/remark-6.1", "Differential privacy as a special case, informal", Source("Remark 6.1", section="Section 6.4"),
         Scope(DP, given=(CONVEX, BOUNDED, "the objective is smooth with constant beta", SECRETS, INDEPENDENT, "w_0 lies in K"),
               readings={**SETTING, **POINTS, "eta": ("above", "at-most")}), uses=("rpp/lem-f.1",)),
    Item("rpp/prop-6.4", "Gaussian prior", Source("Proposition 6.4", section="Section 6.4 and Appendix F.5.3"),
         Scope({alpha: above(1), T: integers(1), sigma: above(0), d: integers(1), beta: above(0), L: above(0), eta: between(0, 2 / beta, open="both"),
                m: integers(1), G: Maps(Euclid(d + m, 2), L2), C_v: above(0), w_0: Points(L2), i: upto(T), P: NormalLaws(Euclid(T * m, 2)),
                first: Points(Euclid(m, 2)), second: Points(Euclid(m, 2))},
               given=("G is the gradient in w of a convex function, for each record", "G has norm at most L", "the objective is smooth with constant beta", LIPSCHITZ,
                      "w_0 lies in K"), readings={**SETTING, **POINTS}),
         uses=("rpp/eq-6.4-general",), note="G takes w and a record, side by side; P is the joint law of the records, first and second the two values of record i."),
)
