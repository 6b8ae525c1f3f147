r"""The slack of the shifts that Proposition F.2 chooses.

Statement (proof of Proposition F.2)
    With a_t the mean of s_1, ..., s_T and s not increasing, z_t = sum_{i <= t} (s_i - a_i) >= 0 for all t, and z_T = 0.

Measured
    The slack z_t.

Claimed
    0.
"""

from theorems.rpp.definitions import T, mean_of, t
from verify.claims import Claim, Compare, Families, ForAll, Source, Sum, at_least, integers, numbers, objects, upto

s = objects("s")
t_ = numbers("t_")
PROOF = Source("Proof of Proposition F.2", section="Appendix F.5.4")
SEQUENCE = {T: integers(1), s: Families(upto(T), at_least(0))}
FALLING = ForAll({t: integers(1, T - 1)}, Compare(s[t + 1], "<=", s[t]))


def slack(end):
    return Sum({t: upto(end)}, s[t] - mean_of(s, T))


CLAIMS = (
    Claim("rpp/proof-f.2-zt", PROOF, part="never-negative", part_of="rpp/prop-f.2", forall={**SEQUENCE, t_: upto(T)}, given=(FALLING,),
          states=Compare(slack(t_), ">=", 0)),
    Claim("rpp/proof-f.2-zt", PROOF, part="ends-at-0", part_of="rpp/prop-f.2", forall=SEQUENCE, states=Compare(slack(T), "==", 0)),
)
