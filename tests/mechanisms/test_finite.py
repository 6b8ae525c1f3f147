"""Finite laws and kernels: exact weights, points compared by value, errors that name the entry."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from mechanisms import Finite, Kernel

F = Fraction
epsilon = sp.Symbol("epsilon", real=True)
RESPONSE = Kernel({0: Finite((0, 1), (F(3, 4), F(1, 4))), 1: Finite((0, 1), (F(1, 4), F(3, 4)))})


@pytest.mark.parametrize(
    ("points", "weights", "error", "message"),
    [
        ((0, 1), (F(1, 2), F(1, 3)), ValueError, r"weights must sum to 1, got sum=5/6; the weights are \(1/2, 1/3\)"),
        ((0, 1), (F(3, 2), F(-1, 2)), ValueError, r"weights must be non-negative, got weights\[1\]=-1/2; give"),
        ((0, 1), (0.5, 0.5), TypeError, r"weights\[0\] must be exact, got weights\[0\]=0.5; write a fraction"),
        ((0, 1), (1,), ValueError, r"points must be as many as weights, got 2 points, 1 weights"),
        ((), (), ValueError, r"weights must have at least one entry"),
        ((0, F(0)), (F(1, 2), F(1, 2)), ValueError, r"points must be distinct, got points\[1\]=0 equal to points\[0\]"),
        ((F(1, 2), sp.Rational(1, 2)), (F(1, 2), F(1, 2)), ValueError, r"points must be distinct, got points\[1\]=1/2"),
        (((0, 0.5),), (1,), TypeError, r"points\[0\]\[1\] must be exact, got points\[0\]\[1\]=0.5"),
        (
            ([0, 1],),
            (1,),
            TypeError,
            r"points\[0\] must be a number, a string or a tuple of these, got points\[0\]=\[0, 1\]",
        ),
        (
            (True,),
            (1,),
            TypeError,
            r"points\[0\] must be a number or an expression, got points\[0\]=True; write 0 or 1",
        ),
        ((0, 1), (sp.sqrt(2) / 2, F(1, 3)), ValueError, r"weights must sum to 1, got sum="),
    ],
)
def test_a_wrong_entry_is_named(points, weights, error, message):
    with pytest.raises(error, match="^Finite: " + message):
        Finite(points, weights)


def test_irrational_weights_that_sum_to_one_are_accepted():
    law = Finite((0, 1), (sp.E / (1 + sp.E), 1 / (1 + sp.E)))
    assert law.probability(1) == 1 / (1 + sp.E)


def test_symbolic_weights_are_accepted_and_kept():
    weights = (sp.exp(epsilon) / (1 + sp.exp(epsilon)), 1 / (1 + sp.exp(epsilon)))
    assert Finite((0, 1), weights).weights == weights


def test_events_are_functions_or_collections_and_missing_points_have_mass_zero():
    law = Finite((1, 2, 3), (F(1, 6), F(1, 3), F(1, 2)))
    assert law.mass(lambda point: point >= 2) == F(5, 6)
    assert law.mass({1, 3, 9}) == F(2, 3)
    assert (law.probability(sp.Integer(2)), law.probability(7)) == (F(1, 3), 0)
    assert law.expectation(lambda point: point**2) == F(6)


def test_gathering_adds_weights_of_equal_points_and_drops_zeros():
    law = Finite.gathered([(1, F(1, 4)), (F(2, 2), F(1, 4)), (2, F(1, 2)), (3, 0)])
    assert law == Finite((1, 2), (F(1, 2), F(1, 2)))


def test_map_marginal_product_and_conditional_agree_with_counting():
    die = Finite.uniform((1, 2, 3, 4, 5, 6))
    two = die.product(die)
    total = two.map(lambda pair: pair[0] + pair[1])
    assert total.probability(7) == F(1, 6)
    assert two.marginal(1).table() == die.table()
    assert two.marginal(1, 0).probability((2, 5)) == F(1, 36)
    assert two.conditional(lambda pair: pair[0] + pair[1] == 4).table() == {(k, 4 - k): F(1, 3) for k in (1, 2, 3)}


def test_a_law_given_an_event_of_probability_zero_has_no_value():
    with pytest.raises(ValueError, match=r"Finite.conditional: the event must have positive probability, got prob"):
        Finite.uniform((0, 1)).conditional(lambda point: point > 1)


def test_distribution_function_and_quantile_step_at_the_points():
    law = Finite((2, 0, 1), (F(1, 2), F(1, 4), F(1, 4)))
    assert [law.distribution_function(x) for x in (-1, 0, F(1, 2), 1, 2)] == [0, F(1, 4), F(1, 4), F(1, 2), 1]
    assert [law.quantile(u) for u in (F(1, 4), F(1, 3), F(1, 2), F(51, 100), 1)] == [0, 1, 1, 2, 2]
    with pytest.raises(ValueError, match=r"Finite.quantile: u must lie in \(0, 1\], got u=0"):
        law.quantile(0)


def test_translation_moves_the_points():
    assert Finite((0, 1), (F(1, 3), F(2, 3))).translated(F(1, 2)) == Finite((F(1, 2), F(3, 2)), (F(1, 3), F(2, 3)))


def test_the_sampler_draws_each_point_with_its_weight():
    law = Finite(((0, 1), (2, 3), (4, 5)), (F(1, 5), F(3, 10), F(1, 2)))
    draws = law.sample(20_000, np.random.default_rng(11))
    assert draws.shape == (20_000, 2)
    counts = [int((draws[:, 0] == first).sum()) for first in (0, 2, 4)]
    expected = np.array([4000, 6000, 10_000])
    assert float(((np.array(counts) - expected) ** 2 / expected).sum()) < 27.6  # chi-square, 2 degrees, level 1e-6


def test_labels_are_sampled_by_position_only():
    law = Finite(("yes", "no"), (F(1, 2), F(1, 2)))
    assert set(law.sample_indices(100, np.random.default_rng(0)).tolist()) == {0, 1}
    with pytest.raises(
        ValueError, match=r"points must be numbers, got points\[0\]='yes'; use sample_indices for labels"
    ):
        law.sample(1, np.random.default_rng(0))


def test_a_kernel_names_the_input_it_lacks():
    with pytest.raises(
        ValueError, match=r"Kernel: input must be one of \(0, 1\), got input=2; add its distribution to the table"
    ):
        RESPONSE(2)


@pytest.mark.parametrize(
    ("table", "error", "message"),
    [
        ({}, ValueError, r"table must have at least one input"),
        ({0: (1,)}, TypeError, r"table\[0\] must be a Finite distribution, got table\[0\]=\(1,\)"),
        ([(0, Finite.point_mass(0)), (F(0), Finite.point_mass(1))], ValueError, r"inputs must be distinct, got input="),
        ({0.5: Finite.point_mass(0)}, TypeError, r"input must be exact, got input=0.5"),
    ],
)
def test_a_wrong_table_is_refused_by_entry(table, error, message):
    with pytest.raises(error, match="^Kernel: " + message):
        Kernel(table)


def test_push_and_joint_law_of_randomised_response():
    prior = Finite((0, 1), (F(2, 3), F(1, 3)))
    assert RESPONSE.push(prior).table() == {0: F(7, 12), 1: F(5, 12)}
    assert RESPONSE.then(prior).table() == {(0, 0): F(1, 2), (0, 1): F(1, 6), (1, 0): F(1, 12), (1, 1): F(1, 4)}


def test_a_kernel_after_a_kernel_has_the_product_of_their_matrices():
    twice = RESPONSE.after(RESPONSE)
    assert twice(0).table() == {0: F(5, 8), 1: F(3, 8)}
    assert twice.output(1).table() == {0: F(3, 8), 1: F(5, 8)}


def test_equal_kernels_are_equal_and_hashable():
    assert len({RESPONSE, Kernel(dict(RESPONSE.table))}) == 1
