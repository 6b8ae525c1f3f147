r"""Statements that are often heard: loose ones, and false ones.

Statement
    loose-rate: With steps 1/L, f(x_N) - f(x_star) <= L |x_0 - x_star|^2 / (2 N) for N = 1, 2, 3.

    loose-linear: With steps 1/L, f(x_1) - f(x_star) <= (1 - mu/L) (f(x_0) - f(x_star)).

    descent: A step 1/L lowers the value by at least |grad f(x_0)|^2 / (2L).

    descent-twice: A step 1/L lowers the value by at least |grad f(x_0)|^2 / L.

    rate-below: With steps 1/L, f(x_N) - f(x_star) <= L |x_0 - x_star|^2 / (4 N + 3).

    long-step: With a step 2/L, f(x_1) < f(x_0) unless x_0 is a minimiser; here f(x_1) - f(x_star) <= 99/100 (f(x_0) - f(x_star)).

    coercive-nonconvex: Gradients of all functions with an L-Lipschitz gradient are co-coercive.

    strong-twice: A mu-strongly convex function lies above its tangent plus mu |y - x|^2.

    linear-fast: With steps 1/L, f(x_1) - f(x_star) <= (1 - 2 mu/(mu + L))^2 (f(x_0) - f(x_star)).

    prox-contraction: The proximal map of a convex function is a contraction with factor 99/100.

    last-subgradient: For convex M-Lipschitz f, f(x_1) - f(x_star) <= 9/10 M |x_0 - x_star| after a subgradient step of size R/M, R = |x_0 - x_star|.

    nonconvex-fast: For f with an L-Lipschitz gradient and a step 1/L, min(|grad f(x_0)|^2, |grad f(x_1)|^2) <= 13 L (f(x_0) - f(x_1)) / 10.

Reading
    As in the other modules.

Measured
    Values and gradients after the steps.
"""

from drori14.names import (
    CONVEX,
    NONSMOOTH,
    SMOOTH,
    SPACE,
    START,
    STRONG,
    TWO,
    L,
    M,
    R,
    at_most,
    d,
    descend,
    f,
    gap,
    h,
    inner,
    mu,
    slope,
    square,
    x,
    x_0,
    x_star,
    y,
)
from verify.claims import Claim, Compare, FunctionClass, Min, Points, above, integers, norm, number, objects, prox, subdifferential

g, g_0 = objects("g g_0")
R2 = square(x_0 - x_star)
next_point = descend(x_0, 1, 1 / L)
COUNTS = {1: "one-step", 2: "two-steps", 3: "three-steps"}

CLAIMS = (
    *(Claim("drori14/loose-rate", "folklore", part=COUNTS[n], forall={**CONVEX, **START}, states=at_most(gap(descend(x_0, n, 1 / L)), L * R2 / (2 * n))) for n in (1, 2, 3)),
    Claim("drori14/loose-linear", "folklore", forall={**STRONG, **START}, states=at_most(gap(next_point), (1 - mu / L) * gap(x_0))),
    Claim("drori14/descent", "folklore", forall={**SMOOTH, x_0: Points(SPACE)}, states=at_most(f(next_point) + square(slope(x_0)) / (2 * L), f(x_0))),
    Claim("drori14/descent-twice", "folklore", forall={**SMOOTH, x_0: Points(SPACE)}, states=at_most(f(next_point) + square(slope(x_0)) / L, f(x_0)),
          because="A quadratic function of curvature L reaches its minimum in one step and is lowered by half as much."),
    *(Claim("drori14/rate-below", "folklore", part=COUNTS[n], forall={**CONVEX, **START}, states=at_most(gap(descend(x_0, n, 1 / L)), L * R2 / (4 * n + 3)),
            because="A Huber function whose slope stops to grow at 1/(2N + 1) of the distance reaches the exact bound with 4N + 2.") for n in (1, 2, 3)),
    Claim("drori14/long-step", "folklore", forall={**CONVEX, **START}, states=at_most(gap(descend(x_0, 1, 2 / L)), number("99/100") * gap(x_0)),
          because="On a quadratic function of curvature L the step leads to the point reflected in the minimiser."),
    Claim("drori14/coercive-nonconvex", "folklore", forall={**SMOOTH, **TWO}, states=at_most(square(slope(x) - slope(y)), L * inner(slope(x) - slope(y), x - y)),
          because="On a concave quadratic function the right-hand side is negative."),
    Claim("drori14/strong-twice", "folklore", forall={d: integers(1), mu: above(0), f: FunctionClass(SPACE, convexity=mu), **TWO, g: subdifferential(f, x)},
          states=at_most(f(x) + inner(g, y - x) + mu * square(y - x), f(y))),
    Claim("drori14/linear-fast", "folklore", forall={**STRONG, **START}, states=at_most(gap(next_point), (1 - 2 * mu / (mu + L)) ** 2 * gap(x_0)),
          because="The rate belongs to the step 2/(mu + L); with 1/L a quadratic function of curvature mu is slower."),
    Claim("drori14/prox-contraction", "folklore", forall={**NONSMOOTH, **TWO}, states=at_most(norm(prox(f, x, h) - prox(f, y, h), 2), number("99/100") * norm(x - y, 2)),
          because="The proximal map of a constant function is the identity."),
    Claim("drori14/last-subgradient", "folklore",
          forall={d: integers(1), M: above(0), R: above(0), f: FunctionClass(SPACE, convexity=0, lipschitz=M), **START, g_0: subdifferential(f, x_0)},
          given=[Compare(norm(x_0 - x_star, 2), "<=", R)], states=at_most(gap(x_0 - R / M * g_0), number("9/10") * M * R)),
    Claim("drori14/nonconvex-fast", "folklore", forall={**SMOOTH, x_0: Points(SPACE)},
          states=at_most(Min(square(slope(x_0)), square(slope(next_point))), 13 * L / 10 * (f(x_0) - f(next_point)))),
)
