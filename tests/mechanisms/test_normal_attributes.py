"""Conditional laws of normal records: against the textbook formula, NumPy and draws near the condition."""

import numpy as np
import pytest
import sympy as sp

from mechanisms import Normal, NormalAttributes, NormalFramework, NormalVector
from mechanisms.priors import normal_records

RECORD = NormalVector((1, -2, 0), ((4, 2, 1), (2, 3, 0), (1, 0, 5)))


def test_one_attribute_given_another_is_a_regression():
    law = NormalAttributes(RECORD, ((1, 0, 0),), ((0, 1, 0),)).query_law((3,))
    assert law == Normal(-1, variance=2)  # -2 + 2/4 (3 - 1), 3 - 2^2/4


def test_conditional_laws_are_translates_by_the_gain():
    attributes = NormalAttributes(RECORD, ((1, 1, 0),), ((0, 1, 1), (1, 0, 0)))
    first, second = attributes.query_law((0,)), attributes.query_law((11,))
    assert first.covariance == second.covariance
    assert tuple(b - a for a, b in zip(first.mean, second.mean, strict=True)) == attributes.shift((11,), (0,))


def test_numpy_has_the_same_moments():
    n, m, c = np.array([[1, 0, 1], [0, 1, 0]]), np.array([[1, 2, 3]]), np.array(RECORD.covariance, dtype=float)
    law = NormalAttributes(RECORD, n.tolist(), m.tolist()).query_law((2, 0))
    gain = m @ c @ n.T @ np.linalg.inv(n @ c @ n.T)
    mean = np.array(RECORD.mean, dtype=float)
    assert float(law.mean) == pytest.approx((m @ mean + gain @ (np.array([2, 0]) - n @ mean)).item())
    assert float(sp.sympify(law.variance)) == pytest.approx((m @ c @ m.T - gain @ n @ c @ m.T).item())


@pytest.mark.parametrize(("secret", "query", "words"), [
    (((1, 0),), ((1, 0, 0),), "rows of 3 entries"), (((1, 0, 0), (2, 0, 0)), ((1, 0, 0),), "must be regular, got determinant 0"),
])
def test_bad_matrices_are_named(secret, query, words):
    with pytest.raises(ValueError, match=words):
        NormalAttributes(RECORD, secret, query)


def test_a_secret_that_determines_the_query_is_named():
    with pytest.raises(ValueError, match="certainly 3"):
        NormalAttributes(RECORD, ((1, 0, 0),), ((1, 0, 0),)).query_law((3,))


def test_a_framework_lists_all_ordered_pairs_of_values():
    framework = NormalFramework(NormalAttributes(RECORD, ((1, 0, 0),), ((0, 1, 0),)), ((0,), (2,), (3,)))
    laws = {(a, b): (p, q) for _, a, b, p, q in framework.query_laws()}
    assert len(laws) == 6 and laws["secret is 0", "secret is 2"][1].mean - laws["secret is 0", "secret is 2"][0].mean == 1
    assert framework.query_values() == ()


@pytest.mark.parametrize(("values", "query", "words"), [(((0,), (0,)), ((0, 1, 0),), "at least two different"), (((0,), (1,)), ((0, 1, 0), (0, 0, 1)), "one coordinate")])
def test_frameworks_that_hide_nothing_are_refused(values, query, words):
    with pytest.raises(ValueError, match=words):
        NormalFramework(NormalAttributes(RECORD, ((1, 0, 0),), query), values)


def test_normal_records_by_name():
    (_, _, _, p, q), _ = normal_records("3", "1/2", "0,2", "mean").query_laws()
    assert abs(p.mean - q.mean) == sp.Rational(4, 3) and p.variance == q.variance
    with pytest.raises(ValueError, match="query must be one of sum, mean, other"):
        normal_records(2, 0, query="median")
    with pytest.raises(ValueError, match="size=1"):
        normal_records(1, 0)
