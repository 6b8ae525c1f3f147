"""Ledger of section 5 and Appendix E: parallel composition, the contraction lemma, privacy amplification by iteration.

Iterations are those of the language: on the line, with maps for each of finitely many records, and noises that are finite or normal. The source has R^d and
any noise. The records of a sequence may depend on each other; nothing is said of their independence over time.
"""

from theorems.rpp.definitions import BALL_ANYWHERE, C, F, U, about_one_record, alpha, epsilon, h, i, j, k, m, renyi_private, t, x
from theorems.rpp.definitions import z as slack
from theorems.rpp.definitions_iteration import INPUTS, INSIDE, RUNNING, RUNS, SLACK, X_, W, X, z_max, z_min
from verify.claims import (
    ANY_EVENTS,
    BY_POSITION,
    FINITE_NOISE,
    INDEPENDENT,
    INDEPENDENT_RECORDS,
    LINE,
    REALS,
    REPLACE_ONE,
    SHARED,
    Compare,
    Compositions,
    Families,
    ForAll,
    Frameworks,
    Item,
    Iterations,
    Labels,
    Laws,
    Node,
    Points,
    Scope,
    Sequences,
    Source,
    Unchecked,
    Universes,
    above,
    at_least,
    data_law,
    integers,
    marginal,
    outputs,
    push,
    reading,
    situations,
    upto,
)
from verify.quantities import mass

TWO = Sequences(2, Labels(k))
SHARING = reading("coins", independent=INDEPENDENT, shared=SHARED)
BLOCKS = {m: integers(1), U: Universes(REPLACE_ONE, m), F: Frameworks(U, ANY_EVENTS, INDEPENDENT_RECORDS), C: Compositions(m, U, LINE, SHARING, partition=BY_POSITION)}


def block(index, e):
    """Law of the output of one mechanism, which sees its own block."""
    return marginal(push(outputs(C), data_law(F, t, e)), index)


def unrelated(law):
    """The two records are independent."""
    return ForAll({x: Points(TWO)}, Compare(mass(law, Node("event", x)), "==", mass(marginal(law, 1), Node("event", x[1])) * mass(marginal(law, 2), Node("event", x[2]))))


EACH = ForAll({(t, i, j): situations(F), h: upto(m)}, renyi_private(block(h, i), block(h, j), alpha, epsilon[h]))

ITEMS = (
    Item("rpp/prop-e.1", "Parallel composition", Source("Proposition E.1", section="Appendix E.1"),
         Scope({alpha: above(1), **BLOCKS, epsilon: Families(upto(m), at_least(0))}, given=(about_one_record(m), EACH),
               readings={"coins": ("independent", "shared")}), proof=(Unchecked("divergences of products add up, and those of all parts but one are 0"),)),
    Item("rpp/lem-5.1", "Dataset dependent contraction", "Lemma 5.1",
         Scope({alpha: above(1), slack: above(0), k: integers(1), W: Iterations(2, Labels(k), FINITE_NOISE), X: Laws(TWO), X_: Laws(TWO)},
               given=tuple(reading("joint", independent=unrelated(law), any=None) for law in (X, X_)), readings={"joint": ("independent", "any")}),
         note="On the line, where all norms agree. The state is that of the first of two steps, the record that of the second: any law and any dependence occur.",
         proof=(Unchecked("Feldman et al. 2018: the triangle inequality and contraction"),)),
    Item("rpp/thm-5.2", "Dataset dependent amplification by iteration", "Theorem 5.2",
         Scope({**RUNS, z_min: REALS, z_max: at_least(z_min), **SLACK}, given=(*INPUTS, *INSIDE), readings={**RUNNING, **BALL_ANYWHERE}),
         uses=("rpp/lem-3.1", "rpp/lem-5.1"), note="The shifted divergence is that of the outputs; the source prints the inputs X_T and X'_T. The name z is the sequence of the z_t, which decides the a_t. Domain z: the maps are known between z_min and z_max alone, where every state before a step lies.",
         proof=(Unchecked("Feldman et al. 2018: induction over the steps"), "rpp/lem-5.1")),
)
