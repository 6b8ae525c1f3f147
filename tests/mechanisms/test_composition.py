"""Compositions against tables computed by hand, and against runs of the process."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from mechanisms import (
    AdaptiveComposition,
    AdaptiveKernelStep,
    AdaptiveSharedCoinComposition,
    ByDataSet,
    ByPosition,
    ByValue,
    Finite,
    IndependentComposition,
    JointCoinComposition,
    Kernel,
    KernelStep,
    ParallelComposition,
    RuleTable,
    SharedCoinComposition,
    Step,
)

F = Fraction
COIN = Finite((0, 1), (F(3, 4), F(1, 4)))  # 1 flips the answer


def flip(data, past, coin):
    """Randomised response to a bit: it looks at no earlier output."""
    return (data + coin) % 2


def mask(data, past, coin):
    """The bit plus the last output plus the coin: it looks at the earlier output if it is shown one."""
    return (data + sum(past) + coin) % 2


def ones(data, past, coin):
    """Number of records equal to 1, plus the coin."""
    return sum(record == 1 for record in data) + coin


INDEPENDENT = IndependentComposition((Step(flip, COIN), Step(flip, COIN)))
ADAPTIVE = AdaptiveComposition((Step(flip, COIN), Step(mask, COIN)))
SHARED = SharedCoinComposition(COIN, (flip, flip))
ADAPTIVE_SHARED = AdaptiveSharedCoinComposition(COIN, (flip, mask))
CORRELATED = JointCoinComposition(Finite(((0, 0), (0, 1), (1, 1)), (F(1, 2), F(1, 4), F(1, 4))), (flip, flip))
ALL = {
    "independent": INDEPENDENT,
    "adaptive": ADAPTIVE,
    "shared": SHARED,
    "adaptive and shared": ADAPTIVE_SHARED,
    "correlated": CORRELATED,
}
every_composition = pytest.mark.parametrize("composition", ALL.values(), ids=ALL.keys())


def test_independent_coins_give_the_product():
    assert INDEPENDENT.joint(0).table() == {(0, 0): F(9, 16), (0, 1): F(3, 16), (1, 0): F(3, 16), (1, 1): F(1, 16)}


def test_a_shared_coin_gives_equal_answers_to_equal_questions():
    assert SHARED.joint(0).table() == {(0, 0): F(3, 4), (1, 1): F(1, 4)}
    assert SHARED.joint(1).table() == {(1, 1): F(3, 4), (0, 0): F(1, 4)}


def test_two_rules_with_one_coin_can_reveal_what_each_hides():
    one_time_pad = SharedCoinComposition(Finite.uniform((0, 1)), (lambda data, past, coin: coin, flip))
    for i in (0, 1):
        assert one_time_pad.step(i, 0).table() == one_time_pad.step(i, 1).table()
    assert one_time_pad.joint(0).mass(lambda pair: pair[0] == pair[1]) == 1
    assert one_time_pad.joint(1).mass(lambda pair: pair[0] == pair[1]) == 0


def test_an_adaptive_step_sees_the_earlier_output():
    # data 1: the first output is 1 + c1, the second 1 + (1 + c1) + c2 = c1 + c2 modulo 2
    assert ADAPTIVE.joint(1).table() == {(1, 0): F(9, 16), (1, 1): F(3, 16), (0, 1): F(3, 16), (0, 0): F(1, 16)}


def test_an_adaptive_step_with_the_same_coin_cancels_it():
    # data 1: the first output is 1 + c, the second 1 + (1 + c) + c = 0 modulo 2
    assert ADAPTIVE_SHARED.joint(1).table() == {(1, 0): F(3, 4), (0, 0): F(1, 4)}


def test_an_adaptive_table_is_followed_past_by_past():
    first = KernelStep(Kernel({"D": Finite(("a", "b"), (F(1, 3), F(2, 3)))}))
    second = AdaptiveKernelStep(
        Kernel({("D", ("a",)): Finite((0, 1), (F(1, 2), F(1, 2))), ("D", ("b",)): Finite((0, 2), (F(1, 4), F(3, 4)))})
    )
    assert AdaptiveComposition((first, second)).joint("D").table() == {
        ("a", 0): F(1, 6),
        ("a", 1): F(1, 6),
        ("b", 0): F(1, 6),
        ("b", 2): F(1, 2),
    }


def test_a_step_that_is_not_adaptive_is_shown_nothing():
    composition = IndependentComposition((Step(flip, COIN), Step(lambda data, past, coin: len(past), COIN)))
    assert composition.joint(0).marginal(1).table() == {0: 1}
    assert SharedCoinComposition(COIN, (flip, mask)).joint(0).table() == SHARED.joint(0).table()


def test_any_joint_law_of_coins_covers_shared_and_independent_coins():
    shared = JointCoinComposition(Finite(((0, 0), (1, 1)), (F(3, 4), F(1, 4))), (flip, flip))
    independent = JointCoinComposition(COIN.product(COIN), (flip, flip))
    for data in (0, 1):
        assert shared.joint(data).table() == SHARED.joint(data).table()
        assert independent.joint(data).table() == INDEPENDENT.joint(data).table()


@every_composition
def test_the_law_of_a_step_that_sees_no_output_is_the_marginal_of_the_joint_law(composition):
    for data in (0, 1):
        assert composition.step(0, data, ()).table() == composition.joint(data).marginal(0).table()
        if composition not in (ADAPTIVE, ADAPTIVE_SHARED):
            assert composition.step(1, data).table() == composition.joint(data).marginal(1).table()


@pytest.mark.parametrize("composition", [INDEPENDENT, ADAPTIVE])
def test_with_coins_of_its_own_a_step_has_its_conditional_law(composition):
    for past in ((0,), (1,)):
        assert composition.conditional(1, 1, past).table() == composition.step(1, 1, past).table()


def test_with_a_shared_coin_the_conditional_law_differs_from_the_step_on_its_own():
    assert SHARED.step(1, 0).table() == {0: F(3, 4), 1: F(1, 4)}
    assert SHARED.conditional(1, 0, (1,)).table() == {1: 1}
    assert ADAPTIVE_SHARED.step(1, 1, (1,)).table() == {0: F(3, 4), 1: F(1, 4)}
    assert ADAPTIVE_SHARED.conditional(1, 1, (1,)).table() == {0: 1}
    assert CORRELATED.conditional(1, 0, (0,)).table() == {0: F(2, 3), 1: F(1, 3)}


@every_composition
def test_runs_have_the_joint_law(composition):
    joint = composition.joint(1)
    counts = Counter(composition.sample(1, 4_000, np.random.default_rng(17)))
    assert set(counts) <= set(joint.points)
    expected = {point: 4_000 * float(weight) for point, weight in joint.items()}
    statistic = sum((counts[point] - mean) ** 2 / mean for point, mean in expected.items())
    assert statistic < 30.7  # chi-square with 3 degrees, level 1e-6; fewer degrees where there are fewer points


def test_runs_of_kernel_steps_have_the_joint_law():
    step = KernelStep(Kernel({0: COIN}))
    counts = Counter(IndependentComposition((step, step)).sample(0, 4_000, np.random.default_rng(1)))
    statistic = sum(
        (counts[point] - 4_000 * float(w)) ** 2 / (4_000 * float(w)) for point, w in COIN.product(COIN).items()
    )
    assert statistic < 30.7  # chi-square with 3 degrees, level 1e-6


def test_a_composition_is_a_kernel_over_data_sets_and_a_mechanism():
    kernel = SHARED.kernel((0, 1))
    assert kernel.inputs == (0, 1)
    assert kernel(1) == SHARED.output(1) == SHARED.joint(1)


def test_symbolic_weights_stay_symbolic():
    p = sp.Symbol("p", real=True)
    coin = Finite((0, 1), (1 - p, p))
    joint = AdaptiveComposition((Step(flip, coin), Step(mask, coin))).joint(1)
    assert sp.expand(joint.probability((0, 1)) - p * (1 - p)) == 0
    assert sp.expand(sum(weight for _, weight in joint.items())) == 1


def test_parallel_by_position_gives_each_step_its_records():
    composition = ParallelComposition(
        IndependentComposition((Step(ones, COIN), Step(ones, COIN))), ByPosition(2, lambda position: position % 2)
    )
    # parts of (1, 0, 1) are (1, 1) and (0,)
    assert composition.joint((1, 0, 1)).table() == {
        (2, 0): F(9, 16),
        (2, 1): F(3, 16),
        (3, 0): F(3, 16),
        (3, 1): F(1, 16),
    }
    assert composition.step(0, (1, 0, 1)).table() == {2: F(3, 4), 3: F(1, 4)}


def test_parallel_composition_keeps_the_coins_and_the_adaptivity_of_its_steps():
    by_value = ByValue(2, {0: 0, 1: 1})
    shared = ParallelComposition(SharedCoinComposition(COIN, (ones, ones)), by_value)
    assert shared.joint((1, 0, 1)).table() == {(0, 2): F(3, 4), (1, 3): F(1, 4)}
    add_past = lambda data, past, coin: len(data) + sum(past)  # noqa: E731
    adaptive = ParallelComposition(AdaptiveComposition((Step(ones, COIN), Step(add_past, COIN))), by_value)
    assert adaptive.joint((1, 0, 1)).table() == {(0, 2): F(3, 4), (1, 3): F(1, 4)}
    assert adaptive.conditional(1, (1, 0, 1), (1,)).table() == {3: 1}
    assert shared.conditional(1, (1, 0, 1), (0,)).table() == {2: 1}


def test_a_partition_that_sees_the_whole_data_set_can_move_all_records_at_once():
    by_parity = ByDataSet(2, lambda data: (sum(data) % 2,) * len(data))
    count = lambda data, past, coin: len(data)  # noqa: E731
    sizes = ParallelComposition(SharedCoinComposition(COIN, (count, count)), by_parity)
    assert sizes.joint((1, 1)).table() == {(2, 0): 1}
    assert sizes.joint((1, 0)).table() == {(0, 2): 1}


def test_a_table_is_a_rule():
    table = {(0, (), 0): "a", (0, (), 1): "b", (0, ("a",), 0): "a", (0, ("b",), 0): "c"}
    composition = AdaptiveComposition((Step(table, COIN), Step(table, Finite.point_mass(0))))
    assert composition.joint(0).table() == {("a", "a"): F(3, 4), ("b", "c"): F(1, 4)}


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: IndependentComposition(()), ValueError, r"IndependentComposition: steps must have at least one entry"),
        (
            lambda: AdaptiveComposition((flip,)),
            TypeError,
            r"AdaptiveComposition: steps must be Step, .* got steps\[0\]=",
        ),
        (lambda: SharedCoinComposition(COIN, ()), ValueError, r"rules must have at least one entry, got rules=\(\)"),
        (
            lambda: SharedCoinComposition(COIN, (flip, 3)),
            TypeError,
            r"rules\[1\] must be a function or a table, got rule",
        ),
        (lambda: Step(flip, 1), TypeError, r"Step: a coin must be a Finite distribution, got coin=1; a rule without coin takes"),
        (
            lambda: JointCoinComposition(COIN, (flip,)),
            ValueError,
            r"coins must be tuples of 1 entries, got points\[0\]=0",
        ),
        (lambda: RuleTable({(0, 0): 1}), TypeError, r"RuleTable: an entry must be for \(data, past, coin\)"),
        (lambda: RuleTable({})(0, (), 1), ValueError, r"got none for data=0, past=\(\), coin=1; add it"),
        (lambda: RuleTable([((0, (), 0), 1), ((F(0), (), 0), 2)]), ValueError, r"entries must be distinct, got entry="),
        (
            lambda: SHARED.step(2, 0),
            ValueError,
            r"SharedCoinComposition.step: index must be one of 0, ..., 1, got index=2",
        ),
        (lambda: ADAPTIVE.step(1, 0), ValueError, r"step: past must hold the 1 earlier outputs, got past=\(\)"),
        (lambda: SHARED.conditional(1, 0, ()), ValueError, r"conditional: past must hold the 1 earlier outputs"),
        (lambda: SHARED.conditional(1, 0, (7,)), ValueError, r"the event must have positive probability"),
        (
            lambda: ParallelComposition(SHARED, ByValue(3, lambda record: 0)),
            ValueError,
            r"ParallelComposition: partition must have one part for each step, got parts=3, steps=2",
        ),
    ],
)
def test_wrong_calls_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()
