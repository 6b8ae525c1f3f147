"""Joint laws of sequences."""

from fractions import Fraction

import pytest

from mechanisms import Adaptive, Finite, Independent, Kernel, MarkovChain, SharedCoin

HALF = Fraction(1, 2)
COIN = Finite.uniform((0, 1))
STAY = Kernel({0: Finite((0, 1), (Fraction(3, 4), Fraction(1, 4))), 1: Finite((0, 1), (Fraction(1, 4), Fraction(3, 4)))})


def test_independent_draws_have_the_product_law():
    assert Independent((COIN, COIN)).joint().table() == {(a, b): Fraction(1, 4) for a in (0, 1) for b in (0, 1)}


def test_a_shared_coin_makes_equal_draws():
    assert SharedCoin(COIN, (lambda c: c, lambda c: 1 - c)).joint().table() == {(0, 1): HALF, (1, 0): HALF}


def test_a_markov_chain_forgets_all_but_the_last_state():
    chain = MarkovChain(COIN, (STAY, STAY)).joint()
    assert chain.probability((0, 0, 1)) == HALF * Fraction(3, 4) * Fraction(1, 4)
    given = [chain.conditional(lambda path, a=a: path[:2] == (a, 0)).marginal(2).table() for a in (0, 1)]
    assert given[0] == given[1] == STAY(0).table()


def test_an_adaptive_sequence_may_remember_everything():
    joint = Adaptive(COIN, (lambda past: COIN, lambda past: Finite.point_mass(past[0]))).joint()
    assert all(path[2] == path[0] for path in joint.points)


def test_a_chain_without_a_law_for_a_state_is_refused():
    with pytest.raises(ValueError, match=r"transitions\[0\] must have a distribution for every state that can occur, got none for state=1"):
        MarkovChain(COIN, (Kernel({0: COIN}),))


@pytest.mark.parametrize("empty", [lambda: Independent(()), lambda: SharedCoin(COIN, ())])
def test_an_empty_sequence_is_refused(empty):
    with pytest.raises(ValueError, match="at least one entry"):
        empty()
