r"""The budgets of Table 2: what the noise of each row gives at delta = 1e-5.

Statement (Table 2, Appendix C)
    tab-2       With the sampling rate, the noise multiplier and the iterations of a row, training is (epsilon, 1e-5)-DP for the epsilon of the row; 200
                epochs at the rate are so many thousand iterations.
    tab-2-c10   The row of the conditional model at epsilon 10: with its rate, noise and iterations training is (10, 1e-5)-DP.
    tab-2-c1    The row of the conditional model at epsilon 1: with its rate, noise and iterations training is (1, 1e-5)-DP.
    tab-2-c0.2  The row of the conditional model at epsilon 0.2: with its rate, noise and iterations training is (0.2, 1e-5)-DP.
    tab-2-p10   The row of the parallel model at epsilon 10: with its rate, noise and iterations training is (10, 1e-5)-DP.
    tab-2-p1    The row of the parallel model at epsilon 1: with its rate, noise and iterations training is (1, 1e-5)-DP.
    tab-2-p0.2  The row of the parallel model at epsilon 0.2: with its rate, noise and iterations training is (0.2, 1e-5)-DP.

Reading
    accountant   rdp: the least epsilon over the orders of the usual library (grid), or over all orders above 1 (all), of the Renyi divergence of all iterations and the conversion of
                 Proposition 3, of Theorem 6 (at delta/alpha), or of Canonne, Kamath and Steinke. pld: the composed loss itself; its epsilon as the least one that is guaranteed (upper), or as the largest that
                 is not (lower).
    adjacency    add: one record more or less, which moves the mean function by Delta (ratio-1), or by 1/m = Delta/sqrt(2), the norm of one term (ratio-sqrt-2). replace: a term of the mean function
                 is exchanged for one orthogonal to it; the limit as k(x, x') tends to 0. Poisson sampling takes either with the same probability.
    target       exact: the epsilon is at most that of the row; rounded: the epsilon exceeds that of the row by at most half a unit of its last digit. A
                 guarantee is met from below: a smaller epsilon is more privacy.
    noise        cor-2: the standard deviation is sigma Delta; eq-8: the variance is sigma Delta. Delta = sqrt(2)/m, batches of m = 60.

Measured
    Hockey-stick and Renyi divergences of the joint laws of all iterations on two adjacent data sets, in the direction in which they differ.

Claimed
    The epsilon of the row.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from mechanisms import Normal
from mechanisms.mixture import subsampled_normal
from verify.claims import (
    All,
    Claim,
    Compare,
    Inf,
    Max,
    Node,
    Printed,
    Source,
    Sup,
    above,
    at_least,
    iid,
    log,
    log1p_over,
    number,
    numbers,
    one_of,
    product,
    reading,
    sqrt,
    term,
    word,
)
from verify.quantities import hockey_stick_divergence, renyi_divergence

TABLE = Source("Table 2", section="Appendix C")
USES = ("frdp/sgm", "frdp/thm-1", "frdp/prop-3", "frdp/sens")
x, alpha = numbers("x alpha")
"""Names that the definitions below bind."""
DELTA, BATCH, EPOCHS = number("0.00001"), number(60), number(200)
NEAREST = word("nearest")
HALF_A_UNIT = number("0.05")
"""Targets are printed with one decimal."""
MOVED = sqrt(number(2)) / BATCH
"""Delta = sqrt(2)/m."""
GRID = (*(number(k) / 10 for k in range(11, 110)), *(number(k) for k in (*range(11, 64), 128, 256, 512, 1024)))
"""The orders of the library."""


@dataclass(frozen=True)
class Row:
    """A row of the table as printed."""

    id: str
    epsilon: str
    rate: str
    sigma: str
    thousands: int

    @property
    def steps(self) -> Node:
        return number(1000 * self.thousands)

    @cache  # noqa: B019
    def laws(self, shift: Any, scale: Any) -> tuple[Node, Node]:
        """The law of one iteration with and without a record that moves the mean by ``shift``."""
        return term(subsampled_normal(number(self.rate), shift, scale)), term(Normal(0, scale=scale))

    def pairs(self, quantity: Any) -> Node:
        """The larger quantity of both ordered pairs of the laws of all iterations."""

        def both(first: Node, second: Node) -> Node:
            p, q = iid(first, self.steps), iid(second, self.steps)
            return Max(quantity(p, q), quantity(q, p))

        def adjacent(scale: Any) -> Node:
            equal, norm = self.laws(MOVED, scale), self.laws(1 / BATCH, scale)
            return reading("adjacency", add_ratio_1=both(*equal), add_ratio_sqrt_2=both(*norm), replace=both(product(*norm), product(*reversed(norm))))

        noise = number(self.sigma) * MOVED
        return reading("noise", cor_2=adjacent(noise), eq_8=adjacent(sqrt(noise)))

    def renyi(self, orders: Node, conversion: Node) -> Node:
        """The least epsilon over a set of orders."""
        return Inf({alpha: orders}, self.pairs(lambda p, q: renyi_divergence(p, q, alpha)) + conversion)

    def profile(self) -> Node:
        """delta at x."""
        return self.pairs(lambda p, q: hockey_stick_divergence(p, q, x))

    def accounted(self) -> Node:
        """The epsilon at delta = 1e-5."""
        grid, every = one_of(*GRID), above(1)
        return reading(
            "accountant",
            rdp_grid_prop_3=self.renyi(grid, PROP_3), rdp_grid_thm_6c=self.renyi(grid, THM_6C), rdp_grid_cks=self.renyi(grid, CKS),
            rdp_all_prop_3=self.renyi(every, PROP_3), rdp_all_thm_6c=self.renyi(every, THM_6C), rdp_all_cks=self.renyi(every, CKS),
            pld_upper=Inf({x: at_least(0)}, x, where=Compare(self.profile(), "<=", DELTA)),
            pld_lower=Sup({x: at_least(0)}, x, where=Compare(self.profile(), ">", DELTA)),
        )

    def budget(self) -> Node:
        """The epsilon of the row is met."""
        found = self.accounted()
        return reading("target", exact=Compare(found, "<=", number(self.epsilon)), rounded=Compare(found, "<=", number(self.epsilon) + HALF_A_UNIT))

    def iterations(self) -> Node:
        """The epochs are so many thousand iterations."""
        return Compare(EPOCHS / number(self.rate) / 1000, "rounds to", Printed(str(self.thousands), NEAREST))


beyond = alpha - 1
PROP_3 = log(1 / DELTA) / beyond
THM_6C = log(1 / DELTA) / beyond - log1p_over(beyond)
"""log(1/(alpha delta))/(alpha - 1): the guarantee at delta' = alpha delta is one at delta."""
CKS = (log(1 / DELTA) - log1p_over(1 / beyond)) / beyond - log1p_over(beyond)
"""log((alpha - 1)/alpha) - (log delta + log alpha)/(alpha - 1), with s log(1 + 1/s) and log(1 + s)/s for s = alpha - 1."""

ROWS = (
    Row("frdp/tab-2-c10", "10.0", "0.001", "0.60", 200),
    Row("frdp/tab-2-c1", "1.0", "0.001", "1.95", 200),
    Row("frdp/tab-2-c0.2", "0.2", "0.001", "8.00", 200),
    Row("frdp/tab-2-p10", "10.0", "0.010", "1.00", 20),
    Row("frdp/tab-2-p1", "1.0", "0.010", "5.75", 20),
    Row("frdp/tab-2-p0.2", "0.2", "0.010", "25.00", 20),
)

CLAIMS = (
    *(Claim(row.id, TABLE, part="epsilon", part_of="frdp/tab-2", forall={}, states=row.budget(), uses=USES) for row in ROWS),
    *(Claim(row.id, TABLE, part="iterations", part_of="frdp/tab-2", forall={}, states=row.iterations()) for row in ROWS),
    Claim("frdp/tab-2", TABLE, forall={}, states=All(*(row.budget() for row in ROWS)), uses=USES),
)
