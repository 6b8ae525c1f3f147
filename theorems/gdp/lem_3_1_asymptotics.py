r"""The asymptotic form of a Gaussian curve, and the steps of its proof.

Statement (Lemma 3.1; Proof B.2, eqs. 3-4)
    lem-3.1             With a = -epsilon/mu + mu/2 and tilde_delta_mu = mu e^(-a^2/2) / (sqrt(2 pi) a^2), delta_mu/tilde_delta_mu tends to 1 as epsilon tends
                        to oo.
    lem-3.1-birnbaum    Birnbaum's bounds: for t < 0, sqrt(pi/2) e^(t^2/2) Phi(t) lies between 1/(-t + sqrt(t^2 + 4)) and 1/(-t + sqrt(t^2 + 8/pi)).
    lem-3.1-limsup      The upper limit of delta_mu is 0, by those bounds with the second of the two fractions dropped.
    lem-3.1-liminf      The lower limit of delta_mu is at least 0, by those bounds with the first of the two fractions dropped.
    lem-3.1-derivative  The quotient of the derivatives of tilde_delta_mu and of delta_mu is -(e^(-a^2/2) (a^2 + 2))/(sqrt(2 pi) a^3) over e^epsilon Phi(b), b
                        = -epsilon/mu - mu/2.
    lem-3.1-lastlimit   By L'Hospital's rule the limit is that of e^(-b^2/2) Phi(b) / (sqrt(2 pi) b) with b = -epsilon/mu - mu/2, which is 1.

Reading
    limits       of-limits: the inequality is one of upper (lower) limits; pointwise: it holds for all large epsilon.
    The quotient of the derivatives stands under a limit; it is stated for each epsilon beyond mu^2/2, where a < 0.

Measured
    The left side of each relation.

Claimed
    The right side.
"""

from theorems.gdp.definitions import Phi, e, epsilon, gaussian_profile, mu
from verify.claims import (
    Claim,
    Compare,
    Derivative,
    LimInf,
    Limit,
    LimSup,
    Source,
    above,
    below,
    chain,
    eventually,
    exp,
    numbers,
    oo,
    pi,
    reading,
    sqrt,
    unstated,
)

t, v = numbers("t v")
LEMMA = Source("Proof of Lemma 3.1", eq="3-4", section="Appendix B.2")
LEVEL = {mu: above(0)}
PROOF = {"part_of": "gdp/lem-3.1"}


def upper(at, level=mu):
    """a, the argument of the first term."""
    return -at / level + level / 2


def lower(at):
    """b, the argument of the second term."""
    return -at / mu - mu / 2


def asymptotic(at, level=mu):
    """tilde_delta_mu(epsilon)."""
    a = upper(at, level)
    return level * exp(-(a**2) / 2) / (sqrt(2 * pi) * a**2)


def birnbaum(x, under_the_root):
    """Birnbaum's fraction, for x < 0."""
    return 1 / (-x + sqrt(x**2 + under_the_root))


def rest(of, relation, bounds, dropped, item, kind):
    """The three steps towards the upper or the lower limit of delta_mu."""
    weight = exp(-(upper(e) ** 2) / 2)
    bounded, last = weight * bounds, weight * dropped

    def relate(left, right):
        return reading("limits", of_limits=Compare(kind(left, e, oo), relation, kind(right, e, oo)), pointwise=eventually(e, Compare(left, relation, right)))

    return (
        Claim(item, LEMMA, part="step-1", forall=LEVEL, states=relate(of, sqrt(2 / pi) * bounded), **PROOF),
        Claim(item, LEMMA, part="step-2", forall=LEVEL, states=relate(sqrt(2 / pi) * bounded, sqrt(2 / pi) * last), **PROOF),
        Claim(item, LEMMA, part="step-3", forall=LEVEL, states=Compare(sqrt(2 / pi) * kind(last, e, oo), "==", 0), **PROOF),
    )


def quotient(at):
    """The quotient of the derivatives as printed."""
    a = upper(at)
    return -(exp(-(a**2) / 2) * (a**2 + 2) / (sqrt(2 * pi) * a**3)) / (exp(at) * Phi(lower(at)))


ROOT = 8 / pi
curve = Phi(upper(e)) - exp(e) * Phi(lower(e))
vanishing = Limit(exp(-(v**2) / 2) * Phi(v) / (sqrt(2 * pi) * v), v, -oo)

CLAIMS = (
    Claim("gdp/lem-3.1", Source("Lemma 3.1"), forall=LEVEL, states=Compare(Limit(gaussian_profile(mu, e) / asymptotic(e), e, oo), "==", 1)),
    Claim("gdp/lem-3.1-birnbaum", LEMMA, forall={t: below(0)},
          states=chain(birnbaum(t, 4), "<", sqrt(pi / 2) * exp(t**2 / 2) * Phi(t), "<", birnbaum(t, ROOT)), **PROOF),
    *rest(curve, "<=", birnbaum(upper(e), ROOT) - birnbaum(lower(e), 4), -1 / upper(e), "gdp/lem-3.1-limsup", LimSup),
    *rest(curve, ">=", birnbaum(upper(e), 4) - birnbaum(lower(e), ROOT), -1 / lower(e), "gdp/lem-3.1-liminf", LimInf),
    Claim("gdp/lem-3.1-derivative", LEMMA, forall={**LEVEL, epsilon: unstated(above(mu**2 / 2))},
          states=Compare(Derivative(asymptotic(epsilon), epsilon) / Derivative(Phi(upper(epsilon)) - exp(epsilon) * Phi(lower(epsilon)), epsilon),
                         "==", quotient(epsilon)), **PROOF),
    Claim("gdp/lem-3.1-lastlimit", LEMMA, part="tilde", forall=LEVEL, states=Compare(Limit(asymptotic(e), e, oo), "==", 0), **PROOF),
    Claim("gdp/lem-3.1-lastlimit", LEMMA, part="hospital", forall=LEVEL,
          states=Compare(Limit(asymptotic(e) / curve, e, oo), "==", Limit(quotient(e), e, oo)), **PROOF),
    Claim("gdp/lem-3.1-lastlimit", LEMMA, part="rewritten", forall=LEVEL, states=Compare(Limit(quotient(e), e, oo), "==", vanishing), **PROOF,
          because="Since a^2 + 2 epsilon = b^2, the quotient behaves like e^(-b^2/2)/(sqrt(2 pi) (-b) Phi(b)), which tends to 1. The next line has "
                  "Phi(b) in the numerator, and e^(-b^2/2) Phi(b)/(sqrt(2 pi) b) tends to 0."),
    Claim("gdp/lem-3.1-lastlimit", LEMMA, part="one", states=Compare(vanishing, "==", 1), **PROOF),
)
