r"""The gap between head GDP and GDP.

Statement (Section 4.2)
    text-4.2-p        At epsilon_h = 100 and mu = 6 the failure probability p = delta_mu(epsilon_h) is of order 10^-43.
    text-4.2-between  A head guarantee lies strictly between GDP with catastrophic failure (mu-GDP with probability 1 - p, full disclosure with probability p)
                      and head GDP with (epsilon_h, 0)-DP: delta_A1(epsilon) < delta_A(epsilon) < delta_A2(epsilon).
    text-4.2-combine  With the DP condition, head GDP is stronger than GDP.

Reading
    profiles   those of particular algorithms with the guarantees, or the largest profile of all algorithms with each guarantee.
    order      < compares profile values; or protection, where more protection is a smaller profile.
    epsilon    all, or some.
    Of order 10^-43: the decimal exponent is -43. Full disclosure has profile 1 and is noticed, so the first algorithm has the profile p + (1 - p) delta_1,
    delta_1 that of the algorithm that works. Stronger than GDP: mu-GDP follows.

Measured
    Profiles of pairs of laws; the Gaussian curve at (100, 6); the level of the pair.

Claimed
    The order of the profiles; -43; mu.
"""

from theorems.gdp.definitions import ALGORITHM, SPACE, P, Q, dp, epsilon, epsilon_h, gaussian_profile, gdp, head, mu, profile
from verify.claims import All, Claim, Compare, Exists, ForAll, Laws, Source, Sup, above, at_least, floor, log, objects, reading

P_1, Q_1, P_2, Q_2 = objects("P_1 Q_1 P_2 Q_2")
TEXT = Source("Section 4.2")
HEAD = {epsilon_h: at_least(0), mu: above(0)}
THREE = {**HEAD, **ALGORITHM, **{law: Laws(SPACE) for law in (P_1, Q_1, P_2, Q_2)}}
p = gaussian_profile(mu, epsilon_h)
WORKS, WITH_DP = gdp(P_1, Q_1, mu), (head(P_2, Q_2, epsilon_h, mu), dp(P_2, Q_2, epsilon_h, 0))


def particular(guarantee):
    """A guarantee of an algorithm that only one reading mentions."""
    return reading("profiles", particular=guarantee, worst_case=None)


def largest(first, second, value, *guarantees):
    """The profile of the algorithm, or the largest of all algorithms with the guarantees."""
    return reading("profiles", particular=value, worst_case=Sup({first: Laws(SPACE), second: Laws(SPACE)}, value, where=All(*guarantees)))


def between(part, lower, upper):
    def compared(relation):
        statement = Compare(lower, relation, upper)
        return reading("epsilon", all=ForAll({epsilon: at_least(0)}, statement), some=Exists({epsilon: at_least(0)}, statement))

    return Claim("gdp/text-4.2-between", TEXT, part=part, forall=THREE,
                 given=(particular(head(P, Q, epsilon_h, mu)), particular(WORKS), *(particular(g) for g in WITH_DP)),
                 states=reading("order", value=compared("<"), protection=compared(">")),
                 because="The largest profile under a safer guarantee is nowhere larger, so < points the wrong way. For single algorithms neither "
                         "sign follows: a guarantee bounds a profile from above alone, and an algorithm that tells nothing has all three guarantees "
                         "and the profile 0.")


FAILING = largest(P_1, Q_1, p + (1 - p) * profile(P_1, Q_1, epsilon), WORKS)
OWN = largest(P, Q, profile(P, Q, epsilon), head(P, Q, epsilon_h, mu))
SAFE = largest(P_2, Q_2, profile(P_2, Q_2, epsilon), *WITH_DP)

CLAIMS = (
    Claim("gdp/text-4.2-p", TEXT, forall={}, states=Compare(floor(log(gaussian_profile(6, 100)) / log(10)), "==", -43)),
    between("lower", FAILING, OWN),
    between("upper", OWN, SAFE),
    Claim("gdp/text-4.2-combine", TEXT, forall={**HEAD, **ALGORITHM}, given=(head(P, Q, epsilon_h, mu), dp(P, Q, epsilon_h, 0)), states=gdp(P, Q, mu)),
)
