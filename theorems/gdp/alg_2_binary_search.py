r"""Binary search for mu_GDP(epsilon, delta).

Statement (Algorithm 2 and the text after it; Section 4.1)
    alg-2             The outputs mu^- and mu^+ satisfy mu^- <= mu_GDP(epsilon, delta) <= mu^+ and mu^+ - mu^- < b.
    alg-2-mumax       With mu_max = 10, if mu^+ = 10 then the profile fails to imply 10-GDP.
    alg-2-complexity  With b = 1/(2c) a search costs O(log c).

Reading
    mu max       no input list has it: any positive number, or the suggested 10.
    admissible   within: the value searched for is at most mu_max; any: no condition on the value searched for.
    The profile that takes the value delta at epsilon fails to imply 10-GDP: delta exceeds delta_10(epsilon). One value of delta_mu(epsilon) costs one operation.

Measured
    What the printed lines return and count.

Claimed
    The value searched for, through the inverse of the profile of N(mu, 1) against N(0, 1); the margin b; log c.
"""

from theorems.gdp.definitions import b, c, delta, epsilon, gaussian_profile, mu_max, mu_of
from theorems.gdp.definitions_algorithms import LARGE, search
from verify.claims import Claim, Compare, Implies, Source, above, at_least, between, big_o, log, reading

PAIR = {epsilon: at_least(0), delta: between(0, 1)}
LOW, HIGH = search("mu_minus", margin=b), search("mu_plus", margin=b)


def contract(part, states):
    return Claim("gdp/alg-2", Source("Algorithm 2", section="Appendix D"), part=part, forall={**PAIR, b: above(0), mu_max: LARGE},
                 given=(reading("admissible", within=Compare(mu_of(epsilon, delta), "<=", mu_max), any=None),), states=states,
                 because="mu^+ starts at mu_max and never grows, so it is no upper bound where mu_GDP(epsilon, delta) > mu_max. At delta = 1 no "
                         "finite mu is enough. The search needs a mu_max that is at least the value searched for.")


CLAIMS = (
    contract("lower", Compare(LOW, "<=", mu_of(epsilon, delta))),
    contract("upper", Compare(mu_of(epsilon, delta), "<=", HIGH)),
    contract("width", Compare(HIGH - LOW, "<", b)),
    Claim("gdp/alg-2-mumax", Source("Appendix D"), forall={**PAIR, b: above(0)},
          states=Implies(Compare(search("mu_plus", margin=b, largest=10), "==", 10), Compare(delta, ">", gaussian_profile(10, epsilon))),
          because="The search ends with mu^+ = 10 whenever its midpoints were all too small, thus also where mu_GDP(epsilon, delta) lies between "
                  "the last midpoint and 10. Then delta <= delta_10(epsilon), and 10-GDP is not excluded."),
    Claim("gdp/alg-2-complexity", Source("Section 4.1"), forall={**PAIR, mu_max: LARGE}, states=big_o(search("operations"), log(c), c)),
)
