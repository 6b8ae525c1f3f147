"""Diffusions: the exact laws of the linear one, and the synchronous coupling of others."""

import numpy as np
import pytest
import scipy.stats
import sympy as sp

from mechanisms import Langevin, Normal, OrnsteinUhlenbeck

t = sp.symbols("t", positive=True)


def test_the_law_solves_the_moment_equations():
    law = OrnsteinUhlenbeck(3).law(2, (t,))
    assert sp.simplify(sp.diff(law.mean, t) + 3 * law.mean) == 0
    assert sp.simplify(sp.diff(law.variance, t) + 6 * law.variance - 2) == 0
    assert OrnsteinUhlenbeck(0).law(0, (5,)) == Normal(0, variance=10)


def test_the_joint_law_is_markov():
    c = OrnsteinUhlenbeck(1).law(0, (1, 2, 4)).matrix()
    assert sp.simplify(c[0, 2] - c[0, 1] * c[1, 2] / c[1, 1]) == 0


def test_euler_draws_of_the_linear_diffusion_follow_its_law():
    (draws,) = Langevin(lambda x: 2 * x, 2).coupled([np.array([1.0])], 1.0, 2000, np.random.default_rng(5), 4000)
    law = OrnsteinUhlenbeck(2).law(1, (1,))
    assert scipy.stats.kstest(draws[:, 0], scipy.stats.norm(float(law.mean), float(law.scale_)).cdf).pvalue > 1e-4


def test_coupled_solutions_of_a_convex_potential_come_together():
    potential = Langevin(lambda x: x + x**3, 1)  # V'' = 1 + 3 x^2
    first, second = potential.coupled([np.array([1.0]), np.array([-0.5])], 1.0, 4000, np.random.default_rng(2), 200)
    assert (np.abs(first - second) <= 1.5 * float(potential.factor(1)) * 1.001).all()
    linear = Langevin(lambda x: x, 1).coupled([np.array([1.0]), np.array([-0.5])], 1.0, 4000, np.random.default_rng(2))
    assert float(np.abs(linear[0] - linear[1])[0, 0]) == pytest.approx(1.5 * float(OrnsteinUhlenbeck(1).factor(1)), rel=1e-3)


def test_times_that_do_not_increase_are_named():
    with pytest.raises(ValueError, match=r"times\[1\]=1 after 2"):
        OrnsteinUhlenbeck(1).law(0, (2, 1))
    with pytest.raises(ValueError, match="at least one entry"):
        OrnsteinUhlenbeck(1).law(0, ())
    with pytest.raises(ValueError, match="steps=0"):
        Langevin(lambda x: x, 1).coupled([np.zeros(1)], 1.0, 0, np.random.default_rng(0))
