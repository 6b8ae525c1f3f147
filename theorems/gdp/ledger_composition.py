"""Ledger of section 5.2: the 50-fold composition of 0.2-DP algorithms, the table in Figure 4."""

from theorems.gdp.definitions import delta, dp, epsilon
from theorems.gdp.definitions_composition import at_each, composed
from verify.claims import Compare, Item, NotChecked, Scope, Source, at_least, between, log, number, one_of, reading

TEXT, TABLE = Source("Section 5.2"), Source("Figure 4 (table)", section="Section 5.2")
ROUNDING = {"rounding": ("nearest", "bound")}
DIGITS = {"mu": ("printed", "unrounded")}
CURVE = {"curve": ("exact", "list")}
COLUMNS = ("1e-1", "1e-2", "1e-3", "1e-4")
PRINTED = one_of("0.1", "0.01", "0.001", "0.0001")
DELTAS = reading("delta", printed=PRINTED, all=between(0, 1, open="both"))


def row(id, title, readings=None, uses=()):
    """A row of the table: one part for each column."""
    return Item(id, title, TABLE, *(Scope(part=column, readings={**ROUNDING, **(readings or {})}) for column in COLUMNS), uses=uses)


ITEMS = (
    Item("gdp/text-basic-10", "Basic composition", TEXT,
         Scope(composed(50), given=(at_each(50, dp, number("0.2"), 0),), readings={"adaptive": ("no", "yes")})),
    Item("gdp/text-rdp-looser", "The Renyi bound is looser than basic composition", TEXT,
         Scope({delta: between(0, 1, open="both")}, given=(reading("rdp", corollary_1=Compare(log(1 / delta), ">=", 2), rdp_curve=None),),
               readings={"rdp": ("corollary-1", "rdp-curve")}),
         note="The corollary is valid for log(1/delta) >= epsilon^2 n, which is 2."),
    Item("gdp/text-0.2505", "Level of a 0.2-DP algorithm", TEXT, Scope(readings=ROUNDING), uses=("gdp/thm-5.1",)),
    Item("gdp/text-0.2391", "Level of the 0.2-DP Laplace mechanism", TEXT, Scope(readings=ROUNDING), uses=("gdp/text-laplace-better",)),
    Item("gdp/text-1.771", "Level of the 50-fold composition", TEXT, Scope(readings={**ROUNDING, **DIGITS}), uses=("gdp/thm-5.1", "gdp/text-gdp-composition")),
    Item("gdp/text-1.691", "Level of the 50-fold composition of Laplace mechanisms", TEXT, Scope(readings={**ROUNDING, **DIGITS}),
         uses=("gdp/text-laplace-better", "gdp/text-gdp-composition")),
    Item("gdp/text-1.420", "Level of the optimal composition", TEXT, Scope(readings=ROUNDING)),
    Item("gdp/text-clt", "Level by the central limit theorem", TEXT, Scope()),
    Item("gdp/text-clt-unknown", "Error of the central limit theorem", TEXT,
         not_checked=NotChecked("no quantity", "That an error is unknown says nothing about its size.")),
    row("gdp/tab-4-basic", "Basic composition", uses=("gdp/thm-2.1", "gdp/text-basic-10")),
    row("gdp/tab-4-advanced", "Advanced composition"),
    row("gdp/tab-4-rdp", "Renyi composition"),
    row("gdp/tab-4-gdp", "GDP composition", DIGITS, ("gdp/text-1.771",)),
    row("gdp/tab-4-gdp-lap", "GDP composition of Laplace mechanisms", DIGITS, ("gdp/text-1.691",)),
    Item("gdp/tab-4-optimal", "Optimal composition", TABLE, *(Scope(part=column, readings={**ROUNDING, **CURVE}) for column in COLUMNS),
         *(Scope(part=f"{column}-delta") for column in COLUMNS), note="-delta: the guarantee that a cell stands for, delta of the composition at the printed epsilon."),
    row("gdp/tab-4-gdp-summary", "Summary of the optimal composition", DIGITS, ("gdp/text-1.420",)),
    Item("gdp/tab-4-order", "Order of the rows", TABLE,
         Scope({delta: PRINTED}, readings={**DIGITS, **CURVE}, part="summary-optimal"),
         *(Scope({delta: PRINTED}, readings=DIGITS, part=f"gdp-{method}") for method in ("basic", "advanced", "rdp"))),
    Item("gdp/text-more-powerful", "GDP composition against standard and advanced composition", Source("Abstract, Sections 1.1 and 5.2"),
         Scope({delta: DELTAS}, readings={"delta": ("printed", "all"), **DIGITS}, part="standard"),
         Scope({delta: DELTAS}, readings={"delta": ("printed", "all"), **DIGITS}, part="advanced"), uses=("gdp/tab-4-order",)),
    Item("gdp/text-not-two-param", "A composition has no two parameters", TEXT, Scope({epsilon: at_least(0), delta: between(0, 1)}),
         note="The two algorithms are randomised response with epsilon = 1; no pair (epsilon, delta) implies the profile of both together."),
    Item("gdp/text-practice", "Levels in practice, hardness of exact composition", Source("Sections 4, 4.2 and 5.2"),
         not_checked=NotChecked("opinion", "What is rarely used in practice is a judgement; that exact composition is hard to compute is quoted.")),
)
