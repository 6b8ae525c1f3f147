"""Ledger of the definitions and of the remark on them (sections 2.1, 2.2, 2.4, 3.1, Appendix F).

Of epsilon and delta the definitions give no range.
"""

from theorems.frdp.definitions import (
    ADJACENT,
    D_,
    DATA,
    PAIR,
    SPACE,
    D,
    E,
    M,
    U,
    alpha,
    delta,
    dim,
    epsilon,
    n,
)
from theorems.frdp.definitions_evaluation import LISTED, S_, S
from verify.claims import (
    Compare,
    Events,
    ForAll,
    Item,
    Kernels,
    NotChecked,
    Scope,
    Source,
    above,
    at_least,
    between,
    data_sets,
    exp,
    integers,
    mixture,
    neighbours,
    number,
    reading,
    size,
    unstated,
)
from verify.quantities import mass

EVALUATION = {"divergence": ("densities", "measures"), "points": ("distinct", "repeats")}
HALF = number("1/2")
CYLINDER = ForAll({E: Events(mixture((HALF, M(D)), (HALF, M(D_))))}, Compare(mass(M(D), E), "<=", exp(epsilon) * mass(M(D_), E) + delta))
EQ_1 = reading("pairs", all=ForAll({D: data_sets(U), D_: data_sets(U)}, CYLINDER), adjacent=ForAll({(D, D_): neighbours(U)}, CYLINDER))

ITEMS = (
    Item("frdp/def-1", "(epsilon, delta)-DP for vectors", "Definition 1",
         not_checked=NotChecked("definition", "The inequality for events names a property; nothing is asserted of it.")),
    Item("frdp/def-2", "Renyi-DP for vectors", "Definition 2",
         not_checked=NotChecked("definition", "The bound on the divergence names a property; nothing is asserted of it.")),
    Item("frdp/def-3", "(epsilon, delta)-DP for functions and for their values", Source("Definition 3", eq="1"),
         Scope({epsilon: unstated(at_least(0)), delta: unstated(between(0, 1)), dim: integers(1), **DATA, M: Kernels(data_sets(U), SPACE)},
               given=(EQ_1,), readings={**ADJACENT, "pairs": ("all", "adjacent")}),
         note="Whenever Eq. 1 holds over all cylinder sets at dim points, the vector of values is (epsilon, delta)-DP as in Definition 1."
              " all: every pair of data sets, as printed; adjacent: neighbours."),
    Item("frdp/def-4", "The divergence of two evaluations", Source("Definition 4", eq="4"),
         Scope({alpha: above(1), **LISTED}, given=(Compare(size(S), ">=", 1), Compare(size(S_), ">=", 1)), readings={**EVALUATION, "evaluation set": ("common", "own")}),
         note="Eq. 4 gives a value in [0, oo] for each choice of points. repeats: a list in which a point stands twice. own: each data set has its own points, so"
              " that the vectors may have different lengths."),
    Item("frdp/def-6", "Renyi-DP of a mechanism with any index set", Source("Definition 6", eq="13", section="Appendix F"),
         not_checked=NotChecked("definition", "Its agreement with Definition 4 is the item frdp/rem-1.")),
    Item("frdp/rem-1", "The definitions agree", Source("Remark 1 and Appendix F"),
         Scope({alpha: above(1), epsilon: at_least(0), **PAIR, n: integers(1)}, readings={"points": ("distinct", "repeats")}, parts=("if", "only-if"), part="def-2"),
         Scope({alpha: above(1), epsilon: at_least(0), **PAIR, n: integers(1)}, readings={"points": ("distinct", "repeats")}, parts=("if", "only-if"), part="def-6"),
         note="dim points of the index set; the lists that Definition 6 takes the supremum over, and the sets of Definition 4, are drawn from them. For each n: sets of at"
              " most n points against lists of n."),
)
