"""Descent as an iteration: how far the maps of two records are apart, and which records two secrets change."""

from theorems.rpp.definitions import T, k, t, u_1, u_2, x
from theorems.rpp.definitions_iteration import X_, W, X, z_max, z_min
from verify.claims import All, Compare, Exists, ForAll, Implies, Node, Prob, marginal, numbers, one_of, reading, step_map, upto
from verify.quantities import mass, total_variation

CONTRACTION = reading("K", convex=reading("smooth", first_argument=1, second_argument=None), compact=reading("smooth", first_argument=None, second_argument=None))
"""The Lipschitz constant of a step; nothing bounds it where the set is not convex, or slopes in the state are not bounded."""
w_0 = numbers("w_0")
SAME_SLOPES = ForAll({t: upto(T), u_1: upto(k), u_2: upto(k)},
                     Compare(step_map(W, t, u_1, 1) - step_map(W, t, u_1, 0), "==", step_map(W, t, u_2, 1) - step_map(W, t, u_2, 0)))
"""Affine maps of two records are a bounded distance apart everywhere only where their slopes agree."""


PROJECTED = ForAll({t: upto(T), u_1: upto(k), w_0: one_of(0, 1)},
                   All(Compare(z_min, "<=", step_map(W, t, u_1, w_0)), Compare(step_map(W, t, u_1, w_0), "<=", z_max), Compare(step_map(W, t, u_1, 0), "==", step_map(W, t, u_1, 1))))
"""All maps end in the interval of states, as after a projection: of affine maps those that are constant."""


def _at_ends(quotient, level):
    """How far the maps of two records are apart at the ends of the interval of states."""
    apart = abs(step_map(W, t, u_1, w_0) - step_map(W, t, u_2, w_0)) / quotient
    return ForAll({t: upto(T), u_1: upto(k), u_2: upto(k), w_0: one_of(z_min, z_max)}, Implies(Compare(u_1, "!=", u_2), Compare(apart, "<=", level)))


def bounded(level):
    """Gradients are at most L: everywhere they are what the step subtracts, so affine maps have slope 1; on the interval of states those of two records differ by at most 2 L."""
    subtracted = ForAll({t: upto(T), u_1: upto(k)}, All(Compare(step_map(W, t, u_1, 1) - step_map(W, t, u_1, 0), "==", 1), Compare(abs(step_map(W, t, u_1, 0)), "<=", level)))
    return reading("points", k=All(PROJECTED, _at_ends(2, level)), all=subtracted)


def lipschitz(level):
    """The gradients of two records differ by at most C_v times their distance, on the interval of states or everywhere: they are affine."""
    at_ends = _at_ends(abs(u_1 - u_2), level)
    return reading("points", k=All(PROJECTED, at_ends), all=All(SAME_SLOPES, at_ends))


def equal_records(law):
    """All records of a data set are equal."""
    return Compare(Prob({x: law}, ForAll({t: upto(T)}, Compare(x[t], "==", x[1]))), "==", 1)


def fixed(law, index):
    """A record has one value."""
    return Exists({u_1: upto(k)}, Compare(mass(marginal(law, index), Node("event", u_1)), "==", 1))


def alike(index):
    """The secrets are values of one record."""
    return tuple(fixed(law, index) for law in (X, X_))


def apart_from(index):
    """The secrets are values of one record, and say nothing of the others."""
    others = ForAll({t: upto(T)}, Implies(Compare(t, "!=", index), Compare(total_variation(marginal(X, t), marginal(X_, t)), "==", 0)))
    return All(*alike(index), others)
