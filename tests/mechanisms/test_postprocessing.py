"""Post-processing by maps, quantisers and kernels acts on laws and on every output of a mechanism."""

from fractions import Fraction

import numpy as np
import pytest
import scipy.stats
import sympy as sp

from mechanisms import Finite, Kernel, Laplace, LaplaceMechanism, Map, Normal, PostProcessed, Quantise, postprocess

F = Fraction
NOISY_BIT = Kernel({0: Finite((0, 1), (F(2, 3), F(1, 3))), 1: Finite.point_mass(1)})


def test_a_map_acts_exactly_on_a_finite_law():
    law = Finite((-1, 0, 1), (F(1, 4), F(1, 4), F(1, 2)))
    assert postprocess(law, Map(abs)).table() == {1: F(3, 4), 0: F(1, 4)}
    assert postprocess(law, Map({-1: "low", 0: "low", 1: "high"})).table() == {"low": F(1, 2), "high": F(1, 2)}


def test_a_table_names_the_input_it_lacks_or_has_twice():
    with pytest.raises(ValueError, match=r"Map: input must be listed in the table, got input=2; add its image"):
        Map({0: 1})(2)
    with pytest.raises(ValueError, match=r"Map: inputs must be distinct, got input=Fraction\(0, 1\) twice"):
        Map([(0, 1), (F(0), 2)])


def test_a_map_of_a_continuous_law_is_sampled():
    draws = postprocess(Normal(0, scale=2), Map(abs)).sample(5_000, np.random.default_rng(9))
    assert scipy.stats.kstest(draws, scipy.stats.halfnorm(scale=2).cdf).pvalue > 1e-6


def test_a_quantised_law_has_the_exact_masses_of_the_cells():
    law = postprocess(Laplace(0, scale=1), Quantise((-1, 0, 1)))
    tail = sp.exp(-1) / 2
    assert law.points == (0, 1, 2, 3)
    assert all(
        sp.simplify(w - v) == 0
        for w, v in zip(law.weights, (tail, sp.S.Half - tail, sp.S.Half - tail, tail), strict=True)
    )


def test_a_quantiser_puts_draws_into_the_cells_it_weighs():
    cells = Quantise((-1, 0, 1))
    draws = cells.on_draws(Laplace(0, scale=1).sample(20_000, np.random.default_rng(8)))
    expected = 20_000 * np.array([float(w) for w in cells.apply(Laplace(0, scale=1)).weights])
    assert float(((np.bincount(draws, minlength=4) - expected) ** 2 / expected).sum()) < 30.7  # 3 degrees, level 1e-6


def test_a_quantiser_puts_a_point_on_a_threshold_below_it_in_both_routes():
    assert Quantise((0,)).apply(Finite.point_mass(0)).table() == {0: 1}
    assert Quantise((0,)).on_draws(np.array([0.0])).tolist() == [0]


def test_a_processed_mechanism_applies_its_steps_in_order_to_each_output():
    mechanism = PostProcessed(LaplaceMechanism(1), (Quantise((0,)), NOISY_BIT, Map({0: "no", 1: "yes"})))
    assert mechanism.output(0).table() == {"no": F(1, 3), "yes": F(2, 3)}
    assert sp.simplify(mechanism.output(-1).probability("no") - sp.Rational(2, 3) * (1 - sp.exp(-1) / 2)) == 0


def test_a_single_step_need_not_stand_in_a_tuple():
    assert PostProcessed(NOISY_BIT, NOISY_BIT).output(0).table() == {0: F(4, 9), 1: F(5, 9)}


def test_a_kernel_on_a_continuous_law_is_an_error():
    with pytest.raises(
        TypeError, match=r"postprocess: a Kernel acts on Finite distributions, got law=Laplace.*; apply Quantise"
    ):
        postprocess(Laplace(0, scale=1), NOISY_BIT)


def test_a_bare_function_as_step_is_an_error():
    with pytest.raises(TypeError, match=r"PostProcessed: steps must be Map, Quantise or Kernel, got steps\[0\]="):
        PostProcessed(NOISY_BIT, (abs,))


def test_thresholds_must_increase():
    with pytest.raises(ValueError, match=r"edges\[0\] and edges\[1\]\): low must be below high, got low=1, high=0"):
        Quantise((1, 0))
