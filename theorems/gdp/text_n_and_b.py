r"""The choice of the number of intervals and of the margin of the searches.

Statement (Section 4.1)
    With n = ceil(sqrt(8) c pi epsilon_h) + 1 and b = 1/(2c) the gap between the maxima of the staircases is less than 1/(2c), and with the error 1/(2c) of the binary
    search the overall gap is at most 1/c.

Reading
    d        epsilon_h/n as in Theorem 4.3, or epsilon_h/(n - 1) as in the algorithms.
    search   abstract: any search whose ends enclose the value and are less than b apart; alg-2: Algorithm 2, with mu_max at least every value searched for.
    The ends that count are off the value by error and error_.
    The maxima are those of eq. 2, with x_i = i d for all i up to n + 2; mu^- is the largest lower end for G^-, mu^+ the largest upper end for G^+.

Measured
    Both maxima, through the profile of the pair; the searches, abstract or as printed.

Claimed
    1/(2c) and 1/c.
"""

from theorems.gdp.definitions import ALGORITHM, P, Q, c, epsilon_h, mu_max, mu_of, profile
from theorems.gdp.definitions_algorithms import SMALL, intervals, search
from verify.claims import Claim, Compare, Implies, Source, Sup, above, at_least, between, integers, numbers, reading, unstated

i, error, error_ = numbers("i error error_")
TEXT = Source("Section 4.1")
N = intervals()
D = reading("d", theorem=epsilon_h / N, algorithms=epsilon_h / (N - 1))
FORALL = {epsilon_h: unstated(at_least(0)), c: above(0), **ALGORITHM}


def delta(index):
    """The profile at x_i."""
    return profile(P, Q, index * D)


def largest(last, value):
    return Sup({i: integers(0, last)}, value)


UPPER = largest(N + 1, mu_of((i + 1) * D, delta(i)))
LOWER = largest(N, mu_of(i * D, delta(i + 1)))
FOUND_UPPER = largest(N + 1, search("mu_plus", at=(i + 1) * D, level=delta(i)))
FOUND_LOWER = largest(N, search("mu_minus", at=i * D, level=delta(i + 1)))
MARGIN = between(0, 1 / (2 * c), open="right")

CLAIMS = (
    Claim("gdp/text-n-b", TEXT, part="gap", uses=("gdp/thm-4.3-eq2",), forall=FORALL, hints=SMALL.about(*FORALL), states=Compare(UPPER - LOWER, "<", 1 / (2 * c))),
    Claim("gdp/text-n-b", TEXT, part="overall", uses=("gdp/thm-4.3-eq2",), forall={**FORALL, mu_max: above(0), error: MARGIN, error_: MARGIN}, hints=SMALL.about(*FORALL, mu_max),
          states=reading("search",
                         abstract=Compare(UPPER + error - (LOWER - error_), "<=", 1 / c),
                         alg_2=Implies(Compare(UPPER, "<=", mu_max), Compare(FOUND_UPPER - FOUND_LOWER, "<=", 1 / c)))),
)
