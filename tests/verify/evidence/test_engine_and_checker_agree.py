"""The evaluator of the engines and that of the checker say the same of every function of numbers: at ends, at 0, at tiny and huge numbers, at infinities and where there is no value."""

import itertools
import json
from fractions import Fraction

import mpmath
import pytest
from flint import arb, fmpq

from verify.claims.nodes import Node, number, to_json
from verify.engines import evaluate as ev
from verify.evidence.checker import numbers as n
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Ball, Budget, precision
from verify.values import numbers
from verify.values.numbers import Enclosure

TINY, HUGE = Fraction(1, 10**20), Fraction(10**20)
LOG_2 = Node("log", number(2))
ONE_NUMBER = (
    "0", "1", "-1", "2", "-2", "1/2", "-1/2", "3/2", "-3/2", "3", "-7/3", "10", "-10", "23/16", "1000", "-1000", TINY, -TINY, HUGE, -HUGE, "oo", "-oo", Node("pi"), LOG_2,
    number(-1) * LOG_2, Node("exp", number(1)), Node("pow", number(2), number("1/2")), number(-1) * Node("exp", number(-1)), Node("exp", number(-1000)), Node("exp", number(10**6)),
    Node("log", number(8)) * Node("pow", LOG_2, number(-1)), Node("gamma", number("1/2")),
)
TWO_NUMBERS = ("0", "1", "-1", "2", "1/2", "-1/2", "3", "5/2", "100", "-3", "oo", "-oo", Node("pi"), TINY, LOG_2, "1000000")
THREE_NUMBERS = ("0", "1", "-1", "2", "1/2", "3/4", "5/2", "oo", "-oo", LOG_2, "20")
FOUR_NUMBERS = ("0", "1", "-1", "1/2", "-3/2", "3", "oo")
POINTS = {1: ONE_NUMBER, 2: TWO_NUMBERS, 3: THREE_NUMBERS, 4: FOUR_NUMBERS}
FUNCTIONS = {
    "exp": 1, "log": 1, "abs": 1, "erf": 1, "erfc": 1, "floor": 1, "ceiling": 1, "gamma": 1, "normal_cdf": 1, "normal_quantile": 1, "mills": 1, "log_gamma": 1, "digamma": 1, "lambert_w": 1,
    **dict.fromkeys(("sin", "cos", "tan", "cot", "sin_pi", "cos_pi", "tan_pi", "cot_pi", "asin", "acos", "atan", "asinh", "acosh", "atanh", "cbrt", "dilog"), 1), "atan2": 2, "beta": 2,
    "sinh": 1, "cosh": 1, "tanh": 1, "expm1_over": 1, "log1p_over": 1, "add": 2, "mul": 2, "pow": 2, "max": 2, "min": 2, "norm": 2, "gamma_p": 2, "gamma_q": 2, "binomial": 2,
    "legendre_p": 2, "bessel_i": 2, "bessel_k": 2, "polylog": 2, "gaussian_profile": 2, "gaussian_level": 2, "hyp1f1": 3, "beta_incomplete": 3, "hyp2f1": 4,
}
LIMITED = frozenset({"gamma_p", "gamma_q", "binomial", "legendre_p", "bessel_i", "bessel_k", "polylog", "beta_incomplete", "hyp2f1", "beta"})
"""Functions that the checker computes at arguments of bounded size alone."""
NO_VALUE = "no value"


def by_the_engines(term):
    """A number, ``NO_VALUE`` or None where it is open."""
    for bits in (60, 160, 480):
        try:
            value = ev.value(term, {}, ev.Context(bits))
        except numbers.NoValue:
            return NO_VALUE
        if not isinstance(value, Enclosure) or value.exists:
            return value
    return None


def by_the_checker(term):
    for bits in (128, 256, 512):
        with precision(bits):
            try:
                return Evaluator(Budget()).number(json.loads(json.dumps(to_json(term))), {})
            except n.NoValue:
                return NO_VALUE
            except n.Undecided:
                continue
    return None


def ends(value):
    if isinstance(value, Fraction):
        exactly = arb(fmpq(value.numerator, value.denominator))
        return exactly.lower(), exactly.upper()
    if isinstance(value, Ball):
        return value.lo, value.hi
    enclosed = numbers.enclose(value, 300)
    return tuple(end if not isinstance(end, float) else arb("inf") if end > 0 else arb("-inf") for end in (enclosed.lo, enclosed.hi))


def apart(first, second):
    """Whether two enclosures have no number in common."""
    with precision(400):
        (a, b), (c, d) = ends(first), ends(second)
        return bool(b < c or d < a)


def terms(head):
    for arguments in itertools.product(POINTS[FUNCTIONS[head]], repeat=FUNCTIONS[head]):
        yield Node(head, *(a if isinstance(a, Node) else number(a) for a in arguments))


@pytest.mark.parametrize("head", FUNCTIONS)
def test_both_have_a_value_at_the_same_points_and_it_is_the_same(head):
    for term in terms(head):
        first, second = by_the_engines(term), by_the_checker(term)
        if NO_VALUE in (first, second):
            assert first == second == NO_VALUE, (term, first, second)
        elif second is None:
            assert first is None or head in LIMITED, (term, first)
        elif first is not None:
            assert not apart(first, second), (term, first, second)
        else:
            raise AssertionError((term, second))


BY_ANOTHER_LIBRARY = {
    "exp": mpmath.exp, "log": mpmath.log, "erf": mpmath.erf, "erfc": mpmath.erfc, "gamma": mpmath.gamma, "normal_cdf": mpmath.ncdf, "log_gamma": mpmath.loggamma, "digamma": mpmath.digamma,
    "lambert_w": mpmath.lambertw, "sinh": mpmath.sinh, "cosh": mpmath.cosh, "tanh": mpmath.tanh, "floor": mpmath.floor, "pow": mpmath.power, "binomial": mpmath.binomial,
    "gamma_p": lambda a, x: mpmath.gammainc(a, 0, x, regularized=True), "gamma_q": lambda a, x: mpmath.gammainc(a, x, regularized=True), "bessel_i": mpmath.besseli,
    "sin": mpmath.sin, "cos": mpmath.cos, "tan": mpmath.tan, "cot": mpmath.cot, "sin_pi": mpmath.sinpi, "cos_pi": mpmath.cospi, "asin": mpmath.asin, "acos": mpmath.acos,
    "atan": mpmath.atan, "atan2": mpmath.atan2, "asinh": mpmath.asinh, "acosh": mpmath.acosh, "atanh": mpmath.atanh, "cbrt": lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)),
    "beta": mpmath.beta, "dilog": lambda x: mpmath.polylog(2, x),
    "bessel_k": mpmath.besselk, "polylog": mpmath.polylog, "hyp1f1": mpmath.hyp1f1,
    "beta_incomplete": lambda a, b, x: mpmath.betainc(a, b, 0, x, regularized=True), "mills": lambda x: mpmath.ncdf(-x) / mpmath.npdf(x),
    "expm1_over": lambda x: mpmath.expm1(x) / x if x else mpmath.mpf(1), "log1p_over": lambda x: mpmath.log1p(x) / x if x else mpmath.mpf(1),
}
MODERATE = ("0", "1", "-1", "2", "1/2", "-1/2", "3/4", "3", "5/2", "-3/2", "7", "10", "1/10")


@pytest.mark.parametrize("head", BY_ANOTHER_LIBRARY)
def test_a_third_library_finds_the_same_values(head):
    compared = 0
    for arguments in itertools.product(MODERATE if FUNCTIONS[head] < 3 else MODERATE[:7], repeat=FUNCTIONS[head]):
        value = by_the_engines(Node(head, *(number(a) for a in arguments)))
        if value in (None, NO_VALUE) or isinstance(value, float):
            continue
        with mpmath.workdps(40):
            try:
                other = mpmath.mpmathify(BY_ANOTHER_LIBRARY[head](*(mpmath.mpf(Fraction(a).numerator) / Fraction(a).denominator for a in arguments)))
            except (ValueError, ZeroDivisionError, TypeError, mpmath.libmp.NoConvergence):
                continue
            if not mpmath.isfinite(other) or abs(mpmath.im(other)) > mpmath.mpf(10) ** -30:
                continue
            low, high = (mpmath.mpf(end.mid().str(40, radius=False)) for end in ends(value))
            slack = mpmath.mpf(10) ** -12 * (1 + abs(low))
            assert low - slack <= mpmath.re(other) <= high + slack, (head, arguments, value, other)
        compared += 1
    assert compared >= 5


@pytest.mark.parametrize(("power", "value"), [
    (("-2", "3"), "-8"), (("0", "0"), "1"), (("0", "2"), "0"), (("0", "-1"), NO_VALUE), (("0", "-oo"), NO_VALUE), (("0", "oo"), "0"), (("1", "oo"), NO_VALUE), (("oo", "0"), NO_VALUE),
    (("-oo", "-oo"), NO_VALUE), (("-2", "oo"), NO_VALUE), (("-8", "1/3"), NO_VALUE), (("-oo", "3"), "-oo"), (("-oo", "-3"), "0"), (("2", "-oo"), "0"), (("1/2", "-oo"), "oo"),
])
def test_powers_have_the_values_that_are_documented(power, value):
    term = Node("pow", *map(number, power))
    for found in (by_the_engines(term), by_the_checker(term)):
        if value == NO_VALUE:
            assert found == NO_VALUE
        else:
            assert found != NO_VALUE and n.relations(by_the_checker(number(value)), by_the_checker(term)) == {"="} and numbers.compare(by_the_engines(term), numbers.number(value)) == "="


def test_an_exponent_that_is_an_integer_only_by_its_value_leaves_a_negative_base_its_power():
    exactly_3 = Node("log", number(8)) * Node("pow", LOG_2, number(-1))
    perhaps_2 = Node("add", Node("pow", Node("erf", number(1)), number(0)), Node("mul", Node("exp", number(1)), Node("exp", number(-1))))
    assert by_the_checker(Node("pow", number(-2), exactly_3)) == -8 and by_the_engines(Node("pow", number(-2), exactly_3)) == -8
    wide = Ball(arb(1), arb(4))
    with pytest.raises(n.Undecided):
        n.power(Fraction(-2), wide)
    with pytest.raises(n.NoValue):
        n.power(Fraction(-2), Ball(arb(fmpq(5, 4)), arb(fmpq(7, 4))))
    assert by_the_checker(perhaps_2) is not None


def test_a_floor_too_large_to_write_down_is_finite():
    huge = Node("floor", Node("exp", number(10**6)))
    value = by_the_engines(huge)
    assert numbers.relation(value, "<", numbers.number("oo")) is not False and not isinstance(value, float)
    assert not isinstance(value.lo, float) and numbers.relation(Node and value, ">", fmpq(10) ** 400) is True
