"""What the checker says of a term by the way it is written (finite, positive, at least 0, the direction in which it moves) is true of its values at drawn points."""

from fractions import Fraction as F
from random import Random

import pytest

from verify.evidence.checker.bounds import way
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.formula import stated
from verify.evidence.checker.numbers import ZERO, Budget, NoValue, Undecided, is_point_infinite, relations
from verify.evidence.checker.sorts import ANY, Sorts, included

OPEN, CLOSED = ["word", "open"], ["word", "closed"]
PLACES = [["interval", "0", "oo", OPEN, OPEN], ["interval", "0", "oo", CLOSED, OPEN], ["interval", "0", "1", CLOSED, CLOSED], ["interval", "-2", "3", OPEN, CLOSED], ["interval", "-oo", "oo", OPEN, OPEN],
          ["interval", "1", "oo", CLOSED, CLOSED], ["integers", "0", "oo"], ["integers", "-2", "2"], ["one_of", "1", "-5"], ["one_of", "1", "1/2"], ["unstated", ["interval", "1", "oo", OPEN, OPEN]],
          ["interval", "-oo", "0", CLOSED, OPEN], ["interval", "0", "1", OPEN, OPEN]]
CONSTANTS = ["0", "1", "2", "-1", "1/2", "-1/2", "-2", "3"]
NAMES = "abc"


def var(name):
    return ["var", ["word", name]]


def drawn_term(rng, depth):
    if depth == 0 or rng.random() < 0.2:
        return var(rng.choice(NAMES)) if rng.random() < 0.6 else rng.choice(CONSTANTS)
    head = rng.choice(["add", "mul", "mul", "pow", "pow", "exp", "log", "abs", "max", "min"])
    count = {"pow": 2, "exp": 1, "log": 1, "abs": 1}.get(head, rng.choice([2, 2, 3]))
    return [head, *(drawn_term(rng, depth - 1) for _ in range(count))]


def drawn_member(rng, place):
    """A member of a set, often an end of it."""
    place = stated(place)
    if place[0] == "one_of":
        return F(rng.choice(place[1:]))
    low, high = (F(-4) if place[1] == "-oo" else F(place[1])), (F(5) if place[2] == "oo" else F(place[2]))
    if place[0] == "integers":
        return F(rng.randint(int(low), int(high)))
    ends = [low] * (place[3] == CLOSED and place[1] != "-oo") + [high] * (place[4] == CLOSED and place[2] != "oo")
    return rng.choice(ends) if ends and rng.random() < 0.4 else low + (high - low) * F(rng.randint(1, 39), 40)


def value(f, env):
    """The value of a term; None where it has none, Undecided where that is not seen."""
    try:
        return Evaluator(Budget(seconds=5)).number(f, env)
    except NoValue:
        return None


def is_below(x, y):
    return relations(x, y) <= {"<"}


@pytest.mark.parametrize("seed", range(4))
def test_what_is_said_of_terms_is_true_of_their_values(seed):
    rng = Random(seed)
    said = dict.fromkeys(("finite", "positive", "at least 0", "way"), 0)
    for _ in range(2500):
        sets = {name: rng.choice(PLACES) for name in NAMES}
        f, sorts = drawn_term(rng, 3), Sorts(sets)
        if not sorts.finite(f):
            continue
        said["finite"] += 1
        positive, at_least_0 = sorts.positive(f), sorts.at_least_0(f)
        said["positive"] += positive
        said["at least 0"] += at_least_0
        moving = rng.choice(NAMES)
        direction = way(sorts, f, moving) if sorts.finite(var(moving)) else None
        said["way"] += direction in (1, -1)
        for _ in range(6):
            env = {name: drawn_member(rng, place) for name, place in sets.items()}
            other = {**env, moving: drawn_member(rng, sets[moving])}
            low, high = sorted((env, other), key=lambda one: one[moving])
            try:
                x, y = value(f, low), value(f, high)
                assert x is not None and y is not None and not is_point_infinite(x), (f, sets, low, high)
                assert not (positive and not relations(x, ZERO) & {">"}), (f, sets, low)
                assert not (at_least_0 and is_below(x, ZERO)), (f, sets, low)
                assert not (direction == 1 and is_below(y, x)), (f, sets, low, high)
                assert not (direction == -1 and is_below(x, y)), (f, sets, low, high)
                assert not (direction == 0 and not relations(x, y) & {"="}), (f, sets, low, high)
            except (Undecided, OverflowError):
                continue
    assert min(said.values()) > 50, said


NUMBERS = [["interval", low, high, left, right] for low in ("-oo", "0", "1") for high in ("1", "2", "oo") for left in (OPEN, CLOSED) for right in (OPEN, CLOSED)]
NUMBERS += [["integers", "1", "2"], ["integers", "0", "oo"], ["integers", "-oo", "2"]]
MEMBERS = ["-oo", "-1", "0", "1/2", "1", "3/2", "2", "3", "oo"]


def holds(place, x):
    low, high, value = (float(F(end)) if "o" not in end else float(end.replace("oo", "inf")) for end in (place[1], place[2], x))
    if place[0] == "integers":
        return low <= value <= high and abs(value) != float("inf") and value == int(value)
    return (low < value or (low == value and place[3] == CLOSED)) and (value < high or (value == high and place[4] == CLOSED))


def test_families_lie_in_those_of_wider_ranges_alone():
    found = 0
    for one in NUMBERS:
        for other in NUMBERS:
            index = ["integers", "1", var("n")]
            if included(["families", index, one], ["families", index, other]):
                found += 1
                assert all(holds(other, x) for x in MEMBERS if holds(one, x)), (one, other)
            elif one[0] == other[0] == "interval":
                assert any(holds(one, x) and not holds(other, x) for x in MEMBERS) or not any(holds(one, x) for x in MEMBERS), (one, other)
    assert found > 100
    assert not included(["families", ["integers", "1", "2"], NUMBERS[0]], ["families", ["integers", "1", "3"], NUMBERS[0]])
    assert not included(["families", index, ["interval", "0", var("n"), CLOSED, CLOSED]], ["families", index, ["interval", "0", "1", CLOSED, CLOSED]])


def test_quotients_and_logarithms_by_where_their_names_lie():
    sorts = Sorts({"a": ["interval", "1", "oo", OPEN, OPEN], "b": ["interval", "0", "1", OPEN, CLOSED], "c": ["interval", "1", "oo", CLOSED, OPEN]})
    less_its_share, scaled = ["add", "1", ["mul", "-1", ["pow", var("a"), "-1"]]], ["mul", "5/4", ["pow", var("b"), "-1"]]
    assert sorts.positive(less_its_share) and sorts.positive(["log", scaled]) and sorts.positive(["log", var("a")])
    assert sorts.finite(["pow", ["mul", "2", ["log", scaled]], "1/2"])
    reaching = ["add", "1", ["mul", "-1", ["pow", var("c"), "-1"]]]
    assert sorts.at_least_0(reaching) and not sorts.positive(reaching)
    assert not sorts.at_least_0(["add", "1", ["mul", "-2", ["pow", var("a"), "-1"]]])
    assert not sorts.at_least_0(["add", "1", ["mul", "-1", ["pow", var("b"), "-1"]]])
    assert not sorts.at_least_0(["log", ["mul", "3/4", ["pow", var("b"), "-1"]]])


def test_points_of_labels_have_coordinates_that_are_labels():
    def law(*sizes):
        labels = [["labels", size] for size in sizes]
        return ["laws", labels[0] if len(sizes) == 1 else ["product_space", ["()", *labels], None], ANY, ANY, None]

    plane = ["euclid", "2", "2"]
    kernels = {name: ["kernels", source, ["labels", "4"], ["word_", ["word", "randomised"]]] for name, source in (("K", ["labels", "2"]), ("L", ["labels", "3"]), ("M", plane))}
    sorts = Sorts({"P": law("2"), "Q": law("3"), "J": law("2", "3"), "R": ["laws", plane, ANY, ANY, None], **kernels})
    assert sorts.of(["product", var("P"), var("Q")]) == law("2", "3")
    assert sorts.of(["then", var("P"), var("K")]) == law("2", "4")
    assert [sorts.of(["marginal", var("J"), place]) for place in ("1", "2")] == [law("2"), law("3")]
    assert sorts.of(["marginal", ["then", var("Q"), var("L")], "2"]) == law("4")
    assert sorts.of(["marginal", ["product", var("Q"), var("P"), var("P")], "1"]) == law("3")
    no_labels = [["product", var("P"), var("R")], ["product", var("P")], ["then", var("P"), var("L")], ["then", var("R"), var("M")], ["product", var("J"), var("P")]]
    no_coordinates = [["marginal", var("J"), place] for place in ("0", "3", "-1", "1/2", var("a"))] + [["marginal", var("P"), "1"], ["marginal", var("R"), "1"]]
    assert [sorts.of(f) for f in (*no_labels, *no_coordinates)] == [None] * 12


def test_events_of_labels_have_indices_up_to_their_number():
    upto, beyond = ["integers", "1", var("n")], ["integers", "0", var("n")]
    sorts = Sorts({"n": ["integers", "1", "oo"], "j": upto, "i": upto, "k": beyond, "m": ["integers", "1", "oo"], "x": PLACES[2]})
    assert sorts.of(["event", var("j")]) == sorts.of(["event", var("i"), var("j")]) == ["events", ["labels", var("n")]]
    assert [sorts.of(["event", *map(var, points)]) for points in ("k", "jk", "x", "jm")] == [None] * 4
    assert sorts.of(["event", ["add", var("j"), "1"]]) is None
