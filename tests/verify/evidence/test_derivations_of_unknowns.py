"""Derivations with Gaussian levels, with functions of which only their slopes are known to exist, and with finite distributions whose weights are formulas: what is true is confirmed, false neighbours are not."""

from __future__ import annotations

import json

import pytest
from made_certificates import certificate, compare, forall, interval, over, tup, var, word

from verify.evidence.checker.check import check_data
from verify.evidence.checker.comparisons import Stuck
from verify.evidence.checker.replay import derivation

E, D, M, S, T, X, Y = (var(name) for name in ("e", "d", "m", "s", "t", "x", "y"))
POSITIVE, HALF_LINE = interval("0", "oo", "open", "open"), interval("0", "oo", "closed", "open")
UNIT, OPEN_UNIT, REALS = interval("0", "1"), interval("0", "1", "open", "open"), interval("-oo", "oo", "open", "open")


def add(*parts):
    return ["add", *parts]


def mul(*parts):
    return ["mul", *parts]


def minus(a, b):
    return add(a, mul("-1", b))


def power(a, b):
    return ["pow", a, b]


def of(domain, goal, *given):
    return forall(over(*domain.items()), goal, *given)


def found(statement):
    """The derivation of a statement as it is stored, or None."""
    try:
        return json.loads(json.dumps(derivation(statement, lambda steps: None).find()))
    except Stuck:
        return None


def outcome(statement, tree):
    return check_data(certificate("identity", statement, {"method": "", "derivation": tree}), "c.json")


def slope(term, name, at):
    return ["derivative", over((name, at)), term, "1"]


# --- Gaussian levels ------------------------------------------------------------------------------------------------------


def level(epsilon, delta):
    return ["gaussian_level", epsilon, delta]


def profile(epsilon, mu):
    return ["gaussian_profile", epsilon, mu]


HALF, PART = mul("1/2", M), mul(E, power(M, "-1"))
ROOT = power(mul("2", ["pi"]), "1/2")
STEEP = mul(ROOT, ["exp", mul("1/2", power(minus(HALF, PART), "2"))])
LEAN = mul(STEEP, ["exp", E], ["normal_cdf", mul("-1", add(HALF, PART))])
POINTS = {"e": HALF_LINE, "m": POSITIVE}
DELTA = profile(E, M)
LEVELS = {
    "the level of a profile": (of(POINTS, compare(level(E, DELTA), "==", M)), of(POINTS, compare(level(add(E, "1"), DELTA), "==", M))),
    "the slope by delta": (of(POINTS, compare(slope(level(E, S), "s", DELTA), "==", STEEP)), of(POINTS, compare(slope(level(E, S), "s", DELTA), "==", mul("2", STEEP)))),
    "the slope by epsilon": (of(POINTS, compare(slope(level(S, DELTA), "s", E), "==", LEAN)), of(POINTS, compare(slope(level(S, DELTA), "s", E), "==", mul("-1", LEAN)))),
    "along a curve": (of(POINTS, compare(slope(level(add(E, S), profile(add(E, S), M)), "s", "0"), "==", "0")), of(POINTS, compare(slope(level(add(E, S), profile(E, M)), "s", "0"), "==", "0"))),
    "the equation of a level": (
        of({"e": HALF_LINE, "d": OPEN_UNIT}, compare(profile(E, level(E, D)), "==", D)),
        of({"e": HALF_LINE, "d": OPEN_UNIT}, compare(profile(E, level(E, D)), "==", mul(D, D))),
    ),
    "the equation at 0": (
        of({"d": OPEN_UNIT}, compare(mul("2", ["normal_cdf", mul("-1/2", level("0", D))]), "==", minus("1", D))),
        of({"d": OPEN_UNIT}, compare(mul("2", ["normal_cdf", mul("1/2", level("0", D))]), "==", minus("1", D))),
    ),
    "a level is positive": (of({"e": HALF_LINE, "d": OPEN_UNIT}, compare(level(E, D), ">", "0")), of({"e": HALF_LINE, "d": UNIT}, compare(level(E, D), ">", "0"))),
    "epsilon from 0 on": (of({"e": HALF_LINE, "d": OPEN_UNIT}, compare(minus(level(E, D), level(E, D)), "==", "0")), of({"e": REALS, "d": OPEN_UNIT}, compare(minus(level(E, D), level(E, D)), "==", "0"))),
    "differentiated from inside": (of({"d": OPEN_UNIT}, compare(slope(mul("0", level(S, D)), "s", "0"), "==", "0")), of({"d": OPEN_UNIT}, compare(slope(mul("0", level(power(S, "3"), D)), "s", "0"), "==", "0"))),
    "a negative epsilon": (of(POINTS, compare(slope(level(S, DELTA), "s", E), ">", "0")), of({"e": interval("-1", "oo"), "m": POSITIVE}, compare(slope(level(S, DELTA), "s", E), ">", "0"))),
}

# --- functions -----------------------------------------------------------------------------------------------------------


def f(x):
    return ["apply", var("f"), x]


def functions(domain, values=HALF_LINE):
    return ["functions", domain, values, word("any")]


def slopes(domain, name="f"):
    return ["forall", over(("s", domain)), compare(["abs", slope(["apply", var(name), S], "s", S)], "<", "oo")]


def sign(value):
    return ["if", compare(value, ">", "0"), "1", ["if", compare(value, "<", "0"), "-1", "0"]]


EVERYWHERE = functions(REALS)
PLANE = {"x": REALS, "f": EVERYWHERE}
PRODUCT = slope(mul(T, f(T)), "t", X)
BY_RULE = add(f(X), mul(X, slope(f(T), "t", X)))
CHAIN = slope(f(power(T, "2")), "t", X)
QUOTIENT = slope(mul(f(T), power(add(power(T, "2"), "1"), "-1")), "t", X)
BELOW = add(power(X, "2"), "1")
FACTOR = ["exp", Y]
KNOWN = slopes(REALS)
FUNCTIONS = {
    "the product rule": (of(PLANE, compare(PRODUCT, "==", BY_RULE), KNOWN), of(PLANE, compare(PRODUCT, "==", add(BY_RULE, "1")), KNOWN)),
    "no slopes without a hypothesis": (of(PLANE, compare(minus(f(X), f(X)), "==", "0")), of(PLANE, compare(PRODUCT, "==", BY_RULE))),
    "slopes of another function": (of({**PLANE, "g": EVERYWHERE}, compare(PRODUCT, "==", BY_RULE), KNOWN), of({**PLANE, "g": EVERYWHERE}, compare(PRODUCT, "==", BY_RULE), slopes(REALS, "g"))),
    "slopes on a part": (of(PLANE, compare(PRODUCT, "==", BY_RULE), KNOWN), of(PLANE, compare(PRODUCT, "==", BY_RULE), slopes(POSITIVE))),
    "the chain rule": (of(PLANE, compare(CHAIN, "==", mul("2", X, slope(f(T), "t", power(X, "2")))), KNOWN), of(PLANE, compare(CHAIN, "==", mul("2", X, slope(f(T), "t", X))), KNOWN)),
    "the quotient rule": (
        of(PLANE, compare(QUOTIENT, "==", mul(minus(mul(slope(f(T), "t", X), BELOW), mul("2", X, f(X))), power(BELOW, "-2"))), KNOWN),
        of(PLANE, compare(QUOTIENT, "==", mul(add(mul(slope(f(T), "t", X), BELOW), mul("2", X, f(X))), power(BELOW, "-2"))), KNOWN),
    ),
    "outside of its domain": (
        of({"x": POSITIVE, "f": functions(POSITIVE)}, compare(minus(f(X), f(X)), "==", "0")),
        of({"x": HALF_LINE, "f": functions(POSITIVE)}, compare(minus(f(X), f(X)), "==", "0")),
    ),
    "infinite values": (of(PLANE, compare(minus(f(X), f(X)), "==", "0")), of({"x": REALS, "f": functions(REALS, interval("0", "oo"))}, compare(minus(f(X), f(X)), "==", "0"))),
    "slopes inside alone": (
        of({"x": POSITIVE, "f": functions(HALF_LINE)}, compare(slope(f(T), "t", X), "==", slope(f(T), "t", X)), slopes(HALF_LINE)),
        of({"x": HALF_LINE, "f": functions(HALF_LINE)}, compare(slope(f(mul(T, T)), "t", X), "==", "0"), slopes(HALF_LINE)),
    ),
    "a second slope": (of(PLANE, compare(slope(f(T), "t", X), "==", slope(f(T), "t", X)), KNOWN), of(PLANE, compare(minus(["derivative", over(("t", X)), f(T), "2"], ["derivative", over(("t", X)), f(T), "2"]), "==", "0"), KNOWN)),
    "a sign and a positive factor": (
        of({**PLANE, "y": REALS}, compare(sign(mul(FACTOR, minus(f(X), "1"))), "==", sign(minus(f(X), "1")))),
        of({**PLANE, "y": REALS}, compare(sign(mul(Y, minus(f(X), "1"))), "==", sign(minus(f(X), "1")))),
    ),
    "a sign of a slope": (
        of({**PLANE, "y": REALS}, compare(sign(mul(FACTOR, slope(f(T), "t", X))), "==", sign(slope(f(T), "t", X))), KNOWN),
        of({**PLANE, "y": REALS}, compare(sign(add("1", mul(FACTOR, slope(f(T), "t", X)))), "==", sign(slope(f(T), "t", X))), KNOWN),
    ),
}

# --- finite distributions --------------------------------------------------------------------------------------------------


def finite(*weights):
    return ["finite", tup(*(tup(str(k), w) for k, w in enumerate(weights)))]


COIN, BIASED, POINT = finite("1/2", "1/2"), finite(X, minus("1", X)), finite("1", "0")
BELOW_1 = power(add("1", ["exp", Y]), "-1")
RESPONSE, TURNED = finite(mul(["exp", Y], BELOW_1), BELOW_1), finite(BELOW_1, minus("1", BELOW_1))
DOMAIN = {"y": HALF_LINE, "e": HALF_LINE}
GAP = mul(["max", minus(["exp", Y], ["exp", E]), "0"], BELOW_1)
FINITE = {
    "a hockey-stick divergence": (of(DOMAIN, compare(["hockey_stick", RESPONSE, TURNED, E], "==", GAP)), of(DOMAIN, compare(["hockey_stick", RESPONSE, RESPONSE, E], "==", GAP))),
    "total variation": (of({"x": UNIT}, compare(["total_variation", BIASED, COIN], "==", ["abs", minus(X, "1/2")])), of({"x": UNIT}, compare(["total_variation", BIASED, COIN], "==", mul("2", ["abs", minus(X, "1/2")])))),
    "weights that sum to 1": (
        of({"x": UNIT}, compare(["total_variation", BIASED, BIASED], "==", "0")),
        of({"x": UNIT}, compare(["total_variation", finite(X, X), finite(X, X)], "==", "0")),
    ),
    "weights that are not negative": (
        of({"x": UNIT}, compare(["total_variation", BIASED, BIASED], "==", "0")),
        of({"x": HALF_LINE}, compare(["total_variation", BIASED, BIASED], "==", "0")),
    ),
    "a point mass against a coin": (of({"x": POSITIVE}, compare(["renyi", POINT, COIN, X], "==", ["log", "2"])), of({"x": POSITIVE}, compare(["renyi", COIN, POINT, X], "==", ["log", "2"]))),
    "an infinite divergence": (of({"x": interval("1", "oo", "closed", "open")}, compare(["renyi", COIN, POINT, X], "==", "oo")), of({"x": POSITIVE}, compare(["renyi", COIN, POINT, X], "==", "oo"))),
    "relative entropy": (
        of({"x": OPEN_UNIT}, compare(["renyi", COIN, BIASED, "1"], "==", mul("-1/2", ["log", mul("4", X, minus("1", X))]))),
        of({"x": UNIT}, compare(["renyi", COIN, BIASED, "1"], "==", mul("-1/2", ["log", mul("4", X, minus("1", X))]))),
    ),
    "the largest ratio": (of({"x": interval("1/2", "1")}, compare(["renyi", BIASED, COIN, "oo"], "==", ["log", mul("2", X)])), of({"x": UNIT}, compare(["renyi", BIASED, COIN, "oo"], "==", ["log", mul("2", X)]))),
    "order 0": (of({}, compare(["renyi", POINT, COIN, "0"], "==", ["log", "2"])), of({}, compare(["renyi", COIN, POINT, "0"], "==", ["log", "2"]))),
}

# --- exponents over different denominators ---------------------------------------------------------------------------------

SHARED = {"y": HALF_LINE, "e": interval("0", Y, "closed", "open"), "d": interval("0", "1", "closed", "open"), "x": interval(mul(minus("1", D), power(add("1", ["exp", Y]), "-1")), "1")}
END = mul(minus("1", D), power(add("1", ["exp", Y]), "-1"))
STEEPER = minus(["exp", mul("-1", Y)], ["exp", E])
SHARES = {
    "ranges that depend on each other": (of(SHARED, compare(mul(STEEPER, X), "<=", mul(STEEPER, END))), of(SHARED, compare(mul(STEEPER, X), "<", mul(STEEPER, END)))),
}

# --- extrema over several names --------------------------------------------------------------------------------------------


def sup(domain, term):
    return ["sup", over(*domain.items()), term, None, None]


SIDE = interval("0", X, "open", "open")
EXTREMA = {
    "over independent ranges": (
        of({"x": POSITIVE}, compare(sup({"s": SIDE, "t": SIDE}, minus(S, T)), "==", X)),
        of({"x": POSITIVE}, compare(sup({"s": SIDE, "t": SIDE}, minus(S, T)), "==", mul("2", X))),
    ),
    "over ranges that depend on each other": (
        of({"x": POSITIVE}, compare(sup({"s": SIDE, "t": interval("0", S)}, T), "==", X)),
        of({"x": POSITIVE}, compare(sup({"s": SIDE, "t": interval(S, X)}, minus(S, T)), "==", X)),
    ),
}

ALL = LEVELS | FUNCTIONS | FINITE | SHARES | EXTREMA


@pytest.mark.parametrize("name", ALL)
def test_what_is_true_is_confirmed_and_its_false_neighbour_is_not(name):
    true, false = ALL[name]
    tree = found(true)
    assert tree is not None
    assert outcome(true, tree).status == "confirmed", outcome(true, tree).why
    assert found(false) is None
    assert outcome(false, tree).status != "confirmed"  # nor by the derivation of the true one


def test_a_cell_is_cut_by_a_sign_only_where_all_names_have_their_ranges_and_into_three():
    statement = FUNCTIONS["a sign of a slope"][0]
    tree = found(statement)
    text = json.dumps(tree)
    assert '"sign"' in text
    node = tree
    while node[0] != "sign":
        node = next(part for part in node[1:] if isinstance(part, list))
    node.pop()
    assert outcome(statement, tree).status != "confirmed"


def test_the_form_whose_sign_is_taken_has_a_value_on_the_whole_cell():
    statement = of({"x": REALS, "f": EVERYWHERE}, compare(sign(minus(f(X), "1")), "==", sign(minus(f(X), "1"))))
    tree = found(statement)
    node = tree
    while node[0] != "sign":
        node = next(part for part in node[1:] if isinstance(part, list))
    node[1] = power(node[1], "-1")
    assert outcome(statement, tree).status != "confirmed"
