r"""From Renyi-DP to (epsilon, delta)-DP.

Statement (Lemma 1, Propositions 3, Theorem 6)
    lem-1           If the divergence is at most epsilon then P(A) <= (e^epsilon Q(A))^((alpha-1)/alpha) for every event A.
    prop-3          (alpha, epsilon)-RDP of a function implies its (epsilon + log(1/delta)/(alpha - 1), delta)-DP.
    proof-prop-3    Either e^epsilon Q <= delta^(alpha/(alpha-1)), and then P <= delta, or not, and then P <= e^epsilon' Q with epsilon' = epsilon +
                    log(1/delta)/(alpha - 1).
    thm-6a          With P and Q the probabilities of an event on two neighbours, P <= (e^epsilon Q)^(1-1/alpha).
    thm-6b          (e^epsilon Q)^(1-1/alpha) <= (1 - 1/alpha) e^epsilon' Q + delta/alpha, with epsilon' = epsilon + log(1/delta)/(alpha - 1).
    thm-6c          (alpha, epsilon)-RDP implies (epsilon + log(1/delta)/(alpha - 1), delta/alpha)-DP.
    text-thm6-attr  The theorem is ascribed to an earlier work, which is said to prove all of it.

Reading
    delta        in (0, 1), or any positive number.
    attributed   Section 3.3 calls Proposition 3, (epsilon', delta)-DP, the extension of the cited proposition, which Appendix F says to prove Theorem 6. all-parts: what
                 Section 3.3 quotes, for every delta, gives the (epsilon', delta/alpha)-DP of Theorem 6; some-part: Theorem 6 gives what Section 3.3 quotes.
    The proof of Proposition 3 is audited link by link, x and y being the probabilities of the event on the two data sets.

Measured
    Probabilities of events and hockey-stick divergences of two laws with the given divergence.

Claimed
    The bounds above; each line of the two cases.
"""

from theorems.frdp.definitions import LEVEL, ORDER, PAIR, SPACE, E, P, Q, alpha, delta, dp, epsilon, rdp
from verify.claims import Claim, Compare, Events, ForAll, Hints, Source, above, between, chain, exp, log, numbers, reading, unstated
from verify.quantities import mass

x, y = numbers("x y")

PROOFS, SIMPLE = "Appendix A", "Appendix F"
UNIT = between(0, 1, open="both")
DELTAS = reading("delta", below_one=UNIT, any=above(0))
EVENT = {**ORDER, **PAIR, E: Events(SPACE), **LEVEL}
GIVEN = (rdp(P, Q, alpha, epsilon),)
LEVELS = {**ORDER, **LEVEL, delta: unstated(UNIT), x: between(0, 1), y: between(0, 1)}

power = (alpha - 1) / alpha
raised = epsilon + log(1 / delta) / (alpha - 1)
lemma = Compare(x, "<=", (exp(epsilon) * y) ** power)
threshold = delta ** (alpha / (alpha - 1))
weighted = (1 - 1 / alpha) * exp(raised) * y + delta / alpha
on_event = Compare(mass(P, E), "<=", (exp(epsilon) * mass(Q, E)) ** power)

def converted(share):
    """(epsilon', delta)-DP, or with a share of delta, for every delta."""
    return ForAll({x: UNIT}, dp(P, Q, epsilon + log(1 / x) / (alpha - 1), x / share))


CLAIMS = (
    Claim("frdp/lem-1", Source("Lemma 1", eq="9", section=PROOFS), forall=EVENT, given=GIVEN, states=on_event, uses=("frdp/proof-lem-1",)),
    Claim("frdp/prop-3", Source("Proposition 3"), forall={**ORDER, **LEVEL, delta: unstated(UNIT), **PAIR}, given=GIVEN, states=dp(P, Q, raised, delta),
          uses=("frdp/lem-1", "frdp/proof-prop-3"), hints=Hints(by=("textbook/renyi-range", "textbook/hs-range", "textbook/hs-events", "textbook/renyi-hockey-stick"))),
    Claim("frdp/proof-prop-3", Source("Proof of Proposition 3", section=PROOFS), part="case-1", part_of="frdp/prop-3", forall=LEVELS,
          given=(lemma, Compare(exp(epsilon) * y, "<=", threshold)),
          states=chain(x, "<=", (exp(epsilon) * y) ** power, "<=", delta, "<=", exp(raised) * y + delta)),
    Claim("frdp/proof-prop-3", Source("Proof of Proposition 3", section=PROOFS), part="case-2", part_of="frdp/prop-3", forall=LEVELS,
          given=(lemma, Compare(exp(epsilon) * y, ">", threshold)),
          states=chain(x, "<=", (exp(epsilon) * y) ** power, "==", exp(epsilon) * y * (exp(epsilon) * y) ** (-1 / alpha), "<=",
                       exp(epsilon) * y * delta ** (-1 / (alpha - 1)), "==", exp(raised) * y, "<=", exp(raised) * y + delta)),
    Claim("frdp/thm-6a", Source("Theorem 6", section=SIMPLE), forall=EVENT, given=GIVEN,
          states=Compare(mass(P, E), "<=", (exp(epsilon) * mass(Q, E)) ** (1 - 1 / alpha))),
    Claim("frdp/thm-6b", Source("Theorem 6", section=SIMPLE), forall={**ORDER, **LEVEL, delta: unstated(DELTAS), y: between(0, 1)},
          states=Compare((exp(epsilon) * y) ** (1 - 1 / alpha), "<=", weighted)),
    Claim("frdp/thm-6c", Source("Theorem 6", section=SIMPLE), forall={**ORDER, **LEVEL, delta: unstated(DELTAS), **PAIR}, given=GIVEN,
          states=dp(P, Q, raised, delta / alpha), uses=("frdp/thm-6a", "frdp/thm-6b")),
    Claim("frdp/text-thm6-attr", Source("Section 3.3 and Appendix F"), forall={**ORDER, **LEVEL, delta: unstated(UNIT), **PAIR},
          given=(reading("attributed", all_parts=converted(1), some_part=converted(alpha)),),
          states=reading("attributed", all_parts=dp(P, Q, raised, delta / alpha), some_part=dp(P, Q, raised, delta))),
)
