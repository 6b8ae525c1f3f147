"""Functions of a class in a search: what is drawn belongs to the class, false constants are refuted with evidence that the checker confirms, and instances can be given by hand."""

import json
import random

import pytest

from verify import claims as c
from verify.engines import arithmetic, plainer, ridges, search
from verify.engines import evaluate as ev
from verify.engines.draw import Drawer
from verify.engines.handy import CannotDraw
from verify.engines.membership import contains
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence import certificate
from verify.evidence.checker.check import check_data
from verify.values.formulas import formula

d, L, mu, h, M, R = c.numbers("d L mu h M R")
f, x, y, x_0, x_star, g = c.objects("f x y x_0 x_star g")
SPACE = c.Euclid(d, 2)
LESS = c.number("99/100")
C = ev.Context(64)


def square(a):
    return c.norm(a, 2) ** 2


def slope(a):
    return c.gradient(f, a)


def task(forall, states, given=(), hints=None):
    (variant,) = c.Claim("toy/item", "Item", forall=forall, given=given, states=states, hints=hints or c.Hints()).variants()
    return Task(variant, EFFORTS["standard"])


CLASSES = [
    c.FunctionClass(c.LINE, convexity=0, smoothness=2), c.FunctionClass(c.Euclid(2, 2), convexity="1/3", smoothness=2), c.FunctionClass(c.Euclid(3, 2), smoothness=1),
    c.FunctionClass(c.Euclid(2, 2), convexity=0, lipschitz=3), c.FunctionClass(c.LINE, convexity=0, smoothness=1, lipschitz=1), c.FunctionClass(c.LINE, smoothness=4, bound=1),
    c.FunctionClass(c.LINE, convexity=-1), c.FunctionClass(c.LINE, convexity=0, bound=2),
]


@pytest.mark.parametrize("where", CLASSES)
def test_what_is_drawn_belongs_to_the_class_and_so_do_its_neighbours_or_they_are_told_apart(where):
    rng = random.Random(1)
    kinds = set()
    for _ in range(25):
        found = ridges.draw(Drawer(rng), where, {})
        kinds.add(found)
        assert contains(where, found, {}, C) is Truth.TRUE
        assert ev.value(formula(found), {}, C) == found
        assert contains(where, plainer.nudge(found, rng), {}, C) in (Truth.TRUE, Truth.FALSE)
        assert all(plainer.size(one) < plainer.size(found) for one in plainer.simpler(found))
    assert len(kinds) > 3 or where.args[4] is not None
    assert all(contains(where, one, {}, C) in (Truth.TRUE, Truth.FALSE) for one in ridges.small(where, {}))


def test_no_strongly_convex_function_is_lipschitz():
    with pytest.raises(CannotDraw):
        ridges.draw(Drawer(random.Random(1)), c.FunctionClass(c.LINE, convexity=1, lipschitz=1), {})


def test_minimisers_and_subgradients_are_drawn_from_the_function():
    rng = random.Random(2)
    for _ in range(20):
        drawer = Drawer(rng)
        found = ridges.draw(drawer, CLASSES[3], {})
        env = {"f": found}
        try:
            point = drawer.member(c.minimisers(f), env)
        except CannotDraw:
            continue
        assert contains(c.minimisers(f), point, env, C) is Truth.TRUE
        zero = arithmetic.times(0 * point[0], point, 64)
        assert contains(c.subdifferential(f, x), zero, {**env, "x": point}, C) is Truth.TRUE
        one = drawer.member(c.subdifferential(f, x), {**env, "x": point})
        assert contains(c.subdifferential(f, x), one, {**env, "x": point}, C) is Truth.TRUE


FALSE = {
    "descent lemma": ({d: c.integers(1), L: c.above(0), f: c.FunctionClass(SPACE, smoothness=L), x: c.Points(SPACE), y: c.Points(SPACE)},
                      c.Compare(f(y), "<=", f(x) + c.dot(slope(x), y - x, d) + LESS * L / 2 * square(y - x))),
    "co-coercivity": ({d: c.integers(1), L: c.above(0), f: c.FunctionClass(SPACE, convexity=0, smoothness=L), x: c.Points(SPACE), y: c.Points(SPACE)},
                      c.Compare(square(slope(x) - slope(y)), "<=", LESS * L * c.dot(slope(x) - slope(y), x - y, d))),
    "one step": ({d: c.integers(1), L: c.above(0), f: c.FunctionClass(SPACE, convexity=0, smoothness=L), x_0: c.Points(SPACE), x_star: c.minimisers(f)},
                 c.Compare(f(x_0 - 1 / L * slope(x_0)) - f(x_star), "<=", LESS * L / 6 * square(x_0 - x_star))),
    "contraction": ({d: c.integers(1), L: c.above(0), mu: c.between(0, L, open="both"), f: c.FunctionClass(SPACE, convexity=mu, smoothness=L), x_0: c.Points(SPACE), x_star: c.minimisers(f)},
                    c.Compare(c.norm(x_0 - 1 / L * slope(x_0) - x_star, 2), "<=", LESS * (1 - mu / L) * c.norm(x_0 - x_star, 2))),
    "strong convexity": ({d: c.integers(1), mu: c.above(0), f: c.FunctionClass(SPACE, convexity=mu), x: c.Points(SPACE), y: c.Points(SPACE), g: c.subdifferential(f, x)},
                         c.Compare(f(y), ">=", f(x) + c.dot(g, y - x, d) + c.number("101/100") * mu / 2 * square(y - x))),
    "prox": ({h: c.above(0), d: c.integers(1), f: c.FunctionClass(SPACE, convexity=0), x: c.Points(SPACE), y: c.Points(SPACE)},
             c.Compare(c.norm(c.prox(f, x, h) - c.prox(f, y, h), 2), "<=", LESS * c.norm(x - y, 2))),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_constant_that_is_one_per_cent_too_small_is_refuted_and_confirmed(name):
    asked = task(*FALSE[name])
    found = search.decide(asked)
    assert found.status is Status.REFUTED, found.summary
    made = json.loads(certificate.text(certificate.build(asked.variant, found, effort="standard", seed=0)))
    assert check_data(made, "toy").status == "confirmed"
    made["evidence"]["instance"]["f"][1] = "7"  # another space
    assert check_data(made, "toy").status == "refused"


def test_an_instance_given_by_hand_decides():
    huber = c.ridge_sum(1, (1, c.piecewise_quadratic({"-1/3": "-1/3", "1/3": "1/3"})))
    line = {f: c.FunctionClass(c.LINE, convexity=0, smoothness=1), x_0: c.Points(c.LINE), x_star: c.minimisers(f)}
    states = c.Compare(f(x_0 - slope(x_0)) - f(x_star), "<=", c.number("1/7") * (x_0 - x_star) ** 2)
    found = search.decide(task(line, states, hints=c.Hints(instances=({f: huber, x_0: 1, x_star: 0},))))
    assert found.status is Status.REFUTED
