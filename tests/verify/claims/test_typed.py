"""One reader of numbers: exact, and never larger than a machine can hold; messages repeat no long input."""

from fractions import Fraction

import pytest

from verify.claims.nodes import ClaimError, from_json, number, term
from verify.claims.typed import NotANumber, exact, moderate, scientific, shortened


@pytest.mark.parametrize(("text", "value"), [("3", 3), ("-3/4", Fraction(-3, 4)), (" 0.25 ", Fraction(1, 4)), (".5", Fraction(1, 2)), ("1e-6", Fraction(1, 10**6)), ("1_000", 1000),
                                             ("1e3999", 10**3999)])
def test_numbers_are_read_as_they_are_written(text, value):
    assert exact(text) == value


@pytest.mark.parametrize("text", ["1e999999999", "-1e-999999999", "1e4000", "9" * 5000, "0." + "0" * 9000 + "1", "0e999999"])
def test_a_number_of_too_many_digits_is_refused_before_it_is_made(text):
    for read in (exact, number):
        with pytest.raises(ValueError, match="at most 4000 digits") as refusal:
            read(text)
        assert len(str(refusal.value)) < 250


@pytest.mark.parametrize("text", ["", "e5", "1e", "nan", "inf", "1/-3", "1__0", "１２", "1/0", "1e99999999999999999999", "\ud800"])
def test_what_is_no_number_is_refused(text):
    with pytest.raises(NotANumber, match="must be a number"):
        exact(text)


def test_quantities_that_are_computed_with_lie_in_the_reach_of_doubles():
    assert moderate("0") == 0 and moderate("1e300") == 10**300
    for text in ("1e301", "-1e-301"):
        with pytest.raises(NotANumber, match="between 1e-300 and 1e300"):
            moderate(text)


def test_a_long_input_is_shortened_and_stays_on_one_line():
    assert shortened("x" * 80) == "x" * 80
    assert len(shortened("x" * 100_000)) == 80
    assert "\n" not in shortened("a\nb") and shortened("\ud800") == "\\ud800"


@pytest.mark.parametrize(("value", "text"), [(Fraction(1, 10**400), "1e-400"), (Fraction(-3 * 10**50), "-3e50"), (Fraction(1, 3), None), (Fraction(10**90 + 1), None), (Fraction(0), "0e0")])
def test_numbers_with_many_zeros_have_a_short_form_that_says_exactly_the_same(value, text):
    assert scientific(value) == text
    assert text is None or Fraction(text) == value


def test_formulas_and_decimals_go_through_the_same_reader():
    from decimal import Decimal

    for made in (lambda: term(Decimal("1e999999999")), lambda: from_json("1e999999999"), lambda: from_json(["add", "1", "1e-999999999"])):
        with pytest.raises(ClaimError, match="at most 4000 digits"):
            made()
    nested = []
    for _ in range(700):
        nested = ["exp", nested]
    with pytest.raises(ClaimError):
        from_json(nested)
