"""Equations among hypotheses are made true exactly, by a number or by a weight, a point, a shift or a scale of a law; where that cannot be done with fractions, nothing is claimed."""

import random

import pytest
from flint import fmpq

import verify.claims as c
from verify.claims import Claim, numbers, objects
from verify.engines import evaluate as ev
from verify.engines.balance import balance
from verify.engines.task import EFFORTS, Task
from verify.engines.truth import Truth
from verify.quantities import mean
from verify.values import laws

x, y, z, v = numbers("x y z v")
P, Q = objects("P Q")
HALF = fmpq(1, 2)


def task(forall, *given):
    (variant,) = Claim("toy/balance", "Toy", forall=forall, given=given, states=c.All(*(c.Compare(name, "==", name) for name in forall))).variants()
    return Task(variant, EFFORTS["standard"])


def moment(order):
    return c.Expect({x: P}, x**order)


def settled(one, env, tight=False):
    return balance(one, {}).settled(env, random.Random(0), tight)


@pytest.mark.parametrize("points", [(-1, 3), (0, 2, 5), (-3, -1, 4, 7)])
def test_a_law_gets_mean_0(points):
    one = task({P: c.Laws(c.LINE)}, c.Compare(mean(P), "==", 0))
    found = settled(one, {"P": laws.FiniteLaw([fmpq(k) for k in points], [fmpq(1, len(points))] * len(points))})
    assert laws.mean(found["P"]) == 0 and len(found["P"].points) == len(points)


def test_the_support_is_respected():
    one = task({P: c.Laws(c.LINE, support=c.between(-1, 1))}, c.Compare(mean(P), "==", 0))
    found = settled(one, {"P": laws.FiniteLaw([fmpq(-1), fmpq(1)], [fmpq(1, 10), fmpq(9, 10)])})
    assert found["P"] == laws.FiniteLaw([fmpq(-1), fmpq(1)], [HALF, HALF])
    beyond = task({P: c.Laws(c.LINE, support=c.between(1, 2))}, c.Compare(mean(P), "==", 0))
    assert settled(beyond, {"P": laws.FiniteLaw([fmpq(1), fmpq(2)], [HALF, HALF])}) is None


def test_two_equations_are_solved_one_inside_the_other():
    one = task({P: c.Laws(c.LINE)}, c.Compare(mean(P), "==", 0), c.Compare(moment(2), "==", 1))
    found = settled(one, {"P": laws.FiniteLaw([fmpq(-1), fmpq(3)], [HALF, HALF])})
    assert laws.mean(found["P"]) == 0 and sum(w * p * p for p, w in found["P"].items()) == 1


def test_numbers_come_before_laws():
    one = task({P: c.Laws(c.LINE), v: c.above(0)}, c.Compare(moment(2), "==", v))
    law = laws.FiniteLaw([fmpq(1), fmpq(2)], [HALF, HALF])
    assert settled(one, {"P": law, "v": fmpq(1)}) == {"P": law, "v": fmpq(5, 2)}


def test_a_point_of_the_sphere_is_exact_and_an_inequality_can_be_met_at_its_edge():
    env = {"x": fmpq(1, 3), "y": fmpq(2, 3), "z": fmpq(1, 5)}
    sphere = c.Compare(x**2 + y**2 + z**2, "==", 1)
    found = settled(task({x: c.REALS, y: c.REALS, z: c.REALS}, sphere), env)
    assert found != env and ev.holds(sphere, found)[0] is Truth.TRUE
    ball = task({x: c.REALS, y: c.REALS, z: c.REALS}, c.Compare(x**2 + y**2 + z**2, "<=", 1))
    assert settled(ball, env) == env
    assert ev.holds(sphere, settled(ball, env, tight=True))[0] is Truth.TRUE


def test_what_has_no_solution_in_fractions_is_left_alone():
    law = {"P": laws.FiniteLaw([fmpq(1)], [fmpq(1)])}
    assert settled(task({P: c.Laws(c.LINE)}, c.Compare(moment(2), "==", 2)), law) is None  # the point would be the root of 2
    assert settled(task({P: c.Laws(c.LINE)}, c.Compare(c.exp(mean(P)), "==", 2)), law) is None
    assert settled(task({P: c.Laws(c.LINE)}, c.Compare(moment(2), "==", -1)), law) is None
