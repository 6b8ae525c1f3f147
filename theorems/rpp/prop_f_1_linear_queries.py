r"""Linear queries about linear secrets of Gaussian records.

Statement (Proposition F.1)
    For iid records with law N(mu, Sigma), matrices M and N with l_1 and l_2 rows, secrets {N X_i = a} with a in a compact set, pairs about one record and the query (M x_1, ..., M x_n):
    Delta_G <= max |Cov(M X_1, N X_1) Cov(N X_1)^-1 (a - b)|.

Reading
    norm         of the space of the query.
    invertible   Cov(N X_1) is invertible, or may be singular: its inverse, and with it the bound, then has no value.
    A compact set enters through finitely many of its members. Secrets have probability 0, so the law given one is the regular conditional law: normal, with records that are
    independent, of which only the one with the secret is not as before.
    With q(x) = x' K^-1 x for K = Cov(N X_1), x' K^-1 y = (q(x + y) - q(x - y))/4.

Measured
    The largest W_oo distance of the laws of the query given two secrets.

Claimed
    The printed bound.
"""

from theorems.rpp.definitions import NORM, A, M, Z, h, i, j, k, m, n, r, s, t, u_1, u_2
from verify.claims import (
    Claim,
    Compare,
    Covariances,
    Euclid,
    Families,
    ForAll,
    If,
    Points,
    Source,
    Sum,
    Sup,
    coordinates,
    floor,
    integers,
    inverse_form,
    norm,
    normal_vector,
    number,
    numbers,
    objects,
    oo,
    reading,
    upto,
)
from verify.quantities import wasserstein_distance

l_1, l_2, j_ = numbers("l_1 l_2 j_")
mu, Sigma = objects("mu Sigma")
QUARTER = number("1/4")


def covariance(one, other):
    """The covariance of two linear functions of a record."""
    return Sum({j: upto(m), j_: upto(m)}, one[j] * Sigma[j][j_] * other[j_])


def mean(row):
    return Sum({j: upto(m)}, row[j] * mu[j])


def with_secret(entry):
    """The point with a coordinate for each coordinate of the secret."""
    return coordinates({t: upto(l_2)}, entry(t))


SPREAD = coordinates({s: upto(l_2)}, coordinates({t: upto(l_2)}, covariance(Z[s], Z[t])))
"""Cov(N X_1)."""


def regressed(row, value):
    """c' K^-1 v for the covariances c of a linear function with the secret: v is given coordinate by coordinate."""
    more, less = (inverse_form(SPREAD, with_secret(lambda e, sign=sign: covariance(row, Z[e]) + sign * value(e))) for sign in (1, -1))
    return QUARTER * (more - less)


def record(u):
    """The record of a coordinate of the query."""
    return floor((u - 1) / l_1) + 1


def row(u):
    """The row of M of a coordinate of the query."""
    return M[u - l_1 * floor((u - 1) / l_1)]


def given(secret):
    """The law of the query given N X_i = a."""
    centre = coordinates({h: upto(n * l_1)}, If(Compare(record(h), "==", i), mean(row(h)) + regressed(row(h), lambda e: secret[e] - mean(Z[e])), mean(row(h))))
    kept = If(Compare(record(h), "==", i), regressed(row(h), lambda e: covariance(row(r), Z[e])), 0)
    return normal_vector(centre, coordinates({h: upto(n * l_1)}, coordinates({r: upto(n * l_1)}, If(Compare(record(h), "==", record(r)), covariance(row(h), row(r)) - kept, 0))))


PAIRS = {u_1: upto(k), u_2: upto(k)}
FARTHEST = Sup(PAIRS, wasserstein_distance(given(A[u_1]), given(A[u_2]), oo, NORM), floor=0)
PRINTED = Sup(PAIRS, norm(coordinates({h: upto(l_1)}, regressed(M[h], lambda e: A[u_1][e] - A[u_2][e])), NORM), floor=0)
INVERTIBLE = ForAll({s: upto(l_2)}, Compare(inverse_form(SPREAD, with_secret(lambda e: If(Compare(e, "==", s), 1, 0))), "<", oo))
"""Each unit vector lies in the range of Cov(N X_1)."""

CLAIMS = (
    Claim("rpp/prop-f.1", Source("Proposition F.1", section="Appendix F.3"),
          forall={m: integers(1), l_1: upto(m), l_2: upto(m), n: integers(1), i: upto(n), mu: Points(Euclid(m, 2)), Sigma: Covariances(m),
                  M: Families(upto(l_1), Points(Euclid(m, 2))), Z: Families(upto(l_2), Points(Euclid(m, 2))), k: integers(1), A: Families(upto(k), Points(Euclid(l_2, 2)))},
          given=(reading("invertible", assumed=INVERTIBLE, any=None),), states=Compare(FARTHEST, "<=", PRINTED)),
)
