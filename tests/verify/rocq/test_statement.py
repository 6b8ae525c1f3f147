"""What a statement becomes in Rocq: golden propositions of toy claims, near misses that differ, and what must not be exported."""

from fractions import Fraction

import pytest

from verify.claims import (
    LINE,
    All,
    Compare,
    Exists,
    ForAll,
    Implies,
    Inf,
    Labels,
    Laws,
    Printed,
    Sup,
    above,
    at_least,
    between,
    exp,
    integers,
    log,
    numbers,
    objects,
    sqrt,
)
from verify.claims.nodes import Node, number
from verify.quantities import hockey_stick_divergence, total_variation
from verify.rocq.proofs import likely, written
from verify.rocq.statement import fails, holds
from verify.rocq.terms import REASONS, NotExported, fraction

x, y, n, p = numbers("x y n p")
P, Q = objects("P Q")
FINITE = Node("finite", ((number(0), p), (number(1), 1 - p)))


def flat(prop):
    return " ".join(written(prop).split())


PEAK = ForAll({x: between(0, 8)}, Compare(x * exp(-x), "<=", Fraction(37, 100)))


@pytest.mark.parametrize(("statement", "true", "expected"), [
    (PEAK, True, "(forall x : R, ((0 <= x /\\ x <= 8) -> (x * (exp ((- 1) * x))) <= (37 / 100)))"),
    (PEAK, False, "(exists x : R, (0 <= x /\\ x <= 8 /\\ (x * (exp ((- 1) * x))) > (37 / 100)))"),
    (ForAll({x: above(0)}, Compare(log(x), "<=", 1 / x - 1)), False, "(exists x : R, (0 < x /\\ x <> 0 /\\ (ln x) > ((/ x) - 1)))"),
    (ForAll({n: integers(1)}, Compare(sqrt(n), "<", 3)), False, "(exists n : Z, (((1) <= n)%Z /\\ 0 <= (IZR n) /\\ (sqrt (IZR n)) >= 3))"),
    (Compare(exp(1), "rounds to", Printed("2.72", "nearest")), True, "((exp 1) >= (543 / 200) /\\ (exp 1) <= (109 / 40))"),
    (ForAll({P: Laws(LINE), Q: Laws(LINE)}, Compare(total_variation(P, Q), "<=", Fraction(1, 2))), False,
     "(exists P : distribution, (is_distribution P = true /\\ in_dimension (1) P = true /\\ (exists Q_ : distribution, (is_distribution Q_ = true /\\ in_dimension (1) Q_ = true /\\ (total_variation P Q_) > (1 / 2)))))"),
])
def test_statements_of_toy_claims(statement, true, expected):
    assert flat((holds if true else fails)(statement)).replace("0 < x /\\ 0 < x", "0 < x") == expected


def near_misses():
    yield ForAll({x: between(0, 8)}, Compare(x * exp(-x), "<", Fraction(37, 100)))
    yield ForAll({x: between(0, 8)}, Compare(x * exp(-x), "<=", Fraction(36, 100)))
    yield ForAll({x: between(0, 9)}, Compare(x * exp(-x), "<=", Fraction(37, 100)))
    yield ForAll({x: between(0, 8, open="left")}, Compare(x * exp(-x), "<=", Fraction(37, 100)))
    yield ForAll({x: at_least(0)}, Compare(x * exp(-x), "<=", Fraction(37, 100)))
    yield ForAll({x: between(0, 8)}, Compare(x * exp(x), "<=", Fraction(37, 100)))
    yield ForAll({x: between(0, 8)}, Compare(Fraction(37, 100), "<=", x * exp(-x)))
    yield Exists({x: between(0, 8)}, Compare(x * exp(-x), "<=", Fraction(37, 100)))


def test_near_misses_become_other_propositions():
    for judged in (holds, fails):
        texts = [flat(judged(one)) for one in (PEAK, *near_misses())]
        assert len(set(texts)) == len(texts)


def test_a_hypothesis_is_a_premise_where_the_statement_holds_and_part_of_the_instance_where_it_fails():
    statement = ForAll({x: at_least(0)}, Implies(All(Compare(1 / x, ">", 2)), Compare(x, "<", 1)))
    assert flat(holds(statement)) == "(forall x : R, (0 <= x -> ((x <> 0 /\\ (/ x) > 2) -> x < 1)))"
    assert flat(fails(statement)) == "(exists x : R, (0 <= x /\\ x <> 0 /\\ (/ x) > 2 /\\ x >= 1))"


def test_a_conjunction_fails_at_its_first_false_part_after_parts_that_hold():
    statement = All(Compare(log(x), "<", 1), Compare(1 / x, "<", 2))
    text = flat(fails(ForAll({x: at_least(0)}, statement)))
    assert "(0 < x /\\ (ln x) >= 1)" in text and "(0 < x /\\ (ln x) < 1 /\\ x <> 0 /\\ (/ x) >= 2)" in text


def test_what_is_said_of_all_distributions_is_not_said_of_finite_ones():
    for statement in (ForAll({P: Laws(LINE), Q: Laws(LINE)}, Compare(total_variation(P, Q), "<=", 1)), ForAll({p: between(0, 1)}, Compare(total_variation(FINITE, FINITE), "<=", 1))):
        with pytest.raises(NotExported):
            holds(statement)
        assert "exists" in flat(fails(statement))
    with pytest.raises(NotExported, match="infinite"):
        holds(ForAll({x: Node("interval", number(0), number("oo"), "closed", "closed")}, Compare(x, ">=", 0)))


def test_names_in_weights_are_fractions():
    text = flat(fails(ForAll({p: between(0, 1)}, Compare(hockey_stick_divergence(FINITE, FINITE, p), ">", 1))))
    assert text.startswith("(exists p : Q, (0 <= (Q2R p) /\\ (Q2R p) <= 1 /\\ is_distribution [((N (0 # 1)%Q), p);")


def test_a_branch_without_counterpart_is_left_out_of_what_exists_and_not_of_premises():
    branch = Node("if", Compare(x, ">", 1), Node("gamma", x), x)
    assert "gamma" not in flat(fails(ForAll({x: above(0)}, Compare(branch, "<", 1))))
    with pytest.raises(NotExported, match="special function"):
        holds(ForAll({x: above(0)}, Implies(All(Compare(branch, "<", 1)), Compare(x, "<", 1))))


def test_a_new_part_does_not_take_the_place_of_a_name_that_a_binder_gives_another_meaning():
    level = Node("gaussian_level", x, Fraction(1, 4) * 1 + 0 * y)
    inner = Exists({x: between(1, 2)}, Compare(x, ">", 1))
    text = flat(fails(ForAll({x: at_least(0), y: at_least(0)}, All(Compare(level, "<", 1), inner))))
    assert "gaussian_profile" in text and "(exists level : R" in text


@pytest.mark.parametrize(("term", "reason"), [
    (1 + Sup({y: at_least(0)}, exp(-y)), "extremum"), (1 + Inf({y: at_least(0)}, exp(-y)), "extremum"), (Node("gamma", x), "special"),
    (Node("limit", ((y, number("oo")),), exp(-y)), "limit"), (Node("law", "normal", (), ()), "density"), (Node("outcome", x), "procedure"),
])
def test_what_has_no_counterpart_gives_a_reason_of_the_list(term, reason):
    with pytest.raises(NotExported) as refused:
        fails(ForAll({x: above(0)}, Compare(term, "<", 1)))
    assert refused.value.reason == reason and str(refused.value).startswith(REASONS[reason])


def test_distributions_on_labels_and_with_conditions_are_not_taken_for_plain_ones():
    for space in (Laws(Labels(2)), Laws(LINE, density=True)):
        with pytest.raises(NotExported):
            fails(ForAll({P: space, Q: space}, Compare(total_variation(P, Q), "<", 1)))


def test_what_is_clearly_false_in_floating_point_is_not_tried():
    prop = fails(PEAK).parts[0]
    assert likely(prop, {"x": number(1), "c": number(1)}) is False  # exp(-1) < 0.37
    assert likely(fails(ForAll({x: between(0, 8)}, Compare(x * exp(-x), "<=", Fraction(36, 100)))).parts[0], {"x": number(1)})


def test_fractions():
    assert [fraction(Fraction(a)) for a in (3, Fraction(-1, 2))] == ["3", "(- (1 / 2))"]
