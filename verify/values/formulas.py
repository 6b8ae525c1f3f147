"""Values as closed formulas: what a certificate stores, and what can be evaluated again."""

from __future__ import annotations

import math
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
    if isinstance(value, fmpq):
        return Node("num", str(value))
    if isinstance(value, Function):
        return substitute(value.node, {name: formula(x) for name, x in value.captured})
    if isinstance(value, Deferred):
        return value.node
    if isinstance(value, float):
        return number("oo" if value == math.inf else "-oo")
    if isinstance(value, int):
        return number(value)
    if isinstance(value, Surd | LogSum):
        return _exact(value)
    if isinstance(value, tuple):
        return Node("point", *(formula(part) for part in value))
    if isinstance(value, laws.FiniteLaw):
        return Node("finite", tuple((formula(p), formula(w)) for p, w in value.items()))
    if isinstance(value, laws.PieceLaw):
        pieces = tuple(tuple(formula(x) for x in (p.lo, p.hi, p.c0, p.c1, p.c2)) for p in value.pieces)
        return Node("law", value.kind, (), pieces)
    if isinstance(value, laws.PowerLaw):
        return Node("power_law", formula(value.location), formula(value.scale), formula(value.exponent), value.side)
    if isinstance(value, laws.GeometricLaw):
        return Node("geometric_law", formula(value.start), formula(value.step), formula(value.ratio))
    if isinstance(value, laws.PoissonLaw):
        moved = formula(value.shift)
        return Node("poisson_law", formula(value.rate)) if value.shift == 0 else Node("translate", Node("poisson_law", formula(value.rate)), moved)
    if isinstance(value, laws.SparseLaw):
        return Node("sparse_law", formula(value.base), formula(value.curve), formula(value.slope))
    if isinstance(value, laws.TranslatedLaw):
        return Node("translate", formula(value.base), formula(value.shift))
    if isinstance(value, laws.MixtureLaw):
        return Node(
            "mixture", tuple((formula(w), formula(law)) for w, law in zip(value.weights, value.laws, strict=True))
        )
    if isinstance(value, laws.NormalLaw):
        return Node("normal_vector", formula(value.mean), formula(value.covariance))
    if isinstance(value, laws.ProductLaw):
        return Node("product", *(formula(law) for law in value.laws))
    if isinstance(value, Table):
        return Node("table", tuple((formula(k), formula(v)) for k, v in value.entries))
    if isinstance(value, Family):
        return Node("family", *(formula(m) for m in value.members))
    if isinstance(value, Sequence):
        return Node("periodic", tuple(formula(x) for x in value.prefix), tuple(formula(x) for x in value.period))
    if isinstance(value, Event):
        return Node("event", *sorted((formula(p) for p in value.points), key=repr))
    if isinstance(value, Row):
        return Node("row", *(None if r is None else formula(r) for r in value.records))
    if isinstance(value, Universe):
        return Node("universe", value.relation, tuple(formula(r) for r in value.rows))
    if isinstance(value, Composition):
        parts = (
            None
            if value.parts is None
            else tuple((formula(row), tuple(formula(p) for p in pieces)) for row, pieces in value.parts)
        )
        tables = tuple(tuple(tuple(formula(x) for x in entry) for entry in table) for table in value.tables)
        return Node("composition", tuple(formula(coin) for coin in value.coins), tables, parts)
    if isinstance(value, Polyline):
        return Node("polyline", formula(value.left), tuple((formula(x), formula(y)) for x, y in value.nodes), formula(value.right))
    if isinstance(value, NormalNoise):
        return Node("normal_vector", formula(value.mean), formula(value.variance))
    if isinstance(value, Iteration):
        steps = tuple((tuple((formula(r), formula(line)) for r, line in step), formula(noise)) for step, noise in zip(value.maps, value.noise, strict=True))
        return Node("iteration", formula(value.start), steps)
    if isinstance(value, Profile):
        knots = tuple(tuple(formula(x) for x in knot) for knot in value.knots)
        return Node("piecewise_quadratic", formula(value.height), formula(value.left), knots, formula(value.right))
    if isinstance(value, RidgeSum):
        return Node("ridge_sum", number(value.dimension), tuple((formula(a), formula(profile)) for a, profile in value.parts))
    if isinstance(value, Framework):
        return Node("pufferfish", *(tuple(formula(x) for x in part) for part in (value.data, value.priors, value.secrets, value.secret_pairs)))
    if isinstance(value, Enclosure):
        raise TypeError("an enclosure is not an exact value; round it to a fraction first")
    raise TypeError(f"no formula for a value of type {type(value).__name__}")


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
