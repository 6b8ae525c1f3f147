"""Ledger of section 5.1: epsilon-DP against GDP."""

from theorems.gdp.definitions import ALGORITHM, P, Q, dp, epsilon, epsilon_0, mu, mu_0
from verify.claims import Item, Parts, Scope, Source, above, at_least, between, numbers, reading

epsilon_ = numbers("epsilon_")

TEXT = Source("Section 5.1")
PURE = {epsilon_0: at_least(0), **ALGORITHM}
INSIDE = {epsilon_0: above(0), epsilon: between(0, epsilon_0, open="right")}
GIVEN = (dp(P, Q, epsilon_0, 0),)

ITEMS = (
    Item("gdp/eq-5.1-worst", "Largest profile of epsilon-DP algorithms", TEXT, Scope({epsilon_0: at_least(0), epsilon: at_least(0)}), uses=("gdp/thm-2.1",),
         proof=("gdp/thm-2.1",)),
    Item("gdp/text-5.1-zero-tail", "The tail of an epsilon-DP algorithm is 0", TEXT,
         Scope({**PURE, epsilon: at_least(epsilon_0)}, given=GIVEN, part="profile"),
         Scope({**PURE, epsilon: at_least(epsilon_0)}, given=GIVEN, readings={"mu at delta 0": ("zero", "no-value")}, part="transform"),
         Scope(PURE, given=GIVEN, part="stronger"), Scope(part="not-conversely")),
    Item("gdp/eq-5.1-derivative", "Derivative of the transform", TEXT, Scope(INSIDE)),
    Item("gdp/eq-5.1-sign", "Sign of the derivative", TEXT,
         Scope({mu: above(0), mu_0: above(0), epsilon_0: above(0), epsilon: reading("signs", algebra=at_least(0), curve=between(0, epsilon_0, open="right"))},
               readings={"signs": ("algebra", "curve")}),
         note="algebra: both sides at any mu_epsilon and mu_0, named mu and mu_0. curve: along the transform of gdp/eq-5.1-worst."),
    Item("gdp/text-5.1-decreasing", "The transform decreases", TEXT,
         Scope(INSIDE, part="below"), Scope({**INSIDE, epsilon_: between(epsilon, epsilon_0, open="both")}, part="decreasing"),
         Scope({epsilon_0: above(0), **ALGORITHM}, given=GIVEN, part="gdp"), uses=("gdp/eq-5.1-sign",)),
    Item("gdp/thm-5.1", "epsilon-DP implies GDP", "Theorem 5.1",
         Scope({epsilon: at_least(0), **ALGORITHM}, given=(dp(P, Q, epsilon, 0),), readings={"delta at mu 0": ("zero", "no-value")}, part="gdp"),
         Scope({epsilon: at_least(0)}, part="bound"),
         proof=("gdp/eq-5.1-worst", Parts("gdp/text-5.1-zero-tail", "profile", "transform"), "gdp/thm-4.2-partials", "gdp/eq-5.1-derivative", "gdp/eq-5.1-sign",
                "gdp/text-5.1-decreasing", "gdp/thm-4.1")),
    Item("gdp/text-all-dp-gdp", "Every epsilon-DP algorithm is GDP", Source("Abstract"), Scope({epsilon: at_least(0), **ALGORITHM}, given=(dp(P, Q, epsilon, 0),))),
    Item("gdp/text-laplace-better", "The Laplace mechanism is better than its DP guarantee", Source("Section 5.1 and Figure 5"), Scope({epsilon: above(0)}),
         uses=("gdp/thm-5.1",)),
)
