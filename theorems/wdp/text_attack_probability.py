r"""The number 1/(1 + exp(-epsilon)) bounds the success probability of an attacker.

Statement (Table 2, caption; Discussion, "Comparability")
    1/(1 + exp(-epsilon)) is the probability of a successful attack at the budget epsilon, for DP, RDP and WDP alike, so that budgets can be compared.

Reading
    Parts dp, rdp (any order above 1), wdp (any order): the framework that epsilon is a budget of.
    The attacker sees one output and says which of two neighbours was used, each with prior probability 1/2; the best guess succeeds with probability
    (1 + TV)/2. The number is a bound on it. Output laws P and Q of the two neighbours are arbitrary; budgets hold in both directions.

Measured
    (1 + TV(P, Q))/2.

Claimed
    1/(1 + exp(-epsilon)) at every level epsilon that the pair satisfies.
"""

from theorems.wdp.definitions import DIMENSIONS, NORMS, SPACE, P, Q, dim, epsilon, mu, r, wdp
from theorems.wdp.definitions_conversions import dp, rdp
from theorems.wdp.definitions_mechanisms import alpha
from verify.claims import Claim, Compare, Laws, Source, above, at_least, exp
from verify.quantities import total_variation

BUDGETS = {"dp": dp(P, Q, epsilon), "rdp": rdp(P, Q, alpha, epsilon), "wdp": wdp(P, Q, mu, epsilon, r)}
ORDER = {"dp": {}, "rdp": {alpha: above(1)}, "wdp": {mu: at_least(1)}}

CLAIMS = tuple(
    Claim(
        "wdp/text-attack", Source("Comparability (3)", section="Discussion"), part=part,
        forall={**ORDER[part], dim: DIMENSIONS, r: NORMS, P: Laws(SPACE), Q: Laws(SPACE), epsilon: at_least(0)},
        given=(budget,),
        states=Compare((1 + total_variation(P, Q)) / 2, "<=", 1 / (1 + exp(-epsilon))),
    )
    for part, budget in BUDGETS.items()
)
