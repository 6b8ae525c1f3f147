"""Each rule of the specification of values, at statements whose truth was worked out by hand."""

import ast
import math
from fractions import Fraction
from pathlib import Path

import pytest

from verify import semantic_ranges, semantics
from verify.claims import (
    REALS,
    Abs,
    All,
    Any_,
    Claim,
    Compare,
    Exists,
    ForAll,
    If,
    Iff,
    Implies,
    Inf,
    Limit,
    Max,
    Member,
    Min,
    Not,
    Prod,
    Recursion,
    Sum,
    Sup,
    above,
    at_least,
    between,
    ceiling,
    erf,
    exp,
    floor,
    gamma,
    integers,
    log,
    log_gamma,
    normal_cdf,
    number,
    numbers,
    one_of,
    oo,
    periodic,
    pi,
    sqrt,
    tanh,
    upto,
)
from verify.claims.nodes import Node
from verify.semantics import FALSE, NO_VALUE, OUTSIDE, TRUE

x, y, z, k, j = numbers("x y z k j")
INFINITE = math.inf


def judged(proposition, at=None, given=(), forall=None):
    """What a statement is at an instance, by default with a name x of any value."""
    forall = {x: between(-oo, oo)} if forall is None else forall
    values = {x: at} if not isinstance(at, dict) else at
    over = tuple((name, where) for name, where in forall.items())
    body = Node("implies", All(*given), proposition) if given else proposition
    return semantics.judge(Node("forall", over, body), {str(name.args[0]): v if isinstance(v, float) else Fraction(v) for name, v in values.items() if v is not None})


def truth(proposition, at=0, **more):
    (word,) = judged(proposition, at, **more)
    return word


NOTHING = Compare(1 / x, ">", 0)
"""Has no value at x = 0."""
YES, NO = Compare(x, "==", x), Compare(x, "!=", x)


ODD = periodic(3, 1, then=(0, 2))


@pytest.mark.parametrize(("value", "at", "expected"), [
    (Recursion({y: 1}, {k: upto(x)}, y * k), 5, 120),
    (Recursion({y: 7}, {k: upto(x)}, 1 / y - 1 / y), 0, 7),
    (Recursion({(y, z): (0, 1)}, {k: upto(x)}, (z, y + z))[1], 10, 55),
    (Recursion({y: 0}, {k: integers(3, x)}, y / 2 + k), 4, Fraction(11, 2)),
    (Recursion({y: 0}, {k: upto(x)}, y / 2 + ODD[k]), 4, Fraction(21, 8)),
    (Sum({k: upto(x)}, Recursion({y: 1}, {j: upto(k)}, 2 * y)), 3, 14),
    (ODD[x], 1, 3), (ODD[x], 3, 0), (ODD[x], 102, 2),
])
def test_recursions_and_sequences_have_the_values_that_one_computes(value, at, expected):
    assert truth(Compare(value, "==", number(str(Fraction(expected)))), at) == TRUE
    assert truth(Compare(value, "==", number(str(Fraction(expected) + 1))), at) == FALSE


@pytest.mark.parametrize(("value", "at"), [
    (Recursion({y: 1}, {k: upto(2)}, 1 / (y - x)), 1), (Recursion({(y, z): (0, 0)}, {k: upto(2)}, (y, 1 / z))[1], 0), (ODD[x], 0), (ODD[x], "1/2"), (Recursion({(y, z): (0, 1)}, {k: upto(2)}, (z, y))[3], 0),
])
def test_a_step_or_a_term_without_value_leaves_the_whole_without_one(value, at):
    assert truth(Compare(value, "<=", 9), at) == NO_VALUE


def test_a_recursion_over_integers_without_end_is_not_told():
    endless = Node("recursion", ((y, number(0)), (k, integers(1))), y)
    assert {TRUE, FALSE} <= judged(Compare(endless, "==", 0), 0)


# --- terms -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "at"), [
    (1 / x, 0), (x**-2, 0), (x / x, 0), (x - x, INFINITE), (0 * x, INFINITE), (x / x, INFINITE), (log(x), 0), (log(x), -1), (sqrt(x), -1), (x ** number("1/3"), -8), (x**0, INFINITE), (x**0, -INFINITE),
    (Node("pow", number(1), x), INFINITE), (Node("pow", number(0), x), -1), (Node("pow", number(-2), x), INFINITE), (Node("pow", number(-2), x), Fraction(1, 2)), (gamma(x), 0), (gamma(x), -3), (gamma(x), -INFINITE), (log_gamma(x), 0), (log_gamma(x), -1),
    (0 * log(x), -1), (log(x) - log(x), 0), ((1 / x) ** 0, 0), (Max(1, 1 / x), 0), (Min(0, log(x)), 0), (Abs(1 / x), 0), (If(NOTHING, 1, 1), 0), (x - oo, INFINITE), (1 / (1 / x), 0), (floor(log(x)), 0), ((-1) * (1 / x), 0), (log(-exp(x)), 5),
])
def test_a_term_with_a_part_without_value_has_none(value, at):
    assert truth(Compare(value, "==", value), at) == NO_VALUE
    assert truth(Compare(value, "<=", oo), at) == NO_VALUE


@pytest.mark.parametrize(("value", "at", "expected"), [
    (x**0, 0, 1), (Node("pow", number(0), x), 0, 1), (Node("pow", number(0), x), 2, 0), (Node("pow", number(0), x), INFINITE, 0), (1 / x, INFINITE, 0), (1 / x, -INFINITE, 0), (x + 1, INFINITE, oo), (2 * x, -INFINITE, -oo), (x**2, -INFINITE, oo),
    (x**3, -INFINITE, -oo), (exp(x), -INFINITE, 0), (exp(x), INFINITE, oo), (log(x), INFINITE, oo), (log(x), 1, 0), (sqrt(x), 4, 2), (x ** number("3/2"), Fraction(4, 9), Fraction(8, 27)), (gamma(x), 5, 24), (gamma(x), INFINITE, oo), (log_gamma(x), 2, 0),
    (floor(x), Fraction(-1, 2), -1), (ceiling(x), Fraction(-1, 2), 0), (floor(x), INFINITE, oo), (Abs(x), -3, 3), (Max(x, 2), 5, 5), (Min(x, 2), 5, 2), (erf(x), 0, 0), (normal_cdf(x), 0, Fraction(1, 2)), (normal_cdf(x), INFINITE, 1), (tanh(x), -INFINITE, -1),
    (If(Compare(x, ">", 0), 1 / x, 7), 0, 7), (If(Compare(x, "<=", 0), 7, 1 / x), 0, 7), (Node("pow", number("1/2"), x), INFINITE, 0), (Node("pow", number(2), x), -INFINITE, 0), (Node("pow", number(3), x), INFINITE, oo), ((-1) * x, 4, -4), (x**-3, -2, Fraction(-1, 8)),
])
def test_a_term_has_the_value_that_one_computes(value, at, expected):
    assert truth(Compare(value, "==", expected), at) == TRUE


@pytest.mark.parametrize(("proposition", "at", "expected"), [
    (Compare(exp(x), ">", 0), -(10**9), TRUE), (Compare(exp(x), "<", oo), 10**9, TRUE), (Compare(tanh(x), "<", 1), 1000, TRUE), (Compare(erf(x), "<", 1), 1000, TRUE), (Compare(gamma(x), ">=", number("0.8856")), Fraction(3, 2), TRUE), (Compare(pi, "<", number("22/7")), 0, TRUE),
    (Compare(exp(x), "<=", number("2.7182818284590452353")), 1, FALSE), (Compare(x**x, "<", 1), Fraction(1, 2), TRUE), (Compare(log(x), "<=", x - 1), 2, TRUE), (Compare(gamma(x), "<", 0), Fraction(-1, 2), TRUE), (Compare(sqrt(x), "<", number("1.4142135623731")), 2, TRUE),
])
def test_transcendental_numbers_are_compared_by_enclosures(proposition, at, expected):
    assert truth(proposition, at) == expected


def test_what_only_more_digits_could_separate_is_not_told():
    assert judged(Compare(sqrt(x) * sqrt(x), "==", x), 2) == {TRUE, FALSE}


def test_a_comparison_of_infinities_is_one_of_numbers():
    assert truth(Compare(x, "==", oo), INFINITE) == TRUE
    assert truth(Compare(x, "<", x + 1), INFINITE) == FALSE


# --- connectives -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("proposition", "expected"), [
    (All(NOTHING, NO), NO_VALUE), (All(NO, NOTHING), FALSE), (All(YES, NOTHING), NO_VALUE), (All(), TRUE), (Any_(), FALSE), (Any_(NOTHING, YES), NO_VALUE), (Any_(YES, NOTHING), TRUE), (Any_(NO, NOTHING), NO_VALUE),
    (Any_(Compare(1 / x, ">", 0), Compare(x, "<=", 0)), NO_VALUE), (Any_(Compare(x, "<=", 0), Compare(1 / x, ">", 0)), TRUE), (Not(NOTHING), NO_VALUE), (Not(Not(NO)), FALSE), (Implies(NO, NOTHING), TRUE), (Implies(NOTHING, YES), NO_VALUE), (Implies(YES, NOTHING), NO_VALUE),
    (Implies(NO, NO), TRUE), (Implies(YES, NO), FALSE), (Iff(NOTHING, NOTHING), NO_VALUE), (Iff(NO, NO), TRUE), (Iff(YES, NO), FALSE), (Iff(YES, NOTHING), NO_VALUE), (Not(Compare(1 / x, "==", 1 / x)), NO_VALUE), (Compare(1 / x, "!=", 1 / x), NO_VALUE),
])
def test_connectives_are_read_from_left_to_right(proposition, expected):
    assert truth(proposition) == expected


# --- members of sets -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("proposition", "at", "expected"), [
    (Member(x, between(0, 1)), 1, TRUE), (Member(x, between(0, 1, open="right")), 1, FALSE), (Member(x, between(1, 0)), Fraction(1, 2), FALSE), (Member(x, REALS), INFINITE, FALSE), (Member(x, between(0, oo)), INFINITE, TRUE), (Member(x, integers(Fraction(1, 2), 3)), 1, TRUE),
    (Member(x, integers(0)), Fraction(1, 2), FALSE), (Member(x, integers(0)), INFINITE, FALSE), (Member(1 / x, REALS), 0, NO_VALUE), (Member(x, between(1 / x, 1)), 0, NO_VALUE), (Member(x, one_of(1, 2)), 2, TRUE), (Member(x, one_of(1, 2)), 3, FALSE),
])
def test_membership_of_numbers(proposition, at, expected):
    assert truth(proposition, at) == expected


# --- quantifiers ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("proposition", "at", "expected"), [
    (ForAll({y: between(1, x)}, NO), 0, TRUE), (Exists({y: between(1, x)}, YES), 0, FALSE), (ForAll({y: between(x, x, open="left")}, NO), 0, TRUE), (Exists({y: between(x, x)}, YES), 0, TRUE), (ForAll({y: integers(Fraction(1, 3), Fraction(2, 3))}, NO), 0, TRUE),
    (ForAll({y: one_of(0, 1)}, Compare(1 / y, ">", 0)), 0, NO_VALUE), (ForAll({y: one_of(0, -1)}, Compare(1 / y, ">", 0)), 0, FALSE), (ForAll({y: one_of(-1, 0)}, Compare(1 / y, ">", 0)), 0, FALSE), (Exists({y: one_of(0, 1)}, Compare(1 / y, ">", 0)), 0, TRUE),
    (Exists({y: one_of(0, -1)}, Compare(1 / y, ">", 0)), 0, NO_VALUE), (ForAll({y: between(1 / x, 2)}, YES), 0, NO_VALUE), (ForAll({y: between(0, 1)}, Compare(y**2, ">=", 0)), 0, TRUE), (ForAll({y: at_least(x)}, Compare(y, ">", x)), 1, FALSE),
    (ForAll({y: above(x)}, Compare(y, ">", x)), 1, TRUE), (Exists({y: at_least(0)}, Compare(y**2, "<", 0)), 0, FALSE), (ForAll({y: between(-1, 1)}, Compare(y / y, "==", y / y)), 0, NO_VALUE), (ForAll({y: integers(x)}, Compare(y, ">=", 0)), Fraction(1, 2), TRUE),
    (ForAll({y: integers(1, 2), z: integers(1, y)}, Compare(z, "<=", y)), 0, TRUE), (ForAll({x: upto(x)}, Compare(x, "<=", 3)), 3, TRUE), (ForAll({x: upto(x)}, Compare(x, "<=", 3)), 4, FALSE), (ForAll({y: between(0, 1)}, Compare(log(y), "<=", 0)), 0, NO_VALUE),
])
def test_quantifiers_over_members_and_over_none(proposition, at, expected):
    found = judged(proposition, at)
    assert expected in found
    assert found == {expected} or TRUE not in found


def test_a_quantifier_over_an_interval_that_members_and_covers_leave_open_is_not_told():
    assert judged(ForAll({y: between(0, 1)}, Compare(y * (1 - y), "<=", number("1/4"))), 0) == {TRUE, FALSE}


# --- extrema ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("left", "at", "expected"), [
    (Sup({y: between(0, x, open="both")}, y), 0, -oo), (Sup({y: between(0, x, open="both")}, y), 2, 2), (Inf({y: between(0, x, open="both")}, y), 0, oo), (Inf({y: between(0, x, open="both")}, y), 2, 0), (Sup({y: between(-x, x, open="both")}, y**2), 0, -oo),
    (Sup({y: between(-x, x, open="both")}, y**2), 3, 9), (Sup({y: between(0, x, open="left")}, exp(-y)), 0, -oo), (Sup({y: between(0, x, open="left")}, exp(-y)), 1, 1), (Sup({y: between(x, 1, open="left")}, y), 1, -oo), (Sup({y: between(x, 1, open="left")}, y), 0, 1),
    (Sup({y: between(2, 1)}, y), 0, -oo), (Sup({y: between(2, 1)}, y, floor=0), 0, 0), (Inf({y: between(2, 1)}, y, ceiling=5), 0, 5), (Sup({y: one_of(1, 2)}, y, Compare(y, ">", 2)), 0, -oo), (Sup({y: one_of(0, 2)}, 1 / y, Compare(1 / y, ">", 0)), 0, Fraction(1, 2)),
    (Sup({y: at_least(0)}, 1 - exp(-y)), 0, 1), (Inf({y: above(0)}, 1 / (1 + y)), 0, 0), (Sup({y: integers(Fraction(1, 2), Fraction(7, 2))}, y), 0, 3), (Sup({y: integers(x, x)}, y), Fraction(1, 2), -oo), (Sup({x: between(0, x)}, x), 3, 3), (Sup({y: between(0, 1), z: between(0, y)}, z), 0, 1),
])
def test_extrema_over_members_and_over_none(left, at, expected):
    assert truth(Compare(left, "==", expected), at) == TRUE


@pytest.mark.parametrize("value", [Sup({y: one_of(0, 1)}, 1 / y), Inf({y: between(-1, 1)}, log(y)), Sup({y: between(1 / x, 2)}, y), Sum({k: upto(3)}, 1 / (k - 2)), Prod({k: upto(3)}, log(k - 1)), Sum({k: integers(1 / x, 2)}, k), 0 * Sup({y: one_of(0)}, 1 / y)])
def test_a_member_or_an_end_without_value_leaves_an_extremum_and_a_sum_without_one(value):
    assert truth(Compare(value, "<=", oo)) == NO_VALUE


def test_a_supremum_of_a_term_without_bound_is_not_told_apart_from_large_numbers():
    assert TRUE in judged(Compare(Sup({y: above(0)}, 1 / y), "==", oo))
    assert truth(Compare(Sup({y: above(0)}, 1 / y), ">", 1000)) == TRUE


@pytest.mark.parametrize(("left", "at", "expected"), [
    (Sum({k: upto(x)}, k), 4, 10), (Sum({k: upto(x)}, k), Fraction(9, 2), 10), (Sum({k: upto(x)}, k), 0, 0), (Prod({k: upto(x)}, k), 0, 1), (Prod({k: upto(x)}, k), 4, 24), (Sum({k: integers(3, 1)}, 1 / x), 0, 0), (Sum({k: upto(4)}, k, Compare(k, ">", 2)), 0, 7),
    (Sum({k: upto(4)}, k, Compare(1 / (k - 2), ">", 0)), 0, 7), (Sum({k: integers(Fraction(-1, 2), Fraction(1, 2))}, 1), 0, 1), (Sum({k: upto(2), j: upto(k)}, j), 0, 4), (Prod({k: integers(0, 3)}, k), 0, 0), (Sum({k: one_of(1, 2, 5)}, k), 0, 8),
])
def test_sums_and_products_over_members_and_over_none(left, at, expected):
    assert truth(Compare(left, "==", expected), at) == TRUE


# --- statements -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("given", "at", "expected"), [((NOTHING,), 0, OUTSIDE), ((NO,), 0, OUTSIDE), ((YES,), 0, FALSE), ((YES, NOTHING), 0, OUTSIDE), ((NOTHING,), 1, FALSE)])
def test_where_a_hypothesis_is_false_or_has_no_value_the_instance_is_outside(given, at, expected):
    assert truth(NO, at, given=given) == expected


def test_an_instance_in_no_range_is_outside():
    assert truth(YES, 2, forall={x: between(0, 1)}) == OUTSIDE
    assert truth(NO, {x: 0, y: 1}, forall={x: REALS, y: between(0, x)}) == OUTSIDE
    assert truth(NO, {x: 0, y: 1}, forall={x: REALS, y: between(1 / x, 2)}) == OUTSIDE


def test_an_implication_inside_a_statement_is_a_connective():
    assert truth(Implies(NOTHING, YES), 0) == NO_VALUE
    assert truth(Not(Implies(NOTHING, YES)), 0) == NO_VALUE
    assert truth(Implies(All(NOTHING), YES), 0, given=(All(),)) == NO_VALUE


def test_a_construct_that_is_not_evaluated_here_is_not_told():
    assert judged(Compare(Limit(1 / x, x, oo), "==", 0), 0) == {TRUE, FALSE, NO_VALUE, OUTSIDE}


def test_the_reader_of_claims_agrees_with_the_formula():
    claim = Claim("a/b", "s", forall={x: at_least(0)}, states=Compare(Sup({y: between(0, x, open="both")}, y), "==", x))
    (variant,) = claim.variants()
    assert semantics.judge(variant.formula, {"x": 0}) == {FALSE}
    assert semantics.judge(variant.formula, {"x": 1}) == {TRUE}


def test_it_shares_no_code_with_engines_and_checker():
    modules = set()
    for module in (semantics, semantic_ranges):
        source = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
        modules |= {node.module for node in ast.walk(source) if isinstance(node, ast.ImportFrom)} | {alias.name for node in ast.walk(source) if isinstance(node, ast.Import) for alias in node.names}
    assert {m for m in modules if m and m.startswith("verify")} == {"verify.claims.nodes", "verify.semantic_ranges"}
