"""Hypothesis draws the objects that claims speak of, and shrinks counterexamples."""

import pytest
from flint import fmpq
from hypothesis import given, settings

from verify import claims as c
from verify import quantities as q
from verify.engines.exhaustive import NotSmall
from verify.quantities.kernels.divergences import total_variation
from verify.strategies import counterexample, couplings, finite_laws, fractions, kernels
from verify.values.laws import FiniteLaw, joint, marginal

x, n, a, e, delta = c.numbers("x n a e delta")
P, Q, R, K, J = c.objects("P Q R K J")
PAIR = {n: c.integers(2), P: c.Laws(c.Labels(n)), Q: c.Laws(c.Labels(n))}
LABELS = [fmpq(1), fmpq(2), fmpq(3)]


@settings(max_examples=60, deadline=None)
@given(finite_laws(LABELS), finite_laws(LABELS), kernels(LABELS, LABELS))
def test_kernels_contract_total_variation(p, q, k):
    after = [marginal(joint(law, dict(k.entries)), 1) for law in (p, q)]
    assert total_variation(*after) <= total_variation(p, q)


@settings(max_examples=60, deadline=None)
@given(finite_laws().flatmap(lambda p: finite_laws().flatmap(lambda q: couplings(p, q).map(lambda j: (p, q, j)))))
def test_couplings_have_their_marginals(drawn):
    p, q, j = drawn
    assert marginal(j, 0) == p
    assert marginal(j, 1) == q


@settings(max_examples=60, deadline=None)
@given(fractions(0, 1))
def test_fractions_stay_in_their_range(value):
    assert 0 <= value <= 1


def claim(forall, states, given=()):
    return c.Claim("toy/item", "Item", forall=forall, given=given, states=states)


def test_a_counterexample_is_as_simple_as_it_can_be():
    found = counterexample(claim(PAIR, c.Compare(q.total_variation(P, Q), "<=", c.number("1/2"))))
    assert found["n"] == 2
    assert found["P"] == FiniteLaw([fmpq(1)], [fmpq(1)])
    assert max(int(w.q) for w in found["Q"].weights) <= 3


def test_levels_of_hypotheses_are_calibrated():
    false = claim({**PAIR, e: c.at_least(0), a: c.above(1)}, c.Compare(q.renyi_divergence(P, Q, a), "<=", e**2 / 2),
                  given=(c.Compare(q.max_divergence(P, Q), "<=", e), c.Compare(q.max_divergence(Q, P), "<=", e)))
    assert counterexample(false) is not None


def test_a_true_statement_has_no_counterexample():
    assert counterexample(claim(PAIR, c.Compare(2 * q.total_variation(P, Q) ** 2, "<=", q.kullback_leibler_divergence(P, Q))), tries=200) is None


def test_an_unknown_reading_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match="main main"):
        counterexample(claim(PAIR, c.Compare(q.total_variation(P, Q), "<=", 1)), "strict")


def test_a_set_that_cannot_be_drawn_from_says_so():
    with pytest.raises(NotSmall):
        counterexample(claim({P: c.Laws(c.LINE, density=True)}, c.Compare(q.absolute_moment(P, 1), "<=", 1)), tries=5)
