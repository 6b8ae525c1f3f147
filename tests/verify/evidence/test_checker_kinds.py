"""Each kind of evidence is confirmed where it shows what it should, and refused where it does not."""

from __future__ import annotations

import ast
import copy
import json

import numpy as np
import pytest
from made_certificates import (
    certificate,
    compare,
    finite,
    forall,
    interval,
    laplace,
    laplace_constant,
    normal,
    over,
    shared_coin,
    tup,
    values,
    var,
    word,
)

from verify.claims import canonical, nodes
from verify.evidence.checker import check_file, check_folder, freshness
from verify.evidence.checker.check import check_data
from verify.evidence.checker.formula import canonical as own_canonical
from verify.evidence.checker.formula import digest
from verify.evidence.checker.numbers import Budget

POSITIVE = interval("0", "oo", "open", "open")
X = var("x")


def status(data):
    return check_data(data, "c.json").status


def why(data):
    return check_data(data, "c.json").why


# --- identities ---------------------------------------------------------------------------------------------------------


def kl_identity():
    shift = ["exp", ["mul", "-1", var("s"), ["pow", var("b"), "-1"]]]
    closed = ["add", ["mul", var("s"), ["pow", var("b"), "-1"]], shift, "-1"]
    left = ["renyi", laplace(var("s"), var("b")), laplace("0", var("b")), "1"]
    statement = forall(over(("b", POSITIVE), ("s", interval("0", "oo", "closed", "open"))), compare(left, "==", closed))
    holds = ["range", ["range", ["holds", ["equal"]], ["holds", ["equal"]]]]
    return certificate("identity", statement, {"lhs": left, "rhs": closed, "relation": "==", "method": "integration", "derivation": holds})


def test_a_true_identity_is_confirmed_and_trusts_nothing_else():
    outcome = check_data(kl_identity(), "c.json")
    assert outcome.status == "confirmed", outcome.why
    assert outcome.trusted == ()


@pytest.mark.parametrize("side", ["lhs", "rhs"])
def test_an_identity_with_another_side_is_refused(side):
    data = kl_identity()
    data["evidence"][side] = ["mul", data["evidence"][side], "1000001/1000000"]
    assert f"evidence.{side}" in why(data)


def test_a_false_identity_is_refused():
    statement = forall(over(("x", POSITIVE)), compare(["exp", X], "==", ["add", "1", X]))
    data = certificate(
        "identity",
        statement,
        {"lhs": ["exp", X], "rhs": ["add", "1", X], "relation": "==", "method": "", "derivation": ["range", ["holds", ["equal"]]]},
    )
    assert status(data) == "refused"


def test_an_identity_of_sides_that_are_0_at_a_point_is_confirmed_and_a_false_one_is_not():
    m = var("m")
    piece = ["()", "-oo", "oo", ["add", ["mul", "-1/2", ["pow", m, "2"]], ["mul", "-1/2", ["log", ["mul", "2", ["pi"]]]]], m, "-1/2"]

    def identity(closed):
        left = ["renyi", normal("0", "1"), ["law", ["word", "normal"], ["()"], ["()", piece]], "3/2"]
        return certificate("identity", forall(over(("m", interval("0", "0", "closed", "closed"))), compare(left, "==", closed)),
                           {"lhs": left, "rhs": closed, "relation": "==", "method": "integration", "derivation": ["range", ["holds", ["equal"]]]})

    square = ["pow", m, "2"]
    assert status(identity(["mul", "3/4", square])) == "confirmed"
    assert status(identity(["add", ["mul", "3/4", square], ["pow", "10", "-50"]])) == "refused"


# --- boxes --------------------------------------------------------------------------------------------------------------


def box_proof(bound="3"):
    left = ["mul", X, ["exp", ["mul", "-1", X]]]
    statement = forall(over(("x", interval("0", bound))), compare(left, "<=", "2/5"))
    tree = "a3/4;Pa3/2;MP"
    return certificate(
        "boxes", statement, {"relation": "<=", "form": {"lhs": left, "rhs": "2/5"}, "tree": tree, "tails": []}
    )


def test_a_proof_by_boxes_is_confirmed():
    assert status(box_proof()) == "confirmed", why(box_proof())


def test_a_box_on_which_the_statement_fails_is_refused():
    data = box_proof()
    left = data["evidence"]["form"]["lhs"]
    data = certificate(
        "boxes",
        forall(over(("x", interval("0", "3"))), compare(left, "<=", "7/20")),
        {**data["evidence"], "form": {"lhs": left, "rhs": "7/20"}},
    )
    assert "leaf at character" in why(data)


def test_boxes_cover_an_unbounded_domain_with_a_dependent_end():
    domain = over(("a", interval("1", "oo", "closed", "open")), ("b", interval(var("a"), "oo", "closed", "open")))
    goal = compare(["add", var("b"), "1"], ">", ["mul", "-1", var("a")])
    good = certificate(
        "boxes",
        forall(domain, goal),
        {"relation": ">", "form": {"lhs": goal[1], "rhs": goal[3]}, "tree": "P"},
    )
    assert status(good) == "confirmed", why(good)
    rooted = copy.deepcopy(good)
    rooted["evidence"] |= {
        "root": {"a": ["1", "oo"], "b_offset": ["0", "oo"]},
        "open": {"a": "right", "b_offset": "right"},
        "names": {"b": ["add", var("a"), var("b_offset")]},
    }
    assert status(rooted) == "confirmed", why(rooted)
    for change in (
        {"root": {"a": ["2", "oo"], "b_offset": ["0", "oo"]}},
        {"names": {"b": ["add", "1", var("a"), var("b_offset")]}},
        {"open": {}},
    ):
        assert status({**rooted, "evidence": {**rooted["evidence"], **change}}) == "refused"


def test_an_equality_in_the_middle_of_a_box_is_not_confirmed():
    square = ["pow", ["add", X, "-1/3"], "2"]
    data = certificate(
        "boxes",
        forall(over(("x", interval("0", "1"))), compare("0", "<", square)),
        {"relation": "<", "form": {"lhs": "0", "rhs": square}, "tree": "P"},
    )
    assert status(data) == "refused"


# --- printed, statistical, logic, exhaustive, existence, structure --------------------------------------------------------


def printed(digits, rule, state, value="0.367879441171442"):
    statement = ["forall", tup(), compare(["exp", "-1"], "rounds to", ["printed", ["word", digits], word(rule)])]
    return {**certificate("printed", statement, {"value": value}), "status": state}


@pytest.mark.parametrize(
    ("digits", "rule", "state"),
    [
        ("0.37", "nearest", "PROVED"),
        ("0.36", "nearest", "REFUTED"),
        ("0.36", "truncated", "PROVED"),
        ("0.37", "upper bound", "PROVED"),
        ("0.37", "lower bound", "REFUTED"),
        ("3.7e-1", "nearest", "PROVED"),
    ],
)
def test_printed_digits_are_judged_by_their_rule(digits, rule, state):
    other = {"PROVED": "REFUTED", "REFUTED": "PROVED"}[state]
    assert status(printed(digits, rule, state)) == "confirmed", why(printed(digits, rule, state))
    assert status(printed(digits, rule, other)) == "refused"
    assert status(printed(digits, rule, state, "0.3678794412")) == "refused"


def statistical():
    from scipy.stats import beta

    from verify.evidence.checker.statistical import CHOICES, start_of

    law, event = laplace("0", "1"), compare(X, ">", "1")
    statement = ["forall", tup(), compare(["prob", over(("x", law)), event], "<=", "1/8")]
    draws = np.random.Generator(np.random.PCG64(start_of(digest(statement), 7))).laplace(0, 1, 30_000)
    count = int((draws > 1).sum())
    bound = f"{beta.ppf(1e-9 / CHOICES, count, 30_000 - count + 1):.15g}"
    evidence = {
        "instance": {},
        "law": law,
        "event": event,
        "seed": 7,
        "draws": 30_000,
        "count": count,
        "beta": "1/1000000000",
        "bound": bound,
    }
    return certificate("statistical", statement, evidence)


def test_a_statistical_refutation_is_drawn_again():
    data = statistical()
    assert status(data) == "confirmed", why(data)
    for key, new in (
        ("seed", 8),
        ("count", data["evidence"]["count"] + 1),
        ("draws", 40_000),
        ("beta", "1/1000"),
        ("bound", "0.15"),
    ):
        assert status({**data, "evidence": {**data["evidence"], key: new}}) == "refused", key


def test_equal_sides_follow_by_logic_and_other_sides_do_not():
    side = ["wasserstein", var("P"), var("Q"), "1", None]
    domain = over(*((name, ["laws", ["euclid", "1", "1"], word("any"), word("any"), None]) for name in "PQ"))
    assert status(certificate("logic", forall(domain, compare(side, "<=", side)), {})) == "confirmed"
    assert status(certificate("logic", forall(domain, compare(side, "<", side)), {})) == "refused"
    turned = ["wasserstein", var("Q"), var("P"), "1", None]
    assert status(certificate("logic", forall(domain, compare(side, "==", turned)), {})) == "refused"
    given = compare(side, "<=", "1")
    assert status(certificate("logic", forall(domain, given, given), {})) == "confirmed"


def test_a_finite_domain_is_exhausted():
    def data(top):
        return certificate(
            "exhaustive", forall(over(("k", ["integers", "1", top])), compare(["pow", "2", var("k")], "<=", "64")), {}
        )

    assert status(data("6")) == "confirmed"
    assert status(data("7")) == "refused"
    assert status(data("oo")) == "refused"


def test_an_existence_is_confirmed_at_its_instance_only():
    goal = ["exists", over(("x", POSITIVE)), compare(["mul", X, X], "==", "2")]
    data = certificate("existence", ["forall", tup(), goal], {"instance": {"x": ["pow", "2", "1/2"]}})
    assert status(data) == "confirmed", why(data)
    for other in ("3/2", ["mul", "-1", ["pow", "2", "1/2"]], ["pow", "2", "1/3"]):
        assert status({**data, "evidence": {"instance": {"x": other}}}) == "refused"


def test_a_construct_is_counted_in_the_formula():
    formula = ["inf", over(("x", POSITIVE)), X, None, None]
    statement = ["forall", tup(), ["free_of", formula, ["word", "inf"]]]
    data = {
        **certificate("witness", statement, {"formula": formula, "construct": "inf", "occurrences": 1}),
        "kind": "structure",
        "status": "REFUTED",
    }
    assert status(data) == "confirmed", why(data)
    assert status({**data, "status": "PROVED"}) == "refused"


# --- inner witnesses ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("inner", [{"x": "5"}, [{"path": [2], "values": {"x": "5"}}]])
def test_an_infinite_inner_binder_is_known_at_its_witness(inner):
    goal = ["forall", over(("x", POSITIVE)), compare(X, "<=", var("a"))]
    statement = forall(over(("a", POSITIVE)), goal)
    data = certificate(
        "witness", statement, {"instance": {"a": "4"}, "inner": inner, "values": values("5", "<=", "4", "1")}
    )
    assert status(data) == "confirmed", why(data)
    assert status({**data, "evidence": {**data["evidence"], "inner": []}}) == "refused"
    assert status({**data, "evidence": {**data["evidence"], "inner": {"x": "-5"}}}) == "refused"
    assert status({**data, "evidence": {**data["evidence"], "inner": {"x": "7/2"}}}) == "refused"


def test_a_supremum_known_from_below_refutes_an_upper_bound_and_no_lower_bound():
    top = ["sup", over(("x", POSITIVE)), ["add", X, var("a")], None, None]
    for relation, bound, expected in (("<=", "8", "confirmed"), (">=", "10", "refused")):
        data = certificate(
            "witness",
            forall(over(("a", POSITIVE)), compare(top, relation, bound)),
            {"instance": {"a": "4"}, "inner": {"x": "5"}, "values": values("[9, oo]", relation, bound, "[1, oo]")},
        )
        assert status(data) == expected, why(data)


def test_binders_of_the_same_names_share_a_stored_value_and_one_use_is_enough():
    first, second = (["forall", over(("x", POSITIVE)), compare(X, "<=", bound)] for bound in (var("a"), "oo"))
    evidence = {"instance": {"a": "4"}, "inner": {"x": "5"}, "values": values("5", "<=", "4", "1")}
    data = certificate("witness", forall(over(("a", POSITIVE)), ["all", first, second]), evidence)
    assert status(data) == "confirmed", why(data)
    idle = certificate("witness", forall(over(("a", POSITIVE)), ["all", compare(var("a"), "<=", "3"), second]),
                       {**evidence, "values": values("4", "<=", "3", "1")})
    assert "where none is needed" in why(idle)


# --- files ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "1e999",
        '{"schema": 1}',
        "[" * 100_000,
        '{"a": ' * 300 + "1" + "}" * 300,
        '{"a": 1, "a": 2}',
        "9" * 5000,
        '"\\ud800"',
        '{"schema": NaN}',
    ],
)
def test_a_file_that_is_no_certificate_is_refused_in_one_line(tmp_path, text):
    file = tmp_path / "toy.json"
    file.write_text(text)
    outcome = check_file(file)
    assert outcome.status == "refused"
    assert outcome.why.startswith("toy.json: ")
    assert "\n" not in outcome.why


def test_bytes_that_are_no_text_and_missing_files_are_refused(tmp_path):
    (tmp_path / "a.json").write_bytes(b"\xff\xfe\x00")
    assert check_file(tmp_path / "a.json").status == "refused"
    assert check_file(tmp_path / "missing.json").status == "refused"


def test_numbers_that_would_never_end_are_refused_quickly():
    for claimed in (
        ["pow", "2", "1000000000000"],
        ["exp", ["exp", ["exp", "100"]]],
        ["gamma", ["pow", "10", "300"]],
        "9" * 1600,
        ["sum", over(("k", ["integers", "1", "1000000000"])), var("k"), None],
    ):
        statement = forall(over(("a", POSITIVE)), compare(var("a"), "<=", claimed))
        data = certificate("witness", statement, {"instance": {"a": "1"}, "values": values("1", "<=", "0", "1")})
        assert check_data(data, "c.json", Budget(seconds=2)).status == "refused"


def test_a_folder_is_checked_in_the_order_of_its_names(tmp_path):
    for name, make in (("b", laplace_constant), ("a", shared_coin)):
        (tmp_path / f"{name}.json").write_text(json.dumps(make()))
    (tmp_path / "c.json").write_text("{}")
    assert [(o.name, o.status) for o in check_folder(tmp_path)] == [
        ("a.json", "confirmed"),
        ("b.json", "confirmed"),
        ("c.json", "refused"),
    ]


def test_freshness_compares_with_the_installed_digest():
    data = laplace_constant()
    assert freshness(data, lambda *key: data["digest"]) == "fresh"
    assert freshness(data, lambda *key: "0" * 64) == "stale"
    assert freshness(data, lambda *key: None) == "claim not installed"


@pytest.mark.parametrize("make", [laplace_constant, shared_coin, kl_identity, statistical])
def test_the_own_canonical_form_agrees_with_that_of_the_claims(make):
    statement = make()["statement"]
    assert own_canonical(statement) == json.loads(canonical.canonical_text(nodes.from_json(statement)))
    assert digest(statement) == canonical.digest(nodes.from_json(statement))


def test_a_normal_law_and_a_finite_law_are_understood():
    goal = compare(
        ["mass", finite(x0="1/2", x1="1/2"), ["event", "1"]], "<=", ["renyi", normal("2", "1"), normal("0", "1"), "2"]
    )
    assert status(certificate("exhaustive", ["forall", tup(), goal], {})) == "confirmed"


# --- quantities against independent formulas --------------------------------------------------------------------------------


def true_at_once(goal):
    return status(certificate("exhaustive", ["forall", tup(), goal], {}))


def test_the_distance_between_laplace_laws_of_two_scales_is_that_of_the_increasing_map():
    goal = compare(["wasserstein", laplace("0", "1"), laplace("0", "2"), "2", None], "==", ["pow", "2", "1/2"])
    assert true_at_once(goal) == "confirmed"


def test_the_distance_of_order_one_between_a_normal_and_a_laplace_law_is_enclosed_sharply():
    distance = ["wasserstein", laplace("1", "2"), normal("0", "1"), "1", None]
    assert true_at_once(["all", compare(distance, "<", "8/5"), compare(distance, ">", "7/5")]) == "confirmed"


def test_transport_in_the_plane_agrees_with_an_assignment_done_by_hand():
    points = [["point", "0", "0"], ["point", "3", "4"]]
    p = ["finite", tup(tup(points[0], "3/4"), tup(points[1], "1/4"))]
    q = ["finite", tup(tup(points[0], "1/4"), tup(points[1], "3/4"))]
    for norm, order, distance in (
        ("2", "1", "5/2"),
        ("1", "1", "7/2"),
        ("oo", "1", "2"),
        ("2", "oo", "5"),
        ("2", "2", ["mul", "5", ["pow", "1/2", "1/2"]]),
    ):
        assert true_at_once(compare(["wasserstein", p, q, order, norm], "==", distance)) == "confirmed", (norm, order)


def test_divergences_of_finite_laws_are_exact():
    p, q = finite(x0="1/2", x1="1/2"), finite(x0="1/4", x1="3/4")
    for goal in (
        compare(["renyi", p, q, "1"], "==", ["mul", "1/2", ["log", "4/3"]]),
        compare(["renyi", p, q, "oo"], "==", ["log", "2"]),
        compare(["renyi", p, q, "2"], "==", ["log", "4/3"]),
        compare(["total_variation", p, q], "==", "1/4"),
        compare(["hockey_stick", p, q, ["log", "3/2"]], "==", "1/8"),
        compare(["prokhorov", p, q], "==", "1/4"),
        compare(["levy", p, q], "==", "1/4"),
        compare(["least_disagreement", p, q], "==", "1/4"),
    ):
        assert true_at_once(goal) == "confirmed", goal


@pytest.mark.parametrize("order", ["1/2", "1", "7/3", "oo"])
def test_a_density_is_at_no_distance_from_itself_alone(order):
    split = ["law", word("histogram"), tup(), tup(tup("0", "1", ["log", "1/3"], "0", "0"), tup("1", "2", ["log", "2/3"], "0", "0"))]
    turned = ["law", word("histogram"), tup(), tup(tup("0", "1", ["log", "2/3"], "0", "0"), tup("1", "2", ["log", "1/3"], "0", "0"))]
    level = ["log", ["mul", "1/4", ["pow", ["add", "1", ["mul", "-1", ["exp", "-3/8"]]], "-1"]]]
    bounded = ["law", word("exponential"), tup(), tup(tup("0", "3/2", level, "-1/4", "0"))]
    for law in (normal("1/3", "1/5"), laplace("1/2", "3"), split, bounded):
        assert true_at_once(compare(["renyi", law, ["translate", law, "0"], order], "==", "0")) == "confirmed"
        assert true_at_once(compare(["renyi", law, ["translate", law, "1/8"], order], "==", "0")) == "refused"
    assert true_at_once(compare(["renyi", split, turned, order], "==", "0")) == "refused"


def test_a_comparison_without_a_value_is_neither_true_nor_false():
    for nothing in (
        ["add", "oo", "-oo"],
        ["mul", "0", "oo"],
        ["log", "-1"],
        ["pow", "0", "-1"],
        ["pow", "-1", "1/2"],
        ["pow", "1", "oo"],
    ):
        assert true_at_once(compare(nothing, "<=", "oo")) == "refused"
        assert true_at_once(["not", compare(nothing, "<=", "oo")]) == "refused"
        assert true_at_once(["any", compare("1", "<=", "2"), compare(nothing, "<=", "oo")]) == "confirmed"
        assert true_at_once(["any", compare(nothing, "<=", "oo"), compare("1", "<=", "2")]) == "refused"


def test_equalities_of_roots_and_logarithms_are_decided_exactly():
    for goal in (
        compare(["pow", "8", "1/2"], "==", ["mul", "2", ["pow", "2", "1/2"]]),
        compare(["log", "8"], "==", ["mul", "3", ["log", "2"]]),
        compare(["exp", ["add", "1", ["log", "3"]]], "==", ["mul", "3", ["exp", "1"]]),
        compare(["add", ["log", "6"], ["mul", "-1", ["log", "2"]]], "<=", ["log", "3"]),
        compare(["mul", ["pow", "2", "1/3"], ["pow", "2", "2/3"]], "==", "2"),
    ):
        assert true_at_once(goal) == "confirmed", goal


def test_the_checker_imports_nothing_of_ours_but_itself():
    from pathlib import Path

    import verify.evidence.checker as package

    for file in Path(package.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for module in modules:
                ours = module.split(".")[0] in ("verify", "mechanisms", "theorems", "reproduce")
                assert not ours or module.startswith("verify.evidence.checker"), (file.name, module)


# --- draws near a boundary ----------------------------------------------------------------------------------------------


def events(event, draws, reach):
    from verify.evidence.checker import statistical as checker
    from verify.evidence.checker.evaluate import Evaluator

    surely, perhaps = checker.holds(Evaluator(Budget()), event, "x", np.array(draws), {}, reach)
    return list(zip(surely.tolist(), perhaps.tolist(), strict=True))


def test_a_draw_within_rounding_of_the_bound_of_an_event_is_doubtful():
    beyond = compare(X, ">", "1/3")
    assert events(beyond, [0.3, 1 / 3, 0.4], 0.0) == [(False, False), (False, True), (True, True)]
    assert events(["not", beyond], [0.3, 1 / 3, 0.4], 0.0) == [(True, True), (False, True), (False, False)]


def test_a_small_draw_of_a_law_far_away_is_known_no_better_than_its_parameters():
    positive = compare(X, ">", "0")
    assert events(positive, [1e-12], 0.0) == [(True, True)]
    assert events(positive, [1e-12, 1e-6], 2e6) == [(False, True), (True, True)]


def test_an_event_without_a_floating_point_value_is_refused():
    from verify.evidence.checker.certificate import Refused

    with pytest.raises(Refused, match="no value in floating point"):
        events(["not", compare(X, ">", "0")], [float("nan")], 0.0)


def test_draws_near_the_bound_refuse_a_statistical_refutation(monkeypatch):
    from verify.evidence.checker import statistical as checker

    honest = checker.draw

    def nearby(*arguments):
        sample, reach = honest(*arguments)
        sample[0] = np.nextafter(1.0, 2.0)
        return sample, reach

    monkeypatch.setattr(checker, "draw", nearby)
    assert "depends on rounding" in why(statistical())


def test_a_statistical_refutation_that_would_err_often_is_refused():
    from scipy.stats import beta as beta_law

    data = statistical()
    count = data["evidence"]["count"]
    data["evidence"] |= {"beta": "1/1000", "bound": f"{beta_law.ppf(1e-3, count, 30_000 - count + 1):.15g}"}
    assert "beta must be positive and at most" in why(data)


def test_a_file_named_for_another_part_is_refused(tmp_path):
    for name, expected in (("toy__prop-1__main__main", "confirmed"), ("toy__prop-1__step__main", "refused"), ("copy", "confirmed")):
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(laplace_constant()))
        assert check_file(file).status == expected
