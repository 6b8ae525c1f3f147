r"""The optimised algorithm: rounds in a random order, a search only where a bound has to move.

Statement (Algorithm 1; Appendix D)
    alg-1             The outputs are a lower and an upper bound of mu.
    alg-1-accuracy    An update after the test loses no accuracy against the maximum and is always more accurate, by three cases: mu^+ < mu_GDP <= mu_GDP^+;
                      mu_GDP <= mu^+ <= mu_GDP^+; mu_GDP^+ < mu^+. The bounds are closer than those of the naive algorithm.
    alg-1-harmonic    The (k+1)-st round searches for mu^+ only if its mu_GDP exceeds all before, which has the probability 1/(k+1); the expected number is
                      sum_{k=0}^{n+1} 1/(k+1) = O(log n).
    alg-1-searches    The expected number of searches is O(log(c epsilon_h)).
    alg-1-complexity  The time is O(epsilon_h c + log(c) log(c epsilon_h)) = O(epsilon_h c).

Reading
    delta at mu 0   both bounds start at 0, where delta_mu is its limit 0 or has no value.
    input mu-t      stands in the input list only, or is a known lower bound of the least mu with mu-GDP, which both outputs take into account.
    bounds, mu max, staircases   as for algorithm 3.
    admissible      within: the algorithm is mu_max-GDP; any: no condition on the algorithm.
    search          abstract: any upper or lower bound less than 1/(2c) off the value; alg-2: the result of Algorithm 2, whose earlier result is the current bound.
                    In the second case mu_max is at least the value searched for, and the current bound is 0 or found at (0, delta_current(0)).
    growth          epsilon_h is fixed and c tends to infinity, or one bound serves all epsilon_h, or all epsilon_h that are large.
    relation        equal: the probability is 1/(k+1) and the mean is the sum, as printed; at-most: they are at most that, as equal values can only save searches.
    Closer bounds: the distance of the outputs is at most that of the naive algorithm, with mu_t = 0 and i counted once in each round.
    No accuracy is lost: the updated upper bound is at least mu_GDP and at most the maximum; the updated lower bound is at most the larger of mu_GDP and the current one,
    and at least the maximum. The values that the rounds search for are any numbers, equal ones too; all orders are equally likely.

Measured
    What the printed lines return and count; probabilities over all orders.

Claimed
    The supremum; mu_GDP and the maximum; 1/(k+1) and its sums; the rates.
"""

from theorems.gdp.definitions import ALGORITHM, P, Q, c, delta, epsilon, epsilon_h, gaussian_profile, mu_max, mu_of, mu_t, n, profile_from_zero
from theorems.gdp.definitions_algorithms import ADMITTED, BOUNDED, LARGE, SMALL, STAIRCASES, grows, intervals, naive, optimised, order, rounds, search
from verify.claims import (
    All,
    Any_,
    Claim,
    Compare,
    Expect,
    Families,
    ForAll,
    If,
    Implies,
    Max,
    Permutations,
    Prob,
    Source,
    Sum,
    above,
    at_least,
    between,
    big_o,
    chain,
    integers,
    log,
    numbers,
    objects,
    reading,
    unstated,
    upto,
)
from verify.quantities import gaussian_dp

k, i, j, current, error = numbers("k i j current error")
V = objects("V")
APPENDIX = Source("Appendix D")
HEAD = {epsilon_h: unstated(at_least(0)), c: above(0)}

# --- the bounds -------------------------------------------------------------------------------------------------------------------

KNOWN = reading("input mu-t", unused=None, included=Compare(mu_t, "<=", gaussian_dp(P, Q)))
USED = reading("input mu-t", unused=0, included=mu_t)
BOUNDS = Claim("gdp/alg-1", Source("Algorithm 1", section="Section 4.1"), forall={**HEAD, mu_t: at_least(0), mu_max: LARGE, **ALGORITHM, **rounds(n)},
               given=(ADMITTED, KNOWN), hints=SMALL, states=chain(optimised("mu_minus", mu_t=USED, **STAIRCASES), "<=", BOUNDED, "<=", optimised("mu_plus", mu_t=USED, **STAIRCASES)),
               because="mu_GDP(epsilon, delta) grows in both arguments and delta_A falls. So mu_GDP(x^-, delta_A(x^+)) is below the transform "
                       "between x^- and x^+, and mu_GDP(x^+, delta_A(x^-)) above it. The algorithm raises mu^+ by the first and mu^- by the second: "
                       "the staircases of Theorem 4.3 are interchanged.")
OUTPUTS = Claim("gdp/alg-1-accuracy", Source("Section 4.1"), part="outputs", part_of="gdp/alg-1", forall={**HEAD, mu_max: LARGE, **ALGORITHM, **rounds(n)},
                given=(ADMITTED,), hints=SMALL.about(*HEAD, mu_max, *ALGORITHM),
                states=Compare(optimised("mu_plus", mu_t=0) - optimised("mu_minus", mu_t=0), "<=",
                               naive("mu_plus", own_increment=0) - naive("mu_minus", own_increment=0)))

# --- one update -------------------------------------------------------------------------------------------------------------------

VALUE = mu_of(epsilon, delta)
UPDATE = {epsilon: at_least(0), delta: between(0, 1), c: above(0), current: at_least(0), error: between(0, 1 / (2 * c), open="right"), mu_max: above(0)}


def searched(field):
    """The current bound, the result of an earlier search."""
    return If(Compare(current, ">", 0), search(field, at=0, level=gaussian_profile(current, 0)), 0)


def tested(bound, found):
    """The bound after the test."""
    return If(Compare(profile_from_zero(bound, epsilon), "<", delta), found, bound)


def upper(bound, found):
    return All(Compare(tested(bound, found), ">=", VALUE), Compare(tested(bound, found), "<=", Max(bound, found)))


def lower(bound, found):
    return All(Compare(tested(bound, found), "<=", Max(bound, VALUE)), Compare(tested(bound, found), ">=", Max(bound, found)))


def cases(bound, found):
    return Any_(All(Compare(bound, "<", VALUE), Compare(VALUE, "<=", found)), All(Compare(VALUE, "<=", bound), Compare(bound, "<=", found)),
                All(Compare(VALUE, "<=", found), Compare(found, "<", bound)))


def update(part, states, field, own):
    return Claim("gdp/alg-1-accuracy", APPENDIX, part=part, part_of="gdp/alg-1", forall=UPDATE,
                 states=reading("search", abstract=states(current, own), alg_2=Implies(Compare(VALUE, "<=", mu_max), states(searched(field), search(field)))),
                 because="Where mu^- < mu_GDP the tested update replaces mu^- by the lower end of the search, which can be smaller than mu^-; the "
                         "maximum would keep mu^-. The three cases are those of mu^+. With Algorithm 2, whose ends lie on one grid, this cannot happen.")


ACCURACY = (update("plus", upper, "mu_plus", VALUE + error), update("minus", lower, "mu_minus", VALUE - error), update("cases", cases, "mu_plus", VALUE + error))

# --- the number of searches ---------------------------------------------------------------------------------------------------------


def exceeds(at):
    """The round after ``at`` others has a value above all theirs."""
    return ForAll({i: upto(at)}, Compare(V[order[i]], "<", V[order[at + 1]]))


def harmonic(part, ranges, states):
    return Claim("gdp/alg-1-harmonic", APPENDIX, part=part, part_of="gdp/alg-1-searches", forall=ranges, states=states,
                 because="Equal values do not exceed each other. With ties the probability can be less than 1/(k+1); it is 0 for k >= 1 where all "
                         "values are equal. For different values it is 1/(k+1).")


def related(value, bound):
    """A probability or a mean against what is printed."""
    return reading("relation", equal=Compare(value, "==", bound), at_most=Compare(value, "<=", bound))


SUM = Sum({k: integers(0, n + 1)}, 1 / (k + 1))
VALUES = {V: Families(upto(n + 2), at_least(0))}
ORDERS = {order: Permutations(n + 2)}
HARMONIC = (
    harmonic("probability", {n: integers(1), k: integers(0, n + 1), **VALUES}, related(Prob(ORDERS, exceeds(k)), 1 / (k + 1))),
    harmonic("expected", {n: integers(1), **VALUES}, related(Expect(ORDERS, Sum({k: integers(0, n + 1)}, If(exceeds(k), 1, 0))), SUM)),
    harmonic("order", {}, big_o(SUM, log(n), n)),
)

# --- growth ------------------------------------------------------------------------------------------------------------------------

GROWING = {epsilon_h: above(0), mu_max: LARGE, **ALGORITHM, mu_t: at_least(0)}
SHUFFLED = {order: Permutations(intervals() + 2)}
PRINTED = epsilon_h * c + log(c) * log(c * epsilon_h)
RESTS = ("gdp/alg-1-searches", "gdp/alg-2-complexity")

CLAIMS = (
    BOUNDS,
    OUTPUTS,
    *ACCURACY,
    *HARMONIC,
    Claim("gdp/alg-1-searches", Source("Section 4.1 and Appendix D"), forall=GROWING, given=(ADMITTED,),
          states=grows(Expect(SHUFFLED, optimised("searches")), log(c * epsilon_h)),
          because="mu^- is the lower end of a search and may lie below values met before, so a round can search without exceeding all of them. For "
                  "N(1, 1) against N(0, 1) and mu_max = 1 every value is above 1 and every mu^- below 1: all n + 2 rounds search."),
    Claim("gdp/alg-1-complexity", APPENDIX, part="order", uses=RESTS, forall=GROWING, given=(ADMITTED,),
          states=grows(Expect(SHUFFLED, optimised("operations")), PRINTED),
          because="The expected number of searches for mu^- is not logarithmic: for N(1, 1) against N(0, 1) and mu_max = 1 every round searches. "
                  "With about log c operations in each search the time is of order c log c."),
    Claim("gdp/alg-1-complexity", APPENDIX, part="simplified", uses=RESTS, forall={epsilon_h: above(0)}, states=grows(PRINTED, epsilon_h * c)),
)
