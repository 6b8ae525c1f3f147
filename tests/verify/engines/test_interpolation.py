"""Inequalities about functions of a class: proved by multipliers where they are true, never where a constant is one per cent too small; the checker refuses whatever is altered."""

import copy
import importlib.util
import json

import pytest
import sympy

from verify import claims as c
from verify.engines import interpolation
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data

d, L, mu, h, k, M, R, q = c.numbers("d L mu h k M R q")
f, x, y, x_0, x_star, g = c.objects("f x y x_0 x_star g")
SPACE = c.Euclid(d, 2)
SMOOTH = {d: c.integers(1), L: c.above(0), f: c.FunctionClass(SPACE, smoothness=L)}
CONVEX = {d: c.integers(1), L: c.above(0), f: c.FunctionClass(SPACE, convexity=0, smoothness=L)}
STRONG = {d: c.integers(1), L: c.above(0), mu: c.between(0, L, open="both"), f: c.FunctionClass(SPACE, convexity=mu, smoothness=L)}
CLOSED = {d: c.integers(1), mu: c.above(0), L: c.at_least(mu), f: c.FunctionClass(SPACE, convexity=mu, smoothness=L)}
"""With the functions whose curvature is one number."""
NONSMOOTH = {d: c.integers(1), h: c.above(0), f: c.FunctionClass(SPACE, convexity=0)}
LIPSCHITZ = {d: c.integers(1), M: c.above(0), R: c.above(0), f: c.FunctionClass(SPACE, convexity=0, lipschitz=M)}
TWO = {x: c.Points(SPACE), y: c.Points(SPACE)}
START = {x_0: c.Points(SPACE), x_star: c.minimisers(f)}
LESS = c.number("99/100")


def square(a):
    return c.norm(a, 2) ** 2


def slope(a):
    return c.gradient(f, a)


def descend(steps, size=1 / L):
    point = x_0
    for _ in range(steps):
        point = point - size * slope(point)
    return point


R2, GAP = square(x_0 - x_star), f(x_0) - f(x_star)


def rate(steps, factor=1, size=1 / L, product=1):
    return c.Compare(f(descend(steps, size)) - f(x_star), "<=", factor * L * R2 / (4 * steps * product + 2))


def descent_lemma(factor=1):
    return c.Compare(f(y), "<=", f(x) + c.dot(slope(x), y - x, d) + factor * L / 2 * square(y - x))


def contraction(factor=1):
    return c.Compare(c.norm(descend(1) - x_star, 2), "<=", factor * (1 - mu / L) * c.norm(x_0 - x_star, 2))


def values_shrink(factor=1):
    return c.Compare(f(descend(2)) - f(x_star), "<=", factor * (1 - mu / L) ** 4 * GAP)


def potential(factor=1):
    return c.Compare((k + 1) * (f(descend(1)) - f(x_star)) + L / 2 * square(descend(1) - x_star), "<=", factor * (k * GAP + L / 2 * R2))


def lojasiewicz(factor=1):
    return c.Compare(GAP, "<=", factor * square(slope(x_0)) / (2 * mu))


def proximal(factor=1):
    return c.Compare(f(c.prox(f, x_0, h)) - f(x_star), "<=", factor * R2 / (4 * h))


def lipschitz(factor=1):
    return c.Compare(GAP, "<=", factor * M * R)


def smallest_gradient(factor=1):
    return c.Compare(c.Min(square(slope(x_0)), square(slope(descend(1)))), "<=", factor * c.number("4/3") * L * (f(x_0) - f(descend(1))))


def best_iterate(factor=1):
    return c.Compare(c.Min(f(x_0), f(descend(1))) - f(x_star), "<=", factor * L * R2 / 6)


def long_step(factor=1):
    return c.Compare(f(descend(1, h / L)) - f(x_star), "<=", c.Max(factor * L * R2 / (4 * h + 2), factor * L / 2 * (1 - h) ** 2 * R2))


def rooted(factor=1):
    step = R / (M * c.sqrt(q))
    return c.Compare(f(x) - f(y), "<=", (square(x - y) - square(x - step * g - y)) / (2 * step) + factor * R * M / (2 * c.sqrt(q)))


def timed(factor=1):
    return c.Compare(f(x) - f(y), "<=", c.sqrt(q) / 2 * (square(x - y) - square(x - g / c.sqrt(q) - y)) + factor * M**2 / (2 * c.sqrt(q)))


KNOWN = {
    "descent lemma": ({**SMOOTH, **TWO}, descent_lemma, ()),
    "the best of two iterates": ({**CONVEX, **START}, best_iterate, ()),
    "one step": ({**CONVEX, **START}, lambda factor=1: rate(1, factor), ()),
    "two steps": ({**CONVEX, **START}, lambda factor=1: rate(2, factor), ()),
    "three steps": ({**CONVEX, **START}, lambda factor=1: rate(3, factor), ()),
    "a short step": ({**CONVEX, h: c.between(0, 1, open="left"), **START}, lambda factor=1: rate(1, factor, h / L, h), ()),
    "a long step": ({**CONVEX, h: c.between(0, 2, open="both"), **START}, long_step, ()),
    "contraction": ({**STRONG, **START}, contraction, ()),
    "two steps, strongly convex": ({**STRONG, **START}, values_shrink, ()),
    "Polyak-Lojasiewicz": ({**STRONG, **START}, lojasiewicz, ()),
    "Polyak-Lojasiewicz, of quadratic functions too": ({**CLOSED, **START}, lojasiewicz, ()),
    "growth": ({**CLOSED, **START}, lambda factor=1: c.Compare(mu / 2 * R2, "<=", factor * GAP), ()),
    "at most a parabola": ({**CLOSED, **START}, lambda factor=1: c.Compare(GAP, "<=", factor * L / 2 * R2), ()),
    "potential": ({**CONVEX, k: c.integers(0), **START}, potential, ()),
    "proximal point": ({**NONSMOOTH, **START}, proximal, ()),
    "Lipschitz": ({**LIPSCHITZ, **START}, lipschitz, (c.Compare(c.norm(x_0 - x_star, 2), "<=", R),)),
    "a step with a root": ({d: c.integers(1), q: c.integers(1), M: c.above(0), R: c.above(0), f: c.FunctionClass(SPACE, convexity=0, lipschitz=M), **TWO, g: c.subdifferential(f, x)}, rooted, ()),
    "a step by the time alone": ({d: c.integers(1), q: c.integers(1), M: c.above(0), f: c.FunctionClass(SPACE, convexity=0, lipschitz=M), **TWO, g: c.subdifferential(f, x)}, timed, ()),
    "a root of a constant": ({**STRONG, **START}, lambda factor=1: c.Compare(square(descend(1) - x_star), "<=", factor * (1 - c.sqrt(mu / L)) ** 2 * (1 + c.sqrt(mu / L)) ** 2 * R2), ()),
    "no convexity": ({**SMOOTH, x_0: c.Points(SPACE)}, smallest_gradient, ()),
}


def task(forall, states, given=()):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    return Task(variant, EFFORTS["quick"])


def document(asked, found):
    return json.loads(certificate.text(certificate.build(asked.variant, found, effort="quick", seed=0)))


pytestmark = pytest.mark.skipif(importlib.util.find_spec("clarabel") is None, reason="needs the extra 'optimisation'")


@pytest.mark.parametrize("name", KNOWN)
def test_a_known_bound_is_proved_and_confirmed(name):
    forall, states, given = KNOWN[name]
    asked = task(forall, states(), given)
    found = interpolation.decide(asked)
    assert (found.status, found.kind) == (Status.PROVED, "interpolation"), found.summary
    outcome = check_data(document(asked, found), "toy")
    assert outcome.status == "confirmed", outcome.why


@pytest.mark.parametrize("name", KNOWN)
def test_a_constant_that_is_one_per_cent_too_small_is_not_proved(name):
    forall, states, given = KNOWN[name]
    assert interpolation.decide(task(forall, states(LESS), given)).status is Status.UNDECIDED


@pytest.mark.parametrize("name", ["one step", "a long step", "two steps, strongly convex"])
def test_the_evidence_does_not_prove_a_smaller_constant(name):
    forall, states, given = KNOWN[name]
    found = interpolation.decide(task(forall, states(), given))
    assert check_data(document(task(forall, states(LESS), given), found), "toy").status == "refused"


def test_known_multipliers_of_one_step_come_out():
    found = interpolation.decide(task({**CONVEX, **START}, rate(1)))
    (piece,) = found.evidence["pieces"]
    assert piece["to"] is None
    assert {tuple(name): (top, bottom) for name, top, bottom in piece["multipliers"]} == {("pair", i, j): (["1/2"], ["1"]) for i, j in ((0, 1), (0, 2), (1, 2))}


# --- what is not of this kind ----------------------------------------------------------------------------------------------


def test_a_statement_about_no_function_of_a_class_is_nothing_for_it():
    assert interpolation.decide(task({q: c.above(0)}, c.Compare(q, ">", 0))) is None


@pytest.mark.parametrize(("forall", "states", "told"), [
    ({d: c.integers(1), f: c.FunctionClass(SPACE, lipschitz=1), **TWO}, c.Compare(f(x) - f(y), "<=", 1), "a class without interpolation conditions"),
    ({**NONSMOOTH, **TWO}, c.Compare(f(x) + h * c.dot(slope(x), y - x, d), "<=", f(y)), "write g in subdifferential"),
    ({**CONVEX, **TWO}, c.Compare(f(x) * f(y), "<=", 1), "a product of function values"),
    ({**CONVEX, **TWO}, c.Compare(c.Abs(slope(x)), "<=", c.norm(slope(x), 2)), "the absolute value of a point"),
    ({**CONVEX, **TWO}, c.Compare(f(x), "==", f(y)), "in a statement about functions of a class"),
    ({**CONVEX, **TWO, q: c.above(0)}, c.Compare(f(x), "<=", f(y) + q**3 * square(x)), "no units"),
])
def test_other_statements_are_left_with_a_reason(forall, states, told):
    found = interpolation.decide(task(forall, states))
    assert found.status is Status.UNDECIDED and told in found.summary


def test_without_the_solver_the_finding_says_so(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, package=None: None)
    found = interpolation.decide(task({**CONVEX, **START}, rate(1)))
    assert found.status is Status.UNDECIDED and "install the extra 'optimisation'" in found.summary


# --- the checker by itself -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def proofs():
    made = {}
    for name in ("one step", "contraction", "a long step", "a step with a root", "a step by the time alone"):
        forall, states, given = KNOWN[name]
        asked = task(forall, states(), given)
        made[name] = document(asked, interpolation.decide(asked))
    return made


def altered(document, change):
    found = copy.deepcopy(document)
    change(found["evidence"])
    return found


ALTERATIONS = {
    "a multiplier": lambda e: e["pieces"][0]["multipliers"][0].__setitem__(1, ["1/3"]),
    "a sign": lambda e: e["pieces"][0]["multipliers"][0].__setitem__(1, ["-1/2"]),
    "a multiplier less": lambda e: e["pieces"][0]["multipliers"].pop(),
    "another condition": lambda e: e["pieces"][0]["multipliers"][0].__setitem__(0, ["pair", 1, 0]),
    "a condition that is none": lambda e: e["pieces"][0]["multipliers"][0].__setitem__(0, ["slope", 0]),
    "a place that is none": lambda e: e["pieces"][0]["multipliers"][0].__setitem__(0, ["pair", 0, 9]),
    "a goal twice": lambda e: e["pieces"][0].__setitem__("goals", [[["2"], ["1"]]]),
    "units": lambda e: e["units"].__setitem__("L", [1, 0]),
    "nothing becomes 1": lambda e: e.__setitem__("ones", []),
    "an end": lambda e: e["pieces"][0].__setitem__("to", "1/2"),
    "a field": lambda e: e.__setitem__("more", []),
    "a denominator": lambda e: e["pieces"][0]["multipliers"][0].__setitem__(2, ["0"]),
}


@pytest.mark.parametrize("name", ALTERATIONS)
def test_altered_evidence_is_refused(proofs, name):
    assert check_data(proofs["one step"], "toy").status == "confirmed"
    if name == "nothing becomes 1":  # L is left as the number t then, and the multipliers have another unit
        assert check_data(altered(proofs["contraction"], ALTERATIONS[name]), "toy").status == "refused"
    else:
        assert check_data(altered(proofs["one step"], ALTERATIONS[name]), "toy").status == "refused"


def test_a_piece_beyond_its_range_is_refused(proofs):
    document = proofs["a long step"]
    assert check_data(document, "toy").status == "confirmed"
    assert [piece["to"] for piece in document["evidence"]["pieces"]] == ["3/2", None]
    for end in ("7/4", "5/4", "2", "0"):
        assert check_data(altered(document, lambda e, end=end: e["pieces"][0].__setitem__("to", end)), "toy").status == "refused", end


def test_a_root_needs_a_number_of_at_least_0(proofs):
    document = proofs["a step with a root"]
    assert document["evidence"]["root"] == "q" and check_data(document, "toy").status == "confirmed"
    for root in ("R", "M", None, 1):
        assert check_data(altered(document, lambda e, root=root: e.__setitem__("root", root)), "toy").status == "refused", root
    assert check_data(altered(document, lambda e: e.pop("root")), "toy").status == "refused"
    signed = {d: c.integers(1), q: c.at_least(-1), f: c.FunctionClass(SPACE, convexity=0), **START}
    for inside, states in ((q**2, c.Compare(f(x_star) - f(x_0), "<=", c.sqrt(q**2) - q)), (q, c.Compare(0 * c.sqrt(q), "<=", f(x_0) - f(x_star)))):
        found = interpolation.decide(task(signed, states))
        assert found.status is Status.UNDECIDED and "may be negative" in found.summary, inside
    wrong = c.Compare(c.sqrt(q**2), "<=", q + f(x_0) - f(x_star))  # with q = -1 and x_0 = x_star it says 1 <= -1
    assert forged(signed, wrong, LOWEST, {}, []).status == "refused"
    assert forged(signed | {q: c.at_least(0)}, wrong, LOWEST, {}, []).status == "refused"


def test_units_of_lengths_alone_are_checked(proofs):
    document = proofs["a step by the time alone"]
    assert document["evidence"]["tied"] is True and check_data(document, "toy").status == "confirmed"
    for change in (lambda e: e.pop("tied"), lambda e: e.__setitem__("tied", False), lambda e: e["units"].__setitem__("M", [1, -1]), lambda e: e["units"].__setitem__("M", [0, 2]), lambda e: e["units"].__setitem__("q", [0, 1])):
        assert check_data(altered(document, change), "toy").status == "refused"


@pytest.mark.parametrize("power", [1, 3])
def test_what_holds_for_one_constant_alone_is_not_proved_by_units(power):
    """With M = 1 each of them is the statement that is true."""
    forall, _, _ = KNOWN["a step by the time alone"]
    states = c.Compare(f(x) - f(y), "<=", c.sqrt(q) / 2 * (square(x - y) - square(x - g / c.sqrt(q) - y)) + M**power / (2 * c.sqrt(q)))
    assert interpolation.decide(task(forall, states)).status is Status.UNDECIDED
    found = interpolation.decide(task(forall, timed()))
    assert check_data(document(task(forall, states), found), "toy").status == "refused"


def test_ends_that_are_roots_are_moved_outwards():
    for low, status in ((2, Status.PROVED), (1, Status.UNDECIDED)):
        ranges = {d: c.integers(1), q: c.at_least(low), f: c.FunctionClass(SPACE, convexity=0), **START}
        asked = task(ranges, c.Compare(f(x_star) - f(x_0), "<=", c.sqrt(q) - c.number("7/5")))
        found = interpolation.decide(asked)
        assert found.status is status, found.summary
        if status is Status.PROVED:
            assert check_data(document(asked, found), "toy").status == "confirmed"


def test_a_pole_inside_the_range_is_refused(proofs):
    def change(evidence):
        name, top, _ = evidence["pieces"][0]["multipliers"][0]
        evidence["pieces"][0]["multipliers"][0] = [name, [*(str(2 * int(x)) if "/" not in x else x for x in top), "-1"], ["2", "-1"]]

    assert check_data(altered(proofs["contraction"], change), "toy").status == "refused"


def forged(forall, states, multipliers, units, ones, goals=1):
    asked = task(forall, states)
    evidence = {"units": units, "ones": ones, "pieces": [{"to": None, "goals": [[["1"], ["1"]]] * goals, "multipliers": multipliers}]}
    return check_data(document(asked, Finding("interpolation", Status.PROVED, "", "interpolation", evidence, {"share": 1.0})), "toy")


def test_a_gradient_where_there_need_be_none_is_refused():
    states = c.Compare(f(x) + c.dot(slope(x), y - x, d), "<=", f(y))
    assert forged({**CONVEX, **TWO}, states, [[["pair", 1, 0], ["1"], ["1"]]], {"L": [1, -2]}, ["L"]).status == "confirmed"
    assert forged({d: c.integers(1), f: c.FunctionClass(SPACE, convexity=0), **TWO}, states, [[["pair", 1, 0], ["1"], ["1"]]], {}, []).status == "refused"


def test_a_length_below_a_negative_number_is_refused():
    """Squares would prove |x - x| <= -L, which is false."""
    point = {**CONVEX, x: c.Points(SPACE)}
    assert forged(point, c.Compare(c.norm(slope(x) - slope(x), 2), "<=", -L * c.norm(x, 2)), [], {"L": [1, -2]}, ["L"]).status == "refused"
    assert forged(point, c.Compare(c.norm(slope(x) - slope(x), 2), "<=", L * c.norm(x, 2)), [], {"L": [1, -2]}, ["L"]).status == "confirmed"


BELOW, WEAK = c.Compare(f(x_star), "<=", f(x_0)), c.Compare(f(x) + c.dot(g, y - x, d) - square(y - x) / 2, "<=", f(y))
LOWEST, TANGENT = [[["pair", 1, 0], ["1"], ["1"]]], [[["pair", 1, 0], ["1"], ["1"]]]
SUBGRADIENT = {**TWO, g: c.subdifferential(f, x)}


@pytest.mark.parametrize(("forall", "states", "multipliers", "told"), [
    ({q: c.between(0, sympy.oo, open="left"), **NONSMOOTH, **START}, c.Compare(q * (f(x_star) - f(x_0)), "<=", 0), [[["pair", 1, 0], ["0", "1"], ["1"]]], "infinite"),
    ({d: c.integers(0), f: c.FunctionClass(SPACE, convexity=0), **START}, BELOW, LOWEST, "a dimension"),
    ({d: c.above(0), f: c.FunctionClass(SPACE, convexity=0), **START}, BELOW, LOWEST, "a dimension"),
    ({d: c.integers(1), f: c.FunctionClass(SPACE, convexity=-1), **SUBGRADIENT}, WEAK, TANGENT, "negative"),
    ({d: c.integers(1), f: c.FunctionClass(SPACE, smoothness=1), **SUBGRADIENT}, WEAK, [[["pair", 1, 0], ["1/2"], ["1"]]], "convex"),
    ({d: c.integers(1), q: c.at_least(0), f: c.FunctionClass(SPACE, convexity=0), **START}, c.Compare((f(x_star) - f(x_0)) / q, "<=", 0), [[["pair", 1, 0], ["1"], ["0", "1"]]], "denominator"),
    ({d: c.integers(1), q: c.at_least(-1), f: c.FunctionClass(SPACE, smoothness=1), x: c.Points(SPACE)}, c.Compare(c.norm(slope(x) - slope(x), 2), "<=", q), [], "negative"),
])
def test_a_member_without_a_value_or_with_another_sign_is_not_passed_over(forall, states, multipliers, told):
    forall = {name: where for name, where in forall.items() if name != h}
    found = interpolation.decide(task(forall, states))
    assert found.status is Status.UNDECIDED and told in found.summary
    outcome = forged(forall, states, multipliers, {}, [])
    assert outcome.status == "refused" and any(why in outcome.why for why in (told, "a set of the outermost names"))


def test_the_power_0_of_0_is_a_number_without_unit():
    """With L = 1 it would prove that gradients are co-coercive with the constant 1 for all L."""
    turn, move = slope(x) - slope(y), x - y
    states = c.Compare(square(turn), "<=", (0 * L) ** 0 * c.dot(turn, move, d))
    assert interpolation.decide(task({**CONVEX, **TWO}, states)).status is Status.UNDECIDED
    multipliers = [[["pair", 0, 1], ["1"], ["1"]], [["pair", 1, 0], ["1"], ["1"]]]
    outcome = forged({**CONVEX, **TWO}, states, multipliers, {"L": [1, -2]}, ["L"])
    assert outcome.status == "refused" and "units" in outcome.why
    assert forged({**CONVEX, **TWO}, c.Compare(square(turn), "<=", L * c.dot(turn, move, d)), multipliers, {"L": [1, -2]}, ["L"]).status == "confirmed"


def test_constants_that_are_numbers_need_no_units():
    """On the line, with L = 1: |f(x) - f(y)| is at most the mean slope times the distance plus a quarter of its square; here one side."""
    line = {f: c.FunctionClass(c.LINE, convexity=0, smoothness=1), x: c.Points(c.LINE), y: c.Points(c.LINE)}
    for factor, status in ((1, Status.PROVED), (LESS, Status.UNDECIDED)):
        asked = task(line, c.Compare((slope(x) - slope(y)) ** 2, "<=", factor * (slope(x) - slope(y)) * (x - y)))
        found = interpolation.decide(asked)
        assert found.status is status, found.summary
        if status is Status.PROVED:
            assert check_data(document(asked, found), "toy").status == "confirmed"
