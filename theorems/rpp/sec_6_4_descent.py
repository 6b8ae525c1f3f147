r"""Projected noisy gradient descent.

Statement (section 6.4, Appendices F.5.1 to F.5.3)
    text-6.4-contractive  A step psi(., x) = projection of v - eta grad f(v, x), 0 < eta < 2/beta, is contractive.
    eq-6.4-general        With noise of variance sigma^2 and gradients that are at most L, and differ by at most C_v |x - y| between records: D_alpha(W_T,
                          W_T') <= alpha eta^2/(2 sigma^2) sum_t min(2 L, sup C_v W_oo(X_t, X_t'))^2.
    eq-6.4-maxcorr        For equal records the divergence is at most T times alpha eta^2/(2 sigma^2) min(2 L, |a - b| sup C_v)^2.
    eq-6.4-indep          For independent records the divergence is at most alpha eta^2/(2 sigma^2) min(2 L, |a - b| sup C_v)^2.
    lem-f.1               With independent records and noise of variance sigma^2 eta^2 the divergence is at most 2 alpha L^2/(sigma^2 (T - i + 1)); printed
                          for eta > 2/beta.
    remark-6.1            The bound of differential privacy is a special case: for independent records and noise of variance sigma^2 eta^2 the divergence is
                          at most 2 alpha L^2/(sigma^2 (T - i + 1)).
    prop-6.4              For a Gaussian prior W_oo(X_t, X_t') is |Cov(X_t, X_i) Cov(X_i)^-1 (a - b)|, and the divergence is at most alpha eta^2/(2 sigma^2)
                          times the sum over t of min(2 L, C_v W_oo(X_t, X_t'))^2.

Reading
    K           convex, or any compact set.
    smooth      in the first argument, which bounds the slopes of the gradient in v by beta, or in the second, which does not.
    points      the suprema over v are over K, an interval of states, or over all v. Added noise leaves K, and gradients are bounded everywhere.
    over time   the records are independent, or not.
    eta         above 2/beta as printed, or at most 2/beta.
    A step is contractive if |x - eta y| <= |x| for differences x of states and y of gradients: of a convex function <x, y> >= |y|^2/beta where it is smooth with beta (Baillon and Haddad), and
    <x, y> >= 0 otherwise; the projection on a convex set brings no two points further apart. On a compact set that is not convex, two points here, it may.
    Descent is an iteration on the line whose maps v - eta grad f(v, x) are affine, contractions where K is convex and f is smooth in the first argument. eta L and eta C_v are numbers L and C_v.
    application: the step of the text from Theorem 5.2 with a_t = s_t, for maps that are projected on an interval, contractions as text-6.4-contractive has them, with finite noise.
    two-states: two consequences of Lemma F.1 for eta = 1, where record 1 moves the first state to one of two places and a test of the last state tells them. On a compact set of two points, -1 and 1, all other
    steps go to the nearest one: the probability p of a place has 2 p - 1 = erf(1/(sigma sqrt 2))^(T-1). On [-1, 1] with gradients beta v, cut off at L, as of a Huber loss: from 1 or -1 a step ends in the other
    one if the noise leaves it between 1/(beta - 1) and L - 1, or the mirror image. The divergence is at least that of the two probabilities of a test, and rises with p from 1/2.
    Of Proposition 6.4: shifts, what the bound for any prior is for a Gaussian one; divergence, the divergence itself against the printed sum, where the last state has a closed law: the step takes
    the state to slope times it, less eta pull times the record, |slope| <= 1 and |pull| <= C_v. Such gradients have no bound, so L is oo and no minimum is below its other part.
    For suprema over K: gradients that agree on K = [-r, 0] leave no shift, so the laws of the outputs had to agree. Let f = 0 for one value of the second record, a Huber loss with slope at most L on the positive half-line
    for the other, with eta beta between 1 and 2, and W_0 = 0: the second image is below 0 where the first noise is below 0, or below eta L.
    A gradient that is at most L everywhere leaves affine maps of slope 1, those of linear objectives: there K, smoothness and eta make no difference.

Measured
    The Renyi divergence of the outputs; lengths.

Claimed
    The printed bounds.
"""

from theorems.rpp.definitions import L2, L, T, alpha, beta, d, eta, h, i, k, p, sigma, t, u_1, u_2, x, y
from theorems.rpp.definitions_descent import CONTRACTION, STARTS, alike, apart_from, bounded, equal_records, lipschitz, projected, shift_on
from theorems.rpp.definitions_iteration import DATA, INPUTS, OUTPUTS, X_, W, X, noise_of, one_noise, total, without_memory, z_max, z_min
from verify.claims import (
    FINITE_NOISE,
    NORMAL_NOISE,
    REALS,
    All,
    Claim,
    Compare,
    Covariances,
    Hints,
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
    convolve,
    erf,
    finite_law,
    integers,
    iteration,
    log,
    marginal,
    norm,
    normal_vector,
    number,
    numbers,
    objects,
    oo,
    polyline,
    reading,
    sqrt,
    upto,
)
from verify.quantities import absolute_moment, largest_shift, mean, renyi_divergence, wasserstein_distance

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
RUN = {alpha: above(1), T: integers(1), k: integers(1), W: Iterations(T, Labels(k), NORMAL_NOISE, CONTRACTION), **DATA, L: at_least(0), C_v: at_least(0)}
GIVEN = (one_noise(), bounded(L), lipschitz(C_v))
MEASURED = renyi_divergence(*OUTPUTS, alpha)
USES = ("rpp/thm-5.2", "rpp/cor-3.1-gauss", "rpp/text-6.4-contractive")


def record_distance(step):
    return wasserstein_distance(marginal(X, step), marginal(X_, step), oo)


FREE = {alpha: above(1), T: integers(1), k: integers(1), W: Iterations(T, Labels(k), FINITE_NOISE), **DATA, z_min: REALS, z_max: at_least(z_min), L: at_least(0)}
FROM_PROJECTION = (STARTS, projected(X, L), projected(X_, L))
ALIKE = (*(equal_records(law) for law in (X, X_)), *alike(i))
ALONE = (*(without_memory(law) for law in (X, X_)), apart_from(i))


def at_shift(step):
    """R_alpha(zeta_t, s_t)."""
    return If(Compare(shift_on(step), "<=", 0), 0, largest_shift(noise_of(step), shift_on(step), alpha, None))


def bent(*records):
    """An iteration of two steps on [-1, 1] whose maps differ beyond 1, and only in the second step; with the records of two data sets."""
    clamp, other = polyline({-1: -1, 1: 1}, 0, 0), polyline({-1: -1, 1: 1, 3: 0}, 0, 0)
    fair = finite_law({0: number("1/2"), 1: number("1/2")})
    run = iteration(1, ({1: clamp, 2: clamp}, fair), ({1: clamp, 2: other}, fair))
    return {alpha: 2, T: 2, k: 2, W: run, **{law: finite_law({data: 1}) for law, data in zip((X, X_), records, strict=True)}, z_min: -1, z_max: 1, L: 3}


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

# --- two states ----------------------------------------------------------------------------------------------------------------------

CURVATURE = reading("K", convex=reading("smooth", first_argument=reading("eta", above=above(2), at_most=between(1, 2, open="left")), second_argument=above(1)), compact=above(1))
"""The slope of the gradient at 0, times eta."""
STATES = {alpha: above(1), T: integers(1), sigma: above(0), L: above(1), beta: CURVATURE, p: between(number("1/2"), 1, open="right")}


def below(e):
    """The standard normal distribution function."""
    return (1 + erf(e / sqrt(2))) / 2


KEPT = erf(1 / (sigma * sqrt(2))) ** (T - 1)
FLIPPED = below((L - 2) / sigma) - below((1 / (beta - 1) - 1) / sigma)
TOLD = (reading("K", convex=Compare(FLIPPED, ">", 0), compact=None), reading("K", convex=Compare(p, "<=", FLIPPED ** (T - 1) * below(1 / sigma)), compact=Compare(2 * p - 1, "<=", KEPT)))
"""A probability of at most that of the right place: of the sign of the last state, or of the point before the last noise."""


def one_of_two(share):
    """The law of the last state on a compact set of two points."""
    return convolve(finite_law({1: share, -1: 1 - share}), normal_vector(0, sigma**2))


OF_TEST = log(p**alpha * (1 - p) ** (1 - alpha) + (1 - p) ** alpha * p ** (1 - alpha)) / (alpha - 1)
TWO_STATES = Compare(reading("K", convex=OF_TEST, compact=renyi_divergence(one_of_two(p), one_of_two(1 - p), alpha)), "<=", 2 * alpha * L**2 / (sigma**2 * T))
PLACES = Hints(instances=({alpha: 2, T: 20, sigma: number("3/10"), p: number("99/100"), L: number("101/100"), beta: 2}, {alpha: 2, T: 1000, sigma: number("1/10"), p: number("9999999/10000000"), beta: 4, L: 4}))


def unbounded(*rest):
    """Where nothing bounds the slopes it does not matter why."""
    tails = [""]
    for options in rest:
        tails = [f"{tail}+{option}" for tail in tails for option in options]
    return {f"compact+{smooth}{tail}": f"convex+second-argument{tail}" for smooth in ("first-argument", "second-argument") for tail in tails}


WIDE_STEP = {f"at-most+{why}": "above" for why in ("convex+second-argument", "compact+first-argument", "compact+second-argument")}
"""A step above 2/beta is no contraction either."""

NOT_CONTRACTIVE = ("Amplification needs steps that are contractive. For eta > 2/beta a gradient step can stretch differences by eta beta - 1 > 1, and the projection on a set that is not "
                   "convex can move two points apart. The states then keep apart for long what one record has separated, against the rate 1/(T - i + 1).")


def as_in_privacy(id, source, uses):
    """The bound for independent records, for linear objectives and for two that keep what the first record has done."""
    return (Claim(id, source, part="linear", uses=uses, same_as=WIDE_STEP, forall=DP, given=DP_GIVEN, states=Compare(MEASURED, "<=", DP_BOUND)),
            Claim(id, source, part="two-states", uses=uses, forall=STATES, given=TOLD, states=TWO_STATES, hints=PLACES,
                  because=NOT_CONTRACTIVE))


CLAIMS = (
    Claim("rpp/text-6.4-contractive", TEXT,
          forall={d: integers(1), beta: above(0), eta: between(0, 2 / beta, open="both"), x: Points(L2), y: Points(L2), u_1: REALS, u_2: REALS}, given=(GRADIENT,),
          states=reading("K", convex=Compare(norm(x - eta * y, 2), "<=", norm(x, 2)), compact=All(Compare(norm(x - eta * y, 2), "<=", norm(x, 2)),
                                                                                           Compare(abs(onto_two[u_1] - onto_two[u_2]), "<=", abs(u_1 - u_2))))),
    Claim("rpp/eq-6.4-general", TEXT, part="linear", uses=USES, same_as=unbounded(("independent", "any")), forall=RUN, given=(*GIVEN, *INPUTS),
          states=Compare(MEASURED, "<=", alpha / (2 * VARIANCE) * total(lambda step: Min(2 * L, C_v * record_distance(step)) ** 2))),
    Claim("rpp/eq-6.4-general", TEXT, part="application", uses=USES, forall=FREE, given=(*FROM_PROJECTION, *INPUTS), states=Compare(MEASURED, "<=", total(at_shift)),
          hints=Hints(instances=(bent((1, 1), (1, 2)),))),
    Claim("rpp/eq-6.4-maxcorr", TEXT, part="linear", same_as=unbounded(), uses=("rpp/eq-6.4-general",), forall={**RUN, i: upto(T)}, given=(*GIVEN, *ALIKE), states=Compare(MEASURED, "<=", T * ONE_RECORD_BOUND)),
    Claim("rpp/eq-6.4-maxcorr", TEXT, part="application", uses=("rpp/eq-6.4-general",), forall={**FREE, i: upto(T)}, given=(*FROM_PROJECTION, *ALIKE), states=Compare(MEASURED, "<=", total(at_shift)),
          hints=Hints(instances=({**bent((1, 1), (2, 2)), i: 2},))),
    Claim("rpp/eq-6.4-indep", TEXT, part="linear", same_as=unbounded(), uses=("rpp/eq-6.4-general",), forall={**RUN, i: upto(T)}, given=(*GIVEN, *ALONE), states=Compare(MEASURED, "<=", ONE_RECORD_BOUND)),
    Claim("rpp/eq-6.4-indep", TEXT, part="application", uses=("rpp/eq-6.4-general",), forall={**FREE, i: upto(T)}, given=(*FROM_PROJECTION, *ALONE), states=Compare(MEASURED, "<=", at_shift(i)),
          hints=Hints(instances=({**bent((1, 1), (1, 2)), i: 2},))),
    *as_in_privacy("rpp/lem-f.1", F_5_2, ("rpp/thm-5.2",)),
    *as_in_privacy("rpp/remark-6.1", Source("Remark 6.1", section="Section 6.4"), ("rpp/lem-f.1",)),
    Claim("rpp/prop-6.4", GAUSSIAN, part="shifts", uses=("rpp/eq-6.4-general",), forall={**PRIOR, L: above(0)},
          states=Compare(SCALE * total(lambda step: Min(2 * L, C_v * conditional_distance(step)) ** 2), "<=",
                         SCALE * Min(2 * L, C_v * abs(a_ - b_)) ** 2
                         + SCALE * Sum({t: upto(T)}, Min(2 * L, C_v * abs(regression(t) * (a_ - b_))) ** 2, where=Compare(t, "!=", i)))),
    Claim("rpp/prop-6.4", GAUSSIAN, part="divergence", uses=("rpp/eq-6.4-general",), forall={**PRIOR, T: reading("points", k=integers(2), all=integers(1)), L: above(0), slope: between(-1, 1), pull: between(-C_v, C_v)},
          because="The suprema are over v in K, but noise carries the states out of K. If the gradients for two records agree on K, the "
                  "printed bound is 0; if they differ beyond K, the next step takes such a state to two places, and the outputs differ.",
          states=reading("points", k=Compare(below(eta * L / sigma), "==", number("1/2")),
                         all=Compare(renyi_divergence(last_state(a_), last_state(b_), alpha), "<=",
                                     SCALE * (C_v * abs(a_ - b_)) ** 2 + SCALE * Sum({t: upto(T)}, (C_v * abs(regression(t) * (a_ - b_))) ** 2, where=Compare(t, "!=", i))))),
)
