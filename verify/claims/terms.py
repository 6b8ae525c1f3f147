"""Numbers and laws as formulas: functions, binders, and what is built from laws, kernels and compositions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from verify.claims import options, procedures
from verify.claims.nodes import Argument, ClaimError, Node, literal, number, pattern_names, term

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
        if isinstance(names, tuple) and len(names) < 2:
            raise ClaimError(f"binder: a tuple must hold at least two names, got {len(names)}; write the name by itself")
        if len(set(pattern_names(names))) < len(pattern_names(names)):
            raise ClaimError(f"binder: the names of a tuple must differ, got {_named(names)}; give each its own name")
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
