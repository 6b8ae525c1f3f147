"""Decimals for people and certificates say a number's true exponent, however large, and show two numbers so that they differ."""

import re

import pytest
from flint import arb, fmpq

from verify.values.decimals import apart, fifteen, short, written
from verify.values.numbers import Enclosure

STORED = re.compile(r"-?[0-9]{1,40}(\.[0-9]{1,40})?([eE][+-]?[0-9]{1,18})?")


def enclosed(ball):
    return Enclosure(ball.lower(), ball.upper())


@pytest.mark.parametrize(("ball", "text"), [(arb(-1000).exp(), "5.07595889754946e-435"), (arb(-8640267212532).exp(), "5.77049400731465e-3752420372573"), (arb(100001).exp(), "7.62930201124813e+43429"),
                                            (-(arb(-1000).exp()), "-5.07595889754946e-435")])
def test_numbers_beyond_doubles_are_stored_with_their_exponents(ball, text):
    assert fifteen(enclosed(ball)) == text and STORED.fullmatch(text)


def test_exponents_that_are_too_long_to_be_stored_leave_an_enclosure():
    for ball in (arb(10**30).exp(), (-arb(10**30)).exp(), -arb(10**30).exp()):
        text = fifteen(enclosed(ball))
        low, high = text[1:-1].split(", ")
        assert all(end in ("oo", "-oo") or STORED.fullmatch(end) for end in (low, high))


def test_a_wide_enclosure_of_tiny_numbers_is_no_number():
    low, high = (arb(10) ** -500).lower(), (2 * arb(10) ** -400).upper()
    assert fifteen(Enclosure(low, high)).startswith("[")


@pytest.mark.parametrize(("text", "told"), [("5.77049400731465e-3752420372573", "5.77049e-3752420372573"), ("9.99999999e-401", "1e-400"), ("-0.000012e-999", "-1.2e-1004"), ("0", "0"), ("oo", "oo"),
                                            ("[0, 1]", "[0, 1]"), ("0.333333333333333", "0.333333"), ("1e-400", "1e-400")])
def test_a_sentence_has_few_digits_and_the_true_exponent(text, told):
    assert short(text) == told


def test_two_numbers_are_shown_with_the_digits_in_which_they_differ():
    assert apart("0.5", "0.25") == ("0.5", "0.25")
    assert apart("0.123456711111111", "0.123456722222222") == ("0.123456711", "0.123456722")
    assert apart("1.0000000e-500", "1.0000001e-500") == ("1e-500", "1.0000001e-500")


def test_stored_numbers_with_many_digits_are_shortened_for_a_sentence():
    assert written("1/3") == "1/3" and written(str(10**400)) == "1e400" and written("1/" + "1" + "0" * 400) == "1e-400"
    assert written(str(10**400 + 1)).startswith("about 1e+400")
    assert fifteen(fmpq(1, 10**400)) == "1.00000000000000e-400"


@pytest.mark.parametrize(("statement", "where", "told"), [("exp(-x) <= 0*x", "x>=1000", "measured 5.07596e-435 <= claimed 0 is false"),
                                                          ("exp(x) <= exp(x - 1)", "x>=100000", "e+43429 <= claimed")])
def test_a_refutation_beyond_doubles_shows_a_difference(statement, where, told):
    from verify.run.certify import certify

    assert told in certify(statement, where, "quick").summary


def test_an_enclosure_of_an_infinite_number_is_that_number():
    infinite = float("inf")
    assert fifteen(Enclosure(-infinite, -infinite)) == "-oo" and fifteen(Enclosure(infinite, infinite)) == "oo"
    assert fifteen(Enclosure(-infinite, infinite)) == "[-oo, oo]" and fifteen(Enclosure(arb(1), infinite)) == "[1.00000000000000, oo]"
