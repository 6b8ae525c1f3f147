"""The interval engine proves true inequalities over whole domains, points at false ones, and is silent where boxes cannot decide."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from flint import arb, fmpq

from verify.claims import (
    REALS,
    Abs,
    All,
    Any_,
    Claim,
    Compare,
    Hints,
    If,
    Implies,
    Max,
    Min,
    above,
    at_least,
    at_most,
    below,
    between,
    equals,
    erf,
    erfc,
    exp,
    floor,
    gamma,
    hyp1f1,
    integers,
    log,
    number,
    numbers,
    one_of,
    pi,
    sin,
    sqrt,
)
from verify.claims.nodes import Node, from_json, to_json
from verify.engines import interval
from verify.engines.boxes import arithmetic as ia
from verify.engines.boxes.domain import Side
from verify.engines.boxes.formula import Graph
from verify.engines.boxes.proof import Box
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.values import numbers as exact_numbers

x, y, z, n = numbers("x y z n")
UNIT = between(0, 1)
SMALL = replace(EFFORTS["quick"], boxes=60, guard_seconds=60)
MEDIUM = replace(EFFORTS["quick"], boxes=195, guard_seconds=60)
LARGE = replace(EFFORTS["standard"], boxes=600, guard_seconds=60)


def decide(forall, states, given=(), effort=MEDIUM, hints=None, close=None) -> Finding:
    return interval.decide(Task(Claim("toy/claim", "Toy", forall, states, given, hints=hints).variants()[0], effort), close)


TRUE = {
    "identity on the unit interval": ({x: UNIT}, Compare(x, "<=", 1)),
    "strict at an open end": ({x: between(0, 1, "right")}, Compare(x, "<", 1)),
    "strict at an open lower end": ({x: between(0, 1, "left")}, Compare(x, ">", 0)),
    "a square": ({x: REALS}, Compare(x**2, ">=", 0)),
    "a parabola on the line": ({x: REALS}, Compare(x**2 + 1, ">", x)),
    "contact at an inner fraction": ({x: REALS}, Compare(x**2 - 2 * x + 1, ">=", 0)),
    "contact at an inner fraction that is not dyadic": ({x: REALS}, Compare(9 * x**2 + 1, ">=", 6 * x)),
    "tangent of the exponential": ({x: REALS}, Compare(exp(x), ">=", 1 + x)),
    "logarithm": ({x: above(0)}, Compare(log(x), "<=", x - 1)),
    "entropy": ({x: above(0)}, Compare(x * log(x), ">=", -1)),
    "a reciprocal at an open pole": ({x: above(0)}, Compare(1 / x, ">", 0)),
    "strict contact at an open end": ({x: above(0)}, Compare(exp(x), ">", 1 + x + x**2 / 2)),
    "third order contact": ({x: at_least(0)}, Compare(exp(x), ">=", 1 + x + x**2 / 2)),
    "square root at 0": ({x: UNIT}, Compare(sqrt(x), ">=", x)),
    "product in the unit cube": ({x: UNIT, y: UNIT, z: UNIT}, Compare(x * y * z, "<=", 1)),
    "three parameters": ({x: UNIT, y: UNIT, z: UNIT}, Compare(x * y + y * z + z * x, "<=", x + y + z)),
    "dependent ranges": ({x: at_least(1), y: at_least(x)}, Compare(1 / y, "<=", 1 / x)),
    "dependent ranges, strict": ({x: at_least(1), y: above(x)}, Compare(1 / y, "<", 1 / x)),
    "a range between names": ({x: at_least(0), y: between(x, 2 * x)}, Compare(y, "<=", 2 * x)),
    "an irrational end": ({x: between(0, sqrt(2))}, Compare(x**2, "<=", 2)),
    "an end with pi": ({x: at_least(pi)}, Compare(x, ">", 3)),
    "integers": ({n: integers(1)}, Compare(n**2, ">=", n)),
    "integers that are only integers": ({n: integers(0, 20)}, Compare((2 * n - 1) ** 2, ">=", 1)),
    "powers of two": ({n: integers(0)}, Compare(2**n, ">=", n + 1)),
    "Bernoulli": ({x: above(0), y: UNIT}, Compare((1 + x) ** y, "<=", 1 + x * y)),
    "gamma": ({x: at_least(1)}, Compare(gamma(x), ">=", number("7/8"))),
    "Kummer": ({x: at_least(0)}, Compare(hyp1f1(number("1/2"), number("3/2"), -x), "<=", 1)),
    "maximum": ({x: REALS}, Compare(Max(x, 0) + Max(-x, 0), ">=", abs(x))),
    "minimum": ({x: REALS}, Compare(Min(x, 1), "<=", 1)),
    "an indicator": ({x: REALS}, Compare(If(Compare(x, ">", 0), x, -x), ">=", 0)),
    "floor": ({x: between(0, 3)}, Compare(floor(x), "<=", x)),
    "a finite set": ({x: one_of("1/3", 2), y: UNIT}, Compare(x * y, "<=", 2)),
    "a defined name": ({x: above(0), y: equals(1 / x, within=above(0))}, Compare(y, ">", 0)),
    "conjunction": ({x: UNIT}, All(Compare(x, ">=", 0), Compare(x**2, "<=", 1))),
    "disjunction": ({x: REALS}, Any_(Compare(x, ">=", 0), Compare(x, "<", 1))),
    "implication": ({x: REALS}, Implies(Compare(x, ">", 2), Compare(x**2, ">", 3))),
    "a point": ({x: one_of(2)}, Compare(exp(x), ">", 7)),
    "infinity in the range": ({x: between(1, number("oo"))}, Compare(1 / x, "<=", 1)),
    "an infinite value": ({x: between(1, number("oo"))}, Compare(x, "<=", number("oo"))),
    "normal tail": ({x: above(0)}, Compare(erfc(x), "<=", 2)),
    "error function": ({x: REALS}, Compare(erf(x), "<", 1)),
    "below the line": ({x: at_most(0)}, Compare(exp(x), "<=", 1)),
    "a negative half-line": ({x: below(0)}, Compare(1 / x, "<", 0)),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_inequality_is_proved_over_its_whole_domain(name):
    finding = decide(*TRUE[name])
    assert finding.status is Status.PROVED, finding.summary
    assert finding.kind == "boxes"
    assert finding.undecided_share == 0


FALSE = {
    "strict at a closed end": ({x: UNIT}, Compare(x, "<", 1), {"x": "1"}),
    "strict contact inside": ({x: REALS}, Compare(x**2 - 2 * x + 1, ">", 0), {"x": "1"}),
    "strict at the lower end": ({x: UNIT}, Compare(x, ">", 0), {"x": "0"}),
    "far out": ({x: REALS}, Compare(x, "<=", 1000), None),
    "two parameters": ({x: UNIT, y: UNIT}, Compare(x * y, "<=", number("1/2")), None),
    "three parameters": ({x: UNIT, y: UNIT, z: UNIT}, Compare(x + y + z, "<", 3), {"x": "1", "y": "1", "z": "1"}),
    "a finite set": ({x: one_of("1/3", 2), y: UNIT}, Compare(x * y, "<=", 1), {"x": "2", "y": "1"}),
    "integers": ({n: integers(0)}, Compare(n**2, "<=", 2**n), {"n": "3"}),
    "an infinite value against a finite bound": ({x: between(1, number("oo"))}, Compare(x, "<", number("oo")), {"x": "oo"}),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_inequality_yields_a_point_where_it_is_false(name):
    forall, states, at = FALSE[name]
    finding = decide(forall, states)
    assert finding.status is Status.UNDECIDED
    suggested = finding.evidence["suggest"]
    if at is not None:
        assert suggested == at
    values = {name: exact_numbers.number(text) for name, text in suggested.items()}
    graph = Graph(tuple(values))
    assert graph.exact_truth(graph.proposition(states), tuple(values.values())) == (0, True)


def test_contact_along_an_inner_line_is_left_to_other_engines_with_the_share_that_is_open():
    finding = decide({x: UNIT, y: UNIT}, Compare(2 * x * y, "<=", x**2 + y**2))
    assert finding.status is Status.SUPPORTED
    assert 0 < finding.undecided_share < 0.5
    assert finding.coverage["share"] == pytest.approx(1 - finding.undecided_share)
    assert finding.summary.startswith("certified on ")


def test_a_hypothesis_cuts_the_domain():
    assert decide({x: REALS, y: REALS}, Compare(exp(x), "<=", exp(y)), given=(Compare(x, "<=", y),)).status is Status.PROVED
    assert decide({x: REALS}, Compare(x**3, ">", 0), given=(Compare(x, ">", 0),)).status is Status.PROVED
    assert decide({x: REALS}, Compare(log(x), "<=", x), given=(Compare(x, ">=", number("1/10")),)).status is Status.PROVED


def test_a_hypothesis_that_excludes_the_range_leaves_nothing_to_prove():
    range_ = {x: at_most(0)}
    assert decide(range_, Compare(sin(x), "<=", x / 2), given=(Compare(x, ">=", number("11/7")),)).status is Status.PROVED
    assert decide(range_, Compare(sin(x), "<=", x / 2), given=(Compare(x, ">=", number(-3)),)).status is not Status.PROVED


def test_a_hypothesis_that_only_holds_elsewhere_does_not_help():
    finding = decide({x: REALS}, Compare(x, ">", 0), given=(Compare(x, ">=", -1),))
    assert finding.status is Status.UNDECIDED
    assert Fraction(finding.evidence["suggest"]["x"]) <= 0


def test_division_by_a_range_with_zero_is_never_proved():
    finding = decide({x: UNIT}, Compare(1 / (x - number("1/3")) ** 2, ">", 0))
    assert finding.status is not Status.PROVED
    finding = decide({x: at_least(0)}, Compare(1 / x, ">", 0))
    assert finding.status is Status.SUPPORTED
    assert "no value at x = 0" in finding.summary


@pytest.mark.parametrize("states", [
    Compare(log(x), "<=", 5), Compare(sqrt(x), ">=", 0), Compare(x ** number("-1"), "!=", 7), Compare(gamma(x), "!=", 0), Compare(x**x, ">=", 0),
    Compare(log(x) - log(x), "<=", 1), Compare(Max(log(x), 0), ">=", 0), Compare(exp(log(x)), ">=", -1),
    Compare(0 * log(x), "<=", 1), Compare(log(x) ** 0, ">=", 0),
    Compare(If(Compare(log(x), ">", 0), 1, 2), ">", 0), Any_(Compare(log(x), "<=", 5), Compare(x, "<=", 2)),
])
def test_a_statement_without_a_value_somewhere_is_never_proved(states):
    assert decide({x: between(-1, 1)}, states, effort=SMALL).status is not Status.PROVED


def test_infinity_minus_infinity_has_no_value():
    far = between(1, number("oo"))
    assert decide({x: far}, Compare(x - x, "<=", 1), effort=SMALL).status is not Status.PROVED
    assert decide({x: far}, Compare(x * 0, "<=", 1), effort=SMALL).status is not Status.PROVED
    assert decide({x: above(1)}, Compare(x - x, "<=", 1)).status is Status.PROVED


def test_the_closed_edge_of_a_box_does_not_spill_over_the_domain():
    assert decide({x: UNIT}, Compare(sqrt(x) + sqrt(1 - x), ">=", 1)).status is Status.PROVED
    assert decide({x: UNIT}, Compare(log(1 + x), ">=", 0)).status is Status.PROVED
    assert decide({x: between(0, 1, "left")}, Compare(log(x), "<=", 0)).status is Status.PROVED
    assert decide({x: between(number("1/3"), 1)}, Compare(3 * x, ">=", 1)).status is Status.PROVED


def test_a_jump_is_no_continuous_face():
    assert decide({x: UNIT}, Compare(If(Compare(x, ">", 0), 1, 0), ">", 0)).evidence["suggest"] == {"x": "0"}
    assert decide({x: UNIT}, Compare(floor(x), "<=", 0)).evidence["suggest"] == {"x": "1"}
    assert decide({x: between(0, 1, "right")}, Compare(floor(x), "<=", 0)).status is Status.PROVED


def test_zero_to_the_zero_is_one():
    assert decide({x: UNIT, y: UNIT}, Compare(x**y, "<", 1)).status is not Status.PROVED
    assert decide({x: UNIT, y: UNIT}, Compare(x**y, "<=", 1)).status is Status.PROVED
    assert decide({x: UNIT, y: UNIT}, Compare(x**y, ">=", x)).status is not Status.UNDECIDED


BELL = erfc(-sqrt(pi / 8) * x / sqrt(2)) / 2
LOGISTIC = 1 / (1 + exp(-x))


def test_a_race_of_two_tails_that_vanish_is_decided_on_one_unbounded_box():
    finding = decide({x: at_least(6)}, Compare(BELL, ">=", LOGISTIC))
    assert finding.status is Status.PROVED, finding.summary
    assert finding.evidence["tree"] in "PMVFCLE"


def test_a_contact_with_irrational_constants_is_decided_by_exact_cancellation():
    root = sqrt(pi)
    finding = decide({x: UNIT}, Compare(exp(pi * x), ">=", 1 + root * root * x + pi**2 * x**2 / 2), effort=LARGE)
    assert finding.status is Status.PROVED, finding.summary
    assert finding.trusted == ("Arb",)
    false = decide({x: UNIT}, Compare(exp(pi * x), ">=", 1 + root * root * x * (1 + Fraction(1, 10**6))), effort=LARGE)
    assert false.status is not Status.PROVED


def test_sympy_proves_a_contact_along_a_face():
    finding = decide({x: above(1), y: at_least(0)}, Compare(log(exp(x * y) / (x + 1) + x * exp(-y) / (x + 1)), ">=", 0), effort=LARGE)
    assert finding.status is Status.PROVED, finding.summary


def test_an_equality_is_not_for_boxes():
    assert decide({x: UNIT}, Compare(x, "==", x)).status is Status.UNDECIDED


def test_a_head_without_enclosure_is_named():
    finding = decide({x: UNIT}, Compare(Node("mean", Node("var", "P")), "<=", x))
    assert finding.status is Status.UNDECIDED
    assert "mean has no enclosure" in finding.summary


def test_a_closed_form_takes_the_place_of_a_quantity_and_is_listed_as_trusted():
    quantity = Node("moment", x, number(2), None)
    finding = decide({x: UNIT}, Compare(quantity, "<=", 1), close=lambda node: x**2 if node == quantity else None)
    assert finding.status is Status.PROVED
    assert finding.trusted == ("Arb", "closed form of moment")
    assert from_json(finding.evidence["form"]["lhs"]) == x**2


def test_a_set_without_numbers_is_named():
    assert "labels" in decide({x: Node("labels", number(3))}, Compare(x, "<=", 1)).summary


def test_the_tree_covers_the_domain_and_every_leaf_says_how_it_was_decided():
    finding = decide({x: REALS}, Compare(exp(x), ">=", 1 + x))
    evidence = finding.evidence
    assert evidence["relation"] == ">="
    assert evidence["form"] == {"lhs": to_json(exp(x)), "rhs": to_json(1 + x)}
    assert evidence["root"] == {"x": ["-oo", "oo"]}
    assert evidence["open"] == {"x": "both"}

    assert re.fullmatch(r"(a(-?\d+(/\d+)?;)?|[PMVFCLEG])+", evidence["tree"])
    splits = re.findall(r"[a-z]", evidence["tree"])
    assert len(re.findall(r"[A-Z]", evidence["tree"])) == len(splits) + 1


def test_the_same_task_gives_the_same_evidence_twice():
    first, second = (decide({x: above(0)}, Compare(x * log(x), ">=", -1)) for _ in range(2))
    assert first == second


def test_renaming_and_reordering_names_changes_no_verdict():
    assert decide({y: UNIT, x: UNIT}, Compare(x * y, "<=", y**2 + x)).status is Status.PROVED
    assert decide({x: UNIT, y: UNIT}, Compare(x * y, "<=", x + y**2)).status is Status.PROVED


def test_a_spent_clock_gives_undecided_and_says_so():
    hard = Compare(x * y, "<=", (x**2 + y**2) / 2 + number("1/1000000"))
    finding = decide({x: between(0, 9), y: between(0, 9)}, hard, effort=replace(LARGE, guard_seconds=-1.0))
    assert finding.status is Status.UNDECIDED
    assert "time limit" in finding.summary


def test_a_hint_of_equality_is_a_point_to_split_at():
    finding = decide({x: REALS}, Compare((x - number("355/113")) ** 4 + 1, ">=", 1), hints=Hints(equality_at={x: number("355/113")}))
    assert finding.status is Status.PROVED


# --- arithmetic ------------------------------------------------------------------------------------------------------

POINTS = [Fraction(k, 7) for k in range(-20, 21, 3)]
FORMULAS = {
    "add": x + y, "mul": x * y, "square": x**2 * y, "cube": x**3 - y, "quotient": x / (y**2 + 1), "exp": exp(x - y), "log": log(x**2 + 1 + Abs(y)),
    "root": sqrt(x**2 + y**2), "power": (x**2 + 1) ** y, "erf": erf(x * y), "erfc": erfc(x) * y,
    "gamma": gamma(x**2 + number("1/5")), "max": Max(x, y) - Min(x, y),
    "floor": floor(x) + y, "if": If(Compare(x, "<=", y), x, y), "kummer": hyp1f1(number("1/2"), number("3/2"), x) + y,
}


@pytest.mark.parametrize("name", FORMULAS)
def test_an_enclosure_contains_the_values_at_points_of_the_box(name):
    with exact_numbers.precision(64):
        graph = Graph(("x", "y"))
        k = graph.build(FORMULAS[name])
        for lo, hi in ((-20, -6), (-6, 9), (0, 12), (3, 4)):
            box = Box([Side(Fraction(lo, 7), Fraction(hi, 7), False, False), Side(Fraction(-3, 7), Fraction(lo + 20, 7), False, False)])
            low, high, _, _, level = graph.evaluate(k, box.intervals, box.cache)
            assert level >= ia.DEFINED
            for s, t in ((lo, -3), (hi, -3), (lo, lo + 20), (hi, 0), ((lo + hi) // 2, 1)):
                if t <= lo + 20:
                    value = graph.exact(k, (fmpq(s, 7), fmpq(t, 7)))
                    ends = exact_numbers.enclose(value, 128)
                    assert low <= ends.hi and ends.lo <= high


@pytest.mark.parametrize("name", [k for k in FORMULAS if k not in ("floor", "if")])
def test_a_derivative_agrees_with_a_difference_quotient(name):
    with exact_numbers.precision(128):
        graph = Graph(("x", "y"))
        k = graph.build(FORMULAS[name])
        step = fmpq(1, 10**8)
        for s, t in ((fmpq(3, 7), fmpq(2, 5)), (fmpq(-4, 7), fmpq(1, 3))):
            for var in (0, 1):
                at = [s, t]
                moved = [s, t]
                moved[var] += step
                quotient = exact_numbers.div(exact_numbers.sub(graph.exact(k, tuple(moved)), graph.exact(k, tuple(at))), step)
                point = Box([Side(Fraction(int(v.p), int(v.q)), Fraction(int(v.p), int(v.q)), False, False) for v in at])
                low, high, _, _, level = graph.evaluate(graph.slope(k, var), point.intervals, point.cache)
                assert level == ia.CONTINUOUS
                assert abs(float(low) - exact_numbers.to_float(quotient)) < 1e-5
                assert high - low < 1e-20


def test_an_end_knows_whether_it_is_attained():
    with exact_numbers.precision(64):
        right_of_zero = (arb(0), arb(1), True, False, ia.CONTINUOUS)
        assert ia.log(right_of_zero)[4] == ia.CONTINUOUS
        assert ia.log((arb(0), arb(1), False, False, ia.CONTINUOUS))[4] == ia.DOUBTFUL
        low, high, _, high_open, level = ia.reciprocal(right_of_zero)
        assert (low, high, high_open, level) == (1, ia.PLUS, True, ia.CONTINUOUS)
        assert ia.positive(ia.mul(right_of_zero, right_of_zero))
        assert not ia.positive(ia.mul(right_of_zero, (arb(0), arb(1), False, False, ia.CONTINUOUS)))
        assert ia.mul((ia.PLUS, ia.PLUS, False, False, ia.DEFINED), (arb(0), arb(1), False, False, ia.CONTINUOUS))[4] == ia.DOUBTFUL


def test_a_number_that_is_not_a_number_decides_nothing():
    nothing = arb("nan")
    assert (ia.down(nothing), ia.up(nothing)) == (ia.MINUS, ia.PLUS)
    assert ia.compare(ia.LINE, "<=", ia.constant(fmpq(1))) == (None, False)
    assert ia.compare(ia.LINE, ">=", ia.constant(fmpq(1))) == (None, False)


# --- soundness -------------------------------------------------------------------------------------------------------

TIGHT = [
    # measured <= claimed on the domain; equality is attained at a point of the domain; claimed > 0 there
    ({x: UNIT}, x, number(1)),
    ({x: UNIT}, x**2, x),
    ({x: UNIT}, x * (1 - x), number("1/4")),
    ({x: REALS}, 2 * x, x**2 + 1),
    ({x: REALS}, 1 + x, exp(x)),
    ({x: above(0)}, 1 + log(x), x),
    ({x: above(0)}, number(2), x + 1 / x),
    ({x: at_least(0)}, exp(-x), number(1)),
    ({x: at_least(0)}, erfc(x), number(1)),
    ({x: at_least(0)}, 1 + x + x**2 / 2, exp(x)),
    ({x: REALS}, 1 / (1 + x**2), number(1)),
    ({x: REALS}, exp(-(x**2)), number(1)),
    ({x: UNIT, y: UNIT}, x * y, number(1)),
    ({x: UNIT, y: UNIT}, x + y, 1 + x * y),
    ({x: UNIT, y: UNIT}, x * y, x),
    ({x: REALS, y: REALS}, exp(-(x**2) - y**2), number(1)),
    ({x: REALS, y: REALS}, 2 * x * y + 1, x**2 + y**2 + 1),
    ({x: UNIT, y: UNIT, z: UNIT}, x * y * z, number(1)),
    ({x: UNIT, y: UNIT, z: UNIT}, x + y * z, number(2)),
    ({x: at_least(1), y: at_least(x)}, 1 / y, 1 / x),
    ({x: above(0), y: UNIT}, (1 + x) ** y, 1 + x * y),
    ({n: integers(1)}, n, n**2),
    ({n: integers(0)}, n + 1, 2**n),
    ({x: between(1, 3)}, sqrt(x), (1 + x) / 2),
    ({x: at_least(1)}, log(x) + 1, x),
    ({x: UNIT}, gamma(x + 1), number(1)),
    ({x: at_least(0)}, 1 - exp(-x) + 1, x + 1),
    ({x: REALS}, x, Max(x, -x) + 0 * x),
    ({x: UNIT}, Min(x, 1 - x), number("1/2")),
    ({x: between(0, sqrt(2))}, x**2, number(2)),
]
EPSILONS = [Fraction(1, 10**6), Fraction(1, 10**9), Fraction(1, 10**30)]


def mutants():
    for k, (forall, measured, claimed) in enumerate(TIGHT):
        for epsilon in EPSILONS:
            yield f"{k} claimed times 1 - {float(epsilon)}", forall, Compare(measured, "<=", claimed * (1 - epsilon))
            yield f"{k} measured plus {float(epsilon)}", forall, Compare(measured + epsilon, "<=", claimed)
            yield f"{k} exponentials, {float(epsilon)}", forall, Compare(exp(measured), "<=", exp(claimed) * (1 - epsilon))
        yield f"{k} strict", forall, Compare(measured, "<", claimed)
        yield f"{k} swapped", forall, Compare(measured, ">", claimed)
        yield f"{k} turned", forall, Compare(claimed, "<", measured)
        yield f"{k} negated", forall, Compare(-claimed, ">", -measured)
    ends = [
        (x, "<=", 1, lambda e: between(0, 1 + e)),
        (x**2, ">=", 1, lambda e: at_least(1 - e)),
        (log(x), ">=", 0, lambda e: at_least(1 - e)),
        (1 / x, "<=", 1, lambda e: above(1 - e)),
        (exp(x), "<=", 1, lambda e: at_most(e)),
        (x, "<", 1, lambda e: between(0, 1)),
        (sqrt(x), "<=", 1, lambda e: between(0, 1 + e)),
        (erfc(x), "<=", 1, lambda e: at_least(-e)),
    ]
    for k, (measured, relation, claimed, domain) in enumerate(ends):
        for epsilon in EPSILONS:
            yield f"wrong end {k}, {float(epsilon)}", {x: domain(epsilon)}, Compare(measured, relation, claimed)


def test_no_false_claim_is_ever_proved():
    wrong, count, pointed = [], 0, 0
    for name, forall, states in mutants():
        finding = decide(forall, states, effort=replace(SMALL, boxes=5))
        count += 1
        pointed += "suggest" in finding.evidence
        if finding.status is Status.PROVED:
            wrong.append(name)
    assert not wrong
    assert count >= 300
    assert pointed >= count // 2


def test_the_claims_that_were_falsified_are_true_themselves():
    for forall, measured, claimed in TIGHT:
        finding = decide(forall, Compare(measured, "<=", claimed))
        assert "suggest" not in finding.evidence


def test_false_claims_are_not_proved_with_the_help_of_sympy_either():
    for name, forall, states in list(mutants())[5::97]:
        finding = decide(forall, states, effort=replace(LARGE, boxes=210))
        assert finding.status is not Status.PROVED, name


def test_the_sample_that_says_where_to_look_first_is_drawn_once(monkeypatch):
    from verify.engines.boxes import points

    drawn = []
    monkeypatch.setattr(points, "_best", lambda *at, own=points._best: drawn.append(1) or own(*at))
    assert decide({x: between(0, 2)}, Compare(x * (2 - x), "<=", Fraction(99, 100))).evidence["suggest"]
    assert len(drawn) == 1
