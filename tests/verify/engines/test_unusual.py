"""Members of sets that usual draws hardly meet: they obey their sets, are what they are called, and refute what nothing else refutes, while its true neighbour stands."""

import random
from fractions import Fraction

import pytest
from flint import fmpq

from verify import claims as c
from verify import quantities as q
from verify.engines import evaluate as ev
from verify.engines import search, unusual
from verify.engines.draw import Candidates, Drawer
from verify.engines.handy import CannotDraw
from verify.engines.membership import contains
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence import certificate
from verify.evidence.checker.check import check_file
from verify.values import laws, numbers

x, delta, t = c.numbers("x delta t")
F, P, Q, M, f = c.objects("F P Q M f")
CURVE = c.Functions(c.at_least(0), c.between(0, 1), "falling")
WALK = c.Iterations(2, c.Labels(2), c.FINITE_NOISE)
FRAMEWORK = c.Frameworks(c.Sequences(2, c.Labels(2)), c.ONE_RECORD, c.INDEPENDENT_RECORDS)
SETS = {
    "any events and priors": (c.Frameworks(c.LINE, c.ANY_EVENTS, c.ANY_PRIORS), "near in one direction"),
    "values of records": (c.Frameworks(c.Sequences(2, c.Labels(3)), c.RECORD_VALUES, c.ANY_PRIORS), "near in one direction"),
    "independent records": (FRAMEWORK, "near in one direction"),
    "laws": (c.Families(c.upto(3), c.Laws(c.LINE)), "near in one direction"),
    "laws on an interval": (c.Families(c.upto(3), c.Laws(c.LINE, support=c.between(0, 1))), "near in one direction"),
    "falling functions": (CURVE, "function that is not convex"),
    "falling functions without a bound": (c.Functions(c.above(0), c.at_least(0), "falling"), "function that is not convex"),
    "rising functions": (c.Functions(c.at_least(1), c.between(Fraction(1, 2), 3), "rising"), "function that is not convex"),
    "functions": (c.Functions(c.between(0, 1), c.between(0, 1)), "function that is not convex"),
    "contractions": (WALK, "maps with bends"),
    "strict contractions": (c.Iterations(3, c.Labels(3), c.FINITE_NOISE, c.number("1/2")), "maps with bends"),
    "maps without a bound": (c.Iterations(1, c.Labels(2), c.FINITE_NOISE, None), "maps with bends"),
    "affine maps": (c.Iterations(2, c.Labels(2), c.NORMAL_NOISE), None),
    "error levels": (c.between(0, 1, open="both"), "near an end of a range"),
    "orders": (c.above(1), "near an end of a range"),
}


def drawer(seed, digits=unusual.DIGITS[-1]):
    made = Drawer(random.Random(seed), 2)
    made.unusual, made.density_share = digits, 0.0
    return made


@pytest.mark.parametrize("name", SETS)
def test_what_is_drawn_belongs_to_its_set_and_is_often_of_the_kind(name):
    where, corner = SETS[name]
    kinds, drawn = 0, 0
    for seed in range(60):
        made = drawer(seed)
        try:
            member = made.member(where, {}, "x")
        except CannotDraw:
            continue
        drawn += 1
        assert contains(where, member, {}, ev.Context(64)) is Truth.TRUE
        kinds += corner in made.corners
    assert drawn > 40
    assert kinds > drawn // 5 if corner else not kinds


@pytest.mark.parametrize("name", SETS)
def test_without_the_setting_no_such_member_is_drawn(name):
    where, corner = SETS[name]
    for seed in range(20):
        made = drawer(seed, 0)
        try:
            made.member(where, {}, "x")
        except CannotDraw:
            continue
        assert corner not in made.corners


def test_a_draw_is_the_same_for_the_same_stream():
    for where, _ in SETS.values():
        first, second = (_or_none(drawer(5), where) for _ in range(2))
        assert first == second


def _or_none(made, where):
    try:
        return made.member(where, {}, "x")
    except CannotDraw:
        return None


def test_laws_near_in_one_direction_are_so():
    """Of the two greatest divergences one is finite, or small next to the other, nearly always."""
    base = laws.FiniteLaw([fmpq(0), fmpq(1), fmpq(2)], [fmpq(1, 2), fmpq(1, 3), fmpq(1, 6)])
    rng, uneven, infinite = random.Random(1), 0, 0
    for _ in range(60):
        other = unusual.one_way(rng, base, [fmpq(3)], 30)
        assert sum(other.weights) == 1 and set(other.points) <= {fmpq(k) for k in range(4)}
        there, back = (numbers.to_float(ev.value(q.max_divergence(P, Q), {"P": a, "Q": b}, ev.Context(64))) for a, b in ((other, base), (base, other)))
        uneven += max(there, back) > 2 * min(there, back)
        infinite += float("inf") in (there, back)
    assert uneven > 40 and 15 < infinite < 55


def test_records_given_two_values_are_near_in_one_direction():
    """Under some priors the second record given one value of the first has a support, or a divergence, that the other way round is far larger."""
    where, uneven = c.Frameworks(c.Sequences(2, c.Labels(2)), c.ONE_RECORD, c.ANY_PRIORS), 0
    for seed in range(60):
        framework = drawer(seed).member(where, {})
        for prior in framework.priors:
            given = [ev.laws.conditional(prior, lambda x, a=a: x[0] == a) for a in (1, 2) if any(x[0] == a for x in prior.points)]
            if len(given) == 2 and len(given[0].points) != len(given[1].points):
                uneven += 1
    assert uneven > 5


def test_a_point_mass_without_other_points_has_no_such_law():
    assert unusual.one_way(random.Random(0), laws.FiniteLaw([fmpq(0)], [1]), [], 6) is None


def test_extreme_numbers_come_close_to_both_ends():
    rng = random.Random(0)
    found = [level for _ in range(200) if (level := unusual.level(rng, fmpq(0), fmpq(1), 30)) is not None]
    assert min(found) <= fmpq(1, 10**20) and 1 - max(found) <= fmpq(1, 10**20)
    few = [unusual.level(rng, fmpq(1), float("inf"), 30) for _ in range(200)]
    assert None in few and all(1 < level <= fmpq(101, 100) for level in few if level is not None)
    assert unusual.level(rng, float("-inf"), float("inf"), 30) is None


def test_numbers_meet_the_jumps_of_a_function():
    node = c.Node("lambda", ((x, c.at_least(0)),), c.Node("if", c.Node("compare", x, "<", c.number("7/3")), c.number(1), c.number(0)))
    step = ev.value(node, {}, ev.Context(64))
    assert unusual.jumps(step) == [fmpq(7, 3)]
    assert sum(drawer(seed).member(c.at_least(0), {"f": step}, "x") == fmpq(7, 3) for seed in range(40)) > 5


def le(a, b):
    return c.Compare(a, "<=", b)


def at(place):
    return c.step_map(M, 1, 1, place)


FIRST, SECOND = c.prior(F, 1), c.prior(F, 2)
TWO = le(2, c.prior_count(F))
NEAR = (TWO, le(q.renyi_divergence(SECOND, FIRST, 2), Fraction(1, 100)))
LAWS = {P: c.Laws(c.LINE), Q: c.Laws(c.LINE)}
CLOSE = (le(q.renyi_divergence(Q, P, 2), Fraction(1, 100)),)
PAIRS = {F: c.Frameworks(c.Sequences(2, c.Labels(2)), c.ONE_RECORD, c.ANY_PRIORS)}
GIVEN = [c.marginal(c.data_law(F, 1, k), 2) for k in (1, 2)]
TOLD = (le(q.max_divergence(*GIVEN), Fraction(1, 2)),)
LEVEL = (c.Compare(f(0), ">", f(x)), c.Compare(f(x), "==", f(2 * x)))
FLAT = (c.Compare(at(0), "==", at(Fraction(1, 2))), c.Compare(at(0), "==", at(1)))
TINY = {delta: c.between(0, 1, open="both"), F: FRAMEWORK}
SHARE = q.mass(FIRST, c.secret(F, 1)) + 1
FALSE = {
    "a prior near another is no further away from the other side": ({F: FRAMEWORK}, le(q.max_divergence(FIRST, SECOND), 6), NEAR),
    "a secret that says little of a record says little the other way round": (PAIRS, le(q.max_divergence(*GIVEN[::-1]), 6), TOLD),
    "a law near another is no further away from the other side": (LAWS, le(q.max_divergence(P, Q), 10), CLOSE),
    "a function that is level once it has fallen stays there": ({f: CURVE, x: c.above(0)}, c.Compare(f(3 * x), "==", f(x)), LEVEL),
    "a map that does not move from 0 to 1 moves nowhere": ({M: WALK}, c.Compare(at(3), "==", at(0)), FLAT),
    "no error level is as small as 10^-7 and larger than 10^-13": (TINY, c.Any_(le(Fraction(1, 10**7), delta), le(delta * SHARE, Fraction(1, 10**13))), ()),
    "no error level is closer to 1 than 10^-5": (TINY, le(delta, 1 - SHARE / 10**5), ()),
}
TRUE = {
    "a prior near another is near it in total variation": ({F: FRAMEWORK}, le(q.total_variation(FIRST, SECOND), Fraction(1, 14)), NEAR),
    "a secret that says little of a record says little in total variation": (PAIRS, le(q.total_variation(*GIVEN), Fraction(2, 5)), TOLD),
    "a law near another is near it in total variation": (LAWS, le(q.total_variation(P, Q), Fraction(1, 14)), CLOSE),
    "a function that is level falls no further than to 0": ({f: CURVE, x: c.above(0)}, c.Compare(f(3 * x), "<", f(0)), LEVEL),
    "a map that does not move from 0 to 1 is a contraction": ({M: WALK}, le(c.Abs(at(3) - at(0)), 2), FLAT),
    "error levels are below 1": (TINY, c.Compare(delta * SHARE, "<", 2), ()),
}


def task(forall, states, given):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    return Task(variant, EFFORTS["standard"])


@pytest.mark.parametrize("name", FALSE)
def test_what_only_such_a_member_refutes_is_refuted_and_confirmed(name, tmp_path):
    work = task(*FALSE[name])
    finding = search.decide(work)
    assert finding.status is Status.REFUTED, finding.summary
    file = tmp_path / "c.json"
    file.write_text(certificate.text(certificate.build(work.variant, finding, effort="standard", seed=0)))
    assert check_file(file).status == "confirmed"


@pytest.mark.parametrize("name", TRUE)
def test_its_true_neighbour_is_not(name):
    finding = search.decide(task(*TRUE[name]))
    assert finding.status in (Status.SUPPORTED, Status.UNDECIDED) and "REFUTED" not in finding.summary


def test_such_instances_are_counted_apart_and_show_no_planted_errors():
    """An added constant shows at a tiny number whatever the statement says: no instance with one is handed on."""
    y = c.numbers("y")
    finding = search.decide(task({x: c.above(0), y: c.at_least(x)}, le(x, 2 * y), ()))
    assert finding.status is Status.SUPPORTED and "unusual members" in finding.coverage["unusual"]
    assert finding.seen and all(env["x"] >= fmpq(1, 1000) for env in finding.seen)


def test_quantifiers_inside_a_statement_try_them_too():
    """The usual members for a binder stay what they were, and two more follow."""
    found = Candidates(3)(CURVE, {})
    assert len(found) > 8 and all(contains(CURVE, member, {}, ev.Context(64)) is Truth.TRUE for member in found)
    numbers_ = Candidates(3)(c.between(0, 1), {})
    assert len(numbers_) <= 8
