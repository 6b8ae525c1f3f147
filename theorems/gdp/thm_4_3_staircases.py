r"""The transform lies between two staircases whose maxima are close (Theorem 4.3), with the two cases of the proof.

Statement (Theorem 4.3; Appendix B.6)
    thm-4.3-staircase    For epsilon_h >= 0, d = epsilon_h/n, x_i = i d and epsilon <= epsilon_h: G^- <= G <= G^+, where G^-(epsilon) = mu_GDP(x_i,
                         delta(x_(i+1))) and G^+(epsilon) = mu_GDP(x_(i+1), delta(x_i)) for epsilon in [x_i, x_(i+1)).
    thm-4.3-eq2          With the staircases G^- and G^+ of steps of width d = epsilon_h/n: max_{i <= n} G^-(x_i) <= max_{[0, epsilon_h]} G <= max_{i <= n+1}
                         G^+(x_i) <= max_{i <= n} G^-(x_i) + sqrt(2) pi d.
    thm-4.3-proof-case1  If the largest G^+(x_i) is G^+(x_0): it is mu_GDP(d, delta(0)) <= mu_GDP(0, delta(0)) + sqrt(2) pi d/2, so max G <= G^+(x_0) <=
                         G^-(x_0) + sqrt(2) pi d/2.
    thm-4.3-proof-case2  Otherwise max_{i <= n} G^-(x_i) = max_{1 <= i <= n+1} mu_GDP(x_(i-1), delta(x_i)) >= max_{1 <= i <= n+1} {mu_GDP(x_(i+1), delta(x_i))
                         - sqrt(2) pi d} >= max_{1 <= i <= n+1} G^+(x_i) - sqrt(2) pi d.

Reading
    head       from-0: epsilon_h >= 0 as printed; at 0 all intervals are empty. positive: epsilon_h > 0.
    x beyond   extended: the last interval ends at (n + 2) d; absent: there is no interval beyond the last listed node.
    curve      profile: the profile of the algorithm; function: any function of Definition 4.1.
    mu at delta 0, mu at delta 1   the transform where no mu > 0 solves its equation: 0 and infinity, or no value.
    Maxima over intervals are suprema. Whether the largest G^+(x_i) is the first says that none is larger (case 1), or that one is (case 2).

Measured
    The transform and both staircases, through the inverse of the profile of N(mu, 1) against N(0, 1).

Claimed
    The order, and the distance sqrt(2) pi d.
"""

from fractions import Fraction

from theorems.gdp.definitions import P, Q, dim, epsilon, epsilon_h, mu_gdp, n
from theorems.gdp.definitions_staircases import (
    CASE_1,
    CASE_2,
    FIRST,
    HIGHEST,
    LARGEST,
    LAST,
    LOWEST,
    SLOPE,
    STAIRS,
    at_node,
    curve,
    d,
    i,
    lower_step,
    node,
    staircase,
    transform,
    upper_at,
    upper_step,
)
from verify.claims import Claim, Compare, Hints, Implies, Source, Sup, between, chain, finite_law, integers

PROOF = Source("Proof of Theorem 4.3", section="Appendix B.6")
NEAR_THE_LOSS = Hints(instances=({n: 1, epsilon_h: Fraction(9, 100), dim: 1, P: finite_law({0: Fraction(11, 21), 1: Fraction(10, 21)}),
                                  Q: finite_law({0: Fraction(10, 21), 1: Fraction(11, 21)})},),
                      by=("textbook/floor", "textbook/hs-level", "textbook/hs-range", "textbook/level-ends"))
"""Randomised response, and a head that ends just before its largest loss; the order of profiles and of levels."""
STEP = {"part_of": "gdp/thm-4.3-eq2", "uses": ("gdp/thm-4.2",), "hints": NEAR_THE_LOSS}

SHIFTED = Sup({i: integers(1, n + 1)}, mu_gdp(node(i - 1), curve(node(i))))
LOWERED = Sup({i: integers(1, LAST)}, upper_step(i) - SLOPE * d)
AFTER_FIRST = Sup({i: integers(1, n + 1)}, upper_at(i))


def case_1(part, states, because=""):
    return Claim("gdp/thm-4.3-proof-case1", PROOF, part=part, forall=STAIRS, states=Implies(CASE_1, states), because=because, **STEP)


def case_2(part, states):
    return Claim("gdp/thm-4.3-proof-case2", PROOF, part=part, forall=STAIRS, states=Implies(CASE_2, states), **STEP)


CLAIMS = (
    Claim("gdp/thm-4.3-staircase", Source("Theorem 4.3"), forall={**STAIRS, epsilon: between(0, epsilon_h)}, hints=NEAR_THE_LOSS,
          states=chain(staircase(lower_step, epsilon), "<=", transform(epsilon), "<=", staircase(upper_step, epsilon))),
    Claim("gdp/thm-4.3-eq2", Source("Theorem 4.3", eq="2"), uses=("gdp/thm-4.2",), forall=STAIRS, hints=NEAR_THE_LOSS,
          states=chain(LOWEST, "<=", LARGEST, "<=", HIGHEST, "<=", LOWEST + SLOPE * d)),
    case_1("value", Compare(FIRST, "==", mu_gdp(d, curve(0)))),
    case_1("step", Compare(mu_gdp(d, curve(0)), "<=", mu_gdp(0, curve(0)) + SLOPE * d / 2)),
    case_1("below", Compare(LARGEST, "<=", FIRST)),
    case_1("gap", Compare(FIRST, "<=", at_node(lower_step, 0) + SLOPE * d / 2),
          because="The first step of the lower staircase is mu_GDP(0, delta_A(d)), not mu_GDP(0, delta_A(0)). Where the profile falls on [0, d], it "
                  "is the smaller of the two, and Theorem 4.2, which keeps delta fixed, bounds no distance to it."),
    case_2("shift", Compare(LOWEST, "==", SHIFTED)),
    case_2("bound", Compare(SHIFTED, ">=", LOWERED)),
    case_2("gap", Compare(LOWERED, ">=", AFTER_FIRST - SLOPE * d)),
)
