r"""The update rule: an efficient order of computation, two bounds of the effective step, invariance to the scale of the gradients.

Statement
    kingma15/sec-2-order  The last three lines of Algorithm 1 may be replaced by the step size alpha sqrt(1 - beta_2^t)/(1 - beta_1^t) and the averages that are not corrected.

    kingma15/sec-2.1-first  |Delta_t| <= alpha (1 - beta_1)/sqrt(1 - beta_2) in the case 1 - beta_1 > sqrt(1 - beta_2).

    kingma15/sec-2.1-otherwise  |Delta_t| <= alpha otherwise.

    kingma15/sec-2.1-equal  For 1 - beta_1 = sqrt(1 - beta_2) the ratio of the corrected mean and the root of the corrected square is less than 1 in absolute value.

    kingma15/sec-2.1-moments  |E g|/sqrt(E g^2) is at most 1.

    kingma15/sec-2.1-scale  Gradients multiplied by c have c times the mean and c^2 times the square, which cancel in the ratio.

Reading
    Everything is about one coordinate, and the small number epsilon of the denominator is 0, as in Section 2.1. Gradients are arbitrary numbers, not all 0.

Measured
    The moving averages by their recursions.
"""

from kingma15.names import GRADIENTS, RATE, RATES, STEPS, T, alpha, beta_1, beta_2, corrected_mean, g, i, m_, mean, moves, ratio, square, t, v_
from verify.claims import LINE, REALS, Abs, Claim, Compare, Hints, Lambda, Laws, Recursion, Source, above, integers, number, numbers, objects, sqrt, upto
from verify.quantities import mean as expectation
from verify.quantities import moment

c, m, v = numbers("c m v")
P = objects("P")
GIVEN = (moves(T),)
BOTH = {**RATES, **GRADIENTS, **STEPS}

GROWING = {beta_1: number("1/2"), beta_2: number("4/5"), g: Lambda({t: integers(1)}, number("8/5") ** t), T: 8}
"""Gradients that grow like (beta_2/beta_1)^t, for which the inequality of Cauchy and Schwarz is an equality."""

CLAIMS = (
    Claim("kingma15/sec-2-order", Source("text", section="2"), forall={alpha: above(0), **RATES, t: integers(1), m: REALS, v: above(0)},
          states=Compare(alpha * (m / (1 - beta_1**t)) / sqrt(v / (1 - beta_2**t)), "==", alpha * sqrt(1 - beta_2**t) / (1 - beta_1**t) * (m / sqrt(v)))),
    Claim("kingma15/sec-2.1-first", Source("text", section="2.1"), forall=BOTH, given=(*GIVEN, Compare(1 - beta_1, ">", sqrt(1 - beta_2))),
          states=Compare(Abs(ratio(T)), "<=", (1 - beta_1) / sqrt(1 - beta_2)), hints=Hints(instances=(GROWING,))),
    Claim("kingma15/sec-2.1-otherwise", Source("text", section="2.1"), forall=BOTH, given=(*GIVEN, Compare(1 - beta_1, "<=", sqrt(1 - beta_2))),
          states=Compare(Abs(ratio(T)), "<=", 1)),
    Claim("kingma15/sec-2.1-equal", Source("text", section="2.1"), forall={beta_1: RATE, **GRADIENTS, **STEPS}, given=(Compare(square(T, 1 - (1 - beta_1) ** 2), ">", 0),),
          states=Compare(Abs(corrected_mean(T)) / sqrt(square(T, 1 - (1 - beta_1) ** 2) / (1 - (1 - (1 - beta_1) ** 2) ** T)), "<", 1)),
    Claim("kingma15/sec-2.1-moments", Source("text", section="2.1"), forall={P: Laws(LINE, moments=2)}, given=(Compare(moment(P, 2), ">", 0),),
          states=Compare(Abs(expectation(P)) / sqrt(moment(P, 2)), "<=", 1)),
    Claim("kingma15/sec-2.1-scale", Source("text", section="2.1"), part="mean", forall={c: REALS, beta_1: RATE, **GRADIENTS, **STEPS},
          states=Compare(Recursion({m_: 0}, {i: upto(T)}, beta_1 * m_ + (1 - beta_1) * (c * g[i])), "==", c * mean(T))),
    Claim("kingma15/sec-2.1-scale", Source("text", section="2.1"), part="square", forall={c: REALS, beta_2: RATE, **GRADIENTS, **STEPS},
          states=Compare(Recursion({v_: 0}, {i: upto(T)}, beta_2 * v_ + (1 - beta_2) * (c * g[i]) ** 2), "==", c**2 * square(T))),
    Claim("kingma15/sec-2.1-scale", Source("text", section="2.1"), part="ratio", forall={c: above(0), m: REALS, v: above(0)},
          states=Compare(c * m / sqrt(c**2 * v), "==", m / sqrt(v))),
)
