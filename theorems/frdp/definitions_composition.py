"""Names shared by the composition statements: mechanisms one after the other, or each on its own part of the data.

``adjacency``: in hypothesis and conclusion one record more, or one record replaced; or one record more in the hypothesis and one replaced in the conclusion, which is
the universe of data sets with one record more whose replaced pairs are two steps apart, in one part where a record stays in its part.
``partition``: a record stays in its part when it is replaced (by-position), is assigned by its own value and so may move (by-value), or the assignment may depend on
the whole data set. ``coins``: the mechanisms are independent, or arbitrarily coupled.
"""

from typing import Any

from theorems.frdp.definitions import ADJACENCY, D_, SPACE, D, U, alpha, dim, epsilon_1, epsilon_2, m, rdp
from verify.claims import (
    ADD_OR_REMOVE_ONE,
    BY_POSITION,
    BY_THE_WHOLE,
    BY_VALUE,
    INDEPENDENT,
    REPLACE_ONE,
    SHARED,
    YES,
    All,
    Compare,
    Compositions,
    Families,
    ForAll,
    Implies,
    Node,
    Subsets,
    Universes,
    above,
    at_least,
    integers,
    neighbours,
    numbers,
    objects,
    part,
    part_neighbours,
    pasts,
    reading,
    size,
    step,
    upto,
)

i = numbers("i")
C, V, past, epsilon, Z, Z_ = objects("C V past epsilon Z Z_")

SEQUENTIAL = {alpha: above(1), epsilon_1: at_least(0), epsilon_2: at_least(0), dim: integers(1), U: Universes(ADJACENCY),
              C: Compositions(2, U, SPACE, coins=INDEPENDENT, adaptive=YES)}
"""f, and then g with fresh randomness, which sees the outputs of f."""

RELATION = reading("adjacency", add_or_remove=ADD_OR_REMOVE_ONE, replace=REPLACE_ONE, add_then_replace=ADD_OR_REMOVE_ONE)
COINS = reading("coins", independent=INDEPENDENT, shared=SHARED)
PARTITION = reading("partition", by_position=BY_POSITION, by_value=BY_VALUE, by_the_whole=BY_THE_WHOLE)
RUN = {alpha: above(1), dim: integers(1), m: integers(1), U: Universes(RELATION), C: Compositions(m, U, SPACE, coins=COINS, partition=PARTITION)}
PARALLEL = {**RUN, epsilon: Families(upto(m), at_least(0))}
PARALLEL_READINGS = {"adjacency": ("add-or-remove", "replace", "add-then-replace"), "coins": ("independent", "shared"),
                     "partition": ("by-position", "by-value", "by-the-whole")}
CLASSES = Compositions(m, U, SPACE, coins=COINS, partition=reading("label", fixed=BY_POSITION, may_change=BY_VALUE))
PLACES = {V: Families(upto(m), Subsets(upto(dim)))}
"""For each mechanism some of its points."""
BY_LABEL = {**PARALLEL, C: CLASSES}
"""The parts are the classes; a replaced record keeps its label, or may change it."""


def at_step(index: Any, level: Any) -> Node:
    """Mechanism ``index`` is RDP on every pair of neighbours, for each fixed earlier output."""
    return ForAll({past: pasts(C, index), (D, D_): neighbours(U)}, rdp(step(C, index, D, past), step(C, index, D_, past), alpha, level))


def on_parts(levels: Any) -> Node:
    """Each mechanism is RDP on the data sets that it can be run on."""
    return ForAll({i: upto(m), (D, D_): part_neighbours(C, i)}, rdp(step(C, i, D), step(C, i, D_), alpha, levels[i]))


def on_known_parts(levels: Any) -> Node:
    """The same where sizes are known: only parts of one size are compared."""
    return ForAll({i: upto(m), (D, D_): part_neighbours(C, i)}, Implies(Compare(size(D), "==", size(D_)), rdp(step(C, i, D), step(C, i, D_), alpha, levels[i])))


def on_pairs(conclusion: Any, name: str = "partition") -> Node:
    """The conclusion on every pair of adjacent data sets; one with a record replaced is two steps of one record more or less, by way of a third data set.

    ``name``: the reading that says whether a replaced record stays in its part, so that no part grows: by position, or with a fixed label.
    """
    nearby = ForAll({(D, D_): neighbours(U)}, conclusion)
    replaced = All(Compare(Z, "==", Z_), Compare(size(D), "==", size(D_)))
    kept = All(replaced, ForAll({i: upto(m)}, Compare(size(part(C, i, D)), "==", size(part(C, i, D_)))))
    moves = reading("partition", by_position=kept, by_value=replaced, by_the_whole=replaced) if name == "partition" else reading("label", fixed=kept, may_change=replaced)
    in_two = ForAll({(D, Z): neighbours(U), (Z_, D_): neighbours(U)}, Implies(moves, conclusion))
    return reading("adjacency", add_or_remove=nearby, replace=nearby, add_then_replace=in_two)
