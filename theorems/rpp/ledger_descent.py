"""Ledger of section 6.4 and Appendices F.5.1 to F.5.3: projected noisy gradient descent.

The objective is convex and L-Lipschitz in w, its gradient G[x] at each of finitely many records x; K is the set that is projected on. It is said in words
that G[x] is the gradient of a convex function; of affine maps a gradient that is bounded everywhere leaves those of linear objectives. The mechanism is met through the laws X, X_ of the data given two secrets about record i.
"""

from theorems.rpp.definitions import L2, L, T, alpha, beta, d, eta, h, i, k, p, sigma, u_1, u_2, x, y
from theorems.rpp.definitions_descent import CONTRACTION, STARTS, alike, apart_from, bounded, equal_records, lipschitz, projected
from theorems.rpp.definitions_iteration import DATA, INPUTS, OVER_TIME, X_, W, X, one_noise, without_memory, z_max, z_min
from verify.claims import (
    FINITE_NOISE,
    NORMAL_NOISE,
    REALS,
    Compare,
    Covariances,
    Item,
    Iterations,
    Labels,
    Points,
    Scope,
    Source,
    Sum,
    Unchecked,
    above,
    at_least,
    between,
    erf,
    integers,
    norm,
    number,
    numbers,
    objects,
    reading,
    sqrt,
    upto,
)

C_v, a_, b_, slope, pull = numbers("C_v a_ b_ slope pull")
K = objects("K")

TEXT, F_5_2 = Source("Section 6.4"), Source("Lemma F.1", section="Appendix F.5.2")
SETTING = {"K": ("convex", "compact"), "smooth": ("first-argument", "second-argument")}
POINTS = {"points": ("k", "all")}
GRADIENT = Compare(Sum({h: upto(d)}, x[h] * y[h]), ">=", reading("smooth", first_argument=norm(y, 2) ** 2 / beta, second_argument=0))
STATES = {z_min: REALS, z_max: at_least(z_min)}


def run(contraction=CONTRACTION):
    """Names of two runs of descent."""
    return {alpha: above(1), T: integers(1), k: integers(1), W: Iterations(T, Labels(k), NORMAL_NOISE, contraction), **DATA, L: at_least(0)}


MAPS = (one_noise(), bounded(L), lipschitz(C_v))
EACH_RECORD = {**run(), C_v: at_least(0)}
NO_MEMORY = tuple(without_memory(law) for law in (X, X_))
DP = {**run(reading("eta", above=None, at_most=CONTRACTION)), i: upto(T)}
DP_GIVEN = (one_noise(), bounded(L), *NO_MEMORY, apart_from(i))
PRIOR = {alpha: above(1), T: integers(1), sigma: above(0), eta: above(0), C_v: above(0), i: upto(T), K: Covariances(T, definite=True), a_: REALS, b_: REALS}
ALIKE, ALONE = (*(equal_records(law) for law in (X, X_)), *alike(i)), (*NO_MEMORY, apart_from(i))
FREE = {**run(), W: Iterations(T, Labels(k), FINITE_NOISE), **STATES}
PROJECTED = (STARTS, projected(X, L), projected(X_, L))
PARTS = ("linear: only linear objectives have affine gradients that are bounded everywhere; nothing is said of others. application: Theorem 5.2 with a_t = s_t, for maps that are projected"
         " on an interval, and contractions; Section 6.4 has normal noise, here it is finite.")


def phi(e):
    """The standard normal distribution function."""
    return (1 + erf(e / sqrt(2))) / 2


FLIP = phi((L - 2) / sigma) - phi((1 / (beta - 1) - 1) / sigma)
STEP_SIZE = reading("eta", above=above(2), at_most=between(1, 2, open="left"))
PLACES = {alpha: above(1), T: integers(1), sigma: above(0), L: above(1),
          beta: reading("K", convex=reading("smooth", first_argument=STEP_SIZE, second_argument=above(1)), compact=above(1)), p: between(number("1/2"), 1, open="right")}
TOLD = (reading("K", convex=Compare(FLIP, ">", 0), compact=None),
        reading("K", convex=Compare(p, "<=", FLIP ** (T - 1) * phi(1 / sigma)), compact=Compare(2 * p - 1, "<=", erf(1 / (sigma * sqrt(2))) ** (T - 1))))
SIZES = {**SETTING, "eta": ("above", "at-most")}
PRIVACY = (Scope(DP, given=DP_GIVEN, readings=SIZES, part="linear"), Scope(PLACES, given=TOLD, readings=SIZES, part="two-states"))
TWO = ("linear: only linear objectives have affine gradients that are bounded everywhere; nothing is said of others. two-states, for eta = 1: the first record moves the state to 1 or -1, and at most p is the"
       " probability that the last state tells which. On the compact set of these two points, gradients are 0; on the interval between them they are beta v, cut off at L.")

ITEMS = (
    Item("rpp/text-6.4-contractive", "A step is contractive", TEXT,
         Scope({d: integers(1), beta: above(0), eta: between(0, 2 / beta, open="both"), x: Points(L2), y: Points(L2), u_1: REALS, u_2: REALS}, given=(GRADIENT,), readings=SETTING),
         note="The main text prints smoothness in the second argument, Appendix F.5.1 in the first. x and y are the differences of two states and of the gradients there; u_1 and u_2"
              " are two points that are projected on a compact set."),
    Item("rpp/eq-6.4-general", "Bound for any prior", TEXT, Scope(EACH_RECORD, given=(*MAPS, *INPUTS), readings={**SETTING, **OVER_TIME}, part="linear"),
         Scope(FREE, given=(*PROJECTED, *INPUTS), readings={**POINTS, **OVER_TIME}, part="application"),
         uses=("rpp/thm-5.2", "rpp/cor-3.1-gauss", "rpp/text-6.4-contractive"), note="On the line. L and C_v stand for eta L and eta C_v, sigma^2 is the variance of the noise. " + PARTS,
         proof=("rpp/text-6.4-contractive", "rpp/thm-5.2")),
    Item("rpp/eq-6.4-maxcorr", "Bound for equal records", TEXT, Scope({**EACH_RECORD, i: upto(T)}, given=(*MAPS, *ALIKE), readings=SETTING, part="linear"),
         Scope({**FREE, i: upto(T)}, given=(*PROJECTED, *ALIKE), readings=POINTS, part="application"), uses=("rpp/eq-6.4-general",), note=PARTS,
         proof=("rpp/eq-6.4-general",)),
    Item("rpp/eq-6.4-indep", "Bound for independent records", TEXT, Scope({**EACH_RECORD, i: upto(T)}, given=(*MAPS, *ALONE), readings=SETTING, part="linear"),
         Scope({**FREE, i: upto(T)}, given=(*PROJECTED, *ALONE), readings=POINTS, part="application"), uses=("rpp/eq-6.4-general",), note=PARTS,
         proof=("rpp/eq-6.4-general",)),
    Item("rpp/lem-f.1", "Differential privacy as a special case", F_5_2, *PRIVACY, uses=("rpp/thm-5.2",),
         note="above: the printed condition eta > 2/beta. The noise has deviation sigma times eta. " + TWO,
         proof=("rpp/thm-5.2", Unchecked("equal shares of the shift from step i on, and Theorem 23 of Feldman et al. 2018"))),
    Item("rpp/remark-6.1", "Differential privacy as a special case, informal", Source("Remark 6.1", section="Section 6.4"), *PRIVACY, uses=("rpp/lem-f.1",), note="As Lemma F.1. " + TWO,
         proof=("rpp/lem-f.1",)),
    Item("rpp/prop-6.4", "Gaussian prior", Source("Proposition 6.4", section="Section 6.4 and Appendix F.5.3"),
         Scope({**PRIOR, L: above(0)}, part="shifts"),
         Scope({**PRIOR, T: reading("points", k=integers(2), all=integers(1)), L: above(0), slope: between(-1, 1), pull: between(-C_v, C_v)}, readings=POINTS, part="divergence"),
         uses=("rpp/eq-6.4-general",), note="shifts: the step of the proof, what the bound for any prior is for a Gaussian one, with records on the line. K is the covariance of the records; a_ and b_ are the values of record i. divergence: of the last state of descent that is linear in the state and in the record, whose gradients are bounded by no L;"
              " for suprema over a set of states, of descent from 0 whose gradients agree on that set [-r, 0]: the second image is as often below 0 for both values of the second record.",
         proof=(Unchecked("the conditional distribution of a normal vector, and a coupling by translation"), "rpp/eq-6.4-general")),
)
