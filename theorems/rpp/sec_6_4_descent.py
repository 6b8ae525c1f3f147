r"""Projected noisy gradient descent.

Statement (section 6.4, Appendices F.5.1 to F.5.3)
    A step psi(., x) = projection of v - eta grad f(v, x), 0 < eta < 2/beta, is contractive. With noise of variance sigma^2 and gradients that are at most L, and differ by at most C_v |x - y| between records:
    D_alpha(W_T, W_T') <= alpha eta^2/(2 sigma^2) sum_t min(2 L, sup C_v W_oo(X_t, X_t'))^2. For equal records this is T times alpha eta^2/(2 sigma^2) min(2 L, |a - b| sup C_v)^2, for independent
    ones the same without T; for a Gaussian prior W_oo(X_t, X_t') is |Cov(X_t, X_i) Cov(X_i)^-1 (a - b)|. With independent records and noise of variance sigma^2 eta^2 the divergence is at
    most 2 alpha L^2/(sigma^2 (T - i + 1)), printed for eta > 2/beta.

Reading
    K           convex, or any compact set.
    smooth      in the first argument, which bounds the slopes of the gradient in v by beta, or in the second, which does not.
    points      the suprema over v are over K, an interval of states, or over all v.
    over time   the records are independent, or not.
    eta         above 2/beta as printed, or at most 2/beta.
    A step is contractive if |x - eta y| <= |x| for differences x of states and y of gradients: of a convex function <x, y> >= |y|^2/beta where it is smooth with beta (Baillon and Haddad), and
    <x, y> >= 0 otherwise; the projection on a convex set brings no two points further apart. On a compact set that is not convex, two points here, it may.
    Descent is an iteration on the line whose maps v - eta grad f(v, x) are affine, contractions where K is convex and f is smooth in the first argument. eta L and eta C_v are numbers L and C_v.
    Of Proposition 6.4: shifts, what the bound for any prior is for a Gaussian one; divergence, the divergence itself against the printed sum, where the last state has a closed law: the step takes
    the state to slope times it, less eta pull times the record, |slope| <= 1 and |pull| <= C_v. Such gradients have no bound, so L is oo and no minimum is below its other part.
    A gradient that is at most L everywhere leaves affine maps of slope 1, those of linear objectives: there K, smoothness and eta make no difference.

Measured
    The Renyi divergence of the outputs; lengths.

Claimed
    The printed bounds.
"""

from theorems.rpp.definitions import L2, L, T, alpha, beta, d, eta, h, i, k, sigma, t, u_1, u_2, x, y
from theorems.rpp.definitions_descent import CONTRACTION, alike, apart_from, bounded, equal_records, lipschitz
from theorems.rpp.definitions_iteration import DATA, INPUTS, OUTPUTS, X_, W, X, noise_of, one_noise, total, without_memory, z_max, z_min
from verify.claims import (
    NORMAL_NOISE,
    REALS,
    All,
    Claim,
    Compare,
    Covariances,
    If,
    Iterations,
    Labels,
    Min,
    Points,
    Source,
    Sum,
    above,
    at_least,
    between,
    integers,
    marginal,
    norm,
    normal_vector,
    numbers,
    objects,
    oo,
    reading,
    upto,
)
from verify.quantities import absolute_moment, mean, renyi_divergence, wasserstein_distance

a_, b_ = numbers("a_ b_")
K = objects("K")
C_v, slope, pull = numbers("C_v slope pull")
TEXT, F_5_2 = Source("Section 6.4"), Source("Lemma F.1", section="Appendix F.5.2")

# --- a step ------------------------------------------------------------------------------------------------------------------------

PRODUCT, SQUARE = Sum({h: upto(d)}, x[h] * y[h]), norm(y, 2) ** 2
GRADIENT = Compare(PRODUCT, ">=", reading("smooth", first_argument=SQUARE / beta, second_argument=0))
onto_two = {name: If(Compare(name, ">=", 0), 1, -1) for name in (u_1, u_2)}

# --- runs --------------------------------------------------------------------------------------------------------------------------

VARIANCE = absolute_moment(noise_of(1), 2) - mean(noise_of(1)) ** 2
RUN = {alpha: above(1), T: integers(1), k: integers(1), W: Iterations(T, Labels(k), NORMAL_NOISE, CONTRACTION), **DATA, z_min: REALS, z_max: at_least(z_min), L: at_least(0), C_v: at_least(0)}
GIVEN = (one_noise(), bounded(L), lipschitz(C_v))
MEASURED = renyi_divergence(*OUTPUTS, alpha)
USES = ("rpp/thm-5.2", "rpp/cor-3.1-gauss", "rpp/text-6.4-contractive")


def record_distance(step):
    return wasserstein_distance(marginal(X, step), marginal(X_, step), oo)


ONE_RECORD_BOUND = alpha / (2 * VARIANCE) * Min(2 * L, record_distance(i) * C_v) ** 2
STEP = reading("eta", above=None, at_most=CONTRACTION)
DP = {**{name: where for name, where in RUN.items() if name != C_v}, W: Iterations(T, Labels(k), NORMAL_NOISE, STEP), i: upto(T)}
DP_BOUND = 2 * alpha * L**2 / (VARIANCE * (T - i + 1))
DP_GIVEN = (one_noise(), bounded(L), *(without_memory(law) for law in (X, X_)), apart_from(i))

# --- Gaussian prior ------------------------------------------------------------------------------------------------------------------


def known(step, value):
    """The law of a record given the value of record i."""
    return normal_vector(K[step][i] / K[i][i] * value, K[step][step] - K[step][i] ** 2 / K[i][i])


def conditional_distance(step):
    return wasserstein_distance(known(step, a_), known(step, b_), oo)


GAUSSIAN = Source("Proposition 6.4", section="Section 6.4 and Appendix F.5.3")
PRIOR = {alpha: above(1), T: integers(1), sigma: above(0), eta: above(0), C_v: above(0), i: upto(T), K: Covariances(T, definite=True), a_: REALS, b_: REALS}


def regression(step):
    """Cov(X_t, X_i) Cov(X_i)^-1."""
    return K[step][i] / K[i][i]


def weight(step):
    """What is left of the record of a step in the last state."""
    return slope ** (T - step)


def last_state(value):
    """The law of the last state, of descent with gradients that are linear in the state and in the record, given the value of record i."""
    centre = -eta * pull * value * Sum({t: upto(T)}, weight(t) * regression(t))
    records = Sum({t: upto(T), h: upto(T)}, weight(t) * weight(h) * (K[t][h] - K[t][i] * K[h][i] / K[i][i]))
    return normal_vector(centre, sigma**2 * Sum({t: upto(T)}, weight(t) ** 2) + (eta * pull) ** 2 * records)


SCALE = alpha * eta**2 / (2 * sigma**2)

def unbounded(*rest):
    """Where nothing bounds the slopes it does not matter why."""
    tails = [""]
    for options in rest:
        tails = [f"{tail}+{option}" for tail in tails for option in options]
    return {f"compact+{smooth}{tail}": f"convex+second-argument{tail}" for smooth in ("first-argument", "second-argument") for tail in tails}


POINTS, OVER_TIME = ("k", "all"), ("independent", "any")
WIDE_STEP = {f"at-most+{why}+{points}": f"above+{points}" for why in ("convex+second-argument", "compact+first-argument", "compact+second-argument") for points in POINTS}
"""A step above 2/beta is no contraction either."""

CLAIMS = (
    Claim("rpp/text-6.4-contractive", TEXT,
          forall={d: integers(1), beta: above(0), eta: between(0, 2 / beta, open="both"), x: Points(L2), y: Points(L2), u_1: REALS, u_2: REALS}, given=(GRADIENT,),
          states=reading("K", convex=Compare(norm(x - eta * y, 2), "<=", norm(x, 2)), compact=All(Compare(norm(x - eta * y, 2), "<=", norm(x, 2)),
                                                                                           Compare(abs(onto_two[u_1] - onto_two[u_2]), "<=", abs(u_1 - u_2))))),
    Claim("rpp/eq-6.4-general", TEXT, uses=USES, same_as=unbounded(POINTS, OVER_TIME), forall=RUN, given=(*GIVEN, *INPUTS),
          states=Compare(MEASURED, "<=", alpha / (2 * VARIANCE) * total(lambda step: Min(2 * L, C_v * record_distance(step)) ** 2))),
    Claim("rpp/eq-6.4-maxcorr", TEXT, same_as=unbounded(POINTS), uses=("rpp/eq-6.4-general",), forall={**RUN, i: upto(T)}, given=(*GIVEN, *(equal_records(law) for law in (X, X_)), *alike(i)),
          states=Compare(MEASURED, "<=", T * ONE_RECORD_BOUND)),
    Claim("rpp/eq-6.4-indep", TEXT, same_as=unbounded(POINTS), uses=("rpp/eq-6.4-general",), forall={**RUN, i: upto(T)}, given=(*GIVEN, *(without_memory(law) for law in (X, X_)), apart_from(i)),
          states=Compare(MEASURED, "<=", ONE_RECORD_BOUND)),
    Claim("rpp/lem-f.1", F_5_2, uses=("rpp/thm-5.2",), same_as=WIDE_STEP, forall=DP, given=DP_GIVEN, states=Compare(MEASURED, "<=", DP_BOUND)),
    Claim("rpp/remark-6.1", Source("Remark 6.1", section="Section 6.4"), uses=("rpp/lem-f.1",), same_as=WIDE_STEP, forall=DP, given=DP_GIVEN, states=Compare(MEASURED, "<=", DP_BOUND)),
    Claim("rpp/prop-6.4", GAUSSIAN, part="shifts", uses=("rpp/eq-6.4-general",), forall={**PRIOR, L: above(0)},
          states=Compare(SCALE * total(lambda step: Min(2 * L, C_v * conditional_distance(step)) ** 2), "<=",
                         SCALE * Min(2 * L, C_v * abs(a_ - b_)) ** 2
                         + SCALE * Sum({t: upto(T)}, Min(2 * L, C_v * abs(regression(t) * (a_ - b_))) ** 2, where=Compare(t, "!=", i)))),
    Claim("rpp/prop-6.4", GAUSSIAN, part="divergence", uses=("rpp/eq-6.4-general",), forall={**PRIOR, slope: between(-1, 1), pull: between(-C_v, C_v)},
          states=Compare(renyi_divergence(last_state(a_), last_state(b_), alpha), "<=",
                         SCALE * (C_v * abs(a_ - b_)) ** 2 + SCALE * Sum({t: upto(T)}, (C_v * abs(regression(t) * (a_ - b_))) ** 2, where=Compare(t, "!=", i)))),
)
