"""A function of a set of records as a map of points of zeros and ones: N + 2 records, of which a data set has some."""

from typing import Any

from theorems.frdp.definitions import SPACE, Delta, F, K, N
from verify.claims import Abs, All, Compare, ForAll, If, Implies, Maps, Node, Sequences, Sum, coordinates, inverse_form, numbers, objects, one_of, reading, upto

i = numbers("i")
R, R_ = objects("R R_")

SETS = Sequences(N + 2, one_of(0, 1))
FAMILY = Maps(SETS, SPACE)


def adjacent(first: Any, second: Any) -> Node:
    """One record more, or one replaced."""
    apart = Sum({i: upto(N + 2)}, Abs(first[i] - second[i]))
    size = Compare(Sum({i: upto(N + 2)}, first[i]), "==", Sum({i: upto(N + 2)}, second[i]))
    return reading("adjacency", add_or_remove=Compare(apart, "==", 1), replace=All(size, Compare(apart, "==", 2)))


SENSITIVE = ForAll({R: SETS, R_: SETS}, Implies(adjacent(R, R_), Compare(inverse_form(K, F(R) - F(R_)), "<=", Delta**2)))


def batch(taken: Any, last: Any, other: Any) -> Node:
    """The set of the records that are taken of the first N, and of the two others by 0 or 1."""
    return coordinates({i: upto(N + 2)}, If(Compare(i, "<=", N), taken[i], If(Compare(i, "==", N + 1), last, other)))
