"""Pavings of two parameters."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from flint import fmpq

from verify.claims.inequality import inequality
from verify.engines.region import FAILS, HOLDS, UNDECIDED, Region, area, paving
from verify.engines.task import EFFORTS, Task
from verify.report import drawing
from verify.run.certify import statement_of


def drawn(statement: str, where: str, names: tuple[str, str] = ("x", "y"), boxes: int = 600) -> Region:
    found = paving(Task(statement_of(inequality(statement, where)), EFFORTS["standard"]), names, boxes=boxes)
    assert isinstance(found, Region), found
    return found


def inside(polygon: list[tuple[float, float]], point: tuple[float, float]) -> bool:
    """Whether a polygon contains a point, by crossings of a ray."""
    found = False
    for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], *polygon[:1]), strict=True):
        if (ay > point[1]) != (by > point[1]) and point[0] < ax + (point[1] - ay) / (by - ay) * (bx - ax):
            found = not found
    return found


@pytest.mark.parametrize(("statement", "where", "share"), [
    ("x**2 + y**2 <= 1", "-1<=x<=1, -1<=y<=1", math.pi / 4),
    ("x*y <= 1", "0<=x<=2, 0<=y<=2", (1 + math.log(4)) / 4),
    ("y >= x**2", "0<=x<=1, 0<=y<=1", 2 / 3),
    ("y <= x", "0<=x<=1, 0<=y<=1", 1 / 2),
])
def test_the_shares_enclose_the_area_where_the_statement_holds(statement: str, where: str, share: float) -> None:
    found = drawn(statement, where)
    assert found.share(HOLDS) + found.share(FAILS) + found.share(UNDECIDED) == 1
    assert found.share(HOLDS) <= Fraction(share) <= found.share(HOLDS) + found.share(UNDECIDED)
    assert found.share(UNDECIDED) <= Fraction(1, 500)


def test_every_piece_is_what_exact_points_in_it_say() -> None:
    found = drawn("x*exp(-x*y) <= 1/2", "0<=x<=4, 0<=y<=2")
    assert found.share(UNDECIDED) <= Fraction(1, 1000)
    pieces = [(state, [(float(x), float(y)) for x, y in polygon]) for state, polygon in found.pieces]
    checked = 0
    for k in range(30):
        for j in range(30):
            point = (4 * (2 * k + 1) / 61, 2 * (2 * j + 1) / 63)
            states = {state for state, polygon in pieces if inside(polygon, point)}
            if states and states != {UNDECIDED}:
                assert states == {HOLDS if point[0] * math.exp(-point[0] * point[1]) <= 0.5 else FAILS}, point
                checked += 1
    assert checked > 850


def test_other_names_are_meant_for_all_their_values() -> None:
    found = drawn("x*z + y*(1 - z) <= 1/2", "0<=x<=1, 0<=y<=1, 0<=z<=1", boxes=120)
    assert found.share(HOLDS) == Fraction(1, 4)
    assert Fraction(1, 2) < found.share(FAILS) <= Fraction(3, 4)


@pytest.mark.parametrize(("where", "names", "why"), [
    ("x>0, 0<y<1", ("x", "y"), "finite range"),
    ("0<x<1, 0<y<1", ("x", "x"), "two different"),
    ("0<x<1, 0<y<1", ("x", "z"), "no parameter"),
])
def test_what_cannot_be_drawn_is_named(where: str, names: tuple[str, str], why: str) -> None:
    found = paving(Task(statement_of(inequality("x*y <= 1", where)), EFFORTS["standard"]), names)
    assert isinstance(found, str)
    assert why in found


def test_areas_are_exact() -> None:
    triangle = ((fmpq(0), fmpq(0)), (fmpq(1, 3), fmpq(0)), (fmpq(0), fmpq(1, 7)))
    assert area(triangle) == fmpq(1, 42)


def test_a_boundary_that_touches_the_frame_is_paved_in_few_boxes() -> None:
    found = paving(Task(statement_of(inequality("x**2 + y**2 <= 1", "-1<=x<=1, -1<=y<=1")), EFFORTS["standard"]), ("x", "y"))
    assert not isinstance(found, str)
    assert found.boxes < 100
    assert sum(found.share(state) for state in (HOLDS, FAILS, UNDECIDED)) == 1
    assert found.share(HOLDS) * 4 < Fraction(355, 113) < (found.share(HOLDS) + found.share(UNDECIDED)) * 4


def test_a_drawing_has_axes_names_and_shares_and_escapes_what_is_stored() -> None:
    row = drawn("x*y <= 1", "0<=x<=2, 0<=y<=2").row()
    text = drawing.region(row)
    assert text.count("<path") == 3
    assert ">0.5<" in text
    assert "holds 59" in text
    row["names"] = ["<script>", "y"]
    assert "<script>" not in drawing.region(row)
    assert drawing.ticks(0, 2) == [0, 0.5, 1, 1.5, 2]
