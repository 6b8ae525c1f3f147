r"""Poisson subsampling before an algorithm, and its effect on the first example.

Statement (Section 4.3; Figure 7)
    The Laplace example is 1.80-GDP; with Poisson subsampling of rate 50% or 10% before it, mu is 0.98 or 0.28. The profile after subsampling satisfies
    delta'(log(1 + gamma (e^epsilon - 1))) = gamma delta(epsilon). Subsampling can decrease mu around epsilon = 0 a lot, but has little effect on the tail of the
    transform.

Reading
    laplace      Delta = 1 and b = 2; Delta/b = 2; or the printed b = 2/Delta with any Delta.
    rounding     the printed mu is rounded to nearest, or a bound from above.
    neighbours   add-or-remove: with and without one record; substitute: with two values of one record. A record is in the sample with probability gamma,
                 and the output has the law R without it. In the example the record moves the query by Delta, or by -Delta/2 and Delta/2.
    tail         limit: the transforms have the same upper limit at infinity; finite: they are equal from some epsilon on; bounded-support: of an algorithm with
                 bounded losses, whose transform ends at the largest loss, it ends at the same epsilon.
    A lot and little carry no quantity in the source; near 0 the transform at 0 is smaller where it was not 0 before. In Figure 7 the neighbours are with and
    without one record: P with it, Q without.

Measured
    Levels, profiles and transforms of the laws after subsampling, which are mixtures.

Claimed
    The printed digits; gamma delta(epsilon); transforms without subsampling.
"""

from theorems.gdp.definitions import ALGORITHM, LAPLACE, RULE, SPACE, Delta, P, Q, e, epsilon, gamma, laplace, mu_of, profile
from verify.claims import (
    Claim,
    Compare,
    Implies,
    Laws,
    LimSup,
    Max,
    Printed,
    Source,
    at_least,
    between,
    eventually,
    exp,
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
RATE = {gamma: unstated(between(0, 1, open="both"))}


def sampled(rate, law, without):
    """The law of the output when the record is in the sample with the given probability."""
    return mixture((rate, law), (1 - rate, without))


def example(part, digits, level):
    return Claim("gdp/text-subsampling", TEXT, part=part, forall=LAPLACE, states=Compare(level, "rounds to", Printed(digits, RULE)))


def after(rate):
    """The level of the first example after subsampling."""
    without = laplace(0)
    return gaussian_dp(reading("neighbours", add_or_remove=sampled(rate, laplace(Delta), without), substitute=sampled(rate, laplace(Delta / 2), without)),
                       reading("neighbours", add_or_remove=without, substitute=sampled(rate, laplace(-Delta / 2), without)))


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
          states=reading("neighbours", **{
              option: Compare(profile(sampled(gamma, P, R), second, log(1 + gamma * (exp(epsilon) - 1))), "==", gamma * profile(P, other, epsilon))
              for option, second, other in (("add_or_remove", R, R), ("substitute", sampled(gamma, Q, R), Q))})),
    Claim("gdp/fig-7", FIGURE, part="start", forall={**RATE, **ALGORITHM}, uses=("gdp/text-subsampling",),
          states=Implies(Compare(profile(P, Q, 0), ">", 0), Compare(transform(AFTER, 0), "<", transform((P, Q), 0)))),
    Claim("gdp/fig-7", FIGURE, part="tail", forall={**RATE, **ALGORITHM}, uses=("gdp/text-subsampling",),
          states=reading(
              "tail",
              limit=Compare(LimSup(transform(AFTER, e), e, oo), "==", LimSup(transform((P, Q), e), e, oo)),
              finite=eventually(e, Compare(transform(AFTER, e), "==", transform((P, Q), e))),
              bounded_support=Implies(Compare(largest_loss(P, Q), "<", oo), Compare(largest_loss(*AFTER), "==", largest_loss(P, Q))))),
)
