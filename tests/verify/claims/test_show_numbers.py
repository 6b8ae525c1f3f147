"""Numbers, exponents and signs in LaTeX as papers print them; the plain text, which ledgers quote, stays exact."""

from fractions import Fraction

import pytest

from verify.claims import Compare, If, exp, integers, numbers, sqrt
from verify.claims.nodes import Node, number
from verify.claims.show import latex, text
from verify.claims.terms import factorial

x, mu = numbers("x mu")


@pytest.mark.parametrize(("value", "shown"), [
    ("449/500", "0.898"), ("1/2", r"\tfrac{1}{2}"), ("3/2", r"\tfrac{3}{2}"), ("23/4", "5.75"), ("1/100000", "10^{-5}"), ("10/21", r"\tfrac{1}{2.1}"), ("2/3", r"\tfrac{2}{3}"), ("-1/5", "-0.2"),
])  # fmt: skip
def test_fractions_are_printed_as_papers_print_them(value, shown):
    assert latex(number(Fraction(value))) == shown
    assert text(number(Fraction(value))) == value


def test_a_division_by_a_decimal_is_one():
    assert latex(x / number(Fraction(21, 10))) == r"\frac{x}{2.1}"


def test_exponents_stand_on_one_line_and_a_root_under_one_has_brackets():
    assert latex(exp(-x / mu)) == r"e^{-x/\mu}"
    assert latex(sqrt(x) ** (1 / mu)) == r"{\left(\sqrt{x}\right)}^{1/\mu}"


def test_signs_factorials_and_cases():
    assert latex(If(Compare(x, ">", 0), 1, If(Compare(x, "<", 0), -1, 0))) == r"\operatorname{sgn}\left(x\right)"
    assert latex(factorial(x)) == "x!"
    assert latex(If(Compare(x, ">", 2), 1, If(Compare(x, "<", 0), x, 3))) == r"\begin{cases}1 & x > 2\\ x & x < 0\\ 3 & \text{otherwise}\end{cases}"
    assert latex(Node("pow", number(0), number(-1))) == r"\text{no value}"
    assert latex(integers(1)) == r"\{1,2,\dots\}"
