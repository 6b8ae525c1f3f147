r"""Section 5.2: levels of one and of 50 runs of a 0.2-DP algorithm, and how the methods compare.

Statement (Section 5.2)
    text-basic-10       50 runs of a 0.2-DP algorithm are 10-DP.
    text-rdp-looser     The bound 4 epsilon sqrt(2 n log(1/delta)) of Renyi-DP is looser than basic composition.
    text-0.2505         One run of a 0.2-DP algorithm is 0.2505-GDP.
    text-0.2391         One run of the 0.2-DP Laplace mechanism is 0.2391-GDP.
    text-1.771          50 runs of a 0.2-DP algorithm are 1.771-GDP.
    text-1.691          50 runs of the 0.2-DP Laplace mechanism are 1.691-GDP.
    text-1.420          The optimal composition of 50 runs of 0.2-DP is summarised by mu = 1.420.
    text-clt            The central limit theorem gives mu = sqrt(2) for 50 runs of 0.2-DP.
    tab-4-order         The summary is at least the optimal value, and GDP is below basic, advanced and Renyi composition.
    text-more-powerful  The approach is more powerful than standard and advanced composition.
    text-not-two-param  Two (epsilon, delta) guarantees compose to something that no single pair describes.

Reading
    adaptive     no: later mechanisms see the data alone; yes: later mechanisms also see earlier outputs.
    rounding     nearest, or an upper bound: "is x-GDP".
    mu           the level of one run (or of the composition) as printed, or unrounded.
    rdp          Corollary 1 where it is valid (log(1/delta) >= 2), or the exact Renyi curve of randomised response with the standard conversion
                 epsilon = D_alpha + log(1/delta)/(alpha - 1), at the best order.
    delta        the four printed values, or all.

Measured
    The largest value of the transform of the worst profile and of delta_opt, the least mu of the Laplace mechanism; least epsilons on the curves.

Claimed
    The printed numbers; the order of the methods.
"""

from theorems.gdp.definitions import RULE, delta, dp, epsilon, implied
from theorems.gdp.definitions_composition import D_, PAIRS, C, D, at_each, composed
from theorems.gdp.definitions_pure import (
    COUNT,
    EACH,
    GDP_LEVEL,
    LAPLACE_LEVEL,
    OPTIMAL_LEVEL,
    SUMMARY_LEVEL,
    WORST_LEVEL,
    advanced,
    basic,
    corollary,
    gaussian_epsilon,
    optimal_epsilon,
    pure_level,
    runs,
)
from verify.claims import (
    Any_,
    Claim,
    Compare,
    ForAll,
    Inf,
    Max,
    Printed,
    Source,
    above,
    at_least,
    between,
    exp,
    joint,
    log,
    number,
    numbers,
    one_of,
    reading,
    sqrt,
)

TEXT, TABLE, AIMS = Source("Section 5.2"), Source("Figure 4 (table)", section="Section 5.2"), Source("Abstract, Sections 1.1 and 5.2")
order = numbers("order")
PRINTED = one_of("0.1", "0.01", "0.001", "0.0001")
DELTAS = reading("delta", printed=PRINTED, all=between(0, 1, open="both"))


def rounds(number_, digits):
    return Compare(number_, "rounds to", Printed(digits, RULE, safe="above"))


def renyi_curve(alpha):
    """The Renyi divergence of order alpha of randomised response with epsilon = 0.2, the largest of a 0.2-DP algorithm."""
    share = exp(EACH) / (1 + exp(EACH))
    return log(share**alpha * (1 - share) ** (1 - alpha) + (1 - share) ** alpha * share ** (1 - alpha)) / (alpha - 1)


renyi_epsilon = Inf({order: above(1)}, COUNT * renyi_curve(order) + log(1 / delta) / (order - 1))
looser = Compare(reading("rdp", corollary_1=corollary(delta), rdp_curve=renyi_epsilon), ">", 10)
gdp_epsilon = gaussian_epsilon(GDP_LEVEL, delta)


def twice(at):
    """The least delta of two runs of a 1-DP algorithm, at epsilon >= 0: randomised response, twice."""
    share = exp(1) / (1 + exp(1))
    return share**2 * Max(1 - exp(number(at) - 2), 0)


def differ(at):
    """A pair (epsilon, delta) implies another delta at one epsilon than two runs have."""
    return Any_(Compare(implied(epsilon, delta, number(at)), "<", twice(at)), Compare(implied(epsilon, delta, number(at)), ">", twice(at)))


CLAIMS = (
    Claim("gdp/text-basic-10", TEXT, forall=composed(50), given=(at_each(50, dp, number("0.2"), 0),), states=ForAll(PAIRS, dp(joint(C, D), joint(C, D_), 10, 0))),
    Claim("gdp/text-rdp-looser", TEXT, forall={delta: between(0, 1, open="both")},
          given=(reading("rdp", corollary_1=Compare(log(1 / delta), ">=", 2), rdp_curve=None),), states=looser),
    Claim("gdp/text-0.2505", TEXT, forall={}, states=rounds(WORST_LEVEL, "0.2505"), uses=("gdp/thm-5.1",)),
    Claim("gdp/text-0.2391", TEXT, forall={}, states=rounds(LAPLACE_LEVEL, "0.2391"), uses=("gdp/text-laplace-better",)),
    Claim("gdp/text-1.771", TEXT, forall={}, states=rounds(runs("0.2505", pure_level(EACH)), "1.771"), uses=("gdp/thm-5.1", "gdp/text-gdp-composition")),
    Claim("gdp/text-1.691", TEXT, forall={}, states=rounds(runs("0.2391", LAPLACE_LEVEL), "1.691"), uses=("gdp/text-laplace-better", "gdp/text-gdp-composition")),
    Claim("gdp/text-1.420", TEXT, forall={}, states=rounds(OPTIMAL_LEVEL, "1.420")),
    Claim("gdp/text-clt", TEXT, forall={}, states=Compare(sqrt(COUNT) * EACH, "==", sqrt(2))),
    Claim("gdp/tab-4-order", TABLE, part="summary-optimal", forall={delta: PRINTED},
          states=Compare(gaussian_epsilon(SUMMARY_LEVEL, delta), ">=", optimal_epsilon(delta))),
    *(Claim("gdp/tab-4-order", TABLE, part=f"gdp-{name}", forall={delta: PRINTED}, states=Compare(gdp_epsilon, "<", method(delta)))
      for name, method in (("basic", basic), ("advanced", advanced), ("rdp", corollary))),
    Claim("gdp/text-more-powerful", AIMS, part="standard", forall={delta: DELTAS}, states=Compare(gdp_epsilon, "<", basic(delta)), uses=("gdp/tab-4-order",)),
    Claim("gdp/text-more-powerful", AIMS, part="advanced", forall={delta: DELTAS}, states=Compare(gdp_epsilon, "<", advanced(delta)), uses=("gdp/tab-4-order",)),
    Claim("gdp/text-not-two-param", TEXT, forall={epsilon: at_least(0), delta: between(0, 1)}, states=Any_(*(differ(at) for at in (0, 1, 2)))),
)
