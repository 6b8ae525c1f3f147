"""Normal laws on R^d."""

from textbook import ORDER, K, P, Q, R, Textbook, a, b, le, n, same, x, y

from verify.claims import Covariances, Euclid, NormalLaws, Points, above, at_least, integers, inverse_form, marginal, norm, normal_vector, objects
from verify.quantities import kullback_leibler_divergence, mean, renyi_divergence, total_variation, wasserstein_distance

DR, KL, TV, W = renyi_divergence, kullback_leibler_divergence, total_variation, wasserstein_distance
L = objects("L")
SPACE = Euclid(n, 2)
TWO = {n: integers(1), P: NormalLaws(SPACE), Q: NormalLaws(SPACE)}
SHIFTED = {n: integers(1), x: Points(SPACE), y: Points(SPACE), K: Covariances(n, definite=True)}

NORMALS = {
    "Renyi divergence of two shifts of a normal vector": Textbook(
        "Gil, Alajaji and Linder 2013, Table 2", {**SHIFTED, a: ORDER}, same(DR(normal_vector(x, K), normal_vector(y, K), a), a / 2 * inverse_form(K, x - y))),
    "a coordinate of a normal vector says no more than all": Textbook("van Erven and Harremoes 2014, Thm. 9", {**TWO, a: above(0)}, le(DR(marginal(P, 1), marginal(Q, 1), a), DR(P, Q, a))),
    "Renyi divergences of normal vectors grow with the order": Textbook(
        "van Erven and Harremoes 2014, Thm. 3", {**TWO, a: above(0), b: at_least(a)}, le(DR(P, Q, a), DR(P, Q, b))),
    "quadratic transport of normal vectors obeys the triangle inequality": Textbook(
        "Olkin and Pukelsheim 1982", {**TWO, R: NormalLaws(SPACE)}, le(W(P, R, 2, 2), W(P, Q, 2, 2) + W(Q, R, 2, 2))),
    "the means of normal vectors are no further apart": Textbook("Villani 2009, Rem. 6.5", TWO, le(norm(mean(P) - mean(Q), 2), W(P, Q, 2, 2))),
    "total variation of normal vectors obeys the inequality of Pinsker": Textbook("Tsybakov 2009, Lemma 2.5", TWO, le(2 * TV(P, Q) ** 2, KL(P, Q))),
    "more noise shortens a shift": Textbook(
        "Horn and Johnson 2013, Cor. 7.7.4", {**SHIFTED, L: Covariances(n)}, le(inverse_form(K + L, x - y), inverse_form(K, x - y))),
}
