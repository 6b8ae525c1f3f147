"""Symmetric matrices, their eigenvalues and their order; inner products, norms and exponential means of points."""

from theorems.textbook.books import BOYD, HARDY, HORN
from theorems.textbook.names import A, B, dim, x, y
from verify.claims import (
    REALS,
    Claim,
    Compare,
    Covariances,
    Euclid,
    Loewner,
    Member,
    Points,
    Source,
    Sum,
    Sup,
    SymmetricMatrices,
    above,
    at_least,
    dot,
    exp,
    frobenius_norm,
    integers,
    largest_eigenvalue,
    log,
    norm,
    numbers,
    operator_norm,
    smallest_eigenvalue,
    sqrt,
    trace,
    upto,
)

i = numbers("i")
ONE = {dim: integers(1), A: SymmetricMatrices(dim)}
TWO = {**ONE, B: SymmetricMatrices(dim)}
POSITIVE = {dim: integers(1), A: Covariances(dim)}
ORDERED = (Loewner(A, B),)
PLANE = Euclid(dim, 2)
POINT = {dim: integers(1), x: Points(PLANE)}
largest = Sup({i: upto(dim)}, x[i])
SOFT = Source("The logarithm of a sum of exponentials is the largest number but for log n", section=f"{BOYD}, Section 3.1.5")
RANGE = Source("Eigenvalues, traces and norms of symmetric matrices are numbers", section=f"{HORN}, Theorem 4.1.3")
ORDER = Source("Eigenvalues and traces do not fall in the order of symmetric matrices", section=f"{HORN}, Corollary 7.7.4")
TRACE = Source("The trace is the sum of the eigenvalues", section=f"{HORN}, Section 1.2")


def soft(point):
    """The logarithm of the sum of the exponentials of the coordinates."""
    return log(Sum({i: upto(dim)}, exp(point[i])))


CLAIMS = (
    Claim("textbook/eigenvalue-range", RANGE, part="smallest", forall=ONE, states=Member(smallest_eigenvalue(A), REALS)),
    Claim("textbook/eigenvalue-range", RANGE, part="largest", forall=ONE, states=Member(largest_eigenvalue(A), REALS)),
    Claim("textbook/eigenvalue-range", RANGE, part="trace", forall=ONE, states=Member(trace(A), REALS)),
    Claim("textbook/eigenvalue-range", RANGE, part="operator", forall=ONE, states=Member(operator_norm(A), at_least(0))),
    Claim("textbook/eigenvalue-range", RANGE, part="frobenius", forall=ONE, states=Member(frobenius_norm(A), at_least(0))),
    Claim("textbook/weyl", Source("Weyl's inequality", section=f"{HORN}, Theorem 4.3.1"), part="largest", forall=TWO,
          states=Compare(largest_eigenvalue(A + B), "<=", largest_eigenvalue(A) + largest_eigenvalue(B))),
    Claim("textbook/weyl", Source("Weyl's inequality", section=f"{HORN}, Theorem 4.3.1"), part="smallest", forall=TWO,
          states=Compare(smallest_eigenvalue(A) + smallest_eigenvalue(B), "<=", smallest_eigenvalue(A + B))),
    Claim("textbook/loewner", ORDER, part="largest", forall=TWO, given=ORDERED, states=Compare(largest_eigenvalue(A), "<=", largest_eigenvalue(B))),
    Claim("textbook/loewner", ORDER, part="smallest", forall=TWO, given=ORDERED, states=Compare(smallest_eigenvalue(A), "<=", smallest_eigenvalue(B))),
    Claim("textbook/loewner", ORDER, part="trace", forall=TWO, given=ORDERED, states=Compare(trace(A), "<=", trace(B))),
    Claim("textbook/trace-eigenvalues", TRACE, part="above", forall=ONE, states=Compare(trace(A), "<=", dim * largest_eigenvalue(A))),
    Claim("textbook/trace-eigenvalues", TRACE, part="below", forall=ONE, states=Compare(dim * smallest_eigenvalue(A), "<=", trace(A))),
    Claim("textbook/trace-positive", TRACE, forall=POSITIVE, states=Compare(largest_eigenvalue(A), "<=", trace(A))),
    Claim("textbook/covariance-positive", Source("Covariances have no eigenvalue below 0", section=f"{HORN}, Theorem 7.2.1"), part="one", forall=POSITIVE,
          states=Compare(smallest_eigenvalue(A), ">=", 0)),
    Claim("textbook/covariance-positive", Source("Sums of covariances have no eigenvalue below 0", section=f"{HORN}, Observation 7.1.3"), part="sum", forall={**POSITIVE, B: Covariances(dim)},
          states=Compare(smallest_eigenvalue(A + B), ">=", 0)),
    Claim("textbook/matrix-norms", Source("Operator norm and Frobenius norm", section=f"{HORN}, Section 5.6"), part="above", forall=ONE,
          states=Compare(frobenius_norm(A), "<=", sqrt(dim) * operator_norm(A))),
    Claim("textbook/matrix-norms", Source("Operator norm and Frobenius norm", section=f"{HORN}, Section 5.6"), part="below", forall=ONE,
          states=Compare(operator_norm(A), "<=", frobenius_norm(A))),
    Claim("textbook/cauchy-points", Source("Inequality of Cauchy for points", section=f"{HARDY}, Theorem 7"), forall={**POINT, y: Points(PLANE)},
          states=Compare(dot(x, y, dim), "<=", norm(x, 2) * norm(y, 2))),
    Claim("textbook/norms-one-two", Source("The norm of order 1 by that of order 2", section=f"{HARDY}, Theorem 16"), forall=POINT,
          states=Compare(norm(x, 1), "<=", sqrt(dim) * norm(x, 2))),
    Claim("textbook/exponentials-range", Source("Sums of exponentials of coordinates are finite and positive", section=f"{BOYD}, Section 3.1.5"), forall=POINT,
          states=Member(Sum({i: upto(dim)}, exp(x[i])), above(0))),
    Claim("textbook/largest-range", Source("The largest coordinate is a number", section=f"{BOYD}, Section 3.1.5"), forall=POINT, states=Member(largest, REALS)),
    Claim("textbook/soft-maximum", SOFT, part="above", forall=POINT, states=Compare(soft(x), "<=", largest + log(dim))),
    Claim("textbook/soft-maximum", SOFT, part="below", forall=POINT, states=Compare(largest, "<=", soft(x))),
)
