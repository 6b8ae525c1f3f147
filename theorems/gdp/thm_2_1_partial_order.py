r"""The exact partial order of (epsilon, delta)-DP conditions.

Statement (Theorem 2.1, proof in Appendix B.1)
    thm-2.1              For epsilon_0 >= 0 and 0 <= delta_0 < 1, (epsilon_0, delta_0)-DP implies (epsilon, delta)-DP if and only if delta >= delta_0 + (1 -
                         delta_0) (e^epsilon_0 - e^epsilon)^+ / (1 + e^epsilon_0).
    thm-2.1-witness      A pair of distributions on four points has exactly the profile delta_0 + (1 - delta_0) (e^epsilon_0 - e^epsilon)^+ / (1 +
                         e^epsilon_0).
    thm-2.1-proof-count  There are 64 combinations of an event of {1, 2, 3, 4} with an input to be checked.
    thm-2.1-proof-case1  For an event with p = Q(E) <= (1 - delta_0)/(1 + e^epsilon_0), a chain of five lines leads from P(E) <= e^epsilon_0 p + delta_0 to
                         the condition at epsilon.
    thm-2.1-proof-case2  For an event with p = Q(E) >= (1 - delta_0)/(1 + e^epsilon_0), a chain of six lines leads from P(E) <= 1 - e^-epsilon_0 (1 - p -
                         delta_0) to the condition at epsilon.

Reading
    1. "Implies" quantifies over all algorithms: any two laws P and Q on any R^dim.
    2. The proof's steps are audited as printed. p is the probability of the event on the neighbour; a step is one link between consecutive lines.
    3. Combinations of the witness: one event E of {1, 2, 3, 4}, the empty and the full one included, with one input s of {0, 1}.

Measured
    Profiles from hockey-stick divergences, probabilities of events, the number of combinations.

Claimed
    The right-hand side of the theorem; the lines of the proof; 64.
"""

from theorems.gdp.definitions import ALGORITHM, SPACE, P, Q, delta, delta_0, dp, epsilon, epsilon_0, implied, profile
from verify.claims import (
    Claim,
    Compare,
    Events,
    ForAll,
    Hints,
    Iff,
    Implies,
    Source,
    Subsets,
    Sum,
    at_least,
    between,
    exp,
    finite_law,
    numbers,
    objects,
    one_of,
    upto,
)
from verify.quantities import mass

p, s = numbers("p s")
E = objects("E")
PROOF = Source("Proof of Theorem 2.1", section="Appendix B.1")
BELOW_ONE = between(0, 1, open="right")
START = {epsilon_0: at_least(0), delta_0: BELOW_ONE}

every_algorithm = ForAll(ALGORITHM, Implies(dp(P, Q, epsilon_0, delta_0), dp(P, Q, epsilon, delta)))

# --- the algorithm of the necessity proof ---------------------------------------------------------------------------------------------

alpha_0 = exp(epsilon_0) / (1 + exp(epsilon_0))
on_0 = finite_law({1: delta_0, 2: 0, 3: (1 - delta_0) * alpha_0, 4: (1 - delta_0) * (1 - alpha_0)})
on_1 = finite_law({1: 0, 2: delta_0, 3: (1 - delta_0) * (1 - alpha_0), 4: (1 - delta_0) * alpha_0})

# --- the lines of the sufficiency proof ------------------------------------------------------------------------------------------------

c_0 = (1 - delta_0) / (1 + exp(epsilon_0))
CASE = {**START, epsilon: between(0, epsilon_0, open="right"), delta: between(implied(epsilon_0, delta_0, epsilon), 1)}
EVENT = {**ALGORITHM, E: Events(SPACE)}
GUARANTEE = dp(P, Q, epsilon_0, delta_0)
gap = exp(epsilon_0) - exp(epsilon)
drop = exp(-epsilon_0) - exp(epsilon)

SMALL = (
    exp(epsilon_0) * p + delta_0,
    (exp(epsilon_0) + exp(epsilon) - exp(epsilon)) * p + delta_0 + delta - delta,
    exp(epsilon_0) * p + delta + gap * c_0 + delta_0 - delta,
    exp(epsilon) * p + delta + gap * c_0 - (1 - delta_0) * gap / (1 + exp(epsilon_0)),
    exp(epsilon) * p + delta,
)
LARGE = (
    1 - exp(-epsilon_0) * (1 - p - delta_0),
    exp(epsilon) * p + delta + 1 - exp(-epsilon_0) + exp(-epsilon_0) * delta_0 - delta + drop * p,
    exp(epsilon) * p + delta + 1 - exp(-epsilon_0) + exp(-epsilon_0) * delta_0 - delta + drop * c_0,
    exp(epsilon) * p + delta + (1 - delta_0) * (drop / (1 + exp(epsilon_0)) - exp(-epsilon_0)) + 1 - delta,
    exp(epsilon) * p + delta + (1 - delta_0) * (drop / (1 + exp(epsilon_0)) - exp(-epsilon_0) + 1 - gap / (1 + exp(epsilon_0))),
    exp(epsilon) * p + delta,
)
LARGE_RELATIONS = ("==", "<=", "==", "<=", "==")


def links(id, lines, relations, least, most, uses=()):
    """Steps 2, 3, ...: each line of the proof against the next."""
    return tuple(Claim(id, PROOF, part=f"step-{k}", part_of="gdp/thm-2.1", forall={**CASE, p: between(least, most)}, states=Compare(left, relation, right), uses=uses)
                 for k, (left, relation, right) in enumerate(zip(lines, relations, lines[1:], strict=False), 2))


CLAIMS = (
    Claim("gdp/thm-2.1", Source("Theorem 2.1"), forall={**START, epsilon: at_least(0), delta: between(0, 1)},
          states=Iff(every_algorithm, Compare(delta, ">=", implied(epsilon_0, delta_0, epsilon))), hints=Hints(by=("textbook/hs-convex", "textbook/hs-level", "textbook/hs-range", "textbook/hs-total-variation", "textbook/tv-range", "textbook/tv-symmetry"))),
    Claim("gdp/thm-2.1-witness", PROOF, part_of="gdp/thm-2.1", forall={epsilon_0: at_least(0), delta_0: between(0, 1), epsilon: at_least(0)},
          states=Compare(profile(on_0, on_1, epsilon), "==", implied(epsilon_0, delta_0, epsilon))),
    Claim("gdp/thm-2.1-proof-count", PROOF, part_of="gdp/thm-2.1",
          states=Compare(Sum({E: Subsets(upto(4)), s: one_of(0, 1)}, 1), "==", 64),
          because="There are 2^4 = 16 events of {1, 2, 3, 4} and 2 inputs, 32 combinations in all."),
    Claim("gdp/thm-2.1-proof-case1", PROOF, part="step-1", part_of="gdp/thm-2.1", forall={**CASE, **EVENT}, idle=("delta",),
          given=(GUARANTEE, Compare(mass(Q, E), "<=", c_0)), states=Compare(mass(P, E), "<=", exp(epsilon_0) * mass(Q, E) + delta_0),
          because="The third line still has e^epsilon_0 P[A(S') in E], although its excess over e^epsilon P[A(S') in E] has become the term with "
                  "c_0. With e^epsilon there both steps around it hold; as printed, the step to the fourth line fails."),
    *links("gdp/thm-2.1-proof-case1", SMALL, ("<=",) * 4, 0, c_0),
    Claim("gdp/thm-2.1-proof-case2", PROOF, part="step-1", part_of="gdp/thm-2.1", forall={**CASE, **EVENT}, idle=("delta",), uses=("gdp/thm-2.1",),
          given=(GUARANTEE, Compare(mass(Q, E), ">=", c_0)), states=Compare(mass(P, E), "<=", 1 - exp(-epsilon_0) * (1 - mass(Q, E) - delta_0))),
    *links("gdp/thm-2.1-proof-case2", LARGE, LARGE_RELATIONS, c_0, 1, uses=("gdp/thm-2.1",)),
)
