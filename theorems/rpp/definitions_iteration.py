"""Two runs of one noisy iteration on the line on different random data."""

from theorems.rpp.definitions import T, alpha, k, t, x
from verify.claims import (
    FINITE_NOISE,
    NORMAL_NOISE,
    Compare,
    Expect,
    Families,
    ForAll,
    Iterations,
    Labels,
    Laws,
    Max,
    Node,
    Points,
    Prod,
    Sequences,
    Sum,
    above,
    at_least,
    integers,
    iterate_law,
    last_law,
    marginal,
    noise_law,
    numbers,
    objects,
    oo,
    reading,
    step_shift,
    upto,
)
from verify.quantities import mass, total_variation, wasserstein_distance

W, X, X_, z = objects("W X X_ z")
z_min, z_max, w = numbers("z_min z_max w")

NOISES = reading("noise", finite=FINITE_NOISE, normal=NORMAL_NOISE)
DATA = {X: Laws(Sequences(T, Labels(k))), X_: Laws(Sequences(T, Labels(k)))}
RUNS = {alpha: above(1), T: integers(1), k: integers(1), W: Iterations(T, Labels(k), NOISES), **DATA}
SLACK = {z: Families(upto(T), at_least(0))}
"""z_t, the sum of the s_i - a_i up to t: a_t is s_t less what z grows by."""
OVER_TIME = {"over time": ("independent", "any")}
DOMAIN = {"domain": ("z", "line")}
RUNNING = {**OVER_TIME, **DOMAIN, "noise": ("finite", "normal")}
ENDS = (reading("domain", z=z_min, line=-oo), reading("domain", z=z_max, line=oo))


def _inside(law):
    """Before each step the state lies between z_min and z_max: the maps are known there alone."""
    state = iterate_law(W, law, t - 1)
    return ForAll({t: upto(T)}, Compare(Expect({w: state}, Max(z_min - w, w - z_max, 0)), "==", 0))


INSIDE = tuple(reading("domain", z=_inside(law), line=None) for law in (X, X_))
INSIDE_OF_IMAGES = tuple(reading("s", inputs=None, images=one, outputs=None) for one in INSIDE)


def without_memory(law):
    """The records of a sequence are independent."""
    product_form = Prod({t: upto(T)}, mass(marginal(law, t), Node("event", x[t])))
    return ForAll({x: Points(Sequences(T, Labels(k)))}, Compare(mass(law, Node("event", x)), "==", product_form))


INPUTS = tuple(reading("over time", independent=without_memory(law), any=None) for law in (X, X_))
OUTPUTS = (last_law(W, X), last_law(W, X_))


def shift_of(step):
    """s_t = sup over states w of W_oo(psi_t(w, X_t), psi_t(w, X'_t)): over an interval of states, or the line."""
    return step_shift(W, X, X_, step, *ENDS)


def total(bound):
    """The sum over steps."""
    return Sum({t: upto(T)}, bound(t))


def noise_of(step):
    return noise_law(W, step)


def apart(step):
    """s_t: W_oo of the records, of the images of a state under their maps, or of the iterates at time t."""
    return reading("s", inputs=wasserstein_distance(marginal(X, step), marginal(X_, step), oo), images=shift_of(step),
                   outputs=wasserstein_distance(iterate_law(W, X, step), iterate_law(W, X_, step), oo))


NO_FURTHER = reading("s", inputs=ForAll({t: upto(T)}, Compare(step_shift(W, X, X_, t), "<=", wasserstein_distance(marginal(X, t), marginal(X_, t), oo))), images=None, outputs=None)
"""The distances of the records are those of Theorem 5.2: maps bring no two records further apart."""


def falling():
    """The distances do not increase over time."""
    return ForAll({t: integers(1, T - 1)}, Compare(apart(t + 1), "<=", apart(t)))


def one_noise():
    """All noises have one law."""
    return ForAll({t: integers(2, T)}, Compare(total_variation(noise_law(W, t), noise_law(W, 1)), "==", 0))
