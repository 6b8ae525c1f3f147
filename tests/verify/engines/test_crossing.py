"""Equations with a solution between two numbers, and comparisons of infima over pieces: engine and checker find the same; what is false or open stays so."""

import pytest

from mechanisms import Laplace
from verify import claims as c
from verify import quantities as q
from verify.engines import printed
from verify.engines.task import EFFORTS, Status, Task
from verify.engines.truth import Truth
from verify.evidence.checker.check import check_data
from verify.run.decide import Settings, run_variant

x, s, a = c.numbers("x s a")
LINE = c.at_least(0)


def meets(left, right, where=LINE):
    return c.Exists({x: where}, c.Compare(left, "==", right))


def envelope(at):
    """The least of the lines s^2 - 2 s x over s in [0, 3]: -x^2 up to x = 3."""
    return c.Inf({s: c.between(0, 3)}, s**2 - 2 * s * at)


def guarded(at):
    """An infimum of curves that fall in x, over members with a property that does not mention x: the refinement of exp(-s)."""
    return c.Inf({s: c.above(0)}, c.exp(-s) + (1 - c.exp(-s)) * c.Max(c.exp(s) - c.exp(at), 0) / (1 + c.exp(s)), where=c.Compare(c.exp(-s), "<=", 1))


TRUE = {
    "an exponential meets a line": meets(c.exp(-x), x),
    "a polynomial has a root that is no fraction": meets(x**3, x + 1, c.between(1, 2)),
    "a solution at a simple number": meets(x**2, x),
    "a corner on the way": meets(abs(x - 1), c.number("1/3")),
    "a negative power of the name": meets(1 / x, 5 * x, c.above(0)),
    "a divergence falls through a level": meets(q.hockey_stick_divergence(Laplace(1, scale=1), Laplace(0, scale=1), x), c.number("1/5")),
    "an infimum of lines": meets(envelope(x), c.number("-1/3")),
    "an infimum with a property": meets(guarded(x), c.number("2/5")),
    "an infimum below a bound on a range": c.ForAll({x: c.between(0, 1)}, c.Compare(guarded(x), "<", c.number("3/4"))),
    "an infimum a little above its envelope": c.ForAll({x: c.between(0, 1)}, c.Compare(envelope(x), "<=", c.number("1/3") - x**2)),
}
FALSE = {
    "curves apart": meets(c.exp(-x), -1 - x),
    "an infimum above a bound somewhere": c.ForAll({x: c.between(0, 1)}, c.Compare(guarded(x), "<", c.number("1/2"))),
}
OPEN = {
    "a jump over the level": meets(c.If(c.Compare(x, "<", 1), 0, 1), c.number("1/2"), c.between(0, 2)),
    "a pole over the level": meets(1 / (x - c.number("1/3")), c.number(0), c.between(0, 1)),
    "curves that touch": meets(x**2 + c.number("1/9"), 2 * x / 3),
    "an infimum over a set that moves": meets(c.Inf({s: c.between(0, 1 + c.exp(x))}, (s - x) ** 2 + s), c.number("1/3")),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_is_decided_by_both(name, truths):
    assert truths(TRUE[name]) == (Truth.TRUE, "true")


@pytest.mark.parametrize("name", FALSE)
def test_what_fails_is_decided_by_both(name, truths):
    assert truths(FALSE[name]) == (Truth.FALSE, "false")


@pytest.mark.parametrize("name", OPEN)
def test_without_continuity_or_a_change_of_order_it_stays_open(name, truths):
    ours, checked = truths(OPEN[name])
    assert ours is not Truth.TRUE
    assert checked != "true"


def test_a_solution_that_is_no_fraction_is_proved_and_checked():
    (variant,) = c.Claim("toy/item", "Item", states=meets(c.exp(-x), x)).variants()
    found = printed.decide(Task(variant, EFFORTS["quick"]))
    assert (found.status, found.kind) == (Status.PROVED, "exhaustive")
    row, document, errors = run_variant(variant, Settings("quick"))
    assert (row["status"], errors) == ("PROVED", [])
    assert check_data(document, "toy").status == "confirmed"


def test_an_infimum_that_meets_each_of_several_levels_is_proved():
    (variant,) = c.Claim("toy/item", "Item", forall={a: c.one_of(2, 3)}, states=meets(guarded(x), a / 10)).variants()
    found = printed.decide(Task(variant, EFFORTS["quick"]))
    assert (found.status, found.kind) == (Status.PROVED, "exhaustive")


def test_a_false_certificate_of_a_solution_is_refused():
    (variant,) = c.Claim("toy/item", "Item", states=meets(c.exp(-x), x)).variants()
    (false,) = c.Claim("toy/item", "Item", states=meets(c.exp(-x), -1 - x)).variants()
    _, document, _ = run_variant(variant, Settings("quick"))
    _, other, _ = run_variant(false, Settings("quick"))
    assert document["kind"] == "exhaustive"
    forged = {**document, "statement": other["statement"], "digest": other["digest"]} if other else {**document, "digest": "0" * 64}
    assert check_data(forged, "toy").status == "refused"
