"""Expectations and moments: ranges, linearity, convexity, norms of random numbers."""

from mechanisms import Normal
from theorems.textbook.books import BOUCHERON, DURRETT, GIBBS, HARDY, KALLENBERG, SRIPERUMBUDUR, TSYBAKOV
from theorems.textbook.names import DIM, ONE, SPACE, TARGET, TO, VECTORS, A, E, J, P, Q, R, dim, p, q, r, u, v, x, y, z
from verify.claims import (
    LINE,
    REALS,
    Abs,
    Claim,
    Compare,
    Euclid,
    Events,
    Expect,
    If,
    Implies,
    Kernels,
    Labels,
    Laws,
    Member,
    Points,
    Prob,
    Product,
    Source,
    Sum,
    above,
    at_least,
    between,
    equals,
    event,
    exp,
    integers,
    log,
    norm,
    numbers,
    oo,
    push,
    upto,
)
from verify.quantities import absolute_moment, density, density_gap_sup, mass, mean, moment_generating_function, total_variation, variance

a, b, c, i, j, n, s, t = numbers("a b c i j n s t")
ANY, INTEGRABLE, POSITIVE = {P: Laws(LINE)}, {P: Laws(LINE, moments=1)}, {P: Laws(LINE, support=at_least(0))}
PLANE = {J: Laws(Product(LINE, LINE))}
SQUARES = {P: Laws(LINE, moments=2)}
BOUNDED = {a: REALS, b: above(a), P: Laws(LINE, support=between(a, b))}
WIDTH = {s: above(0)}
VECTOR = {n: integers(1), P: Laws(Euclid(n, 2))}
JENSEN, HOELDER = f"{DURRETT}, Theorem 1.6.2", f"{DURRETT}, Theorem 1.6.3"


def length(value, order):
    """The norm of a function of two random numbers."""
    return Expect({(x, y): J}, Abs(value) ** order) ** (1 / order)


def similarity(first, second):
    """The mean of the Gaussian kernel of width s at two independent points."""
    return Expect({u: first, v: second}, exp(-(norm(u - v, 2) ** 2) / (2 * s**2)))


def surely(condition):
    """A vector with distribution P almost certainly meets a condition."""
    return Compare(Prob({z: P}, condition), "==", 1)


def finite(value, order):
    return Compare(Expect({(x, y): J}, Abs(value) ** order), "<", oo)


CLAIMS = (
    Claim("textbook/mass-range", Source("Probabilities lie in [0, 1]", section=f"{DURRETT}, Section 1.1"), forall={**ONE, E: Events(SPACE)},
          states=Member(mass(P, E), between(0, 1))),
    Claim("textbook/density-range", Source("Densities lie in [0, oo]", section=f"{DURRETT}, Section 1.2"), forall={**DIM, P: Laws(VECTORS, density=True), x: Points(VECTORS)},
          states=Member(density(P, x), between(0, oo))),
    Claim("textbook/moment-range", Source("Absolute moments lie in [0, oo]", section=f"{DURRETT}, Section 1.6"),
          forall={p: at_least(0), **DIM, P: Laws(VECTORS)},
          states=Member(absolute_moment(P, p, r), between(0, oo))),
    Claim("textbook/mgf-range", Source("Moment generating functions lie in (0, oo]", section=f"{BOUCHERON}, Section 2.1"), forall={t: REALS, **ANY},
          states=Member(moment_generating_function(P, t), between(0, oo, open="left"))),
    Claim("textbook/variance-range", Source("Variances lie in [0, oo]", section=f"{DURRETT}, Section 1.6"), forall=INTEGRABLE,
          states=Member(variance(P), between(0, oo))),
    Claim("textbook/mean-range", Source("Means lie between the ends of the support", section=f"{DURRETT}, Section 1.6"), forall=BOUNDED,
          states=Member(mean(P), between(a, b))),
    Claim("textbook/mean-finite", Source("Means of integrable numbers are finite", section=f"{DURRETT}, Section 1.4"), part="first", forall=INTEGRABLE, states=Member(mean(P), REALS)),
    Claim("textbook/mean-finite", Source("Means of square-integrable numbers are finite", section=f"{DURRETT}, Section 1.6"), part="second", forall=SQUARES, states=Member(mean(P), REALS)),
    Claim("textbook/square-finite", Source("Second moments that exist are finite", section=f"{DURRETT}, Section 1.6"), forall=SQUARES,
          states=Member(Expect({x: P}, x**2), at_least(0))),
    Claim("textbook/square-mean", Source("The squared mean is at most the second moment", section=JENSEN), forall=SQUARES,
          states=Compare(mean(P) ** 2, "<=", Expect({x: P}, x**2))),
    Claim("textbook/tv-means", Source("Means on an interval differ by at most its length times total variation", section=f"{GIBBS}, Section 2"), forall={**BOUNDED, Q: Laws(LINE, support=between(a, b))},
          states=Compare(Abs(mean(P) - mean(Q)), "<=", (b - a) * total_variation(P, Q))),
    Claim("textbook/expectation-positive", Source("Means of numbers that are not negative lie in [0, oo]", section=f"{DURRETT}, Section 1.4"), forall=POSITIVE,
          states=Member(mean(P), between(0, oo))),
    Claim("textbook/indicator", Source("The mean of a multiple of the indicator of one value", section=f"{DURRETT}, Section 1.6"),
          forall={n: integers(1), P: Laws(Labels(n)), j: upto(n), s: REALS},
          states=Compare(Expect({i: P}, If(Compare(i, "==", j), s, 0)), "==", s * mass(P, event(j)))),
    Claim("textbook/linearity-powers", Source("The mean of a sum of powers is the sum of the means", section=f"{DURRETT}, Theorem 1.6.1"),
          forall={p: above(0), **VECTOR},
          states=Compare(Expect({z: P}, Sum({i: upto(n)}, Abs(z[i]) ** p)), "==", Sum({i: upto(n)}, Expect({z: P}, Abs(z[i]) ** p)))),
    Claim("textbook/powers-range", Source("Means of sums of powers lie in [0, oo]", section=f"{DURRETT}, Section 1.4"), forall={p: above(0), **VECTOR},
          states=Member(Expect({z: P}, Sum({i: upto(n)}, Abs(z[i]) ** p)), between(0, oo))),
    Claim("textbook/linearity", Source("Linearity of expectation", section=f"{DURRETT}, Theorem 1.6.1"),
          forall={a: REALS, b: REALS, J: Laws(Euclid(2, 2), moments=1)},
          states=Compare(Expect({(x, y): J}, a * x + b * y), "==", a * Expect({(x, y): J}, x) + b * Expect({(x, y): J}, y))),
    Claim("textbook/tower", Source("Tower rule: the probability of an event after a kernel", section=f"{KALLENBERG}, Chapter 6"),
          forall={**ONE, **TO, A: Kernels(SPACE, TARGET), E: Events(TARGET)},
          states=Compare(mass(push(A, P), E), "==", Expect({x: P}, mass(A(x), E)))),
    Claim("textbook/second-moment", Source("The variance is the second moment less the squared mean", section=f"{DURRETT}, Section 1.6"),
          forall={P: Laws(LINE, moments=2)},
          states=Compare(variance(P), "==", Expect({x: P}, x**2) - mean(P) ** 2)),
    Claim("textbook/popoviciu", Source("Popoviciu: the variance of a bounded number", section=f"{BOUCHERON}, Lemma 2.2 and its proof"), forall=BOUNDED,
          states=Compare(variance(P), "<=", (b - a) ** 2 / 4)),
    Claim("textbook/jensen-exp", Source("Jensen's inequality for the exponential function", section=JENSEN), forall=INTEGRABLE,
          states=Compare(exp(mean(P)), "<=", Expect({x: P}, exp(x)))),
    Claim("textbook/jensen-power", Source("Jensen's inequality for powers", section=JENSEN), forall={p: at_least(1), **INTEGRABLE},
          states=Compare(Abs(mean(P)) ** p, "<=", absolute_moment(P, p))),
    Claim("textbook/jensen-log", Source("Jensen's inequality for the logarithm", section=JENSEN),
          forall={a: above(0), b: above(a), P: Laws(LINE, support=between(a, b))},
          states=Compare(Expect({x: P}, log(x)), "<=", log(mean(P)))),
    Claim("textbook/lyapunov", Source("Lyapunov's inequality", section=JENSEN), forall={p: above(0), q: at_least(p), **ANY},
          states=Compare(absolute_moment(P, p) ** (1 / p), "<=", absolute_moment(P, q) ** (1 / q))),
    Claim("textbook/hoelder", Source("Hoelder's inequality", section=HOELDER), forall={p: above(1), q: equals(p / (p - 1), above(1)), **PLANE},
          given=(finite(x, p), finite(y, q)),
          states=Compare(Expect({(x, y): J}, Abs(x * y)), "<=", length(x, p) * length(y, q))),
    Claim("textbook/cauchy-schwarz", Source("Inequality of Cauchy and Schwarz", section=HOELDER), forall=PLANE, given=(finite(x, 2), finite(y, 2)),
          states=Compare(Expect({(x, y): J}, Abs(x * y)) ** 2, "<=", Expect({(x, y): J}, x**2) * Expect({(x, y): J}, y**2))),
    Claim("textbook/minkowski", Source("Minkowski's inequality", section=f"{HARDY}, Theorem 198"), forall={p: at_least(1), **PLANE},
          states=Compare(length(x + y, p), "<=", length(x, p) + length(y, p))),
    Claim("textbook/extremal-exp",
          Source("Among distributions on an interval with one mean, exp(t x) is largest in the mean at the ends", section=f"{BOUCHERON}, proof of Lemma 2.2"),
          forall={t: REALS, **BOUNDED},
          states=Compare(moment_generating_function(P, t), "<=", ((b - mean(P)) * exp(t * a) + (mean(P) - a) * exp(t * b)) / (b - a))),
    Claim("textbook/extremal-power",
          Source("Among distributions on an interval with one mean, powers are largest in the mean at the ends", section=f"{HARDY}, Section 3.8"),
          forall={p: at_least(1), **BOUNDED},
          states=Compare(absolute_moment(P, p), "<=", ((b - mean(P)) * Abs(a) ** p + (mean(P) - a) * Abs(b) ** p) / (b - a))),
    Claim("textbook/markov", Source("Markov's inequality", section=f"{DURRETT}, Theorem 1.6.4"), forall={c: above(0), **POSITIVE},
          states=Compare(Prob({x: P}, Compare(x, ">=", c)), "<=", mean(P) / c)),
    Claim("textbook/markov-large", Source("A number that is large wherever another one is", section=f"{DURRETT}, Theorem 1.6.4"),
          forall={c: REALS, b: above(0), **DIM, i: upto(dim), j: upto(dim), P: Laws(VECTORS)},
          given=(surely(Compare(z[j], ">=", 0)), surely(Implies(Compare(z[i], ">=", c), Compare(z[j], ">=", b)))),
          states=Compare(Prob({z: P}, Compare(z[i], ">=", c)), "<=", Expect({z: P}, z[j]) / b)),
    Claim("textbook/markov-power", Source("Markov's inequality for powers", section=f"{DURRETT}, Theorem 1.6.4"), forall={c: above(0), p: above(0), **ANY},
          states=Compare(Prob({x: P}, Compare(Abs(x), ">=", c)), "<=", absolute_moment(P, p) / c**p)),
    Claim("textbook/chebyshev", Source("Chebyshev's inequality", section=f"{DURRETT}, Theorem 1.6.4"), forall={c: above(0), **INTEGRABLE},
          states=Compare(Prob({x: P}, Compare(Abs(x - mean(P)), ">=", c)), "<=", variance(P) / c**2)),
    Claim("textbook/cantelli", Source("Cantelli's inequality", section=f"{BOUCHERON}, Chapter 2"), forall={c: above(0), P: Laws(LINE, moments=2)},
          states=Compare(Prob({x: P}, Compare(x - mean(P), ">=", c)), "<=", variance(P) / (variance(P) + c**2))),
    Claim("textbook/chernoff", Source("Chernoff's bound", section=f"{BOUCHERON}, Section 2.2"), forall={c: REALS, t: at_least(0), **ANY},
          states=Compare(Prob({x: P}, Compare(x, ">=", c)), "<=", Expect({x: P}, exp(t * x)) / exp(t * c))),
    Claim("textbook/markov-exp", Source("Markov's inequality for the exponential function", section=f"{BOUCHERON}, Section 2.1"),
          forall={c: REALS, t: REALS, **ANY},
          states=Compare(Prob({x: P}, Compare(t * x, ">=", c)), "<=", Expect({x: P}, exp(t * x)) / exp(c))),
    Claim("textbook/mgf-normal", Source("Moment generating function of a normal distribution", section=f"{BOUCHERON}, Section 2.3"),
          forall={t: REALS, c: REALS, b: above(0)},
          states=Compare(Expect({x: Normal(c, variance=b)}, exp(t * x)), "==", exp(c * t + b * t**2 / 2))),
    Claim("textbook/expectation-constant", Source("The mean of a constant", section=f"{DURRETT}, Theorem 1.6.1"), forall={c: REALS, **ANY},
          states=Compare(Expect({x: P}, c), "==", c)),
    Claim("textbook/density-gap", Source("Densities differ by at most their largest difference", section=f"{DURRETT}, Section 1.2"),
          forall={P: Laws(LINE, density=True), Q: Laws(LINE, density=True), x: Points(LINE)},
          given=(Compare(density(P, x), "<", oo), Compare(density(Q, x), "<", oo)),  # both may be infinite at a point, where they have no difference
          states=Compare(Abs(density(P, x) - density(Q, x)), "<=", density_gap_sup(P, Q))),
    Claim("textbook/kernel-range", Source("Means of a Gaussian kernel lie in (0, 1]", section=f"{SRIPERUMBUDUR}, Section 2"), forall={**WIDTH, **DIM, P: Laws(VECTORS), Q: Laws(VECTORS)},
          states=Member(similarity(P, Q), between(0, 1, open="left"))),
    Claim("textbook/kernel-near", Source("Means of a Gaussian kernel differ by at most total variation", section=f"{TSYBAKOV}, Lemma 2.1"), part="first",
          forall={**WIDTH, **DIM, P: Laws(VECTORS), Q: Laws(VECTORS), R: Laws(VECTORS)},
          states=Compare(Abs(similarity(P, R) - similarity(Q, R)), "<=", total_variation(P, Q))),
    Claim("textbook/kernel-near", Source("Means of a Gaussian kernel differ by at most total variation", section=f"{TSYBAKOV}, Lemma 2.1"), part="second",
          forall={**WIDTH, **DIM, P: Laws(VECTORS), Q: Laws(VECTORS), R: Laws(VECTORS)},
          states=Compare(Abs(similarity(R, P) - similarity(R, Q)), "<=", total_variation(P, Q))),
    Claim("textbook/kernel-characteristic", Source("Gaussian kernels tell all distributions apart", section=f"{SRIPERUMBUDUR}, Theorem 9"),
          forall={**WIDTH, **DIM, P: Laws(VECTORS), Q: Laws(VECTORS)},
          given=(Compare(similarity(P, P) + similarity(Q, Q), "<=", 2 * similarity(P, Q)),),
          states=Compare(total_variation(P, Q), "==", 0)),
    Claim("textbook/hoeffding-lemma", Source("Hoeffding's lemma", section=f"{BOUCHERON}, Lemma 2.2"), forall={t: REALS, **BOUNDED},
          states=Compare(log(moment_generating_function(P, t)), "<=", t * mean(P) + t**2 * (b - a) ** 2 / 8)),
    Claim("textbook/bennett", Source("Bennett's inequality: the moment generating function of a number bounded above", section=f"{BOUCHERON}, Theorem 2.9"),
          forall={b: above(0), t: at_least(0), P: Laws(LINE, moments=2, support=between(-oo, b))}, given=(Compare(mean(P), "==", 0),),
          states=Compare(log(moment_generating_function(P, t)), "<=", variance(P) / b**2 * (exp(t * b) - t * b - 1))),
)
