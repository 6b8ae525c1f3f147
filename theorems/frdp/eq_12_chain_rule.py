r"""Joint laws and marginals, and lists of coordinates.

Statement (Appendix F, eq. 12 and the paragraph after Definition 6)
    eq-12      D(p(x, z) | q(x, z)) = 1/(alpha-1) log E_q [(p/q)^alpha e^((alpha-1) D(p(z|X) | q(z|X)))] >= D(p(x) | q(x)).
    app-f-sup  For finitely many indices the supremum over all lists is attained at all indices.

Reading
    1. Where p has mass and q has none, the expectation is infinite, as in the definition of the divergence. Where p has none, p(z|x) is not determined and counts for nothing.
    2. Attained at all coordinates: no list of coordinates, of any length and in any order, has a larger divergence.

Measured
    Renyi divergences of joint and conditional laws, and of lists of coordinates.

Claimed
    The expectation; the divergence of the marginals; that of all coordinates.
"""

from theorems.frdp.definitions import ORDER, OTHER, PAIR, SPACE, P, Q, alpha, dim, dim_2, n
from verify.claims import Claim, Compare, Expect, If, Kernels, Prob, Sequences, Source, chain, exp, integers, log, numbers, objects, oo, select, then, upto
from verify.quantities import density, renyi_divergence

x = numbers("x")
A, B, t = objects("A B t")

TEXT = Source("Appendix F", eq="12")
CONDITIONAL = {**ORDER, **PAIR, dim_2: integers(1), A: Kernels(SPACE, OTHER), B: Kernels(SPACE, OTHER)}
weighed = (density(P, x) / density(Q, x)) ** alpha * exp((alpha - 1) * renyi_divergence(A(x), B(x), alpha))
mean = Expect({x: Q}, If(Compare(density(P, x), "==", 0), 0, weighed))
expected = If(Compare(Prob({x: P}, Compare(density(Q, x), "==", 0)), ">", 0), oo, log(mean) / (alpha - 1))

CLAIMS = (
    Claim("frdp/eq-12", TEXT, forall=CONDITIONAL,
          states=chain(renyi_divergence(then(P, A), then(Q, B), alpha), "==", expected, ">=", renyi_divergence(P, Q, alpha))),
    Claim("frdp/app-f-sup", Source("Appendix F"), forall={**ORDER, **PAIR, n: integers(1), t: Sequences(n, upto(dim))},
          states=Compare(renyi_divergence(select(P, t), select(Q, t), alpha), "<=", renyi_divergence(P, Q, alpha)), uses=("frdp/eq-12",)),
)
