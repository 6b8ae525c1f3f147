"""One error function alone: bounds of Mills' ratio on half-lines, and near misses that must not be seen."""

import pytest
import sympy as sp

from verify.claims import Claim, Compare, below, erfc, exp, numbers, pi, sqrt
from verify.engines import symbolic
from verify.engines.one_tail import ONE_TAIL, algebraic_signs, positive
from verify.engines.task import EFFORTS, Status, Task

s, x = sp.symbols("s x", positive=True)
RATIO = sp.sqrt(sp.pi / 2) * sp.exp(s**2 / 2) * sp.erfc(s / sp.sqrt(2))
LITTLE = sp.Rational(1, 10**6)


def below_ratio(c):
    return 2 / (s + sp.sqrt(s**2 + c))


@pytest.mark.parametrize("difference", [
    RATIO - below_ratio(4),
    below_ratio(8 / sp.pi) - RATIO,
    1 / s - RATIO,
    RATIO - s / (1 + s**2),
    sp.exp(-(s**2)) - sp.erfc(s),
])
def test_bounds_that_hold(difference):
    assert positive(difference)


@pytest.mark.parametrize("difference", [
    RATIO - below_ratio(4 - LITTLE),  # false far out
    below_ratio(8 / sp.pi + LITTLE) - RATIO,  # false near 0
    below_ratio(8 / sp.pi) * (1 - LITTLE) - RATIO,
    RATIO - below_ratio(4) * (1 + LITTLE),
    below_ratio(4) - RATIO,
    RATIO - below_ratio(8 / sp.pi),
    sp.erfc(s) - sp.exp(-(s**2)),
])
def test_bounds_that_fail(difference):
    assert not positive(difference)


@pytest.mark.parametrize("difference", [
    1 + sp.erfc(s) - sp.erfc(2 * s),  # two tails
    x - sp.erfc(s),  # two symbols
    sp.erfc(s) + sp.log(s),
    sp.exp(-sp.sqrt(s)) * sp.erfc(s) + s * (s - 1) * (s - 2) + 1,
])
def test_what_is_left_to_others(difference):
    assert not positive(difference)


@pytest.mark.parametrize(("f", "signs"), [
    (s**2 + 1, ("+",)),
    (-sp.sqrt(s + 1) / (s + 2), ("-",)),
    (1 - s, ("+", "-")),
    (sp.sqrt(s**2 + 2) - s - 1, ("+", "-")),
    (s - sp.sqrt(s**2 + 1), ("-",)),
    (sp.sqrt(s + 1) + sp.sqrt(s) - 3, ("-", "+")),
    ((s - 1) * (s - 2), None),  # two changes
    (s**2 - 2 * s + 1, None),  # touches 0
    (1 / (s - 1), None),  # a pole
    (s ** sp.Rational(1, 3) - 1, None),  # no square root
    (sp.exp(s), None),
])
def test_signs_of_algebraic_functions(f, signs):
    assert algebraic_signs(f, s) == signs


T = numbers("T")
TAIL = sqrt(pi / 2) * exp(T**2 / 2) * erfc(-T / sqrt(2)) / 2


@pytest.mark.parametrize(("left", "right"), [(1 / (-T + sqrt(T**2 + 4)), TAIL), (TAIL, 1 / (-T + sqrt(T**2 + 8 / pi)))])
def test_both_bounds_are_proved_on_the_whole_half_line(left, right):
    (variant,) = Claim("toy/claim", "toy", {T: below(0)}, Compare(left, "<", right)).variants()
    found = symbolic.decide(Task(variant, EFFORTS["quick"]))
    assert found.status is Status.PROVED
    assert ONE_TAIL in str(found.evidence)
    assert found.kind == "identity"
