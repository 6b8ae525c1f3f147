r"""Potentials: quantities that do not rise from one step to the next, whatever the number k of the step is. Each bounds all iterates by induction.

Statement
    bg-thm-3.3: For convex f with an L-Lipschitz gradient and steps 1/L, k (f(x_k) - f(x_star)) + L |x_k - x_star|^2 / 2 does not rise.

    bg-one-step: For mu-strongly convex f, |x - x_star| shrinks by the factor 1 - mu/L in each step 1/L.

    tb-thm-3: (2k + 1) L (f(x_k) - f(x_star)) + k (k + 2) |grad f(x_k)|^2 + L^2 |x_k - x_star|^2 does not rise.

    bg-thm-5.3: For the accelerated gradient method, lamda_k^2 (f(x_k) - f(x_star)) + L |z_k - x_star|^2 / 2 does not rise.

Reading
    A step is taken from any point x (and z); k is any whole number of at least 0. In the accelerated method lamda = lamda_(k+1) >= 1 is given and lamda_k^2 = lamda^2 - lamda.

Measured
    The potential before and after a step.
"""

from drori14.names import CONVEX, SPACE, STRONG, L, at_most, descend, f, gap, k, mu, slope, square, x, x_star, z
from verify.claims import Claim, Points, Source, at_least, integers, minimisers, norm, numbers

lamda = numbers("lamda")
HERE = {x: Points(SPACE), x_star: minimisers(f)}
after = descend(x, 1, 1 / L)
middle = (1 - 1 / lamda) * x + 1 / lamda * z
forward = middle - slope(middle) / L
other = z - lamda / L * slope(middle)


def tb(point, count):
    """The potential of Taylor and Bach."""
    return (2 * count + 1) * L * gap(point) + count * (count + 2) * square(slope(point)) + L**2 * square(point - x_star)


CLAIMS = (
    Claim("drori14/bg-thm-3.3", Source("Theorem 3.3", section="Bansal and Gupta 2019"), forall={**CONVEX, k: integers(0), **HERE},
          states=at_most((k + 1) * gap(after) + L / 2 * square(after - x_star), k * gap(x) + L / 2 * square(x - x_star))),
    Claim("drori14/bg-one-step", Source("one step of Theorem 3.1", section="Taylor, Hendrickx and Glineur 2018"), forall={**STRONG, **HERE},
          states=at_most(norm(after - x_star, 2), (1 - mu / L) * norm(x - x_star, 2))),
    Claim("drori14/tb-thm-3", Source("Theorem 3", section="Taylor and Bach 2019"), forall={**CONVEX, k: integers(0), **HERE}, states=at_most(tb(after, k + 1), tb(x, k))),
    Claim("drori14/bg-thm-5.3", Source("Theorem 5.3", section="Bansal and Gupta 2019"), forall={**CONVEX, lamda: at_least(1), **HERE, z: Points(SPACE)},
          states=at_most(lamda**2 * gap(forward) + L / 2 * square(other - x_star), (lamda**2 - lamda) * gap(x) + L / 2 * square(z - x_star))),
)
