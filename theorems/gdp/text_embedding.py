r"""Notions of privacy as families of privacy profiles.

Statement (Section 1; Section 2)
    f-DP and infinite unions of (epsilon, delta)-DP conditions embed into each other both ways. (epsilon, delta)-DP, Renyi DP, f-DP, GDP and concentrated DP can be
    embedded into a family of profile curves and are fully characterised by them.

Reading
    about  mechanism: pairs with the same profile have the same level in the other notion; guarantees: a guarantee means that the profile is at most the
           largest under it. For f-DP the profile and the guarantees "f-DP, f the trade-off function of two laws" determine each other; f is that of P_ and Q_
           in the second case. The largest profile is that of all algorithms with the guarantee.
    union  any union of guarantees (epsilon, h(epsilon)) is one of f-DP, f the trade-off function of two laws on the line.
    Neighbours count in both orders. Concentrated DP: D_alpha <= rho alpha for all alpha > 1.

Measured
    The level of a pair, its trade-off function, its profile.

Claimed
    The level of a pair with the same profile; the largest profile under the guarantee.
"""

from fractions import Fraction

from theorems.gdp.definitions import ALGORITHM, ANY_CURVES, OTHER, P_, Q_, SPACE, P, Q, delta_0, dim, dp, e, epsilon_0, gdp, mu, profile
from verify.claims import (
    LINE,
    All,
    Claim,
    Compare,
    Exists,
    ForAll,
    Hints,
    Iff,
    Implies,
    Laws,
    Max,
    Source,
    Sup,
    above,
    at_least,
    between,
    finite_law,
    numbers,
    objects,
    reading,
)
from verify.quantities import gaussian_dp, renyi_divergence, trade_off

alpha, rho, a = numbers("alpha rho a")
F, G, h = objects("F G h")
ANY = {F: Laws(SPACE), G: Laws(SPACE)}
WHERE = Source("Sections 1 and 2")

same_profile = ForAll({e: at_least(0)}, Compare(profile(P, Q, e), "==", profile(P_, Q_, e)))


def f_dp(p, q, first, second):
    """The pair is f-DP for the trade-off function f of two laws."""
    f = trade_off(first, second, a)
    return ForAll({a: between(0, 1)}, All(Compare(trade_off(p, q, a), ">=", f), Compare(trade_off(q, p, a), ">=", f)))


def renyi(p, q):
    """The larger Renyi divergence of order alpha."""
    return Max(renyi_divergence(p, q, alpha), renyi_divergence(q, p, alpha))


def concentrated(p, q):
    """The least rho with D_alpha <= rho alpha for all alpha > 1."""
    return Sup({alpha: above(1)}, renyi(p, q) / alpha)


def characterised(guarantee):
    """The guarantee holds if and only if the profile lies below the largest one under it."""
    return Iff(guarantee(P, Q), ForAll({e: at_least(0)}, Compare(profile(P, Q, e), "<=", Sup(ANY, profile(F, G, e), where=guarantee(F, G)))))


def same(level):
    """Pairs with the same profile have the same level."""
    return Implies(same_profile, Compare(level(P, Q), "==", level(P_, Q_)))


SPLIT = Hints(instances=({dim: 1, alpha: 2, P: finite_law({0: Fraction(1, 2), 1: Fraction(1, 2)}), Q: finite_law({0: Fraction(1, 4), 1: Fraction(3, 4)}),
                          P_: finite_law({0: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 4)}), Q_: finite_law({0: Fraction(1, 4), 1: Fraction(7, 16), 2: Fraction(5, 16)})},))
"""Splitting the outcome at which the second law is larger keeps the profile."""
same_f = ForAll(ANY, Iff(f_dp(P, Q, F, G), f_dp(P_, Q_, F, G)))

CLAIMS = (
    Claim("gdp/text-embedding", WHERE, part="f-dp", forall={**ALGORITHM, **OTHER},
          states=reading("about", mechanism=Iff(same_profile, same_f), guarantees=characterised(lambda p, q: f_dp(p, q, P_, Q_)))),
    Claim("gdp/text-embedding", WHERE, part="union", forall={h: ANY_CURVES}, states=Exists({F: Laws(LINE), G: Laws(LINE)}, ForAll(ALGORITHM, Iff(
        ForAll({e: at_least(0)}, Compare(profile(P, Q, e), "<=", h(e))), f_dp(P, Q, F, G))))),
    Claim("gdp/text-embedding", WHERE, part="dp", forall={epsilon_0: at_least(0), delta_0: between(0, 1), **ALGORITHM, **OTHER},
          states=reading("about", mechanism=same(lambda p, q: profile(p, q, epsilon_0)), guarantees=characterised(lambda p, q: dp(p, q, epsilon_0, delta_0)))),
    Claim("gdp/text-embedding", WHERE, part="rdp", forall={alpha: above(1), rho: at_least(0), **ALGORITHM, **OTHER}, hints=SPLIT,
          states=reading("about", mechanism=same(renyi), guarantees=characterised(lambda p, q: Compare(renyi(p, q), "<=", rho))),
          because="The profile keeps only the larger of the two hockey-stick divergences at each epsilon. Each Renyi divergence depends on both, so "
                  "two pairs can have the same profile and different levels."),
    Claim("gdp/text-embedding", WHERE, part="gdp", forall={mu: above(0), **ALGORITHM, **OTHER},
          states=reading("about", mechanism=same(gaussian_dp), guarantees=characterised(lambda p, q: gdp(p, q, mu)))),
    Claim("gdp/text-embedding", WHERE, part="cdp", forall={rho: at_least(0), **ALGORITHM, **OTHER}, hints=SPLIT.about(rho, *ALGORITHM, *OTHER),
          states=reading("about", mechanism=same(concentrated), guarantees=characterised(lambda p, q: Compare(concentrated(p, q), "<=", rho)))),
)
