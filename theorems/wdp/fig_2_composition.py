r"""Figure 2: levels of three accountants over 100 steps on synthetic gradients, without clipping.

Statement (section Composition; Figure 2)
    fig-2-lowest  At every step and for every threshold C the level of the Wasserstein accountant is below those of the moments and of the Bayesian
                  accountant.
    fig-2-gap     The advantage of the Wasserstein accountant over the other two grows with C.
    fig-2-shape   The curve of the Wasserstein accountant nearly reproduces the shape of the other two.

Reading
    gradients    as-stated: in the stated unit; times-a-constant: all gradients multiplied by any positive constant (C with them).
    aggregation  loss of a step: infimum, the least over the pairs of gradients as in the paper; sum, as in the released code.
    gap          the advantage over another accountant: difference, the other's level minus that of the Wasserstein accountant; ratio, the quotient of the two.
    when         the gap at the end, after 100 steps; or throughout, after every step.
    Parts of the gap: moments and bayesian, the accountant that the advantage is over.
    shape        rise: all three curves rise at every step; proportional: each curve over its own last value is within a tenth of the others at every step.
                 Almost has no number in the source; a tenth is what one sees in a plot.

Measured
    The levels, from runs of the experiment.

Claimed
    Order relations between curves.
"""

from theorems.wdp.definitions_figures import AGGREGATION, C_1, C_2, QUANTILES, STEPS, UNIT, WHEN, C, factor, level, step
from verify.claims import Abs, All, Claim, Compare, Source, number, reading, upto

FIGURE = Source("Figure 2", section="Composition")


def gap(threshold, rival):
    """How far the Wasserstein accountant is below another one."""
    ours, theirs = level(AGGREGATION, step, threshold, "no"), level(rival, step, threshold, "no")
    return reading("gap", difference=theirs - ours, ratio=theirs / ours)


def at(accountant, when):
    """The level of an accountant at a step."""
    return level(accountant, when, C, "no")


def rises(accountant):
    """The curve rises from a step to the next."""
    return Compare(at(accountant, step + 1), ">", at(accountant, step))


def near(rival):
    """Two curves over their last values are within a tenth of each other."""
    return Compare(Abs(at(AGGREGATION, step) / at(AGGREGATION, 100) - at(rival, step) / at(rival, 100)), "<=", number("1/10"))


CLAIMS = (
    Claim("wdp/fig-2-lowest", FIGURE, forall={factor: UNIT, C: QUANTILES, step: STEPS},
          states=All(*(Compare(level(AGGREGATION, step, C, "no", factor), "<", level(rival, step, C, "no", factor)) for rival in ("moments", "bayesian")))),
    *(Claim("wdp/fig-2-gap", FIGURE, part=rival, forall={C_1: QUANTILES, C_2: QUANTILES, step: WHEN}, given=(Compare(C_1, "<", C_2),),
            states=Compare(gap(C_2, rival), ">", gap(C_1, rival)),
            because="Without clipping C enters through the noise alone, of deviation sigma C. As C grows, the Wasserstein level rises with the "
                    "noise, the Bayesian level falls, and the moments level, which takes gradients at distance 2C, stays, so that both gaps "
                    "shrink.") for rival in ("moments", "bayesian")),
    Claim("wdp/fig-2-shape", FIGURE, forall={C: QUANTILES, step: reading("shape", rise=upto(99), proportional=STEPS)},
          states=reading("shape", rise=All(rises(AGGREGATION), rises("moments"), rises("bayesian")),
                         proportional=All(near("moments"), near("bayesian")))),
)
