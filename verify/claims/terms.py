"""Numbers and laws as formulas: functions, binders, and what is built from laws, kernels and compositions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from verify.claims import options, procedures
from verify.claims.nodes import Argument, ClaimError, Node, literal, number, term
from verify.values.matrices import is_symmetric, offending_minor

oo = number("oo")
"""Infinity, a value like any other."""
pi = Node("pi")
E = Node("exp", number(1))
"""Euler's number."""
euler_gamma = number(-1) * Node("digamma", number(1))
"""Euler's constant, 0.5772..."""


def numbers(names: str) -> Any:
    """Names of numbers, ``numbers("mu lamda")``. Their range stands in ``forall``; nothing is assumed here."""
    return _names(names)


def objects(names: str) -> Any:
    """Names of things that are not numbers: distributions, kernels, data sets, points, compositions."""
    return _names(names)


def _names(text: str) -> Any:
    found = tuple(Node("var", name) for name in text.split())
    if not found:
        raise ClaimError(f"numbers: at least one name is expected, got {text!r}")
    own = next((name for name in text.split() if name.startswith("#")), None)
    if own is not None:
        raise ClaimError(f"numbers: a name may not begin with #, got {own!r}; such names number bound names")
    return found[0] if len(found) == 1 else found


def sqrt(value: Any) -> Node:
    """The square root."""
    return Node("pow", term(value), number("1/2"))


def exp(value: Any) -> Node:
    """The exponential function."""
    return Node("exp", term(value))


def log(value: Any) -> Node:
    """The natural logarithm; no value at 0 and below."""
    return Node("log", term(value))


def erf(value: Any) -> Node:
    """The error function."""
    return Node("erf", term(value))


def erfc(value: Any) -> Node:
    """The complementary error function, 1 - erf."""
    return Node("erfc", term(value))


def gamma(value: Any) -> Node:
    """The gamma function; no value at 0, -1, -2, ..."""
    return Node("gamma", term(value))


def factorial(value: Any) -> Node:
    """n!, the gamma function at n + 1."""
    return Node("gamma", term(value) + 1)


def hyp1f1(a: Any, b: Any, z: Any) -> Node:
    """Kummer's confluent hypergeometric function 1F1(a; b; z)."""
    return Node("hyp1f1", term(a), term(b), term(z))


def hyp2f1(a: Any, b: Any, c: Any, z: Any) -> Node:
    """Gauss's hypergeometric function 2F1(a, b; c; z) for c > 0 and z < 1."""
    return Node("hyp2f1", term(a), term(b), term(c), term(z))


def normal_cdf(value: Any) -> Node:
    """The distribution function Phi of the standard normal distribution."""
    return Node("normal_cdf", term(value))


def normal_quantile(value: Any) -> Node:
    """The inverse of Phi on (0, 1)."""
    return Node("normal_quantile", term(value))


def mills(value: Any) -> Node:
    """The Mills ratio Phi(-x) / phi(x), phi the standard normal density."""
    return Node("mills", term(value))


def log_gamma(value: Any) -> Node:
    """The logarithm of the gamma function at a positive number."""
    return Node("log_gamma", term(value))


def digamma(value: Any) -> Node:
    """The derivative of ``log_gamma``, at a positive number."""
    return Node("digamma", term(value))


def gamma_p(a: Any, x: Any) -> Node:
    """The regularised lower incomplete gamma function P(a, x), a > 0, x >= 0; times ``gamma(a)`` it is the integral from 0 to x."""
    return Node("gamma_p", term(a), term(x))


def gamma_q(a: Any, x: Any) -> Node:
    """The regularised upper incomplete gamma function Q(a, x) = 1 - P(a, x), a > 0, x >= 0."""
    return Node("gamma_q", term(a), term(x))


def beta_incomplete(a: Any, b: Any, x: Any) -> Node:
    """The regularised incomplete beta function I_x(a, b), a, b > 0, 0 <= x <= 1."""
    return Node("beta_incomplete", term(a), term(b), term(x))


def legendre_p(n: Any, x: Any) -> Node:
    """The Legendre function P_n(x) of degree n >= 0 for x > -1; for whole n the polynomial."""
    return Node("legendre_p", term(n), term(x))


def bessel_i(nu: Any, x: Any) -> Node:
    """The modified Bessel function I_nu(x), nu >= 0, x >= 0."""
    return Node("bessel_i", term(nu), term(x))


def bessel_k(nu: Any, x: Any) -> Node:
    """The modified Bessel function K_nu(x), nu >= 0, x > 0."""
    return Node("bessel_k", term(nu), term(x))


def lambert_w(value: Any) -> Node:
    """The w >= -1 with w exp(w) = x, for x >= -1/e."""
    return Node("lambert_w", term(value))


def polylog(s: Any, x: Any) -> Node:
    """The polylogarithm Li_s(x), the sum of x^k / k^s, s > 0, continued to x < 1."""
    return Node("polylog", term(s), term(x))


def sinh(value: Any) -> Node:
    """Hyperbolic sine."""
    return Node("sinh", term(value))


def cosh(value: Any) -> Node:
    """Hyperbolic cosine."""
    return Node("cosh", term(value))


def tanh(value: Any) -> Node:
    """Hyperbolic tangent."""
    return Node("tanh", term(value))


def sin(value: Any) -> Node:
    """The sine of a finite number; it has no value at infinity."""
    return Node("sin", term(value))


def cos(value: Any) -> Node:
    """The cosine of a finite number; it has no value at infinity."""
    return Node("cos", term(value))


def tan(value: Any) -> Node:
    """The tangent; no value at odd multiples of pi/2."""
    return Node("tan", term(value))


def cot(value: Any) -> Node:
    """The cotangent; no value at multiples of pi."""
    return Node("cot", term(value))


def sin_pi(value: Any) -> Node:
    """The sine of pi x, exact where x is a multiple of 1/2."""
    return Node("sin_pi", term(value))


def cos_pi(value: Any) -> Node:
    """The cosine of pi x."""
    return Node("cos_pi", term(value))


def tan_pi(value: Any) -> Node:
    """The tangent of pi x; no value at odd multiples of 1/2."""
    return Node("tan_pi", term(value))


def cot_pi(value: Any) -> Node:
    """The cotangent of pi x; no value at integers."""
    return Node("cot_pi", term(value))


def asin(value: Any) -> Node:
    """The inverse of the sine, from [-1, 1] to [-pi/2, pi/2]."""
    return Node("asin", term(value))


def acos(value: Any) -> Node:
    """The inverse of the cosine, from [-1, 1] to [0, pi]."""
    return Node("acos", term(value))


def atan(value: Any) -> Node:
    """The inverse of the tangent, from the line to (-pi/2, pi/2); pi/2 at infinity."""
    return Node("atan", term(value))


def atan2(y: Any, x: Any) -> Node:
    """The angle in (-pi, pi] of the point (x, y) other than the origin."""
    return Node("atan2", term(y), term(x))


def asinh(value: Any) -> Node:
    """The inverse of the hyperbolic sine."""
    return Node("asinh", term(value))


def acosh(value: Any) -> Node:
    """The inverse of the hyperbolic cosine, from [1, oo] to [0, oo]."""
    return Node("acosh", term(value))


def atanh(value: Any) -> Node:
    """The inverse of the hyperbolic tangent, on (-1, 1)."""
    return Node("atanh", term(value))


def coth(value: Any) -> Node:
    """The hyperbolic cotangent, 1 / tanh(x)."""
    return 1 / tanh(value)


def cbrt(value: Any) -> Node:
    """The real cube root, negative for negative numbers."""
    return Node("cbrt", term(value))


def root(value: Any, degree: Any) -> Node:
    """The real root of a degree 1, 2, 3, ...; for an odd degree also of negative numbers. Raises ClaimError for another degree."""
    whole = literal(term(degree))
    if whole is None or whole.denominator != 1 or whole < 1:
        raise ClaimError(f"root: degree must be one of 1, 2, 3, ..., got {degree}; write a power for another exponent")
    x = term(value)
    if whole == 1:
        return x
    if whole == 3:
        return cbrt(x)
    positive = Node("pow", x, number(1 / whole))
    return positive if whole % 2 == 0 else If(Node("compare", x, ">=", number(0)), positive, -Node("pow", -x, number(1 / whole)))


def expm1(value: Any) -> Node:
    """exp(x) - 1."""
    return exp(value) - 1


def log1p(value: Any) -> Node:
    """log(1 + x)."""
    return log(1 + term(value))


def beta(a: Any, b: Any) -> Node:
    """The beta function gamma(a) gamma(b) / gamma(a + b), a, b > 0."""
    return Node("beta", term(a), term(b))


def dilog(value: Any) -> Node:
    """The dilogarithm Li_2(x), x <= 1."""
    return Node("dilog", term(value))


def expm1_over(value: Any) -> Node:
    """(exp(x) - 1) / x, which is 1 at 0."""
    return Node("expm1_over", term(value))


def log1p_over(value: Any) -> Node:
    """log(1 + x) / x for x > -1, which is 1 at 0."""
    return Node("log1p_over", term(value))


def binomial(n: Any, k: Any) -> Node:
    """gamma(n + 1) / (gamma(k + 1) gamma(n - k + 1)) for n > -1; for whole n and k the number of k-subsets."""
    return Node("binomial", term(n), term(k))


def gaussian_level(eps: Any, delta: Any) -> Node:
    """The mu > 0 of Gaussian differential privacy with ``delta = Phi(mu/2 - eps/mu) - exp(eps) Phi(-mu/2 - eps/mu)``, eps >= 0, 0 < delta < 1."""
    return Node("gaussian_level", term(eps), term(delta))


def gaussian_profile(eps: Any, mu: Any) -> Node:
    """``Phi(mu/2 - eps/mu) - exp(eps) Phi(-mu/2 - eps/mu)``, mu > 0: the privacy profile of N(mu, 1) against N(0, 1)."""
    return Node("gaussian_profile", term(eps), term(mu))


def floor(value: Any) -> Node:
    """The largest integer that is not above the number."""
    return Node("floor", term(value))


def ceiling(value: Any) -> Node:
    """The least integer that is not below the number."""
    return Node("ceiling", term(value))


def Max(*values: Any) -> Node:
    """The largest of finitely many numbers; over a set it is ``Sup``."""
    return Node("max", *(term(v) for v in values))


def Min(*values: Any) -> Node:
    """The least of finitely many numbers; over a set it is ``Inf``."""
    return Node("min", *(term(v) for v in values))


def Abs(value: Any) -> Node:
    """The absolute value."""
    return Node("abs", term(value))


def If(condition: Node, then: Any, otherwise: Any) -> Node:
    """``then`` where the proposition holds, else ``otherwise``; an indicator is ``If(p, 1, 0)``."""
    return Node("if", options.proposition("If", "the condition", condition), term(then), term(otherwise))


# --- binders -------------------------------------------------------------------------------------------------------

Over = Mapping[Any, Any]


def binding(over: Over, sets: str = "") -> tuple[Argument, ...]:
    """The ordered pairs (pattern, set or distribution) of a binder; ``sets`` names one whose names range over sets. Raises ClaimError for anything else."""
    if not isinstance(over, Mapping):
        raise ClaimError(f"{sets or 'binder'}: ranges must be given by name, got {options.said(over)}; write {{x: above(0)}}")
    entries: list[Argument] = []
    for pattern, where in over.items():
        names = pattern if isinstance(pattern, Node) else tuple(pattern)
        for name in names if isinstance(names, tuple) else (names,):
            if not (isinstance(name, Node) and name.head == "var"):
                raise ClaimError(f"binder: names made by numbers() or objects() are bound, got {name!r}")
        entries.append((names, options.set_of(sets, f"the range of {_named(names)}", where) if sets else term(where)))
    return tuple(entries)


def _named(pattern: Any) -> str:
    return str(pattern.args[0]) if isinstance(pattern, Node) else "(" + ", ".join(_named(one) for one in pattern) + ")"


def _where(binder: str, where: Node | None) -> Node | None:
    return None if where is None else options.proposition(binder, "where", where)


def _scale(binder: str, name: str, value: Any) -> Node | None:
    """What an extremum is over an empty set: a number, so that it always has a value."""
    end = None if value is None else term(value)
    if end is not None and end.head != "num":
        raise ClaimError(f"{binder}: {name} must be a number, got {options.said(end)}; write for example {name}=0")
    return end


def Sup(over: Over, value: Any, where: Node | None = None, floor: Any = None) -> Node:
    """Supremum over bound names; over an empty set it is -oo, or the floor of the scale (``floor=0``)."""
    return Node("sup", binding(over, "Sup"), term(value), _where("Sup", where), _scale("Sup", "floor", floor))


def Inf(over: Over, value: Any, where: Node | None = None, ceiling: Any = None) -> Node:
    """Infimum over bound names; over an empty set it is oo, or the ceiling of the scale."""
    return Node("inf", binding(over, "Inf"), term(value), _where("Inf", where), _scale("Inf", "ceiling", ceiling))


def Sum(over: Over, value: Any, where: Node | None = None) -> Node:
    """Sum over a finite index set, ``Sum({i: upto(n)}, i**2)``; over an empty one it is 0."""
    return Node("sum", binding(over, "Sum"), term(value), _where("Sum", where))


def Prod(over: Over, value: Any, where: Node | None = None) -> Node:
    """Product over a finite index set; over an empty one it is 1."""
    return Node("prod", binding(over, "Prod"), term(value), _where("Prod", where))


def Expect(over: Over, value: Any) -> Node:
    """Expectation: each name is drawn from its distribution, ``Expect({x: P}, x**2)``; a tuple of names from a joint distribution."""
    return Node("expect", binding(over), term(value))


def Prob(over: Over, event: Node) -> Node:
    """Probability of a proposition about names drawn from distributions."""
    return Node("prob", binding(over), options.proposition("Prob", "the event", event))


def Limit(value: Any, name: Node, to: Any) -> Node:
    """The limit of a term as the name tends to a number, ``oo`` or ``-oo``: ``Limit(1 / x, x, oo)``."""
    return Node("limit", ((options.variable("Limit", "the name", name), term(to)),), term(value))


def LimSup(value: Any, name: Node, to: Any) -> Node:
    """The upper limit of a term as the name tends to a number, ``oo`` or ``-oo``."""
    return Node("limsup", ((options.variable("LimSup", "the name", name), term(to)),), term(value))


def LimInf(value: Any, name: Node, to: Any) -> Node:
    """The lower limit of a term as the name tends to a number, ``oo`` or ``-oo``."""
    return Node("liminf", ((options.variable("LimInf", "the name", name), term(to)),), term(value))


def Derivative(value: Any, name: Node, order: Any = 1, at: Any = None) -> Node:
    """The derivative of ``value`` in ``name``, taken at ``at`` (by default at the value the name has)."""
    options.variable("Derivative", "the name", name)
    return Node("derivative", ((name, term(name if at is None else at)),), term(value), options.whole("Derivative", "order", term(order)))


def Lambda(over: Over, value: Any) -> Node:
    """The function of one number of an interval with this value: ``Lambda({x: at_least(0)}, profile(P, Q, x))``."""
    entries = binding(over, "Lambda")
    if len(entries) != 1:
        raise ClaimError(f"Lambda: one name is bound, got {len(entries)}; write one of them")
    return Node("lambda", entries, term(value))


# --- laws, kernels, compositions -------------------------------------------------------------------------------------


def _weights(where: str, weights: Mapping[Any, Any]) -> None:
    """Refuse weights that are known not to be those of a law; weights that are formulas are left to the engines."""
    if not weights:
        raise ClaimError(f"{where}: a distribution must have at least one point, got none; give a point with weight 1")
    known = {point: literal(term(weight)) for point, weight in weights.items()}
    for point, weight in known.items():
        if weight is not None and weight < 0:
            raise ClaimError(f"{where}: weights must be at least 0, got weight={weight} for entry {point}; correct it")
    total = sum((weight for weight in known.values() if weight is not None), Fraction(0))
    if total > 1 or (total != 1 and None not in known.values()):
        listed = ", ".join(f"{point}: {weight}" for point, weight in known.items())
        raise ClaimError(f"{where}: weights must sum to 1, got sum={total} of {listed}; correct an entry")


def finite_law(points: Mapping[Any, Any]) -> Node:
    """A distribution on finitely many points, ``{point: weight}``.

    Raises
    ------
    ClaimError
        Naming the weight, if there is no point, a weight is negative, or the weights are numbers whose sum is not 1.
    """
    _weights("finite_law", points)
    return Node("finite", tuple((term(point), term(weight)) for point, weight in points.items()))


def geometric_law(start: Any, step: Any, ratio: Any) -> Node:
    """Mass ``(1 - ratio) ratio^k`` at ``start + step k``, k = 0, 1, ...

    Raises
    ------
    ClaimError
        If the step is the number 0, or the ratio a number outside (0, 1).
    """
    node = Node("geometric_law", term(start), term(step), term(ratio))
    one, two = (literal(part) for part in node.args[1:] if isinstance(part, Node))
    if one == 0 or (two is not None and not 0 < two < 1):
        raise ClaimError(f"geometric_law: the step must not be 0 and the ratio must lie in (0, 1), got step={step} and ratio={ratio}")
    return node


def sparse_law(base: Any, curve: Any, slope: Any) -> Node:
    """Mass ``exp(-curve x^2 - slope x)`` at ``x = base^k``, k = 1, 2, ..., and the rest at 0.

    Raises
    ------
    ClaimError
        If the base is a number that is no integer from 2, the curve one below 1/2, or the slope one below 0.
    """
    node = Node("sparse_law", term(base), term(curve), term(slope))
    one, two, three = (literal(part) for part in node.args if isinstance(part, Node))
    if (one is not None and (one < 2 or one.denominator != 1)) or (two is not None and 2 * two < 1) or (three is not None and three < 0):
        raise ClaimError(f"sparse_law: the base must be an integer from 2, the curve at least 1/2 and the slope at least 0, got base={base}, curve={curve} and slope={slope}")
    return node


def binomial_law(trials: Any, probability: Any) -> Node:
    """The distribution of the number of successes among independent trials, ``trials`` an integer from 1; ``mechanisms.Binomial`` as a formula.

    Raises
    ------
    ClaimError
        If the trials are a number that is no integer from 1, or the probability is one outside [0, 1].
    """
    node = Node("binomial_law", term(trials), term(probability))
    count, p = (literal(part) for part in node.args if isinstance(part, Node))
    if (count is not None and (count < 1 or count.denominator != 1)) or (p is not None and not 0 <= p <= 1):
        raise ClaimError(f"binomial_law: trials must be an integer from 1 and the probability lie in [0, 1], got trials={trials} and probability={probability}; correct them")
    return node


def poisson_law(rate: Any) -> Node:
    """Mass ``exp(-rate) rate^k / k!`` at k = 0, 1, ...; ``mechanisms.Poisson`` as a formula. Raises ClaimError for a rate that is a number and not positive."""
    node = Node("poisson_law", term(rate))
    known = literal(term(rate))
    if known is not None and known <= 0:
        raise ClaimError(f"poisson_law: the rate must be positive, got rate={rate}; correct it")
    return node


def mixture(*parts: tuple[Any, Any]) -> Node:
    """The mixture of distributions, given as pairs (weight, distribution). Raises ClaimError for weights that cannot be those of a distribution, like ``finite_law``."""
    _weights("mixture", {position: weight for position, (weight, _) in enumerate(parts)})
    return Node("mixture", tuple((term(weight), term(law)) for weight, law in parts))


def translate(law: Any, shift: Any) -> Node:
    """The distribution of X + shift."""
    return Node("translate", term(law), term(shift))


def convolve(first: Any, second: Any) -> Node:
    """The distribution of X + Y for independent X and Y."""
    return Node("convolve", term(first), term(second))


def product(*laws: Any) -> Node:
    """The distribution of independent coordinates."""
    return Node("product", *(term(law) for law in laws))


def iid(law: Any, copies: Any) -> Node:
    """The distribution of independent coordinates, all with one distribution on the line; for one copy it is that distribution itself."""
    return Node("iid", term(law), term(copies))


def independent(over: Over, law: Any) -> Node:
    """The distribution of independent coordinates, one for each member of a finite set, with distributions that may differ: ``independent({i: upto(n)}, Bernoulli(p[i]))``.

    Where the set has one member it is that distribution itself.
    """
    return Node("independent", binding(over, "independent"), term(law))


def push(kernel: Any, law: Any) -> Node:
    """The distribution of the output of a map or kernel whose input has the given distribution."""
    return Node("push", term(kernel), term(law))


def then(law: Any, kernel: Any) -> Node:
    """The joint distribution of X and Y, X from the distribution, Y from the kernel at X."""
    return Node("then", term(law), term(kernel))


def marginal(law: Any, coordinate: Any) -> Node:
    """The distribution of one coordinate of a point, counted from 1."""
    return Node("marginal", term(law), term(coordinate))


def decoupled(law: Any, count: Any) -> Node:
    """The distribution of independent coordinates with the marginals of a distribution on points of ``count`` coordinates; of one coordinate it is the distribution itself."""
    return Node("decoupled", term(law), term(count))


def conditional(law: Any, coordinate: Any, value: Any) -> Node:
    """The distribution of the other coordinates of a point given that one coordinate is ``value``; no value where that has probability 0."""
    return Node("conditional", term(law), term(coordinate), term(value))


def swap(law: Any) -> Node:
    """The distribution of (Y, X) where (X, Y) has the given distribution."""
    return Node("swap", term(law))


def indicator_law(law: Any, event: Any) -> Node:
    """The distribution of the indicator of the event, on the points 0 and 1."""
    return Node("indicator_law", term(law), term(event))


def joint(composition: Any, data: Any) -> Node:
    """The joint distribution of all outputs of a composition run on a data set."""
    return Node("joint", term(composition), term(data))


def outputs(composition: Any) -> Node:
    """The kernel that runs a composition: from a data set to the joint distribution of all outputs. Pushed, it takes data that are random."""
    return Node("outputs", term(composition))


def step(composition: Any, index: Any, data: Any, past: Any = None) -> Node:
    """The distribution of the output of mechanism ``index`` run alone on a data set, with earlier outputs fixed to ``past``."""
    return Node("step", term(composition), term(index), term(data), None if past is None else term(past))


def part(composition: Any, index: Any, data: Any) -> Node:
    """The part of a data set that mechanism ``index`` of a parallel composition is run on."""
    return Node("part", term(composition), term(index), term(data))


def preimage(kernel: Any, event: Any) -> Node:
    """The points that a deterministic map sends into the event."""
    return Node("preimage", term(kernel), term(event))


def prior(framework: Any, index: Any) -> Node:
    """Prior ``index`` of a Pufferfish framework, counted from 1: a distribution on its data sets."""
    return Node("prior", term(framework), term(index))


def secret(framework: Any, index: Any) -> Node:
    """Secret ``index`` of a framework, counted from 1: an event."""
    return Node("secret", term(framework), term(index))


def prior_count(framework: Any) -> Node:
    """The number of priors of a framework."""
    return Node("prior_count", term(framework))


def secret_count(framework: Any) -> Node:
    """The number of secrets of a framework."""
    return Node("secret_count", term(framework))


def given_event(law: Any, event: Any) -> Node:
    """The distribution given an event; no value where the event has probability 0."""
    return Node("given_event", term(law), term(event))


def data_law(framework: Any, prior_index: Any, secret_index: Any) -> Node:
    """The distribution of the data set under a prior given a secret, both counted from 1; no value where the secret has probability 0 under the prior."""
    return given_event(prior(framework, prior_index), secret(framework, secret_index))


def classical(universe: Any) -> Node:
    """The framework of a universe of data sets: each data set is a secret, the pairs are the neighbours, and one prior takes every data set for possible."""
    return Node("classical", term(universe))


def normal_vector(mean: Any, covariance: Any) -> Node:
    """The normal distribution with a mean and a covariance matrix, given by its rows; on the line both are numbers. A singular matrix is allowed.

    Raises
    ------
    ClaimError
        Where the entries are numbers and the matrix is not symmetric, or not positive semidefinite: then an offending minor is named.
    """
    _covariance("normal_vector", covariance)
    return Node("normal_vector", term(mean), term(covariance))


def _symmetric(where: str, name: str, matrix: Any) -> list[list[Any]] | None:
    """The entries of a matrix of numbers, None where some are formulas. Raises ClaimError for one that is not symmetric."""
    node = term(matrix)
    rows = [list(row.args) for row in node.args if isinstance(row, Node) and row.head == "point"] if node.head == "point" else [[node]]
    entries = [[literal(x) if isinstance(x, Node) else None for x in row] for row in rows]
    if not entries or any(x is None for row in entries for x in row):
        return None
    if not is_symmetric(entries):
        raise ClaimError(f"{where}: {name} must be a symmetric matrix, got rows {', '.join(str(tuple(map(str, row))) for row in entries)}; correct an entry")
    return entries


def _covariance(where: str, covariance: Any) -> None:
    """Refuse a matrix of numbers that is known to be no covariance; formulas are left to the engines."""
    entries = _symmetric(where, "covariance", covariance)
    if entries is None:
        return
    if minor := offending_minor(entries):
        raise ClaimError(f"{where}: covariance must be positive semidefinite, got a negative minor of rows and columns {', '.join(map(str, minor))}; correct an entry")


def affine(law: Any, matrix: Any, shift: Any) -> Node:
    """The distribution of A X + b; A is given by its rows, on the line by a number."""
    return Node("affine", term(law), term(matrix), term(shift))


def inverse_form(matrix: Any, vector: Any) -> Node:
    """x^T K^{-1} x for a positive semidefinite matrix K, the squared length of x in units of K; oo where x is not in the range of K."""
    return Node("inverse_form", term(matrix), term(vector))


def _of_symmetric(head: str, matrix: Any) -> Node:
    """A number of a symmetric matrix. Raises ClaimError for one that is written out and is not symmetric."""
    node = term(matrix)
    if node.head == "point":
        _symmetric(head, "matrix", node)
    return Node(head, node)


def smallest_eigenvalue(matrix: Any) -> Node:
    """The smallest eigenvalue of a symmetric matrix, a point of rows (a number is a matrix with one entry). Raises ClaimError for one that is written out and is not symmetric."""
    return _of_symmetric("smallest_eigenvalue", matrix)


def largest_eigenvalue(matrix: Any) -> Node:
    """The largest eigenvalue of a symmetric matrix. Raises ClaimError for one that is written out and is not symmetric."""
    return _of_symmetric("largest_eigenvalue", matrix)


def operator_norm(matrix: Any) -> Node:
    """The operator norm of a symmetric matrix with respect to Euclidean length: the largest absolute value of an eigenvalue. Raises ClaimError for a matrix that is not symmetric."""
    return _of_symmetric("operator_norm", matrix)


def frobenius_norm(matrix: Any) -> Node:
    """The root of the sum of the squares of all entries of a matrix."""
    return Node("frobenius_norm", term(matrix))


def trace(matrix: Any) -> Node:
    """The sum of the diagonal of a square matrix."""
    return Node("trace", term(matrix))


def determinant(matrix: Any) -> Node:
    """The determinant of a square matrix."""
    return Node("determinant", term(matrix))


def quadratic_form(matrix: Any, vector: Any, count: Any) -> Node:
    """``x^T A x`` for a matrix with ``count`` rows and columns; for one row ``A x^2``."""
    j, k = Node("var", "j_"), Node("var", "k_")
    upto_count = Node("integers", number(1), term(count))
    return Sum({j: upto_count, k: upto_count}, term(matrix)[j][k] * term(vector)[j] * term(vector)[k])


def polyline(nodes: Mapping[Any, Any], left: Any, right: Any) -> Node:
    """The piecewise linear function through ``{x: y}``, with slopes ``left`` before the first node and ``right`` after the last. Raises ClaimError without a node."""
    if not nodes:
        raise ClaimError("polyline: nodes must have at least one point, got none; give a place and a value")
    known = sorted(nodes.items(), key=lambda entry: literal(term(entry[0])) or Fraction(0))
    return Node("polyline", term(left), tuple((term(x), term(y)) for x, y in known), term(right))


def straight(slope: Any, intercept: Any) -> Node:
    """The affine function."""
    return polyline({0: intercept}, slope, slope)


def iteration(start: Any, *steps: tuple[Mapping[Any, Any], Any]) -> Node:
    """A noisy iteration from ``start``; each step is ``({record: polyline}, noise)``, the noise a finite distribution or ``normal_vector(mean, variance)`` of numbers.

    Raises
    ------
    ClaimError
        Naming the step and the record, if a map is known not to be a contraction.
    """
    if not steps:
        raise ClaimError("iteration: steps must have at least one entry, got none; give the maps and the noise of a step")
    for k, (maps, _) in enumerate(steps, 1):
        for record, line in maps.items():
            slope = max((abs(s) for s in _slopes(term(line))), default=Fraction(0))
            if slope > 1:
                raise ClaimError(f"iteration: maps must have a Lipschitz constant of at most 1, got {slope} for step {k} and record {record}; correct a slope")
    return Node("iteration", term(start), tuple((tuple((term(r), term(line)) for r, line in maps.items()), term(noise)) for maps, noise in steps))


def _slopes(line: Node) -> list[Fraction]:
    """The slopes of a polyline that are numbers."""
    if line.head != "polyline":
        raise ClaimError(f"iteration: a map must be a polyline, got {line.head}; use polyline or straight")
    nodes = [tuple(literal(x) for x in node) for node in line.args[1]]  # type: ignore[union-attr,arg-type]
    ends = [literal(x) for x in (line.args[0], line.args[2]) if isinstance(x, Node)]
    between = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(nodes) if None not in (*a, *b)]  # type: ignore[operator]
    return [s for s in (*ends, *between) if s is not None]


def iterate_law(iteration: Any, data: Any, step: Any) -> Node:
    """The distribution of the iterate after so many steps, from 0. ``data``: a record for every step of the iteration, or a distribution on such data."""
    return Node("iterate_law", term(iteration), term(data), term(step))


def last_law(iteration: Any, data: Any) -> Node:
    """The distribution of the last iterate."""
    return Node("iterate_law", term(iteration), term(data), None)


def contraction(iteration: Any) -> Node:
    """The least Lipschitz constant of all maps of an iteration."""
    return Node("contraction", term(iteration))


def step_map(iteration: Any, step: Any, record: Any, state: Any) -> Node:
    """The value of the map of a step, from 1, for a record at a number."""
    return Node("step_map", term(iteration), term(step), term(record), term(state))


def image_law(iteration: Any, data: Any, step: Any) -> Node:
    """The distribution of the iterate of a step, from 1, before the noise of that step is added."""
    return Node("image_law", term(iteration), term(data), term(step))


def step_shift(iteration: Any, first: Any, second: Any, step: Any, low: Any = "-oo", high: Any = "oo") -> Node:
    """The supremum over states in [low, high] of W_oo of the images under the map of a step, from 1, whose record is that of data with one distribution or another."""
    return Node("step_shift", *(number(x) if isinstance(x, str) else term(x) for x in (iteration, first, second, step, low, high)))


def noise_law(iteration: Any, step: Any) -> Node:
    """The distribution of the noise of a step, from 1."""
    return Node("noise_law", term(iteration), term(step))


def norm(point: Any, order: Any) -> Node:
    """The l_order norm of a point."""
    return Node("norm", term(point), term(order))


def order_statistic(point: Any, rank: Any) -> Node:
    """The coordinate of a point with this rank: 1 is the least, the number of coordinates the largest."""
    return Node("order_statistic", term(point), term(rank))


def coordinates(over: Over, value: Any) -> Node:
    """The point with one coordinate for each member of a finite set, in its order: ``coordinates({i: upto(n)}, x[i] ** 2)``; rows of rows make a matrix.

    Where the set has one member it is that coordinate itself: a number is a point with one coordinate.
    """
    return Node("coordinates", binding(over, "coordinates"), term(value))


def select(whole: Any, which: Any) -> Node:
    """Chosen coordinates of a point, or of a point with a distribution: an index, a set of them (they rise), a list that may repeat, or a family, a choice for each coordinate."""
    return Node("select", term(whole), term(which))


def drawn(over: Over, law: Any) -> Node:
    """The distribution of a draw in two steps: names from finite distributions, then a point from a distribution that mentions them; a mixture."""
    return Node("drawn", binding(over), term(law))


def dot(first: Any, second: Any, count: Any) -> Node:
    """The inner product of two points with ``count`` coordinates."""
    k = Node("var", "k_")
    return Sum({k: Node("integers", number(1), term(count))}, term(first)[k] * term(second)[k])


def prefix(point: Any, count: Any) -> Node:
    """The first ``count`` coordinates of a point: the outputs up to a step. No coordinates make the empty point."""
    return Node("prefix", term(point), term(count))


def size(value: Any) -> Node:
    """How many members a family, a point or a data set has."""
    return Node("size", term(value))


# --- experiments -----------------------------------------------------------------------------------------------------


def Measured(protocol: str, field: str, **arguments: Any) -> Node:
    """A number that only an experiment yields: a field of what one run of a protocol returns.

    A field with arguments is a table of tables, one level for each argument in the order they are written here; an argument is a number or, as
    text, a word: ``Measured("composition", "epsilon", accountant="moments", step=t)``.
    """
    entries = tuple((name, Node("word_", value) if isinstance(value, str) else term(value)) for name, value in arguments.items())
    return Node("measured", options.text("Measured", "protocol", protocol), options.text("Measured", "field", field), entries)


# --- procedures ------------------------------------------------------------------------------------------------------


def Outcome(procedure: Callable[..., Any], field: str, **arguments: Any) -> Node:
    """A value that a printed algorithm returns, or a count it keeps: ``Outcome(alg_1, "searches", order=order, n=n)``.

    The formula holds the place of the procedure and the digest of its syntax tree, so a changed algorithm is another claim. Arguments stand in the order of the
    procedure's inputs, whatever the order they are given in; an input with a default may be left out.

    Raises
    ------
    ClaimError
        If the procedure is no plain function of a module, the field is a word it does not contain, or the arguments are not its inputs.
    """
    place, source, digest = procedures.described(procedure)
    name = place.partition(":")[2]
    if field not in procedures.fields_of(source, name):
        raise ClaimError(f"Outcome: {name} must return or count the field, got field={field!r}; use a word that it contains")
    inputs = procedures.parameters(source, name)
    if unknown := sorted(set(arguments) - set(inputs)):
        raise ClaimError(f"Outcome: {name} has the inputs {', '.join(inputs) or 'none'}, got {unknown[0]}; correct the name")
    if missing := [i for i in procedures.required(source, name) if i not in arguments]:
        raise ClaimError(f"Outcome: {name} needs a value for every input, got none for {missing[0]}; give one")
    return Node("outcome", place, digest, field, tuple((i, term(arguments[i])) for i in inputs if i in arguments))
