"""Projected noisy descent: its Lipschitz constant, projections, and draws against the exact law of a linear iteration."""

from fractions import Fraction

import numpy as np
import pytest
import scipy.stats

from mechanisms import Ball, Box, LinearGaussianIteration, ProjectedDescent

F = Fraction


def squares(states, records):
    """Gradient of (w - x)^2/2."""
    return states - records.reshape(len(records), -1)


def descent(**changes):
    given = {"step": F(1, 2), "smoothness": 1, "convexity": 1, "deviation": F(1, 3)} | changes
    return ProjectedDescent((0,), squares, None, **given)


def test_the_lipschitz_constant_follows_from_the_curvature():
    assert descent().contraction() == F(1, 2)
    assert descent(convexity=0).contraction() == 1
    assert descent(step=F(3, 2)).contraction() == F(1, 2)


@pytest.mark.parametrize(("changes", "words"), [
    ({"step": 3}, "a step must not expand, got the Lipschitz constant 2 at step=3; accepted are steps of at most 2"),
    ({"step": 0}, "step must be positive"), ({"convexity": 2}, "between 0 and the smoothness 1"), ({"deviation": -1}, "deviation must be positive"),
])
def test_steps_that_expand_and_bad_parameters_are_named(changes, words):
    with pytest.raises(ValueError, match=words):
        descent(**changes)


def test_projections_find_the_nearest_point_and_do_not_expand():
    rng = np.random.default_rng(0)
    points = rng.normal(0, 3, (400, 2))
    for project in (Ball((1, 0), 2), Box((-1, 0), (1, F(1, 2)))):
        near = project(points)
        assert np.allclose(project(near), near)
        gaps = np.linalg.norm(points[:-1] - points[1:], axis=1)
        assert (np.linalg.norm(near[:-1] - near[1:], axis=1) <= gaps + 1e-12).all()
        assert (near != points).any()


def test_one_step_moves_no_two_states_apart():
    rng = np.random.default_rng(1)
    states, records = rng.normal(size=(200, 1)), rng.normal(size=(200, 1))
    moved, other = (ProjectedDescent((0,), squares, Ball((0,), 1), step=2, smoothness=1, deviation=1).move(s, records) for s in (states, states[::-1].copy()))
    assert (np.abs(moved - other) <= np.abs(states - states[::-1]) + 1e-12).all()


def test_draws_follow_the_exact_law_of_the_linear_iteration():
    data = np.array([1.0, -2.0, 3.0])
    draws = descent().sample(np.tile(data, (20_000, 1))[:, :, None], np.random.default_rng(3))
    law = LinearGaussianIteration(0, (F(1, 2),) * 3, (F(1, 2), -1, F(3, 2)), (F(1, 9),) * 3).law()
    assert scipy.stats.kstest(draws[:, 0], scipy.stats.norm(float(law.mean), float(law.scale_)).cdf).pvalue > 1e-4
