r"""Sensitivity below a power of the loss, in the proof of Proposition 11.

Statement (eq. 68, ascribed to Bobkov and Ledoux 2019, Theorem 2.7)
    Delta <= W_mu(P_D, P_D')^(mu/(mu+1)).

Reading
    1. Delta is the sensitivity of the query; or another distance of the two laws stands in its place: Levy, Prokhorov.
    2. The two sides belong to the same pair of neighbours; or the largest change of the query over all pairs is held against the loss of each pair; or the
       supremum of the left side over all pairs against the largest loss.
    3. Any mechanism, or a query with additive noise of law N on the line. Pairs of neighbours are numbered 1 to k; pair i has laws P_i, Q_i and query values
       that differ by shift_i. Any mechanism is computed from the query, as in eq. 66: equal query values give equal laws. With additive noise the laws are N and N moved by the shift, up to a translation that changes no distance.

Measured
    The distance that stands for Delta.

Claimed
    W_mu^(mu/(mu+1)).
"""

from theorems.wdp.definitions import W, mu
from verify.claims import (
    LINE,
    REALS,
    Abs,
    Claim,
    Compare,
    Families,
    ForAll,
    Implies,
    Laws,
    Source,
    Sup,
    at_least,
    integers,
    never,
    numbers,
    objects,
    reading,
    translate,
    upto,
)
from verify.quantities import levy_distance, prokhorov_distance, total_variation

k, i, j = numbers("k i j")
P, Q, N, shift = objects("P Q N shift")


def laws(index):
    return reading("mechanism", any=P[index], additive_noise=N), reading("mechanism", any=Q[index], additive_noise=translate(N, shift[index]))


def distance(index):
    return reading("distance", query=Abs(shift[index]), levy=levy_distance(*laws(index)), prokhorov=prokhorov_distance(*laws(index)))


def loss(index):
    return W(*laws(index), mu)


def power(value):
    return value ** (mu / (mu + 1))


LARGEST = Sup({i: upto(k)}, distance(i))
COMPUTED_FROM_THE_QUERY = reading("mechanism", any=reading(
    "distance", query=ForAll({j: upto(k)}, Implies(Compare(shift[j], "==", 0), Compare(total_variation(P[j], Q[j]), "==", 0))), levy=None, prokhorov=None), additive_noise=None)
"""A mechanism computed from a query: equal query values give equal laws."""
CLAIM = Claim(
    "wdp/eq-68", Source("Proof of Proposition 11", eq="68", section="Appendix A"),
    forall={mu: at_least(1), k: integers(1), P: Families(upto(k), Laws(LINE)), Q: Families(upto(k), Laws(LINE)), N: Laws(LINE),
            shift: Families(upto(k), REALS)},
    given=(COMPUTED_FROM_THE_QUERY,),
    states=reading(
        "pairs",
        same_pair=ForAll({j: upto(k)}, Compare(distance(j), "<=", power(loss(j)))),
        supremum_and_each=ForAll({j: upto(k)}, Compare(LARGEST, "<=", power(loss(j)))),
        suprema=Compare(LARGEST, "<=", power(Sup({j: upto(k)}, loss(j)))),
    ),
    part_of="wdp/prop-11",
    because="The theorem of Bobkov and Ledoux bounds a distance of the two distributions, which the sensitivity of a query is not. Noise added to a query makes W_mu = |shift|, which is "
            "above |shift|^(mu/(mu + 1)) where it is below 1, and below where it is above 1. A mechanism may also hide its query, so that its loss is far below every power of the shift.",
    never=(
        never("pairs=supremum-and-each", "distance=levy", because="only the sensitivity is a supremum over pairs; this distance belongs to one pair"),
        never("pairs=supremum-and-each", "distance=prokhorov", because="only the sensitivity is a supremum over pairs; this distance belongs to one pair"),
    ),
)
