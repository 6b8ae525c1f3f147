r"""Bounds for dependence that does not increase over time.

Statement (Appendix F.5.4)
    prop-f.2          Where s_t does not increase, D_alpha of the outputs is at most sum_t R_alpha(zeta_t, mean of s), for equal noises T R_alpha(zeta, mean).
    eq-f.5.4-1        For Gaussian noise (1) is alpha (sum_t s_t)^2/(2 T sigma^2), which improves on (2). Under a Gaussian prior with correlations rho_t with
                      the first record it is alpha eta^2/(2 T sigma^2) (sum_t min(2 L, C_v |rho_t| gap))^2 <= alpha eta^2 gap^2 C_v^2/(2 T sigma^2) (sum_t
                      |rho_t|)^2.
    eq-f.5.4-2        For Gaussian noise (2) is alpha sum_t s_t^2/(2 sigma^2), which need not tend to 0.
    text-f.5.4-limit  Where rho_t tends to 0 the loss does, as T tends to oo.
    fig-5             For all constants 1, alpha = 2 and constant correlations the loss grows with the correlation; with correlation 1 it is that of group
                      privacy, T.
    fig-6             The loss for all constants 1, alpha = 2 and vanishing correlations tends to 0.

Reading
    over time, domain, noise, ball   see rpp/thm-5.2.
    s          distances of the records, where maps bring no two records further apart, of the images under their maps, or of the iterates.
    sequences  that tend to 0: t^-1 and t^-2 as plotted, or every one; powers t^-c are enough against the latter.
    about      bound: the bound (1) tends to 0; loss: the privacy loss itself tends to 0.
    The loss is any function between 0 and the bound; against every sequence it is that of descent with gradients C_v times the record, which are bounded by no L.
    bound      that is drawn: (1) or (2).
    rho-1      is 1 always, or what the other correlations are. Both are 1 for vanishing ones.
    correlations   do not increase, as Proposition F.2 asks, or are any: the display states only that of the first record, 1.
    constants  kept: the minimum with 2 L is kept; dropped: the minimum with 2 L is dropped. Correlations at most 1 never reach 2.
    The loss under the Gaussian prior is met through descent with gradients that are linear in the state and in the record: it is the divergence of two normal laws. Such gradients are bounded by
    no L, so that no minimum is below its other part.
    (2) need not tend to 0: for distances c, 0, 0, ... it is alpha c^2/(2 sigma^2) for every T. The sums of 1/t^2 and 1/t^4 are pi^2/6 and pi^4/90.
    For t^-c the sum lies between the integral from 1 to T + 1 and 1 plus that from 1 to T; min(2 L, C_v rho gap) between rho min(2 L, C_v gap) and C_v rho gap. For equal records all
    move the output, by T: group DP is T. That the curve of correlation 0 is called DP says nothing of its values.

Measured
    The Renyi divergence of the outputs; sums; limits.

Claimed
    The printed bounds.
"""

from itertools import pairwise

from theorems.rpp.definitions import L, T, alpha, eta, i, k, shifts_from_0, sigma, t
from theorems.rpp.definitions_iteration import (
    DATA,
    INPUTS,
    INSIDE_OF_IMAGES,
    NO_FURTHER,
    OUTPUTS,
    RUNS,
    W,
    apart,
    falling,
    noise_of,
    one_noise,
    total,
    z_max,
    z_min,
)
from theorems.rpp.sec_6_4_descent import PRIOR, C_v, K, a_, b_, last_state, pull, slope
from verify.claims import (
    NORMAL_NOISE,
    REALS,
    All,
    Claim,
    Compare,
    Exists,
    Families,
    ForAll,
    Functions,
    Hints,
    If,
    Implies,
    Iterations,
    Labels,
    Limit,
    Min,
    Source,
    above,
    at_least,
    between,
    integers,
    log,
    matrix,
    number,
    numbers,
    objects,
    one_of,
    oo,
    pi,
    reading,
    substitute,
    upto,
)
from verify.quantities import absolute_moment, mean, renyi_divergence

s, correlation, loss = objects("s correlation loss")
gap, c = numbers("gap c")
TEXT = Source("Appendix F.5.4")
STATES = {z_min: REALS, z_max: at_least(z_min)}
SEQUENCE = {T: integers(1), s: Families(upto(T), at_least(0))}
LOSS = {alpha: above(1), sigma: above(0), **SEQUENCE}
FALLING = ForAll({t: integers(1, T - 1)}, Compare(s[t + 1], "<=", s[t]))
GAUSSIAN = {alpha: above(1), T: integers(1), k: integers(1), W: Iterations(T, Labels(k), NORMAL_NOISE), **DATA, **STATES}
CORRELATED = {alpha: above(1), sigma: above(0), eta: above(0), L: above(0), C_v: above(0), gap: at_least(0), T: integers(1), correlation: Families(upto(T), between(-1, 1))}
FIRST = Compare(correlation[1], "==", 1)
LINEAR = {**{name: where for name, where in PRIOR.items() if name != i}, slope: between(-1, 1), pull: between(-C_v, C_v)}
"""Descent with gradients that are linear in the state and in the record, under a Gaussian prior; the secret is the first record."""
UNIT_VARIANCE = ForAll({t: upto(T)}, Compare(K[t][t], "==", 1))
DECREASING = ForAll({t: integers(1, T - 1)}, Compare(abs(K[t + 1][1]), "<=", abs(K[t][1])))
CORRELATIONS = reading("correlations", falling=DECREASING, any=None)
MEASURED = renyi_divergence(*OUTPUTS, alpha)
MEAN = total(apart) / T
VARIANCE = absolute_moment(noise_of(1), 2) - mean(noise_of(1)) ** 2


def first_bound(distance, variance):
    return alpha * total(distance) ** 2 / (2 * T * variance)


def second_bound(distance, variance):
    return alpha * total(lambda step: distance(step) ** 2) / (2 * variance)


def of_first(value):
    """The law of the last state given the value of the first record."""
    return substitute(last_state(value), {"i": number(1)})


def linear(covariance, kept):
    """Five steps of linear descent with records of this covariance, given by the numbers of two of them."""
    rows = matrix(*(tuple(covariance(row, column) for column in range(5)) for row in range(5)))
    return {alpha: 2, T: 5, sigma: 1, eta: number("1/10"), C_v: 1, K: rows, a_: 1, b_: 0, slope: kept, pull: 1}


def first_and_last(row, column):
    return 1 if row == column else number("9/10") if {row, column} == {0, 4} else 0


def capped(step):
    return Min(2 * L, C_v * abs(correlation[step]) * gap)


DISPLAY = alpha * eta**2 / (2 * T * sigma**2) * total(capped) ** 2
WITHOUT_CAP = alpha * eta**2 * gap**2 * C_v**2 / (2 * T * sigma**2) * total(lambda step: abs(correlation[step])) ** 2
POWER = If(Compare(c, "==", 1), log(T), (T ** (1 - c) - 1) / (1 - c))
"""The integral of t^-c from 1 to T."""
UNIT = alpha * eta**2 / (2 * sigma**2 * T)
LEAST, MOST = UNIT * (Min(2 * L, C_v * gap) * POWER) ** 2, UNIT * (C_v * gap * (1 + POWER)) ** 2
OF_LINEAR = alpha * (eta * C_v * gap * POWER) ** 2 / (2 * T * (sigma**2 + (eta * C_v) ** 2))
"""At most the loss of descent with gradients C_v times the record: the sum of the records moves by at least gap times the integral, and given the first they are independent here."""
RATES = {alpha: above(1), sigma: above(0), eta: above(0), L: above(0), C_v: above(0), gap: at_least(0),
         c: reading("sequences", plotted=one_of(1, 2), every=above(0)), loss: Functions(at_least(1), at_least(0))}


def curve(rho):
    """The loss for a constant correlation."""
    first = reading("rho-1", one=number(1), rho=rho)
    cap = reading("constants", kept=Min(2, rho), dropped=rho)
    return reading("bound", eq_1=(first + (T - 1) * cap) ** 2 / T, eq_2=first**2 + (T - 1) * cap**2)


VALUES = tuple(number(x) for x in ("0", "1/10", "1/5", "4/5", "1"))
SAME = {f"{first}+{constants}+{bound}": f"one+kept+{bound}"
        for bound in ("eq-1", "eq-2") for first in ("one", "rho") for constants in ("kept", "dropped") if (first, constants) != ("one", "kept")}


def vanishing(first, second):
    """The curve of a vanishing sequence tends to 0: ``first`` is a bound of (1) in T, ``second`` the limit of (2)."""
    of = reading("bound", eq_1=Compare(Limit(first, T, oo), "==", 0), eq_2=Compare(second, "==", 0))
    return reading("rho-1", one=reading("constants", kept=of, dropped=of), rho=reading("constants", kept=of, dropped=of))


def figure(id, name, states, forall=None, **more):
    return Claim(id, Source("Figures 5 and 6", section="Appendix F.5.4"), part=name, uses=("rpp/eq-f.5.4-1", "rpp/eq-f.5.4-2"), forall={T: integers(1)} if forall is None else forall, states=states, **more)


ONE, TWO = Source("Appendix F.5.4", eq="1"), Source("Appendix F.5.4", eq="2")
F_2 = Source("Proposition F.2", section="Appendix F.5.4")

CLAIMS = (
    Claim("rpp/prop-f.2", F_2, part="general", uses=("rpp/thm-5.2",), forall={**RUNS, **STATES}, given=(*INPUTS, *INSIDE_OF_IMAGES, NO_FURTHER, falling()),
          states=Compare(MEASURED, "<=", total(lambda step: shifts_from_0(noise_of(step), MEAN, alpha, None)))),
    Claim("rpp/prop-f.2", F_2, part="equal-noises", uses=("rpp/thm-5.2",), forall={**RUNS, **STATES}, given=(*INPUTS, *INSIDE_OF_IMAGES, NO_FURTHER, falling(), one_noise()),
          states=Compare(MEASURED, "<=", T * shifts_from_0(noise_of(1), MEAN, alpha, None))),
    Claim("rpp/eq-f.5.4-1", ONE, part="bound", uses=("rpp/prop-f.2", "rpp/prop-6.4"), forall=GAUSSIAN, given=(*INPUTS, *INSIDE_OF_IMAGES, NO_FURTHER, falling(), one_noise()),
          states=Compare(MEASURED, "<=", first_bound(apart, VARIANCE))),
    Claim("rpp/eq-f.5.4-1", ONE, part="improves", uses=("rpp/prop-f.2", "rpp/prop-6.4"), forall=LOSS, given=(FALLING,),
          states=Compare(first_bound(lambda step: s[step], sigma**2), "<=", second_bound(lambda step: s[step], sigma**2))),
    Claim("rpp/eq-f.5.4-1", ONE, part="gaussian-loss", uses=("rpp/prop-f.2", "rpp/prop-6.4"), forall=LINEAR, given=(UNIT_VARIANCE, CORRELATIONS),
          states=Compare(renyi_divergence(of_first(a_), of_first(b_), alpha), "<=",
                         alpha * eta**2 * C_v**2 * (a_ - b_) ** 2 / (2 * T * sigma**2) * total(lambda step: abs(K[step][1])) ** 2),
          hints=Hints(instances=(linear(first_and_last, 0), linear(lambda row, column: number("1/2") ** abs(row - column), number("1/2"))))),
    Claim("rpp/eq-f.5.4-1", ONE, part="gaussian-bound", uses=("rpp/prop-f.2", "rpp/prop-6.4"), forall=CORRELATED, given=(FIRST,),
          states=Compare(DISPLAY, "<=", WITHOUT_CAP)),
    Claim("rpp/eq-f.5.4-2", TWO, part="bound", uses=("rpp/thm-5.2",), forall=GAUSSIAN, given=(*INPUTS, *INSIDE_OF_IMAGES, NO_FURTHER, one_noise()), states=Compare(MEASURED, "<=", second_bound(apart, VARIANCE))),
    Claim("rpp/eq-f.5.4-2", TWO, part="not-to-0", uses=("rpp/thm-5.2",), forall={alpha: above(1), sigma: above(0)},
          states=Exists({c: above(0)}, Compare(alpha * c**2 / (2 * sigma**2), ">", 0))),
    Claim("rpp/text-f.5.4-limit", TEXT, uses=("rpp/eq-f.5.4-1",), forall=RATES,
          states=reading("about", bound=reading("sequences", plotted=Compare(Limit(MOST, T, oo), "==", 0), every=Compare(Limit(LEAST, T, oo), "==", 0)),
                         loss=reading("sequences", plotted=Implies(ForAll({T: at_least(1)}, Compare(loss(T), "<=", MOST)), Compare(Limit(loss(T), T, oo), "==", 0)),
                                      every=Compare(Limit(OF_LINEAR, T, oo), "==", 0)))),
    figure("rpp/fig-5", "order", All(*(Compare(curve(low), "<=", curve(high)) for low, high in pairwise(VALUES)))),
    figure("rpp/fig-5", "group-dp", Compare(curve(VALUES[-1]), "==", T),
           same_as={f"{bound}+rho+{constants}": f"{bound}+one+{constants}" for bound in ("eq-1", "eq-2") for constants in ("kept", "dropped")}),
    figure("rpp/fig-6", "reciprocal", vanishing((1 + log(T)) ** 2 / T, pi**2 / 6), {}, same_as=SAME),
    figure("rpp/fig-6", "reciprocal-square", vanishing(4 / T, pi**4 / 90), {}, same_as=SAME),
)
