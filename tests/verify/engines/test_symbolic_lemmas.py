"""Weighted means, error functions alone and hypotheses between powers: what the symbolic engine proves with them, and near misses that it must not prove."""

import pytest

from verify.claims import Claim, Compare, above, at_least, between, exp, log, numbers
from verify.claims.inequality import inequality
from verify.engines import symbolic
from verify.engines.task import EFFORTS, Finding, Status, Task
from verify.run.certify import statement_of

RATIO = "sqrt(pi/2)*exp(s**2/2)*erfc(s/sqrt(2))"


def asked(statement, where) -> Finding:
    return symbolic.decide(Task(statement_of(inequality(statement, where)), EFFORTS["quick"]))


@pytest.mark.parametrize(("statement", "where"), [
    ("erfc((x-y)/2) >= exp(x*y)*erfc((x+y)/2)", "x>0, y>0"),
    ("log(exp(a*z)/a + (1-1/a)*exp(z)) >= (2-1/a)*z", "a>1, z>=0"),
    ("x**a*y**(1-a)*z <= z*(a*x + (1-a)*y)", "x>0, y>0, z>0, 0<a<1"),
    (f"{RATIO} > 2/(s+sqrt(s**2+4))", "s>0"),
    (f"{RATIO} < 2/(s+sqrt(s**2+8/pi))", "s>0"),
    (f"{RATIO} < 1/s", "s>0"),
    (f"{RATIO} > s/(1+s**2)", "s>0"),
    ("erfc(s) < exp(-s**2)", "s>0"),
])
def test_statements_on_unbounded_domains_are_proved_without_boxes(statement, where):
    found = asked(statement, where)
    assert (found.status, found.kind) == (Status.PROVED, "identity")


@pytest.mark.parametrize(("statement", "where"), [
    ("erfc((x-y)/2) <= exp(x*y)*erfc((x+y)/2)", "x>0, y>0"),
    ("log(exp(a*z)/a + (1-1/a)*exp(z)) >= (2-1/a)*z + 1/1000000", "a>1, z>=0"),
    ("x**a*y**(1-a) <= a*y + (1-a)*x", "x>0, y>0, 0<a<1"),
    ("x**a*y**(1-a) <= a*x + (1-a)*y", "x>0, y>0, a>0"),
    (f"{RATIO} >= 2/(s+sqrt(s**2+4-1/1000000))", "s>0"),  # false far out
    (f"{RATIO} <= 2/(s+sqrt(s**2+8/pi+1/1000000))", "s>0"),  # false near 0
    (f"{RATIO} <= 2/(s+sqrt(s**2+4))", "s>0"),
    (f"{RATIO} >= 2/(s+sqrt(s**2+8/pi))", "s>0"),
    ("erfc(s) > exp(-s**2)", "s>0"),
    ("1 + erfc(s) <= erfc(2*s)", "s>0"),
])
def test_false_neighbours_are_not_proved(statement, where):
    assert asked(statement, where).status is Status.UNDECIDED


X, Y, A, D, E = numbers("X Y A D E")
RANGES = {E: at_least(0), Y: between(0, 1), A: above(1), D: between(0, 1, open="both")}


def decided(forall, states, given=()) -> Finding:
    (variant,) = Claim("toy/claim", "toy", forall, states, given=given).variants()
    return symbolic.decide(Task(variant, EFFORTS["standard"]))


@pytest.mark.parametrize(("forall", "left", "right", "given"), [
    ({X: at_least(0), A: above(1), D: between(0, 1, open="both")}, X ** (1 - 1 / A) * D ** (1 / A), (1 - 1 / A) * X + D / A, ()),
    (RANGES, (exp(E) * Y) ** (1 - 1 / A), (1 - 1 / A) * exp(E + log(1 / D) / (A - 1)) * Y + D / A, ()),
    (RANGES, (exp(E) * Y) ** ((A - 1) / A), D, (Compare(exp(E) * Y, "<=", D ** (A / (A - 1))),)),
    (RANGES, exp(E) * Y * (exp(E) * Y) ** (-1 / A), exp(E) * Y * D ** (-1 / (A - 1)), (Compare(exp(E) * Y, ">", D ** (A / (A - 1))),)),
])
def test_powers_with_their_edges_are_compared(forall, left, right, given):
    found = decided(forall, Compare(left, "<=", right), given)
    assert (found.status, found.kind) == (Status.PROVED, "identity")


@pytest.mark.parametrize(("forall", "left", "right", "given"), [
    ({X: at_least(0), A: above(1), D: between(0, 1, open="both")}, X ** (1 - 1 / A) * D ** (1 / A), (1 - 1 / A) * X + D / A / 2, ()),
    ({X: above(0), A: above(1), D: above(0)}, X ** (1 / A), D, (Compare(X, "<=", D ** (A / (A - 1))),)),
    ({X: above(0), Y: above(0), A: above(0)}, X ** (-A), Y ** (-A), (Compare(X, "<=", Y),)),  # the power is negative
    ({X: above(0), Y: above(0), A: above(0)}, X ** (A - 1), Y ** (A - 1), (Compare(X, "<=", Y),)),  # its sign is open
])
def test_false_comparisons_of_powers_are_not_proved(forall, left, right, given):
    assert decided(forall, Compare(left, "<=", right), given).status is Status.UNDECIDED
