r"""Bias correction: the moving average as a weighted sum, and the factor by which it is too small.

Statement
    kingma15/eq-1  v_t = (1 - beta_2) sum over i <= t of beta_2^(t - i) g_i^2.

    kingma15/eq-4  The weights add up to 1 - beta_2^t (from line 3 to line 4).

    kingma15/eq-4-stationary  If the second moment is the same at all steps, E v_t = E g^2 (1 - beta_2^t), so that zeta = 0.

Reading
    The expectation of a moving average is the moving average of the expectations, here all equal to q.

Measured
    The recursion of Algorithm 1 from v_0 = 0.
"""

from kingma15.names import GRADIENTS, RATE, STEPS, T, beta_2, g, i, square, v_
from verify.claims import Claim, Compare, Recursion, Source, Sum, at_least, numbers, upto

q = numbers("q")

CLAIMS = (
    Claim("kingma15/eq-1", Source("Equation 1", section="3"), forall={beta_2: RATE, **GRADIENTS, **STEPS},
          states=Compare(square(T), "==", (1 - beta_2) * Sum({i: upto(T)}, beta_2 ** (T - i) * g[i] ** 2))),
    Claim("kingma15/eq-4", Source("Equation 4", section="3"), forall={beta_2: RATE, **STEPS},
          states=Compare((1 - beta_2) * Sum({i: upto(T)}, beta_2 ** (T - i)), "==", 1 - beta_2**T)),
    Claim("kingma15/eq-4-stationary", Source("Equation 4", section="3"), part_of="kingma15/eq-4", forall={q: at_least(0), beta_2: RATE, **STEPS},
          states=Compare(Recursion({v_: 0}, {i: upto(T)}, beta_2 * v_ + (1 - beta_2) * q), "==", q * (1 - beta_2**T))),
)
