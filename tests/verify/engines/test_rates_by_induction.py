"""Rates of stochastic gradient methods by induction: bounds of ranges that are formulas, maxima, steps that depend on each other, and what is left over at the end of a sum."""

import json
import random
from fractions import Fraction

import pytest

from verify import claims as c
from verify.claims.nodes import Node, to_json
from verify.claims.sets import between
from verify.engines import induction
from verify.engines.remainders import Reader, Unreadable
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.evidence.checker.formula import Refused
from verify.evidence.checker.remainders import Remainders
from verify.run.decide import Settings, run_variant

k, t, m, q, s, v, low = c.numbers("k t m q s v low")
a, b = c.objects("a b")
POSITIVE = {m: c.above(0), s: c.above(0)}
STEP = {**POSITIVE, q: between(0, 1 / m, open="left")}
RATE = lambda i: v / (s + i)  # noqa: E731


def sequence(of=c.REALS):
    return {a: c.Sequences(c.oo, of)}


def always(measured, bound):
    return c.ForAll({t: c.integers(1)}, c.Compare(measured, "<=", bound))


FIXED = always(a[t + 1], (1 - q * m) * a[t] + q**2 * s)
FALLING = (c.Compare(RATE(1) * m, "<=", 1), always(a[t + 1], (1 - RATE(t) * m) * a[t] + RATE(t) ** 2 / 2))
FALLS = {**POSITIVE, v: c.above(1 / m), k: c.integers(1)} | sequence(c.at_least(0))
LEFT = always(a[t + 1] - a[t], -(1 - q * m / 2) * q * b[t] + q**2 * s / 2)
LEFT_OVER = {**STEP, low: c.REALS, a: c.Sequences(c.oo, c.at_least(low)), b: c.Sequences(c.oo, c.at_least(0)), k: c.integers(1)}


def largest(factor):
    return c.Max(v**2 / (factor * (v * m - 1)), (s + 1) * a[1])


def squares(factor):
    return c.Compare(c.Sum({t: c.upto(k)}, b[t]), "<=", k * q * s + factor * (a[1] - low) / q)


CONVEX = {**POSITIVE, k: c.integers(1), a: c.Families(c.upto(k), c.REALS), b: c.Families(c.upto(k + 1), c.at_least(0))}
STRONGLY = c.ForAll({t: c.upto(k)}, c.Compare(a[t], "<=", s**2 / (m * (t + 1)) + m * (t - 1) / 4 * b[t] - m * (t + 1) / 4 * b[t + 1]))
BOUNDED = c.ForAll({t: c.upto(k)}, c.Compare(a[t], "<=", s))


def mean(weight):
    return c.Sum({t: c.upto(k)}, weight * a[t])


def mean_error(factor):
    return c.Compare(mean(2 * t / (k * (k + 1))), "<=", factor * s**2 / (m * (k + 1)))


STRONG = {m: c.above(0), s: c.above(0), k: c.integers(1), a: c.Sequences(c.oo, c.at_least(0)), b: c.Sequences(c.oo, c.REALS)}
SHARE = (a[t] - a[t + 1]) / (2 * (1 / (m * t))) + 1 / (m * t) * s**2 / 2 - m * a[t] / 2
"""What online gradient descent with steps 1/(m t) loses in round t on strongly convex losses: a[t] is the squared distance."""


def logarithmic(total, factor):
    return c.Compare(total, "<=", s**2 / (factor * m) * (1 + c.log(k)))


TRUE = {
    "logarithmic regret": (STRONG, (always(b[t], SHARE),), logarithmic(c.Sum({t: c.upto(k)}, b[t]), 2)),
    "logarithmic regret, a sum that telescopes": ({name: of for name, of in STRONG.items() if name is not b}, (), logarithmic(c.Sum({t: c.upto(k)}, SHARE), 2)),
    "weights of the last index": (CONVEX, (STRONGLY,), mean_error(2)),
    "a factor before a sum": (CONVEX, (STRONGLY,), c.Compare(2 / (k * (k + 1)) * mean(t), "<=", 2 * s**2 / (m * (k + 1)))),
    "a mean": (CONVEX, (BOUNDED,), c.Compare(mean(1 / k), "<=", s)),
    "powers of products": (CONVEX, (BOUNDED, c.ForAll({t: c.upto(k)}, c.Compare(a[t], ">=", 0))), c.Compare(mean((t * k) ** (-1)), "<=", s)),
    "means of means": ({k: c.integers(1)} | sequence(c.at_least(0)), (), c.Compare(c.Sum({t: c.upto(k)}, c.Sum({q: c.upto(t)}, a[q] / t)), ">=", 0)),
    "a fixed step": ({**STEP, k: c.integers(1)} | sequence(), (FIXED,), c.Compare(a[k], "<=", q * s / m + (1 - q * m) ** (k - 1) * (a[1] - q * s / m))),
    "a falling step": (FALLS, FALLING, c.Compare(a[k], "<=", largest(2) / (s + k))),
    "what is left over": (LEFT_OVER, (LEFT,), squares(2)),
    "what is left over, above 0": ({**STEP, a: c.Sequences(c.oo, c.at_least(0)), b: c.Sequences(c.oo, c.at_least(0)), k: c.integers(1)}, (always(a[t + 1], a[t] - q * b[t]),),
                                   c.Compare(c.Sum({t: c.upto(k)}, b[t]), "<=", a[1] / q + 0 * m * s)),
}
FALSE = {
    "logarithmic regret, too small a constant": (STRONG, (always(b[t], SHARE),), logarithmic(c.Sum({t: c.upto(k)}, b[t]), 3)),
    "weights of the last index, too small a constant": (CONVEX, (STRONGLY,), mean_error(c.number("11/10"))),
    "equal weights": (CONVEX, (STRONGLY,), c.Compare(mean(1 / k), "<=", 2 * s**2 / (m * (k + 1)))),
    "a mean over too few": (CONVEX, (BOUNDED,), c.Compare(mean(1 / (k + 1)), "<=", s / 2)),
    "a fixed step, too small a limit": ({**STEP, k: c.integers(1)} | sequence(), (FIXED,), c.Compare(a[k], "<=", q * s / (2 * m) + (1 - q * m) ** (k - 1) * (a[1] - q * s / (2 * m)))),
    "a fixed step, a power too many": ({**STEP, k: c.integers(1)} | sequence(c.at_least(0)), (FIXED,), c.Compare(a[k], "<=", q * s / m + (1 - q * m) ** k * a[1])),
    "a step that is too long": ({**POSITIVE, q: between(0, 3 / m, open="left"), k: c.integers(1)} | sequence(), (FIXED,),
                                c.Compare(a[k], "<=", q * s / m + (1 - q * m) ** (k - 1) * (a[1] - q * s / m))),
    "a falling step, too small a constant": (FALLS, FALLING, c.Compare(a[k], "<=", largest(3) / (s + k))),
    "the least in the place of the largest": (FALLS, FALLING, c.Compare(a[k], "<=", c.Min(*largest(2).args) / (s + k))),
    "less left over": (LEFT_OVER, (LEFT,), squares(c.number("9/5"))),
    "left over without a bound": ({**LEFT_OVER, a: c.Sequences(c.oo, c.at_least(low - 1))}, (LEFT,), squares(2)),
}
OPEN = {
    "weights that may have no value": ({**CONVEX, k: c.integers(0)}, (BOUNDED,), c.Compare(mean(1 / k), "<=", s)),
    "weights that may be infinite": (CONVEX, (BOUNDED,), c.Compare(mean(1 / (k - 3)), "<=", s * c.Abs(k) * k)),
    "a longer step may be too long": ({**FALLS, v: c.above(0)}, FALLING[1:], c.Compare(a[k], "<=", c.Max(v**2, (s + 1) * a[1]) / (s + k))),
}


def task(forall, given, states):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states, idle=("m", "s")).variants()
    return Task(variant, EFFORTS["quick"])


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved_and_confirmed(name):
    found = induction.decide(task(*TRUE[name]))
    assert found is not None and found.status is Status.PROVED, found
    stored = json.loads(certificate.text(certificate.build(task(*TRUE[name]).variant, found, effort="quick", seed=0)))
    assert check_data(stored, name).status == "confirmed", check_data(stored, name)


@pytest.mark.parametrize("name", [*FALSE, *OPEN])
def test_what_does_not_follow_is_not_proved(name):
    found = induction.decide(task(*{**FALSE, **OPEN}[name]))
    assert found is None or found.status is not Status.PROVED


@pytest.mark.parametrize("name", ["logarithmic regret, too small a constant", "weights of the last index, too small a constant", "a mean over too few", "a fixed step, too small a limit", "the least in the place of the largest",
                                  "left over without a bound"])
def test_near_misses_are_refuted(name):
    forall, given, states = FALSE[name]
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    row, stored, errors = run_variant(variant, Settings(effort="standard"))
    assert not errors and row["status"] == "REFUTED", row["summary"]
    assert check_data(stored, name).status == "confirmed"


@pytest.mark.parametrize(("true", "false"), [
    ("logarithmic regret", "logarithmic regret, too small a constant"), ("weights of the last index", "weights of the last index, too small a constant"), ("weights of the last index", "equal weights"), ("a mean", "a mean over too few"),
    ("a fixed step", "a fixed step, too small a limit"), ("a fixed step", "a step that is too long"), ("a falling step", "a falling step, too small a constant"),
    ("a falling step", "the least in the place of the largest"), ("what is left over", "less left over"), ("what is left over", "left over without a bound"),
])
def test_the_evidence_of_what_is_true_proves_no_near_miss(true, false):
    found = induction.decide(task(*TRUE[true]))
    for states in (task(*FALSE[false]).states, task(*TRUE[true]).states):  # with the invariants of the true statement, and with its own in their place
        stored = json.loads(certificate.text(certificate.build(task(*FALSE[false]).variant, found, effort="quick", seed=0)))
        stored["evidence"]["invariants"][-1]["states"] = to_json(states)
        assert check_data(stored, false).status != "confirmed"


# signs by bounds -------------------------------------------------------------------------------------------------------

x, y, z = c.numbers("x y z")
OVER = [(m, c.above(0)), (x, between(0, 1 / m, open="left")), (y, c.at_least(2 * x)), (z, c.REALS)]
FACTS = [c.Compare(z / (1 + m), "<", y), c.Compare(m * x, "<=", z)]
TERMS = [c.number(1), m, x, y, z, m * x, m * y, c.Max(x, y, m), c.Min(m, y), x * y, 1 / (1 + m), m * c.Max(x, z), x**2, z**2]


def instance(rng):
    """Numbers of the ranges that obey the facts, or None."""
    at = {"m": Fraction(rng.randint(1, 12), rng.choice((1, 2, 5, 20)))}
    at["x"] = rng.choice((Fraction(1), Fraction(rng.randint(1, 9), 10))) / at["m"]
    at["y"] = 2 * at["x"] + rng.choice((0, Fraction(rng.randint(0, 9), 3)))
    at["z"] = at["m"] * at["x"] + rng.choice((0, Fraction(rng.randint(0, 30), 7)))
    return at if at["z"] / (1 + at["m"]) < at["y"] else None


def value(f, at):
    parts = [value(p, at) for p in f.args] if f.head in ("add", "mul", "pow", "max", "min") else []
    if f.head == "num":
        return Fraction(f.args[0])
    if f.head == "var":
        return at[f.args[0]]
    return {"add": sum, "mul": lambda p: p[0] * value(Node("mul", *f.args[1:]), at) if p[1:] else p[0], "max": max, "min": min, "pow": lambda p: p[0] ** int(p[1])}[f.head](parts)


def test_signs_by_bounds_are_signs_at_instances():
    rng = random.Random(5)
    places = [at for at in (instance(rng) for _ in range(400)) if at is not None]
    seen = 0
    for _ in range(250):
        f = Node("add", *(Node("mul", c.number(rng.choice((-3, -2, -1, 1, 1, 2))), rng.choice(TERMS)) for _ in range(rng.randint(2, 4))))
        reader, remainders = Reader(OVER, FACTS), Remainders([(to_json(name), to_json(where)) for name, where in OVER], [to_json(fact) for fact in FACTS])
        try:
            signs = reader.sign(reader.read(f)), remainders.sign(remainders.read(to_json(f)))
        except (Unreadable, Refused):
            continue
        assert signs[0] <= signs[1], (f, signs)
        if signs[1]:
            seen += 1
            least = min(value(f, at) for at in places)
            assert least > 0 or (least == 0 and signs[1] == 1), (f, least, signs)
    assert seen > 15


@pytest.mark.parametrize(("f", "wanted"), [
    (1 - m * x, 1), (m * x - 1, 0), (2 - m * x, 2), (c.Max(x, z) - x, 1), (c.Min(x, z) - x, 0), (x - c.Min(x, z), 1), (x - c.Max(x, z), 0), (2 * m * x - z, 0), (z - m * x, 1), (y - z / (1 + m), 2),
])
def test_bounds_are_used_on_the_right_side(f, wanted):
    reader, remainders = Reader(OVER, FACTS), Remainders([(to_json(name), to_json(where)) for name, where in OVER], [to_json(fact) for fact in FACTS])
    assert (reader.sign(reader.read(f)), remainders.sign(remainders.read(to_json(f)))) == (wanted, wanted)


@pytest.mark.parametrize(("exponent", "first", "readable"), [(k - 1, 1, True), (k - 1, 0, False), (k - 2, 1, False), (2 * k - 2, 1, True), (k, 0, True)])
def test_a_power_of_what_may_be_0_has_an_exponent_of_at_least_0(exponent, first, readable):
    over = [(q, between(0, 1)), (k, c.integers(first))]
    for read, refusal in ((Reader(over).read, Unreadable), (lambda f: Remainders([(to_json(name), to_json(where)) for name, where in over]).read(to_json(f)), Refused)):
        if readable:
            assert read(q**exponent)
        else:
            with pytest.raises(refusal):
                read(q**exponent)


FROM_ANYWHERE = {
    "a step that forgets where it began": ((1 - 1 / t) * a[t] + 1, k),
    "Frank and Wolfe": ((1 - 2 / (t + 1)) * a[t] + 2 / (t + 1) ** 2, 2 / (k + 2)),
    "subgradients of a strongly convex function": ((1 - 2 / (t + 1)) * a[t] + 4 / (t + 1) ** 2, 4 / (k + 2)),
}


@pytest.mark.parametrize("name", FROM_ANYWHERE)
def test_a_first_step_that_forgets_where_it_began_is_a_base_case(name):
    step, bound = FROM_ANYWHERE[name]
    for share, proved in (("1", True), ("19/20", False)):
        (variant,) = c.Claim("toy/item", "Item", {k: c.integers(1), **sequence()}, c.Compare(a[k + 1], "<=", c.number(share) * bound), given=(always(a[t + 1], step),)).variants()
        found = induction.decide(Task(variant, EFFORTS["quick"]))
        assert (found is not None and found.status is Status.PROVED) is proved
        if proved:
            stored = json.loads(certificate.text(certificate.build(variant, found, effort="quick", seed=0)))
            assert check_data(stored, name).status == "confirmed", check_data(stored, name)


def test_a_first_step_that_remembers_is_none():
    (variant,) = c.Claim("toy/item", "Item", {k: c.integers(1), **sequence()}, c.Compare(a[k + 1], "<=", k), given=(always(a[t + 1], (1 - 1 / (t + 1)) * a[t] + 1),)).variants()
    found = induction.decide(Task(variant, EFFORTS["quick"]))
    assert found is None or found.status is not Status.PROVED


@pytest.mark.parametrize(("before", "after", "proved"), [(t - 1, t, True), (1 / t, 1 / (t + 1), False), (t, t, False), (t - 1, t + 1, True)])
def test_sums_of_bounds_telescope_where_what_is_given_back_is_what_comes_next(before, after, proved):
    """With (1/t, 1/(t + 1)) the sum is at most b_1, which may be above 0; what is given back may be more than what comes next."""
    forall = {a: c.Sequences(c.oo, c.REALS), b: c.Sequences(c.oo, c.at_least(0)), k: c.integers(1)}
    (variant,) = c.Claim("toy/item", "Item", forall, c.Compare(c.Sum({t: c.upto(k)}, a[t]), "<=", 0), given=(always(a[t], before * b[t] - after * b[t + 1]),)).variants()
    found = induction.decide(Task(variant, EFFORTS["quick"]))
    assert (found is not None and found.status is Status.PROVED) is proved
    if found is not None and proved:
        stored = json.loads(certificate.text(certificate.build(variant, found, effort="quick", seed=0)))
        assert check_data(stored, "telescoping").status == "confirmed"
