"""Values as closed formulas: what a certificate stores, and what can be evaluated again."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from flint import fmpq

from verify.claims.nodes import Node, number, substitute
from verify.values import laws
from verify.values.frameworks import Framework
from verify.values.iterations import Iteration, NormalNoise, Polyline
from verify.values.numbers import Enclosure, LogSum, Surd
from verify.values.ridges import Profile, RidgeSum
from verify.values.structures import Composition, Deferred, Event, Family, Function, Row, Sequence, Table, Universe


def formula(value: Any) -> Node:
    """The closed formula of a value. Raises TypeError for an enclosure, which is no exact value."""
    for kinds, write in WRITTEN:
        if isinstance(value, kinds):
            return write(value)
    if isinstance(value, Enclosure):
        raise TypeError("an enclosure is not an exact value; round it to a fraction first")
    raise TypeError(f"no formula for a value of type {type(value).__name__}")


def _function(value: Function) -> Node:
    return substitute(value.node, {name: formula(x) for name, x in value.captured})


def _finite(value: laws.FiniteLaw) -> Node:
    return Node("finite", tuple((formula(p), formula(w)) for p, w in value.items()))


def _pieces(value: laws.PieceLaw) -> Node:
    return Node("law", value.kind, (), tuple(tuple(formula(x) for x in (p.lo, p.hi, p.c0, p.c1, p.c2)) for p in value.pieces))


def _power(value: laws.PowerLaw) -> Node:
    return Node("power_law", formula(value.location), formula(value.scale), formula(value.exponent), value.side)


def _geometric(value: laws.GeometricLaw) -> Node:
    return Node("geometric_law", formula(value.start), formula(value.step), formula(value.ratio))


def _poisson(value: laws.PoissonLaw) -> Node:
    moved = formula(value.shift)
    return Node("poisson_law", formula(value.rate)) if value.shift == 0 else Node("translate", Node("poisson_law", formula(value.rate)), moved)


def _sparse(value: laws.SparseLaw) -> Node:
    return Node("sparse_law", formula(value.base), formula(value.curve), formula(value.slope))


def _mixture(value: laws.MixtureLaw) -> Node:
    return Node("mixture", tuple((formula(w), formula(law)) for w, law in zip(value.weights, value.laws, strict=True)))


def _periodic(value: Sequence) -> Node:
    return Node("periodic", tuple(formula(x) for x in value.prefix), tuple(formula(x) for x in value.period))


def _composition(value: Composition) -> Node:
    parts = None if value.parts is None else tuple((formula(row), tuple(formula(p) for p in pieces)) for row, pieces in value.parts)
    tables = tuple(tuple(tuple(formula(x) for x in entry) for entry in table) for table in value.tables)
    return Node("composition", tuple(formula(coin) for coin in value.coins), tables, parts)


def _polyline(value: Polyline) -> Node:
    return Node("polyline", formula(value.left), tuple((formula(x), formula(y)) for x, y in value.nodes), formula(value.right))


def _iteration(value: Iteration) -> Node:
    steps = tuple((tuple((formula(r), formula(line)) for r, line in step), formula(noise)) for step, noise in zip(value.maps, value.noise, strict=True))
    return Node("iteration", formula(value.start), steps)


def _profile(value: Profile) -> Node:
    knots = tuple(tuple(formula(x) for x in knot) for knot in value.knots)
    return Node("piecewise_quadratic", formula(value.height), formula(value.left), knots, formula(value.right))


def _ridge_sum(value: RidgeSum) -> Node:
    return Node("ridge_sum", number(value.dimension), tuple((formula(a), formula(profile)) for a, profile in value.parts))


def _framework(value: Framework) -> Node:
    return Node("pufferfish", *(tuple(formula(x) for x in part) for part in (value.data, value.priors, value.secrets, value.secret_pairs)))


WRITTEN: tuple[tuple[Any, Callable[[Any], Node]], ...] = (
    (fmpq, lambda value: Node("num", str(value))),
    (Function, _function),
    (Deferred, lambda value: value.node),
    (float, lambda value: number("oo" if value == math.inf else "-oo")),
    (int, number),
    (Surd | LogSum, lambda value: _exact(value)),
    (tuple, lambda value: Node("point", *(formula(part) for part in value))),
    (laws.FiniteLaw, _finite),
    (laws.PieceLaw, _pieces),
    (laws.PowerLaw, _power),
    (laws.GeometricLaw, _geometric),
    (laws.PoissonLaw, _poisson),
    (laws.SparseLaw, _sparse),
    (laws.TranslatedLaw, lambda value: Node("translate", formula(value.base), formula(value.shift))),
    (laws.MixtureLaw, _mixture),
    (laws.NormalLaw, lambda value: Node("normal_vector", formula(value.mean), formula(value.covariance))),
    (laws.ProductLaw, lambda value: Node("product", *(formula(law) for law in value.laws))),
    (Table, lambda value: Node("table", tuple((formula(k), formula(v)) for k, v in value.entries))),
    (Family, lambda value: Node("family", *(formula(m) for m in value.members))),
    (Sequence, _periodic),
    (Event, lambda value: Node("event", *sorted((formula(p) for p in value.points), key=repr))),
    (Row, lambda value: Node("row", *(None if r is None else formula(r) for r in value.records))),
    (Universe, lambda value: Node("universe", value.relation, tuple(formula(r) for r in value.rows))),
    (Composition, _composition),
    (Polyline, _polyline),
    (NormalNoise, lambda value: Node("normal_vector", formula(value.mean), formula(value.variance))),
    (Iteration, _iteration),
    (Profile, _profile),
    (RidgeSum, _ridge_sum),
    (Framework, _framework),
)
"""How values are written, by their kinds, in the order in which these are asked for."""


def _exact(value: Surd | LogSum) -> Node:
    if isinstance(value, Surd):
        result = formula(value.coefficient)
        for prime, exponent in value.factors:
            result = result * Node("pow", number(prime), formula(exponent))
        return result
    result = formula(value.rational)
    for prime, coefficient in value.terms:
        result = result + formula(coefficient) * Node("log", number(prime))
    return result
