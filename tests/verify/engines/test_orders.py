"""Renyi divergences at orders that tend to 1 or to oo: of finite laws by their formula, of power tails against exponentially small ones oo."""

import json
import math

import pytest
from flint import fmpq

from verify import claims as c
from verify.engines import evaluate as ev
from verify.engines.task import Status
from verify.engines.truth import Truth
from verify.evidence.checker.check import check_data
from verify.quantities import renyi_divergence as D
from verify.run.decide import Settings, run_variant
from verify.values.laws import FiniteLaw
from verify.values.structures import Deferred

t = c.numbers("t u")[0]
P, Q = c.objects("P Q")
ABOVE, BELOW, FAR = (c.Limit(D(P, Q, order), t, c.oo) for order in (1 + 1 / t, 1 - 1 / t, t))


def law(*weights):
    return FiniteLaw([fmpq(k) for k in range(len(weights))], [fmpq(*w) for w in weights])


PAIRS = {
    "on the same points": (law((1, 2), (1, 2)), law((1, 3), (2, 3))),
    "equal": (law((1, 2), (1, 2)), law((1, 2), (1, 2))),
    "on fewer points": (law((1, 2), (1, 2)), law((1, 3), (1, 3), (1, 3))),
    "on more points": (law((1, 3), (1, 3), (1, 3)), law((1, 2), (1, 2))),
    "apart": (FiniteLaw([fmpq(0)], [fmpq(1)]), FiniteLaw([fmpq(1)], [fmpq(1)])),
}


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize(("limit", "order"), [(ABOVE, 1), (BELOW, 1), (FAR, c.oo)], ids=["from above", "from below", "to oo"])
def test_limits_of_finite_laws_are_the_divergences_at_the_limit(name, limit, order):
    p, q = PAIRS[name]
    env = {"P": p, "Q": q}
    assert ev.holds(c.Compare(limit, "==", D(P, Q, order)), env)[0] is Truth.TRUE
    if ev.value(D(P, Q, order), env, ev.Context(60)) not in (0, math.inf):
        assert ev.holds(c.Compare(limit, "<", c.number("999999/1000000") * D(P, Q, order)), env)[0] is Truth.FALSE


def laws(p, q):
    return {"P": Deferred(p), "Q": Deferred(q)}


def power(exponent, side="both"):
    return c.Node("power_law", c.number(0), c.number(1), c.number(exponent), side)


def piece(low, high, slope):
    """exp(-|x|)/2 on the line for slope -1 on both sides; here one piece."""
    return c.Node("law", "exponential", (), ((c.number(low), c.number(high), c.number(0), c.number(slope), c.number(0)),))


def test_power_tails_are_infinitely_far_from_exponential_ones_above_order_one():
    right = laws(power(4, "right"), piece(0, "oo", -1))
    assert ev.value(ABOVE, right, ev.Context(60)) == math.inf
    assert ev.holds(c.Compare(D(P, Q, 1), "<", 1), right)[0] is Truth.TRUE
    with pytest.raises(ev.NoRoute):  # below 1 they are near
        ev.value(BELOW, right, ev.Context(60))
    with pytest.raises(ev.NoRoute):  # nothing is known where both have power tails
        ev.value(ABOVE, laws(power(4), power(3)), ev.Context(60))


def test_that_the_limit_from_above_is_the_divergence_at_one_is_refuted_and_confirmed():
    forall = {P: c.Laws(c.LINE), Q: c.Laws(c.LINE)}
    claim = c.Claim("toy/orders", "a toy", forall=forall, states=c.Compare(ABOVE, "==", D(P, Q, 1)))
    row, document, errors = run_variant(claim.variants()[0], Settings())
    assert not errors and row["status"] == Status.REFUTED
    assert check_data(json.loads(json.dumps(document)), "toy").status == "confirmed"
