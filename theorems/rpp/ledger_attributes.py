"""Ledger of sections 6.1 to 6.3 with their appendices: weak dependence, attributes of Gaussian records, three data sets, diffusions.

A compact set of secret values enters through finitely many of its members: a largest value over pairs is that of two of them. A law given a secret of
probability 0 is the regular conditional law, unless such secrets are left out. What is random in a diffusion, and that a potential is convex, is said in words.
"""

from theorems.rpp.definitions import D_, NORM, NORMS, SPACE, A, D, Delta, F, L, M, Z, d, f, group_sensitivity, h, i, j, k, lamda, m, n, s, sigma, t
from verify.claims import (
    ANY_EVENTS,
    ANY_PRIORS,
    ONE_RECORD,
    REALS,
    All,
    Compare,
    Covariances,
    Euclid,
    Families,
    ForAll,
    Frameworks,
    If,
    Item,
    Maps,
    Points,
    Scope,
    Sequences,
    Source,
    Sum,
    Sup,
    Unchecked,
    above,
    at_least,
    coordinates,
    data_sets,
    decoupled,
    given_event,
    integers,
    inverse_form,
    norm,
    numbers,
    objects,
    one_of,
    oo,
    prior,
    prior_count,
    push,
    reading,
    secret,
    secret_count,
    upto,
)
from verify.quantities import mass, wasserstein_distance

l_1, l_2, m_, j_ = numbers("l_1 l_2 m_ j_")
mu, Sigma, times = objects("mu Sigma times")
C_, gap, distance = numbers("C_ gap distance")

TABLE, TEXT = Source("Table 1", section="Section 6.2 and Appendix F.2.3"), Source("Section 6.2")
DIFFUSION, GRONWALL = Source("Proposition 6.3", section="Section 6.3"), Source("Proof of Proposition 6.3", section="Appendix F.4")
ROUNDING = {"rounding": ("nearest", "bound")}
SETS = ("student", "heart", "adult")
DISTANCES = ("w-infinity", "w-2")
SIGN = reading("sign of C", positive=above(0), any=REALS)
SIGNS = {"sign of C": ("positive", "any")}
TIMES = {n: integers(1), times: Families(upto(n), at_least(0))}
RISING = ForAll({t: integers(1, n - 1)}, Compare(times[t], "<", times[t + 1]))
LIKELY = All(Compare(mass(prior(F, t), secret(F, h)), ">", 0), Compare(mass(decoupled(prior(F, t), n), secret(F, h)), ">", 0))
FROM_PRODUCT = Sup({t: upto(prior_count(F)), h: upto(secret_count(F))},
                   wasserstein_distance(push(f, given_event(prior(F, t), secret(F, h))), push(f, given_event(decoupled(prior(F, t), n), secret(F, h))), oo, NORM),
                   where=LIKELY, floor=0)
CHANGE = reading("neighbours", one_record=group_sensitivity(n), any=Sup({D: data_sets(F), D_: data_sets(F)}, norm(f(D) - f(D_), NORM), floor=0))

Z_COVARIANCE = coordinates({s: upto(l_2)}, coordinates({t: upto(l_2)}, Sum({j: upto(m), j_: upto(m)}, Z[s][j] * Sigma[j][j_] * Z[t][j_])))
PROTECTED = reading("roles", protected_i=i, protected_j=j)
INVERTIBLE = ForAll({s: upto(l_2)}, Compare(inverse_form(Z_COVARIANCE, coordinates({t: upto(l_2)}, If(Compare(t, "==", s), 1, 0))), "<", oo))
"""Cov(N X_1) is invertible: every unit vector lies in its range."""


def columns(*parts, **readings):
    """One part for each column of a row."""
    return tuple(Scope(part=part, readings={**ROUNDING, **readings}) for part in parts)


ITEMS = (
    Item("rpp/prop-6.1", "Weak dependence", Source("Proposition 6.1", section="Section 6.1"),
         Scope({lamda: above(0), n: integers(1), m: integers(1),
                F: Frameworks(Sequences(n, Euclid(m, 2)), reading("framework", any=ANY_EVENTS, one_record=ONE_RECORD), ANY_PRIORS),
                d: integers(1), f: Maps(data_sets(F), SPACE), Delta: at_least(0)},
               given=(Compare(FROM_PRODUCT, "<=", lamda), Compare(CHANGE, "<=", Delta)),
               readings={**NORMS, "framework": ("any", "one-record"), "neighbours": ("one-record", "any")}),
         proof=(Unchecked("the triangle inequality for the Wasserstein distance of order infinity"),)),
    Item("rpp/prop-6.2", "Gaussian attributes", Source("Proposition 6.2", section="Section 6.2"),
         Scope({m: integers(1), mu: Points(Euclid(m, 2)), Sigma: Covariances(m), i: upto(m), j: upto(m), k: integers(1),
                A: Families(upto(k), reading("K", line=REALS, space=Points(Euclid(m, 2))))},
               given=(Compare(Sigma[i][i], ">", 0), Compare(Sigma[PROTECTED][PROTECTED], ">", 0)),
               readings={"roles": ("protected-i", "protected-j"), "covariance": ("signed", "absolute"), "K": ("line", "space"),
                         "zero probability": ("excluded", "regular")}),
         note="A holds the values of the secrets. protected-j: as printed, the secret is about the attribute that is released. The variances by which the bound and the conditional law divide are not 0.",
         proof=("rpp/prop-f.1",)),
    Item("rpp/prop-f.1", "Gaussian attributes, linear queries", Source("Proposition F.1", section="Appendix F.3"),
         Scope({m: integers(1), l_1: upto(m), l_2: upto(m), n: integers(1), i: upto(n), mu: Points(Euclid(m, 2)), Sigma: Covariances(m),
                M: Families(upto(l_1), Points(Euclid(m, 2))), Z: Families(upto(l_2), Points(Euclid(m, 2))), k: integers(1), A: Families(upto(k), Points(Euclid(l_2, 2)))},
               given=(reading("invertible", assumed=INVERTIBLE, any=None),), readings={**NORMS, "invertible": ("assumed", "any")}),
         note="M and Z hold the rows of the matrices M and N of the source, A the values of the secrets, i is the record of the secret.",
         proof=(Unchecked("the conditional distribution of a normal vector, and a coupling by translation"),)),
    Item("rpp/tab-1-student", "Student scores", TABLE, *columns("range", *DISTANCES)),
    Item("rpp/tab-1-heart", "Heart disease", TABLE, *columns(*DISTANCES, files=("cleveland", "all-centres")),
         note="The range, at least 100, is that of possible ages, of which a file says nothing."),
    Item("rpp/tab-1-adult", "Adult income", TABLE, *columns("range", *DISTANCES, files=("train", "train-and-test"))),
    Item("rpp/tab-1-consistency", "Order of the columns", TABLE,
         *(Scope(part=f"{name}-{link}", readings=ROUNDING) for name in SETS for link in ("w-2", "w-infinity")),
         note="w-2: the third number is at most the second. w-infinity: the second is at most the first."),
    Item("rpp/text-tab1-strict", "Strictly better on all three", TEXT,
         *(Scope(part=f"{name}-{mechanism}", readings={"numbers": ("printed", "exact")}) for name in SETS for mechanism in ("gwm", "dagwm")),
         uses=("rpp/tab-1-student", "rpp/tab-1-heart", "rpp/tab-1-adult")),
    Item("rpp/prop-6.3", "Diffusions", DIFFUSION,
         Scope({C_: SIGN, **TIMES, L: at_least(0), sigma: above(0), d: reading("dimension", one=one_of(1), any=integers(1)), k: integers(1), A: Families(upto(k), Points(Euclid(d, 2)))},
               given=(RISING,), readings={"dimension": ("one", "any"), **SIGNS, "lipschitz": ("l1", "l2")}),
         note="A holds the values of the secrets. Met through the potential C |x|^2/2 and the sum of all coordinates, one of the potentials and queries of the source.",
         proof=(Unchecked("Villani 2008: a synchronous coupling"), "rpp/proof-6.3-gronwall")),
    Item("rpp/proof-6.3-gronwall", "Steps of the contraction", GRONWALL,
         Scope({C_: SIGN, t: at_least(0), gap: at_least(0)}, readings=SIGNS, part="derivative"),
         Scope({C_: SIGN, t: at_least(0), gap: at_least(0)}, readings=SIGNS, part="decay"),
         Scope({C_: SIGN, **TIMES, L: at_least(0), gap: at_least(0)}, given=(RISING,), readings=SIGNS, part="sum"), part_of="rpp/prop-6.3",
         note="derivative: for the potential C |x|^2/2. decay: from the printed differential inequality, for the difference from gap at time 0. sum: from exp(-C t) to exp(-2 C t)."),
)
