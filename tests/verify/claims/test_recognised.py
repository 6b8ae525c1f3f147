"""Quantities that are built from others are shown by their names, and nothing else is."""

import pytest

from verify.claims import Sum, at_least, exp, integers, number, numbers, objects, sqrt
from verify.claims.nodes import Node
from verify.claims.show import latex, text
from verify.quantities import hellinger, renyi_divergence, squared_hellinger

P, Q, R = objects("P Q R")
x, k = numbers("x k")
H2, H = squared_hellinger(P, Q), hellinger(P, Q)
HALF = number("1/2")


@pytest.mark.parametrize(("formula", "plain"), [
    (H2, "H²(P, Q)"), (H, "H(P, Q)"), (H2 / 2, "H²(P, Q)/2"), (3 * H2, "3·H²(P, Q)"), (-H2, "−H²(P, Q)"), (x * H2, "x·H²(P, Q)"), (H2 * x, "H²(P, Q)·x"),
    (H * sqrt(1 - H2 / 4), "H(P, Q)·√(1 − H²(P, Q)/4)"), (H2 * squared_hellinger(Q, R), "H²(P, Q)·H²(Q, R)"), (sqrt(3 * H2), "√(3·H²(P, Q))"),
    (Sum({k: integers(1, 2)}, H2), text(Sum({k: integers(1, 2)}, x)).replace("x", "H²(P, Q)")),
])
def test_hellinger_distances_are_named(formula, plain):
    assert text(formula) == plain and r"\exp" not in latex(formula) and "e^{" not in latex(formula)


@pytest.mark.parametrize("formula", [
    2 * (1 - exp(-renyi_divergence(P, Q, number("1/3")) / 2)), 2 * (1 - exp(-renyi_divergence(P, Q, HALF))), 3 * (1 - exp(-renyi_divergence(P, Q, HALF) / 2)),
    2 * (1 + exp(-renyi_divergence(P, Q, HALF) / 2)), 1 - exp(-renyi_divergence(P, Q, HALF) / 2), 2 * (x - exp(-renyi_divergence(P, Q, HALF) / 2)), 2 * Node("add", number(1)), 2 * (1 - x),
])
def test_what_is_nearly_so_is_written_out(formula):
    assert "H²" not in text(formula) and "H^" not in latex(formula)


def test_only_what_is_shown_changes():
    assert 2 * (1 - exp(-renyi_divergence(P, Q, HALF) / 2)) == H2 and at_least(H2).args[0] == H2
