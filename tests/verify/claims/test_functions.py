"""Classes of functions: constants that no function obeys, spaces without the Euclidean norm and values of the wrong dimension are refused where they are written."""

import pytest

from verify import claims as c
from verify.claims.show import latex, text
from verify.claims.validate import validate

L, mu, d = c.numbers("L mu d")
f, x = c.objects("f x")
HUBER = c.piecewise_quadratic({-1: -1, 1: 1}, height="1/2")


@pytest.mark.parametrize(("write", "told"), [
    (lambda: c.FunctionClass(c.LINE, convexity=2, smoothness=1), "FunctionClass: convexity must be at most smoothness, got convexity=2, smoothness=1"),
    (lambda: c.FunctionClass(c.LINE), "functions without any condition have no interpolation conditions"),
    (lambda: c.FunctionClass(c.Euclid(2, 1), convexity=0), "FunctionClass: on must be LINE or Euclid(d, 2), got euclid"),
    (lambda: c.FunctionClass(c.LINE, smoothness=-1), "FunctionClass: smoothness must be at least 0, got smoothness=-1"),
    (lambda: c.FunctionClass(c.REALS, convexity=0), "on must be LINE"),
    (lambda: c.piecewise_quadratic({}), "slopes must have at least one place, got none"),
    (lambda: c.ridge_sum(2, (1, HUBER)), "ridge_sum: directions must have 2 coordinates, got 1 in part 1"),
    (lambda: c.ridge_sum(1, (1, c.number(2))), "profiles must be piecewise_quadratic(...), got num 2 in part 1"),
])
def test_slips_are_refused_with_a_line(write, told):
    with pytest.raises(c.ClaimError) as error:
        write()
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_they_are_shown_in_the_words_of_the_field():
    space = c.Euclid(d, 2)
    assert text(c.FunctionClass(space, convexity=mu, smoothness=L)) == "μ-strongly convex, L-smooth functions on ℝ^d with l_2"
    assert text(c.FunctionClass(c.LINE, convexity=0, lipschitz=1)) == "convex, 1-Lipschitz functions on ℝ"
    assert text(c.FunctionClass(c.LINE, bound=1)) == "bounded by 1 functions on ℝ"
    assert text(c.gradient(f, x)) == "∇f(x)"
    assert text(c.prox(f, x, L)) == "prox[L·f](x)"
    assert text(c.minimisers(f)) == "argmin f"
    assert text(c.subdifferential(f, x)) == "∂f(x)"
    assert r"\nabla f(x)" in latex(c.gradient(f, x))


def test_an_inner_product_of_compound_points_has_parentheses():
    y = c.objects("y")
    assert text(c.dot(x - y, x, d)) == "Σ[k′ ∈ {1, …, d}] (x − y)[k′]·x[k′]"


@pytest.mark.parametrize(("convexity", "other"), [(c.number("1/2"), "lipschitz"), (mu, "lipschitz"), (mu, "bound")])
def test_a_class_without_functions_is_refused(convexity, other):
    functions = c.FunctionClass(c.LINE, convexity=convexity, **{other: 3})
    with pytest.raises(c.ClaimError, match=f"the range of f must not be empty, got a convexity above 0 with {other}"):
        validate(c.Claim("toy/one", "1", forall={mu: c.above(0), f: functions}, states=c.Compare(f(1), "<=", mu)))


def test_a_convexity_that_may_be_0_is_kept():
    validate(c.Claim("toy/one", "1", forall={mu: c.at_least(0), f: c.FunctionClass(c.LINE, convexity=mu, lipschitz=3)}, states=c.Compare(f(1), "<=", mu)))
