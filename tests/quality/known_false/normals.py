"""Normal laws on R^d, with an error each."""

from known_true.normals import DR, KL, SHIFTED, SPACE, TWO, L, W
from textbook import ORDER, K, P, Q, Textbook, a, b, i, le, n, same, x, y

from verify.claims import Compare, Covariances, Points, Sum, above, at_least, integers, inverse_form, norm, normal_vector, oo, upto
from verify.quantities import mean

NORMALS = {
    "Renyi divergence of shifts in units of the identity": Textbook(
        "the covariance is dropped", {**SHIFTED, a: ORDER}, same(DR(normal_vector(x, K), normal_vector(y, K), a), a / 2 * norm(x - y, 2) ** 2)),
    "Renyi divergences of normal vectors fall with the order": Textbook("a relation turned", {**TWO, a: above(0), b: at_least(a)}, le(DR(P, Q, b), DR(P, Q, a))),
    "relative entropy of normal vectors is symmetric": Textbook("an asymmetric divergence is exchanged", TWO, le(KL(P, Q), KL(Q, P))),
    "a shift costs no more than that of its coordinates": Textbook(
        "correlations are dropped", {n: integers(2), K: Covariances(n, definite=True), x: Points(SPACE)}, le(inverse_form(K, x), Sum({i: upto(n)}, x[i] ** 2 / K[i][i]))),
    "every covariance has an inverse": Textbook(
        "a matrix may be singular", {n: integers(1), K: Covariances(n), x: Points(SPACE)}, Compare(inverse_form(K, x), "<", oo)),
    "quadratic transport of normal vectors is that of their means": Textbook("an equality from an inequality", TWO, same(W(P, Q, 2, 2), norm(mean(P) - mean(Q), 2))),
    "less noise shortens a shift": Textbook("a relation turned", {**SHIFTED, L: Covariances(n)}, le(inverse_form(K, x - y), inverse_form(K + L, x - y))),
}
