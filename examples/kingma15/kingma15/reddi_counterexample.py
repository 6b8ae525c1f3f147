r"""The counterexample of Reddi, Kale and Kumar (ICLR 2018, arXiv 1904.09237, Theorem 1): losses on [-1, 1] for which Adam has average regret that does not vanish.

Statement
    kingma15/reddi-square  The moving average of the squares of gradients in [-C, C] is at most C^2.

    kingma15/reddi-first-step  From x_{3t+1} = 1 the next iterate is positive: 1 - alpha/sqrt((3t + 1)(1 - beta_2)) > 0.

    kingma15/reddi-iterates  x_{3t+1} = 1 for all t.

    kingma15/reddi-best  Of all points of [-1, 1] the sum of three consecutive losses is least at -1.

    kingma15/reddi-three  With x_{3t+1} = 1 the regret of three consecutive steps against -1 is at least 2 C - 4.

    kingma15/reddi-regret  The regret after 3 k steps is at least (2 C - 4) k, so that the average regret does not tend to 0.

Reading
    f_t(x) = C x for t = 1, 4, 7, ..., else -x, with C > 2; beta_1 = 0, beta_2 = 1/(1 + C^2), steps alpha/sqrt(t) with 0 < alpha < sqrt(1 - beta_2), x_1 = 1, averages not corrected, iterates projected to [-1, 1].

Measured
    Iterates, averages and regret by their recursions.
"""

from verify.claims import Claim, Compare, If, Max, Min, Recursion, Sequences, Source, above, between, floor, integers, numbers, objects, oo, sqrt, upto

C, alpha, t, k, i, x, v, r, y, z = numbers("C alpha t k i x v r y z")
SOURCE = Source("Reddi, Kale and Kumar (2018), Theorem 1 and its proof")
g = objects("g")
beta_2 = 1 / (1 + C**2)
SETTING = {C: above(2), alpha: between(0, sqrt(1 - beta_2), open="both")}
gradient = If(Compare(i - 3 * floor((i - 1) / 3), "==", 1), C, -1)
NEXT_SQUARE = beta_2 * v + (1 - beta_2) * gradient**2
NEXT = Max(-1, Min(1, x - alpha / sqrt(i) * gradient / sqrt(NEXT_SQUARE)))


def after(steps):
    """Iterate, average and regret against -1 after these steps."""
    return Recursion({(x, v, r): (1, 0, 0)}, {i: upto(steps)}, (NEXT, NEXT_SQUARE, r + gradient * (x + 1)))


CLAIMS = (
    Claim("kingma15/reddi-square", SOURCE, forall={C: above(2), g: Sequences(oo, between(-C, C)), k: integers(0)},
          states=Compare(Recursion({v: 0}, {i: upto(k)}, beta_2 * v + (1 - beta_2) * g[i] ** 2), "<=", C**2)),
    Claim("kingma15/reddi-first-step", SOURCE, forall={**SETTING, t: integers(0)}, states=Compare(1 - alpha / sqrt((3 * t + 1) * (1 - beta_2)), ">", 0)),
    Claim("kingma15/reddi-iterates", SOURCE, forall={**SETTING, t: integers(0)}, states=Compare(after(3 * t)[1], "==", 1)),
    Claim("kingma15/reddi-best", SOURCE, forall={C: above(2), x: between(-1, 1)}, states=Compare(C * x - x - x, ">=", C * -1 + 1 + 1)),
    Claim("kingma15/reddi-three", SOURCE, forall={C: above(2), y: between(-1, 1), z: between(-1, 1)},
          states=Compare((C - C * -1) + (-y - 1) + (-z - 1), ">=", 2 * C - 4)),
    Claim("kingma15/reddi-regret", SOURCE, forall={**SETTING, k: integers(1)}, states=Compare(after(3 * k)[3], ">=", (2 * C - 4) * k)),
)
