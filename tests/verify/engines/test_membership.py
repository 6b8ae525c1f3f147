"""Which sets of points are events: of a space, of a finite law, of a law with a density; engine and checker mean the same."""

import pytest
from flint import fmpq

from mechanisms import Normal
from verify.claims import LINE, Euclid, Events, finite_law
from verify.claims.nodes import number, term, to_json
from verify.engines import evaluate as ev
from verify.engines.membership import contains
from verify.engines.truth import Truth
from verify.evidence.checker import membership
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget
from verify.values.formulas import formula
from verify.values.structures import Event

FAIR = finite_law({0: number("1/2"), 1: number("1/2")})


@pytest.mark.parametrize(("where", "points", "expected"), [
    (Events(FAIR), (0,), True),
    (Events(FAIR), (), True),
    (Events(FAIR), (0, 5), False),  # of a finite law: sets of the points that carry mass
    (Events(LINE), (0, 5), True),
    (Events(LINE), ((0, 5),), False),
    (Events(Euclid(2, 1)), ((0, 5),), True),
    (Events(term(Normal(0, scale=1))), (3,), True),
    (Events(term(Normal(0, scale=1))), ((3, 4),), False),
])
def test_an_event_consists_of_points_of_its_space_or_law(where, points, expected):
    event = Event(frozenset(tuple(map(fmpq, p)) if isinstance(p, tuple) else fmpq(p) for p in points))
    e = Evaluator(Budget())
    assert contains(where, event, {}, ev.Context(64)) is (Truth.TRUE if expected else Truth.FALSE)
    assert membership.contains(e, to_json(where), e.value(to_json(formula(event)), {}), {}) == ("true" if expected else "false")
    assert contains(where, fmpq(0), {}, ev.Context(64)) is Truth.FALSE
