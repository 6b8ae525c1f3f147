"""Inequalities read from text."""

from __future__ import annotations

import pytest

from verify.claims.inequality import formula, inequalities, inequality, usual
from verify.claims.nodes import ClaimError, Node, number
from verify.claims.show import text

X, Y = Node("var", "x"), Node("var", "y")


def ranges(where: str, statement: str = "x*y <= 1") -> dict[str, str]:
    return {str(name.args[0]): text(over) for name, over in inequality(statement, where).forall}


def test_decimals_are_the_fractions_that_are_written() -> None:
    assert formula("0.1") == number("1/10")
    assert formula("1e-3") == number("1/1000")
    assert formula("-0.25") == number("-1/4")


def test_a_formula_is_what_python_would_read() -> None:
    assert formula("x - 2*y**2") == X + (-(number(2) * Y**2))
    assert formula("sqrt(x)/pi") == X ** number("1/2") * Node("pow", Node("pi"), number(-1))


@pytest.mark.parametrize(("where", "wanted"), [
    ("x>0, y>=1, y<=4", {"x": "(0, ∞)", "y": "[1, 4]"}),
    ("0 < x <= 1/2, y in [0, 3)", {"x": "(0, 1/2]", "y": "[0, 3)"}),
    ("0<x, x<inf, x<7, y<x, y>=0", {"x": "(0, 7)", "y": "[0, x)"}),
    ("4 >= x, x >= 1, inf > y, y >= x", {"x": "[1, 4]", "y": "[x, ∞)"}),
])
def test_ranges_are_gathered_from_constraints(where: str, wanted: dict[str, str]) -> None:
    assert ranges(where) == wanted


def test_other_relations_are_hypotheses_and_whole_numbers_are_named() -> None:
    found = inequality("x <= n", "x>0, n in integers, 0<n<=9, x*n<=1")
    assert [text(over) for _, over in found.forall] == ["(0, ∞)", "{1, …, 9}"] or found.forall[1][1] == Node("integers", number(1), number(9))
    assert [text(h) for h in found.given] == ["x·n ≤ 1"]


@pytest.mark.parametrize(("statement", "where", "words"), [
    ("x <= y", "x>0", "y: every name needs a range"),
    ("x <= 1", "x in [nan, 1)", "nan has a meaning of its own"), ("x <= 1", "x>0, z in (-inf, inf)", "z: a name with a range must occur"),
    ("x <= 1", "x>0, z>0", "z: a name with a range must occur"),
    ("zeta(x) <= 1", "x>0", "'zeta(x)': the function must be one of the language"),
    ("x.real <= 1", "x>0", "'x.real': outside the language"),
    ("__import__('os').system('true') <= 1", "", "outside the language"),
    ("[x for x in (1,)][0] <= 1", "", "outside the language"),
    ("x <= 1 <= 2", "x>0", "one relation is decided at a time"),
    ("x == 1", "x>0", "one relation is decided at a time, got 2"),
    ("x in y", "x>0, y>0", "the relation must be one of <= < >= > == !="),
    ("x and y <= 1", "x>0, y>0", "a relation is needed, got a formula without any"),
    ("Max(x, 1) <= 2", "x>0", "did you mean max?"),
    ("y <= 1", "x>0", '"y in (-inf, inf)" for all of R'),
    ("x + 1", "x>0", "one relation is needed"),
    ("x <= ", "x>0", "cannot be read"),
    ("2x y <= 1", "x>0, y>0", "write * between factors"),
    ("xy <= 1", "x>0, y>0", "for a product write x*y"),
    ("x(x + 1) <= 1", "x>0", "for a product write x*(...)"),
    ("x = 1", "x>0", "write == for an equality"),
    ("|x| <= 1", "x>0", "write abs(x) for |x|"),
    ("x! <= 1", "x>0", "write gamma(x + 1) for x!"),
    ("x <= 1", "x positive", "'x positive': cannot be read; forms of constraints"),
    ("exp(x, 2) <= 1", "x>0", "exp takes 1 arguments, got 2"),
    ("x <= True", "x>0", "a number such as"),
    ("x <= 1e99999999", "x>0", "a number of at most 4000 digits"),
    ("f**x >= 1", "x>0", "f: every name needs a range"),
    ("x <= 1", "x", "forms: x > 0"),
    ("x <= 1", "x > ", "forms of constraints: x > 0"),
    ("x <= 1", "x>2, x<1", "the range of x must not be empty"),
    ("x <= 1", "x>0, pi>3, exp<2", "exp"),
])
def test_what_is_outside_the_language_is_named(statement: str, where: str, words: str) -> None:
    with pytest.raises(ClaimError) as refusal:
        inequality(statement, where)
    assert words in str(refusal.value)


def test_hyperbolic_functions_are_written_with_exponentials() -> None:
    from verify.engines.boxes.formula import Graph

    graph = Graph(("x",))
    for name, value in (("sinh", 1.1752011936438014), ("cosh", 1.5430806348152437), ("tanh", 0.7615941559557649)):
        ball = graph.exact(graph.build(formula(f"{name}(x)")), (1,))
        assert abs(float(ball.lo) - value) < 1e-15


@pytest.mark.parametrize(("typed", "read"), [
    ("x^2", "x**2"), ("2x", "2*x"), ("2.5x + 3(x + 1)", "2.5*x + 3*(x + 1)"), ("1e-3x", "1e-3*x"), ("2exp(x)", "2*exp(x)"), ("x1 + 2", "x1 + 2"), ("1e5", "1e5"), (".5x", ".5*x"), ("(x+1)(x+2)", "(x+1)*(x+2)"), ("3ln(x)", "3*log(x)"), ("−x·π", "-x*pi"),
])
def test_what_is_usually_written_is_understood(typed, read):
    assert usual(typed) == read and formula(typed) == formula(read)


def test_e_is_eulers_number_unless_it_has_a_range():
    assert inequality("e^x >= e*x", "x<=e") == inequality("exp(x) >= exp(1)*x", "x<=exp(1)")
    assert [str(name.args[0]) for name, _ in inequality("e*x <= 3e", "0<e<1, x<1").forall] == ["e", "x"]


@pytest.mark.parametrize(("typed", "shown"), [
    ("sin(x) + asin(x) + atan2(x, 2)", "sin(x) + arcsin(x) + atan2(x, 2)"), ("arctan(x)*cot_pi(x)", "arctan(x)·cot(π·x)"), ("cbrt(x) + dilog(x)", "∛(x) + Li₂(x)"),
    ("root(x, 4) + beta(x, 2)", "x^(1/4) + B(x, 2)"), ("expm1(x) + log1p(x)", "exp(x) − 1 + log(1 + x)"), ("asinh(x) + acosh(x) + atanh(x)", "arsinh(x) + arcosh(x) + artanh(x)"),
    ("euler_gamma + bessel_i(0, x) + bessel_k(1, x)", "−ψ(1) + I_0(x) + K_1(x)"),
])
def test_the_functions_of_analysis_are_read_and_written(typed, shown):
    assert text(formula(typed)) == shown


def test_an_odd_root_of_what_is_not_negative_is_a_power():
    assert inequality("cbrt(x) + root(x*y, 5) <= 1", "x>=0, y>0") == inequality("x^(1/3) + (x*y)^(1/5) <= 1", "x>=0, y>0")
    with pytest.raises(ClaimError, match="degree must be one of"):
        inequality("root(x, 2.5) <= 1", "x>=0")


def test_relations_are_understood_in_other_usual_forms():
    assert inequality("x =< 2x", "x => 0") == inequality("x <= 2*x", "x >= 0") == inequality("x ≤ 2x", "x ≥ 0")


def shown(statement: str, where: str) -> list[str]:
    return [text(Node("forall", one.forall, Node("implies", Node("all", *one.given), one.states) if one.given else one.states)) for one in inequalities(statement, where)]


@pytest.mark.parametrize(("statement", "where", "wanted"), [
    ("0 < x <= 1", "x in R", ["for all x ∈ ℝ: 0 < x", "for all x ∈ ℝ: x ≤ 1"]),
    ("x == 1 and x >= 0", "x > 0", ["for all x ∈ (0, ∞): x ≥ 1", "for all x ∈ (0, ∞): x ≤ 1", "for all x ∈ (0, ∞): x ≥ 0"]),
    ("not (x < 0 and x > 1)", "x > 0", ["for all x ∈ (0, ∞): (x ≥ 0) or (x ≤ 1)"]),
    ("x <= 1; y <= 2", "x<1, y<x", ["for all x ∈ (-∞, 1): x ≤ 1", "for all x ∈ (-∞, 1), y ∈ (-∞, x): y ≤ 2"]),
    ("log(x)/(x - 1) <= 1/sqrt(x)", "x > 0, x != 1", ["for all x ∈ (0, 1): log(x)/(x − 1) ≤ 1/√(x)", "for all x ∈ (1, ∞): log(x)/(x − 1) ≤ 1/√(x)"]),
    ("x**2 >= 1", "x < -1 or x > 1", ["for all x ∈ (-∞, -1): x^2 ≥ 1", "for all x ∈ (1, ∞): x^2 ≥ 1"]),
    ("u + w < v + w", "u < v, w > 0", ["for all u ∈ ℝ, v ∈ (u, ∞), w ∈ (0, ∞): u + w < v + w"]),
])
def test_logic_is_taken_apart_into_statements_and_cases(statement: str, where: str, wanted: list[str]) -> None:
    assert shown(statement, where) == wanted


@pytest.mark.parametrize(("statement", "where", "wanted"), [
    ("log(1 + 1/x) < 1/y", "0 < x, 0 <= y, y^2 == x^2 + x", ["for all x ∈ (0, ∞): log(1 + 1/x) < 1/√(x^2 + x)"]),
    ("2*y <= 3", "exp(y) == x, x < 2", ["for all y ∈ ℝ: (exp(y) < 2) ⇒ (2·y ≤ 3)"]),
    ("s*c <= 1/2", "s^2 + c^2 == 1", ["for all s ∈ [-1, 1]: s·√(1 − s^2) ≤ 1/2", "for all s ∈ [-1, 1]: s·(−√(1 − s^2)) ≤ 1/2"]),
    ("y < 2", "log(y) == x, x < 1/2", ["for all x ∈ (-∞, 1/2): exp(x) < 2"]),
    ("x + y <= 3", "x*y == 1, x > 0", ["for all x ∈ (0, ∞), y ∈ ℝ: (x·y = 1) ⇒ (x + y ≤ 3)"]),
    ("x <= 1", "x == cos(x)", ["for all x ∈ ℝ: (x = cos(x)) ⇒ (x ≤ 1)"]),
])
def test_equations_are_solved_for_a_name_or_stay_hypotheses(statement: str, where: str, wanted: list[str]) -> None:
    assert [one.replace("((", "(").replace(")) ⇒", ") ⇒") for one in shown(statement, where)] == wanted


def test_a_hypothesis_about_a_square_is_one_about_the_number() -> None:
    assert shown("x <= 2", "3 - x^2 >= 0, abs(x - 1) < 1") == ["for all x ∈ (0, √(3)]: x ≤ 2"] or "√(3)" in shown("x <= 2", "3 - x^2 >= 0, abs(x - 1) < 1")[0]


def test_of_two_constant_ends_the_tighter_is_taken_whether_rational_or_not() -> None:
    assert shown("x <= 9", "x > 0, x^2 > 3, x < pi, x < 10")[0].startswith("for all x ∈ (√(3), π):")
    assert shown("x <= 9", "x > 2, x^2 > 3, x < pi, x < 3")[0].startswith("for all x ∈ (2, 3):")
    with pytest.raises(ClaimError, match="must not be empty"):
        inequalities("x <= 9", "x > 2, x^2 < 3")


def test_more_cases_than_are_decided_are_refused() -> None:
    with pytest.raises(ClaimError, match="at most 512 cases"):
        inequalities("x <= 1", ", ".join(f"x != {k}" for k in range(10)))


def test_what_is_collected_may_have_ranges_without_members_and_names_that_nothing_mentions() -> None:
    for statement, where in (("x <= 1", "x <= 0, 1 <= x"), ("x <= 1", "x in [0, 1], y in R")):
        with pytest.raises(ClaimError, match="must"):
            inequalities(statement, where)
        assert len(inequalities(statement, where, collected=True)) == 1
