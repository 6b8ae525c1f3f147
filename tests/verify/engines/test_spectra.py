"""Symmetric matrices: eigenvalues and norms by engine, checker and NumPy; true and false inequalities between them."""

import random
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq

from verify.claims import (
    Claim,
    ClaimError,
    Compare,
    Covariances,
    Implies,
    Loewner,
    Member,
    SymmetricMatrices,
    determinant,
    frobenius_norm,
    integers,
    largest_eigenvalue,
    matrix,
    number,
    numbers,
    objects,
    operator_norm,
    positive_semidefinite,
    smallest_eigenvalue,
    sqrt,
    trace,
)
from verify.claims.nodes import Node, to_json
from verify.engines import evaluate as ev
from verify.engines.search import decide
from verify.engines.task import EFFORTS, Status, Task
from verify.evidence.checker.evaluate import Evaluator
from verify.evidence.checker.numbers import Budget
from verify.values.numbers import NoValue, to_float

A, B = objects("A B")
d = numbers("d")
HEADS = (smallest_eigenvalue, largest_eigenvalue, operator_norm, frobenius_norm, trace, determinant)


def both(node):
    ours = ev.value(node, {}, ev.Context(128))
    theirs = Evaluator(Budget()).value(to_json(node), {})
    lo, hi = (theirs, theirs) if isinstance(theirs, Fraction) else (theirs.lo, theirs.hi)
    assert float(lo) - 1e-12 <= to_float(ours) <= float(hi) + 1e-12
    return ours


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_numbers_of_a_matrix_are_those_of_numpy(size):
    rng = random.Random(size)
    rows = [[Fraction(rng.randint(-4, 4), rng.choice((1, 2, 3))) for _ in range(size)] for _ in range(size)]
    rows = [[rows[min(i, j)][max(i, j)] for j in range(size)] for i in range(size)]
    values = np.linalg.eigvalsh(np.array(rows, float))
    expected = (values[0], values[-1], max(abs(values)), np.linalg.norm(np.array(rows, float)), sum(values), np.prod(values))
    given = matrix(*rows) if size > 1 else rows[0][0]
    for head, known in zip(HEADS, expected, strict=True):
        assert to_float(both(head(given))) == pytest.approx(known, abs=1e-9)


def test_eigenvalues_that_are_fractions_are_exact():
    rows = matrix((2, 1), (1, 2))
    assert (both(smallest_eigenvalue(rows)), both(largest_eigenvalue(rows))) == (fmpq(1), fmpq(3))
    assert both(smallest_eigenvalue(matrix((1, 1, 1), (1, 1, 1), (1, 1, 1)))) == fmpq(0)
    assert both(smallest_eigenvalue(matrix((number("1/2"), number("1/3")), (number("1/3"), number("1/2"))))) == fmpq(1, 6)


def test_a_matrix_that_is_not_symmetric_is_refused_in_one_line():
    with pytest.raises(ClaimError, match=r"largest_eigenvalue: matrix must be a symmetric matrix, got rows .*; correct an entry"):
        largest_eigenvalue(matrix((1, 2), (3, 4)))
    with pytest.raises(NoValue, match="not symmetric"):
        ev.value(Node("largest_eigenvalue", matrix((1, 2), (3, 4))), {}, ev.Context(64))


def decided(states, given=(), kind=SymmetricMatrices):
    (variant,) = Claim("toy/matrices", "toy", forall={d: integers(1), A: kind(d), B: kind(d)}, given=given, states=states).variants()
    return decide(Task(variant, EFFORTS["quick"], 0))


@pytest.mark.parametrize(("true", "false", "given", "kind"), [
    (Compare(largest_eigenvalue(A + B), "<=", largest_eigenvalue(A) + largest_eigenvalue(B)), Compare(largest_eigenvalue(A + B), ">=", largest_eigenvalue(A) + largest_eigenvalue(B)), (), SymmetricMatrices),
    (Compare(frobenius_norm(A), "<=", sqrt(d) * operator_norm(A)), Compare(frobenius_norm(A), "<=", number("99/100") * sqrt(d) * operator_norm(A)), (), SymmetricMatrices),
    (Compare(trace(A), "<=", trace(B)), Compare(determinant(A), "<=", determinant(B)), (Loewner(A, B),), SymmetricMatrices),
    (Compare(determinant(A + B), ">=", determinant(A) + determinant(B)), Compare(determinant(A + B), "<=", determinant(A) + determinant(B)), (), Covariances),
    (Implies(positive_semidefinite(A), Member(A, Covariances(d))), positive_semidefinite(A), (), SymmetricMatrices)])
def test_inequalities_between_matrices_are_supported_and_false_ones_refuted(true, false, given, kind):
    assert decided(true, given, kind).status is Status.SUPPORTED
    assert decided(false, given, kind).status is Status.REFUTED
