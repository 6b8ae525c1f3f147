"""Proofs by identity are replayed: what is true and within the rules is confirmed, and no derivation, however it is forged, confirms what is false or has no value somewhere."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from fractions import Fraction

import pytest
from made_certificates import certificate, compare, forall, interval, laplace, over, var, word

from verify.evidence.checker import normal
from verify.evidence.checker.cells import Cell
from verify.evidence.checker.check import check_data
from verify.evidence.checker.comparisons import RULES, Stuck
from verify.evidence.checker.formula import argument, entries, head
from verify.evidence.checker.replay import Derivation, derivation

X, Y, K = var("x"), var("y"), var("k")
POSITIVE, REALS, UNIT, HALF_LINE = interval("0", "oo", "open", "open"), interval("-oo", "oo", "open", "open"), interval("0", "1"), interval("0", "oo", "closed", "open")
OPEN_UNIT, NATURAL = interval("0", "1", "open", "open"), ["integers", "0", "oo"]


def add(*parts):
    return ["add", *parts]


def mul(*parts):
    return ["mul", *parts]


def power(a, b):
    return ["pow", a, b]


def minus(a, b):
    return add(a, mul("-1", b))


def quotient(a, b):
    return mul(a, power(b, "-1"))


def of(domain, goal, *given):
    return forall(over(*domain.items()), goal, *([["all", *given]] if given else []))


def found(statement):
    """The derivation of a statement as it is stored, or None."""
    try:
        return json.loads(json.dumps(derivation(statement, lambda steps: None).find()))
    except Stuck:
        return None


def status(statement, tree):
    return check_data(certificate("identity", statement, {"method": "", "derivation": tree}), "c.json")


TRUE = {
    "a binomial": of({"x": REALS, "y": REALS}, compare(power(add(X, Y), "2"), "==", add(power(X, "2"), mul("2", X, Y), power(Y, "2")))),
    "a quotient where it has a value": of({"x": POSITIVE}, compare(quotient(X, X), "==", "1")),
    "an exponential of a sum": of({"x": REALS, "y": REALS}, compare(["exp", add(X, Y)], "==", mul(["exp", X], ["exp", Y]))),
    "a logarithm of a product": of({"x": POSITIVE, "y": POSITIVE}, compare(["log", mul(X, Y)], "==", add(["log", X], ["log", Y]))),
    "powers of powers": of({"x": POSITIVE, "y": REALS}, compare(power(power(X, Y), "2"), "==", power(X, mul("2", Y)))),
    "the exponential above its tangent": of({"x": REALS}, compare(["exp", X], ">=", add("1", X))),
    "the logarithm below its tangent": of({"x": POSITIVE}, compare(["log", X], "<=", minus(X, "1"))),
    "a square": of({"x": REALS, "y": REALS}, compare(add(power(X, "2"), power(Y, "2")), ">=", mul("2", X, Y))),
    "a positive square polynomial": of({"x": REALS}, compare(add(power(X, "2"), X, "1"), ">", "0")),
    "the absolute value": of({"x": REALS}, compare(["abs", X], "==", ["max", X, mul("-1", X)])),
    "means": of({"x": POSITIVE, "y": OPEN_UNIT}, compare(power(X, Y), "<=", add(mul(X, Y), minus("1", Y)))),
    "x to the power 0": of({"x": REALS}, compare(power(X, "0"), "==", "1")),
    "both tails": of({"x": REALS}, compare(add(["normal_cdf", X], ["normal_cdf", mul("-1", X)]), "==", "1")),
    "a root": of({"x": HALF_LINE}, compare(power(power(X, "1/2"), "2"), "==", X)),
    "a sign of minus one": of({"k": NATURAL}, compare(power("-2", K), "==", mul(power("-1", K), power("2", K)))),
    "gamma": of({"x": POSITIVE}, compare(["gamma", add(X, "1")], "==", mul(X, ["gamma", X]))),
    "a hypothesis that is used": of({"x": POSITIVE, "y": POSITIVE}, compare(power(X, "2"), "<", power(Y, "2")), compare(X, "<", Y)),
    "a hypothesis that leaves cells out": of({"x": REALS}, compare(["abs", X], "==", X), compare(X, ">=", "0")),
    "a divergence of Laplace laws": of({"x": HALF_LINE, "y": POSITIVE},
                                       compare(["renyi", laplace(X, Y), laplace("0", Y), "1"], "==", add(quotient(X, Y), ["exp", mul("-1", quotient(X, Y))], "-1"))),
    "a derivative": of({"x": POSITIVE}, compare(["derivative", over(("y", X)), mul(Y, ["log", Y]), "1"], "==", add("1", ["log", X]))),
    "a limit": of({"x": POSITIVE}, compare(["limit", over(("y", "oo")), quotient(add(mul("2", Y), X), add(Y, "1"))], "==", "2")),
    "a product": of({"k": NATURAL}, compare(["prod", over(("i", ["integers", "1", K])), var("i"), None], "==", ["gamma", add(K, "1")])),
    "two parts": of({"x": REALS}, ["all", compare(power(X, "2"), ">=", "0"), compare(["exp", X], ">", "0")]),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_statement_has_a_derivation_that_is_confirmed(name):
    tree = found(TRUE[name])
    assert tree is not None
    outcome = status(TRUE[name], tree)
    assert outcome.status == "confirmed", outcome.why
    assert outcome.trusted == ()


SMALL = "1/1000000000000"
FALSE = {
    "floor of 64 x": of({"x": OPEN_UNIT}, compare(["floor", mul("64", X)], "==", mul("64", X))),
    "a bound far out": of({"x": POSITIVE}, compare(X, "<=", "100000")),
    "not one third": of({"x": OPEN_UNIT}, compare(X, "!=", "1/3")),
    "a square that is 0 once": of({"x": OPEN_UNIT}, compare(power(minus(X, "1/1000"), "2"), ">", "0")),
    "false at the closed end": of({"x": UNIT}, compare(X, "<", "1")),
    "false at the lower end": of({"x": UNIT}, compare(X, ">", "0")),
    "false at 0 alone": of({"x": REALS}, compare(power(X, "2"), ">", "0")),
    "false at one integer": of({"k": NATURAL}, compare(power(minus(K, "7"), "2"), ">", "0")),
    "false from an integer on": of({"k": NATURAL}, compare(power("2", K), "<=", "1000000")),
    "an identity with a small term": of({"x": REALS}, compare(power(add(X, "1"), "2"), "==", add(power(X, "2"), mul("2", X), "1", SMALL))),
    "an identity with a small factor": of({"x": POSITIVE}, compare(["exp", mul("2", X)], "==", mul(power(["exp", X], "2"), add("1", SMALL)))),
    "an inequality with a small term": of({"x": REALS}, compare(power(X, "2"), ">=", SMALL)),
    "a sharp tangent": of({"x": REALS}, compare(["exp", X], ">=", add("1", X, SMALL))),
    "a sharp tangent of the logarithm": of({"x": POSITIVE}, compare(["log", X], "<=", minus(minus(X, "1"), SMALL))),
    "a strict tangent": of({"x": REALS}, compare(["exp", X], ">", add("1", X))),
    "means, strictly": of({"x": POSITIVE, "y": OPEN_UNIT}, compare(power(X, Y), "<", add(mul(X, Y), minus("1", Y)))),
    "means, turned": of({"x": POSITIVE, "y": OPEN_UNIT}, compare(power(X, Y), ">=", add(mul(X, Y), minus("1", Y)))),
    "a power of a sum": of({"x": POSITIVE, "y": POSITIVE}, compare(power(add(X, Y), "2"), "==", add(power(X, "2"), power(Y, "2")))),
    "a logarithm of a sum": of({"x": POSITIVE, "y": POSITIVE}, compare(["log", add(X, Y)], "==", add(["log", X], ["log", Y]))),
    "the logarithm of a product of negative numbers": of({"x": interval("-oo", "0", "open", "open"), "y": interval("-oo", "0", "open", "open")},
                                                          compare(["log", mul(X, Y)], "==", add(["log", X], ["log", Y]))),
    "a power of the whole line to 1/2 and 2": of({"x": REALS}, compare(power(power(X, "1/2"), "2"), "==", X)),
    "a root of a product": of({"x": REALS, "y": REALS}, compare(power(mul(X, Y), "1/2"), "==", mul(power(X, "1/2"), power(Y, "1/2")))),
    "an exponential of a logarithm": of({"x": HALF_LINE}, compare(["exp", ["log", X]], "==", X)),
    "one over one over x": of({"x": REALS}, compare(power(power(X, "-1"), "-1"), "==", X)),
    "the inverse tangent of a tangent": of({"x": REALS}, compare(["add", ["atan", X], ["atan", power(X, "-1")]], "==", mul("1/2", ["pi"]))),
    "x to the power 0 less 1": of({"x": REALS}, compare(power(X, "0"), "==", "0")),
    "a normal tail of the other side": of({"x": REALS}, compare(["normal_cdf", X], "==", ["normal_cdf", mul("-1", X)])),
    "a root of a square": of({"x": REALS}, compare(power(power(X, "2"), "1/2"), "==", X)),
    "a wrong digit of pi": of({}, compare(["pi"], "<", "314159265358979/100000000000000")),
    "equal exponentials": of({"x": REALS, "y": REALS}, compare(["exp", X], "==", ["exp", Y])),
    "the absolute value without a sign": of({"x": REALS}, compare(["abs", X], "==", X)),
    "a maximum": of({"x": REALS}, compare(["max", X, "0"], "==", X)),
    "a sum of integers": of({"k": NATURAL}, compare(["prod", over(("i", ["integers", "1", K])), add(var("i"), "1"), None], "==", ["gamma", add(K, "1")])),
    "a sign of minus one": of({"k": NATURAL}, compare(power("-1", K), "==", "1")),
    "gamma without its factor": of({"x": POSITIVE}, compare(["gamma", add(X, "1")], "==", ["gamma", X])),
    "a hypothesis that says the opposite": of({"x": POSITIVE, "y": POSITIVE}, compare(X, "<", Y), compare(Y, "<", X)),
    "a weak hypothesis for a strict conclusion": of({"x": POSITIVE, "y": POSITIVE}, compare(X, "<", Y), compare(X, "<=", Y)),
    "a hypothesis about another name": of({"x": REALS, "y": REALS}, compare(X, ">", "0"), compare(Y, ">", "0")),
    "a hypothesis that nothing obeys is none": of({"x": POSITIVE}, compare(X, "<", "5"), compare(X, "<", "6")),
    "a connective is no hypothesis": ["forall", over(("x", REALS)), ["implies", compare(["log", X], ">", "0"), compare(X, ">", "1")]],
    "a divergence with another factor": of({"x": HALF_LINE, "y": POSITIVE}, compare(["renyi", laplace(X, Y), laplace("0", Y), "1"], "==", quotient(X, Y))),
    "a divergence that is bounded": of({"x": POSITIVE}, compare(["renyi", laplace(X, "1"), laplace("0", "1"), "oo"], "<=", "1")),
    "a derivative with another factor": of({"x": POSITIVE}, compare(["derivative", over(("y", X)), mul(Y, ["log", Y]), "1"], "==", ["log", X])),
    "a derivative at a kink": of({}, compare(["derivative", over(("y", "0")), ["abs", Y], "1"], "==", "0")),
    "a limit that is another": of({"x": POSITIVE}, compare(["limit", over(("y", "oo")), quotient(add(mul("2", Y), X), add(Y, "1"))], "==", "1")),
    "a limit at a jump": of({}, compare(["limit", over(("y", "1")), ["floor", Y]], "==", "1")),
    "a distance of distributions that are not translates": of({"x": POSITIVE}, compare(["wasserstein", laplace("0", "1"), laplace(X, "2"), "1", None], "==", X)),
    "one part of two": of({"x": REALS}, ["all", compare(power(X, "2"), ">=", "0"), compare(X, ">", "0")]),
    "hypotheses that are equations, one of 0": of({"x": REALS, "y": REALS}, compare(add(mul(X, X), mul(Y, Y)), "!=", "4"), compare(mul(X, X), "==", "4"), compare(mul(Y, Y), "==", "0")),
    "a square that is 0 as a hypothesis": of({"x": REALS, "y": REALS}, compare(["exp", add(Y, mul(X, X))], "<", ["exp", Y]), compare(mul(X, X), "<=", "0")),
    "a square that is at least 0 as a hypothesis": of({"x": REALS, "y": REALS}, compare(Y, "<", add(Y, mul(X, X))), compare(mul(X, X), ">=", "0"), compare(Y, ">", "0")),
    "a product that is 0 as a hypothesis": of({"x": REALS, "y": REALS}, compare(["exp", mul(X, Y)], "!=", "1"), compare(mul(X, Y), "==", "0")),
    "a multiple of a hypothesis that divides by 0": of({"x": REALS, "y": POSITIVE}, compare(power(Y, "2"), "<", "1"), compare(mul(X, X), "==", "0"), compare(Y, "<=", "1")),
    "a cube that is not positive": of({"x": REALS, "y": REALS}, compare(add(power(X, "3"), Y), "!=", Y), compare(power(X, "3"), "<=", "0")),
}
VALUELESS = {
    "x over x": of({"x": REALS}, compare(quotient(X, X), "==", "1")),
    "x over x at an end": of({"x": UNIT}, compare(quotient(X, X), ">=", "1")),
    "one over 0": of({}, compare(power("0", "-1"), "==", power("0", "-1"))),
    "0 times a logarithm": of({"x": HALF_LINE}, compare(mul("0", ["log", X]), ">=", "0")),
    "a logarithm less itself": of({"x": HALF_LINE}, compare(minus(["log", X], ["log", X]), ">=", "0")),
    "a logarithm of a negative number": of({"x": REALS}, compare(["log", minus("-1", power(X, "2"))], "<=", ["log", minus("-1", power(X, "2"))])),
    "a root over itself": of({"x": HALF_LINE}, compare(quotient(power(X, "1/2"), power(X, "1/2")), ">=", "1")),
    "a root of a negative number": of({"x": REALS}, compare(mul("0", power(X, "1/2")), "==", "0")),
    "a square over its base": of({"x": REALS}, compare(quotient(power(X, "2"), X), "==", X)),
    "a pole inside": of({"x": OPEN_UNIT}, compare(quotient(minus(X, "1/2"), minus(X, "1/2")), "==", "1")),
    "gamma at a pole": of({"x": HALF_LINE}, compare(mul("0", ["gamma", X]), "==", "0")),
    "0 to a power that may be negative": of({"x": REALS}, compare(mul("0", power("0", X)), "==", "0")),
    "infinity less infinity": of({"x": ["interval", "0", "oo", word("closed"), word("closed")]}, compare(minus(X, X), "==", "0")),
    "0 times infinity": of({"x": ["interval", "0", "oo", word("closed"), word("closed")]}, compare(mul("0", X), "==", "0")),
    "a part without a value, then a true one": of({"x": HALF_LINE}, ["any", compare(power(X, "-1"), ">", "0"), compare(X, "<=", "0")]),
    "a premise without a value": ["forall", over(("x", HALF_LINE)), ["implies", compare(power(X, "-1"), "<", "0"), compare(X, ">=", "0")]],
    "a divergence of laws without mass 1": of({}, compare(mul("0", ["renyi", ["law", word("u"), ["()"], ["()", ["()", "0", "1", "1", "0", "0"]]], laplace("0", "1"), "2"]), "==", "0")),
}
ARGUMENTS = {"means": [["1/2", word("")], ["1/2", word("x1")], [["var", ["word", "x2"]], word("x1")]], "exponentials": [["1"], ["1/2"]]}


def leaves(goal, kind):
    """Leaves by each rule, as often as the conclusion may need it."""
    parts = len(goal) - 1 if head(goal) == "all" else 1
    for rule in RULES:
        for arguments in ARGUMENTS.get(rule, [[]]):
            yield [kind, *[[rule, *arguments]] * parts]
    yield [kind]


def grown(walk, cell, k, leaf, way="range"):
    """A tree of the right shape with one leaf everywhere."""
    if k == len(walk.over):
        return leaf
    return [way, *(grown(walk, part, k + 1, leaf, way) for part in walk._ranges(cell, k, way))]


def forgeries(statement):
    over_, body = (entries(statement), argument(statement, 1)) if head(statement) == "forall" else ([], statement)
    goal = argument(body, 1) if head(body) == "implies" else body
    walk = derivation(statement, lambda steps: None)
    for kind in ("holds", "given", "empty"):
        for leaf in leaves(goal, kind) if kind != "empty" else [["empty"]]:
            yield grown(walk, Cell(), 0, leaf)
            if all(where == REALS for _, where in over_):
                yield grown(walk, Cell(), 0, leaf, "any")
    for leaf in (["holds", ["equal"]], ["given", ["sign"]], ["empty"], ["range"]):
        yield leaf
        yield ["range", leaf]
        yield ["range"] * (1 + len(over_))


@pytest.mark.parametrize("name", [*FALSE, *VALUELESS])
def test_what_is_false_or_has_no_value_somewhere_has_no_derivation(name):
    assert found((FALSE | VALUELESS)[name]) is None


@pytest.mark.parametrize("name", [*FALSE, *VALUELESS])
def test_no_forged_derivation_confirms_what_is_false_or_has_no_value_somewhere(name):
    statement = (FALSE | VALUELESS)[name]
    for tree in list(forgeries(statement)):
        assert status(statement, tree).status == "refused", tree


@pytest.mark.parametrize("name", FALSE)
def test_the_derivation_of_a_true_statement_does_not_prove_a_false_one(name):
    for other in TRUE.values():
        if id(other) not in KEPT:
            KEPT[id(other)] = found(other)
        assert status(FALSE[name], KEPT[id(other)]).status == "refused"


KEPT: dict[int, object] = {}


def altered(tree):
    """The tree with one part left out, doubled, replaced or exchanged, in every way."""
    if not isinstance(tree, list):
        return
    for k in range(1, len(tree)):
        yield [*tree[:k], *tree[k + 1 :]]
        yield [*tree[:k], tree[k], *tree[k:]]
        if isinstance(tree[k], list):
            yield [*tree[:k], ["empty"], *tree[k + 1 :]]
            yield [*tree[:k], ["range"], *tree[k + 1 :]]
        for changed in altered(tree[k]):
            yield [*tree[:k], changed, *tree[k + 1 :]]


CUT = of({"x": REALS}, compare(mul(["abs", minus(X, "1")], ["abs", minus(X, "1")]), "==", add(power(X, "2"), mul("-2", X), "1")))


def test_a_derivation_with_a_cell_left_out_doubled_or_replaced_is_refused():
    for statement in (CUT, TRUE["a square"], TRUE["a hypothesis that leaves cells out"]):
        tree = found(statement)
        assert status(statement, tree).status == "confirmed"
        for changed in altered(tree):
            if changed != tree:
                assert status(statement, changed).status == "refused", changed


@pytest.mark.parametrize("root", ["0", "-1", ["log", "1/2"], ["var", ["word", "x9"]], ["var", ["word", "x1"]], power("0", "-1"), ["log", "-1"], "2"])
def test_a_cut_at_what_is_no_positive_root_of_another_symbol_is_refused(root):
    tree = found(CUT)
    place = next(node for node in tree[1:] if node[0] == "cut")
    assert place[2] == "1"
    place[2] = root
    assert status(CUT, tree).status == "refused"


def test_a_cut_moves_the_distributions_that_depend_on_its_symbol():
    """The mean of N(k, 1) is k, also where k is cut out of the cell and another integer takes the name of its symbol."""
    mean = ["expect", over(("z", var("P"))), var("z")]
    domain = {"k": ["integers", "1", "oo"], "P": ["equals", ["normal_vector", K, "1"], ["laws", ["euclid", "1", "1"], word("any"), word("any"), None]], "y": NATURAL}
    given = (compare(K, "==", "2"), compare(Y, ">=", "1"))
    elsewhere = ["range", ["empty"], ["empty"]]
    tree = ["range", ["range", elsewhere], ["range", ["cut", "x1", "1", ["range", ["empty"], ["given", ["equal"]]], elsewhere]]]
    assert status(of(domain, compare(mean, "==", add("1", Y)), *given), tree).status == "refused"
    assert status(of(domain, compare(mean, "==", K), *given), tree).status == "confirmed"


def test_a_hypothesis_that_is_not_there_cannot_be_used():
    statement = TRUE["a hypothesis that is used"]
    tree = found(statement)
    bare = copy.deepcopy(statement)
    bare[2] = bare[2][2]
    assert status(bare, tree).status == "refused"


@pytest.mark.parametrize("tree", [None, [], "holds", ["holds", "sign"], ["holds", ["magic"]], ["holds", [["sign"]]], ["cut", "x1"], ["range", 3], {"a": 1}, ["holds", ["sign", "1"]], [["holds"]]])
def test_a_derivation_that_is_malformed_is_refused_in_words(tree):
    outcome = status(of({}, compare("1", "<=", "2")), tree)
    assert outcome.status == "refused"
    assert "cannot be evaluated" not in outcome.why


def test_a_certificate_of_the_old_format_is_refused_with_the_way_to_make_it_anew():
    statement = TRUE["a quotient where it has a value"]
    data = certificate("identity", statement, {"lhs": quotient(X, X), "rhs": "1", "relation": "==", "method": "SymPy", "samples": []})
    outcome = check_data(data, "c.json")
    assert outcome.status == "refused"
    assert "older version" in outcome.why and "claimcheck run" in outcome.why


def test_equal_sides_are_confirmed_by_logic_only_where_they_have_a_value():
    for side in (power("0", "-1"), ["log", minus("-1", power(X, "2"))], quotient(X, X), ["log", X]):
        assert check_data(certificate("logic", of({"x": REALS}, compare(side, "<=", side)), {}), "c").status == "refused"
    for space, order, norm, wanted in ((["euclid", "2", "1"], "2", "1", "confirmed"), (["euclid", "2", "1"], "1/2", "1", "refused"),
                                       (["euclid", "2", "1"], "2", None, "refused"), (["euclid", "2", "1"], "2", "1/2", "refused")):
        side = ["wasserstein", var("P"), var("Q"), order, norm]
        laws = {name: ["laws", space, word("any"), word("any"), None] for name in "PQ"}
        assert check_data(certificate("logic", of(laws, compare(side, "==", side)), {}), "c").status == wanted
    different = {"P": ["laws", ["euclid", "1", "1"], word("any"), word("any"), None], "Q": ["laws", ["euclid", "2", "1"], word("any"), word("any"), None]}
    assert check_data(certificate("logic", of(different, compare(side, "==", side)), {}), "c").status == "refused"


def test_finding_the_same_derivation_twice_costs_the_same_and_gives_the_same():
    first = [found(s) for s in TRUE.values()]
    assert [found(s) for s in reversed(TRUE.values())] == first[::-1]


WITHOUT_SYMPY = """
import json, sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("sympy", "mpmath"):
            raise ImportError(f"{name} is not to be imported")
sys.meta_path.insert(0, Refuse())
from verify.evidence.checker.check import check_data
print(json.dumps([check_data(data, "c").status for data in json.load(sys.stdin)]))
"""


def test_proofs_are_confirmed_where_sympy_cannot_be_imported():
    certificates = [certificate("identity", s, {"method": "", "derivation": found(s)}) for s in TRUE.values()]
    told = subprocess.run([sys.executable, "-c", WITHOUT_SYMPY], input=json.dumps(certificates), capture_output=True, text=True, check=True).stdout
    assert json.loads(told) == ["confirmed"] * len(TRUE)


def test_names_whose_place_does_not_matter_need_no_cells():
    assert found(TRUE["a binomial"]) == ["any", ["any", ["holds", ["equal"]]]]
    assert found(TRUE["an exponential of a sum"]) == ["any", ["any", ["holds", ["equal"]]]]
    closed_at_infinity = of({"x": ["interval", "0", "oo", word("closed"), word("closed")]}, compare(minus(X, X), "==", "0"))
    assert status(closed_at_infinity, ["any", ["holds", ["equal"]]]).status == "refused"
    assert status(of({"x": REALS}, compare(quotient(X, X), "==", "1")), ["any", ["holds", ["equal"]]]).status == "refused"


def test_a_derivation_is_found_without_any_name():
    assert isinstance(derivation(compare("1", "<", "2"), lambda steps: None), Derivation)
    assert found(compare(["exp", "1"], "<", "3")) == ["holds", ["logarithms"]]


def test_coefficients_are_integers_where_they_can_be_and_never_floats():
    x = normal.atom(("s", "x"))
    half = x.scaled(Fraction(1, 2))
    (c,) = half.plus(half).top.terms.values()
    assert type(c) is int and half.plus(half) == x and hash(half.plus(half)) == hash(x)
    (c,) = x.over(x.scaled(3)).top.terms.values()
    assert c == Fraction(1, 3) and isinstance(c, Fraction)
    with pytest.raises(AttributeError):
        normal.Sum({normal.UNIT: 0.5})
    with pytest.raises(AttributeError):
        normal.product({("s", "x"): 0.5})


@pytest.mark.parametrize("limit", [
    ["limit", over(("t", "0")), quotient(var("t"), var("t"))],
    ["liminf", over(("t", "0")), quotient(var("t"), var("t"))],
    ["limit", over(("t", "0")), quotient(add(["exp", mul(X, var("t"))], "-1"), var("t"))],
    ["limit", over(("t", "0")), ["pow", var("t"), "-2"]],
    ["limit", over(("t", X)), quotient(add(var("t"), mul("-1", X)), add(var("t"), mul("-1", X)))],
    ["limit", over(("t", "0")), mul("0", ["log", ["pow", var("t"), "2"]])],
])
def test_a_limit_may_exist_where_the_term_has_no_value(limit):
    """So a hypothesis about it does not fail there."""
    statement = forall(over(("x", interval("0", "1"))), compare(X, "==", "2"), compare(limit, ">=", "0"))
    with pytest.raises(Stuck):
        derivation(statement, lambda steps: None).find()
    outcome = check_data(certificate("identity", statement, {"method": "", "derivation": ["any", ["empty"]]}), "c.json")
    assert outcome.status == "refused", outcome
