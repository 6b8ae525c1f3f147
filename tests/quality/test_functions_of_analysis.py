"""Inequalities with trigonometric functions and others of analysis, as one finds them in collections: what is true is proved and confirmed, what is false is refuted."""

from __future__ import annotations

import pytest

from verify.claims.inequality import inequality
from verify.engines.task import Status
from verify.run.certify import Answer, decided, typed

PROVED = [
    ("atan(x) < pi/2", "x in (-inf, inf)"), ("atan(x) >= pi/2 - 1/x", "x>0"), ("cbrt(x*y*z) <= (x+y+z)/3", "x>0, y>0, z>0"),
    ("sin(x) <= x", "x>=0"), ("cos(x) >= 1 - x^2/2", "x in (-inf, inf)"), ("cos(x) <= 1 - x^2/2 + x^4/24", "x in (-inf, inf)"),
    ("sin(x) >= x - x^3/6", "x>=0"), ("x*cos(x) <= sin(x)", "x>=0, x<=pi"), ("tan(x) >= x", "x>=0, x<pi/2"), ("tan(x) >= x + x^3/3", "x>=0, x<=3/2"),
    ("2*x/pi <= sin(x)", "x>=0, x<=pi/2"), ("atan(x) >= x/(1 + x^2/3)", "x>=0"), ("atan(x) <= x", "x>=0"), ("atan(x) >= 3*x/(1 + 2*sqrt(1 + x^2))", "x>=0"),
    ("asin(x) >= x", "x>=0, x<=1"), ("asin(x) <= pi*x/2", "x>=0, x<=1"), ("acos(x) <= pi/2 - x", "x>=0, x<=1"), ("sin(x)/x > cos(x)", "x>0, x<pi/2"),
    ("2*sin(x) + tan(x) >= 3*x", "x>=0, x<pi/2"), ("sin(x)/x < (2 + cos(x))/3", "x>0, x<=pi"), ("sin(x)*tan(x) >= x^2", "x>=0, x<=3/2"),
    ("x/(1+x) <= log1p(x)", "x>=0"), ("log1p(x) <= x", "x>-1"), ("expm1(x) >= x", "x in (-inf, inf)"), ("sin(x)^2 + cos(x) <= 5/4", "x in (-inf, inf)"),
    ("abs(sin(x)) <= 1", "x in (-inf, inf)"), ("sin(x) + cos(x) <= sqrt(2)", "x in (-inf, inf)"),
    ("sin(x)*cos(y) <= 1", "x in (-inf, inf), y in (-inf, inf)"), ("asinh(x) <= x", "x>=0"), ("asinh(x) >= x/sqrt(1+x^2)", "x>=0"),
    ("atanh(x) >= x", "x>=0, x<1"), ("cos(x) <= exp(-x^2/2)", "x>=0, x<=pi/2"), ("cbrt(x) <= (x+2)/3", "x>=0"), ("root(x, 5) <= (x+4)/5", "x>=0"),
    ("exp(x)*cos(x) <= 8", "x>=0, x<=3"), ("cos(cos(x)) > sin(sin(x))", "x in (-inf, inf)"), ("sin(x) <= 4*x*(pi - x)/pi^2", "x>=0, x<=pi"),
    ("atan(x) + atan(1/x) <= 1571/1000", "x>0"), ("dilog(x) >= x", "x>=0, x<1"), ("sin(3*x) <= 3*sin(x)", "x>=0, x<=pi/2"),
    ("tan(x)^2 + 1 >= 1/cos(x)", "x>=0, x<=1"), ("1 - cos(x) >= x^2/2 - x^4/24", "x>=0"), ("sin(x)/x >= 1 - x/pi", "x>0, x<=pi"),
    ("cos(x)*cosh(x) <= 1", "x>=0, x<=pi/2"), ("sin(x)*sinh(x) <= x^2", "x>=0, x<=pi"), ("x + euler_gamma < 1.5773", "x in (0,1)"),
    ("sin(x)/x >= cos(x/2)^2", "x>0, x<=pi/2"), ("atan(x) >= x - x^3/3", "x>=0"), ("tan(x) <= 4*x/pi", "x>=0, x<=pi/4"), ("2*atan(x) <= pi*x", "x>=0"),
    ("cos(x) + cos(y) <= 2*cos((x-y)/2)", "x>=0, x<=1, y>=0, y<=1"), ("sin(2*x) <= 2*sin(x)", "x>=0, x<=pi"),
    ("cos(x)^2 + sin(x)^2 <= 1", "x in (-inf, inf)"), ("sin(x)^4 + cos(x)^4 >= 1/2", "x in (-inf, inf)"), ("lambert_w(x) <= x", "x>=0"),
    ("exp(sin(x)) <= e", "x in (-inf, inf)"), ("3 + 4*cos(x) + cos(2*x) >= 0", "x in (-inf, inf)"),
    ("sin(x)*sin(y) <= 1/4 + sin(x+y)^2", "x>=0, x<=1/10, y>=0, y<=1/10"),
]
"""True, proved with a certificate that the checker confirms."""
OPEN = [
     ("asin(x) >= 3*x/(2 + sqrt(1 - x^2))", "x>=0, x<=1"), ("(sin(x)/x)^3 > cos(x)", "x>0, x<pi/2"),
    ("acosh(x) <= sqrt(2*(x-1))", "x>=1"), ("acosh(x) <= log(2*x)", "x>=1"), ("cot(x) <= 1/x", "x>0, x<pi"),
    ("atan2(y, x) <= y/x", "x>0, y>=0"), ("beta(x, y) <= 1/(x*y)", "x>=1, y>=1"),
    ("x*exp(-x)*sin(x) <= 1/2", "x>=0"), ("sin(x + y) <= sin(x) + sin(y)", "x>=0, x<=pi/2, y>=0, y<=pi/2"), ("x*cot(x) <= 1 - x^2/3", "x>0, x<=3/2"),
    ("acos(x) >= sqrt(2*(1-x))", "x>=0, x<=1"), ("log(x) <= acosh(x)", "x>=1"), ("bessel_i(0, x) >= 1 + x^2/4", "x>=0, x<=10"),
]
"""True, not proved today: contacts of order five and more, at ends where a derivative is infinite, at infinity; several names."""
FALSE = [
    ("sin(x) <= 0.99*x", "x>=0"), ("sin(x) >= x - x^3/7", "x>=0"), ("sin(x) <= 0.9999", "x in (-inf, inf)"), ("cos(x) >= 1 - 0.49*x^2", "x in (-inf, inf)"),
    ("cos(x) <= 1 - x^2/2 + x^4/25", "x in (-inf, inf)"), ("x*cos(x) <= sin(x)", "x>=0, x<=7"), ("tan(x) <= x", "x>=0, x<pi/2"), ("tan(x) >= x", "x>=0, x<2"),
    ("tan(x) >= x + 0.34*x^3", "x>=0, x<=3/2"), ("2.01*x/pi <= sin(x)", "x>=0, x<=pi/2"), ("atan(x) >= x/(1 + x^2/4)", "x>=0"),
    ("atan(x) <= 0.9999*x", "x>=0"), ("atan(x) <= 1.57", "x in (-inf, inf)"), ("atan(x) >= 3.01*x/(1 + 2*sqrt(1 + x^2))", "x>=0"),
    ("asin(x) <= x + x^3/6", "x>=0, x<=1"), ("asin(x) <= 1.57*x", "x>=0, x<=1"), ("acos(x) <= pi/2 - 1.01*x", "x>=0, x<=1"),
    ("sin(x)/x < cos(x)", "x>0, x<pi/2"), ("2*sin(x) + tan(x) >= 3.001*x", "x>=0, x<pi/2"), ("(sin(x)/x)^3.01 > cos(x)", "x>0, x<pi/2"),
    ("(sin(x)/x)^2 < cos(x)", "x>0, x<pi/2"), ("sin(x)/x < (2 + cos(x))/3.001", "x>0, x<=pi"), ("sin(x)*tan(x) >= 1.001*x^2", "x>=0, x<=3/2"),
    ("tanh(x) >= atan(x)", "x>=0"), ("tanh(x) <= 0.9*atan(x)", "x>=0"), ("x/(1+x) >= log1p(x)", "x>=0"), ("expm1(x) >= 1.001*x", "x in (-inf, inf)"),
    ("sin(x)^2 + cos(x) <= 1.249", "x in (-inf, inf)"), ("sin(x) + cos(x) <= 1.414", "x in (-inf, inf)"),
    ("sin(x)*cos(y) <= 0.9999", "x in (-inf, inf), y in (-inf, inf)"), ("asinh(x) <= 0.999*x", "x>=0"), ("atanh(x) <= 5*x", "x>=0, x<1"),
    ("acosh(x) <= 1.4*sqrt(x-1)", "x>=1"), ("cot(x) <= 1/x", "x>0, x<4"), ("cot(x) >= 1/x", "x>0, x<pi"), ("cbrt(x) <= (x+1.99)/3", "x>=0"),
    ("cbrt(x) >= 0", "x in (-inf, inf)"), ("root(x, 5) <= (x+3.99)/5", "x>=0"), ("cos(cos(x)) > sin(sin(x)) + 0.2", "x in (-inf, inf)"),
    ("sin(x) <= 4*x*(pi - x)/pi^2 - 1/10^4", "x>=0, x<=pi"), ("atan2(y, x) <= 3", "x<0, y>=0"), ("beta(x, y) <= 0.999/(x*y)", "x>=1, y>=1"),
    ("dilog(x) <= 1.6*x", "x>=0, x<1"), ("sin(3*x) <= 2.99*sin(x)", "x>=0, x<=pi/2"), ("x*exp(-x)*sin(x) <= 0.3", "x>=0"), ("sin(x) <= cos(x)", "x>=0, x<=1"),
    ("sin(1000*x) <= 0.999", "x>=0, x<=1"), ("sin(1/x) <= 0.999", "x>0, x<=1/10"), ("tan(x) <= 1000000", "x>=0, x<pi/2"),
    ("cos(x) <= exp(-0.51*x^2)", "x>=0, x<=pi/2"), ("cos(x)*cosh(x) <= 0.9999", "x>=0, x<=pi/2"), ("x + euler_gamma < 1.5772", "x in (0,1)"),
    ("sin(x + y) <= sin(x)", "x>=0, x<=pi/2, y>=0, y<=pi/2"),
]
FAULTS = [
    ("acosh(x) >= 0", "x>=0"), ("asin(x) >= x", "x>=0"), ("log1p(x) <= x", "x>=-1"),
]
"""Statements without a value at some members of their domain."""


def answer_to(statement: str, where: str, effort: str = "standard") -> Answer:
    """The verdict alone, without best constants."""
    return decided(inequality(statement, where), typed(statement, where, effort, 0), effort)


@pytest.mark.parametrize(("statement", "where"), PROVED)
def test_a_true_inequality_is_proved_and_the_checker_confirms_it(statement: str, where: str) -> None:
    answer = answer_to(statement, where)
    assert answer.status is Status.PROVED and "statement" in answer.certificates


@pytest.mark.parametrize(("statement", "where"), OPEN)
def test_a_true_inequality_is_never_refuted(statement: str, where: str) -> None:
    assert answer_to(statement, where, effort="quick").status in (Status.PROVED, Status.SUPPORTED, Status.UNDECIDED)


@pytest.mark.parametrize(("statement", "where"), FALSE)
def test_a_false_inequality_is_refuted_at_a_member_that_the_checker_confirms(statement: str, where: str) -> None:
    answer = answer_to(statement, where)
    assert answer.status is Status.REFUTED and "statement" in answer.certificates


@pytest.mark.parametrize(("statement", "where"), FAULTS)
def test_what_has_no_value_somewhere_is_not_proved(statement: str, where: str) -> None:
    assert answer_to(statement, where, effort="quick").status is not Status.PROVED
