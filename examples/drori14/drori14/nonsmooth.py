r"""Convex functions that need not have a gradient: proximal steps and subgradient steps.

Statement
    prox-three-points: u = prox(x) with step h obeys f(u) + |u - x|^2/(2h) + |u - y|^2/(2h) <= f(y) + |y - x|^2/(2h) for all y.

    prox-nonexpansive: The proximal map is firmly nonexpansive.

    thg17-thm-4.1: After N proximal steps f(x_N) - f(x_star) <= |x_0 - x_star|^2 / (4 h N).

    guler: After N proximal steps f(x_N) - f(x_star) <= |x_0 - x_star|^2 / (2 h N).

    subgradient: For convex M-Lipschitz f with |x_0 - x_star| <= R the best of the values at x_0, ..., x_3 after steps x_(k+1) = x_k - R/(2 M) g_k is within M R / 2 of the minimum.

    subgradient-start: f(x_0) - f(x_star) <= M R.

Reading
    f is real-valued and convex on R^d. Any subgradient may be taken at each step. Theorem 3.2.2 of Nesterov has the same bound for steps R/2 along g_k/|g_k|; here
    g_k is not divided by its length.

Measured
    Values after the steps.
"""

from drori14.names import NONSMOOTH, SPACE, START, TWO, M, R, at_most, d, f, gap, h, inner, square, x, x_0, x_star, y
from verify.claims import Claim, Compare, FunctionClass, Min, Source, above, integers, norm, objects, prox, subdifferential

g_0, g_1, g_2, g_3 = objects("g_0 g_1 g_2 g_3")
COUNTS = {1: "one-step", 2: "two-steps", 3: "three-steps"}


def proximal(n):
    """The point after n proximal steps."""
    point = x_0
    for _ in range(n):
        point = prox(f, point, h)
    return point


SIZE = R / (2 * M)
x_1 = x_0 - SIZE * g_0
x_2 = x_1 - SIZE * g_1
x_3 = x_2 - SIZE * g_2
LIPSCHITZ = {d: integers(1), M: above(0), R: above(0), f: FunctionClass(SPACE, convexity=0, lipschitz=M), **START}
STEPS = {g_0: subdifferential(f, x_0), g_1: subdifferential(f, x_1), g_2: subdifferential(f, x_2)}
NEAR = [Compare(norm(x_0 - x_star, 2), "<=", R)]
R2 = square(x_0 - x_star)
p, q = prox(f, x, h), prox(f, y, h)

CLAIMS = (
    Claim("drori14/prox-three-points", Source("Theorem 6.39", section="Beck 2017"), forall={**NONSMOOTH, **TWO},
          states=at_most(f(p) + square(p - x) / (2 * h) + square(p - y) / (2 * h), f(y) + square(y - x) / (2 * h))),
    Claim("drori14/prox-nonexpansive", Source("Theorem 6.42", section="Beck 2017"), part="firmly", forall={**NONSMOOTH, **TWO}, states=at_most(square(p - q), inner(p - q, x - y))),
    Claim("drori14/prox-nonexpansive", Source("Theorem 6.42", section="Beck 2017"), part="plainly", forall={**NONSMOOTH, **TWO}, states=at_most(norm(p - q, 2), norm(x - y, 2))),
    *(Claim("drori14/thg17-thm-4.1", Source("Theorem 4.1", section="Taylor, Hendrickx and Glineur 2017, composite"), part=COUNTS[n], forall={**NONSMOOTH, **START},
            states=at_most(gap(proximal(n)), R2 / (4 * h * n))) for n in (1, 2, 3)),
    *(Claim("drori14/guler", Source("Theorem 2.1", section="Guler 1991"), part=COUNTS[n], forall={**NONSMOOTH, **START}, states=at_most(gap(proximal(n)), R2 / (2 * h * n))) for n in (1, 2)),
    Claim("drori14/subgradient", Source("after Theorem 3.2.2", section="Nesterov, Section 3.2.3"), forall={**LIPSCHITZ, **STEPS}, given=NEAR,
          states=at_most(Min(gap(x_0), gap(x_1), gap(x_2), gap(x_3)), M * R / 2)),
    Claim("drori14/subgradient-start", Source("definition of a Lipschitz function", section="Nesterov, Section 3.2.3"), forall=LIPSCHITZ, given=NEAR, states=at_most(gap(x_0), M * R)),
)
