"""From one instance at which a statement is false to one that tells more: further apart, of usual size, short, with little work."""

import pytest
from flint import fmpq

from verify import claims as c
from verify.claims.nodes import Node
from verify.engines import contrast, margins, search
from verify.engines import evaluate as ev
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.quantities import enclosures

x, y = c.numbers("x y")
(P, Q) = c.objects("P Q")


def task(forall, states, given=(), **options):
    (variant,) = c.Claim("toy/contrast", "a toy", forall=forall, given=given, states=states, **options).variants()
    return Task(variant, EFFORTS["standard"])


def apart(work, env):
    left, _, right = margins.first_failing(work.states, env, ev.Context(64))
    return float(left.p) / float(left.q) / (float(right.p) / float(right.q))


def test_the_sides_come_further_apart_and_the_statement_still_fails():
    work = task({x: c.above(0)}, c.Compare(x**2, "<=", x))
    start = {"x": fmpq(5, 4)}
    found = contrast.plainer(work, start)
    assert ev.holds(work.states, found)[0] is Truth.FALSE
    assert apart(work, found) > 2 * apart(work, start)
    assert search.witness(work, found, shrinking=False).status is Status.REFUTED


def test_a_number_is_brought_into_its_typical_range():
    work = task({x: c.above(0), y: c.above(0)}, c.Compare(x + y, "<=", x), hints=c.Hints(typical={x: (4, 8)}))
    found = contrast.plainer(work, {"x": fmpq(1, 64), "y": fmpq(1)})
    assert 4 <= found["x"] <= 8


def test_a_value_of_zero_gives_way_where_the_statement_fails_elsewhere_too():
    work = task({x: c.at_least(0), y: c.above(0)}, c.Compare(x + y, "<=", x))
    found = contrast.plainer(work, {"x": fmpq(0), "y": fmpq(1)})
    assert found["x"] > 0


def test_a_long_number_gives_way_to_a_short_one():
    work = task({x: c.above(1)}, c.Compare(20 * x, "<=", 1))
    found = contrast.plainer(work, {"x": fmpq(1001, 1000)})
    assert len(str(found["x"])) <= contrast.SHORT


@pytest.mark.parametrize("value", [fmpq(12), fmpq(50)])
def test_an_instance_that_convinces_stays(value):
    assert contrast.plainer(task({x: c.above(0)}, c.Compare(x**2, "<=", x)), {"x": value}) is None


def test_hypotheses_and_ranges_are_kept():
    work = task({x: c.between(0, 3)}, c.Compare(x**2, "<=", x), given=(c.Compare(x, "<=", 2),))
    found = contrast.plainer(work, {"x": fmpq(5, 4)})
    assert found is None or found["x"] <= 2


def test_where_no_comparison_fails_by_itself_nothing_is_looked_at():
    assert contrast.plainer(task({x: c.above(0)}, c.Member(-x, c.at_least(0))), {"x": fmpq(1)}) is None


def test_it_costs_no_more_than_its_allowance():
    work = task({P: c.Laws(c.LINE), Q: c.Laws(c.LINE)}, c.Compare(Node("total_variation", P, Q), "<=", c.number("1/8")))
    env = search.environment(work, {"P": ["finite", ["()", ["()", "0", "1/2"], ["()", "1", "1/2"]]], "Q": ["finite", ["()", ["()", "0", "1"]]]})
    before = enclosures.spent()
    contrast.plainer(work, env)
    assert enclosures.spent() - before <= contrast.WORK + 1
