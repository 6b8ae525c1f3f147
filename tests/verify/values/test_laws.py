"""Finite laws are exact and canonical; operations on laws are those of their definitions."""

import math
import pickle
from fractions import Fraction

import pytest
from flint import fmpq

from verify.values import elementary
from verify.values.laws import (
    FiniteLaw,
    MixtureLaw,
    PieceLaw,
    ProductLaw,
    TranslatedLaw,
    conditional,
    convolve,
    flat,
    joint,
    marginal,
    mean,
    mixture,
    product,
    push,
    translate,
)
from verify.values.numbers import NoValue

F = fmpq
UNIT = PieceLaw("uniform", [(F(0), F(1), F(0), F(0), F(0))])
COIN = FiniteLaw([F(0), F(1)], [F(1, 3), F(2, 3)])


def test_equal_points_are_merged_and_order_does_not_matter():
    assert FiniteLaw([F(1), F(0), F(1)], [F(1, 3), F(1, 3), F(1, 3)]) == COIN


def test_weights_must_sum_to_one_exactly():
    with pytest.raises(ValueError, match="weights must sum to 1, got sum=5/6"):
        FiniteLaw([F(0), F(1)], [F(1, 3), F(1, 2)])
    with pytest.raises(ValueError, match="at least 0"):
        FiniteLaw([F(0), F(1)], [F(4, 3), F(-1, 3)])


def test_the_label_one_is_not_the_number_one():
    assert len(FiniteLaw([1, F(1)], [Fraction(1, 2), Fraction(1, 2)]).points) == 2
    assert FiniteLaw([1], [1]) != FiniteLaw([F(1)], [1])
    assert FiniteLaw([(1, F(2))], [1]) != FiniteLaw([(F(1), F(2))], [1])


def test_floats_are_no_points():
    with pytest.raises(ValueError, match="point"):
        FiniteLaw([0.5], [1])


def test_means_are_exact():
    assert mean(COIN) == F(2, 3)
    assert mean(product(COIN, translate(COIN, F(1)))) == (F(2, 3), F(5, 3))
    with pytest.raises(NoValue):
        mean(FiniteLaw(["a"], [1]))


def test_a_sum_of_two_coins_is_binomial():
    assert convolve(COIN, COIN) == FiniteLaw([F(0), F(1), F(2)], [F(1, 9), F(4, 9), F(4, 9)])


def test_pushing_by_a_table_or_a_kernel_adds_masses():
    assert push(COIN, {F(0): "a", F(1): "a"}) == FiniteLaw(["a"], [1])
    flip = {F(0): FiniteLaw([F(1)], [1]), F(1): COIN}
    assert push(COIN, flip) == FiniteLaw([F(0), F(1)], [F(2, 9), F(7, 9)])
    assert marginal(joint(COIN, flip), 1) == push(COIN, flip)
    assert marginal(joint(COIN, flip), 0) == COIN


def test_conditioning_on_an_impossible_event_has_no_value():
    assert conditional(COIN, lambda x: x == 1) == FiniteLaw([F(1)], [1])
    with pytest.raises(NoValue, match="probability 0"):
        conditional(COIN, lambda x: x == 5)


def test_translations_are_joined_and_undone():
    moved = translate(translate(UNIT, F(1)), F(2))
    assert moved == TranslatedLaw(UNIT, F(3))
    assert translate(moved, F(-3)) == UNIT
    assert flat(moved).pieces[0].lo == 3


def test_a_flattened_quadratic_has_the_density_of_the_translate():
    law = PieceLaw("bump", [(-math.inf, math.inf, F(1, 5), F(2), F(-3))])
    moved = flat(TranslatedLaw(law, F(7, 2))).pieces[0]
    for x in (F(0), F(1), F(-9, 4)):
        assert moved.log_density(x) == law.pieces[0].log_density(x - F(7, 2))


def test_mixtures_of_finite_laws_are_finite_and_equal_parts_merge():
    assert mixture([F(1, 2), F(1, 2)], [COIN, translate(COIN, F(1))]).points == (F(0), F(1), F(2))
    assert mixture([F(1, 2), F(1, 2)], [UNIT, UNIT]) == UNIT
    assert isinstance(mixture([F(1, 2), F(1, 2)], [UNIT, COIN]), MixtureLaw)


def test_products_and_marginals_are_inverse():
    law = product(UNIT, COIN)
    assert isinstance(law, ProductLaw)
    assert marginal(law, 1) == COIN
    assert marginal(product(COIN, COIN, COIN), (0, 2)) == product(COIN, COIN)


def test_pieces_must_be_ordered_and_disjoint():
    with pytest.raises(ValueError, match="must not overlap"):
        PieceLaw("bad", [(F(0), F(2), F(0), F(0), F(0)), (F(1), F(3), F(0), F(0), F(0))])
    with pytest.raises(ValueError, match="lo < hi"):
        PieceLaw("bad", [(F(2), F(0), F(0), F(0), F(0))])


def test_laws_survive_pickling():
    law = mixture([F(1, 2), F(1, 2)], [TranslatedLaw(UNIT, elementary.log(F(2))), COIN])
    assert pickle.loads(pickle.dumps(law)) == law
