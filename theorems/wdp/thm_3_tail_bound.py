r"""Tail bound of the Wasserstein accountant, its form with the budget, and the steps of the proof.

Statement (Theorem 3, eqs. 15, 99-105; Corollary 1, eq. 16)
    thm-3          In the setting of Theorem 2, M of T steps is (mu, epsilon)-WDP for log delta = beta S - beta epsilon, where S = sum_t inf_d [sum_i
                   E|Z_ti|^mu]^(1/mu); that is, for epsilon = S - log(delta)/beta.
    eq-15          (E sum_i |Z_ti|^mu)^(1/mu) = (sum_i E|Z_ti|^mu)^(1/mu): the expectation may stand on either side of the sum.
    eq-102         The formula of Theorem 2, printed with the sum over the steps t = 1, ..., T.
    eq-104         The expectation of the infimum over d_t equals the infimum itself.
    eq-105         The least delta that the inequality allows is attained with equality.
    cor-1          In the setting of Theorem 2, M of T steps is (mu, epsilon)-WDP at failure probability delta for epsilon = S - log(delta)/beta, S = sum_t
                   inf_d (sum_i E|Z_ti|^mu)^(1/mu).
    cor-1-algebra  epsilon = S - log(delta)/beta is log delta = beta S - beta epsilon, solved for epsilon.

Reading
    random       nothing: the distances d_t are numbers, the total loss is that of all outputs together; history: the gradients of a step depend on the earlier
                 outputs (adaptive steps), the total loss is the sum of the losses given the outputs so far; the first distance is no random number. sampled: the
                 gradients of all steps are drawn first, the total loss is that of all outputs given the draw.
    infimum over  all-d: over all d >= 0, or all vectors g - g'; adjacent-pairs: over all pairs of neighbours, numbered 1 to k; sampled-pairs: over the sampled
                 pairs, the first m of k; idle: over nothing, for d is fixed; sensitivity: the largest bracket of all pairs, instead of an infimum. The last takes
                 d for the l_2-sensitivity, as Theorem 2 introduces it. Where what is left is random, its mean is taken, as in eq. 103. The loss is that of pair j.
    components   scalar: Z is a number; equal: n components, each with mean q d; coordinates: component i has mean q (g - g')_i (part vector, where nothing
                 is random).
    guarantee    generalised: Pr[total loss >= epsilon] <= delta; plain: the total loss is at most epsilon, surely. Here delta is a probability, at most 1. The
                 two numbers determine each other: Theorem 3 is stated for every log delta <= 0, with epsilon = S - log(delta)/beta from eq. 15.
    norm         of outputs that are vectors, within a step and between steps (part vector): l-mu as in eq. 96, where the loss of independent steps to the power
                 mu is the sum of theirs; l-2, along g - g' as in Theorem 2.
    norm on the outputs   of different steps: l2; in the part norms, where nothing is random and the infimum is idle, l1, l2, l-inf or l-mu.
    coins        independent: steps have independent noise and sampling; shared: the outputs have any joint law with the steps' laws as marginals.
    index        of eq. 102: steps, t = 1, ..., T, as displayed; or components, i = 1, ..., n.
    dropped      of eq. 104, the outer expectation: constant, the infimum leaves a constant; realised, d is the distance that is drawn.

Measured
    The total loss, or the chance that it reaches epsilon; for the steps the left sides.

Claimed
    epsilon and delta; for the steps the right sides.
"""

from fractions import Fraction

from theorems.wdp.definitions import W, epsilon, mu
from theorems.wdp.definitions_composition import NORM
from theorems.wdp.thm_2_privacy_loss import COMMON, NOISE, coordinates, equal, loss_in_l_mu, moment, q, scalar, sigma, subsampled
from verify.claims import (
    LINE,
    REALS,
    Abs,
    All,
    Claim,
    Compare,
    Euclid,
    Expect,
    Families,
    ForAll,
    Hints,
    If,
    Implies,
    Inf,
    Labels,
    Laws,
    Node,
    Points,
    Prob,
    Source,
    Sum,
    Sup,
    above,
    at_least,
    at_most,
    between,
    exp,
    integers,
    log,
    marginal,
    norm,
    number,
    numbers,
    objects,
    reading,
    unstated,
    upto,
)
from verify.quantities import distribution_function, subsampled_shifts

beta, delta, T, t, tau, w, k, m, j, i, n, e, y, first_sum, log_delta = numbers("beta delta T t tau w k m j i n e y first_sum log_delta")
S, s, G, z, J, J_, X, x, x_0, Z = objects("S s G z J J_ X x x_0 Z")
"""G[s][i][t]: the gradients' difference of pair i at step t when the outcome is s; S: the law of the outcome."""

THEOREM_3, COROLLARY_1 = Source("Theorem 3", eq="15, 99"), Source("Corollary 1", eq="16")
STEPS = upto(T)
SETTING = {**COMMON, beta: above(0), T: integers(1)}


def runs(of):
    """Differences of gradients of k pairs over T steps, for w outcomes with law S."""
    return {w: integers(1), S: Laws(Labels(w)), k: integers(1), m: integers(1, k), j: integers(1, k),
            G: Families(upto(w), Families(upto(k), Families(STEPS, of)))}


NOISES = Node("iid", NOISE, T)
FIRST = number(1)
MARGINALS = ForAll({t: STEPS, y: REALS}, All(
    Compare(distribution_function(marginal(J, t), y), "==", distribution_function(subsampled(G[1][j][t]), y)),
    Compare(distribution_function(marginal(J_, t), y), "==", distribution_function(NOISE, y)),
))
"""Each step's output has the law of that step, whatever is shared between steps."""
SCALARS = {**SETTING, **runs(at_least(0))}
VECTORS = {name: where for name, where in {**SETTING, n: integers(1), **runs(Points(Euclid(n, 2)))}.items() if name != S}
NUMBERS = {name: where for name, where in SCALARS.items() if name != S}
ALONE = {name: where for name, where in NUMBERS.items() if name != m}
SHARED = {**NUMBERS, J: Laws(Euclid(T, 2)), J_: Laws(Euclid(T, 2))}


def earlier(t):
    """The outcome that step t depends on when gradients follow from earlier outputs: there are none at the first step."""
    return If(Compare(t, "==", 1), 1, s)


def sums(bracket, everywhere, outcome, mean):
    """S by what the infimum runs over; ``outcome`` is the one that step t depends on."""
    def each_step(loss):
        return Sum({t: STEPS}, mean(loss))

    return reading(
        "infimum over",
        all_d=Sum({t: STEPS}, everywhere),
        adjacent_pairs=each_step(Inf({i: upto(k)}, bracket(G[outcome][i][t]))),
        sampled_pairs=each_step(Inf({i: upto(m)}, bracket(G[outcome][i][t]))),
        idle=idle(bracket, outcome, mean),
        sensitivity=each_step(Sup({i: upto(k)}, bracket(G[outcome][i][t]))),
    )


def idle(bracket, outcome, mean):
    """S with the infimum over nothing."""
    return Sum({t: STEPS}, mean(bracket(G[outcome][j][t])))


def together(outcome, blocks):
    """The loss of all outputs together."""
    return W(subsampled_shifts(NOISE, q, G[outcome][j], 2), NOISES, mu, blocks)


def random(bracket, everywhere, length, use):
    """``use`` of (probability, total loss, S), by what is random."""
    def drawn(total, outcome):
        return use(lambda event: Prob({s: S}, event), total, sums(bracket, everywhere, outcome, lambda loss: Expect({s: S}, loss)))

    return reading(
        "random",
        nothing=use(surely, together(FIRST, 2), sums(bracket, everywhere, FIRST, lambda loss: loss)),
        history=drawn(Sum({t: STEPS}, W(subsampled(length(G[earlier(t)][j][t])), NOISE, mu)), earlier(t)),
        sampled=drawn(together(s, 2), s),
    )


def scalars(use):
    return random(scalar, LEAST, lambda own: own, use)


def vectors(use):
    total = reading("norm", l_mu=Sum({t: STEPS}, loss_in_l_mu(G[FIRST][j][t]) ** mu) ** (1 / mu), l_2=together(FIRST, 2))
    return reading(
        "components",
        equal=use(surely, total, sums(lambda own: equal(norm(own, 2)), Inf({e: at_least(0)}, equal(e)), FIRST, lambda loss: loss)),
        coordinates=use(surely, total, sums(coordinates, Inf({z: Points(Euclid(n, 2))}, coordinates(z)), FIRST, lambda loss: loss)),
    )


def norms(use):
    return use(surely, together(FIRST, NORM), idle(scalar, FIRST, lambda loss: loss))


def shared(use):
    return use(surely, reading("coins", independent=together(FIRST, 2), shared=W(J, J_, mu, 2)), sums(scalar, LEAST, FIRST, lambda loss: loss))


def surely(event):
    """Probability of an event about numbers."""
    return If(event, 1, 0)


def guarantee(log_failure, failure):
    """The guarantee for epsilon = S - log(delta)/beta, as a statement about (probability, total loss, S)."""
    def states(probability, total, losses):
        level = losses - log_failure / beta
        return reading("guarantee", generalised=Compare(probability(Compare(total, ">=", level)), "<=", failure),
                       plain=Compare(probability(Compare(total, "<=", level)), "==", 1))

    return states


LEAST = Inf({e: at_least(0)}, scalar(e))
HINTS = Hints(typical={mu: (1, 16), q: (0, Fraction(1, 4)), sigma: (Fraction(1, 100), Fraction(1, 4)), beta: (1, 32)})
"""Where the paper and its scripts have these numbers."""
PARTS = {"scalar": (SCALARS, scalars), "vector": (VECTORS, vectors), "norms": (ALONE, norms), "coins": (SHARED, shared)}
JOINED = (reading("coins", independent=None, shared=MARGINALS),)
RESTS_ON = ("wdp/thm-1", "wdp/thm-2-upper", "wdp/eq-104")
BOUND = tuple(
    Claim("wdp/thm-3", THEOREM_3, part=part, forall={**setting, log_delta: at_most(0)}, given=JOINED if part == "coins" else (),
          states=by_reading(guarantee(log_delta, exp(log_delta))), uses=RESTS_ON, hints=HINTS,
          because="By eq. 102 the loss of a step is its bracket, but if mu > 1 and 0 < q < 1, the loss grows like q^(1/mu) d with d, the bracket "
                  "of one component like q d at most. A loss that is a number above epsilon is so with probability 1, however small delta is.")
    for part, (setting, by_reading) in PARTS.items()
)
COROLLARY = tuple(
    Claim("wdp/cor-1", COROLLARY_1, part=part, forall={**setting, delta: between(0, 1, open="left")}, given=JOINED if part == "coins" else (),
          states=by_reading(guarantee(log(delta), delta)), uses=(*RESTS_ON, "wdp/cor-1-algebra"), hints=HINTS,
          because="Eq. 16 is eq. 15 solved for epsilon, so it fails with Theorem 3: if mu > 1 and 0 < q < 1, the loss of a step grows like "
                  "q^(1/mu) d with d, its bracket in one component like q d at most, and -log(delta)/beta does not depend on d.")
    for part, (setting, by_reading) in PARTS.items()
)

PROOF = {"part_of": "wdp/thm-3"}
PLACE = Claim(
    "wdp/eq-15", Source("Theorem 3", eq="15 and 99"),
    forall={mu: at_least(1), n: integers(1), Z: Laws(Euclid(n, 2))},
    states=Compare(Expect({z: Z}, Sum({i: upto(n)}, Abs(z[i]) ** mu)) ** (1 / mu), "==",
                   Sum({i: upto(n)}, Expect({z: Z}, Abs(z[i]) ** mu)) ** (1 / mu)),
    **PROOF,
)


def displayed(distances):
    """Eq. 102 for the distances of all steps."""
    return reading("index", steps=Sum({t: STEPS}, moment(q * distances[t])) ** (1 / mu), components=equal(distances[tau]))


RESTATED = Claim(
    "wdp/eq-102", Source("Proof of Theorem 3", eq="102", section="Appendix A"),
    forall={**COMMON, T: integers(1), tau: integers(1, T), n: integers(1), k: integers(1), m: integers(1, k), j: integers(1, k),
            G: Families(upto(k), Families(STEPS, at_least(0)))},
    states=Compare(W(subsampled(G[j][tau]), NOISE, mu), "==", reading(
        "infimum over",
        all_d=Inf({X: Families(STEPS, at_least(0))}, displayed(X)),
        adjacent_pairs=Inf({i: upto(k)}, displayed(G[i])),
        sampled_pairs=Inf({i: upto(m)}, displayed(G[i])),
        idle=displayed(G[j]),
    )),
    **PROOF,
)
DROPPED = Claim(
    "wdp/eq-104", Source("Proof of Theorem 3", eq="103-104", section="Appendix A"),
    forall={**COMMON, X: Laws(LINE, support=at_least(0))},
    states=reading("dropped", constant=Compare(Expect({x: X}, LEAST), "==", LEAST),
                   realised=Compare(Prob({x_0: X}, Compare(Expect({x: X}, scalar(x)), "==", scalar(x_0))), "==", 1)),
    **PROOF,
)
EXPONENT = beta * first_sum - beta * epsilon
SMALLEST = Claim(
    "wdp/eq-105", Source("Proof of Theorem 3", eq="104-105", section="Appendix A"),
    forall={beta: above(0), first_sum: unstated(at_least(0)), epsilon: above(0), delta: unstated(above(0))},
    states=All(Compare(EXPONENT, "<=", log(exp(EXPONENT))), Implies(Compare(EXPONENT, "<=", log(delta)), Compare(exp(EXPONENT), "<=", delta))),
    **PROOF,
)
SOLVED = {beta: above(0), first_sum: unstated(at_least(0))}
ALGEBRA = (
    Claim("wdp/cor-1-algebra", COROLLARY_1, part="if", forall={**SOLVED, delta: between(0, 1, open="left")},
          states=Compare(beta * first_sum - beta * (first_sum - log(delta) / beta), "==", log(delta))),
    Claim("wdp/cor-1-algebra", COROLLARY_1, part="only-if", forall={**SOLVED, epsilon: unstated(at_least(0))},
          states=Compare(first_sum - EXPONENT / beta, "==", epsilon)),
)

CLAIMS = (*BOUND, PLACE, RESTATED, DROPPED, SMALLEST, *COROLLARY, *ALGEBRA)
