r"""The table of Figure 4: least epsilon of 50 runs of 0.2-DP algorithms, by seven methods at four deltas.

Statement (Figure 4)
    tab-4-basic        50 runs of 0.2-DP by basic composition: the epsilon at which (10, 0)-DP and Theorem 2.1 give the delta of the column.
    tab-4-advanced     50 runs of 0.2-DP by advanced composition: epsilon sqrt(2 k log(1/delta)) + k epsilon (exp(epsilon) - 1), k = 50, epsilon = 0.2.
    tab-4-rdp          50 runs of 0.2-DP by Renyi-DP: 4 epsilon sqrt(2 n log(1/delta)), n = 50.
    tab-4-gdp          50 runs of 0.2-DP by GDP: the epsilon with delta_mu(epsilon) = delta, mu = 1.771.
    tab-4-gdp-lap      50 runs of the 0.2-DP Laplace mechanism by GDP: the epsilon with delta_mu(epsilon) = delta, mu = 1.691.
    tab-4-optimal      50 runs of 0.2-DP, optimal composition: the epsilon with delta_opt(epsilon) = delta.
    tab-4-gdp-summary  The summary of the optimal composition: the epsilon with delta_mu(epsilon) = delta, mu = 1.420.

Reading
    rounding     nearest, or an upper bound: the text uses the cells as guarantees.
    mu           as printed in the text (1.771, 1.691, 1.420), or unrounded.
    curve        exact: delta_opt itself; list: straight lines between its points at 0.2 (50 - 2i).
    Parts ending in delta, of the row optimal: what the cell is for, (epsilon, delta)-DP of the composition at the printed epsilon, delta_opt(epsilon) <= delta.

Measured
    The least epsilon at which the guarantee of the method holds; delta_opt at the printed cell.

Claimed
    The printed cells; the delta of the column.
"""

from collections.abc import Callable

from theorems.gdp.definitions import RULE
from theorems.gdp.definitions_pure import (
    GDP_LAPLACE_LEVEL,
    GDP_LEVEL,
    SUMMARY_LEVEL,
    advanced,
    basic,
    corollary,
    gaussian_epsilon,
    optimal,
    optimal_epsilon,
)
from verify.claims import Claim, Compare, Node, Printed, Source, number

TABLE = Source("Figure 4 (table)", section="Section 5.2")
COLUMNS = {"1e-1": "0.1", "1e-2": "0.01", "1e-3": "0.001", "1e-4": "0.0001"}

ROWS: dict[str, tuple[Callable[[Node], Node], tuple[str, str, str, str], tuple[str, ...]]] = {
    "gdp/tab-4-basic": (basic, ("9.89", "9.99", "10", "10"), ("gdp/thm-2.1", "gdp/text-basic-10")),
    "gdp/tab-4-advanced": (advanced, ("5.25", "6.51", "7.47", "8.28"), ()),
    "gdp/tab-4-rdp": (corollary, ("12.14", "17.17", "21.03", "24.28"), ()),
    "gdp/tab-4-gdp": (lambda delta: gaussian_epsilon(GDP_LEVEL, delta), ("3.1", "5.06", "6.47", "7.62"), ("gdp/text-1.771",)),
    "gdp/tab-4-gdp-lap": (lambda delta: gaussian_epsilon(GDP_LAPLACE_LEVEL, delta), ("2.87", "4.74", "6.09", "7.19"), ("gdp/text-1.691",)),
    "gdp/tab-4-optimal": (optimal_epsilon, ("2.12", "3.64", "4.76", "5.28"), ()),
    "gdp/tab-4-gdp-summary": (lambda delta: gaussian_epsilon(SUMMARY_LEVEL, delta), ("2.14", "3.73", "4.87", "5.80"), ("gdp/text-1.420",)),
}

OPTIMAL = "gdp/tab-4-optimal"

CLAIMS = (*(
    Claim(row, TABLE, part=column, forall={}, states=Compare(method(number(delta)), "rounds to", Printed(cell, RULE, safe="above")), uses=uses)
    for row, (method, cells, uses) in ROWS.items()
    for (column, delta), cell in zip(COLUMNS.items(), cells, strict=True)
), *(
    Claim(OPTIMAL, TABLE, part=f"{column}-delta", forall={}, states=Compare(optimal(number(cell)), "<=", number(delta)),
          because="The composition is not (5.28, 10^-4)-DP: delta_opt(5.28) = 2.3 10^-4. The least epsilon for 10^-4 is 5.564. The three cells "
                  "before it are too large by less than 0.03, which errs on the safe side.")
    for (column, delta), cell in zip(COLUMNS.items(), ROWS[OPTIMAL][1], strict=True)
))
