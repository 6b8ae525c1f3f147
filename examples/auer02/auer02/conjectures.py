r"""Tail bounds of Student and chi-square variables, which the authors checked on a computer and which Theorem 4 rests on.

Statement
    auer02/conj-1: a Student variable X with s degrees of freedom has P{X >= a} <= exp(-a^2/4) for 0 <= a <= sqrt(2 (s + 1)).

    auer02/conj-2: a chi-square variable X with s degrees of freedom has P{X >= 4 s} <= exp(-(s + 1)/2).

Measured
    auer02/conj-1: the tail, half a regularised incomplete beta function of s/(s + a^2).

    auer02/conj-2: the tail of the sum of squares of s independent standard normal variables.
"""

from auer02.names import a, j, s, x
from mechanisms import Normal
from verify.claims import Claim, Compare, Prob, Source, Sum, beta_incomplete, between, exp, iid, integers, number, sqrt, upto

squares = Sum({j: upto(s)}, x[j] ** 2)

CLAIMS = (
    Claim("auer02/conj-1", Source("Conjecture 1", section="Appendix B"), forall={s: integers(1), a: between(0, sqrt(2 * (s + 1)))},
          states=Compare(beta_incomplete(s / 2, number("1/2"), s / (s + a**2)) / 2, "<=", exp(-(a**2) / 4))),
    Claim("auer02/conj-2", Source("Conjecture 2", section="Appendix B"), forall={s: integers(1)},
          states=Compare(Prob({x: iid(Normal(0, scale=1), s)}, Compare(squares, ">=", 4 * s)), "<=", exp(-(s + 1) / 2))),
)
