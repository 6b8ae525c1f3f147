r"""Rates of gradient descent after one, two and three steps.

Statement
    dt-thm-3.1: For convex f with an L-Lipschitz gradient and steps h/L, 0 < h <= 1, f(x_N) - f(x_star) <= L |x_0 - x_star|^2 / (4 N h + 2).

    dt-conj-3.1: For 0 < h < 2 the larger of L |x_0 - x_star|^2 / (4 N h + 2) and L (1 - h)^(2N) |x_0 - x_star|^2 / 2 is a bound.

    nesterov-cor-2.1.2: With steps 1/L, f(x_k) - f(x_star) <= 2 L |x_0 - x_star|^2 / (k + 4).

    nesterov-thm-2.1.15: If f is also mu-strongly convex, with steps 2/(mu + L): |x_k - x_star| <= ((L - mu)/(L + mu))^k |x_0 - x_star|.

    thg18-thm-3.1: With steps 1/L, |x_N - x_star| <= (1 - mu/L)^N |x_0 - x_star|.

    thg18-thm-3.2: With steps 1/L, |grad f(x_N)| <= (1 - mu/L)^N |grad f(x_0)|.

    thg18-thm-3.3: With steps 1/L, f(x_N) - f(x_star) <= (1 - mu/L)^(2N) (f(x_0) - f(x_star)).

    nonconvex: For f with an L-Lipschitz gradient and steps 1/L, the least |grad f(x_k)|^2 over k <= N is at most 4 L (f(x_0) - f_low) / (3 N + 2), f_low a lower bound of f.

Reading
    x_star is a minimiser of f, and there is one. N is 1, 2 or 3; for all N see the potentials, and the statements on one step. The
    theorems of Taylor, Hendrickx and Glineur (2018) are for all steps from 0 to 2/L, here for 1/L. For f_low stands f(x_(N+1)), after one step more: no lower bound is larger.

Measured
    Value, gradient and distance after N steps of gradient descent.
"""

from drori14.names import CONVEX, SMOOTH, SPACE, START, STRONG, L, at_most, descend, f, gap, h, mu, slope, square, x_0, x_star
from verify.claims import Claim, Max, Min, Points, Source, between, norm

R2 = square(x_0 - x_star)
COUNTS = {1: "one-step", 2: "two-steps", 3: "three-steps"}
H = {h: between(0, 1, open="left")}
DT, THG = "Drori and Teboulle 2014, Section 3", "Taylor, Hendrickx and Glineur 2018, without a composite part"


def decided(name, source, forall, states, counts=(1, 2, 3)):
    """One statement for each number of steps."""
    return tuple(Claim(f"drori14/{name}", source, part=COUNTS[n], forall=forall, states=states(n)) for n in counts)


def after(n, size=1 / L):
    """The point after n steps."""
    return descend(x_0, n, size)


CLAIMS = (
    *decided("dt-thm-3.1", Source("Theorem 3.1", section=DT), {**CONVEX, **H, **START}, lambda n: at_most(gap(after(n, h / L)), L * R2 / (4 * n * h + 2))),
    *decided("dt-conj-3.1", Source("Conjecture 3.1", section=DT), {**CONVEX, h: between(0, 2, open="both"), **START},
             lambda n: at_most(gap(after(n, h / L)), Max(L * R2 / (4 * n * h + 2), L / 2 * (1 - h) ** (2 * n) * R2)), (1,)),
    *decided("nesterov-cor-2.1.2", Source("Corollary 2.1.2", section="Nesterov, Section 2.1.5"), {**CONVEX, **START}, lambda n: at_most(gap(after(n)), 2 * L * R2 / (n + 4))),
    *decided("nesterov-thm-2.1.15", Source("Theorem 2.1.15", section="Nesterov, Section 2.1.5"), {**STRONG, **START},
             lambda n: at_most(norm(after(n, 2 / (mu + L)) - x_star, 2), ((L - mu) / (L + mu)) ** n * norm(x_0 - x_star, 2))),
    *decided("thg18-thm-3.1", Source("Theorem 3.1", section=THG), {**STRONG, **START}, lambda n: at_most(norm(after(n) - x_star, 2), (1 - mu / L) ** n * norm(x_0 - x_star, 2))),
    *decided("thg18-thm-3.2", Source("Theorem 3.2", section=THG), {**STRONG, x_0: Points(SPACE)},
             lambda n: at_most(norm(slope(after(n)), 2), (1 - mu / L) ** n * norm(slope(x_0), 2))),
    *decided("thg18-thm-3.3", Source("Theorem 3.3", section=THG), {**STRONG, **START}, lambda n: at_most(gap(after(n)), (1 - mu / L) ** (2 * n) * gap(x_0))),
    *decided("nonconvex", Source("Theorem 2", section="Abbaszadehpeivasti, de Klerk and Zamani 2022"), {**SMOOTH, x_0: Points(SPACE)},
             lambda n: at_most(Min(*(square(slope(after(j))) for j in range(n + 1))), 4 * L / (3 * n + 2) * (f(x_0) - f(after(n + 1))))),
)
