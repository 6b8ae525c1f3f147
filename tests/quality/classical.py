"""Statements of every first course on concentration, information theory and optimisation: each as it is printed, and a neighbour that is false."""

from __future__ import annotations

from textbook import J, K, P, Q, Textbook, k, le, n, p, q, sigma, t, x

from mechanisms import Normal
from verify.claims import (
    LINE,
    REALS,
    Abs,
    Compare,
    Expect,
    Kernels,
    Labels,
    Laws,
    Prob,
    Product,
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
    normal_cdf,
    number,
    numbers,
    objects,
    oo,
    pi,
    push,
    sqrt,
    upto,
)
from verify.quantities import (
    binary_entropy,
    chi_square,
    conditional_entropy,
    entropy,
    kl,
    mean,
    moment_generating_function,
    mutual_information,
    sub_gaussian,
    total_variation,
    variance,
)

a, b, c, eps, eta, i, mu, nu, s, sigma_1, sigma_2, T, u, v, w = numbers("a b c eps eta i mu nu s sigma_1 sigma_2 T u v w")
z, f = objects("z f")

coin = finite_law({1: p, 0: 1 - p})
total = Sum({i: upto(n)}, x[i])
largest = Sup({i: upto(n)}, x[i])
standard = Normal(0, scale=1)
pairs = {k: integers(2), P: Laws(Labels(k)), Q: Laws(Labels(k))}
joint_laws = {k: integers(2), J: Laws(Product(Labels(k), Labels(k)))}
bernoulli = {n: integers(1), p: between(0, 1), eps: above(0)}
error = Prob({z: J}, Compare(z[1], "!=", z[2]))
gaussian_tail = 1 - normal_cdf(t)
gaussian_density = exp(-t**2 / 2) / sqrt(2 * pi)


CLASSICAL: dict[str, tuple[Textbook, Textbook]] = {}
"""For each name the true statement and a false neighbour."""


def _pair(name: str, reference: str, forall: dict, true, false, given=()) -> None:
    CLASSICAL[name] = (Textbook(reference, forall, true, given), Textbook(f"{reference}, changed", forall, false, given))


_pair("Hoeffding for n draws", "Hoeffding (1963), theorem 1", bernoulli,
      le(Prob({x: iid(coin, n)}, Compare(total, ">=", n * (p + eps))), exp(-2 * n * eps**2)),
      le(Prob({x: iid(coin, n)}, Compare(total, ">=", n * (p + eps))), exp(-3 * n * eps**2)))
_pair("Hoeffding's lemma", "Hoeffding (1963), inequality (4.16)", {P: Laws(LINE, support=between(-1, 1)), t: REALS},
      le(log(moment_generating_function(P, t)), t * mean(P) + t**2 / 2),
      le(log(moment_generating_function(P, t)), t * mean(P) + t**2 * number("49/100")))
_pair("Pinsker", "Tsybakov (2009), lemma 2.5", pairs, le(total_variation(P, Q), sqrt(kl(P, Q) / 2)), le(total_variation(P, Q), sqrt(kl(P, Q) / 2) * number("99/100")))
_pair("Bretagnolle-Huber", "Bretagnolle and Huber (1979)", pairs, le(total_variation(P, Q), sqrt(1 - exp(-kl(P, Q)))), le(total_variation(P, Q), sqrt(1 - exp(-kl(P, Q) / 2))))
_pair("KL and chi-square", "Tsybakov (2009), (2.27)", pairs, le(kl(P, Q), log(1 + chi_square(P, Q))), le(kl(P, Q), log(1 + chi_square(P, Q) / 2)))
_pair("KL of normals", "Cover and Thomas (2006), chapter 8", {mu: REALS, nu: REALS, sigma: above(0), s: above(0)},
      Compare(kl(Normal(mu, scale=sigma), Normal(nu, scale=s)), "==", log(s / sigma) + (sigma**2 + (mu - nu) ** 2) / (2 * s**2) - number("1/2")),
      Compare(kl(Normal(mu, scale=sigma), Normal(nu, scale=s)), "==", log(s / sigma) + (sigma**2 + (mu - nu) ** 2) / (2 * sigma**2) - number("1/2")))
_pair("Mills' upper bound", "Feller (1968), VII, lemma 2", {t: above(0)}, le(gaussian_tail, gaussian_density / t), le(gaussian_tail, gaussian_density / (t + 1)))
_pair("Mills' lower bound", "Feller (1968), VII, lemma 2", {t: above(0)},
      le(gaussian_density * t / (t**2 + 1), gaussian_tail), le(gaussian_density / t, gaussian_tail))
_pair("harmonic sums", "Graham, Knuth and Patashnik (1994), section 6.3", {n: integers(1)},
      le(Sum({i: upto(n)}, 1 / i), 1 + log(n)), le(Sum({i: upto(n)}, 1 / i), number("1/2") + log(n)))
_pair("a linear recursion", "Polyak (1987), section 2.2", {n: integers(1), q: between(0, 1, open="both"), b: at_least(0), a: at_least(0)},
      le(q**n * a + b * Sum({i: upto(n)}, q ** (n - i)), q**n * a + b / (1 - q)),
      le(q**n * a + b * Sum({i: upto(n)}, q ** (n - i)), q**n * a + b))
_pair("gradient descent on a quadratic", "Nesterov (2004), theorem 2.1.14", {n: integers(1), c: above(0), b: REALS, eta: between(0, 1 / c, open="left")},
      le(c * ((1 - eta * c) ** n * b) ** 2 / 2, b**2 / (4 * eta * n)), le(c * ((1 - eta * c) ** n * b) ** 2 / 2, b**2 / (16 * eta * n)))
_pair("the largest of n normals", "Boucheron, Lugosi and Massart (2013), theorem 2.5", {n: integers(1)},
      le(Expect({x: iid(standard, n)}, largest), sqrt(2 * log(n))), le(Expect({x: iid(standard, n)}, largest), sqrt(log(n) * number("3/2"))))
_pair("the length of a normal vector", "Vershynin (2018), section 3.1", {n: integers(1)},
      le(Expect({x: iid(standard, n)}, norm(x, 2)), sqrt(n)), le(Expect({x: iid(standard, n)}, norm(x, 2)), sqrt(n) * number("99/100")))
_pair("variance of a sub-Gaussian variable", "Wainwright (2019), exercise 2.1", {P: Laws(LINE), s: above(0)},
      le(variance(P), s**2), le(variance(P), s**2 * number("99/100")), given=(sub_gaussian(P, s),))
_pair("Chernoff for binomials", "Mitzenmacher and Upfal (2005), theorem 4.4", {n: integers(1), p: between(0, 1, open="left"), eps: between(0, 1, open="left")},
      le(Prob({x: iid(coin, n)}, Compare(total, ">=", (1 + eps) * n * p)), exp(-n * p * eps**2 / 3)),
      le(Prob({x: iid(coin, n)}, Compare(total, ">=", (1 + eps) * n * p)), exp(-n * p * eps**2)))
_pair("Chebyshev", "Feller (1968), IX, section 6", {P: Laws(LINE, moments=2), t: above(0)},
      le(Prob({x: P}, Compare(Abs(x - mean(P)), ">=", t)), variance(P) / t**2), le(Prob({x: P}, Compare(Abs(x - mean(P)), ">=", t)), variance(P) / t**2 * number("99/100")))
_pair("Markov", "Feller (1968), IX, section 6", {P: Laws(LINE, support=between(0, oo)), t: above(0)},
      le(Prob({x: P}, Compare(x, ">=", t)), mean(P) / t), le(Prob({x: P}, Compare(x, ">=", t)), mean(P) / t * number("99/100")))
_pair("data processing", "Cover and Thomas (2006), theorem 2.8.1", pairs | {K: Kernels(Labels(k), Labels(k))},
      le(kl(push(K, P), push(K, Q)), kl(P, Q)), le(kl(push(K, P), push(K, Q)), kl(P, Q) * number("99/100")))
_pair("Fano", "Cover and Thomas (2006), theorem 2.10.1", joint_laws,
      le(conditional_entropy(J, given=2), binary_entropy(error) + error * log(k - 1)), le(conditional_entropy(J, given=2), error * log(k)))
_pair("largest entropy", "Cover and Thomas (2006), theorem 2.6.4", {k: integers(2), P: Laws(Labels(k))}, le(entropy(P), log(k)), le(entropy(P), log(k) * number("99/100")))
_pair("mutual information", "Cover and Thomas (2006), corollary to theorem 2.6.3", joint_laws, Compare(mutual_information(J), ">=", 0), Compare(mutual_information(J), ">", 0))
_pair("tail of a sub-Gaussian variable", "Wainwright (2019), (2.9)", {P: Laws(LINE), s: above(0), t: above(0)},
      le(Prob({x: P}, Compare(x - mean(P), ">=", t)), exp(-(t**2) / (2 * s**2))), le(Prob({x: P}, Compare(x - mean(P), ">=", t)), exp(-(t**2) / s**2)), given=(sub_gaussian(P, s),))
_pair("sums of inverse roots", "Zinkevich (2003), theorem 1", {T: integers(1)}, le(Sum({i: upto(T)}, 1 / sqrt(i)), 2 * sqrt(T)), le(Sum({i: upto(T)}, 1 / sqrt(i)), 2 * sqrt(T) * number("9/10")))
_pair("Jensen", "Cover and Thomas (2006), theorem 2.6.2", {P: Laws(LINE, moments=1), t: REALS},
      le(exp(t * mean(P)), Expect({x: P}, exp(t * x))), le(exp(t * mean(P)) * number("101/100"), Expect({x: P}, exp(t * x))))
