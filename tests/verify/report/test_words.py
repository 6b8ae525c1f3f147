"""Values are cut, never rounded, and laws and formulas are shown in every stored form."""

from __future__ import annotations

import json

import pytest

from verify import claims
from verify.claims.nodes import to_json
from verify.report import words


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0.632120558828557", "0.63212055…"),
        ("0.00000123456789123", "0.0000012345678…"),
        ("-12.5", "-12.5"),
        ("1.0000000000", "1"),
        ("123456789012", "123456789012"),
        ("2.33...", "2.33…"),
        ("1.99999999999e-12", "1.9999999…e-12"),
        ("[0.63 +/- 1e-9]", "[0.63 +/- 1e-9]"),
        ("oo", "oo"),
    ],
)
def test_a_decimal_is_cut_and_says_so(text, told):
    assert words.shorten(text) == told


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("1/3", "0.3333333333…"),
        ("-7/4", "-1.75"),
        ("5", ""),
        ("1/0", ""),
        ("oo", ""),
        ("1/3000000000000000", "3.333333333…E-16"),
        (["surd", "3/2", [["2", "1/2"]]], "2.121320343…"),
        (["mul", "3/2", ["pow", "2", "1/2"]], "2.121320343…"),
        (["add", "1", ["mul", "-1/2", ["log", "3"]]], "0.4506938556…"),
        (["add", "1", ["var", "x"]], ""),
        (["pow", "-1", "1/2"], ""),
        (["logsum", "1", [["2", "1"], ["3", "-1/2"]]], "1.143841036…"),
    ],
)
def test_an_exact_value_has_its_decimal_size(value, told):
    assert words.decimal_of(value) == told


@pytest.mark.parametrize(
    "stored",
    [
        {"points": ["0", "1"], "weights": ["1/3", "2/3"]},
        {"atoms": [["0", "1/3"], ["1", "2/3"]]},
        ["finite", ["()", ["()", "0", "1/3"], ["()", "1", "2/3"]]],
        ["law", "finite", [["0", "1/3"], ["1", "2/3"]]],
        ["finite", ["0", "1"], ["1/3", "2/3"]],
    ],
)
def test_a_finite_law_is_recognised_in_each_stored_form(stored):
    assert words.atoms(stored) == [("0", "1/3"), ("1", "2/3")]
    assert words.shown("P", stored).table.rows[0] == ("0", "1/3", "0.3333333333…")


@pytest.mark.parametrize(
    ("node", "told"),
    [
        (["add", ["var", "lamda"], "1/2"], "λ + 1/2"),
        (["mul", "2", ["add", ["var", "x_1"], "1"]], "2·(x₁ + 1)"),
        (["pow", ["var", "P_"], "2"], "P′^2"),
        (["point", "0", "1"], "(0, 1)"),
        (["logsum", "0", [["2", "1"], ["3", "-1/2"]]], "log 2 − 1/2·log 3"),
        (["word", "shared"], "shared"),
        (["event", ["point", "0", "1"], "2"], "{(0, 1), 2}"),
        (["row", "1", None], "(1, –)"),
        (
            ["universe", ["word", "replace_one"], ["()", ["row", "0"], ["row", "1"]]],
            "data sets (0), (1) (neighbours: replace one)",
        ),
        ("-oo", "−∞"),
        (True, "yes"),
    ],
)
def test_a_formula_is_one_line_of_text(node, told):
    assert words.plain(node) == told


@pytest.mark.parametrize(
    ("stored", "head", "row"),
    [
        (
            ["law", ["word", "laplace"], ["()"], ["()", ["()", "-oo", "0", ["log", "2"], "1", "0"]]],
            ("from", "to", "logarithm of the density"),
            ("−∞", "0", "log(2) + 1·x"),
        ),
        (["table", ["()", ["()", ["row", "0"], "1/3"]]], ("entry", "value"), ("(0)", "1/3")),
        (
            ["table", ["()", ["()", "0", ["finite", ["()", ["()", "5", "1"]]]]]],
            ("input", "point", "weight"),
            ("0", "5", "1"),
        ),
        (["family", "1/2", "1/3"], ("entry", "value"), ("1", "1/2")),
    ],
)
def test_laws_kernels_and_families_become_tables(stored, head, row):
    table = words.shown("M", stored).table
    assert table.head == head
    assert table.rows[0] == row


def test_a_long_value_is_cut_and_says_where_the_rest_is():
    assert words.plain("x" * 500, limit=50).endswith("… (in full in the stored file)")


@pytest.mark.parametrize(
    ("measured", "claimed", "told"),
    [("1", "0.4", "2.5"), ("oo", "1", ""), ("1", "0", ""), ("1", "1", ""), ("-1", "2", ""), ("nan", "1", "")],
)
def test_how_many_times_is_said_only_where_it_says_something(measured, claimed, told):
    assert words.times(measured, claimed) == told


@pytest.mark.parametrize(("stored", "text"), [
    (["lambda", [["x", ["interval", "0", "oo", "closed", "open"]]], ["exp", ["mul", "-1", "x"]]], "x ↦ exp(−x)"),
    (["lambda", [["x", ["interval", "0", "oo", "closed", "open"]]], ["mul", "1/2", ["if", ["compare", "x", "<", "1"], "1", "0"]]], "x ↦ 1/2·(1 where x < 1, else 0)"),
])
def test_a_function_is_shown_by_what_it_does(stored, text):
    assert words.shown("f", stored).text == text


def test_a_stored_share_with_a_huge_exponent_is_shown_as_it_stands():
    from verify.report.facts import percent

    assert percent("1e999999999").startswith("1e99") and percent("1/4") == "25 %"


def test_a_function_of_a_class_is_told_by_its_slopes():
    huber = claims.ridge_sum(1, (1, claims.piecewise_quadratic({-1: -1, 1: 1}, height="1/2")))
    assert words.plain(to_json(huber)) == "the function of x: value 1/2 at -1; slope -1 at -1, slope 1 at 1; second derivative 0 before and 0 after"
    slanted = claims.ridge_sum(2, ((1, 2), claims.piecewise_quadratic({0: (-1, 1)})))
    assert words.plain(to_json(slanted)) == "the function of ⟨(1, 2), x⟩: value 0 at 0; slopes -1 and 1 at 0; second derivative 0 before and 0 after"


@pytest.mark.parametrize(("sequence", "text"), [
    (claims.periodic(then=(1,)), "(1, 1, 1, …)"),
    (claims.periodic(3, 1), "(3, 1, 0, 0, …)"),
    (claims.periodic(3, then=(claims.number("1/2"), 2)), "(3, 1/2, 2, 1/2, 2, …)"),
])
def test_a_sequence_is_written_as_its_first_terms(sequence, text):
    assert words.plain(json.loads(json.dumps(to_json(sequence)))) == text
