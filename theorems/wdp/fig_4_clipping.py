r"""Figure 4: the experiment of Figure 2 with gradients clipped at the threshold.

Statement (Appendix B; Figure 4)
    fig-4-lowest  With clipping the Wasserstein accountant is still the lowest at every step and threshold, and grows a little more slowly than the other two.
    fig-4-narrow  With clipping the influence of the threshold C on the levels, and the gaps between the accountants, are smaller than without.

Reading
    gradients    as-stated: in the stated unit; times-a-constant: all gradients multiplied by any positive constant (C with them).
    aggregation  loss of a step: infimum, the least over the pairs of gradients as in the paper; sum, as in the released code.
    when         influence and gaps at the end, after 100 steps; or throughout, after every step.
    Parts of the effect of clipping: moments, bayesian and wasserstein, the accountant whose levels C influences; wasserstein-moments, wasserstein-bayesian and
    moments-bayesian, the two accountants whose gap is compared.
    Growth is the increase from a step to the next; the influence of C is the spread of the four levels at a step; a gap is the distance of two curves.

Measured
    The levels, from runs of the experiment.

Claimed
    Order relations between curves, and between runs with and without clipping.
"""

from theorems.wdp.definitions_figures import AGGREGATION, QUANTILES, STEPS, UNIT, WHEN, C, factor, level, step
from verify.claims import Abs, All, Claim, Compare, Inf, Source, Sup, upto

FIGURE = Source("Figure 4", section="Appendix B")
ACCOUNTANTS = {"moments": "moments", "bayesian": "bayesian", "wasserstein": AGGREGATION}


def growth(accountant):
    """Increase of the level from a step to the next."""
    return level(accountant, step + 1, C, "yes", factor) - level(accountant, step, C, "yes", factor)


def spread(accountant, clipped):
    """Influence of C: the largest minus the smallest level over the four thresholds."""
    return Sup({C: QUANTILES}, level(accountant, step, C, clipped)) - Inf({C: QUANTILES}, level(accountant, step, C, clipped))


def gap(first, second, clipped):
    """Distance of two curves."""
    return Abs(level(first, step, C, clipped) - level(second, step, C, clipped))


CLAIMS = (
    Claim("wdp/fig-4-lowest", FIGURE, part="lowest", forall={factor: UNIT, C: QUANTILES, step: STEPS},
          states=All(*(Compare(level(AGGREGATION, step, C, "yes", factor), "<", level(rival, step, C, "yes", factor)) for rival in ("moments", "bayesian")))),
    Claim("wdp/fig-4-lowest", FIGURE, part="slower", forall={factor: UNIT, C: QUANTILES, step: upto(99)},
          states=All(*(Compare(growth(AGGREGATION), "<", growth(rival)) for rival in ("moments", "bayesian")))),
    *(Claim("wdp/fig-4-narrow", FIGURE, part=part, forall={step: WHEN}, states=Compare(spread(accountant, "yes"), "<", spread(accountant, "no")),
            because="Clipping shortens distances of gradients, most at the smallest C, where the Wasserstein and the Bayesian level fall. The "
                    "moments level, which takes the distance 2C either way, stays and ends farther from both, and the Wasserstein levels spread "
                    "out.")
      for part, accountant in ACCOUNTANTS.items()),
    *(Claim("wdp/fig-4-narrow", FIGURE, part=f"{first}-{second}", forall={C: QUANTILES, step: WHEN},
            states=Compare(gap(ACCOUNTANTS[first], ACCOUNTANTS[second], "yes"), "<", gap(ACCOUNTANTS[first], ACCOUNTANTS[second], "no")))
      for first, second in (("wasserstein", "moments"), ("wasserstein", "bayesian"), ("moments", "bayesian"))),
)
