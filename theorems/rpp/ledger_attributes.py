"""Ledger of sections 6.1 to 6.3 with their appendices: weak dependence, attributes of Gaussian records, three data sets, diffusions.

A compact set of secret values enters through finitely many of its members: a largest value over pairs is that of two of them. A law given a secret of
probability 0 is the regular conditional law, unless such secrets are left out. What is random in a diffusion, and that a potential is convex, is said in words.
"""

from theorems.rpp.definitions import L2, NORM, NORMS, SPACE, A, Delta, F, L, M, P, V, Z, d, f, i, j, k, lamda, m, n, t
from verify.claims import (
    ANY_EVENTS,
    ANY_PRIORS,
    LINE,
    ONE_RECORD,
    REALS,
    Covariances,
    Euclid,
    Families,
    Frameworks,
    Item,
    Maps,
    NormalLaws,
    Points,
    Scope,
    Sequences,
    Source,
    above,
    at_least,
    data_sets,
    integers,
    numbers,
    objects,
    one_of,
    reading,
    upto,
)

l_1, l_2, m_ = numbers("l_1 l_2 m_")
mu, Sigma, times = objects("mu Sigma times")
C_, gap, distance = numbers("C_ gap distance")

TABLE, TEXT = Source("Table 1", section="Section 6.2 and Appendix F.2.3"), Source("Section 6.2")
DIFFUSION, GRONWALL = Source("Proposition 6.3", section="Section 6.3"), Source("Proof of Proposition 6.3", section="Appendix F.4")
ROUNDING = {"rounding": ("nearest", "bound")}
SETS = ("student", "heart", "adult")
SIGN = reading("sign of C", positive=above(0), any=REALS)
SIGNS = {"sign of C": ("positive", "any")}
TIMES = {n: integers(1), times: Families(upto(n), at_least(0))}
RISING = "the times rise strictly"
CONVEX = "V has two derivatives and its Hessian is at least C_ times the identity"


def row(id, title, readings=None):
    """A row of the table: one part for each column."""
    return Item(f"rpp/tab-1-{id}", title, TABLE, *(Scope(part=part, readings={**ROUNDING, **(readings or {})}) for part in ("range", "w-infinity", "w-2")))


ITEMS = (
    Item("rpp/prop-6.1", "Weak dependence", Source("Proposition 6.1", section="Section 6.1"),
         Scope({lamda: above(0), n: integers(1), m: integers(1),
                F: Frameworks(Sequences(n, Euclid(m, 2)), reading("framework", any=ANY_EVENTS, one_record=ONE_RECORD), ANY_PRIORS),
                d: integers(1), f: Maps(data_sets(F), SPACE), Delta: at_least(0)},
               given=("under each prior, given any secret, the law of f lies within W_oo distance lamda of that under the product of the marginals of the prior",
                      "f changes by at most Delta between neighbouring data sets"),
               readings={**NORMS, "framework": ("any", "one-record"), "neighbours": ("one-record", "any")})),
    Item("rpp/prop-6.2", "Gaussian attributes", Source("Proposition 6.2", section="Section 6.2"),
         Scope({n: integers(1), m: integers(1), mu: Points(Euclid(m, 2)), Sigma: Covariances(m), i: upto(m), j: upto(m), k: integers(1),
                A: Families(upto(k), reading("K", line=REALS, space=Points(Euclid(m, 2))))},
               readings={"roles": ("protected-i", "protected-j"), "covariance": ("signed", "absolute"), "K": ("line", "space"),
                         "zero probability": ("excluded", "regular")}),
         note="A holds the values of the secrets. protected-j: as printed, the secret is about the attribute that is released."),
    Item("rpp/prop-f.1", "Gaussian attributes, linear queries", Source("Proposition F.1", section="Appendix F.3"),
         Scope({n: integers(1), m: integers(1), l_1: integers(1), l_2: integers(1), P: NormalLaws(Euclid(m, 2)), M: Points(Sequences(l_1, Euclid(m, 2))),
                Z: Points(Sequences(l_2, Euclid(m, 2))), k: integers(1), A: Families(upto(k), Points(Euclid(l_2, NORM)))},
               readings={**NORMS, "invertible": ("assumed", "any")}),
         note="M and Z are the matrices M and N of the source; A holds the values of the secrets."),
    row("student", "Student scores"),
    row("heart", "Heart disease", {"files": ("cleveland", "all-centres")}),
    row("adult", "Adult income", {"files": ("train", "train-and-test")}),
    Item("rpp/tab-1-consistency", "Order of the columns", TABLE,
         *(Scope(part=f"{name}-{link}", readings=ROUNDING) for name in SETS for link in ("w-2", "w-infinity")),
         note="w-2: the third number is at most the second. w-infinity: the second is at most the first."),
    Item("rpp/text-tab1-strict", "Strictly better on all three", TEXT,
         *(Scope(part=f"{name}-{mechanism}", readings={"numbers": ("printed", "exact")}) for name in SETS for mechanism in ("gwm", "dagwm")),
         uses=tuple(f"rpp/tab-1-{name}" for name in SETS)),
    Item("rpp/prop-6.3", "Diffusions", DIFFUSION,
         Scope({d: reading("dimension", one=one_of(1), any=integers(1)), C_: SIGN, V: Maps(L2, LINE), **TIMES, L: at_least(0), m_: integers(1),
                f: Maps(Sequences(n, Euclid(d, reading("lipschitz", l1=1, l2=2))), Euclid(m_, 1), lipschitz=L), k: integers(1), A: Families(upto(k), Points(L2))},
               given=(CONVEX, RISING), readings={"dimension": ("one", "any"), **SIGNS, "lipschitz": ("l1", "l2")}),
         note="A holds the values of the secrets. Lengths in Lipschitz and Diam are l_1 or l_2."),
    Item("rpp/proof-6.3-gronwall", "Steps of the contraction", GRONWALL,
         Scope({d: reading("dimension", one=one_of(1), any=integers(1)), C_: SIGN, V: Maps(L2, LINE), t: at_least(0)}, given=(CONVEX,),
               readings={"dimension": ("one", "any"), **SIGNS}, part="derivative"),
         Scope({C_: SIGN, t: at_least(0), gap: at_least(0)}, readings=SIGNS, part="decay"),
         Scope({C_: SIGN, **TIMES, L: at_least(0), distance: at_least(0)}, given=(RISING,), readings=SIGNS, part="sum"), part_of="rpp/prop-6.3",
         note="decay: from the printed differential inequality, for the difference from gap at time 0. sum: from exp(-C t) to the printed sum of exp(-2 C t)."),
)
