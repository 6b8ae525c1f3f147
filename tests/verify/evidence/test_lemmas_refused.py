"""Evidence from textbook lemmas for statements that are false, or have no value somewhere: each step looks right, and the checker must refuse it."""

import pytest

from verify.evidence.checker import lemmas, uses
from verify.evidence.checker.certificate import Certificate
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import Malformed, Refused, digest, validate
from verify.evidence.checker.kinds import KINDS
from verify.evidence.checker.numbers import Budget, Exhausted

OPEN, CLOSED = ["word", "open"], ["word", "closed"]
ANY = ["word_", ["word", "any"]]
FINITE = ["interval", "-oo", "oo", OPEN, OPEN]
UNIT = ["interval", "0", "1", CLOSED, CLOSED]
POSITIVE = ["interval", "0", "oo", OPEN, OPEN]
ORDERS = ["interval", "1", "oo", CLOSED, CLOSED]
COUNTS = ["integers", "1", "oo"]


def var(name):
    return ["var", ["word", name]]


x, y, z, c, n, p, P, Q, f, r = map(var, "x y z c n p P Q f r".split())


def every(names, body):
    return ["forall", ["()", *(["()", var(name), where] for name, where in names.items())], body]


def given(*hypotheses, then):
    return ["implies", ["all", *hypotheses], then]


def compare(a, relation, b):
    return ["compare", a, ["word", relation], b]


def laws(dimension="1", norm="1"):
    return ["laws", ["euclid", dimension, norm], ANY, ANY, None]


def normal(variance):
    return ["normal_vector", "0", variance]


def refused(statement, evidence, kind="lemmas"):
    validate(statement)
    with pytest.raises((Refused, Malformed)) as reason:
        KINDS[kind](Certificate("p/q", "main", "main", digest(statement), statement, kind, "PROVED", evidence), Evaluator(Budget()))
    return str(reason.value)


def use(lemma, **at):
    return {"lemma": lemma, "digest": digest(lemmas.textbook()[lemma]), "at": at, "shown": []}


def known(k, **at):
    return {"known": k, "at": at, "shown": []}


def proof(*steps, goals=()):
    return {"steps": list(steps), "goals": list(goals)}


@pytest.fixture
def textbook(monkeypatch):
    """Lemmas besides those of the textbook; each must be true."""
    found = dict(lemmas.textbook())
    monkeypatch.setattr(lemmas, "textbook", lambda: found)
    return found


def bounds(left=(), right=(), through=None):
    return {"through": through, "left": list(left), "right": list(right), "kind": "linear", "evidence": {"sums": [[]]}}


def test_a_power_whose_exponent_is_a_name_rises_with_its_base():
    statement = every({"x": POSITIVE, "y": POSITIVE, "p": UNIT}, given(compare(x, ">=", y), then=compare(["pow", x, p], "<=", ["pow", y, p])))
    assert "does not move" in refused(statement, bounds(left=[["x", 0]]), "bounds")


def test_a_name_that_may_be_infinite_has_no_bound_in_its_place():
    """At c = 0 and n = -oo the product has no value."""
    below = ["interval", "-oo", "1", CLOSED, CLOSED]
    statement = every({"c": UNIT, "n": below}, given(compare(n, "<=", "1"), then=compare(["mul", c, n], "<=", c)))
    assert "infinite" in refused(statement, bounds(left=[["n", 0]]), "bounds")


def test_a_name_of_a_list_of_numbers_may_be_any_of_them():
    """There is no normal distribution of variance -5."""
    term = ["wasserstein", normal(x), normal(x), "1", "1"]
    evidence = proof(use("textbook/w-self|main|vectors", mu="1", r="1", dim="1", P=normal(x)))
    refused(every({"x": ["one_of", "1", "-5"]}, compare(term, "==", "0")), evidence)


def test_members_of_a_list_that_are_no_numbers_are_not_compared():
    refused(every({"x": ["one_of", ["point", "1", "2"]]}, compare(x, "<=", x)), proof())


def test_a_lipschitz_constant_is_one_of_its_norm(textbook):
    """A turn by 45 degrees lengthens (1, 0) in the norm of order 1."""
    space = ["euclid", var("d"), r]
    images = [["push", f, law] for law in (P, Q)]
    textbook["toy/lipschitz|main|main"] = every({"r": ORDERS, "d": COUNTS, "P": laws(var("d"), r), "Q": laws(var("d"), r), "f": ["maps", space, space, "1"]},
                                                compare(["wasserstein", *images, "1", r], "<=", ["wasserstein", P, Q, "1", r]))
    plane = ["euclid", "2", "2"]
    statement = every({"P": laws("2", "2"), "Q": laws("2", "2"), "f": ["maps", plane, plane, "1"]}, compare(["wasserstein", *images, "1", "1"], "<=", ["wasserstein", P, Q, "1", "1"]))
    assert "maps" in refused(statement, proof(use("toy/lipschitz|main|main", r="1", d="2", P=P, Q=Q, f=f)))


def test_a_term_is_not_caught_by_a_name_that_the_rest_of_a_lemma_binds():
    both = every({"x": UNIT}, every({"y": ["interval", "0", "10", CLOSED, CLOSED]}, compare(x, "<=", "1")))
    statement = every({"y": UNIT, "P": laws()}, given(both, then=compare("2", "<=", "1")))
    assert "binds" in refused(statement, proof(known(0, x=y), known(1, y="2")))


def test_a_set_is_not_changed_by_a_name_that_is_bound_behind_it():
    ten = ["interval", "0", "10", CLOSED, CLOSED]
    both = every({"y": ["interval", "0", x, CLOSED, CLOSED]}, every({"x": ten}, compare(y, "<=", "1")))
    statement = every({"x": UNIT, "P": laws()}, given(both, then=compare("5", "<=", "1")))
    assert "twice" in refused(statement, proof(known(0, y="5", x="6")))


def test_a_name_that_two_quantifiers_bind_is_not_given_one_term():
    both = every({"x": UNIT}, every({"x": ["interval", "0", "10", CLOSED, CLOSED]}, compare(x, "<=", z)))
    statement = every({"z": ["interval", "10", "20", CLOSED, CLOSED], "y": UNIT}, given(both, then=every({"x": ["interval", "0", "30", CLOSED, CLOSED]}, compare(x, "<=", z))))
    refused(statement, proof(known(0, x=y)))


@pytest.mark.parametrize("term", ["1", "0"])
def test_a_number_is_not_at_most_a_sum_because_the_sum_is_itself(term):
    total = ["sum", ["()", ["()", var("i"), ["integers", "1", n]]], term, None]
    statement = every({"n": COUNTS}, compare("5", "<=", total))
    assert "different sets" in refused(statement, proof(goals=[{"names": ["i_1"], "steps": [], "shown": []}]))


def test_sums_over_intervals_are_not_compared_member_by_member():
    one, two = (["sum", ["()", ["()", var("i"), UNIT]], term, None] for term in ("1", "2"))
    assert "infinitely many" in refused(every({"n": COUNTS}, compare(one, "<=", two)), proof(goals=[{"names": ["i_1"], "steps": [], "shown": []}]))


def test_what_is_shown_of_members_is_given_once():
    one, two = (["sup", ["()", ["()", var("i"), UNIT]], term, None, None] for term in ("1", "2"))
    assert "terms, from and cases" in refused(every({"n": COUNTS}, compare(one, "<=", two)), proof(goals=[{"names": ["i_1"], "steps": [], "shown": [], "goals": []}]))


@pytest.mark.parametrize("place", [["interval", "0", ["log", x], CLOSED, CLOSED], ["integers", ["pow", x, "-1"], "oo"], ["equals", ["log", x], FINITE],
                                   ["families", ["integers", "1", "2"], ["interval", "0", ["log", x], CLOSED, CLOSED]]])
def test_a_range_must_have_its_ends(place):
    """At x = 0 it has none."""
    assert "end" in refused(every({"x": UNIT, "y": place, "P": laws()}, compare("0", "<=", "0")), proof())


def test_a_premise_has_no_value_because_of_names_behind_it(textbook):
    """At x = 0 the logarithm has no value, and there is no y."""
    textbook["toy/log|main|main"] = every({"x": FINITE, "y": ["interval", "0", x, OPEN, OPEN]}, ["member", ["log", x], ["interval", "-oo", "oo", CLOSED, CLOSED]])
    inner = every({"y": ["interval", "0", x, OPEN, OPEN]}, compare(y, "<=", y))
    statement = every({"x": ["interval", "0", "oo", CLOSED, OPEN]}, ["implies", compare(["log", x], "<=", "1"), inner])
    assert "behind a premise" in refused(statement, proof(use("toy/log|main|main", x=x, y=y)))


def test_points_that_are_equal_are_no_numbers():
    """Neither of them is the smaller one."""
    v, w = var("v"), var("w")
    points = ["points", ["euclid", "2", "2"]]
    statement = every({"v": points, "w": points}, given(compare(v, "==", w), then=compare(v, "<=", w)))
    added = {"terms": {"y_1": v, "y_2": w}, "from": [0], "cases": [{"infinite": {"y_1": value, "y_2": value}, "holds": True} for value in ("oo", "-oo")]}
    for value in ("oo", "-oo"):
        added["cases"] += [{"infinite": {one: value, other: name}, "closed": 0} for one, other in (("y_1", "y_2"), ("y_2", "y_1")) for name in ("oo", "-oo", "finite") if name != value]
    added["cases"].append({"infinite": {}, "kind": "linear", "evidence": {"sums": [[[0, "1"]]]}})
    assert "no value" in refused(statement, proof(goals=[added]))
    refused(every({"v": points, "w": points}, given(compare(v, "==", w), then=compare(v, "<=", v))), proof())


def test_the_index_of_a_sum_is_not_the_name_of_the_statement():
    """The family has n + 1 members, the sum asks for more."""
    family = ["families", ["integers", "1", ["add", n, "1"]], UNIT]
    total = ["sum", ["()", ["()", n, ["integers", "1", ["mul", "3", n]]]], ["item", var("F"), ["add", n, "1"]], None]
    refused(every({"n": COUNTS, "F": family}, compare(total, "<=", total)), proof())


def test_a_new_name_is_not_caught_by_what_a_set_binds():
    """With z in the place of x the end of the range of y would be the supremum of all z in {0}; the supremum on the left is 1."""
    none = ["interval", "0", "0", CLOSED, CLOSED]

    def largest(body):
        return ["sup", ["()", ["()", z, none]], body, None, None]

    left = ["sup", ["()", ["()", x, UNIT], ["()", y, ["interval", "0", largest(x), CLOSED, CLOSED]]], y, None, None]
    statement = every({"P": laws()}, given(compare(largest(z), "<=", "0"), then=compare(left, "<=", largest(z))))
    assert "bound twice" in refused(statement, proof(goals=[{"names": ["z", "w"], "steps": [], "shown": []}]))
    assert "no value" in refused(statement, proof(goals=[{"names": ["v", "w"], "steps": [], "shown": []}]))


LINK = {"terms": {}, "from": [], "cases": [{"infinite": {}, "kind": "linear", "evidence": {"sums": [[[0, "1"]]]}}]}


@pytest.mark.parametrize("evidence", [
    {"split": "x", "parts": [5, None]}, {"split": "x", "parts": ["split", "split"]}, {"split": ["x"], "parts": [{}, {}]}, {"split": "x", "parts": []}, {"split": "y", "parts": [{}, {}]},
    {"steps": [], "goals": [], "status": "REFUTED"}, {"steps": [], "goals": [5]}, {"steps": [5], "goals": []}, {"steps": [{}], "goals": []}, {"steps": None, "goals": None}, {"steps": [], "goals": [{}]},
    *({"steps": [], "goals": [{**LINK, **change}]} for change in (
        {"cases": [*LINK["cases"], 5]}, {"cases": [*LINK["cases"], {"infinite": []}]}, {"cases": [5]}, {"cases": None}, {"from": [0]}, {"from": ["0"]}, {"from": [[]]}, {"terms": {"#1": "1"}},
        {"terms": {"x": x}}, {"terms": {"y_1": []}}, {"terms": {"y_1": [[]]}}, {"terms": {"y_1": {}}}, {"terms": {"y_1": ["expect"]}}, {"terms": {"y_1": ["var"]}}, {"terms": {"y_1": ["sup", "x", "x"]}},
        {"cases": [{"infinite": {}, "kind": ["linear"], "evidence": {}}]}, {"cases": [{"infinite": {}, "kind": "linear", "evidence": {}}]}, {"cases": [{"infinite": {}, "kind": "lemmas", "evidence": {}}]},
        {"cases": [{"infinite": {}, "closed": 0}]}, {"cases": [{"infinite": {}, "closed": "0"}]}, {"cases": [{"infinite": {}, "holds": True}]}, {"cases": [{"infinite": {"x": "oo"}, "holds": True}]},
        {"cases": [{"infinite": {}, "kind": "bounds", "evidence": {}}]}, {"cases": [{"infinite": {}, "kind": "linear", "evidence": {"sums": [[[0, "1/0"]]]}}]},
        {"cases": [{"infinite": {}, "kind": "linear", "evidence": {"sums": [[[0, 1]]]}}]}, {"cases": [{"infinite": {}, "kind": "linear", "evidence": {"sums": [[[9, "1"]]]}}]},
        {"cases": [{"infinite": {}, "kind": "linear", "evidence": {"sums": [[[0, "-1"]]]}}]}, {"cases": [{"infinite": {}, "kind": "linear", "evidence": {"sums": 5}}]}))])
def test_what_is_no_evidence_is_refused_in_words(evidence):
    refused(every({"x": ["interval", "1", "2", CLOSED, CLOSED], "P": laws()}, compare(["add", x, "1"], "<=", "3/2")), evidence)


def test_what_is_right_is_confirmed():
    """The same helpers prove what is true."""
    statement = every({"x": ["interval", "1", "2", CLOSED, CLOSED], "P": laws()}, compare(["add", x, "1"], "<=", "3"))
    link = {"terms": {}, "from": [], "cases": [{"infinite": {}, "kind": "linear", "evidence": {"sums": [[[1, "1"]]]}}]}
    KINDS["lemmas"](Certificate("p/q", "main", "main", "", statement, "lemmas", "PROVED", proof(goals=[link])), Evaluator(Budget()))


def test_long_evidence_is_given_up():
    """A certificate may not make the checker work without end."""
    statement = every({"x": ["interval", "1", "2", CLOSED, CLOSED], "P": laws()}, compare(["add", x, "1"], "<=", "3"))
    case = {"infinite": {}, "kind": "linear", "evidence": {"sums": [[[1, "1"]]]}}
    link = {"terms": {}, "from": [], "cases": [case] * 5_000}
    c = Certificate("p/q", "main", "main", "", statement, "lemmas", "PROVED", proof(goals=[link]))
    with pytest.raises(Exhausted):
        KINDS["lemmas"](c, Evaluator(Budget(steps=10_000)))


def extremum(kind, over, body, *more):
    return [kind, ["()", *(["()", var(name), where] for name, where in over.items())], body, *(more or (None, None))]


def least_of(first, *more):
    """The least that x y (1 - z), with two of the names x, y, z exchanged, is at most one half for all numbers of the unit interval."""
    return extremum("sup", {"x": UNIT}, extremum("sup", {"y": UNIT}, ["mul", y, ["add", "1", ["mul", "-1", first]]]))


def test_a_name_that_is_bound_outside_is_not_taken_for_one_that_is_bound_inside():
    """In a known proposition bound names are numbered: the number of a name outside is none of those inside."""
    condition = compare(least_of(y), "<=", "1/2")
    all_1 = extremum("inf", {"z": UNIT}, "1")
    statement = every({"u": FINITE}, given(
        every({"w": UNIT}, compare(var("u"), "==", extremum("inf", {"z": UNIT}, ["if", compare(least_of(z), "<=", "1/2"), "1", "0"]))), condition, then=compare("1", "<=", var("u"))))
    at_most = {"steps": [{"states": compare("1", "<=", all_1), "shown": [{"names": ["q"], "steps": [], "shown": []}]}], "goals": [
        {"terms": {"e_1": all_1}, "from": [3, 4], "cases": [{"infinite": {"e_1": "oo"}, "closed": 0}, {"infinite": {"e_1": "-oo"}, "closed": 1},
                                                          {"infinite": {}, "kind": "linear", "evidence": {"sums": [[[1, "1"], [2, "1"]]]}}]}]}
    never = {"steps": [], "goals": [{"impossible": 3, "terms": {"e_1": least_of(y)}, "from": [1], "cases": [
        {"infinite": {"e_1": "oo"}, "closed": 0}, {"infinite": {"e_1": "-oo"}, "holds": True}, {"infinite": {}, "kind": "linear", "evidence": {"sums": [[[0, "1"]]]}}]}]}
    refused(statement, {"steps": [known(0, w="0")], "condition": condition, "parts": [at_most, never]})


def test_the_names_of_a_pair_differ():
    pair = ["()", var("D"), var("D")]
    with pytest.raises(Malformed):
        validate(["forall", ["()", ["()", pair, ["neighbours", var("U")]]], compare("1", "<=", "0")])


CONDITIONED = ["couplings", ["given_event", P, var("E")], Q]
ANYWHERE = {"P": laws(), "Q": laws(), "E": ["events", ["euclid", "1", "1"]]}


@pytest.mark.parametrize(("names", "where"), [
    (ANYWHERE, CONDITIONED), ({"y": FINITE}, ["one_of", ["log", y]]), ({"y": FINITE}, ["points", ["euclid", y, "2"]]), ({"y": FINITE}, ["sequences", ["log", y], UNIT]),
    ({"U": ["universes", ["word_", ["word", "replace-one"]], None],
      "C": ["compositions", "2", var("U"), ["euclid", "1", "1"], ["word_", ["word", "independent"]], ["word_", ["word", "yes"]], None]}, ["pasts", var("C"), "7"]),
    ({}, ["whatever"]),
], ids=lambda one: one[0] if isinstance(one, list) else "")
def test_a_set_that_may_have_no_value_has_no_members(names, where):
    """The supremum over it has no value then, and is not at least 0."""
    own = {**names, "n": COUNTS}
    over = extremum("sup", {"q": where}, "1", None, "0")
    step = {"extremum": over, "names": ["q_1"], "steps": [], "shown": []}
    assert "value" in refused(every(own, compare("0", "<=", over)), {"steps": [step], "goals": []})
    assert "value" in refused(every(own, every({"q": where}, compare("0", "<=", "1"))), {"steps": [], "goals": []})


@pytest.mark.parametrize("inner", [
    given(compare(x, ">", "0"), then=every({"x": FINITE}, compare(x, ">", "0"))),
    every({"y": FINITE}, given(compare(x, ">", "0"), then=every({"x": FINITE}, compare(x, ">", "0")))),
    ["iff", compare(x, ">", "0"), every({"x": FINITE}, compare(x, ">", "0"))],
    every({"x": ["interval", "0", ["exp", x], OPEN, CLOSED]}, compare(x, ">", "0")),
], ids=["in the conclusion", "behind another name", "an equivalence", "in its own range"])
def test_what_stands_before_a_name_that_is_bound_again_does_not_speak_of_the_new_one(inner):
    """False at x = 1, where the inner x is -1."""
    links = [{"names": names, "steps": [], "shown": []} for names in (["z"], ["z", "w"])]
    for goals in ([link] * count for link in links for count in (1, 2)):
        refused(every({"x": FINITE}, ["all", compare("0", "<=", "1"), inner]), {"steps": [], "goals": goals})


def added(*places):
    """A link or a case by adding up what is known at these places."""
    return {"infinite": {}, "kind": "linear", "evidence": {"sums": [[[k, "1"] for k in places]]}}


def test_the_range_of_a_function_is_not_caught_by_the_name_of_its_argument():
    """The function that is 1 everywhere has its values in [0, 1], and none of them is 0: f(x) <= y does not say that f(x) <= x."""
    values = ["functions", UNIT, ["interval", "0", y, CLOSED, CLOSED], ["word", "any"]]
    at_0 = ["apply", f, "0"]
    statement = every({"z": UNIT}, ["all", compare("0", "<=", "1"), every({"y": UNIT, "f": values}, compare(at_0, "<=", "0"))])
    link = {"terms": {"t": at_0}, "from": [], "cases": [added(1)]}
    refused(statement, proof(goals=[{"names": ["e_f_1", "f"], "steps": [known(0, e_f_1="0")], "shown": [link]}]))


@pytest.mark.parametrize(("name", "outside", "inside", "first"), [
    ("k", ["integers", "0", "1"], ["integers", "3", "3"], lambda k: ["integers", k, "2"]), ("x", UNIT, ["interval", "2", "5", CLOSED, CLOSED], lambda k: ["interval", k, "1", CLOSED, CLOSED])],
    ids=["integers", "numbers"])
def test_a_supremum_has_no_member_because_of_a_name_outside_that_is_bound_again(name, outside, inside, first):
    """It is -oo: the second range begins above its end, whatever the name stands for outside."""
    largest = extremum("sup", {name: inside, "i": first(var(name))}, "1")
    step = {"extremum": largest, "names": ["a", "b"], "steps": [], "shown": []}
    link = {"terms": {"s": largest}, "from": [], "cases": [{"infinite": {"s": "oo"}, "holds": True}, added(0)]}
    refused(every({name: outside}, compare(largest, ">=", "0")), proof(step, goals=[link]))


NOTHING = ["interval", "1", "0", CLOSED, CLOSED]


def test_a_premise_has_no_value_because_of_a_condition_on_a_name_behind_it():
    """At x = -1 the premise has no value, and so the statement has none."""
    statement = every({"x": FINITE}, ["implies", compare(["log", x], "<=", "0"), every({"y": NOTHING}, compare("0", "<=", "1"))])
    parts = [{"steps": [], "goals": [{"impossible": 0, "terms": {}, "from": [], "cases": [added(k)]}]} for k in (1, 0)]
    shown = {"names": ["q"], "steps": [], "condition": compare(y, ">=", "1/2"), "parts": parts}
    refused(statement, proof({"states": every({"i": UNIT}, compare(["log", x], "<=", "5")), "shown": [shown]}, known(0, i="0")))


def test_a_premise_has_no_value_because_of_a_function_behind_it():
    """The same, where no function has its values in the set that is asked for."""
    values = ["functions", UNIT, NOTHING, ["word", "rising"]]
    statement = every({"x": FINITE}, ["implies", compare(["log", x], "<=", "0"), every({"f": values}, compare("0", "<=", "1"))])
    ends = {"s": ["apply", f, "0"], "t": ["apply", f, "1"]}
    first, last, both = known(0, e_f_1="0"), known(0, e_f_1="1"), known(1, e_f_1="0", e_f_2="1")
    states = {"states": compare(["log", x], "<=", "5"), "shown": [{"impossible": 4, "terms": ends, "from": [], "cases": [added(0, 3)]}]}
    refused(statement, proof(first, last, both, states, first))


def test_a_function_rises_only_where_its_set_says_so():
    """Functions are falling, rising or any; another word says nothing."""
    values = ["functions", UNIT, UNIT, ["word", "other"]]
    refused(every({"f": values}, compare(["apply", f, "0"], "<=", ["apply", f, "1"])), proof(known(1, e_f_1="0", e_f_2="1")))


def drawn(p, *draws):
    return compare(["prob", ["()", *(["()", name, law] for name, law in draws)], p], "==", "1")


def coordinate(of, k):
    return ["item", of, k]


ABOVE, LARGE = compare(coordinate(x, "1"), ">=", "0"), ["implies", compare(coordinate(x, "1"), ">=", c), compare(coordinate(x, "2"), ">=", z)]
TOGETHER = compare(coordinate(x, "1"), "<=", coordinate(y, "1"))


def test_each_part_of_what_is_certain_is_certain():
    found = [part[1] for part in uses.certain(drawn(["all", ABOVE, LARGE, TOGETHER], (x, P), (y, Q)))]
    alone, both = ["()", ["()", x, P]], ["()", ["()", x, P], ["()", y, Q]]
    assert found == [["prob", alone, ABOVE], ["prob", alone, LARGE], ["prob", both, TOGETHER]]


@pytest.mark.parametrize("p", [
    compare(["prob", ["()", ["()", x, P]], ["all", ABOVE, LARGE]], "==", "1/2"),
    compare(["prob", ["()", ["()", x, P]], ["all", ABOVE, LARGE]], "<=", "1"),
    drawn(["any", ABOVE, LARGE], (x, P)),
    drawn(["all", ABOVE, TOGETHER], (x, P), (y, ["apply", f, x])),
    drawn(["all", compare(["log", coordinate(x, "1")], ">=", "0"), compare(c, ">=", "0")], (x, P)),
], ids=["with probability 1/2", "at most", "one of two", "drawn one after the other", "without a value somewhere, or about no draw"])
def test_nothing_is_certain_of_the_parts_of_other_statements(p):
    assert list(uses.certain(p)) == []


def test_a_bound_where_a_condition_is_certain_asks_for_both_conditions():
    space = laws("2", "2")
    large = every({"c": FINITE, "z": POSITIVE, "P": space}, given(drawn(LARGE, (x, P)), then=compare(["prob", ["()", ["()", x, P]], compare(coordinate(x, "1"), ">=", c)], "<=",
                  ["mul", ["expect", ["()", ["()", x, P]], coordinate(x, "2")], ["pow", z, "-1"]])))
    step = use("textbook/markov-large|main|main", c=c, b=z, dim="2", r="2", i="1", j="2", P=P)
    assert "not shown" in refused(large, proof(step))


@pytest.mark.parametrize(("f", "wanted"), [
    (["mul", "-1", "1/2", ["pow", "1", "-1"], ["pow", "0", "2"]], "0"),
    (["mul", ["pow", "1", "1/2"], x], x),
    (["add", ["mul", "1", x], "0"], x),
    (["mul", "0", x], ["mul", "0", x]),
    (["pow", "0", "-1"], ["pow", "0", "-1"]),
    (["pow", "2", "1/2"], ["pow", "2", "1/2"]),
    (["pow", "oo", "2"], ["pow", "oo", "2"]),
    (["pow", "2/3", "-2"], "9/4"),
    (["mul", "1", "1"], "1"),
    (["add", "1/2", "-1/2"], "0"),
])
def test_constants_are_worked_out_where_they_are_fractions(f, wanted):
    assert uses.worked_out(f) == wanted


def limit_of(kind, to, *names):
    return [kind, ["()", *(["()", name, to] for name in names)], ["mul", *names]]


def test_an_upper_limit_at_infinity_is_at_most_the_supremum_from_zero():
    assert uses.from_zero(limit_of("limsup", "oo", x)) == ["sup", ["()", ["()", x, ["interval", "0", "oo", ["word", "closed"], ["word", "open"]]]], ["mul", x]]


@pytest.mark.parametrize("f", [limit_of("limit", "oo", x), limit_of("liminf", "oo", x), limit_of("limsup", "0", x), limit_of("limsup", "-oo", x), limit_of("limsup", "oo", x, y), limit_of("limsup", c, x)])
def test_other_limits_are_no_suprema(f):
    assert uses.from_zero(f) is f
