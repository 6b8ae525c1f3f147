"""Factories are found by kind."""

from fractions import Fraction

import pytest

from mechanisms import FACTORIES, Laplace, factory, subsampled_normal


def test_each_class_is_the_factory_of_its_kind():
    for kind, maker in FACTORIES.items():
        assert getattr(maker, "kind", kind) == kind
    assert factory("laplace")(0, scale=1) == Laplace(0, scale=1)
    assert factory("subsampled-normal")(Fraction(1, 2), 1, 1) == subsampled_normal(Fraction(1, 2), 1, 1)


def test_an_unknown_kind_is_an_error_that_lists_the_known_ones():
    with pytest.raises(ValueError, match=r"factory: kind must be one of .*laplace.*, got kind='cauchy'; check"):
        factory("cauchy")


def test_the_registry_cannot_be_changed():
    with pytest.raises(TypeError):
        FACTORIES["mine"] = Laplace
