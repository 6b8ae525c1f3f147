"""The gradient of the margin leads from an instance where a statement holds to one where it fails."""

import random

import pytest
from flint import fmpq

from verify import claims as c
from verify import quantities as q
from verify.engines import evaluate as ev
from verify.engines import search
from verify.engines.ascent import coordinates, descend, moved
from verify.engines.calibrate import plan
from verify.engines.task import EFFORTS, Task
from verify.engines.truth import Truth
from verify.values.laws import FiniteLaw

x, y, z = c.numbers("x y z")
P, Q = c.objects("P Q")
UNIT = c.between(0, 1)
PEAK = x * (1 - x) * y * (1 - y) * z * (1 - z)


def task(forall, states, given=()):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states).variants()
    return Task(variant, EFFORTS["standard"])


def descent(toy, base):
    tally = search.Tally()

    def look(env):
        return search.look_at(toy, env, tally), tally.last

    false, margin = look(base)
    assert not false
    return descend(toy, plan(toy), base, margin, look, 400, random.Random(0), lambda name, value: False)


def test_a_peak_in_the_interior_is_climbed():
    toy = task({x: UNIT, y: UNIT, z: UNIT}, c.Compare(PEAK, "<=", c.number("1/65")))
    found = descent(toy, {"x": fmpq(1, 5), "y": fmpq(4, 5), "z": fmpq(1, 4)})
    assert found is not None
    assert all(abs(float(found[n].p) / float(found[n].q) - 0.5) < 0.2 for n in "xyz")


def test_a_bound_that_is_attained_is_not_passed():
    toy = task({x: UNIT, y: UNIT, z: UNIT}, c.Compare(PEAK, "<=", c.number("1/64")))
    assert descent(toy, {"x": fmpq(1, 5), "y": fmpq(4, 5), "z": fmpq(1, 4)}) is None


def test_weights_of_laws_move_and_stay_weights():
    laws = {P: c.Laws(c.Labels(2)), Q: c.Laws(c.Labels(2))}
    toy = task(laws, c.Compare(q.jensen_shannon_divergence(P, Q), "<=", c.number("2/5")))
    two = [fmpq(1), fmpq(2)]
    found = descent(toy, {"P": FiniteLaw(two, [fmpq(3, 5), fmpq(2, 5)]), "Q": FiniteLaw(two, [fmpq(2, 5), fmpq(3, 5)])})
    assert found is not None
    assert sum(found["P"].weights, fmpq(0)) == 1


def test_points_of_laws_on_the_line_move():
    toy = task({P: c.Laws(c.LINE)}, c.Compare(q.absolute_moment(P, 2) - q.absolute_moment(P, 1) ** 2, "<=", 5))
    found = descent(toy, {"P": FiniteLaw([fmpq(0), fmpq(2)], [fmpq(1, 2), fmpq(1, 2)])})
    assert found is not None


def test_an_instance_stays_in_its_declared_sets():
    toy = task({x: c.between(0, c.number("1/3"))}, c.Compare(x, "<=", c.number("1/2")))
    assert descent(toy, {"x": fmpq(1, 4)}) is None


@pytest.mark.parametrize("value", [fmpq(3, 7), FiniteLaw([fmpq(0), fmpq(1)], [fmpq(1, 3), fmpq(2, 3)])])
def test_a_move_by_nothing_changes_little(value):
    places = list(coordinates(value, "v"))
    same = moved(value, [(p.path, 0.0 if p.weight else (3 / 7 if p.path == () else float(p.path[-1][1]))) for p in places])
    assert same == value


def test_the_margin_decides_nothing_by_itself():
    toy = task({x: UNIT}, c.Compare(x, "<=", 1))
    assert search.hunt(toy)[0] is None
    assert ev.holds(toy.states, {"x": fmpq(1)})[0] is Truth.TRUE
