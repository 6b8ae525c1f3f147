"""Definitions shared by the claims of the paper: pairs of conditional laws, shifts of a noise, shifted divergences, nearness, approximate privacy.

A mechanism is met through the laws P and Q of its output, or of its query, under one prior given two secrets: any two laws can occur, with densities or
without. A sensitivity is any number that the distance of P and Q does not exceed. Where the framework itself matters it is a name of its own, and so are
its finitely many data sets, priors and secrets. The norm of R^d is any, unless a statement names one. Privacy of two secrets is stated in one order where
the set of pairs need not be symmetric.
"""

from collections.abc import Callable
from typing import Any

from verify.claims import (
    ANY_EVENTS,
    ANY_PRIORS,
    LINE,
    REALS,
    All,
    Compare,
    Euclid,
    Events,
    Exists,
    ForAll,
    Frameworks,
    If,
    Iff,
    Implies,
    Kernels,
    Laws,
    Maps,
    Member,
    Node,
    Points,
    Sum,
    Sup,
    above,
    at_least,
    data_law,
    data_sets,
    exp,
    given_event,
    iid,
    integers,
    log,
    marginal,
    norm,
    numbers,
    objects,
    oo,
    prior_count,
    product,
    push,
    reading,
    secret,
    secret_pairs,
    situations,
    then,
    translate,
    upto,
)
from verify.quantities import (
    density,
    largest_shift,
    least_exceedance,
    mass,
    max_divergence,
    near_distance,
    renyi_divergence,
    shifted_renyi,
    total_variation,
    wasserstein_distance,
)

alpha, epsilon, delta, Delta, z, a, p, q, r, d, m, k, n, T, w, w_ = numbers("alpha epsilon delta Delta z a p q r d m k n T w w_")
rho, lamda, sigma, eta, L, beta, s, t, i, j, h, x_1, x_2, y_1, u_1, u_2, c = numbers("rho lamda sigma eta L beta s t i j h x_1 x_2 y_1 u_1 u_2 c")
P, Q, P_, Q_, zeta, Z, F, f, g, G, M, V, A, B, C, X, U = objects("P Q P_ Q_ zeta Z F f g G M V A B C X U")
E, E_, R, R_, D, D_, x, y, u, v = objects("E E_ R R_ D D_ x y u v")
"""The second line holds names that the definitions below bind."""

NORM = reading("norm", l1=1, l2=2, l_inf=oo)
NORMS = {"norm": ("l1", "l2", "l-inf")}
SPACE, L1, L2 = Euclid(d, NORM), Euclid(d, 1), Euclid(d, 2)
PAIR = {d: integers(1), P: Laws(SPACE), Q: Laws(SPACE)}
"""The laws of the query given two secrets."""
OUTPUTS = {d: integers(1), P: Laws(L2), Q: Laws(L2)}
"""The laws of the output given two secrets, where no norm plays a part."""
WITH_DENSITY = Laws(SPACE, density=True)
"""Noise that a mechanism adds: section 1 speaks of all noises with a density, and R_alpha moves densities. The lemmas of shift reduction are about any laws."""
ADDITIVE = {**PAIR, zeta: WITH_DENSITY}
FRAMEWORK = {F: Frameworks(LINE, ANY_EVENTS, ANY_PRIORS)}
QUERY = {**FRAMEWORK, d: integers(1), f: Maps(data_sets(F), SPACE)}
MECHANISM = {**FRAMEWORK, d: integers(1), M: Kernels(data_sets(F), L2)}

# --- privacy ------------------------------------------------------------------------------------------------------------------


def renyi_private(first: Any, second: Any, order: Any, level: Any) -> Node:
    """(alpha, epsilon)-RPP of two secrets, in one order."""
    return Compare(renyi_divergence(first, second, order), "<=", level)


def private(first: Any, second: Any, level: Any, slack: Any = 0, space: Node = L2, point: Any = None) -> Node:
    """(epsilon, delta)-PP of two secrets: for points of positive mass, for densities (at a point that the statement names, or everywhere), or for events."""
    def at(quantity: Callable[..., Node], *where: Any) -> Node:
        return Compare(quantity(first, *where), "<=", exp(level) * quantity(second, *where) + slack)

    return reading("outcome", mass=ForAll({y: Points(space)}, at(mass, Node("event", y))), density=ForAll({y: Points(space)}, at(density, y)) if point is None else at(density, point),
                   event=ForAll({E: Events(space)}, at(mass, E)))


OUTCOMES = {"outcome": ("mass", "density", "event")}
WITH_OUTCOMES = reading("outcome", mass=Laws(L2), density=Laws(L2, density=True), event=Laws(L2))


def everywhere(quantity: Callable[..., Node], *order: Any, level: Any, priors: Node | None = None) -> Node:
    """A divergence of the laws of the output is at most ``level`` for all secret pairs, under all priors whose index lies in ``priors``."""
    laws = [push(M, data_law(F, t, e)) for e in (i, j)]
    bounded = Compare(quantity(*laws, *order), "<=", level)
    return ForAll({(t, i, j): situations(F)}, bounded if priors is None else Implies(Member(t, priors), bounded))


OLD, NEW = upto(prior_count(F) - 1), integers(prior_count(F), prior_count(F))
"""The priors of the framework, and the prior of another adversary, which is the last one."""

# --- shifts of a noise ----------------------------------------------------------------------------------------------------------


def _shifts(noise: Any, order: Any, size: Any, balls: dict[str, tuple[str, Any]], radius: Any) -> Node:
    inside = reading("ball", **{name: Compare(0, relation, radius) for name, (relation, _) in balls.items()})
    empty = reading("ball", **{name: value for name, (_, value) in balls.items()})
    return If(inside, largest_shift(noise, radius, order, size), empty)


def shifts(noise: Any, radius: Any, order: Any, size: Any = NORM) -> Node:
    """R_alpha(zeta, z): the largest divergence of the noise from itself moved by less than z.

    The ball is open as printed, so that it is empty at z = 0 and R is 0 or -oo there, or closed; then it is empty below 0 alone. A ball that is not empty has the
    same supremum with and without its edge, as the divergence is lower semicontinuous in the shift.
    """
    return _shifts(noise, order, size, {"open_zero": ("<", 0), "open_minus_infinity": ("<", -oo), "closed_zero": ("<=", 0), "closed_minus_infinity": ("<=", -oo)}, radius)


def shifts_from_0(noise: Any, radius: Any, order: Any, size: Any = NORM) -> Node:
    """R_alpha(zeta, z) for z >= 0, where a closed ball is never empty."""
    return reading("ball", open_zero=If(Compare(0, "<", radius), largest_shift(noise, radius, order, size), 0),
                   open_minus_infinity=If(Compare(0, "<", radius), largest_shift(noise, radius, order, size), -oo), closed=largest_shift(noise, radius, order, size))


BALL = {"ball": ("open-zero", "open-minus-infinity", "closed")}
BALL_ANYWHERE = {"ball": ("open-zero", "open-minus-infinity", "closed-zero", "closed-minus-infinity")}
SHIFTS = {**NORMS, **BALL}
NOISE = reading("noise", any=zeta, iid=iid(Z, d))
"""Theorem 3.3 in the main text, and with independent coordinates of one law in the appendix."""


def shifted(first: Any, second: Any, order: Any, distance: Any, slack: Any = 0) -> Node:
    """D_alpha^(z): the least divergence from the second law of a law within W_oo distance z of the first; with a slack of a law that is (z, delta)-near to it."""
    return shifted_renyi(first, second, order, distance, slack, NORM)


def sensitivity(bound: Any, order: Any = oo, size: Any = NORM) -> Node:
    """The distance of the two laws of the query is at most the sensitivity, or below it where the supremum over pairs is not attained."""
    distance = wasserstein_distance(P, Q, order, size)
    return reading("supremum", attained=Compare(distance, "<=", bound), approached=Compare(distance, "<", bound))


SUPREMUM = {"supremum": ("attained", "approached")}

# --- nearness and approximate privacy ------------------------------------------------------------------------------------------------


def near(first: Any, second: Any, distance: Any, size: Any = NORM) -> Node:
    """The laws are (z, delta)-near, Definition 4.2."""
    return Compare(least_exceedance(first, second, distance, size), "<=", delta)


def near_sensitivity(bound: Any, size: Any = NORM) -> Node:
    """Delta_(G, delta) of Theorem 4.3: strictly above the infimum of the z for which the laws are (z, delta)-near, or the infimum itself."""
    least = near_distance(P, Q, delta, size)
    return reading("sensitivity", above=Compare(least, "<", bound), infimum=Compare(least, "<=", bound))


SENSITIVITY = {"sensitivity": ("above", "infimum")}


def at_near_sensitivity(statement: Callable[[Any], Node], size: Any = NORM) -> Node:
    """A statement about Delta_(G, delta): about some number above the infimum, as it is chosen, or about the infimum itself."""
    least = near_distance(P, Q, delta, size)
    return reading("sensitivity", some=Exists({a: above(least)}, statement(a)), infimum=statement(least))


AT_SENSITIVITY = {"sensitivity": ("some", "infimum")}
EVENTS = {"P of E": ("given-secret", "unconditional"), "E lives on": ("data", "data-and-noise", "enlarged")}


def missed(weight: Any) -> Node:
    """The largest probability, given the secret, of what the event leaves out; ``weight`` is the probability of the secret."""
    return reading("P of E", given_secret=delta, unconditional=delta / weight)


def approximately(first: Any, second: Any, output: Callable[[Any], Node], runs: Callable[[Any], Node], result: Callable[[Any], Node], order: Any, level: Any,
                  misses: tuple[Any, Any], enough: str = ">=") -> Node:
    """(alpha, epsilon, delta)-approximate RPP of two secrets, Definition 4.1.

    ``output`` gives the law of the output for a law of the data, ``runs`` the joint law of data and noise, ``result`` the law of the output for a law of those.
    An event has positive probability, also where a secret is less likely than delta. On an enlarged space a law is the conditional law of an output if and only if
    its density with respect to it is at most 1/P(E).
    """
    def both(one: Any, other: Any) -> Node:
        return All(renyi_private(one, other, order, level), renyi_private(other, one, order, level))

    def events(one: Any, other: Any, law: Callable[[Any], Node]) -> Node:
        return Exists({E: Events(one), E_: Events(other)},
                      All(Compare(mass(one, E), enough, 1 - misses[0]), Compare(mass(other, E_), enough, 1 - misses[1]),
                          Compare(mass(one, E), ">", 0), Compare(mass(other, E_), ">", 0), both(law(given_event(one, E)), law(given_event(other, E_)))))

    def part_of(law: Any, whole: Any, miss: Any) -> Node:
        return All(Compare(max_divergence(law, whole), "<", oo), Compare(exp(-max_divergence(law, whole)), ">=", 1 - miss))

    enlarged = Exists({R: Laws(L2), R_: Laws(L2)}, All(part_of(R, output(first), misses[0]), part_of(R_, output(second), misses[1]), both(R, R_)))
    return reading("E lives on", data=events(first, second, output), data_and_noise=events(runs(first), runs(second), result), enlarged=enlarged)


def approximately_private(order: Any, level: Any, enough: str = ">=") -> Node:
    """Approximate RPP of a kernel G on data with law V, for the secrets A and B."""
    return approximately(given_event(V, A), given_event(V, B), lambda law: push(G, law), lambda law: then(law, G), lambda law: marginal(law, 2), order, level,
                         (missed(mass(V, A)), missed(mass(V, B))), enough)


RELEASE = {d: integers(1), V: Laws(LINE), A: Events(V), B: Events(V), G: Kernels(LINE, L2)}
"""Data under one prior, two secrets, and a mechanism; data sets are named by real numbers."""

# --- groups of records ----------------------------------------------------------------------------------------------------------------


def about_one_record(count: Any) -> Node:
    """The secrets of a pair are events about one and the same record."""
    def about(e: Any) -> Node:
        return ForAll({D: data_sets(F), D_: data_sets(F)}, Implies(Compare(D[h], "==", D_[h]), Iff(Member(D, secret(F, e)), Member(D_, secret(F, e)))))

    return ForAll({(i, j): secret_pairs(F)}, Exists({h: upto(count)}, All(about(i), about(j))))


def framework_sensitivity(order: Any = oo, size: Any = NORM) -> Node:
    """Delta_G of a query."""
    return Sup({(t, i, j): situations(F)}, wasserstein_distance(push(f, data_law(F, t, i)), push(f, data_law(F, t, j)), order, size), floor=0)


def group_sensitivity(count: Any) -> Node:
    """Delta_GROUP of a query: the largest change where one record, which is a whole group, changes."""
    return Sup({h: upto(count), D: data_sets(F), D_: data_sets(F)}, norm(f(D) - f(D_), NORM),
               where=ForAll({k: upto(count)}, Implies(Compare(k, "!=", h), Compare(D[k], "==", D_[k]))), floor=0)


# --- the criterion of Lemma B.1 ---------------------------------------------------------------------------------------------------------


def rises(curve: Callable[[Any], Node]) -> Node:
    return ForAll({u_1: at_least(0), u_2: at_least(u_1)}, Compare(curve(u_1), "<=", curve(u_2)))


def moved(by: Any) -> Node:
    """Divergence of the noise from itself moved by a number."""
    return renyi_divergence(translate(zeta, by), zeta, alpha)


def exponent_of(at: Any) -> Node:
    """g, which is minus the logarithm of the density, or that minus its value at 0."""
    return reading("g", log_density=-log(density(zeta, at)), normalised=log(density(zeta, 0) / density(zeta, at)))


NOISE_ON_LINE = {alpha: above(1), d: integers(1), zeta: Laws(LINE, density=True)}
CRITERION = (
    ForAll({u_1: REALS}, Compare(density(zeta, u_1), "==", density(zeta, -u_1))),
    reading("non-decreasing", density=rises(lambda e: density(zeta, e)), g=rises(exponent_of)),
    ForAll({u_1: at_least(0), u_2: at_least(0), x_1: at_least(0), c: at_least(0)},
           Implies(All(Compare(c, "<=", 1), Compare(exponent_of(x_1), "==", c * exponent_of(u_1) + (1 - c) * exponent_of(u_2))),
                   Compare(moved(x_1), "<=", c * moved(u_1) + (1 - c) * moved(u_2)))),
)
"""The noise is even with density exp(-g), something is non-decreasing, and z -> D(zeta moved by the inverse of g at z) is convex."""

# --- noises and iterations ----------------------------------------------------------------------------------------------------------------


def laplace_exponential(shift: Any, scale: Any) -> Node:
    """exp((alpha - 1) R_alpha) of Laplace noise of one coordinate, as printed in Corollary 3.1."""
    return alpha / (2 * alpha - 1) * exp(shift * (alpha - 1) / scale) + (alpha - 1) / (2 * alpha - 1) * exp(-shift * alpha / scale)


def laplace_budget(shift: Any, scale: Any) -> Node:
    """The budget of Corollary 3.1 for Laplace noise."""
    return log(laplace_exponential(shift, scale)) / (alpha - 1)


def mean_of(family: Any, count: Any) -> Node:
    return Sum({k: upto(count)}, family[k]) / count


def independent(law: Any) -> Node:
    """The two coordinates of a joint law are independent."""
    return Compare(total_variation(law, product(marginal(law, 1), marginal(law, 2))), "==", 0)


def finite(level: Any) -> Node:
    """A level of privacy is a number, Definitions 2.1 and 2.2: what is oo guarantees nothing and is compared with nothing."""
    return Compare(level, "<", oo)


def better(first: Any, second: Any) -> Node:
    """One mechanism has more utility than another: its budget for the same noise is smaller."""
    return reading("utility", strict=Compare(first, "<", second), weak=Compare(first, "<=", second))


UTILITY = {"utility": ("strict", "weak")}
