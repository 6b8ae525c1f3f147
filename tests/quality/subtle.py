"""False statements that hold nearly everywhere: they fail at large numbers only, in a narrow window, or by a constant that is off by little. Beside each the true one.

Each says why it is false, where the true constant is written, and an instance at which it fails (closed formulas by name), which a test evaluates by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.claims import (
    LINE,
    REALS,
    Abs,
    Claim,
    Compare,
    Expect,
    If,
    Labels,
    Laws,
    Node,
    Prob,
    Prod,
    Sequences,
    Sum,
    above,
    at_least,
    beta_incomplete,
    between,
    binomial,
    cosh,
    digamma,
    exp,
    factorial,
    finite_law,
    gamma,
    gamma_p,
    iid,
    integers,
    log,
    log_gamma,
    mills,
    normal_cdf,
    number,
    numbers,
    objects,
    oo,
    periodic,
    pi,
    sqrt,
    tanh,
    upto,
)
from verify.claims.nodes import term
from verify.quantities import chi_square, kullback_leibler_divergence, max_divergence, mean, total_variation

T, n, k, t, s, p, q, x, y, z, a, b, m, v, e, eta, alpha, i = numbers("T n k t s p q x y z a b m v e eta alpha i")
P, Q = objects("P Q")
INSIDE = between(0, 1, "both")
COUNT = {T: integers(1)}


@dataclass(frozen=True)
class Subtle:
    """A false statement, its true neighbour (another constant in the same place), and what is known about them."""

    why: str
    source: str
    forall: Mapping[Any, Any]
    states: Any
    """The statement as a function of the constant."""
    wrong: str
    right: str
    at: Mapping[str, Any]
    """An instance at which the false one fails."""
    given: tuple[Node, ...] = field(default=())

    def claim(self, name: str, constant: str) -> Claim:
        return Claim(f"subtle/{name}", self.source, forall=dict(self.forall), given=self.given, states=self.states(number(Fraction(constant))))

    def false(self, name: str) -> Claim:
        return self.claim(name, self.wrong)

    def true(self, name: str) -> Claim:
        return self.claim(f"{name}-true", self.right)


def le(left: Any, right: Any) -> Node:
    return Compare(left, "<=", right)


def ge(left: Any, right: Any) -> Node:
    return Compare(left, ">=", right)


def kl(one: Any, two: Any) -> Node:
    """Divergence of two coins."""
    return one * log(one / two) + (1 - one) * log((1 - one) / (1 - two))


def h(one: Any) -> Node:
    """Entropy of a coin, in nats."""
    return -one * log(one) - (1 - one) * log(1 - one)


def tail(count: Any, share: Any, least: Any) -> Node:
    """P(S >= least) for the number S of heads among so many coins."""
    return Sum({i: integers(0, count)}, If(ge(i, least), binomial(count, i) * share**i * (1 - share) ** (count - i), 0))


def law(weights: Mapping[str, str]) -> Node:
    return finite_law({number(point): number(weight) for point, weight in weights.items()})


def moment(order: int) -> Node:
    return Expect({x: P}, x**order)


CENTRED = (Compare(mean(P), "==", 0),)
UNIT = Laws(LINE, support=between(-1, 1))
SUMS: dict[str, Subtle] = {
    "harmonic-sum-above": Subtle(
        "the sum minus log(T + 1) rises to 0.5772", "Euler's constant, DLMF 5.2(ii)", COUNT,
        lambda c: le(Sum({t: upto(T)}, 1 / t), c + log(T + 1)), "0.57", "0.5773", {"T": "100"}),
    "harmonic-sum-below": Subtle(
        "the sum minus log T falls to 0.5772", "Euler's constant, DLMF 5.2(ii)", COUNT,
        lambda c: ge(Sum({t: upto(T)}, 1 / t), c + log(T)), "0.58", "0.5772", {"T": "400"}),
    "sum-of-inverse-squares": Subtle(
        "the sum rises to 1.6449", "pi^2 / 6, DLMF 25.6.1", COUNT, lambda c: le(Sum({t: upto(T)}, 1 / t**2), c), "1.64", "1.645", {"T": "300"}),
    "sum-of-inverse-roots-below": Subtle(
        "the sum minus 2 sqrt(T) falls to -1.4603", "zeta(1/2), DLMF 25.2.8", COUNT,
        lambda c: ge(Sum({t: upto(T)}, 1 / sqrt(t)), 2 * sqrt(T) - c), "1.45", "1.4604", {"T": "3000"}),
    "sum-of-inverse-roots-above": Subtle(
        "the sum is 2 sqrt(T) - 1.46", "zeta(1/2), DLMF 25.2.8", COUNT, lambda c: le(Sum({t: upto(T)}, 1 / sqrt(t)), c * sqrt(T)), "1.97", "2", {"T": "3000"}),
    "sum-of-powers-three-halves": Subtle(
        "the sum rises to 2.6124", "zeta(3/2), DLMF 25.2.1", COUNT, lambda c: le(Sum({t: upto(T)}, 1 / (t * sqrt(t))), c), "2.57", "2.6124", {"T": "3000"}),
    "telescoping-sum": Subtle(
        "the sum is 1 - 1/(T + 1)", "partial fractions", COUNT, lambda c: le(Sum({t: upto(T)}, 1 / (t * (t + 1))), c), "0.9995", "1", {"T": "2500"}),
    "second-half-of-the-harmonic-sum": Subtle(
        "the sum rises to log 2 = 0.69315", "log 2 as a Riemann sum", COUNT, lambda c: le(Sum({t: upto(T)}, 1 / (T + t)), c), "0.693", "0.6932", {"T": "2500"}),
    "geometric-sum": Subtle(
        "the sum is (1 - (1 - eta)^(T + 1)) / eta", "geometric series", {eta: INSIDE, T: integers(0)},
        lambda c: le(Sum({t: integers(0, T)}, (1 - eta) ** t), c / eta), "0.99999", "1", {"eta": "1/2", "T": "20"}),
    "product-of-gaps": Subtle(
        "the product is (T + 1) / (2 T)", "partial fractions", {T: integers(2)}, lambda c: ge(Prod({t: integers(2, T)}, 1 - 1 / t**2), c), "0.5002", "0.5", {"T": "3000"}),
    "wallis-product": Subtle(
        "the product rises to pi/2 = 1.5708", "Wallis, DLMF 4.22.1", COUNT, lambda c: le(Prod({t: upto(T)}, 4 * t**2 / (4 * t**2 - 1)), c), "1.57", "1.5708", {"T": "700"}),
    "product-of-halved-steps": Subtle(
        "sqrt(T) times the product rises to 1/sqrt(pi) = 0.56419", "central binomial coefficients, DLMF 5.11", COUNT,
        lambda c: le(Prod({t: upto(T)}, 1 - 1 / (2 * t)), c / sqrt(T)), "0.5635", "0.5642", {"T": "200"}),
}
LARGE: dict[str, Subtle] = {
    "stirling-constant": Subtle(
        "the constant is log(2 pi) / 2 = 0.91894", "Stirling, DLMF 5.11.1", {n: integers(1)},
        lambda c: ge(log_gamma(n + 1), (n + number("1/2")) * log(n) - n + c), "0.92", "0.9189", {"n": "100"}),
    "stirling-second-term": Subtle(
        "the second term is 1/(12 n)", "Stirling, DLMF 5.11.1", {n: integers(1)},
        lambda c: le(log_gamma(n + 1), (n + number("1/2")) * log(n) - n + log(2 * pi) / 2 + 1 / (12 * n + c)), "0.05", "0", {"n": "20"}),
    "central-binomial": Subtle(
        "the constant is pi = 3.14159", "Stirling, DLMF 5.11.1", {n: integers(1)}, lambda c: le(binomial(2 * n, n), 4**n / sqrt(c * n)), "3.15", "3.14", {"n": "200"}),
    "euler-from-below": Subtle(
        "the power rises to e = 2.71828", "DLMF 4.2.11", {n: integers(1)}, lambda c: le((1 + 1 / n) ** n, c), "2.718", "2.7183", {"n": "10000"}),
    "one-over-e": Subtle(
        "the power rises to 1/e = 0.36788", "DLMF 4.2.11", {n: integers(1)}, lambda c: le((1 - 1 / n) ** n, c), "0.3678", "0.3679", {"n": "10000"}),
    "slow-exponential": Subtle(
        "n log(1.001) exceeds 2 log n from 20 000 on; no power bounds an exponential", "growth of exponentials, DLMF 4.4", {n: integers(2)},
        lambda c: le(exp(n / 1000), n**2 * exp(c * n)), "0", "0.001", {"n": "30000"}),
    "log-against-a-power": Subtle(
        "log x <= x^c only for c >= 1/e = 0.36788, with equality at x = e^e", "maximum of log(log x) / log x", {x: above(1)},
        lambda c: le(log(x), x**c), "0.3675", "0.3679", {"x": "15"}),
    "digamma-third-term": Subtle(
        "the coefficient is 1/120, and the term behind it is -1/(252 x^6)", "DLMF 5.11.2", {x: above(0)},
        lambda c: le(digamma(x), log(x) - 1 / (2 * x) - 1 / (12 * x**2) + 1 / (c * x**4)), "121", "120", {"x": "20"}),
    "gautschi": Subtle(
        "the square of the quotient minus x falls to 1/4", "Watson (1959); DLMF 5.11.13", {x: at_least(0)},
        lambda c: ge(gamma(x + 1) / gamma(x + number("1/2")), sqrt(x + c)), "0.251", "0.25", {"x": "50"}),
    "bernoulli-and-a-power": Subtle(
        "the square falls short of the product by 1/(4 n)", "logarithm of (1 + 1/n)", {n: integers(1)},
        lambda c: ge(n * log(1 + 1 / n), 1 - 1 / (c * n)), "2.001", "2", {"n": "2000"}),
}
TAILS: dict[str, Subtle] = {
    "gaussian-tail": Subtle(
        "the exponent is x^2 / 2, and the polynomial factor is small until x = 17.7", "Mills, DLMF 7.8", {x: at_least(0)},
        lambda c: le(1 - normal_cdf(x), exp(-c * x**2) / 2), "0.51", "0.5", {"x": "20"}),
    "mills-from-below": Subtle(
        "the quotient falls to 1, like 1 + 2/x^4", "Gordon (1941); DLMF 7.8.2", {x: above(0)}, lambda c: ge(mills(x), c * x / (1 + x**2)), "1.0005", "1", {"x": "10"}),
    "mills-third-term": Subtle(
        "the coefficient is 3, and the term behind it is -15/x^7", "asymptotic series, DLMF 7.12.1", {x: at_least(1)},
        lambda c: le(mills(x), 1 / x - 1 / x**3 + c / x**5), "2.9", "3", {"x": "20"}),
    "mean-of-normals": Subtle(
        "the exponent is n t^2 / 2; n t^2 has to be 900", "Chernoff bound of a normal law", {n: integers(1), t: above(0)},
        lambda c: le(normal_cdf(-t * sqrt(n)), exp(-c * n * t**2)), "0.505", "0.5", {"n": "1000", "t": "1"}),
    "largest-of-normals": Subtle(
        "the level has to be sqrt(2 log n); n has to be 10^5", "extreme values of normal variables, Leadbetter et al. 1.5", {n: integers(2)},
        lambda c: le(n * (1 - normal_cdf(sqrt(c * log(n)))), number("1/2")), "1.7", "2", {"n": "1000000"}),
    "hoeffding-sum": Subtle(
        "the exponent is 2 n t^2; n t^2 has to be 15 with a small t", "Hoeffding (1963), Theorem 1", {n: integers(1), p: INSIDE, t: above(0)},
        lambda c: le(tail(n, p, n * (p + t)), exp(-c * n * t**2)), "2.2", "2", {"n": "1800", "p": "1/2", "t": "1/10"}),
    "hoeffding-beta": Subtle(
        "the exponent is 2 n t^2; n has to be some hundreds", "Hoeffding (1963), Theorem 1", {n: integers(2), k: integers(n / 2, n)},
        lambda c: le(beta_incomplete(k, n - k + 1, number("1/2")), exp(-c * (k - n / 2) ** 2 / n)), "2.2", "2", {"n": "1000", "k": "700"}),
    "half-of-the-coins": Subtle(
        "half the probability of n/2 heads is 0.39894 / sqrt(n)", "Stirling, DLMF 5.11.1", {n: integers(1)},
        lambda c: le(beta_incomplete(n, n + 1, number("1/2")), number("1/2") + c / sqrt(2 * n)), "0.3985", "0.399", {"n": "1000"}),
    "poisson-half-of-the-mean": Subtle(
        "the rate is (1 - log 2) / 2 = 0.15343, and 1/6.3 = 0.15873; m has to be 580", "Chernoff bound of a Poisson law", {m: integers(1)},
        lambda c: le(Sum({i: integers(0, m / 2)}, exp(-m) * m**i / factorial(i)), exp(-m / c)), "6.3", "6.52", {"m": "800"}),
    "poisson-at-the-mean": Subtle(
        "sqrt(m) times the excess is largest at m = 3, 0.13304", "DLMF 8.11(v)", {m: integers(1)},
        lambda c: le(gamma_p(m, m), number("1/2") + c / sqrt(m)), "0.133", "0.1331", {"m": "3"}),
    "entropy-bound-of-binomials": Subtle(
        "the constant is 2 pi = 6.2832", "Stirling, DLMF 5.11.1", {n: integers(2), k: integers(1, n - 1)},
        lambda c: le(binomial(n, k), exp(n * h(k / n)) / sqrt(c * k * (1 - k / n))), "6.29", "6.283", {"n": "2000", "k": "1000"}),
    "exponential-sum-of-coins": Subtle(
        "cosh(s)^n is exp(n s^2 / 2) to second order; s has to be small", "Hoeffding (1963), (4.16)", {n: integers(1), s: above(0)},
        lambda c: le(n * log(cosh(s)), n * s**2 / c), "2.0005", "2", {"n": "1", "s": "1/50"}),
}
WINDOWS: dict[str, Subtle] = {
    "hoeffding-lemma-of-a-coin": Subtle(
        "the constant is 8; s below 0.5 and p within 0.05 of 1/2", "Hoeffding (1963), (4.16)", {p: INSIDE, s: REALS},
        lambda c: le(p * exp(s * (1 - p)) + (1 - p) * exp(-s * p), exp(s**2 / c)), "8.1", "8", {"p": "1/2", "s": "1/4"}),
    "kearns-saul": Subtle(
        "the constant is 4, with equality at s = 2 log((1 - p)/p)", "Kearns and Saul (1998)", {p: between(0, number("1/2"), "both"), s: REALS},
        lambda c: le(log(p * exp(s * (1 - p)) + (1 - p) * exp(-s * p)), s**2 * (1 - 2 * p) / (c * log((1 - p) / p))), "4.02", "4", {"p": "1/10", "s": "22/5"}),
    "log-near-zero": Subtle(
        "the coefficient is 1/2; x has to be below 0.0075", "DLMF 4.6.1", {x: at_least(0)}, lambda c: ge(log(1 + x), x - x**2 / c), "2.01", "2", {"x": "1/1000"}),
    "exponential-below-zero": Subtle(
        "the coefficient is 1/2; |x| has to be below 0.015", "DLMF 4.2.19", {x: between(-10, 0)}, lambda c: le(exp(x), 1 + x + x**2 / c), "2.01", "2", {"x": "-1/1000"}),
    "tanh-at-the-end": Subtle(
        "tanh(e/2) falls below e/2.2 at e = 1.13", "DLMF 4.33.3", {e: between(0, number("6/5"))}, lambda c: ge(tanh(e / 2), e / c), "2.2", "2.3", {"e": "6/5"}),
    "randomised-response": Subtle(
        "for small e it is alpha e^2 / 2", "Bun and Steinke (2016), Proposition 3.3", {e: above(0), alpha: above(1)},
        lambda c: le(log(exp(alpha * e) + exp((1 - alpha) * e)) - log(1 + exp(e)), (alpha - 1) * alpha * e**2 / c), "2.02", "2", {"e": "1/100", "alpha": "11/10"}),
    "pinsker-of-coins": Subtle(
        "the constant is 2; q within 0.035 of 1/2 and p close to it", "Pinsker; Tsybakov (2009), Lemma 2.5", {p: INSIDE, q: INSIDE},
        lambda c: ge(kl(p, q), c * (p - q) ** 2), "2.01", "2", {"p": "51/100", "q": "1/2"}),
    "entropy-below-its-largest": Subtle(
        "the coefficient is 2; p within 0.086 of 1/2", "Pinsker; Tsybakov (2009), Lemma 2.5", {p: INSIDE},
        lambda c: le(h(p), log(2) - c * (p - number("1/2")) ** 2), "2.01", "2", {"p": "51/100"}),
    "divergence-by-chi-square": Subtle(
        "equality for a point mass", "Gibbs and Su (2002), Theorem 5", {p: INSIDE, q: INSIDE},
        lambda c: le(kl(p, q), c * log(1 + (p - q) ** 2 / (q * (1 - q)))), "0.99", "1", {"p": "9999/10000", "q": "1/100"}),
    "variation-by-affinity": Subtle(
        "equality for mirrored coins, q = 1 - p", "Le Cam; Tsybakov (2009), Lemma 2.3", {p: between(0, 1), q: between(0, 1)},
        lambda c: le((p - q) ** 2, c * (1 - (sqrt(p * q) + sqrt((1 - p) * (1 - q))) ** 2)), "0.995", "1", {"p": "1/4", "q": "3/4"}),
    "square-root-of-a-sum": Subtle(
        "the largest sum on the sphere is sqrt(3) = 1.73205", "Cauchy and Schwarz", {x: REALS, y: REALS, z: REALS},
        lambda c: le(x + y + z, c), "1.73", "1.7321", {"x": "23/41", "y": "24/41", "z": "24/41"}, (Compare(x**2 + y**2 + z**2, "==", 1),)),
    "sum-in-the-ball": Subtle(
        "the largest sum in the ball is sqrt(3) = 1.73205", "Cauchy and Schwarz", {x: REALS, y: REALS, z: REALS},
        lambda c: le(x + y + z, c), "1.73", "1.7321", {"x": "577/1000", "y": "577/1000", "z": "577/1000"}, (le(x**2 + y**2 + z**2, 1),)),
    "entropy-of-three-shares": Subtle(
        "the largest entropy is log 3 = 1.09861", "Cover and Thomas, Theorem 2.6.4", {x: INSIDE, y: INSIDE, z: INSIDE},
        lambda c: le(-x * log(x) - y * log(y) - z * log(z), c), "1.098", "1.0987", {"x": "1/3", "y": "1/3", "z": "1/3"}, (Compare(x + y + z, "==", 1),)),
    "product-of-three-shares": Subtle(
        "the largest product is 1/27 = 0.037037", "arithmetic and geometric mean", {x: at_least(0), y: at_least(0), z: at_least(0)},
        lambda c: le(x * y * z, c), "0.037", "0.0371", {"x": "1/3", "y": "1/3", "z": "1/3"}, (Compare(x + y + z, "==", 1),)),
    "weighted-budget": Subtle(
        "the largest value is sqrt(1 + 4 + 9) = 3.74166", "Cauchy and Schwarz", {x: at_least(0), y: at_least(0), z: at_least(0)},
        lambda c: le(x + 2 * y + 3 * z, c), "3.74", "3.7417", {"x": "267/1000", "y": "5345/10000", "z": "8017/10000"}, (le(x**2 + y**2 + z**2, 1),)),
}
ENDS = law({"0": "1/2", "1": "1/2"})
SIGNS = law({"-1": "1/2", "1": "1/2"})
OF_LAWS: dict[str, Subtle] = {
    "hoeffding-lemma": Subtle(
        "the constant is 8: equal weights at both ends", "Hoeffding (1963), (4.16)", {a: REALS, b: above(a), P: Laws(LINE, support=between(a, b)), s: REALS},
        lambda c: le(Expect({x: P}, exp(s * x)), exp(s**2 * (b - a) ** 2 / c)), "9", "8",
        {"a": "-1", "b": "1", "P": SIGNS, "s": "1/2"}, CENTRED),
    "hoeffding-lemma-closer": Subtle(
        "the constant is 8: equal weights at both ends", "Hoeffding (1963), (4.16)", {P: UNIT, s: REALS},
        lambda c: le(Expect({x: P}, exp(s * x)), exp(4 * s**2 / c)), "8.1", "8", {"P": SIGNS, "s": "1/4"}, CENTRED),
    "bennett": Subtle(
        "equality for the law on 1 and -v", "Bennett (1962); Boucheron et al., Theorem 2.9", {P: UNIT, v: above(0), s: above(0)},
        lambda c: le(log(Expect({x: P}, exp(s * x))), c * v * (exp(s) - 1 - s)), "0.99", "1",
        {"P": law({"-1/100": "100/101", "1": "1/101"}), "v": "1/100", "s": "1/100"}, (*CENTRED, Compare(moment(2), "==", v))),
    "fourth-moment": Subtle(
        "equality for two points", "Pearson (1916)", {P: Laws(LINE)},
        lambda c: ge(moment(4) * moment(2), c * moment(2) ** 3 + c * moment(3) ** 2), "1.02", "1", {"P": SIGNS}, CENTRED),
    "third-moment": Subtle(
        "equality for the law on -1 and 1", "E|X|^3 <= E X^2 on [-1, 1]", {P: UNIT},
        lambda c: le(Expect({x: P}, Abs(x) ** 3), c * moment(2)), "0.99", "1", {"P": SIGNS}, CENTRED),
    "variance-of-a-bounded-law": Subtle(
        "equality for two points at the ends, whatever the mean", "Bhatia and Davis (2000)", {P: Laws(LINE, support=between(0, 1)), m: INSIDE},
        lambda c: le(moment(2) - m**2, c * m * (1 - m)), "0.995", "1", {"P": ENDS, "m": "1/2"}, (Compare(mean(P), "==", m),)),
    "popoviciu": Subtle(
        "equality for equal weights at both ends", "Popoviciu (1935)", {a: REALS, b: above(a), P: Laws(LINE, support=between(a, b))},
        lambda c: le(moment(2) - mean(P) ** 2, (b - a) ** 2 / c), "4.02", "4", {"a": "0", "b": "1", "P": ENDS}),
    "pinsker": Subtle(
        "the constant is 2: two laws close to the uniform one", "Pinsker; Tsybakov (2009), Lemma 2.5", {n: integers(2), P: Laws(Labels(n)), Q: Laws(Labels(n))},
        lambda c: ge(kullback_leibler_divergence(P, Q), c * total_variation(P, Q) ** 2), "2.01", "2",
        {"n": "2", "P": law({"1": "49/100", "2": "51/100"}), "Q": law({"1": "1/2", "2": "1/2"})}),
    "divergence-of-a-third": Subtle(
        "the chance of equal outcomes is at least 1/3", "Cauchy and Schwarz", {P: Laws(Labels(3))},
        lambda c: ge(Expect({x: P, y: P}, If(Compare(x, "==", y), 1, 0)), c), "0.3334", "1/3", {"P": law({"1": "1/3", "2": "1/3", "3": "1/3"})}),
    "cantelli": Subtle(
        "equality for two points", "Cantelli (1928)", {P: Laws(LINE), t: above(0)},
        lambda c: le(Expect({x: P}, If(ge(x, t), 1, 0)), c / (1 + t**2)), "0.99", "1",
        {"P": SIGNS, "t": "1"}, (*CENTRED, Compare(moment(2), "==", 1))),
}
SURE = law({"0": "1"})
ANY_TWO = {P: Laws(LINE), Q: Laws(LINE)}
K, V = kullback_leibler_divergence(P, Q), total_variation(P, Q)


def rare(power: int) -> Node:
    """The law that gives 0 a mass of a tenth to this power, and 1 the rest."""
    return law({"0": f"1/{10**power}", "1": f"{10**power - 1}/{10**power}"})


OF_TINY_MASSES: dict[str, Subtle] = {
    "bretagnolle-huber-exponent": Subtle(
        "the exponent is 1: a point mass against a law that gives the point less than 1/1024", "Bretagnolle and Huber (1979); Canonne (2022), (4)", ANY_TWO,
        lambda c: le(V, sqrt(1 - exp(-c * K))), "9/10", "1", {"P": SURE, "Q": rare(4)}),
    "bretagnolle-huber-tail": Subtle(
        "the exponent is 1: a point mass against a law that gives the point less than 2^-20", "Tsybakov (2009), (2.25)", ANY_TWO,
        lambda c: ge(1 - V, exp(-c * K) / 2), "19/20", "1", {"P": SURE, "Q": rare(8)}),
    "affinity-by-chi-square": Subtle(
        "the exponent is 1: a point mass against a law that gives the point less than 2^-20", "Tsybakov (2009), (2.27) and Lemma 2.6", ANY_TWO,
        lambda c: ge(1 - V, exp(-c * log(1 + chi_square(P, Q))) / 2), "19/20", "1", {"P": SURE, "Q": rare(8)}),
    "overlap-by-the-largest-ratio": Subtle(
        "the exponent is 1: a point mass against a law that gives the point less than 2^-20", "1 - V >= exp(-max divergence), by its definition", ANY_TWO,
        lambda c: ge(1 - V, exp(-c * max_divergence(P, Q)) / 2), "19/20", "1", {"P": SURE, "Q": rare(8)}),
    "variance-by-the-mean": Subtle(
        "the variance of a coin is m (1 - m): m has to be below 1/10000", "Bhatia and Davis (2000)", {P: Laws(LINE, support=between(0, 1))},
        lambda c: le(moment(2) - mean(P) ** 2, c * mean(P)), "9999/10000", "1", {"P": law({"1": "1/100000", "0": "99999/100000"})}),
}
X = objects("X")
delta = numbers("delta")
AVERAGE = Sum({i: upto(n)}, X[i]) / n
BOUNDED = {n: integers(1), P: Laws(LINE, support=between(0, 1)), delta: INSIDE}


def likely(bound: Any) -> Node:
    """With probability at least 1 - delta the average of n draws is at most so far below the mean."""
    return ge(Prob({X: iid(P, n)}, le(mean(P) - AVERAGE, bound)), 1 - delta)


WITH_PROBABILITY: dict[str, Subtle] = {
    "hoeffding-with-probability": Subtle(
        "the constant is 2: one coin of mean 7/10, delta just below 3/10", "Hoeffding (1963), Theorem 1, solved for the bound", BOUNDED,
        lambda c: likely(sqrt(log(1 / delta) / (c * n))), "5/2", "2", {"n": "1", "P": law({"0": "3/10", "1": "7/10"}), "delta": "297/1000"}),
    "bennett-with-probability": Subtle(
        "the constant is 3: one coin of mean 19/20, delta just below 1/20", "Maurer and Pontil (2009), Theorem 3", BOUNDED,
        lambda c: likely(sqrt(2 * (moment(2) - mean(P) ** 2) * log(1 / delta) / n) + log(1 / delta) / (c * n)), "9", "3",
        {"n": "1", "P": law({"0": "1/20", "1": "19/20"}), "delta": "1/21"}),
    "hoeffding-for-what-is-unlikely": Subtle(
        "the constant is 2: one coin of mean 7/10, delta just below 3/10", "Hoeffding (1963), Theorem 1, solved for the bound", BOUNDED,
        lambda c: le(Prob({X: iid(P, n)}, Compare(mean(P) - AVERAGE, ">", sqrt(log(1 / delta) / (c * n)))), delta), "5/2", "2",
        {"n": "1", "P": law({"0": "3/10", "1": "7/10"}), "delta": "297/1000"}),
    "hoeffding-for-all-distributions": Subtle(
        "the exponent is 2 n t^2: one coin of mean 7/10, t = 7/10", "Hoeffding (1963), Theorem 1", {n: integers(1), P: Laws(LINE, support=between(0, 1)), t: above(0)},
        lambda c: le(Prob({X: iid(P, n)}, ge(mean(P) - AVERAGE, t)), exp(-c * n * t**2)), "5/2", "2", {"n": "1", "P": law({"0": "3/10", "1": "7/10"}), "t": "7/10"}),
}
LOSS, losses = objects("LOSS losses")
d, j = numbers("d j")


def hedge_weight(k: Any) -> Node:
    return exp(-eta * Sum({s: integers(1, t - 1)}, losses[s][k]))


HEDGE = Sum({t: upto(T)}, Sum({j: upto(d)}, hedge_weight(j) * losses[t][j]) / Sum({j: upto(d)}, hedge_weight(j)) - losses[t][i])
FIRST_ROUND = Sum({j: upto(d)}, LOSS[j]) / d - LOSS[i]
OF_SEQUENCES: dict[str, Subtle] = {
    "hedge": Subtle(
        "the constant is 8: one round, two experts, losses 1 and 0, eta = 3", "Cesa-Bianchi and Lugosi (2006), Theorem 2.2",
        {d: integers(2), T: integers(1), eta: above(0), losses: Sequences(oo, Sequences(d, between(0, 1))), i: upto(d)},
        lambda c: le(HEDGE, log(d) / eta + eta * T / c), "12", "8", {"d": "2", "T": "1", "eta": "3", "losses": periodic(term((0, 1)), then=(term((0, 1)),)), "i": "1"}),
    "hedge-in-one-round": Subtle(
        "the constant is 8: two experts, losses 1 and 0, eta = 3", "Cesa-Bianchi and Lugosi (2006), Theorem 2.2",
        {d: integers(2), eta: above(0), LOSS: Sequences(d, between(0, 1)), i: upto(d)},
        lambda c: le(FIRST_ROUND, log(d) / eta + eta / c), "12", "8", {"d": "2", "eta": "3", "LOSS": term((0, 1)), "i": "1"}),
    "hedge-with-gains-and-losses": Subtle(
        "the constant is 2, as losses range over an interval of length 2: two experts, losses 1 and -1, eta = 2", "Cesa-Bianchi and Lugosi (2006), Theorem 2.2, rescaled",
        {d: integers(2), eta: above(0), LOSS: Sequences(d, between(-1, 1)), i: upto(d)},
        lambda c: le(FIRST_ROUND, log(d) / eta + eta / c), "4", "2", {"d": "2", "eta": "2", "LOSS": term((-1, 1)), "i": "1"}),
}
SUBTLE: dict[str, Subtle] = {**SUMS, **LARGE, **TAILS, **WINDOWS, **OF_LAWS, **OF_TINY_MASSES, **WITH_PROBABILITY, **OF_SEQUENCES}
