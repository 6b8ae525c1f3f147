"""The setting of Proposition 11, shared by the proposition and the steps of its proof.

P and Q are the laws of M(D) and M(D') on neighbouring data sets, both with a density; ``shift`` is f(D) - f(D'). What the words "log p_M is an L-Lipschitz
function" and the mechanism leave open is a choice here:

* ``log p is Lipschitz``: in the output x; in the density, as eq. 60 uses it; in the data set, with distance 1 between neighbours; in the query.
* ``mechanism``: any mechanism (two arbitrary laws), or a query with additive noise (Q is P moved by the shift).
* ``space``: the line, R^dim with the l_r distance, or an interval of the line.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, dim, r
from verify.claims import LINE, REALS, Abs, All, Compare, Implies, Laws, Points, above, between, never, norm, numbers, objects, reading, translate
from verify.quantities import log_density_lipschitz, log_per_density_gap, log_ratio_sup

L, low, high = numbers("L low high")
shift = objects("shift")


def by_space(line, r_d, bounded=None):
    """The choice of the output space."""
    return reading("space", line=line, r_d=r_d, bounded=line if bounded is None else bounded)


LAWS = by_space(Laws(LINE, density=True), Laws(SPACE, density=True), Laws(LINE, density=True, support=between(low, high)))
LOW, HIGH = REALS, above(low)
SHIFTS = by_space(REALS, Points(SPACE))
NORM = reading("space", line=None, r_d=r, bounded=None)
SECOND = reading("mechanism", any=Q, additive_noise=translate(P, shift))
"""The law on the neighbouring data set."""
SIZE = by_space(Abs(shift), norm(shift, r))
"""The distance of the two query values."""
PAIR = {dim: DIMENSIONS, r: NORMS, low: LOW, high: HIGH, P: LAWS, Q: LAWS, shift: SHIFTS}


def steepness(law):
    """The least Lipschitz constant of the log-density on the output space."""
    ends = [reading("space", line=None, r_d=None, bounded=end) for end in (low, high)]
    return log_density_lipschitz(law, *ends, norm=NORM)


LIPSCHITZ = reading(
    "log p is Lipschitz",
    in_x=All(Compare(steepness(P), "<=", L), Compare(steepness(SECOND), "<=", L)),
    in_the_density=Compare(log_per_density_gap(P, SECOND), "<=", L),
    in_the_data=Compare(log_ratio_sup(P, SECOND), "<=", L),
    in_the_query=Compare(log_ratio_sup(P, SECOND), "<=", L * SIZE),
)
COMPUTED_FROM_THE_QUERY = reading(
    "mechanism", any=Implies(Compare(SIZE, "==", 0), Compare(log_ratio_sup(P, Q), "==", 0)), additive_noise=None)
"""A mechanism computed from a query: equal query values give equal laws."""
NEVER = (
    never("mechanism=additive-noise", "space=bounded",
          because="a density that is positive on a bounded output space is moved out of it by every shift but 0"),
)
NEVER_MOVED = (
    *NEVER,
    never("mechanism=additive-noise", "log p is Lipschitz=in-the-density",
          because="along multiples of a shift other than 0 a positive density tends to 0, and where it changes one of two neighbouring values is at least 1/L: the hypothesis leaves the shift 0 alone"),
)
