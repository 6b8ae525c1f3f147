"""Ledger of section 5 and Appendix E: parallel composition, the contraction lemma, privacy amplification by iteration.

Iterations are those of the language: on the line, with maps for each of finitely many records, and noises that are finite or normal. The source has R^d and
any noise. The records of a sequence may depend on each other; nothing is said of their independence over time.
"""

from theorems.rpp.definitions import (
    BALL_ANYWHERE,
    L2,
    NORM,
    NORMS,
    SPACE,
    F,
    M,
    T,
    a,
    about_one_record,
    alpha,
    d,
    data_law,
    epsilon,
    h,
    i,
    independent,
    j,
    k,
    m,
    renyi_private,
    s,
    step_shift,
    t,
    z,
)
from verify.claims import (
    ANY_EVENTS,
    FINITE_NOISE,
    INDEPENDENT_RECORDS,
    LINE,
    NORMAL_NOISE,
    REALS,
    Compare,
    Couplings,
    Exists,
    Families,
    ForAll,
    Frameworks,
    Item,
    Iterations,
    Kernels,
    Labels,
    Laws,
    Maps,
    Node,
    Points,
    Prob,
    Prod,
    Product,
    Scope,
    Sequences,
    Source,
    Sum,
    above,
    at_least,
    between,
    integers,
    marginal,
    norm,
    numbers,
    objects,
    push,
    reading,
    situations,
    upto,
)
from verify.quantities import mass

W, X, X_, J, J_, psi, g, u, x, y = objects("W X X_ J J_ psi g u x y")
z_min, z_max, t_ = numbers("z_min z_max t_")

NOISES = reading("noise", finite=FINITE_NOISE, normal=NORMAL_NOISE)
RUNS = {T: integers(1), k: integers(1), W: Iterations(T, Labels(k), NOISES), X: Laws(Sequences(T, Labels(k))), X_: Laws(Sequences(T, Labels(k)))}
OVER_TIME = {"over time": ("independent", "any")}
DOMAIN = {"domain": ("z", "line")}
RUNNING = {**OVER_TIME, **DOMAIN, "noise": ("finite", "normal")}
STATES = {z_min: REALS, z_max: at_least(z_min)}


def without_memory(law):
    """The records of a sequence are independent."""
    product_form = Prod({t: upto(T)}, mass(marginal(law, t), Node("event", x[t])))
    return ForAll({x: Points(Sequences(T, Labels(k)))}, Compare(mass(law, Node("event", x)), "==", product_form))


INPUTS = tuple(reading("over time", independent=without_memory(law), any=None) for law in (X, X_))
SHIFT = step_shift(W, X, X_, t, reading("domain", z=between(z_min, z_max), line=REALS))
ENOUGH = ForAll({t_: upto(T)}, Compare(Sum({t: upto(t_)}, SHIFT - a[t]), ">=", 0))
BLOCKS = {m: integers(1), F: Frameworks(Sequences(m, LINE), ANY_EVENTS, INDEPENDENT_RECORDS), d: integers(1), M: Families(upto(m), Kernels(LINE, L2))}


def block(index, e):
    """Law of the output of one mechanism on its own block."""
    return push(M[index], marginal(data_law(F, t, e), index))


EACH = ForAll({(t, i, j): situations(F), h: upto(m)}, renyi_private(block(h, i), block(h, j), alpha, epsilon[h]))
APART = ForAll({u: Points(SPACE)}, Exists({g: Couplings(marginal(J, 2), marginal(J_, 2))},
                                          Compare(Prob({(x, y): g}, Compare(norm(psi[x](u) - psi[y](u), NORM), "<=", s)), "==", 1)))

ITEMS = (
    Item("rpp/prop-e.1", "Parallel composition", Source("Proposition E.1", section="Appendix E.1"),
         Scope({alpha: above(1), **BLOCKS, epsilon: Families(upto(m), at_least(0))}, given=(about_one_record(m), EACH),
               readings={"coins": ("independent", "shared")})),
    Item("rpp/lem-5.1", "Dataset dependent contraction", "Lemma 5.1",
         Scope({alpha: above(1), z: above(0), s: at_least(0), d: integers(1), k: integers(1), psi: Families(upto(k), Maps(SPACE, SPACE, lipschitz=1)),
                J: Laws(Product(SPACE, Labels(k))), J_: Laws(Product(SPACE, Labels(k)))},
               given=(APART, *(reading("joint", independent=independent(law), any=None) for law in (J, J_))),
               readings={**NORMS, "joint": ("independent", "any")}),
         note="J is the joint law of W and X, psi[x] the map of one value of X."),
    Item("rpp/thm-5.2", "Dataset dependent amplification by iteration", "Theorem 5.2",
         Scope({alpha: above(1), **RUNS, **STATES, a: Families(upto(T), REALS)}, given=(*INPUTS, ENOUGH), readings={**RUNNING, **BALL_ANYWHERE}),
         uses=("rpp/lem-3.1", "rpp/lem-5.1"), note="The shifted divergence is that of the outputs; the source prints the inputs X_T and X'_T."),
)
