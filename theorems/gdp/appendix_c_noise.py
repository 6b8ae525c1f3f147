r"""A smaller noise parameter through the refinement.

Statement (Appendix C)
    eq-C-10C      With sigma = -C log(delta_0)/epsilon_0 the pair (0.2, e^-2) needs sigma = 10 C.
    eq-C-numbers  (epsilon, delta)-DP implies (0.2, e^-2)-DP when delta + (1 - delta) (e^epsilon - e^0.2)^+ / (1 + e^epsilon) = e^-2. Numerically epsilon =
                  0.334, delta = 0.067, and sigma = 8.086 C < 10 C.

Reading
    choosing  optimal: the printed digits are those of the pair with the least sigma; feasible: some pair on the constraint has the printed digits. In the first case
              pairs without the printed digits of a number need a larger sigma than the best with them.
    digits    unrounded: sigma of the pair itself; rounded: sigma of the printed pair (0.334, 0.067).
    The text says about of all three numbers, so their digits are rounded to nearest. On the constraint epsilon is a function of delta = e^-u where epsilon >= 0.2, that is u >= 2; pairs with a smaller epsilon have delta = e^-2 and
    sigma > 10 C. C > 0 (unstated) divides out of sigma = 8.086 C < 10 C.

Measured
    -C log(delta)/epsilon on the constraint.

Claimed
    The printed digits; 10 C.
"""

from verify.claims import All, Claim, Compare, Exists, Inf, Not, Printed, Source, above, at_least, exp, log, number, numbers, reading, unstated, word

C, u = numbers("C u")
WHERE = Source("Appendix C")
ON = {C: unstated(above(0))}
ON_CONSTRAINT = {u: at_least(2)}

delta = exp(-u)
share = (exp(-2) - delta) / (1 - delta)
epsilon = log((share + exp(number("1/5"))) / (1 - share))
"""epsilon on the constraint: (e^epsilon - e^0.2)/(1 + e^epsilon) is (e^-2 - delta)/(1 - delta)."""
noise = u / epsilon
"""sigma / C on the constraint."""
NEAREST = word("nearest")
printed = -log(number("67/1000")) / number("334/1000")


HAS_EPSILON = Compare(epsilon, "rounds to", Printed("0.334", NEAREST))
HAS_DELTA = Compare(delta, "rounds to", Printed("0.067", NEAREST))


def least(property=None):
    """The least sigma / C on the constraint, or on its part with a property."""
    return Inf(ON_CONSTRAINT, noise, where=property)


def some(*also):
    """A pair on the constraint with the printed digits."""
    return Exists(ON_CONSTRAINT, All(HAS_EPSILON, HAS_DELTA, *also))


def best_has(property):
    """The pairs without the property need more than the best pair with it."""
    return reading("choosing", optimal=Compare(least(Not(property)), ">", least(property)), feasible=some())


def about_sigma(statement):
    """The statement about sigma / C."""
    return reading("digits", unrounded=reading("choosing", optimal=statement(least()), feasible=some(statement(noise))), rounded=statement(printed))


CLAIMS = (
    Claim("gdp/eq-C-10C", WHERE, forall=ON, states=Compare(-C * log(exp(-2)) / number("1/5"), "==", 10 * C)),
    Claim("gdp/eq-C-numbers", WHERE, part="epsilon", uses=("gdp/thm-2.1",), states=best_has(HAS_EPSILON)),
    Claim("gdp/eq-C-numbers", WHERE, part="delta", uses=("gdp/thm-2.1",), states=best_has(HAS_DELTA)),
    Claim("gdp/eq-C-numbers", WHERE, part="sigma", uses=("gdp/thm-2.1",), forall=ON, idle=("C",),
          states=about_sigma(lambda value: Compare(value, "rounds to", Printed("8.086", NEAREST)))),
    Claim("gdp/eq-C-numbers", WHERE, part="lower", uses=("gdp/thm-2.1",), forall=ON, idle=("C",),
          states=about_sigma(lambda value: Compare(value, "<", 10))),
)
