r"""Shape, limits and numerical danger of a Gaussian curve.

Statement (section 3)
    text-concave-convex   Near epsilon = 0, delta_mu is concave for mu = 4 and convex for mu = 1.
    text-two-terms-limit  As epsilon tends to infinity both terms of delta_mu tend to 1 and their difference vanishes.
    text-cancellation     Because of cancellation a good approximation of Phi does not guarantee a good approximation of delta_mu.

Reading
    shape        the second derivative in epsilon has the sign on some interval [0, w], w > 0.
    cancellation for every relative error eta of the two values of Phi and every kappa there are mu, epsilon and approximations within eta whose difference
                 has a relative error above kappa.

Measured
    The second derivative; the limits; the error of the difference.

Claimed
    Its sign; 1, 1 and 0; more than kappa times delta_mu.
"""

from theorems.gdp.definitions import Phi, e, epsilon, gaussian_profile, mu, s, w
from verify.claims import Abs, Claim, Compare, Derivative, Exists, ForAll, Limit, Source, above, at_least, between, exp, number, numbers, oo

eta, kappa, x, y = numbers("eta kappa x y")
TEXT = Source("Section 3")
LEVEL = {mu: above(0)}


def first(level, at):
    return Phi(-at / level + level / 2)


def second(level, at):
    return exp(at) * Phi(-at / level - level / 2)


def bends(level, relation):
    """The sign of the second derivative near 0."""
    return Exists({w: above(0)}, ForAll({s: between(0, w)}, Compare(Derivative(first(level, s) - second(level, s), s, order=2), relation, 0)))


def tends(part, value, to):
    return Claim("gdp/text-two-terms-limit", TEXT, part=part, forall=LEVEL, states=Compare(Limit(value, e, oo), "==", to),
                 because="As epsilon grows, -epsilon/mu + mu/2 tends to -oo, so the first term tends to 0. The second is positive and smaller than "
                         "the first, since delta_mu > 0, so it tends to 0 too.")


error = Abs((1 + eta * x) * first(mu, epsilon) - (1 + eta * y) * second(mu, epsilon) - gaussian_profile(mu, epsilon))

CLAIMS = (
    Claim("gdp/text-concave-convex", TEXT, part="concave", states=bends(number(4), "<=")),
    Claim("gdp/text-concave-convex", TEXT, part="convex", states=bends(number(1), ">=")),
    tends("first", first(mu, e), 1),
    tends("second", second(mu, e), 1),
    tends("difference", first(mu, e) - second(mu, e), 0),
    Claim("gdp/text-cancellation", TEXT, forall={eta: above(0), kappa: above(0)},
          states=Exists({mu: above(0), epsilon: at_least(0), x: between(-1, 1), y: between(-1, 1)},
                        Compare(error, ">", kappa * gaussian_profile(mu, epsilon)))),
)
