r"""The regret bound (Theorem 4.1, proved as Theorem 10.5) for linear losses in one dimension, steps of its proof, and Corollary 4.2.

Statement
    kingma15/thm-4.1  With steps alpha/sqrt(t), beta_{1,t} = beta_1 lambda^(t - 1), gradients bounded by G_inf and distances by D the regret is at most
        D^2/(2 alpha (1 - beta_1)) sqrt(T v_T) + alpha (1 + beta_1) G_inf/((1 - beta_1) sqrt(1 - beta_2) (1 - gamma)^2) ||g_{1:T}||_2 + D_inf^2 G_inf sqrt(1 - beta_2)/(2 alpha (1 - beta_1)(1 - lambda)^2).

    kingma15/thm-4.1-young  Young's inequality a b <= a^2/2 + b^2/2.

    kingma15/thm-4.1-square  The corrected square is at most the sum of the squared gradients: sqrt(v_t) <= ||g_{1:t}||_2.

    kingma15/thm-4.1-roots  The sum of lambda^(t - 1) sqrt(t) is at most that of lambda^(t - 1) t.

    kingma15/thm-4.1-series  The sum of lambda^(t - 1) t is at most 1/(1 - lambda)^2.

    kingma15/thm-4.1-last-line  The last term of the bound in the statement is the one in the last line of the proof, which has beta_1 in place of 1 - beta_1.

    kingma15/cor-4.2-norm  ||g_{1:T}||_2 <= G_inf sqrt(T).

    kingma15/cor-4.2  The bound of the theorem divided by T, with that, is O(1/sqrt(T)).

Reading
    1. thm-4.1 is the theorem for f_t(theta) = g_t theta on the line: such losses are convex with bounded gradients, so that whatever fails for them fails for the theorem. Iterates are within
       distance D of each other, as the statement has it, and regret is against any theta* within distance D of all of them, as the proof uses it; D_inf = D in one dimension. beta_2 > 0, so
       that gamma has a value; the first gradient is not 0, so that all denominators are positive.
    2. thm-4.1-square compares the squares of both sides.

Measured
    The iterates by the recursion of Algorithm 1 with these steps; the regret as the sum of g_t (theta_t - theta*).
"""

from kingma15.names import RATE, STEPS, G_inf, T, alpha, beta_1, beta_2, corrected_square, g, i, k, length, t
from verify.claims import (
    REALS,
    Abs,
    Asymptotic,
    Claim,
    Compare,
    ForAll,
    Hints,
    Recursion,
    Sequences,
    Source,
    Sum,
    above,
    at_least,
    between,
    integers,
    number,
    numbers,
    oo,
    periodic,
    sqrt,
    upto,
)

lamda, D, r, b, theta_1, best, x, m, v, d = numbers("lamda D r b theta_1 best x m v d")
OPEN = between(0, 1, open="both")
SETTING = {alpha: above(0), beta_1: RATE, beta_2: OPEN, lamda: OPEN, G_inf: above(0), D: above(0)}
QUOTIENT = beta_1**2 / sqrt(beta_2)
NEXT_MEAN = beta_1 * lamda ** (i - 1) * m + (1 - beta_1 * lamda ** (i - 1)) * g[i]
NEXT_SQUARE = beta_2 * v + (1 - beta_2) * g[i] ** 2
STEP = x - alpha / sqrt(i) * (NEXT_MEAN / (1 - beta_1**i)) / sqrt(NEXT_SQUARE / (1 - beta_2**i))


def iterate(n):
    """theta_n from theta_1."""
    return Recursion({(x, m, v): (theta_1, 0, 0)}, {i: upto(n - 1)}, (STEP, NEXT_MEAN, NEXT_SQUARE))[1]


REGRET = Sum({t: upto(T)}, g[t] * (iterate(t) - best))
FIRST, SECOND, THIRD = (D**2 / (2 * alpha * (1 - beta_1)), alpha * (1 + beta_1) * G_inf / ((1 - beta_1) * sqrt(1 - beta_2) * (1 - QUOTIENT) ** 2),
                        D**2 * G_inf * sqrt(1 - beta_2) / (2 * alpha * (1 - beta_1) * (1 - lamda) ** 2))
PROOF, PART = Source("proof of Theorem 10.5", section="10.1"), "kingma15/thm-4.1"

SMALL_GRADIENT = {alpha: 1, beta_1: 0, beta_2: number("1/2"), lamda: number("1/2"), G_inf: number("1/100"), D: number("1/10"), theta_1: number("1/10"), best: 0, g: periodic(then=(number("1/100"),)), T: 1}
"""One step with a small gradient."""

CLAIMS = (
    Claim("kingma15/thm-4.1", Source("Theorem 4.1", section="4"), uses=("kingma15/lem-10.4",), forall={**SETTING, theta_1: REALS, best: REALS, g: Sequences(oo, between(-G_inf, G_inf)), **STEPS},
          given=(Compare(QUOTIENT, "<", 1), Compare(g[1], "!=", 0), ForAll({t: upto(T), k: upto(T)}, Compare(Abs(iterate(t) - iterate(k)), "<=", D)),
                 ForAll({t: upto(T)}, Compare(Abs(iterate(t) - best), "<=", D))),
          states=Compare(REGRET, "<=", FIRST * sqrt(T * corrected_square(T)) + SECOND * length(T) + THIRD), hints=Hints(instances=(SMALL_GRADIENT,))),
    Claim("kingma15/thm-4.1-young", PROOF, part_of=PART, forall={r: REALS, b: REALS}, states=Compare(r * b, "<=", r**2 / 2 + b**2 / 2)),
    Claim("kingma15/thm-4.1-square", PROOF, part_of=PART, forall={beta_2: RATE, g: Sequences(oo, REALS), **STEPS},
          states=Compare(corrected_square(T), "<=", Sum({t: upto(T)}, g[t] ** 2))),
    Claim("kingma15/thm-4.1-roots", PROOF, part_of=PART, forall={lamda: OPEN, **STEPS},
          states=Compare(Sum({t: upto(T)}, lamda ** (t - 1) * sqrt(t)), "<=", Sum({t: upto(T)}, lamda ** (t - 1) * t))),
    Claim("kingma15/thm-4.1-series", PROOF, part_of=PART, forall={lamda: OPEN, **STEPS}, states=Compare(Sum({t: upto(T)}, lamda ** (t - 1) * t), "<=", 1 / (1 - lamda) ** 2)),
    Claim("kingma15/thm-4.1-last-line", PROOF, part_of=PART, forall={alpha: above(0), beta_1: OPEN, beta_2: RATE, lamda: OPEN, G_inf: above(0), D: at_least(0)},
          states=Compare(THIRD, "==", D**2 * G_inf * sqrt(1 - beta_2) / (2 * alpha * beta_1 * (1 - lamda) ** 2))),
    Claim("kingma15/cor-4.2-norm", Source("Corollary 4.2", section="4"), part_of="kingma15/cor-4.2", forall={G_inf: above(0), g: Sequences(oo, between(-G_inf, G_inf)), **STEPS},
          states=Compare(length(T), "<=", G_inf * sqrt(T))),
    Claim("kingma15/cor-4.2", Source("Corollary 4.2", section="4"), uses=("kingma15/thm-4.1",), forall={**SETTING, d: integers(1)}, given=(Compare(QUOTIENT, "<", 1),),
          states=Asymptotic((FIRST * d * G_inf * sqrt(T) + SECOND * d * G_inf * sqrt(T) + d * THIRD) / T, "O", 1 / sqrt(T), {T: oo})),
)
