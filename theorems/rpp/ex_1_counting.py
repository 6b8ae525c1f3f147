r"""Example 1: a count of two correlated bits.

Statement (Example 1; sections 2, 3 and 4.2)
    ex-1          X_1, X_2 in {0, 1} with P(X_i = 1) = p and correlation rho, f = X_1 + X_2: Delta_G = Delta_GROUP = 2.
    ex-1-w2       X_1, X_2 in {0, 1} with P(X_i = 1) = p and correlation rho, f = X_1 + X_2: for alpha = k = 2 the second sensitivity is sqrt(1 + 3 rho).
    ex-1-budgets  In the example with alpha = k = 2 and Cauchy noise the budget of the distribution aware mechanism is log(1 + (1 + 3 rho)/lamda^2), that of
                  the general one log(1 + 4/lamda^2), and the first is better.

Reading
    pairs    of secrets "X_i = a", "X_j = b": about the same person, or any.
    rho      in [-1, 1] as printed (not all of them are possible for each p), all that are possible, or positive. Of p = 1/2 all are possible.
    Theta    one p and rho; or a family, with the largest value over all p and rho of the range. Beside a bound that mentions rho the family is all p with this rho.
    symbol   of the second sensitivity: a W_2 distance, or the expectation of Theorem 4.5 for Cauchy noise at its order 2, with q = 1 as the text has it, or q = 2 as in the printed superscript.
    lamda    rate or scale of the noise.
    utility  of the budgets: strictly smaller, or not larger.

Measured
    Distances of the laws of f given two secrets; group sensitivity; the Renyi divergence of the laws of f(X) + V.

Claimed
    The printed values.
"""

from mechanisms import GeneralisedCauchy
from theorems.rpp.definitions import C, better, lamda, p, rho, x, x_1, x_2, y
from theorems.rpp.definitions_noise import scaled
from verify.claims import (
    All,
    Claim,
    Compare,
    Couplings,
    Exists,
    Expect,
    Inf,
    Max,
    Source,
    Sup,
    above,
    between,
    conditional,
    convolve,
    exp,
    finite_law,
    log,
    numbers,
    one_of,
    oo,
    reading,
    sqrt,
    substitute,
    translate,
)
from verify.quantities import renyi_divergence, wasserstein_distance

p_, rho_ = numbers("p_ rho_")
SECTION, SECOND = Source("Example 1", section="Sections 2 and 3"), Source("Example 1", section="Section 4.2")
FEASIBLE = between(Max(-p / (1 - p), -(1 - p) / p), 1)
PRIORS = {p: between(0, 1, open="both"), rho: reading("rho", printed=between(-1, 1), feasible=FEASIBLE, positive=between(0, 1, open="left"))}
NOISE = scaled(GeneralisedCauchy, lamda, exponent=2)
BOTH = p * (p + rho * (1 - p))
JOINT = finite_law({(1, 1): BOTH, (1, 0): p - BOTH, (0, 1): p - BOTH, (0, 0): 1 - 2 * p + BOTH})
"""The law of the two bits: P(X_2 = 1 | X_1 = 1) = p + rho (1 - p)."""
SAME_RECORD = ((0, 1), (1, 0))
ANY = (*SAME_RECORD, (0, 0), (1, 1))
"""Values of the bits in two secrets: those about different people may be equal."""


def count(bit):
    """The law of the count given the value of one bit, whichever of the two."""
    return translate(conditional(JOINT, 1, bit), bit)


def over_pairs(quantity):
    """The largest value over the pairs of secrets."""
    return reading("pairs", same_record=Max(*(quantity(count(a), count(b)) for a, b in SAME_RECORD)), any=Max(*(quantity(count(a), count(b)) for a, b in ANY)))


def moved(order):
    """The divergence of the noise from itself moved by what a coupling moves."""
    return renyi_divergence(NOISE, translate(NOISE, x - y), order)


def expectation(cost):
    """The expectation of Theorem 4.5, with the best coupling."""
    return over_pairs(lambda first, second: Inf({C: Couplings(first, second)}, Expect({(x, y): C}, cost)))


def noised(first, second):
    return renyi_divergence(convolve(first, NOISE), convolve(second, NOISE), 2)


def largest(quantity, bound, *names):
    """``bound`` is the largest value of the quantity over the names, p or p and rho, in their ranges."""
    renamed = {"p": p_, "rho": rho_}
    over = {renamed[str(name.args[0])]: substitute(PRIORS[name], renamed) for name in names}
    elsewhere = substitute(quantity, {str(name.args[0]): renamed[str(name.args[0])] for name in names})
    return All(Compare(quantity, "<=", bound), Exists(over, Compare(elsewhere, "==", bound)))


FARTHEST = over_pairs(lambda first, second: wasserstein_distance(first, second, oo))
NEEDED = reading("symbol", w_2=over_pairs(lambda first, second: wasserstein_distance(first, second, 2)), expectation=expectation(exp(moved(2))), expectation_q_2=expectation(exp(2 * moved(3))))
AWARE, GENERAL = log(1 + (1 + 3 * rho) / lamda**2), log(1 + 4 / lamda**2)
SCALED = {**PRIORS, lamda: above(0)}

CLAIMS = (
    Claim("rpp/ex-1", SECTION, part="wasserstein", forall=PRIORS,
          because="For rho <= 0 the other bit is not more likely to be 1 given X_i = 1 than given X_i = 0, and the two counts have a "
                  "coupling at distance at most 1. So the distance is 2 only for rho > 0, and 1 for independent bits.",
          states=reading("Theta", single=Compare(FARTHEST, "==", 2), family=largest(FARTHEST, 2, p, rho))),
    Claim("rpp/ex-1", SECTION, part="group", states=Compare(Sup({x_1: one_of(0, 1, 2), x_2: one_of(0, 1, 2)}, abs(x_1 - x_2)), "==", 2)),
    Claim("rpp/ex-1-w2", SECOND, forall=SCALED,
          because="The W_2 distance of the counts given X_i = 0 and X_i = 1 is sqrt(1 + 3 rho) for rho >= 0 alone; for rho < 0 it is "
                  "sqrt(1 + rho). The symbol of Theorem 4.5 with these superscripts is an expectation of exponentials, which is another "
                  "number.",
          states=reading("Theta", single=Compare(NEEDED, "==", sqrt(1 + 3 * rho)), family=largest(NEEDED, sqrt(1 + 3 * rho), p))),
    Claim("rpp/ex-1-budgets", SECOND, part="distribution-aware", uses=("rpp/cor-4.1", "rpp/thm-3.3", "rpp/ex-1"), forall=SCALED,
          states=Compare(over_pairs(noised), "<=", AWARE)),
    Claim("rpp/ex-1-budgets", SECOND, part="wasserstein", forall=SCALED, states=Compare(over_pairs(noised), "<=", GENERAL)),
    Claim("rpp/ex-1-budgets", SECOND, part="better", forall={rho: reading("rho", printed=between(-1, 1), feasible=between(-1, 1), positive=between(0, 1, open="left")), lamda: above(0)},
          same_as={"feasible+strict": "printed+strict", "feasible+weak": "printed+weak"}, states=better(AWARE, GENERAL)),
)
