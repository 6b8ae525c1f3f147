"""Descent as an iteration: how far the maps of two records are apart, and which records two secrets change."""

from theorems.rpp.definitions import T, k, t, u_1, u_2, x
from theorems.rpp.definitions_iteration import X_, W, X, w, z_max, z_min
from verify.claims import (
    All,
    Compare,
    Exists,
    Expect,
    ForAll,
    Implies,
    Max,
    Min,
    Node,
    Prob,
    iterate_law,
    marginal,
    oo,
    reading,
    step_map,
    step_shift,
    upto,
)
from verify.quantities import mass, total_variation

CONTRACTION = reading("K", convex=reading("smooth", first_argument=1, second_argument=None), compact=reading("smooth", first_argument=None, second_argument=None))
"""The Lipschitz constant of a step; nothing bounds it where the set is not convex, or slopes in the state are not bounded."""
SAME_SLOPES = ForAll({t: upto(T), u_1: upto(k), u_2: upto(k)},
                     Compare(step_map(W, t, u_1, 1) - step_map(W, t, u_1, 0), "==", step_map(W, t, u_2, 1) - step_map(W, t, u_2, 0)))
"""Affine maps of two records are a bounded distance apart everywhere only where their slopes agree."""



def bounded(level):
    """Gradients are at most L everywhere: they are what the step subtracts, so affine maps have slope 1."""
    return ForAll({t: upto(T), u_1: upto(k)}, All(Compare(step_map(W, t, u_1, 1) - step_map(W, t, u_1, 0), "==", 1), Compare(abs(step_map(W, t, u_1, 0)), "<=", level)))


def lipschitz(level):
    """The gradients of two records differ by at most C_v times their distance everywhere: they are affine, so it is enough at 0."""
    apart = abs(step_map(W, t, u_1, 0) - step_map(W, t, u_2, 0)) / abs(u_1 - u_2)
    return All(SAME_SLOPES, ForAll({t: upto(T), u_1: upto(k), u_2: upto(k)}, Implies(Compare(u_1, "!=", u_2), Compare(apart, "<=", level))))


def _on_states(e):
    """The projection on the interval of states."""
    return Max(z_min, Min(z_max, e))


def projected(law, level):
    """Gradients are at most L, and a step is projected on the interval of states: on the line psi(w) is such a projection if and only if it lies between those of w - L and w + L.

    It is enough where a step begins: elsewhere a map can be cut off at these two, which brings no two maps further apart and makes none steeper.
    """
    image = step_map(W, t, u_1, w)
    outside = Max(_on_states(w - level) - image, image - _on_states(w + level), 0)
    return ForAll({t: upto(T), u_1: upto(k)}, Compare(Expect({w: iterate_law(W, law, t - 1)}, outside), "==", 0))


STARTS = Compare(Expect({w: iterate_law(W, X, 0)}, Max(z_min - w, w - z_max, 0)), "==", 0)
"""The first state lies in the set that is projected on."""


def shift_on(step):
    """s_t: the supremum over the states of the set that is projected on, or over all of the line."""
    return step_shift(W, X, X_, step, reading("points", k=z_min, all=-oo), reading("points", k=z_max, all=oo))


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
