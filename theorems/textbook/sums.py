"""Sums, maxima and lengths of independent numbers; sub-Gaussian numbers."""

from mechanisms import Normal
from theorems.textbook.books import BERNSTEIN, BOUCHERON, DURRETT, HOEFFDING, MITZENMACHER, WAINWRIGHT
from theorems.textbook.names import P, n, x
from verify.claims import (
    LINE,
    REALS,
    Claim,
    Compare,
    Expect,
    Laws,
    Prob,
    Source,
    Sum,
    Sup,
    above,
    at_least,
    between,
    exp,
    finite_law,
    iid,
    integers,
    log,
    norm,
    numbers,
    sqrt,
    upto,
)
from verify.quantities import mean, sub_gaussian, variance

a, b, c, i, p, s, t = numbers("a b c i p s t")
BOUNDED = {n: integers(1), a: REALS, b: above(a), P: Laws(LINE, support=between(a, b)), c: REALS}
SAMPLE, NORMAL, COINS = {x: iid(P, n)}, {x: iid(Normal(0, scale=s), n)}, {x: iid(finite_law({1: p, 0: 1 - p}), n)}
total, expected = Sum({i: upto(n)}, x[i]), n * mean(P)
FOR_SUMS, FOR_MEANS = Source("Hoeffding's inequality for a sum", section=f"{HOEFFDING}, Theorem 2"), Source("Hoeffding's inequality for a sample mean", section=f"{HOEFFDING}, Theorem 2")
OF_SUMS, OF_MEANS = exp(-2 * (c - expected) ** 2 / (n * (b - a) ** 2)), exp(-2 * n * (c - mean(P)) ** 2 / (b - a) ** 2)
SUB_GAUSSIAN = {s: above(0), P: Laws(LINE)}

CLAIMS = (
    Claim("textbook/hoeffding-sum", FOR_SUMS, part="above", forall=BOUNDED, given=(Compare(c, ">=", expected),), states=Compare(Prob(SAMPLE, Compare(total, ">=", c)), "<=", OF_SUMS)),
    Claim("textbook/hoeffding-sum", FOR_SUMS, part="below", forall=BOUNDED, given=(Compare(c, "<=", expected),), states=Compare(Prob(SAMPLE, Compare(total, "<=", c)), "<=", OF_SUMS)),
    Claim("textbook/hoeffding-mean", FOR_MEANS, part="above", forall=BOUNDED, given=(Compare(c, ">=", mean(P)),), states=Compare(Prob(SAMPLE, Compare(total / n, ">=", c)), "<=", OF_MEANS)),
    Claim("textbook/hoeffding-mean", FOR_MEANS, part="below", forall=BOUNDED, given=(Compare(c, "<=", mean(P)),), states=Compare(Prob(SAMPLE, Compare(total / n, "<=", c)), "<=", OF_MEANS)),
    Claim("textbook/hoeffding-coins", Source("Hoeffding's inequality for coins", section=f"{HOEFFDING}, Theorem 1"), forall={n: integers(1), p: between(0, 1), c: at_least(n * p)},
          states=Compare(Prob(COINS, Compare(total, ">=", c)), "<=", exp(-2 * (c - n * p) ** 2 / n))),
    Claim("textbook/chernoff-coins", Source("Chernoff's bounds for coins", section=f"{MITZENMACHER}, Theorem 4.4"), part="above",
          forall={n: integers(1), p: between(0, 1, open="left"), c: between(n * p, 2 * n * p)},
          states=Compare(Prob(COINS, Compare(total, ">=", c)), "<=", exp(-((c - n * p) ** 2) / (3 * n * p)))),
    Claim("textbook/chernoff-coins", Source("Chernoff's bounds for coins", section=f"{MITZENMACHER}, Theorem 4.5"), part="below",
          forall={n: integers(1), p: between(0, 1, open="left"), c: between(0, n * p)},
          states=Compare(Prob(COINS, Compare(total, "<=", c)), "<=", exp(-((c - n * p) ** 2) / (2 * n * p)))),
    Claim("textbook/bernstein", Source("Bernstein's inequality", section=BERNSTEIN), forall=BOUNDED, given=(Compare(c, ">", expected),),
          states=Compare(Prob(SAMPLE, Compare(total, ">=", c)), "<=", exp(-((c - expected) ** 2) / (2 * n * variance(P) + 2 * (b - a) * (c - expected) / 3)))),
    Claim("textbook/sample-variance", Source("The variance of a sample mean", section=f"{DURRETT}, Section 2.2"), part="bounded", forall={n: integers(1), a: REALS, b: above(a), P: Laws(LINE, support=between(a, b))},
          states=Compare(Expect(SAMPLE, (total / n - mean(P)) ** 2), "<=", (b - a) ** 2 / (4 * n))),
    Claim("textbook/sample-variance", Source("The variance of a sample mean", section=f"{DURRETT}, Section 2.2"), part="square", forall={n: integers(1), P: Laws(LINE, moments=2)},
          states=Compare(Expect(SAMPLE, (total / n - mean(P)) ** 2), "==", variance(P) / n)),
    Claim("textbook/maximum-normal", Source("The largest of normal numbers", section=f"{BOUCHERON}, Theorem 2.5"), forall={n: integers(1), s: above(0)},
          states=Compare(Expect(NORMAL, Sup({i: upto(n)}, x[i])), "<=", s * sqrt(2 * log(n)))),
    Claim("textbook/length-normal", Source("The mean length of a normal vector", section=f"{WAINWRIGHT}, Example 2.28"), forall={n: integers(1), s: above(0)},
          states=Compare(Expect(NORMAL, norm(x, 2)), "<=", s * sqrt(n))),
    Claim("textbook/sub-gaussian-variance", Source("The variance of a sub-Gaussian number", section=f"{BOUCHERON}, Section 2.3"), forall=SUB_GAUSSIAN, given=(sub_gaussian(P, s),),
          states=Compare(variance(P), "<=", s**2)),
    Claim("textbook/sub-gaussian-tail", Source("The tail of a sub-Gaussian number", section=f"{WAINWRIGHT}, inequality (2.9)"), forall={**SUB_GAUSSIAN, c: at_least(0)}, given=(sub_gaussian(P, s),),
          states=Compare(Prob({x: P}, Compare(x - mean(P), ">=", c)), "<=", exp(-(c**2) / (2 * s**2)))),
)
