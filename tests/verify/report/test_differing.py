"""What several formulas have in common is left out where enough of it stands before or behind a whole middle."""

import pytest

from verify.report.differing import differing
from verify.report.mathml import mathml

LONG = r"\left(\forall i \in \{1,\dots,n\}: \begin{cases}%s & x_{i} = 0\\ \infty & \text{otherwise}\end{cases} \le \frac{a + b}{c}\right) \Rightarrow a \le b"


def test_only_the_cell_that_differs_stays():
    assert differing([LONG % "0", LONG % r"\frac{1}{0}"]) == [r"\dots\,0\,\dots", r"\dots\,\frac{1}{0}\,\dots"]


def test_a_base_keeps_its_script_and_a_command_its_arguments():
    long = r"a + b + c + d + e + f + g \le \frac{x_{%s}}{y} + h + i + j + k + l"
    assert differing([long % "1", long % "2"]) == [r"\dots\,\frac{x_{1}}{y}\,\dots", r"\dots\,\frac{x_{2}}{y}\,\dots"]
    long = r"a + b + c + d + e + f + g \le %s_{1} + h + i + j + k + l"
    assert [one.replace(r"\dots\,", "").replace(r"\,\dots", "") for one in differing([long % "x", long % "y"])] == ["x_{1}", "y_{1}"]


def test_what_differs_at_both_ends_or_not_at_all_or_is_short_stays_whole():
    for lines in (["a + b", "c + d"], ["a \\le b", "a \\le b"], ["a \\le b", "a \\le c"]):
        assert differing(lines) == lines


@pytest.mark.parametrize("options", [("0", "1"), (r"\max\left(a, b\right)", r"\infty"), ("x + y", "x - y")])
def test_what_is_left_can_be_drawn(options):
    assert all(mathml(one) for one in differing([LONG % option for option in options]))


def test_an_absent_middle_keeps_a_neighbour():
    long = r"a + b + c + d + e + f + g \le%s h + i + j + k + l + m"
    shown = differing([long % "", long % " x +"])
    assert all(one.replace(r"\dots", "").replace(r"\,", "").strip() for one in shown)
