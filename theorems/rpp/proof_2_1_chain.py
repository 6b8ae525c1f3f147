r"""First and last line of the chain that proves post-processing.

Statement (proof of Proposition 2.1)
    D_alpha(M_1(M(X)) | s_i, M_1(M(X)) | s_j) = E_Z (mu(Z)/nu(Z))^alpha with Z from the second law nu; the last line says the same of the laws before the map.

Reading
    equality   as printed, or up to the increasing map log(.)/(alpha - 1).

Measured
    The Renyi divergence.

Claimed
    The moment of the quotient of densities, which is infinite where the first law is not absolutely continuous with respect to the second.
"""

from theorems.rpp.definitions import L2, OUTPUTS, G, P, Q, alpha, m, y
from verify.claims import Claim, Compare, Euclid, Expect, If, Kernels, Prob, Source, above, integers, log, oo, push, reading
from verify.quantities import density, renyi_divergence

PROOF = Source("Proof of Proposition 2.1", section="Appendix A.2")


def line(part, first, second, more):
    """One line of the chain; ``more`` are the names of the map."""
    moment = If(Compare(Prob({y: first}, Compare(density(second, y), ">", 0)), "==", 1), Expect({y: second}, (density(first, y) / density(second, y)) ** alpha), oo)
    return Claim("rpp/proof-2.1", PROOF, part=part, part_of="rpp/prop-2.1", forall={alpha: above(1), **OUTPUTS, **more},
                 states=Compare(renyi_divergence(first, second, alpha), "==", reading("equality", as_printed=moment, up_to_the_logarithm=log(moment) / (alpha - 1))))


CLAIMS = (line("first", push(G, P), push(G, Q), {m: integers(1), G: Kernels(L2, Euclid(m, 2))}), line("last", P, Q, {}))
