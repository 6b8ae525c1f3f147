"""One contract over all laws on the line: formulas agree with each other, and the sampler agrees with the formulas."""

import copy
import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
import scipy.integrate
import scipy.stats
import sympy as sp

from mechanisms import FACTORIES, GeneralisedCauchy, Histogram, Laplace, LineLaw, Mixture, Normal, Pareto, TruncatedExponential, Uniform
from mechanisms.mixture import subsampled_normal

F = Fraction
a, b, c = sp.symbols("a b c", real=True)


class Term:
    """An object that only knows which expression it stands for, and forbids reading it too early."""

    def __init__(self, value: sp.Expr) -> None:
        self.value, self.readable = value, False

    def _sympy_(self) -> sp.Expr:
        assert self.readable, "converted on construction"
        return self.value


LAWS = {
    "laplace": Laplace(F(1, 2), scale=F(2, 3)),
    "normal by scale": Normal(-1, scale=F(3, 2)),
    "normal by variance": Normal(F(1, 3), variance=2),
    "uniform": Uniform(-1, F(5, 2)),
    "increasing": TruncatedExponential(-1, 2, rate=F(3, 2)),
    "decreasing": TruncatedExponential(0, F(1, 2), rate=-5),
    "constant": TruncatedExponential(0, 3, rate=0),
    "histogram": Histogram((-1, 0, F(1, 2), 3), (F(1, 4), 0, F(3, 4))),
    "cauchy": GeneralisedCauchy(F(1, 2), exponent=2, rate=F(3, 2)),
    "student": GeneralisedCauchy(0, exponent=3, scale=F(1, 2)),
    "pareto": Pareto(F(1, 2), F(5, 2), location=-1),
    "mixture": subsampled_normal(F(1, 10), 2, F(1, 2)),
    "nested mixture": Mixture((F(1, 3), F(2, 3)), (Uniform(0, 1), Mixture((1,), (Laplace(0, scale=1),)))),
}
WITH_PIECES = {name: law for name, law in LAWS.items() if hasattr(law, "log_density_pieces")}
REFERENCE = {
    "cauchy": scipy.stats.cauchy(0.5, 2 / 3),
    "student": scipy.stats.t(2, 0, 0.5 / math.sqrt(2)),
    "pareto": scipy.stats.pareto(2.5, -1, 0.5),
    "laplace": scipy.stats.laplace(0.5, 2 / 3),
    "normal by scale": scipy.stats.norm(-1, 1.5),
    "normal by variance": scipy.stats.norm(1 / 3, math.sqrt(2)),
    "uniform": scipy.stats.uniform(-1, 3.5),
    "decreasing": scipy.stats.truncexpon(b=2.5, loc=0, scale=0.2),
    "constant": scipy.stats.uniform(0, 3),
    "histogram": scipy.stats.rv_histogram((np.array([0.25, 0, 0.75]), np.array([-1, 0, 0.5, 3])), density=False),
}
POINTS = (F(-7, 3), F(-2, 5), F(1, 7), F(1, 3), F(9, 10), F(7, 3), F(16, 5))
LEVELS = (F(1, 1000), F(1, 7), F(1, 3), F(3, 5), F(99, 100))

every_law = pytest.mark.parametrize("law", LAWS.values(), ids=LAWS.keys())
every_law_with_pieces = pytest.mark.parametrize("law", WITH_PIECES.values(), ids=WITH_PIECES.keys())


def as_function(formula, x):
    return sp.lambdify(x, formula, "math")


@every_law
def test_a_law_on_the_line_has_all_members_of_the_protocol(law):
    assert isinstance(law, LineLaw)
    assert law.kind in FACTORIES


@every_law
def test_a_law_is_equal_to_its_copy_and_hashable(law):
    assert len({law, copy.deepcopy(law)}) == 1


@every_law
def test_the_density_integrates_to_the_mass_between_two_points(law):
    x = sp.Dummy("x", real=True)
    density = as_function(law.density(x), x)
    ends = [-40, -1, 0, 0.5, 1, 2, 2.5, 3, 40]
    total = sum(scipy.integrate.quad(density, lo, hi)[0] for lo, hi in pairwise(ends))
    mass = float(law.distribution_function(sp.Integer(40)) - law.distribution_function(sp.Integer(-40)))
    assert total == pytest.approx(mass, abs=1e-8)  # quad's own error


@every_law
@pytest.mark.parametrize("point", POINTS)
def test_the_derivative_of_the_distribution_function_is_the_density(law, point):
    x = sp.Dummy("x", real=True)
    slope = sp.diff(law.distribution_function(x), x).subs(x, point)
    assert abs(sp.N(slope - law.density(point), 30)) < sp.Rational(1, 10**25)


@every_law
def test_the_distribution_function_runs_from_zero_to_one(law):
    values = [float(law.distribution_function(point)) for point in (-(10**15), *POINTS, 10**15)]
    assert values[0] == pytest.approx(0, abs=1e-12)
    assert values[-1] == pytest.approx(1, abs=1e-12)
    assert values == sorted(values)


@every_law_with_pieces
@pytest.mark.parametrize("point", POINTS)
def test_the_pieces_agree_with_the_density(law, point):
    inside = [
        sp.exp(c0 + c1 * point + c2 * point**2) for lo, hi, c0, c1, c2 in law.log_density_pieces() if lo < point < hi
    ]
    assert len(inside) <= 1
    piecewise = inside[0] if inside else sp.Integer(0)
    assert abs(sp.N(piecewise - law.density(point), 30)) < sp.Rational(1, 10**25)


@every_law_with_pieces
@pytest.mark.parametrize("level", LEVELS)
def test_the_quantile_inverts_the_distribution_function(law, level):
    x = law.quantile(level)
    assert abs(sp.N(law.distribution_function(x) - level, 30)) < sp.Rational(1, 10**25)


@every_law_with_pieces
def test_levels_zero_and_one_give_the_ends_of_the_support(law):
    pieces = law.log_density_pieces()
    assert (law.quantile(0), law.quantile(1)) == (pieces[0][0], pieces[-1][1])


@every_law_with_pieces
def test_a_level_outside_zero_and_one_is_an_error(law):
    with pytest.raises(ValueError, match=r"u must lie in \[0, 1\], got u=3/2; give a probability"):
        law.quantile(F(3, 2))


@pytest.mark.parametrize("name", REFERENCE)
def test_the_sampler_and_the_law_in_scipy_agree(name):
    draws = LAWS[name].sample(200_000, np.random.default_rng(20240611))
    assert draws.shape == (200_000,)
    assert scipy.stats.kstest(draws, REFERENCE[name].cdf).pvalue > 1e-6


@pytest.mark.parametrize("name", REFERENCE)
def test_the_density_and_the_law_in_scipy_agree(name):
    for point in POINTS:
        assert float(LAWS[name].density(point)) == pytest.approx(float(REFERENCE[name].pdf(float(point))), rel=1e-12)


@every_law
def test_the_sampler_and_the_distribution_function_agree(law):
    x = sp.Dummy("x", real=True)
    function = as_function(law.distribution_function(x), x)
    draws = law.sample(5_000, np.random.default_rng(7))
    assert scipy.stats.kstest(draws, np.vectorize(function)).pvalue > 1e-6


def test_the_test_of_samplers_notices_a_scale_that_is_wrong_by_a_twentieth():
    draws = Laplace(0, scale=F(21, 20)).sample(200_000, np.random.default_rng(20240611))
    assert scipy.stats.kstest(draws, scipy.stats.laplace(0, 1).cdf).pvalue < 1e-6


@every_law
def test_the_same_seed_gives_the_same_draws(law):
    first, second = (law.sample(50, np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(first, second)


@every_law
def test_a_translated_law_has_the_translated_density(law):
    shifted = law.translated(F(3, 4))
    for point in POINTS:
        assert sp.simplify(shifted.density(point + F(3, 4)) - law.density(point)) == 0


@pytest.mark.parametrize(
    ("law", "at", "same"),
    [
        (Laplace(a, scale=b), {a: F(1, 2), b: F(2, 3)}, "laplace"),
        (Normal(a, scale=b), {"a": -1, "b": 1.5}, "normal by scale"),
        (Normal(a, variance=b**2), {a: F(1, 3), b: math.sqrt(2)}, "normal by variance"),
        (Uniform(a, a + b), {a: -1, b: F(7, 2)}, "uniform"),
        (TruncatedExponential(0, a, rate=b), {a: F(1, 2), b: -5}, "decreasing"),
        (TruncatedExponential(0, a, rate=b), {a: 3, b: 0}, "constant"),
        (Histogram((-1, 0, F(1, 2), a), (b, 0, 1 - b)), {a: 3, b: F(1, 4)}, "histogram"),
        (subsampled_normal(c, a, b), {a: 2, b: F(1, 2), c: F(1, 10)}, "mixture"),
    ],
)
def test_a_law_with_symbols_is_the_law_with_numbers_once_they_are_known(law, at, same):
    exact = {sp.Symbol(k, real=True) if isinstance(k, str) else k: sp.nsimplify(v) for k, v in at.items()}
    for point in POINTS:
        difference = law.density(point).subs(exact) - LAWS[same].density(point)
        assert abs(sp.N(difference, 30)) < sp.Rational(1, 10**25)
        difference = law.distribution_function(point).subs(exact) - LAWS[same].distribution_function(point)
        assert abs(sp.N(difference, 30)) < sp.Rational(1, 10**25)
    if not isinstance(law, Mixture):
        for symbolic, numeric in zip(law.log_density_pieces(), LAWS[same].log_density_pieces(), strict=True):
            for left, right in zip(symbolic, numeric, strict=True):
                left = left.subs(exact)
                assert left == right or abs(sp.N(left - right, 30)) < sp.Rational(1, 10**25)
        for level in LEVELS:
            assert abs(sp.N(law.quantile(level).subs(exact) - LAWS[same].quantile(level), 30)) < sp.Rational(1, 10**25)
    draws = [law.sample(40, np.random.default_rng(5), at), LAWS[same].sample(40, np.random.default_rng(5))]
    np.testing.assert_allclose(*draws, rtol=1e-12)


@pytest.mark.parametrize(
    "make",
    [
        lambda loc, scale: Laplace(loc, scale=scale),
        lambda loc, scale: Normal(loc, scale=scale),
        lambda loc, scale: Normal(loc, variance=scale),
        lambda loc, scale: Uniform(loc, scale),
        lambda loc, scale: TruncatedExponential(loc, scale, rate=scale),
        lambda loc, scale: Histogram((loc, scale), (1,)),
    ],
)
def test_an_object_that_sympy_can_read_is_kept_and_read_only_in_methods(make):
    loc, scale = Term(sp.Integer(0)), Term(sp.Integer(2))
    law = make(loc, scale)
    values = [value for _, value in law.parameters()]
    assert values[0] is loc
    assert any(value is scale for value in values)
    loc.readable = scale.readable = True
    plain = make(0, 2)
    assert law.density(1) == plain.density(1)
    assert law.log_density_pieces() == plain.log_density_pieces()
    assert law.translated(1).distribution_function(1) == plain.translated(1).distribution_function(1)
    assert np.array_equal(law.sample(9, np.random.default_rng(1)), plain.sample(9, np.random.default_rng(1)))


@every_law_with_pieces
def test_parameters_make_the_law_again(law):
    if isinstance(law, Histogram):
        values = dict(law.parameters())
        again = Histogram(
            [value for name, value in values.items() if name.startswith("edge_")],
            [value for name, value in values.items() if name.startswith("weight_")],
        )
    else:
        again = FACTORIES[law.kind](**dict(law.parameters()))
    assert again == law


def test_a_symbol_without_value_is_named_when_sampling():
    with pytest.raises(
        ValueError, match=r"Laplace: every symbol must have a value, got none for b in scale=2\*b; pass"
    ):
        Laplace(0, scale=2 * b).sample(3, np.random.default_rng(0), {a: 1})


def test_a_scale_that_turns_out_negative_or_not_a_number_is_an_error_when_sampling():
    for value in (-1, 0, float("nan"), sp.oo):
        with pytest.raises(ValueError, match=r"scale must be (positive|a finite real number) to sample, got scale="):
            Normal(0, scale=b).sample(3, np.random.default_rng(0), {b: value})
