r"""The naive algorithm: all values of both staircases, each by a binary search.

Statement (Algorithm 3; Sections 4.1 and 4.2)
    text-search-count  The algorithm makes 2n + 2 = O(epsilon_h c) searches, and 2n + 2 is about c epsilon_h.
    alg-3              The outputs are a lower and an upper bound of mu.
    alg-3-index        The loop runs over i = 0, ..., n + 1 with steps of d = epsilon_h/(n - 1).
    alg-3-complexity   The algorithm takes the time O(epsilon_h c log c), which grows linearly in epsilon_h.

Reading
    bounds       of the supremum of the transform over [0, epsilon_h], or of the least mu with mu-GDP.
    staircases   as printed, mu^+ from x^- and the profile at x^+; or as in Theorem 4.3, whose upper staircase has the larger epsilon with the profile at the smaller one.
    loop         i grows by its last line alone, or by the for-loop too.
    mu max       as for algorithm 2.
    admissible   within: the algorithm is mu_max-GDP; any: no condition on the algorithm.
    approximately   ratio: the ratio tends to 1 as c tends to infinity; order: each side is at most a constant times the other.
    growth       epsilon_h is fixed and c tends to infinity, or one bound serves all epsilon_h, or all epsilon_h that are large.
    The largest abscissa is (n + 2)d; the rounds cover the head if the intervals from
    x^- to x^+, joined from 0 on, reach epsilon_h. Linear means: the ratio to epsilon_h stays between two positive numbers.

Measured
    What the printed lines return and count.

Claimed
    The supremum; 2n + 2; the rates.
"""

from theorems.gdp.definitions import ALGORITHM, c, e, epsilon_h, mu_max
from theorems.gdp.definitions_algorithms import ADMITTED, BOUNDED, LARGE, SMALL, STAIRCASES, grows, intervals, naive
from verify.claims import All, Claim, Compare, Lambda, LimInf, Limit, Source, above, at_least, big_o, chain, log, number, numbers, oo, reading, unstated

x = numbers("x")
HEAD = {epsilon_h: unstated(at_least(0)), c: above(0)}
ALGORITHM_3, TEXT = Source("Algorithm 3", section="Appendix D"), Source("Section 4.1")
CONSTANT = {"profile": Lambda({e: at_least(0)}, number("1/2")), "mu_max": 1 / (2 * c)}
"""The range of the loop does not depend on these inputs."""
TIME = "gdp/alg-3-complexity"
RATES = ("gdp/alg-2-complexity", "gdp/text-search-count")

CLAIMS = (
    Claim("gdp/alg-3", ALGORITHM_3, forall={**HEAD, mu_max: LARGE, **ALGORITHM}, given=(ADMITTED,), hints=SMALL.about(*HEAD, mu_max, *ALGORITHM),
          states=chain(naive("mu_minus", **STAIRCASES), "<=", BOUNDED, "<=", naive("mu_plus", **STAIRCASES)),
          because="mu_GDP(epsilon, delta) grows in both arguments and delta_A falls. So mu_GDP(x^-, delta_A(x^+)) is below the transform between "
                  "x^- and x^+, and mu_GDP(x^+, delta_A(x^-)) above it. The algorithm raises mu^+ by the first and mu^- by the second: the "
                  "staircases of Theorem 4.3 are interchanged."),
    Claim("gdp/alg-3-index", ALGORITHM_3, part="largest", part_of="gdp/alg-3", forall=HEAD, hints=SMALL.about(*HEAD),
          states=Compare(naive("largest", **CONSTANT), "==", (intervals() + 2) * (epsilon_h / (intervals() - 1)))),
    Claim("gdp/alg-3-index", ALGORITHM_3, part="covered", part_of="gdp/alg-3", forall=HEAD, hints=SMALL.about(*HEAD),
          states=Compare(naive("covered", **CONSTANT), ">=", epsilon_h)),
    Claim("gdp/text-search-count", TEXT, part="count", hints=SMALL.about(*HEAD, *ALGORITHM, mu_max), forall={**HEAD, **ALGORITHM, mu_max: LARGE},
          states=Compare(naive("searches"), "==", 2 * intervals() + 2),
          because="The loop runs from i = 0 to n + 1. These are n + 2 rounds with two searches each, 2n + 4 and not 2n + 2."),
    Claim("gdp/text-search-count", TEXT, part="order", forall={epsilon_h: above(0)}, states=grows(2 * intervals() + 2, epsilon_h * c)),
    Claim("gdp/text-search-count", TEXT, part="approximate", forall={epsilon_h: above(0)},
          states=reading("approximately", ratio=Compare(Limit((2 * intervals() + 2) / (c * epsilon_h), c, oo), "==", 1),
                         order=All(big_o(2 * intervals() + 2, c * epsilon_h, c), big_o(c * epsilon_h, 2 * intervals() + 2, c)))),
    Claim(TIME, Source("Sections 4.1 and 4.2"), part="order", uses=RATES, forall={epsilon_h: above(0), mu_max: LARGE, **ALGORITHM},
          states=grows(naive("operations"), epsilon_h * c * log(c))),
    Claim(TIME, Source("Sections 4.1 and 4.2"), part="linear", uses=RATES, forall={c: above(0), mu_max: LARGE, **ALGORITHM},
          states=All(big_o(naive("operations", epsilon_h=x), x, x), Compare(LimInf(naive("operations", epsilon_h=x) / x, x, oo), ">", 0))),
)
