"""Where the checker has no rule for a distribution it says nothing: a hypothesis, or a condition of a supremum, that "has no value" would count as false."""

import itertools

import pytest
from made_certificates import certificate, compare, forall, interval, over, tup, var

from verify.evidence.checker.check import check_data
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Ball, Budget, NoValue, Undecided

K, J, X, Y = (var(name) for name in "kjxy")
PAIR = ["integers", "1", "2"]


def both(term):
    return ["coordinates", over(("k", PAIR)), term]


def finite(*points):
    return ["finite", tup(*(tup(x, f"1/{len(points)}") for x in points))]


def mixture(first, second):
    return ["mixture", tup(tup("1/2", first), tup("1/2", second))]


IDENTITY = both(["coordinates", over(("j", PAIR)), ["if", compare(K, "==", J), "1", "0"]])
UNIFORM = ["law", ["word", "u"], ["()"], tup(tup("0", "1", "0", "0", "0"))]
NORMAL = {k: ["normal_vector", both(k), IDENTITY] for k in ("0", "1")}
ROOT = ["pow", "2", "1/2"]
LINE = {"uniform": UNIFORM, "normal": ["normal_vector", "0", "1"], "points": finite("0", "1"), "poisson": ["poisson_law", "3"], "geometric": ["geometric_law", "0", "1", "1/2"],
        "power": ["power_law", "0", "1", "3", ["word_", ["word", "right"]]], "sparse": ["sparse_law", "2", "1", "0"]}
PLANE = {"normal": NORMAL["0"], "moved": ["translate", NORMAL["0"], both(ROOT)], "points": finite(both("0"), both("1")), "product": ["product", UNIFORM, ["normal_vector", "0", "1"]],
         "copies": ["iid", ["poisson_law", "3"], "2"], "graph": ["graph", UNIFORM, "1", "0"]}


def quantities(a, b, norm):
    yield from ([head, a, b] for head in ("total_variation", "gaussian_dp", "l1_distance"))
    yield from (["renyi", a, b, "2"], ["hockey_stick", a, b, "1"], ["wasserstein", a, b, "1", norm], ["support_diameter", a, b, norm])
    yield from (["total_variation", mixture(a, b), b], ["total_variation", ["convolve", a, b], b], ["moment", mixture(a, b), "2", norm], ["moment", ["swap", a], "2", norm] if norm else ["mean", a])


@pytest.mark.parametrize(("laws", "norm"), [(LINE, None), (PLANE, "2")], ids=["line", "plane"])
def test_quantities_of_distributions_on_one_space_have_a_value_or_are_open(laws, norm):
    for (one, a), (two, b) in itertools.product(laws.items(), repeat=2):
        for f in quantities(a, b, norm):
            try:
                Evaluator(Budget()).number(f, {})
            except Undecided:
                pass
            except NoValue as reason:
                pytest.fail(f"{f[0]} of {one} and {two}: {reason}")


@pytest.mark.parametrize("true", [
    compare(["total_variation", PLANE["moved"], PLANE["normal"]], "<=", "1"),
    compare(["renyi", mixture(*NORMAL.values()), NORMAL["0"], "2"], ">=", "0"),
    compare(["gaussian_dp", *NORMAL.values()], ">=", "0"),
    compare(["support_diameter", PLANE["product"], PLANE["product"], "2"], ">=", "0"),
    compare(["moment", ["swap", PLANE["copies"]], "2", "2"], ">=", "0"),
])
def test_nothing_is_proved_or_refuted_by_what_has_no_rule(true):
    whole = over(("y", PAIR))
    largest = ["sup", over(("x", PAIR)), X, true, None]
    for statement, kind, status, evidence in (
        (["forall", whole, ["implies", ["all", true], compare(Y, "<=", "0")]], "exhaustive", "PROVED", {"count": 2}),
        (["forall", whole, compare(largest, "<=", "0")], "exhaustive", "PROVED", {"count": 2}),
        (["forall", whole, compare(largest, ">=", Y)], "witness", "REFUTED", {"instance": {"y": "1"}}),
    ):
        assert check_data(certificate(kind, statement, evidence) | {"status": status}, "c.json").status == "refused"


def test_an_order_that_may_be_negative_is_open():
    order = ["add", "1", ["mul", "-1", ["erf", "40"]]]  # positive, but no more than an enclosure about 0 is known
    assert isinstance(Evaluator(Budget()).number(order, {}), Ball)
    with pytest.raises(Undecided):
        Evaluator(Budget()).number(["renyi", finite("0", "1"), finite("0", "1", "2"), order], {})
    with pytest.raises(NoValue):
        Evaluator(Budget()).number(["renyi", finite("0", "1"), finite("0", "1", "2"), "-1"], {})


@pytest.mark.parametrize(("names", "goal", "given"), [
    ([("y", ["one_of", "-oo"]), ("x", ["interval", Y, "oo", ["word", "open"], ["word", "open"]])], compare(X, "<", "-5"), []),
    ([("y", ["equals", "-oo", interval("-oo", "oo")]), ("x", ["interval", Y, "oo", ["word", "open"], ["word", "open"]])], compare(X, "<", "-5"), []),
    ([("y", ["one_of", "oo"]), ("x", ["interval", "-oo", Y, ["word", "open"], ["word", "open"]])], compare(X, ">", "5"), []),
    ([("y", ["one_of", "-oo"]), ("x", ["interval", "-oo", "oo", ["word", "open"], ["word", "open"]])], compare(X, "<", "-5"), [compare(X, ">=", Y)]),
])
def test_boxes_do_not_start_from_an_infinite_end(names, goal, given):
    evidence = {"form": {"lhs": goal[1], "rhs": goal[3]}, "tree": "P"}
    evidence = {"relation": goal[2][1], **({"cases": [evidence]} if names[0][1][0] == "one_of" else evidence)}
    refused = check_data(certificate("boxes", forall(over(*names), goal, *given), evidence), "c.json")
    assert refused.status == "refused", refused


def test_boxes_start_from_an_end_that_is_a_formula():
    names = over(("y", interval("-oo", "oo", "open", "open")), ("x", ["interval", Y, "oo", ["word", "open"], ["word", "open"]]))
    goal = compare(["add", X, ["mul", "-1", Y]], ">=", "0")
    assert check_data(certificate("boxes", forall(names, goal), {"form": {"lhs": goal[1], "rhs": goal[3]}, "relation": ">=", "tree": "P"}), "c.json").status == "confirmed"


@pytest.mark.parametrize("nothing", [
    ["sum", over(("k", ["integers", "1", ["add", Y, "-2"]])), ["log", "-1"], None],
    ["sum", over(("k", ["integers", "1", ["add", Y, "-2"]])), ["pow", ["add", K, ["mul", "-1", K]], "-1"], None],
    ["prod", over(("k", ["integers", "1", ["add", Y, "-2"]])), ["log", ["mul", "-1", K]], None],
])
def test_sums_of_nothing_need_no_terms(nothing):
    """At y = 2 the sum is 0, and the product 1."""
    value = "1" if nothing[0] == "prod" else "0"
    statement = forall(over(("y", ["integers", "1", "oo"])), compare(Y, "<=", "0"), compare(nothing, "==", value), compare(Y, ">=", "2"))
    assert check_data(certificate("identity", statement, {"method": "", "derivation": ["range", ["empty"], ["empty"]]}), "c.json").status == "refused"


def limit(term):
    return ["limit", over(("t", "oo")), term]


T = var("t")


@pytest.mark.parametrize("true", [
    compare(limit(["pow", "0", T]), "==", "0"),
    compare(limit(["pow", "-1", ["mul", "2", ["floor", T]]]), "==", "1"),
    compare(["moment", ["law", ["word", "u"], ["()"], tup(tup("0", "1", "0", "0", "0"))], "-1/2", None], ">", "0"),
    compare(["log_density_lipschitz", ["normal_vector", "0", "1"], "0", "0"], "<=", "1"),
])
def test_a_hypothesis_that_is_true_does_not_fail(true):
    statement = forall(over(("y", PAIR)), compare(Y, "<=", "0"), true)
    assert check_data(certificate("exhaustive", statement, {"count": 2}), "c.json").status == "refused"


def test_powers_of_positive_numbers_with_exponents_that_move_have_limits():
    assert Evaluator(Budget()).truth(compare(limit(["pow", "1/2", T]), "==", "0"), {}) == "true"


@pytest.mark.parametrize("term", [["if", compare(X, "==", "0"), ["pow", "0", "-1"], "1"], ["prod", over(("k", PAIR)), ["pow", X, "-1"]]])
def test_an_extremum_has_no_value_where_a_member_has_none(term):
    largest = ["sup", over(("x", interval("-1", "1"))), term, None, None]
    assert Evaluator(Budget()).truth(compare(largest, ">=", "1"), {}) != "true"


def test_an_extremum_over_members_by_cases_is_bounded_by_one_of_them():
    largest = ["sup", over(("x", interval("-1", "1"))), ["if", compare(X, "<", "0"), "2", "1"], None, None]
    assert Evaluator(Budget()).truth(compare(largest, ">=", "1"), {}) == "true"
