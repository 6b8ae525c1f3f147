"""The checker encloses divergences of normal mixtures by integrals of its own: against the engine's, with rational and with irrational means."""

import pytest

from verify import claims as c
from verify.claims.nodes import to_json
from verify.engines import evaluate as ev
from verify.evidence.checker import numbers as n
from verify.evidence.checker.evaluate import Evaluator
from verify.quantities import renyi_divergence
from verify.values import numbers

SHIFTED = c.mixture((c.number("4/5"), c.normal_vector(0, 8)), (c.number("1/5"), c.normal_vector(5, 8)))
TILTED = c.mixture((c.number("4/5"), c.normal_vector(0, 8)), (c.number("1/5"), c.normal_vector(5 * c.exp(-1), 8)))
WIDER = c.mixture((c.number("1/2"), c.normal_vector(0, 1)), (c.number("1/2"), c.normal_vector(1, 4)))


@pytest.mark.parametrize("order", ["2", "3/2", "26"])
@pytest.mark.parametrize(("first", "second"), [(SHIFTED, c.normal_vector(0, 8)), (SHIFTED, TILTED), (TILTED, SHIFTED), (c.normal_vector(0, 1), WIDER)])
def test_both_enclose_the_same_number(first, second, order):
    node = renyi_divergence(first, second, c.number(order))
    mine = numbers.enclose(ev.value(node, {}, ev.Context(80)))
    with n.precision(128):
        theirs = n.ball(Evaluator(n.Budget(10**9)).value(to_json(node), {}))
    assert theirs.lo <= mine.hi
    assert mine.lo <= theirs.hi
    assert mine.width < 1e-6
    assert float(theirs.hi - theirs.lo) < 1e-6
