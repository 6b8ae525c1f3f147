r"""The tail condition alone decides whether an algorithm is GDP, the steps of the proof, and heads of non-trivial algorithms.

Statement (Theorem 3.2; Proof B.3; the text below Theorem 3.2)
    thm-3.2               A is GDP iff it is (epsilon, mu)-tail GDP for any finite epsilon and mu.
    thm-3.2-proof         If the upper limit mu_0 of the transform is finite, there is a tail condition at mu_0 + 1 beyond some epsilon_t; some mu_1 > mu_0
                          has delta_mu_1(epsilon_t) > delta_A(0); before epsilon_t this bounds the profile, so that A is GDP for mu_0 + mu_1 + 1.
    text-nontrivial-head  Any non-trivial (epsilon, delta)-DP algorithm is (0, delta')-DP with some delta' < 1 and satisfies a head condition for some large
                          mu.

Reading
    any          some: there are epsilon and mu; every: for all epsilon and mu; some-mu-every-epsilon: there is one mu for all epsilon.
    mu_0         is not defined in the source: the upper limit of the transform, or any number >= 0 where it is only given. The transform is 0 at delta = 0 and
                 infinite at delta = 1.
    Non-trivial: delta < 1. Some delta' < 1: the least one, the profile at 0, is below 1.

Measured
    The least mu of the pair; its profile.

Claimed
    The equivalence, the relation of each step.
"""

from theorems.gdp.definitions import (
    ALGORITHM,
    P,
    Q,
    delta_0,
    dp,
    epsilon,
    epsilon_0,
    epsilon_h,
    epsilon_t,
    gaussian_profile,
    gdp,
    head,
    is_gdp,
    mu,
    mu_0,
    profile,
    tail,
    transform_growth,
)
from verify.claims import (
    All,
    Claim,
    Compare,
    Exists,
    ForAll,
    Iff,
    Implies,
    Limit,
    Source,
    above,
    at_least,
    between,
    chain,
    numbers,
    oo,
    reading,
)

mu_1 = numbers("mu_1")
PROOF = {"part_of": "gdp/thm-3.2", "uses": ("gdp/thm-2.1",)}
TAIL, TEXT = Source("Proof of Theorem 3.2", section="Appendix B.3"), Source("Section 3")
START = {epsilon_0: at_least(0), delta_0: between(0, 1, open="right"), **ALGORITHM}
TRIVIAL_NOT = (dp(P, Q, epsilon_0, delta_0),)
SMALL_START = Compare(profile(P, Q, 0), "<", 1)
PICKED = Compare(gaussian_profile(mu_1, epsilon_t), ">", profile(P, Q, 0))
transform = transform_growth(P, Q)
end = mu_0 + mu_1 + 1


def step(part, forall, states, given=()):
    return Claim("gdp/thm-3.2-proof", TAIL, part=part, forall=forall, given=given, states=states, **PROOF)


THEOREM = Claim(
    "gdp/thm-3.2", Source("Theorem 3.2"), forall=ALGORITHM,
    states=Iff(is_gdp(P, Q), reading(
        "any",
        some=Exists({epsilon: at_least(0), mu: above(0)}, tail(P, Q, epsilon, mu)),
        every=ForAll({epsilon: at_least(0), mu: above(0)}, tail(P, Q, epsilon, mu)),
        some_mu_every_epsilon=Exists({mu: above(0)}, ForAll({epsilon: at_least(0)}, tail(P, Q, epsilon, mu))),
    )),
)
STEPS = (
    step("sufficiency", {mu: above(0), **ALGORITHM}, Compare(transform, "<=", mu), (gdp(P, Q, mu),)),
    step("tail", ALGORITHM, Implies(Compare(transform, "<", oo), Exists({epsilon_t: above(0)}, tail(P, Q, epsilon_t, transform + 1)))),
    step("limit", {epsilon_t: above(0)}, Compare(Limit(gaussian_profile(mu, epsilon_t), mu, oo), "==", 1)),
    step("start", START, SMALL_START, TRIVIAL_NOT),
    step("pick", {epsilon_t: above(0), mu_0: at_least(0), **ALGORITHM},
         Exists({mu_1: above(mu_0)}, PICKED), (SMALL_START,)),
    step("head", {epsilon_t: above(0), mu_1: above(0), **ALGORITHM, epsilon: between(0, epsilon_t, open="right")},
         chain(profile(P, Q, epsilon), "<=", profile(P, Q, 0), "<=", gaussian_profile(mu_1, epsilon_t), "<=", gaussian_profile(mu_1, epsilon)), (PICKED,)),
    step("join", {epsilon_t: above(0), mu_0: at_least(0), mu_1: above(mu_0), **ALGORITHM},
         All(head(P, Q, epsilon_t, end), tail(P, Q, epsilon_t, end)), (tail(P, Q, epsilon_t, mu_0 + 1), PICKED)),
)
NON_TRIVIAL = (
    Claim("gdp/text-nontrivial-head", TEXT, part="start", forall=START, given=TRIVIAL_NOT, states=SMALL_START, uses=("gdp/thm-2.1",)),
    Claim("gdp/text-nontrivial-head", TEXT, part="head",
          forall={epsilon_0: at_least(0), delta_0: between(0, 1, open="right"), epsilon_h: at_least(0), **ALGORITHM}, given=TRIVIAL_NOT,
          states=Exists({mu: above(0)}, head(P, Q, epsilon_h, mu)), uses=("gdp/thm-2.1",)),
)

CLAIMS = (THEOREM, *STEPS, *NON_TRIVIAL)
