"""Inequalities between numbers, sums and special functions."""

from theorems.textbook.books import ABRAMOWITZ, BOUCHERON, CORMEN, COVER, FELLER, GORDON, GRAHAM, HARDY, HORN, ROBBINS
from theorems.textbook.names import DIM, VECTORS, k, n, p, q, r, u, v
from verify.claims import (
    REALS,
    Abs,
    Claim,
    Compare,
    Euclid,
    Families,
    Member,
    Points,
    Prod,
    Source,
    Sum,
    Sup,
    above,
    at_least,
    between,
    binomial,
    cosh,
    equals,
    exp,
    factorial,
    floor,
    gamma,
    integers,
    log,
    mills,
    norm,
    numbers,
    objects,
    oo,
    pi,
    sqrt,
    upto,
)

a, b, i, s, t = numbers("a b i s t")
F, G = objects("F G")
WHOLE = {n: integers(1)}
TERMS, POSITIVE = Families(upto(n), REALS), Families(upto(n), above(0))
CONJUGATE = {p: above(1), q: equals(p / (p - 1), above(1))}
each = {i: upto(n)}


def total(value):
    return Sum(each, value)


def power_mean(order):
    return (total(F[i] ** order) / n) ** (1 / order)


CLAIMS = (
    Claim("textbook/mills-lower", Source("Mills ratio, from below", section=GORDON), forall={s: above(0)}, states=Compare(s / (1 + s**2), "<=", mills(s))),
    Claim("textbook/mills-upper", Source("Mills ratio, from above", section=f"{FELLER}, Section VII.1"), forall={s: above(0)},
          states=Compare(mills(s), "<=", 1 / s)),
    Claim("textbook/mills-roots", Source("Mills ratio between roots, from below", section=f"{ABRAMOWITZ}, 7.1.13"), part="lower", forall={s: at_least(0)},
          states=Compare(2 / (s + sqrt(s**2 + 4)), "<=", mills(s))),
    Claim("textbook/mills-roots", Source("Mills ratio between roots, from above", section=f"{ABRAMOWITZ}, 7.1.13"), part="upper", forall={s: at_least(0)},
          states=Compare(mills(s), "<=", 2 / (s + sqrt(s**2 + 8 / pi)))),
    Claim("textbook/stirling-lower", Source("Stirling's formula, from below", section=ROBBINS), forall=WHOLE,
          states=Compare(sqrt(2 * pi * n) * (n / exp(1)) ** n * exp(1 / (12 * n + 1)), "<=", factorial(n))),
    Claim("textbook/stirling-upper", Source("Stirling's formula, from above", section=ROBBINS), forall=WHOLE,
          states=Compare(factorial(n), "<=", sqrt(2 * pi * n) * (n / exp(1)) ** n * exp(1 / (12 * n)))),
    Claim("textbook/harmonic-lower", Source("Harmonic sums, from below", section=f"{GRAHAM}, Section 6.3"), forall=WHOLE,
          states=Compare(log(n + 1), "<=", total(1 / i))),
    Claim("textbook/harmonic-upper", Source("Harmonic sums, from above", section=f"{GRAHAM}, Section 6.3"), forall=WHOLE,
          states=Compare(total(1 / i), "<=", 1 + log(n))),
    Claim("textbook/bernoulli", Source("Bernoulli's inequality", section=f"{HARDY}, Theorem 42"), forall={s: at_least(-1), p: at_least(1)},
          states=Compare(1 + p * s, "<=", (1 + s) ** p)),
    Claim("textbook/exp", Source("The exponential function is above its tangent at 0", section=f"{HARDY}, Section 4.2"), forall={s: REALS},
          states=Compare(1 + s, "<=", exp(s))),
    Claim("textbook/log", Source("The logarithm is below its tangent at 1", section=f"{HARDY}, Section 4.2"), forall={s: above(0)},
          states=Compare(log(s), "<=", s - 1)),
    Claim("textbook/cosh", Source("The hyperbolic cosine is at most exp(x^2/2)", section=f"{BOUCHERON}, Section 2.3"), forall={s: REALS},
          states=Compare(cosh(s), "<=", exp(s**2 / 2))),
    Claim("textbook/am-gm", Source("The geometric mean is at most the arithmetic mean", section=f"{HARDY}, Theorem 9"), forall={**WHOLE, F: POSITIVE},
          states=Compare(Prod(each, F[i]) ** (1 / n), "<=", total(F[i]) / n)),
    Claim("textbook/am-gm-two", Source("The weighted geometric mean of two numbers is at most the arithmetic one", section=f"{HARDY}, Theorem 9"),
          forall={t: between(0, 1), a: above(0), b: above(0)},
          states=Compare(a**t * b ** (1 - t), "<=", t * a + (1 - t) * b)),
    Claim("textbook/power-means", Source("Power means do not fall as the order rises", section=f"{HARDY}, Theorem 16"),
          forall={p: above(0), q: at_least(p), **WHOLE, F: POSITIVE},
          states=Compare(power_mean(p), "<=", power_mean(q))),
    Claim("textbook/young", Source("Young's inequality", section=f"{HARDY}, Theorem 61"), forall={**CONJUGATE, a: at_least(0), b: at_least(0)},
          states=Compare(a * b, "<=", a**p / p + b**q / q)),
    Claim("textbook/hoelder-sums", Source("Hoelder's inequality for sums", section=f"{HARDY}, Theorem 13"), forall={**CONJUGATE, **WHOLE, F: TERMS, G: TERMS},
          states=Compare(total(Abs(F[i] * G[i])), "<=", total(Abs(F[i]) ** p) ** (1 / p) * total(Abs(G[i]) ** q) ** (1 / q))),
    Claim("textbook/cauchy-sums", Source("Cauchy's inequality", section=f"{HARDY}, Theorem 7"), forall={**WHOLE, F: TERMS, G: TERMS},
          states=Compare(total(F[i] * G[i]) ** 2, "<=", total(F[i] ** 2) * total(G[i] ** 2))),
    Claim("textbook/minkowski-sums", Source("Minkowski's inequality for sums", section=f"{HARDY}, Theorem 24"),
          forall={p: at_least(1), **WHOLE, F: TERMS, G: TERMS},
          states=Compare(total(Abs(F[i] + G[i]) ** p) ** (1 / p), "<=", total(Abs(F[i]) ** p) ** (1 / p) + total(Abs(G[i]) ** p) ** (1 / p))),
    Claim("textbook/log-sum", Source("Log-sum inequality", section=f"{COVER}, Theorem 2.7.1"), forall={**WHOLE, F: POSITIVE, G: POSITIVE},
          states=Compare(total(F[i]) * log(total(F[i]) / total(G[i])), "<=", total(F[i] * log(F[i] / G[i])))),
    Claim("textbook/sum-bound", Source("A sum is at most the number of terms times the largest", section=f"{HARDY}, Section 2.3"), forall={**WHOLE, F: TERMS},
          states=Compare(total(F[i]), "<=", n * Sup(each, F[i]))),
    Claim("textbook/binomial-lower", Source("Binomial coefficients, from below", section=f"{CORMEN}, Appendix C.1"), forall={k: integers(1), n: integers(k)},
          states=Compare((n / k) ** k, "<=", binomial(n, k))),
    Claim("textbook/binomial-upper", Source("Binomial coefficients, from above", section=f"{CORMEN}, Appendix C.1"), forall={k: integers(1), n: integers(k)},
          states=Compare(binomial(n, k), "<=", (exp(1) * n / k) ** k)),
    Claim("textbook/binomial-theorem", Source("Binomial theorem", section=f"{GRAHAM}, Section 5.1"), forall={n: integers(0), a: above(0), b: above(0)},
          states=Compare(Sum({i: integers(0, n)}, binomial(n, i) * a**i * b ** (n - i)), "==", (a + b) ** n)),
    Claim("textbook/geometric-sum", Source("Geometric sums", section=f"{GRAHAM}, Section 2.2"), forall={n: integers(0), a: REALS}, given=(Compare(a, "!=", 1),),
          states=Compare(Sum({i: integers(0, n)}, a**i), "==", (a ** (n + 1) - 1) / (a - 1))),
    Claim("textbook/gamma-steps", Source("The gamma function, several steps apart", section=f"{ABRAMOWITZ}, 6.1.16"), part="positive",
          forall={s: above(0), n: integers(0)},
          states=Compare(gamma(s + n), "==", gamma(s) * Prod(each, s + i - 1))),
    Claim("textbook/gamma-steps", Source("The gamma function, several steps apart", section=f"{ABRAMOWITZ}, 6.1.16"), part="between-integers",
          forall={s: REALS, n: integers(0)}, given=(Compare(s, "!=", floor(s)),),
          states=Compare(gamma(s + n), "==", gamma(s) * Prod(each, s + i - 1))),
    Claim("textbook/norm-range", Source("Norms lie in [0, oo)", section=f"{HORN}, Section 5.1"), forall={**DIM, v: Points(VECTORS)},
          states=Member(norm(v, r), at_least(0))),
    Claim("textbook/norm-triangle", Source("Norms obey the triangle inequality", section=f"{HORN}, Section 5.2"),
          forall={**DIM, u: Points(VECTORS), v: Points(VECTORS)},
          states=Compare(norm(u + v, r), "<=", norm(u, r) + norm(v, r))),
    Claim("textbook/norm-order", Source("Norms do not rise with their order", section=f"{HARDY}, Theorem 19"),
          forall={**DIM, q: between(r, oo), v: Points(VECTORS)},
          states=Compare(norm(v, q), "<=", norm(v, r))),
    Claim("textbook/norm-power", Source("The power of a norm is a sum of powers", section=f"{HORN}, Section 5.2"),
          forall={**WHOLE, p: at_least(1), v: Points(Euclid(n, 2))},
          states=Compare(norm(v, p) ** p, "==", total(Abs(v[i]) ** p))),
)
