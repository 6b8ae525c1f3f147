r"""Nearness, approximate shift reduction, and the general approximate Wasserstein mechanism.

Statement (Lemmas C.1 and 4.1, Theorem 4.3)
    lem-c.1  mu and nu are (z, delta)-near iff X + V = Y for some X ~ mu, Y ~ nu with P(|V| > z) < delta.
    lem-4.1  For each delta there is an event E, P(E) >= 1 - delta, with D_alpha((mu * zeta) given E, nu * zeta) <= D_alpha^(z, delta)(mu, nu) + R_alpha(zeta,
             z) + alpha/(alpha - 1) log(1/(1 - delta)).
    thm-4.3  With Delta_(G, delta) for which all pairs of distributions of f(X) are near, f(X) + N is (alpha, R_alpha(zeta, Delta_(G, delta)) + alpha/(alpha -
             1) log(1/(1 - delta)), delta)-approximate RPP, and (R_oo + log(1/(1 - delta)), delta)-PP.

Reading
    norm          of R^d.
    ball          of R_alpha, see rpp/lem-3.1.
    E lives on    the data, data and noise, or an enlarged space, where the laws given an event are those with a density of at most 1/P(E).
    P of E        the events have their probability given the secret, or without it.
    outcome       PP is about points of positive mass, about densities, or about events.
    sensitivity   any number above the infimum of the z for which the laws are near, or the infimum itself.

Measured
    The least probability of a long shift; the Renyi divergence given the events; masses, densities and the hockey-stick divergence.

Claimed
    delta; the level with the printed penalty.
"""

from mechanisms import Laplace
from theorems.rpp.definitions import (
    ADDITIVE,
    NORM,
    SPACE,
    Delta,
    E,
    P,
    Q,
    alpha,
    approximately,
    d,
    delta,
    finite,
    missed,
    near,
    near_sensitivity,
    renyi_private,
    shifted,
    shifts_from_0,
    w,
    w_,
    x,
    z,
    zeta,
)
from verify.claims import (
    All,
    Claim,
    Compare,
    Events,
    Exists,
    Hints,
    Iff,
    Laws,
    Node,
    Points,
    Source,
    above,
    at_least,
    between,
    convolve,
    exp,
    finite_law,
    given_event,
    integers,
    log,
    number,
    objects,
    oo,
    product,
    reading,
)
from verify.quantities import density, hockey_stick_divergence, least_exceedance, mass, trimmed_renyi

mu, nu = objects("mu nu")
INSIDE = between(0, 1, open="both")
PENALTY = alpha / (alpha - 1) * log(1 / (1 - delta))
TWO = {d: integers(1), mu: Laws(SPACE), nu: Laws(SPACE)}
NOISED = convolve(nu, zeta)
LEVEL = shifted(mu, nu, alpha, z, delta) + shifts_from_0(zeta, z, alpha) + PENALTY
SECRETS = {w: between(0, 1, open="left"), w_: between(0, 1, open="left")}
TOGETHER = Compare(w_ + w * hockey_stick_divergence(P, Q, log(w_ / w)), "<=", 1)
"""Two secrets of these probabilities, given which the query has the laws P and Q, occur under one prior: the integral of the larger of w P and w_ Q is at most 1."""
GENERAL = {**ADDITIVE, Delta: at_least(0)}
MECHANISM = Source("Theorem 4.3")
USES = ("rpp/lem-4.1", "rpp/prop-c.1")
FAR = {delta: number("1/2"), d: 1, P: finite_law({0: number("1/2"), 10: number("1/2")}), Q: finite_law({0: 1}), x: 10}
"""Half of a law lies far away from where the other one is."""


def total(law):
    """The law of the sum of data and noise."""
    return Node("coordinate_sum", law)


def some_event(space, law):
    """Some event of probability at least 1 - delta, given which the law of the output is near enough."""
    return Exists({E: Events(space)}, All(Compare(mass(space, E), ">=", 1 - delta), renyi_private(law(given_event(space, E)), NOISED, alpha, LEVEL)))


def additive_approximately(noise, level):
    """Approximate RPP of f(X) + N."""
    return approximately(P, Q, lambda law: convolve(law, noise), lambda law: product(law, noise), total, alpha, level, (missed(w), missed(w_)))


def additive_privately(noise, level):
    """(level, delta)-PP of f(X) + N: for the mass of a point x, for the density there, or for events."""
    first, second = convolve(P, noise), convolve(Q, noise)
    return reading("outcome", mass=Compare(mass(first, Node("event", x)), "<=", exp(level) * mass(second, Node("event", x)) + delta),
                   density=Compare(density(first, x), "<=", exp(level) * density(second, x) + delta),
                   event=Compare(hockey_stick_divergence(first, second, level), "<=", delta))


CLAIMS = (
    Claim("rpp/lem-c.1", Source("Lemma C.1", section="Appendix C.1"), forall={delta: INSIDE, z: at_least(0), **TWO},
          states=Iff(near(mu, nu, z), Compare(least_exceedance(mu, nu, z, NORM), "<", delta))),
    Claim("rpp/lem-4.1", Source("Lemma 4.1"), forall={alpha: above(1), delta: INSIDE, **TWO, zeta: Laws(SPACE), z: at_least(0)},
          states=reading("E lives on", data=some_event(mu, lambda law: convolve(law, zeta)), data_and_noise=some_event(product(mu, zeta), total),
                         enlarged=Compare(trimmed_renyi(convolve(mu, zeta), NOISED, alpha, delta), "<=", LEVEL))),
    Claim("rpp/thm-4.3", MECHANISM, part="rpp", uses=USES, forall={alpha: above(1), delta: INSIDE, **GENERAL, **SECRETS}, given=(near_sensitivity(Delta), TOGETHER),
          states=additive_approximately(zeta, shifts_from_0(zeta, Delta, alpha) + PENALTY), hints=Hints(by=("textbook/near-parts", "textbook/near-range", "textbook/shift-range")),
          because="With events of data and noise no bound holds for alpha > 2: of two points far apart let the first have the probabilities 1 - delta - t and 1 - t. An event of probability 1 - delta "
                  "contains a share of the noise at the second one, where the densities then have the ratio (delta + t)/t, so that D_alpha grows without bound as t tends to 0. With events of an "
                  "enlarged space, as in the proof of Lemma 4.1, that share is thinned out evenly."),
    Claim("rpp/thm-4.3", MECHANISM, part="pp", uses=USES, forall={delta: INSIDE, **GENERAL, x: Points(SPACE)}, given=(near_sensitivity(Delta), finite(shifts_from_0(zeta, Delta, oo))),
          states=additive_privately(zeta, shifts_from_0(zeta, Delta, oo) + log(1 / (1 - delta))),
          hints=Hints(instances=({**FAR, Delta: number("1/100"), zeta: Laplace(0, scale=number("1/100"))},),
                      by=("textbook/hs-mixture", "textbook/large-parts", "textbook/mass-range", "textbook/near-finite", "textbook/near-hockey-stick", "textbook/near-infinity", "textbook/near-parts", "textbook/near-range", "textbook/renyi-range", "textbook/shift-none", "textbook/shift-range", "textbook/w-range"))),
)
