r"""Figure 4: the experiment of Figure 2 with gradients clipped at the threshold.

Statement (Appendix B; Figure 4)
    With clipping the Wasserstein accountant is still the lowest at every step and threshold, and grows a little more slowly than the other two. The influence of
    the threshold C on the levels, and the gaps between the accountants, are smaller than without clipping.

Reading
    gradients    as-stated: in the stated unit; times-a-constant: all gradients multiplied by any positive constant (C with them).
    aggregation  loss of a step: infimum, the least over the pairs of gradients as in the paper; sum, as in the released code.
    framework    the accountant whose levels are compared with and without clipping.
    pair         the two accountants whose gap is compared.
    when         influence and gaps at the end, after 100 steps; or throughout, after every step.
    Growth is the increase from a step to the next; the influence of C is the spread of the four levels at a step; a gap is the distance of two curves.

Measured
    The levels, from runs of the experiment.

Claimed
    Order relations between curves, and between runs with and without clipping.
"""

from theorems.wdp.definitions_figures import AGGREGATION, QUANTILES, STEPS, UNIT, C, factor, level, step
from verify.claims import Abs, All, Claim, Compare, Inf, Source, Sup, one_of, reading, upto, word

FIGURE = Source("Figure 4", section="Appendix B")
WHEN = reading("when", end=one_of(100), throughout=STEPS)
FRAMEWORK = reading("framework", moments=word("moments"), bayesian=word("bayesian"), wasserstein=AGGREGATION)


def growth(accountant):
    """Increase of the level from a step to the next."""
    return level(accountant, step + 1, C, "yes", factor) - level(accountant, step, C, "yes", factor)


def spread(clipped):
    """Influence of C: the largest minus the smallest level over the four thresholds."""
    return Sup({C: QUANTILES}, level(FRAMEWORK, step, C, clipped)) - Inf({C: QUANTILES}, level(FRAMEWORK, step, C, clipped))


def gap(clipped):
    """Distance of two curves."""
    wasserstein, moments, bayesian = (level(a, step, C, clipped) for a in (AGGREGATION, "moments", "bayesian"))
    return reading("pair", wasserstein_moments=Abs(wasserstein - moments), wasserstein_bayesian=Abs(wasserstein - bayesian),
                   moments_bayesian=Abs(moments - bayesian))


CLAIMS = (
    Claim("wdp/fig-4-lowest", FIGURE, part="lowest", forall={factor: UNIT, C: QUANTILES, step: STEPS},
          states=All(*(Compare(level(AGGREGATION, step, C, "yes", factor), "<", level(rival, step, C, "yes", factor)) for rival in ("moments", "bayesian")))),
    Claim("wdp/fig-4-lowest", FIGURE, part="slower", forall={factor: UNIT, C: QUANTILES, step: upto(99)},
          states=All(*(Compare(growth(AGGREGATION), "<", growth(rival)) for rival in ("moments", "bayesian")))),
    Claim("wdp/fig-4-narrow", FIGURE, part="influence", forall={step: WHEN}, states=Compare(spread("yes"), "<", spread("no"))),
    Claim("wdp/fig-4-narrow", FIGURE, part="gaps", forall={C: QUANTILES, step: WHEN}, states=Compare(gap("yes"), "<", gap("no"))),
)
