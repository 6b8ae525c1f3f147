r"""Steps of the proof of Theorem 3, on the policy that explores with probability eps_t = min(1, c K/(d^2 t)).

Statement
    auer02/proof-thm-3-moments: the number T of random plays of one machine has E T = (1/K) sum_t eps_t and Var T <= (1/K) sum_t eps_t.

    auer02/proof-thm-3-tail: P{T <= x_0} <= exp(-x_0/5), where x_0 = (1/(2K)) sum_t eps_t.

    auer02/proof-thm-3-exponent: this is Bernstein's inequality with a = x_0 and variance 2 x_0.

    auer02/proof-thm-3-series: sum_{t > x} exp(-kappa t) <= exp(-kappa x)/kappa.

    auer02/proof-thm-3-x0: for n >= c K/d^2, x_0 >= (c/d^2) ln(n d^2 e^(1/2)/(c K)): with it the bound in x_0 becomes the one that the theorem prints.

    With n' = c K/d^2 the eps_t from n' to n add up to (c K/d^2) ln(n/n'), of which x_0 has 1/(2K): that is (c/(2 d^2)) ln(n/n'), and not twice as much.

Reading
    A play is random and of the given machine with probability eps_t/K, independently of the others.
"""

from auer02.names import n, t, x
from mechanisms import Bernoulli
from verify.claims import (
    Claim,
    Compare,
    Expect,
    Hints,
    Min,
    Prob,
    Source,
    Sum,
    above,
    between,
    exp,
    independent,
    integers,
    log,
    number,
    numbers,
    upto,
)

c, d, K, kappa, T, y, x_0 = numbers("c d K kappa T y x_0")
STEPS = {n: integers(1), K: integers(2), c: above(0), d: between(0, 1, open="both")}
PROOF = {"part_of": "auer02/thm-3"}
SOURCE = Source("proof of Theorem 3", section="3")

explored = Min(1, c * K / (d**2 * t))
half_the_mean = Sum({t: upto(n)}, explored) / (2 * K)
random_plays = {x: independent({t: upto(n)}, Bernoulli(explored / K))}
count = Sum({t: upto(n)}, x[t])

CLAIMS = (
    Claim("auer02/proof-thm-3-moments", SOURCE, part="mean", forall=STEPS, states=Compare(Expect(random_plays, count), "==", 2 * half_the_mean), **PROOF),
    Claim("auer02/proof-thm-3-moments", SOURCE, part="variance", forall=STEPS, states=Compare(Expect(random_plays, (count - 2 * half_the_mean) ** 2), "<=", 2 * half_the_mean), **PROOF),
    Claim("auer02/proof-thm-3-tail", SOURCE, forall=STEPS, states=Compare(Prob(random_plays, Compare(count, "<=", half_the_mean)), "<=", exp(-half_the_mean / 5)), uses=("auer02/fact-2",), **PROOF),
    Claim("auer02/proof-thm-3-exponent", SOURCE, forall={x_0: above(0)}, states=Compare((x_0**2 / 2) / (2 * x_0 + x_0 / 2), "==", x_0 / 5), **PROOF),
    Claim("auer02/proof-thm-3-series", SOURCE, forall={y: integers(0), T: integers(y + 1), kappa: above(0)},
          states=Compare(Sum({t: integers(y + 1, T)}, exp(-kappa * t)), "<=", exp(-kappa * y) / kappa), **PROOF),
    Claim("auer02/proof-thm-3-x0", SOURCE, forall=STEPS, given=(Compare(n, ">=", c * K / d**2),),
          states=Compare(half_the_mean, ">=", (c / d**2) * log(n * d**2 * exp(number("1/2")) / (c * K))),
          hints=Hints(instances=({n: 1000, c: 6, K: 2, d: number("1/2")},)), **PROOF),
)
