r"""AdaMax, the variant with the infinity norm.

Statement
    kingma15/eq-12  u_t = max(beta_2^(t-1) |g_1|, ..., beta_2 |g_{t-1}|, |g_t|) obeys u_t = max(beta_2 u_{t-1}, |g_t|) from u_0 = 0.

    kingma15/sec-7.1-bound  The magnitude of updates has the bound |Delta_t| <= alpha.

Reading
    One coordinate. Delta_t = alpha/(1 - beta_1^t) m_t/u_t.

Measured
    Both averages by their recursions.
"""

from kingma15.names import GRADIENTS, RATE, RATES, STEPS, T, beta_2, corrected_mean, g, i, k
from verify.claims import Abs, Claim, Compare, Max, Recursion, Source, Sup, numbers, upto

u = numbers("u")
LARGEST = Recursion({u: 0}, {i: upto(T)}, Max(beta_2 * u, Abs(g[i])))

CLAIMS = (
    Claim("kingma15/eq-12", Source("Equation 12", section="7.1"), forall={beta_2: RATE, **GRADIENTS, **STEPS},
          states=Compare(LARGEST, "==", Sup({k: upto(T)}, beta_2 ** (T - k) * Abs(g[k])))),
    Claim("kingma15/sec-7.1-bound", Source("text", section="7.1"), forall={**RATES, **GRADIENTS, **STEPS}, given=(Compare(LARGEST, ">", 0),),
          states=Compare(Abs(corrected_mean(T)) / LARGEST, "<=", 1)),
)
