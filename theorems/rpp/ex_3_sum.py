r"""Example 3: a sum of two numbers with ranges of their own.

Statement (Example 3; section 3)
    ex-3               X_i in (0, r_i), 0 < r_i <= r, any joint prior, f = X_1 + X_2: Delta_G <= r_1 + r_2 and Delta_GROUP = 2 r.
    text-ex-3-utility  In this example the general mechanism has better utility than group privacy because r_1 + r_2 < 2 r.

Reading
    pairs      of secrets "X_i = a", "X_j = b": about the same person, or any.
    extremum   sensitivities are largest values, which are attained, or suprema. Of finitely many secrets both are the same.
    utility    strict: the better mechanism has a strictly smaller sensitivity; weak: it has a sensitivity that is not larger.
    group      the group sensitivity is that over (0, r)^2, or over (0, r_1) x (0, r_2), where it is r_1 + r_2.

Measured
    The W_oo distance of the laws of the sum given two secrets; the largest change of the sum.

Claimed
    r_1 + r_2, 2 r.
"""

from theorems.rpp.definitions import D, F, better, i, j, r, t, u_1, u_2, x_1, x_2
from verify.claims import (
    ANY_PRIORS,
    ONE_RECORD,
    RECORD_VALUES,
    All,
    Claim,
    Compare,
    Exists,
    ForAll,
    Frameworks,
    Node,
    Sequences,
    Source,
    Sup,
    above,
    between,
    data_law,
    data_sets,
    numbers,
    oo,
    reading,
    situations,
)
from verify.quantities import wasserstein_distance

r_1, r_2 = numbers("r_1 r_2")
EXAMPLE = Source("Example 3", section="Sections 2 and 3")
RANGES = {r: above(0), r_1: between(0, r, open="left"), r_2: between(0, r, open="left")}
SUMS = {**RANGES, F: Frameworks(Sequences(2, between(0, r, open="both")), reading("pairs", same_record=ONE_RECORD, any=RECORD_VALUES), ANY_PRIORS)}
INSIDE = (ForAll({D: data_sets(F)}, All(Compare(D[1], "<", r_1), Compare(D[2], "<", r_2))),)
SQUARE = {name: between(0, r, open="both") for name in (x_1, x_2, u_1, u_2)}
CHANGE = x_1 + x_2 - u_1 - u_2
"""From one pair of numbers to another; the same pairs in the other order make the opposite change."""


def total(e):
    """The law of the sum given a secret."""
    return Node("coordinate_sum", data_law(F, t, e))


LARGEST = Sup({(t, i, j): situations(F)}, wasserstein_distance(total(i), total(j), oo), floor=0)

CLAIMS = (
    Claim("rpp/ex-3", EXAMPLE, part="wasserstein", forall=SUMS, given=INSIDE, same_as={"same-record+sup": "same-record+max", "any+sup": "any+max"},
          states=Compare(reading("extremum", max=LARGEST, sup=LARGEST), "<=", r_1 + r_2)),
    Claim("rpp/ex-3", EXAMPLE, part="group", forall={r: above(0)},
          states=reading("extremum", max=All(ForAll(SQUARE, Compare(CHANGE, "<=", 2 * r)), Exists(SQUARE, Compare(CHANGE, "==", 2 * r))),
                         sup=Compare(Sup(SQUARE, CHANGE), "==", 2 * r))),
    Claim("rpp/text-ex-3-utility", Source("Section 3"), uses=("rpp/ex-3",), forall=RANGES, states=better(r_1 + r_2, reading("group", common_range=2 * r, own_ranges=r_1 + r_2))),
)
