r"""Figure 3: the budget of Corollary 1 against beta and against delta.

Statement (section Effect of beta and delta; Figure 3)
    fig-3a  For beta in [1, 50] and delta one of 1e-10, 1e-8, 1e-5, 1e-3, epsilon falls quickly while beta < 10 and slowly beyond.
    fig-3b  For delta in [1e-10, 1e-5] on a logarithmic axis and beta one of 1, 2, 5, 10, epsilon falls uniformly as delta grows exponentially.

Reading
    pace   of a fall. rate: every chord of the curve below beta = 10 is steeper than every chord above; total: the fall from 1 to 10 exceeds that from 10 to 50.
    uniformly: multiplying delta by the same factor k lowers epsilon by the same amount everywhere.
    The first sum of eq. 16 is fixed; its value is arbitrary (10 in a notebook of the authors).

Measured
    Differences of the budget of eq. 16.

Claimed
    Their order relations.
"""

from verify.claims import All, Claim, Compare, Source, at_least, between, log, number, numbers, one_of, reading, unstated

total, delta, beta, beta_1, beta_2, beta_3, beta_4, delta_1, delta_2, k = numbers("total delta beta beta_1 beta_2 beta_3 beta_4 delta_1 delta_2 k")
FIGURE = Source("Figure 3", section="Effect of beta and delta")
LEAST, MOST = number("1/10000000000"), number("1/100000")
DELTAS = one_of("1/10000000000", "1/100000000", "1/100000", "1/1000")
FIRST_SUM = unstated(at_least(0))


def budget(rate, failure):
    """Eq. 16 with the first sum as a whole."""
    return total - log(failure) / rate


def chord(low, high):
    """Mean fall of the budget from one beta to a larger one."""
    return (budget(low, delta) - budget(high, delta)) / (high - low)


def fall(failure):
    """How much the budget falls when delta grows by the factor k."""
    return budget(beta, failure) - budget(beta, k * failure)


CLAIMS = (
    Claim("wdp/fig-3a", FIGURE,
          forall={total: FIRST_SUM, delta: DELTAS, beta_1: between(1, 10), beta_2: between(beta_1, 10, open="left"),
                  beta_3: between(10, 50), beta_4: between(beta_3, 50, open="left")},
          states=reading("pace", rate=All(Compare(chord(beta_1, beta_2), ">", chord(beta_3, beta_4)), Compare(chord(beta_3, beta_4), ">", 0)),
                         total=Compare(budget(number(1), delta) - budget(number(10), delta), ">", budget(number(10), delta) - budget(number(50), delta)))),
    Claim("wdp/fig-3b", FIGURE,
          forall={total: FIRST_SUM, beta: one_of(1, 2, 5, 10), delta_1: between(LEAST, MOST, open="right"), k: between(1, MOST / delta_1, open="left"),
                  delta_2: between(LEAST, MOST / k)},
          states=All(Compare(fall(delta_1), ">", 0), Compare(fall(delta_1), "==", fall(delta_2)))),
)
