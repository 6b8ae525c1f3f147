r"""Figure 1: the three examples against the Gaussian curves of mu = 1, 2 and 4.

Statement (section 3, text on Figure 1)
    fig-1-laplace          The Laplace curve is below the 2-GDP and 4-GDP curves and crosses the 1-GDP curve: the mechanism is 2-GDP and 4-GDP, not 1-GDP.
    fig-1-icea-intersects  The ICEA curve intersects all displayed curves.
    fig-1-icea-notgdp      The ICEA algorithm is not mu-GDP for mu = 1, 2, 4.

Reading
    laplace      l1: sensitivity 1, scale 2; l2: any sensitivity Delta, scale Delta/2; l3: any Delta, scale 2/Delta as printed.
    curve        refined: all pairs that follow from the trade-off by Theorem 2.1; naive: the inverted trade-off, whose values above 1 say nothing.
    log base     of the logarithm in the trade-off of ICEA.
    displayed    mu = 1, 2, 4 (text) or 1, 2 (caption).
    intersects   common-point: the curves have a common point; not-below: somewhere the example's curve is higher.
    about        algorithm: every algorithm with the guarantee of the third example; curve: its refined curve.
    A curve crosses another if it is somewhere higher and somewhere lower. The Laplace mechanism is mu-GDP if every pair of its output laws, at distance up to
    Delta, is, and it is not 1-GDP if the pair at distance Delta, which attains the sensitivity, is not.

Measured
    The profile and the least mu of two Laplace laws; the refined curves as infima over the guarantees.

Claimed
    Gaussian curves and levels.
"""

from theorems.gdp.definitions import (
    ALGORITHM,
    LAPLACE,
    Delta,
    P,
    Q,
    dim,
    dp,
    e,
    epsilon,
    gaussian_profile,
    gdp,
    icea_naive,
    laplace,
    laplace_curve,
    mu,
    refined,
    shift,
)
from verify.claims import All, Claim, Compare, Exists, ForAll, Hints, Implies, Not, Source, above, at_least, between, finite_law, one_of, reading

FIGURE = Source("Figure 1", section="Section 3")
ALL_THREE, TWO_AND_FOUR = one_of(1, 2, 4), one_of(2, 4)
HALF_LINE = at_least(0)


def icea_guarantee(p, q):
    """What is known of ICEA: (epsilon, delta)-DP on the inverted trade-off."""
    return ForAll({e: above(0)}, dp(p, q, e, icea_naive(e)))


def above_gaussian(curve, level):
    """Somewhere the curve is higher than the Gaussian one."""
    return Exists({e: HALF_LINE}, Compare(curve(e), ">", gaussian_profile(level, e)))


def crosses(curve, level):
    """Somewhere higher, somewhere lower."""
    return All(above_gaussian(curve, level), Exists({e: HALF_LINE}, Compare(curve(e), "<", gaussian_profile(level, e))))


def icea_refined(at):
    return refined(icea_naive, at)


def meets(curve, where):
    """The curve intersects the Gaussian one."""
    return reading("intersects", common_point=Exists({e: where}, Compare(curve(e), "==", gaussian_profile(mu, e))),
                   not_below=Exists({e: where}, Compare(curve(e), ">", gaussian_profile(mu, e))))


SILENT = Hints(instances=({mu: 1, dim: 1, P: finite_law({0: 1}), Q: finite_law({0: 1})},))
"""An algorithm that tells nothing has every guarantee."""

CLAIMS = (
    Claim("gdp/fig-1-laplace", FIGURE, part="below", forall={**LAPLACE, mu: TWO_AND_FOUR, epsilon: HALF_LINE},
          states=Compare(laplace_curve(epsilon), "<=", gaussian_profile(mu, epsilon))),
    Claim("gdp/fig-1-laplace", FIGURE, part="crosses", forall=LAPLACE, states=crosses(laplace_curve, 1)),
    Claim("gdp/fig-1-laplace", FIGURE, part="gdp", forall={**LAPLACE, mu: TWO_AND_FOUR, shift: between(-Delta, Delta)},
          states=gdp(laplace(shift), laplace(0), mu)),
    Claim("gdp/fig-1-laplace", FIGURE, part="not-gdp", forall=LAPLACE,
          states=Not(gdp(laplace(Delta), laplace(0), 1))),
    Claim("gdp/fig-1-icea-intersects", FIGURE, forall={mu: reading("displayed", text=ALL_THREE, caption=one_of(1, 2))},
          states=reading("curve", refined=meets(icea_refined, HALF_LINE), naive=meets(icea_naive, above(0))),
          because="At every epsilon the refined curve of the third example lies above that of 1-GDP: it starts at 0.745 against 0.383 and falls "
                  "like 1/epsilon, the other faster than any exponential. The two have no common point. What excludes 1-GDP is that the curve is "
                  "somewhere higher, and this holds."),
    Claim("gdp/fig-1-icea-notgdp", FIGURE, forall={mu: ALL_THREE, **ALGORITHM}, hints=SILENT,
          states=reading("about", algorithm=Implies(icea_guarantee(P, Q), Not(gdp(P, Q, mu))), curve=above_gaussian(icea_refined, mu))),
)
