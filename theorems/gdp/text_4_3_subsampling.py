r"""Poisson subsampling before an algorithm, and its effect on the first example.

Statement (Section 4.3; Figure 7)
    text-subsampling  The Laplace example is 1.80-GDP; with Poisson subsampling of rate 50% or 10% before it, mu is 0.98 or 0.28. After subsampling
                      delta'(log(1 + gamma (e^epsilon - 1))) <= gamma delta(epsilon), with equality for the worst algorithm.
    fig-7             Subsampling can decrease mu around epsilon = 0 a lot, but has little effect on the tail of the transform.

Reading
    laplace      Delta = 1 and b = 2; Delta/b = 2; or the printed b = 2/Delta with any Delta.
    rounding     the printed mu is rounded to nearest, or a bound from above.
    neighbours   add-or-remove: data sets with and without one record, and Poisson samples; substitute: two values of one record, and samples of a fixed size. These are
                 Theorems 8 and 9. The record is in the sample with probability gamma, and the output has the law R without it. Samples of a fixed size without the record
                 are neighbours of those with it, Poisson samples under substitution are not: how far R lies from P and Q is said nowhere, so the examples, which are
                 about Poisson sampling, are read with and without one record. Sampling with replacement (Theorem 10) changes several records at once and is left out.
    profile      guarantee: the profile of any algorithm after sampling, in both orders, against its profile before; worst-case: the largest profile after sampling of
                 all algorithms that are (epsilon, delta)-DP.
    tail         limit: the transforms have the same upper limit at infinity; finite: the transforms are equal from some epsilon on; bounded-support: with
                 bounded losses, both transforms end at the same epsilon. They end at the largest loss.
    A lot and little carry no quantity in the source; near 0 the transform at 0 is smaller where it was not 0 before. In Figure 7 the neighbours are with and
    without one record: P with it, Q without.

Measured
    Levels, profiles and transforms of the laws after subsampling, which are mixtures.

Claimed
    The printed digits; gamma delta(epsilon); transforms without subsampling.
"""

from theorems.gdp.definitions import ALGORITHM, LAPLACE, RULE, SPACE, Delta, P, Q, delta, dim, dp, e, epsilon, gamma, laplace, mu_of, profile
from verify.claims import (
    Claim,
    Compare,
    Implies,
    Laws,
    LimSup,
    Max,
    Printed,
    Source,
    Sup,
    at_least,
    between,
    eventually,
    exp,
    integers,
    log,
    mixture,
    number,
    objects,
    oo,
    reading,
    unstated,
)
from verify.quantities import gaussian_dp, max_divergence

R = objects("R")
TEXT, FIGURE = Source("Section 4.3"), Source("Figure 7", section="Appendix E.2")
amplified = log(1 + gamma * (exp(epsilon) - 1))
RATE = {gamma: unstated(between(0, 1, open="both"))}


def sampled(rate, law, without):
    """The law of the output when the record is in the sample with the given probability."""
    return mixture((rate, law), (1 - rate, without))


def example(part, digits, level):
    return Claim("gdp/text-subsampling", TEXT, part=part, forall=LAPLACE, states=Compare(level, "rounds to", Printed(digits, RULE, safe="above")))


def after(rate):
    """The level of the first example after subsampling."""
    return gaussian_dp(sampled(rate, laplace(Delta), laplace(0)), laplace(0))


def largest_loss(p, q):
    return Max(max_divergence(p, q), max_divergence(q, p))


AFTER = sampled(gamma, P, Q), Q


def transform(laws, at):
    return mu_of(at, profile(*laws, at))


CLAIMS = (
    example("full", "1.80", gaussian_dp(laplace(Delta), laplace(0))),
    example("half", "0.98", after(number("1/2"))),
    example("tenth", "0.28", after(number("1/10"))),
    Claim("gdp/text-subsampling", TEXT, part="profile", forall={gamma: between(0, 1, open="left"), epsilon: at_least(0), **ALGORITHM, R: Laws(SPACE)},
          states=reading(
              "neighbours",
              add_or_remove=Compare(profile(sampled(gamma, P, R), R, amplified), "<=", gamma * profile(P, R, epsilon)),
              substitute=Compare(profile(sampled(gamma, P, R), sampled(gamma, Q, R), amplified), "<=",
                                 gamma * Max(profile(P, Q, epsilon), profile(P, R, epsilon), profile(Q, R, epsilon))))),
    Claim("gdp/text-subsampling", TEXT, part="worst-case",
          forall={gamma: between(0, 1, open="left"), epsilon: at_least(0), delta: between(0, 1), dim: integers(1)},
          states=Compare(Sup({P: Laws(SPACE), Q: Laws(SPACE)}, profile(sampled(gamma, P, Q), Q, amplified), where=dp(P, Q, epsilon, delta)), "==", gamma * delta)),
    Claim("gdp/fig-7", FIGURE, part="start", forall={**RATE, **ALGORITHM}, uses=("gdp/text-subsampling",),
          states=Implies(Compare(profile(P, Q, 0), ">", 0), Compare(transform(AFTER, 0), "<", transform((P, Q), 0)))),
    Claim("gdp/fig-7", FIGURE, part="tail", forall={**RATE, **ALGORITHM}, uses=("gdp/text-subsampling",),
          states=reading(
              "tail",
              limit=Compare(LimSup(transform(AFTER, e), e, oo), "==", LimSup(transform((P, Q), e), e, oo)),
              finite=eventually(e, Compare(transform(AFTER, e), "==", transform((P, Q), e))),
              bounded_support=Implies(Compare(largest_loss(P, Q), "<", oo), Compare(largest_loss(*AFTER), "==", largest_loss(P, Q)))),
          because="Subsampling changes the tail. The law with the record keeps at least 1 - gamma times the law without it, so one of the two "
                  "losses is at most -log(1 - gamma) afterwards; a largest loss L of the other falls to log(1 + gamma (e^L - 1)) < L. The transform "
                  "is 0 beyond the largest loss."),
)
