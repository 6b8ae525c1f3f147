"""Parameters are exact, and keep their own arithmetic where they have one."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from mechanisms.parameters import check, exact, expression, minus, plus, substituted, times

x = sp.Symbol("x", real=True)


class Bare:
    """Stands for x and has no arithmetic."""

    def _sympy_(self):
        return x


class Own:
    """Stands for x and adds in its own way."""

    def _sympy_(self):
        return x

    def __radd__(self, other):
        return ("own sum", other)


@pytest.mark.parametrize("value", [0.5, np.float64(0.5), np.float32(0.5), sp.Float("0.5"), x + 0.5])
def test_a_float_is_refused_in_every_disguise(value):
    with pytest.raises(TypeError, match=r"Law: p must be exact, got p="):
        check("Law", "p", value)
    with pytest.raises(TypeError, match="write a fraction"):
        expression(value)


@pytest.mark.parametrize("value", [1, Fraction(1, 2), np.int64(3), sp.Rational(1, 2), sp.pi, x, Bare()])
def test_exact_numbers_expressions_and_readable_objects_are_parameters(value):
    check("Law", "p", value, positive=True)


def test_rational_numbers_become_fractions_and_others_expressions():
    assert [type(exact(value)) for value in (1, sp.Rational(1, 2), np.int64(2))] == [Fraction] * 3
    assert exact(Bare()) == x
    assert exact(sp.sqrt(2)) == sp.sqrt(2)


def test_objects_without_arithmetic_are_read_and_others_keep_theirs():
    assert (plus(1, Bare()), minus(1, Bare()), times(2, Bare())) == (1 + x, 1 - x, 2 * x)
    assert plus(1, Own()) == ("own sum", 1)


@pytest.mark.parametrize("key", [x, "x", Bare()])
def test_values_are_found_by_symbol_by_name_and_by_object(key):
    assert substituted("Law", "p", x**2, {key: 3}) == 9
