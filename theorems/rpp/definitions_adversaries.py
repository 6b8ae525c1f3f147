"""How far another adversary is from those of a framework: its prior is the last one of the framework."""

from theorems.rpp.definitions import OLD, F, f, h, s, u_1, u_2
from verify.claims import (
    All,
    Any_,
    Compare,
    Exists,
    If,
    Inf,
    Sup,
    above,
    at_least,
    data_law,
    equals,
    oo,
    prior,
    prior_count,
    push,
    reading,
    secret,
    secret_count,
    secret_pairs,
    upto,
)
from verify.quantities import mass, wasserstein_distance

SOMEONE = Compare(prior_count(F), ">", 1)
"""There is an original prior."""
LAST = prior_count(F)
IN_A_PAIR = Exists({(u_1, u_2): secret_pairs(F)}, Any_(Compare(u_1, "==", s), Compare(u_2, "==", s)))


def from_prior(distance, which=None):
    """sup over secrets of a distance of the laws of the data given the secret, under the original prior h and the new one."""
    likely = Compare(mass(prior(F, LAST), secret(F, s)), ">", 0)
    between = If(Compare(mass(prior(F, h), secret(F, s)), ">", 0), distance(data_law(F, h, s), data_law(F, LAST, s)), oo)
    return Sup({s: upto(secret_count(F))}, between, where=likely if which is None else All(likely, which), floor=0)


def farthest(distance, which=None):
    """inf over the original priors of sup over secrets of a distance of the laws of the data given the secret."""
    return Inf({h: OLD}, from_prior(distance, which))


def apart(size):
    """Delta of the new prior: inf sup W_oo of the laws of the query."""
    return farthest(lambda old, new: wasserstein_distance(push(f, old), push(f, new), oo, size))


def moved(size):
    """The distance of the new prior: the infimum, or any number above it."""
    return reading("infimum", attained=equals(apart(size), within=at_least(0)), approached=above(apart(size)))
