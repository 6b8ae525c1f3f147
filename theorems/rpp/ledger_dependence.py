"""Ledger of Appendix F.5.4: bounds for dependence that does not increase over time.

Bounds of a loss are statements about the numbers s_t = W_oo(X_t, X'_t), or about the iteration where the loss itself is meant. In the Gaussian setting the
correlations of the records with the first are rho_t, and rho_1 = 1.
"""

from theorems.rpp.definitions import BALL, L, T, alpha, eta, k, sigma, t
from theorems.rpp.definitions_iteration import DATA, INPUTS, INSIDE_OF_IMAGES, NO_FURTHER, OVER_TIME, RUNNING, RUNS, W, falling, one_noise, z_max, z_min
from verify.claims import (
    NORMAL_NOISE,
    REALS,
    Compare,
    Covariances,
    Families,
    ForAll,
    Functions,
    Item,
    Iterations,
    Labels,
    Scope,
    Source,
    above,
    at_least,
    between,
    integers,
    numbers,
    objects,
    one_of,
    reading,
    upto,
)

s, correlation, loss, K = objects("s correlation loss K")
gap, C_v, t_, c, a_, b_, slope, pull = numbers("gap C_v t_ c a_ b_ slope pull")

F_5_4 = Source("Appendix F.5.4")
SHIFTS = {"s": ("inputs", "images", "outputs")}
FALLING = ForAll({t: integers(1, T - 1)}, Compare(s[t + 1], "<=", s[t]))
SEQUENCE = {T: integers(1), s: Families(upto(T), at_least(0))}
LOSS = {alpha: above(1), sigma: above(0), **SEQUENCE}
STATES = {z_min: REALS, z_max: at_least(z_min)}
GAUSSIAN = {alpha: above(1), T: integers(1), k: integers(1), W: Iterations(T, Labels(k), NORMAL_NOISE), **DATA, **STATES}
CORRELATED = {alpha: above(1), sigma: above(0), eta: above(0), L: above(0), C_v: above(0), gap: at_least(0), T: integers(1),
              correlation: Families(upto(T), between(-1, 1))}
LINEAR = {alpha: above(1), T: integers(1), sigma: above(0), eta: above(0), C_v: above(0), K: Covariances(T, definite=True), a_: REALS, b_: REALS, slope: between(-1, 1), pull: between(-C_v, C_v)}
UNIT_VARIANCE = ForAll({t: upto(T)}, Compare(K[t][t], "==", 1))
CORRELATIONS = reading("correlations", falling=ForAll({t: integers(1, T - 1)}, Compare(abs(K[t + 1][1]), "<=", abs(K[t][1]))), any=None)
FIRST = Compare(correlation[1], "==", 1)
FIGURE = {"bound": ("eq-1", "eq-2"), "rho-1": ("one", "rho"), "constants": ("kept", "dropped")}

ITEMS = (
    Item("rpp/prop-f.2", "Dependence that does not increase", Source("Proposition F.2", section="Appendix F.5.4"),
         Scope({**RUNS, **STATES}, given=(*INPUTS, *INSIDE_OF_IMAGES, NO_FURTHER, falling()), readings={**RUNNING, **SHIFTS, **BALL}, part="general"),
         Scope({**RUNS, **STATES}, given=(*INPUTS, *INSIDE_OF_IMAGES, NO_FURTHER, falling(), one_noise()), readings={**RUNNING, **SHIFTS, **BALL}, part="equal-noises"), uses=("rpp/thm-5.2",),
         note="s_t is the distance W_oo of the records, which maps then bring no further apart, of the images of a state under their maps, or of the iterates at time t. Domain z: every state before a step lies between z_min and z_max.",
         proof=("rpp/thm-5.2", "rpp/proof-f.2-zt")),
    Item("rpp/proof-f.2-zt", "The slack is never negative and ends at 0", Source("Proof of Proposition F.2", section="Appendix F.5.4"),
         Scope({**SEQUENCE, t_: upto(T)}, given=(FALLING,), part="never-negative"), Scope(SEQUENCE, part="ends-at-0"), part_of="rpp/prop-f.2"),
    Item("rpp/eq-f.5.4-1", "First bound for Gaussian noise", Source("Appendix F.5.4", eq="1"),
         Scope(GAUSSIAN, given=(*INPUTS, *INSIDE_OF_IMAGES, NO_FURTHER, falling(), one_noise()), readings={**OVER_TIME, **SHIFTS, "domain": ("z", "line")}, part="bound"),
         Scope(LOSS, given=(FALLING,), part="improves"),
         Scope(LINEAR, given=(UNIT_VARIANCE, CORRELATIONS), readings={"correlations": ("falling", "any")}, part="gaussian-loss"), Scope(CORRELATED, given=(FIRST,), part="gaussian-bound"), uses=("rpp/prop-f.2", "rpp/prop-6.4"),
         note="improves: the first bound is at most the second. gaussian-loss: the loss under the Gaussian prior of descent that is linear in the state and in the record, whose"
              " gradients are bounded by no L, is at most the first display; K is the covariance of the records."
              " gaussian-bound: the first display is at most the second.", proof=("rpp/prop-f.2",)),
    Item("rpp/eq-f.5.4-2", "Second bound for Gaussian noise", Source("Appendix F.5.4", eq="2"),
         Scope(GAUSSIAN, given=(*INPUTS, *INSIDE_OF_IMAGES, NO_FURTHER, one_noise()), readings={**OVER_TIME, **SHIFTS, "domain": ("z", "line")}, part="bound"),
         Scope({alpha: above(1), sigma: above(0)}, part="not-to-0"), uses=("rpp/thm-5.2",),
         note="not-to-0: there are distances with a finite sum of squares for which the second bound does not tend to 0."),
    Item("rpp/text-f.5.4-limit", "The loss vanishes with the correlation", F_5_4,
         Scope({alpha: above(1), sigma: above(0), eta: above(0), L: above(0), C_v: above(0), gap: at_least(0),
                c: reading("sequences", plotted=one_of(1, 2), every=above(0)), loss: Functions(at_least(1), at_least(0))},
               readings={"sequences": ("plotted", "every"), "about": ("bound", "loss")}), uses=("rpp/eq-f.5.4-1",),
         note="c is the power of the sequence t^-c; every: any power. loss: a function of T between 0 and the bound; against every sequence, that of descent that is linear in the record, whose gradients are bounded by no L."),
    Item("rpp/fig-5", "Loss for constant correlations", Source("Figure 5", section="Appendix F.5.4"),
         Scope({T: integers(1)}, readings=FIGURE, part="order"), Scope({T: integers(1)}, readings=FIGURE, part="group-dp"), uses=("rpp/eq-f.5.4-1", "rpp/eq-f.5.4-2"),
         note="order: the curves rise with the correlation. group-dp: that of 1 is the curve of group DP. That of 0 is called DP, of which the paper gives no formula to compare with."),
    Item("rpp/fig-6", "Loss for vanishing correlations", Source("Figure 6", section="Appendix F.5.4"),
         Scope(readings=FIGURE, part="reciprocal"), Scope(readings=FIGURE, part="reciprocal-square"),
         uses=("rpp/eq-f.5.4-1", "rpp/eq-f.5.4-2"), note="reciprocal: the curve of 1/t tends to 0; reciprocal-square that of 1/t^2. That of 0 is called DP, of which the paper gives no formula to compare with."),
)
