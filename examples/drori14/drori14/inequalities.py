r"""Inequalities between values and gradients of a function at two points.

Statement
    nesterov-lem-1.2.3: If the gradient of f is L-Lipschitz, then |f(y) - f(x) - <grad f(x), y - x>| <= L |y - x|^2 / 2.

    nesterov-thm-2.1.5: A convex function with an L-Lipschitz gradient lies between its tangent plus |grad f(x) - grad f(y)|^2 / (2L) and its tangent plus L |x - y|^2 / 2, and its gradient is co-coercive.

    nesterov-thm-2.1.10: A mu-strongly convex function lies below its tangent plus |g_x - g_y|^2 / (2 mu); the source has gradients, here any subgradients.

    nesterov-thm-2.1.12: For a function that is both, <grad f(x) - grad f(y), x - y> >= mu L |x - y|^2 / (mu + L) + |grad f(x) - grad f(y)|^2 / (mu + L).

    thg-thm-4: Values and gradients of a function that is mu-strongly convex with an L-Lipschitz gradient obey the interpolation condition; here its necessity.

    polyak-lojasiewicz: |g_x|^2 >= 2 mu (f(x) - f(x_star)) for mu-strongly convex f.

Reading
    All norms are Euclidean. Where f is both, mu lies strictly between 0 and L; where it is strongly convex alone, mu > 0, f need not be differentiable and g_x, g_y are subgradients at x and y.

Measured
    The values and gradients of f.
"""

from drori14.names import CONVEX, SMOOTH, SPACE, STRONG, TWO, L, at_most, d, f, gap, inner, mu, slope, square, x, x_star, y
from verify.claims import Claim, FunctionClass, Points, Source, above, integers, minimisers, objects, subdifferential

g_x, g_y = objects("g_x g_y")
CORNERED = {d: integers(1), mu: above(0), f: FunctionClass(SPACE, convexity=mu)}
tangent = f(x) + inner(slope(x), y - x)
turn, move = slope(x) - slope(y), x - y

CLAIMS = (
    Claim("drori14/nesterov-lem-1.2.3", Source("Lemma 1.2.3", section="Nesterov, Section 1.2.2"), part="above", forall={**SMOOTH, **TWO}, states=at_most(f(y), tangent + L / 2 * square(y - x))),
    Claim("drori14/nesterov-lem-1.2.3", Source("Lemma 1.2.3", section="Nesterov, Section 1.2.2"), part="below", forall={**SMOOTH, **TWO}, states=at_most(tangent - L / 2 * square(y - x), f(y))),
    Claim("drori14/nesterov-thm-2.1.5", Source("Theorem 2.1.5", section="Nesterov, Section 2.1.2"), part="below", forall={**CONVEX, **TWO}, states=at_most(tangent + square(turn) / (2 * L), f(y))),
    Claim("drori14/nesterov-thm-2.1.5", Source("Theorem 2.1.5", section="Nesterov, Section 2.1.2"), part="above", forall={**CONVEX, **TWO}, states=at_most(f(y), tangent + L / 2 * square(move))),
    Claim("drori14/nesterov-thm-2.1.5", Source("Theorem 2.1.5", section="Nesterov, Section 2.1.2"), part="co-coercive", forall={**CONVEX, **TWO}, states=at_most(square(turn) / L, inner(turn, move))),
    Claim("drori14/nesterov-thm-2.1.5", Source("Theorem 2.1.5", section="Nesterov, Section 2.1.2"), part="lipschitz", forall={**CONVEX, **TWO}, states=at_most(inner(turn, move), L * square(move))),
    Claim("drori14/nesterov-thm-2.1.10", Source("Theorem 2.1.10", section="Nesterov, Section 2.1.3"), forall={**CORNERED, **TWO, g_x: subdifferential(f, x), g_y: subdifferential(f, y)},
          states=at_most(f(y), f(x) + inner(g_x, y - x) + square(g_x - g_y) / (2 * mu))),
    Claim("drori14/nesterov-thm-2.1.12", Source("Theorem 2.1.12", section="Nesterov, Section 2.1.3"), forall={**STRONG, **TWO},
          states=at_most(mu * L / (mu + L) * square(move) + square(turn) / (mu + L), inner(turn, move))),
    Claim("drori14/thg-thm-4", Source("Theorem 4", section="Taylor, Hendrickx and Glineur 2017"), forall={**STRONG, **TWO},
          states=at_most(tangent + (square(turn) / L + mu * square(move) - 2 * mu / L * inner(turn, move)) / (2 * (1 - mu / L)), f(y))),
    Claim("drori14/polyak-lojasiewicz", Source("Polyak-Lojasiewicz inequality", section="Polyak 1963"), forall={**CORNERED, x: Points(SPACE), x_star: minimisers(f), g_x: subdifferential(f, x)},
          states=at_most(2 * mu * gap(x), square(g_x))),
)
