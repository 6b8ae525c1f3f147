"""Formulas are exact, immutable and never rewritten."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.claims import Asymptotic, Compare, ForAll, Sum, Sup, above, eventually, exp, numbers, one_of, oo, sqrt, upto
from verify.claims.canonical import digest, same
from verify.claims.nodes import ClaimError, Node, free_names, from_json, number, shared, substitute, term, to_json
from verify.claims.show import latex, text

x, y, i, j, n = numbers("x y i j n")


def test_nothing_is_simplified_on_construction():
    assert (x - x).head == "add"
    assert (0 * x).head == "mul"


def test_a_float_is_refused_with_what_to_write_instead():
    with pytest.raises(ClaimError, match=r"numbers must be exact, got the float 0\.1"):
        x + 0.1


def test_a_formula_has_no_truth_value_and_cannot_be_changed():
    with pytest.raises(ClaimError, match="no Python truth value"):
        bool(x)
    with pytest.raises(AttributeError):
        x.head = "y"


@given(st.recursive(st.sampled_from([x, y, number("1/3"), number("oo")]), lambda inner: st.builds(lambda a, b: a * b + exp(a), inner, inner), max_leaves=8))
def test_json_and_back_is_the_same_formula(node):
    assert from_json(to_json(node)) == node


def test_digests_ignore_names_and_the_order_of_commutative_operands():
    a = ForAll({x: above(0)}, Compare(x + 2 * sqrt(x), "<=", 3))
    b = ForAll({y: above(0)}, Compare(sqrt(y) * 2 + y, "<=", 3))
    assert digest(a) == digest(b)


def test_digests_see_every_change_of_meaning():
    base = ForAll({x: above(0)}, Compare(x, "<=", y))
    for other in (ForAll({x: above(1)}, Compare(x, "<=", y)), ForAll({x: above(0)}, Compare(x, "<", y)), ForAll({x: above(0)}, Compare(y, "<=", x))):
        assert digest(base) != digest(other)


def test_digests_number_bound_names_by_their_place():
    a = ForAll({x: above(0)}, Compare(x + 2 * sqrt(x), "<=", Sum({i: upto(3)}, i * x)))
    b = ForAll({y: above(0)}, Compare(sqrt(y) * 2 + y, "<=", Sum({j: upto(3)}, y * j)))
    assert digest(a) == digest(b)
    others = [Compare(x, "<=", y), Compare(y, "<=", x), Compare(x, "<", y), Sup({i: one_of(1, 2)}, Sup({j: upto(i)}, i - j)), Sup({j: one_of(1, 2)}, Sup({i: upto(j)}, i - j))]
    assert len({digest(one) for one in others}) == 5


def test_exchanged_binders_are_different_terms():
    over_i = Sup({i: one_of(1, 2)}, Sup({j: upto(i)}, i - j))
    assert digest(over_i) != digest(Sup({j: one_of(1, 2)}, Sup({i: upto(j)}, i - j)))


def test_a_bound_name_is_not_free_and_is_not_substituted():
    total = Sum({i: upto(n)}, i * x)
    assert free_names(total) == {"n", "x"}
    assert substitute(total, {"i": number(7)}) == total
    assert same(substitute(total, {"x": y}), Sum({j: upto(n)}, j * y))


def test_capture_is_refused():
    with pytest.raises(ClaimError, match="capture"):
        substitute(Sum({i: upto(n)}, i * x), {"x": i})


def test_sympy_expressions_become_formulas_and_back():
    import sympy as sp

    t = sp.Symbol("x", real=True)
    assert same(term(sp.exp(-t) / 2), Fraction(1, 2) * exp(-x))
    assert sp.simplify(sp.sympify(x**2 + 1) - (t**2 + 1)) == 0
    with pytest.raises(ClaimError, match="float"):
        term(sp.Float(0.5) * t)


def test_malformed_json_is_refused():
    for data in ({}, [], [1], ["add", 1.5], "1/0", "abc"):
        with pytest.raises(ClaimError):
            from_json(data)


def test_the_representation_names_head_and_arguments():
    assert repr(Node("exp", x)) == "Node('exp', Node('var', 'x'))"


def test_a_long_run_of_a_set_is_shown_by_its_first_two_members_and_its_last() -> None:
    tenths = [Fraction(k, 10) for k in range(11, 111)]
    assert text(one_of(*tenths, *range(12, 64), 128, 256)) == "{11/10, 6/5, …, 11, 12, 13, …, 63, 128, 256}"
    assert latex(one_of(*range(2, 30))) == r"\{2, 3, \dots, 29\}"
    assert text(one_of(*range(1, 8))) == "{1, 2, 3, 4, 5, 6, 7}"
    assert text(one_of(3, x, 1)) == "{3, x, 1}"


def test_equal_parts_of_a_formula_become_one_object():
    x, y = numbers("x y")
    first, again = exp(x + y), exp(x + y)
    whole = Node("forall", ((x, Node("reals")), (y, Node("reals"))), Compare(first, "<=", again))
    found = shared(whole, {})
    assert found == whole and whole.args[1].args[0] is not whole.args[1].args[2]
    assert found.args[1].args[0] is found.args[1].args[2] and found.args[0][0][0] is found.args[1].args[0].args[0].args[0]


def test_an_extremum_says_what_it_is_over_nothing():
    from verify.claims import Sup, between, numbers
    from verify.claims.show import text

    x, y = numbers("x y")
    assert text(Sup({y: between(0, x, open="both")}, y, floor=0)) == "sup[y ∈ (0, x); 0 if there is none] y"
    assert text(Sup({y: between(0, x, open="both")}, y)) == "sup[y ∈ (0, x)] y"


def test_bounds_for_all_values_capture_no_name_of_the_statement():
    factor, start, early = numbers("factor start n_0")
    plain = Asymptotic(y * n, "O", n, {n: oo}, uniformly={y: above(0)})
    assert same(Asymptotic(factor * n, "O", n, {n: oo}, uniformly={factor: above(0)}), plain)
    assert free_names(Asymptotic(start * n, "o", n, {n: oo}, uniformly={y: above(0)})) == {"start"}
    assert free_names(eventually(n, Compare(early, "<", 0))) == {"n_0"}
    with pytest.raises(ClaimError, match="n in both"):
        Asymptotic(n, "O", n, {n: oo}, uniformly={n: above(0)})
