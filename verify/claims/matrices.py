"""Matrices: normal vectors, affine maps, quadratic forms, eigenvalues and norms."""

from __future__ import annotations

from typing import Any

from verify.claims.nodes import ClaimError, Node, literal, number, term
from verify.claims.terms import Sum
from verify.values.matrices import is_symmetric, offending_minor


def normal_vector(mean: Any, covariance: Any) -> Node:
    """The normal distribution with a mean and a covariance matrix, given by its rows; on the line both are numbers. A singular matrix is allowed.

    Raises
    ------
    ClaimError
        Where the entries are numbers and the matrix is not symmetric, or not positive semidefinite: then an offending minor is named.
    """
    _covariance("normal_vector", covariance)
    return Node("normal_vector", term(mean), term(covariance))


def _symmetric(where: str, name: str, matrix: Any) -> list[list[Any]] | None:
    """The entries of a matrix of numbers, None where some are formulas. Raises ClaimError for one that is not symmetric."""
    node = term(matrix)
    rows = [list(row.args) for row in node.args if isinstance(row, Node) and row.head == "point"] if node.head == "point" else [[node]]
    entries = [[literal(x) if isinstance(x, Node) else None for x in row] for row in rows]
    if not entries or any(x is None for row in entries for x in row):
        return None
    if not is_symmetric(entries):
        raise ClaimError(f"{where}: {name} must be a symmetric matrix, got rows {', '.join(str(tuple(map(str, row))) for row in entries)}; correct an entry")
    return entries


def _covariance(where: str, covariance: Any) -> None:
    """Refuse a matrix of numbers that is known to be no covariance; formulas are left to the engines."""
    entries = _symmetric(where, "covariance", covariance)
    if entries is None:
        return
    if minor := offending_minor(entries):
        raise ClaimError(f"{where}: covariance must be positive semidefinite, got a negative minor of rows and columns {', '.join(map(str, minor))}; correct an entry")


def affine(law: Any, matrix: Any, shift: Any) -> Node:
    """The distribution of A X + b; A is given by its rows, on the line by a number."""
    return Node("affine", term(law), term(matrix), term(shift))


def inverse_form(matrix: Any, vector: Any) -> Node:
    """x^T K^{-1} x for a positive semidefinite matrix K, the squared length of x in units of K; oo where x is not in the range of K."""
    return Node("inverse_form", term(matrix), term(vector))


def _of_symmetric(head: str, matrix: Any) -> Node:
    """A number of a symmetric matrix. Raises ClaimError for one that is written out and is not symmetric."""
    node = term(matrix)
    if node.head == "point":
        _symmetric(head, "matrix", node)
    return Node(head, node)


def smallest_eigenvalue(matrix: Any) -> Node:
    """The smallest eigenvalue of a symmetric matrix, a point of rows (a number is a matrix with one entry). Raises ClaimError for one that is written out and is not symmetric."""
    return _of_symmetric("smallest_eigenvalue", matrix)


def largest_eigenvalue(matrix: Any) -> Node:
    """The largest eigenvalue of a symmetric matrix. Raises ClaimError for one that is written out and is not symmetric."""
    return _of_symmetric("largest_eigenvalue", matrix)


def condition_number(matrix: Any) -> Node:
    """The condition number of a positive definite matrix in Euclidean length: its largest eigenvalue divided by the smallest. Of a function class F_{mu,L} it is L / mu. Raises ClaimError for a matrix that is not symmetric."""
    return largest_eigenvalue(matrix) / smallest_eigenvalue(matrix)


def operator_norm(matrix: Any) -> Node:
    """The operator norm of a symmetric matrix with respect to Euclidean length: the largest absolute value of an eigenvalue. Raises ClaimError for a matrix that is not symmetric."""
    return _of_symmetric("operator_norm", matrix)


def frobenius_norm(matrix: Any) -> Node:
    """The root of the sum of the squares of all entries of a matrix."""
    return Node("frobenius_norm", term(matrix))


def trace(matrix: Any) -> Node:
    """The sum of the diagonal of a square matrix."""
    return Node("trace", term(matrix))


def determinant(matrix: Any) -> Node:
    """The determinant of a square matrix."""
    return Node("determinant", term(matrix))


def quadratic_form(matrix: Any, vector: Any, count: Any) -> Node:
    """``x^T A x`` for a matrix with ``count`` rows and columns; for one row ``A x^2``."""
    j, k = Node("var", "j_"), Node("var", "k_")
    upto_count = Node("integers", number(1), term(count))
    return Sum({j: upto_count, k: upto_count}, term(matrix)[j][k] * term(vector)[j] * term(vector)[k])
