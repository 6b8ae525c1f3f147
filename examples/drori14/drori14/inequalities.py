r"""Inequalities between values and gradients of a function at two points.

Statement
    nesterov-lem-1.2.3: If the gradient of f is L-Lipschitz, then |f(y) - f(x) - <grad f(x), y - x>| <= L |y - x|^2 / 2.

    nesterov-thm-2.1.5: A convex function with an L-Lipschitz gradient lies between its tangent plus |grad f(x) - grad f(y)|^2 / (2L) and its tangent plus L |x - y|^2 / 2, and its gradient is co-coercive.

    nesterov-thm-2.1.10: A mu-strongly convex differentiable function lies below its tangent plus |grad f(x) - grad f(y)|^2 / (2 mu).

    nesterov-thm-2.1.12: For a function that is both, <grad f(x) - grad f(y), x - y> >= mu L |x - y|^2 / (mu + L) + |grad f(x) - grad f(y)|^2 / (mu + L).

    thg-thm-4: Values and gradients of a function that is mu-strongly convex with an L-Lipschitz gradient obey the interpolation condition; here its necessity.

    polyak-lojasiewicz: |grad f(x)|^2 >= 2 mu (f(x) - f(x_star)) for mu-strongly convex f.

Reading
    All norms are Euclidean. mu lies strictly between 0 and L.

Measured
    The values and gradients of f.
"""

from drori14.names import CONVEX, SMOOTH, STRONG, TWO, L, at_most, f, gap, inner, mu, slope, square, x, x_star, y
from verify.claims import Claim, Points, Source, minimisers

tangent = f(x) + inner(slope(x), y - x)
turn, move = slope(x) - slope(y), x - y

CLAIMS = (
    Claim("drori14/nesterov-lem-1.2.3", Source("Lemma 1.2.3", section="Nesterov, Section 1.2.2"), part="above", forall={**SMOOTH, **TWO}, states=at_most(f(y), tangent + L / 2 * square(y - x))),
    Claim("drori14/nesterov-lem-1.2.3", Source("Lemma 1.2.3", section="Nesterov, Section 1.2.2"), part="below", forall={**SMOOTH, **TWO}, states=at_most(tangent - L / 2 * square(y - x), f(y))),
    Claim("drori14/nesterov-thm-2.1.5", Source("Theorem 2.1.5", section="Nesterov, Section 2.1.2"), part="below", forall={**CONVEX, **TWO}, states=at_most(tangent + square(turn) / (2 * L), f(y))),
    Claim("drori14/nesterov-thm-2.1.5", Source("Theorem 2.1.5", section="Nesterov, Section 2.1.2"), part="co-coercive", forall={**CONVEX, **TWO}, states=at_most(square(turn) / L, inner(turn, move))),
    Claim("drori14/nesterov-thm-2.1.5", Source("Theorem 2.1.5", section="Nesterov, Section 2.1.2"), part="lipschitz", forall={**CONVEX, **TWO}, states=at_most(inner(turn, move), L * square(move))),
    Claim("drori14/nesterov-thm-2.1.10", Source("Theorem 2.1.10", section="Nesterov, Section 2.1.3"), forall={**STRONG, **TWO}, states=at_most(f(y), tangent + square(turn) / (2 * mu))),
    Claim("drori14/nesterov-thm-2.1.12", Source("Theorem 2.1.12", section="Nesterov, Section 2.1.3"), forall={**STRONG, **TWO},
          states=at_most(mu * L / (mu + L) * square(move) + square(turn) / (mu + L), inner(turn, move))),
    Claim("drori14/thg-thm-4", Source("Theorem 4", section="Taylor, Hendrickx and Glineur 2017"), forall={**STRONG, **TWO},
          states=at_most(tangent + (square(turn) / L + mu * square(move) - 2 * mu / L * inner(turn, move)) / (2 * (1 - mu / L)), f(y))),
    Claim("drori14/polyak-lojasiewicz", Source("Polyak-Lojasiewicz inequality", section="Polyak 1963"), forall={**STRONG, x: Points(STRONG[f].args[0]), x_star: minimisers(f)},
          states=at_most(2 * mu * gap(x), square(slope(x)))),
)
