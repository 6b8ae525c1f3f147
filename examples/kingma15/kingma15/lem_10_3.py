r"""The sum of gradients over roots of the step is at most a multiple of their Euclidean norm.

Statement
    kingma15/lem-10.3  For |g_t| <= G_inf the sum over t <= T of sqrt(g_t^2/t) is at most 2 G_inf ||g_{1:T}||_2.

    kingma15/lem-10.3-base  The base case T = 1: sqrt(g_1^2) <= 2 G_inf |g_1|.

    kingma15/lem-10.3-completed  ||g_{1:T}||^2 - g_T^2 + g_T^4/(4 ||g_{1:T}||^2) >= ||g_{1:T}||^2 - g_T^2.

    kingma15/lem-10.3-root  Its root: sqrt(||g_{1:T}||^2 - g_T^2) <= ||g_{1:T}|| - g_T^2/(2 ||g_{1:T}||).

    kingma15/lem-10.3-norm  ||g_{1:T}|| - g_T^2/(2 ||g_{1:T}||) <= ||g_{1:T}|| - g_T^2/(2 sqrt(T G_inf^2)).

    kingma15/lem-10.3-rearranged  G_inf sqrt(||g_{1:T}||^2 - g_T^2) + sqrt(g_T^2/T) <= 2 G_inf ||g_{1:T}||.

    kingma15/lem-10.3-one  The lemma for gradients of absolute value at most 1, so that both sides have one scale.

    kingma15/lem-10.3-repaired  With the root of 1 + log T in place of 2 G_inf, as the inequality of Cauchy and Schwarz has it.

Reading
    1. One coordinate. The base case and the step are those of the printed induction.
    2. factor  printed: the root has the factor G_inf, as printed; meant: 2 G_inf, as the line before has it.

Measured
    Both sums.
"""

from kingma15.names import STEPS, G_inf, T, g, length, t
from verify.claims import REALS, Abs, Claim, Compare, Sequences, Source, Sum, above, between, log, numbers, oo, reading, sqrt, upto

N, last = numbers("N last")
BOUNDED = {G_inf: above(0), g: Sequences(oo, between(-G_inf, G_inf)), **STEPS}
SUM = Sum({t: upto(T)}, sqrt(g[t] ** 2 / t))
NORM = {N: above(0), last: between(-N, N)}
"""The norm of all gradients up to step T, and the last one of them."""
APPENDIX = "10.1"
factor = reading("factor", printed=G_inf, meant=2 * G_inf)

CLAIMS = (
    Claim("kingma15/lem-10.3", Source("Lemma 10.3", section=APPENDIX), forall=BOUNDED, states=Compare(SUM, "<=", 2 * G_inf * length(T))),
    Claim("kingma15/lem-10.3-base", Source("proof of Lemma 10.3", section=APPENDIX), part_of="kingma15/lem-10.3", forall={G_inf: above(0), last: between(-G_inf, G_inf)},
          states=Compare(sqrt(last**2), "<=", 2 * G_inf * Abs(last))),
    Claim("kingma15/lem-10.3-completed", Source("proof of Lemma 10.3", section=APPENDIX), part_of="kingma15/lem-10.3", forall=NORM,
          states=Compare(N**2 - last**2 + last**4 / (4 * N**2), ">=", N**2 - last**2)),
    Claim("kingma15/lem-10.3-root", Source("proof of Lemma 10.3", section=APPENDIX), part_of="kingma15/lem-10.3", forall=NORM,
          states=Compare(sqrt(N**2 - last**2), "<=", N - last**2 / (2 * N))),
    Claim("kingma15/lem-10.3-norm", Source("proof of Lemma 10.3", section=APPENDIX), part_of="kingma15/lem-10.3", forall={G_inf: above(0), **STEPS, N: between(0, G_inf * sqrt(T), open="left"), last: between(-N, N)},
          states=Compare(N - last**2 / (2 * N), "<=", N - last**2 / (2 * sqrt(T * G_inf**2)))),
    Claim("kingma15/lem-10.3-rearranged", Source("proof of Lemma 10.3", section=APPENDIX), part_of="kingma15/lem-10.3",
          forall={G_inf: above(0), **STEPS, N: between(0, G_inf * sqrt(T), open="left"), last: between(-N, N)}, given=(Compare(Abs(last), "<=", G_inf),),
          states=Compare(factor * sqrt(N**2 - last**2) + sqrt(last**2 / T), "<=", 2 * G_inf * N)),
    Claim("kingma15/lem-10.3-one", Source("Lemma 10.3", section=APPENDIX), corrects="kingma15/lem-10.3", forall={g: Sequences(oo, between(-1, 1)), **STEPS},
          states=Compare(SUM, "<=", 2 * length(T))),
    Claim("kingma15/lem-10.3-repaired", Source("Lemma 10.3", section=APPENDIX), corrects="kingma15/lem-10.3", forall={g: Sequences(oo, REALS), **STEPS},
          states=Compare(SUM, "<=", sqrt(1 + log(T)) * length(T))),
)
