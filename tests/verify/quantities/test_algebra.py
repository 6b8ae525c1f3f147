"""What is kept of SymPy's transformations is what SymPy finds, in the same form."""

from __future__ import annotations

import random

import pytest
import sympy as sp

from verify.quantities import algebra

X, Y, Z = sp.symbols("01_x 02_y 03_z", positive=True)
PARTS = (X, Y, Z, sp.exp(X), sp.exp(-Y), sp.exp(2 * X), sp.exp(X * Y), sp.log(1 + X), 1 / Z, sp.sqrt(Y), sp.erf(X / Y))
NUMBERS = (1, -1, 2, -3, sp.Rational(1, 2), sp.Rational(-4, 3))


def _drawn(rng: random.Random) -> sp.Expr:
    return sp.Add(*(rng.choice(NUMBERS) * sp.Mul(*rng.sample(PARTS, rng.randint(0, 3))) for _ in range(rng.randint(1, 4))))


@pytest.mark.parametrize("seed", range(60))
def test_transformations_are_those_of_sympy(seed: int) -> None:
    rng = random.Random(seed)
    e = _drawn(rng) * _drawn(rng) * rng.choice((1, 2, _drawn(rng)))
    for expression in (e, sp.expand(e)):
        for ours, theirs in (
            (algebra.factor(expression), sp.factor(expression)),
            (algebra.expand(expression), sp.expand(expression)),
            (algebra.derivative(expression, X), sp.diff(expression, X)),
            (sp.Integer(algebra.operations(expression)), sp.Integer(expression.count_ops())),
        ):
            assert sp.srepr(ours) == sp.srepr(theirs)
