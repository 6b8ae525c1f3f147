"""Means and probabilities of draws, many copies, couplings, inductions: each statement here is false or has no value, and the checker confirms neither it nor what would follow from it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import arb
from made_certificates import certificate, compare, finite, forall, interval, normal, over, tup, var

from verify.evidence.checker import numbers as n
from verify.evidence.checker import statistical, valleys
from verify.evidence.checker.check import check_data
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Refused
from verify.evidence.checker.numbers import Budget, Undecided
from verify.evidence.checker.remainders import Remainders

Json = Any

COIN, REALS = finite(p0="1/2", p1="1/2"), interval("-oo", "oo", "open", "open")
UNIT = ["law", ["word", "u"], ["()"], tup(tup("0", "1", "0", "0", "0"))]
WITHOUT_MASS = ["law", ["word", "u"], ["()"], tup(tup("0", "1", "1", "0", "0"))]
MOVED = ["mixture", tup(tup("9/10", normal("0", "1")), tup("1/10", normal("1", "1")))]
OO, X, Y, M, A = var("oo"), var("x"), var("y"), var("m"), var("a")


def total(name: str, term: Json = None, last: str = "2") -> Json:
    return ["sum", over(("i", ["integers", "1", last])), ["item", var(name), var("i")] if term is None else term]


def expect(term: Json, *pairs: Any) -> Json:
    return ["expect", over(*pairs), term]


def proved(kind: str, statement: Json, evidence: Json) -> bool:
    return check_data(certificate(kind, statement, evidence), "draws.json").why.startswith("draws.json: proved again")


def proved_at(infinite: bool, goal: Json, *given: Json) -> bool:
    """Whether a statement is proved whose name ``oo`` is oo, or 1."""
    return proved("exhaustive", forall(over(("oo", ["one_of", "oo" if infinite else "1"])), goal, *given), {"count": 1})


def number(f: Json) -> n.Number:
    return Evaluator(Budget()).number(f, {"oo": n.INFINITY})


# --- draws -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("second", ["x1", "x11", "y"])
def test_points_whose_names_begin_alike_have_statistics_of_their_own(second):
    both = expect(["add", total("x"), total(second)], ("x", ["iid", COIN, "2"]), (second, ["iid", COIN, "2"]))
    assert number(both) == 2
    assert not proved_at(False, compare("0", ">=", "1"), compare(both, ">=", "0"))


ALWAYS = {
    "a sum of draws and oo": compare(expect(total("x", ["add", ["item", X, var("i")], OO]), ("x", ["iid", UNIT, "2"])), ">=", "0"),
    "oo times a sum of positive draws": compare(expect(total("x", ["mul", ["item", X, var("i")], OO]), ("x", ["iid", UNIT, "2"])), ">=", "0"),
    "an exponential of oo times a positive draw": compare(expect(["exp", ["mul", OO, X]], ("x", UNIT)), ">=", "0"),
    "an event of oo": compare(["prob", over(("x", UNIT)), compare(["add", OO, X], "<=", OO)], ">=", "0"),
    "an event of oo times a draw": compare(["prob", over(("x", UNIT)), compare(["mul", OO, X], "<=", "3")], ">=", "0"),
    "an event that never asks for a part without a value": compare(["prob", over(("x", UNIT)), ["all", compare(X, "<=", "-1"), compare(X, "<=", ["log", "-1"])]], ">=", "0"),
}
"""True where the name oo is oo: as hypotheses they take no point out of the domain."""


@pytest.mark.parametrize("true", ALWAYS.values(), ids=ALWAYS)
def test_a_true_hypothesis_about_draws_and_infinity_leaves_the_point_in_the_domain(true):
    assert not proved_at(True, compare("0", ">=", "1"), true)


def test_infinity_times_a_draw_of_either_sign_has_no_mean():
    mean = expect(["mul", OO, X], ("x", normal("1", "1")))
    assert not proved_at(True, compare(mean, ">=", "5"))
    assert proved_at(False, compare(mean, ">=", "1/2"))


# --- many copies -----------------------------------------------------------------------------------------------------


def copies(*factors: Json) -> Json:
    return ["iid", ["product", *factors] if len(factors) > 1 else factors[0], "2000"]


def test_the_divergence_of_order_1_of_many_copies_is_not_0():
    at_order = [["renyi", copies(MOVED), copies(normal("0", "1")), order] for order in ("1", "3/2")]
    assert not proved_at(False, compare(at_order[0], "<=", "0"))
    assert proved_at(False, compare(at_order[0], "<=", at_order[1]))


def test_many_copies_of_what_is_no_distribution_have_no_divergence():
    def within(factor: Json) -> Json:
        return compare(["renyi", copies(factor, MOVED), copies(factor, normal("0", "1")), "2"], "<=", "100")

    assert proved_at(False, within(UNIT))
    assert not proved_at(False, within(WITHOUT_MASS))


# --- couplings -------------------------------------------------------------------------------------------------------


def least(term: Json, first: Json, second: Json) -> Json:
    return ["inf", over(("c", ["couplings", first, second])), term]


DISTANCE = ["abs", ["add", X, ["mul", "-1", Y]]]
PAIR, TRIPLE = tup(X, Y), tup(X, Y, var("z"))
IDLE = {
    "a number": (least("1", COIN, UNIT), least("1", COIN, WITHOUT_MASS)),
    "a mean of what no draw changes": (least(expect("1", (PAIR, var("c"))), COIN, UNIT), least(expect("1", (PAIR, var("c"))), WITHOUT_MASS, UNIT)),
    "a mean over triples": (least(expect("1", ("x", var("c"))), COIN, UNIT), least(expect("1", (TRIPLE, var("c"))), COIN, UNIT)),
    "a mean over another distribution": (least(expect("1", ("x", COIN)), COIN, UNIT), least(expect("1", ("x", WITHOUT_MASS)), COIN, UNIT)),
    "a mean over what has the name of the coupling": (least(expect("1", ("c", COIN)), COIN, COIN), least(["sup", over(("c", ["one_of", "1"])), expect("1", ("x", var("c")))], COIN, UNIT)),
}
"""An extremum over couplings that is 1 however the draws are coupled, and one that has no value."""


@pytest.mark.parametrize("name", [name for name in IDLE if name != "a mean over what has the name of the coupling"])
def test_what_no_coupling_changes_is_known(name):
    assert proved_at(False, compare(IDLE[name][0], "==", "1"))


@pytest.mark.parametrize("name", IDLE)
def test_an_extremum_over_couplings_of_what_has_no_value_has_none(name):
    assert not proved_at(False, compare(IDLE[name][1], "==", "1"))


def test_a_cost_that_moves_with_the_coupling_is_not_that_of_another_of_its_name():
    """The mean of the first coordinate is 1/2 for all couplings; under the distribution that the outer name stands for it is 7."""
    moving = least(expect(["mul", ["mean", ["marginal", var("c"), "1"]], DISTANCE], (PAIR, var("c"))), COIN, finite(p0="1/3", p1="2/3"))
    outer = ["one_of", ["finite", tup(tup(["point", "7", "0"], "1"))]]
    assert not proved("exhaustive", forall(over(("c", outer)), compare(moving, "==", "7/6")), {"count": 1})


ON_THE_LINE = {
    "distance": lambda law, r: ["wasserstein", law, UNIT, "1", r],
    "distance of two laws with finitely many points": lambda law, r: ["wasserstein", COIN, COIN, "1", r],
    "Kantorovich distance": lambda law, r: ["kantorovich", law, UNIT, r],
    "moment": lambda law, r: ["moment", law, "1", r],
    "diameter": lambda law, r: ["support_diameter", UNIT, UNIT, r],
    "largest shift": lambda law, r: ["largest_shift", law, "1/2", "2", r],
    "slope of the log-density": lambda law, r: ["log_density_lipschitz", law, "0", "1", r],
}


@pytest.mark.parametrize("name", ON_THE_LINE)
def test_there_is_no_norm_of_order_below_1_on_the_line_either(name):
    assert proved_at(False, compare(ON_THE_LINE[name](normal("0", "1"), "1"), ">=", "0"))
    assert not proved_at(False, compare(ON_THE_LINE[name](normal("0", "1"), "1/2"), ">=", "0"))


@pytest.mark.parametrize(("slack", "valued"), [("1/2", True), ("2", False), ("-1", False)])
def test_a_shifted_divergence_has_a_slack_from_0_to_1(slack, valued):
    for law in (COIN, normal("0", "1")):
        assert proved_at(False, compare(["shifted_renyi", law, law, "2", "1", slack, None], ">=", "0")) == valued


# --- counted draws ---------------------------------------------------------------------------------------------------


def refuted(pattern: Json, event: Json) -> bool:
    """Whether honest draws refute that an event under N(0, 1) has a probability of at most 1/4."""
    law, draws, beta = normal("0", "1"), 3000, Fraction(1, 10**6)
    made = certificate("statistical", forall(over(("k", ["one_of", "1"])), compare(["prob", over((pattern, law)), event], "<=", "1/4")), {})
    try:
        count = statistical.recount(Evaluator(Budget()), law, event, "x", {"k": Fraction(1)}, statistical.start_of(made["digest"], 0), draws)
    except Refused:
        count = draws
    low, high, level = Fraction(0), Fraction(1), n.exact(statistical.level_of(beta, ["1"]))
    with n.precision(300):
        for _ in range(60):
            middle = (low + high) / 2
            below = n.exact(middle).beta_lower(arb(count), arb(draws - count + 1), regularized=True) < level
            low, high = (middle, high) if below else (low, middle)
    made["evidence"] = {"instance": {"k": "1"}, "law": law, "event": event, "seed": 0, "draws": draws, "count": count, "beta": str(beta), "bound": f"{float(low):.17f}"}
    return check_data(made, "draws.json").why.startswith("draws.json: refuted again")


WITHOUT_VALUE = {
    "0 times oo": ["mul", "0", "oo"],
    "oo less oo": ["add", "oo", ["mul", "-1", "oo"]],
}


def test_draws_refute_a_probability_that_is_too_small():
    assert refuted("x", compare(X, "<=", "0"))


@pytest.mark.parametrize("term", WITHOUT_VALUE.values(), ids=WITHOUT_VALUE)
def test_draws_refute_nothing_where_the_event_has_no_value(term):
    assert not refuted("x", ["any", compare(term, "<=", "0"), compare(X, "<=", "1000")])


def test_draws_refute_nothing_where_numbers_do_not_fit_a_tuple_of_names():
    assert not refuted(tup(X, Y), compare(X, "<=", "0"))


# --- inductions ------------------------------------------------------------------------------------------------------

NOTHING: Json = {"solved": [], "shared": "1", "parts": []}


def by_induction(goal: Json, domain: Json, given: Json, left: Json, step: Json, *hypotheses: Json) -> bool:
    cases = [{"given": given, "proof": proof} for proof in (NOTHING, step)]
    evidence = {"name": "n", "order": "1", "left": left, "data": [[["item", A, "1"], "d"]], "invariants": [{"states": goal, "base": cases[:1], "step": cases[1]}]}
    return proved("induction", forall(domain, goal, *hypotheses), evidence)


@pytest.mark.parametrize(("name", "valued"), [("i", True), ("a", False)])
def test_an_index_called_like_a_sequence_is_no_sequence(name, valued):
    """The terms ask for a coordinate of the index, a number: for the second one there is none."""
    terms = ["sum", over((name, ["integers", "1", var("n")])), ["mul", "0", ["item", A, "1"]]]
    domain = over(("n", ["integers", "1", "oo"]), ("a", ["sequences", "oo", REALS]))
    assert by_induction(compare(terms, ">=", "0"), domain, [], [[terms, ["s"]]], {**NOTHING, "solved": [["0", "s", "e"]]}) == valued


@pytest.mark.parametrize(("sign", "true"), [(">=", True), ("<=", False)])
def test_a_power_of_a_product_of_negative_numbers_says_nothing_of_the_powers_of_these(sign, true):
    """``0 (x y)^m + x^m >= 0``, where x and y are at least 1, or at most -1."""
    goal = compare(["add", ["mul", "0", ["pow", ["mul", X, Y], M]], ["mul", "0", ["item", A, "1"]], ["pow", X, M]], ">=", "0")
    domain = over(("n", ["integers", "1", "oo"]), ("m", ["integers", "0", "oo"]), ("x", REALS), ("y", REALS), ("a", ["sequences", "oo", REALS]))
    end = "1" if true else "-1"
    assert by_induction(goal, domain, [["0", None], ["1", None]], [], NOTHING, compare(X, sign, end), compare(Y, sign, end)) == true


def test_a_logarithm_of_a_product_of_negative_numbers_is_no_sum_of_logarithms():
    facts = [compare(name, "<=", "-1") for name in (X, Y)]
    reader = Remainders([(X, REALS), (Y, REALS)], facts)
    (product,) = reader.read(["log", ["mul", X, Y]])
    assert len(product) == 1
    with pytest.raises(Refused):
        reader.read(["log", X])


# --- worst pairs -----------------------------------------------------------------------------------------------------


def never_more_than(dimension: str) -> Json:
    """That a worst case is at most the Gaussian profile of its guarantee."""
    laws = ["laws", ["euclid", dimension, "2"], ["word_", ["word", "any"]], ["word_", ["word", "any"]], None]
    profile = ["max", *(["hockey_stick", *pair, "0"] for pair in ((X, Y), (Y, X)))]
    worst = ["sup", over(("x", laws), ("y", laws)), profile, compare(["gaussian_dp", X, Y], "<=", "1")]
    return compare(worst, "<=", ["gaussian_profile", "0", "1"])


@pytest.mark.parametrize(("dimension", "spaces"), [("2", True), ("3/2", False)])
def test_there_are_no_worst_pairs_on_a_space_of_half_a_dimension(dimension, spaces):
    statement = forall(over(("k", interval("0", "1"))), never_more_than(dimension))
    assert proved("worst-pair", statement, {"at": None, "instance": {}, "status": "PROVED"}) == spaces


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["x", "a[1]", "[1]a", "1.a"])
def test_a_name_is_no_term_of_a_sequence_whatever_it_looks_like(name):
    """All terms of the sequence are 1, and the number is 5, whatever its name is: names do not enter the digest of a statement."""
    domain = over((name, ["one_of", "5"]), ("a", ["one_of", ["periodic", tup(), tup("1")]]))
    for bound in ("3", "6"):
        every = ["forall", over(("t", ["integers", "1", "oo"])), compare(["add", ["item", A, var("t")], var(name)], "<=", bound)]
        assert proved("exhaustive", forall(domain, every), {"count": 1}) == (bound == "6")


# --- sets of a conclusion that have no value ----------------------------------------------------------------------------

K = var("k")
ENDS = {"a number": ("1", True), "a logarithm of a negative number": (["log", "-1"], False), "a quotient by 0": (["pow", K, "-1"], False), "the name before it": (K, True)}


@pytest.mark.parametrize(("end", "valued"), ENDS.values(), ids=ENDS)
def test_all_members_of_a_set_that_may_have_no_value_obey_nothing(end, valued):
    domain, every = over(("k", interval("0", "1"))), over(("t", interval("0", end)))
    there_is = ["exists", over(("s", interval("0", "1"))), ["forall", every, compare("0", "<=", "1")]]
    assert proved("exhibit", forall(domain, there_is), {"values": {"s": "1"}, "goals": [compare("0", "<=", "1")], "proofs": ["evident"]}) == valued
    assert proved("worst-pair", forall(domain, ["forall", every, never_more_than("2")]), {"at": None, "instance": {}, "status": "PROVED"}) == valued


@pytest.mark.parametrize(("end", "valued"), ENDS.values(), ids=ENDS)
def test_only_sets_with_values_go_from_a_conclusion_to_the_domain(end, valued):
    domain, every = over(("k", interval("0", "1"))), over(("t", interval("0", end)))
    taken = valleys.opened(["forall", domain, ["forall", every, compare("0", "<=", "1")]])
    assert (len(taken[1]) == 3) == valued


@pytest.mark.parametrize(("length", "valued"), [("oo", True), ("3", True), ("1/2", False), (var("m"), False)])
def test_there_are_no_sequences_of_half_a_length_to_prove_something_of(length, valued):
    goal = ["forall", over(("b", ["sequences", length, REALS])), compare(["mul", "0", ["item", A, "1"]], "<=", "1")]
    inner = compare(["mul", "0", ["item", A, "1"]], "<=", "1")
    domain = over(("n", ["integers", "1", "oo"]), ("m", REALS), ("a", ["sequences", "oo", REALS]))
    case = {"given": [], "proof": NOTHING}
    evidence = {"name": "n", "order": "1", "left": [], "data": [[["item", A, "1"], "d"]], "invariants": [{"states": inner, "base": [case], "step": case}]}
    assert proved("induction", forall(domain, goal), evidence) == valued


def test_infinity_is_not_certainly_finite():
    assert n.certainly_finite(Fraction(1)) == 1
    with pytest.raises(Undecided):
        n.certainly_finite(n.INFINITY)
