"""Claims that quantify over noisy contractive iterations: laws of iterates, true and false bounds, bad input."""

import random
from fractions import Fraction

import pytest
from flint import fmpq

from mechanisms import Finite, GridIteration, LinearGaussianIteration
from verify import claims as c
from verify import quantities as q
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.engines import iterations, search
from verify.engines.draw import Drawer
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget
from verify.values import numbers
from verify.values.formulas import formula
from verify.values.iterations import Polyline

T, t, k, alpha, w, v = c.numbers("T t k alpha w v")
M, X, Y, P, Q = c.objects("M X Y P Q")
BITS = c.Labels(2)
BOTH = (Truth.TRUE, "true")
D, W = q.renyi_divergence, q.wasserstein_distance
HALF = Fraction(1, 2)


def runs(noise, contraction=1):
    """Two runs on any data."""
    return {T: c.integers(1), M: c.Iterations(T, BITS, noise, contraction), X: c.Points(c.Sequences(T, BITS)), Y: c.Points(c.Sequences(T, BITS))}


LAST, NORMAL, GRID = c.last_law, runs(c.NORMAL_NOISE), runs(c.FINITE_NOISE)
SAME_LATER = c.ForAll({k: c.integers(2, T)}, c.Compare(X[k], "==", Y[k]))
"""The data differ in the first record only."""
CORRELATED = {T: c.integers(1), M: c.Iterations(T, BITS, c.FINITE_NOISE), P: c.Laws(c.Sequences(T, BITS)), Q: c.Laws(c.Sequences(T, BITS))}


def le(a, b):
    return c.Compare(a, "<=", b)


def first(data):
    return c.iterate_law(M, data, 1)


TRUE = {
    "equal steps take nothing back": ({**NORMAL, alpha: c.above(0)}, le(D(LAST(M, X), LAST(M, Y), alpha), D(first(X), first(Y), alpha)), (SAME_LATER,)),
    "equal steps contract on a grid": (GRID, le(W(LAST(M, X), LAST(M, Y), c.oo), c.contraction(M) ** (T - 1) * W(first(X), first(Y), c.oo)), (SAME_LATER,)),
    "the loss of the last iterate is at most that of a shift": (
        {**NORMAL, alpha: c.above(1)}, le(D(LAST(M, X), LAST(M, Y), alpha), alpha / 2 * (q.mean(first(X)) - q.mean(first(Y))) ** 2 / c.Expect({w: c.noise_law(M, 1)}, w**2)),
        (SAME_LATER, c.Compare(q.mean(c.noise_law(M, 1)), "==", 0))),
    "iterates of random data are no further apart than the data": (
        CORRELATED, le(q.total_variation(LAST(M, P), LAST(M, Q)), q.total_variation(P, Q))),
    "each map is a contraction": ({**GRID, w: c.REALS, v: c.REALS, t: c.upto(T)}, le(c.Abs(c.step_map(M, t, 1, w) - c.step_map(M, t, 1, v)), c.contraction(M) * c.Abs(w - v))),
}
FALSE = {
    "one contraction too many": (GRID, le(W(LAST(M, X), LAST(M, Y), 1), c.contraction(M) ** T * W(first(X), first(Y), 1)), (SAME_LATER,)),
    "a later difference is forgotten": ({**NORMAL, alpha: c.above(1)}, le(D(LAST(M, X), LAST(M, Y), alpha), D(first(X), first(Y), alpha)), ()),
    "maps without a bound contract": (
        runs(c.FINITE_NOISE, None), le(W(LAST(M, X), LAST(M, Y), c.oo), W(first(X), first(Y), c.oo)), (SAME_LATER,)),
    "the loss falls by the square of the constant": (
        {**NORMAL, alpha: c.above(1)}, le(D(LAST(M, X), LAST(M, Y), alpha), c.contraction(M) ** 2 * HALF * D(first(X), first(Y), alpha)), (SAME_LATER,)),
    "correlated data cost no more than their first record": (
        CORRELATED, le(q.total_variation(LAST(M, P), LAST(M, Q)), q.total_variation(c.marginal(P, 1), c.marginal(Q, 1)))),
}


def task(forall, states, given=()):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    return Task(variant, EFFORTS["standard"])


@pytest.mark.parametrize("name", TRUE)
def test_a_true_claim_is_never_refuted(name):
    finding = search.decide(task(*TRUE[name]))
    assert finding.status is Status.SUPPORTED, finding.summary
    assert finding.coverage["admitted"] > 20


@pytest.mark.parametrize("name", FALSE)
def test_a_false_claim_is_refuted_and_the_checker_confirms(name, must_be_refuted):
    must_be_refuted(task(*FALSE[name]))


FAIR = c.finite_law({0: HALF, 1: HALF})
CLIP = c.polyline({-1: -1, 1: 1}, 0, 0)


def walk(slope, noise, steps=2):
    """Records 0 and 1 are added to a multiple of the state."""
    return c.iteration(0, *((({0: c.straight(slope, 0), 1: c.straight(slope, 1)}, noise),) * steps))


@pytest.mark.parametrize("statement", [
    c.Compare(D(LAST(walk(HALF, c.normal_vector(0, 1)), (1, 1)), c.normal_vector(Fraction(3, 2), Fraction(5, 4)), 2), "<=", Fraction(1, 10**9)),
    c.Compare(LAST(walk(HALF, FAIR), (1, 0)), "==", c.finite_law({HALF: Fraction(1, 4), 1: Fraction(1, 4), Fraction(3, 2): Fraction(1, 4), 2: Fraction(1, 4)})),
    c.Compare(c.iterate_law(walk(HALF, FAIR), (1, 0), 0), "==", c.finite_law({0: 1})),
    c.Compare(LAST(walk(1, FAIR, 1), c.finite_law({0: HALF, 1: HALF})), "==", c.finite_law({0: Fraction(1, 4), 1: HALF, 2: Fraction(1, 4)})),
    c.Compare(c.contraction(c.iteration(0, ({0: CLIP, 1: c.straight(Fraction(-2, 3), 5)}, FAIR))), "==", 1),
    c.Compare(c.step_map(c.iteration(0, ({0: CLIP}, FAIR)), 1, 0, 7), "==", 1),
    c.Compare(c.step_map(c.iteration(0, ({0: CLIP}, FAIR)), 1, 0, Fraction(-1, 3)), "==", Fraction(-1, 3)),
    c.Compare(q.mean(c.noise_law(walk(1, FAIR), 2)), "==", HALF),
    c.Compare(c.size(walk(1, FAIR, 3)), "==", 3),
    c.Compare(LAST(c.iteration(0, ({0: c.straight(1, 0)}, c.normal_vector(0, 1)), ({0: c.straight(0, 4)}, FAIR)), (0, 0)), "==", c.finite_law({4: HALF, 5: HALF})),
    c.Member(walk(HALF, FAIR), c.Iterations(2, c.one_of(0, 1), c.FINITE_NOISE, HALF)),
    c.Not(c.Member(walk(HALF, FAIR), c.Iterations(2, c.one_of(0, 1), c.FINITE_NOISE, Fraction(1, 3)))),
    c.Not(c.Member(walk(HALF, FAIR), c.Iterations(3, c.one_of(0, 1), c.FINITE_NOISE))),
    c.Not(c.Member(walk(HALF, FAIR), c.Iterations(2, c.one_of(0, 1, 2), c.FINITE_NOISE))),
    c.Not(c.Member(walk(HALF, FAIR), c.Iterations(2, c.one_of(0, 1), c.NORMAL_NOISE))),
    c.Not(c.Member(c.iteration(0, ({0: CLIP}, c.normal_vector(0, 1))), c.Iterations(1, c.one_of(0), c.NORMAL_NOISE))),
])
def test_the_evaluator_and_the_checker_know_the_law(statement, truths):
    assert truths(statement) == BOTH


@pytest.mark.parametrize("statement", [
    c.Compare(q.mean(LAST(walk(1, FAIR), (1,))), "==", 0),
    c.Compare(q.mean(LAST(walk(1, FAIR), (1, 5))), "==", 0),
    c.Compare(q.mean(c.iterate_law(walk(1, FAIR), (1, 1), 3)), "==", 0),
])
def test_data_that_do_not_fit_have_no_law(statement, truths):
    assert truths(statement) == (Truth.NO_VALUE, "no value")


def test_a_kink_under_normal_noise_is_left_open_by_both(truths):
    folded = c.iteration(0, ({0: c.straight(1, 0)}, c.normal_vector(0, 1)), ({0: c.polyline({0: 0}, -1, 1)}, c.normal_vector(0, 1)))
    assert truths(c.Compare(q.mean(LAST(folded, (0, 0))), ">", 0)) == (Truth.UNDECIDED, "undecided")


def test_the_laws_are_those_of_the_mechanisms(truths):
    step = lambda state, record: state / 2 + record  # noqa: E731
    known = GridIteration(0, (step, step), (Finite((0, 1), (HALF, HALF)),) * 2, Finite(((1, 0), (1, 1)), (Fraction(1, 3), Fraction(2, 3))))
    data = c.finite_law({(1, 0): Fraction(1, 3), (1, 1): Fraction(2, 3)})
    assert truths(c.Compare(LAST(walk(HALF, FAIR), data), "==", c.term(known.law()))) == BOTH
    linear = LinearGaussianIteration(0, (HALF, HALF), (1, 1), (1, 1)).law()
    assert (linear.mean, linear.variance_) == (Fraction(3, 2), Fraction(5, 4))


def test_evaluator_and_checker_agree_on_drawn_iterations(truths):
    """The evaluator steps forward; the checker stretches every noise by the slopes after it."""
    rng = random.Random(3)
    for noise in (c.FINITE_NOISE, c.NORMAL_NOISE):
        for steps in (1, 2, 3):
            whole = Drawer(rng, 2).member(c.Iterations(steps, BITS, noise), {})
            data = [formula(Drawer(rng, 2).member(c.Sequences(steps, BITS), {})) for _ in range(2)]
            loss = D(*(LAST(formula(whole), d) for d in data), Fraction(1, 2))
            value = ev.value(loss, {}, ev.Context(64))
            if value == float("inf"):
                assert truths(c.Compare(loss, "==", c.oo)) == BOTH
            else:
                near = Fraction(float(ev.numbers.to_float(value)))
                assert truths(le(c.Abs(loss - near), Fraction(1, 10**9) * (1 + abs(near)))) == BOTH


def test_a_polyline_is_straight_between_its_nodes():
    line = Polyline(fmpq(-1), ((fmpq(0), fmpq(0)), (fmpq(2), fmpq(1))), fmpq(3))
    assert [line.at(fmpq(p)) for p in (-2, 0, 1, 2, 3)] == [2, 0, fmpq(1, 2), 1, 4]
    assert line.constant == 3


@pytest.mark.parametrize(("declare", "words"), [
    (lambda: c.Iterations(2, BITS, None), "noise must be stated as one of finite-noise, normal-noise"),
    (lambda: c.Iterations(2, BITS, c.FINITE_NOISE, 2), r"contraction must lie in \[0, 1\], got contraction=2"),
    (lambda: walk(2, FAIR), "at most 1, got 2 for step 1 and record 0"),
    (lambda: c.iteration(0, ({0: c.polyline({0: 0, 1: 3}, 0, 0)}, FAIR)), "got 3 for step 1"),
    (lambda: c.iteration(0), "at least one entry"),
    (lambda: c.iteration(0, ({0: c.term(1)}, FAIR)), "a map must be a polyline"),
    (lambda: c.polyline({}, 0, 0), "at least one point"),
])
def test_what_is_no_contractive_iteration_is_refused_where_it_is_declared(declare, words):
    with pytest.raises(c.ClaimError, match=words):
        declare()


@pytest.mark.parametrize("seed", range(12))
def test_the_largest_shift_of_a_step_is_that_of_a_grid_or_larger(seed):
    """The supremum over states: no state of a fine grid is worse, one of its candidates attains it, and the checker finds the same."""
    rng = random.Random(seed)
    drawer = Drawer(rng, 2)
    whole = iterations.draw(drawer, c.Iterations(1, c.Labels(3), c.FINITE_NOISE), {})
    laws_ = [c.finite_law({k: Fraction(w, sum(weights)) for k, w in enumerate(weights, 1)}) for weights in ([rng.randint(1, 3) for _ in range(3)] for _ in range(2))]
    node = formula(whole)

    def at(low, high):
        return c.step_shift(node, *laws_, 1, low, high)

    largest = ev.value(at(-4, 4), {}, ev.Context(64))
    grid = [ev.value(at(x, x), {}, ev.Context(64)) for x in (Fraction(k, 8) for k in range(-32, 33))]
    assert max(grid) <= largest
    assert numbers.to_float(largest) <= numbers.to_float(ev.value(at("-oo", "oo"), {}, ev.Context(64)))
    for low, high in ((-4, 4), ("-oo", "oo"), (Fraction(1, 3), Fraction(1, 3))):
        theirs = Evaluator(Budget()).number(to_json(at(low, high)), {})
        assert numbers.to_float(ev.value(at(low, high), {}, ev.Context(64))) == float(theirs if isinstance(theirs, Fraction) else "inf")


def test_a_gap_that_grows_below_the_largest_one_becomes_the_largest():
    """The images are 10 apart, or w/10, so that the supremum over all states from 0 on is infinite: both evaluators."""
    maps = {1: c.straight(1, 10), 2: c.straight(-1, 0), 3: c.straight(1, 0), 4: c.straight(Fraction(-9, 10), 0)}
    first, second = (c.finite_law(dict.fromkeys(pair, HALF)) for pair in ((1, 2), (3, 4)))
    for high, largest in ((100, 10.0), (1000, 100.0), ("oo", float("inf"))):
        shift = c.step_shift(c.iteration(0, (maps, c.finite_law({0: 1}))), first, second, 1, 0, high)
        theirs = Evaluator(Budget()).number(to_json(shift), {})
        assert numbers.to_float(ev.value(shift, {}, ev.Context(64))) == largest == float(theirs if isinstance(theirs, Fraction) else "inf")


def test_the_image_of_an_iterate_is_the_iterate_without_its_noise():
    """Both evaluators, on a step that adds a fair coin."""
    whole = c.iteration(1, ({1: c.straight(Fraction(1, 2), 3)}, c.finite_law({0: Fraction(1, 2), 1: Fraction(1, 2)})))
    image = c.image_law(whole, 1, 1)
    assert ev.value(image, {}, ev.Context(64)).points == (fmpq(7, 2),)
    assert Evaluator(Budget()).law(to_json(image), {}).points == [Fraction(7, 2)]


def test_affine_maps_that_end_in_an_interval_are_drawn():
    """Of affine maps only constant ones end in an interval, as after a projection."""
    x, low = c.numbers("x low")
    projected = c.ForAll({t: c.upto(T), k: c.upto(2)}, c.Compare(c.step_map(M, t, k, 0), "==", c.step_map(M, t, k, 1)))
    for bound, status in ((x + 1, Status.SUPPORTED), (x, Status.REFUTED)):
        domain = {**NORMAL, low: c.at_least(0), x: c.at_least(0)}
        given = (projected, c.ForAll({k: c.upto(2)}, le(c.step_map(M, T, k, 0), x)))
        (variant,) = c.Claim("toy/item", "Item", forall=domain, given=given, states=c.Compare(c.step_map(M, T, 1, 0), "<", bound)).variants()
        assert search.decide(Task(variant, EFFORTS["quick"])).status is status
