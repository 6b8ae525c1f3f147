"""Which side of a box is split."""

import math
from fractions import Fraction

from verify.engines.boxes.domain import Side
from verify.engines.boxes.search import Cell, Search


def test_a_part_of_a_half_line_whose_share_floats_do_not_hold_is_no_obstacle():
    sides = (Side(-math.inf, Fraction(-(10**20)), True, False), Side(Fraction(0), Fraction(1), False, False))
    assert sides[0].share == 0.0
    search = Search.__new__(Search)
    search.root = sides
    assert search._direction(Cell(sides, 0, 0.0), None, [0, 1]) == 1
