"""What is in a set, and how many members it has: a value of a kind that a rule does not know is not said to be left out, and a member that is listed twice counts once."""

import pytest
from made_certificates import certificate, compare, finite, forall, interval, over, tup, var, word

from verify.claims import Claim, numbers, one_of
from verify.claims.nodes import from_json
from verify.engines import evaluate as ev
from verify.engines.evaluate import Context
from verify.engines.truth import Truth
from verify.evidence.checker.check import check_data
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget, NoValue, Undecided
from verify.run.decide import Settings, run_variant

ONE = over(("one", ["one_of", "1"]))
LINE, PLANE = ["euclid", "1", "1"], ["euclid", "2", "2"]
UNIFORM = ["law", ["word", "u"], ["()"], tup(tup("0", "1", "0", "0", "0"))]
NORMAL, POISSON = ["normal_vector", "0", "1"], ["poisson_law", "3"]
MOVED = ["normal_vector", ["point", "0", "0"], ["point", ["point", ["exp", "1"], "0"], ["point", "0", "1"]]]
PAIR = ["product", UNIFORM, NORMAL]
EXACTLY_1 = ["add", ["pow", ["sin", "1"], "2"], ["pow", ["cos", "1"], "2"]]  # which the checker only encloses
TRUE, FALSE = compare("1", "==", "1"), compare("1", "==", "2")
K, F = var("k"), var("f")


def laws(space=LINE, density="any", support=None):
    return ["laws", space, word("any"), word(density), support]


def proved(goal, *given, kind="exhaustive", names=ONE, **evidence):
    return check_data(certificate(kind, forall(names, goal, *given), evidence), "c.json").status == "confirmed"


def decided(goal):
    (variant,) = Claim("toy/item", "Item", forall={numbers("one"): one_of(1)}, states=from_json(goal)).variants()
    row, _, errors = run_variant(variant, Settings(effort="quick"))
    assert not errors
    return row["status"]


MEMBERS = {
    "a Poisson distribution on the line": (POISSON, laws()),
    "a uniform distribution on the line, unstated": (UNIFORM, laws(["unstated", LINE])),
    "a normal distribution with a real covariance": (MOVED, laws(PLANE)),
    "a normal distribution among normal ones": (MOVED, ["normal_laws", PLANE, ["word", "semidefinite"]]),
    "independent normal coordinates among normal distributions": (["product", NORMAL, NORMAL], ["normal_laws", PLANE, ["word", "semidefinite"]]),
    "a mixture of unlike parts": (["mixture", tup(tup("1/2", POISSON), tup("1/2", UNIFORM))], laws()),
    "independent coordinates as a coupling": (PAIR, ["couplings", UNIFORM, NORMAL]),
    "a coupling at an enclosed point": (["finite", tup(tup(["point", EXACTLY_1, "0"], "1"))], ["couplings", finite(p1="1"), finite(p0="1")]),
    "a martingale with enclosed steps": (["finite", tup(tup(EXACTLY_1, "1/2"), tup("-1", "1/2"))], ["martingale_differences", "1", interval("-2", "2")]),
}


@pytest.mark.parametrize("name", MEMBERS)
def test_a_member_is_not_said_to_be_none(name):
    value, where = MEMBERS[name]
    outside = ["not", ["member", value, where]]
    assert not proved(outside) and decided(outside) != "PROVED"
    assert not proved(FALSE, ["member", value, where])


def test_independent_coordinates_are_a_coupling_of_their_distributions():
    goal = ["member", PAIR, ["couplings", UNIFORM, NORMAL]]
    assert proved(goal) and decided(goal) == "PROVED"
    assert not proved(["member", PAIR, ["couplings", NORMAL, UNIFORM]])


@pytest.mark.parametrize(("value", "where"), [
    (POISSON, laws(density="density")), ("3", laws()), (["point", "1", "2"], laws()), (UNIFORM, ["couplings", UNIFORM, UNIFORM]),
    (["finite", tup(tup(["point", "1", "0"], "1"))], ["couplings", finite(p0="1"), finite(p0="1")]), (POISSON, ["normal_laws", LINE, ["word", "semidefinite"]]),
])
def test_what_is_no_member_is_none(value, where):
    assert proved(["not", ["member", value, where]])


def test_a_pair_whose_first_coordinate_is_a_pair_is_no_point_of_the_plane():
    law = ["product", ["iid", NORMAL, "2"], NORMAL]
    assert not proved(["member", law, laws(PLANE)]) and decided(["member", law, laws(PLANE)]) != "PROVED"


def test_labels_are_gone_through_to_the_last_or_not_at_all():
    assert proved(["forall", over(("k", ["labels", "200"])), compare(K, "<=", "200")])
    assert not proved(["forall", over(("k", ["labels", "20001"])), compare(K, "<=", "20000")])


@pytest.mark.parametrize("index", [["integers", "2", "3"], ["one_of", "2", "1"], ["integers", "0", "1"]])
def test_families_are_gone_through_where_their_index_is_1_2_and_so_on(index):
    def names(first):
        return over(("f", ["families", first, ["one_of", "0", "1"]]))

    assert not proved(FALSE, compare(["item", F, "3"], ">=", "0"), names=names(index))
    assert not proved(compare(["item", F, "1"], ">=", "0"), names=names(index))
    assert proved(compare(["item", F, "2"], ">=", "0"), names=names(["integers", "1", "2"]))


def test_a_map_into_the_integers_need_not_extend_with_its_constant():
    table = ["table", tup(tup("0", "0"), tup("1", "1"))]

    def exists(target, source=LINE):
        values = [compare(["apply", F, str(k)], "==", str(k)) for k in (0, 1)]
        return ["exists", over(("f", ["maps", source, target, "1"])), ["all", *values]]

    assert proved(exists(LINE), kind="existence", instance={"f": table}) and proved(exists(interval("0", "1")), kind="existence", instance={"f": table})
    assert proved(exists(["integers", "0", "1"], ["integers", "0", "1"]), kind="existence", instance={"f": table})
    assert not proved(exists(["integers", "0", "1"]), kind="existence", instance={"f": table})


NO_LAWS = [["binomial_law", "-1", "1/2"], ["finite", tup(tup(["log", "0"], "1"))], ["poisson_law", "-1"], "3"]


@pytest.mark.parametrize("law", NO_LAWS)
def test_couplings_of_what_is_no_distribution_have_no_extremum(law):
    for term in ("1", ["expect", over(("w", law)), "1"]):
        for places in ((law, POISSON), (POISSON, law)):
            for kind in ("sup", "inf"):
                assert not proved(compare([kind, over(("c", ["couplings", *places])), term, None, None], "==", "1"))
    assert not proved(compare(["inf", over(("c", ["couplings", POISSON, POISSON])), ["expect", over(("w", law)), "1"], None, None], "==", "1"))
    assert proved(compare(["inf", over(("c", ["couplings", POISSON, POISSON])), ["expect", over(("w", UNIFORM)), "1"], None, None], "==", "1"))


@pytest.mark.parametrize("where", [["couplings", NO_LAWS[0], POISSON], ["couplings", "1", "2"], ["data_sets", "1"], ["neighbours", "1"], ["pasts", "1", "1"], ["situations", "1"], ["secret_pairs", "1"]])
def test_sets_of_what_has_none_of_them_have_no_value(where):
    assert not proved(["forall", over(("c", where)), TRUE]) and not proved(["not", ["exists", over(("c", where)), FALSE]])
    assert decided(["forall", over(("c", where)), TRUE]) not in ("PROVED", "REFUTED")


def test_a_point_is_not_said_to_lie_outside_of_an_interval_without_value():
    for where in (interval(["log", "0"], "1"), ["integers", ["log", "0"], "1"]):
        assert not proved(["not", ["member", ["point", "1", "2"], where]])


TWICE = {
    "sum": (["sum", over(("k", ["one_of", "1", "1"])), K, None], "1", "2"),
    "product": (["prod", over(("k", ["one_of", "3", "2", "3"])), K, None], "6", "18"),
    "size of coordinates": (["size", ["coordinates", over(("k", ["one_of", "3", "3"])), K]], "1", "2"),
    "sum over sequences": (["sum", over(("k", ["sequences", "2", ["one_of", "3", "3"]])), "1", None], "1", "4"),
    "sum over two names": (["sum", over(("k", ["one_of", "1", "1"]), ("f", ["one_of", "1", K])), "1", None], "1", "4"),
    "members that are equal by their values": (["sum", over(("k", ["one_of", "1", ["add", "1/2", "1/2"]])), "1", None], "1", "2"),
}


@pytest.mark.parametrize("name", TWICE)
def test_a_member_that_is_listed_twice_counts_once(name):
    term, once, twice = TWICE[name]
    assert proved(compare(term, "==", once)) and not proved(compare(term, "==", twice))
    assert ev.holds(from_json(compare(term, "==", once)), {})[0] is Truth.TRUE and decided(compare(term, "==", twice)) == "REFUTED"


def test_names_of_a_listed_set_may_be_equal():
    total = compare(["sum", over(("k", ["one_of", var("a"), var("b")])), K, None], "==", ["add", var("a"), var("b")])
    names = over(("a", ["one_of", "1", "2"]), ("b", ["one_of", "1", "2"]))
    assert not proved(total, names=names) and proved(total, compare(var("a"), "!=", var("b")), TRUE, names=names)


def test_members_that_may_be_the_same_are_not_counted():
    where = over(("k", ["one_of", EXACTLY_1, "1"]))
    for f in (["sum", where, "1", None], ["prod", where, "2", None], ["size", ["coordinates", where, K]]):
        with pytest.raises(Undecided):
            Evaluator(Budget()).number(f, {})
        with pytest.raises((ev.NoRoute, NoValue)):
            ev.value(from_json(f), {}, Context())
    assert proved(["forall", where, compare(K, "<=", "2")]) and proved(compare(["sup", where, K, None, None], ">=", "1"))


def test_a_binder_binds_each_name_once():
    twice = tup(tup(K, ["one_of", "1", "2"]), tup(K, ["one_of", "3"]))
    assert "binds a name twice" in check_data(certificate("exhaustive", forall(ONE, compare(["sum", twice, "1", None], "==", "2")), {}), "c.json").why


def test_only_pairs_are_exchanged():
    three = ["finite", tup(tup(["point", "1", "2", "3"], "1"))]
    assert not proved(compare(["mean", ["marginal", ["swap", three], "1"]], "==", "2"))
    assert proved(compare(["mean", ["marginal", ["swap", ["finite", tup(tup(["point", "1", "2"], "1"))]], "1"]], "==", "2"))
    assert str(ev.value(from_json(["swap", PAIR]), {}, Context())) == str(ev.value(from_json(["product", NORMAL, UNIFORM]), {}, Context()))


def test_a_statement_for_all_members_needs_a_set_with_a_value():
    a = ("a", interval("0", "1"))
    x = var("x")
    square = compare(["mul", x, x], ">=", "0")
    rule = {"method": "", "derivation": ["any", ["any", ["holds", ["equal"]]]]}
    for last in (["log", "0"], ["pow", var("a"), "-1"], ["log", var("a")]):
        statement = forall(over(a, ("x", interval("0", last))), TRUE)
        assert "not known to have a value" in check_data(certificate("identity", statement, rule), "c.json").why
    for last in ("1", ["exp", var("a")], ["add", var("a"), "1"]):
        assert "not known to have a value" not in check_data(certificate("identity", forall(over(a, ("x", interval("0", last))), square), rule), "c.json").why
