"""Certified best constants, repairs and points of NumPy floats."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from verify.claims.inequality import inequality
from verify.engines import tightness
from verify.engines.boxes.domain import Side
from verify.engines.boxes.points import ROUNDS, lowest, near
from verify.engines.repair import cut
from verify.engines.task import EFFORTS, Status, Task
from verify.run.certify import statement_of


def task(statement: str, where: str) -> Task:
    return Task(statement_of(inequality(statement, where)), EFFORTS["standard"])


def best(statement: str, where: str) -> tightness.Best:
    found = tightness.best_constant(task(statement, where))
    assert not isinstance(found, str), found
    return found


@pytest.mark.parametrize(("statement", "where", "value"), [
    ("x*exp(-x) <= 1", "x>=0", math.exp(-1)),
    ("x**2*exp(-x) <= 2", "0<=x<=9", 2 * math.exp(-2)),
    ("sqrt(x)*exp(-x) <= 1", "x>=0", math.sqrt(0.5) * math.exp(-0.5)),
    ("x <= 1 + x", "x>0", 1.0),
    ("tanh(x) <= x", "x>0", 1.0),
    ("log(x) <= x", "1<=x<=4", math.exp(-1)),
])
def test_the_best_constant_is_enclosed_to_the_last_digits(statement: str, where: str, value: float) -> None:
    found = best(statement, where)
    assert found.proved is not None
    assert found.seen <= found.proved
    assert found.seen - Fraction(1, 10**15) <= Fraction(value) <= found.proved + Fraction(1, 10**15)
    assert found.proved - found.seen <= Fraction(1, 10**15)


def test_a_maximum_at_an_end_is_known_exactly() -> None:
    found = best("x + y <= 1 + x*y", "0<=x<=1/2, 0<=y<=1/2")
    assert (found.attained, found.seen, dict(found.at)) == (True, Fraction(4, 5), {"x": "1/2", "y": "1/2"})


def test_of_a_lower_bound_the_largest_constant_is_found() -> None:
    found = best("exp(x) >= 1 + x", "x>=0")
    assert found.falling
    assert found.proved == 1 == found.seen
    assert found.row()["ratio_at_least"] == "1"


def test_a_limit_is_named_as_the_place() -> None:
    assert best("x <= 1 + x", "x>0").approach == {"x": "oo"}


def test_where_no_finite_constant_is_proved_none_is_claimed() -> None:
    found = best("x <= 1", "x>0")
    assert found.proved is None
    assert found.seen > 10**15


@pytest.mark.parametrize(("statement", "where", "why"), [
    ("x <= x - 1/2", "0<=x<=1", "not certainly positive"),
])
def test_without_a_positive_right_hand_side_there_is_no_constant(statement: str, where: str, why: str) -> None:
    assert why in str(tightness.best_constant(task(statement, where)))


def test_the_evidence_of_the_constant_is_confirmed_by_the_checker() -> None:
    from verify.run.certify import certify

    answer = certify("x*exp(-x) <= 0.3", "0<=x<=2")
    assert answer.status is Status.REFUTED
    assert set(answer.certificates) == {"statement", "factor", "range"}


def test_statements_close_to_equality_at_an_inner_point_are_proved_there() -> None:
    close = task("erfc(-x)*exp(-x) <= 1.08565", "0<=x<=3")
    assert tightness.prove(close).status is Status.UNDECIDED or tightness.prove(close).kind == "boxes"
    sharp = best("erfc(-x)*exp(-x) <= 1", "0<=x<=3")
    assert sharp.proved is not None
    above = sharp.proved + Fraction(1, 10**12)
    assert tightness.prove(task(f"erfc(-x)*exp(-x) <= {above.numerator}/{above.denominator}", "0<=x<=3")).status is Status.PROVED
    below = sharp.seen - Fraction(1, 10**12)
    assert tightness.prove(task(f"erfc(-x)*exp(-x) <= {below.numerator}/{below.denominator}", "0<=x<=3")).status is not Status.PROVED


@pytest.mark.parametrize(("statement", "where"), [
    ("exp(x) >= 2 + x", "x>=0"), ("exp(x) >= 1.001 + x", "x>=0"), ("erfc(x) >= 1", "x>=0"), ("x <= 1/2", "0<=x<=1"), ("x < 1", "0<=x<=1"), ("x > 0", "0<=x<=1"),
    ("-x >= 1", "0<=x<=1"), ("x >= y", "0<=x<=1, 0<=y<=1"), ("x*y <= 1/5", "0<=x<=1/2, 0<=y<=1/2"),
])
def test_no_false_statement_is_proved(statement: str, where: str) -> None:
    assert tightness.prove(task(statement, where)).status is not Status.PROVED


def test_a_range_is_cut_to_where_the_statement_is_true() -> None:
    found = cut(task("x*exp(-x) <= 0.3", "0<=x<=9"))
    assert found is not None
    assert found.name == "x"
    inside = found.side.hi if found.side.lo == 0 else found.side.lo
    assert float(inside) * math.exp(-float(inside)) <= 0.3


def test_nothing_is_kept_of_a_statement_false_everywhere() -> None:
    assert cut(task("x + 1 <= x", "0<=x<=9")) is None


def test_points_near_zero_begin_with_zero_and_none_comes_twice() -> None:
    points = list(near((Side(Fraction(-1), Fraction(1), False, False), Side(Fraction(0), Fraction(1), False, False)), (1e-9, 0.7)))
    assert points[0][0] == 0
    assert len(set(points)) == len(points)
    assert any(point[0] != 0 for point in points)


def test_steps_end_early_at_a_plain_violation_and_go_on_at_none() -> None:
    def looks(depth: float) -> tuple[int, float]:
        calls: list[int] = []

        def value(at: Any) -> Any:
            calls.append(1)
            return (at[0] - math.pi) ** 2 - depth

        found = lowest((Side(Fraction(0), Fraction(10), False, False),), value, enough=-1e-10)[1][0]
        return len(calls), float(found)

    plain, least = looks(1e-3)
    assert least < -0.9e-3
    assert plain < looks(0.0)[0] == ROUNDS + 1


def test_points_near_a_float_are_simple_first_and_inside() -> None:
    points = list(near((Side(Fraction(0), math.inf, True, True),), (0.33333334,)))
    assert points[0] in ((Fraction(1, 3),), (Fraction(2, 5),), (Fraction(1, 2),), (Fraction(1, 4),))
    assert all(p[0] > 0 for p in points)
    assert next(near((Side(Fraction(0), Fraction(1), False, False),), (1.0,))) == (1,)
