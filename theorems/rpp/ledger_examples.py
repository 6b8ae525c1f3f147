"""Ledger of the running examples of sections 2 to 4.

The pairs of secrets are printed with any two indices and any two values. The correlation is printed in [-1, 1]; not every one of them is possible for every p.
"""

from theorems.rpp.definitions import SENSITIVITY, UTILITY, D, F, lamda, p, rho
from verify.claims import (
    ANY_PRIORS,
    ONE_RECORD,
    RECORD_VALUES,
    All,
    Compare,
    ForAll,
    Frameworks,
    Item,
    Max,
    Scope,
    Sequences,
    Source,
    above,
    between,
    data_sets,
    numbers,
    reading,
)

r, r_1, r_2 = numbers("r r_1 r_2")

INDICES = {"pairs": ("same-record", "any")}
RANGE = {"rho": ("printed", "feasible", "positive")}
ADVERSARIES = {"Theta": ("single", "family")}
RATE = {"lamda": ("rate", "scale")}
COUNT = {
    p: between(0, 1, open="both"),
    rho: reading("rho", printed=between(-1, 1), feasible=between(Max(-p / (1 - p), -(1 - p) / p), 1), positive=between(0, 1, open="left")),
}
RANGES = {r: above(0), r_1: between(0, r, open="left"), r_2: between(0, r, open="left")}
SUMS = {**RANGES, F: Frameworks(Sequences(2, between(0, r, open="both")), reading("pairs", same_record=ONE_RECORD, any=RECORD_VALUES), ANY_PRIORS)}
INSIDE = (ForAll({D: data_sets(F)}, All(Compare(D[1], "<", r_1), Compare(D[2], "<", r_2))),)
EXTREMUM = {"extremum": ("max", "sup")}

ITEMS = (
    Item("rpp/ex-1", "Counting query", Source("Example 1", section="Sections 2 and 3"),
         *(Scope(COUNT, readings={**INDICES, **RANGE, **ADVERSARIES}, part=part) for part in ("wasserstein",)), Scope(part="group"),
         note="family: the largest value over all the p and rho of the range. Beside a bound that mentions rho the family is all p with this rho."),
    Item("rpp/ex-1-w2", "Counting query, second sensitivity", Source("Example 1", section="Section 4.2"),
         Scope({**COUNT, lamda: above(0)}, readings={"symbol": ("w-2", "expectation", "expectation-q-2"), **RATE, **INDICES, **RANGE, **ADVERSARIES}),
         note="expectation: that of Theorem 4.5 for Cauchy noise, with q = 1; or with q = 2, which the superscripts zeta, 2, 2 stand for there. lamda has no part in the other reading."),
    Item("rpp/ex-1-budgets", "Counting query, two budgets", Source("Example 1", section="Section 4.2"),
         Scope({**COUNT, lamda: above(0)}, readings={**RATE, **INDICES, **RANGE}, part="distribution-aware"),
         Scope({**COUNT, lamda: above(0)}, readings={**RATE, **INDICES, **RANGE}, part="wasserstein"),
         Scope({rho: reading("rho", printed=between(-1, 1), feasible=between(-1, 1), positive=between(0, 1, open="left")), lamda: above(0)},
               readings={**RANGE, **UTILITY}, part="better"), uses=("rpp/cor-4.1", "rpp/thm-3.3", "rpp/ex-1")),
    Item("rpp/ex-2", "Average salary", Source("Example 2", section="Sections 3 and 4.1"),
         Scope(readings={**INDICES, "values": ("all", "subset")}, part="wasserstein"),
         Scope(readings={**INDICES, "values": ("all", "subset"), **SENSITIVITY}, part="approximate"), uses=("rpp/thm-3.3", "rpp/thm-4.3"),
         note="subset: the salaries 1 and 2 as secret values."),
    Item("rpp/ex-3", "Sum query", Source("Example 3", section="Sections 2 and 3"),
         Scope(SUMS, given=INSIDE, readings={**INDICES, **EXTREMUM}, part="wasserstein"), Scope({r: above(0)}, readings=EXTREMUM, part="group"),
         note="max: the largest value is attained."),
    Item("rpp/text-ex-3-utility", "Sum query, utility", Source("Section 3"),
         Scope(RANGES, readings={**UTILITY, "group": ("common-range", "own-ranges")}), uses=("rpp/ex-3",)),
)
