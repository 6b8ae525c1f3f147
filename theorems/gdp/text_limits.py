r"""The limit of Theorem 3.3 in the three examples; what tails and heads decide.

Statement (sections 1.1 and 4)
    text-limits              The limit is 0, sqrt(1/2) and infinite for the Laplace, SGD and ICEA examples.
    text-icea-crosses-every  The ICEA profile crosses every Gaussian curve, however large mu is.
    text-tail-weaker         A tail condition is weaker than DP with epsilon_t.
    text-head-decides        Whether an algorithm is GDP is decided by its tail, the best mu by its head.

Reading
    laplace, log base   as in Figure 1.
    about        algorithm: every algorithm with the guarantee of the third example; curve: its refined curve.
    log of 0     minus-infinity: the criterion is 0 where the profile is 0; no-value: the criterion is undefined where the profile is 0.
    mu           every: each mu > 0; large: each mu from some point on.
    for          every: all algorithms; examples: the Laplace mechanism, for the head also the refined curve of SGD.
    limits       mu_t itself. The limits of SGD and ICEA are those of the refined profile.
    weaker       implied: epsilon_t-DP gives the tail condition for every mu; not-equivalent: some pair with the tail condition is not epsilon_t-DP.
    tail         two algorithms with the same profile beyond epsilon_t are both GDP or neither.
    head         of a GDP algorithm, some head condition gives mu-GDP for every mu.

Measured
    The limits; profiles; the least mu.

Claimed
    Their values; the implications.
"""

from theorems.gdp.definitions import (
    ALGORITHM,
    LAPLACE,
    OTHER,
    P_,
    Q_,
    Delta,
    P,
    Q,
    dim,
    dp,
    e,
    epsilon_h,
    epsilon_t,
    exponent,
    gdp,
    head,
    is_gdp,
    laplace,
    laplace_curve,
    mu,
    mu_0,
    mu_of,
    profile,
    refined,
    sgd_naive,
    tail,
)
from theorems.gdp.fig_1_curves import crosses, icea_guarantee, icea_refined
from verify.claims import (
    All,
    Claim,
    Compare,
    Exists,
    ForAll,
    Hints,
    Iff,
    Implies,
    Limit,
    Not,
    Source,
    Sup,
    above,
    at_least,
    between,
    finite_law,
    log,
    number,
    oo,
    reading,
    sqrt,
)

TEXT, BOTH = Source("Section 4"), Source("Sections 1.1 and 4")
EXAMPLE = (laplace(Delta), laplace(0))
EXAMPLES = {Delta: reading("for", every=above(0), examples=LAPLACE[Delta])}


def sgd_refined(at):
    return refined(sgd_naive, at)


def plain(curve):
    """mu_t of a curve that is never 0."""
    return sqrt(Limit(e**2 / (-2 * log(curve(e))), e, oo))


SILENT = Hints(instances=({dim: 1, P: finite_law({0: 1}), Q: finite_law({0: 1})},))
"""An algorithm that tells nothing has every guarantee, and a curve that is above none."""


def about(level):
    return reading("about", algorithm=Implies(icea_guarantee(P, Q), crosses(lambda at: profile(P, Q, at), level)), curve=crosses(icea_refined, level))


def algorithms(statement, *others):
    """The statement of every algorithm, or of the first example and of others."""
    return reading("for", every=statement(P, Q), examples=All(statement(*EXAMPLE), *others) if others else statement(*EXAMPLE))


def same_decision(p, q):
    """An algorithm with the same tail is GDP too, or neither is."""
    same = ForAll({e: above(epsilon_t)}, Compare(profile(p, q, e), "==", profile(P_, Q_, e)))
    return Implies(same, Iff(is_gdp(p, q), is_gdp(P_, Q_)))


def a_head_is_enough(p, q):
    """Some head has the best mu of the whole."""
    return Implies(is_gdp(p, q), Exists({epsilon_h: at_least(0)}, ForAll({mu: above(0)}, Implies(head(p, q, epsilon_h, mu), gdp(p, q, mu)))))


def highest(where):
    """The supremum of the transform of SGD."""
    return Sup({e: where}, mu_of(e, sgd_refined(e)))


SGD_HEAD = Exists({epsilon_h: at_least(0)}, Compare(highest(between(0, epsilon_h)), "==", highest(at_least(0))))

CLAIMS = (
    Claim("gdp/text-limits", TEXT, part="laplace", forall=LAPLACE, states=Compare(sqrt(Limit(exponent(laplace_curve(e), e), e, oo)), "==", 0)),
    Claim("gdp/text-limits", TEXT, part="sgd", states=Compare(plain(sgd_refined), "==", sqrt(number("1/2")))),
    Claim("gdp/text-limits", TEXT, part="icea", states=Compare(plain(icea_refined), "==", oo)),
    Claim("gdp/text-icea-crosses-every", TEXT, forall={mu: above(0), **ALGORITHM}, hints=SILENT,
          states=reading("mu", every=about(mu), large=Exists({mu_0: above(0)}, ForAll({mu: above(mu_0)}, about(mu))))),
    Claim("gdp/text-tail-weaker", TEXT, part="implied", forall={epsilon_t: at_least(0), mu: above(0), **ALGORITHM}, given=(dp(P, Q, epsilon_t, 0),),
          states=tail(P, Q, epsilon_t, mu)),
    Claim("gdp/text-tail-weaker", TEXT, part="not-equivalent", forall={epsilon_t: at_least(0), mu: above(0)},
          states=Exists(ALGORITHM, All(tail(P, Q, epsilon_t, mu), Not(dp(P, Q, epsilon_t, 0))))),
    Claim("gdp/text-head-decides", BOTH, part="tail",
          forall={**ALGORITHM, **OTHER, **EXAMPLES, epsilon_t: at_least(0)}, states=algorithms(same_decision)),
    Claim("gdp/text-head-decides", BOTH, part="head", forall={**ALGORITHM, **EXAMPLES}, states=algorithms(a_head_is_enough, SGD_HEAD)),
)
