"""The printed engine recomputes digits: right ones are proved, wrong ones refuted, and what has no value stays undecided."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from verify.claims import Claim, Compare, Printed, above, between, equals, erfc, exp, integers, log, number, numbers, one_of, oo, pi, sqrt
from verify.claims.nodes import Node, literal
from verify.engines import printed
from verify.engines.printed import digits_of
from verify.engines.task import EFFORTS, Finding, Status, Task

x, e = numbers("x e")
EFFORT = replace(EFFORTS["quick"], guard_seconds=60)


def decide(states, forall=None, given=(), close=None) -> Finding:
    return printed.decide(Task(Claim("toy/claim", "Toy", forall or {}, states, given).variants()[0], EFFORT), close)


def rounds(value, digits, rule="nearest"):
    return Compare(value, "rounds to", Printed(digits, rule))


@pytest.mark.parametrize(("digits", "rule", "lo", "hi", "left_open", "right_open"), [
    ("0.681", "nearest", "0.6805", "0.6815", False, False), ("0.681", "truncated", "0.681", "0.682", False, True),
    ("0.681", "upper bound", "0.68", "0.681", True, False), ("0.681", "lower bound", "0.681", "0.682", False, True),
    ("8", "nearest", "7.5", "8.5", False, False), ("-1.50", "nearest", "-1.505", "-1.495", False, False),
    ("1e-4", "nearest", "0.00005", "0.00015", False, False),
    ("2.5e3", "truncated", "2500", "2600", False, True),
])
def test_digits_and_a_rule_stand_for_an_interval(digits, rule, lo, hi, left_open, right_open):
    found = digits_of(Printed(digits, rule))
    assert (found.lo, found.hi, found.lo_open, found.hi_open) == (Fraction(lo), Fraction(hi), left_open, right_open)


RIGHT = [
    (1 / (1 + exp(-number("0.76"))), "0.681", "nearest"), (pi, "3.14159", "nearest"), (pi, "3.1415", "truncated"),
    (pi, "3.1416", "upper bound"), (pi, "3.1415", "lower bound"),
    (sqrt(2), "1.4142135623730950488", "nearest"), (number("0.6815"), "0.681", "nearest"),
    (number("0.6815"), "0.682", "nearest"), (number("1/3"), "0.33", "truncated"),
    (log(2), "0.69", "nearest"), (erfc(2), "0.00468", "nearest"), (exp(-100), "0.00", "nearest"),
    (number(8), "8", "upper bound"), (-sqrt(2), "-1.41", "nearest"),
]


@pytest.mark.parametrize(("value", "digits", "rule"), RIGHT)
def test_right_digits_are_proved(value, digits, rule):
    finding = decide(rounds(value, digits, rule))
    assert finding.status is Status.PROVED, finding.summary
    assert finding.kind == "printed"
    assert finding.evidence["digits"] == digits
    assert finding.evidence["rule"] == rule
    lo, hi = (Fraction(end) for end in finding.evidence["interval"])
    assert lo - Fraction(1, 10**18) <= Fraction(finding.evidence["value"]) <= hi + Fraction(1, 10**18)


WRONG = [
    (1 / (1 + exp(-number("0.76"))), "0.682", "nearest"), (pi, "3.1416", "truncated"), (pi, "3.1415", "upper bound"), (sqrt(2), "1.42", "nearest"),
    (number("0.68150000001"), "0.681", "nearest"), (number("0.682"), "0.681", "truncated"), (number("0.68"), "0.681", "upper bound"), (oo, "8", "nearest"),
    (sqrt(2), "1.4142135623730950489", "nearest"), (number("1/3"), "0.34", "truncated"), (exp(-100), "0.01", "nearest"), (log(2), "-0.69", "nearest"),
]


@pytest.mark.parametrize(("value", "digits", "rule"), WRONG)
def test_wrong_digits_are_refuted(value, digits, rule):
    finding = decide(rounds(value, digits, rule))
    assert finding.status is Status.REFUTED, finding.summary
    assert finding.kind == "printed"


def test_a_value_on_the_edge_of_a_truncated_interval_is_decided_exactly():
    assert decide(rounds(log(4) / log(2), "2", "truncated")).status is Status.PROVED
    assert decide(rounds(sqrt(4) + sqrt(2) * sqrt(2), "4", "truncated")).status is Status.PROVED
    assert decide(rounds(exp(log(2)), "1", "truncated")).status is Status.REFUTED


def test_a_value_that_no_precision_separates_from_the_edge_is_undecided():
    same = (exp(1) + pi) * (exp(1) - pi) - exp(2) + pi**2
    assert decide(rounds(same, "0", "truncated")).status is Status.UNDECIDED


@pytest.mark.parametrize("value", [1 / (number(1) - 1 * number(1)), log(-number(1)), oo - oo, number(0) * oo, sqrt(-number(2))])
def test_a_value_that_does_not_exist_is_neither_right_nor_wrong(value):
    finding = decide(rounds(value, "1.0"))
    assert finding.status is Status.UNDECIDED
    assert finding.kind == ""


def test_every_member_of_a_finite_set_is_decided():
    right = decide(rounds(x**2, "4"), {x: one_of("1.9", 2, "2.1")})
    assert right.status is Status.PROVED
    assert [member["instance"] for member in right.evidence["members"]] == [{"x": "19/10"}, {"x": "2"}, {"x": "21/10"}]
    wrong = decide(rounds(x**2, "4"), {x: one_of("1.9", 2, "2.2")})
    assert (wrong.status, wrong.kind, wrong.evidence["instance"]) == (Status.REFUTED, "witness", {"x": "11/5"})
    assert (Fraction(wrong.evidence["values"]["measured"]), wrong.evidence["values"]["claimed"]) == (Fraction("4.84"), "4")
    assert decide(rounds(x, "3"), {x: integers(3, 4)}).evidence["instance"] == {"x": "4"}


def test_a_hypothesis_excludes_members():
    assert decide(rounds(x**2, "4"), {x: one_of(2, 7)}, given=(Compare(x, "<", 5),)).status is Status.PROVED
    assert decide(rounds(x**2, "4"), {x: one_of(7)}, given=(Compare(x, "<", 5),)).status is Status.UNDECIDED


def test_a_defined_name_is_put_in():
    finding = decide(rounds(e, "0.50"), {x: one_of(2), e: equals(1 / x, within=above(0))})
    assert finding.status is Status.PROVED
    assert finding.evidence["members"][0]["instance"] == {"x": "2", "e": "1/2"}


def test_a_range_of_roundings_is_proved_where_all_of_it_rounds_so():
    inside = between(number("0.755"), number("0.765"), "right")
    finding = decide(rounds(1 / (1 + exp(-e)), "0.68"), {e: inside})
    assert finding.status is Status.PROVED
    assert finding.kind == "boxes"
    assert finding.evidence["interval"] == ["27/40", "137/200"]


def test_a_range_of_roundings_is_refuted_at_one_fraction_of_it():
    inside = between(number("0.755"), number("0.765"), "right")
    finding = decide(rounds(1 / (1 + exp(-e)), "0.681"), {e: inside})
    assert (finding.status, finding.kind) == (Status.REFUTED, "witness")
    at = Fraction(finding.evidence["instance"]["e"])
    assert Fraction("0.755") <= at < Fraction("0.765")


def test_an_open_end_is_not_taken_as_a_counterexample():
    assert decide(rounds(x, "1", "truncated"), {x: between(1, 2, "right")}).status is Status.PROVED
    assert decide(rounds(x, "1", "truncated"), {x: between(1, 2)}).evidence["instance"] == {"x": "2"}


@pytest.mark.parametrize(("states", "status"), [
    (Compare(exp(1), "<", 3), Status.PROVED), (Compare(exp(1), ">=", 3), Status.REFUTED), (Compare(sqrt(8), "==", 2 * sqrt(2)), Status.PROVED),
    (Compare(log(6), "==", log(2) + log(3)), Status.PROVED), (Compare(pi, "==", number("22/7")), Status.REFUTED), (Compare(oo, "<=", oo), Status.PROVED),
    (Compare(exp(1) * exp(-1), "==", 1), Status.UNDECIDED), (Compare(1 / number(3), "<", number("0.3333")), Status.REFUTED),
    (Compare(pi, "!=", 3), Status.PROVED),
])
def test_comparisons_of_closed_numbers(states, status):
    finding = decide(states)
    assert finding.status is status, finding.summary
    assert finding.kind == {Status.PROVED: "exhaustive", Status.REFUTED: "witness", Status.UNDECIDED: ""}[status]


def test_a_comparison_over_an_interval_is_not_for_this_engine():
    assert decide(Compare(x, "<=", 1), {x: between(0, 1)}).status is Status.UNDECIDED


def test_a_quantity_without_a_closed_form_is_named_and_one_with_it_is_trusted():
    quantity = Node("moment", number(3), number(2), None)
    assert "moment" in decide(rounds(quantity, "9"), close=lambda node: None).summary
    finding = decide(rounds(quantity, "9"), close=lambda node: number(literal(node.args[0]) ** 2))
    assert (finding.status, finding.trusted) == (Status.PROVED, ("Arb", "closed form of moment"))


def test_a_digit_moved_by_one_is_never_proved():
    count = 0
    for value, digits, rule in RIGHT:
        places = len(digits.partition(".")[2])
        for step in (1, -1, 2, 10):
            moved = Fraction(digits) + Fraction(step, 10**places)
            text = f"{'-' if moved < 0 else ''}{abs(moved * 10**places).numerator // 10**places}"
            text += f".{abs(moved * 10**places).numerator % 10**places:0{places}d}" if places else ""
            assert Fraction(text) == moved
            edge = value.head == "num" and rule == "nearest"  # an end of the interval belongs to both neighbours
            finding = decide(rounds(value, text, rule))
            count += 1
            assert edge or finding.status is Status.REFUTED, (value, text, rule)
    assert count == 4 * len(RIGHT)
