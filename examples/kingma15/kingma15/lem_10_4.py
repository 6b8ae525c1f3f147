r"""The sum of squared corrected means over roots of corrected squares is at most a multiple of the norm of the gradients.

Statement
    kingma15/lem-10.4  With gamma = beta_1^2/sqrt(beta_2) < 1 the sum over t <= T of m_t^2/sqrt(t v_t), both corrected, is at most 2/(1 - gamma) 1/sqrt(1 - beta_2) ||g_{1:T}||_2.

    kingma15/lem-10.4-correction  sqrt(1 - beta_2^t)/(1 - beta_1^t)^2 <= 1/(1 - beta_1)^2.

    kingma15/lem-10.4-squares  The square of a sum of T numbers is at most T times the sum of the squares.

    kingma15/lem-10.4-one-term  A denominator that is a sum of positive numbers is replaced by one of them.

    kingma15/lem-10.4-series  The sum of t gamma^t is less than 1/(1 - gamma)^2.

    kingma15/lem-10.4-partial  The sum over t <= T of t gamma^t is gamma (1 - (T + 1) gamma^T + T gamma^(T + 1))/(1 - gamma)^2.

    kingma15/lem-10.4-end  The last line of the proof: the sum is at most 2 G_inf/((1 - gamma)^2 sqrt(1 - beta_2)) ||g_{1:T}||_2.

Reading
    1. One coordinate; beta_2 > 0, so that gamma has a value. The first gradient is not 0, so that all denominators are positive.
    2. The lemma and the last line of its proof are different statements, and both are audited.
    3. In lem-10.4-correction w stands for beta_2^t, any number of [0, 1), and x for beta_1^t, any of [0, beta_1]: the statement for all of these includes the printed one.
    4. lem-10.4-partial is not in the paper: it is the closed form from which the bound of the series is read.

Measured
    The moving averages by their recursions, and the sums.
"""

from kingma15.names import RATE, STEPS, G_inf, T, beta_1, beta_2, corrected_mean, corrected_square, g, k, length, t
from verify.claims import REALS, Claim, Compare, Hints, Lambda, Sequences, Source, Sum, above, between, integers, number, numbers, objects, oo, sqrt, upto

gamma, x, w, W = numbers("gamma x w W")
a = objects("a")
OPEN = between(0, 1, open="both")
PROOF, PART = Source("proof of Lemma 10.4", section="10.1"), "kingma15/lem-10.4"
QUOTIENT = beta_1**2 / sqrt(beta_2)
SUM = Sum({t: upto(T)}, corrected_mean(t) ** 2 / sqrt(t * corrected_square(t)))
GIVEN = (Compare(QUOTIENT, "<", 1), Compare(g[1], "!=", 0))
SERIES = Sum({t: upto(T)}, t * gamma**t)

ROOTS = {beta_1: 0, beta_2: number("1/100"), g: Lambda({t: integers(1)}, 1 / sqrt(t)), T: 48}
"""Gradients 1/sqrt(t): the sum grows like log T, the norm like its root."""

CLAIMS = (
    Claim("kingma15/lem-10.4", Source("Lemma 10.4", section="10.1"), forall={beta_1: RATE, beta_2: OPEN, g: Sequences(oo, REALS), **STEPS}, given=GIVEN,
          states=Compare(SUM, "<=", 2 / (1 - QUOTIENT) * (1 / sqrt(1 - beta_2)) * length(T)), hints=Hints(instances=(ROOTS,))),
    Claim("kingma15/lem-10.4-correction", PROOF, part_of=PART, forall={beta_1: RATE, w: RATE, x: between(0, beta_1)},
          states=Compare(sqrt(1 - w) / (1 - x) ** 2, "<=", 1 / (1 - beta_1) ** 2)),
    Claim("kingma15/lem-10.4-squares", PROOF, part_of=PART, forall={a: Sequences(oo, REALS), **STEPS},
          states=Compare(Sum({k: upto(T)}, a[k]) ** 2, "<=", T * Sum({k: upto(T)}, a[k] ** 2))),
    Claim("kingma15/lem-10.4-one-term", PROOF, part_of=PART, forall={x: REALS, w: above(0), W: above(w), T: integers(1)},
          states=Compare(x**2 / sqrt(T * W), "<=", x**2 / sqrt(T * w))),
    Claim("kingma15/lem-10.4-series", PROOF, part_of=PART, forall={gamma: RATE, **STEPS}, states=Compare(SERIES, "<", 1 / (1 - gamma) ** 2)),
    Claim("kingma15/lem-10.4-partial", PROOF, part_of=PART, forall={gamma: RATE, **STEPS},
          states=Compare(SERIES, "==", gamma * (1 - (T + 1) * gamma**T + T * gamma ** (T + 1)) / (1 - gamma) ** 2)),
    Claim("kingma15/lem-10.4-end", PROOF, part_of=PART, forall={G_inf: above(0), beta_1: RATE, beta_2: OPEN, g: Sequences(oo, between(-G_inf, G_inf)), **STEPS}, given=GIVEN,
          states=Compare(SUM, "<=", 2 * G_inf / ((1 - QUOTIENT) ** 2 * sqrt(1 - beta_2)) * length(T))),
)
