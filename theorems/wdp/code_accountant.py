r"""The released accountant against the formulas of the paper.

Statement (repository Hifipsysta/WDP, ``wasserstein_privacy_accountant.py`` and ``main_MNIST.py``)
    code-lem-1  ``compute_absolute_moments`` evaluates eq. 12 at the l2 distance of each sampled pair of gradients.
    code-inf    ``compute_privacy_loss`` returns the right side of eq. 11.
    code-eps    ``get_privacy`` returns, for a given delta, the epsilon of eq. 16.
    code-delta  ``get_privacy`` returns, for a given epsilon, the delta of eq. 15.
    code-tab-2  With its default arguments the script yields the MNIST entry 0.76 of Table 2.

Reading
    The code is modelled by what it computes: for each pair with distance d, V = (2 - 2q + 2q^2) scale^2, the moment m = (2V)^(order/2) Gamma((order + 1)/2)/sqrt(pi)
    1F1(-order/2; 1/2; -(q d)^2/(2V)); the loss of a step is (sum of the moments of its pairs)^(1/order), with neither a sum over components nor an infimum; for
    a given delta it returns (sum of the losses) - log(delta)/beta, for a given epsilon beta exp((sum of the losses) - epsilon).
    infimum over, components   of eq. 11, as in Theorem 2; idle: over nothing, for the d of each sampled pair; A holds the differences of the gradients of k pairs of neighbours, of which the
                 first m are sampled.
    epochs       16 as in the text, or 25, the default of the script.
    aggregation  of pairs in a step: code, as modelled; eq-11, the least loss of a pair, Z a scalar.
    distances    some: there are distances of gradients with which the digits come out; every: they come out with all. They enter through the sum of the losses,
                 which is at least what it is with all distances 0 (part least-loss) and can be any larger number: so the largest number that is printed as 0.76
                 has to be at least what is reported at distance 0.
    Each epoch has 58 steps with rate 1024/60000 and one with rate 608/60000.

Measured
    What the code computes.

Claimed
    Eqs. 12, 11, 16, 15; the printed digits.
"""

from fractions import Fraction

from theorems.wdp.definitions import mu
from theorems.wdp.thm_2_privacy_loss import coordinates, equal, n, q, scalar, sigma
from verify.claims import (
    Claim,
    Compare,
    Euclid,
    Families,
    ForAll,
    Inf,
    Points,
    Printed,
    Source,
    Sum,
    above,
    at_least,
    between,
    exp,
    gamma,
    hyp1f1,
    integers,
    log,
    norm,
    number,
    numbers,
    objects,
    one_of,
    pi,
    reading,
    sqrt,
    unstated,
    upto,
)

d, e, k, m, i, j, t, T, beta, delta, epsilon, total, rate = numbers("d e k m i j t T beta delta epsilon total rate")
z, A, L, D = objects("z A L D")
"""A: differences of the gradients of all k pairs of neighbours, of which the first m are sampled; L: losses of the steps; D: distances in one step."""

HALF = number("1/2")
FILE = Source("wasserstein_privacy_accountant.py")
SETTING = {mu: at_least(1), q: between(0, 1), sigma: above(0)}
PAIRS = {k: integers(1), m: integers(1, k)}


def code_moment(distance, at_rate=q, scale=sigma, order=mu):
    """What compute_absolute_moments returns for one pair."""
    spread = (2 - 2 * at_rate + 2 * at_rate**2) * scale**2
    return (2 * spread) ** (order / 2) * gamma((order + 1) / 2) / sqrt(pi) * hyp1f1(-order / 2, HALF, -((at_rate * distance) ** 2) / (2 * spread))


def code_loss(distances):
    """What compute_privacy_loss returns for the sampled pairs, whose distances are given by the index."""
    return Sum({j: upto(m)}, code_moment(distances(j))) ** (1 / mu)


def eq_12(distance):
    """The right side of eq. 12."""
    spread = (2 - 2 * q + 2 * q**2) * sigma**2
    return (2 * spread) ** (mu / 2) * gamma((mu + 1) / 2) / sqrt(pi) * hyp1f1(-mu / 2, HALF, -(q**2 * distance**2) / (2 * spread))


def eq_11(measured, bracket, everywhere):
    """The measured loss is the right side of eq. 11, by what the infimum runs over."""
    return reading(
        "infimum over",
        all_d=Compare(measured, "==", everywhere),
        adjacent_pairs=Compare(measured, "==", Inf({i: upto(k)}, bracket(A[i]))),
        sampled_pairs=Compare(measured, "==", Inf({i: upto(m)}, bracket(A[i]))),
        idle=ForAll({i: upto(m)}, Compare(measured, "==", bracket(A[i]))),
    )


def length(own):
    return norm(own, 2)


LOSS = (
    Claim("wdp/code-inf", FILE, part="scalar", forall={**SETTING, **PAIRS, A: Families(upto(k), at_least(0))},
          states=eq_11(code_loss(lambda index: A[index]), scalar, Inf({e: at_least(0)}, scalar(e)))),
    Claim("wdp/code-inf", FILE, part="vector", forall={**SETTING, n: integers(1), **PAIRS, A: Families(upto(k), Points(Euclid(n, 2)))},
          states=reading("components",
                         equal=eq_11(code_loss(lambda index: length(A[index])), lambda own: equal(length(own)), Inf({e: at_least(0)}, equal(e))),
                         coordinates=eq_11(code_loss(lambda index: length(A[index])), coordinates, Inf({z: Points(Euclid(n, 2))}, coordinates(z))))),
)

SCRIPT = Source("main_MNIST.py")
FULL, LAST = Fraction(1024, 60000), Fraction(60000 - 58 * 1024, 60000)
SCALE, ORDER, COUNT = number("1/100"), number(16), 28
RATES = one_of(FULL, LAST)


EPOCHS = reading("epochs", sixteen=16, twenty_five=25)


def script_loss(at_rate, moments):
    """Loss of one step of the script from the sum of its moments at distance 0, and from the least of them."""
    return (moments * code_moment(number(0), number(at_rate), SCALE, ORDER)) ** (1 / ORDER)


def least_total(moments):
    """Sum of the losses over all epochs when all distances are 0."""
    return EPOCHS * (58 * script_loss(FULL, moments) + script_loss(LAST, moments))


LEAST = reading("aggregation", code=least_total(COUNT), eq_11=least_total(1))
OFFSET = -log(number("1/100000")) / 32
LARGEST = number("0.765")
"""The largest number that is printed as 0.76."""


def step_moment(index):
    return code_moment(D[index], rate, SCALE, ORDER)


TABLE = (
    Claim("wdp/code-tab-2", SCRIPT, part="least-loss", forall={rate: RATES, D: Families(upto(COUNT), at_least(0))},
          states=reading("aggregation",
                         code=Compare(Sum({j: upto(COUNT)}, step_moment(j)) ** (1 / ORDER), ">=", (COUNT * code_moment(number(0), rate, SCALE, ORDER)) ** (1 / ORDER)),
                         eq_11=Compare(Inf({j: upto(COUNT)}, step_moment(j) ** (1 / ORDER)), ">=", code_moment(number(0), rate, SCALE, ORDER) ** (1 / ORDER)))),
    Claim("wdp/code-tab-2", SCRIPT, part="entry",
          states=reading("distances", some=Compare(LARGEST, ">=", LEAST + OFFSET),
                         every=ForAll({total: at_least(LEAST)}, Compare(total + OFFSET, "rounds to", Printed("0.76"))))),
)

LOSSES = Sum({t: upto(T)}, L[t])
TOTALS = {T: integers(1), L: Families(upto(T), at_least(0)), beta: above(0)}

CLAIMS = (
    Claim("wdp/code-lem-1", FILE, forall={**SETTING, d: at_least(0)}, states=Compare(code_moment(d), "==", eq_12(d))),
    *LOSS,
    Claim("wdp/code-eps", FILE, forall={**TOTALS, delta: between(0, 1, open="left")},
          states=Compare(LOSSES - log(delta) / beta, "==", LOSSES - 1 / beta * log(delta))),
    Claim("wdp/code-delta", FILE, forall={**TOTALS, epsilon: unstated(at_least(0))},
          states=Compare(beta * exp(LOSSES - epsilon), "==", exp(beta * LOSSES - beta * epsilon))),
    *TABLE,
)
