"""Boxes prove inequalities over special functions on whole domains, ends and infinity included, and the checker confirms the proofs."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from verify import claims as c
from verify.claims import Compare, above, at_least, between
from verify.engines import interval
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data

x, a, n, eps, delta, p = c.numbers("x a n eps delta p")
q = c.number
MEDIUM = replace(EFFORTS["quick"], boxes=195, guard_seconds=60)
TRUE = {
    "the logistic function is near Phi": ({x: at_least(0)}, Compare(c.normal_cdf(x), "<=", 1 / (1 + c.exp(q("-1.702") * x)) + q("0.0096"))),
    "quantiles below the middle": ({p: between(0, q("1/2"), "left")}, Compare(c.normal_quantile(p), "<=", 0)),
    "incomplete gamma functions of whole order": ({x: at_least(0)}, Compare(c.gamma_p(2, x), "<=", 1 - c.exp(-x))),
    "incomplete gamma functions are probabilities": ({a: above(0), x: at_least(0)}, Compare(c.gamma_p(a, x), "<=", 1)),
    "incomplete beta function": ({x: between(0, 1)}, Compare(c.beta_incomplete(2, 3, x), "<=", 6 * x**2)),
    "incomplete beta function falls in its first parameter": ({a: between(1, 3), x: between(0, 1)},
                                                              Compare(c.beta_incomplete(a, 2, x), ">=", c.beta_incomplete(3, 2, x))),
    "Gauss's function on a half-line": ({x: at_least(0)}, Compare(c.hyp2f1(1, 2, 3, -x), ">", 0)),
    "Legendre polynomial": ({x: between(-1, 1)}, Compare(c.legendre_p(2, x), "<=", 1)),
    "Legendre function": ({x: between(1, 5)}, Compare(c.legendre_p(q("5/2"), x), ">=", 1)),
    "Bessel function of the first kind": ({x: at_least(0)}, Compare(c.bessel_i(0, x), ">=", 1)),
    "Bessel functions of the second kind": ({x: between(q("1/2"), 4)}, Compare(c.bessel_k(1, x), ">", c.bessel_k(0, x))),
    "Lambert's function touches at 0": ({x: at_least(0)}, Compare(c.lambert_w(x), "<=", x)),
    "hyperbolic sine touches at 0": ({x: at_least(0)}, Compare(c.sinh(x), ">=", x)),
    "hyperbolic cosine touches at 0": ({x: c.REALS}, Compare(c.cosh(x), ">=", 1 + x**2 / 2)),
    "hyperbolic tangent touches at 0": ({x: at_least(0)}, Compare(c.tanh(x), "<=", x)),
    "a removable singularity": ({x: at_least(0)}, Compare(c.expm1_over(x), ">=", 1 + x / 2)),
    "a removable singularity inside": ({x: between(-2, 2)}, Compare(c.expm1_over(x), ">=", c.exp(x / 2))),
    "a positive function up to its pole": ({x: above(-1)}, Compare(c.log1p_over(x), ">", 0)),
    "subsets of two": ({n: c.integers(2, 12)}, Compare(c.binomial(n, 2), "<=", n * (n - 1) / 2)),
    "Gaussian levels rise": ({eps: between(0, 4), delta: between(q("1/100"), q("1/2"))},
                             Compare(c.gaussian_level(eps, delta), ">=", c.gaussian_level(eps, q("1/100")))),
}


def decided(forall, states):
    (variant,) = c.Claim("toy/claim", "Toy", forall, states).variants()
    return variant, interval.decide(Task(variant, MEDIUM))


@pytest.mark.parametrize("name", TRUE)
def test_a_true_inequality_is_proved_and_confirmed(name):
    variant, finding = decided(*TRUE[name])
    assert finding.status is Status.PROVED, finding.summary
    data = json.loads(certificate.text(certificate.build(variant, finding, effort="quick", seed=0)))
    assert check_data(data, "c.json").status == "confirmed"


FALSE = {
    "the level of a mechanism grows faster than eps": ({eps: at_least(0)}, Compare(c.gaussian_level(eps, q("1/10")), "<=", c.gaussian_level(0, q("1/10")) + eps)),
    "Phi at its limit": ({x: at_least(0)}, Compare(c.normal_cdf(x), "<=", q("999/1000"))),
    "a quantile without value at the end": ({p: between(0, q("1/2"))}, Compare(c.normal_quantile(p), "<=", 0)),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_inequality_is_not_proved(name):
    assert decided(*FALSE[name])[1].status is not Status.PROVED


def test_a_function_with_a_wrong_number_of_arguments_is_refused():
    assert decided({x: at_least(0)}, Compare(c.Node("mills", x, x), "<=", 1))[1].status is Status.UNDECIDED
