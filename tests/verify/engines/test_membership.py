"""Which sets of points are events: of a space, of a finite law, of a law with a density; engine and checker mean the same."""

import json

import pytest
from flint import fmpq

from mechanisms import Normal
from verify.claims import (
    LINE,
    Claim,
    Compare,
    Euclid,
    Events,
    Kernels,
    Labels,
    Laws,
    Maps,
    Prob,
    Product,
    finite_law,
    integers,
    log,
    numbers,
    objects,
    one_of,
    upto,
)
from verify.claims.nodes import number, term, to_json
from verify.engines import evaluate as ev
from verify.engines.membership import contains
from verify.engines.task import Status
from verify.engines.truth import Truth
from verify.evidence.checker import membership
from verify.evidence.checker.check import check_data
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget
from verify.quantities import binary_entropy, conditional_entropy
from verify.run.decide import Settings, run_variant
from verify.values.formulas import formula
from verify.values.laws import FiniteLaw
from verify.values.structures import Event, Table

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


@pytest.mark.parametrize(("source", "inputs", "expected"), [
    (Labels(2), (1, 2), True),
    (Labels(2), (1, 2, 3), False),
    (Labels(2), (1,), False),  # a finite source: each of its members has a value
    (one_of(1, 3), (1, 3), True),
    (upto(2), (1, 3), False),
    (LINE, (1, 7), True),  # an infinite one: the table extends to the rest
    (LINE, ((1, 2),), False),
])
def test_the_inputs_of_a_table_are_those_of_its_source(source, inputs, expected):
    keys = [tuple(map(fmpq, x)) if isinstance(x, tuple) else fmpq(x) for x in inputs]
    e = Evaluator(Budget())
    for where, image in ((Maps(source, LINE), fmpq(0)), (Kernels(source, LINE), FiniteLaw([fmpq(0)], [1]))):
        table = Table(tuple((x, image) for x in keys))
        assert contains(where, table, {}, ev.Context(64)) is (Truth.TRUE if expected else Truth.FALSE)
        assert membership.contains(e, to_json(where), e.value(to_json(formula(table)), {}), {}) == ("true" if expected else "false")


def test_a_map_on_labels_is_not_shrunk_out_of_its_source():
    """Fano's inequality for an estimator, with half of the logarithm: false, and an estimate may lose no input while the instance is made smaller."""
    n, m = numbers("n m")
    J, g, z = objects("J g z")
    error = Prob({z: J}, Compare(g(z[2]), "!=", z[1]))
    claim = Claim("toy/fano", "Fano", forall={n: integers(2), m: integers(2), J: Laws(Product(Labels(n), Labels(m))), g: Maps(Labels(m), Labels(n))},
                  states=Compare(conditional_entropy(J, given=2), "<=", binary_entropy(error) + error * log(n - 1) / 2))
    row, document, errors = run_variant(claim.variants()[0], Settings())
    assert not errors and row["status"] == Status.REFUTED
    assert check_data(json.loads(json.dumps(document)), "c.json").status == "confirmed"
