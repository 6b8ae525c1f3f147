r"""The refined profile of an algorithm that is known through a trade-off.

Statement (Section 2 and Appendix C)
    delta_A(epsilon) = min{delta : sigma = g(epsilon_0, delta_0), delta >= delta_0 + (1 - delta_0) (e^epsilon_0 - e^epsilon)^+ / (1 + e^epsilon_0)}.

Reading
    meaning    guarantee: every algorithm with all guarantees (epsilon_0, delta_0) on the trade-off is (epsilon, delta_A(epsilon))-DP; joint: delta_A(epsilon) is the
               least delta that all guarantees together imply.
    extremum   min: the minimum is attained, 1 being one of the values; inf: it is an infimum.
    trade-off  examples: the naive curves of the second and third example, with the natural logarithm; every: any curve f.
    At fixed sigma the trade-off is a curve delta_0 = f(epsilon_0), epsilon_0 > 0; a pair with delta_0 above 1 guarantees nothing.

Measured
    The profile of any two laws with these guarantees.

Claimed
    The refined profile.
"""

from theorems.gdp.definitions import ALGORITHM, ANY_TRADE_OFFS, P, Q, dp, epsilon, f, implied, profile, refined, s, sgd_naive
from verify.claims import All, Any_, Claim, Compare, Exists, ForAll, Implies, Source, Sup, above, at_least, exp, reading


def icea(at):
    """The naive curve of the third example, natural logarithm."""
    return 4 * exp(-2) / at


def guaranteed(curve):
    """The pair has every guarantee on the trade-off."""
    return ForAll({s: above(0)}, dp(P, Q, s, curve(s)))


def meaning(curve):
    value = refined(curve, epsilon)
    return reading("meaning", guarantee=ForAll(ALGORITHM, Implies(guaranteed(curve), dp(P, Q, epsilon, value))),
                   joint=Compare(Sup(ALGORITHM, profile(P, Q, epsilon), where=guaranteed(curve)), "==", value))


def attained(curve):
    """The value is 1, or some pair on the trade-off implies it."""
    return Any_(Compare(refined(curve, epsilon), "==", 1), _implied_by_some(curve))


def _implied_by_some(curve):
    return Exists({s: above(0)}, All(Compare(curve(s), "<=", 1), Compare(implied(s, curve(s), epsilon), "==", refined(curve, epsilon))))


def statement(curve):
    return reading("extremum", min=All(attained(curve), meaning(curve)), inf=meaning(curve))


CLAIM = Claim(
    "gdp/eq-refined", Source("Section 2 and Appendix C"),
    forall={f: ANY_TRADE_OFFS, epsilon: at_least(0)},
    states=reading("trade-off", examples=All(statement(sgd_naive), statement(icea)), every=statement(f)),
    uses=("gdp/thm-2.1",),
)
