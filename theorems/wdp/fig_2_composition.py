r"""Figure 2: levels of three accountants over 100 steps on synthetic gradients, without clipping.

Statement (section Composition; Figure 2)
    At every step and for every threshold C the level of the Wasserstein accountant is below those of the moments and of the Bayesian accountant; its distance
    from them grows with C; its curve nearly reproduces the shape of theirs.

Reading
    gradients    as-stated: in the stated unit; times-a-constant: all gradients multiplied by any positive constant (C with them).
    aggregation  loss of a step: infimum, the least over the pairs of gradients as in the paper; sum, as in the released code.
    gap          difference: the distance of two curves; ratio: the quotient of their levels.
    against      the moments or the Bayesian accountant.
    Reproducing a shape has no number; what is checked of it is that all three curves rise at every step.

Measured
    The levels, from runs of the experiment.

Claimed
    Order relations between curves.
"""

from theorems.wdp.definitions_figures import AGGREGATION, C_1, C_2, QUANTILES, STEPS, UNIT, C, factor, level, step
from verify.claims import Abs, All, Claim, Compare, Source, reading, upto, word

FIGURE = Source("Figure 2", section="Composition")
RIVAL = reading("against", moments=word("moments"), bayesian=word("bayesian"))


def gap(threshold):
    """How far the Wasserstein accountant is from another one."""
    ours, theirs = level(AGGREGATION, step, threshold, "no"), level(RIVAL, step, threshold, "no")
    return reading("gap", difference=Abs(theirs - ours), ratio=theirs / ours)


def rises(accountant):
    """The curve rises from a step to the next."""
    return Compare(level(accountant, step + 1, C, "no"), ">", level(accountant, step, C, "no"))


CLAIMS = (
    Claim("wdp/fig-2-lowest", FIGURE, forall={factor: UNIT, C: QUANTILES, step: STEPS},
          states=All(*(Compare(level(AGGREGATION, step, C, "no", factor), "<", level(rival, step, C, "no", factor)) for rival in ("moments", "bayesian")))),
    Claim("wdp/fig-2-gap", FIGURE, forall={C_1: QUANTILES, C_2: QUANTILES, step: STEPS}, given=(Compare(C_1, "<", C_2),),
          states=Compare(gap(C_2), ">", gap(C_1))),
    Claim("wdp/fig-2-shape", FIGURE, forall={C: QUANTILES, step: upto(99)}, states=All(rises(AGGREGATION), rises("moments"), rises("bayesian"))),
)
