r"""Moments of a normal law from its moment generating function.

Statement (text before Lemma 1)
    The mu-th moment of a normal law is the mu-th derivative at 0 of its moment generating function.

Reading
    1. The moment is the raw moment, of integer order; or the raw absolute moment.
    2. The generating function of N(m, V) is exp(m z + V z^2/2). Orders are integers from 1; m is real, V > 0.

Measured
    The derivative at 0.

Claimed
    E Z^mu or E|Z|^mu.
"""

from mechanisms import Normal
from verify.claims import REALS, Claim, Compare, Derivative, Expect, Source, above, exp, integers, numbers, reading
from verify.quantities import absolute_moment

k, m, V, z, x = numbers("k m V z x")
LAW = Normal(m, variance=V)

CLAIM = Claim(
    "wdp/text-mgf", Source("text before Lemma 1", section="Wasserstein accountant"),
    forall={k: integers(1), m: REALS, V: above(0)},
    states=Compare(Derivative(exp(m * z + V * z**2 / 2), z, order=k, at=0), "==",
                   reading("moment", raw=Expect({x: LAW}, x**k), absolute=absolute_moment(LAW, k))),
)
