"""Profiles as text: what is read, what is refused, derivatives, tails, and the measured mu of expressions with a known answer."""

import math

import pytest
from flint import arb, ctx

from mechanisms.profiles import LaplaceProfile, RandomisedResponseProfile
from verify.claims.nodes import ClaimError
from verify.measure import measure
from verify.measure.expressions import ExpressionProfile, jet, parse, tail_of
from verify.measure.tails import dominated_from
from verify.values.gaussian_profiles import profile as gaussian_profile


@pytest.fixture(autouse=True)
def bits():
    saved, ctx.prec = ctx.prec, 160
    yield
    ctx.prec = saved


@pytest.mark.parametrize(
    ("text", "value"),
    [("0.1 + 1/2*epsilon", 0.1 + 0.35), ("-epsilon**2", -0.49), ("exp(-epsilon)/2", math.exp(-0.7) / 2), ("max(0, 1 - epsilon, 0.2)", 0.3), ("sqrt(epsilon)", math.sqrt(0.7)),
     ("erfc(epsilon/sqrt(2))/2", math.erfc(0.7 / math.sqrt(2)) / 2), ("abs(epsilon - 1)", 0.3), ("epsilon**(-1/2)", 0.7**-0.5), ("2**0.5", 2**0.5), ("min(pi, epsilon)", 0.7), ("log(1 + epsilon)", math.log(1.7))],
)
def test_a_text_has_the_value_it_says(text, value):
    assert float(jet(parse(text), arb(7) / 10)[0]) == pytest.approx(value, rel=1e-14)


def test_decimals_are_exact():
    ctx.prec = 400
    assert (jet(parse("0.1"), arb(0))[0] - arb(1) / 10).contains(0) and jet(parse("0.1"), arb(0))[0].rad() < arb(2) ** -390


@pytest.mark.parametrize(
    "text", ["__import__('os')", "epsilon.real", "(lambda: 1)()", "[1][0]", "epsilon if 1 else 2", "exp(epsilon, 2)", "sin(epsilon)", "True", "1/0", "exp(", "epsilon**epsilon", "epsilon**(10**9)", "x", "gamma(epsilon)", "1" * 5000]
)
def test_anything_else_is_refused_with_words(text):
    with pytest.raises(ClaimError, match="expression: "):
        parse(text)


@pytest.mark.parametrize("text", ["exp(-epsilon**2)/2", "1/(1 + epsilon)**3", "erfc(epsilon + 0.5)", "epsilon**1.5*exp(-epsilon)", "log(2 + epsilon)*erf(epsilon)", "min(0.4, exp(-epsilon**2))"])
def test_derivatives_are_those_of_the_value(text):
    node, x, h = parse(text), arb("0.8125"), arb(2) ** -40
    a, b, c = (jet(node, x + k * h)[0] for k in (-1, 0, 1))
    _, first, second = jet(node, x)
    assert abs((c - a) / (2 * h) - first) < arb("1e-20")
    assert abs((c - 2 * b + a) / (h * h) - second) < arb("1e-15")


def test_values_on_a_ball_contain_the_values_in_it():
    for text in ("exp(-epsilon**2)/2", "max(0, 1 - exp((epsilon - 1)/2))", "erfc(epsilon)", "epsilon**0.5", "abs(epsilon - 1)"):
        node = parse(text)
        wide = jet(node, arb(0).union(arb(2)))[0]
        assert all(wide.contains(jet(node, arb(k) / 8)[0].mid()) for k in range(17))


@pytest.mark.parametrize(
    ("text", "kind"),
    [("exp(-epsilon**2)/2", "square"), ("exp(-epsilon**2/2)*(1 + epsilon)/4", "square"), ("exp(-epsilon**3)/3", "square"), ("erfc(epsilon + 1/2)", "square"), ("erfc(epsilon/sqrt(2) - 1)/2", "square"),
     ("exp(-(epsilon + 1)**2) + exp(-2*epsilon**2)/4", "square"), ("min(0.4, exp(-epsilon**2))", "square"), ("exp(-epsilon)/2", "slow"), ("exp(-epsilon**1.5)/2", "slow"), ("0.3/(1 + epsilon)", "slow"),
     ("0.2 + exp(-epsilon)/10", "slow"), ("max(0, 1 - exp((epsilon - 1)/2))", "zero"), ("max(0, 0.4 - epsilon/10 + exp(-epsilon)/10)", "zero"), ("1/2 - epsilon/(2 + 2*epsilon)", "unknown")],
)
def test_the_tail_of_an_expression_is_classified(text, kind):
    assert tail_of(parse(text)).kind == kind


@pytest.mark.parametrize("text", ["exp(-epsilon**2)/2", "exp(-epsilon**2/2)*(1 + epsilon)/4", "exp(-epsilon**3)/3", "erfc(epsilon + 1/2)", "erfc(epsilon/sqrt(2) - 1)/2", "exp(-2*epsilon**2 + 3*epsilon)*epsilon**2/100",
                                  "exp(-epsilon**2)/(1 + epsilon)", "min(0.4, exp(-epsilon**2))", "exp(-epsilon**2)/2 + exp(-2*epsilon**2)/3"])
def test_a_gaussian_tail_holds_where_it_is_claimed(text):
    node = parse(text)
    tail = tail_of(node)
    assert tail.kind == "square"
    start = dominated_from(tail, arb(2))
    for k in range(24):
        epsilon = tail.start + arb(k) / 4
        assert not jet(node, epsilon)[0] > tail.factor * (-tail.rate * epsilon * epsilon).exp() * (1 + arb(2) ** -100)
        beyond = start + arb(k) / 4
        assert not jet(node, beyond)[0] > gaussian_profile(beyond, arb(2))


@pytest.mark.parametrize("text", ["exp(-epsilon)/2", "exp(-epsilon**1.5)/2", "0.3/(1 + epsilon)", "0.2 + exp(-epsilon)/10", "(2 + epsilon)*exp(-epsilon)/8"])
def test_a_slow_tail_holds_where_it_is_claimed(text):
    node = parse(text)
    tail = tail_of(node)
    assert tail.kind == "slow" and tail.factor > 0
    for k in range(24):
        epsilon = tail.start + arb(k)
        floor = tail.factor * (-tail.power * epsilon.log() - tail.rate * epsilon**tail.degree).exp()
        assert not jet(node, epsilon)[0] < floor * (1 - arb(2) ** -100)


def test_an_expression_gives_the_mu_of_the_law_it_describes():
    laplace = measure(ExpressionProfile("max(0, 1 - exp((epsilon - 1)/2))"), "1e-9")
    direct = measure(LaplaceProfile(1), "1e-9")
    assert laplace.lower <= direct.upper and direct.lower <= laplace.upper
    response = measure(ExpressionProfile("max(0, (exp(0.5) - exp(epsilon))/(1 + exp(0.5)))"), "1e-9")
    direct = measure(RandomisedResponseProfile("0.5"), "1e-9")
    assert response.lower <= direct.upper and direct.lower <= response.upper


def test_a_normal_tail_is_measured():
    found = measure(ExpressionProfile("erfc(epsilon/sqrt(2) + 2)/2"), "1e-6")
    assert found.finite and found.upper - found.lower <= arb("1e-6")


@pytest.mark.parametrize("text", ["exp(-epsilon)/2", "exp(-epsilon**1.5)/2", "0.2 + exp(-epsilon)/10"])
def test_an_expression_with_a_heavy_tail_has_no_mu(text):
    found = measure(ExpressionProfile(text))
    assert not found.finite and found.upper == math.inf


def test_an_open_tail_is_said_and_gives_no_upper_bound():
    found = measure(ExpressionProfile("1/2 - epsilon/(2 + 2*epsilon)"))
    assert found.upper == math.inf and "no lemma" in found.undecided


@pytest.mark.parametrize(
    ("text", "words"),
    [("epsilon*exp(-epsilon**2)", r"must not increase, got a positive derivative at epsilon=0 of"), ("1 - epsilon", r"must stay in \[0, 1\], got delta=-0.25.* at epsilon=1.25"),
     ("2*exp(-epsilon)", r"must stay in \[0, 1\], got delta=2.0* at epsilon=0"), ("1/epsilon", "must have a value at every epsilon >= 0, got none at epsilon=0"),
     ("0.1*x*exp(-epsilon)", "the only symbol must be epsilon")],
)
def test_what_is_no_profile_is_named_with_its_first_offending_point(text, words):
    with pytest.raises(ClaimError, match=words):
        ExpressionProfile(text)


def test_a_curve_that_begins_at_one_is_refused():
    with pytest.raises(ClaimError, match=r"delta\(0\) must be below 1"):
        measure(ExpressionProfile("exp(-epsilon**2)"))
